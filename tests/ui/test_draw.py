"""What a half looks like, and that a picture of tiles says what it shows."""

import re
from xml.etree import ElementTree

import pytest

from matador.game.tiles import tile_set
from matador.ui import draw

SVG = "{http://www.w3.org/2000/svg}"


def dots(value: int) -> set[tuple[float, float]]:
    """The centres of the dots of a half, 20 by 20."""
    picture = draw.tile_svg((value, 0))
    path = next(
        p for p in ElementTree.fromstring(picture).iter(f"{SVG}path") if "h0" in p.get("d", "M")
    )
    return {(float(x), float(y)) for x, y in re.findall(r"M([\d.]+) ([\d.]+)h0", path.get("d", ""))}


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("value", range(1, draw.PIPPED + 1))
def test_a_half_has_as_many_dots_as_it_is_worth(value: int) -> None:
    assert len(dots(value)) == value


@pytest.mark.parametrize("value", range(1, draw.PIPPED + 1))
def test_a_half_looks_the_same_upside_down(value: int) -> None:
    assert {(round(20 - x, 3), round(20 - y, 3)) for x, y in dots(value)} == dots(value)


@pytest.mark.parametrize("value", range(1, draw.PIPPED + 1))
def test_dots_neither_touch_nor_leave_the_half(value: int) -> None:
    size = 3.8 if value <= 9 else 3.1
    spots = sorted(dots(value))
    for i, (x, y) in enumerate(spots):
        assert min(x, y) > size / 2
        assert max(x, y) < draw.SIDE - size / 2
        assert all((x - a) ** 2 + (y - b) ** 2 > size**2 for a, b in spots[:i])


@pytest.mark.parametrize("hue", [draw._INK, *draw._HUES.values()])
def test_dots_stand_out_from_the_face(hue: str) -> None:
    assert contrast(hue, draw._FACE) > 5


def test_the_sprite_has_every_half_both_ways() -> None:
    names = re.findall(r'<symbol id="(\w+)"', draw.sprite())
    assert sorted(names) == sorted(f"{kind}{n}" for kind in "hn" for n in range(19))


@pytest.mark.parametrize("value", range(draw.PIPPED + 1, draw.HIGHEST + 1))
def test_beyond_twelve_a_half_is_a_numeral(value: int) -> None:
    assert f">{value}</text>" in draw.tile_svg((0, value))


def test_a_picture_is_named_and_lists_its_tiles() -> None:
    picture = ElementTree.fromstring(draw.tiles_svg([(2, 5), (0, 0)], label="Two matadors"))
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == picture.findtext(f"{SVG}title") == "Two matadors"
    assert picture.findtext(f"{SVG}desc") == "2-5, 0-0"


def test_a_tile_is_named_by_its_halves_unless_called_otherwise() -> None:
    assert 'aria-label="2-5"' in draw.tile_svg((2, 5))
    assert 'aria-label="The lead"' in draw.tile_svg((2, 5), label="The lead")


def test_a_label_is_text_and_never_markup() -> None:
    picture = draw.tiles_svg([(1, 2)], label='"><script>alert(1)</script>')
    assert "<script" not in picture
    assert ElementTree.fromstring(picture).get("aria-label") == '"><script>alert(1)</script>'


@pytest.mark.parametrize("lying", [False, True])
def test_tiles_stand_in_rows_that_fit_the_picture(lying: bool) -> None:
    tiles = tile_set(6).tiles
    picture = ElementTree.fromstring(draw.tiles_svg(tiles, columns=7, lying=lying, label="All"))
    _, _, width, height = map(float, picture.get("viewBox", "").split())
    group = picture.find(f"{SVG}g")
    assert group is not None
    spots = [tuple(map(float, re.findall(r"[\d.]+", g.get("transform", "")))) for g in group]
    assert len(set(spots)) == 28
    assert len({y for _, y in spots}) == 4
    wide, high = (40, 20) if lying else (20, 40)
    assert max(x for x, _ in spots) + wide < width
    assert max(y for _, y in spots) + high < height


def test_no_tiles_are_still_a_picture() -> None:
    assert ElementTree.fromstring(draw.tiles_svg([], label="None")).get("aria-label") == "None"


def test_marks_differ_by_more_than_colour() -> None:
    marked = {mark: draw.tile_svg((1, 2), mark=mark) for mark in ("good", "bad", "lit", "dim")}
    assert "✓" in marked["good"]
    assert "✗" in marked["bad"]
    assert "opacity" in marked["dim"]
    assert len({*marked.values(), draw.tile_svg((1, 2))}) == 5


def test_a_matador_is_marked_by_a_shape() -> None:
    plain, wild = draw.tile_svg((2, 5)), draw.tile_svg((2, 5), matador=True)
    assert wild.count("<rect") == plain.count("<rect") + 1
    assert "l3 3-3 3-3-3z" in wild
    assert "l3 3-3 3-3-3z" not in plain


def test_numerals_stay_upright_on_a_lying_tile() -> None:
    assert "rotate" in draw.tile_svg((2, 5), lying=True)
    assert "rotate" not in draw.tile_svg((2, 5), lying=True, numerals=True)
    assert "rotate" not in draw.tile_svg((13, 14), lying=True)
