"""A puzzle in a real browser: by finger with a reload, and by keyboard alone."""

import re

from playwright.sync_api import Page, expect

from tests.browser.checks import in_nobodys_way, no_sideways_scroll, open_page, settle

ADDRESS = "puzzles?s=6"  # best is 0-0 on the left


def test_a_puzzle_by_finger_and_the_run_outlives_a_reload(phone: Page, base_url: str) -> None:
    open_page(phone, base_url, ADDRESS)
    for key in ("tile 00", "offer L00"):
        phone.locator(f'.board [data-key="{key}"]').tap()
    expect(phone.get_by_text("The best: +38.")).to_be_visible()
    no_sideways_scroll(settle(phone))
    phone.reload()
    expect(phone.get_by_text("At the first try: 1 of 1.")).to_be_visible()
    expect(phone.get_by_role("heading", name="Puzzle 6")).to_be_visible()
    settle(phone).get_by_role("button", name="Next puzzle").tap()
    expect(phone.get_by_role("heading", name=re.compile(r"Puzzle (?!6$)\d+"))).to_be_in_viewport()
    expect(phone.locator(".st-key-puzzle-title")).to_be_focused()


def test_a_puzzle_by_keyboard_and_for_any_reader(page: Page, base_url: str) -> None:
    open_page(page, base_url, ADDRESS)
    draw = page.locator(".board").get_by_role("button", name="Draw a tile")
    draw.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("Not the best. Draw a tile"))).to_be_visible()
    page.get_by_role("heading", name="Your answer").press("ArrowRight")
    expect(page.get_by_text(re.compile(r"^2 of \d+$"))).to_be_visible()
    in_nobodys_way(settle(page))
    again = page.get_by_role("button", name="Try again")
    again.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your answer")).to_be_focused()
