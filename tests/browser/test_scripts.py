"""Every script that we send to the browser is one that the browser can read."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

SCRIPTS = sorted((Path(__file__).parents[2] / "matador").rglob("*.js"))

_LOAD = """async text => {
    const url = URL.createObjectURL(new Blob([text], {type: 'text/javascript'}));
    await import(url);
}"""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_the_browser_can_read_it(page: Page, script: Path) -> None:
    page.evaluate(_LOAD, script.read_text("utf-8"))  # just as Streamlit loads a component's
