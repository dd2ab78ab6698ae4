// Pages that follow what happens elsewhere.
//
// <div id="x" data-live="address" data-version="tag" data-every="2.5">: asks every so many seconds whether there is a
// newer version ("" is the page's own address), and takes over what is different, piece by piece. What somebody is
// using stays: a form with typed values, the field with the focus, an opened <details>; what stands in an element with
// data-own is left to the script that put it there. Afterwards the section hears "swapped".
// A section that is sent "ask" asks at once, at the address that it has by then.
// The document hears "connection-lost" and "connection-back".

const asking = new Map();

// The time: clocks follow the server's, whatever this device believes.
let ahead = null;
function learn(seconds) {
  const seen = Number(seconds) * 1000 - Date.now();
  if (!seconds || Number.isNaN(seen)) return;
  // Every answer is late by its way here, so the earliest says it best; a device whose own clock was set begins anew.
  ahead = ahead === null || Math.abs(seen - ahead) > 2000 ? seen : Math.max(ahead, seen);
}
const now = () => (Date.now() + (ahead ?? 0)) / 1000;

// <span data-ends="seconds since 1970" data-at="the server's time when it was written">
function face(seconds) {
  const size = Math.abs(seconds);
  const two = (value) => String(value).padStart(2, "0");
  return `${seconds < 0 ? "+" : ""}${Math.floor(size / 3600)}:${two(Math.floor(size / 60) % 60)}:${two(size % 60)}`;
}
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
function tick() {
  for (const clock of document.querySelectorAll("[data-ends]")) {
    const left = Math.ceil(Number(clock.dataset.ends) - now());
    write(clock, face(left));
    clock.classList.toggle("clock-over", left < 0);
  }
  // <time data-since="…">: how long ago.
  for (const age of document.querySelectorAll("[data-since]")) {
    const seconds = Math.max(0, Math.floor(now() - Number(age.dataset.since)));
    write(age, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
    age.classList.toggle("age-long", seconds >= 180);
  }
  // <div data-from="seconds since 1970" hidden>: what is said from then on.
  for (const due of document.querySelectorAll("[data-from]")) due.hidden = Number(due.dataset.from) > now();
  // <time data-hour="…">: that moment as this room's clocks show it.
  for (const moment of document.querySelectorAll("[data-hour]")) {
    const hour = new Date(Number(moment.dataset.hour) * 1000);
    write(moment, hour.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }));
  }
}
function begin() {
  const written = document.querySelector("[data-at]");
  if (ahead === null && written) learn(written.dataset.at);
  tick();
}

// What is in use.
const isField = (element) => element?.matches?.("input, textarea, select, [contenteditable]");
function isTyped(control) {
  if (control.type === "hidden" || control.matches("button, fieldset, output, object")) return false;
  if (control.matches("select")) {
    const first = [...control.options].findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(0, first);
  }
  if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
  return control.type === "file" ? control.files.length > 0 : control.value !== control.defaultValue;
}
const inUse = (form) => [...form.elements].some(isTyped) || (form.contains(document.activeElement) && isField(document.activeElement));
function formsInUse(element) {
  const forms = element.matches("form") ? [element] : [...element.querySelectorAll("form")];
  return forms.filter(inUse);
}
const isKept = (node) => node.nodeType === Node.ELEMENT_NODE && (node.dataset.own !== undefined || formsInUse(node).length > 0);

// Taking over.
const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.key || "" : "");
function fits(old, fresh) {
  if (old.nodeName !== fresh.nodeName || keyOf(old) !== keyOf(fresh)) return false;
  if (old.nodeType !== Node.ELEMENT_NODE) return true;
  if (old.dataset.own !== undefined) return fresh.dataset.own !== undefined;
  // A line whose form is in use is never taken for another line of the same list.
  if (!old.matches("li, tr, form, details")) return true;
  const actions = [...(fresh.matches("form") ? [fresh] : fresh.querySelectorAll("form"))].map((form) => form.getAttribute("action"));
  return formsInUse(old).every((form) => actions.includes(form.getAttribute("action")));
}
function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  if (old.dataset.own !== undefined || (old.matches("form") && inUse(old)) || old.isEqualNode(fresh)) return;
  const isUsed = isField(old) && (old === document.activeElement || isTyped(old));
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(name === "open" && old.matches("details"))) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value && !(isUsed && (name === "value" || name === "checked"))) old.setAttribute(name, value);
  }
  if (!isUsed) morphChildren(old, fresh);
}
function morphChildren(old, fresh) {
  const keyed = new Map();
  for (const child of old.children) if (keyOf(child)) keyed.set(keyOf(child), child);
  let place = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    const known = keyed.get(keyOf(node));
    if (known && fits(known, node)) {
      if (known === place) place = place.nextSibling;
      else old.insertBefore(known, place);
      morph(known, node);
    } else if (place && !keyOf(place) && fits(place, node)) {
      const next = place.nextSibling;
      morph(place, node);
      place = next;
    } else {
      old.insertBefore(document.importNode(node, true), place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    if (!isKept(place)) place.remove();
    place = next;
  }
}

// Asking.
let isOnline = true;
function connected(yes) {
  if (yes === isOnline) return;
  isOnline = yes;
  document.body.toggleAttribute("data-offline", !yes);
  document.dispatchEvent(new CustomEvent(yes ? "connection-back" : "connection-lost"));
}
async function ask(id) {
  const section = document.getElementById(id);
  if (section?.dataset.live === undefined) return;
  const state = asking.get(id), address = section.dataset.live;
  clearTimeout(state.timer);
  let isOld = false;
  if (!state.isBusy && !document.hidden) {
    state.isBusy = true;
    try {
      const headers = { "X-Fragment": id };
      if (section.dataset.version) headers["If-None-Match"] = section.dataset.version;
      const answer = await fetch(address || location.href, { headers, cache: "no-store", signal: AbortSignal.timeout?.(8000) });
      learn(answer.headers.get("X-Time"));
      const fresh = answer.status === 200 ? new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id) : null;
      connected(true);
      isOld = section.dataset.live !== address;
      // The page is no longer there, or no longer for this reader: show what the server says instead.
      if ([403, 404, 410].includes(answer.status)) location.reload();
      if (fresh && !isOld) {
        morph(section, fresh);
        begin();
        section.dispatchEvent(new CustomEvent("swapped", { bubbles: true }));
      }
    } catch {
      connected(false);
    }
    state.isBusy = false;
  }
  clearTimeout(state.timer);
  state.timer = setTimeout(ask, isOld ? 0 : 1000 * (Number(section.dataset.every) || 2.5), id);
}
document.addEventListener("ask", (event) => { if (asking.has(event.target.id)) ask(event.target.id); });
for (const section of document.querySelectorAll("[data-live]")) {
  asking.set(section.id, { isBusy: false, timer: 0 });
  // Not all phones of a room at once.
  asking.get(section.id).timer = setTimeout(ask, 500 + Math.random() * 2000, section.id);
}
const askAll = () => { for (const id of asking.keys()) ask(id); };
document.addEventListener("visibilitychange", () => { if (!document.hidden) { begin(); askAll(); } });
addEventListener("online", askAll);
addEventListener("offline", () => connected(false));

begin();
setInterval(tick, 250);
