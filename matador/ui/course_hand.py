"""The coached hand on the board: any tile can be tried anywhere, and the coach says why not."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

import msgspec
import streamlit as st

from matador.game.moves import DRAW, LEAD, PASS, Action
from matador.teach import messages
from matador.teach.coach import CoachedHand, begin
from matador.teach.lessons import HandSetup, Lesson
from matador.ui.board import BoardData, Place, board, received
from matador.ui.course import Course, words
from matador.ui.course_button import button
from matador.ui.course_progress import FEW, lesson_key
from matador.ui.course_step import heading
from matador.ui.focus import Lead
from matador.ui.table import board_data

_BOARD = "course-board"
_BUTTONS: dict[str, Lead] = {DRAW: "draw", PASS: "pass"}
_LONGEST = 580
"""Characters of what was tried that are kept; a hand is told in a fifth of that."""


def show_hand(one: Course, lesson: Lesson) -> None:
    """The hand that the learner plays, and the three lines at its end."""
    hand = hand_of(one, lesson)
    heading(one, lesson.goal)
    with st.container(key="course-coach"):
        _coach(one, hand)
    _board(one, lesson, hand)
    _moves(one, lesson, hand)


def hand_of(one: Course, lesson: Lesson) -> CoachedHand:
    """The hand as far as it was played, made again from what was tried."""
    hand = _played(_setup(one, lesson), _tried(one, lesson))
    return replace(hand, asked=one.progress.record(lesson).hints)


def _setup(one: Course, lesson: Lesson) -> HandSetup:
    """The hand with the number and under the rules that the address asks for."""
    assert lesson.hand is not None
    return msgspec.structs.replace(lesson.hand, seed=one.place.seed, rules=one.place.rules)


def _name(one: Course) -> str:
    """What a hand is kept by: its number, and the rules where they are not the course's own."""
    rules = one.place.rules
    return f"{one.place.seed}r{lesson_key(rules)}" if rules else str(one.place.seed)


def stars_of_hand(hand: CoachedHand) -> int:
    """The stars of a hand that is over."""
    return 1 + (hand.asked <= FEW) + (not hand.slips)


@lru_cache(maxsize=512)
def _played(setup: HandSetup, tried: tuple[str, ...]) -> CoachedHand:
    if not tried:
        return begin(setup)
    before = _played(setup, tried[:-1])
    return before if before.over else before.attempt(tried[-1])


def _tried(one: Course, lesson: Lesson) -> tuple[str, ...]:
    """What was tried in this very hand; nothing if another one was kept."""
    name, *tried = one.progress.record(lesson).run.split(".")
    return tuple(tried) if name == _name(one) else ()


def _attempt(one: Course, lesson: Lesson, action: str, rev: int) -> None:
    """Try this, unless something else was tried since so much was."""
    one.board_acks += 1
    before = _tried(one, lesson)
    if rev != len(before):
        return
    tried = _shortened(one, lesson, (*before, action))
    run = ".".join((_name(one), *tried))
    one.rung, one.hinting, one.instead = 0, False, False
    one.progress = one.progress.played(lesson, run)
    hand = hand_of(one, lesson)
    if hand.over:
        one.progress = one.progress.played(lesson, run, stars_of_hand(hand))


def _shortened(one: Course, lesson: Lesson, tried: tuple[str, ...]) -> tuple[str, ...]:
    """What was tried, without the first attempts that failed if it is too long to be kept."""
    setup = _setup(one, lesson)
    while len(".".join(tried)) > _LONGEST:
        done = [_played(setup, tried[:number]).line.at for number in range(len(tried) + 1)]
        failed = next((at for at in range(len(tried)) if done[at] == done[at + 1]), 0)
        tried = tried[:failed] + tried[failed + 1 :]
    return tried


def _told(hand: CoachedHand) -> str:
    """What has happened since the last act."""
    begins = words("hand")["begin"].format(player=messages.player(hand.seat))
    # What one did oneself comes first, and needs no telling.
    told = Counter(hand.told[1:] or hand.told)
    times = words("hand")["times"]
    return " ".join(
        times.format(told=one, count=count) if count > 1 else one for one, count in told.items()
    ) or str(begins)


# --- the coach -----------------------------------------------------------------------------------


