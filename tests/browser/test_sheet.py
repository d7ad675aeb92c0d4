"""The rule sheet in a browser: paper on a desk, text on a phone, one page from the printer."""

import re

from playwright.sync_api import Page, expect

from matador.teach.prose import prose
from matador.teach.sheet_case import sheet_words
from tests.browser.checks import PHONE, open_page

TEXT = prose("sheet")["take"]
ADDRESS = "sheet?r=britannica~draw-one&players=3"


def test_the_sheet_is_paper_on_a_desk_text_on_a_phone_and_one_page_in_print(
    page: Page, base_url: str
) -> None:
    open_page(page, base_url, ADDRESS)
    picture = page.get_by_role("img", name=sheet_words()["page"]["picture"])
    as_text = page.locator(".st-key-sheet-text")
    expect(picture).to_be_visible()
    expect(page.get_by_role("heading", name=sheet_words()["headings"]["turn"])).to_have_count(1)
    assert as_text.bounding_box()["height"] <= 1  # read out, but not seen

    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=TEXT["link"]).click()
    expect(page.get_by_role("status").get_by_text(prose("browser")["copied"])).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith(ADDRESS)
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1

    page.set_viewport_size(PHONE.options["viewport"])
    expect(picture).to_be_hidden()
    assert as_text.bounding_box()["height"] > 1000
