"""The page on the sources: table, cells, one question, two rule sets, data, hostile addresses."""

import random
import string

import pytest
from streamlit.testing.v1 import AppTest

from matador.game.rules import FIELDS, read_rules
from matador.teach import downloads, matrix, sources
from matador.teach.content import Preset, load_presets, load_rule_words
from matador.teach.prose import prose
from matador.ui import compare, compare_detail, compare_two
from tests.pages.harness import APP, assert_well, open_page, trigger, words

PRESETS = load_presets()
TITLES = compare.titles()
TEXT = prose("compare")
SHORTS = compare.shorts()
SIX = tuple(sorted(matrix.chosen(compare.USUAL), key=lambda one: list(SHORTS).index(one.id)))


def opened(**query: str) -> AppTest:
    return assert_well(open_page("compare", **query))


def html(at: AppTest) -> str:
    """All HTML of ours, the style sheets left out."""
    return "\n".join(
        shown.proto.body for shown in at.get("html") if "<style" not in shown.proto.body
    )


def troubles(at: AppTest) -> list[str]:
    return [warning.value for warning in at.warning]


# --- what all agree on ----------------------------------------------------------------------------


def test_what_all_agree_on_comes_first_and_is_counted() -> None:
    shown = words(opened())
    for fact in sources.shared_facts():
        assert TEXT["shared"]["facts"][fact.id].format(**fact.slots) in shown
        assert fact.failing or f"✓ {fact.tried:,} cases" in shown
    assert TEXT["shared"]["checked"].format(all=len(PRESETS)) in shown
    assert "Le matador, 2012" in shown  # where a matador does not go anywhere


# --- the table ------------------------------------------------------------------------------------


def test_the_table_shows_the_rows_that_differ_by_their_effect() -> None:
    table = html(opened())
    places = []
    for row in matrix.by_effect(matrix.matrix(SIX)):
        head = f'<th scope="row"><a href="compare?view=question&amp;row={row.field}">'
        assert (head in table) == row.differs
        places += [table.index(head)] if row.differs else []
    assert places == sorted(places)
    for source in SIX:
        assert f'<th scope="col">{source.short}<' in table
    assert "2 of 6 alike" in table
    effect = matrix.effect(matrix.row("draw", SIX))
    assert compare.effect(effect, compare.values_of(matrix.row("draw", SIX))) in table


@pytest.mark.parametrize(
    ("name", "keep"),
    [
        ("agree", lambda row: row.undisputed),
        ("silent", lambda row: bool(row.silent)),
        ("all", lambda _: True),
    ],
)
def test_the_rows_can_be_chosen_and_gathered(name: str, keep) -> None:
    at = opened(rows=name, order="rules")
    found = [row for row in matrix.matrix(SIX) if keep(row)]
    assert html(at).count('<th scope="row">') == len(found)
    assert html(at).count('scope="rowgroup"') == len({row.words.group for row in found})
    assert not troubles(at)


def test_the_rows_can_be_searched() -> None:
    at = opened(rows="all")
    at.text_input(key="rows_search").input("crosswise nonsense").run()
    assert TEXT["filter"]["nothing"] in words(assert_well(at))
    at.text_input(key="rows_search").input("doubles").run()
    assert "row=doubles" in html(assert_well(at))


def test_every_cell_has_an_address_and_every_claim_a_sign_a_word_and_a_footnote() -> None:
    table = html(opened(rows="all"))
    number = 0
    for row in matrix.by_effect(matrix.matrix(SIX)):
        for entry in row.entries:
            address = compare.cell_address(row.field, entry.source.id)
            assert table.count(f'href="{address}"') == 1
            assert compare.sign(entry.status) in table
            if entry.cell:
                number += 1
                assert f"{compare.sign(entry.status)}<sup>{number}</sup>" in table
                assert f'<li value="{number}"><b>{entry.source.short}</b>' in table
    assert f'<li value="{number + 1}">' not in table


