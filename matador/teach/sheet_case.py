"""A rule set for a number of players, what follows from both, and how a sentence is made."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from matador.game.rules import (
    BlockedPay,
    Contradiction,
    CrossOpen,
    CrossReading,
    Crosswise,
    DoubleBlank,
    Draw,
    Lead,
    LeadTile,
    MatadorDuty,
    NextLead,
    NoDouble,
    OutPay,
    Partners,
    Passing,
    Rules,
    YesNo,
    contradictions,
)
from matador.teach import messages
from matador.teach.content import CONTENT, load_rule_words


@cache
def sheet_words() -> dict[str, Any]:
    """The words of the sheet, from `content/en/sheet.toml`."""
    return tomllib.loads((CONTENT / "en" / "sheet.toml").read_text("utf-8"))


class Said(NamedTuple):
    """A sentence, its name, and the fields that it says."""

    key: str
    text: str
    fields: tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """Rules for a number of players, or for any, and what follows from both."""

    rules: Rules
    players: int | None

    @property
    def left(self) -> int | None:
        """Tiles not dealt; negative where there are too few; None for any number of players."""
        if self.players is None:
            return None
        return len(self.rules.tiles.tiles) - self.rules.hand_size(self.players) * self.players

    @property
    def draws(self) -> bool:
        """Whether anybody can ever draw."""
        if self.rules.draw is Draw.NONE:
            return False
        return self.players is None or not self.has(Contradiction.NOTHING_TO_DRAW)

    @property
    def limited(self) -> bool:
        """Whether a player may still play after drawing as many as a turn allows."""
        return self.draws and self.rules.draw in (Draw.ONE, Draw.TWO)

    @property
    def willing(self) -> bool:
        """Whether whoever could play may draw all the same."""
        return self.rules.draw_playable is YesNo.YES

    @property
    def keeping(self) -> bool:
        """Whether a player may draw who could play a matador only."""
        return self.willing or self.rules.draw_matador is YesNo.YES

    @property
    def refusable(self) -> bool:
        """Whether a matador need not be played at last."""
        return self.rules.matador_duty is MatadorDuty.REFUSABLE

    @property
    def free_at_last(self) -> bool:
        """Whether everybody may pass once the stock is down."""
        return self.rules.passing is Passing.STOCK_EMPTY

    @property
    def instead(self) -> bool:
        """Whether a player may pass instead of drawing."""
        return self.rules.passing is Passing.INSTEAD

    @property
    def lacking(self) -> bool:
        """Whether a leader may be without the double that ought to be led."""
        rules = self.rules
        found = rules.lead is Lead.TOP_DOUBLE or (
            rules.lead is Lead.HIGHEST_DOUBLE and rules.no_double is NoDouble.REDEAL
        )
        always = found and rules.next_lead is NextLead.AGAIN
        return rules.lead_tile is LeadTile.HIGHEST_DOUBLE and not always

    @property
    def crosses(self) -> bool:
        """Whether a matador may lie across."""
        return self.rules.crosswise is not Crosswise.NONE

    @property
    def follows_blank(self) -> bool:
        """Whether a plain tile with a blank goes on 0-0 lying across."""
        rules = self.rules
        matched = rules.cross_open is CrossOpen.EITHER and rules.cross_reading is CrossReading.MATCH
        lives = rules.double_blank is DoubleBlank.CLOSES
        return self.crosses and lives and (matched or rules.cross_open is CrossOpen.BLANK)

    @property
    def paired(self) -> bool:
        """Whether it is two pairs that play."""
        return self.players is not None and self.rules.paired(self.players)

    @property
    def maybe_paired(self) -> bool:
        """Whether four of any number would play in pairs."""
        return self.players is None and self.rules.partners is Partners.PAIRS

    @property
    def pointless(self) -> bool:
        """Whether no hand gives or takes points."""
        rules = self.rules
        return rules.out_pay is OutPay.NOBODY and rules.blocked_pay is BlockedPay.NOBODY

    def has(self, found: Contradiction) -> bool:
        """Whether this cannot stand together."""
        return self.players is not None and found in contradictions(self.rules, self.players)


def own(key: str, *fields: str, **slots: object) -> Said:
    """A sentence of the sheet's own."""
    return Said(key, sheet_words()["sentences"][key].format(**slots), fields)


def long(case: Case, field: str) -> Said:
    """The long words of the value that a field has."""
    value = str(case.rules.value(field))
    return Said(f"{field}.{value}", load_rule_words()[field].values[value].long, (field,))


def listed(names: Iterable[str]) -> str:
    """`one, two and three`."""
    *most, last = names
    return f"{', '.join(most)}{sheet_words()['and']}{last}" if most else last


def contradicted(case: Case, found: Contradiction) -> str:
    """What cannot stand together, in words."""
    return messages.contradiction_sentence(found, case.rules, case.players or 0)
