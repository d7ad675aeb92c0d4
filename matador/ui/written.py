"""Which address a visitor asks for, and which is only news of what was left behind.

With everything that is pressed a browser tells the address that it shows. Whatever is pressed
before the next address has reached it, a second time by a double click for instance, tells the one
before: whoever took that for Back would undo what the first press did. Back itself is told apart by
the browser.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from streamlit.runtime.scriptrunner import get_script_run_ctx

LATE = 3.0
"""Seconds for which an address that was left behind may still be told."""

_Address = tuple[tuple[str, str], ...]


@dataclass
class Written:
    """The addresses of one visitor's page: the last one, and when those before it were left."""

    now: _Address = ()
    _left: dict[_Address, float] = field(default_factory=dict)

    def note(self, params: Mapping[str, str]) -> None:
        """From now on these are the page's parameters, written here or followed."""
        there = _sorted(params)
        if there != self.now:
            self._left = {one: left for one, left in self._left.items() if _lately(left)}
            self._left[self.now] = time.monotonic()
            self.now = there

    def asked(self, params: Mapping[str, str]) -> bool:
        """Whether a visitor asks for these parameters (a link, Back, Forward), and not just now."""
        there = _sorted(params)
        return there != self.now and (_by_history() or not _lately(self._left.get(there)))


def _lately(left: float | None) -> bool:
    return left is not None and time.monotonic() - left < LATE


def _by_history() -> bool:
    """Whether the visitor went back or forward."""
    run = get_script_run_ctx()
    return run is not None and run.is_history_navigation


def _sorted(params: Mapping[str, str]) -> _Address:
    return tuple(sorted(params.items()))
