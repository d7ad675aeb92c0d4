"""What a study keeps: its parts, each a run of deals with its whole-number sums, and its results.

Results follow from sums alone, and the sums of a first slice are kept beside the whole: so anybody
can tell whether a file is what the program makes, without making all of it again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from matador.analysis.means import Estimate

Sums = tuple[int, ...]
T = TypeVar("T")


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every struct of a study is."""


class Number(Record, frozen=True, array_like=True):
    """A mean or a rate, and its standard error in the same unit."""

    mean: float
    error: float

    @classmethod
    def of(cls, found: Estimate) -> Number:
        """An estimate as it is kept: with six digits."""
        return cls(*(float(f"{x:.6g}") for x in found))


class Provenance(Record, frozen=True):
    """What the deals of a part depend on. `policies` are one a seat; none where no policy plays."""

    rules: str
    players: int
    policies: tuple[str, ...]
    seed: int


class Slice(Record, frozen=True):
    """The sums over deals 0 to `deals - 1`."""

    deals: int
    sums: Sums


class Part(Record, frozen=True):
    """One run of deals: its first slice, and the whole as far as it has come."""

    made: Provenance
    first: Slice
    whole: Slice


class Study(Record, Generic[T], frozen=True):
    """A study as it is kept."""

    question: str
    method: str
    results: T
    parts: dict[str, Part]


class Plan(NamedTuple):
    """A part that is to be made: `deals` of them, in slices of `size`."""

    made: Provenance
    deals: int
    size: int
    work: Callable[[int, int], list[int]]
    """From the first deal of a slice and its length to its sums."""

    def slice(self, first: int) -> list[int]:
        """The sums of the slice that begins with deal `first`."""
        return self.work(first, min(self.size, self.deals - first))


Parts = Mapping[str, Part]


@dataclass(frozen=True)
class Inquiry(Generic[T]):
    """A study that can be made: what is asked, how, and what is concluded from the parts."""

    question: str
    method: str
    kind: type[Study[T]]
    """What its file holds."""
    plans: Callable[[], dict[str, Plan]]
    conclude: Callable[[Parts], T]

    def study(self, parts: Parts) -> Study[T]:
        """The study that these parts make."""
        return Study(self.question, self.method, self.conclude(parts), dict(parts))


Keep = Callable[[dict[str, Part]], object]
"""Told all parts after each slice once every part has begun."""


def carry_on(plans: Mapping[str, Plan], known: Parts, keep: Keep) -> dict[str, Part]:
    """All parts as planned, going on from those known.

    The first slice of each is always made anew: a part begins again where it was made otherwise.
    """
    parts = {key: _begun(plan, known.get(key)) for key, plan in plans.items()}
    keep(parts)
    for key, plan in plans.items():
        while parts[key].whole.deals < plan.deals:
            parts[key] = _further(parts[key], plan)
            keep(parts)
    return parts


def first_slice(plan: Plan) -> Slice:
    """The first slice of a part, made now."""
    return Slice(min(plan.size, plan.deals), tuple(plan.slice(0)))


def _begun(plan: Plan, known: Part | None) -> Part:
    first = first_slice(plan)
    if known and known.made == plan.made and known.first == first:
        return known
    return Part(plan.made, first, first)


def _further(part: Part, plan: Plan) -> Part:
    done = part.whole.deals
    more = plan.slice(done)
    sums = tuple(map(sum, zip(part.whole.sums, more, strict=True)))
    whole = Slice(done + min(plan.size, plan.deals - done), sums)
    return Part(part.made, part.first, whole)


# --- as text ------------------------------------------------------------------------------------

_WIDE = 100


def written(study: Study[Any]) -> str:
    """A study as JSON: a line for everything that fits on one, and for every list of numbers."""
    return "\n".join(_lines(msgspec.to_builtins(study), "", "")) + "\n"


def _lines(value: Any, indent: str, key: str) -> Iterable[str]:
    flat = indent + key + json.dumps(value, ensure_ascii=False)
    plain = isinstance(value, list) and not any(isinstance(one, (list, dict)) for one in value)
    if not isinstance(value, (list, dict)) or plain or len(flat) < _WIDE:
        yield flat
        return
    named = isinstance(value, dict)
    rows = list(value.items()) if isinstance(value, dict) else [("", one) for one in value]
    yield indent + key + "[{"[named]
    for i, (name, one) in enumerate(rows):
        label = json.dumps(str(name)) + ": " if named else ""
        *before, last = _lines(one, indent + " ", label)
        yield from before
        yield last + "," * (i + 1 < len(rows))
    yield indent + "]}"[named]
