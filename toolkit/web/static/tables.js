// What a table's forms gain with a script: - and + beside every number, which works as a list without it; what waits
// behind a heading comes when it is opened, and goes when it is closed.

function enhance(root) {
  for (const stepper of root.querySelectorAll("[data-stepper]")) {
    for (const button of stepper.querySelectorAll("[data-step]")) delete button.dataset.scripted;
    mark(stepper);
  }
}

function mark(stepper) {
  const list = stepper.querySelector("select");
  for (const button of stepper.querySelectorAll("[data-step]")) {
    const next = list.selectedIndex + Number(button.dataset.step);
    button.setAttribute("aria-disabled", String(next < 0 || next >= list.length));
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const stepper = button.closest("[data-stepper]"), list = stepper.querySelector("select");
  const next = list.selectedIndex + Number(button.dataset.step);
  if (next < 0 || next >= list.length) return;
  list.selectedIndex = next;
  list.dispatchEvent(new Event("change", { bubbles: true }));
});
document.addEventListener("change", (event) => {
  const stepper = event.target.closest("[data-stepper]");
  if (stepper) mark(stepper);
});
// A field that names a card: what begins like it comes into the list below it.
let typing = 0;
document.addEventListener("input", (event) => {
  const field = event.target.closest("[data-names]");
  if (!field) return;
  clearTimeout(typing);
  typing = setTimeout(() => suggest(field), 150);
});

async function suggest(field) {
  const text = field.value.trim();
  if (text.length < 2 || !field.list) return;
  try {
    const answer = await fetch(`${field.dataset.names}&text=${encodeURIComponent(text)}`);
    if (!answer.ok || field.value.trim() !== text) return;
    const names = await answer.json();
    field.list.replaceChildren(...names.map((name) => new Option("", name)));
  } catch {
    // Without a network the name is typed to its end.
  }
}

document.addEventListener("swapped", (event) => enhance(event.target));
enhance(document);

// <details data-open="word">: the section asks for what is open on this screen.
document.addEventListener("toggle", (event) => {
  const word = event.target.dataset?.open, section = event.target.closest("[data-live]");
  if (!word || !section) return;
  const address = new URL(section.dataset.live || location.href, location.href);
  const others = address.searchParams.getAll("open").filter((one) => one !== word);
  if ((others.length < address.searchParams.getAll("open").length) === event.target.open) return;
  address.searchParams.delete("open");
  for (const one of event.target.open ? [...others, word] : others) address.searchParams.append("open", one);
  section.dataset.live = address.pathname + address.search;
  section.dispatchEvent(new CustomEvent("ask", { bubbles: true }));
}, true);

// A tap that does not reach the server stays on the page: it is told as not sent yet, goes out by itself until it is
// answered, and outlives a reload. What is tapped meanwhile waits behind it, in order; each is carried out once, as it
// carries a word of its own that it is sent again with. One that the server takes no more is named, and never dropped.

const DAY = 24 * 3600 * 1000;
const unsent = document.getElementById("unsent");
const boxName = `table-unsent:${unsent?.dataset.path}`;
let waiting = [], lost = [], isSending = false, isHalted = false;
// What tells the taps of this page from each other, and from those of every other; and what each of them was.
const page = crypto.getRandomValues(new Uint32Array(2)).join("");
const tapped = new Map();

function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(boxName)) ?? [];
    for (const entry of Array.isArray(kept) ? kept : [kept]) (Date.now() - entry.at < DAY ? waiting : lost).push(entry);
  } catch { /* a browser that keeps nothing */ }
}
function keep() {
  try {
    if (waiting.length) localStorage.setItem(boxName, JSON.stringify(waiting));
    else localStorage.removeItem(boxName);
  } catch { /* a browser that keeps nothing: this page still holds it */ }
}
function show() {
  keep();
  unsent.hidden = !waiting.length && !lost.length;
  const said = [[waiting, unsent.dataset.words], [lost, unsent.dataset.lost]].filter(([taps]) => taps.length);
  unsent.querySelector("p").textContent = said.map(([taps, sentence]) =>
    sentence.replace("{what}", taps.map((entry) => entry.what).join(" · "))
  ).join(" ");
  for (const button of unsent.querySelectorAll("button")) {
    button.hidden = !("seen" in button.dataset ? lost : waiting).length;
  }
}
function hold(entry) {
  // What was refused or asked about has been looked at: what is tapped then goes out before the rest.
  waiting.splice(isHalted ? 0 : waiting.length, 0, { ...entry, at: Date.now() });
  isHalted = false;
  show();
  unsent.scrollIntoView({ block: "nearest" });
}

