"""The worked opening replays, and the engine finds what its commentary overlooks."""

import shutil
from pathlib import Path

import pytest

from matador.game.line import ends
from matador.game.moves import explain
from matador.game.tiles import tile_set
from matador.teach import worked
from matador.teach.content import CONTENT, ContentError
from matador.teach.worked import Claim, Moment, opening, overlooked

HAND = opening()


def names(moment: Moment) -> set[str]:
    return {str(action) for action in moment.overlooked}


def test_the_hand_replays_tile_by_tile() -> None:
    assert [str(moment.played) for moment in HAND.moments[1:]] == (
        ["S66", "L11", "R12", "R50", "R25", "L64", "L30"]
    )
    assert HAND.moments[0].played is None
    assert HAND.moments[HAND.last].coming is None


def test_the_deal_is_the_articles() -> None:
    first, second = HAND.line.start.hands
    assert {str(one) for one in first.tiles} == {"66", "35", "12", "04", "25", "44", "03"}
    assert {str(one) for one in second.tiles} == {"46", "11", "05", "26", "33", "16", "24"}


@pytest.mark.parametrize("moment", HAND.moments, ids=lambda moment: f"step{moment.step}")
def test_what_the_commentary_says_of_the_ends_is_right(moment: Moment) -> None:
    if moment.claim is None:
        return
    found = ends(moment.position.line, moment.position.rules)
    assert [end.halves for end in found] == [(half,) for half in moment.claim.ends]
    assert {end.arm for end in found if end.closed} == set(moment.claim.closed)
    assert moment.ends_right


@pytest.mark.parametrize("moment", HAND.moments, ids=lambda moment: f"step{moment.step}")
def test_every_tile_that_the_commentary_names_can_go_where_it_says(moment: Moment) -> None:
    legal = {(action.where, str(action.tile)) for action in moment.plays}
    said = moment.claim.names if moment.claim else {}
    assert {(arm, one) for arm, tiles in said.items() for one in tiles} <= legal


def test_the_plays_it_overlooks() -> None:
    assert {moment.step: names(moment) for moment in HAND.slips} == {
        2: {"L25", "L52", "R25", "R52"},
        4: {"L25", "L52"},
        7: {"R16", "R61"},
    }


def test_what_it_overlooks_is_legal_and_always_a_matador() -> None:
    for moment in HAND.slips:
        for action in moment.overlooked:
            assert explain(moment.position, action).legal
            assert action.tile in moment.position.rules.tiles.matadors


def test_an_end_that_a_claim_does_not_speak_of_is_not_held_against_it() -> None:
    plays = HAND.moments[2].plays
    assert overlooked(plays, None) == ()
    assert overlooked(plays, Claim(2, "", (1, 6))) == ()
    assert {str(a) for a in overlooked(plays, Claim(2, "", (1, 6), names={"R": ("12",)}))} == {
        "R25",
        "R52",
    }


def test_the_nearest_step() -> None:
    assert [HAND.nearest(step) for step in (-4, 0, 3, 7, 99)] == [0, 0, 3, 7, 7]


def test_the_line_can_be_left_at_every_step() -> None:
    for moment in HAND.moments:
        left = HAND.left_at(moment.step)
        assert left.position == moment.position
        assert left.actions == HAND.line.actions[: moment.step]
        for action in moment.plays:
            assert HAND.left_at(moment.step, action).last == action


def test_no_double_makes_the_target_where_the_target_is_odd() -> None:
    assert worked.doubles_making_target(tile_set(6)) == ()
    assert [str(one) for one in worked.doubles_making_target(tile_set(9))] == ["55"]
    assert [str(one) for one in worked.matador_doubles(tile_set(6))] == ["00"]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('source = "S000"', 'source = "nobody"', "source"),
        ("S66.L11", "S66.L46", "actions"),
        ("6.-.0304", "6.-.0303", "start"),
        ("britannica", "no-such-rules", "start"),
        ('R = ["12"]', 'R = ["13"]', "claims.1.names.R"),
        ('closed = ["L"]', 'closed = ["U"]', "claims.6"),
        ("step = 3", "step = 2", "claims.2.step"),
        ("step = 3", "step = 33", "claims.2.step"),
        ('locator = "first move"', 'page = "first move"', "claims"),
    ],
)
def test_a_faulty_file_is_refused_by_file_and_key(
    tmp_path: Path, old: str, new: str, key: str
) -> None:
    folder = tmp_path / "content"
    shutil.copytree(CONTENT, folder)
    path = folder / "worked" / "opening.toml"
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    with pytest.raises(ContentError, match=rf"content/worked/opening\.toml: {key}"):
        opening(folder)
