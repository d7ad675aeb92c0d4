"""The words of the interview: questions, answers, who says so, and what not knowing comes to."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from typing import Any

from matador.analysis.studies.record import Number
from matador.analysis.studies.results import Change, Comparison
from matador.game.rules import Rules, diff, preset, read_rules
from matador.teach import interview
from matador.teach.content import CONTENT, load_presets, load_rule_words
from matador.teach.effects import WHISKER, changed, comparisons, seed_of, told_apart
from matador.teach.interview import PLAYERS, By, Interview, Option
from matador.teach.matrix import SPEAKING, in_use, row
from matador.teach.prose import prose
from matador.teach.sheet import MARKS, Mark, Sentence, Sheet, sheet

_POLICY, _BASE = "balanced", "pagat"
"""Who plays in the trials that are told of (of those policies the strongest), and by which rules
where the table started from none."""


@cache
def interview_words() -> dict[str, dict[str, Any]]:
    """All that the interview adds to the words of the rules, by section and key."""
    return tomllib.loads((CONTENT / "en" / "interview.toml").read_text("utf-8"))


def question(name: str) -> str:
    """The question itself."""
    return (
        str(_words("players", "question")) if name == PLAYERS else load_rule_words()[name].question
    )


def label(name: str) -> str:
    """What the question is about, in a word or two."""
    return str(_words("players", "label")) if name == PLAYERS else load_rule_words()[name].label


def answer(one: Interview, name: str, value: str) -> str:
    """An answer as it is offered: a whole sentence where the words of the rules have one."""
    if name == PLAYERS:
        return str(_words("players", "option").format(count=value))
    if name == "deal":
        return _deal(one, value)
    return load_rule_words()[name].values[value].long


def short(one: Interview, name: str, value: str) -> str:
    """An answer in a few words."""
    if name == PLAYERS:
        return value
    if name == "deal":
        return str(_words("deal", "short").format(size=interview.deal_size(one, value)))
    return load_rule_words()[name].values[value].short


def says(one: Interview, name: str, option: Option) -> str:
    """How many of the sources that speak say so; nothing on the number of players."""
    if name == PLAYERS:
        return ""
    key = "some" if option.says else "none"
    return str(_words("says", key).format(count=len(option.says), all=_speaking(one, name)))


def _speaking(one: Interview, name: str) -> int:
    """How many speak of a question."""
    return len({who for who, _ in interview.voices(one, name)})


def unknown_label(one: Interview, name: str) -> str:
    """The answer of whoever does not know, or goes by the rules started from."""
    key = "label_start" if interview.fallback(one, name).by is By.START else "label"
    return str(_words("unknown", key).format(title=start_title(one)))


def unknown(one: Interview, name: str) -> str:
    """What holds where the table does not know, and why."""
    found = interview.fallback(one, name)
    options = {option.value: option for option in interview.options(one, name)}
    agreeing = options[found.value].says if found.value in options else ()
    slots = {
        "value": short(one, name, found.value),
        "count": len(agreeing),
        "all": _speaking(one, name),
        "by": _started(one, name) if found.by is By.START else "",
    }
    key = PLAYERS if name == PLAYERS else str(found.by)
    return str(_words("unknown", key).format(**slots))


def decided_by(one: Interview, name: str) -> str:
    """Who decided about a question, in a few words."""
    by = interview.decided(one, name).by
    return _started(one, name) if by is By.START else str(_words("by", str(by)))


def _started(one: Interview, name: str) -> str:
    """How the rules started from come by it: their source says so, we read it so, or a code."""
    assert one.start is not None
    preset = load_presets()[one.start.base]
    cell = preset.fields[name]
    own = cell.value != str(one.start.value(name))
    key = "code" if own else "start" if cell.status in SPEAKING else "read"
    return str(_words("by", key).format(title=preset.title))


def start_title(one: Interview) -> str:
    """The name of the rules started from; empty without any."""
    return rules_title(one.start) if one.start else ""


def rules_title(rules: Rules) -> str:
    """The name of a rule set, with the number of rules that were changed in it."""
    changes = len(diff(preset(rules.base), rules))
    title = load_presets()[rules.base].title
    return f"{title} + {changes}" if changes else title


def who_says_what(one: Interview, name: str) -> list[str]:
    """The sources by what they say, the commonest first, then those that say nothing clear."""
    text, options = interview_words()["who"], interview.options(one, name)
    told = [
        text["all"].format(
            value=short(one, name, option.value),
            count=len(option.says),
            names=text["and"].join(option.says),
        )
        for option in sorted(options, key=lambda option: -len(option.says))
        if option.says
    ]
    if name == PLAYERS:
        return told
    found = row(name, in_use())
    unclear = [entry.source.short for entry in found.unclear]
    told += [text["unclear"].format(names=text["and"].join(unclear))] if unclear else []
    silent = {"count": len(found.silent), "all": len(found.entries)}
    return [*told, text["silent"].format(**silent)] if found.silent else told


def effect(one: Interview, name: str) -> tuple[str, str]:
    """What most of all hangs on a question, in trials, and how that was found; or nothing twice."""
    for comparison in sorted(comparisons(), key=lambda found: _farness(one, found)):
        for change in comparison.changes:
            number = change.changes.get(change.most)
            if change.field == name and number and told_apart(number):
                return _effect(comparison, change, number), _made(comparison)
    return "", ""


def _farness(one: Interview, found: Comparison) -> tuple[bool, bool, bool]:
    """How far trials are from this table: by another policy, other rules, other players."""
    rules = one.start.base if one.start else _BASE
    return found.policy != _POLICY, found.rules != rules, found.players != interview.players(one)


def _effect(comparison: Comparison, change: Change, number: Number) -> str:
    values, base = load_rule_words()[change.field].values, read_rules(change.base)
    slots = {
        "value": values[change.value].short,
        "other": values[str(base.value(change.field))].short,
        "measure": prose("effects")["measures"][change.most]["label"],
        "change": changed(change.most, number),
        "players": comparison.players,
    }
    key = "line" if comparison.policy == _POLICY else comparison.policy
    return str(_words("effect", key).format(**slots))


def _made(comparison: Comparison) -> str:
    slots = {
        "title": load_presets()[comparison.rules].title,
        "policy": prose("effects")["policies"][comparison.policy],
        "seed": seed_of(comparison),
        "hands": f"{comparison.hands:,}",
        "matches": f"{comparison.matches:,}",
        "errors": WHISKER,
    }
    return str(_words("effect", "made").format(**slots))


# --- the agreement ------------------------------------------------------------------------------

_MARKS: dict[By, Mark] = {
    By.YOU: "changed",
    By.FOLLOWS: "changed",
    By.MOST: "says",
    By.READING: "unclear",
    By.NOBODY: "assumed",
}


def agreement(one: Interview) -> Sheet:
    """The rules as a sheet for the table, each sentence marked with who decided it."""
    told = sheet(interview.rules(one), interview.players(one))
    sections = tuple(
        replace(section, sentences=tuple(_marked(one, said) for said in section.sentences))
        for section in told.sections
    )
    return replace(told, sections=sections)


def _marked(one: Interview, said: Sentence) -> Sentence:
    marks = [_mark(one, name) for name in said.fields]
    return replace(said, mark=max(marks, key=MARKS.index, default="says"))


def _mark(one: Interview, name: str) -> Mark:
    by = interview.decided(one, name).by
    if by is not By.START or one.start is None:
        return _MARKS[by]
    cell = load_presets()[one.start.base].fields[name]
    if cell.value != str(one.start.value(name)):
        return "changed"
    by_status: dict[str, Mark] = {"silent": "assumed", "unclear": "unclear"}
    return by_status.get(cell.status, "says")


def _deal(one: Interview, value: str) -> str:
    size = interview.deal_size(one, value)
    rest = interview.left(one.answered("deal", value))
    return str(_words("deal", "option" if rest else "none_left").format(size=size, left=rest))


def _words(section: str, key: str) -> Any:
    return interview_words()[section][key]
