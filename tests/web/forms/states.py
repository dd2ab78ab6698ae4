"""States of an event that have forms which no other page has: pages beside those of `tests.browser.axe_pages`."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

from tests.exchange.test_archon_app import with_proxy
from tests.exchange.test_results import sample
from tests.web.lists import WINNER
from toolkit.cards import load
from toolkit.services.events import draws, limited
from toolkit.services.events.decks import submit_deck
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.events.seatings import draft_seating
from toolkit.services.kernel import links
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.rehearsal import rehearse
from toolkit.services.lifecycle.tournaments import create, import_tournament
from toolkit.services.notices.notifications import Occasion, add_address, read_address
from toolkit.tournament import (
    Configuration,
    announcements,
    calls,
    checkin,
    clock,
    disputes,
    event,
    final,
    history,
    players,
    results,
    rounds,
    sanctions,
    steps,
)
from toolkit.tournament.configuration import EventKind, FinalDeck
from toolkit.tournament.facts import SanctionKind, SeatScore
from toolkit.tournament.limited import phases, plan
from toolkit.tournament.limited.facts import LimitedFormat, LimitedPhase

# A page, and what is sent to it where it is the answer to a form.
type Asked = tuple[str, dict[str, Any] | None]


def more_pages(context: Context, folder: Path) -> list[Asked]:
    """The pages, for the organizer; `folder` keeps what is in no event."""
    return [
        *_nobody_has_arrived(context),
        *_somebody_was_away(context),
        *_lists_are_missing(context),
        *_round_was_cancelled(context),
        *_a_seat_is_vacant(context),
        *_decks_are_checked(context),
        *_round_stands_still(context),
        *_a_result_waits(context),
        *_somebody_cannot_play(context),
        *_decks_of_a_final(context, FinalDeck.BEST_ROUND),
        *_decks_of_a_final(context, FinalDeck.FREE_CHOICE),
        *_ready_to_finish(context),
        *_reports_are_owed(context),
        *_ended_early(context),
        *_result_is_owed(context),
        *_event_is_for_archon(context),
        _event_of_archon_is_previewed(),
        *_draft_stands_still(context),
        *_pools_are_swapped(context),
        *_product_is_to_be_given(context),
        *_piles_are_to_be_counted(context),
        *_trade_goes_on(context),
        *_recursions_are_ticked(context),
        *_somebody_is_told(context, folder),
        *_everybody_is_told(context),
        (f"/tournaments/{rehearse(context, players=8, rounds=1, by='Test').id}/console/standings", None),
    ]


def _event(context: Context, count: int = 10, **settings: Any) -> UnitOfWork:
    configuration = Configuration(**{"name": "Lyon", "rounds": 1, **settings})
    work = UnitOfWork(context=context, id=create(context, configuration, by="Test").id, by="Test")
    add_players(work, [Registration(name=f"Player {number}") for number in range(1, count + 1)])
    return work


def _seated(context: Context, count: int = 10, **settings: Any) -> UnitOfWork:
    work = _event(context, count, **settings)
    draft_seating(work, seconds=0.1, publish=True)
    return work


def _nobody_has_arrived(context: Context) -> list[Asked]:
    work = _event(context)
    work.change(checkin.open_check_in)
    base, own = f"/tournaments/{work.id}", links.player_path(work.id, 1, links.key_of(context, work.id))
    preview = f"{base}/console/players/import/preview", {"people": "Odile Weiss\nNana Buruku"}
    return [(f"{base}/console/players", None), (f"{base}/console/draws", None), (own, None), preview]


def _somebody_was_away(context: Context) -> list[Asked]:
    """A round that had a check-in was played without player 10; the next has none."""
    work = _event(context, rounds=2)
    work.change(checkin.check_in, range(1, 10), opens=True)
    draft_seating(work, seconds=0.1, publish=True)
    for table, seats in work.look().round(1).numbered():
        work.change(results.enter_result, 1, table, victory_points=(len(seats), *[0] * (len(seats) - 1)))
    return [(f"/tournaments/{work.id}/console/rounds/{number}", None) for number in (1, 2)]


def _lists_are_missing(context: Context) -> list[Asked]:
    """A draft where decklists are asked for, and none is there."""
    work = _event(context, requires_decks=True)
    draft_seating(work, seconds=0.1)
    return [(f"/tournaments/{work.id}/console/rounds/1", None)]


def _round_was_cancelled(context: Context) -> list[Asked]:
    work = _seated(context)
    work.change(rounds.cancel_round, 1, reason="the alarm went off")
    return [(f"/tournaments/{work.id}/console/rounds/1", None)]


def _a_seat_is_vacant(context: Context) -> list[Asked]:
    """A table of four lost a player to the street."""
    work = _seated(context, 8)
    work.change(players.drop_player, work.look().round(1).table(1)[0])
    return [(f"/tournaments/{work.id}/console/rounds/1/seats", None)]


def _decks_are_checked(context: Context) -> list[Asked]:
    work = _event(context)
    for player in work.look().players:
        submit_deck(work, player, WINNER, load())
    draft_seating(work, seconds=0.1, publish=True)
    draws.draw_checks(work, 1)
    before = f"/tournaments/{_event(context).id}/console/draws"  # where a seed can still be committed to
    console = f"/tournaments/{work.id}/console"
    return [(f"{console}/deck-checks", None), (f"{console}/players/1", None), (before, None)]


def _round_stands_still(context: Context) -> list[Asked]:
    """The clock is paused, at one table by a judge; a player is sanctioned, the last change is taken back."""
    work, judged = _seated(context), _seated(context)
    for one in (work, judged):
        one.change(clock.start_clock, 1, minutes=120)
    work.change(clock.pause_clock, 1)
    work.change(rounds.report_empty, 1, work.look().round(1).table(1)[0])
    judged.change(clock.pause_clock, 1, table=1)
    judged.change(sanctions.sanction_player, 1, SanctionKind.CAUTION, rule="slow play")
    work.change(event.add_note, "A note")
    work.change(history.undo_last)
    base, other = f"/tournaments/{work.id}", f"/tournaments/{judged.id}"
    first = work.look().round(1).table(1)[0]
    return [
        *((f"{base}/console{page}", None) for page in ("/rounds/1", f"/rounds/1/seats?pick={first}", "/log")),
        *((f"{other}{page}", None) for page in ("/judge/rounds/1/tables/1", "/judge/players/1", "/console/sanctions")),
    ]


def _a_result_waits(context: Context) -> list[Asked]:
    """One of a table has entered its result, another may confirm it, and has called a judge; another one is locked."""
    work, locked = _seated(context), _seated(context)
    locked.change(results.enter_result, 1, 1, victory_points=("5", "0", "0", "0", "0"))
    locked.change(results.lock_result, 1, 1)
    late = [SeatScore(player=player, victory_points=0) for player in locked.look().round(1).table(1)]
    locked.change(lambda state: disputes.dispute_result(state.round(1), 1, late, by_player=late[1].player))
    key, round_ = links.key_of(context, work.id), work.look().round(1)
    first, second = round_.table(1)[:2]
    work.change(results.enter_result, 1, 1, victory_points=("5", "0", "0", "0", "0"), by_player=first)
    work.change(calls.call_judge, round_number=1, table=1, player=second)
    return [
        (f"/tournaments/{locked.id}/console/rounds/1/tables/1", None),
        (f"/tournaments/{locked.id}/judge/rounds/1/tables/1", None),
        (links.player_path(work.id, second, key), None),
        (links.own_table_path(work.id, 1, second, key), None),
        (f"{links.table_path(work.id, 1, 1, key)}?me={second}", None),
    ]


def _before_the_final(context: Context, **settings: Any) -> UnitOfWork:
    work = _seated(context, **settings)
    for table in (1, 2):
        work.change(results.enter_result, 1, table, victory_points=("5", "0", "0", "0", "0"))
    draws.toss(work)
    return work


def _somebody_cannot_play(context: Context) -> list[Asked]:
    work = _before_the_final(context)
    work.change(final.mark_unavailable, final.cut(work.look())[0])
    return [(f"/tournaments/{work.id}/console/final", None)]


def _decks_of_a_final(context: Context, by: FinalDeck) -> list[Asked]:
    work = _before_the_final(context, is_multideck=True, final_deck=by)
    for player in work.look().players:
        submit_deck(work, player, WINNER, load(), deck_round=1, is_judge=True, reason="late")
    work.change(final.open_final)
    if by is FinalDeck.BEST_ROUND:
        draws.decide_final_deck(work, final.cut(work.look())[0])
    return [(f"/tournaments/{work.id}/console/final", None)]


def _ready_to_finish(context: Context) -> list[Asked]:
    work = _seated(context, 5, has_final=False)
    work.change(results.enter_result, 1, 1, victory_points=("5", "0", "0", "0", "0"))
    return [(f"/tournaments/{work.id}/console/standings", None)]


def _reports_are_owed(context: Context) -> list[Asked]:
    work = _seated(context, 5, has_final=False)
    work.change(results.enter_result, 1, 1, victory_points=("5", "0", "0", "0", "0"))
    work.change(steps.finish)
    return [(f"/tournaments/{work.id}/console/report", None)]


def _ended_early(context: Context) -> list[Asked]:
    work = _seated(context)
    work.change(steps.finish, is_early=True, reason="a fire alarm")
    return [(f"/tournaments/{work.id}/console/standings", None)]


def _result_is_owed(context: Context) -> list[Asked]:
    work = _seated(context, 5, has_final=False, vekn_event="13999", kind=EventKind.UNSANCTIONED)
    work.change(results.enter_result, 1, 1, victory_points=("5", "0", "0", "0", "0"))
    work.change(steps.finish)
    return [(f"/tournaments/{work.id}/console/report/push", None)]


def _event_is_for_archon(context: Context) -> list[Asked]:
    made = import_tournament(context, sample("export.jsonl"))
    return [(f"/tournaments/{made.id}/console/report/archon", None)]


def _event_of_archon_is_previewed() -> Asked:
    """Its standings differ, and a player's name is to be typed."""
    state = with_proxy()
    state["offline_players"][0] = {"temp_uid": "a", "vekn_id": "9990077"}
    state["tournament"]["standings"][0]["tp"] = 59
    return "/tournaments/import", {"file": (BytesIO(json.dumps(state).encode()), "event.json")}


