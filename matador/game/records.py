"""Records of hands in the manner of chess's PGN: tags, actions with numbers, comments, variations.

A file may hold many hands; `read_records` reads it line by line and keeps one hand in memory. What
was written reads back as the same tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from matador.game.errors import AmbiguousError, IllegalError, UnreadableError
from matador.game.moves import Action, advance, apply, marks
from matador.game.notation import read_action, read_position, write_position
from matador.game.position import Position, sides
from matador.game.rules import read_rules
from matador.game.settle import settle, why_not_paid

UNFINISHED = "*"
"""The result of a hand that is not over, or whose payment is not known."""

_START = ("Rules", "Deal", "Stock", "Lead", "Line", "Score", "Set")
"""The tags that together are the position code of the start."""

_TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]\s*')
_TOKEN = re.compile(r"\(|\)|[^\s(){}]+")
_NUMBER = re.compile(r"\d+\.+", re.ASCII)
_RESULT = re.compile(r"\d+(-\d+)+", re.ASCII)


class Move(NamedTuple):
    """An action of a record, what was said of it, and what else might have been done instead."""

    action: Action
    comment: str = ""
    variations: tuple[tuple[Move, ...], ...] = ()


class Record(NamedTuple):
    """A hand as a tree: where it started, the main line, and the tags it came with."""

    start: Position
    moves: tuple[Move, ...] = ()
    comment: str = ""
    """What was said before the first action."""
    tags: tuple[tuple[str, str], ...] = ()
    """All tags that are not part of the start or the result."""

    @property
    def end(self) -> Position:
        """The position after the main line."""
        position = self.start
        for move in self.moves:
            position = advance(position, move.action)
        return position


def result(position: Position) -> str:
    """The payments of a finished hand, `11-0`; otherwise UNFINISHED."""
    if why_not_paid(position):
        return UNFINISHED
    return "-".join(map(str, settle(position).payments))


def write_record(record: Record) -> str:
    """The record as text, ending with a line break."""
    from textwrap import fill  # noqa: PLC0415 - slow to import, and needed for no more than this

    ended = result(record.end)
    tags = [*record.tags, *_start_tags(record.start), ("Result", ended)]
    head = "".join(f'[{name} "{_escaped(text)}"]\n' for name, text in tags)
    words = [f"{{{_comment(record.comment)}}}"] if record.comment else []
    words += _written(record.start, record.moves, 1)
    body = fill(" ".join([*words, ended]), 90, break_long_words=False)
    return f"{head}\n{body}\n"


def read_records(lines: Iterable[str]) -> Iterator[Record]:
    """The hands of a file, one by one. Raises one of the three errors, naming line and token."""
    reader = _Reader()
    for number, line in enumerate(lines, start=1):
        if reader.starts_anew(line):
            yield reader.record()
            reader = _Reader()
        reader.take(line, number)
    if not reader.empty:
        yield reader.record()


def read_record(text: str) -> Record:
    """The only hand in a text. Raises one of the three errors."""
    records = list(read_records(text.splitlines()))
    if len(records) != 1:
        raise UnreadableError(f"record: {len(records)} hands instead of one")
    return records[0]


# --- writing ------------------------------------------------------------------------------------


def _start_tags(start: Position) -> list[tuple[str, str]]:
    size, line, hands, stock, turn, score, rules = write_position(start).split(".")
    values = {
        "Rules": rules,
        "Deal": hands,
        "Stock": stock,
        "Lead": turn,
        "Set": size,
        "Score": score,
    }
    if line != "-":
        values["Line"] = line
    return [(name, values[name]) for name in _START if name in values]


def _escaped(text: str) -> str:
    return " ".join(text.replace("\\", "\\\\").replace('"', '\\"').split())


def _comment(text: str) -> str:
    """A comment can hold anything but the brace that ends it, and keeps no line breaks."""
    return " ".join(text.replace("}", ")").split())


def _written(position: Position, moves: tuple[Move, ...], turn: int) -> Iterator[str]:
    """The words of a line of moves; a number stands before the first action of each turn."""
    fresh = True
    for move in moves:
        if fresh:
            yield f"{turn}."
        yield f"{move.action}{marks(position, move.action)}"
        if move.comment:
            yield f"{{{_comment(move.comment)}}}"
        for variation in move.variations:
            yield from ("(", *_written(position, variation, turn), ")")
        after = advance(position, move.action)
        moved_on = after.turn != position.turn
        fresh = moved_on or bool(move.variations)
        turn += moved_on
        position = after


# --- reading ------------------------------------------------------------------------------------


class _Open(NamedTuple):
    """A line of moves being read: the positions before each and after the last, and the moves."""

    positions: list[Position]
    moves: list[Move]


class _Reader:
    """Reads one record, line by line."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.lines: list[_Open] = []
        self.lead_comment = ""
        self.comment: list[str] | None = None
        self.done = False

    @property
    def empty(self) -> bool:
        return not self.tags and not self.lines

    def starts_anew(self, line: str) -> bool:
        """Whether this line belongs to the next record."""
        in_text = self.comment is None and bool(self.lines)
        return in_text and (self.done or bool(_TAG.fullmatch(line.strip()))) and bool(line.strip())

    def take(self, line: str, number: int) -> None:
        """Read one line of the file."""
        text = line.strip()
        tag = _TAG.fullmatch(text) if self.comment is None and not self.lines else None
        if tag:
            self.tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
            return
        while text:
            text = self._take_word(text, number)

    def _take_word(self, text: str, number: int) -> str:
        """Read the first word of a line; returns the rest."""
        if self.comment is not None or text.startswith("{"):
            inside, brace, rest = text.removeprefix("{" * (self.comment is None)).partition("}")
            self.comment = [*(self.comment or []), inside]
            if brace:
                self._said(number)
            return rest.strip()
        token = _TOKEN.match(text)
        if not token:
            raise UnreadableError(f"line {number}, {text[:20]!r}: no action, comment or variation")
        self._open(number)
        try:
            self._token(token[0])
        except (UnreadableError, IllegalError, AmbiguousError) as error:
            sentence = f"line {number}, {token[0][:20]!r}: {error.args[0]}"
            raise type(error)(sentence, *error.args[1:]) from None
        return text[token.end() :].strip()

    def _said(self, number: int) -> None:
        said = " ".join(" ".join(self.comment or []).split())
        self.comment = None
        self._open(number)
        moves = self.lines[-1].moves
        if moves:
            moves[-1] = moves[-1]._replace(comment=f"{moves[-1].comment} {said}".strip())
        elif len(self.lines) == 1:
            self.lead_comment = f"{self.lead_comment} {said}".strip()

    def _open(self, number: int) -> None:
        if self.lines:
            return
        parts = {"Set": "6", "Line": "-", "Lead": "A", "Stock": "0", **self.tags}
        if "Rules" not in parts or "Deal" not in parts:
            raise UnreadableError(f"line {number}: a record needs the tags Rules and Deal first")
        try:
            score = parts.get("Score") or _no_score(parts["Rules"], parts["Deal"])
            order = ("Set", "Line", "Deal", "Stock", "Lead")
            code = ".".join([*(parts[name] for name in order), score, parts["Rules"]])
            start = read_position(code)
        except UnreadableError as error:
            raise UnreadableError(f"line {number}: in the tags, {error.args[0]}") from None
        if start.flaws:
            flaw = start.flaws[0].flaw.__doc__
            raise IllegalError(f"line {number}: the start of the record is flawed: {flaw}")
        self.lines.append(_Open([start], []))

    def _token(self, token: str) -> None:
        if token == "(":
            self._branch()
        elif token == ")":
            self._merge()
        elif token == UNFINISHED or _RESULT.fullmatch(token):
            if len(self.lines) > 1:
                raise UnreadableError("a result inside a variation")
            self.done = True
        elif not _NUMBER.fullmatch(token):
            self._move(_NUMBER.sub("", token, count=1) if _NUMBER.match(token) else token)

    def _move(self, token: str) -> None:
        line = self.lines[-1]
        action = read_action(token, line.positions[-1])
        line.positions.append(apply(line.positions[-1], action))
        line.moves.append(Move(action))

    def _branch(self) -> None:
        line = self.lines[-1]
        if not line.moves:
            raise UnreadableError("a variation of nothing")
        self.lines.append(_Open([line.positions[-2]], []))

    def _merge(self) -> None:
        if len(self.lines) < 2:
            raise UnreadableError("a variation ends that did not begin")
        moves = tuple(self.lines.pop().moves)
        line = self.lines[-1].moves
        if moves:
            line[-1] = line[-1]._replace(variations=(*line[-1].variations, moves))

    def record(self) -> Record:
        """What was read."""
        self._open(0)
        if len(self.lines) > 1 or self.comment is not None:
            raise UnreadableError("record: it ends inside a variation or comment")
        known = (*_START, "Result")
        tags = tuple((name, text) for name, text in self.tags.items() if name not in known)
        line = self.lines[0]
        return Record(line.positions[0], tuple(line.moves), self.lead_comment, tags)


def _no_score(rules: str, hands: str) -> str:
    return "-".join("0" for _ in sides(read_rules(rules), hands.count("-") + 1))
