"""The page of the glossary as HTML: its entries from A to Z, and the table of other names."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from io import StringIO
from itertools import groupby
from urllib.parse import urlencode

from matador.teach import glossary
from matador.teach.content import load_rule_words, load_sources
from matador.teach.glossary import LANGUAGES, Called, Name, Term
from matador.teach.lessons import load_lessons
from matador.teach.prose import prose
from matador.ui.course import LESSON
from matador.ui.glossary import TERM, link, picture

_TEXT = prose("glossary")


# --- the entries ---------------------------------------------------------------------------------


def found_html(heading: str, terms: Sequence[Term]) -> str:
    """The entries that were asked for, above all others."""
    entries = "".join(map(_entry, terms))
    return f'<div class="gl gl-found"><h2>{escape(heading)}</h2>{entries}</div>'


def letters_html(terms: Iterable[Term]) -> str:
    """The way to each letter and to the other names."""
    text = _TEXT["list"]
    jumps = [(letter, f"letter-{letter}") for letter, _ in _by_letter(terms)]
    links = "".join(
        f'<a href="#{target}">{escape(label)}</a>'
        for label, target in [*jumps, (text["other"], "other-names")]
    )
    return f'<div class="gl"><nav aria-label="{escape(text["letters"])}">{links}</nav></div>'


def list_html(terms: Iterable[Term]) -> str:
    """The entries from A to Z."""
    parts = (
        f'<h2 id="letter-{letter}">{letter}</h2>{"".join(map(_entry, found))}'
        for letter, found in _by_letter(terms)
    )
    return f'<div class="gl">{"".join(parts)}</div>'


def _by_letter(terms: Iterable[Term]) -> list[tuple[str, list[Term]]]:
    grouped = groupby(terms, key=lambda term: glossary.fold(term.term)[0].upper())
    return [(letter, list(found)) for letter, found in grouped]


@cache
def _entry(term: Term) -> str:
    text, name = _TEXT["list"], escape(term.term)
    address = escape(text["address"].format(term=term.term))
    also = f'<p class="gl-small">{escape(text["also"])} {_also(term)}</p>' if term.names else ""
    more = "".join(
        f"<span>{escape(label)} {told}</span>"
        for label, told in (
            (text["see"], _see(term)),
            (text["lessons"], _lessons(term)),
            (text["pages"], _pages(term)),
            (text["points"], _points(term)),
        )
        if told
    )
    note = f'<p class="gl-note">{escape(term.note)}</p>' if term.note else ""
    return (
        f'<article id="term-{term.id}"><h3>{name}'
        f"{link(f'?{urlencode({TERM: term.id})}', '#', address)}</h3>"
        f"<div><p>{escape(glossary.defined(term))}</p>{picture(term)}{note}{also}"
        f'<p class="gl-small gl-more">{more}</p></div></article>'
    )


def _also(term: Term) -> str:
    """The other names; those of another language together, with its name."""
    text, languages = _TEXT["list"], _TEXT["languages"]
    told = []
    for language, names in glossary.called(term).items():
        listed = f'<span lang="{language}">{_joined(escape(one.name) for one in names)}</span>'
        known = "" if language == LANGUAGES[0] else f"{escape(languages[language])} "
        told.append(known + listed)
    return str(text["or"]).join(told)


def _see(term: Term) -> str:
    terms = glossary.load_glossary()
    return _joined(f'<a href="#term-{one}">{escape(terms[one].term)}</a>' for one in term.see)


def _lessons(term: Term) -> str:
    lessons = load_lessons()
    return _joined(
        link(f"learn?{urlencode({LESSON: one})}", escape(lessons[one].title))
        for one in term.lessons
    )


def _pages(term: Term) -> str:
    titles = prose("shell")["titles"]
    return _joined(link("." if one == "home" else one, escape(titles[one])) for one in term.pages)


def _points(term: Term) -> str:
    words = load_rule_words()
    return _joined(
        link(f"compare?{urlencode({'view': 'question', 'row': one})}", escape(words[one].label))
        for one in term.points
    )


def _joined(parts: Iterable[str]) -> str:
    return str(_TEXT["list"]["and"]).join(parts)


# --- the other names -----------------------------------------------------------------------------


@cache
def names_html() -> str:
    """The table of other names by term and language, and below it where each text has its own."""
    text = _TEXT["names"]
    heads = [text["term"], *(_TEXT["languages"][one] for one in LANGUAGES)]
    columns = "".join(f'<th scope="col">{escape(one)}</th>' for one in heads)
    rows = "".join(_names_row(term) for term in glossary.load_glossary().values() if term.names)
    caption = escape(text["caption"])
    return (
        f'<div class="gl"><div class="gl-frame" tabindex="0" role="region" aria-label="{caption}">'
        f"<table><caption>{caption}</caption><thead><tr>{columns}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div>{_citations()}</div>"
    )


def _names_row(term: Term) -> str:
    found = glossary.called(term)
    cells = "".join(f"<td>{_names_cell(one, found.get(one, ()))}</td>" for one in LANGUAGES)
    link = f'<a href="#term-{term.id}">{escape(term.term)}</a>'
    return f'<tr><th scope="row">{link}</th>{cells}</tr>'


def _names_cell(language: str, names: Sequence[Called]) -> str:
    items = "".join(
        f'<li><span lang="{language}">{escape(one.name)}</span>'
        f"{''.join(_mark(said.source) for said in one.said)}</li>"
        for one in names
    )
    return f"<ul>{items}</ul>" if items else ""


def _mark(source: str) -> str:
    title = escape(load_sources()[source].title)
    return f'<sup><a href="#text-{source}" aria-label="{title}">{_number(source)}</a></sup>'


def _number(source: str) -> int:
    """The number that stands for a text: its place among those that are cited."""
    return list(glossary.citing()).index(source) + 1


def _citations() -> str:
    text, cited = _TEXT["names"], glossary.citing()
    items = "".join(
        f'<li id="text-{source}"><b>{escape(load_sources()[source].title)}</b>'
        f"<br>{'<br>'.join(escape(_cited(*one)) for one in names)}</li>"
        for source, names in cited.items()
    )
    heading = escape(text["sources"].format(count=len(cited)))
    how = escape(text["read"])
    return f"<details><summary>{heading}</summary><p>{how}</p><ol>{items}</ol></details>"


def _cited(term: Term, name: Name) -> str:
    """A name and the place where it stands; how we know, unless it was read there."""
    text = _TEXT["names"]
    said = text["cited"].format(name=name.name, term=term.term, locator=name.locator)
    notes = [name.note] if name.note else []
    if name.evidence != "read":
        notes.append(text["evidence"][name.evidence])
    return str(text["note"].format(name=said, note="; ".join(notes)) if notes else said)


def names_csv() -> str:
    """The other names as a table for a spreadsheet, one line a name and text."""
    text, sources, out = _TEXT["names"]["columns"], load_sources(), StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(text.values())
    for source, names in glossary.citing().items():
        for term, one in names:
            title = sources[source].title
            told = (one.locator, one.evidence, one.note)
            writer.writerow((term.term, one.name, one.language, title, *told))
    return out.getvalue()
