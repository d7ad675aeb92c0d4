"""The course of one visitor: where one is, what one has answered, what is kept of it.

The address holds the place: lesson, step (from 1; one more than there are is the end), the number
of the questions, the view (none, for a class room or on paper) and the rules that are taught where
they are not the course's own. What is done is kept by the browser (see `progress`) and by nobody
else.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from matador.game.errors import MatadorError, UnreadableError
from matador.game.rules import read_rules, write_rules
from matador.teach.generate import FRESH, review
from matador.teach.items import Item, Judgement
from matador.teach.lessons import SIZE, Lesson, load_lessons, step_item
from matador.teach.prose import prose
from matador.ui import links
from matador.ui.course_progress import UNDONE, Progress, read_code, write_code
from matador.ui.focus import Lead, lead_in_course
from matador.ui.progress import keep, stored
from matador.ui.written import Written

_HERE = Path(__file__).parent

LESSON, STEP, SEED, VIEW, RULES = _PARAMS = "l", "s", "q", "v", "r"
REVIEW = "review"
"""What the address calls a review: it is no lesson, but has steps like one."""
LAST = 9999
"""The highest number of questions that an address may ask for."""
PAUSE = 2.5
"""Seconds from a right answer to the next step, for whoever wants it to come by itself."""

CLASS, PAPER = "class", "paper"
"""Views for teachers: large and without a trace, and a sheet to print."""

LOOK, AUTO = "course_look", "course_auto"
"""The controls that show steps solved, and that let the next one come by itself."""

_STATE, _KEEPER = "course", "course-keeper"


class Place(NamedTuple):
    """A screen of the course; without a lesson it is the overview."""

    lesson: str = ""
    step: int = 0
    """Counted from 0; as many as there are steps is the end of the lesson."""
    seed: int = 1
    view: str = ""
    """`CLASS`, `PAPER` or none."""
    rules: str = ""
    """The rules taught, as text; empty for the course's own card."""

    @property
    def params(self) -> dict[str, str]:
        """The parameters that lead here."""
        found = {RULES: self.rules} if self.rules else {}
        if not self.lesson:
            return found
        found |= {VIEW: self.view} if self.view else {}
        return {LESSON: self.lesson, STEP: str(self.step + 1), SEED: str(self.seed), **found}


