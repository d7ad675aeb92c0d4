"""Many hands: the same numbers however they are cut and whoever plays them, and honest errors."""

import json
import os
import statistics
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from matador.analysis import playouts as core
from matador.analysis.hands import Core, Engine, hands_of, set_up, settled
from matador.analysis.means import average, rate
from matador.analysis.runs import pool
from matador.analysis.simulate import PAYING, Summary, payers, payments_by, simulate
from matador.analysis.spread import TRIES, LostError, Processes, slices, spread
from matador.game.errors import IllegalError, UnreadableError
from matador.game.position import sides
from matador.game.rules import preset, read_rules

ROOT = Path(__file__).parents[2]
PAGAT = "pagat"
MIXED = ("balanced", "random")
LARGE = "pagat~set-12"
PAID_IN_MANY_WAYS = (
    ("pagat", 2),
    ("wikipedia", 3),
    ("britannica", 4),
    ("kardinal", 3),
    ("pagat~partners-pairs~partner_pips-for~partner_block-single-hand", 4),
    ("pagat~tie-share~blocked_pay-each-difference~double_weight-half", 4),
    ("le-mata~tie-last-placed~partners-pairs", 4),
    ("pagat~out_pay-debit", 3),
)


def run(hands: int = 400, text: str = PAGAT, players: int = 2, **how: Any) -> Summary:
    """A short run, half of it by a policy."""
    policies = (MIXED * players)[:players]
    return simulate(read_rules(text), players, hands, 7, policies, **how)


# --- the same seed, the same numbers ------------------------------------------------------------


@pytest.mark.parametrize("text", [PAGAT, "szalone-10", "matador-dominos"])
@pytest.mark.parametrize("chunk", [1, 7, 399, 5000])
def test_the_size_of_a_slice_changes_nothing(text: str, chunk: int) -> None:
    """Nor does who plays what when."""
    assert run(text=text, chunk=chunk) == run(text=text)


def test_threads_change_nothing() -> None:
    """Two threads, sharing one compiled core."""
    with ThreadPoolExecutor(2) as executor:
        assert run(4000, chunk=100, executor=executor) == run(4000)


def test_processes_change_nothing() -> None:
    """Two processes, by pools of two kinds, with few slices given out and with many."""
    alone = run(600)
    with Processes(2) as executor:
        assert run(600, chunk=40, executor=executor, in_flight=3) == alone
        assert run(600, chunk=13, executor=executor) == alone


def test_without_the_compiler_nothing_changes() -> None:
    """Only the name of who played."""
    command = [sys.executable, "-m", "matador", "simulate", "--rules", "kardinal", "--json"]
    command += ["--players", "3", "--hands", "25", "--policy", "balanced"]
    plainly = {**os.environ, "MATADOR_COMPILED": "0"}
    done = subprocess.run(command, cwd=ROOT, env=plainly, capture_output=True, check=True)
    told = json.loads(done.stdout)
    found = simulate(preset("kardinal"), 3, 25, 1, ["balanced"])
    assert (told["engine"], found.engine) == ("plain", "compiled")
    assert told["plays"]["mean"] == found.plays.mean
    assert [one["mean"] for one in told["pips"]] == [one.mean for one in found.pips]


def test_another_seed_plays_other_hands() -> None:
    """And another policy makes other plays."""
    one, other = (simulate(preset(PAGAT), 2, 200, seed) for seed in (1, 2))
    assert one.sums != other.sums
    assert one.sums != simulate(preset(PAGAT), 2, 200, 1, ["heaviest"]).sums


# --- against hands played one by one ------------------------------------------------------------


