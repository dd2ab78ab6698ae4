// What is typed or chosen, kept until it was sent: <form data-keep="name"> outlives a reload.

export const DAY = 24 * 3600 * 1000;
export function load(name) {
  try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
}
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch { /* a browser that keeps nothing: the page still holds it */ }
}

const TYPED = ["text", "url", "number", "textarea", "select-one"], TICKED = ["checkbox", "radio"];
export const draftName = (form) => `room-draft:${new URL(form.action).pathname}:${form.dataset.keep}`;
export const typedFields = (form) => [...form.elements].filter((field) => field.name && [...TYPED, ...TICKED].includes(field.type));
const isTick = (field) => TICKED.includes(field.type);
const nameOf = (field) => (isTick(field) ? `${field.name}=${field.value}` : field.name);
const stateOf = (field) => (isTick(field) ? field.checked : field.value);
function firstOf(field) {
  if (isTick(field)) return field.defaultChecked;
  if (field.type !== "select-one") return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? "";
}
export const isTyped = (field) => stateOf(field) !== firstOf(field);
// What stood in the rows of a table (data-row) when somebody began to type there: what others enter since then counts.
const rowsOf = (form) => typedFields(form).filter((field) => field.dataset.row !== undefined);
function stoodIn(form, draft) {
  const begun = new Set(rowsOf(form).filter((field) => draft && nameOf(field) in draft.values).map((field) => field.dataset.row));
  return Object.fromEntries(rowsOf(form).map((field) => [field.name, begun.has(field.dataset.row) ? draft.stood?.[field.name] : firstOf(field)]));
}

document.addEventListener("input", (event) => {
  const form = event.target.form ?? event.target.closest("form");
  if (!form?.dataset.keep) return;
  const values = Object.fromEntries(typedFields(form).filter(isTyped).map((field) => [nameOf(field), stateOf(field)]));
  keep(draftName(form), { at: Date.now(), values, stood: stoodIn(form, load(draftName(form))) });
});

// What was sent is no draft any more: a whole form, or what was said of one thing in it.
export function forget(name, said) {
  const draft = said && load(name), sent = new Map(said);
  const values = Object.entries(draft?.values ?? {}).filter(([field, value]) => sent.get(field) !== value);
  keep(name, values.length ? { ...draft, values: Object.fromEntries(values) } : null);
}

// Whether anything came back, and what did not: of the rows that others have changed since, what was typed there.
function restore(form) {
  const name = draftName(form), draft = load(name);
  if (!draft || Date.now() - draft.at > DAY) {
    keep(name, null);
    return { isBack: false, lost: [] };
  }
  // A page that was refused, or that offers something itself, knows better.
  const isFresh = !typedFields(form).some((field) => isTyped(field) || field.matches("[aria-invalid]"));
  const changed = new Set(rowsOf(form).filter((field) => firstOf(field) !== draft.stood?.[field.name]).map((field) => field.dataset.row));
  const fields = typedFields(form).filter((field) => !changed.has(field.dataset.row));
  const values = Object.fromEntries(fields.filter((field) => nameOf(field) in draft.values).map((field) => [nameOf(field), draft.values[nameOf(field)]]));
  if (changed.size) keep(name, { ...draft, values });
  const lost = [...changed].map((row) => lostOf(form, row, draft)).filter(({ typed }) => typed);
  const isOther = fields.some((field) => (draft.values[nameOf(field)] ?? stateOf(field)) !== stateOf(field));
  if (!isFresh || !isOther || document.querySelector(".conflict")) return { isBack: false, lost };
  for (const field of fields) {
    const value = draft.values[nameOf(field)] ?? stateOf(field);
    if (isTick(field)) field.checked = value;
    else field.value = value;
    // The groups of a pool say by their totals what is in them.
    if (isTyped(field)) field.closest("details:not(.pool-group)")?.setAttribute("open", "");
  }
  return { isBack: true, lost };
}
function lostOf(form, row, draft) {
  const fields = rowsOf(form).filter((field) => field.dataset.row === row);
  const isLost = fields.some((field) => (draft.values[field.name] ?? stateOf(field)) !== stateOf(field));
  const typed = isLost ? fields.map((field) => draft.values[field.name] ?? draft.stood?.[field.name] ?? "").join(" ").trim() : "";
  return { form, row, typed, name: fields[0].closest("[data-name]").dataset.name };
}
export function restoreDrafts() {
  const forms = [...document.querySelectorAll("form[data-keep]")].filter((form) => form.dataset.keep), all = forms.map(restore);
  return { isBack: all.some(({ isBack }) => isBack), lost: all.flatMap(({ lost }) => lost) };
}
