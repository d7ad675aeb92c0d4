"""What may be done in a turn, what comes of it, and why anything else may not be done."""

import pytest

from matador.game.errors import IllegalError
from matador.game.moves import (
    Action,
    Ending,
    Reason,
    apply,
    dead,
    ending,
    explain,
    legal_actions,
    marks,
)
from matador.game.notation import read_action
from matador.game.position import SEATS, Position
from tests.game.shorthand import at, legal, play, why

# --- every reason -------------------------------------------------------------------------------

WAYS = {"crosswise": "choice", "cross_reading": "match"}
FRENCH = {"crosswise": "blank", "cross_open": "blank-follows"}

LEGAL = [
    ("leads", "S66", {"hands": "66-34"}),
    ("makes-target", "R12", {"line": "66", "hands": "12-34"}),
    ("matches-across", "R23", {"line": "6625x", "hands": "23-34", **WAYS}),
    ("brings-blank", "R05", {"line": "6025x", "hands": "05-34", **FRENCH}),
    ("wild", "R25", {"line": "66", "hands": "25-34"}),
    ("must-draw", "d", {"line": "66", "hands": "22-34", "stock": "11"}),
    ("may-draw", "d", {"line": "66", "hands": "12-34", "stock": "11", "draw_playable": "yes"}),
    ("keeps-matador", "d", {"line": "66", "hands": "25-34", "stock": "11", "draw_matador": "yes"}),
    ("draws-for-lead", "d", {"hands": "12-34", "stock": "11", "no_double": "draw"}),
    ("cannot-move", "p", {"line": "66", "hands": "22-34"}),
    ("passes-freely", "p", {"line": "66", "hands": "12-34", "passing": "stock-empty"}),
    (
        "passes-instead",
        "p",
        {"line": "66", "hands": "22-34", "stock": "11", "passing": "instead-of-drawing"},
    ),
    ("refuses-matador", "p", {"line": "66", "hands": "25-34", "matador_duty": "refusable"}),
    (
        "draw-ends-turn",
        "p",
        {"line": "66", "hands": "12-34", "stock": "11", "turn": "Ad1", "draw": "one-and-pass"},
    ),
    ("lead-passes-on", "p", {"hands": "12-34", "no_double": "next"}),
]

REFUSED = [
    ("position-flawed", "R12", {"line": "6622", "hands": "12-34"}),
    ("hand-over", "R34", {"line": "66", "hands": "0-34"}),
    ("not-in-set", "R78", {"line": "66", "hands": "12-34"}),
    ("not-your-turn", "R34", {"line": "66", "hands": "12-34"}),
    ("already-played", "R66", {"line": "66", "hands": "12-34"}),
    ("in-the-stock", "R11", {"line": "66", "hands": "12-34", "stock": "11"}),
    ("not-in-hand", "R13", {"line": "66", "hands": "12-~1"}),
    ("nothing-led", "R12", {"hands": "12-34"}),
    ("already-led", "S12", {"line": "66", "hands": "12-34"}),
    ("lead-highest-double", "S44", {"hands": "4455-34"}),
    ("lead-heaviest", "S12", {"hands": "1234-35"}),
    ("no-double-to-lead", "S12", {"hands": "12-34", "no_double": "next"}),
    ("no-such-end", "U12", {"line": "66", "hands": "12-34"}),
    ("end-killed", "R16", {"line": "6600", "hands": "16-34", "double_blank": "kills"}),
    (
        "arm-not-open",
        "U16",
        {"line": "66s", "hands": "16-34", "doubles": "spinner", "spinner_arms": "after-both-ends"},
    ),
    ("wrong-sum", "R23", {"line": "66", "hands": "23-34"}),
    ("no-match", "R13", {"line": "6625x", "hands": "13-34", **WAYS}),
    ("wrong-half", "R21", {"line": "66", "hands": "12-34"}),
    ("blank-needs-matador", "R22", {"line": "60", "hands": "22-34"}),
    ("blank-must-follow", "R22", {"line": "6025x", "hands": "22-34", **FRENCH}),
    ("matador-blanks-only", "R25", {"line": "66", "hands": "25-34", "matador_place": "blank-only"}),
    ("no-crosswise", "R25+", {"line": "66", "hands": "25-34"}),
    ("only-matadors-across", "R12+", {"line": "66", "hands": "12-34", "crosswise": "choice"}),
    ("must-lie-across", "R25", {"line": "66", "hands": "25-34", "crosswise": "always"}),
    ("must-lie-in-line", "R25+", {"line": "66", "hands": "25-34", "crosswise": "blank"}),
    ("no-spinner", "R11+", {"line": "66", "hands": "11-34"}),
    ("no-drawing", "d", {"line": "66", "hands": "22-34", "stock": "11", "draw": "none"}),
    ("stock-empty", "d", {"line": "66", "hands": "22-34"}),
    ("stock-at-reserve", "d", {"line": "66", "hands": "22-34", "stock": "1113", "reserve": "2"}),
    (
        "draw-limit",
        "d",
        {"line": "66", "hands": "22-34", "stock": "11", "turn": "Ad1", "draw": "one"},
    ),
    ("must-play", "d", {"line": "66", "hands": "12-34", "stock": "11"}),
    ("must-play-matador", "d", {"line": "66", "hands": "25-34", "stock": "11"}),
    (
        "must-play-or-draw",
        "p",
        {"line": "66", "hands": "25-34", "stock": "11", "draw_matador": "yes"},
    ),
    ("must-draw-first", "p", {"line": "66", "hands": "22-34", "stock": "11"}),
    ("must-lead", "d", {"hands": "66-34", "stock": "11"}),
    (
        "turn-is-over",
        "R12",
        {"line": "66", "hands": "12-34", "stock": "11", "turn": "Ad1", "draw": "one-and-pass"},
    ),
    ("not-next-in-stock", "d13", {"line": "66", "hands": "22-34", "stock": "1113"}),
    ("tile-seen", "d34", {"line": "66", "hands": "22-34", "stock": "~1"}),
]


