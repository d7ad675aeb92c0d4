"""Hands of a seed one by one or many at once: by the compiled core, or else by the engine.

Hand number i of a seed is the same hand whoever plays it, wherever and beside whatever else. The
engine deals and plays other hands than the core does, by the same rules and policies.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from matador.analysis import layout as at
from matador.analysis import playouts as core
from matador.analysis.native import COMPILED, Ints, array, zeros
from matador.analysis.policies import POLICIES, pick, read_policies
from matador.analysis.tables import UnsupportedError, tables
from matador.game.errors import IllegalError, UnreadableError
from matador.game.moves import DRAW, PASS, Ending, advance, ending
from matador.game.position import SEATS, Position, deal, sides
from matador.game.rules import Rules
from matador.game.settle import Settlement, pay, weigh


@dataclass(frozen=True)
class Setup:
    """Who plays which hands: rules, the policies of the seats by name, and a seed below 2**63."""

    rules: Rules
    policies: tuple[str, ...]
    seed: int

    def __reduce__(self) -> tuple[Any, ...]:
        # What the engine remembers about the rules does not travel with them.
        return Setup, (self.rules._replace(), self.policies, self.seed)

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.policies)

    @property
    def engine(self) -> str:
        """Who plays: the core `compiled`, the core as `plain` Python, or `engine`, matador.game."""
        try:
            tables(self.rules, self.players)
        except UnsupportedError:
            return "engine"
        return "compiled" if COMPILED else "plain"


def set_up(rules: Rules, players: int, policies: Sequence[str], seed: int) -> Setup:
    """The setup, checked; `policies` are one name a seat, or one for all.

    Raises UnreadableError for an unknown policy or seed, IllegalError for rules that cannot be
    dealt to so many players.
    """
    if not 0 <= seed < 1 << 63:
        raise UnreadableError("seed: it must be a whole number from 0 to 2**63 - 1")
    if not 2 <= players <= len(SEATS):
        raise IllegalError(f"players: two to {len(SEATS)} can play, not {players}")
    deal(rules, players, 0)
    chosen = read_policies(policies, players)
    return Setup(rules, tuple(policy.name for policy in chosen), seed)


class Played(NamedTuple):
    """What settles a hand: who led, who went out (None: blocked), who played last, pips left."""

    leader: int
    out: int | None
    last: int
    pips: tuple[int, ...]


class Hands(Protocol):
    """The hands of a setup."""

    def play(self, number: int, leader: int | None = None) -> Played:
        """Play one hand; without a leader the rules find one."""

    def payments(self) -> Ints:
        """What the last hand played pays under each payer, as `playouts.pay_hand` writes it."""

    def sums(self, first: int, length: int) -> list[int]:
        """The sums of `playouts` over hands `first` to `first + length - 1`."""

    def paid(self, first: int, length: int) -> list[int]:
        """The sums of every payer over these hands."""


def hands_of(setup: Setup, payers: Sequence[Rules] = ()) -> Hands:
    """The hands of a setup, and further rules to pay them by."""
    return Engine(setup, payers) if setup.engine == "engine" else Core(setup, payers)


def hands_here(setup: Setup, payers: Sequence[Rules] = ()) -> Hands:
    """The same, kept for the next time this thread asks: it must not lend them to another."""
    if getattr(_kept, "key", None) != (setup, payers):
        _kept.hands, _kept.key = hands_of(setup, payers), (setup, payers)
    hands: Hands = _kept.hands
    return hands


_kept = threading.local()


class Core:
    """Hands played by the compiled core."""

    def __init__(self, setup: Setup, payers: Sequence[Rules] = ()) -> None:
        self._setup, self._players = setup, setup.players
        self._w = tables(setup.rules, self._players).workspace(core.WORKSPACE)
        core.set_policies(self._w, tuple(POLICIES[name].weights for name in setup.policies))
        self._many = len(payers) + 1
        paying = [tables(rules, self._players).workspace(0) for rules in payers]
        self._payers = array(x for w in (self._w, *paying) for x in core.payer_of(w))
        self._payments = zeros(core.PAYMENT * self._many)

    def play(self, number: int, leader: int | None = None) -> Played:
        """Play one hand; without a leader the rules find one."""
        w = self._w
        core.play_hand(w, self._setup.seed, number, -1 if leader is None else leader)
        last = int(w[core.LAST])
        pips = w[at.PAID + at.SEATS : at.PAID + at.SEATS + self._players]
        out = last if w[core.STATUS] == at.OUT else None
        return Played(int(w[core.LEADER]), out, last, tuple(map(int, pips)))

    def payments(self) -> Ints:
        """What the last hand played pays under each payer."""
        core.pay_hand(self._w, self._payers, self._many, self._payments)
        return self._payments[core.PAYMENT :]

    def sums(self, first: int, length: int) -> list[int]:
        """The sums over some hands."""
        sums = zeros(core.SUMS)
        core.play_hands(self._w, self._setup.seed, first, length, -1, sums)
        return list(map(int, sums))

    def paid(self, first: int, length: int) -> list[int]:
        """The sums of every payer over some hands."""
        sums = zeros(core.PAYER_SUMS * self._many)
        played = self._w, self._setup.seed, first, length
        core.pay_hands(*played, self._payers, self._many, self._payments, sums)
        return list(map(int, sums[core.PAYER_SUMS :]))


class Engine:
    """Hands played by `matador.game`."""

    def __init__(self, setup: Setup, payers: Sequence[Rules] = ()) -> None:
        self._setup, self._payers = setup, payers
        self._weights = [POLICIES[name].weights for name in setup.policies]
        self._w = zeros(at.ROWS + core.WORKSPACE)
        self._w[at.PLAYERS], self._w[at.PAIRED] = setup.players, setup.rules.paired(setup.players)

    def play(self, number: int, leader: int | None = None) -> Played:
        """Play one hand; without a leader the rules find one."""
        start = deal(
            self._setup.rules,
            self._setup.players,
            f"{self._setup.seed} {number}",
            leader=leader,
        )
        self._last = start.turn
        self._moves = [0, 0, 0]
        self._end = self._played_out(start, random.Random(f"{self._setup.seed} {number} play"))
        return self._outcome(self._setup.rules, start.turn)

    def _played_out(self, position: Position, chance: random.Random) -> Position:
        lacks = [0] * position.players
        while ending(position) is None:
            turn = position.turn
            after = (turn + 1) % position.players
            action = pick(position, self._weights[turn], lacks[after], chance)
            self._moves[1 if action.where == DRAW else 2 if action.where == PASS else 0] += 1
            if action.tile is None:
                wanted = position.front.fitting
                if not position.held[turn] & wanted:
                    lacks[turn] = wanted or lacks[turn]
            else:
                self._last = turn
            position = advance(position, action)
        return position

    def _outcome(self, rules: Rules, leader: int) -> Played:
        pips = tuple(weigh(hand.tiles, rules) for hand in self._end.hands)
        out = self._last if ending(self._end) is Ending.OUT else None
        return Played(leader, out, self._last, pips)

    def payments(self) -> Ints:
        """What the last hand played pays under each payer."""
        payments = zeros(core.PAYMENT * len(self._payers))
        for i, rules in enumerate(self._payers):
            result = settled(rules, self._outcome(rules, 0))
            place = i * core.PAYMENT
            for party, paid in enumerate(result.payments):
                payments[place + party] = paid
            payments[place + at.SEATS] = _parties(rules, result)
        return payments

    def sums(self, first: int, length: int) -> list[int]:
        """The sums over some hands."""
        sums = zeros(core.SUMS)
        for number in range(first, first + length):
            self._write(self.play(number))
            core.add_hand(self._w, sums)
        return list(map(int, sums))

    def _write(self, played: Played) -> None:
        """Tell about a hand as `playouts.play_hand` does."""
        w, rules = self._w, self._setup.rules
        result = settled(rules, played)
        w[core.LEADER], w[core.WINNERS] = played.leader, _parties(rules, result)
        w[core.STATUS] = at.BLOCKED if played.out is None else at.OUT
        w[core.DEBIT] = result.debit
        for i, count in enumerate(self._moves):
            w[core.MOVES + i] = count
        for party, paid in enumerate(result.payments):
            w[at.PAID + party] = paid
        for seat, pips in enumerate(played.pips):
            w[at.PAID + at.SEATS + seat] = pips

    def paid(self, first: int, length: int) -> list[int]:
        """The sums of every payer over some hands."""
        sums = zeros(core.PAYER_SUMS * len(self._payers))
        for number in range(first, first + length):
            self.play(number)
            payments = self.payments()
            for payer in range(len(self._payers)):
                core.add_payment(payments, payer, sums)
        return list(map(int, sums))


def settled(rules: Rules, played: Played) -> Settlement:
    """What these rules pay for a hand whose pips were counted by them."""
    return pay(rules, played.pips, out=played.out, last=played.last)


def _parties(rules: Rules, result: Settlement) -> int:
    """The mask of the parties that won."""
    parties = sides(rules, len(result.pips))
    return sum(1 << i for i, seats in enumerate(parties) if seats[0] in result.winners)
