"""What each action is worth while hands are hidden: means over the worlds that are possible.

A world is one way in which the hidden tiles may lie, given all that was seen (see `knowledge`). In
each world every action is valued as if all hands were open from then on, and the mean is taken.
That is more than anybody can reach who goes on not seeing: it tells actions apart, and is no
forecast of the hand. All actions are valued in the same worlds, so the error of a difference is
smaller than the errors of the two means, and it decides what is told apart.

Values are counted as in `solve`: pips (or hands) for the party to move; with three parties or more
each for itself, what the party can be sure of in that world.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

from matador.analysis import hidden
from matador.analysis.hidden import WORLD_NODES, Worlds
from matador.analysis.knowledge import Assumption, Knowledge
from matador.analysis.means import Estimate, average, rate
from matador.analysis.native import Ints
from matador.analysis.solve import Budget
from matador.analysis.tables import mask_of, tables
from matador.game.errors import UnreadableError
from matador.game.moves import Action
from matador.game.position import Position, sides
from matador.game.record import Timeline
from matador.game.records import Record
from matador.game.rules import BlockedPay, Choice, OutPay, Rules

SAMPLES = 200
EVERY = 1_000
"""Worlds that are all solved where there are no more: late in a hand each takes little time."""
RISK = 0.01
"""The chance that any verdict on an action is wrong, if nothing but the sample is at fault."""
FIRST_LOOK = 32
"""Worlds before actions are compared for the first time, and again after twice as many each time.
With fewer there is no verdict, unless they are all."""
TOLERANCE = {"pips": 0.5, "hands": 0.02}
"""Differences that make two actions equally good by default, by what values are counted in."""
_FEWEST = 2
"""Worlds that are weighed however little time there is: fewer have no error."""


class Method(Choice):
    """How an action is valued in one world."""

    EXACT = "exact", "By the best play of all with open hands."
    PLAYOUTS = "playouts", "By playing the hand out with fixed policies."


class Standing(Choice):
    """How an action compares with the best one."""

    BEST = "best", "It has the highest mean."
    LEVEL = "level", "It is as good as the best: by all worlds, or surely within the tolerance."
    UNCLEAR = "unclear", "It can't be told apart from the best yet."
    WORSE = "worse", "It is worse than the best."


class Ended(Choice):
    """Why no more worlds were weighed."""

    ALL = "all-worlds", "All possible worlds were weighed."
    DECIDED = "decided", "Every action is the best, as good, or worse."
    SAMPLES = "samples", "As many worlds were weighed as was asked for."
    SECONDS = "seconds", "The time was up."
    STOPPED = "stopped", "It was stopped from outside."


@dataclass(frozen=True)
class Worth:
    """What an action is worth."""

    mean: Estimate
    """In pips or hands, for the party to move."""
    wins: Estimate | None
    """In which part of the worlds it is worth more than nothing, 0 to 1. None where each party has
    only points against it, so that nothing is worth more."""
    behind: Estimate
    """How much less than the best, in the same worlds; its error is never 0 unless all worlds were
    weighed or it is the best itself."""
    standing: Standing


@dataclass(frozen=True)
class Estimates:
    """What is known about the actions of a position with hidden hands."""

    position: Position
    actions: dict[Action, Worth]
    """Every legal action in the order of their spelling; mirror images are worth the same."""
    worlds: int
    """How many worlds were weighed."""
    possible: int | None
    """How many there are, the order of the stock told apart; None where they can't be counted."""
    method: Method
    by_playout: int
    """Worlds that were played out, all of their actions, because solving took too many nodes; by
    the method `playouts` all worlds."""
    policies: tuple[str, ...]
    """Who plays out, by seat."""
    seed: int
    nodes: int
    ended: Ended
    tolerance: float
    unit: str
    """`pips`, or `hands` where the rules pay nothing."""
    paranoid: bool
    """Whether there are more than two parties, so that values are what a party can be sure of."""
    assumptions: tuple[Assumption, ...]

    @property
    def exact(self) -> bool:
        """Whether the means are exact: all worlds were weighed, and solved."""
        return self.ended is Ended.ALL and not self.by_playout

    @property
    def best(self) -> tuple[Action, ...]:
        """The actions that are not told apart from the best."""
        return tuple(a for a, worth in self.actions.items() if worth.standing is not Standing.WORSE)


Progress = Callable[[int, int], None]
"""Told the worlds weighed, and how many there will be at most."""


