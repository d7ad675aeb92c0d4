"""The fourteen misconceptions, each a way to see the game that is wrong in one thing.

What somebody who holds a belief answers follows from `asks.answers`: a belief only says how tiles
go, what an end shows, what is counted or paid. It says nothing about a question that does not turn
on that, and then predicts nothing. Their words are in `content/en/beliefs.toml`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import cache

import msgspec

from matador.game.line import End, Fit, Line, ends
from matador.game.moves import Action
from matador.game.position import Position
from matador.game.record import Timeline
from matador.game.rules import BlockedPay, Rules
from matador.game.settle import Settlement, pay
from matador.game.tiles import Tile
from matador.teach.asks import (
    Answer,
    Ask,
    Mind,
    Scene,
    answers,
    as_if_out,
    goes,
    last_placed,
)
from matador.teach.content import CONTENT, ContentError, load

_PLAYS = {Ask.TILE, Ask.TILES, Ask.END, Ask.WAY, Ask.PLACEMENTS, Ask.COUNT, Ask.SLIP}
"""Questions that turn on which tile goes where."""
_HANDS = {Ask.ACT, Ask.DRAWS}
"""Questions that turn on whether a hand has anything to play."""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A belief in words: its name, what is said to whoever met it, and a line for the summary."""

    title: str
    said: str
    instead: str


class _Match(Mind):
    name = "M1"
    about = frozenset(_PLAYS | {Ask.LACKS})

    def fits(self, position: Position, end: End, one: Tile) -> tuple[Fit, ...]:
        """An ordinary tile goes on a number with an equal half."""
        if end.blank or one in position.rules.tiles.matadors:
            return super().fits(position, end, one)
        return tuple(Fit(*turn, "") for turn in one.turns if turn[0] in end.halves)

    def lacks(self, line: Timeline, shown: tuple[Tile, ...]) -> list[Tile]:
        """What would have matched."""
        return _would_have_gone(self, line, shown)


class _WholeTile(Mind):
    name = "M2"
    about = frozenset({Ask.TILE, Ask.TILES, Ask.END, Ask.COUNT})

    def fits(self, position: Position, end: End, one: Tile) -> tuple[Fit, ...]:
        """Only a tile whose own halves make the target goes, anywhere."""
        whole = one.pips == position.rules.tiles.target
        return super().fits(position, end, one) if whole else ()


class _WrongHalf(Mind):
    name = "M3"
    about = frozenset({Ask.WAY, Ask.NEW_END, Ask.PLACEMENTS, Ask.SLIP})

    def fits(self, position: Position, end: End, one: Tile) -> tuple[Fit, ...]:
        """The right tile, turned round."""
        found = super().fits(position, end, one)
        return tuple(fit._replace(inner=fit.outer, outer=fit.inner) for fit in found)

    def shows(self, before: Position, action: Action) -> int:
        """The half that touches."""
        del before
        return action.inner


class _BlankOnBlank(Mind):
    name = "M4"
    about = frozenset(_PLAYS | _HANDS)

    def fits(self, position: Position, end: End, one: Tile) -> tuple[Fit, ...]:
        """0-0 goes on a blank only."""
        return () if one.pips == 0 and not end.blank else super().fits(position, end, one)


class _BlankOpens(Mind):
    name = "M5"
    about = frozenset(_PLAYS | _HANDS)

    def fits(self, position: Position, end: End, one: Tile) -> tuple[Fit, ...]:
        """On a blank goes every tile with a blank."""
        if not end.blank or one.low or one.double:
            return super().fits(position, end, one)
        return (Fit(0, one.high, ""),)


class _MustSum(Mind):
    name = "M6"
    about = frozenset((_PLAYS | _HANDS | {Ask.LACKS}) - {Ask.SLIP})

    def fits(self, position: Position, end: End, one: Tile) -> tuple[Fit, ...]:
        """A matador goes on a number only where it makes the target."""
        found = super().fits(position, end, one)
        if end.blank or one not in position.rules.tiles.matadors:
            return found
        return tuple(fit for fit in found if fit.inner in end.needs)

    def lacks(self, line: Timeline, shown: tuple[Tile, ...]) -> list[Tile]:
        """What would have made the target."""
        return _would_have_gone(self, line, shown)


class _OneWay(Mind):
    name = "M7"
    about = frozenset({Ask.WAY, Ask.PLACEMENTS, Ask.OVERLOOKED})

    def __init__(self, inward: tuple[tuple[str, int], ...] = ()) -> None:
        self._inward = dict(inward)

    def fits(self, position: Position, end: End, one: Tile) -> tuple[Fit, ...]:
        """A matador goes one way round; on each end, nobody knows which."""
        found = super().fits(position, end, one)
        if one not in position.rules.tiles.matadors or len(found) < 2:
            return found
        sums = tuple(fit for fit in found if fit.inner in end.needs)
        return sums or (found[self._inward.get(end.arm, 0)],)

    def variants(self) -> tuple[Mind, ...]:
        """Either way round on either end."""
        return tuple(
            _OneWay((("L", left), ("R", right)))
            for left, right in itertools.product((0, 1), repeat=2)
        )