@pytest.mark.parametrize(("reason", "action", "table"), LEGAL)
def test_why_an_action_is_legal(reason: str, action: str, table: dict[str, str]) -> None:
    """Each reason for yes, on a table small enough to read; and the action can be done."""
    position = at(**table)
    read = read_action(action, position)
    assert why(position, action) is Reason(reason)
    assert read in legal_actions(position)
    assert apply(position, read) != position


@pytest.mark.parametrize(("reason", "action", "table"), REFUSED)
def test_why_an_action_is_refused(reason: str, action: str, table: dict[str, str]) -> None:
    """Each reason for no, on a table small enough to read; and the action cannot be done."""
    position = at(**table)
    read = read_action(action, position)
    assert why(position, action) is Reason(reason)
    assert read not in legal_actions(position)
    with pytest.raises(IllegalError) as refusal:
        apply(position, read)
    assert refusal.value.args[1] == explain(position, read)


def test_every_reason_is_shown_above() -> None:
    """So that a new one is not forgotten."""
    assert {reason for reason, _, _ in LEGAL} == {str(r) for r in Reason if r.legal}
    assert {reason for reason, _, _ in REFUSED} == {str(r) for r in Reason if not r.legal}


def test_a_verdict_knows_the_sum() -> None:
    """A wrong sum is named with its numbers."""
    position = at("65", "14-33")
    facts = explain(position, Action("R", 4, 1)).facts
    assert (facts["sums"], facts["needs"], facts["target"]) == ([9], [2], 7)
    assert explain(position, Action("R", 4, 1)).reason is Reason.WRONG_SUM
    assert explain(position, Action("L", 4, 1)).reason is Reason.WRONG_HALF


# --- the worked opening -------------------------------------------------------------------------

A = "66 35 12 04 25 44 03"
B = "46 11 05 26 33 16 24"
STEPS = [
    # move, ends after, all legal tiles before (by end)
    ("S66", "6 6", "S: 66"),
    ("L11", "1 6", "L: 11 16 | R: 11 16"),
    ("R12", "1 2", "L: 25 | R: 12 25"),
    ("R50", "1 0", "L: 16 26 46 | R: 05 16"),
    ("R25", "1 5", "L: 25 | R: 25"),
    ("L64", "4 5", "L: 16 26 46 | R: 16 24 26"),
    ("L30", "0 5", "L: 03 35 | R:"),
]


