"""Claims of the sources checked by the engine: tiles, chances, positions, payments.

Each check is handed what a source claims and answers with a verdict and the numbers that it found.
None knows which source it is about; nothing that it finds is written down anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from matador.analysis import odds
from matador.game.errors import MatadorError
from matador.game.line import ACROSS, End, Line, Placed, ends, fits
from matador.game.moves import Action, legal_actions
from matador.game.notation import read_actions, read_position, read_tile
from matador.game.position import Position
from matador.game.record import timeline
from matador.game.rules import CrossOpen, CrossReading, Crosswise, Highest, Rules
from matador.game.settle import pay, weigh
from matador.game.tiles import Tile, TileSet, tile_set
from matador.teach import worked
from matador.teach.content import load_presets
from matador.teach.crosswise import admitted
from matador.teach.findings import (
    NONE,
    Claimed,
    Finding,
    Slots,
    by_part,
    named,
    of,
    rule_sets,
    tiles_of,
)
from matador.teach.messages import arm_name, tile_name, words

# --- tiles and chances --------------------------------------------------------------------------


def answers(claimed: Claimed) -> Finding:
    """How many tiles answer a number, and how many a blank."""
    tiles = tile_set(claimed["set"])
    numbers = {len(tiles.answers(end)) for end in range(1, tiles.highest + 1)}
    blank = len(tiles.answers(0))
    slots: Slots = {"number": max(numbers), "blank": blank, "all": len(tiles.tiles)}
    return Finding(of(numbers == {claimed["number"]} and blank == claimed["blank"]), slots, "exact")


def doubles_with_target(claimed: Claimed) -> Finding:
    """Which doubles add up to the target by their own halves."""
    tiles = tile_set(claimed["set"])
    found = worked.doubles_making_target(tiles)
    slots: Slots = {"target": tiles.target, "found": named(found), "blank": Tile(0, 0).pips}
    return Finding(of(list(found) == tiles_of(claimed["tiles"])), slots, "exact")


def matadors(claimed: Claimed) -> Finding:
    """The matadors of a set: which, or how many; of doubles only, if that is asked."""
    doubles = claimed.get("doubles", False)
    found = {
        size: sorted(one for one in tile_set(int(size)).matadors if one.double or not doubles)
        for size in claimed["sets"]
    }
    right = all(
        said == len(found[size]) if isinstance(said, int) else sorted(tiles_of(said)) == found[size]
        for size, said in claimed["sets"].items()
    )
    slots: Slots = {f"count{size}": len(tiles) for size, tiles in found.items()}
    slots |= {f"tiles{size}": named(tiles) for size, tiles in found.items()}
    return Finding(of(right), slots, "exact")


def chances(claimed: Claimed) -> Finding:
    """The chances of no matador, 0-0, and two or more, by the size of the hand."""
    left = odds.unseen(tile_set(6))
    found = {size: [odds.percent(one) for one in odds.chances(left, int(size))] for size in claimed}
    right = all(found[size] == [f"{one}%" for one in said] for size, said in claimed.items())
    slots: Slots = {"count": sum(map(len, found.values()))}
    slots |= {f"of{size}": ", ".join(said) for size, said in found.items()}
    return Finding(of(right), slots, "exact")


def unconditional(claimed: Claimed) -> Finding:
    """Whether a chance of no matador still holds once one has seen one's own hand."""
    tiles, slots, right, known = tile_set(6), Slots(), True, True
    for size, said in claimed.items():
        blind = odds.chances(odds.unseen(tiles), int(size)).none
        beside = _beside(tiles, int(size))
        known &= _whole(blind) == said
        right &= all(_whole(one) == said for one in beside)
        slots |= {f"blind{size}": odds.percent(blind), f"none{size}": odds.percent(beside[0])}
        slots |= {f"three{size}": odds.percent(beside[3])}
    return Finding("right" if right else "depends" if known else "wrong", slots, "exact")


