"""The learning pages without a browser: what they show is what the engine says."""

import subprocess
import sys
from math import comb
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from matador.analysis import odds
from matador.game.tiles import HALVES, SIZES, Tile, tile_set
from matador.teach.questions import Question, lesson_rules
from matador.ui import charts
from matador.ui.drill import Drill, asked
from tests.pages.harness import APP, assert_well, open_page, sent, trigger, words

SIX = tile_set(6)
HOSTILE = [
    *("", "-1", "7", "99999999999", "1e3", "٣", "0x1", "two words", "None", "nan", "1.5"),
    *("<b>bold</b>", "<script>alert(1)</script>", "[link](javascript:alert(1))", "$\\frac12$"),
    *("../../etc/passwd", "'; drop table tiles; --", "%00", "\x00", "🁣", "a" * 5000),
]


# --- home ---------------------------------------------------------------------------------------


def test_home_answers_a_tap() -> None:
    at = _play(open_page(), "home-board", "L15")
    assert sent(at, "home-board")["message"] == {
        "text": "6 + 1 makes 7: 1-5 fits. The left end now shows 5.",
        "tone": "good",
    }
    assert "1 of 5" in words(at)


def test_home_says_why_a_tile_does_not_go() -> None:
    at = open_page()
    assert sent(at, "home-board")["refusals"]["26"]["*"] == "6 + 6 makes 12, not 7."
    before = sent(at, "home-board")
    at = _play(at, "home-board", "L26")
    after = sent(at, "home-board")
    assert (after["rev"], after["line"]) == (before["rev"], before["line"])
    assert after["message"]["tone"] == "bad"


def test_all_five_tiles_of_home_can_go_down() -> None:
    at = open_page()
    for action in ("L15", "L26", "L11", "R13", "L64"):
        at = _play(at, "home-board", action)
    assert "All 5 are down" in words(at)


def test_home_says_when_nothing_fits_and_goes_back() -> None:
    at = open_page()
    at = _play(at, "home-board", "L13")
    at = assert_well(at.button(key="home_undo").click().run())
    assert len(sent(at, "home-board")["line"]["row"]) == 1
    for action in ("L11", "L64", "R13"):
        at = _play(at, "home-board", action)
    assert "Nothing in hand fits" in words(at)
    at = assert_well(at.button(key="home_again").click().run())
    assert len(sent(at, "home-board")["hands"][0]["tiles"]) == 5


def test_a_stale_tap_plays_nothing() -> None:
    at = _play(open_page(), "home-board", "L15", rev=0)
    at = _play(at, "home-board", "R13", rev=0)
    assert len(sent(at, "home-board")["line"]["row"]) == 2


def test_home_paints_without_altair() -> None:
    script = (
        "import sys\nfrom tests.pages.harness import assert_well, open_page\n"
        "assert_well(open_page())\nassert 'matador.ui.charts' not in sys.modules"
    )
    root = Path(APP).parent
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


# --- the seven rule -----------------------------------------------------------------------------


@pytest.mark.parametrize("end", range(7))
def test_every_end_shows_how_many_tiles_answer(end: int) -> None:
    said = words(assert_well(open_page("seven", end=str(end))))
    assert f"{len(SIX.answers(end))} " in said
    named = "Only the 4 matadors" if end == 0 else "10 of the 28 tiles"
    assert named in said


@pytest.mark.parametrize(("highest", "target"), [("6", "7"), ("9", "10"), ("12", "13")])
def test_larger_sets_have_their_own_target(highest: str, target: str) -> None:
    at = assert_well(open_page("seven", set=highest, end=highest))
    assert f"**{highest}** wants **1**: {highest} + 1 = {target}." in words(at)
    assert sent(at, "pair-board")["ends"][0]["shows"] == highest


