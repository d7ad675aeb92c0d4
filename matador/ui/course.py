"""The course of one visitor: where one is, what one has answered, what is kept of it.

The address holds the place: lesson, step (from 1; one more than there are is the end) and the
number of the questions. What is done is kept by the browser (see `progress`) and by nobody else.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

import streamlit as st

from matador.game.errors import UnreadableError
from matador.teach.generate import FRESH, review
from matador.teach.items import Item, Judgement
from matador.teach.lessons import Lesson, load_lessons, step_item
from matador.teach.prose import prose
from matador.ui import links
from matador.ui.course_progress import UNDONE, Progress, read_code, write_code
from matador.ui.progress import keep, stored

_HERE = Path(__file__).parent
_focus = st.components.v2.component(
    "matador_course_focus",
    html="<span hidden></span>",
    js=(_HERE / "course_focus.js").read_text("utf-8"),
)

LESSON, STEP, SEED = "l", "s", "q"
REVIEW = "review"
"""What the address calls a review: it is no lesson, but has steps like one."""
LAST = 9999
"""The highest number of questions that an address may ask for."""
PAUSE = 2.5
"""Seconds from a right answer to the next step, for whoever wants it to come by itself."""

Lead = Literal["question", "answer", "next"]
"""Where the keyboard is led."""

_STATE, _KEEPER = "course", "course-keeper"


class Place(NamedTuple):
    """A screen of the course; without a lesson it is the overview."""

    lesson: str = ""
    step: int = 0
    """Counted from 0; as many as there are steps is the end of the lesson."""
    seed: int = 1

    @property
    def params(self) -> dict[str, str]:
        """The parameters that lead here."""
        if not self.lesson:
            return {}
        return {LESSON: self.lesson, STEP: str(self.step + 1), SEED: str(self.seed)}


@dataclass
class Course:
    """What one visitor sees and has done. All that can be pressed ends in a method of it."""

    progress: Progress = field(default_factory=Progress)
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

    # --- where one is ---

    def follow(self, place: Place) -> None:
        """Show a screen; what was tapped on another one is forgotten."""
        if place == self.place:
            return
        if place.lesson == REVIEW and place[::2] != self.place[::2]:
            self.deck, self.reviewed = self.progress.due(), {}
        self.place = place
        self.judged, self.taken, self.rung = None, (), 0
        self.hinting = self.instead = self.replied = False
        self.due = 0.0

    def go(self, lesson: str, step: int, seed: int) -> None:
        """Lead to another screen, and the keyboard with it."""
        self.said, self.forgotten = "", None
        st.query_params.from_dict(Place(lesson, step, seed).params)
        self._lead("question")

    def overview(self) -> None:
        """Back to all lessons."""
        st.query_params.clear()
        self._lead("question")

    def begin(self, lesson: Lesson) -> None:
        """Open a lesson at the first step that is left; one that is done begins anew."""
        if UNDONE not in self.progress.results(lesson) and lesson.kind == "steps":
            self.progress = self.progress.restarted(lesson)
            self.go(lesson.id, 0, fresh())
        else:
            self.go(lesson.id, self.progress.first_undone(lesson), usual_seed(self, lesson))

    def again(self, lesson: Lesson) -> None:
        """The same lesson from its start, with fresh questions or another hand."""
        self.progress = self.progress.restarted(lesson)
        self.go(lesson.id, 0, self.place.seed % LAST + 1)

    def next(self) -> None:
        """The next step, or the end after the last one."""
        self.go(self.place.lesson, self.place.step + 1, self.place.seed)

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
            self._lead("next")

    def hint(self, shown: Item) -> None:
        """One rung more of the ladder. What was shown once costs nothing more."""
        self.rung, self.hinting = min(self.rung + 1, len(shown.hints)), True
        if self.rung == len(shown.hints):
            self._lead("answer")  # the control is done with
        if self.place.lesson != REVIEW:
            self.progress = self.progress.hinted(load_lessons()[self.place.lesson])

    def ask_instead(self) -> None:
        """Show what would have been right."""
        self.instead = True
        self._lead("answer")

    def ask_reply(self) -> None:
        """Show what a poorer play allows the opponent."""
        self.replied = True
        self._lead("answer")

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

    def _lead(self, to: Lead) -> None:
        self.lead, self.moves = to, self.moves + 1

    # --- what is set ---

    def turn_look(self) -> None:
        """Show steps solved, or no longer."""
        self.look = not self.look

    def turn_auto(self) -> None:
        """Let the next step come by itself, or no longer."""
        self.progress = replace(self.progress, auto=not self.progress.auto)

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
            self.progress = self.progress.merged(read_code(text))
        except UnreadableError:
            self.said = prose("learn")["keep"]["stored_broken"]

    def reset(self) -> None:
        """Forget all progress; it can be brought back at once."""
        self.forgotten = self.progress
        self.progress = Progress(auto=self.progress.auto, epoch=self.progress.epoch + 1)
        self.said = prose("learn")["keep"]["reset_done"]

    def unreset(self) -> None:
        """Bring back what was forgotten."""
        if self.forgotten is not None:
            self.progress = replace(self.forgotten, epoch=self.progress.epoch + 1)
            self.said = prose("learn")["keep"]["undone"]
        self.forgotten = None


def course() -> Course:
    """The visitor's course. It outlives a change of page; the browser keeps the rest."""
    found: Course = st.session_state.setdefault(_STATE, Course())
    return found


