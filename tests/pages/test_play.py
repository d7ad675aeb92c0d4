"""Playing against the computer without a browser: whole hands, reloads, taking back, fairness."""

import time
from urllib.parse import urlencode

import pytest

from matador.analysis.players import PLAYERS
from matador.game import fair
from matador.game.moves import legal_actions
from matador.game.rules import read_rules
from matador.teach.content import install
from matador.teach.prose import prose
from matador.ui import core, links, play, play_address
from matador.ui.play_address import new_game, read, write
from tests.pages.harness import assert_well, open_page, sent, trigger, words
from tests.pages.late import Screen, twice

install()

TEXT = prose("play")
KEY = bytes(range(fair.KEY_BYTES))


def _quick(rules: str = "pagat", *opponents: str, **changes) -> dict[str, str]:
    """The address of a fresh game without pauses, in which forced draws are done by themselves."""
    game = new_game(read_rules(rules), opponents or ("balanced",), KEY, **changes)
    return {**write(game), "t": "0", "f": "1"}


def _opened(params: dict[str, str]):
    return assert_well(open_page("play", **params))


def _desk(at) -> play.Desk:
    return at.session_state["play_desk"]


def _address(at) -> dict[str, str]:
    values = {
        name: at.query_params[name] for name in play_address.PARAMS if name in at.query_params
    }
    return {k: v if isinstance(v, str) else v[0] for k, v in values.items()}


def _press(at, key):
    return assert_well(next(b for b in at.button if b.key == key).click().run())


def _keys(at) -> set[str]:
    return {button.key for button in at.button}


def _tap(at):
    """Play the first placement that the board offers, or draw, or pass."""
    data = sent(at, "play")
    places = [place["action"] for some in data["places"].values() for place in some]
    if places:
        move = {"action": min(places), "rev": data["rev"]}
        return assert_well(trigger(at, "play", "action", move))
    game = _desk(at).playing
    return _press(at, f"play_{legal_actions(game.match.position)[0].where}")


def _to_the_end(at):
    while "play_next" not in _keys(at):
        at = _tap(at) if play.my_turn(_desk(at).playing) else assert_well(at.run())
    return at


def test_every_player_has_a_name_and_a_sentence():
    assert list(TEXT["players"]) == list(TEXT["what"]) == list(PLAYERS)


def test_one_tap_starts_a_game():
    at = _press(_opened({}), "play_go")
    data = sent(at, "play")
    assert [(len(hand["tiles"]), hand["hidden"]) for hand in data["hands"]] == [(7, 0), (0, 7)]
    assert read(_address(at)).game == _desk(at).game


@pytest.mark.parametrize(("opponent", "length"), [("random", 3), ("balanced", 1)])
def test_a_whole_match(opponent, length):
    """Each moment is in the address, and no hand but the own one is ever sent before the end."""
    at, hands = _opened(_quick("pagat~target-50", opponent)), 0
    while True:
        game = _desk(at).playing
        assert read(_address(at)).game == game
        data = sent(at, "play")
        if not game.match.hand.over:
            assert data["hands"][1]["tiles"] == []
            assert data["hands"][1]["hidden"] == len(game.match.position.hands[1])
            at = _tap(at)
            continue
        hands += 1
        assert sent(_opened(_address(at)), "play")["text"] == data["text"]
        if game.match.winners:
            break
        at = _press(at, "play_next")
    assert hands == length
    told = words(at)
    assert TEXT["over"]["match"] in told
    assert f"**{hands}.**" in told
    at = _press(at, "play_next")
    assert _desk(at).playing.match.score == (0, 0)


def test_a_reload_in_the_middle_goes_on_alike():
    """Another device gets the same answers from the same address."""
    at = _tap(_tap(_opened(_quick())))
    other = _opened(_address(at))
    assert sent(other, "play") == {**sent(at, "play"), "rev": sent(other, "play")["rev"]}
    assert _address(_tap(at)) == _address(_tap(other))


def test_taking_back_leads_to_the_last_choice():
    """Not to a forced draw, and without the computer's answer."""
    before = _tap(_opened(_quick()))
    after = _press(_tap(before), "play_take_back")
    match = _desk(after).playing.match
    assert match.position.turn == play_address.ME
    assert play.forced(_desk(after).playing) is None
    assert read(_address(after)).game == _desk(after).playing
    while "play_take_back" in {b.key for b in after.button if not b.disabled}:
        after = _press(after, "play_take_back")
    assert play.last_choice(_desk(after).playing) is None


