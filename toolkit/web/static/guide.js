// A walkthrough answers while its figures change: the form is sent as it would be by its button, and the answer is put
// in its place.

let asked = 0;

function stateOf(form) {
  return new URLSearchParams(new FormData(form)).toString();
}

async function answer(form) {
  const sent = stateOf(form);
  const number = ++asked;
  const target = new URL(form.action, location.href);
  target.search = sent;
  const id = form.dataset.walk;
  let html;
  try {
    html = await (await fetch(target, { headers: { "X-Fragment": id } })).text();
  } catch {
    return; // Offline: the figures stay, and the next change asks again.
  }
  const now = document.getElementById(id);
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById(id);
  const current = now?.querySelector("form[data-walk]");
  // Whoever went on typing meanwhile is not interrupted: a newer answer is on its way.
  if (!fresh || !current || number !== asked || stateOf(current) !== sent) return;
  const focused = document.activeElement;
  const mark = focused?.id
    ? `#${CSS.escape(focused.id)}`
    : focused?.dataset?.step
    ? `[data-for="${focused.dataset.for}"][data-step="${focused.dataset.step}"]`
    : focused?.type === "radio"
    ? `[name="${focused.name}"]:checked`
    : null;
  const caret = focused?.selectionStart ?? null;
  now.replaceWith(fresh);
  const again = mark && fresh.querySelector(mark);
  again?.focus({ preventScroll: true });
  if (again?.matches("input[type=text]") && caret !== null) again.setSelectionRange(caret, caret);
  history.replaceState(null, "", target);
}

let waiting;
function soon(form) {
  clearTimeout(waiting);
  waiting = setTimeout(() => answer(form), 150);
}

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => {
    const form = event.target.closest("form[data-walk]");
    if (form) soon(form);
  });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("form[data-walk] [data-step]");
  if (!button) return;
  event.preventDefault();
  const field = document.getElementById(button.dataset.for);
  const value = (Number.parseInt(field.value, 10) || 0) + Number(button.dataset.step);
  field.value = Math.min(Number(field.dataset.most), Math.max(Number(field.dataset.least), value));
  soon(button.form);
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-walk]")) return;
  event.preventDefault();
  answer(event.target);
});
