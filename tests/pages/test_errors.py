"""The page of checked claims."""

import csv
import io

import pytest
from streamlit.testing.v1 import AppTest

from matador.teach.claims import counts, having, judged, load_claims
from matador.teach.prose import prose
from matador.ui import claims
from tests.pages.harness import assert_well, open_page, words

TEXT = prose("errors")
JUDGED = judged()


def opened(**query: str) -> AppTest:
    return assert_well(open_page("errors", **query))


def shown(at: AppTest) -> list[str]:
    """The claims that are shown, in order."""
    text = words(at)
    found = [one for one in JUDGED if f"**{one.claim.said}**\n\n{one.found}" in text]
    return [one.claim.id for one in found]


def troubles(at: AppTest) -> list[str]:
    return [warning.value for warning in at.warning]


def test_what_is_wrong_comes_first_and_all_are_counted() -> None:
    at = opened()
    assert TEXT["lead"].format(count=len(JUDGED), **counts(JUDGED)) in words(at)
    assert shown(at) == [one.claim.id for one in JUDGED[: claims.PER_PAGE]]
    assert at.get("download_button")
    assert not troubles(at)


def test_the_last_page_has_the_rest() -> None:
    last = claims.pages(len(JUDGED))
    rest = [one.claim.id for one in JUDGED[(last - 1) * claims.PER_PAGE :]]
    assert shown(opened(page=str(last))) == rest


def test_by_verdict_source_and_words() -> None:
    wrong = [one.claim.id for one in having(JUDGED, "wrong")]
    assert shown(opened(verdict="wrong")) == wrong
    assert shown(opened(source="CDD")) == [one.claim.id for one in having(JUDGED, source="CDD")]
    assert shown(opened(q="overlooks legal")) == ["opening-second-turn"]
    nothing = opened(q="zzz")
    assert shown(nothing) == []
    assert TEXT["filter"]["nothing"] in words(nothing)


def test_a_later_page_of_fewer_claims_is_the_first() -> None:
    at = opened(page="5")
    at.segmented_control(key="verdict").set_value(claims.verdicts()["wrong"]).run()
    assert shown(assert_well(at)) == [one.claim.id for one in having(JUDGED, "wrong")]


@pytest.mark.parametrize("name", ["cdd-list", "most-valuable", "credited-payment"])
def test_a_claim_has_an_address_and_its_proof_is_one_click_away(name: str) -> None:
    at = opened(c=name)
    assert shown(at) == [name]
    one = next(one for one in JUDGED if one.claim.id == name)
    assert claims.basis(one) in words(at)
    labels = [link.proto.label for link in at.get("page_link")]
    assert {way.label for way in claims.ways(one)} <= set(labels)
    assert ("![On the table" in words(at)) == bool(one.claim.position)


def test_every_way_leads_to_a_page_with_a_name() -> None:
    ways = [way for one in JUDGED for way in claims.ways(one)]
    assert all(way.label and way.icon for way in ways)
    assert all(claims.ways(one) for one in JUDGED)


def test_the_table_for_a_spreadsheet() -> None:
    lines = list(csv.DictReader(io.StringIO(claims.csv(JUDGED))))
    assert [line["id"] for line in lines] == [one.claim.id for one in JUDGED]
    assert {"verdict", "claim", "finding", "source_title", "cite"} <= set(lines[0])


@pytest.mark.parametrize("key", ["verdict", "source", "c", "page", "q"])
def test_a_hostile_address_is_one_sentence_and_a_working_page(key: str) -> None:
    at = opened(**{key: "\x00<script>alert(1)</script>**bold**" * 3})
    assert len(troubles(at)) == 1
    assert "<script>" not in words(at)
    assert shown(at) == [one.claim.id for one in JUDGED[: claims.PER_PAGE]]


def test_many_faults_are_still_one_sentence() -> None:
    assert troubles(opened(verdict="x", source="y", c="z")) == [TEXT["trouble"]["several"]]


def test_every_source_with_a_claim_can_be_chosen() -> None:
    assert set(claims.sources()) - {"all"} == {one.source for one in load_claims().values()}
