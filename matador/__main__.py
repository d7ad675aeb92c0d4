"""The command line of `notation.md`: the engine's answers for people and, with --json, programs."""

from __future__ import annotations

import argparse
import json
import math
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NoReturn

from matador.analysis import odds
from matador.analysis.estimate import SAMPLES, Estimates, Method, Worth, estimate
from matador.analysis.hands import set_up
from matador.analysis.knowledge import Assumption, Knowledge
from matador.analysis.means import Estimate
from matador.analysis.policies import POLICIES
from matador.analysis.runs import pool
from matador.analysis.simulate import Summary, simulate
from matador.analysis.solve import Interval, solve
from matador.analysis.spread import LostError
from matador.game.errors import IllegalError, MatadorError, UnreadableError
from matador.game.line import End
from matador.game.moves import advance, apply, ending, explain, legal_actions
from matador.game.notation import read_action, read_position, under, write_position
from matador.game.position import SEATS, Position, sides
from matador.game.records import Record, read_records
from matador.game.rules import FIELDS, Rules, presets, read_rules, write_rules
from matador.game.settle import Settlement, settle, why_not_paid
from matador.game.tiles import Tile
from matador.teach import content, messages

Answer = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Answers one command. Returns the exit status: 0, or 2 with one line on standard error."""
    content.install()
    asked = _parser().parse_args(arguments)
    try:
        answer = asked.answer(asked)
    except (MatadorError, LostError) as error:
        print(f"matador: {_error_line(error)}", file=sys.stderr)
        return 2
    print(json.dumps(answer, ensure_ascii=False) if asked.json else _readable(answer))
    return 0


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` legal actions there are from here."""
    if depth == 0:
        return 1
    actions = legal_actions(position)
    if depth == 1:
        return len(actions)
    return sum(perft(advance(position, action), depth - 1) for action in actions)


# --- the commands -------------------------------------------------------------------------------


def _rules(asked: argparse.Namespace) -> Answer:
    if asked.preset is None:
        titles = {name: preset.title for name, preset in content.load_presets().items()}
        return {"presets": titles}
    rules = read_rules(asked.preset)
    cells = content.load_presets()[rules.base].fields
    return {
        "rules": write_rules(rules),
        "preset": rules.base,
        "fields": {name: _field(rules, name, cells[name]) for name in FIELDS},
    }


def _field(rules: Rules, name: str, cell: content.Cell) -> Answer:
    value = str(rules.value(name))
    if value != cell.value:
        return {"value": value, "status": "override"}
    said = {"value": value, "status": cell.status, "source": cell.source, "locator": cell.locator}
    told = {"evidence": cell.evidence, "others": list(cell.others), "note": cell.note}
    return {key: text for key, text in {**said, **told}.items() if text}


def _position(asked: argparse.Namespace) -> Answer:
    position = read_position(asked.code)
    over = None if position.flaws else ending(position)
    return {
        "position": write_position(position),
        "ends": {end.arm: _shows(end) for end in position.ends},
        "turn": SEATS[position.turn],
        "passes": position.passes,
        "drawn": position.drawn,
        "stock": len(position.stock),
        "drawable": position.drawable,
        "ending": str(over) if over else None,
        "flaws": [
            {
                "flaw": str(found.flaw),
                "tiles": list(map(str, found.tiles)),
                "message": messages.flaw_sentence(found),
            }
            for found in position.flaws
        ],
        "unseen": list(map(str, position.unseen)),
        "text": messages.describe(position),
    }


def _actions(asked: argparse.Namespace) -> Answer:
    position = _playable(asked.code)
    actions = list(map(str, legal_actions(position)))
    return {"position": write_position(position), "actions": actions}


def _explain(asked: argparse.Namespace) -> Answer:
    position = read_position(asked.code)
    action = read_action(asked.action, position)
    verdict = explain(position, action)
    return {
        "position": write_position(position),
        "action": str(action),
        "legal": verdict.legal,
        "reason": str(verdict.reason),
        "message": messages.sentence(position, verdict),
        "facts": verdict.facts,
    }


def _apply(asked: argparse.Namespace) -> Answer:
    position = _playable(asked.code)
    for text in (word for words in asked.actions for word in words.replace(".", " ").split()):
        action = read_action(text, position)
        verdict = explain(position, action)
        if not verdict.legal:
            sentence = messages.sentence(position, verdict)
            raise IllegalError(f"{action} is not legal ({verdict.reason}): {sentence}", verdict)
        position = apply(position, action)
    return {"position": write_position(position)}


