"""From what was asked for on the command line to the first match."""

from client.link.connection import ConnectionLost, RequestRefused
from client.local.private_server import PrivateFailed
from client.matchmaking import match_to_watch, request_match
from client.screen.link import Wire
from client.screen.lobby.lists import Visited
from client.screen.lobby.lobby_screen import LobbyScreen
from games.errors import Mistake
from protocol.requests import Enter, Watch


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
            match = await options.house.match()
        await connection.ask(Watch(0, match, from_start=options.house is not None))
    elif options.tournament is not None:
        await connection.ask(Enter(0, options.tournament))
        lobby.post_message(Visited(options.tournament))
    elif not options.lobby and not connection.welcome.matches:
        open_request = await request_match(connection, options)
        lobby.say("")
        lobby.wait_for(open_request)
