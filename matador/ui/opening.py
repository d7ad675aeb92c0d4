"""A worked hand is read, not played: what a reader tries on its board is answered and no more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from matador.game.errors import MatadorError
from matador.game.line import End
from matador.game.moves import Action, explain
from matador.game.notation import read_action
from matador.game.tiles import Tile
from matador.teach import messages
from matador.teach.prose import prose
from matador.teach.worked import Moment, Worked, opening
from matador.ui import links
from matador.ui.bound import Read
from matador.ui.game import GOOD, INFO, Table

STEP = "step"
"""The parameter that holds the step, and the key of its slider."""

STYLE = Path(__file__).with_name("opening.css")

_TEXT = prose("opening")


@dataclass
class Reading(Table):
    """The table of a worked hand. `tried` is a legal action that the hand does not go on with."""

    tried: Action | None = None

    def look(self, step: int) -> None:
        """Look at the moment after `step` actions."""
        if step != self.timeline.at:
            self.tried = None
            self.show(self.timeline.to(step))

    def act(self, text: str) -> None:
        """Say whether an action goes; if it is the one that comes next, step on."""
        before = self.timeline.position
        try:
            action = read_action(text, before)
        except MatadorError as error:
            self.say(links.plain(error))
            return
        verdict = explain(before, action)
        why = messages.sentence(before, verdict)
        self.tried = None
        if not verdict.legal:
            self.say(why)
        elif action == self._coming:
            st.session_state[STEP] = self.timeline.at + 1
            self.show(self.timeline.step(1), _TEXT["tried"]["coming"], GOOD)
        else:
            self.tried = action
            self.say(_TEXT["tried"]["also"].format(why=why), INFO)

    @property
    def _coming(self) -> Action | None:
        line = self.timeline
        return line.actions[line.at] if line.at < len(line.actions) else None


def reading(hand: Worked) -> Reading:
    """The visitor's table, made on the first call."""
    found: Reading = st.session_state.setdefault("table_opening", Reading(hand.line.to(0)))
    return found


def read_step(raw: list[str]) -> Read:
    """The step in an address; the nearest there is, where it asks for another."""
    hand, text, trouble = opening(), raw[-1], _TEXT["trouble"]
    whole = text.removeprefix("-")
    if not (whole.isascii() and whole.isdigit() and len(whole) < 10):
        return Read([], 0, trouble["unreadable"])
    step = hand.nearest(int(text))
    said = "" if step == int(text) else trouble["step"].format(asked=int(text))
    return Read([str(step)] if step else [], step, said)


def played(hand: Worked, step: int) -> str:
    """What led to a step, and why it was legal."""
    moment = hand.moments[step]
    if moment.played is None:
        return str(_TEXT["start"])
    before = hand.moments[step - 1].position
    said, why = messages.told(before, moment.played), messages.why(before, moment.played)
    return f"{said} {why}"


def marked(moment: Moment, action: Action) -> str:
    """How the article treats a legal play: plays it, names it, overlooks it, or none of these."""
    if action == moment.coming:
        return "played"
    if action in moment.overlooked:
        return "overlooked"
    named = moment.claim.names.get(action.where, ()) if moment.claim else ()
    return "named" if str(action.tile) in named else "other"


def plays(moment: Moment) -> str:
    """Every legal play as a list: tile and why, then where, and how the article treats it."""
    text = _TEXT["turn"]
    found: dict[str, list[str]] = {}
    for action in moment.plays:
        name = messages.tile_name(action.tile) if action.tile else ""
        head = text["tile"].format(tile=name, why=messages.why(moment.position, action))
        place = messages.place_name(moment.position, action)
        mark = text["marks"][marked(moment, action)]
        found.setdefault(head, []).append(text["place"].format(place=place, mark=mark).rstrip())
    return "\n".join("\n".join([head, *places]) for head, places in found.items())


def slip(moment: Moment) -> list[str]:
    """What the commentary overlooks at a moment, one sentence an end."""
    return [said for end in moment.position.ends if (said := _slip_at(moment, end))]


def _slip_at(moment: Moment, end: End) -> str:
    missed = [action for action in moment.overlooked if action.where == end.arm]
    if not missed or moment.claim is None:
        return ""
    text, named = _TEXT["slip"], moment.claim.names[end.arm]
    tiles: list[Tile] = sorted({action.tile for action in missed if action.tile})
    goes = text["goes"] if len(missed) > len(tiles) else text["goes_one"]
    plays = goes.format(tiles=_and(map(messages.tile_name, tiles)))
    names = _and(map(messages.tile_name, named))
    return str(
        text["missing" if named else "dead"].format(
            arm=messages.arm_name(end.arm), shows=messages.shown(end), named=names, plays=plays
        )
    )


def _and(names: Iterable[str]) -> str:
    return messages.words()["view"]["and"].join(names)
