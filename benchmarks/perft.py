"""Perft: leaves a second of counting all sequences of actions, without remembering any."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks import ours, yardstick
from benchmarks.deals import SEVEN, deal
from benchmarks.environment import Peers
from benchmarks.measure import Settings, contest, human, repeat
from benchmarks.report import Line, judge

OURS, PLAIN_C = "compiled core", "plain C"
CHESS = "python-chess"
SEED, DEPTH = 2059, 7
"""A deal whose tree is wide: 624 k sequences of actions, 204 k lines of tiles."""

GOAL = 50e6


def lines(settings: Settings, peers: Peers) -> Iterator[Line]:
    """Leaves a second. The yardstick counts tiles where the core counts draws and passes, too."""
    dealt = deal(SEVEN, SEED)
    race = contest(
        {
            OURS: partial(repeat, lambda: ours.perft(dealt.start, DEPTH)),
            PLAIN_C: partial(repeat, lambda: yardstick.perft(dealt, DEPTH)),
            CHESS: peers.run("chess-perft", "chess"),
        },
        settings.rounds,
        settings.seconds,
    )

    def found() -> tuple[str, bool]:
        rate = race.rate(OURS)
        return f"{race.against(OURS, PLAIN_C)}{human(rate)} leaves/s", rate >= GOAL

    yield judge(f"perft, seven each, depth {DEPTH}", "≥ 50 M leaves/s", found, race.told("leaves"))
