"""Addresses: what is written opens again, and nothing that anybody types breaks anything."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matador.game.moves import ending, legal_actions
from matador.game.notation import write_actions
from matador.game.position import deal
from matador.game.record import Timeline
from matador.game.rules import preset
from matador.ui import links

CODE = "6.-.03041225354466-05111624263346.~14.A.0-0.britannica"
OPENING = "S66.L11.R12.R50.R25.L64.L30"


def _played(seed: int, steps: int) -> Timeline:
    line = Timeline(deal(preset("szalone-10"), 3, seed))
    while not ending(line.position) and line.at < steps:
        actions = legal_actions(line.position)
        line = line.play(actions[(seed * 7 + line.at) % len(actions)])
    return line


@given(st.integers(0, 10_000), st.integers(0, 40), st.integers(0, 40))
def test_what_is_written_opens_again(seed, steps, at):
    """The whole line of play comes back, with the moment that was looked at."""
    line = _played(seed, steps).to(at)
    opened = links.read_table(links.table(line))
    assert (opened.timeline, opened.trouble) == (line, "")


def test_an_address_escapes_nothing():
    """Only characters that an address never escapes."""
    params = links.table(_played(1, 30).to(3))
    plain = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+")
    assert set("".join(params.values())) <= plain


def test_a_line_of_play_is_written_as_it_always_was():
    """Addresses that are out in the world: start, actions, and the step if it is not the last."""
    line = links.read_table({"p": CODE, "a": OPENING, "n": "2"}).timeline
    assert links.table(line) == {"p": CODE, "a": OPENING, "n": "2"}
    assert links.table(line.to(7)) == {"p": CODE, "a": OPENING}
    assert links.table(line.to(0)) == {"p": CODE, "a": OPENING, "n": "0"}
    assert links.at(line.start) == {"p": CODE}


@pytest.mark.parametrize(
    ("params", "line", "at"),
    [
        ({}, "S66.L11.R12.R50", 4),
        ({"n": "3"}, "S66.L11.R12.R50", 3),
        ({"n": "4"}, "S66.L11.R25", 3),
        ({"n": "5"}, "S66.L11.R12.R50", 4),
        ({"n": "6"}, "S66.L11.R12.R50", 4),
    ],
)
def test_a_step_is_the_number_of_an_action_as_written(params, line, at):
    """With variations too; without one, the end of the main line is looked at."""
    text = "S66.L11.~Y2xvc2Vk.R12.-.R25._.R50"
    cursor = links.read_table({"p": CODE, "a": text, **params}).cursor
    assert write_actions(cursor.timeline.actions) == line
    assert cursor.timeline.at == at
    kept = {} if params.get("n") in (None, "5", "6") else params
    assert links.tree(cursor) == {"p": CODE, "a": text, **kept}


_BROKEN = st.one_of(
    st.text(max_size=60),
    st.builds(
        lambda at, new: CODE[:at] + new + CODE[at + 1 :],
        st.integers(0, len(CODE) - 1),
        st.text(max_size=3),
    ),
    st.builds(".".join, st.permutations(CODE.split("."))),
    st.sampled_from(
        ["<script>alert(1)</script>", "../../etc/passwd", "%00", "6." * 3000, "٣" * 20, "\u202e"]
    ),
)


@given(_BROKEN, _BROKEN, st.text(max_size=8))
@settings(max_examples=200)
def test_no_address_breaks_the_reader(code, actions, step):
    """Any text gives a line of play or one sentence without markup."""
    for params in ({"p": code, "a": actions, "n": step}, {"p": CODE, "a": actions, "n": step}):
        opened = links.read_table(params)
        assert opened.timeline is not None or opened.trouble or not params["p"]
        assert not set(opened.trouble) & set("<>&`*[]$\n")
        assert len(opened.trouble) <= 300


@pytest.mark.parametrize(
    ("actions", "done", "says"),
    [
        (OPENING, 7, ""),
        ("S66.L11.R99", 2, "action 3"),
        ("S66.L11.R12.R66", 3, "action 4"),
        ("rubbish", 0, "action 1"),
    ],
)
def test_as_many_actions_as_fit(actions, done, says):
    """A link with a slip opens up to the slip and names it."""
    opened = links.read_table({"p": CODE, "a": actions})
    assert opened.timeline is not None
    assert len(opened.timeline.actions) == done
    assert says in opened.trouble
    assert bool(says) == bool(opened.trouble)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3),
        ("0", 9),
        ("11", 9),
        ("-1", 9),
        ("x", 9),
        ("", 9),
        (None, 9),
        ("٣", 9),
        ("9" * 99, 9),
    ],
)
def test_a_number_in_an_address(text, number):
    """A number within the bounds is taken; anything else gives the fallback."""
    assert links.number(text, 1, 10, 9) == number
