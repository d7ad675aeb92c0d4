"""Our table's rules: the interview of one visitor, one question a screen.

One controller for taps, keys and tests. The address holds all that was answered; the session only
remembers where the keyboard is to be led, so that a reload or a link gives the same screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import streamlit as st

from matador.game.errors import MatadorError
from matador.game.rules import Rules, presets, read_rules
from matador.teach import interview, messages
from matador.teach import interview_words as words
from matador.teach.content import load_presets
from matador.teach.interview import PLAYERS, UNKNOWN, Clash, Interview, Option
from matador.teach.prose import prose
from matador.ui import agree_address, focus, links, ours
from matador.ui.agree_address import SHEET, Place
from matador.ui.written import Written

_STYLE = Path(__file__).with_suffix(".css")

QUESTION, CLASH, AGREED = ".st-key-agree-question h2", ".st-key-agree-clash", ".st-key-agreed h1"
"""Where the keyboard is led: to the next question, to what does not go together, to the end."""

_STATE = "agree"
_UNKNOWN_KEY = "0"
_CHOSEN = ":material/check:"


@dataclass
class Agree:
    """What one visitor sees. All that can be pressed ends in a method of it."""

    place: Place = Place()
    trouble: str = ""
    """What was wrong with the address; it stands until the visitor does something."""
    pasted: str = ""
    """What was wrong with the rules pasted last."""
    moves: int = 0
    """Counts the times that the keyboard is led somewhere."""
    lead: str = QUESTION
    beginning: bool = True
    """Whether the first question is shown at an address that holds nothing, and is to stay so."""
    written: Written = field(default_factory=Written)
    """The addresses written or read here, to tell Back and links from our own writing."""

    @property
    def interview(self) -> Interview:
        """All that was answered."""
        return self.place.interview

    def answer(self, name: str, value: str) -> None:
        """Answer the question shown, and go on unless something does not go together.

        A second press of a key may come when the screen has gone on: it answers nothing.
        """
        if name != self.place.at:
            return
        after = self.interview.answered(name, value)
        if interview.clashes(after, name):
            self._show(replace(self.place, interview=after), CLASH)
        else:
            self._go_on(after)

    def keep(self, name: str) -> None:
        """Go on from a question although something does not go together."""
        if name == self.place.at:
            self._go_on(self.interview)

    def ask(self, name: str) -> None:
        """Show a question; from the agreement on, its answer leads back there."""
        editing = self.place.at == SHEET or self.place.editing
        self._show(Place(self.interview, name, editing), QUESTION)

    def back(self, name: str) -> None:
        """From a question to the one before, or to the agreement that one came from."""
        if name != self.place.at:
            return
        if self.place.editing:
            self.finish()
        elif before := interview.before(self.interview, self.place.at):
            self.ask(before)

    def finish(self) -> None:
        """Show the agreement; the app follows it from now on."""
        self._show(Place(self.interview, SHEET), AGREED)
        if not interview.forbidden(self.interview):
            self.adopt()

    def adopt(self) -> None:
        """Make these our table's rules."""
        ours.keep(interview.rules(self.interview), interview.players(self.interview))

    def begin(self, start: Rules | None) -> None:
        """Start from these rules, or from nothing; what was answered stays."""
        self.pasted = ""
        place = Place(replace(self.interview, start=start))
        self._show(replace(place, at=interview.following(place.interview) or SHEET), QUESTION)

    def paste(self, text: str) -> None:
        """Start from the rules in a text, or say why there are none."""
        try:
            self.begin(agree_address.found_rules(text))
        except MatadorError as error:
            self.pasted = prose("agree")["start"]["broken"].format(why=links.plain(error))

    def again(self) -> None:
        """From the first question, with no answers."""
        self._show(Place(), QUESTION)

    def open_ours(self, rules: Rules, players: int) -> None:
        """Show the agreement on the rules that the visitor has kept."""
        one = Interview(start=rules).answered(PLAYERS, str(players))
        self._show(Place(one, SHEET), AGREED)

    def _go_on(self, after: Interview) -> None:
        onward = "" if self.place.editing else interview.following(after)
        self.place = replace(self.place, interview=after)
        if onward:
            self._show(Place(after, onward), QUESTION)
        else:
            self.finish()

    def _show(self, place: Place, lead: str) -> None:
        self.place, self.trouble, self.beginning = place, "", False
        self.lead, self.moves = lead, self.moves + 1


