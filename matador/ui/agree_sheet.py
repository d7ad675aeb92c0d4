"""The agreement: our table's rules on one page, who decided what, and where they lead."""

from __future__ import annotations

from typing import Any

import streamlit as st

from matador.game.position import deal
from matador.game.rules import Rules, diff, write_rules
from matador.teach import interview, messages
from matador.teach import interview_words as words
from matador.teach.content import load_rule_words
from matador.teach.prose import prose
from matador.teach.sources import Near, nearest
from matador.ui import course, links, ours, play_address, scores_address, sheet_address, sheets
from matador.ui.agree import Agree, changes
from matador.ui.play_start import FIRST_OPPONENT
from matador.ui.sheet_address import Choice

_DOORS = {
    "play": "smart_toy",
    "scores": "edit_note",
    "sandbox": "casino",
    "learn": "school",
    "sheet": "article",
}
"""The pages that these rules can be taken to, each with its icon."""
_SEED = 1
"""Of the deal that the sandbox opens with; there the next one is a tap away."""
_MOST = 3
"""Answers that are offered for a change where several do not go together."""


def agreement_screen(one: Agree) -> None:
    """The rules in sentences, and all that can be done with them."""
    found = one.interview
    rules, players = interview.rules(found), interview.players(found)
    with st.container(key="agreed", gap="xsmall"):
        st.title(prose("agree")["title"], anchor=False)
        st.markdown(" ".join([_words("agreed")["for"].format(players=players), near_line(rules)]))
    _clashes(one)
    _doors(one, rules, players)
    _kept(one, rules, players)
    told = words.agreement(found)
    sheets.take_away(told)
    _decided(one)
    _compared(rules)
    sheets.show(told)


def near_line(rules: Rules) -> str:
    """The rule set most like these, and on how many decisions they differ."""
    return near_words(nearest(rules)[0], "agreed")


def near_words(near: Near, part: str) -> str:
    """On how many decisions a rule set differs, in the words of a part of the page."""
    key = {0: "same", 1: "one"}.get(near.differences, "many")
    return str(_words(part)[key].format(title=near.preset.title, count=near.differences))


def _clashes(one: Agree) -> None:
    found = one.interview
    rules, players = interview.rules(found), interview.players(found)
    for clash in interview.clashes(found):
        sentence = messages.contradiction_sentence(clash.what, rules, players)
        (st.error if clash.what.forbids else st.warning)(sentence)
        with st.container(horizontal=True):
            changes(one, list(clash.questions[:_MOST]), str(clash.what))


# --- where they lead ----------------------------------------------------------------------------


def _doors(one: Agree, rules: Rules, players: int) -> None:
    """The pages that these rules can be taken to."""
    text, shut = _words("agreed"), interview.forbidden(one.interview)
    with st.container(horizontal=True, key="agree-doors"):
        for page, icon in _DOORS.items():
            pressed = st.button(
                text[page],
                icon=f":material/{icon}:",
                type="primary" if page == "play" else "secondary",
                disabled=shut,
                key=f"agree_to_{page}",
            )
            if pressed:
                st.switch_page(f"pages/{page}.py", query_params=address(page, rules, players))


def address(page: str, rules: Rules, players: int) -> dict[str, str]:
    """The parameters with which a page opens under these rules, for so many players."""
    code = write_rules(rules)
    if page == "play":
        opponents = ".".join([FIRST_OPPONENT] * (players - 1))
        return {play_address.RULES: code, play_address.OPPONENTS: opponents}
    if page == "scores":
        return {scores_address.RULES: code, scores_address.PLAYERS: str(players)}
    if page == "sandbox":
        return links.at(deal(rules, players, _SEED))
    if page == "learn":
        return {course.RULES: code}
    return sheet_address.write(Choice(rules, players))


def _kept(one: Agree, rules: Rules, players: int) -> None:
    """Whether the app offers these rules first, and the other way."""
    text, mine = _words("agreed"), (ours.rules(), ours.players()) == (rules, players)
    if interview.forbidden(one.interview):
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(text["kept" if mine else "others"], width="content")
        if mine:
            st.button(text["forget"], type="tertiary", on_click=ours.forget, key="agree_forget")
        else:
            st.button(text["adopt"], on_click=one.adopt, key="agree_adopt")


# --- the decisions ------------------------------------------------------------------------------


def _decided(one: Agree) -> None:
    """Every decision that matters, who made it, and the way to change it."""
    text, found = _words("change"), one.interview
    opened = st.expander(text["heading"], key="agree_decided", on_change="rerun")
    if not opened.open:
        return
    with opened, st.container(key="agree-list"):
        for name in interview.route(found):
            _decision(one, name)
        st.markdown(f"**{text['rest']}**")
        for name in interview.others(found):
            _decision(one, name)


def _decision(one: Agree, name: str) -> None:
    found = one.interview
    decision = interview.decided(found, name)
    slots = {"label": words.label(name), "value": words.short(found, name, decision.value)}
    st.button(
        _words("change")["line"].format(**slots, by=words.decided_by(found, name)),
        type="tertiary",
        icon=":material/edit:",
        on_click=one.ask,
        args=(name,),
        key=f"agree_decided_{name}",
    )


def _compared(rules: Rules) -> None:
    """In what these rules differ from a source, the nearest first."""
    text, near = _words("compare"), {one.preset.id: one for one in nearest(rules)}
    opened = st.expander(text["heading"], key="agree_compared", on_change="rerun")
    if not opened.open:
        return
    with opened:
        chosen = st.selectbox(
            text["label"],
            list(near),
            format_func=lambda name: near_words(near[name], "compare"),
            key="agree_compare",
        )
        st.markdown("\n".join(_differences(rules, near[chosen])) or text["none"])
        st.page_link(
            "pages/compare.py",
            label=text["more"],
            icon=":material/compare_arrows:",
            query_params={"view": "two", "a": write_rules(rules), "b": chosen},
        )


def _differences(rules: Rules, near: Near) -> list[str]:
    text, told = _words("compare"), load_rule_words()
    return [
        text["line"].format(
            label=told[name].label,
            ours=told[name].values[str(mine)].short,
            theirs=told[name].values[str(theirs)].short,
            title=near.preset.title,
        )
        for name, (theirs, mine) in diff(near.preset.rules, rules).items()
    ]


def _words(part: str) -> dict[str, Any]:
    found: dict[str, Any] = prose("agree")[part]
    return found
