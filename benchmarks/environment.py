"""The peers' own environment: made once, then asked to work in a process for each turn."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from benchmarks.measure import Run, Sample, UnavailableError, last_line

ROOT = Path(__file__).parents[1]
PLACE = ROOT / ".venv-peers"
REQUIREMENTS = Path(__file__).with_name("requirements-peers.txt")


class Peers:
    """The peers that could be installed, and why the others could not."""

    def __init__(self) -> None:
        self._failed: dict[str, str] = {}

    def install(self) -> None:
        """Make the environment and install what is missing, one by one if not all can be."""
        if not self._python.exists():
            self._note("", _failure([sys.executable, "-m", "venv", str(PLACE)]))
        if self._failed:
            return
        pip = [str(self._python), "-m", "pip", "install", "--disable-pip-version-check", "-qq"]
        if not _failure([*pip, "-r", str(REQUIREMENTS)]):
            return
        for line in REQUIREMENTS.read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                self._note(line.partition("==")[0], _failure([*pip, line]))

    def run(self, name: str, package: str) -> Run:
        """A contender: the measurement `name` of `peers.py`, which needs `package`."""

        def run(seconds: float) -> Sample:
            for failed, why in self._failed.items():
                if failed in ("", package):
                    raise UnavailableError(f"not installed: {why}")
            return self._ask(name, seconds)

        return run

    def _ask(self, name: str, seconds: float) -> Sample:
        command = [str(self._python), "-m", "benchmarks.peers", name, str(seconds)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            raise UnavailableError(f"FAILED: {last_line(done.stderr)}")
        answer = json.loads(done.stdout.splitlines()[-1])
        if "missing" in answer:
            raise UnavailableError(answer["missing"])
        return Sample(answer["units"], answer["seconds"])

    def _note(self, package: str, failure: str) -> None:
        if failure:
            self._failed[package] = failure

    @property
    def _python(self) -> Path:
        return PLACE / "bin" / "python"


def _failure(command: list[str]) -> str:
    """Run quietly; return "" or the last line of what a failing command said."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return last_line(done.stderr or done.stdout) if done.returncode else ""
