"""The glossary's page finds a term by any name, and every link on it leads somewhere."""

import csv
import re
from io import StringIO
from urllib.parse import parse_qs, urlsplit

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from matador.game.rules import preset
from matador.teach.content import install, load_rule_words
from matador.teach.glossary import load_glossary
from matador.teach.lessons import load_lessons
from matador.teach.prose import prose
from matador.ui import shell
from matador.ui.glossary import words_for, words_html
from matador.ui.glossary_page import names_csv
from tests.pages.harness import assert_well, open_page, words

TERMS = load_glossary()
TEXT = prose("glossary")


def shown(at: AppTest) -> str:
    """The HTML of the page."""
    return "".join(one.proto.body for one in at.get("html"))


def entries(at: AppTest) -> list[str]:
    """The ids of the terms, from above to below."""
    return re.findall(r'id="term-([a-z-]+)"', shown(at))


@pytest.fixture(scope="module")
def whole() -> AppTest:
    """The page as the menu opens it."""
    return assert_well(open_page("glossary"))


def test_all_terms_stand_there_from_a_to_z(whole: AppTest) -> None:
    assert entries(whole) == list(TERMS)
    assert str(len(TERMS)) in words(whole)
    for term in TERMS.values():
        assert term.says.partition("{")[0].partition("'")[0] in shown(whole)


def test_every_link_leads_somewhere(whole: AppTest) -> None:
    page = shown(whole)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(set(ids)) == len(ids)
    there = {*ids, *(header.anchor for header in whole.header)}
    rows = load_rule_words()
    for href in set(re.findall(r'href="([^"]+)"', page)):
        address = urlsplit(href.replace("&amp;", "&"))
        query = {key: values[0] for key, values in parse_qs(address.query).items()}
        if href.startswith("#"):
            assert href[1:] in there, href
        elif href.startswith("?"):
            assert query["t"] in TERMS
        else:
            assert address.path.replace(".", "") in shell.titles(), href
            assert query.get("l", "01_seven_not_same") in load_lessons()
            assert query.get("row", "deal") in rows


def test_links_out_of_the_page_keep_the_session(whole: AppTest) -> None:
    """A plain link loads the app anew, and with it goes a game under way."""
    outward = re.findall(r'<a href="[^#"][^>]*>', shown(whole))
    assert outward
    assert all('target="_blank"' in link for link in outward)


def test_an_address_opens_its_term_and_a_search_replaces_it() -> None:
    at = assert_well(open_page("glossary", t="BONEYARD"))
    assert entries(at)[0] == "stock"
    assert sorted(entries(at)) == sorted(TERMS), "the others follow"
    assert TEXT["search"]["asked"] in shown(at)
    assert not at.warning
    assert_well(at.text_input[0].set_value("kardinäle").run())
    assert entries(at)[0] == "matador"
    assert TEXT["search"]["found"].format(count=1) in shown(at)
    assert "t" not in at.query_params
    assert_well(at.text_input[0].set_value("xyzzy").run())
    assert [one.value for one in at.info] == [TEXT["search"]["nothing"].format(all=len(TERMS))]
    assert entries(at) == list(TERMS)


def test_an_address_without_a_term_is_one_sentence() -> None:
    at = assert_well(open_page("glossary", t="<img src=x onerror=alert(1)>"))
    assert [one.value for one in at.warning] == [TEXT["trouble"]["term"].format(all=len(TERMS))]
    assert "onerror" not in shown(at) + words(at)
    assert entries(at) == list(TERMS)


def test_a_search_stands_in_the_address() -> None:
    at = assert_well(open_page("glossary", q="boneyard"))
    assert entries(at)[0] == "stock"
    assert at.text_input[0].value == "boneyard"


def test_every_page_that_a_term_names_is_in_the_menu() -> None:
    pages = {page for term in TERMS.values() for page in term.pages}
    assert pages <= {page or shell.HOME for page in shell.titles()}


def test_the_names_as_a_table_for_a_spreadsheet() -> None:
    head, *rows = csv.reader(StringIO(names_csv()))
    assert head == list(TEXT["names"]["columns"].values())
    assert len(rows) == sum(len(term.names) for term in TERMS.values())
    talon = next(row for row in rows if row[:3] == ["stock", "talon", "pl"])
    assert talon[3:6] == ["Szalone 10, the Polish page", 'paragraph "Dobieranie"', "read"]


# --- words under a text --------------------------------------------------------------------------


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is given to st.html."""
    install()
    found: list[object] = []
    monkeypatch.setattr(st, "html", found.append)
    return found


def test_words_are_offered_in_their_order_and_few_at_a_time(drawn: list[object]) -> None:
    text = "A matador goes on a blank end; another tile makes the sum with a half."
    assert words_for(text) == ("matador", "blank", "end", "tile")
    assert words_for(text, "more", known=("matador", "end")) == ("blank", "tile", "half")
    bodies = [body for body in drawn if isinstance(body, str)]
    opened = [re.findall(r'popovertarget="([^"]+)"', body) for body in bodies]
    assert opened[0] == [f"word-words-{one}" for one in ("matador", "blank", "end", "tile")]
    for body, targets in zip(bodies, opened, strict=True):
        assert re.findall(r'popover id="([^"]+)"', body) == targets
    assert not set(opened[0]) & set(opened[1]), "two calls on a page are told apart by their keys"


def test_nothing_is_drawn_where_no_word_stands(drawn: list[object]) -> None:
    assert words_for("Which? 6 + 1, <b>that</b>.") == ()
    assert words_for("A tile.", known=["tile"]) == ()
    assert drawn == []


def test_the_numbers_under_a_text_are_those_of_its_rules() -> None:
    install()
    small = words_html(["matador"], "x")
    large = words_html(["matador"], "x", preset("szalone-10"))
    assert "3-4." in small
    assert "<img" in small
    assert "4-6, 5-5." in large
    assert "<img" not in large, "the picture is of double-six"


def test_a_learning_page_explains_its_words() -> None:
    page = shown(assert_well(open_page("seven")))
    found = re.findall(r'popovertarget="word-words-([a-z-]+)"', page)
    assert found == ["half", "end", "tile", "matador"]
