"""The running text of the pages, one TOML file a page, so that a language can be added."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from matador.teach.content import CONTENT


@cache
def prose(page: str, language: str = "en") -> dict[str, Any]:
    """The text of a page, as the tables of `content/en/pages/PAGE.toml`."""
    path = CONTENT / language / "pages" / f"{page}.toml"
    return tomllib.loads(path.read_text("utf-8"))
