"""The score pad: what its browser sends, what its address holds, what it shows and downloads."""

import csv
import io
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from matador.game import pad
from matador.game.pad import Doubt, Match, Result
from matador.game.position import SEATS
from matador.game.rules import preset, presets
from matador.teach.prose import prose
from matador.ui import scores, scores_address, scores_words
from matador.ui.scores import Event, read_event
from tests.game.test_pad import results
from tests.pages.harness import assert_well, open_page, sent, trigger
from tests.pages.late import Screen, twice, written

WORDS = prose("scores")
NASTY = "<img src=x onerror=alert(1)>"[: pad.NAME]


def act(at: AppTest, kind: str, hand: str, **more: Any) -> dict[str, Any]:
    """Do as the browser would; what the pad is told then."""
    rev = sent(at, scores.KEY)["rev"]
    assert_well(trigger(at, scores.KEY, "event", {"kind": kind, "rev": rev, "hand": hand, **more}))
    return sent(at, scores.KEY)


def press(at: AppTest, name: str) -> dict[str, Any]:
    next(button for button in at.button if button.label == WORDS["toolbar"][name]).click()
    assert_well(at.run())
    return sent(at, scores.KEY)


def totals(data: dict[str, Any]) -> list[str]:
    return list(data["sheet"]["totals"])


# --- the page -----------------------------------------------------------------------------------


def test_a_hand_is_entered_corrected_deleted_and_all_of_it_undone() -> None:
    at = open_page("scores")
    shown = act(at, "draft", "A--12")
    assert shown["said"]["tone"] == "good"
    assert shown["said"]["paid"] == [["Player A", "+12"], ["Player B", ""]]
    assert "12" in shown["said"]["lines"][0]
    assert shown["sheet"]["rows"] == []  # nothing is added before it is asked for
    assert "hands" not in at.query_params
    assert totals(act(at, "add", "A--12")) == ["12", "0"]
    assert at.query_params["hands"] == "A--12"
    assert totals(act(at, "add", "x-8-~0566")) == ["21", "0"]
    shown = act(at, "correct", "1")
    assert (shown["number"], shown["editing"], shown["draft"]) == (1, True, "A--12")
    assert totals(act(at, "add", "B-30-")) == ["9", "30"]
    act(at, "correct", "2")
    assert totals(act(at, "delete", "")) == ["0", "30"]
    for expected in (["9", "30"], ["21", "0"], ["12", "0"]):
        assert totals(press(at, "undo")) == expected
    assert totals(press(at, "redo")) == ["21", "0"]
    assert press(at, "new")["sheet"]["rows"] == []
    assert totals(press(at, "undo")) == ["21", "0"]
    assert at.query_params["hands"] == "A--12.x-8-~0566"


def test_what_cannot_be_is_said_and_stays_in_the_fields() -> None:
    at = open_page("scores", players="3", A="Ann")
    for hand, tone in {"A-5-3-2": "bad", "--3-2": "info", "A---2": "info"}.items():
        assert act(at, "draft", hand)["said"]["tone"] == tone
        shown = act(at, "add", hand)
        assert shown["message"] == WORDS["told"]["not_yet"]
        assert shown["draft"] == hand
        assert shown["sheet"]["rows"] == []
    assert "Ann" in act(at, "draft", "A-5-3-2")["said"]["lines"][0]


def test_a_target_reached_is_said_and_a_correction_takes_it_back() -> None:
    at = open_page("scores", players="2", A="Ann", to="20", hands="A--12")
    shown = act(at, "add", "A--9")
    assert shown["over"]
    assert "Ann" in shown["status"][0]
    assert "21" in shown["status"][0]
    assert shown["sheet"]["best"] == [True, False]
    act(at, "correct", "2")
    assert not act(at, "add", "A--7")["over"]


def test_the_rules_and_the_players_are_set_above_the_pad() -> None:
    at = open_page("scores", players="3", hands="x-5-19-12")
    assert totals(sent(at, scores.KEY)) == ["26", "0", "0"]
    at.selectbox(key="pad_rules").select("compendia").run()
    assert totals(sent(at, scores.KEY)) == ["21", "0", "0"]
    at.text_input(key="pad_name_1").input("  Bo\t").run()
    assert at.query_params["B"] == "Bo"
    at.number_input(key="pad_goal").set_value(21).run()
    assert sent(assert_well(at), scores.KEY)["over"]
    assert totals(press(at, "undo")) == ["21", "0", "0"]
    assert at.number_input(key="pad_goal").value == 200
    press(at, "undo")
    assert at.text_input(key="pad_name_1").value == ""


