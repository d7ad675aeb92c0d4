"""A drill: one question after another, answered by buttons with real tiles on them.

The address holds the number of the question (`q`), so that a question can be linked to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import streamlit as st

from matador.game.position import Position
from matador.game.rules import Rules
from matador.game.tiles import Tile
from matador.teach import messages
from matador.teach.prose import prose
from matador.teach.questions import Kind, Option, Question, question
from matador.ui import figures, links
from matador.ui.draw import tile_svg
from matador.ui.focus import lead_in_course
from matador.ui.written import Written

KINDS = {
    "seven": (Kind.FITS, Kind.HALF, Kind.SHOWS, Kind.COUNT),
    "matadors": (Kind.GOES, Kind.OPENS, Kind.WAYS),
}
"""What each drill asks, in turn."""

NUMBER = "q"
LAST = 9999
"""The highest number of a question that an address may ask for."""

_RIGHT, _WRONG = ":material/check_circle:", ":material/cancel:"


@dataclass
class Drill:
    """Where one visitor is in one drill, and how it went so far."""

    asked: tuple[str, int] = ("", 0)
    """The set and the number of the question shown."""
    tapped: list[str] = field(default_factory=list)
    """The options tapped so far, in order."""
    settled: dict[tuple[str, int], bool] = field(default_factory=dict)
    """The questions answered so far, and whether without a wrong tap."""
    moves: int = 0
    """Counts the times that the keyboard is led to a question."""
    written: Written = field(default_factory=Written)
    """The number in the address, to tell a visitor's Back from what a late press tells of it."""

    def open(self, highest: str, number: int) -> None:
        """Show a question; the taps on another one are forgotten."""
        if self.asked != (highest, number):
            self.asked, self.tapped = (highest, number), []

    def tap(self, asked: tuple[str, int], shown: Question, key: str) -> None:
        """Answer with this option. Only what settles a question for the first time counts.

        Nothing is done if by now another one is asked than `asked`: whoever taps before the next
        one is there taps an option that is gone, and Streamlit calls it all the same.
        """
        if asked != self.asked:
            return
        if key in self.tapped:
            self.tapped.remove(key)
        self.tapped.append(key)
        if shown.answered(self.tapped):
            self.settled.setdefault(self.asked, shown.right.issuperset(self.tapped))

    def go_on(self, asked: tuple[str, int]) -> None:
        """The question after this one, and the keyboard to it; nothing if it is there already."""
        if asked != self.asked:
            return
        highest, number = asked
        self.open(highest, number % LAST + 1)
        self.moves += 1
        self.written.note({NUMBER: str(self.asked[1])})
        self.write()

    def write(self) -> None:
        """Put the number last written or followed into the address."""
        if self.written.now:
            st.query_params[NUMBER] = dict(self.written.now)[NUMBER]
        else:
            st.query_params.pop(NUMBER, None)


def show_drill(name: str, rules: Rules) -> None:
    """The drill called `name`."""
    drill = state(name)
    drill.open(str(rules.set), _number(drill))
    number = drill.asked[1]
    shown = asked(name, number, rules)
    with st.container(border=True, key=f"drill-{name}"):
        with st.container(key=f"drill-quiet-{name}", gap=None):
            lead_in_course(f"drill-focus-{name}", drill.moves, "question")
        with st.container(key=f"drill-question-{name}"):
            st.markdown(_heading(drill))
            _show_line(shown.position)
            st.markdown(f"**{shown.prompt}**")
        with st.container(horizontal=True, key=f"drill-options-{name}"):
            for place, option in enumerate(shown.options):
                _show_option(name, place, option, drill, shown)
        with st.container(key=f"drill-answer-{name}"):
            _show_answer(drill, shown)
        _show_next(name, drill, shown)


def asked(name: str, number: int, rules: Rules) -> Question:
    """The question with this number in a drill."""
    kinds = KINDS[name]
    return question(kinds[(number - 1) % len(kinds)], number, rules)


def state(name: str) -> Drill:
    """The visitor's drill called `name`. It outlives a change of page, not a reload."""
    found: Drill = st.session_state.setdefault(f"drill_{name}", Drill())
    return found


def _number(drill: Drill) -> int:
    """The question that the address asks for, or the one shown last."""
    there = {NUMBER: st.query_params[NUMBER]} if NUMBER in st.query_params else {}
    shown = drill.asked[1] or 1
    if drill.written.asked(there):
        drill.written.note(there)
        return links.number(there.get(NUMBER), 1, LAST, shown)
    if there != dict(drill.written.now):
        drill.write()
    return shown


def _key(name: str, drill: Drill, part: object) -> str:
    """The key of a button of this question: no other question has it."""
    highest, number = drill.asked
    return f"drill-{name}-{part}-{highest}-{number}"


def _heading(drill: Drill) -> str:
    words, done = _words(), len(drill.settled)
    score = words["score" if done else "score_none"].format(
        clean=sum(drill.settled.values()), done=done
    )
    return f"**{words['number'].format(number=drill.asked[1])}** · {score}"


def _show_line(position: Position) -> None:
    """The line as a still picture, between its ends."""
    left, right = (messages.shown(end) for end in position.ends)
    row = tuple((placed.first, placed.second) for placed in position.line.row)
    alt = _words()["line"].format(left=left, right=right)
    figures.show(figures.line_with_ends_svg(row, alt), alt)


def _show_option(name: str, place: int, option: Option, drill: Drill, shown: Question) -> None:
    tapped = option.key in drill.tapped
    st.button(
        _label(option, shown),
        key=_key(name, drill, place),
        icon=(_RIGHT if option.right else _WRONG) if tapped else None,
        on_click=drill.tap,
        args=(drill.asked, shown, option.key),
    )


def _label(option: Option, shown: Question) -> str:
    """The option's words, with the tile drawn where the tile is the point."""
    if option.tile is None or shown.kind is Kind.GOES:
        return option.label
    picture = tile_picture(option.tile, option.turn)
    return f"{picture} {option.label}" if option.turn else picture


def _show_answer(drill: Drill, shown: Question) -> None:
    words, all_right = _words(), len(shown.right)
    if not drill.tapped:
        hint = words["hint_every"].format(all=all_right) if shown.every else words["hint"]
        st.info(hint, icon=":material/touch_app:")
        return
    option = next(option for option in shown.options if option.key == drill.tapped[-1])
    said = option.response
    if shown.every:
        key = "all_found" if shown.answered(drill.tapped) else "found"
        found = len(shown.right.intersection(drill.tapped))
        said += " " + words[key].format(found=found, all=all_right)
    (st.success if option.right else st.error)(said, icon=_RIGHT if option.right else _WRONG)


def _show_next(name: str, drill: Drill, shown: Question) -> None:
    done = shown.answered(drill.tapped)
    st.button(
        _words()["next" if done else "skip"],
        key=_key(name, drill, "next"),
        type="primary" if done else "secondary",
        on_click=drill.go_on,
        args=(drill.asked,),
    )


def tile_picture(one: Tile, turn: tuple[int, int] | None = None) -> str:
    """A tile as a picture for a label: its name is what a screen reader says."""
    return f"![{messages.tile_name(one)}]({tile_uri(*(turn or one))})"


@lru_cache(maxsize=512)
def tile_uri(first: int, second: int) -> str:
    """A tile as it lies, left half first, as an address that a label's picture can have."""
    return figures.uri(tile_svg((first, second), lying=True))


def _words() -> dict[str, Any]:
    words: dict[str, Any] = prose("lesson")["drill"]
    return words
