"""What people paste: every kind is known, however sloppily spelled, and a slip has a place."""

import pytest

from matador.game.errors import MatadorError, UnreadableError
from matador.game.notation import read_position, read_tile, write_actions, write_position
from matador.game.paste import (
    MOST,
    Address,
    Hands,
    Played,
    Start,
    Tiles,
    tiles_typed,
    understand,
)

CODE = "6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica"
TABLE = read_position(CODE)
LATER = "6.1166.03041225354466-051624263346.1314152255.B1.0-0.pagat~draw-one~reserve-0"
FLAWED = read_position("6.3355.0304-11.~9.A.0-0.pagat")

CODES = {
    "as it is": LATER,
    "spaces about it": f"  {LATER}\n",
    "spaces in it": LATER.replace(".", " . "),
    "broken by lines": LATER[:25] + "\n  " + LATER[25:70] + "\r\n" + LATER[70:],
    "broken before a change": LATER.replace("~draw", "\n~draw"),
    "full width": "".join(chr(ord(c) + 0xFEE0) if c.isalnum() else c for c in LATER),
    "dashes and full stops": LATER.replace("-", "–").replace("~", "～").replace(".", "。"),  # noqa: RUF001
    "in quotes": f"“{LATER}”.",
    "in a sentence": f"Look at this: {LATER}, please.",
    "in markup": f"<code>{LATER}</code>",
    "capitals": LATER.upper(),
    "small letters": LATER.lower(),
    "invisible marks": "\ufeff" + LATER.replace(".", ".\u200b"),
}


@pytest.mark.parametrize("spelling", CODES)
def test_a_position_code_however_it_arrives(spelling):
    """Nothing of it is lost, not even a change of rules behind a line break."""
    found = understand(CODES[spelling], TABLE)
    assert isinstance(found, Start)
    assert write_position(found.position) == LATER


ADDRESSES = {
    "whole": f"https://matador.example/sandbox?p={CODE}&a=S66.L11",
    "in a link": f"[my hand](http://localhost:8501/sandbox?p={CODE}&a=S66.L11)",
    "in html": f"<a href='/sandbox?p={CODE}&a=S66.L11'>",
    "escaped": f"sandbox?p={CODE.replace('-', '%2D')}&a=S66.L11.",
    "broken": f"sandbox?p={CODE[:30]}\n{CODE[30:]}&a=S66.L11",
    "with words": f"here: https://matador.example/sandbox?p={CODE}&a=S66.L11 what now?",
}


@pytest.mark.parametrize("spelling", ADDRESSES)
def test_an_address_is_taken_apart(spelling):
    """Its parameters come back as they were before they were escaped."""
    assert understand(ADDRESSES[spelling], TABLE) == Address({"p": CODE, "a": "S66.L11"})


ACTIONS = {
    "spaces": "S66 L11 R12 R50",
    "full stops": "S66.L11.R12.R50",
    "commas and lines": "S66, L11;\nR12\n\nR50",
    "numbers and signs": "1. S66 2. L11 3. R12 4. R50x *",
    "numbers without spaces": "1.S66 2.L11 3.R12 4.R50",
    "tile spellings": "S6-6 l[1|1] R 1:2 r 5 – 0",
    "a bare tile": "66 L11 R12 R50",
    "full width": "Ｓ６６　Ｌ１１　Ｒ１２　Ｒ５０",  # noqa: RUF001
}


@pytest.mark.parametrize("spelling", ACTIONS)
def test_actions_however_they_are_typed(spelling):
    """They are those of the position on the table."""
    found = understand(ACTIONS[spelling], TABLE)
    assert isinstance(found, Played)
    assert found.plain
    assert write_actions(move.action for move in found.record.moves) == "S66.L11.R12.R50"


def test_actions_with_comments_and_variations():
    """The comment keeps its spelling, the variation stays one."""
    found = understand("S66 {“closing” – well, nearly} L11 (L16, R 2-5) R12", TABLE)
    assert isinstance(found, Played)
    assert not found.plain
    lead, reply, _ = found.record.moves
    assert lead.comment == "“closing” – well, nearly"
    assert len(reply.variations[0]) == 2


