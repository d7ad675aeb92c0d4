"""The lines of the result, and the page that shows them."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.measure import Settings, attempt

RESULTS = Path(__file__).with_name("results.md")
KEPT = Path(__file__).with_name("results")
"""The folder of what each theme came to, from which the page is written."""

HEAD = """# Benchmarks

Written by `make bench`. The contenders of each line were measured in one run, in turns.

Times are seconds of processor time on one core, except where a line says otherwise. Read the ratios
first: the figures beside them hold for this machine at that hour.
"""

SECTION = """
## {name}

{statistics}

{machine}

| work | measured | goal | verdict | beside it |
| --- | --- | --- | --- | --- |
"""

STATISTICS = (
    "A rate is the best of {rounds} turns of {seconds} s; the time of a deal, a hint or an import"
    " is the shortest of its turns; means, medians and worst times are over deals."
)


@dataclass(frozen=True)
class Line:
    """One goal and how it stands. `met` is None where it could not be measured."""

    work: str
    measured: str
    goal: str
    met: bool | None
    beside: str = ""

    @property
    def verdict(self) -> str:
        """The word for the table."""
        return {True: "met", False: "**not met**", None: "not measured"}[self.met]

    @property
    def failed(self) -> bool:
        """Whether something broke, as opposed to not being there."""
        return "FAILED" in self.measured or "FAILED" in self.beside


def judge(
    work: str,
    goal: str,
    measure: Callable[[], tuple[str, bool]],
    beside: str = "",
) -> Line:
    """A line from what `measure` finds: its words, and whether the goal is met.

    Where it finds nothing, the line says why.
    """
    found = attempt(measure)
    measured, met = (found, None) if isinstance(found, str) else found
    return Line(work, measured, goal, met, beside)


def at_least(ratio: float, goal: float, other: str) -> tuple[str, bool]:
    """Words and verdict for `ratio` times the rate of another."""
    return f"{ratio:.3g} × {other}", ratio >= goal


def keep(name: str, lines: Sequence[Line], settings: Settings, load: Sequence[float]) -> None:
    """Keep what a theme came to; `load` is the load average at its start."""
    found = {
        "statistics": STATISTICS.format(rounds=settings.rounds, seconds=settings.seconds),
        "machine": list(machine(load)),
        "lines": [asdict(line) for line in lines],
    }
    KEPT.mkdir(exist_ok=True)
    text = json.dumps(found, indent=1, ensure_ascii=False)
    (KEPT / f"{name}.json").write_text(f"{text}\n", "utf-8")


def page(names: Iterable[str]) -> str:
    """The whole of results.md: a section for each theme that was measured, in this order."""
    return HEAD + "".join(_section(name) for name in names if (KEPT / f"{name}.json").exists())


def _section(name: str) -> str:
    found = json.loads((KEPT / f"{name}.json").read_text("utf-8"))
    head = SECTION.format(
        name=name, statistics=found["statistics"], machine="\n".join(found["machine"])
    )
    return head + "".join(row(Line(**line)) for line in found["lines"])


def row(line: Line) -> str:
    """A line as a row of the table."""
    cells = (line.work, line.measured, line.goal, line.verdict, line.beside)
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |\n"


def machine(load: Sequence[float]) -> Iterator[str]:
    """The machine and the programs, one item of a list each."""
    yield f"- {date.today().isoformat()}, {_processor()}, {os.cpu_count()} cores"
    yield f"- load average: {load[0]:.2f} at the start, {os.getloadavg()[0]:.2f} at the end"
    python = f"- Python {platform.python_version()} ({platform.system()})"
    yield f"{python}, numba {_version('numba')}, numpy {_version('numpy')}, {_compiler()}"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _compiler() -> str:
    if not shutil.which("cc"):
        return "no C compiler"
    done = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=False)
    return done.stdout.partition("\n")[0] or "cc"


def dump(line: Line) -> None:
    """Print a line for the process that writes the page."""
    print(json.dumps(asdict(line)), flush=True)


def show(line: Line) -> None:
    """Print a line as soon as it stands."""
    print(f"{line.verdict.strip('*'):13}{line.work}: {line.measured} (goal {line.goal})")
    if line.beside:
        print(f"{'':13}{line.beside}")
    sys.stdout.flush()
