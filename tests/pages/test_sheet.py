"""The rule sheet's page, and that one page of paper holds the rules whatever they are."""

import random
import re
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from streamlit.testing.v1 import AppTest

from matador.game.rules import FIELDS, preset, read_rules
from matador.teach.content import install, load_presets
from matador.teach.prose import prose
from matador.teach.sheet import sheet
from matador.ui import sheets
from matador.ui.sheet_paper import (
    HEIGHT,
    MARGIN,
    WIDTH,
    Paper,
    broken,
    example_line,
    paper,
    paper_pdf,
    paper_svg,
    width_of,
)
from tests.pages.harness import assert_well, open_page, sent, trigger

install()

TEXT = prose("sheet")
PLAYERS = (None, *range(2, 9))
LEGIBLE = 9
"""Points: smaller letters are a trial at a table."""
SVG = "{http://www.w3.org/2000/svg}"


# --- paper --------------------------------------------------------------------------------------


@cache
def papers() -> dict[str, Paper]:
    """The pages of every preset for every number of players, and of rules at random."""
    chance, found = random.Random(3), {}
    for name, one in load_presets().items():
        found |= {f"{name} {players}": paper(sheet(one.rules, players)) for players in PLAYERS}
    for number in range(25):
        values = {name: str(chance.choice(list(FIELDS[name]))) for name in FIELDS}
        rules, players = preset("pagat").changed(**values), chance.choice(PLAYERS)
        found[f"random {number}"] = paper(sheet(rules, players))
    return found


def test_the_rules_fit_on_the_page_in_letters_that_can_be_read() -> None:
    for name, one in papers().items():
        assert one.bottom <= one.foot < HEIGHT - MARGIN, name
        assert one.size >= LEGIBLE, name


def test_no_line_leaves_the_page_and_all_letters_are_in_the_font() -> None:
    for name, one in papers().items():
        root = ElementTree.fromstring(paper_svg(one))
        for line in root.iter(f"{SVG}text"):
            words = "".join(line.itertext())
            assert words.isascii(), words
            if length := line.get("textLength"):
                start = float(line.get("x", 0))
                start -= float(length) if line.get("text-anchor") == "end" else 0
                assert start >= MARGIN - 0.1, (name, words)
                assert start + float(length) <= WIDTH - MARGIN + 0.1, (name, words)


def test_the_page_says_every_sentence() -> None:
    one = sheet(read_rules("szalone-10~draw-one"), 4)
    root = ElementTree.fromstring(paper_svg(paper(one)))
    shown = " ".join("".join(line.itertext()) for line in root.iter(f"{SVG}text"))
    assert all(rule.text in shown for rule in one.sentences)
    assert {one.title, one.subtitle} <= {part.text for part in root.iter(f"{SVG}text")}
    assert "decided at your table" in shown
    assert "decided at your table" not in paper_svg(paper(one, marked=False))


def test_the_file_for_printers_is_one_page_with_its_font_inside() -> None:
    data = paper_pdf(paper(sheet(read_rules("pagat~set-18"), 8)))
    assert data.startswith(b"%PDF-")
    assert b"/Count 1" in data
    assert b"/FontFile2" in data
    assert b"/BaseFont /Helvetica" not in data


def test_lines_are_as_long_as_the_room_and_a_sum_keeps_its_result() -> None:
    words = "For example, a blocked hand pays 19 + 12 + 15 + 23 - 8 = 61."
    for width in (60, 90, 150, 400):
        lines = broken(words, width, 10)
        assert " ".join(lines) == words
        assert any("8 = 61." in line for line in lines)
        assert all(width_of(line, 10) <= width or len(line.split()) < 4 for line in lines)


@pytest.mark.parametrize("size", ["6", "9", "12", "15", "18"])
def test_the_example_line_makes_the_target_with_ordinary_tiles(size: str) -> None:
    tiles = preset("pagat").changed(set=size).tiles
    row = example_line(tiles)
    sums = [left[1] + right[0] for left, right in pairwise(row)]
    assert sums == [tiles.target] * 2
    known = {(one.low, one.high) for one in set(tiles.tiles) - tiles.matadors}
    assert {tuple(sorted(one)) for one in row} <= known


# --- a teacher's print --------------------------------------------------------------------------


