"""The sources: what all agree on, the table, one question, two rule sets, payment, the data."""

from importlib import import_module
from types import ModuleType

import streamlit as st

from matador.teach import matrix, sources
from matador.teach.content import Source, load_presets, load_rule_words, load_sources
from matador.teach.crosswise import readings
from matador.teach.effects import WHISKER
from matador.teach.prose import prose
from matador.ui import bound, compare, compare_data, compare_detail, compare_links, compare_two
from matador.ui.compare_table import table
from matador.ui.shell import enter

enter()
TEXT = prose("compare")
SHORTS = compare.shorts()
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
        st.markdown("\n".join(f"- {fact_line(fact)}" for fact in facts if not fact.failing))
        st.caption(text["checked"].format(all=len(load_presets())))
        with st.expander(text["nearly"]):
            st.markdown("\n".join(f"- {fact_line(fact)}" for fact in facts if fact.failing))


def fact_line(fact: sources.Fact) -> str:
    """One fact, whether the engine finds it so, and where that can be seen."""
    text = TEXT["shared"]
    said, page = text["facts"][fact.id].format(**fact.slots), text["pages"][fact.id]
    if fact.failing:
        names = ", ".join(preset.title for preset in fact.failing)
        return str(text["fails"].format(said=said, names=names, page=page))
    spoken = "" if fact.speaking is None else text["spoken"].format(speak=fact.speaking)
    tries = f"{fact.tried:,}"
    return str(text["line"].format(said=said, tried=tries, spoken=spoken, page=page))


def choose() -> tuple[Source, ...]:
    """The sources that the reader wants side by side."""
    text, labels = TEXT["choose"], list(SHORTS.values())
    usual = [SHORTS[name] for name in compare.USUAL]
    asked = st.session_state.get("sources", st.query_params.get_all("sources")) or usual
    # The count stands within: with another label the browser would fold it in after each choice.
    with st.expander(text["label"].format(all=len(labels))):
        picked = st.pills(
            text["pills"].format(count=len(asked), all=len(labels)),
            labels,
            selection_mode="multi",
            default=usual,
            key="sources",
            bind="query-params",
        )
        with st.container(horizontal=True):
            st.button(text["usual"].format(count=len(usual)), on_click=pick, args=(usual,))
            st.button(text["every"].format(all=len(labels)), on_click=pick, args=(labels,))
    if not picked:
        st.info(text["none"].format(count=len(usual)))
        picked = usual
    found = [name for name, label in SHORTS.items() if label in picked]
    return tuple(load_sources()[name] for name in found)


def pick(names: list[str]) -> None:
    """Choose these sources."""
    st.session_state["sources"] = names


# --- the table ------------------------------------------------------------------------------------


def table_view() -> None:
    """All sources side by side, one decision point a row."""
    shown, text, filters = choose(), TEXT["filter"], compare.filters()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kept = pressed(text["label"], filters, "differ", "rows")
        order = pressed(TEXT["order"]["label"], compare.orders(), "effect", "order")
        search = st.text_input(
            text["search"],
            key="rows_search",
            placeholder=text["placeholder"],
            max_chars=60,
            width=200,
        )
    every = matrix.matrix(shown)
    keep = {
        filters["differ"]: lambda row: row.differs,
        filters["agree"]: lambda row: row.undisputed,
        filters["silent"]: lambda row: bool(row.silent),
        filters["all"]: lambda _: True,
    }[kept]
    grouped = order == compare.orders()["rules"]
    rows = matrix.found_in(filter(keep, every), search)
    rows = rows if grouped else matrix.by_effect(rows)
    st.markdown(text["count"].format(shown=len(rows), all=len(every), sources=len(shown)))
    st.html(compare.key())
    if rows:
        st.html(table(rows, shown, grouped))
    else:
        st.info(text["nothing"])
    at = matrix.usual()
    slots = {"players": at.players, "policy": at.policy, "errors": WHISKER}
    base = load_presets()[at.rules].title
    about = TEXT["table"]["effects"].format(base=base, **slots)
    st.markdown(f":small[{TEXT['table']['copies']} {about}]")


def pressed(label: str, options: dict[str, str], usual: str, key: str) -> str:
    """A choice of one, kept in the address."""
    return st.segmented_control(
        label,
        list(options.values()),
        default=options[usual],
        required=True,
        wrap=True,
        key=key,
        bind="query-params",
    )


# --- one question ---------------------------------------------------------------------------------


