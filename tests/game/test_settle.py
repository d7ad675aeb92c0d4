"""Who is paid what: every payment rule, ties, pairs, and matches."""

import pytest

from matador.game.errors import IllegalError
from matador.game.moves import Ending
from matador.game.notation import read_position, write_position
from matador.game.settle import (
    NotPaid,
    add_score,
    match_winners,
    next_hand,
    pay,
    settle,
    weigh,
    why_not_paid,
)
from matador.game.tiles import tile
from tests.game.shorthand import at, play, rules


def paid(pips: list[int], out: int | None = None, **values: str) -> tuple[int, ...]:
    """The payments for these pips."""
    return pay(rules(**values), pips, out=out).payments


# --- one hand -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blocked_pay", "amount", "written"),
    [
        ("difference", 11, "19 - 8 = 11"),
        ("each-difference", 11, "19 - 8 = 11"),
        ("opponents", 19, "19"),
        ("all-hands", 27, "8 + 19 = 27"),
    ],
)
def test_8_against_19_pips(blocked_pay: str, amount: int, written: str) -> None:
    """Case T13: the rules article for 11 and 27, dominorules and the second seed for 19."""
    result = pay(rules(blocked_pay=blocked_pay), [8, 19])
    assert result.payments == (amount, 0)
    assert result.winners == (0,)
    assert result.arithmetic == written
    assert result.ending is Ending.BLOCKED


def test_10_against_5_pips() -> None:
    """Case T14 (My Book of Indoor Games, on the general draw game): the lower scores 5."""
    assert paid([10, 5], blocked_pay="difference") == (0, 5)


@pytest.mark.parametrize(
    ("blocked_pay", "amount"),
    [("difference", 26), ("each-difference", 21), ("opponents", 31), ("all-hands", 36)],
)
def test_three_hands_of_5_19_and_12(blocked_pay: str, amount: int) -> None:
    """Cases T15 (an instruction sheet: 14 + 7 = 21) and T16, the other formulas."""
    assert paid([5, 19, 12], blocked_pay=blocked_pay) == (amount, 0, 0)


def test_everybody_is_debited() -> None:
    """Case T16, the fifth rule (Kardinaldomino, Le Mata): points against, to each their own."""
    result = pay(rules(blocked_pay="debit"), [5, 19, 12])
    assert (result.payments, result.debit) == ((5, 19, 12), True)
    assert result.winners == (0,)
    assert result.arithmetic == "5, 19, 12"


def test_nobody_is_paid_but_somebody_wins() -> None:
    """The older Wikipedia wording: the lowest wins; no points are given."""
    result = pay(rules(blocked_pay="nobody"), [5, 19, 12])
    assert (result.winners, result.payments, result.arithmetic) == ((0,), (0, 0, 0), "")


@pytest.mark.parametrize(
    ("out_pay", "payments"),
    [("opponents", (0, 31, 0)), ("debit", (19, 0, 12)), ("nobody", (0, 0, 0))],
)
def test_going_out(out_pay: str, payments: tuple[int, ...]) -> None:
    """Decision point 24: the pips of all the others, or a debit to each of them."""
    result = pay(rules(out_pay=out_pay), [19, 0, 12], out=1)
    assert result.payments == payments
    assert result.winners == (1,)
    assert result.ending is Ending.OUT


@pytest.mark.parametrize("blocked_pay", ["difference", "each-difference", "opponents", "all-hands"])
def test_going_out_pays_the_same_in_every_crediting_system(blocked_pay: str) -> None:
    """Decision point 24: whoever went out has no pips, so the formulas coincide."""
    blocked = paid([0, 19, 12], blocked_pay=blocked_pay)
    assert blocked == paid([0, 19, 12], out=0, blocked_pay=blocked_pay) == (31, 0, 0)


@pytest.mark.parametrize(("weight", "pips"), [("full", 8), ("half", 4)])
def test_what_4_4_costs(weight: str, pips: int) -> None:
    """Case T17: 8 (the rules article), or 4 where doubles count half (braillespiel)."""
    assert weigh([tile(4, 4)], rules(double_weight=weight)) == pips
    assert weigh([tile(2, 6)], rules(double_weight=weight)) == 8


