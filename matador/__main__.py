"""The command line of `notation.md`: the engine's answers for people and, with --json, programs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from matador.analysis.policies import POLICIES
from matador.analysis.spread import LostError
from matador.commands import engine
from matador.commands.shared import Answer
from matador.game.errors import MatadorError
from matador.teach import content


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


def _later(name: str) -> Callable[[argparse.Namespace], Answer]:
    """A command of analysis, which is imported when it is asked: its compiler is slow to import."""

    def answer(asked: argparse.Namespace) -> Answer:
        found: Answer = getattr(import_module("matador.commands.analysis"), name)(asked)
        return found

    return answer


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

    rules = command(
        "rules", engine.rules_command, "The presets, or one preset's fields with who says so."
    )
    rules.add_argument("preset", nargs="?", help="a preset, or one with overrides")
    for name, answer, text in (
        ("position", engine.position_command, "Ends, turn, flaws, and what is unseen."),
        ("actions", engine.actions_command, "Every legal action, sorted."),
        ("explain", engine.explain_command, "Whether an action is legal, and why."),
        ("apply", engine.apply_command, "The position after some actions."),
        ("settle", engine.settle_command, "How the hand is over and who is paid what."),
        ("perft", engine.perft_command, "The number of action sequences of a length."),
    ):
        command(name, answer, text).add_argument("code", metavar="CODE")
    command(
        "record", engine.record_command, "Reads a record, checks every action, prints the end."
    ).add_argument("file", metavar="FILE")
    chances = command(
        "odds", _later("odds_command"), "What each seat may hold and answer, and what comes next."
    )
    chances.add_argument("what", metavar="CODE|FILE")
    chances.add_argument("--seat", metavar="SEAT", help="only what this seat sees")
    chances.add_argument("--table", action="store_true", help="only what is seen without a hand")
    exact = command(
        "solve", _later("solve_command"), "The exact value of open hands, and of every action."
    )
    exact.add_argument("code", metavar="CODE")
    exact.add_argument("--nodes", metavar="N", type=int, help="look at so many positions at most")
    worth = command(
        "estimate", _later("estimate_command"), "What each action is worth with hidden hands."
    )
    worth.add_argument("what", metavar="CODE|FILE")
    worth.add_argument("--samples", metavar="N", type=int, help="worlds at most")
    worth.add_argument("--seed", metavar="S", type=int, default=0)
    worth.add_argument("--seat", metavar="SEAT", help="only what this seat sees")
    worth.add_argument(
        "--policy",
        metavar="NAME[,NAME…]",
        help="play worlds out by policies instead of solving them: " + ", ".join(POLICIES),
    )
    many = command(
        "simulate",
        _later("simulate_command"),
        "Many hands by policies: rates and means, with errors.",
    )
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
