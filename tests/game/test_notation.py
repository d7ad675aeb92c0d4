"""The public contract: generous readers, one spelling for each thing, three errors."""

import pytest

from matador.game.errors import AmbiguousError, IllegalError, UnreadableError
from matador.game.line import Placed
from matador.game.moves import Action
from matador.game.notation import (
    read_action,
    read_actions,
    read_halves,
    read_position,
    read_tile,
    write_actions,
    write_line,
    write_position,
)
from matador.game.rules import Crosswise, Doubles
from tests.game.shorthand import at, play, shows

OPENING = "S66 L11 R12 R50 R25 L64 L30"
HANDS = "03041225354466-05111624263346"
DEALT = f"6.-.{HANDS}.~14.A.0-0.britannica"

# --- tiles --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["06", "60", "6-0", "[6-0]", "6|0", "6:0", "6/0", " 06 ", "[0|6]"])
def test_spellings_of_a_tile(text: str) -> None:
    """The notation, section "Tile"; written with the lower half first."""
    assert str(read_tile(text)) == "06"


@pytest.mark.parametrize(
    ("text", "written"), [("10-3", "3a"), ("ai", "ai"), ("18-18", "ii"), ("dd", "dd")]
)
def test_halves_above_nine(text: str, written: str) -> None:
    """Letters from a = 10 to i = 18; decimals where a sign stands between the halves."""
    assert str(read_tile(text)) == written


def test_halves_are_read_in_their_order() -> None:
    """For on the line it matters which half is named first."""
    assert read_halves("50") == (5, 0)
    assert read_halves("12-3") == (12, 3)


@pytest.mark.parametrize(
    "text",
    ["", "6", "666", "6_0", "x6", "6-", "-6", "19-0", "6-19", "jj", "\uff16\uff10", "6\n0", "[60"],
)
def test_what_is_no_tile(text: str) -> None:
    """Refused in a sentence that quotes it."""
    with pytest.raises(UnreadableError, match=r"^tile: "):
        read_tile(text)


# --- actions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("S66", Action("S", 6, 6)),
        ("s35", Action("S", 3, 5)),
        ("R12", Action("R", 1, 2)),
        ("r1-2", Action("R", 1, 2)),
        ("L[6-4]", Action("L", 6, 4)),
        ("U12", Action("U", 1, 2)),
        ("D12", Action("D", 1, 2)),
        ("d12", Action("d", 1, 2)),
        ("d21", Action("d", 1, 2)),
        ("d", Action("d")),
        ("D", Action("d")),
        ("draw", Action("d")),
        ("p", Action("p")),
        ("P", Action("p")),
        ("pass", Action("p")),
        ("knock", Action("p")),
        ("R25+", Action("R", 2, 5, True)),
        ("R52+", Action("R", 2, 5, True)),
        ("Rvw52", Action("Rvw", 5, 2)),
        (" R12 ", Action("R", 1, 2)),
        ("R12*", Action("R", 1, 2)),
        ("R10x", Action("R", 1, 0)),
        ("R00*x#", Action("R", 0, 0)),
        ("p=", Action("p")),
    ],
)
def test_spellings_of_an_action(text: str, action: Action) -> None:
    """The notation, section "Action", with the derived signs that a reader skips."""
    position = at("66", "1233-34", crosswise="choice")
    assert read_action(text, position) == action


@pytest.mark.parametrize(
    "text", ["", "R", "R1", "X12", "R12R", "12+3", "dd12", "pp", "R-12", "+", "*"]
)
def test_what_is_no_action(text: str) -> None:
    """Refused in a sentence that quotes it."""
    with pytest.raises(UnreadableError, match=r"^action: "):
        read_action(text, at("66", "1233-34"))


def test_one_half_of_a_matador_across_is_named_first() -> None:
    """The order of halves counts only where the rules say which half lies in line."""
    loose = at("66", "25-34", crosswise="choice")
    strict = at("66", "25-34", crosswise="choice", cross_open="one-half")
    assert str(read_action("R52+", loose)) == "R25+"
    assert str(read_action("R52+", strict)) == "R52+"


def test_a_spinner_is_led_with_a_plus() -> None:
    """`S66+` where the rules have a spinner; the plus is added where it is missing."""
    assert str(read_action("S66", at("-", "66-34", doubles="spinner"))) == "S66+"
    assert str(read_action("S66", at("-", "66-34"))) == "S66"


def test_a_bare_tile() -> None:
    """Read where exactly one placement is legal; otherwise placements or reasons are listed."""
    position = at("64", "122311-34")
    assert str(read_action("12", position)) == "L12"
    assert str(read_action("2-3", position)) == "R32"
    with pytest.raises(AmbiguousError, match="L11, R11"):
        read_action("11", at("66", "11-34"))
    with pytest.raises(IllegalError, match="wrong-sum"):
        read_action("22", at("66", "22-34"))


