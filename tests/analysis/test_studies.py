"""Studies: every file is what the program makes, and the loops behind it agree with the engine."""

from pathlib import Path
from typing import Any

import pytest

from matador.analysis import search as kernel
from matador.analysis.kernels import moves
from matador.analysis.native import zeros
from matador.analysis.policies import POLICIES
from matador.analysis.simulate import simulate
from matador.analysis.solve import value
from matador.analysis.studies import decisions, exact
from matador.analysis.studies.leads import LOT, RULES, workspace
from matador.analysis.studies.record import (
    Parts,
    Plan,
    Provenance,
    Slice,
    carry_on,
    first_slice,
    written,
)
from matador.analysis.tables import action_of, load, tables, tiles_of
from matador.game.line import Line
from matador.game.notation import read_position
from matador.game.position import Hand, Position, Stock
from matador.game.rules import read_rules
from matador.teach.content import ContentError
from matador.teach.studies import INQUIRIES, load_studies, main, make, study_file
from tests.analysis.core_numbers import dealt

STUDIES = load_studies()


def study(name: str) -> Any:
    """A study by the name of its file."""
    return getattr(STUDIES, name.replace("-", "_"))


# --- the files ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", INQUIRIES)
def test_a_slice_of_the_parts_comes_out_again(name: str) -> None:
    """To the last digit; if this fails, `make studies` makes what has changed anew.

    Of a study with hundreds of parts, every eighth is made.
    """
    plans, parts = INQUIRIES[name].plans(), study(name).parts
    assert list(parts) == list(plans)
    assert all(parts[key].made == plan.made for key, plan in plans.items())
    some = list(plans)[:: 8 if len(plans) > 200 else 1]
    assert not [key for key in some if parts[key].first != first_slice(plans[key])]


@pytest.mark.parametrize("name", INQUIRIES)
def test_results_follow_from_the_parts(name: str) -> None:
    """Nothing in a file was typed: it is written anew from its sums, letter by letter."""
    found = study(name)
    again = INQUIRIES[name].study(found.parts)
    assert written(again) == study_file(name).read_text("utf-8")
    assert all(part.whole.deals >= part.first.deals for part in found.parts.values())


def test_the_chances_the_article_states() -> None:
    """No matador in five tiles; 0-0 and two or more in seven."""
    by_size = STUDIES.chances.results.by_size
    assert by_size[5].none.percent == "43.2%"
    assert by_size[7].double_blank.exact == "1/4"
    assert by_size[7].two_or_more.percent == "25.3%"


def test_a_faulty_file_is_named(tmp_path: Path) -> None:
    """Missing, cut off, or with a key too many."""
    with pytest.raises(ContentError, match=r"content/studies/chances\.json: can't be read"):
        load_studies(tmp_path)
    path = study_file("chances", tmp_path)
    path.parent.mkdir()
    whole = study_file("chances").read_text("utf-8")
    for text in (whole[:-5], whole.replace('"method"', '"methods"')):
        path.write_text(text, "utf-8")
        with pytest.raises(ContentError, match=r"content/studies/chances\.json"):
            load_studies(tmp_path)


def test_a_study_can_be_made_anew(tmp_path: Path) -> None:
    """The file that needs no deals comes out as it stands."""
    told: list[str] = []
    make("chances", tmp_path, told.append)
    assert study_file("chances", tmp_path).read_bytes() == study_file("chances").read_bytes()
    assert told[-1] == "chances: all of 0 deals"


def test_an_unknown_study_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """With the names that there are."""
    with pytest.raises(SystemExit):
        main(["decission"])
    assert "decisions" in capsys.readouterr().err


# --- going on -----------------------------------------------------------------------------------


def plans(seed: int = 1, deals: int = 95) -> dict[str, Plan]:
    """A part whose sums tell which deals it has seen."""
    made = Provenance(RULES, 2, (), seed)

    def work(first: int, count: int) -> list[int]:
        numbers = range(first, first + count)
        return [count, seed * sum(numbers), sum(one * one for one in numbers)]

    return {"part": Plan(made, deals, 10, work)}


def test_what_was_stopped_goes_on() -> None:
    """Every deal counts once, the short last slice too."""
    stops: list[Parts] = []
    at_once = carry_on(plans(), {}, lambda parts: stops.append(dict(parts)))
    sums = (95, sum(range(95)), sum(one * one for one in range(95)))
    assert at_once["part"].whole == Slice(95, sums)
    assert [parts["part"].whole.deals for parts in stops] == [*range(10, 100, 10), 95]
    for parts in stops:
        assert carry_on(plans(), parts, lambda _: None) == at_once


def test_what_was_made_otherwise_begins_again() -> None:
    """Another seed, or the same provenance with other sums."""
    other = carry_on(plans(2), {}, lambda _: None)
    at_once = carry_on(plans(), {}, lambda _: None)
    assert carry_on(plans(), other, lambda _: None) == at_once
    twin = {"part": at_once["part"].__class__(at_once["part"].made, *[Slice(10, (0, 0, 0))] * 2)}
    assert carry_on(plans(), twin, lambda _: None) == at_once


