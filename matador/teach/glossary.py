"""The words of the game: what each means, what other texts call it, and where a text uses it.

The terms are data (`content/en/glossary.toml`). A definition holds no number that the engine knows;
see `defined`. Whoever shows a text asks `find_terms` which terms stand in it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from matador.game.errors import UnreadableError
from matador.game.line import Line
from matador.game.notation import read_halves
from matador.game.rules import FIELDS, Rules
from matador.teach.asks import Ask, Scene
from matador.teach.content import CONTENT, ContentError, Source, install, load, load_sources
from matador.teach.questions import alone, lesson_rules
from matador.teach.slots import fill

LANGUAGES = ("en", "fr", "de", "pl")
"""The languages of the other names, in the order in which they are shown."""


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small picture: some tiles, or a line with its ends, its sums, or its matadors across."""

    kind: Literal["tiles", "line", "sums", "across"]
    shows: str
    """Tiles with a space between them, the left half first."""

    @property
    def row(self) -> tuple[tuple[int, int], ...]:
        """The halves of each tile. Raises UnreadableError."""
        return tuple(read_halves(one) for one in self.shows.split())


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one source calls a term, with the place where it does so."""

    name: str
    source: str
    locator: str
    evidence: Literal["read", "second-hand"]
    language: str = ""
    """That of the source, unless it names a word of another."""
    note: str = ""


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One term. `says` is its definition with slots, `id` the name of its table."""

    term: str
    says: str
    forms: tuple[str, ...] = ()
    """What else stands for it in a text."""
    quiet: bool = False
    """Whether it is not offered under a text, where the word mostly means something else."""
    names: tuple[Name, ...] = ()
    see: tuple[str, ...] = ()
    lessons: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    """The decision points that turn on it: fields of `Rules`."""
    note: str = ""
    draw: Picture | None = None
    id: str = ""

    @property
    def spellings(self) -> tuple[str, ...]:
        """All that a reader may look for: the term, its forms, its other names, their plurals."""
        said = (self.term, self.id, *self.forms, *(name.name for name in self.names))
        return (*said, *map(_plural, said))

    @property
    def told(self) -> str:
        """All that is said of it."""
        return " ".join((self.says, self.note, *(name.note for name in self.names)))


class Called(NamedTuple):
    """One other name, and the sources that use it."""

    name: str
    said: tuple[Name, ...]


# --- what others call ----------------------------------------------------------------------------


@cache
def load_glossary(folder: Path = CONTENT) -> dict[str, Term]:
    """Every term by id, in alphabetical order. Raises ContentError."""
    raw = load(folder / "en" / "glossary.toml", dict[str, Term])
    sources = load_sources(folder)
    for key, term in raw.items():
        _check(key, term, raw, sources, folder)
    found = [_whole(key, term, sources) for key, term in raw.items()]
    return {term.id: term for term in sorted(found, key=lambda term: fold(term.term))}


@lru_cache(maxsize=1024)
def defined(term: Term, rules: Rules | None = None) -> str:
    """The definition, its numbers those of the rules' set, or of double-six.

    Raises ContentError for a slot that there is not.
    """
    install()  # the rules that stand for all are a preset
    shown = rules or lesson_rules()
    return fill(term.says, Scene(Ask.COUNT, alone(shown, Line()), shown))


@lru_cache(maxsize=1024)
def find_terms(text: str) -> tuple[str, ...]:
    """The ids of the terms in a text, in the order in which they first stand there.

    Only whole words count, singular or plural; of forms that overlap the longest is taken, so that
    the hand in "blocked hand" is none. Terms that are quiet are passed over.
    """
    pattern, owners = _finder()
    found = (owners[one[0].casefold()] for one in pattern.finditer(" ".join(text.split())))
    glossary = load_glossary()
    return tuple(key for key in dict.fromkeys(found) if not glossary[key].quiet)


def search(query: str) -> tuple[Term, ...]:
    """The terms that a reader may mean, the likeliest first; other names and definitions count.

    Accents and case do not matter. Nothing is found by an empty query.
    """
    wanted = fold(" ".join(query.split()))
    if not wanted:
        return ()
    ranked = [(_rank(term, names, wanted), term) for term, names in _spelled()]
    return tuple(term for rank, term in sorted(ranked, key=lambda pair: pair[0]) if rank < _NOWHERE)


def named(text: str) -> Term | None:
    """The term with this id, form or other name, or None."""
    wanted = fold(" ".join(text.split()))
    return next((term for term, names in _spelled() if wanted in names), None)