def test_the_worked_opening_tile_by_tile() -> None:
    """Case T23 (the rules article, "A worked opening"): the ends, and what else could be played."""
    position = at("-", f"{A}-{B}".replace(" ", ""), "~14")
    for move, ends_after, before in STEPS:
        assert _by_end(position) == before, move
        position = play(position, move)
        assert " ".join(str(end.halves[0]) for end in position.ends) == ends_after, move
    # The article has 1-6 go on the blank only; it goes on the 5 as well, both ways round.
    assert _by_end(position) == "L: 16 | R: 16 24 26"
    assert [a for a in legal(position).split() if "6" in a and "1" in a] == [
        "L16",
        "L61",
        "R16",
        "R61",
    ]
    pips = [sum(one.pips for one in hand.tiles) for hand in position.hands]
    assert pips == [20, 27]
    assert len(position.stock) == 14
    assert SEATS[position.turn] == "B"


def _by_end(position: Position) -> str:
    found: dict[str, set[str]] = {}
    ends = [end.arm for end in position.ends] or ["S"]
    for action in legal_actions(position):
        found.setdefault(action.where, set()).add(str(action.tile))
    return " | ".join(f"{arm}: {' '.join(sorted(found.get(arm, ())))}".strip() for arm in ends)


def test_the_spent_matador_of_the_opening_went_both_ways() -> None:
    """Case T23, fifth move: only 2-5, on either end, in both directions; or a draw, if refused."""
    hands = "0304253544-1624263346"
    assert legal(at("11661250", hands, "~14")) == "L25 L52 R25 R52"
    refusing = at("11661250", hands, "~14", draw_matador="yes")
    assert legal(refusing) == "L25 L52 R25 R52 d"


# --- drawing ------------------------------------------------------------------------------------


def drawing(stock: str, hands: str = "22-34", **values: str) -> list[str]:
    """What is legal at first and after each draw, as long as drawing is legal. Ends show 6."""
    position = at("66", hands, stock, **values)
    found = [legal(position)]
    while "d" in found[-1].split():
        position = play(position, "d")
        found.append(legal(position))
    return found


@pytest.mark.parametrize(
    ("draw", "misses", "hits"),
    [
        ("none", ["p"], ["p"]),  # dominorules
        ("one", ["d", "p"], ["d", "L12 R12"]),  # the second seed
        ("one-and-pass", ["d", "p"], ["d", "p"]),  # gamerules, Le Mata
        ("two", ["d", "d", "p"], ["d", "L12 R12"]),  # Kardinaldomino
        ("until", ["d", "d", "d", "L12 R12"], ["d", "L12 R12"]),  # Wikipedia
    ],
)
def test_how_many_are_drawn(draw: str, misses: list[str], hits: list[str]) -> None:
    """Decision point 9; first two tiles that don't fit come from the stock, then one at once."""
    assert drawing("334412", draw=draw) == misses
    assert drawing("1233", draw=draw) == hits


@pytest.mark.parametrize(("reserve", "draws"), [("0", 3), ("1", 2), ("2", 1), ("2-or-1", 1)])
def test_what_stays_in_the_stock(reserve: str, draws: int) -> None:
    """Decision point 3: then the turn passes."""
    assert drawing("334455", reserve=reserve) == ["d"] * draws + ["p"]


def test_the_reserve_of_two_players_is_larger() -> None:
    """The general domino rule: two stay with two players, one with three or more."""
    assert legal(at("66", "22-34", "3344", reserve="2-or-1")) == "p"
    assert legal(at("66", "22-34-35", "3344", reserve="2-or-1")) == "d"


@pytest.mark.parametrize(("draw_playable", "expected"), [("no", "L12 R12"), ("yes", "L12 R12 d")])
def test_drawing_although_something_fits(draw_playable: str, expected: str) -> None:
    """Decision point 10: only the early Wikipedia text and Family Games Treasurehouse allow it."""
    assert legal(at("66", "12-34", "33", draw_playable=draw_playable)) == expected


@pytest.mark.parametrize(("draw_matador", "expected"), [("no", ""), ("yes", " d")])
def test_drawing_instead_of_spending_a_matador(draw_matador: str, expected: str) -> None:
    """Decision point 11 (pagat, Compendia, the 1940 Hoyle); a plain tile must still be played."""
    assert legal(at("66", "25-34", "33", draw_matador=draw_matador)) == "L25 L52 R25 R52" + expected
    assert legal(at("66", "12-34", "33", draw_matador=draw_matador)) == "L12 R12"


