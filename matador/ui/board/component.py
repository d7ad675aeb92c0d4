"""Python side of the board: what it is told, what it may answer, and its mounting.

The board knows no rules. It is told which placements are legal and what each of them leaves, and
answers with one action in notation (`R25`, `d`, …) or, in set-up, with one edit. Both carry the
revision that the player saw; whoever handles them drops anything that is not about the present one.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NotRequired, TypedDict

import streamlit as st

from matador.ui import draw

_HERE = Path(__file__).parent
_WORDS = _HERE.parents[2] / "content" / "en" / "board.toml"

MAX_ACTION = 12
"""Characters of the longest action that is read."""

MAX_REV = 1_000_000
"""No sitting has more changes; a larger number is not ours."""

ROOM = "board-"
"""What the key of the container around a board begins with; `frame.css` keeps its room."""

_HOLDER = "board_holder"


class Placed(TypedDict):
    """A tile in the line."""

    halves: list[int]
    """Two: left, right in the row; inner, outer in an arm."""
    name: str
    """For a screen reader: `2-5`."""
    across: NotRequired[bool]
    """Whether it lies crosswise."""
    last: NotRequired[bool]
    """Whether it was just played."""
    matador: NotRequired[bool]


class Line(TypedDict):
    """The line on the table."""

    row: list[Placed]
    """From left to right."""
    spinner: int | None
    """Index in the row of the tile that has arms."""
    arms: dict[str, list[Placed]]
    """`U` and `D` at the spinner; a longer name (`Rv`, `Rw`) forks off the last tile of the chain
    that it names without its last letter. Each from the line outwards."""


class End(TypedDict):
    """An open end."""

    id: str
    """`L`, `R`, `U`, `D`, or the name of an arm."""
    shows: str
    """The number it shows, as text."""
    name: str
    """For a screen reader: `Left end, shows 5`."""
    closed: bool
    """A blank, which only matadors open."""


class HandTile(TypedDict):
    """A tile in a hand, in the stock or not placed."""

    id: str
    """The tile in notation: `25`."""
    halves: list[int]
    name: str
    """For a screen reader: `2-5, matador`."""
    matador: NotRequired[bool]


class Hand(TypedDict):
    """A seat and its tiles."""

    seat: str
    name: str
    turn: bool
    active: bool
    """Whether its tiles can be picked up."""
    tiles: list[HandTile]
    hidden: int
    """Tiles that lie face down."""
    note: str
    """A few words beside the name: `7 tiles, 31 pips`."""
    size: NotRequired[Literal["large", "medium", "small"]]
    """`large` is the hand below the line; the others stand above it, `medium` ones with tiles that
    a finger can take. Without it an active hand is large and any other small."""
    possible: NotRequired[list[HandTile]]
    """Tiles that may be among those face down; those with a legal placement can be picked up."""


class Place(TypedDict):
    """One legal placement of a tile."""

    action: str
    """What is sent back: `R25`."""
    end: str
    """The end it goes on; `S` is the empty line."""
    leaves: str
    """The number that the end shows afterwards, as text."""
    name: str
    """For a screen reader: `Right end, 2 inwards, leaves 5`."""
    across: bool


class Button(TypedDict):
    """A move without a tile: drawing, passing."""

    action: str
    label: str
    legal: bool
    why: str
    """What to say when it is pressed although it is not legal."""


class Stock(TypedDict):
    """The stock."""

    count: int
    name: str
    """`14 tiles in the stock`."""
    tiles: NotRequired[list[HandTile]]
    """Its known tiles, sent and shown in set-up only."""


class Message(TypedDict):
    """What the status line says after a change."""

    text: str
    tone: Literal["good", "bad", "info"]


class SetUpPlace(TypedDict):
    """Where a tile may be put in set-up: `hand-` and a seat, `stock`, `box`, an end or `S`."""

    id: str
    name: str


class SetUp(TypedDict):
    """Set-up: every tile can be picked up and put anywhere."""

    rack: list[HandTile]
    """Tiles that lie nowhere yet."""
    places: list[SetUpPlace]
    flaws: dict[str, str]
    """By tile: what is wrong with where it lies."""
    focus: NotRequired[str | None]
    """The tile to be picked up and brought into view, once in each revision."""


class Curtain(TypedDict):
    """What covers the large hand until the next player has the device."""

    seat: str
    text: str
    """`Pass the device to player B.`"""
    label: str
    """What the button says that takes the curtain away."""


class BoardData(TypedDict):
    """All that the board is told."""

    rev: int
    """Counts accepted changes: the position is a new one."""
    ack: int
    """Counts answers, refusals too: without it a refusal would not reach the browser."""
    line: Line
    ends: list[End]
    hands: list[Hand]
    places: dict[str, list[Place]]
    """By tile: the legal placements of the active hand."""
    refusals: NotRequired[dict[str, dict[str, str]]]
    """By tile and end: why it does not go there; at `*` what is said of a tile that goes nowhere,
    where that is not the reasons of all ends one after the other."""
    buttons: NotRequired[list[Button]]
    stock: NotRequired[Stock | None]
    message: NotRequired[Message | None]
    text: NotRequired[str]
    """The position in words, one fact a line."""
    words: NotRequired[Mapping[str, str]]
    """Instead of `words()`, for another language."""
    setup: NotRequired[SetUp | None]
    curtain: NotRequired[Curtain | None]
    numerals: NotRequired[bool]
    """Numerals instead of pips."""
    flipped: NotRequired[bool]
    """The line mirrored, as from the other side of the table. `L` is then on the right of the
    picture and keeps its name, which the end shows beside its number."""


@dataclass(frozen=True)
class Move:
    """An action that a player chose on the board, not yet checked against the rules."""

    action: str
    rev: int


@dataclass(frozen=True)
class Edit:
    """A tile that was put somewhere in set-up."""

    tile: str
    to: str
    """The id of a set-up place."""
    inner: int | None
    """The half that touches the line (on an empty line: the left half); None off the line."""
    rev: int


@lru_cache(maxsize=1)
def words() -> Mapping[str, str]:
    """The board's own words, from `content/en/board.toml`."""
    return MappingProxyType(tomllib.loads(_WORDS.read_text(encoding="utf-8")))


