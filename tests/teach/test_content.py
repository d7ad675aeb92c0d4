"""The files of `content/` keep to their schema, and a broken one is refused by file and key."""

import re
import shutil
from pathlib import Path

import msgspec
import pytest

from matador.game import rules as game
from matador.teach import content
from matador.teach.content import (
    CONTENT,
    ContentError,
    Preset,
    load_cells,
    load_presets,
    load_rule_words,
    load_sources,
)

PRESETS = load_presets()
WANTED = (
    "pagat wikipedia wikipedia-early gamerules britannica matador-dominos szalone-10 dominorules"
    " compendia le-mata kardinal hoyle-1940 cards-dice-dominoes bonaludo spaans family-games"
    " instruction-sheet le-matador-savoir le-matador-2012 customgraph braillespiel"
    " official-game-rules"
)
GROUPS = {
    "set",
    "deal",
    "lead",
    "drawing",
    "matadors",
    "doubles",
    "end",
    "payment",
    "match",
    "table",
}


def value(preset: str, field: str) -> str:
    return PRESETS[preset].fields[field].value


# --- the files as they are -----------------------------------------------------------------------


def test_presets_are_all_there_in_menu_order() -> None:
    assert " ".join(PRESETS) == WANTED
    orders = [preset.order for preset in PRESETS.values()]
    assert orders == sorted(set(orders))


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_a_preset_speaks_about_every_field(preset: Preset) -> None:
    assert set(preset.fields) == set(game.FIELDS)
    assert len(preset.fields) == 35
    assert preset.title
    assert 5 <= len(preset.summary.split()) <= 25
    cited = {cell.of for cell in preset.fields.values()} - {""}
    assert cited == set(preset.sources), "the sources listed are the ones that are taken from"


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_each_value_is_a_claim_of_a_source_or_an_assumption_with_its_reason(
    preset: Preset,
) -> None:
    cells = load_cells()
    for name, cell in preset.fields.items():
        if cell.status == "silent":
            assert (cell.evidence, cell.source, cell.of, cell.locator) == ("assumed", "", "", "")
            assert cell.note, name
            assert not any(name in cells[source] for source in preset.sources), name
        else:
            first = next(source for source in preset.sources if name in cells[source])
            assert cell == cells[first][name], name


def test_a_claim_has_its_place_and_says_how_we_know() -> None:
    sources = load_sources()
    for source, cells in load_cells().items():
        for name, cell in cells.items():
            at = f"{source}.{name}"
            assert cell.of == source, at
            assert cell.locator, at
            assert cell.status in ("says", "alternatives", "unclear"), at
            assert cell.note or cell.status != "unclear", at
            told = {"read": source, "copy": sources[source].copy_of}.get(cell.evidence)
            assert cell.source == told or (cell.evidence == "second-hand" and cell.source), at


def test_every_source_says_something_but_the_one_that_is_wrong() -> None:
    assert [name for name, cells in load_cells().items() if not cells] == ["WIPI"]


def test_nobody_says_what_no_text_says() -> None:
    unsaid = {"partner_pips", "partner_block", "counts", "spinner_arms"}
    statuses = {preset.fields[name].status for preset in PRESETS.values() for name in unsaid}
    assert statuses == {"silent"}


def test_some_values_that_the_sources_are_known_for() -> None:
    assert value("wikipedia", "deal") == value("le-mata", "deal") == "5"
    assert value("dominorules", "draw") == "none"
    assert value("compendia", "target") == "200"
    assert value("family-games", "target") == "50"
    assert value("kardinal", "goal") == "exceed-loses"
    assert value("szalone-10", "passing") == "stock-empty"
    assert value("gamerules", "matador_duty") == "refusable"
    assert value("le-mata", "cross_open") == "both"
    assert value("braillespiel", "double_weight") == "half"
    assert PRESETS["britannica"].fields["blocked_pay"].others == ("difference",)
    willing = {name for name in PRESETS if value(name, "draw_playable") == "yes"}
    assert willing == {"wikipedia-early", "family-games"}


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_rules_are_read_and_written_by_name(preset: Preset) -> None:
    assert game.read_rules(preset.id) == preset.rules
    assert game.write_rules(preset.rules) == preset.id
    assert preset.rules.base == preset.id
    assert {name: str(preset.rules.value(name)) for name in game.FIELDS} == {
        name: cell.value for name, cell in preset.fields.items()
    }


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_rules_can_be_played_by_all_their_numbers_of_players(preset: Preset) -> None:
    low, high = preset.players
    for players in range(low, high + 1):
        found = game.contradictions(preset.rules, players)
        assert not any(one.forbids for one in found)
        assert set(found) <= {game.Contradiction.NOTHING_TO_DRAW}, "7 each for four, as printed"


