"""One small position for each field of the rules, and what each of its values makes of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from matador.game.moves import DRAW, advance, ending, legal_actions
from matador.game.notation import read_actions, read_position, under
from matador.game.position import SEATS, Position, rightful_leader, sides
from matador.game.rules import FIELDS, Rules
from matador.game.settle import match_winners, next_leader, settle
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


def _outcome(base: Position, name: str, value: str, decision: Decision) -> str:
    rules = base.rules.changed(**{name: value})
    # Another set is meant here; `under` would keep the one on the table.
    position = replace(base, rules=rules) if name == "set" else under(base, rules)
    _, position = read_actions(decision.after, position)
    return _answer(position, decision.ask)


def _answer(position: Position, ask: Ask) -> str:
    rules, players = position.rules, position.players
    if ask == "actions":
        return " ".join(map(str, legal_actions(position))) or "none"
    if ask == "turn in full":
        return " ".join(_turn_in_full(position))
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
    size = rules.hand_size(players)
    left = len(rules.tiles.tiles) - size * players
    return "not enough tiles" if left < 0 else f"{size} each, {left} left"


def _turn_in_full(position: Position) -> list[str]:
    """What the seat to move does: it draws while it may, then plays the first that fits."""
    done, seat = [], position.turn
    while position.turn == seat and not ending(position):
        action = max(
            legal_actions(position), key=lambda one: (one.where == DRAW, one.tile is not None)
        )
        done.append(str(action))
        position = advance(position, action)
    return done


def _after_the_hand(position: Position, ask: Ask) -> str:
    result = settle(position)
    if ask == "next":
        leader = next_leader(position.rules, result, 0)
        return "anew" if leader is None else SEATS[leader]
    paid = "-".join(map(str, result.payments))
    return f"{paid} against" if result.debit else paid
