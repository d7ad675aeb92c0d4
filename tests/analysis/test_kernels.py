"""The compiled core plays the engine's game: the same actions, ends, endings and payments."""

import json
from collections import Counter
from itertools import product
from math import cbrt, sqrt
from operator import mul
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matador.analysis import layout as at
from matador.analysis import odds
from matador.analysis.kernels import (
    below,
    choose,
    copy,
    deal,
    do,
    forward,
    move_of,
    pay,
    score_of,
    stream,
)
from matador.analysis.native import zeros
from matador.analysis.playouts import (
    BLOCKED,
    DRAWS,
    DRAWS_SQUARED,
    EDGE,
    EDGE_SQUARED,
    HANDS,
    LED,
    LED_AND_WON,
    LENGTHS,
    PAID,
    PAID_SQUARED,
    PASSES,
    PASSES_SQUARED,
    PIPS,
    PIPS_SQUARED,
    PLAYS,
    PLAYS_SQUARED,
    SHARED,
    SUMS,
    UNWON,
    WON,
    WORKSPACE,
    _first_lead,
    fits_lane,
    play_hands,
    random_hands,
)
from matador.analysis.tables import UnsupportedError, action_of, supported, tables, tiles_of
from matador.game import position as engine
from matador.game import settle
from matador.game.line import Line, fits, spinner_due
from matador.game.moves import Action, Ending, advance, ending, legal_actions
from matador.game.notation import read_position, write_position
from matador.game.position import Hand, Position, Stock, lead_rank, rightful_leader, sides
from matador.game.rules import FIELDS, presets, read_rules
from matador.game.tiles import Tile
from tests.analysis.core_hands import OUT, POLICY, Core, follow, numbers, player_counts
from tests.analysis.core_numbers import TABLE, WEIGHTS, counted, sums
from tests.conformance.make_table import rule_sets
from tests.conformance.test_perft import PAID as PAYMENT_FIELDS
from tests.game.strategies import deals

