"""What can be typed in the plain client to find a match to play or to watch."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from client import matchmaking
from client.model.match_clocks import read_clock
from client.options import PlayOptions
from client.plain.plain_session import PlainSession
from client.plain.seeks import ask_for, withdraw
from client.words import matches as words
from client.words.text_tables import kind, rating
from games import CATALOGUE, Mistake, game_named
from protocol.clocks import CLOCKS, write_clock
from protocol.requests import (
    Block,
    Challenge,
    Invite,
    Join,
    ListBlocked,
    ListMatches,
    ListPlayers,
    ListSeeks,
    Seek,
    Unblock,
    Unwatch,
    Watch,
)
from protocol.texts import count

SIDES = {"first": 0, "second": 1}


def with_words(options: PlayOptions, text: str) -> PlayOptions:
    """The options with what the words change, in any order: a game, a clock, a side, flags."""
    for word in text.split():
        if word.partition(":")[0] in CATALOGUE:
            options = replace(options, game=game_named(word).name)
        elif word in SIDES:
            options = replace(options, side=SIDES[word])
        elif word == "rated":
            options = replace(options, rated=True)
        elif word == "pie":
            options = replace(options, pie=True)
        elif word == "private":
            options = replace(options, private=True)
        elif word[0].isdigit() or word in ("untimed", "none"):
            options = replace(options, clock=read_clock(word))
        else:
            raise Mistake(
                f"cannot read {word!r}: write a game (`{', '.join(CATALOGUE)}`), a clock "
                f"({CLOCKS}), first, second, rated, pie or private"
            )
    return options


def _free(session: PlainSession) -> None:
    if session.playing is not None:
        raise Mistake("this match goes on: finish it first")


async def _seek(session: PlainSession, text: str) -> None:
    _free(session)
    options = with_words(session.options, text)
    await ask_for(session, Seek(0, options.terms, options.side))


async def _invite(session: PlainSession, text: str) -> None:
    _free(session)
    options = with_words(session.options, text)
    await ask_for(session, Invite(0, options.terms, options.side))


async def _challenge(session: PlainSession, text: str) -> None:
    _free(session)
    name, _, rest = text.partition(" ")
    if not name:
        raise Mistake("whom? Write challenge NAME, or challenge bot")
    options = with_words(session.options, rest)
    if name.casefold() == matchmaking.ANY_BOT:
        online = (await session.connection.ask(ListPlayers(0))).players
        name = matchmaking.free_bot(online, options.terms)
    await ask_for(session, Challenge(0, name, options.terms, options.side))


async def _join(session: PlainSession, code: str) -> None:
    _free(session)
    if not code:
        raise Mistake("with which code? Write join CODE")
    await ask_for(session, Join(0, code.upper()))


async def _withdraw(session: PlainSession, _: str) -> None:
    if session.open_request is None:
        raise Mistake("you have asked for nothing")
    key, session.open_request = session.open_request.key, None
    await withdraw(session, key)
    session.say("Withdrawn.")


async def _watch(session: PlainSession, match: str) -> None:
    _free(session)
    match = await matchmaking.match_to_watch(session.connection, match or matchmaking.TOP)
    await session.ask(Watch(0, match))


async def _unwatch(session: PlainSession, _: str) -> None:
    view = session.view
    if view is None or view.side is not None:
        raise Mistake("you watch no match")
    if await session.ask(Unwatch(0, view.match)):
        session.view = None
        session.say("You watch it no longer.")


async def _who(session: PlainSession, _: str) -> None:
    players = (await session.connection.ask(ListPlayers(0))).players
    for each in players:
        rated = f", {rating(each.player)}" if each.player.rating is not None else ""
        at = count(each.playing, "match", "matches")
        session.say(f"{each.player.name}: {kind(each.player)}{rated}, {at}")


async def _matches(session: PlainSession, _: str) -> None:
    matches = (await session.connection.ask(ListMatches(0))).matches
    for each in matches:
        first, second = map(words.player, each.players)
        moves = count(each.ply, "move")
        session.say(f"{each.match}: {each.terms.game}, {first} against {second}, {moves}")
    if not matches:
        session.say("No match is going on.")


async def _seeks(session: PlainSession, _: str) -> None:
    seeks = (await session.connection.ask(ListSeeks(0))).seeks
    for each in seeks:
        clock = write_clock(each.terms.clock)
        extra = " rated" * each.terms.rated + " pie" * each.terms.pie
        session.say(f"{words.player(each.by)}: seek {each.terms.game} {clock}{extra}")
    if not seeks:
        session.say("Nobody is looking for an opponent.")


async def _block(session: PlainSession, name: str) -> None:
    name = name or _opponent(session)
    if not name:
        raise Mistake("whom? Write block NAME")
    await session.connection.ask(Block(0, name))
    session.say(f"{name} is blocked: {words.BLOCKED}.")


def _opponent(session: PlainSession) -> str:
    view = session.view
    return "" if view is None or view.opponent is None else view.opponent.name


async def _unblock(session: PlainSession, name: str) -> None:
    if not name:
        raise Mistake("whom? Write unblock NAME; blocked tells whom you have blocked")
    await session.connection.ask(Unblock(0, name))
    session.say(f"{name} is not blocked any more.")


async def _blocked(session: PlainSession, _: str) -> None:
    names = (await session.connection.ask(ListBlocked(0))).players
    session.say(f"You have blocked {', '.join(names)}." if names else "You have blocked nobody.")


LOBBY_COMMANDS: tuple[tuple[Callable[[PlainSession, str], Awaitable[None]], str, str], ...] = (
    (_seek, "seek GAME CLOCK", "looks for an opponent; what is left out is as before"),
    (_challenge, "challenge NAME", "asks a player, or bot, for a match; GAME CLOCK may follow"),
    (_invite, "invite GAME CLOCK", "opens a match for whoever joins with the code that it tells"),
    (_join, "join CODE", "takes an invite up"),
    (_withdraw, "withdraw", "takes back what you have asked for"),
    (_watch, "watch MATCH", "follows a match; without MATCH the best one"),
    (_unwatch, "unwatch", "stops following it"),
    (_who, "who", "tells who is online"),
    (_seeks, "seeks", "tells who looks for an opponent"),
    (_matches, "matches", "tells which matches go on"),
    (_block, "block NAME", "keeps a player from playing you, and you from reading what they say"),
    (_unblock, "unblock NAME", "takes that back"),
    (_blocked, "blocked", "tells whom you have blocked"),
)
