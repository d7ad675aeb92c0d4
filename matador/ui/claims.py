"""How checked claims are shown: the address, the words of a card, the ways to the proof."""

from __future__ import annotations

from math import ceil
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urljoin

import pandas as pd
import streamlit as st

from matador.teach.claims import VERDICTS, Judged, load_claims, records
from matador.teach.content import load_rule_words, load_sources
from matador.teach.findings import Verdict
from matador.teach.prose import prose
from matador.ui.bound import Read, Reader, one_of

CLAIM, VERDICT, SOURCE, SEARCH, PAGE = "c", "verdict", "source", "q", "page"
"""The parameters of the page; all but the first are keys of its controls, too."""

LONGEST = 60
"""Characters of a search."""

PER_PAGE = 12
"""Cards shown at once: more take a phone too long to draw."""

STYLE = Path(__file__).with_name("here.css")

_TEXT = prose("errors")
_COLOURS = {"right": "green", "wrong": "red", "depends": "orange"}


class Way(NamedTuple):
    """A way to the proof of a claim."""

    page: str
    label: str
    icon: str
    query: dict[str, str]


# --- the address --------------------------------------------------------------------------------


def verdicts() -> dict[str, str]:
    """The labels of the verdicts by name, "all" first."""
    return {"all": _TEXT["filter"]["all"], **{name: sign(name) for name in VERDICTS}}


def sources() -> dict[str, str]:
    """The titles of the sources with claims by id, "all" first."""
    found = dict.fromkeys(claim.source for claim in load_claims().values())
    titles = {name: load_sources()[name].short for name in found}
    return {"all": _TEXT["filter"]["every"], **titles}


def readers() -> dict[str, Reader]:
    """A reader for every parameter of the page."""
    trouble = _TEXT["trouble"]
    return {
        VERDICT: one_of(verdicts(), "all", trouble["verdict"]),
        SOURCE: one_of(sources(), "all", trouble["source"]),
        SEARCH: _read_search,
        CLAIM: _read_claim,
        PAGE: _read_page,
    }


def _read_claim(raw: list[str]) -> Read:
    known = len(raw) == 1 and raw[0] in load_claims()
    return Read(raw, raw[0]) if known else Read([], "", _TEXT["trouble"]["claim"])


def pages(count: int) -> int:
    """How many pages so many claims take: one at least."""
    return max(1, ceil(count / PER_PAGE))


def _read_page(raw: list[str]) -> Read:
    text, last = raw[-1], pages(len(load_claims()))
    known = len(raw) == 1 and text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= last
    if not known:
        return Read([], 1, _TEXT["trouble"]["page"])
    return Read([] if text == "1" else [str(int(text))], int(text))


def _read_search(raw: list[str]) -> Read:
    text = raw[-1]
    if len(raw) == 1 and len(text) <= LONGEST and text.isprintable() and text.strip():
        return Read(raw, text)
    return Read([], "", _TEXT["trouble"]["search"] if text.strip() else "")


def named(labels: dict[str, str], label: str) -> str:
    """The name behind a label."""
    return next((name for name, shown in labels.items() if shown == label), "all")


def address(name: str) -> str:
    """The whole address of a claim, wherever the app is served."""
    here = (st.context.url or "").rstrip("/")
    return urljoin(here, "errors") + "?" + urlencode({CLAIM: name})


# --- a card -------------------------------------------------------------------------------------


def sign(verdict: str) -> str:
    """The sign and the word of a verdict."""
    one = _TEXT["verdict"][verdict]
    return f"{one['sign']} {one['word']}"


def card(one: Judged) -> str:
    """The verdict, the claim, and what was found."""
    badge = f":{_COLOURS[one.verdict]}-badge[{sign(one.verdict)}]"
    head = _TEXT["card"]["head"].format(badge=badge, source=one.source.short)
    return f"{head}\n\n**{one.claim.said}**\n\n{one.found}"


def where(one: Judged) -> str:
    """Where the claim stands, and how the verdict was found."""
    text = _TEXT["card"]
    told = text["where"].format(title=one.source.title, locator=one.claim.locator, basis=basis(one))
    return told if one.source.seen == "whole" else f"{told} {text['unread']}"


def basis(one: Judged) -> str:
    """How the verdict was found; of a study its deals, seed, rules and players."""
    text = _TEXT["basis"]
    made = [
        text["made"].format(
            **{
                **part,
                "rules": f"`{part['rules']}`",
                "players": text["players"].format(players=part["players"])
                if part["players"]
                else text["perfect"],
            }
        )
        for part in one.finding.made
    ]
    return str(text[one.finding.basis].format(made=" ".join(made)))


def ways(one: Judged) -> list[Way]:
    """The ways to the proof: a position, a decision point, a moment, a page."""
    claim, text, found = one.claim, _TEXT["card"], list[Way]()
    if claim.position:
        query = {"p": claim.position} | ({"a": claim.actions} if claim.actions else {})
        found.append(Way("sandbox", text["sandbox"], "call_split", query))
    if claim.page:
        key = "data" if claim.query.get("view") == "data" else claim.page
        found.append(Way(claim.page, text["pages"][key], "fact_check", claim.query))
    if claim.moment:
        found.append(Way("moments", text["moment"], "balance", {"m": claim.moment}))
    if claim.row:
        label = text["row"].format(label=load_rule_words()[claim.row].label)
        found.append(Way("compare", label, "table_rows", {"view": "question", "row": claim.row}))
    return found


def csv(every: tuple[Judged, ...]) -> str:
    """The claims as a table for a spreadsheet, one line a claim."""
    return pd.DataFrame(records(every)).to_csv(index=False)


def chosen(label: str) -> Verdict | None:
    """The verdict that a label of the filter stands for; None for all."""
    name = named(verdicts(), label)
    return next((verdict for verdict in VERDICTS if verdict == name), None)
