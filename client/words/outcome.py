"""How a match ended, in half a sentence, for every ending there is."""

from client.words.text import printable
from protocol.parts import Ending

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
YOU = "you"


def how_won(ending: str, loser: str, reason: str = "", length: int | None = None) -> str:
    """What follows `X wins`: ` by four in a row`, `: bob resigned`; *loser* is a name, or `you`."""
    match ending:
        case Ending.LINE:
            return f" by {in_a_row(length)}"
        case Ending.RESIGNED:
            return f": {loser} resigned"
        case Ending.TIME:
            return " on time"
        case Ending.ABANDONED:
            return _because(reason) or f": {loser} left and did not come back"
        case Ending.MISCONDUCT:
            return f": {loser} made illegal moves"
        case Ending.DECIDED:
            return " by decision of an administrator"
        case Ending.FAILED:
            whose = "your" if loser == YOU else f"{loser}'s"
            return f": {whose} bot failed{_because(reason)}"
        case Ending.ABSENT:
            return f": {loser} did not come"
        case Ending.ADJUDICATED:
            return f" by adjudication{_because(reason)}"
        case _:
            return f" ({ending})"


def why_nobody_won(ending: str, reason: str = "") -> str:
    """The whole sentence, for a draw and for what has no result."""
    match ending:
        case Ending.FULL:
            return "A draw: no line can be filled any more."
        case Ending.AGREED:
            return "A draw by agreement."
        case Ending.ABANDONED:
            return "A draw: the match was abandoned."
        case Ending.ADJUDICATED:
            return f"A draw by adjudication{_because(reason)}."
        case Ending.ABSENT:
            return "Nobody wins: neither player came."
        case Ending.ABORTED:
            return f"The match was aborted, without a result{_because(reason)}."
        case Ending.FAULT:
            return "The match was ended by a fault of the server, without a result."
        case _:
            return f"Nobody wins ({ending})."


def in_a_row(length: int | None) -> str:
    """`four in a row`."""
    if length is None:
        return "a full line"
    return f"{NUMBERS[length] if length < len(NUMBERS) else length} in a row"


def _because(reason: str) -> str:
    return f": {printable(reason).strip().rstrip('.')}" if reason.strip() else ""
