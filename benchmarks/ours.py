"""Matador's own contenders: the one file here that knows how `matador.analysis` is called.

Run as `python -m benchmarks.ours FIRST COUNT` it solves that many deals and prints the values,
nodes and seconds as JSON: so the plain Python form is measured in a process of its own.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from benchmarks.deals import SEVEN, Deal, deal
from benchmarks.environment import ROOT
from benchmarks.measure import Run, Sample, UnavailableError, last_line, repeat, timed
from benchmarks.solving import Solved
from matador.game.position import Position
from matador.game.rules import Rules

NOT_BUILT = "not built"
CHUNK = 20_000
"""Random hands a call."""

MOVES = 512
"""Room for the moves of one position."""


def need(module: str, name: str) -> Callable[..., Any]:
    """A function of the program. Raises UnavailableError where it is not written yet."""
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name and module.startswith(error.name):
            raise UnavailableError(NOT_BUILT) from None
        raise
    if not hasattr(found, name):
        raise UnavailableError(NOT_BUILT)
    function: Callable[..., Any] = getattr(found, name)
    return function


def hands(rules: Rules = SEVEN) -> Run:
    """Random hands in the compiled core."""
    seeds = iter(range(1, sys.maxsize))
    return lambda seconds: repeat(lambda: play(CHUNK, next(seeds), rules), seconds)


def play(count: int, seed: int, rules: Rules = SEVEN) -> int:
    """Play random hands of two players; return how many."""
    random_hands = need("matador.analysis.playouts", "random_hands")
    w, sums = _playground(rules)
    before = sums[0]
    random_hands(w, seed, 0, count, sums)
    return int(sums[0] - before)


@cache
def _playground(rules: Rules) -> tuple[Any, Any]:
    """A workspace for random hands under these rules, and their sums."""
    playouts = importlib.import_module("matador.analysis.playouts")
    w = need("matador.analysis.tables", "tables")(rules, 2).workspace(playouts.WORKSPACE)
    if not playouts.fits_lane(w):
        raise UnavailableError("FAILED: the fast lane does not take these rules")
    return w, need("matador.analysis.native", "zeros")(playouts.SUMS)


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` actions there are, counted by the compiled core."""
    count = need("matador.analysis.kernels", "perft")
    found, w, row, out = _rows(position.rules, depth)
    need("matador.analysis.tables", "load")(found, position, w)
    return int(count(w, row, out, depth))


@cache
def _rows(rules: Rules, depth: int) -> tuple[Any, Any, int, int]:
    """Tables for two players, a workspace of rows so deep, the first row, and room for moves."""
    layout = importlib.import_module("matador.analysis.layout")
    found = need("matador.analysis.tables", "tables")(rules, 2)
    rows = (depth + 1) * layout.ROW
    w = found.workspace(rows + (depth + 1) * MOVES)
    return found, w, layout.ROWS, layout.ROWS + rows


def plain(name: str, *first: object) -> Run:
    """One of the measurements of `plain.py`, which times itself and returns a rate."""

    def run(seconds: float) -> Sample:
        return Sample(need("benchmarks.plain", name)(*first, seconds), 1.0)

    return run


def solve(deals: Sequence[Deal]) -> list[Solved]:
    """Each deal's exact value after the lead."""
    return [valued(one.start) for one in deals]


def valued(position: Position) -> Solved:
    """A position's value in pips for seat A, and nothing about its actions."""
    solver_for = need("matador.analysis.solve", "solver_for")
    budget = need("matador.analysis.solve", "Budget")()

    def search() -> Any:
        solver = solver_for(position.rules, position.players)
        solver.start(position)
        return solver.value(budget)

    found, taken = timed(search)
    value = found.low if position.turn == 0 else -found.low
    return Solved(value, value, budget.used, taken)


def solve_choices(deals: Sequence[Deal]) -> list[Solved]:
    """The exact value of every action where each deal first has something to choose."""
    return [solved(one.choice) for one in deals]


def solved(position: Position, seconds: float | None = None) -> Solved:
    """A position's value or interval in pips for seat A, within `seconds` on the wall.

    The program values every legal action on the way; its best line is not asked for.
    """
    solver = need("matador.analysis.solve", "solve")
    found, taken = timed(lambda: solver(position, seconds=seconds, line=False))
    sign = 1 if position.turn == 0 else -1
    low, high = sorted((sign * found.value.low, sign * found.value.high))
    valued = sum(one.exact for one in found.actions.values())
    return Solved(low, high, found.nodes, taken, valued)


def solve_plain(deals: Sequence[Deal]) -> list[Solved]:
    """The same without the compiler, in a process of its own; the deals' seeds are in a row."""
    need("matador.analysis.solve", "solve")
    command = [sys.executable, "-m", "benchmarks.ours", str(deals[0].seed), str(len(deals))]
    plainly = {**os.environ, "MATADOR_COMPILED": "0"}
    done = subprocess.run(
        command, cwd=ROOT, env=plainly, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise UnavailableError(f"FAILED: {last_line(done.stderr)}")
    return [Solved(*answer) for answer in json.loads(done.stdout.splitlines()[-1])]


def hint(position: Position, samples: int, seed: int) -> None:
    """A hint for hidden hands."""
    need("matador.analysis.estimate", "estimate")(position, samples=samples, seed=seed, early=False)


if __name__ == "__main__":
    first, count = map(int, sys.argv[1:])
    print(json.dumps([valued(deal(SEVEN, first + place).start) for place in range(count)]))
