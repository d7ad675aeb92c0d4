"""Hidden hands weighed: what each choice is worth, and what the others can answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from matador.analysis.estimate import SAMPLES, Estimates, Progress, estimate
from matador.analysis.knowledge import Knowledge
from matador.analysis.odds import Odds, odds
from matador.game.record import Timeline


class Weighed(NamedTuple):
    """What is found out about hidden hands."""

    estimates: Estimates
    odds: Odds | None
    """None where the chances would have to be sampled, which has no end that could be told."""


def weigh(
    line: Timeline,
    seat: int | None = None,
    *,
    times: int = 1,
    seconds: float | None = None,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Weighed:
    """The choices at a moment, weighed over `times` the usual number of deals.

    With `seat`, only what that seat sees is known. Limits and errors are those of `estimate`.
    """
    known = Knowledge.of(line, seat)
    found = estimate(known, samples=SAMPLES * times, seconds=seconds, stop=stop, progress=progress)
    return Weighed(found, odds(known) if known.exact and known.position.ends else None)
