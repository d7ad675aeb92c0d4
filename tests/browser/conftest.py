"""Starts the app once for all browser tests and hands out pages that must stay without errors."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser import chromium
from tests.browser.checks import LOOKS, Look, quiet_console
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


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page on a desktop, 1280 pixels wide, in light; an error in its console fails the test."""
    with quiet_console(page):
        yield page


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Iterator[Page]:
    """A page on a phone in light, 390 pixels wide, with touch."""
    look = next(look for look in LOOKS if look.name == "phone-light")
    page = new_context(**look.options).new_page()
    with quiet_console(page):
        yield page


@pytest.fixture(params=LOOKS, ids=lambda look: look.name)
def anyhow(
    request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext]
) -> Iterator[Page]:
    """The same test four times: desktop and phone, light and dark."""
    look: Look = request.param
    page = new_context(**look.options).new_page()
    with quiet_console(page):
        yield page
