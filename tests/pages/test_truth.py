"""What choices are worth, without a browser: asked for, solved or weighed, kept, and given up."""

import time

import pytest

from matador.analysis.estimate import Standing, estimate
from matador.analysis.solve import Interval, Solution, solve
from matador.analysis.tables import UnsupportedError
from matador.game.errors import IllegalError
from matador.game.moves import Action
from matador.game.notation import read_position
from matador.teach.prose import prose
from matador.ui import core, truth
from tests.pages.harness import assert_well, open_page, part, sent, trigger, words

TEXT = prose("truth")
TAB = prose("sandbox")["panels"]["worth"]
OTHER = prose("sandbox")["panels"]["everywhere"]
KNOWN = "6.116612.0304253544-0524263346.1314152255.A.0-0.britannica"
HIDDEN = "6.116612.0304253544-~5.~5.A.0-0.britannica"
THREE = "6.116612.03042535-05242633-00131455.0.A.0-0-0.pagat"
OVER = "6.1116.44-5545.0.A2.0-0.pagat"
LARGE = (
    "9.-.02030715182224487778-05060811193645568899-00121723293537496668-04131416262833385557."
    "012509586946474434893967275979.B.0-0-0-0.szalone-10"
)
"""Four hands of ten tiles: no computer settles that in a second."""
PATIENCE = 180  # seconds; a core that is not compiled yet takes a minute on a busy machine


def _closed(**query):
    return assert_well(open_page("sandbox", **query))


def _opened(**query):
    """The page with the panel open, once the work is done."""
    return _settled(_turned_to(_closed(**query), TAB))


def _turned_to(at, tab):
    at.session_state["panel"] = tab
    return assert_well(at.run())


def _settled(at):
    until = time.monotonic() + PATIENCE
    while _working(at):
        assert time.monotonic() < until
        time.sleep(0.1)
        at = assert_well(at.run())
    return at


def _working(at):
    return any(button.key in ("truth_stop", "truth_again") for button in at.button)


def _panel(at):
    return part(at, "opened")


def _values(at):
    """The choices with what stands beside them, from the top down."""
    buttons = [b.label for b in _panel(at).button if (b.key or "").startswith("truth_row_")]
    beside = [shown.value for shown in _panel(at).markdown if "&nbsp;" in shown.value]
    return list(zip(buttons, beside, strict=True))


def _expected(rows, position):
    return [
        (truth.choice_name(position, row.action), f"**{row.worth}** &nbsp; {row.verdict}")
        for row in rows
    ]


def _press(at, key):
    return assert_well(next(b for b in at.button if b.key == key).click().run())


def _address(at, name):
    value = at.query_params[name]
    return value if isinstance(value, str) else value[0]


def test_closed_it_computes_nothing(monkeypatch):
    """Not even whether the core is ready is asked, wherever one goes."""

    def fail(*_):
        pytest.fail("somebody asked")

    monkeypatch.setattr(core, "ready", fail)
    monkeypatch.setattr(core, "Job", fail)
    at = _turned_to(_closed(p=KNOWN), OTHER)
    assert TEXT["choice"] not in words(at)
    rev = sent(at, "sandbox")["rev"]
    at = assert_well(trigger(at, "sandbox", "action", {"action": "R53", "rev": rev}))
    assert TEXT["heading"] not in words(at)


def test_known_hands_are_solved():
    """Every choice has its exact value, the best first, and equally good ones are told so."""
    position = read_position(KNOWN)
    found = solve(position)
    at = _opened(p=KNOWN)
    assert _values(at) == _expected(truth.solved(found, position), position)
    values = [row.worth for row in truth.solved(found, position)]
    assert values == ["−13", "−13", "−31", "−40", "−41"]
    assert "**−13 points** to Player A" in words(at)
    assert [beside.endswith(TEXT["equal"]) for _, beside in _values(at)] == [True, True] + [
        False
    ] * 3


def test_a_choice_is_played_by_its_button():
    """The board, the address and the panel go on to what follows."""
    at = _opened(p=KNOWN)
    name, _ = _values(at)[1]
    button = next(b for b in at.button if b.label == name)
    at = _settled(assert_well(button.click().run()))
    assert _address(at, "a") == "R53"
    assert TEXT["points"].format(party="Player B") in words(at)


def test_before_the_values_are_known_the_choices_can_be_played(monkeypatch):
    """They stand in the same rows, with the same keys, so that the keyboard stays on its row."""
    monkeypatch.setattr(truth, "GLANCE", 0.0)
    at = _turned_to(_closed(p=LARGE), TAB)
    assert _working(at)
    waiting = [b.key for b in _panel(at).button if (b.key or "").startswith("truth_row_")]
    assert waiting == [f"truth_row_{number}" for number in range(len(waiting))] != []
    assert TEXT["not_yet"] in [shown.value for shown in _panel(at).markdown]
    at = assert_well(next(b for b in at.button if b.key == waiting[0]).click().run())
    assert _address(at, "a")