@pytest.mark.parametrize(("text", "players"), PAID_IN_MANY_WAYS)
def test_sums_are_those_of_single_hands(text: str, players: int) -> None:
    """Each hand paid by `matador.game` from the pips left, and added up here."""
    rules = read_rules(text)
    found = run(150, text, players)
    hands = Core(found.setup)
    parties = sides(rules, players)
    results, edges, led_and_won = [], [], 0
    for number in range(150):
        played = hands.play(number)
        result = settled(rules, played)
        results.append(result)
        leading = next(i for i, seats in enumerate(parties) if played.leader in seats)
        others = [paid for i, paid in enumerate(result.payments) if i != leading]
        edge = result.payments[leading] - sum(others) / len(others)
        edges.append(-edge if result.debit else edge)
        led_and_won += played.leader in result.winners
    count = len(results)
    assert found.edge.mean == pytest.approx(statistics.mean(edges))
    assert found.edge.error == pytest.approx(statistics.stdev(edges) / count**0.5)
    assert found.leader_wins.mean == led_and_won / count
    assert found.blocked.mean == sum(str(r.ending) == "blocked" for r in results) / count
    assert found.unwon.mean == sum(not r.winners for r in results) / count
    for i, seats in enumerate(parties):
        paid = [result.payments[i] for result in results]
        assert found.payments[i].mean == statistics.mean(paid)
        assert found.payments[i].error == pytest.approx(statistics.stdev(paid) / count**0.5)
        assert found.wins[i].mean == sum(seats[0] in r.winners for r in results) / count
    shared = sum(len({p for p in parties if p[0] in r.winners}) > 1 for r in results)
    assert found.shared.mean == shared / count
    for seat in range(players):
        assert found.pips[seat].mean == statistics.mean(r.pips[seat] for r in results)
    assert sum(found.lengths) == count
    assert sum(n * hands for n, hands in enumerate(found.lengths)) / count == found.plays.mean


def test_hands_are_paid_by_several_rules_at_once() -> None:
    """As if played again and again under the base with each way of paying."""
    for base, players in (("pagat", 3), ("kardinal~double_weight-half", 4), (LARGE, 4)):
        ways = [read_rules(text) for text, _ in PAID_IN_MANY_WAYS]
        hands = 12 if base == LARGE else 300
        found = payments_by(read_rules(base), ways, players, hands, 3, ["heaviest"], chunk=5)
        assert len({one.payments for one in found.by_rules}) > 4
        for way, one in zip(ways, found.by_rules, strict=True):
            (paying,) = payers(read_rules(base), [way])
            again = simulate(paying, players, hands, 3, ["heaviest"])
            told = (one.payments, one.wins, one.unwon, one.debit)
            assert told == (again.payments, again.wins, again.unwon, again.debit)


def test_paying_fields_change_no_play() -> None:
    """Two rule sets that only pay differently play the same hands."""
    plain = run(100, players=4)
    for name, value in (("blocked_pay", "debit"), ("partners", "pairs"), ("double_weight", "half")):
        assert name in PAYING
        other = run(100, f"{PAGAT}~{name}-{value}", players=4)
        assert (other.plays, other.draws, other.passes) == (plain.plays, plain.draws, plain.passes)


# --- the engine, where the core has no room -----------------------------------------------------


def test_large_sets_are_played_by_the_engine_and_say_so() -> None:
    """With the same policies, and slices that change nothing."""
    found = run(20, LARGE, players=3)
    assert found.engine == "engine"
    assert run(20, LARGE, players=3, chunk=3) == found
    assert found.sums != simulate(read_rules(LARGE), 3, 20, 7).sums
    assert run().engine == "compiled"


@pytest.mark.parametrize(("text", "players"), [("britannica", 2), ("kardinal~partners-pairs", 4)])
@pytest.mark.parametrize("policy", ["random", "balanced"])
def test_core_and_engine_agree(text: str, players: int, policy: str) -> None:
    """They play other hands, so they agree as two samples of the same do."""
    setup = set_up(read_rules(text), players, [policy], 11)
    many, few = 20_000, 400
    one = Summary(setup, "compiled", many, many, tuple(Core(setup).sums(0, many)))
    other = Summary(setup, "engine", few, few, tuple(Engine(setup).sums(0, few)))
    for name in ("blocked", "plays", "draws", "passes", "edge", "leader_wins", "pips", "payments"):
        a, b = getattr(one, name), getattr(other, name)
        for x, y in zip(*((a, b) if isinstance(a[0], tuple) else ((a,), (b,))), strict=True):
            assert abs(x.mean - y.mean) <= 4 * (x.error**2 + y.error**2) ** 0.5, name


