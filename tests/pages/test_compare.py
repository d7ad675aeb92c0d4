"""The page on the sources: table, one question, two rule sets, payments, and hostile addresses."""

import csv
import io
import random
import string

import pytest
from streamlit.testing.v1 import AppTest

from matador.game.rules import FIELDS
from matador.teach import messages, sources
from matador.teach.content import load_presets, load_rule_words
from matador.teach.prose import prose
from matador.ui import compare
from tests.pages.harness import APP, assert_well, open_page, words

PRESETS = load_presets()
TITLES = compare.titles()
TEXT = prose("compare")
SIX = sources.chosen(sources.USUAL)


def opened(**query: str) -> AppTest:
    return assert_well(open_page("compare", **query))


def html(at: AppTest) -> str:
    """All HTML of ours, the style sheets left out."""
    return "\n".join(
        shown.proto.body for shown in at.get("html") if "<style" not in shown.proto.body
    )


def plain(text: str) -> str:
    """Sums as the engine writes them."""
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{MINUS SIGN}", "-")


def troubles(at: AppTest) -> list[str]:
    return [warning.value for warning in at.warning]


# --- what all agree on ----------------------------------------------------------------------------


def test_what_all_agree_on_comes_first_and_is_counted() -> None:
    shown = words(opened())
    for fact in sources.shared_facts():
        assert TEXT["shared"]["facts"][fact.id].format(**fact.slots) in shown
    assert TEXT["shared"]["intro"].format(all=len(PRESETS)) in shown
    assert "Le matador, 2012" in shown  # where a matador does not go anywhere


# --- the table ------------------------------------------------------------------------------------


def test_the_table_shows_the_rows_that_differ() -> None:
    table = html(opened())
    for row in sources.matrix(SIX):
        assert (f'<th scope="row">{row.words.label}<' in table) == row.differs
    for preset in SIX:
        assert f'<th scope="col">{preset.title}</th>' in table
    assert "2 of 6" in table


@pytest.mark.parametrize(
    ("name", "keep"),
    [
        ("agree", lambda row: row.undisputed),
        ("silent", lambda row: bool(row.silent)),
        ("all", lambda _: True),
    ],
)
def test_the_rows_can_be_chosen(name: str, keep) -> None:
    at = opened(rows=name)
    count = sum(1 for row in sources.matrix(SIX) if keep(row))
    assert html(at).count('<th scope="row">') == count
    assert not troubles(at)


def test_the_rows_can_be_searched() -> None:
    at = opened(rows="all")
    at.text_input(key="rows_search").input("crosswise nonsense").run()
    assert TEXT["filter"]["nothing"] in words(assert_well(at))
    at.text_input(key="rows_search").input("doubles").run()
    assert '<th scope="row">Doubles<' in html(assert_well(at))


def test_every_cell_has_a_sign_a_word_and_a_footnote_that_exists() -> None:
    table = html(opened(rows="all"))
    cells = len(FIELDS) * len(SIX)
    assert table.count('aria-label="Footnote ') == cells
    for row in sources.matrix(SIX):
        for entry in row.entries:
            note = f"note-{entry.field}-{entry.preset.id}"
            assert table.count(f'href="#{note}"') == table.count(f'id="{note}"') == 1
            assert compare.status(entry) in table


def test_other_sources_by_their_names() -> None:
    at = opened(sources="kardinal")
    assert f'<th scope="col">{TITLES["kardinal"]}</th>' in html(at) or "No row" in words(at)
    assert at.session_state["sources"] == [TITLES["kardinal"]]


def test_all_sources_and_back_to_the_usual() -> None:
    at = opened()
    buttons = {button.label: button for button in at.button}
    buttons[TEXT["choose"]["every"].format(all=len(TITLES))].click().run()
    assert html(assert_well(at)).count('<th scope="col">') == len(TITLES) + 1
    at.session_state["sources"] = []
    at.run()
    assert html(assert_well(at)).count('<th scope="col">') == len(SIX) + 1


def test_the_download_holds_the_whole_matrix() -> None:
    text = compare.csv(sources.matrix(SIX))
    lines = list(csv.DictReader(io.StringIO(text)))
    assert len(lines) == len(FIELDS) * len(SIX)
    assert {"status", "source", "locator", "value", "rule_set"} <= set(lines[0])
    assert opened().get("download_button")


