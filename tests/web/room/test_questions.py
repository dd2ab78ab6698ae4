"""What players and judges see of decklists, by the answer how they are handed in."""

from __future__ import annotations

from datetime import date

import pytest
from flask import Flask

from tests.web.api.test_api_tournaments import secret_of
from tests.web.events.conftest import Room, app, make_room
from tests.web.lists import WINNER
from tests.web.pages import text_of
from toolkit.services.kernel.links import LinkKey, player_path
from toolkit.tournament import ListsSeenBy, decks, event, steps
from toolkit.tournament.configuration import Decklists

__all__ = ["app"]

ANSWERS = [("none", False), ("paper", False), ("online", True), (None, True)]


def own(room: Room, number: int = 1, page: str = "") -> str:
    return f"{player_path(room.id, number, LinkKey(secret_of(room.app)))}{page}"


@pytest.mark.parametrize(("answer", "shown"), ANSWERS)
def test_a_player_has_a_page_of_decks_if_they_are_handed_in_online(app: Flask, answer: str, shown: bool) -> None:
    room, client = make_room(app, 5), app.test_client()
    room.change(event.configure, {"decklists": answer})
    assert ("/deck" in client.get(own(room)).text) is shown
    assert client.get(own(room, page="/deck")).status_code == (200 if shown else 404)


def test_a_list_that_waited_for_the_network_is_taken_and_shown(app: Flask) -> None:
    room, client = make_room(app, 5, decklists=Decklists.NONE, date=date(2024, 1, 13)), app.test_client()
    answer = client.post(own(room, page="/deck"), data={"text": WINNER}, follow_redirects=True)
    assert (answer.status_code, "Suffering from Success" in answer.text) == (200, True)


def test_the_winner_of_an_event_with_paper_lists_types_theirs_afterwards(app: Flask) -> None:
    room, client = make_room(app, 5, rounds=1, has_final=False, decklists=Decklists.PAPER), app.test_client()
    room.change(event.configure, {"requires_decks": True})
    for number in range(1, 6):
        room.change(decks.take_paper_list, number)
    room.seat()
    room.sweep(1)
    room.change(steps.finish)
    first = room.tournament.rounds[0].table(1)[0]
    assert client.get(own(room, first, "/deck")).status_code == 200
    assert client.get(own(room, first % 5 + 1, "/deck")).status_code == 404


def test_an_official_who_scans_a_card_is_not_told_of_a_list_on_paper(app: Flask) -> None:
    room = make_room(app, 5, decklists=Decklists.ONLINE)
    assert "No legal deck has been handed in yet." in text_of(room.client.get(own(room)))
    room.change(event.configure, {"decklists": "paper"})
    assert "No legal deck has been handed in yet." not in text_of(room.client.get(own(room)))


@pytest.mark.parametrize(("answer", "shown"), [("none", False), ("paper", True), (None, True)])
def test_judges_see_lists_where_there_are_any(app: Flask, answer: str, shown: bool) -> None:
    room = make_room(app, 5, date=date(2024, 1, 13))
    room.hand_in(1, WINNER)
    room.seat()
    room.change(event.configure, {"decklists": answer})
    judge = f"/tournaments/{room.id}/judge"
    pages = {f"{judge}/players": "deck legal", f"{judge}/players/1": "The list is legal."}
    pages[f"{judge}/rounds/1/tables/1"] = "Print the table's decklists"
    assert {words in text_of(room.client.get(page)) for page, words in pages.items()} == {shown}
    assert ("Deck checks" in text_of(room.client.get(f"{judge}/players"))) is shown


def test_lists_of_an_event_that_takes_none_are_not_shown_after_it(app: Flask) -> None:
    room = make_room(app, 5, rounds=1, has_final=False, lists_seen_by=ListsSeenBy.EVERYBODY_AFTER)
    room.hand_in(1, WINNER)
    room.seat()
    room.sweep(1)
    room.change(steps.finish)
    page = f"/tournaments/{room.id}"
    assert "Decklists" in text_of(app.test_client().get(page))
    room.change(event.configure, {"decklists": "none"})
    assert "Decklists" not in text_of(app.test_client().get(page))


OF_LISTS = {"checks", "decklists", "registration"}


@pytest.mark.parametrize(("answer", "offered"), [(None, set()), ("none", set()), ("paper", OF_LISTS)])
def test_sheets_of_lists_are_offered_where_lists_are_taken(app: Flask, answer: str, offered: set[str]) -> None:
    room = make_room(app, 5)
    room.change(event.configure, {"decklists": answer})
    page = room.client.get(f"{room.base}/sheets").text
    assert {name for name in OF_LISTS if f"/sheets/{name}.pdf" in page} == offered
    assert "/sheets/checkin.pdf" in page


@pytest.mark.parametrize(("address", "offered"), [(None, set()), ("http://192.168.1.5/", {"poster", "players"})])
def test_sheets_of_codes_alone_are_offered_once_phones_reach_them(
    app: Flask, monkeypatch: pytest.MonkeyPatch, address: str | None, offered: set[str]
) -> None:
    room = make_room(app, 5)
    monkeypatch.setattr("toolkit.web.api.sheets.reachable_url", lambda: address)
    page = room.client.get(f"{room.base}/sheets").text
    assert {name for name in ("poster", "players") if f"/sheets/{name}.pdf" in page} == offered
    assert "For QR codes on the sheets" in page
