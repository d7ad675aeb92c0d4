// Resolves to "" once the page has stood still for some frames, else, after `patience`
// milliseconds, to what it still waits for.
async ({ frames, patience }) => {
  const all = (what) => [...document.querySelectorAll(what)];
  const shown = () => all('[data-testid="stMain"] [data-testid="stElementContainer"]');
  const places = () => shown().map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height];
  }).join();
  // A component that has drawn nothing yet, or a board whose felt has no height yet.
  const unfinished = ({ shadowRoot }) => !shadowRoot?.childElementCount
    || (shadowRoot.querySelector(".felt") && !shadowRoot.querySelector(".felt").style.height);
  // In the order in which Streamlit comes to them: widgets, boards and charts are loaded lazily.
  const waitsFor = () =>
    window.wire?.told > window.wire?.heard ? "an answer"
    : !document.querySelector('[data-testid="stApp"][data-test-script-state="notRunning"]') ? "the script"
    : !shown().some((one) => one.clientHeight) ? "something to show"
    : all('[data-stale="true"]').length ? "what is stale"
    : all('[data-testid="stSkeleton"]').length ? "skeletons"
    : all('[data-testid="stBidiComponentIsolated"]').some(unfinished) ? "a board"
    : all('[data-testid="stVegaLiteChart"]').some((one) => !one.querySelector("svg, canvas")) ? "a chart"
    : !all("img").every((one) => one.complete) ? "pictures"
    : document.fonts.status !== "loaded" ? "fonts"
    : shown().some((one) => getComputedStyle(one).opacity !== "1") ? "what fades"
    : "";
  const until = performance.now() + patience;
  let reason = "", before = "";
  for (let still = 0; still < frames;) {
    await new Promise(requestAnimationFrame);
    const now = places();
    reason = waitsFor() || (now === before ? "" : "what moves");
    still = reason ? 0 : still + 1;
    before = now;
    if (performance.now() > until) return reason || "what moves";
  }
  return "";
}
