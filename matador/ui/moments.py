"""One moment under every rule set in words: each answer, who gives it, and why it differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from matador.game.line import ROW
from matador.game.moves import DRAW, LEAD, PASS, Action, ending
from matador.game.position import SEATS, Position, rightful_leader, sides
from matador.game.rules import Rules
from matador.game.settle import match_winners, next_leader, settle, why_not_paid
from matador.teach import messages
from matador.teach.content import load_presets, load_rule_words
from matador.teach.decisions import Ask, dealt, turn_in_full
from matador.teach.everywhere import Why
from matador.teach.insight import choices
from matador.teach.moments import Question, posed
from matador.teach.prose import prose
from matador.ui import sandbox

MOMENT = "m"
"""The parameter that holds the name of a prepared moment."""

FIRST = "draw_matador"
"""The moment that a first visitor finds: one on which the sources part in many ways."""

STYLE = Path(__file__).with_name("here.css")

_TEXT = prose("moments")


# --- the moments --------------------------------------------------------------------------------


def names() -> tuple[str, ...]:
    """The prepared moments in the order in which they are shown."""
    return tuple(posed())


def label(name: str) -> str:
    """A prepared moment as the menu of moments names it: its heading, then what happens."""
    one = posed()[name]
    return str(_TEXT["item"].format(group=heading(name), title=one.decision.title))


def heading(name: str) -> str:
    """The heading of the comparison under which a prepared moment stands."""
    group = load_rule_words()[posed()[name].field].group
    return str(prose("compare")["groups"][group])


def beside(name: str, by: int) -> str:
    """The moment so many places further on; after the last comes the first."""
    every = names()
    return every[(every.index(name) + by) % len(every)]


def asked(question: Question) -> str:
    """What is asked, as a sentence."""
    seat = SEATS[question.shown.turn]
    return str(_TEXT["ask"][question.ask].format(seat=seat))


def agreed(question: Question) -> list[str]:
    """What the table has agreed on, a sentence each."""
    words, rules = load_rule_words(), question.shown.rules
    return [
        _TEXT["agreed"].format(
            label=words[field].label, value=words[field].values[str(rules.value(field))].short
        )
        for field in question.agreed
    ]


# --- an answer in words -------------------------------------------------------------------------


def answer(position: Position, ask: Ask, first: Position | None = None) -> list[str]:
    """What comes of a position, a line each.

    Held against the same moment under other rules, what is only possible here and what only there
    is marked, unless they have nothing in common.
    """
    if ask != "actions":
        return [_single(position, ask)]
    here, there = choices(position), choices(first) if first else ()
    both = [one for one in here if one in there]
    if first is None or not both:
        return actions(position, here)
    more, less = ([x for x in a if x not in both] for a in (here, there))
    return [
        *actions(position, both),
        *_marked("also", actions(position, more) if more else []),
        *_marked("lacks", actions(first, less) if less else []),
    ]


def _marked(key: str, lines: Iterable[str]) -> list[str]:
    return [_TEXT["card"][key].format(action=line) for line in lines]


def actions(position: Position, among: Sequence[Action]) -> list[str]:
    """Actions by tile: where it goes and what it leaves; then drawing and passing."""
    text = _TEXT["answer"]
    if not among:
        return [text["nothing"]]
    leads = [one for one in among if one.where == LEAD and one.tile]
    lines = [text["lead"].format(tile=messages.tile_name(one.tile)) for one in leads if one.tile]
    plays = [one for one in among if one.tile and one.where not in (LEAD, DRAW)]
    lines += _plays(position, plays)
    kinds = {DRAW: text["draw"], PASS: text["pass"]}
    return lines + [kinds[one.where] for one in among if one.tile is None]


def _plays(position: Position, plays: Iterable[Action]) -> list[str]:
    """A line for each tile and way of lying that leaves the same on some ends."""
    leaves: dict[tuple[str, str, str], list[str]] = {}
    for one in plays:
        assert one.tile is not None
        key = "across" if one.plus and not one.tile.double else "play"
        place = (key, messages.tile_name(one.tile), one.where)
        leaves.setdefault(place, []).append(messages.leaves_text(position, one))
    ends: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for (key, tile, arm), left in leaves.items():
        ends.setdefault((key, tile, tuple(sorted(set(left)))), []).append(arm)
    text = _TEXT["answer"]
    return [
        text[key].format(tile=tile, arms=_arms(arms), leaves=text["or"].join(left))
        for (key, tile, left), arms in ends.items()
    ]


def _arms(arms: list[str]) -> str:
    """Ends by name; the two of a plain line together."""
    if set(arms) == set(ROW):
        return str(_TEXT["answer"]["either"])
    *most, last = map(messages.arm_name, arms)
    return str(_TEXT["answer"]["or"].join([", ".join(most), last] if most else [last]))


def _single(position: Position, ask: Ask) -> str:
    """An answer that is one sentence."""
    text = _TEXT["answer"]
    if ask == "turn in full":
        return _turn(turn_in_full(position))
    if ask == "deal":
        size, left = dealt(position.rules, position.players)
        return str(text["too_few" if left < 0 else "dealt"].format(size=size, left=left))
    if ask == "leader":
        return _leads(rightful_leader(position), text["lot"])
    if ask == "turn":
        return str(text["turn"].format(seat=SEATS[position.turn]))
    if ask == "ending":
        return str(text["blocked" if ending(position) else "goes_on"])
    if ask == "match":
        return _match(position)
    if ask == "next" and not why_not_paid(position):
        return _leads(next_leader(position.rules, settle(position), 0), text["anew"])
    return sandbox.ended(position)


def _turn(done: Sequence[Action]) -> str:
    """A whole turn: how many tiles are drawn, and what comes of it."""
    text = _TEXT["answer"]
    drawn = sum(one.where == DRAW for one in done)
    head = text["draws_one" if drawn == 1 else "draws"].format(count=drawn) if drawn else ""
    last = done[-1] if done else None
    if last is None or last.where == DRAW:
        return str(head + text["stops"])
    if last.tile is None:
        return str(head + text["passes"])
    return str(head + text["plays"].format(tile=messages.tile_name(last.tile)))


def _leads(seat: int | None, nobody: str) -> str:
    return nobody if seat is None else str(_TEXT["answer"]["leads"].format(seat=SEATS[seat]))


def _match(position: Position) -> str:
    parties = sides(position.rules, position.players)
    won = match_winners(position.rules, position.score, hands=position.players)
    winners = [messages.player(seat) for party in won for seat in parties[party]]
    text = _TEXT["answer"]
    return str(text["won"].format(winners=text["or"].join(winners)) if won else text["match_on"])


# --- who says so, and why -----------------------------------------------------------------------


def because(question: Question, why: Why, first: Rules, theirs: Rules) -> str:
    """The rules that make an answer differ, with what they say there and in the first answer."""
    card, words = _TEXT["card"], load_rule_words()
    key = "cause" if question.field else "cause_yours"
    causes = [
        card[key].format(
            label=words[field].label,
            theirs=words[field].values[str(theirs.value(field))].short,
            mine=words[field].values[str(first.value(field))].short,
        )
        for field in why.fields
    ]
    joined = card["with" if why.together else "or"].join(causes)
    return str(card["because_all" if why.together else "because"].format(causes=joined))


def decisive(why: Why, field: str) -> str:
    """Of the rules that make the difference the one to look at: the one asked about, if it is."""
    return field if field in why.fields else why.fields[0]


def who(
    names: Iterable[str], position: Position, field: str = "", *, among_others: bool = False
) -> list[str]:
    """Rule sets by title, a line for each way of coming by a field; without one, all in a line.

    The field is named where it is one of several that matter.
    """
    key, label = "status_of" if among_others else "status", field and field_label(field)
    found: dict[str, list[str]] = {}
    for name in names:
        cell = load_presets()[name].fields[field] if field else None
        found.setdefault(cell.status if cell else "", []).append(_named(name, position))
    return [
        _TEXT["card"][key].format(label=label, status=_status(status), names="; ".join(titles))
        if status
        else "; ".join(titles)
        for status, titles in sorted(found.items(), key=lambda pair: _ORDER.index(pair[0]))
    ]


_ORDER = ("", "says", "alternatives", "unclear", "silent")


def _status(name: str) -> str:
    """The sign and word of a status; what a silent source has is our assumption."""
    one = prose("compare")["status"]["assumed" if name == "silent" else name]
    return f"{one['sign']} {one['word']}"


def _named(name: str, position: Position) -> str:
    """A rule set by title, and for which tiles or players it is made where those are others."""
    preset, card = load_presets()[name], _TEXT["card"]
    low, high = preset.players
    notes = []
    if preset.rules.set is not position.rules.set:
        notes.append(load_rule_words()["set"].values[str(preset.rules.set)].short)
    if not low <= position.players <= high:
        key = "players_only" if low == high else "players"
        notes.append(card[key].format(low=low, high=high))
    if not notes:
        return preset.title
    return str(card["name_note"].format(title=preset.title, notes=", ".join(notes)))


def titled(names: Iterable[str]) -> str:
    """Rule sets by title. Titles have commas of their own."""
    return "; ".join(load_presets()[name].title for name in names)


def row(field: str) -> dict[str, str]:
    """The parameters of the comparison's page for one decision point."""
    return {"view": "question", "row": field}


def field_label(field: str) -> str:
    """What a decision point is called."""
    return load_rule_words()[field].label


def by_heading() -> Iterator[tuple[str, list[str]]]:
    """The prepared moments under their headings."""
    found: dict[str, list[str]] = {}
    for name in names():
        found.setdefault(heading(name), []).append(name)
    yield from found.items()
