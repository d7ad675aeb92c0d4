"""The compiled search: the exact value of open hands, by alpha-beta with a table of what is known.

Values are whole numbers of pips, from the side of the seat to move in `line_search`, from the side
of the party that asks in `search`. A workspace for searching has, behind the tables, the room laid
out below; its table of positions is never cleared: every question has a salt of its own.
"""

from __future__ import annotations

from matador.analysis import layout as at
from matador.analysis.kernels import (
    copy,
    do,
    forward,
    in_line,
    left,
    moves,
    settle,
    stream,
)
from matador.analysis.native import Ints, affine, jit, lowest, popcount, take_largest

NODES = at.ROWS
LIMIT = at.ROWS + 1
"""How many nodes may be visited."""
STOPPED = at.ROWS + 2
"""1 once the limit was reached: what the search returned then means nothing."""
SALT = at.ROWS + 3
FRIENDS = at.ROWS + 4
"""Mask of the seats for which `search` maximises."""
BITS = at.ROWS + 5
"""The table has 2**BITS places."""
UNIT = at.ROWS + 6
"""1 if pips are counted; 0 if the rules pay nothing, and a hand that is won counts 1."""

PROVED_LOW = at.ROWS + 7
PROVED_HIGH = at.ROWS + 8
"""What `close_in` has proved so far, both included."""

_PLACES = at.ROWS + 9
"""Mask of the places in the table."""

_OWNER = at.ROWS + 16
_PLACE = _OWNER + at.SEATS * at.TILES
_KIND = _PLACE + at.TILES
_AHEAD = _KIND + at.KINDS
"""By place in the stock: the tiles from there on that may be drawn."""
_AHEAD_PIPS = _AHEAD + at.TILES
_FOLLOW = _AHEAD_PIPS + at.TILES
"""Per kind (no spinner due), tile and way: the kind that follows, NOTHING if the end closes."""
_MOVES = _FOLLOW + 64 * at.TILES * at.WAYS
_ROOM = 160
"""Moves of one position at most: ten tiles, four ends, four ways."""
_DEPTH = 160
_ROWS = _MOVES + _ROOM * _DEPTH
ROOT = _ROWS
"""The row of the position that is asked about."""
_TABLE = _ROWS + at.ROW * _DEPTH
FIXED = _TABLE - at.ROWS
"""How many numbers a searching workspace has behind its tables, besides two for each place."""

_FITS = at.ANSWERS + 64
_TWO = at.TWO + 64
_THREE = at.THREE + 64
_FOUR = at.FOUR + 64
_NEXT = at.NEXT + 64 * at.TILES * at.WAYS
"""The tables of kinds where no spinner is due."""

_WORST = (1 << 14) - 1
_TURN_SALT = 4242424242424242421


@jit
def prepare(w: Ints, bits: int) -> None:
    """Make a workspace ready for searches with a table of 2**bits places."""
    w[BITS] = bits
    w[_PLACES] = (1 << bits) - 1
    for i in range(64 * at.TILES * at.WAYS):
        follow = w[_NEXT + i]
        w[_FOLLOW + i] = follow >> 2 & 63 if follow & 3 else at.NOTHING
    state = stream(1, 1)
    for i in range(_OWNER, _AHEAD):
        state = forward(state)
        w[i] = affine(state ^ (state >> 31), 3202034522624059733, 0) >> 2
    unpaid = w[at.OUT_PAY] == 2 and w[at.BLOCKED_PAY] == 5
    w[UNIT] = 0 if unpaid else 1


@jit
def begin(w: Ints, salt: int) -> None:
    """Start a new question about the row at ROOT and the stock."""
    w[SALT] = stream(7, salt)
    end = w[at.STOCK_SIZE] - w[at.RESERVE] if w[at.LIMIT] else 0
    mask, pips = 0, 0
    for place in range(at.TILES - 1, -1, -1):
        if w[ROOT + at.NEXT_TILE] <= place < end:
            mask |= 1 << w[at.STOCK + place]
            pips += w[at.WEIGHT + w[at.STOCK + place]]
        w[_AHEAD + place] = mask
        w[_AHEAD_PIPS + place] = pips


# --- two players on a line with two ends --------------------------------------------------------


