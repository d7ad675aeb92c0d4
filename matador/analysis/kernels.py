"""The compiled core: the rules as integer tables and bit masks.

This is the one permitted second form of the rules; its tables are compiled from `matador.game` (see
`tables.py`), and a test plays both against each other action by action. All functions take a
workspace `w` (see `layout.py`) and the offset of a row in it. A move is one number: DRAW, PASS, or
the end's place, the tile and the way round, as `move_of` packs them.
"""

from __future__ import annotations

from matador.analysis import layout as at
from matador.analysis.native import Ints, affine, jit, lowest, popcount

_STEP = 6364136223846793005
_MIX = 3202034522624059733
_ODD = 1442695040888963407


# --- chance -------------------------------------------------------------------------------------


@jit
def stream(seed: int, number: int) -> int:
    """The state from which the random numbers of one hand start: equal for equal arguments."""
    x = affine(seed, _STEP, affine(number, 3037000493, _ODD))
    for _ in range(2):
        x = affine(x ^ (x >> 32), _MIX, 0)
        x = affine(x ^ (x >> 29), _STEP, 1)
    return x ^ (x >> 32)


@jit
def forward(state: int) -> int:
    """The next state."""
    return affine(state, _STEP, _ODD)


@jit
def below(state: int, count: int) -> int:
    """A number from 0 to count - 1 from this state."""
    return ((affine(state ^ (state >> 30), _MIX, 0) >> 31) * count) >> 32


@jit
def nth(mask: int, place: int) -> int:
    """The tile at `place` of a mask, counted from 0."""
    for _ in range(place):
        mask &= mask - 1
    return lowest(mask)


# --- what may be done ---------------------------------------------------------------------------


@jit
def move_of(slot: int, tile: int, way: int) -> int:
    """Playing `tile` on the end at `slot`; on the lead, `way` is the way round."""
    return slot << 12 | tile << 4 | way


@jit
def wanted(w: Ints, row: int) -> int:
    """Mask of the tiles that go on some end."""
    mask, due = 0, w[row + at.DUE]
    for slot in range(w[row + at.COUNT]):
        mask |= w[at.ANSWERS + due + w[row + at.KIND + slot]]
    return mask


@jit
def drawable(w: Ints, row: int) -> int:
    """How many tiles of the stock may still be drawn."""
    if w[at.LIMIT] == 0:
        return 0
    return max(0, w[at.STOCK_SIZE] - w[row + at.NEXT_TILE] - w[at.RESERVE])


@jit
def duties(w: Ints, row: int, playable: int) -> int:
    """What the seat to move may do once a tile lies: 1 play, 2 draw, 4 pass, added up.

    `playable` is the mask of its tiles that go on some end.
    """
    entry = 0
    if playable:
        entry = 2 if playable & ~w[at.MATADORS] else 1
    entry = 2 * entry + (w[row + at.DRAWN] >= w[at.LIMIT])
    entry = 2 * entry + (drawable(w, row) > 0)
    return w[at.TURN + 2 * entry + w[row + at.DREW]]


@jit
def moves(w: Ints, row: int, out: int, distinct: bool) -> int:
    """Write the legal moves to `w[out:]` and return how many.

    With `distinct`, of several moves that are mirror images of each other only the first.
    """
    if w[row + at.LED] == 0:
        return _leads(w, row, out, distinct)
    hand = w[row + at.HANDS + w[row + at.TURN_OF]]
    may = duties(w, row, hand & wanted(w, row))
    n = 0
    if may & 1:
        n = _plays(w, row, out, distinct, hand)
    if may & 2:
        w[out + n] = at.DRAW
        n += 1
    if may & 4:
        w[out + n] = at.PASS
        n += 1
    return n


@jit
def twin(w: Ints, row: int, slot: int) -> bool:
    """Whether an earlier end asks for the same, so that playing here changes nothing but sides."""
    if w[row + at.SPIN] & 3:
        return False
    other = 0
    while w[row + at.KIND + other] != w[row + at.KIND + slot]:
        other += 1
    return other < slot


@jit
def _plays(w: Ints, row: int, out: int, distinct: bool, hand: int) -> int:
    n, due = 0, w[row + at.DUE]
    for slot in range(w[row + at.COUNT]):
        if distinct and twin(w, row, slot):
            continue
        kind = due + w[row + at.KIND + slot]
        mask = hand & w[at.ANSWERS + kind]
        while mask:
            tile = lowest(mask)
            mask &= mask - 1
            for way in range(ways(w, kind, tile)):
                w[out + n] = move_of(slot, tile, way)
                n += 1
    return n


