"""An event of phased motion through the pages: made from the guide, decks judged, slips, results, standings."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.sheets import paper
from tests.web.events.conftest import Room, organizer_client
from tests.web.pages import text_of
from toolkit.game.vocabulary import PhaseCard
from toolkit.tournament.configuration import EventRuleSet

CRYPT = "12x Gilbert Duane (G1)\n"
LEGAL = CRYPT + "60x Blood Doll\n"
# Legal in constructed; Phased Motion 5.3 bans them besides.
EXTRA_BANS = (
    "Chain of Command", "First Tradition: The Masquerade", "Last Stand", "Madness Network", "Spirit Marionette",
)  # fmt: skip


@pytest.fixture(params=[EventRuleSet.PHASED_MOTION_INTRODUCTORY, EventRuleSet.PHASED_MOTION_ADVANCED])
def room(request: pytest.FixtureRequest, app: Flask) -> Room:
    """The organizer at an event made by the link of the guide's page, with five players."""
    organizer = organizer_client(app)
    guide = organizer.get("/guide/phased-motion").text
    link = next(link for link in re.findall(r'href="(/tournaments\?[^"]*)"', guide) if request.param in link)
    form = organizer.get(link).text
    assert f'<option value="{request.param}" selected>' in form
    answer = organizer.post("/tournaments", data={"name": "Lyon in phases", "rounds": 2, "rule_set": request.param})
    room = Room(app, answer.location.split("/")[-3], organizer)
    room.post("/players/import", people="Ann\nBen\nCleo\nDan\nEve")
    return room


def test_a_deck_with_an_extra_ban_is_not_legal(room: Room) -> None:
    for name in EXTRA_BANS:
        room.post("/players/1/deck", deck=LEGAL + f"1x {name}\n")
        verdict = room.tournament.player(1).decks[0].verdict
        assert not verdict.is_legal
        assert verdict.problems == (f"{name} is banned in Phased Motion.",)
    room.post("/players/1/deck", deck=LEGAL)
    assert room.tournament.player(1).decks[0].verdict.is_legal


def test_the_slips_have_room_for_the_phases(room: Room) -> None:
    room.seat()
    pdf = sheet(room.client, room.id, "slips", round=1)
    printed = paper.text(pdf)
    assert "Turns: the starter, and the five phases" in printed
    for seat in ("Ann", "Ben", "Cleo", "Dan", "Eve"):
        assert seat in printed


def test_the_event_prints_its_phase_cards_and_rules(room: Room) -> None:
    is_advanced = room.tournament.settings.rule_set is EventRuleSet.PHASED_MOTION_ADVANCED
    cards = paper.text(sheet(room.client, room.id, "phase-cards"))
    assert ("Research" in cards) is is_advanced
    assert ("Bonus" in cards) is is_advanced
    assert "Open Aggression" in cards
    assert "Five phases" in paper.text(sheet(room.client, room.id, "rules"))
    assert "Starter" in paper.text(sheet(room.client, room.id, "turns"))


def test_it_is_played_to_its_standings(room: Room) -> None:
    for number in (1, 2):
        room.seat()
        room.sweep(number)
    winners = [room.tournament.player(room.tournament.round(number).tables[0][0]).name for number in (1, 2)]
    rows = room.get("/standings")
    for name in winners:
        # Five victory points and a game win a round; 60 tournament points; four without any share 48, 36, 24 and 12.
        wins = winners.count(name)
        assert re.search(rf"{name} {wins} {5 * wins} {90 if wins == 1 else 120}\b", rows), rows
    public = room.client.get(f"/tournaments/{room.id}")
    assert "Lyon in phases" in text_of(public)


def sheet(client: FlaskClient, id: str, name: str, **options: object) -> bytes:
    answer = client.get(f"/api/v1/tournaments/{id}/sheets/{name}.pdf", query_string=options)
    assert answer.status_code == 200
    return answer.data


# The blank sheets of the guide's page


@pytest.mark.parametrize(("paper_name", "width"), [("a4", 210), ("letter", 215.9)])
@pytest.mark.parametrize("name", ["phase-cards", "turns", "rules"])
def test_the_guide_prints_without_an_event(app: Flask, name: str, paper_name: str, width: float) -> None:
    answer = app.test_client().get(f"/guide/phased-motion/{name}.pdf?paper={paper_name}")
    assert answer.mimetype == "application/pdf"
    sizes = {round(size) for page in paper.pages(answer.data) for size in page}
    assert round(width) in sizes


@pytest.mark.parametrize(("language", "title"), [("en", "Diplomacy"), ("fr", "Maître"), ("es", "Heril")])
def test_the_guide_prints_in_the_reader_s_language(app: Flask, language: str, title: str) -> None:
    client = app.test_client()
    own = client.get("/guide/phased-motion/phase-cards.pdf", headers={"Accept-Language": language})
    asked = client.get(f"/guide/phased-motion/phase-cards.pdf?language={language}")
    assert own.data == asked.data
    assert title in paper.text(own.data)
    page = client.get("/guide/phased-motion", headers={"Accept-Language": language}).text
    assert f"language={language}" in page
    assert client.get("/guide/phased-motion/phase-cards.pdf?language=de").status_code == 404


def test_the_advanced_pack_has_all_eight_cards(app: Flask) -> None:
    answer = app.test_client().get("/guide/phased-motion/phase-cards.pdf?advanced=1")
    printed = paper.text(answer.data)
    for card in PhaseCard:
        assert card.value.replace("_", " ").title() in printed


@pytest.mark.parametrize("path", ["slips.pdf", "nothing.pdf", "turns.pdf?paper=a3"])
def test_other_sheets_are_not_printed_here(app: Flask, path: str) -> None:
    assert app.test_client().get(f"/guide/phased-motion/{path}").status_code == 404
