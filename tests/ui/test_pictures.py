"""The picture of a table shows every tile once, apart from the others, as it lies."""

import io
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import pytest
import resvg_py
from PIL import Image

from matador.game.line import ACROSS, FORKS, SPINNER, End, Line, Placed
from matador.game.notation import read_position
from matador.game.position import Position
from matador.game.tiles import tile_set
from matador.teach import messages
from matador.ui import pictures
from matador.ui.lines import Laid, Plan, lay
from matador.ui.pictures import SHARPNESS, table_png, table_svg
from tests.browser import play

SVG = "{http://www.w3.org/2000/svg}"
SPUN = "6.1166s12_61_.2533-~4.~14.B.0-0.pagat~doubles-spinner"
HANDS = play.PRESETS + play.VARIATIONS


def end(arm: str) -> End:
    return End(arm, (0,), (), True)


def made_up(highest: int, seed: int) -> tuple[Line, list[End]]:
    """All tiles of a set in one line: bent, across, with a spinner, forking, as chance has it."""
    chance = Random(seed)
    tiles = list(tile_set(highest).tiles)
    chance.shuffle(tiles)
    across = chance.choice((0, 0.1, 0.5))

    def chain(length: int, *, forks: bool = False) -> tuple[Placed, ...]:
        cut = [tiles.pop() for _ in range(min(length, len(tiles)))]
        marks = [ACROSS if chance.random() < across else "" for _ in cut]
        marks[-1:] = [ACROSS] if forks and cut else marks[-1:]
        return tuple(Placed(*one, mark) for one, mark in zip(cut, marks, strict=True))

    spun, forked = chance.random() < 0.5, chance.random() < 0.5
    row = chain(chance.randint(4, len(tiles) if not (spun or forked) else 20), forks=forked)
    arms: dict[str, tuple[Placed, ...]] = {}
    if spun:
        at = len(row) // 2
        row = (*row[:at], row[at]._replace(mark=SPINNER), *row[at + 1 :])
        arms = {"U": chain(chance.randint(1, 9)), "D": chain(chance.randint(0, 9))}
    tips = {"L": False, "R": forked, **dict.fromkeys(arms, False)}
    while tips["R"] and tiles:
        base = chance.choice([name for name, forks in tips.items() if forks])
        tips[base] = False
        for letter in FORKS:
            on = bool(tiles) and chance.random() < 0.5
            arms[base + letter] = chain(chance.randint(1, 12), forks=on)
            tips[base + letter] = on and bool(arms[base + letter])
        tips["R"] = any(forks for forks in tips.values())
    open_ends = [end(name) for name, forks in tips.items() if not forks and name + "v" not in tips]
    laid = {name: some for name, some in arms.items() if some}
    return Line(row, tuple(sorted(laid.items()))), open_ends


def apart(one: Laid, other: Laid, reach: float = -1e-6) -> bool:
    (w, h), (width, height) = one.size, other.size
    between = one.at - other.at
    return (
        abs(between.real) >= (w + width) / 2 + reach
        or abs(between.imag) >= (h + height) / 2 + reach
    )


def well_laid(plan: Plan, line: Line, ends: list[End]) -> None:
    """Assert that all lies there once, apart, and inside the box."""
    shown = [one for one in plan.laid if not one.piece.tie]
    assert Counter(one.piece.tile for one in shown if one.piece.tile) == Counter(
        placed.tile for placed in line.placed
    )
    assert Counter(one.piece.end for one in shown if one.piece.end) == Counter(ends)
    for i, one in enumerate(shown):
        wide, high = one.size
        assert wide / 2 - 1e-6 <= one.at.real <= plan.width - wide / 2 + 1e-6
        assert high / 2 - 1e-6 <= one.at.imag <= plan.height - high / 2 + 1e-6
        assert all(apart(one, other) for other in shown[:i])


def halves(one: Laid) -> Iterator[tuple[int, complex]]:
    """The two halves of a tile and where their centres are."""
    step = 0.5 if one.lying else 0.5j
    yield from zip(one.seen, (one.at - step, one.at + step), strict=True)


def tiles_in(svg: str) -> list[str]:
    return [g.get("data-tile", "") for g in ElementTree.fromstring(svg).iter(f"{SVG}g")]