@pytest.mark.parametrize(("drawn_matador", "goes_on"), [("go-on", True), ("stops", False)])
def test_whether_a_drawn_matador_ends_the_drawing(drawn_matador: str, goes_on: bool) -> None:
    """Decision point 12 (the 1940 Hoyle stops, Compendia goes on)."""
    values = {"draw_matador": "yes", "drawn_matador": drawn_matador}
    after = play(at("66", "22-34", "2533", **values), "d")
    assert ("d" in legal(after).split()) == goes_on
    # A matador held before the turn stops nobody.
    assert legal(at("66", "25-34", "33", **values)).endswith(" d")


@pytest.mark.parametrize(("duty", "expected"), [("forced", ""), ("refusable", " p")])
def test_whether_the_last_matador_must_be_spent(duty: str, expected: str) -> None:
    """Decision point 13, once nothing can be drawn (Compendia forces, gamerules does not)."""
    assert legal(at("66", "25-34", matador_duty=duty)) == "L25 L52 R25 R52" + expected
    assert legal(at("66", "25-34", "33", matador_duty=duty)) == "L25 L52 R25 R52"


@pytest.mark.parametrize(
    ("passing", "stuck_with_stock", "able", "able_with_stock"),
    [
        ("unable", "d", "L12 R12", "L12 R12"),
        ("stock-empty", "d", "L12 R12 p", "L12 R12"),  # Szalone 10
        ("instead-of-drawing", "d p", "L12 R12", "L12 R12"),  # pagat, "let a player pass"
    ],
)
def test_when_a_player_may_pass(
    passing: str, stuck_with_stock: str, able: str, able_with_stock: str
) -> None:
    """Decision point 14; who can neither play nor draw always passes."""
    assert legal(at("66", "22-34", passing=passing)) == "p"
    assert legal(at("66", "22-34", "33", passing=passing)) == stuck_with_stock
    assert legal(at("66", "12-34", passing=passing)) == able
    assert legal(at("66", "12-34", "33", passing=passing)) == able_with_stock


def test_a_drawn_tile_comes_from_the_front_of_the_stock() -> None:
    """The notation: known tiles stand in drawing order, next first."""
    after = play(at("66", "22-34", "1133"), "d")
    assert [str(one) for one in after.hand.tiles] == ["11", "22"]
    assert [str(one) for one in after.stock.tiles] == ["33"]
    assert (after.turn, after.drawn) == (0, 1)


def test_a_draw_from_an_unknown_stock() -> None:
    """The notation: `d` leaves the tile unknown, `d34` names what came."""
    position = at("66", "22-33", "~5")
    assert play(position, "d").hand == ((position.hand.tiles), 1)
    named = play(position, "d34")
    assert [str(one) for one in named.hand.tiles] == ["22", "34"]
    assert named.stock == ((), 4)


# --- leading ------------------------------------------------------------------------------------


def test_the_leaders_highest_double_is_led() -> None:
    """Decision point 5; the double is the only choice."""
    assert legal(at("-", "335566-12")) == "S66"
    assert legal(at("-", "0012-66")) == "S00"


def test_any_tile_may_be_led() -> None:
    """Decision point 5 (gamerules): both ways round, for it matters which half is left."""
    assert legal(at("-", "3566-12", lead_tile="any")) == "S35 S53 S66"


@pytest.mark.parametrize(
    ("no_double", "expected"),
    [
        ("any", "S26 S35 S53 S62"),
        ("heaviest", "S26 S62"),  # the 1940 Hoyle; equal pips: the higher half leads
        ("redeal", ""),
        ("next", "p"),  # Szalone 10
        ("draw", "d"),
    ],
)
def test_no_double_to_lead(no_double: str, expected: str) -> None:
    """Decision point 6: five ways on when nobody holds a double."""
    position = at("-", "2635-34", "1155", no_double=no_double)
    assert legal(position) == expected
    assert ending(position) is (Ending.VOID if no_double == "redeal" else None)


def test_the_hand_is_void_only_if_nobody_holds_a_double() -> None:
    """With a double anywhere the deal stands; the leader without one leads anything."""
    assert ending(at("-", "2635-33", no_double="redeal")) is None
    assert legal(at("-", "2635-33", no_double="redeal")) == "S26 S35 S53 S62"


def test_the_lead_goes_round_until_somebody_has_a_double() -> None:
    """Szalone 10: if nobody has, the first leader draws until one comes."""
    assert legal(play(at("-", "12-33", "55", no_double="next"), "p")) == "S33"
    position = play(at("-", "12-34", "1355", no_double="next"), "p p")
    assert (position.turn, legal(position)) == (0, "d")
    assert legal(play(position, "d d")) == "S55"


