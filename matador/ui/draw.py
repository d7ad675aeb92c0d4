"""Pictures of tiles as SVG text: the one place that knows how a half looks.

`sprite` feeds the clickable board, `tile_svg` and `tiles_svg` make still pictures that carry their
own colours and so read well on light and dark alike (through `st.image` or `st.markdown`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape
from math import ceil
from typing import Literal, NamedTuple

Halves = tuple[int, int]
"""A tile as it is drawn: left or upper half first. `matador.game.tiles.Tile` is one."""

Mark = Literal["good", "bad", "lit", "dim"]
"""What a still picture says of a tile: right, wrong, pointed at, or out of play."""

HIGHEST = 18
"""The highest half there is."""

PIPPED = 12
"""Up to here a half shows pips, beyond it a numeral: nobody counts thirteen dots."""

SIDE = 20
"""The side of a half in drawing units; a tile is two sides long."""

_GAP = 6  # between tiles of a picture
_EDGE = 4  # around a picture: room for rings and shadows

_FACE, _RIM, _INK, _BRASS = "#fbf5e6", "#8d8266", "#23211c", "#b8892b"
LETTERING = (
    f'text-anchor="middle" fill="{_INK}" font-family="system-ui,sans-serif" font-weight="700"'
)
"""How the numerals of a picture are written; it stands once, around all of them."""
_BACK, _BACK_RIM = "#43617f", "#a9bccf"
_RING: Mapping[Mark, str] = {"good": "#1f8a5f", "bad": "#c2402f", "lit": "#c58a12"}
_SIGN: Mapping[Mark, str] = {"good": "✓", "bad": "✗"}

# Dots by column, left to right; the height of each dot in its column. Every pattern looks the same
# upside down, so that a tile needs only two positions: standing and lying.
_THREE, _FOUR = (5.0, 10.0, 15.0), (3.4, 7.8, 12.2, 16.6)
_COLUMNS: Sequence[tuple[Sequence[float], Sequence[float], Sequence[float]]] = (
    ((), (), ()),
    ((), (10,), ()),
    ((5,), (), (15,)),
    ((5,), (10,), (15,)),
    ((5, 15), (), (5, 15)),
    ((5, 15), (10,), (5, 15)),
    (_THREE, (), _THREE),
    (_THREE, (10,), _THREE),
    (_THREE, (5, 15), _THREE),
    (_THREE, _THREE, _THREE),
    (_FOUR, (7.8, 12.2), _FOUR),
    (_FOUR, (5.6, 10, 14.4), _FOUR),
    (_FOUR, _FOUR, _FOUR),
)

# A hue for each crowded half helps the eye; the dots alone say the number. All are at least 5 : 1
# on the ivory face.
_HUES: Mapping[int, str] = {
    7: "#7a2e6b",
    8: "#0f5f66",
    9: "#1f4e94",
    10: "#96330f",
    11: "#4d5a0f",
    12: "#8c1d2f",
}


class Place(NamedTuple):
    """Where a tile is drawn, by its upper left corner, and whether it lies."""

    x: float
    y: float
    lying: bool

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the tile."""
        return (2 * SIDE, SIDE) if self.lying else (SIDE, 2 * SIDE)


class Look(NamedTuple):
    """How a tile is drawn."""

    matador: bool = False
    mark: Mark | None = None
    numerals: bool = False

    def draw(self, value: int) -> str:
        """The half's dots or numeral."""
        return _numeral(value) if self.numerals else _half(value)

    def turns(self, value: int) -> bool:
        """Whether the half turns with a lying tile: dots do, numerals stay readable."""
        return not self.numerals and value <= PIPPED


def sprite() -> str:
    """Every half as a symbol: `h0`…`h18` as sold, `n0`…`n18` as numerals; viewed 20 by 20."""
    symbols = [
        f'<symbol id="{kind}{value}" viewBox="0 0 {SIDE} {SIDE}">{draw(value)}</symbol>'
        for kind, draw in (("h", _half), ("n", _numeral))
        for value in range(HIGHEST + 1)
    ]
    return f'<svg width="0" height="0" hidden aria-hidden="true">{"".join(symbols)}</svg>'


def tile_svg(
    tile: Halves,
    *,
    lying: bool = False,
    matador: bool = False,
    mark: Mark | None = None,
    numerals: bool = False,
    label: str = "",
) -> str:
    """One tile as a picture of its own, named `label` or else by its halves ("2-5")."""
    return tiles_svg(
        [tile],
        marks={tile: mark} if mark else {},
        matadors=[tile] if matador else [],
        columns=1,
        lying=lying,
        numerals=numerals,
        label=label or name(tile),
    )


