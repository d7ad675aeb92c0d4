"""One position under all rule sets: who answers the same, who does not, and which rule makes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from matador.game.moves import DRAW, PASS, Action, Ending, ending, legal_actions
from matador.game.notation import under
from matador.game.position import FlawFound, Position
from matador.game.record import Timeline
from matador.game.rules import Choice, Draw, DrawnMatador, Rules, Tie, diff, presets
from matador.game.settle import NotPaid, settle, why_not_paid
from matador.game.tiles import Tile


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
    position = line.position
    asked = _Asked(line)
    own = asked.outcome(position.rules)
    found: dict[Outcome, list[tuple[str, Rules]]] = {}
    for name, rules in presets().items():
        if rules.set is position.rules.set:
            found.setdefault(asked.outcome(rules), []).append((name, rules))
    same = tuple(name for name, _ in found.pop(own, []))
    groups = [_group(asked, outcome, members) for outcome, members in found.items()]
    return Comparison(own, same, tuple(sorted(groups, key=_size, reverse=True)))


def outcome(line: Timeline, rules: Rules) -> Outcome:
    """What these rules make of the moment looked at."""
    return _Asked(line).outcome(rules)


def _size(group: Group) -> int:
    return sum(map(len, group.members.values()))


def _group(asked: _Asked, outcome: Outcome, members: list[tuple[str, Rules]]) -> Group:
    by_why: dict[Why, list[str]] = {}
    for name, rules in members:
        by_why.setdefault(asked.why(rules), []).append(name)
    position = asked.under(members[0][1])
    return Group(outcome, position, {why: tuple(names) for why, names in by_why.items()})


class _Asked:
    """The questions about one position, each answered once."""

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
        return replace(found, last=last, drew_matador=drew) if last is not None or drew else found

    def why(self, rules: Rules) -> Why:
        """Which differences from the rules in force make these rules answer as they do."""
        wanted, mine = self.outcome(rules), self._position.rules
        values = {name: theirs for name, (_, theirs) in diff(mine, rules).items()}
        alone = [n for n, v in values.items() if self.outcome(_changed(mine, {n: v})) == wanted]
        if alone:
            return Why(tuple(alone), together=False)
        for name in list(values):
            fewer = {n: v for n, v in values.items() if n != name}
            if self.outcome(_changed(mine, fewer)) == wanted:
                values = fewer
        return Why(tuple(values), together=True)

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
