// The pad keeps no rules: it gathers what is typed and tapped for one hand and sends it in the
// notation of Python's `write_result`; what that is worth, and whether it can be, comes back.

const SOON = 120; // milliseconds after the last key until Python is asked what it thinks
const DIGITS = 4;
const BLOCKED = "x", TILES = "~";
const BESIDE = 4; // parties whose sheet has room beside the fields

// One record for each mounted pad; the default export runs again on every change of data or
// theme, so what is typed lives here. Python's draft counts only when `rev` is another.
const views = new WeakMap();

const fill = (text, slots) => text.replace(/\{(\w+)\}/g, (all, name) => slots[name] ?? all);

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.filter((one) => one != null));
  return node;
}

// --- the hand as it is written ------------------------------------------------------------

function readDraft(text, seats) {
  const [end, ...left] = text.split("-");
  return {
    end: end.slice(0, 1),
    last: end.slice(1),
    left: seats.map((_, i) => {
      const one = left[i] ?? "";
      if (!one.startsWith(TILES)) return { text: one, tiles: new Set() };
      return { text: "", tiles: new Set(one.slice(1).match(/../g)) };
    }),
  };
}

function writeDraft({ end, last, left }) {
  const each = left.map(({ text, tiles }) => (tiles.size ? TILES + [...tiles].sort().join("") : text));
  return [end + (end === BLOCKED ? last : ""), ...each].join("-");
}

function send(view, kind, hand) {
  clearTimeout(view.timer);
  view.timer = 0;
  view.send("event", { kind, rev: view.data.rev, hand: hand ?? writeDraft(view.draft) });
}

function soon(view) {
  clearTimeout(view.timer);
  view.timer = setTimeout(() => send(view, "draft"), SOON);
}

// --- the fields of a hand -----------------------------------------------------------------

function choice(view, group, value, label, chosen, onchoose) {
  const input = make("input", {
    type: "radio", name: `pad-${group}`, value, checked: chosen, onchange: onchoose,
  });
  return make("label", { class: "pad-choice" }, input, make("span", {}, label));
}

function endOf(view) {
  const { data, draft } = view, { entry } = data.words;
  const choose = (value) => () => {
    draft.end = value;
    drawOut(view);
    send(view, "draft");
    // Only where a finger or a mouse chose: with the arrow keys one goes through all of them.
    if (view.pointed) nextField(view, -1)?.focus();
  };
  const choices = data.seats.map(({ id, name }) =>
    choice(view, "end", id, fill(entry.out, { name }), draft.end === id, choose(id)));
  choices.push(choice(view, "end", BLOCKED, entry.blocked, draft.end === BLOCKED, choose(BLOCKED)));
  return make("fieldset", { class: "pad-end" },
    make("legend", {}, entry.end), make("div", { class: "pad-choices" }, ...choices));
}

function lastOf(view) {
  const { data, draft } = view;
  const choices = data.seats.map(({ id, name }) =>
    choice(view, "last", id, name, draft.last === id, () => { draft.last = id; send(view, "draft"); }));
  return make("fieldset", { class: "pad-last" },
    make("legend", {}, data.words.entry.last), make("div", { class: "pad-choices" }, ...choices));
}

function leftOf(view) {
  const { data } = view;
  view.rows = data.seats.map((seat, i) => rowOf(view, seat, i));
  return make("fieldset", { class: "pad-left" },
    make("legend", {}, data.words.entry.left),
    make("div", { class: "pad-rows" }, ...view.rows.map((row) => row.node)),
    make("p", { class: "pad-note" }, data.count));
}

function rowOf(view, { id, name }, i) {
  const { entry } = view.data.words;
  const input = make("input", {
    id: `pad-pips-${id}`, type: "text", inputmode: "numeric", autocomplete: "off",
    maxlength: DIGITS, enterkeyhint: "next", "aria-label": fill(entry.pips, { name }),
    oninput: () => typed(view, i), onblur: () => view.timer && send(view, "draft"),
    onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); onward(view, i); } },
  });
  const panel = make("div", {
    class: "pad-tiles", id: `pad-tiles-${id}`, role: "group", hidden: true,
    "aria-label": fill(entry.tiles_of, { name }),
  });
  const toggle = make("button", {
    type: "button", class: "pad-button", "aria-expanded": "false", "aria-controls": panel.id,
    "aria-label": fill(entry.tiles_of, { name }), onclick: () => unfold(view, i),
  }, entry.tiles);
  const chosen = make("p", { class: "pad-chosen", hidden: true });
  const node = make("div", { class: "pad-row" },
    make("label", { for: input.id }, name), input, toggle, chosen, panel);
  return { node, input, panel, toggle, chosen };
}

