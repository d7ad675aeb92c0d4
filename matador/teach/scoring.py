"""The arithmetic of a score sheet, in words: what a hand pays, running totals, who has won.

For a match that is played and for one that is only written down. `names` are what the seats are
called in a sentence, in seat order; without them they are Player A, Player B and so on.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate

from matador.game.position import SEATS, sides
from matador.game.rules import BlockedPay, Goal, Rules, Target
from matador.game.settle import Settlement
from matador.teach import messages
from matador.teach.content import CONTENT


@cache
def scoring_words() -> dict[str, str]:
    """All sentences by key, from `content/en/scoring.toml`."""
    return tomllib.loads((CONTENT / "en" / "scoring.toml").read_text("utf-8"))


def hand_sum(settlement: Settlement, rules: Rules, names: Sequence[str] = ()) -> str:
    """How a hand ended and who is paid what, with the sum: `Out of tiles: Ann. 11 points …`."""
    ending = messages.ending_sentence(settlement.ending, settlement)
    paid = messages.payment_sentence(settlement, rules)
    return " ".join(_named(text, settlement, rules, names) for text in (ending, paid))


def gave_up(
    loser: int, winner: int, settlement: Settlement, rules: Rules, names: Sequence[str]
) -> str:
    """The same for a hand that seat `loser` gave up, settled as if `winner` had gone out."""
    called = {"loser": names[loser], "winner": names[winner]}
    told = _upper(scoring_words()["gave_up"].format(**called))
    paid = messages.payment_sentence(settlement, rules)
    return f"{told} {_named(paid, settlement, rules, names)}"


def running(payments: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
    """The totals after each hand, by party, from what each hand pays each party."""
    return list(accumulate(map(tuple, payments), _added))


def party_names(rules: Rules, names: Sequence[str]) -> tuple[str, ...]:
    """What the parties that keep one score each are called: a name, or two of them."""
    return tuple(
        scoring_words()["and"].join(names[seat] for seat in seats)
        for seats in sides(rules, len(names))
    )


def goal_sentence(rules: Rules) -> str:
    """When a match under these rules is over."""
    text = scoring_words()
    if rules.goal is Goal.ROUND:
        best = text["lowest" if rules.blocked_pay is BlockedPay.DEBIT else "best"]
        return f"{text['round']} {best}"
    if rules.target is Target.NONE:
        return text["endless"]
    if rules.goal is Goal.EXCEED_LOSES:
        return f"{text['exceed'].format(target=rules.target)} {text['lowest']}"
    return text["reach"].format(target=rules.target)


def winners_sentence(winners: Sequence[int], score: Sequence[int], parties: Sequence[str]) -> str:
    """Who has won the match, with the score: `The match goes to Ann, 104 : 67.`"""
    text = scoring_words()
    called = text["and"].join(parties[party] for party in winners)
    return text["won"].format(winners=called, score=" : ".join(map(str, score)))


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _named(text: str, settlement: Settlement, rules: Rules, names: Sequence[str]) -> str:
    """A sentence about seats with the names in their places."""
    if not names:
        return text
    groups = [settlement.winners, *sides(rules, len(names))]
    groups += [(seat,) for seat in range(len(names))]
    joint = scoring_words()["and"]
    called = {_seats(seats): joint.join(names[seat] for seat in seats) for seats in groups if seats}
    # All at once, the longest first: a name may be what another seat is called.
    seats = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
    return _upper(re.sub(seats, lambda found: called[found[0]], text))


def _seats(seats: Sequence[int]) -> str:
    """The seats as the messages call them."""
    if len(seats) == 1:
        return messages.player(seats[0])
    view = messages.words()["view"]
    return view["side"].format(seats=view["and"].join(SEATS[seat] for seat in seats))


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
