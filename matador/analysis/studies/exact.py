"""The compiled loops of the studies: deals solved with open cards, and habits played out.

All are for two players who are paid in pips. Sums are whole numbers and add up in any order.
"""

from __future__ import annotations

from collections.abc import Sequence

from matador.analysis import layout as at
from matador.analysis import playouts
from matador.analysis import search as kernel
from matador.analysis.kernels import choose, copy, deal, do, forward, moves, stream
from matador.analysis.native import Ints, jit
from matador.analysis.tables import Tables

BITS = 16
"""A table of positions that stays in the processor's cache."""
MOST = 400
"""More pips than any payment."""

# --- the workspace behind the search's ----------------------------------------------------------

_GAME = 0
"""The row of the hand that is played; another follows to try in."""
_FOUND = _GAME + 2 * at.ROW
_VALUES = _FOUND + 256
_POLICIES = _VALUES + 256
"""Two policies, eight numbers each: whether there are weights, then the weights."""
_SHOWN = _POLICIES + 16
"""By kind of end: the half that shows; then the target."""
_OF_HAND = _SHOWN + at.KINDS + 1
"""What is added up within one hand."""
_ROOM = _OF_HAND + 1024


@jit
def room_of(w: Ints) -> int:
    """Where the room of this module begins in a workspace."""
    return at.ROWS + kernel.FIXED + (2 << w[kernel.BITS])


def workspace(found: Tables, weights: Sequence[Sequence[int] | None] = (None, None)) -> Ints:
    """A workspace for all that is here; `weights` are the policies of both players."""
    w = found.workspace(kernel.FIXED + (2 << BITS) + _ROOM)
    kernel.prepare(w, BITS)
    room = int(room_of(w))
    for player, one in enumerate(weights):
        place = room + _POLICIES + 8 * player
        w[place] = int(one is not None)
        for i, weight in enumerate(one or ()):
            w[place + 1 + i] = weight
    for end, kind in found.kinds.items():
        w[room + _SHOWN + kind] = end.halves[0]
    w[room + _SHOWN + at.KINDS] = found.rules.tiles.target
    return w


# --- whole deals --------------------------------------------------------------------------------

HOLDERS = 0
"""By tile: deals in which a player was dealt it, what they were paid more than the other, and that
squared."""
HOLDER_SUMS = 3 * at.TILES
VALUES = HOLDER_SUMS
"""How many deals were worth -MOST to MOST pips to the leader."""
DEAL_SUMS = VALUES + 2 * MOST + 1


@jit
def solve_deals(w: Ints, seed: int, first: int, count: int, sums: Ints) -> None:
    """Solve deals `first` to `first + count - 1` of a seed with open cards; add to the sums."""
    for number in range(first, first + count):
        deal(w, kernel.ROOT, stream(seed, number), -1)
        leader = w[kernel.ROOT + at.TURN_OF]
        w[kernel.FRIENDS] = 1 << leader
        kernel.begin(w, number)
        w[kernel.NODES], w[kernel.STOPPED], w[kernel.LIMIT] = 0, 0, 1 << 60
        value = _best_lead(w)
        sums[VALUES + MOST + value] += 1
        _add_holders(w, -value if leader else value, sums)


@jit
def _best_lead(w: Ints) -> int:
    """The value of the deal at ROOT for the leader."""
    found, after, best = room_of(w) + _FOUND, kernel.ROOT + at.ROW, -MOST
    for i in range(moves(w, kernel.ROOT, found, True)):
        copy(w, kernel.ROOT, after)
        do(w, after, w[found + i])
        # Of a lead that is no better than the best so far nothing else need be known.
        w[kernel.PROVED_LOW], w[kernel.PROVED_HIGH] = best, MOST
        best = max(best, kernel.close_in(w, after, max(best, 0)))
    return best


@jit
def _add_holders(w: Ints, gain: int, sums: Ints) -> None:
    """Note for each tile that was dealt what its holder was paid more, if seat A got `gain`."""
    dealt = w[at.STOCK_SIZE]
    for i in range(2 * w[at.HAND_SIZE]):
        tile = w[at.STOCK + dealt + i]
        sums[HOLDERS + tile] += 1
        sums[HOLDERS + at.TILES + tile] += gain if i < w[at.HAND_SIZE] else -gain
        sums[HOLDERS + 2 * at.TILES + tile] += gain * gain


@jit
def pay_holders(w: Ints, seed: int, first: int, count: int, sums: Ints) -> None:
    """Play hands as `playouts.play_hands` does, and note at HOLDERS what holders were paid."""
    for number in range(first, first + count):
        playouts.play_hand(w, seed, number, -1)
        _add_holders(w, w[at.PAID] - w[at.PAID + 1], sums)