# --- one question ---------------------------------------------------------------------------------


@pytest.mark.parametrize("field", FIELDS)
def test_each_question_has_its_address(field: str) -> None:
    at = opened(view="question", row=field)
    row = sources.row(field, SIX)
    shown = words(at)
    assert row.words.question in shown
    for entry in row.entries:
        assert entry.preset.title in shown
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


# --- payments -------------------------------------------------------------------------------------


def test_eight_against_nineteen() -> None:
    at = opened(view="payment")
    assert "11 / 19 / 27" in words(at)
    table = html(at)
    for preset in SIX:
        paid = sources.payment(preset, (8, 19))
        sentence = messages.payment_sentence(paid.settlement, preset.rules)
        assert sentence in plain(table)


@pytest.mark.parametrize(
    ("pips", "out", "seat"),
    [("5-19-12", "blocked", None), ("5 19 12", "A", 0), ("1,2,3,4", "D", 3)],
)
def test_any_hands_blocked_or_out(pips: str, out: str, seat: int | None) -> None:
    at = opened(view="payment", pips=pips, out=out)
    found = compare.pips_in(pips)
    assert found
    table = plain(html(at))
    for preset in SIX:
        paid = sources.payment(preset, found, seat)
        assert messages.payment_sentence(paid.settlement, preset.rules) in table
    assert not troubles(at)


def test_a_silent_source_is_said_to_be_silent() -> None:
    table = html(opened(view="payment", sources="spaans"))
    assert TEXT["payment"]["silent"] in table


def test_pairs_are_offered_to_four_only() -> None:
    assert not opened(view="payment").toggle
    at = opened(view="payment", pips="5-19-12-8")
    at.toggle[0].set_value(True).run()
    assert "Players A and C" in html(assert_well(at))


def test_fewer_players_than_the_seat_that_went_out() -> None:
    at = opened(view="payment", pips="5-19-12", out="C")
    at.text_input(key="pips").input("5-19").run()
    assert assert_well(at).selectbox(key="out").value == TEXT["payment"]["blocked"]


@pytest.mark.parametrize("typed", ["", "8", "a-b", "1-2-3-4-5-6-7-8-9", "8--x", "1000-2", "<b>"])
def test_pips_that_are_none_give_a_sentence_and_the_default(typed: str) -> None:
    at = opened(view="payment")
    at.text_input(key="pips").input(typed).run()
    assert len(troubles(assert_well(at))) == 1
    assert "11 / 19 / 27" in words(at)


def test_the_chart_is_told_in_words() -> None:
    found = [sources.payment(preset, (8, 19)) for preset in SIX]
    told = compare.chart_text(compare.bars(found))
    assert "Britannica 1911 27" in told
    assert "Wikipedia no points" in told
    charged = compare.bars([sources.payment(PRESETS["kardinal"], (8, 19))])
    assert charged[0][2] == TEXT["payment"]["charged"]


# --- addresses ------------------------------------------------------------------------------------

NOISE = random.Random(11)
NASTY = [
    "<script>alert(1)</script>",
    "**bold** [x](http://x) :red[x]",
    "",
    "\x00\ud7ff",
    "../../etc/passwd",
    "9" * 600,
    *("".join(NOISE.choices(string.printable, k=NOISE.randint(1, 80))) for _ in range(6)),
]
KEYS = ("sources", "rows", "row", "view", "a", "b", "pips", "out", "pairs")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("text", NASTY)
def test_a_hostile_address_is_one_sentence_and_a_working_page(key: str, text: str) -> None:
    at = opened(**{key: text})
    assert len(troubles(at)) == 1
    assert "<script>alert" not in words(at) + html(at)
    assert "bold" not in words(at)
    assert html(at).count('<th scope="col">') == len(SIX) + 1


def test_many_faults_are_still_one_sentence() -> None:
    at = opened(**dict.fromkeys(KEYS, "<b>"))
    assert troubles(at) == [TEXT["trouble"]["several"]]


def test_some_good_sources_among_bad_ones_are_kept() -> None:
    at = AppTest.from_file(APP, default_timeout=60).run()
    at.switch_page("pages/compare.py")
    at.query_params["sources"] = ["pagat", "nobody", "kardinal"]
    assert_well(at.run())
    assert at.session_state["sources"] == [TITLES["pagat"], TITLES["kardinal"]]
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
