"""What can be typed in the plain client."""

from collections.abc import Awaitable, Callable
from difflib import get_close_matches
from typing import NamedTuple

from client.link.connection import ConnectionLost, Link, RequestRefused
from client.model.match_actions import (
    ACCEPT,
    DECLINE,
    MatchAction,
    exit_action,
    possible_actions,
    request_for,
)
from client.model.match_view import MatchView
from client.plain.lobby_commands import LOBBY_COMMANDS
from client.plain.match_commands import MATCH_COMMANDS, view_of
from client.plain.plain_session import PlainSession
from client.plain.tournament_commands import TOURNAMENT_COMMANDS, retirement_cost
from client.words import matches as words
from client.words.text import sentence
from games.errors import Mistake
from games.notation import explain, read_cell
from protocol.parts import Room
from protocol.requests import Answer, Say


class Command(NamedTuple):
    do: Callable[[PlainSession, str], Awaitable[None]]
    usage: str
    about: str


async def obey(session: PlainSession, line: str) -> None:
    """Do what a line says: a command, or a move without a word before it."""
    name, _, rest = line.strip().partition(" ")
    name, rest = ALIASES.get(name.lower(), name.lower()), rest.strip()
    if not name:
        return
    confirmed, session.unconfirmed = session.unconfirmed == line.strip().lower(), ""
    try:
        if name in CONFIRMED and not confirmed and await _ask_again(session, name, line):
            return
        command = COMMANDS.get(name)
        if command is not None:
            await command.do(session, rest)
        elif session.view is not None or session.open_request is not None:
            await _move(session, line.strip())
        else:
            raise Mistake(_unknown(name))
    except (Mistake, RequestRefused) as error:
        session.say(sentence(str(error)))
    except ConnectionLost as lost:
        if session.connection.link is not Link.CLOSED:  # then it is told as the end of all
            session.say(f"{sentence(lost.reason)} Type it again: {line.strip()}")


def _unknown(name: str) -> str:
    close = get_close_matches(name, COMMANDS, n=1)
    meant = f"did you mean {close[0]}? " if close else ""
    return f"there is no command {name!r}: {meant}Type help for all of them"


async def _ask_again(session: PlainSession, name: str, line: str) -> bool:
    """Ask again before something that cannot be taken back, where there is somebody to ask."""
    cost = _cost(session, name)
    if not session.interactive or not cost:
        return False
    session.unconfirmed = line.strip().lower()
    session.say(f"{cost}. Type {name} again to do it.")
    return True


def _cost(session: PlainSession, name: str) -> str:
    """What is lost with it."""
    view = session.playing
    if name == "retire" or (name == "quit" and view is None):
        return retirement_cost(session)
    kept = session.options.kept is not None
    harmless = view is None or (name == "quit" and exit_action(view, kept) != MatchAction.RESIGN)
    return "" if harmless else "This loses the match"


# Moves


async def _move(session: PlainSession, text: str) -> None:
    if not session.interactive:
        await session.until(lambda: _is_settled(session))
    view = view_of(session)
    if view.side is None:
        raise Mistake("you watch this match: you cannot move in it")
    if view.ended:
        raise Mistake(f"the match is over, so {text} is not played")
    cell = _cell(view, text)
    if view.is_mine:
        view.position.play(cell)  # raises what is wrong with it
        await session.play(cell)
    else:
        session.view = view.with_premove(cell)
        session.say(f"Kept for your turn: {text}. Type premove without a move to take it back.")


def _is_settled(session: PlainSession) -> bool:
    """Whether it is our turn, or will never be."""
    view = session.view
    if view is None:
        return session.open_request is None
    if view.ended:
        return view.me is None or view.me.name not in view.rematch_by
    return view.side is None or view.is_mine


def _cell(view: MatchView, text: str) -> int:
    name = text.split()[0].lower() if text.split() else ""
    if not any(name == known for known in view.game.names):
        close = get_close_matches(name, COMMANDS, n=1)
        meant = f". Or did you mean {close[0]}?" if close else ", or type help"
        raise Mistake(f"{name!r} is no move and no command: write {explain(view.game)}{meant}")
    return read_cell(view.position, text)


async def _premove(session: PlainSession, text: str) -> None:
    view = view_of(session)
    if not text:
        session.view = view.with_premove(None)
        session.say("No move is kept." if view.premove is None else "It is taken back.")
    elif view.is_mine or session.interactive:
        await _move(session, text)
    else:
        session.view = view.with_premove(_cell(view, text))
        session.say(f"Kept for your turn: {text}.")


