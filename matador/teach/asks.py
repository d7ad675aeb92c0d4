"""What can be asked about a position, and the answer of whoever sees the game in some way.

A `Mind` is a way to see the game. The plain one asks the engine and is right; a belief (see
`beliefs`) overrides the one thing that it gets wrong. The answer to every question is written
once, for any mind, so no answer is ever stored.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, cached_property, lru_cache

from matador.analysis.knowledge import Knowledge
from matador.analysis.slow import Searcher, party_of
from matador.game.line import End, Fit, fits, spinner_due
from matador.game.moves import DRAW, LEAD, PASS, Action, advance, legal_actions
from matador.game.position import Hand, Position
from matador.game.record import Timeline
from matador.game.rules import Rules
from matador.game.settle import Settlement, pay, settle, weigh
from matador.game.tiles import Tile, tile_set

Answer = frozenset[str]
"""The keys of the options that somebody takes."""

NONE, BOTH, NEITHER, EITHER, ANY = "none", "both", "neither", "either", "any"

_MOST = 1 << 20
"""More pips than any hand is paid."""


class Ask(StrEnum):
    """What is asked. Each is answered by one function of this module."""

    TILE = "tile"
    """Tap a tile that can go."""
    TILES = "tiles"
    """Tap all tiles that can go."""
    END = "end"
    """Which end does this tile answer? Without a tile: on which can you play at all?"""
    WAY = "way"
    """Which half of this tile touches the end?"""
    NEW_END = "new-end"
    """What does the end show after this play?"""
    COUNT = "count"
    """How many tiles of the set answer the ends?"""
    ACT = "act"
    """Play, draw or pass, under this rule card?"""
    PLACEMENTS = "placements"
    """Every way to play this tile."""
    PIPS = "pips"
    """How much does this hand count?"""
    PAID = "paid"
    """The hand is over: who is paid what?"""
    DRAWS = "draws"
    """How many tiles are drawn before one can be played? The stock is known."""
    LACKS = "lacks"
    """Which of these tiles can't a player hold who has just passed?"""
    BEST = "best"
    """Which play is best? All that are equally good are right."""
    SLIP = "slip"
    """Which of these plays was a mistake?"""
    OPEN = "open"
    """How many open ends does the line have?"""
    KEEP = "keep"
    """Which three of these tiles answer most pairs of ends?"""
    LEAD = "lead"
    """Which tile may be led under this rule card?"""
    OVERLOOKED = "overlooked"
    """Which legal plays does a written commentary leave out?"""

    @property
    def every(self) -> bool:
        """Whether all right options have to be found."""
        return self in _EVERY


_EVERY = (Ask.TILES, Ask.PLACEMENTS, Ask.LACKS, Ask.OVERLOOKED)


@dataclass(frozen=True)
class Scene:
    """A question without its words: what is asked about which position.

    `line` is how the position came about, where that is the point: with LACKS it ends in the pass,
    with SLIP `plays` are what was played from the position on, one of them wrongly; with OVERLOOKED
    they are the plays that the commentary did not leave out.
    """

    ask: Ask
    position: Position
    home: Rules
    """The rules that the learner met first."""
    tile: Tile | None = None
    arm: str = ""
    """The end asked about; empty for all."""
    action: Action | None = None
    shown: tuple[Tile, ...] = ()
    """The tiles to choose from, where they are not those in hand."""
    line: Timeline | None = None
    plays: tuple[Action, ...] = ()

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """The right answers."""
        return answers(self)

    @cached_property
    def right(self) -> Answer:
        """The keys of the right options."""
        return frozenset().union(*self.answers)

    @cached_property
    def wrong(self) -> dict[str, tuple[Answer, ...]]:
        """Room for the wrong answers by belief, once they have been asked for."""
        return {}

    @cached_property
    def played(self) -> tuple[tuple[Position, Action], ...]:
        """The plays, each with the position before it, legal or not."""
        return tuple(_played(self.position, self.plays))


