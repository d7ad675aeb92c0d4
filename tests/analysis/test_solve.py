"""The solver against plain minimax through the engine, and what it says when its budget ends."""

import random
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from matador.analysis.solve import Interval, solve, value
from matador.analysis.tables import UnsupportedError
from matador.game.moves import Action, advance, ending, legal_actions
from matador.game.notation import read_position
from matador.game.position import Position, deal, sides
from matador.game.rules import BlockedPay, OutPay, Rules, presets, read_rules
from matador.game.settle import settle

ROOT = Path(__file__).parents[2]
SEVEN = "wikipedia~out_pay-opponents~blocked_pay-difference~deal-7"
FOURTEEN = "wikipedia~out_pay-opponents~blocked_pay-difference~deal-all"
VARIATIONS = [
    "pagat~crosswise-choice~cross_open-both",
    "pagat~crosswise-always~cross_open-blank-follows",
    "pagat~doubles-spinner~spinner_arms-after-both-ends",
    "pagat~tie-last-placed~blocked_pay-opponents~draw-one",
    "pagat~tie-share~blocked_pay-all-hands~blocked-all-knock~draw-one",
    "pagat~blocked-nobody-can-move~double_weight-half",
    "pagat~draw_playable-yes~drawn_matador-stops~draw-two",
    "pagat~partners-pairs~partner_pips-against~partner_block-single-hand",
    "pagat~double_blank-kills~passing-instead-of-drawing",
]
MOST = 3_000  # positions that plain minimax may look at


def opening(rules: str, seed: int) -> Position:
    """A dealt hand after the lead, two players."""
    position = deal(read_rules(rules), 2, seed)
    return advance(position, legal_actions(position)[0])


def late(rules: Rules, players: int, seed: int, back: int = 7) -> Position:
    """A position some plies before the end of a hand played at random."""
    chance = random.Random(seed)
    position = deal(rules, players, seed)
    seen = []
    while not ending(position):
        seen.append(position)
        position = advance(position, chance.choice(legal_actions(position)))
    return seen[max(0, len(seen) - back)]


def worth(position: Position, party: int) -> int:
    """What a finished hand is worth to a party, as the solver's documentation has it."""
    rules, paid = position.rules, settle(position)
    points: Sequence[int] = paid.payments
    if rules.out_pay is OutPay.NOBODY and rules.blocked_pay is BlockedPay.NOBODY:
        parties = sides(rules, position.players)
        points = [int(any(seat in paid.winners for seat in seats)) for seats in parties]
    others = sum(points) - points[party]
    if OutPay.DEBIT is rules.out_pay or BlockedPay.DEBIT is rules.blocked_pay:
        return others - points[party] if len(points) == 2 else -points[party]
    return points[party] - others


class TooLargeError(Exception):
    """Plain minimax would take too long."""


def minimax(position: Position) -> dict[Action, int]:
    """The value of every action for the party to move, by trying everything."""
    parties = sides(position.rules, position.players)
    party = next(i for i, seats in enumerate(parties) if position.turn in seats)
    left = [MOST]

    @cache
    def look(there: Position) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise TooLargeError
        if ending(there):
            return worth(there, party)
        choose = max if there.turn in parties[party] else min
        return choose(look(advance(there, action)) for action in legal_actions(there))

    return {action: look(advance(position, action)) for action in legal_actions(position)}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", [*presets(), *VARIATIONS])
def test_every_value_is_what_trying_everything_gives(name: str, players: int) -> None:
    compared = 0
    for seed in range(12):
        position = late(read_rules(name), players, seed)
        try:
            expected = minimax(position)
        except TooLargeError:
            continue
        found = solve(position)
        assert {action: known.low for action, known in found.actions.items()} == expected
        assert found.exact
        assert found.value.low == max(expected.values())
        assert set(found.best) == {a for a, v in expected.items() if v == found.value.low}
        compared += 1
        if compared == 3:
            break
    assert compared, "no hand was short enough to compare anything"


def test_the_best_line_is_legal_ends_the_hand_and_pays_the_value() -> None:
    for seed in range(20):
        start = position = opening(SEVEN, seed)
        found = solve(start)
        for action in found.line:
            assert action in legal_actions(position)
            position = advance(position, action)
        assert ending(position)
        assert worth(position, start.turn) == found.value.low == value(start).low


