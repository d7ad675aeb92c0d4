"""The words of questions, answers and hints, from `content/en/items.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from matador.teach.content import CONTENT


@cache
def item_words(language: str = "en") -> dict[str, dict[str, Any]]:
    """All sentences, by section and key."""
    return tomllib.loads((CONTENT / language / "items.toml").read_text("utf-8"))


def item_text(section: str, key: str, **slots: object) -> str:
    """One sentence, with its slots filled."""
    return str(item_words()[section][key]).format(**slots)
