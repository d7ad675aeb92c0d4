"""How long the fast path takes whoever reads it aloud: python -m tests.browser.clock.

Walks through it in Chromium on a phone with right answers, and counts what a reader meets on the
way: every word of question, rule card, answers, response and end; a moment to think for each tap;
and what the page itself takes. What waits behind a button (hints, a glossary, sources, the menu) is
not read.
"""

from __future__ import annotations

import time
from dataclasses import astuple, dataclass

from playwright.sync_api import Page, sync_playwright

from matador.teach.lessons import Lesson
from tests.browser import chromium
from tests.browser.checks import PHONE, settle
from tests.browser.course import (
    FAST,
    at_step,
    by_tap,
    coached,
    follow_the_coach,
    onwards,
    open_lesson,
    right_answer,
)
from tests.browser.server import serve

ALOUD = 150
"""Words a minute, read aloud at a normal speed."""
TAP, ON = 2.0, 1.0
"""Seconds to decide on an answer and tap it, and to tap Continue, which needs no decision."""
MINUTES = 10
"""What the fast path is to take at most."""

_QUESTION = [
    ".st-key-course-question p:not([popover] p)",
    *(".st-key-course-card p:not(button p)", ".st-key-course-card li"),
]
_ANSWERS = [".st-key-drill-options-course button", ".st-key-tiles-course button"]
_SAID = ['[class*="st-key-course-answer-"] [data-testid="stMarkdownContainer"]']
_COACH = [".st-key-course-coach p"]
_END = [".st-key-course-question p", '[data-testid="stPageLink"] p']
_WORDS = """places => places.flatMap(place => [...document.querySelectorAll(place)]).map(one => {
  const read = one.cloneNode(true);
  read.querySelectorAll('[data-testid="stIconMaterial"]').forEach(icon => icon.remove());
  return read.textContent.split(/\\s+/).filter(word => /\\w/.test(word)).length;
}).reduce((all, some) => all + some, 0)"""


@dataclass
class Clock:
    """What one lesson has come to so far."""

    words: int = 0
    taps: int = 0
    steps: int = 0
    """How often Continue was tapped."""
    page: float = 0.0
    """Seconds that the page itself took."""

    @property
    def minutes(self) -> float:
        """All of it together."""
        return self.words / ALOUD + (self.taps * TAP + self.steps * ON + self.page) / 60

    def read(self, page: Page, places: list[str]) -> None:
        """Read what is there aloud."""
        self.words += page.evaluate(_WORDS, places)


def walk(page: Page, url: str, lesson: Lesson) -> Clock:
    """A lesson from its first step to its end."""
    clock = Clock(words=len(lesson.title.split()))
    open_lesson(page, url, lesson)
    if lesson.hand:
        _play(page, lesson, clock)
    for number in range(len(lesson.steps)):
        _answer(page, lesson, number, clock)
    clock.read(settle(page), _END)
    return clock


def _answer(page: Page, lesson: Lesson, number: int, clock: Clock) -> None:
    began = time.perf_counter()
    item = at_step(page, lesson, number)
    clock.page += time.perf_counter() - began
    clock.read(settle(page), _QUESTION + _ANSWERS)
    began = time.perf_counter()
    right_answer(page, item, by_tap)
    clock.page += time.perf_counter() - began
    clock.read(settle(page), _SAID)
    clock.taps += len(item.right) + 1 if item.every else 1
    clock.steps += 1
    by_tap(onwards(page))


def _play(page: Page, lesson: Lesson, clock: Clock) -> None:
    hand = coached(lesson)
    clock.read(settle(page), _COACH)
    while not hand.over:
        began = time.perf_counter()
        clock.taps += 2 if hand.advice.tile else 1
        hand = follow_the_coach(page, hand, by_tap)
        clock.page += time.perf_counter() - began
        clock.read(settle(page), _COACH)
    clock.steps += 1
    by_tap(onwards(page))


def main() -> None:
    """Print the minutes of each lesson, and of all."""
    with serve() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.FLAGS)
        page = browser.new_context(**PHONE.options).new_page()
        clocks = {lesson.id: walk(page, url, lesson) for lesson in FAST}
        browser.close()
    clocks["all"] = Clock(*(map(sum, zip(*map(astuple, clocks.values()), strict=True))))
    for name, one in clocks.items():
        said = f"{one.words:6} words{one.taps + one.steps:5} taps{one.page:7.1f} s of page"
        print(f"{name:24}{said}{one.minutes:7.2f} min")
    under = clocks["all"].minutes < MINUTES
    print(f"{'under' if under else 'OVER'} {MINUTES} minutes, at {ALOUD} words a minute")


if __name__ == "__main__":
    main()