# --- errors -------------------------------------------------------------------------------------


def test_errors_are_standard_errors() -> None:
    """Means as the textbook has them; a rate is never certain from a sample."""
    numbers = [3, 5, 9, 0, 3]
    found = average(sum(numbers), sum(x * x for x in numbers), 5)
    assert found.mean == statistics.mean(numbers)
    assert found.error == pytest.approx(statistics.stdev(numbers) / 5**0.5)
    halved = average(sum(numbers), sum(x * x for x in numbers), 5, unit=2)
    assert halved == pytest.approx((found.mean / 2, found.error / 2))
    assert average(7, 49, 1).error == float("inf")
    assert rate(300, 1000).error == pytest.approx((0.3 * 0.7 / 1000) ** 0.5, rel=0.01)
    assert rate(0, 1000).mean == 0
    assert 0 < rate(0, 1000).error < 0.002


def test_errors_shrink_as_the_root_of_the_hands() -> None:
    """Sixteen times the hands, a quarter of the error."""
    few, many = (simulate(preset(PAGAT), 2, hands, 5) for hands in (2000, 32_000))
    for name in ("blocked", "plays", "edge", "draws"):
        assert getattr(few, name).error / getattr(many, name).error == pytest.approx(4, rel=0.1)


def test_errors_say_how_far_off_a_sample_is() -> None:
    """Over many samples, the distance from the truth is one error on average, squared."""
    truth = simulate(preset(PAGAT), 2, 400_000, 1)
    samples = [simulate(preset(PAGAT), 2, 1000, 1000 + seed, chunk=1000) for seed in range(200)]
    for name in ("blocked", "plays", "edge", "draws"):
        real = getattr(truth, name).mean
        found = [getattr(sample, name) for sample in samples]
        off = statistics.mean(((one.mean - real) / one.error) ** 2 for one in found)
        assert 0.7 < off < 1.35, name


# --- progress, stopping, loss -------------------------------------------------------------------


def test_progress_is_told_after_each_slice() -> None:
    """How much is done, and what has come of it so far."""
    told: list[tuple[int, int, Summary]] = []
    found = run(230, chunk=100, progress=lambda *so_far: told.append(so_far))
    assert [(done, total) for done, total, _ in told] == [(100, 230), (200, 230), (230, 230)]
    assert told[0][2].sums == run(100).sums
    assert not told[1][2].complete
    assert told[-1][2] == found


def test_a_run_can_be_stopped() -> None:
    """The answer is what was done, and says that it is not all."""
    asked = iter([False, True])
    found = run(1000, chunk=50, stop=lambda: next(asked))
    assert (found.done, found.asked, found.complete) == (100, 1000, False)
    assert found.sums == run(100).sums
    assert run(100).complete


def test_stopping_takes_back_what_has_not_begun() -> None:
    """Soon after, and not when everything is done."""
    with ThreadPoolExecutor(2) as executor:
        found = run(100_000, chunk=10, executor=executor, stop=lambda: True)
    assert 10 <= found.hands < 1000


