"""Positions in which the board is looked at and tested, none of them from the rules' engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from matador.ui.board import BoardData, Hand, HandTile, Place, Placed

DIGITS = "0123456789abcdefghi"
MATADORS = {(0, 0), (1, 6), (2, 5), (3, 4)}


def tile_id(halves: Iterable[int]) -> str:
    return "".join(DIGITS[half] for half in sorted(halves))


def held(a: int, b: int) -> HandTile:
    wild = (a, b) in MATADORS
    name = f"{a}-{b}, matador" if wild else f"{a}-{b}"
    return {"id": tile_id((a, b)), "halves": [a, b], "name": name, "matador": wild}


def placed(a: int, b: int, *, across: bool = False, last: bool = False) -> Placed:
    wild = (min(a, b), max(a, b)) in MATADORS
    return {
        "halves": [a, b],
        "across": across,
        "name": f"{a}-{b}",
        "last": last,
        "matador": wild,
    }


def hand(seat: str, *tiles: tuple[int, int], active: bool = True, hidden: int = 0) -> Hand:
    count = len(tiles) + hidden
    return {
        "seat": seat,
        "name": {"A": "You", "B": "Robin", "C": "Kim", "D": "Alex"}[seat],
        "turn": active,
        "active": active,
        "tiles": [held(*one) for one in tiles],
        "hidden": hidden,
        "note": f"{count} tiles",
    }


def end(name: str, shows: int) -> dict[str, object]:
    side = {"L": "Left end", "R": "Right end", "U": "Upper end", "D": "Lower end"}.get(name, name)
    return {"id": name, "shows": str(shows), "name": f"{side}, shows {shows}", "closed": not shows}


def place(name: str, inner: int, outer: int, *, across: bool = False) -> Place:
    side = {"L": "Left end", "R": "Right end", "U": "Upper end", "D": "Lower end"}.get(name, name)
    lying = ", crosswise" if across else ""
    return {
        "action": f"{name}{DIGITS[inner]}{DIGITS[outer]}{'+' if across else ''}",
        "end": name,
        "leaves": str(outer),
        "name": f"{side}, {inner} inwards{lying}, leaves {outer}",
        "across": across,
    }


def chain(count: int, across: Iterable[int] = (), start: int = 6) -> list[Placed]:
    """A line that obeys the sevens as far as the looks go: tiles of all 28, over and over."""
    every = [(a, b) for a in range(7) for b in range(a, 7)]
    tiles: list[Placed] = []
    inner = start
    for i in range(count):
        a, b = every[(i * 5 + 3) % len(every)]
        a, b = (b, a) if b == inner else (a, b)
        tiles.append(placed(a, b, across=i in across))
        inner = 7 - b
    return tiles


def base(**parts: object) -> BoardData:
    data: dict[str, object] = {
        "rev": 0,
        "ack": 0,
        "line": {"row": [], "spinner": None, "arms": {}},
        "ends": [],
        "hands": [],
        "places": {},
        "stock": {"count": 14, "name": "14 tiles in the stock"},
        "message": {"text": "Your turn.", "tone": "info"},
        "text": "The line is empty.\nIt is your turn.",
        "buttons": [
            {"action": "d", "label": "Draw a tile", "legal": True, "why": ""},
            {"action": "p", "label": "Pass", "legal": False, "why": "Draw before you pass."},
        ],
    }
    return {**data, **parts}  # type: ignore[return-value,typeddict-item]


SEVEN = [(0, 3), (1, 1), (1, 4), (2, 5), (2, 6), (3, 3), (5, 6)]
OTHER = hand("B", active=False, hidden=7)


def plays(ends: str) -> dict[str, list[Place]]:
    """Every placement of SEVEN in the demo: 2-5 both ways round on all ends, some on one."""
    return {
        "14": [place(ends[0], 1, 4)],
        "26": [place(ends[-1], 2, 6)],
        "25": [place(one, a, 7 - a) for one in ends for a in (2, 5)],
    }


REFUSALS = {
    "33": {"*": "3-3 fits nowhere: a 3 needs a 4.", "R": "3 + 5 makes 8, not 7."},
    "14": {"R": "1 + 5 makes 6 and 4 + 5 makes 9, not 7."},
}


def empty() -> BoardData:
    leads = {
        tile_id(one): [
            {
                "action": f"S{tile_id(one)}",
                "end": "S",
                "leaves": f"{one[0]} · {one[1]}",
                "name": f"Lead {one[0]}-{one[1]}",
                "across": False,
            }
        ]
        for one in SEVEN
    }
    return base(places=leads, hands=[OTHER, hand("A", *SEVEN)])


def line_of(count: int, ends: str = "LR", across: Iterable[int] = ()) -> BoardData:
    row = chain(count, across)
    row[-1]["last"] = True
    return base(
        line={"row": row, "spinner": None, "arms": {}},
        ends=[end("L", 0 if count > 12 else 6), end("R", 5)],
        places=plays(ends),
        refusals=REFUSALS,
        hands=[OTHER, hand("A", *SEVEN)],
        message={"text": "Robin played 4-6 on the right end.", "tone": "info"},
    )


def across() -> BoardData:
    data = line_of(12, across=(4, 9))
    data["places"]["25"] += [place("R", 2, 5, across=True), place("R", 5, 2, across=True)]
    return data


def spinner() -> BoardData:
    arms = {"U": chain(2), "D": chain(6)}
    return base(
        line={"row": chain(9), "spinner": 4, "arms": arms},
        ends=[end("L", 6), end("R", 5), end("U", 2), end("D", 0)],
        places=plays("LRUD"),
        hands=[OTHER, hand("A", *SEVEN)],
    )


def fork() -> BoardData:
    row = chain(8)
    row[-1]["across"] = True
    return base(
        line={"row": row, "spinner": None, "arms": {"Rv": chain(2), "Rw": chain(1)}},
        ends=[end("L", 6), end("Rv", 5), end("Rw", 2)],
        places=plays("LR"),
        hands=[OTHER, hand("A", *SEVEN)],
    )


def twelve() -> BoardData:
    row = [placed(a, b) for a, b in [(7, 8), (9, 10), (11, 12), (12, 12), (1, 9), (4, 7), (6, 10)]]
    tiles = [(0, 12), (3, 7), (6, 8), (9, 9), (5, 10), (11, 11), (2, 12), (10, 12)]
    return base(
        line={"row": row, "spinner": None, "arms": {}},
        ends=[end("L", 7), end("R", 10)],
        places={"37": [place("R", 3, 7)]},
        hands=[hand("A", *tiles)],
    )


def eighteen() -> BoardData:
    row = [placed(13, 18), placed(1, 14), placed(5, 17)]
    return base(
        line={"row": row, "spinner": None, "arms": {}},
        ends=[end("L", 13), end("R", 17)],
        hands=[hand("A", (2, 15), (16, 17), (18, 18))],
    )


def numerals() -> BoardData:
    return {**line_of(5), "numerals": True}


def four() -> BoardData:
    data = line_of(6)
    data["hands"] = [
        hand("B", (0, 0), (1, 2), (3, 6), (4, 4), (5, 5), active=False),
        hand("C", active=False, hidden=4),
        hand("D", (0, 1), (2, 2), active=False, hidden=1),
        hand("A", *SEVEN[:5]),
    ]
    return data


def setup() -> BoardData:
    used = {"06", "14", "35", "11", "25"}
    rack = [held(a, b) for a in range(7) for b in range(a, 7) if tile_id((a, b)) not in used]
    return base(
        line={"row": [placed(6, 0), placed(3, 5)], "spinner": None, "arms": {}},
        ends=[end("L", 6), end("R", 5)],
        hands=[hand("A", (1, 4), (1, 1)), hand("B", active=False, hidden=3)],
        stock={"count": 1, "name": "1 tile", "tiles": [held(2, 5)]},
        buttons=[],
        message={"text": "Pick a tile, then its place.", "tone": "info"},
        setup={
            "rack": rack,
            "places": [
                {"id": "hand-A", "name": "Hand of You"},
                {"id": "hand-B", "name": "Hand of Robin"},
                {"id": "stock", "name": "Stock"},
                {"id": "L", "name": "Left end"},
                {"id": "R", "name": "Right end"},
                {"id": "box", "name": "Back to the box"},
            ],
            "flaws": {"35": "0 and 3 do not make 7."},
        },
    )


def reach() -> BoardData:
    """Looked at from a place whose hand is not to move: the other one is within reach."""
    data = line_of(3)
    mine = {**hand("B", (0, 1), (2, 2), active=False), "size": "large"}
    data["hands"] = [{**hand("A", *SEVEN), "size": "medium"}, mine]  # type: ignore[list-item]
    return data


def unknown() -> BoardData:
    """A hand to move that nobody knows."""
    data = line_of(3)
    rest = [held(a, b) for a in range(7) for b in range(a, 7)]
    data["hands"] = [OTHER, {**hand("A", hidden=7), "possible": rest}]  # type: ignore[typeddict-item]
    return data


def pointed() -> BoardData:
    """Set-up that points at a tile far down."""
    data = setup()
    data["setup"]["focus"] = "56"  # type: ignore[index]
    return data


CASES: dict[str, Callable[[], BoardData]] = {
    "empty": empty,
    "short": lambda: line_of(3),
    "twelve-long": lambda: line_of(12),
    "across": across,
    "long": lambda: line_of(28),
    "longest": lambda: line_of(55),
    "spinner": spinner,
    "fork": fork,
    "double-twelve": twelve,
    "double-eighteen": eighteen,
    "numerals": numerals,
    "four": four,
    "setup": setup,
    "pointed": pointed,
    "flipped": lambda: {**line_of(3), "flipped": True},
    "reach": reach,
    "unknown": unknown,
}
