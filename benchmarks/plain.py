"""The engine in plain Python, without the compiled core: what `matador.game` does in a second.

`random_hands` deals a hand and plays it to the end step by step, as the rest of the program does:
`legal_actions` lists the actions, one is chosen at random where there are several, and `advance`
makes the next immutable position. Every tile that is drawn is a step. All is chosen by one source
of chance, as in the naive loop beside it.

`legal_lists` asks `legal_actions` of positions with two open ends and a hand that goes on, as they
are met in random hands; each is asked once only, so that no position can have kept its answer. What
the rules keep for every position (which tiles fit which end) is kept here, too. The positions are
made beforehand, outside the time that is counted.

Both count processor time of this process, after a moment of warming up. `import_time` is the time
on the wall in which a fresh process imports all of `matador.game`, its bytecode being at hand;
`engine_import_time` that of what a hand needs.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache

from benchmarks.deals import SEVEN
from benchmarks.environment import ROOT
from benchmarks.measure import clock
from matador.game.position import Position, deal, deal_from
from matador.game.rules import Rules
from matador.game.turn import advance, legal_actions

WARM = 2_000
"""Hands played before any are counted: by then most answers that the rules keep are known."""

IMPORTS = """
import time
start = time.perf_counter()
import {}
print(time.perf_counter() - start)
"""
"""What a fresh process runs; the names of the modules are filled in."""


def random_hands(rules: Rules, seconds: float) -> float:
    """Random hands of two players a second, deals included, over about so many seconds."""
    _warm(rules)
    chance, done, start = random.Random(1), 0, clock()
    while clock() - start < seconds:
        for _ in range(100):
            _play(rules, chance)
        done += 100
    return done / (clock() - start)


def legal_lists(seconds: float) -> float:
    """Lists of legal actions a second, over about so many seconds that are counted."""
    _warm(SEVEN)
    met, done, spent = _two_ended(), 0, 0.0
    while spent < seconds:
        positions = [next(met) for _ in range(1_000)]
        start = clock()
        for position in positions:
            legal_actions(position)
        spent += clock() - start
        done += len(positions)
    return done / spent


ENGINE = ("position", "turn", "notation", "settle")
"""What plays a hand, reads and writes it and pays it; with all that these import."""


def engine_import_time() -> float:
    """Seconds on the wall for a fresh process to import the engine."""
    return _import_time(ENGINE)


def import_time() -> float:
    """The same for every module of `matador.game`: records, pasting, wishes, score pad and all."""
    return _import_time(sorted(path.stem for path in ROOT.glob("matador/game/[a-z]*.py")))


def _import_time(names: Iterable[str]) -> float:
    modules = [f"matador.game.{name}" for name in names]
    with tempfile.TemporaryDirectory() as cache_of_bytecode:
        kept = {"PYTHONPYCACHEPREFIX": cache_of_bytecode, "PYTHONDONTWRITEBYTECODE": ""}
        command = [sys.executable, "-c", IMPORTS.format(", ".join(modules))]
        environment = {**os.environ, **kept}
        runs = [
            subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
            )
            for _ in range(2)  # the first writes the bytecode
        ]
    return float(runs[-1].stdout)


@cache
def _warm(rules: Rules) -> None:
    chance = random.Random(1)
    for _ in range(WARM):
        _play(rules, chance)


def _play(rules: Rules, chance: random.Random) -> Position:
    """The end of a hand of two players."""
    position, some = deal_from(chance, rules, 2), chance.random
    while actions := legal_actions(position):
        count = len(actions)
        position = advance(position, actions[0 if count == 1 else int(some() * count)])
    return position


def _two_ended() -> Iterator[Position]:
    """Positions of random hands that go on and have two ends, each made for this only."""
    chance, seed = random.Random(1), 0
    while True:
        seed += 1
        position = deal(SEVEN, 2, seed)
        while actions := legal_actions(position):
            if len(position.ends) == 2:
                yield position.without_flaws()  # an equal one, which has not been asked yet
            position = advance(position, chance.choice(actions))
