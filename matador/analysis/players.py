"""Computer opponents. They see what a player at their seat sees, and say why they do what they do.

A player is given a `View`, which cannot hold a tile that its seat does not see. Two views that are
equal get the same answer, and so do hands that differ only in hidden tiles. How many tiles the
others and the stock have is always shown, also where the rules hide it from people: what everybody
did tells it anyway to whoever counts along.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import NamedTuple

from matador.analysis import arena, inference
from matador.analysis import layout as at
from matador.analysis.hidden import PAID, WORLD_NODES, WORLDS, Worlds, room_of, sums_for
from matador.analysis.kernels import moves, stream
from matador.analysis.knowledge import Knowledge, seen_from
from matador.analysis.native import Ints
from matador.analysis.policies import POLICIES, Policy, Weights, different, pick, score
from matador.analysis.slow import party_of, pays, worth
from matador.analysis.tables import (
    Tables,
    UnsupportedError,
    action_of,
    load,
    supported,
    tables,
    turn_entry,
)
from matador.game.errors import IllegalError
from matador.game.line import Line
from matador.game.moves import DRAW, PASS, Action, advance, canonical, ending
from matador.game.position import Hand, Position, Stock, sides
from matador.game.record import Timeline
from matador.game.rules import Choice as Closed
from matador.game.rules import Lead, NextLead, Rules
from matador.game.tiles import Tile, mask

# --- what a player sees -------------------------------------------------------------------------


@dataclass(frozen=True)
class View:
    """What one seat sees of a hand when it is to move.

    Raises ValueError if it would show a tile of another hand or of the stock.
    """

    seat: int
    seen: Timeline
    """The hand as far as it is known, with what every seat drew, passed and played."""

    def __post_init__(self) -> None:
        position = self.seen.position
        if position.turn != self.seat or position.hand.hidden:
            raise ValueError("a player sees its own hand, and only when it is to move")
        for one in self.seen.positions[: self.seen.at + 1]:
            others = [hand for seat, hand in enumerate(one.hands) if seat != self.seat]
            if one.stock.tiles or any(hand.tiles for hand in others):
                raise ValueError("a player does not see the other hands or the stock")

    @property
    def position(self) -> Position:
        """The present position, the other hands and the stock hidden."""
        return self.seen.position

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self.position.rules

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The own tiles."""
        return self.position.hand.tiles

    @property
    def line(self) -> Line:
        """What lies on the table."""
        return self.position.line

    @property
    def counts(self) -> tuple[int, ...]:
        """How many tiles each seat has."""
        return tuple(map(len, self.position.hands))

    @property
    def stock(self) -> int:
        """How many tiles the stock has."""
        return len(self.position.stock)

    @property
    def history(self) -> tuple[tuple[int, Action], ...]:
        """Who did what, in order; what others drew is not named."""
        pairs = zip(self.seen.positions, self.seen.actions[: self.seen.at], strict=False)
        return tuple((position.turn, action) for position, action in pairs)


def view(what: Position | Timeline, seat: int | None = None) -> View:
    """What a seat (the one to move) sees of a position, or of a line of play up to its `at`.

    Raises ValueError for a seat that is not to move.
    """
    line = Timeline(what) if isinstance(what, Position) else what
    turn = line.position.turn if seat is None else seat
    return View(turn, seen_from(line, turn))


# --- what a player answers ----------------------------------------------------------------------


class Reasons(Closed):
    """Why a computer player does something; the facts named are given beside it."""

    ONLY_ACTION = "only-action", "Nothing else is legal."
    BY_CHANCE = "by-chance", "Drawn by lot: count."
    EQUAL = "equal", "Drawn by lot among plays that the policy likes equally: count of others."
    PLAYS_FIRST = "plays-first", "It plays rather than draw or pass."
    DRAWS_FIRST = "draws-first", "It draws rather than pass."
    PIPS = "pips", "The tile is heavy: tile, pips."
    SPARES_MATADOR = "spares-matador", "The tile is no matador, the next best is: tile."
    SPENDS_MATADOR = "spends-matador", "The tile is a matador, the next best is not: tile."
    ANSWERS = "answers", "More of the own tiles answer the ends: count."
    BLOCKS = "blocks", "Fewer tiles of the next seat can answer the ends: count."
    MATCHES = "matches", "Equal halves touch: tile."
    WORTH_MORE = "worth-more", "Worth more in sampled worlds: worlds, gain, unit, next."
    WORTH_SAME = "worth-same", "Worth the same in sampled worlds: worlds, next."
    CERTAIN = "certain", "Worth more, and nothing is hidden: gain, unit, next."
    CERTAIN_SAME = "certain-same", "Worth the same, and nothing is hidden: next."


