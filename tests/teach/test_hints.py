"""A hint tells a little more with each rung, and never more than is asked for."""

import pytest

from matador.game.notation import read_action, read_position
from matador.teach.hints import ladder

CODE = "6.1166.0325-05.0.A.0-0.pagat"


@pytest.mark.parametrize(
    ("code", "action", "told"),
    [
        (
            CODE,
            "L52",
            ("Play on **the left end**.", "Play **2-5**.", "The **5** inwards: that leaves 2."),
        ),
        (
            CODE + "~crosswise-choice",
            "R25+",
            (
                "Play on **the right end**.",
                "Play **2-5**.",
                "Across the line: that leaves 2 or 5.",
            ),
        ),
        ("6.34.0044-05.0.A.0-0.pagat", "L00", ("", "Play **0-0**.", "That leaves 0.")),
        ("6.-.0344-05.0.A.0-0.britannica", "S44", ("Set **4-4**.",)),
        ("6.1166.03-05.12.A.0-0.pagat", "d", ("**Draw** a tile.",)),
        ("6.1166.03-05.0.A.0-0.pagat", "p", ("**Pass**.",)),
    ],
)
def test_the_rungs(code, action, told):
    position = read_position(code)
    rungs = ladder(position, read_action(action, position))
    assert len(rungs) == len(told)
    assert all(want in rung for want, rung in zip(told, rungs, strict=True))
