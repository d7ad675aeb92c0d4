"""One moment under every rule set: nobody is left out, and the rules named make the difference."""

import pytest

from matador.game.notation import read_position
from matador.game.record import Timeline
from matador.game.rules import FIELDS, preset, presets
from matador.teach.content import install
from matador.teach.moments import NOWHERE, Standing, posed, spread

install()

TRIED = ("draw_matador", "reserve", "cross_open", "blocked_pay", "set", "deal")
CODE = "6.116612.0304253544-0524263346.1314152255.A.0-0.britannica"
HIDDEN = "6.116612.0304253544-~5.~5.A.0-0.britannica"
OVER = "6.5164.05-4555.0.A2.0-0.pagat"


def _check(question, found):
    """Every preset once; what is named makes the answer, and none of it can be spared."""
    named = [*found.same, *found.nowhere, *(n for one in found.others for n in one.names)]
    assert sorted(named) == sorted(presets())
    assert all(question.answer(preset(name)) is NOWHERE for name in found.nowhere)
    for other in found.others:
        for why, names in other.members.items():
            theirs = preset(names[0])
            values = {name: str(theirs.value(name)) for name in why.fields}
            alone = [{name: value} for name, value in values.items()]
            for changes in [values] if why.together else alone:
                assert question.answer(found.first.changed(**changes)) == other.answer
            for name in values if why.together else ():
                fewer = {n: v for n, v in values.items() if n != name}
                assert question.answer(found.first.changed(**fewer)) != other.answer


@pytest.mark.parametrize("name", TRIED)
def test_a_prepared_moment_names_everybody_and_the_reason(name):
    question = posed()[name]
    found = spread(question)
    _check(question, found)
    assert found.answers > 1
    assert question.answer(found.first) == question.answer(preset(found.same[0]))


@pytest.mark.parametrize("code", [CODE, HIDDEN, OVER])
def test_a_position_from_the_sandbox_is_held_against_its_own_rules(code):
    position = read_position(code)
    question = Standing(Timeline(position))
    found = spread(question, position.rules)
    _check(question, found)
    assert found.first == position.rules
    assert question.ask == ("payments" if code == OVER else "actions")


def test_the_prepared_moments_stand_together_under_their_headings():
    assert {one.field for one in posed().values()} == set(FIELDS)
    headings = list(dict.fromkeys(one.decision.title for one in posed().values()))
    assert len(headings) == len(posed())


def test_what_the_table_has_agreed_on_holds_under_every_rule_set():
    question = posed()["partner_pips"]
    assert question.agreed == ("partners",)
    for name in presets():
        there = question.position(preset(name))
        assert there is None or len(there.score) == 2


def test_a_source_with_other_tiles_is_asked_about_those_on_the_table():
    question = posed()["draw"]
    there = question.position(preset("compendia"))
    assert there is not None
    assert there.rules.set is question.shown.rules.set
    asked = posed()["set"].position(preset("compendia"))
    assert asked is not None
    assert str(asked.rules.set) == "9"
