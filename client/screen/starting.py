"""From what was asked for on the command line to the first match."""

import asyncio

from client.arranging import arrange, match_to_watch
from client.connection import ConnectionLost, RequestRefused
from client.private import House, PrivateFailed
from client.screen.lobby import LobbyScreen
from client.screen.wire import Wire
from games.errors import Mistake
from protocol.requests import ListMatches, ListResults, Watch

PAUSE = 0.2  # seconds between two looks for the match of our own bots


async def start(wire: Wire, lobby: LobbyScreen) -> None:
    """Ask for what the options want; the lobby shows what is waited for, or why it cannot be."""
    try:
        await _start(wire, lobby)
    except (Mistake, PrivateFailed, RequestRefused, ConnectionLost) as error:
        lobby.say("")
        lobby.tell(str(error))


async def _start(wire: Wire, lobby: LobbyScreen) -> None:
    options, connection = wire.options, wire.connection
    if options.house is not None:
        lobby.say("The bot is getting ready ...")
    if options.watch is not None:
        if options.house is None:
            match = await match_to_watch(connection, options.watch)
        else:
            match = await _match_here(wire, options.house)
        await connection.ask(Watch(0, match))
    elif not options.lobby and not connection.welcome.matches:
        arranged = await arrange(connection, options)
        lobby.say("")
        lobby.wait_for(arranged)


async def _match_here(wire: Wire, house: House) -> str:
    """The match of the two bots of a private house, once they have found each other."""
    await house.bot(0)
    await house.bot(1)
    while True:
        live = (await wire.connection.ask(ListMatches(0))).matches
        past = (await wire.connection.ask(ListResults(0))).results
        if live or past:
            return (live or past)[0].match
        await asyncio.sleep(PAUSE)
