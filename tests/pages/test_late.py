"""What is pressed in the sandbox before the browser has got the next screen."""

import pytest

from matador.game.moves import Action
from matador.game.notation import read_position, read_tile, write_actions
from matador.game.record import Timeline
from matador.game.rules import write_rules
from matador.teach.prose import prose
from matador.ui import hints, moves, truth
from matador.ui.game import Table
from tests.pages.harness import assert_well, open_page, sent
from tests.pages.late import Screen, written

CODE = "6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica"
FORCED = "6.66.0203-0405.2223331314.A.0-0.pagat"
"""The hand to move can only draw, and the first tiles of the stock do not fit either."""
MINE, THEIRS = "6.66.0203-~2.~20.A.0-0.pagat", "6.66.0203-~2.~20.B.0-0.pagat"
LARGE = (
    "9.-.02030715182224487778-05060811193645568899-00121723293537496668-04131416262833385557."
    "012509586946474434893967275979.B.0-0-0-0.szalone-10"
)
RECORDS = "".join(f'[Rules "pagat"]\n[Deal "4466-11"]\n\n{done} *\n\n' for done in ("S44", "S66"))
PASTE, SETUP, DEALS = prose("paste"), prose("setup"), prose("deals")


def _sandbox(panel="", code=CODE, actions=""):
    at = open_page("sandbox", p=code, **({"a": actions} if actions else {}))
    return _with(at, panel=prose("sandbox")["panels"][panel]) if panel else assert_well(at)


def _with(at, **state):
    for key, value in state.items():
        at.session_state[key] = value
    return assert_well(at.run())


def _table(at):
    return at.session_state["table_sandbox"]


def _position(at):
    return _table(at).timeline.position


def _played(at):
    return write_actions(_table(at).cursor.actions)


# --- the rules ---


def test_rules_that_nobody_touched_stay_when_their_popover_is_closed():
    at = _with(_sandbox(code=f"{CODE}~draw-none", actions="S66.L11"), rules_popover=True)
    screen = Screen(at)
    _with(at, rules_popover=False)
    screen.press("hint_more")
    assert _played(at) == "S66.L11"
    assert write_rules(_position(at).rules) == "britannica~draw-none"


def test_of_two_quick_choices_of_a_rule_the_second_holds():
    at = _with(_sandbox(actions="S66"), rules_popover=True, rule_field="draw")
    screen = Screen(at)
    for value in ("one", "two"):
        screen.choose("radio", "rule_draw", value)
    assert write_rules(_position(at).rules) == "britannica~draw-two"
    screen = Screen(at)
    for _ in range(2):
        screen.undo()
    assert (write_rules(_position(at).rules), _played(at)) == ("britannica", "S66")


# --- deals ---


def test_a_deal_and_the_beginning_of_a_real_game_pressed_twice_are_one():
    at = _with(_sandbox(), deal_popover=True, deal_follow=True)
    for name in (DEALS["deal"]["go"], DEALS["follow"]["go"]):
        at = _with(at, deal_popover=True, deal_follow=True, deal_rules="pagat", deal_players=2)
        screen, before = Screen(at), len(_table(at).past)
        screen.write("text_input", "follow_tiles", "04 05 06 11 12 13 14")
        for _ in range(2):
            screen.press(name)
        assert len(_table(at).past) == before + 1


def test_what_is_tapped_while_an_answer_is_on_its_way_is_not_wiped_out():
    at = _with(_sandbox(), deal_popover=True, deal_follow=True)
    tapped = "button_group", "follow_tapped"
    assert written(at, *tapped)  # no browser knows the field yet
    Screen(at).choose("text_input", "follow_tiles", "04 05")
    assert not written(at, *tapped)
    Screen(at).choose(*tapped, [read_tile("33"), read_tile("11")])
    assert not written(at, *tapped)
    at = _with(at, deal_rules="szalone-10")
    assert written(at, "multiselect", tapped[1])  # a larger set: another field
    assert at.session_state["follow_tapped"] == [read_tile("33"), read_tile("11")]


