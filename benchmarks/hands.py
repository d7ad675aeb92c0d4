"""Random hands: compiled against the C yardstick and the peers, and in plain Python."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks import ours, yardstick
from benchmarks.deals import SEVEN
from benchmarks.environment import Peers
from benchmarks.measure import Contest, Run, Settings, contest, human, repeat
from benchmarks.pace import GIVEN, NAIVE, at_pace, naive_hands
from benchmarks.report import Line, at_least, judge

OURS, PLAIN_C, FAST_C = "compiled core", "plain C", "C with bit tricks"
DOMINOES = "dominoes (4 players, no drawing)"
SPIEL = "OpenSpiel python_block_dominoes (no drawing)"
GAME, DOMINOES_LISTS = "matador.game", "dominoes"


def lines(settings: Settings, peers: Peers) -> Iterator[Line]:
    """Random hands a second, compiled and plain, and lists of legal actions."""
    yield from _compiled(_race(settings, peers))
    yield from _plain(settings, peers)


def _race(settings: Settings, peers: Peers) -> Contest:
    return contest(
        {
            OURS: ours.hands(),
            PLAIN_C: _c(yardstick.hands),
            FAST_C: _c(yardstick.fast_hands),
            DOMINOES: peers.run("dominoes-hands", "dominoes"),
            SPIEL: peers.run("openspiel-hands", "open_spiel"),
        },
        settings.rounds,
        settings.seconds,
    )


def _c(play: Callable[[int, int], object]) -> Run:
    def step() -> int:
        play(ours.CHUNK, chance.randrange(1, 1 << 60))
        return ours.CHUNK

    chance = random.Random(1)
    return partial(repeat, step)


def _compiled(race: Contest) -> Iterator[Line]:
    work = "random hands, two players, double-six, in line, seven each, draw until playable"
    for other, goal in ((PLAIN_C, 0.75), (DOMINOES, 125), (SPIEL, 450)):
        yield judge(
            work,
            f"≥ {goal} × {other}",
            lambda other=other, goal=goal: at_least(race.ratio(OURS, other), goal, other),
            race.told("hands") if other == PLAIN_C else "",
        )


def _plain(settings: Settings, peers: Peers) -> Iterator[Line]:
    race = contest(
        {GAME: ours.plain("random_hands", SEVEN), NAIVE: partial(naive_hands, random.Random(3))},
        settings.rounds,
        settings.seconds,
    )
    yield judge(
        "the same in plain Python",
        at_pace("≥ 15,000 hands/s"),
        lambda: _rate(race, GAME, NAIVE, 15_000 * race.rate(NAIVE) / GIVEN, "hands"),
        race.told("hands"),
    )
    race = contest(
        {
            GAME: ours.plain("legal_lists"),
            DOMINOES_LISTS: peers.run("dominoes-lists", "dominoes"),
        },
        settings.rounds,
        settings.seconds,
    )
    yield judge(
        "lists of legal actions, a line with two ends, plain Python",
        "≥ 500,000 lists/s",
        lambda: _rate(race, GAME, DOMINOES_LISTS, 500_000, "lists"),
        race.told("lists"),
    )


def _rate(race: Contest, name: str, other: str, goal: float, unit: str) -> tuple[str, bool]:
    rate = race.rate(name)
    return f"{race.against(name, other)}{human(rate)} {unit}/s", rate >= goal
