"""Rules: one frozen record of every choice on which the written sources of Matador disagree.

Each field is one decision point; each value is a member of a closed list whose docstring says what
it means and, where only one source has it, whose it is. Presets are data: this module is handed
them once by whoever reads the files (`install`) and only keeps them by name.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from enum import Enum
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, Self

from matador.game.errors import UnreadableError
from matador.game.tiles import TileSet, tile_set


class Choice(Enum):
    """A closed list of values; each member is written as its value and documents itself."""

    __doc__: str
    __hash__ = object.__hash__  # a member is equal to itself only, and is often looked up

    def __new__(cls, text: str, doc: str = "") -> Self:
        member = object.__new__(cls)
        member._value_ = text
        member.__doc__ = doc
        return member

    def __str__(self) -> str:
        return str(self.value)


class Highest(Choice):
    """The set, named by its highest half."""

    SIX = "6", "Double-six: 28 tiles, target 7, four matadors."
    NINE = "9", "Double-nine: 55 tiles, target 10, six matadors."
    TWELVE = "12", "Double-twelve: 91 tiles, target 13, seven matadors."
    FIFTEEN = "15", "Double-fifteen: 136 tiles, target 16, nine matadors."
    EIGHTEEN = "18", "Double-eighteen: 190 tiles, target 19, ten matadors."


class Deal(Choice):
    """How many tiles each player gets, by the number of players."""

    THREE = "3", "Three each, however many play."
    FIVE = "5", "Five each, however many play."
    SEVEN = "7", "Seven each, however many play."
    SEVEN_SIX_FIVE = "7-6-5", "2: seven, 3: six, 4: five; in larger sets 5-6: six, 7-8: five."
    SEVEN_SEVEN_SIX = "7-7-6", "2-3: seven, 4: six; more: six."
    SEVEN_SEVEN_FIVE = "7-7-5", "2-3: seven, 4: five; more: five."
    SEVEN_FIVE = "7-5", "2: seven; three or more: five."
    EIGHT_SIX = "8-6", "2: eight; three or more: six."
    SEVEN_TO_SIX_PLAYERS = "7-then-5", "2-6: seven; more: five."
    TEN_SEVEN = "10-7", "2-4: ten; more: seven."
    NINE_LESS_PLAYERS = "9-less-players", "Nine minus the number of players."
    ALL = "all", "All tiles are dealt out equally; what cannot be shared stays in the stock."

    def size(self, players: int, tiles: int) -> int:
        """Tiles each of `players` gets from a set of `tiles`."""
        if self is Deal.ALL:
            return tiles // players
        if self is Deal.NINE_LESS_PLAYERS:
            return 9 - players
        table = _HANDS[self]
        return table[min(players - 2, len(table) - 1)]


_HANDS = {
    Deal.THREE: (3,),
    Deal.FIVE: (5,),
    Deal.SEVEN: (7,),
    Deal.SEVEN_SIX_FIVE: (7, 6, 5, 6, 6, 5),
    Deal.SEVEN_SEVEN_SIX: (7, 7, 6),
    Deal.SEVEN_SEVEN_FIVE: (7, 7, 5),
    Deal.SEVEN_FIVE: (7, 5),
    Deal.EIGHT_SIX: (8, 6),
    Deal.SEVEN_TO_SIX_PLAYERS: (7, 7, 7, 7, 7, 5),
    Deal.TEN_SEVEN: (10, 10, 10, 7),
}


class Reserve(Choice):
    """How many tiles of the stock nobody may draw."""

    NONE = "0", "The stock is drawn to the last tile."
    ONE = "1", "One tile always stays."
    TWO = "2", "Two tiles always stay."
    BY_PLAYERS = "2-or-1", "Two stay with two players, one with three or more."

    def size(self, players: int) -> int:
        """Tiles that stay when `players` play."""
        if self is Reserve.BY_PLAYERS:
            return 2 if players == 2 else 1
        return int(self.value)


class Lead(Choice):
    """Who leads the first hand."""

    LOT = "lot", "The leader is drawn by lot."
    HIGHEST_DOUBLE = "highest-double", "Whoever holds the highest double leads."
    TOP_DOUBLE = (
        "top-double",
        (
            "Whoever holds the set's highest double leads; if nobody does, the hand is dealt again"
            " (a variation at dominorules.com)."
        ),
    )
    HEAVIEST_DRAWN = "heaviest-drawn", "Each draws a tile before the deal; the heaviest leads."
    LOWEST_DRAWN = "lowest-drawn", "Each draws a tile before the deal; the lightest leads."


class LeadTile(Choice):
    """Which tile the leader must set."""

    ANY = "any", "Any tile of the leader's hand."
    HIGHEST_DOUBLE = "highest-double", "The highest double in the leader's hand."


class NoDouble(Choice):
    """What happens when a double must be led and the leader holds none."""

    ANY = "any", "Any tile may be led."
    HEAVIEST = "heaviest", "The heaviest tile leads: most pips, then the higher half."
    REDEAL = "redeal", "The hand is void and dealt again."
    NEXT = "next", "The lead passes on; if nobody has a double, the first leader draws for one."
    DRAW = "draw", "The leader draws until a double comes."


class NextLead(Choice):
    """Who leads the hands after the first. A hand that nobody won: the same leader again."""

    ROTATE = "rotate", "The lead goes round the table."
    WINNER = "winner", "The winner of the hand before."
    LOSER = "loser", "Whoever was left with most pips in the hand before."
    AGAIN = "again", "Found anew each time, as for the first hand."


class ExtraTile(Choice):
    """Whether the leader plays a second tile at once."""

    NONE = "none", "No: the next player goes on."
    ALWAYS = "always", "Yes, after any lead."
    AFTER_DOUBLE = "after-double", "Yes, when a double was led."


class Draw(Choice):
    """How many tiles a player who draws takes in one turn."""

    NONE = "none", "None: nobody ever draws."
    ONE = "one", "One; it is played if it fits, otherwise the turn passes."
    ONE_AND_PASS = "one-and-pass", "One, and the turn is over, whether it fits or not."
    TWO = "two", "Up to two."
    UNTIL = "until", "As many as it takes until one can be played."

    @property
    def limit(self) -> int:
        """Tiles a turn at most."""
        return {"none": 0, "one": 1, "one-and-pass": 1, "two": 2}.get(self.value, 1_000)


class YesNo(Choice):
    """A plain permission."""

    NO = "no", "No."
    YES = "yes", "Yes."


class DrawnMatador(Choice):
    """Whether a matador that was drawn ends the drawing."""

    STOPS = "stops", "Yes: whoever draws a matador stops there."
    GO_ON = "go-on", "No: drawing may go on while a matador is the only play."


class MatadorDuty(Choice):
    """Whether a matador that is the only play must be played once nothing can be drawn."""

    FORCED = "forced", "It must be played."
    REFUSABLE = "refusable", "The player may pass instead."


class Passing(Choice):
    """When a player may pass."""

    UNABLE = "unable", "Only when unable to play and to draw."
    STOCK_EMPTY = "stock-empty", "Freely, once the stock can't be drawn from."
    INSTEAD = "instead-of-drawing", "When unable to play, even while tiles can be drawn."


class MatadorPlace(Choice):
    """Where a matador may be played without making the target."""

    ANY = "any", "On every end."
    BLANKS = "blank-only", "On blank ends only; elsewhere it must make the target."


class Crosswise(Choice):
    """Whether a matador may lie across the line."""

    NONE = "none", "Never: always in line."
    CHOICE = "choice", "In line or across, as the player likes (Celko; the Matador Dominos site)."
    ALWAYS = "always", "Always across (Le Mata, bonaludo, the Dutch page)."
    WILD = "wild", "Across when it does not make the target; in line when it does (Szalone 10)."
    BLANK = (
        "blank",
        "Across on a blank end, in line elsewhere (English-speaking countries).",
    )


class CrossOpen(Choice):
    """What is open after a matador that lies across."""

    EITHER = "either", "Either half; the next tile uses the end up (Celko; Berndt)."
    BOTH = "both", "Both halves, each an end of its own: the layout gains an end (Le Mata)."
    BLANK = "blank-follows", "The next tile there must bring a blank inwards."
    HALF = "one-half", "Only the half that lies in line (said of Central Europe)."


class CrossReading(Choice):
    """How a half of a matador that lies across is answered."""

    TARGET = "target", "By a half that makes the target with it."
    MATCH = "match", "By an equal half. The same tiles, except on 0-0."


class DoubleBlank(Choice):
    """What 0-0 does to the end on which it lies."""

    CLOSES = "closes", "Closes it to all but matadors, like any blank."
    KILLS = "kills", "Ends it for good: not even a matador goes on (Le Mata)."


class MatadorWay(Choice):
    """Which way round a matador in line may lie when one of its halves makes the target."""

    EITHER = "either", "Either way round."
    BY_SUM = "by-sum", "Only with that half inwards. No source; a house rule."


class FirstTile(Choice):
    """What is open after the first tile. No source differs; the row shows that they agree."""

    BOTH_ENDS = "both-ends", "Both halves: the line has two ends from the start."


class Doubles(Choice):
    """How doubles lie."""

    LINE = "in-line", "In line, like every tile."
    ACROSS = "across", "Across the line, with no effect on play (an old Kardinaldomino page)."
    SPINNER = "spinner", "The first double is a spinner with four arms (the Matador Dominos site)."


class SpinnerArms(Choice):
    """When the side arms of a spinner open."""

    AT_ONCE = "at-once", "At once."
    AFTER_BOTH = "after-both-ends", "When both ends of the spinner in line have been answered."


class Blocked(Choice):
    """When a hand that nobody goes out of is over."""

    ALL_PASS = "all-pass", "Everybody has passed in a row, drawn or not."
    ALL_KNOCK = "all-knock", "Everybody has passed in a row without drawing."
    NOBODY_CAN = "nobody-can-move", "As soon as nobody can ever move, seen with open cards."


class BlockedPay(Choice):
    """Who is paid what when the hand is blocked."""

    DIFFERENCE = "difference", "The lowest gets the others' pips minus their own, once."
    EACH_DIFFERENCE = "each-difference", "The lowest gets the difference to each opponent."
    OPPONENTS = "opponents", "The lowest gets the others' pips; nothing is taken off."
    ALL_HANDS = "all-hands", "The lowest gets the pips of all hands, their own too."
    DEBIT = "debit", "Everybody is debited their own pips."
    NOBODY = "nobody", "The lowest wins; no points."


class OutPay(Choice):
    """Who is paid what when somebody goes out."""

    OPPONENTS = "opponents", "Whoever goes out gets the pips of all the others."
    DEBIT = "debit", "Everybody is debited their own pips; whoever goes out has none."
    NOBODY = "nobody", "Whoever goes out wins; no points."


class Tie(Choice):
    """Who is paid when two or more are lowest in a blocked hand."""

    NOBODY = "nobody", "Nobody."
    SHARE = "share", "The lowest share the payment equally, rounded down."
    LAST_PLACED = "last-placed", "Whoever of them played the last tile; otherwise nobody."


class DoubleWeight(Choice):
    """What a double counts when pips are counted."""

    FULL = "full", "Both its halves."
    HALF = "half", "One of its halves (an old Kardinaldomino page)."


class Target(Choice):
    """The score at which a match is over."""

    NONE = "none", "No match is played; each hand stands alone."
    FIFTY = "50", "Fifty."
    HUNDRED = "100", "A hundred."
    TWO_HUNDRED = "200", "Two hundred."


class Goal(Choice):
    """What reaching the target means."""

    REACH_WINS = "reach-wins", "Whoever reaches it wins."
    EXCEED_LOSES = "exceed-loses", "Whoever first goes past it loses."
    ROUND = "one-round", "The target is not used: one hand is led from each seat."


class Partners(Choice):
    """Whether opposite seats play together."""

    NONE = "none", "Each plays alone."
    PAIRS = "pairs", "With four players, opposite seats are partners."
    AGAINST_LEADER = (
        "against-leader",
        (
            "With three players, the two lower scorers help each other against the leader; each is"
            " still paid alone, since no text says otherwise (an early Wikipedia text)."
        ),
    )


class PartnerPips(Choice):
    """What the pips of the winner's partner do. No source says."""

    IGNORED = "ignored", "Nothing."
    AGAINST = "against", "They are taken off the payment."
    FOR = "for", "They are added to the payment."


