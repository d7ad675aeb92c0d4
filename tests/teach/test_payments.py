"""What sources pay for one hand: the sums, the ties, what nobody says; and the race."""

import pytest

from matador.game.errors import UnreadableError
from matador.game.pad import Doubt
from matador.game.tiles import Tile
from matador.teach import payments
from matador.teach.content import load_presets
from matador.teach.payments import Paid, finished, hand_typed, paid

PRESETS = load_presets()
SIX, NINE = "pagat", "szalone-10"
"""A source of the double-six set, and one of the double-nine set."""


def of(name: str, *left: object, out: int | None = None, last: int | None = None) -> Paid:
    return paid(PRESETS[name], finished(left, out, last))  # type: ignore[arg-type]


# --- the hand -------------------------------------------------------------------------------------


def test_the_example_begins_with_the_article_and_deals_no_tile_twice() -> None:
    assert payments.example_pips()[:2] == (8, 19)
    tiles = [tile for text in payments.EXAMPLE for tile in hand_typed(text) or ()]
    assert len(set(tiles)) == len(tiles)
    assert len(payments.EXAMPLE) == 8
    assert max(tile.high for tile in tiles) == 6


@pytest.mark.parametrize("text", ["66 3-4 0/1", "6|6, 4-3; [1-0]", "6:6 34 1 / 0", "663401"])
def test_tiles_may_be_written_as_one_likes(text: str) -> None:
    assert hand_typed(text) == (Tile(6, 6), Tile(3, 4), Tile(0, 1))


def test_what_is_no_tile_is_named() -> None:
    with pytest.raises(UnreadableError, match=r"word 2, 'x7'"):
        hand_typed("66 x7")
    assert hand_typed("  ") is None


# --- what is paid ---------------------------------------------------------------------------------


def test_eight_against_nineteen_is_worth_what_the_article_says() -> None:
    assert of("pagat", 8, 19).points == 11
    assert of("matador-dominos", 8, 19).points == 19
    britannica = of("britannica", 8, 19)
    assert (britannica.points, britannica.others) == (27, (11,))
    assert of("kardinal", 8, 19).points is None
    found = [paid(preset, finished((8, 19))) for preset in PRESETS.values()]
    assert payments.amounts(found) == (11, 19, 27)


@pytest.mark.parametrize("players", range(2, 9))
def test_every_way_of_paying_by_its_own_sum(players: int) -> None:
    """Against the sums of the rules themselves, written out once more."""
    left = tuple(7 + 3 * seat for seat in range(players))
    total, own = sum(left), left[0]
    blocked = {
        "difference": total - 2 * own,
        "each-difference": total - players * own,
        "opponents": total - own,
        "all-hands": total,
        "debit": None,
        "nobody": 0,
    }
    out = {"opponents": total - own, "debit": None, "nobody": 0}
    for name, preset in PRESETS.items():
        expected = blocked[preset.fields["blocked_pay"].value]
        assert of(name, *left).points == (expected if expected is None else max(0, expected))
        assert of(name, *left, out=0).points == out[preset.fields["out_pay"].value]


def test_whoever_went_out_holds_nothing_whatever_was_typed() -> None:
    assert of("pagat", 8, 19, out=0).settlement == of("pagat", 0, 19, out=0).settlement


def test_a_tie_tells_which_sources_do_not_speak_of_it() -> None:
    found = {name: of(name, 8, 8, 20) for name in PRESETS}
    assert payments.asks_last(found.values())
    for name, one in found.items():
        pays = PRESETS[name].fields["blocked_pay"].value != "debit"
        silent = PRESETS[name].fields["tie"].status in ("silent", "unclear")
        assert ("tie" in {entry.field for entry in one.assumed}) == (pays and silent)
    assert not payments.asks_last([of("pagat", 8, 9)])


def test_whoever_played_last_is_paid_where_the_rules_say_so() -> None:
    preset = PRESETS["pagat"]
    last = preset.fields["tie"].__class__("last-placed", "says", "read")
    house = preset.__class__(
        **{
            **{name: getattr(preset, name) for name in preset.__struct_fields__},
            "fields": {**preset.fields, "tie": last},
        }
    )
    waiting = paid(house, finished((8, 8, 20)))
    assert [one.doubt for one in waiting.doubts] == [Doubt.NO_LAST]
    assert payments.asks_last([waiting])
    told = paid(house, finished((8, 8, 20), last=1)).settlement
    assert told is not None
    assert (told.winners, told.payments) == ((1,), (0, 20, 0))


def test_pairs_lean_on_what_no_source_says() -> None:
    one = paid(PRESETS["pagat"], finished((5, 19, 12, 8)), pairs=True)
    assert one.settlement is not None
    assert one.settlement.winners == (0, 2)
    assert "partner_pips" in {entry.field for entry in one.assumed}


def test_doubles_count_in_full_unless_the_source_says_half() -> None:
    left = hand_typed("66 3-4"), hand_typed("55 5-6")
    halved = of("braillespiel", *left).settlement
    assert halved is not None
    assert halved.pips == (6 + 7, 5 + 11)
    for name in ("pagat", "kardinal"):
        full = of(name, *left).settlement
        assert full is not None
        assert full.pips == (19, 21)


def test_a_tile_of_a_larger_set_is_a_stranger_to_the_smaller_only() -> None:
    left = hand_typed("9-9"), hand_typed("0-1")
    assert [one.doubt for one in of(SIX, *left).doubts] == [Doubt.STRANGER]
    assert of(NINE, *left).points == 17
    assert not payments.common([of(SIX, *left), of(NINE, *left)])
    twice = [of(name, left[0], left[0]) for name in (SIX, NINE)]
    assert Doubt.TWICE in {one.doubt for one in payments.common(twice)}


def test_a_silent_source_is_said_to_be_silent() -> None:
    one = of("spaans", 8, 19)
    assert [entry.field for entry in one.assumed] == ["blocked_pay"]
    record = payments.records([one])[0]
    assert record["not_said"] == "blocked_pay"
    assert record["payments"] == "Player A 11; Player B 0"


# --- races ----------------------------------------------------------------------------------------


def test_every_source_that_pays_is_in_one_way_of_every_race() -> None:
    presets = tuple(PRESETS.values())
    paying = {preset.id for preset in presets if payments.pays(preset)}
    assert paying < set(PRESETS)
    for race in payments.load_races().results.races:
        rows = payments.ways(race, presets)
        named = [preset.id for row in rows for preset in row.presets]
        assert sorted(named) == sorted(paying)
        lengths = [row.way.hands.mean for row in rows if row.way.hands]
        assert lengths == sorted(lengths)


def test_races_are_as_long_as_the_points_let_them_be() -> None:
    """A longer race takes longer; of two the difference is the same, once or for each opponent."""
    for race in payments.load_races().results.races:
        hands = {(way.blocked_pay, way.out_pay): way.hands for way in race.ways}
        usual = hands["difference", "opponents"]
        assert usual is not None
        most = hands["all-hands", "opponents"]
        assert most is not None
        assert most.mean < usual.mean
        assert (hands["each-difference", "opponents"] == usual) == (race.players == 2)
