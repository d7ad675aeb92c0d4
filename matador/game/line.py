"""The line on the table: placed tiles, its ends, and how a tile may lie on an end.

Everything about fitting is here: `ends` says what each open end asks for, `fits` in which ways one
tile answers it. Legal actions, explanations and the check of a line that somebody set up all ask
these two functions.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from matador.game.rules import (
    CrossOpen,
    CrossReading,
    Crosswise,
    DoubleBlank,
    Doubles,
    MatadorPlace,
    MatadorWay,
    Rules,
    SpinnerArms,
)
from matador.game.tiles import Tile, tile

ROW = ("L", "R")
ACROSS = "x"
SPINNER = "s"
FORKS = "vw"
"""An arm splits after a crosswise matador with two open halves: v goes on from the lower half."""


class Placed(NamedTuple):
    """A tile on the table.

    In the row `first` is the left half; in an arm it is the half nearer the row. `mark` is empty,
    ACROSS or SPINNER.
    """

    first: int
    second: int
    mark: str = ""

    @property
    def tile(self) -> Tile:
        """The tile itself."""
        return tile(self.first, self.second)


class End(NamedTuple):
    """An open end: where it is, what it shows and what goes on it."""

    arm: str
    """L, R, U, D, or one of these followed by the forks taken."""
    halves: tuple[int, ...]
    """The halves that show: one, or both of a matador that lies across."""
    needs: tuple[int, ...]
    """The halves that may touch it; empty for a blank."""
    wild: bool
    """Whether a matador goes on without making the target."""

    @property
    def blank(self) -> bool:
        """Whether nothing but blanks shows, in line or across."""
        return not any(self.halves)

    @property
    def closed(self) -> bool:
        """Whether only matadors go on."""
        return not self.needs


class Fit(NamedTuple):
    """One way in which a tile may lie on an end."""

    inner: int
    outer: int
    mark: str


class Line(NamedTuple):
    """Everything on the table: the row from left to right, and other arms by name, outwards."""

    row: tuple[Placed, ...] = ()
    arms: tuple[tuple[str, tuple[Placed, ...]], ...] = ()
    """Sorted by name; an arm without tiles is left out."""

    def arm(self, name: str) -> tuple[Placed, ...]:
        """The tiles of one arm, empty if nothing lies there."""
        return dict(self.arms).get(name, ())

    @property
    def spinner(self) -> int | None:
        """The index of the spinner in the row, or None."""
        for i, placed in enumerate(self.row):
            if placed.mark == SPINNER:
                return i
        return None

    @property
    def placed(self) -> tuple[Placed, ...]:
        """All tiles on the table."""
        return self.row + tuple(p for _, tiles in self.arms for p in tiles)

    def __len__(self) -> int:
        return len(self.row) + sum(len(tiles) for _, tiles in self.arms)

    def with_tile(self, arm: str, fit: Fit, rules: Rules) -> Line:
        """The line with one more tile on the end `arm`; on an empty line `arm` is S."""
        outwards = Placed(*fit)
        if arm in ("R", "S"):
            return Line((*self.row, outwards), self.arms)
        if arm == "L":
            return Line((_mirrored(outwards, rules), *self.row), self.arms)
        arms = dict(self.arms)
        arms[arm] = (*arms.get(arm, ()), outwards)
        return Line(self.row, tuple(sorted(arms.items())))


def ends(line: Line, rules: Rules) -> tuple[End, ...]:
    """The open ends, left and right first, then the other arms."""
    if not line.row:
        return ()
    found = [*_tips(line, rules, "L", line.row[0].first), *_tips(line, rules, "R", _last(line))]
    spinner = line.spinner if rules.doubles is Doubles.SPINNER else None
    if spinner is not None:
        for arm in "UD":
            found += _side_arm(line, rules, arm, spinner)
    return tuple(found)


def fits(one: Tile, end: End, rules: Rules, spinner_due: bool) -> tuple[Fit, ...]:
    """The ways in which a tile may lie on an end; empty if it does not go there.

    `spinner_due` says that the rules have a spinner and the row has no double yet.
    """
    matador = one in rules.tiles.matadors
    wild = matador and end.wild
    if not (wild or one.low in end.needs or one.high in end.needs):
        return ()
    sums = tuple(turn for turn in one.turns if turn[0] in end.needs)
    if one.double and spinner_due and end.arm in ROW:
        return (Fit(one.low, one.high, SPINNER),)
    if not matador:
        return tuple(Fit(*turn, "") for turn in sums)
    in_line = tuple(Fit(*turn, "") for turn in _turns_in_line(one, sums, wild, end, rules))
    across = tuple(Fit(*turn, ACROSS) for turn in _turns_across(one, sums, wild, end, rules))
    return in_line + across


def asked(end: End, rules: Rules) -> End:
    """The end as far as it matters: where it lies only matters while a spinner may come there."""
    in_row = end.arm in ("L", "R") or rules.doubles is not Doubles.SPINNER
    return end._replace(arm="R" if in_row else "U")


def spinner_due(line: Line, rules: Rules) -> bool:
    """Whether the next double in the row becomes the spinner."""
    return rules.doubles is Doubles.SPINNER and line.spinner is None


def bad_joints(line: Line, rules: Rules) -> tuple[tuple[Placed, Placed], ...]:
    """The neighbours that cannot have been played next to each other, whichever came first."""
    pairs = zip(line.row, line.row[1:], strict=False)
    inside = [pair for pair in pairs if not (_rightwards(*pair, rules) or _leftwards(*pair, rules))]
    return tuple(inside + [pair for arm in line.arms for pair in _bad_in_arm(line, rules, *arm)])


def playable_in_some_order(line: Line, rules: Rules) -> bool:
    """Whether some tile of the row can have been led, with all the others played outwards."""
    row = line.row
    pairs = tuple(itertools.pairwise(row))
    right = [_rightwards(*pair, rules) for pair in pairs]
    left = [_leftwards(*pair, rules) for pair in pairs]
    leads = (all(left[:i]) and all(right[i:]) and row[i].mark != ACROSS for i in range(len(row)))
    return not row or any(leads)


def _mirrored(placed: Placed, rules: Rules) -> Placed:
    """The same tile seen from the other side of the table."""
    if placed.mark == ACROSS and rules.cross_open is not CrossOpen.HALF:
        return placed  # its halves lie beside the line; the lower one is always named first
    return Placed(placed.second, placed.first, placed.mark)


def _last(line: Line) -> int:
    return line.row[-1].second


def _tips(line: Line, rules: Rules, arm: str, shows: int) -> Iterator[End]:
    """The ends at the tip of an arm: one, none after 0-0 that kills, two after a fork."""
    tip = _tip(line, arm)
    if tip.first == tip.second == 0 and rules.double_blank is DoubleBlank.KILLS:
        return
    if tip.mark != ACROSS or rules.cross_open is CrossOpen.HALF:
        yield _numbered(arm, shows, rules)
    elif rules.cross_open is CrossOpen.BOTH:
        for letter, half in zip(FORKS, tip.tile, strict=True):
            branch = line.arm(arm + letter)
            if branch:
                yield from _tips(line, rules, arm + letter, branch[-1].second)
            else:
                yield _numbered(arm + letter, half, rules)
    elif rules.cross_open is CrossOpen.BLANK:
        yield End(arm, tuple(tip.tile), (0,), False)
    else:
        yield _either(arm, tip.tile, rules)


def _tip(line: Line, arm: str) -> Placed:
    if arm == "L":
        return line.row[0]
    if arm == "R":
        return line.row[-1]
    return line.arm(arm)[-1]


def _numbered(arm: str, half: int, rules: Rules) -> End:
    wild = half == 0 or rules.matador_place is MatadorPlace.ANY
    return End(arm, (half,), rules.tiles.needs(half), wild)


def _either(arm: str, across: Tile, rules: Rules) -> End:
    if rules.cross_reading is CrossReading.MATCH:
        needs: set[int] = set(across)
    else:
        needs = {half for shown in across for half in rules.tiles.needs(shown)}
    wild = across.pips == 0 or rules.matador_place is MatadorPlace.ANY
    return End(arm, tuple(across), tuple(sorted(needs)), wild)


def _side_arm(line: Line, rules: Rules, arm: str, spinner: int) -> Iterator[End]:
    tiles = line.arm(arm)
    face = line.row[spinner].first
    inside = 0 < spinner < len(line.row) - 1
    if tiles:
        yield from _tips(line, rules, arm, tiles[-1].second)
    elif face == 0 and rules.double_blank is DoubleBlank.KILLS:
        return
    elif inside or rules.spinner_arms is SpinnerArms.AT_ONCE:
        yield _numbered(arm, face, rules)


def _turns_in_line(
    one: Tile, sums: tuple[tuple[int, int], ...], wild: bool, end: End, rules: Rules
) -> tuple[tuple[int, int], ...]:
    if rules.crosswise is Crosswise.ALWAYS:
        return ()
    if rules.crosswise is Crosswise.BLANK and end.blank:
        return ()
    if rules.crosswise is Crosswise.WILD or not wild:
        return sums
    if rules.matador_way is MatadorWay.BY_SUM and sums:
        return sums
    return one.turns


def _turns_across(
    one: Tile, sums: tuple[tuple[int, int], ...], wild: bool, end: End, rules: Rules
) -> tuple[tuple[int, int], ...]:
    allowed = {
        Crosswise.NONE: False,
        Crosswise.CHOICE: True,
        Crosswise.ALWAYS: True,
        Crosswise.WILD: wild,
        Crosswise.BLANK: end.blank,
    }
    if not allowed[rules.crosswise]:
        return ()
    # Only where one half counts does it matter which half touches and is named first.
    if rules.cross_open is CrossOpen.HALF:
        return one.turns if wild else sums
    return one.turns[:1]


def _rightwards(inner: Placed, outer: Placed, rules: Rules) -> bool:
    """Whether `outer` can have been played on the right of `inner`."""
    lone = Line((inner,))
    open_ends = [end for end in ends(lone, rules) if end.arm == "R"]
    return any(_lies(outer, end, rules) for end in open_ends)


def _leftwards(outer: Placed, inner: Placed, rules: Rules) -> bool:
    return _rightwards(_mirrored(inner, rules), _mirrored(outer, rules), rules)


def _lies(placed: Placed, end: End, rules: Rules) -> bool:
    due = placed.mark == SPINNER
    return Fit(*placed) in fits(placed.tile, end, rules, due)


def _bad_in_arm(
    line: Line, rules: Rules, name: str, tiles: tuple[Placed, ...]
) -> list[tuple[Placed, Placed]]:
    bare = Line(line.row, tuple(arm for arm in line.arms if not arm[0].startswith(name)))
    first = [end for end in ends(bare, rules) if end.arm == name]
    root = bare.row[bare.spinner or 0] if name in ("U", "D") else _tip(bare, name[:-1])
    joints = [] if first and _lies(tiles[0], first[0], rules) else [(root, tiles[0])]
    pairs = itertools.pairwise(tiles)
    return joints + [pair for pair in pairs if not _rightwards(*pair, rules)]
