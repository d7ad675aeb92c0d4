"""What was played, as the sandbox shows it: branches, order, comments, and undoing all of that."""

import base64

import pytest

from matador.game import tree as trees
from matador.game.notation import read_actions, read_position
from matador.game.record import Timeline
from matador.game.records import read_record
from matador.game.tree import LONGEST_COMMENT, from_record, read_tree, write_tree
from matador.teach.prose import prose
from matador.ui.game import Table
from matador.ui.movelist import Wish, read_wish
from matador.ui.moves import list_data, now
from tests.pages.harness import assert_well, open_page, sent, wish, words

TEXT = prose("moves")
CODE = "6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica"
START = read_position(CODE)
PLAYED = "S66.L11.R12.R50"
BRANCHED = "S66.L11.R12.-.R25._.R50"
RECORD = """[Rules "britannica"]
[Deal "03041225354466-05111624263346"]
[Stock "1314152255"]
[Seats "Anna, Ben"]

{an old hand} 1. S66 2. L11 {closed} 3. R12 ( 3. R25* ) 4. R50x *
"""


def _table(text=BRANCHED, at=None):
    one = Table(Timeline(START))
    one.begin_tree(read_tree(START, text).tree, at)
    one.past.clear()
    return one


def _is(one, text, at):
    assert write_tree(one.cursor.tree) == text
    assert one.cursor.at == at


# --- the table ---


def test_another_action_branches_and_redo_goes_back_into_the_branch():
    """Undo steps back along the line; redo takes the way that was undone, `on` the main one."""
    one = _table(PLAYED, 2)
    one.act("R25")
    _is(one, BRANCHED, 4)
    one.undo()
    _is(one, BRANCHED, 2)
    one.redo()
    _is(one, BRANCHED, 4)
    one.go_to(one.cursor.back())
    one.redo()
    _is(one, BRANCHED, 3)


def test_a_deleted_branch_comes_back_with_what_was_played_since():
    """By undo where it was deleted, by `restore` from anywhere; and redo deletes it again."""
    one = _table(at=3)
    one.delete()
    _is(one, "S66.L11.R25", 2)
    one.undo()
    _is(one, BRANCHED, 3)
    one.redo()
    _is(one, "S66.L11.R25", 2)
    one.act("R25")
    one.act("L64")
    assert one.deleted
    one.undo()
    _is(one, "S66.L11.R25.L64", 3)
    one.restore()
    _is(one, "S66.L11.R12.-.R25.L64._.R50", 3)
    assert not one.deleted


def test_promoting_and_comments_are_undone_where_they_were_made():
    """Then the steps go on; nothing is left to redo but what was undone."""
    one = _table(at=4)
    one.promote()
    _is(one, "S66.L11.R25.-.R12.R50._", 3)
    one.comment("why not")
    _is(one, "S66.L11.R25.~d2h5IG5vdA.-.R12.R50._", 3)
    assert one.undoes == "comment"
    for text, at in (("S66.L11.R25.-.R12.R50._", 3), (BRANCHED, 4)):
        one.undo()
        _is(one, text, at)
    one.undo()
    _is(one, BRANCHED, 2)
    for _ in range(3):
        one.redo()
    _is(one, "S66.L11.R25.~d2h5IG5vdA.-.R12.R50._", 3)
    assert not one.future


def test_a_new_start_is_undone_at_the_start_and_brings_the_whole_tree_back():
    """As for a new deal, another rule, or a tile put somewhere by hand."""
    one = _table(at=4)
    other = read_position(CODE.replace("britannica", "pagat"))
    one.begin(Timeline(other))
    one.act("S66")
    one.undo()
    one.undo()
    _is(one, BRANCHED, 4)
    assert one.timeline.start == START
    one.go_to(one.cursor.to(5))
    one.redo()
    assert one.timeline.start == other
    assert write_tree(one.cursor.tree) == "S66"


def test_a_record_begins_with_all_its_variations():
    """Looked at at the end of its main line; the hand before it is one undo away from its start."""
    one = _table(PLAYED, 1)
    one.begin_tree(from_record(read_record(RECORD)).tree, message="One hand read.")
    _is(one, "~YW4gb2xkIGhhbmQ.S66.L11.~Y2xvc2Vk.R12.-.R25._.R50", 5)
    assert one.cursor.tree.tags == (("Seats", "Anna, Ben"),)
    one.go_to(one.cursor.to(0))
    one.undo()
    _is(one, PLAYED, 1)


def test_a_line_of_the_same_start_is_shown_as_a_branch():
    """Whatever shows a line, nothing that was played is lost."""
    one = _table(PLAYED, 4)
    one.show(Timeline(START, read_actions("S66 L11 R25", START)[0], 3))
    _is(one, BRANCHED, 4)
    one.show(one.timeline.to(1))
    _is(one, BRANCHED, 1)
    assert [str(action) for action in one.timeline.actions] == ["S66", "L11", "R12", "R50"]


def test_where_there_is_no_room_left_a_sentence_says_so(monkeypatch):
    """Neither the table nor the tree changes."""
    monkeypatch.setattr(trees, "MOST", 4)
    monkeypatch.setattr(trees, "MOST_SAID", 3)
    one = _table(PLAYED, 2)
    one.act("R25")
    assert "room for 4 actions" in one.message
    one.comment("four")
    assert "room for 3 bytes" in one.message
    one.show(Timeline(START, read_actions("S66 L11 R25", START)[0], 3))
    assert "room for 4 actions" in one.message
    _is(one, PLAYED, 2)


# --- what the list is told ---


