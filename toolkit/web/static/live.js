// Pages that follow what happens elsewhere.
//
// <div id="x" data-live="address" data-version="tag" data-every="2.5">: asks every so many seconds whether there is a
// newer version ("" is the page's own address), and takes over what is different, piece by piece. What somebody is
// using stays: a form with typed values, the field with the focus, an opened <details>; what stands in an element with
// data-own is left to the script that put it there. Afterwards the section hears "swapped".
// An element with data-with="x" outside the section is drawn anew with it, by its id.
// A section that is sent "ask" asks at once, at the address that it has by then; one that is sent "take" takes over the
// element in its detail, which the server has answered to something else. One that a stream tells of changes
// (stream.js: `followed` is until when) asks by itself only now and then.
// Without connection no tap leaves the page, and none that sends something is tried: it says so instead.
// The document hears "connection-lost" and "connection-back", and "time-known": how many seconds the server is ahead.

const asking = new Map();

// The time: clocks follow the server's, whatever this device believes.
let ahead = null;
function learn(seconds) {
  const seen = Number(seconds) * 1000 - Date.now();
  if (!seconds || Number.isNaN(seen)) return;
  // Every answer is late by its way here, so the earliest says it best; a device whose own clock was set begins anew.
  ahead = ahead === null || Math.abs(seen - ahead) > 2000 ? seen : Math.max(ahead, seen);
  document.dispatchEvent(new CustomEvent("time-known", { detail: ahead / 1000 }));
}
document.addEventListener("server-time", (event) => learn(event.detail));
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
  goOn();
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
    write(
      moment,
      hour.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
    );
  }
}
// <div data-course="[[ends, what, pack, arrow, way, kind], …]" data-place="0">: a draft goes on by itself; the form
// beside it sends back which step it was. What rings finds the kind of the step in data-step.
function goOn() {
  for (const draft of document.querySelectorAll("[data-course]")) {
    const steps = JSON.parse(draft.dataset.course || "[]");
    const place = steps.findIndex(([ends]) => ends === null || ends > now());
    if (!steps.length || place < 0) continue;
    const [ends, what, pack, arrow, way, kind] = steps[place];
    draft.dataset.step = kind;
    const said = { what, pack, arrow, way, seconds: String(Math.max(0, Math.ceil((ends ?? 0) - now()))) };
    for (const [name, text] of Object.entries(said)) {
      const element = draft.querySelector(`[data-course-${name}]`);
      if (element) write(element, text);
    }
    for (const step of draft.parentElement.querySelectorAll('input[name="step"]')) {
      step.value = String(Number(draft.dataset.place) + place);
    }
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
const inUse = (form) =>
  [...form.elements].some(isTyped) || (form.contains(document.activeElement) && isField(document.activeElement));
function formsInUse(element) {
  const forms = element.matches("form") ? [element] : [...element.querySelectorAll("form")];
  return forms.filter(inUse);
}
const isKept = (node) =>
  node.nodeType === Node.ELEMENT_NODE && (node.dataset.own !== undefined || formsInUse(node).length > 0);

// A line that somebody else changed lights up for a moment; a clock that ticks does not.
const LINES = "main li, main tr, main .tile";
function mark(element) {
  if (element && !element.closest("[data-ends], [data-since], [data-from], [data-hour], .clock-face, .wall")) {
    element.closest(LINES)?.classList.add("is-fresh");
  }
}
document.addEventListener("animationend", (event) => {
  if (event.animationName === "fresh") event.target.classList.remove("is-fresh");
});

// Taking over.
const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.key || "" : "");
function fits(old, fresh) {
  if (old.nodeName !== fresh.nodeName || keyOf(old) !== keyOf(fresh)) return false;
  if (old.nodeType !== Node.ELEMENT_NODE) return true;
  if (old.dataset.own !== undefined) return fresh.dataset.own !== undefined;
  // A line whose form is in use is never taken for another line of the same list.
  if (!old.matches("li, tr, form, details")) return true;
  const actions = [...(fresh.matches("form") ? [fresh] : fresh.querySelectorAll("form"))].map((form) =>
    form.getAttribute("action")
  );
  return formsInUse(old).every((form) => actions.includes(form.getAttribute("action")));
}
function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) {
      old.nodeValue = fresh.nodeValue;
      mark(old.parentElement);
    }
    return;
  }
  if (old.dataset.own !== undefined || (old.matches("form") && inUse(old)) || old.isEqualNode(fresh)) return;
  const isUsed = isField(old) && (old === document.activeElement || isTyped(old));
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(name === "open" && old.matches("details"))) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value && !(isUsed && (name === "value" || name === "checked"))) {
      old.setAttribute(name, value);
    }
  }
  if (isUsed) return;
  morphChildren(old, fresh);
  // A field that was once typed in does not follow its attributes any more.
  if (!isField(old) || old.type === "file") return;
  if (old.type === "checkbox" || old.type === "radio") old.checked = fresh.checked;
  else if (old.value !== fresh.value) old.value = fresh.value;
}
// What has left the page goes, but for what is in use. A search needs nothing beside it: all else there may no longer be
// true. Other forms keep what says what they are about.
function leave(node) {
  if (!isKept(node)) node.remove();
  else if (!node.matches("form, [data-own]") && formsInUse(node).every((form) => form.method === "get")) {
    for (const child of [...node.childNodes]) leave(child);
  }
}
function morphChildren(old, fresh) {
  const keyed = new Map(), stays = new Set([...fresh.children].map(keyOf));
  for (const child of [...old.children]) {
    // What is gone leaves first: what stays is not moved over it, as a move takes the focus away.
    if (!stays.has(keyOf(child)) && keyOf(child)) leave(child);
    else if (keyOf(child)) keyed.set(keyOf(child), child);
  }
  let place = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    const known = keyed.get(keyOf(node));
    // What has to stay keeps its place.
    while (place && keyOf(place) && !stays.has(keyOf(place))) place = place.nextSibling;
    // Text that an element has left behind goes, too.
    while (node.nodeType === Node.ELEMENT_NODE && place && place.nodeType !== Node.ELEMENT_NODE) {
      const left = place;
      place = place.nextSibling;
      left.remove();
    }
    if (known && fits(known, node)) {
      if (known === place) place = place.nextSibling;
      else old.insertBefore(known, place);
      morph(known, node);
    } else if (place && !keyOf(place) && fits(place, node)) {
      const next = place.nextSibling;
      morph(place, node);
      place = next;
    } else {
      const made = document.importNode(node, true);
      old.insertBefore(made, place);
      if (node.nodeType === Node.ELEMENT_NODE && made.matches(LINES)) mark(made);
    }
  }
  while (place) {
    const next = place.nextSibling;
    leave(place);
    place = next;
  }
}

