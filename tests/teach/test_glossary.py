"""The glossary: a strict file, plain words, true pictures, and a finder that finds whole words."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest
from spellchecker import SpellChecker

from matador.game.notation import read_position
from matador.game.position import find_flaws
from matador.game.tiles import tile
from matador.teach import glossary
from matador.teach.content import CONTENT, ContentError, install, load_sources
from matador.teach.glossary import find_terms, load_glossary, named, search
from matador.teach.questions import lesson_rules
from tests.teach.test_lessons import GRADE, HARDEST, KNOWN, PROSE, fill_plain, grade, words_in

MOST_WORDS = 30
TERMS = load_glossary()
FIELD = [
    "tile", "half", "pip", "blank", "double", "end", "line", "layout", "hand", "seat", "stock",
    "boneyard", "talon", "matador", "spinner", "arm", "crosswise", "across", "lead", "set", "draw",
    "pass", "knock", "blocked", "domino", "target", "reserve", "partners", "value", "exact",
    "estimate", "paranoid", "slip", "mistake", "blunder", "preset", "match", "turn", "play",
    "joint", "deal", "tie", "trump", "bone", "way", "inwards", "outwards", "wall", "closed",
    "position", "record",
]  # fmt: skip
"""What a learner, a comparer or a tinkerer meets."""
DECIDED = [
    "tile", "half", "halves", "pip", "pips", "blank", "double", "doubles", "end", "ends", "line",
    "hand", "hands", "stock", "matador", "matadors", "lead", "leads", "led", "draw", "draws",
    "drawn", "pass", "passes", "passed", "blocked", "crosswise", "across", "wall", "closed", "card",
    "inwards", "value", "worth", "exact", "paid",
]  # fmt: skip
"""Of these, what lessons use in one sense only, so that it is offered under them."""


# --- what it says --------------------------------------------------------------------------------


def test_a_definition_is_short_and_the_engine_counts() -> None:
    install()
    for term in TERMS.values():
        for highest in ("6", "18"):
            said = glossary.defined(term, lesson_rules(highest))
            assert len(re.sub(r"\d+-\d+, ", "", said).split()) <= MOST_WORDS
            assert re.fullmatch(r"[A-Z].*\.", said)
            assert "{" not in said
        assert not re.search(r"\d", re.sub(r"\{.*?\}|\b0-0\b", "", term.says)), "a number is typed"


def test_a_definition_tells_the_numbers_of_the_rules_in_force() -> None:
    said = glossary.defined(TERMS["matador"], lesson_rules("9"))
    assert "makes 10 by itself" in said
    assert said.endswith("There are 6: 0-0, 1-9, 2-8, 3-7, 4-6, 5-5.")
    assert "makes 7 by itself" in glossary.defined(TERMS["matador"])


def test_the_field_is_covered() -> None:
    spelled = " | ".join(name for term in TERMS.values() for name in term.spellings)
    assert [word for word in FIELD if not re.search(rf"\b{word}\b", spelled)] == []


def test_what_lessons_say_in_one_sense_only_is_found_under_them() -> None:
    used = {word for _, text in PROSE for word in re.findall(r"[a-z]+", text.lower())}
    wanted = [word for word in DECIDED if word in used]
    assert len(wanted) > 30
    assert [word for word in wanted if not find_terms(word)] == []


def test_the_words_are_spelled_right_and_plain_reading() -> None:
    texts = [text for term in TERMS.values() for text in (term.term, term.says, term.note) if text]
    checker = SpellChecker()
    checker.word_frequency.load_words(KNOWN | {"kozel", "lengthwise"})
    words = {
        word
        for text in texts
        for word in re.findall(r"[a-z']{2,}", re.sub(r"\{.*?\}", "", text.lower()))
    }
    assert not checker.unknown({word.removesuffix("'s") for word in words})
    said = [fill_plain(term.says) for term in TERMS.values()]
    assert grade(" ".join(said)) < GRADE
    assert not [text for text in said if words_in(text) >= 8 and grade(text) > HARDEST]


def test_a_name_is_claimed_of_a_text_in_which_it_was_read() -> None:
    for term in TERMS.values():
        for name in term.names:
            source = load_sources()[name.source]
            assert name.evidence == "second-hand" or source.seen != "second-hand"
            assert name.locator
            own = glossary.fold(name.name) == glossary.fold(term.term)
            assert not own or name.language != "en", "that is no other name"


def test_the_names_that_a_reader_brings_along() -> None:
    said = {(name.name, name.source) for term in TERMS.values() for name in term.names}
    assert {
        ("Russian Dominoes", "CDD"),
        ("Kardinaldomino", "KAR"),
        ("Alle Sieben", "BRA"),
        ("All Sevens", "DR"),
        ("Le Mata", "MATA"),
        ("Szalone 10", "SZ10"),
        ("trump", "HOY40"),
        ("Kardinal, Kardinäle", "KAR"),
        ("boneyard", "WP"),
        ("talon", "SZ10"),
        ("knock", "WP"),
    } <= said
    assert "Kozel" in TERMS["matador-game"].note, "Russian Dominoes is another game, too"


def test_names_are_gathered_by_language_and_by_text() -> None:
    found = glossary.called(TERMS["stock"])
    assert list(found) == ["en", "fr", "de", "pl"]
    assert [one.name for one in found["de"]] == ["Stock", "Vorrat"]
    (boneyard,) = [one for one in found["en"] if one.name == "boneyard"]
    assert [name.source for name in boneyard.said] == ["WP", "HOY40", "COM", "SPA"]
    citing = glossary.citing()
    assert list(citing) == [key for key in load_sources() if key in citing]
    assert sum(map(len, citing.values())) == sum(len(term.names) for term in TERMS.values())


def test_a_picture_shows_what_can_lie_there() -> None:
    install()
    drawn = [term.draw for term in TERMS.values() if term.draw and term.draw.kind != "tiles"]
    matadors = lesson_rules().tiles.matadors
    for one in drawn:
        across = one.kind == "across"
        laid = "".join(
            f"{a}{b}{'x' if across and tile(a, b) in matadors else ''}" for a, b in one.row
        )
        rules = "wikipedia~crosswise-choice" if across else "wikipedia"
        line = read_position(f"6.{laid}.~5-~5.~{18 - len(one.row)}.A.0-0.{rules}")
        assert not find_flaws(line), laid
    assert {one.kind for one in drawn} == {"line", "sums", "across"}


def test_the_pictures_of_matadors_are_the_engines() -> None:
    drawn = TERMS["matador"].draw
    assert drawn is not None
    assert set(drawn.row) == lesson_rules().tiles.matadors


# --- finding -------------------------------------------------------------------------------------


def test_a_term_is_found_by_each_of_its_forms_and_by_no_other() -> None:
    for term in TERMS.values():
        wanted = () if term.quiet else (term.id,)
        for form in (term.term, *term.forms):
            assert find_terms(f"So, {form}.") == wanted, form
            assert find_terms(form.upper()) == wanted, form
            owners = [one.id for one in TERMS.values() if form in (one.term, *one.forms)]
            assert owners == [term.id], form


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A blocked hand; your hand", ("blocked", "hand")),  # the longest form counts
        ("The tiles of two seats", ("tile", "seat")),
        ("Both halves of the boneyard", ("half", "stock")),
        ("A **matador** on the `0-0`, *crosswise*.", ("matador", "double-blank", "crosswise")),
        ("the stock, a tile, the stock", ("stock", "tile")),  # once, where it first stands
        ("a dead\nend", ("dead-end",)),
        ("weekend, handsome, tile-like, fertile, 10-0", ()),  # whole words only
        ("The hand ends at the end.", ()),  # that end is none of a line
        ("You turn it; a match; in what it was a mistake", ()),  # quiet
        ("", ()),
    ],
)
def test_whole_words_are_found_in_their_order(text: str, found: tuple[str, ...]) -> None:
    assert find_terms(text) == found


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("boneyard", "stock"),
        (" TALON ", "stock"),
        ("mydlo", "blank"),
        ("KARDINÄLE", "matador"),
        ("kardinale", "matador"),
        ("russian dominoes", "matador-game"),
        ("knock", "pass"),
        ("bones", "tile"),
        ("stein", "tile"),
        ("sugar", "double-blank"),
        ("face up", "open-hands"),  # out of a definition
        ("xyzzy", None),
        ("  ", None),
    ],
)
def test_any_name_finds_the_term(query: str, first: str | None) -> None:
    found = search(query)
    assert (found[0].id if found else None) == first
    assert len(set(found)) == len(found)


def test_a_term_has_an_address_by_each_name() -> None:
    for text in ("stock", "Stocks", "boneyard", "Vorrat"):
        assert named(text) is TERMS["stock"]
    assert named("") is named("nothing of the kind") is None


# --- broken files --------------------------------------------------------------------------------

FAULTS = {
    "unknown key": ('see = ["draw"]', "hue = 1", "stock.hue: is not a known key"),
    "no definition": ('says = "Tiles."', "", "stock.says: is missing"),
    "id": ('see = ["draw"]', 'id = "x"', "stock.id: is given by the table's name"),
    "see": ('see = ["draw"]', 'see = ["dra"]', "stock.see: there is no term 'dra'"),
    "itself": ('see = ["draw"]', 'see = ["stock"]', "stock.see: is the term itself"),
    "lesson": ('see = ["draw"]', 'lessons = ["99"]', "stock.lessons: there is no lesson '99'"),
    "point": ('see = ["draw"]', 'points = ["x"]', "stock.points: there is no decision point 'x'"),
    "source": ('"WP"', '"XX"', "stock.names.source: there is no source 'XX'"),
    "no place": ('"p. 1"', '""', "stock.names.locator: is missing: where does it say 'boneyard'?"),
    "evidence": ('"read"', '"hearsay"', "stock.names.0.evidence: invalid enum value 'hearsay'"),
    "language": (
        'source = "WP"',
        'source = "WP", language = "eo"',
        "stock.names.language: 'eo' is none of those shown",
    ),
    "picture": (
        'see = ["draw"]',
        'draw = { kind = "tiles", shows = "6" }',
        "stock.draw.shows: tile: '6' is not two halves, such as 25 or 2-5",
    ),
    "kind": ('see = ["draw"]', 'draw = { kind = "x", shows = "66" }', "stock.draw.kind: invalid"),
}
GOOD = """
[stock]
term = "stock"
says = "Tiles."
see = ["draw"]
names = [{ name = "boneyard", source = "WP", locator = "p. 1", evidence = "read" }]

[draw]
term = "draw"
says = "Take one."
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A content folder with the sources and no glossary yet."""
    made = tmp_path / "content"
    shutil.copytree(CONTENT / "sources", made / "sources")
    (made / "en").mkdir()
    return made


def test_a_good_file_is_taken(folder: Path) -> None:
    (folder / "en" / "glossary.toml").write_text(GOOD, "utf-8")
    draw, stock = load_glossary(folder).values()
    assert (draw.id, stock.id) == ("draw", "stock"), "in alphabetical order"
    assert stock.names[0].language == "en", "that of the source"


@pytest.mark.parametrize(("old", "new", "named"), FAULTS.values(), ids=FAULTS)
def test_a_faulty_file_is_refused_by_key(folder: Path, old: str, new: str, named: str) -> None:
    assert old in GOOD
    (folder / "en" / "glossary.toml").write_text(GOOD.replace(old, new), "utf-8")
    with pytest.raises(ContentError, match=re.escape(f"content/en/glossary.toml: {named}")):
        load_glossary(folder)


def test_the_file_is_in_order() -> None:
    ids = list(tomllib.loads((CONTENT / "en" / "glossary.toml").read_text("utf-8")))
    assert ids == sorted(ids)
