"""What the domain says of an event is said in the reader's language: the log, what stands in the way, refusals."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from tests.web.events.conftest import Room, make_room
from toolkit.errors import ToolkitError
from toolkit.tournament import Tournament, clock, final, players, results, rounds, sanctions
from toolkit.tournament.blockers import blockers
from toolkit.tournament.facts import SanctionKind
from toolkit.tournament.history import describe_log
from toolkit.web.sentences import translated


def said(app: Flask, language: str, sentences: list[str]) -> list[str]:
    """The sentences that stay English."""
    with app.test_request_context(headers={"Accept-Language": language}):
        return [sentence for sentence in sentences if translated(sentence) == sentence]


def busy_room(app: Flask) -> Room:
    """An event in which nearly everything has happened."""
    room = make_room(app, 10, rounds=2)
    room.post("/players/1/change", name="Ada", vekn="3200001")
    room.post("/players/add", name="Bela")
    room.post("/players/11/remove")
    room.post("/players/2/table", table=1)
    room.post("/players/2/table", table="")
    room.post("/players/3/deck", deck="4 Gilbert Duane (G1)")
    room.post("/checkin/open")
    room.post("/checkin/all")
    room.post("/checkin/close")
    room.post("/checkin/one", away=1)
    room.post("/checkin/one", here=1)
    room.seat()
    for button in ("start", "pause", "resume", "stop"):
        room.post(f"/rounds/1/clock/{button}")
    room.post("/rounds/1/clock/extend", extra=5, table=1, reason="a ruling")
    room.post("/rounds/1/clock/extend", extra=-5)
    room.sweep(1)
    room.post("/rounds/1/tables/1/lock")
    room.post("/rounds/1/tables/1/unlock")
    room.post("/rounds/1/seats", pick=1, other=2, reason="a mistake")
    room.sweep(1)
    for _ in range(2):
        room.post("/sanctions", player=1, kind="caution", rule="slow play")
    room.post("/sanctions/1/lift", reason="not so slow")
    room.seat()
    room.sweep(2)
    room.post("/players/10/drop", reason="a train")
    room.post("/players/10/return")
    room.post("/note", note="Lunch.")
    room.post("/undo")
    room.post("/redo")
    while "A toss decides" in room.get("/final"):
        room.post("/final/toss")
    room.post("/final/open")
    return room


@pytest.mark.parametrize("language", ["fr", "es"])
def test_the_log(app: Flask, language: str) -> None:
    room = busy_room(app)
    sentences = [sentence for _, sentence, _ in describe_log(room.tournament)]
    assert len({sentence.split()[0] for sentence in sentences}) > 20
    assert said(app, language, sentences) == []


@pytest.mark.parametrize("language", ["fr", "es"])
def test_what_stands_in_the_way(app: Flask, language: str) -> None:
    room = make_room(app, 8, rounds=2, requires_decks=True)
    found = [blocker.message for blocker in blockers(room.tournament)]
    other = make_room(app, 7)
    found += [blocker.message for blocker in blockers(other.tournament)]
    playing = make_room(app, 8)
    playing.seat()
    found += [blocker.message for blocker in blockers(playing.tournament)]
    assert said(app, language, found) == []


REFUSED: list[Callable[[Tournament], object]] = [
    lambda t: players.add_player(t, "player 1"),
    lambda t: players.add_player(t, " "),
    lambda t: players.add_player(t, "Ada", vekn="x"),
    lambda t: players.remove_player(t, 1),
    lambda t: players.drop_player(t, 99),
    lambda t: rounds.cancel_round(t, 1, reason=""),
    lambda t: rounds.change_seats(t, 1, [[1, 2]]),
    lambda t: rounds.change_seats(t, 1, [[1, 2, 3, 3]]),
    lambda t: results.enter_result(t, 1, 1, victory_points=["3", "1", "1", "0"]),
    lambda t: results.enter_result(t, 1, 1, victory_points=["0", "0", "0", "3.5"]),
    lambda t: results.enter_result(t, 1, 1, victory_points=["1", "0", "0", "0"]),
    lambda t: results.enter_result(t, 1, 1, victory_points=["3", ".5", "0", "0"]),
    lambda t: results.enter_result(t, 1, 1, victory_points=["x", "0", "0", "0"]),
    lambda t: results.enter_result(t, 1, 1, victory_points=[".3", "0", "0", "0"]),
    lambda t: results.enter_result(t, 1, 1, events="A>B"),
    lambda t: sanctions.sanction_player(t, 1, SanctionKind.CAUTION, rule=" "),
    lambda t: final.open_final(t),
    lambda t: clock.pause_clock(t, 2),
]


@pytest.mark.parametrize("language", ["fr", "es"])
def test_what_is_refused(app: Flask, language: str) -> None:
    room = make_room(app, 8)
    room.seat()
    found = []
    for operation in REFUSED:
        with pytest.raises(ToolkitError) as refused:
            operation(room.tournament)
        found.append(refused.value.message)
    assert said(app, language, found) == []
