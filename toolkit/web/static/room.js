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

// A pool: − and + beside each card, the totals of all and of each group, and a search by letters or by the number on
// the pool sheet, which opens the groups while it lasts. Enter goes from the search to the count of the first card that
// fits, and back. What the server sends anew has none of it.
function countPool() {
  const pool = document.getElementById("pool");
  const counts = pool ? [...pool.querySelectorAll(".pool-rows input:not(:disabled)")] : [];
  if (!counts.length) return;
  for (const input of counts) {
    if (input.previousElementSibling?.matches("button")) continue;
    for (const [sign, step] of [["−", -1], ["+", 1]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button";
      button.textContent = sign;
      button.dataset.step = step;
      button.setAttribute("aria-label", `${sign} ${input.labels[0].lastChild.textContent.trim()}`);
      if (step < 0) input.before(button);
      else input.after(button);
    }
  }
  for (const part of pool.querySelectorAll("[data-scripted]")) delete part.dataset.scripted;
  sumPool(pool);
  narrowPool(pool);
}
function sumPool(pool) {
  const sum = (place) =>
    [...place.querySelectorAll(".pool-rows input")].reduce((all, one) => all + (Number(one.value) || 0), 0);
  document.getElementById("pool-total").textContent = String(sum(pool));
  for (const group of pool.querySelectorAll(".pool-group")) {
    const total = group.querySelector("output");
    total.textContent = String(sum(group));
    total.hidden = total.textContent === "0";
  }
}
function narrowPool(pool) {
  // Rows have their names as they are written and without accents, both without apostrophes: a phone types its own.
  const asked = pool.querySelector("#pool-find").value.trim().toLowerCase().replace(/['\u0060´’‘]/g, ""),
    isCounted = pool.querySelector("#pool-counted").checked;
  const isNamed = (row) => (/^\d+$/.test(asked) ? row.dataset.number === asked : row.dataset.name.includes(asked));
  const fits = (row) => isNamed(row) && !(isCounted && !Number(row.querySelector("input").value));
  for (const row of pool.querySelectorAll(".pool-rows li")) row.hidden = !fits(row);
  const isNarrow = asked !== "" || isCounted;
  for (const group of pool.querySelectorAll(".pool-group")) {
    if (isNarrow) group.dataset.before ??= String(group.open);
    group.open = isNarrow || (group.dataset.before ? group.dataset.before === "true" : group.open);
    if (!isNarrow) delete group.dataset.before;
  }
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("#pool [data-step]");
  const input = button?.parentElement.querySelector("input");
  if (!input) return;
  input.value = String(Math.max(0, (Number(input.value) || 0) + Number(button.dataset.step)) || "");
  input.dispatchEvent(new Event("input", { bubbles: true }));
});
document.addEventListener("input", (event) => {
  const pool = event.target.closest("#pool");
  if (["pool-find", "pool-counted"].includes(event.target.id)) narrowPool(pool);
  else if (pool) sumPool(pool);
});
document.addEventListener("keydown", (event) => {
  const pool = event.target.closest?.("#pool"), find = pool?.querySelector("#pool-find");
  if (!find || event.key !== "Enter" || !event.target.matches("input")) return;
  event.preventDefault();
  if (event.target === find) return pool.querySelector(".pool-rows li:not([hidden]) input")?.select();
  find.value = "";
  narrowPool(pool);
  find.focus();
});
document.addEventListener("swapped", countPool);
countPool();
