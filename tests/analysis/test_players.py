"""Computer opponents: what they see, what they may do, and that they say why."""

import random
import re
from itertools import pairwise

import pytest

from matador.analysis import players as module
from matador.analysis.arena import LADDER, MINDS
from matador.analysis.knowledge import Knowledge
from matador.analysis.native import COMPILED
from matador.analysis.players import PLAYERS, Considered, Reasons, View, Why, view
from matador.game.errors import IllegalError
from matador.game.moves import DRAW, PASS, ending, legal_actions
from matador.game.notation import read_tile
from matador.game.position import Hand, Position, Stock, deal
from matador.game.record import Timeline
from matador.game.rules import Contradiction, contradictions, presets, read_rules
from matador.teach.players import player_words, why_sentence

USUAL = read_rules("wikipedia~out_pay-opponents~blocked_pay-difference~deal-7")
QUICK = ("random", "matcher", "heaviest", "matadors-last", "blocker", "balanced")
SLOW = ("sampler", "master")
SECONDS = 0.02
"""Enough for one slice of worlds, which is all that a test of legality needs."""


def played(start, names, seed, seconds=SECONDS):
    """A whole hand: the lines of play at which somebody had to act, each with the answer."""
    line, found = Timeline(start), []
    while not ending(line.position):
        name = names[line.position.turn % len(names)]
        choice = PLAYERS[name].choose(view(line), seed + line.at, seconds)
        found.append((line, choice))
        line = line.play(choice.action)
    return found


def with_seats(rules):
    """The smallest number of players that the rules can be dealt to."""
    for count in (2, 3, 4):
        if Contradiction.TOO_FEW_TILES not in contradictions(rules, count):
            return count
    raise AssertionError(rules.base)


@pytest.mark.parametrize("name", sorted(presets()))
def test_every_player_plays_whole_hands_by_every_preset(name):
    rules = presets()[name]
    count = with_seats(rules)
    for seed, names in enumerate([QUICK[:4], QUICK[2:], SLOW]):
        for line, choice in played(deal(rules, count, seed), names, seed):
            assert choice.action in legal_actions(line.position)
            assert choice.action == choice.considered[0].action
            assert why_sentence(choice.why)


@pytest.mark.parametrize("players", [3, 4, 8])
@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_more_than_two_can_play(players, name):
    rules = read_rules("wikipedia~set-9~deal-5")
    hand = played(deal(rules, players, 5), (name,), 1)
    assert len({line.position.turn for line, _ in hand}) == players


@pytest.mark.parametrize("name", ["balanced", *SLOW])
def test_sets_that_the_core_has_no_room_for(name):
    start = deal(read_rules("wikipedia~set-12~deal-3"), 2, 4)
    hand = played(start, (name,), 1)
    assert {choice.method for _, choice in hand} <= {"policy", "playout"}
    if name != "balanced":
        assert any(choice.worlds for _, choice in hand)


def test_the_players_are_those_of_the_ladder():
    assert tuple(PLAYERS) == LADDER
    assert set(PLAYERS) <= set(MINDS)
    assert all(
        player.doc.endswith(".") and player.doc.count(".") == 1 for player in PLAYERS.values()
    )


# --- seeing -------------------------------------------------------------------------------------


def other_world(line, seat, chance):
    """The same line of play as one seat sees it, from another deal that agrees with it.

    The replacement is made at the present: the past hands of others differ as they must.
    """
    known = Knowledge.of(line, seat)
    return known.sample(chance)


@pytest.mark.parametrize("name", [*QUICK, *SLOW])
@pytest.mark.parametrize("rules", [USUAL, read_rules("britannica"), read_rules("wikipedia")])
def test_hands_that_differ_only_in_hidden_tiles_get_the_same_answer(name, rules):
    chance, differing = random.Random(3), 0
    for seed in range(3):
        for line, _ in played(deal(rules, 2, seed), ("balanced",), seed)[1:9:3]:
            seat = line.position.turn
            one = line.position
            other = other_world(Timeline(one), seat, chance)
            answers = [PLAYERS[name].choose(view(world), 7, 30).action for world in (one, other)]
            assert answers[0] == answers[1]
            differing += one.hands != other.hands
    assert differing > 3


