"""Positions: what they know, how they are dealt, and every flaw they can have."""

import pytest

from matador.game.errors import IllegalError
from matador.game.position import Flaw, deal, find_flaws, lead_rank, sides
from matador.game.rules import Rules, preset
from matador.game.tiles import Tile
from tests.game.shorthand import at, legal, rules

FLAWS = [
    ("tile-twice", {"line": "66", "hands": "66-34"}),
    ("joint", {"line": "6622", "hands": "12-34"}),
    ("joint", {"line": "66s__22", "hands": "12-34", "doubles": "spinner"}),
    ("order", {"line": "332566", "hands": "12-34"}),
    ("spinner", {"line": "66s", "hands": "12-34"}),
    ("spinner", {"line": "66", "hands": "12-34", "doubles": "spinner"}),
    ("too-many-tiles", {"line": "66", "hands": "~10-~10", "stock": "~10"}),
    ("hands-too-large", {"line": "66", "hands": "~9-~7", "draw": "none"}),
    ("hands-too-large", {"line": "66", "hands": "~7-~7", "draw": "none"}),
    ("hands-too-large", {"hands": "~8-~7", "stock": "~13"}),  # nobody draws before the lead
    ("two-out", {"line": "66", "hands": "0-0"}),
    ("nothing-dealt", {"hands": "0-34"}),
    ("deal", {"line": "66", "hands": "~1-~1-~1-~1-~1", "deal": "7"}),
    ("passes", {"line": "66", "hands": "12-34", "turn": "A3"}),
    ("drawn", {"line": "66", "hands": "12-34", "turn": "Ad2", "draw": "one"}),
]


@pytest.mark.parametrize(("flaw", "table"), FLAWS)
def test_a_flaw_is_found(flaw: str, table: dict[str, str]) -> None:
    """Each on a small table, and nothing can be played there."""
    position = at(**table)
    assert [str(found.flaw) for found in position.flaws] == [flaw]
    assert legal(position) == ""


def test_every_flaw_is_shown_above() -> None:
    """So that a new one is not forgotten."""
    assert {flaw for flaw, _ in FLAWS} == {str(flaw) for flaw in Flaw}


def test_all_flaws_are_listed() -> None:
    """The notation: a tile twice and a bad joint are both named, with their tiles."""
    flaws = find_flaws(at("6622", "66-34", turn="A5"))
    assert [str(found.flaw) for found in flaws] == ["tile-twice", "joint", "passes"]
    assert flaws[0].tiles == (Tile(6, 6),)
    assert flaws[1].tiles == (Tile(6, 6), Tile(2, 2))


def test_the_seat_of_a_large_hand_is_named() -> None:
    """So that somebody who sets up a table sees what to mend."""
    (found,) = at("66", "~7-~9", draw="none").flaws
    assert (found.flaw, found.seat) == (Flaw.HANDS_TOO_LARGE, 1)


@pytest.mark.parametrize(
    "table",
    [
        {"hands": "~7-~7", "stock": "~14"},
        {"line": "66", "hands": "~6-~7", "stock": "~14"},
        {"line": "66", "hands": "0-34"},
        {"line": "66", "hands": "22-34", "turn": "A2"},
        {"line": "66s_16_", "hands": "12-34", "doubles": "spinner"},
        {"line": "6025x_Rv53", "hands": "12-34", "crosswise": "always", "cross_open": "both"},
        {"hands": "~9-~7", "stock": "~12", "no_double": "draw"},
        {"hands": "~1-~1-~1-~1", "stock": "~24", "deal": "7"},
    ],
)
def test_no_flaw_where_none_is(table: dict[str, str]) -> None:
    """Incomplete tables are fine as long as they could have come about."""
    assert at(**table).flaws == ()


# --- what a position knows ----------------------------------------------------------------------


def test_what_is_unseen() -> None:
    """All tiles but those on the line, in a known hand or known in the stock."""
    position = at("66", "12~2-34", "55~20")
    assert len(position.unseen) == 28 - 4
    assert Tile(1, 2) not in position.unseen
    assert Tile(0, 0) in position.unseen


