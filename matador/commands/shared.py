"""What several commands read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matador.game.errors import IllegalError, MatadorError, UnreadableError
from matador.game.notation import read_position
from matador.game.position import SEATS, Position
from matador.game.records import Record, read_records
from matador.teach import messages

Answer = dict[str, Any]


def records(file: str) -> Iterator[Record]:
    """The hands of a file. Raises UnreadableError."""
    try:
        with open(file, encoding="utf-8") as lines:
            yield from read_records(lines)
    except MatadorError:
        raise
    except (OSError, ValueError) as error:  # no file, no text, or no name a file can have
        raise UnreadableError(f"record: the file can't be read: {error}") from None


def playable(code: str) -> Position:
    """The position of a code. Raises UnreadableError, and IllegalError for a flawed one."""
    position = read_position(code)
    if position.flaws:
        sentences = " ".join(map(messages.flaw_sentence, position.flaws))
        raise IllegalError(f"the position has flaws: {sentences}")
    return position


def seat_of(text: str, position: Position) -> int:
    """The seat of a letter. Raises UnreadableError."""
    seats = SEATS[: position.players]
    if len(text) != 1 or text.upper() not in seats:
        raise UnreadableError(f"seat: {text[:20]!r} is no seat; they are {seats[0]} to {seats[-1]}")
    return seats.index(text.upper())
