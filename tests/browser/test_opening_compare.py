"""The worked opening and the page on the sources in a real browser."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from matador.teach import downloads, worked
from matador.teach.prose import prose
from tests.browser.checks import in_nobodys_way, no_sideways_scroll, no_trouble, open_page, settle

HAND = worked.opening()
OPENING, COMPARE = prose("opening"), prose("compare")


def bar(page: Page, step: int) -> Locator:
    """The line between Back and Next that names the step."""
    return page.get_by_text(OPENING["where"].format(step=step, last=HAND.last))


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=OPENING[name])


# --- the worked opening ---------------------------------------------------------------------------


def test_arrow_keys_step_to_and_fro_and_the_address_follows(page: Page, base_url: str) -> None:
    open_page(page, base_url, "opening")
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect(bar(page, step)).to_be_visible()
        page.wait_for_url(f"**/opening?step={step}")
    page.keyboard.press("ArrowLeft")
    expect(bar(page, 2)).to_be_visible()
    page.wait_for_url("**/opening?step=2")
    settle(page).reload()
    expect(bar(page, 2)).to_be_visible()


def test_an_arrow_on_the_slider_is_one_step_not_two(page: Page, base_url: str) -> None:
    open_page(page, base_url, "opening?step=3")
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/opening?step=4")
    expect(bar(settle(page), 4)).to_be_visible()


def test_the_board_answers_a_try_and_the_sandbox_takes_it_over(page: Page, base_url: str) -> None:
    open_page(page, base_url, "opening?step=2")
    page.get_by_role("button", name="2-5, matador").click()
    page.get_by_role("button", name="left end", exact=False).filter(has_text="5").first.click()
    expect(page.get_by_text(OPENING["tried"]["go_on"])).to_be_visible()
    page.get_by_text(OPENING["tried"]["go_on"]).click()
    page.wait_for_url("**/sandbox?**")
    no_trouble(settle(page))
    assert "a=S66.L11.L" in page.url


def test_the_line_can_be_left_at_any_step(page: Page, base_url: str) -> None:
    open_page(page, base_url, "opening?step=4")
    page.get_by_text(OPENING["leave"]["label"]).click()
    page.wait_for_url("**/sandbox?**")
    no_trouble(settle(page))
    assert "a=S66.L11.R12.R50" in page.url


def test_nothing_above_or_on_the_board_jumps(phone: Page, base_url: str) -> None:
    places = set()
    open_page(phone, base_url, "opening")
    for step in range(HAND.last + 1):
        expect(bar(settle(phone), step)).to_be_visible()
        table = phone.locator(".st-key-opening_told")
        following = phone.get_by_role("slider").locator(
            "xpath=ancestor::*[@data-testid='stSlider']"
        )
        boxes = [table.bounding_box(), following.bounding_box()]
        places.add(tuple(round(box["y"]) for box in boxes if box))
        if step < HAND.last:
            button(phone, "next").tap()
    assert len({top for top, _ in places}) == 1
    tops = [top for _, top in places]
    assert max(tops) - min(tops) <= 2, tops


def test_next_is_within_a_thumbs_reach(phone: Page, base_url: str) -> None:
    open_page(phone, base_url, "opening")
    for step in range(1, HAND.last + 1):
        expect(button(phone, "next")).to_be_in_viewport()
        button(phone, "next").tap()
        expect(bar(phone, step)).to_be_visible()
    expect(button(phone, "next")).to_be_disabled()


def test_a_step_that_there_is_not_is_mended_in_the_address(page: Page, base_url: str) -> None:
    open_page(page, base_url, "opening?step=99")
    page.wait_for_url("**/opening?step=7")
    expect(page.get_by_text(OPENING["trouble"]["step"].format(asked=99))).to_be_visible()


def test_the_end_of_the_opening_is_in_nobodys_way(anywhere: Page, base_url: str) -> None:
    open_page(anywhere, base_url, f"opening?step={HAND.last}")
    in_nobodys_way(anywhere)


# --- the sources ----------------------------------------------------------------------------------

VIEWS = {
    "question": "compare?view=question&row=draw",
    "two": "compare?view=two&a=britannica~draw-one&b=le-mata",
    "data": "compare?view=data",
    "cell": "compare?cell=draw-EB11",
}


@pytest.mark.parametrize("address", VIEWS.values(), ids=VIEWS)
def test_every_view_is_in_nobodys_way(anywhere: Page, base_url: str, address: str) -> None:
    open_page(anywhere, base_url, address)
    in_nobodys_way(anywhere)


def test_the_table_scrolls_in_its_own_frame_and_by_keyboard(phone: Page, base_url: str) -> None:
    open_page(phone, base_url, "compare")
    frame = phone.get_by_role("region", name=COMPARE["table"]["name"])
    assert frame.evaluate("e => e.scrollWidth > e.clientWidth")
    frame.focus()
    phone.keyboard.press("ArrowRight")
    phone.wait_for_function("() => document.querySelector('.mx-frame').scrollLeft > 0")
    no_sideways_scroll(phone)


def test_a_cell_opens_its_proof_in_place_and_by_its_address(page: Page, base_url: str) -> None:
    open_page(page, base_url, "compare")
    page.evaluate("window.sameVisit = true")
    cell = page.locator('.mx a[href="compare?cell=draw-GR"]')
    cell.focus()
    page.keyboard.press("Enter")
    proof = page.get_by_role("dialog")
    expect(proof).to_contain_text("second paragraph; read there on")
    page.wait_for_url("**/compare?cell=draw-GR")
    assert page.evaluate("window.sameVisit")
    settle(page).reload()
    expect(proof).to_contain_text("second paragraph; read there on")
    proof.get_by_role("button", name=COMPARE["detail"]["row"]).click()
    page.wait_for_url("**/compare?*row=Drawing*")
    expect(page.get_by_role("heading", name="How many tiles do you draw")).to_be_visible()
    expect(proof).to_have_count(0)


def test_house_rules_are_typed_and_stand_in_the_address(page: Page, base_url: str) -> None:
    open_page(page, base_url, "compare?view=two")
    first = page.get_by_role("combobox", name=COMPARE["two"]["one"])
    first.fill("pagat~reserve-0")
    first.press("Enter")
    expect(page.get_by_text("Pagat (one difference)")).to_be_visible()
    page.wait_for_url(re.compile("a=pagat(~|%7E)reserve-0"))
    settle(page).reload()
    expect(page.get_by_text("Pagat (one difference)")).to_be_visible()


def test_what_is_chosen_stands_in_the_address(page: Page, base_url: str) -> None:
    open_page(page, base_url, "compare")
    page.get_by_role("tab", name=COMPARE["view"]["two"]).click()
    page.wait_for_url("**/compare?view=Two+rule+sets")
    second = page.get_by_role("combobox", name=COMPARE["two"]["other"])
    expect(second).to_be_visible()
    settle(page).reload()
    expect(second).to_be_visible()


def test_sources_are_chosen_one_after_the_other(page: Page, base_url: str) -> None:
    """What was unfolded for it stays unfolded."""
    open_page(page, base_url, "compare")
    page.get_by_text(COMPARE["choose"]["label"].partition("{")[0]).click()
    sources = page.locator(".st-key-sources button[aria-pressed=true]")
    usual = sources.count()
    for gone in (1, 2):
        sources.first.click()
        expect(sources).to_have_count(usual - gone)
        settle(page)


def test_the_download(page: Page, base_url: str) -> None:
    open_page(page, base_url, "compare?view=data")
    with page.expect_download() as waiting:
        page.get_by_role("button", name=COMPARE["data"]["csv"]).first.click()
    text = Path(waiting.value.path()).read_text("utf-8")
    assert text == downloads.as_csv("matrix")