def _coach(one: Course, hand: CoachedHand) -> None:
    text = words("hand")
    if hand.over:
        st.success("\n\n".join(hand.summary()), icon=":material/flag:")
    elif one.hinting:
        st.info(text["coach"].format(said=hand.hints[one.rung - 1]), icon=":material/lightbulb:")
    elif hand.said:
        said = hand.said.response
        st.error(f"**{said.verdict}** {said.sum}\n\n{said.belief}", icon=":material/cancel:")
        if one.instead:
            st.markdown(said.instead)
        else:
            label = words("step")["instead"]
            button(one, label, "course_instead", one.ask_instead, type="tertiary")
    else:
        st.info(_told(hand), icon=":material/sports_esports:")


def _ask(one: Course, lesson: Lesson, rev: int, rung: int, most: int) -> None:
    """This rung of the coach's `most` hints, counted from 1, if it is the next one here."""
    if rev != len(_tried(one, lesson)) or rung != one.rung + 1:
        return
    one.rung, one.hinting = rung, True
    one.lead_to("answer" if rung == most else "hint")  # after the last one it is done with
    one.progress = one.progress.hinted(lesson)


# --- the board -----------------------------------------------------------------------------------


def _board(one: Course, lesson: Lesson, hand: CoachedHand) -> None:
    rev, place = len(_tried(one, lesson)), one.place

    def on_action() -> None:
        move = received(_BOARD)
        if move is None:
            one.board_acks += 1
        else:
            one.press(place, _attempt, one, lesson, move.action, move.rev)

    board(data_of(hand, rev, one.board_acks), key=_BOARD, on_action=on_action)


def data_of(hand: CoachedHand, rev: int, ack: int) -> BoardData:
    """What the board is told: of the hands only the learner's, and every way to try a tile."""
    text, seats = words("hand"), range(hand.position.players)
    data = board_data(
        hand.position,
        rev=rev,
        ack=ack,
        last=hand.line.last,
        names=tuple(text["you"] if seat == hand.seat else text["opponent"] for seat in seats),
        open_seats=seats if hand.over else [hand.seat],
        mine=hand.seat,
        seat=hand.seat,
    )
    data["buttons"] = []  # they stand below, larger
    if not hand.over:
        # The board would refuse by itself what does not go; here that is for the coach to say.
        data["places"] = {str(one): _places(hand, one) for one in hand.position.hand.tiles}
        data["refusals"] = {}
    return data


def _places(hand: CoachedHand, one: tuple[int, int]) -> list[Place]:
    """Every end of the line, and both ways round: right or wrong."""
    position, text = hand.position, words("hand")
    if not position.line.row:
        lead = Action(LEAD, min(one), max(one))
        name = messages.place_name(position, lead)
        return [{"action": str(lead), "end": LEAD, "leaves": "", "name": name, "across": False}]
    turns = dict.fromkeys((tuple(one), tuple(one)[::-1]))
    return [
        {
            "action": str(Action(end.arm, inner, outer)),
            "end": end.arm,
            "leaves": str(outer),
            "name": text["leaves"].format(
                arm=messages.arm_name(end.arm).capitalize(), inner=inner, outer=outer
            ),
            "across": False,
        }
        for end in position.ends
        for inner, outer in turns
    ]


def _moves(one: Course, lesson: Lesson, hand: CoachedHand) -> None:
    """What can be done beside the board; each button is for this moment of the hand alone."""
    text, rev, rung = words("hand"), len(_tried(one, lesson)), one.rung + 1
    most = 0 if hand.over else len(hand.hints)
    with st.container(horizontal=True):
        for where, name in _BUTTONS.items():
            act = (_do, one, lesson, where, rev)
            button(one, text[name], f"course_{name}-{rev}", *act, disabled=hand.over)
        button(
            one,
            text["hint_more" if one.hinting else "hint"],
            f"course_hint-{rev}-{rung}",
            *(_ask, one, lesson, rev, rung, most),
            icon=":material/lightbulb:",
            disabled=rung > most,
        )
        with st.container(key="course-next"):
            looks = "primary" if hand.over else "secondary"
            button(one, text["end"], "course_next", one.next, type=looks)


def _do(one: Course, lesson: Lesson, where: str, rev: int) -> None:
    """Draw or pass, and lead the keyboard to the same button of the next moment."""
    _attempt(one, lesson, where, rev)
    one.lead_to("answer" if hand_of(one, lesson).over else _BUTTONS[where])
