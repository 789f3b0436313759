"""From what a person wants to a request that leads to a match."""

import re
from typing import NamedTuple

from client.link.conversation import Conversation
from client.options import PlayOptions
from client.words.invites import invite_command, invite_link
from client.words.matches import time_control
from games.errors import Mistake
from protocol.parts import Challengers, LiveMatch, OnlinePlayer, Terms
from protocol.requests import Challenge, Invite, Join, ListMatches, ListPlayers, Seek

ANY_BOT = "bot"
TOP = "top"
CODE = re.compile(r"[2-9A-HJKMNP-Z]{6}", re.IGNORECASE)


PairingRequest = Seek | Challenge | Invite | Join


class OpenRequest(NamedTuple):
    """What was asked for: Started follows when it comes about."""

    request: PairingRequest
    key: str = ""  # to withdraw it by; an invite's is its code
    text: str = ""  # for the person


async def request_match(connection: Conversation, options: PlayOptions) -> OpenRequest:
    """Ask for the match that the options describe.

    Raises Mistake if nobody can be meant, RequestRefused, and PrivateServerFailed where the bot of
    a private server does not get ready.
    """
    return await ask_for_match(connection, await _request(connection, options))


async def ask_for_match(connection: Conversation, request: PairingRequest) -> OpenRequest:
    """Ask, or ask again after a lost connection, with which such requests end."""
    if isinstance(request, Join):
        await connection.ask(request)
        return OpenRequest(request, text="Joined.")
    key = (await connection.ask(request)).key
    what = f"{request.terms.game}, {time_control(request.terms.clock)}"
    match request:
        case Seek():
            text = f"Looking for an opponent: {what}."
        case Challenge(player=player):
            text = f"Waiting for {player} to accept: {what}."
        case Invite():
            text = f"Invite code: {key}. Pass it on: whoever joins with it plays {what}."
            text += f"\nIn a terminal: {invite_command(connection.url, key)}"
            if connection.has_page:
                text += f"\nIn a browser: {invite_link(connection.url, key)}"
    return OpenRequest(request, key, text)


async def _request(connection: Conversation, options: PlayOptions) -> PairingRequest:
    terms, side, against = options.terms, options.side, options.against
    if options.invite:
        return Invite(0, terms, side)
    if against is None:
        return Seek(0, terms, side)
    if against.casefold() == ANY_BOT and options.private_server is not None:
        return Challenge(0, await options.private_server.bot(), terms, side)
    online = (await connection.ask(ListPlayers(0))).players
    names = {each.player.name.casefold(): each.player.name for each in online}
    if against.casefold() in names:
        return Challenge(0, names[against.casefold()], terms, side)
    if against.casefold() == ANY_BOT:
        return Challenge(0, free_bot(online, terms), terms, side)
    if CODE.fullmatch(against):
        return Join(0, against.upper())
    raise Mistake(f"nobody called {against} is online, and an invite's code has six characters")


def free_bot(online: tuple[OnlinePlayer, ...], terms: Terms) -> str:
    """The name of the bot with the most room that takes such a match from a person."""
    free = [(each.policy.capacity - each.playing, each) for each in online if each.policy]
    fitting = [(room, each.player.name) for room, each in free if room > 0 and _takes(each, terms)]
    if not fitting:
        raise Mistake(f"no bot is free that plays {terms.game} with you: try again later")
    return max(fitting)[1]


def _takes(bot: OnlinePlayer, terms: Terms) -> bool:
    policy = bot.policy
    if policy is None or not bot.player.bot:
        return False
    family = terms.game.split(":")[0]
    return policy.challengers in (Challengers.ANYONE, Challengers.PEOPLE) and (
        not policy.games or bool({terms.game, family} & set(policy.games))
    )


async def match_to_watch(connection: Conversation, wanted: str) -> str:
    """The match of this id, or for `top` the one with the best players. Raises Mistake."""
    if wanted != TOP:
        return wanted
    live = (await connection.ask(ListMatches(0))).matches
    if not live:
        raise Mistake("no match is going on that can be watched")
    return str(max(live, key=_renown).match)


def _renown(match: LiveMatch) -> tuple[float, int, int]:
    ratings = [player.rating or 0.0 for player in match.players]
    return sum(ratings), match.watchers, match.ply
