"""Work in slices, here or on any `concurrent.futures` executor.

A slice is a run of numbers, such as hands 2000 to 2999 of a seed. Its answer depends on nothing
else, so it does not matter who works on it, how often, or in which order answers come back.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from itertools import islice
from multiprocessing import get_context
from typing import Any, NamedTuple, TypeVar

TRIES = 4
"""How often a slice is given out before its loss counts as a failure."""
IN_FLIGHT = 64
"""How many slices an executor is given at once: memory stays flat however many there are."""

_T = TypeVar("_T")
Work = Callable[[int, int], _T]
"""From the first number of a slice and its length to its answer."""


class LostError(RuntimeError):
    """A slice failed on the executor as often as it is tried; the last failure is the cause."""


class Slice(NamedTuple):
    """Numbers `first` to `first + length - 1`, and how often they were given out already."""

    first: int
    length: int
    tries: int = 0


def slices(total: int, size: int) -> Iterator[Slice]:
    """The numbers from 0 to `total - 1` in slices of `size`, the last one maybe shorter."""
    for first in range(0, total, size):
        yield Slice(first, min(size, total - first))


def spread(
    work: Work[_T],
    total: int,
    size: int,
    executor: Executor | None = None,
    in_flight: int = IN_FLIGHT,
) -> Generator[tuple[int, _T], None, None]:
    """Yields the length and the answer of every slice as it is finished, in any order.

    A slice that an executor loses is given out again. Raises LostError after `TRIES`, ValueError
    for slices or room for them below 1. Closing the iterator takes back what has not begun.
    """
    if size < 1 or in_flight < 1:
        raise ValueError(f"slices of {size}, {in_flight} at once: both must be at least 1")
    if executor is None:
        for one in slices(total, size):
            yield one.length, work(one.first, one.length)
    else:
        yield from _given_out(work, slices(total, size), executor, in_flight)


def attempt(work: Work[_T], one: Slice) -> _T:
    """The answer of a slice.

    Dask answers a call that is like an earlier one from memory, failures too. Here no call is like
    another, since the slice knows how often it was given out.
    """
    return work(one.first, one.length)


def _given_out(
    work: Work[_T], todo: Iterator[Slice], executor: Executor, in_flight: int
) -> Generator[tuple[int, _T], None, None]:
    waiting: dict[Future[_T], Slice] = {}

    def give_out(one: Slice) -> None:
        try:
            future = executor.submit(attempt, work, one)
        except BrokenExecutor as error:
            raise LostError("the executor is broken and takes no more work") from error
        waiting[future] = one._replace(tries=one.tries + 1)

    try:
        while True:
            for one in islice(todo, in_flight - len(waiting)):
                give_out(one)
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                one = waiting.pop(future)
                try:
                    answer = future.result()
                # Every executor has errors of its own for a worker that is gone.
                except Exception as error:
                    if one.tries == TRIES:
                        text = f"{one.length} from number {one.first} on failed {TRIES} times"
                        raise LostError(f"{text}: {error}") from error
                    give_out(one)
                else:
                    yield one.length, answer
    finally:
        for future in waiting:
            future.cancel()


class Processes(Executor):
    """A pool of processes on this machine that is replaced when one of them dies.

    The work in a pool that breaks is lost, as it is with ProcessPoolExecutor; new work is taken.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = self._fresh()

    def _fresh(self) -> ProcessPoolExecutor:
        # Not forked: threads, such as those of a web server, may hold locks at that moment.
        return ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a function in one of the processes."""
        try:
            return self._pool.submit(fn, *args, **kwargs)
        except BrokenExecutor:
            self._pool.shutdown(wait=False)
            self._pool = self._fresh()
            return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more work, and wait until what was given out is done."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)
