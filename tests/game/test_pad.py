"""A match written down by hand pays what the engine pays, and says what can't be."""

import random
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matador.game import pad
from matador.game.errors import UnreadableError
from matador.game.pad import Doubt, Match, Result, standing
from matador.game.position import Position, deal
from matador.game.rules import Tie, preset, presets
from matador.game.settle import NotPaid, add_score, next_leader, settle, why_not_paid
from matador.game.tiles import tile
from tests.game import strategies
from tests.game.shorthand import rules

O5, O6, B23 = tile(0, 5), tile(0, 6), tile(2, 3)


def written(end: Position, *, as_tiles: bool) -> Result:
    """What people write down of a finished hand."""
    out = next((seat for seat, hand in enumerate(end.hands) if not len(hand)), None)
    tied = end.rules.tie is Tie.LAST_PLACED and out is None
    left = [
        None if seat == out else hand.tiles if as_tiles else pad.weigh(hand.tiles, end.rules)
        for seat, hand in enumerate(end.hands)
    ]
    return Result(out, out is None, tuple(left), end.last if tied else None)


def blocked(*left: pad.Left) -> Result:
    return Result(None, True, left)


def out(seat: int, *left: pad.Left) -> Result:
    return Result(seat, False, left)


def won(*points: int) -> tuple[Result, ...]:
    """Hands between two players that pay player A so much (B where it is negative)."""
    return tuple(out(0, None, p) if p > 0 else out(1, -p, None) for p in points)


# --- payments -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", presets())
def test_a_match_pays_what_the_engine_pays(name: str) -> None:
    """Six hands, with each number of players: payments, totals, and who leads next."""
    chance = random.Random(name)
    for players in pad.playable(preset(name)):
        match, payments = Match(preset(name), players, leader=0), []
        for seed in range(6):
            dealt = deal(match.rules, players, f"{name} {players} {seed}")
            end = strategies.playout(dealt, chance, keen=seed % 2 == 0).end
            if why_not_paid(end) is None:
                match = match.with_result(written(end, as_tiles=seed % 3 == 0))
                payments.append(settle(end))
        rows = standing(match).rows
        assert payments
        assert [row.settlement for row in rows] == payments
        if not match.pointless:
            totals = (0,) * len(match.parties)
            for row, paid in zip(rows, payments, strict=True):
                totals = add_score(totals, paid)
                assert row.score == totals
        for row, then in zip(rows, [*(row.leader for row in rows[1:]), None], strict=True):
            if then is not None and row.leader is not None and row.settlement:
                assert then == next_leader(match.rules, row.settlement, row.leader)


@given(strategies.games(), st.booleans())
def test_any_rules_pay_what_the_engine_pays(game: strategies.Game, as_tiles: bool) -> None:
    if why_not_paid(game.end) in (NotPaid.VOID, NotPaid.GOING_ON):
        return
    result = written(game.end, as_tiles=as_tiles)
    found = pad.doubts(game.end.rules, result)
    if [one.doubt for one in found] == [Doubt.NO_LAST]:
        assert game.end.last is None
        return
    assert not found
    assert pad.settled(game.end.rules, result) == settle(game.end)
    read = pad.read_result(pad.write_result(result), game.end.players)
    assert pad.settled(game.end.rules, read) == settle(game.end)


def test_a_double_counts_as_the_rules_say() -> None:
    hand = out(0, None, (tile(3, 3), tile(4, 5)))
    assert standing(Match(rules(), results=(hand,))).score == (15, 0)
    half = rules(double_weight="half")
    assert standing(Match(half, results=(hand,))).score == (12, 0)


# --- doubts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "doubt", "seats"),
    [
        (Result(None, False, (None, 5)), Doubt.NO_END, ()),
        (blocked(5, None), Doubt.MISSING, (1,)),
        (out(0, 5, 3), Doubt.OUT_HOLDS, (0,)),
        (out(0, (O5,), 3), Doubt.OUT_HOLDS, (0,)),
        (blocked(100, 69), Doubt.TOO_MANY, ()),
        (blocked((O5, O6), (O5,)), Doubt.TWICE, (0, 1)),
        (out(0, None, (tile(7, 8),)), Doubt.STRANGER, (1,)),
        (blocked(0, 0), Doubt.BLANK_TWICE, (0, 1)),
    ],
)
def test_what_cannot_be_is_doubted_and_not_counted(
    result: Result, doubt: Doubt, seats: tuple[int, ...]
) -> None:
    found = pad.doubts(rules(), result)
    assert (doubt, seats) in [(one.doubt, one.seats) for one in found]
    now = standing(Match(rules(), results=(*won(5), result)))
    assert now.rows[1].settlement is None
    assert now.score == (5, 0)


@pytest.mark.parametrize("result", [out(0, 0, 3), out(0, None, 0), blocked(0, 168), blocked(1, 0)])
def test_what_is_odd_but_can_be_is_counted(result: Result) -> None:
    assert not pad.doubts(rules(), result)


def test_a_tie_asks_who_played_last_where_the_rules_do() -> None:
    tied = blocked(7, 9, 7)
    assert not pad.doubts(rules(), tied)
    last = rules(tie="last-placed", blocked_pay="opponents")
    assert [one.doubt for one in pad.doubts(last, tied)] == [Doubt.NO_LAST]
    assert pad.settled(last, tied._replace(last=2)).payments == (0, 0, 16)
    assert not any(pad.settled(last, tied._replace(last=1)).payments)


# --- the match ----------------------------------------------------------------------------------