def _settle(asked: argparse.Namespace) -> Answer:
    position = _playable(asked.code)
    answer = {"position": write_position(position), **_settled(position)}
    if asked.all:
        answer["presets"] = {
            name: _settled_under(position, rules) for name, rules in presets().items()
        }
    return answer


def _perft(asked: argparse.Namespace) -> Answer:
    position = _playable(asked.code)
    if asked.depth < 0:
        raise UnreadableError("depth: it can't be below 0")
    return {
        "position": write_position(position),
        "depth": asked.depth,
        "count": perft(position, asked.depth),
    }


def _record(asked: argparse.Namespace) -> Answer:
    return {"hands": [_hand(record) for record in _records(asked.file)]}


def _records(file: str) -> Iterator[Record]:
    try:
        with open(file, encoding="utf-8") as lines:
            yield from read_records(lines)
    except MatadorError:
        raise
    except (OSError, ValueError) as error:  # no file, no text, or no name a file can have
        raise UnreadableError(f"record: the file can't be read: {error}") from None


def _hand(record: Record) -> Answer:
    end = record.end
    return {
        "tags": dict(record.tags),
        "start": write_position(record.start),
        "actions": [str(move.action) for move in record.moves],
        "position": write_position(end),
        **_settled(end),
    }


def _odds(asked: argparse.Namespace) -> Answer:
    return _of_each(asked, _odds_of)


def _of_each(
    asked: argparse.Namespace, answer: Callable[[Position | Record, argparse.Namespace], Answer]
) -> Answer:
    """The answer for a position, or for each hand of a file."""
    # A position code has seven fields; whatever else is asked about is a file.
    if asked.what.count(".") == 6 and not os.path.isfile(asked.what):
        return answer(_playable(asked.what), asked)
    return {"hands": [answer(record, asked) for record in _records(asked.what)]}


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
    return None if asked.seat is None else _seat(asked.seat, start)


def _seat(text: str, position: Position) -> int:
    seats = SEATS[: position.players]
    if len(text) != 1 or text.upper() not in seats:
        raise UnreadableError(f"seat: {text[:20]!r} is no seat; they are {seats[0]} to {seats[-1]}")
    return seats.index(text.upper())


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


_RATES = ("blocked", "leader_wins", "led", "wins", "unwon", "shared")
_MEANS = ("plays", "draws", "passes", "edge", "payments", "pips")


def _simulate(asked: argparse.Namespace) -> Answer:
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


def _playable(code: str) -> Position:
    position = read_position(code)
    if position.flaws:
        sentences = " ".join(map(messages.flaw_sentence, position.flaws))
        raise IllegalError(f"the position has flaws: {sentences}")
    return position


def _shows(end: End) -> int | list[int]:
    return end.halves[0] if len(end.halves) == 1 else list(end.halves)


def _settled(position: Position) -> Answer:
    how, barred = ending(position), why_not_paid(position)
    answer: Answer = {"over": how is not None, "ending": str(how) if how else None}
    if barred:
        return {**answer, "payments": None, "message": messages.not_paid_sentence(barred)}
    return {**answer, **_payment(position, settle(position))}


def _payment(position: Position, result: Settlement) -> Answer:
    ended = messages.ending_sentence(result.ending, result)
    paid = messages.payment_sentence(result, position.rules)
    return {
        "pips": list(result.pips),
        "winners": [SEATS[seat] for seat in result.winners],
        "payments": list(result.payments),
        "debit": result.debit,
        "arithmetic": result.arithmetic,
        "message": f"{ended} {paid}",
    }


def _settled_under(position: Position, rules: Rules) -> Answer:
    there = under(position, rules)
    if there.flaws:
        return {"over": None, "message": messages.flaw_sentence(there.flaws[0])}
    return _settled(there)


def _solve(asked: argparse.Namespace) -> Answer:
    if asked.nodes is not None and asked.nodes < 1:
        raise UnreadableError(f"nodes: {asked.nodes} is no number of positions")
    position = _playable(asked.code)
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


def _interval(value: Interval) -> int | list[int]:
    """An exact value as one number, a proved interval as its two ends."""
    return value.low if value.exact else list(value)


def _estimate_worths(asked: argparse.Namespace) -> Answer:
    return _of_each(asked, _worths_of)


def _worths_of(what: Position | Record, asked: argparse.Namespace) -> Answer:
    known = Knowledge.of(what, _viewer(what, asked))
    over = ending(known.position)
    if over and isinstance(what, Record):  # of a match, other hands may be going on
        return {"position": write_position(known.position), "over": True, "ending": str(over)}
    shows = sys.stderr.isatty()
    with _interruptible() as stop:
        found = estimate(
            known,
            samples=asked.samples,
            seed=asked.seed,
            method=Method.PLAYOUTS if asked.policy else Method.EXACT,
            policy=asked.policy.split(",") if asked.policy else "balanced",
            progress=_tell_worlds if shows else None,
            stop=stop,
        )
    if shows:
        _show("")
    return _told(found, asked)


