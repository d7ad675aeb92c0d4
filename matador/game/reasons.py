"""Why an action is legal or not, as names and facts; the words for readers stand elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from matador.game.rules import Choice


class Reason(Choice):
    """Why an action is legal or not."""

    LEADS = "leads", "The first tile."
    MAKES_TARGET = "makes-target", "The touching halves make the target."
    MATCHES_ACROSS = "matches-across", "The inner half equals a half of the tile lying across."
    BRINGS_BLANK = "brings-blank", "A blank comes inwards after a matador across."
    WILD = "wild", "A matador goes on without making the target."
    MUST_DRAW = "must-draw", "Nothing fits and tiles can be drawn."
    MAY_DRAW = "may-draw", "These rules let a player draw although something fits."
    KEEPS_MATADOR = "keeps-matador", "Only a matador fits; drawing instead is allowed."
    DRAWS_FOR_LEAD = "draws-for-lead", "No double to lead: one is drawn for."
    CANNOT_MOVE = "cannot-move", "Nothing fits and nothing can be drawn."
    PASSES_FREELY = "passes-freely", "The stock is down, and these rules then let anybody pass."
    PASSES_INSTEAD = "passes-instead", "These rules let a player pass instead of drawing."
    REFUSES_MATADOR = "refuses-matador", "Only a matador fits; it need not be played."
    DRAW_ENDS_TURN = "draw-ends-turn", "A tile was drawn; that ends the turn."
    LEAD_PASSES_ON = "lead-passes-on", "No double to lead: the lead goes to the next player."

    POSITION_FLAWED = "position-flawed", "The position has flaws; nothing can be played in it."
    HAND_OVER = "hand-over", "The hand is over."
    NOT_IN_SET = "not-in-set", "There is no such tile in this set."
    NOT_YOUR_TURN = "not-your-turn", "Another seat holds the tile."
    ALREADY_PLAYED = "already-played", "The tile lies on the table."
    IN_THE_STOCK = "in-the-stock", "The tile is in the stock."
    NOT_IN_HAND = "not-in-hand", "The tile is not in the hand of the seat to move."
    NOTHING_LED = "nothing-led", "The first tile has not been set yet."
    ALREADY_LED = "already-led", "The first tile lies; nothing more can be set."
    LEAD_HIGHEST_DOUBLE = "lead-highest-double", "The highest double must be led."
    LEAD_HEAVIEST = "lead-heaviest", "No double in hand: the heaviest tile must be led."
    NO_DOUBLE_TO_LEAD = "no-double-to-lead", "No double in hand, and nothing else may be led."
    NO_SUCH_END = "no-such-end", "The line has no such end."
    END_KILLED = "end-killed", "0-0 ends this end for good under these rules."
    ARM_NOT_OPEN = "arm-not-open", "The spinner's side arms are not open yet."
    WRONG_SUM = "wrong-sum", "The halves do not make the target."
    NO_MATCH = "no-match", "The inner half equals neither half of the tile lying across."
    WRONG_HALF = "wrong-half", "The tile fits, but the other half must touch."
    BLANK_NEEDS_MATADOR = "blank-needs-matador", "Only a matador goes on a blank end."
    BLANK_MUST_FOLLOW = "blank-must-follow", "After a matador across a blank must come inwards."
    MATADOR_BLANKS_ONLY = "matador-blanks-only", "Matadors are wild on blank ends only here."
    NO_CROSSWISE = "no-crosswise", "These rules never lay a tile across."
    ONLY_MATADORS_ACROSS = "only-matadors-across", "Only matadors lie across."
    MUST_LIE_ACROSS = "must-lie-across", "The matador must lie across here."
    MUST_LIE_IN_LINE = "must-lie-in-line", "The matador must lie in line here."
    NO_SPINNER = "no-spinner", "The tile is no spinner."
    NO_DRAWING = "no-drawing", "Nobody draws under these rules."
    STOCK_EMPTY = "stock-empty", "The stock is empty."
    STOCK_AT_RESERVE = "stock-at-reserve", "The last tiles of the stock stay."
    DRAW_LIMIT = "draw-limit", "No more tiles may be drawn in this turn."
    MUST_PLAY = "must-play", "Something fits: it must be played before drawing or passing."
    MUST_PLAY_MATADOR = "must-play-matador", "Only a matador fits; it must be played."
    MUST_PLAY_OR_DRAW = "must-play-or-draw", "Only a matador fits: play it or draw; no passing."
    MUST_DRAW_FIRST = "must-draw-first", "Tiles can be drawn; drawing comes before passing."
    MUST_LEAD = "must-lead", "The leader must set a tile."
    TURN_IS_OVER = "turn-is-over", "A tile was drawn; it can't be played in this turn."
    NOT_NEXT_IN_STOCK = "not-next-in-stock", "Another tile comes next in the stock."
    TILE_SEEN = "tile-seen", "The tile is known to be elsewhere."

    @property
    def legal(self) -> bool:
        """Whether an action with this reason may be done."""
        return self in _LEGAL


_LEGAL = frozenset(list(Reason)[: list(Reason).index(Reason.POSITION_FLAWED)])


class Verdict(NamedTuple):
    """Legal or not, and why. `facts` holds what a sentence about it needs, as plain values."""

    reason: Reason
    facts: Mapping[str, object] = MappingProxyType({})

    @property
    def legal(self) -> bool:
        """Whether the action may be done."""
        return self.reason.legal
