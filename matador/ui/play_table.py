"""The table of a game against the computer: board, big buttons, what happened, score, fairness."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from matador.game import fair
from matador.game.moves import DRAW, PASS
from matador.game.notation import write_position
from matador.game.rules import write_rules
from matador.teach import scoring
from matador.teach.prose import prose
from matador.ui import late, links
from matador.ui.board import BoardData, board, received
from matador.ui.game import INFO
from matador.ui.play import (
    LOOK,
    Desk,
    caption,
    carry_on,
    headings,
    is_due,
    last_choice,
    my_turn,
    names,
    not_now,
    outcome,
    shown,
    since,
    waits_for_core,
)
from matador.ui.play import forced as forced_action
from matador.ui.play_address import ME, PAUSES, Game
from matador.ui.play_start import cut
from matador.ui.sandbox import title
from matador.ui.table import board_data

if TYPE_CHECKING:
    from matador.analysis.players import Choice

_STYLE = Path(__file__).with_name("play.css")
_BOARD = "play"


def table_screen(one: Desk) -> None:
    """The game, after doing what is due by itself."""
    again = carry_on(one)
    st.html(_STYLE)
    _heading(one.playing)
    table_side, sheet_side = st.columns([13, 7], gap="medium")
    with table_side:
        _board(one)
        if one.playing.match.hand.over:
            _over(one)
        else:
            _moves(one)
        _tools(one)
    with sheet_side:
        unknown = _since(one)
        _sheet(one.playing)
        _fair(one)
    late.mark(_BOARD, one.rev)
    if unknown:
        again = min(LOOK if again is None else again, LOOK)
    if again is not None:
        st.fragment(_tick, run_every=max(again, 0.05))(one, unknown)


def _tick(one: Desk, unknown: list[int]) -> None:
    """Let the page run anew once something is due, or a reason is known that was asked for."""
    if is_due(one) or any(one.answer(at) for at in unknown):
        st.rerun()


def _pressed(one: Desk, act: Callable[..., None], *args: Any) -> None:
    """Do what was pressed, unless it comes late: a double click deals one hand, not two."""
    if late.seen(_BOARD) >= one.since:
        act(*args)


def _heading(game: Game) -> None:
    text, match = prose("play")["table"], game.match
    st.title(
        text["heading" if game.whole else "heading_one"].format(
            rules=title(match.rules), number=match.hand.number
        )
    )
    if game.whole:
        st.caption(totals(game))


def totals(game: Game) -> str:
    """The score, party by party."""
    text = prose("play")["sheet"]
    parties = scoring.party_names(game.match.rules, names(game))
    score = zip(parties, game.match.score, strict=True)
    written = [text["one"].format(name=_upper(name), points=points) for name, points in score]
    return str(text["and"].join(written))


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- the board and the moves --------------------------------------------------------------------


def _board(one: Desk) -> None:
    def on_action() -> None:
        move = received(_BOARD)
        if move is None or move.rev != one.rev:
            one.ack += 1
        else:
            one.act(move.action)

    board(data_of(one), key=_BOARD, on_action=on_action)


def data_of(one: Desk) -> BoardData:
    """What the browser is told: while the hand goes on, of the hands only the visitor's."""
    game, position = one.playing, shown(one.playing)
    message = one.message or caption(game)
    data = board_data(
        position,
        rev=one.rev,
        ack=one.ack,
        message=message,
        tone=one.tone if one.message else INFO,
        last=game.match.line.last,
        names=headings(game),
        playable=my_turn(game),
    )
    for seat, hand in enumerate(data["hands"]):
        hand["size"] = "large" if seat == ME else "small"
    mine = data["hands"][ME]
    # Large whoever's turn it is, and so in its place; a tap then says whose turn it is.
    mine["active"] = True
    if not my_turn(game):
        data["refusals"] = {tile["id"]: {"*": not_now(game)} for tile in mine["tiles"]}
    if not game.match.hand.over:
        data["hands"][position.turn]["turn"] = True
    data["buttons"] = []  # they stand below, larger
    return data


