"""What one decision changes: the chart of a measured rule set, one decision of it, and its table.

Everything shown here was played beforehand and is kept as a study; `effects_run` plays anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from html import escape
from typing import NamedTuple

import pandas as pd
import streamlit as st

from matador.analysis.studies.results import Comparison
from matador.game.rules import FIELDS, write_rules
from matador.teach import effects
from matador.teach.content import load_presets, load_rule_words
from matador.teach.effects import MEASURES, Effect
from matador.teach.prose import prose
from matador.ui.bound import Read, Reader, one_of
from matador.ui.effects_bars import BAR, Bar, bars

SHOWN = 12
"""Bars that are shown at first; what comes after them is small."""

_TEXT = prose("effects")
_CHART = "effects_chart"
_NONE = ""


class _Shown(NamedTuple):
    """What the reader has chosen to look at."""

    comparison: Comparison
    measure: str
    found: tuple[Effect, ...]
    """All values, the largest change first."""

    @property
    def title(self) -> str:
        return load_presets()[self.comparison.rules].title

    @property
    def before(self) -> str:
        """The measure under the rule set as it stands."""
        return effects.written(self.measure, self.comparison.base[self.measure].mean)


def readers() -> dict[str, Reader]:
    """A reader for every parameter of this half of the page."""
    trouble, first = _TEXT["trouble"], _measures()["match"]
    base = load_presets()[effects.comparisons()[0].rules].title
    return {
        "base": one_of(_bases(), _first_base(), trouble["base"].format(title=base)),
        "table": one_of(_tables(), next(iter(_tables())), trouble["table"]),
        "m": one_of(_measures(), "match", trouble["measure"].format(label=first)),
        "d": one_of(_decisions(), _NONE, trouble["decision"]),
        "every": partial(_yes, trouble["every"]),
    }


def view() -> None:
    """Draw the choices, the chart, one decision and the table."""
    shown = _choices()
    listed = _listed(shown)
    st.markdown(f"**{effects.sentence(shown.comparison, shown.measure, shown.found)}**")
    _chart(shown, listed)
    _decision(shown)
    _table(shown)
    _made(shown)


# --- the address --------------------------------------------------------------------------------


def _yes(trouble: str, raw: list[str]) -> Read:
    return Read(raw, True) if raw == ["true"] else Read([], False, trouble)


@cache
def _bases() -> dict[str, str]:
    names = dict.fromkeys(one.rules for one in effects.comparisons())
    return {name: load_presets()[name].title for name in names}


def _first_base() -> str:
    return next(iter(_bases()))


@cache
def _tables() -> dict[str, str]:
    """Who has played, by a name for an address: `2-balanced`."""
    return {
        f"{one.players}-{one.policy}": _TEXT["tornado"]["played"].format(
            players=one.players, policy=_TEXT["policies"][one.policy]
        )
        for one in effects.comparisons()
    }


def _measures() -> dict[str, str]:
    return {name: _TEXT["measures"][name]["label"] for name in MEASURES}


@cache
def _decisions() -> dict[str, str]:
    words = load_rule_words()
    return {_NONE: _NO_DECISION} | {field: words[field].label for field in FIELDS}


_NO_DECISION = "\N{EM DASH}"


# --- the choices --------------------------------------------------------------------------------


def _choices() -> _Shown:
    text = _TEXT["tornado"]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        measure = _pick(text["measure"], _measures(), "m", "match")
        base = _pick(text["base"], _bases(), "base", _first_base())
        there = {
            f"{one.players}-{one.policy}": one for one in effects.comparisons() if one.rules == base
        }
        labels = {name: _tables()[name] for name in there}
        comparison = there[_pick(text["table"], labels, "table", next(iter(labels)))]
    return _Shown(comparison, measure, effects.effects(comparison, measure))


def _pick(label: str, options: Mapping[str, str], key: str, usual: str) -> str:
    """A choice by its name; one that is not offered any more falls back to the usual."""
    labels = list(options.values())
    if st.session_state.get(key, options[usual]) not in labels:
        st.session_state[key] = options[usual]
    picked = st.selectbox(
        label,
        labels,
        index=labels.index(options[usual]),
        key=key,
        bind="query-params",
        width=260,
    )
    return next(name for name, shown in options.items() if shown == picked)


def _listed(shown: _Shown) -> tuple[Effect, ...]:
    """The bars: of each decision its strongest value, or every value; only what can be told."""
    every = st.session_state.get("every", "every" in st.query_params)
    found = shown.found if every else effects.largest(shown.found)
    return tuple(one for one in found if one.sure)


# --- the chart ----------------------------------------------------------------------------------


def _chart(shown: _Shown, listed: Sequence[Effect]) -> None:
    text, opened = _TEXT["tornado"], _opened()
    drawn = tuple(_bar(one, shown.measure) for one in listed[: _room(listed)])
    words = _TEXT["measures"][shown.measure]
    told = "; ".join(bar.words for bar in drawn)
    if drawn:
        st.altair_chart(
            bars(drawn, words["axis"], opened),
            on_select=_open_bar,
            selection_mode=BAR,
            key=_CHART,
            alt=text["alt"].format(
                measure=words["label"], title=shown.title, before=shown.before, bars=told
            ),
        )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.toggle(text["every"], key="every", bind="query-params")
        if len(listed) > len(drawn):
            more = text["more"].format(count=len(listed) - len(drawn))
            st.button(more, on_click=_show_all, key="effects_more")
    st.caption(" ".join(_below(shown, listed)))


def _below(shown: _Shown, listed: Sequence[Effect]) -> list[str]:
    """What the line in the middle is, and how many decisions have no bar, and what a bar does."""
    text = _TEXT["tornado"]
    fields = {one.field for one in shown.found} - {one.field for one in listed}
    start = text["start"].format(title=shown.title, before=shown.before)
    few = [text["few"].format(count=len(fields))] if fields else []
    return [start, *few, text["click"]]


def _room(listed: Sequence[Effect]) -> int:
    return len(listed) if st.session_state.get("effects_all") else SHOWN


def _show_all() -> None:
    st.session_state["effects_all"] = True


def _bar(one: Effect, measure: str) -> Bar:
    assert one.change is not None
    words = _TEXT["tornado"]["bar"].format(
        label=one.words.label,
        value=one.value_words.short,
        change=effects.changed(measure, one.change),
    )
    scale = 100 if measure == "blocked" else 1
    error = effects.WHISKER * one.change.error
    return Bar(one.field, words, scale * one.change.mean, scale * error)


def _open_bar() -> None:
    chosen = st.session_state[_CHART]["selection"][BAR]
    if chosen:
        st.session_state["d"] = _decisions()[str(chosen[0]["id"])]


# --- one decision -------------------------------------------------------------------------------


def _opened() -> str:
    """The field of the decision that is opened."""
    asked = st.session_state.get("d", st.query_params.get("d", _NONE))
    return next((name for name, label in _decisions().items() if asked in (name, label)), _NONE)


def _decision(shown: _Shown) -> None:
    """A list of all decisions; of the one opened, what each of its values does."""
    text = _TEXT["decision"]
    field = _pick(_TEXT["tornado"]["decision"], _decisions(), "d", _NONE)
    if field == _NONE:
        return
    values, words = effects.of_field(shown.found, field), load_rule_words()[field]
    with st.container(border=True, gap="small"):
        st.markdown(f"**{words.question}**")
        now = load_presets()[shown.comparison.rules].fields[field].value
        st.markdown(text["now"].format(title=shown.title, value=words.values[now].short))
        lines = [f"- {_line(one, shown.measure)}" for one in values]
        st.markdown("\n".join(lines) or text["unmeasured"])
        with st.container(horizontal=True, vertical_alignment="center"):
            if values:
                label = text["try"].format(value=values[0].value_words.short)
                st.button(label, on_click=_set_up, args=(values[0],), key="effects_try")
            st.page_link(
                "pages/compare.py",
                label=text["compare"],
                icon=":material/menu_book:",
                query_params={"view": "question", "row": field},
            )


def _set_up(one: Effect) -> None:
    """Put the rules with this value into the run below."""
    st.session_state["r"] = write_rules(one.rules)


def _line(one: Effect, measure: str) -> str:
    text = _TEXT["tornado"]
    if one.change is None:
        return f"{one.value_words.short}: {_unmeasured(one)}."
    said = f"**{one.value_words.short}**: {effects.changed(measure, one.change)}"
    notes = [] if one.sure else [text["unsure"]]
    notes += [text["given"].format(given=_given(one))] if one.given else []
    return ", ".join([said, *notes]) + "."


def _given(one: Effect) -> str:
    return ", ".join(f"{label}: {value}" for label, value in one.given)


def _unmeasured(one: Effect) -> str:
    return str(_TEXT["tornado"]["same" if one.same else "unmeasured"])


# --- the table ----------------------------------------------------------------------------------


def _table(shown: _Shown) -> None:
    text = _TEXT["tornado"]
    with st.expander(text["table_open"]):
        st.html(_rows(shown))
        st.download_button(
            text["download"],
            partial(_csv, shown.comparison),
            file_name=f"matador-effects-{shown.comparison.rules}.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
            key="effects_csv",
        )


def _csv(comparison: Comparison) -> str:
    return pd.DataFrame(effects.records(comparison)).to_csv(index=False)


def _rows(shown: _Shown) -> str:
    text = _TEXT["tornado"]
    caption = escape(text["caption"])
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in text["head"])
    body = "".join(_row(one, shown.measure) for one in shown.found)
    return (
        f'<div class="mx mx-frame" tabindex="0" role="region" aria-label="{caption}">'
        f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _row(one: Effect, measure: str) -> str:
    link = f"compare?view=question&amp;row={one.field}"
    notes = [_TEXT["tornado"]["given"].format(given=_given(one))] if one.given else []
    if one.change is None:
        change, after = _unmeasured(one), ""
    else:
        change = effects.changed(measure, one.change)
        notes += [] if one.sure else [_TEXT["tornado"]["unsure"]]
        after = effects.written(measure, one.number.mean) if one.number else ""
    small = "".join(f'<span class="mx-small">{escape(note)}</span>' for note in notes)
    return (
        f'<tr><th scope="row"><a href="{link}">{escape(one.words.label)}</a></th>'
        f"<td>{escape(one.value_words.short)}</td><td>{escape(change)}{small}</td>"
        f"<td>{escape(after)}</td></tr>"
    )


def _made(shown: _Shown) -> None:
    text, one = _TEXT["tornado"], shown.comparison
    st.caption(
        text["made"].format(
            hands=f"{one.hands:,}",
            matches=f"{one.matches:,}",
            seed=effects.seed_of(one),
            policy=_TEXT["policies"][one.policy],
            sure=f"{effects.SURE:g}",
        )
    )
