// A phone of the room that loses its network: it says so, keeps what was typed, and sends it once when the network is back.
//
// <form data-keep>: sent by this module. Its field "key" makes the request one: however often it has to be sent because
// its answer was lost, it is carried out once. <form data-keep="name">: what is typed into it also outlives a reload.
// <form data-keep data-each>: of two that wait, both are sent; of others only the last word about one thing.
// <a data-ahead>: where it leads is fetched before, so that it opens without network, too.
// <a data-tell>: a tap whose answer replaces the fragment #tell; without network it says what to do instead.

const DAY = 24 * 3600 * 1000;
const board = document.getElementById("outbox");
const outboxName = "room-outbox";

function load(name) {
  try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
}
function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch { /* a browser that keeps nothing: this page still holds it */ }
}
// On a plain http address of the room there is no crypto.randomUUID.
const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function show(text, kind, link) {
  board.className = `notice notice-${kind}`;
  board.replaceChildren(Object.assign(document.createElement("p"), { textContent: text }));
  if (link) board.append(Object.assign(document.createElement("a"), { textContent: board.dataset.look, href: link, className: "button" }));
  board.hidden = !text;
}

// The outbox: what was sent and not answered yet, oldest first. All pages of this phone share it, so it is read anew for
// each change; what the browser cannot keep, this page does.
let isSending = false;
let toLookAt = "";
let held = null;
const waiting = () => held ?? load(outboxName) ?? [];
function put(entries) {
  keep(outboxName, entries.length ? entries : null);
  held = JSON.stringify(load(outboxName) ?? []) === JSON.stringify(entries) ? null : entries;
}

// Which window this is: of two that wait for the network at one table, neither replaces what the other says. The name is
// handed on from page to page only, so that a window that was duplicated gets one of its own.
function nameOfWindow(name) {
  try {
    const known = sessionStorage.getItem("room-window");
    sessionStorage[name ? "setItem" : "removeItem"]("room-window", name);
    return known;
  } catch { return null; }
}
const windowName = nameOfWindow() ?? newKey();
addEventListener("pagehide", () => nameOfWindow(windowName));
addEventListener("pageshow", (event) => { if (event.persisted) nameOfWindow(); });

// What is typed, kept until it was sent.
const draftName = (form) => `room-draft:${new URL(form.action).pathname}:${form.dataset.keep}`;
const typedFields = (form) => [...form.elements].filter((field) => field.name && ["text", "url", "number", "textarea"].includes(field.type));
function restore(form) {
  const name = draftName(form);
  const draft = load(name);
  if (!draft || Date.now() - draft.at > DAY) return keep(name, null);
  // A page that was refused, or that offers something itself, knows better.
  const isFresh = typedFields(form).every((field) => field.value === field.defaultValue) && !form.querySelector("[aria-invalid]");
  const isOther = typedFields(form).some((field) => field.name in draft.values && draft.values[field.name] !== field.value);
  if (!isFresh || !isOther || document.querySelector(".conflict")) return;
  for (const field of typedFields(form)) {
    field.value = draft.values[field.name] ?? field.value;
    // The groups of a pool say by their totals what is in them.
    if (field.value !== field.defaultValue) field.closest("details:not(.pool-group)")?.setAttribute("open", "");
  }
  if (!waiting().length) show(board.dataset.kept, "info");
}
document.querySelectorAll("form[data-keep]").forEach((form) => form.dataset.keep && restore(form));
document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-keep]");
  if (!form?.dataset.keep) return;
  keep(draftName(form), { at: Date.now(), values: Object.fromEntries(typedFields(form).map((field) => [field.name, field.value])) });
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.keep === undefined || event.defaultPrevented) return;
  // A file cannot be kept: the browser sends it as it always did.
  if ([...form.elements].some((field) => field.type === "file" && field.files.length)) return;
  event.preventDefault();
  const data = new FormData(form, event.submitter);
  const said = [...data].filter(([name, value]) => !["key", "csrf_token"].includes(name) && !(value instanceof File));
  const isSaid = (entry) => JSON.stringify(entry.said) === JSON.stringify(said);
  const known = waiting().find((entry) => entry.action === form.action && entry.window === windowName && (form.dataset.each === undefined || isSaid(entry)));
  const isSame = known && isSaid(known);
  const page = location.href.split("#")[0];
  const entry = { action: form.action, page, said, key: isSame ? known.key : newKey(), window: windowName, token: data.get("csrf_token"), draft: form.dataset.keep ? draftName(form) : "" };
  put([...waiting().filter((other) => other.key !== known?.key), entry]);
  event.submitter?.setAttribute("aria-busy", "true");
  send();
});

async function post(entry) {
  const body = new URLSearchParams([...entry.said, ["key", entry.key], ["csrf_token", entry.token ?? ""]]);
  return fetch(entry.action, { method: "POST", body, cache: "no-store", signal: AbortSignal.timeout?.(10_000) });
}
// The server cannot do it now, whatever it is: it is asked again.
const isBusy = (answer) => answer.status === 429 || answer.status >= 500;
// A network that wants its own page seen first, or a proxy, has answered: nobody has read what was sent.
const isOurs = (text) => text.includes('<main id="main"');
async function freshToken(entry) {
  const answer = await fetch(entry.page, { cache: "no-store", signal: AbortSignal.timeout?.(10_000) });
  if (isBusy(answer)) throw new Error("no page to take a token from");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("[name=csrf_token]")?.value;
}
// The answer to an entry and its text; as long as there is none that counts, what is to be said about it.
async function deliver(entry) {
  try {
    let answer = await post(entry);
    if (answer.status === 400) {
      // The session ended while the phone was away: ask for the page's token again, once.
      entry.token = await freshToken(entry);
      answer = await post(entry);
    }
    const text = await answer.text();
    // Status 400 says that the form's token is none, and nothing of what the form says.
    const isRead = !isBusy(answer) && answer.status !== 400 && isOurs(text);
    return isRead ? { answer, text } : { waits: board.dataset.busy };
  } catch {
    return { waits: board.dataset.waiting };
  }
}