@jit
def ways(w: Ints, kind: int, tile: int) -> int:
    """In how many ways a tile goes on a kind (spinner due or not already added to it)."""
    n = w[at.ANSWERS + kind] >> tile & 1
    n += w[at.TWO + kind] >> tile & 1
    n += w[at.THREE + kind] >> tile & 1
    return n + (w[at.FOUR + kind] >> tile & 1)


@jit
def count_plays(w: Ints, row: int, hand: int) -> int:
    """How many plays a hand has."""
    n, due = 0, w[row + at.DUE]
    for slot in range(w[row + at.COUNT]):
        kind = due + w[row + at.KIND + slot]
        n += popcount(hand & w[at.ANSWERS + kind]) + popcount(hand & w[at.TWO + kind])
        n += popcount(hand & w[at.THREE + kind]) + popcount(hand & w[at.FOUR + kind])
    return n


@jit
def count_moves(w: Ints, row: int, out: int) -> int:
    """How many legal moves there are; `out` is room to write them to if need be."""
    if w[row + at.LED] == 0:
        return moves(w, row, out, False)
    hand = w[row + at.HANDS + w[row + at.TURN_OF]]
    may = duties(w, row, hand & wanted(w, row))
    n = count_plays(w, row, hand) if may & 1 else 0
    return n + (may >> 1 & 1) + (may >> 2 & 1)


@jit
def highest(mask: int) -> int:
    """The highest tile of a mask."""
    while mask & (mask - 1):
        mask &= mask - 1
    return lowest(mask)


@jit
def heaviest(w: Ints, mask: int) -> int:
    """The tile with most pips, then the higher half."""
    best = lowest(mask)
    while mask:
        tile = lowest(mask)
        mask &= mask - 1
        more = w[at.PIPS + tile] - w[at.PIPS + best]
        if more > 0 or (more == 0 and w[at.HIGH + tile] > w[at.HIGH + best]):
            best = tile
    return best


@jit
def _leads(w: Ints, row: int, out: int, distinct: bool) -> int:
    hand = w[row + at.HANDS + w[row + at.TURN_OF]]
    if w[at.LEAD_TILE] == 1:
        doubles = hand & w[at.DOUBLES]
        if doubles:
            hand = 1 << highest(doubles)
        elif w[at.NO_DOUBLE] == 1:
            hand = 1 << heaviest(w, hand)
        elif w[at.NO_DOUBLE] == 2 and w[row + at.PASSES] < w[at.PLAYERS]:
            w[out] = at.PASS
            return 1
        elif w[at.NO_DOUBLE] in (2, 3) and drawable(w, row) > 0:
            w[out] = at.DRAW
            return 1
    n = 0
    while hand:
        tile = lowest(hand)
        hand &= hand - 1
        for way in range(1 if distinct or w[at.DOUBLES] >> tile & 1 else 2):
            w[out + n] = move_of(0, tile, way)
            n += 1
    return n


# --- doing it -----------------------------------------------------------------------------------


@jit
def copy(w: Ints, row: int, to: int) -> None:
    """Copy a row."""
    for i in range(at.HANDS):
        w[to + i] = w[row + i]
    for i in range(w[at.PLAYERS]):
        w[to + at.HANDS + i] = w[row + at.HANDS + i]
        w[to + at.LACKS + i] = w[row + at.LACKS + i]
    for i in range(w[row + at.COUNT]):
        w[to + at.KIND + i] = w[row + at.KIND + i]
        w[to + at.ARM + i] = w[row + at.ARM + i]


@jit
def do(w: Ints, row: int, move: int) -> int:
    """Change the row by a legal move; return whether the hand goes on, is out or blocked."""
    seat = w[row + at.TURN_OF]
    if move == at.DRAW:
        return _draw(w, row, seat)
    if move == at.PASS:
        return _pass(w, row, seat)
    tile = move >> 4 & 63
    w[row + at.HANDS + seat] &= ~(1 << tile)
    w[row + at.LAST] = seat
    led = w[row + at.LED]
    if led:
        _join(w, row, move >> 12, tile, move & 15)
    else:
        _lead(w, row, tile, move & 15)
    w[row + at.PASSES] = 0
    w[row + at.DRAWN] = 0
    double = w[at.DOUBLES] >> tile & 1
    again = led == 0 and (w[at.EXTRA] == 1 or (w[at.EXTRA] == 2 and double == 1))
    if not again:
        _hand_on(w, row, seat)
    if w[row + at.HANDS + seat] == 0:
        return at.OUT
    return at.BLOCKED if w[at.OPEN_BLOCK] and dead(w, row) else at.GOES_ON


