"""Every answer of the engine has its words, and no words are left over."""

import re
import string

import pytest

from matador.game.line import FORKS
from matador.game.moves import Action, Ending, Reason, legal_actions
from matador.game.notation import read_action
from matador.game.position import Flaw, FlawFound
from matador.game.rules import Choice, Contradiction
from matador.game.settle import NotPaid, pay
from matador.game.tiles import Tile
from matador.teach.messages import (
    arm_name,
    contradiction_sentence,
    describe,
    end_name,
    ending_sentence,
    flaw_sentence,
    not_paid_sentence,
    payment_sentence,
    place_name,
    player,
    tile_name,
    told,
    why,
    words,
)
from tests.game.shorthand import at, rules
from tests.game.test_moves import LEGAL, REFUSED

SECTIONS: dict[str, type[Choice]] = {
    "reasons": Reason,
    "flaws": Flaw,
    "endings": Ending,
    "not_paid": NotPaid,
    "contradictions": Contradiction,
}


@pytest.mark.parametrize("section", SECTIONS)
def test_every_answer_has_words_and_no_words_are_left_over(section: str) -> None:
    """One sentence for each member of the closed list, in its order."""
    assert list(words()[section]) == [str(member) for member in SECTIONS[section]]


def test_these_are_all_the_sections() -> None:
    """So that a new one is not forgotten."""
    assert set(words()) == {*SECTIONS, "payment", "arms", "view", "places", "told"}


@pytest.mark.parametrize("section", SECTIONS)
def test_no_two_answers_share_their_words(section: str) -> None:
    """A reader can tell them apart."""
    sentences = list(words()[section].values())
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize(("reason", "action", "table"), [*LEGAL, *REFUSED])
def test_a_reason_in_words(reason: str, action: str, table: dict[str, str]) -> None:
    """The slots are filled: a whole sentence, with nothing in braces left."""
    position = at(**table)
    sentence = why(position, read_action(action, position))
    assert sentence.endswith(".")
    assert not set(sentence) & set("{}[]()")
    assert re.match("[A-Z0-9]", sentence)


@pytest.mark.parametrize(
    ("action", "table", "sentence"),
    [
        ("R12", {"line": "66", "hands": "12-34"}, "6 + 1 makes 7: 1-2 fits."),
        ("R23", {"line": "66", "hands": "23-34"}, "6 + 2 makes 8, not 7."),
        (
            "R21",
            {"line": "66", "hands": "12-34"},
            "Right tile, wrong half: 6 + 2 makes 8, not 7. Turn it round and its 1 fits.",
        ),
        (
            "R22",
            {"line": "60", "hands": "22-34"},
            "Nothing adds a blank up to 7. Only the 4 matadors go on a blank.",
        ),
        (
            "R2a",
            {"line": "c0", "hands": "2a-34", "set": "12"},
            "Nothing adds a blank up to 13. Only the 7 matadors go on a blank.",
        ),
        (
            "R34",
            {"line": "66", "hands": "12-34"},
            "3-4 belongs to player B, and it is player A's turn.",
        ),
        ("S12", {"hands": "1266-34"}, "Under these rules the leader sets the highest double: 6-6."),
        (
            "d",
            {"line": "66", "hands": "1112-34", "stock": "33"},
            "1-1 or 1-2 can be played, so play first: drawing and passing are for those who can't.",
        ),
        (
            "U12",
            {"line": "66", "hands": "12-34"},
            "The line has no such end; it has the left end or the right end.",
        ),
    ],
)
def test_some_sentences(action: str, table: dict[str, str], sentence: str) -> None:
    """Numbers, tiles and seats come from the position."""
    position = at(**table)
    assert why(position, read_action(action, position)) == sentence


def test_no_sum_is_refused_for_being_right() -> None:
    """After a matador across, a blank must come inwards; 2 + 5 does make 7, and that is not why."""
    position = at("6025x", "05-34", crosswise="blank", cross_open="blank-follows")
    assert "makes 7" not in why(position, Action("R", 5, 0))


def test_no_sum_is_praised_for_being_wrong() -> None:
    """A matador across fits by either half: 1 + 6 makes 7, though its 1 is named first."""
    position = at("6611", "16-34", crosswise="choice")
    assert "makes 2" not in why(position, Action("R", 1, 6, True))


def test_a_flaw_names_its_tiles_or_its_seat() -> None:
    """What to mend."""
    assert flaw_sentence(FlawFound(Flaw.TILE_TWICE, (Tile(6, 6),))) == "6-6 is in two places."
    joint = flaw_sentence(FlawFound(Flaw.JOINT, (Tile(6, 6), Tile(2, 2))))
    assert joint.startswith("6-6 and 2-2 ")
    assert flaw_sentence(FlawFound(Flaw.HANDS_TOO_LARGE, seat=1)).startswith("Player B has ")
    assert flaw_sentence(FlawFound(Flaw.HANDS_TOO_LARGE)).startswith("The hands together hold ")


@pytest.mark.parametrize("arm", ["L", "R", "U", "D", "S", "Lv", "Rw", "Uvw", "Dwv"])
def test_every_arm_has_a_name(arm: str) -> None:
    """For a screen reader, too: no letter alone."""
    assert arm_name(arm).startswith("the ")
    assert set(words()["arms"]) == {*"LRUDS", "fork"}
    assert set(arm[1:]) <= set(FORKS)


def test_arms_are_told_apart() -> None:
    """Each has a name of its own."""
    arms = [base + fork for base in "LRUD" for fork in ("", "v", "w", "vv")]
    assert len({arm_name(arm) for arm in arms}) == len(arms)