@pytest.mark.parametrize("highest", [6, 9])
def test_any_line_is_laid_without_overlap(highest: int) -> None:
    for seed in range(50):
        line, ends = made_up(highest, seed)
        well_laid(lay(line, ends), line, ends)


def test_every_line_of_every_rule_set_is_laid_without_a_jump() -> None:
    for hand in HANDS:
        for position in hand.line.positions[1:]:
            plan = lay(position.line, position.ends)
            well_laid(plan, position.line, list(position.ends))
            assert not [one for one in plan.laid if one.piece.tie], hand.name


@pytest.mark.parametrize("highest", [6, 9])
def test_halves_that_meet_in_the_line_meet_in_the_picture(highest: int) -> None:
    row = tuple(Placed(*one) for one in tile_set(highest).tiles)
    laid = [one for one in lay(Line(row), [end("L"), end("R")]).laid if one.piece.tile]
    assert len({one.lying for one in laid}) == 2, "a line this long bends"
    for (inner, outer), (placed, following) in zip(pairwise(laid), pairwise(row), strict=True):
        near = [at for half, at in halves(inner) if half == placed.second]
        far = [at for half, at in halves(outer) if half == following.first]
        assert min(abs(a - b) for a in near for b in far) == pytest.approx(1)


def test_a_branch_starts_at_the_half_it_goes_on_from() -> None:
    row = (Placed(3, 4), Placed(1, 6, ACROSS))
    line = Line(row, (("Rv", (Placed(6, 2),)), ("Rw", (Placed(1, 5),))))
    laid = {str(one.piece.tile): one for one in lay(line, []).laid}
    fork = dict(halves(laid["16"]))
    for tile, half, inner in (("26", 1, 6), ("15", 6, 1)):
        assert abs(fork[half] - dict(halves(laid[tile]))[inner]) == pytest.approx(1)


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.name)
def test_a_picture_has_every_known_tile_once_and_the_words(hand: play.Hand) -> None:
    for position in (hand.line.positions[0], hand.line.position):
        svg = table_svg(position)
        known = [p.tile for p in position.line.placed] + list(position.in_hands)
        assert sorted(filter(None, tiles_in(svg))) == sorted(map(str, known))
        described = ElementTree.fromstring(svg).findtext(f"{SVG}desc")
        assert described == "\n".join(messages.describe(position))


def test_hidden_tiles_lie_face_down_and_the_stock_is_counted() -> None:
    position = read_position(SPUN)
    shown, bare = table_svg(position), table_svg(read_position(SPUN.replace("~4", "~1")))
    assert shown.count("#43617f") - bare.count("#43617f") == 3
    assert ">14 in the stock<" in shown
    assert ">Player B, to play<" in shown


def test_the_pictures_by_day_and_by_night_differ_in_colours_only() -> None:
    position = read_position(SPUN)
    light, dark = table_svg(position), table_svg(position, dark=True)
    assert light != dark
    for one, other in zip(pictures._DAY, pictures._NIGHT, strict=True):
        light = light.replace(one, "colour")
        dark = dark.replace(other, "colour")
    assert light == dark


def test_numerals_take_the_place_of_dots() -> None:
    assert "h0" in table_svg(read_position(SPUN))
    assert "h0" not in table_svg(read_position(SPUN), numerals=True)


def test_names_are_text_and_never_markup() -> None:
    svg = table_svg(read_position(SPUN), seats=["<b>Ann</b>", "Bob & Co"])
    texts = ["".join(text.itertext()) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    assert "<b>Ann</b>" in texts
    assert "Bob & Co, to play" in texts


def test_a_png_has_its_size_and_says_something(monkeypatch: pytest.MonkeyPatch) -> None:
    # As on a machine without any font: the words are there all the same.
    fontless = partial(resvg_py.svg_to_bytes, skip_system_fonts=True)
    monkeypatch.setattr(resvg_py, "svg_to_bytes", fontless)
    position: Position = read_position(SPUN)
    svg = table_svg(position)
    root = ElementTree.fromstring(svg)
    image = Image.open(io.BytesIO(table_png(svg))).convert("RGB")
    size = int(root.get("width", "0")), int(root.get("height", "0"))
    assert image.size == (size[0] * SHARPNESS, size[1] * SHARPNESS)
    caption = image.crop((0, 0, image.width, 30 * SHARPNESS))
    assert len(caption.getcolors(1 << 20) or []) > 10
    assert len(image.getcolors(1 << 20) or []) > 100
