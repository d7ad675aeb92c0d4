"""What the README takes from `content/`: python -m tests.readme puts it in.

The list of rules comes from the presets; three sentences and a chart come from the studies.
"""

import re
from pathlib import Path
from textwrap import fill

from matador.analysis.studies.record import Number
from matador.game.rules import FIELDS
from matador.game.tiles import tile_set
from matador.teach.content import load_presets, load_rule_words
from matador.teach.studies import load_studies

README = Path(__file__).parents[1] / "README.md"
CHART = Path("content/pictures/tiles.svg")
_COLUMNS = ("set", "deal", "lead", "draw", "crosswise", "blocked_pay", "target")


def rules_block() -> str:
    """The rule sets with their main choices, then every choice there is."""
    words = load_rule_words()

    def short(field: str, value: str) -> str:
        return words[field].values[value].short

    head = ["Rule set", *(words[field].label for field in _COLUMNS)]
    rows = [
        [f"{preset.title} (`{name}`)", *(short(f, preset.fields[f].value) for f in _COLUMNS)]
        for name, preset in load_presets().items()
    ]
    table = [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]
    choices = [
        f"- **{words[field].label}** (`{field}`): "
        + "; ".join(f"{short(field, str(value))} (`{value}`)" for value in FIELDS[field])
        for field in FIELDS
    ]
    return "\n".join([*table, "", "Any of them with any of these changed:", "", *choices]) + "\n"


def with_content(readme: str) -> str:
    """The README with what it takes from `content/` written anew."""
    return _replaced("studies", studies_block(), _replaced("rules", rules_block(), readme))


def _replaced(name: str, text: str, readme: str) -> str:
    block = re.compile(rf"(<!-- {name}: .*? -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    return block.sub(lambda found: f"{found[1]}\n{text}\n{found[2]}", readme)


# --- studies ------------------------------------------------------------------------------------


def studies_block() -> str:
    """The chart, and what else the studies found."""
    text = (
        f"{_on_leading()} {_on_habits()} {_on_strength()} Behind each ± are two standard errors. "
        "Every number in `content/studies` has its rules and its seed with it, and `make studies` "
        "makes it anew."
    )
    return f"![{_chart_text()}]({CHART})\n\n{fill(text, 116)}\n"


def _on_leading() -> str:
    leads = load_studies().first_player.results.open_cards
    free, forced = leads["lot"], leads["highest-double"]
    return (
        "With open cards and perfect play, whoever leads any tile gets "
        f"{_pips(free.value)} and wins {free.won.mean:.1%} of {free.deals:,} deals; "
        f"whoever must lead the highest double gets {_pips(forced.value)} "
        f"and wins {forced.won.mean:.1%} of {forced.deals:,}."
    )


def _on_habits() -> str:
    proverbs = load_studies().tiles.results.proverbs
    hold, seven = (
        _pips(proverbs[name].over_opposite["balanced"])
        for name in ("hold-double-blank", "make-seven")
    )
    return (
        "Between two `balanced` players alike but for one habit, "
        f"who holds 0-0 back gets {hold} over who plays it at once, "
        f"and who leaves two ends that make seven gets {seven} over who avoids it."
    )


def _on_strength() -> str:
    best = load_studies().ladder.results.strongest
    return (
        f"The strongest computer player, `{best.player}`, gets {_pips(best.gain)} over one that "
        f"solves 80 possible deals for each choice (`{best.below}`), in {best.deals:,} deals "
        "played from both sides."
    )


def _pips(number: Number) -> str:
    """Pips a hand, with two standard errors."""
    return f"{_signed(number.mean)} ± {2 * number.error:.1f} pips a hand"


def _signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")


def _worths() -> list[tuple[str, Number]]:
    """Every tile by what it is worth to be dealt it, the best first."""
    worths = load_studies().tiles.results.open_cards["lot"]
    named = [(f"{tile[0]}-{tile[1]}", number) for tile, number in worths.items()]
    return sorted(named, key=lambda pair: -pair[1].mean)


def _chart_text() -> str:
    """The chart in words: the four matadors, the best other tile and the worst."""
    found = [f"{name} {_signed(number.mean)}" for name, number in _worths()]
    four, best, worst = ", ".join(found[:4]), found[4], found[-1]
    return (
        "What it is worth in pips a hand to be dealt a tile rather than not, with open cards: "
        f"{four}; of the others {best} at best and {worst} at worst"
    )


_TITLE = "Pips a hand for being dealt the tile, with two standard errors. Orange: matadors"
_STEP, _SCALE, _LEFT, _TOP = 30, 6, 44, 26
_INK = """
text { font: 12px system-ui, sans-serif; fill: #1f2924 }
.line { stroke: #1f2924; stroke-opacity: 0.25 }
.zero, .error { stroke: #1f2924 }
.matador { fill: #d9822b }
.other { fill: #4f9a78 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6ece8 }
  .line, .zero, .error { stroke: #e6ece8 }
}
"""


def chart() -> str:
    """The worth of every tile as columns with two standard errors, as SVG."""
    worths = _worths()
    highest, lowest = (10 * (int(worths[i][1].mean) // 10 + i + 1) for i in (0, -1))
    width = _LEFT + _STEP * len(worths) + 10
    height = _TOP + _SCALE * (highest - lowest) + 30
    grid = [_level(level, highest, width) for level in range(lowest, highest + 1, 10)]
    columns = [_column(i, name, number, highest, lowest) for i, (name, number) in enumerate(worths)]
    title = f'<text x="4" y="14">{_TITLE}</text>'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
            f"<title>{_chart_text()}</title>",
            f"<style>{_INK}</style>",
            title,
            *grid,
            *columns,
            "</svg>\n",
        ]
    )


def _level(level: int, highest: int, width: int) -> str:
    y = _TOP + _SCALE * (highest - level)
    kind, label = ("line", f"{level:+d}".replace("-", "−")) if level else ("zero", "0")
    return (
        f'<path class="{kind}" d="M{_LEFT} {y}H{width - 10}"/>'
        f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{label}</text>'
    )


def _column(place: int, name: str, number: Number, highest: int, lowest: int) -> str:
    wild = name in {f"{one.low}-{one.high}" for one in tile_set(6).matadors}
    x, zero = _LEFT + _STEP * place + 4, _TOP + _SCALE * highest
    top, deep = (_SCALE * side * max(0.0, side * number.mean) for side in (1, -1))
    y, error = zero - _SCALE * number.mean, 2 * _SCALE * number.error
    middle = x + (_STEP - 8) / 2
    return (
        f'<rect class="{"matador" if wild else "other"}" x="{x}" y="{zero - top:.1f}" '
        f'width="{_STEP - 8}" height="{top - deep:.1f}"/>'
        f'<path class="error" d="M{middle} {y - error:.1f}V{y + error:.1f}"/>'
        f'<text x="{middle}" y="{_TOP + _SCALE * (highest - lowest) + 20}" '
        f'text-anchor="middle">{name}</text>'
    )


if __name__ == "__main__":
    README.write_text(with_content(README.read_text("utf-8")), "utf-8")
    (README.parent / CHART).write_text(chart(), "utf-8")
