"""What was played, as a tree: steps to and fro, the list of actions, and putting it in order."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import streamlit as st

from matador.game.moves import marks
from matador.game.position import SEATS
from matador.game.tree import LONGEST_COMMENT, Cursor, Tree
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui.game import Table
from matador.ui.movelist import Gone, Item, ListData, movelist, visited

_STYLE = Path(__file__).with_name("movelist") / "panel.css"
_LIST = "movelist"
_COMMENT = "comment_open"


def panel(one: Table) -> None:
    """The steps, what was played with all its variations, and what can be done with it."""
    st.html(_STYLE)
    with st.container(key="moves", gap="xsmall"):
        steps(one)
        _list(one)
        _changes(one)


# --- steps --------------------------------------------------------------------------------------


def steps(one: Table) -> None:
    """One action back or on, all the way; and undo and redo."""
    cursor = one.cursor
    end = (cursor.tree.onward(cursor.at) or (cursor.at,))[-1]
    with st.container(key="steps", horizontal=True, horizontal_alignment="center", gap="xxsmall"):
        _step(one, "first", "Home", 0)
        _step(one, "back", "Left", cursor.back().at)
        _step(one, "on", "Right", cursor.on().at)
        _step(one, "last", "End", end)
        _button("undo", "Ctrl+Z", one.undo, disabled=not one.undoable, help=_undoes(one))
        _button("redo", "Ctrl+Y", one.redo, disabled=not one.redoable)


_ICONS = {
    "first": "first_page",
    "back": "chevron_left",
    "on": "chevron_right",
    "last": "last_page",
    "undo": "undo",
    "redo": "redo",
}


def _step(one: Table, name: str, key: str, to: int) -> None:
    go = partial(one.go_to, one.cursor.to(to))
    _button(name, key, go, disabled=to == one.cursor.at)


def _button(name: str, shortcut: str, on_click: Any, *, disabled: bool, help: str = "") -> None:
    text, key = prose("moves")["steps"], prose("moves")["keys"][name]
    st.button(
        text[name],
        key=f"step_{name}",
        icon=f":material/{_ICONS[name]}:",
        help=help or text["help"].format(name=text[name], key=key),
        shortcut=shortcut,
        disabled=disabled,
        on_click=on_click,
    )


def _undoes(one: Table) -> str:
    """What the next undo takes back, if that is not a step."""
    if not (change := one.undoes):
        return ""
    text, keys = prose("moves")["steps"], prose("moves")["keys"]
    return str(text["undo_help"].format(what=text["change"][change], key=keys["undo"]))


# --- the list -----------------------------------------------------------------------------------


def _list(one: Table) -> None:
    def on_visit() -> None:
        wanted = visited(_LIST)
        if wanted and wanted.shape == one.shape:
            one.go_to(one.cursor.to(wanted.node))

    def on_restore() -> None:
        if one.deleted:
            one.restore()

    at = one.cursor.at
    movelist(list_data(one), at, key=_LIST, on_visit=on_visit, on_restore=on_restore)


def list_data(one: Table) -> ListData:
    """What the list is told of a table."""
    text, tree = prose("moves")["list"], one.cursor.tree
    return {
        "shape": one.shape,
        "items": _items(tree),
        "order": list(tree.written),
        "gone": _gone(one),
        "words": {"list": text["name"], "variation": text["variation"], "none": text["none"]},
    }


@lru_cache(maxsize=64)
def _items(tree: Tree) -> list[Item]:
    """The start and every action by number; the work of it is worth keeping while one steps."""
    turns = _turns(tree)
    return [_start(tree), *(_item(tree, turns, n) for n in range(1, len(tree.nodes) + 1))]


def _start(tree: Tree) -> Item:
    text = prose("moves")["list"]
    return {
        "parent": 0,
        "turn": "",
        "text": text["start"],
        "name": text["start_name"],
        "said": tree.comment,
    }


def _item(tree: Tree, turns: list[int], number: int) -> Item:
    text, node = prose("moves")["list"], tree.nodes[number - 1]
    before = tree.positions[node.parent]
    written = f"{node.action}{marks(before, node.action)}"
    told = messages.told(before, node.action)
    turn = text["turn"].format(turn=turns[number], seat=SEATS[before.turn])
    return {
        "parent": node.parent,
        "turn": turn if _begins(tree, turns, number) else "",
        "text": written,
        "name": text["item"].format(turn=turns[number], text=written, told=told),
        "said": node.comment,
    }


def _turns(tree: Tree) -> list[int]:
    """By number: the turn in which an action was done, from 1; drawing goes on in the same one."""
    found = [1]
    after = [1]
    for number, node in enumerate(tree.nodes, start=1):
        before, position = tree.positions[node.parent], tree.positions[number]
        found.append(after[node.parent])
        after.append(after[node.parent] + (position.turn != before.turn))
    return found


def _begins(tree: Tree, turns: list[int], number: int) -> bool:
    """Whether an action is the first in sight of its turn: in a record the number stands there."""
    parent = tree.nodes[number - 1].parent
    if not parent or tree.children[parent][0] != number or turns[parent] != turns[number]:
        return True
    grandparent = tree.nodes[parent - 1].parent
    siblings = tree.children[grandparent]
    return len(siblings) > 1 and siblings[0] == parent


def _gone(one: Table) -> Gone | None:
    kept = one.deleted
    after = one.cursor.tree.find(kept.left_at) if kept else None
    if kept is None or after is None:
        return None
    text, count = prose("moves")["list"], kept.cursor.below
    action = kept.cursor.actions[-1]
    told = text["gone" if count > 1 else "gone_one"].format(count=count, action=action)
    return {"after": after, "text": told, "label": text["restore"]}


# --- putting it in order ------------------------------------------------------------------------


def _changes(one: Table) -> None:
    """What can be done with the action looked at."""
    text, cursor = prose("moves")["change"], one.cursor
    with st.container(key="changes", horizontal=True, horizontal_alignment="center", gap="xxsmall"):
        st.button(
            text["promote"],
            key="promote",
            help=text["promote_help"],
            disabled=cursor.main,
            on_click=one.promote,
            args=(text["promoted"],),
        )
        st.button(
            text["delete"],
            key="delete",
            help=text["delete_help"],
            disabled=not cursor.at,
            on_click=one.delete,
        )
        with st.popover(
            text["comment"], key=_COMMENT, help=text["comment_help"], on_change="rerun"
        ) as form:
            if form.open:
                _comment(one)


def _comment(one: Table) -> None:
    text, cursor = prose("moves")["change"], one.cursor
    key = f"comment_{one.shape}_{cursor.at}"
    with st.form(f"form_{key}", border=False):
        st.text_area(
            text["text"].format(what=_named(cursor)),
            cursor.tree.said(cursor.at),
            max_chars=LONGEST_COMMENT,
            key=key,
        )
        st.form_submit_button(text["save"], on_click=_save, args=(one, key))


def _named(cursor: Cursor) -> str:
    last = cursor.timeline.last
    return str(last) if last else str(prose("moves")["list"]["start"])


def _save(one: Table, key: str) -> None:
    text, said = prose("moves")["change"], str(st.session_state[key])
    one.comment(said, text["said" if said.strip() else "unsaid"])
    st.session_state[_COMMENT] = False
