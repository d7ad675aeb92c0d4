"""Lessons: strict files without answers, sound items, words that can be read."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import textstat
from spellchecker import SpellChecker

from matador.game.notation import read_position, write_position
from matador.game.position import find_flaws
from matador.game.rules import presets
from matador.teach import lessons as course
from matador.teach.asks import answers
from matador.teach.content import CONTENT, ContentError
from matador.teach.generate import generate, review_recipes
from matador.teach.items import Item, Judgement
from matador.teach.lessons import (
    Lesson,
    Step,
    load_lessons,
    passes_check,
    scene_of,
    step_item,
)
from matador.teach.worked import opening
from tests.teach.test_items import assert_sound

MOST_WORDS = 25
MOST_READ = 750
"""Words of the fast path's steps: ten minutes, less the coached hand, the taps and some room."""
SEEDS = 500
GRADE, HARDEST = 3, 11
"""School years for which all the words together, and each text alone, are plain reading."""

LESSONS = load_lessons()
STEPS = [
    pytest.param(lesson, number, id=f"{lesson.id[:2]}-{step.id}")
    for lesson in LESSONS.values()
    for number, step in enumerate(lesson.steps)
]
AGREED = [
    pytest.param(step, id=step.id)
    for lesson in LESSONS.values()
    for step in lesson.steps
    if step.agreed
]
# Words of the game and of this course that a general dictionary lacks.
KNOWN = {
    "matador", "matadors", "crosswise", "crossways", "pips", "pip", "tilde", "retold",
}  # fmt: skip


def test_the_course_has_its_paths() -> None:
    tracks = [lesson.track for lesson in LESSONS.values()]
    assert tracks == ["fast"] * 7 + ["deep"] * 7 + ["check"]
    assert sum(one.seconds for one in LESSONS.values() if one.track == "fast") <= 600
    for lesson in LESSONS.values():
        if lesson.link.code:
            assert not read_position(lesson.link.code).flaws
    (hand,) = [lesson for lesson in LESSONS.values() if lesson.kind == "hand"]
    assert hand.hand is not None


@pytest.mark.parametrize(("lesson", "number"), STEPS)
def test_every_step_is_sound(lesson: Lesson, number: int) -> None:
    one, step = step_item(lesson, number), lesson.steps[number]
    assert_sound(one)
    assert len(one.prompt.split()) <= MOST_WORDS
    assert not find_flaws(one.position)
    assert read_position(write_position(one.position)) == one.position, "it can be linked to"
    tests = step.generate.beliefs if step.generate else step.tests
    assert set(one.tests) <= set(tests)
    for belief in one.tests:
        assert one.predicted.get(belief), f"{belief} makes no difference here"


@pytest.mark.parametrize("lesson", LESSONS.values(), ids=lambda lesson: lesson.id)
def test_500_seeds_of_a_lesson_are_sound(lesson: Lesson) -> None:
    """Each seed makes one of the lesson's made-up items, all of its recipes in turn."""
    made = [number for number, step in enumerate(lesson.steps) if step.generate]
    for seed in range(SEEDS if made else 0):
        one = step_item.__wrapped__(lesson, made[seed % len(made)], seed)
        assert_told_apart(one)


def assert_told_apart(one: Item) -> None:
    """Right and wrong options, a message for each, and the belief under test alone in its error."""
    assert not find_flaws(one.position)
    assert one.right
    assert len(one.options) >= 2
    assert len(one.right) < len(one.options)
    told = [option.response[:3] for option in one.options]
    assert len(set(told)) == len(told), told
    assert all(verdict and sums for verdict, sums, _ in told)
    assert all(len(option.beliefs) < 2 for option in one.options), "one belief to an error"
    for belief in one.tests:
        for answer in one.predicted[belief]:
            assert one.judge(answer).beliefs == (belief,)


@pytest.mark.parametrize("step", AGREED)
def test_what_all_sources_agree_on_has_one_answer_under_every_preset(step: Step) -> None:
    highest = step.position.partition(".")[0]
    found = {
        name: frozenset(answers(scene_of(step, f"{name}~set-{highest}"))) for name in presets()
    }
    assert len(set(found.values())) == 1, found


