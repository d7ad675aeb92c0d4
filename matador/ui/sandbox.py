"""The parts of the sandbox: the toolbar, setting up, what happened, what every rule set says."""

from __future__ import annotations

import secrets
from dataclasses import replace

import pandas as pd
import streamlit as st

from matador.game import edit
from matador.game.errors import MatadorError
from matador.game.moves import DRAW, LEAD, PASS, Action, ending, legal_actions
from matador.game.notation import (
    read_actions,
    read_position,
    under,
    write_actions,
    write_position,
)
from matador.game.position import SEATS, Position, deal
from matador.game.record import Timeline, timeline
from matador.game.rules import FIELDS, Rules, contradictions, diff, preset, presets
from matador.game.settle import settle, why_not_paid
from matador.teach import messages
from matador.teach.content import load_presets, load_rule_words
from matador.teach.prose import prose
from matador.ui import links
from matador.ui.board import SetUp, SetUpPlace
from matador.ui.game import BAD, GOOD, Table
from matador.ui.table import tile_data

FIRST_RULES = "pagat"
"""The rule set of a first visit: two players, seven tiles, draw until you can, the difference."""

_SEEDS = 1_000_000


def first_table() -> Timeline:
    """What a first visitor finds: a fresh deal for two."""
    return Timeline(deal(preset(FIRST_RULES), 2, secrets.randbelow(_SEEDS)))


def title(rules: Rules) -> str:
    """The name of a rule set, with the number of rules that were changed in it."""
    name = load_presets()[rules.base].title
    changes = len(diff(preset(rules.base), rules))
    return f"{name} + {changes}" if changes else name


# --- dealing ------------------------------------------------------------------------------------


def deal_form(one: Table) -> None:
    """Rule set, players and seed of a new deal."""
    text = prose("sandbox")["deal"]
    position = one.timeline.position
    names = list(presets())
    rules = position.rules
    st.selectbox(
        text["preset"],
        names,
        index=names.index(rules.base),
        format_func=lambda name: load_presets()[name].title,
        key="deal_rules",
    )
    st.number_input(text["players"], 2, len(SEATS), position.players, key="deal_players")
    st.session_state.setdefault("deal_seed", _new_seed())
    st.text_input(text["seed"], max_chars=20, help=text["seed_help"], key="deal_seed")
    st.button(text["go"], type="primary", on_click=_deal, args=(one,), width="stretch")


def _deal(one: Table) -> None:
    state = st.session_state
    _begin_deal(one, preset(state.deal_rules), int(state.deal_players), state.deal_seed)
    # The next deal is another one, unless somebody types the same seed again.
    state.deal_seed = _new_seed()


def _begin_deal(one: Table, rules: Rules, players: int, seed: str) -> None:
    text = prose("sandbox")["deal"]["dealt"]
    try:
        dealt = deal(rules, players, seed.strip() or "0")
    except MatadorError:
        found = [c for c in contradictions(rules, players) if c.forbids]
        one.say(messages.contradiction_sentence(found[0], rules, players))
        return
    size, stock = rules.hand_size(players), len(dealt.stock)
    told = text.format(seed=seed, players=players, size=size, stock=stock)
    one.begin(Timeline(dealt), told)


def _new_seed() -> str:
    return str(secrets.randbelow(_SEEDS))


# --- the rules in force -------------------------------------------------------------------------


def rules_form(one: Table) -> None:
    """Another rule set for the same table, or one rule changed."""
    text, rules = prose("sandbox")["rules"], one.timeline.position.rules
    names = list(presets())
    st.selectbox(
        text["preset"],
        names,
        index=names.index(rules.base),
        format_func=lambda name: load_presets()[name].title,
        key=f"rules_{one.rev}",
        on_change=lambda: _set_rules(one, preset(st.session_state[f"rules_{one.rev}"])),
    )
    words = load_rule_words()
    name = st.selectbox(
        text["change"], list(FIELDS), format_func=lambda key: words[key].question, key="rule_field"
    )
    values = [str(value) for value in FIELDS[name]]
    st.radio(
        text["value"],
        values,
        index=values.index(str(rules.value(name))),
        format_func=lambda value: words[name].values[value].long,
        key=f"rule_{name}_{one.rev}",
        label_visibility="collapsed",
        on_change=lambda: _change_rule(one, name, st.session_state[f"rule_{name}_{one.rev}"]),
    )
    _own_changes(one, rules)


def _own_changes(one: Table, rules: Rules) -> None:
    text, words = prose("sandbox")["rules"], load_rule_words()
    base = preset(rules.base)
    changes = {name: str(pair[1]) for name, pair in diff(base, rules).items()}
    if not changes:
        return
    st.markdown(f"**{text['own']}**")
    for name, value in changes.items():
        label, short = words[name].label, words[name].values[value].short
        st.markdown("- " + text["from_to"].format(label=label, value=short))
    name = load_presets()[rules.base].title
    st.button(text["reset"].format(title=name), on_click=_set_rules, args=(one, base))