@dataclass
class Course:
    """What one visitor sees and has done. All that can be pressed ends in a method of it."""

    kept: Progress = field(default_factory=Progress)
    """What the learner has done; the browser keeps it."""
    shown: Progress = field(default_factory=Progress)
    """What was done before a class; nobody keeps it."""
    place: Place = field(default_factory=Place)
    judged: Judgement | None = None
    """What was said to the last answer on this screen; None before it."""
    taken: tuple[str, ...] = ()
    """The options of that answer."""
    rung: int = 0
    """Hints shown on this screen."""
    hinting: bool = False
    """Whether the last thing asked for was a hint."""
    instead: bool = False
    replied: bool = False
    look: bool = False
    """Whether steps are shown solved, and nothing counts."""
    deck: tuple[str, ...] = ()
    """The beliefs of the review under way."""
    reviewed: dict[int, bool] = field(default_factory=dict)
    """By step of the review: whether the first answer was right."""
    forgotten: Progress | None = None
    """What a reset has replaced; it can be brought back."""
    said: str = ""
    """What is said about the progress kept."""
    due: float = 0.0
    """When the next step comes by itself; 0 for never."""
    acks: int = 0
    """Counts what the browser had kept and sent."""
    board_acks: int = 0
    """Counts the answers of the coached hand's board."""
    moves: int = 0
    """Counts the times that the keyboard is led somewhere."""
    lead: Lead = "question"
    written: Written = field(default_factory=Written)
    """The address, to tell a visitor's Back from what a late press tells of it."""

    @property
    def progress(self) -> Progress:
        """What counts in this view."""
        return self.shown if self.in_class else self.kept

    @progress.setter
    def progress(self, found: Progress) -> None:
        if self.in_class:
            self.shown = found
        else:
            self.kept = found

    # --- where one is ---

    @property
    def in_class(self) -> bool:
        """Whether this is shown to a class: nothing of it is kept."""
        return self.place.view == CLASS

    def follow(self, place: Place) -> None:
        """Show a screen; what was tapped on another one is forgotten."""
        if place == self.place:
            return
        before = (self.place.lesson, self.place.seed)
        if place.lesson == REVIEW and (place.lesson, place.seed) != before:
            self.deck, self.reviewed = self.progress.due(), {}
        self.place = place
        self.judged, self.taken, self.rung = None, (), 0
        self.hinting = self.instead = self.replied = False
        self.due = 0.0

    def press(self, place: Place, act: Callable[..., None], *args: Any) -> None:
        """Do what a button of this screen is for; nothing if another screen is shown by now.

        Whoever presses twice presses a button that is gone, and Streamlit calls it all the same.
        """
        if place == self.place:
            act(*args)

    def key(self, name: str) -> str:
        """The key of a control of this screen: no other screen has it."""
        return "-".join((name, *map(str, self.place))).replace("__", "_")

    def go(self, lesson: str, step: int, seed: int) -> None:
        """Lead to another screen, and the keyboard with it."""
        self.said, self.forgotten = "", None
        self.show(self.place._replace(lesson=lesson, step=step, seed=seed))
        self.lead_to("question")

    def overview(self) -> None:
        """Back to all lessons."""
        self.show(Place(rules=self.place.rules))
        self.lead_to("question")

    def see(self, view: str) -> None:
        """The same step in another view."""
        self.show(self.place._replace(view=view))

    def teach(self, rules: str) -> None:
        """The same screen under these rules; empty for the course's own card."""
        self.show(self.place._replace(rules=rules))

    def show(self, place: Place) -> None:
        """Show a screen at once, and put it into the address."""
        self.follow(place)
        self.written.note(place.params)
        st.query_params.from_dict(place.params)

    def begin(self, lesson: Lesson) -> None:
        """Open a lesson at the first step that is left; one that is done begins anew."""
        self.go(*self.entry(lesson)[:3])

    def entry(self, lesson: Lesson) -> Place:
        """Where a lesson is opened. The round of one that is done begins anew."""
        if UNDONE not in self.progress.results(lesson) and lesson.kind == "steps":
            self.progress = self.progress.restarted(lesson)
            return Place(lesson.id, 0, fresh())
        return Place(lesson.id, self.progress.first_undone(lesson), usual_seed(self, lesson))

    def again(self, lesson: Lesson) -> None:
        """The same lesson from its start, with fresh questions or another hand."""
        self.progress = self.progress.restarted(lesson)
        self.go(lesson.id, 0, self.place.seed % LAST + 1)

    def next(self) -> None:
        """The next step, or the end after the last one."""
        step = min(self.place.step + 1, steps_of(self) or 1)
        self.go(self.place.lesson, step, self.place.seed)

    def back(self) -> None:
        """The step before this one."""
        self.go(self.place.lesson, max(self.place.step - 1, 0), self.place.seed)

    def review(self) -> None:
        """Five fresh questions about the beliefs last met."""
        self.go(REVIEW, 0, fresh())

    # --- answers ---

    @property
    def right(self) -> bool:
        """Whether the last answer on this screen was right."""
        return self.judged is not None and self.judged.right

    def answer(self, shown: Item, taken: Sequence[str]) -> None:
        """Answer with these options. Only the first answer to a step counts."""
        first, found = self.judged is None, shown.judge(taken)
        self.judged, self.taken = found, tuple(taken)
        self.hinting = self.instead = self.replied = False
        if first:
            self._note(shown, found)
        if found.right:
            self.due = time.monotonic() + PAUSE if self.progress.auto else 0.0
        self.lead_to("next" if found.right else "stay")

    def hint(self, shown: Item, rung: int) -> None:
        """This rung of the ladder, counted from 1, if it is the next one and still of use."""
        if rung != self.rung + 1 or rung > len(shown.hints) or self.right:
            return
        self.rung, self.hinting = rung, True
        # After the last rung the control is done with.
        self.lead_to("answer" if rung == len(shown.hints) else "hint")
        if self.place.lesson != REVIEW:
            self.progress = self.progress.hinted(load_lessons()[self.place.lesson])

    def ask_instead(self) -> None:
        """Show what would have been right."""
        self.instead = True
        self.lead_to("answer")

    def ask_reply(self) -> None:
        """Show what a poorer play allows the opponent."""
        self.replied = True
        self.lead_to("answer")

    def _note(self, shown: Item, found: Judgement) -> None:
        lesson, step = self.place.lesson, self.place.step
        if lesson != REVIEW:
            self.progress = self.progress.answered(load_lessons()[lesson], step, found)
            return
        self.reviewed.setdefault(step, found.right)
        if found.right:
            self.progress = self.progress.reviewed(shown.tests[0])
        else:
            self.progress = self.progress.meeting(found.beliefs[:1] or shown.tests[:1])

    def lead_to(self, to: Lead) -> None:
        """Lead the keyboard there once the page has been told."""
        self.lead, self.moves = to, self.moves + 1

    # --- what is set ---

    def turn_look(self) -> None:
        """Show steps solved, or no longer, as the control says."""
        if (on := _turned(LOOK)) is not None:
            self.look = on

    def turn_auto(self) -> None:
        """Let the next step come by itself, or no longer, as the control says."""
        if (on := _turned(AUTO)) is not None:
            self.progress = replace(self.progress, auto=on)

    # --- what is kept ---

    def take(self, text: str) -> None:
        """Take over a code from another device; a broken one changes nothing."""
        words = prose("learn")["keep"]
        try:
            other = read_code(text)
        except UnreadableError:
            self.said = words["broken"]
            return
        self.progress = self.progress.merged(replace(other, epoch=self.progress.epoch))
        self.said = words["taken"]

    def restore(self, text: str) -> None:
        """Take in what the browser had kept."""
        self.acks += 1
        try:
            self.kept = self.kept.merged(read_code(text))
        except UnreadableError:
            self.said = prose("learn")["keep"]["stored_broken"]

    def reset(self) -> None:
        """Forget all progress; it can be brought back at once."""
        if self.progress.nothing:  # pressed twice: what was forgotten is still there
            return
        self.forgotten = self.progress
        self.progress = Progress(auto=self.progress.auto, epoch=self.progress.epoch + 1)
        self.said = prose("learn")["keep"]["reset_done"]

    def unreset(self) -> None:
        """Bring back what was forgotten."""
        if self.forgotten is not None:
            self.progress = replace(self.forgotten, epoch=self.progress.epoch + 1)
            self.said = prose("learn")["keep"]["undone"]
        self.forgotten = None


