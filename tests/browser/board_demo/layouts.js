// Random lines, laid out at random widths: what is wrong with any of them.

// Random numbers that are the same in every run (mulberry32).
function dice(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function tiles(count, across, roll) {
  return Array.from({ length: count }, () => ({ halves: [1, 2], across: roll() < across }));
}

// At most 55 tiles, shared out between as many branches.
function shares(branches, roll) {
  const counts = Array(branches).fill(0);
  for (let left = Math.floor(roll() * 54); left > 0; left -= 1) counts[Math.floor(roll() * branches)] += 1;
  return counts;
}

const KINDS = {
  plain(across, roll) {
    const [row] = shares(1, roll);
    return [{ row: tiles(row + 1, across, roll), spinner: null, arms: {} }, ["L", "R"]];
  },
  spinner(across, roll) {
    const [left, right, up, down] = shares(4, roll);
    const arms = { U: tiles(up, across, roll), D: tiles(down, across, roll) };
    return [{ row: tiles(left + 1 + right, across, roll), spinner: left, arms }, ["L", "R", "U", "D"]];
  },
  fork(_across, roll) {
    const [row, one, other] = shares(3, roll);
    const line = { row: tiles(row + 1, 0, roll), spinner: null, arms: { Rv: tiles(one, 0, roll), Rw: tiles(other, 0, roll) } };
    line.row.at(-1).across = true;
    return [line, ["L", "Rv", "Rw"]];
  },
  // Forks of forks close about a spinner, where most pictures of the table are impossible.
  tangle(_across, roll) {
    const [left, up, down, one, other, more] = shares(6, roll);
    const arms = { U: tiles(up, 0, roll), D: tiles(down, 0, roll), Rw: tiles(one + 1, 0, roll) };
    Object.assign(arms, { Rwv: tiles(other, 0, roll), Rww: tiles(more, 0, roll) });
    const line = { row: tiles(left + 2, 0, roll), spinner: left, arms };
    line.row.at(-1).across = arms.Rw.at(-1).across = true;
    return [line, ["L", "U", "D", "Rv", "Rwv", "Rww"]];
  },
};

function faults(line, ends, width) {
  const plan = layOut(line, ends, width), boxes = [...plan.tiles, ...plan.ends], found = [];
  const expected = line.row.length + Object.values(line.arms).flat().length + ends.length;
  if (boxes.length !== expected) found.push("lost tiles");
  if (plan.scale < 0.75 || (plan.scale !== 1 && ends.length < 6)) found.push("shrunk");
  boxes.forEach((box, i) => {
    if (box.x - box.w / 2 < -0.01 || box.x + box.w / 2 > plan.width + 0.01) found.push("off the table");
    if (boxes.slice(0, i).some((other) => overlaps(box, other, 0))) found.push("overlap");
  });
  return found;
}

function trouble(rounds) {
  const roll = dice(7), found = [];
  for (let i = 0; i < rounds; i += 1) {
    for (const [kind, make] of Object.entries(KINDS)) {
      const across = [0, 0.1, 0.2][i % 3], width = 11 + Math.floor(roll() * 27);
      const [line, ends] = make(across, roll);
      if (kind === "tangle" && i % 10) continue; // each takes long
      found.push(...faults(line, ends, width).map((fault) => `${kind} ${i}, ${width} wide: ${fault}`));
    }
  }
  return found;
}
