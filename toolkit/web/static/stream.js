// The stream that tells open pages of changes, so that they need not ask every few seconds.
//
// <div data-live … data-stream="word" data-heard="version">: the word names what the section shows. All windows of this
// browser share one stream: one window leads, holds the stream, and tells the others what it hears. A hidden window
// follows nothing, and lets go of the stream if it has it. A section whose view has another version is sent "pieces",
// the shares of a page that the stream itself has sent (pieces.js), and "ask" if that is not all that is new. As long
// as it is told of changes, `followed` is a moment to come. Where a proxy keeps a stream until it ends, the next
// one ends with the first news, and the browser opens it again. Where nothing comes through, pages ask as they did.

const ADDRESS = "/live";
// Milliseconds: how long whoever leads is believed to, how often that is said anew, how long a silent stream is
// believed.
const LEASE = 3000, TURN = 1000, SILENCE = 12_000, AGAIN = 20_000;
const MOST = 40;
const lease = "live-leader";
// When a stream was heard last, when one was not heard though nothing else is known of it; how long that is believed.
const streamed = "live-streamed", kept = "live-kept", BELIEVED = 600_000;
// On a plain http address of the room there is no crypto.randomUUID, and there are no locks.
const me = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("live");

const sections = () => [...document.querySelectorAll("[data-stream]")];
const words = () => (document.hidden || isLeaving ? [] : sections().map((section) => section.dataset.stream));
let isLeaving = false;
let isLeader = false;
let source = null, isPoll = false, opened = "", heardAt = 0, tryAgainAt = 0, told = "";
// Of whoever leads: what the other windows follow.
const others = new Map();

function read() {
  const known = JSON.parse(localStorage.getItem(lease) ?? "null");
  return known && known.until > Date.now() && known.until <= Date.now() + LEASE ? known.id : null;
}
const write = () => localStorage.setItem(lease, JSON.stringify({ id: me, until: Date.now() + LEASE }));
const post = (message) => channel.postMessage({ ...message, from: me });

// What was heard, in this window.
function believe(followed, versions, time, { pieces = [], within = 0.25 } = {}) {
  if (time) document.dispatchEvent(new CustomEvent("server-time", { detail: time }));
  for (const section of sections()) {
    const word = section.dataset.stream;
    if (!followed.includes(word)) continue;
    section.followed = performance.now() + SILENCE;
    const version = versions[word];
    if (version === undefined || version === section.heard) continue;
    section.heard = version;
    if (version === section.dataset.heard) continue;
    const detail = { version, pieces };
    if (!section.dispatchEvent(new CustomEvent("pieces", { bubbles: true, cancelable: true, detail }))) continue;
    // Not all phones of a room at the very same moment, but soon where the news concern this very page.
    const isOwn = version.split(".")[0] !== section.dataset.heard?.split(".")[0];
    section.within = 1000 * (isOwn ? Math.min(0.25, within) : within);
    setTimeout(catchUp, Math.random() * section.within, section);
  }
}
function catchUp(section) {
  if (section.heard !== section.dataset.heard) section.dispatchEvent(new CustomEvent("ask", { bubbles: true }));
}
// The answer to what was sent may be older than what was heard since; of what is newer the stream tells at once.
document.addEventListener("swapped", ({ target }) => {
  if (target.followed > performance.now()) setTimeout(catchUp, 300 + Math.random() * (target.within ?? 0), target);
});
function doubt() {
  for (const section of sections()) section.followed = 0;
}

