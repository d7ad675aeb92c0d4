// Leads the keyboard to what comes next: the question after Continue, Continue after a right
// answer, the response after a control that is gone once it was pressed, the next of a kind where
// each press has a button of its own (a hint, a draw). What was said is brought into sight as well;
// after a wrong answer the keyboard stays where it is.

const PATIENCE = 3000, LOOK = 40; // milliseconds
const BUSY = '[data-testid="stApp"]:not([data-test-script-state="notRunning"])';
// The coached hand has no question, but a coach; a drill beside other things has one of its own.
const ROOMS = {
  question: '.st-key-course-question, .st-key-course-coach, [class*="st-key-drill-question-"]',
  answer: '[class*="st-key-course-answer-"], .st-key-course-coach',
  next: ".st-key-course-next",
  stay: '[class*="st-key-course-answer-"]',
  hint: '[class*="st-key-course_hint-"]',
  draw: '[class*="st-key-course_draw-"]',
  pass: '[class*="st-key-course_pass-"]',
};
const TO_BUTTON = ["next", "hint", "draw", "pass"];
// The first words of a response: the room kept for it may be longer than what is left of a screen.
const SAID = ["[class*=st-key-course-answer-]", ".st-key-course-coach"]
  .map((room) => `${room} > :first-child`).join();
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
    const room = document.querySelector(ROOMS[to]);
    if (!late && (document.querySelector(BUSY) || !room)) return;
    clearInterval(now.timer);
    const target = (TO_BUTTON.includes(to) && room?.querySelector("button")) || room;
    if (!target) return;
    if (target === room) room.tabIndex = -1;
    if (to !== "stay") target.focus({ preventScroll: true });
    const said = document.querySelector(SAID);
    (to === "question" || !said ? room : said).scrollIntoView({ block: "nearest" });
  }, LOOK);
}
