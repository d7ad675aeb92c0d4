"""Hands in both forms of the rules: the engine's positions beside rows of the compiled core."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import numpy as np

from matador.analysis import layout as at
from matador.analysis.kernels import do, drawable, moves, settle
from matador.analysis.native import Ints
from matador.analysis.tables import action_of, load, tables, tiles_of
from matador.game import settle as engine
from matador.game.line import End
from matador.game.moves import Action, Ending, advance, ending, legal_actions
from matador.game.notation import write_position
from matador.game.position import Position, sides
from matador.game.rules import Rules, Tie, contradictions

OUT = at.ROWS + 2 * at.ROW
"""Where moves are written in the workspace of a `Core`, behind a row to try in."""
POLICY = OUT + 512
"""Where the weights of policies may stand, behind the moves: eight numbers a seat."""
OVER = {None: at.GOES_ON, Ending.OUT: at.OUT, Ending.BLOCKED: at.BLOCKED, Ending.VOID: at.VOID}


class Shown(NamedTuple):
    """What can be seen of a position, the same from both sides."""

    over: int
    actions: list[Action]
    ends: list[End]
    turn: int
    passes: int
    drawn: int
    drew_matador: int
    drawable: int
    last: int
    """Who played the last tile, -1 for nobody or where it settles nothing."""

    def __str__(self) -> str:
        ends = [f"{arm}:{halves}{needs}{'*' * wild}" for arm, halves, needs, wild in self.ends]
        rest = f"turn {self.turn} passes {self.passes} drawn {self.drawn} {self.drew_matador}"
        return f"over {self.over}: {' '.join(map(str, self.actions))} on {' '.join(ends)}; {rest}"


class Core:
    """A workspace in which hands under one rule set are played."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.tables = tables(rules, players)
        self.w = self.tables.workspace(2 * at.ROW + 512 + 8 * at.SEATS)
        self._kinds = {number: end for end, number in self.tables.kinds.items()}
        self._actions: dict[tuple[int, int, int], tuple[str, Action]] = {}
        self._ends: dict[tuple[int, int], End] = {}

    def take(self, position: Position) -> None:
        """Start from a position."""
        load(self.tables, position, self.w)

    def row(self) -> list[int]:
        """The row as it stands."""
        return numbers(self.w, at.ROWS, at.ROW)

    def moves(self, distinct: bool = False) -> list[int]:
        """The legal moves as numbers."""
        return numbers(self.w, OUT, moves(self.w, at.ROWS, OUT, distinct))

    def written(self, row: list[int]) -> list[tuple[str, Action, int]]:
        """The legal moves: as text, as actions and as numbers, sorted by their text."""
        return sorted((*self._action(row, move), move) for move in self.moves())

    def shown(self, over: int, row: list[int], actions: list[Action]) -> Shown:
        """The row, as it is seen from outside, with the actions that were found for it."""
        placed = range(row[at.COUNT])
        return Shown(
            over,
            actions,
            sorted(self._end(row[at.KIND + slot], row[at.ARM + slot]) for slot in placed),
            row[at.TURN_OF],
            row[at.PASSES],
            row[at.DRAWN],
            row[at.DREW],
            int(drawable(self.w, at.ROWS)),
            row[at.LAST] if self.rules.tie is Tie.LAST_PLACED else -1,
        )

    def do(self, move: int) -> int:
        """Make a move; return whether the hand goes on."""
        return int(do(self.w, at.ROWS, move))

    def _action(self, row: list[int], move: int) -> tuple[str, Action]:
        # The same tile laid the same way on an end of the same kind and name is the same action.
        key = -1, 0, move
        if row[at.LED] and move < at.DRAW:
            slot = move >> 12
            key = row[at.DUE] + row[at.KIND + slot], row[at.ARM + slot], move & 4095
        if key not in self._actions:
            action = action_of(self.tables, self.w, at.ROWS, move)
            self._actions[key] = str(action), action
        return self._actions[key]

    def _end(self, kind: int, arm: int) -> End:
        if (kind, arm) not in self._ends:
            forks = bin(arm >> 2)[3:].replace("0", "v").replace("1", "w")
            self._ends[kind, arm] = self._kinds[kind]._replace(arm="LRUD"[arm & 3] + forks)
        return self._ends[kind, arm]