def estimate(
    what: Knowledge | Position | Timeline | Record,
    seat: int | None = None,
    *,
    samples: int = SAMPLES,
    every: int = EVERY,
    seed: int = 0,
    method: Method = Method.EXACT,
    policy: str | Sequence[str] = "balanced",
    nodes: int = WORLD_NODES,
    seconds: float | None = None,
    tolerance: float | None = None,
    early: bool = True,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Estimates:
    """The mean value of every legal action over possible worlds.

    With `seat`, only what that seat sees is known, as in `Knowledge.of`; the tiles of the seat to
    move must be known. If no more than `every` or `samples` worlds are possible all of them are
    solved, else `samples` are drawn, by `seed`. A world that takes more than `nodes` is played out
    by `policy`, one for all or one a seat. With `early`, no more worlds are drawn once every action
    is told apart from the best or differs by no more than `tolerance` from it. `seconds` limits the
    time after the first world, `stop` is asked after each.

    Raises UnsupportedError for a hidden hand to move, a hand that is over, flawed positions and
    sets above double-nine; UnreadableError for a seed, policy or number that can't be; IllegalError
    if no world is possible.
    """
    if samples < _FEWEST or not 0 <= seed < 1 << 63:
        raise UnreadableError(f"samples: at least {_FEWEST}; seed: from 0 to 2**63 - 1")
    known = what if isinstance(what, Knowledge) else Knowledge.of(what, seat)
    names = (policy,) if isinstance(policy, str) else tuple(policy)
    asked = _Question(known, method, names, seed, nodes)
    possible = known.count() if known.exact else None
    if method is Method.PLAYOUTS or possible is None or possible > max(samples, every):
        most, all_of_them = samples, False
    else:
        most, all_of_them = possible, True
    looks = _Looks(samples, len(asked.table.actions), asked.tolerance(tolerance))
    ended = _weigh(
        asked,
        asked.all_worlds() if all_of_them else asked.drawn(samples),
        most,
        looks if early and not all_of_them else None,
        _Limits(seconds, progress, stop),
    )
    if all_of_them and ended is Ended.SAMPLES:
        ended = Ended.ALL
    return asked.answer(ended, possible, looks)


class _Limits(NamedTuple):
    seconds: float | None
    progress: Progress | None
    stop: Callable[[], bool] | None


def _weigh(
    asked: _Question,
    worlds: Iterable[Position | None],
    most: int,
    looks: _Looks | None,
    limits: _Limits,
) -> Ended:
    """Weigh worlds until there is a reason not to; without `looks` no verdict is one."""
    budget = Budget()
    for number, world in enumerate(worlds):
        asked.weigh(number, world)
        weighed = number + 1
        if weighed == 1:  # the first world may have to wait for the compiler
            budget = Budget(seconds=limits.seconds, stop=limits.stop)
        if limits.progress is not None:
            limits.progress(weighed, most)
        if looks is not None and weighed in looks.at and looks.decided(asked.sums):
            return Ended.DECIDED
        if _FEWEST <= weighed < most and budget.ask():
            return Ended.STOPPED if limits.stop is not None and limits.stop() else Ended.SECONDS
    return Ended.SAMPLES


# --- worlds -------------------------------------------------------------------------------------


class _Question:
    """A question in a workspace, and its sums."""

    def __init__(
        self, known: Knowledge, method: Method, policies: tuple[str, ...], seed: int, nodes: int
    ) -> None:
        position = known.position
        self._known, self._method, self._seed = known, method, seed
        self._nodes = nodes if method is Method.EXACT else 0
        self._policies = policies * (position.players if len(policies) == 1 else 1)
        self.table = _table_for(position.rules, position.players, self._policies)
        self.table.forget()
        self.table.ask(position, _lacks(known))
        self.sums: Ints = hidden.sums_for(len(self.table.actions))

    def tolerance(self, wanted: float | None) -> float:
        """The difference that does not matter: the one wanted, or by what values are counted in."""
        return TOLERANCE[self.table.unit] if wanted is None else wanted

    def all_worlds(self) -> list[Position]:
        """All worlds, shuffled so that those weighed are a sample if time is up."""
        worlds = list(self._known.enumerate())
        random.Random(self._seed).shuffle(worlds)
        return worlds

    def drawn(self, samples: int) -> Iterator[Position | None]:
        """So many worlds drawn by the seed; None where the core draws them itself."""
        chance, bare = random.Random(self._seed), _bare(self._known)
        for _ in range(samples):
            yield None if bare else self._known.sample(chance)

    def weigh(self, number: int, world: Position | None) -> None:
        """Add a world."""
        if world is None:
            self.table.weigh(self._seed, number, 1, nodes=self._nodes, sums=self.sums)
        else:
            self.table.weigh_here(world, number, self._seed, self._nodes, self.sums)

    def answer(self, ended: Ended, possible: int | None, looks: _Looks) -> Estimates:
        """What the sums say."""
        position = self._known.position
        by_playout = int(self.sums[hidden.BY_PLAYOUT])
        worths = looks.worths(self.sums, every=ended is Ended.ALL and not by_playout)
        if _debits(position):
            worths = [replace(worth, wins=None) for worth in worths]
        return Estimates(
            position,
            {action: worths[place] for action, place in self.table.places.items()},
            int(self.sums[hidden.WORLDS]),
            possible,
            self._method,
            by_playout,
            self._policies,
            self._seed,
            int(self.sums[hidden.NODES]),
            ended,
            looks.tolerance,
            self.table.unit,
            _parties(position) > 2,
            self._known.assumptions,
        )


def _parties(position: Position) -> int:
    return len(sides(position.rules, position.players))


def _debits(position: Position) -> bool:
    """Whether values are the points against the party to move, without those of the others."""
    debit = position.rules.out_pay is OutPay.DEBIT or position.rules.blocked_pay is BlockedPay.DEBIT
    return debit and _parties(position) > 2


def _bare(known: Knowledge) -> bool:
    """Whether nothing is known but the tiles seen, so that the core itself can draw worlds.

    Passes and draws, and that the tiles dealt found the leader, prove more than it can be told.
    """
    return not known.line.actions and Assumption.LED_BY_TILES not in known.assumptions


def _lacks(known: Knowledge) -> list[int]:
    """By seat the tiles it can't hold: what a policy may reckon with that plays a world out."""
    seats = range(known.position.players)
    if _bare(known):
        return [0 for _ in seats]
    rules = known.position.rules
    return [mask_of(rules, tuple(known.excluded(seat))) for seat in seats]


_local = threading.local()


def _table_for(rules: Rules, players: int, policies: tuple[str, ...]) -> Worlds:
    """This thread's workspace; a few are kept."""
    if not hasattr(_local, "find"):
        _local.find = lru_cache(maxsize=2)(lambda r, n, p: Worlds(tables(r, n), policies=p))
    found: Worlds = _local.find(rules, players, policies)
    return found


# --- telling apart ------------------------------------------------------------------------------


class _Looks:
    """When actions are compared, and how sure a difference must be for a verdict."""

    def __init__(self, samples: int, actions: int, tolerance: float) -> None:
        self.actions, self.tolerance = actions, tolerance
        counts = [FIRST_LOOK << i for i in range(samples.bit_length())]
        self.at = frozenset(count for count in counts if count < samples)
        # Each look at each difference is a chance to be wrong on either side.
        chances = 2 * max(1, actions - 1) * (len(self.at) + 1)
        self.errors = NormalDist().inv_cdf(1 - RISK / chances)

    def decided(self, sums: Ints) -> bool:
        """Whether every action has a verdict."""
        worths = self.worths(sums, every=False)
        return all(worth.standing is not Standing.UNCLEAR for worth in worths)

    def worths(self, sums: Ints, *, every: bool) -> list[Worth]:
        """What each action is worth; without errors where the sums are over all worlds, solved."""
        n, count = self.actions, int(sums[hidden.WORLDS])
        paid = [int(x) for x in sums[hidden.PAID : hidden.PAID + n]]
        won = [int(x) for x in sums[hidden.won_at(n) : hidden.won_at(n) + n]]
        top = paid.index(max(paid))
        usual = _usual(paid[top], _product(sums, n, top, top), count)
        found = []
        for i in range(n):
            mean = average(paid[i], _product(sums, n, i, i), count)
            behind = average(paid[top] - paid[i], _squares(sums, n, top, i) + usual, count)
            wins = rate(won[i], count)
            if every:
                mean, behind, wins = (x._replace(error=0.0) for x in (mean, behind, wins))
            elif i == top:
                behind = Estimate(0.0, 0.0)
            standing = Standing.BEST if i == top else self._standing(behind, every, count)
            found.append(Worth(mean, wins, behind, standing))
        return found

    def _standing(self, behind: Estimate, every: bool, count: int) -> Standing:
        if count < FIRST_LOOK and not every:
            return Standing.UNCLEAR
        margin = self.errors * behind.error
        if behind.mean > margin:
            return Standing.WORSE
        level = behind.mean + margin <= (0 if every else self.tolerance)
        return Standing.LEVEL if level else Standing.UNCLEAR


def _usual(total: int, squares: int, count: int) -> int:
    """The square of how much values usually differ from world to world.

    As much two actions may differ in a world that was not drawn, so it is added once to the squares
    of their differences: what was alike in all worlds drawn need not be so in all.
    """
    return 1 + (count * squares - total * total) // max(1, count * (count - 1))


def _product(sums: Ints, n: int, one: int, other: int) -> int:
    return int(sums[hidden.products_at(n) + one * n + other])


def _squares(sums: Ints, n: int, one: int, other: int) -> int:
    """The sum of the squares of the differences between two actions."""
    both = _product(sums, n, one, one) + _product(sums, n, other, other)
    return both - 2 * _product(sums, n, one, other)
