"""Frames to messages and back."""

import json
from typing import Any

import msgpack
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from protocol.codec import CODECS, JSON, MSGPACK, Codec, Frame, MalformedMessage, codec_for
from protocol.events import Started
from protocol.parts import Message
from protocol.requests import Hello, Move, Resign
from tests.protocol.messages import FROM_PLAYER, FROM_SERVER, messages

EVERY_CODEC = pytest.mark.parametrize("codec", CODECS.values(), ids=list(CODECS))


def frame(codec: Codec, encoded: bytes) -> Frame:
    """What the other end receives."""
    return encoded.decode() if codec.text else encoded


@EVERY_CODEC
@given(message=messages(FROM_PLAYER))
def test_what_a_player_says_reads_back(codec: Codec, message: Any) -> None:
    """Any message, in either format."""
    assert codec.decode_from_player(frame(codec, codec.encode(message))) == message


@EVERY_CODEC
@given(message=messages(FROM_SERVER))
def test_what_the_server_says_reads_back(codec: Codec, message: Any) -> None:
    """Any message, in either format."""
    assert codec.decode_from_server(frame(codec, codec.encode(message))) == message


@given(messages(FROM_PLAYER + FROM_SERVER))
def test_both_formats_say_the_same(message: Any) -> None:
    """Packages that know nothing of ours read the same data from both."""
    packed = msgpack.unpackb(MSGPACK.encode(message))
    assert packed == json.loads(JSON.encode(message))
    assert packed["type"] == type(message).__name__.lower()


@given(st.binary())
@example(b"")
@example(b"\x82\xa4type\xa6resign\xa5match\xa2\xff\xfe")
@example(b"\x91" * 10**5)
@example(MSGPACK.encode(Resign(1, "m")) + b"\x00")
def test_any_bytes_decode_or_are_malformed(data: bytes) -> None:
    """There is one error, whatever comes."""
    decodes_or_is_malformed(MSGPACK, data)


@given(st.text())
@example('{"type":"resign","id":1,"match":"\ud800"}')
@example("[" * 10**5)
@example('{"type":"move","id":1,"match":"m","ply":0,"cell":' + "9" * 10**4 + "}")
def test_any_text_decodes_or_is_malformed(data: str) -> None:
    """There is one error, whatever comes."""
    decodes_or_is_malformed(JSON, data)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(messages(FROM_PLAYER + FROM_SERVER), st.data())
def test_a_message_with_one_field_broken_decodes_or_is_malformed(
    message: Message, data: st.DataObject
) -> None:
    """Nearly right is the most common way to be wrong."""
    fields = msgpack.unpackb(MSGPACK.encode(message))  # type: ignore[arg-type]
    fields[data.draw(st.sampled_from([*fields, "extra"]))] = data.draw(VALUES)
    decodes_or_is_malformed(MSGPACK, msgpack.packb(fields))
    decodes_or_is_malformed(JSON, json.dumps(fields))


def decodes_or_is_malformed(codec: Codec, data: Frame) -> None:
    """A message that decodes can also be encoded again, in every format."""
    for decode in (codec.decode_from_player, codec.decode_from_server):
        try:
            message = decode(data)
        except MalformedMessage:
            continue
        for each in CODECS.values():
            assert each.encode(message)


WRONG = [
    ('{"id":1}', "missing required field `type` (a type is one of hello, declare, seek,"),
    ('{"type":"castle","id":1}', "Invalid value 'castle' - at `$.type` (a type is one of hello"),
    ('{"type":"resign","id":1}', "missing required field `match`"),
    ('{"type":"resign","id":1,"match":"m","why":""}', "unknown field `why`"),
    ('{"type":"resign","id":"1","match":"m"}', "Expected `int`, got `str` - at `$.id`"),
    ('{"type":"resign","id":-1,"match":"m"}', "Expected `int` >= 0 - at `$.id`"),
    ('{"type":"resign","id":9007199254740992,"match":"m"}', "`$.id`"),
    (
        '{"type":"seek","id":1,"terms":{"game":"mnk","clock":{"seconds":-1}}}',
        "`$.terms.clock.seconds`",
    ),
    ("hello", "JSON is malformed"),
]


@pytest.mark.parametrize(("data", "sentence"), WRONG)
def test_a_malformed_message_is_told_where_it_goes_wrong(data: str, sentence: str) -> None:
    """The place, what is there and what should be."""
    with pytest.raises(MalformedMessage) as refused:
        JSON.decode_from_player(data)
    assert sentence in str(refused.value)


def test_infinite_time_cannot_be_asked_for() -> None:
    """MessagePack could carry it, but no clock can."""
    for seconds in (float("nan"), float("inf")):
        terms = {"game": "mnk", "clock": {"seconds": seconds}}
        seek = {"type": "seek", "id": 1, "terms": terms}
        with pytest.raises(MalformedMessage):
            MSGPACK.decode_from_player(msgpack.packb(seek))


def test_a_frame_of_the_other_kind_is_malformed() -> None:
    """A connection speaks one format."""
    with pytest.raises(MalformedMessage, match="speaks in text"):
        JSON.decode_from_player(b"{}")
    with pytest.raises(MalformedMessage, match="speaks in binary"):
        MSGPACK.decode_from_player("{}")


def test_the_subprotocol_decides_else_the_first_frame() -> None:
    """A client that offers none is served in what it speaks."""
    assert codec_for("inarow.v1.json", b"") is JSON
    assert codec_for("inarow.v1.msgpack", "") is MSGPACK
    assert codec_for(None, "{}") is JSON
    assert codec_for(None, b"\x80") is MSGPACK


def test_messages_are_frozen_and_tagged_by_their_names() -> None:
    """A message is a value, and each type on the wire stands for one class."""
    move = Move(1, "m1", 0, 4)
    with pytest.raises(AttributeError):
        move.cell = 5  # type: ignore[misc]
    tags = [kind.__struct_config__.tag for kind in FROM_PLAYER + FROM_SERVER]
    assert len(set(tags)) == len(tags)
    assert {Hello, Move, Resign} <= set(FROM_PLAYER)
    assert Started in FROM_SERVER