def tiles_svg(
    tiles: Iterable[Halves],
    *,
    marks: Mapping[Halves, Mark] | None = None,
    matadors: Collection[Halves] = (),
    columns: int = 7,
    lying: bool = False,
    numerals: bool = False,
    label: str,
) -> str:
    """Tiles in rows of `columns`, as one picture called `label` whose description lists them."""
    shown = list(tiles)
    columns = max(1, min(columns, len(shown)))
    wide, high = (2 * SIDE, SIDE) if lying else (SIDE, 2 * SIDE)
    parts = [
        tile_part(
            tile,
            Place(_EDGE + i % columns * (wide + _GAP), _EDGE + i // columns * (high + _GAP), lying),
            Look(tile in matadors, (marks or {}).get(tile), numerals),
        )
        for i, tile in enumerate(shown)
    ]
    width = 2 * _EDGE + columns * (wide + _GAP) - _GAP
    height = 2 * _EDGE + ceil(len(shown) / columns) * (high + _GAP) - _GAP if shown else 2 * _EDGE
    listed = escape(", ".join(map(name, shown)))
    title = escape(label)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{2 * width}" height="{2 * height}" role="img" aria-label="{title}">'
        f"<title>{title}</title><desc>{listed}</desc>"
        f'<g {LETTERING} font-size="12">{"".join(parts)}</g></svg>'
    )


def name(tile: Halves) -> str:
    """A tile as people write it: `2-5`."""
    return f"{tile[0]}-{tile[1]}"


def tile_part(tile: Halves, place: Place, look: Look) -> str:
    """A tile at its place: ring, body, bar, two halves, pin, sign."""
    wide, high = place.size
    second = (SIDE, 0) if place.lying else (0, SIDE)
    turn = f' transform="rotate(90 {SIDE // 2} {SIDE // 2})"' if place.lying else ""
    halves = "".join(
        f'<g transform="translate({dx} {dy})"><g{turn if look.turns(value) else ""}>'
        f"{look.draw(value)}</g></g>"
        for value, (dx, dy) in zip(tile, ((0, 0), second), strict=True)
    )
    bar = f"M{SIDE} 3.5V16.5" if place.lying else f"M3.5 {SIDE}H16.5"
    body = (
        f'<rect x=".5" y=".5" width="{wide - 1}" height="{high - 1}" rx="3" fill="{_FACE}" '
        f'stroke="{_RIM}"/><path d="{bar}" stroke="{_RIM}" stroke-width=".8"/>'
    )
    pin = _diamond(wide / 2, high / 2) if look.matador else _pin(wide / 2, high / 2)
    faded = ' opacity=".35"' if look.mark == "dim" else ""
    return (
        f'<g transform="translate({place.x:g} {place.y:g})"{faded}>{_ring(look.mark, wide, high)}'
        f"{body}{_inlay(wide, high) if look.matador else ''}{halves}{pin}"
        f"{_sign(look.mark, wide)}</g>"
    )


def back_part(place: Place) -> str:
    """A tile lying face down at its place."""
    wide, high = place.size
    return (
        f'<g transform="translate({place.x:g} {place.y:g})"><rect x=".5" y=".5" '
        f'width="{wide - 1}" height="{high - 1}" rx="3" fill="{_BACK}" stroke="{_BACK_RIM}"/>'
        f'<rect x="3.5" y="3.5" width="{wide - 7}" height="{high - 7}" rx="1.5" fill="none" '
        f'stroke="{_BACK_RIM}" stroke-width=".8"/></g>'
    )


def _half(value: int) -> str:
    """The dots of a half, or its numeral where there would be too many."""
    if value > PIPPED:
        return _numeral(value)
    # A dot is a line of no length with round caps: a third of the size of circles.
    dots = "".join(
        f"M{x:g} {y:g}h0" for x, column in zip(_THREE, _COLUMNS[value], strict=True) for y in column
    )
    size = 3.1 if value > 9 else 3.8
    ink = _HUES.get(value, _INK)
    return f'<path d="{dots}" stroke="{ink}" stroke-width="{size}" stroke-linecap="round"/>'


def _numeral(value: int) -> str:
    """Its lettering comes from around it: `LETTERING` in a picture, the board's own style."""
    return f'<text x="10" y="14.4">{value}</text>'


def _pin(x: float, y: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="1.3" fill="{_BRASS}"/>'


def _diamond(x: float, y: float) -> str:
    return (
        f'<path d="M{x:g} {y - 3:g}l3 3-3 3-3-3z" fill="{_BRASS}" stroke="{_INK}" '
        f'stroke-width=".5"/>'
    )


def _inlay(wide: int, high: int) -> str:
    return (
        f'<rect x="2" y="2" width="{wide - 4}" height="{high - 4}" rx="2" fill="none" '
        f'stroke="{_BRASS}" stroke-width=".8"/>'
    )


def _ring(mark: Mark | None, wide: int, high: int) -> str:
    if mark is None or mark not in _RING:
        return ""
    return (
        f'<rect x="-1.5" y="-1.5" width="{wide + 3}" height="{high + 3}" rx="4.5" '
        f'fill="{_RING[mark]}"/>'
    )


def _sign(mark: Mark | None, wide: int) -> str:
    """Right and wrong by shape, for whoever does not see the colour."""
    if mark is None or mark not in _SIGN:
        return ""
    return (
        f'<g transform="translate({wide - 1} 1)"><circle r="4.2" fill="{_RING[mark]}"/>'
        f'<text y="2.4" fill="#fff" font-size="6.5">{_SIGN[mark]}</text></g>'
    )
