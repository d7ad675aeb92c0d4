"""What the tests of the sandbox share: the address of a line of play, its board, its controls."""

from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from matador.game.record import Timeline
from matador.teach import messages
from matador.ui import links


def address(line: Timeline) -> str:
    """Where a line of play is opened."""
    return "sandbox?" + urlencode(links.table(line))


def shows(page: Page, base_url: str, line: Timeline) -> None:
    """Assert that the address and the board hold this moment of this line of play."""
    expect(page).to_have_url(f"{base_url}/{address(line)}")
    words = messages.describe(line.position)
    expect(page.locator(".board .text p")).to_have_text("\n".join(words))


def control(page: Page, key: str) -> Locator:
    """A part of the board that can be used."""
    return page.locator(f'.board [data-key="{key}"]')
