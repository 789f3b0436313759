"""On what terms a match can be played."""

from msgspec.structs import replace

from games import Cell, Game, Mistake
from protocol.parts import Fault, Player, Terms
from server.refusal import Refusal
from server.rules import known_game

LONGEST_CLOCK, LONGEST_INCREMENT = 30 * 86400.0, 86400.0  # seconds
SHORTEST_CLOCK = 0.05  # seconds; anything less cannot be played over a network


def checked(terms: Terms, me: Player) -> Terms:
    """The terms with the game's canonical name. Raises Refusal if nobody could play on them."""
    game = known_game(terms.game)
    clock = terms.clock
    for seconds in (clock.seconds, clock.per_move):
        if seconds is not None and not SHORTEST_CLOCK <= seconds <= LONGEST_CLOCK:
            raise Refusal(
                Fault.BAD_TERMS,
                f"a clock has {SHORTEST_CLOCK} to {LONGEST_CLOCK:.0f} seconds, not {seconds:g}",
            )
    if clock.increment > LONGEST_INCREMENT:
        raise Refusal(Fault.BAD_TERMS, f"an increment is at most {LONGEST_INCREMENT:.0f} seconds")
    if clock.increment and clock.seconds is None:
        raise Refusal(Fault.BAD_TERMS, "an increment needs seconds for the game to be added to")
    if terms.rated and me.guest:
        raise Refusal(
            Fault.NOT_ALLOWED, "guests play casual matches: get an account for rated ones"
        )
    return replace(terms, game=game.name, opening=_checked_opening(game, terms))


def _checked_opening(game: Game, terms: Terms) -> tuple[Cell, ...]:
    """The opening as it is. Raises Refusal if it cannot be played, or leaves nothing to play."""
    if terms.opening and terms.pie:
        raise Refusal(Fault.BAD_TERMS, "the pie rule is for games from the empty board")
    try:
        position = game.after(terms.opening)
    except Mistake as error:
        raise Refusal(Fault.BAD_TERMS, f"the opening cannot be played: {error}") from error
    if position.outcome:
        raise Refusal(Fault.BAD_TERMS, "the opening ends the game already")
    return terms.opening