ALL = rule_sets()
SUPPORTED = [text for text in ALL if supported(read_rules(text))]
TOGETHER = [
    "pagat~deal-3~extra_tile-always~lead_tile-highest-double~no_double-draw",
    "pagat~deal-3~extra_tile-always~lead_tile-highest-double~no_double-next",
    "pagat~deal-3~lead_tile-highest-double~no_double-heaviest",
    "pagat~blocked-nobody-can-move~matador_place-blank-only",
    "pagat~blocked-nobody-can-move~draw-none~matador_place-blank-only",
]
"""Rules that meet: small hands without a double to lead, tiles drawn for the lead and a second one
led; hands that are over with open cards where a matador fits no better than other tiles."""
PLAYED = [*SUPPORTED, *TOGETHER]
SHARE = -(-20_000 // len(PLAYED))
"""Hands under each rule set, so that all together are 20,000."""


# --- the same game ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", PLAYED)
def test_both_play_the_same_hands(text: str) -> None:
    rules = read_rules(text)
    counts = player_counts(rules)
    few, many = [n for n in counts if n <= 4], [n for n in counts if n > 4]
    cores = {players: Core(rules, players) for players in counts}
    for number in range(SHARE):
        # A sixth of the hands go to large tables, where the rules have tiles for them.
        seats, turn = (many, number // 6) if many and number % 6 == 5 else (few, number)
        players = seats[turn % len(seats)]
        chance = Random(f"{text} {number}")
        # Half of the hands are later ones of a match, led by whoever's turn it is to lead.
        leader = chance.choice([None, chance.randrange(players)])
        dealt = engine.deal(rules, players, f"{text} {number}", leader=leader)
        follow(dealt, cores[players], chance)


@given(st.sampled_from(("6", "9")).flatmap(lambda top: deals(set=top)), st.integers(0, 2**32))
def test_both_play_the_same_hand_under_any_rules(dealt: Position, seed: int) -> None:
    follow(dealt, Core(dealt.rules, dealt.players), Random(seed))


def test_both_count_the_same_sequences() -> None:
    rows = json.loads(TABLE.read_text("utf-8"))
    fitting = [row for row in rows if int(row["position"].partition(".")[0]) < 12]
    assert len(fitting) > 700
    found = [{**row, "count": counted(row["position"], row["depth"])} for row in fitting]
    assert found == fitting


@pytest.mark.parametrize("seed", range(60))
def test_both_pay_the_same(seed: int) -> None:
    rng = Random(seed)
    said = {name: rng.choice([str(value) for value in FIELDS[name]]) for name in PAYMENT_FIELDS}
    rules = read_rules("pagat").changed(**said)
    players = rng.choice([2, 3, 4, 4])
    w = tables(rules, players).workspace(0)
    for _ in range(60):
        # Few different numbers, so that ties are frequent.
        pips = [rng.choice([3, 4, 5, 12, 40]) for _ in range(players)]
        out, last = rng.choice([None, rng.randrange(players)]), rng.randrange(players)
        if out is not None:
            pips[out] = 0
        for seat, left in enumerate(pips):
            w[at.PAID + at.SEATS + seat] = left
        told = settle.pay(rules, pips, out=out, last=last)
        won = pay(w, -1 if out is None else out, last)
        parties = sides(rules, players)
        expected = [seats[0] in told.winners for seats in parties]
        assert [won >> party & 1 for party in range(len(parties))] == expected, (said, pips, out)
        paid = numbers(w, at.PAID, len(parties))
        assert paid == list(told.payments), (said, pips, out, last)


MIRRORED = ("pagat", "pagat~crosswise-choice~cross_open-both", "pagat~doubles-spinner", "le-mata")


@pytest.mark.parametrize("text", MIRRORED)
def test_moves_left_out_as_mirror_images_lead_to_nothing_else(text: str) -> None:
    core, chance, left_out = Core(read_rules(text), 2), Random(text), 0
    for number in range(40):
        core.take(engine.deal(core.rules, 2, number))
        over = at.GOES_ON
        while not over:
            every, distinct = core.moves(), core.moves(distinct=True)
            assert set(distinct) <= set(every)
            assert {_folded(core, move) for move in every} == {
                _folded(core, move) for move in distinct
            }
            left_out += len(every) - len(distinct)
            over = core.do(chance.choice(every))
    assert left_out > 40


def _folded(core: Core, move: int) -> tuple[object, ...]:
    """What a move leads to, whichever side of the table one looks from."""
    there = at.ROWS + at.ROW
    copy(core.w, at.ROWS, there)
    over = do(core.w, there, move)
    row = numbers(core.w, there, at.ROW)
    ends = sorted(row[at.KIND : at.KIND + row[at.COUNT]])
    waiting = (row[at.SPIN] & 1) + (row[at.SPIN] >> 1 & 1)
    turn = row[at.TURN_OF : at.SPIN]
    return over, *turn, row[at.SPIN] >> 2, waiting, *ends, *row[at.HANDS : at.HANDS + 2]


# --- dealing ------------------------------------------------------------------------------------


def chi(found: list[int], expected: list[float], freedom: int, scale: float = 1) -> float:
    """How far counts are from what is expected, in standard errors (Wilson and Hilferty).

    `scale` is what the squares are multiplied by where counts hang together more than usual.
    """
    squares = sum((one - other) ** 2 / other for one, other in zip(found, expected, strict=True))
    spread = 2 / (9 * freedom)
    return (cbrt(scale * squares / freedom) - (1 - spread)) / sqrt(spread)


def even(counts: list[int]) -> float:
    """How far counts are from being equal."""
    mean = sum(counts) / len(counts)
    return chi(counts, [mean] * len(counts), len(counts) - 1)


def test_the_measure_of_fairness_can_fail() -> None:
    chance = Random(1)
    for bias, fair in ((0, True), (0.01, False)):
        drawn = [int(chance.random() < 1 / 7 + bias) for _ in range(20_000)]
        ones = sum(drawn)
        assert (abs(chi([ones, 20_000 - ones], [20_000 / 7, 20_000 * 6 / 7], 1)) < 3) == fair
    assert even([1000] * 100) < -4, "too good to be by chance"


@pytest.mark.parametrize("count", [2, 3, 7, 28, 55])
def test_random_numbers_are_fair(count: int) -> None:
    state, along = stream(5, 0), []
    for _ in range(20_000):
        state = forward(state)
        along.append(int(below(state, count)))
    across = [int(below(forward(stream(5, number)), count)) for number in range(20_000)]
    seeds = [int(below(forward(stream(seed, 0)), count)) for seed in range(20_000)]
    for drawn in (along, across, seeds):
        assert set(drawn) <= set(range(count))
        assert abs(even([drawn.count(one) for one in range(count)])) < 4
        if count <= 28:
            pairs = Counter(zip(drawn[::2], drawn[1::2], strict=True))
            both = product(range(count), range(count))
            assert abs(even([pairs[pair] for pair in both])) < 4


@pytest.mark.parametrize(("text", "players"), [("pagat~deal-7", 2), ("pagat~deal-5", 4)])
def test_every_tile_comes_to_every_seat_and_place_of_the_stock_equally(
    text: str, players: int
) -> None:
    core, hands = Core(read_rules(text), players), 10_000
    found = [Counter[int]() for _ in range(28)]
    for number in range(hands):
        deal(core.w, at.ROWS, stream(11, number), 0)
        row = core.row()
        for seat in range(players):
            for tile in _tiles(row[at.HANDS + seat]):
                found[tile][seat - players] += 1
        stock = numbers(core.w, at.STOCK, int(core.w[at.STOCK_SIZE]))
        for place, tile in enumerate(stock):
            found[tile][place] += 1
    size = core.rules.hand_size(players)
    shares = {place: 1 if place >= 0 else size for place in range(-players, len(stock))}
    assert sum(shares.values()) == 28
    counts = [found[tile][place] for tile in range(28) for place in shares]
    expected = [hands * shares[place] / 28 for _ in range(28) for place in shares]
    # A place that has one tile has no other: that makes the squares larger by 28 / 27.
    assert abs(chi(counts, expected, 27 * (len(shares) - 1), 27 / 28)) < 4


def _tiles(mask: int) -> list[int]:
    return [tile for tile in range(at.TILES) if mask >> tile & 1]


def test_the_matadors_in_a_hand_are_as_many_as_counting_says() -> None:
    core, hands = Core(read_rules("pagat~deal-7"), 2), 20_000
    held = Counter[int]()
    for number in range(hands):
        deal(core.w, at.ROWS, stream(12, number), 0)
        mine = core.row()[at.HANDS]
        held[(mine & int(core.w[at.MATADORS])).bit_count()] += 1
    unseen = odds.unseen(core.rules.tiles)
    expected = [hands * float(odds.holding(unseen, 7, n)) for n in range(5)]
    assert abs(chi([held[n] for n in range(5)], expected, 4)) < 4


LEADS = [
    f"pagat~deal-3~lead-{lead}~lead_tile-{tile}~no_double-{without}"
    for lead, tile, without in product(
        ("lot", "highest-double", "top-double", "heaviest-drawn", "lowest-drawn"),
        ("any", "highest-double"),
        ("redeal", "heaviest"),
    )
]


@pytest.mark.parametrize("text", LEADS)
def test_hands_are_dealt_again_and_led_as_the_rules_say(text: str) -> None:
    core = Core(read_rules(text), 2)
    dealt = []
    for number in range(200):
        deal(core.w, at.ROWS, stream(13, number), -1)
        dealt.append(_as_dealt(core, 2))
    assert not any(map(ending, dealt))
    led = [rightful_leader(position) for position in dealt]
    if None in led:
        assert 60 < sum(position.turn for position in dealt) < 140
    else:
        assert [position.turn for position in dealt] == led
    by_the_engine = [engine.deal(core.rules, 2, number) for number in range(200)]
    assert _without_double(dealt) == _without_double(by_the_engine)


def _as_dealt(core: Core, players: int) -> Position:
    """The position of a hand that the core has just dealt."""
    row, rules = core.row(), core.rules
    hands = tuple(Hand(tiles_of(rules, row[at.HANDS + seat])) for seat in range(players))
    stock = numbers(core.w, at.STOCK, int(core.w[at.STOCK_SIZE]))
    tiles = tuple(rules.tiles.tiles[number] for number in stock)
    score = (0,) * len(sides(rules, players))
    return Position(rules, Line(), hands, Stock(tiles), row[at.TURN_OF], score=score)


def _without_double(dealt: list[Position]) -> bool:
    """Whether in some of these hands nobody holds a double: one in seven, if it may be."""
    return any(not any(one.double for one in position.in_hands) for position in dealt)


def test_a_dealt_hand_is_whole_and_led_by_the_seat_that_was_asked_for() -> None:
    core = Core(read_rules("pagat"), 4)
    for number in range(50):
        deal(core.w, at.ROWS, stream(1, number), number % 4)
        row = core.row()
        stock = sum(1 << n for n in numbers(core.w, at.STOCK, int(core.w[at.STOCK_SIZE])))
        assert sum(row[at.HANDS : at.HANDS + 4]) + stock == (1 << 28) - 1
        assert row[at.TURN_OF] == number % 4
        assert (row[at.LED], row[at.LAST], row[at.COUNT], row[at.DUE]) == (0, -1, 0, 64)


# --- many hands ---------------------------------------------------------------------------------

PLAIN = "pagat~deal-7~draw_matador-no~lead-highest-double~lead_tile-highest-double"
LANES = [
    *("wikipedia", "britannica", PLAIN),
    *(f"{PLAIN}~{change}" for change in ("set-9", "double_weight-half", "matador_way-by-sum")),
    *(f"{PLAIN}~{change}" for change in ("matador_place-blank-only", "reserve-0")),
    *(f"{PLAIN}~crosswise-always~cross_open-{shown}" for shown in ("either", "one-half")),
    f"{PLAIN}~crosswise-wild~cross_open-blank-follows~reserve-0",
]


@pytest.mark.parametrize("text", LANES)
def test_the_fast_lane_plays_the_same_game(text: str) -> None:
    # In batches, so that the errors need no sums of squares.
    w, batches = tables(read_rules(text), 2).workspace(WORKSPACE), 50
    assert fits_lane(w)
    lane, full = [], []
    for batch in range(batches):
        lane.append(zeros(SUMS))
        random_hands(w, 21, 1000 * batch, 1000, lane[-1])
        full.append(zeros(SUMS))
        play_hands(w, 22, 1000 * batch, 1000, -1, full[-1])
    assert all(total[HANDS] == 1000 for total in lane + full)
    for what in (BLOCKED, PLAYS, DRAWS, PIPS, PIPS + 1):
        mean, error = _mean([int(total[what]) for total in lane])
        other, other_error = _mean([int(total[what]) for total in full])
        assert abs(mean - other) < 4 * sqrt(error**2 + other_error**2), what


def _mean(values: list[int]) -> tuple[float, float]:
    """Their mean and its standard error."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(spread / len(values))


REFUSED = {
    "draw": ("none", "one", "one-and-pass", "two"),
    "passing": ("stock-empty", "instead-of-drawing"),
    "draw_matador": ("yes",),
    "draw_playable": ("yes",),
    "matador_duty": ("refusable",),
    "blocked": ("nobody-can-move",),
    "lead": ("lot", "top-double", "heaviest-drawn", "lowest-drawn"),
    "lead_tile": ("any",),
    "no_double": ("any", "redeal", "next", "draw"),
    "extra_tile": ("always", "after-double"),
    "doubles": ("spinner",),
    "crosswise": ("choice",),
    "double_blank": ("kills",),
}


@pytest.mark.parametrize("field", REFUSED)
def test_the_fast_lane_refuses_what_it_cannot_play(field: str) -> None:
    plain = read_rules(PLAIN)
    for value in REFUSED[field]:
        assert not fits_lane(tables(plain.changed(**{field: value}), 2).workspace(0)), value


def test_the_fast_lane_leads_the_same_tile() -> None:
    # Among equal pips the higher half leads; too rare in whole hands to be seen in their means.
    rules, chance = read_rules(PLAIN), Random(5)
    w, tiles = tables(rules, 2).workspace(0), rules.tiles.tiles
    for size in (2, 2, 3, 6, 14) * 60:
        held = chance.sample(range(28), size)
        led = _first_lead(w, sum(1 << tile for tile in held))
        assert tiles[led] == max((tiles[tile] for tile in held), key=lead_rank)


def test_the_fast_lane_has_room_for_two_players_and_two_ends() -> None:
    assert not fits_lane(tables(read_rules(PLAIN), 3).workspace(0))
    forked = read_rules(PLAIN).changed(crosswise="always", cross_open="both")
    assert not fits_lane(tables(forked, 2).workspace(0))


def test_a_hand_is_the_same_whatever_is_played_beside_it() -> None:
    w = tables(read_rules("pagat"), 3).workspace(WORKSPACE)
    together, apart = zeros(SUMS), zeros(SUMS)
    play_hands(w, 4, 0, 30, -1, together)
    for first, count in ((20, 10), (0, 7), (7, 13)):
        play_hands(w, 4, first, count, -1, apart)
    assert list(together) == list(apart)


@pytest.mark.parametrize(
    ("text", "players"),
    [("pagat", 3), ("pagat~partners-pairs~tie-share", 4), ("le-mata", 2), ("britannica", 2)],
)
def test_sums_are_what_the_engine_adds_up(text: str, players: int) -> None:
    """The same hands again, move by move, counted and settled by the engine."""
    core, hands, expected = Core(read_rules(text), players), 60, Counter[int]()
    weights = (None, *WEIGHTS[3:], None)[:players]
    for seat, one in enumerate(weights):
        for i, weight in enumerate(one or ()):
            core.w[POLICY + 8 * seat + i] = weight
    places = [0 if one is None else POLICY + 8 * seat for seat, one in enumerate(weights)]
    for number in range(hands):
        expected.update(_replayed(core, number, places))
    assert sums(text, players, hands, *weights) == [expected[what] for what in range(SUMS)]


def _replayed(core: Core, number: int, places: list[int]) -> Counter[int]:
    """What a hand adds to the sums; `places` says where the policies stand."""
    state = deal(core.w, at.ROWS, stream(3, number), -1)
    position, total, moved = _as_dealt(core, len(places)), Counter[int](), Counter[str]()
    leader = position.turn
    while not ending(position):
        n, state = len(core.moves(distinct=True)), forward(state)
        move = choose(core.w, at.ROWS, OUT, n, places[position.turn], state)
        action = action_of(core.tables, core.w, at.ROWS, move)
        assert action in legal_actions(position)
        moved[action.where if action.where in "dp" else "play"] += 1
        position = advance(position, action)
        core.do(move)
    total.update({PLAYS: moved["play"], DRAWS: moved["d"], PASSES: moved["p"]})
    total.update({PLAYS_SQUARED: moved["play"] ** 2, DRAWS_SQUARED: moved["d"] ** 2})
    total.update({PASSES_SQUARED: moved["p"] ** 2, LENGTHS + moved["play"]: 1})
    total.update(_settled(position, leader))
    return total


def _settled(position: Position, leader: int) -> dict[int, int]:
    """What the settlement of a finished hand adds to the sums."""
    told, parties = settle.settle(position), sides(position.rules, position.players)
    won = [seats[0] in told.winners for seats in parties]
    leading = next(party for party, seats in enumerate(parties) if leader in seats)
    others = [paid for party, paid in enumerate(told.payments) if party != leading]
    edge = (told.payments[leading] * len(others) - sum(others)) * (-1 if told.debit else 1)
    return {
        HANDS: 1,
        BLOCKED: told.ending is Ending.BLOCKED,
        UNWON: not any(won),
        SHARED: sum(won) > 1,
        LED_AND_WON: won[leading],
        LED + leader: 1,
        EDGE: edge,
        EDGE_SQUARED: edge**2,
        **{WON + party: one for party, one in enumerate(won)},
        **{PAID + party: paid for party, paid in enumerate(told.payments)},
        **{PAID_SQUARED + party: paid**2 for party, paid in enumerate(told.payments)},
        **{PIPS + seat: pips for seat, pips in enumerate(told.pips)},
        **{PIPS_SQUARED + seat: pips**2 for seat, pips in enumerate(told.pips)},
    }


# --- policies -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["pagat", "le-mata", "pagat~doubles-spinner", "britannica"])
def test_a_policy_likes_a_play_for_what_the_seat_can_see(text: str) -> None:
    rules, players = read_rules(text), 3
    core, chance = Core(rules, players), Random(text)
    for number in range(6):
        position = engine.deal(rules, players, number)
        core.take(position)
        lacks: list[set[Tile]] = [set() for _ in range(players)]
        while not ending(position):
            written = core.written(core.row())
            for _, action, move in written:
                if move < at.DRAW:
                    seen = _likings(position, action, lacks)
                    assert _scores(core, move) == [
                        sum(map(mul, weights, seen)) for weights in WEIGHTS
                    ], f"{write_position(position)} {action}"
            _, action, move = chance.choice(written)
            fitting = _fitting(position)
            if move >= at.DRAW and position.line.row and not fitting & {*position.hand.tiles}:
                lacks[position.turn] = fitting
            position = advance(position, action)
            core.do(move)


def _scores(core: Core, move: int) -> list[int]:
    """How much policies of different weights like a move."""
    found = []
    for weights in WEIGHTS:
        for i, weight in enumerate(weights):
            core.w[POLICY + i] = weight
        found.append(int(score_of(core.w, at.ROWS, move, POLICY, at.ROWS + at.ROW)))
    return found


def _likings(position: Position, action: Action, lacks: list[set[Tile]]) -> tuple[int, ...]:
    """What the five weights of a policy are multiplied by, counted with the engine."""
    one, seat, wild = action.tile, position.turn, position.rules.tiles.matadors
    assert one is not None
    after = advance(position, action)
    answers = _fitting(after)
    others = {tile for hand in position.hands if hand is not position.hand for tile in hand.tiles}
    unseen = others.union(position.stock.tiles) - lacks[(seat + 1) % position.players]
    equal = [action.inner in end.halves for end in position.ends if end.arm == action.where]
    own = answers.intersection(after.hands[seat].tiles) - wild
    return one.pips, int(one in wild), len(own), len(answers & unseen), int(any(equal))


def _fitting(position: Position) -> set[Tile]:
    """The tiles of the set that go on some end."""
    rules, due = position.rules, spinner_due(position.line, position.rules)
    found = product(rules.tiles.tiles, position.ends)
    return {one for one, end in found if fits(one, end, rules, due)}


def test_a_policy_plays_before_it_draws_and_draws_before_it_passes() -> None:
    core = Core(read_rules("pagat"), 2)
    w = core.w
    w[POLICY] = -1
    offered = [at.PASS, move_of(0, 27, 0), at.DRAW, move_of(0, 26, 0)]
    for left, best in ((4, offered[3]), (3, offered[1]), (1, at.PASS)):
        for i, move in enumerate(offered[:left]):
            w[OUT + i] = move
        assert choose(w, at.ROWS, OUT, left, POLICY, 1) == best
    w[OUT], w[OUT + 1] = at.PASS, at.DRAW
    assert choose(w, at.ROWS, OUT, 2, POLICY, 1) == at.DRAW


@pytest.mark.parametrize("random", [True, False])
def test_equal_plays_are_drawn_for_fairly(random: bool) -> None:
    core = Core(read_rules("pagat"), 2)
    w = core.w
    plays = [move_of(slot, tile, 0) for slot, tile in ((0, 3), (0, 9), (1, 3), (1, 9), (1, 20))]
    for i, move in enumerate(plays):
        w[OUT + i] = move
    chosen = Counter(
        int(choose(w, at.ROWS, OUT, 5, 0 if random else POLICY, stream(9, number)))
        for number in range(20_000)
    )
    assert abs(even([chosen[move] for move in plays])) < 4


# --- what does not fit --------------------------------------------------------------------------


@pytest.mark.parametrize(("top", "tiles"), [("12", 91), ("15", 136), ("18", 190)])
def test_large_sets_are_refused(top: str, tiles: int) -> None:
    rules = read_rules(f"pagat~set-{top}")
    assert not supported(rules)
    with pytest.raises(
        UnsupportedError, match=f"^the compiled core has no room for {tiles} tiles$"
    ):
        tables(rules, 2)


@pytest.mark.parametrize(
    "code",
    [
        "6.1661.2534-~2.0102.A.0-0.pagat",
        "6.1661.2534-22.~3.A.0-0.pagat",
        "6.1661.2534-25.0102.A.0-0.pagat",
        "6.1166.2534-22.0102.A3.0-0.pagat",
    ],
    ids=["a hidden hand", "a hidden stock", "a tile twice", "too many passes"],
)
def test_positions_that_are_not_wholly_known_or_flawed_are_refused(code: str) -> None:
    position = read_position(code)
    core = Core(position.rules, 2)
    with pytest.raises(UnsupportedError, match="only known, flawless positions"):
        core.take(position)


def test_every_preset_with_a_small_set_is_supported() -> None:
    small = {name for name, rules in presets().items() if rules.set.value in ("6", "9")}
    assert small == {name for name, rules in presets().items() if supported(rules)}
    assert set(ALL) - set(SUPPORTED) == {f"pagat~set-{top}" for top in (12, 15, 18)}
