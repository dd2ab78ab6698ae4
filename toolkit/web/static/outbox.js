// A phone that loses its network: it says so, keeps what was entered, and sends it once when the network is back.
// docs/kept.md lists what is kept, and for how long.
//
// <form data-keep>: sent by this module. Its field "key" makes the request one: however often it has to be sent because
// its answer was lost, it is carried out once. Of two that wait for one form, only the last one is sent.
//   data-each: both are sent.
//   data-nothing="sentence": without a figure in it, it is refused so at once and never kept, as the server would.
//   data-patience="seconds": its answer takes longer than those of others.
// A page's own script sends its form "keep" to enter something; the detail:
//   data: a FormData; words: what is entered, in words.
//   thing: what it is about: of two that wait, the last one counts; meant: what makes two the same.
//   follows: hidden figures that it takes from the answer to what was entered before it in the same place (at), or
//     loses by a refusal.
//   isSwitch: it goes by what was seen when it was entered first, as long as that waits.
// The form hears of each entry:
//   "waits": it is under way, also after a reload; "gone": another window has sent it.
//   "answered": (entry, isDone, isReplaced, isLast, why, url, page); unless that is prevented, it is shown here.
//   "refused": (entry, why) of what was refused on another page; the same.
// The board #outbox says how the sending goes, and what it is told to ("say"). A <main> that is put into the page hears
// "opened": its forms get back what was typed (drafts.js). The document hears "given-back" when that comes later.

import {
  adoptDrafts,
  DAY,
  draftName,
  forget,
  isTyped,
  keep,
  load,
  newKey,
  restoreDrafts,
  typedFields,
  windowName,
} from "./drafts.js?v=bcdd19a55a";

const board = document.getElementById("outbox");
const outboxName = "room-outbox";

// Whether the board says how the sending goes: that is over once nothing waits any more.
let isTold = false;
function show(text, kind, link, label = board.dataset.look) {
  isTold = false;
  board.className = `notice notice-${kind}`;
  board.replaceChildren(Object.assign(document.createElement("p"), { textContent: text }));
  if (link) {
    board.append(Object.assign(document.createElement("a"), { textContent: label, href: link, className: "button" }));
  }
  board.hidden = !text;
}
board.addEventListener("say", (event) => (event.detail ? show(event.detail, "warn") : retell()));

// The outbox: what was sent and not answered yet, oldest first. All pages of this browser share it, so it is read anew
// for each change; what the browser cannot keep, this page does.
const arrivedKeys = [], MOST_KEYS = 50;
let isSending = false;
let held = null;
const waiting = () => held ?? load(outboxName) ?? [];
function put(entries) {
  keep(outboxName, entries.length ? entries : null);
  held = JSON.stringify(load(outboxName) ?? []) === JSON.stringify(entries) ? null : entries;
}

// What a form says beside what belongs to the page that it was drawn with.
const OF_PAGE = ["key", "csrf_token"];
const withFigures = (said, figures) => said.map(([name, value]) => [name, figures.get(name) ?? value]);
const saidBy = (data) => [...data].filter(([name, value]) => !OF_PAGE.includes(name) && !(value instanceof File));