async function send() {
  const entry = waiting()[0];
  if (!entry) return sentElsewhere();
  if (isSending) return;
  isSending = true;
  show(board.dataset.sending, "info");
  const delivered = await deliver(entry);
  isSending = false;
  if (delivered.waits) {
    document.querySelectorAll("[aria-busy]").forEach((button) => button.removeAttribute("aria-busy"));
    show(delivered.waits, "warn");
    return;
  }
  const left = waiting().filter((other) => other.key !== entry.key);
  const isReplaced = left.length === waiting().length;
  put(left);
  if (left.length || isReplaced) {
    // What this page has to say comes last.
    if (!delivered.answer.ok) toLookAt = entry.page;
    return send();
  }
  document.querySelectorAll("[aria-busy]").forEach((button) => button.removeAttribute("aria-busy"));
  // What changed something leads on to another page; all else is to be read where it was typed.
  if (delivered.answer.ok && delivered.answer.redirected) arrived(entry, delivered.answer.url);
  else answered(entry, delivered.text);
}

// Another window of this browser has sent what this one was waiting to send.
function sentElsewhere() {
  const { sending, waiting, busy } = board.dataset;
  if (![sending, waiting, busy].includes(board.textContent)) return;
  document.querySelectorAll("[aria-busy]").forEach((button) => button.removeAttribute("aria-busy"));
  if (toLookAt) show(board.dataset.refused, "warn", toLookAt);
  else board.hidden = true;
}

function arrived(entry, url) {
  if (entry.draft) keep(entry.draft, null);
  const time = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  const told = toLookAt ? { text: board.dataset.refused, kind: "warn", link: toLookAt } : { text: board.dataset.sent.replace("{time}", time), kind: "good" };
  keep("room-sent", { at: Date.now(), ...told });
  const goal = new URL(url);
  if (goal.pathname + goal.search === location.pathname + location.search) {
    // What is new stands above.
    scrollTo(0, 0);
    location.reload();
  } else {
    location.assign(goal);
  }
}

// What the server has to say about it: it stands on the page it was typed on.
function answered(entry, page) {
  if (entry.page.split("?")[0] !== location.href.split(/[?#]/)[0]) return show(board.dataset.refused, "warn", entry.page);
  const fresh = new DOMParser().parseFromString(page, "text/html").querySelector("main");
  if (!fresh) return location.assign(entry.page);
  board.hidden = true;
  const main = document.querySelector("main");
  fresh.querySelector("#outbox")?.replaceWith(board);
  main.replaceWith(fresh);
  countPool();
  const focus = fresh.querySelector("[data-focus], [aria-invalid], [role=alert]") ?? fresh;
  focus.focus?.({ preventScroll: true });
  focus.scrollIntoView({ block: "start" });
}

const sent = load("room-sent");
if (sent) {
  keep("room-sent", null);
  if (Date.now() - sent.at < 60_000) show(sent.text, sent.kind, sent.link);
}
send();
addEventListener("online", send);
document.addEventListener("connection-back", send);
// The browser's own word for "online" means any network: what counts is that the server answers.
setInterval(() => { if (!document.hidden) send(); }, 4000);

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
    show(board.dataset.taps, "warn");
    board.scrollIntoView({ block: "start" });
  }
});

// The form that is needed when a game ends: it is there though the network is gone by then. Not all phones fetch it at once.
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
  main.querySelector("#outbox")?.remove();
  main.prepend(board);
  main.querySelectorAll("form[data-keep]").forEach((form) => form.dataset.keep && restore(form));
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

// A pool: − and + beside each card, the totals of all and of each group, and a search by letters or by the number on the
// pool sheet, which opens the groups while it lasts. Enter goes from the search to the count of the first card that fits,
// and back. What the server sends anew has none of it.
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
  for (const part of pool.querySelectorAll(".pool-bar > [hidden], #pool-hint")) part.hidden = false;
  sumPool(pool);
  narrowPool(pool);
}
function sumPool(pool) {
  const sum = (place) => [...place.querySelectorAll(".pool-rows input")].reduce((all, one) => all + (Number(one.value) || 0), 0);
  document.getElementById("pool-total").textContent = String(sum(pool));
  for (const group of pool.querySelectorAll(".pool-group")) {
    const total = group.querySelector("output");
    total.textContent = String(sum(group));
    total.hidden = total.textContent === "0";
  }
}
function narrowPool(pool) {
  // Rows have their names as they are written and without accents, both without apostrophes: a phone types its own.
  const asked = pool.querySelector("#pool-find").value.trim().toLowerCase().replace(/['`´’‘]/g, ""), isCounted = pool.querySelector("#pool-counted").checked;
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
