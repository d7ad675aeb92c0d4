"""Rule sets side by side: differences, the nearest, house rules, and what all share."""

import pytest

from matador.game.rules import FIELDS, read_rules, write_rules
from matador.teach import sources
from matador.teach.content import Preset, load_presets
from matador.teach.sources import chosen, nearest, rule_set

PRESETS = load_presets()


def test_presets_that_there_are_not_are_left_out() -> None:
    assert [preset.id for preset in chosen(["wikipedia", "nobody", "pagat"])] == [
        "pagat",
        "wikipedia",
    ]


# --- two rule sets --------------------------------------------------------------------------------


def test_two_rule_sets_differ_where_their_values_do() -> None:
    one, other = PRESETS["pagat"], PRESETS["wikipedia"]
    found = {found.one.field for found in sources.differences(one, other)}
    assert found == {
        field for field in FIELDS if one.rules.value(field) is not other.rules.value(field)
    }
    assert "deal" in found
    assert sources.differences(one, one) == ()


def test_a_difference_that_rests_on_us_is_not_spoken() -> None:
    found = {d.one.field: d for d in sources.differences(PRESETS["pagat"], PRESETS["wikipedia"])}
    assert found["deal"].spoken
    assert not found["lead_tile"].spoken  # wikipedia is silent there


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_a_preset_is_nearest_to_itself(preset: Preset) -> None:
    near = nearest(preset.rules)
    assert near[0].differences == 0
    assert preset.id in {one.preset.id for one in near if one.differences == 0}
    assert [one.differences for one in near] == sorted(one.differences for one in near)
    assert rule_set(preset.rules) is preset


def test_house_rules_have_a_nearest_preset() -> None:
    rules = PRESETS["britannica"].rules.changed(draw="one", reserve="0")
    near = nearest(rules)[0]
    assert (near.preset.id, near.differences) == ("britannica", 2)


def test_house_rules_are_a_preset_with_what_the_house_has_changed() -> None:
    rules = read_rules("britannica~draw-one~reserve-0")
    house = rule_set(rules)
    assert (house.title, house.rules) == (write_rules(rules), rules)
    found = sources.differences(house, PRESETS["britannica"])
    assert {one.one.field for one in found} == {"draw", "reserve"}
    assert {one.one.cell.status for one in found} == {"house"}
    assert not any(one.spoken for one in found)
    assert house.fields["deal"] is PRESETS["britannica"].fields["deal"]


# --- what all agree on ----------------------------------------------------------------------------


def test_what_all_share_holds_under_every_rule_set() -> None:
    facts = {fact.id: fact for fact in sources.shared_facts()}
    for name in ("sum", "blank", "ends", "out", "lowest"):
        assert not facts[name].failing
        assert facts[name].tried > len(PRESETS)
    assert facts["sum"].slots["targets"] == "7 with double-six, 10 with double-nine"
    assert facts["blank"].slots["matadors"] == "0-0, 1-6, 2-5, 3-4"


def test_what_is_only_said_to_be_shared_names_who_does_not() -> None:
    failing = {f.id: {p.id for p in f.failing} for f in sources.shared_facts()}
    assert failing["anywhere"] == {"le-matador-2012"}
    assert failing["scores"] == {
        name
        for name, preset in PRESETS.items()
        if preset.fields["blocked_pay"].value in ("debit", "nobody")
    }
    assert failing["hundred"] == {
        name for name, preset in PRESETS.items() if preset.fields["target"].value != "100"
    }


def test_facts_can_be_asked_of_some_rule_sets_only() -> None:
    some = chosen(["pagat", "kardinal"])
    for fact in sources.shared_facts(some):
        assert all(preset in some for preset in fact.failing)