def test_how_many_can_be_drawn() -> None:
    """The stock less its reserve; nothing where nobody draws."""
    assert at("66", "12-34", "~5").drawable == 5
    assert at("66", "12-34", "~5", reserve="2").drawable == 3
    assert at("66", "12-34", "~1", reserve="2").drawable == 0
    assert at("66", "12-34", "~5", draw="none").drawable == 0


def test_sides() -> None:
    """Opposite seats of four are partners where the rules have pairs."""
    assert sides(rules(partners="pairs"), 4) == ((0, 2), (1, 3))
    assert sides(rules(partners="pairs"), 3) == ((0,), (1,), (2,))
    assert sides(rules(), 4) == ((0,), (1,), (2,), (3,))


# --- dealing ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset_name", "players", "seed", "hands"),
    [
        ("britannica", 2, 1, "02031123263436-00050612143356"),
        ("britannica", 2, 2, "00020611465566-01052325344456"),
        (
            "szalone-10",
            3,
            "a word",
            "00010809131436394957-07172227284856668889-05111216252633343858",
        ),
    ],
)
def test_a_seed_deals_the_same_hand_for_ever(
    preset_name: str, players: int, seed: int | str, hands: str
) -> None:
    """A number or a word; written down here, so that an address keeps its deal."""
    dealt = deal(preset(preset_name), players, seed)
    assert "-".join("".join(map(str, hand.tiles)) for hand in dealt.hands) == hands
    assert dealt == deal(preset(preset_name), players, seed)


def test_what_is_dealt() -> None:
    """Szalone 10, three players: ten tiles each, 25 left, nothing on the table."""
    dealt = deal(preset("szalone-10"), 3, 1)
    assert [len(hand) for hand in dealt.hands] == [10, 10, 10]
    assert len(dealt.stock) == 25
    assert (len(dealt.line), dealt.score, dealt.flaws) == (0, (0, 0, 0), ())


def test_a_deal_without_enough_tiles_is_refused() -> None:
    """Five hands of seven need 35 tiles."""
    with pytest.raises(IllegalError, match="5 players"):
        deal(rules(deal="7"), 5, 1)


@pytest.mark.parametrize("lead", ["lot", "heaviest-drawn", "lowest-drawn"])
def test_a_leader_by_lot_is_every_seat_in_turn(lead: str) -> None:
    """Decision point 4 (pagat, the Dutch page, customgraph): a tile drawn first is a lot, too."""
    assert {deal(rules(lead=lead), 3, seed).turn for seed in range(30)} == {0, 1, 2}


def test_whoever_holds_the_highest_double_leads() -> None:
    """Decision point 4 (Wikipedia, gamerules)."""
    for seed in range(30):
        dealt = deal(rules(lead="highest-double"), 3, seed)
        doubles = {one: seat for seat in range(3) for one in dealt.hands[seat].tiles if one.double}
        if doubles:
            assert dealt.turn == doubles[max(doubles)]


def test_without_a_double_the_heaviest_tile_leads() -> None:
    """The 1940 Hoyle: most pips, then the higher half; any double comes before."""
    ranked = sorted([Tile(2, 6), Tile(5, 6), Tile(3, 5), Tile(0, 0)], key=lead_rank)
    assert ranked == [Tile(3, 5), Tile(2, 6), Tile(5, 6), Tile(0, 0)]
    without = Rules("pagat").changed(deal="3", lead="highest-double")
    plain = [d for d in (deal(without, 2, seed) for seed in range(99)) if not _doubles(d.in_hands)]
    assert plain
    for dealt in plain:
        assert max(dealt.in_hands, key=lambda t: (t.pips, t.high)) in dealt.hand.tiles


def test_a_void_deal_is_not_handed_out() -> None:
    """Decision point 6: where the hand is dealt again, somebody has a double after dealing."""
    void = rules(deal="3", no_double="redeal")
    assert all(_doubles(deal(void, 2, seed).in_hands) for seed in range(60))


def _doubles(tiles: tuple[Tile, ...]) -> list[Tile]:
    return [one for one in tiles if one.double]


def test_a_later_hand_is_led_by_whom_the_match_says() -> None:
    """And carries the score."""
    dealt = deal(rules(), 3, 1, leader=2, score=(4, 5, 6))
    assert (dealt.turn, dealt.score) == (2, (4, 5, 6))