def question_view() -> None:
    """One decision point, and what each source says of it."""
    shown, text, labels = choose(), TEXT["question"], compare.questions()
    fields = {label: field for field, label in labels.items()}
    field = fields[st.selectbox(text["label"], list(fields), key="row", bind="query-params")]
    row = matrix.row(field, shown)
    st.header(row.words.question)
    key = "nobody" if not row.voices else "alone" if len(row.voices) == 1 else "alike"
    st.markdown(text[key].format(agreeing=row.agreeing, all=len(row.voices)))
    effect = compare.effect(matrix.effect(row), compare.values_of(row))
    st.markdown(f":small[{TEXT['table']['effect']}: [{effect}](effects?d={field})]")
    for words, entries in row.by_value():
        answer(words.long, entries)
    if row.unclear:
        answer(text["unclear"], row.unclear)
    if row.silent:
        with st.container(border=True):
            st.markdown(f"**{text['silent']}**")
            st.markdown(", ".join(map(linked, row.silent)))
    filled_in(field)
    if field in ("cross_open", "cross_reading"):
        theorem()


def answer(title: str, entries: tuple[matrix.Entry, ...]) -> None:
    """One answer and who gives it."""
    with st.container(border=True):
        st.markdown(f"**{title}**")
        st.markdown("\n".join(map(entry_line, entries)))


def linked(entry: matrix.Entry) -> str:
    """A source with a link to its cell."""
    return f"[{entry.source.short}]({compare.cell_address(entry.field, entry.source.id)})"


def entry_line(entry: matrix.Entry) -> str:
    """What one source says of a decision point, as a list item with its citation."""
    value, note = "", entry.cell.note.rstrip(".") if entry.cell else ""
    if entry.words and entry.status == "unclear":
        value = TEXT["question"]["unclear_reading"].format(value=entry.words.short)
    kin = compare.kin(entry.source)
    said = ", ".join(filter(None, (compare.sign(entry.status), value, compare.others(entry), kin)))
    small = ". ".join(filter(None, (compare.cited(entry), note)))
    return f"- **{linked(entry)}** {said}  \n  :small[{small}.]"


def theorem() -> None:
    """Whether a matador lying across is answered by an equal half or by the target."""
    text = TEXT["theorem"]
    with st.expander(text["title"]):
        st.markdown(text["says"])
        rows = [text["row"].format(**reading._asdict()) for reading in readings()]
        st.markdown("\n".join([*text["head"], *rows]))
        st.caption(TEXT["shared"]["checked_sets"])


def filled_in(field: str) -> None:
    """What is assumed in the rule sets whose sources are silent, gathered by value and reason."""
    found: dict[tuple[str, str], list[str]] = {}
    values = load_rule_words()[field].values
    for preset in load_presets().values():
        cell = preset.fields[field]
        if cell.status == "silent":
            found.setdefault((values[cell.value].short, cell.note), []).append(preset.title)
    if found:
        with st.expander(TEXT["question"]["played"]):
            mark = compare.sign("assumed")
            lines = [
                f"- {mark}: **{value}** in {', '.join(names)}  \n  :small[{note}]"
                for (value, note), names in found.items()
            ]
            st.markdown("\n".join(lines))


# --- payment --------------------------------------------------------------------------------------


def payment_view() -> None:
    """What the rule sets of the chosen sources pay for the same hand."""
    shown = {source.id for source in choose()}
    found = [preset for preset in load_presets().values() if preset.sources[0] in shown]
    payments().view(found or sources.chosen(compare.SIDES.values()))


def payments() -> ModuleType:
    """The calculator, which takes a while to load."""
    return import_module("matador.ui.payments")


VIEWS = {
    "table": table_view,
    "question": question_view,
    "two": compare_two.view,
    "payment": payment_view,
    "data": compare_data.view,
}

if row_asked := st.session_state.pop(compare_detail.ROW, None):
    compare_links.show("view", compare.views()["question"])
    compare_links.show("row", compare.questions()[row_asked])
readers = compare.readers()
if st.query_params.keys() - readers.keys():
    readers |= payments().readers()
trouble = bound.mended("compare", readers, TEXT["trouble"]["several"])
st.html(compare.STYLE)
st.title(TEXT["title"])
st.markdown(TEXT["lead"].format(count=len(SHORTS)))
if trouble:
    st.warning(trouble)
shared()
tabs = st.tabs(list(compare.views().values()), key="view", bind="query-params")
for name, tab in zip(compare.views(), tabs, strict=True):
    if tab.open:
        with tab:
            VIEWS[name]()
compare_links.mount()
if cell := compare_detail.asked():
    compare_detail.show(cell)