def _beside(tiles: TileSet, size: int) -> list[Fraction]:
    """The chance that the other holds no matador, by how many one holds oneself."""
    every = len(tiles.matadors)
    return [
        odds.chances(odds.unseen_beside(tiles, size, own, own == every), size).none
        for own in odds.matadors_possible(tiles, size)
    ]


def _whole(chance: Fraction) -> int:
    return round(100 * chance)


def no_double(claimed: Claimed) -> Finding:
    """Whether somebody always holds a double, by players and tiles each."""
    tiles = tile_set(6)
    doubles = sum(one.double for one in tiles.tiles)
    left = odds.Unseen(len(tiles.tiles), doubles, True)
    found = {
        f"{players}x{size}": odds.holding(left, players * size, 0)
        for players, size in claimed["deals"]
    }
    slots: Slots = {f"of{name}": odds.percent(chance) for name, chance in found.items()}
    return Finding("depends" if any(found.values()) else "right", slots, "exact")


def more_blanks(claimed: Claimed) -> Finding:
    """Whether a set has more ordinary tiles with a blank than matadors."""
    tiles = tile_set(claimed["set"])
    blanks = [one for one in tiles.tiles if one.low == 0 and one not in tiles.matadors]
    slots: Slots = {"blanks": len(blanks), "matadors": len(tiles.matadors)}
    return Finding(of(len(blanks) > len(tiles.matadors)), slots, "exact")


def left_over(claimed: Claimed) -> Finding:
    """Whether a deal leaves no stock, by the number of players."""
    size, every = claimed["size"], len(tile_set(6).tiles)
    left = {players: every - players * size for players in claimed["players"]}
    slots: Slots = {f"left{players}": rest for players, rest in left.items()}
    empty = sum(rest == claimed["left"] for rest in left.values())
    return Finding(by_part(empty, len(left)), {**slots, "all": every}, "exact")


def ranges(claimed: Claimed) -> Finding:
    """Whether the lines of a table by players exclude each other and differ."""
    lines = claimed["lines"]
    covered = [player for low, high, _ in lines for player in range(low, high + 1)]
    twice = sorted({player for player in covered if covered.count(player) > 1})
    alike = len({tiles for _, _, tiles in lines}) < len(lines)
    slots: Slots = {"twice": ", ".join(map(str, twice)) or NONE, "tiles": lines[0][2]}
    return Finding(of(not twice and not alike), slots, "exact")


def all_doubles(claimed: Claimed) -> Finding:
    """Whether tiles that are called doubles are doubles, taken as they are printed."""
    tiles = tiles_of(claimed["tiles"])
    found = [one for one in tiles if one.double]
    return Finding(
        of(len(found) == len(tiles)), {"found": named(found), "all": len(tiles)}, "exact"
    )


# --- positions ----------------------------------------------------------------------------------


def plays(claimed: Claimed) -> Finding:
    """Whether actions are legal, one after the other, and leave the ends that are claimed."""
    cases = claimed["cases"]
    found = [_ends_after(case["position"], case["actions"]) for case in cases]
    good = sum(
        shown is not None and case.get("ends") in (None, [list(one) for one in shown])
        for case, shown in zip(cases, found, strict=True)
    )
    return Finding(of(good == len(cases)), {"count": len(cases), "good": good})


def _ends_after(code: str, actions: str) -> list[tuple[int, ...]] | None:
    """What the ends show in the end; None where the line or an action is not legal."""
    start = read_position(code)
    try:
        if start.flaws:
            return None
        done, _ = read_actions(actions, start)
        return [end.halves for end in timeline(start, done).position.ends]
    except MatadorError:
        return None


def listed(claimed: Claimed) -> Finding:
    """Whether a list of the tiles that can go on is complete, and nothing in it too many."""
    position = read_position(claimed["position"])
    found, said = _going(position), set(tiles_of(claimed["tiles"]))
    if claimed.get("matadors"):
        said |= position.rules.tiles.matadors - {one.tile for one in position.line.placed}
    slots: Slots = {"count": len(found), "missing": named(found - said)}
    return Finding(of(found == said), slots | {"extra": named(said - found)})