@jit
def line_value(w: Ints, row: int, low: int, high: int) -> int:
    """The value of a led row for the seat to move, if it lies between `low` and `high`.

    At or below `low` it is an upper bound, at or above `high` a lower bound.
    """
    seat = w[row + at.TURN_OF]
    mine, theirs = w[row + at.HANDS + seat], w[row + at.HANDS + 1 - seat]
    one = w[row + at.KIND] if w[row + at.COUNT] > 0 else at.NOTHING
    two = w[row + at.KIND + 1] if w[row + at.COUNT] > 1 else at.NOTHING
    zero = seat - seat  # see `line_search` on literals
    low, high = low + zero, high + zero
    my_pips, their_pips, key = zero, zero, w[SALT] ^ (_TURN_SALT if seat else 0)
    for tile in range(w[at.TILE_COUNT]):
        if mine >> tile & 1:
            my_pips += w[at.WEIGHT + tile]
            key ^= w[_OWNER + seat * at.TILES + tile]
        if theirs >> tile & 1:
            their_pips += w[at.WEIGHT + tile]
            key ^= w[_OWNER + (1 - seat) * at.TILES + tile]
    place = w[row + at.NEXT_TILE]
    passes, drawn, last = w[row + at.PASSES], w[row + at.DRAWN], w[row + at.LAST]
    return line_search(
        w,
        mine,
        theirs,
        one,
        two,
        place,
        seat,
        my_pips,
        their_pips,
        key,
        low,
        high,
        passes,
        drawn,
        last,
        zero,
    )


@jit
def line_search(
    w: Ints,
    mine: int,
    theirs: int,
    one: int,
    two: int,
    place: int,
    seat: int,
    my_pips: int,
    their_pips: int,
    key: int,
    low: int,
    high: int,
    passes: int,
    drawn: int,
    last: int,
    ply: int,
) -> int:
    """`line_value` for a position in single numbers; `key` is made of hands, seat and salt."""
    nodes = w[NODES] + 1
    w[NODES] = nodes
    if nodes >= w[LIMIT]:
        w[STOPPED] = 1
        return 0
    # A zero that Numba takes for a number like any other: of a literal it would make a function of
    # its own, and compile all this six times.
    zero = ply - ply
    wants = w[_FITS + one] | w[_FITS + two]
    fitting = mine & wants
    while fitting == 0 and w[_AHEAD + place] and drawn < w[at.LIMIT]:
        tile = w[at.STOCK + place]
        mine |= 1 << tile
        my_pips += w[at.WEIGHT + tile]
        key ^= w[_OWNER + seat * at.TILES + tile]
        fitting = wants & 1 << tile
        place += 1
        drawn += 1
    if fitting == 0:
        passes = passes + 1 if w[at.EVERY_PASS] or drawn == 0 else 0
        if passes >= 2:
            return blocked_value(w, my_pips, their_pips, 1 if last == seat else -1)
        return -line_search(
            w,
            theirs,
            mine,
            one,
            two,
            place,
            1 - seat,
            their_pips,
            my_pips,
            key ^ _TURN_SALT,
            -high,
            -low,
            passes,
            zero,
            last,
            ply + 1,
        )
    if one > two:
        one, two = two, one
    top, bottom = _bounds(w, my_pips, their_pips, w[_AHEAD_PIPS + place])
    if top <= low:
        return top
    if bottom >= high:
        return bottom
    full = key ^ w[_PLACE + place] ^ (w[_KIND + one] + w[_KIND + two])
    slot = _TABLE + 2 * (full & w[_PLACES])
    known_low, known_high, best_known = -_WORST, _WORST, -1
    if w[slot] == full:
        data = w[slot + 1]
        known_low, known_high = (data >> 16 & 32767) - _WORST, (data >> 31 & 32767) - _WORST
        best_known = data & 65535
        if known_low >= high or known_low == known_high:
            return known_low
        if known_high <= low:
            return known_high
        low, high = max(low, known_low), min(high, known_high)
    first = _MOVES + ply * _ROOM
    n = _order(w, first, mine, theirs, one, two, best_known)
    best, best_move, floor = -_WORST, 0, low
    for i in range(n):
        move = (take_largest(w, first + i, first + n) if i + 1 < n else w[first + i]) & 65535
        tile = move >> 2 & 63
        left, right = one, two
        if move & 256:
            right = move >> 9
        else:
            left = move >> 9
        rest = mine ^ 1 << tile
        if rest == 0:
            w[NODES] += 1
            value = out_value(w, their_pips)
        elif w[at.OPEN_BLOCK] and _dead(w, rest | theirs | w[_AHEAD + place], left, right):
            value = blocked_value(w, my_pips - w[at.WEIGHT + tile], their_pips, 1)
        else:
            value = -line_search(
                w,
                theirs,
                rest,
                left,
                right,
                place,
                1 - seat,
                their_pips,
                my_pips - w[at.WEIGHT + tile],
                key ^ w[_OWNER + seat * at.TILES + tile] ^ _TURN_SALT,
                -high,
                -low,
                zero,
                zero,
                seat,
                ply + 1,
            )
        if w[STOPPED]:
            return 0
        if value > best:
            best, best_move = value, move
            if value > low:
                low = value
                if value >= high:
                    break
    if best >= high:
        known_low = max(known_low, best)
    elif best <= floor:
        known_high = min(known_high, best)
    else:
        known_low, known_high = best, best
    w[slot] = full
    w[slot + 1] = best_move | (known_low + _WORST) << 16 | (known_high + _WORST) << 31
    return best


