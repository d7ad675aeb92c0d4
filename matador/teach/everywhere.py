"""One position under all rule sets: who answers the same, who does not, and which rule makes it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from matador.game.moves import DRAW, PASS, Action, Ending, ending, legal_actions
from matador.game.notation import under
from matador.game.position import FlawFound, Position
from matador.game.record import Timeline
from matador.game.rules import Choice, Draw, DrawnMatador, Rules, Tie, diff, presets
from matador.game.settle import NotPaid, settle, why_not_paid
from matador.game.tiles import Tile

T = TypeVar("T", bound=Hashable)


class Outcome(NamedTuple):
    """What a rule set makes of a position."""

    flaws: tuple[FlawFound, ...]
    """If any, the rest says nothing."""
    actions: tuple[Action, ...]
    ending: Ending | None
    barred: NotPaid | None
    """Why nothing is paid, if the hand is over and nothing is."""
    winners: tuple[int, ...]
    payments: tuple[int, ...]
    debit: bool


class Why(NamedTuple):
    """The rules that make a difference."""

    fields: tuple[str, ...]
    together: bool
    """Whether only all of them together do; otherwise each does alone."""


class Parted(NamedTuple, Generic[T]):
    """The rule sets that give one answer, by what makes it another than the first."""

    answer: T
    members: dict[Why, tuple[str, ...]]

    @property
    def names(self) -> tuple[str, ...]:
        """The rule sets that give it."""
        return tuple(name for names in self.members.values() for name in names)


class Group(NamedTuple):
    """The rule sets that make the same of a position."""

    outcome: Outcome
    position: Position
    """The position under one of them."""
    members: dict[Why, tuple[str, ...]]
    """The names of the rule sets by what makes them differ."""


class Comparison(NamedTuple):
    """A position under the rules in force and under all presets that use the same tiles."""

    own: Outcome
    same: tuple[str, ...]
    """The presets that make the same of it, whatever else they say."""
    others: tuple[Group, ...]
    """The rest, the largest group first."""


def compare(line: Timeline) -> Comparison:
    """The moment looked at under every preset with the same set of tiles."""
    asked, mine = Asked(line), line.position.rules
    among = {name: rules for name, rules in presets().items() if rules.set is mine.set}
    same, others = parted(mine, asked.outcome, among)
    groups = [Group(one.answer, asked.under(among[one.names[0]]), one.members) for one in others]
    return Comparison(asked.outcome(mine), same, tuple(groups))


def outcome(line: Timeline, rules: Rules) -> Outcome:
    """What these rules make of the moment looked at."""
    return Asked(line).outcome(rules)


def parted(
    mine: Rules, answer: Callable[[Rules], T], among: Mapping[str, Rules]
) -> tuple[tuple[str, ...], tuple[Parted[T], ...]]:
    """The rule sets that answer as `mine` do, and the other answers, the commonest first."""
    found: dict[T, list[str]] = {}
    for name, rules in among.items():
        found.setdefault(answer(rules), []).append(name)
    same = tuple(found.pop(answer(mine), ()))
    others = sorted(found.items(), key=lambda pair: len(pair[1]), reverse=True)
    return same, tuple(_by_why(mine, answer, said, names, among) for said, names in others)


def _by_why(
    mine: Rules,
    answer: Callable[[Rules], T],
    said: T,
    names: Iterable[str],
    among: Mapping[str, Rules],
) -> Parted[T]:
    members: dict[Why, list[str]] = {}
    for name in names:
        members.setdefault(why(mine, among[name], answer), []).append(name)
    return Parted(said, {cause: tuple(found) for cause, found in members.items()})


def why(mine: Rules, theirs: Rules, answer: Callable[[Rules], Hashable]) -> Why:
    """Which of their differences from `mine` make these rules answer as they do."""
    wanted = answer(theirs)
    values = {name: value for name, (_, value) in diff(mine, theirs).items()}
    alone = [
        name for name, value in values.items() if answer(_changed(mine, {name: value})) == wanted
    ]
    if alone:
        return Why(tuple(alone), together=False)
    for name in list(values):
        fewer = {n: v for n, v in values.items() if n != name}
        if answer(_changed(mine, fewer)) == wanted:
            values = fewer
    return Why(tuple(values), together=True)


class Asked:
    """The questions about one moment, each answered once."""

    def __init__(self, line: Timeline) -> None:
        self._line = line
        self._position = line.position
        self.outcome = cache(self._outcome)

    def under(self, rules: Rules) -> Position:
        """The position under these rules, with what they want to know of how it came about."""
        if rules == self._position.rules:
            return self._position
        found = under(self._position, rules)
        last = _last_placed(self._line) if rules.tie is Tie.LAST_PLACED else None
        stops = rules.drawn_matador is DrawnMatador.STOPS and rules.draw is not Draw.NONE
        drew = stops and bool(found.line.row) and _drew_matador(self._line)
        return found.changed(last=last, drew_matador=drew) if last is not None or drew else found

    def _outcome(self, rules: Rules) -> Outcome:
        position = self.under(rules)
        if position.flaws:
            return Outcome(position.flaws, (), None, None, (), (), debit=False)
        over, barred = ending(position), why_not_paid(position)
        if over is None or barred:
            return Outcome((), legal_actions(position), over, barred, (), (), debit=False)
        paid = settle(position)
        return Outcome((), (), over, None, paid.winners, paid.payments, paid.debit)


def _changed(rules: Rules, values: dict[str, Choice]) -> Rules:
    return rules.changed(**{name: str(value) for name, value in values.items()})


def _last_placed(line: Timeline) -> int | None:
    """Who played the last tile, as far as the line goes back."""
    for at in reversed(range(line.at)):
        if line.actions[at].where not in (DRAW, PASS):
            return line.positions[at].turn
    return line.start.last


def _drew_matador(line: Timeline) -> bool:
    """Whether a matador that is known was drawn in this turn, as far as the line goes back."""
    return any(one in line.position.rules.tiles.matadors for one in _drawn(line))


def _drawn(line: Timeline) -> Iterable[Tile]:
    for at in reversed(range(line.at)):
        before, after = line.positions[at], line.positions[at + 1]
        if line.actions[at].where != DRAW or before.turn != line.position.turn:
            return
        yield from set(after.hands[before.turn].tiles) - set(before.hands[before.turn].tiles)
