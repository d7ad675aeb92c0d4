"""The claims of the sources: what the program finds, and that it could have found otherwise."""

import json
from pathlib import Path

import pytest

from matador.game.notation import read_actions, read_position
from matador.game.rules import FIELDS
from matador.teach import claims
from matador.teach.claims import CHECKS, load_claims
from matador.teach.content import ContentError, load_sources
from matador.teach.decisions import load_decisions

CLAIMS = load_claims()
JUDGED = claims.judged()
FOUND = {one.claim.id: one for one in JUDGED}
PAGES = Path(__file__).parents[2] / "pages"

WRONG = {
    *("doubles-adding-up", "every-source-agrees", "opening-second-turn", "opening-third-turn"),
    *("nobodys-main-rule", "cdd-list", "sheet-hands", "kar-doubles", "ogr-doubles", "wipi-any"),
}

# For every check a claim that it checks, and another claim of the kind, which comes out otherwise.
OTHERWISE = {
    "after_double_blank": ("wipi-any", {"count": 3}),
    "all_doubles": ("kar-doubles", {"tiles": ["55", "44"]}),
    "always_closes": ("blank-closes", {"rule_sets": ["pagat"]}),
    "answers": ("answers-to-an-end", {"set": 6, "number": 10, "blank": 3}),
    "burden": ("kar-burden", {"tiles": ["01", "02"]}),
    "chances": ("chances-of-matadors", {"5": [43.2, 17.9, 13.6]}),
    "credited": ("credited-deals", {"says": [["PAG", "deal", "5"]]}),
    "doubles_with_target": ("doubles-adding-up", {"set": 9, "tiles": ["55"]}),
    "has_play": ("double-blank-always-goes", {"tile": "12"}),
    "left_over": ("four-hands-of-seven", {"size": 7, "players": [4], "left": 0}),
    "listed": (
        "cdd-list",
        {
            "position": CLAIMS["cdd-list"].claimed["position"],
            "tiles": ["01", "11", "12", "13", "14", "15"],
            "matadors": True,
        },
    ),
    "matadors": ("bigger-sets", {"sets": {"12": 6}}),
    "more_blanks": ("com-more-blanks", {"set": 2}),
    "most_valuable": ("most-valuable", {"tile": "66"}),
    "no_double": ("wp-highest-double", {"deals": [[4, 7]]}),
    "nobody_else": ("nobodys-main-rule", {"field": "draw", "values": ["two"], "only": ["KAR"]}),
    "one_formula": ("difference-rule", {"hands": [[8, 19]]}),
    "opening_ends": ("opening-legal", {"ends": [[6, 6]]}),
    "opening_plays": ("opening-second-turn", {"step": 6}),
    "paid": ("worked-payment", {"pips": [8, 19], "points": {"opponents": 11}}),
    "plays": (
        "spa-example",
        {"cases": [{"position": "6.51.3644-11.0.A.0-0.spaans", "actions": "R36"}]},
    ),
    "proverb": ("two-numbers", {"name": "hold-double-blank"}),
    "ranges": ("sheet-hands", {"lines": [[3, 6, 7], [7, 8, 5]]}),
    "readings": ("match-either-end", {"tiles": ["16"]}),
    "shared": ("blank-takes-matadors", {"facts": ["hundred"]}),
    "spoken_in": ("english-speaking", {**CLAIMS["english-speaking"].claimed, "language": "fr"}),
    "turned_into": ("any-number", {"numbers": 8}),
    "unanimous": ("every-source-agrees", {"fields": {"first_tile": ["both-ends"]}}),
    "unconditional": ("advice-by-blind-chances", {"5": 50}),
    "usual": ("hundred-points", {"field": "target", "values": ["200"]}),
    "weighed": ("four-and-four", {"tile": "16", "pips": 7}),
}


