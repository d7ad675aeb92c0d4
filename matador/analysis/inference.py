"""What an opponent's play tells of its hand: likely worlds, and what each play is worth in them.

For two players on a line with two ends where nothing but the tile is chosen (see `fits`). A world
puts every hidden tile in a place: dealt to the opponent, drawn by it in one of its turns, or left
in the stock. Worlds that contradict a draw, a pass or the lead are ruled out; among the others a
world counts as often as the plays seen would be made in it by a player who weighs its plays as a
policy does and makes the better ones more often. Such worlds are found by a random walk
(Metropolis's) that swaps two tiles at a time.

What a play is worth is the mean of two numbers that err in different ways: what the rest of the
hand pays when both sides play it out by a policy, and, in fewer worlds since it takes longer, its
exact value as if all hands were open. Once nothing can be drawn any more it is the latter alone.

Everything is read from what the seat to move can see: its own tiles, how many the other has, the
mask of the tiles that are hidden, and the history that `note` kept.
"""

from __future__ import annotations

import math

from matador.analysis import layout as at
from matador.analysis import search as kernel
from matador.analysis.hidden import room_of
from matador.analysis.kernels import (
    below,
    copy,
    do,
    drawable,
    forward,
    in_line,
    left,
    nth,
    play_out,
    wanted,
)
from matador.analysis.native import Ints, jit, lowest, popcount

# --- the room behind the table of positions -----------------------------------------------------

_TURNS = 0
"""How many turns the history has."""
_LEADER = 1
"""Who led, -1 if the history begins later."""
_LEAD = 2
BY_TILES = 3
"""1 if the tiles dealt decided who leads."""
_FIRST = 4
"""The place in the stock at which the history begins."""
_OWNED = 6
"""How many of the slots that can be swapped are the opponent's; they are listed first."""
_FREE = 7
"""How many slots can be swapped."""
_REST = 8
"""The slot from which on the stock is left."""
_BARRED = 9
"""Mask of the tiles that the opponent cannot have been dealt."""
_ME = 10
_GONE = 11
"""Mask of the tiles that lie on the line."""
RULED_OUT = 12
"""How many worlds had to be drawn without the history, for want of one that agrees with it."""
PATIENCE = 13
"""How many nodes may be spent on solving a world."""
_SIZE = 14
"""By seat: tiles in hand when the history begins."""
_LACK = 16
"""By seat: the mask of what it held none of when it last drew or passed."""
PLAYER = 18
"""The policy that plays hands out: weights as in `kernels.score_of`."""
MODEL = 26
"""The policy that the opponent is taken to lean to."""
_QUESTIONS = 38
"""How many worlds were solved in this workspace; each is a question of its own."""
PLAYED_IN = 36
"""How many worlds were played out; the next, solved."""
SOLVED_IN = 37
_POLICIES = 34
"""By seat: where the policy stands that plays hands out."""
_ODDS = 40
_SPAN = 100
"""By difference of two scores, from -_SPAN to _SPAN: how many times as often the play is made."""
_TURN = _ODDS + 2 * _SPAN + 1
"""Turns, eight numbers each: seat, both ends before, tiles drawn, play, mask of the tiles that did
not lie yet, what the other seat was known to lack."""
_SLOT = _TURN + 8 * 160
_ORDER = _SLOT + at.TILES
"""Slots that can be swapped: the opponent's first, then the stock's."""
_FIXED = _ORDER + at.TILES
PLAYED = _FIXED + at.TILES
"""By move: what it was worth in the worlds that were played out, summed."""
SOLVED = PLAYED + 512
"""By move: what it was worth in the worlds that were solved, summed."""
_TRIED = SOLVED + 512
FOUND = _TRIED + 512
"""The moves that are weighed."""
_OUT = FOUND + 512
ROOM = _OUT + 1024

_OPEN = -2
_PASSED = -1
_NOBODY = 63
"""The tile in a slot of which nobody asks."""
_WALK = 200
"""Steps of the walk before the first world."""
_STEPS = 8
"""Steps between two worlds."""
_REPAIRS = 40
"""Walks in search of a world that agrees with the history, before giving up."""
EVERY = 20
"""One world in so many is solved as well as played out."""
_ENOUGH = 40
"""Worlds that are solved once nothing can be drawn."""
_FORGIVING = 50
"""How many times less likely a world is for each contradiction, until none is left."""


