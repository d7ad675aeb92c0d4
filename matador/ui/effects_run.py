"""A run on any rules beside any others: set up, played in the background, told as it goes.

Nothing is played before somebody asks. What was found stays until the next run, whatever else is
clicked; the same seed gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from html import escape
from pathlib import Path
from typing import NamedTuple

import pandas as pd
import streamlit as st

from matador.analysis.policies import POLICIES
from matador.analysis.studies.record import Number
from matador.analysis.studies.results import Trial
from matador.game.errors import MatadorError
from matador.game.position import SEATS
from matador.game.rules import FIELDS, Rules, contradictions, diff, presets, read_rules, write_rules
from matador.teach import effects, messages
from matador.teach.content import load_presets, load_rule_words
from matador.teach.effects import MEASURES
from matador.teach.prose import prose
from matador.ui import core, late, links, waiting
from matador.ui.bound import Read, Reader, one_of

STYLE = Path(__file__).with_name("effects.css")

EXAMPLE = "pagat~draw-one"
"""The rules that are set up at first: one change that everybody can feel."""

_TEXT = prose("effects")["run"]
_DESK = "effects"
_MENUS = "effects_menus"
_ASKED = "effects_asked"
_BEFORE, _CODE_TROUBLE = "effects_rules", "effects_code_trouble"
_SECONDS = 600
"""A run on one core ends by itself after so long; what it has is shown."""
_TICK, _GLANCE = 0.5, 0.25
"""Seconds between two looks at the work, and that the page waits before it shows it."""
_HANDS = {"1000": 20, "10000": 200, "100000": 2_000}
"""How many hands can be asked for, and the matches that are played with them."""
_SEEDS = 1_000_000_000
_OWN = ""
"""The name of what rules are compared with where nothing else is chosen: their own rule set."""


class Asked(NamedTuple):
    """Everything that the numbers of a run depend on."""

    rules: str
    base: str
    players: int
    policy: str
    hands: int
    seed: int

    @property
    def matches(self) -> int:
        """How many matches are played with it."""
        return _HANDS[str(self.hands)]

    @property
    def key(self) -> str:
        """A name for the run."""
        return " ".join(map(str, self))


def readers() -> dict[str, Reader]:
    """A reader for every parameter of this half of the page."""
    trouble = prose("effects")["trouble"]
    return {
        "r": partial(_read_code, trouble["rules"]),
        "against": one_of(_against(), _OWN, trouble["against"]),
        "run_players": _whole(2, len(SEATS), 2, trouble["run"]),
        "run_policy": one_of(_policies(), "balanced", trouble["run"]),
        "run_hands": one_of(_hands(), "10000", trouble["run"]),
        "run_seed": _whole(0, _SEEDS, 1, trouble["run"]),
    }


def view() -> None:
    """Draw the rules, the settings, the button, and the last run as far as it has come."""
    st.html(STYLE)
    st.header(_TEXT["title"])
    st.markdown(_TEXT["lead"])
    rules = _rules()
    asked = _settings(rules)
    st.button(
        _TEXT["go"],
        type="primary",
        icon=":material/play_arrow:",
        on_click=_ask,
        args=(asked,),
        disabled=not _playable(asked),
        key="run_go",
    )
    last: Asked | None = st.session_state.get(_ASKED)
    if last and waiting.prepared(_DESK):
        if last != asked:
            st.caption(_TEXT["again"])
        _run(last)


# --- the address --------------------------------------------------------------------------------


def _read_code(trouble: str, raw: list[str]) -> Read:
    try:
        code = write_rules(read_rules(raw[-1]))
    except MatadorError:
        return Read([], EXAMPLE, trouble)
    return Read([] if code == EXAMPLE else [code], code)


def _whole(low: int, high: int, usual: int, trouble: str) -> Reader:
    def read(raw: list[str]) -> Read:
        value = links.number(raw[-1], low, high, -1)
        if value < 0:
            return Read([], usual, trouble)
        return Read([] if value == usual else [str(value)], value)

    return read


def _policies() -> dict[str, str]:
    return {name: prose("effects")["policies"][name] for name in POLICIES}


def _hands() -> dict[str, str]:
    return {name: f"{int(name):,}" for name in _HANDS}


def _against() -> dict[str, str]:
    own = {_OWN: _TEXT["against_start"]}
    return own | {name: preset.title for name, preset in load_presets().items()}


# --- the rules ----------------------------------------------------------------------------------


def _rules() -> Rules:
    """The rules, chosen by menu or written as a code: one and the same thing."""
    rules = _coded()
    late.put(_MENUS, "run_start", rules.base)
    late.put_all(_MENUS, "run_changes", _changes(rules))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        titles = {name: preset.title for name, preset in load_presets().items()}
        st.selectbox(
            _TEXT["start"],
            list(titles),
            format_func=lambda name: titles[name],
            key="run_start",
            on_change=_choose,
            width=260,
        )
        st.multiselect(
            _TEXT["changes"],
            list(_options()),
            format_func=lambda name: _options()[name],
            placeholder=_TEXT["changes_hint"],
            key="run_changes",
            on_change=_choose,
            width=520,
        )
    late.finish(_MENUS)
    trouble = st.session_state.pop(_CODE_TROUBLE, "")
    if trouble:
        st.warning(trouble)
    return rules


def _coded() -> Rules:
    """The rules of the code, or those before where somebody has typed something else."""
    typed = st.session_state.get("r", st.query_params.get("r", EXAMPLE))
    try:
        rules = read_rules(typed)
    except MatadorError as error:
        st.session_state[_CODE_TROUBLE] = _TEXT["bad_code"].format(error=links.plain(error))
        rules = read_rules(st.session_state.get(_BEFORE, EXAMPLE))
        st.session_state["r"] = write_rules(rules)
    st.session_state[_BEFORE] = write_rules(rules)
    return rules


def _unstruck(error: MatadorError) -> str:
    """The sentence of an error, whose waves would strike out what stands between them."""
    return links.plain(error).replace("~", r"\~")


@cache
def _options() -> dict[str, str]:
    """Every value of every field, by `field-value`."""
    words = load_rule_words()
    return {
        f"{field}-{value}": _TEXT["change"].format(
            label=words[field].label, value=words[field].values[str(value)].short
        )
        for field, kind in FIELDS.items()
        for value in kind
    }


def _changes(rules: Rules) -> list[str]:
    return [f"{name}-{pair[1]}" for name, pair in diff(read_rules(rules.base), rules).items()]


def _choose() -> None:
    """Write the menus' choice as a code. Of two values of one decision the later counts."""
    picked = (name.partition("-") for name in st.session_state["run_changes"])
    changes = {field: value for field, _, value in picked}
    start = read_rules(st.session_state["run_start"])
    st.session_state["r"] = write_rules(start.changed(**changes))


