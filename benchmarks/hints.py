"""The time of a hint for hidden hands: worlds sampled and solved exactly for every play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from benchmarks import ours, yardstick
from benchmarks.deals import SEVEN, decisions
from benchmarks.environment import Peers
from benchmarks.measure import Settings, UnavailableError, attempt, milliseconds, timed
from benchmarks.report import Line, judge
from matador.game.position import Position

SAMPLES = 200
GOAL = 0.100
OURS, C = "compiled core", "C"

Hint = Callable[[Position, int, int], object]


def lines(settings: Settings, _peers: Peers) -> Iterator[Line]:
    """Mean time of a hint over choices met in random hands, each choice's shortest time."""
    some = decisions(SEVEN, settings.of(10, 40))
    contenders: dict[str, Hint] = {C: yardstick.hint, OURS: ours.hint}
    times: dict[str, list[float]] = {}
    missing: dict[str, str] = {}
    for turn in range(settings.of(1, 3) + 1):
        for name, hint in contenders.items():
            if name not in missing:
                # The first turn compiles and does not count.
                _take_turn(name, hint, some if turn else some[:1], times, missing, turn)
    beside = "; ".join(
        [f"{name} mean {_told(found)}" for name, found in times.items()]
        + [f"{name}: {why}" for name, why in missing.items()]
    )

    def found() -> tuple[str, bool]:
        if OURS in missing:
            raise UnavailableError(missing[OURS])
        seconds = _mean(times[OURS])
        ratio = f"{seconds / _mean(times[C]):.2f} × C: " if C in times else ""
        return f"{ratio}{milliseconds(seconds)}", seconds < GOAL

    yield judge(f"a hint for hidden hands, {SAMPLES} samples: mean", "< 100 ms", found, beside)


def _take_turn(
    name: str,
    hint: Hint,
    some: Sequence[Position],
    times: dict[str, list[float]],
    missing: dict[str, str],
    turn: int,
) -> None:
    answer = attempt(lambda: [timed(lambda p=p: hint(p, SAMPLES, turn + 1))[1] for p in some])
    if isinstance(answer, str):
        missing[name] = answer
        times.pop(name, None)
    elif turn:
        times[name] = list(map(min, times.get(name, answer), answer))


def _mean(times: Sequence[float]) -> float:
    return sum(times) / len(times)


def _told(times: Sequence[float]) -> str:
    return f"{milliseconds(_mean(times))}, worst {milliseconds(max(times))}"
