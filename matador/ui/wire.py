"""Small messages go out at once.

A page is told a visitor in many small messages. The operating system holds a small one back until
the one before it was confirmed (Nagle's algorithm), which a browser may leave for 40 ms. Python
switches that off for sockets that name their protocol (`asyncio.base_events._set_nodelay`), and
Streamlit opens one that does not.
"""

import asyncio
import gc
import socket
from collections.abc import Iterator
from contextlib import suppress


def send_at_once() -> None:
    """Let every open server of this process, and what is connected to it, send without delay.

    Later connections take it over from their server. Costs a look at every object there is: once a
    process is enough.
    """
    for one in _sockets():
        if one.family in (socket.AF_INET, socket.AF_INET6):
            with suppress(OSError):  # it was closed just now
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _sockets() -> Iterator[socket.socket]:
    for found in gc.get_objects():
        # Asked of the type: some objects do things when they are asked what they are.
        if issubclass(type(found), asyncio.Server):
            yield from found.sockets
        elif issubclass(type(found), asyncio.Transport) and (one := found.get_extra_info("socket")):
            yield one
