// Lets the scripts of a page come late, as over a slow network: two frames after the page stands without them.
// `late` holds once they have run and their frames are drawn.
(() => {
  const waiting = [];
  const parser = new MutationObserver((records) => {
    for (const script of records.flatMap((record) => [...record.addedNodes])) {
      if (script.localName !== "script" || !script.src) continue;
      script.type = "late";
      waiting.push(script);
    }
  });
  parser.observe(document, { childList: true, subtree: true });
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const come = (script) =>
    new Promise((done) => {
      const copy = Object.assign(script.cloneNode(), { type: "module", async: false, onload: done, onerror: done });
      script.replaceWith(copy);
    });
  globalThis.late = new Promise((done) => document.addEventListener("DOMContentLoaded", done))
    .then(() => parser.disconnect())
    .then(frames)
    .then(() => Promise.all(waiting.map(come)))
    .then(frames);
})();
