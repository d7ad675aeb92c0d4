"""A board whose two ends follow two controls and a chart, and lead them when it is played on."""

from __future__ import annotations

from typing import Any

import streamlit as st

from matador.game.line import Line
from matador.game.position import Position
from matador.game.record import Timeline
from matador.game.rules import Rules
from matador.teach.questions import alone, line_with_ends
from matador.ui import links
from matador.ui.charts import CELL
from matador.ui.game import INFO
from matador.ui.lesson import Practice, show_practice

LEFT, RIGHT = "left", "right"
"""The parameters, and the controls, that hold the two ends."""


class PairTable(Practice):
    """A line, and in hand every tile of the set that fits it."""

    @property
    def rules(self) -> Rules:
        """The rules of the line."""
        return self.timeline.position.rules

    @property
    def ends(self) -> tuple[int, int]:
        """What the line shows on the left and on the right."""
        left, right = self.timeline.position.ends
        return left.halves[0], right.halves[0]

    @property
    def chart_key(self) -> str:
        """A chart for every pair, so that the last click is never taken for the choice."""
        return f"heat-{self.rules.set}-{self.ends[0]}-{self.ends[1]}"

    def set_ends(self, rules: Rules, left: int, right: int) -> None:
        """The shortest line with these ends, unless the line shows them already."""
        if (self.rules, self.ends) != (rules, (left, right)):
            self.show(Timeline(answerable(rules, line_with_ends(left, right))), "", INFO)

    def choose(self, left: str, right: str) -> None:
        """The two controls; they are bound to the address."""
        for label, key in ((left, LEFT), (right, RIGHT)):
            choices = _choices(key, self.rules.tiles.highest)
            st.selectbox(label, choices, key=key, bind="query-params")

    def follow_chart(self) -> None:
        """Take the pair that was clicked on the chart."""
        event: Any = st.session_state.get(self.chart_key)
        cells = event["selection"].get(CELL) if event else None
        if cells:
            st.session_state[LEFT] = int(cells[0][LEFT])
            st.session_state[RIGHT] = int(cells[0][RIGHT])

    def follow_board(self) -> None:
        """After a play: the ends are new, and so is what fits."""
        self.timeline = Timeline(answerable(self.rules, self.timeline.position.line))
        st.session_state[LEFT], st.session_state[RIGHT] = self.ends


def answerable(rules: Rules, line: Line) -> Position:
    """The line with every tile in hand that fits it and does not lie on it."""
    bare = alone(rules, line)
    on = {placed.tile for placed in line.placed}
    answers = rules.tiles.answers(*(end.halves[0] for end in bare.ends))
    return alone(rules, line, (one for one in answers if one not in on))


def pair_table(rules: Rules) -> PairTable:
    """The visitor's table, with the ends that the controls or the address ask for."""
    left, right = (_asked(key, rules.tiles.highest) for key in (LEFT, RIGHT))
    start = answerable(rules, line_with_ends(left, right))
    found: PairTable = st.session_state.setdefault("pair", PairTable(Timeline(start)))
    found.set_ends(rules, left, right)
    return found


def _choices(key: str, highest: int) -> list[int]:
    """The halves, first the usual choice: the highest half on the left and its partner, 1."""
    halves = list(range(highest + 1))
    return halves[::-1] if key == LEFT else halves[1:] + halves[:1]


def _asked(key: str, highest: int) -> int:
    """What the control holds, or on the first run the address; the usual if that is no half."""
    choices = _choices(key, highest)
    if key not in st.session_state:
        return links.number(st.query_params.get(key), 0, highest, choices[0])
    if st.session_state[key] not in choices:
        st.session_state[key] = choices[0]
    return int(st.session_state[key])


def show_pair(table: PairTable, *, todo: str, hand: str) -> None:
    """The board of the pair."""
    show_practice(table, "pair-board", todo=todo, hand=hand, on_played=table.follow_board)
