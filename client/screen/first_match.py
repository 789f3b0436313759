"""From what was asked for on the command line to the first match."""

from client.link.connection import ConnectionLost, RequestRefused
from client.local.private_server import PrivateServerFailed
from client.matchmaking import match_to_watch, request_match
from client.player_session import PlayerSession
from client.screen.lobby.lobby_screen import LobbyScreen
from client.screen.widgets.pick_list import TournamentPicked
from games.errors import Mistake
from protocol.requests import Enter, Watch


async def start(session: PlayerSession, lobby: LobbyScreen) -> bool:
    """Ask for what the options want; the lobby shows what is waited for, or why it cannot be."""
    try:
        await _start(session, lobby)
    except (Mistake, PrivateServerFailed, RequestRefused, ConnectionLost) as error:
        lobby.say("")
        lobby.tell(str(error))
        return False
    return True


async def _start(session: PlayerSession, lobby: LobbyScreen) -> None:
    options, connection = session.options, session.connection
    if options.two is not None:
        return
    if options.private_server is not None:
        lobby.say("The bot is getting ready ...")
    if options.watch is not None:
        if options.private_server is None:
            match = await match_to_watch(connection, options.watch)
        else:
            match = await options.private_server.match()
        await connection.ask(Watch(0, match, from_start=options.private_server is not None))
    elif options.tournament is not None:
        await connection.ask(Enter(0, options.tournament))
        lobby.post_message(TournamentPicked(options.tournament))
    elif options.follow is not None:
        lobby.post_message(TournamentPicked(options.follow))
    elif not options.lobby and not connection.matches:
        open_request = await request_match(connection, options)
        lobby.say("")
        lobby.wait_for(open_request)
