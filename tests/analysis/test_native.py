"""The kernels give the same numbers compiled and plain, with the compiler installed or not."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from matador.analysis.kernels import below, forward, nth, stream
from matador.analysis.native import Ints, affine, array, jit, lowest, popcount, take_largest
from tests.analysis.core_numbers import WEIGHTS, dealt, drawn_numbers, sums

ROOT = Path(__file__).parents[2]
SCRIPT = "from tests.analysis.core_numbers import main; main()"
WITHOUT = "import sys; sys.modules['numba'] = None"
"""Python then refuses to import it, as where it is not installed."""


@cache
def printed(program: str, compiled: str | None) -> dict[str, Any]:
    """What a program prints in a process of its own."""
    kept = {name: value for name, value in os.environ.items() if name != "MATADOR_COMPILED"}
    environment = kept if compiled is None else {**kept, "MATADOR_COMPILED": compiled}
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("program", "compiled"),
    [(SCRIPT, "0"), (f"{WITHOUT}; {SCRIPT}", None)],
    ids=["switched off", "not installed"],
)
def test_plain_numbers_are_the_compiled_ones(program: str, compiled: str | None) -> None:
    fast, plain = printed(SCRIPT, None), printed(program, compiled)
    assert (fast["compiled"], plain["compiled"]) == (True, False)
    assert all(fast.values())
    for what in fast.keys() - {"compiled"}:
        assert plain[what] == fast[what], what


def test_seeds_mean_the_same_as_ever() -> None:
    drawn = drawn_numbers()
    assert drawn["states"][:3] == [3424313798278603936, 1952196969052120449, 1612585146144540119]
    assert drawn["after"][-2:] == [862338923970916456, 7448978067329983103]
    assert drawn["below 7"] == [5, 0, 5, 4, 6, 5, 5, 1, 0]
    assert drawn["below 2**31"][:3] == [1784800528, 277901764, 1775665771]
    hands, stock = [43417601, 67636424, 138489874], [9, 21, 2, 8, 24, 5, 14]
    assert dealt("pagat", 3, 0) == hands + stock
    assert sums("pagat", 2, 100)[:5] == [100, 86, 1609, 1132, 225]
    assert sums("pagat", 2, 100, WEIGHTS[-1], None)[:5] == [100, 85, 1564, 1127, 228]
    assert sums("britannica", 2, 100, lane=True)[:4] == [100, 89, 1543, 1131]


@jit
def _bits(mask: int) -> int:
    return 100 * popcount(mask) + lowest(mask)


@jit
def _affine(x: int, times: int, plus: int) -> int:
    return affine(x, times, plus)


@pytest.mark.parametrize(
    "mask", [0, 1, 6, 1 << 54, (1 << 55) - 1, 1 << 62, (1 << 63) - 1, 0b1011 << 40]
)
def test_bits_are_counted_alike_compiled_or_not(mask: int) -> None:
    places = [place for place in range(63) if mask >> place & 1]
    told = 100 * len(places) + (places[0] if places else 64)
    assert _bits(mask) == 100 * popcount(mask) + lowest(mask) == told
    assert [nth(mask, i) for i in range(len(places))] == places


@jit
def _take(w: Ints, start: int, end: int) -> int:
    return take_largest(w, start, end)


@pytest.mark.parametrize("start", [0, 1, 4])
def test_the_first_of_the_largest_is_taken_compiled_or_not(start: int) -> None:
    numbers = [9, 4, 7, 2, 7, 1, 8]
    place = {0: 0, 1: 2, 4: 4}[start]  # of the six that are looked at
    compiled, plain = array(numbers), list(numbers)
    assert _take(compiled, start, 6) == take_largest(plain, start, 6) == numbers[place]
    numbers[place] = numbers[start]
    assert list(map(int, compiled)) == plain == numbers


@pytest.mark.parametrize("x", [0, 1, 2**31, 2**62 + 12345, 2**63 - 1])
@pytest.mark.parametrize("times", [1, 3, 6364136223846793005, 2**63 - 1])
@pytest.mark.parametrize("plus", [0, 1, 2**63 - 1])
def test_a_product_is_taken_modulo_the_word(x: int, times: int, plus: int) -> None:
    assert _affine(x, times, plus) == affine(x, times, plus) == (x * times + plus) % 2**63


def test_states_stay_within_the_word_and_part_ways() -> None:
    states = {stream(seed, number) for seed in range(100) for number in range(100)}
    assert len(states) == 10_000
    assert all(0 <= one < 2**63 and 0 <= forward(one) < 2**63 for one in states)
    assert below(2**63 - 1, 1) == 0