def test_draws_and_passes_in_words():
    """As people write them."""
    start = read_position("6.66.4455-1122.3300.A.0-0.pagat~draw-one~reserve-0")
    found = understand("Draw, pass, R11", start)
    assert isinstance(found, Played)
    assert write_actions(move.action for move in found.record.moves) == "d.p.R11"


def test_tiles_for_a_hand():
    """What can't be played in this order is a list of tiles, with the reason why."""
    found = understand("5-6, 3|3 0:0 [2|1][44]", TABLE)
    assert isinstance(found, Tiles)
    assert found.tiles == tuple(map(read_tile, ["56", "33", "00", "12", "44"]))
    assert "line 1, word 1" in str(found.trouble)
    flawed = understand("0-3", FLAWED)
    assert isinstance(flawed, Tiles)
    assert "flawed" in str(flawed.trouble)
    assert tiles_typed("🁍 6/6\n10", TABLE.rules) == tuple(map(read_tile, ["04", "66", "01"]))
    assert tiles_typed("046610", TABLE.rules) == tiles_typed("0|4 6/6, 1:0", TABLE.rules)
    assert tiles_typed(" ", TABLE.rules) == ()


RECORD = f"""[Rules "britannica"]
[Deal "{CODE.split(".")[2]}"]
[Stock "1314152255"]

1. S66 2. L11 {{closing – in}} 3. R12 ( 3. R25* ) 4. R50x *

[Rules "pagat"]
[Deal "4466-11"]

1. S66 2. R11 *
"""


def test_records_of_several_hands():
    """With their comments and variations; quotes may be curly, line breaks of any kind."""
    for text in (RECORD, RECORD.replace('"', "”").replace("\n", "\r\n")):
        found = understand(text, TABLE)
        assert isinstance(found, Hands)
        first, second = found.records
        assert first.moves[1].comment == "closing – in"
        assert len(first.moves[2].variations) == 1
        assert len(second.moves) == 2
        assert not found.more
        assert found.trouble is None


def test_a_record_stays_one_whatever_its_comments_hold():
    """Even the address of a position."""
    found = understand(RECORD.replace("closing", ADDRESSES["whole"]), TABLE)
    assert isinstance(found, Hands)
    assert ADDRESSES["whole"] in found.records[0].moves[1].comment


def test_a_record_with_a_slip_gives_the_hands_before_it():
    """And the sentence that names line and token."""
    found = understand(RECORD.replace("R11", "R99"), TABLE)
    assert isinstance(found, Hands)
    assert len(found.records) == 1
    assert str(found.trouble).startswith("line 10, 'R99'")
    many = understand('[Rules "pagat"]\n[Deal "4466-11"]\n\nS66 *\n\n' * (MOST + 1), TABLE)
    assert isinstance(many, Hands)
    assert (len(many.records), many.more) == (MOST, True)


FAULTS = {
    "": "nothing to read",
    " \n\ufeff": "nothing to read",
    "hello": "line 1, word 1, 'hello': expected",
    "S66 L11\nR12 what": "line 2, word 2, 'what': expected",
    "S66 L11 R33": "line 1, word 3, 'R33': ",
    "S66 {ok}\nL11 R99": "line 2, 'R99': ",
    "S66 (L11": "nothing",
    "5-6 3-3 6-5": "line 1, word 3, '6-5': this tile stands twice",
    "5-6 3-9": "line 1, word 2, '3-9': expected a tile of the double-6 set",
    CODE.replace("0304", "03z4"): "hands: no tile at character 3",
    CODE.replace(".A.", "."): "6 fields instead of 7",
    CODE.replace("britannica", "nobody"): "nobody",
    CODE.replace("6.", "7.", 1): "set: '7'",
    "x" * 5000: "more than 4000 characters",
    RECORD.replace("S66", "S99"): "line 5, 'S99'",
}


@pytest.mark.parametrize("text", FAULTS, ids=range(len(FAULTS)))
def test_a_fault_has_a_place(text):
    """One sentence says where it is and what was expected."""
    with pytest.raises(MatadorError) as caught:
        understand(text, TABLE)
    assert FAULTS[text] in str(caught.value)


def test_a_typed_hand_names_the_word_at_fault():
    """Line and word of the first slip."""
    with pytest.raises(UnreadableError, match="line 2, word 1, 'x': expected a tile"):
        tiles_typed("5-6\nx", TABLE.rules)
