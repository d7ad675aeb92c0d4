"""The worked opening as a page: steps, tries, the ways out, and hostile addresses."""

import random
import string
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from matador.game.moves import legal_actions
from matador.game.notation import read_actions, read_position
from matador.teach import messages, worked
from matador.teach.prose import prose
from tests.pages.harness import assert_well, open_page, sent, trigger, words
from tests.pages.late import Screen, twice

HAND = worked.opening()
TEXT = prose("opening")
BOARD = "opening_board"
STEPS = [moment.step for moment in HAND.moments]


def opened(step: object = None) -> AppTest:
    query = {} if step is None else {"step": str(step)}
    return assert_well(open_page("opening", **query))


def doors(at: AppTest) -> list[dict[str, list[str]]]:
    """Where the links to the sandbox lead."""
    links = [link.proto for link in at.get("page_link")]
    return [parse_qs(link.query_string) for link in links if "sandbox" in link.page]


def row(at: AppTest) -> list[list[int]]:
    return [tile["halves"] for tile in sent(at, BOARD)["line"]["row"]]


def act(at: AppTest, action: str) -> AppTest:
    rev = sent(at, BOARD)["rev"]
    return assert_well(trigger(at, BOARD, "action", {"action": action, "rev": rev}))


@pytest.mark.parametrize("step", STEPS)
def test_each_step_has_its_address(step: int) -> None:
    at = opened(step)
    moment = HAND.moments[step]
    assert at.slider[0].value == step
    assert row(at) == [[p.first, p.second] for p in moment.position.line.row]
    assert not at.warning or moment.overlooked


@pytest.mark.parametrize("step", STEPS)
def test_every_legal_play_stands_there_with_its_reason(step: int) -> None:
    shown = words(opened(step))
    position = HAND.moments[step].position
    for action in legal_actions(position):
        assert messages.place_name(position, action) in shown
        assert messages.why(position, action) in shown


def test_both_hands_are_open() -> None:
    for hand in sent(opened(), BOARD)["hands"]:
        assert hand["hidden"] == 0
        assert len(hand["tiles"]) == 7


def test_back_and_next_and_their_ends() -> None:
    at = opened()
    assert at.button(key="step_back").disabled
    for step in STEPS[1:]:
        at.button(key="step_next").click().run()
        assert at.slider[0].value == step
    assert at.button(key="step_next").disabled
    at.button(key="step_back").click().run()
    assert assert_well(at).slider[0].value == HAND.last - 1


@pytest.mark.parametrize("step", [2, 4, 7])
def test_the_slips_of_the_commentary_are_marked(step: int) -> None:
    at = opened(step)
    moment = HAND.moments[step]
    counts = {"count": len(moment.overlooked), "all": len(moment.plays)}
    assert TEXT["slip"]["title"].format(**counts) in at.warning[0].value
    assert words(at).count(TEXT["turn"]["marks"]["overlooked"]) == len(moment.overlooked)


def test_the_overview_leads_to_every_slip() -> None:
    at = opened()
    for moment in HAND.slips:
        at.button(key=f"slip_{moment.step}").click().run()
        assert assert_well(at).slider[0].value == moment.step


def test_the_action_that_comes_next_steps_on() -> None:
    at = opened(2)
    act(at, "R12")
    assert at.slider[0].value == 3
    assert sent(at, BOARD)["message"]["text"] == TEXT["tried"]["coming"]


def test_another_legal_action_is_also_possible_and_opens_the_sandbox() -> None:
    at = act(opened(2), "L52")
    why = messages.why(
        HAND.moments[2].position, read_actions("L52", HAND.moments[2].position)[0][0]
    )
    assert sent(at, BOARD)["message"]["text"] == TEXT["tried"]["also"].format(why=why)
    assert at.slider[0].value == 2
    assert ["S66.L11.L52"] in [door["a"] for door in doors(at)]


def test_an_illegal_action_is_refused_with_the_reason() -> None:
    at = act(opened(2), "L12")
    position = HAND.moments[2].position
    action = read_actions("L52", position)[0][0]._replace(inner=1, outer=2)
    assert sent(at, BOARD)["message"]["text"] == messages.why(position, action)
    assert at.slider[0].value == 2


def test_nonsense_from_the_board_changes_nothing() -> None:
    at = opened(2)
    for action in ("Q99", "R", "99", "d", "p", "S66"):
        act(at, action)
        assert at.slider[0].value == 2
        assert row(at) == row(opened(2))


def test_a_try_is_forgotten_at_the_next_step() -> None:
    at = act(opened(2), "L52")
    assert len(doors(at)) == 2
    at.button(key="step_next").click().run()
    assert len(doors(at)) == 1


@pytest.mark.parametrize("step", STEPS)
def test_the_line_is_left_with_that_very_position(step: int) -> None:
    door = doors(opened(step))[-1]
    start = read_position(door["p"][0])
    done = door.get("a", [""])[0]
    reached = read_actions(done, start)[1] if done else start
    assert reached == HAND.moments[step].position


@pytest.mark.parametrize(("asked", "shown"), [("99", 7), ("-3", 0), ("8", 7), ("123456789", 7)])
def test_a_step_that_there_is_not_gives_the_nearest_and_one_sentence(
    asked: str, shown: int
) -> None:
    at = opened(asked)
    assert at.slider[0].value == shown
    assert at.warning[0].value == TEXT["trouble"]["step"].format(asked=int(asked))


NOISE = random.Random(7)
HOSTILE = [
    "<script>alert(1)</script>",
    "**bold** [x](http://x)",
    "'; drop table",
    "",
    " ",
    "4.5",
    "٣",
    "1e3",
    "--1",
    "\x00",
    "9" * 400,
    *("".join(NOISE.choices(string.printable, k=NOISE.randint(1, 60))) for _ in range(10)),
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_address_is_one_sentence_and_a_working_page(text: str) -> None:
    at = opened(text)
    assert at.slider[0].value == 0
    assert [warning.value for warning in at.warning] == [TEXT["trouble"]["unreadable"]]
    at.button(key="step_next").click().run()
    assert assert_well(at).slider[0].value == 1


# --- late presses -------------------------------------------------------------------------------


def test_next_pressed_twice_leads_two_steps_on() -> None:
    """However fast: an arrow key is pressed as often as there are steps to go."""
    at = twice(opened(3), "step_next")
    assert at.slider[0].value == 5
    assert at.query_params["step"] in ("5", ["5"])
    assert at.button(key="step_back").click().run().slider[0].value == 4


def test_the_slider_goes_on_before_the_browser_has_got_the_step() -> None:
    at = opened(3)
    at.slider[0].set_value(5)
    first = Screen(at)
    at.slider[0].set_value(3)
    second = Screen(at)
    assert first.tell().slider[0].value == 5
    assert second.tell().slider[0].value == 3
