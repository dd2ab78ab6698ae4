// Keyboard shortcuts of every page; /help/keys lists them.
//
// An element with data-shortcut="n" is pressed (a field: gets the focus) by Alt and that letter from anywhere, and by
// the letter alone where nobody is typing. "/" goes to the page's search, "?" lays the list of shortcuts over the page,
// also from a field in an element with data-keys that is empty or wholly selected. Where nothing is marked as next,
// N is the page's first main button.

const TYPING = "input, textarea, select, [contenteditable]";
const isTypedAnew = ({ value, selectionStart, selectionEnd }) =>
  !value || (selectionStart === 0 && selectionEnd === value.length);
const isSeen = (element) => element.checkVisibility?.() ?? true;

function reach(element) {
  if (element.matches(TYPING)) {
    element.focus();
    element.select?.();
  } else element.click();
}
async function showList(address) {
  const answer = await fetch(address).catch(() => null);
  const list = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  if (!list) return location.assign(address);
  const dialog = Object.assign(document.createElement("dialog"), { className: "keys-list" });
  const close = Object.assign(document.createElement("button"), { className: "button", textContent: "×" });
  close.setAttribute("aria-label", document.body.dataset.closeWord);
  dialog.append(close, ...list.childNodes);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.isComposing) return;
  const field = event.target.closest?.(TYPING),
    isButton = field?.matches("[type=checkbox], [type=radio], [type=button], [type=submit]");
  const isTyping = field && !isButton;
  const isFree = !isTyping || (field.closest("[data-keys]") && isTypedAnew(field));
  if (event.key === "?" && isFree) {
    event.preventDefault();
    if (document.querySelector("dialog[open]")) return;
    return showList(document.body.dataset.keysPage);
  }
  if (event.key === "/" && isFree && !event.altKey) {
    const search = [...document.querySelectorAll("[type=search], #typed")].find(isSeen);
    if (!search || search === field) return;
    event.preventDefault();
    return reach(search);
  }
  // With Alt a letter may be another one: what counts is the key.
  const letter = event.altKey ? event.code.match(/^Key([A-Z])$/)?.[1].toLowerCase() : event.key;
  if (!letter || letter.length !== 1 || (isTyping && !event.altKey)) return;
  const marked = [...document.querySelectorAll(`[data-shortcut="${CSS.escape(letter)}"]`)].find((one) =>
    isSeen(one) || one.closest(".wall-controls")
  );
  const wanted = marked ??
    (letter === "n" &&
      [...document.querySelectorAll(".button.primary")].find((one) => isSeen(one) && !one.form?.matches("#desk")));
  if (!wanted) return;
  event.preventDefault();
  reach(wanted);
});