def _moves(one: Desk) -> None:
    text, game = prose("play")["table"], one.playing
    must = forced_action(game)
    with st.container(horizontal=True, key="play-moves"):
        for where, label in ((DRAW, text["draw"]), (PASS, text["pass"])):
            st.button(
                label,
                type="primary" if must and must.where == where else "secondary",
                width="stretch",
                disabled=not my_turn(game),
                on_click=_pressed,
                args=(one, one.act, where),
                key=f"play_{where}",
            )
    with st.container():
        if waits_for_core(game):
            _preparing(game)


def _preparing(game: Game) -> None:
    text = prose("play")
    who = names(game)[game.match.position.turn]
    simple = text["players"]["balanced"]
    st.info(text["table"]["preparing"].format(name=_upper(who), simple=simple))


def _tools(one: Desk) -> None:
    text, game = prose("play")["table"], one.playing
    with st.container(horizontal=True):
        st.button(
            text["take_back"],
            icon=":material/undo:",
            disabled=last_choice(game) is None,
            on_click=_pressed,
            args=(one, one.take_back),
            key="play_take_back",
        )
        if not game.match.hand.over:
            with st.popover(text["give_up"], icon=":material/flag:"):
                st.markdown(text["give_up_what"])
                st.button(
                    text["give_up_go"],
                    on_click=_pressed,
                    args=(one, one.give_up),
                    key="play_give_up",
                )
        with st.popover(text["options"], icon=":material/tune:"):
            _options(one)
        st.button(
            text["new"],
            icon=":material/restart_alt:",
            on_click=_choose,
            args=(one,),
            key="play_new",
        )


def _options(one: Desk) -> None:
    text, game = prose("play"), one.playing
    # Named by what they show, so that they follow a game that is opened; told too late by a page
    # that does not show them any more, they hold nothing.
    pause, forced = f"play_pause_{game.pause}", f"play_forced_{game.forced}"
    st.segmented_control(
        text["table"]["pause"],
        PAUSES,
        default=game.pause,
        required=True,
        format_func=lambda tenths: text["pauses"][str(tenths)],
        key=pause,
        on_change=lambda: one.option(pause=st.session_state.get(pause)),
    )
    st.toggle(
        text["table"]["forced"],
        game.forced,
        key=forced,
        on_change=lambda: one.option(forced=st.session_state.get(forced)),
    )


def _choose(one: Desk) -> None:
    one.choosing, one.rules = True, None


# --- the end of a hand --------------------------------------------------------------------------


def _over(one: Desk) -> None:
    text, game = prose("play")["over"], one.playing
    match = game.match
    won = match.winners if game.whole else ()
    st.header(text["match" if won else "heading"])
    st.markdown(outcome(game, match.hand))
    if won:
        parties = scoring.party_names(match.rules, names(game))
        st.markdown(f"**{scoring.winners_sentence(won, match.score, parties)}**")
    goes_on = game.whole and not won
    secret = match.next_secret if goes_on else fair.hand_secret(one.key, 1)
    word = f"play_word_{match.hand.number}_{goes_on}"
    label = text["next" if goes_on else "again" if game.whole else "again_one"]
    st.button(
        label,
        type="primary",
        width="stretch",
        on_click=_pressed,
        args=(one, _go_on, one, goes_on, word),
        key="play_next",
    )
    st.page_link(
        "pages/sandbox.py",
        label=text["analyse"],
        icon=":material/troubleshoot:",
        query_params=links.table(match.line),
    )
    cut(secret, text["cut"], word)


def _go_on(one: Desk, goes_on: bool, key: str) -> None:
    game, word = one.playing, st.session_state.get(key, "")
    if goes_on:
        one.deal_next(word)
    else:
        one.begin(game.match.rules, game.opponents, word, game.whole)


# --- beside the board ---------------------------------------------------------------------------


