"""Ways into the sandbox in a real browser: set-up by taps, the paste box, a real game."""

from playwright.sync_api import Locator, Page, expect

from matador.game import edit
from matador.game.errors import UnreadableError
from matador.game.notation import read_actions, read_position, read_tile
from matador.game.record import Timeline, timeline
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui import links
from tests.browser.checks import in_nobodys_way, no_sideways_scroll, open_page, settle
from tests.browser.sandbox import address, control, shows
from tests.game.test_paste import FAULTS, TABLE

SETUP, PASTE, DEALS = prose("setup"), prose("paste"), prose("deals")
CODE = "6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica"
START = read_position(CODE)
OPENING = timeline(START, read_actions("S66 L11", START)[0])


def says(page: Page, text: str) -> None:
    expect(page.locator(".board").get_by_role("status")).to_contain_text(text)


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def test_a_flaw_made_by_taps_leads_to_its_tile(page: Page, base_url: str) -> None:
    """A wrong neighbour is listed; its button picks the tile up, the box takes it, play goes on."""
    flawed = edit.put(OPENING.position, read_tile("33"), "R", 3)
    open_page(page, base_url, address(OPENING))
    page.get_by_text(SETUP["switch"], exact=True).click()
    control(page, "tile 33").click()
    control(page, "offer R 3").click()
    shows(page, base_url, Timeline(flawed))
    flaws = page.locator(".st-key-setup_flaws")
    expect(flaws).to_contain_text(messages.flaw_sentence(flawed.flaws[0]))
    button(page, SETUP["flaws"]["show"].format(tile="3-3")).click()
    expect(control(page, "tile 33")).to_have_attribute("aria-pressed", "true")
    control(page, "put box").click()
    mended = Timeline(edit.put(flawed, read_tile("33"), edit.BOX))
    shows(page, base_url, mended)
    expect(flaws).to_contain_text(SETUP["flaws"]["sound"])
    page.get_by_text(SETUP["switch"], exact=True).click()
    control(page, "tile 12").click()
    control(page, "offer R12").click()
    shows(page, base_url, mended.play(read_actions("R12", mended.position)[0][0]))


def test_what_is_pasted_stays_until_it_is_right(page: Page, base_url: str) -> None:
    """The error is told where one types; the corrected text opens, and the box is empty."""
    open_page(page, base_url, address(OPENING))
    page.get_by_role("radio", name=prose("sandbox")["panels"]["paste"]).click()
    box = page.get_by_role("textbox", name=PASTE["label"])
    box.fill("R12, <b>R99</b>")
    button(page, PASTE["go"]).click()
    alert = page.get_by_test_id("stAlert")
    expect(alert).to_contain_text("line 1, word 2")
    expect(alert.locator("b")).to_have_count(0)
    expect(box).to_have_value("R12, <b>R99</b>")
    shows(page, base_url, OPENING)
    box.fill("１．Ｒ１２\n2. R50")  # noqa: RUF001
    button(page, PASTE["go"]).click()
    actions = read_actions("S66 L11 R12 R50", START)[0]
    shows(page, base_url, timeline(START, actions))
    expect(box).to_have_value("")
    expect(alert).to_have_count(0)


def test_every_fault_of_what_is_pasted_is_told_and_changes_nothing(
    page: Page, base_url: str
) -> None:
    """The same that the reader knows, as a visitor meets them; and a file that is no text."""
    open_page(page, base_url, address(Timeline(TABLE)))
    page.get_by_role("radio", name=prose("sandbox")["panels"]["paste"]).click()
    box = page.get_by_role("textbox", name=PASTE["label"])
    alert = page.get_by_test_id("stAlert")
    for text, told in FAULTS.items():
        box.fill(text)
        button(page, PASTE["go"]).click()
        expect(alert).to_contain_text(links.plain(UnreadableError(told)))
        expect(box).to_have_value(text)
    page.locator('input[type="file"]').set_input_files(
        {"name": "hand.txt", "mimeType": "text/plain", "buffer": b"S66 \xff"}
    )
    button(page, PASTE["go"]).click()
    expect(alert).to_contain_text(PASTE["not_text"].format(at=5))
    shows(page, base_url, Timeline(TABLE))


def test_a_real_game_on_a_phone(phone: Page, base_url: str) -> None:
    """My tiles by taps, what another played by its tile, the tile that I drew by a tap."""
    start = read_position("6.-.0433455666-~5.~18.A.0-0.pagat~deal-5~draw-one~reserve-0")
    open_page(phone, base_url, address(Timeline(edit.cleared(start))))
    phone.get_by_role("button", name=DEALS["toolbar"]["deal"]).tap()
    phone.get_by_text(DEALS["follow"]["heading"]).tap()
    phone.get_by_label(DEALS["follow"]["tiles"], exact=True).fill("5|6 6–6, 04")
    for tile in ("3-3", "4-5"):
        phone.get_by_test_id("stButtonGroup").get_by_text(tile, exact=True).tap()
    in_nobodys_way(settle(phone))
    button(phone, DEALS["follow"]["go"]).tap()
    shows(phone, base_url, Timeline(start))
    for key in ("tile 66", "offer S66"):
        control(phone, key).tap()
    field = phone.get_by_label(DEALS["entry"]["others"].format(seat="B"), exact=True)
    field.fill("1-5")
    field.press("Enter")
    phone.get_by_role("button", name="The right end: 1 inwards").tap()
    drawn = phone.get_by_test_id("stButtonGroup").get_by_text("0-1", exact=True)
    expect(drawn).to_be_visible()
    no_sideways_scroll(settle(phone))
    drawn.tap()
    says(phone, messages.words()["told"]["draw_named"].format(seat="A", tile="0-1"))
