"""A real cluster of two processes, one of which is killed: nothing is lost, nothing changes."""

import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

from matador.analysis.simulate import Summary, simulate
from matador.analysis.spread import spread
from matador.game.rules import preset

HANDS = 2400


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """A scheduler and two workers on this machine, without a page to watch them."""
    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    ) as made:
        yield made


@pytest.fixture(scope="module")
def client(cluster: LocalCluster) -> Iterator[Client]:
    """Who gives out the work."""
    with Client(cluster) as made:
        yield made


def worked_by(_first: int, _length: int) -> int:
    """The process that works on a slice, slowly enough for the other one to work beside it."""
    time.sleep(0.05)
    return os.getpid()


def test_a_cluster_changes_nothing(client: Client) -> None:
    """The same numbers as here, though two other processes take part."""
    executor = client.get_executor()
    played = {process for _, process in spread(worked_by, 12, 1, executor)}
    assert played == set(client.run(os.getpid).values())
    assert len(played - {os.getpid()}) == 2
    found = simulate(preset("pagat"), 2, HANDS, 3, ["balanced"], executor=executor, chunk=100)
    assert found == simulate(preset("pagat"), 2, HANDS, 3, ["balanced"])


def test_a_killed_worker_loses_nothing(client: Client) -> None:
    """It dies with work in hand, in the middle of the run."""
    victim = next(iter(client.run(os.getpid).values()))
    told: list[int] = []

    def kill(done: int, _total: int, _so_far: Summary) -> None:
        if not told:
            os.kill(victim, signal.SIGKILL)
        told.append(done)

    # The engine's hands take long enough for the worker to be in the middle of some.
    rules = preset("pagat").changed(set="12")
    found = simulate(
        rules, 3, 300, 3, ["random"], executor=client.get_executor(), chunk=10, progress=kill
    )
    assert found == simulate(rules, 3, 300, 3, ["random"])
    assert told == sorted(told)
    assert (told[-1], len(told)) == (300, 30)
    client.wait_for_workers(2, timeout=30)
    assert victim not in client.run(os.getpid).values()


def fail_once(trap: str, first: int, _length: int) -> int:
    """The number of a slice; the first one to open the trap fails."""
    if first == 3 and os.path.exists(trap):
        os.remove(trap)
        raise ConnectionError("the worker is gone")
    return first


def test_a_failed_slice_is_worked_on_again(client: Client, tmp_path: Path) -> None:
    """And not answered with the failure that the cluster remembers."""
    trap = tmp_path / "trap"
    trap.touch()
    found = spread(partial(fail_once, str(trap)), 6, 1, client.get_executor())
    assert sorted(found) == [(1, first) for first in range(6)]
    assert not trap.exists()
