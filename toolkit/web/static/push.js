// A player's own page lets the browser's maker wake this phone, with the page closed, when a round is seated and when
// time is up; that of who waits for a place, when one is offered. <button id="push" data-key data-to data-token
// data-worker>: shown where the browser can do that (TLS, and no private window).

const button = document.getElementById("push");
const refused = document.getElementById("push-refused");
const subscription = async () =>
  (await navigator.serviceWorker.getRegistration(button.dataset.worker))?.pushManager.getSubscription();

async function send(path, fields) {
  const answer = await fetch(path, {
    method: "POST",
    body: new URLSearchParams({ ...fields, csrf_token: button.dataset.token }),
  });
  if (!answer.ok) throw new Error(answer.statusText);
}
function active(registration) {
  const coming = registration.installing ?? registration.waiting;
  if (registration.active || !coming) return registration;
  return new Promise((done) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") done(registration);
    });
  });
}
async function begin() {
  const registration = await active(await navigator.serviceWorker.register(button.dataset.worker));
  const asked = { userVisibleOnly: true, applicationServerKey: button.dataset.key };
  const { endpoint, keys } = (await registration.pushManager.subscribe(asked)).toJSON();
  await send(button.dataset.to, { url: endpoint, ...keys });
}
async function end() {
  const found = await subscription();
  if (found) await send(`${button.dataset.to}/forget`, { url: found.endpoint });
}
// One address of a browser serves all events: whether it is told of this one is noted here.
const NAME = `push ${button.dataset.to}`;
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
  } catch { /* it shows as off then */ }
}
const isOn = () => button.getAttribute("aria-pressed") === "true";

button.addEventListener("click", async () => {
  const wanted = !isOn();
  try {
    await (wanted ? begin() : end());
    button.setAttribute("aria-pressed", String(wanted));
    keep(wanted);
    refused.hidden = true;
  } catch {
    refused.hidden = false;
  }
});
if (isSecureContext && "PushManager" in window && navigator.serviceWorker) {
  button.setAttribute("aria-pressed", String(load() && Boolean(await subscription())));
  button.closest("[data-closed]").hidden = false;
}
