"""The seeded deals of every measurement, as the yardsticks and as the engine understand them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

from matador.game.line import Line
from matador.game.moves import LEAD, Action, advance, ending, legal_actions
from matador.game.position import Hand, Position, Stock
from matador.game.rules import Rules, read_rules
from matador.game.tiles import TileSet, tile_set
from matador.teach.content import install

install()

SEVEN = read_rules(
    "pagat~deal-7~draw_matador-no~lead-highest-double~lead_tile-highest-double~reserve-0"
)
"""In line, seven each, draw until playable and only then, to the last tile: the yardsticks' rules.

They differ where nobody holds a double: then the heaviest tile of A leads, not that of both.
"""

FOURTEEN = SEVEN.changed(deal="all")
NINE_SEVEN = SEVEN.changed(set="9")
NINE_TEN = SEVEN.changed(set="9", deal="10-7")


@dataclass(frozen=True)
class Deal:
    """Two hands and the stock: tiles by number in the set's order, A's, B's, then the stock's.

    The yardsticks lead the highest double dealt, and without one the heaviest tile of A.
    """

    rules: Rules
    seed: int
    order: tuple[int, ...]

    @property
    def size(self) -> int:
        """Tiles in each hand."""
        return self.rules.hand_size(2)

    @property
    def tiles(self) -> TileSet:
        """The set that was dealt."""
        return tile_set(self.rules.tiles.highest)

    @cached_property
    def lead(self) -> int:
        """The tile that the yardsticks lead."""
        tiles, hands = self.tiles.tiles, self.order[: 2 * self.size]
        doubles = [one for one in hands if tiles[one].double]
        if doubles:
            return max(doubles, key=lambda one: tiles[one].low)
        return max(hands[: self.size], key=lambda one: tiles[one].pips)

    @property
    def leader(self) -> int:
        """The seat that leads."""
        return int(self.lead not in self.order[: self.size])

    @cached_property
    def start(self) -> Position:
        """The position after the lead, everything known."""
        tiles = [self.tiles.tiles[one] for one in self.order]
        hands = [tiles[: self.size], tiles[self.size : 2 * self.size]]
        dealt = Position(
            self.rules,
            Line(),
            tuple(Hand(tuple(sorted(hand))) for hand in hands),
            Stock(tuple(tiles[2 * self.size :])),
            self.leader,
            score=(0, 0),
        )
        return advance(dealt, Action(LEAD, *self.tiles.tiles[self.lead]))

    @cached_property
    def choice(self) -> Position:
        """The first position after the lead in which more than one action is legal."""
        position = self.start
        while len(actions := legal_actions(position)) == 1:
            position = advance(position, actions[0])
        return position if actions else self.start


def deal(rules: Rules, seed: int) -> Deal:
    """The deal of a seed."""
    order = list(range(len(rules.tiles.tiles)))
    random.Random(seed).shuffle(order)
    return Deal(rules, seed, tuple(order))


def decisions(rules: Rules, count: int, seed: int = 1) -> list[Position]:
    """Choices between two plays at least, met in random hands, as the seat to move sees them."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        choices = list(_choices(deal(rules, chance.randrange(1 << 30)).start, chance))
        found += [hidden(chance.choice(choices))] if choices else []
    return found


def _choices(position: Position, chance: random.Random) -> list[Position]:
    """The positions of one random hand in which there is something to choose."""
    found = []
    while not ending(position):
        actions = legal_actions(position)
        if len(actions) > 1:
            found.append(position)
        position = advance(position, chance.choice(actions))
    return found


def hidden(position: Position) -> Position:
    """The position as the seat to move sees it: the other hand and the stock are not known."""
    hands = tuple(
        hand if seat == position.turn else Hand((), len(hand))
        for seat, hand in enumerate(position.hands)
    )
    stock = Stock((), len(position.stock))
    return Position(
        position.rules,
        position.line,
        hands,
        stock,
        position.turn,
        passes=position.passes,
        score=position.score,
    )
