"""Measures everything and writes the page: `python -m benchmarks [--quick] [--only NAME]`.

The exit status is 1 when something failed to run; a goal that is not met is no failure.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator

from benchmarks import hands, hints, pages, perft, report, scaling, solve, start
from benchmarks.environment import ROOT, Peers
from benchmarks.measure import Settings
from benchmarks.report import Line

THEMES = {
    "hands": hands.lines,
    "perft": perft.lines,
    "solve": solve.lines,
    "hints": hints.lines,
    "scaling": scaling.lines,
    "start": start.lines,
    "pages": pages.lines,
}


def main() -> int:
    """Measure the themes asked for. Only a run of all of them writes the page."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="about a minute instead of fifteen")
    parser.add_argument("--only", choices=THEMES, help="one theme; the page is not written")
    parser.add_argument("--json", action="store_true", help="lines for programs; with --only")
    asked = parser.parse_args()
    settings, load = Settings(asked.quick), os.getloadavg()
    show = report.dump if asked.json else report.show
    lines = []
    for line in _theme(asked.only, settings) if asked.only else _all(settings):
        show(line)
        lines.append(line)
    if not asked.only:
        report.RESULTS.write_text(report.page(lines, settings, load), "utf-8")
        print(f"written to {report.RESULTS.name}")
    # A process that reports to another one has failed only if it could not.
    return int(not asked.json and any(line.failed for line in lines))


def _theme(name: str, settings: Settings) -> Iterator[Line]:
    peers = Peers()
    peers.install()
    yield from THEMES[name](settings, peers)


def _all(settings: Settings) -> Iterator[Line]:
    """The lines of all themes, each measured in a process of its own: native code may crash."""
    for name in THEMES:
        command = [sys.executable, "-m", "benchmarks", "--json", "--only", name]
        command += ["--quick"] if settings.quick else []
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            for text in process.stdout:
                yield Line(**json.loads(text))
        if process.returncode:
            died = f"FAILED: the process died ({process.returncode})"
            yield Line(f"what else belongs to {name}", died, "", None)


if __name__ == "__main__":
    sys.exit(main())
