"""Rule sets: every decision point has a closed list, documented values and one spelling."""

import pytest

from matador.game.errors import UnreadableError
from matador.game.rules import (
    FIELDS,
    POINTS,
    Contradiction,
    Deal,
    Partners,
    Reserve,
    Rules,
    contradictions,
    diff,
    install,
    preset,
    presets,
    read_rules,
    write_rules,
)
from matador.game.tiles import tile_set
from tests.game.shorthand import rules


def test_every_decision_point_has_a_field() -> None:
    """The thirty decision points of the sources, part 2c, in their order."""
    assert list(POINTS) == list(FIELDS)
    assert list(POINTS.values()) == sorted(POINTS.values())
    assert set(POINTS.values()) == set(range(1, 31))


@pytest.mark.parametrize("name", FIELDS)
def test_every_value_says_what_it_means(name: str) -> None:
    """A sentence for each, and no two values of a field share one."""
    values = list(FIELDS[name])
    meanings = {str(value.__doc__) for value in values}
    assert len(meanings) == len(values)
    assert all(meaning.endswith(".") for meaning in meanings)


def test_values_can_stand_in_a_code() -> None:
    """The notation: no field name has a hyphen, and no value a `~` or a full stop."""
    assert not any("-" in name for name in FIELDS)
    values = {str(value) for choices in FIELDS.values() for value in choices}
    assert not any(set(value) & set("~. ") for value in values)


HAND_SIZES = {
    # for 2, 3, 4, 5, 6, 7 and 8 players
    "3": [3, 3, 3, 3, 3, 3, 3],  # customgraph
    "5": [5, 5, 5, 5, 5, 5, 5],  # Wikipedia, Le Mata
    "7": [7, 7, 7, 7, 7, 7, 7],  # pagat, dominorules
    "7-6-5": [7, 6, 5, 6, 6, 5, 5],  # gamerules; the second seed for larger sets
    "7-7-6": [7, 7, 6, 6, 6, 6, 6],  # Le Matador (savoir.fr)
    "7-7-5": [7, 7, 5, 5, 5, 5, 5],  # officialgamerules, Le matador 2012
    "7-5": [7, 5, 5, 5, 5, 5, 5],  # Family Games Treasurehouse, braillespiel
    "8-6": [8, 6, 6, 6, 6, 6, 6],  # dominorules, alternative
    "7-then-5": [7, 7, 7, 7, 7, 5, 5],  # Compendia
    "10-7": [10, 10, 10, 7, 7, 7, 7],  # Szalone 10
    "9-less-players": [7, 6, 5, 4, 3, 2, 1],  # the Dutch page
    "all": [14, 9, 7, 5, 4, 4, 3],  # the Dutch page, alternative, with 28 tiles
}


@pytest.mark.parametrize("deal", HAND_SIZES)
def test_hand_sizes_for_two_to_eight(deal: str) -> None:
    """The sources, part 1a, second column."""
    assert [rules(deal=deal).hand_size(players) for players in range(2, 9)] == HAND_SIZES[deal]


def test_every_deal_is_in_the_table_above() -> None:
    """So that a new one is not forgotten."""
    assert list(HAND_SIZES) == [str(value) for value in Deal]


@pytest.mark.parametrize(
    ("highest", "players", "deal", "stock"),
    [
        ("6", 2, "7", 14),
        ("6", 2, "5", 18),
        ("6", 3, "7", 7),
        ("6", 3, "7-6-5", 10),
        ("6", 3, "5", 13),
        ("6", 4, "7", 0),
        ("6", 4, "7-7-6", 4),
        ("6", 4, "5", 8),
        ("9", 2, "10-7", 35),
        ("9", 3, "10-7", 25),
        ("9", 4, "10-7", 15),
        ("9", 5, "10-7", 20),
        ("9", 6, "10-7", 13),
        ("9", 7, "10-7", 6),
        ("9", 8, "7-then-5", 15),
    ],
)
def test_what_the_deal_leaves(highest: str, players: int, deal: str, stock: int) -> None:
    """The sources, the paragraph after part 1a."""
    chosen = rules(set=highest, deal=deal)
    dealt = chosen.hand_size(players) * players
    assert len(tile_set(int(highest)).tiles) - dealt == stock


def test_the_reserve_may_depend_on_the_players() -> None:
    """Decision point 3: two stay when two play, one when more do."""
    sizes = {str(value): [value.size(players) for players in (2, 3, 4)] for value in Reserve}
    assert sizes == {
        "0": [0, 0, 0],
        "1": [1, 1, 1],
        "2": [2, 2, 2],
        "2-or-1": [2, 1, 1],
    }


