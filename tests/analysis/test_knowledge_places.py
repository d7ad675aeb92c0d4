"""Ways to fill places, counted, shared out and drawn, agree with writing them all out."""

import random
from collections import Counter
from fractions import Fraction
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matador.analysis.places import Blocks, TooLargeError, Ways, counted, every

Problem = tuple[list[int], list[int]]


@st.composite
def problems(draw: st.DrawFn, most: int = 8) -> Problem:
    """Sizes of places, some of them 0, and for each thing the places it is allowed."""
    sizes = draw(
        st.lists(st.integers(0, 3), min_size=1, max_size=5).filter(lambda s: sum(s) <= most)
    )
    masks = st.integers(0, 2 ** len(sizes) - 1)
    roomy = st.just(2 ** len(sizes) - 1)
    return sizes, [draw(st.one_of(roomy, roomy, masks)) for _ in range(sum(sizes))]


@given(problems(), st.data())
def test_what_is_counted_is_what_can_be_written_out(problem: Problem, data: st.DataObject) -> None:
    sizes, allowed = problem
    ways, written = Ways(sizes, allowed), list(every(sizes, allowed))
    assert ways.total == len(written)
    if not written:
        with pytest.raises(ValueError, match="no way"):
            ways.draw(random.Random(0))
        return
    places = data.draw(st.integers(0, 2 ** len(sizes) - 1))
    for thing in range(len(allowed)):
        inside = sum(places >> lying[thing] & 1 for lying in written)
        assert ways.share(thing, places) == Fraction(inside, len(written))
    things = data.draw(st.sets(st.sampled_from(range(len(allowed))))) if allowed else set()
    numbers = Counter(sum(places >> lying[i] & 1 for i in things) for lying in written)
    assert ways.spread(things, places) == [numbers[n] for n in range(max(numbers) + 1)]


@given(problems(most=6), st.integers(0, 2**32), st.integers(0, 4))
def test_what_is_drawn_from_more_is_every_way_in_the_end(
    problem: Problem, seed: int, owners: int
) -> None:
    """However little may be counted at once, each way comes, and comes as often as any other."""
    sizes, allowed = problem
    written = {tuple(lying) for lying in every(sizes, allowed)}
    belong = [place % (owners + 1) - 1 for place in range(len(sizes))]
    if len(written) < 2 or len(written) > 40:
        return
    chance, drawn = random.Random(seed), Counter[tuple[int, ...]]()
    for source in (counted(sizes, allowed, belong, 1), Blocks(sizes, allowed, _all(belong), 1)):
        for _ in range(100_000):
            lying = source.draw(chance)
            if lying is not None and tuple(lying) in written:
                drawn[tuple(lying)] += 1
                if sum(drawn.values()) >= 30 * len(written):
                    break
        assert set(drawn) == written
        # Each is expected 30 times, with a standard deviation of 5.5.
        assert max(drawn.values()) < 65
        drawn.clear()


def _all(owners: list[int]) -> list[int]:
    """A block of places for each owner."""
    return [
        sum(1 << place for place, other in enumerate(owners) if other == owner)
        for owner in sorted({owner for owner in owners if owner >= 0})
    ]


@given(problems(most=6), st.integers(1, 3))
def test_what_is_drawn_from_has_every_way(problem: Problem, owners: int) -> None:
    """Its total counts at least all ways, so that cases are weighed alike."""
    sizes, allowed = problem
    belong = [place % (owners + 1) - 1 for place in range(len(sizes))]
    exact = Ways(sizes, allowed).total
    assert counted(sizes, allowed, belong, 1).total >= exact
    assert Blocks(sizes, allowed, _all(belong), 1).total >= exact


def test_a_whole_set_is_counted_in_a_moment() -> None:
    """Four hands of seven from 28 without any knowledge; with steps to spare."""
    ways = Ways([7, 7, 7, 7], [15] * 28, steps=1)
    assert ways.total == factorial(28) // factorial(7) ** 4
    assert ways.share(3, 0b0101) == Fraction(1, 2)
    assert ways.spread(range(4), 1)[0] * comb(28, 7) == ways.total * comb(24, 7)


def test_too_large_a_count_is_not_made() -> None:
    masks = [15 - (1 << i % 4) for i in range(28)]
    with pytest.raises(TooLargeError):
        Ways([7, 7, 7, 7], masks, steps=20)
    with pytest.raises(ValueError, match="3 things for room for 2"):
        Ways([1, 1], [3, 3, 3])
