"""What each action is worth while hands are hidden: the same worlds for all actions, in the core.

A *world* is one way in which the hidden tiles may lie. In every world each action of the seat to
move is valued, either exactly, as if all hands were open from then on, or by playing the hand out
with policies; and the values are added up, with their products, so that the error of a difference
between two actions can be told. Sums are whole numbers and world number i of a seed is the same
world wherever it is weighed, so sums of several slices can be added in any order.

For one question:

    table = Worlds(tables(rules, players))
    actions = table.ask(position, lacks, free)
    sums = table.weigh(seed, 0, 200)
    means = [sums[PAID + i] / sums[WORLDS] for i in range(len(actions))]

What an action is worth is counted as in `solve`: from the side of the party to move.
"""

from __future__ import annotations

from collections.abc import Sequence

from matador.analysis import layout as at
from matador.analysis import search as kernel
from matador.analysis.kernels import below, copy, do, forward, moves, nth, play_out, stream
from matador.analysis.native import COMPILED, Ints, jit, popcount, zeros
from matador.analysis.policies import read_policies
from matador.analysis.tables import Tables, UnsupportedError, action_of, load, mask_of
from matador.game.errors import IllegalError
from matador.game.moves import Action, ending
from matador.game.position import Hand, Position, Stock, sides

# --- the sums -----------------------------------------------------------------------------------

WORLDS = 0
BY_PLAYOUT = 1
"""Worlds valued by playing them out, because that was asked for or the nodes did not suffice."""
NODES = 2
PAID = 4
"""By action what it was worth, summed; with n actions, n numbers. Behind them how often it was
worth more than nothing, and then n rows of n: the products of what two actions were worth."""


def won_at(actions: int) -> int:
    """Where the sums count the worlds in which an action is worth more than nothing."""
    return PAID + actions


def products_at(actions: int) -> int:
    """Where the products of the sums begin."""
    return PAID + 2 * actions


def sums_for(actions: int) -> Ints:
    """Empty sums for so many actions."""
    return zeros(products_at(actions) + actions * actions)


# --- the workspace behind the table of positions ------------------------------------------------

_UNSEEN = 0
"""Mask of the tiles that lie somewhere in each world."""
_FILL = 1
"""The first place of the stock that is filled anew in each world."""
_EDGE = 2
"""More than any action can be worth."""
_POLICIES = 8
_WEIGHTS = _POLICIES + at.SEATS
_HIDDEN = _WEIGHTS + at.SEATS * 8
"""By seat: how many of its tiles are hidden; the next: how many of these its LACKS do not bind."""
_FREE = _HIDDEN + at.SEATS
_KNOWN = _FREE + at.SEATS
"""By seat: the mask of its tiles that are known."""
_VALUES = _KNOWN + at.SEATS
_FOUND = _VALUES + 512
_OUT = _FOUND + 512
_ROOM = _OUT + 1024

_TRIES = 20_000
"""Worlds that are begun in search of one in which every seat finds tiles it may hold."""


@jit
def room_of(w: Ints) -> int:
    """Where the room of this module begins in a workspace."""
    return at.ROWS + kernel.FIXED + (2 << w[kernel.BITS])


# --- worlds -------------------------------------------------------------------------------------


@jit
def draw_world(w: Ints, state: int) -> int:
    """Let the hidden tiles lie at random; return the random state, or -1 if no way was found.

    All ways are equally likely in which no seat holds, beside its free tiles, one that it lacks.
    """
    room = room_of(w)
    for _ in range(_TRIES):
        state, unplaced = _deal_bound(w, room, state)
        if unplaced >= 0:
            return _deal_free(w, room, state, unplaced)
    return -1


