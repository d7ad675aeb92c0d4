// Whoever pressed a control that is gone would begin again at the top of the page: the heading of
// the panel takes the keyboard then. What is drawn last comes up to this long after the heading.
const PATIENCE = 3000, LOOK = 50; // milliseconds

const known = new WeakMap();

export default function ({ parentElement, data }) {
  const heading = parentElement.querySelector("h2");
  heading.textContent = data.text;
  const before = known.get(parentElement) ?? { played: data.played };
  clearInterval(before.timer);
  const now = { played: data.played };
  known.set(parentElement, now);
  if (data.played !== before.played) now.timer = watch(heading, now);
  return () => clearInterval(now.timer);
}

function watch(heading, now) {
  const until = performance.now() + PATIENCE;
  return setInterval(() => {
    const lost = !document.activeElement || document.activeElement === document.body;
    if (lost) heading.focus({ preventScroll: true });
    if (lost || performance.now() > until) clearInterval(now.timer);
  }, LOOK);
}
