"""The line: its ends, what they ask for, and the ways in which a tile may lie on them."""

import pytest

from matador.game.line import bad_joints, ends, fits, playable_in_some_order
from matador.game.position import Position, find_flaws
from matador.game.tiles import tile
from tests.game.shorthand import at, legal, play, rules, shows, why


def asks(position: Position) -> dict[str, tuple[int, ...]]:
    """What every open end asks for."""
    return {end.arm: end.needs for end in position.ends}


def on_the_right(position: Position) -> str:
    """The legal actions on the right end."""
    return " ".join(action for action in legal(position).split() if action[0] == "R")


# --- in line ------------------------------------------------------------------------------------


def test_an_empty_line_has_no_ends() -> None:
    """The first tile is set, not played on an end."""
    assert at().ends == ()


def test_a_lead_has_two_ends() -> None:
    """Decision point 20: a double gives both ends the same number."""
    assert shows(at("66")) == {"L": (6,), "R": (6,)}
    assert shows(at("35")) == {"L": (3,), "R": (5,)}


def test_an_end_of_3_takes_the_4() -> None:
    """Case T1 (the early Wikipedia text): 4-2 with the 4 inwards leaves a 2."""
    after = play(at("33", "24-11"), "R42")
    assert shows(after) == {"L": (3,), "R": (2,)}


def test_a_chain_of_two() -> None:
    """Case T2 (the Dutch page): 5-1, then 6-3 on the 1; ends 5 and 3."""
    after = play(at("51", "36-11"), "R63")
    assert shows(after) == {"L": (5,), "R": (3,)}


def test_a_double_lies_in_line() -> None:
    """Case T3 (domino-games.com): 6-6, 4-1 on the left, 1-0 on the right; ends 4 and 0."""
    after = play(at("66", "1433-0122"), "L14 R10")
    assert shows(after) == {"L": (4,), "R": (0,)}
    assert asks(after) == {"L": (3,), "R": ()}


def test_matadors_against_what_they_do_not_fit() -> None:
    """Case T6 (a picture caption): 3-4 against 6-6, 2-5 against a blank, 0-0 against 2-6."""
    assert "R34" in legal(at("66", "34-11")).split()
    assert "R25" in legal(at("40", "25-11")).split()
    assert "R00" in legal(at("26", "00-11")).split()


def test_double_nine_ends_6_and_8() -> None:
    """Case T7 (Compendia): a 4 or a 2 is needed, or a matador."""
    position = at("68", "14-11", set="9")
    assert asks(position) == {"L": (4,), "R": (2,)}
    assert all(end.wild for end in position.ends)


def test_double_nine_led_with_9_9() -> None:
    """Case T8 (Compendia and an instruction sheet): a 1 is needed, and it goes inside."""
    assert legal(at("99", "12-11", set="9")) == "L12 R12"


def test_a_chain_of_double_nine() -> None:
    """Case T9 (Szalone 10): 5-1 9-6 4-2 touch as 1 + 9 and 6 + 4."""
    position = at("519642", "~7-~7", set="9")
    assert position.flaws == ()
    assert shows(position) == {"L": (5,), "R": (2,)}


def test_0_5_on_a_2_closes_the_end() -> None:
    """Case T12 (the rules article): the 5 inwards, and only matadors fit the blank."""
    after = play(at("22", "05-11"), "R50")
    (right,) = (end for end in after.ends if end.arm == "R")
    assert right.closed
    fitting = [str(t) for t in after.rules.tiles.tiles if fits(t, right, after.rules, False)]
    assert fitting == ["00", "16", "25", "34"]


def test_a_matador_goes_both_ways_round() -> None:
    """Decision point 19: even where one of its halves makes the target."""
    assert legal(at("66", "16-11")) == "L16 L61 R16 R61"
    assert legal(at("66", "16-11", matador_way="by-sum")) == "L16 R16"
    assert legal(at("66", "25-11", matador_way="by-sum")) == "L25 L52 R25 R52"


def test_matadors_may_be_wild_on_blanks_only() -> None:
    """Decision point 15 (Le matador 2012): elsewhere they must make seven."""
    assert legal(at("60", "25-11", matador_place="blank-only")) == "R25 R52"
    assert legal(at("66", "1625-11", matador_place="blank-only")) == "L16 R16"