def test_the_pair_in_the_address_is_on_the_board() -> None:
    at = assert_well(open_page("seven", left="0", right="0"))
    board = sent(at, "pair-board")
    assert [end["shows"] for end in board["ends"]] == ["0", "0"]
    held = {tile["id"] for tile in board["hands"][0]["tiles"]}
    assert held == {"16", "25", "34"}  # 0-0 lies on the table
    assert "0 and 0: 4 of 28 fit." in words(at)


def test_playing_on_the_pair_moves_the_controls_and_the_count() -> None:
    at = _play(open_page("seven", left="6", right="6"), "pair-board", "R10")
    assert at.selectbox(key="right").value == 0
    assert "6 and 0: 10 of 28 fit." in words(at)
    at = assert_well(at.selectbox(key="left").set_value(0).run())
    assert [end["shows"] for end in sent(at, "pair-board")["ends"]] == ["0", "0"]


def test_another_set_takes_no_half_from_a_larger_one() -> None:
    at = assert_well(open_page("seven", set="12", end="11", left="12", right="10"))
    at = assert_well(_choose(at, "set", "6"))
    assert [end["shows"] for end in sent(at, "pair-board")["ends"]] == ["6", "1"]
    assert not at.warning
    assert not dict(at.query_params)


@pytest.mark.parametrize("highest", SIZES)
def test_a_phone_shows_of_a_large_set_the_answers_alone(highest: int) -> None:
    at = assert_well(open_page("seven", set=str(highest)))
    answers = tile_set(highest).answers(highest)
    alone = f"![The {len(answers)} of {len(tile_set(highest).tiles)} tiles that go"
    assert (alone in words(at)) is (highest > 9)


@pytest.mark.parametrize("highest", SIZES)
def test_the_heat_map_has_numbers_or_a_legend(highest: int) -> None:
    whole = charts.heat_map(highest, 0, 0).to_dict()
    marks = [layer["mark"]["type"] for layer in whole["layer"]]
    legend = whole["layer"][0]["encoding"]["color"]["legend"]
    assert ("text" in marks) is (highest <= 12)
    assert (legend is None) is (highest <= 12)


# --- matadors and blanks ------------------------------------------------------------------------


def test_closing_and_opening_an_end() -> None:
    at = open_page("matadors")
    assert "Close an end" in words(at)
    at = _play(at, "matadors-board", "R50")
    assert "10 of the 28 tiles answered the 2; only the 4 matadors" in words(at)
    ways = {place["action"] for place in sent(at, "matadors-board")["places"]["25"]}
    assert {"R25", "R52"} <= ways
    at = _play(at, "matadors-board", "R52")
    assert "Open again" in words(at)


@pytest.mark.parametrize("highest", SIZES)
def test_the_board_is_made_from_the_set(highest: int) -> None:
    at = assert_well(open_page("matadors", set=str(highest)))
    target, wild = highest + 1, tile_set(highest).matadors
    hand = [tuple(one["halves"]) for one in sent(at, "matadors-board")["hands"][0]["tiles"]]
    assert hand == [(0, target - 2), (1, target - 1), (2, target - 2), (4, 4)]
    assert set(hand[1:3]) <= wild
    assert set(sent(at, "matadors-board")["refusals"]["44"]) == {"L", "R", "*"}
    assert f"The {len(wild)} keys" in words(at)
    at = _play(at, "matadors-board", f"R{HALVES[target - 2]}0")
    assert f"only the {len(wild)} matadors answer a blank" in words(at)


def test_another_set_begins_the_board_and_the_sliders_anew() -> None:
    at = assert_well(open_page("matadors", set="18", size="30", theirs="28", mine="25"))
    at = assert_well(_choose(at, "held", 10))
    at = _play(at, "matadors-board", "R0h", rev=0)
    for chosen, closer in (("6", "05"), ("9", "08"), ("15", "0e"), ("6", "05")):
        at = assert_well(_choose(at, "set", chosen))
        assert sent(at, "matadors-board")["hands"][0]["tiles"][0]["id"] == closer
        assert len(sent(at, "matadors-board")["line"]["row"]) == 1
        assert at.slider(key="size").value == 7
        assert not at.warning


