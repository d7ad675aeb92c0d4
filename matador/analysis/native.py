"""The compiler, where there is one: the same functions run compiled by Numba or as plain Python.

Kernels are written in the subset that both read alike: whole numbers below 2**63, flat arrays of
them, loops. Without Numba, or with `MATADOR_COMPILED=0` in the environment, arrays are lists and
nothing is compiled; the answers are the same, only slower.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, MutableSequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

Ints = MutableSequence[int]
"""A flat array of whole numbers: numpy's int64 when compiled, else a list."""

_F = TypeVar("_F", bound=Callable[..., Any])

try:
    if os.environ.get("MATADOR_COMPILED") == "0":
        raise ImportError
    import numba
    import numpy as np
    from numba.core import types
    from numba.extending import intrinsic, overload
except ImportError:
    COMPILED = False
else:
    COMPILED = True


def jit(function: _F) -> _F:
    """The function, compiled at its first call and kept on disk for the next start if it can be."""
    return cast(_F, numba.njit(function, cache=True, nogil=True)) if COMPILED else function


def array(values: Iterable[int]) -> Ints:
    """A flat array of these numbers."""
    numbers = list(values)
    return cast(Ints, np.array(numbers, dtype=np.int64)) if COMPILED else numbers


def zeros(size: int) -> Ints:
    """A flat array of `size` zeros."""
    return cast(Ints, np.zeros(size, dtype=np.int64)) if COMPILED else [0] * size


def _popcount(bits: int) -> int:
    return bits.bit_count()


popcount = _popcount if COMPILED else int.bit_count
"""How many bits are set. Uncompiled, the method itself: it saves a call in every inner loop."""


def lowest(bits: int) -> int:
    """The number of the lowest bit set; 64 for no bits."""
    return (bits & -bits).bit_length() - 1 if bits else 64


def affine(x: int, times: int, plus: int) -> int:
    """x * times + plus, modulo 2**63."""
    return (x * times + plus) & ((1 << 63) - 1)


def take_largest(w: Ints, start: int, end: int) -> int:
    """The largest of `w[start:end]`, the first of equals; what stood at `start` takes its place."""
    found = max(w[start:end])
    w[w.index(found, start)] = w[start]
    return found


@cache
def cache_folder() -> Path:
    """Where compiled code is kept: a folder of its own for each version of the kernels.

    Numba notices when a function's own file changes, but not when a function that it calls does.
    """
    here = Path(__file__).parent
    sources = [path.read_bytes() for path in sorted(here.rglob("*.py"))]
    kernels = [text for text in sources if b"jit" in text or b"ROWS =" in text]
    version = hashlib.sha256(b"".join(kernels)).hexdigest()[:16]
    room = here / "__pycache__"
    writable = os.access(room if room.exists() else here, os.W_OK)
    return (room if writable else Path(tempfile.gettempdir())) / f"matador-{version}"


def _teach_numba() -> None:
    """Give the compiler one instruction each for what Python has no operator for."""

    @intrinsic
    def ctpop(_context: Any, bits: Any) -> Any:
        return types.int64(bits), lambda _, builder, __, args: builder.ctpop(args[0])

    @intrinsic
    def cttz(_context: Any, bits: Any) -> Any:
        def write(target: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], target.get_constant(types.boolean, False))

        return types.int64(bits), write

    @intrinsic
    def wrapping(_context: Any, _x: Any, _times: Any, _plus: Any) -> Any:
        # Numba's own product may assume that nothing overflows; here it must.
        def write(target: Any, builder: Any, _signature: Any, args: Any) -> Any:
            total = builder.add(builder.mul(args[0], args[1]), args[2])
            return builder.and_(total, target.get_constant(types.int64, (1 << 63) - 1))

        return types.int64(types.int64, types.int64, types.int64), write

    # Without annotations, since Numba compares the signatures to the letter.
    @overload(_popcount)
    def _(bits):
        return lambda bits: ctpop(np.int64(bits))

    @overload(lowest)
    def _lowest(bits):
        return lambda bits: cttz(np.int64(bits))

    @overload(affine)
    def _affine(x, times, plus):
        return lambda x, times, plus: wrapping(x, times, np.int64(plus))

    @overload(take_largest)
    def _take_largest(w, start, end):
        def take(w, start, end):
            best = start
            for place in range(start + 1, end):
                if w[place] > w[best]:
                    best = place
            found = w[best]
            w[best] = w[start]
            return found

        return take


if COMPILED:
    numba.config.CACHE_DIR = str(cache_folder())
    _teach_numba()
