"""A played hand judged action by action: what each choice cost against the best one.

With open hands and a known stock the values are those of `solve`: exact between two parties, with
more what the party to move could be sure of. They know what nobody at the table saw, so an action
can cost much that nobody could know to be worse. Where hands are hidden each choice is weighed as
in `estimate`. What can't be settled within the budget is never guessed.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from matador.analysis.estimate import Estimates, Standing, estimate
from matador.analysis.knowledge import Knowledge
from matador.analysis.slow import party_of, pays, worth
from matador.analysis.solve import Interval, Solution, solve
from matador.game.moves import LEAD, Action, ending, legal_actions
from matador.game.position import Position, sides
from matador.game.record import Timeline
from matador.game.rules import Choice, Rules
from matador.game.settle import weigh, why_not_paid


class Verdict(Choice):
    """How an action that was played compares with the best one."""

    GOOD = "good", "Nothing was better."
    SLIP = "slip", "It cost something, but less than a mistake does."
    MISTAKE = "mistake", "It cost as many pips as an average tile has, or half the hand."
    BLUNDER = "blunder", "It cost the pips of several average tiles, or the whole hand."
    ONLY = "only", "There was no other choice."
    OPEN = "open", "It is not settled."
    HIDDEN = "hidden", "The hand was hidden, so nobody can tell what else might have been played."


COSTS = {Verdict.MISTAKE: 1, Verdict.BLUNDER: 4}
"""From how many average tiles on a loss is called so; where the rules pay nothing, from 1 and 2 on,
a hand won counting 1 and a hand lost -1.

What is paid are pips left in hands, so a tile is the natural measure, whatever the set: a slip
costs less than the average tile, and a blunder about what half of all hands for two are worth as a
whole (the median payment is four average tiles of the double-six set where the winner is paid the
difference).
"""
_HANDS = {Verdict.MISTAKE: 1, Verdict.BLUNDER: 2}
ERRORS = 2
"""How many standard errors an estimated loss may be off before its verdict changes."""


class Known(NamedTuple):
    """What is known of a number: it lies from `low` to `high`.

    With an `error`, one standard error, both are the mean of a sample.
    """

    low: float
    high: float
    error: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether it is proved to be one number."""
        return self.low == self.high and not self.error


class Judged(NamedTuple):
    """One action under review."""

    seat: int
    verdict: Verdict
    lost: Known | None = None
    """Pips (or hands) lost against the best choice, for the mover's party; None if nothing at all
    is known of it."""
    better: tuple[Action, ...] = ()
    """The best choices, where the one played was worse or may have been."""


class Tally(NamedTuple):
    """One seat's hand in numbers."""

    counts: dict[Verdict, int]
    lost: Known
    """Over all its actions of which something is known."""


@dataclass(frozen=True)
class Review:
    """A hand as far as it has been judged."""

    judged: tuple[Judged | None, ...]
    """By action; None where it is still to be done."""
    values: tuple[Known | None, ...]
    """By position, for the party of seat A; None where nothing is known. Only between two parties
    with open hands: otherwise values of different movers are not to be compared."""
    method: str
    """`two-sided`, `paranoid` or `estimate`."""
    unit: str
    """`pips`, or `hands` where the rules pay nothing."""

    @property
    def done(self) -> int:
        """How many actions have been judged."""
        return sum(one is not None for one in self.judged)

    @property
    def settled(self) -> bool:
        """Whether every action has a verdict."""
        return all(one and one.verdict is not Verdict.OPEN for one in self.judged)

    def tally(self, seat: int) -> Tally:
        """The verdicts and losses of a seat."""
        mine = [one for one in self.judged if one and one.seat == seat]
        losses = [one.lost for one in mine if one.lost]
        counts = {verdict: sum(one.verdict is verdict for one in mine) for verdict in Verdict}
        error = math.hypot(*(lost.error for lost in losses))
        low, high = (sum(lost[side] for lost in losses) for side in (0, 1))
        return Tally(counts, Known(low, high, error))