def test_a_hand_of_a_large_set_is_only_counted() -> None:
    for highest in SIZES:
        at = assert_well(open_page("matadors", set=str(highest)))
        groups = {shown.key for shown in at.get("button_group")}
        assert (f"mine-tiles-{highest}" in groups) is (highest <= 9)
        assert ("just count your matadors" in words(at)) is (highest > 9)


@pytest.mark.parametrize("highest", SIZES)
def test_chances_of_every_set_are_those_that_were_counted(highest: int) -> None:
    tiles = tile_set(highest)
    largest = min(len(tiles.tiles) // 2, 30)
    at = assert_well(open_page("matadors", set=str(highest), size=str(largest)))
    assert not at.warning
    found = odds.chances(odds.unseen(tiles), largest)
    assert [metric.value for metric in at.metric[:3]] == list(map(odds.percent, found))
    assert f"{odds.written(comb(len(tiles.tiles), largest))} of them" in words(at)
    beyond = assert_well(open_page("matadors", set=str(highest), size=str(largest + 1)))
    assert beyond.slider(key="size").value == 7
    assert len(beyond.warning) == 1


def test_a_number_of_hands_is_written_to_be_read() -> None:
    assert odds.written(comb(28, 7)) == "1,184,040"
    assert odds.written(comb(91, 30)) == "1.0 × 10²⁴"


@pytest.mark.parametrize("size", [1, 5, 6, 7, 14])
def test_chances_by_hand_size_are_those_that_were_counted(size: int) -> None:
    at = assert_well(open_page("matadors", size=str(size)))
    found = odds.chances(odds.unseen(SIX), size)
    assert [metric.value for metric in at.metric[:3]] == list(map(odds.percent, found))


def test_the_printed_table_of_chances() -> None:
    at = assert_well(open_page("matadors"))
    shown = at.table[0].value
    assert list(shown.loc["5"]) == ["43.2%", "17.9%", "13.5%"]
    assert list(shown.loc["6"]) == ["35.7%", "21.4%", "19.1%"]
    assert list(shown.loc["7"]) == ["29.2%", "25.0%", "25.3%"]


@pytest.mark.parametrize(
    ("size", "printed"),
    [
        (5, ["34.6%", "46.1%", "60.5%", "78.3%", "100%"]),
        (7, ["16.7%", "27.4%", "43.3%", "66.7%", "100%"]),
    ],
)
def test_the_opponent_given_your_own_hand(size: int, printed: list[str]) -> None:
    at = open_page("matadors", mine=str(size), theirs=str(size))
    at = assert_well(_choose(at, "way", "Count my matadors"))
    assert list(at.table[1].value.iloc[:, 0]) == printed
    at = assert_well(_choose(at, "held", 4))
    assert at.metric[3].value == "100%"


def test_the_tiles_picked_are_taken_from_what_is_unseen() -> None:
    at = open_page("matadors", theirs="7")
    at = assert_well(_choose(at, "mine-tiles-6", ["0-0", "1-6", "6-6"]))
    left = odds.unseen(SIX, [Tile(0, 0), Tile(1, 6), Tile(6, 6)])
    found = odds.chances(left, 7)
    assert [metric.value for metric in at.metric[3:]] == list(map(odds.percent, found))
    assert "You hold 3 tiles, 2 of them matadors." in words(at)


# --- the drills ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["seven", "matadors"])
def test_every_answer_is_told_why_and_the_first_one_counts(name: str) -> None:
    for number in (1, 2, 3, 4):
        at = open_page(name, q=str(number))
        shown = _asked(at, name)
        wrong = next(i for i, option in enumerate(shown.options) if not option.right)
        at = _tap(at, name, wrong)
        assert at.error[0].value.startswith(shown.options[wrong].response)
        at = _tap_all_right(at, name, shown)
        assert "0 of 1 right at the first tap" in words(at)


@pytest.mark.parametrize("highest", SIZES)
@pytest.mark.parametrize("name", ["seven", "matadors"])
def test_the_drill_asks_about_the_set(name: str, highest: int) -> None:
    at = open_page(name, set=str(highest), q="5")
    shown = _asked(at, name, str(highest))
    assert shown.prompt in words(at)
    assert "1 of 1 right at the first tap" in words(_tap_all_right(at, name, shown))


def test_a_right_answer_counts_once() -> None:
    at = open_page("seven", q="2")
    shown = _asked(at, "seven")
    at = _tap_all_right(_tap_all_right(at, "seven", shown), "seven", shown)
    assert "1 of 1 right at the first tap" in words(at)


def test_next_goes_on_and_the_count_outlives_another_page() -> None:
    at = open_page("seven", q="2")
    at = _tap_all_right(at, "seven", _asked(at, "seven"))
    at = assert_well(_drill_button(at, "seven", "next").click().run())
    assert _query(at, "q") == "3"
    at.switch_page("pages/matadors.py").run()
    at = assert_well(at.switch_page("pages/seven.py").run())
    assert "1 of 1 right at the first tap" in words(at)
    assert "Question 3" in words(at)


@pytest.mark.parametrize("part", ["next", 4])
def test_what_is_tapped_before_the_next_question_is_there_does_nothing(part: str | int) -> None:
    at = open_page("seven", q="1")
    assert len(_asked(at, "seven").options) == 5
    late, query = _drill_button(at, "seven", part), dict(at.query_params)
    for one in (*at.selectbox, *at.get("button_group")):
        one.set_value(one.value)
    assert_well(_drill_button(at, "seven", "next").click().run())
    at.query_params.update(query)
    at = assert_well(late.click().run())
    drill: Drill = at.session_state["drill_seven"]
    assert (drill.asked, drill.tapped, drill.settled) == (("6", 2), [], {})
    assert _query(at, "q") == "2"


def test_another_number_in_the_address_is_asked_for() -> None:
    at = open_page("seven", q="1")
    at = assert_well(_drill_button(at, "seven", "next").click().run())
    at.query_params["q"] = "7"
    assert "Question 7" in words(assert_well(at.run()))


# --- bad addresses ------------------------------------------------------------------------------


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: repr(value)[:20])
@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("seven", "set end left right q"),
        ("matadors", "set size mine theirs q"),
    ],
)
def test_a_hostile_address_is_one_sentence_and_a_working_page(
    page: str, names: str, value: str
) -> None:
    at = assert_well(open_page(page, **dict.fromkeys(names.split(), value)))
    assert len(at.warning) == 1
    assert "not there" in at.warning[0].value
    assert len(value) < 5 or value not in words(at)
    assert "Question" in words(at)


