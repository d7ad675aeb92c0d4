"""Ways into the sandbox without a browser: deals with wishes, set-up, pasting, a real game."""

import time

from matador.game.notation import read_position, read_tile
from matador.teach.prose import prose
from matador.ui import truth
from tests.pages.harness import assert_well, open_page, sent, trigger, wish, words

CODE = "6.-.03041225354466-05111624263346.1314152255.A.0-0.britannica"
RECORD = """[Rules "britannica"]
[Deal "03041225354466-05111624263346"]
[Stock "1314152255"]
[Seats "Anna, Ben"]

1. S66 2. L11 {closing in} 3. R12 ( 3. R25* ) 4. R50x *

[Rules "pagat"]
[Deal "4466-11"]

1. S66 2. R11 *
"""
PATIENCE = 180  # seconds; a core that is not compiled yet takes a minute on a busy machine
PASTE, SETUP, DEALS = prose("paste"), prose("setup"), prose("deals")


def _sandbox(panel="", **query):
    at = open_page("sandbox", **query)
    if panel:
        at.session_state["panel"] = prose("sandbox")["panels"][panel]
        at = at.run()
    return assert_well(at)


def _address(at, name):
    """One parameter of the address; AppTest keeps what the app wrote as a list."""
    value = at.query_params[name]
    return value if isinstance(value, str) else value[0]


def _position(at):
    return read_position(_address(at, "p"))


def _press(at, label):
    button = next(b for b in at.button if b.label == label)
    return assert_well(button.click().run())


def _pick(at, kind, key, value):
    return next(one for one in getattr(at, kind) if one.key == key).set_value(value)


def _said(at):
    return sent(at, "sandbox")["message"]["text"]


# --- deals ---


def _unfolded(expander, **query):
    return _unfold(open_page("sandbox", **query), expander)


def _unfold(at, expander):
    at.session_state["deal_popover"] = at.session_state[expander] = True
    return assert_well(at.run())


def test_a_seed_deals_the_same_everywhere():
    """The same seed, rules and players give the same hands."""
    dealt = []
    for _ in range(2):
        at = _unfolded("deal_wishes")
        _pick(at, "selectbox", "deal_rules", "szalone-10")
        _pick(at, "number_input", "deal_players", 3)
        at.text_input(key="deal_seed").set_value("our table")
        at = _press(at, DEALS["deal"]["go"])
        dealt.append(_address(at, "p"))
        assert "our table" in _said(at)
        at = _unfold(at, "deal_wishes")
        assert at.text_input(key="deal_seed").value != "our table"  # the next is another one
    assert dealt[0] == dealt[1]
    assert dealt[0].startswith("9.-.")


def test_rules_that_were_changed_are_dealt_by():
    """The deal offers the rules in force, changes and all; those that can't be dealt say why."""
    at = _press(_unfolded("deal_wishes", p=f"{CODE}~draw-none"), DEALS["deal"]["go"])
    assert _address(at, "p").endswith(".britannica~draw-none")
    before = _address(at, "p")
    _pick(_unfold(at, "deal_wishes"), "number_input", "deal_players", 8)
    at = _press(at, DEALS["deal"]["go"])
    assert "The set has not enough tiles" in _said(at)
    assert "The set has not enough tiles" in words(at)
    assert _address(at, "p") == before


def test_a_wished_deal_and_the_same_once_more():
    """A ready wish and a tile come true; seed and wishes give the same deal elsewhere."""
    dealt = []
    for _ in range(2):
        at = _press(_unfolded("deal_wishes", p=CODE), DEALS["wishes"]["no-matador"])
        _pick(at, "multiselect", "wish_holds_0", [read_tile("55")])
        assert_well(at.run())
        at = assert_well(_pick(at, "button_group", "deal_wisher", 1).run())
        at = _press(at, DEALS["wishes"]["all-doubles"])
        at.text_input(key="deal_seed").set_value("ours")
        at = _press(at, DEALS["deal"]["go"])
        dealt.append(_position(at))
    assert "can't both hold 5-5" in _said(at)  # both wanted it: the table stays as it was
    assert dealt == [read_position(CODE)] * 2
    at = _press(at, DEALS["wishes"]["forget"])
    at = _press(at, DEALS["wishes"]["all-doubles"])
    _pick(at, "selectbox", "deal_known", 1)
    at = _press(at, DEALS["deal"]["go"])
    mine, other = _position(at).hands[1], _position(at).hands[0]
    assert all(tile.double for tile in mine.tiles)
    assert (len(mine.tiles), other.tiles, other.hidden) == (7, (), 7)


