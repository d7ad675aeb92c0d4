"""The commands that analysis answers: chances, values, estimates, many hands."""

from __future__ import annotations

import argparse
import math
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from matador.analysis import odds
from matador.analysis.estimate import SAMPLES, Estimates, Method, Worth, estimate
from matador.analysis.hands import set_up
from matador.analysis.knowledge import Assumption, Knowledge
from matador.analysis.means import Estimate
from matador.analysis.runs import pool
from matador.analysis.simulate import Summary, simulate
from matador.analysis.solve import Interval, solve
from matador.commands.shared import Answer, playable, records, seat_of
from matador.game.errors import UnreadableError
from matador.game.moves import ending
from matador.game.notation import write_position
from matador.game.position import SEATS, Position, sides
from matador.game.records import Record
from matador.game.rules import read_rules
from matador.game.tiles import Tile

_RATES = ("blocked", "leader_wins", "led", "wins", "unwon", "shared")
_MEANS = ("plays", "draws", "passes", "edge", "payments", "pips")


def odds_command(asked: argparse.Namespace) -> Answer:
    """What each seat may hold and answer, and what comes next."""
    return _of_each(asked, _odds_of)


def estimate_command(asked: argparse.Namespace) -> Answer:
    """What each action is worth with hidden hands."""
    return _of_each(asked, _worths_of)


def solve_command(asked: argparse.Namespace) -> Answer:
    """The exact value of open hands, and of every action."""
    if asked.nodes is not None and asked.nodes < 1:
        raise UnreadableError(f"nodes: {asked.nodes} is no number of positions")
    position = playable(asked.code)
    found = solve(position, nodes=asked.nodes)
    return {
        "position": write_position(position),
        "value": _interval(found.value),
        "exact": found.exact,
        "unit": found.unit,
        "method": found.method,
        "engine": found.engine,
        "best": [str(action) for action in found.best],
        "line": [str(action) for action in found.line],
        "actions": {str(action): _interval(value) for action, value in found.actions.items()},
        "nodes": found.nodes,
    }


def simulate_command(asked: argparse.Namespace) -> Answer:
    """Many hands by policies: rates and means, with errors."""
    if asked.workers < 1:
        raise UnreadableError("workers: at least one is needed")
    policies, show = asked.policy.split(","), _percent if not asked.json else _estimate
    setup = set_up(read_rules(asked.rules), asked.players, policies, asked.seed)
    with pool(setup, asked.workers) as executor, _interruptible() as stop:
        found = simulate(
            setup.rules,
            asked.players,
            asked.hands,
            asked.seed,
            policies,
            executor=executor,
            progress=_tell if sys.stderr.isatty() else None,
            stop=stop,
        )
    return {
        "rules": found.rules,
        "players": found.players,
        "policies": list(found.policies),
        "seed": found.seed,
        "engine": found.engine,
        "asked": found.asked,
        "hands": found.hands,
        "complete": found.complete,
        "debit": found.debit,
        **{name: _estimates(found, name, show) for name in _RATES},
        **{name: _estimates(found, name, _number if show is _percent else show) for name in _MEANS},
        "lengths": {plays: hands for plays, hands in enumerate(found.lengths) if hands},
    }


def _of_each(
    asked: argparse.Namespace, answer: Callable[[Position | Record, argparse.Namespace], Answer]
) -> Answer:
    """The answer for a position, or for each hand of a file."""
    # A position code has seven fields; whatever else is asked about is a file.
    if asked.what.count(".") == 6 and not os.path.isfile(asked.what):
        return answer(playable(asked.what), asked)
    return {"hands": [answer(record, asked) for record in records(asked.what)]}


def _odds_of(what: Position | Record, asked: argparse.Namespace) -> Answer:
    known = Knowledge.of(what, _viewer(what, asked), table=asked.table)
    found = odds.odds(known)
    show = _Shown(found.sampling, asked.json)
    answer: Answer = {
        "position": write_position(found.position),
        "exact": found.exact,
        "deals": found.deals,
        **(found.sampling._asdict() if found.sampling else {}),
        "assumptions": _assumptions(found.assumptions, asked),
        "seats": {SEATS[seat.seat]: _seat_odds(seat, show) for seat in found.seats},
        "stock": show.tiles(found.stock),
    }
    if found.draw:
        drawn = show.answers(found.draw.answers)
        answer["next"] = {"tiles": show.tiles(found.draw.tiles), **drawn}
    if not found.position.hand.hidden:
        answer["replies"] = {
            str(reply.action): {
                "seat": SEATS[reply.seat],
                **_Shown(reply.sampling, asked.json).answers(reply.answers),
            }
            for reply in odds.replies(known)
        }
    return answer


def _assumptions(found: Sequence[Assumption], asked: argparse.Namespace) -> list[Any]:
    if not asked.json:
        return [one.__doc__ for one in found]
    return [{"assumption": str(one), "message": one.__doc__} for one in found]


def _viewer(what: Position | Record, asked: argparse.Namespace) -> int | None:
    """The seat whose knowledge is asked for, None for everything that is written."""
    start = what if isinstance(what, Position) else what.start
    return None if asked.seat is None else seat_of(asked.seat, start)


def _seat_odds(seat: odds.SeatOdds, show: _Shown) -> Answer:
    return {
        "tiles": show.tiles(seat.tiles),
        **show.answers(seat.answers),
        "matador": show.chance(seat.matador),
        "matadors": list(map(show.chance, seat.matadors)),
        "double_blank": show.chance(seat.double_blank),
        "ruled_out": show.ruled_out(seat.ruled_out),
    }


