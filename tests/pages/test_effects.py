"""What it changes, without a browser: the measured half, the run, and what an address can hold."""

import time

from matador.analysis.studies.trial import try_out
from matador.game.rules import presets
from matador.teach import effects as taught
from matador.teach.content import load_rule_words
from matador.teach.prose import prose
from matador.ui import core, effects, effects_run
from tests.pages.harness import assert_well, open_page, words

TEXT = prose("effects")
RUN = TEXT["run"]
PATIENCE = 180  # seconds; a core that is not compiled yet takes a minute on a busy machine


def opened(**query):
    return assert_well(open_page("effects", **query))


def html(at):
    return "".join(element.proto.body for element in at.get("html"))


def press(at, key):
    return assert_well(next(b for b in at.button if b.key == key).click().run())


# --- the measured half ----------------------------------------------------------------------------


def test_the_largest_effect_is_said_first_with_its_provenance():
    at = opened(m="plays")
    first = taught.comparisons()[0]
    found = taught.effects(first, "plays")
    assert f"**{taught.sentence(first, 'plays', found)}**" in words(at)
    assert f"{first.hands:,} deals" in words(at)
    assert html(at).count('<th scope="row">') == len(first.changes)


def test_a_decision_is_opened_by_its_address_with_each_of_its_values():
    at = opened(d="draw", base="britannica")
    field = load_rule_words()["draw"]
    assert field.question in words(at)
    for one in taught.of_field(_britannica("match"), "draw"):
        assert one.value_words.short in words(at)
    assert not at.warning


def _britannica(measure):
    comparison = next(one for one in taught.comparisons() if one.rules == "britannica")
    return taught.effects(comparison, measure)


def test_players_that_a_rule_set_was_not_measured_with_fall_back():
    at = opened(table="4-balanced")
    assert_well(at.selectbox(key="base").select("Britannica 1911").run())
    assert at.selectbox(key="table").value == "2 players, balanced"


def test_more_bars_are_shown_when_asked_for():
    at = press(opened(), "effects_more")
    assert not [button for button in at.button if button.key == "effects_more"]
    assert_well(at.toggle(key="every").set_value(True).run())


# --- the run --------------------------------------------------------------------------------------


def test_rules_are_chosen_by_menu_or_by_code_and_are_the_same():
    at = opened(r="britannica~draw-none")
    assert at.selectbox(key="run_start").value == "britannica"
    assert at.multiselect(key="run_changes").value == ["draw-none"]
    at.multiselect(key="run_changes").set_value(["draw-none", "draw-two", "tie-share"])
    assert_well(at.run())
    assert at.text_input(key="r").value == "britannica~draw-two~tie-share"
    assert_well(at.text_input(key="r").input("pagat~tie-<b>").run())
    assert at.text_input(key="r").value == "britannica~draw-two~tie-share"
    assert len(at.warning) == 1
    assert "<b>" not in at.warning[0].value


def test_a_run_is_played_kept_and_told_with_what_it_rests_on(monkeypatch):
    monkeypatch.setattr(core, "_worker", lambda: None)  # here and now rather than in a process
    at = opened(r="pagat~draw-none", run_hands="1000", run_seed="7")
    assert 'class="ef-line"' not in html(at)
    at = press(at, "run_go")
    until = time.monotonic() + PATIENCE
    while [b for b in at.button if b.key in ("run_stop", "effects_again")]:
        assert time.monotonic() < until
        time.sleep(0.2)
        at = assert_well(at.run())
    how = {"seconds": 60, "progress": lambda _: None, "stop": lambda: False}
    trial = try_out("pagat~draw-none", "pagat", presets(), 2, "balanced", 1000, 20, 7, **how)
    asked = effects_run.Asked("pagat~draw-none", "pagat", 2, "balanced", 1000, 7)
    assert effects_run.table(trial, asked) in html(at)
    assert "seed 7" in words(at)
    assert_well(at.number_input(key="run_seed").set_value(8).run())
    assert effects_run.table(trial, asked) in html(at)
    assert RUN["again"] in words(at)


def test_nothing_is_run_that_cannot_be_dealt():
    at = opened(run_players="8")
    assert next(b for b in at.button if b.key == "run_go").disabled
    assert at.warning


def test_a_run_that_fails_is_one_sentence(monkeypatch):
    monkeypatch.setattr("matador.ui.core.Job._asked", lambda *_: 1 / 0)
    at = press(opened(run_hands="1000"), "run_go")
    assert RUN["failed"] in words(assert_well(at.run()))


# --- addresses ------------------------------------------------------------------------------------


def test_no_parameter_takes_nonsense():
    for key, read in {**effects.readers(), **effects_run.readers()}.items():
        found = read(["<script>9"])
        assert not found.values, key
        assert found.trouble, key
        assert "script" not in found.trouble


def test_nonsense_in_the_address_is_one_sentence_and_the_usual():
    at = opened(r="<script>9", m="nothing")
    assert [warning.value for warning in at.warning] == [TEXT["trouble"]["several"]]
    assert "script" not in words(at)
    assert at.text_input(key="r").value == effects_run.EXAMPLE
