"""The rules a second time: slow, plain and written from the documents alone.

Nothing here comes from `matador`. A hand is a dict of plain values, a tile is two characters (lower
half first), and every question is answered by trying each tile on each end, both ways round, in
line and across. It exists to be compared with the engine and for nothing else.

A state holds:
    rules, top, target   the rule set as text, the highest half, and what two halves must make
    begun                whether a first tile lies
    ends                 arm -> what it shows: ("half", v), ("either", a, b) or ("blank", a, b),
                         the last for a matador across after which a blank must follow
    spinner              None, or a dict: its value, which sides have a neighbour in the row
    hands, stock         lists of tiles; of the stock the next one first
    turn, passes, drawn  as in a position code
    got_matador          whether a matador was drawn in this turn
    last                 the seat that placed the last tile, None where it is not known
"""

import re

DIGITS = "0123456789abcdefghi"
SEATS = "ABCDEFGH"
TURN = re.compile("([A-H])([0-9]*)(?:d([0-9]+))?(m?)(?:l([A-H]))?")


# --- reading a position code --------------------------------------------------------------------


def read(code, rules):
    """The state of a position code, with `rules` the text of every field."""
    top, line, hands, stock, turn, _score, _rules = code.split(".")
    # The seat, the passes, the tiles drawn, m after a drawn matador, and who placed the last tile.
    seat, passes, drawn, matador, last = TURN.fullmatch(turn).groups()
    state = {
        "rules": rules,
        "top": int(top),
        "target": int(top) + 1,
        "begun": line != "-",
        "ends": {},
        "spinner": None,
        "hands": [in_twos(hand) for hand in hands.split("-")],
        "stock": in_twos(stock),
        "turn": SEATS.index(seat),
        "passes": int(passes or 0),
        "drawn": int(drawn or 0),
        "got_matador": matador == "m",
        "last": SEATS.index(last) if last else None,
    }
    if state["begun"]:
        read_line(state, line)
    return state


def in_twos(text):
    """The tiles of a hand or a stock."""
    return [] if text == "0" else [text[i : i + 2] for i in range(0, len(text), 2)]


def read_line(state, line):
    """Find the ends of a line as it is written."""
    row, *parts = line.split("_")
    tiles = with_marks(row)
    (first, first_mark), (last, last_mark) = tiles[0], tiles[-1]
    show(state, "L", first[1], first[0], first_mark == "x")
    show(state, "R", last[0], last[1], last_mark == "x")
    arms = {}
    marks = [mark for _, mark in tiles]
    if "s" in marks:
        at = marks.index("s")
        left, right = at > 0, at < len(tiles) - 1
        state["spinner"] = {"value": tiles[at][0][0], "left": left, "right": right}
        open_side_arms(state)
        arms = {"U": parts[0], "D": parts[1]}
        parts = parts[2:]
    for part in parts:  # branches: Rv51, Rvw22x
        name = part[0] + "".join(letter for letter in part[1:] if letter in "vw")
        arms[name] = part[len(name) :]
    for name in sorted(arms, key=len):  # a branch comes after what it grows from
        if arms[name]:
            tile, mark = with_marks(arms[name])[-1]
            show(state, name, tile[0], tile[1], mark == "x")


def with_marks(text):
    """Tiles as they lie, each with the x or s that follows it."""
    found = []
    for letter in text:
        if letter in "xs":
            found[-1] = (found[-1][0], letter)
        elif found and len(found[-1][0]) == 1:
            found[-1] = (found[-1][0] + letter, "")
        else:
            found.append((letter, ""))
    return found


# --- tiles and ends -----------------------------------------------------------------------------


def value(half):
    """The number of pips on a half."""
    return DIGITS.index(half)


def pips(tile):
    """The number of pips on a tile."""
    return value(tile[0]) + value(tile[1])


def is_double(tile):
    """Whether both halves are the same."""
    return tile[0] == tile[1]


def is_matador(state, tile):
    """0-0, and every tile whose halves make the target."""
    return pips(tile) in (0, state["target"])


def show(state, arm, inner, outer, across):
    """Put on an end what a tile leaves there."""
    ends, rules = state["ends"], state["rules"]
    ends.pop(arm, None)
    if inner == outer == "0" and rules["double_blank"] == "kills":
        return
    low, high = sorted([value(inner), value(outer)])
    if not across or rules["cross_open"] == "one-half":
        ends[arm] = ("half", value(outer))
    elif rules["cross_open"] == "either":
        ends[arm] = ("either", low, high)
    elif rules["cross_open"] == "blank-follows":
        ends[arm] = ("blank", low, high)
    elif rules["cross_open"] == "both":
        ends[arm + "v"] = ("half", low)
        ends[arm + "w"] = ("half", high)


