"""Facts about the pieces: counts, matadors and what answers what."""

import itertools
from collections import Counter
from math import comb

import pytest

from matador.game.tiles import SIZES, Tile, tile, tile_set

SIX = tile_set(6)


def names(tiles: object) -> str:
    return " ".join(sorted(map(str, tiles)))  # type: ignore[call-overload]


def test_a_double_six_set_has_28_tiles_and_four_matadors() -> None:
    """The rules article, first paragraph."""
    assert len(SIX.tiles) == len(set(SIX.tiles)) == 28
    assert names(SIX.matadors) == "00 16 25 34"
    assert SIX.target == 7


def test_a_tile_is_named_lower_half_first() -> None:
    """The notation, section "Tile"."""
    assert str(tile(6, 2)) == str(tile(2, 6)) == "26"
    assert str(tile(18, 10)) == "ai"
    assert tile(6, 2).turns == ((2, 6), (6, 2))
    assert tile(3, 3).turns == ((3, 3),)


@pytest.mark.parametrize("shown", range(1, 7))
def test_ten_tiles_answer_a_number(shown: int) -> None:
    """The rules article, "The seven rule, end by end": seven with the half, three matadors."""
    needed = 7 - shown
    answers = set(SIX.answers(shown))
    assert SIX.needs(shown) == (needed,)
    assert answers == {t for t in SIX.tiles if needed in t} | SIX.matadors
    assert len(answers) == 10


def test_four_tiles_answer_a_blank() -> None:
    """The rules article, "The seven rule, end by end", last row."""
    assert SIX.needs(0) == ()
    assert set(SIX.answers(0)) == SIX.matadors


def test_what_fits_a_lead_of_double_six() -> None:
    """Case T4: cardsdicedominoes.com leaves 1-1 out of this list; ten fit."""
    assert names(SIX.answers(6)) == "00 01 11 12 13 14 15 16 25 34"


def test_how_many_tiles_fit_by_pair_of_ends() -> None:
    """Counted over all 49 pairs: 4 for two blanks, 10 for one number, 15 or 16 for two numbers."""
    counts = {(a, b): len(SIX.answers(a, b)) for a in range(7) for b in range(7)}
    assert Counter(counts.values()) == {4: 1, 10: 12 + 6, 15: 24, 16: 6}
    assert counts[0, 0] == 4
    assert all(counts[a, a] == counts[0, a] == 10 for a in range(1, 7))
    # Numbers that make seven share a matador between their answers; others share a plain tile.
    assert all(counts[a, 7 - a] == 16 for a in range(1, 7))


@pytest.mark.parametrize(
    ("highest", "count", "target", "matadors", "fit", "fit_blank"),
    [
        (6, 28, 7, "00 16 25 34", 10, 4),
        (9, 55, 10, "00 19 28 37 46 55", 15, 6),
        (12, 91, 13, "00 1c 2b 3a 49 58 67", 19, 7),
        (15, 136, 16, "00 1f 2e 3d 4c 5b 6a 79 88", 24, 9),
        (18, 190, 19, "00 1i 2h 3g 4f 5e 6d 7c 8b 9a", 28, 10),
    ],
)
def test_larger_sets(
    highest: int, count: int, target: int, matadors: str, fit: int, fit_blank: int
) -> None:
    """Case T18; the rules article, "Bigger sets", for double-nine and double-twelve."""
    made = tile_set(highest)
    assert len(made.tiles) == count
    assert made.target == target
    assert names(made.matadors) == matadors
    assert {len(made.answers(shown)) for shown in range(1, highest + 1)} == {fit}
    assert len(made.answers(0)) == fit_blank


def test_these_are_all_the_sets() -> None:
    """The notation, first field of a code."""
    assert SIZES == (6, 9, 12, 15, 18)


@pytest.mark.parametrize(("highest", "pips"), [(6, 168), (9, 495), (12, 1092)])
def test_pips_in_the_whole_set(highest: int, pips: int) -> None:
    """Case T22."""
    assert tile_set(highest).pips == pips


def test_double_five_is_a_double_and_a_matador_in_double_nine() -> None:
    """Case T11: in a set with an odd highest half one more double makes the target."""
    assert Tile(5, 5) in tile_set(9).matadors
    assert Tile(8, 8) in tile_set(15).matadors
    assert {t for t in SIX.matadors if t.double} == {Tile(0, 0)}


@pytest.mark.parametrize("highest", [9, 12])
def test_a_set_has_more_plain_blanks_than_matadors(highest: int) -> None:
    """Compendia: nine plain tiles with a blank in double-nine, six matadors."""
    made = tile_set(highest)
    plain = [t for t in made.tiles if 0 in t and t not in made.matadors]
    assert len(plain) == highest > len(made.matadors)


@pytest.mark.parametrize(
    ("size", "none", "blank", "two"),
    [(5, 43.2, 17.9, 13.5), (6, 35.7, 21.4, 19.1), (7, 29.2, 25.0, 25.3)],
)
def test_how_often_a_hand_holds_matadors(size: int, none: float, blank: float, two: float) -> None:
    """Cases T19, T20, T21, in per cent; the rules article, "What the matadors do"."""
    with_k = [comb(len(SIX.matadors), k) * comb(24, size - k) for k in range(5)]
    hands = comb(len(SIX.tiles), size)
    assert sum(with_k) == hands
    assert round(100 * with_k[0] / hands, 1) == none
    assert round(100 * sum(with_k[2:]) / hands, 1) == two
    assert round(100 * size / len(SIX.tiles), 1) == blank


def test_every_matador_makes_the_target_with_itself() -> None:
    """Pagat: 0-0 and every tile whose halves make the target, in sets that nobody sells, too."""
    for highest in range(1, 19):
        made = tile_set(highest)
        by_rule = {t for t in made.tiles if t.pips == highest + 1} | {Tile(0, 0)}
        assert made.matadors == by_rule
        assert len(made.tiles) == len(
            list(itertools.combinations_with_replacement(range(highest + 1), 2))
        )