const isHere = (link) => link.split(/[?#]/)[0] === location.href.split(/[?#]/)[0];
const isOfThisPage = (entry) => entry.window === windowName && isHere(entry.page);
// The form that an entry was sent by, unless somebody has gone on typing in it, also after a reload; whether somebody
// types beside it, or has opened another table since.
const isSaid = ([name, value], entry) =>
  name === "sequence" || entry.said.some(([known, said]) => known === name && said === value);
const says = (form, entry) => saidBy(new FormData(form)).every((one) => isSaid(one, entry));
const formsOf = (entry) =>
  [...document.querySelectorAll("form[data-keep]")].filter((form) => form.action === entry.action);
const formOf = (entry) => formsOf(entry).find((form) => says(form, entry));
const isTypedBeside = (sent) =>
  [...document.querySelectorAll("main form")].some((form) => form !== sent && typedFields(form).some(isTyped));
const isOpenBeside = (entry, sent) => entry.isInPlace && document.querySelector(".place")?.contains(sent) === false;
const isInUseBeside = (entry, sent) => isTypedBeside(sent) || isOpenBeside(entry, sent);

// What a form was told to wait for; what of it another window of this browser has sent, or replaced, meanwhile.
const awaited = new Map();
function sayItWaits(entry) {
  awaited.set(entry.key, entry);
  formsOf(entry)[0]?.dispatchEvent(new CustomEvent("waits", { detail: entry }));
}
function sayWhatIsGone() {
  const keys = waiting().map(({ key }) => key);
  for (const entry of [...awaited.values()].filter(({ key }) => !keys.includes(key))) {
    awaited.delete(entry.key);
    formsOf(entry)[0]?.dispatchEvent(new CustomEvent("gone", { detail: entry }));
  }
}

function enter(form, data, { words = "", thing = "", meant, at, follows = [], isSwitch = false }) {
  const waits = waiting().filter((entry) => entry.action === form.action);
  const first = isSwitch ? waits.find((entry) => entry.words === words) : null;
  const said = withFigures(saidBy(data), new Map(first?.said.filter(([name]) => name === "sequence")));
  meant ??= JSON.stringify(said.filter(([name]) => name !== "sequence"));
  const isAbout = (entry) =>
    (entry.thing ?? "") === thing && (form.dataset.each === undefined || entry.meant === meant);
  const known = waits.find((entry) => entry.window === windowName && isAbout(entry));
  const entry = {
    action: form.action,
    page: location.href.split("#")[0],
    said,
    words,
    thing,
    meant,
    at,
    follows,
    key: known?.meant === meant ? known.key : newKey(),
    // What it takes the place of may have arrived.
    after: [...arrivedKeys, ...(known?.after ?? []), ...(known ? [known.key] : [])].slice(-MOST_KEYS),
    who: board.dataset.who,
    window: windowName,
    typed: known?.meant === meant ? known.typed : Date.now(),
    tried: Date.now(),
    patience: form.dataset.patience,
    isInPlace: Boolean(form.closest(".place")),
    token: data.get("csrf_token"),
    draft: form.dataset.keep ? draftName(form) : "",
  };
  if (known?.key === entry.key) put(waiting().map((other) => (other.key === entry.key ? entry : other)));
  else put([...waiting().filter((other) => other.key !== known?.key), entry]);
  sayItWaits(entry);
  if (isTold) retell();
  send();
}
document.addEventListener("keep", (event) => enter(event.target, event.detail.data, event.detail));
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.keep === undefined || event.defaultPrevented) return;
  // A file cannot be kept: the browser sends it as it always did.
  if ([...form.elements].some((field) => field.type === "file" && field.files.length)) return;
  event.preventDefault();
  if (form.dataset.nothing && !typedFields(form).some(({ value }) => /[^0\s]/.test(value))) {
    show(form.dataset.nothing, "bad");
    return board.scrollIntoView();
  }
  event.submitter?.setAttribute("aria-busy", "true");
  enter(form, new FormData(form, event.submitter), { words: event.submitter?.textContent.replace(/\s+/g, " ").trim() });
});

function post(entry) {
  const body = new URLSearchParams([...entry.said, ["key", entry.key], ["after", (entry.after ?? []).join(" ")], [
    "csrf_token",
    entry.token ?? "",
  ]]);
  // The server says when it was typed, by its own clock.
  if (entry.typed) body.set("ago", Math.max(0, Math.round((Date.now() - entry.typed) / 1000)));
  return fetch(entry.action, {
    method: "POST",
    body,
    // News waits for the page that is opened afterwards; a field or a grid shows it from the answer itself.
    headers: formsOf(entry)[0]?.matches("#desk, #grid") ? {} : { "X-Unseen": "1" },
    cache: "no-store",
    signal: AbortSignal.timeout?.(1000 * (entry.patience ?? 10)),
  });
}
const pageOf = (text) => new DOMParser().parseFromString(text, "text/html");
const askFor = (page) => fetch(page, { cache: "no-store", signal: AbortSignal.timeout?.(10_000) });
// The server cannot do it now, whatever it is: it is asked again.
const isBusy = (answer) => answer.status === 429 || answer.status >= 500;
// A network that wants its own page seen first, or a proxy, has answered: nobody has read what was sent.
const isOurs = (text) => text.includes('<main id="main"');
// None where another account is signed in by now: it would enter this under its own name.
async function freshToken(entry) {
  const answer = await askFor(entry.page);
  if (isBusy(answer)) throw new Error("no page to take a token from");
  const page = pageOf(await answer.text());
  return isOf(entry, page.getElementById("outbox")) ? page.querySelector("[name=csrf_token]")?.value : null;
}
// Whoever is signed out is not refused for what they say: their page leads to where one signs in.
async function isSignedOut(entry, answer) {
  if (!board.dataset.signIn || ![403, 404].includes(answer.status)) return false;
  return new URL((await askFor(entry.page)).url).pathname === board.dataset.signIn;
}
// The answer to an entry and its text; as long as there is none that counts, what is to be said about it, and the
// seconds that it has to rest.
const FAULTS = [400, 500], REST = 30;
async function deliver(entry) {
  const { busy, later, signedOut, waiting } = board.dataset;
  try {
    let answer = await post(entry);
    if (answer.status === 400) {
      // The session ended while the phone was away: ask for the page's token again, once.
      entry.token = await freshToken(entry);
      if (entry.token === null) return { waits: signedOut, link: entry.page };
      answer = await post(entry);
    }
    const text = await answer.text();
    // Status 400 says that the form's token is none, and nothing of what the form says.
    if (!isOurs(text) || answer.status === 400 || answer.status >= 500) {
      return { waits: busy, seconds: FAULTS.includes(answer.status) ? REST : 0 };
    }
    if (answer.status === 429) {
      return {
        waits: `${pageOf(text).querySelector("h1").textContent} ${later}`,
        seconds: Number(answer.headers.get("Retry-After")),
      };
    }
    return (await isSignedOut(entry, answer)) ? { waits: signedOut, link: entry.page } : { answer, text };
  } catch {
    return { waits: waiting };
  }
}

