// A page of the room, beside what its outbox (outbox.js) does.
//
// <a data-ahead>: where it leads is fetched before, so that it opens without network, too.
// <a data-tell>: a tap whose answer replaces the fragment #tell; without network it says what to do instead.

const board = document.getElementById("outbox");

// Taps need the server; without it the fields below still take the points.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-tell]");
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href, { cache: "no-store", signal: AbortSignal.timeout?.(8000) });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("tell");
    if (!answer.ok || !fresh) throw new Error("no such fragment");
    document.getElementById("tell").replaceWith(fresh);
    history.replaceState(null, "", link.href);
    fresh.querySelector(".taps a, button")?.focus({ preventScroll: true });
  } catch {
    board.dispatchEvent(new CustomEvent("say", { detail: board.dataset.taps }));
    board.scrollIntoView({ block: "start" });
  }
});

// The form that is needed when a game ends: it is there though the network is gone by then. Not all phones fetch it at
// once.
const SOON = 1000, SPREAD = 9000, QUICK = 2000;
const ahead = new Map();
let own = null;
async function fetchAhead() {
  for (const link of document.querySelectorAll("a[data-ahead]")) {
    try {
      if (!ahead.has(link.href)) {
        const answer = await fetch(link.href, { cache: "no-store", signal: AbortSignal.timeout?.(8000) });
        const main = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
        if (!answer.ok || !main) return;
        ahead.set(link.href, main);
      }
      link.dataset.ahead = "ready";
    } catch { /* the next time */ }
  }
}
function fetchSoon() {
  const isNew = [...document.querySelectorAll("a[data-ahead]")].some((link) => !ahead.has(link.href));
  if (isNew) setTimeout(fetchAhead, SOON + Math.random() * SPREAD);
}
function open(main) {
  document.querySelector("main").replaceWith(main);
  main.dispatchEvent(new CustomEvent("opened", { bubbles: true }));
  main.dispatchEvent(new CustomEvent("swapped", { bubbles: true }));
  scrollTo(0, 0);
}
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-ahead]"), known = link && ahead.get(link.href);
  if (!known || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  try {
    await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout?.(QUICK) });
    location.assign(link.href);
  } catch {
    own = { main: document.querySelector("main"), address: location.href.split("#")[0] };
    history.pushState(null, "", link.href);
    open(known);
  }
});
// Back to the own page and forth, as between pages.
addEventListener("popstate", () => {
  const here = location.href.split("#")[0], main = here === own?.address ? own.main : ahead.get(here);
  if (own && main && main !== document.querySelector("main")) open(main);
});
document.addEventListener("swapped", fetchSoon);
fetchSoon();