def open_side_arms(state):
    """Open U and D of a spinner, if it is time."""
    spinner = state["spinner"]
    waits = state["rules"]["spinner_arms"] == "after-both-ends"
    if not waits or (spinner["left"] and spinner["right"]):
        show(state, "U", spinner["value"], spinner["value"], False)
        show(state, "D", spinner["value"], spinner["value"], False)


def makes(state, end, half):
    """Whether this half inwards is an ordinary answer to the end."""
    kind, *shown = end
    if kind == "blank":
        return half == "0"
    if kind == "either" and state["rules"]["cross_reading"] == "match":
        return value(half) in shown
    return any(value(half) + other == state["target"] for other in shown)


def is_blank(end):
    """Whether the end shows a blank and nothing else."""
    return end in (("half", 0), ("either", 0, 0))


def takes_matadors(state, end):
    """Whether any matador goes on this end, whatever its halves."""
    if end[0] == "blank":
        return False
    return state["rules"]["matador_place"] == "any" or is_blank(end)


# --- what may be played -------------------------------------------------------------------------


def placements(state, tile):
    """Every way to play a tile on the line, as actions."""
    found = set()
    for arm, end in state["ends"].items():
        for inner, outer in (tile, tile[::-1]):
            found |= {
                f"{arm}{inner}{outer}{mark}"
                for mark in ("", "+")
                if fits(state, tile, arm, end, inner, outer, mark)
            }
    return found


def fits(state, tile, arm, end, inner, outer, mark):
    """Whether one tile, turned one way, lies on one end, in line or across ("+")."""
    rules = state["rules"]
    wild = is_matador(state, tile) and takes_matadors(state, end)
    becomes_spinner = (
        rules["doubles"] == "spinner"
        and is_double(tile)
        and state["spinner"] is None
        and arm in ("L", "R")
    )
    if becomes_spinner:
        return mark == "+" and (wild or makes(state, end, inner))
    if mark == "":
        return lies_in_line(state, tile, end, inner, outer, wild)
    return is_matador(state, tile) and lies_across(state, end, inner, outer, wild)


def lies_in_line(state, tile, end, inner, outer, wild):
    """Whether a tile fits in line, that half inwards."""
    rules = state["rules"]
    if not is_matador(state, tile):
        return makes(state, end, inner)
    if rules["crosswise"] == "always":
        return False
    if rules["crosswise"] == "wild":
        return makes(state, end, inner)
    if rules["crosswise"] == "blank" and is_blank(end):
        return False
    if makes(state, end, inner):
        return True
    wrong_way = rules["matador_way"] == "by-sum" and makes(state, end, outer)
    return wild and not wrong_way


def lies_across(state, end, inner, outer, wild):
    """Whether a matador fits across, that half inwards where it matters."""
    rules = state["rules"]
    way_matters = rules["cross_open"] == "one-half"
    if not way_matters and value(inner) > value(outer):
        return False  # the same play, written with its lower half first
    if rules["crosswise"] == "none":
        return False
    if rules["crosswise"] == "wild":
        return wild
    if rules["crosswise"] == "blank":
        return wild and is_blank(end)
    return wild or makes(state, end, inner) or (not way_matters and makes(state, end, outer))


# --- the stock ----------------------------------------------------------------------------------


def reserve(state):
    """How many tiles stay in the stock."""
    text = state["rules"]["reserve"]
    if text == "2-or-1":
        return 2 if len(state["hands"]) == 2 else 1
    return int(text)


def left_to_draw(state):
    """How many tiles of the stock may still be drawn by somebody."""
    if state["rules"]["draw"] == "none":
        return 0
    return max(0, len(state["stock"]) - reserve(state))


# --- legal actions ------------------------------------------------------------------------------


def actions(state):
    """Every legal action, sorted; none when the hand is over."""
    if over(state):
        return []
    return sorted(turn_actions(state) if state["begun"] else lead_actions(state))