# --- ties ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tie", "last", "winners", "payments"),
    [
        ("nobody", None, (), (0, 0, 0)),  # pagat and gamerules, as the rules article has it
        ("share", None, (0, 1), (10, 10, 0)),  # Foster, on Domino Pool
        ("last-placed", 1, (1,), (0, 20, 0)),
        ("last-placed", 2, (), (0, 0, 0)),
        ("last-placed", None, (), (0, 0, 0)),
    ],
)
def test_a_tie_for_lowest(
    tie: str, last: int | None, winners: tuple[int, ...], payments: tuple[int, ...]
) -> None:
    """Decision point 25: 5, 5 and 20, where the lowest hand is paid the difference, 20."""
    result = pay(rules(tie=tie), [5, 5, 20], last=last)
    assert (result.winners, result.payments) == (winners, payments)
    assert result.tied == (0, 1)


def test_a_share_is_rounded_down() -> None:
    """Half a point is lost, not invented; the arithmetic shows it."""
    result = pay(rules(tie="share"), [5, 5, 21])
    assert result.payments == (10, 10, 0)
    assert result.arithmetic == "5 + 21 - 5 = 21; 21 / 2 = 10"


def test_no_tie_when_somebody_goes_out() -> None:
    """Whoever goes out wins, whatever the others hold."""
    assert pay(rules(), [12, 0, 12], out=1).tied == ()


def test_a_tie_is_settled_by_who_played_last() -> None:
    """The position remembers it: B plays 1-1, then both pass with 4 pips each."""
    over = play(at("66", "22-0411", turn="B", tie="last-placed"), "R11 p p")
    result = settle(over)
    assert (result.pips, result.tied, result.winners) == ((4, 4), (0, 1), (1,))


# --- pairs --------------------------------------------------------------------------------------


def test_a_pair_keeps_one_score() -> None:
    """Seats A and C, B and D; a blocked hand compares the totals, 15 against 20."""
    result = pay(rules(partners="pairs", blocked_pay="opponents"), [10, 2, 5, 18])
    assert (result.winners, result.payments) == ((0, 2), (20, 0))


@pytest.mark.parametrize(
    ("partner_block", "winners"), [("side-total", (0, 2)), ("single-hand", (1, 3))]
)
def test_how_a_blocked_hand_between_pairs_is_won(
    partner_block: str, winners: tuple[int, ...]
) -> None:
    """Decision point 28: no source says, so both can be chosen; B has the single lowest hand."""
    result = pay(rules(partners="pairs", partner_block=partner_block), [10, 2, 5, 18])
    assert result.winners == winners


@pytest.mark.parametrize(
    ("partner_pips", "amount"), [("ignored", 30), ("against", 23), ("for", 37)]
)
def test_what_the_partner_holds(partner_pips: str, amount: int) -> None:
    """Decision point 28: A goes out, the others hold 12, 7 (C, the partner) and 18."""
    values = {"partners": "pairs", "partner_pips": partner_pips}
    assert paid([0, 12, 7, 18], out=0, **values) == (amount, 0)


def test_pairs_are_debited_together() -> None:
    """Each side its own two hands."""
    result = pay(rules(partners="pairs", blocked_pay="debit"), [10, 2, 5, 18])
    assert (result.payments, result.arithmetic) == ((15, 20), "10 + 5, 2 + 18")


def test_three_players_make_no_pairs() -> None:
    """Partners need four; with three each is paid alone."""
    assert paid([5, 19, 12], partners="pairs") == (26, 0, 0)


# --- a finished position ------------------------------------------------------------------------


NOT_PAID = [
    (NotPaid.GOING_ON, {"line": "66", "hands": "12-34"}),
    (NotPaid.HIDDEN, {"line": "66", "hands": "0-~3"}),
    (NotPaid.VOID, {"hands": "12-34", "no_double": "redeal"}),
]


@pytest.mark.parametrize(("barred", "table"), NOT_PAID)
def test_why_a_hand_is_not_paid(barred: NotPaid, table: dict[str, str]) -> None:
    """It goes on, tiles are hidden, or it is dealt again."""
    assert why_not_paid(at(**table)) is barred
    with pytest.raises(IllegalError) as refusal:
        settle(at(**table))
    assert refusal.value.args[1] is barred


def test_every_reason_not_to_pay_is_shown_above() -> None:
    """So that a new one is not forgotten."""
    assert {barred for barred, _ in NOT_PAID} == set(NotPaid)


