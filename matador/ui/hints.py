"""Hints that are asked for step by step: a little more with each press, gone with the next move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import streamlit as st

from matador.game.moves import Action, advance, ending
from matador.game.position import Position
from matador.game.record import Timeline
from matador.teach import hints, messages
from matador.teach.prose import prose
from matador.ui import core, late, truth, waiting
from matador.ui.game import Table
from matador.ui.sandbox import ended

if TYPE_CHECKING:  # the core is slow to import, and a page without a hint needs none of it
    from matador.analysis.estimate import Estimates
    from matador.analysis.solve import Solution

_PANEL = "hint"
SECONDS = 4
"""Seconds of work on one hint."""
_SAMPLES = 100
"""Deals weighed for one hint; the panel of what choices are worth weighs more."""
_LINE = 5
"""Actions of a line that are told; the rest are counted."""


class Hint(NamedTuple):
    """An action to play, and how sure that is."""

    action: Action
    sure: str
    """A key of the words for hints: exact, open, mean, estimate."""
    note: str
    """What to say of others that are as good; may be empty."""
    worth: str
    """The last rung: the value, and the line where there is one."""


def panel(one: Table) -> None:
    """One button and what has been told so far; nothing is computed before it is pressed."""
    told = _told(one)
    with st.container(key="hint", gap="xsmall"):
        button = st.empty()
        hint, why = _found(one) if told else (None, "")
        rungs = _rungs(one.timeline.position, hint) if hint else ()
        with button:
            _button(one, told, len(rungs))
        late.finish(_PANEL, told=(one.rev, told))
        if hint:
            _show(hint, rungs, told)
        elif why:
            st.markdown(why)


def _button(one: Table, told: int, steps: int) -> None:
    text = prose("hints")
    st.button(
        text["more"].format(step=min(told, steps), steps=steps) if steps else text["first"],
        icon=":material/lightbulb:",
        shortcut="H",
        help=text["help"],
        disabled=told > 0 and told >= steps,
        on_click=_tell_more,
        args=(one,),
        key="hint_more",
    )


def _told(one: Table) -> int:
    """How many rungs have been asked for at this moment of the table."""
    rev, told = st.session_state.get("hint_told", (one.rev, 0))
    return int(told) if rev == one.rev else 0


def _tell_more(one: Table) -> None:
    told = _told(one)
    if late.shown(_PANEL, "told") == (one.rev, told):  # else it is a second press of the same
        st.session_state["hint_told"] = (one.rev, told + 1)


def _rungs(position: Position, hint: Hint) -> tuple[str, ...]:
    return (*hints.ladder(position, hint.action), hint.worth)


def _show(hint: Hint, rungs: tuple[str, ...], told: int) -> None:
    """The badge and the rungs so far, the last one on lines of its own."""
    text = prose("hints")
    colour = {"open": "blue", "estimate": "orange"}.get(hint.sure, "green")
    steps = " ".join(rungs[:-1][:told])
    st.markdown(f":{colour}-badge[{text[hint.sure]}] {steps} {hint.note}")
    if told >= len(rungs):
        st.markdown(rungs[-1])


# --- the work -----------------------------------------------------------------------------------


def _found(one: Table) -> tuple[Hint | None, str]:
    """The hint, or why there is none; neither while it is being worked on."""
    line, position = one.timeline, one.timeline.position
    barred = _barred(position)
    if barred:
        return None, barred
    if not waiting.prepared("hint"):
        return None, ""
    job = waiting.asked("hint", waiting.about(line), lambda: _job(line))
    if not waiting.done("hint", job):
        return None, ""
    if job.answer is None:
        return None, truth.cannot(job.error, position) or str(prose("hints")["failed"])
    weighed = hasattr(job.answer, "worlds")
    hint = _weighed(job.answer, position) if weighed else _solved(job.answer, position, job.spent)
    return hint, "" if hint else str(prose("hints")["unknown"])


def _barred(position: Position) -> str:
    """Why there can be no hint, if anything."""
    over = "over" if ending(position) else "hidden" if position.hand.hidden else ""
    key = "flawed" if position.flaws else over
    player = messages.player(position.turn)
    return str(prose("hints")[key].format(player=player)) if key else ""


def _job(line: Timeline) -> core.Job[Any]:
    if truth.open_hands(line.position):
        return core.Job("solve:solve", line.position, seconds=SECONDS)
    bare = Timeline(line.start, line.actions, line.at)  # without the positions, which are many
    return core.Job("estimate:estimate", bare, samples=_SAMPLES, seconds=SECONDS)


def _solved(found: Solution, position: Position, spent: float) -> Hint | None:
    """The best action of known hands; None where nothing is proved of any."""
    rows, text = truth.solved(found, position), prose("hints")
    best = [row for row in rows if row.action in found.best]
    if not best and len(set(found.actions.values())) == 1:
        return None
    row = next((one for one in best if found.line[:1] == (one.action,)), (best or rows)[0])
    sure = "exact" if best and found.exact else "open"
    worth = text[f"{sure}_{found.unit}"].format(
        party=truth.party_name(position), worth=row.worth, seconds=f"{spent:.0f}"
    )
    told = _line(position, found) if found.line[:1] == (row.action,) else []
    note = text["tie"] if len(best) > 1 else ""
    return Hint(row.action, sure, note, "\n".join([worth, "", *told]))


def _line(position: Position, found: Solution) -> list[str]:
    """Best play from here as a numbered list, and what it comes to."""
    text, told, party = prose("hints"), [], truth.party_name(position)
    for number, action in enumerate(found.line, 1):
        if number <= _LINE:
            told.append(f"{number}. {messages.told(position, action)}")
        position = advance(position, action)
    rest = len(found.line) - _LINE
    more = text["rest_one" if rest == 1 else "rest"].format(count=rest) + " " if rest > 0 else ""
    told += ["", more + ended(position)]
    return [*told, "", text["paranoid"].format(party=party)] if found.method == "paranoid" else told


def _weighed(found: Estimates, position: Position) -> Hint:
    """The action with the highest mean over the deals that are possible."""
    text, row, party = prose("hints"), truth.estimated(found)[0], truth.party_name(position)
    sure = "mean" if found.exact else "estimate"
    worth = text[f"{sure}_{found.unit}"].format(
        party=party, worth=row.worth, worlds=f"{found.worlds:,}"
    )
    standings = [str(worth.standing) for worth in found.actions.values()]
    key = "unclear" if "unclear" in standings else "tie" if "level" in standings else ""
    told = [worth, "", text["paranoid"].format(party=party)] if found.paranoid else [worth]
    return Hint(row.action, sure, text[key] if key else "", "\n".join(told))
