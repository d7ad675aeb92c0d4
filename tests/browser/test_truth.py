"""What choices are worth, in a real browser: asked for on the page, played from the panel."""

from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

from matador.analysis.solve import solve
from matador.game.moves import Action
from matador.game.notation import read_position
from matador.game.record import Timeline
from matador.teach.prose import prose
from matador.ui import links, truth
from tests.browser.checks import in_nobodys_way, open_page, settle

TEXT = prose("truth")
TAB = prose("sandbox")["panels"]["worth"]
KNOWN = "6.116612.0304253544-0524263346.1314152255.A.0-0.britannica"
ENDLESS = (
    "9.-.02030715182224487778-05060811193645568899-00121723293537496668-04131416262833385557."
    "012509586946474434893967275979.B.0-0-0-0.szalone-10"
)
"""Four hands of ten tiles, which nothing settles within the time of a test."""
PATIENCE = 120_000  # milliseconds: on a fresh machine the core is compiled first


def opened(page: Page, base_url: str, code: str) -> Locator:
    """Open the panel of a position; nothing stands in it before."""
    line = Timeline(read_position(code))
    open_page(page, base_url, "sandbox?" + urlencode(links.table(line)))
    expect(page.get_by_text(TEXT["choice"])).to_have_count(0)
    page.get_by_role("radio", name=TAB, exact=True).click()
    return page.locator(".st-key-opened").filter(has=page.locator(".st-key-truth_heading"))


def answered(page: Page, base_url: str, code: str) -> Locator:
    """Open the panel of a position and wait until what it says stands."""
    found = opened(page, base_url, code)
    expect(found.get_by_text(TEXT["line"])).to_be_visible(timeout=PATIENCE)
    settle(page)
    return found


def test_known_hands_are_solved_and_the_best_choice_can_be_played(
    page: Page, base_url: str
) -> None:
    position = read_position(KNOWN)
    rows = truth.solved(solve(position), position)
    found = answered(page, base_url, KNOWN)
    expect(found).to_contain_text(TEXT["exact"])
    for row in rows:
        expect(found).to_contain_text(f"{row.worth} \N{NO-BREAK SPACE} {row.verdict}")
    expect(found.get_by_role("listitem")).to_have_count(1)
    in_nobodys_way(settle(page))
    name = truth.choice_name(position, rows[0].action)
    found.get_by_role("button", name=name, exact=True).press("Enter")
    after = links.table(Timeline(position).play(rows[0].action))
    expect(page).to_have_url(f"{base_url}/sandbox?{urlencode(after)}")
    expect(found.get_by_text(TEXT["points"].format(party="Player B"))).to_be_visible()


def test_the_keyboard_stays_in_the_panel(page: Page, base_url: str) -> None:
    """On the row that was pressed; where there is no such row any more, on the heading."""
    found = answered(page, base_url, KNOWN)
    rows = page.locator("[class*=st-key-truth_row_] button")
    heading = found.get_by_role("heading", name=TEXT["heading"])
    before = rows.count()
    assert before > 1
    rows.first.press("Enter")
    expect(found.get_by_text(TEXT["points"].format(party="Player B"))).to_be_visible()
    expect(rows.first).to_be_focused()
    while not heading.evaluate("heading => heading.matches(':focus')"):
        settle(page)
        last, before_it = rows.count() - 1, page.url
        rows.nth(last).press("Enter")
        page.wait_for_url(lambda url, old=before_it: url != old)
        settle(page)
        stays = rows.nth(last) if rows.count() > last else heading
        expect(stays).to_be_focused()


def test_a_double_click_plays_one_choice_and_the_next_click_another(
    page: Page, base_url: str
) -> None:
    """The browser tells with every press which screen it shows; nobody sees how."""
    answered(page, base_url, KNOWN)
    first = page.locator(".st-key-truth_row_0 button")
    for played in (1, 2):
        before = page.url
        first.dblclick()
        page.wait_for_url(lambda url, before=before: url != before)
        settle(page)
        expect(page.locator(".movelist .step")).to_have_count(played + 1)
    field = page.get_by_label("truth", exact=True)
    expect(field).to_have_count(1)
    expect(field).to_be_hidden()


def test_the_board_plays_while_the_work_goes_on_and_stop_ends_it(page: Page, base_url: str) -> None:
    position = read_position(ENDLESS)
    found = opened(page, base_url, ENDLESS)
    stop = found.get_by_role("button", name=TEXT["stop"])
    expect(stop).to_be_visible(timeout=PATIENCE)
    for key in ("tile 99", "offer S99"):
        page.locator(f'.board [data-key="{key}"]').click()
    after = links.table(Timeline(position).play(Action("S", 9, 9)))
    expect(page).to_have_url(f"{base_url}/sandbox?{urlencode(after)}")
    stop.click()
    expect(
        found.get_by_role("button", name=TEXT["more"].format(seconds=truth.MORE))
    ).to_be_visible()
    expect(stop).to_have_count(0)
