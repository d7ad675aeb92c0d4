"""A hand as a tree of play: what was done, what else might have been done, and what was said of it.

The nodes stand in one list in the order in which a record writes them: an action, what might have
been done instead, then what followed it. A node's number is its place in that order; 0 is the start
of the hand. (A nested form would be as deep as a hand is long, and Python's recursion is not.)

Nothing is ever overwritten: whoever plays something else in a place that was gone on from already
makes a variation. The first continuation of a node is the main one.
"""

from __future__ import annotations

import binascii
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple, TypeVar

from matador.game.errors import MatadorError, UnreadableError
from matador.game.moves import Action, advance, apply, canonical
from matador.game.notation import read_action
from matador.game.position import Position
from matador.game.record import Timeline
from matador.game.records import Move, Record

MOST = 500
"""Actions in a tree: more than the longest hand of the largest set has."""

LONGEST_COMMENT = 200
"""Characters of a comment; the rest is cut off."""

MOST_SAID = 2_000
"""Bytes of all comments of a tree together, so that its address stays short enough to be sent."""

LONGEST_TEXT = 10_000
"""Characters of the longest tree that is read; the longest that is written is shorter, and one of
these bounds is met long before the others."""

OPENS, CLOSES, SAYS = "-", "_", "~"
"""In an address: a variation begins, a variation ends, the text of a comment follows."""

# Base64 that may stand in an address; by hand, since the module for it is slow to import.
_SAFE, _PLAIN = str.maketrans("+/", "-_"), str.maketrans("-_", "+/")
_TURNS_TEXT = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that turn the direction of the text after them, and so reach out of a comment."""


class FullError(MatadorError):
    """The tree holds as many actions, or as much text, as a tree may."""


class Node(NamedTuple):
    """An action, the number of the node it followed, and what was said of it."""

    action: Action
    parent: int
    comment: str = ""


class _Tree(NamedTuple):
    start: Position
    nodes: tuple[Node, ...] = ()
    comment: str = ""
    """What was said before the first action."""
    tags: tuple[tuple[str, str], ...] = ()
    """The tags of the record that the tree came from; no address holds them."""


class Tree(_Tree):
    """All that was played from a start. `nodes[n - 1]` is the node with the number n."""

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The position after each node, by number; that of 0 is the start."""
        found = [self.start]
        for node in self.nodes:
            found.append(advance(found[node.parent], node.action))
        return tuple(found)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """By number: the nodes that go on from it, the main continuation first."""
        found: list[list[int]] = [[] for _ in range(len(self.nodes) + 1)]
        for number, node in enumerate(self.nodes, start=1):
            found[node.parent].append(number)
        return tuple(map(tuple, found))

    def path(self, at: int) -> tuple[int, ...]:
        """The numbers of the nodes from the first action to this one; of 0 none."""
        found = []
        while at:
            found.append(at)
            at = self.nodes[at - 1].parent
        return tuple(reversed(found))

    def find(self, actions: Iterable[Action]) -> int | None:
        """The node that these actions lead to from the start, if they stand in the tree."""
        at = 0
        for action in actions:
            found = self.child(at, action)
            if found is None:
                return None
            at = found
        return at

    def child(self, at: int, action: Action) -> int | None:
        """The node that goes on from this one with an action, if any does."""
        here = self.children[at]
        return next((n for n in here if self.nodes[n - 1].action == action), None)

    def onward(self, at: int) -> tuple[int, ...]:
        """The numbers of the main line after this node."""
        found = []
        while self.children[at]:
            at = self.children[at][0]
            found.append(at)
        return tuple(found)

    @property
    def end(self) -> int:
        """The last node of the main line."""
        return (self.onward(0) or (0,))[-1]

    @property
    def written(self) -> Iterator[int | str]:
        """The numbers in the order of a record, with OPENS and CLOSES about each variation."""
        return _written(self.children)

    def said(self, at: int) -> str:
        """The comment of a node; of 0 that of the start."""
        return self.nodes[at - 1].comment if at else self.comment

    def actions(self, at: int) -> tuple[Action, ...]:
        """The actions from the start to a node."""
        return tuple(self.nodes[number - 1].action for number in self.path(at))


Known = TypeVar("Known", Tree, Timeline)


class _Cursor(NamedTuple):
    tree: Tree
    at: int = 0