@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_a_history_from_another_deal_gets_the_same_answer(name):
    """Tiles that the other seat and the stock still have are swapped in the deal itself."""
    found = 0
    for seed in range(40):
        if found == 4:
            break
        line = played(deal(USUAL, 2, seed), ("balanced",), seed)[-5][0]
        seat = line.position.turn
        twin = swapped(line, seat)
        if twin is None:
            continue
        found += 1
        assert view(twin) == view(line)
        same = [PLAYERS[name].choose(view(one), 7, 30) for one in (line, twin)]
        assert same[0] == same[1]
    assert found == 4


def swapped(line, seat):
    """The line from a deal with two hidden tiles exchanged; None where no two can be."""
    hands, stock = line.position.hands, line.position.stock.tiles
    for mine in hands[1 - seat].tiles:
        for theirs in stock[::-1]:
            start = line.start
            trade = {mine: theirs, theirs: mine}
            turned = [
                Hand(tuple(sorted(trade.get(one, one) for one in hand.tiles)))
                for hand in start.hands
            ]
            pile = Stock(tuple(trade.get(one, one) for one in start.stock.tiles))
            twin = Timeline(start.changed(hands=tuple(turned), stock=pile))
            if twin.start.hands == start.hands:
                continue
            try:
                for action in line.actions:
                    twin = twin.play(action)
            except IllegalError:
                continue
            return twin
    return None


def test_a_view_cannot_hold_what_its_seat_does_not_see():
    start = deal(USUAL, 2, 1)
    with pytest.raises(ValueError, match="other hands"):
        View(start.turn, Timeline(start))
    with pytest.raises(ValueError, match="to move"):
        view(start, 1 - start.turn)
    seen = view(start)
    assert seen.hand == start.hand.tiles
    assert seen.counts == (7, 7)
    assert seen.stock == 14
    assert seen.position.hands[1 - start.turn] == Hand((), 7)


def test_the_history_does_not_name_what_others_drew():
    hand = played(deal(USUAL, 2, 2), ("heaviest",), 2)
    line = next(line for line, _ in hand[::-1] if drawn_by_other(line))
    named = [action for seat, action in view(line).history if seat != line.position.turn]
    assert all(action.tile is None for action in named if action.where == DRAW)
    assert any(action.where == DRAW for action in named)


def drawn_by_other(line):
    turns = zip(line.positions, line.actions, strict=False)
    return any(a.where == DRAW and p.turn != line.position.turn for p, a in turns)


def test_what_drawing_and_passing_prove():
    for seed in range(30):
        for line, _ in played(deal(USUAL, 2, seed), ("random",), seed):
            other = 1 - line.position.turn
            lacks = module.lacks_of(view(line), other)
            assert not lacks & line.position.held[other]


def test_where_drawing_is_free_it_proves_nothing():
    rules, drew = read_rules("wikipedia~draw_playable-yes"), 0
    for seed in range(12):
        for line, _ in played(deal(rules, 2, seed), ("random",), seed):
            other = 1 - line.position.turn
            done = {action.where for seat, action in view(line).history if seat == other}
            if PASS not in done:
                drew += DRAW in done
                assert module.lacks_of(view(line), other) == 0
    assert drew


# --- answering ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_the_same_seed_gives_the_same_choice(name):
    hand = played(deal(USUAL, 2, 6), ("balanced",), 6)
    for line, _ in hand[::3]:
        once, again = (PLAYERS[name].choose(view(line), 11, 30) for _ in range(2))
        assert once == again


def test_seeds_matter_where_chance_plays():
    line = next(
        line
        for line, choice in played(deal(USUAL, 2, 1), ("random",), 1)
        if len(choice.considered) > 2
    )
    found = {PLAYERS["random"].choose(view(line), seed).action for seed in range(40)}
    assert found == {one.action for one in PLAYERS["random"].choose(view(line), 0).considered}


def test_a_hand_that_is_over_has_no_answer():
    line = played(deal(USUAL, 2, 1), ("balanced",), 1)[-1]
    over = line[0].play(line[1].action)
    with pytest.raises(IllegalError, match="over"):
        PLAYERS["balanced"].choose(view(over.position), 1)