def test_the_list_is_numbered_like_a_record():
    """A turn's number and seat stand before its first action, and again after a variation."""
    told = list_data(_table("S66.L11.~Y2xvc2Vk.R12.-.R25._.R50", 4))
    assert [(item["turn"], item["text"], item["parent"]) for item in told["items"]] == [
        ("", "Start", 0),
        ("1. A", "S66", 0),
        ("2. B", "L11", 1),
        ("3. A", "R12", 2),
        ("3. A", "R25*", 2),
        ("4. B", "R50x", 3),
    ]
    assert [item["said"] for item in told["items"]] == ["", "", "closed", "", "", ""]
    assert told["order"] == [1, 2, 3, "-", 4, "_", 5]


def test_a_turn_of_several_actions_has_one_number():
    """Somebody who draws and then plays is still in the same turn."""
    one = Table(Timeline(read_position("6.-.000466-333536.112223.A.0-0.pagat")))
    for action in ("S66", "d", "R11"):
        one.act(action)
    assert [item["turn"] for item in list_data(one)["items"]] == ["", "1. A", "2. B", ""]


# --- the page ---


def _sandbox(**query):
    return assert_well(open_page("sandbox", **query))


def _address(at, name):
    value = at.query_params[name]
    return value if isinstance(value, str) else value[0]


def test_a_press_in_the_list_looks_there_and_stands_in_the_address():
    """The board follows, and all variations stay in the address."""
    at = wish(_sandbox(p=CODE, a=BRANCHED), "visit", 4)
    assert (_address(at, "a"), _address(at, "n")) == (BRANCHED, "4")
    assert sent(at, "movelist-at")["at"] == 4
    row = sent(at, "sandbox")["line"]["row"]
    assert [tile["name"] for tile in row][-1].startswith("2-5")
    at = wish(at, "visit", 1, shape=99)  # about another tree
    assert _address(at, "n") == "4"


def test_deleting_and_bringing_back_in_the_page():
    """The offer stands where it happened; the address follows."""
    at = wish(_sandbox(p=CODE, a=BRANCHED, n="3"), "delete", 3)
    assert _address(at, "a") == "S66.L11.R25"
    gone = sent(at, "movelist")["gone"]
    assert gone["after"] == 2
    assert gone["label"] == TEXT["list"]["restore"]
    assert gone["text"] == TEXT["list"]["gone"].format(count=2, action="R12")
    at = wish(at, "restore")
    assert (_address(at, "a"), _address(at, "n")) == (BRANCHED, "3")
    assert sent(at, "movelist")["gone"] is None


def test_what_can_be_undone_has_a_name():
    """A step has none of its own; a change of the tree has."""
    one = _table(at=0)
    assert (now(one)["undo"], now(one)["redo"]) == ("", True)
    one.go_to(one.cursor.to(4))
    assert (now(one)["undo"], now(one)["main"]) == (TEXT["parts"]["steps"]["undo"], False)
    one.promote()
    assert TEXT["undoes"]["promote"] in now(one)["undo"]
    assert now(one)["main"]


def test_undo_redo_promote_and_comment_in_the_page():
    """A change is made where the visitor looked, though the page lags behind him."""
    at = wish(_sandbox(p=CODE, a=BRANCHED, n="3"), "promote", 4)
    assert _address(at, "a") == "S66.L11.R25.-.R12.R50._"
    assert "n" not in at.query_params  # its end is looked at
    at = wish(at, "undo")
    assert _address(at, "a") == BRANCHED
    at = wish(at, "redo")
    at = wish(at, "comment", 3, text="so *that*")
    assert sent(at, "movelist")["items"][3]["said"] == "so *that*"
    at = wish(at, "delete", 3, shape=0)  # of a tree that is gone
    assert sent(at, "movelist-at")["at"] == 3


@pytest.mark.parametrize(
    ("payload", "read"),
    [
        ({"do": "visit", "node": 3, "shape": 0, "text": ""}, Wish("visit", 3, 0)),
        ({"do": "comment", "node": 3, "shape": 0, "text": "a"}, Wish("comment", 3, 0, "a")),
        ({"do": "visit", "node": True, "shape": 0, "text": ""}, None),
        ({"do": "visit", "node": -1, "shape": 0, "text": ""}, None),
        ({"do": "visit", "node": 10**9, "shape": 0, "text": ""}, None),
        ({"do": "visit", "node": "3", "shape": 0, "text": ""}, None),
        ({"do": "burn", "node": 3, "shape": 0, "text": ""}, None),
        ({"do": "comment", "node": 3, "shape": 0, "text": "a" * (LONGEST_COMMENT + 1)}, None),
        ({"do": "comment", "node": 3, "shape": 0, "text": 1}, None),
        ({"do": ["visit"], "node": 3, "shape": 0, "text": ""}, None),
        ({"do": "visit", "node": 3, "shape": 0}, None),
        ({"do": "visit", "node": 3, "shape": 0, "text": "", "more": 1}, None),
        ([3, 0], None),
        (None, None),
    ],
)
def test_what_a_browser_sends_is_checked(payload, read):
    """Anyone can send anything."""
    assert read_wish(payload) == read


def test_a_comment_in_an_address_is_cut_and_shown_as_text():
    """Whatever it says, it is a string of the list and of nothing else."""
    said = "<script>alert(1)</script> **bold** :red[x] " + "x" * 300
    token = base64.urlsafe_b64encode(said.encode()).decode().rstrip("=")
    at = _sandbox(p=CODE, a=BRANCHED.replace("L11", f"L11.~{token}"))
    assert sent(at, "movelist")["items"][2]["said"] == said[:LONGEST_COMMENT]
    assert said[:20] not in words(at)