def write_odds(w: Ints, temper: float) -> None:
    """Write how much more often a play is made the more a policy likes it; `temper` in points."""
    place = int(room_of(w)) + _ODDS
    for points in range(-_SPAN, _SPAN + 1):
        w[place + _SPAN + points] = 1 + int(math.exp(points / temper) * 1024)


# --- the history --------------------------------------------------------------------------------


@jit
def fits(w: Ints) -> bool:
    """Whether these rules are played on two ends by two players with nothing to choose but tiles.

    Nor may a lead be drawn for or passed on, or a hand be over by what nobody can see.
    """
    if not in_line(w) or w[at.OPEN_BLOCK]:
        return False
    return w[at.LEAD_TILE] == 0 or w[at.NO_DOUBLE] < 2 or w[at.NO_DOUBLE] > 3


@jit
def begin(w: Ints, row: int, by_tiles: int) -> None:
    """Start the history of a hand at a row; `by_tiles` is 1 if the tiles dealt made the leader."""
    room = room_of(w)
    w[room + _TURNS], w[room + _LEADER], w[room + BY_TILES] = 0, -1, by_tiles
    w[room + _FIRST] = w[row + at.NEXT_TILE]
    for seat in range(2):
        w[room + _SIZE + seat] = popcount(w[row + at.HANDS + seat])
        w[room + _LACK + seat] = 0


@jit
def note(w: Ints, row: int, move: int) -> None:
    """Write down a move that is about to be made at a row."""
    room, seat = room_of(w), w[row + at.TURN_OF]
    if w[row + at.LED] == 0:
        w[room + _LEADER], w[room + _LEAD] = seat, move >> 4 & 63
        return
    turn = room + _TURN + 8 * (w[room + _TURNS] - 1)
    if w[room + _TURNS] == 0 or w[turn + 4] != _OPEN:
        turn = _new_turn(w, row, room, seat)
    if move >= at.DRAW:
        w[room + _LACK + seat] = wanted(w, row)
    if move == at.DRAW:
        w[turn + 3] += 1
        return
    w[turn + 5] = hidden_from(w, row, seat) | w[row + at.HANDS + seat]
    w[turn + 4] = _PASSED
    if move < at.DRAW:
        w[turn + 4] = (move >> 12) << 8 | (move >> 4 & 63) << 2 | (move & 3)


@jit
def _new_turn(w: Ints, row: int, room: int, seat: int) -> int:
    turn = room + _TURN + 8 * w[room + _TURNS]
    w[room + _TURNS] += 1
    w[turn], w[turn + 3], w[turn + 4] = seat, 0, _OPEN
    w[turn + 1] = w[row + at.KIND] if w[row + at.COUNT] > 0 else at.NOTHING
    w[turn + 2] = w[row + at.KIND + 1] if w[row + at.COUNT] > 1 else at.NOTHING
    w[turn + 6] = w[room + _LACK + 1 - seat]
    return turn


@jit
def hidden_from(w: Ints, row: int, seat: int) -> int:
    """Mask of the tiles that a seat can't see: the other hands and the stock."""
    mask = 0
    for other in range(w[at.PLAYERS]):
        if other != seat:
            mask |= w[row + at.HANDS + other]
    for place in range(w[row + at.NEXT_TILE], w[at.STOCK_SIZE]):
        mask |= 1 << w[at.STOCK + place]
    return mask


# --- the first world ----------------------------------------------------------------------------


