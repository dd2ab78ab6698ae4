"""States of an event that have forms which no other page has: pages beside those of `tests.browser.axe_pages`."""

from __future__ import annotations

from typing import Any

from tests.web.lists import WINNER
from toolkit.cards import load
from toolkit.services import draws, links
from toolkit.services.desk import Desk
from toolkit.services.office import Office
from toolkit.services.registrations import Registration, add_players
from toolkit.services.seatings import draft_seating
from toolkit.services.tournament_decks import submit_deck
from toolkit.services.tournaments import create
from toolkit.tournament import Configuration, calls, checkin, clock, event, final, history, results, sanctions
from toolkit.tournament.configuration import FinalDeck
from toolkit.tournament.facts import SanctionKind

# A page, and what is sent to it where it is the answer to a form.
type Asked = tuple[str, dict[str, str] | None]


def more_pages(office: Office) -> list[Asked]:
    """The pages, for the organizer."""
    return [
        *_nobody_has_arrived(office),
        *_round_stands_still(office),
        *_a_result_waits(office),
        *_somebody_cannot_play(office),
        *_decks_of_a_final(office, FinalDeck.BEST_ROUND),
        *_decks_of_a_final(office, FinalDeck.FREE_CHOICE),
        *_ready_to_finish(office),
    ]


def _event(office: Office, players: int = 10, **settings: Any) -> Desk:
    configuration = Configuration(**{"name": "Lyon", "rounds": 1, **settings})
    desk = Desk(office=office, id=create(office, configuration, by="Test").id, by="Test")
    add_players(desk, [Registration(name=f"Player {number}") for number in range(1, players + 1)])
    return desk


def _seated(office: Office, players: int = 10, **settings: Any) -> Desk:
    desk = _event(office, players, **settings)
    draft_seating(desk, seconds=0.1, publish=True)
    return desk


def _nobody_has_arrived(office: Office) -> list[Asked]:
    desk = _event(office)
    desk.change(checkin.open_check_in)
    base, own = f"/tournaments/{desk.id}", links.player_path(desk.id, 1, links.key_of(office, desk.id))
    preview = f"{base}/console/players/import/preview", {"people": "Odile Weiss\nNana Buruku"}
    return [(f"{base}/console/checkin", None), (own, None), preview]


def _round_stands_still(office: Office) -> list[Asked]:
    """The clock is paused, at one table by a judge; a player is sanctioned, the last change is taken back."""
    desk, judged = _seated(office), _seated(office)
    for one in (desk, judged):
        one.change(clock.start_clock, 1, minutes=120)
    desk.change(clock.pause_clock, 1)
    judged.change(clock.pause_clock, 1, table=1)
    judged.change(sanctions.sanction_player, 1, SanctionKind.CAUTION, rule="slow play")
    desk.change(event.add_note, "A note")
    desk.change(history.undo_last)
    base, other = f"/tournaments/{desk.id}", f"/tournaments/{judged.id}"
    first = desk.look().round(1).table(1)[0]
    return [
        *((f"{base}/console{page}", None) for page in ("/rounds/1/clock", f"/rounds/1?pick={first}", "/log")),
        *((f"{other}{page}", None) for page in ("/judge/rounds/1/tables/1", "/judge/players/1", "/console/sanctions")),
    ]


def _a_result_waits(office: Office) -> list[Asked]:
    """One of a table has entered its result, another may confirm it, and has called a judge; another one is locked."""
    desk, locked = _seated(office), _seated(office)
    locked.change(results.enter_result, 1, 1, victory_points=("5", "0", "0", "0", "0"))
    locked.change(results.lock_result, 1, 1)
    key, round_ = links.key_of(office, desk.id), desk.look().round(1)
    first, second = round_.table(1)[:2]
    desk.change(results.enter_result, 1, 1, victory_points=("5", "0", "0", "0", "0"), by_player=first)
    desk.change(calls.call_judge, round_number=1, table=1, player=second)
    return [
        (f"/tournaments/{locked.id}/console/rounds/1/tables/1", None),
        (links.player_path(desk.id, second, key), None),
        (links.own_table_path(desk.id, 1, second, key), None),
        (f"{links.table_path(desk.id, 1, 1, key)}?me={second}", None),
    ]


def _before_the_final(office: Office, **settings: Any) -> Desk:
    desk = _seated(office, **settings)
    for table in (1, 2):
        desk.change(results.enter_result, 1, table, victory_points=("5", "0", "0", "0", "0"))
    draws.toss(desk)
    return desk


def _somebody_cannot_play(office: Office) -> list[Asked]:
    desk = _before_the_final(office)
    desk.change(final.mark_unavailable, final.cut(desk.look())[0])
    return [(f"/tournaments/{desk.id}/console/final", None)]


def _decks_of_a_final(office: Office, by: FinalDeck) -> list[Asked]:
    desk = _before_the_final(office, is_multideck=True, final_deck=by)
    for player in desk.look().players:
        submit_deck(desk, player, WINNER, load(), deck_round=1, is_judge=True, reason="late")
    desk.change(final.open_final)
    if by is FinalDeck.BEST_ROUND:
        draws.decide_final_deck(desk, final.cut(desk.look())[0])
    return [(f"/tournaments/{desk.id}/console/final", None)]


def _ready_to_finish(office: Office) -> list[Asked]:
    desk = _seated(office, 5, has_final=False)
    desk.change(results.enter_result, 1, 1, victory_points=("5", "0", "0", "0", "0"))
    return [(f"/tournaments/{desk.id}/console/standings", None)]
