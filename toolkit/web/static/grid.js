// Results as a grid: arrows move, Enter goes on, and at a row's end, or behind a whole line, sends that row alone; it
// waits in the outbox (outbox.js) until it was answered.

import { lineOf } from "./drafts.js?v=bcdd19a55a";

const form = document.getElementById("grid"),
  board = document.getElementById("outbox"),
  save = document.querySelector(".save-all");
const cellsOf = (row) => [...document.querySelectorAll(`[data-row="${row}"]`)];
// One seat's figure, as the desk reads it, or nothing; whatever else stands in a row's first field is meant for all
// seats.
const isFigure = (text) => /^(?:\d?(?:[.,]5|[.,½h])|\d(?:[.,]0)?)?$/.test(text.trim());
const lineIn = (row) => cellsOf(row).map((cell) => cell.value).join();
const isEmpty = (row) => cellsOf(row).every((cell) => !cell.value);
const rows = () => [...new Set([...document.querySelectorAll("[data-row]")].map((cell) => cell.dataset.row))];

function go(cell) {
  if (!cell) return false;
  cell.focus();
  cell.select();
  return true;
}
function move(cell, down, right) {
  const known = rows(), place = cellsOf(cell.dataset.row).indexOf(cell) + right;
  const row = known[known.indexOf(cell.dataset.row) + down];
  if (row === undefined) return false;
  const cells = cellsOf(row);
  return go(cells[down ? Math.min(place, cells.length - 1) : place]);
}

// What is said of a row that is being sent, or was refused, is said until it is answered, whatever others enter
// meanwhile.
const held = new Map(), waiting = new Set();
// Each row as it was refused.
const refusedAs = new Map();
// When all were sent last, and nothing was typed since.
const TWICE = 500;
let savedAt = -TWICE;
function tellSending(row) {
  Object.assign(document.querySelector(`#grid-${row} .grid-state .mark`), {
    className: "mark mark-open",
    textContent: board.dataset.sending,
  });
}
const take = (row, fresh) =>
  document.getElementById(`grid-${row}`).dispatchEvent(new CustomEvent("take", { detail: fresh }));
// What stood when somebody began to type in a row: a change of others since then contradicts it.
const seenAt = new Map(), stoodAt = new Map();
const standing = (row) => cellsOf(row).map((cell) => cell.defaultValue).join();
function begin(row) {
  seenAt.set(row, seen());
  stoodAt.set(row, standing(row));
}
const sequenceOf = (page) => page.getElementById("live").dataset.sequence, seen = () => sequenceOf(document);
// Whatever is asked for next is drawn.
function drawAnew() {
  const live = document.getElementById("live");
  live.dataset.version = "";
  live.dispatchEvent(new CustomEvent("ask"));
}
const isTouched = (row) => cellsOf(row).some((cell) => cell.value !== cell.defaultValue);
const beginTyped = () => rows().filter((row) => isTouched(row) && !seenAt.has(row)).forEach(begin);
beginTyped();
document.addEventListener("beforeinput", ({ target }) => {
  const { row } = target.dataset;
  if (!row) return;
  savedAt = -TWICE;
  if (!isTouched(row) && !waiting.has(row)) begin(row);
  // From here on it shows what is typed.
  if (waiting.has(row)) held.set(row, () => tellSending(row));
});
document.addEventListener("swapped", (event) => {
  if (event.target.id !== "live") return;
  const cell = document.activeElement;
  // The focus alone holds nothing fast.
  if (cell.dataset?.row && cell.value === cell.defaultValue && cell.dataset.stands !== cell.value) {
    cell.value = cell.defaultValue = cell.dataset.stands;
    cell.select();
  }
  for (const [row, tell] of held) {
    tell();
    // Nothing of it is new.
    document.querySelectorAll(`#grid-${row} .is-fresh`).forEach((line) => line.classList.remove("is-fresh"));
  }
});

