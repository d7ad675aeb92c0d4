"""The sandbox in a real browser: whole hands by taps, keys and touch, set-up, and bad addresses."""

import re
from collections.abc import Callable, Container, Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from matador.game import edit
from matador.game.moves import Action
from matador.game.notation import read_actions, read_position, read_tile
from matador.game.record import Timeline, timeline
from matador.teach import messages
from matador.teach.prose import prose
from tests.browser import play
from tests.browser.checks import (
    DESKTOP,
    in_nobodys_way,
    no_trouble,
    open_page,
    quiet_console,
    settle,
)
from tests.browser.sandbox import address, control, shows

TEXT = prose("sandbox")
STEPS = prose("moves")["parts"]["steps"]
RULES = prose("deals")["toolbar"]["rules"].partition("{")[0]
CODE = "6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica"
OPENING = timeline(read_position(CODE), read_actions("S66 L11 R12 R50 R25", read_position(CODE))[0])
MIXED = play.Hand("pagat~deal-3", "doubles-spinner~crosswise-always", stock=4)  # draws too
MOST_KEYS = 120  # presses of Tab and arrows: less than twice round the page
FOCUSED = """() => {
    let at = document.activeElement;
    while (at?.shadowRoot) at = at.shadowRoot.activeElement;
    return at?.dataset.key ?? "";
}"""


def says(page: Page, text: str) -> None:
    expect(page.locator(".board").get_by_role("status")).to_have_text(text)


def controls(action: Action) -> list[str]:
    """The controls that one uses for an action, one after the other."""
    return [f"tile {action.tile}", f"offer {action}"] if action.tile else [f"move {action}"]


def play_out(
    page: Page,
    base_url: str,
    whole: Timeline,
    use: Callable[[str], None],
    by_address: Container[int] = (),
) -> None:
    """Play a hand to its end, looking at the page after each action, and at what it says then.

    Some actions, named by their place, are not done on the board: the address does them.
    """
    moments = [timeline(whole.start, whole.actions[:at]) for at in range(len(whole.actions) + 1)]
    for at, action in enumerate(whole.actions):
        if at in by_address:
            continue
        if at - 1 in by_address:
            follow(page, moments[at])
        for key in controls(action):
            use(key)
        shows(page, base_url, moments[at + 1])
    expect(page.get_by_role("heading", name=TEXT["hand"]["over"])).to_be_visible()
    expect(page.get_by_test_id("stMain")).to_contain_text(play.payment(whole.position))
    no_trouble(page)


# --- whole hands ---


@pytest.fixture(scope="module")
def one_page(browser: Browser, base_url: str) -> Iterator[Page]:
    """One page for all hands: to open it anew for each would take longer than to play them."""
    page = browser.new_context(**DESKTOP.options, reduced_motion="reduce").new_page()
    yield open_page(page, base_url, "sandbox")
    page.context.close()


def follow(page: Page, line: Timeline) -> None:
    """Go to an address within the page, as Back and Forward do, and wait until it is there."""
    page.evaluate(
        "to => { history.pushState({}, '', to); dispatchEvent(new PopStateEvent('popstate')); }",
        f"/{address(line)}",
    )
    shows(page, page.evaluate("location.origin"), line)
    settle(page)


def tap_out(page: Page, base_url: str, hand: play.Hand, *, all_of_it: bool) -> None:
    """Play a hand by taps: all of it, or what its rules are about and the end."""
    whole = hand.line
    assert not hand.untold(whole), "the hand does not show what its rules are about"
    by_address = set() if all_of_it else hand.beside_the_point(whole)
    with quiet_console(page):
        if 0 not in by_address:
            follow(page, Timeline(whole.start))
        play_out(page, base_url, whole, lambda key: control(page, key).click(), by_address)


@pytest.mark.parametrize("hand", play.PRESETS, ids=lambda hand: hand.name)
def test_a_whole_hand_by_taps(one_page: Page, base_url: str, hand: play.Hand) -> None:
    tap_out(one_page, base_url, hand, all_of_it=True)


@pytest.mark.parametrize("hand", play.VARIATIONS, ids=lambda hand: hand.name)
def test_what_a_variation_is_about_by_taps(one_page: Page, base_url: str, hand: play.Hand) -> None:
    tap_out(one_page, base_url, hand, all_of_it=False)


def test_a_whole_hand_by_touch(phone: Page, base_url: str) -> None:
    open_page(phone, base_url, address(Timeline(MIXED.line.start)))
    play_out(phone, base_url, MIXED.line, lambda key: control(phone, key).tap())


def test_a_whole_hand_by_keys(page: Page, base_url: str) -> None:
    open_page(page, base_url, address(Timeline(MIXED.line.start)))

    def use(key: str) -> None:
        go_to(page, key)
        page.keyboard.press("Enter")

    play_out(page, base_url, MIXED.line, use)


def go_to(page: Page, key: str) -> None:
    """Move the focus to a control: Tab from group to group, arrows within the hand and the ends."""
    groups = ("", "tile", "end", "offer", "move")
    wanted = groups.index(key.partition(" ")[0])
    for _ in range(MOST_KEYS):
        now = page.evaluate(FOCUSED)
        if now == key:
            return
        group = groups.index(now.partition(" ")[0])
        inside = group == wanted != 4 or (group, wanted) == (2, 3)
        page.keyboard.press("ArrowRight" if inside else "Shift+Tab" if group > wanted else "Tab")
    pytest.fail(f"no key leads to {key}")


# --- to and fro ---


