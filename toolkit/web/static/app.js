// What the pages gain with a script: nothing here is needed to use them.

// Words for somebody who does not see what changed; the document hears them as "spoken", too.
function say(text) {
  let voice = document.getElementById("voice");
  if (!voice) {
    voice = Object.assign(document.createElement("p"), { id: "voice", className: "visually-hidden" });
    voice.setAttribute("role", "status");
    document.body.append(voice);
  }
  voice.textContent = text;
}
document.addEventListener("spoken", (event) => say(event.detail));

// Theme: the same cookie as the form would set, without leaving the page.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-themes] button");
  if (!button) return;
  event.preventDefault();
  document.documentElement.dataset.theme = button.value;
  document.cookie = `theme=${button.value}; path=/; max-age=31536000; samesite=lax`;
  for (const other of button.parentElement.children) other.setAttribute("aria-pressed", String(other === button));
});

// <button data-copy="id">: the text of that field into the clipboard.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const source = document.getElementById(button.dataset.copy);
  const text = source.value ?? source.textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page from a room's plain http address has no clipboard: the selected text is copied as by a keystroke. Where
    // that is refused, too, it stays selected, so that one keystroke or tap copies; else the page is as it was.
    const fold = source.closest("details:not([open])");
    if (fold) fold.open = true;
    source.focus({ preventScroll: true });
    source.select?.();
    if (!document.execCommand("copy")) {
      source.scrollIntoView({ block: "center" });
      return;
    }
    if (fold) fold.open = false;
    button.focus({ preventScroll: true });
  }
  button.scrollIntoView({ block: "nearest" }); // a key may have pressed it from far away
  const word = button.querySelector("span") || button;
  const before = word.textContent;
  word.textContent = button.dataset.done;
  say(button.dataset.done);
  setTimeout(() => {
    word.textContent = before;
  }, 2000);
});

// A near line that the score check offers: one tap writes it into the fields and enters it.
document.addEventListener("click", (event) => {
  const offer = event.target.closest("[data-points]");
  if (!offer) return;
  offer.value.split(" ").forEach((points, place) => {
    document.getElementById(`vp${place + 1}`).value = points;
  });
  offer.form.requestSubmit();
});

// Of a row of tabs that is wider than the phone, the one that is open is seen.
document.querySelectorAll(".tabs [aria-current]").forEach((tab) =>
  tab.scrollIntoView({ block: "nearest", inline: "center" })
);

// What is typed into a field with data-draft outlives a reload, in this tab only; not what is too long to be sent.
function keepDraft(field) {
  const key = `draft:${location.pathname}:${field.name}`;
  try {
    if (!field.value) field.value = sessionStorage.getItem(key) || "";
    addEventListener("pagehide", () => {
      const now = document.getElementById(field.id);
      if (now) sessionStorage.setItem(key, isTooLong(now) ? "" : now.value);
    });
  } catch { /* a browser that keeps nothing */ }
}
const isTooLong = (field) => field.value.length > Number(field.dataset.limit || Infinity);
document.querySelectorAll("[data-draft]").forEach(keepDraft);

// A file that is dropped anywhere on a form goes into its field; the browser would leave the page to show it.
for (const kind of ["dragover", "drop"]) {
  document.addEventListener(kind, (event) => {
    const field = event.target.closest?.("form")?.querySelector("input[type=file]");
    if (!field || event.target === field || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (kind === "dragover") return;
    field.files = event.dataTransfer.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

// A field of files or of text with data-limit="bytes" and data-too-large="sentence": said before anything is sent.
document.addEventListener("change", (event) => {
  const field = event.target.closest("[data-limit]");
  if (!field) return;
  const large = field.files
    ? [...field.files].some((file) => file.size > Number(field.dataset.limit))
    : isTooLong(field);
  field.setCustomValidity(large ? field.dataset.tooLarge : "");
  if (large) field.reportValidity();
});

// <details class="popup">: one is open at a time; a click elsewhere or Escape closes it.
function closePopups(but) {
  for (const popup of document.querySelectorAll("details.popup[open]")) if (popup !== but) popup.open = false;
}
document.addEventListener("click", (event) => closePopups(event.target.closest?.("details.popup")));
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && document.querySelector("details.popup[open]");
  if (!open) return;
  closePopups();
  open.querySelector("summary").focus();
});
