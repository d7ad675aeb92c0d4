"""Many open sandboxes at once, each making a move now and then, in Streamlit's own protocol.

A visitor is a websocket: it opens the page, reads what the board is told, and answers with one of
the actions that the board offers, as the browser would.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

from matador.game.notation import write_position
from matador.game.position import deal
from matador.game.rules import preset
from matador.teach.content import install

BOARD = "bidi_component"
ENDED = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
PATIENCE = 60.0  # seconds


@dataclass
class Visitor:
    """One open sandbox."""

    socket: ClientConnection
    chance: random.Random
    times: list[float] = field(default_factory=list)
    """Seconds from each move to the end of the page's run."""
    board: str = ""
    """What Streamlit calls the board."""
    told: dict[str, Any] = field(default_factory=dict)
    part: str = ""
    """What Streamlit calls the part of the page that a move runs anew; empty for the whole page."""

    async def open(self) -> None:
        """Start another hand, by an address that nobody has opened before."""
        dealt = deal(preset("pagat"), 2, self.chance.randrange(10**9))
        await self._run(f"p={write_position(dealt)}")

    async def move(self) -> None:
        """Make a move that the board offers and note how long it took; at the end a new hand."""
        action = self._action()
        if not action:
            await self.open()
            return
        event = {"event": "action", "value": {"action": action, "rev": self.told["rev"]}}
        start = time.perf_counter()
        await self._run(
            "",
            WidgetState(
                id=f"$$STREAMLIT_INTERNAL_KEY_{self.board}__events",
                json_trigger_value=json.dumps([event]),
            ),
        )
        self.times.append(time.perf_counter() - start)

    def _action(self) -> str:
        ways = [place["action"] for places in self.told["places"].values() for place in places]
        ways += [button["action"] for button in self.told["buttons"] if button["legal"]]
        return self.chance.choice(ways) if ways else ""

    async def _run(self, query: str, *states: WidgetState) -> None:
        """Have the page run and read what it shows, to its end."""
        message = BackMsg()
        message.rerun_script.page_name = "sandbox"
        message.rerun_script.query_string = query
        message.rerun_script.fragment_id = self.part if states else ""
        message.rerun_script.widget_states.widgets.extend(states)
        await self.socket.send(message.SerializeToString())
        shown = ForwardMsg()
        while shown.WhichOneof("type") != "script_finished" or shown.script_finished not in ENDED:
            shown.ParseFromString(await asyncio.wait_for(self.socket.recv(decode=False), PATIENCE))
            self._read(shown)

    def _read(self, shown: ForwardMsg) -> None:
        element = shown.delta.new_element
        if element.WhichOneof("type") != BOARD:
            return
        told = json.loads(element.bidi_component.json or element.bidi_component.mixed.json or "{}")
        if "places" in told:
            self.board, self.told = element.bidi_component.id, told
            self.part = shown.delta.fragment_id


async def visit(url: str, visitors: int, seconds: float, every: float) -> list[float]:
    """The seconds of every move of so many visitors, each moving once in `every` seconds."""
    address = f"{url.replace('http', 'ws', 1)}/_stcore/stream"
    sockets = [
        await connect(address, subprotocols=["streamlit"], max_size=None) for _ in range(visitors)
    ]
    found = [Visitor(socket, random.Random(i)) for i, socket in enumerate(sockets)]
    for one in found:
        await one.open()
    until = time.perf_counter() + seconds
    await asyncio.gather(*(_stay(one, until, every) for one in found))
    for socket in sockets:
        await socket.close()
    return [taken for one in found for taken in one.times]


async def _stay(one: Visitor, until: float, every: float) -> None:
    await asyncio.sleep(one.chance.random() * every)
    while time.perf_counter() < until:
        began = time.perf_counter()
        await one.move()
        await asyncio.sleep(max(0.0, began + every - time.perf_counter()))


if __name__ == "__main__":  # URL VISITORS SECONDS EVERY
    install()
    times = visit(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]))
    print(json.dumps(asyncio.run(times)))
