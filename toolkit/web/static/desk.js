// The desk: Enter sends what was typed without a page load, one after the other; the field has the focus all the time.
// What is refused comes back into the field with its reason, and whatever was typed behind it is not sent, but named.

const form = document.getElementById("desk"), field = document.getElementById("typed"), live = document.getElementById("live");
const waiting = [];
let isBusy = false;

const touches = matchMedia("(pointer: coarse)");
function toField() { if (!touches.matches) field.focus({ preventScroll: true }); }
function put(text) {
  field.value = text;
  field.defaultValue = "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
function giveBack(text) {
  put(text);
  // What is typed next takes its place.
  field.select();
}

// What was typed or tapped and was not entered, in order: it is named until it is, or until that is closed.
const missed = new Set(), notice = document.getElementById("desk-missed");
let givenBack = "";
function tellMissed() {
  notice.querySelector("p").textContent = notice.dataset.words.replace("{what}", () => [...missed].join(", "));
  notice.hidden = !missed.size;
}
notice.querySelector("button").addEventListener("click", () => {
  missed.clear();
  tellMissed();
  toField();
});

// Hidden figures, what was said, and, where something was done, everything that others may change as well.
function takeOver(page, isDone) {
  const fresh = page.getElementById("desk");
  for (const hidden of form.querySelectorAll("input[type=hidden]")) hidden.value = fresh.elements[hidden.name]?.value ?? hidden.value;
  document.getElementById("desk-said").replaceChildren(...page.getElementById("desk-said").childNodes);
  const refused = page.getElementById("typed");
  if (refused.hasAttribute("aria-invalid")) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  if (isDone) live.dispatchEvent(new CustomEvent("take", { detail: page.getElementById("live") }));
  if (refused.value && !field.value) giveBack(refused.value);
}

async function ask(address, options) {
  const answer = await fetch(address, { ...options, headers: { "X-Fragment": "live" }, signal: AbortSignal.timeout?.(10000) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const isBusy = answer.status >= 500;
  const said = isBusy ? page.querySelector("h1")?.textContent ?? "" : "";
  document.getElementById("outbox").dispatchEvent(new CustomEvent("say", { detail: said }));
  if (isBusy) throw new Error("the server takes nothing just now");
  // Signed out, or the event is gone: the plain page says so.
  if (!page.getElementById("desk")) return location.reload();
  if (answer.ok) history.replaceState(null, "", answer.url);
  takeOver(page, answer.ok);
  return answer;
}

async function send() {
  if (isBusy) return;
  isBusy = true;
  while (waiting.length) {
    const { text, isButton, words } = waiting[0], body = new FormData(form);
    body.set("text", isButton ? "" : text);
    if (isButton) body.set("take", text);
    let answer;
    try {
      answer = await ask(form.action, { method: "POST", body });
      if (!answer) return;
      waiting.shift();
      if (answer.ok) missed.delete(words);
    } catch {
      // Nothing arrived, or was taken: the words are back in the field; that there is no network the page says by itself.
      if (!isButton && !field.value) {
        giveBack(givenBack = text);
        waiting.shift();
      }
    }
    if (!answer?.ok) for (const left of waiting.splice(0)) missed.add(left.words);
    tellMissed();
  }
  isBusy = false;
  toField();
}

document.addEventListener("submit", (event) => {
  if (event.target !== form) return;
  event.preventDefault();
  const button = event.submitter?.name === "take" ? event.submitter : null;
  const text = button ? button.value : field.value.trim();
  if (!button && !text && !form.elements.table.value) return;
  // Somebody who looks at a list of names types over what came back.
  if (!button && givenBack && givenBack !== text) missed.add(givenBack);
  if (!button) givenBack = "";
  waiting.push({ text, isButton: Boolean(button), words: button ? button.textContent.replace(/\s+/g, " ").trim() : text });
  // What was offered stands for what was typed.
  if (!button || button.closest("#desk-said")) put("");
  send();
}, true);

// What is meant goes by what is seen when somebody begins to type.
field.addEventListener("beforeinput", () => {
  const seen = live.querySelector("[data-sequence]");
  if (!field.value && !isBusy && seen) form.elements.sequence.value = seen.dataset.sequence;
});

// Parts of the list, tables and Close without a page load; Escape empties the field, then closes the table.
document.addEventListener("click", (event) => {
  const way = event.target.closest?.(".parts a, .sorts a, [data-close], .desk-list a.whole");
  if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  ask(way.href).then(toField, () => location.assign(way.href));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target === field) {
    if (field.value) return put("");
    document.querySelector("[data-close]")?.click();
  }
  const isElsewhere = !event.target.closest?.("input, textarea, select, summary, [contenteditable]") && event.target !== field;
  if (isElsewhere && event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) field.focus();
});
toField();
