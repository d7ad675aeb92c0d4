"""Ways to look at the table: what is covered never reaches the browser, and whose hand it is."""

import json
from itertools import combinations

import pytest
import streamlit as st

from matador.game.moves import Action, apply, legal_actions
from matador.game.notation import read_actions, read_position
from matador.game.position import Position, deal
from matador.game.record import Timeline, timeline
from matador.game.rules import preset
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui import links, views
from matador.ui.game import Table
from matador.ui.table import board_data
from tests.pages.harness import AppTest, assert_well, open_page, sent, trigger, words

BOARD = "sandbox"
CODE = "6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica"
OPENING = read_position(CODE)
THREE = apply(deal(preset("pagat"), 3, 5), legal_actions(deal(preset("pagat"), 3, 5))[0])
HIDDEN = "6.1166.~5-~7.~14.A.0-0.britannica"


def tiles(position: Position, seats: tuple[int, ...]) -> set[str]:
    """The names of the tiles in these hands, as every text writes them."""
    return {messages.tile_name(one) for seat in seats for one in position.hands[seat].tiles}


# --- what the browser is told ---


@pytest.mark.parametrize("count", range(4))
def test_of_a_covered_hand_nothing_but_its_size_is_sent(count: int) -> None:
    every = tuple(range(THREE.players))
    for open_seats in combinations(every, count):
        data = board_data(THREE, open_seats=open_seats)
        covered = tuple(seat for seat in every if seat not in open_seats)
        said = json.dumps(data)
        assert not {name for name in tiles(THREE, covered) if name in said}
        assert all(name in said for name in tiles(THREE, open_seats))
        assert [hand["hidden"] for hand in data["hands"]] == [
            0 if seat in open_seats else len(THREE.hands[seat]) for seat in every
        ]
        assert bool(data["places"]) == (THREE.turn in open_seats)


def test_whether_a_covered_hand_may_draw_is_not_told() -> None:
    for position in (OPENING, apply(OPENING, legal_actions(OPENING)[0])):
        buttons = board_data(position, open_seats=())["buttons"]
        assert not any(button["legal"] for button in buttons)
        assert len({button["why"] for button in buttons}) == 1


def test_behind_a_curtain_no_hand_is_sent() -> None:
    curtain = {"seat": "A", "text": "Pass on.", "label": "Here I am"}
    data = board_data(OPENING, curtain=curtain)  # type: ignore[arg-type]
    assert not any(hand["tiles"] for hand in data["hands"])
    assert data["curtain"] == curtain


def test_the_stock_is_sent_in_set_up_only() -> None:
    assert "tiles" not in (board_data(OPENING)["stock"] or {})
    setup = {"rack": [], "places": [], "flaws": {}}
    data = board_data(OPENING, open_seats=(), setup=setup)  # type: ignore[arg-type]
    assert len((data["stock"] or {}).get("tiles", [])) == len(OPENING.stock)
    assert all(hand["tiles"] for hand in data["hands"]), "set-up shows what it moves"


def test_one_looks_from_his_place_and_the_others_follow_in_turn() -> None:
    data = board_data(THREE, seat=1)
    assert [hand["seat"] for hand in data["hands"]] == ["C", "A", "B"]
    assert [hand["size"] for hand in data["hands"]] == ["medium", "medium", "large"]
    assert [hand["size"] for hand in board_data(THREE, seat=1, mine=1)["hands"]][:2] == [
        "small"
    ] * 2


@pytest.mark.parametrize("mine", [0, 1])
def test_in_a_game_only_the_own_hand_is_played(mine: int) -> None:
    data = board_data(OPENING, mine=mine)
    assert [hand["active"] for hand in data["hands"]] == [mine == 0, False]
    assert bool(data["places"]) == bool(data["refusals"]) == (mine == 0)
    assert ("turn" in data["buttons"][0]["why"]) == (mine == 1)


def test_a_hand_that_nobody_knows_can_be_played_from() -> None:
    position = read_position(HIDDEN)
    data = board_data(position)
    hand = data["hands"][0]
    assert [tile["id"] for tile in hand["possible"]] == [str(one) for one in position.unseen]
    offered = {place["action"] for places in data["places"].values() for place in places}
    assert offered == {str(action) for action in legal_actions(position) if action.tile}
    assert data["buttons"][0]["legal"] == (Action("d") in legal_actions(position))
    assert "possible" not in board_data(position, open_seats=())["hands"][0]


