"""Duplicate matches: two players play the same deals from both sides, inside the compiled core.

Deal number i of a seed is the same deal whoever plays it, and each player has a stream of random
numbers of its own for it. Sums are whole numbers, so slices can be added up in any order.

A player is a *mind*: a policy, or one that samples worlds (see `inference`) and makes the play that
is worth most in them. Two players, and rules that leave no choice between playing, drawing and
passing: there everybody sees that whoever draws can't play.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple, Unpack

from matador.analysis import inference
from matador.analysis import layout as at
from matador.analysis import search as kernel
from matador.analysis.hands import Setup
from matador.analysis.hidden import room_of
from matador.analysis.inference import FOUND, MODEL, PLAYER, SOLVED
from matador.analysis.kernels import choose, copy, deal, do, moves, stream
from matador.analysis.means import Estimate, average
from matador.analysis.native import COMPILED, Ints, jit, zeros
from matador.analysis.policies import POLICIES, Weights
from matador.analysis.runs import How, Run, carry_out
from matador.analysis.tables import Tables, UnsupportedError, tables
from matador.game.errors import UnreadableError
from matador.game.rules import Rules, read_rules

# --- minds --------------------------------------------------------------------------------------

_POLICY = 0
_EXACT = 1
_LIKELY = 2


class Mind(NamedTuple):
    """How a player chooses: by a policy alone, or by what plays are worth in so many worlds.

    With `likely`, in worlds that fit the opponent's play, played out by a policy; without, in any
    worlds that its drawing and passing allow, each solved as if all hands were open.
    """

    weights: Weights | None = None
    worlds: int = 0
    likely: bool = False

    @property
    def kind(self) -> int:
        """The kind that the kernels know it by."""
        if not self.worlds:
            return _POLICY
        return _LIKELY if self.likely else _EXACT


LIKELY_POLICY = Weights(pips=2, matador=-22, own=2, theirs=-3)
"""Plays hands out for the strongest player: the best of its kind against `balanced` that a search
over its weights found."""
LIKELY_MODEL = Weights(pips=1, matador=-48, own=2, theirs=-4)
"""What the opponent is taken to weigh: the weights that tell best what `sampler` did in 4483
choices against itself."""
TEMPER = 10.0
"""A play that the model likes so many points more is taken to be made e times as often."""

MINDS: dict[str, Mind] = {
    **{policy.name: Mind(policy.weights) for policy in POLICIES.values()},
    "sampler": Mind(worlds=20),
    "sampler-80": Mind(worlds=80),
    "master": Mind(worlds=400, likely=True),
}
"""The minds by name."""

LADDER = (
    *("matcher", "random", "heaviest", "matadors-last", "blocker", "balanced"),
    *("sampler", "master"),
)
"""Players from the weakest to the strongest: to match as in other games is worse than chance."""

# --- the workspace ------------------------------------------------------------------------------

_GAME = 0
"""The row of the hand that is played; another follows to try in."""
_KEPT = _GAME + 2 * at.ROW
"""The true stock while worlds are made."""
_MIND = _KEPT + at.TILES
"""Two minds: kind, worlds, then the weights."""
_MOST = _MIND + 32
"""How many nodes may be spent to tell what a choice cost; 0 tells nothing."""
_ROOM = _MOST + 8

BITS = 16 if COMPILED else 12
"""A table of positions that stays in the processor's cache."""
_PATIENCE = 4_000_000 if COMPILED else 20_000
"""Nodes that may be spent on solving a world; a world that takes more is played out."""


@jit
def arena_of(w: Ints) -> int:
    """Where the room of this module begins in a workspace."""
    return room_of(w) + inference.ROOM


def workspace(found: Tables) -> Ints:
    """A workspace for `choose_move`, without minds.

    Raises UnsupportedError where a seat may choose between playing, drawing and passing, or more
    than two play.
    """
    w = found.workspace(kernel.FIXED + (2 << BITS) + inference.ROOM + _ROOM)
    if w[at.PLAYERS] != 2 or not w[at.STRICT]:
        raise UnsupportedError("the arena is for two players and rules that leave only tiles open")
    kernel.prepare(w, BITS)
    room = int(room_of(w))
    for i in range(len(LIKELY_POLICY)):
        w[room + PLAYER + i] = LIKELY_POLICY[i]
        w[room + MODEL + i] = LIKELY_MODEL[i]
    w[room + inference.PATIENCE] = _PATIENCE
    inference.write_odds(w, TEMPER)
    return w


