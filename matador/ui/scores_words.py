"""A score pad in words: how the match stands, what a hand pays or why it can't, sheet and table.

Nothing is drawn here. Names were typed by strangers, so these are texts, never markup.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from matador.game import pad
from matador.game.pad import Doubt, Doubted, Match, Result, Row, Standing
from matador.game.position import SEATS
from matador.game.rules import BlockedPay, Goal
from matador.game.settle import Settlement, weigh
from matador.teach import messages, scoring
from matador.teach.content import load_rule_words
from matador.teach.prose import prose

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What makes a spreadsheet take a text for a formula, in both widths."""


class Said(TypedDict):
    """What stands under the fields of a hand."""

    tone: Literal["good", "bad", "info"]
    lines: list[str]
    paid: list[list[str]]
    """By party: name and gain."""


def names(match: Match) -> list[str]:
    """What the seats are called, in seat order, no two alike."""
    called = [match.name(seat) or messages.player(seat) for seat in range(match.players)]
    twice = _words()["seat"]["twice"]
    return [
        twice.format(name=name, seat=SEATS[seat]) if called.count(name) > 1 else name
        for seat, name in enumerate(called)
    ]


def status(match: Match, now: Standing) -> list[str]:
    """How the match stands, in sentences."""
    text = _words()["status"]
    if now.over:
        return _over(match, now)
    lines = []
    if now.ahead:
        pair = any(len(match.parties[party]) > 1 for party in now.ahead)
        key = "level" if len(now.ahead) > 1 else "ahead_pair" if pair else "ahead"
        score = now.score[now.ahead[0]]
        lines.append(text[key].format(names=_parties(match, now.ahead), score=score))
    lines.append(_goal(match))
    return [*lines, _lead(match, now)]


def _over(match: Match, now: Standing) -> list[str]:
    text, hand = _words()["status"], now.over or 0
    parties = scoring.party_names(match.rules, names(match))
    lines = [scoring.winners_sentence(now.winners, now.rows[hand - 1].score, parties)]
    if len(now.winners) > 1:
        lines.append(text["level_won"])
    elif len(now.reached) > 1:
        lines.append(text["several"].format(names=_parties(match, now.reached)))
    if hand < len(now.rows):
        lines.append(text["after"].format(number=hand))
    return lines


def _goal(match: Match) -> str:
    text, rules = _words()["status"], match.rules
    own = match.goal is not None or match.pointless  # what the rules alone don't say
    if not own or rules.goal is Goal.ROUND:
        return scoring.goal_sentence(rules)
    if match.target is None:
        return str(text["endless"])
    lose = rules.goal is Goal.EXCEED_LOSES
    key = "to_hands" if match.pointless else "to_lose" if lose else "to"
    return str(text[key].format(target=match.target))


def _lead(match: Match, now: Standing) -> str:
    number = len(now.rows) + 1
    if now.leader is not None:
        name = names(match)[now.leader]
        return str(_words()["status"]["leads"].format(name=name, number=number))
    which = "next_lead" if now.rows else "lead"
    words = load_rule_words()[which].values
    return words[str(match.rules.value(which))].long


def said(match: Match, draft: Result) -> Said:
    """What stands under the fields: who would be paid what, or what is wrong or still to say."""
    if draft == pad.blank(match.players):
        return {"tone": "info", "lines": [_words()["entry"]["start"]], "paid": []}
    found = pad.doubts(match.rules, draft)
    wrong = [one for one in found if not one.doubt.waits]
    if found:
        lines = [doubt_sentence(match, draft, one) for one in wrong or found]
        return {"tone": "bad" if wrong else "info", "lines": lines, "paid": []}
    paid = pad.settled(match.rules, draft)
    called = names(match)
    gains = [_gain(match, paid, party) for party in range(len(match.parties))]
    return {
        "tone": "good",
        "lines": [scoring.hand_sum(paid, match.rules, called)],
        "paid": [
            list(pair) for pair in zip(scoring.party_names(match.rules, called), gains, strict=True)
        ],
    }


