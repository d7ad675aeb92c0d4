"""What the next seat can answer, and where unseen tiles may be, against deals written out."""

import random
from fractions import Fraction

import pytest

from matador.analysis.knowledge import Knowledge
from matador.analysis.replies import open_answers, places, seen_answers
from matador.game.errors import IllegalError
from matador.game.moves import Action, advance, ending, legal_actions
from matador.game.notation import read_actions, read_position
from matador.game.position import deal
from matador.game.record import Timeline
from matador.game.rules import preset

KNOWN = "6.116612.0304253544-0524263346.1314152255.A.0-0.britannica"


def line(code: str, actions: str = "") -> Timeline:
    start = read_position(code)
    done, _ = read_actions(actions, start)
    return Timeline(start, tuple(done), len(done))


def test_known_hands_answer_with_the_tiles_that_are_legal_then():
    position = read_position(KNOWN)
    for answer in open_answers(position):
        after = advance(position, answer.action)
        legal = {a.tile for a in legal_actions(after) if a.tile}
        assert set(answer.tiles) == legal
        assert answer.chance == bool(legal)
    counts = [len(answer.tiles) for answer in open_answers(position)]
    assert counts == sorted(counts)


def late(seed: int) -> Timeline:
    """A hand played at random until a seat that can play has six tiles left unseen."""
    moment, chance = Timeline(deal(preset("britannica"), 2, seed)), random.Random(seed)
    while not ending(moment.position):
        position = moment.position
        rest = len(position.rules.tiles.tiles) - len(position.line) - len(position.hand)
        if rest <= 6 and legal_actions(position)[0].tile:
            return moment
        moment = moment.play(chance.choice(legal_actions(position)))
    return late(seed + 1)


@pytest.mark.parametrize("seed", [0, 100, 200])
def test_seen_answers_are_the_shares_of_all_deals(seed):
    """The same chances as from every deal that agrees, in each of which the engine is asked."""
    moment = late(seed)
    seat = moment.position.turn
    found = seen_answers(moment, seat)
    deals = list(Knowledge.of(moment, seat).enumerate())
    assert found.samples == 0
    assert found.answers
    for answer in found.answers:
        after = [advance(one, answer.action) for one in deals]
        if answer.chance is None:
            assert all(one.turn == seat or ending(one) for one in after)
        else:
            can = [any(a.tile for a in legal_actions(one)) for one in after]
            assert answer.chance == Fraction(sum(can), len(can))


def test_an_action_that_ends_the_hand_or_keeps_the_turn_has_no_answer():
    ends = open_answers(read_position("6.116612.25-0524.1314.A.0-0.britannica"))
    assert all(one.over and one.chance is None for one in ends)
    draws = open_answers(read_position("6.1166.03-05.12.A.0-0.pagat~reserve-0"))
    assert [(a.action, a.chance, a.over) for a in draws] == [(Action("d"), None, False)]


def test_every_tile_has_its_places():
    """What a seat drew for is ruled out, and said so; nothing of the other hands is told."""
    moment = line(
        "6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica", "S66 L11 R12 R50 R25 L64"
    )
    found = places(moment, 0)
    tiles = [*found.played, *found.mine, *(t for group in found.elsewhere.values() for t in group)]
    assert sorted(tiles) == list(moment.position.rules.tiles.tiles)
    assert found.mine == moment.position.hands[0].tiles
    assert [(spot.seats, spot.stock) for spot in found.elsewhere] == [((1,), True)]


def test_what_a_draw_ruled_out_is_not_in_that_hand():
    """A drew on ends 1 and 6 and then passed: it holds nothing that fits, before or after."""
    moment = line("6.1166.03-2233.4414.A.0-0.pagat~draw-one~reserve-0", "d p")
    found = places(moment, 1)
    fits = {str(one) for one in moment.position.rules.tiles.answers(1, 6)} - {"11", "66"}
    ruled = {str(tile) for one in found.ruled_out for tile in one.tiles}
    assert ruled == fits
    assert {one.proof.ply for one in found.ruled_out} == {1, 2}
    alone = [tiles for spot, tiles in found.elsewhere.items() if 0 not in spot.seats]
    assert {str(tile) for tiles in alone for tile in tiles} == fits


def test_where_no_deal_agrees_there_are_no_places():
    moment = line("6.1166.0325-2233.4400.A.0-0.pagat")
    impossible = Timeline(moment.start, (Action("d"),), 1)
    with pytest.raises(IllegalError):
        places(impossible, 1)
