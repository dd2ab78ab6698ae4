"""Every page of the app with something on it, for whoever looks at all of them; and the addresses that are no pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from tests.web.lists import DAY, WINNER
from toolkit.cards import load
from toolkit.decks import read
from toolkit.exchange.results.reading import read_csv
from toolkit.game import Operation, parse_record
from toolkit.game.new import StartGame
from toolkit.game.record import render_operation
from toolkit.season.criteria import EventRole, TieRule, rows_from
from toolkit.season.rules import parse_rules
from toolkit.services.decks.decks import link_cards
from toolkit.services.events import draws, limited
from toolkit.services.events.decks import submit_deck
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.events.seatings import draft_seating
from toolkit.services.kernel import links
from toolkit.services.kernel.context import Context, link_secret
from toolkit.services.kernel.roles import Role
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle import tournaments
from toolkit.services.lifecycle.tournaments import create
from toolkit.services.season import weekends
from toolkit.services.season.leagues import add_stored, new_league
from toolkit.services.season.person_codes import PersonCodes, find_person
from toolkit.services.season.results import enter_results
from toolkit.services.season.work import WeekendWork
from toolkit.services.tables.creating import TableWishes, create_for_event, create_table
from toolkit.services.tables.folding import EventTable, TableGame
from toolkit.services.tables.links import HOST, WATCH, link_path
from toolkit.services.tables.playing import TableUnitOfWork
from toolkit.tournament import (
    Configuration,
    ListsSeenBy,
    SanctionKind,
    announcements,
    calls,
    checkin,
    clock,
    fees,
    final,
    players,
    prizes,
    results,
    sanctions,
    signup,
    steps,
)
from toolkit.tournament.configuration import ChancesSeenBy
from toolkit.tournament.facts import FINAL, FeeStatus
from toolkit.tournament.limited import late_and_leaving, phases, plan
from toolkit.web.guide.walkthroughs import WALKTHROUGHS
from toolkit.web.replay.pages import pack
from toolkit.web.seating.pages import SeatingForm, token

# How many steps of the final were taken when the names stand in their row, and when the game begins.
PLACED, SEATED = 3, 4
GAMES = Path(__file__).parents[1] / "games"

# Without it a page is not there. Nothing listens at that address: a result that is sent there is refused at once.
NOWHERE = {
    "VEKN_URL": "http://127.0.0.1:9/api/vekn",
    "ARCHON_URL": "http://127.0.0.1:9/site",
    "ARCHON_API_URL": "http://127.0.0.1:9/api",
    "SMTP_URL": "smtp://127.0.0.1:9?from=club@toolkit.example",
}

# What is folded away is somebody's next tap.
UNFOLD = """() => document.querySelectorAll("main details").forEach((fold) => { fold.open = true; })"""
# What fills a screen of its own, and stands in no frame: of a projector, another site, a stream, a table with its game.
ALONE = ("/wall", "/embed", "/overlay", "/tables/", "/replay/game/", "/guide/first-turn/")

# Pages of the console that were there before its stations (`toolkit/web/events/old.py`).
OLD = ("overview", "desk", "results_now", "rounds", "results", "grid", "clock", "checkin")
# Endpoints that answer no page, each with what it answers instead.
NO_PAGE = {
    "static": "a file",
    "api*": "data",
    "discovery.*": "files",
    "kept_pages.*": "files",
    "health.healthz": "data",
    "health.readyz": "data",
    "monitoring.metrics": "data",
    "decks.download": "a file",
    "decks.names": "a part of the deck's page",
    "seating.download": "a file",
    "replay.download": "a file",
    "tables.record": "a file",
    "tables.finished_picture": "a file",
    "tables.names": "data",
    "guide.phased_sheet": "a file",
    "events.export": "a file",
    "events.penalties_table": "a file",
    "room.calendar": "a file",
    "room.manifest": "a file",
    "room.own": "leads to a player's own page",
    "room.player_manifest": "a file",
    "judge.manifest": "a file",
    "room.picture": "a file",
    "room.drawing": "a file",
    "room.server_calendar": "a file",
    "seasons.league_file": "a file",
    "seasons.ratings_file": "a file",
    "weekends.wall": "leads to the wall of one of its events",
    "weekends.person": "leads to the person's page of one of its events",
    "weekends.cards": "a file",
    "weekends.people_list": "a file",
    "access.enter": "leads to the tournaments",
    "access.join": "leads to the official's pages",
    "archon_callback": "leads back to the event",
    "guide.one_rule": "leads to the row on the page of all rules",
    **dict.fromkeys(map("events.{}".format, OLD), "leads to the station that has it"),
}


def is_page(endpoint: str) -> bool:
    """Whether somebody looks at what that endpoint answers."""
    return not any(fnmatch(endpoint, known) for known in NO_PAGE)


def all_pages(context: Context) -> list[str]:
    """Every page, for the organizer: of an event that is played, one that is over, and three tables."""
    return [
        *_events_that_begin(context),
        *_event_before_its_first_round(context),
        *_event_in_play(context),
        *_event_between_rounds(context),
        *_event_that_is_over(context),
        *_drafts(context),
        *_finals(context),
        *_table(context, "s1_vekn_event", "C: announce", (HOST, WATCH, "1", "3", "4"), "/links", "?depth=light"),
        *_table(context, "s1_vekn_event", "A: end-phase", ("1",), "?depth=light"),
        *_table(context, "s1_vekn_event", "", (HOST, "1"), "/replay?step=40", "/game"),
        *_table(context, "s4_phased_advanced", "D: combat-draw", (HOST, "1", "4"), "/links"),
        *_event_by_its_results(context),
        *_tools(),
    ]


def _event_by_its_results(context: Context) -> list[str]:
    """An event that another program ran."""
    event = read_csv("place,name,vekn,gw,vp,tp\n" + "".join(f"{n},Player {n},,0,{13 - n},{n}\n" for n in range(1, 13)))
    id = enter_results(context, replace(event, name="Demo event", date=date(2026, 11, 21)), by="Test")
    return ["/results", f"/results/{id}", f"/results/{id}/edit"]


def _events_that_begin(context: Context) -> list[str]:
    """An event without players, and one whose first round is to be seated; its second one comes later."""
    empty, full = (create(context, Configuration(name="About to begin", rounds=2), by="Test").id for _ in range(2))
    work = UnitOfWork(context=context, id=full, by="Test")
    add_players(work, [Registration(name=f"Player {number}") for number in range(1, 11)])
    work.change(checkin.open_check_in)
    work.change(checkin.check_in, range(1, 9))
    rounds = [f"/tournaments/{full}/console/rounds/{number}" for number in (1, 2)]
    return [f"/tournaments/{empty}/console/players", f"/tournaments/{full}/console/players?show=away", *rounds]


def _event_before_its_first_round(context: Context) -> list[str]:
    """Check-in is open, one player has a list and one has left; the seating is drafted."""
    id = create(context, Configuration(name="About to begin", rounds=2), by="Test").id
    work = UnitOfWork(context=context, id=id, by="Test")
    add_players(work, [Registration(name=f"Player {number}") for number in range(1, 11)])
    submit_deck(work, 1, WINNER, load())
    work.change(signup.set_sign_up, context.now(), capacity=12, questions=["Test?"], shows_names=True)
    agreed = {"answers": ["Test"], "shows_name": True}
    work.change(signup.sign_up, context.now(), name="Otto", contact="otto@toolkit.example", **agreed)
    for name in ("Anna", "Test", "Cleo"):
        work.change(signup.sign_up, context.now(), name=name)
    work.change(players.change_player, 2, vekn="3000002")
    work.change(signup.sign_up, context.now(), name="Nico", vekn="3000002", is_claim=True)
    work.change(signup.cancel, context.now(), 2)
    work.change(players.drop_player, 10)
    key = links.key_of(context, id)
    signed = [links.sign_up_path(id, number, key) for number in (3, 5)]
    work.change(fees.set_fees, "12", currency="EUR", reduced=["Test 8"])
    work.change(fees.mark_fees, [1, 2], FeeStatus.PAID)
    work.change(checkin.open_check_in)
    work.change(checkin.check_in, range(1, 10))
    base, player = f"/tournaments/{id}", links.player_path(id, 1, links.key_of(context, id))
    pages = [
        f"{base}/console/players",
        f"{base}/console/fees",
        f"{base}/console/sign-up",
        f"{base}/sign-up",
        *signed,
        f"{base}/console/players/10",
        f"{base}/judge/players/1",
        base,
    ]
    pages += [f"{base}/wall", player, f"{player}/deck"]
    draws.commit_seed(work)
    draft_seating(work, seconds=0.2, word="Brujah")
    return [*pages, f"{base}/console/rounds/1", f"{base}/console/draws", f"{base}/draws"]


def _event_between_rounds(context: Context) -> list[str]:
    """Round 1 of 2 is played: everybody is shown the chances of the final."""
    settings = Configuration(name="One round left", rounds=2, show_chances=ChancesSeenBy.EVERYBODY)
    id = create(context, settings, by="Test").id
    work = UnitOfWork(context=context, id=id, by="Test")
    add_players(work, [Registration(name=f"Player {number}") for number in range(1, 11)])
    draft_seating(work, seconds=0.2, publish=True)
    for table in (1, 2):
        work.change(results.enter_result, 1, table, victory_points=("2", "2", "1", "0", "0"))
    draft_seating(work, seconds=0.2)
    console = f"/tournaments/{id}/console"
    return [
        f"{console}/chances",
        f"{console}/rounds/1",
        f"{console}/rounds/2",
        links.player_path(id, 1, links.key_of(context, id)),
    ]


def _event_in_play(context: Context) -> list[str]:
    """Round 1 of 33 players: one result, one call, one announcement, one table followed by its players."""
    id = tournaments.make_demo(context, name="Demo event").id
    work = UnitOfWork(context=context, id=id, by="Test")
    draft_seating(work, seconds=0.2, publish=True)
    work.change(clock.start_clock, 1, minutes=120)
    first = work.look().round(1).table(1)
    followed = EventTable(tournament=id, round=1, table=1, players=first)
    create_for_event(context, followed, work.look(), by="Test", changes={}, depth="full")
    work.change(results.enter_result, 1, 1, victory_points=(str(len(first)), *["0"] * (len(first) - 1)))
    work.change(calls.call_judge, round_number=1, table=2, reason="A question")
    work.change(announcements.announce, "Lunch at one.")
    work.change(prizes.set_prizes, ["1-2: Test", "3: 3 x Test", "Raffle: 2 x Test", "Best Test: Test"])
    draws.draw_raffle(work, prize="Test", count=1)
    work.change(sanctions.sanction_player, 1, SanctionKind.CAUTION, rule="A question")
    key = links.key_of(context, id)
    links.add_official(context, id, Role.JUDGE, "Anna")
    base, player = f"/tournaments/{id}", links.player_path(id, 7, key)
    console = (
        "/players", "/players/3", "/players/import",
        "/rounds/1", "/rounds/1?round=1&table=1&typed=21110", "/rounds/1/seats", "/rounds/1/seats?pick=1&other=2",
        "/rounds/1/tables/1", "/rounds/1/tables/2", "/standings", "/final", "/announcements", "/sheets",
        "/prizes", "/sanctions?player=2", "/sanctions?player=2&infraction=2.1", "/sanctions/report", "/deck-checks",
        "/log", "/settings", "/access", "/laptops", "/notifications", "/room",
    )  # fmt: skip
    judge = (
        "", "/tables", "/players", "/players/1", "/players/3", "/players/3/penalty/2.2", "/notes", "/rounds/1/tables/2",
    )  # fmt: skip
    follow = [f"/tables/event/{id}/1/{table}" for table in (1, 2)]
    return [
        *(f"{base}/console{page}" for page in console),
        *(f"{base}/judge{page}" for page in judge),
        *(base, f"{base}/wall", f"{base}/rounds/1/tables/1", player, f"{player}/deck", f"{player}/leave"),
        f"{base}/console/rounds/1/tables/2?events=time",
        f"{links.table_path(id, 1, 2, key)}?me={work.look().round(1).table(2)[0]}&events=time",
        links.own_table_path(id, 1, work.look().round(1).table(2)[0], key) + "?events=time",
        links.own_table_path(id, 1, first[0], key),
        *follow,
        *(f"{path}/{links.table_token(key, id, 1, table)}" for table, path in enumerate(follow, start=1)),
    ]


def _drafts(context: Context) -> list[str]:
    """A draft whose pods are drawn, and one that goes on: a pool, a late pick, one who left, one who comes late."""
    pages = []
    for is_begun in (False, True):
        id = create(context, Configuration(name="About to begin", rounds=2), by="Test").id
        work = UnitOfWork(context=context, id=id, by="Test")
        add_players(work, [Registration(name=f"Player {number}") for number in range(1, 12)])
        limited.plan_event(work, boosters=6, product="Test", registers_pools=True, allows_late=True)
        work.change(phases.start_phase)
        work.change(plan.give_product)
        work.change(phases.start_phase)
        limited.draw_pods(work, seed=7)
        if is_begun:
            limited.start_draft(work)
            limited.step_draft(work)
            limited.force_pick(work, pod=1, seat=2)
            limited.enter_pool_by_desk(work, 1, text=WINNER)
            work.change(players.drop_player, 10)
            add_players(work, [Registration(name="Player 12")])
            work.change(late_and_leaving.build_late, 12)
        key = links.key_of(context, id)
        base, own = f"/tournaments/{id}", links.player_path(id, 1, key)
        pages += [
            links.pod_path(id, 1, key),
            f"{base}/wall",
            own,
            f"{base}/console/limited",
            f"{base}/console/limited/pods/1",
            f"{own}/pool",
        ]
    return pages


def _finals(context: Context) -> list[str]:
    """A final at each of its steps: a tie, the names being placed, the first player, the game, and the winner."""
    steps: list[Callable[[UnitOfWork], object]] = [
        draws.toss,
        lambda work: work.change(final.open_final),
        lambda work: work.change(final.place_row, _finalists(work)),
        lambda work: work.change(final.record_first_player, _finalists(work)[0]),
        lambda work: work.change(results.enter_result, FINAL, 1, victory_points=("3", "2", "0", "0", "0")),
    ]
    pages = []
    for taken in range(len(steps) + 1):
        work = _before_the_final(context)
        for step in steps[:taken]:
            step(work)
        base = f"/tournaments/{work.id}"
        pages.append(f"{base}/console/final")
        if taken == PLACED:
            pages.append(f"{base}/wall")
        if taken >= SEATED:
            pages += [base, f"{base}/wall"]
        if taken == SEATED:
            pages += _open_final(context, work)
    return pages


def _finalists(work: UnitOfWork) -> tuple[int, ...]:
    opened = work.look().final
    assert opened is not None
    return opened.finalists


def _before_the_final(context: Context) -> UnitOfWork:
    """Ten players, one round, two tables with the same points."""
    id = create(context, Configuration(name="To the final", rounds=1), by="Test").id
    work = UnitOfWork(context=context, id=id, by="Test")
    add_players(work, [Registration(name=f"Player {number}") for number in range(1, 11)])
    draft_seating(work, seconds=0.2, publish=True)
    for table in (1, 2):
        work.change(results.enter_result, 1, table, victory_points=("5", "0", "0", "0", "0"))
    return work


def _open_final(context: Context, work: UnitOfWork) -> list[str]:
    """Subject while the final is played, and of its result."""
    id, key = work.id, links.key_of(context, work.id)
    seated = work.look().final_round
    assert seated is not None
    first = seated.table(1)[0]
    base = f"/tournaments/{id}"
    return [
        *(f"{base}/console{page}" for page in ("/again", "/rounds/0/tables/1")),
        *(f"{base}/judge{page}" for page in ("", "/tables", "/rounds/0/tables/1")),
        f"{base}/rounds/final/tables/1",
        links.player_path(id, first, key),
        links.own_table_path(id, FINAL, first, key),
        links.table_path(id, FINAL, 1, key),
    ]


def _event_that_is_over(context: Context) -> list[str]:
    """Five players, one round; everybody may see the lists, of which one holds no card that a link could carry."""
    settings = Configuration(
        name="Over", rounds=1, has_final=False, lists_seen_by=ListsSeenBy.EVERYBODY_AFTER, date=date.fromisoformat(DAY)
    )
    id = create(context, settings, by="Test").id
    work = UnitOfWork(context=context, id=id, by="Test")
    add_players(work, [Registration(name=f"Player {number}") for number in range(1, 6)])
    submit_deck(work, 1, WINNER, load())
    submit_deck(work, 2, "Nothing that is a card", load())
    draft_seating(work, seconds=0.2, publish=True)
    work.change(results.enter_result, 1, 1, victory_points=("5", "0", "0", "0", "0"))
    work.change(steps.finish)
    base = f"/tournaments/{id}"
    own = links.player_path(id, 1, links.key_of(context, id))
    deck = f"{own}/deck"
    league = new_league(context, "Demo", parse_rules('{"best": 2, "points": "place", "table": [5, 3]}'), by="Test")
    add_stored(context, league, id, by="Test", is_own=True)
    return [
        "/leagues",
        f"/leagues/{league}",
        f"/leagues/{league}/lines/1",
        f"/leagues/{league}/edit",
        "/ratings?on=2026-12-31",
        "/persons?key=name:player+1",
        f"/persons/{find_code(context, id, 'Player 1')}",
        "/help/seasons",
        own,
        f"{own}/history",
        base,
        f"{base}/embed",
        f"{base}/overlay?table=1",
        f"{base}/wall",
        f"{base}/lists/2",
        deck,
        f"{base}/console/rounds/1",
        f"{base}/console/rounds/1/text",
        f"{base}/console/standings",
        f"{base}/console/report",
        f"{base}/console/report/push",
        f"{base}/console/report/archon",
        f"{base}/console/players/numbers",
        "/statistics?least=5",
        "/weekends",
        f"/weekends/{_weekend(context, id)}",
    ]


def find_code(context: Context, event: str, name: str) -> str:
    """The code of the public page of a player of an event."""
    tournament = context.tournaments.look(event).state
    number = next(player.number for player in tournament.players.values() if player.name == name)
    return find_person(context, PersonCodes.of_store(context).of_players(tournament)[number]).code


def _weekend(context: Context, event: str) -> str:
    """A weekend of which the event is day 1; one who was in has declined."""
    rows = rows_from([{"role": "day_1", "take": "first_n", "n": 3, "passes_down": True}])
    id = weekends.new_weekend(context, "Paris", rows, ties=TieRule.TOSSED, by="Test")
    weekends.link_event(context, id, event, EventRole.DAY_1, by="Test")
    work = WeekendWork(context=context, id=id, by="Test")
    weekends.toss(work, seed=1)
    first = weekends.show_weekend(context, id).qualified[0]
    weekends.decline(work, first.person or "")
    return id


def _table(context: Context, record: str, last: str, doors: tuple[str, ...], *below: str) -> list[str]:
    """A table that has played a record up to the line that begins with `last`, or to its end; `below` is the host's."""
    game = parse_record((GAMES / f"{record}.txt").read_text(encoding="utf-8"))
    changes = {"setup_first_player": "seat_one", "game_speed": "table"}
    names = [*game.start().seats]
    profile = "pm_advanced" if "phased" in record else "vekn_event"
    id = create_table(context, TableWishes(names=names, profile=profile, changes=changes), by="Test")
    work = TableUnitOfWork(context=context, id=id, by="Test")
    for order in game.operations:
        if not isinstance(order, StartGame):
            work.order(order, partial(_given, order))
        if last and render_operation(order).startswith(last):
            break
    key, issues = link_secret(context.store), work.look().issues
    host, cast = link_path(key, id, HOST, issues), f"{link_path(key, id, WATCH, issues)}/cast"
    return [*(link_path(key, id, door, issues) for door in doors), cast, *(host + one for one in below)]


