"""The puzzles without a browser: answers in words, hints, days, addresses, what is kept."""

from datetime import date
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from matador.game.errors import UnreadableError
from matador.game.moves import legal_actions
from matador.game.rules import preset
from matador.teach import hints
from matador.teach.beliefs import belief_words
from matador.teach.prose import prose
from matador.teach.puzzles import FIRST_DAY, KEPT, number_of, puzzle
from matador.ui import puzzles, puzzles_view, sandbox
from matador.ui.puzzles import Desk
from matador.ui.puzzles_kept import Record, read_code, write_code
from tests.pages.harness import assert_well, open_page, sent, trigger, words
from tests.pages.late import Screen, twice

TEXT = prose("puzzles")
TODAY = date(2026, 11, 30)
NUMBER = 6
"""A puzzle of which `matador.teach` knows the best play, 0-0 on the left, and a wrong idea."""
FAULTY = [
    *(("s", text) for text in ("", "0", "٣", "<b>x</b>", "9" * 99)),
    *(("d", text) for text in ("", "\x00", "2026-02-30", "2025-12-31", "20261130")),
]


@pytest.fixture(autouse=True)
def _one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (puzzles, puzzles_view):
        monkeypatch.setattr(module, "today", lambda: TODAY)


def desk(at: AppTest) -> Desk:
    found: Desk = at.session_state["puzzles"]
    return found


def play(at: AppTest, action: str) -> AppTest:
    """Do what the board would."""
    rev = sent(at, "puzzle")["rev"]
    return assert_well(trigger(at, "puzzle", "action", {"action": action, "rev": rev}))


def press(at: AppTest, name: str) -> AppTest:
    return assert_well(at.button(key=f"puzzle_{name}").click().run())


def opened(**query: str) -> AppTest:
    return assert_well(open_page("puzzles", **query))


# --- answers -------------------------------------------------------------------------------------


def test_the_best_action_earns_three_stars_and_shows_what_follows() -> None:
    at = opened(s=str(NUMBER))
    assert "Player B to play: find the best action." in words(at)
    at = play(at, "L00")
    one = desk(at).playing
    assert (one.solved, one.stars) == (True, 3)
    said = at.success[0].value
    assert "★★★ That is the best." in said
    assert "0-0 on the left end, leaves 0: +38 for Player B. The next best is worth 6 less." in said
    assert sent(at, "puzzle")["message"] == {"text": "The best: +38.", "tone": "good"}
    assert "**1\\. B: 0-0 on the left end, leaves 0**" in words(at)
    assert desk(at).record == Record(1, 1, 1, 1)
    for _ in one.table.timeline.actions[1:]:
        at = press(at, "on")
    assert at.button(key="puzzle_on").disabled
    assert sandbox.ended(one.table.timeline.position) in words(at)


def test_a_wrong_action_is_told_what_it_costs_and_which_idea_led_to_it() -> None:
    at = play(opened(s=str(NUMBER)), "d")
    said = at.error[0].value
    assert "Not the best." in said
    assert "Draw a tile: +32 for Player B. The best: +38." in said
    assert "0-0" not in said  # it can still be found
    assert belief_words()["M4"].title in words(at)
    assert "Open in the sandbox" in [link.proto.label for link in at.get("page_link")]
    at = play(press(at, "again"), "R00")
    assert TEXT["tempts"]["matcher"] in words(at)
    at = play(press(at, "again"), "L00")
    assert "★★☆ That is the best." in at.success[0].value
    assert desk(at).record == Record(answered=1)
    at = press(at, f"choice_{desk(at).playing.puzzle.options[-1].action}")
    assert "−56" in at.error[0].value
    assert desk(at).playing.stars == 2  # looking at others costs nothing any more


def test_hints_tell_end_tile_way_and_line_and_cost_a_star() -> None:
    at = opened(s=str(NUMBER))
    one = desk(at).playing.puzzle
    ladder = hints.ladder(one.position, one.best.action)
    assert len(ladder) == 3
    for told in (*ladder, "B: 0-0 on the left end, leaves 0"):
        at = press(at, "hint")
        assert told in at.info[0].value
    assert at.button(key="puzzle_hint").disabled
    at = play(at, "L00")
    assert "★★☆ That is the best." in at.success[0].value
    assert desk(at).record.run == 0


def test_a_solution_that_was_given_away_earns_nothing() -> None:
    at = press(opened(s=str(NUMBER)), "show")
    assert "The answer." in at.success[0].value
    assert "0-0 on the left end, leaves 0: +38" in at.success[0].value
    assert (desk(at).playing.stars, desk(at).record) == (0, Record(answered=1))
    at = play(press(at, "again"), "L00")
    assert (desk(at).playing.stars, desk(at).record) == (0, Record(answered=1))


def test_what_is_not_legal_and_what_comes_late_are_no_answers() -> None:
    at = opened(s=str(NUMBER))
    illegal = next(a for a in ("R44", "R01", "p") if a not in map(str, legal_actions(_start(at))))
    at = play(at, illegal)
    assert sent(at, "puzzle")["message"]["tone"] == "bad"
    at = assert_well(trigger(at, "puzzle", "action", {"action": "d", "rev": 99}))
    assert not desk(at).playing.tried


def _start(at: AppTest) -> Any:
    return desk(at).playing.puzzle.position


# --- which puzzle --------------------------------------------------------------------------------


