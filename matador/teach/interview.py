"""How a table settles its rules: one question a decision, in the order in which friends would ask.

An `Interview` holds what was answered; everything else follows from it: which question comes next,
what it can be answered with, what is filled in where nobody knew, which answers cannot stand
together, and the `Rules` in the end. Whatever was not answered is filled in and says by whom.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from typing import NamedTuple, TypeVar

from matador.game.position import SEATS
from matador.game.rules import (
    FIELDS,
    BlockedPay,
    Contradiction,
    Deal,
    Draw,
    Lead,
    OutPay,
    Partners,
    Reserve,
    Rules,
    choice,
    contradictions,
    diff,
    presets,
)
from matador.game.tiles import tile_set
from matador.teach.content import Preset, load_presets, load_sources
from matador.teach.matrix import fields_in_order, in_use, row
from matador.teach.sheet import sheet

PLAYERS = "players"
"""The one question that is about no field of `Rules`."""

UNKNOWN = ""
"""The answer of whoever does not know."""

MAIN = (
    *(PLAYERS, "set", "deal", "lead", "lead_tile"),
    *("draw", "reserve", "draw_playable", "draw_matador"),
    *("crosswise", "cross_open", "matador_way", "doubles", "spinner_arms"),
    *("blocked", "out_pay", "blocked_pay", "target", "partners"),
)
"""The questions of the interview in order; those that do not matter are left out as it goes."""

_BY_DOUBLE = (Lead.HIGHEST_DOUBLE, Lead.TOP_DOUBLE)
_PAIRS = 4
_AGAINST_LEADER = 3


class By(StrEnum):
    """Who decided about a rule."""

    YOU = "you"
    """The table itself."""
    START = "start"
    """The rule set that the table started from."""
    MOST = "most"
    """Nobody at the table: more than half of the sources that speak."""
    READING = "reading"
    """No choice has more than half of them: what most rule sets come to, the silent ones filled in
    as we assume."""
    NOBODY = "nobody"
    """Neither the table nor a source: what we assume of all of them."""
    FOLLOWS = "follows"
    """It follows from another answer."""


class Decided(NamedTuple):
    """The value of one field, as it is written, and who decided."""

    value: str
    by: By


class Option(NamedTuple):
    """One answer to a question, and the names of those that say so."""

    value: str
    says: tuple[str, ...]


class Voice(NamedTuple):
    """Who commits itself on a question, and what it says."""

    who: str
    value: str


class Clash(NamedTuple):
    """Answers that cannot stand together, and the questions about them."""

    what: Contradiction
    questions: tuple[str, ...]


@dataclass(frozen=True)
class Interview:
    """What a table has answered, by question; `UNKNOWN` where it did not know."""

    given: tuple[tuple[str, str], ...] = ()
    """Questions and answers, in the order in which they were given."""
    start: Rules | None = None
    """The rules that hold where nothing else was said; without them, what most sources say."""

    def answered(self, name: str, value: str) -> Interview:
        """After an answer, which replaces an earlier one. Raises UnreadableError."""
        if value != UNKNOWN:
            _check(name, value)
        return replace(self, given=tuple({**self.answers, name: value}.items()))

    @cached_property
    def answers(self) -> dict[str, str]:
        """What was answered, by question."""
        return dict(self.given)

    def knows(self, name: str) -> bool:
        """Whether the table itself has decided about this."""
        return self.answers.get(name, UNKNOWN) != UNKNOWN


def _check(name: str, value: str) -> None:
    if name == PLAYERS and value in map(str, _player_counts()):
        return
    choice(name, value)


# --- what is decided ----------------------------------------------------------------------------


def players(one: Interview) -> int:
    """How many play; as many as most sources speak of where nobody said."""
    return int(one.answers.get(PLAYERS) or usual_players())


@cache
def usual_players() -> int:
    """The number of players of which most sources speak; of several, the smallest."""
    return max(_player_counts(), key=lambda count: (len(_of(count)), -count))


@lru_cache(maxsize=256)
def rules(one: Interview) -> Rules:
    """The rules as far as they are decided, the rest filled in.

    They are written as the rule set started from, or else the nearest, and what differs from it.
    """
    values = {name: decided(one, name).value for name in FIELDS}
    if one.start:
        return Rules(one.start.base).changed(**values)
    found = Rules(next(iter(presets()))).changed(**values)
    return found._replace(base=min(presets(), key=lambda name: len(diff(presets()[name], found))))


@lru_cache(maxsize=4096)
def decided(one: Interview, name: str) -> Decided:
    """The answer to one question, and who decided."""
    if name == "reserve" and _is(one, "draw", Draw.NONE):
        return Decided(str(Reserve.NONE), By.FOLLOWS)
    if one.knows(name):
        return Decided(one.answers[name], By.YOU)
    return fallback(one, name)


def fallback(one: Interview, name: str) -> Decided:
    """What holds where the table does not know: the rule set started from, or most sources."""
    if name == PLAYERS:
        return Decided(str(usual_players()), By.MOST)
    if one.start:
        return Decided(str(one.start.value(name)), By.START)
    return _commonest_deal(one) if name == "deal" else _commonest(name)


def _commonest_deal(one: Interview) -> Decided:
    """As `_commonest`, by the size of the hands; of sizes that are equally common the largest."""
    said = Counter(deal_size(one, value) for _, value in voices(one, "deal"))
    every = (preset.fields["deal"].value for preset in load_presets().values())
    held = Counter(deal_size(one, value) for value in every)
    size, by = _judged(_sizes(one)[::-1], said, held)
    return Decided(_deal_of(one, size), by)


@cache
def _commonest(name: str) -> Decided:
    """What more than half of the sources that speak say; else what most rule sets come to."""
    said = Counter(value for _, value in _voices(name))
    held = Counter(preset.fields[name].value for preset in load_presets().values())
    return Decided(*_judged([str(value) for value in FIELDS[name]], said, held))


T = TypeVar("T", int, str)


def _judged(among: Sequence[T], said: Counter[T], held: Counter[T]) -> tuple[T, By]:
    """The commonest of these and who decides so; of several that are equally common the first."""
    best = max(among, key=said.__getitem__)
    if 2 * said[best] > said.total():
        return best, By.MOST
    return max(among, key=held.__getitem__), By.READING if said else By.NOBODY


# --- the questions ------------------------------------------------------------------------------


def route(one: Interview) -> tuple[str, ...]:
    """The questions of this interview, in order, as far as the answers so far tell."""
    return tuple(name for name in MAIN if _is_asked(one, name))


def following(one: Interview) -> str:
    """The first question without an answer, or nothing."""
    return next((name for name in route(one) if name not in one.answers), "")


def before(one: Interview, name: str) -> str:
    """The question before this one, or nothing."""
    asked = route(one)
    place = asked.index(name) if name in asked else len(asked)
    return asked[place - 1] if place else ""


def _is_asked(one: Interview, name: str) -> bool:
    # Whoever leads because of a double leads it.
    leads_it = name == "lead_tile" and _is(one, "lead", *_BY_DOUBLE)
    return matters(one, name) and not leads_it


def matters(one: Interview, name: str) -> bool:
    """Whether a decision changes anything, given the others."""
    if name == PLAYERS:
        return True
    if name == "reserve" and left(one) < 1:
        return False
    if name == "partners" and players(one) not in (_AGAINST_LEADER, _PAIRS):
        return False
    return len(FIELDS[name]) > 1 and name not in _needless(rules(one), players(one))


@lru_cache(maxsize=256)
def _needless(rules: Rules, players: int) -> frozenset[str]:
    """The fields that make no difference under these rules: what their sheet need not say."""
    return frozenset(sheet(rules, players).unsaid)


def left(one: Interview) -> int:
    """Tiles that are left after the deal; fewer than none where there are too few."""
    found = rules(one)
    return len(found.tiles.tiles) - players(one) * found.hand_size(players(one))


def _is(one: Interview, name: str, *values: object) -> bool:
    return decided(one, name).value in map(str, values)


def others(one: Interview) -> tuple[str, ...]:
    """The decisions that matter and are not asked about, in the order of the headings."""
    asked = route(one)
    return tuple(name for name in fields_in_order() if name not in asked and matters(one, name))


# --- the answers --------------------------------------------------------------------------------


def options(one: Interview, name: str) -> tuple[Option, ...]:
    """What a question can be answered with, and who says so.

    Deals of one size are one answer: what a table of other numbers would do is no part of it.
    """
    said, values = voices(one, name), _values(one, name)
    return tuple(
        Option(value, tuple(who for who, what in said if _says(one, name, what, value)))
        for value in values
    )


def voices(one: Interview, name: str) -> tuple[Voice, ...]:
    """Who commits itself on a question and what it says: texts of their own, no copies.

    On the deal those that speak of so many players; on the number of players each rule set speaks
    of several.
    """
    if name != "deal":
        return _voices(name)
    ours = players(one)
    return tuple(voice for voice in _voices(name) if _speaks_of(voice.who, ours))


@cache
def _voices(name: str) -> tuple[Voice, ...]:
    if name == PLAYERS:
        among = ((count, preset) for count in _player_counts() for preset in _of(count))
        return tuple(Voice(preset.title, str(count)) for count, preset in among)
    found = row(name, in_use()).voices
    return tuple(Voice(one.source.short, one.cell.value) for one in found if one.cell)


def chosen(one: Interview, name: str) -> str | None:
    """The answer given to a question, as its options write it; None before it was answered."""
    given = one.answers.get(name)
    if not given:
        return given
    keys = {_key(one, name, option.value): option.value for option in options(one, name)}
    return keys.get(_key(one, name, given), given)


def _values(one: Interview, name: str) -> Iterable[str]:
    if name == PLAYERS:
        return map(str, _player_counts())
    if name == "deal":
        return (_deal_of(one, size) for size in _sizes(one))
    if name == "partners":
        away = {_PAIRS: Partners.AGAINST_LEADER, _AGAINST_LEADER: Partners.PAIRS}
        gone = [away[players(one)]] if players(one) in away else [*away.values()]
        return (str(value) for value in Partners if value not in gone)
    return (str(value) for value in FIELDS[name])


def deal_size(one: Interview, value: str) -> int:
    """How many tiles each player gets by this deal, with this set and so many players."""
    return Deal(value).size(players(one), _tiles(one))


def _tiles(one: Interview) -> int:
    return len(tile_set(int(decided(one, "set").value)).tiles)


def _sizes(one: Interview) -> list[int]:
    """The sizes of hands that can be dealt."""
    sizes = {deal_size(one, str(deal)) for deal in Deal}
    return sorted(size for size in sizes if 1 < size <= _tiles(one) // players(one))


def _deal_of(one: Interview, size: int) -> str:
    """The deal that stands for a size: that of the start, the same for all numbers, the first."""
    fitting = [str(deal) for deal in Deal if deal_size(one, str(deal)) == size]
    wanted = [str(one.start.deal)] if one.start else []
    return next(value for value in (*wanted, str(size), *fitting) if value in fitting)


def _key(one: Interview, name: str, value: str) -> str:
    """What makes two values the same answer."""
    return str(deal_size(one, value)) if name == "deal" else value


def _says(one: Interview, name: str, said: str, value: str) -> bool:
    return _key(one, name, said) == _key(one, name, value)


def _of(count: int) -> tuple[Preset, ...]:
    """The rule sets for so many players."""
    among = load_presets().values()
    return tuple(preset for preset in among if preset.players[0] <= count <= preset.players[1])


@cache
def _speaks_of(who: str, count: int) -> bool:
    """Whether the rules of a source are for so many; where no rule set is named so, for any."""
    ids = {source.id for source in load_sources().values() if source.short == who}
    named = [preset for preset in load_presets().values() if preset.sources[0] in ids]
    return not named or any(preset in _of(count) for preset in named)


def _player_counts() -> range:
    return range(2, len(SEATS) + 1)


# --- what cannot stand together -----------------------------------------------------------------


def clashes(one: Interview, name: str = "") -> tuple[Clash, ...]:
    """What cannot stand together; with `name`, what its answer has brought about.

    An answer is blamed once all that it clashes with was answered or belongs to the start.
    """
    found = (Clash(what, _parts(one, what)) for what in contradictions(rules(one), players(one)))
    return tuple(
        clash
        for clash in found
        if not name or (name in clash.questions and all(_given(one, q) for q in clash.questions))
    )


def forbidden(one: Interview) -> bool:
    """Whether no hand can be dealt by these rules."""
    return any(clash.what.forbids for clash in clashes(one))


def _given(one: Interview, name: str) -> bool:
    return name in one.answers or (one.start is not None and name != PLAYERS)


def _parts(one: Interview, what: Contradiction) -> tuple[str, ...]:
    """The questions whose answers make a contradiction."""
    if what is Contradiction.NOTHING_TO_DRAW:
        return ("deal", PLAYERS, "draw", *(("reserve",) if left(one) else ()), "set")
    if what is Contradiction.GOAL_NEEDS_DEBIT:
        pays = (("blocked_pay", BlockedPay.DEBIT), ("out_pay", OutPay.DEBIT))
        return ("goal", *(name for name, value in pays if not _is(one, name, value)))
    return {
        Contradiction.TOO_FEW_TILES: ("deal", PLAYERS, "set"),
        Contradiction.PAIRS_NEED_FOUR: ("partners", PLAYERS),
        Contradiction.UNUSED_RESERVE: ("reserve", "draw"),
    }[what]
