// The field of a station: Enter sends what was typed without a page load, one after the other; the field has the focus all the time.
// Whatever was sent waits in the outbox (outbox.js) until it was answered. What is refused comes back into the field
// with its reason; where somebody types there already, it is named.

const form = document.getElementById("desk"),
  field = document.getElementById("typed"),
  live = document.getElementById("live");

// What outlives the page in this window.
function recall(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name));
  } catch {
    return null;
  }
}
function remember(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch { /* a browser that keeps nothing */ }
}

// The table that is open.
const FOLLOWS = ["round", "table"];
const touches = matchMedia("(pointer: coarse)");
// Somebody may be typing in another field by now.
const isElsewhere = () =>
  document.activeElement !== field && document.activeElement?.matches("input, select, textarea");
function toField() {
  if (!touches.matches && !isElsewhere()) field.focus({ preventScroll: true });
}
function put(text) {
  field.value = text;
  field.defaultValue = "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// What was refused and is neither in the field nor beside it any more: the last few are named, on the page where they
// were typed, until something is entered for the same table or name, or until that is closed. Of more, the older ones are counted and come up again.
const MISSED = `desk-missed:${form.action}:${form.elements.station.value}`,
  MOST_MISSED = 3,
  missed = new Map(recall(MISSED)?.map(([name, said]) => [name, said.line ? said : { line: said }])),
  notice = document.getElementById("desk-missed");
let shown = null;
function miss(refusal) {
  if (refusal) {
    missed.delete(refusal.name);
    missed.set(refusal.name, { line: refusal.line, about: refusal.about, isPressed: refusal.isPressed });
  }
  tellMissed();
}
function tellMissed() {
  remember(MISSED, [...missed, ...(shown ? [[shown.name, { line: shown.line, about: shown.about }]] : [])]);
  const lines = [...missed.values()].map(({ line }) => line), more = lines.length - MOST_MISSED;
  notice.querySelector("ul").replaceChildren(
    ...lines.slice(-MOST_MISSED).map((textContent) => Object.assign(document.createElement("li"), { textContent })),
  );
  notice.querySelector(".count-note").textContent = more > 0 ? `+${more}` : "";
  notice.hidden = !missed.size;
}
// The table or the name that something typed is about. `2 21110` names a table of its own whichever is open; other
// figures are of the open one.
const AT_TABLE = /^((?:\d{1,2}\s?:\s?)?\d{1,5})\s+(\S+$|.*[>!])/;
const wordsOf = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]|^[-+=$€]|[-+=$€]$/g, "").trim().toLowerCase();
function aboutOf({ words, said }) {
  if (!FIGURES.test(words)) return wordsOf(words);
  const table = AT_TABLE.exec(words)?.[1] ?? said.find(([name]) => name === "table")?.[1];
  return table ? `#${table}` : words;
}
// A table that was only opened has no result by that; more letters of a name mean the same person.
function settleMissed(entry, url) {
  const about = aboutOf(entry), isTable = about.startsWith("#");
  if (isTable && new URL(url).searchParams.has("table")) return;
  for (const [name, known] of missed) {
    // A button has the name behind its word.
    if (known.about && (isTable ? about === known.about : ` ${about.replace("(", "")}`.includes(` ${known.about}`))) {
      missed.delete(name);
    }
  }
}
tellMissed();
form.addEventListener("refused", (event) => {
  const { entry, why } = event.detail;
  event.preventDefault();
  // What asks stands in the field by now.
  if (entry.words !== field.value) miss({ name: entry.words, line: `${entry.words} – ${why}`, about: aboutOf(entry) });
});
notice.querySelector("button").addEventListener("click", () => {
  missed.clear();
  tellMissed();
  toField();
});

// Hidden figures, and everything that others may change as well; of a refusal, which is no page of its own, not where
// it was.
function takeOver(page) {
  const fresh = page.getElementById("desk"),
    whole = page.getElementById("live"),
    isPage = whole.dataset.live !== undefined;
  // What is meant goes by what was seen when somebody began to type.
  const stays = [...(field.value ? ["sequence"] : []), ...(isPage ? [] : FOLLOWS)];
  for (const { name } of form.querySelectorAll("input[type=hidden]")) {
    if (!stays.includes(name)) form.elements[name].value = fresh.elements[name]?.value ?? form.elements[name].value;
  }
  if (!isPage) return;
  taken += 1;
  live.dispatchEvent(new CustomEvent("take", { detail: whole }));
}
function say(page) {
  const typed = page?.getElementById("typed");
  document.getElementById("desk-said").replaceChildren(
    ...(page?.querySelectorAll("main > .notice:not(#outbox)") ?? []),
    ...(page?.getElementById("desk-said").childNodes ?? []),
  );
  if (typed?.hasAttribute("aria-invalid")) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  if (!typed?.value || field.value) return;
  put(typed.value);
  // What is typed next takes its place.
  field.select();
}