@pytest.mark.parametrize("no_double", ["next", "draw"])
def test_without_a_double_anywhere_anything_may_be_led(no_double: str) -> None:
    """When even the stock is down, the game still goes on."""
    position = at("-", "12-34", no_double=no_double)
    position = play(position, "p p") if no_double == "next" else position
    assert legal(position) == "S12 S21"


@pytest.mark.parametrize(
    ("extra_tile", "after_double", "after_plain"),
    [("none", "B", "B"), ("always", "A", "A"), ("after-double", "A", "B")],
)
def test_the_leader_may_play_twice(extra_tile: str, after_double: str, after_plain: str) -> None:
    """Decision point 8 (braillespiel always; by some rules of old after a double)."""
    position = at("-", "356611-12", extra_tile=extra_tile, lead_tile="any")
    assert SEATS[play(position, "S66").turn] == after_double
    assert SEATS[play(position, "S35").turn] == after_plain


def test_a_hidden_leader_may_hold_no_double() -> None:
    """Where tiles are hidden, everything that may be legal is listed: B holds every double here."""
    position = at("-", "~7-00112233445566", "~14")
    assert Action("S", 5, 6) in legal_actions(position)


# --- the end of a hand --------------------------------------------------------------------------


def test_going_out_ends_the_hand_at_once() -> None:
    """Decision point 22; all texts agree."""
    after = play(at("66", "11-34"), "R11")
    assert ending(after) is Ending.OUT
    assert legal(after) == ""


def test_all_passing_in_a_row_blocks_the_hand() -> None:
    """Wikipedia, Compendia and others."""
    position = play(at("66", "22-33-44"), "p p")
    assert ending(position) is None
    assert ending(play(position, "p")) is Ending.BLOCKED


@pytest.mark.parametrize(("blocked", "how"), [("all-pass", Ending.BLOCKED), ("all-knock", None)])
def test_whether_a_pass_after_a_draw_counts(blocked: str, how: Ending | None) -> None:
    """Decision point 22, where one tile is drawn and the turn passes (gamerules)."""
    position = at("66", "22-33", "444555", blocked=blocked, draw="one-and-pass")
    after = play(position, "d p d p")
    assert ending(after) is how
    assert after.passes == (2 if how else 0)


def test_nobody_can_ever_move() -> None:
    """Decision point 22 (dominorules): seen at once, though nobody has passed."""
    assert ending(at("66", "22-33", blocked="nobody-can-move")) is Ending.BLOCKED
    assert ending(at("66", "22-33", blocked="all-pass")) is None
    assert ending(at("66", "22-33", "12", blocked="nobody-can-move")) is None
    assert ending(at("66", "22-33", "12", blocked="nobody-can-move", draw="none")) is Ending.BLOCKED
    assert (
        ending(at("66", "22-33", "4412", blocked="nobody-can-move", reserve="1")) is Ending.BLOCKED
    )


def test_a_hidden_tile_may_still_fit() -> None:
    """Nobody is declared stuck for tiles that are not known."""
    assert not dead(at("66", "22-~1"))
    assert dead(at("00", "22-33"))
    assert not dead(at("00", "22-16"))


def test_a_play_ends_the_row_of_passes() -> None:
    """Three in a row must pass, not three in all."""
    position = play(at("66", "22-33-1155"), "p p R11 p p")
    assert position.passes == 2
    assert ending(position) is None


# --- signs for people ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "signs", "table"),
    [
        ("R12", "", {"line": "66", "hands": "1233-34"}),
        ("R25", "*", {"line": "66", "hands": "2533-34"}),
        ("R16", "", {"line": "66", "hands": "1633-34"}),
        ("R10", "x", {"line": "66", "hands": "0133-34"}),
        ("R00", "*x", {"line": "66", "hands": "0033-34"}),
        ("R11", "#", {"line": "66", "hands": "11-34"}),
        ("p", "=", {"line": "66", "hands": "22-33", "turn": "A1"}),
        ("p", "", {"line": "66", "hands": "22-33"}),
    ],
)
def test_signs(action: str, signs: str, table: dict[str, str]) -> None:
    """The notation: wild, end closed, out, blocked."""
    position = at(**table)
    assert marks(position, read_action(action, position)) == signs
