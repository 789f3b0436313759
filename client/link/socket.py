"""How a player's end opens its socket."""

import ssl as tls
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidURI
from websockets.typing import Subprotocol

from games.errors import Mistake
from protocol.codec import Codec

FRAME_BYTES = 2**20  # that the server may send at once
LOCAL = ("localhost", "127.0.0.1", "::1")
Open = Callable[[str], Awaitable[ClientConnection]]


def socket_opener(urls: Iterable[str], codec: Codec, ssl: tls.SSLContext | None) -> Open:
    """What opens a socket to one of these, or to another one; whoever awaits it sets a timeout.

    Raises Mistake if any of them is no server.
    """
    for url in urls:
        _opening(url, codec, ssl)
    return lambda url: _open(url, codec, ssl)


async def _open(url: str, codec: Codec, ssl: tls.SSLContext | None) -> ClientConnection:
    try:
        return await _opening(url, codec, ssl)
    except Mistake as mistake:  # of the server that has named this one
        raise OSError(str(mistake)) from mistake


def _opening(url: str, codec: Codec, ssl: tls.SSLContext | None) -> connect:
    secured: dict[str, Any] = {"ssl": ssl} if ssl else {}
    try:
        return connect(
            url,
            subprotocols=[Subprotocol(codec.subprotocol)],
            compression=None,
            # A server on this machine is never behind a proxy.
            proxy=None if urlsplit(url).hostname in LOCAL else True,
            open_timeout=None,
            ping_interval=10,
            # A clock waits 30 s for its player when another node has taken the match over.
            ping_timeout=10,
            close_timeout=2,
            max_size=FRAME_BYTES,
            **secured,
        )
    except (InvalidURI, ValueError) as error:
        raise Mistake(f"{url!r} is no server: write ws://HOST:PORT or wss://HOST") from error