Fact = int | float | str | Tile | Action


class Why(NamedTuple):
    """A reason and its facts; the words for it are elsewhere."""

    reason: Reasons
    facts: dict[str, Fact]


class Considered(NamedTuple):
    """An action, and how much the player likes it."""

    action: Action
    worth: float
    """A policy's score, or the mean of what the action is worth (see `solve`)."""


@dataclass(frozen=True)
class Choice:
    """What a player does, why, and what it considered, the best first."""

    action: Action
    why: Why
    considered: tuple[Considered, ...]
    worlds: int = 0
    """In how many worlds the actions were weighed; 0 for policies."""
    method: str = "policy"
    """`policy`; `exact` in every world; `likely` worlds, most of them only played out; `mixed`, the
    same in any worlds; `playout` of any worlds."""


@dataclass(frozen=True)
class Player:
    """A computer opponent."""

    name: str
    doc: str
    """What it does, in one sentence."""
    weigh: Callable[[View, int, float], Choice] = field(repr=False)

    def choose(self, seen: View, seed: int, seconds: float = 2.0) -> Choice:
        """What the player does. The same view and seed give the same answer if time suffices.

        `seconds` is what it may take, nearly. Raises IllegalError where the hand is over or what
        was seen cannot have happened.
        """
        actions = different(seen.position)
        if not actions:
            raise IllegalError("there is nothing to do: the hand is over")
        if len(actions) == 1:
            only = Considered(actions[0], 0.0)
            return Choice(actions[0], Why(Reasons.ONLY_ACTION, {}), (only,))
        return self.weigh(seen, seed, seconds)


# --- policies -----------------------------------------------------------------------------------


def _by_policy(policy: Policy, seen: View, seed: int, _seconds: float) -> Choice:
    actions, chance = different(seen.position), random.Random(seed)
    weights = policy.weights
    if weights is None:
        action = actions[int(chance.random() * len(actions))]
        why = Why(Reasons.BY_CHANCE, {"count": len(actions)})
        others = [one for one in actions if one != action]
        return Choice(action, why, tuple(Considered(one, 0.0) for one in [action, *others]))
    unseen = mask(seen.position.unseen) & ~lacks_of(seen, _next_seat(seen))
    points = {one: score(seen.position, one, weights, unseen) for one in actions}
    ranked = sorted(actions, key=lambda one: -points[one])
    best = [one for one in ranked if points[one] == points[ranked[0]]]
    action = best[int(chance.random() * len(best))]
    rest = [one for one in ranked if one not in best]
    why = _why_liked(seen, weights, unseen, action, rest)
    if len(best) > 1:
        why = Why(Reasons.EQUAL, {"count": len(best) - 1})
    others = [one for one in ranked if one != action]
    return Choice(action, why, tuple(Considered(one, points[one]) for one in [action, *others]))


def _next_seat(seen: View) -> int:
    return (seen.seat + 1) % seen.position.players


def _why_liked(
    seen: View, weights: Weights, unseen: int, action: Action, rest: Sequence[Action]
) -> Why:
    """What speaks most for an action against the next best, which comes first in `rest`."""
    if action.tile is None:
        return Why(Reasons.DRAWS_FIRST, {})
    if not rest or rest[0].tile is None:
        return Why(Reasons.PLAYS_FIRST, {})
    gains = {}
    for name, weight in weights._asdict().items():
        alone = Weights(**{name: weight})
        mine, other = (score(seen.position, one, alone, unseen) for one in (action, rest[0]))
        gains[name] = mine - other
    decisive = max(gains, key=lambda name: gains[name])
    return _feature(seen, decisive, weights, unseen, action)


