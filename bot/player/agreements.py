"""What a bot decides besides its moves, by what its brain thought of the last one."""

from collections.abc import Sequence

from bot.brain import Choice
from bot.player.policy import BotPolicy
from games import Position
from protocol.parts import Analysis, OfferKind, Verdict

LOOKS = 3  # at what it thought of so many moves, before it judges what nobody has proven


def accepts(
    offer: OfferKind, policy: BotPolicy, choices: Sequence[Choice], position: Position
) -> bool:
    """Whether to accept what the opponent offers, after these choices of ours, the latest last."""
    return policy.takebacks if offer is OfferKind.TAKEBACK else accepts_draw(choices, position)


def accepts_draw(choices: Sequence[Choice], position: Position) -> bool:
    """Whether one who made these choices can hope for no more.

    That is proven, or they have stood no better for a while: worse, or even on a board that is
    half full.
    """
    latest = choices[-LOOKS:]
    if latest and latest[-1].verdict is not Verdict.UNDECIDED:
        return latest[-1].verdict is not Verdict.WIN
    scores = [choice.score for choice in latest if choice.score is not None]
    if len(scores) < LOOKS or max(scores) > 0:
        return False
    return scores[-1] < 0 or 2 * len(position.moves) >= position.game.cells


def prefers_other_side(choice: Choice) -> bool:
    """Whether to swap sides under the pie rule instead of making this move."""
    return choice.verdict is Verdict.LOSS or (choice.score is not None and choice.score < 0)


def analysis(choice: Choice) -> Analysis | None:
    """What is published about a move; nothing if the brain said nothing."""
    if choice.score is None and choice.verdict is Verdict.UNDECIDED and not choice.line:
        return None
    return Analysis(choice.score, choice.verdict, choice.depth, choice.nodes, choice.line)
