"""A game in its address: nothing is lost on the way, and nothing that is sent breaks it."""

import random
import re
from dataclasses import replace
from functools import cache
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matador.game import fair
from matador.game.moves import legal_actions
from matador.game.rules import read_rules
from matador.teach.content import install
from matador.ui import play_address
from matador.ui.play_address import PAUSES, Game, clean_word, new_game, read, write

install()

RULES = (
    ("pagat", 1), ("szalone-10", 3), ("pagat~partners-pairs", 3), ("pagat~next_lead-again", 2),
    ("pagat~crosswise-choice~cross_open-both~doubles-spinner", 1), ("kardinal", 2),
    ("pagat~target-none~tie-last-placed~blocked_pay-opponents", 1),
)  # fmt: skip
NAMES = ("random", "balanced", "matadors-last", "master")
KEY = bytes(range(fair.KEY_BYTES))


def _played(game: Game, hands: int, chance, word=lambda: "", last: int = 10**9) -> Game:
    """The game after so many hands, the last of them up to an action."""
    match, shown = game.match, game.shown
    for number in range(1, hands + 1):
        while not match.hand.over and (number < hands or match.line.at < last):
            if chance.random() < 0.01:
                match = match.give_up(0)
            else:
                match = match.play(chance.choice(legal_actions(match.position)))
        if number < hands:
            shown = fair.commitment(match.next_secret)
            match = match.next(clean_word(word()))
    return replace(game, match=match, shown=shown)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_a_game_comes_back_as_it_was(data):
    """Rules, opponents, words, actions, giving up and options."""
    rules, opponents = data.draw(st.sampled_from(RULES))
    names = tuple(data.draw(st.sampled_from(NAMES)) for _ in range(opponents))
    words = st.text(max_size=60)
    key = data.draw(st.binary(min_size=fair.KEY_BYTES, max_size=fair.KEY_BYTES))
    game = new_game(read_rules(rules), names, key, clean_word(data.draw(words)))
    game = _played(
        game,
        data.draw(st.integers(1, 4)),
        data.draw(st.randoms(use_true_random=False)),
        lambda: data.draw(words),
        data.draw(st.integers(0, 40)),
    )
    game = replace(
        game,
        whole=data.draw(st.booleans()),
        pause=data.draw(st.sampled_from(PAUSES)),
        forced=data.draw(st.booleans()),
    )
    params = write(game)
    assert read(params) == play_address.Opened(game)
    assert re.fullmatch(r"[A-Za-z0-9._~-]+", "".join(params.values()))


def test_twenty_hands_of_four_are_short_and_stand_in_full():
    game = new_game(read_rules("szalone-10"), ("balanced",) * 3, KEY)
    game = _played(game, 20, random.Random(1), lambda: "a word of mine")
    assert len(urlencode(write(game))) < 5000
    assert read(write(game)).game == game


def test_the_oldest_hands_of_a_long_match_keep_their_sums(monkeypatch):
    """Who led, what was paid and why, and so everything that follows."""
    monkeypatch.setattr(play_address, "ROOM", 300)
    game = _played(
        new_game(read_rules("pagat~partners-pairs"), NAMES[:3], KEY), 12, random.Random(2)
    )
    assert any(hand.gave_up is not None for hand in game.match.past)
    again = read(write(game)).game
    assert again is not None
    assert any(hand.line is None for hand in again.match.past)
    assert again.match.past[-1] == game.match.past[-1]
    assert again.match.line == game.match.line
    for one, other in zip(again.match.settled, game.match.settled, strict=True):
        assert one[1] == other[1]
        assert (one[0].leader, one[0].gave_up) == (other[0].leader, other[0].gave_up)
    assert write(again) == write(game)


@cache
def _three_hands() -> dict[str, str]:
    game = new_game(read_rules("pagat~deal-3"), ("random",), KEY)
    return write(_played(game, 3, random.Random(3)))


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_whatever_is_sent_is_read_or_said(data):
    """One parameter is spoilt: the rest opens as far as it can, with one sentence."""
    params = _three_hands()
    name = data.draw(st.sampled_from(play_address.PARAMS))
    text = params.get(name, "")
    at = data.draw(st.integers(0, len(text)))
    junk = data.draw(st.text(max_size=8) | st.text("~._-+SRLdpx0123456", max_size=8))
    opened = read({**params, name: text[:at] + junk + text[at + data.draw(st.integers(0, 4)) :]})
    assert opened.game or opened.trouble or name == play_address.KEY
    assert not set(opened.trouble) & set("<>*[]`$")
    if opened.game:
        assert read(write(opened.game)).game == opened.game


@pytest.mark.parametrize(
    ("typed", "kept"), [("  a  b ", "a b"), ("x\n\0y", "x y"), ("z" * 99, "z" * 40), ("", "")]
)
def test_a_word_is_cleaned_before_it_is_cut_in(typed, kept):
    assert clean_word(typed) == kept


BAD = [
    {"r": "nobody"},
    {"r": "<b>"},
    {"k": "x"},
    {"k": ""},
    {"o": "hal"},
    {"o": ".".join(["random"] * 8)},
    {"o": ""},
    {"r": "pagat", "o": ".".join(["random"] * 7)},  # more than can be dealt to
]


@pytest.mark.parametrize("change", BAD, ids=str)
def test_without_rules_opponents_or_key_there_is_no_game(change):
    opened = read({**_three_hands(), **change})
    assert opened.game is None
    assert opened.trouble
    assert "<" not in opened.trouble


HALF = [
    ({"a": "rubbish"}, 3, "action 1"),
    ({"a": "S66" * 5000}, 3, ""),
    ({"w": "%%%"}, 3, "word"),
    ({"w": "_" * 9000}, 3, "word"),
    ({"g": "~S66"}, 1, "Hand 1"),
    ({"g": "~~x_~~Z.A.0.1.2"}, 2, "payment"),
    ({"g": "~~A.B.0.5.0_~~x_junk~~~~"}, 3, "Hand 3"),
]


@pytest.mark.parametrize(("change", "number", "told"), HALF, ids=str)
def test_a_game_goes_on_before_the_first_fault(change, number, told):
    """And what was promised then is the hash of the deal that is played."""
    opened = read({**_three_hands(), **change})
    assert told in opened.trouble
    assert opened.trouble
    assert opened.game is not None
    match = opened.game.match
    assert match.hand.number == number
    assert not match.hand.over
    assert opened.game.shown == fair.commitment(match.secret)