def _play(at: AppTest, key: str, action: str, rev: int | None = None) -> AppTest:
    seen = sent(at, key)["rev"] if rev is None else rev
    return assert_well(trigger(at, key, "action", {"action": action, "rev": seen}))


def _choose(at: AppTest, key: str, value: object) -> AppTest:
    group = next(shown for shown in at.get("button_group") if shown.key == key)
    return group.set_value(value).run()


def _query(at: AppTest, name: str) -> str:
    value = at.query_params[name]
    return value if isinstance(value, str) else value[-1]


def _asked(at: AppTest, name: str, highest: str = "6") -> Question:
    return asked(name, int(_query(at, "q")), lesson_rules(highest))


def _tap(at: AppTest, name: str, place: int) -> AppTest:
    return assert_well(_drill_button(at, name, place).click().run())


def _drill_button(at: AppTest, name: str, part: object) -> Button:
    """A button of the question shown, which is the rest of its key."""
    key = f"drill-{name}-{part}-"
    return next(one for one in at.button if (one.key or "").startswith(key))


def _tap_all_right(at: AppTest, name: str, shown: Question) -> AppTest:
    for place, option in enumerate(shown.options):
        if option.right and (shown.every or not any(o.right for o in shown.options[:place])):
            at = _tap(at, name, place)
    return at
