"""Worlds are drawn without bias, and every action is weighed as the solver values it."""

import json
import os
import subprocess
import sys
from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from matador.analysis import layout as at
from matador.analysis import search
from matador.analysis.hidden import (
    BY_PLAYOUT,
    NODES,
    PAID,
    WORLDS,
    Worlds,
    draw_world,
    products_at,
    sums_for,
    won_at,
)
from matador.analysis.kernels import stream
from matador.analysis.native import COMPILED
from matador.analysis.solve import solve
from matador.analysis.tables import UnsupportedError, mask_of, tables, tiles_of
from matador.game.errors import IllegalError
from matador.game.moves import Action, legal_actions
from matador.game.position import Hand, Position, Stock
from matador.game.rules import read_rules
from matador.game.tiles import Tile
from tests.analysis.late_hands import hidden_from_mover, late, worlds

ROOT = Path(__file__).parents[2]


def table_for(position: Position) -> Worlds:
    return Worlds(tables(position.rules, position.players))


def asked(
    position: Position,
    lacks: dict[int, set[Tile]] | None = None,
    free: dict[int, int] | None = None,
) -> Worlds:
    """A workspace in which the question is asked."""
    table, seats = table_for(position), range(position.players)
    masks = [mask_of(position.rules, tuple(sorted((lacks or {}).get(s, ())))) for s in seats]
    table.ask(position, masks, [(free or {}).get(seat, 0) for seat in seats])
    return table


def world(table: Worlds, position: Position) -> Position:
    """The world that lies in the workspace."""
    w, rules = table.work, position.rules
    held = [int(w[search.ROOT + at.HANDS + seat]) for seat in range(position.players)]
    size = len(position.stock)
    pile = tuple(rules.tiles.tiles[int(w[at.STOCK + place])] for place in range(size))
    hands = tuple(Hand(tiles_of(rules, mask)) for mask in held)
    return position.changed(hands=hands, stock=Stock(pile)).without_flaws()


def drawn(table: Worlds, position: Position, seed: int, count: int) -> list[Position]:
    found = []
    for number in range(count):
        assert draw_world(table.work, stream(seed, number)) >= 0
        found.append(world(table, position))
    return found


def far_off(found: Counter[Any], expected: dict[Any, float]) -> float:
    """How many standard deviations chi-square is above what chance alone would give."""
    assert found.keys() <= expected.keys()
    degrees = len(expected) - 1
    chi = sum((found[key] - want) ** 2 / want for key, want in expected.items())
    return (chi - degrees) / sqrt(2 * degrees)


# --- worlds -------------------------------------------------------------------------------------


def some_of(position: Position, places: tuple[int, ...]) -> set[Tile]:
    return {position.unseen[place] for place in places}


TWO = hidden_from_mover(late("britannica", 2, 5, 9).position)
THREE = hidden_from_mover(late("britannica", 3, 0, 9).position)
FOUR = hidden_from_mover(late("dominorules", 4, 2, 9).position)


def others(position: Position) -> list[int]:
    return [seat for seat in range(position.players) if seat != position.turn]


@pytest.mark.parametrize(
    ("position", "places", "free"),
    [
        (TWO, ((),), {}),
        (TWO, ((0, 4),), {}),
        (TWO, ((0, 1, 5),), {0: 1}),
        (THREE, ((), ()), {}),
        (THREE, ((0, 1, 2), (2, 3, 4, 5)), {}),
        (THREE, ((0, 1, 2, 3), (0, 1, 4)), {1: 1}),
        (FOUR, ((0, 1), (1, 2, 3), (4, 5)), {}),
    ],
    ids=["two", "two lacks", "two free", "three", "three lacks", "three free", "four lacks"],
)
def test_worlds_are_equally_likely(
    position: Position, places: tuple[tuple[int, ...], ...], free: dict[int, int]
) -> None:
    seats = others(position)
    lacks = {seat: some_of(position, p) for seat, p in zip(seats, places, strict=True)}
    loose = {seats[i]: count for i, count in free.items()}
    expected: Counter[Any] = Counter()
    for hands, _ in worlds(position, lacks, loose):
        expected[hands] += 1
    count = 25 * len(expected)
    table = asked(position, lacks, loose)
    found = Counter(
        tuple(frozenset(hand.tiles) - set(known.tiles) for hand, known in pairs(one, position))
        for one in drawn(table, position, 5, count)
    )
    total = sum(expected.values())
    wanted = {hands: count * times / total for hands, times in expected.items()}
    assert len(expected) > 3
    assert far_off(found, wanted) < 4


