"""Which sentences a rule set comes to, and which of its fields need no saying.

Each function yields what is said under one heading, in reading order. A sentence is either written
for the sheet (`own`) or the long words of one value (`long`). Whether something is worth a sentence
follows from the turn as `game.turn` decides it: what cannot matter is not said, and its fields are
given to a named reason in `unsaid`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from matador.game.rules import (
    Blocked,
    BlockedPay,
    Contradiction,
    CrossOpen,
    Crosswise,
    Deal,
    Doubles,
    Goal,
    Lead,
    LeadTile,
    MatadorPlace,
    NextLead,
    NoDouble,
    OutPay,
    PartnerBlock,
    Partners,
    Passing,
    Rules,
    Target,
)
from matador.game.settle import pay
from matador.teach import messages, scoring
from matador.teach.sheet_case import Case, Said, contradicted, listed, long, own, sheet_words
from matador.teach.sheet_turn import drawing_on, turn

PIPS = (8, 19, 12, 15, 23, 10, 17, 14)
"""The hands of the worked example, by seat; the first is the lowest, alone and in its pair."""


def said(case: Case) -> dict[str, tuple[Said, ...]]:
    """All sentences, by the id of their section."""
    return {name: tuple(tell(case)) for name, tell in _SECTIONS.items()}


def needless(case: Case, field: str) -> str:
    """The reason why a field that was not said makes no difference; raises KeyError if none."""
    for name, (fields, holds) in _NEEDLESS.items():
        if field in fields and holds(case):
            return name
    raise KeyError(field)


# --- set, deal, lead ----------------------------------------------------------------------------


def _set(case: Case) -> Iterator[Said]:
    yield long(case, "set")
    tiles = case.rules.tiles
    pairs = [(low, tiles.target - low) for low in range(1, tiles.target // 2 + 1)]
    word = sheet_words()["together"]
    together = [word.format(one=low, other=high) for low, high in pairs]
    yield own("halves", "set", pairs=", ".join(together))


def _deal(case: Case) -> Iterator[Said]:
    if case.players is None or case.left is None or case.left < 0:
        yield long(case, "deal")
        if case.rules.deal is not Deal.ALL:
            yield own("the-stock" if case.draws else "the-rest")
    else:
        key = "dealt-all" if not case.left else "dealt-stock" if case.draws else "dealt-rest"
        size = case.rules.hand_size(case.players)
        yield own(key, "deal", players=case.players, size=size, left=case.left)
    yield long(case, "counts")


def _lead(case: Case) -> Iterator[Said]:
    rules = case.rules
    top = rules.lead is Lead.TOP_DOUBLE
    yield own("top-double-leads", "lead") if top else long(case, "lead")
    yield from _first_leader(case)
    yield own("sets-any" if rules.lead_tile is LeadTile.ANY else "sets-highest-double", "lead_tile")
    if case.lacking:
        yield own(_lacking(case), "no_double")
    yield long(case, "first_tile")
    yield long(case, "extra_tile")
    yield from _next_leader(case)


def _first_leader(case: Case) -> Iterator[Said]:
    """Who leads if nobody has a double, and whether anybody does."""
    rules = case.rules
    by_double = rules.lead is Lead.HIGHEST_DOUBLE
    needed = by_double or rules.lead_tile is LeadTile.HIGHEST_DOUBLE
    if rules.no_double is NoDouble.REDEAL and needed and rules.lead is not Lead.TOP_DOUBLE:
        yield own("redeal", "no_double")
    elif by_double:
        told_below = case.lacking and rules.no_double is NoDouble.HEAVIEST
        key = "heaviest-leads" if told_below else "heaviest-leads-most"
        yield own(key, "lead", "no_double")


def _lacking(case: Case) -> str:
    """What a leader does who has no double."""
    if case.rules.no_double is NoDouble.HEAVIEST:
        return "lacking-heaviest"
    if case.rules.no_double is NoDouble.NEXT:
        return "lacking-next" if case.draws else "lacking-next-any"
    draws = case.rules.no_double is NoDouble.DRAW and case.draws
    return "lacking-draw" if draws else "lacking-any"


def _next_leader(case: Case) -> Iterator[Said]:
    if case.rules.next_lead is not NextLead.WINNER:
        yield long(case, "next_lead")
    elif case.paired:
        yield own("winning-pair-leads", "next_lead")
    else:
        yield own("winner-leads", "next_lead")


# --- matadors and doubles -----------------------------------------------------------------------


def _matadors(case: Case) -> Iterator[Said]:
    tiles = case.rules.tiles
    yield own("named", "set", matadors=listed(map(messages.tile_name, sorted(tiles.matadors))))
    yield long(case, "matador_place")
    yield own("blank", "set", target=tiles.target)
    yield from _way_round(case)
    yield from _lying(case)
    if case.follows_blank:
        yield own("double-blank-across", "double_blank", "cross_open")
    else:
        yield long(case, "double_blank")
    yield long(case, "doubles")
    if case.rules.doubles is Doubles.SPINNER:
        yield long(case, "spinner_arms")


def _way_round(case: Case) -> Iterator[Said]:
    in_line = case.rules.crosswise not in (Crosswise.ALWAYS, Crosswise.WILD)
    if case.rules.matador_place is MatadorPlace.ANY and in_line:
        yield long(case, "matador_way")
    elif case.rules.crosswise in (Crosswise.NONE, Crosswise.CHOICE):
        yield own("either-on-blank", "matador_place")


def _lying(case: Case) -> Iterator[Said]:
    rules = case.rules
    if not case.crosses:
        apart = rules.doubles is not Doubles.LINE
        yield own("in-line-but-doubles", "crosswise") if apart else long(case, "crosswise")
        return
    yield long(case, "crosswise")
    special = {CrossOpen.BLANK: "blank-follows-even", CrossOpen.HALF: "half-open"}
    if rules.cross_open in special:
        yield own(special[rules.cross_open], "cross_open")
    else:
        yield long(case, "cross_open")
    if rules.cross_open is CrossOpen.EITHER:
        yield long(case, "cross_reading")


# --- the end and the payment --------------------------------------------------------------------


def _end(case: Case) -> Iterator[Said]:
    yield own("out")
    yield own(_blocked(case), "blocked")
    if case.paired:
        single = case.rules.partner_block is PartnerBlock.SINGLE
        yield own("lowest-pair-wins" if single else "lower-pair-wins", "partner_block")
        return
    yield own("lowest-wins")
    if case.maybe_paired:
        single = case.rules.partner_block is PartnerBlock.SINGLE
        yield own("with-pairs-lowest" if single else "with-pairs-lower", "partner_block")


def _blocked(case: Case) -> str:
    """How a hand that nobody goes out of is found to be over."""
    how = case.rules.blocked
    if how is Blocked.NOBODY_CAN:
        forced = not case.refusable and case.rules.passing is Passing.UNABLE
        return "stuck" if forced else "stuck-or-passed"
    if not case.draws:
        return "passed"
    return "passed-drawn" if how is Blocked.ALL_PASS else "knocked"


def _payment(case: Case) -> Iterator[Said]:
    yield from _paid_out(case)
    pair = "pair-" if case.paired else ""
    yield own(f"{pair}blocked-{case.rules.blocked_pay}", "blocked_pay")
    yield from _partner(case)
    who = "lower-pair" if pair else "both" if case.players == 2 else "lowest"
    yield own(*_tied(case), lowest=sheet_words()["slots"][who])
    yield long(case, "double_weight")
    yield from _example(case)


def _paid_out(case: Case) -> Iterator[Said]:
    keys = {OutPay.OPPONENTS: "pair-out", OutPay.DEBIT: "pair-out-debit"}
    if case.paired and case.rules.out_pay in keys:
        yield own(keys[case.rules.out_pay], "out_pay")
    else:
        yield long(case, "out_pay")


def _partner(case: Case) -> Iterator[Said]:
    if not (case.paired or case.maybe_paired) or not counts_partner(case.rules):
        return
    if case.maybe_paired:
        differs = case.rules.blocked_pay in (BlockedPay.DIFFERENCE, BlockedPay.EACH_DIFFERENCE)
        yield own("with-pairs-pay-own" if differs else "with-pairs-pay", "partners")
    yield own(f"partner-{case.rules.partner_pips}", "partner_pips")


def counts_partner(rules: Rules) -> bool:
    """Whether a payment could count the pips of the winner's partner apart."""
    unpaid = (BlockedPay.DEBIT, BlockedPay.NOBODY, BlockedPay.ALL_HANDS)
    return rules.out_pay is OutPay.OPPONENTS or rules.blocked_pay not in unpaid


