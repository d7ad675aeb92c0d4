"""What a browser tells when something is pressed, and what it tells when that comes late.

With a press it tells what stands in all the fields of the screen it shows, and the address of that
screen; of the buttons only the one that was pressed, where AppTest tells of all. As in the harness
this takes private names of Streamlit.
"""

from collections.abc import Callable

from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.testing.v1 import AppTest

from tests.pages.harness import assert_well


def pressed(at: AppTest, name: str = "") -> Callable[[], AppTest]:
    """A press on the screen shown now, to be sent at any time: of a button by its key or label."""
    told, query = at._tree.get_widget_states().widgets, dict(at.query_params)
    states = [one for one in told if one.WhichOneof("value") != "trigger_value"]
    if name:
        button = next(one for one in at.button if name in (one.key, one.label))
        states.append(WidgetState(id=button.proto.id, trigger_value=True))

    def send() -> AppTest:
        at.query_params.clear()
        at.query_params.update(query)
        return assert_well(at._run(WidgetStates(widgets=states)))

    return send


def twice(at: AppTest, name: str) -> AppTest:
    """Press a button a second time before the browser has got the next screen."""
    press = pressed(at, name)
    press()
    return press()
