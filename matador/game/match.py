"""A match as data: the hands that are over, the hand that is played, who leads next, who has won.

Immutable, like everything it is made of. The deals follow from one key (see `fair`), so a match is
its rules, its players, its key, and for each hand a word and the actions.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from matador.game import fair
from matador.game.errors import IllegalError
from matador.game.moves import Action, ending
from matador.game.position import Position, sides
from matador.game.record import Timeline
from matador.game.rules import Rules
from matador.game.settle import (
    Settlement,
    add_score,
    match_winners,
    next_leader,
    pay,
    settle,
    weigh,
    why_not_paid,
)


class Kept(NamedTuple):
    """What is kept of a hand whose actions are gone."""

    settlement: Settlement
    out: int | None
    last: int | None
    """The seats that went out and that played the last tile, as `pay` takes them."""


class _Hand(NamedTuple):
    number: int
    """1 for the first hand of the match."""
    leader: int
    word: str = ""
    line: Timeline | None = None
    gave_up: int | None = None
    kept: Kept | None = None


class Hand(_Hand):
    """A hand of a match: the word that was cut in, what was done, and who gave up, if anybody.

    Of a hand long ago the actions may be gone; then `line` is None, and `kept` says what it paid.
    """

    @cached_property
    def over(self) -> bool:
        """Whether nothing more can be done in it."""
        return (
            self.line is None or self.gave_up is not None or ending(self.line.position) is not None
        )

    @cached_property
    def settlement(self) -> Settlement | None:
        """What it pays; None while it goes on and where it is void."""
        if self.line is None:
            return self.kept.settlement if self.kept else None
        position = self.line.position
        if self.gave_up is not None:
            return given_up(position, self.gave_up)
        return None if why_not_paid(position) else settle(position)

    @property
    def out(self) -> int | None:
        """The seat that went out, or is taken to have because another gave up."""
        if self.line is None:
            return self.kept.out if self.kept else None
        position = self.line.position
        if self.gave_up is not None:
            return heir(position, self.gave_up)
        return next((seat for seat, hand in enumerate(position.hands) if not len(hand)), None)

    @property
    def last(self) -> int | None:
        """The seat that played the last tile, where a tie asks for it."""
        if self.line is None:
            return self.kept.last if self.kept else None
        return self.line.position.last


class Match(NamedTuple):
    """A match between `players` seats; a single hand is the first of a match."""

    rules: Rules
    players: int
    key: bytes
    past: tuple[Hand, ...]
    """The hands that are over, without the present one."""
    hand: Hand
    """The present hand, which may be over, too."""

    @property
    def line(self) -> Timeline:
        """The line of play of the present hand."""
        assert self.hand.line is not None
        return self.hand.line

    @property
    def position(self) -> Position:
        """The position of the present hand."""
        return self.line.position

    @property
    def secret(self) -> str:
        """The secret of the present hand."""
        return fair.hand_secret(self.key, self.hand.number)

    @property
    def next_secret(self) -> str:
        """The secret of the hand after the present one."""
        return fair.hand_secret(self.key, self.hand.number + 1)

    @property
    def settled(self) -> tuple[tuple[Hand, Settlement], ...]:
        """Every hand that was paid, with what it pays."""
        hands = (*self.past, self.hand)
        return tuple((one, paid) for one in hands if (paid := one.settlement) is not None)

    @property
    def score(self) -> tuple[int, ...]:
        """The score by party, with the present hand if it is over."""
        paid = self.hand.settlement
        before = self.line.start.score
        return add_score(before, paid) if paid else before

    @property
    def winners(self) -> tuple[int, ...]:
        """The parties that have won the match; empty while it goes on."""
        return match_winners(self.rules, self.score, len(self.settled)) if self.hand.over else ()

    def play(self, action: Action) -> Match:
        """The match after one more action. Raises IllegalError."""
        if self.hand.over:
            raise IllegalError("the hand is over")
        return self._with(line=self.line.play(action))

    def back_to(self, at: int) -> Match:
        """The match with only the first `at` actions of the present hand, nobody giving up."""
        line = self.line
        kept = Timeline(line.start, line.actions[:at], min(at, len(line.actions)))
        return self._with(line=kept, gave_up=None)

    def give_up(self, seat: int) -> Match:
        """The match with the present hand given up by a seat. Raises IllegalError if it is over."""
        if self.hand.over:
            raise IllegalError("the hand is over")
        return self._with(gave_up=seat)

    def next(self, word: str = "") -> Match:
        """The match with the next hand dealt. Raises IllegalError while the present one goes on."""
        if not self.hand.over:
            raise IllegalError("the hand is not over")
        leader, score = follow(self.rules, self.hand, self.line.start.score)
        return self.after((*self.past, self.hand), word, leader, score)

    def after(
        self, past: tuple[Hand, ...], word: str, leader: int | None, score: tuple[int, ...]
    ) -> Match:
        """A match of these rules, players and key whose hands so far were `past`."""
        number = len(past) + 1
        hand = _dealt(self.rules, self.players, self.key, number, word, leader, score)
        return self._replace(past=past, hand=hand)

    def _with(self, **changes: Any) -> Match:
        return self._replace(hand=self.hand._replace(**changes))


def begin(rules: Rules, players: int, key: bytes, word: str = "") -> Match:
    """A match with its first hand dealt. Raises IllegalError if it cannot be dealt."""
    score = (0,) * len(sides(rules, players))
    hand = _dealt(rules, players, key, 1, word, None, score)
    return Match(rules, players, key, (), hand)


def follow(rules: Rules, hand: Hand, score: tuple[int, ...]) -> tuple[int | None, tuple[int, ...]]:
    """Who leads after a hand that is over (None: found anew), and the score with it."""
    paid = hand.settlement
    if paid is None:  # a void hand is dealt again, with the same leader
        return hand.leader, score
    return next_leader(rules, paid, hand.leader), add_score(score, paid)


def given_up(position: Position, loser: int) -> Settlement:
    """What a hand pays that a seat gives up, by the pips as they lie.

    It is settled as if the seat with the fewest pips of the other side (of equal ones the next in
    turn order) had gone out. No source speaks of giving up.
    """
    winner = heir(position, loser)
    pips = [weigh(hand.tiles, position.rules) for hand in position.hands]
    pips[winner] = 0
    return pay(position.rules, pips, out=winner)


def heir(position: Position, loser: int) -> int:
    """The seat that is taken to have gone out when another seat gives up."""
    own = next(seats for seats in sides(position.rules, position.players) if loser in seats)
    turns = [(loser + step) % position.players for step in range(1, position.players)]
    others = [seat for seat in turns if seat not in own]
    return min(others, key=lambda seat: weigh(position.hands[seat].tiles, position.rules))


def _dealt(
    rules: Rules,
    players: int,
    key: bytes,
    number: int,
    word: str,
    leader: int | None,
    score: tuple[int, ...],
) -> Hand:
    secret = fair.hand_secret(key, number)
    start = fair.dealt(rules, players, secret, word, leader=leader, score=score)
    return Hand(number, start.turn, word, Timeline(start))
