"""Many hands at once: dealt, played by policies and settled inside the compiled core.

Hand number i of a seed is the same hand whatever is played beside it: it has a stream of random
numbers of its own. Sums are whole numbers, so they can be added up in any order.
"""

from __future__ import annotations

from matador.analysis import layout as at
from matador.analysis.kernels import (
    below,
    deal,
    forward,
    highest,
    left,
    nth,
    play_out,
    settle,
    stream,
)
from matador.analysis.native import Ints, jit, lowest, popcount

# --- the sums -----------------------------------------------------------------------------------

HANDS = 0
BLOCKED = 1
PLAYS = 2
DRAWS = 3
PASSES = 4
LED_AND_WON = 5
UNWON = 6
"""Hands that nobody won."""
EDGE = 7
"""What the leader's party was paid times the other parties, less what they were paid; summed. A
debit counts as a payment below nothing."""
EDGE_SQUARED = 8
PLAYS_SQUARED = 9
DRAWS_SQUARED = 10
PASSES_SQUARED = 11
SHARED = 12
"""Hands that more than one party won."""
WON = 16
"""By party; the next also."""
PAID = WON + at.SEATS
PAID_SQUARED = PAID + at.SEATS
PIPS = PAID_SQUARED + at.SEATS
"""Pips left, by seat; the next also."""
PIPS_SQUARED = PIPS + at.SEATS
LED = PIPS_SQUARED + at.SEATS
LENGTHS = LED + at.SEATS
"""How many hands took so many plays, 0 to 63."""
SUMS = LENGTHS + 64

# --- the workspace behind the tables ------------------------------------------------------------

_POLICIES = at.ROWS
_ROOM = at.ROWS + at.SEATS
LEADER = _ROOM + at.SEATS * 8
"""Who led the last hand played; more about it follows, and what it paid stands at `layout.PAID`."""
STATUS = LEADER + 1
LAST = LEADER + 2
"""Who played the last tile."""
WINNERS = LEADER + 3
"""The mask of the parties that won."""
DEBIT = LEADER + 4
"""1 if payments are points against."""
MOVES = LEADER + 5
"""How many plays, draws and passes it took."""
_ROW = LEADER + 8
_OUT = _ROW + 2 * at.ROW
WORKSPACE = _OUT + 2048 - at.ROWS
"""How many numbers `play_hands` needs behind the tables of a workspace."""


def set_policies(w: Ints, weights: tuple[tuple[int, ...] | None, ...]) -> None:
    """Write the policies of the seats for `play_hands`: weights of `score_of`, None for random."""
    for seat, one in enumerate(weights):
        place = _ROOM + 8 * seat
        w[_POLICIES + seat] = 0 if one is None else place
        for i, weight in enumerate(one or ()):
            w[place + i] = weight


@jit
def play_hand(w: Ints, seed: int, number: int, leader: int) -> None:
    """Play hand `number` of a seed and settle it; what came of it stands from `LEADER` on.

    `leader` is the seat that leads, or -1: found by the rules.
    """
    state = deal(w, _ROW, stream(seed, number), leader)
    w[LEADER] = w[_ROW + at.TURN_OF]
    status = play_out(w, _ROW, _OUT, _POLICIES, state)
    w[STATUS] = status
    w[LAST] = w[_ROW + at.LAST]
    w[WINNERS] = settle(w, _ROW, status)
    w[DEBIT] = w[at.OUT_PAY] == 1 if status == at.OUT else w[at.BLOCKED_PAY] == 4
    for i in range(3):
        w[MOVES + i] = w[_OUT + i]


@jit
def play_hands(w: Ints, seed: int, first: int, count: int, leader: int, sums: Ints) -> None:
    """Play hands `first` to `first + count - 1` of a seed and add to the sums.

    `leader` is the seat that leads, or -1: found by the rules.
    """
    for number in range(first, first + count):
        play_hand(w, seed, number, leader)
        add_hand(w, sums)


