"""Our table's rules in a real browser: the interview by keys alone, and where the rules lead."""

from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Page, expect

from matador.game.rules import Rules, write_rules
from matador.teach import interview
from matador.teach import interview_words as words
from matador.teach.content import install
from matador.teach.interview import PLAYERS, UNKNOWN, Interview
from matador.teach.prose import prose
from matador.ui import agree_address
from matador.ui.agree_address import SHEET, Place
from matador.ui.sandbox import title
from tests.browser.checks import in_nobodys_way, no_trouble, open_page, settle

install()

TEXT = prose("agree")
SAID = {PLAYERS: "4", "deal": "7", "draw": "until", "blocked_pay": "all-hands", "partners": "pairs"}
"""What this table knows; of the rest it knows nothing."""


def place(page: Page) -> Place:
    return agree_address.read(dict(parse_qsl(urlsplit(page.url).query))).place


def key(one: Interview, name: str) -> str:
    """The key that gives this table's answer."""
    if name not in SAID:
        return "0"
    offered = [option.value for option in interview.options(one, name)]
    return SAID[name] if name == PLAYERS else str(offered.index(SAID[name]) + 1)


def test_the_interview_by_keys_alone(phone: Page, base_url: str) -> None:
    """From the first question to the agreement, over a contradiction; a reload finds the same."""
    open_page(phone, base_url, "agree")
    one = Interview()
    while name := interview.following(one):
        heading = phone.get_by_role("heading", name=words.question(name), exact=True)
        expect(heading).to_be_focused() if one.given else expect(heading).to_be_visible()
        expect(heading).to_be_in_viewport()
        expect(phone.locator(f".st-key-agree_{name}_unknown")).to_be_visible()  # its answers, too
        phone.keyboard.press(key(one, name))
        one = one.answered(name, SAID.get(name, UNKNOWN))
        if name == "draw":
            expect(phone.locator(".st-key-agree-clash")).to_be_focused()
            in_nobodys_way(settle(phone))
            phone.keyboard.press("Tab")
            expect(phone.get_by_role("button", name=TEXT["clash"]["keep"])).to_be_focused()
            phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", level=1)).to_be_focused()
    assert place(phone) == Place(one, SHEET)
    in_nobodys_way(settle(phone))
    phone.reload()
    expect(phone.get_by_text(TEXT["agreed"]["kept"])).to_be_visible()  # the browser kept it, too
    assert place(phone) == Place(one, SHEET)


def test_the_rules_go_wherever_they_are_taken(page: Page, base_url: str) -> None:
    """Link, reload, play, score pad, sandbox: the same rule set is named and stays."""
    one = Interview()
    for name, value in {**SAID, PLAYERS: "2"}.items():
        one = one.answered(name, value)
    query = "&".join(f"{k}={v}" for k, v in agree_address.write(Place(one, SHEET)).items())
    rules = interview.rules(one)
    for door in ("play", "scores", "sandbox"):
        open_page(page, base_url, f"agree?{query}")
        page.get_by_role("button", name=TEXT["agreed"][door]).click()
        page.wait_for_url(f"**/{door}?*")
        shows(page, rules)
        page.reload()
        shows(page, rules)
    no_trouble(page)


def shows(page: Page, rules: Rules) -> None:
    """The rule set is named on the page, and the address holds it."""
    chosen = page.get_by_role("combobox", name=prose("play")["start"]["rules"], exact=True)
    button = page.get_by_role("button", name=title(rules))
    expect(chosen.or_(button).first).to_be_visible()
    if chosen.count():
        expect(chosen).to_have_value(title(rules))
    assert write_rules(rules) in page.url
