"""One position under all rule sets: who makes the same of it, who does not, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import streamlit as st

from matador.game.moves import DRAW, Action
from matador.game.position import Position
from matador.game.record import Timeline
from matador.game.rules import Rules, presets
from matador.teach.content import load_presets, load_rule_words
from matador.teach.everywhere import Comparison, Group, Outcome, Why, compare
from matador.teach.insight import choices
from matador.teach.prose import prose
from matador.ui import links, waiting
from matador.ui.game import Table
from matador.ui.sandbox import ended, title
from matador.ui.truth import choice_name

_KEPT = 200
"""Positions whose comparison is kept, for all visitors."""
_NAMED = 5
"""Actions that are named one by one; the rest are counted."""


def panel(one: Table) -> None:
    """First the rule sets that make the same of the position, then each other answer and why."""
    text, position = prose("everywhere"), one.timeline.position
    if position.flaws:
        st.markdown(text["flawed"])
        return
    found = _compared(waiting.about(one.timeline), one.timeline)
    st.caption(text["intro"])
    st.markdown(_own(position, found))
    for group in found.others:
        with st.container(border=True, gap="xsmall"):
            st.markdown(_other(position, found.own, group))
    st.page_link(
        "pages/moments.py",
        label=text["page"],
        icon=":material/table_rows:",
        query_params=links.table(one.timeline),
    )


@st.cache_resource(max_entries=_KEPT, show_spinner=False)
def _compared(about: str, _line: Timeline) -> Comparison:  # noqa: ARG001 - it is the key
    # What is kept is never changed, so that all visitors can share it as it is.
    return compare(_line)


# --- in words -----------------------------------------------------------------------------------


def _own(position: Position, found: Comparison) -> str:
    """What the rules in force make of the position, and which others make the same."""
    text, rules = prose("everywhere"), position.rules
    told = f"**{text['yours'].format(rules=title(rules))}:** {_outcome(position, found.own)}"
    same = [name for name in found.same if presets()[name] != rules]
    if not same:
        return f"{told}\n\n{text['same_none']}"
    return f"{told}\n\n**= {text['same']} ({len(same)}):** {_titles(same)}"


def _outcome(position: Position, outcome: Outcome) -> str:
    text = prose("everywhere")
    if outcome.ending:
        return ended(position)
    return f"{text['going']}; {text['now'].format(actions=_counted(position))}."


def _counted(position: Position) -> str:
    text = prose("everywhere")
    actions = choices(position)
    plays = sum(action.tile is not None for action in actions)
    parts = [text["one"] if plays == 1 else text["many"].format(count=plays)] if plays else []
    rest = (action for action in actions if action.tile is None)
    parts += [text["draw" if action.where == DRAW else "pass"] for action in rest]
    return str(text["and"].join(parts))


def _other(position: Position, own: Outcome, group: Group) -> str:
    """Another answer: who gives it and why, and how it differs."""
    text = prose("everywhere")
    lines = [f"**{text['differs']}.** {_difference(position, own, group)}"]
    for why, names in group.members.items():
        lines.append(f"- **{_titles(names)}**: {_why(position.rules, why, names[0])}")
    return "\n".join([lines[0], "", *lines[1:]])


def _difference(position: Position, own: Outcome, group: Group) -> str:
    text, there, other = prose("everywhere"), group.outcome, group.position
    if there.flaws:
        return str(text["flawed_there"])
    if there.ending or own.ending:
        return _outcome(other, there)
    mine, theirs = choices(position), choices(other)
    more = _named(other, [action for action in theirs if action not in mine])
    less = _named(position, [action for action in mine if action not in theirs])
    parts = [text["also"].format(actions=more)] if more else []
    parts += [text["not_possible"].format(actions=less)] if less else []
    told = "; ".join(parts)
    return f"{told[:1].upper()}{told[1:]}."


def _named(position: Position, actions: Sequence[Action]) -> str:
    """Actions by name, the first few of them."""
    text = prose("everywhere")
    names = [_name(position, action) for action in actions[:_NAMED]]
    rest = len(actions) - _NAMED
    names += [text["and_more"].format(count=rest)] if rest > 0 else []
    return "; ".join(names)


def _name(position: Position, action: Action) -> str:
    text = prose("everywhere")
    if action.tile is None:
        return str(text["draw" if action.where == DRAW else "pass"])
    return choice_name(position, action)


def _why(mine: Rules, why: Why, preset: str) -> str:
    """The rules that make the difference, with what they say here and there."""
    text, words = prose("everywhere"), load_rule_words()
    theirs = presets()[preset]
    causes = [
        text["cause"].format(
            label=words[name].label,
            theirs=words[name].values[str(theirs.value(name))].short,
            yours=words[name].values[str(mine.value(name))].short,
        )
        for name in why.fields
    ]
    joined = text["with" if why.together else "or"].join(causes)
    return str(text["together" if why.together else "alone"].format(causes=joined))


def _titles(names: Iterable[str]) -> str:
    # Titles have commas of their own.
    return "; ".join(load_presets()[name].title for name in names)
