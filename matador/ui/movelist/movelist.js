// The list keeps no rules: it is told the actions in the order in which they are written, and sends
// back what is wished: to look at one of them, to undo, to put them in order. All text goes in as
// text, never as markup.

const NOTCH = 40; // pixels that the wheel turns for one step
const REST = 400; // milliseconds after a step before the wheel moves the page again
const LONG = 1500; // milliseconds after which an answer is no longer waited for

// What is drawn on the buttons, in a box of 24; their names and keys are for a mouse that rests on
// them and for a screen reader.
const SIGNS = {
  first: "M7 6v12M18 6l-7 6 7 6",
  back: "M15 6l-6 6 6 6",
  on: "M9 6l6 6-6 6",
  last: "M17 6v12M6 6l7 6-7 6",
  undo: "M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4",
  redo: "M16 5l4 4-4 4M20 9H10a5 5 0 0 0 0 10h4",
};
const NOTHING = { main: true, undo: "", redo: false }; // until the pointer has told
// Where an arrow, Home or End has a meaning of its own.
const OWN_KEYS = "input, textarea, select, [contenteditable], .board, .movelist, [role=radio], [role=tab],"
  + " [role=slider], [role=listbox], [role=combobox], [role=menu], [role=dialog]";

// One record for each mounted list; the default export runs again on every change of data or theme.
const views = new WeakMap();

function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// --- drawing ---------------------------------------------------------------------------------

function draw(view) {
  const { items, order, gone, words } = view.data;
  const open = [el("div", { class: "line" })];
  view.children = items.map(() => []);
  items.forEach((item, number) => number && view.children[item.parent].push(number));
  view.buttons = items.map((item, number) => stepButton(view, item, number));
  for (const token of [0, ...order]) {
    if (token === "-") open.push(el("div", { class: "line variation", role: "group", "aria-label": words.variation }));
    else if (token === "_") { const done = open.pop(); open.at(-1).append(done); }
    else open.at(-1).append(...shown(view, token));
  }
  if (!order.length && !gone) open[0].append(el("p", { class: "note" }, words.none));
  view.list.replaceChildren(open[0]);
}

function shown(view, number) {
  const { items, gone } = view.data, { said } = items[number];
  const nodes = [view.buttons[number]];
  if (said) nodes.push(el("p", { class: "said" }, said));
  if (gone?.after === number) nodes.push(restoreNode(view, gone));
  return nodes;
}

function stepButton(view, { turn, text, name }, number) {
  const button = el("button", { type: "button", class: "step", "data-key": `step ${number}`, "aria-label": name, title: name });
  if (turn) button.append(el("span", { class: "turn" }, turn));
  button.append(el("span", { class: "action" }, text));
  button.onclick = () => visit(view, number);
  return button;
}

function restoreNode(view, { text, label }) {
  const button = el("button", { type: "button", class: "restore", "data-key": "restore" }, label);
  button.onclick = () => wish(view, "restore");
  return el("p", { class: "gone" }, el("span", {}, text), button);
}

// The one looked at is the only stop of the Tab key; the rest is reached by arrows.
function mark(view) {
  view.buttons.forEach((button, number) => {
    const current = number === view.at;
    if (current) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
    button.tabIndex = current ? 0 : -1;
  });
  allow(view);
  reveal(view);
}

// What leads nowhere is marked as off and does nothing, but keeps the focus.
function allow(view) {
  const { at, now, parts } = view, { keys, steps } = view.data.words;
  for (const name of Object.keys(SIGNS)) {
    const off = name === "undo" ? !now.undo : name === "redo" ? !now.redo : target(view, name) === at;
    const called = (name === "undo" && now.undo) || steps[name];
    set(parts[name], off, `${called} (${keys[name]})`);
  }
  set(parts.promote, now.main);
  set(parts.delete, !at);
}

function set(button, off, title) {
  button.setAttribute("aria-disabled", String(off));
  if (title) { button.title = title; button.ariaLabel = title; }
}

