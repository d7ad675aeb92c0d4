"""New deals, wishes for the hands, a real game to be followed, and the rules in force."""

from __future__ import annotations

import secrets

import streamlit as st

from matador.game import edit
from matador.game.errors import MatadorError
from matador.game.notation import under
from matador.game.paste import tiles_typed
from matador.game.position import SEATS, Position
from matador.game.record import Timeline
from matador.game.rules import (
    FIELDS,
    Rules,
    contradictions,
    diff,
    preset,
    presets,
    read_rules,
    write_rules,
)
from matador.game.wishes import Wish, added, deal_wished, ready_wishes
from matador.teach import messages
from matador.teach.content import load_presets, load_rule_words
from matador.teach.prose import prose
from matador.ui import late, links, ours
from matador.ui.follow import MOST_PILLS
from matador.ui.game import GOOD, Table
from matador.ui.sandbox import title

_SEEDS = 1_000_000
_POPOVER, _RULES, _PLAYERS, _SEED = "deal_popover", "deal_rules", "deal_players", "deal_seed"
_WIDTH = 440  # pixels: what unfolds does not make the popover wider
_TABLE, _TROUBLE = "deal_table", "deal_trouble"
_DEAL = "deal"
_OPEN, _NAMED = "rules_popover", "rules_named"


def tools(one: Table) -> None:
    """The rules in force and a new deal, each behind a button."""
    text = prose("deals")["toolbar"]
    # What they hold is drawn only while they are open: every move would send it again.
    rules = st.popover(_rules_label(one.timeline.position.rules), key=_OPEN, on_change="rerun")
    if rules.open:
        with rules:
            rules_form(one)
    # It closes when something was dealt: on a phone it lies over the board.
    dealing = st.popover(text["deal"], key=_POPOVER, on_change="rerun")
    if dealing.open:
        with dealing, st.container(width=_WIDTH):
            deal_form(one)


def _rules_label(rules: Rules) -> str:
    """What the button says: while the rules are changed, those before, or the popover would go."""
    state = st.session_state
    if not state.get(_OPEN) or _NAMED not in state:
        state[_NAMED] = prose("deals")["toolbar"]["rules"].format(title=title(rules))
    return str(state[_NAMED])


