"""Where the tiles of a line lie in a still picture: pure geometry in units of half a tile.

The line is laid as people lay it: straight on while there is room, round the corner at the edge.
Whatever lies in the way is gone round or, as a last resort, jumped; a jump leaves a tie, a thin
connection. Nothing is ever taken back, so every line can be laid and no two tiles overlap.

Places and directions are complex numbers: x to the right, y downwards, so that a quarter turn
clockwise is a multiplication by `CLOCKWISE`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, count, product, zip_longest
from math import sqrt
from typing import NamedTuple

from matador.game.line import ACROSS, FORKS, SPINNER, End, Line, Placed
from matador.game.tiles import Tile

CLOCKWISE = 1j
RIGHT, DOWN = 1 + 0j, 1j

_CLEAR = 0.4  # space kept between pieces that are no neighbours
_SHAPE = 1.8  # a long line fills a table about so many times as wide as high
_LEAST, _MOST = 12.0, 26.0  # the width of a table
_REACHES = (4, 7, 2.5, 10)  # an arm goes so far before it bends: parts of the table's width
_NEAR = 1.0  # an arm that comes back stops so far from where it started


class Piece(NamedTuple):
    """What is laid: a tile, an open end, or a tie where neither is given."""

    long: float
    """Its length along the line."""
    wide: float
    halves: tuple[int, ...] = ()
    """Of a tile: as the line runs over them. Of one lying across: the counterclockwise first."""
    tile: Tile | None = None
    end: End | None = None

    @property
    def tie(self) -> bool:
        """Whether it only connects."""
        return self.tile is None and self.end is None

    @property
    def lengthwise(self) -> bool:
        """Whether the line may turn off after it."""
        return self.tile is not None and self.long > self.wide


class Laid(NamedTuple):
    """A piece at its place: the centre, and which way the line runs there."""

    piece: Piece
    at: complex
    heading: complex

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        along, beside = self.piece.long, self.piece.wide
        return (along, beside) if self.heading.imag == 0 else (beside, along)

    @property
    def lying(self) -> bool:
        """Whether it is wider than high."""
        return self.size[0] > self.size[1]

    @property
    def seen(self) -> tuple[int, ...]:
        """The halves as they are seen: left then right, or upper then lower."""
        way = self.heading if self.piece.lengthwise else self.heading * CLOCKWISE
        return self.piece.halves if way in (RIGHT, DOWN) else self.piece.halves[::-1]


class Plan(NamedTuple):
    """A line as it lies: its pieces, all inside the box from 0, 0 to `width`, `height`."""

    laid: tuple[Laid, ...]
    width: float
    height: float


def lay(line: Line, ends: Iterable[End]) -> Plan:
    """Every tile of the line and every open end at a place of its own."""
    shown = {end.arm: end for end in ends}
    return _moved(_best(_tables(line, shown)) if line.row else [])


def _tables(line: Line, ends: dict[str, End]) -> Iterator[_Table]:
    """The line laid in several ways, which differ only where it has arms."""
    for reach, backwards in product(_REACHES, (False, True)):
        table = _Table(line, ends, reach, backwards)
        table.lay_all()
        yield table


def _best(tables: Iterator[_Table]) -> list[Laid]:
    """The first table where nothing is in the way, else the one where least is."""
    tried: list[_Table] = []
    for table in tables:
        tried.append(table)
        if not table.cramped:
            break
    return min(tried, key=lambda table: table.cramped).laid


def _moved(laid: Sequence[Laid]) -> Plan:
    """The same pieces, with the corner of the whole at 0, 0."""
    if not laid:
        return Plan((), 0, 0)
    sides = [(one.at.real, one.at.imag, *one.size) for one in laid]
    left, top = min(x - w / 2 for x, _, w, _ in sides), min(y - h / 2 for _, y, _, h in sides)
    right, low = max(x + w / 2 for x, _, w, _ in sides), max(y + h / 2 for _, y, _, h in sides)
    moved = tuple(one._replace(at=one.at - complex(left, top)) for one in laid)
    return Plan(moved, right - left, low - top)


class _Tip(NamedTuple):
    """Where a chain goes on: the middle of the last piece's outer edge."""

    at: complex
    heading: complex
    run: float = 0
    """How far it is since the last turn."""
    last: Laid | None = None

    def turned(self, heading: complex) -> _Tip:
        """Off to the side of the last half."""
        return _Tip(self.at + (heading - self.heading) / 2, heading, 0, self.last)