@jit
def _dead(w: Ints, tiles: int, one: int, two: int) -> bool:
    return tiles & (w[_FITS + one] | w[_FITS + two]) == 0


@jit
def _bounds(w: Ints, mine: int, theirs: int, ahead: int) -> tuple[int, int]:
    """What the seat to move can win or lose at most, with so many pips still to be drawn."""
    if w[UNIT] == 0:
        return 1, -1
    if w[at.BLOCKED_PAY] == 3:
        everything = mine + theirs + ahead
        return everything, -everything
    return theirs + ahead, -mine - ahead


@jit
def out_value(w: Ints, theirs: int) -> int:
    """What going out is worth while the other side has so many pips."""
    if w[at.OUT_PAY] == 2:
        return 1 - w[UNIT]
    return theirs


@jit
def blocked_value(w: Ints, mine: int, theirs: int, last: int) -> int:
    """What a blocked hand is worth to one of two seats; `last` is 1 if it played last, else -1."""
    how = w[at.BLOCKED_PAY]
    if how in (0, 1, 4):
        return theirs - mine
    sign = 1 if mine < theirs else -1 if mine > theirs else last if w[at.TIE] == 2 else 0
    if how == 2:
        return sign * (theirs if sign > 0 else mine)
    if how == 3:
        return sign * (mine + theirs)
    return sign * (1 - w[UNIT])


@jit
def _order(w: Ints, first: int, mine: int, theirs: int, one: int, two: int, known: int) -> int:
    """Write the plays with how promising they look: what leaves the other seat little comes first.

    An entry is the promise times 65536 plus the kind that follows, end, tile and way.
    """
    n, matadors = first, w[at.MATADORS]
    # Names of its own, which plain Python finds sooner than those of a module.
    own, fits, pips, width = mine & ~matadors, _FITS, at.PIPS, at.WAYS
    for side in range(1 if one == two else 2):
        here, there = (two, one) if side else (one, two)
        kept = w[fits + there]
        twice = mine & w[_TWO + here]
        entries = _FOLLOW + here * (at.TILES * at.WAYS)
        mask = mine & w[fits + here]
        while mask:
            tile = lowest(mask)
            bit = 1 << tile
            mask ^= bit
            looks = 2048 + 2 * w[pips + tile]
            if matadors & bit:
                looks -= 8
            ways = 1
            if twice & bit:
                ways = 2
                if w[_THREE + here] & bit:
                    ways = 4 if w[_FOUR + here] & bit else 3
            for way in range(ways):
                kind = w[entries + tile * width + way]
                wants = w[fits + kind] | kept
                replies = popcount(wants & theirs)
                promise = looks - 12 * replies if replies else looks + 40
                promise += popcount(wants & own & ~bit)
                move = kind << 9 | side << 8 | tile << 2 | way
                if move == known:
                    promise += 2000
                w[n] = promise << 16 | move
                n += 1
    return n - first


# --- any rules, any number of players -----------------------------------------------------------


