"""The exact value of a fully known position: open hands, and a stock whose order is known.

Values are pips paid under the position's rules to the party to move, less what the others are paid
(where the rules pay nothing, a hand won counts 1). Between two parties the value is exact. With
three or more each for itself it is *paranoid*: what the party to move can be sure of even if all
others play against it alone. A search that its budget ends has proved an interval, never a guess.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from matador.analysis import layout as at
from matador.analysis import search as kernel
from matador.analysis.kernels import copy, do, moves
from matador.analysis.native import COMPILED, Ints
from matador.analysis.tables import Tables, UnsupportedError, action_of, load, tables
from matador.game.moves import Action, ending
from matador.game.position import Position, sides
from matador.game.rules import Rules

TABLE_BITS = 20 if COMPILED else 15
SLICE = 2_000_000 if COMPILED else 20_000
"""Nodes between two looks at the clock."""
_LONGEST_LINE = 200


class Interval(NamedTuple):
    """What a value is proved to be: from `low` to `high`, both included."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether only one value is left."""
        return self.low == self.high


@dataclass(frozen=True)
class Solution:
    """What is known about a position."""

    value: Interval
    """For the party to move, in pips (see `unit`)."""
    actions: dict[Action, Interval]
    """The value of every legal action, in the order of their written form."""
    line: tuple[Action, ...]
    """Best play of all to the end of the hand; empty unless the value is exact."""
    nodes: int
    method: str
    """`two-sided` (exact) or `paranoid` (what the party can be sure of against all others)."""
    unit: str
    """`pips`, or `hands` where the rules pay nothing: 1 for a hand won, -1 for a hand lost."""

    @property
    def exact(self) -> bool:
        """Whether the value is proved to one number."""
        return self.value.exact

    @property
    def best(self) -> tuple[Action, ...]:
        """The actions that are proved to be best; all of them if they are equal."""
        top = self.value.low
        return tuple(a for a, value in self.actions.items() if value.exact and value.low == top)


class Budget:
    """How much work may be done: nodes, seconds, and a question whether to stop."""

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.nodes = nodes if nodes is not None else 1 << 60
        self.until = time.monotonic() + seconds if seconds is not None else float("inf")
        self.stop = stop
        self.used = 0

    @property
    def spent(self) -> bool:
        """Whether no more work may be done."""
        if self.used >= self.nodes or time.monotonic() > self.until:
            return True
        return self.stop is not None and self.stop()


Progress = Callable[[int, int, int], None]
"""Told the nodes visited, the actions whose value is known, and how many actions there are."""


def solve(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
    line: bool = True,
) -> Solution:
    """The value of a known position, and of every legal action in it.

    `nodes` and `seconds` limit the work, `stop` is asked between slices of it. With `line`, the
    best line is looked for as well. Raises UnsupportedError for hidden tiles, flawed positions,
    hands that are over, and sets above double-nine.
    """
    if ending(position):
        raise UnsupportedError("the hand is over")
    budget = Budget(nodes, seconds, stop)
    solver = solver_for(position.rules, position.players)
    actions = solver.values(position, budget, progress)
    value = _best(list(actions.values()))
    found = solver.line(position, budget) if line and value.exact else ()
    method = "two-sided" if len(sides(position.rules, position.players)) == 2 else "paranoid"
    return Solution(value, actions, found, budget.used, method, solver.unit)


def _best(values: list[Interval]) -> Interval:
    return Interval(max(v.low for v in values), max(v.high for v in values))


