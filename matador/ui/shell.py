"""The frame around every page: the menu, the browser tab, and the way in and out of a page.

Streamlit discovers a folder named ``pages`` by itself until st.navigation has run once in the
process. A first visitor after a start who follows a deep link would then get the page alone,
without app.py and with a guessed menu. ``enter`` is the cure, ``run`` its other half.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import streamlit as st

from matador.teach.content import install
from matador.teach.prose import prose
from matador.ui.wire import send_at_once

NAME = "Matador"
ICON = str(Path(__file__).with_name("icon.svg"))
_LOGO = str(Path(__file__).with_name("logo.svg"))
_STYLE = Path(__file__).with_name("frame.css")

# Section, then the files in pages/. The file name is the address (never url_path, which would
# bring the discovery trap back); the default page lives at "/" only.
MENU = {
    "learn": ["home", "learn", "seven", "matadors", "opening", "puzzles", "glossary"],
    "compare": ["compare", "moments", "effects", "errors", "agree", "sheet"],
    "play": ["play", "sandbox", "scores"],
}
HOME = "home"
MENU_WIDTH = 232  # pixels: the longest title fits, and the board keeps the rest
WIDE = {"compare", "effects", "errors", "moments", "play", "puzzles", "sandbox", "scores"}
"""Pages with tables, or boards beside other things; text alone reads better in a narrow column."""
HIDDEN = ["board"]
"""Pages that have an address but no place in the menu."""

_WORDS = prose("shell")
TROUBLE: str = _WORDS["trouble"]

_FRAMED = "_framed"
_send_at_once = cache(send_at_once)  # once a process
_log = logging.getLogger(__name__)


def run() -> None:
    """Page settings, the menu, and the page that was asked for. The last line of app.py."""
    _send_at_once()
    # Before the menu, which takes its width when it first appears.
    st.set_page_config(page_icon=ICON, initial_sidebar_state=MENU_WIDTH)
    page = _navigation()
    name = page.url_path or HOME
    st.set_page_config(
        # Every tab says where it is; the default page is just the program.
        page_title=f"{page.title} · {NAME}" if page.url_path else NAME,
        # Once a run only: a page that is narrow at first and then wide would jump in every run.
        layout="wide" if name in WIDE else "centered",
        initial_sidebar_state=MENU_WIDTH,
    )
    st.logo(_LOGO, size="large")
    st.html(_STYLE)
    st.session_state[_FRAMED] = True
    with guarded(name):
        page.run()


@contextmanager
def guarded(name: str) -> Iterator[None]:
    """Whatever fails in here is one sentence for the reader, who keeps a working menu.

    The log gets the traceback. Streamlit's own signals (stop, rerun, switch page) are no Exceptions
    and pass through. A fragment that can run alone needs it, too: it is not run by `run` then.
    """
    try:
        yield
    except Exception:
        _log.exception("The page %s failed", name)
        st.error(TROUBLE)


def enter() -> None:
    """Make sure that app.py framed this page and that the presets are known.

    The first call of every page.
    """
    if not st.session_state.pop(_FRAMED, False):
        st.set_page_config(initial_sidebar_state=MENU_WIDTH)
        _navigation()  # ends the discovery for the whole process ...
        st.rerun()  # ... so that this run goes through app.py, at the same address
    install()


def titles() -> dict[str, str]:
    """Return each page's title by its address, in menu order; the default page's address is ""."""
    names = [name for section in MENU.values() for name in section]
    return {"" if name == HOME else name: _WORDS["titles"][name] for name in names}


def _navigation() -> st.Page:
    shown = {
        _WORDS["sections"][key]: [_page(name) for name in names] for key, names in MENU.items()
    }
    hidden = [_page(name) for name in HIDDEN]
    return st.navigation(
        {**shown, "": hidden},
        position="sidebar",  # on a phone it folds away behind one button
    )


def _page(name: str) -> st.Page:
    return st.Page(
        f"pages/{name}.py",
        title=_WORDS["titles"][name],
        default=name == HOME,
        visibility="hidden" if name in HIDDEN else "visible",
    )