def _feature(seen: View, name: str, weights: Weights, unseen: int, action: Action) -> Why:
    """The reason for a weight that decided."""
    one = action.tile
    assert one is not None
    count = score(seen.position, action, Weights(**{name: 1}), unseen)
    if name == "matador":
        spends = weights.matador > 0
        reason = Reasons.SPENDS_MATADOR if spends else Reasons.SPARES_MATADOR
        return Why(reason, {"tile": one})
    if name == "pips":
        return Why(Reasons.PIPS, {"tile": one, "pips": count})
    if name == "match":
        return Why(Reasons.MATCHES, {"tile": one})
    return Why(Reasons.ANSWERS if name == "own" else Reasons.BLOCKS, {"count": count})


def lacks_of(seen: View, seat: int) -> int:
    """The mask of tiles of which a seat held none when it last drew or passed after the lead."""
    found = 0
    for position, action in zip(seen.seen.positions, seen.seen.actions, strict=False):
        if position.turn == seat and action.where in (DRAW, PASS) and position.front.led:
            found = _proved(position, action) or found
    return found


def _proved(position: Position, action: Action) -> int:
    """The mask of tiles that whoever draws or passes here can't hold."""
    front, rules = position.front, position.rules
    spent = position.drawn >= rules.draw_limit
    case = 2 * spent + (position.drawable > 0)
    need = 2 if action.where == DRAW else 4
    proved = 0
    for held, tiles in ((1, front.fitting & ~front.plain), (2, front.plain)):
        entries = [8 * held + 2 * case + drew for drew in (0, 1)]
        if not any(_entry(rules, position.players, entry) & need for entry in entries):
            proved |= tiles
    return proved


_entry = lru_cache(maxsize=4096)(turn_entry)


# --- weighing worlds ----------------------------------------------------------------------------


class _Weighed(NamedTuple):
    """What actions are worth: the means over so many worlds."""

    worth: dict[Action, float]
    worlds: int
    certain: bool
    method: str


_SLICE = inference.EVERY
"""Worlds between two looks at the clock."""


def _slices(worlds: int, seconds: float) -> Iterator[int]:
    """Slices of worlds as long as there is time; at least one."""
    until = time.monotonic() + seconds
    for first in range(0, worlds, _SLICE):
        if first and time.monotonic() > until:
            return
        yield min(_SLICE, worlds - first)


def _by_samples(seen: View, seed: int, seconds: float) -> Choice:
    """Worlds that agree with everything seen, each solved as if all hands were open."""
    return _decide(seen, _sampled(seen, seed, seconds, arena.MINDS["sampler"].worlds, WORLD_NODES))


def _by_likely_worlds(seen: View, seed: int, seconds: float) -> Choice:
    """Likely worlds, played out and some of them solved; any worlds by rules not made for that."""
    mind = arena.MINDS["master"]
    found = _likely(seen, seed, seconds, mind.worlds)
    return _decide(seen, found or _mixed(seen, seed, seconds, mind.worlds))


def _mixed(seen: View, seed: int, seconds: float, worlds: int) -> _Weighed:
    """The mean of what worlds come to when played out, and solved in a share of the time.

    Between more than two parties an exact value is only what a party can be sure of: then, and for
    sets above double-nine, worlds are just played out.
    """
    several = len(sides(seen.rules, seen.position.players)) > 2
    if several or not supported(seen.rules):
        return _sampled(seen, seed, seconds, worlds, 0)
    few = worlds // inference.EVERY
    solved = _sampled(seen, seed, seconds / 2, few, WORLD_NODES)
    if solved.certain:
        return solved
    played = _sampled(seen, seed, seconds / 2, worlds, 0)
    worth = {one: (played.worth[one] + solved.worth[one]) / 2 for one in played.worth}
    return _Weighed(worth, played.worlds, False, "mixed")


def _decide(seen: View, found: _Weighed) -> Choice:
    """The action that is worth most; of equal ones the first."""
    means = found.worth
    ranked = sorted(means, key=lambda one: -means[one])
    facts: dict[str, Fact] = {"next": ranked[1]}
    gain = means[ranked[0]] - means[ranked[1]]
    if not found.certain:
        facts["worlds"] = found.worlds
    same = gain < 0.05  # what is shown as a tenth should not be shown as none
    if not same:
        facts |= {"gain": gain, "unit": _unit(seen.rules)}
    some = (Reasons.WORTH_MORE, Reasons.WORTH_SAME)
    reason = ((Reasons.CERTAIN, Reasons.CERTAIN_SAME) if found.certain else some)[same]
    considered = tuple(Considered(one, means[one]) for one in ranked)
    return Choice(ranked[0], Why(reason, facts), considered, found.worlds, found.method)


