"""The course without a browser: every lesson is walked, judged, kept and found again."""

import re
from collections.abc import Callable
from copy import copy
from html import escape

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button

from matador.game.errors import UnreadableError
from matador.game.rules import presets
from matador.game.settle import settle
from matador.teach.asks import paid_key, under
from matador.teach.beliefs import BELIEFS
from matador.teach.items import Item
from matador.teach.lessons import Lesson, load_lessons, step_item
from matador.ui.course import Course, item_at, read_taught, shown_item
from matador.ui.course_hand import hand_of
from matador.ui.course_progress import (
    Progress,
    Record,
    lesson_key,
    read_code,
    stars_of,
    write_code,
)
from tests.pages.harness import assert_well, open_page, sent, trigger, words
from tests.teach.test_items import assert_sound

LESSONS = load_lessons()
STEPS = [lesson for lesson in LESSONS.values() if lesson.steps]
FIRST, CHECK, HAND = "01_seven_not_same", "14_confidence_check", "06_the_coached_hand"
HOSTILE = ["", "-1", "1e3", "٣", "<b>x</b>", "[a](javascript:alert(1))", "\x00", "a" * 999]


# --- lessons ------------------------------------------------------------------------------------


@pytest.mark.parametrize("lesson", STEPS, ids=lambda lesson: lesson.id)
def test_right_answers_lead_through_a_lesson_to_three_stars(lesson: Lesson) -> None:
    at = open_page("learn", l=lesson.id, s="1", q="3")
    for number in range(len(lesson.steps)):
        at = _answer(at, step_item(lesson, number, 3))
        assert _course(at).right
        at = _press(at, "course_next")
    assert _course(at).progress.record(lesson).stars == 3
    assert words(at).count("★ ") == 3
    assert at.get("page_link")


def test_wrong_answers_alone_lead_through_a_lesson_too_and_say_why() -> None:
    lesson = LESSONS[FIRST]
    at = open_page("learn", l=FIRST, s="1", q="3")
    for number in range(len(lesson.steps)):
        item = step_item(lesson, number, 3)
        at = _answer(at, item, right=False)
        said = item.judge(_course(at).taken).response
        assert said.verdict in at.error[0].value
        assert said.belief in at.error[0].value
        assert said.instead not in words(at)
        at = _press(at, "course_instead")
        assert said.instead in words(at)
        at = _press(at, "course_next")
    assert _course(at).progress.record(lesson).stars == 2  # finished, and without a hint
    assert "☆ no wrong answer" in words(at)
    assert _course(at).progress.due()


def test_only_the_first_answer_counts_and_the_best_stars_stay() -> None:
    lesson = LESSONS[FIRST]
    item = step_item(lesson, 0, 1)
    at = open_page("learn", l=FIRST, s="1", q="1")
    at = _answer(_answer(at, item, right=False), item)
    assert _course(at).right
    assert _course(at).progress.results(lesson)[0] != "+"
    full = Progress({lesson_key(FIRST): Record(3, 0, "++++")})
    worse = full.restarted(lesson)
    for number in range(4):
        wrong = step_item(lesson, number, 1).judge([_wrong(step_item(lesson, number, 1))])
        worse = worse.hinted(lesson).answered(lesson, number, wrong)
    record = worse.record(lesson)
    assert (record.stars, stars_of(record.run, record.hints)) == (3, 1)


def test_the_ladder_of_hints_ends_with_the_answer() -> None:
    item = step_item(LESSONS[FIRST], 0, 1)
    at = open_page("learn", l=FIRST, s="1", q="1")
    for rung in item.hints:
        at = _press(at, "course_hint")
        assert rung in at.info[0].value
    assert _button(at, "course_hint").disabled
    assert _course(at).progress.record(LESSONS[FIRST]).hints == len(item.hints)
    assert _course(_answer(at, item)).right


def test_a_poorer_play_is_played_on() -> None:
    item = step_item(LESSONS["09_closing_and_rescuing"], 2, 1)
    poor = next(one.key for one in item.options if item.reply(one.key))
    at = open_page("learn", l="09_closing_and_rescuing", s="3", q="1")
    at = _press(_tap(at, item, poor), "course_reply")
    assert "The other player then answers: Player B plays" in words(at)


