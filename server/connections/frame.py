"""A message on its way to many: encoded and framed once a format, however many it goes to."""

import struct

from msgspec import Struct

from protocol.codec import JSON, MSGPACK, Codec
from protocol.events import Said
from protocol.messages import FromServer

SAID = b"\xa4type\xa4said"  # how such a message begins, behind the number of its fields
TEXT, BINARY = 0x81, 0x82  # the first byte of a whole frame, by RFC 6455
_SHORT = {opcode: [bytes((opcode, size)) for size in range(126)] for opcode in (TEXT, BINARY)}
_MEDIUM, _LONG = struct.Struct("!BBH"), struct.Struct("!BBQ")


class OutgoingFrame(Struct, eq=False, gc=False):
    """A struct, because two are made for each move, at a fifth of what other classes take."""

    message: FromServer
    _packed: bytes | None = None
    _binary: bytes | None = None
    _text: bytes | None = None

    @property
    def speaker(self) -> str:
        return self.message.by if isinstance(self.message, Said) else ""

    @property
    def packed(self) -> bytes:
        """The message in MessagePack, as the journal keeps it."""
        if self._packed is None:
            self._packed = MSGPACK.encode(self.message)
        return self._packed

    def encoded(self, codec: Codec) -> bytes:
        """The WebSocket frame for connections that speak this."""
        if codec.text:
            if self._text is None:
                self._text = framed(TEXT, JSON.encode(self.message))
            return self._text
        if self._binary is None:
            self._binary = framed(BINARY, self._packed or self.packed)
        return self._binary


class PackedFrame(Struct, eq=False, gc=False):
    """A message that came from another node in MessagePack, and is decoded only for others."""

    packed: bytes
    _binary: bytes | None = None
    _text: bytes | None = None

    @property
    def speaker(self) -> str:
        if not self.packed.startswith(SAID, 1):
            return ""
        return OutgoingFrame(MSGPACK.decode_from_server(self.packed)).speaker

    def encoded(self, codec: Codec) -> bytes:
        if codec.text:
            if self._text is None:
                self._text = OutgoingFrame(MSGPACK.decode_from_server(self.packed)).encoded(codec)
            return self._text
        if self._binary is None:
            self._binary = framed(BINARY, self.packed)
        return self._binary


def framed(opcode: int, data: bytes) -> bytes:
    """The data in one frame, unmasked, as a server sends it."""
    size = len(data)
    if size < 126:
        return _SHORT[opcode][size] + data
    if size < 2**16:
        return _MEDIUM.pack(opcode, 126, size) + data
    return _LONG.pack(opcode, 127, size) + data
