// Notes when the page last told the server something, and when it last heard from it. Between the two
// a press is on its way, and nothing on the page shows it.
(() => {
  const now = () => performance.now(), wire = { told: 0, heard: 0 };
  window.wire = wire;
  window.WebSocket = class extends WebSocket {
    constructor(...where) {
      super(...where);
      this.addEventListener("message", () => { wire.heard = now(); });
    }
    send(what) {
      wire.told = now();
      super.send(what);
    }
  };
})();