def test_wishes_stand_in_the_order_in_which_they_were_made():
    at = _with(_sandbox(), deal_popover=True, deal_wishes=True)
    holds = "multiselect", "wish_holds_0"
    tiles = [read_tile("33"), read_tile("11")]
    Screen(at).choose(*holds, tiles)
    assert not written(at, *holds)
    assert at.session_state["wish_holds_0"] == tiles


def test_a_late_press_takes_the_wish_of_one_seat_for_no_other():
    at = _with(_sandbox(), deal_popover=True, deal_wishes=True)
    Screen(at).press(DEALS["wishes"]["all-doubles"])
    screen = Screen(at)
    screen.choose("button_group", "deal_wisher", 1)
    screen.press("hint_more")
    assert list(at.session_state["deal_wished"]) == [0]


# --- set-up ---


def _set_up(code):
    return _with(_sandbox(code=code), setting_up=True)


def test_players_taken_away_by_two_quick_presses():
    at = _set_up("6.-.0304-0511-12-13.14152255.D.0-0-0-0.pagat")
    screen = Screen(at)
    for players in (3, 2):
        screen.choose("number_input", "setup_players", players)
    assert (_position(at).players, _position(at).turn) == (2, 1)
    assert len(_table(at).past) == 2


def test_of_the_numbers_only_what_the_position_changes_is_written():
    at = _set_up("6.-.0304-0511-12-13.14152255.D.0-0-0-0.pagat")
    Screen(at).choose("number_input", "setup_passes", 1)
    assert not any(written(at, "number_input", f"setup_{name}") for name in ("players", "passes"))
    Screen(at).choose("number_input", "setup_players", 3)
    assert written(at, "selectbox", "setup_turn")


def test_set_up_switched_off_changes_nothing_later():
    at = _sandbox(actions="S66.L11.R12")
    at = _with(at, setting_up=True)
    screen = Screen(at)
    screen.choose("toggle", "setting_up", False)
    screen.press("hint_more")
    assert (_played(at), _table(at).past) == ("S66.L11.R12", [])


def test_numbers_undone_by_two_quick_presses_do_not_come_back():
    at = _set_up("6.-.0304-0511.14152255.A.0-0.pagat")
    for passes in (1, 2):
        Screen(at).choose("number_input", "setup_passes", passes)
    screen = Screen(at)
    screen.undo()
    screen.undo()
    assert (_position(at).passes, len(_table(at).future)) == (0, 2)


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("take_R", "6.11665144.0304-2225.~26.A7.0-0.pagat"),
        (SETUP["take"]["clear"], "6.-.0-0.0.A.0-0.pagat"),
        ("flaw_0", "6.1166514433.0304-2225.~19.A7.0-0.pagat"),
    ],
)
def test_set_up_does_once_what_is_pressed_twice(name, after):
    at = _set_up("6.1166514433.0304-2225.~26.A7.0-0.pagat")
    screen = Screen(at)
    for _ in range(2):
        screen.press(name)
    assert _position(at) == read_position(after)
    assert len(_table(at).past) == 1
    assert "focus" not in sent(at, "sandbox")["setup"]


def test_set_up_can_be_pressed_at_once_after_a_number_was_typed():
    """Leaving the field sends the number; the press comes before its answer."""
    at = _set_up("6.1116.0304-2225.0.A.0-0.pagat")
    screen = Screen(at)
    screen.choose("number_input", "setup_hidden_stock", 3)
    screen.press("take_R")
    assert _position(at) == read_position("6.11.0304-2225.~3.A.0-0.pagat")


# --- panels ---