def test_a_position_is_settled_from_its_tiles() -> None:
    """Out: A gets the 7 pips of B's 3-4. Blocked: 2-2 against 3-3."""
    out = settle(at("66", "0-34", turn="B"))
    assert (out.pips, out.payments) == ((0, 7), (7, 0))
    blocked = settle(at("66", "22-33", turn="A2"))
    assert (blocked.pips, blocked.payments) == ((4, 6), (2, 0))


# --- matches ------------------------------------------------------------------------------------


def test_the_score_is_the_sum_of_the_hands() -> None:
    """Party by party."""
    assert add_score((40, 3), pay(rules(), [8, 19])) == (51, 3)


@pytest.mark.parametrize(
    ("target", "below", "at_it"), [("50", 49, 50), ("100", 99, 100), ("200", 199, 200)]
)
def test_reaching_the_target_wins(target: str, below: int, at_it: int) -> None:
    """Decision point 27: 50 (Family Games Treasurehouse), 100 (most), 200 (Compendia)."""
    chosen = rules(target=target)
    assert match_winners(chosen, (below, 0), 5) == ()
    assert match_winners(chosen, (at_it, 0), 5) == (0,)
    assert match_winners(chosen, (at_it, at_it + 1), 5) == (1,)


def test_exceeding_the_target_loses() -> None:
    """Kardinaldomino: whoever first goes past 100 loses; reaching it is not yet past."""
    chosen = rules(goal="exceed-loses", blocked_pay="debit", out_pay="debit")
    assert match_winners(chosen, (100, 40, 70), 9) == ()
    assert match_winners(chosen, (101, 40, 70), 9) == (1,)


def test_no_match_is_ever_over_without_a_target() -> None:
    """Wikipedia: each hand stands alone."""
    assert match_winners(rules(target="none"), (999, 0), 99) == ()


@pytest.mark.parametrize(("blocked_pay", "winner"), [("opponents", 1), ("debit", 0)])
def test_a_round_is_one_hand_from_each_seat(blocked_pay: str, winner: int) -> None:
    """Kardinaldomino's fixed number of hands: the most points win, or the fewest against."""
    chosen = rules(goal="one-round", blocked_pay=blocked_pay)
    assert match_winners(chosen, (10, 60, 30), 2) == ()
    assert match_winners(chosen, (10, 60, 30), 3) == (winner,)


def test_a_round_of_pairs_is_four_hands() -> None:
    """One hand is led from each seat, and two sides are four seats."""
    chosen = rules(goal="one-round", partners="pairs")
    assert match_winners(chosen, (10, 60), 2) == ()
    assert match_winners(chosen, (10, 60), 4) == (1,)


@pytest.mark.parametrize(("next_lead", "leader"), [("rotate", 1), ("winner", 0), ("loser", 2)])
def test_who_leads_the_next_hand(next_lead: str, leader: int) -> None:
    """Decision point 7: A led and won with 4 pips; C was left with most."""
    over = at("66", "22-33-44", turn="A3", next_lead=next_lead)
    following = next_hand(over, 0, 1)
    assert following.turn == leader
    assert following.score == (10, 0, 0)
    assert len(following.line) == 0


def test_the_next_lead_may_be_found_anew() -> None:
    """Decision point 7 (an instruction sheet): whoever then holds the highest double leads."""
    over = at("66", "22-33-44", turn="A3", next_lead="again")
    for seed in range(5):
        following = next_hand(over, 0, seed)
        highest = max(one for one in following.in_hands if one.double)
        assert highest in following.hand.tiles


def test_after_a_hand_that_nobody_won_the_same_leader_leads() -> None:
    """Decision point 7: a tie leaves "the winner" undefined."""
    over = at("66", "22-13-44", turn="A3", next_lead="winner")
    assert next_hand(over, 2, 1).turn == 2


def test_a_void_hand_is_dealt_again_for_the_same_leader() -> None:
    """Decision point 6: nobody is paid."""
    void = at("-", "12-34", no_double="redeal")
    again = next_hand(void, 1, 1)
    assert (again.turn, again.score) == (1, (0, 0))


def test_a_payment_below_nothing_leaves_a_score_that_can_be_written() -> None:
    """Where a partner's pips are taken off, A goes out for 3 + 4 while C still holds 18."""
    over = at("66", "0-12-4455-13", turn="B", partners="pairs", partner_pips="against")
    following = next_hand(over, 0, 1)
    assert read_position(write_position(following)) == following
