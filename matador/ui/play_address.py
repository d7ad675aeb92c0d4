"""A game against the computer in its address: written short, and read whatever somebody sends.

The address holds rules, opponents, the key of the deals, the words that were cut in, every action
and the options, in letters, digits and `-._~` only. Hands that are over stand as `WORD~ACTIONS`, or
with `~x` behind if the visitor gave up. Where that would grow too long, the oldest are written as
`~~LEADER.OUT.LAST.PIPS…` (seats as letters, 0 for none), which still tells what was paid and why.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from matador.game import fair
from matador.game.errors import IllegalError, MatadorError
from matador.game.match import Hand, Kept, Match, begin, follow
from matador.game.notation import write_actions
from matador.game.position import SEATS
from matador.game.record import Timeline
from matador.game.rules import Rules, read_rules, write_rules
from matador.game.settle import pay
from matador.teach.prose import prose
from matador.ui import links

RULES, OPPONENTS, KEY, PAST, WORD, ACTIONS, GAVE_UP, SHOWN, WHOLE, PAUSE, FORCED = (
    *("r", "o", "k", "g", "w", "a", "x", "c", "m", "t", "f"),
)
PARAMS = (RULES, OPPONENTS, KEY, PAST, WORD, ACTIONS, GAVE_UP, SHOWN, WHOLE, PAUSE, FORCED)

ME = 0
"""The visitor's seat."""

PAUSES = (0, 4, 10, 20)
"""Tenths of a second between two moves that are made without the visitor."""
USUAL_PAUSE = 10

MOST_WORD = 40
"""Characters of a word that is cut in."""
ROOM = 5_000
"""Characters for the hands that are over; then the oldest keep their payments only."""
LONGEST = 20_000
"""Characters of that parameter which are read at all."""


@dataclass(frozen=True)
class Game:
    """A game of one visitor (seat A) against the computer."""

    match: Match
    opponents: tuple[str, ...]
    """The players of the seats from B on, by name."""
    shown: str
    """The hash that was shown before the present hand was dealt."""
    whole: bool = True
    """Whether hands make a match; else each stands alone."""
    pause: int = USUAL_PAUSE
    forced: bool = False
    """Whether the visitor's forced draws and passes are done without him."""


@dataclass(frozen=True)
class Opened:
    """What an address gave: a game or None, and one sentence if something was wrong."""

    game: Game | None
    trouble: str = ""


def new_game(
    rules: Rules, opponents: tuple[str, ...], key: bytes, word: str = "", *, whole: bool = True
) -> Game:
    """A game with its first hand dealt. Raises IllegalError if the rules cannot be dealt so."""
    match = begin(rules, len(opponents) + 1, key, word)
    return Game(match, opponents, fair.commitment(match.secret), whole)


def clean_word(text: str) -> str:
    """A word as it is cut in: printable, with single spaces, of `MOST_WORD` characters at most."""
    printable = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(printable.split())[:MOST_WORD].strip()


# --- writing ------------------------------------------------------------------------------------


def write(game: Game) -> dict[str, str]:
    """The parameters of a game; what can be left out is."""
    match, hand = game.match, game.match.hand
    params = {
        RULES: write_rules(match.rules),
        OPPONENTS: ".".join(game.opponents),
        KEY: _sealed(match.key),
        PAST: _write_past(match),
        WORD: _sealed(hand.word.encode()),
        ACTIONS: _write_actions(match.line),
        GAVE_UP: "1" if hand.gave_up is not None else "",
        SHOWN: game.shown,
        WHOLE: "" if game.whole else "0",
        PAUSE: "" if game.pause == USUAL_PAUSE else str(game.pause),
        FORCED: "1" if game.forced else "",
    }
    return {name: text for name, text in params.items() if text}


