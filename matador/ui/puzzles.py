"""The puzzles of one visitor: the one on the table, what was answered, and the address of it.

The address holds the day (`d=2026-11-30`) or the number (`s=123`), and the rules if they are not
the usual ones (`r=britannica`). How the puzzles went is kept by the browser (see `puzzles_kept`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

import streamlit as st

from matador.game.errors import MatadorError
from matador.game.moves import Action
from matador.game.record import Timeline
from matador.game.rules import Rules, contradictions, preset, presets
from matador.teach import hints, messages
from matador.teach.prose import prose
from matador.teach.puzzles import FIRST_DAY, GRADES, LAST, Puzzle, number_of, puzzle, some_number
from matador.ui import links
from matador.ui.game import BAD, GOOD, INFO, Table
from matador.ui.progress import stored
from matador.ui.puzzles_kept import Record, keep, read_code
from matador.ui.puzzles_words import told_line, value_text
from matador.ui.sandbox import FIRST_RULES
from matador.ui.written import Written

DAY, NUMBER, RULES = "d", "s", "r"
STARS = 3

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_STATE, _KEEPER = "puzzles", "puzzles-keeper"


def today() -> date:
    """The day it is, by Universal Time: the same for everybody."""
    return datetime.now(UTC).date()


@dataclass
class Board(Table):
    """The table of a puzzle. What is played on it is an answer."""

    answered: Callable[[Action], None] = lambda _: None

    def act(self, text: str) -> None:
        """Answer with the action written in `text`, or say why it can't be done."""
        rev = self.rev
        super().act(text)
        if self.rev != rev and self.timeline.last:
            self.answered(self.timeline.last)


@dataclass
class Round:
    """One puzzle, and what the visitor did with it."""

    puzzle: Puzzle
    day: date | None = None
    """The day whose puzzle it is, if it is one's."""
    tried: tuple[Action, ...] = ()
    """The answers so far."""
    rung: int = 0
    """Hints shown."""
    hinting: bool = False
    """Whether the last thing asked for was a hint."""
    shown: bool = False
    """Whether the visitor asked for the solution before it was found."""
    table: Board = field(init=False)

    def __post_init__(self) -> None:
        """Put the position on the table."""
        self.table = Board(Timeline(self.puzzle.position))

    @property
    def solved(self) -> bool:
        """Whether the best action was found."""
        return not self.shown and any(map(self.puzzle.right, self.tried))

    @property
    def done(self) -> bool:
        """Whether the solution is out."""
        return self.shown or self.solved

    @property
    def stars(self) -> int:
        """What it has earned: all for the first answer without a hint; 0 until it is solved."""
        wrong = any(not self.puzzle.right(action) for action in self.tried)
        return STARS - wrong - bool(self.rung) if self.solved else 0

    @property
    def looking(self) -> Action | None:
        """The answer whose line lies on the table, if one does."""
        line = self.table.timeline
        return line.actions[0] if line.at else None

    @property
    def ladder(self) -> tuple[str, ...]:
        """The hints, each telling a little more; the last is the line itself."""
        best = self.puzzle.best
        told = hints.ladder(self.puzzle.position, best.action)
        line = (told for _, _, told in told_line(self.puzzle.after(best.action)))
        return (*told, "  \n".join(line))

    def look(self, action: Action) -> None:
        """Show an action and what follows it."""
        option, best = self.puzzle.option(action), self.puzzle.best
        text, right = prose("puzzles")["answer"], option == best
        told = text["board_right" if right else "board_wrong"].format(
            worth=value_text(self.puzzle, option.value), most=value_text(self.puzzle, best.value)
        )
        self.hinting = False
        self.table.show(self.puzzle.after(action), told, GOOD if right else BAD)

    def go(self, at: int) -> None:
        """Look at another moment of the line on the table."""
        line = self.table.timeline.to(at)
        done = messages.told(line.positions[line.at - 1], line.last) if line.last else ""
        self.table.show(line, done, INFO)


