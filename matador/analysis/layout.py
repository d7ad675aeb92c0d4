"""Where everything lies in a workspace: one flat array of whole numbers for all kernels.

A workspace holds the tables compiled from a rule set, the order of the stock, and rows, one row a
position. Tiles are numbered as in the set (ascending), a set of tiles is a bit mask, and what an
open end asks for is a *kind*: one number for each different answer that `line.fits` gives.
"""

TILES = 64
"""Room for tiles: double-nine has 55, and a mask fits one machine word."""
KINDS = 128
"""Room for kinds: 64 as long as a spinner is due, and again 64 once it lies or if there is none."""
WAYS = 4
"""Ways in which one tile may lie on one end at most."""
SEATS = 8
ENDS = 12
"""Room for open ends: four arms and a fork for each matador of double-nine, less what they use."""

# --- tables -------------------------------------------------------------------------------------

ANSWERS = 0
"""Mask of tiles that go on a kind in at least one way; the next three: in two, three, four ways."""
TWO = ANSWERS + KINDS
THREE = TWO + KINDS
FOUR = THREE + KINDS
PIPS = FOUR + KINDS
WEIGHT = PIPS + TILES
"""What a tile counts when a hand is settled."""
LOW = WEIGHT + TILES
HIGH = LOW + TILES
TURN = HIGH + TILES
"""What a seat may do: see `turn_entry`; 24 entries."""
PARAMETERS = TURN + 32
LEADS = PARAMETERS + 64
"""Per tile and way round: the kinds at both ends, 63 for none, and whether a spinner was led."""
SIDES = LEADS + 2 * TILES
"""Per half: the kind of a side arm of a spinner that shows it, 63 for none."""
NEXT = SIDES + 32
"""Per kind, tile and way: how many ends follow, of which kinds, and whether it is the spinner."""
STOCK = NEXT + KINDS * TILES * WAYS
"""The stock in drawing order."""
PAID = STOCK + TILES
"""Where a payment is left: one number a party, then a mask of the parties that won."""
ROWS = PAID + 16
"""Where the rows begin."""

NOTHING = 63

# --- parameters ---------------------------------------------------------------------------------

PLAYERS = PARAMETERS
TILE_COUNT = PARAMETERS + 1
HAND_SIZE = PARAMETERS + 2
RESERVE = PARAMETERS + 3
LIMIT = PARAMETERS + 4
MATADORS = PARAMETERS + 5
DOUBLES = PARAMETERS + 6
EVERY_PASS = PARAMETERS + 7
"""1 if a pass counts after drawing too."""
OPEN_BLOCK = PARAMETERS + 8
"""1 if a hand is over as soon as nobody can ever move."""
EXTRA = PARAMETERS + 9
"""0 the next seat goes on after the lead; 1 the leader plays again; 2 only after a double."""
LEAD_TILE = PARAMETERS + 10
"""0 any tile is led; 1 the highest double."""
NO_DOUBLE = PARAMETERS + 11
"""0 any, 1 heaviest, 2 next, 3 draw, 4 redeal."""
STOPS = PARAMETERS + 12
"""1 if a matador that was drawn ends the drawing."""
AT_ONCE = PARAMETERS + 13
SPINS = PARAMETERS + 14
TOP_DOUBLE = PARAMETERS + 15
"""1 if whoever holds the set's highest double leads, and without one the hand is dealt again."""
LEADER = PARAMETERS + 16
"""0 the first leader is drawn by lot, 1 found by the tiles."""
OUT_PAY = PARAMETERS + 17
"""0 opponents, 1 debit, 2 nobody."""
BLOCKED_PAY = PARAMETERS + 18
"""0 difference, 1 each difference, 2 opponents, 3 all hands, 4 debit, 5 nobody."""
TIE = PARAMETERS + 19
"""0 nobody, 1 share, 2 last placed."""
PAIRED = PARAMETERS + 20
PARTNER_SIGN = PARAMETERS + 21
SINGLE = PARAMETERS + 22
"""1 if between pairs the single lowest hand wins a blocked hand."""
STOCK_SIZE = PARAMETERS + 23
KIND_COUNT = PARAMETERS + 24
NEEDS_DOUBLE = PARAMETERS + 25
"""1 if a hand in which nobody holds a double is dealt again."""
LINEAR = PARAMETERS + 26
"""1 if the line always has two ends (no forks, no killed ends, no spinner)."""
STRICT = PARAMETERS + 27
"""1 if a seat must play if it can, else draw until it can, else pass: no choice but the tile."""

# --- a row: one position ------------------------------------------------------------------------

TURN_OF = 0
PASSES = 1
DRAWN = 2
DREW = 3
"""1 if a matador is among the tiles drawn in this turn, kept where that ends the drawing."""
LAST = 4
"""Who played the last tile, -1 before the lead."""
NEXT_TILE = 5
"""How many tiles of the stock are gone."""
DUE = 6
"""0 while a spinner is due, 64 once it lies or if the rules have none."""
SPIN = 7
"""0 no spinner; else 4 (half + 1), plus 1 and 2 while its left and right end wait for an answer."""
COUNT = 8
"""How many ends are open."""
LED = 9
"""1 once a tile lies."""
HANDS = 12
"""Masks by seat."""
LACKS = HANDS + SEATS
"""Masks by seat: what a seat held none of when it last drew or passed, unable to play."""
KIND = LACKS + SEATS
ARM = KIND + ENDS
"""By end: 0 L, 1 R, 2 U, 3 D, plus 4 times the forks taken (1, then a bit for each)."""
ROW = ARM + ENDS + 4

# --- moves --------------------------------------------------------------------------------------

DRAW = 1 << 20
PASS = 1 << 21

GOES_ON = 0
OUT = 1
BLOCKED = 2
VOID = 3
