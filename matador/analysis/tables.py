"""From rules and positions to workspaces, and back: the tables of the kernels, made by the engine.

Nothing here decides anything about the rules. Which tile fits which end, what is open afterwards
and what a seat may do is asked of `matador.game` once for every case and written down.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from matador.analysis import layout as at
from matador.analysis.native import Ints, array, zeros
from matador.game.errors import MatadorError
from matador.game.line import SPINNER, End, Fit, Line, Placed, asked, ends, fits
from matador.game.moves import DRAW, LEAD, PASS, Action, options
from matador.game.position import Hand, Position, Stock
from matador.game.rules import (
    Blocked,
    Choice,
    DoubleBlank,
    Doubles,
    Draw,
    DrawnMatador,
    Lead,
    LeadTile,
    NoDouble,
    PartnerBlock,
    PartnerPips,
    Rules,
    SpinnerArms,
)
from matador.game.settle import weigh
from matador.game.tiles import Tile

_ARMS = "LRUD"
_FORKS = "vw"


class UnsupportedError(MatadorError):
    """The kernels cannot hold this; `matador.game` can."""


class Tables(NamedTuple):
    """The compiled form of a rule set for a number of players."""

    rules: Rules
    players: int
    ints: tuple[int, ...]
    """The workspace up to its rows."""
    ways: dict[tuple[int, int], tuple[Fit, ...]]
    """By kind (64 added once no spinner is due) and tile: the ways round, in order."""
    kinds: dict[End, int]
    """Ends by what they ask for; see `line.asked`."""

    def workspace(self, rows: int) -> Ints:
        """A workspace with room for so many numbers behind the tables."""
        work = zeros(at.ROWS + rows)
        work[: at.ROWS] = array(self.ints)
        return work


def supported(rules: Rules) -> bool:
    """Whether the kernels have room for the set: up to double-nine."""
    return len(rules.tiles.tiles) < at.TILES


@lru_cache(maxsize=256)
def tables(rules: Rules, players: int) -> Tables:
    """The compiled form of these rules. Raises UnsupportedError for sets above double-nine."""
    if not supported(rules):
        raise UnsupportedError(f"the compiled core has no room for {len(rules.tiles.tiles)} tiles")
    ints = [0] * at.ROWS
    _write_tiles(ints, rules)
    kinds = _find_kinds(rules)
    ways = _write_kinds(ints, rules, kinds)
    _write_leads(ints, rules, kinds)
    _write_turns(ints, rules, players)
    _write_parameters(ints, rules, players)
    return Tables(rules, players, tuple(ints), ways, kinds)


# --- positions and actions ----------------------------------------------------------------------


def load(found: Tables, position: Position, w: Ints, row: int = at.ROWS) -> None:
    """Write a fully known position into a row of a workspace, its stock to the stock.

    Raises UnsupportedError for a position that no play can have reached or with hidden tiles.
    """
    hidden = position.stock.hidden + sum(hand.hidden for hand in position.hands)
    if hidden or position.flaws:
        raise UnsupportedError("the compiled core takes only known, flawless positions")
    index = {one: i for i, one in enumerate(found.rules.tiles.tiles)}
    for i in range(at.ROW):
        w[row + i] = 0
    for i, one in enumerate(position.stock.tiles):
        w[at.STOCK + i] = index[one]
    w[at.STOCK_SIZE] = len(position.stock.tiles)
    w[row + at.TURN_OF], w[row + at.PASSES] = position.turn, position.passes
    w[row + at.DRAWN], w[row + at.DREW] = position.drawn, int(position.drew_matador)
    w[row + at.LAST] = -1 if position.last is None else position.last
    w[row + at.LED] = int(bool(position.line.row))
    for seat, hand in enumerate(position.hands):
        w[row + at.HANDS + seat] = sum(1 << index[one] for one in hand.tiles)
    _load_line(found, position, w, row)


def _load_line(found: Tables, position: Position, w: Ints, row: int) -> None:
    rules, line = found.rules, position.line
    spinner = line.spinner if rules.doubles is Doubles.SPINNER else None
    due = rules.doubles is Doubles.SPINNER and line.spinner is None
    w[row + at.DUE] = 0 if due else 64
    if spinner is not None:
        waiting = (spinner == 0) + 2 * (spinner == len(line.row) - 1)
        w[row + at.SPIN] = 4 * (line.row[spinner].first + 1) + waiting
    if len(position.ends) > at.ENDS:
        raise UnsupportedError(f"the compiled core has no room for {len(position.ends)} ends")
    for slot, end in enumerate(position.ends):
        w[row + at.KIND + slot] = found.kinds[asked(end, rules)]
        w[row + at.ARM + slot] = _arm_number(end.arm)
    w[row + at.COUNT] = len(position.ends)


def action_of(found: Tables, w: Ints, row: int, move: int) -> Action:
    """The action that a move of this row is."""
    if move >= at.DRAW:
        return Action(DRAW if move == at.DRAW else PASS)
    slot, number, way = move >> 12, move >> 4 & 63, move & 15
    one = found.rules.tiles.tiles[number]
    if not w[row + at.LED]:
        plus = found.rules.doubles is Doubles.SPINNER and one.double
        return Action(LEAD, *one.turns[way], plus)
    kind = int(w[row + at.DUE] + w[row + at.KIND + slot])
    fit = found.ways[kind, number][way]
    arm = _arm_name(int(w[row + at.ARM + slot]))
    return Action(arm, fit.inner, fit.outer, bool(fit.mark))


def mask_of(rules: Rules, tiles: tuple[Tile, ...]) -> int:
    """The mask of these tiles."""
    return sum(1 << rules.tiles.tiles.index(one) for one in tiles)


def tiles_of(rules: Rules, mask: int) -> tuple[Tile, ...]:
    """The tiles of a mask, ascending."""
    return tuple(one for i, one in enumerate(rules.tiles.tiles) if mask >> i & 1)


def _arm_number(arm: str) -> int:
    path = 1
    for letter in arm[1:]:
        path = 2 * path + _FORKS.index(letter)
    return 4 * path + _ARMS.index(arm[0])


def _arm_name(number: int) -> str:
    forks = bin(number >> 2)[3:]
    return _ARMS[number & 3] + "".join(_FORKS[int(bit)] for bit in forks)


# --- kinds of ends ------------------------------------------------------------------------------


def _following(fit: Fit, arm: str, rules: Rules) -> list[End]:
    """What is open after a tile lies so on an arm, `R` or another."""
    outwards = [e for e in ends(Line((Placed(*fit),)), rules) if e.arm[0] == "R"]
    return [end._replace(arm=arm + end.arm[1:]) for end in outwards]


def _find_kinds(rules: Rules) -> dict[End, int]:
    """All ends that can come about, numbered."""
    leads = [Fit(*turn, "") for one in rules.tiles.tiles for turn in one.turns]
    fresh = [end for fit in leads for arm in "RU" for end in _following(fit, arm, rules)]
    found: dict[End, int] = {}
    while fresh:
        end = fresh.pop()
        key = asked(end, rules)
        if key in found:
            continue
        found[key] = len(found)
        for one in rules.tiles.tiles:
            for fit in fits(one, key, rules, False):
                fresh += _following(fit, key.arm, rules)
    if len(found) >= at.NOTHING:
        raise UnsupportedError(f"the compiled core has no room for {len(found)} kinds of ends")
    return found


def _write_kinds(
    ints: list[int], rules: Rules, kinds: dict[End, int]
) -> dict[tuple[int, int], tuple[Fit, ...]]:
    ways: dict[tuple[int, int], tuple[Fit, ...]] = {}
    spins = rules.doubles is Doubles.SPINNER
    for end, number in kinds.items():
        for later, due in ((0, True), (64, False)) if spins else ((64, False),):
            for i, one in enumerate(rules.tiles.tiles):
                found = fits(one, end, rules, due)
                ways[later + number, i] = found
                _write_ways(ints, rules, kinds, (end, later + number, i), found)
    return ways


def _write_ways(
    ints: list[int],
    rules: Rules,
    kinds: dict[End, int],
    where: tuple[End, int, int],
    found: tuple[Fit, ...],
) -> None:
    end, kind, number = where
    for way, fit in enumerate(found):
        ints[(at.ANSWERS, at.TWO, at.THREE, at.FOUR)[way] + kind] |= 1 << number
        after = [kinds[asked(e, rules)] for e in _following(fit, end.arm, rules)]
        entry = len(after) | (fit.mark == SPINNER) << 14 | (fit.inner in end.halves) << 15
        for i, follow in enumerate(after):
            entry |= follow << (2 + 6 * i)
        ints[at.NEXT + (kind * at.TILES + number) * at.WAYS + way] = entry


def _write_leads(ints: list[int], rules: Rules, kinds: dict[End, int]) -> None:
    for number, one in enumerate(rules.tiles.tiles):
        spins = rules.doubles is Doubles.SPINNER and one.double
        for way, turn in enumerate(one.turns):
            line = Line((Placed(*turn, SPINNER if spins else ""),))
            by_arm = {end.arm: kinds[asked(end, rules)] for end in ends(line, rules)}
            entry = by_arm.get("L", at.NOTHING) | by_arm.get("R", at.NOTHING) << 6
            ints[at.LEADS + 2 * number + way] = entry | spins << 12
    for half in range(rules.tiles.highest + 1):
        ints[at.SIDES + half] = _side_kind(half, rules, kinds)


def _side_kind(half: int, rules: Rules, kinds: dict[End, int]) -> int:
    if rules.doubles is not Doubles.SPINNER:
        return at.NOTHING
    double = Placed(half, half, SPINNER)
    around = Line((Placed(half, half), double, Placed(half, half)))
    side = [end for end in ends(around, rules) if end.arm == "U"]
    return kinds[asked(side[0], rules)] if side else at.NOTHING


# --- turns and parameters -----------------------------------------------------------------------


def _write_tiles(ints: list[int], rules: Rules) -> None:
    for i, one in enumerate(rules.tiles.tiles):
        ints[at.PIPS + i] = one.pips
        ints[at.WEIGHT + i] = weigh((one,), rules)
        ints[at.LOW + i], ints[at.HIGH + i] = one
        ints[at.MATADORS] |= (one in rules.tiles.matadors) << i
        ints[at.DOUBLES] |= one.double << i


def _write_turns(ints: list[int], rules: Rules, players: int) -> None:
    for entry in range(24):
        ints[at.TURN + entry] = turn_entry(rules, players, entry)


def turn_entry(rules: Rules, players: int, entry: int) -> int:
    """What may be done in one of the 24 cases of a turn: 1 play, 2 draw, 4 pass, added up.

    The case: what fits (0 nothing, 1 only matadors, 2 more), times 2, plus whether no more tiles
    may be drawn in this turn, times 2, plus whether the stock can be drawn from, times 2, plus
    whether a matador that was drawn stops the drawing. The engine answers for a position made for
    the case.
    """
    held, spent, stocked, drew = entry >> 3, entry >> 2 & 1, entry >> 1 & 1, entry & 1
    top = rules.tiles.highest
    hand = (Tile(3, 3), Tile(1, top), Tile(1, 1))[held]
    others = [t for t in rules.tiles.tiles if t not in (hand, Tile(top - 1, top))]
    reserve = rules.reserve.size(players)
    probe = Position(
        # With open cards the probe might be over; when a hand is over changes no turn.
        rules.changed(blocked="all-pass"),
        # On this row 3-3 never fits, while 1-1 and the matador 1-top make the target at its
        # right end.
        Line((Placed(top - 1, top),)),
        tuple(Hand((t,)) for t in (hand, *others[: players - 1])),
        Stock(tuple(others[players - 1 : players - 1 + (reserve + 1 if stocked else 0)])),
        turn=0,
        drawn=min(rules.draw_limit, 1_000) if spent else 0,
        drew_matador=bool(drew),
    ).without_flaws()
    plays, draw, passing = options(probe)
    return bool(plays) + 2 * draw.legal + 4 * passing.legal


def _write_parameters(ints: list[int], rules: Rules, players: int) -> None:
    place = _place
    values = {
        at.PLAYERS: players,
        at.TILE_COUNT: len(rules.tiles.tiles),
        at.HAND_SIZE: rules.hand_size(players),
        at.RESERVE: rules.reserve.size(players),
        at.LIMIT: 0 if rules.draw is Draw.NONE else rules.draw_limit,
        at.EVERY_PASS: rules.blocked is Blocked.ALL_PASS,
        at.OPEN_BLOCK: rules.blocked is Blocked.NOBODY_CAN,
        at.EXTRA: place(rules.extra_tile),
        at.LEAD_TILE: rules.lead_tile is LeadTile.HIGHEST_DOUBLE,
        at.NO_DOUBLE: {"any": 0, "heaviest": 1, "next": 2, "draw": 3}.get(str(rules.no_double), 4),
        at.STOPS: rules.drawn_matador is DrawnMatador.STOPS,
        at.AT_ONCE: rules.spinner_arms is SpinnerArms.AT_ONCE,
        at.SPINS: rules.doubles is Doubles.SPINNER,
        at.TOP_DOUBLE: rules.lead is Lead.TOP_DOUBLE,
        at.LEADER: rules.lead in (Lead.HIGHEST_DOUBLE, Lead.TOP_DOUBLE),
        at.OUT_PAY: place(rules.out_pay),
        at.BLOCKED_PAY: place(rules.blocked_pay),
        at.TIE: place(rules.tie),
        at.PAIRED: rules.paired(players),
        at.PARTNER_SIGN: {PartnerPips.AGAINST: -1, PartnerPips.FOR: 1}.get(rules.partner_pips, 0),
        at.SINGLE: rules.partner_block is PartnerBlock.SINGLE,
        at.NEEDS_DOUBLE: _needs_double(rules),
        at.LINEAR: rules.double_blank is not DoubleBlank.KILLS
        and all(map(_follows_one, set(ints[at.NEXT : at.STOCK]))),
        at.STRICT: _strict(ints),
    }
    for where, value in values.items():
        ints[where] = int(value)


def _place(value: Choice) -> int:
    """The place of a value in its closed list, which the kernels know it by."""
    return list(type(value)).index(value)


def _needs_double(rules: Rules) -> bool:
    redeals = rules.no_double is NoDouble.REDEAL
    led = rules.lead_tile is LeadTile.HIGHEST_DOUBLE or rules.lead is Lead.HIGHEST_DOUBLE
    return redeals and led and rules.lead is not Lead.TOP_DOUBLE


def _follows_one(entry: int) -> bool:
    return entry & 3 in (0, 1) and not entry >> 14 & 1


def _strict(ints: list[int]) -> bool:
    """Whether a seat never chooses between playing, drawing and passing."""
    cases = [(entry >> 3, entry >> 2 & 1, entry >> 1 & 1) for entry in range(24)]
    forced = [1 if held else 2 if stocked and not spent else 4 for held, spent, stocked in cases]
    return ints[at.TURN : at.TURN + 24] == forced
