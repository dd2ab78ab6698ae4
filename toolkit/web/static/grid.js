// Results as a grid: arrows move, Enter goes on, and at a row's end, or behind a whole line, sends that row alone.

const form = document.getElementById("grid");
const cellsOf = (row) => [...document.querySelectorAll(`[data-row="${row}"]`)];
// One seat's figure, as the desk reads it, or nothing; whatever else stands in a row's first field is meant for all seats.
const isFigure = (text) => /^(?:\d?(?:[.,]5|[.,½h])|\d(?:[.,]0)?)?$/.test(text.trim());
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

const board = document.getElementById("outbox");
const say = (text) => board.dispatchEvent(new CustomEvent("say", { detail: text }));
// What is said of a row that is being sent, or was refused, is said until it is answered, whatever others enter meanwhile.
const held = new Map();
function tellSending(row) {
  Object.assign(document.querySelector(`#grid-${row} .mark`), { className: "mark mark-open", textContent: board.dataset.sending });
}
const take = (row, fresh) => document.getElementById(`grid-${row}`).dispatchEvent(new CustomEvent("take", { detail: fresh }));
document.addEventListener("swapped", (event) => {
  if (event.target.id !== "live") return;
  for (const [row, tell] of held) {
    tell();
    // Nothing of it is new.
    document.querySelectorAll(`#grid-${row} .is-fresh`).forEach((line) => line.classList.remove("is-fresh"));
  }
});
// Rows that did not arrive, or that the server could not take, are sent again until it does.
const unsent = new Set();
function sendAgain() {
  const left = [...unsent];
  unsent.clear();
  for (const row of left) send(row);
}
document.addEventListener("connection-back", sendAgain);
setInterval(sendAgain, 4000);

async function send(row) {
  const body = new FormData();
  for (const name of ["csrf_token", "sequence"]) body.set(name, form.elements[name].value);
  body.set("only", row);
  for (const cell of cellsOf(row)) body.set(cell.name, cell.value);
  const sent = cellsOf(row).map((cell) => cell.value);
  held.set(row, () => tellSending(row));
  tellSending(row);
  let answer, page;
  try {
    answer = await fetch(form.action, { method: "POST", body, headers: { "X-Fragment": "live" }, signal: AbortSignal.timeout?.(10000) });
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return unsent.add(row);
  }
  say(answer.status < 500 ? "" : page.querySelector("h1")?.textContent ?? "");
  if (answer.status >= 500) return unsent.add(row);
  const fresh = page.getElementById(`grid-${row}`);
  if (!fresh) return location.reload();
  form.elements.sequence.value = page.getElementById("grid").elements.sequence.value;
  if (answer.ok) {
    // What was sent is what stands now, unless somebody went on typing in it.
    cellsOf(row).forEach((cell, place) => {
      const stands = page.getElementById(cell.id).value;
      if (cell.value === sent[place]) cell.value = stands;
      cell.defaultValue = stands;
    });
  }
  held.delete(row);
  take(row, fresh);
  const refusal = fresh.querySelector("[role=alert]");
  if (refusal) {
    // It is announced once.
    refusal.removeAttribute("role");
    held.set(row, () => take(row, fresh));
  }
  const left = document.querySelector("[data-key=left]"), now = page.querySelector("[data-key=left]");
  if (answer.ok && left && now) left.textContent = now.textContent;
}

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.("[data-row]");
  if (!cell || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  if (ways[event.key]) {
    if (move(cell, ...ways[event.key])) event.preventDefault();
  } else if (event.key === "Enter") {
    event.preventDefault();
    const cells = cellsOf(cell.dataset.row), isLine = cell === cells[0] && !isFigure(cell.value);
    if (!isLine && cell !== cells.at(-1)) return move(cell, 0, 1);
    send(cell.dataset.row);
    const known = rows(), next = known.slice(known.indexOf(cell.dataset.row) + 1).find((row) => cellsOf(row).every((one) => !one.value));
    go(next && cellsOf(next)[0]) || form.ownerDocument.querySelector("button[form=grid]").focus();
  }
});
document.addEventListener("focusin", (event) => { if (event.target.matches?.("[data-row]")) event.target.select(); });
const first = rows().find((row) => cellsOf(row).every((cell) => !cell.value));
if (first && !document.querySelector("[data-row][aria-invalid]")) go(cellsOf(first)[0]);
