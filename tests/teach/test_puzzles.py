"""Puzzles, checked by the other solver: one clear best action, true lines, true temptations."""

import random
from datetime import date
from functools import cache
from itertools import product

import pytest

from matador.analysis.slow import worth
from matador.analysis.solve import Interval, value
from matador.game.errors import IllegalError
from matador.game.moves import Action, advance, ending, legal_actions
from matador.game.notation import read_position, write_position
from matador.game.position import Position
from matador.game.rules import preset, presets
from matador.teach.beliefs import BELIEFS
from matador.teach.puzzles import (
    CLOSING,
    GRADES,
    KEPT,
    LAST,
    MARGIN,
    MARGIN_HANDS,
    PLAYING,
    Puzzle,
    graded,
    grades,
    mirrored,
    number_of,
    puzzle,
    some_number,
)

USUAL = "pagat"
NUMBERS = [(USUAL, number) for number in range(1, 39)]
OTHERS = [*((name, 7) for name in presets() if name != USUAL), ("dominorules", 8)]
DAY = date(2026, 11, 30)


@cache
def sample() -> tuple[Puzzle, ...]:
    return tuple(puzzle(preset(name), number) for name, number in (*NUMBERS, *OTHERS))


def exact(position: Position, action: Action) -> int:
    """What an action is worth to whoever does it, by the compiled solver."""
    after, seat = advance(position, action), position.turn
    if ending(after):
        return worth(after, seat)
    found = value(after)
    assert isinstance(found, Interval)
    assert found.exact
    return found.low if after.turn == seat else -found.low


def test_every_puzzle_has_one_best_action_by_a_clear_margin() -> None:
    assert len(sample()) >= 60
    for one in sample():
        known = {action: exact(one.position, action) for action in legal_actions(one.position)}
        best = max(known.values())
        least = MARGIN_HANDS if one.rules.base == "wikipedia" else MARGIN
        right = [action for action in known if known[action] == best]
        assert len({mirrored(one.position, action, [one.best.action]) for action in right}) == 1
        assert all(best - worse >= least for worse in known.values() if worse != best)
        assert [one.right(action) for action in known] == [action in right for action in known]
        assert all(one.option(action).value == known[action] for action in known)
        assert one.margin == best - max(worse for worse in known.values() if worse != best)


def test_what_follows_an_action_is_legal_and_comes_to_its_value() -> None:
    for one in sample():
        for action in legal_actions(one.position):
            line = one.after(action)
            assert (line.at, line.last) == (1, action)
            end = line.positions[-1]
            assert ending(end)
            assert worth(end, one.seat) == one.option(action).value


def test_a_number_gives_the_same_puzzle_everywhere() -> None:
    one = puzzle(preset(USUAL), number_of(DAY))
    assert one.number == 20261130
    assert (
        write_position(one.position)
        == "6.15251431610002543612552340.03053435-11222633.56060166464424.Ad1.0-0.pagat"
    )
    assert str(one.best.action) == "R43"
    assert read_position(write_position(one.position)) == one.position


def test_what_speaks_for_a_wrong_action_is_true() -> None:
    met: set[str] = set()
    every = [(one, option) for one in sample() for option in one.options]
    for one, option in every:
        best, chosen = one.best.action.tile, option.action.tile
        wild = one.rules.tiles.matadors
        met |= {*option.tempters}
        assert option == one.best or option.value < one.best.value
        if option == one.best:
            assert not option.plausible
        if "heaviest" in option.tempters:
            assert best
            assert chosen
            assert chosen.pips > best.pips
        if "matadors-last" in option.tempters:
            assert best in wild
            assert chosen not in wild
        if PLAYING in option.tempters:
            assert best is None
            assert chosen
        if CLOSING in option.tempters:
            closed = [end.closed for end in advance(one.position, option.action).ends]
            assert sum(closed) > sum(end.closed for end in one.position.ends)
    assert met == {"matcher", "heaviest", "matadors-last", "blocker", "balanced", PLAYING, CLOSING}


def test_a_misconception_leads_to_the_best_of_what_it_leaves() -> None:
    """0-0 is the best play here, and goes on a number; whoever denies that can only draw."""
    one = puzzle(preset(USUAL), 6)
    assert str(one.best.action) == "L00"
    assert one.position.ends[0].halves != (0,)
    drawing = next(option for option in one.options if option.action.tile is None)
    assert drawing.beliefs[0] == "M4"  # of several that lead there the one that hides least
    assert {"M6", "M12"} <= {*drawing.beliefs}
    fed = {belief for one in sample() for option in one.options for belief in option.beliefs}
    assert {"M4", "M6", "M7", "M11", "M12"} <= fed <= {*BELIEFS}


def test_more_that_is_plausible_is_never_easier() -> None:
    for plausible, fed in product(range(9), repeat=2):
        grade = graded(plausible, fed)
        assert grade in GRADES
        assert graded(plausible + 1, fed) >= grade <= graded(plausible, fed + 1)
    assert {graded(plausible, 1) for plausible in range(9)} == {*GRADES}
    for one in sample():
        fed = len({belief for option in one.options for belief in option.beliefs})
        assert one.grade == graded(sum(option.plausible for option in one.options), fed)
    assert {one.grade for one in sample()} == {*GRADES}


def test_the_grades_that_are_kept_are_those_of_the_puzzles() -> None:
    """`python -m matador.teach.puzzles` makes them anew."""
    kept = grades()[USUAL]
    assert len(kept) == KEPT
    assert [str(puzzle(preset(USUAL), number).grade) for _, number in NUMBERS] == [
        *kept[: len(NUMBERS)]
    ]
    assert {*kept} == {*map(str, GRADES)}


@pytest.mark.parametrize("grade", GRADES)
def test_a_puzzle_of_a_grade_is_found_and_none_comes_twice(grade: int) -> None:
    kept, chance = grades()[USUAL], random.Random(grade)
    seen: set[int] = set()
    for _ in range(20):
        number = some_number(preset(USUAL), grade, seen, chance)
        assert number not in seen
        assert kept[number - 1] == str(grade)
        seen.add(number)


def test_beyond_the_kept_ones_there_are_others() -> None:
    number = some_number(preset(USUAL), 3, range(1, KEPT + 1), random.Random(1))
    assert KEPT < number <= LAST
    assert puzzle(preset(USUAL), number).grade in (2, 3, 4)


def test_what_is_not_legal_is_no_answer() -> None:
    one = sample()[0]
    with pytest.raises(IllegalError):
        one.option(Action("L", 9, 9))
