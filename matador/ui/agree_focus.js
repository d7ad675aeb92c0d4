// Leads the keyboard to what comes next: `to` is the selector of a heading or a room. Nothing is
// led before `count` has changed: whoever opens a page starts at its top.

const PATIENCE = 3000, LOOK = 40; // milliseconds
const BUSY = '[data-testid="stApp"]:not([data-test-script-state="notRunning"])';
const known = new WeakMap();

export default function ({ parentElement, data }) {
  const before = known.get(parentElement) ?? { count: data.count };
  clearInterval(before.timer);
  const now = { count: data.count };
  known.set(parentElement, now);
  if (data.count !== before.count) now.timer = lead(data.to, now);
  return () => clearInterval(now.timer);
}

function lead(to, now) {
  const until = performance.now() + PATIENCE;
  return setInterval(() => {
    const late = performance.now() > until;
    const target = document.querySelector(to);
    if (!late && (document.querySelector(BUSY) || !target)) return;
    clearInterval(now.timer);
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "nearest" });
  }, LOOK);
}
