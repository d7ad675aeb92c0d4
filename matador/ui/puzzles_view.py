"""The page of a puzzle: board, verdict, what follows, and the way to another one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from matador.game.moves import DRAW, PASS, Action
from matador.game.record import Timeline
from matador.game.rules import preset
from matador.teach import messages
from matador.teach.prose import prose
from matador.teach.puzzles import FIRST_DAY, GRADES
from matador.ui import focus, late, links, sandbox
from matador.ui.game import show_board
from matador.ui.heading import heading
from matador.ui.puzzles import STARS, Desk, Round, kept, params_of, rule_sets, today
from matador.ui.puzzles_words import (
    action_name,
    behind,
    grade_name,
    margin_text,
    stars_text,
    stock,
    title,
    told_line,
    value_text,
    why_wrong,
    words,
    worth,
)

_BOARD, _RULES, _DATE = "puzzle", "puzzle_rules", "puzzle_date"
_HERE = Path(__file__).parent
_RIGHT, _WRONG = ":material/check_circle:", ":material/cancel:"


def show(desk: Desk) -> None:
    """The whole page."""
    one = desk.playing
    st.html(_HERE / "puzzles.css")
    with st.container(key="puzzle-quiet", gap=None):
        kept(desk)
        # What was pressed may stand far below the new puzzle, on a phone out of sight of it.
        focus.lead("puzzle-lead", desk.opened, ".st-key-puzzle-title")
    with st.container(key="puzzle-title", gap="xsmall"):
        st.title(title(one.puzzle, one.day))
        st.caption(f"{grade_name(one.puzzle.grade)} · {sandbox.title(one.puzzle.rules)}")
        st.markdown(prose("puzzles")["todo"].format(player=messages.player(one.puzzle.seat)))
    with st.container(key="puzzle-stock"):
        st.markdown(stock(one.puzzle))
    table_side, panel_side = st.columns([13, 7], gap="medium")
    with table_side:
        _table(one)
    with panel_side:
        heading(words("answer")["panel"], "puzzle_heading", desk.pressed)
        with st.container(key="puzzle-verdict"):
            _verdict(one)
        _buttons(desk, one)
        _line(one)
    _tools(desk, one)
    late.mark(_BOARD, desk.screen)


def _pressed(desk: Desk, act: Callable[..., None], *args: Any) -> None:
    """Do what was pressed or chosen, unless it comes late: a double click skips no puzzle."""
    if late.seen(_BOARD) == desk.screen:
        act(*args)


def _table(one: Round) -> None:
    # After the solution any choice can still be tapped and looked at, from the puzzle on.
    show_board(
        one.table, _BOARD, seat=one.puzzle.seat, mine=one.puzzle.seat, playable=not one.looking
    )


# --- the verdict ---------------------------------------------------------------------------------


def _verdict(one: Round) -> None:
    text = words("answer")
    if one.hinting:
        said = text["hint"].format(
            rung=one.rung, most=len(one.ladder), hint=one.ladder[one.rung - 1]
        )
        st.info(said, icon=":material/lightbulb:")
    elif one.looking is None:
        acts = any(option.action.where in (DRAW, PASS) for option in one.puzzle.options)
        st.info(text["begin_act" if acts else "begin"], icon=":material/touch_app:")
    else:
        _judged(one, one.looking)


def _judged(one: Round, action: Action) -> None:
    """What an answer is worth, and what the best is."""
    puzzle, text = one.puzzle, words("answer")
    option, right = puzzle.option(action), puzzle.right(action)
    slots = {
        "action": action_name(puzzle, action),
        "worth": worth(puzzle, option.value),
        "most": value_text(puzzle, puzzle.best.value),
        "stars": stars_text(one.stars, STARS),
    }
    if right:
        said = text["shown" if one.shown else "right"].format(**slots)
        second = text["right_next"].format(behind=behind(puzzle, puzzle.options[1]))
        st.success(f"{said} {second}", icon=_RIGHT)
        return
    st.error(text["wrong"].format(**slots), icon=_WRONG)
    if why := why_wrong(puzzle, option):
        st.markdown(why)


# --- the controls --------------------------------------------------------------------------------


def _buttons(desk: Desk, one: Round) -> None:
    text = words("buttons")
    with st.container(horizontal=True, gap="small"):
        if one.looking:
            st.button(
                text["back" if one.done else "again"],
                icon=":material/undo:",
                type="secondary" if one.done else "primary",
                on_click=_pressed,
                args=(desk, desk.again),
                key="puzzle_again",
            )
        else:
            _hint_button(desk, one)
        st.button(
            text["show"],
            icon=":material/visibility:",
            disabled=one.done,
            on_click=_pressed,
            args=(desk, desk.show),
            key="puzzle_show",
        )
    with st.container(horizontal=True, gap="small"):
        st.button(
            text["next"],
            type="primary" if one.done else "secondary",
            on_click=_pressed,
            args=(desk, desk.next),
            key="puzzle_next",
        )
        for name, step, end in (("easier", -1, GRADES[0]), ("harder", 1, GRADES[-1])):
            st.button(
                text[name],
                disabled=one.puzzle.grade == end,
                on_click=_pressed,
                args=(desk, desk.next, step),
                key=f"puzzle_{name}",
            )


def _hint_button(desk: Desk, one: Round) -> None:
    text, most = words("buttons"), len(one.ladder)
    out = one.rung >= most
    st.button(
        text["hints_out"] if out else text["hint"].format(rung=one.rung + 1, most=most),
        icon=":material/lightbulb:",
        disabled=out or one.done,
        on_click=_pressed,
        args=(desk, desk.hint),
        key="puzzle_hint",
    )


# --- what follows --------------------------------------------------------------------------------


def _line(one: Round) -> None:
    """The line after the action on the table, to step through and in words."""
    line, text = one.table.timeline, words("line")
    if not one.looking:
        return
    st.markdown(words("answer")["best_line"])
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        _step(one, line.at - 1, "back", "chevron_left", "Left", off=line.at <= 1)
        end = len(line.actions)
        _step(one, line.at + 1, "on", "chevron_right", "Right", off=line.at >= end)
        st.text(text["at"].format(at=line.at, count=end))
    with st.container(key="puzzle-line", gap="small"):
        st.markdown(_in_words(line))
        st.markdown(sandbox.ended(line.positions[-1]))
    if one.done:
        _choices(one)
    st.page_link(
        "pages/sandbox.py",
        label=words("buttons")["sandbox"],
        icon=":material/troubleshoot:",
        query_params=links.table(line),
    )


def _in_words(line: Timeline) -> str:
    """What is done in the line, an entry a line, the moment looked at in bold."""
    entries = []
    for first, last, told in told_line(line):
        numbers = str(first) if first == last else f"{first}–{last}"
        shown = f"{numbers}\\. {told}"
        entries.append(f"**{shown}**" if first <= line.at <= last else shown)
    return "  \n".join(entries)


def _step(one: Round, at: int, name: str, icon: str, shortcut: str, *, off: bool) -> None:
    st.button(
        words("line")[name],
        icon=f":material/{icon}:",
        shortcut=shortcut,
        disabled=off,
        on_click=one.go,
        args=(at,),
        key=f"puzzle_{name}",
    )


def _choices(one: Round) -> None:
    """All that could be done, each with what it is worth; pressing one shows its line."""
    with st.expander(words("line")["choices"]), st.container(gap="xsmall"):
        for option in one.puzzle.options:
            name, value = action_name(one.puzzle, option.action), option.value
            st.button(
                words("line")["choice"].format(action=name, worth=value_text(one.puzzle, value)),
                type="tertiary",
                on_click=one.look,
                args=(option.action,),
                key=f"puzzle_choice_{option.action}",
            )


# --- other puzzles, and what is kept -------------------------------------------------------------


def _tools(desk: Desk, one: Round) -> None:
    st.caption(_record(desk))
    with st.container(horizontal=True, gap="small"):
        _days(desk, one)
        _rules(desk, one)
        _share(one)
        with st.popover(words("tools")["about"], icon=":material/help:"):
            slots = {"margin": margin_text(one.puzzle), "stars": STARS}
            st.markdown(words("tools")["about_text"].format(**slots))


def _record(desk: Desk) -> str:
    record, text = desk.record, words("record")
    if desk.said:
        return desk.said
    if not record.answered:
        return str(text["none"])
    told = text["told"].format(
        right=record.right, answered=record.answered, run=record.run, best=record.best
    )
    days = record.days_at(today())
    return f"{told} {text['days'].format(days=days)}" if days else str(told)


def _days(desk: Desk, one: Round) -> None:
    """The puzzle of today, that of the day before, and those of all days."""
    text, day = words("tools"), one.day or today()
    st.button(
        text["today"],
        icon=":material/today:",
        disabled=one.day == today(),
        on_click=_pressed,
        args=(desk, desk.open_day, today()),
        key="puzzle_today",
    )
    st.button(
        text["earlier"],
        disabled=day <= FIRST_DAY,
        on_click=_pressed,
        args=(desk, desk.open_day, day - timedelta(1)),
        key="puzzle_earlier",
    )
    with st.popover(text["days"], icon=":material/calendar_month:"):
        st.session_state[_DATE] = day
        st.date_input(
            text["days_label"],
            min_value=FIRST_DAY,
            max_value=today(),
            key=_DATE,
            on_change=_pressed,
            args=(desk, _open_chosen_day, desk),
        )


def _open_chosen_day(desk: Desk) -> None:
    # What a browser sends may lie beyond the bounds of the control.
    if FIRST_DAY <= st.session_state[_DATE] <= today():
        desk.open_day(st.session_state[_DATE])


def _rules(desk: Desk, one: Round) -> None:
    """The rule set, and with it another puzzle."""
    text, base = words("tools"), one.puzzle.rules.base

    def chosen() -> None:
        desk.open_rules(preset(st.session_state[_RULES]))

    with st.popover(text["rules"], icon=":material/rule:"):
        st.session_state[_RULES] = base
        st.selectbox(
            text["rules_label"],
            rule_sets(),
            format_func=lambda name: sandbox.title(preset(name)),
            key=_RULES,
            on_change=_pressed,
            args=(desk, chosen),
        )


def _share(one: Round) -> None:
    text = words("tools")
    with st.popover(text["share"], icon=":material/share:"):
        st.caption(text["share_link"])
        link = (st.context.url or "").split("?")[0] + "?" + urlencode(params_of(one))
        st.code(link, language=None, wrap_lines=True)
        if one.stars:
            st.caption(text["share_result"])
            name = title(one.puzzle, one.day)
            result = text["result"].format(name=name, stars=stars_text(one.stars, STARS))
            st.code(f"{result}\n{link}", language=None, wrap_lines=True)
