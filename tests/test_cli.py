"""The command line: every command, for people and for programs, and what it does with bad input."""

import json
import random
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from matador.__main__ import main
from matador.analysis import knowledge
from matador.commands.engine import perft
from matador.game.notation import read_actions, read_position, write_position
from matador.game.position import deal
from matador.game.records import Move, Record, write_record
from matador.game.rules import FIELDS, preset, presets
from tests.game.strategies import playout

ROOT = Path(__file__).parents[1]
DEALT = "6.-.03041225354466-05111624263346.~14.A.0-0.britannica"
OPENING = ["S66", "L11", "R12", "R50", "R25", "L64", "L30"]
AFTER = "6.03461166125025.043544-16242633.~14.B.0-0.britannica"
OVER = "6.66.0-34.0.B.0-0.britannica"
BLOCKED = "6.66.22-33.0.A2.0-0.britannica"
GOING_ON = "6.66.12-34.0.A.0-0.britannica"
FLAWED = "6.6622.66-34.0.A.0-0.britannica"

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    """The exit status, standard output and standard error of one command."""
    try:
        status = main(arguments)
    except SystemExit as left:
        status = left.code if isinstance(left.code, int) else 1
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def answer(capsys: Capture, *arguments: str) -> dict[str, Any]:
    """What a command answers to a program; nothing may stand on standard error."""
    status, out, err = run(capsys, *arguments, "--json")
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    found: dict[str, Any] = json.loads(out)
    return found


def refused(capsys: Capture, *arguments: str) -> str:
    """The one line with which a command refuses its input."""
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"matador: [^\n\r]+\n", err), err
    assert "Traceback" not in err
    return err


# --- the commands -------------------------------------------------------------------------------


def test_rules_lists_the_presets(capsys: Capture) -> None:
    """With their titles, in menu order."""
    assert list(answer(capsys, "rules")["presets"]) == list(presets())


def test_rules_shows_who_says_what(capsys: Capture) -> None:
    """Every field with its value, and the source with its locator unless that is silent."""
    told = answer(capsys, "rules", "kardinal")
    assert (told["preset"], list(told["fields"])) == ("kardinal", list(FIELDS))
    for field in told["fields"].values():
        assert field["value"]
        assert field["status"] in ("says", "silent", "alternatives", "unclear")
        assert ("locator" in field) == (field["status"] != "silent")


def test_rules_marks_what_was_overridden(capsys: Capture) -> None:
    """The source is not cited for what it doesn't say."""
    told = answer(capsys, "rules", "pagat~draw-one~set-6")
    assert told["rules"] == "pagat~draw-one"
    assert told["fields"]["draw"] == {"value": "one", "status": "override"}


def test_position(capsys: Capture) -> None:
    """Ends, turn, stock, flaws, and what is unseen."""
    told = answer(capsys, "position", AFTER)
    assert (told["position"], told["ends"], told["turn"]) == (AFTER, {"L": 0, "R": 5}, "B")
    assert (told["stock"], told["drawable"]) == (14, 12)  # two tiles stay (Britannica)
    assert (told["flaws"], told["ending"]) == ([], None)
    assert len(told["unseen"]) == 14
    assert answer(capsys, "position", OVER)["ending"] == "out"
    across = answer(capsys, "position", "6.6025x.35-11.0.A.0-0.matador-dominos")
    assert across["ends"] == {"L": 6, "R": [2, 5]}


def test_position_lists_all_flaws(capsys: Capture) -> None:
    """A flawed position is shown, with each flaw by name and in words."""
    flaws = answer(capsys, "position", FLAWED)["flaws"]
    assert [(flaw["flaw"], flaw["tiles"]) for flaw in flaws] == [
        ("tile-twice", ["66"]),
        ("joint", ["66", "22"]),
    ]
    assert all(flaw["message"].endswith(".") for flaw in flaws)


def test_actions(capsys: Capture) -> None:
    """Canonical and sorted."""
    told = answer(capsys, "actions", AFTER)
    assert told["actions"] == ["L16", "L61", "R16", "R24", "R26", "R61"]
    assert answer(capsys, "actions", OVER)["actions"] == []


@pytest.mark.parametrize(
    ("action", "legal", "reason"),
    [
        ("R26", True, "makes-target"),
        ("R62", False, "wrong-half"),
        ("L26", False, "blank-needs-matador"),
    ],
)
def test_explain(capsys: Capture, action: str, legal: bool, reason: str) -> None:
    """Legal or not, the reason's name, a sentence, and the facts behind it."""
    told = answer(capsys, "explain", AFTER, action)
    assert (told["action"], told["legal"], told["reason"]) == (action, legal, reason)
    assert told["message"].endswith(".")
    assert told["facts"]["tile"] == "26"


