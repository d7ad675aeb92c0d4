"""How a finished hand is paid under a rule set, and how payments make a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matador.game.errors import IllegalError
from matador.game.moves import Ending, ending
from matador.game.position import Position, deal, sides
from matador.game.rules import (
    BlockedPay,
    Choice,
    DoubleWeight,
    Goal,
    NextLead,
    OutPay,
    PartnerBlock,
    PartnerPips,
    Partners,
    Rules,
    Target,
    Tie,
)
from matador.game.tiles import Tile


class Settlement(NamedTuple):
    """Who won a hand and what is written down for it.

    `payments` has one number for each party (seat, or pair of seats), in seat order. Where `debit`
    is true these are points against, otherwise points for.
    """

    ending: Ending
    pips: tuple[int, ...]
    """Pips left, by seat, doubles weighted as the rules say."""
    winners: tuple[int, ...]
    """The seats that won the hand; empty when nobody did."""
    payments: tuple[int, ...]
    debit: bool
    arithmetic: str
    """The sum that gave the payment, such as `19 - 8 = 11`; only a number where nothing is added or
    taken off, and empty when nothing is paid."""
    tied: tuple[int, ...] = ()
    """The parties that were equally lowest, where more than one was."""


class NotPaid(Choice):
    """Why a hand cannot be settled."""

    GOING_ON = "going-on", "The hand is not over."
    HIDDEN = "hidden", "Some tiles left in hand are not known."
    VOID = "void", "The hand is void and dealt again; nobody is paid."


def weigh(tiles: Sequence[Tile], rules: Rules) -> int:
    """The pips of these tiles when a hand is counted."""
    half = rules.double_weight is DoubleWeight.HALF
    return sum(t.low if half and t.double else t.pips for t in tiles)


def why_not_paid(position: Position) -> NotPaid | None:
    """Why `settle` has no answer yet, or None if it has."""
    over = ending(position)
    if over is None:
        return NotPaid.GOING_ON
    if over is Ending.VOID:
        return NotPaid.VOID
    return NotPaid.HIDDEN if any(hand.hidden for hand in position.hands) else None


def settle(position: Position) -> Settlement:
    """What is paid for the finished hand. Raises IllegalError with a NotPaid as second argument."""
    barred = why_not_paid(position)
    if barred:
        raise IllegalError(str(barred.__doc__), barred)
    pips = [weigh(hand.tiles, position.rules) for hand in position.hands]
    empty = [seat for seat, hand in enumerate(position.hands) if not len(hand)]
    return pay(position.rules, pips, out=empty[0] if empty else None, last=position.last)


def pay(
    rules: Rules, pips: Sequence[int], *, out: int | None = None, last: int | None = None
) -> Settlement:
    """What these rules pay for hands of `pips`, by seat.

    `out` is the seat that went out, or None for a blocked hand; `last` the seat that played the
    last tile, where a tie asks for it.
    """
    how = Ending.BLOCKED if out is None else Ending.OUT
    parties = sides(rules, len(pips))
    lowest = _lowest(rules, pips, parties) if out is None else (_party(parties, out),)
    tied = lowest if len(lowest) > 1 else ()
    winning = _after_tie(rules, lowest, None if last is None else _party(parties, last))
    winners = tuple(seat for party in winning for seat in parties[party])
    if (rules.out_pay if out is not None else rules.blocked_pay).value == "debit":
        return _debited(how, pips, parties, winners, tied)
    payments = [0] * len(parties)
    written = []
    for party in winning:
        lead = out if out is not None else min(parties[party], key=lambda seat: pips[seat])
        terms = _terms(rules, pips, parties, lead, out is not None)
        # A partner's pips can outweigh all the others'; nobody is ever paid less than nothing.
        payments[party] = max(0, sum(terms)) // len(winning)
        written.append(_written(terms, len(winning)))
    # Sides that share are mostly paid by the same sum, which is then written once.
    sums = "; ".join(dict.fromkeys(written))
    return Settlement(how, tuple(pips), winners, tuple(payments), False, sums, tied)


def add_score(score: Sequence[int], settlement: Settlement) -> tuple[int, ...]:
    """The match score after a hand."""
    return tuple(old + new for old, new in zip(score, settlement.payments, strict=True))


def match_winners(rules: Rules, score: Sequence[int], hands: int) -> tuple[int, ...]:
    """The parties that have won the match after `hands` hands; empty while it goes on.

    If two parties reach the target at once, the higher score wins; no source speaks of it.
    """
    if rules.goal is Goal.ROUND:
        return _best(score, _low_wins(rules)) if hands >= _seats(rules, score) else ()
    if rules.target is Target.NONE:
        return ()
    target = int(rules.target.value)
    if rules.goal is Goal.EXCEED_LOSES:
        return _best(score, low=True) if max(score) > target else ()
    return _best(score, low=False) if max(score) >= target else ()


def next_hand(position: Position, leader: int, seed: int | str) -> Position:
    """The next hand of the match after a finished one that `leader` led."""
    if why_not_paid(position) is NotPaid.VOID:
        return deal(position.rules, position.players, seed, leader=leader, score=position.score)
    result = settle(position)
    first = next_leader(position.rules, result, leader)
    score = add_score(position.score, result)
    return deal(position.rules, position.players, seed, leader=first, score=score)


def next_leader(rules: Rules, result: Settlement, leader: int) -> int | None:
    """Who leads next; None means that it is found anew."""
    if rules.next_lead is NextLead.AGAIN:
        return None
    if rules.next_lead is NextLead.ROTATE:
        return (leader + 1) % len(result.pips)
    if rules.next_lead is NextLead.LOSER:
        return max(range(len(result.pips)), key=lambda seat: result.pips[seat])
    return min(result.winners, key=lambda seat: result.pips[seat], default=leader)


def _party(parties: tuple[tuple[int, ...], ...], seat: int) -> int:
    return next(i for i, seats in enumerate(parties) if seat in seats)


def _lowest(
    rules: Rules, pips: Sequence[int], parties: tuple[tuple[int, ...], ...]
) -> tuple[int, ...]:
    single = rules.partner_block is PartnerBlock.SINGLE
    totals = [(min if single else sum)(pips[seat] for seat in seats) for seats in parties]
    return tuple(i for i, total in enumerate(totals) if total == min(totals))


def _after_tie(rules: Rules, lowest: tuple[int, ...], last: int | None) -> tuple[int, ...]:
    if len(lowest) == 1 or rules.tie is Tie.SHARE:
        return lowest
    if rules.tie is Tie.LAST_PLACED and last in lowest:
        return (last,)
    return ()


def _debited(
    how: Ending,
    pips: Sequence[int],
    parties: tuple[tuple[int, ...], ...],
    winners: tuple[int, ...],
    tied: tuple[int, ...],
) -> Settlement:
    payments = tuple(sum(pips[seat] for seat in seats) for seats in parties)
    written = ", ".join(" + ".join(str(pips[seat]) for seat in seats) for seats in parties)
    return Settlement(how, tuple(pips), winners, payments, True, written, tied)


def _terms(
    rules: Rules,
    pips: Sequence[int],
    parties: tuple[tuple[int, ...], ...],
    winner: int,
    out: bool,
) -> list[int]:
    """The numbers that add up to what the winner is paid (negative: taken off)."""
    side = parties[_party(parties, winner)]
    others = [pips[seat] for seat in range(len(pips)) if seat not in side]
    own = pips[winner]
    partner = [pips[seat] for seat in side if seat != winner]
    sign = {PartnerPips.IGNORED: 0, PartnerPips.AGAINST: -1, PartnerPips.FOR: 1}
    extra = [sign[rules.partner_pips] * p for p in partner if sign[rules.partner_pips]]
    if out:
        return others + extra if rules.out_pay is OutPay.OPPONENTS else []
    return {
        BlockedPay.DIFFERENCE: [*others, -own, *extra],
        BlockedPay.EACH_DIFFERENCE: [*others, *([-own] * len(others)), *extra],
        BlockedPay.OPPONENTS: [*others, *extra],
        BlockedPay.ALL_HANDS: list(pips),
        BlockedPay.NOBODY: [],
    }[rules.blocked_pay]


def _written(terms: list[int], shares: int) -> str:
    if not terms:
        return ""
    amount = sum(terms)
    if len(terms) == shares == 1:
        return str(amount)
    signed = "".join(f" {'-' if term < 0 else '+'} {abs(term)}" for term in terms)
    text = f"{signed.removeprefix(' + ')} = {amount}"
    return text if shares == 1 else f"{text}; {amount} / {shares} = {amount // shares}"


def _best(score: Sequence[int], low: bool) -> tuple[int, ...]:
    best = min(score) if low else max(score)
    return tuple(i for i, points in enumerate(score) if points == best)


def _seats(rules: Rules, score: Sequence[int]) -> int:
    """How many seats a score of a match belongs to."""
    return 4 if rules.partners is Partners.PAIRS and len(score) == 2 else len(score)


def _low_wins(rules: Rules) -> bool:
    return rules.blocked_pay is BlockedPay.DEBIT
