"""Photographs every page, wide and narrow, light and dark: python -m tests.browser.shots FOLDER."""

import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from matador.ui import shell
from tests.browser import chromium
from tests.browser.checks import LOOKS, Look, open_page
from tests.browser.server import serve

TALLEST = 6000  # pixels; a page longer than this is cut off


def main(folder: Path) -> None:
    """Write ``<page>-<look>.png`` for every page and look into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with serve() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.FLAGS)
        for look in LOOKS:
            _photograph(browser, url, look, folder)
        browser.close()


def _photograph(browser: Browser, url: str, look: Look, folder: Path) -> None:
    page = browser.new_context(**look.options).new_page()
    for address in shell.titles():
        # Each page starts from the usual window, or it would keep the height of the one before.
        page.set_viewport_size(look.options["viewport"])
        _unroll(open_page(page, url, address))
        page.screenshot(path=folder / f"{address or shell.HOME}-{look.name}.png")
    page.context.close()


def _unroll(page: Page) -> None:
    """Make the window as tall as the page: Streamlit scrolls a pane, not the document."""
    size = page.viewport_size or {"width": 1280, "height": 800}
    tall = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
    page.set_viewport_size({**size, "height": min(max(tall, size["height"]), TALLEST)})
    page.wait_for_timeout(400)  # charts and boards fit themselves to the new size


if __name__ == "__main__":
    main(Path(sys.argv[1]))
