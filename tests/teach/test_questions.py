"""Drill questions: the engine's answers, something to learn in each, and words for every option."""

import pytest

from matador.game.moves import explain, legal_actions
from matador.game.notation import read_action
from matador.game.rules import Rules, preset
from matador.teach.questions import Kind, Option, Question, question

SEEDS = range(1, 201)
FEWER = range(1, 61)
MOST_WORDS = 25


@pytest.fixture(params=["6", "9", "12"])
def rules(request: pytest.FixtureRequest) -> Rules:
    return preset("wikipedia").changed(set=request.param)


@pytest.mark.parametrize("kind", Kind)
def test_every_question_teaches_something(kind: Kind, rules: Rules) -> None:
    for seed in SEEDS:
        asked = question(kind, seed, rules)
        assert not asked.position.flaws
        assert len(asked.prompt.split()) <= MOST_WORDS
        assert asked.right, "at least one right option"
        assert len(asked.right) < len(asked.options), "at least one wrong option"
        _assert_told_apart(asked.options)


@pytest.mark.parametrize("kind", Kind)
def test_the_same_number_gives_the_same_question(kind: Kind, rules: Rules) -> None:
    question.cache_clear()
    first = [question(kind, seed, rules) for seed in range(1, 6)]
    question.cache_clear()
    assert [question(kind, seed, rules) for seed in range(1, 6)] == first
    assert len({asked.prompt + str(asked.position.line) for asked in first}) > 1


@pytest.mark.parametrize("kind", [Kind.FITS, Kind.GOES, Kind.WAYS])
def test_right_is_what_the_engine_allows(kind: Kind, rules: Rules) -> None:
    for seed in FEWER:
        asked = question(kind, seed, rules)
        plays = legal_actions(asked.position)
        playable = {str(action.tile) for action in plays}
        if kind is Kind.FITS:
            assert asked.right == playable
        elif kind is Kind.WAYS:
            assert asked.right == set(map(str, plays))
        else:
            assert ("yes" in asked.right) == any(action.where in _arm(asked) for action in plays)


def test_right_opens_the_blank(rules: Rules) -> None:
    for seed in FEWER:
        asked = question(Kind.OPENS, seed, rules)
        plays = {str(a.tile) for a in legal_actions(asked.position) if a.where == "R"}
        assert asked.position.ends[1].closed
        assert asked.right == plays


def test_right_is_the_half_that_touches_and_the_one_that_faces_out(rules: Rules) -> None:
    for seed in FEWER:
        for kind in (Kind.HALF, Kind.SHOWS):
            asked = question(kind, seed, rules)
            (play,) = [a for a in legal_actions(asked.position) if a.where == "R"]
            assert asked.right == {str(play.inner if kind is Kind.HALF else play.outer)}


def test_right_is_the_number_of_answers(rules: Rules) -> None:
    for seed in FEWER:
        asked = question(Kind.COUNT, seed, rules)
        ends = (end.halves[0] for end in asked.position.ends)
        assert asked.right == {str(len(rules.tiles.answers(*ends)))}


def test_like_on_like_is_always_among_the_wrong_tiles(rules: Rules) -> None:
    for seed in FEWER:
        asked = question(Kind.FITS, seed, rules)
        ends = {half for end in asked.position.ends for half in end.halves}
        assert any(option.tile and ends & set(option.tile) for option in _wrong(asked))


def test_a_question_is_settled_by_one_right_tap_or_by_all_of_them() -> None:
    one = question(Kind.FITS, 2, preset("wikipedia"))
    assert not one.answered([option.key for option in _wrong(one)])
    assert one.answered(list(one.right)[:1])
    every = question(Kind.WAYS, 2, preset("wikipedia"))
    assert not every.answered(list(every.right)[:1])
    assert every.answered(option.key for option in every.options)


def test_a_refused_placement_is_told_why_in_the_words_of_the_engine() -> None:
    asked = question(Kind.WAYS, 1, preset("wikipedia"))
    for option in asked.options:
        action = read_action(option.key, asked.position)
        assert explain(asked.position, action).legal == option.right


def _assert_told_apart(options: tuple[Option, ...]) -> None:
    for what in ("key", "label", "response"):
        told = [getattr(option, what) for option in options]
        if what != "label" or len({option.tile for option in options}) == 1:
            assert len(set(told)) == len(told), told
        assert all(told)
        assert not any("{" in text for text in told)


def _arm(asked: Question) -> str:
    return "L" if "left end" in asked.prompt else "R"


def _wrong(asked: Question) -> list[Option]:
    return [option for option in asked.options if not option.right]
