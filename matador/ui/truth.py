"""What each choice in a position is worth: a panel that is closed until somebody asks.

Known hands and stock are solved, hidden ones weighed over possible deals. The work is done by a
`Job`, so that the board never waits; answers are kept, so that stepping to and fro costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import streamlit as st

from matador.game.errors import IllegalError
from matador.game.moves import DRAW, LEAD, Action, advance, ending
from matador.game.notation import write_actions, write_position
from matador.game.position import SEATS, Position, sides
from matador.game.record import Timeline
from matador.game.settle import weigh
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui import core
from matador.ui.game import Table
from matador.ui.sandbox import ended

if TYPE_CHECKING:  # the core is slow to import, and a page with the panel closed needs none of it
    from matador.analysis.estimate import Estimates, Worth
    from matador.analysis.knowledge import Knowledge
    from matador.analysis.odds import Answers, Odds
    from matador.analysis.solve import Interval, Solution

FIRST, MORE = 5, 30
"""Seconds of work at first, and how many more each time somebody asks to go on."""
GLANCE = 0.25
"""Seconds that a page waits for an answer before it shows that it is being worked on."""
_TICK, _LOOK_AGAIN = 0.5, 2.0
"""Seconds between two looks at the work, and at the core while it is being prepared."""
_PREPARING = 60
"""Seconds that preparing usually takes."""
_KEPT = 100
"""Answers of one visitor."""
_MANY = 100
"""How many times as many deals are weighed for somebody who goes on."""
_WIDTH = 640  # pixels: choice and value stay close together on a wide screen


class Weighed(NamedTuple):
    """What is found out about hidden hands; the chances only where they could be counted."""

    estimates: Estimates
    odds: Odds | None


@dataclass
class _Desk:
    """The questions of one visitor by what they are about, the latest last."""

    jobs: dict[str, core.Job[Any]] = field(default_factory=dict)

    def leave(self, key: str = "") -> None:
        """Give up what is still being worked on, unless it is about this."""
        for other, job in list(self.jobs.items()):
            if other != key and not job.look():
                job.stop()
                del self.jobs[other]

    def ask(self, key: str, work: Callable[[core.Job[Any]], Any], seconds: float) -> None:
        """Ask anew; the oldest answers are forgotten."""
        self.jobs.pop(key, None)
        self.jobs[key] = core.Job(work, seconds)
        for old in list(self.jobs)[:-_KEPT]:
            del self.jobs[old]


class Row(NamedTuple):
    """One choice: what it is worth, and how that compares with the best."""

    action: Action
    worth: str
    verdict: str


# --- the panel ----------------------------------------------------------------------------------


def panel(one: Table) -> None:
    """The panel below a board. Closed, it computes nothing, and stops what was being computed."""
    shown = st.expander(_text()["heading"], on_change="rerun", key="truth")
    if not shown.open:
        _desk().leave()
        return
    with shown:
        _opened(one)


def _opened(one: Table) -> None:
    position = one.timeline.position
    if position.flaws or ending(position):
        st.markdown(_text()["flawed" if position.flaws else "over"])
    elif not core.ready():
        _prepare()
    elif (seat := _eyes(position)) is None and position.hand.hidden:
        st.markdown(_text()["hidden"].format(player=messages.player(position.turn)))
    else:
        _asked(one, seat)


def _asked(one: Table, seat: int | None) -> None:
    desk, line = _desk(), one.timeline
    key = _key(line, seat)
    desk.leave(key)
    if key not in desk.jobs:
        desk.ask(key, _work(line, seat), FIRST)
    job = desk.jobs[key]
    if not job.look(GLANCE):
        _watch(job)
    elif job.answer is None:
        st.markdown(_trouble(job, line.position))
    else:
        _answer(one, job, seat)


def _eyes(position: Position) -> int | None:
    """Whose eyes the position is seen with; None for all that is written."""
    if not _open_hands(position):
        return None
    text, player = _text(), messages.player(position.turn)
    names = {"all": text["all"], "own": text["own"].format(player=player)}
    chosen = st.segmented_control(
        text["eyes"],
        list(names),
        default="all",
        required=True,
        format_func=lambda name: names[name],
        key="truth_eyes",
        persist_state="session",
    )
    return position.turn if chosen == "own" else None


@st.fragment(run_every=_LOOK_AGAIN)
def _prepare() -> None:
    """Say that the core is not ready yet, and look again now and then."""
    if core.ready():
        st.rerun()
    st.markdown(_text()["preparing"])
    waited = core.waited()
    told = _text()["preparing_for"].format(seconds=f"{waited:.0f}")
    st.progress(min(0.95, waited / _PREPARING), text=told)
    st.button(_text()["again"], key="truth_again")


@st.fragment(run_every=_TICK)
def _watch(job: core.Job[Any]) -> None:
    """Show how far the work is; the page runs anew, once, when it is done."""
    if job.look():
        st.rerun()
    st.progress(job.share, text=job.note or _text()["waiting"])
    st.button(_text()["stop"], icon=":material/stop_circle:", on_click=job.stop, key="truth_stop")


def _answer(one: Table, job: core.Job[Any], seat: int | None) -> None:
    if isinstance(job.answer, Weighed):
        _show_weighed(one, job.answer, job.seconds, seat)
    elif job.answer is not None:
        _show_solved(one, job, job.answer)


def _show_solved(one: Table, job: core.Job[Any], found: Solution) -> None:
    position = one.timeline.position
    _solved_note(found, position, job.spent)
    _rows(one, solved(found, position), found.unit)
    if not all(known.exact for known in found.actions.values()):
        _more(one, None, job.seconds, "open_choices")
    if found.line and st.toggle(_text()["line"], key=f"truth_line_{one.rev}"):
        st.markdown(_told(position, found.line))


def _show_weighed(one: Table, found: Weighed, seconds: float, seat: int | None) -> None:
    _estimated_note(found.estimates)
    _rows(one, estimated(found.estimates), found.estimates.unit)
    if not _decided(found.estimates):
        _more(one, seat, seconds, "not_apart")
    _method_note(found.estimates)
    _chances(found.odds)


def _more(one: Table, seat: int | None, seconds: float, why: str) -> None:
    st.markdown(_text()[why])
    st.button(
        _text()["more"].format(seconds=MORE),
        on_click=_go_on,
        args=(one.timeline, seat, seconds + MORE),
        key="truth_more",
    )


def _go_on(line: Timeline, seat: int | None, seconds: float) -> None:
    _desk().ask(_key(line, seat), _work(line, seat, _MANY), seconds)


def _trouble(job: core.Job[Any], position: Position) -> str:
    from matador.analysis.tables import UnsupportedError, supported  # noqa: PLC0415 - see above

    text = _text()
    if isinstance(job.error, IllegalError):
        return str(text["impossible"])
    if not isinstance(job.error, UnsupportedError):
        return str(text["failed"])
    if supported(position.rules):
        return str(text["unsupported"])
    return str(text["large"].format(highest=position.rules.tiles.highest))


def _desk() -> _Desk:
    found: _Desk = st.session_state.setdefault("truth_desk", _Desk())
    return found


def _text() -> dict[str, Any]:
    found: dict[str, Any] = prose("sandbox")["truth"]
    return found


# --- the work -----------------------------------------------------------------------------------


def _open_hands(position: Position) -> bool:
    return not position.stock.hidden and not any(hand.hidden for hand in position.hands)


def _key(line: Timeline, seat: int | None) -> str:
    """What an answer is about: the position; for hidden hands also how it came about."""
    if seat is None and _open_hands(line.position):
        return write_position(line.position)
    done = write_actions(line.actions[: line.at]) if line.at else ""
    return f"{write_position(line.start)} {done} {seat}"


def _work(line: Timeline, seat: int | None, times: int = 1) -> Callable[[core.Job[Any]], Any]:
    """The work that answers the question, weighing so many times the usual number of deals."""
    if seat is None and _open_hands(line.position):
        return lambda job: _solve(line.position, job)
    return lambda job: _weigh(line, seat, times, job)


def _solve(position: Position, job: core.Job[Any]) -> Solution:
    from matador.analysis.solve import solve  # noqa: PLC0415 - see above

    def note(nodes: int, known: int, every: int) -> None:
        job.note = _text()["solving"].format(nodes=f"{nodes:,}", known=known, all=every)

    return solve(position, seconds=job.seconds, stop=job.over, progress=note)


def _weigh(line: Timeline, seat: int | None, times: int, job: core.Job[Any]) -> Weighed:
    from matador.analysis.estimate import SAMPLES, estimate  # noqa: PLC0415 - see above
    from matador.analysis.knowledge import Knowledge  # noqa: PLC0415

    def note(worlds: int, most: int) -> None:
        job.note = _text()["weighing"].format(worlds=f"{worlds:,}", most=f"{most:,}")

    known = Knowledge.of(line, seat)
    found = estimate(
        known, samples=SAMPLES * times, seconds=job.seconds, stop=job.over, progress=note
    )
    return Weighed(found, _counted_odds(known))


def _counted_odds(known: Knowledge) -> Odds | None:
    """The chances, unless they would have to be sampled: that has no end that could be told."""
    from matador.analysis.odds import odds  # noqa: PLC0415 - see above

    return odds(known) if known.exact and known.position.ends else None


# --- choices, best first ------------------------------------------------------------------------


def solved(found: Solution, position: Position) -> list[Row]:
    """The choices of a known position, the best first; those not settled by what they may be."""
    one_way = {a: v for a, v in found.actions.items() if not _mirrored(a)}
    ordered = sorted(one_way, key=lambda a: (-sum(one_way[a]), one_way[a].low))
    best = [a for a in found.best if a in one_way]
    return [
        Row(a, _worth(one_way[a], found.unit, position), _compared(a, one_way, best, found))
        for a in ordered
    ]


def estimated(found: Estimates) -> list[Row]:
    """The choices of a position with hidden hands, the highest mean first."""
    one_way = {a: w for a, w in found.actions.items() if not _mirrored(a)}
    ordered = sorted(one_way, key=lambda a: -one_way[a].mean.mean)
    alone = len([a for a in found.best if a in one_way]) == 1
    digits = 1 if found.unit == "pips" else 2
    return [
        Row(a, _about(one_way[a].mean, digits), _standing(one_way[a], digits, alone, len(one_way)))
        for a in ordered
    ]


def _mirrored(action: Action) -> bool:
    # Which way round the first tile lies makes no difference to anybody at the table.
    return action.where == LEAD and action.inner > action.outer


def _compared(
    action: Action, every: dict[Action, Interval], best: list[Action], found: Solution
) -> str:
    text, known = _text(), every[action]
    if len(every) == 1:
        return str(text["only"])
    if action in best:
        return str(text["best" if len(best) == 1 else "equal"])
    if known.high < found.value.low:
        if not (known.exact and found.exact and found.unit == "pips"):
            return str(text["worse"])
        return str(text["less"].format(behind=found.value.low - known.high))
    return str(text["open"])


def _standing(worth: Worth, digits: int, alone: bool, choices: int) -> str:
    text, name = _text(), str(worth.standing)
    if name == "best":
        return str(text["only" if choices == 1 else "best" if alone else "one_of_best"])
    if name == "worse":
        behind, error = worth.behind
        return str(text["less"].format(behind=f"{behind:.{digits}f}" + _error(error, digits)))
    return str(text[name])


def _worth(known: Interval, unit: str, position: Position) -> str:
    return _pips(known, position) if unit == "pips" else _hands(known)


def _pips(known: Interval, position: Position) -> str:
    """A value or what is proved of it; no bound is told that says nothing."""
    text = _text()
    most = weigh(position.rules.tiles.tiles, position.rules)
    low, high = _signed(known.low), _signed(known.high)
    if known.exact:
        return low
    if known.low < -most:
        return str(text["unknown"] if known.high > most else text["at_most"].format(high=high))
    return str(text["at_least" if known.high > most else "between"].format(low=low, high=high))


def _hands(known: Interval) -> str:
    names = {(1, 1): "won", (0, 0): "neither", (-1, -1): "lost", (0, 1): "not_lost"}
    return str(_text()[names.get(known, "not_won" if known.high == 0 else "unknown")])


def _about(mean: tuple[float, float], digits: int) -> str:
    value, error = mean
    return _signed(value, digits) + _error(error, digits)


def _error(error: float, digits: int) -> str:
    # With spaces at which no line breaks.
    return f"\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{error:.{digits}f}" if error else ""


def _signed(value: float, digits: int = 0) -> str:
    """`+12`, `−5`, `0`, with a minus sign that is as wide as the plus."""
    told = f"{value:+.{digits}f}"
    return told[1:] if not float(told) else told.replace("-", "−")


# --- in words -----------------------------------------------------------------------------------


def _rows(one: Table, rows: list[Row], unit: str) -> None:
    """A button and a value for each choice; the button plays it."""
    text, position = _text(), one.timeline.position
    points = text["points" if unit == "pips" else "hands"]
    with st.container(width=_WIDTH, gap="xsmall", key="truth_rows"):
        _row(f"**{text['choice']}**", f"**{points.format(party=_party(position))}**", None)
        for row in rows:
            worth = f"**{row.worth}** &nbsp; {row.verdict}"
            _row(choice_name(position, row.action), worth, (one, row.action))


def _row(left: str, right: str, plays: tuple[Table, Action] | None) -> None:
    choice, worth = st.columns([11, 9], vertical_alignment="center", wrap=False)
    if plays is None:
        choice.markdown(left)
    else:
        one, action = plays
        choice.button(
            left,
            on_click=one.act,
            args=(str(action),),
            key=f"truth_{one.rev}_{action}",
            width="stretch",
            wrap=True,
        )
    worth.markdown(right)


def choice_name(position: Position, action: Action) -> str:
    """A choice in one phrase: `2-5 on the right end, leaves 5`."""
    if action.tile is None:
        return messages.words()["places"]["draw" if action.where == DRAW else "pass"]
    if action.where == LEAD:
        return messages.place_name(position, action)
    across = action.plus and not action.tile.double
    return str(_text()["across" if across else "play"]).format(
        tile=messages.tile_name(action.tile),
        arm=messages.arm_name(action.where),
        leaves=messages.leaves_text(position, action),
    )


def _solved_note(found: Solution, position: Position, spent: float) -> None:
    text, party = _text(), _party(position)
    worth = _worth(found.value, found.unit, position)
    if found.exact and found.unit == "pips":
        points = text["one_point" if abs(found.value.low) == 1 else "many_points"]
        worth = points.format(amount=worth)
    key = "exact" if found.exact else "proved"
    whole = f"{key}_{found.unit}" if worth != text["unknown"] else "proved_nothing"
    told = text[whole].format(worth=worth, party=party, seconds=f"{spent:.0f}")
    _badged(text[key], "green" if found.exact else "blue", told)
    if found.method == "paranoid":
        st.markdown(text["paranoid"].format(party=party))


def _estimated_note(found: Estimates) -> None:
    text = _text()
    key, colour = ("mean", "green") if found.exact else ("estimate", "orange")
    told = text[f"{key}_whole"].format(worlds=f"{found.worlds:,}", seed=found.seed)
    _badged(text[key], colour, told)
    if found.paranoid:
        st.markdown(text["paranoid"].format(party=_party(found.position)))


def _badged(name: str, colour: str, sentence: str) -> None:
    st.markdown(f":{colour}-badge[{name}] {sentence}")


def _method_note(found: Estimates) -> None:
    """How the means were made, once for all of them."""
    from matador.analysis.odds import written  # noqa: PLC0415 - see above

    text = _text()
    told = [text["no_forecast"]]
    if not found.exact:
        count = found.possible and written(found.possible)
        told.append(text["possible"].format(count=count) if count else text["uncounted"])
    if found.by_playout:
        told.append(text["by_playout"].format(count=f"{found.by_playout:,}"))
    told += [text[str(one)] for one in found.assumptions]
    st.caption(" ".join(told))


def _decided(found: Estimates) -> bool:
    return all(str(worth.standing) != "unclear" for worth in found.actions.values())


def _party(position: Position) -> str:
    seats = next(s for s in sides(position.rules, position.players) if position.turn in s)
    if len(seats) == 1:
        return messages.player(position.turn)
    view = messages.words()["view"]
    return view["side"].format(seats=view["and"].join(SEATS[seat] for seat in seats))


def _told(position: Position, actions: tuple[Action, ...]) -> str:
    """A line of play as a numbered list, and what it comes to."""
    told = []
    for action in actions:
        told.append(messages.told(position, action))
        position = advance(position, action)
    numbered = "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(told, 1))
    return f"{numbered}\n\n{ended(position)}"


def _chances(found: Odds | None) -> None:
    """What the other hands can answer now, as far as they are hidden."""
    if found is None:
        return
    position = found.position
    others = [one for one in found.seats if position.hands[one.seat].hidden]
    if others:
        st.markdown(f"**{_text()['chances']}**")
        rows = [
            {_text()["seat"]: messages.player(one.seat), **_answers(position, one.answers)}
            | {_text()["matador"]: _percent(one.matador)}
            for one in others
        ]
        st.table(rows, hide_index=True, alt=_text()["chances"], width="content")


def _answers(position: Position, answers: Answers) -> dict[str, str]:
    text = _text()
    ends = {
        text["answers"].format(shows=messages.shown(end), arm=messages.arm_name(end.arm)): _percent(
            answers.ends[end.arm]
        )
        for end in position.ends
        if end.arm in answers.ends
    }
    return {**ends, text["any"]: _percent(answers.any_end)}


def _percent(chance: Any) -> str:
    from matador.analysis.odds import percent  # noqa: PLC0415 - see above

    return percent(chance)