@jit
def _deal_bound(w: Ints, room: int, state: int) -> tuple[int, int]:
    """Deal each seat the tiles that its lacks bind; the tiles not placed, or -1 if it failed.

    A seat that deals later finds fewer of its tiles left in some worlds than in others; those
    worlds are dropped more often, in proportion to the hands it could have.
    """
    unplaced, done = w[room + _UNSEEN], 1 << w[kernel.ROOT + at.TURN_OF]
    for _ in range(w[at.PLAYERS] - 1):
        seat = _most_bound(w, room, done)
        size = w[room + _HIDDEN + seat] - w[room + _FREE + seat]
        may = unplaced & ~w[kernel.ROOT + at.LACKS + seat]
        count, most = popcount(may), _most_left(w, room, done, seat)
        if count < size:
            return state, -1
        for i in range(size if count < most else 0):
            state = forward(state)
            if below(state, most - i) >= count - i:
                return state, -1
        held = w[room + _KNOWN + seat]
        for i in range(size):
            state = forward(state)
            bit = 1 << nth(may, below(state, count - i))
            may, held, unplaced = may ^ bit, held | bit, unplaced ^ bit
        w[kernel.ROOT + at.HANDS + seat] = held
        done |= 1 << seat
    return state, unplaced


@jit
def _most_bound(w: Ints, room: int, done: int) -> int:
    """The seat not yet done that may hold the fewest tiles."""
    best, fewest = -1, at.TILES
    for seat in range(w[at.PLAYERS]):
        may = popcount(w[room + _UNSEEN] & ~w[kernel.ROOT + at.LACKS + seat])
        if not done >> seat & 1 and may < fewest:
            best, fewest = seat, may
    return best


@jit
def _most_left(w: Ints, room: int, done: int, seat: int) -> int:
    """How many of the tiles that a seat may hold are left at most by the seats that are done."""
    may = w[room + _UNSEEN] & ~w[kernel.ROOT + at.LACKS + seat]
    most = popcount(may)
    for other in range(w[at.PLAYERS]):
        if done >> other & 1 and other != w[kernel.ROOT + at.TURN_OF]:
            size = w[room + _HIDDEN + other] - w[room + _FREE + other]
            others = w[room + _UNSEEN] & ~w[kernel.ROOT + at.LACKS + other]
            most -= max(0, size - popcount(others & ~may))
    return most


@jit
def _deal_free(w: Ints, room: int, state: int, unplaced: int) -> int:
    """Deal the tiles that may be any, then the stock; return the random state."""
    for seat in range(w[at.PLAYERS]):
        for _ in range(w[room + _FREE + seat]):
            state = forward(state)
            bit = 1 << nth(unplaced, below(state, popcount(unplaced)))
            w[kernel.ROOT + at.HANDS + seat] |= bit
            unplaced ^= bit
    for place in range(w[room + _FILL], w[at.STOCK_SIZE]):
        state = forward(state)
        tile = nth(unplaced, below(state, popcount(unplaced)))
        w[at.STOCK + place] = tile
        unplaced ^= 1 << tile
    return state


# --- what actions are worth ---------------------------------------------------------------------


@jit
def find_moves(w: Ints) -> int:
    """Write the different moves at ROOT down for `worths`; return how many there are."""
    return moves(w, kernel.ROOT, room_of(w) + _FOUND, True)


@jit
def worths(
    w: Ints, n: int, seed: int, first: int, count: int, salt: int, nodes: int, sums: Ints
) -> int:
    """Draw worlds `first` to `first + count - 1` of a seed and add what `n` moves are worth.

    A world may take so many nodes, or is played out; 0 plays all out. No two worlds weighed in one
    workspace may have the same `salt` and number. Returns how many worlds were weighed: fewer than
    `count` if there is none in which every seat has tiles it may hold.
    """
    for number in range(first, first + count):
        state = draw_world(w, stream(seed, number))
        if state < 0:
            return number - first
        weigh_world(w, n, state, stream(salt, number), nodes, sums)
    return count


@jit
def weigh_world(w: Ints, n: int, state: int, salt: int, nodes: int, sums: Ints) -> None:
    """Add what `n` moves are worth in the world at ROOT and the stock."""
    values = room_of(w) + _VALUES
    if nodes == 0 or not _solve_world(w, n, salt, nodes, values, sums):
        _play_world(w, n, state, values)
        sums[BY_PLAYOUT] += 1
    sums[WORLDS] += 1
    for i in range(n):
        value = w[values + i]
        sums[PAID + i] += value
        sums[PAID + n + i] += value > 0
        for j in range(n):
            sums[PAID + 2 * n + i * n + j] += value * w[values + j]


