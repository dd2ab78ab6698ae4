// A player's own page rings, and where the phone can vibrates, when a round is seated and when time is up, that of a
// phase, a pick or a review too; that of who waits for a place, when one is offered ([data-rings]); a pod's, when a
// pick or a review is over.
//
// <section id="ring" data-own data-scripted>: its button switches that on, once a browser; the page has to stay open. A
// browser makes no sound before somebody has tapped: where it refuses, the switch goes off again. Over plain http it
// also lets no page keep the screen on, so [data-dark] says what helps.

const NAME = "own-ring";
const place = document.getElementById("ring");
const button = place.querySelector("button");
// The sound is half as heavy as the page: it is fetched once somebody wants it.
const bell = new Audio();
bell.preload = "none";
bell.src = place.dataset.sound;
let ahead = 0;
document.addEventListener("time-known", (event) => {
  ahead = event.detail;
});

function load() {
  try {
    return localStorage.getItem(NAME) === "on";
  } catch {
    return false;
  }
}
function keep(yes) {
  try {
    localStorage.setItem(NAME, yes ? "on" : "off");
  } catch { /* until the page is loaded again */ }
}
const isOn = () => button.getAttribute("aria-pressed") === "true";

let lock = null;
async function stayAwake(yes) {
  const dark = place.querySelector("[data-dark]");
  try {
    if (yes) lock = await navigator.wakeLock.request("screen");
    else await lock?.release();
    dark.hidden = true;
  } catch {
    dark.hidden = !yes;
  }
}
function press(yes) {
  button.setAttribute("aria-pressed", String(yes));
  if (yes) bell.preload = "auto";
  place.querySelector("[data-open]").hidden = !yes;
  stayAwake(yes);
}
function ring() {
  bell.currentTime = 0;
  bell.play()?.catch(() => press(false));
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([400, 200, 400]);
}

// Where the player sits, and how long the round still goes: what was there when the page was opened rings nothing.
const seat = () =>
  [...document.querySelectorAll(".place h2, .place-big, [data-rings]")].map((one) => one.textContent).join("\n");
function left() {
  const clock = document.querySelector(".place [data-ends], #limited [data-ends]");
  return clock ? Number(clock.dataset.ends) - Date.now() / 1000 - ahead : null;
}
// The step of a draft: what is over counts where it was a pick or a review.
function stepNow() {
  const draft = document.querySelector("[data-course][data-step]");
  return draft && { kind: draft.dataset.step, words: draft.querySelector("[data-course-what]").textContent };
}
let known = seat();
let before = left();
let step = stepNow();
document.addEventListener("swapped", () => {
  const now = seat();
  const isNew = now !== known && document.querySelector(".place-big, [data-rings]") !== null;
  known = now;
  if (isNew && isOn()) ring();
});
setInterval(() => {
  const now = left();
  if (isOn() && before !== null && now !== null && before > 0 && now <= 0) ring();
  before = now;
  const next = stepNow();
  if (
    isOn() && ["pick", "review"].includes(step?.kind) && next && (next.kind !== step.kind || next.words !== step.words)
  ) ring();
  step = next ?? step;
}, 500);

button.addEventListener("click", () => {
  press(!isOn());
  keep(isOn());
  if (isOn()) ring();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && isOn()) stayAwake(true);
});
press(load());
delete place.dataset.scripted;
