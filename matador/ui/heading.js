// Whoever pressed a control that is gone would begin again at the top of the page: the heading of
// the panel takes the keyboard then. What is drawn last comes up to this long after the heading.
const PATIENCE = 3000, LOOK = 50; // milliseconds

const known = new WeakMap();

export default function ({ parentElement, data }) {
  const heading = parentElement.querySelector("h2");
  heading.textContent = data.text;
  const view = known.get(parentElement) ?? { played: data.played };
  known.set(parentElement, view);
  if (data.played !== view.played) {
    clearInterval(view.timer);
    view.timer = watch(heading, view);
  }
  view.played = data.played;
  // Streamlit also calls this for a call that another one has overtaken.
  return () => { if (!parentElement.isConnected) clearInterval(view.timer); };
}

function watch(heading, view) {
  const until = performance.now() + PATIENCE;
  return setInterval(() => {
    const lost = !document.activeElement || document.activeElement === document.body;
    if (lost) heading.focus({ preventScroll: true });
    if (lost || performance.now() > until) clearInterval(view.timer);
  }, LOOK);
}
