"""Deals in which seats hold what somebody wishes for, every such deal equally likely.

Nothing is dealt and thrown away: the ways in which the free tiles can fall into the hands are
counted, and one of them is drawn. So a rare wish costs no more than a common one, a seed gives
the same deal everywhere, and an impossible wish is known for one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import comb, factorial, prod
from typing import TYPE_CHECKING, NamedTuple

from matador.game.errors import IllegalError
from matador.game.line import Line
from matador.game.position import (
    SEATS,
    Hand,
    Position,
    Stock,
    deal,
    fresh_for,
    rightful_leader,
    source,
)
from matador.game.rules import Rules
from matador.game.tiles import BIT, Tile

if TYPE_CHECKING:
    from random import Random

MOST_STATES = 50_000
"""Stages of the count that are kept; wishes that need more are refused instead of waited for."""


class Wish(NamedTuple):
    """What one seat is to hold."""

    holds: frozenset[Tile] = frozenset()
    lacks: frozenset[Tile] = frozenset()
    matadors: int | None = None
    """How many matadors it holds, no more and no fewer; None for any number."""


def ready_wishes(rules: Rules, players: int) -> dict[str, Wish]:
    """The wishes that have a name, as far as a hand is large enough for them."""
    size, matadors = rules.hand_size(players), rules.tiles.matadors
    doubles = frozenset(one for one in rules.tiles.tiles if one.double)
    named = {
        "no-matador": Wish(matadors=0),
        "all-matadors": Wish(holds=matadors),
        "no-double": Wish(lacks=doubles),
        "all-doubles": Wish(holds=doubles),
    }
    return {name: wish for name, wish in named.items() if len(wish.holds) <= size}


def added(wish: Wish, more: Wish, rules: Rules) -> Wish:
    """Both wishes as one; where they can't both come true, `more` counts."""
    holds, lacks, number = wish.holds - more.lacks, wish.lacks - more.holds, wish.matadors
    if more.matadors is not None:
        number = more.matadors
        holds = holds - rules.tiles.matadors if number == 0 else holds
    elif more.holds & rules.tiles.matadors:
        number = None
    return Wish(holds | more.holds, lacks | more.lacks, number)


def deal_wished(
    rules: Rules, players: int, seed: int | str, wishes: Mapping[int, Wish]
) -> Position:
    """A freshly dealt hand in which the wishes, by seat, have come true.

    Uniform among all such deals that the rules would not deal again; the same seed gives the same
    deal everywhere, and without a wish it is the one of `deal`. Raises IllegalError, with the
    reason, if the wishes or the rules allow no deal.
    """
    wishes = {seat: wish for seat, wish in wishes.items() if wish != Wish()}
    if not wishes:
        return deal(rules, players, seed)
    fresh = fresh_for(rules, players)
    _check(rules, fresh.size, wishes)
    chance = source(seed)
    lot = chance.randrange(players)
    parties = _parties(fresh.size, players, wishes)
    needed = [one for one in rules.tiles.tiles if BIT[one] & fresh.needs]
    cases = [_Case(rules, case) for case in _cases(parties, needed)]
    weights = [case.ways for case in cases]
    if not sum(weights):
        raise IllegalError("wishes: they can't all come true in one deal under these rules")
    case = cases[_drawn(chance, weights)]
    dealt = _position(fresh.position, case.shares(chance), parties, fresh.size, chance)
    leader = rightful_leader(dealt) if fresh.ranked else lot
    return Position(rules, Line(), dealt.hands, dealt.stock, leader or 0, score=dealt.score)


def _check(rules: Rules, size: int, wishes: Mapping[int, Wish]) -> None:
    """Refuse what can be seen to be impossible without counting, and say why."""
    for seat, wish in wishes.items():
        trouble = _why_not(rules, size, wish)
        if trouble:
            raise IllegalError(f"wishes for player {SEATS[seat]}: {trouble}")
    for (seat, wish), (other, another) in itertools.combinations(wishes.items(), 2):
        both = min(wish.holds & another.holds, default=None)
        if both:
            raise IllegalError(
                f"wishes: players {SEATS[seat]} and {SEATS[other]} can't both hold {_name(both)}"
            )
    wanted = sum(wish.matadors or 0 for wish in wishes.values())
    if wanted > len(rules.tiles.matadors):
        raise IllegalError(
            f"wishes: {wanted} matadors, but the set has {len(rules.tiles.matadors)}"
        )


