"""Fronts and what hangs on them: shared answers must be the answers that the line itself gives."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matador.game import front as fronts
from matador.game.front import Known
from matador.game.line import ends, fits, spinner_due
from matador.game.moves import DRAW, Action, advance, legal_actions, options
from matador.game.position import Hand, Position, Stock, deal
from matador.game.rules import Rules, preset, presets
from matador.game.tiles import BIT, Tile, mask, tile_of, tiles_in
from tests.game.shorthand import at, play, rules
from tests.game.strategies import Game, games, moments, playout, rule_sets, veiled


def plays(position: Position) -> set[Action]:
    """The plays on the line, asked tile by tile and end by end."""
    due, held = spinner_due(position.line, position.rules), position.hand
    tiles = held.tiles + position.unseen if held.hidden else held.tiles
    return {
        Action(end.arm, fit.inner, fit.outer, bool(fit.mark))
        for end in ends(position.line, position.rules)
        for one in tiles
        for fit in fits(one, end, position.rules, due)
    }


# --- the same answers ---------------------------------------------------------------------------


@given(st.one_of(games(), games(doubles="spinner"), games(crosswise="choice", cross_open="both")))
def test_ends_that_play_left_behind_are_the_ends_of_the_line(game: Game) -> None:
    """However the position was reached, and whatever was played under these rules before."""
    for position in game.positions:
        assert position.ends == ends(position.line, position.rules)
        assert position.front.due == spinner_due(position.line, position.rules)
        assert position.front.led == bool(position.line.row)


@given(st.one_of(moments(), moments(doubles="spinner"), veiled().map(lambda pair: pair[1])))
def test_plays_are_those_found_tile_by_tile(position: Position) -> None:
    """For the hand in the position; a turn that a draw has ended has none."""
    over = options(position).passing.name in ("DRAW_ENDS_TURN", "HAND_OVER")
    if position.line.row and not over:
        found = [action for action in legal_actions(position) if action.inner >= 0]
        assert len(found) == len(set(found))
        assert set(found) == plays(position)


@given(st.one_of(moments(), veiled().map(lambda pair: pair[1])))
def test_actions_are_listed_by_their_written_form(position: Position) -> None:
    """Ends, turns and crosswise signs included."""
    listed = legal_actions(position)
    assert list(listed) == sorted(listed, key=str)


# --- kept, but not without end ------------------------------------------------------------------


@pytest.fixture
def little_room(monkeypatch: pytest.MonkeyPatch) -> int:
    """Rules that keep next to nothing."""
    monkeypatch.setattr(fronts, "ROOM", 40)
    return 40


def kept(known: Known) -> int:
    """How many answers are kept."""
    steps = sum(len(front.steps) for front in known.fronts.values())
    return steps + sum(map(len, known.ends.values()))


@pytest.mark.parametrize("name", ["britannica", "le-mata", "matador-dominos", "szalone-10"])
def test_what_is_kept_stays_small_and_changes_nothing(name: str, little_room: int) -> None:
    """The same hands come out of rules that forget all the time; old positions stay usable."""
    forgetful, chance = preset(name)._replace(), random.Random(1)
    start = deal(forgetful, 2, 1)
    for _ in range(30):
        position = start
        while actions := legal_actions(position):
            assert set(actions) >= plays(position) or not position.line.row or position.drawn
            assert kept(start.front.known) <= little_room
            assert kept(position.front.known) <= little_room
            position = advance(position, chance.choice(actions))
        assert position.ends == ends(position.line, forgetful)


def test_rules_that_forget_are_asked_anew(little_room: int) -> None:
    """What was kept is gone for good, so memory does not grow with the hands that were played."""
    forgetful = preset("britannica")._replace()
    before = deal(forgetful, 2, 1).front.known
    for seed in range(20):
        playout(deal(forgetful, 2, seed), random.Random(seed))
    assert deal(forgetful, 2, 1).front.known is not before


def test_positions_with_like_ends_share_their_front() -> None:
    """Whatever lies between; and no others do."""
    shared = rules()
    one, like, other = (
        at(line, "12-34").changed(rules=shared) for line in ("1661", "166161", "1662")
    )
    assert one.front is like.front
    assert one.front is not other.front


# --- positions ----------------------------------------------------------------------------------


@given(games())
def test_a_position_can_be_copied_and_sent(game: Game) -> None:
    """To another process, say. Equal positions have one hash, however they came about."""
    for position in (game.positions[0], game.positions[len(game.positions) // 2], game.end):
        for twin in (copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
            assert twin == position
            assert hash(twin) == hash(position)
            assert repr(twin) == repr(position)
            assert legal_actions(twin) == legal_actions(position)
        assert position.changed() == position
        assert position.changed(turn=0).turn == 0


@given(rule_sets())
def test_rules_are_sent_without_what_they_keep(sent: Rules) -> None:
    """Only the choices travel."""
    bare = len(pickle.dumps(sent))
    playout(deal(sent, 2, 1), random.Random(1))
    assert len(pickle.dumps(sent)) == bare
    assert pickle.loads(pickle.dumps(sent)) == sent


@pytest.mark.parametrize("field", ["turn", "line", "hands", "stock", "rules", "front", "anything"])
def test_a_position_cannot_be_written_to(field: str) -> None:
    """Whether it was told or reached by play."""
    told = at("66", "16-34", "55")
    for position in (told, play(told, "R16"), deal(preset("britannica"), 2, 1)):
        with pytest.raises(AttributeError):
            setattr(position, field, None)
        with pytest.raises(AttributeError):
            delattr(position, field)


def test_a_position_told_and_one_reached_are_equal() -> None:
    """Each field by field, the hands and the stock in between made only when looked at."""
    reached = play(at("66", "1622-34", "5544"), "R16")
    told = at("6616", "22-34", "5544", turn="B")
    assert (reached.line, reached.hands, reached.stock) == (told.line, told.hands, told.stock)
    assert reached == told.changed(rules=reached.rules)
    after = advance(at("66", "22-34", "5544"), Action(DRAW))
    assert after.hands[0] == Hand((Tile(2, 2), Tile(5, 5)))
    assert after.stock == Stock((Tile(4, 4),))


def test_a_tile_twice_in_one_hand_is_kept_as_it_was_told() -> None:
    """A flawed hand is shown as it is, though its mask has the tile once."""
    position = at("66", "1212-34")
    assert position.hands[0].tiles == (Tile(1, 2), Tile(1, 2))
    assert position.flaws
    assert position != at("66", "12-34")


@pytest.mark.parametrize("name", sorted(presets()))
def test_masks_and_tiles_say_the_same(name: str) -> None:
    """One bit a tile, in every set."""
    tiles = preset(name).tiles
    assert tiles_in(mask(tiles.tiles)) == tiles.tiles
    assert tuple(map(tile_of, tiles.bits)) == tiles.tiles
    assert set(tiles_in(tiles.wild)) == tiles.matadors
    assert all(one.double for one in tiles_in(tiles.doubles))
    assert len(set(BIT.values())) == len(BIT) == 190
