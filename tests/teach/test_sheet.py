"""The rule sheet: every field is said or needless, and what is said of a turn the engine does."""

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matador.game.front import DRAW, PASS
from matador.game.line import Line, Placed, ends, fits
from matador.game.moves import Ending, apply, ending, legal_actions
from matador.game.position import Hand, Position, Stock, deal
from matador.game.rules import FIELDS, Contradiction, Rules, contradictions, preset, read_rules
from matador.game.settle import match_winners, next_leader, settle, why_not_paid
from matador.game.tiles import Tile, tile
from matador.teach.content import install, load_presets
from matador.teach.sheet import WIDTH, Sheet, sheet, text
from matador.teach.sheet_case import Case, sheet_words
from matador.teach.sheet_said import PIPS, said
from tests.game.strategies import rule_sets

install()

PLAYERS = (None, *range(2, 9))


def keys(one: Sheet) -> set[str]:
    return {rule.key for rule in one.sentences}


def check_whole(one: Sheet) -> None:
    """Nothing is missing, nothing is left open, nothing is said twice."""
    spoken = {field for rule in one.sentences for field in rule.fields}
    assert spoken | set(one.unsaid) == set(FIELDS)
    assert not spoken & set(one.unsaid)
    assert len(keys(one)) == len(one.sentences)
    assert len({rule.text for rule in one.sentences}) == len(one.sentences)
    for told in (one.title, one.subtitle, *one.notes, *(rule.text for rule in one.sentences)):
        assert told
        assert not re.search(r"[{}]|None", told), told
    assert all(section.sentences for section in one.sections)
    assert max(map(len, text(one, marked=True).splitlines())) <= WIDTH


def test_every_preset_is_said_whole_for_every_number_of_players() -> None:
    for name, found in load_presets().items():
        for players in PLAYERS:
            one = sheet(found.rules, players)
            check_whole(one)
            assert one.title == load_presets()[name].title
            assert "changed" not in one.marks


@given(rule_sets(), st.sampled_from(PLAYERS))
@settings(max_examples=40, deadline=None)
def test_any_rules_are_said_whole(rules: Rules, players: int | None) -> None:
    one = sheet(rules, players)
    check_whole(one)
    marked = {field for rule in one.sentences if rule.mark == "changed" for field in rule.fields}
    apart = {
        name for name in FIELDS if rules.value(name) is not one.origin.preset.rules.value(name)
    }
    assert apart - set(one.unsaid) <= marked
    assert one.origin.differences == len(apart)
    assert bool(apart) == (one.title != one.origin.preset.title)


# --- what is said of a turn, against the engine -------------------------------------------------


class Moment(NamedTuple):
    """What of a hand fits, what bars drawing, and whether a matador was drawn and stops it."""

    fits: str  # nothing, matadors, plain
    stock: str  # open, limit (all that a turn allows is drawn), down
    drew: bool = False


N, M, P = "nothing", "matadors", "plain"
OPEN, LIMIT, DOWN = "open", "limit", "down"

# Sentence: what it lets (+) or forbids (-): draw (d), pass (p); of which hands, of which stock.
CLAIMS: dict[str, list[tuple[str, tuple[str, ...], tuple[str, ...]]]] = {
    "must-draw": [("+d -p", (N,), (OPEN,))],
    "draw-or-pass": [("+d +p", (N,), (OPEN,))],
    "draw.none": [("+p -d", (N,), (DOWN,))],
    "nothing-to-draw": [("+p -d", (N,), (DOWN,))],
    "draw-one": [("-d +p", (N,), (LIMIT,))],
    "draw-two": [("-d +p", (N,), (LIMIT,))],
    "draw-until": [("-d +p", (N,), (DOWN,))],
    "draw.one-and-pass": [("-d +p", (N, M, P), (LIMIT,))],
    "draw_playable.no": [("-d", (P,), (OPEN,))],
    "draw-at-will": [("+d", (M, P), (OPEN,))],
    "matador-or-draw": [("+d -p", (M,), (OPEN,))],
    "matador-draw-pass": [("+d +p", (M,), (OPEN,))],
    "matador-no-draw": [("-d", (M,), (OPEN,))],
    "draw_matador.no": [("-d", (M,), (OPEN,))],
    "matador-must": [("-d -p", (M,), (OPEN, LIMIT, DOWN))],
    "matador-must-while": [("-d -p", (M,), (OPEN, LIMIT))],
    "matador-must-at-last": [("-d -p", (M,), (DOWN,))],
    "matador-must-no-more": [("-d -p", (M,), (LIMIT, DOWN))],
    "matador-must-at-limit": [("-d -p", (M,), (LIMIT,))],
    "matador-pass": [("+p", (M,), (OPEN, LIMIT, DOWN))],
    "matador-pass-at-last": [("+p", (M,), (DOWN,))],
    "matador-pass-no-more": [("+p", (M,), (LIMIT, DOWN))],
    "pass-when-stuck": [
        ("-p", (P, M), (OPEN, LIMIT, DOWN)),
        ("-p", (N,), (OPEN,)),
        ("+p", (N,), (DOWN,)),
    ],
    "pass-no-play": [("-p", (P, M), (DOWN,))],
    "pass-or-play": [("-p", (P,), (OPEN, LIMIT, DOWN)), ("+p -d", (N,), (DOWN,))],
    "ordinary-must": [("-p", (P,), (DOWN,))],
    "pass-free": [("+p", (N, M, P), (DOWN,))],
    "pass-free-at-last": [("+p", (N, M, P), (DOWN,))],
}
OF_DRAWN = {"drawn-must": (OPEN, LIMIT, DOWN), "drawn-must-while": (OPEN, LIMIT)}