def enter(one: Course) -> str:
    """Follow the address and let the browser keep the progress.

    Returns one sentence about the address, or nothing. Comes first on the page.
    """

    def on_stored() -> None:
        if (text := stored(_KEEPER)) is not None:
            one.restore(text)

    place, doubts = read_place(one)
    one.follow(place)
    st.html(_HERE / "lesson.css")
    st.html(_HERE / "course.css")
    with st.container(key="course-quiet", gap=None):
        keep(write_code(one.progress), one.acks, key=_KEEPER, on_stored=on_stored)
        _focus(key="course-focus", data={"count": one.moves, "to": one.lead}, height=1)
    if not doubts:
        return ""
    words = prose("learn")
    names = ", ".join(words["parameters"][key] for key in doubts)
    return str(words["doubt"].format(names=names))


def read_place(one: Course) -> tuple[Place, list[str]]:
    """The screen that the address asks for, or the nearest, and the parameters that were wrong."""
    asked = {key: st.query_params.get_all(key) for key in (LESSON, STEP, SEED)}
    found = {key: values[0] if len(values) == 1 else "" for key, values in asked.items()}
    lesson = load_lessons().get(found[LESSON])
    if lesson is None and found[LESSON] != REVIEW:
        return Place(), [LESSON] if asked[LESSON] else []
    name, steps = found[LESSON], len(lesson.steps) or 1 if lesson else FRESH
    usual = usual_seed(one, lesson)
    first = one.progress.first_undone(lesson) if lesson else 0
    step = links.number(found[STEP], 1, steps + 1, 0)
    seed = links.number(found[SEED], 0, LAST, -1)
    doubts = [STEP] * (bool(asked[STEP]) and not step) + [SEED] * (bool(asked[SEED]) and seed < 0)
    return Place(name, step - 1 if step else first, seed if seed >= 0 else usual), doubts


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
    return step_item(load_lessons()[one.place.lesson], one.place.step, one.place.seed)


def title_of(one: Course) -> str:
    """What the lesson shown is called."""
    if one.place.lesson == REVIEW:
        return str(prose("learn")["review"])
    return load_lessons()[one.place.lesson].title


def words(part: str) -> dict[str, Any]:
    """The words of one part of the page."""
    found: dict[str, Any] = prose("learn")[part]
    return found
