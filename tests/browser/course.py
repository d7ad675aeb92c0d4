"""Walks through the course in a browser: the answers are the engine's, the hands a learner's.

What is expected is waited for by `wait_for`, which looks at every frame: `expect` would look ever
more seldom, and a walk would last twice as long.
"""

from collections.abc import Callable, Iterable

import msgspec
from playwright.sync_api import Locator, Page

from matador.game.moves import DRAW, LEAD, PASS
from matador.teach.coach import CoachedHand, begin
from matador.teach.items import Item
from matador.teach.lessons import Lesson, load_lessons, step_item
from matador.teach.prose import prose
from tests.browser.checks import open_page

LESSONS = load_lessons()
FAST = [lesson for lesson in LESSONS.values() if lesson.track == "fast"]
SEED = 1
"""The number of the questions that are walked through."""

_TEXT = prose("learn")
_BESIDE = {DRAW: "draw", PASS: "pass"}
"""The buttons beside the board."""
_MOST_KEYS = 60
# Which key leads from what has the focus towards a control: none once it is there.
_KEY = """one => {
  const now = one.getRootNode().activeElement;
  if (now === one) return "";
  if (!one.closest('[role="toolbar"], ul')?.contains(now)) return "Tab";
  const behind = now.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
  return behind ? "ArrowRight" : "ArrowLeft";
}"""

Hand = Callable[[Locator], None]
"""How a control is pressed."""


def open_lesson(page: Page, base_url: str, lesson: Lesson) -> None:
    """The lesson at its first step."""
    seed = lesson.hand.seed if lesson.hand else SEED
    open_page(page, base_url, f"learn?l={lesson.id}&s=1&q={seed}")


def by_tap(target: Locator) -> None:
    """A finger on a phone."""
    target.tap()


def by_key(target: Locator) -> None:
    """The tabulator as often as it takes, within a group the arrow, then Enter."""
    keys = target.page.keyboard
    for _ in range(_MOST_KEYS):
        key = target.evaluate(_KEY)
        keys.press(key or "Enter")
        if not key:
            return
    raise AssertionError(f"{target} is not reached by the keyboard")


# --- a step --------------------------------------------------------------------------------------


def at_step(page: Page, lesson: Lesson, number: int) -> Item:
    """Wait for a step, counted from 0, and return what it asks."""
    count = len(lesson.steps)
    step = _TEXT["step"]["number"].format(step=number + 1, all=count)
    page.get_by_text(step, exact=True).wait_for()
    item = step_item(lesson, number, SEED)
    page.locator(".st-key-course-question").filter(has_text=item.prompt).wait_for()
    # The last control of the step: what comes before it is not that of the step before any more.
    page.locator(f'[class*="st-key-course_next-{lesson.id}-{number}-"]').wait_for()
    return item


def answer(page: Page, item: Item, taken: Iterable[str], press: Hand) -> None:
    """Choose these options, and check them where several can be right."""
    group = "tiles-course" if item.every else "drill-options-course"
    buttons = page.locator(f".st-key-{group} button")
    keys = [option.key for option in item.options]
    for key in taken:
        button = buttons.nth(keys.index(key))
        press(button)
        if item.every:
            button.and_(page.locator('[aria-pressed="true"]')).wait_for()
    if item.every:
        press(page.locator('[class*="st-key-course_check-"] button'))


def wrong_answer(item: Item) -> str:
    """An option that is wrong."""
    return next(option.key for option in item.options if not option.right)


def onwards(page: Page) -> Locator:
    """The button that leads to the next step."""
    return page.locator(".st-key-course-next button")


def right_answer(page: Page, item: Item, press: Hand) -> None:
    """Answer rightly, and see that it was right."""
    taken = sorted(item.right) if item.every else sorted(item.right)[:1]
    answer(page, item, taken, press)
    onwards(page).filter(has_text=_TEXT["step"]["next"]).wait_for()


# --- the coached hand ----------------------------------------------------------------------------


def coached(lesson: Lesson) -> CoachedHand:
    """The hand that its address deals."""
    assert lesson.hand is not None
    return begin(msgspec.structs.replace(lesson.hand))


def follow_the_coach(page: Page, hand: CoachedHand, press: Hand) -> CoachedHand:
    """Do what the coach would; return the hand after it, once the page has told of it."""
    advice = hand.advice
    if advice.tile is None:
        press(page.locator(f'[class*="st-key-course_{_BESIDE[advice.where]}-"] button'))
    else:
        press(page.locator(f'.board [data-key="tile {advice.tile}"]'))
        turned = advice.where == LEAD and advice.inner > advice.outer
        assert not turned, "of a lead the board offers one way round"
        press(page.locator(f'.board [data-key="offer {advice}"]'))
    after = hand.attempt(str(advice))
    told = after.summary()[1] if after.over else after.told[-1].rstrip(".")
    page.locator(".st-key-course-coach").filter(has_text=told).wait_for()
    return after
