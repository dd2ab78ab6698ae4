// A judge hears a call. A browser makes no sound before somebody has tapped, so one tap says: from now on.
let audio = null;
let known = null;
const wanted = "judge-sound";

function bell() {
  if (audio?.state !== "running") return;
  [880, 1174.7, 880].forEach((pitch, place) => {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const start = audio.currentTime + 0.22 * place;
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, start);
    loudness.gain.exponentialRampToValueAtTime(0.5, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.2);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.22);
  });
  navigator.vibrate?.([200, 100, 200]);
  document.dispatchEvent(new CustomEvent("bell"));
}

const button = () => document.querySelector("[data-bell]");
function show() {
  delete button().dataset.scripted;
  const is = audio?.state === "running";
  button().setAttribute("aria-pressed", String(is));
  const word = button().querySelector("span");
  word.textContent = is ? word.dataset.on : word.dataset.off;
}
async function soundOn() {
  audio ??= new AudioContext();
  await audio.resume();
  show();
}
document.addEventListener("click", async (event) => {
  if (event.target.closest("[data-bell]")) {
    const on = audio?.state !== "running";
    try {
      sessionStorage.setItem(wanted, on ? "yes" : "");
    } catch { /* a browser that keeps nothing */ }
    if (on) {
      await soundOn();
      bell();
    } else {
      await audio.suspend();
      show();
    }
  } else if (audio === null && isWanted()) soundOn(); // the first tap on the next page is enough
});
function isWanted() {
  try {
    return sessionStorage.getItem(wanted) === "yes";
  } catch {
    return false;
  }
}

const calls = () => new Set(document.getElementById("calls-count").dataset.calls.split(" ").filter(Boolean));
const title = document.title;
function look() {
  const open = calls();
  document.title = open.size ? `(${open.size}) ${title}` : title;
  const fresh = known === null ? [] : [...open].filter((number) => !known.has(number));
  for (const number of fresh) document.querySelector(`[data-key="call-${number}"]`)?.classList.add("is-new");
  if (fresh.length) bell();
  known = open;
  show();
}
document.addEventListener("swapped", look);
look();
if (isWanted()) soundOn().catch(() => {});
