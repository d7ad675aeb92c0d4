// Buttons that only the browser can do: print the page, copy its address.
export default function ({ parentElement, data }) {
  const box = parentElement.querySelector(".matador-buttons");
  const status = box.querySelector("[role=status]") ?? document.createElement("span");
  status.setAttribute("role", "status");
  const buttons = data.buttons.map(({ does, label }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.onclick = () => (does === "print" ? window.print() : copy(status, data));
    return button;
  });
  box.replaceChildren(...buttons, status);
}

async function copy(status, data) {
  const link = window.location.href;
  try {
    await navigator.clipboard.writeText(link);
    status.textContent = data.copied;
  } catch {
    // Not allowed, or the page came over a plain connection.
    window.prompt(data.by_hand, link);
  }
}
