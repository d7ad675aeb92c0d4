"""The sandbox without a browser: playing, undoing, other rules, setting up, bad addresses."""

import pytest

from tests.pages.harness import assert_well, open_page, place_of, sent, trigger, wish, words

CODE = "6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica"
OPENING = "S66.L11.R12.R50.R25.L64.L30"


def _sandbox(**query):
    return assert_well(open_page("sandbox", **query))


def _act(at, action):
    rev = sent(at, "sandbox")["rev"]
    return assert_well(trigger(at, "sandbox", "action", {"action": action, "rev": rev}))


def _address(at, name):
    """One parameter of the address; AppTest keeps what the app wrote as a list."""
    value = at.query_params[name]
    return value if isinstance(value, str) else value[0]


def test_a_first_visit_deals_for_two():
    """Fourteen tiles in hand, and the address holds the deal."""
    at = _sandbox()
    hands = sent(at, "sandbox")["hands"]
    assert [len(hand["tiles"]) for hand in hands] == [7, 7]
    assert _address(at, "p").endswith(".pagat")


def test_the_board_plays_and_the_address_follows():
    """An action from the board is played and stands in the address."""
    at = _act(_sandbox(p=CODE), "S66")
    assert [tile["name"] for tile in sent(at, "sandbox")["line"]["row"]] == ["6-6"]
    assert _address(at, "a") == "S66"


def test_a_refusal_is_told_and_changes_nothing():
    """An illegal action is answered with the engine's reason; only `ack` moves."""
    at = _act(_sandbox(p=CODE, a="S66"), "R33")
    shown = sent(at, "sandbox")
    assert shown["message"]["text"] == "6 + 3 makes 9, not 7."
    assert shown["message"]["tone"] == "bad"
    assert len(shown["line"]["row"]) == 1


def test_notes_above_the_board_leave_it_where_it_is():
    """A board that changed its place in the page would be taken away and made anew."""
    plain = _sandbox(p=CODE)
    noted = _sandbox(p=f"{CODE}~draw-none", a="S99")
    assert len(plain.info) + len(plain.error) == 0
    assert len(noted.info) == len(noted.error) == 1
    assert place_of(plain, "sandbox") == place_of(noted, "sandbox")


@pytest.mark.parametrize("payload", [{"action": "S66", "rev": 99}, {"action": 3}, "S66", None])
def test_a_stale_or_broken_message_plays_nothing(payload):
    """What is not about this moment is dropped."""
    at = assert_well(trigger(_sandbox(p=CODE), "sandbox", "action", payload))
    assert sent(at, "sandbox")["line"]["row"] == []


def test_undo_and_redo():
    """One step back and on again; the undone action stays in the address."""
    at = wish(_sandbox(p=CODE, a="S66.L11"), "undo")
    assert len(sent(at, "sandbox")["line"]["row"]) == 1
    assert (_address(at, "a"), _address(at, "n")) == ("S66.L11", "1")
    assert len(sent(wish(at, "redo"), "sandbox")["line"]["row"]) == 2


def test_the_address_of_a_moment_opens_it():
    """A link to the middle of a hand opens that moment."""
    at = _sandbox(p=CODE, a=OPENING, n="3")
    assert [end["shows"] for end in sent(at, "sandbox")["ends"]] == ["1", "2"]


def test_another_rule_changes_what_may_be_done():
    """With one rule changed, the same table offers drawing instead of the only matador."""
    before = _sandbox(p=CODE, a="S66.L11.R12.R50")
    assert not sent(before, "sandbox")["buttons"][0]["legal"]
    before.session_state["rules_popover"] = True
    field = next(s for s in before.run().selectbox if s.key == "rule_field")
    at = assert_well(field.set_value("draw_matador").run())
    radio = next(r for r in at.radio if r.key.startswith("rule_draw_matador"))
    at = assert_well(radio.set_value("yes").run())
    assert sent(at, "sandbox")["buttons"][0]["legal"]
    assert _address(at, "p").endswith("britannica~draw_matador-yes")
    assert not sent(wish(at, "undo"), "sandbox")["buttons"][0]["legal"]


def test_a_finished_hand_is_paid():
    """Ending and payment stand under the board, with the sum: 8 against 19 pays 11."""
    at = _sandbox(p="6.1116.44-5545.0.A2.0-0.pagat")
    assert "11 points for Player A: 19 - 8 = 11." in words(at)


BAD = [
    {"p": "rubbish"},
    {"p": CODE.replace("6.", "7.", 1)},
    {"p": CODE.replace("britannica", "nobody")},
    {"p": CODE.replace("03", "0z")},
    {"p": "<script>alert(1)</script>"},
    {"p": "6" * 5000},
    {"p": CODE, "a": "S66.R33"},
    {"p": CODE, "a": "<b>"},
    {"p": CODE, "a": "S66", "n": "-1"},
    {"p": CODE, "a": "S66", "n": "two"},
    {"p": CODE + "~draw-never"},
    {"p": CODE.replace("0-0", "0-0-0")},
    {"p": CODE.replace(".A.", ".Z.")},
    {"a": "S66"},
    {"p": CODE, "a": "S66", "n": "9" * 5000},
]


def test_a_faulty_address_can_be_played_on():
    """What could be opened is on the table, and the next action is played and written."""
    at = _act(_sandbox(p=CODE, a="S66.R33"), "S66")
    assert "already lies" in sent(at, "sandbox")["message"]["text"]
    rev = sent(at, "sandbox")["rev"]
    at = assert_well(trigger(at, "sandbox", "action", {"action": "L11", "rev": rev}))
    assert _address(at, "a") == "S66.L11"


@pytest.mark.parametrize("query", BAD)
def test_a_bad_address_gives_a_sentence_and_a_working_page(query):
    """Nothing breaks, no markup comes through, and the board still plays."""
    at = _sandbox(**query)
    assert not any("<script" in error.value for error in at.error)
    tile = sent(at, "sandbox")["hands"][0]["tiles"]
    assert tile
