// What the console gains with a script: lists that narrow while one types, seats that can be dragged.

// <input data-filter="id of a list, or several">: shows the lines with data-words that hold what is typed: the words there,
// or the names that the line shows.
// Accents, strokes, apostrophes and invisible signs do not count: “lukasz” and “Łukasz” are the same, whichever is typed.
const LETTERS = { ł: "l", đ: "d", ð: "d", ø: "o", ß: "ss", æ: "ae", œ: "oe", þ: "th", ı: "i", ħ: "h", ŧ: "t" };
const plain = (text) =>
  text.toLowerCase().normalize("NFD").replace(/[\p{M}\p{Cf}'\u0060´ʹʻʼ’‘]/gu, "").replace(
    /[łđðøßæœþıħŧ]/g,
    (letter) => LETTERS[letter],
  );
const linesOf = (field) =>
  field.dataset.filter.split(" ").flatMap((id) => [...document.querySelectorAll(`#${id} [data-words]`)]);
// A mark behind a name in a label is none.
const namesIn = (line) =>
  [...line.querySelectorAll("th, .who, label")].map((one) => (one.matches("label") ? one.firstChild : one).textContent);
const wordsIn = (line) => line.dataset.words || plain(namesIn(line).join(" "));
function narrow() {
  for (const field of document.querySelectorAll("[data-filter]")) {
    const wanted = plain(field.value).split(/\s+/).map((word) => word.replace(/^#/, ""));
    const lines = linesOf(field);
    for (const line of lines) {
      const words = wordsIn(line);
      line.hidden = !wanted.every((word) => words.includes(word));
    }
    // With data-soft, where nothing holds it, it is something else: everything is shown.
    if (field.dataset.soft !== undefined && lines.every((line) => line.hidden)) {
      for (const line of lines) line.hidden = false;
    }
    // A part that is marked has all its lines.
    const isNarrowed = lines.some((line) => line.hidden), [is, was] = ["aria-current", "data-narrowed"];
    for (const part of document.querySelectorAll(`.parts [${isNarrowed ? is : was}]`)) {
      part.setAttribute(isNarrowed ? was : is, part.getAttribute(isNarrowed ? is : was));
      part.removeAttribute(isNarrowed ? is : was);
    }
    const none = document.querySelector("[data-none]");
    if (none) none.hidden = !field.value.trim() || lines.some((line) => !line.hidden);
  }
}
// Enter takes the only hit: the page that it leads to, or its button, behind which the field waits for the next name.
// What takes something back (data-undoes) is shown, and waits for a press of its own.
const NEXT = "find-next";
document.addEventListener("submit", (event) => {
  const field = event.target.querySelector("[data-filter]:not([data-soft])");
  if (!field) return;
  const shown = field.value.trim() ? linesOf(field).filter((line) => !line.hidden) : [];
  const way = shown.length === 1 &&
    [...shown[0].querySelectorAll("a, button")].find((one) => !one.closest("[data-undoes]"));
  if (!way) return;
  event.preventDefault();
  try {
    if (way.matches("button")) sessionStorage.setItem(NEXT, field.id);
  } catch { /* a browser that keeps nothing */ }
  way.click();
});
try {
  document.getElementById(sessionStorage.getItem(NEXT))?.focus();
  sessionStorage.removeItem(NEXT);
} catch { /* a browser that keeps nothing */ }
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-filter]")) narrow();
});
// <details data-first>: opened, its first field has the focus.
document.addEventListener("click", (event) => {
  const box = event.target.closest("[data-first] > summary")?.parentElement;
  // It opens behind the click.
  if (box && !box.open) setTimeout(() => box.querySelector("input:not([type=hidden])").focus());
});
document.addEventListener("swapped", narrow);
narrow();

