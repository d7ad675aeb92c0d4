"""Numbers of every kernel, for comparison: `python -m tests.analysis.core_numbers` prints them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from matador.analysis import layout as at
from matador.analysis.kernels import below, deal, forward, perft, stream
from matador.analysis.native import COMPILED, zeros
from matador.analysis.playouts import (
    SUMS,
    WORKSPACE,
    fits_lane,
    play_hands,
    random_hands,
    set_policies,
)
from matador.analysis.tables import load, supported, tables
from matador.game.notation import read_position
from matador.game.rules import presets, read_rules
from matador.teach.content import install

TABLE = Path(__file__).parents[1] / "conformance" / "perft.json"
DEPTH = 10
"""Rows for `perft`: more than the table is deep."""

WEIGHTS = (
    (1, 0, 0, 0, 0),
    (0, -1, 0, 0, 0),
    (0, 0, 1, 0, 0),
    (0, 0, 0, -1, 0),
    (0, 0, 0, 0, 1),
    (10, -20, 7, -3, 5),
)
"""Each weight of a policy by itself, and all together."""
VARIED = (
    "pagat~crosswise-choice~cross_open-both",
    "pagat~doubles-spinner~spinner_arms-after-both-ends",
    "pagat~doubles-spinner~set-9",
    "le-mata",
    "britannica",
)


def counted(position_code: str, depth: int) -> int:
    """The core's count for a row of the table. Raises UnsupportedError for sets it cannot hold."""
    position = read_position(position_code)
    found = tables(position.rules, position.players)
    w = found.workspace(DEPTH * (at.ROW + 512))
    load(found, position, w)
    return int(perft(w, at.ROWS, at.ROWS + DEPTH * at.ROW, depth))


def drawn_numbers() -> dict[str, list[int]]:
    """The first random numbers of a few seeds."""
    states = [stream(seed, number) for seed in (0, 1, 2**62 - 1) for number in (0, 1, 10**9)]
    return {
        "states": [int(state) for state in states],
        "after": [int(forward(state)) for state in states],
        "below 7": [int(below(state, 7)) for state in states],
        "below 2**31": [int(below(state, 1 << 31)) for state in states],
    }


def dealt(text: str, players: int, number: int) -> list[int]:
    """The hands, as masks, and the stock of one hand of seed 1."""
    found = tables(read_rules(text), players)
    w = found.workspace(at.ROW)
    deal(w, at.ROWS, stream(1, number), -1)
    hands = [int(w[at.ROWS + at.HANDS + seat]) for seat in range(players)]
    return hands + [int(w[at.STOCK + place]) for place in range(w[at.STOCK_SIZE])]


def sums(
    text: str, players: int, hands: int, *weights: tuple[int, ...] | None, lane: bool = False
) -> list[int]:
    """What `play_hands`, or `random_hands` for the lane, adds up to."""
    w, total = tables(read_rules(text), players).workspace(WORKSPACE), zeros(SUMS)
    if lane:
        random_hands(w, 3, 0, hands, total)
    else:
        set_policies(w, weights or (None,) * players)
        play_hands(w, 3, 0, hands, -1, total)
    return [int(number) for number in total]


def all_numbers() -> dict[str, Any]:
    """Every kernel's numbers, by what they are of."""
    small = [text for text in presets() if supported(read_rules(text))]
    rows = json.loads(TABLE.read_text("utf-8"))[::40]
    return {
        "random": drawn_numbers(),
        "dealt": [dealt("pagat", 3, number) for number in range(3)],
        "played": {text: sums(text, 2 + n % 3, 12) for n, text in enumerate(small)},
        "policies": {
            f"{text} {one}": sums(text, 2, 6, one, None) for text in VARIED for one in WEIGHTS
        },
        "lane": {
            text: sums(text, 2, 40, lane=True)
            for text in small
            if fits_lane(tables(read_rules(text), 2).workspace(0))
        },
        "counts": [
            counted(row["position"], row["depth"])
            for row in rows
            if supported(read_rules(row["position"].rpartition(".")[2]))
        ],
    }


def main() -> None:
    """Print the numbers, and whether they were compiled."""
    install()
    print(json.dumps({"compiled": COMPILED, **all_numbers()}))


if __name__ == "__main__":
    main()
