"""The matrix by source: who speaks, who agrees, what counts as a witness, and what it changes."""

import pytest

from matador.game.rules import FIELDS
from matador.teach import matrix
from matador.teach.content import load_cells, load_rule_words, load_sources
from matador.teach.matrix import Row, chosen, in_use, row

SIX = chosen(("PAG", "WP", "GR", "EB11", "S001", "SZ10"))
ALL = in_use()
ROWS = {one.field: one for one in matrix.matrix(ALL)}


def test_every_field_has_a_row_and_every_row_a_heading() -> None:
    assert set(ROWS) == set(FIELDS)
    words = load_rule_words()
    groups = [words[field].group for field in ROWS]
    assert set(groups) == set(matrix.GROUPS)
    assert groups == sorted(groups, key=matrix.GROUPS.index)
    labels = [one.label for one in words.values()]
    assert len(set(labels)) == len(labels), "addresses hold them"


def test_every_claim_of_every_source_stands_in_the_matrix() -> None:
    shown = {
        (entry.source.id, entry.field)
        for one in ROWS.values()
        for entry in one.entries
        if entry.cell
    }
    assert shown == {(name, field) for name, cells in load_cells().items() for field in cells}


@pytest.mark.parametrize("one", ROWS.values(), ids=ROWS)
def test_a_row_counts_each_source_and_each_witness_once(one: Row) -> None:
    assert len(one.speaking) + len(one.silent) + len(one.unclear) == len(ALL)
    witnesses = [entry.witness for entry in one.voices]
    assert len(set(witnesses)) == len(witnesses)
    assert set(witnesses) == {entry.witness for entry in one.speaking} - {""}
    assert sum(count for _, count in one.tally) == len(one.voices)
    assert one.agreeing == max((count for _, count in one.tally), default=0)
    assert one.differs == (len(one.by_value()) > 1)
    assert not (one.differs and one.undisputed)
    assert sum(len(entries) for _, entries in one.by_value()) == len(one.speaking)


def test_a_copy_is_no_second_witness_and_a_summary_none_at_all() -> None:
    both = row("deal", chosen(("WP", "WP-old")))
    assert (len(both.speaking), both.agreeing) == (2, 1)
    assert both.voices[0].source.id == "WP", "the original speaks, not the copy"
    alone = row("blocked_pay", chosen(("WP", "WP-old")))
    assert [entry.source.id for entry in alone.voices] == ["WP-old"], "where only the copy speaks"
    summary = row("set", chosen(("PAG", "S000")))
    assert (len(summary.speaking), summary.agreeing) == (2, 1)
    copies = [source for source in load_sources().values() if source.copy_of or source.compares]
    most = len(load_sources()) - len(copies)
    assert all(len(one.voices) <= most for one in ROWS.values())


def test_agreement_and_silence_as_the_files_have_them() -> None:
    six = {one.field: one for one in matrix.matrix(SIX)}
    assert (six["set"].agreeing, six["set"].differs) == (5, True)
    assert (six["deal"].agreeing, len(six["deal"].voices)) == (2, 6)
    assert six["matador_place"].agreeing == 6
    assert six["counts"].tally == ()
    assert len(six["counts"].silent) == 6
    assert [entry.source.id for entry in six["lead"].unclear] == ["EB11"]


def test_search_finds_question_answers_and_notes() -> None:
    rows = tuple(ROWS.values())
    assert "crosswise" in [one.field for one in matrix.found_in(rows, "ACROSS line")]
    assert [one.field for one in matrix.found_in(rows, "Celko")] == []
    assert "deal" in [one.field for one in matrix.found_in(rows, "no stock hands of seven")]
    assert matrix.found_in(rows, "no such word here") == ()
    assert matrix.found_in(rows, "  ") == rows


def test_footnotes_number_the_claims_in_reading_order() -> None:
    rows = matrix.matrix(SIX)[:3]
    notes = matrix.footnotes(rows)
    claims = [entry for one in rows for entry in one.entries if entry.cell]
    assert list(notes.values()) == list(range(1, len(claims) + 1))
    assert notes[rows[0].field, "PAG"] == 1
    assert not matrix.footnotes([row("counts", SIX)])


def test_the_largest_effect_comes_first_and_is_one_of_the_values_given() -> None:
    rows = matrix.by_effect(ROWS.values())
    assert sorted(one.field for one in rows) == sorted(ROWS)
    found = [matrix.effect(one) for one in rows]
    usual = [one.change.effect for one in found if one and one.at is matrix.usual()]
    assert usual == sorted(usual, reverse=True)
    assert len(usual) > 20
    for one, effect in zip(rows, found, strict=True):
        assert effect is None or effect.change.value in one.values
    assert found[-1] is None, "what was not measured comes last"


def test_a_value_that_nobody_gives_counts_for_nothing() -> None:
    deal = row("deal", chosen(("WP",)))
    effect = matrix.effect(deal)
    assert effect
    assert effect.change.value == "5"
    assert effect.number == effect.change.changes[effect.change.most]
    assert matrix.effect(row("counts", ALL)) is None


@pytest.mark.parametrize(
    "text", ["", "draw", "draw-", "-EB11", "draw-XX", "hue-EB11", "draw-EB11-"]
)
def test_an_address_of_no_cell(text: str) -> None:
    assert matrix.where(text) is None


def test_the_address_of_a_cell() -> None:
    assert matrix.where("draw-WP-old") == ("draw", "WP-old")
