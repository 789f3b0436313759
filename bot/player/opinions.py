"""What a choice says about the game: whether a draw suits us, or the other side; and in words."""

from bot.brain import Choice
from bot.player.view import View
from protocol.events import Ended
from protocol.parts import Analysis, Ending, Verdict


def is_bad(choice: Choice) -> bool:
    """Whether the mover would rather have the other side."""
    return choice.verdict is Verdict.LOSS or (choice.score is not None and choice.score < 0)


def suits_a_draw(last: Choice | None) -> bool:
    """Whether one who made this choice stands no better, as far as they know."""
    if last is None or last.verdict is Verdict.WIN:
        return False
    if last.verdict in (Verdict.DRAW, Verdict.LOSS):
        return True
    return last.score is not None and last.score <= 0


def analysis(choice: Choice) -> Analysis | None:
    """What is told about a move; nothing if the brain said nothing."""
    if choice.score is None and choice.verdict is Verdict.UNDECIDED and not choice.line:
        return None
    return Analysis(choice.score, choice.verdict, choice.depth, choice.nodes, choice.line)


def told(ended: Ended, view: View) -> str:
    """How a match ended for us."""
    if ended.winner is None:
        result = "drawn" if ended.ending in (Ending.FULL, Ending.AGREED) else "no result"
    else:
        result = "won" if ended.winner == view.side else "lost"
    return f"{result} ({ended.ending}) after {len(view.position.moves)} moves"
