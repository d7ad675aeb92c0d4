"""The tree of play: nothing is overwritten, and what is written reads back as the same tree."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matador.game import tree as trees
from matador.game.errors import IllegalError
from matador.game.moves import Action, legal_actions
from matador.game.notation import read_actions, read_position, write_actions
from matador.game.position import deal
from matador.game.record import Timeline
from matador.game.records import Move, Record, read_record, write_record
from matador.game.rules import preset, presets
from matador.game.tree import Cursor, Tree, from_record, read_tree, to_record, write_tree

START = read_position("6.-.03041225354466-05111624263346.~14.A.0-0.britannica")
SHOWN = "S66.L11.~Y2xvc2Vk.R12.-.R25._.R50"
"""The example of `write_tree`."""
WORDS = st.text(max_size=30)
FEW = settings(max_examples=25)


def grown(seed: int, words: str = "", steps: int = 40) -> Cursor:
    """A tree that somebody made who played, went to and fro, and put things in order."""
    chance = random.Random(seed)
    rules = preset(chance.choice(sorted(presets())))
    one = Cursor(Tree(deal(rules, chance.randint(2, 3), seed)))
    for _ in range(steps):
        actions = legal_actions(one.timeline.position)
        if actions and chance.random() < 0.75:
            one = one.play(chance.choice(actions))
        else:
            one = one.to(chance.randrange(len(one.tree.nodes) + 1))
        if chance.random() < 0.1:
            one = chance.choice([one.promoted(), one.deleted(), one.commented(words)])
    return one


def opened(text: str) -> Tree:
    return read_tree(START, text).tree


@FEW
@given(st.integers(0, 10_000), WORDS)
def test_an_address_reads_back_as_the_same_tree(seed, words):
    """Under every preset, whatever was played, put in order and said."""
    tree = grown(seed, words).tree
    text = write_tree(tree)
    assert read_tree(tree.start, text) == trees.Opened(tree)
    assert re.fullmatch(r"[A-Za-z0-9\-._~+]*", text)


@FEW
@given(st.integers(0, 10_000), WORDS)
def test_a_record_reads_back_as_the_same_tree(seed, words):
    """Through the text of the file, with tags."""
    tree = grown(seed, words).tree._replace(tags=(("Seats", "Anna, Ben"),))
    assert from_record(read_record(write_record(to_record(tree)))) == trees.Kept(tree)


@FEW
@given(st.integers(0, 10_000))
def test_numbers_are_places_in_the_written_order(seed):
    """The nth action of the text is node n, and every number has its own path."""
    tree = grown(seed, "said").tree
    words = [word for word in write_tree(tree).split(".") if word and word[0] not in "-_~"]
    assert words == [str(node.action) for node in tree.nodes]
    numbers = range(len(tree.nodes) + 1)
    assert [tree.find(tree.actions(number)) for number in numbers] == list(numbers)


@FEW
@given(st.integers(0, 10_000))
def test_nothing_is_ever_overwritten(seed):
    """After any play every line that was there is there, and the main line is the same."""
    one = grown(seed)
    for action in legal_actions(one.timeline.position):
        after = one.play(action)
        lines = {one.tree.actions(number) for number in range(len(one.tree.nodes) + 1)}
        assert lines <= {after.tree.actions(n) for n in range(len(after.tree.nodes) + 1)}
        assert after.actions == (*one.actions, action)
        here = after.tree.onward(0)[: len(one.tree.onward(0))]
        assert [after.tree.nodes[n - 1].action for n in here] == [
            one.tree.nodes[n - 1].action for n in one.tree.onward(0)
        ]
        assert after.back().play(action) == after


@FEW
@given(st.integers(0, 10_000), st.integers(0, 60))
def test_promote_delete_and_put_back(seed, at):
    """A promoted line is the main one; what was deleted comes back with all that was played."""
    one = grown(seed, "said").to(at)
    promoted = one.promoted()
    assert promoted.main
    assert promoted.actions == one.actions
    assert sorted(map(promoted.tree.actions, range(len(one.tree.nodes) + 1)), key=str) == sorted(
        map(one.tree.actions, range(len(one.tree.nodes) + 1)), key=str
    )
    deleted = one.deleted()
    assert deleted.actions == one.actions[:-1]
    assert len(one.tree.nodes) - len(deleted.tree.nodes) == one.below
    assert not one.at or deleted.tree.find(one.actions) is None
    assert one.with_all_of(deleted.tree) == one
    assert sorted(node.comment for node in deleted.with_all_of(one.tree).tree.nodes) == sorted(
        node.comment for node in one.tree.nodes
    )


def test_a_tree_from_another_start_has_nothing_to_add():
    """Not even an action that would be legal here."""
    one, other = grown(1), grown(2)
    assert one.tree.start != other.tree.start
    assert one.with_all_of(other.tree) is one


def test_the_form_is_what_the_docstring_shows():
    """Actions, a comment, a variation; and the same in a record."""
    tree = opened(SHOWN)
    assert write_tree(tree) == SHOWN
    assert SHOWN in (write_tree.__doc__ or "")
    assert "L11 {closed} 3. R12 ( 3. R25* ) 4. R50x" in write_record(to_record(tree))


def test_a_line_through_a_node_goes_on_along_the_main_continuation():
    """Before the fork the main line; in a variation, the variation."""
    tree = opened(SHOWN)
    lines = [Cursor(tree, number).timeline for number in range(6)]
    assert [write_actions(line.actions) for line in lines] == [
        *["S66.L11.R12.R50"] * 4,
        "S66.L11.R25",
        "S66.L11.R12.R50",
    ]
    assert [line.at for line in lines] == [0, 1, 2, 3, 3, 4]
    assert Cursor(tree, 2).on().at == 3
    assert Cursor(tree, 4).on().at == 4
    assert [Cursor(tree, at).back().at for at in range(6)] == [0, 0, 1, 2, 2, 3]


def test_a_followed_line_branches_where_it_leaves_the_tree():
    """The moment looked at is the line's; another start is another tree."""
    line = Timeline(START, read_actions("S66 L11 R25", START)[0], 2)
    one = Cursor(opened("S66.L11.R12.R50"), 4).follow(line)
    assert write_tree(one.tree) == "S66.L11.R12.-.R25._.R50"
    assert one.at == 2
    other = Timeline(line.position)
    assert one.follow(other) == Cursor(Tree(line.position))


