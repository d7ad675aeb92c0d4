"""The panels that explain, in a real browser: on a phone, in the dark, by keyboard."""

from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from matador.game.notation import read_actions, read_position
from matador.game.record import Timeline
from matador.teach.prose import prose
from matador.ui import links
from tests.browser.checks import (
    COLOURS,
    axe,
    in_nobodys_way,
    no_sideways_scroll,
    no_trouble,
    open_page,
    settle,
)

CODE = "6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica"
FORKED = "6.-.0206152346-0104344555.111403125622443516000526363313246625.B.0-0.le-mata"
TABS, TEXT, HINTS = prose("sandbox")["panels"], prose("insight"), prose("hints")
PATIENCE = 120_000  # milliseconds: on a fresh machine the core is compiled first


def opened(page: Page, base_url: str, code: str, actions: str) -> None:
    start = read_position(code)
    done, _ = read_actions(actions, start)
    query = urlencode(links.table(Timeline(start, tuple(done), len(done))))
    open_page(page, base_url, f"sandbox?{query}")


def test_why_not_fits_a_phone_and_a_cell_plays(phone: Page, base_url: str) -> None:
    """Three ends, none of them cut off; the cell of a tile that goes is pressed once."""
    opened(phone, base_url, FORKED, "S45 R20 L34+")
    phone.get_by_role("radio", name=TABS["why"]).click()
    cells = phone.get_by_test_id("stMain").get_by_text("✗")
    expect(cells.first).to_be_visible()
    settle(phone)
    edges = cells.evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
    assert len(edges) > 8
    assert max(edges) <= 390
    phone.get_by_text("What the next player can answer").click()
    expect(phone.get_by_role("table")).to_contain_text("✓ yes")
    in_nobodys_way(settle(phone))
    phone.get_by_role("button", name="✓ 3-2 leaves 2").click()
    expect(phone.get_by_role("table")).to_contain_text("Can Player A play?")  # it stays unfolded


def test_unseen_and_all_rules_are_in_nobodys_way(phone: Page, base_url: str) -> None:
    opened(phone, base_url, CODE, "S66 L11 R12 R50")
    phone.get_by_role("radio", name=TABS["unseen"]).click()
    picture = phone.get_by_role("img", name="With Player B or in the stock: 19, of them ◆ 3")
    expect(picture).to_be_visible()
    no_sideways_scroll(settle(phone))
    axe(phone, "image-alt", "svg-img-alt", "role-img-alt", *COLOURS)
    phone.get_by_role("radio", name=TABS["everywhere"]).click()
    expect(phone.get_by_text("Saving a matador").first).to_be_visible()
    in_nobodys_way(settle(phone))


def test_h_gives_a_hint_but_not_while_somebody_writes(page: Page, base_url: str) -> None:
    opened(page, base_url, CODE, "S66 L11 R12 R50")
    page.get_by_role("radio", name=TABS["paste"]).click()
    settle(page)
    field = page.locator(".st-key-opened").get_by_role("textbox").first
    field.click()
    field.press("h")
    expect(field).to_have_value("h")
    field.fill("")
    page.get_by_role("radio", name=TABS["paste"]).focus()
    expect(page.get_by_role("button", name=HINTS["first"])).to_be_visible()
    page.keyboard.press("h")
    hint = page.locator(".st-key-hint")
    expect(hint).to_contain_text(HINTS["exact"], timeout=PATIENCE)
    expect(hint).to_contain_text("Play on")
    no_trouble(page)
