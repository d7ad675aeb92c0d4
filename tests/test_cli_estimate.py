"""The command `estimate`: what actions are worth with hidden hands, of a position or a record."""

import re
import sys
from math import comb, factorial
from pathlib import Path

import pytest

from matador.__main__ import main
from matador.analysis.estimate import Method, estimate
from matador.analysis.knowledge import Knowledge
from matador.game.moves import Action, advance, ending, legal_actions
from matador.game.notation import read_position, write_position
from matador.game.record import Timeline
from matador.game.records import Move, Record, write_record
from tests.analysis.late_hands import late
from tests.test_cli import Capture, answer, refused, run

HIDDEN = "6.03461166125025.~3-16242633.~14.B.0-0.britannica"


def finished(line: Timeline) -> list[Action]:
    """The actions of a hand that goes on from here to its end."""
    position, actions = line.position, list(line.actions)
    while not ending(position):
        actions.append(legal_actions(position)[0])
        position = advance(position, actions[-1])
    return actions


def record(tmp_path: Path, *, over: bool = False) -> tuple[Path, Record]:
    """A file with a hand in the middle of which a choice is to be made, and perhaps a whole one."""
    line = late("britannica", 2, 5, 9)
    going_on = Record(line.start, tuple(Move(action) for action in line.actions))
    file = tmp_path / "hand.txt"
    text = write_record(going_on)
    if over:
        text += write_record(Record(line.start, tuple(map(Move, finished(line)))))
    file.write_text(text, "utf-8")
    return file, going_on


def test_estimate_for_programs(capsys: Capture) -> None:
    """Every number with its error, and all that is needed to have it again."""
    told = answer(capsys, "estimate", HIDDEN, "--samples", "50", "--seed", "3")
    found = estimate(read_position(HIDDEN), samples=50, seed=3)
    assert told["position"] == HIDDEN
    assert list(told["actions"]) == [str(action) for action in found.actions]
    for action, worth in found.actions.items():
        shown = told["actions"][str(action)]
        assert shown["value"] == worth.mean._asdict()
        assert worth.wins is not None
        assert shown["wins"] == worth.wins._asdict()
        assert shown["behind"] == worth.behind._asdict()
        assert shown["standing"] == str(worth.standing)
    assert (told["exact"], told["worlds"]) == (False, found.worlds)
    assert told["possible"] == comb(17, 3) * factorial(14)
    assert (told["method"], told["by_playout"], told["seed"]) == ("exact", found.by_playout, 3)
    assert (told["unit"], told["paranoid"], told["tolerance"]) == ("pips", False, 0.5)
    assert (told["ended"], told["nodes"]) == (str(found.ended), found.nodes)
    assert told["best"] == [str(action) for action in found.best]


def test_estimate_by_policies(capsys: Capture) -> None:
    """Worlds are then played out, and the answer says by whom."""
    told = answer(capsys, "estimate", HIDDEN, "--samples", "40", "--policy", "heaviest,balanced")
    found = estimate(
        read_position(HIDDEN), samples=40, method=Method.PLAYOUTS, policy=("heaviest", "balanced")
    )
    assert (told["method"], told["by_playout"]) == ("playouts", found.worlds)
    assert told["policies"] == ["heaviest", "balanced"]
    assert [one["value"]["mean"] for one in told["actions"].values()] == [
        worth.mean.mean for worth in found.actions.values()
    ]


def test_estimate_for_people(capsys: Capture) -> None:
    """Means with errors, how far behind, and a verdict for each action."""
    status, out, err = run(capsys, "estimate", HIDDEN, "--samples", "64")
    assert (status, err) == (0, "")
    found = estimate(read_position(HIDDEN), samples=64)
    for action, worth in found.actions.items():
        assert f"\n  {action}: {worth.mean.mean:.3f} ± {worth.mean.error:.3f}, above 0 in " in out
    assert re.search(r": best\n", out)
    assert f"\nended: {found.ended.__doc__}\n" in out


def test_estimate_of_a_record_counts_passes_and_draws(capsys: Capture, tmp_path: Path) -> None:
    """What the seat to move has seen; a finished hand of the same match is only told so."""
    file, hand = record(tmp_path, over=True)
    seat = "AB"[hand.end.turn]
    told, over = answer(capsys, "estimate", str(file), "--seat", seat)["hands"]
    known = Knowledge.of(hand, hand.end.turn)
    assert known.proofs
    found = estimate(known)
    assert told["position"] == write_position(known.position)
    assert told["possible"] == known.count()
    assert [one["value"]["mean"] for one in told["actions"].values()] == [
        worth.mean.mean for worth in found.actions.values()
    ]
    assert over["over"]
    assert over["ending"] in ("out", "blocked")


def test_estimates_of_all_worlds_are_exact(capsys: Capture, tmp_path: Path) -> None:
    """With all hands open there is one world, and the estimate is what `solve` says."""
    file, hand = record(tmp_path)
    (told,) = answer(capsys, "estimate", str(file))["hands"]
    assert (told["exact"], told["worlds"], told["ended"]) == (True, 1, "all-worlds")
    solved = answer(capsys, "solve", write_position(hand.end))
    values = {action: one["value"] for action, one in told["actions"].items()}
    assert values == {a: {"mean": v, "error": 0} for a, v in solved["actions"].items()}


def test_what_cannot_be_estimated_is_refused(capsys: Capture, tmp_path: Path) -> None:
    """In one line each."""
    file, hand = record(tmp_path)
    other = "AB"[1 - hand.end.turn]
    assert "not known" in refused(capsys, "estimate", str(file), "--seat", other)
    assert "over" in refused(capsys, "estimate", "6.66.0-34.0.B.0-0.britannica")
    assert "samples" in refused(capsys, "estimate", HIDDEN, "--samples", "1")
    assert "seed" in refused(capsys, "estimate", HIDDEN, "--seed", "-1")
    assert "policy" in refused(capsys, "estimate", HIDDEN, "--policy", "nobody")
    assert "seat" in refused(capsys, "estimate", HIDDEN, "--seat", "C")
    assert "room" in refused(capsys, "estimate", "12.-.0102-~2.~87.A.0-0.pagat")


def test_progress_is_told_on_a_terminal(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """And wiped out in the end."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["estimate", HIDDEN, "--samples", "10"]) == 0
    err = capsys.readouterr().err
    assert "3 of 10 worlds" in err
    assert err.endswith("\r\033[K")
