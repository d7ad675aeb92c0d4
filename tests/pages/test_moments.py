"""The page on one moment under every rule set."""

import pytest
from streamlit.testing.v1 import AppTest

from matador.game.notation import read_position
from matador.game.position import Position
from matador.game.rules import preset
from matador.teach.content import install, load_presets
from matador.teach.decisions import load_decisions
from matador.teach.moments import posed
from matador.teach.prose import prose
from matador.ui import moments
from matador.ui.moments_picture import position_svg
from tests.pages.harness import assert_well, open_page, words
from tests.pages.late import Screen, twice

install()
TEXT = prose("moments")
CARD = TEXT["card"]
CODE = "6.116612.0304253544-0524263346.1314152255.A.0-0.britannica~draw-one"
FLAWED = "6.1133.44-5545.0.A.0-0.pagat"


def opened(**query: str) -> AppTest:
    return assert_well(open_page("moments", **query))


def links(at: AppTest) -> list[str]:
    """Where the links of the page lead, with their parameters."""
    return [f"{one.proto.page}?{one.proto.query_string}" for one in at.get("page_link")]


def test_the_first_moment_names_every_rule_set_and_every_answer() -> None:
    shown = words(opened())
    assert load_decisions()[moments.FIRST].title in shown
    assert all(one.title in shown for one in load_presets().values())
    assert CARD["first"] in shown
    assert shown.count(f"{CARD['differs']} {CARD['other']}") > 2
    assert "+ also" in shown
    assert "− not" in shown


@pytest.mark.parametrize("name", ["deal", "draw", "blocked_pay", "target"])
def test_other_kinds_of_questions(name: str) -> None:
    at = opened(m=name)
    shown = words(at)
    question = posed()[name]
    assert question.decision.title in shown
    assert moments.asked(question) in shown
    assert any(f"row={name}" in link for link in links(at))
    assert any(link.startswith("sandbox?p=") for link in links(at))


def test_to_and_fro_with_the_address() -> None:
    at = opened(m="draw")
    for key, by in (("moment_next", 1), ("moment_back", 0)):
        next(b for b in at.button if b.key == key).click().run()
        name = moments.beside("draw", by)
        assert at.query_params["m"] == name
        assert load_decisions()[name].title in words(assert_well(at))
    assert moments.beside(moments.names()[-1], 1) == moments.names()[0]


def test_a_moment_chosen_from_the_menu_stands_in_the_address() -> None:
    at = opened()
    at.selectbox[0].select("tie").run()
    assert at.query_params["m"] == "tie"
    assert load_decisions()["tie"].title in words(assert_well(at))


def test_who_wants_to_think_first_sees_no_answer() -> None:
    at = opened(m="draw", guess="true")
    label = TEXT["reveal"].format(count=4)
    hidden = next(one for one in at.expander if one.label == label)
    assert not hidden.proto.expanded
    inside = "\n".join(str(one.value) for one in hidden.markdown)
    assert inside.count(CARD["first"]) == words(at).count(CARD["first"]) == 1


def test_a_position_from_the_sandbox_is_held_against_its_own_rules() -> None:
    at = opened(p=CODE, a="R25", n="1")
    shown = words(at)
    assert TEXT["own"]["heading"] in shown
    assert "Britannica 1911 + 1" in shown
    assert any(link.startswith("sandbox?") and "a=R25" in link for link in links(at))


@pytest.mark.parametrize("text", ["nonsense", "<b>x</b>", ""])
def test_a_moment_that_there_is_not_is_one_sentence(text: str) -> None:
    at = opened(m=text)
    assert [one.value for one in at.warning] == [TEXT["trouble"]["moment"]]
    assert load_decisions()[moments.FIRST].title in words(at)
    assert "<b>" not in words(at)


def test_a_position_that_cannot_be_read_or_cannot_be() -> None:
    at = opened(p="6.66.<script>")
    assert len(at.error) == 1
    assert "<script>" not in words(at)
    assert load_decisions()[moments.FIRST].title in words(at)
    assert TEXT["own"]["flawed"] in words(opened(p=FLAWED))


def test_the_sandbox_leads_here_with_itsread_position() -> None:
    at = assert_well(open_page("sandbox", p=CODE))
    at.session_state["panel"] = prose("sandbox")["panels"]["everywhere"]
    found = [link for link in links(assert_well(at.run())) if link.startswith("moments?")]
    assert found == [f"moments?p={CODE}"]


# --- late presses -------------------------------------------------------------------------------


def test_next_pressed_twice_leads_one_moment_on() -> None:
    at = twice(opened(m="draw"), "moment_next")
    assert at.query_params["m"] in (name := moments.beside("draw", 1), [name])
    assert at.selectbox[0].value == name
    at = at.button(key="moment_next").click().run()
    assert at.selectbox[0].value == moments.beside("draw", 2)


def test_an_address_that_comes_late_leads_back_to_no_moment_and_a_link_does() -> None:
    at = opened(m="draw")
    late = Screen(at)
    at.button(key="moment_next").click().run()
    assert late.tell().selectbox[0].value == moments.beside("draw", 1)
    at.query_params["m"] = "draw"
    assert assert_well(at.run()).selectbox[0].value == "draw"


def test_who_comes_back_to_the_page_finds_what_the_address_says() -> None:
    at = opened(m="draw").switch_page("pages/glossary.py").run()
    at.switch_page("pages/moments.py").query_params["m"] = "tie"
    assert assert_well(at.run()).selectbox[0].value == "tie"


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", posed())
def test_every_answer_has_words(name: str) -> None:
    question = posed()[name]
    for rules in {preset(n) for n in ("pagat", "szalone-10", "kardinal", "le-mata")}:
        there = question.position(rules)
        if there is not None:
            told = moments.answer(there, question.ask)
            assert told
            assert all(line and "{" not in line for line in told)


def test_actions_are_told_by_tile_and_place() -> None:
    position = read_position("6.661520.1633-3444.0.A.0-0.szalone-10")
    assert moments.answer(position, "actions") == [
        "**1-6** on the left end, leaves 6",
        "**1-6** across on either end, leaves 1 or 6",
        "**pass**",
    ]
    blocked = read_position("6.66.2233-4445.0.A.0-0.pagat")
    assert moments.answer(blocked, "actions") == ["**pass**"]


def test_only_what_differs_is_marked() -> None:
    one = read_position("6.66.1222-3344.01553646.A.0-0.wikipedia")
    other = read_position("6.66.1222-3344.01553646.A.0-0.wikipedia-early")
    assert moments.answer(other, "actions", one) == [
        "**1-2** on either end, leaves 2",
        r"\+ also **draw** a tile",
    ]
    assert moments.answer(one, "actions", other)[-1] == "− not **draw** a tile"
    assert moments.answer(one, "actions", one) == moments.answer(one, "actions")


# --- the picture --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["spinner_arms", "cross_open", "deal", "next_lead"])
def test_the_picture_shows_what_lies_and_says_it(name: str) -> None:
    position = posed()[name].shown
    svg = position_svg(position)
    assert svg.startswith("<svg")
    assert messages_of(position) in svg
    assert all(f">{seat}<" in svg or f" {seat}<" in svg for seat in "AB")


def messages_of(position: Position) -> str:
    """The beginning of the picture's description."""
    return "The table is empty." if not position.line.row else "On the table, left to right: "
