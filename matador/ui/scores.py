"""The score pad of one visitor: the match, the hand being written, and the controls of both.

One controller for taps, keys and tests: everything that changes the match ends in `change`, so that
everything can be undone. Names are typed by strangers: they reach the page as the text of a
component or the value of a field, never as markup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

import streamlit as st

from matador.game import pad
from matador.game.errors import MatadorError
from matador.game.pad import Doubt, Match, Result
from matador.game.position import SEATS, sides
from matador.game.rules import (
    Contradiction,
    Goal,
    Partners,
    Tie,
    contradictions,
    diff,
    preset,
    presets,
    read_rules,
    write_rules,
)
from matador.game.settle import weigh
from matador.teach import messages
from matador.teach.content import load_rule_words
from matador.teach.prose import prose
from matador.ui import late, ours, sandbox, scores_address, scores_words
from matador.ui.written import Written

_HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "score_pad",
    css=(_HERE / "scores.css").read_text("utf-8"),
    js=(_HERE / "scores.js").read_text("utf-8"),
    isolate_styles=False,  # so that the whole page can be told how to be printed
)

KEY = "pad"
"""The key of the pad's component."""

_KEPT_AS = "score_pad"
_KEPT = 200
"""Matches that can be brought back; each is a few kilobytes at most."""
_FOUR = 4
"""The players that can make two pairs."""
_LONGEST = 600
"""Characters of a hand that is read from the browser: eight seats full of tiles."""

_ON_PAPER = (
    Contradiction.TOO_FEW_TILES,
    Contradiction.PAIRS_NEED_FOUR,
    Contradiction.GOAL_NEEDS_DEBIT,
)
"""What cannot stand together and matters to somebody who only keeps the score."""

Kind = Literal["draft", "add", "correct", "delete", "cancel", "new"]
_KINDS: tuple[Kind, ...] = ("draft", "add", "correct", "delete", "cancel", "new")


class Event(NamedTuple):
    """What the browser sends: what was pressed or typed, and the hand as it stands there."""

    kind: Kind
    rev: int
    hand: str
    """As `pad.write_result` writes it; for `correct` the number of the hand."""


class Held(NamedTuple):
    """What a field holds: put there by the page, or by the visitor since."""

    value: object
    since: int
    """What `rev` was when the page last put something else there."""


