"""Sheets of paper: the rule sheet on the page and as files, and a teacher's print of any items.

The rule sheet: `show(sheet)` and `take_away(sheet)`.

For a page of questions with the answers on a page of their own:

    from matador.ui import sheets
    sheets.print_pages("Lesson 3", [sheets.Item("What goes here?", svg, ("1-6", "2-5"))], ["1-6"])

shows nothing on the screen; `sheets.print_button("lesson_print")` anywhere on the same page prints
it instead of the page. Of both there is one on a page at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from matador.game.rules import write_rules
from matador.teach.prose import prose
from matador.teach.sheet import Section, Sentence, Sheet, text
from matador.teach.sheet_case import sheet_words
from matador.ui.browser_buttons import browser_buttons
from matador.ui.figures import uri
from matador.ui.sheet_paper import paper, paper_pdf, paper_svg, pictures_svg
from matador.ui.takeaway import SHEET

_HERE = Path(__file__).parent
_LONGEST_NAME = 60
"""Characters of rules in the name of a file."""


# --- the rule sheet -----------------------------------------------------------------------------


def show(sheet: Sheet, *, marked: bool = True) -> None:
    """The sheet as it will print, and on a phone as text. `marked`: with who decided what."""
    st.html(_HERE / "print.css")
    st.html(_HERE / "sheets.css")
    with st.container(key="sheet-text"):
        st.html(sheet_html(sheet, marked=marked))
    with st.container(key=SHEET), st.container(key="sheet-paper"):
        picture = paper_svg(paper(sheet, marked=marked))
        st.image(picture, alt=sheet_words()["page"]["picture"], width="stretch")


def take_away(sheet: Sheet, *, marked: bool = True) -> None:
    """Print, files and a copy of the address. No file is made before it is asked for."""
    words = prose("sheet")["take"]
    files: dict[str, tuple[str, Callable[[], str | bytes]]] = {
        "pdf": ("application/pdf", lambda: paper_pdf(paper(sheet, marked=marked))),
        "svg": ("image/svg+xml", lambda: paper_svg(paper(sheet, marked=marked))),
        "txt": ("text/plain", lambda: text(sheet, marked=marked)),
    }
    name = words["file"].format(name=write_rules(sheet.rules)[:_LONGEST_NAME])
    with st.container(horizontal=True, vertical_alignment="center"):
        browser_buttons("sheet_buttons", {"print": words["print"], "link": words["link"]})
        for kind, (mime, make) in files.items():
            label = words["text" if kind == "txt" else kind]
            st.download_button(
                label, make, f"{name}.{kind}", mime, on_click="ignore", key=f"sheet_{kind}"
            )


def sheet_html(sheet: Sheet, *, marked: bool = True) -> str:
    """The sheet as HTML to be read: pictures, headings, lists."""
    notes = "".join(f'<p class="notes">{escape(note)}</p>' for note in sheet.notes)
    pictures = "".join(
        f'<figure><img src="{uri(svg)}" alt=""><figcaption>{escape(caption)}</figcaption></figure>'
        for svg, caption in pictures_svg(sheet.rules.tiles)
    )
    sections = "".join(_section(section, marked) for section in sheet.sections)
    head = f"<p><strong>{escape(sheet.title)}</strong><br>{escape(sheet.subtitle)}</p>"
    return (
        f'<div class="matador-sheet">{head}{notes}'
        f'<div class="pictures">{pictures}</div>{sections}</div>'
    )


def _section(section: Section, marked: bool) -> str:
    rules = "".join(f"<li>{_rule(one, marked)}</li>" for one in section.sentences)
    return f"<h2>{escape(section.title)}</h2><ul>{rules}</ul>"


def _rule(one: Sentence, marked: bool) -> str:
    short = sheet_words()["marks"][one.mark]["short"] if marked else ""
    return escape(one.text) + (f" <small>({escape(short)})</small>" if short else "")


# --- a teacher's print --------------------------------------------------------------------------


class Item(NamedTuple):
    """A numbered block of a printed page, in plain text."""

    text: str
    svg: str = ""
    """A picture below the text, if any: a whole SVG with its own title."""
    options: tuple[str, ...] = ()
    """What may be chosen from, each behind an empty box."""
    lines: int = 0
    """Empty lines to write on."""


def pages_html(title: str, items: Sequence[Item], answers: Sequence[str], *, note: str = "") -> str:
    """Numbered items, and on a second page the answers under the same numbers, as HTML to print.

    All texts are plain: markup in them is shown as it is typed. `note` stands below the title.
    Without `answers` there is no second page.
    """
    below = f"<p>{escape(note)}</p>" if note else ""
    asked = f"<h1>{escape(title)}</h1>{below}{_numbered(map(_item, items))}"
    pages = f"<section>{asked}</section>"
    if answers:
        heading = prose("sheet")["pages"]["answers"].format(title=title)
        told = _numbered(map(escape, answers))
        pages += f'<section class="answers"><h1>{escape(heading)}</h1>{told}</section>'
    return f'<div class="matador-pages">{pages}</div>'


def print_pages(
    title: str, items: Sequence[Item], answers: Sequence[str], *, note: str = ""
) -> None:
    """Put `pages_html` on the page, to be seen on paper only."""
    st.html(_HERE / "print.css")
    st.html(_HERE / "sheet_pages.css")
    with st.container(key=SHEET):
        st.html(pages_html(title, items, answers, note=note))


def print_button(key: str) -> None:
    """A button that opens the browser's print window."""
    browser_buttons(key, {"print": prose("sheet")["pages"]["print"]})


def _numbered(blocks: Iterable[str]) -> str:
    return f"<ol>{''.join(f'<li>{block}</li>' for block in blocks)}</ol>"


def _item(one: Item) -> str:
    picture = f'<img src="{uri(one.svg)}" alt="">' if one.svg else ""
    boxes = "".join(f"<li>{escape(option)}</li>" for option in one.options)
    chosen = f"<ul>{boxes}</ul>" if boxes else ""
    lines = '<div class="line"></div>' * one.lines
    return f"{escape(one.text)}{picture}{chosen}{lines}"
