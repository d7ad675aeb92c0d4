// Where the tiles of a line lie: pure geometry in units of half a tile, no document, no rules.
//
// A line is a set of chains. A plain line is one chain from the left end to the right one. With a
// spinner or a fork, chains run outwards from an anchor tile. A chain is laid item by item: straight on while there is room, round the corner at the
// edge. Items are boxes {x, y, w, h} around their centre; y grows downwards.

const SLOT = 2; // an open end is a square as wide as a tile is long: room for a finger
const CLEAR = 0.4; // space kept between pieces that are not neighbours
// Gap between pieces, and between the anchor and the row: tight, and at last apart, only where a
// crosswise tile or a fork lies right beside a spinner.
const TRIES = [[CLEAR, 0], [0, 0], [0, SLOT]];
const STEPS = 600; // tries before a width is given up as too narrow
const WIDER = [1, 1.15, 1.3]; // for how wide a table a forked line is laid, to be made smaller then
const CELL = 2.5; // no two pieces whose centres are farther apart can touch

const RIGHT = [1, 0], LEFT = [-1, 0], UP = [0, -1], DOWN = [0, 1];

// A lengthwise tile is 2 long and 1 wide, one that lies across the line 1 long and 2 wide.
function tileItem(tile, outward = true) {
  const halves = outward ? tile.halves : [...tile.halves].reverse();
  return { tile, halves, long: tile.across ? 1 : 2, wide: tile.across ? 2 : 1 };
}

function endItem(id) {
  return { end: id, long: SLOT, wide: SLOT };
}

// The edge of `box` that a chain heading `dir` leaves it by.
function edge(box, [dx, dy]) {
  return { x: box.x + dx * box.w / 2, y: box.y + dy * box.h / 2 };
}

function boxFrom(tip, dir, item) {
  const [dx, dy] = dir;
  return {
    x: tip.x + dx * item.long / 2, y: tip.y + dy * item.long / 2,
    w: dx ? item.long : item.wide, h: dx ? item.wide : item.long, dir, item,
  };
}

function overlaps(a, b, gap) {
  const reach = gap - 1e-6; // boxes exactly `gap` apart are clear of each other
  return Math.abs(a.x - b.x) < (a.w + b.w) / 2 + reach && Math.abs(a.y - b.y) < (a.h + b.h) / 2 + reach;
}

// The ways to lay `item` after `tip`, best first.
function ways(tip, item, chain, last) {
  const along = boxFrom(tip, tip.dir, item);
  const turns = turnsFrom(tip, item, chain);
  const vertical = tip.dir[1] !== 0;
  const straightFirst = vertical ? tip.run < chain.straight : !(last && chain.forks);
  return straightFirst ? [along, ...turns] : [...turns, along];
}

function turnsFrom(tip, item, chain) {
  const dirs = tip.dir[0] ? [chain.down] : tip.side > 0 ? [RIGHT, LEFT] : [LEFT, RIGHT];
  return dirs.flatMap((dir) => [...corner(tip, dir, item), ...sideways(tip, dir, item)]);
}

// The tile lies round the corner: its inner half carries the row on, its outer half turns off.
function corner(tip, dir, item) {
  if (item.long !== 2 || item.wide !== 1) return [];
  const [dx, dy] = tip.dir;
  return [boxFrom({ x: tip.x + (dx - dir[0]) / 2, y: tip.y + (dy - dir[1]) / 2 }, dir, item)];
}

// The item is put against the long side of the last tile, at its outer half.
function sideways(tip, dir, item) {
  if (!tip.lengthwise) return [];
  const [dx, dy] = tip.dir;
  return [boxFrom({ x: tip.x + (dir[0] - dx) / 2, y: tip.y + (dir[1] - dy) / 2 }, dir, item)];
}

// The first row, from which all branches start, may use the whole width. A column going up or down
// keeps half a tile off the edge where a crosswise tile may follow in it, or it would be stuck; a
// tile that forks to both sides leaves room there for the open ends.
function inside(box, chain, forked) {
  const [from, to] = Math.abs(box.y) < 1.5 ? chain.table : chain.strip;
  const column = forked ? 1.5 + SLOT : chain.crosswise ? 1 : 0;
  const half = Math.max(box.w / 2, box.dir[1] ? column : 0);
  return box.x - half >= from - 1e-6 && box.x + half <= to + 1e-6;
}