@jit
def lay_out(w: Ints, row: int, state: int) -> int:
    """Put the hidden tiles of a led row in places, for the seat to move; return the random state.

    What is certain is right; the rest lies at random.
    """
    room, me = room_of(w), w[row + at.TURN_OF]
    w[room + _ME], w[room + RULED_OUT] = me, 0
    size = w[room + _SIZE + 1 - me]
    slots = size + w[at.STOCK_SIZE] - w[room + _FIRST]
    for i in range(slots):
        w[room + _FIXED + i], w[room + _SLOT + i] = 0, _NOBODY
    pool = hidden_from(w, row, me)
    must = _settle_turns(w, room, me, size)
    _bar(w, room, me)
    pool |= must
    for i in range(slots):
        if w[room + _FIXED + i] and w[room + _SLOT + i] != _NOBODY:
            pool &= ~(1 << w[room + _SLOT + i])
            must &= ~(1 << w[room + _SLOT + i])
    _list_slots(w, room, me, size, slots)
    for i in range(w[room + _FREE]):
        state = forward(state)
        mask = must or pool
        tile = nth(mask, below(state, popcount(mask)))
        must, pool = must & ~(1 << tile), pool & ~(1 << tile)
        w[room + _SLOT + w[room + _ORDER + i]] = tile
    return state


@jit
def _settle_turns(w: Ints, room: int, me: int, size: int) -> int:
    """Fix the slots that are certain; return the mask of the tiles that the opponent has played."""
    played, slot = 0, size
    gone = 0
    if w[room + _LEADER] >= 0:
        gone = 1 << w[room + _LEAD]
    if w[room + _LEADER] == 1 - me:
        played = gone
        w[room + _FIXED], w[room + _SLOT] = 1, w[room + _LEAD]
    for i in range(w[room + _TURNS]):
        turn = room + _TURN + 8 * i
        tile = w[turn + 4] >> 2 & 63
        if w[turn + 4] >= 0:
            gone |= 1 << tile
        for drawn in range(w[turn + 3]):
            if w[turn] == me:
                w[room + _FIXED + slot] = 1
            elif w[turn + 4] >= 0 and drawn == w[turn + 3] - 1:
                # Drawing went on until a tile fitted, and that one was played.
                w[room + _FIXED + slot], w[room + _SLOT + slot] = 1, tile
            slot += 1
        if w[turn] != me and w[turn + 4] >= 0:
            played |= 1 << tile
    w[room + _REST], w[room + _GONE] = slot, gone
    return played


@jit
def _bar(w: Ints, room: int, me: int) -> None:
    """Find what the opponent can't have been dealt, for it would have led, or led something else.

    The tile led is the highest double of the leader, and of both where the tiles made the leader.
    """
    w[room + _BARRED] = 0
    known = w[room + BY_TILES] or w[room + _LEADER] == 1 - me
    if w[room + _LEADER] < 0 or w[at.LEAD_TILE] == 0 or not known:
        return
    lead = w[room + _LEAD]
    if w[at.DOUBLES] >> lead & 1:
        w[room + _BARRED] = w[at.DOUBLES] & ~((2 << lead) - 1)
    else:
        w[room + _BARRED] = w[at.DOUBLES]


@jit
def _list_slots(w: Ints, room: int, me: int, size: int, slots: int) -> None:
    """List the slots that can be swapped, the opponent's first."""
    n, slot = 0, size
    for i in range(size):
        if not w[room + _FIXED + i]:
            w[room + _ORDER + n] = i
            n += 1
    for i in range(w[room + _TURNS]):
        turn = room + _TURN + 8 * i
        for _ in range(w[turn + 3]):
            if w[turn] != me and not w[room + _FIXED + slot]:
                w[room + _ORDER + n] = slot
                n += 1
            slot += 1
    w[room + _OWNED] = n
    for i in range(slot, slots):
        w[room + _ORDER + n] = i
        n += 1
    w[room + _FREE] = n


# --- how likely a world is ----------------------------------------------------------------------


