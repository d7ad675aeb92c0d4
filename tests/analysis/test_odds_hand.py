"""The chances told in the middle of a hand: small tables by hand, larger ones by their laws."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matador.analysis import knowledge as known_tiles
from matador.analysis.knowledge import Knowledge, seen_from
from matador.analysis.odds import Reply, chances, odds, replies, unseen
from matador.game.errors import IllegalError
from matador.game.moves import PASS, Action, advance, ending
from matador.game.notation import read_actions, read_position
from matador.game.position import Position
from matador.game.record import Timeline
from matador.game.tiles import Tile, tile_set
from tests.game.shorthand import at
from tests.game.strategies import Game, games

DEALT = "6.-.03041225354466-~7.~14.A.5-0.pagat"


def test_a_fresh_deal_gives_the_printed_chances() -> None:
    """The same as the closed formula, which knows nothing of deals."""
    found = odds(Knowledge.of(read_position(DEALT)))
    mine = found.position.hands[0].tiles
    formula = chances(unseen(tile_set(6), mine), 7)
    other = found.seats[1]
    assert other.matadors[0] == formula.none
    assert other.double_blank == formula.double_blank == Fraction(1, 3)
    assert sum(other.matadors[2:]) == formula.two_or_more
    assert other.matador == 1 - formula.none
    assert set(other.tiles.values()) == {Fraction(1, 3)}
    assert (found.exact, found.deals) == (True, 116_280 * 87_178_291_200)  # C(21, 7) and 14!


def test_known_tiles_count_with_hidden_ones() -> None:
    """One of five unseen tiles is in B's hand beside 0-0; two of the five fit."""
    # On the line 1-1; to the 1s go 6s and matadors. Unseen: 26 56 22 33 55.
    gone = "01020304050612131415162324253435364445464466"
    tiles = [gone[i : i + 2] for i in range(0, len(gone), 2)]
    mine = "".join(sorted(set(tiles)))
    position = at("11", f"{mine}-00~1", "~4", "A", deal="all")
    found = odds(Knowledge(Timeline(position.without_flaws())))
    other, mine_odds = found.seats[1], found.seats[0]
    assert position.unseen == tuple(Tile(*one) for one in [(2, 2), (2, 6), (3, 3), (5, 5), (5, 6)])
    assert (other.answers.any_end, other.double_blank) == (1, 1)  # 0-0 is held and goes anywhere
    assert other.matadors == (0, 1)
    assert dict(other.tiles) == dict.fromkeys(position.unseen, Fraction(1, 5))
    assert dict(found.stock) == dict.fromkeys(position.unseen, Fraction(4, 5))
    assert mine_odds.ruled_out == ()
    assert found.draw is not None
    assert found.draw.answers.any_end == Fraction(2, 5)
    assert dict(found.draw.answers.ends) == {"L": Fraction(2, 5), "R": Fraction(2, 5)}


def test_what_a_pass_proved_is_told_with_the_tiles() -> None:
    position = at("66", "12~2-~3", "0", "B")
    found = odds(Knowledge.of(Timeline(position, (Action(PASS),), 1)))
    assert found.seats[1].answers.any_end == 0
    assert found.seats[1].matadors == (1,)
    proofs = {one.proof.ply for one in found.seats[1].ruled_out if one.proof}
    assert (len(found.seats[1].ruled_out), proofs) == (9, {1})
    assert found.draw is None


def test_nothing_is_answered_before_the_lead_or_after_the_end() -> None:
    found = odds(Knowledge.of(read_position(DEALT)))
    assert (dict(found.seats[1].answers.ends), found.seats[1].answers.any_end) == ({}, 0)
    last = replies(Knowledge.of(at("66", "16-~3", "~9", "A")))
    assert [(str(one.action), one.answers.any_end) for one in last] == [
        ("L16", 0), ("L61", 0), ("R16", 0), ("R61", 0)
    ]  # fmt: skip


