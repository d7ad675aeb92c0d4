// The links of the page open in place, as a menu entry would, and not as a new visit. Who wants a
// new tab gets one, and without this script they are links all the same.
const OURS = '[data-testid="stMain"] a, [role="dialog"] a';
const INSIDE = /^[a-z]+(\?|$)/;

export default function ({ setTriggerValue }) {
  const follow = (event) => {
    const link = event.target.closest?.(OURS);
    const address = link?.getAttribute("href") ?? "";
    const plain = !event.button && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!plain || event.altKey || !INSIDE.test(address)) return;
    event.preventDefault();
    setTriggerValue("followed", address);
  };
  document.addEventListener("click", follow);
  return () => document.removeEventListener("click", follow);
}
