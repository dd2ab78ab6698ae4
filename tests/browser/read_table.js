// What a table's page shows: each plaque of the ring in words, each card that lies on a side with its blood.
(() => {
  const text = (node, what) => node.querySelector(what)?.textContent.trim() ?? "";
  const ring = {};
  for (const plaque of document.querySelectorAll(".c-plaque")) {
    const status = text(plaque, ".c-status");
    const points = text(plaque, ".c-points");
    const more = [points && `${points} VP`, plaque.querySelector(".c-edge") && "Edge"].filter(Boolean).join(", ");
    const name = plaque.querySelector(".c-name").firstChild.textContent.trim();
    ring[name] = `${name} ${status || text(plaque, ".c-pool")}${more && ` (${more})`}`;
  }
  const cards = {};
  for (const row of document.querySelectorAll(".side .card-row")) {
    const name = row.querySelector(".card-name").firstChild.textContent.trim();
    cards[name] = [text(row, ".blood-figure"), row.matches(".is-locked") && "locked"].filter(Boolean).join(" ");
  }
  for (const chip of document.querySelectorAll(".side .chip")) {
    cards[chip.firstChild.textContent.trim()] = text(chip, "b");
  }
  return { ring, cards };
});
