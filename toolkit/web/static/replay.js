// The slider and the buttons of a replay change the step in place; only the last wish is fetched while one is under
// way.

const form = document.getElementById("way");
const slider = document.getElementById("step");
const last = Number(form.dataset.last);
const turns = form.dataset.steps.split(" ").filter(Boolean).map(Number);
const parser = new DOMParser();
let step = Number(form.dataset.step);
let wanted = null;
let busy = false;
document.documentElement.classList.add("has-script");

function target(name) {
  if (name === "first") return 0;
  if (name === "last") return last;
  if (name === "previous") return Math.max(0, step - 1);
  if (name === "next") return Math.min(last, step + 1);
  if (name === "turn-back") return turns.filter((turn) => turn < step).pop() ?? 0;
  return turns.find((turn) => turn > step) ?? last;
}

function request(number) {
  const headers = { "X-Fragment": "moment" };
  const body = new FormData(form);
  body.set("step", number);
  if (form.method === "post") return fetch(form.action, { method: "POST", body, headers });
  const address = new URL(form.action);
  address.searchParams.set("step", number);
  return fetch(address, { headers });
}

function show(html, number) {
  const old = document.getElementById("moment");
  const fresh = parser.parseFromString(html, "text/html").getElementById("moment");
  if (!fresh) return;
  const focused = document.activeElement?.closest("#moment [data-go]");
  old.replaceWith(fresh);
  if (focused) fresh.querySelector(`[data-go="${number}"]`)?.focus({ preventScroll: true });
  for (const line of document.querySelectorAll(".pools .now")) {
    line.setAttribute("x1", fresh.dataset.now);
    line.setAttribute("x2", fresh.dataset.now);
  }
  for (const way of form.querySelectorAll("[data-way]")) {
    const here = target(way.dataset.way) === number;
    if (here) way.setAttribute("aria-disabled", "true");
    else way.removeAttribute("aria-disabled");
  }
  if (form.method !== "post") {
    const address = new URL(form.action);
    address.searchParams.set("step", number);
    history.replaceState(null, "", address);
  }
}

async function go(number) {
  step = number;
  slider.value = number;
  wanted = number;
  if (busy) return;
  busy = true;
  try {
    while (wanted !== null) {
      const asked = wanted;
      wanted = null;
      const answer = await request(asked);
      if (answer.ok) show(await answer.text(), asked);
    }
  } catch {
    // Offline: the slider stays where it is, and the next move asks again.
  } finally {
    busy = false;
  }
}

slider.addEventListener("input", () => go(Number(slider.value)));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  go(Number(slider.value));
});
document.addEventListener("click", (event) => {
  const way = event.target.closest("[data-way], [data-go]");
  if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(way.dataset.go === undefined ? target(way.dataset.way) : Number(way.dataset.go));
});
