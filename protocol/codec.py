"""Frames to messages and back: MessagePack in binary frames, JSON in text frames."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar, get_args

import msgspec

from protocol.messages import FromPlayer, FromServer
from protocol.parts import Count
from protocol.texts import SEEN

Frame = str | bytes
Decoded = TypeVar("Decoded")
# How msgspec tells that a value is of the right type, but not within its bounds.
_BOUND = re.compile(r"Expected `\w+` (?:of length )?(?:[<>]=|matching regex)")
_PATTERN = f"matching regex {SEEN!r}"
_SEEN = "on one line, without control characters and others that are not seen"


class MalformedMessage(ValueError):
    """The frame is no message. The text says where it goes wrong."""


class OutOfBounds(MalformedMessage):
    """The frame is a request that can be refused: one of its values is not within its bounds."""

    def __init__(self, id: int, text: str) -> None:
        super().__init__(text)
        self.id = id


class Numbered(msgspec.Struct, frozen=True):
    """As much of a request as its reply needs."""

    id: Count


class MessageDecoder(Generic[Decoded]):
    """Turns frames into the messages of one direction, or raises MalformedMessage."""

    def __init__(self, of: Callable[[Any], Any], frame: type, union: Any) -> None:
        self._decode: Callable[[Frame], Decoded] = of(union).decode
        self._number: Callable[[Frame], Numbered] = of(Numbered).decode
        self._frame = frame
        self._types = ", ".join(message.__struct_config__.tag for message in get_args(union))

    def decode(self, frame: Frame) -> Decoded:
        if not isinstance(frame, self._frame):
            kind = "text (JSON)" if self._frame is str else "binary (MessagePack)"
            raise MalformedMessage(f"this connection speaks in {kind} frames")
        try:
            return self._decode(frame)
        except (ValueError, RecursionError) as error:
            # msgspec raises UnicodeError, not its own error, for text that is not UTF-8.
            raise self._fault(frame, str(error)) from None

    def _fault(self, frame: Frame, error: str) -> MalformedMessage:
        if _BOUND.match(error):
            with suppress(ValueError):
                return OutOfBounds(self._number(frame).id, error.replace(_PATTERN, _SEEN))
        known = f" (a type is one of {self._types})" if "type`" in error else ""
        return MalformedMessage(f"{error}{known}")


class Codec(NamedTuple):
    """One way to write messages, named by its WebSocket subprotocol."""

    subprotocol: str
    text: bool  # goes in text frames, or else in binary ones
    encode: Callable[[FromPlayer | FromServer], bytes]
    decode_from_player: Callable[[Frame], FromPlayer]
    decode_from_server: Callable[[Frame], FromServer]


MSGPACK = Codec(
    "inarow.v1.msgpack",
    False,
    msgspec.msgpack.Encoder().encode,
    MessageDecoder[FromPlayer](msgspec.msgpack.Decoder, bytes, FromPlayer).decode,
    MessageDecoder[FromServer](msgspec.msgpack.Decoder, bytes, FromServer).decode,
)
JSON = Codec(
    "inarow.v1.json",
    True,
    msgspec.json.Encoder().encode,
    MessageDecoder[FromPlayer](msgspec.json.Decoder, str, FromPlayer).decode,
    MessageDecoder[FromServer](msgspec.json.Decoder, str, FromServer).decode,
)
CODECS = {codec.subprotocol: codec for codec in (MSGPACK, JSON)}  # the preferred one first


def codec_for(subprotocol: str | None, first_frame: Frame) -> Codec:
    """The codec that was agreed on, or, where none was, the one that the first frame is in."""
    if subprotocol is not None:
        return CODECS[subprotocol]
    return JSON if isinstance(first_frame, str) else MSGPACK
