"""Coming to a server as a person: under a name that is free, and not waiting for ever at first."""

import asyncio
import getpass
import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from client.link.connection import (
    Connection,
    ConnectionLost,
    Link,
    LinkOptions,
    RequestRefused,
    connect,
)
from client.local.private_server import PrivateServerFailed
from client.options import PlayOptions
from protocol.names import LONGEST_NAME
from protocol.parts import Fault

FIRST_PATIENCE = 10.0  # seconds to reach a server that we have never reached
TRIES = 5  # at a name like ours that is free
OnLink = Callable[[Link], None]


@asynccontextmanager
async def join_server(
    options: PlayOptions, on_link: OnLink | None = None
) -> AsyncIterator[Connection]:
    """A connection as the person who gave these options.

    Without a name or a token it takes that of the login, with a number if somebody else has it.
    Raises ConnectionLost if the server cannot be reached, and RequestRefused if it does not want
    us; once there, it comes back by itself.
    """
    async with AsyncExitStack() as stack:
        yield await _join(options, on_link, stack)


async def _join(options: PlayOptions, on_link: OnLink | None, stack: AsyncExitStack) -> Connection:
    url = await _url(options)
    made_up = not (options.name or options.token)
    name = login_name() if made_up else options.name
    for tries_left in reversed(range(TRIES)):
        try:
            async with asyncio.timeout(FIRST_PATIENCE):
                return await stack.enter_async_context(
                    connect(
                        url,
                        name,
                        token=options.token,
                        software="inarow play",
                        options=LinkOptions(on_link=on_link),
                    )
                )
        except TimeoutError as error:
            raise ConnectionLost(f"no server answers at {url}") from error
        except RequestRefused as refusal:
            if refusal.code is not Fault.NAME_TAKEN or not made_up or not tries_left:
                raise
            name = f"{login_name()[: LONGEST_NAME - 5]}-{secrets.randbelow(9000) + 1000}"
    raise AssertionError("the last try returns or raises")


async def _url(options: PlayOptions) -> str:
    if options.private_server is None or options.url:
        return options.url
    try:
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
