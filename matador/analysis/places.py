"""Counts, and draws at random, the ways to fill places with things that may not lie everywhere.

Things that may lie in the same places are alike, and so are places open to the same things. The
count goes through the kinds of things one by one and remembers only how much room is left in each
kind of place, so it is exact, in whole numbers, and mostly small: dealing 28 tiles takes a few
dozen steps where writing out the deals would take 10²⁰.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, combinations
from math import comb, factorial
from typing import NamedTuple

STEPS = 30_000
"""The largest count that is made. It takes some tenths of a second, and a table of chances asks for
dozens like it. Hands of double-six stay far below; eight hidden hands of a large set, each with
passes of its own, would take millions."""

Room = tuple[int, ...]


class TooLargeError(ValueError):
    """The count would take more steps than were allowed."""


class _Kind(NamedTuple):
    """Things that are alike: they may lie in the same groups of places."""

    things: tuple[int, ...]
    groups: tuple[int, ...]
    closing: int
    """How many of the groups, the first ones, take nothing later and must be filled now."""
    marked: bool


class _Group(NamedTuple):
    """Places that are alike: the same things may lie there."""

    places: tuple[int, ...]
    size: int
    marked: bool


class _Step(NamedTuple):
    """One way to share out a kind: how many go to each of its groups, and what it leaves."""

    ways: int
    shares: tuple[int, ...]
    left: Room


class Ways:
    """The ways to fill places of these sizes, each thing lying in a place that it is allowed.

    `allowed` has one bit mask of places for each thing; there are as many things as there is room.
    Within a place things have no order. Raises TooLargeError beyond `steps`, if given.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        allowed: Sequence[int],
        *,
        steps: int | None = None,
        marked: tuple[frozenset[int], int] = (frozenset(), 0),
    ) -> None:
        if sum(sizes) != len(allowed):
            raise ValueError(f"{len(allowed)} things for room for {sum(sizes)}")
        self.sizes = tuple(sizes)
        self.allowed = tuple(allowed)
        self._pinned, self._free = _pinned(self.sizes, self.allowed)
        self._sizes = _room_beside(self.sizes, self._pinned)
        self._groups = _groups(self._sizes, self._free, marked[1])
        self._kinds = _kinds(self._groups, self._free, marked[0])
        # Numbers by how many marked things lie in marked places, packed into one: a digit each.
        self._digit = len(allowed) * max(1, len(sizes).bit_length()) + 1
        self._layers = list(self._made_layers(steps))
        self._values = self._counted()
        self._picks: dict[tuple[int, Room], tuple[list[int], list[_Step]]] = {}

    @cached_property
    def total(self) -> int:
        """How many ways there are."""
        return self._values[0].get(self._room, 0) * self._within

    def share(self, thing: int, places: int) -> Fraction:
        """The part of all ways in which a thing lies in one of the places of a bit mask."""
        if thing in self._pinned:
            return Fraction(places >> self._pinned[thing] & 1)
        at = next(i for i, kind in enumerate(self._kinds) if thing in kind.things)
        kind, found = self._kinds[at], Fraction(0)
        for group, count in zip(kind.groups, self._shared[at], strict=True):
            room = sum(self._sizes[p] for p in self._groups[group].places if places >> p & 1)
            found += Fraction(count * room, self._groups[group].size)
        return found / (len(kind.things) * self._values[0][self._room])

    def spread(self, things: Iterable[int], places: int) -> list[int]:
        """How many ways put 0, 1, 2, … of these things into the places of a bit mask."""
        wanted = frozenset(things)
        ways = Ways(self.sizes, self.allowed, marked=(wanted, places))
        pinned = sum(places >> place & 1 for i, place in self._pinned.items() if i in wanted)
        packed, found = ways._values[0].get(ways._room, 0), [0] * pinned
        while packed:
            packed, digit = divmod(packed, 1 << ways._digit)
            found.append(digit * ways._within)
        return found

    def draw(self, chance: random.Random) -> list[int]:
        """The place of each thing, in one way of all, each equally likely.

        Raises ValueError if there is none.
        """
        if not self.total:
            raise ValueError("there is no way to fill these places")
        lying: list[list[int]] = [[] for _ in self._groups]
        room = self._room
        for at, kind in enumerate(self._kinds):
            step = self._pick(at, room, chance)
            things = list(kind.things)
            if len(step.shares) > 1:
                chance.shuffle(things)
            for group, share in zip(kind.groups, step.shares, strict=True):
                lying[group] += things[:share]
                del things[:share]
            room = step.left
        return self._told_apart(lying, chance)

    # --- counting -------------------------------------------------------------------------------

    @cached_property
    def _room(self) -> Room:
        return tuple(group.size for group in self._groups)

    @cached_property
    def _within(self) -> int:
        """In how many ways what lies in groups can be shared out to their places."""
        found = 1
        for group in self._groups:
            left = group.size
            for place in group.places:
                found *= comb(left, self._sizes[place])
                left -= self._sizes[place]
        return found

    def _made_layers(self, steps: int | None) -> Iterator[dict[Room, list[_Step]]]:
        """For each kind, the steps from every amount of room that can be left when it comes."""
        rooms, taken = {self._room}, 0
        for kind in self._kinds:
            layer = {}
            for room in rooms:
                layer[room] = list(_steps(kind, room))
                taken += len(layer[room])
                if steps is not None and taken > steps:
                    raise TooLargeError(f"more than {steps} steps")
            rooms = {step.left for found in layer.values() for step in found}
            yield layer

    def _counted(self) -> list[dict[Room, int]]:
        """For each layer, the ways to go on from each amount of room; those without any go."""
        values = [{(0,) * len(self._groups): 1}]
        for kind, layer in zip(reversed(self._kinds), reversed(self._layers), strict=True):
            after, here = values[-1], {}
            for room, steps in layer.items():
                steps[:] = [step for step in steps if step.left in after]
                if steps:
                    here[room] = sum(
                        (step.ways * after[step.left]) << self._shift(kind, step) for step in steps
                    )
            values.append(here)
        return values[::-1]

    def _shift(self, kind: _Kind, step: _Step) -> int:
        if not kind.marked:
            return 0
        pairs = zip(kind.groups, step.shares, strict=True)
        return self._digit * sum(share for group, share in pairs if self._groups[group].marked)

    @cached_property
    def _shared(self) -> list[list[int]]:
        """For each kind and each of its groups: things that lie there, added up over all ways."""
        found = []
        reached = {self._room: 1}
        for kind, layer, after in zip(self._kinds, self._layers, self._values[1:], strict=True):
            sums, onwards = [0] * len(kind.groups), dict[Room, int]()
            for room, before in reached.items():
                for step in layer[room]:
                    ways = before * step.ways
                    onwards[step.left] = onwards.get(step.left, 0) + ways
                    for i, share in enumerate(step.shares):
                        sums[i] += share * ways * after[step.left]
            found.append(sums)
            reached = onwards
        return found

    # --- drawing --------------------------------------------------------------------------------

    def _pick(self, at: int, room: Room, chance: random.Random) -> _Step:
        known = self._picks.get((at, room))
        if known is None:
            steps, after = self._layers[at][room], self._values[at + 1]
            bounds = list(accumulate(step.ways * after[step.left] for step in steps))
            known = self._picks[at, room] = bounds, steps
        bounds, steps = known
        if len(steps) == 1:
            return steps[0]
        return steps[bisect_right(bounds, chance.randrange(bounds[-1]))]

    def _told_apart(self, lying: list[list[int]], chance: random.Random) -> list[int]:
        """The place of each thing, from the things that lie in each group."""
        found = [self._pinned.get(thing, 0) for thing in range(len(self.allowed))]
        for group, things in zip(self._groups, lying, strict=True):
            if len(group.places) > 1:
                chance.shuffle(things)
            at = 0
            for place in group.places:
                for thing in things[at : at + self._sizes[place]]:
                    found[thing] = place
                at += self._sizes[place]
        return found


