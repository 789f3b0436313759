"""Names in what is stored: found and replaced without knowing each kind of event. No I/O.

An account is found as what matches and tournaments keep of a player: a map with its name that says
it is no guest. Where it is found, its name stands in some other fields as well.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from protocol.names import fold

# Where names stand by themselves, and where they stand in sentences.
NAMES = ("name", "names", "seeds", "players", "fixtures")
SENTENCES = ("reason", "title")

unpack: Callable[[bytes], Any] = msgspec.msgpack.Decoder().decode
pack = msgspec.msgpack.Encoder().encode


def has_account(value: Any, name: str) -> bool:
    """Whether the account of this name is one of the players in what is stored."""
    match value:
        case {"name": str(found), "guest": False} if found == name:
            return True
        case dict():
            return any(has_account(each, name) for each in value.values())
        case list():
            return any(has_account(each, name) for each in value)
    return False


def renamed(data: bytes, old: str, new: str) -> bytes:
    """What is stored of a match or a tournament that the account has to do with."""
    return pack(_in_map(unpack(data), old, new))


def in_sentence(text: str, old: str, new: str) -> str:
    """What is told of somebody, with the other name."""
    return re.sub(rf"(?<![\w.-]){re.escape(old)}(?![\w-])", new, text, flags=re.IGNORECASE)


def _in_map(value: Any, old: str, new: str) -> Any:
    if isinstance(value, list):
        return [_in_map(each, old, new) for each in value]
    if not isinstance(value, dict):
        return value
    changed = {}
    for key, each in value.items():
        if key in SENTENCES and isinstance(each, str):
            changed[key] = in_sentence(each, old, new)
        elif key == "name" and value.get("guest") is True:  # somebody else, who was called so
            changed[key] = each
        elif key in NAMES:
            changed[key] = _in_map(_names(each, old, new), old, new)
        else:
            changed[key] = _in_map(each, old, new)
    return changed


def _names(value: Any, old: str, new: str) -> Any:
    """A name, or names in lists of any depth."""
    if isinstance(value, list):
        return [_names(each, old, new) for each in value]
    return new if isinstance(value, str) and fold(value) == fold(old) else value
