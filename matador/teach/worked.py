"""A worked hand out of a written source, replayed by the engine and held against its commentary.

The file holds the deal, what was played and what the commentary claims. Everything else is asked of
the engine: what could be played at each moment, why, and which of it the commentary overlooks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from matador.game.errors import MatadorError
from matador.game.moves import DRAW, PASS, Action, legal_actions
from matador.game.notation import read_actions, read_position, read_tile
from matador.game.position import Position
from matador.game.record import Timeline, timeline
from matador.game.tiles import Tile, TileSet
from matador.teach.content import CONTENT, ContentError, Source, install, load, load_sources


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the commentary says of the moment after `step` actions.

    `names` has, by end, every tile that it says can go there; an end it is silent about is left
    out, and an end that it calls dead has none.
    """

    step: int
    locator: str
    ends: tuple[int, ...]
    closed: tuple[str, ...] = ()
    names: dict[str, tuple[str, ...]] = {}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    locator: str
    start: str
    actions: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True)
class Moment:
    """One moment of the hand: the position, what the engine allows in it, what the text says."""

    step: int
    position: Position
    played: Action | None
    """What led here; None before the lead."""
    coming: Action | None
    """What is played next; None at the end."""
    plays: tuple[Action, ...]
    """Every tile that the side to move can lay, each way round, sorted."""
    claim: Claim | None
    overlooked: tuple[Action, ...]
    """The plays on ends of which the commentary speaks, with tiles that it does not name there."""

    @property
    def ends_right(self) -> bool:
        """Whether the ends are as the commentary has them; nothing said is nothing wrong."""
        found = self.position.ends
        shown = [end.halves for end in found]
        closed = {end.arm for end in found if end.closed}
        said = self.claim
        return not said or (shown == [(n,) for n in said.ends] and closed >= set(said.closed))


@dataclass(frozen=True)
class Worked:
    """The hand as a line of play, with everything about each of its moments."""

    source: Source
    locator: str
    line: Timeline
    moments: tuple[Moment, ...]

    @property
    def last(self) -> int:
        """The number of the last step; the first is 0."""
        return len(self.moments) - 1

    @property
    def slips(self) -> tuple[Moment, ...]:
        """The moments at which the commentary overlooks legal plays."""
        return tuple(moment for moment in self.moments if moment.overlooked)

    def nearest(self, step: int) -> int:
        """The step that there is, nearest to the one asked for."""
        return max(0, min(self.last, step))

    def left_at(self, step: int, *then: Action) -> Timeline:
        """The line up to a step and no further, with other actions after it.

        Raises IllegalError.
        """
        start = Timeline(self.line.start, self.line.actions[:step], step)
        for action in then:
            start = start.play(action)
        return start


@cache
def opening(folder: Path = CONTENT) -> Worked:
    """The worked opening of the rules article. Raises ContentError."""
    install()  # the position code names a preset
    found = load(folder / "worked" / "opening.toml", _File)
    sources = load_sources(folder)
    if found.source not in sources:
        raise _fault("source", f"there is no source {found.source!r}")
    line = _replayed(found)
    claims = _checked(found.claims, line)
    moments = tuple(_moment(line, step, claims.get(step)) for step in range(len(line.positions)))
    return Worked(sources[found.source], found.locator, line, moments)


def doubles_making_target(tiles: TileSet) -> tuple[Tile, ...]:
    """The doubles whose own halves add up to the target: none in a set like double-six."""
    return tuple(one for one in tiles.tiles if one.double and one.pips == tiles.target)


def matador_doubles(tiles: TileSet) -> tuple[Tile, ...]:
    """The doubles that are matadors."""
    return tuple(sorted(one for one in tiles.matadors if one.double))


def overlooked(plays: tuple[Action, ...], claim: Claim | None) -> tuple[Action, ...]:
    """The plays that a claim leaves out of the ends of which it speaks."""
    if claim is None:
        return ()
    named = {arm: {read_tile(one) for one in tiles} for arm, tiles in claim.names.items()}
    return tuple(one for one in plays if one.where in named and one.tile not in named[one.where])


def _replayed(found: _File) -> Timeline:
    """The line of play of the file, every action checked."""
    try:
        start = read_position(found.start)
    except MatadorError as error:
        raise _fault("start", str(error.args[0])) from None
    if start.flaws:
        raise _fault("start", str(start.flaws[0].flaw.__doc__))
    try:
        return timeline(start, read_actions(found.actions, start)[0])
    except MatadorError as error:
        raise _fault("actions", str(error.args[0])) from None


def _checked(claims: tuple[Claim, ...], line: Timeline) -> dict[int, Claim]:
    """The claims by step, each about a moment, ends and tiles that exist."""
    by_step: dict[int, Claim] = {}
    for number, claim in enumerate(claims):
        key = f"claims.{number}"
        if claim.step in by_step or not 0 <= claim.step <= len(line.actions):
            raise _fault(f"{key}.step", f"{claim.step} is no step of its own")
        position = line.positions[claim.step]
        _check_claim(claim, position, key)
        by_step[claim.step] = claim
    return by_step


def _check_claim(claim: Claim, position: Position, key: str) -> None:
    arms = {end.arm for end in position.ends}
    for arm in (*claim.closed, *claim.names):
        if arm not in arms:
            raise _fault(key, f"{arm!r} is no end of the line at step {claim.step}")
    for arm, tiles in claim.names.items():
        for text in tiles:
            if text not in map(str, position.hand.tiles):
                raise _fault(f"{key}.names.{arm}", f"{text!r} is not in the hand to move")


def _moment(line: Timeline, step: int, claim: Claim | None) -> Moment:
    position = line.positions[step]
    plays = tuple(a for a in legal_actions(position) if a.where not in (DRAW, PASS))
    played = line.actions[step - 1] if step else None
    coming = line.actions[step] if step < len(line.actions) else None
    return Moment(step, position, played, coming, plays, claim, overlooked(plays, claim))


def _fault(key: str, what: str) -> ContentError:
    return ContentError(f"content/worked/opening.toml: {key}: {what}")