def test_the_board_keeps_its_parts_when_the_hand_is_over() -> None:
    over = board_data(read_position("6.661112505264.034635-0.~14.A.0-0.britannica"))
    assert [button["legal"] for button in over["buttons"]] == [False, False]
    assert sum(hand["size"] == "large" for hand in over["hands"]) == 1


# --- the page ---


def at_table(line: Timeline, **choices: object) -> AppTest:
    at = open_page(BOARD, **links.table(line))
    return look(at, **choices)


def look(at: AppTest, **choices: object) -> AppTest:
    for name, choice in choices.items():
        at.session_state[f"view_{name}"] = choice
    return assert_well(at.run())


def open_hands(at: AppTest) -> list[str]:
    return [hand["seat"] for hand in sent(at, BOARD)["hands"] if hand["tiles"]]


def lift(at: AppTest, rev: int | None = None) -> AppTest:
    payload = {"rev": sent(at, BOARD)["rev"] if rev is None else rev}
    return assert_well(trigger(at, BOARD, "lift", payload))


def test_the_device_is_passed_on_between_turns() -> None:
    at = at_table(Timeline(OPENING), hands="pass")
    assert sent(at, BOARD)["curtain"]["text"] == prose("views")["pass"].format(player="Player A")
    assert open_hands(at) == []
    assert open_hands(lift(at, rev=77)) == [], "a tap at another moment lifts nothing"
    assert open_hands(lift(at)) == ["A"]
    rev = sent(at, BOARD)["rev"]
    at = assert_well(trigger(at, BOARD, "action", {"action": "S66", "rev": rev}))
    assert sent(at, BOARD)["curtain"]["seat"] == "B"
    assert open_hands(at) == []
    assert open_hands(lift(at)) == ["B"]


@pytest.mark.parametrize(
    ("choices", "seen"),
    [
        ({}, [True, True]),
        ({"view_hands": "own"}, [True, False]),
        ({"view_hands": "own", "view_seat": "B"}, [False, True]),
        ({"view_hands": "covered"}, [False, False]),
        ({"view_hands": "pass"}, [False, False]),
        ({"view_hands": "pass", "board_holder": "A"}, [True, False]),
    ],
)
def test_what_stands_beside_the_board_can_ask_what_is_seen(
    monkeypatch: pytest.MonkeyPatch, choices: dict[str, str], seen: list[bool]
) -> None:
    monkeypatch.setattr(st, "session_state", choices)
    one = Table(Timeline(OPENING))
    assert [views.sees(one, seat) for seat in range(2)] == seen


def test_at_the_end_all_hands_lie_open() -> None:
    over = read_position("6.661112505264.034635-0.~14.A.0-0.britannica")
    at = at_table(Timeline(over), hands="covered")
    assert open_hands(at) == ["A"]


def test_a_view_is_no_part_of_the_address() -> None:
    line = timeline(OPENING, read_actions("S66 L11", OPENING)[0])
    at = at_table(line)
    before = dict(at.query_params)
    look(at, hands="own", seat="B", flip=True, numerals=True)
    data = sent(at, BOARD)
    assert (data["flipped"], data["numerals"], open_hands(at)) == (True, True, ["B"])
    assert dict(at.query_params) == before


def test_a_place_that_this_table_does_not_have_is_let_go() -> None:
    at = at_table(Timeline(THREE), seat="C")
    assert [hand["seat"] for hand in sent(at, BOARD)["hands"]] == ["A", "B", "C"]
    assert sent(at, BOARD)["hands"][2]["size"] == "large"
    at.query_params["p"] = CODE
    at.query_params.pop("a", None)
    assert [hand["size"] for hand in sent(look(at), BOARD)["hands"]] == ["large", "small"]


def test_a_redraw_sends_little_but_the_program_once() -> None:
    at = at_table(timeline(OPENING, read_actions("S66 L11 R12 R50 R25", OPENING)[0]))
    sizes = {one.key: one.proto.ByteSize() for one in at.get("bidi_component")}
    assert sizes[BOARD] < 6_000
    assert sizes[f"{BOARD}-code"] > 10_000, "Streamlit sends again what is smaller"


def test_panels_are_silent_about_a_covered_hand():
    at = open_page("sandbox", p=CODE)
    at.session_state["panel"] = prose("sandbox")["panels"]["why"]
    at.run()
    assert prose("insight")["why"]["legend_lead"] in words(assert_well(at))
    at.session_state["view_hands"] = "covered"
    assert prose("sandbox")["covered"] in words(assert_well(at.run()))
