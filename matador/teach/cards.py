"""Rule cards: what one named rule set says about the point at hand, and who says so."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from matador.game.rules import Rules, preset, read_rules
from matador.teach.asks import Ask
from matador.teach.content import load_presets, load_rule_words, load_sources
from matador.teach.wording import item_text

_DRAWING = ("draw", "reserve", "draw_playable", "draw_matador", "matador_duty", "passing")
_PAYING = ("blocked_pay", "out_pay", "tie", "double_weight")

FIELDS_OF = {
    Ask.ACT: _DRAWING,
    Ask.DRAWS: _DRAWING[:4],
    Ask.LACKS: ("matador_duty", "passing"),
    Ask.PIPS: ("double_weight",),
    Ask.PAID: _PAYING,
    Ask.LEAD: ("lead", "lead_tile", "no_double"),
}
"""The fields on which the answer to a question may turn; of others no card is shown."""


@dataclass(frozen=True)
class CardLine:
    """One rule on a card. `source` is who says it, empty where it is our own choice."""

    field: str
    text: str
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


@lru_cache(maxsize=256)
def rule_card(rules: Rules, ask: Ask) -> RuleCard | None:
    """The card for a question; None where no rule of it is in dispute."""
    fields = FIELDS_OF.get(ask)
    if not fields:
        return None
    return RuleCard(card_title(rules), rules, tuple(_line(rules, name) for name in fields))


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
    text = load_rule_words()[name].values[value].long
    cell = load_presets()[rules.base].fields[name]
    if cell.value != value:
        return CardLine(name, text, "", "", "assumed")
    source = load_sources()[cell.source].title if cell.source else ""
    return CardLine(name, text, source, cell.locator, cell.evidence)
