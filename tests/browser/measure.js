// What a page measures as it stands: called once it is loaded.
async () => {
  await globalThis.late;
  await document.fonts.ready;
  let shift = 0;
  const moved = [];
  // Entries of before come to the callback, which may run before or after the next frame.
  const count = (entries) => {
    for (const { value, hadRecentInput, sources } of entries) {
      if (hadRecentInput) continue;
      shift += value;
      for (const { node, previousRect, currentRect } of sources) {
        const [x, y] = [currentRect.x - previousRect.x, currentRect.y - previousRect.y].map(Math.round);
        moved.push(`${node?.outerHTML?.slice(0, 60) ?? node?.data}: ${x}, ${y}`);
      }
    }
  };
  const seen = new PerformanceObserver((list) => count(list.getEntries()));
  seen.observe({ type: "layout-shift", buffered: true });
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  count(seen.takeRecords());
  seen.disconnect();
  const main = document.getElementById("main"), style = getComputedStyle(main);
  const isSeen = (element) => element.checkVisibility() && !element.closest(".visually-hidden, script, svg, textarea");
  // Where words begin, whatever room their element keeps around them.
  const words = (selector) => {
    const element = document.querySelector(selector), range = document.createRange();
    if (!element) return null;
    range.selectNodeContents(element);
    const box = [...range.getClientRects()].find((one) => one.width > 1);
    return box ? [Math.round(box.x + scrollX), Math.round(box.y + scrollY)] : null;
  };
  const brand = document.querySelector(".brand")?.getBoundingClientRect();
  const places = { brand: brand && [Math.round(brand.x), Math.round(brand.y + scrollY)], title: words("h1:not(.visually-hidden)") };
  places.edge = [Math.round(main.getBoundingClientRect().x + parseFloat(style.paddingLeft))];
  // Sizes of type and lines of text: those of running text, which breaks over several of them.
  const sizes = {};
  let line = 0, longest = "";
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trim(), parent = node.parentElement;
    if (!text || !isSeen(parent)) continue;
    const size = Math.round(parseFloat(getComputedStyle(parent).fontSize) * 10) / 10;
    sizes[size] ??= text.slice(0, 20);
    if (parent.closest("pre, table, code")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
    const lines = new Set(boxes.map((box) => Math.round(box.top))).size;
    if (lines < 2) continue;
    const most = Math.round((text.length * Math.max(...boxes.map((box) => box.width))) / boxes.reduce((sum, box) => sum + box.width, 0));
    if (most > line) [line, longest] = [most, text.slice(0, 90)];
  }
  // Labels and controls side by side, and the button of a form in a line: how far they are off each other.
  let off = 0, askew = "";
  const compare = (one, other, edge) => {
    const distance = Math.abs(one.getBoundingClientRect()[edge] - other.getBoundingClientRect()[edge]);
    if (distance > off) [off, askew] = [distance, `${edge} of ${one.outerHTML.slice(0, 60)} and ${other.outerHTML.slice(0, 60)}`];
  };
  const control = (field) => field.querySelector(":scope > :is(input, select, textarea)");
  const overlap = (one, other) => one.top < other.bottom && other.top < one.bottom;
  for (const group of document.querySelectorAll(".fields, form.inline-form")) {
    const fields = [...group.querySelectorAll(":scope > .field")].filter((one) => one.checkVisibility() && control(one));
    for (const [index, field] of fields.entries()) {
      const next = fields[index + 1];
      if (!next || !overlap(field.getBoundingClientRect(), next.getBoundingClientRect())) continue;
      compare(control(field), control(next), "top");
      compare(field.querySelector("label"), next.querySelector("label"), "bottom");
    }
    const button = group.querySelector(":scope > .button"), last = fields.at(-1);
    if (button?.checkVisibility() && last && overlap(button.getBoundingClientRect(), last.getBoundingClientRect())) compare(control(last), button, "top");
  }
  // What the page is for: the first thing to do or to read that is its own and not the frame's.
  const first = [...main.querySelectorAll("input:not([type=hidden]), select, textarea, button, a[href], table, ol, ul, dl")].find(
    (one) => !one.closest(".tabs, .crumbs, .last, [hidden], .visually-hidden") && one.checkVisibility() && one.getBoundingClientRect().width > 4,
  );
  // Of what comes first, a field's height counts at most.
  const box = first?.getBoundingClientRect();
  const reach = box ? Math.round(Math.min(box.bottom, box.top + 48) + scrollY) : null;
  const height = document.documentElement.scrollHeight;
  return { height, off, askew, shift, moved, places, sizes, line, longest, first: reach };
}
