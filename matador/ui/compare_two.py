"""Two rule sets side by side, presets or house rules: only what differs, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from matador.game.rules import write_rules
from matador.teach import sources
from matador.teach.content import Preset, load_presets
from matador.teach.prose import prose
from matador.ui import compare

_TEXT = prose("compare")
_READING = 760  # pixels: a line of text that the eye can follow


def view() -> None:
    """Choose two rule sets, and say in which sentences they differ."""
    text = _TEXT["two"]
    columns = st.columns(2)
    with columns[0]:
        one = _side("a", text["one"])
    with columns[1]:
        other = _side("b", text["other"])
    if one.title == other.title:
        st.info(text["same"].format(one=name(one)))
    else:
        _differences(one, other)
    for side, preset, beside in (("b", one, other), ("a", other, one)):
        _nearest(side, preset, beside)


def _side(side: str, label: str) -> Preset:
    """Ask for a rule set, by name or pasted; what cannot be read is said, and the usual taken."""
    options, usual = list(compare.titles().values()), compare.titles()[compare.SIDES[side]]
    held = st.session_state.get(side) or st.query_params.get(side)
    if held and held not in options:
        options = [*options, held]  # what was typed or pasted, beside the presets
    typed = st.selectbox(
        label,
        options,
        index=options.index(usual),
        key=side,
        bind="query-params",
        accept_new_options=True,
        help=_TEXT["two"]["help"],
    )
    found, why = compare.rule_set(typed or usual)
    if found is None:
        st.warning(_TEXT["trouble"]["typed"].format(why=why, title=usual))
        return load_presets()[compare.SIDES[side]]
    return found


def name(one: Preset) -> str:
    """A rule set by its title; house rules by those they started from and their code."""
    base = load_presets()[one.id]
    if one.rules == base.rules:
        return base.title
    return str(_TEXT["two"]["house"].format(title=base.title, code=write_rules(one.rules)))


def _differences(one: Preset, other: Preset) -> None:
    text, found = _TEXT["two"], sources.differences(one, other)
    if not found:
        st.info(text["none"].format(one=name(one), other=name(other)))
        return
    house = [d for d in found if "house" in (d.one.cell.status, d.other.cell.status)]
    spoken = [d for d in found if d.spoken]
    rest = [d for d in found if d not in house and d not in spoken]
    names = {"one": name(one), "other": name(other)}
    counts = {"count": len(found), "spoken": len(spoken), "all": len(compare.questions())}
    st.markdown(f"{text['count'].format(**names, **counts)} {text['spoken'].format(**counts)}")
    with st.container(width=_READING):
        if house and (spoken or rest):
            st.markdown(f"**{text['chosen'].format(count=len(house))}**")
        for difference in (*house, *spoken):
            _difference(difference)
        if rest:
            label = text["assumed"].format(count=len(rest))
            with st.expander(label, expanded=not (spoken or house)):
                for difference in rest:
                    _difference(difference)


def _difference(one: sources.Difference) -> None:
    """One point of difference: what either rule set has."""
    with st.container(border=True, gap="small"):
        st.markdown(f"**{one.words.label}**")
        st.markdown("\n".join(map(_line, (one.one, one.other))))


def _line(entry: sources.Entry) -> str:
    """A rule set's sentence, and how it comes by it, with a link to the proof."""
    mark, also = compare.status(entry), compare.others(entry)
    if entry.cell.status == "silent":
        mark += f", {compare.sign('assumed')}"
    if entry.cell.of:
        mark = f"[{mark}]({compare.cell_address(entry.field, entry.cell.of)})"
    said = f"{entry.words.long} *{mark}{'; ' if also else ''}{also}*"
    return f"- **{load_presets()[entry.preset.id].title}:** {said}"


# --- the nearest --------------------------------------------------------------------------------


def _nearest(side: str, one: Preset, beside: Preset) -> None:
    """The preset most like this one; for house rules, a button that sets it beside them."""
    text, house = _TEXT["two"], one.rules != load_presets()[one.id].rules
    found = sources.nearest(one.rules)
    near = next(n for n in found if house or n.preset.id != one.id)
    named = f"{near.preset.title} ({_apart(near.differences)})"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(text["nearest"].format(one=name(one), near=named), width="content")
        if house and near.preset.rules != beside.rules:
            st.button(
                text["beside"].format(near=near.preset.title),
                key=f"beside-{side}",
                on_click=_beside,
                args=(side, near.preset.title),
            )


def _apart(count: int) -> str:
    words: Sequence[str] = _TEXT["two"]["apart"]
    return words[min(count, len(words) - 1)].format(count=count)


def _beside(side: str, title: str) -> None:
    st.session_state[side] = title
