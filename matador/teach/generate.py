"""Items made up by a seed: positions in which a belief under test would answer wrongly.

The same recipe and seed give the same item on every machine. A position is kept only if what the
belief predicts is wrong, and no other belief predicts the same of what is shown.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, TypeVar

from matador.game.line import Fit, Line, Placed
from matador.game.moves import PASS, Action
from matador.game.position import Hand, Position, Stock
from matador.game.record import Timeline
from matador.game.rules import Draw, Rules, read_rules
from matador.game.tiles import Tile
from matador.teach.asks import (
    NEITHER,
    NONE,
    TRUTH,
    Answer,
    Ask,
    Mind,
    Scene,
    answers,
    best_plays,
    goes,
    keepable,
    placed,
    ways,
)
from matador.teach.beliefs import BELIEFS, predictions
from matador.teach.content import ContentError
from matador.teach.items import Item, item
from matador.teach.questions import some
from matador.teach.wording import item_words

T = TypeVar("T")

ENOUGH = 2000
"""Positions tried before a recipe is given up; about one in ten is kept."""

FRESH = 5
"""Items in one review."""

_HAND = 5
"""Tiles in the hand of a made-up question."""
_THEIRS = 5
"""Tiles that the other player holds, unseen."""


@dataclass(frozen=True)
class Recipe:
    """What kind of item to make: one belief of `beliefs` is tested, under one of `cards`."""

    ask: Ask
    beliefs: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    """Rule sets as text; empty for the course's own."""
    name: str = ""
    """Where it belongs: two recipes that differ in this alone make different items."""
    prompt: str = ""
    hints: tuple[str, ...] = ()
    aside: str = ""


@cache
def course_rules() -> Rules:
    """The card of the fast path, which a learner meets first."""
    return read_rules(item_words()["course"]["rules"])


@cache
def _rules(text: str) -> Rules:
    """Rules by their text, always the same record, which remembers what was worked out for it."""
    return read_rules(text)


@lru_cache(maxsize=1024)
def generate(recipe: Recipe, seed: int) -> Item:
    """The item that a recipe gives with this seed.

    Raises ContentError if no position is found that teaches anything.
    """
    belief = recipe.beliefs[seed % len(recipe.beliefs)] if recipe.beliefs else ""
    chance = random.Random(f"{recipe.ask} {belief} {recipe.cards} {recipe.name} {seed}")
    home = course_rules()
    for _ in range(ENOUGH):
        card = some(chance, recipe.cards, 1)
        rules = _rules(card[0]) if card else home
        scene = _SCENES[recipe.ask](_Maker(chance, rules, home, belief))
        if scene and instructive(scene, belief):
            tests = (belief,) if belief else ()
            words: dict[str, Any] = {"prompt": recipe.prompt, "hints": recipe.hints}
            return item(scene, tests=tests, aside=recipe.aside, **words)
    raise ContentError(f"no {recipe.ask} item for {belief or 'any belief'} was found")


def review(met: Iterable[str], seed: int) -> tuple[Item, ...]:
    """Five fresh items for the beliefs met, the first met most; for all if none was met.

    Raises KeyError for a belief that there is not.
    """
    beliefs = list(dict.fromkeys(met)) or list(BELIEFS)
    start = 0 if len(beliefs) <= FRESH else seed
    chosen = [beliefs[(start + number) % len(beliefs)] for number in range(FRESH)]
    recipes = {belief: review_recipes(belief) for belief in chosen}
    return tuple(
        generate(recipes[belief][(seed + number) % len(recipes[belief])], FRESH * seed + number)
        for number, belief in enumerate(chosen)
    )


@cache
def review_recipes(belief: str) -> tuple[Recipe, ...]:
    """The recipes that test a belief in a review. Raises KeyError."""
    rows = item_words()["review"][belief]
    return tuple(Recipe(Ask(row["ask"]), (belief,), tuple(row.get("cards", ()))) for row in rows)


def instructive(scene: Scene, belief: str = "") -> bool:
    """Whether somebody with the belief answers wrongly, and only with it answers so."""
    if not belief:
        return True
    wrong = predictions(scene, belief)
    if not wrong or len(wrong) < len(answers(scene, BELIEFS[belief])):
        return False
    if not scene.ask.every and any(answer & scene.right for answer in wrong):
        return False
    others = [predictions(scene, name) for name in BELIEFS if name != belief]
    mine = _taps(scene, wrong)
    if any(set(told) & set(wrong) or _taps(scene, told) & mine for told in others):
        return False
    # Of answers that can't be left out, none may be what two beliefs predict.
    if scene.ask.every and _twice(answer for told in others for answer in set(told)):
        return False
    twice = _twice(key for told in others for key in _taps(scene, told))
    return scene.ask in _NUMBERED or twice <= {NONE, NEITHER}


