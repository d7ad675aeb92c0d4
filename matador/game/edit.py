"""Setting a position up by hand: one tile at a time from anywhere to anywhere.

Whatever comes of it is a position; what cannot have come about shows in its flaws.
"""

from __future__ import annotations

from matador.game.errors import IllegalError, UnreadableError
from matador.game.line import ACROSS, Fit, Line, Placed, spinner_due
from matador.game.position import (
    SEATS,
    Flaw,
    FlawFound,
    Hand,
    Position,
    Stock,
    deal,
    sides,
    source,
)
from matador.game.rules import Crosswise, Rules, Tie
from matador.game.tiles import Tile

BOX, STOCK, HAND = "box", "stock", "hand-"
"""Places a tile can be put, besides the arms of the line: out of play, the stock, a hand."""


def put(position: Position, one: Tile, place: str, inner: int | None = None) -> Position:
    """The position with a tile taken from wherever it is and put on `place`.

    `place` is BOX, STOCK, HAND and a seat letter, S on an empty line, or an arm of the line; there
    `inner` is the half that touches. Raises UnreadableError for any other place.
    """
    bare = take(position, one)
    if place == BOX:
        return bare
    if place == STOCK:
        return bare.changed(stock=Stock((*bare.stock.tiles, one), bare.stock.hidden))
    if place.startswith(HAND):
        return _into_hand(bare, one, place.removeprefix(HAND))
    return _onto_line(bare, one, place, inner)


def take(position: Position, one: Tile) -> Position:
    """The position without a tile. Without its spinner a line loses the side arms too."""
    line = _without(position.line, one)
    hands = tuple(
        Hand(tuple(t for t in hand.tiles if t != one), hand.hidden) for hand in position.hands
    )
    stock = Stock(tuple(t for t in position.stock.tiles if t != one), position.stock.hidden)
    return _fresh(position.changed(line=line, hands=hands, stock=stock))


def outermost(position: Position) -> dict[str, Tile]:
    """By arm, its last tile; of a row of one tile only the right end has one."""
    row = position.line.row
    tips = {"L": row[:1] if len(row) > 1 else (), "R": row[-1:], **dict(position.line.arms)}
    return {arm: tiles[-1].tile for arm, tiles in tips.items() if tiles}


def turned(position: Position, arm: str) -> Position | None:
    """The position with the outermost tile of an arm laid across, or in line again.

    None where the rules let no tile lie so.
    """
    rules, one = position.rules, outermost(position).get(arm)
    if one not in rules.tiles.matadors or rules.crosswise is Crosswise.NONE:
        return None
    line = position.line
    row, arms = line.row, {"L": line.row[:1], "R": line.row[-1:], **dict(line.arms)}
    mark = "" if arms[arm][-1].mark == ACROSS else ACROSS
    laid = Placed(*one, mark)
    if arm in ("L", "R"):
        row = (laid, *row[1:]) if arm == "L" else (*row[:-1], laid)
    # What forks off the tile has nothing to hang on any more.
    kept = ((name, tiles) for name, tiles in line.arms if not name.startswith(arm) or name == arm)
    changed = tuple((n, (*tiles[:-1], laid) if n == arm else tiles) for n, tiles in kept)
    return _fresh(position.changed(line=Line(row, changed)))


def cleared(position: Position) -> Position:
    """The same seats and rules with every tile back in the box."""
    hands = (Hand(()),) * position.players
    return _fresh(position.changed(line=Line(), hands=hands, stock=Stock(), turn=0, passes=0))


def filled(position: Position, seed: int | str, *, hands: bool = True) -> Position:
    """Tiles of the box dealt at random: every hand up to its size, or all to the stock.

    As many tiles stay in the box as lie face down somewhere. The same seed deals the same.
    """
    chance = source(seed)
    box = sorted(position.unseen, key=lambda _: chance.random())
    box = box[: max(0, len(box) - face_down(position))]
    if not hands:
        stock = Stock((*position.stock.tiles, *box), position.stock.hidden)
        return _fresh(position.changed(stock=stock))
    size = position.rules.hand_size(position.players)
    full = []
    for hand in position.hands:
        more, box = box[: max(0, size - len(hand))], box[max(0, size - len(hand)) :]
        full.append(Hand(tuple(sorted((*hand.tiles, *more))), hand.hidden))
    return _fresh(position.changed(hands=tuple(full)))


def face_down(position: Position) -> int:
    """How many tiles lie face down, in all hands and the stock."""
    return position.stock.hidden + sum(hand.hidden for hand in position.hands)


def with_hidden(place: str, count: int, position: Position) -> Position:
    """The position with so many tiles face down in a hand or in the stock."""
    if place == STOCK:
        return _fresh(position.changed(stock=Stock(position.stock.tiles, count)))
    seat = _seat(position, place.removeprefix(HAND))
    return _with_hand(position, seat, Hand(position.hands[seat].tiles, count))


def with_hand(position: Position, seat: int, tiles: tuple[Tile, ...]) -> Position:
    """The position in which a seat holds these tiles and no others.

    They come from wherever they are; those that it held go back to the box.
    """
    bare = _with_hand(position, seat, Hand(()))
    for one in tiles:
        bare = put(bare, one, f"{HAND}{SEATS[seat]}")
    return bare


def with_next(position: Position, tiles: tuple[Tile, ...]) -> Position:
    """The position in which these tiles are the next to be drawn, taken from wherever they are."""
    bare = position
    for one in tiles:
        bare = take(bare, one)
    return _fresh(bare.changed(stock=Stock((*tiles, *bare.stock.tiles), bare.stock.hidden)))


