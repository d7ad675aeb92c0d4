"""Wished deals: exactly the deals that fulfil the wishes, evenly, and a reason where none does."""

import random
from collections import Counter
from itertools import combinations

import pytest

from matador.game import wishes
from matador.game.errors import IllegalError
from matador.game.notation import read_tile
from matador.game.position import deal, is_void
from matador.game.rules import read_rules
from matador.game.tiles import Tile, tile_set
from matador.game.wishes import Wish, deal_wished, ready_wishes

PAGAT = read_rules("pagat")
SMALL = read_rules("pagat~deal-3")
VOID = read_rules("pagat~deal-3~lead_tile-highest-double~no_double-redeal")


def tiles(text: str) -> frozenset[Tile]:
    return frozenset(map(read_tile, text.split()))


def fulfilled(hand: frozenset[Tile], wish: Wish, matadors: frozenset[Tile]) -> bool:
    number = len(hand & matadors)
    return wish.holds <= hand and not wish.lacks & hand and wish.matadors in (None, number)


def enumerated(rules, players, size, wished):
    """Every deal that fulfils the wishes and is not void, as the hands of the seats."""
    every = rules.tiles.tiles

    def hands(left, count):
        if not count:
            yield ()
            return
        for hand in combinations(left, size):
            rest = [one for one in left if one not in hand]
            yield from ((frozenset(hand), *more) for more in hands(rest, count - 1))

    doubles = {one for one in every if one.double}
    void = rules.no_double.value == "redeal"
    for found in hands(every, players):
        good = (fulfilled(found[seat], wish, rules.tiles.matadors) for seat, wish in wished.items())
        if all(good) and not (void and not doubles & frozenset().union(*found)):
            yield found


TINY = tile_set(3)  # ten tiles: 0-0, 1-3 and 2-2 are its matadors
CASES = {
    "a tile": (PAGAT, {0: Wish(holds=tiles("00"))}),
    "numbers of matadors": (PAGAT, {0: Wish(matadors=1), 1: Wish(matadors=0)}),
    "tiles it lacks": (PAGAT, {1: Wish(lacks=tiles("00 01 02 12 33"))}),
    "all of it": (PAGAT, {0: Wish(tiles("11"), tiles("22 01"), 1), 1: Wish(lacks=tiles("23 13"))}),
    "a void hand is dealt again": (VOID, {0: Wish(lacks=tiles("00 11")), 1: Wish(matadors=1)}),
}


@pytest.mark.parametrize("case", CASES)
def test_every_fitting_deal_is_as_likely_as_any_other(case, monkeypatch):
    """In a set of ten tiles all deals can be listed: those come up, evenly, and no other."""
    rules, wished = CASES[case]
    rules = rules._replace()
    monkeypatch.setattr(type(rules), "tiles", TINY, raising=False)
    monkeypatch.setattr(type(rules), "hand_size", lambda *_: 2)
    expected = set(enumerated(rules, 2, 2, wished))
    count = 10 * len(expected)
    found = Counter(
        tuple(frozenset(hand.tiles) for hand in deal_wished(rules, 2, seed, wished).hands)
        for seed in range(count)
    )
    assert set(found) <= expected
    spread = sum((found[one] - 10) ** 2 / 10 for one in expected)
    # Chi-square: its mean is one less than the cells, its variance twice that.
    assert abs(spread - len(expected) + 1) < 4 * (2 * len(expected)) ** 0.5


def test_the_same_seed_gives_the_same_deal():
    """And without a wish it is the deal that the seed gives anyway."""
    wished = {0: Wish(holds=tiles("00"), matadors=1)}
    one, other = (deal_wished(PAGAT, 3, "our table", wished) for _ in range(2))
    assert one == other
    assert one != deal_wished(PAGAT, 3, "another", wished)
    assert deal_wished(PAGAT, 3, "x", {1: Wish()}) == deal(PAGAT, 3, "x")


@pytest.mark.parametrize("players", [2, 4, 8])
def test_wishes_for_many_seats_come_true_in_large_sets(players):
    """Random wishes that some deal fulfils: the deal fulfils them, sound and complete."""
    rules = read_rules("szalone-10~set-12~deal-7")
    chance = random.Random(players)
    some = deal(rules, players, players)
    wished = {}
    for seat, hand in enumerate(some.hands[:4]):
        held = frozenset(chance.sample(hand.tiles, 2))
        lacks = frozenset(chance.sample(sorted(set(rules.tiles.tiles) - set(hand.tiles)), 3))
        number = len(rules.tiles.matadors.intersection(hand.tiles))
        wished[seat] = Wish(held, lacks, number if seat < 2 else None)
    found = deal_wished(rules, players, 1, wished)
    for seat, wish in wished.items():
        assert fulfilled(frozenset(found.hands[seat].tiles), wish, rules.tiles.matadors)
    assert not found.flaws
    assert sorted(found.seen) == sorted(rules.tiles.tiles)


def test_the_ready_wishes_come_true():
    """Each by its name, and none is offered that no hand has room for."""
    found = ready_wishes(PAGAT, 2)
    assert set(found) == {"no-matador", "all-matadors", "no-double", "all-doubles"}
    for wish in found.values():
        hand = frozenset(deal_wished(PAGAT, 2, 5, {1: wish}).hands[1].tiles)
        assert fulfilled(hand, wish, PAGAT.tiles.matadors)
    assert set(ready_wishes(SMALL, 2)) == {"no-matador", "no-double"}


IMPOSSIBLE = {
    "player A: 0-0 can't be held": {0: Wish(tiles("00"), tiles("00"))},
    "both hold 1-6": {0: Wish(tiles("16")), 1: Wish(tiles("16 25"))},
    "player B: 4 tiles for a hand of 3": {1: Wish(tiles("00 11 22 33"))},
    "player A: 2 matadors to hold": {0: Wish(tiles("00 16"), matadors=1)},
    "too many for a hand of 3": {0: Wish(tiles("11 22"), matadors=2)},
    "5 matadors, but the set has 4": {0: Wish(matadors=3), 1: Wish(matadors=2)},
    "the set has no 7-8": {0: Wish(tiles("78"))},
    "can't all come true": {seat: Wish(lacks=frozenset(PAGAT.tiles.tiles[4:])) for seat in (0, 1)},
}


@pytest.mark.parametrize("reason", IMPOSSIBLE)
def test_an_impossible_wish_is_refused_with_the_reason(reason):
    """One sentence that says what cannot be."""
    with pytest.raises(IllegalError, match=reason):
        deal_wished(SMALL, 2, 1, IMPOSSIBLE[reason])


def test_a_wish_against_what_the_rules_deal_again_is_refused():
    """Where a hand without a double is void, nobody can wish that nobody has one."""
    none = {seat: ready_wishes(VOID, 2)["no-double"] for seat in (0, 1)}
    with pytest.raises(IllegalError, match="can't all come true"):
        deal_wished(VOID, 2, 1, none)
    one = deal_wished(VOID, 2, 1, {0: none[0]})
    assert not is_void(one)
    assert one.turn == 1 or one.rules.lead.value != "highest-double"


def test_wishes_beyond_counting_are_refused_at_once(monkeypatch):
    """There is a bound on the work, and a sentence when it is reached."""
    monkeypatch.setattr(wishes, "MOST_STATES", 3)
    with pytest.raises(IllegalError, match="take some away"):
        deal_wished(PAGAT, 2, 1, {0: Wish(lacks=tiles("11")), 1: Wish(lacks=tiles("22"))})