def _why_not(rules: Rules, size: int, wish: Wish) -> str:
    """Why one wish cannot come true in any deal; empty if nothing is wrong with it by itself."""
    both = min(wish.holds & wish.lacks, default=None)
    if both:
        return f"{_name(both)} can't be held and not held"
    strange = min((wish.holds | wish.lacks) - set(rules.tiles.tiles), default=None)
    if strange:
        return f"the set has no {_name(strange)}"
    if len(wish.holds) > size:
        return f"{len(wish.holds)} tiles for a hand of {size}"
    if wish.matadors is None:
        return ""
    held = len(wish.holds & rules.tiles.matadors)
    if held > wish.matadors:
        return f"{held} matadors to hold, but the number of matadors is to be {wish.matadors}"
    if len(wish.holds) - held + wish.matadors > size:
        return f"{wish.matadors} matadors and the other tiles are too many for a hand of {size}"
    return ""


def _name(one: Tile) -> str:
    return f"{one.low}-{one.high}"


# --- who gets how many --------------------------------------------------------------------------


class _Party(NamedTuple):
    """Seats that are dealt to as one: a seat with a wish, or all that have none."""

    seats: tuple[int, ...]
    size: int
    """Tiles they hold together."""
    wish: Wish

    @property
    def bound(self) -> bool:
        """Whether not just any tiles may fill the hand up."""
        return bool(self.wish.lacks) or self.wish.matadors is not None

    @property
    def room(self) -> int:
        """How many tiles are still to come."""
        return self.size - len(self.wish.holds)


def _parties(size: int, players: int, wishes: Mapping[int, Wish]) -> tuple[_Party, ...]:
    """The parties; nobody is bound by a tile that somebody else is to hold."""
    held = frozenset(one for wish in wishes.values() for one in wish.holds)
    found = [
        _Party((seat,), size, wish._replace(lacks=wish.lacks - held))
        for seat, wish in sorted(wishes.items())
    ]
    others = tuple(seat for seat in range(players) if seat not in wishes)
    return (*found, _Party(others, size * len(others), Wish())) if others else tuple(found)


def _cases(parties: tuple[_Party, ...], needed: Sequence[Tile]) -> Iterator[tuple[_Party, ...]]:
    """Cases that exclude each other and together are all deals with a needed tile in some hand.

    In each, one party holds one needed tile and nobody holds those before it.
    """
    held = {one for party in parties for one in party.wish.holds}
    if not needed or held.intersection(needed):
        yield parties
        return
    for number, one in enumerate(needed):
        for at, party in enumerate(parties):
            if one not in party.wish.lacks and party.room:
                yield tuple(
                    _without(other, needed[:number], {one} if at == i else set())
                    for i, other in enumerate(parties)
                )


def _without(party: _Party, none_of: Sequence[Tile], more: set[Tile]) -> _Party:
    wish = party.wish
    return party._replace(
        wish=wish._replace(holds=wish.holds | more, lacks=wish.lacks.union(none_of))
    )


class _Group(NamedTuple):
    """Free tiles that may go to the same places: each a number in the list of rooms."""

    tiles: tuple[Tile, ...]
    places: tuple[int, ...]


_State = tuple[int, tuple[int, ...]]
"""Tiles of the group not given to anybody yet, and the room left in each place."""


