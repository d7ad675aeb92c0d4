"""The fourteen misconceptions: what each predicts, where it says nothing, and that it is named."""

import pytest

from matador.game.notation import read_action, read_position, read_tile
from matador.teach.asks import TRUTH, Ask, Scene, answers
from matador.teach.beliefs import BELIEFS, belief_words, predictions
from matador.teach.generate import course_rules, generate, instructive, review_recipes
from matador.teach.items import Item
from matador.teach.lessons import load_lessons

ENDS_1_0 = "6.10.{hand}-~6.~15.A.0-0.wikipedia~deal-7"


def scene(ask: Ask, code: str, *, tile: str = "", play: str = "", arm: str = "") -> Scene:
    position = read_position(code)
    return Scene(
        ask,
        position,
        course_rules(),
        tile=read_tile(tile) if tile else None,
        action=read_action(play, position) if play else None,
        arm=arm,
    )


SIGNATURES = [
    # A half equal to the end, where no sum works.
    ("M1", scene(Ask.TILE, "6.66.03132645-~6.~17.A.0-0.wikipedia~deal-7"), ["26"]),
    # Only 1-6, 2-5 and 3-4 are thought playable.
    ("M2", scene(Ask.TILES, "6.66.00131634-~6.~17.A.0-0.wikipedia~deal-7"), ["16 34"]),
    # The inner half is named as the new end.
    ("M3", scene(Ask.NEW_END, "6.35.26-~6.~20.A.0-0.wikipedia~deal-7", play="R26"), ["2"]),
    # 0-0 is refused on a number, and only that.
    ("M4", scene(Ask.TILES, "6.66.00151634-~6.~17.A.0-0.wikipedia~deal-7"), ["15 16 34"]),
    # 0-x is played on a blank.
    ("M5", scene(Ask.TILES, ENDS_1_0.format(hand="030445"), arm="R"), ["03 04"]),
    # A matador is refused on a number that it does not complete.
    ("M6", scene(Ask.TILES, "6.66.00151634-~6.~17.A.0-0.wikipedia~deal-7"), ["15 16"]),
    # One way round is missed, whichever it is.
    (
        "M7",
        scene(Ask.PLACEMENTS, ENDS_1_0.format(hand="25"), tile="25", arm="R"),
        ["R25", "R52"],
    ),
    # The old number still counts.
    ("M8", scene(Ask.NEW_END, ENDS_1_0.format(hand="25"), play="R25"), ["0"]),
    # Three or more ends are counted.
    ("M9", scene(Ask.OPEN, "6.41661165.03-~6.~17.A.0-0.wikipedia~deal-7"), ["4", "6"]),
    # 4 instead of 8 for 4-4.
    ("M10", scene(Ask.PIPS, "6.65.44-~6.~20.A.0-0.wikipedia~deal-7"), ["4"]),
    # Whoever moved last is paid, whatever the pips.
    (
        "M11",
        scene(Ask.PAID, "6.052520.44-3556.0.A2.0-0.britannica"),
        ["paid.0.8.won.1"],
    ),
    # The matador is forgotten: the end is called dead.
    ("M12", scene(Ask.ACT, "6.1160.2533-~6.~18.A.0-0.wikipedia~deal-7"), ["draw"]),
    # Another card's answer.
    ("M13", scene(Ask.ACT, "6.66.2333-~6.~19.A.0-0.dominorules"), ["draw"]),
    # The ends are made to total seven.
    ("M14", scene(Ask.END, "6.63.45-~6.~20.A.0-0.wikipedia~deal-7", tile="45"), ["L"]),
]


@pytest.mark.parametrize(("belief", "asked", "wrong"), SIGNATURES, ids=lambda x: str(x)[:4])
def test_each_belief_predicts_its_wrong_answer(belief: str, asked: Scene, wrong: list[str]) -> None:
    assert {frozenset(one.split()) for one in wrong} == set(predictions(asked, belief))
    assert not set(predictions(asked, belief)) & set(answers(asked, TRUTH))


def test_there_are_signatures_and_words_for_all_beliefs() -> None:
    assert [belief for belief, _, _ in SIGNATURES] == list(BELIEFS) == list(belief_words())
    assert list(BELIEFS) == [f"M{number}" for number in range(1, 15)]


def test_a_belief_says_nothing_about_what_it_does_not_touch() -> None:
    tile = scene(Ask.TILE, "6.66.03132645-~6.~17.A.0-0.wikipedia~deal-7")
    assert not any(predictions(tile, name) for name in ("M3", "M7", "M9", "M10", "M11", "M13"))
    pips = scene(Ask.PIPS, "6.65.1356-~6.~19.A.0-0.wikipedia~deal-7")
    assert not any(predictions(pips, name) for name in BELIEFS)


def test_what_two_beliefs_predict_alike_tests_neither() -> None:
    # With 0-0 as the only matador, refusing it may be either belief.
    both = scene(Ask.TILES, "6.66.001545-~6.~18.A.0-0.wikipedia~deal-7")
    assert predictions(both, "M4") == predictions(both, "M6")
    assert not instructive(both, "M4")


@pytest.mark.parametrize("belief", BELIEFS)
def test_the_fast_path_names_a_belief_within_three_items_that_test_it(belief: str) -> None:
    for seed in range(8):
        testing = [item for item in fast_path(seed) if belief in item.tests]
        named = [judged(item, belief) for item in testing[:3]]
        assert belief in named, (seed, named)


@pytest.mark.parametrize("belief", BELIEFS)
def test_the_fast_path_names_no_other_belief(belief: str) -> None:
    """Whatever the learner gets wrong for that belief, no other one is blamed for it."""
    for item in (item for seed in range(4) for item in fast_path(seed)):
        for answer in item.predicted.get(belief, ()):
            assert item.judge(answer).beliefs[0] == belief


@pytest.mark.parametrize("belief", BELIEFS)
def test_a_made_up_item_names_the_belief_that_it_tests_at_once(belief: str) -> None:
    for recipe in review_recipes(belief):
        for seed in range(10):
            item = generate(recipe, seed)
            for answer in item.predicted[belief]:
                judgement = item.judge(answer)
                assert not judgement.right
                assert judgement.beliefs == (belief,)
                assert judgement.response.belief


def fast_path(seed: int) -> list[Item]:
    lessons = [lesson for lesson in load_lessons().values() if lesson.track == "fast"]
    return [item for lesson in lessons for item in lesson.items(seed)]


def judged(item: Item, belief: str) -> str:
    """The belief that is named when somebody who holds one answers."""
    answer = (item.predicted.get(belief) or item.scene.answers)[0]
    return next(iter(item.judge(answer).beliefs), "")
