"""The words of the puzzles: what an action is worth, what speaks for a wrong one, which day."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from matador.analysis.slow import pays
from matador.game.moves import DRAW, Action
from matador.game.position import SEATS
from matador.game.record import Timeline
from matador.teach import messages
from matador.teach.asks import Ask, Scene
from matador.teach.beliefs import belief_words
from matador.teach.prose import prose
from matador.teach.puzzles import GRADES, Option, Puzzle, margin
from matador.teach.slots import fill
from matador.ui.drill import tile_picture
from matador.ui.truth import choice_name, signed


def words(part: str) -> dict[str, Any]:
    """The words of one part of the page."""
    found: dict[str, Any] = prose("puzzles")[part]
    return found


def day_name(day: date) -> str:
    """`30 November 2026`."""
    text = prose("puzzles")
    month = text["months"][day.month - 1]
    return str(text["day"].format(number=day.day, month=month, year=day.year))


def title(puzzle: Puzzle, day: date | None) -> str:
    """What a puzzle is called."""
    text = prose("puzzles")
    if day:
        return str(text["title_day"].format(day=day_name(day)))
    return str(text["title"].format(number=puzzle.number))


def grade_name(grade: int) -> str:
    """How hard a puzzle is."""
    text = words("grade")
    return str(text["shown"].format(name=text["names"][grade - 1], grade=grade, most=GRADES[-1]))


def stars_text(stars: int, most: int) -> str:
    """`★★☆`."""
    return "★" * stars + "☆" * (most - stars)


def action_name(puzzle: Puzzle, action: Action) -> str:
    """An action in one phrase."""
    return choice_name(puzzle.position, action)


def worth(puzzle: Puzzle, value: int) -> str:
    """What an action is worth to whoever is to move, and who that is."""
    player = messages.player(puzzle.seat)
    return str(words("worth")["whose"].format(value=value_text(puzzle, value), player=player))


def value_text(puzzle: Puzzle, value: int) -> str:
    """`+12`, or how the hand goes where the rules pay nothing."""
    return signed(value) if pays(puzzle.rules) else str(words("worth")["hands"][value + 1])


def behind(puzzle: Puzzle, option: Option) -> str:
    """How much less than the best an action is worth."""
    text, less = words("worth"), puzzle.best.value - option.value
    return str(text["less" if pays(puzzle.rules) else "less_hands"].format(count=less))


def margin_text(puzzle: Puzzle) -> str:
    """By how much the best is better at least."""
    key = "pips" if pays(puzzle.rules) else "hands"
    return str(words("margin")[key].format(margin=margin(puzzle.rules)))


def why_wrong(puzzle: Puzzle, option: Option) -> str:
    """What speaks for a wrong action, and a mistaken idea that leads to it; may be empty."""
    text, parts = words("answer"), []
    if option.tempters:
        tempts = words("tempts")
        told = tempts["join"].join(tempts[name] for name in option.tempters)
        parts.append(text["tempts"].format(tempts=told))
    if option.beliefs:
        belief = belief_words()[option.beliefs[0]]
        scene = Scene(Ask.BEST, puzzle.position, puzzle.rules)
        parts.append(text["belief"].format(title=belief.title, instead=fill(belief.instead, scene)))
    return "\n\n".join(parts)


def stock(puzzle: Puzzle) -> str:
    """The stock in drawing order; the pictures of its tiles are their names for who listens."""
    position, text = puzzle.position, words("stock")
    tiles, drawable = position.stock.tiles, position.drawable
    if not tiles or not drawable:
        return str(text["stays" if tiles else "empty"].format(count=len(tiles)))
    named = [tile_picture(one) for one in tiles]
    drawn, kept = " ".join(named[:drawable]), " ".join(named[drawable:])
    return str(text["kept" if kept else "all"].format(tiles=drawn, kept=kept))


class Entry(NamedTuple):
    """One action of a line, or several, in a few words."""

    first: int
    last: int
    """The numbers of the first and the last of them, counted from 1."""
    told: str


def told_line(line: Timeline) -> list[Entry]:
    """What is done in a line; tiles drawn in a row are one entry."""
    entries: list[Entry] = []
    for number, action in enumerate(line.actions, start=1):
        before = line.positions[number - 1]
        again = number > 1 and action.where == DRAW and _drew(line, number - 1, before.turn)
        first = entries.pop().first if again else number
        text, seat = words("line"), SEATS[before.turn]
        if again:
            told = text["draws"].format(seat=seat, count=number - first + 1)
        else:
            told = text["does"].format(seat=seat, action=choice_name(before, action))
        entries.append(Entry(first, number, told))
    return entries


def _drew(line: Timeline, number: int, seat: int) -> bool:
    """Whether this seat drew as the action with this number."""
    return line.actions[number - 1].where == DRAW and line.positions[number - 1].turn == seat
