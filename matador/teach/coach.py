"""The coached hand: a learner plays a whole hand, and the coach speaks on error or on request.

The opponent is a plain policy that looks at its own tiles only. Everything a page needs is in
`CoachedHand`, which is immutable: every act gives the next one.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from matador.analysis.policies import POLICIES, best, different, pick
from matador.game.errors import MatadorError
from matador.game.moves import DRAW, LEAD, PASS, Action, ending, explain, legal_actions
from matador.game.notation import read_action
from matador.game.position import Position, deal
from matador.game.record import Timeline
from matador.game.rules import Rules, read_rules
from matador.game.settle import settle
from matador.game.tiles import mask
from matador.teach import messages
from matador.teach.asks import Ask, Scene
from matador.teach.beliefs import BELIEFS, belief_words
from matador.teach.generate import course_rules
from matador.teach.hints import ladder
from matador.teach.items import Response, belief_said
from matador.teach.lessons import HandSetup
from matador.teach.slots import fill, tiles_named
from matador.teach.wording import item_text

_NAMED = ("M1", "M3", "M5", "M2", "M14")
"""The beliefs that an attempt to play can betray, the most telling first."""
_ADVISER = "balanced"


class Said(NamedTuple):
    """What the coach says to an attempt that failed."""

    response: Response
    belief: str
    """The belief recognised, by name; empty if none."""


@dataclass(frozen=True)
class CoachedHand:
    """One moment of a coached hand, with the learner to move unless it is over."""

    line: Timeline
    seat: int
    policy: str
    said: Said | None = None
    """What the coach says of the last attempt; None when it was legal."""
    met: tuple[str, ...] = ()
    """The beliefs met so far, in order."""
    slips: int = 0
    """Attempts that were not legal."""
    asked: int = 0
    """Hints asked for."""
    told: tuple[str, ...] = field(default=())
    """What has happened since the learner's last act, in sentences."""

    @property
    def position(self) -> Position:
        """The moment itself. Of the other hands only the number of tiles should be shown."""
        return self.line.position

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return ending(self.position) is not None

    def attempt(self, text: str) -> CoachedHand:
        """Do the action written in `text`, and let the others answer; or say why not.

        An action that can't be read is told as one that is not legal; nothing is ever lost.
        """
        try:
            action = read_action(text, self.position)
        except MatadorError as error:
            response = Response(str(error.args[0]), "", "", self._could())
            return replace(self, said=Said(response, ""), slips=self.slips + 1)
        if not explain(self.position, action).legal:
            return self._refused(action)
        told = (messages.told(self.position, action),)
        after = replace(self, line=self.line.play(action), said=None, told=told)
        return after._answered()

    @cached_property
    def hints(self) -> tuple[str, ...]:
        """The rungs of help: the rule, the end, the tile, which way round."""
        rule = item_text("coach", "rule", target=self.position.rules.tiles.target)
        return (rule, *ladder(self.position, self.advice))

    def asking(self) -> CoachedHand:
        """The same moment, one hint more on the bill."""
        return replace(self, asked=self.asked + 1)

    @cached_property
    def advice(self) -> Action:
        """What the coach would do, by the learner's own tiles and what lies on the table."""
        weights = POLICIES[_ADVISER].weights
        assert weights is not None
        actions = different(self.position)
        lacks = 0  # the coach reads no passes: a beginner can follow it
        return best(self.position, actions, weights, lacks)[0]

    def summary(self) -> tuple[str, str, str]:
        """Three lines at the end: how it ended, how it went, what to look at next.

        Raises IllegalError while the hand goes on.
        """
        result = settle(self.position)
        how = messages.ending_sentence(result.ending, result)
        paid = messages.payment_sentence(result, self.position.rules)
        key = "clean" if not self.slips else "one_slip" if self.slips == 1 else "slips"
        went = item_text("coach", key, slips=self.slips, hints=self.asked, plays=self._plays())
        return f"{how} {paid}", went, self._next()

    def _plays(self) -> int:
        pairs = zip(self.line.positions, self.line.actions, strict=False)
        mine = (one for position, one in pairs if position.turn == self.seat)
        return sum(action.where not in (DRAW, PASS) for action in mine)

    def _next(self) -> str:
        if not self.met:
            return item_text("coach", "nothing_met")
        most = max(self.met, key=self.met.count)
        scene = Scene(Ask.TILES, self.position, course_rules())
        said = fill(belief_words()[most].instead, scene)
        return item_text("coach", "met", instead=said)

    def _refused(self, action: Action) -> CoachedHand:
        belief = recognised(self.position, action)
        scene = Scene(Ask.TILES, self.position, course_rules())
        said = belief_said(scene, belief) if belief else ""
        why = messages.why(self.position, action)
        response = Response(item_text("coach", "no"), why, said, self._could())
        met = (*self.met, belief) if belief else self.met
        return replace(self, said=Said(response, belief), met=met, slips=self.slips + 1)

    def _could(self) -> str:
        """What could be done instead."""
        actions = legal_actions(self.position)
        tiles = {action.tile for action in actions if action.where not in (DRAW, PASS)}
        found = [tiles_named(frozenset(one for one in tiles if one))] if tiles else []
        words = {DRAW: "draw", PASS: "pass"}
        found += [item_text("coach", words[a.where]) for a in actions if a.where in words]
        return item_text("coach", "could", could="; ".join(found))

    def _answered(self) -> CoachedHand:
        """The same hand after the others have had their turns."""
        line, told, policy = self.line, list(self.told), POLICIES[self.policy]
        while ending(line.position) is None and line.position.turn != self.seat:
            position = line.position
            own = mask(position.hands[position.turn].tiles)
            chance = random.Random(f"{self.policy} {line.at} {own}")
            action = pick(position, policy.weights, 0, chance)
            told.append(messages.told(position, action))
            line = line.play(action)
        return replace(self, line=line, told=tuple(told))


def begin(setup: HandSetup) -> CoachedHand:
    """A coached hand, dealt by its seed; the others have acted if they are first."""
    rules: Rules = read_rules(setup.rules) if setup.rules else course_rules()
    start = deal(rules, setup.players, setup.seed)
    return CoachedHand(Timeline(start), setup.seat, setup.policy)._answered()


def recognised(position: Position, action: Action) -> str:
    """The belief for which an attempt that is not legal would have been; empty if none is."""
    one = action.tile
    if action.where in (DRAW, PASS):
        return "M12" if _only_matadors(position) else ""
    if one is None or action.where == LEAD or not position.line.row:
        return ""
    for name in _NAMED:
        mind = BELIEFS[name]
        for end in mind.ends(position):
            if end.arm != action.where:
                continue
            fits = mind.fits(position, end, one)
            if any((fit.inner, fit.outer) == (action.inner, action.outer) for fit in fits):
                return name
    return ""


def _only_matadors(position: Position) -> bool:
    """Whether something can be played, and only matadors."""
    tiles = {a.tile for a in legal_actions(position) if a.where not in (DRAW, PASS)}
    return bool(tiles) and all(one in position.rules.tiles.matadors for one in tiles)