@jit
def _solve_world(w: Ints, n: int, salt: int, nodes: int, values: int, sums: Ints) -> bool:
    """Write the exact value of each move to `w[values:]`; False if it takes too many nodes."""
    found, edge = room_of(w) + _FOUND, w[room_of(w) + _EDGE]
    after = kernel.ROOT + at.ROW
    kernel.begin(w, salt)
    w[kernel.NODES], w[kernel.STOPPED], w[kernel.LIMIT] = 0, 0, nodes
    for i in range(n):
        copy(w, kernel.ROOT, after)
        status = do(w, after, w[found + i])
        if status == at.GOES_ON:
            w[values + i] = kernel.value_of(w, after, -edge, edge)
        else:
            w[values + i] = kernel.party_value(w, after, status)
        if w[kernel.STOPPED]:
            break
    sums[NODES] += w[kernel.NODES]
    return w[kernel.STOPPED] == 0


@jit
def _play_world(w: Ints, n: int, state: int, values: int) -> None:
    """Write what each move came to when policies played on, all by the same random numbers."""
    room, after = room_of(w), kernel.ROOT + at.ROW
    for i in range(n):
        copy(w, kernel.ROOT, after)
        status = do(w, after, w[room + _FOUND + i])
        if status == at.GOES_ON:
            status = play_out(w, after, room + _OUT, room + _POLICIES, state)
        w[values + i] = kernel.party_value(w, after, status)


# --- the same from outside ----------------------------------------------------------------------

TABLE_BITS = 16 if COMPILED else 12
"""Worlds are small questions: a table that stays in the processor's cache is worth more."""
WORLD_NODES = 100_000 if COMPILED else 10_000
"""Nodes a world may take by default."""


