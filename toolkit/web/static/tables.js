// What a table's forms gain with a script: - and + beside every number, which works as a list without it; what waits
// behind a heading comes when it is opened, and goes when it is closed.

function enhance(root) {
  for (const stepper of root.querySelectorAll("[data-stepper]")) {
    stepper.classList.add("stepper-on");
    for (const button of stepper.querySelectorAll("[data-step]")) button.hidden = false;
    mark(stepper);
  }
}

function mark(stepper) {
  const list = stepper.querySelector("select");
  for (const button of stepper.querySelectorAll("[data-step]")) {
    const next = list.selectedIndex + Number(button.dataset.step);
    button.setAttribute("aria-disabled", String(next < 0 || next >= list.length));
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const stepper = button.closest("[data-stepper]"), list = stepper.querySelector("select");
  const next = list.selectedIndex + Number(button.dataset.step);
  if (next < 0 || next >= list.length) return;
  list.selectedIndex = next;
  list.dispatchEvent(new Event("change", { bubbles: true }));
});
document.addEventListener("change", (event) => {
  const stepper = event.target.closest("[data-stepper]");
  if (stepper) mark(stepper);
});
// A field that names a card: what begins like it comes into the list below it.
let typing = 0;
document.addEventListener("input", (event) => {
  const field = event.target.closest("[data-names]");
  if (!field) return;
  clearTimeout(typing);
  typing = setTimeout(() => suggest(field), 150);
});

async function suggest(field) {
  const text = field.value.trim();
  if (text.length < 2 || !field.list) return;
  try {
    const answer = await fetch(`${field.dataset.names}&text=${encodeURIComponent(text)}`);
    if (!answer.ok || field.value.trim() !== text) return;
    const names = await answer.json();
    field.list.replaceChildren(...names.map((name) => new Option("", name)));
  } catch {
    // Without a network the name is typed to its end.
  }
}

document.addEventListener("swapped", (event) => enhance(event.target));
enhance(document);

// <details data-open="word">: the section asks for what is open on this screen.
document.addEventListener("toggle", (event) => {
  const word = event.target.dataset?.open, section = event.target.closest("[data-live]");
  if (!word || !section) return;
  const address = new URL(section.dataset.live || location.href, location.href);
  const others = address.searchParams.getAll("open").filter((one) => one !== word);
  if ((others.length < address.searchParams.getAll("open").length) === event.target.open) return;
  address.searchParams.delete("open");
  for (const one of event.target.open ? [...others, word] : others) address.searchParams.append("open", one);
  section.dataset.live = address.pathname + address.search;
  section.dispatchEvent(new CustomEvent("ask", { bubbles: true }));
}, true);