def _twice(found: Iterable[T]) -> set[T]:
    """What comes more than once."""
    return {one for one, count in Counter(found).items() if count > 1}


def _taps(scene: Scene, told: Iterable[Answer]) -> Answer:
    """The wrong options among those that these answers take."""
    return frozenset().union(*told) - scene.right


_NUMBERED = (Ask.NEW_END, Ask.COUNT, Ask.PIPS, Ask.PAID, Ask.DRAWS, Ask.OPEN)
"""Questions whose options are chosen; a wrong one that tells nobody apart is not shown."""


# --- positions -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Maker:
    """What a scene is made with."""

    chance: random.Random
    rules: Rules
    home: Rules
    belief: str

    def number(self, count: int) -> int:
        return int(self.chance.random() * count)

    def line(self, length: int = 0, *, blank: bool | None = None) -> Line:
        """A line played at random; `blank` says whether its right end is to be blank."""
        tiles = self.rules.tiles
        while True:
            lead = some(self.chance, tiles.tiles, 1)[0]
            line = Line((Placed(*lead.turns[self.number(len(lead.turns))]),))
            for _ in range(length or self.number(3)):
                line = self._longer(line)
            ends = (line.row[0].first, line.row[-1].second)
            if blank is None or (blank and ends[1] == 0 != ends[0]) or (not blank and all(ends)):
                return line

    def _longer(self, line: Line) -> Line:
        """The line with one more tile, a matador seldom."""
        tiles = self.rules.tiles
        arm = "LR"[self.number(2)]
        shows = line.row[0].first if arm == "L" else line.row[-1].second
        on = {tile.tile for tile in line.row}
        free = [t for t in tiles.answers(shows) if t not in on]
        plain = [t for t in free if t not in tiles.matadors]
        if not free:
            return line
        one = some(self.chance, plain if plain and self.number(4) else free, 1)[0]
        inward = [turn for turn in one.turns if turn[0] in tiles.needs(shows)] or [*one.turns]
        inner, outer = inward[self.number(len(inward))]
        return line.with_tile(arm, Fit(inner, outer, ""), self.rules)

    def position(
        self, line: Line, hand: Iterable[Tile] = (), stock: Stock | None = None, drawn: int = 0
    ) -> Position:
        """A position for a learner at seat A against somebody whose tiles are not seen."""
        mine = Hand(tuple(sorted(hand)))
        left = len(self.rules.tiles.tiles) - len(line) - len(mine) - _THEIRS
        pile = Stock((), left) if stock is None else stock
        hands = (mine, Hand((), _THEIRS))
        score = (0, 0)
        position = Position(self.rules, line, hands, pile, turn=0, drawn=drawn, score=score)
        return position.without_flaws()

    def spare(self, line: Line) -> list[Tile]:
        """The tiles that do not lie on the table."""
        on = {tile.tile for tile in line.row}
        return [t for t in self.rules.tiles.tiles if t not in on]

    def scene(self, ask: Ask, position: Position, **more: Any) -> Scene:
        return Scene(ask, position, self.home, **more)

    def hand(self, line: Line, count: int = _HAND) -> list[Tile]:
        """A hand with something of everything: what goes, what tempts, matadors if they matter."""
        tiles, spare = self.rules.tiles, self.spare(line)
        ends = {line.row[0].first, line.row[-1].second}
        wild = [t for t in spare if t in tiles.matadors]
        plain = [t for t in spare if t not in tiles.matadors]
        good = [t for t in plain if t in tiles.answers(*ends)]
        like = [t for t in plain if t not in good and ends & set(t)]
        matadors = self.number(3) if self.belief in _ABOUT_MATADORS else 0
        found = some(self.chance, wild, matadors + (self.belief in _ABOUT_MATADORS))
        found += some(self.chance, good, 1 + self.number(2))
        found += some(self.chance, like, 2)
        rest = [t for t in plain if t not in found and t not in good]
        found += some(self.chance, rest, count - len(found))
        return found[:count]


_ABOUT_MATADORS = ("M4", "M5", "M6", "M7", "M8", "M12")


