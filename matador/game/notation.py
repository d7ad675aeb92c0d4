"""Reader and writer of tiles, actions and position codes: the public contract.

Readers are generous, writers have one spelling, and `read(write(x)) == x`. A reader raises only the
three errors of `errors`; the sentence names the field and the character.

Four things are written only where a rule needs them. Where both halves of a matador lying across
stay open, its arm goes on in two: `Rv` from the lower half, `Rw` from the higher one, and so on
(`Rvv`); such ends stand in actions (`Rv52`) and, behind the spinner's two arms, in the line
(`66s25x___Rv50`). Any double that becomes the spinner is written with a plus (`R44+`). Behind the
turn, `m` says that a matador was drawn in it, and `lB` that seat B played last, where that cannot
be told from the passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from matador.game.errors import AmbiguousError, IllegalError, UnreadableError
from matador.game.line import ACROSS, SPINNER, Line, Placed
from matador.game.moves import (
    DRAW,
    LEAD,
    PASS,
    Action,
    apply,
    canonical,
    explain,
    legal_actions,
)
from matador.game.position import SEATS, Hand, Position, Stock, sides
from matador.game.rules import CrossOpen, Rules, Tie, read_rules, write_rules
from matador.game.tiles import HALVES, SIZES, Tile, tile

LONGEST = 4_000
"""Characters in the longest text that is read at all."""

_FIELDS = ("set", "line", "hands", "stock", "turn", "score", "rules")
_HALF = f"[{HALVES}]"
_TURN = re.compile(rf"([{SEATS}])([0-9]?)(?:d([0-9]{{1,3}}))?(m?)(?:l([{SEATS}]))?", re.ASCII)
_PLACED = re.compile(rf"({_HALF})({_HALF})([{ACROSS}{SPINNER}]?)")
_ARM = re.compile(r"([LRUD][vw]*)(.*)", re.ASCII)
_TILE = re.compile(rf"({_HALF})({_HALF})|\[?([0-9]{{1,2}})[-|:/]([0-9]{{1,2}})\]?", re.ASCII)
_PAIR = re.compile(_HALF * 2)
_ACTION = re.compile(r"([LRUDSlrus][vw]*|d)?([^+]*)(\+?)", re.ASCII)
_WORDS = {"draw": DRAW, "pass": PASS, "knock": PASS, "D": DRAW, "P": PASS}
_DERIVED = "*#="


def read_halves(text: str) -> tuple[int, int]:
    """Two halves in the order written: `25`, `5-2`, `[6|0]`, `10-3`. Raises UnreadableError."""
    found = _TILE.fullmatch(text.strip())
    if not found:
        raise UnreadableError(f"tile: {text!r} is not two halves, such as 25 or 2-5")
    if found[1]:
        return HALVES.index(found[1]), HALVES.index(found[2])
    one, other = int(found[3]), int(found[4])
    if max(one, other) >= len(HALVES):
        raise UnreadableError(f"tile: {text!r} has a half above {len(HALVES) - 1}")
    return one, other


def read_tile(text: str) -> Tile:
    """A tile in any of its spellings. Raises UnreadableError."""
    return tile(*read_halves(text))


def read_action(text: str, position: Position) -> Action:
    """One action in this position, whether legal there or not.

    A bare tile is read where exactly one placement of it is legal. Raises UnreadableError,
    AmbiguousError, or IllegalError for a bare tile that goes nowhere.
    """
    bare = text.strip()
    core = _WORDS.get(bare, bare).rstrip(_DERIVED)
    if core.endswith(ACROSS):
        core = core[:-1].rstrip(_DERIVED)
    if core == PASS:
        return Action(PASS)
    if core == DRAW:
        return Action(DRAW)
    if _PAIR.fullmatch(core):  # before the letters that name a place: dd is also the tile 13-13
        return _read_bare(read_tile(core), position)
    found = _ACTION.fullmatch(core)
    if not found or len(text) > LONGEST:
        raise UnreadableError(f"action: {text[:40]!r} is no action, such as R25, L64, S66, d or p")
    where, halves, plus = found[1], found[2], bool(found[3])
    try:
        inner, outer = read_halves(halves)
    except UnreadableError:
        raise UnreadableError(f"action: {text[:40]!r} names no tile after the end") from None
    if where is None:
        return _read_bare(tile(inner, outer), position)
    if where == DRAW:
        return Action(DRAW, *tile(inner, outer))
    return canonical(position, Action(where[0].upper() + where[1:], inner, outer, plus))


def read_actions(text: str, position: Position) -> tuple[tuple[Action, ...], Position]:
    """Several actions, joined by spaces or full stops, and the position after them.

    Raises one of the three errors, naming the number of the action at fault.
    """
    if len(text) > LONGEST:
        raise UnreadableError(f"actions: more than {LONGEST} characters")
    done: list[Action] = []
    for number, word in enumerate(re.split(r"[\s.]+", text.strip(" .\n\t")), start=1):
        if not word:
            continue
        try:
            done.append(read_action(word, position))
            position = apply(position, done[-1])
        except (UnreadableError, AmbiguousError, IllegalError) as error:
            sentence = f"action {number}: {error.args[0]}"
            raise type(error)(sentence, *error.args[1:]) from None
    return tuple(done), position


def write_actions(actions: Iterable[Action]) -> str:
    """Actions as they stand in an address: joined by full stops."""
    return ".".join(map(str, actions))


def read_position(code: str) -> Position:
    """A position from its code, whether reachable or flawed. Raises UnreadableError."""
    if len(code) > LONGEST:
        raise UnreadableError(f"position: more than {LONGEST} characters")
    parts = code.strip().split(".")
    if len(parts) != len(_FIELDS):
        raise UnreadableError(
            f"position: {len(parts)} fields instead of {len(_FIELDS)}: {'.'.join(_FIELDS)}"
        )
    text = dict(zip(_FIELDS, parts, strict=True))
    rules = _read_rules(text["set"], text["rules"])
    hands = tuple(_read_hand(seat, rules) for seat in _seats(text["hands"]))
    line = _read_line(text["line"], rules)
    position = Position(rules, line, hands, _read_stock(text["stock"], rules), turn=0)
    position = _with_turn(position, text["turn"])
    return position.changed(score=_read_score(text["score"], position))


def under(position: Position, rules: Rules) -> Position:
    """The same table under other rules, with the set that is on it.

    Scores start anew where sides are counted differently. The result may have flaws.
    """
    rules = rules._replace(set=position.rules.set)
    parties = len(sides(rules, position.players))
    score = position.score if len(position.score) == parties else (0,) * parties
    return read_position(write_position(position.changed(rules=rules, score=score)))


def write_position(position: Position) -> str:
    """The one spelling of a position."""
    written = (
        str(position.rules.set),
        write_line(position.line),
        "-".join(_write_known(*hand, empty="0") for hand in position.hands),
        _write_known(*position.stock, empty="0"),
        _write_turn(position),
        "-".join(map(str, position.score)),
        _write_rules(position.rules),
    )
    return ".".join(written)


def write_line(line: Line) -> str:
    """The line field of a code: the row, then the arms."""
    if not line.row:
        return "-"
    written = [_write_placed(line.row)]
    if line.spinner is not None:
        written += [_write_placed(line.arm("U")), _write_placed(line.arm("D"))]
    forks = (arm for arm in line.arms if arm[0] not in ("U", "D"))
    return "_".join(written + [name + _write_placed(tiles) for name, tiles in forks])


# --- reading the fields -------------------------------------------------------------------------


def _read_rules(size: str, text: str) -> Rules:
    rules = read_rules(text)
    if size not in map(str, SIZES):
        allowed = ", ".join(map(str, SIZES))
        raise UnreadableError(f"set: {size[:20]!r} is not one of {allowed}")
    # The first field names the set, so the rules field need not, and must not say otherwise.
    if "~set-" in text and str(rules.set) != size:
        raise UnreadableError(f"rules: the set is {rules.set} here, but {size} in the first field")
    return rules if str(rules.set) == size else read_rules(f"{text}~set-{size}")


def _seats(text: str) -> list[str]:
    seats = text.split("-")
    if not 2 <= len(seats) <= len(SEATS):
        raise UnreadableError(f"hands: {len(seats)} seats instead of 2 to {len(SEATS)}")
    return seats


def _tiles(field: str, text: str, rules: Rules) -> tuple[Tile, ...]:
    return tuple(placed.tile for placed in _placed(field, text, rules, ""))


def _placed(field: str, text: str, rules: Rules, allowed: str) -> tuple[Placed, ...]:
    found: list[Placed] = []
    at = 0
    while at < len(text):
        match = _PLACED.match(text, at)
        if not match or (match[3] and match[3] not in allowed):
            raise UnreadableError(f"{field}: no tile at character {at + 1}, {text[at : at + 8]!r}")
        one, other = HALVES.index(match[1]), HALVES.index(match[2])
        if max(one, other) > rules.tiles.highest:
            raise UnreadableError(
                f"{field}: {match[0]!r} at character {at + 1} is no tile of this set"
            )
        found.append(_as_it_lies(Placed(one, other, match[3]), rules))
        at = match.end()
    return tuple(found)


def _as_it_lies(placed: Placed, rules: Rules) -> Placed:
    """Across, the lower half is named first, unless the rules say which half lies in line."""
    if placed.mark == ACROSS and rules.cross_open is not CrossOpen.HALF:
        return Placed(*placed.tile, placed.mark)
    return placed


def _read_known(field: str, text: str, rules: Rules) -> tuple[tuple[Tile, ...], int]:
    """Known tiles, and how many are not: `25~3`."""
    if not text:
        raise UnreadableError(f"{field}: empty; write 0 for no tiles")
    if text == "0":
        return (), 0
    known, tilde, hidden = text.partition("~")
    if tilde and not re.fullmatch(r"[0-9]{1,3}", hidden, re.ASCII):
        raise UnreadableError(f"{field}: {hidden[:20]!r} after ~ is no number of tiles")
    return _tiles(field, known, rules), int(hidden or 0)


def _read_hand(text: str, rules: Rules) -> Hand:
    tiles, hidden = _read_known("hands", text, rules)
    return Hand(tuple(sorted(tiles)), hidden)


def _read_stock(text: str, rules: Rules) -> Stock:
    return Stock(*_read_known("stock", text, rules))


def _read_line(text: str, rules: Rules) -> Line:
    if text == "-":
        return Line()
    row_text, *arm_texts = text.split("_")
    row = _placed("line", row_text, rules, ACROSS + SPINNER)
    if not row:
        raise UnreadableError("line: no tile; write - for an empty line")
    arms: dict[str, tuple[Placed, ...]] = {}
    if any(placed.mark == SPINNER for placed in row):
        for name, arm in zip("UD", arm_texts[:2], strict=False):
            arms[name] = _placed("line", arm, rules, ACROSS)
        arm_texts = arm_texts[2:]
    for arm in arm_texts:
        name, tiles = _read_fork(arm, rules)
        if name in arms:
            raise UnreadableError(f"line: the arm {name} stands twice")
        arms[name] = tiles
    return _checked(Line(row, tuple(sorted((n, t) for n, t in arms.items() if t))))


def _read_fork(text: str, rules: Rules) -> tuple[str, tuple[Placed, ...]]:
    found = _ARM.fullmatch(text)
    if not found or len(found[1]) < 2:
        raise UnreadableError(f"line: {text[:20]!r} is no arm; only a spinner or a fork has arms")
    return found[1], _placed("line", found[2], rules, ACROSS)


def _checked(line: Line) -> Line:
    """The line, if every arm starts where something lies."""
    tips = {"L": line.row[:1], "R": line.row[-1:], **dict(line.arms)}
    for name in tips:
        base = name[:-1]
        if base and not (base in tips and tips[base][-1].mark == ACROSS):
            raise UnreadableError(f"line: the arm {name} starts from no tile lying across")
    return line


def _with_turn(position: Position, text: str) -> Position:
    found = _TURN.fullmatch(text)
    if not found or SEATS.index(found[1]) >= position.players:
        last = SEATS[position.players - 1]
        raise UnreadableError(f"turn: {text[:20]!r} is no turn; seats are A to {last}")
    turn, passes, drawn = SEATS.index(found[1]), int(found[2] or 0), int(found[3] or 0)
    if found[5] and SEATS.index(found[5]) >= position.players:
        raise UnreadableError(f"turn: there is no seat {found[5]}")
    last_seat = None
    if position.rules.tie is Tie.LAST_PLACED and len(position.line):
        named = found[5] and SEATS.index(found[5])
        last_seat = _usual_last(position, turn, passes) if named is None else int(named)
    return position.changed(
        turn=turn, passes=passes, drawn=drawn, drew_matador=bool(found[4]), last=last_seat
    )


def _usual_last(position: Position, turn: int, passes: int) -> int:
    """Who played last if nobody drew and passed, or played twice, since."""
    return (turn - 1 - passes) % position.players


def _read_score(text: str, position: Position) -> tuple[int, ...]:
    parties = len(sides(position.rules, position.players))
    if not re.fullmatch(r"[0-9]{1,6}(-[0-9]{1,6})*", text, re.ASCII):
        raise UnreadableError(f"score: {text[:40]!r} is no score such as 0-0")
    score = tuple(map(int, text.split("-")))
    if len(score) != parties:
        raise UnreadableError(f"score: {len(score)} numbers instead of {parties}")
    return score


# --- writing the fields -------------------------------------------------------------------------


def _write_placed(tiles: Sequence[Placed]) -> str:
    return "".join(HALVES[p.first] + HALVES[p.second] + p.mark for p in tiles)


def _write_known(tiles: tuple[Tile, ...], hidden: int, *, empty: str) -> str:
    return "".join(map(str, tiles)) + (f"~{hidden}" if hidden else "") or empty


def _write_turn(position: Position) -> str:
    passes = str(position.passes or "")
    drawn = f"d{position.drawn}" if position.drawn else ""
    drew = "m" if position.drew_matador else ""
    usual = _usual_last(position, position.turn, position.passes)
    odd = position.last is not None and position.last != usual
    last = f"l{SEATS[position.last or 0]}" if odd else ""
    return SEATS[position.turn] + passes + drawn + drew + last


def _write_rules(rules: Rules) -> str:
    written = write_rules(rules).split("~")
    return "~".join(part for part in written if not part.startswith("set-"))


# --- bare tiles ---------------------------------------------------------------------------------


def _read_bare(one: Tile, position: Position) -> Action:
    placements = [action for action in legal_actions(position) if action.tile == one]
    if len(placements) == 1:
        return placements[0]
    if placements:
        listed = ", ".join(map(str, placements))
        raise AmbiguousError(f"action: {one} can be played in several ways: {listed}")
    arms = [end.arm for end in position.ends] or [LEAD]
    verdicts = [explain(position, Action(arm, *one)) for arm in arms]
    reasons = dict.fromkeys(f"{v.reason}: {v.reason.__doc__}" for v in verdicts)
    raise IllegalError(f"action: {one} can't be played; {' '.join(reasons)}", verdicts[0])
