"""Items: right is what the engine says, every answer is told something of its own."""

import pytest

from matador.analysis.knowledge import Knowledge
from matador.game.errors import MatadorError
from matador.game.moves import DRAW, Action, apply, explain, legal_actions
from matador.game.notation import read_position, read_tile
from matador.game.settle import settle, weigh
from matador.teach.asks import NONE, Ask, Scene, paid_key, values
from matador.teach.beliefs import BELIEFS
from matador.teach.generate import FRESH, Recipe, course_rules, generate, review, review_recipes
from matador.teach.items import Item, item

SEEDS = range(25)
OPEN_HANDS = "6.45.02063336-03224656.~19.A.0-0.dominorules"
BY_ASK = {
    Ask.BEST: Recipe(Ask.BEST),
    Ask.KEEP: Recipe(Ask.KEEP),
    Ask.LACKS: Recipe(Ask.LACKS, ("M1",), ("dominorules",)),
    Ask.LEAD: Recipe(Ask.LEAD, ("M13",), ("pagat", "gamerules")),
} | {recipe.ask: recipe for belief in BELIEFS for recipe in review_recipes(belief)}


def made(ask: Ask) -> list[Item]:
    return [generate(BY_ASK[ask], seed) for seed in SEEDS]


def asked(ask: Ask, code: str, **more: object) -> Item:
    return item(Scene(ask, read_position(code), course_rules(), **more))  # type: ignore[arg-type]


def assert_sound(one: Item) -> None:
    """At least one right option and one wrong, and something of its own for each."""
    assert one.right
    assert len(one.options) > len(one.right)
    for what in ("key", "label"):
        told = [getattr(option, what) for option in one.options]
        assert len(set(told)) == len(told), told
    told = [option.response[:3] for option in one.options]
    assert len(set(told)) == len(told), told
    for option in one.options:
        assert option.response.verdict
        assert option.response.sum
        assert bool(option.response.belief) == bool(option.beliefs)
        assert not option.right or not option.beliefs
    texts = [one.prompt, *one.hints, *one.text, *(t for o in one.options for t in o.response)]
    assert not any("{" in text for text in texts)
    assert len(one.hints) == 4


@pytest.mark.parametrize("ask", [ask for ask in Ask if ask is not Ask.OVERLOOKED])
def test_every_question_type_answers_every_option(ask: Ask) -> None:
    for one in made(ask):
        assert_sound(one)


@pytest.mark.parametrize("ask", [Ask.TILE, Ask.TILES])
def test_tiles_that_go_are_those_the_engine_plays(ask: Ask) -> None:
    for one in made(ask):
        plays = legal_actions(one.position)
        playable = {str(a.tile) for a in plays if a.tile and one.scene.arm in ("", a.where)}
        assert one.right == (playable or {NONE})


def test_ends_ways_and_placements_are_the_engines() -> None:
    for one in made(Ask.PLACEMENTS):
        assert one.right == {str(a) for a in legal_actions(one.position) if a.tile}
    for one in made(Ask.END):
        arms = {a.where for a in legal_actions(one.position) if a.tile}
        key = "both" if len(arms) == 2 else next(iter(arms), "neither")
        assert one.right == {key}
    for one in made(Ask.WAY):
        inner = {a.inner for a in legal_actions(one.position) if a.where == "R"}
        assert one.right == ({"either"} if len(inner) == 2 else {str(*inner)})


def test_numbers_are_counted_by_the_engine() -> None:
    for one in made(Ask.NEW_END):
        action = one.scene.action
        assert action is not None
        after = apply(one.position, action)
        (end,) = [end for end in after.ends if end.arm == action.where]
        assert one.right == {str(*end.halves)}
    for one in made(Ask.COUNT):
        ends = [half for end in one.position.ends for half in end.halves]
        assert one.right == {str(len(one.position.rules.tiles.answers(*ends)))}
    for one in made(Ask.OPEN):
        assert one.right == {str(len(one.position.ends))}
    for one in made(Ask.PIPS):
        assert one.right == {str(weigh(one.position.hand.tiles, one.position.rules))}
    for one in made(Ask.PAID):
        assert one.right == {paid_key(settle(one.position))}


def test_draws_are_those_that_the_engine_allows() -> None:
    for one in made(Ask.DRAWS):
        position, drawn = one.position, 0
        while Action(DRAW) in legal_actions(position) and not any(
            action.tile for action in legal_actions(position)
        ):
            position, drawn = apply(position, Action(DRAW)), drawn + 1
        assert one.right == {str(drawn)}


