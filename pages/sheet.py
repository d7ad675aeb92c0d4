"""The rule sheet: any rule set on one page, to print, to take away, to play by."""

import streamlit as st

from matador.game.rules import contradictions, presets, read_rules, write_rules
from matador.teach.prose import prose
from matador.teach.sheet import sheet
from matador.ui import ours, sheet_address, sheets
from matador.ui.agree_sheet import address
from matador.ui.sheet_address import FEW, MOST, Choice
from matador.ui.shell import enter, titles
from matador.ui.written import Written

ANY = 0
DOORS = {
    "play": "smart_toy",
    "scores": "edit_note",
    "sandbox": "casino",
    "agree": "handshake",
    "compare": "compare_arrows",
}
UNDER_RULES = ("play", "scores", "sandbox")

enter()
TEXT = prose("sheet")
state = st.session_state


def follow_address() -> str:
    """Let the controls show what the address asks for; one sentence if it can't be read."""
    asked = {
        name: st.query_params[name] for name in sheet_address.PARAMS if name in st.query_params
    }
    # What the browser has kept as our table's rules may come after the first run.
    usual = "" if sheet_address.RULES in asked else write_rules(sheet_address.usual().rules)
    written = state.setdefault("_sheet_written", Written())
    known = not written.asked(asked) and state.get("_sheet_usual") in (usual, None)
    if not known or "sheet_rules" not in state:
        choice, trouble = sheet_address.read(asked)
        state["sheet_rules"] = write_rules(choice.rules)
        state["sheet_players"] = choice.players or ANY
        state["sheet_marked"] = choice.marked
        state["_sheet_trouble"], state["_sheet_usual"] = trouble, usual
        written.note(asked)
    return str(state["_sheet_trouble"])


def choose() -> Choice:
    """The rule set, the number of players, and whether the marks are shown."""
    text, codes = TEXT["choose"], [*ours.codes(), *presets()]
    if state["sheet_rules"] not in codes:
        codes.insert(0, state["sheet_rules"])
    with st.container(horizontal=True, vertical_alignment="bottom"):
        code = st.selectbox(
            text["rules"], codes, format_func=ours.label, key="sheet_rules", on_change=chosen
        )
        players = st.selectbox(
            text["players"],
            [ANY, *range(FEW, MOST + 1)],
            format_func=lambda count: str(count or text["any"]),
            key="sheet_players",
            on_change=chosen,
            width=150,
        )
        marked = st.toggle(text["marked"], key="sheet_marked", on_change=chosen)
    return Choice(read_rules(code), players or None, marked)


def chosen() -> None:
    """What was wrong with the address is no matter any more."""
    state["_sheet_trouble"] = ""


def write_address(choice: Choice) -> None:
    """Put the choice into the address, where it is not there already."""
    params = sheet_address.write(choice)
    there = {k: st.query_params[k] for k in sheet_address.PARAMS if k in st.query_params}
    if params != there:
        others = {k: v for k, v in st.query_params.items() if k not in sheet_address.PARAMS}
        st.query_params.from_dict({**others, **params})
        state["_sheet_usual"] = None
    state["_sheet_written"].note(params)


def doors(choice: Choice) -> None:
    """Where else these rules lead."""
    players = choice.players or FEW
    possible = not any(found.forbids for found in contradictions(choice.rules, players))
    with st.container(horizontal=True):
        for page, icon in DOORS.items():
            if possible or page not in UNDER_RULES:
                query = address(page, choice.rules, players) if page in UNDER_RULES else None
                st.page_link(
                    f"pages/{page}.py",
                    label=TEXT["doors"][page],
                    icon=f":material/{icon}:",
                    query_params=query,
                )


trouble = follow_address()
st.title(titles()["sheet"])
with st.container():
    if trouble:
        st.error(trouble)
choice = choose()
told = sheet(choice.rules, choice.players)
sheets.take_away(told, marked=choice.marked)
sheets.show(told, marked=choice.marked)
doors(choice)
ours.remember()
if not trouble:
    write_address(choice)