def pairs(one: Position, position: Position) -> list[tuple[Hand, Hand]]:
    return list(zip(one.hands, position.hands, strict=True))


def test_the_stock_lies_in_any_order_behind_what_is_known_of_it() -> None:
    whole = late("britannica", 2, 3, 8).position
    assert len(whole.stock) >= 3
    position = hidden_from_mover(whole).changed(
        stock=Stock(whole.stock.tiles[:1], len(whole.stock) - 1)
    )
    count = 6000
    found = drawn(asked(position), position, 1, count)
    assert {one.stock.tiles[0] for one in found} == {whole.stock.tiles[0]}
    for place in range(1, len(whole.stock)):
        lies = Counter(one.stock.tiles[place] for one in found)
        unseen = position.unseen
        assert far_off(lies, dict.fromkeys(unseen, count / len(unseen))) < 4


def test_known_tiles_of_a_hand_stay_there() -> None:
    whole = late("britannica", 2, 4, 12).position
    seat = 1 - whole.turn
    shown = whole.hands[seat].tiles[:1]
    hands = list(hidden_from_mover(whole).hands)
    hands[seat] = Hand(shown, len(whole.hands[seat]) - 1)
    position = hidden_from_mover(whole).changed(hands=tuple(hands))
    for one in drawn(asked(position), position, 0, 50):
        assert set(shown) < set(one.hands[seat].tiles)
        assert len(one.hands[seat]) == len(whole.hands[seat])
        assert sorted(one.in_hands + one.stock.tiles) == sorted(whole.in_hands + whole.stock.tiles)


def test_a_world_that_cannot_be_is_refused() -> None:
    position = hidden_from_mover(late("britannica", 2, 0, 9).position)
    table = asked(position, {others(position)[0]: set(position.unseen)})
    with pytest.raises(IllegalError, match="no way"):
        table.weigh(0, 0, 5)


# --- values -------------------------------------------------------------------------------------

MOMENTS = [
    ("britannica", 2, 0, 12),
    ("pagat", 2, 1, 8),
    ("spaans", 2, 2, 11),
    ("wikipedia", 2, 3, 10),
    ("le-mata", 2, 0, 7),
    ("britannica", 3, 0, 9),
    ("kardinal", 3, 1, 8),
    ("spaans~partners-pairs", 4, 0, 8),
    ("pagat~doubles-spinner", 2, 4, 7),
]


@pytest.mark.parametrize(("rules", "players", "seed", "unseen"), MOMENTS)
def test_every_action_is_weighed_as_the_solver_values_it(
    rules: str, players: int, seed: int, unseen: int
) -> None:
    position = hidden_from_mover(late(rules, players, seed, unseen).position)
    table, count = table_for(position), 12
    actions = table.ask(position)
    places = table.places
    assert tuple(places) == tuple(sorted(legal_actions(position), key=str))
    assert {action: places[action] for action in actions} == {a: i for i, a in enumerate(actions)}
    sums = table.weigh(7, 0, count, nodes=10**9)
    totals: Counter[Action] = Counter()
    wins: Counter[Action] = Counter()
    products = sums_for(len(actions))
    for one in drawn(table, position, 7, count):
        exact = {a: v.low for a, v in solve(one, line=False).actions.items()}
        totals.update(exact)
        wins.update({action: value > 0 for action, value in exact.items()})
        for i, first in enumerate(actions):
            for j, second in enumerate(actions):
                products[i * len(actions) + j] += exact[first] * exact[second]
    n = len(actions)
    assert (sums[WORLDS], sums[BY_PLAYOUT]) == (count, 0)
    assert {a: sums[PAID + i] for a, i in places.items()} == {a: totals[a] for a in places}
    assert {a: sums[won_at(n) + i] for a, i in places.items()} == {a: wins[a] for a in places}
    assert list(sums[products_at(n) :]) == list(products[: n * n])