def _turned(key: str) -> bool | None:
    """What a toggle says; None if it is on no screen any more."""
    on = st.session_state.get(key)
    return None if on is None else bool(on)


def course() -> Course:
    """The visitor's course. It outlives a change of page; the browser keeps the rest."""
    found: Course = st.session_state.setdefault(_STATE, Course())
    return found


def remember(one: Course) -> None:
    """Let the browser keep the progress, and take in what it kept before."""

    def on_stored() -> None:
        if (text := stored(_KEEPER)) is not None:
            one.restore(text)

    keep(write_code(one.kept), one.acks, key=_KEEPER, on_stored=on_stored)


def enter(one: Course) -> str:
    """Follow the address and let the browser keep the progress.

    Returns one sentence about the address, or nothing. Comes first on the page.
    """
    doubts = follow_address(one)
    st.html(_HERE / "lesson.css")
    st.html(_HERE / "course.css")
    if one.in_class:
        st.html(_HERE / "course_class.css")
    with st.container(key="course-quiet", gap=None):
        remember(one)
        lead_in_course("course-focus", one.moves, one.lead)
    if not doubts:
        return ""
    words = prose("learn")
    names = ", ".join(words["parameters"][key] for key in doubts)
    return str(words["doubt"].format(names=names))


def follow_address(one: Course) -> list[str]:
    """Show what the address asks for, and return the parameters that were wrong.

    What a late press tells of the screen before is not asked for: the address is put right.
    """
    there = {key: st.query_params[key] for key in _PARAMS if key in st.query_params}
    place, doubts = read_place(one)
    if one.written.asked(there):
        one.written.note(there)
        one.follow(place)
    elif dict(one.written.now) != there:
        one.show(one.place)
        return []
    elif one.judged is None:  # what the browser had kept may lead on where no step is named
        one.follow(place)
    return doubts


