"""Items: questions with everything that a page needs to ask them and to answer every reply.

`item` makes one from a scene: options with their answers worked out by the engine, a response of
four parts for each, the beliefs that an answer betrays, a ladder of hints, a text form. `judge`
takes what a learner chose. Nothing here is stored; see `generate` for items made up by a seed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from matador.game.moves import Action, advance, ending, legal_actions
from matador.game.position import Position
from matador.game.tiles import Tile
from matador.teach import messages
from matador.teach.asks import Answer, Ask, Scene, values
from matador.teach.beliefs import BELIEFS, belief_words, predictions
from matador.teach.cards import RuleCard, card_title, rule_card
from matador.teach.choices import Choice, choices, slip_label
from matador.teach.replies import said
from matador.teach.slots import fill, words
from matador.teach.wording import item_text, item_words


class Response(NamedTuple):
    """What is said to an answer, in four parts, each a sentence or two of plain text."""

    verdict: str
    sum: str
    """Why, in numbers."""
    belief: str
    """The belief that was met; empty if none was recognised."""
    instead: str
    """What would have been right, to be shown on request."""


@dataclass(frozen=True)
class Option:
    """One answer to choose, with what is said to it."""

    key: str
    label: str
    right: bool
    response: Response
    beliefs: tuple[str, ...] = ()
    """The beliefs that choosing it betrays, those under test first."""
    tile: Tile | None = None
    turn: tuple[int, int] | None = None
    """The halves in the order in which they would lie, left to right, if that is the point."""
    action: Action | None = None


class Judgement(NamedTuple):
    """What became of an answer."""

    right: bool
    response: Response
    beliefs: tuple[str, ...]
    """The beliefs recognised, the likeliest first; the response speaks of the first."""


@dataclass(frozen=True)
class Item:
    """A question ready to be asked."""

    scene: Scene
    prompt: str
    options: tuple[Option, ...]
    tests: tuple[str, ...]
    """The beliefs that it tests, each of which would answer wrongly."""
    hints: tuple[str, ...]
    """Four rungs: the rule, which end, which tile, the answer."""
    text: tuple[str, ...]
    """The position in sentences."""
    card: RuleCard | None = None
    """The rule card that the answer turns on."""
    aside: str = ""

    @property
    def ask(self) -> Ask:
        """What is asked."""
        return self.scene.ask

    @property
    def position(self) -> Position:
        """The position asked about."""
        return self.scene.position

    @property
    def every(self) -> bool:
        """Whether all right options have to be found; if not, any one of them will do."""
        return self.ask.every

    @property
    def right(self) -> Answer:
        """The keys of the right options."""
        return frozenset(option.key for option in self.options if option.right)

    @cached_property
    def predicted(self) -> dict[str, tuple[Answer, ...]]:
        """The wrong answers that can be given here by belief, those under test first."""
        shown = {option.key for option in self.options}
        found = {
            name: tuple(one for one in predictions(self.scene, name) if one <= shown)
            for name in [*self.tests, *_others(self.tests)]
        }
        return {name: wrong for name, wrong in found.items() if wrong}

    def option(self, key: str) -> Option:
        """The option with this key. Raises KeyError."""
        found = next((option for option in self.options if option.key == key), None)
        if found is None:
            raise KeyError(key)
        return found

    def judge(self, taken: Iterable[str]) -> Judgement:
        """What to say to the options taken: one, or as many as are thought right with `every`.

        Raises KeyError for a key that is no option.
        """
        chosen = [self.option(key) for key in dict.fromkeys(taken)]
        if len(chosen) == 1 and not self.every:
            return Judgement(chosen[0].right, chosen[0].response, chosen[0].beliefs)
        answer = frozenset(option.key for option in chosen)
        right = self.right
        if answer == right:
            return Judgement(True, self._about(chosen, "found"), ())
        wrong = [option for option in chosen if not option.right]
        met = tuple(name for name, told in self.predicted.items() if answer in told)
        if not met:
            met = tuple(dict.fromkeys(name for option in wrong for name in option.beliefs))
        missing = [option for option in self.options if option.key in right - answer]
        key = "too_many" if wrong else "missing" if chosen else "nothing"
        return Judgement(False, self._about(wrong or missing, key, met), met)

    def reply(self, key: str) -> Action | None:
        """The opponent's best reply to a legal but poorer play, where it can be worked out."""
        option = self.option(key)
        if option.right or option.action not in legal_actions(self.position):
            return None
        return punishment(self.position, option.action)

    def _about(self, options: Sequence[Option], key: str, met: tuple[str, ...] = ()) -> Response:
        """What is said to several options taken together, by the sum of the first."""
        sums = options[0].response.sum if options else ""
        belief = belief_said(self.scene, met[0]) if met else ""
        instead = self.options[0].response.instead
        return Response(item_words()["verdict"][key], sums, belief, instead)


