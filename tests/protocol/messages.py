"""Random messages of either direction, made from the message classes themselves."""

from typing import Any, get_args

import msgspec
from hypothesis import strategies as st

from protocol.messages import FromPlayer, FromServer
from protocol.parts import Message
from protocol.texts import clean

FROM_PLAYER: tuple[type[Message], ...] = get_args(FromPlayer)
FROM_SERVER: tuple[type[Message], ...] = get_args(FromServer)


def messages(kinds: tuple[type[Message], ...]) -> st.SearchStrategy[Message]:
    return st.one_of([_structs(kind) for kind in kinds])


def _structs(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    fields = msgspec.structs.fields(kind)
    return st.builds(kind, **{field.name: _values(field.type) for field in fields})


def _values(kind: Any) -> st.SearchStrategy[Any]:
    return _of(msgspec.inspect.type_info(kind))


def _of(info: msgspec.inspect.Type) -> st.SearchStrategy[Any]:
    """Values of a type, within its bounds; a new kind of field fails here until it is taught."""
    match info:
        case msgspec.inspect.UnionType(types=types):
            return st.one_of([_of(each) for each in types])
        case msgspec.inspect.NoneType():
            return st.none()
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.IntType(ge=low, le=high):
            return st.integers(low, high)
        case msgspec.inspect.FloatType(ge=low, le=high):
            return st.floats(low, high)
        case msgspec.inspect.StrType(max_length=most, pattern=pattern):
            text = st.text(st.characters(codec="utf-8"), max_size=20 if most is None else most)
            return text if pattern is None else text.map(clean)
        case msgspec.inspect.EnumType(cls=cls):
            return st.sampled_from(list(cls))
        case msgspec.inspect.StructType(cls=cls):
            return _structs(cls)
        case msgspec.inspect.TupleType(item_types=items):
            return st.tuples(*map(_of, items))
        case msgspec.inspect.VarTupleType(item_type=item):
            return st.lists(_of(item), max_size=3).map(tuple)
        case msgspec.inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(_of(key), _of(value), max_size=3)
        case msgspec.inspect.LiteralType(values=values):
            return st.sampled_from(values)
    raise NotImplementedError(f"no strategy for {info}")