# Between the players


async def _chat(session: PlainSession, text: str) -> None:
    view = view_of(session)
    room = Room.SPECTATORS if view.side is None else Room.PLAYERS
    if not text:
        session.say("\n".join(words.said(*each) for each in _talk(view)) or "Nothing was said.")
    else:
        await session.ask(Say(0, view.match, room, text), f"chat {text}")


def _talk(view: MatchView) -> list[tuple[Room, str, str]]:
    return [(said.room, said.by, said.text) for said in view.talk]


def _action(
    action: MatchAction, instead: str = ""
) -> Callable[[PlainSession, str], Awaitable[None]]:
    async def do(session: PlainSession, _: str) -> None:
        view = view_of(session)
        if view.side is None:
            raise Mistake("you watch this match: only its players can do this")
        if action not in possible_actions(view, session.now) and instead:
            absent = words.absence(view, session.now) if action is MatchAction.CLAIM else ""
            raise Mistake(absent or instead)
        await session.ask(request_for(view, action), action.value)

    return do


async def _claim(session: PlainSession, which: str) -> None:
    action = MatchAction.CLAIM_DRAW if which.lower() == "draw" else MatchAction.CLAIM
    await _action(action, "your opponent is here: there is nothing to claim")(session, "")


async def _rematch(session: PlainSession, _: str) -> None:
    view = view_of(session)
    if view.ended is None:
        raise Mistake("the match is not over yet")
    if view.started.fixture is not None:
        raise Mistake("the tournament says who plays next: type standings for how it stands")
    session.view = view.with_rematch_offered()
    if not await session.ask(request_for(view, MatchAction.REMATCH), "rematch"):
        session.view = view if session.view.match == view.match else session.view
    elif session.view.match == view.match and not view.rematch_by:
        session.say("Asked for a rematch.")


def _answer(accept: bool) -> Callable[[PlainSession, str], Awaitable[None]]:
    """Offers in the match come first; without one, or with a key, it is about a challenge."""

    async def do(session: PlainSession, key: str) -> None:
        view = session.playing
        if view is not None and view.offered_to_me and not key:
            kind = view.offered_to_me[-1]
            await session.ask(request_for(view, (ACCEPT if accept else DECLINE)[kind]))
            return
        key = key or next(reversed(session.challenges), "")
        if not key:
            raise Mistake("nothing was offered to you")
        if await session.ask(Answer(0, key, accept)):
            session.challenges.pop(key, None)

    return do


async def _help(session: PlainSession, _: str) -> None:
    width = max(len(command.usage) for command in COMMANDS.values())
    lines = [f"{command.usage:{width}}  {command.about}" for command in COMMANDS.values()]
    if session.view is not None:
        lines.insert(0, f"A move is {explain(session.view.game)}: type it, or move and then it.")
    session.say("\n".join(lines))


async def _quit(session: PlainSession, _: str) -> None:
    session.left.set()


ALIASES = {"undo": "takeback", "exit": "quit", "say": "chat"}
CONFIRMED = ("resign", "quit", "retire")
COMMANDS = {
    command.usage.split()[0]: command
    for command in (
        Command(_move, "move X", "plays X; X alone does too"),
        Command(_premove, "premove X", "keeps X for your turn; without X takes it back"),
        *(Command(*each) for each in MATCH_COMMANDS),
        Command(_chat, "chat TEXT", "says something; without TEXT tells what was said"),
        Command(_action(MatchAction.DRAW), "draw", "offers a draw"),
        Command(_action(MatchAction.TAKEBACK), "takeback", "asks to take your last move back"),
        Command(_answer(True), "accept", "accepts what was offered, or a challenge"),
        Command(_answer(False), "decline", "declines it"),
        Command(
            _action(MatchAction.SWAP), "swap", "swaps sides under the pie rule, as the second move"
        ),
        Command(_action(MatchAction.RESIGN), "resign", "gives the match up"),
        Command(_action(MatchAction.ABORT), "abort", "calls the match off before the second move"),
        Command(_claim, "claim", "takes the win from an opponent who is gone; or claim draw"),
        Command(_rematch, "rematch", "asks for another match, or agrees to it"),
        *(Command(*each) for each in LOBBY_COMMANDS),
        *(Command(*each) for each in TOURNAMENT_COMMANDS),
        Command(_help, "help", "tells this"),
        Command(_quit, "quit", "leaves; a match that goes on is resigned, or aborted if it can be"),
    )
}