def costs(rules: Rules) -> dict[Verdict, float]:
    """From which loss on an action is a mistake or a blunder, in what the rules count."""
    if not pays(rules):
        return dict(_HANDS)
    tiles = rules.tiles.tiles
    average = weigh(tiles, rules) / len(tiles)
    return {verdict: average * many for verdict, many in COSTS.items()}


def verdict(lost: Known, rules: Rules) -> Verdict:
    """The verdict on a loss; OPEN where more than one is possible."""
    reach = ERRORS * lost.error
    mildest, harshest = (_verdict(x, rules) for x in (lost.low - reach, lost.high + reach))
    return mildest if mildest is harshest else Verdict.OPEN


def _verdict(lost: float, rules: Rules) -> Verdict:
    if lost <= 0:
        return Verdict.GOOD
    harsh = [found for found, least in costs(rules).items() if lost >= least]
    return harsh[-1] if harsh else Verdict.SLIP


# --- the work -----------------------------------------------------------------------------------


def review(
    line: Timeline,
    *,
    seconds: float | None = None,
    progress: Callable[[Review], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Review:
    """The whole line judged, as far as the budget goes; `progress` is told each state of it.

    Raises UnsupportedError for flawed positions and what the core has no room for, IllegalError
    where no deal agrees with the line.
    """
    found = None
    for found in reviews(line, seconds=seconds, stop=stop):
        if progress is not None:
            progress(found)
    assert found is not None
    return found


def reviews(
    line: Timeline, *, seconds: float | None = None, stop: Callable[[], bool] | None = None
) -> Iterator[Review]:
    """The states of a review, one an action and the last one complete; errors as in `review`.

    The end of the hand comes first: it takes least, and it says what the actions before led to.
    """
    work = (_Hidden if _hidden(line.start) else _Open)(line, seconds, stop)
    yield work.found
    for number in reversed(range(len(line.actions))):
        work.judge(number)
        yield work.found


def _hidden(position: Position) -> bool:
    return bool(position.stock.hidden or any(hand.hidden for hand in position.hands))


class _Work(ABC):
    """A review in progress: its budget, and what has been found."""

    def __init__(
        self, line: Timeline, seconds: float | None, stop: Callable[[], bool] | None
    ) -> None:
        self._line, self._stop = line, stop
        self._until = None if seconds is None else time.monotonic() + seconds
        self.judged: list[Judged | None] = [None] * len(line.actions)
        self.values: list[Known | None] = [None] * len(line.positions)
        self._choices = [_choices(position) for position in line.positions]

    method = ""

    @property
    def found(self) -> Review:
        """What has been found so far."""
        unit = "pips" if pays(self._line.start.rules) else "hands"
        return Review(tuple(self.judged), tuple(self.values), self.method, unit)

    @abstractmethod
    def judge(self, number: int) -> None:
        """Judge an action; those after it have been judged."""

    @property
    def _over(self) -> bool:
        late = self._until is not None and time.monotonic() > self._until
        return late or (self._stop is not None and self._stop())

    def _share(self, number: int) -> float | None:
        """Seconds for a position: what is left is shared among those still to be looked into."""
        if self._until is None:
            return None
        waiting = sum(self._choices[at] > 1 for at in range(number + 1))
        return max(0.0, self._until - time.monotonic()) / max(1, waiting)


class _Open(_Work):
    """Open hands and a known stock: every position is solved."""

    def __init__(
        self, line: Timeline, seconds: float | None, stop: Callable[[], bool] | None
    ) -> None:
        super().__init__(line, seconds, stop)
        parties = sides(line.start.rules, line.start.players)
        self.method = "two-sided" if len(parties) == 2 else "paranoid"
        self._note(len(line.actions), self._last())

    def _last(self) -> Interval | None:
        """What the last position is worth to the party to move."""
        position = self._line.positions[-1]
        if not ending(position):
            found = self._solve(len(self._line.actions))
            return found.value if found else None
        if why_not_paid(position):
            return None
        paid = worth(position, party_of(position, position.turn))
        return Interval(paid, paid)

    def judge(self, number: int) -> None:
        """Judge an action, and note the value of the position before it."""
        position, action = self._line.positions[number], self._line.actions[number]
        after = self._after(number)
        if self._choices[number] == 1:
            self.judged[number] = Judged(position.turn, Verdict.ONLY, Known(0, 0))
            self._note(number, after)
            return
        found = self._solve(number)
        if found is None:
            self.judged[number] = Judged(position.turn, Verdict.OPEN)
            return
        played = _both(found.actions[action], after)
        best = Interval(max(found.value.low, played.low), found.value.high)
        self._note(number, best)
        lost = Known(max(0, best.low - played.high), best.high - played.low)
        said = verdict(lost, position.rules)
        better = () if said is Verdict.GOOD else _one_way(found.best)
        self.judged[number] = Judged(position.turn, said, lost, better)

    def _solve(self, number: int) -> Solution | None:
        """The choices at a moment; None if there is no time left."""
        if self._over:
            return None
        position, share = self._line.positions[number], self._share(number)
        return solve(position, seconds=share, stop=self._stop, line=False)

    def _note(self, number: int, value: Interval | None) -> None:
        """Keep what a position is worth to the party to move."""
        if value is not None and self.method == "two-sided":
            position = self._line.positions[number]
            self.values[number] = Known(*_turned(value, _is_first(position)))

    def _after(self, number: int) -> Interval | None:
        """What the position after an action is worth to the party that did it, where known."""
        value = self.values[number + 1]
        if value is None:
            return None
        known = Interval(int(value.low), int(value.high))
        return _turned(known, _is_first(self._line.positions[number]))


def _turned(value: Interval, mine: bool) -> Interval:
    """A value between two parties, for the other one unless it is mine."""
    return value if mine else Interval(-value.high, -value.low)


def _is_first(position: Position) -> bool:
    """Whether the party to move is the one of seat A."""
    return party_of(position, position.turn) == party_of(position, 0)


def _both(known: Interval, other: Interval | None) -> Interval:
    """What two proofs say together."""
    if other is None:
        return known
    return Interval(max(known.low, other.low), min(known.high, other.high))


class _Hidden(_Work):
    """Hidden hands or stock: every position is weighed over the deals that were possible then."""

    method = "estimate"

    def judge(self, number: int) -> None:
        """Judge an action by what the line up to it shows."""
        position = self._line.positions[number]
        if position.hand.hidden:
            self.judged[number] = Judged(position.turn, Verdict.HIDDEN)
        elif self._choices[number] == 1:
            self.judged[number] = Judged(position.turn, Verdict.ONLY, Known(0, 0))
        elif self._over:
            self.judged[number] = Judged(position.turn, Verdict.OPEN)
        else:
            known = Knowledge.of(self._line.to(number))
            found = estimate(known, seconds=self._share(number), stop=self._stop)
            self.judged[number] = _weighed(found, self._line.actions[number])


def _weighed(found: Estimates, action: Action) -> Judged:
    """The verdict where it does not depend on the error; without one, what was weighed so far."""
    mine, turn = found.actions[action], found.position.turn
    if mine.standing in (Standing.BEST, Standing.LEVEL):
        return Judged(turn, Verdict.GOOD, Known(0, 0))
    lost = Known(mine.behind.mean, mine.behind.mean, mine.behind.error)
    told_apart = mine.standing is Standing.WORSE
    said = verdict(lost, found.position.rules) if told_apart else Verdict.OPEN
    return Judged(turn, said, lost, _one_way(found.best))


def _choices(position: Position) -> int:
    """How many choices there are; which way round the first tile lies is none."""
    return len(_one_way(legal_actions(position)))


def _one_way(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    return tuple(a for a in actions if a.where != LEAD or a.inner <= a.outer)
