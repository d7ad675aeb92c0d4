"""Exact solutions with the stock known: seven each, fourteen each, and double-nine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from benchmarks import ours, yardstick, yardstick_python
from benchmarks.deals import FOURTEEN, NINE_SEVEN, NINE_TEN, SEVEN, Deal, deal
from benchmarks.environment import Peers
from benchmarks.measure import (
    Settings,
    UnavailableError,
    attempt,
    contest,
    human,
    median,
    milliseconds,
    timed,
)
from benchmarks.pace import at_pace, within
from benchmarks.report import Line, judge
from benchmarks.solving import Solutions, Solved, solutions
from matador.game.rules import Rules

OURS, PLAIN, C, PYTHON = "compiled core", "plain Python core", "C", "Python yardstick"
DOMINOES = "dominoes"
FIRST = 1000
"""Seed of the first deal."""

FAR = 10**4
"""Above every value in pips."""

LIMIT = 600_000_000
"""Nodes after which the yardstick gives a double-nine deal up: what half its speed does in 60 s."""


def lines(settings: Settings, peers: Peers) -> Iterator[Line]:
    """Times of exact solutions, plain and compiled; nodes a second."""
    yield from _seven(settings, peers)
    yield from _seven_plain(settings)
    yield from _fourteen(settings)
    yield from _nine("double-nine, seven each, 41 in stock", NINE_SEVEN, settings)
    yield from _nine("double-nine, ten each", NINE_TEN, settings)


def deals(rules: Rules, count: int) -> list[Deal]:
    """So many seeded deals."""
    return [deal(rules, FIRST + place) for place in range(count)]


def _c_seven(some: Sequence[Deal]) -> list[Solved]:
    return [_timed(one, yardstick.solve) for one in some]


def _c_any(some: Sequence[Deal]) -> list[Solved]:
    return [_timed(one, yardstick.solve_any) for one in some]


def _python(some: Sequence[Deal]) -> list[Solved]:
    return [_timed(one, _solve_python) for one in some]


def _solve_python(one: Deal) -> yardstick.Answer:
    return yardstick.Answer(*yardstick_python.solve(one.order, one.lead), True)


def _timed(one: Deal, solve: Callable[[Deal], yardstick.Answer]) -> Solved:
    found, taken = timed(lambda: solve(one))
    low, high = (found.value, found.value) if found.exact else (-FAR, FAR)
    return Solved(low, high, found.nodes, taken)


# --- double-six ---------------------------------------------------------------------------------


def _seven(settings: Settings, peers: Peers) -> Iterator[Line]:
    some = deals(SEVEN, settings.of(100, 1000))
    found = solutions({C: _c_seven, OURS: ours.solve}, some, settings.of(1, 3))
    work = f"exact solution, seven each, {len(some)} deals"
    for which, goal, of in (("mean", 0.002, _mean), ("worst", 0.070, max)):
        yield judge(
            f"{work}: {which}",
            f"< {milliseconds(goal)}",
            lambda of=of, goal=goal: _judged(found, OURS, C, of, goal),
            found.told() if which == "mean" else "",
        )
    yield _nodes(found, settings, peers)
    choices = solutions({OURS: ours.solve_choices}, some, settings.of(1, 3))
    yield judge(
        f"exact value of every legal action at the first choice, {len(some)} deals: mean",
        "< 10 ms",
        lambda: _every_action(choices),
    )


def _mean(times: Sequence[float]) -> float:
    return sum(times) / len(times)


def _judged(
    found: Solutions, name: str, other: str, of: Callable[[Sequence[float]], float], goal: float
) -> tuple[str, bool]:
    seconds = of(found.times(name))
    known = other in found
    ratio = f"{seconds / of(found.times(other)):.2f} × {other}: " if known else ""
    return f"{ratio}{milliseconds(seconds)}", seconds < goal


def _nodes(found: Solutions, settings: Settings, peers: Peers) -> Line:
    race = contest(
        {DOMINOES: peers.run("dominoes-nodes", "dominoes")}, settings.rounds, settings.seconds
    )

    def measured() -> tuple[str, bool]:
        nodes = found.nodes(OURS)
        ratio = nodes / found.nodes(C)
        return f"{ratio:.2f} × C: {human(nodes)} nodes/s", ratio >= 0.5

    return judge("nodes a second of the same", "≥ 0.5 × C", measured, race.told("nodes"))


def _every_action(found: Solutions) -> tuple[str, bool]:
    answers = found.of(OURS)
    valued = sum(one.actions for one in answers)
    mean, worst = found.mean(OURS), max(found.times(OURS))
    words = f"{milliseconds(mean)}, worst {milliseconds(worst)}; {valued} actions valued"
    return words, mean < 0.010 and all(one.actions for one in answers)


def _seven_plain(settings: Settings) -> Iterator[Line]:
    some = deals(SEVEN, settings.of(40, 200))
    solvers = {PYTHON: _python, PLAIN: ours.solve_plain}
    found = solutions(solvers, some, settings.of(1, 2))
    yield judge(
        f"exact solution in plain Python, seven each, {len(some)} deals: median",
        at_pace("< 30 ms"),
        lambda: _plain_judged(found),
        found.told(),
    )


def _plain_judged(found: Solutions) -> tuple[str, bool]:
    here, _ = _judged(found, PLAIN, PYTHON, median, 0.030)
    there, met = within(median(found.times(PLAIN)), 0.030)
    return f"{here}, {there}", met


def _fourteen(settings: Settings) -> Iterator[Line]:
    some = deals(FOURTEEN, settings.of(10, 40))
    found = solutions({C: _c_any, OURS: ours.solve}, some, settings.of(1, 2))
    yield judge(
        f"exact solution, fourteen each, {len(some)} deals: median",
        "< 200 ms",
        lambda: _judged(found, OURS, C, median, 0.200),
        found.told(),
    )


# --- double-nine --------------------------------------------------------------------------------


def _nine(work: str, rules: Rules, settings: Settings) -> Iterator[Line]:
    """Each deal for five seconds; those left open for sixty; the yardstick for LIMIT nodes.

    The quick run leaves the sixty seconds out.
    """
    some = deals(rules, settings.of(1, 3))
    answers: list[Solved] = []

    def proven() -> tuple[str, bool]:
        ours.solved(deal(SEVEN, FIRST).start)  # so that nothing is left to compile
        watched = [_watched(one, 5) for one in some]
        answers.extend(one for one, _ in watched)
        widths = ", ".join(str(one.high - one.low) for one in answers)
        longest = max(wall for _, wall in watched)
        # Nobody can be paid more than all pips of the set: that much needs no proof.
        inside = all(one.high - one.low < 2 * rules.tiles.pips for one in answers)
        words = f"{_solved(answers)} of {len(some)} solved, intervals {widths} pips wide"
        return f"{words}, longest {longest:.2f} s on the wall", inside and longest < 5.5

    yield judge(f"{work}: value or proven interval", "within 5 s", proven)
    if not settings.quick:
        yield _sixty(work, some, answers)


def _watched(one: Deal, seconds: float) -> tuple[Solved, float]:
    """A deal's value or interval, and the seconds on the wall."""
    start = time.perf_counter()
    return ours.solved(one.start, seconds), time.perf_counter() - start


def _solved(answers: Sequence[Solved]) -> int:
    return sum(one.exact for one in answers)


def _sixty(work: str, some: Sequence[Deal], short: Sequence[Solved]) -> Line:
    found = attempt(lambda: [_timed(one, _c_limited) for one in some])
    reached = found if isinstance(found, str) else f"{_solved(found)} of {len(some)}"
    times = "" if isinstance(found, str) else ", ".join(milliseconds(c.seconds) for c in found)

    def share() -> tuple[str, bool]:
        if isinstance(found, str):
            raise UnavailableError(f"C: {found}")
        ours.need("matador.analysis.solve", "solve")
        pairs = zip(short, some, strict=True)
        longer = [one if one.exact else ours.solved(dealt.start, 60) for one, dealt in pairs]
        return f"{_solved(longer)} of {len(some)}", _solved(longer) >= _solved(found)

    beside = f"C {reached}, {times}"
    return judge(
        f"{work}: solved within 60 s", f"as many as C in {human(LIMIT)} nodes", share, beside
    )


def _c_limited(one: Deal) -> yardstick.Answer:
    return yardstick.solve_any(one, LIMIT)
