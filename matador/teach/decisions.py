"""One small position for each field of the rules, and what each of its values makes of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from matador.game.errors import MatadorError
from matador.game.moves import DRAW, Action, advance, ending, legal_actions
from matador.game.notation import read_actions, read_position, under
from matador.game.position import SEATS, Position, rightful_leader, sides
from matador.game.rules import FIELDS, Rules
from matador.game.settle import match_winners, next_leader, settle, why_not_paid
from matador.teach.content import CONTENT, load

Ask = Literal[
    "actions", "turn in full", "payments", "deal", "leader", "next", "turn", "ending", "match"
]


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position in which the values of one field can be told apart."""

    title: str
    position: str
    ask: Ask
    expected: dict[str, str]
    """What comes of it, by value; computed anew by the tests."""
    after: str = ""
    """Actions done first, under each value."""
    field: str = ""
    """The field that is asked about, where the name of the decision is another."""
    agreed: tuple[str, ...] = ()
    """Fields that the table has agreed on, as the position's own rules have them."""


@cache
def load_decisions(folder: Path = CONTENT) -> dict[str, Decision]:
    """The decision positions, by field. Raises ContentError."""
    return load(folder / "decisions" / "decisions.toml", dict[str, Decision])


def field_of(name: str, decision: Decision) -> str:
    """The field of the rules that a decision is about."""
    return decision.field or name


def outcomes(name: str, decision: Decision) -> dict[str, str]:
    """What each value of field `name` makes of the position, as short text."""
    base = read_position(decision.position)
    return {str(value): _outcome(base, name, str(value), decision) for value in FIELDS[name]}


def moment(name: str, decision: Decision, rules: Rules) -> Position | None:
    """The position under other rules, or None where they do not let it come to that.

    What the table has agreed on stays.
    """
    base = _read(decision.position)
    agreed = {one: str(base.rules.value(one)) for one in decision.agreed}
    position = _put(base, field_of(name, decision), rules.changed(**agreed))
    # A deal is asked for before there is one: what the hands hold says nothing.
    if position.flaws and decision.ask != "deal":
        return None
    try:
        return read_actions(decision.after, position)[1]
    except MatadorError:
        return None


# Every rule set is asked about the same few positions.
_read = cache(read_position)


def _outcome(base: Position, name: str, value: str, decision: Decision) -> str:
    position = _put(base, name, base.rules.changed(**{name: value}))
    _, position = read_actions(decision.after, position)
    return answer(position, decision.ask)


def _put(base: Position, field: str, rules: Rules) -> Position:
    # Another set is meant here; `under` would keep the one on the table.
    return base.changed(rules=rules) if field == "set" else under(base, rules)


def answer(position: Position, ask: Ask) -> str:
    """What comes of a position, as short text: equal texts, equal answers."""
    rules, players = position.rules, position.players
    if ask == "actions":
        return " ".join(map(str, legal_actions(position))) or "none"
    if ask == "turn in full":
        return " ".join(map(str, turn_in_full(position)))
    if ask == "deal":
        return _dealt(rules, players)
    if ask == "leader":
        leader = rightful_leader(position)
        return "lot" if leader is None else SEATS[leader]
    if ask == "turn":
        return SEATS[position.turn]
    if ask == "ending":
        return str(ending(position) or "goes on")
    if ask == "match":
        parties = sides(rules, players)
        winners = match_winners(rules, position.score, hands=players)
        return " ".join(SEATS[seat] for party in winners for seat in parties[party]) or "goes on"
    return _after_the_hand(position, ask)


def _dealt(rules: Rules, players: int) -> str:
    size, left = dealt(rules, players)
    return "not enough tiles" if left < 0 else f"{size} each, {left} left"


def dealt(rules: Rules, players: int) -> tuple[int, int]:
    """How many tiles each is dealt, and how many are left: below 0, there are not enough."""
    size = rules.hand_size(players)
    return size, len(rules.tiles.tiles) - size * players


def turn_in_full(position: Position) -> list[Action]:
    """What the seat to move does: it draws while it may, then plays the first that fits."""
    done: list[Action] = []
    seat = position.turn
    while position.turn == seat and not ending(position):
        action = max(
            legal_actions(position), key=lambda one: (one.where == DRAW, one.tile is not None)
        )
        done.append(action)
        position = advance(position, action)
    return done


def _after_the_hand(position: Position, ask: Ask) -> str:
    barred = why_not_paid(position)
    if barred:
        return str(barred)
    result = settle(position)
    if ask == "next":
        leader = next_leader(position.rules, result, 0)
        return "anew" if leader is None else SEATS[leader]
    paid = "-".join(map(str, result.payments))
    return f"{paid} against" if result.debit else paid
