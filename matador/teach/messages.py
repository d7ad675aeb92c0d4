"""The words for every reason, flaw, ending and position, from `content/en/messages.toml`.

Sentences are chosen by the engine's answer and filled from its facts; nothing is decided here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any

from matador.game.line import ACROSS, SPINNER, End, Placed
from matador.game.moves import (
    DRAW,
    LEAD,
    PASS,
    Action,
    Ending,
    Reason,
    Verdict,
    advance,
    ending,
    explain,
)
from matador.game.notation import read_tile
from matador.game.position import SEATS, FlawFound, Hand, Position, sides
from matador.game.rules import Contradiction, Rules
from matador.game.settle import NotPaid, Settlement
from matador.game.tiles import Tile
from matador.teach.content import CONTENT


@cache
def words() -> dict[str, dict[str, str]]:
    """All sentences, by section and key."""
    return tomllib.loads((CONTENT / "en" / "messages.toml").read_text("utf-8"))


def sentence(position: Position, verdict: Verdict) -> str:
    """Why an action is legal or not, in one or two sentences."""
    return words()["reasons"][str(verdict.reason)].format(**_slots(position, verdict))


def why(position: Position, action: Action) -> str:
    """`explain` in words."""
    return sentence(position, explain(position, action))


def flaw_sentence(found: FlawFound) -> str:
    """One flaw of a position in words."""
    view = words()["view"]
    one = found.seat is not None
    whose = view["whose"].format(seat=SEATS[found.seat or 0]) if one else view["whose_all"]
    tiles = view["and"].join(map(tile_name, found.tiles))
    return words()["flaws"][str(found.flaw)].format(tiles=tiles, whose=whose)


def ending_sentence(how: Ending, settlement: Settlement | None = None) -> str:
    """How the hand ended."""
    winners = _players(settlement.winners) if settlement else ""
    return words()["endings"][str(how)].format(winners=winners)


def not_paid_sentence(barred: NotPaid) -> str:
    """Why there is no payment yet."""
    return words()["not_paid"][str(barred)]


def payment_sentence(settlement: Settlement, rules: Rules) -> str:
    """Who is paid what, with the sum."""
    parties = sides(rules, len(settlement.pips))
    text, view = words()["payment"], words()["view"]
    if settlement.debit:
        return text["debited"].format(arithmetic=settlement.arithmetic)
    if not settlement.winners:
        tied = view["and"].join(_players(parties[party]) for party in settlement.tied)
        return text["tie"].format(tied=tied)
    winners = _players(settlement.winners)
    if not settlement.arithmetic:
        return text["no_points"].format(winners=winners)
    paid = [payment for payment in settlement.payments if payment]
    key = "shared" if len(paid) > 1 else "paid"
    amount = max(settlement.payments)
    if settlement.arithmetic == str(amount):
        key = "paid_plain"
    points = text["point" if amount == 1 else "points"].format(amount=amount)
    return text[key].format(winners=winners, points=points, arithmetic=settlement.arithmetic)


def contradiction_sentence(found: Contradiction, rules: Rules, players: int) -> str:
    """What cannot stand together in these rules, and what then happens or what to change."""
    size = rules.hand_size(players)
    return words()["contradictions"][str(found)].format(players=players, size=size)


def describe(position: Position, open_seats: Collection[int] | None = None) -> list[str]:
    """The position as plain sentences: the text view that stands beside every board.

    Of seats that are not in `open_seats` only the number of tiles is told; None tells all.
    """
    view = words()["view"]
    lines = _describe_line(position)
    for seat, hand in enumerate(position.hands):
        told = open_seats is None or seat in open_seats
        lines.append(_describe_hand(hand if told else Hand((), len(hand)), seat))
    lines.append(view["stock"].format(count=len(position.stock), drawable=position.drawable))
    if position.passes:
        key = "passed_once" if position.passes == 1 else "passes"
        lines.append(view[key].format(count=position.passes))
    if position.drawn:
        lines.append(view["drawn"].format(count=position.drawn))
    over = None if position.flaws else ending(position)
    whose = view["over"] if over else view["turn"].format(seat=SEATS[position.turn])
    return [*lines, whose]


def refusal(position: Position, one: Tile, arm: str) -> str:
    """Why a tile does not go on an end, whichever way round; empty if it does."""
    halves = next((end.halves for end in position.ends if end.arm == arm), ())
    # A beginner's first thought is to match: the refusal speaks of the equal half, if any.
    turns = sorted(one.turns, key=lambda turn: turn[0] not in halves)
    tries = [Action(arm, *turn, plus) for plus in (False, True) for turn in turns]
    verdicts = [explain(position, action) for action in tries]
    if any(verdict.legal for verdict in verdicts):
        return ""
    if verdicts[0].reason is not Reason.WRONG_SUM or one.double or turns[0][0] in halves:
        return sentence(position, verdicts[0])
    sums = [_slots(position, verdict)["sums"] for verdict in verdicts[:2]]
    target = position.rules.tiles.target
    both = words()["view"]["and"].join(sums)
    return words()["reasons"]["wrong-sum"].format(sums=both, target=target)


def told(before: Position, action: Action) -> str:
    """What was done, as a sentence for the status line and the list of actions."""
    text, seat = words()["told"], SEATS[before.turn]
    if action.where == PASS:
        return text["pass"].format(seat=seat)
    if action.tile is None:
        return text["draw"].format(seat=seat)
    name = tile_name(action.tile)
    if action.where in (DRAW, LEAD):
        return text["draw_named" if action.where == DRAW else "lead"].format(seat=seat, tile=name)
    key = "across" if action.plus else "play"
    leaves = leaves_text(before, action)
    return text[key].format(seat=seat, tile=name, arm=arm_name(action.where), leaves=leaves)


def leaves_text(before: Position, action: Action) -> str:
    """What the end shows after a play: `5`, `2 or 5`, or `nothing`."""
    after = advance(before, action)
    new = [end for end in after.ends if end.arm.startswith(action.where)]
    return " and ".join(map(shown, new)) or words()["places"]["nothing"]


def place_name(before: Position, action: Action) -> str:
    """A legal placement as a control is named: where, which way round, what it leaves."""
    text = words()["places"]
    if action.where == LEAD:
        return text["lead"].format(tile=f"{action.inner}-{action.outer}")
    arm = arm_name(action.where)
    arm = arm[0].upper() + arm[1:]
    double = action.inner == action.outer
    key = "across" if action.plus and not double else "play_double" if double else "play"
    return text[key].format(arm=arm, inner=action.inner, leaves=leaves_text(before, action))


def tile_name(one: Tile | str) -> str:
    """`2-5`, halves in decimal."""
    one = one if isinstance(one, Tile) else read_tile(one)
    return f"{one.low}-{one.high}"


def arm_name(arm: str) -> str:
    """`the left end`; for a fork, the arm and the branch."""
    names = words()["arms"]
    if arm in names:
        return names[arm]
    return names["fork"].format(arm=names[arm[0]], branch=arm[1:])


def end_name(end: End) -> str:
    """An open end and what it shows."""
    view = words()["view"]
    key = "end_closed" if end.closed and end.halves == (0,) else "end"
    return view[key].format(arm=arm_name(end.arm), shows=shown(end))


def shown(end: End) -> str:
    """The number an end shows; both of a tile lying across."""
    return " or ".join(map(str, dict.fromkeys(end.halves)))


def player(seat: int) -> str:
    """`Player A`."""
    return words()["view"]["player"].format(seat=SEATS[seat])


def _players(seats: Sequence[int]) -> str:
    if len(seats) < 2:
        return player(seats[0]) if seats else ""
    names = words()["view"]["and"].join(SEATS[seat] for seat in seats)
    return words()["view"]["side"].format(seats=names)


def _slots(position: Position, verdict: Verdict) -> dict[str, Any]:
    facts: dict[str, Any] = dict(verdict.facts)
    tiles = position.rules.tiles
    slots = {"highest": tiles.highest, "target": tiles.target, **facts}
    slots["matador_count"] = len(tiles.matadors)
    slots |= {key: tile_name(facts[key]) for key in ("tile", "must") if key in facts}
    slots |= {key: SEATS[facts[key]] for key in ("seat", "turn") if key in facts}
    if "playable" in facts:
        slots["playable"] = _list(map(tile_name, facts["playable"])) or "nothing"
    if "ends" in facts:
        slots["ends"] = _list(map(arm_name, facts["ends"])) or "none"
    if "sums" in facts:
        slots |= _sum_slots(facts, tiles.target)
    return slots


def _sum_slots(facts: dict[str, Any], target: int) -> dict[str, str]:
    """The additions at the joint, as `5 + 6 makes 11`."""
    inner = facts["inner"]
    # A tile that lies across touches with both halves.
    touching = (inner, facts["outer"]) if facts["across"] else (inner,)
    written = {half: f"{half} + {inner} makes {half + inner}" for half in facts["shows"]}
    pairs = ((half, near) for half in facts["shows"] for near in touching)
    fitting = [f"{a} + {b} makes {a + b}" for a, b in pairs if a + b == target]
    return {
        "sums": words()["view"]["and"].join(written.values()),
        "sum_that_fits": _list(fitting),
        "shows": " nor ".join(map(str, facts["shows"])),
    }


def _list(names: Iterable[str]) -> str:
    *most, last = list(names) or [""]
    return f"{', '.join(most)} or {last}" if most else last


def _describe_line(position: Position) -> list[str]:
    view, line = words()["view"], position.line
    if not line.row:
        return [view["empty_line"]]
    described = [view["line"].format(tiles=_placed(line.row))]
    described += [
        view["arm"].format(arm=arm_name(name), tiles=_placed(tiles)) for name, tiles in line.arms
    ]
    ends = "; ".join(map(end_name, position.ends))
    return [*described, view["ends"].format(ends=ends) if ends else view["no_ends"]]


def _placed(tiles: Sequence[Placed]) -> str:
    return ", ".join(_placed_name(placed) for placed in tiles)


def _placed_name(placed: Placed) -> str:
    key = {ACROSS: "across", SPINNER: "spinner"}.get(placed.mark)
    name = f"{placed.first}-{placed.second}"
    return words()["view"][key].format(tile=name) if key else name


def _describe_hand(hand: Hand, seat: int) -> str:
    tiles, hidden = hand
    known = bool(tiles)
    keys = {(True, False): "hand", (False, True): "hand_hidden", (True, True): "hand_partly"}
    key = keys.get((known, bool(hidden)), "hand_empty")
    names = ", ".join(map(tile_name, tiles))
    return words()["view"][key].format(seat=SEATS[seat], tiles=names, count=hidden)
