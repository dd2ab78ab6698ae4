// What is typed or chosen, kept until it was sent: <form data-keep="name"> outlives a reload. Each window keeps its own;
// the draft of one that was closed goes on in the next that opens the form.

export const DAY = 24 * 3600 * 1000;
export function load(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch { /* a browser that keeps nothing: the page still holds it */ }
}

// On a plain http address of the room there is no crypto.randomUUID.
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Which window this is. The name is handed on from page to page only, so that a window that was duplicated gets one of
// its own.
function nameOfWindow(name) {
  try {
    const known = sessionStorage.getItem("room-window");
    sessionStorage[name ? "setItem" : "removeItem"]("room-window", name);
    return known;
  } catch {
    return null;
  }
}
export const windowName = nameOfWindow() ?? newKey();
addEventListener("pagehide", () => nameOfWindow(windowName));
addEventListener("pageshow", (event) => {
  if (event.persisted) nameOfWindow();
});
// The names of the other windows that are open: they answer at once, also a hidden one.
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("room-windows");
const ANSWERED = 150;
let others = new Set();
channel?.addEventListener("message", ({ data }) => data ? others.add(data) : channel.postMessage(windowName));
function openWindows() {
  others = new Set();
  channel?.postMessage("");
  return new Promise((done) => setTimeout(() => done(others), ANSWERED));
}

const TYPED = ["text", "url", "number", "textarea", "select-one"], TICKED = ["checkbox", "radio"];
const DRAFT = "room-draft:";
const commonName = (form) => `${DRAFT}${new URL(form.action).pathname}:${form.dataset.keep}:`;
export const draftName = (form) => `${commonName(form)}${windowName}`;
export const typedFields = (form) =>
  [...form.elements].filter((field) => field.name && [...TYPED, ...TICKED].includes(field.type));
const isTick = (field) => TICKED.includes(field.type);
const nameOf = (field) => (isTick(field) ? `${field.name}=${field.value}` : field.name);
const stateOf = (field) => (isTick(field) ? field.checked : field.value);
function firstOf(field) {
  if (isTick(field)) return field.defaultChecked;
  if (field.type !== "select-one") return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? "";
}
export const isTyped = (field) => stateOf(field) !== firstOf(field);
// The rows of a table (data-row, by name in data-name around it) are kept one by one: what stood there, and for whom
// (data-who), when somebody began to type counts, and what the row showed when they typed there last.
const cellsOf = (form, row) => typedFields(form).filter((field) => field.dataset.row === row);
const standing = (cells) => JSON.stringify(cells.map((field) => [field.dataset.who, firstOf(field)]));
export const lineOf = (cells) => cells.map((field) => field.value.trim() || "_").join(" ").replace(/[ _]+$/, "");
const valuesOf = (fields) => Object.fromEntries(fields.filter(isTyped).map((field) => [nameOf(field), stateOf(field)]));
function rowOf(form, row, known) {
  const cells = cellsOf(form, row);
  return {
    name: cells[0].closest("[data-name]").dataset.name,
    stood: known?.stood ?? standing(cells),
    line: lineOf(cells),
    values: valuesOf(cells),
  };
}

document.addEventListener("input", (event) => {
  const form = event.target.form ?? event.target.closest("form");
  if (!form?.dataset.keep) return;
  const fields = typedFields(form), known = load(draftName(form))?.rows;
  const typedRows = new Set(
    fields.filter(isTyped).map((field) => field.dataset.row).filter((row) => row !== undefined),
  );
  const isHere = (row) => row === event.target.dataset.row || !known?.[row];
  const rows = Object.fromEntries(
    [...typedRows].map((row) => [row, isHere(row) ? rowOf(form, row, known?.[row]) : known[row]]),
  );
  keep(draftName(form), {
    at: Date.now(),
    values: valuesOf(fields.filter((field) => field.dataset.row === undefined)),
    rows,
  });
});

// What was sent is no draft any more, of a row or of the whole form; where something was typed over it since then, all
// of the form is.
export function forget(name, said, thing) {
  const draft = load(name);
  if (!draft) return;
  // Some browsers send the ends of lines as the wire has them.
  const sent = new Map(said.map(([field, value]) => [field, value.replaceAll("\r\n", "\n")]));
  const isTicked = (key) => said.some(([field, value]) => `${field}=${value}` === key);
  const isOther = (
    [key, value],
  ) => (typeof value === "boolean" ? isTicked(key) !== value : sent.has(key) && sent.get(key) !== value);
  const { [thing]: row, ...rows } = draft.rows ?? {};
  const left = Object.fromEntries(Object.entries(row?.values ?? {}).filter(isOther));
  const values = Object.entries(draft.values).some(isOther) ? draft.values : {};
  // What was sent for a row stands there now.
  if (Object.keys(left).length) rows[thing] = { ...row, stood: undefined, values: left };
  keep(name, Object.keys({ ...values, ...rows }).length ? { ...draft, values, rows } : null);
}

// Whether anything came back, and in words what did not: what was typed in rows that have changed since.
function restore(form) {
  const name = draftName(form), draft = load(name);
  if (!draft || Date.now() - draft.at > DAY) {
    keep(name, null);
    return { isBack: false, lost: [] };
  }
  // A page that was refused, or that offers something itself, knows better.
  const isFresh = !typedFields(form).some((field) => isTyped(field) || field.matches("[aria-invalid]"));
  const rows = Object.entries(draft.rows ?? {}),
    isAsLeft = ([row, { stood }]) => stood === standing(cellsOf(form, row));
  const same = rows.filter(isAsLeft), changed = rows.filter((one) => !isAsLeft(one));
  if (changed.length) keep(name, { ...draft, rows: Object.fromEntries(same) });
  const lost = changed.filter(([row, { line }]) => line !== lineOf(cellsOf(form, row))).map(([, { name, line }]) => ({
    form,
    words: `${name} – ${line}`,
  }));
  const values = Object.assign({}, draft.values, ...same.map(([, { values }]) => values));
  const fields = typedFields(form).filter((field) => nameOf(field) in values);
  const isOther = fields.some((field) => values[nameOf(field)] !== stateOf(field));
  if (!isFresh || !isOther || document.querySelector(".conflict")) return { isBack: false, lost };
  for (const field of fields) {
    if (isTick(field)) field.checked = values[nameOf(field)];
    else field.value = values[nameOf(field)];
    // The groups of a pool say by their totals what is in them.
    if (isTyped(field)) field.closest("details:not(.pool-group)")?.setAttribute("open", "");
  }
  return { isBack: true, lost };
}
const keptForms = () => [...document.querySelectorAll("form[data-keep]")].filter((form) => form.dataset.keep);
export function restoreDrafts() {
  const all = keptForms().map(restore);
  return { isBack: all.some(({ isBack }) => isBack), lost: all.flatMap(({ lost }) => lost) };
}
// Whether a window that is closed has left a draft of this page, which goes on here; what is too old is gone.
export async function adoptDrafts() {
  const open = await openWindows();
  let isAny = false;
  for (const name of draftNames()) {
    const draft = load(name), [, common, window] = /^(.*:)([^:]*)$/.exec(name);
    const form = keptForms().find((one) => commonName(one) === common);
    if (!(Date.now() - draft?.at < DAY)) keep(name, null);
    else if (form && !open.has(window) && !load(draftName(form))) {
      keep(draftName(form), draft);
      keep(name, null);
      isAny = true;
    }
  }
  return isAny;
}
function draftNames() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(DRAFT));
  } catch {
    return [];
  }
}
