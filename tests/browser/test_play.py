"""Playing against the computer in a real browser: a hand by taps, and what comes by itself."""

from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode, urlsplit

from playwright.sync_api import Page, expect

from matador.game import fair
from matador.game.moves import LEAD, legal_actions
from matador.game.rules import read_rules
from matador.teach.content import install
from matador.teach.prose import prose
from matador.ui import play
from matador.ui.play_address import Game, new_game, read, write
from tests.browser.checks import in_nobodys_way, no_trouble, open_page, settle

install()

TEXT = prose("play")
KEY = bytes(fair.KEY_BYTES)
"""Of a hand of five actions by the visitor, a draw among them."""


def address(*, whole: bool = False, **options: str) -> str:
    """A fresh short hand against `random`, who is to lead."""
    game = new_game(read_rules("pagat~deal-3"), ("random",), KEY, whole=whole)
    assert not play.my_turn(game)
    return "play?" + urlencode({**write(game), **options})


def game_on(page: Page) -> Game:
    game = read(dict(parse_qsl(urlsplit(page.url).query))).game
    assert game
    return game


def after(page: Page, act: Callable[[], None]) -> Game:
    """The game in the address after something that changes it."""
    before = page.url
    act()
    page.wait_for_url(lambda url: url != before)
    return game_on(page)


def move(page: Page, game: Game) -> Game:
    """The visitor's first legal action, by tapping."""
    action = next(
        one
        for one in legal_actions(play.seen_by_me(game))
        if one.inner <= one.outer or one.where != LEAD
    )
    if action.tile is None:
        label = TEXT["table"]["draw" if action.where == "d" else "pass"]
        return after(page, page.get_by_role("button", name=label).tap)
    page.locator(f'.board [data-key="tile {action.tile}"]').tap()
    return after(page, page.locator(f'.board [data-key="offer {action}"]').tap)


def test_a_hand_on_a_phone(phone: Page, base_url: str) -> None:
    """To its end by taps alone; a reload finds the same."""
    open_page(phone, base_url, address(t="0"))
    phone.wait_for_url(lambda url: "a=" in url)
    game = game_on(phone)
    for number in range(100):
        if game.match.hand.over:
            break
        game = move(phone, game)
        if number == 1:
            in_nobodys_way(settle(phone))
    assert game.match.hand.over
    expect(phone.get_by_role("heading", name=TEXT["over"]["heading"])).to_be_visible()
    told = phone.locator(".board .text p").text_content()
    phone.reload()
    expect(phone.locator(".board .text p")).to_have_text(told or "")
    no_trouble(phone)


def test_the_computer_moves_by_itself(page: Page, base_url: str) -> None:
    """After the pause, without a tap; the hand stays large and in its place."""
    open_page(page, base_url, address(t="4"))
    hand = page.locator(".board .hand")
    place = hand.bounding_box()
    expect(page.locator(".board").get_by_role("status")).to_contain_text(TEXT["table"]["your_turn"])
    assert game_on(page).match.line.at == 1
    assert hand.bounding_box() == place


def test_a_double_click_deals_one_hand(page: Page, base_url: str) -> None:
    """The second click comes before the browser has got the next hand."""
    open_page(page, base_url, address(whole=True, t="0", x="1"))
    page.get_by_role("button", name=TEXT["over"]["next"]).click(click_count=2, delay=30)
    expect(page.get_by_role("heading", name="hand 2")).to_be_visible()
    no_trouble(settle(page))
    assert game_on(page).match.hand.number == 2