@pytest.mark.parametrize("goal", [1, 30, 55, 100, 101, 250])
def test_any_score_can_be_played_to(goal: int) -> None:
    """Against a count of its own: over as soon as somebody is there, and not a hand before."""
    chance = random.Random(goal)
    points = [chance.choice((1, -1)) * chance.randrange(1, 60) for _ in range(20)]
    gains = [(max(p, 0), max(-p, 0)) for p in points]
    columns = [list(accumulate(column, initial=0)) for column in zip(*gains, strict=True)]
    totals = list(zip(*columns, strict=True))
    first = next((n for n, pair in enumerate(totals) if max(pair) >= goal), None)
    now = standing(Match(rules(), goal=goal, results=won(*points)))
    assert now.over == first
    if first:
        assert now.winners == (int(totals[first][1] > totals[first][0]),)
        assert now.reached == tuple(i for i in (0, 1) if totals[first][i] >= goal)


def test_rules_end_a_match_in_three_ways() -> None:
    loses = rules(goal="exceed-loses", blocked_pay="debit", out_pay="debit")
    now = standing(Match(loses, goal=20, results=(out(0, None, 20), blocked(3, 1))))
    assert (now.over, now.winners, now.reached) == (2, (0,), (1,))
    assert standing(Match(loses, goal=21, results=won(20))).over is None
    each = rules(goal="one-round")
    assert standing(Match(each, results=won(5))).over is None
    assert standing(Match(each, results=won(5, -9))).winners == (1,)
    assert standing(Match(each, results=won(5, -5))).winners == (0, 1)
    assert standing(Match(rules(), goal=0, results=won(*[99] * 5))).over is None


def test_two_that_get_there_at_once() -> None:
    share = rules(tie="share", blocked_pay="opponents")
    now = standing(Match(share, 3, goal=10, results=(blocked(5, 5, 20),)))
    assert (now.winners, now.reached, now.score) == ((0, 1), (0, 1), (12, 12, 0))


def test_who_is_ahead() -> None:
    assert standing(Match(rules())).ahead == ()
    assert standing(Match(rules(), results=won(5, -3))).ahead == (0,)
    assert standing(Match(rules(), results=won(5, -5))).ahead == (0, 1)
    debit = rules(goal="exceed-loses", blocked_pay="debit", out_pay="debit")
    assert standing(Match(debit, results=won(5))).ahead == (0,)
    assert standing(Match(rules(), results=(blocked(7, 7),))).ahead == (0, 1)


def test_pairs_share_a_score() -> None:
    paired = rules(partners="pairs", partner_pips="against")
    match = Match(paired, 4, results=(out(0, None, 10, 4, 8), blocked(9, 2, 9, 3)))
    assert match.parties == ((0, 2), (1, 3))
    assert [row.score for row in standing(match).rows] == [(14, 0), (14, 13)]


def test_hands_are_counted_where_there_are_no_points() -> None:
    match = Match(preset("wikipedia"), goal=2, results=won(5, -5, 5))
    assert match.pointless
    now = standing(match)
    assert (now.score, now.over, now.winners) == ((2, 1), 3, (0,))


def test_who_leads_next() -> None:
    assert standing(Match(rules(next_lead="rotate"), 3)).leader is None
    assert standing(Match(rules(next_lead="rotate"), results=won(5))).leader is None
    assert standing(Match(rules(next_lead="rotate"), leader=1, results=won(5, 5))).leader == 1
    assert standing(Match(rules(next_lead="winner"), results=won(-5))).leader == 1
    assert standing(Match(rules(next_lead="loser"), results=won(-5))).leader == 0
    assert standing(Match(rules(next_lead="again"), leader=0, results=won(5))).leader is None
    tied = (blocked(7, 7),)
    assert standing(Match(rules(next_lead="winner"), results=tied)).leader is None


def test_a_hand_is_corrected_and_deleted_by_its_number() -> None:
    match = Match(rules(), results=won(1, 2, 3))
    assert match.with_result(*won(9), 2).results == won(1, 9, 3)
    assert match.without(2).results == won(1, 3)
    assert match.with_name(1, "Bo").anew() == Match(rules(), names=("", "Bo"))


# --- as text ------------------------------------------------------------------------------------

TILES = st.lists(st.sampled_from(rules().tiles.tiles), min_size=1, max_size=7, unique=True)
LEFT = st.none() | st.integers(0, 9999) | TILES.map(lambda tiles: tuple(sorted(tiles)))


@st.composite
def results(draw: st.DrawFn, players: int) -> Result:
    """Anything that can be written, whether it can be or not."""
    seats = st.integers(0, players - 1)
    end = draw(st.sampled_from(("out", "blocked", "open")))
    left = tuple(draw(LEFT) for _ in range(players))
    last = draw(st.none() | seats) if end == "blocked" else None
    return Result(draw(seats) if end == "out" else None, end == "blocked", left, last)


@given(st.integers(2, 8).flatmap(results))
def test_what_was_written_is_read_back(result: Result) -> None:
    text = pad.write_result(result)
    assert set(text) <= set("ABCDEFGHx-~0123456789")
    assert pad.read_result(text, len(result.left)) == result


@given(st.text("ABx-~0123456789ai ²", max_size=12) | st.text(max_size=12))
def test_nonsense_is_unreadable_and_nothing_worse(text: str) -> None:
    try:
        result = pad.read_result(text, 2)
    except UnreadableError:
        return
    assert pad.read_result(pad.write_result(result), 2) == result


@given(st.text(max_size=200))
def test_a_name_is_tidied_once_and_for_all(text: str) -> None:
    name = pad.tidy(text)
    assert len(name) <= pad.NAME
    assert name == "" or name.isprintable()
    assert pad.tidy(name) == name
