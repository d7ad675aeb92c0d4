"""The commands that the engine answers: rules, positions, actions, payments, records."""

from __future__ import annotations

import argparse

from matador.commands.shared import Answer, playable, records
from matador.game.errors import IllegalError, UnreadableError
from matador.game.line import End
from matador.game.moves import advance, apply, ending, explain, legal_actions
from matador.game.notation import read_action, read_position, under, write_position
from matador.game.position import SEATS, Position
from matador.game.records import Record
from matador.game.rules import FIELDS, Rules, presets, read_rules, write_rules
from matador.game.settle import Settlement, settle, why_not_paid
from matador.teach import content, messages


def rules_command(asked: argparse.Namespace) -> Answer:
    """The presets, or one preset's fields with who says so."""
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


def position_command(asked: argparse.Namespace) -> Answer:
    """Ends, turn, flaws, and what is unseen."""
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


def actions_command(asked: argparse.Namespace) -> Answer:
    """Every legal action, sorted."""
    position = playable(asked.code)
    actions = list(map(str, legal_actions(position)))
    return {"position": write_position(position), "actions": actions}


def explain_command(asked: argparse.Namespace) -> Answer:
    """Whether an action is legal, and why."""
    position = read_position(asked.code)
    action = read_action(asked.action, position)
    verdict = explain(position, action)
    return {
        "position": write_position(position),
        "action": str(action),
        "legal": verdict.legal,
        "reason": str(verdict.reason),
        "message": messages.sentence(position, verdict),
        "facts": dict(verdict.facts),
    }


def apply_command(asked: argparse.Namespace) -> Answer:
    """The position after some actions."""
    position = playable(asked.code)
    for text in (word for words in asked.actions for word in words.replace(".", " ").split()):
        action = read_action(text, position)
        verdict = explain(position, action)
        if not verdict.legal:
            sentence = messages.sentence(position, verdict)
            raise IllegalError(f"{action} is not legal ({verdict.reason}): {sentence}", verdict)
        position = apply(position, action)
    return {"position": write_position(position)}


def settle_command(asked: argparse.Namespace) -> Answer:
    """How the hand is over and who is paid what."""
    position = playable(asked.code)
    answer = {"position": write_position(position), **_settled(position)}
    if asked.all:
        answer["presets"] = {
            name: _settled_under(position, rules) for name, rules in presets().items()
        }
    return answer


def perft_command(asked: argparse.Namespace) -> Answer:
    """The number of action sequences of a length."""
    position = playable(asked.code)
    if asked.depth < 0:
        raise UnreadableError("depth: it can't be below 0")
    return {
        "position": write_position(position),
        "depth": asked.depth,
        "count": perft(position, asked.depth),
    }


def record_command(asked: argparse.Namespace) -> Answer:
    """Every hand of a record, checked, and its end."""
    return {"hands": [_hand(record) for record in records(asked.file)]}


def perft(position: Position, depth: int) -> int:
    """How many sequences of `depth` legal actions there are from here."""
    if depth == 0:
        return 1
    actions = legal_actions(position)
    if depth == 1:
        return len(actions)
    return sum(perft(advance(position, action), depth - 1) for action in actions)


def _hand(record: Record) -> Answer:
    end = record.end
    return {
        "tags": dict(record.tags),
        "start": write_position(record.start),
        "actions": [str(move.action) for move in record.moves],
        "position": write_position(end),
        **_settled(end),
    }


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
