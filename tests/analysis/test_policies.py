"""Policies: what each prefers, and the compiled core and the plain form preferring the same."""

import random
from collections import Counter

import pytest

from matador.analysis import layout as at
from matador.analysis.kernels import moves, score_of
from matador.analysis.policies import POLICIES, Weights, best, different, pick, read_policies, score
from matador.analysis.tables import action_of, load, tables
from matador.game.errors import UnreadableError
from matador.game.moves import advance, ending, legal_actions
from matador.game.notation import read_position, write_position
from matador.game.position import Position, deal
from matador.game.rules import Rules, read_rules
from matador.game.tiles import mask

OUT = at.ROWS + 2 * at.ROW
WEIGHTS = OUT + 512
ALL = Weights(10, -20, 7, -3, 5)
VARIED = (
    "pagat",
    "szalone-10",
    "le-mata",
    "bonaludo",
    "matador-dominos",
    "pagat~crosswise-choice~cross_open-both",
    "pagat~doubles-spinner~spinner_arms-after-both-ends",
    "pagat~doubles-spinner~crosswise-choice~set-9",
    "szalone-10~crosswise-choice~cross_open-one-half",
)
CHOICE = "6.1166.06121634-01142636465615.25.A.0-0.pagat"
"""The ends are 1 and 6; A holds a tile for each and two matadors, B and the stock the rest."""


class Core:
    """What the compiled core likes, asked position by position."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.tables = tables(rules, players)
        self.w = self.tables.workspace(2 * at.ROW + 512 + 8)

    def scores(self, position: Position, weights: Weights) -> dict[str, int]:
        """The plays that the core tells apart, with their scores."""
        found, w = self.tables, self.w
        load(found, position, w)
        for i, weight in enumerate(weights):
            w[WEIGHTS + i] = weight
        listed = [int(w[OUT + i]) for i in range(moves(w, at.ROWS, OUT, True))]
        return {
            str(action_of(found, w, at.ROWS, move)): int(
                score_of(w, at.ROWS, move, WEIGHTS, at.ROWS + at.ROW)
            )
            for move in listed
            if move < at.DRAW
        }


def unseen(position: Position) -> int:
    """What the next seat may hold if nothing else is known of it, as a mask."""
    known = [placed.tile for placed in position.line.placed] + list(position.hand.tiles)
    return mask(one for one in position.rules.tiles.tiles if one not in known)


@pytest.mark.parametrize("text", VARIED)
@pytest.mark.parametrize("players", [2, 3])
def test_core_and_plain_form_prefer_the_same(text: str, players: int) -> None:
    """At every turn of some random hands, play by play, for all weights at once and each alone."""
    rules, chance = read_rules(text), random.Random(players)
    core = Core(rules, players)
    for weights in [ALL, *(one.weights for one in POLICIES.values() if one.weights)]:
        position = deal(rules, players, chance.randrange(1 << 30))
        while not ending(position):
            scores = {
                str(one): score(position, one, weights, unseen(position))
                for one in different(position)
                if one.tile
            }
            assert scores == core.scores(position, weights), write_position(position)
            position = advance(position, chance.choice(legal_actions(position)))


def test_what_each_policy_prefers() -> None:
    """The same choice for all of them."""
    position = read_position(CHOICE)
    preferred = {
        name: " ".join(map(str, best(position, different(position), policy.weights, 0)))
        for name, policy in POLICIES.items()
        if policy.weights
    }
    assert preferred == {
        "matcher": "L16 R61",
        "heaviest": "L16 L34 L43 L61 R16 R34 R43 R61",
        "matadors-last": "L60 R12",
        "blocker": "L16 L60",
        "balanced": "L60",
    }


def test_what_is_known_of_the_next_seat_counts() -> None:
    """A blocker turns to what the next seat was seen not to answer."""
    position, weights = read_position(CHOICE), POLICIES["blocker"].weights
    assert weights
    lacks = mask(read_position("6.-.262536465616-0.0.A.0-0.pagat").hand.tiles)
    preferred = best(position, different(position), weights, lacks)
    assert list(map(str, preferred)) == ["R34", "R61"]
    chance = random.Random(1)
    assert {str(pick(position, weights, lacks, chance)) for _ in range(20)} == {"R34", "R61"}


def test_random_policies_do_everything_legal() -> None:
    """Drawing and passing too, each as often as any other; of mirror images only one."""
    position = read_position("6.66.1522-3344.01022455.A.0-0.pagat~draw_playable-yes")
    chance = random.Random(3)
    counts = Counter(str(pick(position, None, 0, chance)) for _ in range(900))
    assert counts.keys() == {"L15", "d"}
    assert all(counts[one] == pytest.approx(450, abs=70) for one in counts)
    weights = POLICIES["heaviest"].weights
    assert {str(pick(position, weights, 0, chance)) for _ in range(50)} == {"L15"}


def test_policies_are_documented() -> None:
    """One sentence each, and the name under which it is found."""
    for name, policy in POLICIES.items():
        assert policy.name == name
        assert policy.doc.endswith(".")
        assert policy.doc.count(".") == 1


def test_policies_are_read() -> None:
    """One for all or one a seat."""
    assert [one.name for one in read_policies(["blocker"], 3)] == ["blocker"] * 3
    assert [one.name for one in read_policies(["random", "matcher"], 2)] == ["random", "matcher"]
    for names in (["Random"], [""], ["random", "matcher"], []):
        with pytest.raises(UnreadableError, match="policy"):
            read_policies(names, 3)
