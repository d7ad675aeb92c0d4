"""The score pad in a real browser: a match by thumb on a phone, and one by keyboard."""

from playwright.sync_api import Locator, Page, expect

from matador.teach.prose import prose
from tests.browser.checks import in_nobodys_way, open_page

WORDS = prose("scores")
ENTRY, SHEET, DOUBTS = WORDS["entry"], WORDS["sheet"], WORDS["doubts"]


def went_out(page: Page, name: str) -> Locator:
    return page.get_by_role("radio", name=ENTRY["out"].format(name=name))


def pips(page: Page, name: str) -> Locator:
    return page.get_by_label(ENTRY["pips"].format(name=name))


def button(page: Page, key: str, **slots: object) -> Locator:
    return page.get_by_role("button", name=ENTRY[key].format(**slots), exact=True)


def totals(page: Page) -> Locator:
    return page.get_by_role("table").locator("tfoot td b")


def test_a_match_by_thumb(phone: Page, base_url: str) -> None:
    open_page(phone, base_url, "scores?players=2&A=Ann&B=%3Ci%3EBo&to=30")
    went_out(phone, "Ann").tap()
    field = pips(phone, "<i>Bo")
    expect(field).to_be_focused()  # so that the keyboard is there
    expect(field).to_have_attribute("inputmode", "numeric")
    field.press_sequentially("12")
    expect(phone.get_by_text("12 points for Ann")).to_be_visible()
    button(phone, "add").tap()
    expect(totals(phone)).to_have_text(["12", "0"])

    phone.get_by_role("radio", name=ENTRY["blocked"]).tap()
    for name, tiles in {"Ann": ["0-1"], "<i>Bo": ["5-5", "5-6"]}.items():
        button(phone, "tiles_of", name=name).tap()
        for tile in tiles:
            phone.get_by_role("button", name=f"{tile},").last.tap()
    expect(phone.get_by_role("button", name=ENTRY["taken"].format(tile="5-5"))).to_be_disabled()
    expect(pips(phone, "<i>Bo")).to_have_value("21")
    in_nobodys_way(phone)
    button(phone, "add").tap()
    expect(phone.get_by_text("The match goes to Ann")).to_be_visible()
    expect(totals(phone)).to_have_text(["32", "0"])
    phone.wait_for_url("**hands=A--12.x-~01-~5556")


def test_a_match_by_keyboard(page: Page, base_url: str) -> None:
    open_page(page, base_url, "scores?players=3&to=50&hands=x-5-5-5")
    keys = page.keyboard
    expect(totals(page)).to_have_text(["0", "0", "0"])  # what the link holds is there
    went_out(page, "Player A").focus()
    for key in ["Space", "Tab", "Tab", "Tab", "1", "2", "Enter", "8", "Enter"]:
        keys.press(key)
    expect(button(page, "add")).to_be_focused()
    keys.press("Enter")
    expect(totals(page)).to_have_text(["20", "0", "0"])

    expect(went_out(page, "Player A")).to_be_focused()  # ready for the next hand
    keys.press("ArrowRight")
    expect(went_out(page, "Player B")).to_be_checked()
    for name, typed in {"Player A": "30", "Player B": "4", "Player C": "6"}.items():
        pips(page, name).focus()
        keys.type(typed)
    wrong = DOUBTS["out-holds"].format(names="Player B", pips=4)
    expect(page.get_by_text(wrong)).to_be_visible()
    in_nobodys_way(page)
    pips(page, "Player B").fill("")
    button(page, "add").press("Enter")
    expect(totals(page)).to_have_text(["20", "36", "0"])

    page.get_by_role("button", name=SHEET["correct"].format(number=3)).press("Enter")
    expect(page.get_by_role("heading", name=ENTRY["correct"].format(number=3))).to_be_focused()
    pips(page, "Player A").fill("50")
    pips(page, "Player A").press("Enter")
    expect(pips(page, "Player C")).to_be_focused()
    button(page, "save").press("Enter")
    expect(page.get_by_text("The match goes to Player B")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.get_by_role("table")).to_be_visible()
    expect(page.get_by_role("button", name=ENTRY["new"]).first).to_be_hidden()
    page.emulate_media(media="screen")
    page.get_by_role("button", name=WORDS["toolbar"]["undo"]).press("Enter")
    expect(totals(page)).to_have_text(["20", "36", "0"])