def test_explain_speaks_of_a_flawed_position_too(capsys: Capture) -> None:
    """Nothing can be played there, and that is an answer, not an error."""
    assert answer(capsys, "explain", FLAWED, "R12")["reason"] == "position-flawed"


@pytest.mark.parametrize("actions", [OPENING, [" ".join(OPENING)], [".".join(OPENING)]])
def test_apply(capsys: Capture, actions: list[str]) -> None:
    """The worked opening, as several words, one word with spaces, and as in an address."""
    assert answer(capsys, "apply", DEALT, *actions) == {"position": AFTER}


def test_settle(capsys: Capture) -> None:
    """How the hand is over and who is paid what: 4 and 6 pips, both hands to the lower."""
    told = answer(capsys, "settle", BLOCKED)
    assert (told["over"], told["ending"], told["pips"]) == (True, "blocked", [4, 6])
    assert (told["payments"], told["winners"], told["debit"]) == ([10, 0], ["A"], False)
    assert told["arithmetic"] == "4 + 6 = 10"
    waiting = answer(capsys, "settle", GOING_ON)
    assert (waiting["over"], waiting["payments"]) == (False, None)
    assert waiting["message"].endswith(".")


def test_settle_under_all_presets(capsys: Capture) -> None:
    """One entry for each, with what the sources are known for."""
    told = answer(capsys, "settle", BLOCKED, "--all")["presets"]
    assert list(told) == list(presets())
    payments = {name: told[name]["payments"] for name in ("pagat", "dominorules", "kardinal")}
    assert payments == {"pagat": [2, 0], "dominorules": [6, 0], "kardinal": [4, 6]}


def test_settle_under_all_presets_where_pairs_play(capsys: Capture) -> None:
    """Presets in which each plays alone keep four scores; that stops nobody."""
    code = "6.66.22-33-44-55.0.A4.7-9.pagat~partners-pairs~deal-5"
    told = answer(capsys, "settle", code, "--all")
    assert (told["payments"], set(told["presets"])) == ([12, 0], set(presets()))
    assert told["presets"]["kardinal"]["payments"] == [4, 6, 8, 10]


def test_perft(capsys: Capture) -> None:
    """The number of action sequences, by hand: 1-2 goes left or right; then only a pass or 1-1."""
    code = "6.66.1233-1134.0.A.0-0.britannica"
    counts = [answer(capsys, "perft", code, str(depth))["count"] for depth in range(3)]
    assert counts[:2] == [1, 2]
    # After either: 1-1 on the other 6, and 3-4 as a matador, two ways on each of two ends.
    assert counts[2] == 2 * (1 + 4)
    assert perft(read_position(OVER), 3) == 0


def test_record(capsys: Capture, tmp_path: Path) -> None:
    """A file is read, every action checked, and the end of each hand printed."""
    start = read_position(DEALT)
    moves = tuple(map(Move, read_actions(" ".join(OPENING), start)[0]))
    file = tmp_path / "hands.txt"
    file.write_text(write_record(Record(start, moves)) * 2, "utf-8")
    hands = answer(capsys, "record", str(file))["hands"]
    assert [(hand["actions"], hand["position"]) for hand in hands] == [(OPENING, AFTER)] * 2
    file.write_text(write_record(Record(start, moves)).replace("R12", "R21"), "utf-8")
    assert "R21" in refused(capsys, "record", str(file))
    refused(capsys, "record", str(tmp_path / "nothing there"))


def test_odds_of_a_position(capsys: Capture) -> None:
    """Every chance exact, as a number and as its fraction; what a seat sees is hidden from none."""
    told = answer(capsys, "odds", DEALT, "--seat", "A")
    assert told["position"].split(".")[2:4] == ["03041225354466-~7", "~14"]
    assert (told["exact"], told["deals"]) == (True, 116_280 * 87_178_291_200)
    assert told["assumptions"][0]["assumption"] == "led-by-tiles"
    other = told["seats"]["B"]
    assert other["tiles"]["00"] == {"chance": 1 / 3, "exact": "1/3"} == other["double_blank"]
    assert sum(Fraction(one["exact"]) for one in other["matadors"]) == 1
    assert told["stock"]["00"]["exact"] == "2/3"
    assert told["next"]["tiles"]["00"]["exact"] == "1/21"
    assert list(told["replies"]) == ["S66"]
    assert told["replies"]["S66"]["seat"] == "B"
    everything = answer(capsys, "odds", DEALT)
    assert {one["exact"] for one in everything["stock"].values()} == {"1"}