def test_installing_twice_changes_nothing() -> None:
    content.install()
    before = dict(game.presets())
    content.install()
    assert game.presets() == before
    assert " ".join(before) == WANTED


def test_sources_are_all_there_and_copies_are_marked() -> None:
    sources = load_sources()
    assert all(source.id == name for name, source in sources.items())
    copies = {name: source.copy_of for name, source in sources.items() if source.copy_of}
    originals = {"PAG-de": "PAG", "PAG-2": "PAG", "WP-old": "WP", "WP-first": "EB11", "S001": "DG"}
    assert copies == originals
    assert sources["S000"].compares == ("PAG", "WP", "GR", "EB11")
    shorts = [source.short for source in sources.values()]
    assert len(set(shorts)) == len(shorts), "addresses hold them"
    for source in sources.values():
        assert not source.url or re.fullmatch(r"https?://[^\s<>]+", source.url)


def test_a_rule_set_is_called_as_the_source_it_is_made_from() -> None:
    for preset in PRESETS.values():
        assert preset.title == load_sources()[preset.sources[0]].short


def test_every_field_and_value_has_words() -> None:
    words = load_rule_words()
    assert list(words) == list(game.FIELDS)
    for name, field in words.items():
        assert field.point == game.POINTS[name]
        assert set(field.values) == {str(member) for member in game.FIELDS[name]}
        assert len(field.question.split()) <= 14
        assert field.question.endswith("?")
        for text in field.values.values():
            assert 1 <= len(text.short.split()) <= 5
            assert re.fullmatch(r"[A-Z].*\.", text.long)


def test_words_tell_values_apart() -> None:
    for field in load_rule_words().values():
        for texts in (
            [v.short for v in field.values.values()],
            [v.long for v in field.values.values()],
        ):
            assert len(set(texts)) == len(texts)
    assert {field.group for field in load_rule_words().values()} == GROUPS