@dataclass(frozen=True)
class _Chain:
    """Pieces in a row and the strip of table they bend to and fro in."""

    name: str
    pieces: tuple[Piece, ...]
    start: _Tip
    far: float
    """How far it goes from its start before it turns off, ..."""
    near: float
    """... how near it comes back, ..."""
    drift: complex
    """... and to which side its rows follow each other."""

    @property
    def groups(self) -> Iterator[tuple[Piece, ...]]:
        """The pieces, cut where the line may turn; an open end stays with what it follows."""
        group: list[Piece] = []
        for piece, following in zip_longest(self.pieces, self.pieces[1:]):
            group.append(piece)
            if following is None or (piece.lengthwise and following.tile):
                yield tuple(group)
                group = []


@dataclass
class _Table:
    line: Line
    ends: dict[str, End]
    reach: float
    """The part of the table's width that a side arm goes before it bends."""
    backwards: bool
    """Whether of two branches the second is laid first."""
    laid: list[Laid] = field(default_factory=list)
    cramped: float = 0
    """How often pieces touch that are no neighbours, plus how far had to be jumped."""

    def lay_all(self) -> None:
        """The row and the spinner's arms, then everything that forks off, from the inside out."""
        spinner = self.line.spinner
        chains = self._plain() if spinner is None else self._anchored(spinner)
        tips = {chain.name: self._lay(chain) for chain in chains}
        if spinner is None:  # the row was laid left to right; its left end goes on to the left
            tips["L"] = _Tip(0j, -RIGHT, 0, self._first_tile)
        names = sorted(self._names, reverse=self.backwards)
        for name in sorted(names, key=len):
            if name not in tips:
                base = next(name[:n] for n in range(len(name) - 1, -1, -1) if name[:n] in tips)
                tips[name] = self._lay(self._fork(name, tips[base]))

    @property
    def _names(self) -> set[str]:
        return {*dict(self.line.arms), *self.ends}

    @property
    def _first_tile(self) -> Laid:
        return next(one for one in self.laid if one.piece.tile)

    @property
    def _pitch(self) -> float:
        """How far one row is from the next: farther where tiles lie across."""
        return 4 if any(placed.mark for placed in self.line.placed) else 2

    @property
    def _width(self) -> float:
        """The width of the table for a line of this length."""
        pieces = [_piece(placed) for placed in self.line.placed]
        length = sum(piece.long for piece in pieces) + len(self.ends)
        straight = length if self.line.arms else 0  # what forks is in nobody's way while straight
        fair = sqrt(_SHAPE * self._pitch * length)
        return min(_MOST, max(_LEAST, fair, straight))

    # --- the chains -----------------------------------------------------------------------------

    def _plain(self) -> Iterator[_Chain]:
        """The whole row, left to right."""
        pieces = (*self._end("L"), *map(_piece, self.line.row), *self._end("R"))
        yield _Chain("R", pieces, _Tip(0j, RIGHT), self._width, 0, DOWN)

    def _anchored(self, at: int) -> Iterator[_Chain]:
        """Four chains outwards from the spinner, each with a quarter of the table to itself."""
        spinner = Laid(_piece(self.line.row[at]), 0j, RIGHT)
        self.laid.append(spinner)
        left = [_mirrored(placed) for placed in self.line.row[at - 1 :: -1]] if at else []
        tiles = {"L": left, "R": self.line.row[at + 1 :]}
        tiles |= {arm: self.line.arm(arm) for arm in "UD"}
        pieces = {arm: (*map(_piece, tiles[arm]), *self._end(arm)) for arm in tiles}
        for arm, heading in zip("LRUD", (-RIGHT, RIGHT, -DOWN, DOWN), strict=True):
            far = self._width / self.reach
            if arm in "LR":
                other = sum(piece.long for piece in pieces["R" if arm == "L" else "L"])
                far = max(self._width / 2, self._width - other)
            yield _Chain(arm, pieces[arm], _side(spinner, heading), far, _NEAR, heading * CLOCKWISE)

    def _fork(self, name: str, base: _Tip) -> _Chain:
        """A branch off the last tile of another chain: v to the one side, w to the other."""
        fork = base.last or self._first_tile
        turn = -CLOCKWISE if name[-1] == FORKS[0] else CLOCKWISE
        pieces = (*map(_piece, self.line.arm(name)), *self._end(name))
        start = _side(fork, fork.heading * turn)
        return _Chain(name, pieces, start, self._width / self.reach, _NEAR, base.heading)

    def _end(self, arm: str) -> tuple[Piece, ...]:
        return (Piece(1, 1, end=self.ends[arm]),) if arm in self.ends else ()

    # --- laying one -----------------------------------------------------------------------------

    def _lay(self, chain: _Chain) -> _Tip:
        """Lay a chain; returns its tip, whose last piece is a tile."""
        tip, outer = chain.start, chain.start
        for group in chain.groups:
            tip, laid, cramped = next(self._placements(chain, tip, group))
            self.laid += laid
            self.cramped += cramped
            tiles = [one for one in laid if one.piece.tile]
            outer = tip._replace(last=tiles[-1]) if tiles else outer
        return outer

    def _placements(
        self, chain: _Chain, tip: _Tip, group: tuple[Piece, ...]
    ) -> Iterator[tuple[_Tip, tuple[Laid, ...], float]]:
        """Where a group can lie and how cramped, best first; there always is a place farther on."""
        tips = list(_ways(chain, tip, group, self._pitch))
        for gap in (_CLEAR, 0):
            for way in tips:
                laid = _straight(way, group)
                if self._free(laid, way.last, gap):
                    yield _after(way, laid), laid, gap < _CLEAR
        for jump in count(1):
            laid = _straight(tip, (Piece(jump, 0.2), *group))
            if self._free(laid[1:], tip.last, _CLEAR):
                yield _after(tip, laid), laid, jump

    def _free(self, laid: Iterable[Laid], last: Laid | None, gap: float) -> bool:
        """Whether nothing lies there, nor nearer than `gap` but for the last piece."""
        return all(
            _apart(one, other, 0 if other == last else gap) for one in laid for other in self.laid
        )