@jit
def _retrace(w: Ints, room: int) -> tuple[int, float]:
    """How often the world in the slots contradicts the history, and how likely its plays are."""
    me, hand, wrong, likely = w[room + _ME], 0, 0, 1.0
    size = w[room + _SIZE + 1 - me]
    for i in range(size):
        hand |= 1 << w[room + _SLOT + i]
    wrong += popcount(hand & w[room + _BARRED])
    if w[room + _LEADER] == 1 - me:
        hand &= ~(1 << w[room + _LEAD])
    slot = size
    for i in range(w[room + _TURNS]):
        turn = room + _TURN + 8 * i
        drawn, play = w[turn + 3], w[turn + 4]
        if w[turn] == me:
            slot += drawn
            continue
        wants = w[at.ANSWERS + 64 + w[turn + 1]] | w[at.ANSWERS + 64 + w[turn + 2]]
        if drawn or play < 0:
            wrong += popcount(hand & wants)
        for j in range(drawn):
            bit = 1 << w[room + _SLOT + slot]
            if bit & wants and (play < 0 or j < drawn - 1):
                wrong += 1
            hand |= bit
            slot += 1
        if play >= 0:
            bit = 1 << (play >> 2 & 63)
            if hand & bit == 0:
                wrong += 2
            elif drawn == 0:
                likely *= _chance(w, room, turn, hand)
            hand &= ~bit
    return wrong, likely


@jit
def _chance(w: Ints, room: int, turn: int, hand: int) -> float:
    """How likely the play of a turn is with this hand, if better plays are made more often."""
    one, two, play = w[turn + 1], w[turn + 2], w[turn + 4]
    may = w[turn + 5] & ~hand & ~w[turn + 6]
    base = _score(w, room + MODEL, hand, may, one, two, play)
    total = 0
    for side in range(1 if one == two else 2):
        kind = two if side else one
        mask = hand & w[at.ANSWERS + 64 + kind]
        while mask:
            tile = lowest(mask)
            mask &= mask - 1
            for way in range(_ways(w, kind, tile)):
                other = side << 8 | tile << 2 | way
                points = _score(w, room + MODEL, hand, may, one, two, other) - base
                total += w[room + _ODDS + _SPAN + max(-_SPAN, min(_SPAN, points))]
    return w[room + _ODDS + _SPAN] / total


@jit
def _ways(w: Ints, kind: int, tile: int) -> int:
    if not w[at.TWO + 64 + kind] >> tile & 1:
        return 1
    if not w[at.THREE + 64 + kind] >> tile & 1:
        return 2
    return 4 if w[at.FOUR + 64 + kind] >> tile & 1 else 3


@jit
def _after(w: Ints, kind: int, play: int) -> int:
    """What an end asks for once a tile lies there."""
    entry = w[at.NEXT + ((64 + kind) * at.TILES + (play >> 2 & 63)) * at.WAYS + (play & 3)]
    return entry >> 2 & 63 if entry & 3 else at.NOTHING


@jit
def _score(w: Ints, policy: int, hand: int, may: int, one: int, two: int, play: int) -> int:
    """`kernels.score_of` on two ends; `may` is the mask of what the other side may hold."""
    kind, other = (two, one) if play >> 8 else (one, two)
    tile = play >> 2 & 63
    answers = w[at.ANSWERS + 64 + _after(w, kind, play)] | w[at.ANSWERS + 64 + other]
    wild = w[at.MATADORS]
    score = w[policy] * w[at.PIPS + tile] + w[policy + 1] * (wild >> tile & 1)
    score += w[policy + 2] * popcount(answers & hand & ~(wild | 1 << tile))
    return score + w[policy + 3] * popcount(answers & may)


# --- the walk -----------------------------------------------------------------------------------


@jit
def _walk(
    w: Ints, room: int, steps: int, wrong: int, likely: float, state: int
) -> tuple[int, float, int]:
    """Go so many steps from the world in the slots: each swaps two tiles or stays.

    `wrong` and `likely` are what `_retrace` says of the world; returned as they are afterwards,
    with the random state.
    """
    for _ in range(steps if w[room + _OWNED] else 0):
        state = forward(state)
        one = room + _SLOT + w[room + _ORDER + below(state, w[room + _OWNED])]
        state = forward(state)
        two = room + _SLOT + w[room + _ORDER + below(state, w[room + _FREE])]
        if one == two:
            continue
        w[one], w[two] = w[two], w[one]
        worse, other = _retrace(w, room)
        state = forward(state)
        if _goes(wrong, worse, likely, other, below(state, 1 << 30) / (1 << 30)):
            wrong, likely = worse, other
        else:
            w[one], w[two] = w[two], w[one]
    return wrong, likely, state


