"""The sandbox without a browser: playing, undoing, other rules, setting up, bad addresses."""

import pytest

from tests.pages.harness import assert_well, open_page, place_of, sent, trigger, words

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


def _press(at, label):
    button = next(b for b in at.button if b.label == label)
    return assert_well(button.click().run())


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
    at = _press(_sandbox(p=CODE, a="S66.L11"), "Undo")
    assert len(sent(at, "sandbox")["line"]["row"]) == 1
    assert (_address(at, "a"), _address(at, "n")) == ("S66.L11", "1")
    assert len(sent(_press(at, "Redo"), "sandbox")["line"]["row"]) == 2


def test_the_address_of_a_moment_opens_it():
    """A link to the middle of a hand opens that moment."""
    at = _sandbox(p=CODE, a=OPENING, n="3")
    assert [end["shows"] for end in sent(at, "sandbox")["ends"]] == ["1", "2"]


def test_another_rule_changes_what_may_be_done():
    """With one rule changed, the same table offers drawing instead of the only matador."""
    before = _sandbox(p=CODE, a="S66.L11.R12.R50")
    assert not sent(before, "sandbox")["buttons"][0]["legal"]
    field = next(s for s in before.selectbox if s.key == "rule_field")
    at = assert_well(field.set_value("draw_matador").run())
    radio = next(r for r in at.radio if r.key.startswith("rule_draw_matador"))
    at = assert_well(radio.set_value("yes").run())
    assert sent(at, "sandbox")["buttons"][0]["legal"]
    assert _address(at, "p").endswith("britannica~draw_matador-yes")
    assert not sent(_press(at, "Undo"), "sandbox")["buttons"][0]["legal"]


def test_a_seed_deals_the_same_everywhere():
    """The same seed, rules and players give the same hands."""
    deals = []
    for _ in range(2):
        at = _sandbox()
        next(s for s in at.selectbox if s.key == "deal_rules").set_value("szalone-10")
        next(t for t in at.text_input if t.key == "deal_seed").set_value("our table")
        at.number_input[0].set_value(3)
        at = _press(at, "Deal")
        deals.append(_address(at, "p"))
    assert deals[0] == deals[1]
    assert deals[0].startswith("9.-.")


def test_a_deal_that_cannot_be_dealt_is_explained():
    """Eight hands of seven need more than a double-six set; the table stays as it was."""
    at = _sandbox(p=CODE)
    at.number_input[0].set_value(8)
    at = _press(at, "Deal")
    assert "The set has not enough tiles" in sent(at, "sandbox")["message"]["text"]
    assert _address(at, "p") == CODE


def test_setting_up_by_hand():
    """A tile goes from a hand to the table; a wrong neighbour is listed as a flaw, not refused."""
    at = _sandbox(p=CODE, a="S66.L11")
    at = assert_well(at.toggle[0].set_value(True).run())
    rev = sent(at, "sandbox")["rev"]
    change = {"tile": "33", "to": "R", "inner": 3, "rev": rev}
    at = assert_well(trigger(at, "sandbox", "edit", change))
    shown = sent(at, "sandbox")
    assert [tile["name"] for tile in shown["line"]["row"]] == ["1-1", "6-6", "3-3"]
    assert set(shown["setup"]["flaws"]) == {"33", "66"}
    assert "can't lie next to each other" in words(at)
    assert "Nothing wrong" in words(_press(at, "Undo"))


def test_a_finished_hand_is_paid():
    """Ending and payment stand under the board, with the sum: 8 against 19 pays 11."""
    at = _sandbox(p="6.1116.44-5545.0.A2.0-0.pagat")
    assert "11 points for Player A: 19 - 8 = 11." in words(at)


def test_every_rule_set_at_once():
    """The table under all rule sets has a row for each preset."""
    at = _sandbox(p=CODE, a=OPENING)
    at.session_state["everywhere"] = True
    at = assert_well(at.run())
    assert len(at.dataframe[0].value) >= 20


def test_typing_actions():
    """Several actions typed with spaces are played; a slip is named."""
    at = _sandbox(p=CODE)
    next(t for t in at.text_input if t.key == "typed_actions").set_value("S66 L11 R12")
    at = _press(at, "Play")
    assert len(sent(at, "sandbox")["line"]["row"]) == 3
    next(t for t in at.text_input if t.key == "typed_actions").set_value("R50 R99")
    assert "action 2" in sent(_press(at, "Play"), "sandbox")["message"]["text"]


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


RECORD = """[Rules "britannica"]
[Deal "03041225354466-05111624263346"]
[Stock "1314152255"]
[Seats "Anna, Ben"]

1. S66 2. L11 {closing in} 3. R12 ( 3. R25* ) 4. R50x *

[Rules "pagat"]
[Deal "4466-11"]

1. S66 2. R11 *
"""


def _load(at, text):
    next(t for t in at.text_area if t.key == "typed_record").set_value(text)
    return _press(at, "Open the record")


def _choice(at, key):
    return next(s for s in at.selectbox if s.key == key)


def test_a_record_is_opened_hand_by_hand_and_line_by_line():
    """Hands and variations can be chosen, and each stands in the address."""
    at = _load(_sandbox(), RECORD)
    assert _address(at, "a") == "S66.L11.R12.R50"
    assert sent(at, "sandbox")["message"]["text"] == "2 hands read."
    at = assert_well(_choice(at, "record_line").set_value("At 3: R25 instead").run())
    assert _address(at, "a") == "S66.L11.R25"
    at = assert_well(_choice(at, "record_hand").set_value(1).run())
    assert _address(at, "a") == "S66.R11"
    assert "Out of tiles: Player B." in words(at)


def test_a_slip_in_a_record_is_named_and_the_rest_is_kept():
    """The hands before the slip open; the sentence names line and token."""
    at = _load(_sandbox(), RECORD.replace("R11", "R99"))
    told = sent(at, "sandbox")["message"]["text"]
    assert "line 11" in told
    assert "R99" in told
    assert _address(at, "a") == "S66.L11.R12.R50"


def test_a_text_that_is_no_record_changes_nothing():
    """One sentence, and the table stays as it was."""
    at = _load(_sandbox(p=CODE, a="S66"), "hello")
    assert "Rules and Deal" in sent(at, "sandbox")["message"]["text"]
    assert _address(at, "a") == "S66"