# --- one function a question ---------------------------------------------------------------------


def _tap(ask: Ask) -> Callable[[_Maker], Scene | None]:
    def make(maker: _Maker) -> Scene | None:
        line = maker.line(blank=maker.belief == "M5")
        arm = "R" if maker.belief == "M5" and ask is Ask.TILE else ""
        return maker.scene(ask, maker.position(line, maker.hand(line)), arm=arm)

    return make


def _end(maker: _Maker) -> Scene | None:
    if maker.belief == "M12":
        line = maker.line(blank=True)
        return maker.scene(Ask.END, maker.position(line, maker.hand(line, 4)))
    line = maker.line(blank=False)
    one = some(maker.chance, maker.spare(line), 1)[0]
    if one in maker.rules.tiles.matadors:
        return None
    return maker.scene(Ask.END, maker.position(line, [one]), tile=one)


def _one_play(maker: _Maker) -> tuple[Position, Action] | None:
    """A tile that goes on the right end, and one way in which it does."""
    wild = maker.belief in _ABOUT_MATADORS
    line = maker.line(blank=None if wild else False)
    kinds = [t for t in maker.spare(line) if (t in maker.rules.tiles.matadors) is wild]
    one = some(maker.chance, [t for t in kinds if not t.double], 1)
    if not one:
        return None
    position = maker.position(line, one)
    plays = ways(TRUTH, position, one[0], "R")
    return (position, some(maker.chance, plays, 1)[0]) if plays else None


def _way(maker: _Maker) -> Scene | None:
    found = _one_play(maker)
    if not found:
        return None
    position, action = found
    return maker.scene(Ask.WAY, position, tile=action.tile, arm="R")


def _new_end(maker: _Maker) -> Scene | None:
    found = _one_play(maker)
    return maker.scene(Ask.NEW_END, found[0], action=found[1]) if found else None


def _count(maker: _Maker) -> Scene | None:
    line = maker.line(blank={"M5": True, "M1": False, "M6": False}.get(maker.belief))
    return maker.scene(Ask.COUNT, maker.position(line))


def _act(maker: _Maker) -> Scene | None:
    """A turn in which one tile may fit at most."""
    rules, forgets = maker.rules, maker.belief in ("M4", "M5", "M6", "M12")
    line = maker.line(blank=maker.belief in ("M5", "M12") or None)
    spare = maker.spare(line)
    ends = (line.row[0].first, line.row[-1].second)
    dull = [t for t in spare if t not in rules.tiles.answers(*ends)]
    wild = [t for t in spare if t in rules.tiles.matadors]
    hand = some(maker.chance, wild, int(forgets and maker.belief != "M5"))
    hand += some(maker.chance, dull, 3)
    reserve = rules.reserve.size(2)
    pile = Stock((), (reserve or 1 + maker.number(9)) if maker.number(2) else 9)
    drawn = maker.number(2) if rules.draw_limit == 1 else 0
    return maker.scene(Ask.ACT, maker.position(line, hand, pile, drawn))


def _placements(maker: _Maker) -> Scene | None:
    wild = maker.belief in _ABOUT_MATADORS
    line = maker.line(blank=None if wild else False)
    kinds = [t for t in maker.spare(line) if (t in maker.rules.tiles.matadors) is wild]
    one = some(maker.chance, kinds, 1)
    if not one:
        return None
    return maker.scene(Ask.PLACEMENTS, maker.position(line, one), tile=one[0])


def _pips(maker: _Maker) -> Scene | None:
    line = maker.line()
    hand = some(maker.chance, maker.spare(line), 3 + maker.number(2))
    return maker.scene(Ask.PIPS, maker.position(line, hand))


def _paid(maker: _Maker) -> Scene | None:
    """Two hands that can't go on, and nothing left to draw."""
    line = maker.line(4)
    ends = (line.row[0].first, line.row[-1].second)
    answering = maker.rules.tiles.answers(*ends)
    dull = [t for t in maker.spare(line) if t not in answering]
    mine = some(maker.chance, dull, 2 + maker.number(2))
    theirs = some(maker.chance, [t for t in dull if t not in mine], 2 + maker.number(2))
    hands = (Hand(tuple(sorted(mine))), Hand(tuple(sorted(theirs))))
    rules, turn = maker.rules, maker.number(2)
    kept = Stock((), rules.reserve.size(2))
    position = Position(rules, line, hands, kept, turn, passes=2, score=(0, 0))
    return maker.scene(Ask.PAID, position.without_flaws())


