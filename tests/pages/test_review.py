"""The review of a played hand without a browser: asked for, shown, kept, jumped from."""

import time

import pytest

from matador.analysis.review import Judged, Known, Review, Verdict, review
from matador.game.moves import Action
from matador.game.notation import read_action, read_position
from matador.game.record import Timeline
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui import core
from matador.ui import review as page
from tests.pages.harness import assert_well, open_page, part, sent, trigger, words

TEXT = prose("review")
TABS = prose("sandbox")["panels"]
START = "6.116612.0304253544-0524263346.1314152255.A.0-0.britannica"
ACTIONS = "R53.R42.R25.R26.d"
THREE = "6.116612.03042535-05242633-00131455.0.A.0-0-0.pagat"
HIDDEN = "6.116612.0304253544-~5.~5.A.0-0.britannica"
HARD = (
    "9.-.02030715182224487778-05060811193645568899-00121723293537496668-04131416262833385557."
    "012509586946474434893967275979.B.0-0-0-0.szalone-10"
)
PATIENCE = 180  # seconds; a core that is not compiled yet takes a minute on a busy machine


def _opened(**query):
    at = assert_well(open_page("sandbox", **query))
    at.session_state["panel"] = TABS["review"]
    return assert_well(at.run())


def _reviewed(**query):
    return _settled(_press(_opened(**query), "review_go"))


def _settled(at):
    until = time.monotonic() + PATIENCE
    while any(button.key in ("review_stop", "review_again") for button in at.button):
        assert time.monotonic() < until
        time.sleep(0.1)
        at = assert_well(at.run())
    return at


def _press(at, key):
    return assert_well(next(b for b in at.button if b.key == key).click().run())


def _line(start=START, actions=ACTIONS):
    line = Timeline(read_position(start))
    for text in actions.split("."):
        line = line.play(read_action(text, line.position))
    return line


def _listed(at):
    return {b.key: b.label for b in at.button if (b.key or "").startswith("review_jump_")}


def _panel(at):
    return part(at, "opened")


def test_nothing_is_computed_before_it_is_asked_for(monkeypatch):
    """Not with the tab open either: a learner should think first."""

    def fail(*_, **__):
        pytest.fail("somebody asked")

    monkeypatch.setattr(core, "Job", fail)
    monkeypatch.setattr(core, "ready", lambda: True)
    at = _opened(p=START, a=ACTIONS)
    assert TEXT["intro"] in words(at)
    assert not _listed(at)


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({"p": START}, TEXT["nothing"]),
        ({"p": "6.1133.44-5545.0.A.0-0.pagat"}, TEXT["nothing"]),
    ],
)
def test_without_a_hand_one_sentence_says_so(query, told):
    """No button that could do nothing."""
    at = _opened(**query)
    assert [shown.value for shown in _panel(at).markdown] == [told]
    assert not [b for b in at.button if b.key == "review_go"]


def test_a_hand_is_shown_by_seat_as_a_chart_and_as_a_list():
    """Verdicts and losses are the analysis's; what is better is told."""
    line = _line()
    found = review(line)
    at = _reviewed(p=START, a=ACTIONS)
    table = _panel(at).table[0].value
    tally = found.tally(0)
    assert table[messages.player(0)].tolist()[-1] == f"{tally.lost.low}"
    counted = dict(zip(table[TEXT["verdict"]], table[messages.player(0)], strict=True))
    assert {name: counted.get(TEXT["verdicts"][str(name)], "0") for name in tally.counts} == {
        name: str(count) for name, count in tally.counts.items()
    }
    lost = [n for n, one in enumerate(found.judged, 1) if str(one.verdict) in page._MARKED]
    assert lost
    assert list(_listed(at)) == [f"review_jump_{number}" for number in lost]
    for number in lost:
        told = page.sentence(found.judged[number - 1], line.positions[number - 1])
        assert told in words(at)
        assert "Better: " in told
    assert len(_panel(at).get("vega_lite_chart") or _panel(at).get("arrow_vega_lite_chart")) == 1
    assert TEXT["methods"]["two-sided"] in words(at)


def test_a_line_of_the_list_jumps_there_and_nothing_is_asked_anew(monkeypatch):
    """The whole hand stays: only another moment of it is looked at."""
    at = _reviewed(p=START, a=ACTIONS)
    monkeypatch.setattr(core, "Job", lambda *_, **__: pytest.fail("somebody asked"))
    at.button_group(key="review_show").set_value("every")
    at = assert_well(at.run())
    assert len(_listed(at)) == len(ACTIONS.split("."))
    at = _press(at, "review_jump_2")
    one = at.session_state["table_sandbox"].timeline
    assert (one.at, len(one.actions)) == (2, 5)
    assert len(_listed(at)) == len(ACTIONS.split("."))


