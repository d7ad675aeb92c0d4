"""Our table's rules without a browser: the interview's page, its address, what is kept of it."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from matador.game.rules import preset, read_rules, write_rules
from matador.teach import interview, messages
from matador.teach import interview_words as told
from matador.teach.content import install, load_presets
from matador.teach.interview import MAIN, PLAYERS, UNKNOWN, Interview
from matador.teach.prose import prose
from matador.ui import (
    agree_address,
    links,
    ours,
    play_address,
    scores_address,
    sheet_address,
    written,
)
from matador.ui.agree import Agree
from matador.ui.agree_address import SHEET, Place
from matador.ui.agree_sheet import address
from tests.pages.harness import assert_well, open_page, trigger, words

install()

TEXT = prose("agree")
TABLE = "players-4~set-6~deal-7"


def opened(**query: str) -> AppTest:
    return assert_well(open_page("agree", **query))


def press(at: AppTest, key: str) -> AppTest:
    next(button for button in at.button if button.key == key).click()
    return assert_well(at.run())


def place(at: AppTest) -> Place:
    """Where the address says that the page is."""
    there = {name: at.query_params[name] for name in agree_address.PARAMS & at.query_params.keys()}
    # What the page has written is a list, what the test wrote is a text.
    params = {name: text if isinstance(text, str) else text[-1] for name, text in there.items()}
    found = agree_address.read(params)
    assert not found.trouble
    return found.place


# --- the address ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_an_address_gives_back_what_was_answered(seed: int) -> None:
    lot = random.Random(seed)
    one = Interview(start=lot.choice([None, preset("szalone-10"), read_rules("pagat~draw-one")]))
    for name in lot.sample(MAIN, lot.randrange(len(MAIN))):
        offered = [option.value for option in interview.options(one, name)]
        one = one.answered(name, lot.choice([*offered, UNKNOWN]))
    where = Place(one, lot.choice([*MAIN, SHEET]), editing=lot.random() < 0.5)
    assert agree_address.read(agree_address.write(where)) == (where, "")


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from(agree_address.PARAMS), st.text(max_size=60)))
def test_no_address_raises(params: dict[str, str]) -> None:
    found = agree_address.read(params)
    assert agree_address.read(agree_address.write(found.place)) == (found.place, "")


def test_a_hostile_address_is_one_sentence_and_the_rest_works() -> None:
    answers = "players-4~players-99~deal-<b>x</b>~~draw-until~nonsense-1"
    at = opened(**{"from": "nobody~draw-one", "answers": answers, "ask": "<script>"})
    assert len(at.warning) == 1
    assert "<" not in at.warning[0].value
    assert told.question("set") in words(at)  # the first question without an answer
    press(at, "agree_set_1")
    assert place(at).interview.answers == {PLAYERS: "4", "draw": "until", "set": "6"}
    assert not at.warning


def test_pasted_rules_are_found_in_a_code_or_any_address() -> None:
    rules, find = read_rules("szalone-10~draw-one"), agree_address.found_rules
    assert find(f"  {write_rules(rules)} ") == rules
    for page in ("play", "scores", "sandbox", "sheet"):
        query = "&".join(f"{key}={value}" for key, value in address(page, rules, 2).items())
        assert find(f"https://example.org/{page}?{query}") == rules
    shared = Interview(start=preset("szalone-10")).answered("draw", "one")
    query = "&".join(f"{k}={v}" for k, v in agree_address.write(Place(shared, SHEET)).items())
    assert find(f"https://example.org/agree?{query}") == rules


@pytest.mark.parametrize("players", [2, 4])
def test_every_door_opens_under_these_rules(players: int) -> None:
    rules = read_rules("britannica~deal-5~draw-one")
    play = play_address.read_rules_of(address("play", rules, players))
    pad = scores_address.read(address("scores", rules, players))[0]
    table = links.read_table(address("sandbox", rules, players)).timeline
    sheet = sheet_address.read(address("sheet", rules, players))[0]
    assert table is not None
    assert play == (rules, "")
    assert (pad.rules, pad.players) == (rules, players)
    assert (table.position.rules, table.position.players) == (rules, players)
    assert (sheet.rules, sheet.players) == (rules, players)


# --- the interview --------------------------------------------------------------------------------


def test_an_answer_leads_to_the_next_question() -> None:
    at = opened()
    assert told.question(PLAYERS) in words(at)
    press(at, "agree_players_1")
    assert told.question("set") in words(at)
    press(at, "agree_set_unknown")
    assert place(at) == Place(Interview(((PLAYERS, "2"), ("set", UNKNOWN))), "deal")
    press(at, "agree_back_deal")
    assert place(at).at == "set"


def test_a_press_that_comes_late_answers_nothing() -> None:
    """The key was for the question before: 50 pips are no answer to who plays with whom."""
    one = Agree(Place(at="partners"))
    one.answer("target", "50")
    one.keep("target")
    one.back("target")
    assert one == Agree(Place(at="partners"))


def test_a_press_that_comes_late_takes_nothing_back() -> None:
    """It tells the address of the question before."""
    at = press(opened(answers="players-3~set-9", ask="deal"), "agree_deal_1")
    before = place(at)
    at.query_params.clear()
    for name, text in {"answers": "players-3~set-9", "ask": "deal"}.items():
        at.query_params[name] = text
    assert_well(at.run())
    assert place(at) == before


def test_what_does_not_go_together_is_explained_where_it_arises() -> None:
    at = opened(answers=TABLE, ask="draw")
    press(at, "agree_draw_5")
    one = place(at).interview
    clash = interview.clashes(one, "draw")[0]
    sentence = messages.contradiction_sentence(clash.what, interview.rules(one), 4)
    assert place(at).at == "draw"
    assert sentence in words(at)
    press(at, "agree_change_clash_deal")
    assert place(at).at == "deal"
    press(at, "agree_deal_2")  # five tiles each
    assert not interview.clashes(place(at).interview)
    assert sentence not in words(at)


def test_what_goes_badly_together_can_be_kept() -> None:
    at = press(opened(answers=f"{TABLE}~lead~draw-until", ask="draw"), "agree_keep_draw")
    assert place(at).at == "crosswise"


def test_finishing_early_fills_in_the_rest() -> None:
    at = press(opened(answers="players-2~draw-one", ask="set"), "agree_finish_set")
    assert place(at).at == SHEET
    assert TEXT["agreed"]["kept"] in words(at)
    rules = interview.rules(place(at).interview)
    assert (str(rules.draw), str(rules.set)) == ("one", "6")
    near = TEXT["agreed"]["many"].split("{")[0]
    assert near in words(at)


def test_a_rule_set_can_be_the_start() -> None:
    at = opened()
    at.selectbox(key="agree_preset").select("szalone-10")
    press(at, "agree_begin")
    press(at, "agree_players_1")
    labels = [button.label for button in at.button]
    assert any(load_presets()["szalone-10"].title in label for label in labels)
    press(at, "agree_finish_set")
    assert interview.rules(place(at).interview) == preset("szalone-10")


def test_what_was_pasted_in_vain_is_told() -> None:
    at = opened()
    at.text_input(key="agree_code").input("britannica~draw-<b>")
    press(at, "agree_take")
    assert len(at.error) == 1
    assert "<" not in at.error[0].value
    at.text_input(key="agree_code").input("britannica~draw-one")
    press(at, "agree_take")
    assert place(at).interview.start == read_rules("britannica~draw-one")


# --- the agreement --------------------------------------------------------------------------------


def test_a_decision_is_changed_from_the_agreement() -> None:
    at = opened(answers="players-2~draw-one", ask=SHEET)
    assert TEXT["agreed"]["adopt"] in [button.label for button in at.button]
    at.session_state["agree_decided"] = True
    assert_well(at.run())
    press(at, "agree_decided_counts")
    assert place(at) == Place(Interview(((PLAYERS, "2"), ("draw", "one"))), "counts", True)
    press(at, "agree_counts_2")
    assert place(at).at == SHEET
    assert str(interview.rules(place(at).interview).counts) == "hidden"


def test_rules_that_nobody_can_deal_by_lead_nowhere() -> None:
    at = opened(answers="players-8~set-6~deal-7", ask=SHEET)
    assert len(at.error) == 1
    assert next(button for button in at.button if button.key == "agree_to_play").disabled
    press(at, "agree_change_too-few-tiles_set")
    press(at, "agree_set_3")
    assert not next(button for button in at.button if button.key == "agree_to_play").disabled


def test_the_app_keeps_the_rules_that_were_agreed_on() -> None:
    at = press(opened(answers="players-3~draw-one", ask="set"), "agree_finish_set")
    rules = interview.rules(place(at).interview)
    kept = at.session_state["ours"].ours
    assert (kept.rules, kept.players) == (rules, 3)
    press(at, "agree_forget")
    assert at.session_state["ours"].ours.rules is None


@pytest.mark.parametrize(
    ("stored", "kept"),
    [
        ("99999999999~4~britannica~draw-one", "britannica~draw-one"),
        ("5~4~britannica", "szalone-10"),  # older than what this visit has
        ("99999999999~4~<b>", "szalone-10"),
        ("x~~~", "szalone-10"),
    ],
)
def test_what_the_browser_kept_counts_if_it_is_newer(stored: str, kept: str) -> None:
    at = opened()
    at.session_state["ours"].ours = ours.Ours(preset("szalone-10"), 2, 1_700_000_000)
    trigger(assert_well(at.run()), "ours-keeper", "stored", stored)
    assert_well(at)
    assert at.session_state["ours"].ours.rules == read_rules(kept)


def test_whoever_comes_back_to_the_beginning_has_lost_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(written, "_by_history", lambda: True)
    at = press(opened(answers="players-3~set-9", ask="deal"), "agree_deal_1")
    before = place(at)
    at.query_params.clear()
    assert told.question(PLAYERS) in words(assert_well(at.run()))
    assert not at.query_params
    press(at, "agree_go_on")
    assert place(at) == before


def test_rules_kept_before_can_be_looked_at_again() -> None:
    at = opened()
    at.session_state["ours"].ours = ours.Ours(read_rules("britannica~draw-one"), 4, 1)
    press(assert_well(at.run()), "agree_ours")
    one = place(at).interview
    assert (interview.rules(one), interview.players(one)) == (read_rules("britannica~draw-one"), 4)