def test_three_players_are_told_that_the_value_is_paranoid() -> None:
    position = late(read_rules("pagat"), 3, 1)
    assert solve(position).method == "paranoid"
    assert solve(late(read_rules("pagat~partners-pairs"), 4, 1)).method == "two-sided"
    assert solve(late(read_rules("pagat"), 2, 1)).method == "two-sided"


def test_rules_that_pay_nothing_count_hands() -> None:
    found = solve(late(read_rules("wikipedia"), 2, 4))
    assert found.unit == "hands"
    assert found.value.low in (-1, 0, 1)


@pytest.mark.parametrize("seed", range(6))
def test_a_small_budget_proves_an_interval_that_holds_the_value(seed: int) -> None:
    position = opening(FOURTEEN, seed)
    exact = solve(position, line=False)
    narrow = [
        Interval(known.low, known.high)
        for nodes in (1, 500, 5_000, 50_000)
        for known in solve(position, nodes=nodes).actions.values()
    ]
    truths = list(exact.actions.values()) * 4
    assert all(a.low <= b.low <= a.high for a, b in zip(narrow, truths, strict=True))
    assert not solve(position, nodes=1).exact
    assert solve(position, nodes=1).line == ()
    assert solve(position, nodes=500).nodes <= 510  # a few more while it comes back


def test_time_and_stop_end_a_long_search_and_progress_is_told() -> None:
    position = opening("szalone-10~out_pay-opponents~blocked_pay-difference", 6)
    told: list[tuple[int, int, int]] = []
    began = time.monotonic()
    found = solve(position, seconds=0.4, progress=lambda *news: told.append(news))
    assert time.monotonic() - began < 20  # far less than the search would take
    assert told
    assert told == sorted(told)
    assert found.value.low <= found.value.high
    stopped = solve(position, stop=lambda: True)
    assert not stopped.exact or stopped.nodes < 1_000_000


def test_what_it_can_not_solve_is_refused_in_a_sentence() -> None:
    for code, sentence in (
        ("6.66.0-34.0.B.0-0.britannica", "over"),
        ("6.66.12-~1.0.A.0-0.britannica", "known"),
        ("12.cc.12-~1.0.A.0-0.pagat~set-12", "known"),
    ):
        with pytest.raises(UnsupportedError, match=sentence):
            solve(read_position(code))


@pytest.mark.parametrize("name", ["pagat", "le-mata", "szalone-10", "wikipedia", "kardinal"])
def test_the_engine_finds_what_the_core_finds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed, players in ((1, 2), (2, 3), (3, 4)):
        position = late(read_rules(name), players, seed, back=4 if name == "szalone-10" else 6)
        core = solve(position)
        with monkeypatch.context() as patch:
            patch.setattr("matador.analysis.solve.supported", lambda rules: False)
            slow = solve(position)
            started = solve(position, nodes=1)
        assert (core.engine, slow.engine) == ("core", "engine")
        assert slow.actions == core.actions
        assert slow.value == core.value
        assert (slow.unit, slow.method) == (core.unit, core.method)
        for action in slow.line:
            position = advance(position, action)
        assert ending(position)
        assert not started.exact


def test_large_sets_are_solved_openly_by_the_engine() -> None:
    found = solve(late(read_rules("pagat~set-12"), 2, 5, back=5))
    assert found.engine == "engine"
    assert found.exact


_SCRIPT = """
from matador.teach.content import install
install()
from tests.analysis.test_solve import SEVEN, late, opening
from matador.analysis.solve import solve
from matador.game.rules import read_rules
hands = [opening(SEVEN, 3)] + [late(read_rules(name), 3, 2) for name in ("pagat", "le-mata")]
for position in hands:
    found = solve(position)
    print(found.value, *(f"{action}:{known}" for action, known in found.actions.items()))
"""


def test_compiled_and_plain_say_the_same_also_at_a_second_start() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", _SCRIPT],
            cwd=ROOT,
            env={"PATH": "", "MATADOR_COMPILED": compiled},
            capture_output=True,
            text=True,
            timeout=400,
            check=True,
        ).stdout
        for compiled in ("1", "1", "0")
    ]
    assert said[0] == said[1] == said[2] != ""