def test_the_fast_path_is_short_enough_to_be_read_aloud_in_time() -> None:
    """The walk with a clock in a browser (tests/browser/clock.py) is the whole proof."""
    fast = [lesson for lesson in LESSONS.values() if lesson.track == "fast"]
    read = [text for lesson in fast for one in lesson.items(1) for text in _read_aloud(one)]
    assert sum(bool(re.search(r"\w", word)) for text in read for word in text.split()) <= MOST_READ


def _read_aloud(one: Item) -> Iterator[str]:
    """All words of a step that is answered rightly."""
    yield one.prompt
    if one.card:
        yield one.card.title
        yield from (f"{line.label} {line.short}" for line in one.card.lines)
    yield from (option.label for option in one.options if not option.tile or option.turn)
    said = one.judge(one.right if one.every else sorted(one.right)[:1]).response
    yield from (said.verdict, said.sum, one.aside)


def test_some_answers_are_agreed_and_those_on_disputed_rules_are_not() -> None:
    assert len(AGREED) >= 8
    dispute = next(s for s in LESSONS["05_play_draw_or_pass"].steps if s.id == "another-card")
    found = {answers(scene_of(dispute, f"{name}~set-6")) for name in presets()}
    assert len(found) > 1


def test_every_belief_is_tested_in_two_lessons_and_in_the_review() -> None:
    for belief, lessons in course.tested_in(LESSONS.values()).items():
        assert len(set(lessons)) >= 2, belief
        assert all(generate(recipe, 0).tests == (belief,) for recipe in review_recipes(belief))


def test_made_up_steps_differ_by_seed_and_from_each_other() -> None:
    check = LESSONS["14_confidence_check"]
    assert len(check.steps) == 10
    first, second = check.items(0), check.items(1)
    assert all(one.scene != other.scene for one, other in zip(first, second, strict=True))
    another = LESSONS["01_seven_not_same"].items(0)[1]
    assert another.scene != first[0].scene, "by the same recipe"


def test_the_check_needs_eight_right_and_no_belief_twice() -> None:
    items = LESSONS["14_confidence_check"].items(3)
    good = [one.judge(one.scene.answers[0]) for one in items]
    assert passes_check(good).ready
    assert passes_check(good[:7]).ready is False
    bad = good[0]._replace(right=False, beliefs=("M3",))
    once: list[Judgement] = [bad, *good[1:]]
    assert passes_check(once).ready
    twice = passes_check([bad, bad, *good[2:]])
    assert twice.right == 8
    assert not twice.ready
    assert twice.missed == ("M3",)


def test_the_book_is_checked_at_every_moment_at_which_it_errs() -> None:
    steps = [s for s in LESSONS["12_check_the_book"].steps if s.worked]
    slips = {moment.step: moment for moment in opening().slips}
    assert [step.worked for step in steps] == list(slips)
    for number, step in enumerate(steps):
        one = step_item(LESSONS["12_check_the_book"], number)
        assert one.right == {str(a) for a in slips[step.worked].overlooked}


def test_the_quarrel_has_four_outcomes() -> None:
    items = LESSONS["08_the_drawing_quarrel"].items()[:4]
    assert len({frozenset(one.right) for one in items}) == 4
    assert len({one.position.line for one in items}) == 1
    assert all(one.card for one in items)


def test_notes_get_their_numbers_from_studies() -> None:
    notes = [note for lesson in LESSONS.values() for note in lesson.told_notes()]
    assert len(notes) >= 5
    for note in notes:
        assert re.search(r"\d", note.finding)
        assert (CONTENT / "studies" / f"{note.study}.json").exists()
        assert "{" not in note.finding


# --- what a file may hold ------------------------------------------------------------------------