def test_odds_of_a_record_tell_what_passes_proved(capsys: Capture, tmp_path: Path) -> None:
    """Seen from a seat, from the table, and with all tiles open."""
    file = tmp_path / "hand.txt"
    tags = '[Rules "pagat~reserve-0~draw-one"]\n[Deal "1112-2345"]\n[Stock "2255"]\n[Lead "A"]\n\n'
    file.write_text(f"{tags}1. S11 2. d p *\n", "utf-8")
    (hand,) = answer(capsys, "odds", str(file), "--seat", "a")["hands"]
    out = hand["seats"]["B"]["ruled_out"]
    assert {one["tile"] for one in out} == {
        "00",
        "06",
        "16",
        "25",
        "26",
        "34",
        "36",
        "46",
        "56",
        "66",
    }
    assert {(one["ply"], one["action"]) for one in out} == {(3, "p")}
    assert hand["seats"]["B"]["any_end"] == {"chance": 0.0, "exact": "0"}
    (table,) = answer(capsys, "odds", str(file), "--table")["hands"]
    assert table["position"].split(".")[2] == "~1-~3"
    assert "replies" not in table  # nobody knows what the seat to move can do
    (everything,) = answer(capsys, "odds", str(file))["hands"]
    assert everything["position"].split(".")[2] == "12-222345"
    status, out_text, _ = run(capsys, "odds", str(file), "--seat", "A")
    assert status == 0
    assert "by action 3, p: 00 06 16 25" in out_text


