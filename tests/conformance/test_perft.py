"""The engine against a second implementation of the rules, and both against a table of counts."""

import json
from itertools import groupby, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from matador.__main__ import main
from matador.commands.engine import perft
from matador.game.moves import advance, ending, legal_actions
from matador.game.notation import read_position, write_position
from matador.game.rules import FIELDS, presets
from matador.game.settle import settle
from tests.conformance import naive
from tests.conformance.deals import SEATS, deal, random_rules, sides, values

Row = dict[str, Any]
TABLE: list[Row] = json.loads(Path(__file__).with_name("perft.json").read_text("utf-8"))


def rules_of(row: Row) -> str:
    """The rule set under which a row of the table is played."""
    return str(row["position"]).rpartition(".")[2]


BY_RULES = {text: list(rows) for text, rows in groupby(TABLE, key=rules_of)}

PAID = (
    *("blocked_pay", "out_pay", "tie", "double_weight"),
    *("partners", "partner_pips", "partner_block"),
)


def test_the_table_has_five_deals_under_every_preset_and_variation() -> None:
    assert set(presets()) <= set(BY_RULES)
    assert all(len(rows) >= 5 for rows in BY_RULES.values())


@pytest.mark.parametrize("text", BY_RULES)
def test_the_engine_counts_what_the_table_says(text: str) -> None:
    for row in BY_RULES[text]:
        assert perft(read_position(row["position"]), row["depth"]) == row["count"], row


@pytest.mark.parametrize("text", BY_RULES)
def test_the_naive_rules_count_what_the_table_says(text: str) -> None:
    for row in BY_RULES[text]:
        state = naive.read(row["position"], values(text))
        assert naive.perft(state, row["depth"]) == row["count"], row


@pytest.mark.parametrize("seed", range(200))
def test_both_play_the_same_hand(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    rng = Random(seed)
    text = random_rules(rng)
    start = deal(rng, text, rng.choice([2, 2, 3, 4]))
    position, state = read_position(start), naive.read(start, values(text))
    while True:
        code = write_position(position)
        legal = {str(action): action for action in legal_actions(position)}
        assert sorted(legal) == naive.actions(state), code
        assert main(["position", code, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["ends"] == shown(state), code
        assert told["ending"] == naive.over(state), code
        again = naive.read(code, values(text))
        assert (again["ends"], again["spinner"]) == (state["ends"], state["spinner"]), code
        if ending(position):
            break
        action = rng.choice(sorted(legal))
        position, state = advance(position, legal[action]), naive.play(state, action)
    assert not legal
    if naive.over(state) != "void":
        assert list(settle(position).payments) == naive.payments(state), code


def shown(state: dict[str, Any]) -> dict[str, Any]:
    """The ends as the command line tells them."""
    ends = {arm: list(halves) for arm, (_, *halves) in state["ends"].items()}
    return {arm: halves[0] if len(halves) == 1 else halves for arm, halves in ends.items()}


LIGHT = ("01", "02", "03", "04", "05", "13", "14", "22", "23", "24", "33")


@pytest.mark.parametrize("seed", range(400))
def test_both_pay_the_same(seed: int) -> None:
    rng = Random(seed)
    players = rng.choice([2, 3, 4, 4])
    said = {name: rng.choice([str(value) for value in FIELDS[name]]) for name in PAID}
    text = "~".join(["pagat", *(f"{name}-{said[name]}" for name in sorted(said))])
    # One or two light tiles each, so that ties are frequent.
    tiles = iter(rng.sample(LIGHT, len(LIGHT)))
    hands = [sorted(islice(tiles, rng.choice([1, 1, 2]))) for _ in range(players)]
    last = rng.randrange(players)
    turn, passes = SEATS[(last + 1) % players], str(players)
    if rng.random() < 0.3:
        hands[last], passes = ["0"], ""
    score = "-".join("0" * sides(said, players))
    written = "-".join(map("".join, hands))
    code = f"6.116612.{written}.0.{turn}{passes}l{SEATS[last]}.{score}.{text}"
    assert list(settle(read_position(code)).payments) == naive.payments(
        naive.read(code, values(text))
    )


# --- where the documents decide -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "actions"),
    [
        # Elsewhere than on a blank a matador must make the target: 2-5 on a 2 with its 5 inwards.
        (
            "6.02.2534-1116.0304.A.0-0.le-mata~cross_open-one-half~double_blank-closes"
            "~matador_place-blank-only",
            "L25+ L34+ L43+ L52+ R52+",
        ),
        # 0-0 leaves a blank in line or across, and on a blank a matador lies across.
        (
            "6.161000x.2534-1115.0304.A.0-0.le-mata~cross_open-either~crosswise-blank"
            "~double_blank-closes",
            "L25 L34 L43 L52 R25+ R34+",
        ),
    ],
    ids=["one-half on an end that is not blank", "a blank end that 0-0 across left"],
)
def test_what_follows_from_two_rules_together(code: str, actions: str) -> None:
    assert naive.actions(naive.read(code, values(code.rpartition(".")[2]))) == actions.split()
    assert sorted(map(str, legal_actions(read_position(code)))) == actions.split()


def test_pairs_that_share_are_paid_alike_wherever_the_first_seat_is() -> None:
    rules = "pagat~blocked_pay-opponents~double_weight-half~partner_block-single-hand~tie-share"
    paid = [
        settle(read_position(f"6.116612.{hands}.0.A4.0-0.{rules}~partners-pairs")).payments
        for hands in ("14-0524-33-0122", "0524-33-0122-14")
    ]
    assert list(paid[1]) == list(reversed(paid[0]))