class PartnerBlock(Choice):
    """How the winner of a blocked hand is found between pairs. No source says."""

    SIDE = "side-total", "The side with fewer pips in both hands."
    SINGLE = "single-hand", "The side of the single lowest hand."


class Direction(Choice):
    """Which way the turn goes round the table."""

    LEFT = "left", "To the left, clockwise."
    RIGHT = "right", "To the right."


class Counts(Choice):
    """Whether the number of tiles in each hand and in the stock may be seen."""

    PUBLIC = "public", "Yes."
    HIDDEN = "hidden", "No."


class _Values(NamedTuple):
    """What a rule set is made of. (No dataclass: nothing takes longer to load in the engine.)"""

    base: str
    set: Highest = Highest.SIX
    deal: Deal = Deal.SEVEN_SIX_FIVE
    reserve: Reserve = Reserve.NONE
    lead: Lead = Lead.HIGHEST_DOUBLE
    lead_tile: LeadTile = LeadTile.HIGHEST_DOUBLE
    no_double: NoDouble = NoDouble.HEAVIEST
    next_lead: NextLead = NextLead.ROTATE
    extra_tile: ExtraTile = ExtraTile.NONE
    draw: Draw = Draw.UNTIL
    draw_playable: YesNo = YesNo.NO
    draw_matador: YesNo = YesNo.NO
    drawn_matador: DrawnMatador = DrawnMatador.GO_ON
    matador_duty: MatadorDuty = MatadorDuty.FORCED
    passing: Passing = Passing.UNABLE
    matador_place: MatadorPlace = MatadorPlace.ANY
    crosswise: Crosswise = Crosswise.NONE
    cross_open: CrossOpen = CrossOpen.EITHER
    cross_reading: CrossReading = CrossReading.TARGET
    double_blank: DoubleBlank = DoubleBlank.CLOSES
    matador_way: MatadorWay = MatadorWay.EITHER
    first_tile: FirstTile = FirstTile.BOTH_ENDS
    doubles: Doubles = Doubles.LINE
    spinner_arms: SpinnerArms = SpinnerArms.AT_ONCE
    blocked: Blocked = Blocked.ALL_PASS
    blocked_pay: BlockedPay = BlockedPay.DIFFERENCE
    out_pay: OutPay = OutPay.OPPONENTS
    tie: Tie = Tie.NOBODY
    double_weight: DoubleWeight = DoubleWeight.FULL
    target: Target = Target.HUNDRED
    goal: Goal = Goal.REACH_WINS
    partners: Partners = Partners.NONE
    partner_pips: PartnerPips = PartnerPips.IGNORED
    partner_block: PartnerBlock = PartnerBlock.SIDE
    direction: Direction = Direction.LEFT
    counts: Counts = Counts.PUBLIC