def test_the_best_line_is_one_action_deep_until_more_is_asked_for():
    """Then three, then all of it with what it comes to."""
    at = _opened(p=KNOWN)
    told = {}
    for depth in ("one", "three", "whole"):
        next(c for c in at.button_group if c.label == TEXT["line"]).set_value(depth)
        at = assert_well(at.run())
        told[depth] = [shown.value for shown in _panel(at).markdown][-1].splitlines()
    assert [len(told["one"]), len(told["three"])] == [1, 3]
    assert told["one"][0].startswith("1. Player A plays 2-5 on the left end")
    assert told["whole"][:3] == told["three"]
    assert told["whole"][-1].startswith(("The hand is blocked", "Blocked", "Out of tiles"))


def test_hidden_hands_are_weighed():
    """Every mean has its error, and deals, seed and method are told."""
    position = read_position(HIDDEN)
    at = _opened(p=HIDDEN)
    found = estimate(position)
    assert _values(at) == _expected(truth.estimated(found), position)
    assert all("±" in beside for _, beside in _values(at))
    assert f"Mean over {found.worlds} of the deals" in words(at)
    assert "seed 0" in words(at)
    assert "no forecast" in words(at)
    chances = _panel(at).table[0].value
    assert chances[TEXT["matador"]].tolist() == ["60.1%"]


def test_known_hands_can_be_seen_with_the_eyes_of_the_seat_to_move():
    """What only Player A sees is weighed; the others' hands no longer count."""
    at = _opened(p=KNOWN)
    next(c for c in at.button_group if c.label == TEXT["eyes"]).set_value("own")
    at = _settled(assert_well(at.run()))
    assert _values(at) == _expected(
        truth.estimated(estimate(read_position(KNOWN), 0)), read_position(KNOWN)
    )


def test_more_than_two_parties_are_told_what_they_can_be_sure_of():
    """The word paranoid stands there, and what it means."""
    at = _opened(p=THREE)
    assert TEXT["paranoid"].format(party="Player A") in words(at)


def test_where_nobody_is_paid_a_hand_is_won_or_lost():
    """Then no points are told, only that."""
    position = read_position(f"{KNOWN}~blocked_pay-nobody~out_pay-nobody")
    found = solve(position)
    assert found.unit == "hands"
    at = _opened(p=f"{KNOWN}~blocked_pay-nobody~out_pay-nobody")
    won = TEXT["won" if found.value.low == 1 else "lost"]
    assert TEXT["exact_hands"].format(worth=won, party="Player A") in words(at)
    assert _values(at) == _expected(truth.solved(found, position), position)


def test_when_time_is_up_only_what_is_proved_is_told(monkeypatch):
    """No value, no line; bounds where there are any, and a way to go on."""
    monkeypatch.setattr(truth, "FIRST", 0.3)
    monkeypatch.setattr(truth, "MORE", 0.2)
    at = _opened(p=LARGE)
    assert "badge[Exact]" not in words(at)
    assert "badge[Proved so far]" in words(at)
    assert not [c for c in at.button_group if c.label == TEXT["line"]]
    job = next(iter(at.session_state["truth_desk"].jobs.values()))
    at = _settled(_press(at, "truth_more"))
    more = next(iter(at.session_state["truth_desk"].jobs.values()))
    assert (job.seconds, more.seconds) == (0.3, 0.5)


@pytest.mark.parametrize(
    ("known", "unit", "told"),
    [
        ((12, 31), "pips", "between +12 and +31"),
        ((-5, -5), "pips", "−5"),
        ((0, 0), "pips", "0"),
        ((-336, 12), "pips", "at most +12"),
        ((3, 336), "pips", "at least +3"),
        ((-336, 336), "pips", TEXT["unknown"]),
        ((1, 1), "hands", TEXT["won"]),
        ((0, 1), "hands", TEXT["not_lost"]),
        ((-1, 0), "hands", TEXT["not_won"]),
        ((-1, 1), "hands", TEXT["unknown"]),
    ],
)
def test_what_is_proved_in_words(known, unit, told):
    """A bound that says nothing is not told."""
    value = Interval(*known)
    found = Solution(value, {Action("R", 5, 3): value}, (), 1, "two-sided", unit)
    assert truth.solved(found, read_position(KNOWN))[0].worth == told


def test_choices_that_are_not_settled_are_no_best_ones():
    """What is surely less is told apart from what is open."""
    values = {
        Action("R", 5, 3): Interval(5, 9),
        Action("L", 2, 5): Interval(-336, 8),
        Action("R", 2, 5): Interval(2, 2),
    }
    found = Solution(Interval(5, 9), values, (), 1, "two-sided", "pips")
    rows = truth.solved(found, read_position(KNOWN))
    assert [(str(row.action), row.verdict) for row in rows] == [
        ("R53", TEXT["open"]),
        ("R25", TEXT["worse"]),
        ("L25", TEXT["open"]),
    ]