def item(
    scene: Scene,
    *,
    prompt: str = "",
    tests: Sequence[str] = (),
    hints: Sequence[str] = (),
    aside: str = "",
) -> Item:
    """The item that asks about a scene. Texts of its own may hold slots.

    Raises ContentError for a slot that there is not.
    """
    right = scene.right
    told = {name: predictions(scene, name) for name in [*tests, *_others(tests)]}
    found = choices(scene, right, told)
    labels = [choice.label for choice in found if choice.key in right]
    instead = _instead(scene, labels)
    options = tuple(_option(scene, choice, right, told, instead, labels) for choice in found)
    asked = prompt or item_words()["prompt"][_prompt_key(scene)]
    return Item(
        scene,
        fill(asked, scene),
        options,
        tuple(tests),
        _hints(scene, hints, labels, instead),
        text_form(scene),
        rule_card(scene),
        fill(aside, scene),
    )


def belief_said(scene: Scene, belief: str) -> str:
    """What is said to whoever met a belief."""
    slots = {"home": card_title(scene.home), "card": card_title(scene.position.rules)}
    return fill(belief_words()[belief].said.format_map(_Kept(slots)), scene)


def punishment(position: Position, action: Action) -> Action | None:
    """What the next seat does best against an action that gives something away.

    None where the hands are hidden, the hand is over, or nothing is given away.
    """
    worth = values(position)
    if worth is None or worth[action] == max(worth.values()):
        return None
    after = advance(position, action)
    answer = None if ending(after) else values(after)
    if not answer:
        return None
    most = max(answer.values())
    return next(one for one, value in answer.items() if value == most)


def text_form(scene: Scene) -> tuple[str, ...]:
    """The position in sentences, as far as the question needs it."""
    position = scene.position
    told = messages.describe(position)
    if scene.ask is Ask.PAID:  # how the line came to be blocked does not matter
        return tuple(told[2 : 2 + position.players])
    if scene.ask is Ask.SLIP:
        return tuple(map(slip_label, itertools.count(1), scene.plays))
    lines = told[:2] if position.line.row else []
    if position.hand.tiles:
        named = ", ".join(map(messages.tile_name, position.hand.tiles))
        lines.append(words()["hand"].format(tiles=named))
    if scene.ask is Ask.BEST:
        seats = (seat for seat, hand in enumerate(position.hands) if not hand.hidden)
        lines += [told[2 + seat] for seat in seats if seat != position.turn]
    if scene.ask in (Ask.ACT, Ask.DRAWS):
        stock = messages.words()["view"]["stock"]
        lines.append(stock.format(count=len(position.stock), drawable=position.drawable))
    return tuple(lines)


class _Kept(dict[str, str]):
    """Slots of which unknown ones stay as they are."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def _others(tests: Sequence[str]) -> list[str]:
    return [name for name in BELIEFS if name not in tests]


def _option(
    scene: Scene,
    choice: Choice,
    right: Answer,
    told: dict[str, tuple[Answer, ...]],
    instead: str,
    labels: Sequence[str],
) -> Option:
    ok = choice.key in right
    met = () if ok else tuple(n for n, wrong in told.items() if any(choice.key in a for a in wrong))
    verdict, sums = said(scene, choice, ok, labels)
    belief = belief_said(scene, met[0]) if met else ""
    response = Response(verdict, sums, belief, instead)
    return Option(
        choice.key, choice.label, ok, response, met, choice.tile, choice.turn, choice.action
    )


def _instead(scene: Scene, labels: Sequence[str]) -> str:
    key = {Ask.TILE: "goes", Ask.TILES: "goes", Ask.PLACEMENTS: "goes", Ask.BEST: "best"}
    return item_text("instead", key.get(scene.ask, "answer"), right="; ".join(labels))


def _prompt_key(scene: Scene) -> str:
    if scene.ask is Ask.END and scene.tile:
        return "end_tile"
    if scene.ask is Ask.BEST and values(scene.position):
        return "best_exact"
    return str(scene.ask)


def _hints(
    scene: Scene, own: Sequence[str], labels: Sequence[str], instead: str
) -> tuple[str, ...]:
    """Own rungs first, then the usual ones from the same height on, the answer at the top."""
    of_hand = scene.ask is Ask.END and not scene.tile
    usual = item_words()["hint"]["end-hand" if of_hand else str(scene.ask)]
    rungs = [*own[:3], *usual[len(own[:3]) :]]
    first = labels[0] if labels else ""
    slots = _Kept({"first": first})
    return (*(fill(rung.format_map(slots), scene) for rung in rungs), instead)