class Rules(_Values):
    """One complete rule set. `base` names the preset it was made from, for writing it briefly."""

    @cached_property
    def tiles(self) -> TileSet:
        """The set in play."""
        return tile_set(int(self.set.value))

    @cached_property
    def draw_limit(self) -> int:
        """Tiles a player may draw in one turn at most."""
        return self.draw.limit

    @cached_property
    def memory(self) -> dict[Any, Any]:
        """Room for answers that follow from these rules alone and are asked for at every turn."""
        return {}

    def hand_size(self, players: int) -> int:
        """Tiles dealt to each of `players`."""
        return self.deal.size(players, len(self.tiles.tiles))

    def paired(self, players: int) -> bool:
        """Whether opposite seats share a score."""
        return self.partners is Partners.PAIRS and players == 4

    def changed(self, **values: str) -> Rules:
        """The same rules with these fields set, each given as text.

        Raises UnreadableError for an unknown field or value.
        """
        chosen: dict[str, Any] = {name: choice(name, text) for name, text in values.items()}
        return self._replace(**chosen)

    def __reduce__(self) -> tuple[Any, ...]:
        return Rules, tuple(self)  # without what was kept in it

    def value(self, name: str) -> Choice:
        """The value of the field called `name`."""
        found: Choice = getattr(self, name)
        return found


