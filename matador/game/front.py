"""Fronts: the open ends of a line, and whatever follows from them alone.

Two lines whose ends look alike take the same tiles and leave the same ends behind, whatever lies
between. So positions with such lines share one front, and each answer is worked out once: by
`line`, which alone knows how tiles fit. The answers hang on the rules they hold for, and are
forgotten when they grow too many.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from matador.game.line import ACROSS, ROW, SPINNER, End, Fit, Line, ends, fits, spinner_due
from matador.game.rules import Blocked, Draw, DrawnMatador, ExtraTile, Rules, Tie
from matador.game.tiles import BIT, HALVES, Tile, tile

LEAD, DRAW, PASS = "S", "d", "p"

ROOM = 1 << 16
"""Answers kept for one rule set at most; each takes some 250 bytes."""


class Action(NamedTuple):
    """One action: `where` is S, an arm of the line, d or p; the halves are -1 where none is named.

    On the lead `inner` is the left half and `outer` the right one.
    """

    where: str
    inner: int = -1
    outer: int = -1
    plus: bool = False

    @property
    def tile(self) -> Tile | None:
        """The tile set, played or named; None for a pass or a draw from an unknown stock."""
        return None if self.inner < 0 else tile(self.inner, self.outer)

    def __str__(self) -> str:
        halves = "" if self.inner < 0 else HALVES[self.inner] + HALVES[self.outer]
        return self.where + halves + "+" * self.plus


class Step(NamedTuple):
    """What a tile played on a front comes to."""

    front: Front
    bit: int
    where: str
    fit: Fit
    again: bool
    """Whether the same seat plays another tile."""


class Plays(dict[int, tuple[Action, ...]]):
    """The plays on one end: from a mask of tiles that fit there to their actions, sorted."""

    __slots__ = ("fitting", "known", "ways")

    def __init__(self, ways: Iterable[Action], known: Known) -> None:
        super().__init__()
        self.ways = [(BIT[tile(way.inner, way.outer)], way) for way in sorted(ways)]
        """Every play of every tile, with the tile's bit."""
        self.fitting = reduce(or_, (bit for bit, _ in self.ways), 0)
        """The mask of the tiles that fit."""
        self.known = known

    def __missing__(self, held: int) -> tuple[Action, ...]:
        self.known.make_room()
        found = self[held] = self.of(held)
        return found

    def of(self, held: int) -> tuple[Action, ...]:
        """The plays of the tiles in a mask, worked out."""
        return tuple([way for bit, way in self.ways if bit & held])


class Front:
    """The open ends of a line, and what can be played on them."""

    __slots__ = ("due", "ends", "fitting", "known", "led", "parts", "plain", "steps")

    def __init__(self, ends: tuple[End, ...], led: bool, due: bool, rules: Rules) -> None:
        self.known = known_of(rules)
        self.ends = ends
        self.led = led
        """Whether a tile lies on the table."""
        self.due = due
        """Whether the next double in the row becomes the spinner."""
        parts = [_on_end(end, due, rules) for end in sorted(ends)] if led else [_leads(due, rules)]
        self.parts = tuple([(plays.fitting, plays) for plays in parts])
        """For each end, by name: the mask of what fits there, and the plays."""
        self.fitting = reduce(or_, (fitting for fitting, _ in self.parts), 0) if led else 0
        """The mask of the tiles that fit the line somewhere."""
        self.plain = self.fitting & ~self.known.wild
        """The same without the matadors."""
        self.steps: dict[Action, Step] = {}

    def plays(self, held: int) -> tuple[Action, ...]:
        """The plays of the tiles in a mask, sorted by their written form."""
        found: tuple[Action, ...] = ()
        for fitting, plays in self.parts:
            found += plays[held & fitting]
        return found

    def leads(self, held: int) -> tuple[Action, ...]:
        """The same on an empty line, and not kept: the same hand hardly ever comes again."""
        return self.parts[0][1].of(held)