def contradictions_note(position: Position) -> None:
    """What in the rules in force cannot stand together, if anything."""
    found = contradictions(position.rules, position.players)
    for contradiction in found:
        st.info(messages.contradiction_sentence(contradiction, position.rules, position.players))


def _change_rule(one: Table, name: str, value: str) -> None:
    _set_rules(one, one.timeline.position.rules.changed(**{name: value}))


def _set_rules(one: Table, rules: Rules) -> None:
    position = one.timeline.position
    if rules.set is not position.rules.set and len(position.seen) == 0:
        one.begin(Timeline(replace(position, rules=rules)))
        return
    if rules.set is not position.rules.set:
        # Another set is another game: its tiles are not on this table.
        _begin_deal(one, rules, position.players, _new_seed())
        return
    one.begin(Timeline(under(position, rules)))


# --- setting up ---------------------------------------------------------------------------------


def setup_data(position: Position) -> SetUp:
    """What the board needs to let tiles be moved anywhere."""
    text = prose("sandbox")["setup"]
    hands: list[SetUpPlace] = [
        {"id": f"{edit.HAND}{SEATS[seat]}", "name": text["hand"].format(seat=SEATS[seat])}
        for seat in range(position.players)
    ]
    arms = [end.arm for end in position.ends] or ["S"]
    line: list[SetUpPlace] = [
        {"id": arm, "name": messages.arm_name(arm).capitalize()} for arm in arms
    ]
    rest: list[SetUpPlace] = [
        {"id": edit.STOCK, "name": text["stock"]},
        {"id": edit.BOX, "name": text["box"]},
    ]
    return {
        "rack": [tile_data(one, position.rules) for one in position.unseen],
        "places": [*line, *hands, *rest],
        "flaws": {
            str(one): messages.flaw_sentence(found)
            for found in position.flaws
            for one in found.tiles
        },
    }


def setup_tools(one: Table) -> None:
    """Emptying, filling, whose turn; and the list of flaws."""
    text, position = prose("sandbox")["setup"], one.timeline.position
    st.markdown(text["help"])
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.button(text["clear"], on_click=_clear, args=(one,))
        st.button(text["fill"], on_click=_fill, args=(one,))
        st.selectbox(
            text["turn"],
            range(position.players),
            index=position.turn,
            format_func=messages.player,
            key=f"turn_{one.rev}",
            on_change=lambda: _turn(one),
            width=160,
        )
    if not position.flaws:
        st.success(text["sound"])
        return
    flaws = "\n".join(f"- {messages.flaw_sentence(found)}" for found in position.flaws)
    st.warning(f"**{text['flaws']}**\n\n{flaws}")


def _clear(one: Table) -> None:
    one.begin(Timeline(edit.cleared(one.timeline.position)), prose("sandbox")["setup"]["cleared"])


def _fill(one: Table) -> None:
    seed = secrets.randbelow(_SEEDS)
    told = prose("sandbox")["setup"]["filled"].format(seed=seed)
    one.begin(Timeline(edit.filled(one.timeline.position, seed)), told)


def _turn(one: Table) -> None:
    turn = int(st.session_state[f"turn_{one.rev}"])
    one.begin(Timeline(edit.with_turn(one.timeline.position, turn)))


# --- to and fro ---------------------------------------------------------------------------------


def steps(one: Table) -> None:
    """Undo and redo, one step or all the way."""
    tools, line = prose("sandbox")["toolbar"], one.timeline
    end = len(line.actions)
    with st.container(horizontal=True, horizontal_alignment="center"):
        st.button(
            tools["first"],
            icon=":material/first_page:",
            disabled=not line.at,
            on_click=_to,
            args=(one, 0),
        )
        st.button(
            tools["undo"],
            icon=":material/undo:",
            shortcut="Ctrl+Z",
            disabled=not one.undoable,
            on_click=one.undo,
        )
        st.button(
            tools["redo"],
            icon=":material/redo:",
            shortcut="Ctrl+Y",
            disabled=not one.redoable,
            on_click=one.redo,
        )
        st.button(
            tools["last"],
            icon=":material/last_page:",
            disabled=line.at == end,
            on_click=_to,
            args=(one, end),
        )


def _to(one: Table, at: int) -> None:
    one.show(one.timeline.to(at))


# --- what happened, and what may be done --------------------------------------------------------


def story(one: Table) -> None:
    """How the hand is over and who is paid, or what may be done; and what was done so far."""
    text, position = prose("sandbox")["hand"], one.timeline.position
    if position.flaws:
        return
    now, before = st.columns(2, gap="large")
    over = ending(position)
    with now:
        st.header(text["over"] if over else text["legal"])
        st.markdown(ended(position) if over else may_now(position))
    with before:
        st.header(text["heading"])
        _so_far(one)


