"""Puzzles without end: a number gives a late position of a seeded hand that has one best action.

The hand is played by policies; all of it is plain Python, so that a number gives the same puzzle on
every machine. A puzzle is computed anew from its number and the rules, mostly in a tenth of a
second; only the grades of the first ones are kept, so that one of a grade is found at once.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, lru_cache
from pathlib import Path

from matador.analysis.policies import POLICIES, best, different, pick
from matador.analysis.slow import Searcher, best_line, party_of, pays
from matador.game.errors import IllegalError
from matador.game.line import asked
from matador.game.moves import Action, advance, ending
from matador.game.position import Position, deal
from matador.game.record import Timeline
from matador.game.rules import Rules, preset, write_rules
from matador.teach.asks import Mind, values, ways
from matador.teach.beliefs import BELIEFS
from matador.teach.content import CONTENT, install, load

MARGIN, MARGIN_HANDS = 5, 2
"""By how much the best action is better than any other: in pips, and where the rules pay nothing
in hands (1 for one won, -1 for one lost)."""
GRADES = (1, 2, 3, 4, 5)
"""How hard a puzzle is, the easiest first."""
KEPT = 200
"""Puzzles whose grades are kept, of each preset in `content/puzzles/grades.toml`."""
LAST = 9_999_999
"""The highest number of a puzzle; those of days are higher."""
FIRST_DAY = date(2026, 1, 1)
"""The first day that has a puzzle."""

_LEAST_ROOM, _MORE_ROOM = 8, 8
"""Tiles in both hands and to be drawn: at most this many and some, at random."""
_LEAST, _MORE = 2, 4
"""Choices that a puzzle leaves: at least this many and some, at random."""
_NODES = 1_000
"""Positions that are looked at to solve one; what takes more is left out."""
_HANDS, _PATIENCE = 400, 60
"""Hands that are tried for one puzzle, and after how many one choice less will do."""

_STEPS = (2, 3, 5, 6)
"""For each grade but the first: plausible wrong actions and misconceptions, at least."""
_LOOKS = 6
"""Puzzles that are made and graded to find one of a grade that no known one is left of."""
_GRADES_HEAD = """\
# The grades of the first puzzles of a preset, a digit each: one of a grade is found at once.
# `python -m matador.teach.puzzles` makes them anew for the presets named here.
"""

_PLAYED_BY = ("balanced", "blocker", "heaviest", "matadors-last")
"""The policies that play a hand up to its puzzle, one at each seat."""
_TEMPTERS = ("matcher", "heaviest", "matadors-last", "blocker", "balanced")
"""The policies whose choice tempts if it is wrong."""
PLAYING, CLOSING = "playing", "closing"
"""The temptations to play where drawing or passing is better, and to close an end."""


@dataclass(frozen=True)
class Option:
    """One action of a puzzle. Of mirror images of each other there is one."""

    action: Action
    value: int
    """For the seat to move, in pips (in hands where the rules pay nothing); exact."""
    line: tuple[Action, ...]
    """Best play of both after it, to the end of the hand."""
    tempters: tuple[str, ...] = ()
    """Why one might choose it although it is wrong: names of policies, `PLAYING` and `CLOSING`."""
    beliefs: tuple[str, ...] = ()
    """The misconceptions that lead to it."""

    @property
    def plausible(self) -> bool:
        """Whether anything speaks for it."""
        return bool(self.tempters or self.beliefs)


@dataclass(frozen=True)
class Puzzle:
    """A position of two open hands in which one action is best by a clear margin."""

    rules: Rules
    number: int
    position: Position
    options: tuple[Option, ...]
    """All that can be done, the best first, equal ones in the order of their written form."""

    @property
    def best(self) -> Option:
        """The solution."""
        return self.options[0]

    @property
    def margin(self) -> int:
        """How much better the best is than the second best."""
        return self.best.value - self.options[1].value

    @cached_property
    def grade(self) -> int:
        """How hard it is, one of `GRADES`."""
        fed = {belief for option in self.options for belief in option.beliefs}
        return graded(sum(option.plausible for option in self.options[1:]), len(fed))

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.position.turn

    def option(self, action: Action) -> Option:
        """What an action is worth, or the one that it mirrors. Raises IllegalError."""
        found = mirrored(self.position, action, [one.action for one in self.options])
        return next(one for one in self.options if one.action == found)

    def right(self, action: Action) -> bool:
        """Whether an action is the solution or mirrors it. Raises IllegalError."""
        return self.option(action) == self.best

    def after(self, action: Action) -> Timeline:
        """The action, and best play of both from there on; looked at right after the action.

        Raises IllegalError.
        """
        option = self.option(action)
        line = option.line
        if action != option.action:  # the same, on the other end
            line = _line(self.position, action, option.value, _searcher(self.position))
        return Timeline(self.position, (action, *line), 1)


def graded(plausible: int, fed: int) -> int:
    """The grade of a puzzle by its plausible wrong actions and the misconceptions that they feed.

    More of either never makes it easier.
    """
    return GRADES[sum(plausible + fed >= least for least in _STEPS)]


def margin(rules: Rules) -> int:
    """The clear margin, in what the rules pay in."""
    return MARGIN if pays(rules) else MARGIN_HANDS


def mirrored(position: Position, action: Action, among: Collection[Action]) -> Action:
    """The one of these actions that an action is, or is a mirror image of.

    Raises IllegalError.
    """
    if action in among:
        return action
    ends = {end.arm: asked(end, position.rules) for end in position.ends}
    for one in among:
        same = action.where in ends and ends.get(one.where) == ends[action.where]
        if same and one == action._replace(where=one.where):
            return one
    raise IllegalError(f"{action} is not legal here")


def number_of(day: date) -> int:
    """The number of the puzzle of a day: the same all over the world, and in every link."""
    return int(day.strftime("%Y%m%d"))


# --- a number for a grade ------------------------------------------------------------------------


@cache
def grades(folder: Path = CONTENT) -> dict[str, str]:
    """By preset, the grades of its first puzzles, a digit each. Raises ContentError."""
    return load(folder / "puzzles" / "grades.toml", dict[str, str])


def some_number(rules: Rules, grade: int, seen: Collection[int], chance: random.Random) -> int:
    """The number of a puzzle of this grade, or of the nearest that was found; none of those seen.

    Where the grades of none are kept, or all of these have been seen, it makes a few.
    Raises IllegalError where the rules give no puzzle.
    """
    kept = grades().get(write_rules(rules), "")
    known = {number: int(digit) for number, digit in enumerate(kept, 1) if number not in seen}
    alike = [number for number in known if known[number] == grade]
    if alike:
        return alike[int(chance.random() * len(alike))]
    made: dict[int, int] = {}
    while len(made) < _LOOKS and grade not in made.values():
        number = LAST - int(chance.random() * (LAST - len(kept)))
        made[number] = puzzle(rules, number).grade
    return min(made, key=lambda number: abs(made[number] - grade))


def write_grades(names: Collection[str]) -> str:
    """The text of `content/puzzles/grades.toml` for these presets."""
    lines = [_GRADES_HEAD]
    for name in names:
        rules = preset(name)
        digits = "".join(str(puzzle(rules, number).grade) for number in range(1, KEPT + 1))
        lines.append(f'{name} = "{digits}"')
    return "\n".join(lines) + "\n"


# --- positions -----------------------------------------------------------------------------------


def puzzle(rules: Rules, number: int) -> Puzzle:
    """The puzzle with this number. Raises IllegalError where the rules give none for two."""
    return _made(rules, write_rules(rules), number)


@lru_cache(maxsize=512)
def _made(rules: Rules, name: str, number: int) -> Puzzle:
    wanted = _LEAST + int(random.Random(f"{name} {number}").random() * _MORE)
    for hand in range(_HANDS):
        least = max(_LEAST, wanted - hand // _PATIENCE)
        for position in _late(rules, f"puzzle {name} {number} {hand}", least):
            worth = _clear(position)
            if worth:
                return Puzzle(rules, number, position, _options(position, worth))
    raise IllegalError("no position under these rules has one best action")


def _late(rules: Rules, seed: str, least: int) -> Iterator[Position]:
    """The positions of a seeded hand that are small enough and leave at least so many choices."""
    chance = random.Random(seed)
    # The one method of Random that promises the same numbers on every Python.
    seats = [POLICIES[_PLAYED_BY[int(chance.random() * len(_PLAYED_BY))]] for _ in range(2)]
    room = _LEAST_ROOM + int(chance.random() * (_MORE_ROOM + 1))
    position = deal(rules, 2, seed)
    while not ending(position):
        small = sum(map(len, position.hands)) + position.drawable <= room
        if small and position.front.led and len(different(position)) >= least:
            yield position
        position = advance(position, pick(position, seats[position.turn].weights, 0, chance))


def _clear(position: Position) -> dict[Action, int] | None:
    """What each action is worth, mirror images left out, if one is best by a clear margin."""
    every = values(position, _NODES)
    if every is None:
        return None
    worth = {action: every[action] for action in different(position)}
    first, second = sorted(worth.values(), reverse=True)[:2]
    return worth if first - second >= margin(position.rules) else None


# --- options -------------------------------------------------------------------------------------


def _options(position: Position, worth: Mapping[Action, int]) -> tuple[Option, ...]:
    searcher = _searcher(position)
    order = sorted(worth, key=lambda action: (-worth[action], str(action)))
    lines = {one: _line(position, one, worth[one], searcher) for one in order}
    told = _tempting(position, order[0])
    fed = _fed(position, worth, lines)
    return tuple(
        Option(
            one,
            worth[one],
            lines[one],
            tuple(name for name, chosen in told.items() if one in chosen),
            tuple(name for name, chosen in fed.items() if one in chosen),
        )
        for one in order
    )


def _searcher(position: Position) -> Searcher:
    return Searcher(party_of(position, position.turn), lambda: True)


def _line(position: Position, action: Action, value: int, searcher: Searcher) -> tuple[Action, ...]:
    return best_line(advance(position, action), value, searcher)


def _tempting(position: Position, right: Action) -> dict[str, list[Action]]:
    """What speaks for wrong actions, by name.

    A policy tempts where it likes something better than the right play. All of them play rather
    than draw or pass, so where that is right it is playing at all that tempts.
    """
    actions, told = different(position), {}
    for name in _TEMPTERS:
        weights = POLICIES[name].weights
        assert weights is not None  # only `random` has none
        told[name] = best(position, actions, weights, 0)
    if right.tile is None:
        told = {PLAYING: [one for one in actions if one.tile]}
    told[CLOSING] = [one for one in actions if one.tile and _closes(position, one)]
    return {name: chosen for name, chosen in told.items() if right not in chosen}


def _closes(position: Position, action: Action) -> bool:
    """Whether a play leaves more ends closed than there were."""
    closed = sum(end.closed for end in advance(position, action).ends)
    return closed > sum(end.closed for end in position.ends)


# --- misconceptions ------------------------------------------------------------------------------


def _fed(
    position: Position, worth: Mapping[Action, int], lines: Mapping[Action, tuple[Action, ...]]
) -> dict[str, set[Action]]:
    """The wrong actions that each misconception leads to, those first that hide the fewest plays.

    Those that count or pay in another way come last.
    """
    legal = frozenset(values(position, _NODES) or ())
    ends = {one: _end_of(position, (one, *line)) for one, line in lines.items()}
    fed, hidden = {}, {}
    for name, mind in BELIEFS.items():
        sights = list(_sights(position, mind, legal))
        fed[name] = _overlooking(position, worth, sights) or _misjudging(
            position.turn, mind, worth, ends
        )
        hidden[name] = len(legal) - max(map(len, sights), default=0)
        hidden[name] = hidden[name] or len(legal)
    return {name: fed[name] for name in sorted(fed, key=lambda name: hidden[name])}


def _end_of(position: Position, actions: tuple[Action, ...]) -> Position:
    for action in actions:
        position = advance(position, action)
    return position


def _sights(
    position: Position, mind: Mind, legal: frozenset[Action]
) -> Iterator[frozenset[Action]]:
    """What somebody takes for legal, for each way in which a misconception may come.

    Whoever takes for legal what is not would be told so and look again: that leads nowhere.
    """
    plain = {action for action in legal if action.tile is None}
    for variant in mind.variants():
        plays = {play for one in position.hand.tiles for play in ways(variant, position, one)}
        if plays <= legal and plays | plain:
            yield frozenset(plays | plain)


def _overlooking(
    position: Position, worth: Mapping[Action, int], sights: Iterable[frozenset[Action]]
) -> set[Action]:
    """The best of what somebody takes for legal, where the one best action is not among it."""
    found: set[Action] = set()
    for seen in sights:
        known = {mirrored(position, one, worth) for one in seen}
        most = max(worth[one] for one in known)
        if most < max(worth.values()):
            found |= {one for one in known if worth[one] == most}
    return found


def _misjudging(
    seat: int, mind: Mind, worth: Mapping[Action, int], ends: Mapping[Action, Position]
) -> set[Action]:
    """What looks best to somebody who counts or pays the hands that follow in another way."""
    paid = {action: mind.settle(end) for action, end in ends.items()}
    seen = {
        action: (told.payments[seat] - told.payments[1 - seat]) * (-1 if told.debit else 1)
        for action, told in paid.items()
    }
    found = {action for action in seen if seen[action] == max(seen.values())}
    right = max(worth, key=lambda action: worth[action])
    return set() if right in found else found


if __name__ == "__main__":
    install()
    (CONTENT / "puzzles" / "grades.toml").write_text(write_grades(grades()), "utf-8")