def test_without_an_address_it_is_the_puzzle_of_today() -> None:
    at = opened()
    assert at.title[0].value == "Puzzle of 30 November 2026"
    assert at.query_params == {"d": "2026-11-30"}
    assert desk(at).playing.puzzle.number == number_of(TODAY)
    at = play(at, str(desk(at).playing.puzzle.best.action))
    assert desk(at).record == Record(1, 1, 1, 1, TODAY.toordinal(), 1)
    assert "Days in a row: 1." in words(at)
    at = press(at, "earlier")
    assert at.title[0].value == "Puzzle of 29 November 2026"
    assert at.query_params == {"d": "2026-11-29"}
    at = play(at, str(desk(at).playing.puzzle.best.action))
    assert desk(at).record.days == 1  # only today's counts
    assert press(at, "today").title[0].value == "Puzzle of 30 November 2026"


def test_the_next_puzzle_can_be_easier_or_harder_and_has_an_address() -> None:
    at = opened(s=str(NUMBER))
    grade = desk(at).playing.puzzle.grade
    assert grade == 5
    assert at.button(key="puzzle_harder").disabled
    at = press(at, "easier")
    assert desk(at).playing.puzzle.grade == grade - 1
    at = press(at, "next")
    one = desk(at).playing.puzzle
    assert one.grade == grade - 1
    assert one.number <= KEPT
    assert at.query_params == {"s": str(one.number)}
    assert press(at, "harder").query_params != {"s": str(NUMBER)}  # not one that was seen


def test_other_rules_keep_the_day_and_stand_in_the_address() -> None:
    at = opened(d="2026-11-29")
    at = assert_well(at.selectbox(key="puzzle_rules").set_value("britannica").run())
    assert at.query_params == {"d": "2026-11-29", "r": "britannica"}
    one = desk(at).playing.puzzle
    assert one == puzzle(preset("britannica"), 20261129)
    assert "Britannica" in at.caption[0].value
    assert sent(at, "puzzle")["hands"]


def test_a_faulty_address_gets_one_sentence_and_a_puzzle() -> None:
    at = opened(s=str(NUMBER), r="nobody's")
    assert [one.value for one in at.warning] == [TEXT["trouble"]["r"]]
    assert desk(at).playing.puzzle == puzzle(preset("pagat"), NUMBER)
    for key, text in FAULTY:
        at.query_params.clear()
        at.query_params[key] = text
        at = assert_well(at.run())
        assert [one.value for one in at.warning] == [TEXT["trouble"][key]], text
        assert desk(at).playing.puzzle.number <= KEPT
        assert "d" not in at.query_params
    at = press(at, "next")
    assert not at.warning


def test_the_puzzle_of_tomorrow_is_not_out_yet() -> None:
    at = opened(d="2026-12-01")
    assert [one.value for one in at.warning] == [TEXT["trouble"]["future"]]
    assert at.title[0].value == "Puzzle of 30 November 2026"
    assert opened(d=FIRST_DAY.isoformat()).title[0].value == "Puzzle of 1 January 2026"


# --- late presses --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["next", "harder", "earlier"])
def test_a_double_click_opens_one_puzzle(name: str) -> None:
    at = opened(d="2026-11-20")
    before = desk(at).opened
    at = twice(at, f"puzzle_{name}")
    assert desk(at).opened == before + 1
    assert (desk(at).playing.day == date(2026, 11, 19)) == (name == "earlier")
    press(at, name)
    assert desk(at).opened == before + 2


def test_a_double_click_gives_one_hint_and_none_once_it_is_answered() -> None:
    at = opened(s=str(NUMBER))
    late = Screen(at)
    play(at, "L00")
    assert desk(late.press("puzzle_hint")).playing.stars == 3
    assert desk(twice(opened(s=str(NUMBER)), "puzzle_hint")).playing.rung == 1


def test_what_is_tapped_on_the_puzzle_before_is_no_answer_to_the_next() -> None:
    at = press(opened(s=str(NUMBER)), "hint")
    revs = [sent(at, "puzzle")["rev"]]
    for _ in range(3):
        at = press(at, "next")
        revs.append(sent(at, "puzzle")["rev"])
        move = {"action": str(desk(at).playing.puzzle.best.action), "rev": revs[-2]}
        assert not desk(trigger(at, "puzzle", "action", move)).playing.tried
    assert revs == sorted(set(revs))
    assert not desk(at).record.answered


# --- what is kept --------------------------------------------------------------------------------


def test_what_the_browser_had_kept_comes_back_and_goes_on() -> None:
    at = opened(s=str(NUMBER))
    assert "Nothing solved yet." in words(at)
    before = Record(9, 7, 3, 5, TODAY.toordinal() - 1, 4)
    at = assert_well(trigger(at, "puzzles-keeper", "stored", write_code(before)))
    assert "At the first try: 7 of 9. In a row: 3, at best 5." in words(at)
    assert "Days in a row: 4." in words(at)
    at = play(at, "L00")
    assert sent(at, "puzzles-keeper")["text"] == write_code(before.with_answer(True))
    at = assert_well(trigger(at, "puzzles-keeper", "stored", "1~what~ever"))
    assert TEXT["record"]["broken"] in words(at)
    assert desk(at).record == before.with_answer(True)


def test_a_record_counts_runs_and_days() -> None:
    record = Record()
    for right in (True, True, False, True):
        record = record.with_answer(right)
    assert (record.answered, record.right, record.run, record.best) == (4, 3, 1, 2)
    for day in (1, 2, 2, 3, 5, 4):
        record = record.with_day(date(2026, 11, day))
    assert record.days_at(date(2026, 11, 5)) == record.days_at(date(2026, 11, 6)) == 1
    assert record.days_at(date(2026, 11, 7)) == 0
    assert read_code(write_code(record)) == record
    assert record.merged(Record()) == Record().merged(record) == record
    for broken in ("", "1", "2~0~0~0~0~0~0", "1~0~0~0~0~0", "1~0~0~0~0~0~-1", "1~٣~0~0~0~0~0"):
        with pytest.raises(UnreadableError):
            read_code(broken)