def test_slices_add_up_in_any_order() -> None:
    position = hidden_from_mover(late("britannica", 2, 5, 12).position)
    table = table_for(position)
    table.ask(position)
    whole = table.weigh(3, 0, 30)
    parts = table.weigh(3, 20, 10)
    table.ask(position)
    for first in (0, 10):
        table.weigh(3, first, 10, sums=parts)
    assert list(whole[PAID:]) == list(parts[PAID:])
    assert whole[WORLDS] == parts[WORLDS] == 30


def test_a_world_beyond_its_nodes_is_played_out_with_all_its_actions() -> None:
    position = hidden_from_mover(late("britannica", 2, 5, 14).position)
    table = table_for(position)
    table.ask(position)
    some = table.weigh(3, 0, 40, nodes=60)
    assert 0 < some[BY_PLAYOUT] < some[WORLDS] == 40
    none = table.weigh(3, 0, 40, nodes=1)
    played = table.weigh(3, 0, 40, nodes=0)
    assert none[BY_PLAYOUT] == played[BY_PLAYOUT] == 40
    assert list(none[PAID:]) == list(played[PAID:])
    assert none[NODES] > played[NODES] == 0


def test_policies_play_the_hands_out() -> None:
    position = hidden_from_mover(late("britannica", 2, 5, 14).position)
    found = {}
    for names in (("random",), ("heaviest",), ("blocker", "heaviest")):
        table = Worlds(tables(position.rules, 2), policies=names)
        table.ask(position)
        found[names] = tuple(table.weigh(3, 0, 100, nodes=0))
    assert len(set(found.values())) == 3


def test_hidden_hands_finished_hands_and_flaws_are_not_weighed() -> None:
    known = late("britannica", 2, 5, 9).position
    table = table_for(known)
    veiled = known.changed(hands=tuple(Hand((), len(hand)) for hand in known.hands))
    with pytest.raises(UnsupportedError, match="not known"):
        table.ask(veiled)
    out = known.changed(hands=(Hand(()), *known.hands[1:]))
    with pytest.raises(UnsupportedError, match="over"):
        table.ask(out)
    with pytest.raises(UnsupportedError, match="flawed"):
        table.ask(known.changed(passes=9))


# --- compiled and plain -------------------------------------------------------------------------

SLICE = [("britannica", 2, 0, 9), ("pagat", 2, 1, 7), ("britannica", 3, 0, 8)]


def numbers() -> list[list[int]]:
    """Sums over a few worlds, solved and played out."""
    found: list[list[int]] = []
    for rules, players, seed, unseen in SLICE:
        position = hidden_from_mover(late(rules, players, seed, unseen).position)
        table = Worlds(tables(read_rules(rules), players), bits=12)
        table.ask(position, [0b1011 << seat for seat in range(players)])
        sums = [table.weigh(2, 0, 8, nodes=nodes) for nodes in (5000, 0)]
        found += [[int(x) for x in one] for one in sums]
    return found


def test_plain_sums_are_the_compiled_ones() -> None:
    script = (
        "import json; from matador.teach.content import install; install();"
        "from tests.analysis.test_hidden import numbers; print(json.dumps(numbers()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, "MATADOR_COMPILED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert COMPILED
    assert json.loads(done.stdout) == numbers()
