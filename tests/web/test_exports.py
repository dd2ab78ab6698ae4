"""Every file and page that carries names, with names that somebody chose to do harm or that are merely unusual."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from urllib.parse import quote

import pytest
from flask import Flask

from tests.sheets import paper
from tests.web.lists import WINNER
from toolkit.cards import CardDatabase, load
from toolkit.decks import read
from toolkit.decks.writing import ExportFormat
from toolkit.exchange.spreadsheet import render_standings
from toolkit.game.record import parse_record
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.kernel import links
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.services.tables.creating import TableWishes, create_table
from toolkit.services.tables.links import HOST, link_path
from toolkit.tournament import Configuration, calls, results, rounds, sanctions, steps
from toolkit.tournament.errors import BadValue
from toolkit.tournament.facts import SanctionKind
from toolkit.tournament.players import clean_name
from toolkit.web import create_app
from toolkit.web.base import stores
from toolkit.web.base.access import organizer_link

SCRIPT = "<script>alert(1)</script>"
NAMES = {
    "formula": "=1+1",
    "command": "+cmd|' /C calc'!A0",
    "function": "@SUM(1+1)",
    "minus": "-1",
    "wide": "＝1+1",
    "html": SCRIPT,
    "attribute": '" onmouseover="alert(1)',
    "template": "{{ 7 * 7 }} ${7*7} #7",
    "values": "A, B; C\\N \"D\" 'E'",
    "emoji": "\N{BAT}\N{FAMILY}" * 20,
    "combining": "Z\N{COMBINING LONG SOLIDUS OVERLAY}a\N{COMBINING TILDE OVERLAY}lgo",
    "hebrew": "\N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED}\N{HEBREW LETTER VAV}\N{HEBREW LETTER FINAL MEM}",
    "long": "x" * 100,
}
# A name is one line without signs that nobody sees.
CLEANED = {
    "tab": ("\t=1+1", "=1+1"),
    "return": ("\r=1+1\r", "=1+1"),
    "lines": ("A\nBEGIN:VEVENT", "A BEGIN:VEVENT"),
    "turned": ("\N{RIGHT-TO-LEFT OVERRIDE}Ann", "Ann"),
    "soft hyphen": ("Nil\u00adsen\u200b-Hay", "Nilsen-Hay"),
    "joiner between Latin letters": ("A\u200db\u200c", "Ab"),
    "joiner that shapes letters": ("\u0645\u06cc\u200c\u062e\u0648", "\u0645\u06cc\u200c\u062e\u0648"),
}
REFUSED = {"too long": "x" * 300, "bell": "A\x07", "nothing": "\u200b"}
WHY = {"too long": "A player has a name", "bell": r"2 .*U\+0007", "nothing": "A player has a name"}
CALCULATED = re.compile(r"[=+\-@\t\r\n＝＋－＠]")


class Event:
    """An event whose people, place and name are the names above, in the middle of round 1."""

    def __init__(self, app: Flask) -> None:
        self.app, self.client = app, app.test_client()
        with app.app_context():
            self.context, key = stores.current_context(), stores.current_entry_key()
        settings = Configuration(
            name=SCRIPT, place=NAMES["values"], country="=1+1", rounds=1, date=date(2026, 11, 21), minutes=120
        )
        self.id = create(self.context, settings, by="Test").id
        self.work = work = UnitOfWork(context=self.context, id=self.id, by=SCRIPT)
        add_players(work, [Registration(name=name, city=name) for name in NAMES.values()])
        work.change(rounds.draft_round, [[1, 2, 3, 4, 5], [6, 7, 8, 9], [10, 11, 12, 13]], seed=1)
        work.change(steps.publish_round)
        for table in (1, 2, 3):
            work.change(results.enter_result, 1, table, events="time", reason=SCRIPT)
        work.change(sanctions.sanction_player, 1, SanctionKind.CAUTION, rule=SCRIPT, judge=SCRIPT, note=SCRIPT)
        work.change(calls.call_judge, player=6, reason=SCRIPT)
        self.client.get(organizer_link(key))

    def get(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, path
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        return answer.text


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Event]:
    folder = tmp_path_factory.mktemp("exports")
    app = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "DATA_FOLDER": str(folder)})
    yield Event(app)
    stores.close(app)


def cells(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


@pytest.mark.parametrize(("typed", "kept"), CLEANED.values(), ids=CLEANED)
def test_a_name_is_one_line(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize("what", REFUSED)
def test_a_name_with_what_nobody_sees_is_refused(what: str) -> None:
    with pytest.raises(BadValue, match=WHY[what]):
        clean_name(REFUSED[what])


def test_the_export_of_an_event_is_read_back_name_by_name(event: Event) -> None:
    text = event.get(f"/tournaments/{event.id}/console/export")
    again = event.client.post("/api/v1/tournaments/import", json={"content": text})
    assert again.status_code == 201
    with event.app.app_context():
        people = event.context.tournaments.look((again.json or {})["id"]).state.players.values()
    assert [player.name for player in people] == list(NAMES.values())


def test_the_api_tells_names_as_they_are(event: Event) -> None:
    players = json.loads(event.get(f"/api/v1/tournaments/{event.id}/players"))
    assert {one["name"] for one in players} == set(NAMES.values())


def test_no_cell_of_the_standings_is_calculated(event: Event) -> None:
    heads, *rows = cells(render_standings(event.work.look()))
    names = [row[heads.index("name")] for row in rows]
    assert {name.removeprefix("'") for name in names} == set(NAMES.values())
    assert [cell for row in rows for cell in row if CALCULATED.match(cell)] == []


def test_no_cell_of_a_seating_is_calculated(event: Event) -> None:
    names = [name for name in NAMES.values() if len(name) < 100]
    page = event.client.post("/seating", data={"players": "\n".join(names), "rounds": "1", "seed": "1"})
    (path,) = set(re.findall(r'href="([^"]*/seating\.csv)"', page.text))
    rows = cells(event.get(path))
    assert {row[3].removeprefix("'") for row in rows[1:]} == set(names)
    assert [cell for row in rows for cell in row if CALCULATED.match(cell)] == []
    assert SCRIPT not in page.text


def test_a_calendar_has_the_lines_that_it_says(event: Event) -> None:
    text = event.get(f"/tournaments/{event.id}.ics")
    lines = text.replace("\r\n ", "").split("\r\n")
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    assert (lines.count("BEGIN:VEVENT"), lines.count("END:VCALENDAR")) == (1, 1)
    assert f"SUMMARY:{SCRIPT}" in lines
    # RFC 5545, 3.3.11: a comma, a semicolon and a backslash have a backslash before them.
    assert "LOCATION:A\\, B\\; C\\\\N \"D\" 'E'\\, =1+1" in lines


def test_a_game_s_record_is_read_back_seat_by_seat(event: Event) -> None:
    names = [name[:30] for name in NAMES.values()][:6]
    with event.app.app_context():
        id = create_table(event.context, TableWishes(names=names), by="Host")
        path = link_path(stores.current_secret(), id, HOST, {})
    assert list(parse_record(event.get(f"{path}/record.txt")).start().seats) == names
    page = event.get(path)
    assert SCRIPT not in page
    assert 'onmouseover="alert' not in page


@pytest.mark.parametrize("form", [form for form in ExportFormat if form is not ExportFormat.VDB])
@pytest.mark.parametrize("name", [*NAMES.values(), *REFUSED.values(), "A\n60x Blood Doll\nCrypt"])
def test_a_deck_is_read_back_whatever_it_is_called(event: Event, name: str, form: ExportFormat) -> None:
    sent = {"deck": {"name": name, "author": name, "comments": name, **deck_json()}, "to": form.value}
    answer = event.client.post("/api/v1/decks/convert", json=sent)
    assert answer.status_code == 200
    text = (answer.json or {})["text"]
    assert counts(text) == counts(WINNER)
    if form is ExportFormat.CSV:
        assert [cell for row in cells(text) for cell in row if CALCULATED.match(cell)] == []


@cache
def cards() -> CardDatabase:
    return load()


def deck_json() -> dict[str, object]:
    entries = read(WINNER, cards()).deck.entries
    return {"cards": [{"id": entry.card.id, "name": entry.card.unique_name, "count": entry.count} for entry in entries]}


def counts(text: str) -> dict[int, int]:
    reading = read(text, cards())
    assert reading.unresolved == ()
    return {entry.card.id: entry.count for entry in reading.deck.entries}


@pytest.mark.parametrize("sheet", ["seating", "names", "slips", "standings", "checkin", "tents"])
def test_a_sheet_prints_names_and_calculates_nothing(event: Event, sheet: str) -> None:
    answer = event.client.get(f"/api/v1/tournaments/{event.id}/sheets/{sheet}.pdf")
    assert answer.mimetype == "application/pdf"
    shown = "".join(paper.text(answer.data).split())
    for name in ("formula", "function", "template"):
        assert "".join(NAMES[name].split()) in shown
    assert b"/JavaScript" not in answer.data


PAGES = (
    *(f"{{event}}/console{page}" for page in ("/rounds/1/seats", "/players", "/players/6", "/rounds/1")),
    *(f"{{event}}/console{page}" for page in ("/standings", "/sanctions")),
    *("{event}/console/rounds/1/tables/2", "{event}/console/log"),
    *(f"{{event}}/judge{page}" for page in ("", "/players", "/players/1", "/rounds/1/tables/2")),
    *("{event}", f"{{event}}?q={quote(SCRIPT)}+nobody", "{event}/wall", "{player}", "{table}", "/tournaments"),
)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_names_and_runs_none(event: Event, page: str) -> None:
    key = links.key_of(event.context, event.id)
    player, table = links.player_path(event.id, 6, key), links.own_table_path(event.id, 1, 7, key)
    text = event.get(page.format(event=f"/tournaments/{event.id}", player=player, table=table))
    assert SCRIPT not in text
    assert 'onmouseover="alert' not in text
    assert "&lt;script&gt;alert(1)" in text


def test_the_code_of_a_link_is_a_drawing_alone(event: Event) -> None:
    page = event.get(f"/tournaments/{event.id}/console/room")
    (drawing,) = re.findall(r'class="qr"[^>]*>\s*(<svg.*?</svg>)', page, re.DOTALL)
    assert "<path" in drawing
    assert SCRIPT not in drawing
    assert re.search(r"\son\w+=|<script|javascript:", drawing) is None