function tipAfter(box, tip) {
  const turned = tip.dir !== box.dir;
  return {
    ...edge(box, box.dir), dir: box.dir, box,
    lengthwise: box.item.long === 2 && box.item.wide === 1,
    // After a row to the right the next one goes left, and the other way round.
    side: box.dir[0] ? -box.dir[0] : tip.side,
    run: turned ? box.item.long : tip.run + box.item.long,
  };
}

// The boxes laid so far, by the square of the table that their centre lies in: a new one need not
// be held against all of them.
function squares(boxes) {
  const by = new Map(), at = (x, y) => Math.floor(x / CELL) * 1000 + Math.floor(y / CELL);
  const add = (box) => {
    const key = at(box.x, box.y);
    if (by.has(key)) by.get(key).push(box); else by.set(key, [box]);
  };
  boxes.forEach(add);
  return {
    add,
    remove: (box) => by.get(at(box.x, box.y)).pop(),
    clear(box, free) {
      for (let dx = -CELL; dx <= CELL; dx += CELL) {
        for (let dy = -CELL; dy <= CELL; dy += CELL) {
          if (!(by.get(at(box.x + dx, box.y + dy)) ?? []).every(free)) return false;
        }
      }
      return true;
    },
  };
}

// Lays all chains, taking back what leads nowhere; null if the table is too narrow.
function search(chains, placed, gap) {
  let steps = 0;
  const laid = squares(placed);
  const fits = (box, chain, tip, last) => inside(box, chain, last && chain.forks)
    && laid.clear(box, (other) => !overlaps(box, other, other === tip.box ? 0 : gap));

  function lay(c, i, tip) {
    const chain = chains[c];
    if (i === chain.items.length) {
      chain.tip = tip;
      return c + 1 === chains.length || lay(c + 1, 0, chains[c + 1].start());
    }
    const last = i === chain.items.length - 1;
    for (const box of ways(tip, chain.items[i], chain, last)) {
      if (++steps > STEPS) return false;
      if (!fits(box, chain, tip, last)) continue;
      placed.push(box);
      laid.add(box);
      if (lay(c, i + 1, tipAfter(box, tip))) return true;
      placed.pop();
      laid.remove(box);
    }
    return false;
  }

  return !chains.length || lay(0, 0, chains[0].start()) ? placed : null;
}

const crosswise = (items) => items.some((item) => item.tile?.across);
const lengthOf = (items) => items.reduce((sum, item) => sum + item.long, 0);

// Arms named after a chain and one more letter ("Rv", "Rw") fork off that chain's last tile.
function forksOf(id, names) {
  return names.filter((name) => name.length === id.length + 1 && name.startsWith(id));
}

function outward(line, id, tiles, ends, backwards) {
  const items = tiles.map((tile) => tileItem(tile, !backwards));
  return ends.includes(id) ? [...items, endItem(id)] : items;
}

// A plain line: one chain, left to right, down the table.
function plain(line, ends, width) {
  return { placed: [], chains: [downTheTable(rowItems(line, ends), width)] };
}

function rowItems(line, ends) {
  const tiles = line.row.map((tile) => tileItem(tile));
  if (line.spinner !== null) Object.assign(tiles[line.spinner], { long: 1, wide: 2 });
  return [
    ...(ends.includes("L") ? [endItem("L")] : []), ...tiles, ...(ends.includes("R") ? [endItem("R")] : []),
  ];
}

function downTheTable(items, width) {
  const start = () => ({ x: 0, y: 0, dir: RIGHT, side: -1, run: 0, box: null });
  const room = [0, width];
  return { items, start, table: room, strip: room, down: DOWN, straight: 0, crosswise: crosswise(items) };
}

// Chains outwards from an anchor: the spinner, or the middle tile of a line that forks.
function anchored(line, ends, width, apart) {
  const at = line.spinner ?? Math.floor(line.row.length / 2);
  const item = tileItem(line.row[at]);
  if (line.spinner !== null) Object.assign(item, { long: 1, wide: 2 });
  const left = outward(line, "L", line.row.slice(0, at).reverse(), ends, true);
  const right = outward(line, "R", line.row.slice(at + 1), ends);
  const x = anchorColumn(lengthOf(left), item.long, lengthOf(right), width);
  const anchor = boxFrom({ x: x - item.long / 2, y: 0 }, RIGHT, item);
  const table = { line, ends, anchor, apart, width, names: [...new Set([...Object.keys(line.arms), ...ends])] };
  const chains = quarters(table, left, right);
  // Forks go last: they find their way round whatever lies there, and rarely make it move.
  chains.sort((one, other) => one.forks - other.forks);
  return { placed: [anchor], chains: chains.flatMap((one) => withForks(one, table)) };
}

