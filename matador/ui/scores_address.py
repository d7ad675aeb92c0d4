"""The address of a score pad: the whole match, so that a reload or a link gives it back.

`rules`, `players`, `to` (the score to play to, where it is not the rules' own), `lead` (who led the
first hand), `hands`, and each name behind the letter of its seat. What is as usual is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from matador.game import pad
from matador.game.errors import MatadorError
from matador.game.pad import Match
from matador.game.position import SEATS
from matador.game.rules import Rules, preset, read_rules, write_rules
from matador.teach.prose import prose
from matador.ui import links

RULES, PLAYERS, GOAL, LEADER, HANDS = "rules", "players", "to", "lead", "hands"
PARAMETERS = (RULES, PLAYERS, GOAL, LEADER, HANDS, *SEATS)
USUAL = "pagat"
"""The rule set of a pad that nobody has set up."""
FEW, MOST = 2, len(SEATS)
FARTHEST = 9_999
"""The highest score to play to."""
_MOST_PARTS = 4


def usual() -> Match:
    """The match of a pad that nobody has set up."""
    return Match(preset(USUAL))


def write(match: Match) -> dict[str, str]:
    """The parameters that hold a match; none for one as usual."""
    if match == usual():
        return {}
    params = {RULES: write_rules(match.rules), PLAYERS: str(match.players)}
    if match.goal is not None:
        params[GOAL] = str(match.goal)
    if match.leader is not None:
        params[LEADER] = SEATS[match.leader]
    params |= {seat: name for seat, name in zip(SEATS, match.names, strict=False) if name}
    if match.results:
        params[HANDS] = ".".join(map(pad.write_result, match.results))
    return params


def read(params: Mapping[str, str]) -> tuple[Match, str]:
    """The match that the parameters hold, and one sentence about what could not be read."""
    reader = _Reader(params)
    match = Match(reader.rules(), reader.players())
    match = match._replace(goal=reader.goal(), leader=reader.leader(match.players))
    match = reader.named(match)
    match = match._replace(results=reader.results(match.players))
    return match, reader.sentence()


@dataclass
class _Reader:
    """Reads one parameter after the other and remembers what it could not read."""

    params: Mapping[str, str]
    trouble: list[str] = field(default_factory=list)

    def rules(self) -> Rules:
        try:
            return read_rules(self.params.get(RULES, USUAL))
        except MatadorError:
            self.doubt("rules")
            return preset(USUAL)

    def players(self) -> int:
        # Whoever cut the number off left it in the hands all the same.
        first = self.params.get(HANDS, "").split(".")[0].count("-")
        guess = first if FEW <= first <= MOST else FEW
        return self._number(PLAYERS, FEW, MOST) or guess

    def goal(self) -> int | None:
        return self._number(GOAL, 0, FARTHEST)

    def leader(self, players: int) -> int | None:
        text = self.params.get(LEADER)
        if not text:
            return None
        if len(text) == 1 and text in SEATS[:players]:
            return SEATS.index(text)
        self.doubt("lead")
        return None

    def named(self, match: Match) -> Match:
        for seat, letter in enumerate(SEATS):
            text = self.params.get(letter, "")
            match = match.with_name(seat, text)
            if match.name(seat) != text:
                self.doubt("names")
        return match

    def results(self, players: int) -> tuple[pad.Result, ...]:
        text = self.params.get(HANDS, "")
        written = text.split(".") if text else []
        if len(written) > pad.MOST_HANDS:
            self.doubt("many", pad.MOST_HANDS)
        found = []
        for number, one in enumerate(written[: pad.MOST_HANDS], 1):
            try:
                found.append(pad.read_result(one, players))
            except MatadorError:
                self.doubt("hand", number)
        return tuple(found)

    def doubt(self, what: str, number: int = 0) -> None:
        self.trouble.append(prose("scores")["trouble"][what].format(number=number))

    def sentence(self) -> str:
        text, parts = prose("scores")["trouble"], list(dict.fromkeys(self.trouble))
        if len(parts) > _MOST_PARTS:
            parts = [*parts[:_MOST_PARTS], text["more"]]
        return str(text["sentence"].format(parts=", ".join(parts))) if parts else ""

    def _number(self, name: str, low: int, high: int) -> int | None:
        text = self.params.get(name)
        found = links.number(text, low, high, -1)
        if text and found < 0:
            self.doubt(name)
        return found if found >= 0 else None