class Blocks:
    """Ways that are too many to be counted at once: each block of places is filled by itself.

    Every choice of one way a block is equally likely, and so is every choice that agrees; `draw`
    gives None for the others. Places in no block take whatever no block takes, allowed or not.
    """

    def __init__(
        self, sizes: Sequence[int], allowed: Sequence[int], blocks: Sequence[int], steps: int
    ) -> None:
        self.sizes = tuple(sizes)
        self.allowed = tuple(allowed)
        self._blocks = [_merged(*_block(sizes, allowed, block), steps) for block in blocks]
        common = (place for place in range(len(sizes)) if not sum(blocks) >> place & 1)
        self._common = [place for place in common for _ in range(sizes[place])]

    @cached_property
    def total(self) -> int:
        """How many choices there are, whether they agree or not."""
        found = factorial(len(self._common))
        for place in set(self._common):
            found //= factorial(self.sizes[place])
        for ways in self._blocks:
            found *= ways.total
        return found

    def draw(self, chance: random.Random) -> list[int] | None:
        """The place of each thing in one choice, or None if two blocks take the same thing."""
        elsewhere = len(self.sizes)
        found = [elsewhere] * len(self.allowed)
        for ways in self._blocks:
            for thing, place in enumerate(ways.draw(chance)):
                if place != elsewhere:
                    if found[thing] != elsewhere:
                        return None
                    found[thing] = place
        common = list(self._common)
        chance.shuffle(common)
        return [common.pop() if place == elsewhere else place for place in found]


