"""Hands for the browser, found with the engine: short ones that show what their rules are about.

`python -m tests.browser.play` looks for them and prints the seeds for `hands.json`.
"""

import json
import zlib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

from matador.game.moves import DRAW, LEAD, PASS, Action, advance, legal_actions
from matador.game.notation import under
from matador.game.position import Position, Stock, deal
from matador.game.record import Timeline
from matador.game.rules import read_rules
from matador.game.settle import settle, why_not_paid
from matador.teach import messages
from matador.teach.content import install, load_presets

SEEDS = json.loads(Path(__file__).with_name("hands.json").read_text("utf-8"))
TRIES = 400  # seeds looked at for the best hand
SHORT = 6  # actions; a hand of no more is taken at once
PLAYS = 4  # tiles; a hand with fewer shows little


class Hand(NamedTuple):
    """One hand to be played to its end: its rules, and what in them must make a difference."""

    rules: str
    changes: str = ""
    """What is changed beyond that; each change must show in the hand."""
    players: int = 2
    stock: int = 200
    """The tiles to draw from; the others stay in the box, so that drawing has an end."""

    @property
    def name(self) -> str:
        """The whole rule set with the number of players, as it names a test."""
        return f"{self._ruled(self.changes)} {self.players}"

    @property
    def line(self) -> Timeline:
        """The hand from the deal to its end."""
        return self.dealt(SEEDS[self.name])

    def dealt(self, seed: int) -> Timeline:
        """The hand dealt and played with this seed."""
        dealt = deal(read_rules(self._ruled(self.changes)), self.players, seed)
        start = dealt.changed(stock=Stock(dealt.stock.tiles[: self.stock]))
        return _played(start, list(self._others(start)), Random(seed))

    def untold(self, line: Timeline) -> int:
        """How many of the changes made no difference in this hand."""
        return sum(not _tells(line, other) for other in self._others(line.start))

    def beside_the_point(self, line: Timeline) -> set[int]:
        """The actions at which nothing of what the rules are about shows, by their place.

        What shows it are the actions before which a change first leaves another choice, else the
        first, which shows the deal; and the last, which shows the end.
        """
        partings = {_parting(line, other) for other in self._others(line.start)} - {None}
        return {*range(len(line.actions) - 1)} - (partings or {0})

    def _others(self, start: Position) -> Iterator[Position]:
        """The start with one change taken back, for each of them."""
        changes = self.changes.split("~") if self.changes else []
        for change in changes:
            kept = "~".join(one for one in changes if one != change)
            yield under(start, read_rules(self._ruled(kept)))

    def _ruled(self, changes: str) -> str:
        return "~".join(filter(None, [self.rules, changes]))


def payment(position: Position) -> str:
    """Who is paid what, in the words of the page; or why nobody is."""
    barred = why_not_paid(position)
    if barred:
        return messages.not_paid_sentence(barred)
    return messages.payment_sentence(settle(position), position.rules)


def _played(start: Position, others: list[Position], chance: Random) -> Timeline:
    """A hand to its end: what only these rules allow now and then, else a play, else the rest."""
    line, shadows = Timeline(start), list(others)
    while choices := [one for one in legal_actions(line.position) if _on_the_board(one)]:
        plays = [one for one in choices if one.tile]
        marked = [one for one in plays if one.plus or len(one.where) > 1 or one.where in "UD"]
        here = [one for one in choices if any(one not in legal_actions(o) for o in shadows)]
        pools = [pool for pool in (here, marked) if pool and chance.random() < 0.5]
        line = line.play(chance.choice([*pools, plays or choices][0]))
        shadows = [advance(o, line.last) for o in shadows if line.last in legal_actions(o)]
    return line


def _on_the_board(action: Action) -> bool:
    # Which way round the first tile lies makes no difference: the board offers one.
    return action.where != LEAD or action.inner <= action.outer


def _tells(line: Timeline, other: Position) -> bool:
    """Whether the hand would have been another one under other rules, or paid otherwise."""
    if _parting(line, other) is not None:
        return True
    for action in line.actions:
        other = advance(other, action)
    return payment(line.position) != payment(other)


def _parting(line: Timeline, other: Position) -> int | None:
    """The first action before which other rules leave another choice; None if there is none."""
    for at, action in enumerate(line.actions):
        if legal_actions(line.positions[at]) != legal_actions(other):
            return at
        other = advance(other, action)
    return None


# --- which hands ---

