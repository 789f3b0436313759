"""What a processor does at a stroke, but numba's dialect of Python has no word for."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import intrinsic

from bot.search.core.compiled import Array, inlined

_numba = cast("Any", numba)  # where its types are in our way
_carray = _numba.carray
F = TypeVar("F", bound=Callable[..., object])


def _instruction(
    returns: Callable[[object], object], build: Callable[..., object]
) -> Callable[[F], F]:
    """Inside compiled functions, make one instruction of a function of one word."""

    def made(function: F) -> F:
        def typed(_: object, argument: object) -> object:
            def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> object:
                return build(builder, arguments[0], context.get_value_type(signature.return_type))

            return returns(numba.uint64), emit

        return cast("F", intrinsic(typed))

    return made


@_instruction(_numba.uint64, lambda builder, bits, _: builder.ctpop(bits))
def count(bits: int) -> int:
    """How many bits are set."""
    return bits.bit_count()


@_instruction(_numba.types.CPointer(numba.uint64), lambda builder, *to: builder.inttoptr(*to))
def _pointer(address: int) -> int:
    """The pointer to an address."""
    return address


@_instruction(_numba.types.CPointer(numba.int64), lambda builder, *to: builder.inttoptr(*to))
def _signed_pointer(address: int) -> int:
    """The pointer to an address, where there are integers with a sign."""
    return address


@inlined
def integers_at(address: int) -> Array:
    """The integers with a sign at an address, when nobody asks how many they are."""
    return _carray(_signed_pointer(address), 1)


@inlined
def array_at(address: int, length: int) -> Array:
    """The array of so many words at an address. A recursive function is faster if handed none."""
    return _carray(_pointer(address), length)


@inlined
def at_address(address: int) -> Array:
    """The words at an address, when nobody asks how many they are."""
    return _carray(_pointer(address), 1)