def counted(
    sizes: Sequence[int], allowed: Sequence[int], owners: Sequence[int], steps: int = STEPS
) -> Ways | Blocks:
    """The ways, counted as they are; if that is too large, something to draw them from.

    That then also has choices that are no ways, with things where they may not lie, and whoever
    draws must pass these over. `owners` tells which places belong together; the common ones, below
    0, take what is left.
    """
    try:
        return Ways(sizes, allowed, steps=steps)
    except TooLargeError:
        common = sum(size for size, owner in zip(sizes, owners, strict=True) if owner < 0)
        if 2 * common < len(allowed):
            return _merged(sizes, allowed, steps)
        return Blocks(sizes, allowed, _blocks(sizes, allowed, owners, steps), steps)


def _blocks(
    sizes: Sequence[int], allowed: Sequence[int], owners: Sequence[int], steps: int
) -> list[int]:
    """Places in few blocks, as bit masks, each small enough to be counted if one owner's are."""
    found: list[int] = []
    for owner in sorted({owner for owner in owners if owner >= 0}):
        own = sum(1 << place for place, other in enumerate(owners) if other == owner)
        if found and _is_small(*_block(sizes, allowed, found[-1] | own), steps):
            found[-1] |= own
        else:
            found.append(own)
    return found


def _block(sizes: Sequence[int], allowed: Sequence[int], block: int) -> tuple[list[int], list[int]]:
    """The places of a block as they are, and one more for all others together."""
    room = [size if block >> place & 1 else 0 for place, size in enumerate(sizes)]
    elsewhere = 1 << len(sizes)
    masks = [mask & block | (elsewhere if mask & ~block else 0) for mask in allowed]
    return [*room, sum(sizes) - sum(room)], masks


def _is_small(sizes: Sequence[int], allowed: Sequence[int], steps: int) -> bool:
    try:
        Ways(sizes, allowed, steps=steps)
    except TooLargeError:
        return False
    return True


def _merged(sizes: Sequence[int], allowed: Sequence[int], steps: int) -> Ways:
    """The ways if as many places are made alike as it takes to count them."""
    pinned, free = _pinned(sizes, allowed)
    room = _room_beside(sizes, pinned)
    masks = {**{thing: 1 << place for thing, place in pinned.items()}, **free}
    while True:
        try:
            return Ways(sizes, [masks[thing] for thing in range(len(allowed))], steps=steps)
        except TooLargeError:
            one, other = _most_alike(room, free)
            both = 1 << one | 1 << other
            free = {thing: mask | both if mask & both else mask for thing, mask in free.items()}
            masks.update(free)


def _pinned(sizes: Sequence[int], allowed: Sequence[int]) -> tuple[dict[int, int], dict[int, int]]:
    """The things that can only lie in one place, and what is left to the others.

    A place that such things fill is closed to the others, which may pin these down in turn.
    """
    room = list(sizes)
    roomy = sum(1 << place for place, size in enumerate(sizes) if size)
    pinned: dict[int, int] = {}
    free = {thing: mask & roomy for thing, mask in enumerate(allowed)}
    waiting = [thing for thing, mask in free.items() if mask.bit_count() == 1]
    while waiting:
        thing = waiting.pop()
        if not free[thing]:
            continue  # its only place has been filled meanwhile: there is no way
        pinned[thing] = free.pop(thing).bit_length() - 1
        room[pinned[thing]] -= 1
        if not room[pinned[thing]]:
            for other, mask in free.items():
                if mask >> pinned[thing] & 1:
                    free[other] = mask & ~(1 << pinned[thing])
                    if free[other].bit_count() == 1:
                        waiting.append(other)
    return pinned, free