class _OldNumber(Mind):
    name = "M8"
    about = frozenset({Ask.TILE, Ask.TILES, Ask.END, Ask.NEW_END, Ask.COUNT, Ask.WAY, Ask.SLIP})

    def ends(self, position: Position) -> tuple[End, ...]:
        """Beyond a matador that made no target the old number still counts."""
        row, rules = position.line.row, position.rules
        found = list(position.ends)
        if len(row) < 2 or len(found) != 2:
            return position.ends
        if not row[0].mark and _wild(row[0].tile, row[0].second, row[1].first, rules):
            found[0] = ends(Line(row[1:]), rules)[0]
        if not row[-1].mark and _wild(row[-1].tile, row[-1].first, row[-2].second, rules):
            found[1] = ends(Line(row[:-1]), rules)[-1]
        return tuple(found)

    def shows(self, before: Position, action: Action) -> int:
        """What it showed before, if a matador came without making the target."""
        end = next(end for end in before.ends if end.arm == action.where)
        one = action.tile
        assert one is not None
        if _wild(one, action.inner, end.halves[0], before.rules):
            return end.halves[0]
        return super().shows(before, action)


class _Branches(Mind):
    name = "M9"
    about = frozenset({Ask.OPEN})

    def open(self, position: Position) -> tuple[int, ...]:
        """Every double opens a branch or two."""
        doubles = sum(placed.tile.double for placed in position.line.row)
        count = len(position.ends)
        return tuple(dict.fromkeys(count + doubles * each for each in (1, 2)))


class _Once(Mind):
    name = "M10"
    about = frozenset({Ask.PIPS, Ask.PAID})

    def weigh(self, tiles: Iterable[Tile], rules: Rules) -> int:
        """A double counts one of its halves."""
        del rules
        return sum(one.low if one.double else one.pips for one in tiles)

    def settle(self, position: Position) -> Settlement:
        """Paid by such counts."""
        pips = [self.weigh(hand.tiles, position.rules) for hand in position.hands]
        out = next((seat for seat, hand in enumerate(position.hands) if not len(hand)), None)
        return pay(position.rules, pips, out=out, last=position.last)


class _LastWins(Mind):
    name = "M11"
    about = frozenset({Ask.PAID})

    def settle(self, position: Position) -> Settlement:
        """A blocked hand is paid as if the last to play had gone out."""
        debit = position.rules.blocked_pay is BlockedPay.DEBIT  # then nobody wins anything
        if debit or any(not len(hand) for hand in position.hands):
            return super().settle(position)
        return as_if_out(position, last_placed(position))


class _DeadEnd(Mind):
    name = "M12"
    about = frozenset(_HANDS | {Ask.END, Ask.OVERLOOKED})

    def fits(self, position: Position, end: End, one: Tile) -> tuple[Fit, ...]:
        """An end is dead without a partner in hand: matadors are forgotten."""
        found = super().fits(position, end, one)
        return tuple(fit for fit in found if fit.inner in end.needs)


class _MyRules(Mind):
    name = "M13"
    about = frozenset({Ask.ACT, Ask.DRAWS, Ask.PAID, Ask.PIPS, Ask.LEAD})

    def rules(self, scene: Scene) -> Rules:
        """Whatever the card says, the rules met first."""
        return scene.home


class _BothAtOnce(Mind):
    name = "M14"
    about = frozenset({Ask.END, Ask.PLACEMENTS, Ask.WAY, Ask.SLIP})

    def fits(self, position: Position, end: End, one: Tile) -> tuple[Fit, ...]:
        """An ordinary tile goes where the two ends then add up to the target."""
        others = [other.halves[0] for other in position.ends if other.arm != end.arm]
        if one in position.rules.tiles.matadors or not others:
            return super().fits(position, end, one)
        wanted = position.rules.tiles.target - others[0]
        return tuple(Fit(*turn, "") for turn in one.turns if turn[1] == wanted)


BELIEFS: dict[str, Mind] = {
    mind.name: mind
    for mind in (
        _Match(),
        _WholeTile(),
        _WrongHalf(),
        _BlankOnBlank(),
        _BlankOpens(),
        _MustSum(),
        _OneWay(),
        _OldNumber(),
        _Branches(),
        _Once(),
        _LastWins(),
        _DeadEnd(),
        _MyRules(),
        _BothAtOnce(),
    )
}
"""The beliefs by name, M1 to M14."""


@cache
def belief_words(language: str = "en") -> dict[str, Words]:
    """Each belief in words. Raises ContentError if one is missing or unknown."""
    path = CONTENT / language / "beliefs.toml"
    found = load(path, dict[str, Words])
    if list(found) != list(BELIEFS):
        raise ContentError(f"content/{language}/beliefs.toml: needs exactly {', '.join(BELIEFS)}")
    return found


def predictions(scene: Scene, belief: str) -> tuple[Answer, ...]:
    """The wrong answers of somebody who holds a belief; empty where it makes no difference.

    Raises KeyError for a belief that there is not.
    """
    if belief not in scene.wrong:
        mind = BELIEFS[belief]
        concerned = scene.ask in mind.about
        found = answers(scene, mind) if concerned else ()
        scene.wrong[belief] = tuple(one for one in found if one not in scene.answers)
    return scene.wrong[belief]


def _wild(one: Tile, inner: int, before: int, rules: Rules) -> bool:
    """Whether a tile is a matador that lies there without making the target."""
    return one in rules.tiles.matadors and inner not in rules.tiles.needs(before)


def _would_have_gone(mind: Mind, line: Timeline, shown: tuple[Tile, ...]) -> list[Tile]:
    before = line.positions[line.at - 1]
    return [one for one in shown if goes(mind, before, one)]