def promised(told: set[str], moment: Moment, ends_turn: bool) -> set[str]:
    """What the sentences let one do besides playing; two that contradict each other fail."""
    claims: dict[str, bool] = {}
    for key in told & CLAIMS.keys():
        if ends_turn and moment.stock == LIMIT and key != "draw.one-and-pass":
            continue  # the turn is over, whatever fits
        for acts, hands, stocks in CLAIMS[key]:
            if moment.fits in hands and moment.stock in stocks:
                for sign, act in acts.split():
                    assert claims.setdefault(act, sign == "+") == (sign == "+"), (key, moment)
    if moment.drew and any(moment.stock in OF_DRAWN[key] for key in told & OF_DRAWN.keys()):
        claims = {"d": False, "p": False}
    return {act for act, allowed in claims.items() if allowed}


def position(rules: Rules, moment: Moment) -> Position:
    """A hand of two in which this holds: 4 and the highest half are open."""
    high = rules.tiles.highest
    held = {N: (tile(2, 2),), M: (tile(2, 2), tile(1, high)), P: (tile(1, 1), tile(2, 2))}
    left = rules.reserve.size(2) + 9 * (moment.stock != DOWN)
    drawn = rules.draw.limit if moment.stock == LIMIT else int(moment.drew)
    return Position(
        rules,
        Line((Placed(4, high),)),
        (Hand(held[moment.fits]), Hand((tile(1, 2),))),
        Stock((), left),
        turn=0,
        drawn=drawn,
        drew_matador=moment.drew,
    )


def moments(case: Case) -> Iterator[Moment]:
    stocks = [DOWN]
    if case.draws:
        stocks += [OPEN, *([LIMIT] if case.rules.draw.limit < 9 else [])]
    for stock in stocks:
        yield from (Moment(fitting, stock) for fitting in (N, M, P))
        ends_turn = str(case.rules.draw) == "one-and-pass"
        once = str(case.rules.draw) == "one"
        stops = str(case.rules.drawn_matador) == "stops"
        if case.draws and stops and not ends_turn and not (once and stock == OPEN):
            yield Moment(M, stock, drew=True)


def check_turn(rules: Rules) -> None:
    case, told = Case(rules, 2), keys(sheet(rules, 2))
    for moment in moments(case):
        at = position(rules, moment)
        assert not at.flaws
        done = {str(action)[0] for action in legal_actions(at)}
        says = promised(told, moment, str(rules.draw) == "one-and-pass")
        assert done & {DRAW, PASS} == says, (moment, sorted(told & CLAIMS.keys()))


TURN = ("draw", "draw_playable", "draw_matador", "drawn_matador", "matador_duty", "passing")


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_what_is_said_of_a_turn_is_what_the_engine_allows(data: st.DataObject) -> None:
    values = {name: data.draw(st.sampled_from(sorted(map(str, FIELDS[name])))) for name in TURN}
    check_turn(preset("pagat").changed(**values))


def test_what_the_presets_say_of_a_turn_is_what_the_engine_allows() -> None:
    for found in load_presets().values():
        check_turn(found.rules)


# --- what is said of the lead and of blanks, against the engine ---------------------------------


@pytest.mark.parametrize("no_double", sorted(map(str, FIELDS["no_double"])))
@pytest.mark.parametrize("draw", ["none", "one"])
def test_a_leader_without_a_double_does_what_the_sheet_says(no_double: str, draw: str) -> None:
    rules = read_rules(f"pagat~lead_tile-highest-double~no_double-{no_double}~draw-{draw}")
    hands = Hand((tile(1, 2), tile(3, 5))), Hand((tile(2, 2), tile(1, 4)))
    at = Position(rules, Line(), hands, Stock((), 9), turn=0)
    done = {str(action) for action in legal_actions(at)}
    any_tile = {"S12", "S21", "S35", "S53"}
    does = {
        "lacking-any": any_tile,
        "lacking-heaviest": {"S35", "S53"},
        "lacking-next": {"p"},
        "lacking-next-any": {"p"},
        "lacking-draw": {"d"},
    }
    told = keys(sheet(rules, 2))
    assert [does[key] for key in told & does.keys()] == [done]
    without = Position(rules, Line(), (hands[0], Hand((tile(1, 4),))), Stock((), 9), turn=0)
    assert (ending(without) is Ending.VOID) == ("redeal" in told)


