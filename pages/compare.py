"""The sources: what all agree on, the table, one question, two rule sets, what is paid."""

import streamlit as st

from matador.teach import messages, sources
from matador.teach.content import Preset, load_presets
from matador.teach.crosswise import readings
from matador.teach.prose import prose
from matador.ui import bound, compare
from matador.ui.shell import enter

enter()
TEXT = prose("compare")
TITLES = compare.titles()
BY_TITLE = {title: load_presets()[name] for name, title in TITLES.items()}
READING = 760  # pixels: a line of text that the eye can follow


@st.cache_data(show_spinner=False)
def tried() -> tuple[sources.Fact, ...]:
    """The facts said to be shared; trying them takes a moment, and they never change."""
    return sources.shared_facts()


def shared() -> None:
    """What all sources agree on, tried by the engine."""
    text = TEXT["shared"]
    facts = tried()
    with st.container(width=READING):
        st.header(text["title"])
        lines = [fact_line(fact) for fact in facts if not fact.failing]
        st.markdown("\n".join([text["intro"].format(all=len(TITLES)), "", *lines]))
        theorem()
        with st.expander(text["nearly"]):
            st.markdown("\n".join(fact_line(fact) for fact in facts if fact.failing))
            st.caption(text["checked"])


def theorem() -> None:
    """Whether a matador lying across is answered by an equal half or by the target."""
    text = TEXT["theorem"]
    with st.expander(text["title"]):
        st.markdown(text["says"])
        rows = [text["row"].format(**reading._asdict()) for reading in readings()]
        st.markdown("\n".join([*text["head"], *rows]))
        st.caption(TEXT["shared"]["checked_sets"])


def fact_line(fact: sources.Fact) -> str:
    """One fact as a list item, and where it does not hold or is only assumed."""
    text = TEXT["shared"]
    said = text["facts"][fact.id].format(**fact.slots)
    notes = []
    if fact.speaking is not None:
        notes.append(text["spoken"].format(all=len(TITLES), speak=fact.speaking))
    if fact.failing:
        names = ", ".join(preset.title for preset in fact.failing)
        notes = [text["fails"].format(names=names)]
    return f"- {said}" + "".join(f" :small[({note})]" for note in notes)


def choose() -> tuple[Preset, ...]:
    """The sources that the reader wants side by side."""
    text = TEXT["choose"]
    usual = [TITLES[name] for name in sources.USUAL]
    asked = st.session_state.get("sources", st.query_params.get_all("sources")) or usual
    with st.expander(text["label"].format(count=len(asked), all=len(TITLES))):
        picked = st.pills(
            text["pills"],
            list(TITLES.values()),
            selection_mode="multi",
            default=usual,
            key="sources",
            bind="query-params",
        )
        with st.container(horizontal=True):
            st.button(text["usual"].format(count=len(usual)), on_click=pick, args=(usual,))
            st.button(
                text["every"].format(all=len(TITLES)), on_click=pick, args=(list(TITLES.values()),)
            )
    if not picked:
        st.info(text["none"].format(count=len(usual)))
        picked = usual
    return tuple(preset for title, preset in BY_TITLE.items() if title in picked)


def pick(names: list[str]) -> None:
    """Choose these sources."""
    st.session_state["sources"] = names


