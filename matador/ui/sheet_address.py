"""The address of a rule sheet: `r` is a rules code, `players` their number, `marks=0` hides who
decided what. What is as usual is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from matador.game.errors import MatadorError
from matador.game.position import SEATS
from matador.game.rules import Rules, preset, read_rules, write_rules
from matador.teach.prose import prose
from matador.ui import links, ours
from matador.ui.sandbox import FIRST_RULES, title

RULES, PLAYERS, MARKS = "r", "players", "marks"
PARAMS = (RULES, PLAYERS, MARKS)
FEW, MOST = 2, len(SEATS)


@dataclass(frozen=True)
class Choice:
    """Which sheet: for `players`, or for any number (None)."""

    rules: Rules
    players: int | None = None
    marked: bool = True


def usual() -> Choice:
    """The sheet of an address that asks for none: our table's rules, if there are any."""
    return Choice(ours.rules() or preset(FIRST_RULES))


def write(choice: Choice) -> dict[str, str]:
    """The parameters that hold a choice, the same for everybody who follows the link."""
    params = {
        RULES: ""
        if choice.rules == preset(FIRST_RULES) == usual().rules
        else write_rules(choice.rules),
        PLAYERS: "" if choice.players is None else str(choice.players),
        MARKS: "" if choice.marked else "0",
    }
    return {name: text for name, text in params.items() if text}


def read(params: Mapping[str, str]) -> tuple[Choice, str]:
    """The choice in an address, and one sentence about what could not be read."""
    words, troubles, rules = prose("sheet")["trouble"], [], usual().rules
    if RULES in params:
        try:
            rules = read_rules(params[RULES])
        except MatadorError as error:
            why = links.plain(error)
            troubles.append(words["rules"].format(why=why, title=title(rules)))
    players = links.number(params.get(PLAYERS), FEW, MOST, 0) or None
    if params.get(PLAYERS) and not players:
        troubles.append(words["players"])
    return Choice(rules, players, params.get(MARKS) != "0"), " ".join(troubles)
