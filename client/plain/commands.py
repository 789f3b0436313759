"""What can be typed in the plain client."""

from collections.abc import Awaitable, Callable
from difflib import get_close_matches
from typing import NamedTuple

from client.link.connection import ConnectionLost, Link, RequestRefused
from client.model.match_actions import ACCEPT, DECLINE, Act, acts, asking, way_out
from client.model.sitting import Sitting
from client.plain.client import Plain
from client.plain.lobby_commands import LOBBY
from client.plain.match_commands import LOOKING, sitting_of
from client.plain.tournament_commands import TOURING, retiring
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
    confirmed, plain.asked_twice = plain.asked_twice == line.strip().lower(), ""
    try:
        if name in CONFIRMED and not confirmed and await _doubts(plain, name, line):
            return
        command = COMMANDS.get(name)
        if command is not None:
            await command.do(plain, rest)
        elif plain.sitting is not None or plain.arranged is not None:
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


async def _doubts(plain: Plain, name: str, line: str) -> bool:
    """Ask again before something that cannot be taken back, where there is somebody to ask."""
    cost = _cost(plain, name)
    if not plain.interactive or not cost:
        return False
    plain.asked_twice = line.strip().lower()
    plain.say(f"{cost}. Type {name} again to do it.")
    return True


def _cost(plain: Plain, name: str) -> str:
    """What is lost with it."""
    sitting = plain.playing
    if name == "retire" or (name == "quit" and sitting is None):
        return retiring(plain)
    harmless = sitting is None or (name == "quit" and way_out(sitting) is not Act.RESIGN)
    return "" if harmless else "This loses the match"


# Moves


async def _move(plain: Plain, text: str) -> None:
    if not plain.interactive:
        await plain.until(lambda: _is_settled(plain))
    sitting = sitting_of(plain)
    if sitting.side is None:
        raise Mistake("you watch this match: you cannot move in it")
    if sitting.ended:
        raise Mistake(f"the match is over, so {text} is not played")
    cell = _cell(sitting, text)
    if sitting.is_mine:
        sitting.position.play(cell)  # raises what is wrong with it
        await plain.play(cell)
    else:
        plain.sitting = sitting.premoving(cell)
        plain.say(f"Kept for your turn: {text}. Type premove without a move to take it back.")


def _is_settled(plain: Plain) -> bool:
    """Whether it is our turn, or will never be."""
    sitting = plain.sitting
    if sitting is None:
        return plain.arranged is None
    if sitting.ended:
        return sitting.me is None or sitting.me.name not in sitting.rematch_by
    return sitting.side is None or sitting.is_mine


def _cell(sitting: Sitting, text: str) -> int:
    name = text.split()[0].lower() if text.split() else ""
    if not any(name == known for known in sitting.game.names):
        close = get_close_matches(name, COMMANDS, n=1)
        meant = f". Or did you mean {close[0]}?" if close else ", or type help"
        raise Mistake(f"{name!r} is no move and no command: write {explain(sitting.game)}{meant}")
    return read_cell(sitting.position, text)


async def _premove(plain: Plain, text: str) -> None:
    sitting = sitting_of(plain)
    if not text:
        plain.sitting = sitting.premoving(None)
        plain.say("No move is kept." if sitting.premove is None else "It is taken back.")
    elif sitting.is_mine or plain.interactive:
        await _move(plain, text)
    else:
        plain.sitting = sitting.premoving(_cell(sitting, text))
        plain.say(f"Kept for your turn: {text}.")


# Between the players


async def _chat(plain: Plain, text: str) -> None:
    sitting = sitting_of(plain)
    room = Room.SPECTATORS if sitting.side is None else Room.PLAYERS
    if not text:
        plain.say("\n".join(words.said(*each) for each in _talk(sitting)) or "Nothing was said.")
    else:
        await plain.ask(Say(0, sitting.match, room, text), f"chat {text}")


def _talk(sitting: Sitting) -> list[tuple[Room, str, str]]:
    return [(said.room, said.by, said.text) for said in sitting.talk]


def _acting(act: Act, instead: str = "") -> Callable[[Plain, str], Awaitable[None]]:
    async def do(plain: Plain, _: str) -> None:
        sitting = sitting_of(plain)
        if sitting.side is None:
            raise Mistake("you watch this match: only its players can do this")
        if act not in acts(sitting, plain.now) and instead:
            absent = words.absence(sitting, plain.now) if act is Act.CLAIM else ""
            raise Mistake(absent or instead)
        await plain.ask(asking(sitting, act), act.value)

    return do


async def _claim(plain: Plain, which: str) -> None:
    act = Act.CLAIM_DRAW if which.lower() == "draw" else Act.CLAIM
    await _acting(act, "your opponent is here: there is nothing to claim")(plain, "")


async def _rematch(plain: Plain, _: str) -> None:
    sitting = sitting_of(plain)
    if sitting.ended is None:
        raise Mistake("the match is not over yet")
    if sitting.started.fixture is not None:
        raise Mistake("the tournament says who plays next: type standings for how it stands")
    plain.sitting = sitting.offering_rematch()
    if not await plain.ask(asking(sitting, Act.REMATCH), "rematch"):
        plain.sitting = sitting if plain.sitting.match == sitting.match else plain.sitting
    elif plain.sitting.match == sitting.match and not sitting.rematch_by:
        plain.say("Asked for a rematch.")


def _answering(accept: bool) -> Callable[[Plain, str], Awaitable[None]]:
    """Offers in the match come first; without one, or with a key, it is about a challenge."""

    async def do(plain: Plain, key: str) -> None:
        sitting = plain.playing
        if sitting is not None and sitting.offered_to_me and not key:
            kind = sitting.offered_to_me[-1]
            await plain.ask(asking(sitting, (ACCEPT if accept else DECLINE)[kind]))
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
    if plain.sitting is not None:
        lines.insert(0, f"A move is {explain(plain.sitting.game)}: type it, or move and then it.")
    plain.say("\n".join(lines))


async def _quit(plain: Plain, _: str) -> None:
    plain.left.set()


CONFIRMED = ("resign", "quit", "retire")
COMMANDS = {
    command.usage.split()[0]: command
    for command in (
        Command(_move, "move X", "plays X; X alone does too"),
        Command(_premove, "premove X", "keeps X for your turn; without X takes it back"),
        *(Command(*each) for each in LOOKING),
        Command(_chat, "chat TEXT", "says something; without TEXT tells what was said"),
        Command(_acting(Act.DRAW), "draw", "offers a draw"),
        Command(_acting(Act.TAKEBACK), "takeback", "asks to take your last move back"),
        Command(_answering(True), "accept", "accepts what was offered, or a challenge"),
        Command(_answering(False), "decline", "declines it"),
        Command(_acting(Act.SWAP), "swap", "swaps sides under the pie rule, as the second move"),
        Command(_acting(Act.RESIGN), "resign", "gives the match up"),
        Command(_acting(Act.ABORT), "abort", "calls the match off before the second move"),
        Command(_claim, "claim", "takes the win from an opponent who is gone; or claim draw"),
        Command(_rematch, "rematch", "asks for another match, or agrees to it"),
        *(Command(*each) for each in LOBBY),
        *(Command(*each) for each in TOURING),
        Command(_help, "help", "tells this"),
        Command(_quit, "quit", "leaves; a match that goes on is resigned, or aborted if it can be"),
    )
}  # fmt: skip