def test_undo_reload_back_and_a_copied_address(
    page: Page, base_url: str, new_context: Callable[..., BrowserContext]
) -> None:
    open_page(page, base_url, address(OPENING))
    for at in (4, 3):
        page.get_by_role("button", name=STEPS["undo"]).click()
        shows(page, base_url, OPENING.to(at))
    page.reload()
    shows(page, base_url, OPENING.to(3))
    page.get_by_role("button", name=STEPS["redo"]).click()
    shows(page, base_url, OPENING.to(4))
    page.go_back()
    shows(page, base_url, OPENING.to(3))
    page.go_forward()
    shows(page, base_url, OPENING.to(4))
    other = new_context().new_page()
    other.goto(page.url)
    shows(other, base_url, OPENING.to(4))


def test_back_takes_an_action_back(page: Page, base_url: str) -> None:
    before = timeline(OPENING.start, OPENING.actions[:4])
    open_page(page, base_url, address(before))
    for key in controls(OPENING.actions[4]):
        control(page, key).click()
    shows(page, base_url, OPENING)
    page.go_back()
    shows(page, base_url, before)
    for key in controls(OPENING.actions[4]):
        control(page, key).click()
    shows(page, base_url, OPENING)


# --- set-up, refusals ---


def set_up(page: Page) -> None:
    page.get_by_text(prose("setup")["switch"], exact=True).click()


def test_a_refusal_says_why_and_changes_nothing(page: Page, base_url: str) -> None:
    before = timeline(OPENING.start, OPENING.actions[:1])
    open_page(page, base_url, address(before))
    control(page, "tile 33").click()
    control(page, "end R").click(force=True)
    says(page, messages.refusal(before.position, read_tile("33"), "R"))
    control(page, "move p").click(force=True)
    says(page, messages.why(before.position, Action("p")))
    shows(page, base_url, before)


# --- bad addresses ---

HOSTILE = {
    "rubbish": {"p": "rubbish"},
    "script": {"p": "<script>document.body.id = 'bad'</script>"},
    "picture": {"p": "<img src=bad onerror=document.body.id='bad'>"},
    "markdown": {"p": "[bad](javascript:alert(1)) **bad** :red[bad] $bad$"},
    "path": {"p": "../../../etc/passwd"},
    "long": {"p": "6" * 5000},
    "dots": {"p": "." * 5000},
    "other digits": {"p": CODE.replace("6.", "٦.", 1)},
    "backwards": {"p": "\u202e" + CODE},
    "no such set": {"p": CODE.replace("6.", "7.", 1)},
    "no such preset": {"p": CODE.replace("britannica", "bad")},
    "no such value": {"p": f"{CODE}~draw-bad"},
    "no such field": {"p": f"{CODE}~bad-<b>bad"},
    "no such tile": {"p": CODE.replace("03", "0z")},
    "no such seat": {"p": CODE.replace(".A.", ".Z.")},
    "illegal action": {"p": CODE, "a": "S66.R33.L11"},
    "markup in actions": {"p": CODE, "a": "<b onclick=bad>bad</b>"},
    "long actions": {"p": CODE, "a": "S66." + "p." * 2500},
    "unreadable action": {"p": CODE, "a": "S66.\x00.%00"},
    "long step": {"p": CODE, "a": "S66.R99", "n": "9" * 5000},
}


@pytest.mark.parametrize("query", HOSTILE.values(), ids=HOSTILE)
def test_a_bad_address_gives_one_sentence_and_a_board_that_works(
    one_page: Page, base_url: str, query: dict[str, str]
) -> None:
    with quiet_console(one_page):
        open_page(one_page, base_url, "sandbox?" + urlencode(query))
        alert = one_page.get_by_test_id("stAlert")
        expect(alert).to_have_count(1)
        no_trouble(one_page)
        assert 10 < len(alert.inner_text()) <= 300
        assert one_page.evaluate("document.body.id") != "bad"
        no_markup = one_page.locator("b, strong, em, a, img, span").filter(has_text="bad")
        expect(no_markup).to_have_count(0)
        lying = one_page.locator(".board .stage .tile")
        before = lying.count()
        play_anything(one_page)
        expect(lying).to_have_count(before + 1)
        expect(alert).to_have_count(0)
        expect(one_page).to_have_url(re.compile("[?&]a="))


def play_anything(page: Page) -> None:
    fits = page.locator(".board .end.lit")
    for one in page.locator(".hands .pick").all():
        one.click()
        if fits.count():
            return fits.first.click()
    return pytest.fail("no tile fits")


def test_one_rule_after_the_other_is_changed_by_keys(page: Page, base_url: str) -> None:
    """Nothing folds in, and the keyboard stays where it is."""
    open_page(page, base_url, address(OPENING))
    page.get_by_role("button", name=RULES).press("Enter")
    rules = page.get_by_test_id("stPopoverBody").get_by_role("radio")
    rules.first.press("ArrowDown")
    for sort in (1, 2):
        expect(rules.nth(sort)).to_be_focused()
        expect(rules.nth(sort)).to_be_checked()
        settle(page)
        page.keyboard.press("ArrowDown")
    expect(rules.nth(3)).to_be_focused()


# --- how it looks ---


def test_nothing_in_the_way_of_any_reader(anywhere: Page, base_url: str) -> None:
    flawed = Timeline(edit.put(OPENING.position, read_tile("33"), "R", 3))
    open_page(anywhere, base_url, address(flawed))
    set_up(anywhere)
    control(anywhere, "tile 33").click()
    expect(control(anywhere, "tile 33")).to_have_attribute("aria-pressed", "true")
    in_nobodys_way(settle(anywhere))
    anywhere.get_by_role("button", name=RULES).click()
    expect(anywhere.get_by_text(prose("deals")["rules"]["change"])).to_be_visible()
    in_nobodys_way(settle(anywhere))