def set_mind(w: Ints, player: int, mind: Mind) -> None:
    """Write the mind of player 0 or 1."""
    place = int(arena_of(w)) + _MIND + 16 * player
    w[place], w[place + 1], w[place + 2] = mind.kind, mind.worlds, int(mind.weights is not None)
    for i, weight in enumerate(mind.weights or ()):
        w[place + 3 + i] = weight


def game_row(w: Ints) -> int:
    """The row of the hand that is played."""
    return int(arena_of(w)) + _GAME


# --- choosing -----------------------------------------------------------------------------------


@jit
def choose_move(w: Ints, player: int, n: int, state: int) -> int:
    """The move of `n` at FOUND that a player makes in the hand that is played."""
    room, arena = room_of(w), arena_of(w)
    mind, row = arena + _MIND + 16 * player, arena + _GAME
    if n == 1:
        return w[room + FOUND]
    if w[mind] == _POLICY:
        return choose(w, row, room + FOUND, n, mind + 3 if w[mind + 2] else 0, state)
    inference.clear_worths(w, n)
    weigh_moves(w, player, n, w[mind + 1], state)
    best = 0
    for i in range(1, n):
        if inference.worth_of(w, i) > inference.worth_of(w, best):
            best = i
    return w[room + FOUND + best]


@jit
def weigh_moves(w: Ints, player: int, n: int, worlds: int, state: int) -> int:
    """Add what `n` moves at FOUND are worth to a player; return in how many worlds."""
    arena = arena_of(w)
    row = arena + _GAME
    likely = w[arena + _MIND + 16 * player] == _LIKELY
    for place in range(w[at.STOCK_SIZE]):
        w[arena + _KEPT + place] = w[at.STOCK + place]
    if likely and w[row + at.LED] and inference.fits(w):
        state = inference.lay_out(w, row, state)
        worlds, _ = inference.weigh_likely(w, row, n, worlds, state)
    else:
        worlds, _ = inference.weigh_any(w, row, n, worlds, 0 if likely else 1, state)
    for place in range(w[at.STOCK_SIZE]):
        w[at.STOCK + place] = w[arena + _KEPT + place]
    return worlds


# --- a hand -------------------------------------------------------------------------------------

PAIRS = 0
GAIN = 1
"""What the first player was paid more than the second, summed; the next squared by deal."""
GAIN_SQUARED = 2
WON = 3
"""Hands in which the first player was paid; the next, the second."""
LOST = 4
CHOICES = 6
"""By player: choices between several moves."""
SPENT = 8
"""By player: what its choices cost with open cards, summed; the next squared by deal."""
SPENT_SQUARED = 10
UNSOLVED = 12
"""By player: choices of which nobody knows what they cost."""
SUMS = 16

_MINE = 0x5DEECE66D


@jit
def play_deals(w: Ints, seed: int, first: int, count: int, sums: Ints) -> None:
    """Play deals `first` to `first + count - 1` of a seed from both sides and add to the sums."""
    for number in range(first, first + count):
        one, two = sums[SPENT], sums[SPENT + 1]
        gain = 0
        for side in range(2):
            paid = _play_hand(w, seed, number, side, sums)
            sums[WON] += paid > 0
            sums[LOST] += paid < 0
            gain += paid
        sums[PAIRS] += 1
        sums[GAIN] += gain
        sums[GAIN_SQUARED] += gain * gain
        one, two = sums[SPENT] - one, sums[SPENT + 1] - two
        sums[SPENT_SQUARED] += one * one
        sums[SPENT_SQUARED + 1] += two * two


@jit
def _play_hand(w: Ints, seed: int, number: int, side: int, sums: Ints) -> int:
    """Play one hand with player 0 at seat `side`; return what it was paid more than the other."""
    room, arena = room_of(w), arena_of(w)
    row = arena + _GAME
    deal(w, row, stream(seed, number), -1)
    inference.begin(w, row, w[at.LEADER])
    made = 0
    while True:
        player = w[row + at.TURN_OF] ^ side
        n = moves(w, row, room + FOUND, True)
        made += 1
        move = choose_move(w, player, n, stream(seed ^ _MINE, (2 * number + side) * 512 + made))
        if n > 1:
            sums[CHOICES + player] += 1
            if w[arena + _MOST]:
                _tell_cost(w, player, n, move, sums)
        inference.note(w, row, move)
        status = do(w, row, move)
        if status != at.GOES_ON:
            w[kernel.FRIENDS] = 1 << side
            return kernel.party_value(w, row, status)


