"""The address of the interview: the rules started from, the answers so far, and where one is.

`from` is a rules code; `answers` are `players-4~deal-7~draw`, where a question without an answer is
one that the table could not answer; `ask` is the question shown, or `sheet` for the agreement;
`change` is there while one answer of the agreement is being changed. The names are nobody else's:
after Back a page may at first be given the parameters of the page that was left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import parse_qsl

from matador.game.errors import MatadorError, UnreadableError
from matador.game.notation import read_position
from matador.game.rules import FIELDS, Rules, read_rules, write_rules
from matador.teach import interview
from matador.teach.interview import PLAYERS, UNKNOWN, Interview
from matador.teach.prose import prose
from matador.ui import links, play_address, scores_address

START, ANSWERS, AT, EDITING = "from", "answers", "ask", "change"
PARAMS = (START, ANSWERS, AT, EDITING)
SHEET = "sheet"
"""What the address calls the agreement."""
_LONGEST = 2_000
"""Characters of the answers that are read at all; all of them take a third of it."""
_SHOWN = 40
"""Characters of a part that could not be read, in the sentence that says so."""


@dataclass(frozen=True)
class Place:
    """What is shown: the interview as it stands, and one of its questions or the agreement."""

    interview: Interview = Interview()
    at: str = PLAYERS
    editing: bool = False


class Opened(NamedTuple):
    """What an address gave, and one sentence if something was wrong."""

    place: Place
    trouble: str = ""


def write(place: Place) -> dict[str, str]:
    """The parameters of a place; none for the first question of an empty interview."""
    one = place.interview
    if place == Place():
        return {}
    params = {
        START: write_rules(one.start) if one.start else "",
        ANSWERS: "~".join(_write_answer(name, value) for name, value in one.given),
        AT: place.at,
        EDITING: "1" if place.editing else "",
    }
    return {name: text for name, text in params.items() if text}


def read(params: Mapping[str, str]) -> Opened:
    """The place in an address; what can't be read is left out and said."""
    start, doubts = _read_start(params.get(START, ""))
    one = Interview(start=start)
    text = params.get(ANSWERS, "")[:_LONGEST]
    for part in text.split("~") if text else ():
        try:
            one = _with_answer(one, part)
        except MatadorError:
            doubts.append(_doubt("answers", text=links.plain(UnreadableError(part))[:_SHOWN]))
    at = params.get(AT, "")
    if at and at not in (PLAYERS, SHEET, *FIELDS):
        doubts.append(_doubt("question"))
        at = ""
    place = Place(one, at or interview.following(one) or SHEET, params.get(EDITING) == "1")
    return Opened(place, _sentence(doubts))


def found_rules(text: str) -> Rules:
    """The rules in a text that somebody pasted: a code, or an address that holds one.

    Raises UnreadableError.
    """
    text = text.strip()[:_LONGEST]
    query = dict(parse_qsl(text.partition("?")[2]))
    if query.keys() & {START, ANSWERS}:
        return interview.rules(read(query).place.interview)
    if links.POSITION in query:
        return read_position(query[links.POSITION]).rules
    return read_rules(query.get(play_address.RULES) or query.get(scores_address.RULES) or text)


def _write_answer(name: str, value: str) -> str:
    return f"{name}-{value}" if value != UNKNOWN else name


def _with_answer(one: Interview, part: str) -> Interview:
    name, _, value = part.partition("-")
    if name not in (PLAYERS, *FIELDS):
        raise UnreadableError(f"there is no question {name!r}")
    return one.answered(name, value)


def _read_start(text: str) -> tuple[Rules | None, list[str]]:
    try:
        return (read_rules(text) if text else None), []
    except MatadorError:
        return None, [_doubt("start")]


def _doubt(key: str, **slots: str) -> str:
    return str(prose("agree")["trouble"][key].format(**slots))


def _sentence(doubts: list[str]) -> str:
    if not doubts:
        return ""
    text = prose("agree")["trouble"]["sentence"]
    return str(text.format(parts=", ".join(dict.fromkeys(doubts))))
