"""Our table's rules: the rule set a visitor has settled on, which the app then offers first.

One rule set a visitor, and for how many players; the session keeps it, and the browser for the next
visit. It never overrules an address: a page asks for it only where nothing else says by which rules
to play. Who changes the page that offers rules calls, once a run and always at the same place,
`remember()`, and then

    ours.rules() or preset(FIRST_RULES)     # the rules to begin with
    [*ours.codes(), *presets()]             # the codes of a list to choose from
    format_func=ours.label                  # and what they are called there
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from matador.game.errors import MatadorError
from matador.game.position import SEATS
from matador.game.rules import Rules, presets, read_rules, write_rules
from matador.teach.interview_words import rules_title
from matador.teach.prose import prose
from matador.ui import links, progress

NAME = "matador-ours"
"""What the text is called in the browser's store."""

_HERE = Path(__file__).parent
_KEEPER, _STATE = "ours-keeper", "ours"
_MOST_DIGITS = 12
"""Digits of a time; there are ten at present."""
_NOBODY = 0
"""The players of a text that says that the rules were forgotten."""


@dataclass(frozen=True)
class Ours:
    """What is kept: the rules, for how many players, and the second since 1970 when it was said."""

    rules: Rules | None = None
    players: int = _NOBODY
    when: int = 0


@dataclass
class _Shelf:
    ours: Ours = Ours()
    acks: int = 0
    """Counts what the browser had kept and sent."""


def rules() -> Rules | None:
    """The rules that the table settled on, if it did."""
    return _shelf().ours.rules


def players() -> int:
    """For how many players the table settled its rules; 2 where it did not."""
    return _shelf().ours.players or 2


def keep(rules: Rules, players: int) -> None:
    """Make these our table's rules from now on."""
    _shelf().ours = Ours(rules, players, int(time.time()))


def forget() -> None:
    """Have no rules of our own any more."""
    _shelf().ours = Ours(when=int(time.time()))


def codes() -> list[str]:
    """Our rules as a code, if there are any and no preset is just the same."""
    own = rules()
    return [write_rules(own)] if own and write_rules(own) not in presets() else []


def label(code: str) -> str:
    """What a rule set is called where one is chosen; ours is named so. `code` is a valid one."""
    found = read_rules(code)
    if found == rules():
        return str(prose("agree")["ours"]["label"].format(title=rules_title(found)))
    return rules_title(found)


def remember() -> None:
    """Let the browser keep our rules, and take in what it has kept. Shows nothing."""
    shelf = _shelf()

    def on_stored() -> None:
        text = progress.stored(_KEEPER)
        if text is not None:
            shelf.acks += 1
            shelf.ours = max(shelf.ours, _read(text), key=lambda one: one.when)

    st.html(_HERE / "ours.css")
    with st.container(key="ours-quiet", gap=None):
        text = _write(shelf.ours)
        progress.keep(text, shelf.acks, key=_KEEPER, on_stored=on_stored, name=NAME)


def _shelf() -> _Shelf:
    found: _Shelf = st.session_state.setdefault(_STATE, _Shelf())
    return found


def _write(one: Ours) -> str:
    if not one.when:
        return ""
    return f"{one.when}~{one.players}~{write_rules(one.rules) if one.rules else ''}"


def _read(text: str) -> Ours:
    """What a browser kept; nothing of a text that is not ours."""
    when, _, rest = text.partition("~")
    players, _, code = rest.partition("~")
    said = int(when) if when.isascii() and when.isdigit() and len(when) < _MOST_DIGITS else 0
    count = links.number(players, 2, len(SEATS), _NOBODY)
    try:
        return Ours(read_rules(code), count, said) if count else Ours(when=said)
    except MatadorError:
        return Ours()
