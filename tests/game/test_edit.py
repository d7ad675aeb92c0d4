"""Set-up: whatever is done to a position, it stays one that can be written, read and mended."""

import random

import pytest

from matador.game import edit
from matador.game.errors import IllegalError
from matador.game.notation import read_position, write_position
from matador.game.position import SEATS, Flaw, Position, Stock, deal
from matador.game.rules import read_rules
from matador.game.tiles import Tile

RULES = [
    "pagat~blocked_pay-opponents~tie-last-placed",
    "pagat~doubles-spinner",
    "pagat~crosswise-choice",
    "pagat~crosswise-always~cross_open-both",
    "szalone-10~partners-pairs",
]


def anything(position: Position, chance: random.Random) -> Position:
    """The position after one random edit."""
    one = chance.choice(position.rules.tiles.tiles)
    bare = edit.take(position, one)
    arms = [end.arm for end in bare.ends] or ["S"]
    hands = [f"{edit.HAND}{seat}" for seat in SEATS[: position.players]]
    place = chance.choice([*arms, *arms, edit.STOCK, edit.BOX, *hands])
    seat = chance.randrange(position.players)
    makes = [
        lambda: edit.put(position, one, place, chance.choice(one)),
        lambda: edit.put(position, one, place, chance.choice(one)),
        lambda: edit.with_hidden(
            chance.choice([*hands, edit.STOCK]), chance.randrange(9), position
        ),
        lambda: edit.with_players(chance.randrange(2, 5), position),
        lambda: edit.turned(position, chance.choice(arms)) or position,
        lambda: edit.turned(position, chance.choice(arms)) or position,
        lambda: edit.with_turn(seat, position),
        lambda: edit.with_passes(chance.randrange(6), position),
        lambda: edit.with_score(0, chance.randrange(99), position),
        lambda: edit.filled(position, chance.random(), hands=chance.random() < 0.5),
        lambda: edit.with_hand(position, seat, tuple(chance.sample(position.rules.tiles.tiles, 3))),
        lambda: edit.with_next(position, tuple(chance.sample(position.rules.tiles.tiles, 2))),
        lambda: edit.seen_by(position, seat),
    ]
    return chance.choice(makes)()


@pytest.mark.parametrize("rules", RULES)
def test_any_edits_can_be_written_and_read(rules):
    """A position that was set up is what its code says, and each flaw about a tile names one."""
    chance = random.Random(rules)
    position = deal(read_rules(rules), 4, 1)
    seen = set()
    for _ in range(150):
        position = anything(position, chance)
        assert read_position(write_position(position)) == position
        for found in position.flaws:
            seen.add(found.flaw)
            fault = edit.at_fault(position, found)
            assert fault is None or fault in position.seen
            mended = edit.mended(position, found.flaw)
            assert mended is None or found not in mended.flaws
    assert len(seen) > 3


def test_a_matador_is_turned_across_and_back():
    """Where the rules lay matadors across; any other tile and other rules leave it in line."""
    code = "6.1634.01-02.~9.A.0-0.pagat~cross_open-both~crosswise-choice"
    position = read_position(code)
    across = edit.turned(position, "R")
    assert write_position(across) == code.replace("1634", "1634x")
    forked = read_position(code.replace("1634", "1634x_Rv46"))
    assert edit.turned(forked, "R") == position
    assert write_position(edit.turned(position, "L")) == code.replace("1634", "16x34")
    assert edit.turned(edit.put(position, Tile(3, 3), "R", 3), "R") is None
    assert edit.turned(read_position(code.replace("choice", "none")), "R") is None


def test_filling_leaves_what_lies_face_down():
    """As many tiles stay in the box as are hidden somewhere, and a seed fills the same twice."""
    empty = edit.cleared(deal(read_rules("pagat"), 2, 1))
    some = edit.with_hidden("stock", 5, edit.with_hidden("hand-A", 3, empty))
    full = edit.filled(edit.filled(some, "7"), "7", hands=False)
    assert full == edit.filled(edit.filled(some, "7"), "7", hands=False)
    assert (len(full.hands[0]), len(full.hands[1]), len(full.unseen)) == (7, 7, 8)
    assert not full.flaws


def test_more_face_down_than_there_are_is_mended_from_the_stock_on():
    """The hands keep their hidden tiles as long as the stock has some to give."""
    dealt = edit.seen_by(deal(read_rules("pagat"), 2, 1), 0)
    many = dealt.changed(stock=Stock((), 20))
    assert Flaw.TOO_MANY_TILES in {found.flaw for found in many.flaws}
    assert edit.mended(many, Flaw.TOO_MANY_TILES) == dealt


def test_a_hand_of_a_real_game_has_the_right_size():
    """Another number of tiles than the rules deal is refused with both numbers."""
    rules = read_rules("pagat")
    tiles = rules.tiles.tiles[:6]
    with pytest.raises(IllegalError, match="player B: 6 tiles instead of 7"):
        edit.one_hand(rules, 2, 1, tiles, 0)
    start = edit.one_hand(rules, 3, 1, rules.tiles.tiles[:7], 2)
    assert write_position(start).startswith("6.-.~7-00010203040506-~7.~7.C.")
