// Draws again what was drawn, in the browser and without the network: from an export, or from typed values.
// What is hashed stands in docs/draws.md.

const initial = [], constants = [];
for (let number = 2; constants.length < 64; number++) {
  let isPrime = true;
  for (let divisor = 2; divisor * divisor <= number; divisor++) isPrime &&= number % divisor !== 0;
  if (!isPrime) continue;
  const fraction = (root) => ((root - Math.floor(root)) * 4294967296) | 0;
  if (initial.length < 8) initial.push(fraction(Math.sqrt(number)));
  constants.push(fraction(Math.cbrt(number)));
}

// SHA-256 (FIPS 180-4), for browsers that have none over plain http.
export function ownSha256(bytes) {
  const length = ((bytes.length + 8) >> 6) + 1;
  const padded = new DataView(new ArrayBuffer(length * 64));
  bytes.forEach((byte, at) => padded.setUint8(at, byte));
  padded.setUint8(bytes.length, 128);
  padded.setUint32(length * 64 - 8, Math.floor(bytes.length / 536870912));
  padded.setUint32(length * 64 - 4, bytes.length << 3);
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  const hash = initial.slice(), words = new Int32Array(64);
  for (let block = 0; block < length; block++) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        words[i] = padded.getInt32(block * 64 + i * 4);
        continue;
      }
      const early = words[i - 15], late = words[i - 2];
      words[i] = words[i - 16] + (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) + words[i - 7] +
        (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] = (hash[i] + word) | 0;
    });
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

export async function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  if (!globalThis.crypto?.subtle) return ownSha256(bytes);
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...found].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export async function drawn(event, seed, word, purpose, numbers) {
  const draw = await sha256(
    `vtes-draw-1:${event}:${seed}:${word}:${purpose}:${numbers.toSorted((a, b) => a - b).join(",")}`,
  );
  const keyed = await Promise.all(numbers.map(async (number) => [await sha256(`${draw}:${number}`), number]));
  return { draw, order: keyed.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, number]) => number) };
}

// As Python writes it: keys sorted, no blanks.
function compact(value) {
  if (Array.isArray(value)) return `[${value.map(compact).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${compact(value[key])}`).join(",")}}`;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// What a draw led to, where it follows from the order alone.
function led(entry, next, order) {
  if (entry.is_searched ?? entry.history) return [];
  switch (next?.fact) {
    case "structure_planned":
      return next.rounds[0].tables.flatMap((table) => table.players);
    case "round_drafted":
      return next.tables.flatMap((table) => table.players);
    case "pods_drawn":
      return next.pods.flatMap((pod) => pod.players);
    case "swap_drawn":
      return next.given.map((one) => one.pool);
    case "raffle_drawn":
      return next.order;
    case "first_player_drawn":
      return [next.player];
    case "toss_made":
    case "deck_checks_drawn":
      return next.players;
    // Who keeps a pool in the swap: all but those of the swap, which is the next draw.
    case "draw_made":
      return [
        ...order.filter((one) => !next.players.includes(one)),
        ...order.filter((one) => next.players.includes(one)),
      ];
    default:
      return [];
  }
}

// Each line of an export, or of the JSON of draws: [what, whether it holds, or null while the seed is secret].
export async function verified(content) {
  const log = content.entries;
  const find = (fact) => log.find((entry) => entry.fact === fact);
  const shown = log ? find("seed_committed") : content.commitment && content;
  if (!shown) return [];
  const seed = log ? find("seed_revealed")?.seed : content.seed;
  if (!seed) return [["commitment", null]];
  const lines = [["commitment", (await sha256(`vtes-draw-1:${shown.event}:${seed}`)) === shown.commitment]];
  if (log) lines.push(["identity", (await sha256(compact(log[0]))) === shown.event]);
  const entries = log ? log.map((entry, at) => [entry, log[at + 1]]) : content.draws.map((entry) => [entry]);
  for (const [entry, next] of entries) {
    if (log ? entry.fact !== "draw_made" : !entry.purpose) continue;
    const { draw, order } = await drawn(shown.event, seed, entry.word, entry.purpose, entry.players);
    const result = led(entry, next, order);
    const isLater = !log || entry.number > shown.number;
    lines.push([
      entry.purpose,
      isLater && draw === entry.draw && same(order, entry.order) && same(result, order.slice(0, result.length)),
    ]);
  }
  return lines;
}

const answers = document.getElementById("answers");

function line(...parts) {
  const made = document.createElement("p");
  made.append(...parts);
  return made;
}

async function answer(text) {
  if (!text.trim()) {
    answers.replaceChildren();
    return;
  }
  const say = answers.dataset;
  let lines;
  try {
    lines = await verified(JSON.parse(text));
  } catch {
    answers.replaceChildren(line(say.unread));
    return;
  }
  const words = { commitment: say.commitment, identity: say.identity };
  answers.replaceChildren(...lines.map(([what, holds]) => {
    const mark = document.createElement("span");
    mark.className = `mark${holds === null ? "" : holds ? " mark-good" : " mark-bad"}`;
    mark.textContent = holds === null ? say.waits : holds ? say.holds : say.fails;
    return line(`${words[what] ?? what} `, mark);
  }));
  if (!lines.length) answers.append(line(say.none));
  if (lines.some(([what]) => /^round ([2-9]|1\d)/.test(what))) answers.append(line(say.seats));
}

function begin() {
  const content = document.getElementById("content"), typed = document.getElementById("typed");
  content.addEventListener("input", () => answer(content.value));
  document.getElementById("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (file) answer(await file.text());
  });
  typed.addEventListener("submit", async (event) => {
    const value = (name) => typed.elements[name].value.trim().normalize("NFC");
    const words = value("numbers").split(/[\s,]+/).filter(Boolean);
    if (!words.length || !words.every((word) => /^\d{1,6}$/.test(word))) return; // the server says what is wrong
    event.preventDefault();
    const [name, seed] = [value("event"), value("seed")];
    const found = await drawn(name, seed, value("word"), value("purpose"), [...new Set(words.map(Number))]);
    const place = document.getElementById("drawn");
    place.querySelector("[data-name=commitment]").textContent = await sha256(`vtes-draw-1:${name}:${seed}`);
    place.querySelector("[data-name=draw]").textContent = found.draw;
    place.querySelector("[data-name=order]").textContent = found.order.join(" ");
    place.hidden = false;
  });
}

if (answers) begin();
