// Shares of pages that are the same for all, by the stream (stream.js).
//
// <div data-live data-pieces="event language" data-player="number">: fills pieces of that event into its elements with
// data-piece. In the seats of all it finds its player's, for the <template id="seat">. A page that has all that is new
// asks for nothing.

const show = (place, html) => place.innerHTML = html;
const fill = {
  announcements: show,
  standings: show,
  seating(place, html) {
    const clock = place.querySelector("[data-piece=clock]");
    show(place, html);
    if (clock) place.querySelector("[data-piece=clock]")?.replaceWith(clock);
  },
  seats(place, round, player) {
    const isMine = ([number]) => number === player;
    const [table, players] = round?.tables.find(([, players]) => players.some(isMine)) ?? ["", []];
    // What the page says of the round before is over; of the new one it asks.
    const title = place.querySelector("[data-fill=title]")?.textContent;
    if (title !== round?.title) {
      place.closest("[data-live]").querySelector("[aria-labelledby=result]")?.setAttribute("hidden", "");
    }
    place.replaceChildren();
    if (!round) return;
    const seat = document.getElementById("seat").content.cloneNode(true);
    const part = (name) => seat.querySelector(`[data-fill=${name}]`);
    part("title").textContent = round.title;
    if (players.length) {
      const names = players.map(([, name]) => name), own = players.findIndex(isMine);
      part("table").textContent = table;
      part("table").classList.toggle("place-long", table.length > 3);
      part("seat").textContent = own + 1;
      part("prey").textContent = names[(own + 1) % names.length];
      part("predator").textContent = names.at(own - 1);
      seat.querySelector("ol").replaceChildren(...names.map((name, turn) => {
        const line = document.createElement("li");
        line.textContent = name;
        if (turn === own) line.className = "mine";
        return line;
      }));
    } else {
      const sentence = document.createElement("p");
      sentence.textContent = round.sitting_out.includes(player) ? round.out : round.other;
      seat.querySelector("dl").remove();
      seat.querySelector("details").replaceWith(sentence);
    }
    place.append(seat);
  },
  ranks(place, lines, player) {
    const cells = place.querySelectorAll("tbody td");
    lines[player]?.[1].forEach((text, column) => cells[column].textContent = text);
  },
  clock(place, faces) {
    const own = place.closest(".place"), table = own?.querySelector("[data-fill=table]")?.textContent;
    show(place, (own && !table ? "" : faces[table] ?? faces[""]) ?? "");
  },
};

// How far a version of the page is told by pieces: its shared half is a word for each.
const halves = (version) => version.split("~");
const words = (version) => halves(version)[1]?.split(".") ?? [];

document.addEventListener("pieces", (event) => {
  const section = event.target, { version, pieces } = event.detail, { heard, pieces: of, player } = section.dataset;
  const before = words(heard), lacking = words(version).filter((word) => !before.includes(word));
  // Of the standings a page lacks its own line only, which has a word of its own.
  const wordOf = (piece) => piece.name === "ranks" ? piece.content[player]?.[0] : piece.version;
  const mine = pieces.filter((piece) => piece.of === of && lacking.includes(wordOf(piece)));
  if (!mine.length) return;
  const fresh = section.cloneNode(true);
  for (const name of Object.keys(fill)) {
    const piece = mine.find((one) => one.name === name);
    const place = piece && fresh.querySelector(`[data-piece=${name}]`);
    if (place) fill[name](place, piece.content, Number(player));
  }
  if (halves(version)[0] === halves(heard)[0] && mine.length === lacking.length) {
    event.preventDefault();
    fresh.dataset.version = fresh.dataset.version.replace(heard, version);
    fresh.dataset.heard = version;
  }
  section.dispatchEvent(new CustomEvent("take", { detail: fresh }));
});
