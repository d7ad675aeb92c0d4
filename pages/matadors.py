"""Matadors and blanks: close an end and open it, who holds a key, and a drill."""

from collections.abc import Collection, Mapping
from math import ceil, comb

import pandas as pd
import streamlit as st

from matador.analysis import odds
from matador.analysis.odds import Chances, Unseen, percent, written
from matador.game.line import Line, Placed
from matador.game.position import Position
from matador.game.tiles import Tile, TileSet, tile
from matador.teach import messages
from matador.teach.prose import prose
from matador.teach.questions import alone
from matador.ui import charts, draw, figures
from matador.ui.drill import LAST, NUMBER, show_drill, tile_picture
from matador.ui.glossary import words_for
from matador.ui.lesson import (
    Practice,
    choose_set,
    controls,
    known,
    numbers,
    practice,
    show_practice,
)
from matador.ui.shell import enter

LINE = Line((Placed(4, 2),))
DEALT = (5, 6, 7)  # the hand sizes that the sources deal most
PICKABLE = 55  # the largest number of tiles to pick a hand from: double-nine
BLANK = Tile(0, 0)


# --- the set ------------------------------------------------------------------------------------


def largest(tiles: TileSet) -> int:
    """The largest hand shown: half of the set, but no more than can be held."""
    return min(len(tiles.tiles) // 2, 30)


def allowed(tiles: TileSet) -> Mapping[str, Collection[str]]:
    """What the address may ask for."""
    sizes = dict.fromkeys(("size", "mine", "theirs"), numbers(1, largest(tiles)))
    return {**sizes, NUMBER: numbers(1, LAST)}


enter()
WORDS = prose("matadors")
RULES = choose_set(WORDS["title"], allowed)
TILES = RULES.tiles
MATADORS = sorted(TILES.matadors)
LARGEST = largest(TILES)


# --- close and open -----------------------------------------------------------------------------


def start() -> Position:
    """A line with a 2 to close, what closes it, two matadors, and a tile that goes nowhere."""
    return alone(RULES, LINE, [*closing(), tile(1, TILES.target - 1), Tile(4, 4)])


def closing() -> tuple[Tile, Tile]:
    """The tile that closes the right end, and the matador that then opens it."""
    shows = LINE.row[-1].second
    return Tile(0, TILES.target - shows), tile(shows, TILES.target - shows)


def what_now(table: Practice) -> str:
    """What to try, by what the line shows."""
    position, words = table.timeline.position, WORDS["board"]
    end = LINE.row[-1].second
    closer, opener = closing()
    slots: dict[str, object] = {"end": end, "target": TILES.target, "all": len(TILES.tiles)}
    slots |= {"before": len(TILES.answers(end)), "after": len(TILES.answers(0))}
    slots |= {"closer": messages.tile_name(closer), "opener": messages.tile_name(opener)}
    slots["inner"] = closer.high
    if any(one.closed for one in position.ends):
        return str(words["closed"].format(**slots))
    if closer not in position.hand.tiles:
        return str(words["opened"].format(**slots))
    if any(action.where == "R" for action in table.timeline.actions):
        return str(words["elsewhere"].format(**slots))
    return str(words["close"].format(**slots))


def close_and_open() -> None:
    """The board on which an end is closed and opened."""
    table = practice("matadors", start())
    hand = WORDS["board"]["hand"]
    show_practice(table, "matadors-board", todo=what_now(table), hand=hand)
    controls(table, "matadors")


def the_matadors() -> None:
    """The matadors as tiles."""
    words, names = WORDS["four"], ", ".join(map(messages.tile_name, MATADORS))
    count = len(MATADORS)
    st.header(words["heading"].format(count=count))
    columns = count if count < 8 else ceil(count / 2)
    picture = draw.tiles_svg(MATADORS, matadors=MATADORS, columns=columns, label="")
    figures.show(picture, words["picture"].format(count=count, tiles=names))
    summing = sum(one.pips == TILES.target for one in MATADORS)
    blank = messages.tile_name(BLANK)
    st.markdown(words["lines"].format(summing=summing, target=TILES.target, blank=blank))


# --- chances ------------------------------------------------------------------------------------


def by_hand_size() -> None:
    """What a hand holds before anything is seen: chart, table, and the size chosen."""
    words = WORDS["chances"]
    st.header(words["heading"])
    size = hand_size(words["label"], "size")
    left = odds.unseen(TILES)
    found = odds.chances(left, size)
    st.markdown(words["intro"])
    metrics(found)
    shown = dict(zip(Chances._fields, map(percent, found), strict=True))
    with st.container(key="chances"):
        st.altair_chart(
            charts.chances_by_size(TILES.highest, size, LARGEST),
            alt=words["alt"].format(largest=LARGEST, size=size, **shown),
        )
    sizes = sorted({*DEALT, size})
    st.table(
        table_of({str(n): odds.chances(left, n) for n in sizes}, words["size"]),
        alt=words["table"].format(sizes=", ".join(map(str, sizes))),
    )
    hands = written(comb(left.tiles, size))
    st.caption(words["exact"].format(hands=hands, size=size))


def hand_size(label: str, key: str) -> int:
    """A slider for the tiles in a hand, bound to the address."""
    return int(st.slider(label, 1, LARGEST, DEALT[-1], key=key, bind="query-params"))


def metrics(found: Chances) -> None:
    """The three chances side by side."""
    words = WORDS["chances"]
    with st.container(horizontal=True):
        for name, chance in zip(Chances._fields, found, strict=True):
            st.metric(words[name], percent(chance), border=True)


def table_of(rows: dict[str, Chances], title: str) -> pd.DataFrame:
    """Chances as a table, a row for each hand."""
    words = WORDS["chances"]
    columns = [words[name] for name in Chances._fields]
    shown = [list(map(percent, found)) for found in rows.values()]
    return pd.DataFrame(shown, columns=columns, index=pd.Index(rows, name=title))


def given_your_hand() -> None:
    """What the opponent holds once your own hand is known."""
    words = WORDS["given"]
    st.header(words["heading"])
    st.markdown(words["intro"])
    mine, held, left = picked() if by_tiles() else counted()
    theirs = hand_size(words["theirs"], "theirs")
    if not mine:
        st.info(words["empty"], icon=":material/touch_app:")
        return
    slots = {"mine": mine, "held": held, "theirs": theirs, "left": left.tiles}
    st.markdown(words["answer"].format(**slots))
    metrics(odds.chances(left, theirs))
    said = words["by_count"].format(mine=mine, theirs=theirs)
    st.markdown(f"{said}:")
    st.table(none_by_held(mine, held, theirs), alt=said)
    st.caption(words["exact"].format(hands=written(comb(left.tiles, theirs))))


def by_tiles() -> bool:
    """Choose between picking a hand and counting its matadors; large sets are only counted."""
    words = WORDS["given"]
    if len(TILES.tiles) > PICKABLE:
        st.markdown(words["only_count"].format(all=len(TILES.tiles)))
        return False
    ways = [words["pick"], words["count"]]
    way = st.segmented_control(
        words["way"], ways, default=ways[0], required=True, persist_state="session", key="way"
    )
    return bool(way != words["count"])


def picked() -> tuple[int, int, Unseen]:
    """The hand picked tile by tile: its size, its matadors, and what is left."""
    with st.container(key="tiles-mine"):
        names = {messages.tile_name(one): one for one in TILES.tiles}
        tapped = st.pills(
            WORDS["given"]["tiles"],
            list(names),
            selection_mode="multi",
            format_func=lambda name: tile_picture(names[name]),
            persist_state="session",
            key=f"mine-tiles-{TILES.highest}",
        )
    hand = [names[name] for name in tapped][:LARGEST]
    return len(hand), len(TILES.matadors.intersection(hand)), odds.unseen(TILES, hand)


def counted() -> tuple[int, int, Unseen]:
    """Only how many matadors the hand has: the same three things."""
    words = WORDS["given"]
    mine = hand_size(words["mine"], "mine")
    possible = list(odds.matadors_possible(TILES, mine))
    held = st.segmented_control(
        words["held"], possible, default=0, required=True, persist_state="session", key="held"
    )
    held = known(held, possible, possible[0])
    every, some = held == len(MATADORS), 0 < held < len(MATADORS)
    ticked = st.checkbox(words["blank"], disabled=not some, key="blank", persist_state="session")
    return mine, held, odds.unseen_beside(TILES, mine, held, every or (some and ticked))


def none_by_held(mine: int, held: int, theirs: int) -> pd.DataFrame:
    """How the opponent's chance of no matador grows with yours. Which ones you hold is all one."""
    words = WORDS["given"]
    rows = {}
    for count in odds.matadors_possible(TILES, mine):
        left = odds.unseen_beside(TILES, mine, count, count == len(MATADORS))
        mark = f"**{count}** ← {words['here']}" if count == held else str(count)
        rows[mark] = percent(odds.chances(left, theirs).none)
    index = pd.Index(rows, name=words["yours"])
    return pd.DataFrame({words["none"]: list(rows.values())}, index=index)


st.markdown(WORDS["intro"])
words_for(WORDS["intro"], rules=RULES)
close_and_open()
the_matadors()
by_hand_size()
given_your_hand()
st.header(WORDS["drill"]["heading"])
show_drill("matadors", RULES)
st.page_link("pages/opening.py", label=WORDS["next"]["label"], icon=":material/arrow_forward:")