// <a data-place>: its page opens below its row, and what it leads to on the same page goes there too. A second click
// closes it. Without a script it is a page that leads back to the row.
const isPlain = (event) => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
// A page that does not come is asked for again, until another table is.
const AGAIN = 1000;
let asked = 0;
async function pieceOf(address) {
  const turn = asked += 1, headers = { "X-Fragment": "live" };
  while (turn === asked) {
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout?.(10000) }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (turn !== asked) break;
    if (typeof text === "string" && answer.status < 500) {
      const page = answer.ok && new DOMParser().parseFromString(text, "text/html").getElementById("live");
      return page || location.assign(address);
    }
    await new Promise((done) => setTimeout(done, AGAIN));
  }
  return null;
}
async function openInPlace(address, row, isAgain = false) {
  const way = document.activeElement, page = await pieceOf(address);
  if (!page) return;
  const top = () => row.querySelector(".chairs")?.getBoundingClientRect().top, before = top();
  document.querySelectorAll(".place").forEach((other) => other.remove());
  page.querySelectorAll(".crumbs, .last").forEach((piece) => piece.remove());
  const cell = document.createElement("td"), line = document.createElement("tr"), body = document.createElement("div");
  cell.colSpan = row.rows[0].cells.length;
  body.className = "line-wide";
  body.append(...page.childNodes);
  cell.append(body);
  line.className = "place";
  line.dataset.own = "";
  line.dataset.address = address;
  line.append(cell);
  // The bar has the one main button: with a complete story it enters that (grid.js).
  const enters = line.querySelector(".tell .primary");
  if (enters && document.querySelector("#bar [data-next].primary")) enters.classList.remove("primary");
  row.append(line);
  line.dispatchEvent(new CustomEvent("swapped", { bubbles: true }));
  // What is tapped one after the other stays where it is.
  if (before === undefined) line.scrollIntoView({ block: "nearest" });
  else scrollBy(0, top() - before);
  // Somebody may be typing elsewhere by now.
  if (!isAgain && [way, document.body].includes(document.activeElement)) {
    // Behind the last tap it is the button that enters the story, and no field: a phone would lay its keyboard over it.
    cell.querySelector(".taps a, .tell form button, input:not([type=hidden])")?.focus({ preventScroll: true });
  }
}
document.addEventListener("click", (event) => {
  const way = event.target.closest?.("a[data-place]"), told = event.target.closest?.(".place a");
  if (!isPlain(event) || !(way || told) || document.body.hasAttribute("data-offline")) return;
  const row = (way ?? told).closest("tbody"), own = row.querySelector("a[data-place]");
  if (told && new URL(told.href).pathname !== new URL(own.href).pathname) return;
  event.preventDefault();
  const open = row.querySelector(".place");
  if (way && open) {
    open.remove();
    return row.dispatchEvent(new CustomEvent("swapped", { bubbles: true }));
  }
  openInPlace((way ?? told).href, row);
});
// Once somebody has left there, or is back, it is drawn again where it is: it says so.
document.addEventListener("answered", ({ detail: { entry, isDone } }) => {
  const open = document.querySelector(".place"), [, take = ""] = entry.said.find(([name]) => name === "take") ?? [];
  if (open?.querySelector(".leaves") && isDone && /^@\d+[-+]$/.test(take)) {
    openInPlace(open.dataset.address, open.closest("tbody"), true);
  }
}, true);

// Players who missed the last round are seen before the bar's button seats the next one.
const UNSEEN = "[data-unseen]";
let isKnown = Boolean(document.querySelector(UNSEEN));
document.addEventListener("swapped", () => {
  const unseen = document.querySelector(UNSEEN), { value, defaultValue } = document.activeElement;
  if (unseen && !isKnown && value === defaultValue) unseen.scrollIntoView({ block: "center" });
  isKnown = Boolean(unseen);
});

// <button data-tick="id" value="all or nothing" data-scripted>: ticks all boxes in that part of the page, or none.
function showTicks() {
  for (const button of document.querySelectorAll("[data-tick]")) delete button.dataset.scripted;
}
document.addEventListener("swapped", showTicks);
showTicks();
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-tick]");
  if (!button) return;
  for (const box of document.querySelectorAll(`#${button.dataset.tick} [type=checkbox]`)) {
    box.checked = button.value === "all";
  }
});

// The time zone of an event that has none yet is the browser's, until somebody says otherwise.
function guessZone() {
  const zone = document.querySelector("[data-own-timezone]");
  if (zone && !zone.value) zone.defaultValue = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}
document.addEventListener("swapped", guessZone);
guessZone();

// Dragging a player onto another, or onto a table, asks for the same page as two taps would.
let dragged = null;
function makeDraggable() {
  for (const chair of document.querySelectorAll("[data-seating] [data-player]")) chair.draggable = true;
}
const over = (event) =>
  event.target.closest?.("[data-seating] [data-player]") || event.target.closest?.("[data-seating] [data-table]");
document.addEventListener("dragstart", (event) => {
  const chair = event.target.closest?.("[data-seating] [data-player]");
  dragged = chair?.dataset.player ?? null;
  if (!chair) return;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", chair.textContent.trim());
});
document.addEventListener("dragover", (event) => {
  const target = over(event);
  if (dragged === null || !target) return;
  event.preventDefault();
  document.querySelectorAll(".drag-over").forEach((old) => old.classList.remove("drag-over"));
  target.classList.add("drag-over");
});
document.addEventListener("drop", (event) => {
  const target = over(event);
  if (dragged === null || !target) return;
  event.preventDefault();
  if (target.dataset.player === dragged) return;
  const goal = new URL(target.closest("[data-seating]").dataset.seating, location.href);
  goal.searchParams.set("pick", dragged);
  goal.searchParams.set(target.dataset.player ? "other" : "table", target.dataset.player ?? target.dataset.table);
  goal.hash = "edit";
  location.assign(goal);
});
document.addEventListener("swapped", makeDraggable);
makeDraggable();

// Who is away is only noted: the bar's button seats the round.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.id !== "away") return;
  event.preventDefault();
  document.querySelector("#bar [data-next]")?.focus();
});

// On a phone the stations are a strip: it shows the one that is read, on another page the one that is open.
(document.querySelector(".station[aria-current]") ?? document.querySelector(".station.is-open"))
  ?.scrollIntoView({ inline: "center", block: "nearest" });

// Where a phone's keyboard covers the page, the next step stands above it.
const seen = globalThis.visualViewport;
const rise = () => {
  const covered = seen.scale > 1 ? 0 : Math.max(0, innerHeight - seen.height - seen.offsetTop);
  document.documentElement.style.setProperty("--keyboard", `${covered}px`);
};
for (const moved of ["resize", "scroll"]) seen?.addEventListener(moved, rise);