// What is told of the sending: why something waits, and what; or, where it takes long, that it is under way.
const SLOW = 1000, MOST_NAMED = 6;
let isSlow = false;
function retell() {
  const entries = waiting().filter(isOfHere), late = entries.find((entry) => entry.waits);
  if (!late && !(isSlow && entries.length)) return tellRefused();
  const names = entries.map((entry) => entry.words).filter(Boolean),
    more = entries.length - Math.min(names.length, MOST_NAMED);
  const which = [...names.slice(0, MOST_NAMED), ...(more ? [`+${more}`] : [])].join(", ");
  if (isSlow) show(`${board.dataset.sending} (${which})`, "info");
  else show(`${late.waits} (${which})`, "warn", late.link, board.dataset.enter);
  isTold = true;
}
function release() {
  document.querySelectorAll("[aria-busy]").forEach((button) => button.removeAttribute("aria-busy"));
}

// What one account sent waits while another is signed in. Each window sends what was entered in it; another one does so
// once it is closed or hidden. What has to rest holds up nothing that was sent after it.
const ORPHANED = 15_000;
const isOf = ({ who }, shown) => !who || !shown?.dataset.who || who === shown.dataset.who;
const isOfHere = (entry) => isOf(entry, board);
const rests = (entry) => entry.until > Date.now();
const isOfOneForm = (one, other) => one.action === other.action && one.window === other.window;
function nextOf(entries) {
  // What goes on from the answer before it waits for that.
  const isFree = (entry, place) =>
    !rests(entry) &&
    !(entry.follows?.length && entries.slice(0, place).some((other) => rests(other) && isOfOneForm(other, entry)));
  const first = entries.filter(isOfHere).find(isFree);
  return first && (first.window === windowName || !(Date.now() - first.tried < ORPHANED)) ? first : undefined;
}
async function send() {
  const entries = waiting().filter(isOfHere), entry = nextOf(entries);
  if (!entries.length) return sentElsewhere();
  if (isSending) return;
  if (!entry) return board.hidden && retell();
  isSending = true;
  // The button of what takes longer says so itself (data-progress).
  const timer = entry.patience ? 0 : setTimeout(() => {
    isSlow = true;
    retell();
  }, SLOW);
  const { waits, seconds = 0, link, answer, text } = await deliver(entry);
  clearTimeout(timer);
  isSending = isSlow = false;
  if (waits) {
    const tried = Date.now(), until = tried + 1000 * seconds;
    put(
      waiting().map((other) => ({
        waits,
        link,
        ...other,
        ...(other.window === windowName && { tried }),
        ...(other.key === entry.key && { waits, link, until }),
      })),
    );
    const here = waiting().filter(isOfHere);
    if (seconds && nextOf(here)) return send();
    release();
    return retell();
  }
  settle(entry, answer, pageOf(text));
}
function settle(entry, answer, page) {
  const others = waiting().filter((other) => other.key !== entry.key);
  awaited.delete(entry.key);
  const isReplaced = others.length === waiting().length;
  // What the same page has sent after it does not contradict it.
  const isKnown = (other) => answer.ok && entry.window === windowName && other.window === windowName;
  if (isKnown(entry)) arrivedKeys.push(entry.key);
  // What asks something first has not been done.
  const isDone = answer.ok && !page.querySelector("[data-asks]");
  const isNext = (other) => isOfOneForm(other, entry);
  const left = others.map((other) => ({
    ...other,
    ...(isKnown(other) && { after: [...(other.after ?? []), entry.key] }),
    ...(isNext(other) && other.at === entry.at && { said: followed(other, isDone ? page : null) }),
  }));
  put(left);
  if (isDone && !isReplaced && entry.draft) forget(entry.draft, entry.said, entry.thing);
  const isTaken = isTakenOver({
    entry,
    url: answer.url,
    page,
    isDone,
    isReplaced,
    isLast: !left.some(isNext),
    why: whyOf(page),
  });
  if (nextOf(left) || isReplaced) {
    // What this page has to say comes last.
    if (!isDone && !isTaken) note(entry, answer, page);
    return send();
  }
  release();
  // What changed something leads on to another page; all else is to be read where it was typed.
  if (isTaken) retell();
  else if (isDone && answer.redirected) arrived(entry, answer.url);
  else answered(entry, answer, page);
}

