"""Compiling ahead, in a process of its own, so that nothing a person waits for ever compiles.

`begin` starts it and returns at once; `ready` says whether the compiled core now answers without
delay. Run as a program, this module compiles what is not compiled yet.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def begin() -> subprocess.Popen[bytes]:
    """Start compiling in the background, if that was not done before; returns the process."""
    return subprocess.Popen(
        [sys.executable, "-m", __name__],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def ready() -> bool:
    """Whether all kernels are compiled, or will never be because there is no compiler."""
    from matador.analysis import native  # noqa: PLC0415 - Numba is slow to import

    return not native.COMPILED or _stamp().exists()


def compile_all() -> None:
    """Call every kernel once on a small hand, which compiles it and keeps it on disk."""
    # Here and not above: whoever only begins must not wait for Numba's import.
    from matador.analysis import kernels, layout, native, playouts, tables  # noqa: PLC0415
    from matador.analysis.estimate import estimate  # noqa: PLC0415
    from matador.analysis.players import PLAYERS, view  # noqa: PLC0415
    from matador.analysis.solve import solve  # noqa: PLC0415
    from matador.analysis.studies import exact  # noqa: PLC0415
    from matador.game.moves import advance, legal_actions  # noqa: PLC0415
    from matador.game.position import deal  # noqa: PLC0415
    from matador.game.rules import Rules  # noqa: PLC0415

    rules = Rules("warm")
    found = tables.tables(rules, 2)
    work = found.workspace(playouts.WORKSPACE)
    sums = native.zeros(playouts.SUMS)
    playouts.play_hands(work, 1, 0, 1, -1, sums)
    playouts.random_hands(work, 1, 0, 1, sums)
    metrics = native.zeros(exact.METRICS)
    exact.measure_hands(work, 1, 0, 1, metrics)
    exact.add_compared(metrics, metrics, 1, native.zeros(exact.METRICS * exact.COMPARED))
    start = deal(rules, 2, 1)
    tables.load(found, start, work)
    kernels.perft(work, layout.ROWS, layout.ROWS + 4 * layout.ROW, 2)
    position = advance(start, legal_actions(start)[0])
    solve(position, nodes=100)
    estimate(position, position.turn, samples=2)
    for name in ("sampler", "master"):
        PLAYERS[name].choose(view(position), seed=1, seconds=0.1)
    _stamp().parent.mkdir(parents=True, exist_ok=True)
    _stamp().touch()


def _stamp() -> Path:
    from matador.analysis import native  # noqa: PLC0415

    return native.cache_folder() / "warm"


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    if not ready():
        compile_all()
