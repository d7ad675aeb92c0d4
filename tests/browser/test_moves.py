"""What was played, in a real browser: branches, deleting, keys and the wheel."""

import re
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from matador.game.notation import read_position
from matador.game.tree import Cursor, read_tree
from matador.teach.prose import prose
from matador.ui import links
from tests.browser.checks import axe, no_sideways_scroll, no_trouble, open_page, settle

TEXT = prose("moves")
START = read_position("6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica")
PLAYED = "S66.L11.R12.R50.R25.L64.L30"
BRANCHED = "S66.L11.R12.-.R25._.R50.R25.L64.L30"


def cursor(text: str, at: int) -> Cursor:
    return Cursor(read_tree(START, text).tree, at)


def address(text: str, at: int) -> str:
    return "sandbox?" + urlencode(links.tree(cursor(text, at)))


def shows(page: Page, base_url: str, text: str, at: int) -> None:
    """Assert that the address holds this tree, and that address and list look at this node."""
    expect(page).to_have_url(f"{base_url}/{address(text, at)}")
    current = page.locator(".movelist [aria-current]")
    expect(current).to_have_count(1)
    expect(current).to_have_attribute("data-key", f"step {at}")


def step(page: Page, number: int) -> Locator:
    return page.locator(f'.movelist [data-key="step {number}"]')


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=False).and_(page.locator("button")).first.click()


def test_another_play_makes_a_branch_that_outlasts_a_reload(page: Page, base_url: str) -> None:
    open_page(page, base_url, address(PLAYED, 2))
    for key in ("tile 25", "offer R25"):
        page.locator(f'.board [data-key="{key}"]').click()
    shows(page, base_url, BRANCHED, 4)
    page.keyboard.press("Control+z")
    shows(page, base_url, BRANCHED, 2)
    page.reload()
    shows(page, base_url, BRANCHED, 2)
    expect(page.locator(".movelist .variation .step")).to_have_text(["3. AR25*"])
    step(page, 4).click()
    shows(page, base_url, BRANCHED, 4)
    press(page, TEXT["parts"]["change"]["promote"])
    shows(page, base_url, "S66.L11.R25.-.R12.R50.R25.L64.L30._", 3)
    no_sideways_scroll(page)
    axe(settle(page))


def test_what_is_deleted_comes_back_where_it_was(page: Page, base_url: str) -> None:
    open_page(page, base_url, address(BRANCHED, 5))
    high = page.locator(".movelist").bounding_box()
    press(page, TEXT["parts"]["change"]["delete"])
    shows(page, base_url, "S66.L11.R12.-.R25._", 3)
    step(page, 1).click()
    shows(page, base_url, "S66.L11.R12.-.R25._", 1)
    assert page.locator(".movelist").bounding_box() == high
    page.locator(".movelist").get_by_role("button", name=TEXT["list"]["restore"]).click()
    shows(page, base_url, BRANCHED, 5)
    press(page, TEXT["parts"]["change"]["comment"])
    field = page.get_by_role("textbox", name=re.compile("R50"))
    field.fill("<b>closed</b> } *now* é")
    field.press("Home")  # a key for the text, not for the hand
    shows(page, base_url, BRANCHED, 5)
    page.get_by_role("button", name=TEXT["parts"]["save"]).click()
    expect(page.locator(".movelist .said")).to_have_text("<b>closed</b> ) *now* é")
    expect(field).to_be_hidden()
    no_trouble(page)


def test_steps_by_keys_alone(page: Page, base_url: str) -> None:
    open_page(page, base_url, address(BRANCHED, 8))
    for key, at in (("ArrowLeft", 7), ("Home", 0), ("ArrowRight", 1), ("End", 8)):
        page.keyboard.press(key)
        shows(page, base_url, BRANCHED, at)
    step(page, 8).focus()
    for key, at in (("ArrowLeft", 7), ("Home", 0), ("ArrowDown", 1), ("End", 8), ("ArrowUp", 7)):
        page.keyboard.press(key)
        shows(page, base_url, BRANCHED, at)
        expect(step(page, at)).to_be_focused()
    page.locator('.board [data-key^="tile"]').first.focus()
    page.keyboard.press("ArrowRight")  # from tile to tile
    page.get_by_role("radio").nth(1).focus()
    page.keyboard.press("ArrowLeft")
    shows(page, base_url, BRANCHED, 7)


def test_the_wheel_steps_and_leaves_the_page_where_it_is(page: Page, base_url: str) -> None:
    open_page(page, base_url, address(BRANCHED, 2))
    top = page.locator(".movelist").bounding_box()
    page.locator(".movelist").hover()
    for turn, at in ((100, 3), (100, 5), (-100, 3), (-100, 2)):
        page.mouse.wheel(0, turn)
        shows(page, base_url, BRANCHED, at)
    assert page.locator(".movelist").bounding_box() == top
