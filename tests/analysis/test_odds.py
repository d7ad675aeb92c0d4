"""Chances counted by formula agree with counting hands one by one, and with what is printed."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matador.analysis import odds
from matador.analysis.odds import Unseen
from matador.game.tiles import Tile, tile_set

SIX = tile_set(6)
BLANK = Tile(0, 0)


@pytest.mark.parametrize(
    ("size", "printed"),
    [
        (5, ("43.2%", "17.9%", "13.5%")),
        (6, ("35.7%", "21.4%", "19.1%")),
        (7, ("29.2%", "25.0%", "25.3%")),
    ],
)
def test_chances_by_hand_size(size: int, printed: tuple[str, ...]) -> None:
    found = odds.chances(odds.unseen(SIX), size)
    assert tuple(map(odds.percent, found)) == printed


@pytest.mark.parametrize(
    ("size", "printed"),
    [
        (5, ["34.6%", "46.1%", "60.5%", "78.3%", "100%"]),
        (7, ["16.7%", "27.4%", "43.3%", "66.7%", "100%"]),
    ],
)
def test_the_opponent_holds_none_given_your_hand(size: int, printed: list[str]) -> None:
    lefts = [odds.unseen_beside(SIX, size, held, held == 4) for held in range(5)]
    assert [odds.percent(odds.chances(left, size).none) for left in lefts] == printed


@pytest.mark.parametrize("highest", [2, 3])
@pytest.mark.parametrize("size", range(5))
def test_counting_hands_one_by_one_gives_the_same(highest: int, size: int) -> None:
    tiles = tile_set(highest)
    hands = list(combinations(tiles.tiles, size))
    held = [len(tiles.matadors.intersection(hand)) for hand in hands]
    counted = (held.count(0), sum(BLANK in hand for hand in hands), sum(n >= 2 for n in held))
    found = odds.chances(odds.unseen(tiles), size)
    assert found == tuple(Fraction(count, len(hands)) for count in counted)


@given(st.sampled_from((6, 9, 12)), st.data())
def test_telling_the_tiles_or_only_their_matadors_is_the_same(
    highest: int, data: st.DataObject
) -> None:
    tiles = tile_set(highest)
    mine = data.draw(st.sets(st.sampled_from(tiles.tiles), max_size=14))
    matadors = len(mine & tiles.matadors)
    beside = odds.unseen_beside(tiles, len(mine), matadors, BLANK in mine)
    assert beside == odds.unseen(tiles, mine)
    size = data.draw(st.integers(0, 14))
    assert sum(odds.holding(beside, size, n) for n in range(size + 1)) == 1


def test_a_hand_that_cannot_be_is_refused() -> None:
    for size, matadors, blank in [(3, 4, True), (5, 5, True), (5, 4, False), (5, 0, True)]:
        with pytest.raises(ValueError, match="no hand"):
            odds.unseen_beside(SIX, size, matadors, blank)
    with pytest.raises(ValueError, match="can't be dealt"):
        odds.chances(Unseen(4, 2, True), 5)


def test_a_percentage_is_never_rounded_to_certainty() -> None:
    shown = {0: "0%", 1: "100%", Fraction(1, 10**6): "<0.1%", 1 - Fraction(1, 10**6): ">99.9%"}
    assert {chance: odds.percent(Fraction(chance)) for chance in shown} == shown
    assert odds.percent(Fraction(1, 8)) == "12.5%"
    assert odds.percent(Fraction(3, 2000)) == "0.2%"
