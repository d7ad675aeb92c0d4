"""The whole table as one still picture: the line as it lies, its ends, the hands, whose turn it is.

`table_svg` draws it, `table_png` makes points of the drawing. Both are made only when asked for.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from math import ceil
from tempfile import NamedTemporaryFile
from typing import NamedTuple

import resvg_py
from PIL import ImageFont

from matador.game.line import End
from matador.game.moves import ending
from matador.game.position import Position
from matador.game.tiles import Tile
from matador.teach import messages
from matador.ui import board, sandbox
from matador.ui.draw import LETTERING, SIDE, Look, Place, back_part, tile_part
from matador.ui.lines import Laid, lay

LEAST_WIDTH = 440
"""The width of a picture with a short line, in drawing units: room for a sentence."""

SHARPNESS = 3
"""Points of a PNG for each drawing unit: enough for half a page of print."""

_EDGE, _FELT, _GAP = 14, 18, 12  # around the picture, around the line on the felt, between parts
_LEAST_FELT = 3.0  # halves: the height of an empty table
_HELD = 0.8  # a tile in hand is so much smaller than one on the table
_LETTER = 0.56  # the width of a usual letter, as a part of its size
_HEAD, _TEXT = 15, 11.5  # sizes of letters


class _Colours(NamedTuple):
    """What differs between day and night; tiles look the same in both."""

    paper: str
    ink: str
    felt: str
    on_felt: str
    lit: str


_DAY = _Colours("#fbf8f0", "#0d1611", "#2f7458", "#f6f3e6", "#0b5d43")
_NIGHT = _Colours("#0f1a15", "#f2eee1", "#17402f", "#f6f3e6", "#5fd0a5")


class _Part(NamedTuple):
    """A piece of the picture, drawn from its own 0, 0."""

    drawn: str
    width: float
    height: float


def table_svg(
    position: Position,
    *,
    dark: bool = False,
    numerals: bool = False,
    seats: Sequence[str] | None = None,
) -> str:
    """The table as an SVG picture, described to screen readers by the text view of the position.

    `seats` replaces `Player A` and so on.
    """
    artist = _Artist(position, _NIGHT if dark else _DAY, numerals, seats)
    return artist.picture()


def table_png(svg: str) -> bytes:
    """A picture of `table_svg` as PNG, `SHARPNESS` points for each of its units."""
    return resvg_py.svg_to_bytes(
        svg_string=svg, zoom=SHARPNESS, font_files=[font_file()], sans_serif_family="Aileron"
    )


@cache
def font_file() -> str:
    """A file of the one font that is there on every machine, be it one without any font."""
    font = ImageFont.load_default(size=_TEXT)
    assert isinstance(font, ImageFont.FreeTypeFont)
    with NamedTemporaryFile(suffix=".otf", delete=False) as file:
        file.write(font.font_bytes)
    return file.name


class _Artist:
    """Draws one position."""

    def __init__(
        self,
        position: Position,
        colours: _Colours,
        numerals: bool,
        seats: Sequence[str] | None,
    ) -> None:
        self.position, self.colours, self.numerals = position, colours, numerals
        self.names = seats or [messages.player(seat) for seat in range(position.players)]
        self.plan = lay(position.line, position.ends)
        self.width = max(LEAST_WIDTH, self.plan.width * SIDE + 2 * _FELT)

    def picture(self) -> str:
        """Caption, felt, hands, one below the other."""
        below, drawn = float(_EDGE), []
        for part in (*self._caption(), self._felt(), *self._rows([*self._hands(), self._stock()])):
            drawn.append(_moved(part.drawn, _EDGE, below))
            below += part.height + _GAP
        width, height = ceil(self.width + 2 * _EDGE), ceil(below - _GAP + _EDGE)
        title = escape(sandbox.title(self.position.rules))
        described = escape("\n".join(messages.describe(self.position)))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" aria-label="{title}">'
            f"<title>{title}</title><desc>{described}</desc>"
            f'<rect width="{width}" height="{height}" fill="{self.colours.paper}"/>'
            f'<g {LETTERING} font-size="12">{"".join(drawn)}</g></svg>'
        )

    # --- words ----------------------------------------------------------------------------------

    def _caption(self) -> Iterator[_Part]:
        """The rules, and below them whose turn it is or how the hand ended."""
        position = self.position
        yield self._text(sandbox.title(position.rules), _HEAD, 700)
        over = not position.flaws and ending(position) is not None
        if over:
            yield self._text(sandbox.ended(position), _TEXT, 400)

    def _text(self, text: str, size: float, weight: int) -> _Part:
        """Words in as many lines as they need."""
        lines = textwrap.wrap(text, int(self.width / size / _LETTER))
        style = f'text-anchor="start" fill="{self.colours.ink}" font-weight="{weight}"'
        drawn = "".join(
            f'<text x="0" y="{size * (0.85 + 1.3 * i):g}">{escape(line)}</text>'
            for i, line in enumerate(lines)
        )
        width = max(map(len, lines), default=0) * size * _LETTER
        return _Part(f'<g {style} font-size="{size}">{drawn}</g>', width, size * 1.3 * len(lines))

    # --- the line -------------------------------------------------------------------------------

    def _felt(self) -> _Part:
        plan, colours = self.plan, self.colours
        high = max(_LEAST_FELT, plan.height) * SIDE + 2 * _FELT
        left, top = (self.width - plan.width * SIDE) / 2, (high - plan.height * SIDE) / 2
        felt = f'<rect width="{self.width:g}" height="{high:g}" rx="12" fill="{colours.felt}"/>'
        # Ties first: they run below what they pass.
        order = sorted(plan.laid, key=lambda one: not one.piece.tie)
        pieces = _moved("".join(map(self._piece, order)), left, top) if plan.laid else self._bare()
        return _Part(felt + pieces, self.width, high)

    def _bare(self) -> str:
        middle = (_LEAST_FELT * SIDE + 2 * _FELT) / 2
        return (
            f'<text x="{self.width / 2:g}" y="{middle + 4:g}" fill="{self.colours.on_felt}">'
            f"{escape(messages.words()['view']['empty_line'])}</text>"
        )

    def _piece(self, one: Laid) -> str:
        wide, high = one.size
        x, y = (one.at.real - wide / 2) * SIDE, (one.at.imag - high / 2) * SIDE
        if one.piece.end:
            return _moved(self._end(one.piece.end), x, y)
        if one.piece.tile is None:
            return (
                f'<rect x="{x:g}" y="{y:g}" width="{wide * SIDE:g}" height="{high * SIDE:g}" '
                f'fill="{self.colours.on_felt}" opacity=".6"/>'
            )
        first, second = one.seen
        return self._tile(one.piece.tile, (first, second), Place(x, y, one.lying))

    def _end(self, end: End) -> str:
        """What an end shows; where only matadors go, between two lines as on the board."""
        shows = "/".join(map(str, dict.fromkeys(end.halves)))
        line = f'fill="none" stroke="{self.colours.on_felt}"'
        outer = line if end.closed else f'{line} stroke-dasharray="3 2"'
        inner = f'<rect x="3.5" y="3.5" width="13" height="13" rx="2.5" {line} stroke-width=".8"/>'
        return (
            f'<rect x="1.5" y="1.5" width="17" height="17" rx="4" {outer}/>'
            f"{inner if end.closed else ''}"
            f'<text x="10" y="14" fill="{self.colours.on_felt}" '
            f'font-size="{11 if len(shows) < 3 else 7.5}">{shows}</text>'
        )

    def _tile(self, one: Tile, halves: tuple[int, int], place: Place) -> str:
        look = Look(one in self.position.rules.tiles.matadors, numerals=self.numerals)
        return f'<g data-tile="{one}">{tile_part(halves, place, look)}</g>'

    # --- hands and stock ------------------------------------------------------------------------

    def _hands(self) -> Iterator[_Part]:
        playing = not self.position.flaws and ending(self.position) is None
        for seat, hand in enumerate(self.position.hands):
            turn = playing and seat == self.position.turn
            name = self.names[seat]
            if turn:
                name = f"{name}, {board.words()['turn']}"
            yield self._held(name, hand.tiles, hand.hidden, turn)

    def _stock(self) -> _Part:
        count = len(self.position.stock)
        name = messages.words()["places"]["stock"].format(count=count)
        return self._held(name, (), min(count, 1), False)

    def _held(self, name: str, tiles: Sequence[Tile], hidden: int, turn: bool) -> _Part:
        """A name and the tiles below it, in as many rows as the picture needs."""
        head = self._text(name, _TEXT, 700 if turn else 400)
        if turn:
            head = _pointed(head, self.colours.lit)
        step, row = (SIDE + 3) * _HELD, (2 * SIDE + 4) * _HELD
        in_row = int(self.width / step)
        parts = [
            f'<g transform="translate({i % in_row * step:g} {head.height + i // in_row * row:g}) '
            f'scale({_HELD})">{drawn}</g>'
            for i, drawn in enumerate(self._faces(tiles, hidden))
        ]
        return _Part(
            head.drawn + "".join(parts),
            max(head.width, min(len(parts), in_row) * step),
            head.height + ceil(len(parts) / in_row) * row,
        )

    def _faces(self, tiles: Iterable[Tile], hidden: int) -> Iterator[str]:
        standing = Place(0, 2, False)
        for one in tiles:
            yield self._tile(one, (one.low, one.high), standing)
        for _ in range(hidden):
            yield back_part(standing)

    def _rows(self, parts: Sequence[_Part]) -> Iterator[_Part]:
        """The parts side by side as far as there is room, in rows."""
        row: list[_Part] = []
        for part in parts:
            if row and sum(one.width + 2 * _GAP for one in row) + part.width > self.width:
                yield _beside(row)
                row = []
            row.append(part)
        yield _beside(row)


def _beside(parts: Sequence[_Part]) -> _Part:
    at, drawn = 0.0, []
    for part in parts:
        drawn.append(_moved(part.drawn, at, 0))
        at += part.width + 2 * _GAP
    return _Part("".join(drawn), at, max(part.height for part in parts))


def _moved(drawn: str, x: float, y: float) -> str:
    return f'<g transform="translate({x:g} {y:g})">{drawn}</g>'


def _pointed(head: _Part, colour: str) -> _Part:
    """A name with an arrow before it: whoever is to play."""
    arrow = f'<path d="M0 1.5l7 4.5-7 4.5z" fill="{colour}"/>'
    return _Part(arrow + _moved(head.drawn, 11, 0), head.width + 11, head.height)