@pytest.mark.parametrize("text", ["dd", "de", "df"])
def test_a_bare_tile_whose_lower_half_is_thirteen(text: str) -> None:
    """`d` draws, but `dd` is the double of 13 in the larger sets."""
    position = at("-", f"{text}34-12", set="15", deal="10-7", lead_tile="any")
    try:
        assert read_action(text, position).tile == read_tile(text)
    except AmbiguousError as error:
        assert f"S{text}" in str(error)


def test_several_actions() -> None:
    """Joined by spaces in text, by full stops in an address; the opening of the rules article."""
    actions, after = read_actions(OPENING, read_position(DEALT))
    assert write_actions(actions) == OPENING.replace(" ", ".")
    again, same = read_actions(OPENING.replace(" ", " . "), read_position(DEALT))
    assert (again, same) == (actions, after)
    assert read_actions("", after) == ((), after)


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        ("S66 Lzz", UnreadableError, 2),
        ("S66 L11 R33", IllegalError, 3),
        ("S66 11", AmbiguousError, 2),
    ],
)
def test_the_action_at_fault_is_numbered(text: str, kind: type[ValueError], number: int) -> None:
    """Each of the three errors keeps its kind."""
    with pytest.raises(kind) as refusal:
        read_actions(text, read_position(DEALT))
    assert refusal.value.args[0].startswith(f"action {number}: ")


# --- position codes -----------------------------------------------------------------------------


def test_the_worked_opening_as_a_code() -> None:
    """Seven fields; tiles as they lie, hands ascending, counts for what is not known."""
    after = play(read_position(DEALT), OPENING)
    left = "043544-16242633.~14.B.0-0.britannica"
    assert write_position(after) == f"6.03461166125025.{left}"


@pytest.mark.parametrize(
    "code",
    [
        DEALT,
        "6.-.~7-~7.~14.A.0-0.pagat",
        "6.116612.25~3-~4.0102~3.B1.12-40.britannica~draw-one~reserve-0",
        "6.116612.253544-~4.0.Bd2.0-0.kardinal",
        "6.66.0-34.0.B.0-0.pagat",
        "6.6025x.35-11.0.A.0-0.matador-dominos",
        "6.6025x_Rv53_Rw24.35-11.0.A.0-0.le-mata",
        "6.1166s12_61_.35-13.0.A.0-0.matador-dominos~doubles-spinner",
        "6.66s__.35-13.0.A.0-0.matador-dominos~doubles-spinner",
        "9.519642.~10-~10-~10.~22.C2.0-0-0.szalone-10",
        "18.aiii.ab-0.~3.A.0-0.pagat",
        "6.66.11-22-33-44.0.A.7-9.pagat~partners-pairs",
        "6.66.11-33.25.Ad1m.0-0.pagat~drawn_matador-stops",
        "6.66.11-33-44.0.AlB.0-0-0.pagat~tie-last-placed",
    ],
)
def test_a_canonical_code_stays_as_it_is(code: str) -> None:
    """`write(read(x))` is the one spelling."""
    assert write_position(read_position(code)) == code


@pytest.mark.parametrize(
    ("code", "written"),
    [
        (" 6.-.~7-~7.~14.A.0-0.pagat\n", "6.-.~7-~7.~14.A.0-0.pagat"),
        ("6.66.5235-11.0.A.0-0.pagat", "6.66.2535-11.0.A.0-0.pagat"),
        ("6.66.11-34.20~0.A0d0.00-0.pagat", "6.66.11-34.02.A.0-0.pagat"),
        ("6.66.11-~0.~0.A.0-0.pagat", "6.66.11-0.0.A.0-0.pagat"),
        ("9.66.11-34.0.A.0-0.pagat~set-9", "9.66.11-34.0.A.0-0.pagat"),
        (
            "6.66.11-34.0.A.0-0.pagat~tie-share~draw-one",
            "6.66.11-34.0.A.0-0.pagat~draw-one~tie-share",
        ),
        ("6.6052x.11-34.0.A.0-0.matador-dominos", "6.6025x.11-34.0.A.0-0.matador-dominos"),
        ("6.66s.11-34.0.A.0-0.pagat", "6.66s__.11-34.0.A.0-0.pagat"),
    ],
)
def test_a_generous_reading_is_written_canonically(code: str, written: str) -> None:
    """Order, zeros and spaces don't matter to a reader."""
    assert write_position(read_position(code)) == written


