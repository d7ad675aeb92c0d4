"""The rule sheet on one page of A4: laid out once, written as SVG and as PDF.

Lengths are points, 72 to the inch; the letters are as large as the page allows. The page is for a
printer: dark ink on white, and nothing said by colour alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from html import escape
from io import BytesIO
from itertools import accumulate, pairwise
from typing import NamedTuple

from PIL import ImageFont

from matador.game.rules import write_rules
from matador.game.tiles import TileSet
from matador.teach.sheet import Mark, Sheet, text
from matador.teach.sheet_case import sheet_words
from matador.ui.draw import LETTERING, SIDE, Halves, Look, Place, tile_part
from matador.ui.pictures import font_file

WIDTH, HEIGHT = 595, 842
"""A4."""
MARGIN = 40
LARGEST, SMALLEST = 11.5, 7.0
"""Sizes of the letters that are tried, the largest first."""

_STEP = 0.25
_GUTTER = 22
_LINE, _AFTER, _BEFORE = 1.3, 0.3, 0.75  # a line, after a sentence, before a heading: parts of size
_INDENT = 1.05  # what a sentence is set in from its mark
_HEAD = 1.2  # a heading against the text
_TITLE, _SUBTITLE, _CAPTION, _FOOT = 20, 10.5, 9, 8
_INK, _SOFT, _GREEN, _RED = "#16201b", "#46524b", "#0b5d43", "#8c2419"
_FAMILY = "Aileron,Helvetica,Arial,sans-serif"
_MOST_SCALE, _LEAST_GAP = 1.3, 30.0  # of the pictures
_WORD = re.compile(r"\S+(?: = \S+)?")  # a sum and its result stay on one line
_EMPTY = re.compile(r'<path d=""[^>]*/>')


class Paper(NamedTuple):
    """A page: what is drawn, how far down the text goes, and how large its letters are."""

    drawn: str
    bottom: float
    """Where the longer column ends; at most `foot`."""
    foot: float
    """Where the foot of the page begins."""
    size: float
    title: str
    described: str
    """The whole text, for whoever can't see the page."""


class _Block(NamedTuple):
    """A heading or a sentence, broken into lines."""

    lines: tuple[str, ...]
    mark: Mark | None
    """Of a sentence; None: a heading."""


def paper(sheet: Sheet, *, marked: bool = True) -> Paper:
    """The page of a sheet; `marked`: every sentence shows who decided it."""
    top, head = _head(sheet)
    foot, key = _foot(sheet, marked)
    size, columns = _fitting(sheet, foot - top)
    drawn, bottom = _columns(columns, size, top, marked)
    return Paper(head + drawn + key, bottom, foot, size, sheet.title, text(sheet, marked=marked))


def paper_svg(page: Paper) -> str:
    """The page as an SVG picture. Its text is text; each line keeps its length in any font."""
    title = escape(page.title)
    described = f"<title>{title}</title><desc>{escape(page.described)}</desc>"
    return _svg(page, f'role="img" aria-label="{title}"', described)


def paper_pdf(page: Paper) -> bytes:
    """The page as a PDF with its font inside, whose text can be searched and read out."""
    from fpdf import FPDF  # noqa: PLC0415 - takes a second to import, and few ask for it

    pdf = FPDF(unit="pt", format=(WIDTH, HEIGHT))
    pdf.set_title(page.title)
    pdf.set_lang("en")
    pdf.add_font("Aileron", fname=font_file())
    pdf.add_page()
    # fpdf stumbles over the dots of a blank half, of which there are none.
    drawing = BytesIO(_EMPTY.sub("", _svg(page, "", "")).encode())
    pdf.image(drawing, x=0, y=0, w=WIDTH, h=HEIGHT, alt_text=page.title)
    return bytes(pdf.output())


def _svg(page: Paper, attributes: str, described: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" {attributes}>{described}'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'
        f'<g font-family="{_FAMILY}" fill="{_INK}">{page.drawn}</g></svg>'
    )


# --- letters ------------------------------------------------------------------------------------


@cache
def _advance(letter: str) -> float:
    """How wide a letter is at size 1."""
    return _measure().getlength(letter) / 1000


