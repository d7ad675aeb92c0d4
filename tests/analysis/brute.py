"""Deals found one by one, in sets so small that all of them can be played through."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from math import factorial

from matador.analysis.knowledge import seen_from
from matador.game.line import Line
from matador.game.moves import Action, advance, explain, legal_actions
from matador.game.notation import write_position
from matador.game.position import (
    Hand,
    Position,
    Stock,
    is_void,
    lead_rank,
    rightful_leader,
    sides,
)
from matador.game.record import Timeline
from matador.game.rules import Lead, NoDouble, Rules
from matador.game.tiles import Tile


def deals(line: Timeline, *, led: bool) -> list[tuple[Position, Position]]:
    """The start and the end of every deal in which all that was done is legal."""
    found = []
    for start in _starts(line.start):
        if led and not _made_the_leader(start):
            continue
        position = start
        for action in line.actions[: line.at]:
            if not explain(position, action).legal:
                break
            position = advance(position, action)
        else:
            found.append((start, position))
    return found


def written(positions: Iterator[Position] | list[Position]) -> Counter[str]:
    """How often each position comes."""
    return Counter(map(write_position, positions))


def number(start: Position) -> int:
    """How many ways there are to fill in what is hidden at the start."""
    found = factorial(len(start.unseen))
    hidden = sum(hand.hidden for hand in start.hands) + start.stock.hidden
    for hand in start.hands:
        found //= factorial(hand.hidden)
    return found // factorial(len(start.unseen) - hidden)


def _starts(start: Position) -> Iterator[Position]:
    sizes = [hand.hidden for hand in start.hands]
    for parts in _shared_out(start.unseen, sizes):
        left = [one for one in start.unseen if not any(one in part for part in parts)]
        pairs = zip(start.hands, parts, strict=True)
        hands = tuple(Hand(tuple(sorted(hand.tiles + part))) for hand, part in pairs)
        for order in permutations(left, start.stock.hidden):
            stock = Stock(start.stock.tiles + order)
            yield start.changed(hands=hands, stock=stock).without_flaws()


def _shared_out(tiles: tuple[Tile, ...], sizes: list[int]) -> Iterator[list[tuple[Tile, ...]]]:
    if not sizes:
        yield []
        return
    for part in combinations(tiles, sizes[0]):
        left = tuple(one for one in tiles if one not in part)
        for rest in _shared_out(left, sizes[1:]):
            yield [part, *rest]


def _made_the_leader(start: Position) -> bool:
    """Whether this deal is not void, and the seat that leads is the one that must."""
    rules = start.rules
    by_double = rules.lead is Lead.HIGHEST_DOUBLE and rules.no_double is NoDouble.REDEAL
    if is_void(start) or (by_double and not max(start.in_hands, key=lead_rank).double):
        return False
    return rightful_leader(start) == start.turn


def record(rules: Rules, chance: random.Random, players: int, size: int) -> Timeline:
    """A random deal, and some random actions: drawing and passing as often as playing."""
    tiles = list(rules.tiles.tiles)
    chance.shuffle(tiles)
    hands = tuple(
        Hand(tuple(sorted(tiles[seat * size : (seat + 1) * size]))) for seat in range(players)
    )
    missing = chance.choice((0, 0, 0, 1))
    stock = Stock(tuple(tiles[players * size + missing :]))
    score = (0,) * len(sides(rules, players))
    start = Position(rules, Line(), hands, stock, chance.randrange(players), score=score)
    leader = rightful_leader(start)
    if leader is not None and chance.random() < 0.7:
        start = start.changed(turn=leader)
    positions, actions = [start.without_flaws()], list[Action]()
    for _ in range(chance.choice((1, 3, 6, 9, 14))):
        legal = legal_actions(positions[-1])
        if not legal:
            break
        others = [action for action in legal if action.where in "dp"]
        actions.append(chance.choice(others if others and chance.random() < 0.5 else legal))
        positions.append(advance(positions[-1], actions[-1]))
    first = min(chance.choice((0, 0, 1, 3)), len(actions))
    return Timeline(positions[first], tuple(actions[first:]), len(actions) - first)


def seen(line: Timeline, chance: random.Random) -> Timeline:
    """The record as one seat sees it, or the table, or somebody who has seen some tiles."""
    who = chance.choice((None, *range(line.start.players), "some", "some"))
    if not isinstance(who, str):
        return seen_from(line, who)
    hands = []
    for hand in line.start.hands:
        known = chance.randint(0, len(hand))
        hands.append(Hand(hand.tiles[:known], len(hand) - known))
    tiles = line.start.stock.tiles
    known = chance.randint(0, min(2, len(tiles)))
    stock = Stock(tiles[:known], len(tiles) - known)
    pairs = zip(line.positions, line.actions, strict=False)
    actions = tuple(
        Action("d", *position.stock.tiles[0])
        if action.where == "d" and chance.random() < 0.3
        else action
        for position, action in pairs
    )
    return Timeline(line.start.changed(hands=tuple(hands), stock=stock), actions, line.at)
