"""Words of the game explained under a text, each by a small button that opens its definition.

It is HTML of our own, because a browser opens and closes a definition by itself, without a rerun.
Whatever comes from a file is escaped here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from matador.game.rules import Rules
from matador.game.tiles import TileSet, tile
from matador.teach import glossary
from matador.teach.glossary import Term
from matador.teach.prose import prose
from matador.teach.questions import lesson_rules
from matador.ui import draw, figures
from matador.ui.draw import SIDE, Halves, Look, Place, tile_part

STYLE = Path(__file__).with_name("glossary.css")

TERM = "t"
"""The parameter that asks the glossary for a term."""

_TEXT = prose("glossary")


# --- words under a text --------------------------------------------------------------------------


def words_for(
    text: str,
    key: str = "words",
    *,
    rules: Rules | None = None,
    known: Collection[str] = (),
    most: int = 4,
) -> tuple[str, ...]:
    """Show the glossary's terms that stand in `text` in one line of small buttons under it.

    A button opens its definition over the page: by tap or key, without a rerun; Escape or a tap
    elsewhere closes it. Nothing is drawn where no term stands. Call it right after what shows the
    text.

    `text` is plain text or markdown, as shown: slots filled. `key` tells calls on one page apart
    (letters, digits, hyphens). `rules` is the rule set whose numbers the definitions tell,
    double-six if None. Terms in `known` (ids) are left out: hand on what earlier calls on the page
    returned. At most `most` terms are shown, in the order of the text.

    Returns the ids of the terms shown.
    """
    shown = tuple(one for one in glossary.find_terms(text) if one not in known)[:most]
    if shown:
        st.html(STYLE)
        st.html(words_html(shown, key, rules))
    return shown


def words_html(ids: Sequence[str], key: str, rules: Rules | None = None) -> str:
    """The line of buttons and the definitions that they open."""
    text = _TEXT["words"]
    terms = [glossary.load_glossary()[one] for one in ids]
    words = "".join(_word(term, f"word-{key}-{term.id}", rules) for term in terms)
    return (
        f'<div class="gw" role="group" aria-label="{escape(text["group"])}">'
        f"<span>{escape(text['label'])}</span>{words}</div>"
    )


def _word(term: Term, id_: str, rules: Rules | None) -> str:
    name, more = escape(term.term), escape(_TEXT["words"]["more"])
    small = rules is None or rules.tiles == _tiles()
    drawn = picture(term) if small else ""
    return (
        f'<button type="button" popovertarget="{id_}">{name}</button>'
        f'<div popover id="{id_}" role="group" aria-label="{name}"><b>{name}</b>'
        f"<p>{escape(glossary.defined(term, rules))}</p>{drawn}"
        f"{link(f'glossary?{urlencode({TERM: term.id})}', more)}</div>"
    )


def link(address: str, text: str, label: str = "") -> str:
    """A link into another tab, as all that lead out of a page: the session here would be lost."""
    named = f' aria-label="{label}"' if label else ""
    return f'<a href="{escape(address)}" target="_blank"{named}>{text}</a>'


# --- pictures ------------------------------------------------------------------------------------

_EDGE = 6  # felt around a line, in drawing units


def _tiles() -> TileSet:
    """The set from which all pictures are."""
    return lesson_rules().tiles


@cache
def picture(term: Term) -> str:
    """The term's picture with its description, if it has one."""
    if term.draw is None:
        return ""
    row = term.draw.row
    alt = _TEXT["picture"][term.draw.kind].format(
        tiles=", ".join(map(draw.name, row)),
        left=row[0][0],
        right=row[-1][1],
        target=_tiles().target,
    )
    svg = _svg(term.draw.kind, row, alt)
    return f'<img src="{figures.uri(svg)}" alt="{escape(alt)}">'


def _svg(kind: str, row: tuple[Halves, ...], alt: str) -> str:
    if kind == "tiles":
        return draw.tiles_svg(row, matadors=_tiles().matadors, label=alt)
    if kind == "across":
        return _across_svg(row, alt)
    drawn = figures.line_with_ends_svg if kind == "line" else figures.line_with_sums_svg
    return drawn(row, alt)


def _across_svg(row: Sequence[Halves], alt: str) -> str:
    """A line on felt in which the matadors lie across."""
    x, parts = float(_EDGE), []
    for one in row:
        across = tile(*one) in _tiles().matadors
        place = Place(x, _EDGE + (0 if across else SIDE / 2), not across)
        parts.append(tile_part(one, place, Look(matador=across)))
        x += place.size[0] + 1
    width, height = x - 1 + _EDGE, 2 * (SIDE + _EDGE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" '
        f'width="{2 * width:g}" height="{2 * height}" role="img" aria-label="{escape(alt)}">'
        f'<rect width="{width:g}" height="{height}" rx="5" fill="#245f48"/>{"".join(parts)}</svg>'
    )
