"""What a computer player does, asked from another process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matador.analysis.players import PLAYERS, Choice, View


def answer(
    name: str,
    seen: View,
    seed: int,
    *,
    seconds: float,
    progress: Callable[..., Any] | None = None,  # noqa: ARG001 - every question is asked so
    stop: Callable[[], bool] | None = None,  # noqa: ARG001 - it takes no longer than `seconds`
) -> Choice:
    """What the player called `name` does. Raises what `Player.choose` does."""
    return PLAYERS[name].choose(seen, seed, seconds)