// Scrolls the list and never the page.
function reveal({ list, buttons, at }) {
  const box = buttons[at].getBoundingClientRect(), frame = list.getBoundingClientRect();
  const room = Math.min(box.height, frame.height / 4); // the next line is in sight, too
  if (box.top - room < frame.top) list.scrollTop -= frame.top - box.top + room;
  else if (box.bottom + room > frame.bottom) list.scrollTop += box.bottom - frame.bottom + room;
}

// --- steps -----------------------------------------------------------------------------------

function visit(view, number) {
  if (number === undefined || number === view.at) return false;
  view.at = number;
  clearTimeout(view.waits);
  view.asked = number;
  view.waits = setTimeout(() => { view.asked = null; follow(view); }, LONG);
  mark(view);
  wish(view, "visit");
  return true;
}

function wish(view, what, text = "") {
  view.trigger("wish", { do: what, node: view.at, shape: view.data.shape, text });
}

const back = (view, at) => (at ? view.data.items[at].parent : undefined);
const on = (view, at) => view.children[at][0];

function last(view, at) {
  while (on(view, at) !== undefined) at = on(view, at);
  return at;
}

// Where a step leads; the place itself if nowhere.
function target(view, name) {
  const to = { first: () => 0, back, on, last }[name](view, view.at);
  return to ?? view.at;
}

function press(view, name) {
  if (view.parts[name].ariaDisabled === "true") return;
  if (name === "comment") toggle(view, view.form.hidden);
  else if (name in SIGNS && name !== "undo" && name !== "redo") visit(view, target(view, name));
  else wish(view, name);
}

const PAGE_KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

function onPageKey(view, event) {
  const { key, altKey, shiftKey } = event, command = event.ctrlKey || event.metaKey;
  if (event.defaultPrevented || altKey) return;
  const letter = key.toLowerCase();
  const name = command
    ? { z: shiftKey ? "redo" : "undo", y: "redo" }[letter]
    : !shiftKey && PAGE_KEYS[key];
  const typing = command ? "input, textarea, select, [contenteditable]" : OWN_KEYS;
  if (!name || event.target.closest?.(typing)) return;
  event.preventDefault();
  press(view, name);
}

function onKey(view, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.length === 1) event.stopPropagation(); // single letters are Streamlit's own
  const to = whereTo(view, event.key, event.target);
  if (!to) return;
  event.preventDefault();
  event.stopPropagation(); // the page steps by the same keys
  to.focus({ preventScroll: true });
  visit(view, view.buttons.indexOf(to) < 0 ? undefined : view.buttons.indexOf(to));
}

// To and fro along the line, up and down in the order in which all is written.
function whereTo(view, key, target) {
  const all = [...view.list.querySelectorAll("button")], here = all.indexOf(target);
  const next = { ArrowUp: here - 1, ArrowDown: here + 1 }[key];
  if (next !== undefined) return all[Math.max(0, Math.min(next, all.length - 1))];
  const to = { ArrowLeft: back, ArrowRight: on, Home: () => 0, End: last }[key];
  if (!to) return null;
  const number = view.buttons.indexOf(target), at = number < 0 ? view.at : number;
  return view.buttons[to(view, at) ?? at];
}

function onWheel(view, event) {
  if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
  const turn = event.deltaMode ? event.deltaY * NOTCH : event.deltaY;
  view.turned = Math.sign(view.turned) === Math.sign(turn) ? view.turned + turn : turn;
  const to = turn > 0 ? on(view, view.at) : back(view, view.at);
  // At either end of the line the wheel is the page's again, but not in the same sweep.
  if (to !== undefined || event.timeStamp - view.stepped < REST) event.preventDefault();
  if (Math.abs(view.turned) < NOTCH) return;
  view.turned = 0;
  if (visit(view, to)) view.stepped = event.timeStamp;
}

// --- mounting --------------------------------------------------------------------------------