def test_what_can_not_be_told_apart_is_told_so():
    """With few deals several choices stay level with the best in words and sign."""
    found = estimate(read_position(HIDDEN), samples=8)
    rows = truth.estimated(found)
    standings = [found.actions[row.action].standing for row in rows]
    assert Standing.UNCLEAR in standings
    assert [row.verdict for row in rows] == [
        TEXT["one_of_best"] if one is Standing.BEST else TEXT["unclear"] for one in standings
    ]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (OVER, TEXT["over"]),
        ("6.1133.44-5545.0.A.0-0.pagat", TEXT["flawed"]),
        ("6.116612.~5-~5.~5.A.0-0.pagat", TEXT["hidden"].format(player="Player A")),
        ("12.cc.12-~1.~3.A.0-0.pagat~set-12", TEXT["large"].format(highest=12)),
    ],
)
def test_where_nothing_can_be_told_one_sentence_says_why(code, told):
    """No table, no buttons, no error; the board goes on."""
    at = _opened(p=code)
    assert [shown.value for shown in _panel(at).markdown] == [told]
    assert not _values(at)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (UnsupportedError("no room"), TEXT["unsupported"]),
        (IllegalError("none"), TEXT["impossible"]),
        (RuntimeError("secret"), ""),
    ],
)
def test_what_hinders_the_work_is_told_in_one_sentence(error, told):
    """And nothing of what only a log should say."""
    assert truth.cannot(error, read_position(KNOWN)) == told


def test_work_that_fails_is_one_sentence_and_the_board_plays_on(monkeypatch):
    """The page does not fail with it, nor does the next question."""
    with monkeypatch.context() as patch:
        job = core.Job
        patch.setattr(core, "Job", lambda _, *a, **more: job("solve:no_such_function", *a, **more))
        at = _opened(p=KNOWN)
    assert TEXT["failed"] in words(at)
    assert "no_such_function" not in words(at)
    rev = sent(at, "sandbox")["rev"]
    at = _settled(assert_well(trigger(at, "sandbox", "action", {"action": "R53", "rev": rev})))
    assert _address(at, "a") == "R53"
    assert _values(at)


def test_the_work_can_be_stopped(monkeypatch):
    """Progress and a button while it lasts; then what was found so far, and a way to go on."""
    monkeypatch.setattr(truth, "FIRST", 60)
    at = _turned_to(_closed(p=LARGE), TAB)
    assert _working(at)
    assert "&nbsp;" not in words(at)
    at = _settled(_press(at, "truth_stop"))
    assert any(button.key == "truth_more" for button in at.button)


def test_whoever_turns_away_stops_the_work(monkeypatch):
    """Leaving the panel, or another position, ends what nobody wants to know any more."""
    monkeypatch.setattr(truth, "FIRST", 60)
    at = _closed(p=LARGE)
    for turn_away in ("leave", "play"):
        at = _turned_to(at, TAB)
        desk = at.session_state["truth_desk"]
        job = list(desk.jobs.values())[-1]
        assert not job.look()
        if turn_away == "leave":
            with monkeypatch.context() as patch:
                patch.setattr(core.st, "session_state", {"truth_desk": desk})
                truth.leave()
        else:
            rev = sent(at, "sandbox")["rev"]
            at = assert_well(trigger(at, "sandbox", "action", {"action": "S99", "rev": rev}))
            assert _address(at, "a") == "S99"
        assert job.look(5)
        assert job not in desk.jobs.values()
    at.session_state["truth_desk"].leave()


def test_work_that_nobody_looks_at_ends_by_itself(monkeypatch):
    """A visitor who has gone costs nothing for long."""
    monkeypatch.setattr(core, "_LONELY", 0.5)
    job = core.Job("solve:solve", read_position(LARGE), seconds=60)
    until = time.monotonic() + PATIENCE
    while not job.far and time.monotonic() < until:
        job.look(0.05)
    assert job.far
    time.sleep(0.6)
    assert job.look(5)
    assert (job.stopped, job.dropped, job.answer.exact) == (False, False, False)


def test_what_is_stopped_while_it_waits_for_others_is_never_begun():
    """And the panel says so instead of calling it a failure."""
    first, second = (
        core.Job("solve:solve", read_position(LARGE), seconds=60, long=True) for _ in range(2)
    )
    second.stop()
    first.stop()
    assert second.look(PATIENCE)
    assert (second.dropped, second.answer) == (True, None)
    assert truth._trouble(second, read_position(LARGE)) == TEXT["unbegun"]


def test_while_the_core_is_prepared_the_panel_says_so(monkeypatch):
    """One sentence and how long it takes; afterwards the values come."""
    with monkeypatch.context() as patch:
        patch.setattr(core, "ready", lambda: False)
        at = _turned_to(_closed(p=KNOWN), TAB)
        assert TEXT["preparing"] in words(at)
        assert _panel(at).get("progress")
        assert "&nbsp;" not in words(at)
        assert TEXT["preparing"] in words(_press(at, "truth_again"))
    assert _values(_settled(_press(at, "truth_again")))


def test_preparing_is_begun_once_a_server(monkeypatch):
    """However many pages are opened, one process is enough; and none is waited for in vain."""
    begun = []
    monkeypatch.setattr(core.warm, "begin", lambda: begun.append(1))
    monkeypatch.setattr(core.warm, "ready", lambda: False)
    core.prepare.clear()
    for address in ("", "seven"):
        assert_well(open_page(address))
    assert begun == [1]
    assert core.ready()
    core.prepare.clear()