def agree() -> Agree:
    """The visitor's interview. It outlives a change of page."""
    found: Agree = st.session_state.setdefault(_STATE, Agree())
    return found


# --- the address --------------------------------------------------------------------------------


def follow_address(one: Agree) -> None:
    """Open what the address holds if it is not what was written last (a link, Back, Forward).

    An address that holds nothing is the first question: whoever comes back to it, by Back or by the
    menu, finds what was answered before.
    """
    params = _asked()
    if not one.written.asked(params):
        return
    # Read once: a faulty address stays where it is until the visitor does something.
    one.written.note(params)
    if params:
        one.place, one.trouble = agree_address.read(params)
        one.beginning = False
    elif not st.query_params:  # else, after Back, it may be what the page left behind had there
        one.place, one.trouble, one.beginning = Place(one.interview), "", True


def write_address(one: Agree) -> None:
    """Put what is shown into the address, where it is not there already."""
    if one.trouble or one.beginning:
        return
    params = agree_address.write(one.place)
    if _asked() != params:
        # Nothing else is kept: after Back that would be what the page left behind had there.
        st.query_params.from_dict(params)
    one.written.note(params)


def _asked() -> dict[str, str]:
    there = st.query_params
    return {key: there[key] for key in agree_address.PARAMS if key in there}


def frame(one: Agree) -> None:
    """What has no looks: the style, what leads the keyboard, what the browser keeps."""
    st.html(_STYLE)
    with st.container(key="agree-quiet", gap=None):
        focus.lead("agree-focus", one.moves, one.lead)
    ours.remember()


# --- a question ---------------------------------------------------------------------------------


def question_screen(one: Agree) -> None:
    """The question shown, its answers, what does not go together, and what else can be done."""
    _where(one)
    name = one.place.at
    with st.container(key="agree-question", gap="xsmall"):
        st.header(words.question(name), anchor=False)
        hangs, made = words.effect(one.interview, name)
        if hangs:
            st.caption(hangs, help=made)
    with st.container(key="agree-options", gap="small"):
        for number, option in enumerate(interview.options(one.interview, name), 1):
            _option(one, option, number)
        _unknown(one)
    for clash in interview.clashes(one.interview, name):
        _clash(one, clash)
    _who(one)
    if one.interview.given:
        _so_far(one)
    else:
        _starts(one)


def _where(one: Agree) -> None:
    """How far one is, the way back, and the way out."""
    text, name = _words("ask"), one.place.at
    asked = interview.route(one.interview)
    done = sum(question in one.interview.answers for question in asked)
    number = asked.index(name) + 1 if name in asked else 0
    told = text["progress"].format(number=number, all=len(asked)) if number else text["extra"]
    if one.interview.start:
        told = text["started"].format(progress=told, title=words.start_title(one.interview))
    st.progress(done / len(asked), text=told)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            text["back"],
            icon=":material/arrow_back:",
            type="tertiary",
            disabled=not one.place.editing and not interview.before(one.interview, name),
            on_click=one.back,
            args=(name,),
            key=f"agree_back_{name}",
        )
        title = words.start_title(one.interview)
        finish = text["finish_start_help"].format(title=title) if title else text["finish_help"]
        st.button(text["finish"], help=finish, on_click=one.finish, key=f"agree_finish_{name}")
        if one.beginning:
            _known(one)


def _option(one: Agree, option: Option, number: int) -> None:
    name = one.place.at
    label = words.answer(one.interview, name, option.value)
    said = words.says(one.interview, name, option)
    chosen = interview.chosen(one.interview, name) == option.value
    if chosen:
        label = _words("ask")["chosen"].format(answer=label)
    st.button(
        f"{label} :small[{said}]" if said else label,
        icon=_CHOSEN if chosen else None,
        on_click=one.answer,
        args=(name, option.value),
        # So many players have a key of their own number.
        shortcut=option.value if name == PLAYERS else str(number),
        width="stretch",
        key=f"agree_{name}_{number}",
    )


def _unknown(one: Agree) -> None:
    name = one.place.at
    label = words.unknown_label(one.interview, name)
    chosen = one.interview.answers.get(name) == UNKNOWN
    if chosen:
        label = _words("ask")["chosen"].format(answer=label)
    st.button(
        f"{label} :small[{words.unknown(one.interview, name)}]",
        icon=_CHOSEN if chosen else None,
        type="tertiary",
        on_click=one.answer,
        args=(name, UNKNOWN),
        shortcut=_UNKNOWN_KEY,
        width="stretch",
        key=f"agree_{name}_unknown",
    )