def test_an_end_says_what_it_shows() -> None:
    """A number, a blank that is closed, or both halves of a matador across."""
    names = [end_name(end) for end in at("60", "12-34").ends]
    assert names == ["the left end shows 6", "the right end shows a blank: matadors only"]
    across = at("6025x", "35-34", crosswise="choice").ends[1]
    assert end_name(across) == "the right end shows 2 or 5"


def test_endings_and_what_bars_a_payment() -> None:
    """The winner is named where there is one."""
    out = pay(rules(), [0, 7], out=0)
    assert "Player A" in ending_sentence(Ending.OUT, out)
    assert all(ending_sentence(how).endswith(".") for how in (Ending.BLOCKED, Ending.VOID))
    assert all(not_paid_sentence(barred).endswith(".") for barred in NotPaid)


@pytest.mark.parametrize(
    ("pips", "out", "values", "who", "sum_"),
    [
        ([8, 19], None, {}, "Player A", "19 - 8 = 11"),
        ([12, 0, 7], 1, {}, "Player B", "12 + 7 = 19"),
        ([5, 19, 12], None, {"blocked_pay": "debit"}, "Everybody", "5, 19, 12"),
        ([8, 19], None, {"blocked_pay": "nobody"}, "Player A", "no points"),
        ([5, 5, 20], None, {}, "Player A and Player B", "nobody scores"),
        ([5, 5, 20], None, {"tie": "share"}, "Players A and B", "5 + 20 - 5 = 20; 20 / 2 = 10"),
        ([0, 12, 7, 18], 0, {"partners": "pairs"}, "Players A and C", "12 + 18 = 30"),
    ],
)
def test_payments_in_words(
    pips: list[int], out: int | None, values: dict[str, str], who: str, sum_: str
) -> None:
    """Who, and the sum, whatever the words around them."""
    chosen = rules(**values)
    sentence = payment_sentence(pay(chosen, pips, out=out), chosen)
    assert who in sentence
    assert sum_ in sentence


@pytest.mark.parametrize("found", Contradiction)
def test_a_contradiction_in_words(found: Contradiction) -> None:
    """With the numbers of this table."""
    sentence = contradiction_sentence(found, rules(deal="7"), 5)
    assert sentence.endswith(".")
    assert "{" not in sentence


def test_of_a_hand_that_is_over_no_turn_is_told() -> None:
    told = describe(at("66", "35~1-0", "~3", "A"))
    assert told[-1] == "The hand is over."
    assert "Player B holds nothing." in told


def test_a_position_in_words() -> None:
    """The text beside every board: line, ends, each hand, stock, passes, draws, turn."""
    position = at("1166s12_61_", "35~1-45-~2-34", "~3", "D1d1", doubles="spinner", reserve="2")
    assert describe(position) == [
        "On the table, left to right: 1-1, 6-6 (spinner), 1-2.",
        "On the upper arm, outwards: 6-1.",
        "Open: the left end shows 1; the right end shows 2; the upper arm shows 1;"
        " the lower arm shows 6.",
        "Player A holds 3-5 and 1 not known.",
        "Player B holds 4-5.",
        "Player C holds 2 tiles that are not known.",
        "Player D holds 3-4.",
        "Stock: 3, of which 1 may be drawn.",
        "The player before passed.",
        "1 drawn in this turn.",
        "It is player D's turn.",
    ]
    assert describe(at())[0] == "The table is empty."
    killed = at("00", "12-34", double_blank="kills")
    assert describe(killed)[1] == "No end is open."


@pytest.mark.parametrize(
    ("action", "table", "parts"),
    [
        ("S66", {"hands": "66-34"}, ("6-6",)),
        ("R12", {"line": "66", "hands": "12-34"}, ("1-2", "the right end", "2")),
        ("R25+", {"line": "66", "hands": "25-34", "crosswise": "choice"}, ("across", "2 or 5")),
        ("R00", {"line": "66", "hands": "0012-34", "double_blank": "kills"}, ("nothing",)),
        ("d", {"line": "66", "hands": "22-34", "stock": "11"}, ("draws",)),
        ("d34", {"line": "66", "hands": "22-33", "stock": "~9"}, ("draws", "3-4")),
        ("p", {"line": "66", "hands": "22-34"}, ("passes",)),
    ],
)
def test_what_was_done_in_words(action: str, table: dict[str, str], parts: tuple[str, ...]) -> None:
    """The seat first, then the tile, the place and what that leaves."""
    position = at(**table)
    sentence = told(position, read_action(action, position))
    assert sentence.startswith("Player A ")
    assert all(part in sentence for part in parts)


def test_placements_are_told_apart() -> None:
    """Every way to play a tile is a control with a name of its own."""
    for values in ({"crosswise": "choice"}, {"crosswise": "always", "cross_open": "one-half"}):
        position = at("66", "25-34", **values)
        actions = legal_actions(position)
        assert len({place_name(position, action) for action in actions}) == len(actions) > 2


def test_names() -> None:
    """Tiles with a hyphen and in decimal, seats by letter."""
    assert (tile_name(Tile(3, 10)), tile_name("a3"), player(2)) == ("3-10", "3-10", "Player C")


def test_every_slot_is_a_plain_name() -> None:
    """No sentence reaches into the engine's objects."""
    for section in words().values():
        for sentence in section.values():
            slots = [
                slot for _, slot, _, _ in string.Formatter().parse(sentence) if slot is not None
            ]
            assert all(slot.isidentifier() for slot in slots)
