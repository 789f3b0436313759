"""Everything that a player can send has its bounds, and is refused beyond them."""

import json
from collections.abc import Iterator
from typing import Any

import msgpack
import pytest
from msgspec import inspect

from protocol.asyncapi import asyncapi, tag
from protocol.codec import JSON, MSGPACK, MalformedMessage, OutOfBounds
from protocol.parts import Message
from protocol.texts import SEEN
from tests.protocol.fields import hostile, requests, sample
from tests.protocol.messages import FROM_PLAYER

SCHEMAS = asyncapi()["components"]["schemas"]
EVERY_REQUEST = pytest.mark.parametrize("kind", FROM_PLAYER, ids=map(tag, FROM_PLAYER))


def boundless(info: inspect.Type) -> Iterator[inspect.Type]:
    """The parts of a type that could be as long or large as the sender likes."""
    match info:
        case inspect.StructType(fields=fields):
            for field in fields:
                yield from boundless(field.type)
        case inspect.UnionType(types=types):
            for each in types:
                yield from boundless(each)
        case inspect.StrType(max_length=most, pattern=pattern):
            yield from [info] if most is None or pattern != SEEN else []
        case inspect.IntType(ge=low, le=high) | inspect.FloatType(ge=low, le=high):
            yield from [info] if low is None or high is None else []
        case inspect.VarTupleType(item_type=item, max_length=most):
            yield from [info] if most is None else []
            yield from boundless(item)
        case inspect.DictType(key_type=key, value_type=value, max_length=most):
            yield from [info] if most is None else []
            yield from boundless(key)
            yield from boundless(value)
        case inspect.NoneType() | inspect.BoolType() | inspect.EnumType() | inspect.LiteralType():
            pass
        case _:
            yield info


@EVERY_REQUEST
def test_every_field_has_a_bound(kind: type[Message]) -> None:
    """Its class says how long and how large, at any depth."""
    assert not list(boundless(inspect.type_info(kind)))


def undescribed(schema: Any, path: str) -> Iterator[str]:
    """Where a schema lets something be as long or large as the sender likes."""
    if "$ref" in schema:
        yield from undescribed(SCHEMAS[schema["$ref"].rsplit("/")[-1]], path)
        return
    for each in schema.get("anyOf", ()):
        yield from undescribed(each, path)
    if "enum" in schema or "const" in schema or "anyOf" in schema:
        return
    needed = {
        "string": {"maxLength", "pattern"},
        "array": {"maxItems", "items"},
        "integer": {"minimum", "maximum"},
        "number": {"minimum", "maximum"},
        "boolean": set(),
        "null": set(),
        "object": {"properties"} if "properties" in schema else {"maxProperties", "propertyNames"},
    }[schema["type"]]
    yield from [f"{path} has no {each}" for each in needed - set(schema)]
    if schema["type"] == "array":
        yield from undescribed(schema["items"], f"{path}[]")
    if "properties" in schema:
        yield from [] if schema["additionalProperties"] is False else [f"{path} takes any field"]
        for name, each in schema["properties"].items():
            yield from undescribed(each, f"{path}.{name}")
    elif "propertyNames" in schema:
        yield from undescribed(schema["propertyNames"] | {"type": "string"}, f"{path}[]")
        yield from undescribed(schema["additionalProperties"], f"{path}[]")


@EVERY_REQUEST
def test_every_bound_is_described(kind: type[Message]) -> None:
    """The published schema has them too, so that authors can keep to them."""
    assert not list(undescribed(SCHEMAS[kind.__name__], tag(kind)))


def beyond(info: inspect.Type) -> Iterator[Any]:
    """Values of the right type that are just too long, too large or too small."""
    match info:
        case inspect.StrType(max_length=most):
            yield "x" * (most or 0) + "x"
        case inspect.IntType(ge=low, le=high):
            yield from ((low or 0) - 1, (high or 0) + 1)
        case inspect.FloatType(ge=low, le=high):
            yield from ((low or 0.0) - 1.0, (high or 0.0) * 2.0)
        case inspect.VarTupleType(item_type=item, max_length=most):
            yield [sample(item)] * ((most or 0) + 1)
        case inspect.DictType(value_type=value, max_length=most):
            yield {str(key): sample(value) for key in range((most or 0) + 1)}


@EVERY_REQUEST
@pytest.mark.parametrize("spoil", [beyond, hostile])
def test_a_request_out_of_bounds_can_be_refused(kind: type[Message], spoil: Any) -> None:
    """In either format it is told by its id; only where that is broken the frame is malformed."""
    for path, data in requests(kind, spoil):
        for decode, frame in (
            (MSGPACK.decode_from_player, msgpack.packb(data)),
            (JSON.decode_from_player, json.dumps(data)),
        ):
            with pytest.raises(MalformedMessage) as refused:
                decode(frame)
            if path.endswith(".id"):
                assert not isinstance(refused.value, OutOfBounds)
            else:
                assert isinstance(refused.value, OutOfBounds), f"{path}: {refused.value}"
                assert refused.value.id == data["id"]