// The hidden figures that an entry takes from the page that answers the one before it; a refusal gives none.
function followed(entry, page) {
  const form = page &&
    [...page.querySelectorAll("form[data-keep]")].find((one) =>
      one.getAttribute("action") === new URL(entry.action).pathname
    );
  return withFigures(entry.said, new Map(entry.follows?.map((name) => [name, form?.elements[name]?.value ?? ""])));
}
function isTakenOver(detail) {
  const form = formsOf(detail.entry)[0];
  return form ? !form.dispatchEvent(new CustomEvent("answered", { detail, cancelable: true })) : false;
}

// What was refused and cannot be shown where it was typed, until somebody looks at it there.
const refusedName = "room-refused";
const REASONS = [".error, .notice-bad p, td[role=alert] p", "[data-asks] .notice p, .notice-warn p", "h1"];
const whyOf = (page) =>
  page.querySelector("[data-why]")?.dataset.why ?? REASONS.map((reason) =>
    page.querySelector(reason)
  ).find(Boolean)?.textContent ?? "";
const allRefusals = () => (load(refusedName) ?? []).filter(({ at }) => Date.now() - at < DAY);
const refusals = () => allRefusals().filter(({ entry }) => isOfHere(entry));
const lineOf = ({ entry, why }) => (entry.words ? `${entry.words} – ${why}` : why);
const inWords = (all) => `${board.dataset.refused} ${all.map(lineOf).join(" ")}`;
const showWhy = (page) => show(`${board.dataset.refused} ${whyOf(page)}`, "warn");
const keepRefused = (one) => keep(refusedName, [...allRefusals(), { ...one, at: Date.now() }]);
function note(entry, answer, page) {
  keepRefused({ entry, why: whyOf(page), link: answer.redirected ? answer.url : entry.page });
}
function tellRefused() {
  const all = refusals();
  show(all.length ? inWords(all) : "", "warn", all.at(-1)?.link);
}
// On the page that it was typed on it is shown once, by its form or else here; here once nothing waits, which is said
// first.
function showRefused() {
  const isOfPage = ({ entry, link }) => isOfHere(entry) && isHere(link);
  const all = allRefusals(), here = all.filter(isOfPage), isFree = !waiting().some(isOfHere);
  const left = here.filter((one) =>
    formsOf(one.entry)[0]?.dispatchEvent(new CustomEvent("refused", { detail: one, cancelable: true })) ?? true
  );
  const stays = all.filter((one) => !here.includes(one) || (!isFree && left.includes(one)));
  keep(refusedName, stays.length ? stays : null);
  if (isFree && left.length) {
    show(`${isGivenBack ? `${board.dataset.kept} ` : ""}${inWords(left)}`, "warn");
  } else if (refusals().length) tellRefused();
}

// Another window of this browser has sent what this one was waiting to send.
function sentElsewhere() {
  if (!isTold) return;
  release();
  tellRefused();
}

