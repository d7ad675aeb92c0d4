// Leads the keyboard to what comes next: the question after Continue, Continue after an answer.

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
    const room = document.querySelector(`.st-key-course-${to}`);
    if (!late && (document.querySelector(BUSY) || !room)) return;
    clearInterval(now.timer);
    const target = room?.querySelector("button") ?? room;
    if (!target) return;
    if (target === room) room.tabIndex = -1;
    target.focus({ preventScroll: true });
    room.scrollIntoView({ block: "nearest" });
  }, LOOK);
}