def table_view(presets: tuple[Preset, ...]) -> None:
    """All sources side by side, one decision point a row."""
    text, filters = TEXT["filter"], compare.filters()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        label = st.segmented_control(
            text["label"],
            list(filters.values()),
            default=filters["differ"],
            required=True,
            wrap=True,
            key="rows",
            bind="query-params",
        )
        search = st.text_input(
            text["search"],
            key="rows_search",
            placeholder=text["placeholder"],
            max_chars=60,
            width=260,
        )
    every = sources.matrix(presets)
    keep = {
        filters["differ"]: lambda row: row.differs,
        filters["agree"]: lambda row: row.undisputed,
        filters["silent"]: lambda row: bool(row.silent),
        filters["all"]: lambda _: True,
    }[label]
    rows = sources.found_in(filter(keep, every), search)
    counts = text["count"].format(shown=len(rows), all=len(every), sources=len(presets))
    scroll = TEXT["table"]["scroll"].format(question=TEXT["view"]["question"])
    st.markdown(f"{counts} {scroll}")
    st.html(compare.key())
    if rows:
        st.html(compare.table(rows, presets))
    else:
        st.info(text["nothing"])
    st.download_button(
        TEXT["table"]["download"],
        compare.csv(every),
        file_name="matador-sources.csv",
        mime="text/csv",
        icon=":material/download:",
    )


def question_view(presets: tuple[Preset, ...]) -> None:
    """One decision point, and what each source says of it."""
    text, labels = TEXT["question"], compare.questions()
    fields = {label: field for field, label in labels.items()}
    picked = st.selectbox(text["label"], list(fields), key="row", bind="query-params")
    row = sources.row(fields[picked], presets)
    st.header(row.words.question)
    key = "nobody" if not row.agreeing else "alone" if len(row.speaking) == 1 else "alike"
    st.markdown(text[key].format(agreeing=row.agreeing, all=len(presets)))
    for words, entries in row.by_value():
        with st.container(border=True):
            st.markdown(f"**{words.long}**")
            st.markdown("\n".join(map(entry_line, entries)))
    if row.unclear:
        with st.container(border=True):
            st.markdown(f"**{text['unclear']}**")
            st.markdown("\n".join(map(entry_line, row.unclear)))
    if row.silent:
        with st.container(border=True):
            st.markdown(f"**{text['silent']}**")
            st.markdown("\n".join(silent_lines(row)))
    st.caption(text["link"])


def entry_line(entry: sources.Entry) -> str:
    """What one source does about a decision point, as a list item with its citation."""
    reading = TEXT["question"]["unclear_reading"].format(value=entry.words.short)
    value = reading if entry.cell.status == "unclear" else ""
    said = ", ".join(filter(None, (compare.status(entry), value, compare.others(entry))))
    small = ". ".join(filter(None, (compare.cited(entry), entry.cell.note.rstrip("."))))
    return f"- **{entry.preset.title}** {said}  \n  :small[{small}.]"


def silent_lines(row: sources.Row) -> list[str]:
    """The sources that say nothing, gathered by what we assume and why."""
    found: dict[tuple[str, str], list[str]] = {}
    for entry in row.silent:
        found.setdefault((entry.words.short, entry.cell.note), []).append(entry.preset.title)
    filled, assumed = TEXT["question"]["silent_assumed"], compare.sign("assumed")
    return [
        f"- **{', '.join(names)}** {compare.sign('silent')}, "
        f"{filled.format(assumed=assumed, value=value)}  \n  :small[{note}]"
        for (value, note), names in found.items()
    ]


def two_view() -> None:
    """Two rule sets and the sentences in which they differ."""
    text, usual = TEXT["two"], list(TITLES)
    columns = st.columns(2)
    first, second = (
        BY_TITLE[
            column.selectbox(
                text[label], list(BY_TITLE), index=usual.index(name), key=key, bind="query-params"
            )
        ]
        for column, label, key, name in zip(
            columns, ("one", "other"), "ab", sources.USUAL[:2], strict=True
        )
    )
    if first == second:
        st.info(text["same"].format(one=first.title))
        return
    found = sources.differences(first, second)
    spoken = [one for one in found if one.spoken]
    names = {"one": first.title, "other": second.title}
    counts = {"count": len(found), "spoken": len(spoken), "all": len(compare.questions())}
    st.markdown(f"{text['count'].format(**names, **counts)} {text['spoken'].format(**counts)}")
    with st.container(width=READING):
        for one in spoken:
            difference(one)
        assumed = [one for one in found if not one.spoken]
        if assumed:
            with st.expander(text["assumed"].format(count=len(assumed)), expanded=not spoken):
                for one in assumed:
                    difference(one)
    st.caption(" ".join(nearest_line(preset) for preset in (first, second)))