def _draws(maker: _Maker) -> Scene | None:
    """Nothing fits, and the order of the stock is open."""
    line = maker.line(blank=False)
    ends = (line.row[0].first, line.row[-1].second)
    spare = maker.spare(line)
    dull = [t for t in spare if t not in maker.rules.tiles.answers(*ends)]
    hand = some(maker.chance, dull, 4)
    pile = some(maker.chance, [t for t in spare if t not in hand], 6)
    return maker.scene(Ask.DRAWS, maker.position(line, hand, Stock(tuple(pile))))


def _lacks(maker: _Maker) -> Scene | None:
    """The other player has passed: nothing is left to draw."""
    line = maker.line(3)
    spare = maker.spare(line)
    hand = some(maker.chance, spare, 4)
    draws = maker.rules.draw is not Draw.NONE
    kept = Stock((), maker.rules.reserve.size(2)) if draws else None
    if not any(goes(TRUTH, maker.position(line), one) for one in hand):
        return None  # nobody could move, and the hand might be over
    start = maker.position(line, hand, kept).changed(turn=1).without_flaws()
    unseen = [t for t in spare if t not in hand]
    ends = (line.row[0].first, line.row[-1].second)
    wild = [t for t in unseen if t in maker.rules.tiles.matadors]
    like = [t for t in unseen if t not in wild and {*ends} & set(t)]
    shown = some(maker.chance, wild, 1) + some(maker.chance, like, 2)
    shown += some(maker.chance, [t for t in unseen if t not in shown], 6 - len(shown))
    story = Timeline(start, (Action(PASS),), 1)
    return maker.scene(Ask.LACKS, story.position, line=story, shown=tuple(sorted(shown)))


def _best(maker: _Maker) -> Scene | None:
    line = maker.line(2)
    position = maker.position(line, maker.hand(line, 4))
    plays = [a for one in position.hand.tiles for a in ways(TRUTH, position, one)]
    if not 2 <= len(plays) <= 6 or not any(0 in a.tile for a in plays if a.tile):
        return None
    scene = maker.scene(Ask.BEST, position)
    return scene if len(best_plays(position)) < len(plays) else None


def _slip(maker: _Maker) -> Scene | None:
    """Five plays, one of which only the belief takes for sound."""
    mind, lead = BELIEFS[maker.belief], some(maker.chance, maker.rules.tiles.tiles, 1)[0]
    bad = 1 + maker.number(4)
    plays = [Action("S", *lead)]
    hands = (Hand((), 7), Hand((), 7))
    start = Position(maker.rules, Line(), hands, Stock((), 14), turn=0, score=(0, 0))
    position = placed(start, plays[0])
    for number in range(1, 5):
        action = _some_play(maker, mind if number == bad else TRUTH, position)
        if not action:
            return None
        plays.append(action)
        position = placed(position, action)
    return maker.scene(Ask.SLIP, start, plays=tuple(plays))


def _some_play(maker: _Maker, mind: Mind, position: Position) -> Action | None:
    """A play that somebody takes for legal; of somebody who errs, one that is not."""
    free = maker.spare(position.line)
    for one in some(maker.chance, free, len(free)):
        found = ways(mind, position, one)
        if mind is not TRUTH:
            sound = ways(TRUTH, position, one)
            found = [action for action in found if action not in sound]
        if found:
            return some(maker.chance, found, 1)[0]
    return None


def _open(maker: _Maker) -> Scene | None:
    line = maker.line(5)
    return maker.scene(Ask.OPEN, maker.position(line)) if len(line) > 4 else None


def _keep(maker: _Maker) -> Scene | None:
    line = maker.line()
    plain = [t for t in maker.spare(line) if t not in maker.rules.tiles.matadors]
    scene = maker.scene(Ask.KEEP, maker.position(line, some(maker.chance, plain, _HAND)))
    worth = sorted(keepable(scene).values())
    return scene if worth[0] < worth[-1] else None


def _lead(maker: _Maker) -> Scene | None:
    hand = some(maker.chance, maker.rules.tiles.tiles, _HAND)
    doubles = sum(one.double for one in hand)
    return maker.scene(Ask.LEAD, maker.position(Line(), hand)) if doubles else None


_SCENES: dict[Ask, Callable[[_Maker], Scene | None]] = {
    Ask.TILE: _tap(Ask.TILE),
    Ask.TILES: _tap(Ask.TILES),
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
}
