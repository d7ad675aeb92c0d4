"""Duplicate matches in the compiled core."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from matador.analysis import arena, inference
from matador.analysis import layout as at
from matador.analysis import search as kernel
from matador.analysis.hidden import room_of
from matador.analysis.kernels import below, deal, do, forward, moves, stream
from matador.analysis.native import COMPILED
from matador.analysis.tables import UnsupportedError, tables
from matador.game.errors import UnreadableError
from matador.game.rules import read_rules

ROOT = Path(__file__).parents[2]
USUAL = read_rules(arena.USUAL_RULES)
FEW, SOME, MANY = (500, 60, 6) if COMPILED else (40, 2, 1)
compiled = pytest.mark.skipif(not COMPILED, reason="strength takes thousands of hands")


@compiled
def test_balanced_beats_random():
    gain = arena.match(USUAL, "balanced", "random", 500, 1).gain
    assert gain.mean > 4 * gain.error
    assert gain.mean > 10


@compiled
def test_the_sampler_beats_balanced():
    gain = arena.match(USUAL, "sampler", "balanced", 60, 4).gain
    assert gain.mean > 2 * gain.error


@compiled
def test_the_master_beats_balanced():
    gain = arena.match(USUAL, "master", "balanced", 60, 5).gain
    assert gain.mean > 4 * gain.error


def test_a_player_against_itself_gains_nothing():
    """Without chance in it, both sides of a deal come out alike; with it, nearly."""
    duel = arena.match(USUAL, "heaviest", "heaviest", FEW, 5)
    assert abs(duel.gain.mean) <= 4 * duel.gain.error
    assert duel.choices[0] == pytest.approx(duel.choices[1], rel=0.3)


PLAIN = """
from matador.analysis import arena
from matador.game.rules import read_rules
from matador.teach.content import install
install()
arena._PATIENCE = 1 << 40
for name in ("sampler", "master"):
    arena.MINDS[name] = arena.MINDS[name]._replace(worlds=2)
rules = read_rules("wikipedia~deal-5")
print(list(arena.match(rules, "master", "sampler", 1, 3).sums))
"""


def test_plain_python_makes_the_same_choices():
    said = []
    for compiled in ("1", "0"):
        environment = {**os.environ, "MATADOR_COMPILED": compiled}
        command = [sys.executable, "-c", PLAIN]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    assert said[0] == said[1]
    sums = json.loads(said[0])
    assert sums[arena.PAIRS] == 1
    assert min(sums[arena.CHOICES : arena.CHOICES + 2]) > 3


@pytest.mark.parametrize(
    "names", [("balanced", "matcher"), pytest.param(("sampler", "master"), marks=compiled)]
)
def test_slices_do_not_matter(names):
    deals = FEW if names[0] == "balanced" else MANY
    whole = arena.match(USUAL, *names, deals, 9, chunk=deals).sums
    assert whole == arena.match(USUAL, *names, deals, 9, chunk=max(1, deals // 3)).sums


def test_swapping_the_players_turns_the_sign():
    """Where chance is the seat's own: a policy's deals are the same from the other side."""
    one = arena.match(USUAL, "balanced", "random", FEW, 2).gain
    two = arena.match(USUAL, "random", "balanced", FEW, 2).gain
    assert one.mean == pytest.approx(-two.mean, abs=4 * (one.error + two.error))


@pytest.mark.parametrize("mind", ["sampler", "master"])
@pytest.mark.parametrize("rules", [USUAL, read_rules("britannica")])
def test_nothing_hidden_is_looked_at(mind, rules):
    """A choice stays the same when the tiles that the seat can't see change places."""
    w = arena.workspace(tables(rules, 2))
    arena.set_mind(w, 0, arena.MINDS[mind]._replace(worlds=10))
    room, row = int(room_of(w)), arena.game_row(w)
    changed = 0
    for number in range(4 if COMPILED else 1):
        state = deal(w, row, stream(8, number), -1)
        inference.begin(w, row, 1)
        for ply in range(7):
            n = int(moves(w, row, room + inference.FOUND, True))
            if n > 1 and ply > 2:
                before = arena.choose_move(w, 0, n, 77)
                changed += turn_round(w, row)
                n = int(moves(w, row, room + inference.FOUND, True))
                assert arena.choose_move(w, 0, n, 77) == before
                break
            state = forward(state)
            move = int(w[room + inference.FOUND + below(state, n)])
            inference.note(w, row, move)
            if do(w, row, move) != at.GOES_ON:
                break
    assert changed