def _planned(context: Context, **settings: Any) -> UnitOfWork:
    work = _event(context)
    limited.plan_event(work, product="Test", **{"boosters": 6, **settings})
    work.change(phases.start_phase)
    work.change(plan.give_product)
    work.change(phases.start_phase)
    return work


def _draft_stands_still(context: Context) -> list[Asked]:
    """Its pods of five can be the tables of round 1; the clock is paused, that of pod 2 by itself."""
    work = _planned(context)
    limited.draw_pods(work, seed=7)
    limited.start_draft(work)
    work.change(phases.pause_phase, pod=2)
    work.change(phases.pause_phase)
    base = f"/tournaments/{work.id}/console/limited"
    return [(base, None), (f"{base}/pods/2", None)]


def _pools_are_swapped(context: Context) -> list[Asked]:
    work = _planned(context, format=LimitedFormat.SEALED, registers_pools=True, swaps=True)
    return [(f"/tournaments/{work.id}/console/limited", None)]


def _product_is_to_be_given(context: Context) -> list[Asked]:
    work = _event(context)
    limited.plan_event(work, product="Test", boosters=6)
    return [(f"/tournaments/{work.id}/console/limited", None)]


def _piles_are_to_be_counted(context: Context) -> list[Asked]:
    work = _planned(context, format=LimitedFormat.ELDER)
    limited.draw_pods(work, seed=7)
    return [(f"/tournaments/{work.id}/console/limited/pods/1", None)]


