// Keeps one text in this browser. What is there and was not written here, by an earlier visit or
// by another tab, is sent to Python first; it answers with a text that holds both.

const AGAIN = 1500; // milliseconds after which what was sent is sent again
const MOST = 10000; // characters; more was not written by us

const views = new WeakMap();

// A browser may refuse to keep anything: then the visit alone remembers.
function read(name) {
  try { return localStorage.getItem(name) ?? ""; } catch { return ""; }
}

function write(name, text) {
  try { localStorage.setItem(name, text); } catch { /* full, or forbidden */ }
}

export default function ({ parentElement, data, setTriggerValue }) {
  const view = views.get(parentElement) ?? { seen: null, ack: -1, timer: 0 };
  views.set(parentElement, view);
  const kept = read(data.name);
  const done = () => { clearInterval(view.timer); view.timer = 0; };
  if (view.timer && data.ack !== view.ack) done();
  if (!view.timer && kept && kept.length <= MOST && kept !== view.seen && kept !== data.text) {
    view.seen = kept;
    view.ack = data.ack;
    const send = () => setTriggerValue("stored", kept);
    view.timer = setInterval(send, AGAIN);
    send();
  } else if (!view.timer && kept !== data.text) {
    view.seen = data.text;
    write(data.name, data.text);
  } else if (!view.timer) {
    view.seen = kept;
  }
  // Streamlit also calls this for a call that another one has overtaken.
  return () => { if (!parentElement.isConnected) done(); };
}
