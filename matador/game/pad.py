"""A match written down by hand: what was left in each hand, what is paid, who has won.

People who play at a real table know no more than that at the end of a hand. So there is no position
here, only pips or tiles left by seat; every payment comes from `settle`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from matador.game.errors import MatadorError, UnreadableError
from matador.game.notation import read_tile
from matador.game.position import SEATS, sides
from matador.game.rules import (
    BlockedPay,
    Choice,
    Goal,
    OutPay,
    Rules,
    Target,
    Tie,
    contradictions,
)
from matador.game.settle import Settlement, add_score, match_winners, next_leader, pay, weigh
from matador.game.tiles import Tile

Left = int | tuple[Tile, ...] | None
"""What is left in one hand: its pips, its tiles, or None where nobody has said yet."""

NAME = 24
"""Characters of a name at most."""

MOST_HANDS = 200
"""Hands of one match; no match is that long."""

_MOST_DIGITS = 4
_BLOCKED, _TILES = "x", "~"


class Result(NamedTuple):
    """The end of one hand, as far as it has been said: who went out or that it was blocked."""

    out: int | None
    """The seat that went out."""
    blocked: bool
    left: tuple[Left, ...]
    """By seat."""
    last: int | None = None
    """The seat that played the last tile, where a tie asks for it."""

    def pips(self, rules: Rules) -> tuple[int, ...]:
        """The pips in each hand as the rules count them; what nobody has said is nothing."""
        return tuple(_counted(one, rules) for one in self.left)


def blank(players: int) -> Result:
    """A hand of which nothing has been said."""
    return Result(None, False, (None,) * players)


class Doubt(Choice):
    """Why what was written down cannot be paid; each has a sentence of its own."""

    NO_END = "no-end", "Nobody is said to have gone out, and the hand is not said to be blocked."
    MISSING = "missing", "What was left in a hand has not been said."
    OUT_HOLDS = "out-holds", "Whoever went out has something left."
    TOO_MANY = "too-many", "There are more pips than the whole set has."
    BLANK_TWICE = "blank-twice", "Two hands are worth nothing, but only 0-0 is, and there is one."
    TWICE = "twice", "A tile lies in two hands."
    STRANGER = "stranger", "A tile is not in the set."
    NO_LAST = "no-last", "The lowest are level, and who played the last tile has not been said."

    @property
    def waits(self) -> bool:
        """Whether something is only not said yet, rather than wrong."""
        return self in (Doubt.NO_END, Doubt.MISSING, Doubt.NO_LAST)


class Doubted(NamedTuple):
    """One doubt about a hand: which seats and tiles it is about."""

    doubt: Doubt
    seats: tuple[int, ...] = ()
    tiles: tuple[Tile, ...] = ()


class Row(NamedTuple):
    """One hand on the sheet. One that cannot be paid leaves the score as it was."""

    result: Result
    doubts: tuple[Doubted, ...]
    settlement: Settlement | None
    score: tuple[int, ...]
    """By party, after this hand: points, or hands won where the rules give no points."""
    leader: int | None
    """The seat that led it, if that is known."""


class Match(NamedTuple):
    """A match as it stands on the pad. Change it with `_replace`."""

    rules: Rules
    players: int = 2
    names: tuple[str, ...] = ()
    """By seat; what is missing has no name."""
    goal: int | None = None
    """The score at which the match is over: None as the rules have it, 0 never."""
    leader: int | None = None
    """The seat that led the first hand, if that has been said."""
    results: tuple[Result, ...] = ()

    @property
    def target(self) -> int | None:
        """The score at which the match is over, if there is one."""
        if self.rules.goal is Goal.ROUND:
            return None
        ruled = 0 if self.rules.target is Target.NONE else int(self.rules.target.value)
        return (ruled if self.goal is None else self.goal) or None

    @property
    def parties(self) -> tuple[tuple[int, ...], ...]:
        """The seats that keep one score each."""
        return sides(self.rules, self.players)

    @property
    def pointless(self) -> bool:
        """Whether the rules give no points, so that only hands won can be counted."""
        rules = self.rules
        return rules.out_pay is OutPay.NOBODY and rules.blocked_pay is BlockedPay.NOBODY

    def name(self, seat: int) -> str:
        """The name written for a seat; empty if there is none."""
        return self.names[seat] if seat < len(self.names) else ""

    def with_name(self, seat: int, name: str) -> Match:
        """The same match with a name, tidied up."""
        names = [self.name(one) for one in range(len(SEATS))]
        names[seat] = tidy(name)
        return self._replace(names=_stripped(names))

    def with_result(self, result: Result, number: int | None = None) -> Match:
        """The same match with one more hand, or with hand `number` (from 1) corrected."""
        if number is None:
            return self._replace(results=(*self.results, result))
        before, after = self.results[: number - 1], self.results[number:]
        return self._replace(results=(*before, result, *after))

    def without(self, number: int) -> Match:
        """The same match without hand `number` (from 1)."""
        return self._replace(results=self.results[: number - 1] + self.results[number:])

    def anew(self) -> Match:
        """The next match of the same people."""
        return self._replace(results=(), leader=None)


class Standing(NamedTuple):
    """How a match stands."""

    rows: tuple[Row, ...]
    score: tuple[int, ...]
    """By party."""
    ahead: tuple[int, ...]
    """The parties that would win if the match ended now; empty before the first hand."""
    over: int | None
    """After how many hands the match was over, if it is."""
    winners: tuple[int, ...]
    """The parties that have won it."""
    reached: tuple[int, ...]
    """The parties that were at the target, or past it, when it was over."""
    leader: int | None
    """The seat that leads the next hand, if the rules and what was written down tell."""


def standing(match: Match) -> Standing:
    """The sheet of a match: every hand paid, the score, who is ahead, who has won."""
    rows = tuple(_rows(match))
    score = rows[-1].score if rows else (0,) * len(match.parties)
    begun = any(row.settlement for row in rows)
    over = next((n for n in range(1, len(rows) + 1) if _winners(match, rows[:n])), None)
    return Standing(
        rows,
        score,
        _ahead(match, score) if begun else (),
        over,
        _winners(match, rows[:over]) if over else (),
        _reached(match, rows[over - 1].score) if over else (),
        _next_leader(match.rules, rows[-1]) if rows else match.leader,
    )


def doubts(rules: Rules, result: Result) -> tuple[Doubted, ...]:
    """Why a hand cannot be paid; empty if it can."""
    found = tuple(_doubts(rules, result))
    unasked = result.last is None and rules.tie is Tie.LAST_PLACED and result.blocked
    if not found and unasked and settled(rules, result).tied:
        return (Doubted(Doubt.NO_LAST),)
    return found


def settled(rules: Rules, result: Result) -> Settlement:
    """What is paid for a hand about which there is no doubt."""
    return pay(rules, result.pips(rules), out=result.out, last=result.last)


def playable(rules: Rules) -> tuple[int, ...]:
    """The numbers of players for whom the set is large enough."""
    numbers = range(2, len(SEATS) + 1)
    return tuple(n for n in numbers if not any(c.forbids for c in contradictions(rules, n)))


def tidy(name: str) -> str:
    """A name on one line, without signs that cannot be seen, cut to its greatest length."""
    seen = "".join(c if c.isprintable() else " " for c in name[: NAME * 4])
    return " ".join(seen.split())[:NAME].strip()


def write_result(result: Result) -> str:
    """One hand as `B-12-0-~0523`: who went out (`x`: blocked, `xA`: A played last), what is left.

    Left are pips, or tiles behind a `~`; nothing where nobody has said.
    """
    last = "" if result.last is None else SEATS[result.last]
    end = _BLOCKED if result.blocked else "" if result.out is None else SEATS[result.out]
    return "-".join([end + last, *map(_write_left, result.left)])


def read_result(text: str, players: int) -> Result:
    """A hand from what `write_result` wrote. Raises UnreadableError."""
    end, *left = text.split("-")
    if len(left) != players:
        raise UnreadableError(f"a hand of {players} has {players} entries, not {len(left)}")
    blocked = end.startswith(_BLOCKED)
    out = None if blocked or not end else _seat(end[0], players)
    last = _seat(end[1:], players) if len(end) > 1 else None
    return Result(out, blocked, tuple(map(read_left, left)), last)


def read_left(text: str) -> Left:
    """What is left in a hand: `12`, `~0523`, or nothing. Raises UnreadableError."""
    if not text:
        return None
    if text.startswith(_TILES):
        return _read_tiles(text.removeprefix(_TILES))
    if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS:
        return int(text)
    raise UnreadableError("pips are a whole number")


def _write_left(left: Left) -> str:
    if isinstance(left, tuple):
        return _TILES + "".join(map(str, left))
    return "" if left is None else str(left)


def _read_tiles(text: str) -> tuple[Tile, ...]:
    pairs = [text[i : i + 2] for i in range(0, len(text), 2)]
    try:
        tiles = tuple(sorted(map(read_tile, pairs)))
    except MatadorError:
        raise UnreadableError("tiles are written with two signs each") from None
    if not tiles or len(set(tiles)) < len(tiles):
        raise UnreadableError("a hand has each of its tiles once")
    return tiles


def _seat(text: str, players: int) -> int:
    if len(text) == 1 and text in SEATS[:players]:
        return SEATS.index(text)
    raise UnreadableError(f"a seat is one of {SEATS[:players]}")


def _stripped(names: Sequence[str]) -> tuple[str, ...]:
    count = max((seat for seat, name in enumerate(names, 1) if name), default=0)
    return tuple(names[:count])


def _counted(left: Left, rules: Rules) -> int:
    return weigh(left, rules) if isinstance(left, tuple) else left or 0


def _rows(match: Match) -> Iterator[Row]:
    score, leader = (0,) * len(match.parties), match.leader
    for result in match.results:
        found = doubts(match.rules, result)
        paid = None if found else settled(match.rules, result)
        score = _gained(match, score, paid) if paid else score
        row = Row(result, found, paid, score, leader)
        yield row
        leader = _next_leader(match.rules, row)


def _gained(match: Match, score: tuple[int, ...], paid: Settlement) -> tuple[int, ...]:
    if not match.pointless:
        return add_score(score, paid)
    won = (bool(set(seats) & set(paid.winners)) for seats in match.parties)
    return tuple(map(sum, zip(score, won, strict=True)))


def _next_leader(rules: Rules, row: Row) -> int | None:
    """Who leads the hand after this one. If nobody said who led this one, every seat is tried for
    it: what they agree on is known all the same."""
    if row.settlement is None:
        return None
    leaders = range(len(row.result.left)) if row.leader is None else (row.leader,)
    answers = {next_leader(rules, row.settlement, leader) for leader in leaders}
    return answers.pop() if len(answers) == 1 else None


def _winners(match: Match, rows: Sequence[Row]) -> tuple[int, ...]:
    score = rows[-1].score
    if match.rules.goal is Goal.ROUND:
        return match_winners(match.rules, score, sum(bool(row.settlement) for row in rows))
    return _at(match.rules, score, match.target) if match.target else ()


def _at(rules: Rules, score: Sequence[int], target: int) -> tuple[int, ...]:
    """Who has won a match to any target. Rules know a few only: to play to another is to start
    from another score."""
    known = Target.HUNDRED.value
    started = [points + int(known) - target for points in score]
    return match_winners(rules.changed(target=known), started, 0)


def _ahead(match: Match, score: Sequence[int]) -> tuple[int, ...]:
    if match.rules.goal is Goal.ROUND:
        return match_winners(match.rules, score, match.players)
    return _at(match.rules, score, max(score) - 1)  # as if the highest had just gone past it


def _reached(match: Match, score: Sequence[int]) -> tuple[int, ...]:
    if match.target is None:
        return ()
    at = (_at(match.rules, [points], match.target) for points in score)
    return tuple(party for party, winners in enumerate(at) if winners)


def _doubts(rules: Rules, result: Result) -> Iterator[Doubted]:
    if result.out is None and not result.blocked:
        yield Doubted(Doubt.NO_END)
    others = [seat for seat in range(len(result.left)) if seat != result.out]
    silent = tuple(seat for seat in others if result.left[seat] is None)
    if silent:
        yield Doubted(Doubt.MISSING, silent)
    if result.out is not None and result.left[result.out]:
        yield Doubted(Doubt.OUT_HOLDS, (result.out,))
    yield from _doubts_about_tiles(rules, result)
    if sum(result.pips(rules)) > weigh(rules.tiles.tiles, rules):
        yield Doubted(Doubt.TOO_MANY)
    worthless = tuple(seat for seat in others if result.left[seat] == 0)
    if len(worthless) > 1:
        yield Doubted(Doubt.BLANK_TWICE, worthless)


def _doubts_about_tiles(rules: Rules, result: Result) -> Iterator[Doubted]:
    held = [(seat, left) for seat, left in enumerate(result.left) if isinstance(left, tuple)]
    times = Counter(one for _, tiles in held for one in tiles)
    for one in sorted(times):
        seats = tuple(seat for seat, tiles in held if one in tiles)
        if times[one] > 1:
            yield Doubted(Doubt.TWICE, seats, (one,))
        if one not in rules.tiles.tiles:
            yield Doubted(Doubt.STRANGER, seats, (one,))