function typed(view, i) {
  const { input } = view.rows[i];
  input.value = input.value.replace(/\D/g, "").slice(0, DIGITS);
  view.draft.left[i] = { text: input.value, tiles: new Set() };
  drawRow(view, i);
  soon(view);
}

function nextField(view, from) {
  const free = (i) => view.data.seats[i].id !== view.draft.end && !view.draft.left[i].tiles.size;
  const later = view.rows.map((_, i) => i).filter((i) => i > from && free(i));
  return later.length ? view.rows[later[0]].input : null;
}

// Enter goes to the next field, and from the last one to the button that adds the hand.
function onward(view, i) {
  (nextField(view, i) ?? view.add).focus();
}

function unfold(view, i) {
  const { panel, toggle } = view.rows[i];
  panel.hidden = !panel.hidden;
  toggle.setAttribute("aria-expanded", String(!panel.hidden));
  if (!panel.children.length) panel.append(...view.data.tiles.map((tile) => tileOf(view, tile, i)));
  drawRow(view, i);
}

function tileOf(view, { id, name }, i) {
  const halves = name.split("-").map((half) => make("span", {}, half));
  return make("button", {
    type: "button", class: "pad-tile", "data-tile": id, onclick: () => pick(view, id, i),
  }, ...halves);
}

function pick(view, id, i) {
  const { tiles } = view.draft.left[i];
  if (!tiles.delete(id)) tiles.add(id);
  view.draft.left[i] = { text: "", tiles };
  view.rows.forEach((_, at) => drawRow(view, at));
  soon(view);
}

function takenBy(view, id, i) {
  return view.draft.left.some(({ tiles }, at) => at !== i && tiles.has(id));
}

function drawRow(view, i) {
  const { input, panel, chosen } = view.rows[i], { text, tiles } = view.draft.left[i];
  const held = view.data.tiles.filter(({ id }) => tiles.has(id));
  const strangers = [...tiles].filter((id) => !held.some((one) => one.id === id));
  const pips = held.reduce((sum, { counts }) => sum + counts, 0);
  if (tiles.size) input.value = String(pips);
  else if (input.value !== text) input.value = text;
  chosen.hidden = !tiles.size;
  chosen.textContent = [...held.map(({ name }) => name), ...strangers].join(", ");
  if (panel.hidden) return;
  for (const button of panel.children) {
    const tile = view.data.tiles.find(({ id }) => id === button.dataset.tile);
    const taken = takenBy(view, tile.id, i) && !tiles.has(tile.id);
    button.disabled = taken;
    button.setAttribute("aria-pressed", String(tiles.has(tile.id)));
    button.setAttribute("aria-label",
      fill(taken ? view.data.words.entry.taken : view.data.words.entry.tile, { tile: tile.name, counts: tile.counts }));
  }
}

function drawOut(view) {
  view.rows.forEach(({ node, input }, i) => {
    const out = view.data.seats[i].id === view.draft.end;
    node.classList.toggle("pad-out", out);
    input.placeholder = out ? view.data.words.sheet.out : "";
  });
}

// --- the whole entry ----------------------------------------------------------------------

function entryOf(view) {
  const { data } = view, { entry } = data.words;
  if (data.over) {
    view.add = null;
    return [make("button", {
      type: "button", class: "pad-button pad-main", onclick: () => send(view, "new"),
    }, entry.new)];
  }
  view.add = make("button", {
    type: "button", class: "pad-button pad-main", onclick: () => send(view, "add"),
  }, data.editing ? entry.save : entry.add);
  view.said = make("div", { class: "pad-said", role: "status" });
  view.last = lastOf(view);
  const title = fill(data.editing ? entry.correct : entry.title, { number: data.number });
  const parts = [
    make("h2", { tabindex: "-1" }, title), endOf(view), leftOf(view), view.last, view.said,
    make("div", { class: "pad-buttons" }, view.add, ...(data.editing ? corrections(view) : [])),
  ];
  view.rows.forEach((_, i) => drawRow(view, i));
  drawOut(view);
  return parts;
}

function corrections(view) {
  const { data } = view, { entry } = data.words;
  const button = (kind, label) =>
    make("button", { type: "button", class: "pad-button", onclick: () => send(view, kind) }, label);
  return [button("cancel", entry.cancel), button("delete", fill(entry.delete, { number: data.number }))];
}

function drawSaid(view) {
  const { said, ask_last: asks } = view.data;
  if (!view.add) return;
  view.last.hidden = !asks;
  const lines = said.lines.map((line) => make("p", {}, line));
  const paid = said.paid.map(([name, gain]) =>
    make("li", {}, make("span", {}, name), make("b", {}, gain || view.data.words.sheet.nothing)));
  view.said.className = `pad-said pad-${said.tone}`;
  view.said.replaceChildren(...(paid.length ? [make("ul", {}, ...paid)] : []), ...lines);
}