@given(rule_sets())
@settings(max_examples=40, deadline=None)
def test_what_follows_a_double_blank_is_what_the_sheet_says(rules: Rules) -> None:
    told, plain = keys(sheet(rules, 2)), Tile(0, 3)

    def goes_on(last: Placed) -> list[bool]:
        row = Line((Placed(rules.tiles.highest, 0), last))
        found = [end for end in ends(row, rules) if end.arm.startswith("R")]
        return [bool(fits(plain, end, rules, False)) for end in found]

    in_line, across = goes_on(Placed(0, 0)), goes_on(Placed(0, 0, "x"))
    killed = "double_blank.kills" in told
    assert in_line == ([] if killed else [False])
    if "across" in str(sheet(rules, 2).unsaid.get("cross_open", "")):
        return  # nothing ever lies across
    assert any(across) == ("double-blank-across" in told)
    assert bool(across) != killed


@given(st.data(), rule_sets(), st.integers(2, 3), st.integers(0, 999))
@settings(max_examples=25, deadline=None)
def test_what_is_not_said_makes_no_difference(
    data: st.DataObject, rules: Rules, players: int, seed: int
) -> None:
    if Contradiction.TOO_FEW_TILES in contradictions(rules, players):
        return
    unsaid = sheet(rules, players).unsaid
    if not unsaid:
        return
    field = data.draw(st.sampled_from(sorted(unsaid)))
    other = data.draw(st.sampled_from(sorted(map(str, FIELDS[field]))))
    chance = random.Random(seed)
    one, same = deal(rules, players, seed), deal(rules.changed(**{field: other}), players, seed)
    while not ending(one):
        assert legal_actions(one) == legal_actions(same), (field, unsaid[field], other)
        action = chance.choice(legal_actions(one))
        one, same = apply(one, action), apply(same, action)
    assert ending(one) is ending(same)
    if not why_not_paid(one):
        paid, likewise = settle(one), settle(same)
        assert paid == likewise
        assert next_leader(rules, paid, 0) == next_leader(same.rules, likewise, 0)
        score = tuple(10 * points for points in paid.payments)
        assert match_winners(rules, score, 9) == match_winners(same.rules, score, 9)


# --- titles, marks, text ------------------------------------------------------------------------


def test_house_rules_are_called_by_what_is_nearest() -> None:
    one = sheet(read_rules("britannica~draw-one"), 2)
    assert one.title == "House rules, closest to Britannica 1911: 1 difference"
    assert "2 differences" in sheet(read_rules("britannica~draw-one~reserve-0"), 2).title
    changed = [rule.key for rule in one.sentences if rule.mark == "changed"]
    assert changed == ["must-draw", "draw-one"]


def test_what_a_table_decided_is_marked_even_where_the_source_says_the_same() -> None:
    usual, asked = sheet(preset("pagat"), 2), sheet(preset("pagat"), 2, {"target", "goal"})
    marks = {rule.key: rule.mark for rule in asked.sentences}
    assert marks["reach-wins"] == "changed"
    assert "changed" not in usual.marks
    assert "(*) decided at your table" in text(asked, marked=True)
    assert "(*)" not in text(asked)


def test_a_source_that_is_silent_or_unclear_is_not_made_to_say_it() -> None:
    found = load_presets()["britannica"]
    for rule in sheet(found.rules, 2).sentences:
        statuses = {found.fields[field].status for field in rule.fields}
        assert ("silent" in statuses) == (rule.mark == "assumed"), rule


def test_the_example_is_computed_for_as_many_hands_as_play() -> None:
    by_players = {players: text(sheet(preset("pagat"), players)) for players in (2, 4)}
    assert "19 - 8 = 11" in " ".join(by_players[2].split())
    assert "19 + 12 + 15 - 8 = 38" in " ".join(by_players[4].split())
    assert min(PIPS) == PIPS[0]
    pairs = text(sheet(read_rules("pagat~partners-pairs"), 4))
    assert "19 + 15 - 8 = 26" in " ".join(pairs.split())


def test_what_cannot_stand_together_is_noted_and_never_raises() -> None:
    crowded = sheet(read_rules("pagat~deal-7"), 8)
    assert any("not enough tiles" in note for note in crowded.notes)
    odd = sheet(read_rules("kardinal~goal-reach-wins"), 2)
    assert any("charged most" in note for note in odd.notes)
    assert sheet(read_rules("pagat~goal-exceed-loses"), 2).notes


@cache
def _words() -> dict[str, str]:
    found: dict[str, str] = sheet_words()["sentences"]
    return found


def test_every_sentence_of_the_file_is_used() -> None:
    told: set[str] = set()
    chance = random.Random(1)
    for _ in range(800):
        values = {name: str(chance.choice(list(FIELDS[name]))) for name in FIELDS}
        case = Case(preset("pagat").changed(**values), chance.choice(PLAYERS))
        told |= {one.key for ones in said(case).values() for one in ones}
    assert _words().keys() - told == set()
