"""Home: tap a tile first; below, the game in one picture and three lines, and the way in."""

import streamlit as st

from matador.game.line import Line, Placed
from matador.game.notation import read_tile
from matador.game.position import Position
from matador.teach import messages
from matador.teach.prose import prose
from matador.teach.questions import alone, lesson_rules
from matador.ui import draw, figures
from matador.ui.course import Course, Place, course, remember
from matador.ui.course_overview import minutes_of, next_lesson, way_on
from matador.ui.lesson import Practice, begin, controls, practice, show_practice, stuck
from matador.ui.shell import enter

# Three go on a 6, two only look as if they did; in the right order all five go down.
HAND = ("11", "13", "15", "26", "46")
PICTURE = ((6, 6), (1, 3), (4, 5), (2, 0))

enter()
WORDS = prose("home")
RULES = lesson_rules()
TILES = RULES.tiles


def start() -> Position:
    """The double of the highest half on the table, and a hand to put down."""
    double = Line((Placed(TILES.highest, TILES.highest),))
    return alone(RULES, double, map(read_tile, HAND))


def progress(one: Practice) -> str:
    """What to do now, in one line."""
    position, every = one.timeline.position, len(HAND)
    placed = every - len(position.hand)
    if placed == every:
        return str(WORDS["out"].format(all=every))
    if stuck(position):
        return str(WORDS["stuck"].format(all=every))
    if not placed:
        return str(WORDS["prompt"].format(target=TILES.target, end=TILES.highest))
    return str(WORDS["placed"].format(placed=placed, all=every))


def lead_on(learner: Course) -> str:
    """What the way into the course is called: for a newcomer how long it takes."""
    if not learner.kept.records:
        return str(WORDS["start"].format(minutes=minutes_of("fast")))
    return way_on(learner.kept, next_lesson(learner.kept))


begin(WORDS["title"], {})
table = practice("home", start())
show_practice(table, "home-board", todo=progress(table), hand=WORDS["hand"])
controls(table, "home")

learner = course()
learner.follow(Place())
if st.button(lead_on(learner), type="primary", width="stretch", icon=":material/school:"):
    place = learner.entry(next_lesson(learner.kept))
    st.switch_page("pages/learn.py", query_params=place.params)

st.header(WORDS["game"]["heading"])
said = WORDS["game"]["picture"].format(
    tiles=", ".join(map(draw.name, PICTURE)), target=TILES.target
)
figures.show(figures.line_with_sums_svg(PICTURE, said), said)
matadors = sorted(TILES.matadors)
st.markdown(WORDS["game"]["lines"].format(target=TILES.target, count=len(matadors)))
figures.show(
    draw.tiles_svg(matadors, matadors=matadors, label=""),
    WORDS["game"]["matadors"].format(
        count=len(matadors), tiles=", ".join(map(messages.tile_name, matadors))
    ),
)
with st.container(horizontal=True):
    st.page_link("pages/seven.py", label=WORDS["seven"], icon=":material/exposure_plus_1:")
    st.page_link("pages/puzzles.py", label=WORDS["puzzles"], icon=":material/extension:")
    st.page_link("pages/compare.py", label=WORDS["compare"], icon=":material/compare_arrows:")
    st.page_link("pages/play.py", label=WORDS["play"], icon=":material/smart_toy:")
    st.page_link("pages/agree.py", label=WORDS["agree"], icon=":material/handshake:")
    st.page_link("pages/sandbox.py", label=WORDS["sandbox"], icon=":material/casino:")
# The browser tells what it kept of the course; nothing is seen of it.
remember(learner)