def lead_actions(state):
    """What may be done before the first tile lies."""
    rules, hand = state["rules"], state["hands"][state["turn"]]
    if rules["lead_tile"] == "any":
        return leads(state, hand)
    doubles = [tile for tile in hand if is_double(tile)]
    if doubles:
        return leads(state, [max(doubles, key=pips)])
    if rules["no_double"] == "heaviest":
        return leads(state, [max(hand, key=lambda tile: (pips(tile), value(tile[1])))])
    if rules["no_double"] == "next" and state["passes"] < len(state["hands"]):
        return {"p"}
    if rules["no_double"] in ("next", "draw") and left_to_draw(state):
        return {"d"}
    return leads(state, hand)


def leads(state, tiles):
    """The ways to set one of these tiles."""
    mark = "+" if state["rules"]["doubles"] == "spinner" else ""
    doubles = {f"S{tile}{mark}" for tile in tiles if is_double(tile)}
    others = {f"S{way}" for tile in tiles if not is_double(tile) for way in (tile, tile[::-1])}
    return doubles | others


def turn_actions(state):
    """What may be done once a tile lies."""
    rules = state["rules"]
    if rules["draw"] == "one-and-pass" and state["drawn"]:
        return {"p"}
    ways = {tile: placements(state, tile) for tile in state["hands"][state["turn"]]}
    playable = [tile for tile, found in ways.items() if found]
    found = set().union(*ways.values())
    nothing = not playable
    only_matadors = bool(playable) and all(is_matador(state, tile) for tile in playable)
    # A matador just drawn stops the drawing, and must be played.
    stopped = rules["drawn_matador"] == "stops" and state["got_matador"] and only_matadors
    can_draw = not stopped and may_draw(state, nothing, only_matadors)
    if can_draw:
        found.add("d")
    if may_pass(state, nothing, only_matadors, can_draw, stopped):
        found.add("p")
    return found


def could_draw(state):
    """Whether a tile is there for the seat to move, and its limit not reached."""
    limits = {"none": 0, "one": 1, "one-and-pass": 1, "two": 2}
    limit = limits.get(state["rules"]["draw"])
    return left_to_draw(state) > 0 and (limit is None or state["drawn"] < limit)


def may_draw(state, nothing, only_matadors):
    """Whether the seat to move may draw."""
    rules = state["rules"]
    if not could_draw(state):
        return False
    if nothing or rules["draw_playable"] == "yes":
        return True
    return only_matadors and rules["draw_matador"] == "yes"


def may_pass(state, nothing, only_matadors, can_draw, stopped):
    """Whether the seat to move may pass."""
    rules = state["rules"]
    instead = rules["passing"] == "instead-of-drawing"
    refusable = rules["matador_duty"] == "refusable"
    if rules["passing"] == "stock-empty" and not left_to_draw(state):
        return True
    if nothing:
        return instead or not can_draw
    if not only_matadors or stopped:
        return False
    if not could_draw(state):
        return refusable
    drawing_is_free = rules["draw_matador"] == "yes" or rules["draw_playable"] == "yes"
    return instead and (refusable or drawing_is_free)


# --- doing it -----------------------------------------------------------------------------------


def play(state, action):
    """The state after an action; the one before stays as it was."""
    after = dict(state)
    after["hands"] = [list(hand) for hand in state["hands"]]
    after["stock"] = list(state["stock"])
    after["ends"] = dict(state["ends"])
    after["spinner"] = dict(state["spinner"]) if state["spinner"] else None
    if action == "d":
        draw(after)
    elif action == "p":
        drew = state["drawn"] > 0
        counts = not drew or state["rules"]["blocked"] == "all-pass"
        after["passes"] = state["passes"] + 1 if counts else 0
        next_turn(after)
    else:
        place(after, action)
    return after


def draw(state):
    """Draw the next tile of the stock."""
    tile = state["stock"].pop(0)
    state["hands"][state["turn"]].append(tile)
    state["hands"][state["turn"]].sort()
    state["drawn"] += 1
    state["got_matador"] = state["got_matador"] or is_matador(state, tile)


def next_turn(state, stays=False):
    """The next seat's turn begins, or a second one of the same seat."""
    if not stays:
        state["turn"] = (state["turn"] + 1) % len(state["hands"])
    state["drawn"] = 0
    state["got_matador"] = False