// Right and down, left and up, up and right, down and left: where a branch bends, each has a
// quarter of the table to itself, and the upright arms a lane of their own.
function quarters(table, left, right) {
  const { line, ends, names, width, anchor: { x, w } } = table;
  const arms = line.spinner !== null, lane = arms ? 1 + CLEAR : 0;
  const halved = (other) => arms || forksOf(other, names).length > 0;
  const bends = (items, room) => lengthOf(items) + w / 2 > room;
  const row = [
    chainFrom(table, "L", left, LEFT, 1, UP, [0, halved("R") ? x - lane : width]),
    chainFrom(table, "R", right, RIGHT, -1, DOWN, [halved("L") ? x + lane : 0, width]),
  ];
  if (!arms) return row;
  const arm = (id) => outward(line, id, line.arms[id] ?? [], ends);
  return [
    ...row,
    chainFrom(table, "U", arm("U"), UP, 1, UP, [bends(left, x) ? x - 1 : 0, width]),
    chainFrom(table, "D", arm("D"), DOWN, -1, DOWN, [0, bends(right, width - x) ? x + 1 : width]),
  ];
}

// `side` is where the first row after a turn goes, `down` which way the rows follow each other,
// `strip` how far they may reach.
function chainFrom({ anchor, apart, names, width }, id, items, dir, side, down, strip) {
  const from = edge(anchor, dir);
  from.x += dir[0] * apart;
  return {
    id, items, strip, down, table: [0, width],
    crosswise: crosswise(items), forks: forksOf(id, names).length > 0,
    straight: lengthOf(items) <= 8 ? 8 : 4, // short arms stay straight, long ones bend early
    start: () => ({ ...from, dir, side, run: 0, box: anchor }),
  };
}

// In the middle if the row fits; else so far to the side as the shorter branch needs.
function anchorColumn(left, middle, right, width) {
  if (left + middle + right <= width) return (width - left - middle - right) / 2 + left + middle / 2;
  const wish = width * left / (left + right);
  const least = Math.min(5, width / 2);
  return Math.max(least, Math.min(width - least, wish));
}

// A chain followed by the two that fork off its last tile, and theirs.
function withForks(chain, table) {
  const { line, ends, names, anchor } = table;
  const forks = forksOf(chain.id, names).sort().map((id, i) => {
    const items = outward(line, id, line.arms[id] ?? [], ends);
    const forked = forksOf(id, names).length > 0;
    const fork = { ...chain, id, items, crosswise: crosswise(items), forks: forked, straight: 0 };
    fork.start = () => forkTip(chain, anchor, fork, i);
    return fork;
  });
  return [chain, ...forks.flatMap((fork) => withForks(fork, table))];
}

// The first fork leaves the last tile to the left or upwards, the second to the other side.
function forkTip(chain, anchor, fork, i) {
  const box = chain.tip?.box ?? anchor;
  const [dx] = box.dir;
  const dir = dx ? [UP, DOWN][i] : [LEFT, RIGHT][i];
  fork.down = dx ? dir : chain.down;
  fork.strip = dx ? chain.strip : i ? [box.x, chain.strip[1]] : [chain.strip[0], box.x];
  const from = edge(box, dir);
  if (box.item.long === 2) { from.x += dx / 2; from.y += box.dir[1] / 2; }
  return { ...from, dir, side: dx || (i ? 1 : -1), run: 0, box };
}

// The halves as they are seen: left then right, or upper then lower.
function seen({ dir: [dx, dy], item }) {
  const forwards = item.long === 2 ? dx + dy > 0 : dx - dy > 0;
  return forwards ? item.halves : [...item.halves].reverse();
}

