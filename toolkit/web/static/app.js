// What the pages gain with a script: nothing here is needed to use them.
// A fragment is the part of a page with an id; the server returns it alone when asked with the header X-Fragment.

const fragmentHeader = "X-Fragment";

function swap(id, html) {
  const old = document.getElementById(id);
  if (!old) return null;
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById(id);
  if (!fresh) return null;
  old.replaceWith(fresh);
  fresh.dispatchEvent(new CustomEvent("swapped", { bubbles: true }));
  return fresh;
}

function say(text) {
  let voice = document.getElementById("voice");
  if (!voice) {
    voice = Object.assign(document.createElement("p"), { id: "voice", className: "visually-hidden" });
    voice.setAttribute("role", "status");
    document.body.append(voice);
  }
  voice.textContent = text;
}

// Theme: the same cookie as the form would set, without leaving the page.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-themes] button");
  if (!button) return;
  event.preventDefault();
  document.documentElement.dataset.theme = button.value;
  document.cookie = `theme=${button.value}; path=/; max-age=31536000; samesite=lax`;
  for (const other of button.parentElement.children) other.setAttribute("aria-pressed", String(other === button));
});

// A control with data-stay: after the swap it, or the one whose id that names, is where it was on the screen, and has
// the focus; if it is gone, the nearest one of its kind. From a popover the focus goes back to what opened it. Whoever
// does not see what changed is told what data-said says.
function placeOf(control) {
  const all = [...document.querySelectorAll("[data-stay][id]")], index = all.indexOf(control);
  const near = [...all.slice(index + 1), ...all.slice(0, Math.max(0, index)).reverse()];
  const ids = [control.dataset.stay, control.id, ...near.map((one) => one.id)].filter(Boolean);
  const top = control.getBoundingClientRect().top;
  return () => {
    const again = ids.map((id) => document.getElementById(id)).find((one) => one?.checkVisibility?.() ?? one);
    if (!again) return;
    scrollBy({ top: again.getBoundingClientRect().top - top, behavior: "instant" });
    again.focus({ preventScroll: true });
  };
}

// <form data-swap="id">: the answer replaces the fragment in place; a refused form (422) comes back with its sentences.
// Another language changes the whole page. With data-patience="seconds" an answer that takes longer is none. The form
// hears "sent" with the answer's status, or "unsent", without one if none came: whoever prevents that keeps what was
// sent, and the page stays.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  const id = form.dataset.swap;
  if (!id || form.dataset.plain !== undefined || event.submitter?.name === "language") return;
  event.preventDefault();
  const button = event.submitter;
  button?.setAttribute("aria-busy", "true");
  const method = (button?.formMethod || form.method).toUpperCase();
  const body = new FormData(form, button);
  const target = new URL(button?.getAttribute("formaction") || form.action, location.href);
  if (method === "GET") target.search = new URLSearchParams(body);
  const opener = document.querySelector(`[data-stay][popovertarget="${button?.closest("[popover]")?.id}"]`);
  const control = [opener, button, document.activeElement].find((one) => one?.dataset.stay !== undefined);
  const signal = form.dataset.patience ? AbortSignal.timeout?.(1000 * form.dataset.patience) : undefined;
  // What another answer has replaced meanwhile is heard no more: the document hears it instead.
  const tell = (name, detail) =>
    (form.isConnected ? form : document).dispatchEvent(
      new CustomEvent(name, { bubbles: true, cancelable: true, detail: { form, ...detail } }),
    );
  let status;
  try {
    const answer = await fetch(target, {
      method,
      body: method === "GET" ? undefined : body,
      headers: { [fragmentHeader]: id },
      signal,
    });
    status = answer.status;
    const html = await answer.text(), back = control && placeOf(control);
    const fresh = swap(id, html);
    // The answer leads to another page.
    if (!fresh && answer.redirected && answer.ok) return location.assign(answer.url);
    if (!fresh) throw new Error("no such fragment");
    tell("sent", { status });
    const asked = fresh.querySelector("#question");
    if (back && status < 400 && !asked) {
      back();
      say(fresh.querySelector("[data-said]")?.textContent ?? "");
    } else if (form.dataset.typed !== undefined) {
      history.replaceState(null, "", target);
    } else {
      const focus = fresh.querySelector("[aria-invalid], [data-focus]");
      focus?.focus({ preventScroll: true });
      (focus || fresh).scrollIntoView({ block: "start" });
    }
  } catch {
    if (!tell("unsent", { status, method, target, said: [...body] })) return;
    // The plain way shows whatever the server, or the browser, has to say.
    form.dataset.plain = "";
    form.requestSubmit(button);
  } finally {
    button?.removeAttribute("aria-busy");
  }
});

// <form data-swap data-typed>: a search that answers while one types, and keeps its address.
let typing;
document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-typed]");
  if (!form) return;
  clearTimeout(typing);
  typing = setTimeout(() => form.requestSubmit(), 250);
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