def _trade_goes_on(context: Context) -> list[Asked]:
    """Of two Michigan events: one prepares its trade, the other one trades."""
    prepares, work = (_planned(context, boosters=7, format=LimitedFormat.MICHIGAN) for _event in range(2))
    limited.draw_pods(work, seed=7)
    work.change(phases.start_phase, LimitedPhase.TRADE, reason="at once")
    own, pod = (links.key_of(context, one.id) for one in (prepares, work))
    return [
        (f"/tournaments/{prepares.id}/console/limited", None),
        (links.player_path(prepares.id, 1, own), None),
        (f"/tournaments/{work.id}/console/limited/pods/1", None),
        (links.pod_path(work.id, 2, pod), None),
    ]


def _recursions_are_ticked(context: Context) -> list[Asked]:
    work = _planned(context, boosters=3, format=LimitedFormat.SEALED)
    draft_seating(work, seconds=0.1, publish=True)
    return [(links.player_path(work.id, 1, links.key_of(context, work.id)), None)]


def _everybody_is_told(context: Context) -> list[Asked]:
    work = _event(context)
    work.change(announcements.announce, "Lunch at one")
    return [(f"/tournaments/{work.id}/console/announcements", None)]


def _somebody_is_told(context: Context, folder: Path) -> list[Asked]:
    id = _event(context).id
    add_address(folder, id, read_address("ntfy://test", [Occasion.ROUND]))
    return [(f"/tournaments/{id}/console/notifications", None)]