def _tied(case: Case) -> tuple[str, str]:
    paid = case.rules.blocked_pay not in (BlockedPay.NOBODY, BlockedPay.DEBIT)
    return f"tie-{case.rules.tie}" if paid else f"tie-wins-{case.rules.tie}", "tie"


def _example(case: Case) -> Iterator[Said]:
    """What a hand pays, computed for as many hands as play."""
    rules = case.rules if case.paired else _alone(case.rules)
    pips = PIPS[: case.players or 3]
    blocked, out = pay(rules, pips), pay(rules, (0, *pips[1:]), out=0)
    slots = {"pips": listed(map(str, pips)), "sum": blocked.arithmetic}
    if blocked.debit and case.paired:
        yield own("example-pair-debit", "blocked_pay", **slots)
    elif blocked.arithmetic and not blocked.debit:
        yield own("example-pair" if case.paired else "example", "blocked_pay", **slots)
        if out.arithmetic and not out.debit:
            yield own("example-out", "out_pay", least=pips[0], sum=out.arithmetic)


def _alone(rules: Rules) -> Rules:
    return rules.changed(partners=str(Partners.NONE))


# --- the match ----------------------------------------------------------------------------------


def _match(case: Case) -> Iterator[Said]:
    yield from _goal(case)
    rules = case.rules
    if case.paired:
        yield own("pairs", "partners")
    elif case.has(Contradiction.PAIRS_NEED_FOUR):
        alone = contradicted(case, Contradiction.PAIRS_NEED_FOUR)
        yield Said("pairs-need-four", alone, ("partners",))
    elif rules.partners is Partners.AGAINST_LEADER and case.players not in (None, 3):
        yield long(Case(_alone(rules), None), "partners")
    else:
        yield long(case, "partners")