def difference(one: sources.Difference) -> None:
    """One point of difference: what either rule set has."""
    with st.container(border=True, gap="small"):
        st.markdown(f"**{one.words.label}**")
        st.markdown("\n".join(difference_line(entry) for entry in (one.one, one.other)))


def difference_line(entry: sources.Entry) -> str:
    """A rule set's sentence, and how it comes by it."""
    mark = compare.status(entry)
    if entry.cell.status == "silent":
        mark += f", {compare.sign('assumed')}"
    also = compare.others(entry)
    said = f"{entry.words.long} *{mark}{'; ' if also else ''}{also}*"
    return f"- **{entry.preset.title}:** {said}"


def nearest_line(preset: Preset) -> str:
    """The rule set most like this one."""
    near = next(n for n in sources.nearest(preset.rules) if n.preset.id != preset.id)
    names = {"one": preset.title, "near": near.preset.title}
    return str(TEXT["two"]["nearest"].format(**names, count=near.differences))


def payment_view(presets: tuple[Preset, ...]) -> None:
    """What each source pays for the same hand."""
    text = TEXT["payment"]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        typed = st.text_input(
            text["pips"],
            compare.written(compare.PIPS),
            key="pips",
            bind="query-params",
            help=text["pips_help"],
            max_chars=60,
            width=240,
        )
        pips = compare.pips_in(typed) or compare.PIPS
        out = how_it_ended(len(pips))
    if compare.pips_in(typed) is None:
        shown = compare.written(compare.PIPS)
        st.warning(text["bad"].format(most=compare.MOST, shown=shown))
    pairs = len(pips) == 4 and st.toggle(text["pairs"], key="pairs", bind="query-params")
    if pairs:
        st.caption(text["pairs_note"])
    if out is not None and pips[out]:
        st.caption(text["held"].format(seat=messages.player(out)[-1], pips=pips[out]))
    found = [sources.payment(preset, pips, out, pairs) for preset in presets]
    st.markdown(f"**{worth(found)}**")
    drawn = compare.bars(found)
    st.altair_chart(compare.chart(drawn), alt=compare.chart_text(drawn))
    st.html(compare.payments_table(found, len(pips)))


def how_it_ended(players: int) -> int | None:
    """Ask how the hand ended: the seat that went out, or None when it is blocked."""
    labels = compare.outs(players)
    options = list(labels.values())
    if st.session_state.get("out", options[0]) not in options:
        st.session_state["out"] = options[0]
    picked = st.selectbox(
        TEXT["payment"]["out"], options, key="out", bind="query-params", width=240
    )
    seat = options.index(picked)
    return seat - 1 if seat else None


def worth(found: list[sources.Payment]) -> str:
    """How far the payments lie apart."""
    amounts = sorted({payment.points for payment in found if payment.points})
    key = "differ" if len(amounts) > 1 else "alike"
    return str(TEXT["payment"][key].format(amounts=" / ".join(map(str, amounts)) or 0))


VIEWS = {
    "table": table_view,
    "question": question_view,
    "two": lambda _: two_view(),
    "payment": payment_view,
}

trouble = bound.mended("compare", compare.readers(), TEXT["trouble"]["several"])
st.html(compare.STYLE)
st.title(TEXT["title"])
st.markdown(TEXT["lead"].format(count=len(TITLES)))
if trouble:
    st.warning(trouble)
shared()
chosen = choose()
tabs = st.tabs(list(compare.views().values()), key="view", bind="query-params")
for name, tab in zip(compare.views(), tabs, strict=True):
    if tab.open:
        with tab:
            VIEWS[name](chosen)