const FIGURES = /[>!]|^(sure:)?[\d\s.,½h:]+$/;
// Since when somebody has been here by a way of their own, and not by what they typed; what was typed last, and how
// often something else was: typed again at once, it is the same. All of it goes on after a page load, unless the
// address opens a table by itself.
const PLACE = `desk-place:${form.action}`;
const isOpened = form.elements.table.value && performance.getEntriesByType("navigation")[0]?.type === "navigate";
let [last, here, turn] = (isOpened ? null : recall(PLACE)) ?? ["", Date.now(), 0];
function move() {
  [last, here, turn] = ["", Date.now(), 0];
  remember(PLACE, [last, here, turn]);
}
if (isOpened) move();
function meantBy(text) {
  if (text !== last) turn += 1;
  last = text;
  const meant = [text, here, turn];
  remember(PLACE, meant);
  return JSON.stringify(meant);
}
document.addEventListener("submit", (event) => {
  if (event.target !== form) return;
  event.preventDefault();
  const button = event.submitter?.name === "take" ? event.submitter : null;
  const text = button ? button.value : field.value.trim();
  if (!button && !text && !form.elements.table.value) return;
  const data = new FormData(form), isSeen = button && live.contains(button);
  data.set("text", button ? "" : text);
  if (button) data.set("take", text);
  // Once check-in is open, it is those who are not here that are looked for, also by what is typed at once.
  if (button && text === "open") form.elements.show.value = "away";
  // A button means what is seen beside it.
  if (isSeen) data.set("sequence", live.dataset.sequence);
  const isOffer = button?.closest("#desk-said"), words = button ? button.textContent.replace(/\s+/g, " ").trim() : text;
  // What was offered stands for what was typed; anything else leaves what was refused behind.
  if (!button && shown?.typed !== text) miss(shown);
  if (isOffer || !button) {
    shown = null;
    put("");
  }
  const meant = meantBy(text);
  const detail = { data, words, thing: meant, meant, at: here, follows: FOLLOWS, isSwitch: !FIGURES.test(text) };
  form.dispatchEvent(new CustomEvent("keep", { bubbles: true, detail }));
  // What is typed behind a button is a name, and no shortcut.
  toField();
}, true);

form.addEventListener("answered", (event) => {
  const { entry, url, page, isDone, isLast, why } = event.detail;
  // The event is gone, or no longer for this reader: the outbox says so.
  if (!page.getElementById("desk")) return;
  event.preventDefault();
  // What was typed leads to another station, which also asks what is to be asked.
  const isPage = page.getElementById("live")?.dataset.live !== undefined;
  if (isPage && isLast && new URL(url).pathname !== location.pathname) return location.assign(url);
  const refusal = refusalOf(entry, page, why), isTyping = Boolean(field.value), isHere = entry.at === here;
  missed.delete(refusal.name);
  if (isDone) settleMissed(entry, url);
  if (isHere && (isDone || isLast)) {
    // A refusal comes from the address of its form. What was asked about is no longer part of the address once it is entered.
    if (new URL(url).pathname === location.pathname) history.replaceState(null, "", url);
    takeOver(page);
    show();
    say(page);
  } else {
    live.dispatchEvent(new CustomEvent("ask"));
  }
  if (!isDone && isHere && isLast) {
    if (shown?.name !== refusal.name) miss(shown);
    shown = { ...refusal, typed: isTyping ? null : field.value };
  } else if (!isDone) {
    miss(refusal);
  }
  if (!isDone) document.getElementById("desk-said").scrollIntoView({ block: "nearest" });
  tellMissed();
  toField();
});
// What a button of another form was refused for is over with the next thing that is entered on the page; what was
// refused for a table, once its row is entered (grid.js).
document.addEventListener("answered", ({ detail: { isDone, entry } }) => {
  const row = entry.said.find(([name]) => name === "only")?.[1];
  const over = isDone ? [...missed].filter(([, { isPressed, about }]) => isPressed || about === `#${row}`) : [];
  over.forEach(([name]) => missed.delete(name));
  if (over.length) tellMissed();
}, true);
// The row of the table that is open, and its first field.
function show() {
  const row = document.getElementById(location.hash.slice(1) || "-");
  row?.scrollIntoView({ block: "nearest" });
}
// Figures alone do not say for which table they were.
const ALONE = /^\S+$/;
function refusalOf(entry, page, why) {
  const isFigures = FIGURES.test(entry.words),
    table = isFigures && ALONE.test(entry.words) && page.getElementById("open-title")?.textContent;
  const line = [table, entry.words, why].filter(Boolean).join(" – ");
  return {
    name: isFigures
      ? JSON.stringify([entry.words, ...entry.said.filter(([name]) => FOLLOWS.includes(name))])
      : entry.words,
    line,
    about: aboutOf(entry),
    isPressed: entry.at === undefined,
  };
}

