// Shares of a page that are the same for all, which come by the stream (stream.js).
//
// <div data-live data-pieces="event language" data-player="number">: takes the pieces of that event over into its
// elements with data-piece, each in its own way. In the seats of all it finds its player's, and fills in the <template
// id="seat">; the event's own page is of no player, number 0. A page that has all that is new needs to ask for nothing.

const fill = {
  announcements(place, text) {
    place.innerHTML = text;
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
    const write = (name, text) => seat.querySelector(`[data-fill=${name}]`).textContent = text;
    write("title", round.title);
    if (players.length) {
      const names = players.map(([, name]) => name), own = players.findIndex(isMine);
      write("table", table);
      write("seat", own + 1);
      write("prey", names[(own + 1) % names.length]);
      write("predator", names.at(own - 1));
      seat.querySelector("[data-fill=table]").classList.toggle("place-long", table.length > 3);
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
  standings(place, table) {
    place.innerHTML = table;
  },
  clock(place, faces, player) {
    const table = player ? place.closest(".place").querySelector("[data-fill=table]")?.textContent : "";
    place.innerHTML = (table !== undefined && (faces[table] ?? faces[""])) || "";
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
