// The board keeps no rules: Python sends the legal placements, the browser only remembers which
// tile is picked up until the player puts it somewhere, and then sends that one action.

const PAD = 14; // pixels between the felt's edge and the line
const LEAST = 5.5; // units: the felt's least height, so that a first move does not shift the page
const HAND_GAP = 5; // pixels between tiles of a hand
const DRAG = 8; // pixels: less is a tap
const FEW = 3; // other hands: more are shown closer together

// One record for each mounted board; `show` runs again on every change of data or theme, so
// everything that must survive lives here.
const views = new WeakMap();

const ARROWS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

// Half a tile in pixels. Chosen by width, never by length: an open end stays a finger wide.
function unitFor(width) {
  return width < 520 ? 24 : width < 800 ? 28 : 32;
}

// --- the line -----------------------------------------------------------------------------

function measure(view) {
  const width = view.felt.clientWidth - 2 * PAD;
  const unit = unitFor(width);
  const { line, ends, flipped } = view.data;
  const room = Math.max(11, Math.floor((width / unit) * 2) / 2);
  const laid = line.row.length ? layOutOnce(view, line, ends.map((end) => end.id), room) : emptyTable(room);
  const plan = flipped ? mirrored(laid) : laid;
  view.unit = (width / room < unit ? width / room : unit) * plan.scale;
  const height = Math.max(plan.height, LEAST);
  // The line lies in the middle of the felt, whose own corner is the origin.
  const dx = (width / view.unit - plan.width) / 2, dy = (height - plan.height) / 2;
  const moved = (box) => ({ ...box, x: box.x + dx, y: box.y + dy });
  view.plan = {
    tiles: plan.tiles.map(moved), slots: plan.ends.map(moved),
    w: width / view.unit, h: height, apart: plan.apart,
  };
}

// Most redraws change no tile on the table.
function layOutOnce(view, line, ends, room) {
  const asked = JSON.stringify([room, ends, line]);
  if (view.asked !== asked) Object.assign(view, { asked, laid: layOut(line, ends, room) });
  return view.laid;
}

// Before the lead there is one place, `S`, in the middle of the table.
function emptyTable(width) {
  return {
    tiles: [], ends: [{ x: width / 2, y: 1.25, w: 5, h: 2.5, item: { end: "S" } }],
    width, height: 2.5, scale: 1,
  };
}

function put(view, node, box) {
  const { unit } = view;
  Object.assign(node.style, {
    left: `${PAD + (box.x - box.w / 2) * unit}px`, top: `${PAD + (box.y - box.h / 2) * unit}px`,
    width: `${box.w * unit}px`, height: `${box.h * unit}px`,
  });
  return node;
}

function drawLine(view) {
  const { data, plan, unit } = view;
  const nodes = plan.tiles.map((box) => put(view, lineTile(view, box), box));
  const arms = Object.entries(data.line.arms).map(([id, arm]) =>
    hiddenList(fill(data.words.arm, { n: id }), arm, data.words));
  view.felt.style.height = `${plan.h * unit + 2 * PAD}px`;
  view.stage.replaceChildren(...nodes, hiddenList(data.words.line, data.line.row, data.words), ...arms);
  settleTiles(view, nodes);
}

function lineTile(view, { tile, halves, w, h }) {
  const lying = w > h;
  const node = tileNode(tile, halves, lying, view.data.numerals);
  if (tile.last) node.classList.add("last");
  if (!view.data.setup) { node.setAttribute("aria-hidden", "true"); return node; }
  const id = tileId(tile.halves);
  const button = tileButton(view, { ...tile, id }, view.data.setup.flaws[id]);
  button.replaceChildren(node);
  return button;
}

function hiddenList(name, tiles, words) {
  if (!tiles.length) return "";
  const items = tiles.map((tile) => el("li", {},
    [tile.name, tile.across && words.crosswise, tile.last && words.just_played].filter(Boolean).join(", ")));
  return el("ol", { class: "sr", "aria-label": name }, ...items);
}

// Tiles glide from where they lay before; a new one is put down gently.
function settleTiles(view, nodes) {
  const before = view.lay, { unit } = view;
  view.lay = new Map();
  view.plan.tiles.forEach(({ tile, x, y, w, h }, i) => {
    const id = tileId(tile.halves);
    view.lay.set(id, { x: x * unit, y: y * unit, lying: w > h });
    if (!before || view.still.matches) return;
    const from = glide(before.get(id), view.lay.get(id), tile);
    if (from) nodes[i].animate([from, { transform: "none", opacity: 1 }], { duration: 280, easing: "ease-out" });
  });
}

