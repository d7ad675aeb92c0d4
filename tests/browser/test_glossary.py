"""Words under a text open and close by themselves; a letter is a jump away."""

from playwright.sync_api import Page, expect

from tests.browser.checks import open_page


def test_a_word_is_opened_and_closed_by_key_and_by_tap(anywhere: Page, base_url: str) -> None:
    page = anywhere
    open_page(page, base_url, "seven")
    end = page.get_by_role("button", name="end", exact=True)
    told = page.locator(".gw [popover]:popover-open")
    end.focus()
    page.keyboard.press("Enter")
    expect(told).to_contain_text("tip of the line")
    box, wide = told.bounding_box(), page.viewport_size
    assert box
    assert wide
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= wide["width"]
    page.keyboard.press("Tab")
    expect(told.get_by_role("link")).to_be_focused()
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    expect(end).to_be_focused()
    page.get_by_role("button", name="matador", exact=True).click()
    expect(told).to_contain_text("wild tile")
    page.get_by_role("heading", level=1).click()
    expect(told).to_have_count(0)


def test_a_letter_and_a_related_term_are_a_jump_away(page: Page, base_url: str) -> None:
    open_page(page, base_url, "glossary")
    page.get_by_role("navigation").get_by_role("link", name="S", exact=True).click()
    expect(page.locator("#letter-S")).to_be_in_viewport()
    page.locator("#term-stock").get_by_role("link", name="reserve").click()
    expect(page.locator("#term-reserve")).to_be_in_viewport()
