"""Fair timing: contenders take turns; one that cannot run says why and stops nobody else.

Everything that one process does is timed in processor time, which other programs on the machine
disturb less than the clock on the wall. Only the standard library is used here: the peers'
environment runs this file, too.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

T = TypeVar("T")

clock = time.process_time
"""Seconds of processor time that this process has used."""


class UnavailableError(Exception):
    """A contender cannot run here; the text says why in a few words, for the table."""


class Sample(NamedTuple):
    """What one turn of a contender did."""

    units: float
    seconds: float


Run = Callable[[float], Sample]
"""Works for about so many seconds."""


@dataclass(frozen=True)
class Settings:
    """How long and how often everything is measured."""

    quick: bool

    @property
    def rounds(self) -> int:
        """How often the contenders of a row take turns."""
        return 2 if self.quick else 5

    @property
    def seconds(self) -> float:
        """How long one turn lasts."""
        return 0.4 if self.quick else 2.0

    def of(self, quick: T, full: T) -> T:
        """One of two sizes of a measurement."""
        return quick if self.quick else full


class Contest:
    """The best rate of each contender, in units a second, or why it has none."""

    def __init__(self, best: Mapping[str, float], missing: Mapping[str, str]) -> None:
        self._best, self._missing = best, missing

    def rate(self, name: str) -> float:
        """Units a second. Raises UnavailableError."""
        if name in self._best:
            return self._best[name]
        raise UnavailableError(self._missing[name])

    def ratio(self, name: str, other: str) -> float:
        """How many times as fast `name` is as `other`. Raises UnavailableError for either."""
        if name in self._best and other not in self._best:
            raise UnavailableError(f"{other}: {self._missing[other]}")
        return self.rate(name) / self.rate(other)

    def against(self, name: str, other: str) -> str:
        """The ratio in words, to stand before a figure; nothing where `other` is missing."""
        return f"{self.ratio(name, other):.2f} × {other}: " if other in self._best else ""

    def told(self, unit: str) -> str:
        """Every contender's rate in words."""
        rates = [f"{name} {human(rate)} {unit}/s" for name, rate in self._best.items()]
        return "; ".join(rates + [f"{name}: {why}" for name, why in self._missing.items()])


def contest(contenders: Mapping[str, Run], rounds: int, seconds: float) -> Contest:
    """Let the contenders take turns after one short turn each that does not count.

    The best turn of each is kept: whatever else the machine did then disturbed it least.
    """
    best: dict[str, float] = {}
    missing: dict[str, str] = {}
    for name, run in contenders.items():
        answer = attempt(run, 0.01)
        if isinstance(answer, str):
            missing[name] = answer
    for _ in range(rounds):
        for name, run in contenders.items():
            if name in missing:
                continue
            answer = attempt(run, seconds)
            if isinstance(answer, str):
                missing[name] = answer
                best.pop(name, None)
            else:
                best[name] = max(best.get(name, 0.0), answer.units / answer.seconds)
    return Contest(best, missing)


def attempt(run: Callable[..., T], *arguments: object) -> T | str:
    """The answer, or in a few words why there is none."""
    try:
        return run(*arguments)
    except UnavailableError as why:
        return str(why)
    except Exception as error:
        return f"FAILED: {last_line(f'{type(error).__name__}: {error}')}"


def repeat(step: Callable[[], float], seconds: float) -> Sample:
    """Call `step`, which returns the units it did, until the time is up; once at least."""
    units = 0.0
    start = clock()
    while True:
        units += step()
        taken = clock() - start
        if taken >= seconds:
            return Sample(units, taken)


def timed(call: Callable[[], T]) -> tuple[T, float]:
    """The answer and the seconds it took."""
    start = clock()
    answer = call()
    return answer, clock() - start


def last_line(text: str) -> str:
    """The last line of what a failing program said, without paths and addresses of this machine."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    short = re.sub(r"\S*/\S+", "…", lines[-1]) if lines else "no message"
    return short[:160].replace("|", "/")


def human(rate: float) -> str:
    """A number to three digits: 1.42 M, 387 k, 21.0."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.3g} {letter}"
    return f"{rate:.3g}"


def milliseconds(seconds: float) -> str:
    """A duration in milliseconds, or in seconds from ten on."""
    return f"{seconds:.3g} s" if seconds >= 10 else f"{1e3 * seconds:.3g} ms"


def median(values: Sequence[float]) -> float:
    """The middle one; of an even number the upper of the two."""
    return sorted(values)[len(values) // 2]