def _given(order: Operation, _table: TableGame) -> Operation:
    return order


def _tools() -> list[str]:
    """What needs no event: decks, seatings, cards, the guide, the replay, the help; each also with an answer."""
    deck = {"cards": link_cards(read(WINNER, load()).deck), "name": "Suffering from Success", "date": DAY}
    names = "\n".join(tournaments.NAMES)
    seating = token(SeatingForm({"players": names, "rounds": "3", "seed": "1"}))
    replay = pack((GAMES / "s1_vekn_event.txt").read_text(encoding="utf-8"))
    return [
        *("/", f"/deck?{urlencode(deck)}", "/seating", f"/seating/plan/{seating}", "/cards/?q=nana", "/cards/200001"),
        "/cards/data",
        "/tournaments/copy",
        *("/guide", *(f"/guide/{name}" for name in WALKTHROUGHS), "/guide/title?claimants=5"),
        *("/guide/phased-motion", "/guide/rules", "/guide/help"),
        *("/guide/first-turn/phased-motion?step=8", "/guide/first-turn/standard?step=6"),
        *("/replay", f"/replay/game/{replay}?step=40"),
        "/verify",
        *("/api/", "/api/decks"),
        "/cube",
        *("/help/", "/help/players", "/help/organizers", "/help/judges", "/help/limited", "/help/rules", "/help/keys"),
        *("/tables", "/tables?variant=pm_advanced", "/tournaments"),
    ]