@jit
def _goes(wrong: int, worse: int, likely: float, other: float, chance: float) -> bool:
    """Whether the walk goes on to a world with other contradictions and another likelihood."""
    if wrong == 0 and worse > 0:
        return False
    weight = other
    for _ in range(wrong, worse):
        weight /= _FORGIVING
    for _ in range(worse, wrong):
        weight *= _FORGIVING
    return weight >= chance * likely


@jit
def _write_world(w: Ints, room: int, row: int, state: int) -> int:
    """Write the world in the slots to the row at ROOT and the stock, the stock in random order."""
    me, hand = w[room + _ME], 0
    for i in range(w[room + _REST]):
        if w[room + _SLOT + i] != _NOBODY:
            hand |= 1 << w[room + _SLOT + i]
    copy(w, row, kernel.ROOT)
    w[kernel.ROOT + at.HANDS + 1 - me] = hand & ~w[room + _GONE]
    first, rest = w[row + at.NEXT_TILE], room + _SLOT + w[room + _REST]
    for i in range(w[at.STOCK_SIZE] - first):
        w[at.STOCK + first + i] = w[rest + i]
    return _shuffle(w, first, state)


@jit
def _shuffle(w: Ints, first: int, state: int) -> int:
    """Shuffle the stock from place `first` on."""
    for place in range(w[at.STOCK_SIZE] - 1, first, -1):
        state = forward(state)
        other = first + below(state, place - first + 1)
        w[at.STOCK + place], w[at.STOCK + other] = w[at.STOCK + other], w[at.STOCK + place]
    return state


@jit
def scatter(w: Ints, row: int, hidden: int, state: int) -> int:
    """Write a world without regard to the plays seen to the row at ROOT and the stock.

    The other seat gets any of the `hidden` tiles but those it lacked when it last drew or passed;
    all such hands are equally likely.
    """
    room, other = room_of(w), 1 - w[row + at.TURN_OF]
    lack, hand = w[room + _LACK + other], 0
    copy(w, row, kernel.ROOT)
    for _ in range(popcount(w[row + at.HANDS + other])):
        may = hidden & ~lack or hidden
        state = forward(state)
        bit = 1 << nth(may, below(state, popcount(may)))
        hand, hidden = hand | bit, hidden ^ bit
    w[kernel.ROOT + at.HANDS + other] = hand
    place = w[row + at.NEXT_TILE]
    while hidden:
        w[at.STOCK + place] = lowest(hidden)
        hidden &= hidden - 1
        place += 1
    return _shuffle(w, w[row + at.NEXT_TILE], state)


# --- what plays are worth -----------------------------------------------------------------------


@jit
def clear_worths(w: Ints, n: int) -> None:
    """Forget what `n` moves were worth."""
    room = room_of(w)
    w[room + PLAYED_IN] = w[room + SOLVED_IN] = 0
    for i in range(n):
        w[room + PLAYED + i] = w[room + SOLVED + i] = 0


@jit
def worth_of(w: Ints, i: int) -> float:
    """What a move was worth: the mean of its two means, if there are both."""
    room = room_of(w)
    played, solved = w[room + PLAYED_IN], w[room + SOLVED_IN]
    if played == 0:
        return w[room + SOLVED + i] / solved
    if solved == 0:
        return w[room + PLAYED + i] / played
    return (w[room + PLAYED + i] / played + w[room + SOLVED + i] / solved) / 2


