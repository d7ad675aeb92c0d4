"""The interview about a table's rules: its questions, what is filled in, what goes together."""

import random

import pytest

from matador.game.rules import (
    FIELDS,
    Contradiction,
    Rules,
    preset,
    presets,
    read_rules,
    write_rules,
)
from matador.teach import interview, matrix
from matador.teach import interview_words as words
from matador.teach.content import install, load_rule_words
from matador.teach.interview import MAIN, PLAYERS, UNKNOWN, By, Interview

install()


def answers(**given: str) -> Interview:
    one = Interview()
    for name, value in given.items():
        one = one.answered(name, value)
    return one


def walked(seed: int, start: Rules | None = None) -> Interview:
    """An interview answered to its end, each question by lot."""
    lot, one = random.Random(seed), Interview(start=start)
    while name := interview.following(one):
        offered = [option.value for option in interview.options(one, name)]
        one = one.answered(name, lot.choice([*offered, UNKNOWN]))
    return one


# --- the questions --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_every_walk_ends_in_rules_that_hold_what_was_said(seed: int) -> None:
    one = walked(seed)
    found = interview.rules(one)
    assert read_rules(write_rules(found)) == found
    assert len(one.given) <= len(MAIN)
    for name in interview.route(one):
        if name != PLAYERS and one.knows(name):
            assert str(found.value(name)) == one.answers[name]
    for name in (*interview.route(one), *interview.others(one)):
        assert words.question(name)
        assert words.unknown(one, name)
        assert [words.answer(one, name, option.value) for option in interview.options(one, name)]
        assert words.decided_by(one, name)


def test_the_usual_interview_is_short() -> None:
    one = Interview()
    while name := interview.following(one):
        one = one.answered(name, UNKNOWN)
    assert len(one.given) <= 15


def test_only_what_matters_is_asked() -> None:
    assert "partners" not in interview.route(answers(players="2"))
    assert "partners" in interview.route(answers(players="4"))
    assert "reserve" in interview.route(answers(draw="until"))
    none = interview.route(answers(draw="none"))
    assert not {"reserve", "draw_playable", "draw_matador"} & set(none)
    assert "cross_open" in interview.route(answers(crosswise="choice"))
    assert "cross_open" not in interview.route(answers(crosswise="none"))
    assert "spinner_arms" in interview.route(answers(doubles="spinner"))
    assert "lead_tile" in interview.route(answers(lead="lot"))
    assert "lead_tile" not in interview.route(answers(lead="highest-double"))


@pytest.mark.parametrize("players", range(2, 9))
def test_every_deal_that_is_offered_can_be_dealt(players: int) -> None:
    one = answers(players=str(players))
    for option in interview.options(one, "deal"):
        assert not interview.forbidden(one.answered("deal", option.value))
    sizes = [interview.deal_size(one, option.value) for option in interview.options(one, "deal")]
    assert sizes == sorted(set(sizes))


# --- who decides ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in FIELDS if name != "deal"])
def test_what_nobody_knows_is_what_most_sources_say(name: str) -> None:
    row = matrix.row(name, matrix.in_use())
    found = interview.decided(Interview(), name)
    clear = 2 * row.agreeing > len(row.voices)
    assert found.by is (By.NOBODY if not row.voices else By.MOST if clear else By.READING)
    if clear:
        assert found.value == row.tally[0][0]
    told = words.unknown(Interview(), name)
    assert load_rule_words()[name].values[found.value].short in told
    assert (str(row.agreeing) in told) == clear


@pytest.mark.parametrize("name", presets())
def test_a_start_holds_until_something_else_is_said(name: str) -> None:
    one = Interview(start=preset(name))
    assert interview.rules(one) == preset(name)
    value = next(value for value in FIELDS["direction"] if value is not preset(name).direction)
    changed = interview.rules(one.answered("direction", str(value)))
    assert write_rules(changed) == f"{name}~direction-{value}"


def test_the_agreement_tells_who_decided() -> None:
    one = answers(players="2", draw="one", crosswise=UNKNOWN)
    told = {field: said.mark for said in words.agreement(one).sentences for field in said.fields}
    assert told["draw"] == "changed"
    assert told["crosswise"] == "unclear"  # the sources differ
    assert told["matador_place"] == "says"
    assert told["counts"] == "assumed"
    assert interview.decided(one, "draw").by is By.YOU
    assert interview.decided(answers(draw="none"), "reserve") == ("0", By.FOLLOWS)


def test_what_hangs_on_it_comes_from_the_trials() -> None:
    hangs, made = words.effect(answers(players="2"), "draw")
    assert "nobody draws" in hangs
    assert "±" in hangs
    assert "100,000" in made
    assert words.effect(Interview(), PLAYERS) == ("", "")


# --- what does not go together --------------------------------------------------------------------


def test_four_by_seven_leaves_nothing_to_draw() -> None:
    one = answers(players="4", set="6", deal="7")
    assert not interview.clashes(one, "deal")  # nobody has said yet that tiles are drawn
    clash = interview.clashes(one.answered("draw", "until"), "draw")[0]
    assert clash.what is Contradiction.NOTHING_TO_DRAW
    assert {"deal", PLAYERS} <= set(clash.questions)
    assert not interview.clashes(one.answered("draw", "none"), "draw")
    assert not interview.clashes(one.answered("draw", "until").answered("deal", "5"), "deal")


def test_too_few_tiles_forbid_any_deal() -> None:
    one = answers(players="2", set="6", deal="7").answered(PLAYERS, "8")
    assert interview.forbidden(one)
    assert interview.clashes(one, PLAYERS)[0].questions == ("deal", PLAYERS, "set")
    assert not interview.forbidden(one.answered("set", "12"))


def test_a_start_can_clash_with_an_answer() -> None:
    one = Interview(start=read_rules("le-mata"))
    assert not interview.clashes(one)
    clash = interview.clashes(one.answered("blocked_pay", "difference"), "blocked_pay")[0]
    assert clash.what is Contradiction.GOAL_NEEDS_DEBIT
    assert clash.questions == ("goal", "blocked_pay")


def test_partners_who_became_three_are_told() -> None:
    one = answers(players="4", partners="pairs").answered(PLAYERS, "3")
    assert interview.clashes(one, PLAYERS)[0].what is Contradiction.PAIRS_NEED_FOUR
