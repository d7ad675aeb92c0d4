"""What would it pay: hands by pips and tiles, ties, pairs, the race, and a hostile address."""

from html import unescape

from matador.teach.content import load_presets
from matador.teach.prose import prose
from matador.ui import payments
from tests.pages.harness import assert_well, open_page, words

TEXT = prose("payments")


def opened(**query):
    return assert_well(open_page("compare", view="payment", **query))


def table(at):
    """The table of what is paid, as text."""
    bodies = [element.proto.body for element in at.get("html")]
    return unescape(next(body for body in bodies if TEXT["paid"]["heading"] in body))


def test_eight_against_nineteen_comes_first_and_the_race_after_it():
    at = opened()
    said = words(at)
    assert TEXT["paid"]["differ"].format(amounts="11 / 19 / 27") in said
    assert "19\N{NO-BREAK SPACE}\N{MINUS SIGN}\N{NO-BREAK SPACE}8" in table(at)
    assert TEXT["race"]["title"] in said
    assert "2,000" in said


def test_more_players_and_who_went_out():
    at = opened(seats="3", pips_a="5", out="C")
    assert TEXT["hand"]["held"].format(player="Player C") in words(at)
    assert "5 + 19" in table(at).replace("\N{NO-BREAK SPACE}", " ")
    assert_well(at.number_input(key="seats").set_value(2).run())
    assert at.selectbox(key="out").value == TEXT["hand"]["blocked"]
    assert not at.warning


def test_a_tie_asks_for_the_last_tile_and_four_may_pair():
    at = opened(seats="4", pips_a="8", pips_b="8")
    assert [box.key for box in at.selectbox if box.key == "last"]
    assert_well(at.toggle(key="pairs").set_value(True).run())
    assert TEXT["paid"]["pairs_silent"] in table(at)


def test_tiles_are_counted_and_what_is_none_is_named():
    at = opened(by="tiles", tiles_a="66 3-4 0/1", tiles_b="1-2")
    assert "20 pips" in words(at)
    assert_well(at.text_input(key="tiles_b").input("1-2 <b>").run())
    (warning,) = at.warning
    assert warning.value.startswith("Player B:")
    assert "<b>" not in warning.value
    assert TEXT["race"]["title"] in words(at)
    assert_well(at.text_input(key="tiles_b").input("6-6").run())
    assert "6-6" in at.warning[0].value
    assert_well(at.text_input(key="tiles_b").input("5-5").run())
    assert not at.warning


def test_no_parameter_takes_nonsense():
    for key, read in payments.readers().items():
        found = read(["<script>9"])
        assert not found.values, key
        assert found.trouble, key
        assert "script" not in found.trouble


def test_nonsense_in_the_address_is_one_sentence_and_the_usual():
    at = opened(pips_a="<script>9", out="Z")
    assert len(at.warning) == 1
    assert TEXT["paid"]["differ"].format(amounts="11 / 19 / 27") in words(at)


def test_another_race_by_its_address():
    at = opened(race_players="4", race_policy="random", race_target="50", race_all="true")
    assert TEXT["race"]["lead"].format(target=50) in words(at)
    assert "4 players" in words(at)
    bodies = [element.proto.body for element in at.get("html")]
    named = next(body for body in bodies if TEXT["race"]["caption"] in body)
    assert TEXT["race"]["nobody"] in named
    assert load_presets()["kardinal"].title not in named