function layOutAt(line, ends, width) {
  const branched = line.spinner !== null || Object.values(line.arms).some((arm) => arm.length)
    || ends.some((id) => id.length > 1);
  for (const [gap, apart] of TRIES) {
    const { chains, placed } = (branched ? anchored : plain)(line, ends, width, apart);
    const boxes = search(chains, placed, gap);
    if (boxes) return boxes;
  }
  return null;
}

// The whole layout for a table `width` units wide. A forked line for which that is a little narrow
// is laid out wider and `scale` says by how much to shrink it. One that cannot be laid at all, as
// where forks lie close about a spinner, is shown branch by branch, and `apart` says so.
function layOut(line, ends, width) {
  let room = width, boxes = null;
  for (const times of WIDER) {
    room = width * times;
    if (boxes = layOutAt(line, ends, room)) break;
  }
  const apart = !boxes;
  if (apart) { room = width; boxes = branchByBranch(line, ends, room); }
  const { left, right, top, bottom } = edges(boxes);
  const shift = (room - left - right) / 2;
  for (const box of boxes) { box.x += shift; box.y -= top; }
  return {
    tiles: boxes.filter((box) => box.item.tile).map((box) => ({ ...box, tile: box.item.tile, halves: seen(box) })),
    ends: boxes.filter((box) => box.item.end),
    width: room, height: bottom - top, scale: width / room, apart,
  };
}

function edges(boxes) {
  const sides = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { x, y, w, h } of boxes) {
    sides.left = Math.min(sides.left, x - w / 2);
    sides.right = Math.max(sides.right, x + w / 2);
    sides.top = Math.min(sides.top, y - h / 2);
    sides.bottom = Math.max(sides.bottom, y + h / 2);
  }
  return sides;
}

// The row, and below it every branch from the line outwards, each down the table on its own.
function branchByBranch(line, ends, width) {
  const names = [...new Set([...Object.keys(line.arms), ...ends])].filter((id) => id !== "L" && id !== "R");
  const branches = names.sort().map((id) => outward(line, id, line.arms[id] ?? [], ends));
  let below = 0;
  return [rowItems(line, ends), ...branches].filter((items) => items.length).flatMap((items) => {
    const boxes = TRIES.map(([gap]) => search([downTheTable(items, width)], [], gap)).find(Boolean) ?? [];
    const { left, top, bottom } = edges(boxes);
    for (const box of boxes) { box.x -= left; box.y += below - top; }
    below += bottom - top + SLOT / 2;
    return boxes;
  });
}

// A layout as it looks from the other side: what was first from the left is now last.
function mirrored(plan) {
  const over = (box) => ({ ...box, x: plan.width - box.x });
  const turned = (box) => ({ ...over(box), halves: box.w > box.h ? [...box.halves].reverse() : box.halves });
  return { ...plan, tiles: plan.tiles.map(turned).reverse(), ends: plan.ends.map(over).reverse() };
}

// Boxes for `count` chips about the end `slot`: the arrangement that hides the fewest tiles and
// no other control. `busy` are boxes to keep free, `room` is the table as {w, h}.
function chipBoxes(slot, count, tiles, busy, room) {
  const hidden = (box, others) => others.filter((other) => overlaps(box, other, 0)).length;
  const outside = (box) => box.x - box.w / 2 < -0.01 || box.x + box.w / 2 > room.w + 0.01
    || box.y - box.h / 2 < -0.01 || box.y + box.h / 2 > room.h + 0.01;
  const cost = (boxes) => boxes.reduce((sum, box) =>
    sum + hidden(box, tiles) + 50 * hidden(box, busy) + 400 * outside(box), 0);
  return arrangements(slot, count).map((boxes) => [cost(boxes), boxes])
    .reduce((best, next) => (next[0] < best[0] ? next : best))[1];
}

function arrangements(slot, count) {
  const columns = [...new Set([1, Math.ceil(count / 2), count])];
  return columns.flatMap((across) => {
    const down = Math.ceil(count / across);
    const shifts = (n) => (n === 1 ? [0] : [0, (n - 1) / 2, (1 - n) / 2]);
    return shifts(down).flatMap((dy) => shifts(across).map((dx) =>
      Array.from({ length: count }, (_, i) => ({
        x: slot.x + SLOT * (dx + i % across - (across - 1) / 2),
        y: slot.y + SLOT * (dy + Math.floor(i / across) - (down - 1) / 2),
        w: SLOT, h: SLOT,
      }))));
  });
}
