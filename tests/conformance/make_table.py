"""Writes perft.json anew, from the engine: `python -m tests.conformance.make_table`.

The table is data: whoever writes another Matador program can count along. A row is a position code
(the rule set is its last field), a depth, and the number of sequences of exactly that many legal
actions. Write it anew only when a rule was found to be wrong or a rule set was added, and look at
the difference.
"""

import json
from itertools import product
from pathlib import Path
from random import Random

from matador.commands.engine import perft
from matador.game.moves import advance, ending, legal_actions
from matador.game.notation import read_position, write_position
from matador.game.position import Position
from matador.game.rules import presets, read_rules, write_rules
from matador.teach.content import install
from tests.conformance.deals import deal

TABLE = Path(__file__).with_name("perft.json")
PLAYERS = (2, 3, 4, 2, 2)  # of the five deals under each rule set
MOST = 500  # the depth is the greatest that counts no more than this
DEEPEST = 7
TRIES = 80  # positions looked at for one that tells a variation from its neighbour

Row = dict[str, str | int]


def main() -> None:
    """Write the table."""
    install()
    rows = [row for text in rule_sets() for row in rows_under(text)]
    lines = ",\n".join(json.dumps(row) for row in rows)
    TABLE.write_text(f"[\n{lines}\n]\n", "utf-8")
    print(len(rows), "rows,", sum(row["count"] for row in rows), "sequences")


def rule_sets() -> list[str]:
    """Every preset, then every variation, each once and in its one spelling."""
    texts = [*presets(), *(f"pagat~{change}" for change in variations())]
    return list(dict.fromkeys(write_rules(read_rules(text)) for text in texts))


def variations() -> list[str]:
    """What is changed in the plainest preset: each value that affects play, where it matters."""
    across = ["choice", "always", "wild", "blank"]
    opens = ["either", "both", "blank-follows", "one-half"]
    draws = ["none", "one", "one-and-pass", "two", "until"]
    passings = ["unable", "stock-empty", "instead-of-drawing"]
    double = "lead_tile-highest-double"
    no_yes = ["no", "yes"]
    spinner = "doubles-spinner"
    return [
        *(f"set-{top}" for top in ("9", "12", "15", "18")),
        *(f"set-9~crosswise-{way}" for way in across),
        *(f"reserve-{size}" for size in ("0", "1", "2", "2-or-1")),
        *(f"{double}~no_double-{way}" for way in ("any", "heaviest", "redeal", "next", "draw")),
        *(f"extra_tile-{when}" for when in ("always", "after-double")),
        *(f"draw-{draw}~passing-{passing}" for draw, passing in product(draws, passings)),
        *(
            f"draw-{draw}~draw_playable-{playable}~draw_matador-{matador}"
            for draw, playable, matador in product(draws[1:], no_yes, no_yes)
        ),
        *(
            f"matador_duty-refusable~draw-{draw}~draw_matador-{matador}~passing-{passing}"
            for draw, matador, passing in product(["two", "until"], no_yes, passings)
        ),
        *(
            f"drawn_matador-stops~matador_duty-{duty}~draw_matador-yes~draw_playable-{playable}"
            for duty, playable in product(["forced", "refusable"], no_yes)
        ),
        *(f"draw-one~blocked-{when}" for when in ("all-pass", "all-knock", "nobody-can-move")),
        "matador_way-by-sum",
        "matador_place-blank-only",
        "double_blank-kills",
        *(f"crosswise-{way}~cross_open-{shown}" for way, shown in product(across, opens)),
        *(f"crosswise-{way}~cross_reading-match" for way in across),
        *(
            f"crosswise-{way}~cross_open-{shown}~{change}"
            for way, shown, change in product(
                ["choice", "wild"],
                opens,
                ["matador_place-blank-only", "double_blank-kills", "matador_way-by-sum"],
            )
        ),
        "doubles-across",
        *(f"{spinner}~spinner_arms-{when}" for when in ("at-once", "after-both-ends")),
        *(
            f"{spinner}~spinner_arms-{when}~crosswise-{way}~cross_open-{shown}"
            for when, way, shown in product(
                ["at-once", "after-both-ends"], ["choice", "always"], ["either", "both"]
            )
        ),
        f"{spinner}~double_blank-kills",
        f"{spinner}~set-9",
    ]


def rows_under(text: str) -> list[Row]:
    """Five deals under one rule set: a preset's at the lead and later, a variation's at either."""
    found = []
    for number, players in enumerate(PLAYERS):
        rng = Random(f"{text} {number}")
        if "~" in text:
            found.append(row(telling(rng, text, players, number)))
        else:
            start = read_position(deal(rng, text, players))
            found += [row(start), row(later(rng, start, 14))]
    return found


def telling(rng: Random, text: str, players: int, number: int) -> Position:
    """A position whose count changes when one of the variation's changes is taken back, if found.

    The changes take turns. The first two deals are looked at from the lead, if that tells anything.
    """
    base, *changes = text.split("~")
    kept = [change for change in changes if change != changes[number % len(changes)]]
    other = "~".join([base, *kept])
    for attempt in range(TRIES):
        position = read_position(deal(rng, text, players))
        if number >= 2 or attempt >= TRIES // 2:
            position = later(rng, position, 14 if attempt % 2 else 60)
        code = write_position(position)
        without = read_position(code.rpartition(".")[0] + "." + other)
        if not without.flaws and perft(position, 3) != perft(without, 3):
            break
    return position


def later(rng: Random, start: Position, most: int) -> Position:
    """A position some actions on, mostly one in which there is something to choose."""
    while True:
        position = start
        for _ in range(rng.randrange(3, most)):
            if ending(position):
                break
            position = advance(position, rng.choice(legal_actions(position)))
        if not ending(position) and (len(legal_actions(position)) > 1 or rng.random() < 0.3):
            return position


def row(position: Position) -> Row:
    """A position with the greatest depth that is quickly counted."""
    depth, count = 1, perft(position, 1)
    while depth < DEEPEST and 2 * count <= MOST:
        deeper = perft(position, depth + 1)
        if not 0 < deeper <= MOST:
            break
        depth, count = depth + 1, deeper
    return {"position": write_position(position), "depth": depth, "count": count}


if __name__ == "__main__":
    main()
