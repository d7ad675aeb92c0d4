"""The command `simulate`: many hands, for people and for programs."""

import math
import os
import signal
import sys

import pytest

from matador.__main__ import main
from matador.analysis.policies import POLICIES
from matador.analysis.simulate import simulate
from matador.game.rules import preset, read_rules
from tests.test_cli import Capture, answer, refused, run

MATES = ["--players", "4", "--hands", "300", "--policy", "balanced,random,balanced,random"]


def test_simulate_for_programs(capsys: Capture) -> None:
    """Every number with its error, in seat order, and all that is needed to play it again."""
    told = answer(capsys, "simulate", "--rules", "kardinal", "--hands", "200", "--seed", "5")
    found = simulate(preset("kardinal"), 2, 200, 5)
    assert told["rules"] == "kardinal"
    assert (told["players"], told["policies"], told["seed"]) == (2, ["random", "random"], 5)
    assert (told["engine"], told["asked"], told["hands"]) == (found.engine, 200, 200)
    assert (told["complete"], told["debit"]) == (True, True)
    for name in ("blocked", "leader_wins", "unwon", "shared", "plays", "draws", "passes", "edge"):
        assert told[name] == getattr(found, name)._asdict()
    for name in ("led", "wins", "payments", "pips"):
        assert told[name] == [one._asdict() for one in getattr(found, name)]
    assert sum(told["lengths"].values()) == 200


def test_simulate_for_people(capsys: Capture) -> None:
    """Percent and means with their errors, by the names of seats or sides."""
    status, out, err = run(capsys, "simulate", "--rules", "pagat~partners-pairs", *MATES)
    assert (status, err) == (0, "")
    found = simulate(read_rules("pagat~partners-pairs"), 4, 300, 1, ["balanced", "random"] * 2)
    blocked, paid = found.blocked, found.payments[1]
    assert f"\nblocked: {blocked.mean:.2%} ± {blocked.error:.2%}\n" in out
    assert f"\n  B+D: {paid.mean:.3f} ± {paid.error:.3f}\n" in out
    assert f"\n  D: {found.pips[3].mean:.3f} ± " in out


def test_one_hand_has_no_error(capsys: Capture) -> None:
    """It is not known, and so it isn't 0."""
    told = answer(capsys, "simulate", "--rules", "pagat", "--hands", "1")
    assert told["plays"]["error"] is None
    assert told["blocked"]["error"] > 0
    assert not math.isnan(told["edge"]["mean"])
    _, out, _ = run(capsys, "simulate", "--rules", "pagat", "--hands", "1")
    assert "± unknown\n" in out


def test_workers_change_nothing(capsys: Capture) -> None:
    """Nor does a terminal that is told how far it is."""
    asked = ("simulate", "--rules", "pagat", "--hands", "500")
    assert answer(capsys, *asked, "--workers", "2") == answer(capsys, *asked)


def test_progress_is_told_to_a_terminal(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """And wiped out in the end, so that only the answer stays."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    status, _, err = run(capsys, "simulate", "--rules", "pagat", "--hands", "500")
    assert status == 0
    assert "8 of 500 hands" in err
    assert err.endswith("\r\033[K")


def test_an_interrupt_answers_with_what_is_done(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C, here after the first slice; afterwards it means what it meant before."""
    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    told_of = "matador.commands.analysis._tell"
    monkeypatch.setattr(told_of, lambda *_: os.kill(os.getpid(), signal.SIGINT))
    told = answer(capsys, "simulate", "--rules", "pagat", "--hands", "6400")
    assert (told["hands"], told["asked"], told["complete"]) == (100, 6400, False)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--rules", "nobody"], "preset"),
        (["--rules", "pagat", "--players", "1"], "players"),
        (["--rules", "pagat", "--players", "8"], "tiles"),
        (["--rules", "pagat", "--hands", "0"], "hands"),
        (["--rules", "pagat", "--hands", "many"], "--hands"),
        (["--rules", "pagat", "--seed", "-1"], "seed"),
        (["--rules", "pagat", "--policy", "cheat"], "no policy 'cheat'"),
        (["--rules", "pagat", "--policy", "random,random,random"], "3 policies"),
        (["--rules", "pagat", "--workers", "0"], "workers"),
        ([], "--rules"),
    ],
)
def test_simulate_refuses_in_one_line(capsys: Capture, arguments: list[str], says: str) -> None:
    """Before anything is played."""
    assert says in refused(capsys, "simulate", *arguments)


def test_simulate_lists_its_policies(capsys: Capture) -> None:
    """In its help."""
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    out = " ".join(capsys.readouterr().out.split())
    for name in POLICIES:
        assert name in out