def _goal(case: Case) -> Iterator[Said]:
    rules = case.rules
    if case.pointless:
        yield own("no-points", "target", "goal")
    elif rules.goal is not Goal.ROUND:
        key = "endless" if rules.target is Target.NONE else str(rules.goal)
        yield Said(key, scoring.goal_sentence(rules), ("target", "goal"))
    elif rules.next_lead is NextLead.ROTATE:
        yield Said("one-round", scoring.goal_sentence(rules), ("goal",))
    else:
        key = "hands-round" if case.players is None else "hands-round-of"
        best = scoring.scoring_words()[
            "lowest" if rules.blocked_pay is BlockedPay.DEBIT else "best"
        ]
        over = own(key, "goal", players=case.players)
        yield over._replace(text=f"{over.text} {best}")


_SECTIONS = {
    "set": _set,
    "deal": _deal,
    "lead": _lead,
    "turn": turn,
    "matadors": _matadors,
    "end": _end,
    "payment": _payment,
    "match": _match,
}

_NEEDLESS: dict[str, tuple[tuple[str, ...], Callable[[Case], bool]]] = {
    "nobody-draws": (
        ("reserve", "draw_playable", "draw_matador", "drawn_matador"),
        lambda case: not case.draws,
    ),
    "no-double-missed": (("no_double",), lambda case: not case.lacking),
    "draws-at-will": (("draw_matador",), lambda case: case.willing),
    "passes-at-last": (("matador_duty",), lambda case: case.free_at_last),
    "no-other-choice": (("drawn_matador",), lambda case: not drawing_on(case)),
    "never-across": (("cross_open", "cross_reading"), lambda case: not case.crosses),
    "not-either": (
        ("cross_reading",),
        lambda case: case.rules.cross_open is not CrossOpen.EITHER,
    ),
    "way-by-sum": (
        ("matador_way",),
        lambda case: (
            case.rules.matador_place is MatadorPlace.BLANKS
            or case.rules.crosswise in (Crosswise.ALWAYS, Crosswise.WILD)
        ),
    ),
    "no-spinner": (
        ("spinner_arms",),
        lambda case: case.rules.doubles is not Doubles.SPINNER,
    ),
    "no-pairs": (
        ("partner_pips", "partner_block"),
        lambda case: not (case.paired or case.maybe_paired),
    ),
    "no-partner-paid": (("partner_pips",), lambda case: not counts_partner(case.rules)),
    "one-round": (("target",), lambda case: case.rules.goal is Goal.ROUND),
}
"""Why a field need not be said: the fields, and when the reason holds."""
