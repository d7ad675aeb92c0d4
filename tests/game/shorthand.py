"""Positions in few words, for tests: every rule that a test turns on is named in the test."""

from matador.game.moves import Reason, explain, legal_actions
from matador.game.notation import read_action, read_actions, read_position
from matador.game.position import Position
from matador.game.rules import Rules, write_rules


def rules(**values: str) -> Rules:
    """Double-six, in line, drawing until able, nothing reserved; then what is named."""
    return Rules("pagat").changed(**values)


def at(
    line: str = "-", hands: str = "~7-~7", stock: str = "0", turn: str = "A", **values: str
) -> Position:
    """A position from the fields of its code, under `rules(**values)`."""
    chosen = rules(**values)
    seats = hands.count("-") + 1
    score = "-".join("0" * (2 if chosen.paired(seats) else seats))
    fields = (str(chosen.set), line, hands, stock, turn, score, write_rules(chosen))
    return read_position(".".join(fields))


def play(position: Position, actions: str) -> Position:
    """The position after these actions, each checked."""
    return read_actions(actions, position)[1]


def legal(position: Position) -> str:
    """All legal actions as one text."""
    return " ".join(map(str, legal_actions(position)))


def why(position: Position, action: str) -> Reason:
    """The reason of the verdict on an action."""
    return explain(position, read_action(action, position)).reason


def shows(position: Position) -> dict[str, tuple[int, ...]]:
    """What every open end shows."""
    return {end.arm: end.halves for end in position.ends}
