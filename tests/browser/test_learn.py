"""The learning pages in a real browser: tapped, typed and clicked, on a desktop and on a phone."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, expect

from matador.teach.lessons import load_lessons
from matador.teach.prose import prose
from tests.browser.checks import in_nobodys_way, no_sideways_scroll, no_trouble, open_page, settle

HOSTILE = [
    "seven?end=99&set=7&left=%3Cb%3E&q=-1",
    "seven?set=&end=&left=&right=&q=",
    "seven?set=12&end=13&q=%3Cscript%3Ealert(1)%3C/script%3E",
    "matadors?set=12&size=31&theirs=31&q=",
    "matadors?set=%3Cb%3E18%3C/b%3E&size=30",
    "matadors?size=0&mine=abc&theirs=1e9&q=99999999999999999999",
]


def test_a_newcomer_taps_a_tile_and_an_end(phone: Page, base_url: str) -> None:
    open_page(phone, base_url)
    board = _board(phone)
    expect(board.get_by_role("button", name="1-5")).to_be_in_viewport()
    board.get_by_role("button", name="2-6").tap()
    expect(board.get_by_role("status")).to_contain_text("6 + 6 makes 12, not 7.")
    with _still(board):
        board.get_by_role("button", name="1-5").tap()
        board.get_by_role("button", name=re.compile("The left end.*leaves 5")).tap()
        expect(board.get_by_role("status")).to_contain_text("6 + 1 makes 7: 1-5 fits.")
    phone.get_by_role("button", name=re.compile(prose("home")["start"].split("{")[0])).tap()
    first = next(iter(load_lessons().values()))
    expect(phone.get_by_role("heading", level=1)).to_have_text(first.title)


def test_an_end_is_chosen_and_stays_in_the_address(page: Page, base_url: str) -> None:
    open_page(page, base_url, "seven")
    page.get_by_role("radio", name="0", exact=True).click()
    expect(page.get_by_text("Only the 4 matadors of the 28 tiles")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("these go: 0-0, 1-6, 2-5, 3-4"))).to_be_visible()
    assert page.url.endswith("?end=0")


def test_a_cell_of_the_heat_map_and_the_board_lead_each_other(page: Page, base_url: str) -> None:
    open_page(page, base_url, "seven")
    _cell(page, left=2, right=5).click()
    expect(page.get_by_text("2 and 5: 16 of 28 fit.")).to_be_visible()
    board = _board(settle(page))
    board.get_by_role("button", name="0-5", exact=True).click()
    board.get_by_role("button", name=re.compile("leaves 0")).first.click()
    expect(page.get_by_text("0 and 5: 10 of 28 fit.")).to_be_visible()
    expect(page).to_have_url(re.compile("left=0&right=5"))
    _cell(settle(page), left=2, right=5).click()
    expect(page.get_by_text("2 and 5: 16 of 28 fit.")).to_be_visible()


@pytest.mark.parametrize("address", ["seven?q=2", "matadors?q=2"])
def test_a_question_is_answered_by_keys_alone(page: Page, base_url: str, address: str) -> None:
    open_page(page, base_url, address)
    options = _options(page)
    with _still(_next(page)):
        for place in range(options.count()):
            options.nth(place).focus()
            page.keyboard.press("Enter")
            expect(_said(page)).to_be_visible()
            settle(page)
            expect(options.nth(place)).to_be_focused()
    _next(page).press("Enter")
    expect(page.get_by_text("Question 3")).to_be_visible()
    expect(page.locator("[class*=st-key-drill-question-]")).to_be_focused()
    assert page.url.endswith("q=3")


@pytest.mark.parametrize("number", range(1, 8))
def test_no_answer_moves_the_page(phone: Page, base_url: str, number: int) -> None:
    address = "seven" if number < 5 else "matadors"
    open_page(phone, base_url, f"{address}?q={number}")
    options = _options(phone)
    with _still(_next(phone)):
        for place in range(options.count()):
            options.nth(place).tap()
            expect(_said(phone)).to_be_visible()
            settle(phone)
    no_sideways_scroll(phone)


def test_a_hand_is_picked_tile_by_tile(anywhere: Page, base_url: str) -> None:
    open_page(anywhere, base_url, "matadors?theirs=7")
    hand = anywhere.get_by_role("toolbar", name="Your hand")
    for name in ("0-0", "1-6", "6-6"):
        hand.get_by_role("button", name=name).click()
        expect(hand.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
    expect(anywhere.get_by_text("You hold 3 tiles, 2 of them matadors.")).to_be_visible()
    _options(settle(anywhere)).first.click()
    expect(_said(anywhere)).to_be_visible()
    in_nobodys_way(settle(anywhere))


def test_the_largest_set_fits_too(phone: Page, base_url: str) -> None:
    open_page(phone, base_url, "seven?set=18")
    expect(phone.get_by_text("18 wants 1: 18 + 1 = 19.")).to_be_visible()
    in_nobodys_way(phone)
    open_page(phone, base_url, "matadors?set=18")
    expect(phone.get_by_text("its 17 makes 19")).to_be_visible()
    in_nobodys_way(phone)


def test_a_phone_shows_the_answers_of_a_large_set_large(phone: Page, base_url: str) -> None:
    open_page(phone, base_url, "seven?set=18")
    whole = phone.get_by_role("img", name=re.compile("^All 190 tiles"))
    alone = phone.get_by_role("img", name=re.compile("^The 28 of 190 tiles that go"))
    expect(alone).to_be_visible()
    expect(whole).to_be_hidden()
    phone.set_viewport_size({"width": 1000, "height": 800})
    expect(whole).to_be_visible()
    expect(alone).to_be_hidden()


@pytest.mark.parametrize("address", ["seven", "matadors"])
def test_the_set_is_chosen_and_stays_in_the_address(
    page: Page, base_url: str, address: str
) -> None:
    open_page(page, base_url, address)
    page.get_by_role("button", name="Tile set: double-6").click()
    sets = page.get_by_test_id("stPopoverBody")
    sets.get_by_role("radio", name="15", exact=True).click()
    expect(page.get_by_role("button", name="Tile set: double-15")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?set=15$"))
    sets.get_by_role("radio", name="6", exact=True).click()
    expect(page.get_by_role("button", name="Tile set: double-6")).to_be_visible()
    expect(page).to_have_url(re.compile(f"/{address}$"))


def test_what_only_a_larger_set_has_is_dropped_without_a_word(page: Page, base_url: str) -> None:
    open_page(page, base_url, "seven?set=12&end=11&left=12&right=10&q=3")
    page.get_by_role("button", name="Tile set").click()
    page.get_by_test_id("stPopoverBody").get_by_role("radio", name="6", exact=True).click()
    expect(page).to_have_url(re.compile(r"/seven\?q=3$"))
    page.keyboard.press("Escape")
    _next(settle(page)).click()
    expect(page.get_by_text("Question 4")).to_be_visible()
    expect(page.get_by_text("not there")).to_have_count(0)


@pytest.mark.parametrize(
    ("address", "onward", "heading"),
    [
        ("seven?set=12&end=11&left=12&right=10&q=3", "matadors", "The 4 keys"),
        ("matadors?set=18&size=30&theirs=2", "opening", "The worked opening"),
    ],
)
def test_next_takes_nothing_along(
    page: Page, base_url: str, address: str, onward: str, heading: str
) -> None:
    open_page(page, base_url, address)
    page.get_by_role("link", name=re.compile("^Next: ")).click()
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    assert page.url == f"{base_url}/{onward}"


@pytest.mark.parametrize("address", HOSTILE)
def test_a_hostile_address_is_one_sentence(page: Page, base_url: str, address: str) -> None:
    open_page(page, base_url, address)
    no_trouble(page)
    expect(page.get_by_text("not there")).to_have_count(1)
    expect(page.get_by_test_id("stMain").locator("script")).to_have_count(0)
    _options(page).first.click()
    expect(_said(page)).to_be_visible()


def _board(page: Page) -> Locator:
    return page.get_by_test_id("stBidiComponentIsolated").first


def _options(page: Page) -> Locator:
    return page.locator("[class*=st-key-drill-options-] button")


def _said(page: Page) -> Locator:
    """What an answer was told: an alert if it was wrong, else a status."""
    room = page.locator("[class*=st-key-drill-answer-]")
    return room.get_by_role("alert").or_(room.get_by_role("status")).first


def _next(page: Page) -> Locator:
    return page.locator("[class*=st-key-drill-][class*=-next] button")


def _cell(page: Page, *, left: int, right: int) -> Locator:
    name = re.compile(f"Left end: {left}; Right end: {right};")
    return page.get_by_test_id("stVegaLiteChart").get_by_label(name).first


@contextmanager
def _still(shown: Locator) -> Iterator[None]:
    """Assert that something stands where it stood, counted from the top of the page."""
    where = """element => {
        const top = (shown) => shown.getBoundingClientRect().top;
        return top(element) - top(document.querySelector('h1'));
    }"""
    before = shown.evaluate(where)
    yield
    assert shown.evaluate(where) == pytest.approx(before, abs=1)