class Mind:
    """How somebody sees the game; this one sees it as it is. Beliefs override."""

    name = ""
    about: frozenset[Ask] = frozenset(Ask)
    """The questions that this mind answers in its own way."""

    def ends(self, position: Position) -> tuple[End, ...]:
        """The ends as somebody sees them."""
        return position.ends

    def fits(self, position: Position, end: End, one: Tile) -> tuple[Fit, ...]:
        """The ways in which a tile goes on an end."""
        if spinner_due(position.line, position.rules):
            return fits(one, end, position.rules, True)
        known, asked = position.rules.memory, (end, one)
        if asked not in known:
            known[asked] = fits(one, end, position.rules, False)
        found: tuple[Fit, ...] = known[asked]
        return found

    def shows(self, before: Position, action: Action) -> int:
        """What the end shows after a play in line."""
        return next(end.halves[0] for end in advance(before, action).ends if _same(end, action))

    def open(self, position: Position) -> tuple[int, ...]:
        """The numbers of open ends that somebody may count."""
        return (len(position.ends),)

    def weigh(self, tiles: Iterable[Tile], rules: Rules) -> int:
        """The pips of a hand."""
        return weigh(tuple(tiles), rules)

    def settle(self, position: Position) -> Settlement:
        """Who is paid what for a finished hand."""
        return settle(position)

    def lacks(self, line: Timeline, shown: tuple[Tile, ...]) -> list[Tile]:
        """The tiles that whoever has just passed can't hold."""
        proved = [proof.tiles for proof in Knowledge(line).proofs if proof.ply == line.at]
        return [one for one in shown if any(one in tiles for tiles in proved)]

    def rules(self, scene: Scene) -> Rules:
        """The rules that somebody goes by."""
        return scene.position.rules

    def variants(self) -> tuple[Mind, ...]:
        """The minds that this belief may come as; mostly one."""
        return (self,)


TRUTH = Mind()
"""The game as the engine has it."""


def answers(scene: Scene, mind: Mind = TRUTH) -> tuple[Answer, ...]:
    """The answers that somebody may give, each complete; empty if the mind has none to give."""
    if scene.ask not in mind.about:
        return ()
    rules = mind.rules(scene)
    if rules is not scene.position.rules:
        scene = replace(scene, position=under(scene.position, rules))
        if scene.line is not None:
            start = under(scene.line.start, rules)
            scene = replace(scene, line=Timeline(start, scene.line.actions, scene.line.at))
    found = itertools.chain.from_iterable(_ANSWER[scene.ask](scene, one) for one in mind.variants())
    return tuple(dict.fromkeys(found))


def under(position: Position, rules: Rules) -> Position:
    """The same table under other rules, with the set that is on it."""
    same = rules.set is position.rules.set
    return position.changed(rules=rules if same else rules._replace(set=position.rules.set))


def ways(mind: Mind, position: Position, one: Tile, arm: str = "") -> list[Action]:
    """The plays of one tile that somebody takes for legal."""
    return [
        Action(end.arm, fit.inner, fit.outer, bool(fit.mark))
        for end in mind.ends(position)
        if arm in ("", end.arm)
        for fit in mind.fits(position, end, one)
    ]


def goes(mind: Mind, position: Position, one: Tile, arm: str = "") -> bool:
    """Whether somebody thinks that a tile can be played."""
    for end in mind.ends(position):
        if arm in ("", end.arm) and mind.fits(position, end, one):
            return True
    return False


def last_placed(position: Position) -> int:
    """The seat that played the last tile of a hand in which then everybody passed."""
    return (position.turn - 1 - position.passes) % position.players


def wrong_play(scene: Scene, mind: Mind = TRUTH) -> int | None:
    """The first play of a hand, counted from 1, that somebody takes for a mistake."""
    for number, (before, action) in enumerate(scene.played, start=1):
        if action.where != LEAD and action.tile and action not in _seen(mind, before, action):
            return number
    return None


def _played(position: Position, plays: Iterable[Action]) -> Iterator[tuple[Position, Action]]:
    for action in plays:
        yield position, action
        position = placed(position, action)


def placed(position: Position, action: Action) -> Position:
    """The position after a tile was put down, legal or not."""
    one, seat = action.tile, position.turn
    assert one is not None
    if action.where == LEAD or action in _seen(TRUTH, position, action):
        return advance(position, action)
    hands = list(position.hands)
    hands[seat] = Hand(tuple(t for t in hands[seat].tiles if t != one), hands[seat].hidden)
    line = position.line.with_tile(
        action.where, Fit(action.inner, action.outer, ""), position.rules
    )
    turn = (seat + 1) % position.players
    # What was put down by mistake lies there, and play goes on: nobody looks for flaws.
    return position.changed(line=line, hands=tuple(hands), turn=turn).without_flaws()


def best_plays(position: Position) -> frozenset[Action]:
    """The best plays: exact where all hands are known, else those with the fewest answers."""
    plays = _plays(position)
    worth = values(position)
    if worth is None:
        worth = {action: -left_to_answer(position, action) for action in plays}
    most = max(worth.values())
    return frozenset(action for action in plays if worth[action] == most)


