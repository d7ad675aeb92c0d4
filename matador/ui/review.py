"""A played hand under the eye of the solver: what every choice cost, as a chart and as a list.

Nothing is computed before it is asked for: a learner should think first. The work is a long `Job`,
kept by the whole line, so that looking at other moments of the hand asks for nothing anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from matador.game.notation import write_actions, write_position
from matador.game.position import Position
from matador.game.record import Timeline
from matador.game.settle import weigh
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui import core, truth, waiting
from matador.ui.game import Table

if TYPE_CHECKING:  # the core is slow to import, and a page without a review needs none of it
    from matador.analysis.review import Judged, Known, Review
    from matador.ui.curve import Point

FIRST, MORE = 20, 60
"""Seconds of work at first, and how many more each time somebody asks to go on."""
_TICK = 0.5
_TOLD = 2
"""Best choices that are named; of more only how many there are."""
_MARKED = ("slip", "mistake", "blunder", "open")
"""Verdicts worth another look."""
_WIDTH = 720  # pixels: what belongs together stays close together on a wide screen


def panel(one: Table) -> None:
    """What each choice of the hand cost: the body of a tab, drawn only while it is open."""
    line, desk = one.timeline, core.desk("review")
    key = _key(line)
    desk.leave(key)
    job = desk.jobs.get(key)
    if not line.actions:
        st.markdown(_text()["nothing"])
    elif line.start.flaws:
        st.markdown(_text()["flawed"])
    elif not waiting.prepared("review"):
        pass
    elif job is None or (job.dropped and not job.stopped):
        st.markdown(_text()["intro"])
        st.button(
            _text()["go"],
            icon=":material/troubleshoot:",
            on_click=_begin,
            args=(line, FIRST),
            key="review_go",
        )
    elif not job.look(truth.GLANCE):
        _watch(job, len(line.actions))
    elif job.answer is None:
        _trouble(job, line)
    else:
        _show(one, job, job.answer)


def leave() -> None:
    """Give up what is being worked on, for a page that no longer shows the panel."""
    core.desk("review").leave()


def _key(line: Timeline) -> str:
    """The whole hand, whatever moment of it is looked at."""
    return f"{write_position(line.start)} {write_actions(line.actions)}"


def _begin(line: Timeline, seconds: float) -> None:
    whole = Timeline(line.start, line.actions, len(line.actions))
    job = core.Job[Any]("review:review", whole, seconds=seconds, long=True)
    core.desk("review").put(_key(line), job)


@st.fragment(run_every=_TICK)
def _watch(job: core.Job[Any], actions: int) -> None:
    """Show how far the work is; the page runs anew, once, when it is done."""
    if job.look():
        st.rerun()
    text = _text()
    done = job.far[0].done if job.far else 0
    told = text["judged"].format(done=done, all=actions) if job.far else text["waiting"]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(done / actions, text=told, width=_WIDTH // 2)
        st.button(text["stop"], icon=":material/stop_circle:", on_click=job.stop, key="review_stop")


def _trouble(job: core.Job[Any], line: Timeline) -> None:
    text = _text()
    if job.dropped:
        st.markdown(text["unbegun"])
    else:
        st.markdown(truth.cannot(job.error, line.start) or text["failed"])
    if not job.error:
        _more(line, 0)


def _more(line: Timeline, seconds: float) -> None:
    st.button(
        _text()["more"].format(seconds=MORE),
        on_click=_begin,
        args=(line, seconds + MORE),
        key="review_more",
    )


def _text() -> dict[str, Any]:
    return prose("review")


# --- what was found -----------------------------------------------------------------------------


def _show(one: Table, job: core.Job[Any], found: Review) -> None:
    line = one.timeline
    _summary(found, line.start)
    if not found.settled:
        st.markdown(_text()["unsettled"])
        _more(line, job.seconds)
    _chart(one, found)
    _list(one, found)
    _method(found, line.start)


def _summary(found: Review, position: Position) -> None:
    """The verdicts by seat: a row for each verdict there is, a column for each seat."""
    text = _text()
    tallies = {messages.player(seat): found.tally(seat) for seat in range(position.players)}
    counted = next(iter(tallies.values())).counts
    rows = [
        {
            text["verdict"]: text["verdicts"][str(verdict)],
            **{player: str(tally.counts[verdict]) for player, tally in tallies.items()},
        }
        for verdict in counted
        if any(tally.counts[verdict] for tally in tallies.values())
    ]
    lost = text["lost_pips" if found.unit == "pips" else "lost_hands"]
    totals = {player: _number(tally.lost, position) for player, tally in tallies.items()}
    rows.append({text["verdict"]: f"**{lost}**"} | totals)
    st.table(rows, hide_index=True, alt=text["summary"], width="content")


def _chart(one: Table, found: Review) -> None:
    line, text = one.timeline, _text()
    points = _points(found, line)
    if not points:
        return
    from matador.ui import curve  # noqa: PLC0415 - Altair is slow to load

    joined, pips = found.method == "two-sided", found.unit == "pips"
    party, first = truth.party_of(line.start, 0), found.values[0]
    start = _middle(first) if first and _tells(first, line.start) else None
    name = ("value" if joined else "loss") + ("" if pips else "_hands")
    title = text[name].format(party=party)
    low, high = (pick(point.y for point in points) for pick in (min, max))
    alt = text["chart_value" if joined else "chart_lost"]
    key = f"review_chart_{line.at}"

    def jump() -> None:
        event: Any = st.session_state.get(key)
        chosen = event["selection"].get(curve.MOMENT) if event else None
        if chosen:
            _jump(one, int(chosen[0]["number"]))

    st.altair_chart(
        curve.curve(points, line.at, title, start),
        on_select=jump,
        selection_mode=curve.MOMENT,
        key=key,
        alt=alt.format(low=f"{low:.0f}", high=f"{high:.0f}", party=party),
    )
    st.caption(text["click"])


def _points(found: Review, line: Timeline) -> tuple[Point, ...]:
    """What the chart shows of each action: the value after it, or what it cost."""
    from matador.ui.curve import Point  # noqa: PLC0415 - Altair is slow to load

    points = []
    joined = found.method == "two-sided"
    for number, judged in enumerate(found.judged, 1):
        known = found.values[number] if joined else judged and judged.lost
        if judged is None or known is None or not _tells(known, line.start):
            continue
        reach = known.error
        points.append(
            Point(
                number,
                str(judged.verdict),
                _middle(known),
                known.low - reach if joined or reach else 0.0,
                known.high + reach,
                _told(line, number, judged),
                _number(known, line.start, signed=joined),
            )
        )
    return tuple(points)


def _middle(known: Known) -> float:
    return (known.low + known.high) / 2


def _tells(known: Known, position: Position) -> bool:
    """Whether it says anything: a bound beyond all the pips of the set is none."""
    most = weigh(position.rules.tiles.tiles, position.rules)
    return -most <= known.low and known.high <= most


# --- the list -----------------------------------------------------------------------------------


def _list(one: Table, found: Review) -> None:
    """The actions, each with its verdict; pressing one shows that moment."""
    text, line = _text(), one.timeline
    shown = st.segmented_control(
        text["show"],
        ["turned", "every"],
        default="turned",
        required=True,
        format_func=lambda name: text[name],
        key="review_show",
        persist_state="session",
        label_visibility="collapsed",
    )
    listed = [
        (number, judged)
        for number, judged in enumerate(found.judged, 1)
        if judged and (shown == "every" or str(judged.verdict) in _MARKED)
    ]
    if not listed:
        st.markdown(text["none_lost"])
    with st.container(width=_WIDTH, gap="xsmall", key="review_list"):
        for number, judged in listed:
            _entry(one, number, judged, _told(line, number, judged))


def _entry(one: Table, number: int, judged: Judged, told: str) -> None:
    line = one.timeline
    jump, verdict = st.columns([2, 3], gap="xxsmall", vertical_alignment="center")
    # The kind of the button stays what it is, or the keyboard would lose its place.
    jump.button(
        _text()["here"].format(told=told) if number == line.at else told,
        on_click=_jump,
        args=(one, number),
        key=f"review_jump_{number}",
        type="tertiary",
    )
    verdict.markdown(sentence(judged, line.positions[number - 1]))


def _jump(one: Table, number: int) -> None:
    one.show(one.timeline.to(number))


def _told(line: Timeline, number: int, judged: Judged) -> str:
    before, action = line.positions[number - 1], line.actions[number - 1]
    name = truth.choice_name(before, action)
    party = messages.player(judged.seat)
    return str(_text()["jump"].format(number=number, party=party, action=name))


def sentence(judged: Judged, before: Position) -> str:
    """The verdict on an action, what it cost, and what was better."""
    text, name = _text(), str(judged.verdict)
    verdict = f"**{text['verdicts'][name]}**"
    if name in ("good", "only", "hidden"):
        return verdict
    loss = text["unknown"]
    if judged.lost and (judged.lost.low > 0 or _tells(judged.lost, before)):
        loss = text["cost"].format(lost=_amount(judged.lost, before))
    if judged.better:
        key = "best_open" if name == "open" else "better"
        loss = text[key].format(loss=loss, actions=_named(judged, before))
    return f"{verdict}: {loss}"


def _named(judged: Judged, before: Position) -> str:
    text = _text()
    names = [truth.choice_name(before, action) for action in judged.better]
    if len(names) <= _TOLD:
        return str(text["or"].join(names))
    return str(text["more_best"].format(actions=names[0], count=len(names) - 1))


def _amount(lost: Known, position: Position) -> str:
    from matador.analysis.slow import pays  # noqa: PLC0415 - see above

    text = _text()
    one = lost.exact and lost.low == 1
    key = "hands" if not pays(position.rules) else "one_point" if one else "points"
    return str(text[key].format(amount=_number(lost, position)))


def _number(known: Known, position: Position, signed: bool = False) -> str:
    """A value with what is not known of it."""
    text = _text()
    if known.error:
        told: str = truth.signed(known.low, 1) if signed else f"{known.low:.1f}"
        return told + truth.error_text(known.error, 1)
    low, high = (truth.signed(x) if signed else f"{x:.0f}" for x in (known.low, known.high))
    if known.low == known.high:
        return low
    if _tells(known, position):
        return str(text["between"].format(low=low, high=high))
    return str(text["at_least"].format(low=low) if signed or known.low > 0 else text["not_known"])


def _method(found: Review, position: Position) -> None:
    from matador.analysis.review import ERRORS, costs  # noqa: PLC0415 - see above

    text = _text()
    least = {str(verdict): f"{cost:g}" for verdict, cost in costs(position.rules).items()}
    thresholds = text["thresholds"][found.unit].format(**least)
    st.caption(f"{text['methods'][found.method].format(errors=ERRORS)} {thresholds}")
