"""What each choice in a position is worth: a panel that is closed until somebody asks.

Known hands and stock are solved, hidden ones weighed over possible deals. The work is done by a
`Job`, so that the board never waits; answers are kept, so that stepping to and fro costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import streamlit as st

from matador.analysis.slow import pays
from matador.game.errors import IllegalError
from matador.game.moves import DRAW, LEAD, Action, advance, ending, legal_actions
from matador.game.notation import write_actions, write_position
from matador.game.position import SEATS, Position, sides
from matador.game.record import Timeline
from matador.game.settle import weigh
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui import core, late, waiting
from matador.ui.game import Table
from matador.ui.heading import heading
from matador.ui.sandbox import ended

if TYPE_CHECKING:  # the core is slow to import, and a page with the panel closed needs none of it
    from matador.analysis.estimate import Estimates, Worth
    from matador.analysis.odds import Answers, Odds
    from matador.analysis.solve import Interval, Solution
    from matador.analysis.weighed import Weighed

FIRST, MORE = 5, 30
"""Seconds of work at first, and how many more each time somebody asks to go on."""
GLANCE = 0.25
"""Seconds that a page waits for an answer before it shows that it is being worked on."""
_TICK = 0.5
"""Seconds between two looks at the work."""
_MANY = 100
"""How many times as many deals are weighed for somebody who goes on."""
_WIDTH = 640  # pixels: choice and value stay close together on a wide screen
_PLAYED = "truth_played"
"""How many choices this visitor has played from the panel."""
_ROWS = "truth"
"""What a screen showed of the choices goes by this name."""
_DEPTHS = {"one": 1, "three": 3, "whole": None}
"""How many actions of the best line are told: no more than is asked for."""


class Row(NamedTuple):
    """One choice: what it is worth, and how that compares with the best; empty if not known yet."""

    action: Action
    worth: str = ""
    verdict: str = ""


# --- the panel ----------------------------------------------------------------------------------


def panel(one: Table) -> None:
    """What each choice is worth: the body of a tab, drawn only while it is open."""
    position = one.timeline.position
    heading(_text()["heading"], "truth_heading", st.session_state.get(_PLAYED, 0))
    if position.flaws or ending(position):
        st.markdown(_text()["flawed" if position.flaws else "over"])
    elif (seat := _eyes(position)) is None and position.hand.hidden:
        st.markdown(_text()["hidden"].format(player=messages.player(position.turn)))
    elif waiting.prepared("truth"):
        _asked(one, seat)


def leave() -> None:
    """Give up what is being worked on, for a page that no longer shows the panel."""
    core.desk("truth").leave()


def _asked(one: Table, seat: int | None) -> None:
    line = one.timeline
    job = waiting.asked("truth", _key(line, seat), lambda: _job(line, seat, FIRST))
    done = job.look(GLANCE)
    # The choices stand in the same place whether the work is done or not: whoever has played one
    # of them with the keyboard is still on that row.
    with st.container():
        if done:
            _note(job, line.position)
        else:
            _watch(job)
    if not (done and job.error):
        _rows(one, _known(job, line.position) if done else _unknown(line.position))
    if done:
        _rest(one, job, seat)


def _eyes(position: Position) -> int | None:
    """Whose eyes the position is seen with; None for all that is written."""
    if not open_hands(position):
        return None
    return position.turn if only_own(_text(), position, "truth_eyes") else None


def only_own(text: dict[str, Any], position: Position, key: str) -> bool:
    """Whether only what the hand to move sees is taken as known; `text` names both choices."""
    player = messages.player(position.turn)
    names = {"all": text["all"], "own": text["own"].format(player=player)}
    chosen = st.segmented_control(
        text["eyes"],
        list(names),
        default="all",
        required=True,
        format_func=lambda name: names[name],
        key=key,
        persist_state="session",
    )
    return bool(chosen == "own")


@st.fragment(run_every=_TICK)
def _watch(job: core.Job[Any]) -> None:
    """Show how far the work is; the page runs anew, once, when it is done."""
    if job.look():
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(job.share, text=_far(*job.far), width=_WIDTH // 2)
        st.button(
            _text()["stop"], icon=":material/stop_circle:", on_click=job.stop, key="truth_stop"
        )


def _far(*far: int) -> str:
    """How far the work is: of weighing deals, of solving, or it has not begun to tell."""
    text = _text()
    if len(far) == 2:
        return str(text["weighing"].format(worlds=f"{far[0]:,}", most=f"{far[1]:,}"))
    if len(far) == 3:
        return str(text["solving"].format(nodes=f"{far[0]:,}", known=far[1], all=far[2]))
    return str(text["waiting"])


def _note(job: core.Job[Any], position: Position) -> None:
    """What the answer rests on, or why there is none."""
    if job.answer is None:
        st.markdown(_trouble(job, position))
    elif _weighed(job.answer):
        _estimated_note(job.answer.estimates)
    else:
        _solved_note(job.answer, position, job.spent)


def _known(job: core.Job[Any], position: Position) -> list[Row]:
    found = job.answer
    if found is None:
        return _unknown(position)
    return estimated(found.estimates) if _weighed(found) else solved(found, position)


def _unknown(position: Position) -> list[Row]:
    return [Row(action) for action in legal_actions(position) if not _mirrored(action)]


def _rest(one: Table, job: core.Job[Any], seat: int | None) -> None:
    """What stands below the choices: a way to go on, the line, the method, the chances."""
    found = job.answer
    if found is None:
        if not job.error:
            _more(one, seat, job, "")
    elif _weighed(found):
        if not _decided(found.estimates):
            _more(one, seat, job, _text()["not_apart"])
        _method_note(found.estimates)
        _chances(found.odds)
    else:
        if not all(known.exact for known in found.actions.values()):
            _more(one, None, job, _text()["open_choices"])
        if found.line:
            _line(one, found.line)


def _line(one: Table, line: tuple[Action, ...]) -> None:
    """The best line, one action deep unless more is asked for."""
    text = _text()
    depth = st.segmented_control(
        text["line"],
        list(_DEPTHS),
        default="one",
        required=True,
        format_func=lambda name: text["depths"][name],
        key=f"truth_line_{one.rev}",
    )
    st.markdown(_told(one.timeline.position, line, _DEPTHS[depth]))


def _weighed(found: Weighed | Solution) -> bool:
    return hasattr(found, "estimates")


def _more(one: Table, seat: int | None, job: core.Job[Any], why: str) -> None:
    if why:
        st.markdown(why)
    st.button(
        _text()["more"].format(seconds=MORE),
        on_click=_go_on,
        args=(one.timeline, seat, job),
        key="truth_more",
    )


def _go_on(line: Timeline, seat: int | None, job: core.Job[Any]) -> None:
    desk, key = core.desk("truth"), _key(line, seat)
    if desk.jobs.get(key) is job:  # else somebody goes on already
        seconds = (0 if job.answer is None else job.seconds) + MORE
        desk.put(key, _job(line, seat, seconds, _MANY))


def _trouble(job: core.Job[Any], position: Position) -> str:
    text = _text()
    if job.dropped:
        return str(text["unbegun"])
    return cannot(job.error, position) or str(text["failed"])


def cannot(error: Exception | None, position: Position) -> str:
    """Why nothing can be computed about a position, in one sentence; empty if that is not known."""
    from matador.analysis.tables import UnsupportedError, supported  # noqa: PLC0415 - see above

    text = _text()
    if isinstance(error, UnsupportedError):
        if supported(position.rules):
            return str(text["unsupported"])
        return str(text["large"].format(highest=position.rules.tiles.highest))
    return str(text["impossible"]) if isinstance(error, IllegalError) else ""


def _text() -> dict[str, Any]:
    return prose("truth")


# --- the work -----------------------------------------------------------------------------------


def open_hands(position: Position) -> bool:
    """Whether everything is known: all hands, and the stock in its order."""
    return not position.stock.hidden and not any(hand.hidden for hand in position.hands)


def _key(line: Timeline, seat: int | None) -> str:
    """What an answer is about: the position; for hidden hands also how it came about."""
    if seat is None and open_hands(line.position):
        return write_position(line.position)
    done = write_actions(line.actions[: line.at]) if line.at else ""
    return f"{write_position(line.start)} {done} {seat}"


def _job(line: Timeline, seat: int | None, seconds: float, times: int = 1) -> core.Job[Any]:
    """The work that answers the question, weighing so many times the usual number of deals."""
    long = seconds > FIRST
    if seat is None and open_hands(line.position):
        return core.Job("solve:solve", line.position, seconds=seconds, long=long)
    bare = Timeline(line.start, line.actions, line.at)  # without the positions, which are many
    return core.Job("weighed:weigh", bare, seat, times=times, seconds=seconds, long=long)


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
        return str(text["less"].format(behind=f"{behind:.{digits}f}" + error_text(error, digits)))
    return str(text[name])


def _worth(known: Interval, unit: str, position: Position) -> str:
    return _pips(known, position) if unit == "pips" else _hands(known)


def _pips(known: Interval, position: Position) -> str:
    """A value or what is proved of it; no bound is told that says nothing."""
    text = _text()
    most = weigh(position.rules.tiles.tiles, position.rules)
    low, high = signed(known.low), signed(known.high)
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
    return signed(value, digits) + error_text(error, digits)


def error_text(error: float, digits: int) -> str:
    """`± 1.2`, or nothing where there is no error."""
    # With spaces at which no line breaks.
    return f"\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{error:.{digits}f}" if error else ""


def signed(value: float, digits: int = 0) -> str:
    """`+12`, `−5`, `0`, with a minus sign that is as wide as the plus."""
    told = f"{value:+.{digits}f}"
    return told[1:] if not float(told) else told.replace("-", "−")


# --- in words -----------------------------------------------------------------------------------


def _rows(one: Table, rows: list[Row]) -> None:
    """A button and a value for each choice; the button plays it."""
    text, position = _text(), one.timeline.position
    points = text["points" if pays(position.rules) else "hands"]
    with st.container(width=_WIDTH, gap="xsmall", key="truth_rows"):
        choice, worth = _columns()
        choice.markdown(f"**{text['choice']}**")
        worth.markdown(f"**{points.format(party=party_name(position))}**")
        for number, row in enumerate(rows):
            choice, worth = _columns()
            # By its place, not by what it plays: so the focus stays on the row.
            key = f"truth_row_{number}"
            late.show(_ROWS, key, row.action)
            choice.button(
                choice_name(position, row.action),
                on_click=_play,
                args=(one, key),
                key=key,
                width="stretch",
                wrap=True,
            )
            told = f"**{row.worth}** &nbsp; {row.verdict}"
            worth.markdown(told if row.worth else text["not_yet"])
    late.finish(_ROWS, rev=one.rev)


def _play(one: Table, key: str) -> None:
    """Play what stood on the row where it was pressed, if it is still to be played."""
    action = late.shown(_ROWS, key)
    if action and late.shown(_ROWS, "rev") == one.rev:
        st.session_state[_PLAYED] = st.session_state.get(_PLAYED, 0) + 1
        one.act(str(action))


def _columns() -> list[Any]:
    return st.columns([11, 9], vertical_alignment="center", wrap=False)


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
    text, party = _text(), party_name(position)
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
        st.markdown(text["paranoid"].format(party=party_name(found.position)))


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


def party_name(position: Position) -> str:
    """The party to move: `Player A`, or a side by its seats."""
    return party_of(position, position.turn)


def party_of(position: Position, seat: int) -> str:
    """The party of a seat in words."""
    seats = next(s for s in sides(position.rules, position.players) if seat in s)
    if len(seats) == 1:
        return messages.player(seat)
    view = messages.words()["view"]
    return str(view["side"].format(seats=view["and"].join(SEATS[seat] for seat in seats)))


def _told(position: Position, actions: tuple[Action, ...], most: int | None) -> str:
    """The first actions of a line as a numbered list, and how the hand ends if that is all."""
    told = []
    for action in actions[:most]:
        told.append(messages.told(position, action))
        position = advance(position, action)
    numbered = "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(told, 1))
    return f"{numbered}\n\n{ended(position)}" if len(told) == len(actions) else numbered


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
