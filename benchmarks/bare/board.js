// The board keeps no rules: Python sends the legal ends, the browser only
// remembers which tile is picked up until the player commits it to an end.

const SVG = "http://www.w3.org/2000/svg";
const PIPS = {
  0: [], 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  7: [[-1, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [1, 1]],
  8: [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
  9: [[-1, -1], [0, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
};

// One record per mounted element; the default export runs again on every data
// or theme change, so everything that must survive lives here.
const views = new WeakMap();

function el(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function half(value, cx, cy) {
  return PIPS[value].map(([x, y]) => el("circle", { cx: cx + x * 5, cy: cy + y * 5, r: 2.1 }));
}

function upright([a, b]) {
  return el("g", { class: "tile" },
    el("rect", { x: 1, y: 1, width: 20, height: 39, rx: 3 }),
    el("line", { class: "bar", x1: 4, x2: 18, y1: 20.5, y2: 20.5 }),
    ...half(a, 11, 11), ...half(b, 11, 30));
}

function flat([a, b], x, y) {
  return el("g", { class: "tile", transform: `translate(${x} ${y})` },
    el("rect", { x: 0, y: 0, width: 40, height: 20, rx: 3 }),
    el("line", { class: "bar", x1: 20, x2: 20, y1: 3, y2: 17 }),
    ...half(a, 10, 10), ...half(b, 30, 10));
}

// Fewer tiles a row on a narrow screen, so that an end stays a finger wide.
function perRowFor(width) {
  return Math.max(4, Math.min(8, Math.floor(width / 88)));
}

function drawLine(view) {
  const { line } = view.data;
  const perRow = view.perRow, step = 42, rowHeight = 30;
  const cells = line.length + 2;
  const rows = Math.ceil(cells / perRow);
  const svg = el("svg", {
    class: "line", role: "group", "aria-label": "Line of dominoes",
    viewBox: `0 0 ${perRow * step + 6} ${rows * rowHeight + 8}`,
  });
  const at = (i) => [4 + (i % perRow) * step, 6 + Math.floor(i / perRow) * rowHeight];
  const summary = el("title");
  summary.textContent = line.map((t) => t.join("-")).join(", ");
  svg.append(summary);
  line.forEach((tile, i) => svg.append(flat(tile, ...at(i + 1))));
  for (const [side, i] of [["left", 0], ["right", cells - 1]]) {
    const [x, y] = at(i);
    const text = el("text", { x: x + 20, y: y + 10 });
    text.textContent = side === "left" ? "◀" : "▶";
    const end = el("g", { class: "end", role: "button", tabindex: 0, "data-end": side },
      el("rect", { x, y, width: 40, height: 20, rx: 3 }), text);
    end.onclick = () => commit(view, side);
    end.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      commit(view, side);
    };
    svg.append(end);
  }
  return svg;
}

function drawHand(view) {
  const list = document.createElement("ul");
  list.className = "hand";
  list.setAttribute("aria-label", "Your hand");
  for (const id of view.data.hand) {
    const tile = id.split("-").map(Number);
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.tile = id;
    button.setAttribute("aria-label", `Domino ${tile[0]} ${tile[1]}`);
    button.append(el("svg", { viewBox: "0 0 22 41", "aria-hidden": "true" }, upright(tile)));
    button.onclick = () => { if (!view.dragged) pick(view, view.picked === id ? null : id); };
    button.onkeydown = (event) => handKey(view, event);
    button.onpointerdown = (event) => drag(view, button, id, event);
    const item = document.createElement("li");
    item.append(button);
    list.append(item);
  }
  return list;
}

function pick(view, id) {
  view.picked = id;
  const fits = id ? view.data.legal[id] ?? [] : [];
  for (const button of view.root.querySelectorAll("[data-tile]")) {
    button.setAttribute("aria-pressed", String(button.dataset.tile === id));
  }
  for (const end of view.root.querySelectorAll("[data-end]")) {
    const side = end.dataset.end;
    const on = fits.includes(side);
    end.classList.toggle("fits", on);
    end.setAttribute("aria-disabled", String(!on));
    end.setAttribute("aria-label", `${side} end, open ${view.data.open[side]}${on ? ", tile fits" : ""}`);
  }
  if (id) say(view, fits.length ? `${id} picked up. Fits at: ${fits.join(" and ")}.` : `${id} fits at neither end.`);
}

function commit(view, side) {
  const id = view.picked;
  if (!id || view.waiting) return;
  if (!(view.data.legal[id] ?? []).includes(side)) return say(view, `${id} does not fit at the ${side} end.`);
  view.waiting = true;
  view.send("move", { tile: id, end: side, seq: view.data.rev });
}

function handKey(view, event) {
  // Streamlit listens for bare letters on the document ("r" reruns the app).
  event.stopPropagation();
  const buttons = [...view.root.querySelectorAll("[data-tile]")];
  const i = buttons.indexOf(event.currentTarget);
  const jump = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (jump !== undefined) { event.preventDefault(); buttons.at(jump % buttons.length).focus(); }
  if (event.key === "Escape") pick(view, null);
}

function drag(view, button, id, down) {
  if (down.button !== 0) return;
  view.dragged = false;
  button.setPointerCapture(down.pointerId);
  button.onpointermove = (event) => {
    const dx = event.clientX - down.clientX, dy = event.clientY - down.clientY;
    if (!view.dragged && Math.hypot(dx, dy) < 8) return;
    if (!view.dragged) { view.dragged = true; pick(view, id); button.classList.add("dragging"); }
    button.style.transform = `translate(${dx}px, ${dy}px)`;
  };
  button.onpointerup = (event) => {
    button.onpointermove = null;
    button.classList.remove("dragging");
    button.style.transform = "";
    if (!view.dragged) return;
    const hit = view.root.getRootNode().elementsFromPoint(event.clientX, event.clientY)
      .map((node) => node.closest("[data-end]")).find(Boolean);
    if (hit) commit(view, hit.dataset.end); else pick(view, null);
    setTimeout(() => { view.dragged = false; });
  };
  button.onpointercancel = button.onpointerup;
}

function draw(view) {
  view.root.replaceChildren(drawLine(view), drawHand(view), view.status);
  pick(view, view.picked);
}

function say(view, text) { view.status.textContent = text; }

function fadeInNewest(view) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const tiles = view.root.querySelectorAll(".line .tile");
  const newest = view.data.last === "left" ? tiles[0] : tiles[tiles.length - 1];
  newest?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 250, easing: "ease-out" });
}

export default function (component) {
  const { parentElement, data, setTriggerValue } = component;
  const root = parentElement.querySelector("#root");
  let view = views.get(parentElement);
  if (!view) {
    const status = document.createElement("p");
    status.className = "status";
    status.setAttribute("role", "status");
    view = { root, status, picked: null, waiting: false, perRow: perRowFor(root.clientWidth || 360) };
    view.observer = new ResizeObserver(() => {
      const perRow = perRowFor(root.clientWidth);
      if (perRow === view.perRow) return;
      view.perRow = perRow;
      draw(view);
    });
    view.observer.observe(root);
    views.set(parentElement, view);
  }
  const moved = view.data && view.data.rev !== data.rev;
  const hadFocus = root.getRootNode().activeElement;
  view.data = data;
  view.send = setTriggerValue;
  view.waiting = false;
  if (moved) view.picked = null;
  draw(view);
  if (moved) {
    say(view, data.message);
    fadeInNewest(view);
    if (hadFocus) root.querySelector("[data-tile]")?.focus();
  }
  return () => {
    view.observer.disconnect();
    views.delete(parentElement);
  };
}
