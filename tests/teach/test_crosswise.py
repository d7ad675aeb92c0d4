"""The small theorem about matadors that lie across: matching and adding up admit the same tiles."""

from matador.game.rules import preset
from matador.game.tiles import SIZES, Tile
from matador.teach.crosswise import admitted, readings


def test_both_readings_admit_the_same_tiles_except_on_the_double_blank():
    """In every set: the halves of a matador complete each other, so equal and target coincide."""
    found = readings()
    assert [row.highest for row in found] == list(SIZES)
    for row in found:
        assert row.alike == row.matadors > 0
        # All tiles with a blank but 0-0 itself, which is a matador: one for each number.
        assert (row.equal_on_blank, row.target_on_blank) == (row.highest, 0)


def test_the_polish_example():
    """1-6 and 2-9 go on 1-9 lying across, and leave 6 and 2 (the Polish page, rules of play)."""
    rules = preset("szalone-10")
    both = {(Tile(1, 6), 6), (Tile(2, 9), 2)}
    for reading in ("match", "target"):
        assert both <= admitted(rules.changed(cross_reading=reading), Tile(1, 9))