def test_replies_to_each_action() -> None:
    """On ends 6 and 4 the next seat needs a 1, a 3 or a matador; 13 unseen tiles fit there."""
    position = at("66", "1415-~2", "~3", "A")
    found = {str(one.action): one for one in replies(Knowledge.of(position))}
    assert sorted(found) == ["L14", "L15", "R14", "R15"]
    tiles = set(position.unseen)
    fits = {one for one in tiles if 1 in one or 3 in one or one in {(0, 0), (2, 5)}}
    none = Fraction(len(tiles) - len(fits), len(tiles))
    none *= Fraction(len(tiles) - len(fits) - 1, len(tiles) - 1)
    reply = found["R14"]
    assert (reply.seat, reply.answers.any_end, reply.sampling) == (1, 1 - none, None)
    assert set(reply.answers.ends) == {"L", "R"}


def test_replies_take_a_hidden_action_as_seen() -> None:
    """A pass of a hidden hand says what it lacks, so the next seat is likelier to have it."""
    position = at("66", "~3-~3-~3", "0", "A", deal="3")
    known = Knowledge.of(position)
    before = odds(known).seats[1].answers.any_end
    passed = next(one for one in replies(known) if str(one.action) == "p")
    assert passed.answers.any_end > before
    assert passed.answers == odds(known.after(Action(PASS))).seats[1].answers


def test_estimates_say_so_and_are_near(monkeypatch: pytest.MonkeyPatch) -> None:
    actions, _ = read_actions("d d R14", start := at("66", "~5-~7", "~15", "A"))
    line = Timeline(start, actions, 3)
    exact = odds(Knowledge(line))
    real = known_tiles.counted
    monkeypatch.setattr(known_tiles, "counted", lambda *asked: real(*asked, steps=1))
    estimate = odds(Knowledge(line), samples=2000, seed=4)
    assert (exact.exact, estimate.exact, estimate.deals) == (True, False, None)
    assert estimate.sampling == (2000, 4)
    assert estimate == odds(Knowledge(line), samples=2000, seed=4)
    pairs = [
        *zip(estimate.seats[0].tiles.items(), exact.seats[0].tiles.items(), strict=True),
        *zip(estimate.stock.items(), exact.stock.items(), strict=True),
        *zip(estimate.seats[1].answers.ends.items(), exact.seats[1].answers.ends.items(),
             strict=True),
    ]  # fmt: skip
    for (one, found), (same, true) in pairs:
        assert one == same
        error = estimate.sampling.error(found)
        assert 0 < error < 0.012
        assert abs(found - true) < 4.5 * error
    assert any(found != true for (_, found), (_, true) in pairs)


def test_what_cannot_be_is_refused() -> None:
    position = at("66", "16-~3", "~9", "A")
    with pytest.raises(IllegalError, match="no deal"):
        odds(Knowledge(Timeline(position, (Action("d"),), 1)))


@given(games(set="6"), st.integers(0, 2**32))
def test_laws_of_the_chances(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    done = chance.randint(0, min(len(game.actions), 15))
    line = seen_from(Timeline(game.positions[0], game.actions, done), chance.choice((None, 0, 1)))
    known = Knowledge(line, led_by_tiles=False)
    if not known.exact:
        return
    found = odds(known)
    for seat in found.seats:
        assert sum(seat.matadors) == 1
        assert seat.matadors[-1]
        ends = list(seat.answers.ends.values())
        assert max(ends, default=0) <= seat.answers.any_end <= min(1, sum(ends))
        held = Tile(0, 0) in found.position.hands[seat.seat].tiles
        assert seat.double_blank == seat.tiles.get(Tile(0, 0), held)
        assert {one.tile for one in seat.ruled_out} <= {t for t, c in seat.tiles.items() if not c}
    if found.draw:
        assert sum(found.draw.tiles.values()) == 1


@given(games(set="6", deal="5"), st.integers(0, 2**32))
def test_replies_are_the_chances_after_the_action(game: Game, seed: int) -> None:
    chance = random.Random(seed)
    moments = [i for i, one in enumerate(game.positions[:12]) if not ending(one)]
    done = chance.choice(moments)
    mover = game.positions[done].turn
    line = seen_from(Timeline(game.positions[0], game.actions, done), mover)
    known = Knowledge(line, led_by_tiles=False)
    if not known.exact:
        return
    reply = chance.choice(replies(known))
    assert reply.answers.any_end == any_end_after(known, reply)


def any_end_after(known: Knowledge, reply: Reply) -> Fraction:
    """The chance that the seat asked about can answer, with the action in the record."""
    after: Position = advance(known.position, reply.action)
    if ending(after):
        return Fraction(0)
    return odds(known.after(reply.action)).seats[reply.seat].answers.any_end