def test_0_0_may_end_an_end_for_good() -> None:
    """Decision point 18 (Le Mata): not even a matador goes on it."""
    assert legal(at("6600", "25-11", double_blank="kills")) == "L25 L52"
    assert legal(at("6600", "25-11")) == "L25 L52 R25 R52"
    assert at("00", "25-11", double_blank="kills").ends == ()


# --- across -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("crosswise", "on_a_number", "on_a_blank"),
    [
        ("none", "R25 R52", "R25 R52"),
        ("choice", "R25 R25+ R52", "R25 R25+ R52"),  # the Matador Dominos site
        ("always", "R25+", "R25+"),  # Le Mata
        ("wild", "R25+", "R25+"),  # Szalone 10: it does not make seven with 4 or with 0
        ("blank", "R25 R52", "R25+"),  # the French pages
    ],
)
def test_where_a_matador_may_lie_across(crosswise: str, on_a_number: str, on_a_blank: str) -> None:
    """Decision point 16, on a 4 and on a blank."""
    assert on_the_right(at("64", "25-11", crosswise=crosswise)) == on_a_number
    assert on_the_right(at("60", "25-11", crosswise=crosswise)) == on_a_blank


def test_a_wild_matador_lies_across_a_plain_one_in_line() -> None:
    """Szalone 10: 5-5 fits a 5 in line; wild, it lies across."""
    assert legal(at("85", "55-11", set="9", crosswise="wild")) == "L55+ R55 R55+"


def test_a_matador_across_can_be_answered_on_either_half() -> None:
    """Case T5 (cardsdicedominoes.com): 2-5 across a 6; a 5 or a 2 for it, a 4 for the 3 end."""
    start = at("66", "2522-1333", crosswise="choice", turn="B")
    position = play(start, "R13 L25+")
    assert shows(position) == {"L": (2, 5), "R": (3,)}
    assert asks(position) == {"L": (2, 5), "R": (4,)}
    assert shows(play(start, "R13 L25")) == {"L": (5,), "R": (3,)}


@pytest.mark.parametrize("reading", ["target", "match"])
def test_both_readings_of_a_matador_across_agree(reading: str) -> None:
    """Case T10 (Szalone 10): 1-6 or 9-2 on 1-9 across leave 6 and 2, read as equal or as ten."""
    values = {"set": "9", "crosswise": "wild", "cross_reading": reading}
    position = at("8819x", "1629-11", **values)
    assert shows(play(position, "R16"))["R"] == (6,)
    assert shows(play(position, "R92"))["R"] == (2,)


def test_the_readings_differ_on_0_0_across() -> None:
    """Decision point 17: an equal half may go on it, a half that makes the target cannot."""
    values = {"crosswise": "always", "double_blank": "closes"}
    assert "R04" not in legal(at("6600x", "04-11", cross_reading="target", **values)).split()
    assert "R04" in legal(at("6600x", "04-11", cross_reading="match", **values)).split()


def test_a_table_of_szalone_10() -> None:
    """Case T11, the caption of the Polish page: wild on blanks, plain on a 5, and 0-0 closes."""
    hands = "061946557788-000205243359"
    moves = "S88 R20 R19+ R95 R55 R50 R46+ L24 L60 L00+"
    position, reasons = at("-", hands, set="9", crosswise="wild", deal="10-7"), {}
    for move in moves.split():
        reasons[move] = str(why(position, move))
        position = play(position, move)
    wild = [move for move, reason in reasons.items() if reason == "wild"]
    assert wild == ["R19+", "R46+", "L00+"]
    assert reasons["R55"] == "makes-target"
    (left,) = (end for end in position.ends if end.arm == "L")
    assert left.closed
    assert find_flaws(position) == ()


def test_what_is_open_after_a_matador_across() -> None:
    """Decision point 17, four answers for 2-5 across the right end."""
    ends_by = {
        value: asks(at("6025x", "11-33", crosswise="always", cross_open=value))
        for value in ("either", "both", "blank-follows", "one-half")
    }
    assert ends_by == {
        "either": {"L": (1,), "R": (2, 5)},
        "both": {"L": (1,), "Rv": (5,), "Rw": (2,)},
        "blank-follows": {"L": (1,), "R": (0,)},
        "one-half": {"L": (1,), "R": (2,)},
    }