# --- set-up ---


def _set_up(code):
    at = _sandbox(p=code)
    return assert_well(at.toggle(key="setting_up").set_value(True).run())


def test_flaws_lead_to_the_tile_at_fault_or_are_mended():
    """The button marks the tile on the board; a number is mended; nothing is lost by either."""
    code = "6.1133.0304-2225.~26.A7.0-0.pagat"
    at = _set_up(code)
    assert "can't lie next to each other" in words(at)
    at = _press(at, SETUP["flaws"]["show"].format(tile="3-3"))
    shown = sent(at, "sandbox")
    assert shown["setup"]["focus"] == "33"
    assert "can't lie next to each other" in shown["message"]["text"]
    assert _address(at, "p") == code
    at = _press(at, SETUP["mend"]["passes"])
    at = _press(at, SETUP["mend"]["too-many-tiles"])
    assert _address(at, "p") == "6.1133.0304-2225.~22.A.0-0.pagat"
    assert "focus" not in sent(at, "sandbox")["setup"]
    at = _press(at, SETUP["take"]["off"].format(tile="3-3", arm="the right end"))
    assert SETUP["flaws"]["sound"] in words(at)
    at = wish(at, "undo")
    assert _position(at).flaws


def test_a_position_from_nothing():
    """Box emptied, players, hidden counts, filled hands and stock, turn, passes, score."""
    at = _press(_set_up(CODE), SETUP["take"]["clear"])
    for key, value in {
        "setup_players": 3,
        "setup_hidden_hand-B": 4,
        "setup_hidden_stock": 5,
        "setup_turn": 2,
        "setup_passes": 1,
        "setup_score_1": 40,
    }.items():
        kind = "selectbox" if key == "setup_turn" else "number_input"
        at = assert_well(_pick(at, kind, key, value).run())
    at.text_input(key="setup_seed").set_value("7")
    at = _press(at, SETUP["random"]["hands"])
    at = _press(at, SETUP["random"]["stock"])
    found = _position(at)
    assert [len(hand) for hand in found.hands] == [7, 7, 7]
    assert (found.hands[1].hidden, found.stock.hidden) == (4, 5)
    assert (found.turn, found.passes, found.score) == (2, 1, (0, 40, 0))
    assert len(found.unseen) == 9
    assert not found.flaws


def test_a_tile_from_anywhere_to_anywhere():
    """The board's edit moves it; a wrong neighbour is listed as a flaw, not refused."""
    at = _set_up(CODE)
    for to in ("S", "stock", "hand-B", "box"):
        change = {"tile": "33", "to": to, "inner": 3 if to == "S" else None}
        change["rev"] = sent(at, "sandbox")["rev"]
        at = assert_well(trigger(at, "sandbox", "edit", change))
    assert read_tile("33") in _position(at).unseen


# --- paste ---


def _paste(at, text):
    at.text_area(key="pasted").set_value(text)
    return _press(at, PASTE["go"])


def test_everything_goes_through_one_box():
    """A broken code, actions, an address, tiles for a hand: each does what it says."""
    at = _paste(_sandbox("paste"), CODE[:30] + "\n" + CODE[30:])
    assert _address(at, "p") == CODE
    assert at.text_area(key="pasted").value == ""
    at = _paste(at, "66, L 1-1; R12")
    assert _address(at, "a") == "S66.L11.R12"
    at = _paste(at, f"https://matador.example/sandbox?p={CODE}&a=S66.L11.R12&n=1")
    assert (_address(at, "a"), _address(at, "n")) == ("S66.L11.R12", "1")
    at = _press(_paste(at, "5-6, 3|3 0:0"), PASTE["tiles"]["hand"].format(seat="B"))
    assert [str(tile) for tile in _position(at).hands[1].tiles] == ["00", "33", "56"]


