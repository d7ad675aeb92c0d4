"""Why a tile goes where it goes, what the next player can answer, and what nobody has seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from matador.game.errors import IllegalError
from matador.game.line import End
from matador.game.moves import LEAD, Action, ending
from matador.game.position import SEATS, Position
from matador.game.record import Timeline
from matador.game.tiles import Tile
from matador.teach import insight, messages
from matador.teach.prose import prose
from matador.ui import core, draw, truth, waiting
from matador.ui.game import Table

if TYPE_CHECKING:  # not needed before one of the panels is opened
    from matador.analysis.replies import Answer, Places, Seen, Spot

_SIDE_BY_SIDE = 2
"""Ends beside one another: as many as fit on a phone."""
_WIDTH = 620
"""Pixels of a table that is not spread over a wide screen."""
_COLUMNS, _SCALE = 10, 1.25
"""Tiles in a row of a picture, and pixels for each of its drawing units."""
_NARROW = "<style>[class*=st-key-why_rows] [data-testid=stColumn] { min-width: 0 }</style>"
"""Three columns on a phone: Streamlit's own are never narrower than a third of it."""
_SECONDS = 60
"""What counting deals may take at most; it hardly ever takes one."""


# --- why not ------------------------------------------------------------------------------------


def why_not(one: Table) -> None:
    """The hand to move by the ends: what goes, and why the rest does not; then the answers."""
    position = one.timeline.position
    if not _goes_on(position):
        return
    _dead_note(position)
    _hidden_note(position)
    st.html(_NARROW)
    if position.hand.tiles:
        _grid(one)
    _others(one)
    if not position.hand.hidden:
        _answers(one)


def _goes_on(position: Position) -> bool:
    """Whether there is anything to explain; if not, why."""
    text = prose("insight")
    barred = "flawed" if position.flaws else "over" if ending(position) else ""
    if barred:
        st.markdown(text[barred])
    return not barred


def _dead_note(position: Position) -> None:
    text = prose("insight")
    if insight.dead_hand(position):
        count = len(position.rules.tiles.tiles) - len(position.line)
        st.info(
            text["dead_one" if count == 1 else "dead"].format(count=count), icon=":material/block:"
        )


def _hidden_note(position: Position) -> None:
    text, hand, player = prose("insight")["why"], position.hand, messages.player(position.turn)
    if hand.hidden:
        key = "partly" if hand.tiles else "hidden"
        st.markdown(text[key].format(player=player, count=hand.hidden))


def _grid(one: Table) -> None:
    position, text = one.timeline.position, prose("insight")["why"]
    st.caption(text["legend" if position.line.row else "legend_lead"])
    rows = insight.grid(position)
    ends = len(rows[0])
    blocks = [range(ends)[at : at + _SIDE_BY_SIDE] for at in range(0, ends, _SIDE_BY_SIDE)]
    # More ends than two stand in blocks side by side, which a phone puts one below the other.
    places = st.columns(len(blocks), gap="medium") if len(blocks) > 1 else [st.container()]
    for place, numbers in zip(places, blocks, strict=True):
        with place, st.container(gap="xsmall", width=_WIDTH, key=f"why_rows_{numbers[0]}"):
            _block(one, [tuple(row[number] for number in numbers) for row in rows])


def _block(one: Table, rows: Sequence[tuple[insight.Cell, ...]]) -> None:
    position = one.timeline.position
    ends = {end.arm: end for end in position.ends}
    heads = [_head(cell.arm, ends.get(cell.arm)) for cell in rows[0]]
    _row([messages.player(position.turn)], heads)
    for row in rows:
        name, *cells = _columns(len(row))
        name.markdown(_tile(position, row[0].tile))
        for column, cell in zip(cells, row, strict=True):
            with column:
                _cell(one, cell)


def _row(name: list[str], heads: list[str]) -> None:
    for column, words in zip(_columns(len(heads)), name + heads, strict=True):
        column.markdown(f"**{words}**")


def _columns(ends: int) -> list[Any]:
    return st.columns(
        [3] + [10 / ends] * ends, vertical_alignment="center", wrap=False, gap="xsmall"
    )


def _head(arm: str, end: End | None) -> str:
    text, name = prose("insight")["why"], messages.arm_name(arm)
    name = name[0].upper() + name[1:]
    if arm == LEAD:
        return name
    if end is None:
        return str(text["killed"].format(arm=name))
    key = "shows_blank" if end.halves == (0,) else "shows"
    return str(text[key].format(arm=name, shows=messages.shown(end)))


def _tile(position: Position, one: Tile) -> str:
    sign = " ◆" if one in position.rules.tiles.matadors else ""
    return f"**{messages.tile_name(one)}**{sign}"


