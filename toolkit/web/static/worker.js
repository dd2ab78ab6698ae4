// What a phone does without its pages: it shows a page that was kept, without a network, and a message of the server.
//
// A page puts a copy of itself, with its time and its reader, into a cache, and its files into another one (kept.js).
// The version of the server is in the worker's own address, and in the names of its caches.

const DAY = 24 * 3600 * 1000, PATIENCE = 10_000;
const PAGES = `pages${location.search}`, FILES = `files${location.search}`;
const SIGNS_OUT = /\/(sign-out|not-me)$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(begin()));
async function begin() {
  for (const name of await caches.keys()) {
    if (name !== PAGES && name !== FILES) await caches.delete(name);
  }
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST" && SIGNS_OUT.test(pathname)) event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/static/")) event.respondWith(file(request));
});
async function file(request) {
  return answerOr(await (await caches.open(FILES)).match(request), fetch(request));
}
async function page(request) {
  await drop((copy) => !(Date.now() - copy.headers.get("X-Kept") < DAY));
  const kept = await (await caches.open(PAGES)).match(request.url);
  return answerOr(kept, fetch(request).then((answer) => learn(answer, kept)));
}
// The answer; without one, or after ten seconds, what was kept.
function answerOr(kept, answer) {
  if (!kept) return answer;
  return Promise.race([answer.catch(() => kept), new Promise((done) => setTimeout(done, PATIENCE, kept))]);
}
// A kept page that the server refuses now takes all copies with it: its link was replaced, or somebody signed out. So
// does any page of another reader.
async function learn(answer, kept) {
  const isRefused = kept && (answer.type === "opaqueredirect" || [401, 403, 404, 410].includes(answer.status));
  const reader = answer.headers.get("X-Reader");
  await drop((copy) => isRefused || (reader && reader !== copy.headers.get("X-Reader")));
  return answer;
}
async function drop(isOver) {
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    if (isOver(await pages.match(request))) await pages.delete(request);
  }
}

self.addEventListener("push", (event) => {
  const { title, body, url } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body, data: url, vibrate: [400, 200, 400], requireInteraction: true }),
  );
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