@jit
def dead(w: Ints, row: int) -> bool:
    """Whether no tile in a hand, or still to be drawn, goes on any end."""
    mask = 0
    for seat in range(w[at.PLAYERS]):
        mask |= w[row + at.HANDS + seat]
    first = w[row + at.NEXT_TILE]
    for i in range(first, first + drawable(w, row)):
        mask |= 1 << w[at.STOCK + i]
    return mask & wanted(w, row) == 0


@jit
def _hand_on(w: Ints, row: int, seat: int) -> None:
    w[row + at.TURN_OF] = seat + 1 if seat + 1 < w[at.PLAYERS] else 0
    w[row + at.DRAWN] = 0
    w[row + at.DREW] = 0


@jit
def _draw(w: Ints, row: int, seat: int) -> int:
    tile = w[at.STOCK + w[row + at.NEXT_TILE]]
    if w[row + at.LED]:
        _note_lack(w, row, seat)
        if w[at.STOPS] and w[at.MATADORS] >> tile & 1:
            w[row + at.DREW] = 1
    w[row + at.NEXT_TILE] += 1
    w[row + at.HANDS + seat] |= 1 << tile
    w[row + at.DRAWN] += 1
    return at.GOES_ON


@jit
def _pass(w: Ints, row: int, seat: int) -> int:
    if w[row + at.LED]:
        _note_lack(w, row, seat)
    counts = w[at.EVERY_PASS] == 1 or w[row + at.DRAWN] == 0
    w[row + at.PASSES] = w[row + at.PASSES] + 1 if counts else 0
    _hand_on(w, row, seat)
    over = w[row + at.LED] == 1 and w[row + at.PASSES] >= w[at.PLAYERS]
    return at.BLOCKED if over else at.GOES_ON


@jit
def _note_lack(w: Ints, row: int, seat: int) -> None:
    lacks = wanted(w, row)
    if w[row + at.HANDS + seat] & lacks == 0:
        w[row + at.LACKS + seat] = lacks


@jit
def _lead(w: Ints, row: int, tile: int, way: int) -> None:
    entry = w[at.LEADS + 2 * tile + way]
    w[row + at.LED] = 1
    w[row + at.COUNT] = 0
    for side in range(2):
        kind = entry >> 6 * side & 63
        if kind != at.NOTHING:
            _open(w, row, kind, 4 + side)
    if entry >> 12:
        _spin(w, row, tile, 3)


@jit
def _open(w: Ints, row: int, kind: int, arm: int) -> None:
    slot = w[row + at.COUNT]
    w[row + at.KIND + slot] = kind
    w[row + at.ARM + slot] = arm
    w[row + at.COUNT] = slot + 1


@jit
def _spin(w: Ints, row: int, tile: int, waiting: int) -> None:
    """A double becomes the spinner; `waiting` says which of its ends in the row are unanswered."""
    w[row + at.DUE] = 64
    w[row + at.SPIN] = 4 * (w[at.LOW + tile] + 1) + waiting
    if w[at.AT_ONCE]:
        _open_sides(w, row)


@jit
def _open_sides(w: Ints, row: int) -> None:
    kind = w[at.SIDES + (w[row + at.SPIN] >> 2) - 1]
    if kind != at.NOTHING:
        _open(w, row, kind, 6)
        _open(w, row, kind, 7)


@jit
def _join(w: Ints, row: int, slot: int, tile: int, way: int) -> None:
    """Lay a tile on an end."""
    kind, arm = w[row + at.KIND + slot], w[row + at.ARM + slot]
    entry = w[at.NEXT + ((w[row + at.DUE] + kind) * at.TILES + tile) * at.WAYS + way]
    follow = entry & 3
    if follow == 0:
        _close(w, row, slot)
    else:
        w[row + at.KIND + slot] = entry >> 2 & 63
    if follow == 2:
        w[row + at.ARM + slot] = _forked(arm, 0)
        _open(w, row, entry >> 8 & 63, _forked(arm, 1))
    if w[at.SPINS]:
        _turn_spinner(w, row, tile, arm, entry >> 14 & 1)


@jit
def _forked(arm: int, branch: int) -> int:
    return 4 * (2 * (arm >> 2) + branch) + (arm & 3)


