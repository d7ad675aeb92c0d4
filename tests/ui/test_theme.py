"""The colours of .streamlit/config.toml can be read by everybody, in both themes."""

import re
import tomllib
from pathlib import Path

import pytest

CONFIG = Path(__file__).parents[2] / ".streamlit" / "config.toml"
THEME = tomllib.loads(CONFIG.read_text("utf-8"))["theme"]
GROUNDS = ("backgroundColor", "secondaryBackgroundColor")
HUES = ("red", "orange", "yellow", "green", "blue", "violet", "gray")

TEXT = 4.5  # WCAG 2, 1.4.3, text of ordinary size
SHAPE = 3.0  # WCAG 2, 1.4.11, what one must see to understand a chart or a control
CAPTION = 0.6  # the share of the text colour that Streamlit leaves in captions

Colour = tuple[float, float, float]


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> dict[str, str]:
    return THEME[request.param]


def test_the_reader_keeps_the_choice_of_theme() -> None:
    assert not [name for name in THEME if name.endswith(("Color", "Colors"))]
    assert THEME["light"].keys() == THEME["dark"].keys()


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(
    "name", ["textColor", "linkColor", "codeTextColor", "dataframeHeaderTextColor"]
)
def test_text_can_be_read(theme: dict[str, str], name: str, ground: str) -> None:
    assert _contrast(_colour(theme[name]), _colour(theme[ground])) >= TEXT


@pytest.mark.parametrize("ground", GROUNDS)
def test_captions_can_be_read(theme: dict[str, str], ground: str) -> None:
    below = _colour(theme[ground])
    text = _mixed(_colour(theme["textColor"]), below, CAPTION)
    assert _contrast(text, below) >= TEXT


@pytest.mark.parametrize("hue", HUES)
def test_coloured_text_can_be_read(theme: dict[str, str], hue: str) -> None:
    text = _colour(theme[f"{hue}TextColor"])
    for ground in (f"{hue}BackgroundColor", *GROUNDS):
        assert _contrast(text, _colour(theme[ground])) >= TEXT, ground


def test_marks_of_a_chart_stand_out(theme: dict[str, str]) -> None:
    ground = _colour(theme["backgroundColor"])
    for colour in [theme["primaryColor"], *theme["chartCategoricalColors"]]:
        assert _contrast(_colour(colour), ground) >= SHAPE, colour


def _colour(text: str) -> Colour:
    assert re.fullmatch(r"#[0-9a-f]{6}", text), text
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _mixed(above: Colour, below: Colour, share: float) -> Colour:
    red, green, blue = (share * a + (1 - share) * b for a, b in zip(above, below, strict=True))
    return red, green, blue


def _contrast(one: Colour, other: Colour) -> float:
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2 defines it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