def _since(one: Desk) -> list[int]:
    """What happened, with the reasons if they are wanted. Returns what still wants its reason."""
    text, game = prose("play")["since"], one.playing
    st.header(text["heading"])
    told = since(game)
    why = st.toggle(text["why"], help=text["why_help"], key="play_why", persist_state="page")
    if not told:
        st.markdown(text["none"])
    turns = game.match.line.positions
    theirs = [at for at, _ in told if why and turns[at].turn != ME]
    reasons = {at: one.answer(at) for at in theirs}
    lines = [_with_why(game, reasons, at, sentence) for at, sentence in told]
    st.markdown("\n".join(f"- {line}" for line in lines))
    return [at for at, choice in reasons.items() if choice is None]


def _with_why(game: Game, reasons: dict[int, Choice | None], at: int, sentence: str) -> str:
    from matador.teach.players import why_sentence  # noqa: PLC0415 - the players are slow to import

    text = prose("play")["since"]
    if at not in reasons:
        return sentence
    choice = reasons[at]
    if choice is None:
        return str(text["working"].format(told=sentence))
    # After a reload it is thought again; a searcher with less time may then choose otherwise.
    if choice.action != game.match.line.actions[at]:
        return str(text["unknown"].format(told=sentence))
    return str(text["with"].format(told=sentence, why=why_sentence(choice.why)))


def _sheet(game: Game) -> None:
    text = prose("play")["sheet"]
    st.header(text["heading"])
    if game.whole:
        st.caption(scoring.goal_sentence(game.match.rules))
    settled = game.match.settled
    if not settled:
        st.markdown(text["empty"])
        return
    parties = [_upper(name) for name in scoring.party_names(game.match.rules, names(game))]
    sums = scoring.running(paid.payments for _, paid in settled)
    lines = []
    for (hand, _), score in zip(settled, sums, strict=True):
        written = [
            text["one"].format(name=n, points=p) for n, p in zip(parties, score, strict=True)
        ]
        told = text["line"].format(number=hand.number, told=outcome(game, hand))
        lines.append(f"{told}  \n{text['totals'].format(totals=text['and'].join(written))}")
    st.markdown("\n\n".join(reversed(lines)))


def _fair(one: Desk) -> None:
    text, game, match = prose("play")["fair"], one.playing, one.playing.match
    with st.expander(text["heading"], icon=":material/verified_user:"):
        st.markdown(text["promise"])
        st.code(game.shown or "-", language=None, wrap_lines=True)
        st.markdown(text["word"] if match.hand.word else text["no_word"])
        if match.hand.word:
            st.code(match.hand.word, language=None, wrap_lines=True)
        if match.hand.over:
            _reveal(one)
        else:
            st.markdown(text["later"])
        st.caption(text["sealed"])


def _reveal(one: Desk) -> None:
    text, match = prose("play")["fair"], one.playing.match
    st.markdown(text["secret"])
    st.code(match.secret, language=None, wrap_lines=True)
    st.button(text["check"], on_click=one.check, key="play_check")
    found = one.checked
    if found and found.kept and found.dealt:
        st.success(text["good"])
    if found and not found.kept:
        st.error(text["bad_hash"])
    if found and not found.dealt:
        st.error(text["bad_deal"])
    st.markdown(text["by_hand"])
    st.code("\n".join(by_hand(one.playing)), language="bash", wrap_lines=True)
    st.markdown(text["dealt"])
    st.code(write_position(match.line.start), language=None, wrap_lines=True)


def by_hand(game: Game) -> tuple[str, str]:
    """The two commands that make hash and deal again."""
    match = game.match
    # Double quotes, for the shell takes the program in single ones.
    texts = (write_rules(match.rules), match.secret, match.hand.word)
    rules, secret, word = (json.dumps(text, ensure_ascii=False) for text in texts)
    program = (
        "from matador.teach.content import install; install(); "
        "from matador.game import fair, notation, rules; "
        f"print(notation.write_position(fair.dealt(rules.read_rules({rules}), "
        f"{match.players}, {secret}, {word})))"
    )
    return f"printf %s {match.secret} | sha256sum", f"python -c {shlex.quote(program)}"
