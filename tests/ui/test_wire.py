"""Whatever is open sends small messages at once, and so does what is opened later."""

import asyncio
import socket

from matador.ui.wire import send_at_once


async def _delays() -> list[bool]:
    """Whether a connection made before, and one made after, holds small messages back."""
    # As Streamlit does: no protocol is named, and asyncio leaves such a socket as it is.
    listening = socket.socket(socket.AF_INET)
    listening.bind(("127.0.0.1", 0))
    told: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()
    server = await asyncio.start_server(lambda _, writer: told.put_nowait(writer), sock=listening)
    found = []
    for late in (False, True):
        _, mine = await asyncio.open_connection(*listening.getsockname())
        theirs = await told.get()
        if not late:
            send_at_once()
        one = theirs.get_extra_info("socket")
        found.append(not one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        mine.close()
        theirs.close()
    server.close()
    return found


class _Gone(asyncio.Transport):
    """A connection that was closed just now, and is still there to be found."""

    def get_extra_info(self, name: str, default: object = None) -> object:
        closed = socket.socket()
        closed.close()
        return closed if name == "socket" else default


def test_somebody_who_has_just_gone_hinders_nobody() -> None:
    gone = _Gone()
    send_at_once()
    assert gone.get_extra_info("socket").fileno() == -1


def test_what_is_open_and_what_comes_later_sends_at_once() -> None:
    assert asyncio.run(_delays()) == [False, False]
