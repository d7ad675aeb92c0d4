"""Pages without a browser: open one by its address, act as its board, read what it shows.

AppTest runs the real app.py in this process. It models no components, so ``trigger`` and ``sent``
reach for private names of Streamlit; they stand here and nowhere else.
"""

import json
from pathlib import Path
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

from matador.ui import shell

APP = str(Path(__file__).parents[2] / "app.py")


def open_page(address: str = "", **query: str) -> AppTest:
    """Open a page by its path ("" is home) with these query parameters, and run it once."""
    at = AppTest.from_file(APP, default_timeout=60)
    if address:
        at.run()  # AppTest finds the other pages only from a running app
        at.switch_page(f"pages/{address}.py")
    for name, value in query.items():
        at.query_params[name] = value
    return at.run()


def assert_well(at: AppTest) -> AppTest:
    """Assert that the last run ended without an error of ours, and hand the page back."""
    assert not at.exception, [error.value for error in at.exception]
    assert shell.TROUBLE not in [error.value for error in at.error], "see the captured log"
    return at


def words(at: AppTest) -> str:
    """Return all text that the page shows, one element a line."""
    kinds = ("title", "header", "subheader", "markdown", "caption", "code", "metric", "text")
    alerts = ("error", "warning", "info", "success")
    return "\n".join(str(shown.value) for kind in kinds + alerts for shown in at.get(kind))


def sent(at: AppTest, key: str) -> dict[str, Any]:
    """Return the data that Python gave to the component with this key."""
    proto = _component(at, key).proto
    return json.loads(proto.json or proto.mixed.json)


def part(at: AppTest, key: str) -> Any:
    """The container with this key, anywhere in the page."""

    def within(block: Any) -> Any:
        inner = [one for one in block.children.values() if hasattr(one, "children")]
        found = [one for one in inner if one.key == key] + list(filter(None, map(within, inner)))
        return found[0] if found else None

    found = within(at.main)
    assert found, f"no container with the key {key!r} on this page"
    return found


def place_of(at: AppTest, key: str) -> list[int]:
    """The way from the page down to a component, by the number of each block in its parent."""
    wanted = _component(at, key)

    def below(block: Any) -> list[int] | None:
        for number, one in block.children.items():
            if one is wanted:
                return [number]
            if hasattr(one, "children") and (rest := below(one)):
                return [number, *rest]
        return None

    return below(at.main) or []


def trigger(at: AppTest, key: str, event: str, value: object) -> AppTest:
    """Act as the component's JavaScript would in ``setTriggerValue``, then rerun."""
    states = at._tree.get_widget_states()
    states.widgets.append(
        WidgetState(
            id=f"$$STREAMLIT_INTERNAL_KEY_{_component(at, key).proto.id}__events",
            json_trigger_value=json.dumps([{"event": event, "value": value}]),
        )
    )
    return at._run(states)


def wish(at: AppTest, do: str, node: int = 0, shape: int | None = None, text: str = "") -> AppTest:
    """Use a button of the sandbox's list of actions: undo, delete, visit a node of the tree."""
    here = sent(at, "movelist")["shape"] if shape is None else shape
    payload = {"do": do, "node": node, "shape": here, "text": text}
    return assert_well(trigger(at, "movelist", "wish", payload))


def _component(at: AppTest, key: str) -> Any:
    found = [shown for shown in at.get("bidi_component") if shown.key == key]
    assert found, f"no component with the key {key!r} on this page"
    return found[0]
