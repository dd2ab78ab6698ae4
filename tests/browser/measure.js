// What a page measures as it stands: called once it is loaded.
async () => {
  await document.fonts.ready;
  await new Promise((done) => setTimeout(done, 150));
  let shift = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) shift += one.value; }).observe({ type: "layout-shift", buffered: true });
  await new Promise((done) => setTimeout(done, 50));
  const at = (selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box && box.width ? [Math.round(box.x + scrollX), Math.round(box.y + scrollY)] : null;
  };
  // Where words begin, whatever room their element keeps around them.
  const words = (selector) => {
    const element = document.querySelector(selector), range = document.createRange();
    if (!element) return null;
    range.selectNodeContents(element);
    const box = [...range.getClientRects()].find((one) => one.width > 1);
    return box ? [Math.round(box.x + scrollX), Math.round(box.y + scrollY)] : null;
  };
  const places = {};
  for (const [name, place] of [["brand", at(".brand")], ["title", words("h1")]]) if (place) places[name] = place;
  const main = document.getElementById("main"), style = getComputedStyle(main);
  places.edge = [Math.round(main.getBoundingClientRect().x + parseFloat(style.paddingLeft))];
  const sizes = {};
  let line = 0, longest = "";
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim(), parent = node.parentElement;
    if (!text || !parent.checkVisibility() || parent.closest(".visually-hidden, script, svg, textarea")) continue;
    const size = Math.round(parseFloat(getComputedStyle(parent).fontSize) * 10) / 10;
    sizes[size] = (sizes[size] ?? 0) + text.length;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()];
    const lines = new Set(boxes.map((box) => Math.round(box.top))).size;
    const most = boxes.length ? Math.round(text.length * Math.max(...boxes.map((box) => box.width)) / boxes.reduce((sum, box) => sum + box.width, 0)) : 0;
    if (lines > 1 && most > line) [line, longest] = [most, text.slice(0, 90)];
  }
  const first = [...main.querySelectorAll("[data-next], .button.primary, #typed, input:not([type=hidden]), select")].find((one) => one.checkVisibility() && one.getBoundingClientRect().width > 4);
  return { height: document.documentElement.scrollHeight, shift, places, sizes, line, longest, first: first ? Math.round(first.getBoundingClientRect().bottom + scrollY) : null };
}
