"""What one decision changes: the order, what the deals can tell, and a run that agrees with it."""

import pytest

from matador.analysis.studies.record import Number
from matador.analysis.studies.trial import try_out
from matador.game.errors import IllegalError, UnreadableError
from matador.game.rules import presets
from matador.teach import effects
from matador.teach.content import load_presets
from matador.teach.effects import MEASURES

COMPARISONS = effects.comparisons()
FIRST = COMPARISONS[0]
NEVER = {"seconds": 60.0, "progress": lambda _: None, "stop": lambda: False}


def tried(rules, base="pagat", players=2, policy="balanced", hands=1_000, matches=0, seed=2, **how):
    options = {**NEVER, **how}
    return try_out(rules, base, presets(), players, policy, hands, matches, seed, **options)


# --- the study ------------------------------------------------------------------------------------


def test_there_are_several_rule_sets_and_policies_each_with_every_measure() -> None:
    assert len({one.rules for one in COMPARISONS}) > 3
    assert {one.policy for one in COMPARISONS} == {"balanced", "random"}
    for one in COMPARISONS:
        assert set(one.base) == set(MEASURES)
        assert effects.seed_of(one) >= 0


@pytest.mark.parametrize("measure", MEASURES)
def test_the_largest_change_comes_first_and_once_a_decision(measure: str) -> None:
    for comparison in COMPARISONS:
        found = effects.effects(comparison, measure)
        sizes = [one.size for one in found]
        assert sizes == sorted(sizes, reverse=True)
        first = effects.largest(found)
        assert len({one.field for one in first}) == len(first)
        for one in first:
            values = effects.of_field(found, one.field)
            assert one.size == max(value.size for value in values)
        assert not any(one.sure for one in found if one.same)


def test_what_is_less_than_three_errors_from_nothing_is_not_told_apart() -> None:
    assert not effects.told_apart(Number(2.9, 1.0))
    assert effects.told_apart(Number(-3.1, 1.0))
    assert not effects.told_apart(Number(0.0, 0.0))
    assert not effects.told_apart(None)


def test_the_sentence_names_the_largest_and_where_it_starts() -> None:
    said = effects.sentence(FIRST, "blocked", effects.effects(FIRST, "blocked"))
    most = effects.effects(FIRST, "blocked")[0]
    assert most.value_words.short in said
    assert most.number is not None
    assert effects.written("blocked", most.number.mean) in said
    assert effects.sentence(FIRST, "blocked", ()) == effects.prose("effects")["tornado"]["nothing"]


def test_numbers_have_signs_units_and_two_errors() -> None:
    assert effects.changed("blocked", Number(-0.0512, 0.0021)) == "\N{MINUS SIGN}5.1 ± 0.4 points"
    assert effects.changed("match", Number(1.5, 0.25)) == "+1.50 ± 0.50 hands"
    assert effects.written("blocked", 0.85) == "85.0 %"


def test_a_download_has_every_change_of_every_measure() -> None:
    records = effects.records(FIRST)
    assert len(records) == len(FIRST.changes) * len(MEASURES)
    for one in records:
        assert (one["change"] is None) == (one["standard_error"] is None)


# --- a run ----------------------------------------------------------------------------------------


def test_a_run_finds_what_the_study_has_of_the_same_deals() -> None:
    """The first slice of the study, hand for hand."""
    sums = effects.load_decisions().parts["2 balanced draw none"].first.sums
    found = tried("pagat~draw-none")
    assert found.paired
    assert found.hands == 1_000
    for place, measure in enumerate(MEASURES[:4]):
        assert found.numbers[measure].mean == pytest.approx(sums[4 * place] / 1_000)
        assert found.changes[measure].mean == pytest.approx(sums[4 * place + 2] / 1_000)
    assert "match" not in found.numbers


def test_the_same_seed_gives_the_same_numbers_and_a_stop_its_part() -> None:
    told: list[object] = []
    whole = tried("pagat~draw-one", hands=2_000, matches=40, progress=told.append)
    assert told[-1] == whole
    assert len(told) == 4
    assert whole.changes["match"].mean > 0
    assert tried("pagat~draw-one", hands=2_000, matches=40) == whole
    part = tried("pagat~draw-one", hands=2_000, matches=40, stop=lambda: True)
    assert (part.hands, part.matches) == (1_000, 0)
    assert part == told[0]


def test_rules_that_the_core_has_no_room_for_are_compared_all_the_same() -> None:
    found = tried("pagat~set-12", "pagat~set-12~draw-none", policy="random", hands=20)
    assert not found.paired
    assert found.changes["draws"].mean == found.numbers["draws"].mean > 0
    assert found.changes["payment"].error > 0


def test_nothing_is_raced_for_where_no_match_is_won() -> None:
    assert not tried("wikipedia", "pagat", hands=100, matches=20).matches


def test_what_cannot_be_dealt_or_read_is_refused() -> None:
    with pytest.raises(IllegalError):
        tried("pagat", players=8)
    with pytest.raises(UnreadableError):
        tried("pagat", policy="nobody")


def test_a_record_of_a_run_has_its_provenance() -> None:
    found = tried("pagat~draw-none", hands=200)
    records = effects.trial_records(found, {"rules": "pagat~draw-none", "seed": 2})
    assert [one["measure"] for one in records] == list(MEASURES[:-1])
    assert all(one["seed"] == 2 and one["among"] == 200 for one in records)


def test_bases_are_rule_sets() -> None:
    assert {one.rules for one in COMPARISONS} <= set(load_presets())