def _room_beside(sizes: Sequence[int], pinned: Mapping[int, int]) -> tuple[int, ...]:
    room = list(sizes)
    for place in pinned.values():
        room[place] -= 1
    return tuple(room)


def _most_alike(sizes: Sequence[int], allowed: Mapping[int, int]) -> tuple[int, int]:
    """The two places, not yet alike, to which almost the same things are allowed."""
    columns = _columns(sizes, allowed)
    pairs = [pair for pair in combinations(columns, 2) if columns[pair[0]] != columns[pair[1]]]
    return min(pairs, key=lambda pair: (columns[pair[0]] ^ columns[pair[1]]).bit_count())


def _columns(sizes: Sequence[int], allowed: Mapping[int, int]) -> dict[int, int]:
    """For each place with room, the things that may lie there, as a bit mask."""
    return {
        place: sum(1 << i for i, mask in allowed.items() if mask >> place & 1)
        for place, size in enumerate(sizes)
        if size
    }


def _groups(sizes: Sequence[int], allowed: Mapping[int, int], marked: int) -> tuple[_Group, ...]:
    alike: dict[tuple[int, bool], list[int]] = {}
    for place, column in _columns(sizes, allowed).items():
        alike.setdefault((column, bool(marked >> place & 1)), []).append(place)
    return tuple(
        _Group(tuple(places), sum(sizes[p] for p in places), mark)
        for (_, mark), places in alike.items()
    )


def _kinds(
    groups: tuple[_Group, ...], allowed: Mapping[int, int], marked: frozenset[int]
) -> tuple[_Kind, ...]:
    alike: dict[tuple[tuple[int, ...], bool], list[int]] = {}
    for thing, mask in allowed.items():
        open_to = tuple(g for g, group in enumerate(groups) if mask >> group.places[0] & 1)
        alike.setdefault((open_to, thing in marked), []).append(thing)
    # The choosiest things first: the places that only they can fill are then done with.
    order = sorted(alike, key=lambda key: (len(key[0]), key))
    last = {group: at for at, (open_to, _) in enumerate(order) for group in open_to}
    return tuple(_kind(at, key, alike[key], last) for at, key in enumerate(order))


def _kind(
    at: int, key: tuple[tuple[int, ...], bool], things: list[int], last: dict[int, int]
) -> _Kind:
    closing = [group for group in key[0] if last[group] == at]
    others = [group for group in key[0] if last[group] != at]
    return _Kind(tuple(things), (*closing, *others), len(closing), key[1])


def _steps(kind: _Kind, room: Room) -> Iterator[_Step]:
    """All ways to share out the things of a kind, where this much room is left."""
    free = tuple(room[group] for group in kind.groups)
    for shares, ways in _all_shares(len(kind.things), free, kind.closing):
        left = list(room)
        for group, share in zip(kind.groups, shares, strict=True):
            left[group] -= share
        yield _Step(ways, shares, tuple(left))


@lru_cache(maxsize=10_000)  # a kind finds the same room in its groups again and again
def _all_shares(things: int, free: Room, closing: int) -> list[tuple[tuple[int, ...], int]]:
    return list(_shares(things, free, closing))


def _shares(things: int, free: Room, closing: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """How many things can go to each of some groups, the first `closing` of them filled."""
    if not free:
        if not things:
            yield (), 1
        return
    least = free[0] if closing else max(0, things - sum(free[1:]))
    for share in range(least, min(things, free[0]) + 1):
        for rest, ways in _shares(things - share, free[1:], max(0, closing - 1)):
            yield (share, *rest), ways * comb(things, share)


def every(sizes: Sequence[int], allowed: Sequence[int]) -> Iterator[list[int]]:
    """Every way once: the place of each thing. For small cases only."""
    yield from _each(list(sizes), allowed, [])


def _each(room: list[int], allowed: Sequence[int], lying: list[int]) -> Iterator[list[int]]:
    if len(lying) == len(allowed):
        yield list(lying)
        return
    for place, left in enumerate(room):
        if left and allowed[len(lying)] >> place & 1:
            room[place] -= 1
            yield from _each(room, allowed, [*lying, place])
            room[place] += 1