def test_other_sources_by_their_ids_or_their_rule_sets() -> None:
    at = opened(sources="kardinal", rows="all")
    assert f'<th scope="col">{SHORTS["KAR"]}<' in html(at)
    assert at.session_state["sources"] == [SHORTS["KAR"]]
    assert opened(sources="S000").session_state["sources"] == [SHORTS["S000"]]


def test_a_copy_says_whose_text_it_is() -> None:
    at = opened(sources="S001", rows="all")
    assert TEXT["cell"]["same"].format(title=SHORTS["DG"]) in html(at)


def test_all_sources_and_back_to_the_usual() -> None:
    at = opened()
    buttons = {button.label: button for button in at.button}
    buttons[TEXT["choose"]["every"].format(all=len(SHORTS))].click().run()
    assert html(assert_well(at)).count('<th scope="col"') == len(SHORTS) + 2
    at.session_state["sources"] = []
    at.run()
    assert html(assert_well(at)).count('<th scope="col"') == len(SIX) + 2


# --- one cell -------------------------------------------------------------------------------------


def test_a_cell_tells_value_place_evidence_day_and_kinship() -> None:
    for source, expected in {
        "S001": ("You draw one tile", "read there on 2026-", "same text as Domino Games"),
        "WP-old": ("You draw until", "the same as in that text", "same text as Wikipedia"),
        "PAG": ("You draw until", "known through another text", "paragraph on drawing rules"),
        "BON": ("says nothing of it, in the part that was read", "we assume: until you can play"),
    }.items():
        told = told_of("draw", source)
        assert load_rule_words()["draw"].question in told
        assert all(part in told for part in expected), told


def test_a_silent_text_whose_rule_set_is_filled_from_another_says_so() -> None:
    told = told_of("blocked_pay", "WP")
    assert "The rule set Wikipedia takes it from Wikipedia, older: no points." in told


def told_of(field: str, source: str) -> str:
    """What the dialog of a cell says."""
    (entry,) = matrix.row(field, matrix.chosen((source,))).entries
    return "\n".join(compare_detail.lines(entry))


def test_a_cell_that_there_is_not() -> None:
    at = opened(cell="draw-NOBODY")
    assert troubles(at) == [TEXT["trouble"]["cell"]]


def test_a_link_of_the_table_opens_in_place() -> None:
    at = opened()
    trigger(at, "compare-links", "followed", "compare?view=question&row=tie")
    assert load_rule_words()["tie"].question in words(assert_well(at))
    trigger(at, "compare-links", "followed", "compare?cell=tie-GR")
    assert at.query_params["cell"] == "tie-GR"
    trigger(assert_well(at), "compare-links", "followed", "nowhere?x=1")
    assert_well(at)


# --- one question ---------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["deal", "cross_reading", "counts"])
def test_each_question_has_its_address(field: str) -> None:
    at = opened(view="question", row=field)
    row = matrix.row(field, SIX)
    shown = words(at)
    assert row.words.question in shown
    for entry in row.entries:
        assert f"[{entry.source.short}]({compare.cell_address(field, entry.source.id)})" in shown
    for value, _ in row.by_value():
        assert value.long in shown
    assert not troubles(at)


# --- two rule sets --------------------------------------------------------------------------------


def test_the_difference_in_sentences() -> None:
    at = opened(view="two", a="britannica", b="kardinal")
    one, other = PRESETS["britannica"], PRESETS["kardinal"]
    shown = words(at)
    for difference in sources.differences(one, other):
        assert difference.one.words.long in shown
        assert difference.other.words.long in shown
    same = next(f for f in FIELDS if one.fields[f].value == other.fields[f].value)
    assert load_rule_words()[same].values[one.fields[same].value].long not in shown


def test_the_same_rule_set_twice() -> None:
    at = opened(view="two", a="pagat", b="pagat")
    assert TEXT["two"]["same"].format(one=TITLES["pagat"]) in words(at)


HOUSE = "britannica~draw-one~reserve-0"


PASTED = [
    HOUSE,
    " britannica~reserve-0~draw-one ",
    f"6.-.~7-~7.~14.A.0-0.{HOUSE}",
    f"https://example.org/play?x=1&p=6.-.~7-~7.~14.A.0-0.{HOUSE}",
]