def _ways(chain: _Chain, tip: _Tip, group: tuple[Piece, ...], pitch: float) -> Iterator[_Tip]:
    """The directions in which a chain may go on, best first."""
    out = chain.start.heading
    gone = ((tip.at - chain.start.at) / out).real
    length = sum(piece.long for piece in group)
    if tip.heading in (out, -out):
        room = chain.far - gone if tip.heading == out else gone - chain.near
        turns = [chain.drift] if tip.last and tip.last.piece.lengthwise else []
        straight_first = length <= room
    else:
        back = -out if gone > (chain.far + chain.near) / 2 else out
        turns = [back, -back] if tip.last and tip.last.piece.lengthwise else []
        straight_first = tip.run < pitch
    turned = [tip.turned(heading) for heading in turns]
    yield from (tip, *turned) if straight_first else (*turned, tip)


def _straight(tip: _Tip, group: tuple[Piece, ...]) -> tuple[Laid, ...]:
    """The pieces one behind the other."""
    passed = accumulate((piece.long for piece in group), initial=0.0)
    return tuple(
        Laid(piece, tip.at + tip.heading * (before + piece.long / 2), tip.heading)
        for piece, before in zip(group, passed, strict=False)
    )


def _after(tip: _Tip, laid: tuple[Laid, ...]) -> _Tip:
    length = sum(one.piece.long for one in laid)
    return _Tip(tip.at + tip.heading * length, tip.heading, tip.run + length, laid[-1])


def _side(base: Laid, heading: complex) -> _Tip:
    """The tip from which a chain leaves a tile at its edge in that direction."""
    half = base.piece.long if heading in (base.heading, -base.heading) else base.piece.wide
    return _Tip(base.at + heading * half / 2, heading, 0, base)


def _apart(one: Laid, other: Laid, gap: float) -> bool:
    between = one.at - other.at
    (wide, high), (width, height) = one.size, other.size
    reach = gap - 1e-6
    return (
        abs(between.real) >= (wide + width) / 2 + reach
        or abs(between.imag) >= (high + height) / 2 + reach
    )


def _piece(placed: Placed) -> Piece:
    across = placed.mark in (ACROSS, SPINNER)
    return Piece(*((1, 2) if across else (2, 1)), (placed.first, placed.second), placed.tile)


def _mirrored(placed: Placed) -> Placed:
    """A tile of the row as it is met on the way to the left."""
    return placed if placed.mark == ACROSS else Placed(placed.second, placed.first, placed.mark)
