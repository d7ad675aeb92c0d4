"""Laws that hold for every rule set, every number of players and every hand."""

from __future__ import annotations

import itertools
import random
import string

from hypothesis import example, given, settings
from hypothesis import strategies as st

from matador.game.errors import AmbiguousError, IllegalError, UnreadableError
from matador.game.moves import (
    DRAW,
    LEAD,
    PASS,
    Action,
    Ending,
    Reason,
    advance,
    apply,
    dead,
    ending,
    explain,
    legal_actions,
    marks,
    options,
)
from matador.game.notation import (
    read_action,
    read_actions,
    read_position,
    read_tile,
    write_actions,
    write_position,
)
from matador.game.position import Hand, Position, deal, find_flaws
from matador.game.record import Timeline
from matador.game.rules import Rules, read_rules, write_rules
from matador.game.settle import next_hand, settle, why_not_paid
from matador.game.tiles import Tile
from matador.teach.messages import describe, flaw_sentence, sentence
from tests.game.strategies import (
    Game,
    bound,
    deals,
    games,
    moments,
    mutated,
    pairs,
    playout,
    rule_sets,
    veiled,
)

# In proportion to the profile, so that a thorough run is thorough everywhere.
FEW = settings(max_examples=settings.default.max_examples * 2 // 3)
MANY = settings(max_examples=settings.default.max_examples * 5 // 3)
SEEDS = st.integers(0, 2**32)
REFUSALS = (UnreadableError, IllegalError, AmbiguousError)


# --- playing ------------------------------------------------------------------------------------


@given(games())
def test_tiles_are_conserved(game: Game) -> None:
    """Every tile of the set is in one place, at every ply."""
    for position in game.positions:
        assert sorted(position.seen) == list(position.rules.tiles.tiles)
        assert not position.unseen


@given(games())
def test_no_position_reached_by_play_has_a_flaw(game: Game) -> None:
    """The check of set-up positions agrees with the rules of play."""
    for position in game.positions:
        assert find_flaws(position) == ()


@given(games())
def test_every_hand_ends(game: Game) -> None:
    """It ends within the bound; until then something is legal, after it nothing is."""
    assert len(game.actions) < bound(game.positions[0])
    assert ending(game.end)
    assert not any(ending(position) for position in game.positions[:-1])
    for action in (*game.actions, Action(DRAW), Action(PASS)):
        assert explain(game.end, action).reason is Reason.HAND_OVER


@given(games())
def test_a_hand_ends_for_the_reason_it_names(game: Game) -> None:
    """Out: one hand is empty. Blocked: all have passed, or nobody can ever move."""
    empty = [hand for hand in game.end.hands if not len(hand)]
    assert len(empty) == (ending(game.end) is Ending.OUT)
    if ending(game.end) is Ending.BLOCKED:
        assert game.end.passes == game.end.players or dead(game.end)


@given(games())
def test_an_action_leaves_the_position_before_it_as_it_was(game: Game) -> None:
    """Stepping back is going to the object that was there: nothing has touched it."""
    codes = [write_position(position) for position in game.positions]
    for before, action, after in zip(
        game.positions, game.actions, game.positions[1:], strict=False
    ):
        assert apply(before, action) == after == advance(before, action)
    assert [write_position(position) for position in game.positions] == codes
    assert game.positions[0] == read_position(codes[0])


@given(games(), st.integers(-300, 300))
def test_undo_and_redo_are_steps_to_and_fro(game: Game, by: int) -> None:
    """However far back, the position there is the one that was; and on again to the end."""
    line = Timeline(game.positions[0], game.actions, len(game.actions))
    back = line.step(by)
    assert back.position == game.positions[back.at]
    assert back.to(len(game.actions)).position == game.end


@given(games())
def test_the_turn_goes_round(game: Game) -> None:
    """A pass hands the turn on, a draw keeps it, and only an extra tile plays twice."""
    for before, action, after in zip(
        game.positions, game.actions, game.positions[1:], strict=False
    ):
        stays = action.where == DRAW or (
            action.where == LEAD and str(before.rules.extra_tile) != "none"
        )
        moved = (after.turn - before.turn) % before.players
        assert moved == 1 or (moved == 0 and stays)
        kept = {DRAW: before.passes, PASS: after.passes}
        assert after.passes == kept.get(action.where, 0)


@given(games(tie="last-placed"))
def test_who_played_last_is_remembered(game: Game) -> None:
    """Where a tie asks for it, the position knows, and so does its code."""
    last = None
    for before, action, after in zip(
        game.positions, game.actions, game.positions[1:], strict=False
    ):
        last = before.turn if action.where not in (DRAW, PASS) else last
        assert after.last == last
        assert read_position(write_position(after)).last == last


@given(deals(), st.integers())
def test_the_same_seed_deals_the_same_hand(dealt: Position, seed: int) -> None:
    """A deal depends on rules, players and seed, and on nothing else."""
    again = [deal(dealt.rules, dealt.players, seed) for _ in range(2)]
    assert again[0] == again[1]
    assert [len(hand) for hand in again[0].hands] == [len(hand) for hand in dealt.hands]


# --- what is legal ------------------------------------------------------------------------------


@given(moments(), SEEDS)
@FEW
def test_what_is_listed_is_legal_and_nothing_else(position: Position, seed: int) -> None:
    """Every conceivable action gets a verdict with words, and only the listed ones are legal."""
    listed = set(legal_actions(position))
    conceivable = _conceivable(position)
    some = random.Random(seed).sample(conceivable, min(len(conceivable), 400))
    for action in (*some, *listed):
        verdict = explain(position, action)
        written = read_action(str(action), position)
        assert verdict.legal == (written in listed), f"{action}: {verdict.reason}"
        words = sentence(position, verdict)
        assert words
        assert "{" not in words


def _conceivable(position: Position) -> list[Action]:
    arms = {LEAD, "L", "R", "U", "D", "Lv", "Rw", "Uvw"} | {end.arm for end in position.ends}
    tiles = (*position.rules.tiles.tiles, Tile(0, 18), Tile(18, 18))
    turned = [Action(arm, *way) for arm in sorted(arms) for one in tiles for way in one.turns]
    return [*turned, *(action._replace(plus=True) for action in turned), Action(DRAW), Action(PASS)]


@given(
    st.one_of(
        moments(crosswise="choice"),
        moments(crosswise="blank", cross_open="blank-follows"),
        moments(crosswise="wild", cross_reading="match"),
    ),
    SEEDS,
)
@FEW
def test_words_do_not_contradict_the_verdict(position: Position, seed: int) -> None:
    """A sentence never says that a sum makes the target and refuses it for the sum, nor reverse."""
    target = position.rules.tiles.target
    about_sums = {Reason.WRONG_SUM, Reason.WRONG_HALF, Reason.MATADOR_BLANKS_ONLY}
    actions = _conceivable(position)
    for action in random.Random(seed).sample(actions, min(len(actions), 200)):
        verdict = explain(position, action)
        words = sentence(position, verdict)
        if verdict.reason in about_sums:
            assert f"makes {target} " not in words
            assert f"makes {target}," not in words
        if verdict.reason is Reason.MAKES_TARGET:
            assert f"makes {target}" in words


@given(moments(crosswise="none", doubles="in-line", double_blank="closes"))
def test_plays_in_line_are_those_of_the_printed_rule(position: Position) -> None:
    """A second, shorter way to find them: touching halves make the target, or a matador is wild."""
    target, line, drawn = position.rules.tiles.target, position.line.row, position.drawn
    if not line or (drawn and str(position.rules.draw) == "one-and-pass"):
        return
    wild_anywhere = str(position.rules.matador_place) == "any"
    expected = set()
    for arm, shown in (("L", line[0].first), ("R", line[-1].second)):
        for one in position.hand.tiles:
            wild = one.pips in (0, target) and (wild_anywhere or shown == 0)
            sums = {way for way in one.turns if way[0] + shown == target}
            by_sum_only = sums and str(position.rules.matador_way) == "by-sum"
            ways = set(one.turns) if wild and not by_sum_only else sums
            expected |= {Action(arm, *way) for way in ways}
    assert set(options(position).plays) == expected


@given(veiled())
def test_a_veil_forbids_nothing(pair: tuple[Position, Position]) -> None:
    """What is legal with open cards may be legal with hidden ones, so it is listed there too."""
    shown, hidden = pair
    assert find_flaws(hidden) == ()
    assert read_position(write_position(hidden)) == hidden
    assert ending(hidden) in (None, ending(shown))
    assert set(legal_actions(shown)) <= set(legal_actions(hidden))


@FEW
@given(veiled(), SEEDS)
def test_a_veiled_hand_can_be_played_on(pair: tuple[Position, Position], seed: int) -> None:
    """With hidden tiles, too, every step is readable and without a flaw, and the hand ends."""
    game = playout(pair[1], random.Random(seed))
    tiles = len(game.end.rules.tiles.tiles)
    for position in game.positions:
        hidden = position.stock.hidden + sum(hand.hidden for hand in position.hands)
        assert len(position.seen) + hidden == tiles
        assert find_flaws(position) == ()
        assert read_position(write_position(position)) == position
    assert ending(game.end)


# --- notation -----------------------------------------------------------------------------------


@given(games())
def test_a_position_is_read_back_from_its_code(game: Game) -> None:
    """One spelling each, made of characters that no address escapes."""
    for position in game.positions:
        code = write_position(position)
        assert read_position(code) == position
        assert set(code) <= set(string.ascii_letters + string.digits + "-._~")


@given(moments())
def test_an_action_is_read_back_from_its_word(position: Position) -> None:
    """With or without the signs that a writer for people adds."""
    for action in legal_actions(position):
        assert read_action(str(action), position) == action
        assert read_action(f"{action}{marks(position, action)}", position) == action


@given(moments(), SEEDS)
def test_a_bare_tile_is_read_where_one_placement_is_legal(position: Position, seed: int) -> None:
    """Otherwise the refusal is the documented one, and lists the placements."""
    legal = legal_actions(position)
    others = random.Random(seed).sample(position.rules.tiles.tiles, 8)
    for one in (*position.hand.tiles[:12], *others):
        ways = [a for a in legal if a.tile == one]
        try:
            read = read_action(str(one), position)
        except AmbiguousError as error:
            assert len(ways) > 1
            assert all(str(way) in str(error) for way in ways)
        except IllegalError:
            assert not ways
        else:
            assert [read] == ways


@given(games())
def test_a_whole_hand_is_read_back(game: Game) -> None:
    """All actions in one word, as an address holds them."""
    start = game.positions[0]
    assert read_actions(write_actions(game.actions), start) == (game.actions, game.end)


@given(rule_sets())
def test_rules_are_read_back(rules: Rules) -> None:
    """A preset and its overrides, whatever is overridden."""
    assert read_rules(write_rules(rules)) == rules


TEXTS = st.one_of(
    st.text(max_size=40),
    st.text("0123456789abci-~.xs_SLRUDdpvw+*#=[]|: ", max_size=30),
    mutated(),
)


@given(TEXTS, deals())
@example("9" * 5_000, None)
@example("[" * 5_000, None)
@example("6.-.~7-~7.0.A.0-0.pagat~", None)
@MANY
def test_reading_raises_only_the_documented_errors(text: str, position: Position | None) -> None:
    """Any text is read or refused in one sentence; nothing else is ever raised."""
    position = position or read_position("6.-.~7-~7.~14.A.0-0.pagat")
    readers = (
        read_position,
        read_tile,
        read_rules,
        lambda word: read_action(word, position),
        lambda word: read_actions(word, position),
    )
    for reader in readers:
        try:
            reader(text)
        except REFUSALS as error:
            assert error.args[0]
            assert "\n" not in error.args[0]


@given(mutated())
@MANY
def test_whatever_can_be_read_can_be_looked_at(code: str) -> None:
    """A readable position, however impossible, has a spelling, flaws in words, and verdicts."""
    try:
        position = read_position(code)
    except UnreadableError:
        return
    assert read_position(write_position(position)) == position
    assert write_position(read_position(write_position(position))) == write_position(position)
    assert all(flaw_sentence(found) for found in position.flaws)
    assert all(describe(position))
    legal = legal_actions(position)
    assert not (legal and position.flaws)
    for action in legal:
        assert not find_flaws(apply(position, action))
    for action in (Action("R", 2, 5), Action("Lv", 0, 0, True), Action(LEAD, 6, 6), Action(PASS)):
        assert sentence(position, explain(position, action))


# --- payment ------------------------------------------------------------------------------------


@given(st.one_of(games(), pairs()))
@MANY
def test_payments_agree_with_the_pips_left(game: Game) -> None:
    """Counted here a second time, from the tiles themselves."""
    if ending(game.end) is Ending.VOID:
        assert why_not_paid(game.end)
        return
    result = settle(game.end)
    assert (list(result.pips), list(result.winners), list(result.payments)) == _paid(game)


def _paid(game: Game) -> tuple[list[int], list[int], list[int]]:
    """Pips by seat, winning seats, and payments by party."""
    end, rules, value = game.end, game.end.rules, game.end.rules.value
    half = str(value("double_weight")) == "half"
    pips = [
        sum(t.low if half and t.low == t.high else t.low + t.high for t in h.tiles)
        for h in end.hands
    ]
    pairs = str(value("partners")) == "pairs" and len(pips) == 4
    parties = [[0, 2], [1, 3]] if pairs else [[seat] for seat in range(len(pips))]
    out = [seat for seat, hand in enumerate(end.hands) if not hand.tiles]
    best = _best_parties(game, pips, parties, out)
    winners = [seat for party in best for seat in parties[party]]
    how = str(rules.out_pay if out else rules.blocked_pay)
    if how == "debit":
        return pips, winners, [sum(pips[seat] for seat in party) for party in parties]
    payments = [0] * len(parties)
    for party in best:
        side = parties[party]
        head = out[0] if out else min(side, key=lambda seat: pips[seat])
        theirs = sum(pips) - sum(pips[seat] for seat in side)
        mate = sum(pips[seat] for seat in side) - pips[head]
        own, against = pips[head], len(pips) - len(side)
        mate *= {"ignored": 0, "against": -1, "for": 1}[str(rules.partner_pips)]
        amount = {
            "opponents": theirs + mate,
            "difference": theirs - own + mate,
            "each-difference": theirs - own * against + mate,
            "all-hands": sum(pips),
            "nobody": 0,
        }[how]
        payments[party] = max(0, amount) // len(best)
    return pips, winners, payments


def _best_parties(
    game: Game, pips: list[int], parties: list[list[int]], out: list[int]
) -> list[int]:
    if out:
        return [i for i, party in enumerate(parties) if out[0] in party]
    single = str(game.end.rules.partner_block) == "single-hand"
    totals = [(min if single else sum)(pips[seat] for seat in party) for party in parties]
    best = [i for i, total in enumerate(totals) if total == min(totals)]
    if len(best) == 1 or str(game.end.rules.tie) == "share":
        return best
    if str(game.end.rules.tie) == "nobody":
        return []
    turns = zip(game.positions, game.actions, strict=False)
    last = [before.turn for before, action in turns if action.where not in (DRAW, PASS)][-1]
    return [party for party in best if last in parties[party]]


@given(st.one_of(games(), pairs(), pairs(partner_pips="against")), SEEDS)
def test_the_next_hand_of_a_match_is_a_position_too(game: Game, seed: int) -> None:
    """Its score is the old one and the payment, and it can be written down and played."""
    following = next_hand(game.end, game.leader, seed)
    paid = [0] * len(following.score)
    if ending(game.end) is not Ending.VOID:
        paid = list(settle(game.end).payments)
    assert list(following.score) == [a + b for a, b in zip(game.end.score, paid, strict=True)]
    assert find_flaws(following) == ()
    assert legal_actions(following) or ending(following)
    assert read_position(write_position(following)) == following


# --- set up by hand -----------------------------------------------------------------------------


@given(moments())
def test_flaws_are_found_when_a_tile_is_slipped_in(position: Position) -> None:
    """A tile that lies on the table, put into a hand as well, is always noticed."""
    lying = [placed.tile for placed in position.line.placed]
    for one in itertools.islice(lying, 2):
        more = Hand(tuple(sorted((*position.hand.tiles, one))))
        hands = (*position.hands[: position.turn], more, *position.hands[position.turn + 1 :])
        bad = position.changed(hands=hands)
        assert find_flaws(bad)
        assert legal_actions(bad) == ()
