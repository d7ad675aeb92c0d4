"""Each field of the rules has a position in which its values can be told apart."""

import pytest

from matador.game.notation import read_position
from matador.game.rules import FIELDS, preset, presets
from matador.teach.content import ContentError
from matador.teach.decisions import answer, field_of, load_decisions, moment, outcomes

DECISIONS = load_decisions()

NEVER_FELT = {"first_tile", "direction", "counts"}
"""Fields that never change what may be played or is paid: one value, seats, and what is seen."""


def _said_apart(field):
    """The pairs of values of a field that some position tells apart."""
    found = set()
    for name, decision in DECISIONS.items():
        if field_of(name, decision) == field:
            answers = outcomes(field, decision)
            found |= {(a, b) for a in answers for b in answers if answers[a] != answers[b]}
    return found


@pytest.mark.parametrize("name", DECISIONS)
def test_the_expected_is_what_the_engine_says(name):
    """One outcome a value, and each as it is written down."""
    decision = DECISIONS[name]
    assert outcomes(field_of(name, decision), decision) == decision.expected
    assert not read_position(decision.position).flaws


@pytest.mark.parametrize("field", sorted(set(FIELDS) - NEVER_FELT))
def test_the_values_differ_somewhere(field):
    """Some position tells at least two of the values apart."""
    assert _said_apart(field)


@pytest.mark.parametrize("field", sorted(NEVER_FELT))
def test_what_is_never_felt_stands_there_too(field):
    """The three others have a position as well, in which all values agree."""
    assert field in DECISIONS
    assert not _said_apart(field)


def test_a_decision_with_an_unknown_key_is_refused(tmp_path):
    """The loader is strict."""
    folder = tmp_path / "content" / "decisions"
    folder.mkdir(parents=True)
    text = '[draw]\ntitle = "x"\nposition = "y"\nask = "actions"\nexpected = {}\nanswer = 1\n'
    (folder / "decisions.toml").write_text(text)
    with pytest.raises(ContentError, match="answer"):
        load_decisions(tmp_path / "content")


def test_a_moment_that_other_rules_do_not_let_come_about():
    """Where a tile lies as those rules forbid, or what was done first is forbidden there."""
    across, drawn = DECISIONS["cross_open"], DECISIONS["drawn_matador"]
    assert moment("cross_open", across, preset("pagat")) is None
    assert moment("cross_open", across, preset("szalone-10")) is not None
    assert moment("drawn_matador", drawn, preset("dominorules")) is None


@pytest.mark.parametrize("name", [n for n in DECISIONS if DECISIONS[n].ask in ("payments", "next")])
def test_a_hand_that_is_over_is_over_under_every_rule_set(name):
    """So that no rule set is asked to pay for a hand that goes on."""
    decision = DECISIONS[name]
    for rules in presets().values():
        found = moment(name, decision, rules)
        assert found is None or answer(found, decision.ask) != "going-on"
