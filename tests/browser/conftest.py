"""Starts the app once for all browser tests and hands out pages that must stay without errors."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import chromium
from tests.browser.checks import DESKTOP, OVERTAKEN, PHONE, WIRE, Look, quiet_console
from tests.browser.server import serve


@pytest.fixture(scope="session")
def base_url() -> Iterator[str]:
    """The address of the app, shared by the tests."""
    with serve() as url:
        yield url


@pytest.fixture
def fresh_url() -> Iterator[str]:
    """The address of an app that nobody has opened yet."""
    with serve() as url:
        yield url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """pytest-playwright's launch options, with the machine's own Chromium."""
    path = chromium.find()
    if path is None:
        pytest.exit(chromium.MISSING, returncode=1)
    return {**browser_type_launch_args, "executable_path": path, "args": chromium.FLAGS}


expect.set_options(timeout=15_000)  # milliseconds; a busy machine is no failure

Lend = Callable[[Look], AbstractContextManager[Page]]


class Windows:
    """A page for each look, lent to one test after the other.

    To load the app into a new page costs as much as three openings of a page in use.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, Page] = {}

    @contextmanager
    def lend(self, look: Look, failed: Callable[[], Path | None]) -> Iterator[Page]:
        """A page with nothing on it; an error in its console fails the test.

        `failed` says where a picture of it goes if the test has failed; such a page is closed.
        """
        page = self._free.pop(look.name, None) or self._open(look)
        with quiet_console(page):
            yield page
        if picture := failed():
            page.screenshot(path=picture)
            page.context.close()
        else:
            self._free[look.name] = _emptied(page, look)

    def _open(self, look: Look) -> Page:
        context = self._browser.new_context(**look.options)
        for script in (WIRE, OVERTAKEN):
            context.add_init_script(path=script)
        return context.new_page()


def _emptied(page: Page, look: Look) -> Page:
    """Leave nothing for the next test: neither what was stored nor the session."""
    page.evaluate(
        "if (location.protocol === 'http:') { localStorage.clear(); sessionStorage.clear(); }"
    )
    page.context.clear_cookies()
    page.goto("about:blank")
    page.set_viewport_size(look.options["viewport"])
    return page


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    """The pages that the tests share."""
    return Windows(browser)


@pytest.fixture
def lend(windows: Windows, request: pytest.FixtureRequest, output_path: str) -> Lend:
    """Lends this test a page."""

    def failed() -> Path | None:
        report = getattr(request.node, "rep_call", None)  # pytest-playwright notes it there
        return Path(output_path, "failed.png") if report and report.failed else None

    return lambda look: windows.lend(look, failed)


@pytest.fixture
def page(lend: Lend) -> Iterator[Page]:
    """A page on a desktop, 1280 pixels wide, in light."""
    with lend(DESKTOP) as page:
        yield page


@pytest.fixture
def phone(lend: Lend) -> Iterator[Page]:
    """A page on a phone in light, 390 pixels wide, with touch."""
    with lend(PHONE) as page:
        yield page


@pytest.fixture(params=[DESKTOP, PHONE], ids=lambda look: look.name)
def anywhere(request: pytest.FixtureRequest, lend: Lend) -> Iterator[Page]:
    """The same test twice: on a desktop and on a phone."""
    with lend(request.param) as page:
        yield page
