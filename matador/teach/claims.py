"""Claims of the sources, each checked by the program: the records, their verdicts, their words."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from matador.teach import checks, evidence
from matador.teach.content import CONTENT, ContentError, Source, install, load, load_sources
from matador.teach.findings import Check, Finding, Verdict
from matador.teach.prose import prose

CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        checks.after_double_blank,
        checks.all_doubles,
        checks.always_closes,
        checks.answers,
        checks.chances,
        checks.doubles_with_target,
        checks.has_play,
        checks.left_over,
        checks.listed,
        checks.matadors,
        checks.more_blanks,
        checks.no_double,
        checks.one_formula,
        checks.opening_ends,
        checks.opening_plays,
        checks.paid,
        checks.plays,
        checks.ranges,
        checks.readings,
        checks.turned_into,
        checks.unconditional,
        checks.weighed,
        evidence.burden,
        evidence.credited,
        evidence.most_valuable,
        evidence.nobody_else,
        evidence.proverb,
        evidence.shared,
        evidence.spoken_in,
        evidence.unanimous,
        evidence.usual,
    )
}
"""Every check by the name under which the records ask for it."""

VERDICTS: tuple[Verdict, ...] = ("wrong", "depends", "right")
"""In the order in which they are shown."""


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a source claims, and where the proof is to be seen.

    `position` is a position code and `actions` what is played from there, `row` a field of the
    rules, `moment` a decision position, `page` a page and `query` its parameters.
    """

    source: str
    locator: str
    said: str
    check: str
    claimed: dict[str, Any]
    right: str = ""
    wrong: str = ""
    depends: str = ""
    position: str = ""
    actions: str = ""
    row: str = ""
    moment: str = ""
    page: str = ""
    query: dict[str, str] = {}
    id: str = ""


class Judged(NamedTuple):
    """A claim with what became of it."""

    claim: Claim
    source: Source
    finding: Finding
    found: str
    """The finding in words."""

    @property
    def verdict(self) -> Verdict:
        """Right, wrong, or depends."""
        return self.finding.verdict


@cache
def load_claims(folder: Path = CONTENT) -> dict[str, Claim]:
    """Every claim by its id, in the order of the file. Raises ContentError."""
    path = folder / "claims" / "claims.toml"
    found = load(path, dict[str, Claim])
    sources = load_sources(folder)
    for name, claim in found.items():
        if claim.source not in sources:
            raise _fault(name, "source", f"there is no source {claim.source!r}")
        if claim.check not in CHECKS:
            raise _fault(name, "check", f"there is no check {claim.check!r}")
    return {name: msgspec.structs.replace(claim, id=name) for name, claim in found.items()}


def _fault(name: str, key: str, what: str) -> ContentError:
    return ContentError(f"content/claims/claims.toml: {name}.{key}: {what}")


def judge(claim: Claim) -> Judged:
    """Check a claim. Raises ContentError if the record has no words for the verdict."""
    install()
    finding = CHECKS[claim.check](claim.claimed)
    words = {"right": claim.right, "wrong": claim.wrong, "depends": claim.depends}
    said = words[finding.verdict]
    if not said:
        raise _fault(claim.id, finding.verdict, "is missing, and that is the verdict")
    found = said.format(**finding.slots)
    return Judged(claim, load_sources()[claim.source], finding, found)


@cache
def judged() -> tuple[Judged, ...]:
    """Every claim checked, what is wrong first."""
    found = [judge(claim) for claim in load_claims().values()]
    return tuple(sorted(found, key=lambda one: VERDICTS.index(one.verdict)))


def having(
    every: Iterable[Judged], verdict: Verdict | None = None, source: str = "", text: str = ""
) -> tuple[Judged, ...]:
    """The claims with a verdict, of a source, and with every word of `text`."""
    wanted = text.casefold().split()
    return tuple(
        one
        for one in every
        if verdict in (None, one.verdict)
        and source in ("", one.claim.source)
        and all(word in _searchable(one) for word in wanted)
    )


def _searchable(one: Judged) -> str:
    parts = (one.claim.said, one.found, one.source.title, one.verdict, one.claim.id)
    return " ".join(parts).casefold()


# --- to take away -------------------------------------------------------------------------------


def records(every: Iterable[Judged]) -> list[dict[str, str]]:
    """The claims as flat records, each with the line to cite."""
    return [_record(one) for one in every]


def _record(one: Judged) -> dict[str, str]:
    claim = one.claim
    return {
        "id": claim.id,
        "verdict": one.verdict,
        "source": claim.source,
        "source_title": one.source.title,
        "locator": claim.locator,
        "claim": claim.said,
        "finding": one.found,
        "check": claim.check,
        "basis": one.finding.basis,
        "numbers": json.dumps(one.finding.slots, ensure_ascii=False),
        "position": claim.position,
        "cite": prose("errors")["download"]["one"].format(id=claim.id),
    }


def as_json(every: Iterable[Judged]) -> str:
    """The claims as JSON, with one line to cite for all of them."""
    rows = records(every)
    cite = prose("errors")["download"]["line"].format(count=len(rows))
    return json.dumps({"cite": cite, "claims": rows}, ensure_ascii=False, indent=1)


def counts(every: Iterable[Judged]) -> dict[str, int]:
    """How many claims have each verdict."""
    found = [one.verdict for one in every]
    return {verdict: found.count(verdict) for verdict in VERDICTS}
