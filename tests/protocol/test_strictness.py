"""What is not a message to the letter closes the connection: no slip of an author passes unseen."""

import json
from collections.abc import Iterator
from typing import Any

import msgpack
import pytest
from msgspec import inspect

from protocol.asyncapi import tag
from protocol.codec import JSON, MSGPACK, MalformedMessage, OutOfBounds
from protocol.parts import Message
from tests.protocol.fields import Spoil, Spoilt, requests, sample
from tests.protocol.messages import FROM_PLAYER
from tests.protocol.test_asyncapi import validator


def mistyped(info: inspect.Type) -> Iterator[Any]:
    """Values of another type, as an author in a hurry sends them."""
    match info:
        case inspect.IntType():
            yield from ("3", True, [1])
        case inspect.FloatType():
            yield from ("3", True, [1.0])
        case inspect.StrType() | inspect.EnumType() | inspect.LiteralType():
            yield from (3, True, 1.5)
        case inspect.BoolType():
            yield from (0, "true")
        case inspect.VarTupleType() | inspect.DictType() | inspect.StructType(tag=None):
            yield from (1, "x", True)


def pointed(info: inspect.Type) -> Iterator[Any]:
    """Whole numbers with a point, as some languages write all numbers."""
    if isinstance(info, inspect.IntType):
        yield from (1.0, 0.0, 1.5)


def unknown_field(info: inspect.Type) -> Iterator[Any]:
    """Objects with a field more than they have, at any depth."""
    if isinstance(info, inspect.StructType):
        yield sample(info) | {"extra": 1}


def missing_field(info: inspect.Type) -> Iterator[Any]:
    """Objects without a field that they need, the id of a request too."""
    if isinstance(info, inspect.StructType):
        for name in (field.name for field in info.fields if field.required):
            yield {key: value for key, value in sample(info).items() if key != name}


def null(info: inspect.Type) -> Iterator[Any]:
    """Objects with a null where it is not allowed."""
    if isinstance(info, inspect.StructType):
        for field in info.fields:
            allowed = field.type.types if isinstance(field.type, inspect.UnionType) else ()
            if not any(isinstance(each, inspect.NoneType) for each in allowed):
                yield sample(info) | {field.name: None}


def unknown_word(info: inspect.Type) -> Iterator[Any]:
    """A word that a field does not know."""
    if isinstance(info, inspect.EnumType | inspect.LiteralType):
        yield "word"


def spoilt(kind: type[Message], spoil: Spoil) -> Iterator[Spoilt]:
    """But not the keys of a map, which JSON makes texts of, whatever they were."""
    return (each for each in requests(kind, spoil) if not each.path.endswith("[]"))


@pytest.mark.parametrize("kind", FROM_PLAYER, ids=map(tag, FROM_PLAYER))
@pytest.mark.parametrize(
    "spoil", [mistyped, pointed, unknown_field, missing_field, null, unknown_word]
)
def test_it_is_malformed_and_not_merely_refused(kind: type[Message], spoil: Spoil) -> None:
    """Whichever field of whichever request it is, in both formats."""
    for path, data in spoilt(kind, spoil):
        for decode, frame in (
            (JSON.decode_from_player, json.dumps(data)),
            (MSGPACK.decode_from_player, msgpack.packb(data)),
        ):
            with pytest.raises(MalformedMessage) as raised:
                decode(frame)
            assert not isinstance(raised.value, OutOfBounds), path


@pytest.mark.parametrize("kind", FROM_PLAYER, ids=map(tag, FROM_PLAYER))
@pytest.mark.parametrize("spoil", [mistyped, unknown_field, missing_field, null, unknown_word])
def test_the_schema_says_so_as_well(kind: type[Message], spoil: Spoil) -> None:
    """But for a whole number with a point, which is an integer to every schema."""
    says = validator(tag(kind))
    for path, data in spoilt(kind, spoil):
        assert not says.is_valid(data), path
