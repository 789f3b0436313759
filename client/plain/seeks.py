"""How the plain client gets to a match: by its options at first, and by what is typed later."""

import shutil
from contextlib import suppress

from client import matchmaking
from client.link.connection import ConnectionLost, RequestRefused
from client.local.private_server import COMPILING, PrivateServer, PrivateServerFailed
from client.matchmaking import OpenRequest, PairingRequest
from client.plain import tournaments
from client.plain.plain_session import PlainSession
from client.words.invites import invite_link, qr_code
from client.words.text import capitalised
from games.errors import Mistake
from protocol.requests import Invite, Watch, Withdraw
from protocol.texts import count


async def begin(session: PlainSession) -> None:
    """Ask for what the options say; raises what makes it impossible."""
    options, connection = session.options, session.connection
    if options.two is not None:
        return
    if options.private_server is not None:
        bots = "The bot is" if options.watch is None else "The bots are"
        session.say(f"{bots} getting ready.")
        session.start(_tell_compilation(session, options.private_server))
    if options.watch is not None:
        await _watch(session, options.watch)
    elif options.tournament is not None:
        await tournaments.enter(session, options.tournament)
    elif options.follow is not None:
        await tournaments.follow(session, options.follow)
    elif not options.lobby and not connection.matches:
        session.open_request = await matchmaking.request_match(connection, options)
        _say_what_is_open(session)


async def _tell_compilation(session: PlainSession, server: PrivateServer) -> None:
    await server.compiling()
    session.say(f"{capitalised(COMPILING)}.")


async def ask_for(session: PlainSession, request: PairingRequest) -> None:
    """Ask for a match in place of what was asked for before."""
    before = session.open_request
    if before and before.key and before.request is not request:
        await withdraw(session, before.key)
    session.open_request = None
    try:
        session.open_request = await matchmaking.ask_for_match(session.connection, request)
    except (RequestRefused, ConnectionLost, Mistake, PrivateServerFailed) as error:
        session.say(f"That did not work: {error}")
        return
    _say_what_is_open(session)


def _say_what_is_open(session: PlainSession) -> None:
    """The match may have begun before the reply to our asking for it."""
    assert session.open_request is not None, "it was just asked for"
    if session.playing:
        session.open_request = None
    else:
        session.say(session.open_request.text)
        _draw_code(session, session.open_request)


def _draw_code(session: PlainSession, opened: OpenRequest) -> None:
    """Draw the link to an invite, if that is wanted."""
    connection = session.connection
    if session.options.qr and connection.has_page and isinstance(opened.request, Invite):
        link = invite_link(connection.url, opened.key)
        width = shutil.get_terminal_size().columns
        lines = qr_code(link, width, dark_on_light=False)
        session.say("\n".join(lines) or f"A QR code does not fit into {count(width, 'column')}.")


async def withdraw(session: PlainSession, key: str) -> None:
    with suppress(RequestRefused, ConnectionLost):  # it may be gone already
        await session.connection.ask(Withdraw(0, key))


async def _watch(session: PlainSession, wanted: str) -> None:
    server, connection = session.options.private_server, session.connection
    if server is None:
        match = await matchmaking.match_to_watch(connection, wanted)
    else:
        match = await server.match()
    await connection.ask(Watch(0, match, from_start=server is not None))
    if not session.interactive:
        session.start(session.leave_with_the_match())
