"""Finds the Chromium that the browser tests drive; run as a script, installs Debian's if need be.

Only the standard library: `make test` calls this before anything else is known to work.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome")

# The tests need no network but the loopback: without these Chromium calls home at every start.
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]

MISSING = "No Chromium for the browser tests: install one, or name it with CHROMIUM=/path/to/it"


def find() -> str | None:
    """Return the path of the browser: CHROMIUM, else the first known name on the PATH."""
    named = os.environ.get("CHROMIUM")
    return next(filter(None, map(shutil.which, [named] if named else NAMES)), None)


def install() -> str:
    """Install Debian's package if this user may; return "" or, in a few words, why not."""
    if not shutil.which("apt-get"):
        return "there is no apt-get here"
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if root and (not shutil.which("sudo") or _run([*root, "true"])):
        return "installing it needs root or sudo without a password"
    apt = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    return _run([*apt, "update"]) or _run([*apt, "install", "-y", "chromium"])


def main() -> int:
    """Return 0 when there is a browser in the end, else say so in one line and return 1."""
    if find():
        return 0
    if os.environ.get("CHROMIUM"):
        why = "CHROMIUM names no program"
    else:
        print("No Chromium found; installing Debian's, which takes a minute.", file=sys.stderr)
        why = install()
    if not why and find():
        return 0
    print(f"{MISSING} ({why or 'the package brought none'}).", file=sys.stderr)
    return 1


def _run(command: list[str]) -> str:
    """Run quietly; return "" or the last line of what a failing command said."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return ""
    said = (done.stderr or done.stdout).strip().splitlines()
    return said[-1] if said else f"{command[-1]} failed"


if __name__ == "__main__":
    sys.exit(main())
