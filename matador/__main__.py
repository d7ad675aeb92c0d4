"""The command line of `notation.md`: the engine's answers for people and, with --json, programs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from matador.game.errors import IllegalError, MatadorError, UnreadableError
from matador.game.line import End
from matador.game.moves import advance, apply, ending, explain, legal_actions
from matador.game.notation import read_action, read_position, under, write_position
from matador.game.position import SEATS, Position
from matador.game.records import Record, read_records
from matador.game.rules import FIELDS, Rules, presets, read_rules, write_rules
from matador.game.settle import Settlement, settle, why_not_paid
from matador.teach import content, messages

Answer = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Answers one command. Returns the exit status: 0, or 2 with one line on standard error."""
    content.install()
    asked = _parser().parse_args(arguments)
    try:
        answer = asked.answer(asked)
    except MatadorError as error:
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
    try:
        with open(asked.file, encoding="utf-8") as lines:
            return {"hands": [_hand(record) for record in read_records(lines)]}
    except (OSError, UnicodeDecodeError) as error:
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
    commands.choices["explain"].add_argument("action", metavar="ACTION")
    commands.choices["apply"].add_argument("actions", metavar="ACTION", nargs="+")
    commands.choices["settle"].add_argument("--all", action="store_true", help="under all presets")
    commands.choices["perft"].add_argument("depth", metavar="DEPTH", type=int)
    return parser


def _error_line(error: MatadorError) -> str:
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
