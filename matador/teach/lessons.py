"""Lessons: their strict loader, and the items of each.

A lesson is a file `content/en/lessons/NN_name.toml`. A step names a position, a rule set and a
question type, or a recipe for made-up items; it holds no answer, and no number in its prose that
the engine can fill in. A new lesson needs no Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from matador.game.errors import MatadorError
from matador.game.notation import read_action, read_actions, read_position, read_tile
from matador.game.position import Position
from matador.game.record import timeline
from matador.game.rules import read_rules, write_rules
from matador.teach.asks import Ask, Scene
from matador.teach.beliefs import BELIEFS
from matador.teach.content import CONTENT, ContentError, install, load
from matador.teach.generate import Recipe, course_rules, generate
from matador.teach.items import Item, Judgement, item
from matador.teach.slots import fill
from matador.teach.worked import opening

SIZE = "6"
"""The set of the course: its highest half. One lesson shows larger ones."""

READY = 8
"""Items of the confidence check that have to be right."""

Track = Literal["fast", "deep", "check"]
"""The fast path, the deep one, and the check at the end."""

Kind = Literal["steps", "hand"]


class Made(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recipe in place of a fixed position (see `generate.Recipe`)."""

    kind: Ask
    beliefs: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One screen: a question. What is asked about stands in notation; see `Scene`."""

    id: str
    ask: Ask | None = None
    prompt: str = ""
    position: str = ""
    """The first six fields of a position code; `rules` is the seventh."""
    rules: str = ""
    """A preset, perhaps with overrides; empty for the course's own card."""
    tile: str = ""
    end: Literal["", "L", "R"] = ""
    play: str = ""
    plays: str = ""
    shown: str = ""
    """Tiles to choose from, where they are not those in hand."""
    worked: int = 0
    """A moment of the worked opening, by its step."""
    generate: Made | None = None
    hint: tuple[str, ...] = ()
    aside: str = ""
    tests: tuple[str, ...] = ()
    agreed: bool = False
    """Whether all sources agree on the answer."""


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to go on from a lesson, perhaps with a position."""

    page: Literal["sandbox", "compare", "opening", "scores"]
    label: str
    position: str = ""
    """As in a step: six fields; see `code`."""

    @property
    def code(self) -> str:
        """The whole position code, under the course's card; empty if there is no position."""
        return _code(self.position) if self.position else ""


class HandSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The coached hand: its deal and the opponent."""

    seed: int
    policy: str
    rules: str = ""
    players: int = 2
    seat: int = 0
    """The learner's seat."""


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of advice, with the number of a study that bears it out or does not."""

    advice: str
    finding: str
    study: str
    """The name of the study in `content/studies`."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson. `seconds` is how long it takes about; `id` is the name of its file."""

    title: str
    goal: str
    seconds: int
    track: Track
    link: Link
    kind: Kind = "steps"
    steps: tuple[Step, ...] = ()
    hand: HandSetup | None = None
    notes: tuple[Note, ...] = ()
    id: str = ""

    def items(self, seed: int = 0) -> tuple[Item, ...]:
        """The items of all steps; those made up differ by seed. Raises ContentError."""
        return tuple(step_item(self, number, seed) for number in range(len(self.steps)))

    def told_notes(self) -> tuple[Note, ...]:
        """The notes with their numbers filled in. Loads the studies, which takes seconds."""
        return tuple(_told(note) for note in self.notes)


class Verdict(NamedTuple):
    """How a confidence check went."""

    right: int
    asked: int
    ready: bool
    missed: tuple[str, ...]
    """The beliefs met, most often first."""


@cache
def load_lessons(folder: Path = CONTENT) -> dict[str, Lesson]:
    """Every lesson by id, in order. Raises ContentError."""
    install()  # positions name presets
    paths = sorted((folder / "en" / "lessons").glob("*.toml"))
    return {path.stem: _load(path) for path in paths}


@lru_cache(maxsize=2000)
def step_item(lesson: Lesson, number: int, seed: int = 0, rules: str = "") -> Item:
    """The item of one step, counted from 0. Raises ContentError, naming lesson and step.

    `rules` stand in for the course's own card where the answer turns on it. A step that can't be
    asked under them is asked under the course's own, and its card says so.
    """
    step = lesson.steps[number]
    try:
        own = _made(lesson, step, seed)
    except (MatadorError, ContentError) as error:
        raise _fault(f"{lesson.id}.toml", step.id, str(error.args[0])) from None
    if not rules or own.card is None or own.card.rules != course_rules():
        return own
    try:
        found = _made(lesson, step, seed, rules)
    except (MatadorError, ContentError):
        return own
    return own if found.position.flaws else found


