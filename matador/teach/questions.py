"""Drill questions. The engine makes the position and the answers; a belief makes the wrong ones.

A question is known by its kind, its number and the set, so that it can be linked to: the same
three give the same question on every machine. A position is kept only if somebody who holds the
belief that the question is about would answer it wrongly.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple, TypeVar

from matador.game.line import Line, Placed, fits
from matador.game.moves import Action, explain
from matador.game.position import Hand, Position, Stock
from matador.game.rules import Rules, preset
from matador.game.tiles import Tile, TileSet, tile
from matador.teach import messages
from matador.teach.content import CONTENT

T = TypeVar("T")

ENOUGH = 500
"""Positions tried before a question is given up; about one in three is kept."""


class Kind(StrEnum):
    """What is asked."""

    FITS = "fits"
    """Which tile can go? The belief: like goes on like."""
    HALF = "half"
    """Which half touches? The belief: the other one, or either."""
    SHOWS = "shows"
    """What does the end show after a play? The belief: the half that touches."""
    COUNT = "count"
    """How many tiles of the set answer these ends? The belief: matadors must make the sum."""
    OPENS = "opens"
    """Which tiles go on a blank? The belief: a tile with a blank."""
    GOES = "goes"
    """Does this tile go there? The belief: matadors must make the sum, blanks go on blanks."""
    WAYS = "ways"
    """Every placement of two tiles. The belief: a matador has only one way round."""


class Option(NamedTuple):
    """One answer: what it says, whether the engine accepts it, and what is said to it."""

    key: str
    label: str
    right: bool
    response: str
    tile: Tile | None = None
    turn: tuple[int, int] | None = None
    """The halves in the order in which they would lie, left to right, if that is the point."""


@dataclass(frozen=True)
class Question:
    """A question about a position. With `every`, all right options have to be found."""

    kind: Kind
    position: Position
    prompt: str
    options: tuple[Option, ...]
    every: bool = False

    @property
    def right(self) -> frozenset[str]:
        """The keys of the right options."""
        return frozenset(option.key for option in self.options if option.right)

    def answered(self, tapped: Iterable[str]) -> bool:
        """Whether these taps settle the question."""
        found = self.right.intersection(tapped)
        return found == self.right if self.every else bool(found)


@lru_cache(maxsize=512)
def question(kind: Kind, number: int, rules: Rules) -> Question:
    """The question with this number. Raises ValueError if no instructive one is found."""
    chance = random.Random(f"{kind} {number} {rules.set}")
    for _ in range(ENOUGH):
        made = _MAKERS[kind](chance, rules)
        if made:
            return made
    raise ValueError(f"no {kind} question {number} for the double-{rules.set} set")


def lesson_rules(highest: str = "6") -> Rules:
    """The rules of the learning pages: everything lies in line and matadors go anywhere.

    Nothing that is taught there depends on the other choices of this preset.
    """
    return preset("wikipedia").changed(set=highest)


def alone(rules: Rules, line: Line, tiles: Iterable[Tile] = ()) -> Position:
    """A position for one learner: nobody else at the table, and no stock."""
    return Position(rules, line, (Hand(tuple(sorted(tiles))),), Stock(), turn=0)


def line_with_ends(left: int, right: int) -> Line:
    """The shortest line that shows these ends: the one tile with both."""
    return Line((Placed(left, right),))


# --- the kinds ----------------------------------------------------------------------------------


def _fits(chance: random.Random, rules: Rules) -> Question | None:
    """One or two ordinary tiles that go and some that do not, one of them like on like."""
    position = alone(rules, _line(chance, rules, blanks=False))
    ends = {half for end in position.ends for half in end.halves}
    spare = [t for t in _not_on(position) if t not in rules.tiles.matadors]
    good = [t for t in spare if _legal(position, t)]
    like = [t for t in spare if not _legal(position, t) and ends.intersection(t)]
    other = [t for t in spare if t not in good and t not in like]
    count = 1 + int(chance.random() * 2)
    if len(good) < count or len(like) < 4 - count or not other:
        return None
    hand = some(chance, good, count) + some(chance, like, 4 - count) + some(chance, other, 1)
    position = alone(rules, position.line, hand)
    options = [_tile_option(position, one) for one in sorted(hand)]
    return _asked(Kind.FITS, position, options)


def _half(chance: random.Random, rules: Rules) -> Question | None:
    """An ordinary tile that goes on the right end one way round only."""
    found = _one_way(chance, rules)
    if not found:
        return None
    position, good, bad = found
    text = _words()["response"]
    either = text["half_either"].format(tile=_name(good), why=messages.why(position, bad))
    options = [_half_option(position, action) for action in (good, bad)]
    options = [*sorted(options), Option("either", _words()["option"]["either"], False, either)]
    return _asked(Kind.HALF, position, options, tile=_name(good), shows=_shows(position, "R"))


def _shown(chance: random.Random, rules: Rules) -> Question | None:
    """What an end shows after a play: the outer half, and not any number that was in the way."""
    found = _one_way(chance, rules)
    if not found:
        return None
    position, good, _ = found
    old, target = position.ends[-1].halves[0], rules.tiles.target
    slots = {"inner": good.inner, "outer": good.outer, "shows": old, "target": target}
    needs = rules.tiles.needs(good.outer)
    slots["needs"] = needs[0] if needs else target
    wrong = {"inner": good.inner, "old": old, "needs": slots["needs"], "sum": target}
    values = {value: f"shows_{name}" for name, value in reversed(wrong.items())}
    values[good.outer] = "shows_outer"
    options = [
        Option(str(value), str(value), value == good.outer, _respond(values[value], **slots))
        for value in sorted(values)
    ]
    return _asked(Kind.SHOWS, position, options, tile=_name(good), shows=old)


def _count(chance: random.Random, rules: Rules) -> Question:
    """How many tiles of the whole set answer the ends."""
    position = alone(rules, _line(chance, rules, blanks=True))
    tiles, ends = rules.tiles, [end.halves[0] for end in position.ends]
    total = len(tiles.answers(*ends))
    right = why_count(position.rules.tiles, *ends)
    options = [Option(str(total), str(total), True, right)]
    for name, count in _miscounts(position, ends).items():
        if str(count) not in {option.key for option in options} and count > 0:
            said = _respond(f"count_{name}", target=tiles.target, right=right)
            options.append(Option(str(count), str(count), False, said))
    options.sort(key=lambda option: int(option.key))
    return _asked(Kind.COUNT, position, options, all=len(tiles.tiles))


def _opens(chance: random.Random, rules: Rules) -> Question | None:
    """Two matadors among tiles of which some bring a blank to the blank."""
    left = 1 + int(chance.random() * rules.tiles.highest)
    position = alone(rules, line_with_ends(left, 0))
    spare = _not_on(position)
    good = [t for t in spare if t in rules.tiles.matadors]
    blank = [t for t in spare if t not in good and t.low == 0]
    other = [t for t in spare if t not in good and t.low]
    hand = some(chance, good, 2) + some(chance, blank, 2) + some(chance, other, 1)
    position = alone(rules, position.line, hand)
    options = [_tile_option(position, one, arms="R") for one in sorted(hand)]
    return _asked(Kind.OPENS, position, options, every=True)


def _goes(chance: random.Random, rules: Rules) -> Question | None:
    """A tile on an end where the plain sum, or like on like, would answer otherwise."""
    position = alone(rules, _line(chance, rules, blanks=True))
    arm = "LR"[int(chance.random() * 2)]
    end = next(end for end in position.ends if end.arm == arm)
    wild = chance.random() < 0.5
    one = some(chance, _not_on(position), 1)[0]
    fitting = _legal(position, one, arm)
    tempting = not set(one) & set(end.needs) if wild else bool(set(one) & set(end.halves))
    if fitting is not wild or not tempting:
        return None
    position = alone(rules, position.line, [one])
    why = messages.why(position, _tries(position, one, arm)[0])
    options = [
        _verdict_option("yes", fitting, why, one),
        _verdict_option("no", not fitting, why, one),
    ]
    key = "left" if arm == "L" else "right"
    end_name = _words()["words"][key].format(shows=_shows(position, arm))
    return _asked(Kind.GOES, position, options, tile=messages.tile_name(one), end=end_name)


def _ways(chance: random.Random, rules: Rules) -> Question | None:
    """All placements of a matador and of an ordinary tile, on a number and on a blank."""
    left = 1 + int(chance.random() * rules.tiles.highest)
    position = alone(rules, line_with_ends(left, 0))
    spare = [t for t in _not_on(position) if not t.double]
    wild = some(chance, [t for t in spare if t in rules.tiles.matadors], 1)[0]
    plain = [t for t in spare if t not in rules.tiles.matadors and t.low and _legal(position, t)]
    if not plain:
        return None
    trap = some(chance, plain, 1)[0]
    position = alone(rules, position.line, [wild, trap])
    tries = [Action(end.arm, *turn) for end in position.ends for turn in wild.turns]
    tries += [Action("L", *turn) for turn in trap.turns]
    options = [_way_option(position, action) for action in tries]
    names = [messages.tile_name(wild), messages.tile_name(trap)]
    tiles = _words()["words"]["and"].join(names)
    return _asked(Kind.WAYS, position, options, every=True, tiles=tiles)


_MAKERS: dict[Kind, Callable[[random.Random, Rules], Question | None]] = {
    Kind.FITS: _fits,
    Kind.HALF: _half,
    Kind.SHOWS: _shown,
    Kind.COUNT: _count,
    Kind.OPENS: _opens,
    Kind.GOES: _goes,
    Kind.WAYS: _ways,
}


# --- positions ----------------------------------------------------------------------------------


def _line(chance: random.Random, rules: Rules, *, blanks: bool) -> Line:
    """A line of one tile, either way round."""
    wanted = [t for t in rules.tiles.tiles if blanks or t.low]
    one = some(chance, wanted, 1)[0]
    return line_with_ends(*one.turns[int(chance.random() * len(one.turns))])


def _one_way(chance: random.Random, rules: Rules) -> tuple[Position, Action, Action] | None:
    """A position, the one way in which a tile goes on its right end, and the same turned round."""
    line = _line(chance, rules, blanks=False)
    position = alone(rules, line)
    spare = [t for t in _not_on(position) if not t.double and t not in rules.tiles.matadors]
    good = [t for t in spare if _legal(position, t, "R")]
    if not good:
        return None
    one = some(chance, good, 1)[0]
    position = alone(rules, line, [one])
    action = _tries(position, one, "R")[0]
    return position, action, Action("R", action.outer, action.inner)


def _not_on(position: Position) -> list[Tile]:
    """The tiles of the set that do not lie on the table."""
    on = {placed.tile for placed in position.line.placed}
    return [t for t in position.rules.tiles.tiles if t not in on]


def some(chance: random.Random, tiles: Sequence[T], count: int) -> list[T]:
    """So many different ones, the same on every Python (which random.sample does not promise)."""
    left = list(tiles)
    return [left.pop(int(chance.random() * len(left))) for _ in range(min(count, len(left)))]


# --- asking the engine --------------------------------------------------------------------------


def _legal(position: Position, one: Tile, arms: str = "LR") -> bool:
    ends = (end for end in position.ends if end.arm in arms)
    return any(fits(one, end, position.rules, False) for end in ends)


def _tries(position: Position, one: Tile, arms: str) -> list[Action]:
    """The ways to try a tile at these ends: what is legal first, then like on like."""

    def rank(action: Action) -> tuple[bool, bool]:
        halves = next(end.halves for end in position.ends if end.arm == action.where)
        return not explain(position, action).legal, action.inner not in halves

    return sorted((Action(arm, *turn) for arm in arms for turn in one.turns), key=rank)


# --- words --------------------------------------------------------------------------------------


@cache
def _words() -> dict[str, dict[str, str]]:
    path = CONTENT / "en" / "questions.toml"
    return tomllib.loads(path.read_text("utf-8"))


def _asked(
    kind: Kind,
    position: Position,
    options: Sequence[Option],
    *,
    every: bool = False,
    **slots: object,
) -> Question:
    asks, shown = _words()["ask"], [_shows(position, end.arm) for end in position.ends]
    alike = f"{kind}_same" if len(set(shown)) == 1 else ""
    slots = {"ends": _words()["words"]["and"].join(shown), "shows": shown[0], **slots}
    prompt = asks.get(alike, asks[kind]).format(**slots)
    return Question(kind, position, prompt, tuple(options), every)


def _respond(key: str, **slots: object) -> str:
    return _words()["response"][key].format(**slots)


def _name(action: Action) -> str:
    return messages.tile_name(tile(action.inner, action.outer))


def _shows(position: Position, arm: str) -> str:
    """What an end shows: its number, or the word for a blank."""
    end = next(end for end in position.ends if end.arm == arm)
    return _words()["option"]["blank"] if end.halves == (0,) else messages.shown(end)


def _answer(position: Position, action: Action) -> tuple[bool, str]:
    """Whether the engine accepts an action, and what is said to it."""
    legal, why = explain(position, action).legal, messages.why(position, action)
    if not legal:
        return False, why
    return True, _respond("legal", why=why, **_left_by(position, [action]))


def _tile_option(position: Position, one: Tile, arms: str = "LR") -> Option:
    """A tile as an answer: right if it goes on one of these ends."""
    tries = _tries(position, one, arms)
    right = explain(position, tries[0]).legal
    said = _why_it_goes(position, tries) if right else _why_it_stays(position, one, arms)
    return Option(str(one), messages.tile_name(one), right, said, one)


def _why_it_goes(position: Position, tries: list[Action]) -> str:
    """Why the first try is legal, and what may show at its end, whichever way round."""
    arm = tries[0].where
    ways = [action for action in tries if action.where == arm and explain(position, action).legal]
    return _respond("legal", why=messages.why(position, tries[0]), **_left_by(position, ways))


def _left_by(position: Position, ways: Sequence[Action]) -> dict[str, str]:
    """Which end these plays are on, and what it would show."""
    arm = messages.arm_name(ways[0].where)
    leaves = dict.fromkeys(messages.leaves_text(position, action) for action in ways)
    return {"arm": arm[0].upper() + arm[1:], "leaves": _words()["words"]["or"].join(leaves)}


def _why_it_stays(position: Position, one: Tile, arms: str) -> str:
    """Why a tile goes on none of these ends; like on like is called by its name."""
    tries = [_tries(position, one, arm)[0] for arm in arms]
    why = " ".join(dict.fromkeys(messages.why(position, action) for action in tries))
    open_ends = [end for end in position.ends if end.arm in arms]
    if all(end.closed for end in open_ends):
        return _respond("no_matador", tile=messages.tile_name(one), why=why)
    like = [end for end in open_ends if set(end.halves) & set(one) and end.needs]
    if not like:
        return _respond("illegal", tile=messages.tile_name(one), why=why)
    slots = {"shows": like[0].halves[0], "needs": like[0].needs[0]}
    return _respond("like", tile=messages.tile_name(one), why=why, **slots)


def _half_option(position: Position, action: Action) -> Option:
    right, said = _answer(position, action)
    label = _words()["option"]["half"].format(inner=action.inner)
    return Option(str(action.inner), label, right, said)


def _verdict_option(key: str, right: bool, why: str, one: Tile) -> Option:
    said = _respond(f"{key}_{'right' if right else 'wrong'}", why=why)
    return Option(key, _words()["option"][key], right, said, one)


def _way_option(position: Position, action: Action) -> Option:
    right, said = _answer(position, action)
    shows = _shows(position, action.where)
    label = _words()["option"]["way"].format(shows=shows, inner=action.inner)
    turn = (action.outer, action.inner) if action.where == "L" else (action.inner, action.outer)
    return Option(str(action), label, right, said, action.tile, turn)


def _miscounts(position: Position, ends: list[int]) -> dict[str, int]:
    """The counts that a belief leads to, the commonest belief first."""
    tiles = position.rules.tiles
    needed = {half for shows in ends for half in tiles.needs(shows)}
    return {
        "sum": sum(bool(needed.intersection(t)) for t in tiles.tiles),
        "added": sum(len(tiles.answers(shows)) for shows in ends),
        "match": sum(bool(set(ends).intersection(t)) for t in tiles.tiles),
        "matadors": len(tiles.matadors),
    }


def why_count(tiles: TileSet, *ends: int) -> str:
    """How many tiles of the set answer these ends, as a sum in words."""
    words, total = _words()["words"], len(tiles.answers(*ends))
    needed = sorted({half for shows in ends for half in tiles.needs(shows)})
    if not needed:
        return _respond("count_right_blank", target=tiles.target, total=total)
    carry = sum(bool(set(needed).intersection(t)) for t in tiles.tiles)
    needs = words["or"].join(words["needs"].format(half=half) for half in needed)
    return _respond("count_right", carry=carry, needs=needs, extra=total - carry, total=total)