def test_odds_that_are_estimates_carry_their_error(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With how many deals were drawn, and from which seed."""
    real = knowledge.counted
    monkeypatch.setattr(knowledge, "counted", lambda *asked: real(*asked, steps=1))
    file = tmp_path / "hand.txt"
    file.write_text('[Rules "pagat"]\n[Deal "24-~4"]\n[Stock "~9"]\n[Line "11"]\n\n1. d d *\n')
    (told,) = answer(capsys, "odds", str(file), "--seat", "B")["hands"]
    assert (told["exact"], told["deals"]) == (False, None)
    assert (told["samples"], told["seed"]) == (1000, 0)
    chance = told["seats"]["A"]["double_blank"]
    assert set(chance) == {"chance", "error"}
    assert 0 < chance["error"] < 0.016
    assert re.search(r"\d% ± [01]\.\d%", run(capsys, "odds", str(file), "--seat", "B")[1])


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["rules"], ["pagat", "Szalone 10"]),
        (["rules", "kardinal"], ["blocked_pay", "debit", "locator"]),
        (["position", AFTER], ["L: 0", "R: 5", "turn: B", "flaws: none"]),
        (["position", FLAWED], ["two places"]),
        (["actions", AFTER], ["actions: L16 L61 R16 R24 R26 R61"]),
        (["actions", OVER], ["actions: none"]),
        (["explain", AFTER, "R62"], ["legal: False", "wrong-half"]),
        (["apply", DEALT, *OPENING], [f"position: {AFTER}"]),
        (["settle", BLOCKED], ["payments: 10 0", "4 + 6 = 10"]),
        (["settle", GOING_ON, "--all"], ["presets:", "pagat:"]),
        (["perft", AFTER, "1"], ["count: 6"]),
        (["odds", AFTER, "--seat", "A"], ["exact: True", "22.2%: 00 01 02 06", "R: 93.1%"]),
        (["odds", DEALT, "--seat", "A"], ["33.3%: 00 01 02", "S66:", "matadors: 27.4%"]),
        (["odds", AFTER], ["assumptions: How the first position came about"]),
    ],
)
def test_readable_text(capsys: Capture, arguments: list[str], parts: list[str]) -> None:
    """Without --json the same answer stands in lines for people."""
    status, out, err = run(capsys, *arguments)
    assert (status, err) == (0, "")
    assert all(part in out for part in parts), out
    assert not set(out) & set("{}")


def test_a_whole_hand_from_command_to_command(capsys: Capture) -> None:
    """What one command answers, the next one reads: from the deal to the payment."""
    code = write_position(deal(preset("pagat"), 2, 1))
    for _ in range(200):
        told = answer(capsys, "actions", code)
        assert told["position"] == code
        if not told["actions"]:
            break
        choice = told["actions"][0]
        assert answer(capsys, "explain", code, choice)["legal"]
        code = answer(capsys, "apply", code, choice)["position"]
    assert answer(capsys, "settle", code)["over"]


@pytest.mark.parametrize("name", ["pagat", "szalone-10", "le-mata", "matador-dominos"])
def test_random_codes_come_back_as_they_were(capsys: Capture, name: str) -> None:
    """Through the whole program, at a few moments of a random hand."""
    game = playout(deal(preset(name), 2, 7), random.Random(7))
    for position in game.positions[::5]:
        code = write_position(position)
        assert answer(capsys, "position", code)["position"] == code


# --- bad input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ([], "required"),
        (["solve it"], "invalid choice"),
        (["position"], "CODE"),
        (["explain", AFTER], "ACTION"),
        (["apply", AFTER], "ACTION"),
        (["perft", AFTER], "DEPTH"),
        (["perft", AFTER, "deep"], "DEPTH"),
        (["perft", AFTER, "-1"], ""),
        (["rules", "hoyle"], "hoyle"),
        (["rules", "pagat~draw-five"], "until"),
        (["position", "x"], "fields"),
        (["position", AFTER, "more"], "more"),
        (["actions", FLAWED], "two places"),
        (["apply", FLAWED, "R12"], "two places"),
        (["settle", FLAWED], "two places"),
        (["perft", FLAWED, "1"], "two places"),
        (["explain", AFTER, "R1"], "'R1'"),
        (["explain", AFTER, "16"], "L16, L61, R16, R61"),
        (["apply", AFTER, "R62"], "wrong-half"),
        (["apply", AFTER, "R26", "16"], "not-your-turn"),
        (["apply", OVER, "R34"], "hand-over"),
        (["odds"], "CODE|FILE"),
        (["odds", FLAWED], "two places"),
        (["odds", AFTER, "--seat", "C"], "A to B"),
        (["odds", "nothing there"], "can't be read"),
    ],
)
def test_one_clear_line(capsys: Capture, arguments: list[str], part: str) -> None:
    """Status 2, nothing on standard output, one line on standard error that says what is wrong."""
    assert part in refused(capsys, *arguments)
    assert part in refused(capsys, *arguments, "--json")


@pytest.mark.parametrize("bad", ["-a\nb", "--no\nsuch", "a\nb", "\r", "a\u2028b", "\x1b[31m"])
def test_a_line_break_in_the_input_makes_no_second_line(capsys: Capture, bad: str) -> None:
    """Whatever is quoted."""
    for arguments in (["position", bad], ["position", AFTER, bad], [bad], ["perft", AFTER, bad]):
        line = refused(capsys, *arguments)
        assert line.splitlines() == [line.rstrip("\n")]


def hostile(count: int) -> list[str]:
    """Codes that are no positions: good ones damaged, and texts that somebody may try."""
    chance = random.Random(11)
    tricks = ["<script>alert(1)</script>", "%00", "\x00", "../../etc/passwd", "${7*7}", "'; --"]
    tricks += ["\uff19.-.~7-~7.~14.A.0-0.pagat", "6" * 5_000, ".-.-.-.", "é", "\ud800", "💥"]
    tricks += [f"6.66{'_Lv' * 400}.~1-~1.0.A.0-0.pagat", f"6.66.~{'9' * 400}-~1.0.A.0-0.pagat"]
    found = list(tricks)
    while len(found) < count:
        good = chance.choice([DEALT, AFTER, OVER, BLOCKED])
        fields = good.split(".")
        at = chance.randrange(len(fields))
        junk = "".join(chance.choices("!$&'()*,;=:@/?#[]<>\"\\{}|^`é\t\n", k=chance.randint(1, 9)))
        broken = [
            [*fields[:at], junk, *fields[at + 1 :]],
            [*fields[:at], fields[at] + junk, *fields[at + 1 :]],
            [*fields[:at], junk + fields[at], *fields[at + 1 :]],
            [*fields[:at], *fields[at + 1 :]],
            [*fields[:at], "", *fields[at + 1 :]],
            [*fields, junk],
        ]
        found.append(".".join(chance.choice(broken)))
    # A reader forgives spaces around a code, and those alone do no damage.
    return [code for code in found if code.strip() not in (DEALT, AFTER, OVER, BLOCKED)]


HOSTILE = hostile(260)


def test_hostile_codes_are_many() -> None:
    """At least two hundred, no two alike in a row."""
    assert len(set(HOSTILE)) >= 200


@pytest.mark.parametrize(
    "command", ["position", "actions", "explain", "apply", "settle", "perft", "rules", "odds"]
)
def test_hostile_codes_are_refused_in_one_line(capsys: Capture, command: str) -> None:
    """Status 2, one line, no traceback, whatever the command."""
    more = {"explain": ["R12"], "apply": ["R12"], "perft": ["1"]}.get(command, [])
    for code in HOSTILE:
        refused(capsys, command, code, *more)


@pytest.mark.parametrize("command", ["explain", "apply"])
def test_hostile_actions_are_refused_in_one_line(capsys: Capture, command: str) -> None:
    """The second argument is no safer than the first."""
    for text in HOSTILE:
        refused(capsys, command, AFTER, text)


@pytest.mark.parametrize(
    ("arguments", "status"), [(["position", AFTER], 0), (["position", "x\ny"], 2), ([], 2)]
)
def test_as_a_program(arguments: list[str], status: int) -> None:
    """`python -m matador`, as the notation has it."""
    command = [sys.executable, "-m", "matador", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert done.stderr.count("\n") == (status == 2)
    assert bool(done.stdout) == (status == 0)
