// Leads to a new puzzle: what was pressed may stand far below it, on a phone out of sight of it.

const PATIENCE = 3000, LOOK = 40; // milliseconds
const BUSY = '[data-testid="stApp"]:not([data-test-script-state="notRunning"])';
const PUZZLE = ".st-key-puzzle-title";
const known = new WeakMap();

export default function ({ parentElement, data }) {
  const before = known.get(parentElement) ?? { opened: data.opened };
  clearInterval(before.timer);
  const now = { opened: data.opened };
  known.set(parentElement, now);
  if (data.opened !== before.opened) now.timer = lead(now);
  return () => clearInterval(now.timer);
}

function lead(now) {
  const until = performance.now() + PATIENCE;
  return setInterval(() => {
    const puzzle = document.querySelector(PUZZLE);
    if (performance.now() < until && (document.querySelector(BUSY) || !puzzle)) return;
    clearInterval(now.timer);
    if (!puzzle) return;
    puzzle.tabIndex = -1;
    puzzle.focus({ preventScroll: true });
    puzzle.scrollIntoView({ block: "nearest" });
  }, LOOK);
}