class Cursor(_Cursor):
    """A tree and the node that is looked at."""

    @cached_property
    def timeline(self) -> Timeline:
        """The line through the node: how it came about and how it goes on in the main."""
        before = self.tree.path(self.at)
        numbers = (*before, *self.tree.onward(self.at))
        actions = tuple(self.tree.nodes[number - 1].action for number in numbers)
        line = Timeline(self.tree.start, actions, len(before))
        return _knowing(line, (self.tree.positions[number] for number in (0, *numbers)))

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions from the start to the node."""
        return self.tree.actions(self.at)

    def to(self, at: int) -> Cursor:
        """The same tree, looked at elsewhere; the nearest node there is."""
        return Cursor(self.tree, max(0, min(at, len(self.tree.nodes))))

    def back(self) -> Cursor:
        """One action back; at the start it stays."""
        return self.to(self.tree.nodes[self.at - 1].parent if self.at else 0)

    def on(self) -> Cursor:
        """One action on in the main continuation; at the end it stays."""
        return self.to((self.tree.onward(self.at) or (self.at,))[0])

    def play(self, action: Action) -> Cursor:
        """One action on: one that is there is followed, any other makes a new branch.

        Raises IllegalError, or FullError.
        """
        known = self.tree.child(self.at, canonical(self.tree.positions[self.at], action))
        if known:
            return self.to(known)
        draft = Draft.of(self.tree)
        return draft.cursor(draft.play(self.at, action))

    def follow(self, line: Timeline) -> Cursor:
        """Look at a moment of a line; what of it is not in the tree yet becomes a branch.

        A line from another start replaces the tree. Raises IllegalError, or FullError.
        """
        if line.start != self.tree.start:
            return planted(line)
        end = self.tree.find(line.actions)
        if end is not None:
            return self.to((0, *self.tree.path(end))[line.at])
        draft, seen = Draft.of(self.tree), [0]
        for action in line.actions:
            seen.append(draft.play(seen[-1], action))
        return draft.cursor(seen[line.at])

    def with_all_of(self, other: Tree) -> Cursor:
        """The same node of this tree, with what stands only in the other, as far as there is room.

        The order of this tree stays, and its comments do. A tree from another start is another
        hand: nothing of it has a place here.
        """
        if other.start != self.tree.start:
            return self
        draft = Draft.of(self.tree)
        new = {0: 0}
        for number, node in enumerate(other.nodes, start=1):
            if node.parent not in new:
                continue
            count = len(draft.actions)
            try:
                new[number] = draft.play(new[node.parent], node.action)
            except FullError:
                continue
            if len(draft.actions) > count:
                draft.note(new[number], node.comment)
        return draft.cursor(self.at)

    def promoted(self) -> Cursor:
        """The tree with the line to this node as the main line."""
        draft = Draft.of(self.tree)
        for number in self.tree.path(self.at):
            siblings = draft.children[self.tree.nodes[number - 1].parent]
            siblings.remove(number)
            siblings.insert(0, number)
        return draft.cursor(self.at)

    def deleted(self) -> Cursor:
        """The tree without this node and all that follows it, looked at one action before.

        The start stays.
        """
        if not self.at:
            return self
        draft, parent = Draft.of(self.tree), self.tree.nodes[self.at - 1].parent
        draft.children[parent].remove(self.at)
        return draft.cursor(parent)

    def commented(self, text: str) -> Cursor:
        """The tree with this said of the node, or of the start. Raises FullError."""
        draft = Draft.of(self.tree)
        draft.say(self.at, text)
        return draft.cursor(self.at)

    @property
    def below(self) -> int:
        """How many actions would go if this node were deleted."""
        gone = {self.at} - {0}
        for number, node in enumerate(self.tree.nodes, start=1):
            if node.parent in gone:
                gone.add(number)
        return len(gone)

    @property
    def main(self) -> bool:
        """Whether the node lies on the main line."""
        path = self.tree.path(self.at)
        return path == self.tree.onward(0)[: len(path)]


def planted(line: Timeline) -> Cursor:
    """A tree of one line, looked at where the line is."""
    nodes = tuple(Node(action, number) for number, action in enumerate(line.actions[:MOST]))
    return Cursor(Tree(line.start, nodes), min(line.at, len(nodes)))


def clean(text: str) -> str:
    """A comment as a tree keeps it: one line, nothing invisible that disturbs, not too long."""
    words = " ".join(text.replace("}", ")").split())  # the brace ends a comment in a record
    kept = (c for c in words if unicodedata.category(c) not in ("Cc", "Cn", "Co", "Cs"))
    seen = " ".join("".join(c for c in kept if c not in _TURNS_TEXT).split())
    return seen[:LONGEST_COMMENT].rstrip()


class Draft(NamedTuple):
    """A tree that is being changed or read; its numbers go by arrival."""

    base: Tree
    actions: list[Action]
    parents: list[int]
    """Of each action, as the actions themselves; all else counts the start too."""
    comments: list[str]
    positions: list[Position]
    children: list[list[int]]

    @classmethod
    def of(cls, tree: Tree) -> Draft:
        """A draft that begins with a tree and its numbers."""
        return cls(
            tree,
            [node.action for node in tree.nodes],
            [node.parent for node in tree.nodes],
            [tree.comment, *(node.comment for node in tree.nodes)],
            list(tree.positions),
            list(map(list, tree.children)),
        )

    def play(self, at: int, action: Action) -> int:
        """The node that follows this one with an action; made if there is none.

        Raises IllegalError, or FullError.
        """
        action = canonical(self.positions[at], action)
        for number in self.children[at]:
            if self.actions[number - 1] == action:
                return number
        after = apply(self.positions[at], action)
        if len(self.actions) >= MOST:
            raise FullError(f"a hand has room for {MOST} actions with all its variations")
        self.positions.append(after)
        self.actions.append(action)
        self.parents.append(at)
        self.comments.append("")
        self.children.append([])
        self.children[at].append(len(self.actions))
        return len(self.actions)

    def say(self, at: int, text: str) -> None:
        """Say something of a node instead of what was said. Raises FullError."""
        said, before = clean(text), self.comments[at]
        grows = len(said.encode()) > len(before.encode())
        all_said = sum(len(one.encode()) for one in self.comments) + len(said.encode())
        if grows and all_said - len(before.encode()) > MOST_SAID:
            raise FullError(f"a hand has room for {MOST_SAID} bytes of comments")
        self.comments[at] = said

    def note(self, at: int, text: str) -> bool:
        """Say something of a node if there is room; whether all of it could be kept."""
        try:
            self.say(at, text)
        except FullError:
            return False
        return len(self.comments[at]) == len(" ".join(text.split()))

    def cursor(self, at: int) -> Cursor:
        """The finished tree, looked at in a node of the draft that still stands in it."""
        order = [number for number in _written(self.children) if isinstance(number, int)]
        new = {0: 0} | {number: place for place, number in enumerate(order, start=1)}
        nodes = (
            Node(self.actions[n - 1], new[self.parents[n - 1]], self.comments[n]) for n in order
        )
        tree = self.base._replace(nodes=tuple(nodes), comment=self.comments[0])
        return Cursor(_knowing(tree, (self.positions[number] for number in (0, *order))), new[at])


def _knowing(one: Known, positions: Iterable[Position]) -> Known:
    """The same with its positions: a tree after each change need not play, or keep, all anew."""
    vars(one)["positions"] = tuple(positions)
    return one


def _written(children: Sequence[Sequence[int]]) -> Iterator[int | str]:
    """The numbers of the nodes in the order of a record, with OPENS and CLOSES about variations."""
    waiting: list[int | str] = [0]
    done = {0}
    while waiting:
        now = waiting.pop()
        if isinstance(now, str):
            yield now
            continue
        if now not in done:  # the first of a variation; a main continuation stands already
            yield OPENS
            yield now
        main, others = children[now][:1], children[now][1:]
        yield from main
        done.update(main)
        waiting += main
        for other in reversed(others):
            waiting += (CLOSES, other)


# --- in an address ------------------------------------------------------------------------------


class Opened(NamedTuple):
    """What a text gave: a tree as far as it could be read, and what was wrong, if anything."""

    tree: Tree
    error: MatadorError | None = None


def write_tree(tree: Tree) -> str:
    """All that was played and said from the start, as an address holds it.

    Tokens joined by full stops, of characters that an address never escapes. An action stands as
    everywhere (`R12`), so that a hand without variations and comments is a list of actions. Behind
    an action may stand what was said of it: `~` and the text, in UTF-8, as base64url without
    padding; and then what might have been done instead of it, each variation between `-` and `_`,
    with variations and comments of its own. A comment at the very beginning is about the start.
    `S66.L11.~Y2xvc2Vk.R12.-.R25._.R50` is `S66 L11 {closed} R12 (R25) R50` in a record.
    """
    words = [_said(tree.comment)] if tree.comment else []
    for number in tree.written:
        if isinstance(number, str):
            words.append(number)
            continue
        node = tree.nodes[number - 1]
        words.append(str(node.action))
        if node.comment:
            words.append(_said(node.comment))
    return ".".join(words)


def read_tree(start: Position, text: str) -> Opened:
    """The tree in a text as `write_tree` writes it, up to the first thing that does not fit.

    What is played twice in one place is one branch. A comment that can't be read is left out.
    """
    reader = _Reader(Draft.of(Tree(start)))
    if len(text) > LONGEST_TEXT:
        reader.error = UnreadableError(f"actions: more than {LONGEST_TEXT} characters")
    for word in re.split(r"[\s.]+", text[:LONGEST_TEXT]):
        try:
            reader.take(word)
        except MatadorError as error:
            sentence = f"action {reader.count + 1}: {error.args[0]}"
            return Opened(reader.tree, type(error)(sentence, *error.args[1:]))
    if len(reader.lines) > 1 and not reader.error:
        reader.error = UnreadableError("actions: a variation does not end")
    return Opened(reader.tree, reader.error)


def _said(comment: str) -> str:
    written = binascii.b2a_base64(comment.encode(), newline=False).decode()
    return SAYS + written.rstrip("=").translate(_SAFE)


class _Reader:
    """Reads the tokens of a tree. Each open line is its nodes behind the one it started from."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.lines = [[0]]
        self.count = 0
        """Actions read."""
        self.error: MatadorError | None = None
        """What was wrong but did not end the reading."""

    def take(self, word: str) -> None:
        """Read one token. Raises one of the three errors, or FullError."""
        line = self.lines[-1]
        if word == OPENS:
            if len(line) < 2:
                raise UnreadableError("a variation of nothing")
            self.lines.append([line[-2]])
        elif word == CLOSES:
            if len(self.lines) < 2:
                raise UnreadableError("a variation ends that did not begin")
            self.lines.pop()
        elif word.startswith(SAYS):
            self._say(line[-1], word.removeprefix(SAYS))
        elif word:
            action = read_action(word, self.draft.positions[line[-1]])
            line.append(self.draft.play(line[-1], action))
            self.count += 1

    def _say(self, at: int, text: str) -> None:
        try:
            padded = text + "=" * (-len(text) % 4)
            said = binascii.a2b_base64(padded.translate(_PLAIN), strict_mode=True).decode()
            self.draft.say(at, said)
        except FullError as error:
            self.error = error
        except ValueError:
            self.error = UnreadableError(f"the comment after action {self.count} can't be read")

    @property
    def tree(self) -> Tree:
        return self.draft.cursor(0).tree