# --- the loops ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "deals"), [(RULES, 12), (LOT, 3)])
def test_deals_are_worth_what_the_solver_says(rules: str, deals: int) -> None:
    """Each deal as a position of the engine, its leader found here."""
    for number in range(deals):
        sums = zeros(exact.DEAL_SUMS)
        exact.solve_deals(workspace(rules), 1, number, 1, sums)
        found = next(i for i in range(2 * exact.MOST + 1) if sums[exact.VALUES + i]) - exact.MOST
        assert found in {leader_value(rules, number, leader) for leader in leaders(rules, number)}


def position(rules: str, number: int, leader: int) -> Position:
    """A deal of seed 1 as the engine has it."""
    chosen = read_rules(rules)
    one, two, *stock = dealt(rules, 2, number)
    hands = tuple(Hand(tiles_of(chosen, held)) for held in (one, two))
    tiles = tuple(chosen.tiles.tiles[i] for i in stock)
    return Position(chosen, Line(()), hands, Stock(tiles), turn=leader)


def leader_value(rules: str, number: int, leader: int) -> int:
    """What a deal is worth to this leader."""
    found = value(position(rules, number, leader))
    assert found.exact
    return found.low


def leaders(rules: str, number: int) -> list[int]:
    """Who may have led: the holder of the highest double, or by lot either."""
    if rules == LOT:
        return [0, 1]
    hands = [hand.tiles for hand in position(rules, number, 0).hands]
    ranks = [max((t.low for t in tiles if t.double), default=-1) for tiles in hands]
    if ranks == [-1, -1]:
        ranks = [max(t.pips * 10 + t.high for t in tiles) for tiles in hands]
    return [ranks.index(max(ranks))]


def test_what_holders_are_paid_adds_up() -> None:
    """Every tile dealt has one holder, and what one is paid the other pays."""
    sums = zeros(exact.DEAL_SUMS)
    exact.solve_deals(workspace(RULES), 1, 0, 20, sums)
    held, paid, squares = ([int(x) for x in sums[i * 64 : i * 64 + 28]] for i in range(3))
    values = [(i - exact.MOST, int(n)) for i, n in enumerate(sums[exact.VALUES :]) if n]
    assert sum(held) == 20 * 14
    assert sum(squares) == 14 * sum(one * one * many for one, many in values)
    assert max(map(abs, paid)) <= sum(abs(one) * many for one, many in values)


@pytest.mark.parametrize(("text", "players"), [("pagat", 2), ("kardinal", 3), ("britannica", 4)])
def test_metrics_are_those_of_the_simulation(text: str, players: int) -> None:
    """Rate, means and edge of the same hands."""
    made = Provenance(text, players, ("balanced",) * players, 5)
    sums = decisions._compared(made, made, 0, 300)
    found = simulate(read_rules(text), players, 300, 5, ["balanced"])
    means = [sums[place * exact.COMPARED] / 300 for place in range(exact.METRICS)]
    assert means[exact.BLOCKED] == found.blocked.mean
    assert means[exact.PLAYS : exact.EDGE] == [
        found.plays.mean,
        found.draws.mean,
        found.passes.mean,
    ]
    assert means[exact.EDGE] / exact.EDGE_UNIT == pytest.approx(found.edge.mean)
    assert means[exact.PAID] == pytest.approx(sum(one.mean for one in found.payments))
    assert not any(sums[place * exact.COMPARED + 3] for place in range(exact.METRICS))


@pytest.mark.parametrize("habit", range(exact.HABITS))
def test_habits_are_played_fairly(habit: int) -> None:
    """Equal wishes gain nothing in any deal; exchanged wishes exchange the gain, and matter."""

    def played(wish: int, other: int) -> list[int]:
        sums = zeros(exact.PAIR_SUMS)
        exact.play_habits(workspace(RULES, "balanced"), 1, 0, 200, habit, wish, other, sums)
        return [int(x) for x in sums]

    assert played(1, 1) == played(0, 0) == [200, 0, 0]
    pairs, gain, squares = played(1, -1)
    assert played(-1, 1) == [pairs, -gain, squares]
    assert squares > 0


def test_a_habit_knows_its_plays() -> None:
    """Ends 6 and 1 make seven; 0-0 is a matador, 1-1 is none."""
    rules = read_rules(RULES)
    found = tables(rules, 2)
    w = exact.workspace(found, (POLICIES["heaviest"].weights,) * 2)
    at_hand = read_position(f"6.66.00111612-2233.0.A.0-0.{RULES}")
    load(found, at_hand, w, kernel.ROOT)
    room = int(exact.room_of(w)) + exact._FOUND
    n = moves(w, kernel.ROOT, room, True)
    kinds = {
        str(action_of(found, w, kernel.ROOT, int(w[room + i]))): [
            bool(exact.is_of(w, kernel.ROOT, int(w[room + i]), habit))
            for habit in range(exact.HABITS)
        ]
        for i in range(n)
    }
    assert kinds["L00"] == [True, True, False]
    assert kinds["L11"] == [False, False, True]
    assert kinds["L61"] == [False, True, True]
    assert kinds["L16"] == [False, True, False]
    assert kinds["L12"] == [False, False, False]
