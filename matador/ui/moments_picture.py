"""A position as a small still picture on the felt: the line with its ends, the hands, the stock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from math import ceil
from typing import NamedTuple

from matador.game.line import End
from matador.game.moves import ending
from matador.game.position import SEATS, Position
from matador.game.tiles import Tile
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui.draw import LETTERING, SIDE, Look, Place, back_part, tile_part
from matador.ui.lines import Laid, lay

_FELT, _CHALK = "#245f48", "#f7f3e3"  # reads the same by day and by night
_EDGE, _GAP = 10.0, 8.0  # drawing units: around the picture, between its rows
_LEAST = 236.0  # the width of a picture with a short line
_HELD = 0.72  # a tile in hand is so much smaller than one on the table
_SCALE = 1.7  # pixels to a drawing unit
_LABEL = 34.0  # room for the name of a row
_TEXT = prose("moments")["picture"]


class _Row(NamedTuple):
    """A name and the tiles after it."""

    name: str
    faces: tuple[str, ...]
    lit: bool


@lru_cache(maxsize=128)
def position_svg(position: Position) -> str:
    """The picture, described to screen readers by the text view of the position."""
    plan = lay(position.line, position.ends)
    width = max(_LEAST, plan.width * SIDE) + 2 * _EDGE
    left = (width - plan.width * SIDE) / 2
    parts = [_moved("".join(_pieces(position, plan.laid)), left, _EDGE)]
    below = _EDGE + max(plan.height * SIDE, SIDE)
    if not plan.laid:
        parts = [_written(_TEXT["empty"], _EDGE, _EDGE + 13)]
    for row in _rows(position):
        below += _GAP
        drawn, height = _row(row, width)
        parts.append(_moved(drawn, _EDGE, below))
        below += height
    return _framed("".join(parts), ceil(width), ceil(below + _EDGE), alt(position))


def alt(position: Position) -> str:
    """The picture in words."""
    return " ".join(messages.describe(position))


def _pieces(position: Position, laid: Sequence[Laid]) -> Iterator[str]:
    matadors = position.rules.tiles.matadors
    for one in sorted(laid, key=lambda piece: not piece.piece.tie):
        wide, high = one.size
        place = Place((one.at.real - wide / 2) * SIDE, (one.at.imag - high / 2) * SIDE, one.lying)
        if one.piece.end:
            yield _moved(_end(one.piece.end), place.x, place.y)
        elif one.piece.tile:
            first, second = one.seen
            yield tile_part((first, second), place, Look(one.piece.tile in matadors))
        else:
            size = f'width="{wide * SIDE:g}" height="{high * SIDE:g}"'
            yield f'<rect x="{place.x:g}" y="{place.y:g}" {size} fill="{_CHALK}" opacity=".6"/>'


def _end(end: End) -> str:
    """What an open end shows."""
    shows = "/".join(map(str, dict.fromkeys(end.halves)))
    size = 11 if len(shows) < 3 else 7.5
    return (
        f'<rect x="2" y="2" width="16" height="16" rx="4" fill="none" stroke="{_CHALK}" '
        f'stroke-dasharray="3 2"/><text x="10" y="14" fill="{_CHALK}" font-size="{size}">'
        f"{shows}</text>"
    )


def _rows(position: Position) -> Iterator[_Row]:
    playing = not position.flaws and ending(position) is None
    for seat, hand in enumerate(position.hands):
        turn = playing and seat == position.turn
        name = _TEXT["turn" if turn else "seat"].format(seat=SEATS[seat])
        yield _Row(name, _faces(position, hand.tiles, hand.hidden), turn)
    if len(position.stock):
        stock = position.stock
        yield _Row(_TEXT["stock"], _faces(position, stock.tiles, stock.hidden), False)


def _faces(position: Position, tiles: Sequence[Tile], hidden: int) -> tuple[str, ...]:
    standing, matadors = Place(0, 0, False), position.rules.tiles.matadors
    shown = [tile_part((one.low, one.high), standing, Look(one in matadors)) for one in tiles]
    return (*shown, *[back_part(standing)] * hidden)


def _row(row: _Row, width: float) -> tuple[str, float]:
    """A row of tiles behind its name, in as many lines as it needs, and its height."""
    step, line = (SIDE + 4) * _HELD, (2 * SIDE + 4) * _HELD
    in_line = max(1, int((width - 2 * _EDGE - _LABEL) / step))
    lines = max(1, ceil(len(row.faces) / in_line))
    faces = [
        f'<g transform="translate({_LABEL + i % in_line * step:g} {i // in_line * line:g}) '
        f'scale({_HELD})">{face}</g>'
        for i, face in enumerate(row.faces)
    ]
    if not faces:
        faces = [_written(_TEXT["none"], _LABEL, line / 2 + 4)]
    return _written(row.name, 0, line / 2 + 4, 700 if row.lit else 400) + "".join(
        faces
    ), lines * line


def _written(text: str, x: float, y: float, weight: int = 400) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="start" fill="{_CHALK}" font-size="11" '
        f'font-weight="{weight}">{escape(text)}</text>'
    )


def _moved(drawn: str, x: float, y: float) -> str:
    return f'<g transform="translate({x:g} {y:g})">{drawn}</g>'


def _framed(drawn: str, width: int, height: int, title: str) -> str:
    size = f'width="{_SCALE * width:g}" height="{_SCALE * height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size} '
        f'role="img" aria-label="{escape(title)}">'
        f'<rect width="{width}" height="{height}" rx="8" fill="{_FELT}"/>'
        f'<g {LETTERING} font-size="12">{drawn}</g></svg>'
    )