def _cell(one: Table, cell: insight.Cell) -> None:
    text = prose("insight")["why"]
    if cell.why:
        st.markdown(text["no"].format(why=cell.why))
    for action in cell.ways:
        _plays(one, action, _way(one.timeline.position, action))


def _way(position: Position, action: Action) -> str:
    text = prose("insight")["why"]
    if action.where == LEAD:
        return str(text["lead"].format(inner=action.inner, outer=action.outer))
    key = "across" if action.plus and action.inner != action.outer else "play"
    leaves = messages.leaves_text(position, action)
    return str(text[key].format(inner=action.inner, outer=action.outer, leaves=leaves))


def _plays(one: Table, action: Action, label: str) -> None:
    st.button(
        label,
        on_click=_play,
        args=(one, one.rev, action),
        key=f"why_{one.rev}_{action}",
        width="stretch",
        wrap=True,
    )


def _play(one: Table, rev: int, action: Action) -> None:
    if rev == one.rev:
        one.act(str(action))


def _others(one: Table) -> None:
    """Drawing and passing, with why or why not."""
    text = prose("insight")["why"]
    with st.container(width=_WIDTH, gap="xsmall", key="why_rows_others"):
        for other in insight.others(one.timeline.position):
            name, why = st.columns([3, 10], vertical_alignment="center", wrap=False, gap="xsmall")
            with name:
                label = messages.words()["places"]["draw" if other.action.where == "d" else "pass"]
                if other.legal:
                    _plays(one, other.action, text["legal"].format(action=label))
                else:
                    st.markdown(text["illegal"].format(action=label))
            why.markdown(other.why)


# --- what can be answered -----------------------------------------------------------------------


def _answers(one: Table) -> None:
    position = one.timeline.position
    heading = prose("insight")["answers"]["heading"]
    # It names nobody: with another label the browser would fold it in after each action.
    opened = st.expander(heading, key="answers", on_change="rerun", width=_WIDTH)
    if opened.open:
        with opened:
            if _open_eyes(position):
                _open_answers(position)
            elif found := _worked_out("answers", "replies:seen_answers", one.timeline):
                _seen_answers(position, found)


def _next(position: Position) -> int:
    return (position.turn + 1) % position.players


def _open_eyes(position: Position) -> bool:
    """Whether the next hand is looked at; only what is known can be."""
    if position.hands[_next(position)].hidden:
        return False
    return not truth.only_own(prose("insight")["answers"], position, "answers_eyes")


def _worked_out(name: str, work: str, line: Timeline) -> Any:
    """What the work finds with the eyes of the hand to move; until then, or if it fails, a word."""
    seat = line.position.turn
    bare = Timeline(line.start, line.actions, line.at)  # without the positions, which are many
    key = waiting.about(line, seat)
    job = waiting.asked(name, key, lambda: core.Job(work, bare, seat, seconds=_SECONDS))
    if not waiting.done(name, job):
        return None
    if job.answer is None:
        _nothing(name, key, job)
    return job.answer


def _nothing(name: str, key: str, job: core.Job[Any]) -> None:
    """Why there is no answer, and a way to ask once more."""
    text = prose("insight")
    if isinstance(job.error, IllegalError):
        st.markdown(text["impossible"])
        return
    st.markdown(text["stopped" if job.stopped else "failed"])
    st.button(text["again"], on_click=_forget, args=(name, key), key=f"{name}_new")


def _forget(name: str, key: str) -> None:
    core.desk(name).jobs.pop(key, None)


def _open_answers(position: Position) -> None:
    from matador.analysis.replies import open_answers  # noqa: PLC0415 - see above

    text = prose("insight")["answers"]
    st.caption(text["open"])
    rows = []
    for answer in open_answers(position):
        names = ", ".join(map(messages.tile_name, answer.tiles))
        fit = text["known"].format(count=len(answer.tiles), tiles=names) if names else "0"
        can = text["yes" if names else "no"]
        rows.append((answer.action, *(_no_answer(position, answer) or (can, fit))))
    _table(position, text["fit"], rows)


def _seen_answers(position: Position, found: Seen) -> None:
    text, player = prose("insight")["answers"], messages.player(position.turn)
    key = "estimate" if found.samples else "exact"
    st.caption(text[key].format(player=player, samples=f"{found.samples:,}"))
    rows = []
    for answer in found.answers:
        fit = text["of"].format(count=len(answer.tiles), all=found.unseen)
        cells = _no_answer(position, answer) or (_percent(answer), fit)
        rows.append((answer.action, *cells))
    _table(position, text["unseen"], rows)


def _no_answer(position: Position, answer: Answer) -> tuple[str, str] | None:
    """What stands instead of an answer where there is nothing to answer."""
    if answer.chance is not None:
        return None
    text, player = prose("insight")["answers"], messages.player(position.turn)
    return text["over"] if answer.over else text["again"].format(player=player), ""


