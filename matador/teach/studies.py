"""The studies of `content/studies`: their loader, and who makes them anew.

`python -m matador.teach.studies [NAME…]` goes on where it was stopped; a part whose first slice
comes out otherwise than it is written begins again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from matador.analysis.studies.chances import CHANCES, ChanceResults
from matador.analysis.studies.decisions import DECISIONS
from matador.analysis.studies.holdings import HOLDINGS, HoldingResults
from matador.analysis.studies.ladder import LADDER, LadderResults
from matador.analysis.studies.leads import LEADS, LeadResults
from matador.analysis.studies.race import RACE
from matador.analysis.studies.record import Inquiry, Part, Study, carry_on, written
from matador.analysis.studies.results import DecisionResults, RaceResults
from matador.teach.content import CONTENT, ContentError, install
from matador.teach.kept import read_study, study_file

INQUIRIES: dict[str, Inquiry[Any]] = {
    "chances": CHANCES,
    "decisions": DECISIONS,
    "first-player": LEADS,
    "tiles": HOLDINGS,
    "ladder": LADDER,
    "race": RACE,
}
"""All studies by the name of their file."""

_PAUSE = 20
"""Seconds between two times that a study is written down while it is made."""

T = TypeVar("T")


class Studies(msgspec.Struct, frozen=True):
    """All studies."""

    chances: Study[ChanceResults]
    decisions: Study[DecisionResults]
    first_player: Study[LeadResults]
    tiles: Study[HoldingResults]
    ladder: Study[LadderResults]
    race: Study[RaceResults]


@cache
def load_studies(folder: Path = CONTENT) -> Studies:
    """Every study. Raises ContentError."""
    return Studies(
        _load(CHANCES, "chances", folder),
        _load(DECISIONS, "decisions", folder),
        _load(LEADS, "first-player", folder),
        _load(HOLDINGS, "tiles", folder),
        _load(LADDER, "ladder", folder),
        _load(RACE, "race", folder),
    )


def _load(inquiry: Inquiry[T], name: str, folder: Path) -> Study[T]:
    return read_study(inquiry.kind, name, folder)


# --- making them --------------------------------------------------------------------------------


def make(name: str, folder: Path = CONTENT, tell: Callable[[str], object] = print) -> None:
    """Make a study, or go on with it, and write it down."""
    inquiry, path = INQUIRIES[name], study_file(name, folder)
    plans = inquiry.plans()
    asked = sum(plan.deals for plan in plans.values())
    written_at = time.monotonic()

    def save(parts: dict[str, Part]) -> None:
        fresh = path.with_suffix(".new")
        fresh.write_text(written(inquiry.study(parts)), "utf-8")
        fresh.replace(path)

    def keep(parts: dict[str, Part]) -> None:
        nonlocal written_at
        if time.monotonic() - written_at > _PAUSE:
            written_at = time.monotonic()
            save(parts)
            done = sum(part.whole.deals for part in parts.values())
            tell(f"{name}: {done:,} of {asked:,} deals")

    path.parent.mkdir(parents=True, exist_ok=True)
    tell(f"{name}: checking the first slices of {len(plans)} parts")
    save(carry_on(plans, _known(folder), keep))
    tell(f"{name}: all of {asked:,} deals")


def _known(folder: Path) -> dict[str, Part]:
    """The parts of all studies that can be read; of parts called alike, the longest."""
    found: dict[str, Part] = {}
    for name, inquiry in INQUIRIES.items():
        try:
            parts = _load(inquiry, name, folder).parts
        except ContentError:
            continue
        for key, part in parts.items():
            if key not in found or found[key].whole.deals < part.whole.deals:
                found[key] = part
    return found


def main(arguments: list[str]) -> int:
    """Make the studies named, or all."""
    parser = argparse.ArgumentParser(description="Make the studies, or go on with them.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(INQUIRIES))
    names = parser.parse_args(arguments).names
    unknown = [name for name in names if name not in INQUIRIES]
    if unknown:
        parser.error(f"there is no study {unknown[0]!r}; it is {', '.join(INQUIRIES)}")
    install()
    for name in names or INQUIRIES:
        make(name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