def ended(position: Position) -> str:
    """How a finished hand ended and who is paid what under its rules."""
    over, barred = ending(position), why_not_paid(position)
    if over is None or barred:
        return messages.not_paid_sentence(barred) if barred else ""
    result = settle(position)
    paid = messages.payment_sentence(result, position.rules)
    return f"{messages.ending_sentence(over, result)} {paid}"


def may_now(position: Position) -> str:
    """The legal actions, one tile a line with what it leaves at each end."""
    text, labels = prose("sandbox")["hand"], messages.words()["places"]
    found: dict[str, dict[str, list[str]]] = {}
    for action in legal_actions(position):
        if action.tile is None:
            found[labels["draw" if action.where == DRAW else "pass"]] = {}
            continue
        arms = found.setdefault(messages.tile_name(action.tile), {})
        if action.where != LEAD:
            leaves = messages.leaves_text(position, action)
            ways = arms.setdefault(messages.arm_name(action.where), [])
            ways.append(text["across"].format(leaves=leaves) if action.plus else leaves)
    return "\n".join(f"- {_may_line(name, arms)}" for name, arms in sorted(found.items()))


def _may_line(name: str, arms: dict[str, list[str]]) -> str:
    text = prose("sandbox")["hand"]
    ends = (text["on"].format(arm=arm, leaves=text["or"].join(ways)) for arm, ways in arms.items())
    return f"**{name}** {'; '.join(ends)}"


def _so_far(one: Table) -> None:
    text, line = prose("sandbox")["hand"], one.timeline
    if not line.actions:
        st.markdown(text["none"])
        return
    before = zip(line.positions, line.actions, strict=False)
    names = [text["start"]] + [messages.told(position, action) for position, action in before]
    st.selectbox(
        text["heading"],
        range(len(names)),
        index=line.at,
        format_func=lambda at: f"{at}. {names[at]}" if at else names[0],
        key=f"moment_{one.rev}",
        label_visibility="collapsed",
        on_change=lambda: one.show(line.to(int(st.session_state[f"moment_{one.rev}"]))),
    )


# --- every rule set -----------------------------------------------------------------------------


def under_all(position: Position) -> pd.DataFrame:
    """This moment under every preset that uses the same set: what may be done, who is paid."""
    text = prose("sandbox")["all"]
    rows = [_under_one(under(position, rules), name) for name, rules in presets().items()]
    own = _under_one(position, position.rules.base)
    keys = [text["actions"], text["ending"], text["payment"]]
    for row in rows:
        row[text["differs"]] = "≠" if [row[k] for k in keys] != [own[k] for k in keys] else ""
    return pd.DataFrame(rows)


def _under_one(position: Position, name: str) -> dict[str, str]:
    text = prose("sandbox")["all"]
    row = {text["rules"]: load_presets()[name].title}
    if position.flaws:
        row |= {text["actions"]: "", text["ending"]: text["flawed"], text["payment"]: ""}
        return row
    over = ending(position)
    paid = ended(position) if over else ""
    return row | {
        text["actions"]: _may(position),
        text["ending"]: str(over) if over else text["going"],
        text["payment"]: paid,
    }


def _may(position: Position) -> str:
    text = prose("sandbox")["all"]
    actions = legal_actions(position)
    plays = sum(action.tile is not None for action in actions)
    parts = [text["one"] if plays == 1 else text["many"].format(count=plays)] if plays else []
    parts += [text["draw"]] if Action(DRAW) in actions else []
    parts += [text["pass"]] if Action(PASS) in actions else []
    return ", ".join(parts)


# --- typing, pasting, sharing -------------------------------------------------------------------


def typing(one: Table) -> None:
    """Text ways in and out: actions, a position code, the code to take away."""
    text = prose("sandbox")["write"]
    with st.form("type_actions", border=False, clear_on_submit=True):
        st.text_input(text["action"], key="typed_actions", help=text["action_help"])
        st.form_submit_button(text["play"], on_click=_type_actions, args=(one,))
    with st.form("paste_position", border=False, clear_on_submit=True):
        st.text_input(text["position"], key="typed_position", help=text["position_help"])
        st.form_submit_button(text["open"], on_click=_paste, args=(one,))
    st.markdown(text["share"])
    st.code(write_position(one.timeline.position), language=None, wrap_lines=True)
    if one.timeline.at:
        st.markdown(text["whole"])
        played = one.timeline.actions[: one.timeline.at]
        st.code(write_actions(played), language=None, wrap_lines=True)


def _type_actions(one: Table) -> None:
    typed = st.session_state.typed_actions
    words = typed.split()
    if len(words) == 1:
        one.act(words[0])
        return
    try:
        done, _ = read_actions(typed, one.timeline.position)
    except MatadorError as error:
        one.say(links.plain(error), BAD)
        return
    line = one.timeline
    played = (*line.actions[: line.at], *done)
    one.show(timeline(line.start, played), "", GOOD)


def _paste(one: Table) -> None:
    try:
        one.begin(Timeline(read_position(st.session_state.typed_position)))
    except MatadorError as error:
        one.say(links.plain(error), BAD)
