"""Every page in a real browser: opened directly, at both widths, light and dark."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from matador.ui import shell
from tests.browser.checks import (
    DESKTOP,
    PHONE,
    Look,
    in_nobodys_way,
    no_trouble,
    open_page,
    settle,
)

every_page = pytest.mark.parametrize(
    "address", shell.titles(), ids=lambda address: address or "home"
)

# What draws boards and charts is loaded when the first of them is there; their room is kept.
LATE = re.compile(r"/static/js/(BidiComponent|ArrowVegaLiteChart)\.")
ROOMS = "[class*=st-key-board-], [class*=st-key-heat-], .st-key-chances"
DONE = '[data-testid="stApp"][data-test-script-state="notRunning"]'
HEIGHTS = "rooms => rooms.map(room => room.getBoundingClientRect().height)"


@pytest.mark.parametrize("address", ["", "seven", "sandbox"], ids=lambda address: address or "home")
def test_first_visitor_of_a_fresh_server_follows_a_deep_link(
    page: Page, fresh_url: str, address: str
) -> None:
    open_page(page, fresh_url, address)
    no_trouble(page)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page).to_have_title(_tab(address))
    # The sandbox writes its position behind the path.
    assert page.url.split("?")[0] == f"{fresh_url}/{address}"


@every_page
def test_nothing_in_the_way_of_any_reader(anywhere: Page, base_url: str, address: str) -> None:
    in_nobodys_way(open_page(anywhere, base_url, address))


@pytest.mark.parametrize("view", ["class", "paper"])
def test_what_a_teacher_shows_is_in_nobodys_way(page: Page, base_url: str, view: str) -> None:
    in_nobodys_way(open_page(page, base_url, f"learn?l=03_the_wall&s=1&v={view}"))


@pytest.mark.parametrize(
    ("address", "look", "rooms"),
    [
        ("", PHONE, 1),
        ("seven", PHONE, 2),
        ("matadors", DESKTOP, 2),
        ("opening", DESKTOP, 1),
        ("sandbox", PHONE, 1),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_nothing_jumps_when_boards_and_charts_come(
    new_context: Callable[..., BrowserContext], base_url: str, address: str, look: Look, rooms: int
) -> None:
    page = new_context(**look.options).new_page()
    held = _held(page)
    page.goto(f"{base_url}/{address}")
    page.get_by_test_id("stHtml").first.wait_for(state="attached")  # the style
    page.locator(DONE).wait_for()
    expect(page.locator(ROOMS)).to_have_count(rooms)
    before = page.locator(ROOMS).evaluate_all(HEIGHTS)
    assert held
    for route in held:
        route.continue_()
    after = settle(page).locator(ROOMS).evaluate_all(HEIGHTS)
    assert before == pytest.approx(after, abs=3)


def test_the_menu_leads_to_every_page(page: Page, base_url: str) -> None:
    open_page(page, base_url)
    for address, title in shell.titles().items():
        _menu(page).get_by_role("link", name=title, exact=True).click()
        expect(page).to_have_title(_tab(address))
        no_trouble(settle(page))
        assert page.url.split("?")[0] == f"{base_url}/{address}"


def test_the_menu_unfolds_on_a_phone_and_folds_away_again(phone: Page, base_url: str) -> None:
    open_page(phone, base_url)
    phone.get_by_test_id("stExpandSidebarButton").click()
    _menu(phone).get_by_role("link", name="Sandbox", exact=True).click()
    expect(phone).to_have_title(_tab("sandbox"))
    expect(_menu(phone)).not_to_be_in_viewport()


def test_an_unknown_address_still_shows_the_menu(context: BrowserContext, base_url: str) -> None:
    page = context.new_page()  # not the guarded one: Streamlit logs the unknown page as an error
    page.goto(f"{base_url}/nowhere")
    expect(page.get_by_role("dialog")).to_contain_text("Page not found")
    page.keyboard.press("Escape")
    expect(_menu(page)).to_be_visible()


def _held(page: Page) -> list[Route]:
    """The requests for what comes late, none of which is answered."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(LATE, hold)
    return held


def _menu(page: Page) -> Locator:
    return page.get_by_test_id("stSidebarNav")


def _tab(address: str) -> str:
    return f"{shell.titles()[address]} · {shell.NAME}" if address else shell.NAME
