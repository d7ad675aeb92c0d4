"""Anything that somebody pastes or types: what it is, and what it says.

A position code, an address that holds one, records, actions for the position on the table, or just
tiles. Spelling may be sloppy: spaces and line breaks, full-width characters, dashes and quotes that
a word processor put in, dominoes as Unicode has them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import NamedTuple

from matador.game.errors import AmbiguousError, IllegalError, MatadorError, UnreadableError
from matador.game.moves import LEAD, Action, apply
from matador.game.notation import LONGEST, read_action, read_position, read_tile
from matador.game.position import Position
from matador.game.records import UNFINISHED, Move, Record, read_records, write_record
from matador.game.rules import Rules
from matador.game.tiles import Tile, tile

MOST = 500
"""Hands of one text that can be chosen from; more would make a list that nobody reads."""


class Address(NamedTuple):
    """The address of a page: its parameters by name."""

    params: dict[str, str]


class Start(NamedTuple):
    """A position, sound or flawed."""

    position: Position


class Hands(NamedTuple):
    """Records of one or more hands, up to the first fault."""

    records: tuple[Record, ...]
    trouble: MatadorError | None = None
    """What ended the reading early, if anything did."""
    more: bool = False
    """Whether there are more than MOST."""


class Played(NamedTuple):
    """Legal actions from the position on the table on, as a record that starts there."""

    record: Record

    @property
    def plain(self) -> bool:
        """Whether there are only actions, no comments and no variations."""
        moves = self.record.moves
        return not self.record.comment and not any(one.comment or one.variations for one in moves)


class Tiles(NamedTuple):
    """Tiles and nothing else, in the order given."""

    tiles: tuple[Tile, ...]
    trouble: MatadorError | None = None
    """Why they are no actions for the position on the table."""


Pasted = Address | Start | Hands | Played | Tiles


def understand(text: str, position: Position) -> Pasted:
    """What a text is, beside the position on the table.

    Raises one of the three errors; its sentence names the line and the word, or the field and the
    character, and what was expected there.
    """
    plain = plainly(text)
    if not plain.strip():
        raise UnreadableError(f"text: nothing to read; expected {_EXPECTED}")
    if re.search(_TAG_LINE, plain):  # first of all: its comments may hold anything
        return _hands(text)
    address = _address(plain)
    if address:
        return address
    if len(plain) > LONGEST:
        raise UnreadableError(f"text: more than {LONGEST} characters, and no record")
    found = _code(plain)
    return Start(found) if found else _play_or_tiles(text, position)


_EXPECTED = "a position code, a record, an action such as R25, or a tile such as 5-6"
_TAG_LINE = r'(?m)^\s*\[\w+\s*"'
_MAPPED = {
    **dict.fromkeys("“”„«»", '"'),
    "\N{MINUS SIGN}": "-",
    "\N{WAVE DASH}": "~",
    "\N{TILDE OPERATOR}": "~",
    "\N{IDEOGRAPHIC FULL STOP}": ".",
    "\N{IDEOGRAPHIC COMMA}": ",",
    "\N{BROKEN BAR}": "|",
}
_DOMINOES = ("\N{DOMINO TILE HORIZONTAL-00-00}", "\N{DOMINO TILE VERTICAL-00-00}")
"""Each the first of the 49 characters of its kind."""


def plainly(text: str) -> str:
    """The text in plain characters, line by line the same."""
    return _lines(text) if text.isascii() else "".join(map(_plain_character, _lines(text)))


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _plain_character(one: str) -> str:
    for first in _DOMINOES:
        if 0 <= ord(one) - ord(first) < 49:
            halves = divmod(ord(one) - ord(first), 7)
            return " {}{} ".format(*halves)
    kind = unicodedata.category(one)
    if kind == "Cf":  # joiners, marks of direction and of byte order
        return ""
    return _MAPPED.get(one, "-" if kind == "Pd" else unicodedata.normalize("NFKC", one))


# --- addresses ----------------------------------------------------------------------------------

_QUERY = r"\?(\w+=[^\s\"'<>()\[\]{}|`]+)"


def _address(text: str) -> Address | None:
    """The first address with a position in it, else the first; also one broken by line breaks."""
    unbroken = re.sub(r"\s+", "", text)
    found = [_params(query) for one in (text, unbroken) for query in re.findall(_QUERY, one)]
    whole = (params for params in found if any(map(_is_code, params.values())))
    first = next(whole, next(iter(found), None))
    return None if first is None else Address(first)


def _params(query: str) -> dict[str, str]:
    from urllib.parse import parse_qs  # noqa: PLC0415 - slow to import, and few paste an address

    return {name: values[0] for name, values in parse_qs(query.rstrip(".,;!")).items()}


def _is_code(text: str) -> bool:
    try:
        read_position(text)
    except MatadorError:
        return False
    return True


# --- position codes -----------------------------------------------------------------------------

_CODE = r"(?ia)(?<![\d.])\d{1,2}\.[-\w]+\.[-~\w]+\.[~\w]+\.[a-h]\w*\.[-\d]+\.[a-z][-~\w]*"
_NEARLY = r"(?ia)\W*\d{1,2}\.(?=.*(?:~|\.-|-\d+\.|\.[a-z]{4,}))(?:[^.]*\.){3}"
"""Text that can only be meant as a position code."""


def _code(text: str) -> Position | None:
    """The position whose code is in the text, whole or broken by spaces; None if there is none."""
    unbroken = re.sub(r"\s+", "", text).strip("\"'`<>()[]{},;:!. ")
    whole = re.fullmatch(_CODE, unbroken)
    tries = [whole, re.search(_CODE, text), re.search(_CODE, unbroken)]
    codes = list(dict.fromkeys(found[0] for found in tries if found))
    for code in codes:
        for spelled in (code, _recased(code)):
            if _is_code(spelled):
                return read_position(spelled)
    if codes or re.match(_NEARLY, unbroken):
        return read_position(codes[0] if codes else unbroken)
    return None


def _recased(code: str) -> str:
    """The code in small letters, but for the seat to move."""
    fields = code.lower().split(".")
    fields[4] = fields[4].capitalize()
    return ".".join(fields)


# --- records ------------------------------------------------------------------------------------


def _hands(text: str) -> Hands:
    """The hands of a record text up to the first fault. Raises what ended it if there are none."""
    found: list[Record] = []
    try:
        for record in read_records(_outside_comments(text, plainly).split("\n")):
            if len(found) == MOST:
                return Hands(tuple(found), more=True)
            found.append(record)
    except MatadorError as error:
        if not found:
            raise
        return Hands(tuple(found), error)
    return Hands(tuple(found))


def _outside_comments(text: str, change: Callable[[str], str]) -> str:
    """The text with a change made everywhere but in comments, which stay as they were written."""
    parts = re.split(r"(\{[^}]*\}?)", _lines(text))
    return "".join(part if part.startswith("{") else change(part) for part in parts)


# --- actions and tiles --------------------------------------------------------------------------


class _Word(NamedTuple):
    text: str
    line: int
    number: int

    def at_fault(self, error: MatadorError) -> MatadorError:
        """The error with the place of the word in its sentence."""
        told = str(error)
        if isinstance(error, UnreadableError):
            told = f"expected {_EXPECTED}"
        elif len(error.args) > 1:
            told = str(error.args[1].reason.__doc__)
        place = f"line {self.line}, word {self.number}, {self.text[:20]!r}"
        return type(error)(f"{place}: {told}", *error.args[1:])


def _play_or_tiles(text: str, position: Position) -> Played | Tiles:
    words = list(_words(plainly(text)))
    try:
        if re.search(r"[(){}]", text):
            return _commented(text, _sound(position))
        return Played(Record(position, tuple(map(Move, _actions(words, _sound(position))))))
    except MatadorError as error:
        tiles = _tiles(words, position.rules)
        if tiles and (len(tiles) > 1 or position.flaws):
            return Tiles(tiles, error)
        raise


def _sound(position: Position) -> Position:
    """The position, if it can be played on. Raises IllegalError."""
    if position.flaws:
        raise IllegalError("the position on the table is flawed, so nothing can be played in it")
    return position


def _words(text: str) -> Iterator[_Word]:
    """The words of the text with their places, without move numbers and what ends a record."""
    for number, line in enumerate(_spaced(text).split("\n"), start=1):
        for place, word in enumerate(line.split(), start=1):
            if word != UNFINISHED:
                yield _Word(_KNOWN.get(word.lower(), word), number, place)


_KNOWN = {"draw": "d", "draws": "d", "pass": "p", "passes": "p", "knock": "p", "knocks": "p"}
_NUMBER = r"(?m)(?<!\S)\d{1,3}\.+(?=[^\S\n]|[A-Za-z]|$)"
_PAIR = r"(?a)\d\d"
_SPREAD_TILE = r"(?<!\d)(\d{1,2})[^\S\n]*([-|:/])[^\S\n]*(\d{1,2})(?!\d)"
_SPREAD_ACTION = r"(?i)\b([LRUS])[^\S\n]+(?=\d)"


def _spaced(text: str) -> str:
    """The text with one space, and nothing else, between its words."""
    return _joined(re.sub(_NUMBER, " ", text)).replace(".", " ")


def _joined(text: str) -> str:
    """The text with the parts of an action together, and no commas or brackets between words."""
    text = re.sub(r"(?<=[A-Za-z])\[", "", text)
    text = re.sub(
        r"(?<![\w-])(?:\d\d){2,}(?![\w-])", lambda run: " ".join(re.findall(_PAIR, run[0])), text
    )
    text = re.sub(_SPREAD_TILE, r"\1\2\3", re.sub(r"[,;\[\]]", " ", text))
    return re.sub(_SPREAD_ACTION, r"\1", text)


def _actions(words: list[_Word], position: Position) -> Iterator[Action]:
    """The actions that the words are, each legal where it stands."""
    for word in words:
        try:
            action = _read(word.text, position)
            position = apply(position, action)
        except MatadorError as error:
            raise word.at_fault(error) from None
        yield action


def _read(text: str, position: Position) -> Action:
    try:
        return read_action(text, position)
    except AmbiguousError:
        if position.line.row:
            raise
        # Which way round the first tile lies makes no difference to anybody at the table.
        return read_action(f"{LEAD}{text}", position)


def _tiles(words: list[_Word], rules: Rules) -> tuple[Tile, ...]:
    """The tiles that the words are; none if any of them is something else.

    Raises UnreadableError for a tile that stands twice or is not in the set.
    """
    try:
        found = [_tile(word.text) for word in words]
    except UnreadableError:
        return ()
    for number, (word, one) in enumerate(zip(words, found, strict=True)):
        place = f"line {word.line}, word {word.number}, {word.text[:20]!r}"
        if one in found[:number]:
            raise UnreadableError(f"{place}: this tile stands twice")
        if one not in rules.tiles.tiles:
            highest = rules.tiles.highest
            raise UnreadableError(f"{place}: expected a tile of the double-{highest} set")
    return tuple(found)


def _tile(text: str) -> Tile:
    wide = re.fullmatch(r"(\d)(\d)", text, re.ASCII)
    return tile(int(wide[1]), int(wide[2])) if wide else read_tile(text)


def _commented(text: str, position: Position) -> Played:
    """Actions with comments and variations, read as the rest of a record."""
    head = write_record(Record(position)).partition("\n\n")[0].split("\n")
    lines = [*head, "", *_outside_comments(text, lambda part: _joined(plainly(part))).split("\n")]
    try:
        (record,) = read_records(lines)
    except MatadorError as error:
        told = re.sub(r"^line (\d+)", lambda at: f"line {int(at[1]) - len(head) - 1}", str(error))
        raise type(error)(told, *error.args[1:]) from None
    except ValueError:
        raise UnreadableError("text: more than one hand, but no tags between them") from None
    return Played(record)


def tiles_typed(text: str, rules: Rules) -> tuple[Tile, ...]:
    """The tiles in a text, such as `5-6, 3|3 0:0`; none for an empty one.

    Raises UnreadableError, naming line and word.
    """
    words = list(_words(plainly(text)))
    for word in words:
        try:
            _tile(word.text)
        except UnreadableError:
            place = f"line {word.line}, word {word.number}, {word.text[:20]!r}"
            raise UnreadableError(f"{place}: expected a tile such as 5-6") from None
    return _tiles(words, rules)