# --- three habits -------------------------------------------------------------------------------

BLANK = 0
"""Plays of 0-0."""
MATADOR = 1
"""Plays of a matador."""
SEVEN = 2
"""Plays after which the two ends make the target."""
HABITS = 3


@jit
def is_of(w: Ints, row: int, move: int, habit: int) -> bool:
    """Whether a play on a line is of the kind that a habit is about; the row behind is used."""
    tile, shown = move >> 4 & 63, room_of(w) + _SHOWN
    if habit == BLANK:
        return tile == 0
    if habit == MATADOR:
        return w[at.MATADORS] >> tile & 1 == 1
    spare = row + at.ROW
    copy(w, row, spare)
    do(w, spare, move)
    one, two = w[spare + at.KIND], w[spare + at.KIND + 1]
    return w[shown + one] + w[shown + two] == w[shown + at.KINDS]


@jit
def _keep(w: Ints, row: int, out: int, n: int, habit: int, wish: int) -> int:
    """Strike the plays that a habit avoids while there are others; return how many are left.

    `wish` is 1 to make the plays of its kind, -1 to put them off, 0 for neither.
    """
    kept = 0
    if wish == 0 or n == 1 or w[row + at.LED] == 0:
        return n
    for i in range(n):
        move = w[out + i]
        if is_of(w, row, move, habit) == (wish > 0):
            w[out + i] = w[out + kept]
            w[out + kept] = move
            kept += 1
    return kept or n


PAIRS = 0
GAIN = 1
"""What the first was paid more than the second in both hands of a deal; the next squared."""
PAIR_SUMS = 3


@jit
def play_habits(
    w: Ints, seed: int, first: int, count: int, habit: int, wish: int, other: int, sums: Ints
) -> None:
    """Play deals from both sides: one player with a wish, one with another, else the same.

    Both use the first policy of the workspace.
    """
    for number in range(first, first + count):
        gain = 0
        for side in range(2):
            gain += _play_habit(w, seed, number, side, habit, wish, other)
        sums[PAIRS] += 1
        sums[GAIN] += gain
        sums[GAIN + 1] += gain * gain


@jit
def _play_habit(
    w: Ints, seed: int, number: int, side: int, habit: int, wish: int, other: int
) -> int:
    """What the player with the wish, at seat `side`, is paid more than the other."""
    room = room_of(w)
    row, found, policy = room + _GAME, room + _FOUND, room + _POLICIES
    deal(w, row, stream(seed, number), -1)
    # The same for both sides, so that hands in which the wishes never matter cancel out.
    state = stream(seed + 1, number)
    while True:
        n = moves(w, row, found, True)
        n = _keep(w, row, found, n, habit, wish if w[row + at.TURN_OF] == side else other)
        state = forward(state)
        status = do(w, row, choose(w, row, found, n, policy + 1 if w[policy] else 0, state))
        if status != at.GOES_ON:
            w[kernel.FRIENDS] = 1 << side
            return kernel.party_value(w, row, status)


# --- what habits cost with open cards -----------------------------------------------------------

CHOICES = 0
"""Choices between plays of a kind and others."""
BETTER = 1
"""How often the best play of the kind was worth more than the best other; the next, less."""
WORSE = 2
DIFFERENCE = 3
"""What it was worth more, summed."""
AVERAGE = 4
"""What the mean play of the kind was worth more than the mean other, in thousandths of a pip,
rounded; summed. The best of many is good whatever they are; the mean is not."""
SQUARES = 5
"""By hand: the difference squared, and times the choices; the same of the average; the choices
squared."""
BIN = 10
SIZES = 15
"""Choices are told apart by the tiles in hand, 0 to 14 and more."""
JUDGE_SUMS = HABITS * SIZES * BIN


@jit
def judge_hands(w: Ints, seed: int, first: int, count: int, sums: Ints) -> None:
    """Play hands by the first policy, and compare by exact values what each choice offers."""
    room = room_of(w)
    row, found, policy = room + _GAME, room + _FOUND, room + _POLICIES
    for number in range(first, first + count):
        state = deal(w, row, stream(seed, number), -1)
        copy(w, row, kernel.ROOT)
        kernel.begin(w, number)
        w[kernel.NODES], w[kernel.STOPPED], w[kernel.LIMIT] = 0, 0, 1 << 60
        for i in range(JUDGE_SUMS):
            w[room + _OF_HAND + i] = 0
        status = at.GOES_ON
        while status == at.GOES_ON:
            n = moves(w, row, found, True)
            if n > 1 and w[row + at.LED]:
                _judge(w, row, n)
            state = forward(state)
            status = do(w, row, choose(w, row, found, n, policy + 1 if w[policy] else 0, state))
        _add_judged(w, sums)