function mount(parentElement, { words }) {
  const list = el("div", { class: "movelist", role: "group", "aria-label": words.list });
  const view = { list, at: 0, turned: 0, stepped: -REST, asked: null, parts: {}, now: NOTHING };
  list.onkeydown = (event) => onKey(view, event);
  list.addEventListener("wheel", (event) => onWheel(view, event), { passive: false });
  view.form = commentForm(view, words);
  view.onPageKey = (event) => onPageKey(view, event);
  document.addEventListener("keydown", view.onPageKey);
  const steps = bar("steps", words.steps_name, Object.keys(SIGNS).map((name) => signButton(view, name)));
  const change = bar("change", words.change_name, Object.keys(words.change).map((name) => wordButton(view, name, words)));
  parentElement.append(el("div", { class: "moves" }, steps, list, change, view.form));
  view.tell = () => follow(view);
  views.set(parentElement, view);
  return view;
}

const bar = (name, label, buttons) => el("div", { class: `bar ${name}`, role: "group", "aria-label": label }, ...buttons);

function partButton(view, name, ...inside) {
  const button = el("button", { type: "button", "data-key": name }, ...inside);
  button.onclick = () => press(view, name);
  view.parts[name] = button;
  return button;
}

function signButton(view, name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  path.setAttribute("d", SIGNS[name]);
  svg.append(path);
  return partButton(view, name, svg);
}

function wordButton(view, name, { change, help }) {
  const button = partButton(view, name, change[name]);
  button.title = help[name];
  if (name === "comment") button.ariaExpanded = "false";
  return button;
}

// --- the comment -----------------------------------------------------------------------------

function commentForm(view, { save, cancel }) {
  const field = el("textarea", { rows: "3" }), label = el("label", {}, el("span", {}), field);
  const no = el("button", { type: "button" }, cancel);
  const form = el("form", { hidden: "" }, label, el("div", { class: "bar" }, el("button", { type: "submit" }, save), no));
  no.onclick = () => toggle(view, false);
  form.onsubmit = (event) => {
    event.preventDefault();
    wish(view, "comment", field.value);
    toggle(view, false);
  };
  form.onkeydown = (event) => {
    event.stopPropagation(); // keys for the text, not for the hand
    if (event.key === "Escape") toggle(view, false);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  };
  return form;
}

// A comment belongs to the action that was looked at when it was begun: a step closes it.
function toggle(view, open) {
  const { form, parts, data, at } = view;
  const held = form.contains(form.getRootNode().activeElement);
  form.hidden = !open;
  parts.comment.ariaExpanded = String(open);
  if (!open) { if (held) parts.comment.focus({ preventScroll: true }); return; }
  const field = form.querySelector("textarea"), { said, text } = data.items[at];
  form.querySelector("span").textContent = data.words.comment.replace("{what}", text);
  field.maxLength = data.longest;
  field.value = said;
  form.node = at;
  field.focus();
}

function redraw(view) {
  const { list } = view, top = list.scrollTop;
  const was = list.getRootNode().activeElement;
  const inside = was && list.contains(was);
  draw(view);
  list.scrollTop = top;
  return inside;
}

// What the pointer says, if it is about this tree. Somebody who steps fast is ahead of it.
function follow(view) {
  const { now } = globalThis.matadorMoves;
  if (now?.shape !== view.data.shape) return;
  if (view.asked === now.at) view.asked = null;
  view.at = view.asked ?? now.at;
  view.now = now;
  if (!view.form.hidden && view.form.node !== view.at) toggle(view, false);
  mark(view);
}

export default function ({ parentElement, data, setTriggerValue }) {
  const view = views.get(parentElement) ?? mount(parentElement, data);
  const shared = (globalThis.matadorMoves ??= {});
  const drawn = JSON.stringify(data);
  view.data = data;
  view.trigger = setTriggerValue;
  const anew = drawn !== view.drawn, held = anew && redraw(view);
  view.drawn = drawn;
  if (anew) view.asked = null;
  shared.tell = view.tell;
  shared.tell();
  if (held) view.buttons[view.at]?.focus({ preventScroll: true });
  return () => {
    // Streamlit also calls this for a call that another one has overtaken.
    if (parentElement.isConnected) return;
    clearTimeout(view.waits);
    document.removeEventListener("keydown", view.onPageKey);
    views.delete(parentElement);
    if (shared.tell === view.tell) shared.tell = null;
  };
}