class Flaky(Executor):
    """Loses each slice so many times, and counts what it holds at once."""

    def __init__(self, losses: int) -> None:
        self.losses = losses
        self.given: Counter[Any] = Counter()
        self.calls: set[Any] = set()
        self.held: list[Future[Any]] = []
        self.most = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A future that is finished a moment later, by another thread."""
        future: Future[Any] = Future()
        self.calls.add(args)
        key = args[1][:2]
        self.given[key] += 1
        self.held = [one for one in self.held if not one.done()] + [future]
        self.most = max(self.most, len(self.held))
        lost = self.given[key] <= self.losses
        threading.Timer(0.002, self._finish, [future, lost, fn, args]).start()
        return future

    def _finish(self, future: Future[Any], lost: bool, fn: Any, args: Any) -> None:
        if not future.set_running_or_notify_cancel():
            return
        if lost:
            future.set_exception(ConnectionError("the worker is gone"))
        else:
            future.set_result(fn(*args))


def test_lost_slices_are_given_out_again() -> None:
    """As often as is tried, and not more often; never more at once than allowed."""
    executor = Flaky(TRIES - 1)
    found = list(spread(lambda first, length: first, 20, 2, executor, in_flight=5))
    assert sorted(found) == [(2, first) for first in range(0, 20, 2)]
    assert set(executor.given) == {(one.first, one.length) for one in slices(20, 2)}
    assert set(executor.given.values()) == {TRIES}
    assert len(executor.calls) == 10 * TRIES, "two calls alike may be answered from memory"
    assert 1 < executor.most <= 5
    with pytest.raises(LostError, match="failed 4 times: the worker is gone"):
        list(spread(lambda first, length: first, 20, 2, Flaky(TRIES)))


def die_once(trap: str, first: int, length: int) -> int:
    """The sum of some numbers; the first process to open the trap dies in it."""
    if first == 6:
        try:
            os.remove(trap)
        except FileNotFoundError:
            return sum(range(first, first + length))
        os._exit(1)
    return sum(range(first, first + length))


def test_a_dead_process_is_replaced(tmp_path: Path) -> None:
    """Nothing is lost or counted twice; a plain pool is broken for good and says so."""
    trap = tmp_path / "trap"
    work = partial(die_once, str(trap))
    trap.touch()
    with Processes(2) as executor:
        assert sum(found for _, found in spread(work, 40, 3, executor)) == sum(range(40))
    assert not trap.exists()
    trap.touch()
    broken = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    with broken, pytest.raises(LostError, match="broken"):
        list(spread(work, 40, 3, broken))


def test_the_pool_of_this_machine() -> None:
    """Threads for the compiled core, processes for plain Python, neither for one worker."""
    small, large = (set_up(read_rules(text), 2, ["random"], 1) for text in (PAGAT, LARGE))
    with pool(small, 1) as none, pool(small, 2) as threads, pool(large, 2) as processes:
        assert none is None
        assert isinstance(threads, ThreadPoolExecutor)
        assert isinstance(processes, Processes)


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "error", "says"),
    [
        ({"policies": ["cheat"]}, UnreadableError, "no policy 'cheat'"),
        ({"policies": ["random"] * 3}, UnreadableError, "3 policies for 2 seats"),
        ({"seed": -1}, UnreadableError, "seed"),
        ({"seed": 1 << 63}, UnreadableError, "seed"),
        ({"hands": 0}, UnreadableError, "hands"),
        ({"players": 1}, IllegalError, "players"),
        ({"players": 9}, IllegalError, "players"),
        ({"players": 8}, IllegalError, "not enough tiles"),
    ],
)
def test_refusals(change: dict[str, Any], error: type[Exception], says: str) -> None:
    """One clear sentence before anything is played."""
    asked = {"players": 2, "hands": 10, "seed": 1, "policies": ["random"], **change}
    with pytest.raises(error, match=says):
        simulate(preset(PAGAT), **asked)


@pytest.mark.parametrize("how", [{"chunk": 0}, {"chunk": -3}, {"in_flight": 0}])
def test_slices_hold_something(how: dict[str, int]) -> None:
    """A run of nothing would look like one that was stopped."""
    with pytest.raises(ValueError, match="at least 1"):
        run(**how)


def test_a_setup_travels_light() -> None:
    """What the engine has learnt about its rules stays behind."""
    import pickle

    setup = set_up(read_rules(LARGE), 3, ["balanced"], 1)
    before = len(pickle.dumps(setup))
    hands_of(setup).sums(0, 3)
    text = pickle.dumps(setup)
    assert pickle.loads(text) == setup
    assert len(text) == before < 3000


def test_sums_have_room_for_every_seat() -> None:
    """Eight seats, each with its own numbers."""
    found = run(40, "szalone-10~deal-3", players=8)
    assert len(found.wins) == len(found.pips) == len(found.payments) == 8
    assert sum(found.sums[core.LED : core.LED + 8]) == 40
    assert sum(one.mean for one in found.led) == pytest.approx(1)
