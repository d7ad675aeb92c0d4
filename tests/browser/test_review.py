"""The review of a played hand, in a real browser: its chart, its list, and jumps from both."""

from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from matador.game.notation import read_action, read_position
from matador.game.record import Timeline
from matador.teach.prose import prose
from matador.ui import links
from tests.browser.checks import in_nobodys_way, open_page, settle

TEXT = prose("review")
TAB = prose("sandbox")["panels"]["review"]
START = "6.116612.0304253544-0524263346.1314152255.A.0-0.britannica"
ACTIONS = ("R53", "R42", "R25", "R26", "d")
PATIENCE = 120_000  # milliseconds: on a fresh machine the core is compiled first


def _line() -> Timeline:
    line = Timeline(read_position(START))
    for text in ACTIONS:
        line = line.play(read_action(text, line.position))
    return line


def test_a_hand_is_reviewed_and_any_moment_of_it_can_be_gone_to(phone: Page, base_url: str) -> None:
    """By a line of the list, with the keyboard, and by a point of the chart."""
    page, line = phone, _line()
    open_page(page, base_url, "sandbox?" + urlencode(links.table(line)))
    page.get_by_role("radio", name=TAB, exact=True).click()
    page.get_by_role("button", name=TEXT["go"]).click()
    chart = page.get_by_test_id("stVegaLiteChart")
    expect(chart).to_be_visible(timeout=PATIENCE)
    in_nobodys_way(settle(page))

    jump = page.locator(".st-key-review_jump_3 button")
    jump.press("Enter")
    expect(page).to_have_url(f"{base_url}/sandbox?{urlencode(links.table(line.to(3)))}")
    settle(page)
    expect(jump).to_be_focused()

    point = chart.locator("[aria-roledescription=point]").nth(1)
    point.click()
    expect(page).to_have_url(f"{base_url}/sandbox?{urlencode(links.table(line.to(2)))}")
    expect(chart).to_be_visible()