@jit
def _close(w: Ints, row: int, slot: int) -> None:
    last = w[row + at.COUNT] - 1
    w[row + at.KIND + slot] = w[row + at.KIND + last]
    w[row + at.ARM + slot] = w[row + at.ARM + last]
    w[row + at.COUNT] = last


@jit
def _turn_spinner(w: Ints, row: int, tile: int, arm: int, spins: int) -> None:
    if spins:
        _spin(w, row, tile, 1 << (arm & 3))
    elif w[row + at.SPIN] & 3 and arm in (4, 5):
        w[row + at.SPIN] &= ~(1 << (arm & 3))
        if w[row + at.SPIN] & 3 == 0 and w[at.AT_ONCE] == 0:
            _open_sides(w, row)


# --- dealing and settling -----------------------------------------------------------------------


@jit
def deal(w: Ints, row: int, state: int, leader: int) -> int:
    """Deal a hand into a row and return the random state afterwards.

    `leader` is the seat that leads, or -1 for the first hand of a match.
    """
    while True:
        state = _shuffle(w, row, state)
        held = 0
        for seat in range(w[at.PLAYERS]):
            held |= w[row + at.HANDS + seat]
        if w[at.TOP_DOUBLE] and not held >> (w[at.TILE_COUNT] - 1) & 1:
            continue
        if w[at.NEEDS_DOUBLE] and not held & w[at.DOUBLES]:
            continue
        break
    state = forward(state)
    first = leader
    if leader < 0:
        first = below(state, w[at.PLAYERS]) if w[at.LEADER] == 0 else _rightful(w, row, held)
    w[row + at.TURN_OF] = first
    return state


@jit
def _shuffle(w: Ints, row: int, state: int) -> int:
    """Deal the last tiles of a shuffled set to the seats; the rest is the stock, in its order."""
    players, count, size = w[at.PLAYERS], w[at.TILE_COUNT], w[at.HAND_SIZE]
    clear(w, row)
    for place in range(count):
        w[at.STOCK + place] = place
    for place in range(count - 1, 0, -1):
        state = forward(state)
        other = below(state, place + 1)
        tile = w[at.STOCK + other]
        w[at.STOCK + other] = w[at.STOCK + place]
        w[at.STOCK + place] = tile
    w[at.STOCK_SIZE] = count - size * players
    place = w[at.STOCK_SIZE]
    for seat in range(players):
        for _ in range(size):
            w[row + at.HANDS + seat] |= 1 << w[at.STOCK + place]
            place += 1
    return state


@jit
def clear(w: Ints, row: int) -> None:
    """Make the row a position without tiles, before the lead of seat A."""
    for i in range(at.KIND):
        w[row + i] = 0
    w[row + at.LAST] = -1
    w[row + at.DUE] = 0 if w[at.SPINS] else 64


@jit
def _rightful(w: Ints, row: int, held: int) -> int:
    doubles = held & w[at.DOUBLES]
    best = highest(doubles) if doubles else heaviest(w, held)
    for seat in range(w[at.PLAYERS]):
        if w[row + at.HANDS + seat] >> best & 1:
            return seat
    return 0


@jit
def left(w: Ints, mask: int) -> int:
    """What the tiles of a mask count when a hand is settled."""
    total = 0
    while mask:
        total += w[at.WEIGHT + lowest(mask)]
        mask &= mask - 1
    return total


@jit
def settle(w: Ints, row: int, status: int) -> int:
    """Write what each party is paid to `w[PAID:]`; return the mask of the parties that won.

    `status` is OUT or BLOCKED. Where the rules debit, payments are points against.
    """
    out = -1
    for seat in range(w[at.PLAYERS]):
        w[at.PAID + at.SEATS + seat] = left(w, w[row + at.HANDS + seat])
        if status == at.OUT and w[row + at.HANDS + seat] == 0:
            out = seat
    return pay(w, out, w[row + at.LAST])


@jit
def pay(w: Ints, out: int, last: int) -> int:
    """`settle` for the pips by seat that stand behind the payments in `w[PAID:]`.

    `out` is the seat that went out, or -1 for a blocked hand; `last` who played the last tile.
    """
    parties = 2 if w[at.PAIRED] else w[at.PLAYERS]
    winners = 1 << _party(w, out) if out >= 0 else _after_tie(w, _lowest(w, parties), last)
    debit = w[at.OUT_PAY] == 1 if out >= 0 else w[at.BLOCKED_PAY] == 4
    for party in range(parties):
        if debit:
            w[at.PAID + party] = _side(w, party, False)
        elif winners >> party & 1:
            w[at.PAID + party] = max(0, _sum(w, party, out >= 0)) // popcount(winners)
        else:
            w[at.PAID + party] = 0
    return winners