def test_looking_through_shows_every_step_solved_and_counts_nothing() -> None:
    at = open_page("learn", l="05_play_draw_or_pass", s="1", q="1")
    at = assert_well(at.toggle(key="course_look").set_value(True).run())
    for number in range(3):
        item = step_item(LESSONS["05_play_draw_or_pass"], number, 1)
        labels = [one.label for one in item.options if one.right]
        assert all(label in at.success[0].value for label in labels)
        at = _press(at, "course_next")
    assert not _course(at).progress.records
    assert "Steps left" in words(at)


def test_the_next_step_comes_by_itself_only_if_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("matador.ui.course.PAUSE", 0.0)
    at = open_page("learn", l=FIRST, s="1", q="1")
    assert _course(_answer(at, step_item(LESSONS[FIRST], 0, 1))).place.step == 0
    at = assert_well(at.toggle(key="course_auto").set_value(True).run())
    at = _press(at, "course_next")
    assert _course(_answer(at, step_item(LESSONS[FIRST], 1, 1))).place.step == 2


# --- the check, the review, the coached hand ----------------------------------------------------


def test_the_check_helps_nobody_and_names_what_to_look_at_again() -> None:
    lesson = LESSONS[CHECK]
    at = open_page("learn", l=CHECK, s="1", q="5")
    for number in range(len(lesson.steps)):
        assert not [one for one in at.button if (one.key or "").startswith("course_hint")]
        at = _answer(at, step_item(lesson, number, 5), right=number > 2)
        at = _press(at, "course_next")
    assert "7 of 10 right. It takes 8" in at.warning[0].value
    missed = _course(at).progress.due()
    shown = [button for button in at.button if (button.key or "").startswith("course_look_")]
    assert missed
    assert shown
    at = assert_well(shown[0].click().run())
    assert _course(at).place.lesson in LESSONS


def test_a_review_is_about_what_was_met_and_ends_when_it_is_known() -> None:
    at = open_page("learn")
    _course(at).progress = Progress(met=(("M5", 1), ("M1", 3)))
    at = _press(at, "course_review")
    tested = []
    for _ in range(5):
        item = shown_item(_course(at))
        tested.append(item.tests[0])
        at = _press(_answer(at, item), "course_next")
    assert set(tested) == {"M5", "M1"}
    assert "5 of 5 right" in words(at)
    assert _course(at).progress.due() == ()


def test_the_coach_speaks_on_error_and_on_request_and_sums_up() -> None:
    lesson = LESSONS[HAND]
    at = open_page("learn", l=HAND)
    assert not sent(at, "course-board")["hands"][0]["tiles"]  # the opponent's
    at = _press(at, "course_pass")
    assert "must set a tile" in at.error[0].value
    at = _press(at, "course_hint")
    assert "Coach:" in at.info[0].value
    tries = 0
    while not (hand := hand_of(_course(at), lesson)).over:
        board = sent(at, "course-board")
        assert all(len(places) >= 1 for places in board["places"].values())
        move = {"action": str(hand.advice), "rev": board["rev"]}
        at = assert_well(trigger(at, "course-board", "action", move))
        tries += 1
        assert tries < 40
    assert hand.summary()[1] in at.success[0].value
    assert hand.slips == 1
    assert _course(at).progress.record(lesson).stars == 2
    # Another session with the same code stands at the same end.
    other = Course(kept=read_code(write_code(_course(at).kept)), place=_course(at).place)
    assert hand_of(other, lesson).position == hand.position


# --- addresses ----------------------------------------------------------------------------------


def test_a_hostile_address_gives_a_sentence_and_the_nearest_thing() -> None:
    at = open_page("learn")
    for value in HOSTILE:
        at.query_params.clear()
        at.query_params["l"] = value
        at = assert_well(at.run())
        assert "(lesson)" in at.warning[0].value
        assert "Play in 10 minutes" in words(at)
        at.query_params.update({"l": FIRST, "s": value, "q": value, "v": value, "r": value})
        at = assert_well(at.run())
        assert "(step, number of the questions, view, rules)" in at.warning[0].value
        assert "Step 1 of 4" in words(at)
        assert len(value) < 4 or value not in words(at)