// --- the sheet ----------------------------------------------------------------------------

function sheetOf(view) {
  const { sheet, words: { sheet: text } } = view.data;
  const title = make("h2", {}, text.title);
  if (!sheet.rows.length) return [title, make("p", { class: "pad-empty" }, text.empty)];
  const heads = sheet.heads.map((name) => make("th", { scope: "col" }, name));
  const table = make("table", {},
    make("caption", {}, sheet.caption),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, text.hand), ...heads)),
    make("tbody", {}, ...sheet.rows.map((row, i) => sheetRow(view, row, i + 1))),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row" }, text.total), ...totals(sheet))));
  const frame = make("div", { class: "pad-frame", role: "region", "aria-label": text.title, tabindex: "0" }, table);
  const troubles = sheet.troubles.map((line) => make("p", { class: "pad-bad" }, line));
  const print = make("button", { type: "button", class: "pad-button pad-print", onclick: () => window.print() }, text.print);
  return [title, ...troubles, frame, make("p", { class: "pad-note" }, text.hint), print];
}

function sheetRow(view, { note, cells }, number) {
  const { sheet: text } = view.data.words;
  const correct = make("button", {
    type: "button", class: "pad-button pad-number", "data-number": number,
    "aria-label": fill(text.correct, { number }), title: fill(text.correct, { number }),
    onclick: () => send(view, "correct", String(number)),
  }, make("span", {}, String(number)), make("span", { class: "pad-pen", "aria-hidden": "true" }, "✎"));
  const head = make("th", { scope: "row" }, correct, note ? make("small", {}, note) : null);
  return make("tr", {}, head, ...cells.map(cellOf));
}

function cellOf({ total, gain, left, won }) {
  return make("td", { class: won ? "pad-won" : null },
    make("b", {}, total), " ", make("span", { class: "pad-gain" }, gain), " ", make("small", {}, left));
}

function totals({ totals: points, best, best_word: word }) {
  return points.map((total, i) =>
    make("td", { class: best[i] ? "pad-best" : null },
      make("b", {}, total), best[i] ? make("small", {}, ` ${word}`) : null));
}

// --- all of it ----------------------------------------------------------------------------

function open(root) {
  const parts = {
    status: make("div", { class: "pad-status", role: "status" }),
    entry: make("form", { class: "pad-entry", novalidate: true, onsubmit: (event) => event.preventDefault() }),
    sheet: make("div", { class: "pad-sheet" }),
  };
  const pad = make("div", { class: "pad" }, ...Object.values(parts));
  const view = { parts, pad, shape: "", timer: 0, pointed: false };
  // Streamlit takes bare letters for commands; here they are only letters.
  pad.addEventListener("keydown", (event) => { view.pointed = false; event.stopPropagation(); });
  pad.addEventListener("pointerdown", () => { view.pointed = true; });
  root.append(pad);
  return view;
}

function drawStatus(view) {
  const { status, message, over } = view.data;
  const lines = status.map((line) => make("p", {}, line));
  const told = make("p", { class: "pad-told" }, message);
  view.parts.status.classList.toggle("pad-over", over);
  view.parts.status.replaceChildren(...lines, told);
}

// Where the hands go on: after a hand to the next one, in a correction to its title.
function goOn({ data, parts: { entry } }) {
  (data.editing ? entry.querySelector("h2") : entry.querySelector("input, button"))?.focus();
}

export default function ({ parentElement, data, setTriggerValue }) {
  let view = views.get(parentElement);
  if (!view) views.set(parentElement, (view = open(parentElement)));
  const before = view.data;
  Object.assign(view, { data, send: setTriggerValue });
  const shape = JSON.stringify([data.rev, data.seats, data.editing, data.over, data.count]);
  drawStatus(view);
  if (shape !== view.shape) {
    const inside = before && view.pad.contains(document.activeElement);
    view.shape = shape;
    clearTimeout(view.timer);
    view.draft = readDraft(data.draft, data.seats);
    view.parts.entry.replaceChildren(...entryOf(view));
    view.parts.sheet.replaceChildren(...sheetOf(view));
    view.pad.classList.toggle("pad-wide", data.sheet.heads.length > BESIDE);
    if (inside) goOn(view);
  }
  drawSaid(view);
  return () => {
    // Streamlit also calls this for a call that another one has overtaken.
    if (parentElement.isConnected) return;
    clearTimeout(view.timer);
    view.pad.remove();
    views.delete(parentElement);
  };
}