@jit
def _judge(w: Ints, row: int, n: int) -> None:
    """Compare the `n` plays of a choice, by each habit."""
    room, seat, spare = room_of(w), w[row + at.TURN_OF], row + at.ROW
    found, values = room + _FOUND, room + _VALUES
    w[kernel.FRIENDS] = 1 << seat
    guess = seat - seat  # not a literal, for which Numba would compile all this once more
    for i in range(n):
        copy(w, row, spare)
        status = do(w, spare, w[found + i])
        if status == at.GOES_ON:
            w[kernel.PROVED_LOW], w[kernel.PROVED_HIGH] = -MOST, MOST
            guess = kernel.close_in(w, spare, guess)
        else:
            guess = kernel.party_value(w, spare, status)
        w[values + i] = guess
    size, held = 0, w[row + at.HANDS + seat]
    while held:
        held &= held - 1
        size += 1
    for habit in range(HABITS):
        place = room + _OF_HAND + (habit * SIZES + min(size, SIZES - 1)) * BIN
        _compare(w, row, n, habit, place)


@jit
def _compare(w: Ints, row: int, n: int, habit: int, place: int) -> None:
    """Add the best value of a habit's kind of play less the best other, if there are both."""
    found, values = room_of(w) + _FOUND, room_of(w) + _VALUES
    best, other, total, others, many = -MOST, -MOST, 0, 0, 0
    for i in range(n):
        value = w[values + i]
        if is_of(w, row, w[found + i], habit):
            best, total, many = max(best, value), total + value, many + 1
        else:
            other, others = max(other, value), others + value
    if 0 < many < n:
        w[place + CHOICES] += 1
        w[place + BETTER] += best > other
        w[place + WORSE] += best < other
        w[place + DIFFERENCE] += best - other
        w[place + AVERAGE] += 1000 * total // many - 1000 * others // (n - many)


@jit
def _add_judged(w: Ints, sums: Ints) -> None:
    """Add what one hand came to, with the squares that tell how far hands differ."""
    start = room_of(w) + _OF_HAND
    for place in range(0, JUDGE_SUMS, BIN):
        choices, squares = w[start + place + CHOICES], place + SQUARES
        for i in range(SQUARES):
            sums[place + i] += w[start + place + i]
        for i in range(2):
            number = w[start + place + DIFFERENCE + i]
            sums[squares + 2 * i] += number * number
            sums[squares + 2 * i + 1] += number * choices
        sums[squares + 4] += choices * choices


# --- the same hands under two rule sets ---------------------------------------------------------

BLOCKED, PLAYS, DRAWS, PASSES, EDGE, PAID = range(6)
METRICS = 6
"""What is compared of a hand. The leader's edge counts in sixths of a pip, which suits any number
of parties up to four; PAID is what all parties were paid, or were debited, together."""
EDGE_UNIT = 6


@jit
def measure_hands(w: Ints, seed: int, first: int, count: int, out: Ints) -> None:
    """Play hands as `playouts.play_hands` does and write the metrics of each to `out`."""
    for i in range(count):
        playouts.play_hand(w, seed, first + i, -1)
        place, paired, led = i * METRICS, w[at.PAIRED], w[playouts.LEADER]
        parties = 2 if paired else w[at.PLAYERS]
        leading = led & 1 if paired else led
        everything = 0
        for party in range(parties):
            everything += w[at.PAID + party]
        edge = w[at.PAID + leading] * parties - everything
        edge = edge * EDGE_UNIT // (parties - 1)
        out[place + BLOCKED] = w[playouts.STATUS] == at.BLOCKED
        for move in range(3):
            out[place + PLAYS + move] = w[playouts.MOVES + move]
        out[place + EDGE] = -edge if w[playouts.DEBIT] else edge
        out[place + PAID] = everything


COMPARED = 4
"""Of each metric: summed, squared; less that of the other rule set, summed, squared."""


@jit
def add_compared(metrics: Ints, others: Ints, count: int, sums: Ints) -> None:
    """Add `count` hands under one rule set to the sums, each beside the same under another."""
    for i in range(count * METRICS):
        one, place = metrics[i], i % METRICS * COMPARED
        change = one - others[i]
        sums[place] += one
        sums[place + 1] += one * one
        sums[place + 2] += change
        sums[place + 3] += change * change
