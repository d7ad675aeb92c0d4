"""Deals that nobody can arrange: hash, secret and word."""

import hashlib

import pytest

from matador.game import fair
from matador.game.errors import IllegalError
from matador.game.position import Stock, deal
from matador.game.rules import Rules

KEY = bytes(range(fair.KEY_BYTES))
RULES = Rules("test")


def test_the_hash_is_what_sha256sum_says_of_the_secret():
    secret = fair.hand_secret(KEY, 1)
    assert fair.commitment(secret) == hashlib.sha256(secret.encode("ascii")).hexdigest()


def test_every_hand_has_a_secret_of_its_own():
    """A secret that was shown is neither the key nor the key of the next."""
    secrets = [fair.hand_secret(KEY, number) for number in range(1, 30)]
    assert len(set(secrets)) == len(secrets)
    shown = bytes.fromhex(secrets[0])
    assert fair.hand_secret(shown, 2) != secrets[1] != fair.hand_secret(shown[:16], 2)


def test_secret_and_word_are_the_seed_of_the_deal():
    secret = fair.hand_secret(KEY, 1)
    plain, cut = (fair.dealt(RULES, 3, secret, word) for word in ("", "ace"))
    assert plain.hands == deal(RULES, 3, secret).hands
    assert cut.hands == deal(RULES, 3, f"{secret} ace").hands
    assert plain.hands != cut.hands


def test_the_lots_of_the_players_tell_nothing_of_the_deal():
    secret = fair.hand_secret(KEY, 1)
    lots = {fair.chance(secret, f"B {at}") for at in range(50)}
    assert len(lots) == 50


def test_an_honest_deal_passes_and_each_change_is_found():
    secret = fair.hand_secret(KEY, 1)
    shown, start = fair.commitment(secret), fair.dealt(RULES, 2, secret, "ace")
    assert fair.check(start, shown, secret, "ace") == (True, True)
    assert fair.check(start, shown, secret, "king") == (True, False)
    other = fair.hand_secret(KEY, 2)
    assert fair.check(start, shown, other, "ace") == (False, False)
    hands = (start.hands[1], start.hands[0])
    assert not fair.check(start.changed(hands=hands), shown, secret, "ace").dealt
    moved = Stock(start.stock.tiles[::-1])
    assert not fair.check(start.changed(stock=moved), shown, secret, "ace").dealt


def test_the_leader_of_a_later_hand_is_no_part_of_the_deal():
    secret = fair.hand_secret(KEY, 5)
    start = fair.dealt(RULES, 2, secret, leader=1, score=(20, 30))
    assert (start.turn, start.score) == (1, (20, 30))
    assert fair.check(start, fair.commitment(secret), secret) == (True, True)


def test_rules_that_cannot_be_dealt_are_refused():
    with pytest.raises(IllegalError, match="tiles"):
        fair.dealt(RULES.changed(deal="7"), 8, "secret")
