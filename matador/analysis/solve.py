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
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple, TypeVar

from matador.analysis import layout as at
from matador.analysis import search as kernel
from matador.analysis.kernels import copy, do, moves
from matador.analysis.native import COMPILED, Ints
from matador.analysis.slow import Searcher, best_line, party_of, pays
from matador.analysis.tables import Tables, UnsupportedError, action_of, load, supported, tables
from matador.game.moves import Action, advance, ending, legal_actions
from matador.game.position import Position, sides
from matador.game.rules import Rules

TABLE_BITS = 20 if COMPILED else 16
_EASY = 1_000_000 if COMPILED else 20_000
"""Nodes after which a position counts as hard."""
_LOOK = 0.05
"""Seconds between two looks at the clock while the search runs."""
_LOOK_NODES = 256
"""The same in positions looked at by the engine."""
_LONGEST_LINE = 200

_T = TypeVar("_T")


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
    engine: str = "core"
    """`core`, or `engine` where the set is too large for it and `matador.game` searched."""

    @property
    def exact(self) -> bool:
        """Whether the value is proved to one number."""
        return self.value.exact

    @property
    def best(self) -> tuple[Action, ...]:
        """The actions that are proved to be best; all of them if they are equal."""
        return tuple(a for a, known in self.actions.items() if known.low >= self.value.high)


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
        self.ended = False

    @property
    def left(self) -> int:
        """Nodes that may still be visited; none once the work was stopped."""
        return 0 if self.ended else max(0, self.nodes - self.used)

    def ask(self) -> bool:
        """Whether time is up or somebody wants to stop."""
        stopped = self.stop is not None and self.stop()
        self.ended = self.ended or stopped or time.monotonic() > self.until
        return self.ended


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

    `nodes` and `seconds` limit the work, `stop` is asked while it goes on. With `line`, the best
    line is looked for as well. Sets above double-nine are searched by `matador.game`, slowly.
    Raises UnsupportedError for hidden tiles, flawed positions and hands that are over.
    """
    budget = Budget(nodes, seconds, stop)
    if not supported(position.rules):
        return _solve_slowly(position, budget, progress, line)
    solver = _solver(position)

    def work() -> tuple[Interval, dict[Action, Interval], tuple[Action, ...]]:
        whole = solver.value(budget)
        actions = dict(solver.values(budget, whole))
        return whole, actions, solver.best_line(budget, whole) if line else ()

    if seconds is None and stop is None and progress is None:
        value, actions, found = work()
    else:
        value, actions, found = solver.watch(work, budget, progress)
    return Solution(value, actions, found, budget.used, _method(position), solver.unit)


def value(position: Position, *, nodes: int | None = None) -> Interval:
    """Only the value of a known position up to double-nine, with at most so many nodes."""
    return _solver(position).value(Budget(nodes))


def _method(position: Position) -> str:
    return "two-sided" if len(sides(position.rules, position.players)) == 2 else "paranoid"


def _refuse_what_has_no_value(position: Position) -> None:
    if ending(position):
        raise UnsupportedError("the hand is over")
    hidden = position.stock.hidden + sum(hand.hidden for hand in position.hands)
    if hidden or position.flaws:
        raise UnsupportedError("only known, flawless positions have an exact value")


def _solve_slowly(
    position: Position, budget: Budget, progress: Progress | None, line: bool
) -> Solution:
    """`solve` through the engine, one position after the other."""
    _refuse_what_has_no_value(position)
    most = 2 * position.rules.tiles.pips if pays(position.rules) else 1
    actions = dict.fromkeys(legal_actions(position), Interval(-most, most))

    def more() -> bool:
        budget.used += 1
        if budget.used % _LOOK_NODES == 0:
            budget.ask()
            if progress is not None:
                progress(budget.used, sum(one.exact for one in actions.values()), len(actions))
        return budget.left > 0

    searcher = Searcher(party_of(position, position.turn), more)
    for action in actions:
        found = searcher.value(advance(position, action), -most - 1, most + 1)
        if found is not None:
            actions[action] = Interval(found, found)
    value = Interval(max(v.low for v in actions.values()), max(v.high for v in actions.values()))
    played = best_line(position, value.low, searcher) if line and value.exact else ()
    unit = "pips" if pays(position.rules) else "hands"
    return Solution(value, actions, played, budget.used, _method(position), unit, "engine")


def _solver(position: Position) -> Solver:
    _refuse_what_has_no_value(position)
    solver = solver_for(position.rules, position.players)
    solver.start(position)
    return solver


class Solver:
    """A workspace for one rule set and number of players; keep it for many positions."""

    def __init__(self, found: Tables, bits: int = TABLE_BITS) -> None:
        self.tables = found
        self.work: Ints = found.workspace(kernel.FIXED + (2 << bits))
        kernel.prepare(self.work, bits)
        self.known: dict[Action, Interval] = {}
        """The value of every action of the position asked about, as far as it is known."""
        self._moves: dict[Action, int] = {}
        self._salt = 0
        self._guess = 0

    @property
    def unit(self) -> str:
        """What values are counted in."""
        return "pips" if self.work[kernel.UNIT] else "hands"

    def start(self, position: Position) -> None:
        """Take a position as the question; what was found out about others is forgotten."""
        w = self.work
        load(self.tables, position, w, kernel.ROOT)
        parties = enumerate(sides(position.rules, position.players))
        w[kernel.FRIENDS] = 1 << next(i for i, seats in parties if position.turn in seats)
        self._salt += 1
        kernel.begin(w, self._salt)
        self._guess = 0
        self._list_actions()

    def _list_actions(self) -> None:
        w, room = self.work, kernel.ROOT + at.ROW
        n = moves(w, kernel.ROOT, room, False)
        listed = [int(w[room + i]) for i in range(n)]
        named = {action_of(self.tables, w, kernel.ROOT, move): move for move in listed}
        self._moves = dict(sorted(named.items(), key=lambda pair: str(pair[0])))
        self.known = dict.fromkeys(self._moves, self._anything())

    def _anything(self) -> Interval:
        """More pips than any payment can have."""
        w = self.work
        most = 2 * sum(w[at.WEIGHT : at.WEIGHT + at.TILES]) if w[kernel.UNIT] else 1
        return Interval(-int(most), int(most))

    def watch(self, work: Callable[[], _T], budget: Budget, progress: Progress | None) -> _T:
        """Let the work run in a thread of its own; tell its progress from here, and end it."""
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(work)
            while not wait([running], timeout=_LOOK).done:
                if progress is not None:
                    solved = sum(one.exact for one in self.known.values())
                    progress(budget.used + int(self.work[kernel.NODES]), solved, len(self.known))
                if budget.ask():
                    self.work[kernel.LIMIT] = 0
            return running.result()

    def value(self, budget: Budget) -> Interval:
        """The value of the position for the party to move, as far as the budget goes."""
        return self._close_in(budget, self._anything(), kernel.ROOT)

    def values(self, budget: Budget, whole: Interval) -> dict[Action, Interval]:
        """The value of every action of a position that as a whole is worth `whole`."""
        most = self._anything()
        bounds = Interval(most.low, whole.high)
        if not self._friendly():
            bounds = Interval(whole.low, most.high)
        self.known = dict.fromkeys(self._moves, bounds)
        if whole.exact:
            self._find_one_worth(whole.low, budget)
        for action, known in self.known.items():
            if not known.exact:
                self.known[action] = self._of(action, partial(self._close_in, budget, known))
        return self.known

    def _find_one_worth(self, value: int, budget: Budget) -> None:
        """Prove of one action that it is worth the value, before the others are looked into."""
        edge = value if self._friendly() else value + 1
        for action, known in self.known.items():
            self.known[action] = self._of(action, partial(self._probe, edge, budget, known))
            if self.known[action].exact and self.known[action].low == value:
                return

    def _of(self, action: Action, look: Callable[[int], Interval]) -> Interval:
        """What a look at the row after an action says, or what is paid if that ends the hand."""
        w, after = self.work, kernel.ROOT + at.ROW
        copy(w, kernel.ROOT, after)
        status = do(w, after, self._moves[action])
        if status == at.GOES_ON:
            return look(after)
        paid = int(kernel.party_value(w, after, status))
        return Interval(paid, paid)

    def _probe(self, edge: int, budget: Budget, bounds: Interval, row: int) -> Interval:
        """These bounds, narrowed by whether the value of a row is at least `edge`."""
        w = self.work
        w[kernel.PROVED_LOW], w[kernel.PROVED_HIGH] = bounds
        self._allow(budget, budget.left)
        if budget.left:
            kernel.probe(w, row, edge)
            budget.used += int(w[kernel.NODES])
        return self._proved()

    def _proved(self) -> Interval:
        return Interval(int(self.work[kernel.PROVED_LOW]), int(self.work[kernel.PROVED_HIGH]))

    def _close_in(self, budget: Budget, bounds: Interval, row: int) -> Interval:
        """The value of a row between these bounds, from both sides."""
        w = self.work
        w[kernel.PROVED_LOW], w[kernel.PROVED_HIGH] = bounds
        if budget.left and not self._step(row, budget, _EASY) and budget.left:
            self._reach_around(row, budget)
            self._step(row, budget, budget.left)
        return self._proved()

    def _step(self, row: int, budget: Budget, most: int) -> bool:
        """Close in with at most so many nodes; return whether that was enough."""
        w = self.work
        self._allow(budget, most)
        # What the last action was worth is a good guess for the next one.
        guess = min(max(self._guess, w[kernel.PROVED_LOW]), w[kernel.PROVED_HIGH])
        self._guess = int(kernel.close_in(w, row, int(guess)))
        budget.used += int(w[kernel.NODES])
        return bool(w[kernel.PROVED_LOW] >= w[kernel.PROVED_HIGH])

    def _allow(self, budget: Budget, most: int) -> None:
        w = self.work
        w[kernel.NODES], w[kernel.STOPPED] = 0, 0
        w[kernel.LIMIT] = min(most, budget.left)

    def _reach_around(self, row: int, budget: Budget) -> None:
        """Prove what is quickly proved about a hard position: that its value is not far off."""
        w, guess = self.work, self._guess
        for reach in (128, 64, 32, 16):
            for edge in (guess - reach, guess + reach):
                if w[kernel.PROVED_LOW] < edge < w[kernel.PROVED_HIGH]:
                    self._allow(budget, _EASY)
                    kernel.probe(w, row, edge)
                    budget.used += int(w[kernel.NODES])

    def best_line(self, budget: Budget, value: Interval) -> tuple[Action, ...]:
        """Best play of every seat to the end; empty if the value is not exact.

        The values of the actions must be known; the position asked about moves along.
        """
        found: list[Action] = []
        status = at.GOES_ON
        while status == at.GOES_ON and len(found) < _LONGEST_LINE:
            best = next((a for a, known in self.known.items() if known == value), None)
            if best is None or not value.exact:
                break
            found.append(best)
            status = do(self.work, kernel.ROOT, self._moves[best])
            if status == at.GOES_ON:
                self._list_actions()
                self.values(budget, value)
        return tuple(found)

    def _friendly(self) -> bool:
        w = self.work
        seat = int(w[kernel.ROOT + at.TURN_OF])
        return bool(w[kernel.FRIENDS] >> (seat & 1 if w[at.PAIRED] else seat) & 1)


_local = threading.local()


def solver_for(rules: Rules, players: int) -> Solver:
    """This thread's solver for a rule set; two are kept. Raises UnsupportedError."""
    if not hasattr(_local, "find"):
        _local.find = lru_cache(maxsize=2)(lambda r, p: Solver(tables(r, p)))
    found: Solver = _local.find(rules, players)
    return found
