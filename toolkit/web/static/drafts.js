// What is typed or chosen, kept until it was sent: <form data-keep="name"> outlives a reload. Each window keeps its own;
// the draft of one that was closed goes on in the next that opens the form. What one account typed no other is shown.

export const DAY = 24 * 3600 * 1000;
// What a browser that keeps nothing refuses, the page still holds.
function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}
export const load = (name) => attempt(() => JSON.parse(localStorage.getItem(name)));
export const keep = (name, value) =>
  attempt(() => value === null ? localStorage.removeItem(name) : localStorage.setItem(name, JSON.stringify(value)));

// On a plain http address of the room there is no crypto.randomUUID.
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// Which window this is. The name is handed on from page to page only, so that a window that was duplicated gets one of
// its own.
const takeName = () =>
  attempt(() => {
    const name = sessionStorage.getItem("room-window");
    sessionStorage.removeItem("room-window");
    return name;
  });
export const windowName = takeName() ?? newKey();
addEventListener("pagehide", () => attempt(() => sessionStorage.setItem("room-window", windowName)));
addEventListener("pageshow", (event) => {
  if (event.persisted) takeName();
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

// The fields of a form, and what of them differs from what the page came with.
const TYPED = ["text", "url", "number", "textarea", "select-one"], TICKED = ["checkbox", "radio"];
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
const valuesOf = (fields) => Object.fromEntries(fields.filter(isTyped).map((field) => [nameOf(field), stateOf(field)]));

// The rows of a table (data-row, by name in data-name around it) are kept one by one: what stood there, and for whom
// (data-who), when somebody began to type counts, and what the row showed when they typed there last.
const cellsOf = (form, row) => typedFields(form).filter((field) => field.dataset.row === row);
const standing = (cells) => JSON.stringify(cells.map((field) => [field.dataset.who, firstOf(field)]));
export const lineOf = (cells) => cells.map((field) => field.value.trim() || "_").join(" ").replace(/[ _]+$/, "");
function rowOf(form, row, known) {
  const cells = cellsOf(form, row);
  return {
    name: cells[0].closest("[data-name]").dataset.name,
    stood: known?.stood ?? standing(cells),
    line: lineOf(cells),
    values: valuesOf(cells),
  };
}

// The name of a form's draft: who is signed in, the form, the window. What nobody in particular typed is anybody's.
const DRAFT = "room-draft:", me = document.getElementById("outbox")?.dataset.who ?? "";
const commonName = (form, who = me) =>
  `${DRAFT}${encodeURIComponent(who)}${new URL(form.action).pathname}:${form.dataset.keep}:`;
export const draftName = (form) => `${commonName(form)}${windowName}`;
const isYoung = (draft) => Date.now() - draft?.at < DAY;

document.addEventListener("input", ({ target }) => {
  const form = target.form ?? target.closest("form");
  if (!form?.dataset.keep) return;
  const fields = typedFields(form), known = load(draftName(form))?.rows ?? {}, rows = {};
  for (const { dataset: { row } } of fields.filter(isTyped)) {
    if (row === undefined) continue;
    rows[row] ??= row === target.dataset.row || !known[row] ? rowOf(form, row, known[row]) : known[row];
  }
  const values = valuesOf(fields.filter((field) => field.dataset.row === undefined));
  keep(draftName(form), { at: Date.now(), values, rows });
});

// What was sent is no draft any more, of a row or of the whole form; where something was typed over it since then, all
// of the form is.
export function forget(name, said, thing) {
  const draft = load(name);
  if (!draft) return;
  // Some browsers send the ends of lines as the wire has them.
  const sent = new Map(said.map(([field, value]) => [field, value.replaceAll("\r\n", "\n")]));
  const ticked = new Set(said.map(([field, value]) => `${field}=${value}`));
  const isTypedOver = ([key, value]) =>
    typeof value === "boolean" ? ticked.has(key) !== value : sent.has(key) && sent.get(key) !== value;
  const { [thing]: row, ...rows } = draft.rows ?? {};
  const left = Object.entries(row?.values ?? {}).filter(isTypedOver);
  // What was sent for a row stands there now.
  if (left.length) rows[thing] = { ...row, stood: undefined, values: Object.fromEntries(left) };
  const values = Object.entries(draft.values).some(isTypedOver) ? draft.values : {};
  keep(name, Object.keys({ ...values, ...rows }).length ? { ...draft, values, rows } : null);
}

// Whether anything came back, and in words what did not: what was typed in rows that have changed since.
function restore(form) {
  const name = draftName(form), draft = load(name);
  if (!isYoung(draft)) {
    keep(name, null);
    return { isBack: false, lost: [] };
  }
  const rows = Object.entries(draft.rows ?? {}),
    isAsLeft = ([row, { stood }]) => stood === standing(cellsOf(form, row));
  const same = rows.filter(isAsLeft), changed = rows.filter((one) => !isAsLeft(one));
  if (changed.length) keep(name, { ...draft, rows: Object.fromEntries(same) });
  const lost = changed.filter(([row, { line }]) => line !== lineOf(cellsOf(form, row)));
  return {
    isBack: putBack(form, Object.assign({}, draft.values, ...same.map(([, { values }]) => values))),
    lost: lost.map(([, { name, line }]) => ({ form, words: `${name} – ${line}` })),
  };
}
function putBack(form, values) {
  // A page that was refused, or that offers something itself, knows better.
  const isFresh = !typedFields(form).some((field) => isTyped(field) || field.matches("[aria-invalid]"));
  const fields = typedFields(form).filter((field) => nameOf(field) in values);
  const isOther = fields.some((field) => values[nameOf(field)] !== stateOf(field));
  if (!isFresh || !isOther || document.querySelector(".conflict")) return false;
  for (const field of fields) {
    if (isTick(field)) field.checked = values[nameOf(field)];
    else field.value = values[nameOf(field)];
    // The groups of a pool say by their totals what is in them.
    if (isTyped(field)) field.closest("details:not(.pool-group)")?.setAttribute("open", "");
  }
  return true;
}
const keptForms = () => [...document.querySelectorAll("form[data-keep]")].filter((form) => form.dataset.keep);
export function restoreDrafts() {
  const all = keptForms().map(restore);
  return { isBack: all.some(({ isBack }) => isBack), lost: all.flatMap(({ lost }) => lost) };
}

// Whether a window that is closed has left a draft of this page, which goes on here; what is too old is gone.
export async function adoptDrafts() {
  const open = await openWindows();
  const names = attempt(() => Object.keys(localStorage)) ?? [];
  let isAny = false;
  for (const name of names.filter((name) => name.startsWith(DRAFT))) {
    const draft = load(name), [, common, window] = /^(.*:)([^:]*)$/.exec(name);
    const form = keptForms().find((one) => [commonName(one), commonName(one, "")].includes(common));
    if (!isYoung(draft)) keep(name, null);
    else if (form && !open.has(window) && !load(draftName(form))) {
      keep(draftName(form), draft);
      keep(name, null);
      isAny = true;
    }
  }
  return isAny;
}
