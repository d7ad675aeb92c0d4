"""The clickable list of what was played: it is given a tree and sends back what is wished."""

from matador.ui.movelist.component import (
    Gone,
    Item,
    ListData,
    Now,
    Wish,
    movelist,
    read_wish,
    wished,
)

__all__ = ["Gone", "Item", "ListData", "Now", "Wish", "movelist", "read_wish", "wished"]
