// What the console gains with a script: clocks that tick, lists that narrow while one types, seats that can be dragged.

// <span data-clock="seconds left" data-running="yes">
function face(seconds) {
  const size = Math.abs(seconds);
  const two = (value) => String(value).padStart(2, "0");
  return `${seconds < 0 ? "+" : ""}${Math.floor(size / 3600)}:${two(Math.floor(size / 60) % 60)}:${two(size % 60)}`;
}
const loaded = performance.now();
setInterval(() => {
  for (const clock of document.querySelectorAll("[data-clock][data-running=yes]")) {
    const left = Number(clock.dataset.clock) - Math.floor((performance.now() - loaded) / 1000);
    clock.textContent = face(left);
    clock.classList.toggle("clock-over", left < 0);
  }
}, 500);

// <input data-filter="id of a list, or several">: shows the lines whose data-words hold what is typed.
for (const field of document.querySelectorAll("[data-filter]")) {
  field.hidden = false;
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    for (const id of field.dataset.filter.split(" ")) {
      for (const line of document.querySelectorAll(`#${id} [data-words]`)) line.hidden = !line.dataset.words.includes(wanted);
    }
  });
}

// A near line that the score check offers: one tap writes it into the fields.
document.addEventListener("click", (event) => {
  const offer = event.target.closest("[data-points]");
  if (!offer) return;
  offer.value.split(" ").forEach((points, place) => { document.getElementById(`vp${place + 1}`).value = points; });
  document.getElementById("vp1").focus();
});

// Dragging a player onto another, or onto a table, asks for the same page as two taps would.
const seating = document.querySelector("[data-seating]");
if (seating) {
  let dragged = null;
  const over = (event) => event.target.closest("[data-player]") || event.target.closest("[data-table]");
  for (const chair of seating.querySelectorAll("[data-player]")) chair.draggable = true;
  seating.addEventListener("dragstart", (event) => {
    dragged = event.target.closest("[data-player]")?.dataset.player ?? null;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", event.target.textContent.trim());
  });
  seating.addEventListener("dragover", (event) => {
    const target = over(event);
    if (dragged === null || !target) return;
    event.preventDefault();
    seating.querySelectorAll(".drag-over").forEach((old) => old.classList.remove("drag-over"));
    target.classList.add("drag-over");
  });
  seating.addEventListener("drop", (event) => {
    const target = over(event);
    if (dragged === null || !target) return;
    event.preventDefault();
    const goal = new URL(seating.dataset.seating, location.href);
    goal.searchParams.set("pick", dragged);
    if (target.dataset.player === dragged) return;
    goal.searchParams.set(target.dataset.player ? "other" : "table", target.dataset.player ?? target.dataset.table);
    goal.hash = "edit";
    location.assign(goal);
  });
}
