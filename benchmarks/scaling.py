"""Scaling of random hands: two processes against one, and cost and memory from few hands to many.

Run as `python -m benchmarks.scaling NAME COUNT…` it plays so many hands of a contender and prints
seconds a hand and the peak of its memory after each count as JSON.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from benchmarks import ours, yardstick
from benchmarks.environment import ROOT, Peers
from benchmarks.measure import Settings, UnavailableError, attempt, last_line, timed
from benchmarks.report import Line, judge

OURS, C = "compiled core", "plain C"
PLAYERS: dict[str, Callable[[int, int], object]] = {OURS: ours.play, C: yardstick.hands}

TWICE = 1.8
"""How much more two processes must do than one. Where the yardstick does not either, cores are busy
with something else, and nothing is judged."""

FLAT = 1.15
"""The costliest hand of a flat cost may cost this many times the cheapest one."""


def lines(settings: Settings, _peers: Peers) -> Iterator[Line]:
    """Two processes; cost and memory. The yardstick shows what the machine allows just now."""
    yield _two_processes(settings)
    yield from _flat(settings)


# --- two processes ------------------------------------------------------------------------------


def _two_processes(settings: Settings) -> Line:
    count = settings.of(300_000, 3_000_000)
    gains = {name: attempt(_gain, name, count, settings.rounds) for name in PLAYERS}

    def found() -> tuple[str, bool]:
        gain, control = gains[OURS], gains[C]
        if isinstance(gain, str):
            raise UnavailableError(gain)
        if gain < TWICE and not isinstance(control, str) and control < TWICE:
            raise UnavailableError(f"{gain:.2f} × one process, but {C} gets no more, either")
        return f"{gain:.2f} × one process", gain >= TWICE

    control = gains[C] if isinstance(gains[C], str) else f"{gains[C]:.2f} × one process"
    work = "two processes, random hands, time on the wall"
    return judge(work, f"≥ {TWICE} × one", found, f"{C} {control}")


def _gain(name: str, count: int, rounds: int) -> float:
    """Hands a second of two processes over those of one: the best of turns taken by both."""
    PLAYERS[name](1, 1)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        _wall(pool, name, 1000, 2)  # starts both and compiles
        walls = [(_wall(pool, name, count, 1), _wall(pool, name, count, 2)) for _ in range(rounds)]
    one, two = (min(times) for times in zip(*walls, strict=True))
    return 2 * one / two


def _wall(pool: ProcessPoolExecutor, name: str, count: int, processes: int) -> float:
    """Seconds on the wall until each of so many processes has played `count` hands."""
    start = time.perf_counter()
    for done in [pool.submit(_play, name, count, seed + 1) for seed in range(processes)]:
        done.result()
    return time.perf_counter() - start


def _play(name: str, count: int, seed: int) -> None:
    PLAYERS[name](count, seed)


# --- cost and memory ----------------------------------------------------------------------------


def _flat(settings: Settings) -> Iterator[Line]:
    counts = settings.of([10_000, 100_000, 1_000_000], [10_000, 100_000, 1_000_000, 10_000_000])
    span = f"from {counts[0]:,} to {counts[-1]:,} hands"
    found = {name: attempt(_costs, name, counts) for name in PLAYERS}
    yield judge(
        f"cost of a random hand {span}",
        f"flat: costliest ≤ {FLAT} × cheapest",
        lambda: _spread(found[OURS], 0, "cost"),
        f"{C} {_control(found[C], 0)}",
    )
    yield judge(
        f"peak of memory {span}",
        f"flat: ≤ {FLAT} ×",
        lambda: _spread(found[OURS], 1, "memory"),
        f"{C} {_control(found[C], 1)}",
    )


Costs = list[tuple[float, float]]
"""Seconds a hand and bytes, for each count."""


def _costs(name: str, counts: Sequence[int]) -> Costs:
    """A fresh process's costs, so that its memory is its own. Raises UnavailableError."""
    PLAYERS[name](1, 1)
    command = [sys.executable, "-m", "benchmarks.scaling", name, *map(str, counts)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UnavailableError(f"FAILED: {last_line(done.stderr)}")
    return [tuple(pair) for pair in json.loads(done.stdout.splitlines()[-1])]


def _spread(costs: Costs | str, which: int, what: str) -> tuple[str, bool]:
    if isinstance(costs, str):
        raise UnavailableError(costs)
    values = [pair[which] for pair in costs]
    ratio = max(values) / min(values)
    ends = f"{_amount(values[0], which)} to {_amount(values[-1], which)}"
    return f"{ratio:.2f} × the least {what}, {ends}", ratio <= FLAT


def _control(costs: Costs | str, which: int) -> str:
    if isinstance(costs, str):
        return costs
    values = [pair[which] for pair in costs]
    return f"{max(values) / min(values):.2f} ×"


def _amount(value: float, which: int) -> str:
    return f"{value / 1e6:.3g} MB" if which else f"{1e6 * value:.3g} µs a hand"


def _measure(name: str, count: int) -> tuple[float, float]:
    """Seconds a hand, the best of some turns where hands are few, and the peak of memory."""
    turns = max(1, 1_000_000 // count)
    seconds = min(timed(lambda turn=turn: _play(name, count, turn))[1] for turn in range(turns))
    unit = 1 if sys.platform == "darwin" else 1024
    return seconds / count, unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    _play(sys.argv[1], 10_000, 1)
    print(json.dumps([_measure(sys.argv[1], int(count)) for count in sys.argv[2:]]))
