"""The clickable list of what was played: it is given a tree and sends back where to look."""

from matador.ui.movelist.component import (
    Gone,
    Item,
    ListData,
    Visit,
    movelist,
    read_visit,
    visited,
)

__all__ = ["Gone", "Item", "ListData", "Visit", "movelist", "read_visit", "visited"]
