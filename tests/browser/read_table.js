// What a table's page shows: each plaque of the ring in words, each card that lies on a side with its blood.
() => {
  const text = (node, what) => node.querySelector(what)?.textContent.trim() ?? "";
  const ring = {};
  for (const plaque of document.querySelectorAll(".ring .plaque")) {
    const status = text(plaque, ".plaque-status");
    const points = text(plaque, ".plaque-points");
    const more = [points && `${points} VP`, plaque.querySelector(".edge") && "Edge"].filter(Boolean).join(", ");
    const name = text(plaque, ".plaque-name");
    ring[name] = `${name} ${status || text(plaque, ".plaque-pool")}${more && ` (${more})`}`;
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
}