@pytest.mark.parametrize("pasted", PASTED)
def test_house_rules_are_read_from_what_is_pasted(pasted: str) -> None:
    assert compare.rule_set(pasted) == (house(), "")


def test_house_rules_have_an_address_and_a_nearest_preset() -> None:
    at = opened(view="two", a=PASTED[2], b="kardinal")
    assert not troubles(at)
    assert at.selectbox(key="a").value == HOUSE
    shown = words(at)
    assert compare.sign("house") in shown
    near = f"{TITLES['britannica']} ({TEXT['two']['apart'][2].format(count=2)})"
    assert TEXT["two"]["nearest"].format(one=compare_two.name(house()), near=near) in shown
    buttons = {button.label: button for button in at.button}
    buttons[TEXT["two"]["beside"].format(near=TITLES["britannica"])].click().run()
    assert assert_well(at).selectbox(key="b").value == TITLES["britannica"]


def house() -> Preset:
    return sources.rule_set(read_rules(HOUSE))


@pytest.mark.parametrize("typed", ["", "pagat~hue-3", "nobody", "pagat~draw-<b>", "x" * 5000, "?a"])
def test_what_is_no_rules_is_said_in_a_sentence_without_markup(typed: str) -> None:
    found, why = compare.rule_set(typed)
    assert found is None
    assert why
    assert not set(why) & set("<>[]*`$")


# --- payment and data -----------------------------------------------------------------------------


def test_the_rule_sets_of_the_chosen_sources_are_paid() -> None:
    at = opened(view="payment", sources="spaans")
    assert PRESETS["spaans"].title in html(at)
    assert PRESETS["kardinal"].title not in html(at)


def test_every_table_can_be_downloaded_and_says_how_to_cite_it() -> None:
    at = opened(view="data")
    assert len(at.get("download_button")) == 2 * len(downloads.TABLES)
    assert downloads.cite("matrix") in words(at)
    for name in downloads.TABLES:
        assert downloads.about(name) in words(at)


# --- addresses ------------------------------------------------------------------------------------

NOISE = random.Random(11)
NASTY = [
    "<script>alert(1)</script>",
    "**bold** [x](http://x) :red[x]",
    "",
    "9" * 600,
    "".join(NOISE.choices(string.printable, k=60)),
]
KEYS = ("sources", "rows", "order", "row", "view", "cell", "a", "b")


@pytest.mark.parametrize(("key", "text"), list(zip(KEYS, NASTY * 2, strict=False)))
def test_a_hostile_address_is_one_sentence_and_a_working_page(key: str, text: str) -> None:
    at = opened(**{key: text})
    assert len(troubles(at)) == 1
    assert "<script>alert" not in words(at) + html(at)
    assert "**bold" not in words(at)
    assert html(at).count('<th scope="col"') == len(SIX) + 2


def test_many_faults_are_still_one_sentence() -> None:
    at = opened(**dict.fromkeys(KEYS, "<b>"))
    assert troubles(at) == [TEXT["trouble"]["several"]]


def test_some_good_sources_among_bad_ones_are_kept() -> None:
    at = AppTest.from_file(APP, default_timeout=60).run()
    at.switch_page("pages/compare.py")
    at.query_params["sources"] = ["pagat", "nobody", "kardinal"]
    assert_well(at.run())
    assert at.session_state["sources"] == [SHORTS["PAG"], SHORTS["KAR"]]
    assert troubles(at) == [TEXT["trouble"]["sources"]]


def test_titles_are_read_as_well_as_names() -> None:
    at = opened(view="Two rule sets", a="Britannica 1911")
    assert at.selectbox(key="a").value == "Britannica 1911"
    assert not troubles(at)


def test_names_are_read_in_a_session_that_was_here_before() -> None:
    at = opened(view="question", row="deal")
    at.query_params["row"] = "tie"
    assert_well(at.run())
    assert load_rule_words()["tie"].question in words(at)