def test_four_can_play_in_pairs() -> None:
    at = open_page("scores", players="4", A="Ann", C="Cy", hands="A--10-4-8")
    assert totals(sent(at, scores.KEY)) == ["22", "0", "0", "0"]
    at.toggle(key="pad_pairs").set_value(True).run()
    assert sent(at, scores.KEY)["sheet"]["heads"][0] == "Ann and Cy"
    assert totals(sent(assert_well(at), scores.KEY)) == ["18", "0"]
    assert at.query_params["rules"] == "pagat~partners-pairs"
    at.toggle(key="pad_pairs").set_value(False).run()
    assert totals(sent(at, scores.KEY)) == ["22", "0", "0", "0"]


def test_a_name_is_not_wiped_out_by_the_answer_to_the_one_before() -> None:
    at = assert_well(open_page("scores"))
    Screen(at).choose("text_input", "pad_name_0", "Anna")
    assert not any(written(at, "text_input", f"pad_name_{seat}") for seat in (0, 1))
    press(at, "undo")
    assert written(at, "text_input", "pad_name_0")
    assert not written(at, "text_input", "pad_name_1")


def test_a_name_is_text_and_nothing_else() -> None:
    at = open_page("scores", players="2", A=NASTY, B="=1+1", hands="A--12")
    assert_well(at)
    assert sent(at, scores.KEY)["seats"][0]["name"] == NASTY
    marked = [*at.markdown, *at.caption, *at.get("html")]
    assert not [one for one in marked if "onerror" in str(one.proto)]
    assert not [button.label for button in at.button if "onerror" in button.label]


def test_a_broken_address_keeps_what_can_be_read_and_waits() -> None:
    at = open_page("scores", rules="nope", A="Ann", hands="A--12-3.what.B-5--1")
    assert_well(at)
    assert len(at.error) == 1
    assert all(part in at.error[0].value for part in ("the rules", "hand 2"))
    shown = sent(at, scores.KEY)
    assert len(shown["seats"]) == 3
    assert totals(shown) == ["15", "6", "0"]
    assert at.query_params["rules"] == "nope"


def test_events_of_another_moment_and_nonsense_change_nothing() -> None:
    at = open_page("scores", hands="A--12")
    before = sent(at, scores.KEY)
    for kind, rev, hand in [
        ("add", before["rev"] + 1, "A--12"),
        ("add", before["rev"], "A--12-3"),
        ("correct", before["rev"], "2"),
        ("correct", before["rev"], "²"),
        ("delete", before["rev"], ""),
    ]:
        after = act(at, kind, hand) if rev == before["rev"] else act(at, kind, hand, rev=rev)
        assert totals(after) == totals(before)
        assert not after["editing"]
    assert totals(act(at, "add", "A--12")) == ["24", "0"]
    assert totals(act(at, "add", "A--12", rev=before["rev"])) == ["24", "0"]  # pressed twice


@pytest.mark.parametrize(
    "payload",
    [None, "add", {}, {"kind": "add", "rev": 1}, {"kind": "sing", "rev": 1, "hand": ""},
     {"kind": "add", "rev": True, "hand": ""}, {"kind": "add", "rev": 1, "hand": 5},
     {"kind": ["add"], "rev": 1, "hand": ""}, {"kind": "add", "rev": 1, "hand": "9" * 9_999}],
)  # fmt: skip
def test_nonsense_is_no_event(payload: object) -> None:
    assert read_event(payload) is None
    assert read_event({"kind": "add", "rev": 1, "hand": "A--1"}) == Event("add", 1, "A--1")


def test_every_doubt_has_a_sentence_without_holes() -> None:
    match = Match(preset("pagat"))
    for doubt in Doubt:
        found = pad.Doubted(doubt, (0, 1), ())
        assert "{" not in scores_words.doubt_sentence(match, pad.blank(2), found)


# --- the address --------------------------------------------------------------------------------


@st.composite
def matches(draw: st.DrawFn) -> Match:
    players = draw(st.integers(2, 8))
    match = Match(
        preset(draw(st.sampled_from(sorted(presets())))),
        players,
        goal=draw(st.none() | st.integers(0, scores_address.FARTHEST)),
        leader=draw(st.none() | st.integers(0, players - 1)),
        results=tuple(draw(st.lists(results(players), max_size=4))),
    )
    for seat in range(players):
        match = match.with_name(seat, draw(st.text(max_size=30)))
    return match


