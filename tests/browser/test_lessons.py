"""Every lesson in a real browser, to its end: by tap alone on a phone, by keyboard on a desktop."""

import pytest
from playwright.sync_api import Page, expect

from matador.teach.lessons import Lesson
from matador.teach.prose import prose
from tests.browser.course import (
    LESSONS,
    Hand,
    answer,
    at_step,
    by_key,
    by_tap,
    coached,
    follow_the_coach,
    onwards,
    open_lesson,
    right_answer,
    wrong_answer,
)

END = prose("learn")["end"]
every_lesson = pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.id)


@every_lesson
def test_a_lesson_by_tap_alone(phone: Page, base_url: str, lesson: Lesson) -> None:
    open_lesson(phone, base_url, lesson)
    walk(phone, lesson, by_tap)


@every_lesson
def test_a_lesson_by_keyboard_alone(page: Page, base_url: str, lesson: Lesson) -> None:
    open_lesson(page, base_url, lesson)
    by_key(page.get_by_role("link", name="Skip to main content"))
    walk(page, lesson, by_key)


def walk(page: Page, lesson: Lesson, press: Hand) -> None:
    """From the first step to three stars, with right answers alone."""
    if lesson.hand:
        hand = coached(lesson)
        while not hand.over:
            hand = follow_the_coach(page, hand, press)
        press(onwards(page))
    for number in range(len(lesson.steps)):
        item = at_step(page, lesson, number)
        if press is by_key and number:
            page.locator(".st-key-course-question:focus").wait_for()
        right_answer(page, item, press)
        if press is by_key:
            page.locator(".st-key-course-next button:focus").wait_for()
        press(onwards(page))
    for star in ("finished", "few", "first"):
        page.get_by_text(END["got"].format(what=END[star])).wait_for()


def test_wrong_answers_alone_lead_on_too_and_each_is_told_why(phone: Page, base_url: str) -> None:
    lesson = LESSONS["04_the_four_keys"]
    open_lesson(phone, base_url, lesson)
    said = phone.locator('[class*="st-key-course-answer-"]')
    for number in range(len(lesson.steps)):
        item = at_step(phone, lesson, number)
        wrong = wrong_answer(item)
        answer(phone, item, [wrong], by_tap)
        response = item.judge([wrong]).response
        for part in filter(None, response[:3]):
            expect(said).to_contain_text(part)
        on = onwards(phone)
        expect(on).to_have_text(prose("learn")["step"]["skip"])
        by_tap(on)
    expect(phone.get_by_text(END["not_got"].format(what=END["first"]))).to_be_visible()