@cache
def _measure() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(), 1000)


@lru_cache(maxsize=4096)
def _wide(words: str) -> float:
    return sum(map(_advance, words))


def width_of(words: str, size: float) -> float:
    """How wide a text is."""
    return size * _wide(words)


@lru_cache(maxsize=8192)
def broken(words: str, width: float, size: float) -> tuple[str, ...]:
    """A text in lines of at most this width; a longer word has a line of its own."""
    lines: list[list[str]] = []
    room = 0.0
    for word in _WORD.findall(words):
        needed = width_of(word, size)
        if lines and needed + width_of(" ", size) <= room:
            lines[-1].append(word)
            room -= needed + width_of(" ", size)
        else:
            lines.append([word])
            room = width - needed
    return tuple(map(" ".join, lines))


def _line(x: float, y: float, words: str, size: float, ink: str = _INK, anchor: str = "") -> str:
    """One line of text. Whatever font there is, it takes the room it was given."""
    placed = f' text-anchor="{anchor}"' if anchor else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{ink}"{placed} '
        f'textLength="{width_of(words, size):.1f}" lengthAdjust="spacingAndGlyphs">'
        f"{escape(words)}</text>"
    )


# --- head and foot ------------------------------------------------------------------------------


def _head(sheet: Sheet) -> tuple[float, str]:
    """Title, notes and pictures, and where the text begins below them."""
    wide = WIDTH - 2 * MARGIN
    y, drawn = float(MARGIN), []
    lines: list[tuple[str, float, str]]
    lines = [(line, _TITLE, _GREEN) for line in broken(sheet.title, wide, _TITLE)]
    lines.append((sheet.subtitle, _SUBTITLE, _SOFT))
    for note in sheet.notes:
        lines += [(line, _SUBTITLE, _RED) for line in broken(f"! {note}", wide, _SUBTITLE)]
    for line, size, ink in lines:
        y += size * 1.25
        drawn.append(_line(MARGIN, y - size * 0.25, line, size, ink))
    y += 8
    drawn.append(_rule(y))
    below, pictures = _strip(sheet.rules.tiles, y + 12)
    return below, "".join(drawn) + pictures + _rule(below)


def _rule(y: float) -> str:
    return f'<path d="M{MARGIN} {y:.1f}H{WIDTH - MARGIN}" stroke="{_SOFT}" stroke-width=".6"/>'


def _foot(sheet: Sheet, marked: bool) -> tuple[float, str]:
    """What the marks mean, and the rules as a code, above the lower margin."""
    base, at, drawn = HEIGHT - MARGIN, float(MARGIN), []
    words = sheet_words()
    for mark in sheet.marks:
        told = words["marks"][mark]["key"]
        if marked and told:
            drawn.append(_sign(mark, at + 3, base - 2.8, _FOOT))
            drawn.append(_line(at + 10, base, told, _FOOT, _SOFT))
            at += width_of(told, _FOOT) + 22
    code = words["page"]["code"].format(code=write_rules(sheet.rules))
    if width_of(code, _FOOT) <= WIDTH - MARGIN - at:
        drawn.append(_line(WIDTH - MARGIN, base, code, _FOOT, _SOFT, "end"))
    return base - 2.2 * _FOOT, "".join(drawn)


def _sign(mark: Mark, x: float, y: float, size: float) -> str:
    """A mark around its middle: a dot, half a ring filled, a ring, a diamond."""
    r = size * 0.27
    if mark == "changed":
        s = size * 0.36
        return (
            f'<path d="M{x:.1f} {y - s:.1f}l{s:g} {s:g}-{s:g} {s:g}-{s:g}-{s:g}z" fill="{_INK}"/>'
        )
    ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.2f}" fill="#ffffff" stroke="{_INK}"'
    if mark == "assumed":
        return f'{ring} stroke-width=".8"/>'
    if mark == "unclear":
        half = f'<path d="M{x:.1f} {y - r:.2f}v{2 * r:.2f}a{r:.2f} {r:.2f} 0 0 1 0-{2 * r:.2f}z"/>'
        return f'{ring} stroke-width=".8"/>{half}'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.12:.2f}"/>'


