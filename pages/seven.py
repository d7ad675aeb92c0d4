"""The seven rule: one end, two ends, and a drill."""

from collections.abc import Collection, Mapping, Sequence

import streamlit as st

from matador.game.rules import Rules
from matador.game.tiles import Tile, TileSet
from matador.teach import messages
from matador.teach.prose import prose
from matador.teach.questions import why_count
from matador.ui import charts, draw, figures
from matador.ui.drill import LAST, NUMBER, show_drill
from matador.ui.glossary import words_for
from matador.ui.lesson import choose_set, known, numbers
from matador.ui.pair import PairTable, pair_table, show_pair
from matador.ui.shell import enter

LEGIBLE = 55  # tiles in one picture that a phone can show; of a larger set only the answers

enter()
WORDS = prose("seven")


def one_end(tiles: TileSet) -> None:
    """Choose an end; all tiles of the set, with those that answer it marked."""
    words = WORDS["end"]
    halves = range(tiles.highest + 1)
    end = st.segmented_control(
        words["label"],
        halves,
        default=tiles.highest,
        required=True,
        key="end",
        bind="query-params",
    )
    end = known(end, halves, tiles.highest)
    answers = tiles.answers(end)
    with st.container(key="one-end"):
        st.markdown(_rule(tiles, end, len(answers)))
        _show_answers(tiles, end, answers)
        st.caption(words["legend"])
    st.markdown(words["partners"].format(pairs=_pairs(tiles)))


def _show_answers(tiles: TileSet, end: int, answers: Sequence[Tile]) -> None:
    """The whole set with the answers marked; of a large set a phone shows the answers alone."""
    words, names = WORDS["end"], ", ".join(map(messages.tile_name, answers))
    facts = {"all": len(tiles.tiles), "count": len(answers), "end": end, "tiles": names}
    large = len(tiles.tiles) > LEGIBLE
    with st.container(key="wide-set" if large else "any-set"):
        whole = _picture(draw_order(tiles), answers, tiles, _columns(tiles))
        figures.show(whole, words["picture"].format(**facts))
    if large:
        with st.container(key="narrow-answers"):
            figures.show(_picture(answers, answers, tiles, 7), words["answers"].format(**facts))


def _picture(shown: Sequence[Tile], answers: Sequence[Tile], tiles: TileSet, columns: int) -> str:
    """Tiles with the answers ticked and the matadors among them inlaid."""
    return draw.tiles_svg(
        shown,
        marks={one: "good" if one in answers else "dim" for one in shown},
        matadors=tiles.matadors.intersection(answers),
        columns=columns,
        label="",
    )


def two_ends(rules: Rules) -> None:
    """The heat map, two choices, and a board with those ends: each follows the others."""
    words, tiles = WORDS["heat"], rules.tiles
    st.header(words["heading"])
    st.markdown(words["intro"].format(all=len(tiles.tiles)))
    table = pair_table(rules)
    facts = _facts(tiles, *table.ends)
    chart, beside = st.columns([3, 2], vertical_alignment="center")
    with chart:
        st.altair_chart(
            charts.heat_map(tiles.highest, *table.ends),
            width="content",
            on_select=table.follow_chart,
            selection_mode=charts.CELL,
            key=table.chart_key,
            alt=words["alt"].format(**facts),
        )
    with beside:
        st.markdown(words["read"].format(**facts))
        table.choose(words["left"], words["right"])
    show_pair(table, todo=_chosen(tiles, table), hand=words["hand"])


def _rule(tiles: TileSet, end: int, count: int) -> str:
    words, needs = WORDS["end"], tiles.needs(end)
    slots = {"end": end, "target": tiles.target, "count": count, "all": len(tiles.tiles)}
    if not needs:
        return str(words["rule_blank"].format(**slots))
    carry = sum(needs[0] in one for one in tiles.tiles)
    return str(words["rule"].format(needs=needs[0], carry=carry, wild=count - carry, **slots))


def _pairs(tiles: TileSet) -> str:
    """Which halves make the target together."""
    words, found = WORDS["end"], []
    for low in range(1, tiles.highest + 1):
        high = tiles.needs(low)[0]
        if low <= high:
            found.append(words["double" if low == high else "pair"].format(low=low, high=high))
    return ", ".join(found)


def _facts(tiles: TileSet, left: int, right: int) -> dict[str, object]:
    """The numbers of the heat map by kind of pair, and of the pair chosen."""
    one, other = 1, 2
    return {
        "both": len(tiles.answers(0, 0)),
        "single": len(tiles.answers(one, one)),
        "pair": len(tiles.answers(one, other)),
        "best": len(tiles.answers(one, *tiles.needs(one))),
        "target": tiles.target,
        "left": left,
        "right": right,
        "chosen": len(tiles.answers(left, right)),
    }


def _chosen(tiles: TileSet, table: PairTable) -> str:
    words, answers = WORDS["heat"], tiles.answers(*table.ends)
    why = why_count(tiles, *table.ends)
    left, right = table.ends
    said = words["chosen"].format(
        left=left, right=right, count=len(answers), all=len(tiles.tiles), why=why
    )
    lying = len(answers) - len(table.timeline.position.hand)
    if lying:
        said += " " + words["on_table" if lying == 1 else "on_table_many"].format(count=lying)
    if not table.timeline.position.hand.tiles:
        said += " " + words["none"]
    return str(said)


def draw_order(tiles: TileSet) -> list[Tile]:
    """The set in rows of equal length: each number's row, filled up with a short one."""
    rows = [[one for one in tiles.tiles if one.low == low] for low in range(tiles.highest + 1)]
    folded = []
    whole = [rows.pop(0)] if len(rows) % 2 else []
    while rows:
        folded.append(rows.pop(0) + rows.pop())
    return [one for row in whole + folded for one in row]


def _columns(tiles: TileSet) -> int:
    return len(tiles.tiles) // ((tiles.highest + 2) // 2)


def allowed(tiles: TileSet) -> Mapping[str, Collection[str]]:
    """What the address may ask for."""
    halves = numbers(0, tiles.highest)
    return {"end": halves, "left": halves, "right": halves, NUMBER: numbers(1, LAST)}


RULES = choose_set(WORDS["title"], allowed)
INTRO = WORDS["intro"].format(target=RULES.tiles.target)
st.markdown(INTRO)
words_for(f"{INTRO} {WORDS['end']['legend']}", rules=RULES)
one_end(RULES.tiles)
two_ends(RULES)
st.header(WORDS["drill"]["heading"])
show_drill("seven", RULES)
st.page_link("pages/matadors.py", label=WORDS["next"]["label"], icon=":material/arrow_forward:")
