"""What can be planned as a tournament."""

from msgspec.structs import replace

from games import Game, Mistake, game_named
from games.record import is_one_line
from protocol.names import fold
from protocol.parts import Fault, Player
from protocol.tournaments import Format, Plan, Sprt
from server.lobby.terms import LONGEST_CLOCK, checked
from server.refusal import Refusal
from tournament.statistics.sprt import SequentialTest

LONGEST_TITLE = 80  # characters
MOST_ROUNDS, MOST_OPENINGS, MOST_BEST_OF = 10_000, 2_000, 100
MOST_OPENING_CELLS = 20_000  # of all openings together
MOST_EXTRA_PAIRS = 100
LONGEST_WAIT = 86400.0  # seconds


def checked_plan(plan: Plan, me: Player) -> Plan:
    """The plan with the game's canonical name. Raises Refusal, which says what would be right."""
    title = plan.title.strip()
    _check(0 < len(title) <= LONGEST_TITLE and is_one_line(title),
           f"give it a title of 1 to {LONGEST_TITLE} characters on one line")  # fmt: skip
    _check(not plan.terms.opening, "the openings are those of the plan, not of its terms")
    terms = checked(plan.terms, me)
    clock = terms.clock
    _check(clock.seconds is not None or clock.per_move is not None,
           "a tournament needs a clock, or one who never moves would hold it up for ever: "
           "set seconds for the game, or for each move")  # fmt: skip
    _check(1 <= plan.rounds <= MOST_ROUNDS, f"there are 1 to {MOST_ROUNDS} rounds")
    _check(1 <= plan.best_of <= MOST_BEST_OF, f"best of 1 to {MOST_BEST_OF} games")
    _check(plan.extra_pairs <= MOST_EXTRA_PAIRS,
           f"a level tie goes on for at most {MOST_EXTRA_PAIRS} pairs of games")  # fmt: skip
    _check(len(set(map(fold, plan.seeds))) == len(plan.seeds), "nobody is seeded twice")
    _check(plan.challengers >= 1, "a gauntlet has one challenger or more")
    _check(plan.ready_seconds <= LONGEST_WAIT, f"wait at most {LONGEST_WAIT:.0f} s for a player")
    _check_openings(game_named(terms.game), plan)
    _check_format(plan)
    return replace(plan, title=title, terms=terms)


def _check_openings(game: Game, plan: Plan) -> None:
    _check(len(plan.openings) <= MOST_OPENINGS, f"there are at most {MOST_OPENINGS} openings")
    _check(sum(map(len, plan.openings)) <= MOST_OPENING_CELLS,
           f"the openings have at most {MOST_OPENING_CELLS} moves in all")  # fmt: skip
    _check(not (plan.openings and plan.terms.pie), "the pie rule is for games without openings")
    for number, opening in enumerate(plan.openings, 1):
        try:
            position = game.after(opening)
        except Mistake as error:
            raise Refusal(Fault.BAD_TERMS, f"opening {number}: {error}") from error
        _check(position.outcome is None, f"opening {number} ends the game already")


def _check_format(plan: Plan) -> None:
    if plan.format is Format.ARENA:
        _check(
            plan.seconds is not None and 1 <= plan.seconds <= LONGEST_CLOCK,
            f"an arena goes on for 1 to {LONGEST_CLOCK:.0f} seconds: set them",
        )
    if plan.format is Format.SPRT:
        _check(plan.sprt is not None, "a test needs its hypotheses: set sprt")
        _check_test(plan.sprt or Sprt())


def _check_test(sprt: Sprt) -> None:
    try:
        SequentialTest.of(sprt)
    except Mistake as error:
        raise Refusal(Fault.BAD_TERMS, str(error)) from error


def _check(is_right: bool, otherwise: str) -> None:
    if not is_right:
        raise Refusal(Fault.BAD_TERMS, otherwise)
