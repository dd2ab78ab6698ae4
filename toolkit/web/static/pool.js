// A pool: − and + beside each card, the totals of all and of each group, and a search by letters or by the number on
// the pool sheet, which opens the groups while it lasts. Enter goes from the search to the count of the first card that
// fits, and back. What the server sends anew has none of it.
function countPool() {
  const pool = document.getElementById("pool");
  const counts = pool ? [...pool.querySelectorAll(".pool-rows input:not(:disabled)")] : [];
  if (!counts.length) return;
  for (const input of counts) {
    if (input.previousElementSibling?.matches("button")) continue;
    for (const [sign, step] of [["−", -1], ["+", 1]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "button";
      button.textContent = sign;
      button.dataset.step = step;
      button.setAttribute("aria-label", `${sign} ${input.labels[0].lastChild.textContent.trim()}`);
      if (step < 0) input.before(button);
      else input.after(button);
    }
  }
  for (const part of pool.querySelectorAll("[data-scripted]")) delete part.dataset.scripted;
  sumPool(pool);
  narrowPool(pool);
}
function sumPool(pool) {
  const sum = (place) =>
    [...place.querySelectorAll(".pool-rows input")].reduce((all, one) => all + (Number(one.value) || 0), 0);
  document.getElementById("pool-total").textContent = String(sum(pool));
  for (const group of pool.querySelectorAll(".pool-group")) {
    const total = group.querySelector("output");
    total.textContent = String(sum(group));
    total.hidden = total.textContent === "0";
  }
}
function narrowPool(pool) {
  // Rows have their names as they are written and without accents, both without apostrophes: a phone types its own.
  const asked = pool.querySelector("#pool-find").value.trim().toLowerCase().replace(/['\u0060´’‘]/g, ""),
    isCounted = pool.querySelector("#pool-counted").checked;
  const isNamed = (row) => (/^\d+$/.test(asked) ? row.dataset.number === asked : row.dataset.name.includes(asked));
  const fits = (row) => isNamed(row) && !(isCounted && !Number(row.querySelector("input").value));
  for (const row of pool.querySelectorAll(".pool-rows li")) row.hidden = !fits(row);
  const isNarrow = asked !== "" || isCounted;
  for (const group of pool.querySelectorAll(".pool-group")) {
    if (isNarrow) group.dataset.before ??= String(group.open);
    group.open = isNarrow || (group.dataset.before ? group.dataset.before === "true" : group.open);
    if (!isNarrow) delete group.dataset.before;
  }
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("#pool [data-step]");
  const input = button?.parentElement.querySelector("input");
  if (!input) return;
  input.value = String(Math.max(0, (Number(input.value) || 0) + Number(button.dataset.step)) || "");
  input.dispatchEvent(new Event("input", { bubbles: true }));
});
document.addEventListener("input", (event) => {
  const pool = event.target.closest("#pool");
  if (["pool-find", "pool-counted"].includes(event.target.id)) narrowPool(pool);
  else if (pool) sumPool(pool);
});
document.addEventListener("keydown", (event) => {
  const pool = event.target.closest?.("#pool"), find = pool?.querySelector("#pool-find");
  if (!find || event.key !== "Enter" || !event.target.matches("input")) return;
  event.preventDefault();
  if (event.target === find) return pool.querySelector(".pool-rows li:not([hidden]) input")?.select();
  find.value = "";
  narrowPool(pool);
  find.focus();
});
document.addEventListener("swapped", countPool);
countPool();
