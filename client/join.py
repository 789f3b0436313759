"""Coming to a server as a person: under a name that is free, and not waiting for ever at first."""

import asyncio
import getpass
import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import NamedTuple

from client.kept.sessions import take_session
from client.link.connection import (
    Connection,
    ConnectionLost,
    Link,
    LinkOptions,
    RequestRefused,
    connect,
)
from client.link.conversation import Conversation
from client.local.private_server import PrivateServerFailed
from client.options import PlayOptions
from client.shared_table import SharedTable
from protocol.names import LONGEST_NAME
from protocol.parts import Fault

FIRST_PATIENCE = 10.0  # seconds to reach a server that we have never reached
TRIES = 5  # at a name like ours that is free
OnLink = Callable[[Link], None]
Say = Callable[[str], None]
OVER = (Fault.BAD_TOKEN, Fault.NAME_TAKEN)  # how a server tells of a session that it has ended


@asynccontextmanager
async def join_server(
    options: PlayOptions, on_link: OnLink | None = None, say: Say = lambda _: None
) -> AsyncIterator[Conversation]:
    """A connection as the person who gave these options, or a table for two here.

    A guest whose client died is who they were. Without a name or a token it takes that of the
    login, with a number if somebody else has it. Raises ConnectionLost if the server cannot be
    reached, and RequestRefused if it does not want us; once there, it comes back by itself.
    """
    if options.two is not None:
        yield SharedTable(options.terms, options.two, options.kept)
        return
    url = await _url(options)
    if options.token or options.hosted or (options.private_server and options.kept is None):
        async with AsyncExitStack() as stack:
            yield await _join(Joining(url, options, on_link), stack)
        return
    kept = options.kept.session if options.kept else take_session(url, options.name, options.new)
    try:
        async with AsyncExitStack() as stack:
            connection = await _resume(Joining(url, options, on_link), kept.session, stack)
            kept.save(connection.welcome.session)
            if kept.note:
                say(kept.note)
            try:
                yield connection
            finally:
                kept.playing = connection.seated
    finally:
        kept.release()


class Joining(NamedTuple):
    url: str
    options: PlayOptions
    on_link: OnLink | None

    def connect(
        self, name: str, session: str | None = None
    ) -> AbstractAsyncContextManager[Connection]:
        return connect(
            self.url, name, token=self.options.token, session=session, software="inarow play",
            options=LinkOptions(on_link=self.on_link),
        )  # fmt: skip


async def _resume(joining: Joining, session: str | None, stack: AsyncExitStack) -> Connection:
    """As who we were; as somebody new where that is over."""
    if session is not None:
        try:
            return await _in_time(joining, joining.options.name, session, stack)
        except RequestRefused as refusal:
            if refusal.code not in OVER:
                raise
    return await _join(joining, stack)


async def _join(joining: Joining, stack: AsyncExitStack) -> Connection:
    options = joining.options
    made_up = not (options.name or options.token)
    name = login_name() if made_up else options.name
    for tries_left in reversed(range(TRIES)):
        try:
            return await _in_time(joining, name, None, stack)
        except RequestRefused as refusal:
            if refusal.code is not Fault.NAME_TAKEN or not made_up or not tries_left:
                raise
            name = f"{login_name()[: LONGEST_NAME - 5]}-{secrets.randbelow(9000) + 1000}"
    raise AssertionError("the last try returns or raises")


async def _in_time(
    joining: Joining, name: str, session: str | None, stack: AsyncExitStack
) -> Connection:
    try:
        async with asyncio.timeout(FIRST_PATIENCE):
            return await stack.enter_async_context(joining.connect(name, session))
    except TimeoutError as error:
        raise ConnectionLost(f"no server answers at {joining.url}") from error


async def _url(options: PlayOptions) -> str:
    if options.hosted is None and (options.private_server is None or options.url):
        return options.url
    try:
        if options.hosted is not None:
            await options.hosted.url()  # which it tells once it is up
            return options.url
        assert options.private_server is not None
        return await options.private_server.url()
    except PrivateServerFailed as failure:
        raise ConnectionLost(str(failure)) from failure


def login_name() -> str:
    """The name of the login, as far as a server takes it."""
    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):
        login = ""
    fitting = re.sub(r"[^A-Za-z0-9._-]", "", login).lstrip("0123456789._-")
    return fitting[:LONGEST_NAME] or "guest"
