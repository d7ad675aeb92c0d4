"""Where the studies of `content/studies` are kept, and how one is read without the core."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from matador.teach.content import CONTENT, ContentError

T = TypeVar("T")


def study_file(name: str, folder: Path = CONTENT) -> Path:
    """Where a study is kept."""
    return folder / "studies" / f"{name}.json"


def read_study(kind: type[T], name: str, folder: Path = CONTENT) -> T:
    """A study by the name of its file; `kind` is what it holds. Raises ContentError."""
    path = study_file(name, folder)
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise ContentError(f"content/studies/{path.name}: can't be read: {error}") from None
    except msgspec.DecodeError as error:
        raise ContentError(f"content/studies/{path.name}: {error}") from None
