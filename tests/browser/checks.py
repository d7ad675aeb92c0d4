"""What must hold on any page in a browser, however one got there."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Error, Page, expect

from matador.ui import shell


class Look(NamedTuple):
    """How a page is looked at: its name in test ids and file names, and the context's options."""

    name: str
    options: dict[str, object]


_DESKTOP = {"viewport": {"width": 1280, "height": 800}}
_PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    # Streamlit folds its menu away after a choice only for what calls itself a phone.
    "user_agent": "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 "
    "(KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36",
}
LOOKS = [
    Look(f"{size}-{scheme}", {**options, "color_scheme": scheme})
    for size, options in (("desktop", _DESKTOP), ("phone", _PHONE))
    for scheme in ("light", "dark")
]
DESKTOP, PHONE = (look for look in LOOKS if look.name.endswith("-light"))

# Findings of axe in Streamlit's own frame, which we cannot mend: rule, and where it is let pass.
# Anything else, and the same finding anywhere else, is ours.
UPSTREAM = [
    # A menu with sections puts <div>s between its <ul> and the <li>s.
    ("list", '[data-testid="stSidebarNavItems"]'),
    ("listitem", '[data-testid="stSidebarNavItems"] *'),
]

STILL = 6  # frames without a movement; what is known to come late is waited for by name
PATIENCE = 30_000  # milliseconds; a cold machine takes some seconds for the first page
_REST = Path(__file__).with_name("rest.js").read_text("utf-8")
WIRE = Path(__file__).with_name("wire.js")
"""Lets `settle` wait for what the server says to a press."""
OVERTAKEN = Path(__file__).with_name("overtaken.js")
"""Calls our components as Streamlit does at the worst of times."""

COLOURS = ("color-contrast", "link-in-text-block")  # axe's rules that ask for colours

# A deep link makes Streamlit's front end probe for its base path: two harmless 404s.
_PROBES = re.compile(r"/_stcore/(health|host-config)$")


def open_page(page: Page, base_url: str, address: str = "") -> Page:
    """Open an address ("seven", "sandbox?g=...") directly and wait until it stands still."""
    page.goto(f"{base_url}/{address}")
    return settle(page)


def settle(page: Page) -> Page:
    """Wait until Streamlit has run the script, all of it is drawn, and nothing moves any more."""
    waits_for = page.evaluate(_REST, {"frames": STILL, "patience": PATIENCE})
    assert not waits_for, f"the page does not come to rest: it waits for {waits_for}"
    return page


def no_trouble(page: Page) -> None:
    """Assert that the page shows no exception, no traceback and no apology."""
    expect(page.locator('[data-testid="stException"]')).to_have_count(0)
    expect(page.get_by_text(shell.TROUBLE)).to_have_count(0)
    assert "Traceback" not in page.locator("body").inner_text()
    expect(page.get_by_role("dialog", name="Page not found")).to_have_count(0)


def no_sideways_scroll(page: Page) -> None:
    """Assert that neither the document nor Streamlit's scrolling pane is wider than the screen."""
    wide = page.evaluate(
        """() => [document.documentElement, ...document.querySelectorAll('[data-testid=stMain]')]
            .filter(pane => pane.scrollWidth > pane.clientWidth + 1)
            .map(pane => `${pane.tagName} ${pane.scrollWidth} > ${pane.clientWidth}`)"""
    )
    assert not wide, f"sideways scroll: {wide}"


def axe(page: Page, *rules: str) -> None:
    """Assert that axe finds nothing wrong but what UPSTREAM lists: by all rules, or by some."""
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = Axe().run(page, options=options).response["violations"]
    ours = [
        f"{rule['id']} ({rule['impact']}): {node['html'][:160]}\n  {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
        if not _upstream(page, rule["id"], node["target"])
    ]
    assert not ours, "\n".join(ours)


def in_nobodys_way(page: Page) -> None:
    """Assert that a page opened by day hinders no reader, and none after nightfall either."""
    no_trouble(page)
    no_sideways_scroll(page)
    axe(page)
    app = page.get_by_test_id("stApp")
    by_day = app.evaluate("app => getComputedStyle(app).backgroundColor")
    page.emulate_media(color_scheme="dark")
    expect(app).not_to_have_css("background-color", by_day)
    axe(settle(page), *COLOURS)  # nothing else changes with the light
    page.emulate_media(color_scheme="light")
    expect(app).to_have_css("background-color", by_day)


@contextmanager
def quiet_console(page: Page) -> Iterator[None]:
    """Assert at the end that the browser logged no error meanwhile."""
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and not _PROBES.search(message.location.get("url", "")):
            errors.append(message.text)

    def crash(error: Error) -> None:
        errors.append(str(error))

    page.on("console", note)
    page.on("pageerror", crash)
    yield
    page.remove_listener("console", note)
    page.remove_listener("pageerror", crash)
    assert not errors, "\n".join(errors)


def _upstream(page: Page, rule: str, target: list[str]) -> bool:
    # A target of several steps leads into a shadow root: a component, hence ours.
    return len(target) == 1 and any(
        rule == known and page.locator(target[0]).first.evaluate(_MATCHES, place)
        for known, place in UPSTREAM
    )


_MATCHES = "(element, place) => element.matches(place)"
