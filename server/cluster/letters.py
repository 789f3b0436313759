"""How nodes write to each other: letters, as many in a batch as were ready at once.

Batches from one node to another are numbered, so that the other knows when one was lost. The first
fields of a batch never change, by which a node of another version is told apart.
"""

from enum import IntEnum

import msgspec

VERSION = 2  # to be raised with every change of what crosses the bus


class Kind(IntEnum):
    TELL = 0
    ASK = 1
    REPLY = 2
    REFUSAL = 3  # the body is a RefusalBody
    ASTRAY = 4  # the one asked does not own what this is about
    BEAT = 5  # to be heard, and echoed
    ECHO = 6


class Letter(msgspec.Struct, frozen=True, array_like=True):
    kind: int
    id: int = 0  # of an ask, and of what answers it
    body: bytes = b""


class RefusalBody(msgspec.Struct, frozen=True, array_like=True):
    code: str
    text: str
    wait: float | None


class Header(msgspec.Struct, frozen=True, array_like=True):
    version: int
    sender: str
    fence: int


class Batch(msgspec.Struct, frozen=True, array_like=True):
    version: int
    sender: str
    fence: int  # of the sender: who comes after another has a higher one
    number: int  # of the batches from this sender to this receiver, from 1 on
    letters: list[Letter]


encode = msgspec.msgpack.Encoder().encode
decode_header = msgspec.msgpack.Decoder(Header).decode
decode_batch = msgspec.msgpack.Decoder(Batch).decode
decode_refusal = msgspec.msgpack.Decoder(RefusalBody).decode
