// The links of the page open in place, as a menu entry would, and not as a new visit. Who wants a
// new tab gets one, and without this script they are links all the same.
const OURS = '[data-testid="stMain"] a, [role="dialog"] a';
const INSIDE = /^[a-z]+(\?|$)/;

const views = new WeakMap();

function follow(event, trigger) {
  const link = event.target.closest?.(OURS);
  const address = link?.getAttribute("href") ?? "";
  const plain = !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!plain || event.altKey || !INSIDE.test(address)) return;
  event.preventDefault();
  trigger("followed", address);
}

export default function ({ parentElement, setTriggerValue }) {
  let view = views.get(parentElement);
  if (!view) {
    view = { onclick: (event) => follow(event, view.trigger) };
    views.set(parentElement, view);
    document.addEventListener("click", view.onclick);
  }
  view.trigger = setTriggerValue;
  // Streamlit also calls this for a call that another one has overtaken.
  return () => { if (!parentElement.isConnected) document.removeEventListener("click", view.onclick); };
}
