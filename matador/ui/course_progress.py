"""What a learner has done, as a short code that a browser keeps and a person can carry elsewhere.

`Progress` is immutable; every change gives the next one. The code is `1~EPOCH~SETTINGS~LESSONS~
BELIEFS~CHECK`: a lesson is its key, its stars, the hints of the round under way and how each of its
steps went; a belief is its number and its box. A code that was typed or kept elsewhere may hold
anything: `read_code` takes it whole or raises.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from zlib import crc32

from matador.game.errors import UnreadableError
from matador.teach.beliefs import BELIEFS
from matador.teach.items import Judgement, Response
from matador.teach.lessons import Lesson

UNDONE, RIGHT, WRONG = "-", "+", "_"
"""How a step went at the first answer; a wrong one that betrays a belief is told by its digit."""

FEW = 2
"""Hints of a lesson with which it still earns the second star."""
STARS = 3
BOXES = 3
"""A belief answered rightly so many times in reviews, running, is no longer asked for."""

LONGEST = 4000
"""Characters of a code that is read: all lessons with a long coached hand take a third of it."""
_MOST_HINTS = 35
_MOST_EPOCH = 10**6
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_VERSION = "1"

_LESSON = re.compile(r"([0-9a-z]{3})([0-3])([0-9a-z])([-+_0-9a-zA-Z.]{0,600})")
_BELIEF = re.compile(r"([0-9a-z])([1-3])")


@dataclass(frozen=True)
class Record:
    """One lesson: the best stars, and the round under way."""

    stars: int = 0
    hints: int = 0
    run: str = ""
    """A character a step; of a coached hand its seed and what was tried, with dots between."""


@dataclass(frozen=True)
class Progress:
    """All that is kept of one learner."""

    records: Mapping[str, Record] = field(default_factory=lambda: MappingProxyType({}))
    """By the key of the lesson; those of unknown lessons are kept as they are."""
    met: tuple[tuple[str, int], ...] = ()
    """The beliefs met, the last one first, each with its box."""
    auto: bool = False
    """Whether the next step comes by itself."""
    epoch: int = 0
    """Counts the fresh starts: of two with different counts only the later one holds."""

    @property
    def nothing(self) -> bool:
        """Whether nothing was done yet."""
        return not self.records and not self.met

    def record(self, lesson: Lesson) -> Record:
        """What is kept of a lesson."""
        return self.records.get(lesson_key(lesson.id), Record())

    def results(self, lesson: Lesson) -> str:
        """How each step of the round under way went, `UNDONE` for the others."""
        count = len(lesson.steps)
        return self.record(lesson).run[:count].ljust(count, UNDONE)

    def first_undone(self, lesson: Lesson) -> int:
        """The first step that is left in this round, counted from 0."""
        return max(self.results(lesson).find(UNDONE), 0)

    def answered(self, lesson: Lesson, step: int, judged: Judgement) -> Progress:
        """After the first answer to a step; a later one changes nothing."""
        results, record = self.results(lesson), self.record(lesson)
        if UNDONE not in results:  # a new round begins
            results, record = UNDONE * len(results), Record(record.stars)
        if results[step] != UNDONE:
            return self
        run = results[:step] + _result(judged) + results[step + 1 :]
        stars = record.stars if UNDONE in run else max(record.stars, stars_of(run, record.hints))
        after = self._with(lesson, Record(stars, record.hints, run))
        return after if judged.right else after.meeting(judged.beliefs[:1])

    def hinted(self, lesson: Lesson) -> Progress:
        """After one more hint in this round."""
        record = self.record(lesson)
        return self._with(lesson, replace(record, hints=min(record.hints + 1, _MOST_HINTS)))

    def played(self, lesson: Lesson, run: str, stars: int = 0) -> Progress:
        """What was tried so far in a coached hand, and what it earned if it is over."""
        record = self.record(lesson)
        return self._with(lesson, replace(record, run=run, stars=max(stars, record.stars)))

    def restarted(self, lesson: Lesson) -> Progress:
        """The lesson from its first step on; its stars stay."""
        return self._with(lesson, Record(self.record(lesson).stars))

    def meeting(self, beliefs: Sequence[str]) -> Progress:
        """After these beliefs were met: they are the first to be reviewed."""
        others = tuple(one for one in self.met if one[0] not in beliefs)
        return replace(self, met=(*((name, 1) for name in beliefs), *others))

    def reviewed(self, belief: str) -> Progress:
        """After a right answer in a review: one box on, and out of the last one."""
        moved = tuple((name, box + (name == belief)) for name, box in self.met)
        return replace(self, met=tuple(one for one in moved if one[1] <= BOXES))

    def due(self) -> tuple[str, ...]:
        """The beliefs to review, those of the lowest box first."""
        return tuple(name for name, _ in sorted(self.met, key=lambda one: one[1]))

    def merged(self, other: Progress) -> Progress:
        """The better of two lessons by lesson, unless one of them began anew since."""
        if self.epoch != other.epoch:
            return max(self, other, key=lambda one: one.epoch)
        keys = dict.fromkeys((*self.records, *other.records))
        records = {key: _better(self.records.get(key), other.records.get(key)) for key in keys}
        known = {name for name, _ in self.met}
        met = (*self.met, *(one for one in other.met if one[0] not in known))
        return replace(self, records=records, met=met, auto=self.auto or other.auto)

    def _with(self, lesson: Lesson, record: Record) -> Progress:
        return replace(self, records={**self.records, lesson_key(lesson.id): record})


def stars_of(results: str, hints: int) -> int:
    """The stars of a finished round: one for that, one for few hints, one for no wrong answer."""
    return 1 + (hints <= FEW) + (set(results) <= {RIGHT})


def judged(results: str) -> list[Judgement]:
    """The first answers of a round, as far as they are kept."""
    nothing = Response("", "", "", "")
    return [Judgement(one == RIGHT, nothing, _betrayed(one)) for one in results if one != UNDONE]


def lesson_key(name: str) -> str:
    """Three characters that stand for a lesson, whatever else the course has."""
    return _in_digits(crc32(name.encode()) % len(_DIGITS) ** 3, 3)


def write_code(progress: Progress) -> str:
    """A progress as text; only letters, digits and `-+_.,~`."""
    lessons = (
        f"{key}{one.stars}{_DIGITS[one.hints]}{one.run}"
        for key, one in sorted(progress.records.items())
        if one != Record()
    )
    beliefs = (f"{_digit(name)}{box}" for name, box in progress.met)
    parts = (_VERSION, str(progress.epoch), str(int(progress.auto)))
    text = "~".join((*parts, ",".join(lessons), "".join(beliefs)))
    return f"{text}~{_check(text)}"


def read_code(text: str) -> Progress:
    """The progress that a code stands for; nothing of a broken one is taken.

    Raises UnreadableError.
    """
    text = "".join(text[: LONGEST + 1].split())
    body, _, check = text.rpartition("~")
    parts = body.split("~")
    if len(text) > LONGEST or _check(body) != check or len(parts) != 5 or parts[0] != _VERSION:
        raise UnreadableError("a code of progress is broken")
    epoch, auto, lessons, beliefs = parts[1:]
    if not re.fullmatch(r"[0-9]{1,7}", epoch, re.ASCII) or auto not in ("0", "1"):
        raise UnreadableError("a code of progress is broken")
    return Progress(
        dict(_read_lesson(one) for one in lessons.split(",") if one),
        _read_beliefs(beliefs),
        auto == "1",
        min(int(epoch), _MOST_EPOCH),
    )


def _read_lesson(text: str) -> tuple[str, Record]:
    found = _LESSON.fullmatch(text)
    if not found:
        raise UnreadableError("a code of progress is broken")
    key, stars, hints, run = found.groups()
    return key, Record(int(stars), _DIGITS.index(hints), run)


def _read_beliefs(text: str) -> tuple[tuple[str, int], ...]:
    names = list(BELIEFS)
    found = {
        names[number]: int(box)
        for digit, box in _BELIEF.findall(text)
        if (number := _DIGITS.index(digit)) < len(names)
    }
    return tuple(found.items())


def _result(judged: Judgement) -> str:
    if judged.right:
        return RIGHT
    return _digit(judged.beliefs[0]) if judged.beliefs else WRONG


def _betrayed(result: str) -> tuple[str, ...]:
    names = list(BELIEFS)
    number = _DIGITS.find(result)
    return (names[number],) if 0 <= number < len(names) else ()


def _digit(belief: str) -> str:
    return _DIGITS[list(BELIEFS).index(belief)]


def _better(one: Record | None, other: Record | None) -> Record:
    """The best stars of both, and the round that is further on."""
    one, other = one or Record(), other or Record()
    ahead = max(one, other, key=lambda record: len(record.run.replace(UNDONE, "")))
    return replace(ahead, stars=max(one.stars, other.stars))


def _check(text: str) -> str:
    return _in_digits(crc32(text.encode()) % len(_DIGITS) ** 3, 3)


def _in_digits(number: int, count: int) -> str:
    found = ""
    for _ in range(count):
        number, rest = divmod(number, len(_DIGITS))
        found = _DIGITS[rest] + found
    return found