def test_pairs_are_opposite_seats_of_four() -> None:
    """Decision point 28: with any other number each plays alone."""
    assert rules(partners="pairs").paired(4)
    assert not rules(partners="pairs").paired(3)
    assert not Rules("pagat", partners=Partners.NONE).paired(4)


CONTRADICTIONS = [
    (Contradiction.TOO_FEW_TILES, 5, {"deal": "7"}),
    (Contradiction.NOTHING_TO_DRAW, 4, {"deal": "7"}),  # the rules article, on four hands of 7
    (Contradiction.NOTHING_TO_DRAW, 4, {"deal": "all", "reserve": "2"}),
    (Contradiction.PAIRS_NEED_FOUR, 3, {"partners": "pairs"}),
    (Contradiction.UNUSED_RESERVE, 2, {"draw": "none", "reserve": "2"}),
    (Contradiction.GOAL_NEEDS_DEBIT, 2, {"goal": "exceed-loses"}),
]


@pytest.mark.parametrize(("found", "players", "values"), CONTRADICTIONS)
def test_choices_that_cannot_stand_together(
    found: Contradiction, players: int, values: dict[str, str]
) -> None:
    """Each is named, and only it."""
    assert contradictions(rules(**values), players) == (found,)


def test_every_contradiction_is_shown_above() -> None:
    """So that a new one is not forgotten."""
    assert {found for found, _, _ in CONTRADICTIONS} == set(Contradiction)


@pytest.mark.parametrize(
    ("players", "values"),
    [
        (2, {}),
        (4, {"partners": "pairs"}),
        (2, {"draw": "none"}),
        (2, {"goal": "exceed-loses", "blocked_pay": "debit", "out_pay": "debit"}),
        (4, {"deal": "7", "draw": "none"}),
    ],
)
def test_choices_that_stand_together(players: int, values: dict[str, str]) -> None:
    """The cure of each contradiction."""
    assert contradictions(rules(**values), players) == ()


def test_only_a_missing_hand_forbids_the_deal() -> None:
    """The others only say what then happens."""
    assert [str(one) for one in Contradiction if one.forbids] == ["too-few-tiles"]


# --- written rules ------------------------------------------------------------------------------


def test_overrides_are_read_in_any_order_and_written_sorted() -> None:
    """The notation, field `rules`; what the preset says already is left out."""
    read = read_rules("britannica~reserve-0~draw-one")
    assert (str(read.draw), str(read.reserve), read.base) == ("one", "0", "britannica")
    assert write_rules(read) == "britannica~draw-one~reserve-0"
    same = f"britannica~draw-{preset('britannica').draw}"
    assert write_rules(read_rules(same)) == "britannica"


def test_a_value_may_have_a_hyphen() -> None:
    """The notation: a field name has none, a value may."""
    assert str(read_rules("pagat~draw-one-and-pass").draw) == "one-and-pass"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "''"),
        ("hoyle", "'hoyle'"),
        ("Pagat", "'Pagat'"),
        ("pagat~", "''"),
        ("pagat~draw", "'draw'"),
        ("pagat~draw-", "until"),
        ("pagat~draw-five", "until"),
        ("pagat~colour-red", "'colour'"),
        ("pagat~base-gamerules", "'base'"),
        ("pagat~draw-one~draw-one", "draw"),
    ],
)
def test_wrong_rules_are_refused_by_name(text: str, names: str) -> None:
    """One sentence, which starts with the field and quotes what is wrong or lists what is right."""
    with pytest.raises(UnreadableError, match=r"^rules: ") as refusal:
        read_rules(text)
    assert names in str(refusal.value)


def test_what_differs_between_two_rule_sets() -> None:
    """In the order of the decision points, with both values."""
    one, other = rules(), rules(tie="share", draw="one")
    assert [(name, *map(str, pair)) for name, pair in diff(one, other).items()] == [
        ("draw", "until", "one"),
        ("tie", "nobody", "share"),
    ]
    assert diff(one, rules()) == {}


def test_presets_are_handed_to_the_engine() -> None:
    """It reads no files; what it is given is what it knows."""
    before = dict(presets())
    try:
        install({"mine": Rules("mine")})
        assert list(presets()) == ["mine"]
        assert read_rules("mine~draw-one").base == "mine"
        with pytest.raises(UnreadableError):
            read_rules("pagat")
    finally:
        install(before)