def doubt_sentence(match: Match, result: Result, found: Doubted) -> str:
    """One doubt about a hand in words."""
    text, rules, called = _words()["doubts"], match.rules, names(match)
    pips = result.pips(rules)
    slots = {
        "names": _and([called[seat] for seat in found.seats]),
        "tile": _and([messages.tile_name(one) for one in found.tiles]),
        "pips": sum(pips[seat] for seat in found.seats or range(len(pips))),
        "all": weigh(rules.tiles.tiles, rules),
    }
    many = found.doubt is Doubt.MISSING and len(found.seats) > 1
    return str(text["missing_many" if many else str(found.doubt)].format(**slots))


def sheet(match: Match, now: Standing) -> dict[str, Any]:
    """The sheet as the component draws it: heads, a row a hand, totals, what is not counted."""
    text, called = _words()["sheet"], names(match)
    against = match.rules.blocked_pay is BlockedPay.DEBIT
    caption = "caption_won" if match.pointless else "caption_against" if against else "caption"
    doubted = [(n, row) for n, row in enumerate(now.rows, 1) if row.doubts]
    best = now.winners if now.over else now.ahead
    return {
        "caption": text[caption],
        "heads": list(scoring.party_names(match.rules, called)),
        "rows": [_row(match, row) for row in now.rows],
        "totals": [str(points) for points in now.score],
        "best": [party in best for party in range(len(now.score))],
        "best_word": text["winner" if now.over else "first"],
        "troubles": [
            _words()["doubts"]["hand"].format(
                number=number, sentence=doubt_sentence(match, row.result, row.doubts[0])
            )
            for number, row in doubted
        ],
    }


def _row(match: Match, row: Row) -> dict[str, Any]:
    text = _words()["sheet"]
    parties = range(len(match.parties))
    note = text["blocked"] if row.result.blocked else ""
    if row.settlement is None:
        note = text["not_counted"]
    return {
        "note": note,
        "cells": [
            {
                "total": str(row.score[party]),
                "gain": _gain(match, row.settlement, party) if row.settlement else "",
                "left": _left(match, row, party),
                "won": bool(
                    row.settlement and set(match.parties[party]) & set(row.settlement.winners)
                ),
            }
            for party in parties
        ],
    }


def _gain(match: Match, paid: Settlement, party: int) -> str:
    text = _words()["sheet"]
    if match.pointless:
        return str(text["won"]) if set(match.parties[party]) & set(paid.winners) else ""
    points = paid.payments[party]
    return str(text["gain"].format(points=points)) if points else ""


def _left(match: Match, row: Row, party: int) -> str:
    text, pips = _words()["sheet"], row.result.pips(match.rules)
    seats = match.parties[party]
    # Whoever went out and is said to hold something is shown with it: that is what is wrong.
    gone = {seat for seat in seats if seat == row.result.out and not pips[seat]}
    if gone == set(seats):
        return str(text["out"])
    each = [text["out"] if seat in gone else str(pips[seat]) for seat in seats]
    return str(text["left"].format(left=" + ".join(each)))


# --- the download -------------------------------------------------------------------------------


def table(match: Match) -> str:
    """The sheet as CSV. No name in it can be taken for a formula by a spreadsheet."""
    text, called = _words()["csv"], names(match)
    parties = scoring.party_names(match.rules, called)
    head = [text["hand"], text["end"], *(text["left"].format(name=name) for name in called)]
    head += [text[what].format(name=name) for what in ("paid", "total") for name in parties]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(map(harmless, head))
    for number, row in enumerate(pad.standing(match).rows, 1):
        paid = row.settlement.payments if row.settlement else [""] * len(parties)
        pips = row.result.pips(match.rules)
        writer.writerow([number, harmless(_end(row.result, called)), *pips, *paid, *row.score])
    return out.getvalue()


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def _end(result: Result, called: Sequence[str]) -> str:
    text = _words()["csv"]
    if result.out is None:
        return str(text["blocked"])
    return str(text["out"].format(name=called[result.out]))


def _parties(match: Match, parties: Sequence[int]) -> str:
    called = scoring.party_names(match.rules, names(match))
    return _and([called[party] for party in parties])


def _and(words: Sequence[str]) -> str:
    return str(_words()["seat"]["and"]).join(words)


def _words() -> dict[str, Any]:
    return prose("scores")