# --- broken files --------------------------------------------------------------------------------


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A part of the content that a test may break."""
    folder = tmp_path / "content"
    for name in (
        "presets/pagat.toml",
        "sources/sources.toml",
        *(f"sources/cells/{source}.toml" for source in ("PAG", "PAG-2", "WP", "WP-old")),
        "en/rules.toml",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CONTENT / name, folder / name)
    return folder


def edit(path: Path, table: str, old: str, new: str) -> None:
    """Replace the line that matches `old` in `[table]` ("" is the top of the file) by `new`."""
    text = path.read_text(encoding="utf-8")
    start = text.index(f"[{table}]\n") if table else 0
    head, body = text[:start], text[start:]
    changed = re.sub(rf"^{old}\n", f"{new}\n" if new else "", body, count=1, flags=re.MULTILINE)
    assert changed != body, f"nothing like {old!r} in [{table}]"
    path.write_text(head + changed, encoding="utf-8")


PRESET_FAULTS = {
    "unknown key": ("", "order = .*", "order = 1\ncolour = 3", "colour: is not a known key"),
    "key missing": ("", "title = .*", "", "title: is missing"),
    "wrong type": ("", "order = .*", 'order = "x"', "order: expected `int`, got `str`"),
    "id in the file": ("", "order = .*", 'order = 1\nid = "x"', "id: is not a known key"),
    "players": ("", "players = .*", "players = [4, 2]", "players: is not a range within 2 to 8"),
    "unknown source": ("", "sources = .*", 'sources = ["XX"]', "sources: there is no source 'XX'"),
    "no such field": ("assumed.counts", r"\[.*\]", "[assumed.hue]", "assumed.counts: is missing"),
    "a field too many": (
        "",
        "players = (.*)",
        r'players = \1\n[assumed.hue]\nvalue = "1"\nnote = "x"',
        "assumed.hue: is not a known key",
    ),
    "value outside the closed list": (
        "assumed.counts",
        "value = .*",
        'value = "seen"',
        "assumed.counts.value: 'seen' is not one of public, hidden",
    ),
    "no reason": ("assumed.counts", "note = .*", "", "assumed.counts.note: is missing"),
    "an empty reason": ("assumed.counts", "note = .*", 'note = ""', "assumed.counts.note: is need"),
    "assumed though said": (
        "",
        "players = (.*)",
        r'players = \1\n[assumed.deal]\nvalue = "7"\nnote = "x"',
        "assumed.deal: is assumed, though a source speaks",
    ),
    "no TOML": ("", "order = .*", "order = = 1", "is not valid TOML: "),
}


@pytest.mark.parametrize(
    ("table", "old", "new", "fault"), PRESET_FAULTS.values(), ids=PRESET_FAULTS
)
def test_a_faulty_preset_is_named(copy: Path, table: str, old: str, new: str, fault: str) -> None:
    edit(copy / "presets" / "pagat.toml", table, old, new)
    with pytest.raises(ContentError) as error:
        load_presets(copy)
    assert str(error.value).startswith(f"content/presets/pagat.toml: {fault}")
    assert "\n" not in str(error.value)


CLAIM_FAULTS = {
    "unknown key": ("fields.deal", "value = .*", 'value = "7"\nhue = 1', "fields.deal.hue: is not"),
    "value missing": ("fields.deal", "value = .*", "", "fields.deal.value: is missing"),
    "wrong type": ("fields.deal", "value = .*", "value = 7", "fields.deal.value: expected `str`"),
    "no such field": ("fields.deal", r"\[.*\]", "[fields.hue]", "fields.hue: is not a known key"),
    "value outside the closed list": (
        "fields.lead",
        "value = .*",
        'value = "twice"',
        "fields.lead.value: 'twice' is not one of lot, highest-double",
    ),
    "other outside the list": (
        "fields.set",
        "others = .*",
        'others = ["7"]',
        "fields.set.others: '7' is not one of 6, 9, 12, 15, 18",
    ),
    "other twice": ("fields.set", "others = .*", 'others = ["9", "9"]', "fields.set.others: names"),
    "other is the value": (
        "fields.set",
        "others = .*",
        'others = ["6"]',
        "fields.set.others: '6' is",
    ),
    "alternatives without others": (
        "fields.set",
        "others = .*",
        "",
        "fields.set.others: is needed where a source gives alternatives",
    ),
    "says with others": (
        "fields.set",
        "status = .*",
        'status = "says"',
        "fields.set.others: does not go with status 'says'",
    ),
    "silent": ("fields.deal", "status = .*", 'status = "silent"', "fields.deal.status: "),
    "locator missing": ("fields.deal", "locator = .*", "", "fields.deal.locator: is missing"),
    "locator empty": ("fields.deal", "locator = .*", 'locator = ""', "fields.deal.locator: where"),
    "via nobody": ("fields.reserve", "via = .*", 'via = "XX"', "fields.reserve.via: there is no"),
    "unclear without a note": (
        "fields.cross_reading",
        "note = .*",
        "",
        "fields.cross_reading.note: is needed: what is unclear",
    ),
}


@pytest.mark.parametrize(("table", "old", "new", "fault"), CLAIM_FAULTS.values(), ids=CLAIM_FAULTS)
def test_a_faulty_claim_is_named(copy: Path, table: str, old: str, new: str, fault: str) -> None:
    edit(copy / "sources" / "cells" / "PAG.toml", table, old, new)
    with pytest.raises(ContentError) as error:
        load_cells(copy)
    assert str(error.value).startswith(f"content/sources/cells/PAG.toml: {fault}")


@pytest.mark.parametrize(
    ("copied", "fault"),
    [
        ('"tie"', "copied: 'tie' is not in the file of its original"),
        ('"deal", "out_pay"', "copied: 'out_pay' "),
    ],
)
def test_a_copy_repeats_what_is_there(copy: Path, copied: str, fault: str) -> None:
    edit(copy / "sources" / "cells" / "WP-old.toml", "", "copied = .*", f"copied = [{copied}]")
    with pytest.raises(ContentError, match="WP-old") as error:
        load_cells(copy)
    assert fault in str(error.value)


def test_claims_need_a_source(copy: Path) -> None:
    cells = copy / "sources" / "cells"
    (cells / "PAG.toml").rename(cells / "PAGE.toml")
    with pytest.raises(ContentError, match="there is no source 'PAGE'"):
        load_cells(copy)


def test_a_preset_needs_a_plain_name(copy: Path) -> None:
    (copy / "presets" / "pagat.toml").rename(copy / "presets" / "Pa~gat.toml")
    with pytest.raises(ContentError, match=r"^content/presets/Pa~gat\.toml: is not a name of"):
        load_presets(copy)


SOURCE_FAULTS = {
    "unknown key": ("DG", "seen = .*", 'seen = "start"\nhue = 1', "DG.hue: is not a known key"),
    "key missing": ("DG", "title = .*", "", "DG.title: is missing"),
    "copy of nothing": ("S001", "copy_of = .*", 'copy_of = "XX"', "S001.copy_of: there is no"),
    "id in the file": ("DG", "seen = .*", 'seen = "start"\nid = "DG"', "DG.id: is given by"),
    "not seen at all": ("DG", "seen = .*", 'seen = "never"', "DG.seen: "),
}


@pytest.mark.parametrize(
    ("table", "old", "new", "fault"), SOURCE_FAULTS.values(), ids=SOURCE_FAULTS
)
def test_a_faulty_source_is_named(copy: Path, table: str, old: str, new: str, fault: str) -> None:
    edit(copy / "sources" / "sources.toml", table, old, new)
    with pytest.raises(ContentError) as error:
        load_sources(copy)
    assert str(error.value).startswith(f"content/sources/sources.toml: {fault}")


WORD_FAULTS = {
    "value without words": ("draw.values", "until = .*", "", "draw.values.until: is missing"),
    "words for no value": (
        "draw.values",
        "until = (.*)",
        r"until = \1\nthrice = \1",
        "draw.values.thrice: is not a known key",
    ),
    "words without a sentence": (
        "draw.values",
        "until = .*",
        'until = { short = "x" }',
        "draw.values.until.long: is missing",
    ),
    "wrong point": ("draw", "point = .*", "point = 8", "draw.point: is not 9"),
    "unknown group": ("draw", "group = .*", 'group = "art"', "draw.group: "),
    "field without words": (
        "counts",
        r"\[counts\]\n(.*\n)*.*\[counts\.values\]\n.*\n.*",
        "",
        "counts: is missing",
    ),
}


@pytest.mark.parametrize(("table", "old", "new", "fault"), WORD_FAULTS.values(), ids=WORD_FAULTS)
def test_faulty_words_are_named(copy: Path, table: str, old: str, new: str, fault: str) -> None:
    edit(copy / "en" / "rules.toml", table, old, new)
    with pytest.raises(ContentError) as error:
        load_rule_words(copy)
    assert str(error.value).startswith(f"content/en/rules.toml: {fault}")


# --- the loader for others -----------------------------------------------------------------------


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ask: str
    wrong: dict[str, int] = {}


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    step: list[Step]
    more: dict[str, list[Step]] = {}


LESSON_FAULTS = {
    '[[step]]\nask = "a"\n[[step]]\nhint = "b"\n': "step.1.hint: is not a known key",
    "[[step]]\nwrong = { a = 1 }\n": "step.0.ask: is missing",
    '[[step]]\nask = "a"\nwrong = { a = 1, b = "x" }\n': "step.0.wrong.b: expected `int`",
    'step = []\nmore = { a = [], b = [{ ask = "a" }, { ask = 1 }] }\n': "more.b.1.ask: expected",
    "step = []\nmore = { a = [], b-c = [{}] }\n": "more.b-c.0.ask: is missing",
    'title = "x"\n': "title: is not a known key",
    "": "step: is missing",
}


@pytest.mark.parametrize(("text", "fault"), LESSON_FAULTS.items())
def test_any_struct_is_loaded_as_strictly(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text(text)
    with pytest.raises(ContentError) as error:
        content.load(path, Lesson)
    assert str(error.value).startswith(f"lesson.toml: {fault}")


def test_a_sound_file_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text('[[step]]\nask = "which"\nwrong = { a = 1 }\n')
    assert content.load(path, Lesson) == Lesson([Step("which", {"a": 1})])


@pytest.mark.parametrize("bad", [b"\xff\xfe", b"a = 1\na = 2\n"])
def test_what_is_no_toml_is_named(tmp_path: Path, bad: bytes) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(bad)
    with pytest.raises(ContentError, match=r"^bad\.toml: is not valid TOML: "):
        content.load(path, Lesson)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"^absent\.toml: can't be read: "):
        content.load(tmp_path / "absent.toml", Lesson)