function send(row, isSure = false) {
  const data = new FormData(), cells = cellsOf(row);
  data.set("csrf_token", form.elements.csrf_token.value);
  data.set("sequence", seenAt.get(row) ?? seen());
  for (const cell of cells) data.set(cell.name, cell.value);
  data.set("only", row);
  if (isSure) data.set("correct", row);
  const words = `${document.getElementById(`grid-${row}`).dataset.name} – ${lineOf(cells)}`;
  form.dispatchEvent(new CustomEvent("keep", { bubbles: true, detail: { data, words, thing: row } }));
}
// A result that is offered beside a row is its line in the row's first field.
function enterOffer(value) {
  const [row, line] = value.split(/:(.*)/);
  cellsOf(row).forEach((cell, place) => cell.value = place ? "" : line);
  send(row);
  goOn(row);
}
// A correction that was asked about and is not meant: the row shows what stands again.
document.addEventListener("click", (event) => {
  const row = event.target.closest?.("#all-tables [data-leave]")?.dataset.leave;
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  for (const cell of cellsOf(row)) cell.value = cell.defaultValue;
  for (const known of [held, seenAt, stoodAt, refusedAs]) known.delete(row);
  cellsOf(row)[0].dispatchEvent(new Event("input", { bubbles: true }));
  drawAnew();
});
// The next table without a result; behind the last one nothing is left to type, and the next step has the focus.
let isThrough = false, enteredAt = Infinity;
function goOn(row) {
  const known = rows(), place = known.indexOf(row);
  const next = [...known.slice(place + 1), ...known.slice(0, place)].find(isEmpty);
  if (go(next && cellsOf(next)[0])) return;
  document.activeElement.blur();
  isThrough = cellsOf(row).every((cell) => !cell.defaultValue);
  enteredAt = Infinity;
}
// All at once are those that somebody has typed in, that wait, or that were refused. The second click of two is none.
const isLeft = (row) => isTouched(row) || waiting.has(row) || document.querySelector(`#grid-${row}.grid-bad`);
document.addEventListener("submit", (event) => {
  if (event.target !== form) return;
  event.preventDefault();
  if (event.submitter?.name === "take") return enterOffer(event.submitter.value);
  if (event.submitter?.name === "correct") return send(event.submitter.value, true);
  saveAll(event.timeStamp);
}, true);
function saveAll(at) {
  if (at - savedAt < TWICE) return;
  savedAt = at;
  rows().filter(isLeft).forEach(send);
}
form.addEventListener("waits", ({ detail: { thing: row, said } }) => {
  const sent = new Map(said);
  const tell = () => {
    tellSending(row);
    // It shows what was sent, and nothing of what others enter there.
    for (const cell of cellsOf(row)) {
      if (cell.value === cell.defaultValue && sent.has(cell.name)) cell.value = sent.get(cell.name);
    }
  };
  if (!seenAt.has(row)) seenAt.set(row, sent.get("sequence"));
  waiting.add(row);
  held.set(row, tell);
  tell();
  showStep();
});
// Another window has sent the row: it shows what stands, unless somebody goes on typing in it.
form.addEventListener("gone", ({ detail: { thing: row, said } }) => {
  const sent = new Map(said);
  if (!waiting.delete(row)) return;
  held.delete(row);
  if (cellsOf(row).every((cell) => [sent.get(cell.name), cell.defaultValue].includes(cell.value))) {
    for (const cell of cellsOf(row)) cell.value = cell.defaultValue;
    seenAt.delete(row);
  }
  drawAnew();
  showStep();
});
form.addEventListener("answered", (event) => {
  const { entry, page, isDone, isReplaced } = event.detail;
  if (!page.getElementById("grid")) return;
  event.preventDefault();
  // What was sent for the row since then is still to be answered.
  if (isReplaced) return;
  if (isDone) enteredAt = Number(sequenceOf(page));
  const isAsSent = takeOver(entry.thing, page, new Map(entry.said));
  // A refused row has the focus again, unless somebody types elsewhere by now.
  const bad = document.querySelector(`#grid-${entry.thing} [aria-describedby]`),
    { row } = document.activeElement.dataset;
  const isFree = row
    ? (row === entry.thing ? isAsSent : !isTouched(row))
    : !document.activeElement.matches("input, select, textarea");
  if (bad && isFree) {
    go(bad);
    document.getElementById(`grid-why-${entry.thing}`)?.scrollIntoView({ block: "nearest" });
  }
  const left = document.querySelector("[data-key=left]"), now = page.querySelector("[data-key=left]");
  if (isDone && left && now) left.textContent = now.textContent;
});
function takeOver(row, page, sent) {
  const fresh = page.getElementById(`grid-${row}`), refusal = fresh?.querySelector("[role=alert]");
  if (!fresh) return true;
  // What was sent is what stands now, or was refused, a figure for each seat; unless somebody went on typing in the
  // row.
  const cells = cellsOf(row),
    isAsSent = cells.every((cell) => [sent.get(cell.name), cell.defaultValue].includes(cell.value));
  for (const cell of cells) {
    const { value } = page.getElementById(cell.id);
    if (!refusal) cell.defaultValue = value;
    if (isAsSent) cell.value = value;
    if (isAsSent && cell === document.activeElement) cell.select();
  }
  cells[0].dispatchEvent(new Event("input", { bubbles: true }));
  held.delete(row);
  waiting.delete(row);
  // Only who was told of a change has seen it.
  if (fresh.dataset.changed !== undefined) seenAt.set(row, sequenceOf(page));
  else if (!refusal && isAsSent) seenAt.delete(row);
  if (!refusal) refusedAs.delete(row);
  else if (isAsSent) refusedAs.set(row, lineIn(row));
  take(row, fresh);
  // An answer that comes late does not know what others have changed since.
  if (Number(sequenceOf(page)) < Number(seen())) drawAnew();
  if (!refusal) return isAsSent;
  // It is announced once.
  refusal.removeAttribute("role");
  held.set(row, () => take(row, fresh));
  return isAsSent;
}