def left_to_answer(position: Position, action: Action) -> int:
    """How many of the tiles that the one to move has not seen answer the ends after a play."""
    after = advance(position, action)
    mine = {*position.hand.tiles, *(placed.tile for placed in position.line.placed)}
    unseen = (one for one in position.rules.tiles.tiles if one not in mine)
    return sum(goes(TRUTH, after, one) for one in unseen)


@lru_cache(maxsize=64)
def values(position: Position, nodes: int = 20_000) -> dict[Action, int] | None:
    """What each legal action is worth to the side to move, exactly, in pips.

    None where a hand or what may be drawn is hidden, or it would take more than so many positions.
    """
    hidden = position.stock.hidden and position.drawable
    if hidden or any(hand.hidden for hand in position.hands):
        return None
    left = iter(range(nodes))
    search = Searcher(party_of(position, position.turn), lambda: next(left, None) is not None)
    found: dict[Action, int] = {}
    for action in legal_actions(position):
        value = search.value(advance(position, action), -_MOST, _MOST)
        if value is None:
            return None
        found[action] = value
    return found


def keepable(scene: Scene) -> dict[tuple[Tile, ...], int]:
    """Each way to keep three of the tiles in hand, and how many pairs of ends it answers."""
    trios = itertools.combinations(scene.position.hand.tiles, 3)
    return {trio: pairs_answered(trio, scene.position.rules) for trio in trios}


def pairs_answered(tiles: Iterable[Tile], rules: Rules) -> int:
    """On how many pairs of ends, blanks among them, at least one of these tiles goes."""
    held = set(tiles)
    return sum(not held.isdisjoint(answering) for answering in _by_pair(rules.tiles.highest))


@cache
def _by_pair(highest: int) -> tuple[frozenset[Tile], ...]:
    """The tiles that answer each pair of ends."""
    pairs = itertools.combinations_with_replacement(range(highest + 1), 2)
    return tuple(frozenset(tile_set(highest).answers(*pair)) for pair in pairs)


# --- one function a question ---------------------------------------------------------------------


def _tile(scene: Scene, mind: Mind) -> list[Answer]:
    return [frozenset({key}) for key in _going(scene, mind) or [NONE]]


def _tiles(scene: Scene, mind: Mind) -> list[Answer]:
    return [frozenset(_going(scene, mind) or [NONE])]


def _end(scene: Scene, mind: Mind) -> list[Answer]:
    tiles = (scene.tile,) if scene.tile else scene.position.hand.tiles
    arms = [
        end.arm
        for end in scene.position.ends
        if any(goes(mind, scene.position, one, end.arm) for one in tiles)
    ]
    key = BOTH if len(arms) == 2 else arms[0] if arms else NEITHER
    return [frozenset({key})]


def _way(scene: Scene, mind: Mind) -> list[Answer]:
    assert scene.tile is not None
    found = {action.inner for action in ways(mind, scene.position, scene.tile, scene.arm)}
    if not found:
        return []
    return [frozenset({EITHER if len(found) > 1 else str(found.pop())})]


def _new_end(scene: Scene, mind: Mind) -> list[Answer]:
    assert scene.action is not None
    return [frozenset({str(mind.shows(scene.position, scene.action))})]


def _count(scene: Scene, mind: Mind) -> list[Answer]:
    total = sum(goes(mind, scene.position, one) for one in scene.position.rules.tiles.tiles)
    return [frozenset({str(total)})]


def _act(scene: Scene, mind: Mind) -> list[Answer]:
    """What somebody does whose hand, as they see it, holds only what fits or really does not."""
    position = scene.position
    hand = position.hand.tiles
    really = [one for one in hand if goes(TRUTH, position, one)]
    thought = [one for one in hand if goes(mind, position, one)]
    if any(one not in really for one in thought):
        return [frozenset({"play"})]
    left = tuple(one for one in hand if one in thought or one not in really)
    if not left:
        return [frozenset({"draw" if position.drawable else "pass"})]
    return [frozenset({key}) for key in _kinds(with_hand(position, left))]


def _placements(scene: Scene, mind: Mind) -> list[Answer]:
    assert scene.tile is not None
    found = ways(mind, scene.position, scene.tile, scene.arm)
    return [frozenset(map(str, found)) or frozenset({NONE})]


def _pips(scene: Scene, mind: Mind) -> list[Answer]:
    return [frozenset({str(mind.weigh(scene.position.hand.tiles, scene.position.rules))})]


def _paid(scene: Scene, mind: Mind) -> list[Answer]:
    return [frozenset({paid_key(mind.settle(scene.position))})]


