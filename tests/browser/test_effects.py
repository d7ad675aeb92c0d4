"""What it changes, in a real browser: a run from the keyboard, in a process of its own."""

from playwright.sync_api import Page, expect

from matador.teach.prose import prose
from tests.browser.checks import axe, no_sideways_scroll, open_page, settle

TEXT = prose("effects")
PATIENCE = 120_000  # milliseconds: on a fresh machine the core is compiled first


def test_a_run_from_the_keyboard_is_told(page: Page, base_url: str) -> None:
    open_page(page, base_url, "effects?d=draw&r=pagat~draw-none&run_hands=1000")
    link = page.get_by_role("link", name=TEXT["decision"]["compare"])
    expect(link).to_have_attribute("href", "compare?view=question&row=draw")
    page.get_by_role("button", name=TEXT["run"]["go"], exact=True).press("Enter")
    found = page.get_by_role("region", name="pagat~draw-none beside pagat")
    download = page.get_by_role("button", name=TEXT["run"]["download"], exact=True)
    expect(download).to_be_visible(timeout=PATIENCE)
    expect(found).to_contain_text(TEXT["run"]["less"])
    no_sideways_scroll(settle(page))
    axe(page)
