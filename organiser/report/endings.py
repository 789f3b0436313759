"""How a game of a tournament ended, in words."""

from games import SIDES, Game
from organiser.report.figures import DASH, points
from tournament.results import ABSENT, Result

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# What befell the loser, for the endings that no line on the board explains.
LOST = {
    "resigned": "resigned",
    "time": "ran out of time",
    "failed": "failed",
    "abandoned": "left and did not come back",
    "misconduct": "was ruled out",
    ABSENT: "did not come",
}
UNDECIDED = {
    "full": "A draw: no line can be filled any more",
    "agreed": "A draw by agreement",
    "adjudicated": "A draw by adjudication",
    "abandoned": "A draw: the game was abandoned",
    "aborted": "The game was aborted",
    "fault": "The game was ended by a fault of the server",
    ABSENT: "Nobody came",
}
# Games lost otherwise than on the board, as they are counted in the standings.
FAULT_WORDS = {
    "time": "on time",
    "failed": "failed",
    "abandoned": "abandoned",
    "misconduct": "misconduct",
    ABSENT: "absent",
}


def score(result: Result) -> str:
    """The points of both, the first mover first."""
    first, second = result.points
    return f"{points(first)}{DASH}{points(second)}"


def story(game: Game, result: Result) -> str:
    """`X, ann, won with five in a row.`, with what else was said of it."""
    reason = f" {_sentence(result.reason)}" if result.reason.strip() else ""
    return f"{_told(game, result)}.{reason}"


def _told(game: Game, result: Result) -> str:
    if result.winner is None:
        return UNDECIDED.get(result.ending, f"Nobody won ({result.ending})")
    won = f"{SIDES[result.winner]}, {result.fixture.players[result.winner]}, won"
    if result.ending == "line":
        return f"{won} with {_in_words(game.shortest)} in a row"
    if result.ending == "adjudicated":
        return f"{won} by adjudication"
    if result.ending in LOST:
        return f"{won}: {result.loser} {LOST[result.ending]}"
    return f"{won} ({result.ending})"


def _in_words(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def _sentence(text: str) -> str:
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"
