"""Why not, unseen, hints and all rule sets, without a browser."""

import time

import pytest

from matador.analysis.estimate import estimate
from matador.analysis.solve import solve
from matador.game.notation import read_actions, read_position
from matador.game.record import Timeline
from matador.game.rules import presets
from matador.teach import hints as ladders
from matador.teach.everywhere import compare, outcome
from matador.teach.prose import prose
from matador.ui import core, hints
from tests.pages.harness import assert_well, open_page, sent, trigger, words

CODE = "6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica"
OPENING = "S66.L11.R12.R50"
KNOWN = "6.116612.0304253544-0524263346.1314152255.A.0-0.britannica"
HIDDEN = "6.116612.0304253544-~5.~5.A.0-0.britannica"
DEAD = "6.03433300525160161255243250.020411222635364566-1456.01441346.A.0-0.britannica"
OVER = "6.1116.44-5545.0.A2.0-0.pagat"
FLAWED = "6.1133.44-5545.0.A.0-0.pagat"
TABS = prose("sandbox")["panels"]
TEXT, HINTS, EVERYWHERE = prose("insight"), prose("hints"), prose("everywhere")
PATIENCE = 120  # seconds; a core that is not compiled yet takes a minute on a busy machine


def _opened(tab, **query):
    at = assert_well(open_page("sandbox", **query))
    at.session_state["panel"] = TABS[tab]
    return _settled(assert_well(at.run()))


def _settled(at):
    until = time.monotonic() + PATIENCE
    while at.get("progress"):
        assert time.monotonic() < until
        time.sleep(0.1)
        at = assert_well(at.run())
    return at


def _press(at, key):
    button = next(b for b in at.button if b.key == key or b.label == key)
    return _settled(assert_well(button.click().run()))


def _address(at, name):
    value = at.query_params[name]
    return value if isinstance(value, str) else value[0]


# --- why not ------------------------------------------------------------------------------------


def test_a_cell_says_why_not_and_one_that_goes_is_played_with_one_press():
    at = _opened("why", p=CODE, a="S66.L11")
    assert not at.info  # nobody is stuck for good
    assert "6 + 3 = 9" in words(at).replace("\N{NO-BREAK SPACE}", " ")
    assert not any("Draw" in b.label for b in at.button)  # it is not allowed, and says why
    assert "so play first" in words(at)
    at = _press(at, "✓ 1-2 leaves 2")
    assert _address(at, "a") == "S66.L11.R12"


def test_drawing_is_a_press_where_it_is_allowed():
    at = _opened("why", p=f"{CODE}~draw_matador-yes", a=OPENING)
    assert _address(_press(at, "✓ Draw a tile"), "a") == f"{OPENING}.d"


def test_what_can_be_answered_is_computed_only_when_opened():
    at = _opened("why", p=CODE, a="S66.L11")
    assert not at.table
    at.session_state["answers"] = True
    at = _settled(assert_well(at.run()))
    assert list(at.table[0].value.iloc[:, 1]) == ["✓ yes"] * 5
    eyes = next(c for c in at.get("button_group") if c.key == "answers_eyes")
    at = _settled(assert_well(eyes.set_value("own").run()))
    assert all(cell.endswith("%") for cell in at.table[0].value.iloc[:, 1])
    assert "Exact" in words(at)


@pytest.mark.parametrize("tab", ["why", "unseen"])
def test_a_dead_hand_is_said_first(tab):
    at = _opened(tab, p=DEAD)
    assert "Nobody can ever move again" in at.info[0].value


@pytest.mark.parametrize(("code", "key"), [(OVER, "over"), (FLAWED, "flawed")])
def test_where_nothing_can_be_played_one_sentence_says_so(code, key):
    assert TEXT[key] in words(_opened("why", p=code))


def test_a_hidden_hand_is_not_explained():
    at = _opened("why", p="6.116612.~5-~5.~5.A.0-0.pagat")
    assert TEXT["why"]["hidden"].format(player="Player A") in words(at)


# --- unseen -------------------------------------------------------------------------------------


def test_the_unseen_tiles_are_told_in_pictures_and_in_words():
    at = _opened("unseen", p=CODE, a=OPENING)
    assert "Matadors not on the table: 4 of 4" in words(at)
    assert len(at.get("image")) == 3
    at = assert_well(next(t for t in at.toggle if t.key == "unseen_text").set_value(True).run())
    assert not at.get("image")
    # Player B's tiles are known to the page, but not to Player A.
    assert "**With Player B or in the stock: 19, of them ◆ 3.** 0-0 ◆, 0-1" in words(at)