def test_there_are_many_and_each_has_words_for_its_verdict() -> None:
    assert len(JUDGED) == len(CLAIMS) >= 50
    assert all(one.found and "{" not in one.found for one in JUDGED)
    assert min(claims.counts(JUDGED).values()) >= 10


def test_what_is_wrong() -> None:
    assert {one.claim.id for one in JUDGED if one.verdict == "wrong"} == WRONG


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("opening-second-turn", "4 of 5"),
        ("chances-of-matadors", "All 6"),
        ("advice-by-blind-chances", "34.6%"),
        ("difference-rule", "26"),
        ("cdd-list", "1-1"),
        ("wp-highest-double", "2.7%"),
        ("credited-payment", "others' pips"),
    ],
)
def test_the_numbers_that_are_known(name: str, said: str) -> None:
    assert said in FOUND[name].found


@pytest.mark.parametrize("check", CHECKS)
def test_every_check_can_come_out_otherwise(check: str) -> None:
    name, claimed = OTHERWISE[check]
    assert CLAIMS[name].check == check
    assert CHECKS[check](claimed).verdict != FOUND[name].verdict


def test_what_is_simulated_carries_its_error_and_where_it_comes_from() -> None:
    studied = [one for one in JUDGED if one.finding.basis == "study"]
    assert studied
    for one in studied:
        assert "±" in one.found
        assert all(part["deals"] and part["rules"] for part in one.finding.made)


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=lambda claim: claim.id)
def test_every_claim_has_a_proof_that_opens(claim: claims.Claim) -> None:
    assert claim.position or claim.row or claim.moment or claim.page
    assert claim.source in load_sources()
    if claim.position:
        position = read_position(claim.position)
        assert not position.flaws
        read_actions(claim.actions, position)
    assert not claim.row or claim.row in FIELDS
    assert not claim.moment or claim.moment in load_decisions()
    assert not claim.page or (PAGES / f"{claim.page}.py").exists()


def test_claims_are_found_by_verdict_source_and_words() -> None:
    wrong = claims.having(JUDGED, "wrong")
    assert {one.claim.id for one in wrong} == WRONG
    assert {one.claim.source for one in claims.having(JUDGED, source="CDD")} == {"CDD"}
    found = claims.having(JUDGED, text="overlooks LEGAL")
    assert [one.claim.id for one in found] == ["opening-second-turn"]
    assert claims.having(JUDGED, "right", "KAR", "no such words") == ()


def test_the_files_hold_every_claim_and_the_line_to_cite() -> None:
    lines = claims.records(JUDGED)
    read = json.loads(claims.as_json(JUDGED))
    assert [line["id"] for line in lines] == [one["id"] for one in read["claims"]]
    assert len(lines) == len(JUDGED)
    assert str(len(JUDGED)) in read["cite"]
    assert all(line["id"] in line["cite"] for line in lines)
    assert json.loads(read["claims"][0]["numbers"])


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('source = "S000"', 'source = "nobody"', "one.source"),
        ('check = "answers"', 'check = "guess"', "one.check"),
        ('said = "x"', 'told = "x"', "one"),
    ],
)
def test_a_faulty_file_is_refused_by_file_and_key(
    tmp_path: Path, old: str, new: str, key: str
) -> None:
    text = '[one]\nsource = "S000"\nlocator = "y"\nsaid = "x"\ncheck = "answers"\nclaimed = {}\n'
    folder = tmp_path / "content"
    (folder / "claims").mkdir(parents=True)
    (folder / "sources").symlink_to(Path(claims.CONTENT) / "sources")
    (folder / "claims" / "claims.toml").write_text(text.replace(old, new))
    with pytest.raises(ContentError, match=rf"content/claims/claims\.toml: {key}"):
        load_claims(folder)


def test_a_verdict_without_words_is_refused() -> None:
    bare = claims.Claim("S000", "", "", "answers", {"set": 6, "number": 9, "blank": 4}, right="yes")
    with pytest.raises(ContentError, match="wrong: is missing"):
        claims.judge(bare)