def test_what_is_illegal_is_not_played():
    """The tree stays as it was."""
    with pytest.raises(IllegalError):
        Cursor(opened("S66")).to(1).play(Action("R", 3, 3))


@pytest.mark.parametrize(
    ("text", "kept", "says"),
    [
        ("-.S66", "", "variation of nothing"),
        ("S66._", "S66", "did not begin"),
        ("S66.L11.-.R11", "S66.L11.-.R11._", "does not end"),
        ("S66.L11.-._.R12", "S66.L11.R12", ""),
        ("S66.L11.-.L11._.R12", "S66.L11.R12", ""),
        ("S66.L11.-.R11.-.L11._._.R12", "S66.L11.-.R11._.R12", ""),
        ("S66.~!!!.L11", "S66.L11", "comment after action 1"),
        ("S66.~_w.L11", "S66.L11", "comment after action 1"),
        ("S66.~.L11", "S66.L11", ""),
        ("S66.L11.-.R99._", "S66.L11", "action 3"),
        ("S66..L11.", "S66.L11", ""),
        ("S66.--.L11", "S66", "action 2"),
    ],
)
def test_as_much_of_a_faulty_text_as_fits(text, kept, says):
    """The tree up to the fault, and what is wrong with the rest."""
    tree, error = read_tree(START, text)
    assert write_tree(tree) == kept
    assert says in str(error or "")
    assert bool(says) == bool(error)


@given(st.lists(st.sampled_from(["S66", "L11", "R12", "R25", "R50", "p", "-", "_", "~YQ", "~"])))
def test_any_order_of_tokens_gives_a_tree_that_can_be_written(tokens):
    """No RecursionError, no KeyError: a tree, and at most one error."""
    tree = opened(".".join(tokens))
    assert opened(write_tree(tree)) == tree


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("  two\n words ", "two words"),
        ("a } b", "a ) b"),
        ("\u202egnp", "gnp"),
        ("x\x00y\ud800", "xy"),
        ("é" * 300, "é" * trees.LONGEST_COMMENT),
        ("x" * (trees.LONGEST_COMMENT - 1) + " y", "x" * (trees.LONGEST_COMMENT - 1)),
        ("<b>*x*</b>", "<b>*x*</b>"),
    ],
)
def test_a_comment_keeps_what_a_record_and_an_address_can_hold(said, kept):
    """One line, nothing that turns the text around it, not too long."""
    one = Cursor(opened("S66"), 1).commented(said)
    assert one.tree.said(1) == kept
    assert opened(write_tree(one.tree)) == one.tree


def test_a_tree_stays_short_enough_for_an_address(monkeypatch):
    """No room for one more action or word: the tree stays, and a sentence says so."""
    monkeypatch.setattr(trees, "MOST", 4)
    monkeypatch.setattr(trees, "MOST_SAID", 10)
    full = Cursor(opened("S66.L11.R12.R50"), 4)
    with pytest.raises(trees.FullError, match="room for 4 actions"):
        full.play(Action("R", 2, 5))
    said = full.commented("ten bytes!")
    assert said.tree.said(4) == "ten bytes!"
    with pytest.raises(trees.FullError, match="10 bytes"):
        said.to(1).commented("x")
    assert said.commented("").tree == full.tree
    tree, error = read_tree(START, "S66.L11.R12.-.R25._.R50.L64")
    assert write_tree(tree) == "S66.L11.R12.-.R25._"
    assert "action 5" in str(error)


def test_a_record_that_is_too_large_gives_what_there_is_room_for(monkeypatch):
    """The rest is missing, and one is told."""
    monkeypatch.setattr(trees, "MOST", 3)
    actions = read_actions("S66 L11 R12 R50", START)[0]
    kept = from_record(Record(START, tuple(map(Move, actions))))
    assert write_tree(kept.tree) == "S66.L11.R12"
    assert not kept.whole
    assert from_record(Record(START, tuple(map(Move, actions[:3])))).whole


def test_the_longest_tree_that_can_be_made_can_be_read():
    """Every action on a long arm, in a variation of its own and with a comment of one letter."""
    action, variation, comment = len("Rv12+."), len("-._."), len("~.")
    rounding = 1  # base64 of one byte takes two characters, of three bytes four
    longest = trees.MOST * (action + variation + comment + rounding)
    assert longest + trees.MOST_SAID * 4 // 3 <= trees.LONGEST_TEXT
