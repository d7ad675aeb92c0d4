"""How solvers are compared: the same deals in turns, the shortest time of each, equal values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from benchmarks.deals import Deal
from benchmarks.measure import UnavailableError, attempt, human, median, milliseconds


class Solved(NamedTuple):
    """What is proven about a deal, in pips for seat A, and what it cost."""

    low: int
    high: int
    nodes: int
    seconds: float
    actions: int = 0
    """How many actions were given an exact value of their own."""

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


Solver = Callable[[Sequence[Deal]], list[Solved]]


class Solutions:
    """Every solver's answers to the same deals, or why it has none."""

    def __init__(self, found: Mapping[str, list[Solved]], missing: Mapping[str, str]) -> None:
        self._found, self._missing = found, missing

    def of(self, name: str) -> list[Solved]:
        """The answers of a solver. Raises UnavailableError."""
        if name in self._found:
            return self._found[name]
        raise UnavailableError(self._missing[name])

    def times(self, name: str) -> list[float]:
        """Seconds a deal. Raises UnavailableError."""
        return [one.seconds for one in self.of(name)]

    def mean(self, name: str) -> float:
        """Mean seconds a deal. Raises UnavailableError."""
        return sum(self.times(name)) / len(self.times(name))

    def nodes(self, name: str) -> float:
        """Nodes a second. Raises UnavailableError."""
        return sum(one.nodes for one in self.of(name)) / sum(self.times(name))

    def __contains__(self, name: str) -> bool:
        return name in self._found

    def told(self) -> str:
        """Every solver's times in words."""
        return "; ".join(
            [self._told(name) for name in self._found]
            + [f"{name}: {why}" for name, why in self._missing.items()]
        )

    def _told(self, name: str) -> str:
        times = self.times(name)
        return (
            f"{name} mean {milliseconds(self.mean(name))},"
            f" median {milliseconds(median(times))}, worst {milliseconds(max(times))},"
            f" {human(self.nodes(name))} nodes/s"
        )


def solutions(solvers: Mapping[str, Solver], deals: Sequence[Deal], rounds: int) -> Solutions:
    """Let the solvers take turns over all deals, after one that does not count.

    A solver whose values differ from the first one's has failed.
    """
    found: dict[str, list[Solved]] = {}
    missing: dict[str, str] = {}
    for turn in range(rounds + 1):
        for name, solver in solvers.items():
            if name in missing:
                continue
            answers = attempt(solver, deals if turn else deals[:1])
            if isinstance(answers, str):
                missing[name] = answers
                found.pop(name, None)
            elif turn:
                found[name] = _shorter(found.get(name, answers), answers)
    _compare(found, missing)
    return Solutions(found, missing)


def _shorter(one: list[Solved], other: list[Solved]) -> list[Solved]:
    return [min(pair, key=lambda solved: solved.seconds) for pair in zip(one, other, strict=True)]


def _compare(found: dict[str, list[Solved]], missing: dict[str, str]) -> None:
    """Move solvers to the missing ones whose proven values contradict the first one's."""
    names = list(found)
    for name in names[1:]:
        pairs = zip(found[names[0]], found[name], strict=True)
        differing = sum(one.high < two.low or two.high < one.low for one, two in pairs)
        if differing:
            del found[name]
            missing[name] = f"FAILED: {differing} values differ from {names[0]}"
