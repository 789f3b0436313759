"""What was stored, read back, also where it is from before texts and lists had bounds."""

from typing import Any, Generic, TypeVar

import msgspec

from protocol.texts import clean

Kind = TypeVar("Kind")


class StoredDecoder(Generic[Kind]):
    """Turns what is stored into values of one kind, brought within the bounds where need be."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind
        self._decode = msgspec.msgpack.Decoder[Kind](kind).decode

    def __call__(self, data: bytes) -> Kind:
        try:
            stored: Kind = self._decode(data)
        except msgspec.ValidationError:
            stored = msgspec.convert(_within_bounds(msgspec.msgpack.decode(data)), self._kind)
        return stored


def _within_bounds(value: Any) -> Any:
    """With its texts cleaned, and without what a bot thought, which could be of any length."""
    match value:
        case str():
            return clean(value)
        case list():
            return [_within_bounds(each) for each in value]
        case dict():
            return {key: _within_bounds(each) for key, each in value.items() if key != "analysis"}
    return value