def _table(position: Position, third: str, rows: list[tuple[Action, str, str]]) -> None:
    text, player = prose("insight")["answers"], messages.player(_next(position))
    shown = [
        {
            text["choice"]: truth.choice_name(position, action),
            text["can"].format(player=player): can,
        }
        | {third: fit}
        for action, can, fit in rows
    ]
    st.table(shown, hide_index=True, alt=text["heading"])


def _percent(answer: Answer) -> str:
    from matador.analysis.odds import percent  # noqa: PLC0415 - see above

    assert answer.chance is not None
    told, error = percent(answer.chance), 100 * answer.error
    # With spaces at which no line breaks.
    return f"{told}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{error:.1f}%" if error else told


# --- what is unseen -----------------------------------------------------------------------------


def unseen(one: Table) -> None:
    """Every tile of the set by where it is or may be, seen with the eyes of the hand to move."""
    position = one.timeline.position
    if position.flaws:
        st.markdown(prose("insight")["flawed"])
        return
    _dead_note(position)
    found = _worked_out("unseen", "replies:places", one.timeline)
    if found:
        _places(one.timeline, found)


def _places(line: Timeline, found: Places) -> None:
    position = line.position
    text, player = prose("insight")["unseen"], messages.player(position.turn)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(text["eyes"].format(player=player))
        plain = st.toggle(text["text"], key="unseen_text", persist_state="session")
    st.markdown(_matadors(position, found))
    groups = {text["mine"].format(player=player): found.mine}
    groups |= {_spot(spot): tiles for spot, tiles in found.elsewhere.items()}
    groups[text["played"]] = found.played
    with st.container(horizontal=not plain, gap="medium"):
        for name, tiles in groups.items():
            if tiles:
                _group(position, name, tiles, plain)
    _proofs(line, found)


def _spot(spot: Spot) -> str:
    text = prose("insight")["unseen"]
    names = [text["with"].format(player=messages.player(seat)) for seat in spot.seats]
    names += [text["stock"]] if spot.stock else []
    places = text["or"].join(names)
    return str(text["certain" if spot.certain else "maybe"].format(places=places))


def _group(position: Position, name: str, tiles: tuple[Tile, ...], plain: bool) -> None:
    """The tiles of one place, in words or as a picture that says the same."""
    text, rules = prose("insight")["unseen"], position.rules
    matadors = sum(one in rules.tiles.matadors for one in tiles)
    key = "with_matadors" if matadors else "count"
    title = text[key].format(name=name, count=len(tiles), matadors=matadors)
    title = title[0].upper() + title[1:]
    listed = ", ".join(_listed(position, one) for one in tiles)
    if plain:
        st.markdown(f"**{title}.** {listed}")
        return
    columns = min(_COLUMNS, len(tiles))
    picture = draw.tiles_svg(
        tiles, matadors=rules.tiles.matadors, columns=_COLUMNS, label=f"{title}. {listed}"
    )
    with st.container(width=_picture_width(_COLUMNS), gap="xsmall"):
        st.markdown(f"**{title}**")
        st.image(picture, width=_picture_width(columns), alt=f"{title}. {listed}")


def _picture_width(columns: int) -> int:
    gap = 6
    return round(_SCALE * (columns * (draw.SIDE + gap) + 2))


def _listed(position: Position, one: Tile) -> str:
    name = messages.tile_name(one)
    return f"{name} ◆" if one in position.rules.tiles.matadors else name


def _matadors(position: Position, found: Places) -> str:
    """How many matadors are left, and where each of them is or may be."""
    text, every = prose("insight")["unseen"], sorted(position.rules.tiles.matadors)
    left = [one for one in every if one not in found.played]
    held = text["held"].format(player=messages.player(position.turn))
    groups = {held: found.mine} | {_spot(spot): tiles for spot, tiles in found.elsewhere.items()}
    told = []
    for place, tiles in groups.items():
        names = [messages.tile_name(one) for one in tiles if one in left]
        told += [text["matador"].format(tiles=", ".join(names), place=place)] if names else []
    listed = f"{'; '.join(told)}." if told else ""
    return str(text["matadors"].format(left=len(left), all=len(every), told=listed))


def _proofs(line: Timeline, found: Places) -> None:
    """What was ruled out, by which action."""
    text = prose("insight")["unseen"]
    if found.ruled_out:
        told = [
            text["proof"].format(
                ply=proof.ply,
                told=messages.told(line.positions[proof.ply - 1], proof.action),
                seat=SEATS[proof.seat],
                tiles=", ".join(map(messages.tile_name, tiles)),
            )
            for proof, tiles in found.ruled_out
        ]
        st.markdown(f"**{text['ruled_out']}**\n\n" + "\n".join(f"- {line}" for line in told))
    if not found.exact:
        st.caption(text["uncounted"])
