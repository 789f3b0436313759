"""What a bot decides besides its moves, by what its brain thought of the last one."""

from bot.brain import Choice
from bot.player.policy import BotPolicy
from protocol.parts import Analysis, OfferKind, Verdict


def accepts(offer: OfferKind, policy: BotPolicy, last: Choice | None) -> bool:
    """Whether to accept what the opponent offers, after this choice of ours."""
    return policy.takebacks if offer is OfferKind.TAKEBACK else accepts_draw(last)


def accepts_draw(last: Choice | None) -> bool:
    """Whether one who made this choice stands no better, as far as they know."""
    if last is None or last.verdict is Verdict.WIN:
        return False
    if last.verdict in (Verdict.DRAW, Verdict.LOSS):
        return True
    return last.score is not None and last.score <= 0


def prefers_other_side(choice: Choice) -> bool:
    """Whether to swap sides under the pie rule instead of making this move."""
    return choice.verdict is Verdict.LOSS or (choice.score is not None and choice.score < 0)


def analysis(choice: Choice) -> Analysis | None:
    """What is published about a move; nothing if the brain said nothing."""
    if choice.score is None and choice.verdict is Verdict.UNDECIDED and not choice.line:
        return None
    return Analysis(choice.score, choice.verdict, choice.depth, choice.nodes, choice.line)
