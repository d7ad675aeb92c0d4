"""Rule cards: what one named rule set says about the point at hand, and who says so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from matador.game.record import Timeline
from matador.game.rules import Rules, preset, read_rules
from matador.teach.asks import Ask, Scene, answers, under
from matador.teach.content import load_presets, load_rule_words, load_sources
from matador.teach.wording import item_text

_DRAWING = ("draw", "reserve", "draw_playable", "draw_matador", "matador_duty", "passing")
_PAYING = ("blocked_pay", "tie", "double_weight")
"""Every hand that is paid in a question is blocked."""

FIELDS_OF = {
    Ask.ACT: _DRAWING,
    Ask.DRAWS: _DRAWING[:4],
    Ask.LACKS: ("matador_duty", "passing"),
    Ask.PIPS: ("double_weight",),
    Ask.PAID: _PAYING,
    Ask.LEAD: ("lead", "lead_tile", "no_double"),
}
"""The fields on which the answer to a question may turn, the most telling first; of others no card
is shown."""


@dataclass(frozen=True)
class CardLine:
    """One rule on a card. `source` is who says it, empty where it is our own choice."""

    field: str
    label: str
    short: str
    """The rule in a few words, to be read after the label."""
    text: str
    """The rule as a sentence."""
    source: str
    where: str
    """The place in the source."""
    evidence: str
    """`read`, `second-hand` or `assumed` (see `content.Cell`)."""


@dataclass(frozen=True)
class RuleCard:
    """A rule set by name, as far as a question turns on it."""

    title: str
    rules: Rules
    lines: tuple[CardLine, ...]


def rule_card(scene: Scene) -> RuleCard | None:
    """The card for a question; None where no rule of it is in dispute.

    It holds the main rule, and all that decide the answer: it would change with one of them.
    """
    fields, rules = FIELDS_OF.get(scene.ask), scene.position.rules
    if not fields:
        return None
    told = [name for name in fields if name == fields[0] or _decides(scene, name)]
    return RuleCard(card_title(rules), rules, tuple(_line(rules, name) for name in told))


def _decides(scene: Scene, name: str) -> bool:
    """Whether the answer would be another one with some other value of a field."""
    rules = scene.position.rules
    others = (rules.changed(**{name: value}) for value in load_rule_words()[name].values)
    return any(_answers_under(scene, other) != scene.answers for other in others)


def _answers_under(scene: Scene, rules: Rules) -> tuple[frozenset[str], ...]:
    if scene.line is None:
        return answers(replace(scene, position=under(scene.position, rules)))
    start = under(scene.line.start, rules)
    line = Timeline(start, scene.line.actions, scene.line.at)
    return answers(replace(scene, position=line.position, line=line))


def card_title(rules: Rules) -> str:
    """The name of a rule set; the course's own and others put together here say so."""
    if rules == read_rules(item_text("course", "rules")):
        return item_text("card", "course")
    title = load_presets()[rules.base].title
    if _plain(rules):
        return title
    return item_text("card", "ours", title=title)


def _plain(rules: Rules) -> bool:
    """Whether these are a preset's own rules, whatever the set on the table."""
    return rules == preset(rules.base).changed(set=str(rules.set))


def _line(rules: Rules, name: str) -> CardLine:
    value = str(rules.value(name))
    words = load_rule_words()[name]
    told = (name, words.label, words.values[value].short, words.values[value].long)
    cell = load_presets()[rules.base].fields[name]
    if cell.value != value:
        return CardLine(*told, "", "", "assumed")
    source = load_sources()[cell.source].title if cell.source else ""
    return CardLine(*told, source, cell.locator, cell.evidence)
