// What a page must never have: faint words (WCAG AA), controls without a name, more width than the window, words that
// a column too narrow breaks in the middle, on a phone fields that it zooms into.
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  // A page has a handful of colours, and thousands of words in them.
  const colours = new Map();
  const rgba = (colour) => {
    if (!colours.has(colour)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      colours.set(colour, [...canvas.getImageData(0, 0, 1, 1).data]);
    }
    return colours.get(colour);
  };
  const part = (value) => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = ([red, green, blue]) => 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  // What lies behind words: grounds that one sees through lie over the next one, the last over white.
  const ground = (element) => {
    const layers = [];
    for (let outer = element; outer && layers.at(-1)?.[3] !== 255; outer = outer.parentElement) {
      layers.push(rgba(getComputedStyle(outer).backgroundColor));
    }
    return layers.reduceRight(
      (below, [red, green, blue, cover]) => [red, green, blue].map((value, place) => (value * cover + below[place] * (255 - cover)) / 255),
      [255, 255, 255],
    );
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (!words || !element.checkVisibility() || element.closest(".visually-hidden, .skip, script")) continue;
    const style = getComputedStyle(element);
    const shade = light(rgba(element.closest("svg") ? style.fill : style.color));
    const [high, low] = [shade, light(ground(element))].sort((one, other) => other - one);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < (isLarge ? 3 : 4.5)) faint.push(`${words.slice(0, 30)} ${ratio.toFixed(2)}`);
  }
  const torn = [];
  const range = document.createRange();
  const isBroken = () => new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!element.checkVisibility() || element.closest(".visually-hidden, svg, code, pre, textarea, .mono, .room-link, .wall-link")) continue;
    range.selectNodeContents(texts.currentNode);
    if (!isBroken()) continue;
    for (const word of texts.currentNode.textContent.matchAll(/(?<![\p{L}\p{N}])\p{L}{2,12}(?![\p{L}\p{N}])/gu)) {
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      if (isBroken()) torn.push(`${word[0]} in ${element.textContent.trim().slice(0, 30)}`);
    }
  }
  // A phone's browser zooms into a field with smaller words, and stays there.
  const typed = document.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [readonly]), select, textarea:not([readonly])");
  const zoomed = [...typed]
    .filter((field) => innerWidth < 500 && field.checkVisibility() && parseFloat(getComputedStyle(field).fontSize) < 16)
    .map((field) => field.outerHTML.slice(0, 80));
  const nameless = [...document.querySelectorAll("input:not([type=hidden], [hidden]), select, textarea, button, a")]
    .filter((field) => !(field.labels?.length || field.getAttribute("aria-label") || field.textContent.trim()))
    .map((field) => field.outerHTML.slice(0, 80));
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  const doubled = ids.filter((id, place) => ids.indexOf(id) !== place);
  const wide = document.documentElement.scrollWidth > innerWidth ? [`${document.documentElement.scrollWidth} px`] : [];
  return { faint, torn, zoomed, nameless, doubled, wide };
}
