"""What two studies conclude, apart from how they are made: who only reads them needs no core."""

from __future__ import annotations

from matador.analysis.studies.record import Number, Record

MATCH = "match"
"""The metric of the comparisons that is about matches: how many hands they take."""


class Change(Record, frozen=True):
    """What one value of one field changes.

    `numbers` are those under these rules, `changes` the differences to the same hands under `base`.
    Both are empty for a value that changes nothing at all; a metric is missing where it has no
    meaning. `effect` is the largest change, in standard deviations between hands (or matches), and
    `most` the metric that has it.
    """

    field: str
    value: str
    base: str
    rules: str
    numbers: dict[str, Number]
    changes: dict[str, Number]
    effect: float
    most: str


class Comparison(Record, frozen=True):
    """All changes to one rule set for one number of players and one policy, the largest first.

    Metrics: `blocked` (a rate), `plays`, `draws`, `passes` (a hand), `edge` (the leader's, in pips
    a hand), `payment` (all that is paid in a hand, pips), `match` (hands to the target).
    """

    rules: str
    players: int
    policy: str
    hands: int
    matches: int
    base: dict[str, Number]
    changes: tuple[Change, ...]
    fields: dict[str, float]
    """The largest effect of each field, the largest first."""


class DecisionResults(Record, frozen=True):
    """One comparison for each rule set, number of players and policy."""

    comparisons: tuple[Comparison, ...]


class Way(Record, frozen=True):
    """How many hands a race takes where hands are paid in one way.

    `hands` is about the races that were finished, None where none was; `unfinished` is how many
    were given up.
    """

    blocked_pay: str
    out_pay: str
    hands: Number | None
    unfinished: int


class Race(Record, frozen=True):
    """The same hands of `rules`, paid in every way until somebody's score reaches `target`."""

    rules: str
    players: int
    policy: str
    target: int
    races: int
    ways: tuple[Way, ...]
    """The quickest first."""


class RaceResults(Record, frozen=True):
    """One race for each number of players, policy and target."""

    races: tuple[Race, ...]


class Trial(Record, frozen=True):
    """One rule set beside another as far as a run has come: numbers, and differences with errors.

    Metrics as in `Comparison`; `match` is missing until matches are played, and where no match is
    ever won. `paired`: the differences are those of hands with the same number.
    """

    hands: int
    matches: int
    numbers: dict[str, Number]
    changes: dict[str, Number]
    paired: bool
