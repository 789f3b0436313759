"""What can be typed in the plain client to learn how a match stands."""

from collections.abc import Awaitable, Callable

from client.model.match_view import MatchView
from client.plain.client import Plain
from client.words import matches as words
from client.words.boards import read, readable
from games.drawing import draw
from games.errors import Mistake


def view_of(plain: Plain) -> MatchView:
    """The match in front of us. Raises Mistake if there is none."""
    if plain.view is None:
        raise Mistake("there is no match: type help for how to find one")
    return plain.view


async def _board(plain: Plain, which: str) -> None:
    view = view_of(plain)
    if which:
        await _read(plain, "board", which)
    else:
        plain.say(draw(view.position))


async def _boards(plain: Plain, _: str) -> None:
    plain.boards = not plain.boards
    now = "after each move from now on" if plain.boards else "only on demand from now on"
    plain.say(f"The board is drawn {now}.")


async def _last(plain: Plain, _: str) -> None:
    view = view_of(plain)
    if view.ply == 0:
        plain.say(f"No moves yet. {words.turn(view)}")
        return
    parts = [f"{words.move(view, view.ply - 1)}.", words.lag(view), words.turn(view)]
    plain.say(" ".join(part for part in parts if part))


async def _clock(plain: Plain, _: str) -> None:
    plain.say(words.clock(view_of(plain), plain.now))


async def _moves(plain: Plain, _: str) -> None:
    plain.say(words.moves(view_of(plain)))


async def _read(plain: Plain, part: str, which: str) -> None:
    view = view_of(plain)
    parts = readable(view.game)
    part = "board" if part == "layer" and "board" in parts else part
    told = read(view.position, part, which)
    if told is None:
        raise Mistake(f"there is no {part} {which}: this board is read by {' or '.join(parts)}")
    plain.say(told)


def _read_part(part: str) -> Callable[[Plain, str], Awaitable[None]]:
    async def do(plain: Plain, which: str) -> None:
        await _read(plain, part, which)

    return do


async def _status(plain: Plain, _: str) -> None:
    view = view_of(plain)
    parts = [
        words.opening(view), words.turn(view), words.clock(view, plain.now),
        words.absence(view, plain.now), words.score(view),
    ]  # fmt: skip
    plain.say(" ".join(part if part.endswith(".") else f"{part}." for part in parts if part))


MATCH_COMMANDS: tuple[tuple[Callable[[Plain, str], Awaitable[None]], str, str], ...] = (
    (_board, "board", "draws the board; board N reads one of nine boards"),
    (_boards, "boards", "draws the board after each move, or stops doing so"),
    (_last, "last", "tells the last move and whose turn it is"),
    (_moves, "moves", "tells all moves"),
    (_clock, "clock", "tells the time that is left"),
    (_status, "status", "tells who plays what, the turn, the clock and the score"),
    (_read_part("row"), "row N", "reads a row"),
    (_read_part("column"), "column N", "reads a column"),
    (_read_part("layer"), "layer N", "reads a layer, or one of nine boards"),
)
