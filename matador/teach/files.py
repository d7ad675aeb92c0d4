"""The strict reader of a TOML file of `content/`.

Every fault is a `ContentError` whose one sentence names the file and the key, so that whoever edits
a file is told where to look.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

CONTENT = Path(__file__).resolve().parents[2] / "content"
"""The folder that holds everything a reader reads."""

T = TypeVar("T")


class ContentError(ValueError):
    """A file of `content/` is faulty; the sentence names file and key."""


# --- reading a file ----------------------------------------------------------------------------


def load(path: Path, kind: type[T]) -> T:
    """The TOML file at `path` as a `kind`: a msgspec struct, or a table of them.

    Raises ContentError, which names file and key.
    """
    raw = _parse(path)
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        key, what = _explain(raw, kind, str(error))
        raise fault(path, key, what) from None


def _parse(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ContentError(f"{_shown(path)}: can't be read: {error.strerror}") from None
    except ValueError as error:  # not TOML, or not UTF-8
        raise ContentError(f"{_shown(path)}: is not valid TOML: {error}") from None


def _shown(path: Path) -> str:
    """The path from `content/` on."""
    parts = path.parts
    if "content" not in parts:
        return path.name
    start = len(parts) - 1 - parts[::-1].index("content")
    return "/".join(parts[start:])


def fault(path: Path, key: str, what: str) -> ContentError:
    """The error that says what is wrong with this key of the file."""
    return ContentError(": ".join(part for part in (_shown(path), key, what) if part))


def require(holds: bool, path: Path, key: str, what: str) -> None:
    """Raise ContentError about this key of the file unless it holds."""
    if not holds:
        raise fault(path, key, what)


def require_keys(found: Mapping[str, Any], wanted: Iterable[str], path: Path, at: str) -> None:
    """Exactly the wanted keys, each named in full when it is missing or too many."""
    wanted = list(wanted)
    for key in wanted:
        require(key in found, path, at + key, "is missing")
    for key in found:
        require(key in wanted, path, at + key, "is not a known key")


# --- saying where a file is wrong --------------------------------------------------------------

_MESSAGE = re.compile(r"(?P<what>.*?)(?: - at `(?:key in )?\$\.?(?P<where>.*)`)?", re.DOTALL)
_ABOUT_KEY = re.compile(r"Object (missing required|contains unknown) field `(?P<key>.*)`")
_STEP = re.compile(r"\[\.\.\.\]|\w+")


def _explain(raw: Any, kind: Any, message: str) -> tuple[str, str]:
    """The key at which msgspec stumbled, and what is wrong there."""
    parts = _MESSAGE.fullmatch(message)
    assert parts is not None  # the pattern takes any text
    steps = _named_steps(raw, kind, message, _STEP.findall(parts["where"] or ""))
    about = _ABOUT_KEY.fullmatch(parts["what"])
    if about is None:
        return ".".join(steps), parts["what"][:1].lower() + parts["what"][1:]
    missing = about[1].startswith("missing")
    return ".".join([*steps, about["key"]]), "is missing" if missing else "is not a known key"


def _named_steps(raw: Any, kind: Any, message: str, steps: list[str]) -> list[str]:
    """`steps` with the key in place of each `[...]`, which is how msgspec writes a table's key.

    A key is the culprit if the table fails in the same words when it holds that key alone.
    """
    named: list[str] = []
    for step in steps:
        if step != "[...]":
            named.append(step)
            continue
        alone = {key: _cut(raw, named, key) for key in _at(raw, named)}
        culprit = next(key for key in alone if _complaint(alone[key], kind) == message)
        named.append(culprit)
        raw = alone[culprit]
    return named


def _at(raw: Any, steps: list[str]) -> Any:
    for step in steps:
        raw = raw[int(step)] if isinstance(raw, list) else raw[step]
    return raw


def _cut(raw: Any, steps: list[str], key: str) -> Any:
    """`raw` with the table at `steps` cut down to `key`."""
    if not steps:
        return {key: raw[key]}
    head: Any = int(steps[0]) if isinstance(raw, list) else steps[0]
    copy = raw.copy()
    copy[head] = _cut(raw[head], steps[1:], key)
    return copy


def _complaint(raw: Any, kind: Any) -> str:
    try:
        msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""