// Asking.
let isOnline = !document.body.hasAttribute("data-offline");
function connected(yes) {
  if (yes === isOnline) return;
  isOnline = yes;
  document.body.toggleAttribute("data-offline", !yes);
  const sentence = document.querySelector("#offline [data-stays]");
  if (yes && sentence) sentence.hidden = true;
  document.dispatchEvent(new CustomEvent(yes ? "connection-back" : "connection-lost"));
}
// Without network it is asked twice a second whether it is back. An answer that hangs would hide the next one that does
// not: most of these questions wait a second only, and every fourth as long as on a slow network.
const AGAIN = 0.5;
let tries = 0;
const patience = () => (isOnline || tries++ % 4 === 3 ? 8000 : 1000);
const seldom = 120_000;
function look(id) {
  const state = asking.get(id), moment = performance.now();
  if (document.getElementById(id)?.followed > moment && moment - state.asked < seldom) wait(id, state);
  else ask(id);
}
function wait(id, state) {
  clearTimeout(state.timer);
  state.timer = setTimeout(
    look,
    1000 * (isOnline ? Number(document.getElementById(id)?.dataset.every) || 2.5 : AGAIN),
    id,
  );
}
const addressOf = (section) => section.dataset.live || location.href;
async function ask(id) {
  const section = document.getElementById(id);
  if (!section) return;
  const state = asking.get(id), address = addressOf(section);
  // It shows what was refused, and follows again once it shows something else.
  if (section.dataset.live === undefined) return wait(id, state);
  clearTimeout(state.timer);
  // What is on its way may be older than what is asked for now.
  state.isWanted = state.isBusy;
  if (state.isBusy) return;
  if (!document.hidden) {
    state.isBusy = true;
    state.isOvertaken = false;
    state.asked = performance.now();
    try {
      const headers = { "X-Fragment": id };
      if (section.dataset.version) headers["If-None-Match"] = section.dataset.version;
      const answer = await fetch(address, { headers, cache: "no-store", signal: AbortSignal.timeout?.(patience()) });
      learn(answer.headers.get("X-Time"));
      const fresh = answer.status === 200
        ? new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(id)
        : null;
      connected(true);
      const isOld = addressOf(section) !== address || state.isOvertaken;
      state.isWanted ||= isOld;
      // A server that cannot show it just now is asked again soon.
      if (answer.status >= 500) state.asked = -seldom;
      // The page is no longer there, or no longer for this reader: show what the server says instead.
      if ([403, 404, 410].includes(answer.status)) reload();
      if (fresh && !isOld) take(section, fresh);
    } catch {
      connected(false);
      state.asked = -seldom;
    }
    state.isBusy = false;
  }
  if (state.isWanted && isOnline) ask(id);
  else wait(id, state);
}
// A reload would cancel the link just followed, and cut off an entry being sent: its answer leads on. A download begins
// like a followed link, and the page stays.
const LEAVING = 30_000;
let leavesUntil = 0;
addEventListener("beforeunload", () => leavesUntil = performance.now() + LEAVING);
function reload() {
  const left = leavesUntil - performance.now(), isSending = document.querySelector("[aria-busy]");
  if (left > 0 || isSending) setTimeout(reload, Math.max(left, 1000 * AGAIN));
  else location.reload();
}
function take(section, fresh) {
  // It has become a page of another kind, which has scripts of its own.
  if ((fresh.dataset.page ?? "") !== (section.dataset.page ?? "")) return reload();
  morph(section, fresh);
  for (const part of document.querySelectorAll(`[data-with="${section.id}"]`)) {
    const other = fresh.ownerDocument.getElementById(part.id);
    if (other) morph(part, other);
  }
  begin();
  section.dispatchEvent(new CustomEvent("swapped", { bubbles: true }));
}
document.addEventListener("take", (event) => {
  // What was asked for before may show less, also of a part of the section.
  for (const [id, state] of asking) {
    if (document.getElementById(id)?.contains(event.target)) state.isOvertaken = true;
  }
  take(event.target, event.detail);
}, true);
document.addEventListener("ask", (event) => {
  if (asking.has(event.target.id)) ask(event.target.id);
}, true);
for (const section of document.querySelectorAll("[data-live]")) {
  asking.set(section.id, { isBusy: false, isWanted: false, asked: 0, timer: 0 });
  // Not all phones of a room at once.
  asking.get(section.id).timer = setTimeout(look, 500 + Math.random() * 2000, section.id);
}
// A page that follows nothing has only this to ask.
async function knock() {
  if (isOnline || asking.size) return;
  try {
    await fetch(location.href, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout?.(patience()) });
    connected(true);
  } catch {
    setTimeout(knock, 1000 * AGAIN);
  }
}
const askAll = () => {
  for (const id of asking.keys()) ask(id);
  knock();
};
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    begin();
    askAll();
  }
});
// Without connection whatever leads to another page stays on this one: the browser would show none in its place.
function stay(event) {
  if (isOnline || event.defaultPrevented) return;
  event.preventDefault();
  const sentence = document.querySelector("#offline [data-stays]");
  if (sentence) sentence.hidden = false;
}
addEventListener("submit", stay);
addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  const isElsewhere = !link || link.target || event.metaKey || event.ctrlKey || event.shiftKey ||
    link.origin !== location.origin;
  if (!isElsewhere && (link.pathname + link.search !== location.pathname + location.search || !link.hash)) stay(event);
});
addEventListener("online", askAll);
addEventListener("offline", () => {
  connected(false);
  askAll();
});

begin();
setInterval(tick, 250);
