"""Hands played at random until few tiles are unseen, so that all worlds can be gone through."""

from collections.abc import Iterator
from itertools import combinations
from math import factorial
from random import Random

from matador.game.moves import Action, advance, ending, legal_actions
from matador.game.position import Hand, Position, Stock, deal
from matador.game.record import Timeline
from matador.game.rules import read_rules
from matador.game.tiles import Tile


def late(rules: str, players: int, seed: int, unseen: int, different: int = 2) -> Timeline:
    """The first moment of a hand at which its mover sees all but so many tiles and has a choice.

    Hands of further seeds are tried until one comes to that.
    """
    number = 0
    while True:
        chance = Random(f"{rules} {players} {seed} {number}")
        start = deal(read_rules(rules), players, f"late {seed} {number}")
        position, actions = start, list[Action]()
        while not ending(position):
            tiles = {action.tile for action in legal_actions(position)}
            few = len(hidden_from_mover(position).unseen) <= unseen
            if few and None not in tiles and len(tiles) >= different:
                return Timeline(start, tuple(actions), len(actions))
            actions.append(chance.choice(legal_actions(position)))
            position = advance(position, actions[-1])
        number += 1


def hidden_from_mover(position: Position) -> Position:
    """The position as the seat to move sees it, if it remembers nothing."""
    hands = tuple(
        hand if seat == position.turn else Hand((), len(hand))
        for seat, hand in enumerate(position.hands)
    )
    return position.changed(hands=hands, stock=Stock((), len(position.stock)))


def worlds(
    position: Position, lacks: dict[int, set[Tile]], free: dict[int, int]
) -> Iterator[tuple[tuple[frozenset[Tile], ...], int]]:
    """The hidden tiles of every seat in every deal, and in how many orders the stock can lie.

    A seat holds none of the tiles that it lacks, its free tiles left aside; the same hands come
    more than once where different tiles of them are the free ones.
    """
    sizes = [(seat, hand.hidden) for seat, hand in enumerate(position.hands)]
    parts: list[tuple[int, int, set[Tile]]] = []
    for seat, size in sizes:
        loose = free.get(seat, 0)
        parts += [(seat, size - loose, lacks.get(seat, set())), (seat, loose, set())]
    orders = factorial(position.stock.hidden)
    for dealt in _dealt(frozenset(position.unseen), parts):
        hands = (
            frozenset[Tile]().union(*(tiles for owner, tiles in dealt if owner == seat))
            for seat, _ in sizes
        )
        yield tuple(hands), orders


def _dealt(
    left: frozenset[Tile], parts: list[tuple[int, int, set[Tile]]]
) -> Iterator[list[tuple[int, frozenset[Tile]]]]:
    if not parts:
        yield []
        return
    seat, size, lacking = parts[0]
    for tiles in combinations(sorted(left - lacking), size):
        for rest in _dealt(left - set(tiles), parts[1:]):
            yield [(seat, frozenset(tiles)), *rest]