# --- the settings -------------------------------------------------------------------------------


def _settings(rules: Rules) -> Asked:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        against = _pick(_TEXT["against"], _against(), "against", _OWN, 220)
        players = _number(_TEXT["players"], 2, len(SEATS), 2, "run_players")
        policy = _pick(_TEXT["policy"], _policies(), "run_policy", "balanced", 170)
        hands = _pick(_TEXT["hands"], _hands(), "run_hands", "10000", 120)
        seed = _number(_TEXT["seed"], 0, _SEEDS, 1, "run_seed")
    st.caption(prose("effects")["policy_docs"][policy])
    with st.expander(_TEXT["code"]):
        st.text_input(
            _TEXT["code"],
            EXAMPLE,
            key="r",
            bind="query-params",
            help=_TEXT["code_help"],
            max_chars=1000,
        )
    return Asked(write_rules(rules), against or rules.base, players, policy, int(hands), seed)


def _pick(label: str, options: Mapping[str, str], key: str, usual: str, width: int) -> str:
    labels = list(options.values())
    picked = st.selectbox(
        label,
        labels,
        index=labels.index(options[usual]),
        key=key,
        bind="query-params",
        width=width,
    )
    return next(name for name, shown in options.items() if shown == picked)


def _number(label: str, low: int, high: int, usual: int, key: str) -> int:
    found = st.number_input(label, low, high, usual, key=key, bind="query-params", width=130)
    return int(found)


def _playable(asked: Asked) -> bool:
    """Whether hands can be dealt; says what in the rules cannot stand together or does nothing."""
    possible = True
    for code in dict.fromkeys((asked.rules, asked.base)):
        rules = read_rules(code)
        for found in contradictions(rules, asked.players):
            possible &= not found.forbids
            say = st.warning if found.forbids else st.caption
            say(messages.contradiction_sentence(found, rules, asked.players))
    if asked.rules == asked.base:
        st.info(_TEXT["same"])
    return possible


# --- the run ------------------------------------------------------------------------------------


def _ask(asked: Asked) -> None:
    desk = core.desk(_DESK)
    old = desk.jobs.get(asked.key)
    if old and (old.error or old.stopped or old.dropped):
        del desk.jobs[asked.key]  # asked again, it is played anew
    st.session_state[_ASKED] = asked