def _write_past(match: Match) -> str:
    """The hands that are over; as many of them in full as there is room for, the latest first."""
    written: list[str] = []
    room = ROOM
    for hand in reversed(match.past):
        text = _write_hand(hand)
        room -= len(text) + 1
        written.append(text if room >= 0 else _write_payment(hand))
    return "_".join(reversed(written))


def _write_hand(hand: Hand) -> str:
    if hand.line is None:
        return _write_payment(hand)
    gave_up = "" if hand.gave_up is None else "~x"
    return f"{_sealed(hand.word.encode())}~{_write_actions(hand.line)}{gave_up}"


def _write_payment(hand: Hand) -> str:
    paid = hand.settlement
    pips = paid.pips if paid else ()
    seats = ["0" if seat is None else SEATS[seat] for seat in (hand.leader, hand.out, hand.last)]
    gave_up = "" if hand.gave_up is None else "~x"
    return f"~~{'.'.join([*seats, *map(str, pips)])}{gave_up}"


def _write_actions(line: Timeline) -> str:
    # A plus sign would be a space to whoever reads an address.
    return write_actions(line.actions).replace("+", "-")


def _sealed(data: bytes) -> str:
    """Bytes in letters, digits, `-` and `.`, as nobody reads them at a glance."""
    return base64.b64encode(data, altchars=b"-.").decode().rstrip("=")


def _unsealed(text: str) -> bytes | None:
    """The bytes that are written so, or None."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-.", validate=True)
    except ValueError:
        return None


# --- reading ------------------------------------------------------------------------------------


class _BrokenError(Exception):
    """A part of an address can't be read: the sentence that says so."""


def read_rules_of(params: Mapping[str, str]) -> tuple[Rules | None, str]:
    """The rules that an address asks for, and one sentence if they can't be read."""
    if RULES not in params:
        return None, ""
    try:
        return read_rules(params[RULES]), ""
    except MatadorError as error:
        return None, _trouble("rules", why=links.plain(error))


def read_opponents_of(params: Mapping[str, str]) -> tuple[str, ...]:
    """The opponents that an address asks for; none where they can't be read."""
    try:
        return _read_opponents(params[OPPONENTS]) if OPPONENTS in params else ()
    except _BrokenError:
        return ()


def read(params: Mapping[str, str]) -> Opened:
    """The game in an address, up to the first fault; the rest is said."""
    if KEY not in params:
        return Opened(None)
    rules, trouble = read_rules_of(params)
    if rules is None:
        return Opened(None, trouble or _trouble("rules", why=""))
    try:
        opponents = _read_opponents(params.get(OPPONENTS, ""))
        key = _unsealed(params[KEY])
        if key is None or len(key) != fair.KEY_BYTES:
            raise _BrokenError(_trouble("key"))
        match, trouble = _read_match(rules, len(opponents) + 1, key, params)
    except _BrokenError as error:
        return Opened(None, str(error))
    except IllegalError as error:
        return Opened(None, links.plain(error))
    shown = params.get(SHOWN, "")
    if trouble or not re.fullmatch("[0-9a-f]{64}", shown):
        shown = fair.commitment(match.secret) if trouble else ""
    pause = links.number(params.get(PAUSE), 0, max(PAUSES), USUAL_PAUSE)
    game = Game(match, opponents, shown, params.get(WHOLE) != "0")
    pause = pause if pause in PAUSES else USUAL_PAUSE
    return Opened(replace(game, pause=pause, forced=params.get(FORCED) == "1"), trouble)


def _read_opponents(text: str) -> tuple[str, ...]:
    opponents = tuple(text[:200].split("."))
    if not 1 <= len(opponents) < len(SEATS):
        raise _BrokenError(_trouble("players"))
    if any(name not in prose("play")["players"] for name in opponents):
        raise _BrokenError(_trouble("opponents"))
    return opponents