GOOD = """
title = "A"
goal = "B"
seconds = 60
track = "fast"
link = { page = "sandbox", label = "C" }
[[steps]]
id = "one"
ask = "tile"
position = "6.66.0313264546-~6.~16.A.0-0"
"""


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ('answer = "13"', "steps.0.answer"),
        ('tests = ["M99"]', "one.tests"),
        ('rules = "nobody"', "one.rules"),
        ('generate = { kind = "tile" }', "one.position"),
        ('ask = "guess"', "not valid TOML"),
    ],
)
def test_a_faulty_lesson_is_refused_by_name(tmp_path: Path, change: str, named: str) -> None:
    write(tmp_path, GOOD + change)
    with pytest.raises(ContentError, match=re.escape(named)) as caught:
        load_lessons(tmp_path / "content")
    assert "01_a.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("6.66.0313", "6.77.0313", "one"),
        ('ask = "tile"', 'ask = "tile"\nprompt = "Take {it}."', "there is no slot {it}"),
    ],
)
def test_a_step_that_cannot_be_asked_is_named(
    tmp_path: Path, old: str, new: str, named: str
) -> None:
    write(tmp_path, GOOD.replace(old, new))
    (lesson,) = load_lessons(tmp_path / "content").values()
    with pytest.raises(ContentError, match=re.escape(named)):
        step_item(lesson, 0)


def write(folder: Path, text: str) -> None:
    path = folder / "content" / "en" / "lessons" / "01_a.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")


# --- words ---------------------------------------------------------------------------------------


def prose() -> Iterator[tuple[str, str]]:
    """Every text that a learner reads, with where it stands."""
    folder = CONTENT / "en"
    for path in [*(folder / "lessons").glob("*.toml"), folder / "items.toml"]:
        yield from _texts(path.name, tomllib.loads(path.read_text("utf-8")))
    yield from _texts("beliefs.toml", tomllib.loads((folder / "beliefs.toml").read_text("utf-8")))


_NOT_READ = {
    "id", "ask", "position", "rules", "tile", "end", "play", "plays", "shown", "generate", "tests",
    "track", "kind", "page", "study", "policy", "review", "course", "hand",
}  # fmt: skip


def _texts(where: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, list):
        for one in value:
            yield from _texts(where, one)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key not in _NOT_READ or (isinstance(one, str) and where.endswith("words")):
                yield from _texts(f"{where} {key}", one)


PROSE = list(prose())


def test_no_number_is_typed_that_the_engine_knows() -> None:
    tiles = re.compile(r"\b\d-\d\b")  # a tile by name is no number
    typed = [
        text for _, text in PROSE if re.search(r"\d", tiles.sub("", re.sub(r"\{.*?\}", "", text)))
    ]
    assert not typed


def test_lessons_on_disputed_rules_never_say_the_rule_is() -> None:
    for name in ("05", "06_how", "08"):
        (path,) = (CONTENT / "en" / "lessons").glob(f"{name}*.toml")
        assert "the rule is" not in path.read_text("utf-8").lower()


def test_words_are_spelled_as_in_a_dictionary() -> None:
    words = {
        word.removesuffix("'s").removesuffix("'")
        for _, text in PROSE
        for word in re.findall(r"[a-z][a-z']+", re.sub(r"\{.*?\}", "", text).lower())
    }
    checker = SpellChecker()
    checker.word_frequency.load_words(KNOWN)
    assert not checker.unknown(words)


def test_the_words_are_plain_reading() -> None:
    said = [fill_plain(text) for _, text in PROSE if len(text.split()) >= 6]
    assert grade(" ".join(said)) < GRADE
    assert not [text for text in said if words_in(text) >= 8 and grade(text) > HARDEST]
    longest = [text for text in said if max(map(words_in, re.split(r"[.?!:;]", text))) > MOST_WORDS]
    assert not longest


def grade(text: str) -> float:
    found: float = textstat.automated_readability_index(text)
    return found


def fill_plain(text: str) -> str:
    """The text with a short word in place of each slot, and a full stop."""
    return re.sub(r"\{.*?\}", "it", text).rstrip(".?!") + "."


def words_in(sentence: str) -> int:
    return len(sentence.split())