@jit
def _party(w: Ints, seat: int) -> int:
    return seat & 1 if w[at.PAIRED] else seat


@jit
def _side(w: Ints, party: int, single: bool) -> int:
    """The pips of a party: all of them, or those of its lowest hand."""
    pips = w[at.PAID + at.SEATS + party]
    if w[at.PAIRED] == 0:
        return pips
    partner = w[at.PAID + at.SEATS + party + 2]
    return min(pips, partner) if single else pips + partner


@jit
def _lowest(w: Ints, parties: int) -> int:
    single, best, mask = w[at.SINGLE] == 1, 1 << 30, 0
    for party in range(parties):
        pips = _side(w, party, single)
        if pips < best:
            best, mask = pips, 0
        if pips == best:
            mask |= 1 << party
    return mask


@jit
def _after_tie(w: Ints, lowest_parties: int, last: int) -> int:
    if popcount(lowest_parties) == 1 or w[at.TIE] == 1:
        return lowest_parties
    if w[at.TIE] == 2 and last >= 0:
        return lowest_parties & 1 << _party(w, last)
    return 0


@jit
def _sum(w: Ints, party: int, out: bool) -> int:
    """What the payment of a winning party adds up to, before it is shared."""
    everything = 0
    for seat in range(w[at.PLAYERS]):
        everything += w[at.PAID + at.SEATS + seat]
    side = _side(w, party, False)
    own = 0 if out else _side(w, party, True)
    others, extra = everything - side, w[at.PARTNER_SIGN] * (side - own)
    if out:
        return others + extra if w[at.OUT_PAY] == 0 else 0
    how = w[at.BLOCKED_PAY]
    if how == 0:
        return others - own + extra
    if how == 1:
        opponents = w[at.PLAYERS] - (2 if w[at.PAIRED] else 1)
        return others - own * opponents + extra
    if how == 2:
        return others + extra
    return everything if how == 3 else 0


# --- playing on ---------------------------------------------------------------------------------


@jit
def score_of(w: Ints, row: int, move: int, policy: int, spare: int) -> int:
    """How much a policy likes a play: weights at `w[policy:]` times what the seat can see.

    The weights: pips, matador, own tiles (no matadors) that would answer the ends afterwards,
    unseen tiles that would, an inner half equal to the half that shows. `spare` is a row to try in.
    """
    tile, seat = move >> 4 & 63, w[row + at.TURN_OF]
    score = w[policy] * w[at.PIPS + tile] + w[policy + 1] * (w[at.MATADORS] >> tile & 1)
    if w[policy + 4] and w[row + at.LED]:
        kind = w[row + at.DUE] + w[row + at.KIND + (move >> 12)]
        entry = w[at.NEXT + (kind * at.TILES + tile) * at.WAYS + (move & 15)]
        score += w[policy + 4] * (entry >> 15)
    if w[policy + 2] or w[policy + 3]:
        copy(w, row, spare)
        do(w, spare, move)
        answers, own = wanted(w, spare), w[spare + at.HANDS + seat]
        score += w[policy + 2] * popcount(answers & own & ~w[at.MATADORS])
        score += w[policy + 3] * popcount(answers & _unseen(w, row, seat))
    return score


@jit
def _unseen(w: Ints, row: int, seat: int) -> int:
    """The tiles that the next seat may hold as far as `seat` knows."""
    mask = 0
    for other in range(w[at.PLAYERS]):
        if other != seat:
            mask |= w[row + at.HANDS + other]
    for i in range(w[row + at.NEXT_TILE], w[at.STOCK_SIZE]):
        mask |= 1 << w[at.STOCK + i]
    after = seat + 1 if seat + 1 < w[at.PLAYERS] else 0
    return mask & ~w[row + at.LACKS + after]


@jit
def choose(w: Ints, row: int, out: int, n: int, policy: int, state: int) -> int:
    """The move of `n` at `w[out:]` that a policy plays; `policy` 0 plays at random.

    A policy plays rather than draws and draws rather than passes; equal plays are drawn for.
    """
    if n == 1 or policy == 0:
        return w[out + below(state, n)]
    best, best_score, equal = w[out], -(1 << 40), 0
    for i in range(n):
        move = w[out + i]
        if move >= at.DRAW:
            score = -(1 << 30) * (2 if move == at.PASS else 1)
        else:
            score = score_of(w, row, move, policy, row + at.ROW)
        if score > best_score:
            best, best_score, equal = move, score, 1
        elif score == best_score:
            equal += 1
            state = forward(state)
            if below(state, equal) == 0:
                best = move
    return best


