"""How many hands it takes to a target under each way of paying: chart, sentence, table, download.

The numbers come from the study `race`, which anybody can make anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import pandas as pd
import streamlit as st

from matador.analysis.studies.results import Race, Way
from matador.teach import payments
from matador.teach.content import Preset, load_presets, load_rule_words
from matador.teach.payments import Raced
from matador.teach.prose import prose
from matador.ui.bound import Read, Reader, one_of
from matador.ui.effects_bars import Bar, bars

_TEXT = prose("payments")
_USUAL = {"race_players": "2", "race_policy": "balanced", "race_target": "100"}
_ERRORS = 2
"""Standard errors in a whisker."""


def view(presets: Sequence[Preset]) -> None:
    """Draw the race for the ways in which these presets pay.

    Its controls are bound to the address: `race_players`, `race_policy`, `race_target`, `race_all`.
    """
    text = _TEXT["race"]
    st.header(text["title"])
    with st.container(horizontal=True, vertical_alignment="bottom"):
        race = _race(*(_chosen(key) for key in _USUAL))
        every = st.toggle(text["every"], key="race_all", bind="query-params")
    rows = payments.ways(race, presets)
    shown = tuple(row for row in rows if row.presets or every)
    st.markdown(text["lead"].format(target=race.target))
    st.markdown(f"**{sentence(rows)}** {pointless(presets)}")
    drawn = tuple(map(_bar, shown))
    axis = text["axis"].format(target=race.target)
    st.altair_chart(bars(drawn, axis), alt=_told(race, drawn))
    with st.expander(text["table"]):
        st.html(table(shown))
        st.download_button(
            text["download"],
            pd.DataFrame(_records(race)).to_csv(index=False),
            file_name="matador-race.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
            key="race_csv",
        )
    st.caption(_made(race))


def readers() -> dict[str, Reader]:
    """A reader for every parameter that `view` has."""
    trouble = _TEXT["trouble"]["race"]
    return {
        **{key: one_of(_options(key), usual, trouble) for key, usual in _USUAL.items()},
        "race_all": lambda raw: Read(raw, True) if raw == ["true"] else Read([], False, trouble),
    }


# --- the choices --------------------------------------------------------------------------------


def _options(key: str) -> dict[str, str]:
    """The labels of what there are races for, by name."""
    races = payments.load_races().results.races
    values = {
        "race_players": [str(race.players) for race in races],
        "race_policy": [race.policy for race in races],
        "race_target": [str(race.target) for race in races],
    }[key]
    policies = prose("effects")["policies"]
    return {name: policies.get(name, name) for name in dict.fromkeys(values)}


def _chosen(key: str) -> str:
    options = _options(key)
    label = st.segmented_control(
        _TEXT["race"][key.removeprefix("race_")],
        list(options.values()),
        default=options[_USUAL[key]],
        required=True,
        key=key,
        bind="query-params",
    )
    return next(name for name, shown in options.items() if shown == label)


def _race(players: str, policy: str, target: str) -> Race:
    races = payments.load_races().results.races
    wanted = int(players), policy, int(target)
    return next(race for race in races if (race.players, race.policy, race.target) == wanted)


# --- in words -----------------------------------------------------------------------------------


def sentence(rows: Sequence[Raced]) -> str:
    """How far the ways of these sources lie apart."""
    lengths = [row.way.hands.mean for row in rows if row.presets and row.way.hands]
    if not lengths:
        return ""
    quick, slow = min(lengths), max(lengths)
    key = "only" if quick == slow else "slowest"
    numbers = {"quick": f"{quick:.1f}", "slow": f"{slow:.1f}", "ratio": f"{slow / quick:.1f}"}
    return str(_TEXT["race"][key].format(**numbers))


def pointless(presets: Sequence[Preset]) -> str:
    """Which of these sources give no points at all, so that there is no race."""
    names = [one.title for one in presets if not payments.pays(one)]
    return str(_TEXT["race"]["pointless"].format(names=", ".join(names))) if names else ""


def _words(way: Way) -> tuple[str, str]:
    """What a blocked hand pays, and what going out pays."""
    words = load_rule_words()
    blocked, out = words["blocked_pay"].values, words["out_pay"].values
    return blocked[way.blocked_pay].short, out[way.out_pay].short


def _hands(row: Raced) -> str:
    text, hands = _TEXT["race"], row.way.hands
    if hands is None:
        return str(text["never"])
    return str(
        text["number"].format(mean=f"{hands.mean:.2f}", error=f"{_ERRORS * hands.error:.2f}")
    )


def _bar(row: Raced) -> Bar:
    blocked, out = _words(row.way)
    words = _TEXT["race"]["bar"].format(blocked=blocked, out=out, hands=_hands(row))
    mean, error = (row.way.hands.mean, row.way.hands.error) if row.way.hands else (0, 0)
    return Bar(f"{row.way.blocked_pay} {row.way.out_pay}", words, mean, _ERRORS * error)


def _told(race: Race, drawn: Sequence[Bar]) -> str:
    named = "; ".join(bar.words for bar in drawn)
    return str(_TEXT["race"]["alt"].format(target=race.target, bars=named))


def _made(race: Race) -> str:
    part = next(
        part
        for part in payments.load_races().parts.values()
        if part.made.players == race.players and part.made.policies[0] == race.policy
    )
    return str(
        _TEXT["race"]["made"].format(
            races=f"{race.races:,}",
            rules=load_presets()[race.rules].title,
            players=race.players,
            policy=prose("effects")["policies"][race.policy],
            seed=part.made.seed,
            target=race.target,
        )
    )


def table(rows: Sequence[Raced]) -> str:
    """The ways with the sources that pay so; whatever comes from a file is escaped."""
    text = _TEXT["race"]
    caption = escape(text["caption"])
    heads = (text[key] for key in ("head_blocked", "head_out", "head_hands", "head_sources"))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    body = "".join(map(_row, rows))
    return (
        f'<div class="mx mx-frame" tabindex="0" role="region" aria-label="{caption}">'
        f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _row(row: Raced) -> str:
    text, (blocked, out) = _TEXT["race"], _words(row.way)
    names = [preset.title for preset in row.saying]
    names += [text["assumed"].format(title=preset.title) for preset in row.assumed]
    cells = out, _hands(row), ", ".join(names) or text["nobody"]
    rest = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    return f'<tr><th scope="row">{escape(blocked)}</th>{rest}</tr>'


def _records(race: Race) -> list[dict[str, object]]:
    every = tuple(load_presets().values())
    return [
        {
            "blocked_pay": row.way.blocked_pay,
            "out_pay": row.way.out_pay,
            "players": race.players,
            "policy": race.policy,
            "target": race.target,
            "races": race.races,
            "hands": row.way.hands and row.way.hands.mean,
            "standard_error": row.way.hands and row.way.hands.error,
            "unfinished": row.way.unfinished,
            "rule_sets": " ".join(preset.id for preset in row.presets),
        }
        for row in payments.ways(race, every)
    ]