@jit
def weigh_likely(w: Ints, row: int, n: int, worlds: int, state: int) -> tuple[int, int]:
    """Add what `n` moves at FOUND are worth in likely worlds for the row that was laid out.

    Returns how many worlds were weighed, and the random state: one is enough where nothing is
    hidden any more. The true stock is lost.
    """
    room, me = room_of(w), w[row + at.TURN_OF]
    hidden, held = hidden_from(w, row, me), popcount(w[row + at.HANDS + 1 - me])
    wrong, likely = _retrace(w, room)
    for _ in range(_REPAIRS):
        if wrong == 0:
            break
        wrong, likely, state = _walk(w, room, _WALK, wrong, likely, state)
    wrong, likely, state = _walk(w, room, _WALK, wrong, likely, state)
    open_now = drawable(w, row) == 0
    if open_now:
        worlds = min(worlds, 1 if w[at.STOCK_SIZE] == w[row + at.NEXT_TILE] else _ENOUGH)
    for i in range(worlds):
        wrong, likely, state = _walk(w, room, _STEPS, wrong, likely, state)
        state = _write_world(w, room, row, state)
        if wrong or popcount(w[kernel.ROOT + at.HANDS + 1 - me]) != held:
            w[room + RULED_OUT] += 1
            state = scatter(w, row, hidden, state)
        if (open_now or i % EVERY == 0) and solve_moves(w, n, w[room + PATIENCE]) and open_now:
            continue
        state = _play_moves_on(w, n, state)
    return worlds, state


@jit
def weigh_any(w: Ints, row: int, n: int, worlds: int, exact: int, state: int) -> tuple[int, int]:
    """Add what `n` moves at FOUND are worth in worlds that `scatter` makes.

    With `exact` as if all hands were open from then on, otherwise by playing the hand out. Returns
    what `weigh_likely` does. The true stock is lost.
    """
    room, hidden = room_of(w), hidden_from(w, row, w[row + at.TURN_OF])
    if w[at.STOCK_SIZE] == w[row + at.NEXT_TILE]:
        worlds = 1
    for _ in range(worlds):
        state = scatter(w, row, hidden, state)
        known = w[at.STOCK_SIZE] == w[row + at.NEXT_TILE]
        if (exact or known) and solve_moves(w, n, w[room + PATIENCE]):
            continue
        state = forward(state)
        _play_moves_out(w, n, state)
    return worlds, state


@jit
def solve_moves(w: Ints, n: int, nodes: int) -> bool:
    """Add the exact value of each move at FOUND for the row at ROOT.

    Returns False, and adds nothing, if so many nodes did not suffice.
    """
    room, after = room_of(w), kernel.ROOT + at.ROW
    w[kernel.FRIENDS] = 1 << w[kernel.ROOT + at.TURN_OF]
    w[room + _QUESTIONS] += 1
    kernel.begin(w, w[room + _QUESTIONS])
    edge, value = 1 + 2 * left(w, (1 << w[at.TILE_COUNT]) - 1), 0
    w[kernel.NODES], w[kernel.STOPPED], w[kernel.LIMIT] = 0, 0, nodes
    for i in range(n):
        copy(w, kernel.ROOT, after)
        status = do(w, after, w[room + FOUND + i])
        if status == at.GOES_ON:
            value = _value_near(w, after, value, edge)
        else:
            value = kernel.party_value(w, after, status)
        if w[kernel.STOPPED]:
            return False
        w[room + _TRIED + i] = value
    for i in range(n):
        w[room + SOLVED + i] += w[room + _TRIED + i]
    w[room + SOLVED_IN] += 1
    return True


@jit
def _value_near(w: Ints, row: int, guess: int, edge: int) -> int:
    """The exact value of a row, which lies between -edge and edge; quickest if it is near a guess.

    Moves in one hand are mostly worth about the same.
    """
    low, high, step = guess - _NEAR, guess + _NEAR, 4 * _NEAR
    while True:
        value = kernel.value_of(w, row, low, high)
        if w[kernel.STOPPED] or low < value < high:
            return value
        if value <= low:
            low, high = max(-edge, value - step), value + 1
        else:
            low, high = value - 1, min(edge, value + step)
        step *= 4


_NEAR = 4
"""How far from the guess a value is looked for first."""


