"""How the puzzles went, as a short code that a browser keeps.

`Record` is immutable; every answer gives the next one. The code is `1~` and six numbers. What a
browser sends may be anything: `read_code` takes it whole or raises.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import astuple, dataclass, replace
from datetime import date

from matador.game.errors import UnreadableError
from matador.ui import progress

NAME = "matador-puzzles"
"""What the code is called in the browser's store."""

_CODE = re.compile(r"1(~[0-9]{1,7}){6}", re.ASCII)
_MOST = 9_999_999


@dataclass(frozen=True)
class Record:
    """What is kept of one visitor."""

    answered: int = 0
    """Puzzles with a first answer."""
    right: int = 0
    """Of these, answered rightly and without a hint."""
    run: int = 0
    """How many of the latest were, without one that was not."""
    best: int = 0
    """The longest such run."""
    day: int = 0
    """The latest day whose puzzle was solved on that day, counted as `date.toordinal` does."""
    days: int = 0
    """How many days in a row that was."""

    def with_answer(self, right: bool) -> Record:
        """After the first answer to a puzzle."""
        run = self.run + 1 if right else 0
        return replace(
            self,
            answered=self.answered + 1,
            right=self.right + right,
            run=run,
            best=max(self.best, run),
        )

    def with_day(self, day: date) -> Record:
        """After the puzzle of today was solved."""
        number = day.toordinal()
        if number <= self.day:
            return self
        return replace(self, day=number, days=self.days + 1 if number == self.day + 1 else 1)

    def days_at(self, today: date) -> int:
        """The days in a row, while the row can go on."""
        return self.days if self.day >= today.toordinal() - 1 else 0

    def merged(self, other: Record) -> Record:
        """The one that went further, with the best of both."""
        ahead = max(self, other, key=lambda one: one.answered)
        latest = max(self, other, key=lambda one: (one.day, one.days))
        best = max(self.best, other.best)
        return replace(ahead, best=best, day=latest.day, days=latest.days)


def write_code(record: Record) -> str:
    """A record as text."""
    return "~".join(str(min(number, _MOST)) for number in (1, *astuple(record)))


def read_code(text: str) -> Record:
    """The record that a code stands for. Raises UnreadableError."""
    if not _CODE.fullmatch(text):
        raise UnreadableError("a code of puzzles is broken")
    return Record(*map(int, text.split("~")[1:]))


def keep(record: Record, ack: int, *, key: str, on_stored: Callable[[], None]) -> None:
    """Keep a record in the browser, once what it kept before has been taken in.

    See `progress.keep`; `progress.stored(key)` is what it sent.
    """
    progress.keep(write_code(record), ack, key=key, on_stored=on_stored, name=NAME)
