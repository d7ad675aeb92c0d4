"""The course in a real browser: with a reload on a phone, and for any reader."""

from playwright.sync_api import Page, expect

from matador.teach.lessons import load_lessons, step_item
from tests.browser.checks import axe, in_nobodys_way, open_page, settle

LESSON = load_lessons()["01_seven_not_same"]


def _place(step: int) -> int:
    """Which of the answers, counted from 0, is right in a step of the lesson."""
    return _right_places(step)[0]


def _right_places(step: int) -> list[int]:
    item = step_item(LESSON, step, 1)
    return [place for place, option in enumerate(item.options) if option.right]


def test_a_lesson_by_tap_outlives_a_reload_and_another_visit(phone: Page, base_url: str) -> None:
    open_page(phone, base_url, "learn")
    phone.get_by_role("button", name="Start: Seven, not same").tap()
    expect(phone.get_by_text("Step 1 of 4")).to_be_visible()
    options = phone.locator(".st-key-drill-options-course button")
    on = phone.locator(".st-key-course-next button")
    before = settle(phone).locator(".st-key-course-onwards").bounding_box()
    options.nth(_place(0)).tap()
    expect(on).to_have_text("Continue")
    assert settle(phone).locator(".st-key-course-onwards").bounding_box() == before
    on.tap()
    expect(phone.get_by_text("Step 2 of 4")).to_be_visible()
    settle(phone).reload()
    settle(phone)
    expect(phone.get_by_text("Step 2 of 4")).to_be_visible()
    options.nth(_place(1)).tap()
    expect(on).to_have_text("Continue")
    settle(phone).goto("about:blank")
    open_page(phone, base_url, "learn")
    expect(phone.get_by_role("button", name="Go on: Seven, not same, step 3")).to_be_visible()


def test_a_double_click_leads_one_step_on_and_back_is_still_back(page: Page, base_url: str) -> None:
    open_page(page, base_url, "learn?l=01_seven_not_same&s=1&q=1")
    page.locator(".st-key-course-next button").dblclick()
    expect(settle(page).get_by_text("Step 2 of 4")).to_be_visible()
    assert "s=2" in page.url
    page.go_back()
    expect(page.get_by_text("Step 1 of 4")).to_be_visible()
    assert "s=1" in settle(page).url
    page.go_forward()
    expect(page.get_by_text("Step 2 of 4")).to_be_visible()


def test_the_keyboard_stays_where_one_can_press_again(page: Page, base_url: str) -> None:
    open_page(page, base_url, "learn?l=01_seven_not_same&s=1&q=1")
    page.get_by_role("button", name="Hint 1 of").press("Enter")
    expect(page.get_by_role("button", name="Hint 2 of")).to_be_focused()
    open_page(page, base_url, "learn?l=06_the_coached_hand")
    for name, then in (("Pass", "Pass"), ("Ask the coach", "Ask more")):
        page.get_by_role("button", name=name).press("Enter")
        expect(page.get_by_role("button", name=then)).to_be_focused()
        settle(page)
    page.get_by_role("button", name="Ask more").press("Enter")  # for the last hint of a lead
    expect(page.locator(".st-key-course-coach")).to_be_focused()
    expect(page.get_by_role("button", name="Ask more")).to_be_disabled()


def test_a_step_hinders_no_reader(phone: Page, base_url: str) -> None:
    open_page(phone, base_url, "learn?l=05_play_draw_or_pass&s=1&q=1")
    phone.locator(".st-key-drill-options-course button").nth(1).tap()
    expect(phone.get_by_text("Wrong: draw.")).to_be_visible()
    in_nobodys_way(settle(phone))
    open_page(phone, base_url, "learn?l=04_the_four_keys&s=2&q=1")
    axe(phone)
