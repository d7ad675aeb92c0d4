"""The comparison: counted from the presets, paid by the engine."""

import pytest

from matador.game.rules import FIELDS
from matador.teach import sources
from matador.teach.content import Preset, load_presets, load_rule_words
from matador.teach.sources import USUAL, Row, chosen, matrix, nearest, payment, row

PRESETS = load_presets()
SIX = chosen(USUAL)
ROWS = {one.field: one for one in matrix(SIX)}


def paid(preset: str, *pips: int, out: int | None = None, pairs: bool = False) -> tuple[int, ...]:
    return payment(PRESETS[preset], pips, out, pairs).settlement.payments


# --- the matrix -----------------------------------------------------------------------------------


def test_every_field_has_a_row_and_every_row_a_heading() -> None:
    assert set(ROWS) == set(FIELDS)
    words = load_rule_words()
    groups = [words[field].group for field in ROWS]
    assert set(groups) == set(sources.GROUPS)
    assert groups == sorted(groups, key=sources.GROUPS.index)


def test_labels_are_unique_because_addresses_hold_them() -> None:
    labels = [words.label for words in load_rule_words().values()]
    assert len(set(labels)) == len(labels)
    titles = [preset.title for preset in PRESETS.values()]
    assert len(set(titles)) == len(titles)


def test_presets_that_there_are_not_are_left_out() -> None:
    assert [preset.id for preset in chosen(["wikipedia", "nobody", "pagat"])] == [
        "pagat",
        "wikipedia",
    ]


@pytest.mark.parametrize("one", ROWS.values(), ids=ROWS)
def test_a_row_counts_each_source_once(one: Row) -> None:
    assert len(one.speaking) + len(one.silent) + len(one.unclear) == len(SIX)
    assert one.agreeing <= len(one.speaking)
    assert one.differs == (len(one.by_value()) > 1)
    assert not (one.differs and one.undisputed)
    assert sum(len(entries) for _, entries in one.by_value()) == len(one.speaking)


def test_agreement_and_silence_as_the_files_have_them() -> None:
    assert (ROWS["set"].agreeing, ROWS["set"].differs) == (5, True)
    assert (ROWS["deal"].agreeing, len(ROWS["deal"].speaking)) == (2, 6)
    assert ROWS["matador_place"].agreeing == 6
    assert ROWS["counts"].agreeing == 0
    assert len(ROWS["counts"].silent) == 6
    assert [entry.preset.id for entry in ROWS["lead"].unclear] == ["britannica"]


def test_the_commonest_answer_comes_first() -> None:
    counts = [len(entries) for _, entries in ROWS["blocked_pay"].by_value()]
    assert counts == sorted(counts, reverse=True)


def test_search_finds_question_and_answers() -> None:
    rows = tuple(ROWS.values())
    assert "crosswise" in [one.field for one in sources.found_in(rows, "ACROSS line")]
    assert sources.found_in(rows, "no such word here") == ()
    assert sources.found_in(rows, "  ") == rows


def test_footnotes_are_numbered_in_reading_order() -> None:
    rows = matrix(SIX)[:3]
    notes = sources.footnotes(rows)
    assert list(notes.values()) == list(range(1, 19))
    assert notes[rows[0].field, "pagat"] == 1


def test_a_record_a_cell_each_with_status_source_and_locator() -> None:
    records = sources.records(matrix(SIX))
    assert len(records) == len(FIELDS) * len(SIX)
    for record in records:
        silent = record["status"] == "silent"
        assert silent == (record["source"] == "") == (record["locator"] == "")
        assert silent == (record["evidence"] == "assumed")


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


def test_house_rules_have_a_nearest_preset() -> None:
    rules = PRESETS["britannica"].rules.changed(draw="one", reserve="0")
    near = nearest(rules)[0]
    assert (near.preset.id, near.differences) == ("britannica", 2)


# --- what is paid ---------------------------------------------------------------------------------


def test_the_worked_example_of_the_rules_article() -> None:
    points = {name: payment(PRESETS[name], (8, 19)).points for name in USUAL}
    assert points == {
        "pagat": 11,
        "wikipedia": 0,
        "gamerules": 11,
        "britannica": 27,
        "matador-dominos": 19,
        "szalone-10": 11,
    }
    britannica = payment(PRESETS["britannica"], (8, 19))
    assert [settled.arithmetic for _, settled in britannica.alternatives] == ["19 - 8 = 11"]


def test_three_hands_under_five_ways_of_paying() -> None:
    assert paid("pagat", 5, 19, 12) == (26, 0, 0)
    assert paid("compendia", 5, 19, 12) == (21, 0, 0)
    assert paid("matador-dominos", 5, 19, 12) == (31, 0, 0)
    assert paid("britannica", 5, 19, 12) == (36, 0, 0)
    assert paid("kardinal", 5, 19, 12) == (5, 19, 12)


def test_going_out_empties_that_hand_whatever_was_typed() -> None:
    assert paid("pagat", 8, 19, out=0) == (19, 0)
    assert paid("pagat", 8, 19, out=1) == (0, 8)
    assert paid("kardinal", 8, 19, out=0) == (0, 19)
    assert paid("wikipedia", 8, 19, out=0) == (0, 0)


def test_four_in_pairs_share_a_score() -> None:
    alone = payment(PRESETS["matador-dominos"], (5, 19, 12, 8)).settlement
    pairs = payment(PRESETS["matador-dominos"], (5, 19, 12, 8), pairs=True).settlement
    assert len(alone.payments) == 4
    assert len(pairs.payments) == 2
    assert pairs.winners == (0, 2)


def test_a_silent_source_is_told_apart() -> None:
    assert payment(PRESETS["spaans"], (8, 19)).entry.cell.status == "silent"
    assert payment(PRESETS["kardinal"], (8, 19)).points is None


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_any_number_of_players_blocked_or_out(preset: Preset, players: int) -> None:
    pips = tuple(range(3, 3 + players))
    assert payment(preset, pips).settlement.winners == (0,)
    for seat in range(players):
        assert payment(preset, pips, seat).settlement.winners == (seat,)


# --- what all agree on ----------------------------------------------------------------------------


def test_what_all_share_holds_under_every_rule_set() -> None:
    facts = {fact.id: fact for fact in sources.shared_facts()}
    for name in ("sum", "blank", "ends", "out", "lowest"):
        assert not facts[name].failing
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


def test_facts_can_be_asked_of_some_sources_only() -> None:
    for fact in sources.shared_facts(SIX):
        assert {preset.id for preset in fact.failing} <= set(USUAL)


def test_a_row_of_one_source_never_differs() -> None:
    for field in FIELDS:
        assert not row(field, SIX[:1]).differs