class Worlds:
    """A workspace for one rule set and number of players; keep it for many questions.

    `policies` play the hands out that are not solved: one name a seat, or one for all.
    """

    def __init__(
        self, found: Tables, bits: int = TABLE_BITS, policies: Sequence[str] = ("balanced",)
    ) -> None:
        self.tables = found
        self.work: Ints = found.workspace(kernel.FIXED + (2 << bits) + _ROOM)
        kernel.prepare(self.work, bits)
        self._room = int(room_of(self.work))
        self._number = {one: i for i, one in enumerate(found.rules.tiles.tiles)}
        self._set_policies(policies)
        self._questions = 0
        self._moves = 0

    def _set_policies(self, names: Sequence[str]) -> None:
        for seat, policy in enumerate(read_policies(names, self.tables.players)):
            place = self._room + _WEIGHTS + 8 * seat
            self.work[self._room + _POLICIES + seat] = 0 if policy.weights is None else place
            for i, weight in enumerate(policy.weights or ()):
                self.work[place + i] = weight

    def ask(
        self, position: Position, lacks: Sequence[int] = (), free: Sequence[int] = ()
    ) -> tuple[Action, ...]:
        """Take a position as the question; return the actions that are weighed, in that order.

        Of actions that are mirror images of each other only the first is weighed. Other hands and
        the rest of the stock may be hidden; `lacks` has a mask by seat of tiles that it holds none
        of, `free` how many of its hidden tiles that does not hold for (those drawn since). Raises
        UnsupportedError if the hand of the seat to move is hidden, the position is flawed or over.
        """
        if position.flaws:
            raise UnsupportedError("the position is flawed")
        if ending(position):
            raise UnsupportedError("the hand is over")
        if position.hand.hidden:
            raise UnsupportedError("the hand of the seat to move is not known")
        w, room, rules = self.work, self._room, position.rules
        load(self.tables, _some_world(position), w, kernel.ROOT)
        w[room + _UNSEEN] = mask_of(rules, position.unseen)
        w[room + _FILL] = len(position.stock.tiles)
        w[room + _EDGE] = 1 + 2 * sum(int(x) for x in w[at.WEIGHT : at.WEIGHT + at.TILES])
        for seat, hand in enumerate(position.hands):
            w[room + _HIDDEN + seat] = hand.hidden
            w[room + _FREE + seat] = min(free[seat], hand.hidden) if free else 0
            w[room + _KNOWN + seat] = mask_of(rules, hand.tiles)
            w[kernel.ROOT + at.LACKS + seat] = lacks[seat] if lacks else 0
        parties = sides(rules, position.players)
        w[kernel.FRIENDS] = sum(1 << i for i, seats in enumerate(parties) if position.turn in seats)
        self._moves = int(find_moves(w))
        self._questions += 1
        return self.actions

    def forget(self) -> None:
        """Make the next question the first one: it takes as many nodes as in a new workspace."""
        self._questions = 0
        table = slice(at.ROWS + kernel.FIXED, self._room)
        self.work[table] = zeros(self._room - at.ROWS - kernel.FIXED)

    @property
    def unit(self) -> str:
        """What values are counted in: `pips`, or `hands` where the rules pay nothing."""
        return "pips" if self.work[kernel.UNIT] else "hands"

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that are weighed."""
        found = self.work[self._room + _FOUND : self._room + _FOUND + self._moves]
        return tuple(action_of(self.tables, self.work, kernel.ROOT, int(move)) for move in found)

    @property
    def places(self) -> dict[Action, int]:
        """Every legal action, and the place of the weighed one that it is or is a mirror image of.

        In the order of their spelling.
        """
        w, found, out = self.work, self._room + _FOUND, self._room + _OUT
        first = {self._asked(int(w[found + i])): i for i in range(self._moves)}
        every = [int(w[out + i]) for i in range(moves(w, kernel.ROOT, out, False))]
        places = {
            action_of(self.tables, w, kernel.ROOT, move): first[self._asked(move)] for move in every
        }
        return dict(sorted(places.items(), key=lambda pair: str(pair[0])))

    def _asked(self, move: int) -> tuple[int, ...]:
        """What is equal for mirror images only; see `kernels.moves`."""
        w, row = self.work, kernel.ROOT
        if not w[row + at.LED]:
            return (move >> 4,)
        if move >= at.DRAW or w[row + at.SPIN] & 3:
            return (move,)
        return int(w[row + at.KIND + (move >> 12)]), move & 4095

    def weigh(
        self,
        seed: int,
        first: int,
        count: int,
        *,
        nodes: int = WORLD_NODES,
        sums: Ints | None = None,
    ) -> Ints:
        """The sums over worlds `first` to `first + count - 1` of a seed, added to `sums` if given.

        A world that takes more nodes is played out; `nodes=0` plays all of them out. Raises
        IllegalError if there is no world in which every seat has tiles that it may hold.
        """
        added = sums_for(self._moves) if sums is None else sums
        told = self._moves, seed, first, count, self._questions, nodes, added
        if worths(self.work, *told) < count:
            raise IllegalError("no way was found to deal the unseen tiles to the seats")
        return added

    def weigh_here(self, world: Position, number: int, seed: int, nodes: int, sums: Ints) -> None:
        """Add world `number`, given with all its tiles, for the question that was asked.

        It must be one in which the hidden tiles of that position lie somewhere.
        """
        w, tiles = self.work, self._number
        for seat, hand in enumerate(world.hands):
            w[kernel.ROOT + at.HANDS + seat] = sum(1 << tiles[one] for one in hand.tiles)
        for place, one in enumerate(world.stock.tiles):
            w[at.STOCK + place] = tiles[one]
        salt = stream(self._questions, number)
        weigh_world(w, self._moves, stream(seed, number), salt, nodes, sums)


def _some_world(position: Position) -> Position:
    """The position with its hidden tiles lying anyhow."""
    rest = list(position.unseen)
    hands = []
    for hand in position.hands:
        taken, rest = rest[: hand.hidden], rest[hand.hidden :]
        hands.append(Hand(tuple(sorted((*hand.tiles, *taken)))))
    stock = Stock((*position.stock.tiles, *rest[: position.stock.hidden]))
    return position.changed(hands=tuple(hands), stock=stock).without_flaws()
