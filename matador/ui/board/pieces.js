// The things on the table as document nodes. All text goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";
const PILE = 4; // backs that stand for the stock, whose number is written beside them

function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children);
  return node;
}

function svg(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// A word of the content file with its gaps filled in.
function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);
}

function tileId(halves) {
  return [...halves].sort((a, b) => a - b).map((half) => half.toString(19)).join("");
}

// One half at (x, y). Dots turn with a lying tile, numerals stay upright.
function half(value, x, y, lying, numerals) {
  const dots = !numerals && value <= 12;
  const use = svg("use", { href: `#${numerals ? "n" : "h"}${value}`, width: 20, height: 20 });
  const turn = lying && dots ? " rotate(90 10 10)" : "";
  return svg("g", { transform: `translate(${x} ${y})${turn}` }, use);
}

// The face of a tile: two halves, the bar between them, a brass pin or a matador's diamond.
function face([first, second], lying, matador, numerals) {
  const [w, h] = lying ? [40, 20] : [20, 40];
  const pin = matador
    ? svg("path", { class: "diamond", d: `M${w / 2} ${h / 2 - 3}l3 3-3 3-3-3z` })
    : svg("circle", { class: "pin", cx: w / 2, cy: h / 2, r: 1.4 });
  return svg("svg", { viewBox: `0 0 ${w} ${h}`, "aria-hidden": "true" },
    svg("path", { class: "bar", d: lying ? "M20 3V17" : "M3 20H17" }),
    half(first, 0, 0, lying, numerals),
    half(second, lying ? 20 : 0, lying ? 0 : 20, lying, numerals),
    pin);
}

function tileNode(tile, halves, lying, numerals) {
  const node = el("span", { class: `tile${lying ? " lying" : ""}${tile.matador ? " matador" : ""}` });
  node.append(face(halves, lying, tile.matador, numerals));
  return node;
}

// A tile that can be picked up, with its trouble if it has any.
function tileButton(view, tile, flaw) {
  const { words, numerals } = view.data;
  const name = flaw ? `${tile.name}, ${words.flawed}: ${flaw}` : tile.name;
  const button = el("button", {
    type: "button", class: `pick${flaw ? " flawed" : ""}`, "data-tile": tile.id,
    "data-key": `tile ${tile.id}`, "aria-label": name, "aria-pressed": "false",
  });
  button.append(tileNode(tile, tile.halves, false, numerals));
  return button;
}

function listOf(name, nodes) {
  return el("ul", { class: "tiles", "aria-label": name }, ...nodes.map((node) => el("li", {}, node)));
}

// A tile to be looked at only.
function stillTile(view, tile, look = "") {
  const node = el("span", { class: `still ${look}`.trim(), role: "img", "aria-label": tile.name });
  node.append(tileNode(tile, tile.halves, false, view.data.numerals));
  return node;
}

function backOf(name) {
  return el("span", { class: "still", role: "img", "aria-label": name }, el("span", { class: "tile back" }));
}

function faceDown(count, most = 10) {
  return Array.from({ length: Math.min(count, most) }, () => el("span", { class: "tile back" }));
}

// Name, whose turn, note: above a hand, large or small.
function handHead(hand, words) {
  const turn = hand.turn ? [el("span", { class: "turn" }, words.turn)] : [];
  const note = hand.note ? [el("span", { class: "note" }, hand.note)] : [];
  return el("p", { class: "head" }, el("b", {}, hand.name), ...turn, ...note);
}

// A hand that cannot be played from: small open tiles, backs for the hidden ones.
function smallHand(hand, { words, numerals }) {
  const open = hand.tiles.map((tile) => tileNode(tile, tile.halves, false, numerals));
  const row = el("div", { class: "small", "aria-hidden": "true" }, ...open, ...faceDown(hand.hidden));
  const said = [
    ...hand.tiles.map((tile) => tile.name),
    ...(hand.hidden ? [fill(words.hidden, { n: hand.hidden })] : []),
  ].join(", ");
  const flat = hand.tiles.length ? "" : " flat";
  return el("section", { class: `seat${flat}${hand.turn ? " on" : ""}`, role: "group", "aria-label": hand.name },
    handHead(hand, words), row, el("span", { class: "sr" }, said || words.no_tiles));
}

function stockNode(stock, words) {
  return el("section", { class: "seat flat", role: "group", "aria-label": words.stock },
    el("p", { class: "head" }, el("b", {}, stock.name)),
    el("div", { class: "small", "aria-hidden": "true" }, ...faceDown(stock.count, PILE)));
}
