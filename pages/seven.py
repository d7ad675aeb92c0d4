"""The seven rule: one end, two ends, and a drill."""

import streamlit as st

from matador.game.rules import Rules
from matador.game.tiles import TileSet
from matador.teach import messages
from matador.teach.prose import prose
from matador.teach.questions import lesson_rules, why_count
from matador.ui import charts, draw, figures
from matador.ui.drill import LAST, NUMBER, show_drill
from matador.ui.lesson import begin, known, numbers
from matador.ui.pair import PairTable, pair_table, show_pair
from matador.ui.shell import enter

SETS = ("6", "9", "12")

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
    wild = [one for one in answers if one in tiles.matadors]
    with st.container(key="one-end"):
        st.markdown(_rule(tiles, end, len(answers)))
        figures.show(
            draw.tiles_svg(
                draw_order(tiles),
                marks={one: "good" if one in answers else "dim" for one in tiles.tiles},
                matadors=wild,
                columns=_columns(tiles),
                label="",
            ),
            words["picture"].format(
                all=len(tiles.tiles), end=end, tiles=", ".join(map(messages.tile_name, answers))
            ),
        )
        st.caption(words["legend"])
    st.markdown(words["partners"].format(pairs=_pairs(tiles)))


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


def draw_order(tiles: TileSet) -> list[tuple[int, int]]:
    """The set in rows of equal length: each number's row, filled up with a short one."""
    rows = [[one for one in tiles.tiles if one.low == low] for low in range(tiles.highest + 1)]
    folded = []
    whole = [rows.pop(0)] if len(rows) % 2 else []
    while rows:
        folded.append(rows.pop(0) + rows.pop())
    return [one for row in whole + folded for one in row]


def _columns(tiles: TileSet) -> int:
    return len(tiles.tiles) // ((tiles.highest + 2) // 2)


def tile_set() -> Rules:
    """Choose a set; what the address asks for beside it is looked at first."""
    asked = st.query_params.get("set")
    halves = numbers(0, int(asked if asked in SETS else SETS[0]))
    allowed = {"set": SETS, "end": halves, "left": halves, "right": halves}
    begin(WORDS["title"], {**allowed, NUMBER: numbers(1, LAST)})
    with st.popover(WORDS["sets"], icon=":material/stacks:"):
        chosen = st.segmented_control(
            WORDS["set"], SETS, default=SETS[0], required=True, key="set", bind="query-params"
        )
    return lesson_rules(known(chosen, SETS, SETS[0]))


RULES = tile_set()
st.markdown(WORDS["intro"].format(target=RULES.tiles.target))
one_end(RULES.tiles)
two_ends(RULES)
st.header(WORDS["drill"]["heading"])
show_drill("seven", RULES)
if st.button(WORDS["next"]["label"], icon=":material/arrow_forward:", icon_position="right"):
    st.switch_page("pages/matadors.py")
