"""The app as its readers meet it: a server of its own on a free port."""

import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds; a start takes about one
UNCAUGHT = "Uncaught app execution"
"""How Streamlit begins the report of an error that a visitor sees an apology for."""


@contextmanager
def serve(script: str = "app.py") -> Iterator[str]:
    """Start the app or another script, yield its address once it answers, stop it at the end.

    Raises RuntimeError with what the server wrote if it did not start, or if a script failed.
    """
    port = _free_port()
    with tempfile.TemporaryFile("w+") as log:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "streamlit", "run", script),
                *("--server.port", str(port), "--server.address", "127.0.0.1"),
                *("--server.headless", "true", "--logger.enableRich", "false"),
            ],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            if not _answers(f"{url}/_stcore/health", server):
                raise RuntimeError(f"the app did not start:\n{_all(log)}")
            yield url
        finally:
            server.terminate()
            server.wait(10)
        if UNCAUGHT in (said := _all(log)):
            raise RuntimeError(f"a script of the app failed:\n{said}")


def _all(log: IO[str]) -> str:
    log.seek(0)
    return log.read()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(url: str, server: "subprocess.Popen[bytes]") -> bool:
    """Wait until the server is healthy; False if it died or took too long."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=1):
                return True
        except OSError:
            time.sleep(0.05)
    return False