// The second tap of two at one spot is meant for the line that was there, and not for the one that has moved up.
const TWICE = touches.matches ? 500 : 300;
let tapped = { x: 0, y: 0, at: 0 };
document.addEventListener("click", (event) => {
  if (!event.detail || !event.target.closest?.("#missing button")) return;
  const { clientX: x, clientY: y } = event, at = Date.now();
  if (at - tapped.at >= TWICE || Math.hypot(x - tapped.x, y - tapped.y) >= 10) return tapped = { x, y, at };
  event.preventDefault();
  toField();
}, true);

field.addEventListener("beforeinput", () => {
  const isAnew = field.selectionEnd - field.selectionStart === field.value.length;
  if (isAnew) form.elements.sequence.value = live.dataset.sequence;
});

// Parts of the list, tables and Close without a page load; Escape empties the field, then closes the table. What is
// typed meanwhile is meant for what was tapped; an answer that comes after a later one is none.
const WAYS = { ".parts a": ["show"], ".sorts a": ["sort"], "[data-close]": FOLLOWS };
let taken = 0;
async function go(figures, title = "") {
  const address = new URL(location.pathname, location.origin), panel = document.getElementById("open-table");
  for (const [name, value] of Object.entries(figures)) form.elements[name].value = value;
  for (const { name, value } of [...FOLLOWS, "show", "sort"].map((name) => form.elements[name])) {
    if (value) address.searchParams.set(name, value);
  }
  if (panel && "table" in figures) {
    panel.hidden = !figures.table;
    panel.dataset.late = "";
    panel.querySelector("h2").textContent = title;
  }
  history.replaceState(null, "", address);
  // Whatever is asked for next is drawn.
  live.dataset.version = "";
  say(null);
  move();
  toField();
  try {
    await open(address);
  } catch {
    live.dispatchEvent(new CustomEvent("ask"));
  }
}
const sayOnBoard = (detail) => document.getElementById("outbox").dispatchEvent(new CustomEvent("say", { detail }));
const numberOf = (page) => Number(page.getElementById("live").dataset.sequence);
async function open(address, isAgain = false) {
  const turn = taken += 1;
  const answer = await fetch(address, { headers: { "X-Fragment": "live" }, signal: AbortSignal.timeout?.(10000) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html"), isBusy = answer.status >= 500;
  if (turn !== taken) return;
  sayOnBoard(isBusy ? page.querySelector("h1")?.textContent : "");
  if (isBusy) {
    live.addEventListener("swapped", () => sayOnBoard(""), { once: true });
    throw new Error("nothing to show yet");
  }
  // The event is gone, or somebody is signed out: the plain page says so.
  if (!page.getElementById("desk")) return location.assign(address);
  // It was on its way while something was entered.
  if (numberOf(page) < numberOf(document) && !isAgain) return open(address, true);
  takeOver(page);
}
document.addEventListener("click", (event) => {
  const way = event.target.closest?.(Object.keys(WAYS).join());
  if (!way || document.body.hasAttribute("data-offline") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (way.dataset.leave !== undefined) {
    shown = null;
    tellMissed();
    put("");
  }
  const asked = new URL(way.href).searchParams, [, names] = Object.entries(WAYS).find(([kind]) => way.matches(kind));
  go(Object.fromEntries(names.map((name) => [name, asked.get(name) ?? ""])), way.textContent.trim());
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target === field) {
    if (field.value) put("");
    else if (form.elements.table.value) go({ round: "", table: "" });
    return;
  }
});
if (field.hasAttribute("autofocus")) toField();