def test_questions_and_answers_are_two_pages_of_plain_text() -> None:
    items = [
        sheets.Item("What <b>goes</b> here?", "<svg/>", ("1-6", "2 & 5")),
        sheets.Item("Why?", lines=2),
    ]
    page = sheets.pages_html("Lesson 3", items, ["1-6", "It makes < 7"], note="For Ann")
    asked, answers = page.split('<section class="answers">')
    assert "What &lt;b&gt;goes&lt;/b&gt; here?" in asked
    assert "<li>2 &amp; 5</li>" in asked
    assert asked.count("data:image/svg+xml;base64,") == 1
    assert asked.count('class="line"') == 2
    assert "For Ann" in asked
    assert "It makes &lt; 7" in answers
    assert "1-6" not in sheets.pages_html("Lesson 3", items[1:], [])
    assert "answers" not in sheets.pages_html("Lesson 3", items, [])


# --- the page -----------------------------------------------------------------------------------


def opened(**query: str) -> AppTest:
    return assert_well(open_page("sheet", **query))


def told(at: AppTest) -> str:
    """The sheet as it is read on a phone."""
    return next(one.proto.body for one in at.get("html") if "matador-sheet" in one.proto.body)


def address(at: AppTest) -> dict[str, str]:
    asked = at.query_params.items()
    return {name: value if isinstance(value, str) else value[0] for name, value in asked}


def test_a_first_visit_finds_a_sheet_and_all_that_can_be_done_with_it() -> None:
    at = opened()
    assert "<strong>Pagat</strong>" in told(at)
    assert not at.error
    assert address(at) == {}
    labels = [button["label"] for button in sent(at, "sheet_buttons")["buttons"]]
    assert labels == [TEXT["take"]["print"], TEXT["take"]["link"]]
    files = [one.proto.label for one in at.get("download_button")]
    assert files == [TEXT["take"][kind] for kind in ("pdf", "svg", "text")]
    doors = {one.proto.page: one.proto.query_string for one in at.get("page_link")}
    assert doors["play"].startswith("r=pagat")
    assert "rules=pagat" in doors["scores"]
    assert doors["sandbox"].endswith("pagat")


def test_house_rules_come_by_address_and_choices_go_into_it() -> None:
    at = opened(r="britannica~reserve-0~draw-one", players="3")
    assert "House rules, closest to" in told(at)
    assert "Each of the 3 players" in told(at)
    assert "(our table)" in told(at)
    assert address(at) == {"r": "britannica~draw-one~reserve-0", "players": "3"}
    at = assert_well(at.selectbox(key="sheet_rules").set_value("kardinal").run())
    at = assert_well(at.toggle(key="sheet_marked").set_value(False).run())
    assert "<strong>Kardinaldomino</strong>" in told(at)
    assert "<small>" not in told(at)
    assert address(at) == {"r": "kardinal", "players": "3", "marks": "0"}


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ({"r": "nobody"}, "there is no preset 'nobody'"),
        ({"r": "pagat~draw-<b>"}, "draw can't be"),
        ({"r": "kardinal", "players": "17"}, TEXT["trouble"]["players"]),
    ],
)
def test_a_bad_address_is_one_sentence_and_the_default(query: dict[str, str], why: str) -> None:
    at = opened(**query)
    assert why in at.error[0].value
    assert "<b>" not in at.error[0].value
    assert re.search("<strong>(Pagat|Kardinaldomino)</strong>", told(at))
    at = assert_well(at.selectbox(key="sheet_rules").set_value("wikipedia").run())
    assert not at.error
    assert address(at) == {"r": "wikipedia"}


def test_rules_that_cannot_be_dealt_are_not_offered_for_play() -> None:
    at = opened(r="pagat", players="8")
    assert "not enough tiles" in told(at)
    assert {one.proto.page for one in at.get("page_link")} == {"agree", "compare"}


def test_our_tables_rules_come_first_as_soon_as_the_browser_tells_them() -> None:
    kept = "britannica~draw-one"
    at = trigger(opened(), "ours-keeper", "stored", f"1700000000~3~{kept}")
    assert "House rules, closest to Britannica" in told(assert_well(at))
    assert address(at) == {"r": kept}  # for whoever follows the link
    at = assert_well(at.selectbox(key="sheet_rules").set_value("pagat").run())
    assert address(at) == {"r": "pagat"}