@dataclass
class ScorePad:
    """What one visitor has written down. `rev` and `ack` are the component's counters."""

    match: Match
    draft: Result
    editing: int | None = None
    """The hand being corrected, from 1."""
    rev: int = 0
    ack: int = 0
    message: str = ""
    past: list[Match] = field(default_factory=list)
    """Matches as they were before each change; the latest last."""
    future: list[Match] = field(default_factory=list)
    """Matches that were undone; the next to be redone last."""
    fields: dict[str, Held] = field(default_factory=dict)
    """What the fields above the pad hold, by key."""
    written: Written = field(default_factory=Written)
    """The addresses written or read here, to tell Back and links from our own writing."""

    def change(self, match: Match, message: str = "") -> None:
        """Put another match in place of this one, which can be brought back."""
        if match != self.match:
            self.past = [*self.past, self.match][-_KEPT:]
            self.future = []
        self._show(match, message)

    def undo(self) -> None:
        """The match as it was before the last change."""
        if self.past:
            self.future.append(self.match)
            self._show(self.past.pop(), _words()["told"]["undone"])

    def redo(self) -> None:
        """What was undone last, done again."""
        if self.future:
            self.past.append(self.match)
            self._show(self.future.pop(), _words()["told"]["redone"])

    def open(self, match: Match) -> None:
        """Show the match of an address; what was on the pad can be brought back."""
        begun = self.match != scores_address.usual()
        self.past = [*self.past, self.match][-_KEPT:] if begun else self.past
        self._show(match)

    def act(self, event: Event) -> None:
        """Do what the browser asks for, if it is about what the pad shows now."""
        if event.rev == self.rev:
            _ACTS[event.kind](self, event.hand)
        if event.kind != "draft":
            self.ack += 1

    def write(self, text: str) -> bool:
        """Take over a hand as it stands in the browser. False if it is none of ours."""
        try:
            self.draft = pad.read_result(text[:_LONGEST], self.match.players)
        except MatadorError:
            return False
        return True

    def add(self, text: str) -> None:
        """Put the hand on the sheet, or back where it was corrected, if there is no doubt."""
        told, number = _words()["told"], self.editing
        if not self.write(text):
            return
        if pad.doubts(self.match.rules, self.draft) or len(self.match.results) >= pad.MOST_HANDS:
            self.message = told["not_yet"]
            return
        match = self.match.with_result(self.draft, number)
        self.draft, self.editing = pad.blank(match.players), None
        said = told["corrected" if number else "added"]
        self.change(match, said.format(number=number or len(match.results)))

    def correct(self, text: str) -> None:
        """Take a hand of the sheet up again."""
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
        if 1 <= number <= len(self.match.results):
            self._show(self.match)
            self.editing, self.draft = number, self.match.results[number - 1]

    def delete(self, _: str) -> None:
        """Take the hand that is being corrected off the sheet."""
        number = self.editing
        if number is not None:
            self.draft = pad.blank(self.match.players)
            told = _words()["told"]["deleted"].format(number=number)
            self.change(self.match.without(number), told)

    def cancel(self, _: str) -> None:
        """Leave the hand that was being corrected as it is."""
        self.draft = pad.blank(self.match.players)
        self._show(self.match)

    def anew(self, _: str = "") -> None:
        """Begin the next match of the same people."""
        self.draft = pad.blank(self.match.players)
        self.change(self.match.anew(), _words()["told"]["new"])

    def _show(self, match: Match, message: str = "") -> None:
        # A hand half written is not lost by an undo, unless it was a correction or does not fit.
        if self.editing is not None or match.players != len(self.draft.left):
            self.draft = pad.blank(match.players)
        self.match, self.message, self.editing = match, message, None
        self.rev += 1


_ACTS = {
    "draft": ScorePad.write,
    "add": ScorePad.add,
    "correct": ScorePad.correct,
    "delete": ScorePad.delete,
    "cancel": ScorePad.cancel,
    "new": ScorePad.anew,
}


def score_pad() -> ScorePad:
    """The visitor's pad, made on the first call."""
    if _KEPT_AS not in st.session_state:
        match = scores_address.usual()
        st.session_state[_KEPT_AS] = ScorePad(match, pad.blank(match.players))
    found: ScorePad = st.session_state[_KEPT_AS]
    own = ours.rules()
    if own and found.match == scores_address.usual() and not found.past and not found.written.now:
        # Nobody has touched the pad, and no address was opened: it begins by our table's rules.
        found.open(Match(own, ours.players()))
    return found


# --- the address --------------------------------------------------------------------------------


def follow_address(one: ScorePad) -> str:
    """Open what the address holds if it is not what was written last (a link, Back, Forward).

    Returns one sentence if something was wrong with it, else nothing.
    """
    params = _asked()
    if not params or not one.written.asked(params):
        return ""
    match, trouble = scores_address.read(params)
    if match != one.match:
        one.open(match)
    # Read once: a faulty address stays where it is until the visitor does something.
    one.written.note(params)
    return trouble


def write_address(one: ScorePad) -> None:
    """Put the match into the address, where it is not there already."""
    params = scores_address.write(one.match)
    if _asked() != params:
        kept = {
            key: value
            for key, value in st.query_params.items()
            if key not in scores_address.PARAMETERS
        }
        st.query_params.from_dict({**kept, **params})
    one.written.note(params)


def _asked() -> dict[str, str]:
    there = st.query_params
    return {key: there[key] for key in scores_address.PARAMETERS if key in there}


# --- above the pad ------------------------------------------------------------------------------