def with_players(players: int, position: Position) -> Position:
    """The position with so many seats; the tiles of those that go are back in the box."""
    more = (Hand(()),) * players
    hands = (*position.hands, *more)[:players]
    score = (0,) * len(sides(position.rules, players))
    turn = min(position.turn, players - 1)
    return _fresh(position.changed(hands=hands, score=score, turn=turn))


def with_turn(turn: int, position: Position) -> Position:
    """The position with another seat to move."""
    return _fresh(position.changed(turn=turn))


def with_passes(passes: int, position: Position) -> Position:
    """The position after so many passes in a row."""
    return _fresh(position.changed(passes=passes))


def with_score(side: int, points: int, position: Position) -> Position:
    """The position with the match score of one side changed."""
    score = list(position.score)
    score[side] = points
    return position.changed(score=tuple(score))


def seen_by(position: Position, seat: int) -> Position:
    """What one seat sees of it: the other hands and the stock lie face down."""
    hands = tuple(
        hand if at == seat else Hand((), len(hand)) for at, hand in enumerate(position.hands)
    )
    return _fresh(position.changed(hands=hands, stock=Stock((), len(position.stock))))


def one_hand(
    rules: Rules, players: int, seat: int, tiles: tuple[Tile, ...], leader: int
) -> Position:
    """The start of a hand of which one seat's tiles are known and nothing else.

    Raises IllegalError if the rules deal another number of tiles, or can't be dealt to so many.
    """
    dealt = deal(rules, players, 0, leader=leader)
    size = len(dealt.hands[seat])
    if len(tiles) != size:
        raise IllegalError(f"hand of player {SEATS[seat]}: {len(tiles)} tiles instead of {size}")
    strange = [one for one in tiles if one not in rules.tiles.tiles]
    if strange:
        raise IllegalError(f"hand of player {SEATS[seat]}: the set has no {strange[0]}")
    hidden = seen_by(dealt, seat)
    hands = list(hidden.hands)
    hands[seat] = Hand(tuple(sorted(tiles)))
    return hidden.changed(hands=tuple(hands))


def at_fault(position: Position, found: FlawFound) -> Tile | None:
    """The tile to look at first when mending a flaw; None if it is about no tile."""
    if found.tiles:
        return found.tiles[-1]
    row = position.line.row
    if found.flaw in (Flaw.ORDER, Flaw.SPINNER):
        doubles = [placed.tile for placed in row if placed.tile.double]
        return doubles[-1] if found.flaw is Flaw.SPINNER and doubles else row[-1].tile
    if found.seat is not None and position.hands[found.seat].tiles:
        return position.hands[found.seat].tiles[-1]
    return None


def mended(position: Position, flaw: Flaw) -> Position | None:
    """The position without a flaw that is about a number only; None for any other flaw."""
    if flaw is Flaw.TOO_MANY_TILES:
        return _with_fewer_hidden(position)
    if flaw is Flaw.PASSES:
        return with_passes(0, position)
    return _fresh(position) if flaw is Flaw.DRAWN else None


def _with_fewer_hidden(position: Position) -> Position:
    """As many tiles face down as the box holds; those of the stock go first, then the last seat."""
    places = [STOCK, *(f"{HAND}{seat}" for seat in reversed(SEATS[: position.players]))]
    hidden = [position.stock.hidden, *(hand.hidden for hand in reversed(position.hands))]
    for place, count in zip(places, hidden, strict=True):
        over = face_down(position) - len(position.unseen)
        position = with_hidden(place, count - min(count, max(0, over)), position)
    return position


def _with_hand(position: Position, seat: int, hand: Hand) -> Position:
    hands = list(position.hands)
    hands[seat] = hand
    return _fresh(position.changed(hands=tuple(hands)))


def _seat(position: Position, letter: str) -> int:
    if len(letter) != 1 or letter not in SEATS[: position.players]:
        raise UnreadableError(f"place: there is no seat {letter[:10]!r}")
    return SEATS.index(letter)


def _fresh(position: Position) -> Position:
    """Nothing was drawn yet in a position that was set up; the last tile was played as usual."""
    last = None
    if position.rules.tie is Tie.LAST_PLACED and len(position.line):
        last = (position.turn - 1 - position.passes) % position.players
    return position.changed(drawn=0, drew_matador=False, last=last)


def _without(line: Line, one: Tile) -> Line:
    row = tuple(placed for placed in line.row if placed.tile != one)
    arms = ((name, tuple(p for p in tiles if p.tile != one)) for name, tiles in line.arms)
    kept = tuple((name, tiles) for name, tiles in arms if tiles)
    # An arm hangs on a tile; when that goes, the arm would hang in the air.
    return Line(row, kept if row and len(row) == len(line.row) else ())


def _into_hand(position: Position, one: Tile, letter: str) -> Position:
    seat = _seat(position, letter)
    hand = position.hands[seat]
    return _with_hand(position, seat, Hand(tuple(sorted((*hand.tiles, one))), hand.hidden))


def _onto_line(position: Position, one: Tile, arm: str, inner: int | None) -> Position:
    line = position.line
    arms = {"S"} if not line.row else {"L", "R", *(end.arm for end in position.ends)}
    if arm not in arms:
        raise UnreadableError(f"place: there is no place {arm[:10]!r}")
    near, far = (one.high, one.low) if inner == one.high else (one.low, one.high)
    spins = one.double and arm in ("S", "L", "R") and spinner_due(line, position.rules)
    fit = Fit(near, far, "s" if spins else "")
    return _fresh(position.changed(line=line.with_tile(arm, fit, position.rules)))