// While something is typed that was not sent, its row and the bar's button say so. A row with a figure for each seat is
// sent once the focus leaves it.
const nextStep = () => document.querySelector("#bar [data-next]"), unsent = () => rows().filter(isTouched);
// A story that is complete in an opened table is entered by the same button.
const story = () => document.querySelector(".place .tell form button:not([name])");
let stepWords = null, shownWords = null;
function showStep() {
  const step = nextStep(), isUnsent = unsent().length > 0;
  save?.classList.toggle("is-needed", rows().some(isLeft) && !(step && isUnsent));
  for (const row of rows()) {
    const line = document.getElementById(`grid-${row}`);
    line.classList.toggle("is-unsaved", isTouched(row) && !waiting.has(row) && !line.matches(".grid-bad"));
  }
  if (!step) return;
  if (step.textContent !== shownWords) stepWords = step.textContent;
  shownWords = isUnsent ? form.dataset.save : story()?.textContent ?? stepWords;
  if (step.textContent !== shownWords) step.textContent = shownWords;
  const isDrawn = Number(seen()) >= enteredAt;
  if (isThrough && isDrawn && !isUnsent && document.activeElement === document.body) toNextStep(step);
}
// The top of the page says what follows from the last result.
function toNextStep(step) {
  isThrough = false;
  step.focus({ preventScroll: true });
  if (!document.querySelector("[data-unseen]")) scrollTo(0, 0);
}
document.addEventListener("given-back", beginTyped);
for (const kind of ["input", "swapped", "given-back"]) document.addEventListener(kind, showStep);
showStep();
form.addEventListener("answered", () => setTimeout(showStep));
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#bar [data-next]")) return;
  const isUnsent = unsent().length > 0;
  if (!isUnsent && !story()) return;
  event.preventDefault();
  if (isUnsent) saveAll(event.timeStamp);
  else story().click();
}, true);
const areFigures = (row) => isTouched(row) && cellsOf(row).every((cell) => isFigure(cell.value));
const isFullyTyped = (row) => areFigures(row) && cellsOf(row).every((cell) => cell.value);
const pointsIn = (text) => (parseInt(text) || 0) + (/[.,½h](?!0)/.test(text) ? 0.5 : 0);
// With every point of the table typed, the empty fields can only be 0.
const isComplete = (row) =>
  isFullyTyped(row) ||
  (areFigures(row) && cellsOf(row).reduce((sum, cell) => sum + pointsIn(cell.value), 0) === cellsOf(row).length);
// What is pressed keeps its place until it is released: leaving the field for it sends nothing.
let isPressed = false;
document.addEventListener("pointerdown", ({ target }) => {
  isPressed = Boolean(target.closest(".grid button, .save-all, #bar [data-next]"));
}, true);
for (const kind of ["click", "keydown"]) document.addEventListener(kind, () => isPressed = false, true);
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  const { row } = target.dataset ?? {};
  // Another window has the focus: the field has it again afterwards.
  if (!row || document.activeElement === target || relatedTarget?.dataset?.row === row) return;
  // What others entered beside it is not sent unasked, and what was refused not once more.
  const isNew = stoodAt.get(row) === standing(row) && refusedAs.get(row) !== lineIn(row);
  if (isComplete(row) && isNew && !waiting.has(row) && !isPressed) send(row);
});

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.("[data-row]");
  if (!cell || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  if (ways[event.key]) {
    if (move(cell, ...ways[event.key])) event.preventDefault();
  } else if (event.key === "Tab" && !event.shiftKey) {
    const { row } = cell.dataset;
    // Behind the last table it goes on as Enter does.
    if (cell !== cellsOf(row).at(-1) || !isComplete(row) || rows().some((other) => other !== row && isEmpty(other))) {
      return;
    }
    event.preventDefault();
    send(row);
    goOn(row);
  } else if (event.key === "Enter") {
    event.preventDefault();
    const cells = cellsOf(cell.dataset.row), isLine = cell === cells[0] && !isFigure(cell.value);
    if (!isLine && cell !== cells.at(-1) && !isFullyTyped(cell.dataset.row)) return move(cell, 0, 1);
    send(cell.dataset.row);
    goOn(cell.dataset.row);
  }
});
document.addEventListener("focusin", (event) => {
  isThrough = false;
  if (event.target.matches?.("[data-row]")) event.target.select();
});
// A figure is replaced by what is typed next, wherever it was pressed; a story is corrected in its middle.
document.addEventListener("mousedown", (event) => {
  const { target } = event;
  if (!target.dataset?.row || !target.value || !isFigure(target.value)) return;
  event.preventDefault();
  go(target);
});
const first = rows().find(isEmpty);
if (first && !document.querySelector("[data-row][aria-invalid]")) go(cellsOf(first)[0]);
// Where a table is a block, the tables without a result come first and are higher when the page is opened, and stay so from then on.
const places = new CSSStyleSheet();
for (const row of rows()) {
  const isFirst = document.querySelector(`#grid-${row}:is(.grid-missing, .grid-changed, .grid-disputed, .grid-bad)`);
  const rules = isFirst ? "order: -1; .grid-seat.grid-seat { min-height: var(--target); }" : "order: 0;";
  places.insertRule(`@media screen and (max-width: 59.99rem) { #grid-${row} { ${rules} } }`);
}
document.adoptedStyleSheets.push(places);