@dataclass
class Desk:
    """All that one visitor's page is about. What can be pressed ends in a method of it."""

    round: Round | None = None
    record: Record = field(default_factory=Record)
    seen: set[int] = field(default_factory=set)
    """The numbers of the puzzles that were on the table."""
    counted: set[tuple[str, int]] = field(default_factory=set)
    """The puzzles, by rules and number, of which the first answer has counted."""
    trouble: str = ""
    """One sentence about the address, until something else is opened."""
    said: str = ""
    """One sentence about what the browser had kept."""
    written: Written = field(default_factory=Written)
    """The addresses written here, to tell a visitor's Back from our own writing."""
    acks: int = 0
    """Counts what the browser had kept and sent."""
    opened: int = 0
    """Counts the puzzles that were put on the table."""
    pressed: int = 0
    """Counts what was pressed that may be gone afterwards, the keyboard with it."""

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.round.puzzle.rules if self.round else preset(FIRST_RULES)

    # --- which puzzle ---

    @property
    def screen(self) -> int:
        """Counts what was done so far: what is pressed on a screen from before comes late."""
        return self.round.table.rev + self.round.rung if self.round else 0

    def open(self, rules: Rules, number: int, day: date | None = None) -> None:
        """Put a puzzle on the table. Raises IllegalError where the rules give none."""
        one, before = Round(puzzle(rules, number), day), self.screen
        # Counted on, so that what was played on the puzzle before is no answer to this one.
        one.table.rev, one.table.answered = before + 1, self.answer
        self.round = one
        self.seen.add(number)
        self.trouble = ""
        self.opened += 1

    def open_day(self, day: date) -> None:
        """The puzzle of a day."""
        self.open(self.rules, number_of(day), day)

    def open_rules(self, rules: Rules) -> None:
        """The puzzle of the same day, or one as hard, under other rules."""
        one = self.playing
        number = number_of(one.day) if one.day else self._some(rules, one.puzzle.grade)
        self.open(rules, number, one.day)

    def next(self, harder: int = 0) -> None:
        """A puzzle as hard as this one, or so much harder."""
        wanted = min(max(self.playing.puzzle.grade + harder, GRADES[0]), GRADES[-1])
        self.open(self.rules, self._some(self.rules, wanted))

    def _some(self, rules: Rules, grade: int) -> int:
        return some_number(rules, grade, self.seen, random.SystemRandom())

    # --- what is done with it ---

    def answer(self, action: Action) -> None:
        """Answer; only the first answer counts."""
        one = self.playing
        right = one.puzzle.right(action)
        if not one.done:
            one.tried = (*one.tried, action)
        self._count(right and not one.rung)
        if one.solved and one.day == today():
            self.record = self.record.with_day(today())
        one.look(action)

    def hint(self) -> None:
        """One rung more of the ladder."""
        one = self.playing
        one.rung, one.hinting = min(one.rung + 1, len(one.ladder)), True

    def again(self) -> None:
        """Back to the puzzle."""
        self.playing.go(0)
        self.playing.hinting = False
        self.pressed += 1

    def show(self) -> None:
        """Give the solution away; unanswered that counts as a wrong answer."""
        one = self.playing
        self._count(False)
        one.shown = True
        one.look(one.puzzle.best.action)
        self.pressed += 1

    def _count(self, right: bool) -> None:
        """Count the first answer to a puzzle, once a visit."""
        one = self.playing.puzzle
        key = (one.rules.base, one.number)
        if key not in self.counted:
            self.counted.add(key)
            self.record = self.record.with_answer(right)

    @property
    def playing(self) -> Round:
        """The puzzle on the table."""
        assert self.round is not None  # what calls this is shown only with a puzzle
        return self.round

    # --- what is kept ---

    def restore(self, text: str) -> None:
        """Take in what the browser had kept."""
        self.acks += 1
        try:
            self.record = self.record.merged(read_code(text))
        except MatadorError:
            self.said = prose("puzzles")["record"]["broken"]


def desk() -> Desk:
    """The visitor's puzzles. They outlive a change of page; the browser keeps how they went."""
    found: Desk = st.session_state.setdefault(_STATE, Desk())
    return found


def kept(one: Desk) -> None:
    """Let the browser keep how the puzzles went."""

    def on_stored() -> None:
        if (text := stored(_KEEPER)) is not None:
            one.restore(text)

    keep(one.record, one.acks, key=_KEEPER, on_stored=on_stored)


# --- the address ---------------------------------------------------------------------------------


def params_of(one: Round) -> dict[str, str]:
    """The parameters of a puzzle."""
    which = {DAY: one.day.isoformat()} if one.day else {NUMBER: str(one.puzzle.number)}
    base = one.puzzle.rules.base
    return which if base == FIRST_RULES else {**which, RULES: base}


def follow_address(one: Desk) -> None:
    """Open the puzzle that the address asks for, unless it was written here.

    A faulty address opens another one, and `trouble` says so.
    """
    asked = {key: st.query_params.get_all(key) for key in (DAY, NUMBER, RULES)}
    found = {key: values[0] if len(values) == 1 else "" for key, values in asked.items() if values}
    if one.round and (not found or not one.written.asked(found)):
        return
    name = found.get(RULES, FIRST_RULES)
    known = name in rule_sets()
    rules = preset(name if known else FIRST_RULES)
    number, day, faulty = _asked(one, rules, found)
    one.open(rules, number, day)
    faulty = faulty or ("" if known else RULES)
    one.trouble = str(prose("puzzles")["trouble"][faulty]) if faulty else ""


def rule_sets() -> list[str]:
    """The presets that two can play by."""
    return [
        name
        for name, rules in presets().items()
        if not any(found.forbids for found in contradictions(rules, 2))
    ]


def _asked(one: Desk, rules: Rules, found: dict[str, str]) -> tuple[int, date | None, str]:
    """The number and the day of what an address asks for, and what was wrong with it, if anything.

    An address that asks for nothing gets the puzzle of today.
    """
    if DAY in found:
        day = read_day(found[DAY])
        if day and FIRST_DAY <= day <= today():
            return number_of(day), day, ""
        if day and day > today():
            return number_of(today()), today(), "future"
    elif NUMBER not in found:
        return number_of(today()), today(), ""
    elif number := links.number(found[NUMBER], 1, LAST, 0):
        return number, None, ""
    wanted = GRADES[len(GRADES) // 2]
    faulty = DAY if DAY in found else NUMBER
    return some_number(rules, wanted, one.seen, random.SystemRandom()), None, faulty


def read_day(text: str) -> date | None:
    """A day as an address writes it."""
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def write_address(one: Desk) -> None:
    """Put the puzzle into the address, where it is not there already."""
    params = params_of(one.playing)
    there = {key: st.query_params[key] for key in (DAY, NUMBER, RULES) if key in st.query_params}
    if there != params:
        st.query_params.from_dict(params)
    one.written.note(params)
