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
  fit(slide);
}
// A long list has as many columns and lines as can still be read here: 200 names are two screens of a projector of
// 1920 by 1080, and one where it is larger. In pixels: the narrowest column, the lowest line.
const NARROWEST = 340, LOWEST = 34;
function fit(slide) {
  const roll = slide && rollOf(slide);
  if (!roll || innerWidth < 960) return;
  const lines = roll.querySelectorAll("li").length, height = roll.clientHeight - 4;
  const most = Math.max(2, Math.min(6, Math.floor(innerWidth / NARROWEST))),
    lowest = Math.max(LOWEST, 0.0235 * innerHeight);
  const first = slide.classList.contains("slide-standings") ? 2 : 3;
  let columns = first, row = 0.064 * innerHeight;
  // Lines get lower first, then there is a column more.
  while (Math.floor(height / Math.floor(row)) * columns < lines && (columns < most || row > lowest)) {
    if (columns < most && row < (1 - 0.14 * (columns - first + 1)) * 0.064 * innerHeight) columns += 1;
    else if (row > lowest) row = Math.max(lowest, 0.96 * row);
    else columns += 1;
  }
  roll.style.setProperty("--columns", columns);
  roll.style.setProperty("--row", `${Math.floor(row)}px`);
}
// The slides may have changed meanwhile: stay if what is shown is still among them, else begin with the first.
function keep() {
  show(alone() || slides().find((slide) => slide.id === shown) || slides()[0]);
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
// What has to stand alone for a while, by the server's time.
const alone = () => slides().find((one) => Number(one.dataset.until) > Date.now() / 1000 + ahead);
const written = document.querySelector("[data-at]");
let ahead = written ? Number(written.dataset.at) - Date.now() / 1000 : 0;
document.addEventListener("time-known", (event) => {
  ahead = event.detail;
});
function turn() {
  ring();
  const now = performance.now();
  const first = alone();
  if (first && first.id !== shown) return show(first);
  const every = first ? [first] : slides();
  const slide = every.find((one) => one.id === shown) || every[0];
  const roll = rollOf(slide);
  if (roll && roll.scrollWidth > roll.clientWidth + 4) {
    const pause = still.matches ? 1.5 * reading : isAtEnd(roll) ? reading : reading / 2;
    if (now - moved < 1000 * (roll.scrollLeft === 0 ? reading : pause)) return;
    moved = now;
    if (!isAtEnd(roll) || every.length === 1) return moveOn(roll);
  }
  if (every.length > 1 && now - since >= 1000 * Number(slide.dataset.seconds)) {
    show(every[(every.indexOf(slide) + 1) % every.length]);
  }
}
function hour() {
  for (const place of document.querySelectorAll("[data-now]")) {
    place.textContent = new Date().toLocaleTimeString(document.documentElement.lang, {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  }
}
document.addEventListener("swapped", keep);
addEventListener("resize", () => fit(slides().find((one) => one.id === shown)));
keep();
hour();
setInterval(turn, 500);
setInterval(hour, 5000);

// The bell: one stroke at ten minutes, two at five, three when time is up; in a draft one where a review or a pack
// begins, three when everything is drafted, none at a pick. It is switched on by hand, once a browser: no page may
// sound before somebody has touched it.
const MARKS = [[0, 3], [300, 2], [600, 1]];
const STROKE = 1200;
const sound = () => document.getElementById("sound");
const bell = new Audio(sound().dataset.sound);
let before = null;
let part = "";
// A pack of the draft or the review after it, as far as the bell tells them apart.
function partOf(draft) {
  const { step } = draft.dataset;
  if (!step || step === "over") return step;
  return `${step === "review"} ${draft.querySelector("[data-course-pack]").textContent}`;
}
function isOn() {
  try {
    return localStorage.getItem("wall-sound") === "on";
  } catch {
    return sound().getAttribute("aria-pressed") === "true";
  }
}
function strike(strokes) {
  bell.currentTime = 0;
  bell.play()?.catch(() => {
    sound().setAttribute("aria-pressed", "false");
    document.body.classList.remove("is-still");
  });
  if (strokes > 1) setTimeout(strike, STROKE, strokes - 1);
}
function ring() {
  const clock = document.querySelector(".wall-time [data-ends], .wall-clock [data-ends]");
  const left = clock ? Number(clock.dataset.ends) - Date.now() / 1000 - ahead : null;
  const mark = before === null || left === null ? undefined : MARKS.find(([at]) => before > at && left <= at);
  before = left;
  if (mark && isOn()) strike(mark[1]);
  const draft = document.querySelector(".wall-draft [data-course]");
  const now = draft ? partOf(draft) : "";
  // Nothing is known of a draft that stands still: it is where it was.
  if (draft && !now) return;
  if (part && now && now !== part && isOn()) strike(now === "over" ? 3 : 1);
  part = now;
}
function press(yes) {
  sound().setAttribute("aria-pressed", String(yes));
}
sound().addEventListener("click", () => {
  const yes = sound().getAttribute("aria-pressed") !== "true";
  press(yes);
  try {
    localStorage.setItem("wall-sound", yes ? "on" : "off");
  } catch { /* until the page is loaded anew */ }
  if (yes) strike(1);
});
press(isOn());

const full = document.getElementById("full");
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});
let quiet = 0;
function stir() {
  document.body.classList.remove("is-still");
  clearTimeout(quiet);
  quiet = setTimeout(() => document.body.classList.add("is-still"), 5000);
}
for (const kind of ["mousemove", "keydown", "touchstart"]) document.addEventListener(kind, stir);
stir();

// A projector that goes dark helps nobody. Where the browser does not let us, as over plain http, somebody has to be
// told.
async function stayAwake() {
  const hint = document.querySelector(".wall-awake");
  try {
    await navigator.wakeLock.request("screen");
    hint.hidden = true;
  } catch {
    hint.hidden = false;
  }
}
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) stayAwake();
});
// The buttons come with what is said beside them.
stayAwake().then(() => document.querySelector(".wall-controls").hidden = false);