class Solver:
    """A workspace for one rule set and number of players; keep it for many positions."""

    def __init__(self, found: Tables, bits: int = TABLE_BITS) -> None:
        self.tables = found
        self.work: Ints = found.workspace(kernel.FIXED + (2 << bits))
        kernel.prepare(self.work, bits)
        self._salt = 0
        self._guess = 0
        self._moves: dict[Action, int] = {}

    @property
    def unit(self) -> str:
        """What values are counted in."""
        return "pips" if self.work[kernel.UNIT] else "hands"

    def values(
        self, position: Position, budget: Budget, progress: Progress | None = None
    ) -> dict[Action, Interval]:
        """The value of every legal action for the party to move, as far as the budget goes."""
        self.start(position)
        return self._values(budget, progress)

    def start(self, position: Position) -> None:
        """Take a position as the question; what was found out about others is forgotten."""
        w = self.work
        load(self.tables, position, w, kernel.ROOT)
        party = next(
            i
            for i, seats in enumerate(sides(position.rules, position.players))
            if position.turn in seats
        )
        w[kernel.FRIENDS] = 1 << party
        self._salt += 1
        kernel.begin(w, self._salt)
        self._guess = 0

    def _values(self, budget: Budget, progress: Progress | None = None) -> dict[Action, Interval]:
        w, after = self.work, kernel.ROOT + at.ROW
        n = moves(w, kernel.ROOT, after, False)
        found = [int(w[after + i]) for i in range(n)]
        self._moves.clear()
        known: dict[Action, Interval] = {}
        limit = self._limit()
        for move in found:
            action = action_of(self.tables, w, kernel.ROOT, move)
            self._moves[action] = move
            copy(w, kernel.ROOT, after)
            status = do(w, after, move)
            if status != at.GOES_ON:
                paid = int(kernel.party_value(w, after, status))
                known[action] = Interval(paid, paid)
            else:
                tell = None if progress is None else lambda: progress(budget.used, len(known), n)
                known[action] = self._value(after, budget, limit, tell)
        if progress is not None:
            progress(budget.used, n, n)
        return dict(sorted(known.items(), key=lambda pair: str(pair[0])))

    def _limit(self) -> int:
        """More pips than any payment can have."""
        w = self.work
        return 1 if not w[kernel.UNIT] else 2 * sum(w[at.WEIGHT : at.WEIGHT + at.TILES])

    def _value(
        self, row: int, budget: Budget, limit: int, tell: Callable[[], None] | None
    ) -> Interval:
        """The value of a row, closing in on it from both sides in slices of work."""
        w, guess = self.work, self._guess
        w[kernel.PROVED_LOW], w[kernel.PROVED_HIGH] = -limit, limit
        while w[kernel.PROVED_LOW] < w[kernel.PROVED_HIGH] and not budget.spent:
            w[kernel.NODES], w[kernel.STOPPED] = 0, 0
            w[kernel.LIMIT] = max(1, min(SLICE, budget.nodes - budget.used))
            guess = kernel.close_in(w, row, guess)
            budget.used += int(w[kernel.NODES])
            if tell is not None:
                tell()
        # The actions of one position are worth about the same.
        self._guess = guess
        return Interval(int(w[kernel.PROVED_LOW]), int(w[kernel.PROVED_HIGH]))

    def line(self, position: Position, budget: Budget) -> tuple[Action, ...]:
        """Best play of every seat from a position to the end, as far as the budget goes."""
        self.start(position)
        found: list[Action] = []
        status = at.GOES_ON
        while status == at.GOES_ON and len(found) < _LONGEST_LINE:
            values = self._values(budget)
            best = _pick(values, self._friendly(int(self.work[kernel.ROOT + at.TURN_OF])))
            if best is None:
                break
            found.append(best)
            status = do(self.work, kernel.ROOT, self._moves[best])
        return tuple(found)

    def _friendly(self, seat: int) -> bool:
        party = seat & 1 if self.work[at.PAIRED] else seat
        return bool(self.work[kernel.FRIENDS] >> party & 1)


def _pick(values: dict[Action, Interval], highest: bool) -> Action | None:
    """The first of the best actions; None if the best is not known."""
    if not all(value.exact for value in values.values()):
        return None
    choose = max if highest else min
    return choose(values, key=lambda action: values[action].low)


_local = threading.local()


def solver_for(rules: Rules, players: int) -> Solver:
    """This thread's solver for a rule set; a few are kept. Raises UnsupportedError."""
    if not hasattr(_local, "find"):
        _local.find = lru_cache(maxsize=4)(lambda r, p: Solver(tables(r, p)))
    found: Solver = _local.find(rules, players)
    return found
