"""The rule sheet: any rule set on one page for the table, in short sentences made from `Rules`.

`sheet(rules, players)` answers a `Sheet`: a title, sections of sentences, notes on what cannot
stand together. Every sentence knows the fields it was made from and who decided them; every field
is said or named in `unsaid`, with the rule by which it need not be. Pure: no page, no drawing.

    >>> sheet(read_rules("pagat~draw-one"), 3).sections[3].sentences[2].text
    "If you cannot play, you must draw."
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from matador.game.rules import (
    FIELDS,
    BlockedPay,
    Contradiction,
    Goal,
    OutPay,
    Rules,
    Target,
    contradictions,
    diff,
)
from matador.teach import messages
from matador.teach.sheet_case import Case, Said, sheet_words
from matador.teach.sheet_said import needless, said
from matador.teach.sources import Near, nearest

WIDTH = 78
"""Characters in a line of the sheet as plain text."""

Mark = Literal["says", "unclear", "assumed", "changed"]
"""Who decided: the source, the source as we read it, we where it is silent, the table."""

MARKS: tuple[Mark, ...] = ("says", "unclear", "assumed", "changed")
"""All marks; of several decisions in one sentence the last in this order is shown."""


@dataclass(frozen=True)
class Sentence:
    """One rule in words."""

    key: str
    """Its name: `draw-one` of content/en/sheet.toml, or `draw.one` for the words of rules.toml."""
    text: str
    fields: tuple[str, ...]
    """The fields of `Rules` that it says; none for what holds under all rules."""
    mark: Mark
    """Who decided them; `says` where there are none."""


@dataclass(frozen=True)
class Section:
    """Sentences under a heading; `id` is its key in content/en/sheet.toml."""

    id: str
    title: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Sheet:
    """A rule set as it is printed for the table."""

    rules: Rules
    players: int | None
    """For how many it is written; None: for any number."""
    title: str
    """The preset's title, or `House rules, closest to X: 2 differences`."""
    subtitle: str
    """For how many players."""
    origin: Near
    """The nearest preset, and on how many fields the rules differ from it."""
    sections: tuple[Section, ...]
    unsaid: Mapping[str, str]
    """The fields that make no difference under these rules, with the reason's name."""
    notes: tuple[str, ...]
    """What cannot stand together in these rules, in sentences; mostly empty."""

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """All sentences, in reading order."""
        return tuple(one for section in self.sections for one in section.sentences)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks that occur."""
        return tuple(mark for mark in MARKS if any(one.mark == mark for one in self.sentences))


def sheet(
    rules: Rules, players: int | None = None, changed: Collection[str] | None = None
) -> Sheet:
    """The sheet of these rules for `players` (2 to 8), or for any number.

    `changed` are the fields that the table decided for itself, such as the answers of an
    interview; None: those in which the rules differ from the nearest preset. All other fields carry
    what that preset's source says. Never raises for valid rules, however odd.
    """
    near = _nearest(rules)
    told = said(Case(rules, players))
    marks = _marks(rules, near, changed)
    sections = tuple(
        Section(name, sheet_words()["headings"][name], tuple(_marked(one, marks) for one in ones))
        for name, ones in told.items()
    )
    spoken = {field for ones in told.values() for one in ones for field in one.fields}
    unsaid = {
        field: needless(Case(rules, players), field) for field in FIELDS if field not in spoken
    }
    title = sheet_words()["title"]
    subtitle = title["players"].format(players=players) if players else title["any"]
    notes = tuple(_notes(rules, players))
    return Sheet(rules, players, title_of(near), subtitle, near, sections, unsaid, notes)


def title_of(near: Near) -> str:
    """What rules are called whose nearest preset is this."""
    if not near.differences:
        return near.preset.title
    words, count = sheet_words()["title"], near.differences
    told = words["one"] if count == 1 else words["many"].format(count=count)
    return str(words["house"].format(preset=near.preset.title, differences=told))


def text(one: Sheet, *, marked: bool = False) -> str:
    """The sheet as plain text, at most `WIDTH` characters a line.

    `marked`: each sentence that no source decided carries a sign, explained at the end.
    """
    words = sheet_words()["marks"]
    lines = [one.title, "=" * min(WIDTH, len(one.title)), one.subtitle]
    for note in one.notes:
        lines += ["", textwrap.fill(f"! {note}", WIDTH, subsequent_indent="  ")]
    for section in one.sections:
        lines += ["", section.title, "-" * len(section.title)]
        for sentence in section.sentences:
            sign = words[sentence.mark]["sign"] if marked else ""
            told = f"{sentence.text} {sign}".rstrip()
            lines.append(textwrap.fill(f"- {told}", WIDTH, subsequent_indent="  "))
    signs = [words[mark] for mark in one.marks if marked and words[mark]["sign"]]
    key = [f"{sign['sign']} {sign['key']}" for sign in signs]
    return "\n".join([*lines, *([""] if key else []), *key]) + "\n"


@lru_cache(maxsize=64)
def _nearest(rules: Rules) -> Near:
    """The nearest preset; of several equally near, the one that the rules were made from."""
    return min(nearest(rules), key=lambda near: (near.differences, near.preset.id != rules.base))


def _marks(rules: Rules, near: Near, changed: Collection[str] | None) -> Mapping[str, Mark]:
    """Who decided each field."""
    apart = {*diff(near.preset.rules, rules), *(changed or ())}
    by_status: dict[str, Mark] = {"silent": "assumed", "unclear": "unclear"}
    return {
        field: "changed" if field in apart else by_status.get(cell.status, "says")
        for field, cell in near.preset.fields.items()
    }


def _marked(one: Said, marks: Mapping[str, Mark]) -> Sentence:
    found: list[Mark] = ["says", *(marks[field] for field in one.fields)]
    return Sentence(one.key, one.text, one.fields, max(found, key=MARKS.index))


def _notes(rules: Rules, players: int | None) -> Iterator[str]:
    """What cannot stand together, as far as it is not said among the rules."""
    for found in contradictions(rules, players or 2):
        forbidden = found is Contradiction.TOO_FEW_TILES and players is not None
        if forbidden or found is Contradiction.GOAL_NEEDS_DEBIT:
            yield messages.contradiction_sentence(found, rules, players or 2)
    charged = rules.blocked_pay is BlockedPay.DEBIT or rules.out_pay is OutPay.DEBIT
    scored = rules.target is not Target.NONE and rules.goal is Goal.REACH_WINS
    if charged and scored:
        yield sheet_words()["notes"]["charged-wins"]
