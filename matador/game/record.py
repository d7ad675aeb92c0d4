"""A hand as it is played: where it started, what was done, and which moment is looked at.

Immutable like the positions it goes through, so undo and redo are steps to and fro, and what was
undone stays until something else is played there.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from matador.game.moves import Action, advance, apply
from matador.game.position import Position


class _Timeline(NamedTuple):
    start: Position
    actions: tuple[Action, ...] = ()
    at: int = 0


class Timeline(_Timeline):
    """A line of play from `start`; `at` is how many of its actions have been done (0: none)."""

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the line, the start first: one more than there are actions."""
        found = [self.start]
        for action in self.actions:
            found.append(advance(found[-1], action))
        return tuple(found)

    @property
    def position(self) -> Position:
        """The position looked at."""
        return self.positions[self.at]

    @property
    def last(self) -> Action | None:
        """The action that led to the position looked at, if any."""
        return self.actions[self.at - 1] if self.at else None

    def play(self, action: Action) -> Timeline:
        """One action on from here. What had been undone goes, unless it is the same action.

        Raises IllegalError.
        """
        apply(self.position, action)
        if self.at < len(self.actions) and self.actions[self.at] == action:
            return self.step(1)
        return Timeline(self.start, (*self.actions[: self.at], action), self.at + 1)

    def step(self, by: int) -> Timeline:
        """So many actions on or (negative) back, stopping at either end."""
        return self.to(self.at + by)

    def to(self, at: int) -> Timeline:
        """The same line, looked at after `at` actions."""
        return Timeline(self.start, self.actions, max(0, min(at, len(self.actions))))


def timeline(start: Position, actions: Iterable[Action]) -> Timeline:
    """The line of play of these actions, looked at after the last. Raises IllegalError."""
    position, done = start, []
    for action in actions:
        position = apply(position, action)
        done.append(action)
    return Timeline(start, tuple(done), len(done))