def _going(position: Position, arm: str = "") -> set[Tile]:
    """The tiles of the set that go on an end (any, without a name) and lie nowhere yet."""
    rules = position.rules
    open_ends = [end for end in position.ends if end.arm.startswith(arm)]
    laid = {one.tile for one in position.line.placed}
    return {
        one
        for one in set(rules.tiles.tiles) - laid
        if any(fits(one, end, rules, False) for end in open_ends)
    }


def opening_plays(claimed: Claimed) -> Finding:
    """Whether the commentary of the worked opening names every legal play at a step.

    Wrong is what calls an end dead that is not; a list that leaves something out is not all.
    """
    moment = worked.opening().moments[claimed["step"]]
    missed = {tile_name(one.tile): one.where for one in moment.overlooked if one.tile}
    slots: Slots = {"count": len(moment.overlooked), "all": len(moment.plays)}
    slots |= {"tiles": ", ".join(missed) or NONE, "arms": _arms(moment.overlooked)}
    if not moment.overlooked or not moment.claim:
        return Finding("right", slots)
    dead = any(not moment.claim.names[one.where] for one in moment.overlooked)
    return Finding("wrong" if dead else "depends", slots)


def _arms(actions: Iterable[Action]) -> str:
    return words()["view"]["and"].join(
        arm_name(arm) for arm in sorted({one.where for one in actions})
    )


def opening_ends(claimed: Claimed) -> Finding:
    """Whether the ends that the worked opening lists are those that there are."""
    moments = worked.opening().moments[1:]
    found = [[half for end in one.position.ends for half in end.halves] for one in moments]
    return Finding(of(found == claimed["ends"]), {"count": len(found)})


def after_double_blank(claimed: Claimed) -> Finding:
    """How many tiles answer an end on which 0-0 lies, under every rule set."""
    found = {name: _on_double_blank(one.rules) for name, one in load_presets().items()}
    others = {name: count for name, count in found.items() if count != claimed["count"]}
    exceptions = "; ".join(f"{load_presets()[n].title} ({count})" for n, count in others.items())
    usual = max(set(found.values()), key=list(found.values()).count)
    slots: Slots = {"others": exceptions or NONE, "usual": usual, "all": len(found)}
    return Finding(by_part(len(found) - len(others), len(found)), slots)


def _on_double_blank(rules: Rules) -> int:
    """With the double-six set: 6-6 and 0-1 lie, and 0-0 goes on the blank."""
    code = "6.6610.00-23.0.A.0-0."
    position = read_position(code + (rules.base or "pagat"))
    laid = next(
        one for one in legal_actions(position) if one.tile == Tile(0, 0) and one.where == "R"
    )
    _, after = read_actions(str(laid), position)
    return len(_going(after, "R"))


def has_play(claimed: Claimed) -> Finding:
    """Whether a tile goes on every end that shows a number or a blank, under every rule set."""
    one = read_tile(claimed["tile"])
    failing = [
        name
        for name, preset in load_presets().items()
        if not all(
            fits(one, end, six, False) for six in [_six(preset.rules)] for end in _shown(six)
        )
    ]
    every = len(load_presets())
    slots: Slots = {"others": rule_sets(failing), "good": every - len(failing), "all": every}
    return Finding(by_part(every - len(failing), every), slots)


def always_closes(claimed: Claimed) -> Finding:
    """Whether an ordinary tile with a blank always leaves the blank outside."""
    names = claimed["rule_sets"] or list(load_presets())
    opening = [name for name in names if _brings_blank_in(_six(load_presets()[name].rules))]
    slots: Slots = {"others": rule_sets(opening), "good": len(names) - len(opening)}
    return Finding(by_part(len(names) - len(opening), len(names)), slots | {"all": len(names)})