def test_another_action_is_another_hand():
    """What was found stays with the old one; the new one is asked for."""
    at = _reviewed(p=START, a=ACTIONS)
    rev = sent(at, "sandbox")["rev"]
    at = assert_well(trigger(at, "sandbox", "action", {"action": "R13", "rev": rev}))
    assert len(at.session_state["table_sandbox"].timeline.actions) == 6
    assert any(b.key == "review_go" for b in at.button)
    assert not _listed(at)


def test_more_than_two_parties_are_told_the_method():
    """And the chart shows losses, not values of different movers."""
    at = _reviewed(p=THREE, a=str(page.truth.legal_actions(read_position(THREE))[0]))
    assert TEXT["methods"]["paranoid"] in words(at)


def test_hidden_hands_are_estimated_with_their_error():
    """The method and the limit of the verdict are told."""
    at = _reviewed(p=HIDDEN, a="R25")
    assert TEXT["methods"]["estimate"].format(errors=2) in words(at)
    at.button_group(key="review_show").set_value("every")
    assert "±" in words(assert_well(at.run())) or TEXT["verdicts"]["good"] in words(at)


def test_a_review_can_be_stopped_and_gone_on_with(monkeypatch):
    """Progress and a button meanwhile; then what was found, the rest not settled."""
    monkeypatch.setattr(page, "FIRST", 60)
    at = _press(_opened(p=HARD, a="S99.L12"), "review_go")
    assert any(b.key == "review_stop" for b in at.button)
    at = _settled(_press(at, "review_stop"))
    assert any(b.key == "review_more" for b in at.button)
    assert TEXT["unsettled"] in words(at) or TEXT["unbegun"] in words(at)


def test_leaving_ends_the_work():
    """As a page does that shows something else."""
    at = _press(_opened(p=HARD, a="S99.L12"), "review_go")
    desk = at.session_state["review_desk"]
    job = next(iter(desk.jobs.values()))
    assert not job.look()
    desk.leave()
    assert job.look(5)
    assert not desk.jobs


_SAID = [
    (Judged(0, Verdict.OPEN), "not known"),
    (Judged(0, Verdict.OPEN, Known(0, 9)), "0 to 9 points lost"),
    (Judged(0, Verdict.BLUNDER, Known(30, 900)), "at least 30 points lost"),
    (Judged(0, Verdict.SLIP, Known(1, 1)), "1 point lost"),
    (Judged(0, Verdict.SLIP, Known(3.25, 3.25, 0.5)), "3.2\N{NO-BREAK SPACE}±"),
    (Judged(0, Verdict.MISTAKE, Known(7, 7), (Action("R", 5, 3),)), "Better: 3-5 on the right end"),
    (Judged(0, Verdict.OPEN, Known(0, 9), (Action("R", 5, 3),)), "Perhaps better: 3-5"),
]


@pytest.mark.parametrize(("judged", "told"), _SAID)
def test_what_is_not_known_is_not_told_as_if_it_were(judged, told):
    """Intervals as such, estimates with their error, what is better only where it is sure."""
    assert told in page.sentence(judged, read_position(START))


def test_every_verdict_and_method_has_its_words_and_sign():
    """No sign stands for two verdicts, in the list or on the chart."""
    from matador.ui import curve

    names = [str(one) for one in Verdict]
    assert set(TEXT["verdicts"]) == set(names) == set(curve.STYLES)
    assert len({TEXT["verdicts"][name][0] for name in names}) == len(names)
    assert len({shape for shape, _ in curve.STYLES.values()}) == len(names)
    assert len({colour for _, colour in curve.STYLES.values()}) == len(names)


def test_the_chart_leaves_out_what_says_nothing():
    """A bound beyond all pips, and what is still to be done."""
    judged = (Judged(0, Verdict.GOOD, Known(0, 0)), None, Judged(0, Verdict.OPEN), None)
    values = (Known(-990, 990), Known(5, 5), None, Known(-990, 990), Known(1, 1))
    points = page._points(Review(judged, values, "two-sided", "pips"), _line())
    assert [(point.number, point.y) for point in points] == [(1, 5)]