class _Due(NamedTuple):
    """Where the reading of a match stands: what the next hand is dealt from, but for its word."""

    match: Match
    past: tuple[Hand, ...]
    leader: int | None
    score: tuple[int, ...]

    def dealt(self, word: str = "") -> Match:
        return self.match.after(self.past, word, self.leader, self.score)

    def then(self, hand: Hand) -> _Due:
        past = (*self.past, hand)
        return _Due(self.match, past, *follow(self.match.rules, hand, self.score))


def _read_match(
    rules: Rules, players: int, key: bytes, params: Mapping[str, str]
) -> tuple[Match, str]:
    """The match as far as its hands can be read, and what was wrong with the first that can't."""
    match = begin(rules, players, key)
    due = _Due(match, (), None, match.score)
    earlier = params.get(PAST, "")[:LONGEST]
    for text in earlier.split("_") if earlier else ():
        hand, why = _read_past(due, text)
        if why or not hand.over:
            return _stopped(due, hand, why or _trouble("more"))
        due = due.then(hand)
    gave_up = GAVE_UP in params
    hand, why = _read_hand(due, params.get(WORD, ""), params.get(ACTIONS, ""), gave_up)
    return _stopped(due, hand, why)


def _stopped(due: _Due, hand: Hand, why: str) -> tuple[Match, str]:
    told = _trouble("hand", number=hand.number, why=why) if why else ""
    return due.match._replace(past=due.past, hand=hand), told


def _read_past(due: _Due, text: str) -> tuple[Hand, str]:
    """A hand that is over; where it can't be read, as far as it can, and why."""
    word, _, rest = text.partition("~")
    actions, _, rest = rest.partition("~")
    if rest in ("", "x"):
        return _read_hand(due, word, actions, bool(rest))
    payment, _, rest = rest.partition("~")
    kept = _read_kept(due.match.rules, due.match.players, payment)
    if kept is None:
        return due.dealt().hand, _trouble("payment")
    gave_up = ME if rest == "x" else None
    return Hand(len(due.past) + 1, kept[0], kept=kept[1], gave_up=gave_up), ""


def _read_kept(rules: Rules, players: int, text: str) -> tuple[int, Kept] | None:
    """Who led a hand and what is kept of it, from `LEADER.OUT.LAST.PIPS…`."""
    seat = f"[{SEATS[:players]}]"
    if not re.fullmatch(rf"{seat}(\.(0|{seat})){{2}}(\.[0-9]{{1,4}}){{{players}}}", text, re.ASCII):
        return None
    leader, out, last, *pips = text.split(".")
    went, placed = ("0" + SEATS).index(out) - 1, ("0" + SEATS).index(last) - 1
    seats = [None if at < 0 else at for at in (went, placed)]
    paid = pay(rules, [int(one) for one in pips], out=seats[0], last=seats[1])
    return SEATS.index(leader), Kept(paid, *seats)


def _read_hand(due: _Due, word: str, actions: str, gave_up: bool) -> tuple[Hand, str]:
    """A hand as far as it can be read, and what was wrong with the rest."""
    cut = _read_word(word)
    if cut is None:
        return due.dealt().hand, _trouble("word")
    hand = due.dealt(cut).hand
    if actions:
        start = due.dealt(cut).line.start
        opened = links.read_table({**links.at(start), links.ACTIONS: actions.replace("-", "+")})
        done = opened.timeline.actions if opened.timeline else ()
        hand = hand._replace(line=Timeline(start, done, len(done)))
        if opened.trouble:
            return hand, opened.trouble
    return hand._replace(gave_up=ME if gave_up and not hand.over else None), ""


def _read_word(text: str) -> str | None:
    """A word, if it is one that could have been cut in."""
    data = _unsealed(text[: 8 * MOST_WORD])
    try:
        word = None if data is None else data.decode()
    except UnicodeDecodeError:
        return None
    return word if word == clean_word(word or "") else None


def _trouble(key: str, **slots: object) -> str:
    return str(prose("play")["trouble"][key].format(**slots))
