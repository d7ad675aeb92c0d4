"""What was played, as a tree: steps to and fro, the list of actions, and putting it in order."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from matador.game.moves import marks
from matador.game.position import SEATS
from matador.game.tree import LONGEST_COMMENT, Tree
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui.game import Table
from matador.ui.movelist import Gone, Item, ListData, Now, Wish, movelist, wished

STYLE = Path(__file__).with_name("movelist") / "panel.css"
"""Keeps the room of the panel until it is there; for the page, once."""
_LIST = "movelist"


def panel(one: Table) -> None:
    """The steps, what was played with all its variations, and what can be done with it."""

    def on_wish() -> None:
        if wish := wished(_LIST):
            fulfil(one, wish)

    movelist(list_data(one), now(one), key=_LIST, on_wish=on_wish)


def fulfil(one: Table, wish: Wish) -> None:
    """Do what was wished; what was wished of a tree that there is no more is let go."""
    if wish.do == "undo":
        one.undo()
    elif wish.do == "redo":
        one.redo()
    elif wish.do == "restore":
        if one.deleted:
            one.restore()
    elif wish.shape == one.shape:
        # Somebody who steps fast is ahead of what the table knows.
        if wish.do == "visit" or wish.node != one.cursor.at:
            one.go_to(one.cursor.to(wish.node))
        _change(one, wish)


def _change(one: Table, wish: Wish) -> None:
    """Put the tree in order at the node looked at."""
    text = prose("moves")["change"]
    if wish.do == "promote":
        one.promote(text["promoted"])
    elif wish.do == "delete":
        one.delete()
    elif wish.do == "comment":
        one.comment(wish.text, text["said" if wish.text.strip() else "unsaid"])


# --- what the list is told ----------------------------------------------------------------------


def now(one: Table) -> Now:
    """Where a table is looked at, and what can be undone there."""
    return {
        "at": one.cursor.at,
        "shape": one.shape,
        "main": one.cursor.main,
        "undo": _undoes(one) if one.undoable else "",
        "redo": one.redoable,
    }


def _undoes(one: Table) -> str:
    """What the next undo takes back: a step, or a change of the tree, by its name."""
    parts = prose("moves")["parts"]
    if not (change := one.undoes):
        return str(parts["steps"]["undo"])
    return str(parts["undoes"].format(what=prose("moves")["undoes"][change]))


def list_data(one: Table) -> ListData:
    """What the list is told of a table."""
    tree = one.cursor.tree
    return {
        "shape": one.shape,
        "items": _items(tree),
        "order": list(tree.written),
        "gone": _gone(one),
        "words": prose("moves")["parts"],
        "longest": LONGEST_COMMENT,
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
    if kept is None or after is None or kept.cursor.tree.start != one.cursor.tree.start:
        return None
    text, count = prose("moves")["list"], kept.cursor.below
    action = kept.cursor.actions[-1]
    told = text["gone" if count > 1 else "gone_one"].format(count=count, action=action)
    return {"after": after, "text": told, "label": text["restore"]}