def toolbar(one: ScorePad) -> None:
    """The rules, the players, undo, redo, a new match, the download: each one tap away."""
    text = _words()["toolbar"]
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.popover(text["rules"].format(title=sandbox.title(one.match.rules))):
            _rules_form(one)
        with st.popover(text["players"].format(count=one.match.players)):
            _players_form(one)
        st.button(text["undo"], on_click=one.undo, disabled=not one.past, icon=":material/undo:")
        st.button(text["redo"], on_click=one.redo, disabled=not one.future, icon=":material/redo:")
        st.button(text["new"], on_click=one.anew, disabled=not one.match.results)
        st.download_button(
            text["download"],
            scores_words.table(one.match),
            text["file"],
            "text/csv",
            help=text["download_help"],
            disabled=not one.match.results,
            icon=":material/download:",
            on_click="ignore",
        )


def notes(one: ScorePad) -> None:
    """What in these rules cannot stand together with so many players."""
    rules, players = one.match.rules, one.match.players
    for found in contradictions(rules, players):
        if found in _ON_PAPER:
            st.info(messages.contradiction_sentence(found, rules, players))


def _rules_form(one: ScorePad) -> None:
    text, match = _words()["rules"], one.match
    own, code = ours.codes(), write_rules(match.rules)
    on_rules = _fill(
        one,
        "pad_rules",
        code if code in own else match.rules.base,
        lambda new: one.match._replace(rules=read_rules(new)),
    )
    st.selectbox(
        text["preset"],
        [*own, *presets()],
        format_func=ours.label,
        key="pad_rules",
        on_change=on_rules,
    )
    if changes := _own_changes(match):
        st.caption(text["own"].format(changes="; ".join(changes)))
    if match.rules.goal is Goal.ROUND:
        st.caption(text["goal_unused"])
        return
    on_goal = _fill(
        one, "pad_goal", match.target or 0, lambda new: one.match._replace(goal=int(new))
    )
    st.number_input(
        text["goal"], 0, scores_address.FARTHEST, step=10, key="pad_goal", on_change=on_goal
    )


def _fill(
    one: ScorePad, key: str, value: object, changed: Callable[[Any], Match]
) -> Callable[[], None]:
    """Let a field hold a value. Returns what is done when the visitor puts another one there.

    With all that is pressed a browser tells what its fields hold: what the page has replaced since
    that screen, by an undo for instance, is nobody's wish.
    """
    state = st.session_state
    if key not in one.fields or one.fields[key].value != value:
        one.fields[key] = Held(value, one.rev)
    late.put(KEY, key, value)

    def on_change() -> None:
        held = one.fields[key]
        if key in state and state[key] != held.value and late.seen(KEY) >= held.since:
            one.fields[key] = held._replace(value=state[key])
            one.change(changed(state[key]))

    return on_change


def _own_changes(match: Match) -> list[str]:
    text, words = _words()["rules"]["change"], load_rule_words()
    changed = diff(preset(match.rules.base), match.rules)
    return [
        text.format(label=words[name].label, value=words[name].values[str(new)].short)
        for name, (_, new) in changed.items()
    ]


def _players_form(one: ScorePad) -> None:
    text, match = _words()["players"], one.match
    numbers = sorted({*pad.playable(match.rules), match.players})
    on_count = _fill(one, "pad_players", match.players, lambda new: _for_players(one, new))
    on_leader = _fill(one, "pad_leader", match.leader, lambda new: one.match._replace(leader=new))
    st.segmented_control(
        text["count"],
        numbers,
        required=True,
        disabled=bool(match.results),
        key="pad_players",
        on_change=on_count,
    )
    if match.results:
        st.caption(text["count_locked"])
    if match.players == _FOUR:
        _pairs_toggle(one)
    else:
        st.caption(text["order"])
    for seat in range(match.players):
        _name_field(one, seat)
    st.segmented_control(
        text["leader"],
        range(match.players),
        format_func=SEATS.__getitem__,
        key="pad_leader",
        on_change=on_leader,
    )


