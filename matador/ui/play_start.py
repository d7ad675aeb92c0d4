"""The start of a game: rules, opponents, one hand or a match, and the cut."""

from __future__ import annotations

import streamlit as st

from matador.game import fair
from matador.game.position import SEATS
from matador.game.rules import (
    FIELDS,
    Goal,
    Rules,
    Target,
    contradictions,
    preset,
    presets,
    read_rules,
    write_rules,
)
from matador.teach import messages, scoring
from matador.teach.prose import prose
from matador.ui import ours
from matador.ui.play import Desk
from matador.ui.play_address import MOST_WORD
from matador.ui.sandbox import FIRST_RULES

FIRST_OPPONENT = "balanced"
"""Who a first visitor plays against: plays well, and answers at once."""


def start_screen(one: Desk) -> None:
    """Everything has a default, so that one tap starts a game."""
    text = prose("play")["start"]
    rules = _rules(one)
    st.caption(scoring.goal_sentence(rules))
    opponents = _opponents(one)
    found = contradictions(rules, len(opponents) + 1)
    for contradiction in found:
        st.info(messages.contradiction_sentence(contradiction, rules, len(opponents) + 1))
    possible = not any(contradiction.forbids for contradiction in found)
    if not possible:
        _larger_set(one, rules, len(opponents) + 1)
    whole = _length(one, rules)
    st.button(
        text["go"],
        type="primary",
        icon=":material/play_arrow:",
        width="stretch",
        disabled=not possible,
        on_click=_begin,
        args=(one, rules, opponents, whole),
        key="play_go",
    )
    if one.game:
        st.button(text["back"], width="stretch", on_click=_back, args=(one,), key="play_back")
    cut(fair.hand_secret(one.key, 1), text["cut"], "play_word")


def cut(secret: str, label: str, key: str) -> None:
    """The hash of a deal to come, and room for a word; the field's value is in session state."""
    text = prose("play")["cut"]
    with st.expander(label, icon=":material/content_cut:"):
        st.markdown(text["promise"])
        st.code(fair.commitment(secret), language=None, wrap_lines=True)
        st.text_input(text["word"], max_chars=MOST_WORD, help=text["word_help"], key=key)


def _begin(one: Desk, rules: Rules, opponents: tuple[str, ...], whole: bool) -> None:
    # A double click begins one game: of a second one no hash was shown before.
    if one.choosing or not one.game:
        one.begin(rules, opponents, st.session_state.get("play_word", ""), whole)


def _back(one: Desk) -> None:
    one.choosing = False


def _rules(one: Desk) -> Rules:
    known = one.game.match.rules if one.game else ours.rules()
    asked = one.rules or known or preset(FIRST_RULES)
    if one.offered != asked:  # a link, or rules that the browser had kept
        one.offered, st.session_state.play_rules = asked, write_rules(asked)
    names = [*ours.codes(), *presets()]
    if write_rules(asked) not in names:
        names.insert(0, write_rules(asked))
    chosen = st.selectbox(
        prose("play")["start"]["rules"],
        names,
        format_func=ours.label,
        key="play_rules",
        persist_state="page",
    )
    return read_rules(chosen)


def _larger_set(one: Desk, rules: Rules, players: int) -> None:
    """Offer the smallest set that has tiles enough for so many."""
    for size in FIELDS["set"]:
        larger = rules.changed(set=str(size))
        if not any(found.forbids for found in contradictions(larger, players)):
            label = prose("play")["start"]["larger"].format(highest=size)
            st.button(label, on_click=_take, args=(one, larger), key="play_larger")
            return


def _take(one: Desk, rules: Rules) -> None:
    one.rules = rules
    st.session_state.play_rules = write_rules(rules)


def _opponents(one: Desk) -> tuple[str, ...]:
    text = prose("play")["start"]
    usual = (FIRST_OPPONENT,) * (ours.players() - 1)
    before = one.opponents or (one.game.opponents if one.game else usual)
    count = st.segmented_control(
        text["opponents"],
        range(1, len(SEATS)),
        default=len(before),
        required=True,
        key="play_count",
        persist_state="page",
    )
    chosen: list[str] = []
    for seat in range(1, count + 1):
        name = _opponent(seat, count, before)
        if name not in chosen:  # what it does is told once
            st.caption(prose("play")["what"][name])
        chosen.append(name)
    return tuple(chosen)


def _opponent(seat: int, count: int, before: tuple[str, ...]) -> str:
    text, names = prose("play"), list(prose("play")["players"])
    usual = before[min(seat, len(before)) - 1]
    label = text["start"]["opponent"]
    if count > 1:
        label = text["start"]["opponent_at"].format(seat=SEATS[seat])
    chosen: str = st.selectbox(
        label,
        names,
        index=names.index(usual),
        format_func=lambda name: text["players"][name],
        key=f"play_opponent_{seat}",
        persist_state="page",
    )
    return chosen


def _length(one: Desk, rules: Rules) -> bool:
    """Whether a match is to be played; rules without a target have hands only."""
    text = prose("play")["start"]
    if rules.target is Target.NONE and rules.goal is not Goal.ROUND:
        return True
    chosen = st.segmented_control(
        text["length"],
        ["match", "hand"],
        default="hand" if one.game and not one.game.whole else "match",
        required=True,
        format_func=lambda name: text[name],
        key="play_length",
        persist_state="page",
    )
    return chosen == "match"
