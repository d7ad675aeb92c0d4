"""What is known of hidden tiles agrees with playing every deal through, one by one."""

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matador.analysis import knowledge
from matador.analysis.knowledge import Assumption, Knowledge, deals, seen_from
from matador.analysis.places import TooLargeError
from matador.game.errors import IllegalError
from matador.game.moves import Action, advance, legal_actions
from matador.game.notation import read_action, read_position, write_position
from matador.game.position import Hand, Position, deal, rightful_leader
from matador.game.record import Timeline
from matador.game.records import read_record
from matador.game.rules import preset
from matador.game.tiles import Tile, tile_set
from tests.analysis import brute
from tests.game.shorthand import at, play
from tests.game.strategies import Game, games

VARIANTS: dict[str, dict[str, str]] = {
    "draw until": {"draw": "until"},
    "draw one": {"draw": "one", "reserve": "1"},
    "draw one and pass": {"draw": "one-and-pass", "blocked": "all-knock"},
    "draw two": {"draw": "two", "passing": "instead-of-drawing"},
    "no drawing": {"draw": "none"},
    "drawing at will": {"draw": "until", "draw_playable": "yes"},
    "drawing at will stops": {"draw": "until", "draw_playable": "yes", "drawn_matador": "stops"},
    "keeping matadors": {"draw": "until", "draw_matador": "yes"},
    "keeping matadors stops": {"draw": "two", "draw_matador": "yes", "drawn_matador": "stops"},
    "refusing matadors": {"draw": "one", "matador_duty": "refusable"},
    "refusing and keeping": {
        "draw": "one",
        "matador_duty": "refusable",
        "draw_matador": "yes",
        "passing": "instead-of-drawing",
    },
    "passing freely": {"draw": "one", "passing": "stock-empty", "reserve": "2"},
    "matadors on blanks": {"matador_place": "blank-only", "drawn_matador": "stops"},
    "over when dead": {"draw": "one", "blocked": "nobody-can-move", "reserve": "2"},
    "dead, no drawing": {"draw": "none", "blocked": "nobody-can-move"},
    "any lead": {"lead_tile": "any"},
    "draw for the lead": {"no_double": "draw", "lead": "lot"},
    "the lead passes on": {"no_double": "next", "lead": "lot"},
    "dealt again": {"no_double": "redeal"},
    "dealt again, any lead": {"no_double": "redeal", "lead_tile": "any"},
    "the top double": {"lead": "top-double", "no_double": "any"},
    "a second tile": {"extra_tile": "always"},
    "across": {"crosswise": "choice", "cross_open": "both", "double_blank": "kills"},
    "a spinner": {"doubles": "spinner"},
}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten tiles, three of them matadors, in place of every set."""
    monkeypatch.setattr("matador.game.rules.tile_set", lambda highest: tile_set(3))


def small_record(variant: str, seed: int) -> Timeline:
    """What somebody saw of a random hand with the small set: few enough deals to try them all."""
    chance = random.Random(f"{variant} {seed}")
    while True:
        fields = {"lead": "highest-double", "deal": "3", **VARIANTS[variant]}
        chosen = preset("pagat").changed(**fields)
        players, size = chance.choice(((2, 2), (2, 3), (3, 2)))
        line = brute.seen(brute.record(chosen, chance, players, size), chance)
        if not line.start.flaws and brute.number(line.start) <= 900 and line.at:
            return line


def tiles_lead(start: Position) -> bool:
    """Whether the tiles dealt may have decided who leads."""
    shown = start.changed(hands=(Hand((Tile(0, 0),)),) * start.players)
    return not start.line.row and rightful_leader(shown) is not None


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("variant", VARIANTS)
def test_all_deals_are_found_and_no_others(variant: str, seed: int) -> None:
    line = small_record(variant, seed)
    for led in (False, True) if tiles_lead(line.start) else (False,):
        found = brute.deals(line, led=led)
        known = Knowledge(line, led)
        assert known.possible == bool(found)
        if found:
            assert known.exact
            assert known.count() == len(found)
            assert brute.written(known.enumerate()) == brute.written([end for _, end in found])
            check_chances(known, [end for _, end in found])


def at_small(*fields: str, **values: str) -> Callable[[], Position]:
    """A position of the small set, made when that set is in place."""
    return lambda: at(*fields, **values)


DEAD = {"blocked": "nobody-can-move", "deal": "3"}
TILES_LEAD = {
    "lead": "highest-double",
    "lead_tile": "any",
    "no_double": "redeal",
    "deal": "3",
}
# Ends 0 and 0: only the matadors 00, 13 and 22 go on.
SPECIAL = {
    "somebody can go on, now or after drawing": (
        at_small("0310", "0211-~2", "~4", "A", draw="one", reserve="2", **DEAD),
        "d p d",
    ),
    "somebody can go on, without drawing": (
        at_small("0310", "0211-~2", "~4", "A", draw="none", **DEAD),
        "p",
    ),
    "somebody is seen to hold what goes on": (
        at_small("0310", "0211-13~1", "~4", "A", draw="one", reserve="2", **DEAD),
        "d p",
    ),
    "what goes on is seen in the stock": (
        at_small("0310", "0211-~2", "13~3", "A", draw="one", reserve="2", **DEAD),
        "d",
    ),
    "a deal without doubles is dealt again": (
        at_small("-", "~2-0102", "~2", "A", **TILES_LEAD),
        "S12",
    ),
}


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("what", SPECIAL)
def test_what_going_on_says(what: str) -> None:
    """Of tiles that nobody has shown: the hand would be over, or void, without some of them."""
    make, actions = SPECIAL[what]
    start, done = make(), []
    position = start
    for word in actions.split():
        done.append(read_action(word, position))
        position = advance(position, done[-1])
    line = Timeline(start, tuple(done), len(done))
    found = brute.deals(line, led=not start.line.row)
    known = Knowledge(line, led_by_tiles=not start.line.row)
    assert known.count() == len(found)
    assert brute.written(known.enumerate()) == brute.written([end for _, end in found])
    check_chances(known, [end for _, end in found])


def check_chances(known: Knowledge, ends: list[Position]) -> None:
    """Every chance is the part of the deals in which it is so."""
    tiles, matadors = known.position.unseen, known.position.rules.tiles.matadors
    total = len(ends)
    stock = Counter(one for end in ends for one in end.stock.tiles)
    assert known.in_stock() == {one: Fraction(stock[one], total) for one in tiles}
    if known.position.drawable:
        nexts = Counter(end.stock.tiles[0] for end in ends)
        found = {one: chance for one, chance in known.next_drawn().items() if chance}
        assert found == {one: Fraction(count, total) for one, count in nexts.items()}
    for seat in range(known.position.players):
        held = Counter(one for end in ends for one in end.hands[seat].tiles)
        assert known.holds(seat) == {one: Fraction(held[one], total) for one in tiles}
        assert known.excluded(seat) == {one for one in tiles if not held[one]}
        numbers = Counter(len(matadors & {*end.hands[seat].tiles}) for end in ends)
        counted = tuple(Fraction(numbers[n], total) for n in range(max(numbers) + 1))
        assert known.numbers(seat, matadors) == counted


@pytest.mark.usefixtures("small")
def test_the_records_tried_are_worth_trying() -> None:
    known = [Knowledge(small_record(variant, seed)) for variant in VARIANTS for seed in range(6)]
    assert sum(bool(one.proofs) for one in known) > 40
    actions = Counter(action.where for one in known for action in one.line.actions)
    assert min(actions["d"], actions["p"], actions["S"], actions["R"]) > 20


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("variant", "seed"), [(variant, 1) for variant in list(VARIANTS)[::3]])
def test_every_deal_is_drawn_equally_often(variant: str, seed: int) -> None:
    known = Knowledge(small_record(variant, seed))
    expected = brute.written(known.enumerate())
    chance = random.Random(7)
    draws = 10 * len(expected)
    drawn = Counter(write_position(known.sample(chance)) for _ in range(draws))
    assert set(drawn) <= set(expected)
    assert chi_square_is_usual(drawn, expected, draws)


def chi_square_is_usual(drawn: Counter[str], expected: Counter[str], draws: int) -> bool:
    """Whether the deviations are no larger than one in a thousand fair samplers would show."""
    total, free = sum(expected.values()), len(expected) - 1
    if not free:
        return True
    parts = ((drawn[one], draws * count / total) for one, count in expected.items())
    square = sum((seen - usual) ** 2 / usual for seen, usual in parts)
    # Wilson and Hilferty: the cube root of chi-square over its freedom is close to normal.
    spread = 2 / (9 * free)
    return ((square / free) ** (1 / 3) - (1 - spread)) / spread**0.5 < 3.1


def test_an_unfair_sampler_would_be_noticed() -> None:
    expected = Counter(dict.fromkeys(map(str, range(50)), 1))
    drawn = Counter({str(i): 20 + (8 if i % 2 else -8) for i in range(50)})
    assert not chi_square_is_usual(drawn, expected, 1000)


# --- where deals can't be counted ---------------------------------------------------------------


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("limits", ["steps", "cases"])
@pytest.mark.parametrize("variant", ["draw until", "drawing at will stops", "any lead", "across"])
def test_what_is_not_counted_is_drawn_just_as_fairly(
    variant: str, limits: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = next(
        line
        for line in (small_record(variant, seed) for seed in range(100))
        if 10 < len(brute.written(Knowledge(line).enumerate())) < 60 and Knowledge(line).proofs
    )
    expected = brute.written(Knowledge(line).enumerate())
    if limits == "steps":
        real = knowledge.counted
        monkeypatch.setattr(knowledge, "counted", lambda *asked: real(*asked, steps=1))
    else:
        monkeypatch.setattr(knowledge, "CASES", 0)
    known = Knowledge(line)
    assert not known.exact
    with pytest.raises(TooLargeError):
        known.count()
    chance, draws = random.Random(7), 12 * len(expected)
    drawn = Counter(write_position(known.sample(chance)) for _ in range(draws))
    assert set(drawn) <= set(expected)
    assert chi_square_is_usual(drawn, expected, draws)


def test_a_large_table_is_drawn_from_within_the_knowledge() -> None:
    rules = preset("kardinal").changed(set="12", lead_tile="any")
    start, actions = deal(rules, 7, 3), list[Action]()
    position, chance = start, random.Random(3)
    for _ in range(40):
        legal = legal_actions(position)
        actions.append(chance.choice([one for one in legal if one.tile] or list(legal)))
        position = play(position, str(actions[-1]))
    line = seen_from(Timeline(start, tuple(actions), 40), None)
    known = Knowledge(line)
    assert not known.exact
    sampled = known.sample(random.Random(1))
    assert not sampled.unseen
    assert [len(hand) for hand in sampled.hands] == [len(hand) for hand in position.hands]
    for proof in known.proofs:
        if not any(one.where == "d" for one in line.actions[proof.ply - 1 :]):
            assert not set(proof.tiles) & set(sampled.hands[proof.seat].tiles)


# --- in words -----------------------------------------------------------------------------------


def know(start: Position, actions: str = "", led: bool | None = None) -> Knowledge:
    """What is known after these actions."""
    done, position = [], start
    for word in actions.split():
        done.append(read_action(word, position))
        position = play(position, word)
    return Knowledge(Timeline(start, tuple(done), len(done)), led)


def test_a_pass_proves_that_nothing_fitted() -> None:
    known = know(at("66", "12~2-~3", "0", "B"), "p")
    (proof,) = known.proofs
    fitting = {Tile(0, 1), Tile(1, 1), Tile(1, 3), Tile(1, 4), Tile(1, 5)}
    fitting |= {Tile(0, 0), Tile(1, 6), Tile(2, 5), Tile(3, 4)}
    assert (proof.ply, proof.seat, str(proof.action)) == (1, 1, "p")
    assert set(proof.tiles) == fitting == known.excluded(1)
    assert not known.excluded(0)


def test_a_tile_drawn_after_a_proof_is_free_again() -> None:
    known = know(at("66", "~3-~3", "~9", "B", draw="one"), "d p")
    first, second = known.proofs
    assert first.tiles == second.tiles  # the tile drawn was no use either
    assert known.excluded(1) == set(first.tiles)
    later = know(at("66", "~3-~3", "~9", "B", draw="one-and-pass"), "d p")
    (only,) = later.proofs
    assert not later.excluded(1)
    holds = later.holds(1)
    assert holds[Tile(0, 0)] == later.in_stock()[Tile(0, 0)] / 8 != holds[Tile(2, 2)]
    assert Tile(0, 0) in only.tiles


def test_refusable_matadors_leave_matadors_open() -> None:
    plain = know(at("66", "~3-~3", "0", "B"), "p").excluded(1)
    refusing = know(at("66", "~3-~3", "0", "B", matador_duty="refusable"), "p").excluded(1)
    assert plain - refusing == preset("pagat").tiles.matadors


def test_a_free_pass_proves_nothing() -> None:
    assert not know(at("66", "~3-~3", "0", "B", passing="stock-empty"), "p").proofs


def test_the_lead_tells_what_the_leader_and_the_others_lack() -> None:
    start = at("-", "~7-~7", "~14", lead="highest-double", lead_tile="highest-double")
    higher = {Tile(5, 5), Tile(6, 6)}
    told = know(start, "S44")
    assert told.assumptions == (Assumption.LED_BY_TILES,)
    assert [told.excluded(seat) for seat in (0, 1)] == [higher, higher]
    untold = know(start, "S44", led=False)
    assert untold.assumptions == ()
    assert [untold.excluded(seat) for seat in (0, 1)] == [higher, set()]


def test_a_leader_without_doubles_led_the_heaviest() -> None:
    start = at("-", "~3-~3", "~22", lead="lot", lead_tile="highest-double", no_double="heaviest")
    known = know(start, "S45")
    barred = {one for one in start.rules.tiles.tiles if one.double or one.pips > 9}
    assert known.excluded(0) == barred | {Tile(3, 6)}
    assert not known.excluded(1)


def test_the_leader_is_not_taken_for_the_rightful_one_against_what_is_seen() -> None:
    start = at("-", "55~6-66~6", "~14", lead="highest-double", lead_tile="highest-double")
    known = know(start, "S55")
    assert known.possible
    assert known.assumptions == ()
    assert not know(start, "S55", led=True).possible


def test_a_scored_match_says_nothing_about_its_leader() -> None:
    start = at("-", "~7-~7", "~14", lead="highest-double", lead_tile="highest-double")
    assert know(start.changed(score=(3, 0)), "S44").assumptions == ()


def test_what_came_before_the_start_is_named_as_unknown() -> None:
    assert know(at("66", "~3-~3", "~9", "A1")).assumptions == (Assumption.EARLIER,)


def test_an_impossible_record_is_refused() -> None:
    with pytest.raises(IllegalError, match="flawed"):
        Knowledge.of(read_position("6.6622.66-34.0.A.0-0.britannica"))
    start = at("66", "12-~3", "~9", "A")
    with pytest.raises(IllegalError, match="not legal"):
        Knowledge.of(start).after(read_action("R64", start))
    impossible = Knowledge(Timeline(start, (read_action("d", start),), 1))
    assert not impossible.possible  # 12 had to be played
    with pytest.raises(IllegalError, match="no deal"):
        impossible.count()
    with pytest.raises(IllegalError, match="no deal"):
        impossible.sample(random.Random(0))


def test_a_record_seen_from_a_seat() -> None:
    text = (
        '[Rules "pagat~draw-one~reserve-0"]\n[Deal "1112-2345-3544"]\n'
        '[Stock "225524"]\n[Lead "A"]\n\n'
        "1. S11 2. d p 3. d p *\n"
    )
    record = read_record(text)
    assert Knowledge.of(record).count() > 0
    mine = Knowledge.of(record, 1)
    assert mine.position.hands[1].tiles == (Tile(2, 2), Tile(2, 3), Tile(4, 5))
    assert mine.position.hands[2] == ((), 3)
    assert mine.position.stock == ((), 1)
    table = Knowledge.of(record, table=True)
    assert not table.position.in_hands
    fits = {one for one in table.position.rules.tiles.tiles if 6 in one} | {
        Tile(0, 0),
        Tile(2, 5),
        Tile(3, 4),
    }
    assert table.excluded(1) == table.excluded(2) == fits


# --- laws ---------------------------------------------------------------------------------------


@given(games(set="6"), st.data())
def test_the_truth_is_always_possible_and_chances_add_up(game: Game, data: st.DataObject) -> None:
    at_most = min(len(game.actions), 25)
    done = data.draw(st.integers(0, at_most))
    line = Timeline(game.positions[0], game.actions, done)
    seat = data.draw(st.sampled_from((None, *range(line.start.players))))
    known = Knowledge(seen_from(line, seat), led_by_tiles=False)
    assert known.possible
    if not known.exact:
        return
    players = range(line.start.players)
    holds = [known.holds(player) for player in players]
    stock = known.in_stock()
    for one in known.position.unseen:
        assert sum(held[one] for held in holds) + stock[one] == 1
    for player, held in zip(players, holds, strict=True):
        assert sum(held.values()) == known.position.hands[player].hidden
        truth = set(line.position.hands[player].tiles)
        assert not truth & known.excluded(player)
    assert sum(stock.values()) == known.position.stock.hidden
    if known.position.drawable:
        assert sum(known.next_drawn().values()) == 1


@given(games(set="6"), st.integers(0, 2**32))
def test_what_is_drawn_agrees_with_all_that_was_seen(game: Game, seed: int) -> None:
    done = min(len(game.actions), 20)
    line = seen_from(Timeline(game.positions[0], game.actions, done), 0)
    known = Knowledge(line, led_by_tiles=False)
    sampled = next(deals(known, random.Random(seed)))
    assert not sampled.unseen
    assert seen_like(sampled, known.position)
    again = next(deals(Knowledge(line, led_by_tiles=False), random.Random(seed)))
    assert again == sampled


def seen_like(sampled: Position, known: Position) -> bool:
    """Whether the known position is the sampled one with tiles turned over."""
    hands = all(
        set(shown.tiles) <= set(full.tiles) and len(shown) == len(full)
        for shown, full in zip(known.hands, sampled.hands, strict=True)
    )
    return hands and len(known.stock) == len(sampled.stock) and known.line == sampled.line
