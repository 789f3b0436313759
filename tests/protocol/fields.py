"""Requests in which one field is spoilt, made from the message classes themselves.

Whoever adds a field to a message need not think of it: it is found here, or fails here.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import inspect

from protocol.parts import Message

Spoil = Callable[[inspect.Type], Iterable[Any]]

# What no text may hold, and what any text may.
HOSTILE = (
    "\x00", "\n", "\r", "\x1b[2J", "\x85", "\u2028", "\u202e", "\u2066", "\ufeff", "\U000e0041",
)  # fmt: skip
ODD = (
    "👩\u200d👧 naïve", "שלום عربي", "]\\;[)", "\"'", "'; DROP TABLE matches; --", "=1+1",
    "<script>alert(1)</script>", "{} %s $1 {{x}}", "[Event \"x\"]", "  x  ", "a" * 40,
)  # fmt: skip


def hostile(info: inspect.Type) -> Iterator[Any]:
    """Texts that no text may hold, at its start, within it and at its end."""
    if isinstance(info, inspect.StrType):
        for each in HOSTILE:
            yield from (f"{each}a", f"a{each}b", f"a{each}")


def odd(info: inspect.Type) -> Iterator[Any]:
    """Texts that may come in, and must do no harm."""
    if isinstance(info, inspect.StrType):
        yield from ODD


class Spoilt(NamedTuple):
    """Where a value is spoilt, and the whole with that value in it."""

    path: str
    data: Any


def requests(kind: type[Message], spoil: Spoil) -> Iterator[Spoilt]:
    """For each value that *spoil* gives for a field of the message, the message with it."""
    for path, data in spoilt(inspect.type_info(kind), spoil):
        yield Spoilt(f"{data['type']}{path}", data)


def spoilt(info: inspect.Type, spoil: Spoil) -> Iterator[Spoilt]:
    yield from (Spoilt("", bad) for bad in spoil(info))
    match info:
        case inspect.StructType(fields=fields):
            whole = sample(info)
            for field in fields:
                for path, bad in spoilt(field.type, spoil):
                    yield Spoilt(f".{field.name}{path}", whole | {field.name: bad})
        case inspect.UnionType(types=types):
            for each in types:
                yield from spoilt(each, spoil)
        case inspect.VarTupleType(item_type=item):
            yield from (Spoilt(f"[0]{path}", [bad]) for path, bad in spoilt(item, spoil))
        case inspect.DictType(key_type=key, value_type=value):
            yield from (
                Spoilt(f"[]{path}", {bad: sample(value)}) for path, bad in spoilt(key, spoil)
            )
            yield from (Spoilt(f"{{}}{path}", {"key": bad}) for path, bad in spoilt(value, spoil))


def sample(info: inspect.Type) -> Any:
    """A value within the bounds of its type; a new kind of field fails here until it is taught."""
    match info:
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            named = {tag_field: tag} if tag_field else {}
            return named | {field.name: sample(field.type) for field in fields}
        case inspect.UnionType(types=types):
            return sample(next(each for each in types if not isinstance(each, inspect.NoneType)))
        case inspect.BoolType():
            return False
        case inspect.IntType() | inspect.FloatType():
            return max(info.ge or 0, min(1, info.le or 1))
        case inspect.StrType():
            return "x"
        case inspect.EnumType(cls=cls):
            return next(iter(cls)).value
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.VarTupleType(item_type=item):
            return [sample(item)]
        case inspect.DictType(key_type=key, value_type=value):
            return {sample(key): sample(value)}
    raise NotImplementedError(f"no sample of {info}")
