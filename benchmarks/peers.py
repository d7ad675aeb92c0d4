"""The peers at work. Runs in their own environment: `python -m benchmarks.peers NAME SECONDS`.

Prints one line of JSON, the units done and the seconds of processor time they took; or, as
`missing`, why the peer cannot run.
"""

# Each peer is imported only where it is measured: the others may be missing.
# ruff: noqa: PLC0415

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable

from benchmarks.measure import Sample, UnavailableError, last_line, repeat


def dominoes_hands(seconds: float) -> Sample:
    """Random hands of `dominoes`: four players, block game."""
    import dominoes

    def play() -> int:
        game = dominoes.Game.new()
        while game.result is None:
            game.make_move(*random.choice(game.valid_moves))
        return 1

    return repeat(play, seconds)


def dominoes_lists(seconds: float) -> Sample:
    """Lists of legal moves in the middle of a hand of `dominoes`."""
    import dominoes

    game = dominoes.Game.new()
    for _ in range(6):
        if game.result is None:
            game.make_move(*random.choice(game.valid_moves))

    def hundred() -> int:
        for _ in range(100):
            game._update_valid_moves()
        return 100

    return repeat(hundred, seconds)


def dominoes_nodes(seconds: float) -> Sample:
    """Nodes of the alpha-beta search of `dominoes`, from games with eight moves played."""
    import dominoes

    nodes = 0
    search = dominoes.search
    make_moves = search.make_moves

    def counted(game: object, player: Callable[..., None] = dominoes.players.identity) -> object:
        nonlocal nodes
        for move in make_moves(game, player):
            nodes += 1
            yield move

    def solve() -> int:
        nonlocal nodes
        game = _dominoes_game(8)
        # As the library's own player that sees all hands does.
        game.skinny_board()
        nodes = 0
        search.alphabeta(game, player=dominoes.players.bota_gorda)
        return nodes

    search.make_moves = counted
    return repeat(solve, seconds)


def _dominoes_game(played: int) -> object:
    """A game that goes on after so many random moves."""
    import dominoes

    while True:
        game = dominoes.Game.new()
        for _ in range(played):
            if game.result is None:
                game.make_move(*random.choice(game.valid_moves))
        if game.result is None:
            return game


def dominoes_import(_seconds: float) -> Sample:
    """One import of `dominoes` in this fresh process, timed on the wall; the interpreter apart."""
    start = time.perf_counter()
    import dominoes  # noqa: F401

    return Sample(1, time.perf_counter() - start)


def openspiel_hands(seconds: float) -> Sample:
    """Random hands of OpenSpiel's `python_block_dominoes`: two players, no drawing."""
    import pyspiel
    from open_spiel.python import games  # noqa: F401

    game = pyspiel.load_game("python_block_dominoes")

    def play() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
        return 1

    return repeat(play, seconds)


def chess_perft(seconds: float) -> Sample:
    """Leaves of python-chess's perft, three plies from the start of the game."""
    import chess

    def perft(board: chess.Board, depth: int) -> int:
        if depth == 0:
            return 1
        count = 0
        for move in board.legal_moves:
            board.push(move)
            count += perft(board, depth - 1)
            board.pop()
        return count

    return repeat(lambda: perft(chess.Board(), 3), seconds)


PEERS = {
    "dominoes-hands": dominoes_hands,
    "dominoes-lists": dominoes_lists,
    "dominoes-nodes": dominoes_nodes,
    "dominoes-import": dominoes_import,
    "openspiel-hands": openspiel_hands,
    "chess-perft": chess_perft,
}


def main(name: str, seconds: float) -> None:
    """Measure one peer and print what it did."""
    random.seed(1)
    try:
        sample = PEERS[name](seconds)
    except (ImportError, UnavailableError) as error:
        print(json.dumps({"missing": last_line(str(error))}))
    else:
        print(json.dumps({"units": sample.units, "seconds": sample.seconds}))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