def _unit(rules: Rules) -> str:
    return "pips" if pays(rules) else "hands"


def _certain(seen: View) -> bool:
    """Whether only one world is possible."""
    hands = seen.position.hands
    veiled = sum(hand.hidden > 0 for hand in hands) + (seen.position.stock.hidden > 0)
    return veiled <= 1 and seen.position.stock.hidden <= 1


def _sampled(seen: View, seed: int, seconds: float, worlds: int, nodes: int) -> _Weighed:
    """Worlds drawn from all that agree with what was seen; each solved within so many nodes.

    A world that is not solved is played out, and so is every one of a set above double-nine.
    """
    knowledge, chance = Knowledge(seen.seen), random.Random(seed)
    worlds = 1 if _certain(seen) and nodes else worlds
    if not supported(seen.rules):
        return _played_by_engine(seen, knowledge, chance, worlds, seconds)
    table = _table(seen.rules, seen.position.players)
    actions = table.ask(seen.position)
    sums = sums_for(len(actions))
    for number, _ in enumerate(_ticks(worlds, seconds)):
        table.weigh_here(knowledge.sample(chance), number, seed, nodes, sums)
    worth = {one: int(sums[PAID + i]) / int(sums[WORLDS]) for i, one in enumerate(actions)}
    method = "exact" if nodes and not sums[1] else "playout"
    return _Weighed(worth, int(sums[WORLDS]), _certain(seen) and method == "exact", method)


def _ticks(worlds: int, seconds: float) -> Iterator[int]:
    """One number a world, as long as there is time."""
    until = time.monotonic() + seconds
    for number in range(worlds):
        if number and time.monotonic() > until:
            return
        yield number


_local = threading.local()


def _table(rules: Rules, players: int) -> Worlds:
    """This thread's room for weighing worlds; a few are kept."""
    if not hasattr(_local, "find"):
        _local.find = lru_cache(maxsize=4)(lambda r, p: Worlds(tables(r, p)))
    found: Worlds = _local.find(rules, players)
    return found


# --- sets that the compiled core has no room for ------------------------------------------------


def _played_by_engine(
    seen: View, knowledge: Knowledge, chance: random.Random, worlds: int, seconds: float
) -> _Weighed:
    """Every action played out by `balanced` in each world, by the engine."""
    worth = dict.fromkeys(different(seen.position), 0)
    done = 0
    for _ in _ticks(worlds, seconds):
        world = knowledge.sample(chance)
        for action in worth:
            worth[action] += _outcome(advance(world, action), seen.seat, chance)
        done += 1
    means = {one: total / done for one, total in worth.items()}
    return _Weighed(means, done, False, "playout")


def _outcome(position: Position, seat: int, chance: random.Random) -> int:
    """What a hand played out by `balanced` is worth to the party of a seat."""
    weights = POLICIES["balanced"].weights
    while not ending(position):
        position = advance(position, pick(position, weights, 0, chance))
    return worth(position, party_of(position, seat))


# --- likely worlds, in the compiled core --------------------------------------------------------


def _likely(seen: View, seed: int, seconds: float, worlds: int) -> _Weighed | None:
    """What the arena's strongest mind finds; None for rules that it is not made for."""
    if not supported(seen.rules) or seen.position.players != 2 or not seen.position.front.led:
        return None
    try:
        found, w = _arena(seen.rules)
    except UnsupportedError:
        return None
    if not inference.fits(w):
        return None
    row = arena.game_row(w)
    _tell_history(found, w, seen)
    load(found, _filled(seen.position), w, row)
    n = int(moves(w, row, int(room_of(w)) + inference.FOUND, True))
    state = int(inference.lay_out(w, row, stream(seed, 0)))
    inference.clear_worths(w, n)
    done = 0
    for count in _slices(worlds, seconds):
        told = inference.weigh_likely(w, row, n, count, state)
        done, state = done + int(told[0]), int(told[1])
        load(found, _filled(seen.position), w, row)
        if told[0] < count:
            break
    place = int(room_of(w))
    actions = [action_of(found, w, row, int(w[place + inference.FOUND + i])) for i in range(n)]
    worth = {one: float(inference.worth_of(w, i)) for i, one in enumerate(actions)}
    exact = not seen.position.drawable
    return _Weighed(worth, done, not seen.position.stock.hidden, "exact" if exact else "likely")