@pytest.mark.parametrize("panel", ["why", "worth"])
def test_a_choice_pressed_twice_is_played_once(panel, monkeypatch):
    monkeypatch.setattr(truth, "GLANCE", 0.0)
    at = _sandbox(panel, LARGE if panel == "worth" else FORCED)
    screen = Screen(at)
    for _ in range(2):
        screen.press("truth_row_0" if panel == "worth" else "why_1_d")
    assert len(_table(at).cursor.actions) == 1
    if panel == "worth":
        Screen(at).press("truth_row_0")
        assert len(_table(at).cursor.actions) == 2


def test_a_row_plays_what_stood_on_it(monkeypatch):
    """The choices are put in order when their worth is known; the browser may still lack that."""
    rows = [truth.Row(Action("S", 9, 9)), truth.Row(Action("S", 8, 8))]
    monkeypatch.setattr(truth, "GLANCE", 0.0)
    monkeypatch.setattr(truth, "_unknown", lambda _: rows)
    at = _sandbox("worth", LARGE)
    screen = Screen(at)
    rows.reverse()
    at.run()
    screen.press("truth_row_0")
    assert _played(at) == "S99"


def test_a_hint_pressed_twice_is_one_hint(monkeypatch):
    hint = hints.Hint(Action("S", 6, 6), "exact", "", "")
    monkeypatch.setattr(hints, "_found", lambda _: (hint, ""))
    at = _sandbox()
    screen = Screen(at)
    for _ in range(2):
        screen.press("hint_more")
    assert at.session_state["hint_told"][1] == 1


@pytest.mark.parametrize("drawn", ["", "d"])
def test_what_was_drawn_is_one_tile(drawn):
    at = _sandbox(code=MINE, actions=drawn)
    key = next(one.key for one in at.button_group if one.key.startswith("follow_drawn"))
    screen = Screen(at)
    for tile in ("22", "23"):
        screen.choose("button_group", key, read_tile(tile))
    assert _played(at) == "d22"


def test_the_question_for_the_end_outlasts_a_second_enter_and_is_answered_once():
    at = _sandbox(code=THEIRS)
    screen = Screen(at)
    screen.write("text_input", "follow_typed", "1-6")
    screen.press(DEALS["entry"]["go"])
    screen.write("text_input", "follow_typed", "")  # the form has emptied itself
    screen.press(DEALS["entry"]["go"])
    screen = Screen(at)
    for _ in range(2):
        screen.press("follow_R16")
    assert (_played(at), _table(at).tone) == ("R16", "good")


def test_what_is_pasted_twice_is_taken_once():
    at = _sandbox("paste", code=FORCED)
    screen = Screen(at)
    screen.write("text_area", "pasted", "draw")
    for _ in range(2):
        screen.press(PASTE["go"])
    assert (_played(at), _table(at).tone) == ("d", "good")
    assert "paste_trouble" not in at.session_state
    screen = Screen(at)
    screen.write("text_area", "pasted", "0-0, 1-1")
    screen.press(PASTE["go"])
    screen = Screen(at)
    for _ in range(2):
        screen.press("paste_0")
    assert len(_table(at).past) == 1


def test_a_record_that_is_on_the_table_is_not_put_there_again():
    at = _sandbox("paste")
    screen = Screen(at)
    screen.write("text_area", "pasted", RECORDS)
    screen.press(PASTE["go"])
    screen = Screen(at)
    screen.choose("selectbox", "record_hand_1", 1)
    _table(at).act("R11")
    assert _played(at) == "S66.R11"
    screen.choose("button_group", "panel", prose("sandbox")["panels"]["take"])
    screen.press("hint_more")
    assert _played(at) == "S66.R11"


def test_what_was_deleted_comes_back_to_its_own_table():
    one = Table(Timeline(read_position(FORCED)))
    one.act("d")
    one.delete()
    other = Table(Timeline(read_position(CODE)))
    other.act("S66")
    one.go_to(other.cursor)
    assert moves.list_data(one)["gone"] is None
    one.restore()
    assert write_actions(one.cursor.actions) == "d"
    one.redo()
    assert one.cursor == other.cursor