@jit
def add_hand(w: Ints, sums: Ints) -> None:
    """Add the last hand played to the sums."""
    led, winners = w[LEADER], w[WINNERS]
    paired = w[at.PAIRED]
    parties = 2 if paired else w[at.PLAYERS]
    leading = led & 1 if paired else led
    sums[HANDS] += 1
    sums[BLOCKED] += w[STATUS] == at.BLOCKED
    sums[UNWON] += winners == 0
    sums[SHARED] += winners & (winners - 1) != 0
    sums[LED_AND_WON] += winners >> leading & 1
    sums[LED + led] += 1
    edge = 0
    for party in range(parties):
        paid = w[at.PAID + party]
        edge += paid * (parties - 1) if party == leading else -paid
        sums[WON + party] += winners >> party & 1
        sums[PAID + party] += paid
        sums[PAID_SQUARED + party] += paid * paid
    sums[EDGE] += -edge if w[DEBIT] else edge
    sums[EDGE_SQUARED] += edge * edge
    for seat in range(w[at.PLAYERS]):
        pips = w[at.PAID + at.SEATS + seat]
        sums[PIPS + seat] += pips
        sums[PIPS_SQUARED + seat] += pips * pips
    _add_moves(w[MOVES], w[MOVES + 1], w[MOVES + 2], sums)


@jit
def _add_moves(plays: int, draws: int, passes: int, sums: Ints) -> None:
    sums[PLAYS] += plays
    sums[DRAWS] += draws
    sums[PASSES] += passes
    sums[PLAYS_SQUARED] += plays * plays
    sums[DRAWS_SQUARED] += draws * draws
    sums[PASSES_SQUARED] += passes * passes
    sums[LENGTHS + min(plays, 63)] += 1


# --- one hand, several payments -----------------------------------------------------------------

PAYER = at.TILES + at.SINGLE - at.OUT_PAY + 1
"""How many numbers of a workspace say how a hand is paid."""
PAYMENT = at.SEATS + 1
"""What a payer leaves of a hand: one number a party, then the mask of the parties that won."""
PAYER_SUMS = 3 * at.SEATS + 1
"""The sums of a payer: paid, paid squared, won, each by party; then the hands that nobody won."""


_PAYS = slice(at.WEIGHT, at.WEIGHT + at.TILES), slice(at.OUT_PAY, at.SINGLE + 1)


def payer_of(w: Ints) -> list[int]:
    """How the rules of a workspace pay: what its tiles count, then its payment rules."""
    return [int(x) for place in _PAYS for x in w[place]]


@jit
def pay_hand(w: Ints, payers: Ints, count: int, payments: Ints) -> None:
    """Settle the last hand played under each of `count` payers; `payments` are written over.

    The first payer is that of the rules played by; the workspace has it again afterwards.
    """
    for payer in range(count - 1, -1, -1):
        for i in range(PAYER):
            place = at.WEIGHT + i if i < at.TILES else at.OUT_PAY + i - at.TILES
            w[place] = payers[payer * PAYER + i]
        winners = settle(w, _ROW, w[STATUS])
        for party in range(at.SEATS):
            paid = w[at.PAID + party] if party < (2 if w[at.PAIRED] else w[at.PLAYERS]) else 0
            payments[payer * PAYMENT + party] = paid
        payments[payer * PAYMENT + at.SEATS] = winners


@jit
def pay_hands(
    w: Ints, seed: int, first: int, count: int, payers: Ints, many: int, paid: Ints, sums: Ints
) -> None:
    """Play hands as `play_hands` does, settle each under `many` payers, and add to their sums.

    `paid` is room for the payments of one hand.
    """
    for number in range(first, first + count):
        play_hand(w, seed, number, -1)
        pay_hand(w, payers, many, paid)
        for payer in range(many):
            add_payment(paid, payer, sums)


@jit
def add_payment(payments: Ints, payer: int, sums: Ints) -> None:
    """Add what a payer left of a hand to its sums."""
    start, winners = payer * PAYER_SUMS, payments[payer * PAYMENT + at.SEATS]
    for party in range(at.SEATS):
        paid = payments[payer * PAYMENT + party]
        sums[start + party] += paid
        sums[start + at.SEATS + party] += paid * paid
        sums[start + 2 * at.SEATS + party] += winners >> party & 1
    sums[start + 3 * at.SEATS] += winners == 0


# --- the plain game, two players at random ------------------------------------------------------


