"""What a question of the course is about, as still pictures: the line, and the tiles in hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

from matador.game.line import Placed
from matador.game.moves import advance
from matador.game.position import Position
from matador.game.tiles import Tile
from matador.teach import messages
from matador.teach.asks import Ask, Scene, placed
from matador.teach.items import Item
from matador.ui import draw, figures
from matador.ui.course import words
from matador.ui.draw import LETTERING, SIDE, Look, Place, tile_part

_HANDS = (Ask.ACT, Ask.PIPS, Ask.DRAWS, Ask.KEEP)
"""Questions about a hand whose tiles are not the answers."""
_BETWEEN = 8
_SIZE = re.compile(r'<svg [^>]*?\bwidth="([\d.]+)" height="([\d.]+)"')
_EDGE, _END = 8, 60  # drawing units around an open line, and for what its ends show


def line_svg(item: Item) -> str:
    """The line that a question is about; empty where it is about none."""
    scene, alt = item.scene, " ".join(item.text)
    position = _after_plays(scene)
    if scene.ask in (Ask.PAID, Ask.PIPS, Ask.LEAD) or not position.line.row:
        return ""
    if scene.ask is Ask.NEW_END and scene.action:
        return _laid(advance(scene.position, scene.action).line.row, alt)
    if any(one.mark for one in position.line.row):
        return _across(position, alt)
    row = tuple((one.first, one.second) for one in position.line.row)
    return figures.line_with_ends_svg(row, alt)


def hands(item: Item) -> Iterator[tuple[str, str]]:
    """The tiles shown beside the line, as pictures with what they are called."""
    scene, text = item.scene, words("step")
    if scene.ask in (Ask.PAID, Ask.BEST):
        for seat, hand in enumerate(scene.position.hands):
            if not hand.hidden and (scene.ask is Ask.PAID or seat != scene.position.turn):
                yield _tiles(hand.tiles, text["held"], player=messages.player(seat))
    elif scene.ask is Ask.END and scene.tile:
        yield draw.tile_svg(scene.tile), text["tile"].format(tile=messages.tile_name(scene.tile))
    elif scene.ask in _HANDS or scene.ask is Ask.END:
        yield _tiles(scene.position.hand.tiles, text["hand"])


def whole_svg(item: Item) -> str:
    """The line, and below it the tiles beside it, as one picture; empty if there is none."""
    parts = (line_svg(item), *(svg for svg, _ in hands(item)))
    return _whole(parts, " ".join(item.text)) if any(parts) else ""


@lru_cache(maxsize=256)
def _whole(parts: tuple[str, ...], alt: str) -> str:
    """The first picture above the others, which stand in a row."""
    x, right, low, told = 0.0, 0.0, 0.0, []
    top = _size(parts[0])[1] + _BETWEEN if parts[0] else 0.0
    for number, svg in enumerate(parts):
        if not svg:
            continue
        width, height = _size(svg)
        left, above = (x, top) if number else (0.0, 0.0)
        told.append(svg.replace("<svg ", f'<svg x="{left:g}" y="{above:g}" ', 1))
        right, low = max(right, left + width), max(low, above + height)
        x += (width + 4 * _BETWEEN) if number else 0.0
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right:g} {low:g}" '
        f'width="{right:g}" height="{low:g}" role="img" aria-label="{escape(alt)}">'
        f"<title>{escape(alt)}</title>{''.join(told)}</svg>"
    )


def _size(svg: str) -> tuple[float, float]:
    """The width and the height that one of our pictures names."""
    found = _SIZE.search(svg)
    assert found is not None  # all of them do
    return float(found[1]), float(found[2])


def _tiles(tiles: Sequence[Tile], name: str, **slots: str) -> tuple[str, str]:
    label = name.format(tiles=", ".join(map(messages.tile_name, tiles)), **slots)
    return draw.tiles_svg(tiles, label=label), label


def _after_plays(scene: Scene) -> Position:
    """The position, after the plays among which a mistake is to be found."""
    if scene.ask is Ask.SLIP and scene.played:
        return placed(*scene.played[-1])
    return scene.position


def _laid(row: Sequence[Placed], alt: str) -> str:
    """A line as it lies, without what its ends show: that is the question."""
    return _open_line(tuple(row), "", "", alt)


def _across(position: Position, alt: str) -> str:
    left, right = (messages.shown(end) for end in position.ends)
    return _open_line(tuple(position.line.row), left, right, alt)


@lru_cache(maxsize=256)
def _open_line(row: tuple[Placed, ...], left: str, right: str, alt: str) -> str:
    """A row of tiles on felt, those that lie across standing; ends as text, if any."""
    high = 2 * SIDE if any(one.mark for one in row) else SIDE
    room = _END if left or right else 0
    x, parts = float(_EDGE + room), []
    for one in row:
        place = Place(x, _EDGE + (0 if one.mark else (high - SIDE) / 2), not one.mark)
        parts.append(tile_part((one.first, one.second), place, Look()))
        x += place.size[0] + 1
    width, height = x + room + _EDGE, high + 2 * _EDGE
    middle = height / 2 + 4
    ends = "".join(
        f'<text x="{at:g}" y="{middle:g}" text-anchor="middle" fill="#f7f3e3">{escape(text)}</text>'
        for at, text in ((_EDGE + room / 2, left), (width - _EDGE - room / 2, right))
        if text
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{2 * width:g}" height="{2 * height:g}" role="img" aria-label="{escape(alt)}">'
        f'<rect width="{width:g}" height="{height:g}" rx="6" fill="#245f48"/>'
        f'<g {LETTERING} font-size="12">{ends}{"".join(parts)}</g></svg>'
    )