def test_either_half_is_used_up_by_the_next_tile() -> None:
    """Celko and Berndt: the line goes on from one half only."""
    after = play(at("6025x", "35-11", crosswise="choice"), "R53")
    assert shows(after) == {"L": (6,), "R": (3,)}


def test_both_halves_stay_open() -> None:
    """Le Mata: the layout gains an end, and each branch goes on by itself."""
    position = at("6025x", "3524-11", crosswise="always", cross_open="both")
    after = play(position, "Rv53")
    assert shows(after) == {"L": (6,), "Rv": (3,), "Rw": (5,)}
    assert after.line.arm("Rv")[0].tile == tile(3, 5)


def test_a_blank_must_follow() -> None:
    """The French pages: the next tile brings a blank inwards, and no matador is wild there."""
    position = at("6025x", "051600-11", crosswise="blank", cross_open="blank-follows")
    assert on_the_right(position) == "R00 R05"


def test_one_half_lies_in_line() -> None:
    """Said of Central Europe: whoever lays it across chooses which half counts."""
    position = at("60", "25-11", crosswise="always", cross_open="one-half")
    assert on_the_right(position) == "R25+ R52+"
    assert shows(play(position, "R25+"))["R"] == (5,)
    assert shows(play(position, "R52+"))["R"] == (2,)


# --- spinner ------------------------------------------------------------------------------------


def test_the_first_double_is_a_spinner_with_four_arms() -> None:
    """Decision point 21 (the Matador Dominos site, as an option)."""
    position = play(at("-", "6634-1122", doubles="spinner"), "S66")
    assert position.line.spinner == 0
    assert {end.arm: end.needs for end in position.ends} == dict.fromkeys("LRUD", (1,))
    assert legal(position) == "D11 L11 R11 U11"


def test_only_the_first_double_is_a_spinner() -> None:
    """A later one lies in line like every tile."""
    position = play(at("66s", "11-22", doubles="spinner"), "R11")
    assert [placed.mark for placed in position.line.row] == ["s", ""]


def test_a_double_played_later_can_be_the_spinner() -> None:
    """A plain lead leaves the honour to the first double in the row."""
    position = play(at("61", "66-22", doubles="spinner"), "R66")
    assert position.line.spinner == 1
    assert {"U", "D"} <= set(shows(position))


@pytest.mark.parametrize(("arms", "open_"), [("at-once", "LRUD"), ("after-both-ends", "LR")])
def test_when_the_side_arms_open(arms: str, open_: str) -> None:
    """No source says; both ways can be chosen."""
    values = {"doubles": "spinner", "spinner_arms": arms}
    assert set(shows(at("66s", "11-22", **values))) == set(open_)
    assert set(shows(at("1166s12", "33-22", **values))) == set("LRUD")


def test_a_side_arm_grows_outwards() -> None:
    """Its end shows the outer half of its last tile."""
    after = play(at("66s", "13-22", doubles="spinner"), "U13")
    assert shows(after)["U"] == (3,)
    assert shows(after)["D"] == (6,)


def test_doubles_across_have_no_effect() -> None:
    """An old Kardinaldomino page: they only look different."""
    assert legal(at("66", "1122-33", doubles="across")) == legal(at("66", "1122-33"))


# --- lines that somebody set up -----------------------------------------------------------------


@pytest.mark.parametrize("row", ["66", "6611", "116612", "6625", "2566", "6016", "66252300"])
def test_good_joints(row: str) -> None:
    """The halves make the target, or one of the two is a matador."""
    line = at(row).line
    assert bad_joints(line, rules()) == ()
    assert playable_in_some_order(line, rules())


@pytest.mark.parametrize(("row", "count"), [("6622", 1), ("662233", 2), ("600666", 2)])
def test_bad_joints(row: str, count: int) -> None:
    """Every pair of neighbours that nobody can have played is found."""
    assert len(bad_joints(at(row).line, rules())) == count


def test_a_line_must_have_grown_outwards() -> None:
    """3-3 2-5 6-6: the 2-5 can be laid on the 3 or on the 6, but then the other cannot follow."""
    line = at("332566").line
    assert bad_joints(line, rules()) == ()
    assert not playable_in_some_order(line, rules())


def test_ends_depend_on_the_rules_alone() -> None:
    """The same tiles under two rule sets."""
    line = at("6600").line
    assert len(ends(line, rules())) == 2
    assert len(ends(line, rules(double_blank="kills"))) == 1