def test_giving_up_pays_the_opponent_and_is_kept():
    at = _press(_tap(_opened(_quick())), "play_give_up")
    game = _desk(at).playing
    assert game.match.hand.settlement.winners == (1,)
    assert "You gave up: settled as if Balanced had gone out." in words(at)
    assert read(_address(at)).game == game
    assert all(hand["tiles"] for hand in sent(at, "play")["hands"])
    analyse = next(link for link in at.get("page_link") if link.proto.page == "sandbox")
    assert analyse.proto.query_string == urlencode(links.table(game.match.line))
    assert _desk(_press(at, "play_next")).playing.match.score == game.match.score


def test_a_move_that_is_not_legal_is_told_and_changes_nothing():
    """Also one with a tile that lies hidden: nobody is told where."""
    at = _opened(_quick())
    while len(legal_actions(_desk(at).playing.match.position)) < 2:
        at = _tap(at)
    at = _press(at, f"play_{'d' if play.my_turn(_desk(at).playing) else 'p'}")
    assert "play first" in sent(at, "play")["message"]["text"]
    match, told = _desk(at).playing.match, set()
    hidden = [match.position.hands[1].tiles[0], match.position.stock.tiles[-1]]
    for one in hidden:
        move = {"action": f"R{one.low}{one.high}", "rev": sent(at, "play")["rev"]}
        at = assert_well(trigger(at, "play", "action", move))
        told.add(sent(at, "play")["message"]["text"].replace(f"{one.low}-{one.high}", "it"))
    assert told == {"it is not in this hand."}
    assert _desk(at).playing.match == match


def test_forced_draws_wait_for_the_visitor_unless_he_says_otherwise():
    params = _quick()
    at = _opened({**params, "f": "0"})
    while play.forced(_desk(at).playing) is None:
        at = _tap(at)
    primary = [
        b.key for b in at.button if b.key in ("play_d", "play_p") and b.proto.type == "primary"
    ]
    assert primary == [f"play_{play.forced(_desk(at).playing).where}"]
    done = _desk(at).playing.match.line.at
    at = assert_well(at.toggle(key="play_forced_False").set_value(True).run())
    assert _desk(at).playing.match.line.at > done
    assert _address(at)["f"] == "1"


def test_each_move_has_its_pause(monkeypatch):
    """With a pause nothing comes before its time; then one action at a time."""
    now = 1000.0
    monkeypatch.setattr(play.time, "monotonic", lambda: now)
    at = _opened({**_quick("pagat", "random", "random"), "t": "20"})
    done = [len(_desk(at).playing.match.line.actions)]
    for _ in range(2):
        now += 2.1
        at = assert_well(at.run())
        done.append(len(_desk(at).playing.match.line.actions))
    assert done == [0, 1, 2]


@pytest.mark.parametrize(
    "names", [("sampler",), ("master", *(n for n in PLAYERS if n != "master"))]
)
def test_every_player_plays(names):
    """Searchers answer from another process; up to seven opponents play at one table."""
    names = names[:7]
    at = _opened(_quick("pagat~set-12" if len(names) > 1 else "pagat", *names))
    until = time.monotonic() + 90
    while _desk(at).playing.match.line.at <= 2 * len(names) and "play_next" not in _keys(at):
        assert time.monotonic() < until
        at = _tap(at) if play.my_turn(_desk(at).playing) else assert_well(at.run())
        time.sleep(0.05)
    at.session_state["play_why"] = True
    assert "*" in words(assert_well(at.run()))


def test_while_the_core_is_prepared_the_page_says_so_and_others_play(monkeypatch):
    monkeypatch.setattr(core, "ready", lambda: False)
    at = _opened(_quick("pagat", "master"))
    while play.my_turn(_desk(at).playing):
        at = _tap(at)
    assert "Master needs the calculator" in words(at)
    assert "calculator" not in words(_tap(_opened(_quick("pagat", "balanced"))))


def test_the_check_of_the_deal():
    """Hash before, secret after; a word is part of the deal; a changed key is found out."""
    at = _opened({})
    promised = fair.commitment(fair.hand_secret(_desk(at).key, 1))
    assert promised in words(at)
    next(t for t in at.text_input if t.key == "play_word").set_value("  my   word ")
    at = _press(at, "play_go")
    match = _desk(at).playing.match
    assert (match.hand.word, _desk(at).playing.shown) == ("my word", promised)
    assert match.secret not in words(at)
    at = _press(_press(at, "play_give_up"), "play_check")
    assert match.secret in words(at)
    assert TEXT["fair"]["good"] in words(at)
    other = new_game(match.rules, ("balanced",), KEY)
    at = _press(_opened({**_address(at), "k": write(other)["k"], "a": ""}), "play_check")
    assert TEXT["fair"]["bad_hash"] in words(at)
    assert TEXT["fair"]["good"] not in words(at)


