"""Cold start: what it costs a fresh process to import the engine, and what comes along."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

from benchmarks import ours
from benchmarks.environment import ROOT, Peers
from benchmarks.measure import (
    Run,
    Sample,
    Settings,
    UnavailableError,
    attempt,
    last_line,
    milliseconds,
)
from benchmarks.pace import at_pace, within
from benchmarks.report import Line, judge

ENGINE, OURS, DOMINOES, CORE = (
    "its engine",
    "all of matador.game",
    "dominoes",
    "compiled core with its first hand",
)

# Everything that lies in site-packages, by the first part of its name; not what any start brings.
FOREIGN = """
import json, pkgutil, sys
before = set(sys.modules)
import matador.game
for found in pkgutil.iter_modules(matador.game.__path__, "matador.game."):
    __import__(found.name)
files = {name: getattr(module, "__file__", None) or "" for name, module in sys.modules.items()}
files = {name: file for name, file in files.items() if name not in before}
print(json.dumps(sorted({n.split(".")[0] for n, file in files.items() if "site-packages" in file})))
"""

FIRST_HAND = """
import time
from benchmarks import ours
start = time.perf_counter()
ours.play(1, 1)
print(time.perf_counter() - start)
"""


def lines(settings: Settings, peers: Peers) -> Iterator[Line]:
    """Import time, the best of some fresh processes each on the wall, and foreign packages."""
    runs: dict[str, Run] = {
        ENGINE: _imported("engine_import_time"),
        OURS: _imported("import_time"),
        DOMINOES: peers.run("dominoes-import", "dominoes"),
        CORE: _first_hand,
    }
    best: dict[str, float] = {}
    missing: dict[str, str] = {}
    for _ in range(settings.of(3, 10)):
        for name, run in runs.items():
            if name in missing:
                continue
            answer = attempt(run, 0.0)
            if isinstance(answer, str):
                missing[name] = answer
            else:
                best[name] = min(best.get(name, answer.seconds), answer.seconds)
    told = [f"{name} {milliseconds(seconds)}" for name, seconds in best.items()]
    told += [f"{name}: {why}" for name, why in missing.items()]
    yield judge(
        "import of the engine of matador.game (play, notation, pay), on the wall",
        at_pace("< 30 ms"),
        lambda: _import_time(ENGINE, best, missing),
        "; ".join(told),
    )
    yield judge(
        "import of all of matador.game, with records, pasting, score pad and the rest",
        at_pace("< 30 ms"),
        lambda: _import_time(OURS, best, missing),
    )
    yield judge("packages of others that come along with it", "none", _foreign)


def _imported(measure: str) -> Run:
    return lambda _: Sample(1, ours.need("benchmarks.plain", measure)())


def _first_hand(_seconds: float) -> Sample:
    ours.need("matador.analysis.playouts", "random_hands")
    return Sample(1, float(_fresh(FIRST_HAND)))


def _import_time(name: str, best: dict[str, float], missing: dict[str, str]) -> tuple[str, bool]:
    if name in missing:
        raise UnavailableError(missing[name])
    ratio = f"{best[name] / best[DOMINOES]:.2f} × {DOMINOES}: " if DOMINOES in best else ""
    there, met = within(best[name], 0.030)
    return f"{ratio}{milliseconds(best[name])}, {there}", met


def _foreign() -> tuple[str, bool]:
    found = json.loads(_fresh(FOREIGN))
    return ", ".join(found) or "none", not found


def _fresh(code: str) -> str:
    """What a fresh process prints."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UnavailableError(f"FAILED: {last_line(done.stderr)}")
    return done.stdout
