"""Every page keeps to one look: brand, title and left edge stand still, lines can be read, nothing moves as it loads.

One pass over all pages on a phone, a laptop (in the dark theme) and a wide screen; `measure.py` says what is looked at.
Of what fills a screen of its own, one page of each kind: nothing moves there either.
It is in Spanish: on a phone every page has room for its words, also for those that are folded away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import conftest
from tests.browser.axe_pages import ALONE, NOWHERE, UNFOLD, all_pages
from tests.browser.measure import LAPTOP, PHONE, faults_of, measure, moves_of, pages, play, play_final
from tests.soak import part
from toolkit.exchange.results.reading import read_csv
from toolkit.game import Operation
from toolkit.game.record import parse_operation
from toolkit.season.criteria import EventRole, TieRule, rows_from
from toolkit.season.rules import parse_rules
from toolkit.services.events import limited
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.kernel.context import Context, database_address, entry_key, link_secret, open_context
from toolkit.services.kernel.links import key_of, player_path, pod_path
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.services.season import weekends
from toolkit.services.season.leagues import add_stored, new_league
from toolkit.services.season.results import enter_results
from toolkit.services.tables.creating import TableWishes, create_table
from toolkit.services.tables.folding import TableGame
from toolkit.services.tables.links import WATCH, link_path
from toolkit.services.tables.playing import TableUnitOfWork
from toolkit.tournament import Configuration, prizes, raffle
from toolkit.tournament.limited import phases, plan
from toolkit.web.base.access import COOKIE
from toolkit.web.seating.pages import SeatingForm, token

PLAYERS = 33
LONG = [
    "Maximiliano Bartholomäus von Hohenzollern-Sigmaringen",
    "Wolfeschlegelsteinhausenbergerdorff",
    "Екатерина Александровна Достоевская",
    "Jean-Christophe de la Rochefoucauld-Montmorency",
    "محمد بن عبد الله",
]
TITLE = "Championnat de France de Vampire: The Eternal Struggle, qualification de la dernière chance"
# Figures pushed out of a table's box, names of a ring that leave it or cover each other, words below the Edge's token,
# words that a name beside them has torn apart, an icon on a line of its own, parts of a head above each other,
# a button below its name, a last change that is not seen whole, and names beside their table.
HIDDEN = """() => {
  const box = (node) => {
    const range = new Range();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 4 && b.top < a.bottom - 4;
  // A league's results of each event, below its number, are the only columns that may be out of sight.
  const isPushed = (head) =>
    head.getBoundingClientRect().right > head.closest(".scroll, .rows").getBoundingClientRect().right + 1;
  const pushed = [...document.querySelectorAll("main :is(.scroll, .rows):not(:has(> svg))")].filter((node) => {
    const heads = [...node.querySelectorAll("thead th:not(:has(a))")];
    return heads.length ? heads.some(isPushed) : node.scrollWidth > node.clientWidth;
  });
  const names = [...document.querySelectorAll(".pod-ring text")];
  const ring = document.querySelector(".pod-ring")?.getBoundingClientRect();
  const outside = names.filter((name) => box(name).left < ring.left || box(name).right > ring.right);
  const covered = names.filter((name) => names.some((other) => other !== name && meet(box(name), box(other))));
  const below = [...document.querySelectorAll(".c-plaque:has(> .c-edge) > .c-name")].filter((name) =>
    meet(box(name), name.parentElement.querySelector(".c-edge").getBoundingClientRect())
  );
  const torn = [...document.querySelectorAll("main a + .hint:not(.on-phone)")].filter((words) => {
    const range = new Range();
    range.selectNodeContents(words);
    const lines = [...range.getClientRects()].map((part) => part.top);
    return new Set(lines).size < lines.length;
  });
  const alone = [...document.querySelectorAll(".event-name .icon")].filter((icon) =>
    box(icon.nextSibling).top > icon.getBoundingClientRect().bottom
  );
  const parts = [...document.querySelectorAll(".event-head > *")];
  const above = parts.filter((part) =>
    parts.some((other) => other !== part && meet(part.getBoundingClientRect(), other.getBoundingClientRect()))
  );
  const under = [...document.querySelectorAll(".people .with-act > .who + form")].filter((form) =>
    form.getBoundingClientRect().top >= form.previousElementSibling.getBoundingClientRect().bottom
  );
  const cut = [...document.querySelectorAll(".last p")].filter((last) =>
    last.scrollHeight > last.clientHeight || last.scrollWidth > last.clientWidth
  );
  const over = [...document.querySelectorAll(".tables ol li")].filter((seat) =>
    box(seat).right > seat.getBoundingClientRect().right + 1
  );
  const found = [...pushed, ...outside, ...covered, ...below, ...torn, ...alone, ...above, ...under, ...cut, ...over];
  return found.map((node) => node.textContent.trim().slice(0, 40));
}"""


@pytest.mark.walk
def test_every_page_has_one_look(browser: Browser, serve_app: Callable[..., str], tmp_path: Path) -> None:
    base = serve_app(DATA_FOLDER=str(tmp_path), **NOWHERE)
    context = open_context(database_address(tmp_path))
    every = all_pages(context)
    paths = part((path for path in every if not any(word in path for word in ALONE)), of=8)
    alone = [next(path for path in every if word in path) for word in ALONE]
    key = entry_key(context.store)
    of_33 = part(pages(context, PLAYERS), of=5)
    crowded = list[str]()

    def unfold(page: Page) -> None:
        page.set_viewport_size(conftest.PHONE)
        page.evaluate(UNFOLD)
        crowded.extend(f"{page.url}: {fault}" for fault in (*conftest.faults_of(page), *page.evaluate(HIDDEN)))

    in_spanish = measure(browser, base, key, paths, (PHONE,), locale="es", at_last=unfold)
    faults = faults_of([*in_spanish, *measure(browser, base, key, of_33)], of_33) + crowded
    faults += moves_of(measure(browser, base, key, alone, (LAPTOP,), widths=(LAPTOP,)))
    context.store.close()
    assert faults == [], "\n".join(faults)


def test_long_names_cover_and_push_away_nothing(
    serve_app: Callable[..., str], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    base = serve_app(DATA_FOLDER=str(tmp_path))
    context = open_context(database_address(tmp_path))
    page = open_page(base_url=base)
    page.context.add_cookies([{"name": COOKIE, "value": entry_key(context.store), "url": base}])
    faults = []
    for path in _with_long_names(context):
        answer = page.goto(path)
        assert answer is not None
        assert answer.ok, path
        for size in (conftest.PHONE, {"width": LAPTOP, "height": 768}):
            page.set_viewport_size(size)
            faults += [f"{path}: {fault}" for fault in (*conftest.faults_of(page), *page.evaluate(HIDDEN))]
    context.store.close()
    assert faults == [], "\n".join(faults)


def _with_long_names(context: Context) -> list[str]:
    """Events that are over, in round 1, drafted and by results, their season, and a game: all with long names."""
    names = [f"{TITLE}, {place}" for place in ("Paris", "Köln", "São Paulo")]
    made = [create(context, Configuration(name=name, rounds=3), by="Test").id for name in names]
    over, middle, draft = (UnitOfWork(context=context, id=id, by="Test") for id in made)
    for event in (over, middle, draft):
        add_players(event, [Registration(name=name) for name in LONG])
    play(middle, 1)
    for number in (1, 2, 3):
        play(over, number)
    play_final(over)
    over.change(prizes.set_prizes, ["1-5: 3 x Booster", "Raffle: 10 x Promo"])
    over.change(raffle.draw_raffle, raffle.RaffleWishes(), prize="Promo", count=3, seed=7)
    limited.plan_event(draft, boosters=6, product="Test")
    draft.change(phases.start_phase)
    draft.change(plan.give_product)
    draft.change(phases.start_phase)
    limited.draw_pods(draft, seed=7)
    rows = "".join(
        f"{min(n, 2) if n < 6 else n},{LONG[n % 5]} {n},PL,0,1,30,{int(n < 6) or ''}\n" for n in range(1, 13)
    )
    reported = replace(
        read_csv(f"place,name,country,gw,vp,tp,final_vp\n{rows}"), name="Reported", date=date(2026, 9, 12)
    )
    results = enter_results(context, reported, by="Test")
    league = new_league(context, f"{TITLE}, Lyon", parse_rules("{}"), by="Test")
    for event in (over.id, results):
        add_stored(context, league, event, by="Test", is_own=True)
    first = rows_from([{"role": "day_1", "take": "first_n", "n": 3}])
    weekend = weekends.new_weekend(context, TITLE, first, ties=TieRule.TOSSED, by="Test")
    weekends.link_event(context, weekend, over.id, EventRole.DAY_1, by="Test")
    burn, end = f'"{LONG[0]}": use-effect "burn_pool:{LONG[1]}:30" why=card', f'"{LONG[0]}": end-phase'
    ended = _game(context, burn, "call-time", end)
    return [
        f"/tournaments/{over.id}",
        f"{player_path(over.id, 1, key_of(context, over.id))}/history",
        f"/tournaments/{middle.id}/console/rounds/1/tables/1",
        f"/tournaments/{middle.id}/console/rounds/1/seats?pick=1&other=2",
        f"/tournaments/{middle.id}/judge/rounds/1/tables/1",
        pod_path(draft.id, 1, key_of(context, draft.id)),
        f"/results/{results}",
        f"/leagues/{league}",
        f"/leagues/{league}/lines/1",
        "/ratings?on=2026-12-31",
        "/statistics?least=5",
        f"/weekends/{weekend}",
        f"/tournaments/{over.id}/console/prizes",
        f"/seating/plan/{token(SeatingForm({'players': '\n'.join(LONG), 'rounds': '3', 'seed': '1'}))}",
        _game(context, f'correct edge="{LONG[0]}"'),
        *(f"{ended}{below}" for below in ("", "/game", "/replay")),
    ]


def _game(context: Context, *lines: str) -> str:
    """A game in which these operations were carried out, for everybody who watches."""
    changes = {"setup_first_player": "seat_one", "game_speed": "table"}
    wishes = TableWishes(names=LONG, profile="vekn_event", changes=changes)
    id = create_table(context, wishes, by="Test")
    table = TableUnitOfWork(context=context, id=id, by="Test")
    for operation in map(parse_operation, lines):
        table.order(operation, partial(_given, operation))
    return link_path(link_secret(context.store), id, WATCH, table.look().issues)


def _given(operation: Operation, _table: TableGame) -> Operation:
    return operation