class _Case:
    """The deals of one case: counted at once, one of them drawn when asked for.

    A party that wants so many matadors has two places, one for matadors and one for the rest; any
    other bound party has one. Group by group and place by place it is counted in how many ways
    the places can be filled.
    """

    def __init__(self, rules: Rules, parties: tuple[_Party, ...]) -> None:
        self._parties = parties
        self._places: dict[tuple[int, bool], int] = {}
        rooms: list[int] = []
        for at, party in enumerate(parties):
            self._add_places(rules, at, party, rooms)
        held = {one for party in parties for one in party.wish.holds}
        self._free = [one for one in rules.tiles.tiles if one not in held]
        self._groups = self._grouped(rules)
        self._steps = self._in_order()
        self._counts = self._counted(tuple(rooms))
        loose = [party.room for party in parties if not party.bound]
        left = len(self._free) - sum(rooms)
        # What is left goes to whoever takes anything, and to the stock.
        rest = left - sum(loose)
        ways = factorial(left) // prod(map(factorial, [*loose, rest])) if rest >= 0 else 0
        self.ways = ways * next(iter(self._counts[0].values()))
        """In how many ways the parties can come to their tiles."""

    def _add_places(self, rules: Rules, at: int, party: _Party, rooms: list[int]) -> None:
        if not party.bound:
            return
        number = party.wish.matadors
        if number is None:
            self._places[at, True] = self._places[at, False] = len(rooms)
            rooms.append(party.room)
            return
        matadors = number - len(party.wish.holds & rules.tiles.matadors)
        for wild, room in ((True, matadors), (False, party.room - matadors)):
            self._places[at, wild] = len(rooms)
            # A case may have given a party one matador more than it wants: no room, no way.
            rooms.append(room)

    def _grouped(self, rules: Rules) -> list[_Group]:
        """The free tiles by where they may go; those that may go anywhere come last."""
        found: dict[tuple[int, ...], list[Tile]] = {}
        for one in self._free:
            wild = one in rules.tiles.matadors
            bound = (at for at, party in enumerate(self._parties) if party.bound)
            may = (at for at in bound if one not in self._parties[at].wish.lacks)
            found.setdefault(tuple(self._places[at, wild] for at in may), []).append(one)
        ordered = sorted(found.items(), key=lambda pair: (len(pair[0]), pair[0]))
        return [_Group(tuple(tiles), places) for places, tiles in ordered if places]

    def _in_order(self) -> list[tuple[int, int, bool, bool]]:
        """The steps: group, place, whether a new group begins, whether the place must be full."""
        pairs = [(g, place) for g, group in enumerate(self._groups) for place in group.places]
        last = {place: step for step, (_, place) in enumerate(pairs)}
        return [
            (g, place, step == 0 or pairs[step - 1][0] != g, last[place] == step)
            for step, (g, place) in enumerate(pairs)
        ]

    def _counted(self, rooms: tuple[int, ...]) -> list[dict[_State, int]]:
        """Before each step and after the last: in how many ways each state can be finished."""
        levels: list[dict[_State, int]] = [{(0, rooms): 0}]
        for step in range(len(self._steps)):
            after = (end for state in levels[-1] for _, _, end in self._branches(step, state))
            levels.append(dict.fromkeys(after, 0))
            if sum(map(len, levels)) > MOST_STATES:
                raise IllegalError("wishes: too many at once to be dealt evenly; take some away")
        levels[-1] = {state: int(not any(state[1])) for state in levels[-1]}
        for step in reversed(range(len(self._steps))):
            for state in levels[step]:
                branches = self._branches(step, state)
                levels[step][state] = sum(w * levels[step + 1][end] for _, w, end in branches)
        return levels

    def _branches(self, step: int, state: _State) -> Iterator[tuple[int, int, _State]]:
        """How many tiles of the group a place may get, in how many ways, and what comes of it."""
        group, place, begins, fills = self._steps[step]
        left, rooms = state
        left = len(self._groups[group].tiles) if begins else left
        room = rooms[place]
        for count in range(room if fills else 0, min(left, room) + 1):
            after = (*rooms[:place], room - count, *rooms[place + 1 :])
            yield count, comb(left, count), (left - count, after)

    def shares(self, chance: Random) -> list[list[Tile]]:
        """One of the deals: the tiles of each party, and at the end those of the stock."""
        owner = {place: at for (at, _), place in self._places.items()}
        shares = [sorted(party.wish.holds) for party in self._parties]
        given: set[Tile] = set()
        state = next(iter(self._counts[0]))
        pile: list[Tile] = []
        for step, (group, place, begins, _) in enumerate(self._steps):
            pile = _shuffled(self._groups[group].tiles, chance) if begins else pile
            branches = list(self._branches(step, state))
            weights = [ways * self._counts[step + 1][end] for _, ways, end in branches]
            count, _, state = branches[_drawn(chance, weights)]
            shares[owner[place]] += pile[:count]
            given.update(pile[:count])
            pile = pile[count:]
        pile = _shuffled([one for one in self._free if one not in given], chance)
        for at, party in enumerate(self._parties):
            count = party.size - len(shares[at])
            shares[at] += pile[:count]
            pile = pile[count:]
        return [*shares, pile]


def _position(
    empty: Position,
    shares: list[list[Tile]],
    parties: tuple[_Party, ...],
    size: int,
    chance: Random,
) -> Position:
    """The position in which each party's tiles are dealt among its seats."""
    *held, stock = shares
    hands = list(empty.hands)
    for share, party in zip(held, parties, strict=True):
        pile = _shuffled(share, chance)
        for number, seat in enumerate(party.seats):
            hands[seat] = Hand(tuple(sorted(pile[number * size : (number + 1) * size])))
    return Position(empty.rules, Line(), tuple(hands), Stock(tuple(stock)), 0, score=empty.score)


def _shuffled(tiles: Iterable[Tile], chance: Random) -> list[Tile]:
    # Sorting by random keys is the same on every Python; random.shuffle does not promise that.
    keyed = [(chance.random(), one) for one in tiles]
    return [one for _, one in sorted(keyed)]


def _drawn(chance: Random, weights: Sequence[int]) -> int:
    """The place of one of the weights, each as likely as it is heavy."""
    at = chance.randrange(sum(weights))
    for number, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return number
    raise AssertionError("the weights do not add up")