@given(matches())
def test_the_address_gives_the_match_back(match: Match) -> None:
    assert scores_address.read(scores_address.write(match)) == (match, "")


PARAMETERS = st.sampled_from(scores_address.PARAMETERS)


@given(st.dictionaries(PARAMETERS, st.text("AB0129x-~.é<", max_size=30) | st.text(max_size=30)))
def test_any_address_opens(params: dict[str, str]) -> None:
    match, trouble = scores_address.read(params)
    assert 2 <= match.players <= 8
    assert not set("<>*_`[]\n") & set(trouble)
    pad.standing(match)
    assert scores_address.read(scores_address.write(match)) == (match, "")


def test_a_long_match_fits_in_any_browsers_address() -> None:
    chance = random.Random(40)
    tiles = preset("pagat").tiles.tiles
    match = Match(preset("pagat").changed(partners="pairs"), 4, leader=3, goal=9_999)
    for seat in range(4):
        match = match.with_name(seat, "é" * pad.NAME)
    for _ in range(40):
        dealt = chance.sample(tiles, 28)
        left = tuple(tuple(sorted(dealt[i * 7 : i * 7 + 6])) for i in range(4))
        match = match.with_result(Result(None, True, left))
    params = scores_address.write(match)
    assert len(str(params).encode("ascii", "xmlcharrefreplace")) < 8_000
    assert scores_address.read(params) == (match, "")


# --- the download -------------------------------------------------------------------------------


def test_the_table_adds_up_and_holds_no_formula() -> None:
    match = Match(preset("pagat"), 3, results=(pad.read_result("A--12-8", 3),) * 2)
    for seat, name in enumerate(("=HYPERLINK(1)", "@x", "+1")):
        match = match.with_name(seat, name)
    rows = list(csv.reader(io.StringIO(scores_words.table(match))))
    assert rows[2][:2] == ["2", "'=HYPERLINK(1) went out"]
    assert list(map(int, rows[2][2:])) == [0, 12, 8, 20, 0, 0, 40, 0, 0]
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@"))]
    assert len({len(row) for row in rows}) == 1


def test_names_tell_seats_apart() -> None:
    match = Match(preset("pagat"), 3).with_name(0, "Ann").with_name(2, "Ann")
    assert scores_words.names(match) == ["Ann (A)", "Player B", "Ann (C)"]
    assert len(SEATS) == 8


# --- late presses -------------------------------------------------------------------------------


def undo(at: AppTest) -> AppTest:
    return twice(at, WORDS["toolbar"]["undo"])


def test_undo_twice_undoes_what_was_done_last_and_what_was_done_before() -> None:
    at = open_page("scores")
    at.number_input(key="pad_goal").set_value(150).run()
    at.text_input(key="pad_name_0").set_value("Ann").run()
    at.text_input(key="pad_name_1").set_value("Bob").run()
    one = at.session_state["score_pad"]
    undo(at)
    assert (one.match.names, one.match.goal) == ((), 150)
    press(at, "undo")
    assert (one.match, one.past) == (scores_address.usual(), [])
    press(at, "redo")
    assert at.number_input(key="pad_goal").value == 150
    at.number_input(key="pad_goal").set_value(100).run()
    assert one.match.goal == 100


def test_undo_twice_is_not_held_up_by_a_field_that_is_gone() -> None:
    at = open_page("scores", players="4", D="Dan")
    at.toggle(key="pad_pairs").set_value(True).run()
    at.button_group(key="pad_players").set_value([3]).run()
    one = at.session_state["score_pad"]
    undo(at)
    assert (one.match.players, one.match.rules.paired(4), one.past) == (4, False, [])


def test_a_field_that_the_rules_have_filled_anew_is_nobodys_wish() -> None:
    at = open_page("scores")
    one = at.session_state["score_pad"]
    for name in ("compendia", "wikipedia", "family-games", "pagat"):
        at.selectbox(key="pad_rules").set_value(name)
        tell = Screen(at)
        tell.tell()
        match = one.match
        assert match.rules.base == name
        tell.tell()
        assert one.match == match


def test_what_is_typed_into_one_field_after_another_is_kept() -> None:
    """However late the browser hears of the first."""
    at = open_page("scores")
    at.text_input(key="pad_name_0").set_value("Ann")
    first = Screen(at)
    at.text_input(key="pad_name_1").set_value("Bob")
    second = Screen(at)
    first.tell()
    assert second.tell().session_state["score_pad"].match.names == ("Ann", "Bob")