def test_a_turn_is_what_the_engine_allows() -> None:
    names = {"d": "draw", "p": "pass"}
    for one in made(Ask.ACT):
        assert one.right == {names.get(a.where, "play") for a in legal_actions(one.position)}
        assert one.card is not None
        assert {line.field for line in one.card.lines} >= {"draw"}


def test_a_pass_rules_out_what_no_deal_can_have() -> None:
    for one in made(Ask.LACKS)[:8]:
        line = one.scene.line
        assert line is not None
        passer = line.positions[line.at - 1].turn
        out = Knowledge(line).excluded(passer)
        assert one.right == ({str(t) for t in one.scene.shown if t in out} or {NONE})


def test_the_slip_is_the_first_play_that_the_engine_refuses() -> None:
    for one in made(Ask.SLIP):
        (number,) = map(int, one.right)
        position = one.position
        for action in one.scene.plays[: number - 1]:
            position = apply(position, action)
        with pytest.raises(MatadorError):
            apply(position, one.scene.plays[number - 1])


def test_the_best_play_is_exact_with_open_hands_and_ties_are_all_right() -> None:
    one = asked(Ask.BEST, OPEN_HANDS)
    worth = values(one.position)
    assert worth is not None
    best = max(worth.values())
    assert one.right == {str(a) for a, value in worth.items() if value == best}
    tie = asked(Ask.BEST, "6.66.1314-~6.~19.A.0-0.dominorules")
    assert {"L13", "R13"} <= tie.right or {"L14", "R14"} <= tie.right


def test_a_poorer_play_can_be_played_on() -> None:
    one = asked(Ask.BEST, OPEN_HANDS)
    worse = next(option for option in one.options if not option.right)
    reply = one.reply(worse.key)
    assert reply is not None
    assert worse.action is not None
    after = apply(one.position, worse.action)
    assert explain(after, reply).legal
    found = values(after)
    assert found is not None
    assert found[reply] == max(found.values())
    assert one.reply(next(iter(one.right))) is None


def test_an_answer_of_several_options_is_judged_as_a_whole() -> None:
    one = asked(Ask.TILES, "6.66.001536-~6.~18.A.0-0.wikipedia~deal-7")
    assert one.judge(one.right).right
    part = one.judge(["15"])
    assert not part.right
    assert part.beliefs[0] in ("M4", "M6")
    assert part.response.sum
    matched = one.judge(["00", "15", "36"])
    assert matched.beliefs == ("M1",)
    assert not one.judge([]).right
    with pytest.raises(KeyError):
        one.judge(["99"])


def test_the_messages_have_the_sum_and_the_belief() -> None:
    one = asked(Ask.TILE, "6.66.0313264546-~6.~16.A.0-0.wikipedia~deal-7")
    said_to = one.option("26").response
    assert "6 + 6 makes 12, not 7" in said_to.sum
    assert "matched" in said_to.belief
    assert "1-3" in said_to.instead
    turned = asked(
        Ask.WAY,
        "6.35.26-~6.~20.A.0-0.wikipedia~deal-7",
        tile=read_tile("26"),
        arm="R",
    )
    assert turned.option("6").beliefs == ("M3",)
    assert "5 + 2 makes 7" in turned.option("2").response.sum


def test_hints_climb_to_the_answer() -> None:
    for one in made(Ask.TILE)[:5]:
        *rungs, last = one.hints
        labels = [option.label for option in one.options if option.right]
        assert all(label in last for label in labels)
        assert not any(label in rungs[0] for label in labels)


def test_the_text_form_tells_ends_and_hand() -> None:
    one = asked(Ask.TILE, "6.10.0325-~6.~19.A.0-0.wikipedia~deal-7")
    text = " ".join(one.text)
    assert "shows 1" in text
    assert "blank" in text
    assert "Your hand: 0-3, 2-5." in text


def test_a_review_is_five_fresh_items_for_the_beliefs_met() -> None:
    one = review(["M5", "M1"], 3)
    assert len(one) == FRESH
    assert {belief for item in one for belief in item.tests} == {"M1", "M5"}
    assert one == review(["M5", "M1"], 3)
    assert [item.scene for item in one] != [item.scene for item in review(["M5", "M1"], 4)]
    assert len(review([], 0)) == FRESH
    with pytest.raises(KeyError):
        review(["M99"], 0)


def test_the_same_seed_gives_the_same_item() -> None:
    recipe = BY_ASK[Ask.TILES]
    first = generate(recipe, 7)
    generate.cache_clear()
    assert generate(recipe, 7) == first