@jit
def play_out(w: Ints, row: int, out: int, policies: int, state: int) -> int:
    """Play a row to its end and return OUT or BLOCKED.

    `w[policies + seat]` says where the policy of a seat stands, 0 for random play. The moves made
    are counted at `w[out:]`: plays, draws, passes; moves are written behind.
    """
    w[out] = w[out + 1] = w[out + 2] = 0
    while True:
        n = moves(w, row, out + 4, True)
        state = forward(state)
        move = choose(w, row, out + 4, n, w[policies + w[row + at.TURN_OF]], state)
        w[out + (1 if move == at.DRAW else 2 if move == at.PASS else 0)] += 1
        status = do(w, row, move)
        if status != at.GOES_ON:
            return status


@jit
def in_line(w: Ints) -> bool:
    """Whether the shorter forms of counting and searching know these rules.

    Two players, a line with two ends, nothing to choose but a tile and how it lies.
    """
    return w[at.PLAYERS] == 2 and w[at.LINEAR] == 1 and w[at.STRICT] == 1


@jit
def perft(w: Ints, row: int, out: int, depth: int) -> int:
    """The number of sequences of `depth` legal moves; rows and moves are written behind."""
    if depth == 0:
        return 1
    if w[row + at.LED] and in_line(w) and w[at.OPEN_BLOCK] == 0:
        seat = w[row + at.TURN_OF]
        mine, theirs = w[row + at.HANDS + seat], w[row + at.HANDS + 1 - seat]
        one = w[row + at.KIND] if w[row + at.COUNT] > 0 else at.NOTHING
        two = w[row + at.KIND + 1] if w[row + at.COUNT] > 1 else at.NOTHING
        place, passes, drawn = w[row + at.NEXT_TILE], w[row + at.PASSES], w[row + at.DRAWN]
        return _count_line(w, mine, theirs, one, two, place, passes, drawn, depth)
    if depth == 1:
        return count_moves(w, row, out)
    n, total, after = moves(w, row, out, False), 0, row + at.ROW
    for i in range(n):
        copy(w, row, after)
        if do(w, after, w[out + i]) == at.GOES_ON:
            total += perft(w, after, out + 512, depth - 1)
    return total


@jit
def _count_line(
    w: Ints,
    mine: int,
    theirs: int,
    one: int,
    two: int,
    place: int,
    passes: int,
    drawn: int,
    depth: int,
) -> int:
    """`perft` for two players on a line, in single numbers.

    One function that calls no other that calls it back: of such a ring Numba keeps nothing on disk
    that a second start could use.
    """
    first, second = w[at.ANSWERS + 64 + one], w[at.ANSWERS + 64 + two]
    while mine & (first | second) == 0:  # the one move is drawing or passing
        if depth == 1:
            return 1
        depth -= 1
        if drawn < w[at.LIMIT] and place < w[at.STOCK_SIZE] - w[at.RESERVE]:
            mine |= 1 << w[at.STOCK + place]
            place += 1
            drawn += 1
        else:
            passes = passes + 1 if w[at.EVERY_PASS] or drawn == 0 else 0
            if passes >= 2:
                return 0
            mine, theirs, drawn = theirs, mine, 0
    a, b = mine & first, mine & second
    if depth == 1:
        more = popcount(a & w[at.TWO + 64 + one]) + popcount(b & w[at.TWO + 64 + two])
        more += popcount(a & w[at.THREE + 64 + one]) + popcount(b & w[at.THREE + 64 + two])
        more += popcount(a & w[at.FOUR + 64 + one]) + popcount(b & w[at.FOUR + 64 + two])
        return popcount(a) + popcount(b) + more
    zero = depth - depth  # not a literal, for which Numba would compile all this once more
    total, here, kept = zero, one, two
    for _ in range(2):
        while a:
            tile = lowest(a)
            a &= a - 1
            rest = mine & ~(1 << tile)
            entry = at.NEXT + ((64 + here) * at.TILES + tile) * at.WAYS
            for way in range(ways(w, 64 + here, tile) if rest else 0):
                follow = w[entry + way]
                kind = follow >> 2 & 63 if follow & 3 else at.NOTHING
                total += _count_line(w, theirs, rest, kind, kept, place, zero, zero, depth - 1)
        a, here, kept = b, two, one
    return total
