"""The board alone in a real browser: every way to play a tile, and how it looks while one does."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, expect

from matador.ui.board import component
from tests.browser.checks import in_nobodys_way, no_sideways_scroll, open_page
from tests.browser.server import serve

DEMO = "tests/browser/board_demo/app.py"
FINGER = 44  # pixels

# Random lines for the layout: how many tiles, how many of them crosswise, where the branches are.
LAYOUTS = (Path(__file__).parent / "board_demo" / "layouts.js").read_text("utf-8")


@pytest.fixture(scope="module")
def demo() -> Iterator[str]:
    """The address of the page that holds nothing but a board."""
    with serve(DEMO) as url:
        yield url


def show(page: Page, demo: str, case: str) -> Page:
    return open_page(page, demo, f"?case={case}")


def tile(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def end(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Ends of the line").get_by_role("button", name=name)


def answered(page: Page, *answers: str) -> None:
    """Assert that Python got these answers and no other."""
    expect(page.get_by_text("Answers:")).to_have_text(
        f"Answers: {len(answers)} {' '.join(answers)}".strip()
    )


def says(page: Page, text: str) -> None:
    expect(page.get_by_role("status").filter(has_text=text)).to_be_visible()


# --- ways to play ---


def test_mouse(page: Page, demo: str) -> None:
    show(page, demo, "short")
    tile(page, "1-4").click()
    expect(tile(page, "1-4")).to_have_attribute("aria-pressed", "true")
    end(page, "Left end, 1 inwards, leaves 4").click()
    answered(page, "L14")
    says(page, "You played L14.")
    expect(tile(page, "1-4")).to_have_count(0)


def test_touch(phone: Page, demo: str) -> None:
    show(phone, demo, "short")
    tile(phone, "2-5, matador").tap()
    end(phone, "Right end, 5 inwards, leaves 2").tap()
    answered(phone, "R52")


def test_keys_alone_and_focus_stays_in_the_hand(page: Page, demo: str) -> None:
    show(page, demo, "short")
    tile(page, "0-3").focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(tile(page, "1-4")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(end(page, "Left end, 1 inwards, leaves 4")).to_be_focused()
    page.keyboard.press("Enter")
    answered(page, "L14")
    expect(tile(page, "2-5, matador")).to_be_focused()


def test_numbers_arrows_and_escape(page: Page, demo: str) -> None:
    show(page, demo, "short")
    tile(page, "0-3").focus()
    page.keyboard.press("4")
    expect(tile(page, "2-5, matador")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowUp")
    expect(end(page, "Left end, 2 inwards")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(end(page, "Left end, 5 inwards")).to_be_focused()
    page.keyboard.press("Escape")
    expect(tile(page, "2-5, matador")).to_be_focused()
    expect(tile(page, "2-5, matador")).to_have_attribute("aria-pressed", "false")
    says(page, "2-5, matador put down.")


def test_letters_typed_in_the_board_do_not_reach_the_page(page: Page, demo: str) -> None:
    show(page, demo, "short")
    page.evaluate("document.addEventListener('keydown', e => (window.heard ??= []).push(e.key))")
    tile(page, "0-3").focus()
    for key in ("r", "c", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("window.heard") is None


def test_drag(page: Page, demo: str) -> None:
    show(page, demo, "short")
    drag(page, tile(page, "1-4"), end(page, "Left end"))
    answered(page, "L14")


def test_a_tile_dragged_nowhere_goes_back(page: Page, demo: str) -> None:
    show(page, demo, "short")
    drag(page, tile(page, "1-4"), page.get_by_role("heading", name="Board"))
    expect(tile(page, "1-4")).to_have_attribute("aria-pressed", "false")
    answered(page)


def drag(page: Page, what: Locator, where: Locator) -> None:
    start, goal = box_of(what), box_of(where)
    page.mouse.move(start["x"] + 20, start["y"] + 40)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 20, steps=3)
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=5)
    page.mouse.up()


def test_a_doubled_click_plays_once(page: Page, demo: str) -> None:
    show(page, demo, "short")
    tile(page, "2-5, matador").click()
    end(page, "Right end, 5 inwards").evaluate("button => { button.click(); button.click(); }")
    answered(page, "R52")
    tile(page, "1-4").click()
    end(page, "Left end").dblclick(force=True)
    answered(page, "R52", "L14")


def test_the_lead_and_a_second_tap_plays_nothing(page: Page, demo: str) -> None:
    show(page, demo, "empty")
    tile(page, "5-6").click()
    tile(page, "5-6").click()
    says(page, "5-6 put down.")
    answered(page)
    tile(page, "5-6").click()
    end(page, "Lead 5-6").click()
    answered(page, "S56")


def test_crosswise_is_offered_beside_in_line(page: Page, demo: str) -> None:
    show(page, demo, "across")
    tile(page, "2-5, matador").click()
    end(page, "Right end, 2 inwards, crosswise, leaves 5").click()
    answered(page, "R25+")


def test_a_mirrored_line_keeps_its_names(page: Page, demo: str) -> None:
    show(page, demo, "flipped")
    left, right = end(page, "Left end, shows 6"), end(page, "Right end, shows 5")
    assert box_of(left)["x"] > box_of(right)["x"]
    expect(left).to_have_text("L6")
    tile(page, "1-4").click()
    end(page, "Left end, 1 inwards, leaves 4").click()
    answered(page, "L14")
    lies = box_of(page.locator(".stage .tile.last").last)
    assert lies["x"] > box_of(right)["x"]


def test_a_hand_above_the_line_and_one_that_nobody_knows_are_played(page: Page, demo: str) -> None:
    show(page, demo, "reach")
    tile(page, "0-3").focus()
    page.keyboard.press("3")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    answered(page, "L14")
    show(page, demo, "unknown")
    expect(page.locator(".possible .pick")).to_have_count(3)  # of 28 tiles, those that fit
    tile(page, "2-6").click()
    end(page, "Right end, 2 inwards, leaves 6").click()
    answered(page, "R26")


# --- what is refused ---


def test_an_end_that_does_not_take_the_tile_says_why(page: Page, demo: str) -> None:
    show(page, demo, "short")
    right = end(page, "Right end, shows 5")
    right.click(force=True)
    says(page, "Pick a tile first")
    tile(page, "1-4").click()
    expect(right).to_have_attribute("aria-disabled", "true")
    right.click(force=True)
    says(page, "1 + 5 makes 6 and 4 + 5 makes 9, not 7.")
    answered(page)


def test_a_tile_that_fits_nowhere_says_why(page: Page, demo: str) -> None:
    show(page, demo, "short")
    tile(page, "3-3").click()
    says(page, "3-3 fits nowhere: a 3 needs a 4.")


def test_other_moves(page: Page, demo: str) -> None:
    show(page, demo, "short")
    page.get_by_role("button", name="Pass").click(force=True)
    says(page, "Draw before you pass.")
    page.get_by_role("button", name="Draw a tile").click()
    answered(page, "d")


# --- set-up ---


def test_set_up_moves_tiles_anywhere(page: Page, demo: str) -> None:
    show(page, demo, "setup")
    tile(page, "3-5, problem: 0 and 3 do not make 7.").click()
    says(page, "0 and 3 do not make 7.")
    page.get_by_role("button", name="Stock").click()
    answered(page, "35 to stock inner None")
    tile(page, "1-2").click()
    end(page, "1-2 here, 2 inwards").first.click()
    answered(page, "35 to stock inner None", "12 to L inner 2")
    expect(tile(page, "1-2")).to_be_focused()


def test_set_up_by_dragging_into_a_hand(page: Page, demo: str) -> None:
    show(page, demo, "setup")
    drag(page, tile(page, "0-0, matador"), page.get_by_role("group", name="Hand of Robin"))
    answered(page, "00 to hand-B inner None")


def test_set_up_points_at_a_tile_once(page: Page, demo: str) -> None:
    page.set_viewport_size({"width": 390, "height": 500})
    show(page, demo, "pointed")
    expect(tile(page, "5-6")).to_be_focused()
    expect(tile(page, "5-6")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(tile(page, "5-6")).to_have_attribute("aria-pressed", "false")
    page.emulate_media(color_scheme="dark")  # draws it all again
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", "rgb(15, 26, 21)")
    expect(tile(page, "5-6")).to_have_attribute("aria-pressed", "false")
    page.emulate_media(color_scheme="light")


# --- what others than the sighted get ---


def test_the_line_and_the_position_are_there_in_words(page: Page, demo: str) -> None:
    show(page, demo, "short")
    line = page.get_by_role("list", name="Line of tiles").get_by_role("listitem")
    expect(line).to_have_text(["0-3", "1-2", "2-2, just played"])
    page.get_by_text("Position in words").click()
    expect(page.get_by_text("It is your turn.")).to_be_visible()
    expect(page.locator(".board")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("case", ["across", "four", "setup", "unknown"])
def test_nothing_in_the_way_of_any_reader(anywhere: Page, demo: str, case: str) -> None:
    show(anywhere, demo, case)
    tile(anywhere, "2-5, matador").click()
    in_nobodys_way(anywhere)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_motion_is_the_readers_choice(
    new_context: Callable[..., BrowserContext], demo: str, motion: str
) -> None:
    page = new_context(reduced_motion=motion).new_page()
    page.add_init_script(
        "const animate = Element.prototype.animate; window.moved = 0;"
        "Element.prototype.animate = function (...how) {"
        " window.moved += this.classList.contains('tile'); return animate.apply(this, how); };"
    )
    show(page, demo, "short")
    tile(page, "1-4").click()
    end(page, "Left end").click()
    answered(page, "L14")
    assert (page.evaluate("window.moved") > 0) == (motion != "reduce")


# --- how the line lies ---


@pytest.mark.parametrize("case", ["long", "longest", "spinner", "fork"])
def test_a_long_line_bends_and_its_ends_stay_a_finger_wide(
    page: Page, demo: str, case: str
) -> None:
    show(page, demo, case)
    for width in (1280, 768, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function(
            "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
        )
        no_sideways_scroll(page)
        felt = box_of(page.locator(".felt"))
        for button in page.locator(".end").all():
            box = box_of(button)
            assert min(box["width"], box["height"]) >= FINGER
            assert box["x"] >= felt["x"]
            assert box["x"] + box["width"] <= felt["x"] + felt["width"]
        tops = page.locator(".stage .tile").evaluate_all("all => all.map(t => t.style.top)")
        assert len(set(tops)) > 2


def box_of(thing: Locator) -> FloatRect:
    box = thing.bounding_box()
    assert box
    return box


def test_chips_for_both_ways_round_cover_no_other_control(phone: Page, demo: str) -> None:
    for case in ("short", "twelve-long", "across", "spinner", "long"):
        show(phone, demo, case)
        tile(phone, "2-5, matador").click()
        boxes = [box_of(button) for button in phone.locator(".end").all()]
        for i, a in enumerate(boxes):
            assert min(a["width"], a["height"]) >= FINGER
            for b in boxes[:i]:
                apart_x = abs(a["x"] - b["x"]) >= a["width"] - 1
                apart_y = abs(a["y"] - b["y"]) >= a["height"] - 1
                assert apart_x or apart_y, case


def test_no_two_tiles_ever_overlap(page: Page) -> None:
    layout = (Path(component.__file__).parent / "layout.js").read_text("utf-8")
    trouble = page.evaluate(f"() => {{ {layout}\n{LAYOUTS}\nreturn trouble(600); }}")
    assert trouble == []