def test_work_that_fails_can_be_asked_for_again(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(core.Job, "_asked", lambda *_: 1 / 0)
        at = _opened("unseen", p=KNOWN)
        assert TEXT["failed"] in words(at)
    assert "Matadors not on the table" in words(_press(at, TEXT["again"]))


# --- hints --------------------------------------------------------------------------------------


def test_a_hint_tells_one_step_at_a_time_and_the_next_action_ends_it(monkeypatch):
    monkeypatch.setattr(hints, "SECONDS", PATIENCE)
    position = read_position(KNOWN)
    found = solve(position)
    best = found.line[0]
    rungs = ladders.ladder(position, best)
    at = assert_well(open_page("sandbox", p=KNOWN))
    assert not any(rung in words(at) for rung in rungs)
    for told in range(1, 4):
        at = _press(at, "hint_more")
        shown = words(at)
        assert all((rung in shown) == (number < told) for number, rung in enumerate(rungs))
    assert HINTS["exact"] in shown
    assert "1. Player" not in shown
    at = _press(at, "hint_more")
    assert "1. Player A" in words(at)
    assert next(b for b in at.button if b.key == "hint_more").disabled
    rev = sent(at, "sandbox")["rev"]
    at = assert_well(trigger(at, "sandbox", "action", {"action": str(best), "rev": rev}))
    assert not any(rung in words(at) for rung in rungs)
    assert next(b for b in at.button if b.key == "hint_more").label == HINTS["first"]


def test_a_hint_with_hidden_hands_is_an_estimate_with_its_error(monkeypatch):
    monkeypatch.setattr(hints, "SECONDS", PATIENCE)  # so that a busy machine weighs as many deals
    at = assert_well(open_page("sandbox", p=HIDDEN))
    for _ in range(4):
        at = _press(at, "hint_more")
    assert HINTS["estimate"] in words(at)
    assert "±" in words(at)
    known = estimate(read_position(HIDDEN), samples=100)
    best = max(known.actions, key=lambda action: known.actions[action].mean.mean)
    assert ladders.ladder(known.position, best)[1] in words(at)


@pytest.mark.parametrize(("code", "key"), [(OVER, "over"), (FLAWED, "flawed")])
def test_where_there_is_no_hint_it_says_why(code, key):
    at = _press(assert_well(open_page("sandbox", p=code)), "hint_more")
    assert HINTS[key] in words(at)


def test_while_the_core_is_prepared_the_hint_says_so(monkeypatch):
    monkeypatch.setattr(core, "ready", lambda: False)
    at = assert_well(open_page("sandbox", p=KNOWN))
    button = next(b for b in at.button if b.key == "hint_more")
    at = assert_well(button.click().run())
    assert prose("truth")["preparing"] in words(at)


# --- all rule sets ------------------------------------------------------------------------------


def test_every_rule_set_for_the_same_tiles_is_named_once():
    at = _opened("everywhere", p=CODE, a=OPENING)
    moment = _moment(CODE, OPENING)
    found = compare(moment)
    named = [*found.same, *(n for g in found.others for names in g.members.values() for n in names)]
    mine = moment.position.rules
    assert sorted(named) == sorted(n for n, rules in presets().items() if rules.set is mine.set)
    assert f"= {EVERYWHERE['same']} ({len(found.same) - 1})" in words(at)
    assert words(at).count(EVERYWHERE["differs"]) == len(found.others) > 1
    assert "Saving a matador" in words(at)


def _moment(code, actions=""):
    start = read_position(code)
    done, _ = read_actions(actions, start)
    return Timeline(start, tuple(done), len(done))


@pytest.mark.parametrize(
    ("code", "actions"),
    [(CODE, OPENING), (CODE, ""), (OVER, ""), (DEAD, "")],
)
def test_the_rules_named_make_the_difference(code, actions):
    """Each alone, or all together and none of them to spare."""
    moment = _moment(code, actions)
    mine = moment.position.rules
    for group in compare(moment).others:
        for why, names in group.members.items():
            theirs = presets()[names[0]]
            values = {name: str(theirs.value(name)) for name in why.fields}
            if not why.together:
                for name, value in values.items():
                    assert outcome(moment, mine.changed(**{name: value})) == group.outcome
                continue
            assert outcome(moment, mine.changed(**values)) == group.outcome
            for name in values:
                fewer = {n: v for n, v in values.items() if n != name}
                assert outcome(moment, mine.changed(**fewer)) != group.outcome


def test_a_tie_that_the_last_tile_settles():
    """Who played it stands in no position code, but in what was done."""
    moment = _moment("6.6611.0513-23.0.A.0-0.pagat~draw-none~tie-last-placed", "L13 p p")
    found = compare(moment)
    assert found.own.winners == (0,)
    whys = [why for group in found.others for why in group.members if not group.outcome.flaws]
    assert any(why.fields == ("tie",) for why in whys)