def read_place(one: Course) -> tuple[Place, list[str]]:
    """The screen that the address asks for, or the nearest, and the parameters that were wrong."""
    asked = {key: st.query_params.get_all(key) for key in _PARAMS}
    found = {key: values[0] if len(values) == 1 else "" for key, values in asked.items()}
    rules, lesson = read_taught(found[RULES]), load_lessons().get(found[LESSON])
    wrong_rules = [RULES] * (bool(asked[RULES]) and not rules)
    if lesson is None and found[LESSON] != REVIEW:
        return Place(rules=rules), [LESSON] * bool(asked[LESSON]) + wrong_rules
    name, steps = found[LESSON], len(lesson.steps) or 1 if lesson else FRESH
    first = one.progress.first_undone(lesson) if lesson else 0
    step = links.number(found[STEP], 1, steps + 1, 0)
    seed = links.number(found[SEED], 0, LAST, -1)
    view = found[VIEW] if found[VIEW] in (CLASS, PAPER) else ""
    right = {STEP: step, SEED: seed >= 0, VIEW: view}
    doubts = [key for key, good in right.items() if asked[key] and not good] + wrong_rules
    place = Place(name, step - 1 if step else first, seed, view, rules)
    return place if seed >= 0 else place._replace(seed=usual_seed(one, lesson)), doubts


def read_taught(text: str) -> str:
    """The rules that an address asks to be taught, in one spelling; empty if it names none.

    The tables of the course are laid with one set, whatever else is agreed.
    """
    try:
        return write_rules(read_rules(text).changed(set=SIZE)) if text else ""
    except MatadorError:
        return ""


def usual_seed(one: Course, lesson: Lesson | None) -> int:
    """The number of the questions where none is asked for: that of the place, if it is there."""
    name = lesson.id if lesson else REVIEW
    if one.place.lesson == name:
        return one.place.seed
    if lesson and lesson.hand:
        begun = one.progress.record(lesson).run.split(".")[0]
        return links.number(begun, 0, LAST, lesson.hand.seed)
    return 1 if lesson and lesson.track != "check" else fresh()


def fresh() -> int:
    """Some number of questions."""
    return secrets.randbelow(LAST) + 1


def steps_of(one: Course) -> int:
    """The steps of what is shown."""
    if one.place.lesson == REVIEW:
        return FRESH
    return len(load_lessons()[one.place.lesson].steps)


def shown_item(one: Course) -> Item:
    """The question of this screen."""
    if one.place.lesson == REVIEW:
        return review(one.deck, one.place.seed)[one.place.step]
    return item_at(one.place)


def item_at(place: Place) -> Item:
    """The question of a step of a lesson."""
    return step_item(load_lessons()[place.lesson], place.step, place.seed, place.rules)


def title_of(one: Course) -> str:
    """What the lesson shown is called."""
    if one.place.lesson == REVIEW:
        return str(prose("learn")["review"])
    return load_lessons()[one.place.lesson].title


def words(part: str) -> dict[str, Any]:
    """The words of one part of the page."""
    found: dict[str, Any] = prose("learn")[part]
    return found
