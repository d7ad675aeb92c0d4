"""The parts of the sandbox: the toolbar, setting up, what happened, what every rule set says."""

from __future__ import annotations

import secrets

import streamlit as st

from matador.game.moves import ending
from matador.game.position import Position, deal
from matador.game.record import Timeline
from matador.game.rules import Rules, contradictions, preset
from matador.game.settle import settle, why_not_paid
from matador.teach import messages
from matador.teach.interview_words import rules_title
from matador.teach.prose import prose
from matador.ui import ours
from matador.ui.game import Table

FIRST_RULES = "pagat"
"""The rule set of a first visit: two players, seven tiles, draw until you can, the difference."""

_SEEDS = 1_000_000


def first_table() -> Timeline:
    """What a first visitor finds: a fresh deal for two."""
    rules = ours.rules() or preset(FIRST_RULES)
    return Timeline(deal(rules, ours.players(), secrets.randbelow(_SEEDS)))


def title(rules: Rules) -> str:
    """The name of a rule set, with the number of rules that were changed in it."""
    return rules_title(rules)


def contradictions_note(position: Position) -> None:
    """What in the rules in force cannot stand together, if anything."""
    found = contradictions(position.rules, position.players)
    for contradiction in found:
        st.info(messages.contradiction_sentence(contradiction, position.rules, position.players))


def outcome(one: Table) -> None:
    """How the hand ended and who is paid, once it is over."""
    position = one.timeline.position
    if not position.flaws and ending(position):
        st.header(prose("sandbox")["hand"]["over"])
        st.markdown(ended(position))


def ended(position: Position) -> str:
    """How a finished hand ended and who is paid what under its rules."""
    over, barred = ending(position), why_not_paid(position)
    if over is None or barred:
        return messages.not_paid_sentence(barred) if barred else ""
    result = settle(position)
    paid = messages.payment_sentence(result, position.rules)
    return f"{messages.ending_sentence(over, result)} {paid}"