def test_every_step_can_be_linked_to() -> None:
    at = open_page("learn", l="03_the_wall", s="3", q="12")
    assert "Step 3 of 3" in words(at)
    assert step_item(LESSONS["03_the_wall"], 2, 12).prompt in words(at)
    assert not at.warning


def test_the_first_answer_is_told_where_the_address_names_no_step() -> None:
    at = _answer(open_page("learn", l=FIRST), step_item(LESSONS[FIRST], 0, 1))
    assert _course(at).right
    assert "Step 1 of 4" in words(at)
    assert "Step 2 of 4" in words(_press(at, "course_next"))


# --- late presses -------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [1, 4])
def test_on_pressed_twice_leads_one_step_on(step: int) -> None:
    at = _twice(open_page("learn", l=FIRST, s=str(step), q="1"), "course_next")
    assert _course(at).place.step == step
    assert not at.warning
    assert at.query_params["s"] in (str(step + 1), [str(step + 1)])


@pytest.mark.parametrize("on", ["course_next", "course_overview"])
@pytest.mark.parametrize(
    ("lesson", "step", "what"),
    [
        (FIRST, 1, "course-option-1"),
        (FIRST, 4, "course-option-1"),
        (FIRST, 1, "course_hint"),
        (FIRST, 4, "course_hint"),
        ("04_the_four_keys", 1, "course_check"),
    ],
)
def test_what_is_pressed_on_a_step_left_behind_counts_for_no_other(
    lesson: str, step: int, what: str, on: str
) -> None:
    at = open_page("learn", l=lesson, s=str(step), q="1")
    late = _late(at, what)
    there = _course(_press(at, on)).place
    at = late()
    assert (_course(at).place, _course(at).judged, _course(at).rung) == (there, None, 0)
    assert _course(at).kept == Progress()


def test_a_hint_pressed_twice_is_one_hint() -> None:
    at = _twice(open_page("learn", l=FIRST, s="1", q="1"), "course_hint")
    assert _course(at).rung == _course(at).kept.record(LESSONS[FIRST]).hints == 1
    at = _press(at, "course_hint")
    assert _course(at).rung == 2


@pytest.mark.parametrize("what", ["course_draw", "course_pass", "course_hint"])
def test_beside_the_board_two_presses_are_one_too(what: str) -> None:
    at = _twice(open_page("learn", l=HAND, s="1", q="9"), what)
    hand, record = hand_of(_course(at), LESSONS[HAND]), _course(at).kept.record(LESSONS[HAND])
    tried = record.run.split(".")[1:]
    assert len(tried) + record.hints == 1
    assert hand.slips <= 1


def test_a_coach_who_has_told_all_asks_no_more_stars_for_it() -> None:
    at = open_page("learn", l=HAND, s="1", q="9")
    hints = hand_of(_course(at), LESSONS[HAND]).hints
    for said in hints:
        assert not _button(at, "course_hint").disabled
        assert said in words(_press(at, "course_hint"))
    assert _button(at, "course_hint").disabled
    assert _course(at).kept.record(LESSONS[HAND]).hints == len(hints)


def test_a_tile_that_comes_when_the_hand_was_left_takes_nothing_away() -> None:
    at = _press(open_page("learn", l=HAND), "course_pass")
    late, kept = copy(at), _course(at).kept
    at = _press(at, "course_overview")
    move = {"action": "d", "rev": sent(late, "course-board")["rev"]}
    assert_well(trigger(late, "course-board", "action", move))
    assert _course(at).kept == kept


def test_forgotten_twice_is_brought_back_all_the_same() -> None:
    one = Course(kept=Progress({lesson_key(FIRST): Record(3, 0, "++++")}))
    for act in (one.reset, one.reset, one.unreset, one.unreset):
        act()
    assert one.progress.record(LESSONS[FIRST]).stars == 3


@pytest.mark.parametrize("view", ["course_class", "course_paper"])
def test_another_view_opened_twice_shows_nothing_solved(view: str) -> None:
    at = _twice(open_page("learn", l=FIRST, s="1", q="1"), view)
    assert not _course(at).look
    assert not _course(at).progress.auto
    assert _course(at).place.view == view.removeprefix("course_")