def place(state, action):
    """Lead a tile or play it on an end."""
    arm = action[0] + "".join(letter for letter in action[1:] if letter in "vw")
    inner, outer, across = action[len(arm)], action[len(arm) + 1], action.endswith("+")
    state["hands"][state["turn"]].remove(min(inner + outer, outer + inner))
    state["last"], state["passes"] = state["turn"], 0
    extra = state["rules"]["extra_tile"]
    if arm == "S":
        state["begun"] = True
        show(state, "L", outer, inner, False)
        show(state, "R", inner, outer, False)
        if across:
            state["spinner"] = {"value": inner, "left": False, "right": False}
            open_side_arms(state)
        next_turn(state, stays=extra == "always" or (extra == "after-double" and inner == outer))
        return
    spinner, becomes_spinner = state["spinner"], False
    if spinner and arm in ("L", "R"):
        side = "left" if arm == "L" else "right"
        if not spinner[side]:
            spinner[side] = True
            if state["rules"]["spinner_arms"] == "after-both-ends":
                open_side_arms(state)
    elif state["rules"]["doubles"] == "spinner" and inner == outer and arm in ("L", "R"):
        becomes_spinner = True
    show(state, arm, inner, outer, across and not becomes_spinner)
    if becomes_spinner:
        state["spinner"] = {"value": inner, "left": arm == "R", "right": arm == "L"}
        open_side_arms(state)
    next_turn(state)


# --- the end of the hand ------------------------------------------------------------------------


def over(state):
    """How the hand is over: "out", "blocked", "void"; None while it goes on."""
    rules, hands = state["rules"], state["hands"]
    if not state["begun"]:
        if rules["lead"] == "top-double":
            top = DIGITS[state["top"]] * 2
            return None if any(top in hand for hand in hands) else "void"
        redealt = rules["lead_tile"] == "highest-double" and rules["no_double"] == "redeal"
        doubles = [tile for hand in hands for tile in hand if is_double(tile)]
        return "void" if redealt and not doubles else None
    if [] in hands:
        return "out"
    if state["passes"] >= len(hands):
        return "blocked"
    if rules["blocked"] == "nobody-can-move":
        everything = [tile for hand in hands for tile in hand]
        everything += state["stock"][: left_to_draw(state)]
        if not any(placements(state, tile) for tile in everything):
            return "blocked"
    return None


def hand_pips(state):
    """What is left in each hand."""
    halves = state["rules"]["double_weight"] == "half"
    return [
        sum(value(tile[0]) if halves and is_double(tile) else pips(tile) for tile in hand)
        for hand in state["hands"]
    ]


def payments(state):
    """Who is paid what at the end of a hand, by seat or, between pairs, by side."""
    rules, left = state["rules"], hand_pips(state)
    players = len(left)
    paired = rules["partners"] == "pairs" and players == 4
    sides = [[0, 2], [1, 3]] if paired else [[seat] for seat in range(players)]
    went_out = over(state) == "out"
    scheme = rules["out_pay"] if went_out else rules["blocked_pay"]
    if scheme == "debit":
        return [sum(left[seat] for seat in side) for side in sides]
    paid = [0] * len(sides)
    winners = winning_sides(state, sides, left)
    if scheme == "nobody":
        return paid
    for number in winners:
        amount = side_payment(rules, scheme, sides[number], left)
        paid[number] = amount // len(winners)
    return paid


def winning_sides(state, sides, left):
    """The numbers of the sides that are paid."""
    rules = state["rules"]
    if [] in state["hands"]:
        out = state["hands"].index([])
        return [number for number, side in enumerate(sides) if out in side]
    single = rules["partner_block"] == "single-hand"
    weights = [(min if single else sum)(left[seat] for seat in side) for side in sides]
    lowest = [number for number, weight in enumerate(weights) if weight == min(weights)]
    if len(lowest) == 1 or rules["tie"] == "share":
        return lowest
    if rules["tie"] == "last-placed":
        return [number for number in lowest if state["last"] in sides[number]]
    return []


def side_payment(rules, scheme, side, left):
    """What a winning side is paid."""
    inside = [left[seat] for seat in side]
    own, partner = min(inside), sum(inside) - min(inside)
    others = [left[seat] for seat in range(len(left)) if seat not in side]
    if scheme == "all-hands":
        return sum(left)
    amount = sum(others)
    if scheme == "difference":
        amount -= own
    if scheme == "each-difference":
        amount -= own * len(others)
    if rules["partner_pips"] == "against":
        amount -= partner
    if rules["partner_pips"] == "for":
        amount += partner
    return max(0, amount)  # a partner's pips can outweigh the others'


def perft(state, depth):
    """How many sequences of exactly `depth` legal actions there are."""
    if depth == 0:
        return 1
    legal = actions(state)
    if depth == 1:
        return len(legal)
    return sum(perft(play(state, action), depth - 1) for action in legal)