def _run(asked: Asked) -> None:
    job: core.Job[Trial] = waiting.asked(_DESK, asked.key, partial(_job, asked))
    if not job.look(_GLANCE):
        _watch(job, asked)
        return
    if job.error:
        st.warning(_unstruck(job.error))
    elif job.answer is None:
        st.warning(_TEXT["nothing" if job.stopped else "failed"])
    else:
        if job.stopped or job.answer.hands < asked.hands:
            st.info(_TEXT["stopped"])
        _found(job.answer, asked)
        _download(job.answer, asked)


def _job(asked: Asked) -> core.Job[Trial]:
    return core.Job(
        "studies.trial:try_out",
        *(asked.rules, asked.base, dict(presets()), asked.players, asked.policy),
        *(asked.hands, asked.matches, asked.seed),
        seconds=_SECONDS,
        long=True,
    )


@st.fragment(run_every=_TICK)
def _watch(job: core.Job[Trial], asked: Asked) -> None:
    """How far it is, a button that ends it, and the numbers so far."""
    if job.look():
        st.rerun()
    trial: Trial | None = job.far[0] if job.far else None
    with st.container(horizontal=True, vertical_alignment="center"):
        done = _share(trial, asked) if trial else 0.0
        st.progress(done, text=_far(trial, asked), width=360)
        icon = ":material/stop_circle:"
        st.button(_TEXT["stop"], icon=icon, on_click=job.stop, key="run_stop")
    if trial:
        _found(trial, asked)


def _share(trial: Trial, asked: Asked) -> float:
    return (trial.hands / asked.hands + trial.matches / asked.matches) / 2


def _far(trial: Trial | None, asked: Asked) -> str:
    if trial is None:
        return str(_TEXT["starting"])
    return str(
        _TEXT["progress"].format(
            hands=f"{trial.hands:,}",
            asked=f"{asked.hands:,}",
            matches=f"{trial.matches:,}",
            more=f"{asked.matches:,}",
        )
    )


# --- what is found ------------------------------------------------------------------------------


def _found(trial: Trial, asked: Asked) -> None:
    st.html(table(trial, asked))
    st.caption(_made(trial, asked))


def _download(trial: Trial, asked: Asked) -> None:
    st.download_button(
        _TEXT["download"],
        pd.DataFrame(effects.trial_records(trial, asked._asdict())).to_csv(index=False),
        file_name="matador-run.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key="run_csv",
    )


def table(trial: Trial, asked: Asked) -> str:
    """Each measure under both rule sets, the difference with its error, and a word for it."""
    caption = escape(_TEXT["caption"].format(yours=asked.rules, base=asked.base))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in _TEXT["head"])
    body = "".join(_row(trial, measure) for measure in MEASURES if measure in trial.numbers)
    return (
        f'<div class="mx mx-frame ef" tabindex="0" role="region" aria-label="{caption}">'
        f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _row(trial: Trial, measure: str) -> str:
    number, change = trial.numbers[measure], trial.changes[measure]
    cells = (
        effects.written(measure, number.mean - change.mean),
        effects.written(measure, number.mean),
    )
    key = "unsure" if not effects.told_apart(change) else "more" if change.mean > 0 else "less"
    label = escape(prose("effects")["measures"][measure]["label"])
    rest = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
    differs, said = escape(effects.changed(measure, change)), escape(_TEXT[key])
    small = f'<span class="mx-small">{said}</span>{_whisker(change)}'
    return f'<tr><th scope="row">{label}</th>{rest}<td>{differs}{small}</td></tr>'


def _whisker(change: Number) -> str:
    """The difference as a small picture that meets the middle where the words see none."""
    error = effects.SURE * change.error
    reach = abs(change.mean) + error or 1.0
    left, width = 50 + 50 * (change.mean - error) / reach, max(100 * error / reach, 1.5)
    style = f"left:{left:.1f}%;width:{width:.1f}%"
    return (
        '<span class="ef-line" aria-hidden="true">'
        f'<span class="ef-error" style="{style}"></span></span>'
    )


def _made(trial: Trial, asked: Asked) -> str:
    text = _TEXT["made"].format(
        hands=f"{trial.hands:,}",
        matches=f"{trial.matches:,}",
        rules=asked.rules,
        base=asked.base,
        players=asked.players,
        policy=_policies()[asked.policy],
        seed=asked.seed,
        sure=f"{effects.SURE:g}",
        paired=_TEXT["paired" if trial.paired else "apart"],
    )
    done = trial.hands >= asked.hands
    return f"{text} {_TEXT['no_match']}" if done and not trial.matches else str(text)
