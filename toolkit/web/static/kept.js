// Keeps this page readable without a network, for the worker (worker.js): as it was shown last, with that time.
//
// <script id="kept" data-worker data-reader data-policy>: the worker's address, which has the server's version; who
// reads; the policy of the page's content. Over plain http there is no worker, and nothing is kept.

const script = document.getElementById("kept"), { worker, reader, policy } = script.dataset;
// How many seconds the server is ahead: a copy's clocks go by that.
if (script.dataset.ahead) {
  document.dispatchEvent(
    new CustomEvent("server-time", { detail: Date.now() / 1000 + Number(script.dataset.ahead) }),
  );
}
document.addEventListener("time-known", (event) => script.dataset.ahead = event.detail);

function copyOf(time) {
  const copy = document.cloneNode(true), find = (name) => [...copy.querySelectorAll(name)];
  copy.body.dataset.offline = "";
  const [mark] = find("#offline [data-as-of]");
  mark.hidden = false;
  mark.querySelector("time").dataset.hour = time / 1000;
  // What its scripts had to say, and what they say anew.
  for (const board of find("#outbox, #unsent")) board.hidden = true;
  for (const name of ["aria-busy", "data-at", "style"]) {
    find(`[${name}]`).forEach((one) => one.removeAttribute(name));
  }
  return `<!doctype html>${copy.documentElement.outerHTML}`;
}
const { href, search: version } = new URL(worker, location);
const isOfServer = () => navigator.serviceWorker.controller?.scriptURL === href;
const isShown = () => document.querySelector("[data-live]") && !document.body.hasAttribute("data-offline");
// What the page is drawn with: its sounds are not.
const FILES = new RegExp(`^${location.origin}/static/.*[.](css|js|woff2|svg)`);
async function keepAll() {
  const files = await caches.open(`files${version}`), pages = await caches.open(`pages${version}`);
  for (const { name } of performance.getEntriesByType("resource")) {
    if (FILES.test(name) && !await files.match(name)) await files.add(name);
  }
  const time = Date.now(),
    headers = {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "X-Kept": time,
      "X-Reader": reader,
    };
  if (isShown()) await pages.put(location.href, new Response(copyOf(time), { headers }));
}
function keepPage() {
  // Where the network is gone by then, or the browser is full, what was kept before stays.
  if (isOfServer() && isShown()) keepAll().catch(() => {});
}
if (isSecureContext && navigator.serviceWorker) {
  navigator.serviceWorker.addEventListener("controllerchange", keepPage);
  document.addEventListener("swapped", keepPage);
  addEventListener("load", () => {
    navigator.serviceWorker.register(worker).then(keepPage, () => {});
  });
}
// The next time without a network is another one.
document.addEventListener("connection-back", () => document.querySelector("#offline [data-as-of]").hidden = true);
