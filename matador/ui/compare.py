"""The page on the sources: what its address holds, and the words for what a source does."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from urllib.parse import parse_qsl

from matador.game.errors import MatadorError
from matador.game.notation import read_position
from matador.game.rules import Rules, read_rules
from matador.teach import effects, matrix, sources
from matador.teach.content import Preset, Source, load_presets, load_rule_words, load_sources
from matador.teach.prose import prose
from matador.ui import links
from matador.ui.bound import Read, Reader, one_of, some_of

STYLE = Path(__file__).with_name("compare.css")

USUAL = ("PAG", "WP", "GR", "EB11", "S001", "SZ10")
"""The sources that are shown side by side unless the reader chooses others."""

SIDES = {"a": "pagat", "b": "wikipedia"}
"""The two rule sets that are compared first, by their parameter."""

_TEXT = prose("compare")
_MOST_LETTERS = 3_000
"""Letters of pasted rules that are looked at; a long link is shorter."""
_MOST_VALUES = 20
"""Values of a link that are looked at."""
_DOTS = 6
"""Dots in a position code, and in no rules."""


# --- the address --------------------------------------------------------------------------------


def titles() -> dict[str, str]:
    """The title of every preset by its name, in menu order."""
    return {name: preset.title for name, preset in load_presets().items()}


def shorts() -> dict[str, str]:
    """The short name of every source in use by its id, in the order in which they are shown."""
    return {source.id: source.short for source in matrix.in_use()}


def questions() -> dict[str, str]:
    """The label of every decision point by its field, in the order of the headings."""
    words = load_rule_words()
    return {field: words[field].label for field in matrix.fields_in_order()}


def filters() -> dict[str, str]:
    """The labels of the ways to choose rows."""
    return {name: _TEXT["filter"][name] for name in ("differ", "agree", "silent", "all")}


def orders() -> dict[str, str]:
    """The labels of the orders of the rows."""
    return {name: _TEXT["order"][name] for name in ("effect", "rules")}


def views() -> dict[str, str]:
    """The labels of the views."""
    return dict(_TEXT["view"])


def readers() -> dict[str, Reader]:
    """A reader for every parameter of the page, but for those of the payments."""
    trouble = _TEXT["trouble"]
    return {
        "sources": some_of(_by_any_name(), USUAL, trouble["sources"]),
        "rows": one_of(filters(), "differ", trouble["rows"]),
        "order": one_of(orders(), "effect", trouble["order"]),
        "row": one_of(questions(), matrix.fields_in_order()[0], trouble["row"]),
        "view": one_of(views(), "table", trouble["view"]),
        "cell": _read_cell,
        **{side: _side(side) for side in SIDES},
    }


def _by_any_name() -> dict[str, str]:
    """Sources by their ids; one that a rule set is named after by the name of that, too."""
    found = shorts()
    return found | {name: found[one.sources[0]] for name, one in load_presets().items()}


def _read_cell(raw: list[str]) -> Read:
    if len(raw) == 1 and matrix.where(raw[0]):
        return Read(raw, raw[0])
    return Read([], None, _TEXT["trouble"]["cell"])


def _side(side: str) -> Reader:
    def read(raw: list[str]) -> Read:
        usual = titles()[SIDES[side]]
        found, why = rule_set(raw[-1])
        if found is None or len(raw) > 1:
            trouble = _TEXT["trouble"][side].format(why=why, title=usual)
            return Read([], usual, trouble)
        return Read([] if found.title == usual else [found.title], found.title)

    return read


# --- rules by name, by code, or pasted ----------------------------------------------------------


def rule_set(text: str) -> tuple[Preset | None, str]:
    """The rule set that a text names, or None and why not, safe to be shown.

    It is a preset by title or name, rules as they are written, or a position or an address that
    holds them.
    """
    wanted = text.strip()[:_MOST_LETTERS]
    by_title = {preset.title: preset for preset in load_presets().values()}
    if wanted in by_title:
        return by_title[wanted], ""
    why = ""
    for part in _parts(wanted):
        try:
            return sources.rule_set(_rules(part)), ""
        except MatadorError as error:
            why = why or links.plain(error)
    return None, why


def _parts(text: str) -> list[str]:
    """The pieces of a text that may hold rules: of a link each value of its query."""
    query = text.partition("?")[2]
    return [value for _, value in parse_qsl(query)[:_MOST_VALUES]] or [text]


def _rules(text: str) -> Rules:
    """The rules as they are written, or those of a position. Raises MatadorError."""
    return read_position(text).rules if text.count(".") == _DOTS else read_rules(text)


# --- what a source does -------------------------------------------------------------------------


def status(entry: sources.Entry) -> str:
    """The sign and the word for how a rule set comes by a value."""
    return sign(entry.cell.status)


def sign(name: str) -> str:
    """The sign and the word of a status, or of an assumption."""
    one = _TEXT["status"][name]
    return f"{one['sign']} {one['word']}"


def others(entry: matrix.Entry | sources.Entry) -> str:
    """The alternatives of a cell in a few words; nothing if it has none."""
    if not entry.others or entry.cell is None:
        return ""
    which = "also" if entry.cell.status == "alternatives" else "or"
    names = ", ".join(other.short for other in entry.others)
    return str(_TEXT["cell"][which].format(others=names))


def kin(source: Source) -> str:
    """Whose text a source repeats or reports on; nothing for a text of its own."""
    text, known = _TEXT["cell"], load_sources()
    if source.copy_of:
        return str(text["same"].format(title=known[source.copy_of].short))
    if source.compares:
        names = ", ".join(known[name].short for name in source.compares)
        return str(text["compares"].format(titles=names))
    return ""


def cited(entry: matrix.Entry) -> str:
    """Where a source says it, and how we know; nothing where it is silent."""
    if entry.cell is None or entry.reader is None:
        return ""
    how = _TEXT["evidence"][entry.cell.evidence].format(day=entry.reader.read)
    title, locator = entry.reader.title, entry.cell.locator
    first, _, rest = locator.partition(", ")
    return f"{title}, {rest if rest and first in title else locator}; {how}"


def cell_address(field: str, source: str) -> str:
    """The address that opens a cell."""
    return f"compare?cell={field}-{source}"


# --- agreement and effect -----------------------------------------------------------------------


def agreement(one: matrix.Row) -> str:
    """How many of the independent texts shown that speak say the same: `4 of 6 alike`."""
    text = _TEXT["table"]
    if not one.voices:
        return str(text["nobody"])
    if len(one.voices) == 1:
        return str(text["one"])
    return str(text["of"].format(agreeing=one.agreeing, all=len(one.voices)))


def effect(found: matrix.Effect | None, words: dict[str, str]) -> str:
    """The largest change that a value makes: `nobody draws: +11.88 ± 0.21 hands a match`.

    `words` are the short words of the values.
    """
    text = _TEXT["effect"]
    if found is None:
        return str(text["none"])
    measure = found.change.most
    said = text[measure].format(change=effects.changed(measure, found.number))
    which = "line" if found.at is matrix.usual() else "elsewhere"
    slots = {"players": found.at.players, "policy": found.at.policy}
    return str(text[which].format(value=words[found.change.value], change=said, **slots))


def values_of(one: matrix.Row) -> dict[str, str]:
    """The short words of the values of a row."""
    return {value: words.short for value, words in one.words.values.items()}


def key() -> str:
    """What the signs mean, as a list."""
    status_words, meaning = _TEXT["status"], _TEXT["key"]
    shown: Sequence[str] = ("says", "alternatives", "silent", "unclear")
    items = "".join(
        f"<li>{escape(status_words[name]['sign'])} <b>{escape(status_words[name]['word'])}</b>:"
        f" {escape(meaning[name])}</li>"
        for name in shown
    )
    title = escape(meaning["title"])
    return (
        f'<div class="mx"><details><summary>{title}</summary>'
        f'<ul class="mx-key">{items}</ul></details></div>'
    )
