"""The bare board in a frame of another site, what is downloaded, and what is printed."""

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from matador.game.notation import read_actions, read_position
from matador.game.record import timeline
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui import links
from matador.ui.pictures import table_png, table_svg
from tests.browser.checks import axe, in_nobodys_way, open_page, settle

TEXT, BOARD = prose("takeaway"), prose("board")
CODE = "6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica"
OPENING = timeline(read_position(CODE), read_actions("S66 L11 R12 R50 R25", read_position(CODE))[0])
QUERY = urlencode(links.table(OPENING))


@pytest.fixture
def other_site(base_url: str) -> Iterator[str]:
    """A page of another site with the bare board in a frame."""
    page = f'<!doctype html><iframe src="{base_url}/board?{QUERY}&amp;embed=true" title="M">'

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    with HTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}"  # to a browser another site than 127.0.0.1
        server.shutdown()


def test_the_bare_board_works_in_a_frame_of_another_site(page: Page, other_site: str) -> None:
    page.goto(other_site)
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name=BOARD["back"]).click()
    expect(frame.get_by_text(BOARD["at"].format(at=4, count=5))).to_be_visible()
    words = "\n".join(messages.describe(OPENING.to(4).position))
    expect(frame.locator(".board .text p")).to_have_text(words)
    expect(frame.get_by_test_id("stSidebar")).not_to_be_visible()


def test_the_bare_board_is_in_nobodys_way(phone: Page, base_url: str) -> None:
    in_nobodys_way(open_page(phone, base_url, f"board?{QUERY}"))


def test_pictures_are_downloaded_by_one_tap(page: Page, base_url: str) -> None:
    open_page(page, base_url, f"sandbox?{QUERY}")
    page.get_by_role("radio", name=prose("sandbox")["panels"]["take"]).click()
    picture = table_svg(OPENING.position)
    for key, made in (("svg", picture.encode()), ("png", table_png(picture))):
        with page.expect_download() as download:
            page.get_by_role("button", name=TEXT[key]).click()
        assert Path(download.value.path()).read_bytes() == made
    axe(settle(page))


def test_what_is_printed_is_the_board_and_the_words_on_one_page(page: Page, base_url: str) -> None:
    open_page(page, base_url, f"board?{QUERY}")
    sheet = page.locator(".st-key-print-sheet")
    expect(sheet).not_to_be_visible()
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
    page.emulate_media(media="print")
    expect(sheet.get_by_role("img")).to_be_visible()
    expect(sheet).to_contain_text(messages.describe(OPENING.position)[0])
    expect(sheet).to_contain_text(messages.told(OPENING.start, OPENING.actions[0]))
    expect(page.get_by_role("button")).to_have_count(0)
    page.emulate_media(media="screen")