# --- pictures -----------------------------------------------------------------------------------


class _Picture(NamedTuple):
    """A small picture, drawn from its own 0, 0; two halves high."""

    drawn: str
    width: float
    caption: str


def pictures_svg(tiles: TileSet) -> tuple[tuple[str, str], ...]:
    """The pictures of the page one by one, each with its caption, on white of their own."""
    edge, high = 6, 2 * SIDE
    return tuple(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="-{edge} -{edge} {one.width + 2 * edge:g} {high + 2 * edge}">'
            f'<rect x="-{edge}" y="-{edge}" width="100%" height="100%" rx="6" fill="#ffffff"/>'
            f'<g {_lettering()} font-size="12">{one.drawn}</g></svg>',
            one.caption,
        )
        for one in _pictures(tiles)
    )


def _pictures(tiles: TileSet) -> tuple[_Picture, ...]:
    """A line with its sums, the matadors, a closed end."""
    words = sheet_words()["page"]
    return (
        _Picture(*_summed(tiles), words["sums"].format(target=tiles.target)),
        _Picture(*_matadors(tiles), words["matadors"]),
        _Picture(*_closed(tiles), words["closed"]),
    )


def _strip(tiles: TileSet, top: float) -> tuple[float, str]:
    """The pictures side by side with their captions; and where they end."""
    parts, room = _pictures(tiles), WIDTH - 2 * MARGIN
    wide = sum(one.width for one in parts)
    scale = min(_MOST_SCALE, (room - 2 * _LEAST_GAP) / wide)
    x, below, drawn = float(MARGIN), top + 2 * SIDE * scale + 15, []
    for one in parts:
        drawn.append(
            f'<g transform="translate({x:.1f} {top:.1f}) scale({scale:.3f})">'
            f'<g {_lettering()} font-size="12">{one.drawn}</g></g>'
        )
        fits = width_of(one.caption, _CAPTION)
        at = min(max(x + (one.width * scale - fits) / 2, MARGIN), WIDTH - MARGIN - fits)
        drawn.append(_line(at, below, one.caption, _CAPTION, _SOFT))
        x += one.width * scale + (room - wide * scale) / 2
    return below + 8, "".join(drawn)


def _lettering() -> str:
    """The letters of pictures, in the page's font."""
    return LETTERING.replace("system-ui,sans-serif", _FAMILY).replace(' font-weight="700"', "")


def example_line(tiles: TileSet) -> tuple[Halves, ...]:
    """Three ordinary tiles whose touching halves make the target."""
    low, other, last = 4, 3, 2
    one = tiles.target - tiles.highest
    return ((low, tiles.highest), (one, other), (tiles.target - other, last))


def _summed(tiles: TileSet) -> tuple[str, float]:
    row, start, step = example_line(tiles), SIDE + 4, 2 * SIDE
    after = start + step * len(row) + 4
    drawn = [_end_box(0, row[0][0]), _end_box(after, row[-1][1])]
    drawn += [
        tile_part(tile, Place(start + step * i, 0, True), Look()) for i, tile in enumerate(row)
    ]
    for i, (left, right) in enumerate(pairwise(row), 1):
        x, told = start + step * i, f"{left[1]} + {right[0]} = {left[1] + right[0]}"
        size = min(8.5, (step - 4) / width_of(told, 1))
        drawn.append(f'<path d="M{x - 10} 23v3h20v-3" fill="none" stroke="{_SOFT}"/>')
        drawn.append(f'<text x="{x}" y="37" font-size="{size:.2f}">{told}</text>')
    return "".join(drawn), after + SIDE


def _matadors(tiles: TileSet) -> tuple[str, float]:
    step = SIDE + 5
    drawn = [
        tile_part((one.low, one.high), Place(step * i, 0, False), Look(True))
        for i, one in enumerate(sorted(tiles.matadors))
    ]
    return "".join(drawn), step * len(drawn) - 5