def deal_form(one: Table) -> None:
    """Rule set and players of a new deal; seed, wishes and a real game unfold."""
    text, state = prose("deals"), st.session_state
    choices = _choices(one)
    _follow_table(one.timeline.position, choices)
    st.selectbox(
        text["deal"]["preset"],
        choices,
        format_func=ours.label,
        key=_RULES,
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.number_input(text["deal"]["players"], 2, len(SEATS), key=_PLAYERS, width=130)
        st.button(text["deal"]["go"], on_click=_deal, args=(one, one.rev), width="stretch")
    if trouble := state.get(_TROUBLE):
        st.error(trouble)
    rules, players = read_rules(state[_RULES]), int(state[_PLAYERS])
    wishes = st.expander(text["wishes"]["heading"], key="deal_wishes", on_change="rerun")
    if wishes.open:
        with wishes:
            _wishes_form(rules, players)
    real = st.expander(text["follow"]["heading"], key="deal_follow", on_change="rerun")
    if real.open:
        with real:
            _follow_form(one, rules, players)
    late.finish(_DEAL)


def _follow_table(position: Position, choices: list[str]) -> None:
    """Offer the rules and the number of players of the table, whenever these are other ones."""
    state, here = st.session_state, (write_rules(position.rules), position.players)
    state.setdefault(_SEED, _new_seed())
    known = state.get(_RULES) in choices and _PLAYERS in state
    if state.get(_TABLE) != here or not known:
        state[_TABLE] = here
        state[_RULES], state[_PLAYERS] = here
    late.put(_DEAL, _RULES, state[_RULES], choices)
    late.put(_DEAL, _PLAYERS, state[_PLAYERS])


def _choices(one: Table) -> list[str]:
    """The rule sets to deal by: those in force first, if they are none of the presets."""
    return list(dict.fromkeys([*_changed(one.timeline.position.rules), *ours.codes(), *presets()]))


def _changed(rules: Rules) -> list[str]:
    name = write_rules(rules)
    return [] if name in presets() else [name]


def _deal(one: Table, rev: int) -> None:
    state = st.session_state
    if rev != one.rev:
        state[_POPOVER] = False  # what was dealt before closed it
        return
    rules, players = read_rules(state[_RULES]), int(state[_PLAYERS])
    if _begin_deal(one, rules, players, state[_SEED], _wishes(rules, players), _known(players)):
        # The next deal is another one, unless somebody types the same seed again.
        state[_SEED] = _new_seed()


def _begin_deal(
    one: Table,
    rules: Rules,
    players: int,
    seed: str,
    wishes: dict[int, Wish] | None = None,
    known: int | None = None,
) -> bool:
    """Deal; of the hands only that of the seat `known` is shown, if one is named."""
    text = prose("deals")["deal"]
    try:
        dealt = deal_wished(rules, players, seed.strip() or "0", wishes or {})
    except MatadorError as error:
        _refuse(one, _why_not(rules, players) or links.plain(error))
        return False
    size, stock = rules.hand_size(players), len(dealt.stock)
    told = [text["dealt"].format(seed=seed, players=players, size=size, stock=stock)]
    if wishes:
        told.append(text["wished"])
    if known is not None:
        told.append(text["one_hand"].format(seat=SEATS[known]))
        dealt = edit.seen_by(dealt, known)
    _begin(one, dealt, " ".join(told))
    return True


def _why_not(rules: Rules, players: int) -> str:
    """Why the rules can't be dealt to so many; empty if they can."""
    found = [one for one in contradictions(rules, players) if one.forbids]
    return messages.contradiction_sentence(found[0], rules, players) if found else ""


def _begin(one: Table, position: Position, told: str) -> None:
    one.begin(Timeline(position), told, GOOD)
    st.session_state.pop(_TROUBLE, None)
    st.session_state[_POPOVER] = False


def _refuse(one: Table, sentence: str) -> None:
    # Said twice: the popover may lie over the board.
    st.session_state[_TROUBLE] = sentence
    one.say(sentence)


def _new_seed() -> str:
    return str(secrets.randbelow(_SEEDS))


# --- wishes -------------------------------------------------------------------------------------

_WISHES, _WISHER, _KNOWN = "deal_wished", "deal_wisher", "deal_known"
_ANY = -1
"""Any number of matadors."""


def _wishes_form(rules: Rules, players: int) -> None:
    """Seed, what each seat is to hold, and which hands lie open."""
    text = prose("deals")["wishes"]
    st.text_input(
        text["seed"], max_chars=20, help=text["seed_help"], key=_SEED, persist_state="session"
    )
    seat = _seat(text["whose"], _WISHER, players)
    with st.container(horizontal=True, gap="xsmall"):
        for name, ready in ready_wishes(rules, players).items():
            args = (rules, seat, ready)
            st.button(text[name], key=f"wish_{name}", on_click=_add_wish, args=args)
    _one_wish(rules, seat, _wishes(rules, players).get(seat, Wish()))
    _told_wishes(rules, players)
    st.selectbox(
        text["known"],
        [None, *range(players)],
        format_func=lambda at: text["all_known"] if at is None else messages.player(at),
        key=_KNOWN,
        persist_state="session",
    )


def _one_wish(rules: Rules, seat: int, wish: Wish) -> None:
    """What one seat is to hold. The wish decides what stands there, however it was made."""
    text, state = prose("deals")["wishes"], st.session_state
    # By the seat, so that a late press does not take one seat's wish for another's.
    names = tuple(f"wish_{name}_{seat}" for name in ("holds", "lacks", "matadors"))
    for key, tiles in zip(names, (wish.holds, wish.lacks), strict=False):
        late.put_all(_DEAL, key, sorted(tiles), rules.tiles)
    late.put(_DEAL, names[2], _ANY if wish.matadors is None else wish.matadors, rules.tiles)

    def keep() -> None:
        holds, lacks, number = (state.get(key) for key in names)
        if holds is not None and lacks is not None:
            number = None if number == _ANY else number
            _keep_wish(seat, Wish(frozenset(holds), frozenset(lacks), number))

    for label, key in zip((text["holds"], text["lacks"]), names, strict=False):
        st.multiselect(
            label,
            rules.tiles.tiles,
            format_func=messages.tile_name,
            key=key,
            placeholder=text["choose"],
            on_change=keep,
        )
    st.selectbox(
        text["matadors"],
        range(_ANY, len(rules.tiles.matadors) + 1),
        format_func=lambda count: text["any"] if count == _ANY else str(count),
        key=names[2],
        on_change=keep,
    )


def _told_wishes(rules: Rules, players: int) -> None:
    """All wishes in words, with a button that forgets them."""
    text, wishes = prose("deals")["wishes"], _wishes(rules, players)
    if not wishes:
        return
    told = [f"- {messages.player(seat)}: {_told(wish)}" for seat, wish in wishes.items()]
    st.markdown("\n".join([f"**{text['told']}**", "", *told]))
    st.button(text["forget"], on_click=st.session_state[_WISHES].clear)


def _told(wish: Wish) -> str:
    text, told = prose("deals")["wishes"], []
    for key, tiles in (("told_holds", wish.holds), ("told_lacks", wish.lacks)):
        if tiles:
            names = ", ".join(map(messages.tile_name, sorted(tiles)))
            told.append(text[key].format(tiles=names))
    if wish.matadors is not None:
        told.append(text["told_matadors"].format(count=wish.matadors))
    return "; ".join(told)


def _wishes(rules: Rules, players: int) -> dict[int, Wish]:
    """What is left of the wishes that were made, in this set and for so many players."""
    kept: dict[int, Wish] = st.session_state.setdefault(_WISHES, {})
    tiles, most = frozenset(rules.tiles.tiles), len(rules.tiles.matadors)
    left = {}
    for seat, (holds, lacks, number) in sorted(kept.items()):
        wish = Wish(holds & tiles, lacks & tiles, None if number is None else min(number, most))
        if seat < players and wish != Wish():
            left[seat] = wish
    return left


def _known(players: int) -> int | None:
    seat: int | None = st.session_state.get(_KNOWN)
    return seat if seat is not None and seat < players else None


def _keep_wish(seat: int, wish: Wish) -> None:
    st.session_state[_WISHES][seat] = wish


def _add_wish(rules: Rules, seat: int, ready: Wish) -> None:
    kept: dict[int, Wish] = st.session_state[_WISHES]
    kept[seat] = added(kept.get(seat, Wish()), ready, rules)


def _seat(label: str, key: str, players: int) -> int:
    """A seat to choose."""
    state = st.session_state
    if state.get(key) not in range(players):
        state[key] = 0
    chosen = st.segmented_control(
        label,
        range(players),
        format_func=lambda seat: SEATS[seat],
        key=key,
        required=True,
        persist_state="session",
    )
    return int(chosen or 0)


# --- a real game --------------------------------------------------------------------------------

_MINE, _LEADS, _TYPED, _TAPPED = "follow_mine", "follow_leads", "follow_tiles", "follow_tapped"


def _follow_form(one: Table, rules: Rules, players: int) -> None:
    """Which seat the visitor has, what it was dealt, and who leads."""
    text = prose("deals")["follow"]
    st.caption(text["help"])
    with st.container(horizontal=True):
        _seat(text["seat"], _MINE, players)
        _seat(text["leads"], _LEADS, players)
    st.text_input(text["tiles"], key=_TYPED, max_chars=200, help=text["tiles_help"])
    tiles, state = rules.tiles.tiles, st.session_state
    late.put_all(_DEAL, _TAPPED, [one for one in state.get(_TAPPED, []) if one in tiles], tiles)
    if len(tiles) <= MOST_PILLS:
        st.pills(
            text["tap"],
            tiles,
            selection_mode="multi",
            format_func=messages.tile_name,
            key=_TAPPED,
            wrap=True,
        )
    else:
        st.multiselect(text["tap"], tiles, format_func=messages.tile_name, key=_TAPPED)
    args = (one, one.rev, rules, players)
    st.button(text["go"], on_click=_follow, args=args, width="stretch")


def _follow(one: Table, rev: int, rules: Rules, players: int) -> None:
    """Put the beginning of the real game on the table, or say what is wrong with what was told."""
    state = st.session_state
    if rev != one.rev or state.get(_TYPED) is None:
        state[_POPOVER] = False  # the beginning is on the table already
        return
    if sentence := _why_not(rules, players):
        _refuse(one, sentence)
        return
    try:
        typed = tiles_typed(state[_TYPED], rules)
        tiles = tuple(dict.fromkeys((*typed, *state[_TAPPED])))
        start = edit.one_hand(rules, players, state[_MINE], tiles, state[_LEADS])
    except MatadorError as error:
        _refuse(one, links.plain(error))
        return
    state[_TYPED], state[_TAPPED] = "", []
    _begin(one, start, prose("deals")["follow"]["started"])


# --- the rules in force -------------------------------------------------------------------------

_FORM, _PRESET = "rules", "rules_preset"


def rules_form(one: Table) -> None:
    """Another rule set for the same table, or one rule changed."""
    text, rules = prose("deals")["rules"], one.timeline.position.rules
    names, code = [*ours.codes(), *presets()], write_rules(rules)
    late.put(_FORM, _PRESET, code if code in names else rules.base)
    st.selectbox(
        text["preset"],
        names,
        format_func=ours.label,
        key=_PRESET,
        on_change=_change_preset,
        args=(one, names),
    )
    words = load_rule_words()
    name = st.selectbox(
        text["change"], list(FIELDS), format_func=lambda key: words[key].question, key="rule_field"
    )
    late.put(_FORM, f"rule_{name}", str(rules.value(name)))
    st.radio(
        text["value"],
        [str(value) for value in FIELDS[name]],
        format_func=lambda value: words[name].values[value].long,
        key=f"rule_{name}",
        label_visibility="collapsed",
        on_change=_change_rule,
        args=(one, name),
    )
    _own_changes(one, rules)
    late.finish(_FORM)


def _own_changes(one: Table, rules: Rules) -> None:
    text, words = prose("deals")["rules"], load_rule_words()
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


def _change_preset(one: Table, names: list[str]) -> None:
    code = late.changed(_FORM, _PRESET)
    if code in names:
        _set_rules(one, read_rules(code))


def _change_rule(one: Table, name: str) -> None:
    value = late.changed(_FORM, f"rule_{name}")
    if value is not None:
        _set_rules(one, one.timeline.position.rules.changed(**{name: value}))


def _set_rules(one: Table, rules: Rules) -> None:
    position = one.timeline.position
    if rules == position.rules:
        return
    if rules.set is not position.rules.set and len(position.seen) == 0:
        one.begin(Timeline(position.changed(rules=rules)))
        return
    if rules.set is not position.rules.set:
        # Another set is another game: its tiles are not on this table.
        _begin_deal(one, rules, position.players, _new_seed())
        return
    one.begin(Timeline(under(position, rules)))