class _Shown:
    """Writes chances: for programs a number with its fraction or its error, for people percent."""

    def __init__(self, sampling: odds.Sampling | None, for_programs: bool) -> None:
        self._sampling = sampling
        self._for_programs = for_programs

    def chance(self, chance: Fraction) -> Answer | str:
        """One chance."""
        if self._for_programs and self._sampling:
            return {"chance": float(chance), "error": self._sampling.error(chance)}
        if self._for_programs:
            return {"chance": float(chance), "exact": str(chance)}
        if self._sampling:
            return f"{float(chance):.1%} ± {self._sampling.error(chance):.1%}"
        return odds.percent(chance)

    def tiles(self, chances: Mapping[Tile, Fraction]) -> Answer:
        """The chance of each tile; for people the tiles of each chance that is not 0."""
        if self._for_programs:
            return {str(one): self.chance(chance) for one, chance in chances.items()}
        found: dict[str, list[str]] = {}
        for one, chance in sorted(chances.items(), key=lambda pair: (-pair[1], pair[0])):
            if chance:
                found.setdefault(str(self.chance(chance)), []).append(str(one))
        return dict(found)

    def answers(self, answers: odds.Answers) -> Answer:
        """The chance of an answer on each end and on any."""
        ends = {arm: self.chance(chance) for arm, chance in answers.ends.items()}
        return {"ends": ends, "any_end": self.chance(answers.any_end)}

    def ruled_out(self, tiles: Sequence[odds.RuledOut]) -> list[Answer] | Answer:
        """Tiles that can't be held; for people by the action that proved it."""
        if self._for_programs:
            return [
                {
                    "tile": str(one),
                    "ply": proof.ply if proof else None,
                    "action": str(proof.action) if proof else None,
                }
                for one, proof in tiles
            ]
        found: dict[str, list[str]] = {}
        for one, proof in tiles:
            by = f"by action {proof.ply}, {proof.action}" if proof else "by all of it together"
            found.setdefault(by, []).append(str(one))
        return dict(found)


def _interval(value: Interval) -> int | list[int]:
    """An exact value as one number, a proved interval as its two ends."""
    return value.low if value.exact else list(value)


def _worths_of(what: Position | Record, asked: argparse.Namespace) -> Answer:
    known = Knowledge.of(what, _viewer(what, asked))
    over = ending(known.position)
    if over and isinstance(what, Record):  # of a match, other hands may be going on
        return {"position": write_position(known.position), "over": True, "ending": str(over)}
    shows = sys.stderr.isatty()
    with _interruptible() as stop:
        found = estimate(
            known,
            samples=SAMPLES if asked.samples is None else asked.samples,
            seed=asked.seed,
            method=Method.PLAYOUTS if asked.policy else Method.EXACT,
            policy=asked.policy.split(",") if asked.policy else "balanced",
            progress=_tell_worlds if shows else None,
            stop=stop,
        )
    if shows:
        _show("")
    return _told(found, asked)


def _told(found: Estimates, asked: argparse.Namespace) -> Answer:
    worth = _worth if asked.json else _worth_line
    return {
        "position": write_position(found.position),
        "exact": found.exact,
        "unit": found.unit,
        "actions": {str(action): worth(one) for action, one in found.actions.items()},
        "best": [str(action) for action in found.best],
        "worlds": found.worlds,
        "possible": found.possible,
        "ended": str(found.ended) if asked.json else found.ended.__doc__,
        "method": str(found.method),
        "paranoid": found.paranoid,
        "by_playout": found.by_playout,
        "policies": list(found.policies),
        "tolerance": found.tolerance,
        "seed": found.seed,
        "nodes": found.nodes,
        "assumptions": _assumptions(found.assumptions, asked),
    }


def _worth(one: Worth) -> Answer:
    return {
        "value": _estimate(one.mean),
        "wins": _estimate(one.wins) if one.wins else None,
        "behind": _estimate(one.behind),
        "standing": str(one.standing),
    }


def _worth_line(one: Worth) -> str:
    wins = f", above 0 in {_percent(one.wins)}" if one.wins else ""
    behind = f", {_number(one.behind)} behind" if one.behind.mean or one.behind.error else ""
    return f"{_number(one.mean)}{wins}{behind}: {one.standing}"


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Whether the user has asked to stop; what is done until then is answered."""
    stopped = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: stopped.set())
    try:
        yield stopped.is_set
    finally:
        signal.signal(signal.SIGINT, before)


def _tell(done: int, total: int, _so_far: Summary) -> None:
    """Progress on one line, which is wiped out in the end."""
    _show(f"{done:,} of {total:,} hands" if done < total else "")


def _tell_worlds(weighed: int, most: int) -> None:
    _show(f"{weighed:,} of {most:,} worlds")


def _show(text: str) -> None:
    print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def _estimates(found: Summary, name: str, show: Callable[[Estimate], Any]) -> Any:
    """One estimate, or for programs a list in seat order and for people each with its seats."""
    value = getattr(found, name)
    if isinstance(value, Estimate):
        return show(value)
    if show is _estimate:
        return list(map(show, value))
    parties = sides(found.setup.rules, found.players)
    seats = parties if len(value) == len(parties) else [(seat,) for seat in range(len(value))]
    names = ("+".join(SEATS[seat] for seat in party) for party in seats)
    return dict(zip(names, map(show, value), strict=True))


def _estimate(one: Estimate) -> Answer:
    """For programs; what cannot be known from one hand is null."""
    return {"mean": one.mean, "error": one.error if math.isfinite(one.error) else None}


def _percent(one: Estimate) -> str:
    return f"{one.mean:.2%} ± {one.error:.2%}"


def _number(one: Estimate) -> str:
    error = f"{one.error:.3f}" if math.isfinite(one.error) else "unknown"
    return f"{one.mean:.3f} ± {error}"