def test_an_address_left_just_now_is_put_right_and_one_asked_for_is_followed() -> None:
    at = open_page("learn", l=FIRST, s="1", q="1")
    before = dict(at.query_params)
    at = _press(at, "course_next")
    after = list(at.query_params.items())
    at.query_params.update(before)
    at = assert_well(at.run())
    assert _course(at).place.step == 1
    assert (
        list(at.query_params.items()) == after
    )  # in another order it would be one more to go back
    at.query_params["s"] = "4"
    assert _course(assert_well(at.run())).place.step == 3


# --- for teachers, and for a table with rules of its own -----------------------------------------


def test_a_class_sees_the_same_step_and_leaves_no_trace() -> None:
    lesson = LESSONS[FIRST]
    at = open_page("learn", l=FIRST, s="1", q="1", v="class")
    for number in range(len(lesson.steps)):
        at = _press(at, "course_hint")
        at = _press(_answer(at, step_item(lesson, number, 1), right=number > 0), "course_next")
    assert at.query_params["v"] in ("class", ["class"])
    assert "☆ no wrong answer" in words(at)
    at = _press(_press(at, "course_leave"), "course_overview")
    assert _course(at).kept == Progress()
    assert sent(at, "course-keeper")["text"] == write_code(Progress())


def test_a_step_has_a_link_for_others() -> None:
    at = open_page("learn", l="03_the_wall", s="3", q="12")
    assert at.code[0].value.endswith("?l=03_the_wall&s=3&q=12")


def test_a_lesson_on_paper_has_its_questions_and_then_its_answers() -> None:
    lesson = LESSONS["06_how_a_hand_ends"]
    at = open_page("learn", l=lesson.id, s="1", q="1", v="paper")
    printed = "".join(str(one.proto.body) for one in at.get("html"))
    for number in range(len(lesson.steps)):
        item = step_item(lesson, number, 1)
        asked, answers = printed.split('class="answers"')
        assert escape(item.prompt) in asked
        right = [escape(one.label) for one in item.options if one.right]
        assert all(label in answers for label in right)
        assert f"**{number + 1}.** {item.prompt}" in words(at)
    assert "Step 1 of 4" in words(_press(at, "course_leave"))


def test_the_rules_of_a_table_are_taught_where_the_answer_turns_on_them() -> None:
    at = open_page("learn", r="britannica~draw-none")
    assert "Britannica 1911, with changes of our own" in at.info[0].value
    at = _press(at, "course_open_6")
    taught = item_at(_course(at).place)
    assert taught == step_item(LESSONS["06_how_a_hand_ends"], 0, 1, _course(at).place.rules)
    at = _press(at, "course_next")
    item = item_at(_course(at).place)
    assert item.card is not None
    assert item.right == {paid_key(settle(under(item.position, item.card.rules)))}
    assert item.card.title in words(at)
    assert item.right != step_item(LESSONS["06_how_a_hand_ends"], 1, 1).right
    at = _press(at, "course_own")
    assert _course(at).place.rules == ""
    assert _course(at).place.step == 1


@pytest.mark.parametrize("rules", presets())
def test_every_preset_can_be_taught(rules: str) -> None:
    taught = [
        one
        for lesson in STEPS[:8]
        for number in range(len(lesson.steps))
        if (one := step_item(lesson, number, 1, read_taught(rules))) != step_item(lesson, number, 1)
    ]
    assert len(taught) >= 4
    for one in taught:
        assert_sound(one)
        assert one.card is not None


# --- what is kept -------------------------------------------------------------------------------


def test_a_code_comes_back_whole_and_a_broken_one_changes_nothing() -> None:
    progress = Progress(
        {lesson_key(FIRST): Record(2, 3, "+0-_+"), lesson_key(HAND): Record(0, 0, "7.S44.R43.d")},
        (("M5", 1), ("M14", 3)),
        auto=True,
        epoch=2,
    )
    code = write_code(progress)
    assert read_code(code) == progress
    assert read_code(f" {code[:9]}\n{code[9:]} ") == progress
    assert re.fullmatch(r"[-+_.,~0-9A-Za-z]+", code)
    for number in range(len(code)):
        with pytest.raises(UnreadableError):
            read_code(code[:number] + code[number + 1 :])
    for hostile in [*HOSTILE, "~" * 9, "1~0~0~" + "9" * 9000, "1~٣~0~~~abc"]:
        with pytest.raises(UnreadableError):
            read_code(hostile)


