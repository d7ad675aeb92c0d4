"""What one decision changes: the study of decisions, measure by measure, and what it can't tell.

A change counts as told from nothing when it is more than `SURE` standard errors away from it: with
some seventy changes side by side, two would be passed by chance alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from matador.analysis.studies.record import Number, Study
from matador.analysis.studies.results import Change, Comparison, DecisionResults, Trial
from matador.game.rules import FIELDS, Rules, diff, read_rules
from matador.teach.content import FieldWords, ValueWords, load_rule_words
from matador.teach.kept import read_study
from matador.teach.prose import prose

MEASURES = ("blocked", "plays", "draws", "passes", "edge", "payment", "match")
"""What is measured, in the order in which it is offered."""

SURE = 3.0
"""Standard errors from nothing at which a change is told from it."""

WHISKER = 2
"""Standard errors in what stands behind a ±."""

_DIGITS = {"blocked": 1, "plays": 2, "draws": 2, "passes": 2, "edge": 2, "payment": 2, "match": 2}


@dataclass(frozen=True)
class Effect:
    """What one value of one field does to one measure."""

    field: str
    value: str
    base: Rules
    rules: Rules
    number: Number | None
    """The measure with it; None where it says nothing of it."""
    change: Number | None
    """The difference to the base; None where there is none, or none was measured."""
    same: bool
    """Whether not a single hand or match comes out differently."""

    @property
    def words(self) -> FieldWords:
        """The words for the field."""
        return load_rule_words()[self.field]

    @property
    def value_words(self) -> ValueWords:
        """The words for the value."""
        return self.words.values[self.value]

    @property
    def size(self) -> float:
        """How much it changes, in the unit of the measure, without its sign."""
        return abs(self.change.mean) if self.change else 0.0

    @property
    def sure(self) -> bool:
        """Whether the deals tell the change from nothing."""
        return told_apart(self.change)

    @property
    def given(self) -> tuple[tuple[str, str], ...]:
        """What the base has to have first for the field to matter: fields and their words."""
        changed = diff(read_rules(self.base.base), self.base)
        words = load_rule_words()
        return tuple(
            (words[name].label, words[name].values[str(pair[1])].short)
            for name, pair in changed.items()
        )


def told_apart(change: Number | None) -> bool:
    """Whether a difference is more than `SURE` standard errors away from nothing."""
    return change is not None and abs(change.mean) > SURE * change.error


# --- the study ----------------------------------------------------------------------------------


@cache
def load_decisions() -> Study[DecisionResults]:
    """The study, without the core that made it. Raises ContentError."""
    return read_study(Study[DecisionResults], "decisions")


def comparisons() -> tuple[Comparison, ...]:
    """One for each rule set, number of players and policy."""
    return load_decisions().results.comparisons


def seed_of(comparison: Comparison) -> int:
    """The seed of its deals."""
    made = (part.made for part in load_decisions().parts.values())
    wanted = comparison.rules, comparison.players, comparison.policy
    return next(m.seed for m in made if (m.rules, m.players, m.policies[0]) == wanted)


def effects(comparison: Comparison, measure: str) -> tuple[Effect, ...]:
    """Every change as far as this measure is concerned, the largest first, in one stable order."""
    found = (_effect(one, measure) for one in comparison.changes)
    fields = list(FIELDS)
    return tuple(sorted(found, key=lambda one: (-one.size, fields.index(one.field))))


def _effect(one: Change, measure: str) -> Effect:
    return Effect(
        one.field,
        one.value,
        read_rules(one.base),
        read_rules(one.rules),
        one.numbers.get(measure),
        one.changes.get(measure),
        not one.changes,
    )


def largest(found: Iterable[Effect]) -> tuple[Effect, ...]:
    """Of each field the value with the largest change, in the order given."""
    first: dict[str, Effect] = {}
    for one in found:
        first.setdefault(one.field, one)
    return tuple(first.values())


def of_field(found: Iterable[Effect], field: str) -> tuple[Effect, ...]:
    """The values of one field, in the order given."""
    return tuple(one for one in found if one.field == field)


# --- numbers in words ---------------------------------------------------------------------------


def written(measure: str, mean: float) -> str:
    """A number in its unit: `85.0 %`, `5.50 hands`."""
    return _filled("unit", measure, _scaled(measure, mean))


def changed(measure: str, change: Number) -> str:
    """A difference with its sign, unit and error: `+5.7 ± 0.3 points`."""
    mean = _signed(_scaled(measure, change.mean))
    error = _scaled(measure, WHISKER * change.error)
    return _filled("unit_change", measure, f"{mean} ± {error}")


def _scaled(measure: str, number: float) -> str:
    scale = 100 if measure == "blocked" else 1
    return f"{scale * number:.{_DIGITS[measure]}f}"


def _signed(text: str) -> str:
    return text.replace("-", "\N{MINUS SIGN}") if text.startswith("-") else f"+{text}"


def _filled(which: str, measure: str, number: str) -> str:
    words: dict[str, Any] = prose("effects")["measures"][measure]
    return str(words[which].format(number=number.replace("-", "\N{MINUS SIGN}")))


def sentence(comparison: Comparison, measure: str, found: Iterable[Effect]) -> str:
    """The largest effect that the deals tell from nothing, or that there is none."""
    text, first = prose("effects")["tornado"], next(iter(found), None)
    if first is None or first.change is None or not first.sure:
        return str(text["nothing"])
    before = comparison.base[measure].mean
    key = "biggest_given" if first.given else "biggest"
    after = first.number.mean if first.number else before + first.change.mean
    return str(
        text[key].format(
            label=first.words.label,
            value=first.value_words.short,
            before=written(measure, after - first.change.mean),
            after=written(measure, after),
            given=", ".join(f"{label}: {value}" for label, value in first.given),
        )
    )


# --- tables -------------------------------------------------------------------------------------


def records(comparison: Comparison) -> list[dict[str, object]]:
    """Every change of every measure, one a line, for a download."""
    return [
        {
            "rule_set": comparison.rules,
            "players": comparison.players,
            "policy": comparison.policy,
            "field": one.field,
            "value": one.value,
            "compared_with": one.base,
            "measure": measure,
            "mean": one.numbers[measure].mean if measure in one.numbers else None,
            "change": one.changes[measure].mean if measure in one.changes else None,
            "standard_error": one.changes[measure].error if measure in one.changes else None,
            "same": not one.changes,
            "among": comparison.matches if measure == "match" else comparison.hands,
            "seed": seed_of(comparison),
        }
        for one in comparison.changes
        for measure in MEASURES
    ]


def trial_records(trial: Trial, asked: dict[str, object]) -> list[dict[str, object]]:
    """What a run has found, one measure a line, with what was asked beside each."""
    return [
        {
            **asked,
            "measure": measure,
            "among": trial.matches if measure == "match" else trial.hands,
            "mean": trial.numbers[measure].mean,
            "error_of_mean": trial.numbers[measure].error,
            "change": trial.changes[measure].mean,
            "error_of_change": trial.changes[measure].error,
            "told_apart": told_apart(trial.changes[measure]),
        }
        for measure in MEASURES
        if measure in trial.numbers
    ]
