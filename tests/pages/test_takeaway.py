"""What is taken away leads back to the same moment; the bare board shows it and no more."""

from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from matador.game.notation import read_actions, read_position, write_position
from matador.game.record import Timeline, timeline
from matador.teach import messages
from matador.teach.prose import prose
from matador.ui import links, takeaway
from matador.ui.game import Table
from tests.pages.harness import assert_well, open_page, sent, words

TEXT, BOARD = prose("takeaway"), prose("board")
CODE = "6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica"
OPENING = timeline(read_position(CODE), read_actions("S66 L11 R12 R50 R25", read_position(CODE))[0])
MOMENT = OPENING.to(3)
TREE = {**links.table(MOMENT), "a": "S66.-R11_.L11.R12", "n": "4"}
"""Three actions and a variation in place of the second; looked at after the last."""


def bare(**query: str) -> AppTest:
    return assert_well(open_page("board", **query))


def opened(address: str) -> Timeline:
    """The line of play that an address holds, looked at where the address looks."""
    params = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    found = links.read_table(params)
    assert found.timeline
    assert not found.trouble
    return found.timeline


def press(at: AppTest, label: str) -> AppTest:
    return assert_well(next(one for one in at.button if one.label == label).click().run())


def link(at: AppTest) -> Any:
    return next(one.proto for one in at.get("link_button"))


def test_the_address_and_the_frame_lead_back_to_the_moment() -> None:
    one = Table(MOMENT)
    assert opened(takeaway.address("sandbox", one)) == MOMENT
    framed = unescape(takeaway.snippet(one).split('"')[1])
    assert opened(framed) == MOMENT
    assert urlsplit(framed).path.endswith("board")
    assert "embed=true" in framed


@pytest.mark.parametrize(
    "here", ["https://a.org/sandbox", "https://a.org/deep/er/sandbox", "https://a.org/sandbox/"]
)
def test_the_address_is_that_of_the_app_wherever_it_is_served(
    here: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(takeaway.st.context), "url", here)
    board = takeaway.address("board", Table(MOMENT)).partition("?")[0]
    assert board == here.rstrip("/").removesuffix("sandbox") + "board"


def test_the_sandbox_gives_each_thing_by_its_name() -> None:
    at = open_page("sandbox", **links.table(MOMENT))
    at.session_state["panel"] = prose("sandbox")["panels"]["take"]
    at = assert_well(at.run())
    codes = [code.value for code in at.code]
    assert write_position(MOMENT.position) in codes
    assert opened(codes[0]) == MOMENT
    assert [one.label for one in at.get("download_button")] == [
        TEXT["record"],
        TEXT["svg"],
        TEXT["png"],
    ]
    assert sent(at, "take_print")["buttons"] == [{"does": "print", "label": TEXT["print"]}]


def test_the_bare_board_shows_the_moment_and_cannot_be_played_on() -> None:
    at = bare(**links.table(MOMENT))
    data = sent(at, "bare")
    assert data["text"] == "\n".join(messages.describe(MOMENT.position))
    assert not data["places"]
    assert not data["buttons"]
    assert opened(link(at).url) == MOMENT


def test_the_bare_board_steps_to_and_fro_and_the_link_goes_along() -> None:
    at = bare(**links.table(MOMENT))
    for label, there in (("first", 0), ("on", 1), ("last", 5), ("back", 4)):
        at = press(at, BOARD[label])
        moment = OPENING.to(there)
        assert sent(at, "bare")["text"] == "\n".join(messages.describe(moment.position))
        assert opened(link(at).url) == moment
        assert BOARD["at"].format(at=there, count=5) in words(at)


def test_a_tree_is_shown_at_its_node_and_handed_on_whole() -> None:
    at = bare(**TREE)
    found = links.read_table(TREE)
    assert found.cursor
    assert sent(at, "bare")["text"] == "\n".join(messages.describe(found.cursor.timeline.position))
    params = {name: values[0] for name, values in parse_qs(urlsplit(link(at).url).query).items()}
    assert links.read_table(params).cursor == found.cursor


@pytest.mark.parametrize(
    "query",
    [{}, {"p": "nonsense"}, {"p": CODE.replace("6", "<b>", 1)}, {"p": CODE[:40]}],
    ids=["nothing", "nonsense", "markup", "half"],
)
def test_an_address_without_a_position_gets_one_sentence(query: dict[str, str]) -> None:
    at = bare(**query)
    assert len(at.error) == 1
    assert "<" not in at.error[0].value
    assert not at.get("bidi_component")


def test_an_action_that_does_not_fit_is_said_and_the_rest_is_shown() -> None:
    at = bare(**{**links.table(OPENING), "a": "S66.L11.R99"})
    assert len(at.warning) == 1
    assert sent(at, "bare")["text"] == "\n".join(messages.describe(OPENING.to(2).position))


def test_the_sheet_for_paper_has_the_words_and_what_was_done() -> None:
    at = bare(**links.table(MOMENT))
    shown = [one.value for one in at.text]
    assert "\n".join(messages.describe(MOMENT.position)) in shown
    done = next(one for one in shown if one.startswith("1. "))
    assert done.splitlines() == [
        f"{i + 1}. {messages.told(MOMENT.positions[i], MOMENT.actions[i])}" for i in range(3)
    ]