function arrived(entry, url) {
  const time = new Date().toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const all = refusals(), isRefused = all.length > 0;
  const said = isRefused
    ? { text: inWords(all), kind: "warn", link: all.at(-1).link }
    : { text: board.dataset.sent.replace("{time}", time), kind: "good" };
  // Whoever has gone on, to another page or to another field of this one, stays there.
  const form = formOf(entry), isElsewhere = !isOfThisPage(entry);
  if (isElsewhere || isInUseBeside(entry, form)) {
    if (!isElsewhere) form?.reset();
    close(form?.closest(".place"));
    return show(said.text, said.kind, said.link ?? (isElsewhere ? url : undefined));
  }
  if (!isRefused && (entry.waits || board.dataset.quiet === undefined)) keep("room-sent", { at: Date.now(), ...said });
  const goal = new URL(url);
  if (goal.pathname + goal.search === location.pathname + location.search) {
    // What is new stands above; a reload would bring back what was typed.
    scrollTo(0, 0);
    location.replace(goal.pathname + goal.search);
  } else {
    location.assign(goal);
  }
}

// The table whose story was entered has no more to offer.
function close(place) {
  const row = place?.parentElement;
  place?.remove();
  row?.dispatchEvent(new CustomEvent("swapped", { bubbles: true }));
}

// A form in use is left as it is when a page is drawn anew: the one that was refused takes its reason.
function takeRefused(form, page) {
  const fresh = [...page.querySelectorAll("form")].find((one) =>
    one.getAttribute("action") === form.getAttribute("action") && one.querySelector("[aria-invalid]")
  );
  if (!fresh || form.matches("#desk, #grid")) return;
  form.replaceWith(fresh);
  const focus = fresh.querySelector("[aria-invalid]");
  focus.focus({ preventScroll: true });
  focus.scrollIntoView({ block: "center" });
}
// What the server has to say about it stands on the page that it was typed on.
function answered(entry, answer, page) {
  if (!isOfThisPage(entry)) {
    note(entry, answer, page);
    return tellRefused();
  }
  const fresh = page.querySelector("main"), place = fresh.querySelector("#outbox"), form = formOf(entry);
  // What was typed stays where it is: before a page of an error, and while somebody types something else.
  if (!place) return showWhy(fresh);
  if (isInUseBeside(entry, form)) {
    if (form?.elements.sequence) form.elements.sequence.value = fresh.querySelector("[name=sequence]").value;
    return showWhy(fresh);
  }
  const live = document.getElementById("live"), whole = fresh.querySelector("#live");
  // The scripts of a field go on with it: what is different is drawn into the same page, another page's words stand here.
  if (live?.querySelector("#desk, #grid")) {
    const isSame = whole?.dataset.page === live.dataset.page;
    if (isSame) show("", "info");
    else showWhy(fresh);
    live.dispatchEvent(new CustomEvent(...(isSame ? ["take", { detail: whole }] : ["ask"])));
    if (isSame && form) takeRefused(form, whole);
    return;
  }
  show("", "info");
  place.replaceWith(board);
  document.querySelector("main").replaceWith(fresh);
  fresh.dispatchEvent(new CustomEvent("swapped", { bubbles: true }));
  const focus = fresh.querySelector("[data-focus], [aria-invalid], [role=alert]") ?? fresh;
  focus.focus?.({ preventScroll: true });
  focus.scrollIntoView({ block: "start" });
}

// What was typed and is not back counts as refused, unless it is on its way.
let isGivenBack = false;
function giveBack() {
  const { isBack, lost } = restoreDrafts();
  isGivenBack = isBack && !waiting().length;
  if (isGivenBack && board.hidden) show(board.dataset.kept, "info");
  const page = location.href.split("#")[0];
  for (const { form, words } of lost) {
    if (waiting().some((entry) => entry.words === words)) continue;
    keepRefused({
      entry: { action: form.action, page, words, who: board.dataset.who },
      why: form.dataset.overtaken,
      link: page,
    });
  }
}
async function giveAllBack() {
  giveBack();
  if (!await adoptDrafts()) return;
  giveBack();
  document.dispatchEvent(new CustomEvent("given-back"));
}
giveAllBack();
document.addEventListener("opened", (event) => {
  event.target.querySelector("#outbox")?.remove();
  event.target.prepend(board);
  giveAllBack();
});

const sent = load("room-sent");
if (sent) {
  keep("room-sent", null);
  if (Date.now() - sent.at < 60_000) show(sent.text, sent.kind, sent.link);
}
// The page's other scripts are there by then.
addEventListener("DOMContentLoaded", () => {
  waiting().filter(isOfHere).forEach(sayItWaits);
  showRefused();
  send();
});
addEventListener("online", send);
addEventListener("storage", (event) => {
  if (event.key !== outboxName) return;
  sayWhatIsGone();
  send();
});
document.addEventListener("connection-back", send);
// The browser's own word for "online" means any network: what counts is that the server answers.
setInterval(() => {
  if (!document.hidden) send();
}, 4000);
