"""Records of hands: what is written reads back as the same tree, a slip is named, files stream."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matador.game.errors import AmbiguousError, IllegalError, UnreadableError
from matador.game.moves import Action, advance, ending, legal_actions
from matador.game.notation import read_position
from matador.game.position import deal
from matador.game.records import Move, Record, read_record, read_records, write_record
from matador.game.rules import preset, presets

ROOT = Path(__file__).parents[2]
START = read_position("6.-.03041225354466-05111624263346.~14.A.0-0.britannica")
TAGS = """[Rules "britannica"]
[Deal "03041225354466-05111624263346"]
[Stock "~14"]
[Lead "A"]
"""
WORDS = st.text(st.characters(exclude_categories=("C",)), max_size=30)


def _grown(position, chance, depth=0):
    """A line of random actions, here and there with a comment or a variation."""
    moves = []
    while not ending(position) and len(moves) < 40:
        actions = legal_actions(position)
        action = chance.choice(actions)
        others = [other for other in actions if other != action]
        variations = ()
        if others and depth < 2 and chance.random() < 0.15:
            other = chance.choice(others)
            rest = _grown(advance(position, other), chance, depth + 1)[:4]
            variations = ((Move(other), *rest),)
        moves.append(Move(action, chance.choice(["", "", "well played"]), variations))
        position = advance(position, action)
    return tuple(moves)


@given(st.sampled_from(sorted(presets())), st.integers(2, 4), st.integers(0, 999), WORDS, WORDS)
def test_what_is_written_reads_back_as_the_same_tree(name, players, seed, tag, comment):
    """Under every preset, with variations, comments and tags."""
    position = deal(preset(name), players, seed)
    said = " ".join(comment.replace("}", ")").split())
    tags = (("Seats", " ".join(tag.split())),)
    record = Record(position, _grown(position, random.Random(seed)), said, tags)
    assert read_record(write_record(record)) == record


def test_many_hands_in_one_file():
    """Hands follow each other without any mark but their tags."""
    records = [Record(START, (Move(Action("S", 6, 6)),), f"hand {n}") for n in range(5)]
    text = "\n".join(map(write_record, records))
    assert list(read_records(text.splitlines())) == records


def test_a_reader_takes_what_people_write():
    """Numbers with or without a space, signs after actions, comments over several lines."""
    text = TAGS + "\n1.S66 2. L11 { a\nlong comment } 3.R12 ( 3. R25* ) 4. R50x *\n"
    record = read_record(text)
    assert [str(move.action) for move in record.moves] == ["S66", "L11", "R12", "R50"]
    assert record.moves[1].comment == "a long comment"
    assert record.moves[2].variations == ((Move(Action("R", 2, 5)),),)


@pytest.mark.parametrize(
    ("body", "error", "says"),
    [
        ("1. S66 2. Q11", UnreadableError, r"line 6, 'Q11'"),
        ("1. S66\n2. L33", IllegalError, r"line 7, 'L33'"),
        ("1. S66 2. 11", AmbiguousError, r"line 6, '11'"),
        ("( S66 )", UnreadableError, r"line 6, '\('"),
        ("1. S66 )", UnreadableError, r"line 6, '\)'"),
        ("1. S66 ( S66", UnreadableError, "inside a variation"),
        ("1. S66 { said", UnreadableError, "inside a variation or comment"),
        ("1. S66 }", UnreadableError, r"line 6, '}'"),
    ],
)
def test_an_error_names_line_and_token(body, error, says):
    """Whoever wrote the file finds the place."""
    with pytest.raises(error, match=says):
        read_record(f"{TAGS}\n{body}\n")


@pytest.mark.parametrize(
    ("tags", "says"),
    [
        ('[Rules "britannica"]', "Rules and Deal"),
        (TAGS.replace("britannica", "nobody"), "no preset 'nobody'"),
        (TAGS.replace("~14", "0z"), "stock"),
        (TAGS.replace("0304", "0404"), "flawed"),
    ],
)
def test_bad_tags_are_named(tags, says):
    """A start that can't be read, or can't have been dealt."""
    with pytest.raises((UnreadableError, IllegalError), match=says):
        read_record(f"{tags}\n\n1. S66\n")


@given(st.text(max_size=200), st.integers(0, 120))
def test_no_text_breaks_the_reader(noise, at):
    """Any text gives hands or one of the three errors."""
    good = f"{TAGS}\n1. S66 2. L11 {{x}} *\n"
    for text in (noise, good[:at] + noise + good[at:]):
        try:
            list(read_records(text.splitlines()))
        except (UnreadableError, IllegalError, AmbiguousError) as error:
            assert "\n" not in str(error)


def test_a_file_of_thousands_of_hands_is_read_in_a_stream():
    """Memory does not grow with the file; in a process of its own, where nothing else needs any."""
    script = f"""
from resource import RUSAGE_SELF, getrusage
from matador.game.records import read_records
from matador.teach.content import install

install()
hand = {f"{TAGS}{chr(10)}1. S66 2. L11 3. R12 *{chr(10) * 2}".splitlines()!r}
def read(hands):
    return sum(1 for _ in read_records(line for _ in range(hands) for line in hand))
# What the engine remembers of the rules is made once, whatever the length of the file.
assert read(100) == 100
before = getrusage(RUSAGE_SELF).ru_maxrss
print(read(3_000), getrusage(RUSAGE_SELF).ru_maxrss - before)
"""
    run = [sys.executable, "-c", script]
    told = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True)
    count, more = map(int, told.stdout.split())
    assert count == 3_000
    assert more < 1_200  # kilobytes
