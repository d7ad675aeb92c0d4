"""A hand explained end by end, and hands in which nobody can ever move again."""

import random

import pytest

from matador.game.moves import Action, ending, legal_actions
from matador.game.notation import read_position
from matador.game.position import deal
from matador.game.reasons import Reason
from matador.game.record import Timeline
from matador.game.rules import Rules, preset, presets
from matador.teach.insight import arms, dead_hand, grid, others
from matador.teach.prose import prose

BLANKS = "6.03433300525160161255243250.020411222635364566-1456.01441346.A.0-0.britannica"
"""Both ends blank, all four matadors on the table."""

ACROSS = "6.00x0116x03461434x45216025x53425613443340.02152223-051126365566.0.B.0-0.bonaludo"
"""0-0 lies across, and so do the other matadors."""


def cell(code: str, tile: str, arm: str):
    position = read_position(code)
    rows = {str(row[0].tile): row for row in grid(position)}
    return next(one for one in rows[tile] if one.arm == arm)


@pytest.mark.parametrize("name", ["britannica", "le-mata", "matador-dominos", "szalone-10"])
def test_every_cell_agrees_with_the_engine(name):
    """Through whole hands: the ways of all cells are the legal plays, and the rest has a reason."""
    line, chance = Timeline(deal(preset(name), 3, 5)), random.Random(5)
    while not ending(line.position):
        position = line.position
        cells = [one for row in grid(position) for one in row]
        assert len(cells) == len(arms(position)) * len(position.hand.tiles)
        ways = {way for one in cells for way in one.ways}
        plays = {a for a in legal_actions(position) if a.tile}
        assert {a.tile for a in plays - ways} <= {a.tile for a in ways if a.where == "S"}
        assert ways <= plays
        assert all(bool(one.ways) != bool(one.why) for one in cells)
        drawing = {one.action for one in others(position) if one.legal}
        assert drawing == {a for a in legal_actions(position) if a.tile is None}
        line = line.play(chance.choice(legal_actions(position)))


@pytest.mark.parametrize(
    ("code", "tile", "arm", "why"),
    [
        ("6.1166.0325-05.0.A.0-0.pagat", "03", "L", "1 + 0 = 1, 1 + 3 = 4"),
        ("6.1166.44-05.0.A.0-0.pagat", "44", "R", "6 + 4 = 10"),
        ("6.0016.03-05.0.A.0-0.pagat~double_blank-kills", "03", "L", "0-0 has ended it"),
        ("6.66.34-05.0.A.0-0.pagat~matador_place-blank-only", "34", "L", "6 + 3 = 9, 6 + 4 = 10; "),
        ("6.-.0344-05.0.A.0-0.britannica", "03", "S", "4-4 must lead"),
        ("6.16x66.23-05.0.A.0-0.pagat~crosswise-choice", "23", "L", "1 + 2 = 3, 6 + 2 = 8, "),
    ],
)
def test_the_reason_is_a_sum_or_a_few_words(code, tile, arm, why):
    found = cell(code, tile, arm)
    assert not found.ways
    assert found.why.replace("\N{NO-BREAK SPACE}", " ").startswith(why)


def test_a_matador_goes_both_ways_round():
    ways = cell("6.1166.0325-05.0.A.0-0.pagat", "25", "L").ways
    assert ways == (Action("L", 2, 5), Action("L", 5, 2))


def test_short_reasons_are_reasons_of_the_engine():
    assert set(prose("insight")["short"]) <= {str(reason) for reason in Reason}


@pytest.mark.parametrize(
    ("code", "dead"),
    [
        (BLANKS, True),
        (BLANKS.replace("-1456.", "-~2.").replace(".01441346.", ".~4."), True),
        # A matador is left, in the stock or in the other hand: it may yet come.
        ("6.055216.0411-2255.00.A.0-0.britannica", False),
        ("6.055220.0411-1122.0016.A.0-0.britannica", False),
        # 0-0 has ended both sides, or only one of them.
        ("6.00.0411-2255.1634.A.0-0.pagat~double_blank-kills", True),
        ("6.00.0411-2255.1634.A.0-0.pagat", False),
        ("6.0016.0411-2255.34.A.0-0.pagat~double_blank-kills", False),
        # Lines with matadors across, the blanks of which nothing answers any more.
        (ACROSS, True),
        (ACROSS.replace("bonaludo", "bonaludo~double_blank-kills"), True),
        ("6.-.0411-2255.1634.A.0-0.pagat~lead_tile-any", False),
        # Over already, or no position at all.
        ("6.1116.44-5545.0.A2.0-0.pagat", False),
        ("6.1133.44-5545.0.A.0-0.pagat", False),
    ],
)
def test_a_dead_hand_is_one_in_which_no_tile_fits_wherever_it_lies(code, dead):
    assert dead_hand(read_position(code)) is dead


@pytest.mark.parametrize("name", ["britannica", "le-mata", "bonaludo"])
def test_after_a_dead_hand_nobody_ever_moves(name):
    """Random hands: once it is dead, only draws and passes come until the end."""
    rules: Rules = presets()[name]
    seen = 0
    for seed in range(25):
        line, chance, dead = Timeline(deal(rules, 2, seed)), random.Random(seed), False
        while not ending(line.position):
            actions = legal_actions(line.position)
            dead = dead or dead_hand(line.position)
            assert not (dead and any(action.tile for action in actions))
            line = line.play(chance.choice(actions))
        seen += dead
    assert seen