@jit
def fits_lane(w: Ints) -> bool:
    """Whether `random_hands` can play these rules.

    Two players on a line with two ends, nothing to choose but the tile, a double led if there is
    one and the heaviest tile otherwise.
    """
    if w[at.PLAYERS] != 2 or not (w[at.LINEAR] and w[at.STRICT]) or w[at.OPEN_BLOCK]:
        return False
    if w[at.LEADER] == 0 or w[at.TOP_DOUBLE] or w[at.NEEDS_DOUBLE] or w[at.EXTRA]:
        return False
    if w[at.LEAD_TILE] == 0 or w[at.NO_DOUBLE] != 1 or w[at.LIMIT] < w[at.TILE_COUNT]:
        return False
    many = 0
    for kind in range(at.KINDS):
        many |= w[at.THREE + kind]
    return many == 0


@jit
def random_hands(w: Ints, seed: int, first: int, count: int, sums: Ints) -> None:
    """Deal and play hands at random, as `play_hands` would but with other numbers.

    Adds hands, blocked hands, plays, draws, and the pips left by seat.
    """
    for number in range(first, first + count):
        _random_hand(w, stream(seed, number), sums)


@jit
def _random_hand(w: Ints, state: int, sums: Ints) -> None:
    stock, remain = (1 << w[at.TILE_COUNT]) - 1, w[at.TILE_COUNT]
    mine, theirs = 0, 0
    for i in range(2 * w[at.HAND_SIZE]):
        state = forward(state)
        bit = 1 << nth(stock, below(state, remain))
        stock, remain = stock ^ bit, remain - 1
        if i & 1:
            mine |= bit
        else:
            theirs |= bit
    full = remain
    tile = _first_lead(w, mine | theirs)
    seat = 1 if theirs >> tile & 1 else 0
    if seat:
        mine, theirs = theirs, mine
    mine ^= 1 << tile
    entry = w[at.LEADS + 2 * tile]
    left_end, right_end = 64 + (entry & 63), 64 + (entry >> 6 & 63)
    plays, reserve, blocked = 1, w[at.RESERVE], 0
    while mine:
        mine, theirs, seat = theirs, mine, 1 - seat
        a, b = w[at.ANSWERS + left_end], w[at.ANSWERS + right_end]
        wants = a | b
        if mine & wants == 0:
            fitting = 0
            while fitting == 0 and remain > reserve:
                state = forward(state)
                bit = 1 << nth(stock, below(state, remain))
                stock, remain = stock ^ bit, remain - 1
                mine |= bit
                fitting = bit & wants
            if fitting == 0:
                if theirs & wants == 0:
                    blocked = 1
                    break
                continue
        if left_end == right_end:
            b = 0
        a, b = a & mine, b & mine
        c, d = w[at.TWO + left_end] & a, w[at.TWO + right_end] & b
        one, two, three = popcount(a), popcount(b), popcount(c)
        state = forward(state)
        pick = below(state, one + two + three + popcount(d))
        if pick < one:
            tile = nth(a, pick)
            left_end = _end_after(w, left_end, tile, 0)
        elif pick < one + two:
            tile = nth(b, pick - one)
            right_end = _end_after(w, right_end, tile, 0)
        elif pick < one + two + three:
            tile = nth(c, pick - one - two)
            left_end = _end_after(w, left_end, tile, 1)
        else:
            tile = nth(d, pick - one - two - three)
            right_end = _end_after(w, right_end, tile, 1)
        mine ^= 1 << tile
        plays += 1
    sums[HANDS] += 1
    sums[BLOCKED] += blocked
    sums[PLAYS] += plays
    sums[DRAWS] += full - remain
    sums[PIPS + seat] += left(w, mine)
    sums[PIPS + 1 - seat] += left(w, theirs)


@jit
def _first_lead(w: Ints, held: int) -> int:
    doubles = held & w[at.DOUBLES]
    if doubles:
        return highest(doubles)
    best = lowest(held)
    while held:
        tile = lowest(held)
        held &= held - 1
        if w[at.PIPS + tile] > w[at.PIPS + best]:
            best = tile
    return best


@jit
def _end_after(w: Ints, end: int, tile: int, way: int) -> int:
    return 64 + (w[at.NEXT + (end * at.TILES + tile) * at.WAYS + way] >> 2 & 63)