def _brings_blank_in(rules: Rules) -> bool:
    """Whether there is an end on which such a tile may lie with the blank inwards."""
    ordinary = [
        one for one in rules.tiles.tiles if one.low == 0 and one not in rules.tiles.matadors
    ]
    found = _shown(rules)
    if rules.crosswise is not Crosswise.NONE:
        lying = [Placed(one.low, one.high, ACROSS) for one in rules.tiles.matadors]
        found += [ends(Line((Placed(1, 0), one)), rules)[-1] for one in lying]
    return any(
        fit.outer for one in ordinary for end in found for fit in fits(one, end, rules, False)
    )


def _six(rules: Rules) -> Rules:
    return rules.changed(set=str(Highest.SIX))


def _shown(rules: Rules) -> list[End]:
    """A right end for every half, behind a tile that is no double."""
    highest = rules.tiles.highest
    rows = (Placed(1 if half == highest else highest, half) for half in range(highest + 1))
    return [ends(Line((one,)), rules)[1] for one in rows]


def turned_into(claimed: Claimed) -> Finding:
    """How many numbers a single matador can leave on an end."""
    rules, found = Rules(""), dict[Tile, set[int]]()
    end = _shown(rules)[3]
    for one in rules.tiles.matadors:
        found[one] = {fit.outer for fit in fits(one, end, rules, False)}
    most, together = max(map(len, found.values())), len(set().union(*found.values()))
    slots: Slots = {"one": most, "together": together}
    each = min(map(len, found.values())) >= claimed["numbers"]
    return Finding(
        "right" if each else "depends" if together >= claimed["numbers"] else "wrong", slots
    )


def readings(claimed: Claimed) -> Finding:
    """Whether an equal half and the target admit the same tiles on a matador lying across."""
    target, match = (
        Rules("", crosswise=Crosswise.CHOICE, cross_open=CrossOpen.EITHER, cross_reading=reading)
        for reading in (CrossReading.TARGET, CrossReading.MATCH)
    )
    lying = tiles_of(claimed["tiles"])
    alike = [one for one in lying if admitted(target, one) == admitted(match, one)]
    blanks = Tile(0, 0)
    slots: Slots = {"alike": named(alike), "others": named(set(lying) - set(alike))}
    slots |= {"equal": len(admitted(match, blanks)), "target": len(admitted(target, blanks))}
    return Finding(by_part(len(alike), len(lying)), slots)


# --- payments -----------------------------------------------------------------------------------


def paid(claimed: Claimed) -> Finding:
    """What the winner of a blocked hand is paid, by the way of paying."""
    found = {
        how: max(pay(Rules("").changed(blocked_pay=how), claimed["pips"]).payments)
        for how in claimed["points"]
    }
    slots: Slots = {how.replace("-", "_"): points for how, points in found.items()}
    return Finding(of(found == dict(claimed["points"])), slots)


def one_formula(claimed: Claimed) -> Finding:
    """Whether the winner's pips taken off once, or from each opponent, come to the same."""
    found = [
        [max(pay(Rules("").changed(blocked_pay=how), pips).payments) for how in _FORMULAS]
        for pips in claimed["hands"]
    ]
    alike = sum(once == each for once, each in found)
    slots: Slots = {"once": found[-1][0], "each": found[-1][1], "two": found[0][0]}
    return Finding(by_part(alike, len(found)), slots)


_FORMULAS = ("difference", "each-difference")


def weighed(claimed: Claimed) -> Finding:
    """What a tile costs when hands are counted, under every rule set."""
    one = read_tile(claimed["tile"])
    found = {name: weigh([one], preset.rules) for name, preset in load_presets().items()}
    others = [name for name, pips in found.items() if pips != claimed["pips"]]
    slots: Slots = {"others": rule_sets(others), "all": len(found)}
    slots |= {"less": min(found.values()), "good": len(found) - len(others)}
    return Finding(by_part(len(found) - len(others), len(found)), slots)