def turn_round(w, row):
    """Give the other seat and the stock each other's tiles, in another order; whether it did."""
    other, first = 1 - int(w[row + at.TURN_OF]), int(w[row + at.NEXT_TILE])
    hand = int(w[row + at.HANDS + other])
    tiles = [i for i in range(at.TILES) if hand >> i & 1]
    size = int(w[at.STOCK_SIZE])
    pool = [int(w[at.STOCK + i]) for i in range(first, size)][::-1] + tiles
    for i in range(first, size):
        w[at.STOCK + i] = pool.pop()
    w[row + at.HANDS + other] = sum(1 << one for one in pool)
    return int(w[row + at.HANDS + other]) != hand


def test_likely_worlds_agree_with_what_was_seen():
    """In every world the opponent can have made its draws and plays, and holds what it must."""
    w = arena.workspace(tables(USUAL, 2))
    room, row = int(room_of(w)), arena.game_row(w)
    weighed = 0
    for number in range(60 if COMPILED else 4):
        state = deal(w, row, stream(4, number), -1)
        inference.begin(w, row, 1)
        status = at.GOES_ON
        while status == at.GOES_ON:
            n = int(moves(w, row, room + inference.FOUND, True))
            if n > 1:
                weighed += check_world(w, room, row, n, state)
            state = forward(state)
            move = int(w[room + inference.FOUND + below(state, n)])
            inference.note(w, row, move)
            status = do(w, row, move)
    assert weighed > 20


def check_world(w, room, row, n, state):
    """Look at one world; the true stock is put back."""
    kept = [int(x) for x in w[at.STOCK : at.STOCK + at.TILES]]
    me = int(w[row + at.TURN_OF])
    inference.lay_out(w, row, state)
    inference.clear_worths(w, n)
    inference.weigh_likely(w, row, n, 1, state)
    held = int(w[kernel.ROOT + at.HANDS + 1 - me])
    size = int(w[at.STOCK_SIZE])
    stock = sorted(int(x) for x in w[at.STOCK + int(w[row + at.NEXT_TILE]) : at.STOCK + size])
    ruled_out = int(w[room + inference.RULED_OUT])
    hidden = int(w[row + at.HANDS + 1 - me])
    truth = kept[int(w[row + at.NEXT_TILE]) : size]
    for i, tile in enumerate(kept):
        w[at.STOCK + i] = tile
    assert not ruled_out
    assert held.bit_count() == hidden.bit_count()
    assert sorted([*stock, *bits(held)]) == sorted([*truth, *bits(hidden)])
    assert not held & int(w[row + at.LACKS + 1 - me])
    assert int(w[row + at.HANDS + me]) == int(w[kernel.ROOT + at.HANDS + me])
    return 1


def bits(mask):
    return [i for i in range(at.TILES) if mask >> i & 1]


def test_plays_tell_where_tiles_are():
    """A player that plays its heaviest tile is taken to hold fewer of the heavy ones.

    Over many hands the worlds give the tiles that the opponent truly holds more weight than worlds
    that only its draws and passes shape.
    """
    w = arena.workspace(tables(USUAL, 2))
    arena.set_mind(w, 0, arena.MINDS["balanced"])
    arena.set_mind(w, 1, arena.MINDS["balanced"])
    room, row = int(room_of(w)), arena.game_row(w)
    likely = plain = 0
    for number in range(400 if COMPILED else 3):
        state = deal(w, row, stream(6, number), -1)
        inference.begin(w, row, 1)
        status, made = at.GOES_ON, 0
        while status == at.GOES_ON:
            n = int(moves(w, row, room + inference.FOUND, True))
            if made == 8 and n > 1:
                one, two = overlap(w, row, n, state)
                likely, plain = likely + one, plain + two
                break
            state, made = forward(state), made + 1
            move = int(arena.choose_move(w, int(w[row + at.TURN_OF]), n, state))
            inference.note(w, row, move)
            status = do(w, row, move)
    if COMPILED:
        assert likely > 1.02 * plain


