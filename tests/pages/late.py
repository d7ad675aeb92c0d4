"""A screen that the browser still shows when the page has gone on: its presses come late.

A browser tells with each press what stands in all the fields of its screen; of buttons, only the
one that was pressed. AppTest tells all buttons, and so fires those that are gone. As in the harness
this takes private names of Streamlit.
"""

import json
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.testing.v1 import AppTest

from tests.pages.harness import assert_well, sent


class Screen:
    """What the browser shows now, to be pressed on at any time, again and again."""

    def __init__(self, at: AppTest) -> None:
        """Keep the fields of the screen with what stands in them."""
        self._at, self._tree, self._query = at, at._tree, dict(at.query_params)
        told = self._tree.get_widget_states().widgets
        self._fields = {one.id: one for one in told if one.WhichOneof("value") != "trigger_value"}
        lists = [one for one in self._tree.get("bidi_component") if one.key == "movelist"]
        self._shape = sent(at, "movelist")["shape"] if lists else 0

    def press(self, name: str) -> AppTest:
        """Press the button with this key, or else with this on it."""
        button = next(one for one in self._tree.get("button") if name in (one.key, one.label))
        return self._tell(WidgetState(id=button.proto.id, trigger_value=True))

    def write(self, kind: str, key: str, value: Any) -> None:
        """Put something into a field of a form, where it stays until the form is sent."""
        field = next(one for one in self._tree.get(kind) if one.key == key)
        field.set_value(value)
        self._fields[field.proto.id] = field._widget_state

    def choose(self, kind: str, key: str, value: Any) -> AppTest:
        """Put something into a field, where it stays."""
        self.write(kind, key, value)
        return self._tell()

    def undo(self) -> AppTest:
        """Use the button above the list of actions."""
        parts = [one for one in self._tree.get("bidi_component") if one.key == "movelist"]
        wish = {"do": "undo", "node": 0, "shape": self._shape, "text": ""}
        event = json.dumps([{"event": "wish", "value": wish}])
        name = f"$$STREAMLIT_INTERNAL_KEY_{parts[0].proto.id}__events"
        return self._tell(WidgetState(id=name, json_trigger_value=event))

    def tell(self) -> AppTest:
        """Let the browser tell what stands in the fields, with nothing pressed."""
        return self._tell()

    def _tell(self, *pressed: WidgetState) -> AppTest:
        self._at.query_params.clear()
        self._at.query_params.update(self._query)
        return assert_well(self._at._run(WidgetStates(widgets=[*self._fields.values(), *pressed])))


def written(at: AppTest, kind: str, key: str) -> bool:
    """Whether the page told the browser what the field is to hold, whatever stands there."""
    return bool(next(one for one in at.get(kind) if one.key == key).proto.set_value)


def twice(at: AppTest, name: str) -> AppTest:
    """Press a button a second time before the browser has got the next screen."""
    screen = Screen(at)
    screen.press(name)
    return screen.press(name)
