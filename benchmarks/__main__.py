"""Measures everything and writes the page: `python -m benchmarks [--quick] [--only NAME]`.

Each theme is measured in one run, in a process of its own, and has its section on the page; with
--only, the other sections stay as they are. A quick run writes nothing.

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
    """Measure the themes asked for."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="about a minute instead of fifteen")
    parser.add_argument("--only", choices=THEMES, help="one theme")
    parser.add_argument("--json", action="store_true", help="lines for programs; with --only")
    asked = parser.parse_args()
    settings = Settings(asked.quick)
    if asked.json:
        for line in _theme(asked.only, settings):
            report.dump(line)
        return 0
    failed = False
    for name in [asked.only] if asked.only else THEMES:
        load, lines = os.getloadavg(), []
        for line in _apart(name, settings):
            report.show(line)
            lines.append(line)
        failed |= any(line.failed for line in lines)
        if not asked.quick:
            report.keep(name, lines, settings, load)
            report.RESULTS.write_text(report.page(THEMES), "utf-8")
    return int(failed)


def _theme(name: str, settings: Settings) -> Iterator[Line]:
    peers = Peers()
    peers.install()
    yield from THEMES[name](settings, peers)


def _apart(name: str, settings: Settings) -> Iterator[Line]:
    """The lines of a theme, measured in a process of its own: native code may crash."""
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