@jit
def party_value(w: Ints, row: int, status: int) -> int:
    """What a finished hand is worth to the party of FRIENDS.

    Its payment less what the others are paid. Where the rules debit, of two parties the difference,
    of more its own debit taken off. Where the rules pay nothing, a hand won counts 1, lost -1.
    """
    winners = settle(w, row, status)
    parties = 2 if w[at.PAIRED] else w[at.PLAYERS]
    mine, others = 0, 0
    for party in range(parties):
        paid = w[at.PAID + party]
        if w[UNIT] == 0:
            paid = winners >> party & 1
        if w[FRIENDS] >> party & 1:
            mine += paid
        else:
            others += paid
    if w[at.BLOCKED_PAY] == 4 or w[at.OUT_PAY] == 1:
        return others - mine if parties == 2 else -mine
    return mine - others


@jit
def search(w: Ints, row: int, low: int, high: int) -> int:
    """The value of a row for the party of FRIENDS, all others playing against it.

    Between `low` and `high` it is exact; at or below `low` an upper bound, at or above `high` a
    lower bound. Exact for two parties; with more this is the paranoid value: what the party can be
    sure of.
    """
    w[NODES] += 1
    if w[NODES] >= w[LIMIT]:
        w[STOPPED] = 1
        return 0
    full = _key(w, row)
    slot = _TABLE + 2 * (affine(full ^ (full >> 29), 3202034522624059733, 0) >> (63 - w[BITS]))
    known_low, known_high, best_known = -_WORST, _WORST, -1
    if w[slot] == full:
        data = w[slot + 1]
        known_low, known_high = (data >> 24 & 32767) - _WORST, (data >> 39 & 32767) - _WORST
        best_known = data & 0xFFFFFF
        if known_low >= high or known_low == known_high:
            return known_low
        if known_high <= low:
            return known_high
        low, high = max(low, known_low), min(high, known_high)
    if w[at.PLAYERS] == 2:
        top, bottom = _row_bounds(w, row)
        if top <= low:
            return top
        if bottom >= high:
            return bottom
    ply = (row - ROOT) // at.ROW
    first, after = _MOVES + ply * _ROOM, row + at.ROW
    n = moves(w, row, first, True)
    seat = w[row + at.TURN_OF]
    friendly = w[FRIENDS] >> (seat & 1 if w[at.PAIRED] else seat) & 1
    _promise(w, row, first, n, best_known)
    best = -_WORST if friendly else _WORST
    best_move, floor, roof = 0, low, high
    for i in range(n):
        move = take_largest(w, first + i, first + n) & 0xFFFFFF
        copy(w, row, after)
        status = do(w, after, move)
        if status == at.GOES_ON:
            value = search(w, after, low, high)
        else:
            value = party_value(w, after, status)
        if w[STOPPED]:
            return 0
        if friendly and value > best:
            best, best_move, low = value, move, max(low, value)
        elif not friendly and value < best:
            best, best_move, high = value, move, min(high, value)
        if low >= high:
            break
    if best >= roof:
        known_low = max(known_low, best)
    elif best <= floor:
        known_high = min(known_high, best)
    else:
        known_low, known_high = best, best
    w[slot] = full
    w[slot + 1] = best_move | (known_low + _WORST) << 24 | (known_high + _WORST) << 39
    return best


@jit
def _row_bounds(w: Ints, row: int) -> tuple[int, int]:
    """What the party of FRIENDS, one of two players, can win or lose at most from here."""
    friend = 0 if w[FRIENDS] & 1 else 1
    mine = left(w, w[row + at.HANDS + friend])
    theirs = left(w, w[row + at.HANDS + 1 - friend])
    return _bounds(w, mine, theirs, w[_AHEAD_PIPS + w[row + at.NEXT_TILE]])


