"""Frames to messages and back: MessagePack in binary frames, JSON in text frames."""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar, get_args

import msgspec

from protocol.messages import FromPlayer, FromServer

Frame = str | bytes
Decoded = TypeVar("Decoded")


class MalformedMessage(ValueError):
    """The frame is no message. The text says where it goes wrong."""


class Decode(Generic[Decoded]):
    """Turns frames into the messages of one direction, or raises MalformedMessage."""

    def __init__(self, decode: Callable[[Any], Decoded], frame: type, union: Any) -> None:
        self._decode = decode
        self._frame = frame
        self._types = ", ".join(message.__struct_config__.tag for message in get_args(union))

    def __call__(self, frame: Frame) -> Decoded:
        if not isinstance(frame, self._frame):
            kind = "text (JSON)" if self._frame is str else "binary (MessagePack)"
            raise MalformedMessage(f"this connection speaks in {kind} frames")
        try:
            return self._decode(frame)
        except (ValueError, RecursionError) as error:
            # msgspec raises UnicodeError, not its own error, for text that is not UTF-8.
            known = f" (a type is one of {self._types})" if "type`" in str(error) else ""
            raise MalformedMessage(f"{error}{known}") from None


class Codec(NamedTuple):
    """One way to write messages, named by its WebSocket subprotocol."""

    subprotocol: str
    text: bool  # goes in text frames, or else in binary ones
    encode: Callable[[FromPlayer | FromServer], bytes]
    decode_from_player: Decode[FromPlayer]
    decode_from_server: Decode[FromServer]


MSGPACK = Codec(
    "inarow.v1.msgpack",
    False,
    msgspec.msgpack.Encoder().encode,
    Decode(msgspec.msgpack.Decoder[FromPlayer](FromPlayer).decode, bytes, FromPlayer),
    Decode(msgspec.msgpack.Decoder[FromServer](FromServer).decode, bytes, FromServer),
)
JSON = Codec(
    "inarow.v1.json",
    True,
    msgspec.json.Encoder().encode,
    Decode(msgspec.json.Decoder[FromPlayer](FromPlayer).decode, str, FromPlayer),
    Decode(msgspec.json.Decoder[FromServer](FromServer).decode, str, FromServer),
)
CODECS = {codec.subprotocol: codec for codec in (MSGPACK, JSON)}  # the preferred one first


def codec_for(subprotocol: str | None, first_frame: Frame) -> Codec:
    """The codec that was agreed on, or, where none was, the one that the first frame is in."""
    if subprotocol is not None:
        return CODECS[subprotocol]
    return JSON if isinstance(first_frame, str) else MSGPACK