def _clash(one: Agree, clash: Clash) -> None:
    """What does not go together, and a way to change either answer."""
    text, found, name = _words("clash"), one.interview, one.place.at
    with st.container(border=True, key="agree-clash"):
        rules, players = interview.rules(found), interview.players(found)
        sentence = messages.contradiction_sentence(clash.what, rules, players)
        heading = text["heading" if clash.what.forbids else "notice"]
        st.warning(f"**{heading}.** {sentence}", icon=":material/compare_arrows:")
        st.markdown(text["else"])
        with st.container(horizontal=True):
            if not clash.what.forbids:
                st.button(
                    text["keep"],
                    type="primary",
                    on_click=one.keep,
                    args=(name,),
                    key=f"agree_keep_{name}",
                )
            changes(one, [other for other in clash.questions if other != name], "clash")


def changes(one: Agree, names: list[str], where: str) -> None:
    """A button for each of these questions, which leads there."""
    for name in names:
        st.button(
            _words("clash")["change"].format(label=words.label(name)),
            icon=":material/edit:",
            on_click=one.ask,
            args=(name,),
            key=f"agree_change_{where}_{name}",
        )


def _who(one: Agree) -> None:
    text, name = _words("ask"), one.place.at
    found = st.expander(text["who"], key=f"agree_who_{name}", on_change="rerun")
    if not found.open:
        return
    with found:
        st.markdown("\n".join(f"- {line}" for line in words.who_says_what(one.interview, name)))
        if name != PLAYERS:
            st.page_link(
                "pages/compare.py",
                label=text["more"],
                icon=":material/compare_arrows:",
                query_params={"view": "question", "row": name},
            )


def _so_far(one: Agree) -> None:
    """The answers so far, each a way back to its question."""
    text, given = _words("so_far"), one.interview.given
    found = st.expander(
        text["heading"].format(count=len(given)), key="agree_so_far", on_change="rerun"
    )
    if not found.open:
        return
    with found:
        st.caption(text["none"])
        for name, value in given:
            st.button(
                _line(one, name, value),
                type="tertiary",
                icon=":material/edit:",
                help=text["change_help"],
                on_click=one.ask,
                args=(name,),
                key=f"agree_so_far_{name}",
            )
        st.button(text["again"], on_click=one.again, icon=":material/restart_alt:")


def _line(one: Agree, name: str, value: str) -> str:
    text, label = _words("so_far"), words.label(name)
    if value == UNKNOWN:
        return str(text["unknown"].format(label=label))
    return str(text["line"].format(label=label, value=words.short(one.interview, name, value)))


# --- where to start -----------------------------------------------------------------------------


def _starts(one: Agree) -> None:
    """A rule set to start from, by name or by code."""
    text = _words("start")
    if one.interview.start:
        st.button(text["leave"], on_click=one.begin, args=(None,), key="agree_leave")
        return
    found = st.expander(text["heading"], expanded=bool(one.pasted), key="agree_starts")
    with found:
        st.selectbox(
            text["preset"],
            list(presets()),
            format_func=lambda name: load_presets()[name].title,
            key="agree_preset",
        )
        st.button(
            text["go"],
            on_click=_begin,
            args=(one,),
            key="agree_begin",
        )
        st.text_input(text["code"], help=text["code_help"], max_chars=2000, key="agree_code")
        st.button(text["take"], on_click=_paste, args=(one,), key="agree_take")
        if one.pasted:
            st.error(one.pasted)


def _begin(one: Agree) -> None:
    # A press that comes when the page is left finds nothing chosen any more.
    if chosen := st.session_state.get("agree_preset"):
        one.begin(read_rules(chosen))


def _paste(one: Agree) -> None:
    if (code := st.session_state.get("agree_code")) is not None:
        one.paste(code)


def _known(one: Agree) -> None:
    """What there is already where an interview begins: answers, and the rules kept.

    The browser's come late: so they have a place in a row that is there anyhow.
    """
    text, rules = _words("kept"), ours.rules()
    if one.interview.given:
        st.button(text["go_on"], on_click=one.keep, args=(one.place.at,), key="agree_go_on")
    if rules:
        st.button(
            text["open"],
            help=words.rules_title(rules),
            on_click=one.open_ours,
            args=(rules, ours.players()),
            key="agree_ours",
        )


def _words(part: str) -> dict[str, Any]:
    found: dict[str, Any] = prose("agree")[part]
    return found