def test_the_deal_can_be_made_again_by_hand():
    """The two commands that are shown give the hash and the position."""
    import hashlib
    import shlex
    import subprocess
    import sys

    from matador.game.notation import write_position
    from matador.ui.play_table import by_hand

    game = new_game(read_rules("pagat~draw-none"), ("random",), KEY, 'it\'s "my" $word')
    first, second = (shlex.split(line) for line in by_hand(game))
    assert hashlib.sha256(first[2].encode()).hexdigest() == game.shown
    told = subprocess.run([sys.executable, *second[1:]], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == write_position(game.match.line.start)


@pytest.mark.parametrize("change", [{"r": "<b>"}, {"o": "hal"}])
def test_an_address_without_a_game_leads_to_the_start(change):
    at = _opened({**_quick(), **change})
    assert "play_go" in _keys(at)
    assert [error.value for error in at.error]
    assert "<b>" not in words(at)
    assert not _press(at, "play_go").error


def test_a_game_with_a_fault_goes_on_before_the_fault():
    """The sentence stands until the visitor does something; then the address is mended."""
    at = _opened({**_quick(), "f": "0", "t": "20", "a": "S50.<script>"})
    assert "action 2" in at.error[0].value
    assert "<script" not in words(at)
    assert "action 2" in assert_well(at.run()).error[0].value
    at = _press(at, "play_give_up")
    assert not at.error
    assert read(_address(at)).game == _desk(at).playing


def test_too_many_players_for_the_set_are_offered_a_larger_one():
    at = _opened({})
    at.session_state["play_count"] = 7
    at = assert_well(at.run())
    assert next(b for b in at.button if b.key == "play_go").disabled
    assert "not enough tiles" in words(at)
    game = _desk(_press(_press(at, "play_larger"), "play_go")).playing
    assert (game.match.players, str(game.match.rules.set)) == (8, "12")


def test_rules_in_the_address_are_proposed_and_a_game_is_not_lost():
    at = _tap(_opened(_quick()))
    game = _desk(at).playing
    at = _press(at, "play_new")
    assert "play_go" in _keys(at)
    at = _press(at, "play_back")
    assert _desk(at).playing == game
    at = _opened({"r": "szalone-10~draw-one"})
    at = _press(at, "play_go")
    assert _desk(at).playing.match.rules == read_rules("szalone-10~draw-one")


# --- late presses -------------------------------------------------------------------------------


def test_a_double_click_starts_one_game_and_its_hash_was_shown():
    at = _opened({})
    promised = fair.commitment(fair.hand_secret(_desk(at).key, 1))
    assert _desk(twice(at, "play_go")).playing.shown == promised


@pytest.mark.parametrize("whole", [True, False])
def test_a_double_click_deals_one_hand(whole):
    at = _press(_opened(_quick(whole=whole)), "play_give_up")
    one = _desk(at)
    match = one.playing.match
    promised = fair.commitment(match.next_secret if whole else fair.hand_secret(one.key, 1))
    at = twice(at, "play_next")
    assert _desk(at).playing.match.hand.number == 1 + whole
    assert _desk(at).playing.shown == promised
    assert not _desk(at).playing.match.hand.over


def test_a_hand_that_was_given_up_twice_is_given_up():
    at = _tap(_opened(_quick()))
    late = Screen(at)
    match = _desk(twice(at, "play_give_up")).playing.match
    assert match.hand.over
    assert _desk(late.press("play_take_back")).playing.match == match


def test_a_double_click_takes_one_choice_back():
    at = _tap(_tap(_opened(_quick())))
    game = _desk(at).playing
    once = game.match.back_to(play.last_choice(game))
    at = twice(at, "play_take_back")
    assert _desk(at).playing.match == once
    assert _desk(_press(at, "play_take_back")).playing.match != once


def test_what_the_others_did_meanwhile_makes_no_press_late():
    at = _tap(_opened(_quick()))
    late = Screen(at)
    _desk(at).show(_desk(at).playing, by_itself=True)
    assert _desk(late.press("play_give_up")).playing.match.hand.over


def test_a_double_click_draws_one_tile():
    at = _opened(_quick("pagat~draw_playable-yes"))
    while len(legal_actions(_desk(at).playing.match.position)) < 2:
        at = _tap(at)
    drawn = len(_desk(at).playing.match.position.hands[play_address.ME])
    at = twice(at, "play_d")
    assert len(_desk(at).playing.match.position.hands[play_address.ME]) == drawn + 1


@pytest.mark.parametrize("forced", ["0", "1"])
def test_a_double_click_on_new_leaves_the_options(forced):
    at = twice(_opened({**_quick(), "f": forced, "t": "4"}), "play_new")
    assert (_desk(at).playing.forced, _desk(at).playing.pause) == (forced == "1", 4)
    assert "play_go" in _keys(at)
