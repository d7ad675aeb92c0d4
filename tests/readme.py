"""The part of the README that the presets write: python -m tests.readme puts it in."""

import re
from pathlib import Path

from matador.game.rules import FIELDS
from matador.teach.content import load_presets, load_rule_words

README = Path(__file__).parents[1] / "README.md"
_COLUMNS = ("set", "deal", "lead", "draw", "crosswise", "blocked_pay", "target")
_BLOCK = re.compile(r"(<!-- rules: .*? -->\n).*?(<!-- end of rules -->)", re.DOTALL)


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


def with_rules(readme: str) -> str:
    """The README with the block written anew."""
    return _BLOCK.sub(lambda found: f"{found[1]}\n{rules_block()}\n{found[2]}", readme)


if __name__ == "__main__":
    README.write_text(with_rules(README.read_text("utf-8")), "utf-8")
