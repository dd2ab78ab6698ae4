// What a table's forms gain with a script: - and + beside every number, which works as a list without it; what waits
// behind a heading comes when it is opened, and goes when it is closed.

function enhance(root) {
  for (const stepper of root.querySelectorAll("[data-stepper]")) {
    stepper.classList.add("stepper-on");
    for (const button of stepper.querySelectorAll("[data-step]")) button.hidden = false;
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

// A tap that does not reach the server stays on the page: it is told below the table's name as not sent yet, goes out
// by itself until it is answered, and outlives a reload. One waits at a time; what is tapped meanwhile is held back.
// Sent twice it is carried out once, as it is sent as it was: its form's version and token make the request one.

const DAY = 24 * 3600 * 1000;
const unsent = document.getElementById("unsent");
const boxName = `table-unsent:${unsent?.dataset.path}`;
let waiting = null;

function load() {
  try { return JSON.parse(localStorage.getItem(boxName)); } catch { return null; }
}
function keep(entry) {
  try {
    if (entry) localStorage.setItem(boxName, JSON.stringify(entry));
    else localStorage.removeItem(boxName);
  } catch { /* a browser that keeps nothing: this page still holds it */ }
}

function wait(entry) {
  waiting = entry;
  keep(entry);
  unsent.querySelector("form")?.remove();
  unsent.hidden = !entry;
  if (!entry) return;
  unsent.querySelector("p").textContent = unsent.dataset.words.replace("{what}", entry.what);
  const form = Object.assign(document.createElement("form"), { method: "post", action: entry.action });
  Object.assign(form.dataset, { swap: "table", patience: 10 });
  for (const [name, value] of entry.said) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  form.append(Object.assign(document.createElement("button"), { className: "button", textContent: unsent.dataset.now }));
  unsent.querySelector(".actions").prepend(form);
}
function send() {
  if (waiting && !document.hidden && !unsent.querySelector("[aria-busy]")) unsent.querySelector("form button").click();
}
function recall() {
  unsent.scrollIntoView({ block: "nearest" });
  send();
}

// What it was, as the reader read it.
function words(form, button) {
  const heading = form.querySelector("legend")?.textContent, own = button?.textContent.trim();
  return heading && !own?.startsWith(heading) ? `${heading}: ${own}` : own;
}

if (unsent) {
  let tapped = null;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.swap !== "table" || unsent.contains(form)) return;
    if (!waiting) {
      tapped = words(form, event.submitter);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    recall();
  }, true);
  document.addEventListener("unsent", (event) => {
    const { status, method, target, said } = event.detail, form = event.target;
    const isKept = unsent.contains(form);
    if (form.dataset.swap !== "table" || (!isKept && method === "GET")) return;
    if (status === 400 && isKept && !waiting.isRenewed) {
      // The session ended while the phone was away: once more, with what a fresh page carries.
      event.preventDefault();
      keep({ ...waiting, said: waiting.said.filter(([name]) => name !== "csrf_token"), isRenewed: true });
      location.reload();
    } else if (!status || status === 429 || status >= 500) {
      event.preventDefault();
      if (!isKept) {
        wait({ action: target.href, said, what: tapped, at: Date.now() });
        unsent.scrollIntoView({ block: "nearest" });
      }
    } else if (isKept) {
      keep(null);
    }
  });
  document.addEventListener("sent", (event) => { if (unsent.contains(event.target)) wait(null); });
  unsent.querySelector("[data-drop]").addEventListener("click", () => wait(null));
  // Without network every way from the table leads nowhere.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#table a[href]") || (!waiting && document.body.dataset.offline === undefined)) return;
    event.preventDefault();
    if (waiting) recall();
  });
  const entry = load();
  if (entry && Date.now() - entry.at < DAY) {
    const token = document.querySelector("#table [name=csrf_token]")?.value;
    wait(entry.isRenewed ? { ...entry, said: [...entry.said, ["csrf_token", token]] } : entry);
    send();
  }
  addEventListener("online", send);
  document.addEventListener("connection-back", send);
  setInterval(send, 3000);
}
