"""`python -m matador solve`: what it answers, and what it refuses in one line."""

import json

import pytest

from matador.__main__ import main

KNOWN = "6.03461166125025.043544-16242633.0001020613141522233436455556.B.0-0.britannica"
HIDDEN = "6.03461166125025.043544-16242633.~14.B.0-0.britannica"

Capture = pytest.CaptureFixture[str]


def test_a_value_its_best_line_and_every_action(capsys: Capture) -> None:
    assert main(["solve", KNOWN, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["exact"]
    assert found["value"] == max(found["actions"].values())
    assert found["best"] == [a for a, value in found["actions"].items() if value == found["value"]]
    assert found["line"][0] in found["best"]
    assert found["unit"] == "pips"


def test_few_nodes_give_an_interval(capsys: Capture) -> None:
    assert main(["solve", KNOWN, "--json", "--nodes", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    low, high = found["value"]
    assert low < high
    assert not found["exact"]
    assert found["line"] == []


def test_it_is_readable_without_json(capsys: Capture) -> None:
    assert main(["solve", KNOWN]) == 0
    assert "exact: True" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([HIDDEN], "known"),
        ([KNOWN, "--nodes", "0"], "nodes"),
        (["6.66.0-34.0.B.0-0.britannica"], "over"),
        (["nonsense"], "position"),
    ],
)
def test_what_can_not_be_solved_is_one_line(
    capsys: Capture, arguments: list[str], says: str
) -> None:
    assert main(["solve", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert says in told.err
