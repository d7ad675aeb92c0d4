"""What all simulations share: who played what, how much of it, and whole-number sums.

A run is played in slices that give the same sums wherever and however often they are played. So the
same seed gives the same numbers whatever the number of workers and the size of the slices.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, replace
from typing import Generic, TypedDict, TypeVar

from matador.analysis.hands import Setup
from matador.analysis.spread import IN_FLIGHT, Processes, spread
from matador.game.errors import UnreadableError
from matador.game.position import sides
from matador.game.rules import write_rules

_SHARES = 64
"""A short run is cut into so many slices at most, so that its progress can be seen."""


@dataclass(frozen=True)
class Run:
    """A run as far as it has come: `done` of the hands, matches or races `asked` for."""

    setup: Setup
    engine: str
    """Who played: the core `compiled`, the core as `plain` Python, or `engine`, matador.game."""
    asked: int
    done: int = 0
    sums: tuple[int, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether everything asked for was done, or the run was stopped before."""
        return self.done == self.asked

    @property
    def rules(self) -> str:
        """The rules, as they are written."""
        return write_rules(self.setup.rules)

    @property
    def players(self) -> int:
        """How many seats played."""
        return self.setup.players

    @property
    def policies(self) -> tuple[str, ...]:
        """The policy of each seat, by name."""
        return self.setup.policies

    @property
    def seed(self) -> int:
        """The seed of all hands."""
        return self.setup.seed

    @property
    def parties(self) -> int:
        """How many seats or sides keep a score."""
        return len(sides(self.setup.rules, self.players))


R = TypeVar("R", bound=Run)


class How(TypedDict, Generic[R], total=False):
    """How a run is carried out. Nothing here changes its numbers."""

    executor: Executor | None
    """Any `concurrent.futures` executor: threads, processes, a cluster. None: here and now."""
    progress: Callable[[int, int, R], object] | None
    """Told after each slice: how much is done, of how much, and the run so far."""
    stop: Callable[[], bool] | None
    """Asked after each slice; once it says yes, the run so far is the answer."""
    chunk: int | None
    """How much one slice holds."""
    in_flight: int
    """How many slices the executor is given at once; at least one for each of its workers."""


def carry_out(work: Callable[[int, int], list[int]], start: R, usual: int, how: How[R]) -> R:
    """The run after all slices, or those before it was stopped.

    `work` gives the sums of a slice, `usual` is the largest slice unless `how` says otherwise.
    Raises UnreadableError where nothing is asked for, LostError when the executor fails.
    """
    if start.asked < 1:
        raise UnreadableError("hands: at least one must be asked for")
    chunk = how.get("chunk")
    size = min(usual, -(-start.asked // _SHARES)) if chunk is None else chunk
    progress, stop = how.get("progress"), how.get("stop")
    run = start
    given = spread(work, start.asked, size, how.get("executor"), how.get("in_flight", IN_FLIGHT))
    with closing(given):
        for count, sums in given:
            added = map(sum, zip(run.sums, sums, strict=True)) if run.sums else sums
            run = replace(run, done=run.done + count, sums=tuple(added))
            if progress:
                progress(run.done, run.asked, run)
            if stop and stop():
                break
    return run


def pool(setup: Setup, workers: int) -> AbstractContextManager[Executor | None]:
    """An executor for so many workers on this machine; None for one.

    Threads are enough for the compiled core, which lets others run beside it.
    """
    if workers == 1:
        return nullcontext()
    return ThreadPoolExecutor(workers) if setup.engine == "compiled" else Processes(workers)
