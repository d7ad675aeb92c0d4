"""The C yardsticks of `yardstick/`: compiled here by the system's compiler, called by ctypes."""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from benchmarks.deals import Deal
from benchmarks.measure import UnavailableError, last_line
from matador.game.position import Position
from matador.game.tiles import Tile

SOURCES = Path(__file__).with_name("yardstick")
BUILD = Path(__file__).parents[1] / ".yardstick"
"""Where the libraries go; git ignores it."""

FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
NO_COMPILER = "no C compiler"

SMALL_TABLE, LARGE_TABLE = 18, 22
"""Entries of the solvers' tables, as powers of two."""

_u64 = ctypes.c_uint64


class Answer(NamedTuple):
    """What a solver of the yardstick found, for the seat that led."""

    value: int
    nodes: int
    exact: bool


def hands(count: int, seed: int) -> list[int]:
    """Random hands: wins of A, wins of B, ties, tiles placed, blocked hands, sum of B's pips - A's.

    Raises UnavailableError, as every function here does.
    """
    counts = (ctypes.c_long * 6)()
    _library("proto").playouts(_u64(seed), ctypes.c_long(count), 0, counts)
    return list(counts)


def fast_hands(count: int, seed: int) -> list[int]:
    """As `hands`, with every trick; without the last number."""
    counts = (ctypes.c_long * 6)()
    _library("fast").fast(_u64(seed), ctypes.c_long(count), 0, counts)
    return list(counts[:5])


def perft(deal: Deal, depth: int) -> int:
    """Lines of play of `depth` tiles after the lead, draws and passes free.

    A hand that ends sooner counts once; two equal ends count as one.
    """
    library = _library("proto")
    library.perft.restype = _u64
    return int(library.perft(_ints(deal.order), 0, depth))


def solve(deal: Deal, limit: int = 1 << 62) -> Answer:
    """The exact value of a double-six deal, seven each, in pips for seat A; `limit` in nodes."""
    nodes, exact, lead = _u64(), ctypes.c_int(), ctypes.c_int()
    found = (ctypes.byref(nodes), ctypes.byref(exact), ctypes.byref(lead))
    order = _ints(deal.order)
    value = _library("proto").solve(order, 0, 0, SMALL_TABLE, _u64(limit), *found)
    return Answer(value, nodes.value, bool(exact.value))


def solve_any(deal: Deal, limit: int = 1 << 62) -> Answer:
    """The same for any deal of any set up to double-nine."""
    tiles = [deal.tiles.tiles[one] for one in deal.order]
    nodes, exact = _u64(), ctypes.c_int()
    value = _library("gen").gsolve(
        _ints(one.low for one in tiles),
        _ints(one.high for one in tiles),
        *(len(tiles), deal.tiles.highest, deal.size, 0, 0, 0, LARGE_TABLE),
        *(_u64(limit), ctypes.byref(nodes), ctypes.byref(exact)),
    )
    return Answer(value, nodes.value, bool(exact.value))


def hint(position: Position, samples: int, seed: int) -> int:
    """The play that sampled worlds advise to the seat to move: 2 * tile + end of the line."""
    number = {one: place for place, one in enumerate(position.rules.tiles.tiles)}

    def mask(tiles: Iterable[Tile]) -> int:
        return sum(1 << number[one] for one in tiles)

    other = position.hands[1 - position.turn]
    ends = [end.halves[0] for end in position.ends]
    return int(
        _library("pimc").hint(
            _u64(seed),
            *(mask(position.hand.tiles), len(other), mask(position.unseen)),
            *(*ends, 0, samples),
        )
    )


@cache
def _library(name: str) -> ctypes.CDLL:
    source = SOURCES / f"matador_{name}.c"
    compiler = shutil.which("cc")
    if not compiler:
        raise UnavailableError(NO_COMPILER)
    target = BUILD / f"{name}-{_fingerprint(compiler)}.so"
    if not target.exists():
        _compile(compiler, source, target)
    return ctypes.CDLL(str(target))


def _fingerprint(compiler: str) -> str:
    """Changes with the sources, the compiler and the machine: -march=native fits one machine."""
    texts = [path.read_text("utf-8") for path in sorted(SOURCES.glob("*.c"))]
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
    cpu = Path("/proc/cpuinfo")
    flags = [line for line in cpu.read_text("utf-8").splitlines() if line.startswith("flags")][:1]
    texts += [version.stdout, platform.machine(), *flags, *FLAGS]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:12]


def _compile(compiler: str, source: Path, target: Path) -> None:
    BUILD.mkdir(exist_ok=True)
    # Renamed when done: several processes may compile at once.
    made = target.with_suffix(f".{os.getpid()}")
    command = [compiler, *FLAGS, "-o", str(made), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UnavailableError(f"does not compile here: {last_line(done.stderr)}")
    made.replace(target)


def _ints(values: Iterable[int]) -> ctypes.Array[ctypes.c_int]:
    found = list(values)
    return (ctypes.c_int * len(found))(*found)