_SHORT = "pagat~deal-3"
_ACROSS = ("choice", "always", "wild", "blank")
_OPEN = ("both", "blank-follows", "one-half")
_DOUBLE_LED = f"{_SHORT}~lead_tile-highest-double"
_BLOCKS = f"{_SHORT}~draw-none"

_LONG = {
    "szalone-10", "gamerules", "britannica", "compendia", "hoyle-1940", "cards-dice-dominoes",
    "bonaludo", "spaans", "family-games", "instruction-sheet", "le-matador-savoir",
    "le-matador-2012",
}  # fmt: skip
"""Presets whose own deal makes hands of thirteen actions and more; `pagat` stands for them."""

PRESETS = [
    Hand(f"{name}~deal-3" if name in _LONG else name, players=found.players[0])
    for name, found in load_presets().items()
]

VARIATIONS = [
    *(
        Hand(_SHORT, change, stock=4)
        for change in (
            *(f"crosswise-{way}" for way in _ACROSS),
            *(f"crosswise-{way}~cross_open-{shown}" for way, shown in product(_ACROSS, _OPEN)),
            "crosswise-choice~cross_reading-match",
            "doubles-spinner",
            "doubles-spinner~spinner_arms-after-both-ends",
            "doubles-spinner~crosswise-always",
            "doubles-spinner~crosswise-choice~cross_open-both",
            "double_blank-kills",
            "matador_place-blank-only",
            "matador_way-by-sum",
            "reserve-0",
            "draw-none",
            "draw-one",
            "draw-one-and-pass",
            "draw_playable-yes",
            "draw_matador-no",
            "drawn_matador-stops",
            "matador_duty-refusable",
            "passing-stock-empty",
            "passing-instead-of-drawing",
            "extra_tile-always",
            "extra_tile-after-double",
            "lead_tile-highest-double",
            "blocked-nobody-can-move",
            "double_weight-half",
            "out_pay-debit",
            "out_pay-nobody",
        )
    ),
    Hand(_SHORT, "draw-two", stock=8),
    Hand(f"{_SHORT}~doubles-across", stock=4),
    Hand(f"{_DOUBLE_LED}~no_double-redeal", stock=4),
    *(Hand(_DOUBLE_LED, f"no_double-{way}", stock=6) for way in ("any", "next", "draw")),
    Hand(f"{_SHORT}~draw-one", "blocked-all-knock", stock=4),
    Hand(_SHORT, "reserve-2-or-1", players=3, stock=4),
    *(Hand(_BLOCKS, f"blocked_pay-{way}") for way in ("opponents", "all-hands", "debit", "nobody")),
    Hand(_BLOCKS, "blocked_pay-each-difference", players=3),
    *(Hand(f"{_BLOCKS}~blocked_pay-opponents", f"tie-{way}") for way in ("share", "last-placed")),
    Hand(_SHORT, "partners-pairs", players=4, stock=4),
    *(
        Hand(f"{_BLOCKS}~partners-pairs", change, players=4)
        for change in ("partner_pips-for", "partner_pips-against", "partner_block-single-hand")
    ),
    *(
        Hand(f"{_SHORT}~set-{top}", players=players, stock=2)
        for top, players in ((9, 3), (12, 5), (15, 4), (18, 8))
    ),
    Hand(f"{_SHORT}~set-9", "crosswise-wild~cross_open-both", stock=4),
]


def _seed(hand: Hand) -> int:
    """The seed of a short hand in which every change shows, and what lies across is played on."""

    def worth(seed: int) -> tuple[int, int, bool, int]:
        line = hand.dealt(seed)
        plays = sum(action.tile is not None for action in line.actions)
        return hand.untold(line), -_oddities(line), plays < PLAYS, len(line.actions)

    first = zlib.crc32(hand.name.encode()) % 1000  # or all variations would share their hands
    found: dict[int, tuple[int, int, bool, int]] = {}
    for seed in range(first, first + TRIES):
        found[seed] = worth(seed)
        if found[seed] <= (0, -2, False, SHORT):
            break
    best = min(found, key=lambda seed: found[seed])
    if found[best][0]:
        raise LookupError(f"{hand.name}: no hand shows all of it")
    return best


def _oddities(line: Timeline) -> int:
    """Up to two of: a tile across or a spinner, and each arm but the left and the right one."""
    across = any(action.plus for action in line.actions)
    arms = {action.where for action in line.actions} - {LEAD, "L", "R", DRAW, PASS}
    return min(2, across + len(arms))


if __name__ == "__main__":
    install()
    print(json.dumps({hand.name: _seed(hand) for hand in PRESETS + VARIATIONS}, indent=0))