def _tell_worlds(weighed: int, most: int) -> None:
    _show(f"{weighed:,} of {most:,} worlds")


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


# --- reading and writing ------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    """Answers a wrong command in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"matador: {' '.join(message.split())}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="matador", description="Asks the Matador engine.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, answer: Callable[[argparse.Namespace], Answer], text: str) -> Any:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(answer=answer)
        made.add_argument("--json", action="store_true", help="answer for programs")
        return made

    rules = command("rules", _rules, "The presets, or one preset's fields with who says so.")
    rules.add_argument("preset", nargs="?", help="a preset, or one with overrides")
    for name, answer, text in (
        ("position", _position, "Ends, turn, flaws, and what is unseen."),
        ("actions", _actions, "Every legal action, sorted."),
        ("explain", _explain, "Whether an action is legal, and why."),
        ("apply", _apply, "The position after some actions."),
        ("settle", _settle, "How the hand is over and who is paid what."),
        ("perft", _perft, "The number of action sequences of a length."),
    ):
        command(name, answer, text).add_argument("code", metavar="CODE")
    command("record", _record, "Reads a record, checks every action, prints the end.").add_argument(
        "file", metavar="FILE"
    )
    chances = command("odds", _odds, "What each seat may hold and answer, and what comes next.")
    chances.add_argument("what", metavar="CODE|FILE")
    chances.add_argument("--seat", metavar="SEAT", help="only what this seat sees")
    chances.add_argument("--table", action="store_true", help="only what is seen without a hand")
    exact = command("solve", _solve, "The exact value of open hands, and of every action.")
    exact.add_argument("code", metavar="CODE")
    exact.add_argument("--nodes", metavar="N", type=int, help="look at so many positions at most")
    worth = command("estimate", _estimate_worths, "What each action is worth with hidden hands.")
    worth.add_argument("what", metavar="CODE|FILE")
    worth.add_argument("--samples", metavar="N", type=int, default=SAMPLES, help="worlds at most")
    worth.add_argument("--seed", metavar="S", type=int, default=0)
    worth.add_argument("--seat", metavar="SEAT", help="only what this seat sees")
    worth.add_argument(
        "--policy",
        metavar="NAME[,NAME…]",
        help="play worlds out by policies instead of solving them: " + ", ".join(POLICIES),
    )
    many = command("simulate", _simulate, "Many hands by policies: rates and means, with errors.")
    many.add_argument("--rules", metavar="PRESET", required=True, help="or one with overrides")
    many.add_argument("--players", metavar="N", type=int, default=2)
    many.add_argument("--hands", metavar="N", type=int, default=10_000)
    many.add_argument("--seed", metavar="S", type=int, default=1)
    many.add_argument(
        "--policy",
        metavar="NAME[,NAME…]",
        default="random",
        help="one for all or one a seat: " + ", ".join(POLICIES),
    )
    many.add_argument("--workers", metavar="N", type=int, default=1, help="how many at once")
    commands.choices["explain"].add_argument("action", metavar="ACTION")
    commands.choices["apply"].add_argument("actions", metavar="ACTION", nargs="+")
    commands.choices["settle"].add_argument("--all", action="store_true", help="under all presets")
    commands.choices["perft"].add_argument("depth", metavar="DEPTH", type=int)
    return parser


def _error_line(error: MatadorError | LostError) -> str:
    """The sentence of an error on one line, whatever the text it quotes holds."""
    return " ".join(str(error.args[0]).split())


def _readable(answer: Answer, indent: str = "") -> str:
    lines = []
    for key, value in answer.items():
        if isinstance(value, dict):
            inner = _readable(value, indent + "  ") if value else f"{indent}  none"
            lines.append(f"{indent}{key}:\n{inner}")
        elif isinstance(value, list):
            lines.append(f"{indent}{key}: {_joined(value)}")
        elif value is not None:
            lines.append(f"{indent}{key}: {value}")
    return "\n".join(lines)


def _joined(values: list[Any]) -> str:
    texts = [_one_of_many(value) if isinstance(value, dict) else str(value) for value in values]
    return " ".join(texts) or "none"


def _one_of_many(value: Answer) -> str:
    """A flaw is said in its sentence; a hand of a record is told in full."""
    return str(value["message"]) if "flaw" in value else f"\n{_readable(value, '  ')}\n"


if __name__ == "__main__":
    sys.exit(main())