def _arena(rules: Rules) -> tuple[Tables, Ints]:
    """This thread's workspace for likely worlds; a few are kept. Raises UnsupportedError."""
    if not hasattr(_local, "arena"):
        _local.arena = lru_cache(maxsize=4)(_make_arena)
    found: tuple[Tables, Ints] = _local.arena(rules)
    return found


def _make_arena(rules: Rules) -> tuple[Tables, Ints]:
    found = tables(rules, 2)
    return found, arena.workspace(found)


def _tell_history(found: Tables, w: Ints, seen: View) -> None:
    """Write down what was done in the hand, as the arena does while it plays."""
    row, room, line = arena.game_row(w), int(room_of(w)), seen.seen
    load(found, _filled(line.start), w, row)
    inference.begin(w, row, int(_led_by_tiles(line.start)))
    for position, action in zip(line.positions, line.actions[: line.at], strict=False):
        load(found, _filled(position, action.tile), w, row)
        n = int(moves(w, row, room + inference.FOUND, False))
        told = [int(w[room + inference.FOUND + i]) for i in range(n)]
        wanted = canonical(position, action)
        if action.where == DRAW:
            wanted = Action(DRAW)
        same = [move for move in told if action_of(found, w, row, move) == wanted]
        inference.note(w, row, same[0] if same else _forced(wanted))


def _forced(action: Action) -> int:
    """Drawing or passing as a move, where the tiles that were filled in would have fitted."""
    return at.DRAW if action.where == DRAW else at.PASS


def _filled(position: Position, needed: Tile | None = None) -> Position:
    """The position with its hidden tiles lying anyhow, `needed` in the hand of the seat to move."""
    rest = [one for one in position.unseen if one != needed]
    hands = []
    for seat, hand in enumerate(position.hands):
        tiles, count = list(hand.tiles), hand.hidden
        if seat == position.turn and needed in position.unseen and count:
            tiles, count = [*tiles, needed], count - 1
        tiles, rest = tiles + rest[:count], rest[count:]
        hands.append(Hand(tuple(sorted(tiles))))
    stock = Stock((*position.stock.tiles, *rest[: position.stock.hidden]))
    return _with(position, tuple(hands), stock)


def _with(position: Position, hands: tuple[Hand, ...], stock: Stock) -> Position:
    made = Position(
        position.rules,
        position.line,
        hands,
        stock,
        position.turn,
        position.passes,
        position.drawn,
        position.score,
        position.drew_matador,
        position.last,
    )
    return made.without_flaws()


def _led_by_tiles(start: Position) -> bool:
    """Whether the tiles dealt decided who leads, as in the first hand of a match."""
    found = start.rules.lead in (Lead.HIGHEST_DOUBLE, Lead.TOP_DOUBLE)
    return found and (start.rules.next_lead is NextLead.AGAIN or not any(start.score))


# --- who there is -------------------------------------------------------------------------------


def _policy_player(policy: Policy) -> Player:
    def weigh(seen: View, seed: int, seconds: float) -> Choice:
        return _by_policy(policy, seen, seed, seconds)

    return Player(policy.name, policy.doc, weigh)


@cache
def _players() -> dict[str, Player]:
    found = [_policy_player(POLICIES[name]) for name in arena.LADDER if name in POLICIES]
    found += [
        Player(
            "sampler",
            "Deals the hidden tiles anew in 20 ways that are possible and solves each of them.",
            _by_samples,
        ),
        Player(
            "master",
            "Plays on in 400 deals that fit how the opponent played, and solves some of them.",
            _by_likely_worlds,
        ),
    ]
    return {player.name: player for player in found}


PLAYERS: dict[str, Player] = _players()
"""The computer opponents by name, weaker ones first."""