def test_policies_give_their_decisive_feature():
    reasons = {
        name: {
            choice.why.reason
            for seed in range(12)
            for _, choice in played(deal(USUAL, 2, seed), (name,), seed)
        }
        for name in QUICK
    }
    assert Reasons.BY_CHANCE in reasons["random"]
    assert Reasons.MATCHES in reasons["matcher"]
    assert Reasons.PIPS in reasons["heaviest"]
    assert Reasons.SPARES_MATADOR in reasons["matadors-last"]
    assert Reasons.BLOCKS in reasons["blocker"]
    assert {Reasons.ANSWERS, Reasons.SPARES_MATADOR} <= reasons["balanced"]


def test_considered_actions_are_ranked():
    for line, choice in played(deal(USUAL, 2, 3), ("balanced", "master"), 3):
        worths = [one.worth for one in choice.considered]
        assert all(one >= other for one, other in pairwise(worths)) or len(worths) == 1
        assert {one.action for one in choice.considered} <= set(legal_actions(line.position))


def test_the_master_uses_likely_worlds_and_then_certainty():
    hands = [played(deal(USUAL, 2, seed), ("master",), seed, 30) for seed in range(3)]
    methods = {choice.method for hand in hands for _, choice in hand}
    assert {"likely", "exact"} <= methods
    if COMPILED:
        assert any(choice.worlds == 400 for hand in hands for _, choice in hand)


def test_where_plays_tell_nothing_the_master_weighs_any_world():
    forks = read_rules("le-mata")
    methods = {choice.method for _, choice in played(deal(forks, 2, 4), ("master",), 4)}
    assert methods <= {"policy", "mixed", "exact"}
    assert "mixed" in methods
    four = {choice.method for _, choice in played(deal(USUAL, 4, 4), ("master",), 4)}
    assert four == {"policy", "playout"}


def test_two_ends_worth_the_same_without_hidden_tiles_are_solved():
    """Once nothing is hidden, the master's value is the solver's."""
    from matador.analysis.solve import solve

    found = 0
    for seed in range(8):
        for line, choice in played(deal(USUAL, 2, seed), ("balanced", "master"), seed, 30):
            if choice.why.reason in (Reasons.CERTAIN, Reasons.CERTAIN_SAME):
                truth = solve(line.position, line=False)
                assert choice.considered[0].worth == truth.value.low
                found += 1
    assert found


# --- words --------------------------------------------------------------------------------------


def test_every_reason_has_words_and_every_sentence_a_reason():
    assert set(player_words()["why"]) == {str(reason) for reason in Reasons}


@pytest.mark.parametrize("reason", list(Reasons))
def test_sentences_use_only_the_facts_that_are_named(reason):
    slots = set(re.findall(r"\{(\w+)\}", player_words()["why"][str(reason)]))
    documented = (
        set(re.findall(r"\w+", reason.__doc__.rpartition(":")[2]))
        if ":" in reason.__doc__
        else set()
    )
    assert slots <= documented


def test_a_sentence_is_built_from_facts():
    action = Considered(PLAYERS["heaviest"].choose(view(deal(USUAL, 2, 1)), 1).action, 0).action
    facts = {"worlds": 200, "gain": 7.3, "unit": "pips", "next": action}
    text = why_sentence(Why(Reasons.WORTH_MORE, facts))
    assert "200" in text
    assert "7.3 pips" in text
    assert "3-4" in why_sentence(Why(Reasons.PIPS, {"tile": read_tile("34"), "pips": 7}))


# --- strength -----------------------------------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="thousands of hands take the compiled core")
def test_players_through_views_are_the_players_of_the_arena():
    """The master that is given views is as strong as the arena's: it beats `heaviest`."""
    gain = []
    for seed in range(12):
        start = deal(USUAL, 2, seed)
        both = [
            result(start, names, seed) for names in (("master", "heaviest"), ("heaviest", "master"))
        ]
        gain.append(both[0] - both[1])
    mean = sum(gain) / len(gain)
    spread = (sum((one - mean) ** 2 for one in gain) / (len(gain) - 1) / len(gain)) ** 0.5
    assert mean > 2 * spread


def result(start: Position, names, seed):
    """What seat A is paid more than seat B."""
    line, choice = played(start, names, seed, 5)[-1]
    last = line.play(choice.action).position
    pips = [sum(one.pips for one in hand.tiles) for hand in last.hands]
    return pips[1] - pips[0]