# --- in a record --------------------------------------------------------------------------------


class Kept(NamedTuple):
    """What a tree has room for of a record, and whether that is all of it."""

    tree: Tree
    whole: bool = True


def to_record(tree: Tree) -> Record:
    """The tree as a record, with all its variations, comments and tags."""
    lines: list[list[Move]] = [[]]
    for number in tree.written:
        if number == OPENS:
            lines.append([])
        elif number == CLOSES:
            moves, line = tuple(lines.pop()), lines[-1]
            line[-1] = line[-1]._replace(variations=(*line[-1].variations, moves))
        else:
            node = tree.nodes[int(number) - 1]
            lines[-1].append(Move(node.action, node.comment))
    return Record(tree.start, tuple(lines[0]), tree.comment, tree.tags)


def from_record(record: Record) -> Kept:
    """The tree of a record, as much of it as there is room for. Raises IllegalError.

    What stands twice in one place is one branch.
    """
    draft = Draft.of(Tree(record.start, tags=record.tags))
    whole = draft.note(0, record.comment)
    waiting: list[tuple[int, tuple[Move, ...], int]] = [(0, record.moves, 0)]
    while waiting:
        at, moves, first = waiting.pop()
        if first == len(moves):
            continue
        move = moves[first]
        try:
            number = draft.play(at, move.action)
        except FullError:
            whole = False
            continue
        if move.comment:
            whole &= draft.note(number, move.comment)
        waiting.append((number, moves, first + 1))
        waiting += ((at, variation, 0) for variation in reversed(move.variations))
    return Kept(draft.cursor(0).tree, whole)
