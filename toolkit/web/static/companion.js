// What the board of a table gains with a script: what changed moves, an oust, a game win and one's own turn are
// moments, and the screen stays awake where the browser allows it. Nothing here is needed to play.

const isStill = matchMedia("(prefers-reduced-motion: reduce)");
const table = () => document.getElementById("table");

// What changed: a pool counts up or down, the Edge flies to its new holder, a card turns.
let seen = new Map();
function look() {
  const found = new Map();
  for (const one of document.querySelectorAll("[data-count], [data-fly], [data-turned]")) {
    const key = one.dataset.count ??
      (one.dataset.fly ? `fly-${one.dataset.fly}` : `card-${one.dataset.turned}-${one.className.split(" ")[0]}`);
    found.set(key, { one, text: one.textContent, place: one.getBoundingClientRect(), look: one.className });
  }
  return found;
}
function move() {
  const now = look();
  if (!isStill.matches && !document.hidden) {
    for (const [key, after] of now) {
      const before = seen.get(key);
      if (!before) continue;
      if (after.one.dataset.count && before.text !== after.text) {
        count(after.one, Number(before.text), Number(after.text));
      } else if (after.one.dataset.fly) fly(after.one, before.place, after.place);
      else if (after.one.dataset.turned && before.look.includes("locked") !== after.look.includes("locked")) {
        turn(after.one, after.look.includes("locked"));
      }
    }
  }
  seen = now;
}
function count(one, from, to) {
  if (Number.isNaN(from) || Number.isNaN(to)) return;
  const began = performance.now(), time = 450, word = one.firstChild;
  one.animate([{ transform: "scale(1.35)", color: to < from ? "var(--bad)" : "var(--good)" }, {}], {
    duration: 700,
    easing: "ease-out",
  });
  const step = (moment) => {
    const part = Math.min(1, (moment - began) / time);
    if (word.isConnected) word.nodeValue = String(Math.round(from + (to - from) * part));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
function fly(one, from, to) {
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (Math.hypot(x, y) > 8) {
    one.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
      duration: 600,
      easing: "cubic-bezier(.3,.1,.2,1)",
    });
  }
}
function turn(one, isLocked) {
  one.animate([{ transform: isLocked ? "rotate(0)" : "rotate(90deg)" }, {}], { duration: 350, easing: "ease-in-out" });
}

// Moments: a word on the screen, a sound, a vibration. The last two can be switched off, on this phone.
const QUIET = "table-quiet";
const remembered = () => {
  try {
    return localStorage.getItem(QUIET);
  } catch {
    return null;
  }
};
let isQuiet = remembered() === "yes";
let audio = null;
let playing = 0;
function sound(...notes) {
  if (isQuiet) return;
  try {
    audio ??= new AudioContext();
    audio.resume();
    notes.forEach((note, at) => {
      const tone = audio.createOscillator(), loud = audio.createGain(), from = audio.currentTime + at * 0.16;
      tone.frequency.value = note;
      tone.type = "triangle";
      loud.gain.setValueAtTime(0.18, from);
      loud.gain.exponentialRampToValueAtTime(0.001, from + 0.35);
      tone.connect(loud).connect(audio.destination);
      tone.start(from);
      tone.stop(from + 0.4);
      playing += 1;
      // Left running it works all through the game, and drains the phone.
      tone.onended = () => {
        playing -= 1;
        if (!playing) audio.suspend();
      };
    });
  } catch { /* a browser without sound */ }
}
function buzz(...times) {
  // Before the first tap on the page a browser lets nothing vibrate.
  if (!isQuiet && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(times);
}
function say(text) {
  document.querySelector(".c-moment")?.remove();
  const moment = Object.assign(document.createElement("p"), { className: "c-moment", textContent: text });
  moment.setAttribute("role", "status");
  document.body.append(moment);
  setTimeout(() => moment.remove(), 2600);
}
let before = { ...table()?.dataset };
function moments() {
  const now = { ...table()?.dataset };
  const gone = (now.gone || "").split("|").filter((name) => name && !(before.gone || "").split("|").includes(name));
  if (now.won && !before.won) {
    say(now.wonWords);
    sound(392, 523, 659, 784);
    buzz(120, 80, 120, 80, 300);
  } else if (gone.length) {
    say(now.goneWords.replace("{names}", gone.join(", ")));
    sound(330, 262, 196);
    buzz(300, 100, 300);
  } else if (now.mine && !before.mine) {
    // What a full table asks stands on its screen, and it asks often.
    if (document.querySelector(".companion:not(.companion-full)")) say(now.mineWords);
    sound(523, 659);
    buzz(200);
  }
  before = now;
}
document.addEventListener("swapped", (event) => {
  if (event.target.id !== "table") return;
  move();
  moments();
  comforts();
});

// The screen stays awake where the browser allows it, which is over https alone; elsewhere the page says what helps.
async function stayAwake() {
  if (!("wakeLock" in navigator) || document.hidden) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch { /* an empty battery: the phone decides */ }
}
function comforts() {
  const button = document.querySelector("[data-moments][data-scripted]");
  if (!button) return;
  delete button.dataset.scripted;
  button.setAttribute("aria-pressed", String(!isQuiet));
  if (!("wakeLock" in navigator)) delete document.querySelector("[data-dark]").dataset.scripted;
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-moments]");
  if (!button) return;
  isQuiet = !isQuiet;
  try {
    localStorage.setItem(QUIET, isQuiet ? "yes" : "no");
  } catch { /* for this page, then */ }
  button.setAttribute("aria-pressed", String(!isQuiet));
  sound(523, 659);
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) stayAwake();
});

if (table()) {
  seen = look();
  comforts();
  stayAwake();
}