@jit
def _tell_cost(w: Ints, player: int, n: int, move: int, sums: Ints) -> None:
    """Add what a choice costs with open cards: the best value less that of the move made."""
    room, arena = room_of(w), arena_of(w)
    copy(w, arena + _GAME, kernel.ROOT)
    inference.clear_worths(w, n)
    if not inference.solve_moves(w, n, w[arena + _MOST]):
        sums[UNSOLVED + player] += 1
        return
    best, made = w[room + SOLVED], 0
    for i in range(n):
        best = max(best, w[room + SOLVED + i])
        if w[room + FOUND + i] == move:
            made = w[room + SOLVED + i]
    sums[SPENT + player] += best - made


# --- the same from outside ----------------------------------------------------------------------

_USUAL = 20 if COMPILED else 1
"""Deals in a slice."""
TELLING_NODES = 20_000_000 if COMPILED else 50_000
"""Nodes that may be spent on telling what one choice cost."""


class Duel(Run):
    """What came of a duplicate match. Numbers are points a hand, errors standard errors by deal."""

    @property
    def gain(self) -> Estimate:
        """What the first player was paid more than the second."""
        return average(self.sums[GAIN], self.sums[GAIN_SQUARED], self.done, 2)

    @property
    def won(self) -> tuple[float, float]:
        """How often each player was paid more than the other, 0..1."""
        return self.sums[WON] / self.done / 2, self.sums[LOST] / self.done / 2

    @property
    def choices(self) -> tuple[float, float]:
        """In a hand, how often each player had several moves."""
        return self.sums[CHOICES] / self.done / 2, self.sums[CHOICES + 1] / self.done / 2

    @property
    def cost(self) -> tuple[Estimate, Estimate]:
        """What each player's choices cost with open cards, from the values that are exact."""
        one, two = (
            average(self.sums[SPENT + i], self.sums[SPENT_SQUARED + i], self.done, 2)
            for i in range(2)
        )
        return one, two

    @property
    def unsolved(self) -> tuple[int, int]:
        """Choices of each player left out of `cost`, since solving them took too long."""
        return self.sums[UNSOLVED], self.sums[UNSOLVED + 1]


def match(
    rules: Rules, one: str, two: str, deals: int, seed: int, **how: Unpack[How[Duel]]
) -> Duel:
    """Two players by name play deals 0 to `deals - 1` of a seed, each from both sides.

    Raises UnreadableError for an unknown player, UnsupportedError for rules that leave more than
    the tile to choose and for sets above double-nine, LostError when an executor fails.
    """
    return _play(rules, (one, two), deals, seed, 0, how)


def distance(rules: Rules, player: str, deals: int, seed: int, **how: Unpack[How[Duel]]) -> Duel:
    """A player against itself; `cost` tells how far its choices are from best with open cards.

    Raises what `match` does.
    """
    return _play(rules, (player, player), deals, seed, TELLING_NODES, how)


def ladder(
    deals: int,
    seed: int,
    players: Sequence[str] = LADDER,
    rules: Rules | None = None,
    **how: Unpack[How[Duel]],
) -> tuple[Duel, ...]:
    """Each player but the first against the one before it. Raises what `match` does."""
    usual = read_rules(USUAL_RULES) if rules is None else rules
    pairs = zip(players[1:], players, strict=False)
    return tuple(match(usual, one, two, deals, seed, **how) for one, two in pairs)


USUAL_RULES = "wikipedia~out_pay-opponents~blocked_pay-difference~deal-7"
"""Seven tiles, drawing until one fits, the whole stock; the difference is paid."""


def _play(
    rules: Rules, names: tuple[str, str], deals: int, seed: int, nodes: int, how: How[Duel]
) -> Duel:
    for name in names:
        if name not in MINDS:
            raise UnreadableError(f"player: there is no player {name!r}; it is {', '.join(MINDS)}")
    setup = Setup(rules, names, seed)
    workspace(tables(rules, 2))  # raises here, not in a worker
    start = Duel(setup, setup.engine, deals)
    return carry_out(partial(_slice, setup, nodes), start, _USUAL, how)


_local = threading.local()


def part(setup: Setup, first: int, count: int) -> list[int]:
    """The sums over some deals of what `match` plays: whoever adds them up has played the match.

    Raises as `match` does.
    """
    return _slice(setup, 0, first, count)


def _slice(setup: Setup, nodes: int, first: int, count: int) -> list[int]:
    """The sums of a slice."""
    if getattr(_local, "setup", None) != setup:
        _local.work, _local.setup = workspace(tables(setup.rules, 2)), setup
        for player, name in enumerate(setup.policies):
            set_mind(_local.work, player, MINDS[name])
    _local.work[int(arena_of(_local.work)) + _MOST] = nodes
    sums = zeros(SUMS)
    play_deals(_local.work, setup.seed, first, count, sums)
    return [int(x) for x in sums]
