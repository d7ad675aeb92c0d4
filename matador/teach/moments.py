"""One moment under every rule set: who lets a player do what, and which rule makes the difference.

A moment is one of the decision positions or any other position of a hand. Every rule set is asked
as it stands, with the tiles that are on the table.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple, Protocol

from matador.game.moves import ending
from matador.game.notation import read_position
from matador.game.position import Position
from matador.game.record import Timeline
from matador.game.rules import Rules, presets
from matador.teach.content import load_presets, load_rule_words
from matador.teach.decisions import Ask, Decision, answer, field_of, load_decisions, moment
from matador.teach.everywhere import Asked, Parted, parted
from matador.teach.matrix import GROUPS

NOWHERE = None
"""The answer of rules under which it does not come to this."""


class Question(Protocol):
    """What is asked of every rule set."""

    @property
    def ask(self) -> Ask:
        """What is asked."""

    @property
    def field(self) -> str:
        """The decision point that it is about; empty where it is about none."""

    @property
    def agreed(self) -> tuple[str, ...]:
        """Decision points that the table has agreed on, whatever a rule set says."""

    @property
    def shown(self) -> Position:
        """The position as it was set up."""

    def position(self, rules: Rules) -> Position | None:
        """The position that is asked about under these rules; None where there is none."""

    def answer(self, rules: Rules) -> Hashable:
        """What these rules make of it: equal answers are the same one."""


@dataclass(frozen=True)
class Posed:
    """A decision position."""

    name: str
    decision: Decision

    @property
    def ask(self) -> Ask:
        """See `Question`."""
        return self.decision.ask

    @property
    def field(self) -> str:
        """See `Question`."""
        return field_of(self.name, self.decision)

    @property
    def agreed(self) -> tuple[str, ...]:
        """See `Question`."""
        return self.decision.agreed

    @cached_property
    def shown(self) -> Position:
        """See `Question`."""
        base = read_position(self.decision.position)
        return moment(self.name, self.decision, base.rules) or base

    def position(self, rules: Rules) -> Position | None:
        """See `Question`."""
        return moment(self.name, self.decision, rules)

    def answer(self, rules: Rules) -> Hashable:
        """See `Question`."""
        found = self.position(rules)
        return NOWHERE if found is None else answer(found, self.ask)


class Standing:
    """Any moment of a hand."""

    field = ""
    agreed: tuple[str, ...] = ()

    def __init__(self, line: Timeline) -> None:
        """The moment looked at."""
        self._asked = Asked(line)
        self.shown = line.position

    @property
    def ask(self) -> Ask:
        """What can be done or, once the hand is over, what is paid."""
        return "actions" if self.shown.flaws or ending(self.shown) is None else "payments"

    def position(self, rules: Rules) -> Position | None:
        """See `Question`."""
        found = self._asked.under(rules)
        return None if found.flaws else found

    def answer(self, rules: Rules) -> Hashable:
        """See `Question`."""
        found = self._asked.outcome(rules)
        return NOWHERE if found.flaws else found


class Spread(NamedTuple):
    """The answers of all presets to one question."""

    first: Rules
    """What the other answers are held against."""
    same: tuple[str, ...]
    """The presets that answer as the first."""
    others: tuple[Parted[Hashable], ...]
    """The other answers, the commonest first."""
    nowhere: tuple[str, ...]
    """The presets under which it does not come to this."""

    @property
    def answers(self) -> int:
        """How many different answers there are."""
        return 1 + len(self.others)


@cache
def posed() -> dict[str, Posed]:
    """Every decision position as a question, gathered under the headings of the comparison."""
    words = load_rule_words()
    found = {name: Posed(name, decision) for name, decision in load_decisions().items()}
    order = sorted(found.values(), key=lambda one: GROUPS.index(words[one.field].group))
    return {one.name: one for one in order}


def spread(question: Question, mine: Rules | None = None) -> Spread:
    """What every preset answers, held against `mine` or else against the commonest answer."""
    said = cache(question.answer)
    coming = {name: rules for name, rules in presets().items() if said(rules) is not NOWHERE}
    nowhere = tuple(name for name in presets() if name not in coming)
    first = mine or _commonest(question, coming)
    same, others = parted(first, said, coming)
    return Spread(first, same, others, nowhere)


def _commonest(question: Question, coming: dict[str, Rules]) -> Rules:
    """A preset with the commonest answer: the first that says so itself, where one does."""
    found: dict[Hashable, list[str]] = {}
    for name, rules in coming.items():
        found.setdefault(question.answer(rules), []).append(name)
    if not found:
        return question.shown.rules
    names = max(found.values(), key=len)
    speaking = (name for name in names if _says(name, question.field))
    return coming[next(speaking, names[0])]


def _says(name: str, field: str) -> bool:
    return bool(field) and load_presets()[name].fields[field].status == "says"