def overlap(w, row, n, state):
    """How many of the opponent's true tiles are in its hand in 20 likely and in 20 plain worlds."""
    me = int(w[row + at.TURN_OF])
    truth, found = int(w[row + at.HANDS + 1 - me]), [0, 0]
    kept = [int(x) for x in w[at.STOCK : at.STOCK + at.TILES]]
    hidden = int(inference.hidden_from(w, row, me))
    state = inference.lay_out(w, row, state)
    for _ in range(20):
        inference.clear_worths(w, n)
        _, state = inference.weigh_likely(w, row, n, 1, state)
        found[0] += (truth & int(w[kernel.ROOT + at.HANDS + 1 - me])).bit_count()
        state = inference.scatter(w, row, hidden, state)
        found[1] += (truth & int(w[kernel.ROOT + at.HANDS + 1 - me])).bit_count()
    for i, tile in enumerate(kept):
        w[at.STOCK + i] = tile
    return found


def test_solving_from_near_a_guess_is_exact():
    w = arena.workspace(tables(USUAL, 2))
    room, row = int(room_of(w)), arena.game_row(w)
    seen = 0
    for number in range(60 if COMPILED else 2):
        state = deal(w, row, stream(5, number), -1)
        for _ in range(6 if COMPILED else 12):
            n = int(moves(w, row, room + inference.FOUND, True))
            state = forward(state)
            if do(w, row, int(w[room + inference.FOUND + below(state, n)])) != at.GOES_ON:
                break
        else:
            seen += same_values(w, room, row)
    assert seen


def same_values(w, room, row):
    n = int(moves(w, row, room + inference.FOUND, True))
    copied = [int(w[row + i]) for i in range(at.ROW)]
    for i, number in enumerate(copied):
        w[kernel.ROOT + i] = number
    inference.clear_worths(w, n)
    assert inference.solve_moves(w, n, 1 << 60)
    found = [int(w[room + inference.SOLVED + i]) for i in range(n)]
    after = kernel.ROOT + at.ROW
    for i in range(n):
        for j, number in enumerate(copied):
            w[after + j] = number
        status = do(w, after, int(w[room + inference.FOUND + i]))
        if status == at.GOES_ON:
            assert found[i] == kernel.value_of(w, after, -337, 337)
        else:
            assert found[i] == kernel.party_value(w, after, status)
    return n > 1


def test_patience_runs_out():
    w = arena.workspace(tables(USUAL, 2))
    room, row = int(room_of(w)), arena.game_row(w)
    deal(w, row, stream(5, 1), -1)
    do(w, row, int(w[room + inference.FOUND + moves(w, row, room + inference.FOUND, True) - 1]))
    n = int(moves(w, row, room + inference.FOUND, True))
    for i in range(at.ROW):
        w[kernel.ROOT + i] = w[row + i]
    inference.clear_worths(w, n)
    assert not inference.solve_moves(w, n, 5)
    assert w[room + inference.SOLVED_IN] == 0


def test_distance_tells_what_choices_cost():
    weak = arena.distance(USUAL, "random", SOME, 1)
    good = arena.distance(USUAL, "balanced", SOME, 1)
    assert weak.cost[0].mean > 0
    if COMPILED:
        assert weak.cost[0].mean > good.cost[0].mean + 2 * good.cost[0].error
        assert weak.unsolved == (0, 0)
    assert arena.match(USUAL, "random", "random", 1, 1).cost[0].mean == 0


def test_the_ladder_has_a_duel_for_each_step():
    duels = arena.ladder(FEW, 1, ("random", "heaviest", "balanced"))
    assert [duel.policies for duel in duels] == [("heaviest", "random"), ("balanced", "heaviest")]
    if COMPILED:
        assert all(duel.gain.mean > 2 * duel.gain.error for duel in duels)


def test_who_cannot_play_here():
    with pytest.raises(UnreadableError, match="no player"):
        arena.match(USUAL, "balanced", "nobody", 1, 1)
    with pytest.raises(UnsupportedError, match="only tiles"):
        arena.match(read_rules("wikipedia~draw_playable-yes"), "balanced", "random", 1, 1)
    with pytest.raises(UnsupportedError, match="room"):
        arena.match(read_rules("wikipedia~set-12"), "balanced", "random", 1, 1)


@compiled
def test_each_step_of_the_ladder_is_a_step_up():
    """Between policies; the steps above them are tested on their own."""
    duels = arena.ladder(1500, 1, arena.LADDER[:6])
    assert all(duel.gain.mean > 0 for duel in duels)