@jit
def _play_moves_out(w: Ints, n: int, state: int) -> None:
    """Add what each move at FOUND came to when both seats played on by the policy at PLAYER."""
    room, after = room_of(w), kernel.ROOT + at.ROW
    w[kernel.FRIENDS] = 1 << w[kernel.ROOT + at.TURN_OF]
    w[room + _POLICIES] = w[room + _POLICIES + 1] = room + PLAYER
    for i in range(n):
        copy(w, kernel.ROOT, after)
        status = do(w, after, w[room + FOUND + i])
        if status == at.GOES_ON:
            status = play_out(w, after, room + _OUT, room + _POLICIES, state)
        w[room + PLAYED + i] += kernel.party_value(w, after, status)
    w[room + PLAYED_IN] += 1


# --- the same on two ends, faster ---------------------------------------------------------------


@jit
def _play_moves_on(w: Ints, n: int, state: int) -> int:
    """`_play_moves_out` on two ends, with other random numbers; return the random state."""
    room, after, seat = room_of(w), kernel.ROOT + at.ROW, w[kernel.ROOT + at.TURN_OF]
    w[kernel.FRIENDS] = 1 << seat
    state = forward(state)
    for i in range(n):
        copy(w, kernel.ROOT, after)
        status = do(w, after, w[room + FOUND + i])
        if status == at.GOES_ON:
            sign = 1 if w[after + at.TURN_OF] == seat else -1
            w[room + PLAYED + i] += sign * _play_on(w, after, state)
        else:
            w[room + PLAYED + i] += kernel.party_value(w, after, status)
    w[room + PLAYED_IN] += 1
    return state


@jit
def _play_on(w: Ints, row: int, state: int) -> int:
    """What the rest of the hand pays the seat to move just after a play, both by one policy."""
    room, seat = room_of(w), w[row + at.TURN_OF]
    policy = room + PLAYER
    mine, theirs = w[row + at.HANDS + seat], w[row + at.HANDS + 1 - seat]
    my_lack, their_lack = w[room + _LACK + seat], w[room + _LACK + 1 - seat]
    one = w[row + at.KIND] if w[row + at.COUNT] > 0 else at.NOTHING
    two = w[row + at.KIND + 1] if w[row + at.COUNT] > 1 else at.NOTHING
    place, end = w[row + at.NEXT_TILE], w[at.STOCK_SIZE] - w[at.RESERVE]
    loose, sign, passes, last = hidden_from(w, row, seat) | mine, 1, 0, -1
    while True:
        wants = w[at.ANSWERS + 64 + one] | w[at.ANSWERS + 64 + two]
        if mine & wants == 0:
            my_lack, drawn = wants, 0
            while mine & wants == 0 and place < end and drawn < w[at.LIMIT]:
                mine |= 1 << w[at.STOCK + place]
                place, drawn = place + 1, drawn + 1
            if mine & wants == 0:
                passes = passes + 1 if w[at.EVERY_PASS] or drawn == 0 else 0
                if passes >= 2:
                    paid = kernel.blocked_value(w, left(w, mine), left(w, theirs), last)
                    return sign * paid
        if mine & wants:
            state = forward(state)
            play = _best(w, policy, mine, loose & ~mine & ~their_lack, one, two, state)
            if play >> 8:
                two = _after(w, two, play)
            else:
                one = _after(w, one, play)
            bit = 1 << (play >> 2 & 63)
            mine, loose, passes, last = mine ^ bit, loose ^ bit, 0, 1
            if mine == 0:
                return sign * kernel.out_value(w, left(w, theirs))
        mine, theirs, my_lack, their_lack = theirs, mine, their_lack, my_lack
        sign, last = -sign, -last


@jit
def _best(w: Ints, policy: int, hand: int, may: int, one: int, two: int, state: int) -> int:
    """The play that a policy makes; equal ones are drawn for, more or less."""
    best, most, noise = -1, 0, state >> 20
    for side in range(1 if one == two else 2):
        kind = two if side else one
        mask = hand & w[at.ANSWERS + 64 + kind]
        while mask:
            tile = lowest(mask)
            mask &= mask - 1
            for way in range(_ways(w, kind, tile)):
                play = side << 8 | tile << 2 | way
                points = 8 * _score(w, policy, hand, may, one, two, play) + (noise & 7)
                noise = noise >> 3 | (noise & 7) << 37
                if best < 0 or points > most:
                    best, most = play, points
    return best
