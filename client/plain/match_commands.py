"""What can be typed in the plain client to learn how a match stands."""

from collections.abc import Awaitable, Callable

from client.kept.records import record_of, save_record
from client.local.analysis import AnalysisFailed
from client.model.match_actions import hint_objection
from client.model.match_view import MatchView
from client.plain.plain_session import PlainSession
from client.words import matches as words
from client.words.hints import hint
from client.words.rules import rules
from client.words.spoken_board import read, readable
from games.drawing import draw
from games.errors import Mistake


def view_of(session: PlainSession) -> MatchView:
    """The match in front of us. Raises Mistake if there is none."""
    if session.view is None:
        raise Mistake("there is no match: type help for how to find one")
    return session.view


async def _board(session: PlainSession, which: str) -> None:
    view = view_of(session)
    if which:
        await _read(session, "board", which)
    else:
        session.say(draw(view.position))


async def _boards(session: PlainSession, _: str) -> None:
    session.boards = not session.boards
    now = "after each move from now on" if session.boards else "only on demand from now on"
    session.say(f"The board is drawn {now}.")


async def _last(session: PlainSession, _: str) -> None:
    view = view_of(session)
    if view.ply == 0:
        session.say(f"No moves yet. {words.turn(view)}")
        return
    parts = [f"{words.move(view, view.ply - 1)}.", words.lag(view), words.turn(view)]
    session.say(" ".join(part for part in parts if part))


async def _clock(session: PlainSession, _: str) -> None:
    session.say(words.clock(view_of(session), session.now))


async def _moves(session: PlainSession, _: str) -> None:
    session.say(words.moves(view_of(session)))


async def _read(session: PlainSession, part: str, which: str) -> None:
    view = view_of(session)
    parts = readable(view.game)
    part = "board" if part == "layer" and "board" in parts else part
    text = read(view.position, part, which)
    if text is None:
        raise Mistake(f"there is no {part} {which}: this board is read by {' or '.join(parts)}")
    session.say(text)


def _read_part(part: str) -> Callable[[PlainSession, str], Awaitable[None]]:
    async def do(session: PlainSession, which: str) -> None:
        await _read(session, part, which)

    return do


async def _status(session: PlainSession, _: str) -> None:
    view = view_of(session)
    parts = [
        words.introduction(view), words.turn(view), words.clock(view, session.now),
        words.absence(view, session.now), words.score(view),
    ]  # fmt: skip
    session.say(" ".join(part if part.endswith(".") else f"{part}." for part in parts if part))


async def _hint(session: PlainSession, _: str) -> None:
    view = view_of(session)
    if objection := hint_objection(view):
        raise Mistake(f"no hint: {objection}")
    session.say("A bot is thinking about it.")
    try:
        evaluation = await session.analyse(view.position)
    except AnalysisFailed as failed:
        session.say(f"No hint: {failed}")
    else:
        session.say(hint(view.position, evaluation))


async def _rules(session: PlainSession, _: str) -> None:
    session.say(rules(view_of(session).game))


async def _save(session: PlainSession, file: str) -> None:
    if not file:
        raise Mistake("to which file? Write save FILE, like save game.pgn")
    save_record(record_of(view_of(session)), file)
    session.say(f"Saved as {file}.")


MATCH_COMMANDS: tuple[tuple[Callable[[PlainSession, str], Awaitable[None]], str, str], ...] = (
    (_board, "board", "draws the board; board N reads one of nine boards"),
    (_boards, "boards", "draws the board after each move, or stops doing so"),
    (_last, "last", "tells the last move and whose turn it is"),
    (_moves, "moves", "tells all moves"),
    (_clock, "clock", "tells the time that is left"),
    (_status, "status", "tells who plays what, the turn, the clock and the score"),
    (_hint, "hint", "tells what a bot would play in your place, and why"),
    (_rules, "rules", "tells the rules of the game, and which lines win"),
    (_save, "save FILE", "writes the match to a file: .pgn, .sgf, .json, .psq or .digits"),
    (_read_part("row"), "row N", "reads a row"),
    (_read_part("column"), "column N", "reads a column"),
    (_read_part("layer"), "layer N", "reads a layer, or one of nine boards"),
)