def called(term: Term) -> dict[str, tuple[Called, ...]]:
    """The other names of a term by language, each with all who use it."""
    found: dict[str, dict[str, list[Name]]] = {}
    for name in term.names:
        found.setdefault(name.language, {}).setdefault(name.name, []).append(name)
    return {
        language: tuple(Called(name, tuple(said)) for name, said in found[language].items())
        for language in LANGUAGES
        if language in found
    }


@cache
def citing() -> dict[str, tuple[tuple[Term, Name], ...]]:
    """For each source that is cited, in the order of the sources, the names that it uses."""
    found: dict[str, list[tuple[Term, Name]]] = {}
    for term in load_glossary().values():
        for name in term.names:
            found.setdefault(name.source, []).append((term, name))
    return {key: tuple(found[key]) for key in load_sources() if key in found}


def fold(text: str) -> str:
    """The text without accents and capitals, for comparing and sorting."""
    apart = unicodedata.normalize("NFKD", text.replace("ł", "l").replace("Ł", "L"))
    return "".join(one for one in apart if not unicodedata.combining(one)).casefold()


# --- finding -------------------------------------------------------------------------------------

_NOWHERE = 5
_ES = ("s", "x", "z", "ch", "sh")


@cache
def _spelled() -> tuple[tuple[Term, tuple[str, ...]], ...]:
    """Every term with all its spellings, folded."""
    return tuple((term, tuple(map(fold, term.spellings))) for term in load_glossary().values())


def _rank(term: Term, names: tuple[str, ...], wanted: str) -> int:
    """How well a term answers a query: the whole of a name, its start, a word's, inside it."""
    if wanted in names:
        return 0
    if any(name.startswith(wanted) for name in names):
        return 1
    if any(word.startswith(wanted) for name in names for word in re.split(r"\W+", name)):
        return 2
    if any(wanted in name for name in names):
        return 3
    return 4 if wanted in fold(term.told) else _NOWHERE


@cache
def _finder() -> tuple[re.Pattern[str], dict[str, str]]:
    """A pattern of all forms, the longest first, and the term of each form."""
    owners: dict[str, str] = {}
    for term in load_glossary().values():
        forms = (term.term, *term.forms)
        for one in (*forms, *map(_plural, forms)):
            owners.setdefault(one.casefold(), term.id)
    longest = sorted(owners, key=lambda form: (-len(form), form))
    words = "|".join(map(re.escape, longest))
    return re.compile(rf"(?<![\w/-])(?:{words})(?![\w-])", re.IGNORECASE), owners


def _plural(form: str) -> str:
    """The regular plural; one that is not stands among a term's forms."""
    if form.endswith("y") and form[-2] not in "aeiou":
        return form[:-1] + "ies"
    return form + ("es" if form.endswith(_ES) else "s")


# --- what the file must keep to ------------------------------------------------------------------


def _whole(key: str, term: Term, sources: Mapping[str, Source]) -> Term:
    """The term with its id, and each of its names with its language."""
    names = (
        msgspec.structs.replace(one, language=one.language or sources[one.source].language)
        for one in term.names
    )
    return msgspec.structs.replace(term, id=key, names=tuple(names))


def _check(
    key: str, term: Term, terms: Mapping[str, Term], sources: Mapping[str, Source], folder: Path
) -> None:
    lessons = {path.stem for path in (folder / "en" / "lessons").glob("*.toml")}
    _require(not term.id, f"{key}.id", "is given by the table's name")
    _known(f"{key}.see", "term", term.see, terms)
    _require(key not in term.see, f"{key}.see", "is the term itself")
    _known(f"{key}.lessons", "lesson", term.lessons, lessons)
    _known(f"{key}.points", "decision point", term.points, FIELDS)
    for name in term.names:
        _check_name(f"{key}.names", name, sources)
    try:
        _require(term.draw is None or bool(term.draw.row), f"{key}.draw.shows", "is empty")
    except UnreadableError as error:
        _require(False, f"{key}.draw.shows", str(error.args[0]))


def _check_name(at: str, name: Name, sources: Mapping[str, Source]) -> None:
    _known(f"{at}.source", "source", (name.source,), sources)
    _require(bool(name.locator), f"{at}.locator", f"is missing: where does it say {name.name!r}?")
    language = name.language or sources[name.source].language
    _require(language in LANGUAGES, f"{at}.language", f"{language!r} is none of those shown")


def _known(at: str, kind: str, asked: Iterable[str], there: Iterable[str]) -> None:
    for one in _missing(asked, there):
        _require(False, at, f"there is no {kind} {one!r}")


def _missing(asked: Iterable[str], there: Iterable[str]) -> Iterator[str]:
    known = set(there)
    return (one for one in asked if one not in known)


def _require(holds: bool, at: str, what: str) -> None:
    if not holds:
        raise ContentError(f"content/en/glossary.toml: {at}: {what}")