def _made(lesson: Lesson, step: Step, seed: int, rules: str = "") -> Item:
    """The item of a step. Raises ContentError or a MatadorError."""
    if not step.generate:
        told = {"prompt": step.prompt, "aside": step.aside}
        return item(scene_of(step, rules), tests=step.tests, hints=step.hint, **told)
    recipe = Recipe(
        step.generate.kind,
        step.generate.beliefs,
        (rules,) if rules else step.generate.cards,
        f"{lesson.id} {step.id}",
        step.prompt,
        step.hint,
        step.aside,
    )
    return generate(recipe, seed)


def scene_of(step: Step, rules: str = "") -> Scene:
    """What a step asks about, perhaps under other rules, which are then those that one knows.

    Raises UnreadableError or another MatadorError.
    """
    assert step.ask is not None  # the loader has seen to it
    if step.worked:
        return _overlooked(step.worked)
    position = read_position(_code(step.position, rules or step.rules))
    tiles = tuple(sorted(map(read_tile, step.shown.split())))
    scene = Scene(
        step.ask,
        position,
        position.rules if rules else course_rules(),
        tile=read_tile(step.tile) if step.tile else None,
        arm=step.end,
        shown=tiles,
    )
    return _with_plays(scene, step, position)


def passes_check(judgements: Sequence[Judgement]) -> Verdict:
    """Whether a learner is ready: enough items right, and no belief missed twice."""
    right = sum(one.right for one in judgements)
    met = [one.beliefs[0] for one in judgements if one.beliefs]
    missed = sorted(set(met), key=lambda name: (-met.count(name), list(BELIEFS).index(name)))
    twice = any(met.count(name) > 1 for name in missed)
    return Verdict(right, len(judgements), right >= READY and not twice, tuple(missed))


def tested_in(lessons: Iterable[Lesson]) -> dict[str, list[str]]:
    """For each belief the ids of the lessons that test it."""
    found: dict[str, list[str]] = {name: [] for name in BELIEFS}
    for lesson in lessons:
        tests = {name for step in lesson.steps for name in _tests(step)}
        for name in tests:
            found[name].append(lesson.id)
    return found


def _tests(step: Step) -> tuple[str, ...]:
    return step.generate.beliefs if step.generate else step.tests


def _with_plays(scene: Scene, step: Step, position: Position) -> Scene:
    if step.play:
        scene = replace(scene, action=read_action(step.play, position))
    if step.plays and step.ask is Ask.SLIP:
        plays = tuple(read_action(one, position) for one in step.plays.split())
        return replace(scene, plays=plays)
    if step.plays:
        line = timeline(position, read_actions(step.plays, position)[0])
        return replace(scene, line=line, position=line.position)
    return scene


def _overlooked(step: int) -> Scene:
    """The moment of the worked opening, with the plays that its text did not leave out."""
    moment = opening().moments[step]
    named = tuple(one for one in moment.plays if one not in moment.overlooked)
    return Scene(Ask.OVERLOOKED, moment.position, course_rules(), plays=named)


def _told(note: Note) -> Note:
    scene = Scene(Ask.COUNT, _no_position(), course_rules())
    return Note(fill(note.advice, scene), fill(note.finding, scene), note.study)


def _no_position() -> Position:
    return read_position(_code("6.66.~7-~6.~14.A.0-0"))


def _code(fields: str, rules: str = "") -> str:
    """A position code from its first six fields, under the course's card unless told."""
    return f"{fields}.{rules or write_rules(course_rules())}"


# --- what a lesson must keep to ------------------------------------------------------------------


def _load(path: Path) -> Lesson:
    lesson = load(path, Lesson)
    lesson = msgspec.structs.replace(lesson, id=path.stem)
    if (lesson.kind == "hand") != (lesson.hand is not None):
        raise _fault(path.name, "hand", "goes with kind 'hand' and only with it")
    if lesson.kind == "steps" and not lesson.steps:
        raise _fault(path.name, "steps", "is missing")
    ids = [step.id for step in lesson.steps]
    if len(set(ids)) < len(ids):
        raise _fault(path.name, "steps", "two steps have the same id")
    for step in lesson.steps:
        _check(path.name, step)
    return lesson


def _check(name: str, step: Step) -> None:
    def require(holds: bool, key: str, what: str) -> None:
        if not holds:
            raise _fault(name, f"{step.id}.{key}", what)

    fixed = bool(step.position or step.worked)
    require(fixed != bool(step.generate), "position", "is given, or else `generate`")
    require(bool(step.ask) != bool(step.generate), "ask", "goes with a position and only with one")
    require(not (step.generate and step.tests), "tests", "stand in `generate.beliefs`")
    for belief in _tests(step):
        require(belief in BELIEFS, "tests", f"there is no belief {belief!r}")
    for card in (step.rules, *(step.generate.cards if step.generate else ())):
        try:
            read_rules(card or "wikipedia")
        except MatadorError as error:
            require(False, "rules", str(error.args[0]))


def _fault(name: str, key: str, what: str) -> ContentError:
    return ContentError(f"content/en/lessons/{name}: {key}: {what}")
