"""How the plain client gets to a match: by its options at first, and by what is typed later."""

from contextlib import suppress
from typing import TYPE_CHECKING

from client import matchmaking
from client.link.connection import ConnectionLost, RequestRefused
from client.local.private_server import PrivateFailed
from client.matchmaking import PairingRequest
from client.plain import tournaments as attending
from games.errors import Mistake
from protocol.requests import Watch, Withdraw

if TYPE_CHECKING:
    from client.plain.client import Plain


async def begin(plain: "Plain") -> None:
    """Ask for what the options say; raises what makes it impossible."""
    options, connection = plain.options, plain.connection
    if options.watch is not None:
        await _watch(plain, options.watch)
    elif options.tournament is not None:
        await attending.enter(plain, options.tournament)
    elif not options.lobby and not connection.welcome.matches:
        if options.house is not None:
            plain.say("The bot is getting ready.")
        plain.open_request = await matchmaking.request_match(connection, options)
        _tell_arranged(plain)


async def ask_for(plain: "Plain", request: PairingRequest) -> None:
    """Ask for a match in place of what was asked for before."""
    if plain.open_request and plain.open_request.key and plain.open_request.request is not request:
        await withdraw(plain, plain.open_request.key)
    plain.open_request = None
    try:
        plain.open_request = await matchmaking.ask_for_match(plain.connection, request)
    except (RequestRefused, ConnectionLost, Mistake, PrivateFailed) as error:
        plain.say(f"That did not work: {error}")
        return
    _tell_arranged(plain)


def _tell_arranged(plain: "Plain") -> None:
    """The match may have begun before the reply to our asking for it."""
    assert plain.open_request is not None, "it was just asked for"
    if plain.playing:
        plain.open_request = None
    else:
        plain.say(plain.open_request.text)


async def withdraw(plain: "Plain", key: str) -> None:
    with suppress(RequestRefused, ConnectionLost):  # it may be gone already
        await plain.connection.ask(Withdraw(0, key))


async def _watch(plain: "Plain", wanted: str) -> None:
    house, connection = plain.options.house, plain.connection
    if house is None:
        match = await matchmaking.match_to_watch(connection, wanted)
    else:
        plain.say("The bots are getting ready.")
        match = await house.match()
    await connection.ask(Watch(0, match, from_start=house is not None))
    if not plain.interactive:
        plain.start(plain.leave_with_the_match())
