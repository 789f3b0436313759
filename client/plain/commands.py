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
from client.plain.client import Plain
from client.plain.lobby_commands import LOBBY_COMMANDS
from client.plain.match_commands import MATCH_COMMANDS, view_of
from client.plain.tournament_commands import TOURNAMENT_COMMANDS, retirement_cost
from client.words import matches as words
from client.words.text import sentence
from games.errors import Mistake
from games.notation import explain, read_cell
from protocol.parts import Room
from protocol.requests import Answer, Say


class Command(NamedTuple):
    do: Callable[[Plain, str], Awaitable[None]]
    usage: str
    about: str


async def obey(plain: Plain, line: str) -> None:
    """Do what a line says: a command, or a move without a word before it."""
    name, _, rest = line.strip().partition(" ")
    name, rest = name.lower(), rest.strip()
    if not name:
        return
    confirmed, plain.unconfirmed = plain.unconfirmed == line.strip().lower(), ""
    try:
        if name in CONFIRMED and not confirmed and await _ask_again(plain, name, line):
            return
        command = COMMANDS.get(name)
        if command is not None:
            await command.do(plain, rest)
        elif plain.view is not None or plain.open_request is not None:
            await _move(plain, line.strip())
        else:
            raise Mistake(_unknown(name))
    except (Mistake, RequestRefused) as error:
        plain.say(sentence(str(error)))
    except ConnectionLost as lost:
        if plain.connection.link is not Link.CLOSED:  # then it is told as the end of all
            plain.say(f"{sentence(lost.reason)} Type it again: {line.strip()}")


def _unknown(name: str) -> str:
    close = get_close_matches(name, COMMANDS, n=1)
    meant = f"did you mean {close[0]}? " if close else ""
    return f"there is no command {name!r}: {meant}Type help for all of them"


async def _ask_again(plain: Plain, name: str, line: str) -> bool:
    """Ask again before something that cannot be taken back, where there is somebody to ask."""
    cost = _cost(plain, name)
    if not plain.interactive or not cost:
        return False
    plain.unconfirmed = line.strip().lower()
    plain.say(f"{cost}. Type {name} again to do it.")
    return True


def _cost(plain: Plain, name: str) -> str:
    """What is lost with it."""
    view = plain.playing
    if name == "retire" or (name == "quit" and view is None):
        return retirement_cost(plain)
    harmless = view is None or (name == "quit" and exit_action(view) is not MatchAction.RESIGN)
    return "" if harmless else "This loses the match"


# Moves


async def _move(plain: Plain, text: str) -> None:
    if not plain.interactive:
        await plain.until(lambda: _is_settled(plain))
    view = view_of(plain)
    if view.side is None:
        raise Mistake("you watch this match: you cannot move in it")
    if view.ended:
        raise Mistake(f"the match is over, so {text} is not played")
    cell = _cell(view, text)
    if view.is_mine:
        view.position.play(cell)  # raises what is wrong with it
        await plain.play(cell)
    else:
        plain.view = view.with_premove(cell)
        plain.say(f"Kept for your turn: {text}. Type premove without a move to take it back.")


def _is_settled(plain: Plain) -> bool:
    """Whether it is our turn, or will never be."""
    view = plain.view
    if view is None:
        return plain.open_request is None
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


async def _premove(plain: Plain, text: str) -> None:
    view = view_of(plain)
    if not text:
        plain.view = view.with_premove(None)
        plain.say("No move is kept." if view.premove is None else "It is taken back.")
    elif view.is_mine or plain.interactive:
        await _move(plain, text)
    else:
        plain.view = view.with_premove(_cell(view, text))
        plain.say(f"Kept for your turn: {text}.")


# Between the players


async def _chat(plain: Plain, text: str) -> None:
    view = view_of(plain)
    room = Room.SPECTATORS if view.side is None else Room.PLAYERS
    if not text:
        plain.say("\n".join(words.said(*each) for each in _talk(view)) or "Nothing was said.")
    else:
        await plain.ask(Say(0, view.match, room, text), f"chat {text}")


def _talk(view: MatchView) -> list[tuple[Room, str, str]]:
    return [(said.room, said.by, said.text) for said in view.talk]


def _action(action: MatchAction, instead: str = "") -> Callable[[Plain, str], Awaitable[None]]:
    async def do(plain: Plain, _: str) -> None:
        view = view_of(plain)
        if view.side is None:
            raise Mistake("you watch this match: only its players can do this")
        if action not in possible_actions(view, plain.now) and instead:
            absent = words.absence(view, plain.now) if action is MatchAction.CLAIM else ""
            raise Mistake(absent or instead)
        await plain.ask(request_for(view, action), action.value)

    return do


async def _claim(plain: Plain, which: str) -> None:
    action = MatchAction.CLAIM_DRAW if which.lower() == "draw" else MatchAction.CLAIM
    await _action(action, "your opponent is here: there is nothing to claim")(plain, "")


async def _rematch(plain: Plain, _: str) -> None:
    view = view_of(plain)
    if view.ended is None:
        raise Mistake("the match is not over yet")
    if view.started.fixture is not None:
        raise Mistake("the tournament says who plays next: type standings for how it stands")
    plain.view = view.with_rematch_offered()
    if not await plain.ask(request_for(view, MatchAction.REMATCH), "rematch"):
        plain.view = view if plain.view.match == view.match else plain.view
    elif plain.view.match == view.match and not view.rematch_by:
        plain.say("Asked for a rematch.")


def _answer(accept: bool) -> Callable[[Plain, str], Awaitable[None]]:
    """Offers in the match come first; without one, or with a key, it is about a challenge."""

    async def do(plain: Plain, key: str) -> None:
        view = plain.playing
        if view is not None and view.offered_to_me and not key:
            kind = view.offered_to_me[-1]
            await plain.ask(request_for(view, (ACCEPT if accept else DECLINE)[kind]))
            return
        key = key or next(reversed(plain.challenges), "")
        if not key:
            raise Mistake("nothing was offered to you")
        if await plain.ask(Answer(0, key, accept)):
            plain.challenges.pop(key, None)

    return do


async def _help(plain: Plain, _: str) -> None:
    width = max(len(command.usage) for command in COMMANDS.values())
    lines = [f"{command.usage:{width}}  {command.about}" for command in COMMANDS.values()]
    if plain.view is not None:
        lines.insert(0, f"A move is {explain(plain.view.game)}: type it, or move and then it.")
    plain.say("\n".join(lines))


async def _quit(plain: Plain, _: str) -> None:
    plain.left.set()


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
