// Counting cards up and down in the answer: taps that follow each other go out together, and show at once.

const WAIT = 350;
const wanted = new Map();
let timer, last;

function show(button) {
  const row = button.closest("li"), number = row.id.slice(1), count = wanted.get(number);
  row.classList.add("pending");
  row.querySelector(".copies").textContent = count;
  const [less, more] = row.querySelectorAll(".step");
  less.value = `${number}:${Math.max(0, count - 1)}`;
  more.value = `${number}:${count + 1}`;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button.step");
  if (!button) return;
  event.preventDefault();
  const [number, count] = button.value.split(":");
  wanted.set(number, Math.min(99, Number(count)));
  last = button;
  show(button);
  clearTimeout(timer);
  timer = setTimeout(send, WAIT);
});

function send() {
  const form = last?.form;
  if (!form || !last.isConnected || form.dataset.counting !== undefined) return;
  form.dataset.counting = "";
  const number = last.closest("li").id.slice(1);
  for (const [other, count] of wanted) {
    const value = `${other}:${count}`;
    if (other === number) last.value = value;
    else form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "edit", value }));
  }
  wanted.clear();
  form.requestSubmit(last);
}

// What was tapped while the answer was on its way is counted on the new page.
document.addEventListener("swapped", () => {
  if (!wanted.size) return;
  for (const number of [...wanted.keys()]) {
    const button = document.getElementById(`p${number}`);
    if (button) show(last = button);
    else wanted.delete(number);
  }
  clearTimeout(timer);
  timer = setTimeout(send, WAIT);
});

// Cards come while their name is typed, each on the button that the page itself would offer.
let typing;
document.addEventListener("input", (event) => {
  const field = event.target.closest("[data-find]");
  if (!field) return;
  clearTimeout(typing);
  typing = setTimeout(() => find(field), 150);
});

async function find(field) {
  const text = field.value.trim(), place = document.getElementById(`found-${field.id}`);
  if (text.length < 2) return place?.replaceChildren();
  const address = new URL(field.dataset.find, location.href);
  address.searchParams.set("q", text);
  try {
    const answer = await fetch(address);
    if (!answer.ok || field.value.trim() !== text) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(place.id);
    document.getElementById(place.id)?.replaceWith(fresh);
  } catch {
    // Without a network the name is typed to its end.
  }
}

// A card's text over the page, as the card's own page has it; without a network the link is followed.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.peek"), layer = document.getElementById("peeked");
  if (!link || !layer?.showPopover || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const name = Object.assign(document.createElement("strong"), { textContent: page.querySelector("h1").textContent });
    layer.replaceChildren(name, ...page.querySelectorAll(".cardtext > :not(h2)"));
    layer.showPopover();
  } catch {
    location.assign(link.href);
  }
});