def test_what_the_fields_mean() -> None:
    """The notation, table "Position code"."""
    position = read_position("6.116612.25~3-~4.0102~3.B1d2.12-40.kardinal")
    assert [str(placed.tile) for placed in position.line.row] == ["11", "66", "12"]
    assert [len(hand) for hand in position.hands] == [4, 4]
    assert position.hands[0].hidden == 3
    assert ([str(one) for one in position.stock.tiles], len(position.stock)) == (["01", "02"], 5)
    assert (position.turn, position.passes, position.drawn) == (1, 1, 2)
    assert position.score == (12, 40)
    assert position.rules.base == "kardinal"


def test_arms_of_a_spinner() -> None:
    """The upper and the lower arm follow after `_`, each from the spinner outwards."""
    position = at("1166s12_61_", "35-13", doubles="spinner")
    assert position.rules.doubles is Doubles.SPINNER
    assert position.line.arm("U") == (Placed(6, 1),)
    assert position.line.arm("D") == ()
    assert shows(at("1166s12_16_1613", "35-13", doubles="spinner"))["U"] == (6,)
    assert write_line(position.line) == "1166s12_61_"


def test_a_tile_across() -> None:
    """Followed by `x`."""
    position = at("6025x", "35-13", crosswise="choice")
    assert position.rules.crosswise is Crosswise.CHOICE
    assert position.line.row[-1] == Placed(2, 5, "x")


@pytest.mark.parametrize(
    ("code", "field"),
    [
        ("", "position"),
        ("6.-.~7-~7.~14.A.0-0", "position"),
        ("6.-.~7-~7.~14.A.0-0.pagat.x", "position"),
        ("9" * 5_000, "position"),
        ("7.-.~7-~7.~14.A.0-0.pagat", "set"),
        ("06.-.~7-~7.~14.A.0-0.pagat", "set"),
        ("6..~7-~7.~14.A.0-0.pagat", "line"),
        ("6.6.~7-~7.~14.A.0-0.pagat", "line"),
        ("6.67.~7-~7.~14.A.0-0.pagat", "line"),
        ("6.66y.~7-~7.~14.A.0-0.pagat", "line"),
        ("6.66_16.~7-~7.~14.A.0-0.pagat", "line"),
        ("6.66_Rv16.~7-~7.~14.A.0-0.pagat", "line"),
        ("6.6025x_Rv53_Rv24.~7-~7.~14.A.0-0.pagat", "line"),
        ("6.-.~7.~14.A.0.pagat", "hands"),
        ("6.-.-~7.~14.A.0-0.pagat", "hands"),
        ("6.-.1-~7.~14.A.0-0.pagat", "hands"),
        ("6.-.17-~7.~14.A.0-0.pagat", "hands"),
        ("6.-.12x-~7.~14.A.0-0.pagat", "hands"),
        ("6.-.~x-~7.~14.A.0-0.pagat", "hands"),
        ("6.-.~7-~7-~7-~7-~7-~7-~7-~7-~7.~14.A.0-0.pagat", "hands"),
        ("6.-.~7-~7..A.0-0.pagat", "stock"),
        ("6.-.~7-~7.~-1.A.0-0.pagat", "stock"),
        ("6.-.~7-~7.~14..0-0.pagat", "turn"),
        ("6.-.~7-~7.~14.C.0-0.pagat", "turn"),
        ("6.-.~7-~7.~14.a.0-0.pagat", "turn"),
        ("6.66.11-34.0.AlC.0-0.pagat", "turn"),
        ("6.-.~7-~7.~14.A.0.pagat", "score"),
        ("6.-.~7-~7.~14.A.0-x.pagat", "score"),
        ("6.-.~7-~7.~14.A.0-0-0.pagat", "score"),
        ("6.-.~7-~7.~14.A.0-0.hoyle", "rules"),
        ("6.-.~7-~7.~14.A.0-0.pagat~draw-five", "rules"),
        ("6.-.~7-~7.~14.A.0-0.pagat~set-9", "rules"),
    ],
)
def test_what_is_no_position(code: str, field: str) -> None:
    """The error names the field."""
    with pytest.raises(UnreadableError, match=f"^{field}: "):
        read_position(code)


def test_the_character_at_fault_is_named() -> None:
    """The notation: the field and the character."""
    with pytest.raises(UnreadableError, match="line: no tile at character 5, 'q6'"):
        read_position("6.6616q6.~7-~7.~14.A.0-0.pagat")


def test_a_flawed_position_is_readable() -> None:
    """The notation keeps the two kinds of trouble apart."""
    assert read_position("6.6622.66-34.0.A.0-0.pagat").flaws