def test_every_lesson_and_belief_has_a_key_of_its_own() -> None:
    assert len({lesson_key(name) for name in LESSONS}) == len(LESSONS)
    every = Progress(met=tuple((name, 1) for name in BELIEFS))
    assert read_code(write_code(every)) == every


def test_a_code_from_another_device_takes_nothing_away() -> None:
    here = Progress({lesson_key(FIRST): Record(3, 0, "+++++")})
    there = Progress({lesson_key(FIRST): Record(1), lesson_key(CHECK): Record(2)}, epoch=4)
    at = open_page("learn")
    _course(at).progress = here
    at.text_input(key="course_paste").set_value(write_code(there)[:-1]).run()
    at = _press(at, "course_take")
    assert "incomplete or mistyped" in at.info[0].value
    assert _course(at).progress == here
    at.text_input(key="course_paste").set_value(write_code(there)).run()
    found = _course(_press(at, "course_take")).progress
    assert found.record(LESSONS[FIRST]).stars == 3
    assert found.record(LESSONS[CHECK]).stars == 2


def test_progress_is_forgotten_and_brought_back() -> None:
    at = open_page("learn")
    _course(at).progress = Progress({lesson_key(FIRST): Record(3, 0, "+++++")})
    at = _press(at.run(), "course_reset")
    assert not _course(at).progress.records
    late = write_code(Progress({lesson_key(FIRST): Record(3)}))  # from a tab that knows nothing
    at = assert_well(trigger(at, "course-keeper", "stored", late))
    assert not _course(at).progress.records
    at = _press(at, "course_unreset")
    assert _course(at).progress.record(LESSONS[FIRST]).stars == 3


def test_nonsense_from_the_browser_changes_nothing() -> None:
    at = open_page("learn")
    for payload in (None, 7, [], {"a": 1}, "nonsense", "x" * 20_000, "\x00"):
        at = assert_well(trigger(at, "course-keeper", "stored", payload))
        assert _course(at).progress == Progress()


def test_what_the_browser_kept_is_where_one_goes_on() -> None:
    begun = {FIRST: Record(3), "02_which_way_round": Record(run="+0")}
    code = write_code(Progress({lesson_key(name): one for name, one in begun.items()}))
    at = assert_well(trigger(open_page("learn"), "course-keeper", "stored", code))
    assert sent(at, "course-keeper") == {"name": "matador-course", "text": code, "ack": 1}
    assert _button(at, "course_resume").label == "Go on: Which way round, step 3"
    at = _press(at, "course_resume")
    assert "Step 3 of 4" in words(at)


# --- helpers ------------------------------------------------------------------------------------


def _course(at: AppTest) -> Course:
    found: Course = at.session_state["course"]
    return found


def _press(at: AppTest, name: str) -> AppTest:
    return assert_well(_button(at, name).click().run())


def _button(at: AppTest, name: str) -> Button:
    """The button of this name on the screen shown, which is the rest of its key."""
    return next(one for one in at.button if (one.key or "").startswith(f"{name}-"))


def _twice(at: AppTest, name: str) -> AppTest:
    """Press a button twice before the browser has got the next screen."""
    again = _late(at, name)
    _press(at, name)
    return again()


def _late(at: AppTest, name: str) -> Callable[[], AppTest]:
    """Press a button of the screen shown, when it is called: the browser has not got another."""
    button, query = _button(at, name), dict(at.query_params)
    for one in (*at.toggle, *at.pills, *at.text_input):
        one.set_value(one.value)

    def press() -> AppTest:
        at.query_params.clear()
        at.query_params.update(query)
        return assert_well(button.click().run())

    return press


def _wrong(item: Item) -> str:
    return next(one.key for one in item.options if not one.right)


def _tap(at: AppTest, item: Item, key: str) -> AppTest:
    place = [one.key for one in item.options].index(key)
    return _press(at, f"course-option-{place}")


def _answer(at: AppTest, item: Item, *, right: bool = True) -> AppTest:
    """Give all right answers, or one that is wrong."""
    taken = sorted(item.right) if right else [_wrong(item)]
    if not item.every:
        return _tap(at, item, taken[0])
    at.pills[0].set_value(taken)
    return _press(at, "course_check")