// What it was, as the reader read it.
function words(form, button) {
  const heading = form.querySelector("legend, .digits-title")?.textContent, own = button?.textContent.trim();
  return heading && !own?.startsWith(heading) ? `${heading}: ${own}` : own;
}

// The session may have ended while the phone was away: a page drawn now carries a token that is good.
async function renewed() {
  const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout?.(10_000) });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  return fresh.querySelector("#table [name=csrf_token]")?.value ?? "";
}

async function send() {
  if (!waiting.length || isSending || isHalted || document.hidden) return;
  isSending = true;
  const [entry] = waiting,
    leave = () => {
      waiting = waiting.filter((one) => one !== entry);
    };
  try {
    const body = new FormData();
    for (const [name, value] of entry.said) body.append(name, value);
    const answer = await fetch(entry.action, {
      method: "POST",
      body,
      headers: { "X-Fragment": "table" },
      signal: AbortSignal.timeout?.(10_000),
    });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("table");
    if (answer.status === 400 && !entry.isRenewed) {
      const token = await renewed();
      entry.said = [...entry.said.filter(([name]) => name !== "csrf_token"), ["csrf_token", token]];
      entry.isRenewed = true;
      keep();
    } else if (fresh) {
      leave();
      // Refused or asked about: whoever tapped looks at it before what was tapped after it goes out.
      isHalted = waiting.length > 0 && (answer.status >= 400 || fresh.querySelector("#question") !== null);
      show();
      document.getElementById("table").dispatchEvent(new CustomEvent("take", { detail: fresh }));
    } else if (answer.status !== 429 && answer.status < 500) {
      leave();
      lost.push(entry);
      show();
    }
  } catch { /* no network yet: once more in a while */ }
  isSending = false;
}
async function sendAll() {
  for (let left = -1; waiting.length && waiting.length !== left && !isHalted;) {
    left = waiting.length;
    await send();
  }
}

if (unsent) {
  const isAway = () => document.body.dataset.offline !== undefined;
  const goOn = () => {
    isHalted = false;
    sendAll();
  };
  document.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    if (form.dataset.swap !== "table") return;
    if (form.method !== "post") return goOn();
    if (button?.getAttribute("aria-busy") === "true") {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    form.querySelector("[name=tap]")?.remove();
    const tap = `${page}-${tapped.size}`, what = words(form, button);
    tapped.set(tap, what);
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "tap", value: tap }));
    if (!waiting.length && !isAway()) return;
    event.preventDefault();
    event.stopPropagation();
    form.closest("[popover]")?.hidePopover?.();
    hold({ action: form.action, said: [...new FormData(form, button)], what });
    sendAll();
  }, true);
  document.addEventListener("unsent", (event) => {
    const { form, status, method, target, said } = event.detail;
    if (form.dataset.swap !== "table" || method === "GET" || (status && status !== 429 && status < 500)) return;
    event.preventDefault();
    form.closest("[popover]")?.hidePopover?.();
    hold({ action: target.href, said, what: tapped.get(new Map(said).get("tap")) });
  });
  unsent.querySelector("[data-drop]").addEventListener("click", () => {
    waiting = [];
    isHalted = false;
    show();
  });
  unsent.querySelector("[data-send]").addEventListener("click", goOn);
  // Without network every way from the table leads nowhere.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#table a[href]") || (!waiting.length && !isAway())) return;
    event.preventDefault();
    goOn();
  });
  unsent.querySelector("[data-seen]").addEventListener("click", () => {
    lost = [];
    show();
  });
  load();
  show();
  sendAll();
  addEventListener("online", sendAll);
  document.addEventListener("connection-back", sendAll);
  setInterval(sendAll, 3000);
}
