"""From a few words to the plan of a tournament; all else in it is as usual."""

from client.model.match_clocks import read_clock
from games import game_named
from games.errors import Mistake
from protocol.parts import Terms
from protocol.texts import clean
from protocol.tournaments import Format, Plan

# A test between two bots is planned elsewhere: nobody plays hundreds of games by hand.
FORMATS = (Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT, Format.ARENA, Format.GAUNTLET)
USAGE = "open FORMAT GAME CLOCK NUMBER TITLE, as in open round-robin connect4 5+3 1 Friday night"
COUNTED = {
    Format.SWISS: "rounds",
    Format.KNOCKOUT: "games between two",
    Format.ARENA: "minutes",
}


def counted(format: Format) -> str:
    """What the number of a plan counts."""
    return COUNTED.get(format, "pairs of games between two")


def read_plan(text: str) -> Plan:
    """The plan that a line means. Raises Mistake, which says what would be right."""
    parts = text.split(maxsplit=4)
    if len(parts) < 5:
        raise Mistake(f"write {USAGE}")
    format, game, clock, number, title = parts
    return plan(format, game, clock, number, title)


def plan(format: str, game: str, clock: str, number: str, title: str) -> Plan:
    """The plan of these words. Raises Mistake."""
    if format not in FORMATS:
        raise Mistake(f"no format is called {format!r}: choose from {', '.join(FORMATS)}")
    chosen = Format(format)
    if not number.isdecimal() or not int(number):
        raise Mistake(f"{number!r} is no number of {counted(chosen)}: write 1 or more")
    title = clean(title)
    if not title:
        raise Mistake("give it a title")
    how_many, terms = int(number), Terms(game_named(game).name, read_clock(clock))
    match chosen:
        case Format.ARENA:
            return Plan(title, chosen, terms, seconds=60.0 * how_many)
        case Format.KNOCKOUT:
            return Plan(title, chosen, terms, best_of=how_many)
        case _:
            return Plan(title, chosen, terms, rounds=how_many)
