"""The exact value of open hands through `matador.game`: for sets that the core has no room for.

Some thousand positions a second: enough for the end of a hand, or to check the core.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matador.game.moves import Action, advance, ending, legal_actions
from matador.game.position import Position, sides
from matador.game.rules import BlockedPay, OutPay, Rules
from matador.game.settle import settle


def pays(rules: Rules) -> bool:
    """Whether the rules pay for any hand; if not, a hand won counts 1."""
    return rules.out_pay is not OutPay.NOBODY or rules.blocked_pay is not BlockedPay.NOBODY


def party_of(position: Position, seat: int) -> int:
    """The party that a seat belongs to."""
    parties = sides(position.rules, position.players)
    return next(i for i, seats in enumerate(parties) if seat in seats)


def worth(position: Position, party: int) -> int:
    """What a finished hand is worth to a party.

    Its payment less what the others are paid. Where the rules debit, of two parties the difference,
    of more its own debit taken off. Where the rules pay nothing, a hand won counts 1, lost -1.
    """
    rules, result = position.rules, settle(position)
    paid: Sequence[int] = result.payments
    if not pays(rules):
        winning = {party_of(position, seat) for seat in result.winners}
        paid = [int(i in winning) for i in range(len(result.payments))]
    others = sum(paid) - paid[party]
    if rules.out_pay is OutPay.DEBIT or rules.blocked_pay is BlockedPay.DEBIT:
        return others - paid[party] if len(paid) == 2 else -paid[party]
    return paid[party] - others


class Searcher:
    """Alpha-beta for one party, with a table of what is known; all others play against it."""

    def __init__(self, party: int, more: Callable[[], bool]) -> None:
        self._party, self._more = party, more
        self._known: dict[Position, tuple[int, int]] = {}

    def value(self, position: Position, low: int, high: int) -> int | None:
        """The value between `low` and `high`, as a bound outside; None when `more` says no."""
        if not self._more():
            return None
        if ending(position):
            return worth(position, self._party)
        known_low, known_high = self._known.get(position, (low, high))
        if known_low >= high or known_low == known_high:
            return known_low
        if known_high <= low:
            return known_high
        friendly = party_of(position, position.turn) == self._party
        best = self._best(position, low, high, friendly)
        if best is not None:
            self._note(position, best, low, high)
        return best

    def _best(self, position: Position, low: int, high: int, friendly: bool) -> int | None:
        best = None
        for action in legal_actions(position):
            value = self.value(advance(position, action), low, high)
            if value is None:
                return None
            if best is None or (value > best if friendly else value < best):
                best = value
            low, high = (max(low, best), high) if friendly else (low, min(high, best))
            if low >= high:
                break
        return best

    def _note(self, position: Position, best: int, low: int, high: int) -> None:
        old_low, old_high = self._known.get(position, (-1 << 30, 1 << 30))
        known_low = best if best > low else old_low
        known_high = best if best < high else old_high
        self._known[position] = (max(old_low, known_low), min(old_high, known_high))


def best_line(position: Position, value: int, searcher: Searcher) -> tuple[Action, ...]:
    """Best play of every seat from a position worth `value`, as far as the searcher goes."""
    found: list[Action] = []
    while not ending(position):
        after = {action: advance(position, action) for action in legal_actions(position)}
        values = {a: searcher.value(there, value - 1, value + 1) for a, there in after.items()}
        best = next((action for action in after if values[action] == value), None)
        if best is None:
            break
        found.append(best)
        position = after[best]
    return tuple(found)