class Known:
    """What every turn asks about one rule set, at hand, and the answers found so far."""

    __slots__ = (
        *("cases", "counts_all_passes", "draw_limit", "drawn_stops", "ends", "fronts"),
        *("keeps_last", "memory", "reserves", "room", "watched", "wild"),
    )

    def __init__(self, rules: Rules) -> None:
        self.wild = rules.tiles.wild
        """The mask of the matadors."""
        self.draw_limit = rules.draw_limit
        self.reserves = tuple(rules.reserve.size(players) for players in range(9))
        """Tiles of the stock that stay, by the number of players."""
        self.drawn_stops = rules.drawn_matador is DrawnMatador.STOPS
        self.counts_all_passes = rules.blocked is Blocked.ALL_PASS
        self.keeps_last = rules.tie is Tie.LAST_PLACED
        self.watched = rules.blocked is Blocked.NOBODY_CAN or rules.draw is Draw.ONE_AND_PASS
        """Whether there is more to a turn in mid-hand than what fits and what can be drawn."""
        self.cases: dict[Any, Any] = {}
        """What may be done besides playing; `turn` fills it."""
        self.fronts: dict[object, Front] = {}
        self.ends: dict[object, Plays] = {}
        self.room = ROOM
        """How many more answers may be kept."""
        self.memory = rules.memory

    def make_room(self) -> None:
        """Count one more answer. Where that is one too many, forget all; the rules start anew."""
        self.room -= 1
        if self.room < 0:
            self.room = ROOM
            # Copied first: another thread may be about to add one.
            for front in list(self.fronts.values()):
                front.steps.clear()
            for plays in list(self.ends.values()):
                plays.clear()
            self.memory.clear()


def known_of(rules: Rules) -> Known:
    """What is known of these rules."""
    known: Known | None = rules.memory.get("known")
    if known is None:
        known = rules.memory["known"] = Known(rules)
    return known


def front_of(line: Line, rules: Rules) -> Front:
    """The front of a line, shared by all lines whose ends look alike."""
    known = known_of(rules)
    open_ends, led, due = ends(line, rules), bool(line.row), spinner_due(line, rules)
    # Where the spinner is a tip of the row, covering it may open its side arms.
    bare = line.spinner is not None and (line.spinner == 0, line.spinner == len(line.row) - 1)
    key = (open_ends, led, due, bare)
    if key not in known.fronts:
        known.make_room()
        known.fronts[key] = Front(open_ends, led, due, rules)
    return known.fronts[key]


def step(front: Front, action: Action, line: Line, rules: Rules) -> Step:
    """What a play, or a lead, on a line with this front comes to; kept in its `steps`."""
    mark = "" if not action.plus else SPINNER if spins(front, action) else ACROSS
    fit = Fit(action.inner, action.outer, mark)
    after = front_of(line.with_tile(action.where, fit, rules), rules)
    one = tile(action.inner, action.outer)
    extra = rules.extra_tile
    twice = extra is ExtraTile.ALWAYS or (extra is ExtraTile.AFTER_DOUBLE and one.double)
    front.known.make_room()
    found = Step(after, BIT[one], action.where, fit, twice and action.where == LEAD)
    front.steps[action] = found
    return found


def spins(front: Front, action: Action) -> bool:
    """Whether a double played there becomes the spinner."""
    return front.due and action.inner == action.outer and action.where in (LEAD, *ROW)


def _on_end(end: End, due: bool, rules: Rules) -> Plays:
    known = known_of(rules)
    if (end, due) not in known.ends:
        known.make_room()
        ways = [way for one in rules.tiles.tiles for way in fits(one, end, rules, due)]
        actions = (Action(end.arm, way.inner, way.outer, bool(way.mark)) for way in ways)
        known.ends[end, due] = Plays(actions, known)
    return known.ends[end, due]


def _leads(due: bool, rules: Rules) -> Plays:
    known, tiles = known_of(rules), rules.tiles.tiles
    actions = (Action(LEAD, *turn, due and t.double) for t in tiles for turn in t.turns)
    return known.ends.setdefault(LEAD, Plays(actions, known))