def _draws(scene: Scene, mind: Mind) -> list[Answer]:
    position, drawn = scene.position, 0
    while position.drawable and drawn < position.rules.draw_limit and not _can_play(mind, position):
        position, drawn = advance(position, Action(DRAW)), drawn + 1
    return [frozenset({str(drawn)})]


def _lacks(scene: Scene, mind: Mind) -> list[Answer]:
    assert scene.line is not None
    missing = mind.lacks(scene.line, scene.shown)
    return [frozenset(map(str, missing)) or frozenset({NONE})]


def _best(scene: Scene, mind: Mind) -> list[Answer]:  # noqa: ARG001 - beliefs are not about it
    return [frozenset({str(action)}) for action in sorted(best_plays(scene.position))]


def _slip(scene: Scene, mind: Mind) -> list[Answer]:
    number = wrong_play(scene, mind)
    return [frozenset({str(number)})] if number else []


def _open(scene: Scene, mind: Mind) -> list[Answer]:
    return [frozenset({str(count)}) for count in mind.open(scene.position)]


def _keep(scene: Scene, mind: Mind) -> list[Answer]:  # noqa: ARG001 - beliefs are not about it
    worth = keepable(scene)
    most = max(worth.values())
    return [frozenset({trio_key(trio)}) for trio in worth if worth[trio] == most]


def _lead(scene: Scene, mind: Mind) -> list[Answer]:  # noqa: ARG001 - only the rules matter
    found = {str(action.tile) for action in _plays(scene.position)}
    anything = len(found) == len(scene.position.hand.tiles)
    return [frozenset({ANY})] if anything else [frozenset({key}) for key in sorted(found)]


def _overlooked(scene: Scene, mind: Mind) -> list[Answer]:
    found = [a for one in scene.position.hand.tiles for a in ways(mind, scene.position, one)]
    return [frozenset(str(a) for a in found if a not in scene.plays) or frozenset({NONE})]


_ANSWER: dict[Ask, Callable[[Scene, Mind], list[Answer]]] = {
    Ask.TILE: _tile,
    Ask.TILES: _tiles,
    Ask.END: _end,
    Ask.WAY: _way,
    Ask.NEW_END: _new_end,
    Ask.COUNT: _count,
    Ask.ACT: _act,
    Ask.PLACEMENTS: _placements,
    Ask.PIPS: _pips,
    Ask.PAID: _paid,
    Ask.DRAWS: _draws,
    Ask.LACKS: _lacks,
    Ask.BEST: _best,
    Ask.SLIP: _slip,
    Ask.OPEN: _open,
    Ask.KEEP: _keep,
    Ask.LEAD: _lead,
    Ask.OVERLOOKED: _overlooked,
}


def trio_key(tiles: Iterable[Tile]) -> str:
    """Some tiles as a key."""
    return ".".join(map(str, tiles))


def paid_key(found: Settlement) -> str:
    """A payment as a key: what is written down for each, and who won."""
    kind = "debit" if found.debit else "paid"
    numbers = [*found.payments, *(("won", *found.winners) if not found.debit else ())]
    return ".".join([kind, *map(str, numbers)])


def with_hand(position: Position, tiles: tuple[Tile, ...]) -> Position:
    """The position with another hand for the seat to move."""
    hands = list(position.hands)
    hands[position.turn] = Hand(tuple(sorted(tiles)))
    return position.changed(hands=tuple(hands))


def as_if_out(position: Position, seat: int) -> Settlement:
    """What would be paid if this seat had gone out."""
    pips = [weigh(hand.tiles, position.rules) for hand in position.hands]
    pips[seat] = 0
    return pay(position.rules, pips, out=seat)


def _going(scene: Scene, mind: Mind) -> list[str]:
    tiles = scene.shown or scene.position.hand.tiles
    return [str(one) for one in tiles if goes(mind, scene.position, one, scene.arm)]


def _can_play(mind: Mind, position: Position) -> bool:
    return any(goes(mind, position, one) for one in position.hand.tiles)


def _kinds(position: Position) -> list[str]:
    names = {DRAW: "draw", PASS: "pass"}
    return sorted({names.get(action.where, "play") for action in legal_actions(position)})


def _plays(position: Position) -> list[Action]:
    return [action for action in legal_actions(position) if action.where not in (DRAW, PASS)]


def _same(end: End, action: Action) -> bool:
    return end.arm.startswith(action.where)


def _seen(mind: Mind, before: Position, action: Action) -> list[Action]:
    assert action.tile is not None
    return ways(mind, before, action.tile, action.where)