function glide(from, to, tile) {
  if (!from) return tile.last ? { transform: "translateY(-10px) scale(1.25)", opacity: 0 } : null;
  if (from.x === to.x && from.y === to.y) return null;
  const turn = from.lying === to.lying ? "" : " rotate(90deg)";
  return { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)${turn}` };
}

// --- the ends -----------------------------------------------------------------------------

// What the picked tile can do at an end: placements in play, both ways round in set-up.
function offersAt(view, end) {
  const { data, picked } = view;
  if (!picked) return [];
  if (data.setup) return setUpOffers(view, end);
  return (data.places[picked] ?? []).filter((place) => place.end === end).map((place) => ({
    key: place.action, name: place.name, big: place.leaves, across: place.across,
    small: marked(view, end, data.words[end === "S" ? "lead_short" : place.across ? "across" : "leaves"]),
    play: () => {
      if (send(view, "action", { action: place.action })) foresee(view, place);
    },
  }));
}

// Where a tile simply goes on an end of the row it is shown there at once; Python's answer, which
// comes a moment later, is what counts, and takes it back if it was refused.
function foresee(view, { end, leaves, across }) {
  const { data } = view, { line } = data, tile = tileOf(view, view.picked);
  const outer = tile.halves.indexOf(Number(leaves)), right = end === "R";
  if (across || line.spinner !== null || outer < 0 || !(right || end === "L")) return;
  const ways = [tile.halves[1 - outer], tile.halves[outer]]; // inner, outer
  const laid = { halves: right ? ways : ways.reverse(), name: tile.name, matador: tile.matador, last: true };
  const rest = line.row.map((one) => ({ ...one, last: false }));
  const without = (hand) => ({ ...hand, tiles: hand.tiles.filter((one) => one.id !== tile.id) });
  const was = focused(view);
  view.picked = null;
  view.data = {
    ...data, places: {}, refusals: {},
    line: { ...line, row: right ? [...rest, laid] : [laid, ...rest] },
    ends: data.ends.map((one) => (one.id === end ? { ...one, shows: leaves } : one)),
    hands: data.hands.map((hand) => (hand.active ? without(hand) : hand)),
  };
  draw(view);
  refocus(view, was, true);
}

function setUpOffers(view, end) {
  const { words, setup } = view.data, { halves, name } = tileOf(view, view.picked);
  if (!setup.places.some((place) => place.id === end)) return [];
  return [...new Set(halves)].map((inner) => ({
    key: `${end} ${inner}`, name: fill(end === "S" ? words.put_left : words.put_inwards, { tile: name, n: inner }),
    small: marked(view, end, end === "S" ? words.left : words.inwards), big: String(inner), across: false,
    play: () => send(view, "edit", { tile: view.picked, to: end, inner }),
  }));
}

// Where the picture does not show which end it is, the end says so: in a mirrored line the left
// one lies on the right, and a branch may be shown away from the line.
function marked(view, end, text) {
  const unclear = view.data.flipped || view.plan.apart;
  return unclear && end !== "S" ? `${end} ${text}`.trim() : text;
}

function drawEnds(view) {
  const { slots, tiles, w, h } = view.plan;
  const chips = []; // already laid: later ones leave them free, as all leave the other ends
  const nodes = slots.flatMap((slot) => {
    const some = offersAt(view, slot.item.end);
    if (some.length < 2 || slot.w > SLOT) return oneSlot(view, slot, some);
    const busy = [...chips, ...slots.filter((other) => other !== slot)];
    const boxes = chipBoxes(slot, some.length, tiles, busy, { w, h });
    chips.push(...boxes);
    return some.map((offer, i) => put(view, chip(view, offer, slot), boxes[i]));
  });
  view.ends.replaceChildren(...nodes);
}

// An end with at most one placement keeps its place; the lead's wide place is shared out.
function oneSlot(view, slot, some) {
  if (!some.length) return [put(view, plainEnd(view, slot), slot)];
  const w = slot.w / some.length;
  return some.map((offer, i) =>
    put(view, chip(view, offer, slot), { ...slot, w, x: slot.x - slot.w / 2 + w * (i + 0.5) }));
}

function plainEnd(view, slot) {
  const { ends, words } = view.data, id = slot.item.end;
  const { shows, name, closed } = ends.find((end) => end.id === id) ?? { shows: words.lead, name: words.lead };
  const button = el("button", {
    type: "button", class: `end${closed ? " closed" : ""}${id === "S" ? " lead" : ""}`,
    "data-key": `end ${id}`, "aria-label": name, "aria-disabled": "true",
  });
  const mark = marked(view, id, "");
  button.append(...(mark ? [el("small", {}, mark)] : []), shows);
  button.onclick = () => refuse(view, button, id);
  return button;
}

function chip(view, offer, slot) {
  const button = el("button", {
    type: "button", class: `end lit${offer.across ? " across" : ""}`,
    "data-key": `offer ${offer.key}`, "aria-label": offer.name, title: offer.name,
  }, el("small", {}, offer.small), el("b", { class: offer.big.length > 2 ? "long" : "" }, offer.big));
  button.dataset.end = slot.item.end;
  button.onclick = offer.play;
  return button;
}

function refuse(view, button, end) {
  const { refusals = {}, words } = view.data;
  if (!view.picked) return say(view, words.pick_first, "info");
  const why = refusals[view.picked] ?? {};
  say(view, why[end] ?? why["*"] ?? fill(words.does_not_fit, { tile: tileOf(view, view.picked).name }), "bad");
  shake(view, button);
}

function shake(view, node) {
  if (view.still.matches) return;
  const at = [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  node.animate(at, { duration: 300 });
}

// --- hands, stock, moves -------------------------------------------------------------------

function drawHands(view) {
  const { hands, stock, setup, words } = view.data;
  const large = setup ? [] : hands.filter((hand) => sizeOf(hand) === "large");
  const others = hands.filter((hand) => !large.includes(hand));
  const seats = setup ? setUpZones(view) : others.map((hand) => otherHand(view, hand));
  if (stock && !setup) seats.push(stockNode(stock, words));
  view.seats.classList.toggle("many", !setup && others.length > FEW);
  view.seats.replaceChildren(...seats);
  view.hands.replaceChildren(...(setup ? [rackZone(view)] : large.map((hand) => largeHand(view, hand))));
  for (const list of view.root.querySelectorAll(".tiles, .stage")) rove(list, 0);
}

function sizeOf(hand) {
  return hand.size ?? (hand.active ? "large" : "small");
}

// Tiles of one size in rows of like length: eight are four and four, not seven and one.
function largeHand(view, hand) {
  const { words, curtain } = view.data;
  const nodes = handTiles(view, hand, hand.possible ? 0 : hand.hidden);
  const size = view.width < 520 ? 44 : 54, room = Math.floor((view.width - 10) / (size + HAND_GAP));
  const inRow = Math.ceil(nodes.length / Math.ceil(nodes.length / room));
  const parts = [handHead(hand, words)];
  if (nodes.length) {
    parts.push(listOf(hand.name, nodes));
    parts[1].style.cssText = `--tile: ${size}px; max-width: ${inRow * (size + HAND_GAP)}px`;
  }
  if (hand.possible) parts.push(...possibleTiles(view, hand));
  if (parts.length === 1) parts.push(el("p", { class: "note" }, words.no_tiles));
  if (curtain) parts.push(curtainOver(view, curtain));
  return el("section", {
    class: `hand${hand.active ? " playing" : ""}`, role: "group", "aria-label": hand.name,
  }, ...parts);
}

// The tiles of a hand, to be picked up if it is to move, and backs for those face down.
function handTiles(view, hand, backs) {
  const tiles = hand.tiles.map((tile) => (hand.active ? tileButton(view, tile) : stillTile(view, tile)));
  return [...tiles, ...Array.from({ length: backs }, () => backOf(fill(view.data.words.hidden, { n: 1 })))];
}

// A hand that nobody has looked at: what it may hold, of which what fits can be picked up.
function possibleTiles(view, hand) {
  const { places, words } = view.data;
  const nodes = hand.possible.map((tile) => (places[tile.id] ? tileButton(view, tile) : stillTile(view, tile, "faint")));
  const list = listOf(words.possible, nodes);
  list.classList.add("possible");
  return [el("p", { class: "note" }, fill(words.may_hold, { n: hand.hidden })), list];
}

function curtainOver(view, { text, label }) {
  const button = el("button", { type: "button", "data-key": "lift" }, label);
  button.onclick = () => view.trigger("lift", { rev: view.data.rev });
  return el("div", { class: "curtain" }, el("p", {}, text), button);
}

// Another seat's hand, above the line: with tiles that a finger can take where all are played.
function otherHand(view, hand) {
  if (sizeOf(hand) !== "medium" || !hand.tiles.length) return smallHand(hand, view.data);
  const list = listOf(hand.name, handTiles(view, hand, hand.hidden));
  return el("section", {
    class: `seat${hand.turn ? " on" : ""}${hand.active ? " playing" : ""}`, role: "group", "aria-label": hand.name,
  }, handHead(hand, view.data.words), list);
}

// Set-up: each hand and the stock is a zone with a button to put a tile there.
function setUpZones(view) {
  const { hands, stock, setup } = view.data;
  const held = new Map(hands.map((hand) => [`hand-${hand.seat}`, hand]));
  const known = stock?.tiles ?? [];
  held.set("stock", { tiles: known, hidden: (stock?.count ?? 0) - known.length });
  return setup.places.filter((place) => held.has(place.id))
    .map((place) => zone(view, place, held.get(place.id)));
}

function rackZone(view) {
  const { setup, words } = view.data;
  const box = setup.places.find((place) => place.id === "box");
  const node = zone(view, box ?? { id: "box", name: words.rack }, { tiles: setup.rack, hidden: 0 });
  node.classList.add("rack");
  node.prepend(el("p", { class: "head" }, el("b", {}, words.rack)));
  return node;
}

function zone(view, place, { tiles, hidden }) {
  const { setup, words } = view.data;
  const button = el("button", {
    type: "button", class: "put", "data-key": `put ${place.id}`, "aria-disabled": "true",
  }, place.name);
  button.onclick = () => (view.picked
    ? send(view, "edit", { tile: view.picked, to: place.id, inner: null })
    : say(view, words.pick_first, "info"));
  const list = listOf(place.name, tiles.map((tile) => tileButton(view, tile, setup.flaws[tile.id])));
  const backs = hidden ? [el("p", { class: "note" }, fill(words.hidden, { n: hidden }))] : [];
  return el("section", { class: "seat zone", role: "group", "aria-label": place.name }, button, list, ...backs);
}

function drawMoves(view) {
  view.moves.replaceChildren(...(view.data.buttons ?? []).map((move) => {
    const button = el("button", {
      type: "button", "data-key": `move ${move.action}`, "aria-disabled": move.legal ? null : "true",
    }, move.label);
    button.onclick = () => (move.legal
      ? send(view, "action", { action: move.action })
      : say(view, move.why || view.data.words.not_now, "bad"));
    return button;
  }));
}

function drawText(view) {
  const { text = "", words } = view.data;
  view.text.hidden = !text;
  view.text.firstElementChild.textContent = words.in_words;
  view.text.lastElementChild.textContent = text;
}

// --- picking up and putting down -------------------------------------------------------------

function tileOf(view, id) {
  const { hands, setup, stock, line } = view.data;
  const held = [
    ...hands.flatMap((hand) => [...hand.tiles, ...(hand.possible ?? [])]),
    ...(setup?.rack ?? []), ...(stock?.tiles ?? []),
  ];
  return held.find((tile) => tile.id === id)
    ?? [...line.row, ...Object.values(line.arms).flat()].find((tile) => tileId(tile.halves) === id);
}

// The tiles of the hand to move; in set-up those that lie nowhere yet.
function toPlay(view) {
  return [...view.root.querySelectorAll(".playing .pick, .rack .pick")];
}

function tilesIn(view) {
  return [...view.root.querySelectorAll(".pick")];
}

function pick(view, id) {
  view.picked = id;
  for (const button of tilesIn(view)) button.setAttribute("aria-pressed", String(button.dataset.tile === id));
  for (const button of view.root.querySelectorAll(".put")) button.setAttribute("aria-disabled", String(!id));
  view.root.classList.toggle("holding", Boolean(id));
  drawEnds(view);
}

function pickUp(view, id) {
  if (view.waiting) return;
  pick(view, id);
  const { words, places, refusals = {}, setup } = view.data, { name } = tileOf(view, id);
  if (setup) return say(view, setup.flaws[id] ?? fill(words.picked_setup, { tile: name }), "info");
  const fits = places[id] ?? [];
  // Two placements are said in full; more would fill a phone, and each lit end says its own.
  const said = fits.map((place) => place.name).join("; ");
  const template = fits.length > 2 ? words.picked_many : words.picked;
  if (fits.length) return say(view, fill(template, { tile: name, n: fits.length, places: said }), "info");
  return say(view, whyNowhere(refusals[id] ?? {}) || fill(words.fits_nowhere, { tile: name }), "bad");
}

// The reasons of all ends, each said once.
function whyNowhere(reasons) {
  return reasons["*"] ?? [...new Set(Object.values(reasons))].join(" ");
}

function putDown(view) {
  const { picked } = view;
  pick(view, null);
  say(view, fill(view.data.words.put_down, { tile: tileOf(view, picked).name }), "info");
  tilesIn(view).find((button) => button.dataset.tile === picked)?.focus();
}

// Once: whatever comes before Python's answer is a second click on the same thing.
function send(view, trigger, payload) {
  if (view.waiting) return false;
  view.waiting = true;
  view.trigger(trigger, { ...payload, rev: view.data.rev });
  return true;
}

function say(view, text, tone) {
  view.status.className = `status ${tone}`;
  view.status.textContent = text;
}

// --- keys ------------------------------------------------------------------------------------

function onKey(view, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const act = keyAction(view, event.key, event.target);
  if (act) { event.preventDefault(); act(); }
  // Streamlit listens for bare letters on the document ("r" reruns the app).
  if (act || event.key.length === 1) event.stopPropagation();
}

function keyAction(view, key, target) {
  if (key === "Escape" && view.picked) return () => putDown(view);
  if (/^[1-9]$/.test(key)) return nthTile(view, Number(key) - 1);
  if (target.closest(".ends")) return step(endsToChoose(view), target, key);
  const list = target.closest(".tiles, .stage");
  if (!list) return null;
  if (key === "ArrowUp" && view.picked) return () => endsToChoose(view)[0]?.focus();
  return step([...list.querySelectorAll(".pick")], target, key);
}

function nthTile(view, n) {
  const button = toPlay(view)[n];
  return button && (() => { button.focus(); pickUp(view, button.dataset.tile); });
}

function endsToChoose(view) {
  const lit = view.ends.querySelectorAll(".lit");
  return [...(lit.length ? lit : view.ends.children)];
}

// Arrows go round a group, Home and End to its tips.
function step(buttons, target, key) {
  const to = { Home: 0, End: buttons.length - 1 }[key]
    ?? (ARROWS[key] && (buttons.indexOf(target) + ARROWS[key] + buttons.length) % buttons.length);
  return to === undefined ? null : () => buttons[to]?.focus();
}

// One stop of the Tab key for a whole hand.
function rove(list, current) {
  list.querySelectorAll(".pick").forEach((button, i) => { button.tabIndex = i === current ? 0 : -1; });
}

// --- pointer ---------------------------------------------------------------------------------

function onClick(view, event) {
  const button = event.target.closest(".pick");
  if (!button || view.dragged) return;
  if (view.picked === button.dataset.tile) putDown(view);
  else pickUp(view, button.dataset.tile);
}

function onPointerDown(view, down) {
  const button = down.target.closest(".pick");
  view.dragged = false;
  if (!button || down.button !== 0) return;
  button.onpointermove = (event) => drag(view, button, down, event);
  button.onpointerup = button.onpointercancel = (event) => drop(view, button, event);
}

function drag(view, button, down, event) {
  const dx = event.clientX - down.clientX, dy = event.clientY - down.clientY;
  if (!view.dragged) {
    if (Math.hypot(dx, dy) < DRAG) return;
    view.dragged = true;
    button.setPointerCapture(event.pointerId);
    button.classList.add("dragging");
    pickUp(view, button.dataset.tile);
  }
  button.style.transform = `translate(${dx}px, ${dy}px)`;
  hover(view, targetAt(view, event));
}

function drop(view, button, event) {
  button.onpointermove = button.onpointerup = button.onpointercancel = null;
  if (!view.dragged) return;
  button.classList.remove("dragging");
  button.style.transform = "";
  hover(view, null);
  const target = event.type === "pointerup" && targetAt(view, event);
  if (target) target.click();
  else pick(view, null);
  // The click that ends a drag comes after this event and must not put the tile down again.
  setTimeout(() => { view.dragged = false; });
}

function targetAt(view, { clientX, clientY }) {
  const under = view.root.getRootNode().elementsFromPoint(clientX, clientY);
  for (const node of under) {
    const target = node.closest(".ends button") ?? node.closest(".zone")?.querySelector(".put");
    if (target) return target;
  }
  return null;
}

function hover(view, target) {
  if (view.over === target) return;
  view.over?.classList.remove("over");
  target?.classList.add("over");
  view.over = target;
}

// --- drawing and mounting ---------------------------------------------------------------------

function draw(view) {
  measure(view);
  drawLine(view);
  drawHands(view);
  drawMoves(view);
  drawText(view);
  pick(view, tilesIn(view).some((button) => button.dataset.tile === view.picked) ? view.picked : null);
}

function focused(view) {
  const node = view.root.getRootNode().activeElement;
  if (!node || !view.root.contains(node)) return null;
  const list = node.closest(".tiles, .stage");
  return { key: node.dataset.key, index: list ? [...list.querySelectorAll(".pick")].indexOf(node) : null };
}

// Where the reader was, or the same place in the hand, or any tile, or any move.
function refocus(view, was, moved) {
  if (!was) return;
  const all = [...view.root.querySelectorAll("[data-key]")];
  const played = moved && !view.data.setup && /^(tile|offer)/.test(was.key ?? "");
  const same = all.find((node) => node.dataset.key === (view.data.setup && view.wasPicked ? `tile ${view.wasPicked}` : was.key));
  const hand = toPlay(view);
  const near = hand[Math.min(was.index ?? view.index ?? 0, hand.length - 1)];
  const lift = view.root.querySelector(".curtain button");
  const found = lift ?? (played ? near : same) ?? near ?? all.find((node) => node.tabIndex === 0);
  found?.focus({ preventScroll: true });
}

// What set-up points at is picked up and brought into view, once in each revision.
function takeUp(view) {
  const { rev, setup } = view.data, mark = `${rev} ${setup?.focus}`;
  const button = setup?.focus && view.taken !== mark && tilesIn(view).find((one) => one.dataset.tile === setup.focus);
  if (!button) return;
  view.taken = mark;
  pickUp(view, setup.focus);
  button.scrollIntoView({ block: "nearest" });
  button.focus({ preventScroll: true });
}

function mount(parentElement) {
  parentElement.querySelector(".matador")?.remove(); // left by an earlier program on this page
  const matador = el("div", { class: "matador" }, document.createRange().createContextualFragment(FURNITURE));
  parentElement.append(matador);
  const root = matador.querySelector(".board");
  const part = (name) => root.querySelector(`.${name}`);
  const view = {
    root, picked: null, waiting: false, dragged: false, still: matchMedia("(prefers-reduced-motion: reduce)"),
    felt: part("felt"), stage: part("stage"), ends: part("ends"), seats: part("seats"),
    hands: part("hands"), moves: part("moves"), status: part("status"), text: part("text"),
  };
  root.onkeydown = (event) => onKey(view, event);
  root.onclick = (event) => onClick(view, event);
  root.onpointerdown = (event) => onPointerDown(view, event);
  root.addEventListener("focusin", ({ target }) => {
    const list = target.closest(".tiles, .stage");
    if (!list) return;
    view.index = [...list.querySelectorAll(".pick")].indexOf(target);
    rove(list, view.index);
  });
  view.observer = new ResizeObserver(() => resize(view));
  view.observer.observe(view.felt);
  views.set(parentElement, view);
  return view;
}

function resize(view) {
  if (view.felt.clientWidth === view.width) return;
  view.width = view.felt.clientWidth;
  view.lay = null; // a new width is no move: nothing glides
  const was = focused(view);
  draw(view);
  refocus(view, was, false);
}

function show({ parentElement, data, setTriggerValue }) {
  const view = views.get(parentElement) ?? mount(parentElement);
  const { root } = view, old = view.data, words = data.words ?? WORDS;
  const moved = old?.rev !== data.rev, answered = moved || old?.ack !== data.ack;
  const was = focused(view);
  view.data = { ...data, words };
  view.trigger = setTriggerValue;
  view.width = view.felt.clientWidth;
  view.wasPicked = view.picked;
  if (answered) view.waiting = false;
  if (moved) view.picked = null;
  root.lang = words.lang;
  view.seats.ariaLabel = words.seats;
  view.ends.ariaLabel = words.ends;
  view.moves.ariaLabel = words.moves;
  draw(view);
  if (answered) say(view, data.message?.text ?? "", data.message?.tone ?? "info");
  refocus(view, was, moved);
  takeUp(view);
  return () => {
    // Streamlit also calls this for a call that another one has overtaken.
    if (parentElement.isConnected) return;
    view.observer.disconnect();
    views.delete(parentElement);
  };
}

// What the element that holds this program is for: to be there for those that hold a position.
export default function () {
  const shared = (globalThis.matadorBoard ??= {});
  shared.show = show;
  shared.go?.();
}