FIELDS: dict[str, type[Choice]] = {
    name: type(default) for name, default in Rules._field_defaults.items()
}
"""Every decision field with its closed list, in the order of the decision points."""

_SHARED = {"cross_reading", "spinner_arms", "goal", "partner_pips", "partner_block"}
"""The fields that belong to the decision point of the field before them."""

POINTS: dict[str, int] = dict(
    zip(FIELDS, itertools.accumulate(name not in _SHARED for name in FIELDS), strict=True)
)
"""Every decision field with the number of its decision point (1 to 30)."""


def choice(name: str, text: str) -> Choice:
    """The value written `text` of field `name`. Raises UnreadableError, naming what is allowed."""
    if name not in FIELDS:
        raise UnreadableError(f"rules: there is no field {name!r}")
    try:
        return FIELDS[name](text)
    except ValueError:
        allowed = ", ".join(str(member) for member in FIELDS[name])
        raise UnreadableError(f"rules: {name} can't be {text!r}; it is one of {allowed}") from None


def diff(one: Rules, other: Rules) -> dict[str, tuple[Choice, Choice]]:
    """The fields in which two rule sets differ, with both values, in order."""
    pairs = {name: (one.value(name), other.value(name)) for name in FIELDS}
    return {name: pair for name, pair in pairs.items() if pair[0] is not pair[1]}