// The stream itself, in the window that leads.
const followed = () => (opened ? opened.split(" ") : []);
let versions = {};
function heard(news, time, besides) {
  heardAt = performance.now();
  if (!isPoll) localStorage.setItem(streamed, Date.now());
  Object.assign(versions, news);
  const known = followed().filter((word) => word in versions);
  post({ kind: "news", followed: known, versions: news, time, besides });
  believe(known, news, time, besides);
}
// What comes before the news and belongs to them: pieces, packed by gzip as base64, and how soon all are to ask.
let besides = { pieces: [] }, last = Promise.resolve();
async function unpack(piece) {
  const packed = Uint8Array.from(atob(piece.packed), (letter) => letter.charCodeAt(0));
  const content = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return { ...piece, content: await new Response(content).json() };
}
function take(news) {
  const { pieces, within } = besides;
  besides = { pieces: [] };
  // An older browser cannot unpack: its pages ask.
  const unpacked = Promise.all(pieces.map(unpack)).catch(() => []);
  last = last.then(async () => heard(news, "", { pieces: await unpacked, within }));
}
function close() {
  besides = { pieces: [] };
  source?.close();
  source = null;
  opened = "";
}
function open() {
  const wanted = [...new Set([...words(), ...[...others.values()].flat()])].sort().slice(0, MOST);
  if ((source && wanted.join(" ") === opened && isPoll === isRecent(kept)) || performance.now() < tryAgainAt) return;
  close();
  if (!wanted.length) return;
  opened = wanted.join(" ");
  versions = {};
  heardAt = performance.now();
  isPoll = isRecent(kept);
  const mine = new EventSource(
    `${ADDRESS}?${new URLSearchParams([...wanted.map((word) => ["on", word]), ...(isPoll ? [["poll", "1"]] : [])])}`,
  );
  source = mine;
  mine.addEventListener("piece", (event) => besides.pieces.push(JSON.parse(event.data)));
  mine.addEventListener("spread", (event) => besides.within = Number(event.data));
  mine.addEventListener("message", (event) => take(JSON.parse(event.data)));
  mine.addEventListener("beat", (event) => heard({}, event.data));
  mine.addEventListener("error", () => {
    // The end of a poll is no loss: the browser begins the next one.
    if (source !== mine || (isPoll && mine.readyState === EventSource.CONNECTING)) return;
    lost();
    // Refused, or no stream at all: the browser does not try again by itself.
    if (mine.readyState === EventSource.CLOSED) {
      tryAgainAt = performance.now() + AGAIN;
      close();
    }
  });
}
function isRecent(name) {
  const at = Number(localStorage.getItem(name));
  return at <= Date.now() && Date.now() < at + BELIEVED;
}
// Nothing comes through: the network is gone; or, where no stream was ever heard, a proxy may keep it, but not a poll.
function suspect() {
  if (isPoll || isRecent(streamed)) localStorage.removeItem(kept);
  else localStorage.setItem(kept, Date.now());
}
function lost() {
  doubt();
  post({ kind: "lost" });
}
function lead() {
  isLeader = true;
  others.clear();
  post({ kind: "who" });
  // By then the other windows have said what they follow.
  setTimeout(() => {
    if (isLeader) open();
  }, 60);
}
function resign() {
  if (!isLeader) return;
  isLeader = false;
  close();
  if (read() === me) localStorage.removeItem(lease);
  post({ kind: "free" });
}

// Who leads: whoever asks first, until they say so no more.
let claim = 0;
function turn() {
  const leader = read();
  if (!words().length) return resign();
  if (leader === me && isLeader) {
    write();
    if (source && performance.now() - heardAt > SILENCE) {
      lost();
      close();
      suspect();
      if (!isRecent(kept)) tryAgainAt = performance.now() + AGAIN;
    }
    open();
  } else if (leader && leader !== me) {
    if (isLeader) {
      isLeader = false;
      close();
    }
    if (told !== words().join(" ")) tell();
  } else {
    // Two that ask at once: the last word stands, and both look at it a moment later.
    write();
    clearTimeout(claim);
    claim = setTimeout(() => {
      if (read() === me && !isLeader) lead();
      else turn();
    }, 40 + Math.random() * 40);
  }
}
function tell() {
  told = words().join(" ");
  post({ kind: "mine", words: words() });
}

function receive({ data }) {
  if (data.kind === "news") believe(data.followed, data.versions, data.time, data.besides);
  else if (data.kind === "lost") doubt();
  else if (data.kind === "who") tell();
  else if (data.kind === "free") {
    told = "";
    turn();
  } else if (data.kind === "mine" && isLeader) {
    if (data.words.length) others.set(data.from, data.words);
    else others.delete(data.from);
    clearTimeout(again);
    again = setTimeout(() => {
      if (!isLeader) return;
      open();
      // Who came to a stream that already follows their view hears what is known of it.
      post({ kind: "news", followed: followed().filter((word) => word in versions), versions });
    }, 50);
  }
}
let again = 0;

function leave() {
  isLeaving = true;
  doubt();
  if (isLeader) resign();
  else tell();
}
function isAbleTo() {
  try {
    return channel && typeof EventSource !== "undefined" && (localStorage.setItem("live-probe", ""), true);
  } catch {
    return false;
  }
}
if (sections().length && isAbleTo()) {
  channel.addEventListener("message", receive);
  setInterval(turn, TURN);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      doubt();
      if (isLeader) resign();
      else tell();
    } else turn();
  });
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => {
    if (event.persisted) {
      isLeaving = false;
      turn();
    }
  });
  turn();
}
