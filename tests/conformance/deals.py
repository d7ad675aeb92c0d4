"""Seeded deals and rule sets for the conformance tests, as texts that both sides can read."""

from random import Random

from matador.game.rules import FIELDS, presets, read_rules, write_rules

DIGITS = "0123456789abcdefghi"
SEATS = "ABCDEFGH"

# Fields that say who sits where, who leads the next hand or how a match ends, or that have one
# value only; the set is chosen apart, and the deal with the preset.
NOT_IN_A_HAND = {
    "set", "deal", "lead", "next_lead", "first_tile", "target", "goal", "direction", "counts",
}  # fmt: skip


def values(text: str) -> dict[str, str]:
    """Every field of a rule set with its value, as plain text."""
    rules = read_rules(text)
    return {name: str(rules.value(name)) for name in FIELDS}


def deal(rng: Random, text: str, players: int) -> str:
    """A shuffled deal under a rule set, as a position code. The leader is drawn by lot."""
    rules, said = read_rules(text), values(text)
    top = int(said["set"])
    tiles = [DIGITS[low] + DIGITS[high] for low in range(top + 1) for high in range(low, top + 1)]
    rng.shuffle(tiles)
    size = rules.hand_size(players)
    hands = ["".join(sorted(tiles[seat * size : (seat + 1) * size])) for seat in range(players)]
    stock = "".join(tiles[size * players :]) or "0"
    score = "-".join("0" * sides(said, players))
    turn = rng.choice(SEATS[:players])
    return f"{top}.-.{'-'.join(hands)}.{stock}.{turn}.{score}.{text}"


def sides(said: dict[str, str], players: int) -> int:
    """How many scores are kept."""
    return 2 if said["partners"] == "pairs" and players == 4 else players


def random_rules(rng: Random) -> str:
    """A preset with none, some or all of the fields that matter within a hand drawn by lot."""
    share = rng.choice([0, 0.1, 0.3, 1])
    changed = {
        name: rng.choice([str(value) for value in FIELDS[name]])
        for name in FIELDS
        if name not in NOT_IN_A_HAND and rng.random() < share
    }
    if changed.get("crosswise") == "none" and rng.random() < 0.6:
        changed["crosswise"] = rng.choice(["choice", "always", "wild", "blank"])
    if rng.random() < 0.2:
        changed["set"] = rng.choice(["6", "9", "12"])
    preset = rng.choice(list(presets()))
    return write_rules(read_rules("~".join([preset, *map("-".join, changed.items())])))
