"""Events by their results only on their pages: read, checked, entered, shown, corrected, removed."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.exchange.events import FILE
from tests.exchange.test_results import FOLDER
from tests.web.pages import markup_of, text_of


def read(client: FlaskClient, sample: str, **fields: str) -> str:
    content = (io.BytesIO((FOLDER / sample).read_bytes()), sample)
    return client.post("/results", data={"file": content, **fields}, content_type="multipart/form-data").text


def text_in(page: str) -> str:
    found = re.search(r'<textarea id="text"[^>]*>\n(.*?)</textarea>', page, re.DOTALL)
    assert found
    return unescape(found[1])


@pytest.fixture
def event(organizer: FlaskClient) -> str:
    text = text_in(read(organizer, "results.csv"))
    made = organizer.post("/results", data={"text": text, "key": "k"})
    assert made.status_code == 303
    return str(made.location)


def test_a_file_is_shown_before_it_is_entered(organizer: FlaskClient) -> None:
    page = read(organizer, "archondata.txt", name="Harbour Cup", date="2026-09-12", kind="grand_prix")
    text = text_in(page)
    assert "# name: Harbour Cup\n# date: 2026-09-12\n# kind: grand_prix" in text
    assert "No event by its results yet." in organizer.get("/results").text
    made = organizer.post("/results", data={"text": text, "key": "k"})
    assert organizer.post("/results", data={"text": text, "key": "k"}).location == made.location


def test_everybody_sees_it_and_only_officials_the_numbers(app: Flask, organizer: FlaskClient, event: str) -> None:
    mine, others = organizer.get(event).text, app.test_client().get(event).text
    assert "results only" in others
    assert ("9990009" in mine, "9990009" in others, "Rasheed Olm" in others) == (True, False, True)
    assert re.search(
        r'href="/results/\w+">Harbour Cup</a>.*?results only', organizer.get("/ratings?on=2026-11-01").text, re.S
    )


def test_its_names_lead_to_the_persons_pages(app: Flask, organizer: FlaskClient, event: str) -> None:
    stranger = app.test_client()
    names = re.findall(r'<th scope="row">\s*(?:<a href="(/persons/[^"]+)">)?', stranger.get(event).text)
    assert len(names) > 5
    assert all(names)
    assert {stranger.get(name, follow_redirects=True).status_code for name in names} == {200}


def test_it_has_only_columns_with_something_in_them(organizer: FlaskClient) -> None:
    rows = "".join(f"{place},Player {place},1,2,30\n" for place in range(1, 13))
    text = f"# name: No final\n# date: 2026-09-12\nplace,name,gw,vp,tp\n{rows}"
    made = organizer.post("/results", data={"text": text, "key": "k"})
    page = text_of(organizer.get(made.location))
    assert "Not rated: no final. Place Player GW VP TP 1 Player 1 1 2 30 2 Player 2" in page


def test_what_is_wrong_stands_beside_the_text_and_nothing_is_entered(organizer: FlaskClient) -> None:
    page = read(organizer, "archondata.txt")
    assert "The event&#39;s day is missing" in page
    assert text_in(page).startswith("# name: \n")
    told = organizer.post(
        "/results", data={"file": (io.BytesIO(b"%PDF-"), "x.pdf")}, content_type="multipart/form-data"
    )
    assert (told.status_code, "This is a PDF document" in told.text) == (422, True)
    assert "No event by its results yet." in organizer.get("/results").text


def test_it_is_corrected_removed_and_restored(organizer: FlaskClient, event: str) -> None:
    text = text_in(organizer.get(f"{event}/edit").text).replace("Rasheed", "Rashid")
    organizer.post(f"{event}/edit", data={"do": "correct", "text": text, "key": "a"})
    assert "Rashid Olm" in organizer.get(event).text
    organizer.post(f"{event}/edit", data={"do": "remove", "key": "b"})
    assert "they count nowhere" in organizer.get(event).text
    organizer.post(f"{event}/edit", data={"do": "undo", "key": "c"})
    assert "they count nowhere" not in organizer.get(event).text


def test_a_league_takes_it_by_a_tick(organizer: FlaskClient, event: str) -> None:
    league = organizer.post("/leagues", data={"name": "Coast", "preset": "rtp"}).location
    id = event.rpartition("/")[2]
    ticked = re.search(rf'name="event" value="{id}">(.*?)</label>', markup_of(organizer.get(league)))
    assert text_of(ticked[1]) == "Harbour Cup 12 September 2026 · Gdynia · 10 players results only"
    organizer.post(league, data={"do": "add", "event": id})
    page = organizer.get(league.removesuffix("/edit")).text
    assert f'href="/results/{id}"' in page
    assert "116" in page


def test_a_whole_event_of_the_same_number_is_said_on_both_pages(organizer: FlaskClient, event: str) -> None:
    whole = organizer.post("/api/v1/tournaments/import", json={"content": FILE.read_text(encoding="utf-8")}).json["id"]
    report = f"/tournaments/{whole}/console/report"
    assert "replaces results" not in organizer.get(report).text
    organizer.patch(f"/api/v1/tournaments/{whole}/configuration", json={"vekn_event": "99901"})
    assert f'href="{event}">This event replaces results' in organizer.get(report).text
    assert f'href="/tournaments/{whole}"' in organizer.get(event).text