def board(
    data: BoardData,
    *,
    key: str,
    on_action: Callable[[], None],
    on_edit: Callable[[], None] | None = None,
    with_program: bool = True,
) -> None:
    """Draw a position. The callbacks ask `received(key)` or `edited(key)` for what happened.

    Who takes a curtain away is told by `holder`. `key` keeps the element alive while `data`
    changes; it must not contain two underscores in a row (Streamlit's own separator). A page that
    has mounted the `program` itself wants the board without.
    """
    curtain = data.get("curtain")

    def on_lift() -> None:
        if curtain and _sent(key, "lift") == {"rev": data["rev"]}:
            st.session_state[_HOLDER] = curtain["seat"]

    with st.container(key=f"{ROOM}{key}", gap=None):
        if with_program:
            program(key)
        _mount(
            key=key,
            data=data,
            on_action_change=on_action,
            on_edit_change=on_edit or _nothing,
            on_lift_change=on_lift,
        )


def program(key: str) -> None:
    """Mount what draws the board called `key`; its place on the page is empty.

    A page whose board stands in a fragment mounts it outside: whenever an element is sent again,
    the browser reads its whole program anew, and here that takes as long as drawing the board.
    """
    _code(key=f"{key}-code")


def received(key: str) -> Move | None:
    """The action that the board called `key` just sent; None if it sent none, or nonsense."""
    return read_move(_sent(key, "action"))


def edited(key: str) -> Edit | None:
    """The edit that the board called `key` just sent; None if it sent none, or nonsense."""
    return read_edit(_sent(key, "edit"))


def holder() -> str:
    """The seat that last took a curtain away; empty if none did in this session."""
    return str(st.session_state.get(_HOLDER, ""))


def read_move(payload: object) -> Move | None:
    """Check what a browser sent: anyone can send anything."""
    match payload:
        case {"action": str(action), "rev": rev, **rest} if not rest:
            if re.fullmatch(rf"[A-Za-z0-9+]{{1,{MAX_ACTION}}}", action, re.ASCII) and _is_rev(rev):
                return Move(action, rev)
    return None


def read_edit(payload: object) -> Edit | None:
    """Check what a browser sent in set-up."""
    match payload:
        case {"tile": str(tile), "to": str(to), "inner": inner, "rev": rev, **rest} if not rest:
            named = re.fullmatch(r"[0-9a-i]{2}", tile) and re.fullmatch(r"[A-Za-z0-9-]{1,20}", to)
            if named and _is_half(inner) and _is_rev(rev):
                return Edit(tile, to, inner, rev)
    return None


def _is_rev(value: object) -> bool:
    # bool is an int to Python, but not to anyone who sends a revision.
    return type(value) is int and 0 <= value <= MAX_REV


def _is_half(value: object) -> bool:
    return value is None or (type(value) is int and 0 <= value <= draw.HIGHEST)


def _sent(key: str, trigger: str) -> object:
    # On a change of page the element's state is gone before a late event is handled.
    state = st.session_state.get(key)
    return state.get(trigger) if isinstance(state, Mapping) else None


def _nothing() -> None:
    pass


def _source(*names: str) -> str:
    """The files as one text, without the comments and indents that need not travel."""
    lines = (
        line.strip()
        for name in names
        for line in (_HERE / name).read_text(encoding="utf-8").splitlines()
    )
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _program() -> str:
    """The whole board as one script: its looks, its own words and what it does."""
    looks = f"<style>{_source('board.css')}</style>"
    furniture = draw.sprite() + looks + _source("board.html")
    constants = {"FURNITURE": furniture, "WORDS": dict(words())}
    told = [f"const {name} = {json.dumps(value)};" for name, value in constants.items()]
    return "\n".join([*told, _source("layout.js", "pieces.js", "board.js")])


# Streamlit sends an element anew only if it changed. What is drawn changes with every move, what
# draws it never does: two elements, and a move sends a tenth of what one would.
_code = st.components.v2.component("matador_board_code", js=_program(), isolate_styles=False)
_mount = st.components.v2.component("matador_board", js=_source("stub.js"))
