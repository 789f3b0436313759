"""A WebSocket client that is all speed, for load generators: one frame, one call, no tasks.

The library's client would cost more than the server under test. This one speaks to that server
only: small unfragmented frames, and a mask of zeros, which leaves the bytes as they are.
"""

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import cast

_HEAD = struct.Struct("!H")
TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A
PACKED, PLAIN = "inarow.v1.msgpack", "inarow.v1.json"  # subprotocols


class WebSocketClient(asyncio.Protocol):
    """Calls *receive* with the payload of every frame that is a message."""

    def __init__(
        self, host: str, receive: Callable[[bytes], None] | None = None, subprotocol: str = PACKED
    ) -> None:
        self.receive = receive
        self._subprotocol = subprotocol
        self._message = TEXT if subprotocol == PLAIN else BINARY
        self.opened = asyncio.get_running_loop().create_future()
        self.closed: str | None = None
        self._host = host
        self._buffer = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's has another base
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET / HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Protocol: {self._subprotocol}\r\n\r\n".encode()
        )

    def send(self, payload: bytes, opcode: int | None = None) -> None:
        opcode, size = opcode or self._message, len(payload)
        head = (
            bytes((opcode, 0x80 | size)) if size < 126 else bytes((opcode, 0xFE)) + _HEAD.pack(size)
        )
        assert self._transport is not None, "the wire is not open"
        self._transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.opened.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head[:20], head
            self._buffer = rest
            self.opened.set_result(None)
        while self._take_frame():
            pass

    def _take_frame(self) -> bool:
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1], 2
        if size == 126:
            if len(buffer) < 4:
                return False
            size, start = _HEAD.unpack_from(buffer, 2)[0], 4
        elif size == 127:
            if len(buffer) < 10:
                return False
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return False
        opcode, payload = buffer[0], buffer[start : start + size]
        self._buffer = buffer[start + size :]
        if opcode == self._message and self.receive is not None:
            self.receive(payload)
        elif opcode == PING:
            self.send(payload, PONG)
        elif opcode == CLOSE:
            self.closed = payload[2:].decode(errors="replace") or "closed"
        return True

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = self.closed or "lost"
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("refused"))


async def wire(
    host: str,
    port: int,
    receive: Callable[[bytes], None] | None = None,
    subprotocol: str = PACKED,
) -> WebSocketClient:
    """An open wire."""
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(
        lambda: WebSocketClient(f"{host}:{port}", receive, subprotocol), host, port
    )
    await made.opened
    return made
