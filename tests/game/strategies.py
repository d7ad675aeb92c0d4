"""Random rule sets, hands, tables and texts, for the laws."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from matador.game.moves import Action, apply, ending, legal_actions
from matador.game.notation import write_actions, write_position
from matador.game.position import Hand, Position, Stock, deal
from matador.game.rules import FIELDS, Rules, contradictions, preset
from matador.teach.content import load_presets

SIZES = ("6", "6", "6", "6", "9", "9", "12", "15", "18")
"""Small sets more often: their hands are quicker and their refusals no fewer."""


@dataclass(frozen=True)
class Game:
    """A hand played at random to its end: one more position than actions."""

    leader: int
    positions: tuple[Position, ...]
    actions: tuple[Action, ...]

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """Say how to play it again when Hypothesis has found something."""
        printer.text(f"{write_position(self.positions[0])} {write_actions(self.actions)}")

    @property
    def end(self) -> Position:
        """The last position."""
        return self.positions[-1]


def names() -> st.SearchStrategy[str]:
    """Names of presets."""
    return st.sampled_from(sorted(load_presets()))


@st.composite
def rule_sets(draw: st.DrawFn, **fixed: str) -> Rules:
    """A preset as it is, with a few fields changed, or with every field at random."""
    base = draw(names())
    changed = draw(st.one_of(st.just([]), _some_fields(), st.just(sorted(FIELDS))))
    values = {name: draw(_values(name)) for name in changed}
    return preset(base).changed(**{**values, **fixed})


def _some_fields() -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(sorted(FIELDS)), unique=True, min_size=1, max_size=6)


def _values(name: str) -> st.SearchStrategy[str]:
    return st.sampled_from(SIZES if name == "set" else list(map(str, FIELDS[name])))


@st.composite
def deals(draw: st.DrawFn, **fixed: str) -> Position:
    """A fresh hand under random rules, with as many players as these allow."""
    rules = draw(rule_sets(**fixed))
    possible = [n for n in range(2, 9) if not any(c.forbids for c in contradictions(rules, n))]
    players = 4 if fixed.get("partners") == "pairs" else draw(st.sampled_from(possible))
    dealt = deal(rules, players, draw(st.integers(0, 2**32)))
    score = tuple(draw(st.integers(0, 250)) for _ in dealt.score)
    return dealt.changed(score=score)


def pairs(**fixed: str) -> st.SearchStrategy[Game]:
    """Hands of four players, two against two."""
    return st.sampled_from(("3", "5", "7", "9-less-players")).flatmap(
        lambda size: games(partners="pairs", deal=size, **fixed)
    )


@st.composite
def games(draw: st.DrawFn, **fixed: str) -> Game:
    """A hand played at random; half of the players play whenever they can."""
    dealt = draw(deals(**fixed))
    return playout(dealt, random.Random(draw(st.integers(0, 2**32))), keen=draw(st.booleans()))


def playout(dealt: Position, chance: random.Random, *, keen: bool = False) -> Game:
    """Random legal actions until the hand is over, or until it plainly never will be."""
    positions, actions = [dealt], []
    for _ in range(bound(dealt)):
        legal = legal_actions(positions[-1])
        if not legal:
            break
        plays = [action for action in legal if action.tile] if keen else []
        actions.append(chance.choice(plays or legal))
        positions.append(apply(positions[-1], actions[-1]))
    return Game(dealt.turn, tuple(positions), tuple(actions))


def bound(dealt: Position) -> int:
    """More actions than a hand can have.

    Every tile is drawn once and played once, and between two such actions nobody passes twice.
    """
    return (2 * len(dealt.rules.tiles.tiles) + 2) * (dealt.players + 1)


@st.composite
def moments(draw: st.DrawFn, **fixed: str) -> Position:
    """One position of a random hand that is not over."""
    game = draw(games(**fixed))
    return draw(st.sampled_from([p for p in game.positions if not ending(p)]))


@st.composite
def veiled(draw: st.DrawFn) -> tuple[Position, Position]:
    """A position, and the same one as somebody sees it who does not know every tile."""
    position = draw(st.one_of(moments(), _leads()))
    hands = tuple(_veil(hand, draw(st.integers(0, len(hand)))) for hand in position.hands)
    known = draw(st.integers(0, len(position.stock)))
    stock = Stock(position.stock.tiles[:known], len(position.stock) - known)
    return position, position.changed(hands=hands, stock=stock)


def _leads() -> st.SearchStrategy[Position]:
    """Fresh hands whose leader often has no double to lead."""
    dealt = deals(deal="3", lead="lot", lead_tile="highest-double")
    return dealt.filter(lambda position: not ending(position))


def _veil(hand: Hand, known: int) -> Hand:
    return Hand(hand.tiles[:known], len(hand) - known)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """The code of a reachable position, with a few characters changed."""
    code = list(write_position(draw(moments())))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(code)))
        new = draw(st.sampled_from([*"0123456789abciABCHdmlsxvw~-._+S", "_Lv", ".", "é", "²", ""]))
        code[at : at + draw(st.integers(0, 2))] = new
    return "".join(code)
