"""The house itself: its floors, what must not be committed, and what the README promises."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# Streamlit may be known here and nowhere else (tests apart).
TOP_FLOOR = ("matador/ui/", "pages/", "app.py")

# Written so that this file does not match itself.
PRIVATE = {
    "a registry's host": re.compile(
        r"(pypi|pythonhosted|npmjs|debian|golang|crates)\.(org|com|io)\b", re.IGNORECASE
    ),
    "a path of somebody's machine": re.compile(r"(?<![\w.~/-])/(work|root|home|Users|opt)/\w"),
}


def test_the_floors_hold() -> None:
    # In a process of its own: import-linter switches off every logger that exists already.
    command = [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("path", sorted(ROOT.glob("matador/**/*.py")), ids=lambda p: p.name)
def test_streamlit_lives_on_the_top_floor_only(path: Path) -> None:
    if not _name(path).startswith(TOP_FLOOR):
        assert "streamlit" not in {module.partition(".")[0] for module in _imports(path)}


def test_the_engine_loads_fast() -> None:
    """Without any foreign package, nor what of Python itself is slow to load and seldom needed."""
    slow = {"dataclasses", "hashlib", "inspect", "random", "textwrap", "urllib.parse"}
    names = [f"matador.game.{path.stem}" for path in ROOT.glob("matador/game/[a-z]*.py")]
    told = f"import sys, {', '.join(names)}; print(*sys.modules)"
    command = [sys.executable, "-S", "-c", told]  # -S: no foreign package can be found
    loaded = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert not slow & set(loaded.stdout.split())


@pytest.mark.parametrize("what", PRIVATE)
def test_nothing_private_is_committed(what: str) -> None:
    found = [
        f"{_name(path)}: {match.group()}"
        for path in _committed()
        for match in PRIVATE[what].finditer(path.read_text("utf-8", errors="ignore"))
    ]
    assert not found


def test_the_readme_names_only_commands_that_exist() -> None:
    readme = ROOT / "README.md"
    text = readme.read_text("utf-8") if readme.exists() else ""
    code = " ".join(re.findall(r"```.*?```|`[^`\n]+`", text, re.DOTALL))
    named = set(re.findall(r"\bmake ([a-z]+)", code))
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert named <= targets


def test_every_requirement_is_pinned() -> None:
    for name in ("requirements.txt", "requirements-dev.txt"):
        lines = [line.strip() for line in (ROOT / name).read_text("utf-8").splitlines()]
        wanted = [line for line in lines if line and not line.startswith(("#", "-r "))]
        assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in wanted), name


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def _committed() -> Iterator[Path]:
    """Yield the files that .gitignore leaves; works without git, too."""
    ignored = [line.rstrip("/") for line in (ROOT / ".gitignore").read_text("utf-8").split()]
    for path in ROOT.rglob("*"):
        parts = path.relative_to(ROOT).parts
        hidden = any(fnmatch(part, pattern) for part in parts for pattern in [*ignored, ".git"])
        if path.is_file() and not hidden:
            yield path


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