@jit
def _promise(w: Ints, row: int, first: int, n: int, known: int) -> None:
    """Put how promising a move looks above it, as `_order` does: plays, then drawing, passing."""
    seat = w[row + at.TURN_OF]
    mine = w[row + at.HANDS + seat]
    theirs = w[row + at.HANDS + (seat + 1 if seat + 1 < w[at.PLAYERS] else 0)]
    for i in range(n):
        move = w[first + i]
        promise = 4096 if move == known else 0
        if move < at.DRAW:
            tile = move >> 4 & 63
            promise += 1024 + 2 * w[at.PIPS + tile]
            if w[row + at.LED]:
                wants = _wanted_after(w, row, move)
                replies = popcount(wants & theirs)
                promise += 40 if replies == 0 else -12 * replies
                bit = 1 << tile
                promise += popcount(wants & mine & ~(w[at.MATADORS] | bit))
                if w[at.MATADORS] & bit:
                    promise -= 8
        elif move == at.DRAW:
            promise += 900
        w[first + i] = promise << 24 | move


@jit
def _wanted_after(w: Ints, row: int, move: int) -> int:
    """Mask of the tiles that go on some end after a play, side arms that it opens left out."""
    slot, due = move >> 12, w[row + at.DUE]
    mask = 0
    for other in range(w[row + at.COUNT]):
        if other != slot:
            mask |= w[at.ANSWERS + due + w[row + at.KIND + other]]
    kind = due + w[row + at.KIND + slot]
    entry = w[at.NEXT + (kind * at.TILES + (move >> 4 & 63)) * at.WAYS + (move & 15)]
    if entry & 3:
        mask |= w[at.ANSWERS + due + (entry >> 2 & 63)]
    if entry & 2:
        mask |= w[at.ANSWERS + due + (entry >> 8 & 63)]
    return mask


@jit
def _key(w: Ints, row: int) -> int:
    """A number for everything that matters in a row; the order of like ends does not."""
    key = w[SALT] ^ w[_PLACE + w[row + at.NEXT_TILE]]
    for seat in range(w[at.PLAYERS]):
        key = affine(key ^ w[row + at.HANDS + seat], 3202034522624059733, seat)
        key ^= key >> 31
    last = w[row + at.LAST] + 1 if w[at.TIE] == 2 else 0
    turn = w[row + at.TURN_OF] + 8 * (w[row + at.PASSES] + 16 * last)
    turn += 4096 * (w[row + at.DRAWN] + 64 * (w[row + at.DREW] + 2 * w[row + at.LED]))
    turn += (w[row + at.SPIN] + 256 * w[row + at.DUE]) << 24
    ends, waiting = 0, w[row + at.SPIN] & 3
    for slot in range(w[row + at.COUNT]):
        end = w[_KIND + w[row + at.KIND + slot]]
        if waiting and w[row + at.ARM + slot] < 6:
            end ^= w[_OWNER + w[row + at.ARM + slot]]
        ends = affine(ends, 1, end)
    key = affine(key ^ turn, 6364136223846793005, ends)
    return key ^ (key >> 29)


@jit
def value_of(w: Ints, row: int, low: int, high: int) -> int:
    """The value of a row for the party of FRIENDS, by whichever search knows the rules."""
    # Numbers like any other, whatever the caller wrote: see `line_search` on literals.
    zero = w[STOPPED] - w[STOPPED]
    row, low, high = row + zero, low + zero, high + zero
    if w[row + at.LED] == 0 or not in_line(w):
        return search(w, row, low, high)
    if w[FRIENDS] >> w[row + at.TURN_OF] & 1:
        return line_value(w, row, low, high)
    return -line_value(w, row, -high, -low)


@jit
def probe(w: Ints, row: int, edge: int) -> int:
    """Prove that the value of a row is at least `edge`, or that it is less, and note it."""
    value = value_of(w, row, edge - 1, edge)
    if w[STOPPED]:
        return edge
    if value < edge:
        w[PROVED_HIGH] = min(w[PROVED_HIGH], value)
    else:
        w[PROVED_LOW] = max(w[PROVED_LOW], value)
    return value


@jit
def close_in(w: Ints, row: int, guess: int) -> int:
    """The value of a row for the party of FRIENDS, by narrow searches around better guesses.

    Starts from what PROVED_LOW and PROVED_HIGH say and leaves there what it has proved. When the
    limit stops it, the last guess is returned, from which it can go on. (MTD(f): Plaat et al.,
    "Best-first fixed-depth minimax algorithms", 1996.)
    """
    while w[PROVED_LOW] < w[PROVED_HIGH]:
        value = probe(w, row, guess + 1 if guess == w[PROVED_LOW] else guess)
        if w[STOPPED]:
            return guess
        guess = value
    return guess
