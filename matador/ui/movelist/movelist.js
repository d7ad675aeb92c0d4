// The list keeps no rules: it is told the actions in the order in which they are written, and sends
// back the number of the one to look at. All text goes in as text, never as markup.

const NOTCH = 40; // pixels that the wheel turns for one step
const REST = 400; // milliseconds after a step before the wheel moves the page again
const LONG = 1500; // milliseconds after which an answer is no longer waited for

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
  button.onclick = () => view.trigger("restore", true);
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
  reveal(view);
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
  view.trigger("visit", { node: number, shape: view.data.shape });
  return true;
}

const back = (view, at) => (at ? view.data.items[at].parent : undefined);
const on = (view, at) => view.children[at][0];

function last(view, at) {
  while (on(view, at) !== undefined) at = on(view, at);
  return at;
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

function mount(parentElement) {
  const list = el("div", { class: "movelist", role: "group" });
  const view = { list, at: 0, turned: 0, stepped: -REST, asked: null };
  list.onkeydown = (event) => onKey(view, event);
  list.addEventListener("wheel", (event) => onWheel(view, event), { passive: false });
  parentElement.append(list);
  views.set(parentElement, view);
  return view;
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
  mark(view);
}

export default function ({ parentElement, data, setTriggerValue }) {
  const view = views.get(parentElement) ?? mount(parentElement);
  const shared = (globalThis.matadorMoves ??= {});
  const drawn = JSON.stringify(data);
  view.data = data;
  view.trigger = setTriggerValue;
  view.list.ariaLabel = data.words.list;
  const anew = drawn !== view.drawn, held = anew && redraw(view);
  view.drawn = drawn;
  if (anew) view.asked = null;
  shared.tell = () => follow(view);
  shared.tell();
  if (held) view.buttons[view.at]?.focus({ preventScroll: true });
  return () => {
    clearTimeout(view.waits);
    views.delete(parentElement);
    shared.tell = null;
  };
}