def numbers(w: Ints, start: int, count: int) -> list[int]:
    """So many numbers of a workspace."""
    cut: list[int] = np.asarray(w[start : start + count]).tolist()
    return cut


def shown(position: Position) -> Shown:
    """A position of the engine, as it is seen from outside."""
    return Shown(
        OVER[ending(position)],
        list(legal_actions(position)),
        sorted(position.ends),
        position.turn,
        position.passes,
        position.drawn,
        int(position.drew_matador),
        position.drawable,
        -1 if position.last is None else position.last,
    )


def player_counts(rules: Rules) -> list[int]:
    """With how many players a hand can be dealt."""
    counts = range(2, 9)
    return [n for n in counts if not any(found.forbids for found in contradictions(rules, n))]


def follow(position: Position, core: Core, chance: Random) -> int:
    """Play a hand at random to its end in both forms and return how many actions it took.

    Fails at the first difference. Once on the way the position is also read afresh.
    """
    core.take(position)
    over, plies, look = at.GOES_ON, 0, chance.randrange(1, 40)
    while True:
        row = core.row()
        legal = [] if over else core.written(row)
        told, found = shown(position), core.shown(over, row, [action for _, action, _ in legal])
        assert found == told, f"{write_position(position)}\nengine: {told}\ncore:   {found}"
        if over:
            break
        if plies == look:
            compare_afresh(position, core)
        _, action, move = chance.choice(legal)
        position, over, plies = advance(position, action), core.do(move), plies + 1
    compare_hands(position, core)
    compare_settlement(position, core, over)
    return plies


def compare_afresh(position: Position, core: Core) -> None:
    """The row that play has led to is the row read from the position."""
    afresh = Core(core.rules, position.players)
    afresh.take(position)
    told, found = known(afresh), known(core)
    assert found == told, f"{write_position(position)}\nread:   {told}\nplayed: {found}"


def known(core: Core) -> dict[str, Any]:
    """Everything in a row that a position tells, in an order that does not depend on the play."""
    row, settles = core.row(), core.rules.tie is Tie.LAST_PLACED
    gone, size = row[at.NEXT_TILE], int(core.w[at.STOCK_SIZE])
    ends = zip(row[at.KIND : at.ARM], row[at.ARM :], strict=False)
    return {
        "turn": row[at.TURN_OF : at.LAST],
        "last": row[at.LAST] if settles else -1,
        "line": [row[at.LED], row[at.DUE], row[at.SPIN]],
        "hands": row[at.HANDS : at.LACKS],
        "ends": sorted(list(ends)[: row[at.COUNT]]),
        "stock": numbers(core.w, at.STOCK + gone, size - gone),
    }


def compare_hands(position: Position, core: Core) -> None:
    """Every seat holds the same tiles."""
    held = core.row()[at.HANDS : at.HANDS + position.players]
    found = [tiles_of(core.rules, mask) for mask in held]
    assert found == [hand.tiles for hand in position.hands], write_position(position)


def compare_settlement(position: Position, core: Core, over: int) -> None:
    """Both pay the same for a finished hand."""
    told, parties = engine.settle(position), sides(core.rules, position.players)
    winners = sum(1 << party for party, seats in enumerate(parties) if seats[0] in told.winners)
    found = settle(core.w, at.ROWS, over)
    paid = numbers(core.w, at.PAID, len(parties))
    pips = numbers(core.w, at.PAID + at.SEATS, position.players)
    expected = winners, list(told.payments), list(told.pips)
    assert (found, paid, pips) == expected, f"{write_position(position)}: {told}"
