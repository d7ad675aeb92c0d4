// Leads the keyboard to what comes next, a room or the first button in it, and brings what was said
// into sight: the room itself, or `said` where it is longer than what is left of a screen. With
// `stay` the keyboard stays where it is. Nothing is led before `count` has changed: whoever opens a
// page starts at its top.

const PATIENCE = 3000, LOOK = 40; // milliseconds
const BUSY = '[data-testid="stApp"]:not([data-test-script-state="notRunning"])';
const known = new WeakMap();

export default function ({ parentElement, data }) {
  const view = known.get(parentElement) ?? { count: data.count };
  known.set(parentElement, view);
  if (data.count !== view.count) {
    clearInterval(view.timer);
    view.timer = lead(data, view);
  }
  view.count = data.count;
  // Streamlit also calls this for a call that another one has overtaken.
  return () => { if (!parentElement.isConnected) clearInterval(view.timer); };
}

function lead({ to, button, stay, said }, view) {
  const until = performance.now() + PATIENCE;
  return setInterval(() => {
    const late = performance.now() > until;
    const room = document.querySelector(to);
    if (!late && (document.querySelector(BUSY) || !room)) return;
    clearInterval(view.timer);
    if (!room) return;
    const target = (button && room.querySelector("button")) || room;
    if (target === room) room.tabIndex = -1;
    if (!stay) target.focus({ preventScroll: true });
    ((said && document.querySelector(said)) || room).scrollIntoView({ block: "nearest" });
  }, LOOK);
}