_presets: dict[str, Rules] = {}


def install(presets: Mapping[str, Rules]) -> None:
    """Make these the rule sets known by name. The engine reads no files; its caller does."""
    _presets.clear()
    _presets.update(presets)
    read_rules.cache_clear()


def presets() -> Mapping[str, Rules]:
    """The rule sets known by name, in the order in which they were installed."""
    return _presets


def preset(name: str) -> Rules:
    """The rule set called `name`. Raises UnreadableError."""
    if name not in _presets:
        raise UnreadableError(f"rules: there is no preset {name!r}")
    return _presets[name]


@lru_cache(maxsize=1 << 8)
def read_rules(text: str) -> Rules:
    """Rules from `britannica~draw-one~reserve-0`: a preset, then overrides in any order.

    The same text gives the same object, and so what its `memory` keeps. Raises UnreadableError.
    """
    name, *overrides = text.split("~")
    values: dict[str, str] = {}
    for override in overrides:
        key, dash, value = override.partition("-")
        if not dash:
            raise UnreadableError(f"rules: {override!r} is not written field-value")
        if key in values:
            raise UnreadableError(f"rules: {key} is set twice")
        values[key] = value
    return preset(name).changed(**values) if values else preset(name)


def write_rules(rules: Rules) -> str:
    """The one spelling of these rules: the preset, then what differs, sorted by field name."""
    changed = {name: pair[1] for name, pair in diff(preset(rules.base), rules).items()}
    return "~".join([rules.base, *(f"{name}-{changed[name]}" for name in sorted(changed))])


class Contradiction(Choice):
    """Choices that cannot stand together; each says what then happens or what to change."""

    TOO_FEW_TILES = "too-few-tiles", "The set has not enough tiles for that many hands."
    NOTHING_TO_DRAW = (
        "nothing-to-draw",
        ("The deal leaves nothing to draw: a player who cannot move passes."),
    )
    PAIRS_NEED_FOUR = "pairs-need-four", "Only four players make two pairs; each plays alone."
    UNUSED_RESERVE = "unused-reserve", "Nobody draws, so no reserve is needed."
    GOAL_NEEDS_DEBIT = (
        "goal-needs-debit",
        (
            "Going past the target loses only where pips are debited; otherwise the winner of the"
            " hands would lose the match."
        ),
    )

    @property
    def forbids(self) -> bool:
        """Whether no hand can be dealt at all."""
        return self is Contradiction.TOO_FEW_TILES


def contradictions(rules: Rules, players: int) -> tuple[Contradiction, ...]:
    """What in these rules cannot stand together when `players` (2 to 8) play."""
    size, total = rules.hand_size(players), len(rules.tiles.tiles)
    left = total - size * players
    draws = rules.draw is not Draw.NONE
    debits = rules.blocked_pay is BlockedPay.DEBIT and rules.out_pay is OutPay.DEBIT
    found = {
        Contradiction.TOO_FEW_TILES: left < 0,
        Contradiction.NOTHING_TO_DRAW: draws and 0 <= left <= rules.reserve.size(players),
        Contradiction.PAIRS_NEED_FOUR: rules.partners is Partners.PAIRS and players != 4,
        Contradiction.UNUSED_RESERVE: not draws and rules.reserve is not Reserve.NONE,
        Contradiction.GOAL_NEEDS_DEBIT: rules.goal is Goal.EXCEED_LOSES and not debits,
    }
    return tuple(name for name, holds in found.items() if holds)