def _for_players(one: ScorePad, count: int) -> Match:
    leader = one.match.leader
    kept = leader if leader is not None and leader < count else None
    return one.match._replace(players=count, leader=kept)


def _name_field(one: ScorePad, seat: int) -> None:
    key, name = f"pad_name_{seat}", one.match.name(seat)
    on_name = _fill(one, key, name, lambda new: one.match.with_name(seat, new))
    st.text_input(
        _words()["players"]["name"].format(seat=SEATS[seat]),
        key=key,
        max_chars=pad.NAME,
        autocomplete="off",
        on_change=on_name,
    )


def _pairs_toggle(one: ScorePad) -> None:
    text, rules = _words()["players"], one.match.rules
    pairs = sides(rules.changed(partners=str(Partners.PAIRS)), _FOUR)
    named = [_and([SEATS[seat] for seat in seats]) for seats in pairs]

    def chosen(paired: bool) -> Match:
        partners = Partners.PAIRS if paired else Partners.NONE
        return one.match._replace(rules=one.match.rules.changed(partners=str(partners)))

    on_pairs = _fill(one, "pad_pairs", rules.paired(_FOUR), chosen)
    st.toggle(
        text["pairs"].format(one=named[0], other=named[1]),
        key="pad_pairs",
        help=text["order"],
        on_change=on_pairs,
    )


# --- the pad ------------------------------------------------------------------------------------


def show(one: ScorePad) -> None:
    """The pad itself: how the match stands, the hand being written, the sheet."""

    def on_event() -> None:
        event = received()
        if event is None:
            one.ack += 1
        else:
            one.act(event)

    _mount(key=KEY, data=pad_data(one), on_event_change=on_event)
    late.finish(KEY, one.rev)


def received() -> Event | None:
    """What the browser has just sent, or None if it is nothing of ours."""
    state = st.session_state.get(KEY)
    return read_event(state.get("event") if isinstance(state, Mapping) else None)


def read_event(payload: object) -> Event | None:
    """An event from whatever the browser sent; None if it is none."""
    if not isinstance(payload, Mapping) or set(payload) != {"kind", "rev", "hand"}:
        return None
    kind, rev, hand = payload["kind"], payload["rev"], payload["hand"]
    if type(rev) is not int or not isinstance(hand, str) or len(hand) > _LONGEST:
        return None
    return Event(kind, rev, hand) if kind in _KINDS else None


def pad_data(one: ScorePad) -> dict[str, Any]:
    """All that the component is told, as JSON."""
    match, now = one.match, pad.standing(one.match)
    rules = match.rules
    return {
        "rev": one.rev,
        "ack": one.ack,
        "message": one.message,
        "words": {name: _words()[name] for name in ("entry", "sheet")},
        "seats": [
            {"id": SEATS[seat], "name": name} for seat, name in enumerate(scores_words.names(match))
        ],
        "tiles": [
            {"id": str(one), "name": messages.tile_name(one), "counts": weigh((one,), rules)}
            for one in rules.tiles.tiles
        ],
        "count": _words()["entry"][str(rules.double_weight)],
        "status": scores_words.status(match, now),
        "number": one.editing or len(match.results) + 1,
        "editing": one.editing is not None,
        "over": now.over is not None and one.editing is None,
        "draft": pad.write_result(one.draft),
        "ask_last": _asks_last(match, one.draft),
        "said": scores_words.said(match, one.draft),
        "sheet": scores_words.sheet(match, now),
    }


def _asks_last(match: Match, draft: Result) -> bool:
    """Whether it matters who played the last tile."""
    if match.rules.tie is not Tie.LAST_PLACED or not draft.blocked:
        return False
    unsaid = draft._replace(last=None)
    return [one.doubt for one in pad.doubts(match.rules, unsaid)] == [Doubt.NO_LAST]


def _and(words: Sequence[str]) -> str:
    return str(_words()["seat"]["and"]).join(words)


def _words() -> dict[str, Any]:
    return prose("scores")
