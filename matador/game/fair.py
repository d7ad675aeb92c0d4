"""Deals that nobody can arrange: whoever deals commits to a secret before the other one cuts.

The SHA-256 hash of a hand's secret is shown first. Then the player may add a word. Secret and word
together are the seed of the deal, so neither side alone decides it; afterwards the secret is shown,
and anybody can make hash and deal again. The secrets of all hands of a match come from one key by
HMAC-SHA256: a secret that was shown tells nothing about the key or the hands to come.
"""

from __future__ import annotations

from typing import NamedTuple

from matador.game.position import Position, deal
from matador.game.rules import Rules

KEY_BYTES = 16
"""Length of a match's key."""


class Checked(NamedTuple):
    """What came of checking a deal."""

    kept: bool
    """Whether the secret is the one whose hash was shown."""
    dealt: bool
    """Whether secret and word give the tiles that were dealt."""


def hand_secret(key: bytes, number: int) -> str:
    """The secret of hand `number` (1 for the first) of the match with this key: 64 hex digits."""
    return _hashed(key, f"hand {number}")


def commitment(secret: str) -> str:
    """The hash that is shown before the deal: what `sha256sum` says of the secret's text."""
    from hashlib import sha256  # noqa: PLC0415 - see below

    return sha256(secret.encode()).hexdigest()


def seed(secret: str, word: str = "") -> str:
    """The seed of the deal: the secret, and after a space the word, if there is one."""
    return f"{secret} {word}" if word else secret


def chance(secret: str, purpose: str) -> int:
    """A whole number for another purpose than the deal, of which it tells nothing."""
    return int(_hashed(secret.encode(), purpose)[:12], 16)


def check(start: Position, shown: str, secret: str, word: str = "") -> Checked:
    """Whether the hand that started from `start` was dealt from this secret and word, and whether
    the secret is the one whose hash was `shown`.

    Raises IllegalError if the rules cannot be dealt to that many players.
    """
    again = dealt(start.rules, start.players, secret, word)
    same = (again.hands, again.stock) == (start.hands, start.stock)
    return Checked(commitment(secret) == shown, same)


def dealt(
    rules: Rules,
    players: int,
    secret: str,
    word: str = "",
    *,
    leader: int | None = None,
    score: tuple[int, ...] | None = None,
) -> Position:
    """The hand dealt from a secret and a word; the rest as in `deal`."""
    return deal(rules, players, seed(secret, word), leader=leader, score=score)


def _hashed(key: bytes, said: str) -> str:
    import hmac  # noqa: PLC0415 - loads OpenSSL, which nobody needs who only plays

    return hmac.new(key, said.encode(), "sha256").hexdigest()
