// The wall needs no hands: one slide after the other, and a list that is too long moves on by itself.
const wall = () => document.getElementById("wall");
const still = matchMedia("(prefers-reduced-motion: reduce)");
// How long a screenful of names stands before it moves on, in seconds.
const reading = 8;
let shown = "";
let since = 0;
let moved = 0;

const slides = () => [...wall().querySelectorAll(".slide")];
const rollOf = (slide) => slide.querySelector("[data-roll]");

function show(slide) {
  if (slide.id !== shown) {
    shown = slide.id;
    since = moved = performance.now();
    rollOf(slide)?.scrollTo({ left: 0, behavior: "instant" });
  }
  wall().dataset.shown = "";
  for (const other of slides()) other.classList.toggle("is-shown", other === slide);
}
// The slides may have changed meanwhile: stay if what is shown is still among them, else begin with the first.
function keep() {
  show(slides().find((slide) => slide.id === shown) || slides()[0]);
}
function isAtEnd(roll) {
  return roll.scrollLeft + roll.clientWidth >= roll.scrollWidth - 4;
}
// Column by column; for who wants no motion, page by page and at once.
function moveOn(roll) {
  const width = Number.parseFloat(getComputedStyle(roll.firstElementChild).columnGap) || 0;
  const columns = Number.parseInt(getComputedStyle(roll.firstElementChild).columnCount, 10) || 1;
  const step = still.matches ? roll.clientWidth + width : (roll.clientWidth + width) / columns;
  const left = isAtEnd(roll) ? 0 : roll.scrollLeft + step;
  roll.scrollTo({ left, behavior: still.matches ? "instant" : "smooth" });
}
function turn() {
  const now = performance.now();
  const every = slides();
  const slide = every.find((one) => one.id === shown) || every[0];
  const roll = rollOf(slide);
  if (roll && roll.scrollWidth > roll.clientWidth + 4) {
    const pause = still.matches ? 1.5 * reading : isAtEnd(roll) ? reading : reading / 2;
    if (now - moved < 1000 * (roll.scrollLeft === 0 ? reading : pause)) return;
    moved = now;
    if (!isAtEnd(roll) || every.length === 1) return moveOn(roll);
  }
  if (every.length > 1 && now - since >= 1000 * Number(slide.dataset.seconds)) show(every[(every.indexOf(slide) + 1) % every.length]);
}
function hour() {
  for (const place of document.querySelectorAll("[data-now]")) {
    place.textContent = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  }
}
document.addEventListener("swapped", keep);
keep();
hour();
setInterval(turn, 500);
setInterval(hour, 5000);

// A projector that goes dark helps nobody; where the browser does not let us, nothing is lost.
async function stayAwake() {
  try { await navigator.wakeLock?.request("screen"); } catch { /* the organizer turns the screen saver off */ }
}
document.addEventListener("visibilitychange", () => { if (!document.hidden) stayAwake(); });
stayAwake();