def _closed(tiles: TileSet) -> tuple[str, float]:
    """A blank end, and a matador on its way there."""
    matador, y = max(tiles.matadors), SIDE / 2
    shown = tile_part((4, 0), Place(0, y, True), Look())
    way = f'<path d="M84 {y + 10}h-13m4-4l-4 4 4 4" fill="none" stroke="{_SOFT}"/>'
    on_it = tile_part((matador.low, matador.high), Place(90, y, True), Look(True))
    return shown + _end_box(44, 0, y) + way + on_it, 90.0 + 2 * SIDE


def _end_box(x: float, shows: int, y: float = 0) -> str:
    """What an open end shows; where only matadors go, between two lines as on the board."""
    line = f'fill="none" stroke="{_SOFT}"'
    outer = f'<rect x="{x + 1:g}" y="{y + 1:g}" width="18" height="18" rx="4" {line}'
    inner = f'<rect x="{x + 3:g}" y="{y + 3:g}" width="14" height="14" rx="2.5" {line}'
    box = f'{outer} stroke-dasharray="3 2"/>' if shows else f'{outer}/>{inner} stroke-width=".7"/>'
    return f'{box}<text x="{x + 10:g}" y="{y + 13.8:g}" font-size="11">{shows}</text>'


# --- columns ------------------------------------------------------------------------------------


def _fitting(sheet: Sheet, room: float) -> tuple[float, tuple[Sequence[_Block], Sequence[_Block]]]:
    """The largest letters with which two columns are no higher than `room`."""
    size = LARGEST
    while True:
        columns = _parted(tuple(_blocks(sheet, size)), size, room)
        if size <= SMALLEST or max(_height(one, size) for one in columns) <= room:
            return size, columns
        size -= _STEP


def _column() -> float:
    return (WIDTH - 2 * MARGIN - _GUTTER) / 2


def _blocks(sheet: Sheet, size: float) -> Iterator[_Block]:
    for section in sheet.sections:
        yield _Block((section.title,), None)
        for one in section.sentences:
            yield _Block(broken(one.text, _column() - _INDENT * size, size), one.mark)


def _parted(
    blocks: Sequence[_Block], size: float, room: float
) -> tuple[Sequence[_Block], Sequence[_Block]]:
    """The blocks in two columns as even as can be: cut at a heading if that fits, never after."""

    below = list(accumulate((_tall(block, size) for block in blocks), initial=0.0))

    def higher(at: int) -> float:
        return max(below[at], below[-1] - below[at] + _lead_in(blocks[at], size))

    cuts = [i for i in range(1, len(blocks)) if blocks[i - 1].mark is not None]
    at = min((i for i in cuts if blocks[i].mark is None), key=higher)
    if higher(at) > room:
        at = min(cuts, key=higher)
    return blocks[:at], blocks[at:]


def _height(blocks: Sequence[_Block], size: float) -> float:
    return _lead_in(blocks[0], size) + sum(_tall(block, size) for block in blocks)


def _lead_in(first: _Block, size: float) -> float:
    """The space above a column; a heading brings its own."""
    return 0 if first.mark is None else _BEFORE * size


def _tall(block: _Block, size: float) -> float:
    """How high a block is, with the space around it."""
    if block.mark is None:
        return size * (_BEFORE + _HEAD * _LINE)
    return size * (_LINE * len(block.lines) + _AFTER)


def _columns(
    columns: Sequence[Sequence[_Block]], size: float, top: float, marked: bool
) -> tuple[str, float]:
    drawn, bottom = [], top
    for number, blocks in enumerate(columns):
        x = MARGIN + number * (_column() + _GUTTER)
        y = top + _lead_in(blocks[0], size)
        for block in blocks:
            drawn.append(_block(block, x, y, size, marked))
            y += _tall(block, size)
        bottom = max(bottom, y)
    return "".join(drawn), bottom


def _block(block: _Block, x: float, y: float, size: float, marked: bool) -> str:
    if block.mark is None:
        base = y + size * (_BEFORE + _HEAD)
        return _line(x, base, block.lines[0], size * _HEAD, _GREEN)
    mark = block.mark if marked else "says"
    lines = [
        _line(x + _INDENT * size, y + size * (1 + _LINE * i), line, size)
        for i, line in enumerate(block.lines)
    ]
    return _sign(mark, x + 0.35 * size, y + 0.66 * size, size) + "".join(lines)
