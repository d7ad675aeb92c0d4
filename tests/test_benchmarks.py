"""The yardsticks play the same game as the engine, and a contender that fails is seen to fail."""

import shutil
from collections.abc import Sequence
from dataclasses import replace

import pytest

from benchmarks import yardstick, yardstick_python
from benchmarks.deals import SEVEN, Deal, deal, decisions
from benchmarks.measure import Sample, UnavailableError, contest
from benchmarks.report import judge
from benchmarks.solving import Solved, Solver, solutions
from matador.game.moves import DRAW, PASS, advance, ending, legal_actions
from matador.game.position import Position
from matador.game.settle import settle

SHORT = [("3", 6), ("5", 2)]
"""Deals that can be looked through to the end: tiles each, and tiles kept in the stock."""


@pytest.fixture(scope="module")
def compiler() -> None:
    """A C compiler: the system's, as for the benchmarks."""
    if not shutil.which("cc"):
        pytest.fail("No C compiler for the yardsticks: install one (Debian's package is gcc).")


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("seed", range(8))
def test_the_yardstick_counts_what_the_engine_counts(seed: int) -> None:
    dealt = deal(SEVEN, seed)
    for depth in range(4):
        assert yardstick.perft(dealt, depth) == lines_of(dealt.start, depth)


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("size", "stock"), SHORT)
def test_the_yardstick_solves_as_the_engine_does(size: str, stock: int, seed: int) -> None:
    whole = deal(SEVEN.changed(deal=size), seed)
    dealt = replace(whole, order=whole.order[: 2 * whole.size + stock])
    assert yardstick.solve_any(dealt)[::2] == (value(dealt.start), True)


@pytest.mark.usefixtures("compiler")
def test_the_yardsticks_agree_on_values() -> None:
    for dealt in (deal(SEVEN, seed) for seed in range(20)):
        found = yardstick.solve(dealt)
        assert yardstick.solve_any(dealt).value == found.value
        assert yardstick_python.solve(dealt.order, dealt.lead).value == found.value


@pytest.mark.usefixtures("compiler")
def test_a_hint_is_a_legal_play() -> None:
    for position in decisions(SEVEN, 5):
        tile, side = divmod(yardstick.hint(position, 5, 1), 2)
        plays = {(action.tile, action.where) for action in legal_actions(position)}
        assert (SEVEN.tiles.tiles[tile], position.ends[side].arm) in plays


def lines_of(position: Position, depth: int) -> int:
    """Lines of play of `depth` tiles, counted as the yardstick does."""
    while not ending(position) and (forced := legal_actions(position))[0].where in (DRAW, PASS):
        position = advance(position, forced[0])
    if ending(position) or not depth:
        return 1
    one, other = position.ends
    actions = [a for a in legal_actions(position) if one.halves != other.halves or a.where == "L"]
    return sum(lines_of(advance(position, action), depth - 1) for action in actions)


def value(position: Position) -> int:
    """What the position is worth to seat A, by looking at everything."""
    if ending(position):
        paid = settle(position).payments
        return paid[0] - paid[1]
    best = max if position.turn == 0 else min
    return best(value(advance(position, action)) for action in legal_actions(position))


# --- fair play ----------------------------------------------------------------------------------


def test_a_contender_that_cannot_run_says_why_and_stops_nobody() -> None:
    def absent(_seconds: float) -> Sample:
        raise UnavailableError("not built")

    def broken(_seconds: float) -> Sample:
        raise KeyError("gone")

    race = contest({"a": absent, "b": broken, "c": lambda _: Sample(10, 2.0)}, 2, 0)
    assert race.rate("c") == 5
    line = judge("work", "goal", lambda: (str(race.ratio("a", "c")), True), race.told("hands"))
    assert (line.measured, line.verdict, line.failed) == ("not built", "not measured", True)
    assert line.beside == "c 5 hands/s; a: not built; b: FAILED: KeyError: 'gone'"


def test_a_solver_with_another_value_has_failed() -> None:
    def answering(low: int, high: int, seconds: float = 1.0) -> Solver:
        return lambda some: [Solved(low, high, 1, seconds) for _ in some]

    some: Sequence[Deal] = [deal(SEVEN, seed) for seed in range(2)]
    solvers = {"C": answering(3, 3), "open": answering(-9, 9), "wrong": answering(4, 9)}
    found = solutions(solvers, some, 2)
    assert found.mean("C") == found.mean("open") == 1
    with pytest.raises(UnavailableError, match="FAILED: 2 values differ from C"):
        found.of("wrong")
