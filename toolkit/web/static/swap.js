// Forms whose answer is drawn into the page that they stand on.
//
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
      const said = fresh.querySelector("[data-said]")?.textContent ?? "";
      document.dispatchEvent(new CustomEvent("spoken", { detail: said }));
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
