"""Ways to look at the table in a real browser: the curtain, and what a redraw costs."""

from urllib.parse import urlencode

from playwright.sync_api import Page, WebSocket, expect

from matador.teach.prose import prose
from tests.browser.checks import in_nobodys_way, open_page, settle

TEXT = prose("views")
CODE = "6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica"
ADDRESS = "sandbox?" + urlencode({"p": CODE, "a": "S66"})


def test_the_device_is_passed_on_by_keys_and_nothing_is_in_the_way(
    anywhere: Page, base_url: str
) -> None:
    page = open_page(anywhere, base_url, ADDRESS)
    page.get_by_role("button", name=TEXT["label"], exact=True).click()
    page.get_by_role("radio", name=TEXT["hands"]["pass"]).click()
    show = page.get_by_role("button", name=TEXT["show"].format(player="Player B"))
    expect(show).to_be_visible()
    in_nobodys_way(settle(page))
    page.keyboard.press("Escape")
    show.focus()
    page.keyboard.press("Enter")
    tile = page.get_by_role("group", name="Player B").get_by_role("button", name="1-1", exact=True)
    tile.click()
    page.locator('.board [data-key="offer L11"]').click()
    # Whoever played by keys is taken to the button for the next one.
    expect(page.get_by_role("button", name=TEXT["show"].format(player="Player A"))).to_be_focused()
    expect(tile).to_have_count(0)


def test_a_redraw_sends_the_position_and_not_the_program(page: Page, base_url: str) -> None:
    frames: list[int] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: frames.append(len(data)))

    page.on("websocket", listen)
    open_page(page, base_url, ADDRESS)
    assert max(frames) > 30_000, "the program was never sent"
    page.locator('.board [data-key="tile 11"]').click()
    settle(page)
    frames.clear()
    page.locator('.board [data-key="offer L11"]').click()
    expect(page.locator(".board .stage .tile")).to_have_count(2)
    settle(page)
    assert 0 < max(frames) < 20_000  # bytes, with the panel below the board