def test_an_error_names_the_place_and_loses_nothing():
    """The text stays in the box, the table as it was; markup does not come through."""
    at = _paste(_sandbox("paste", p=CODE, a="S66"), "L11\nR99 <b>")
    assert "line 2, word 1, 'R99'" in _said(at)
    assert "line 2, word 1, 'R99'" in words(at)
    assert at.text_area(key="pasted").value == "L11\nR99 <b>"
    assert _address(at, "a") == "S66"
    at = _paste(at, "<script>alert(1)</script>")
    assert "<" not in _said(at)


def test_a_flawed_position_opens_in_set_up():
    """It can't be played, so it is shown where it can be mended."""
    at = _paste(_sandbox("paste"), "6.1133.0304-2225.~9.A.0-0.pagat")
    assert at.toggle(key="setting_up").value
    assert "can't lie next to each other" in words(at)


def test_records_open_with_all_their_variations():
    """Each hand can be chosen, variations and comments stand in the address."""
    at = _paste(_sandbox("paste"), RECORD.replace("R11", "R99") + RECORD)
    assert _said(at).startswith("Hands read: 1. Then: line 11, 'R99'")
    at = _paste(at, RECORD)
    assert _said(at) == "2 hands read."
    whole = _address(at, "a")
    assert ".-.R25._." in whole
    at = assert_well(at.selectbox(key="record_hand_2").set_value(1).run())
    assert _address(at, "a") == "S66.R11"
    at = _paste(at, "hello")
    assert "'hello': expected" in _said(at)
    assert _address(at, "a") == "S66.R11"


def test_comments_and_variations_go_on_from_the_table():
    """What was played before stands in the same tree."""
    at = _paste(_sandbox("paste", p=CODE, a="S66.L11"), "R12 {so it goes} (R25) R50")
    assert _address(at, "a").startswith("S66.L11.R12.~")
    assert _address(at, "a").endswith(".-.R25._.R50")


# --- a real game ---


def _act(at, action):
    payload = {"action": action, "rev": sent(at, "sandbox")["rev"]}
    return assert_well(trigger(at, "sandbox", "action", payload))


def _enter(at, text):
    at.text_input(key="follow_typed").set_value(text)
    return _press(at, DEALS["entry"]["go"])


def _came(at, tile):
    """Choose the tile that was drawn."""
    key = next(b.key for b in at.get("button_group") if b.key.startswith("follow_drawn"))
    return assert_well(_pick(at, "button_group", key, read_tile(tile)).run())


def test_a_real_game_is_followed_and_weighed(monkeypatch):
    """My hand is known; others play what is possible, I name what I draw; then it is weighed."""
    monkeypatch.setattr(truth, "FIRST", 0.5)  # seconds: any estimate will do
    at = _unfolded("deal_follow", p="6.-.0304-1122.~20.A.0-0.pagat~deal-5~draw-one~reserve-0")
    at.text_input(key="follow_tiles").set_value("5-6 3|3 0:4 66")
    at = _press(at, DEALS["follow"]["go"])
    assert "4 tiles instead of 5" in _said(at)
    _pick(at, "button_group", "follow_tapped", [read_tile("45")])
    at = _press(at, DEALS["follow"]["go"])
    start = _position(at)
    assert (start.hands[0].hidden, start.hands[1].hidden, start.stock.hidden) == (0, 5, 18)
    at = _enter(_act(at, "S66"), "4-1")
    at = _press(at, "The left end: 1 inwards, leaves 4")  # it goes on both
    at = _enter(_enter(_act(at, "L33"), "Draw"), "pass")
    at = _enter(_enter(_act(at, "L40"), "d"), "R1|5")
    at = _act(at, "d")  # on the board, where no tile can be named; so it is asked for
    at = _came(at, "11")
    at = _enter(_act(at, "p"), "draw")
    at = _came(_enter(at, "R25"), "23")
    assert _address(at, "a") == "S66.L14.L33.d.p.L40.d.R15.d11.p.d.R25.d23"
    at.session_state["panel"] = prose("sandbox")["panels"]["worth"]
    at = assert_well(at.run())
    until = time.monotonic() + PATIENCE
    while any(b.key in ("truth_stop", "truth_again") for b in at.button):
        assert time.monotonic() < until
        time.sleep(0.1)
        at = assert_well(at.run())
    choices = [b.label for b in at.button if str(b.key).startswith("truth_row_")]
    assert any("2-3" in label for label in choices)
