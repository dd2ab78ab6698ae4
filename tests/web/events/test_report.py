"""The day is over: what is owed, what is missing and where it is mended, the texts to copy, the ticks."""

from __future__ import annotations

import base64
import html
import io
import re
from collections.abc import Iterator

import openpyxl
import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.exchange.events import ARCHONDATA, FILE
from tests.exchange.template import PROTECTED, archon
from tests.services.events.vekn_site import PASSWORD, USER, Site, serving
from tests.web.api.test_api_tournaments import BASE, key_of
from tests.web.apps import app_on
from toolkit.services.events.reports import check_writers
from toolkit.tournament.receivers import Output


@pytest.fixture
def app(sqlite_url: str) -> Iterator[Flask]:
    yield from app_on(sqlite_url)


@pytest.fixture
def organizer(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.get(f"/organizer/{key_of(app)}")
    return client


@pytest.fixture
def address(organizer: FlaskClient) -> str:
    made = organizer.post(f"{BASE}/import", json={"content": FILE.read_text(encoding="utf-8")})
    return f"/tournaments/{made.json['id']}/console"


def card(page: str, to: str) -> str:
    found = re.search(rf'<section[^>]*data-key="report-{to}"\s*>(.*?)</section>', page, re.DOTALL)
    assert found
    return html.unescape(found[1])


# Media type and file name of reports that others read; `@` is the event's id, 13999 its number on the VEKN's calendar.
FILES = {
    "archondata": "text/plain; charset=utf-8 @-archondata.txt",
    "workbook": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet @-workbook.xlsx",
    "post": "text/plain; charset=utf-8 13999.txt",
    "decks": "application/zip 13999.zip",
    "standings": "text/csv; charset=utf-8 @-standings.csv",
    "rounds": "text/csv; charset=utf-8 @-rounds.csv",
    "text": "text/plain; charset=utf-8 @-text.txt",
    "calendar": "text/calendar; charset=utf-8 @-calendar.ics",
}


OWED = sum(to.kind.is_owed for to in Output)


def test_each_report_is_a_file_of_its_kind(organizer: FlaskClient, address: str) -> None:
    id = address.split("/")[2]
    organizer.patch(f"{BASE}/{id}/configuration", json={"vekn_event": "13999"})
    found = {to: organizer.get(f"{BASE}/{id}/report/{to}") for to in Output}
    assert [answer.status_code for answer in found.values()] == [200] * len(found)
    named = {to: answer.headers["Content-Disposition"].split('"')[1].replace(id, "@") for to, answer in found.items()}
    files = {to: f"{answer.content_type} {named[to]}" for to, answer in found.items()}
    assert {to: files[to] for to in FILES} == FILES
    for to, answer in found.items():
        assert (answer.mimetype, named[to].rpartition(".")[2]) == (to.kind.media_type, to.kind.ending)


def test_the_post_comes_with_a_pull_request_to_the_archive(organizer: FlaskClient, address: str) -> None:
    assert "github.com" not in organizer.get(f"{address}/report").text
    organizer.patch(f"{BASE}/{address.split('/')[2]}/configuration", json={"vekn_event": "13999"})
    post = card(organizer.get(f"{address}/report").text, "post")
    assert 'href="https://github.com/GiottoVerducci/TWD/new/master/decks?filename=13999.txt"' in post
    assert 'value="13999.txt"' in post
    assert 'value="Add TWD: Prague Cup"' in post
    assert "Prague Cup\nhttps://www.vekn.net/event-calendar/event/13999\nSent by the organizer." in post


def test_a_report_without_a_writer_is_found_when_the_reports_are_loaded() -> None:
    with pytest.raises(TypeError, match=r"^Output\.CALENDAR has no writer: add one to _WRITERS of "):
        check_writers(set(Output) - {Output.CALENDAR})


def test_everyone_may_have_what_the_players_see(app: Flask, organizer: FlaskClient, address: str) -> None:
    id, everyone = address.split("/")[2], app.test_client()

    def given() -> set[str]:
        answers = {to.value: everyone.get(f"{BASE}/{id}/report/{to}").status_code for to in Output}
        assert set(answers.values()) == {200, 403}
        return {to for to, status in answers.items() if status == 200}

    assert given() & FILES.keys() == {"standings", "rounds", "text", "calendar"}
    assert given() == {to.value for to in Output if to.kind.is_public}
    organizer.post(f"{address}/reopen", data={"reason": "look"})
    organizer.patch(f"{BASE}/{id}/configuration", json={"standings_seen_by": "nobody"})
    assert given() & FILES.keys() == {"calendar"}
    assert given() == {to.value for to in Output if to.kind.is_public and not to.kind.shows_points}


def test_an_evening_that_is_no_event_of_the_vekn_is_told_how_to_say_so(organizer: FlaskClient) -> None:
    id = organizer.post(BASE, json={"name": "Friday night"}).json["id"]
    words = "Not an event of the VEKN? Choose its kind: Unsanctioned."
    assert words in organizer.get(f"/tournaments/{id}/console/report").text
    for answer in ({"vekn_event": "12345"}, {"vekn_event": "", "is_sanctioned": False}):
        assert organizer.patch(f"{BASE}/{id}/configuration", json=answer).status_code == 200
        assert words not in organizer.get(f"/tournaments/{id}/console/report").text


def test_a_finished_event_leads_there_next(organizer: FlaskClient, address: str) -> None:
    assert re.search(rf'href="{address}/report"\s+data-next', organizer.get(f"{address}/standings").text)
    page = organizer.get(f"{address}/report").text
    assert "29 November 2026" in page
    assert f"{OWED} reports to send." in page


def test_what_is_missing_leads_to_the_page_that_mends_it(organizer: FlaskClient, address: str) -> None:
    post = card(organizer.get(f"{address}/report").text, "post")
    assert 'class="blocker-bad"' in post
    assert f'<a href="{address}/settings#vekn_event">The settings do not say the event' in post
    assert "Download" not in post
    settings = organizer.get(f"{address}/settings").text
    field = settings.partition('data-field="vekn_event"')[2].partition("<input")[0]
    assert "The settings do not say the event" in html.unescape(field)


def test_what_is_missing_is_mended_where_it_is_told(organizer: FlaskClient, address: str) -> None:
    organizer.post(f"{address}/players/3/change", data={"name": "Player Nr3", "vekn": ""})
    above = organizer.get(f"{address}/report").text.partition('class="part report')[0]
    assert f'action="{address}/report/settings"' in above
    assert f'action="{address}/report/players/3"' in above
    refused = organizer.post(f"{address}/report/players/3", data={"vekn": "1000001"})
    assert refused.status_code == 422
    assert "Player Nr1 has the VEKN number 1000001 already." in html.unescape(refused.text).partition("panel report")[0]
    assert organizer.post(f"{address}/report/settings", data={"vekn_event": "x"}).status_code == 422
    for path, sent in (("settings", {"vekn_event": "13999"}), ("players/3", {"vekn": "1000003"})):
        assert organizer.post(f"{address}/report/{path}", data=sent).status_code == 303
    page = organizer.get(f"{address}/report").text
    assert "blocker-bad" not in page.partition('class="part report')[0]
    assert ARCHONDATA in html.unescape(page)
    assert 'value="2"' in organizer.get(f"{address}/settings").text.partition('data-field="rounds"')[2][:200]


def test_the_line_is_there_to_be_copied_byte_for_byte(organizer: FlaskClient, address: str) -> None:
    shown = card(organizer.get(f"{address}/report").text, "archondata")
    text = re.search(r"<textarea[^>]*>(.*?)</textarea>", shown, re.DOTALL)
    assert text is not None
    # A browser leaves out the first line break of a field.
    assert text[1].removeprefix("\n") == ARCHONDATA + "\n"


def test_a_tick_is_counted_told_and_taken_back(organizer: FlaskClient, address: str) -> None:
    ticked = organizer.post(f"{address}/report/ticks", data={"to": "text", "is_out": "true"})
    assert ticked.status_code == 303
    page = organizer.get(f"{address}/report").text
    assert f"{OWED - 1} reports to send." in page
    assert "done on" in card(page, "text")
    assert "Done: Result for chats and forums." in organizer.get(f"{address}/log").text
    organizer.post(f"{address}/report/ticks", data={"to": "text", "is_out": "false"})
    assert "5 reports to send." in organizer.get(f"{address}/report").text


def test_nothing_is_ticked_before_the_end(organizer: FlaskClient, address: str) -> None:
    organizer.post(f"{address}/reopen", data={"reason": "look"})
    page = organizer.get(f"{address}/report").text
    assert "The event is not finished." in card(page, "archondata")
    assert organizer.post(f"{address}/report/ticks", data={"to": "text", "is_out": "true"}).status_code == 409


def test_closing_the_event_leads_there_and_to_the_next_one(organizer: FlaskClient, address: str) -> None:
    organizer.post(f"{address}/reopen", data={"reason": "look"})
    assert f'href="{address}/report"' in organizer.get(f"{address}/standings").text
    assert organizer.post(f"{address}/finish").headers["Location"] == f"{address}/standings"
    assert f'<a href="{address}/report">Reports</a>' in organizer.get(f"{address}/standings").text
    assert f'href="{address}/again"' in organizer.get(f"{address}/report").text


def test_what_blocks_reports_stands_above_them_once(organizer: FlaskClient, address: str) -> None:
    organizer.post(f"{address}/reopen", data={"reason": "look"})
    above, _, below = organizer.get(f"{address}/report").text.partition('class="part report')
    assert above.count("The event is not finished.") == 1
    assert below.count("The event is not finished.") > 1


def test_a_stranger_sees_nothing_of_it(app: Flask, address: str) -> None:
    assert app.test_client().get(f"{address}/report").status_code == 404


@pytest.mark.parametrize(("language", "title"), [("fr", "Rapports"), ("es", "Informes")])
def test_it_speaks_the_readers_language(organizer: FlaskClient, address: str, language: str, title: str) -> None:
    page = organizer.get(f"{address}/report", headers={"Accept-Language": language}).text
    assert f"<h1>{title}</h1>" in page
    assert {"fr": "Prêt", "es": "Listo"}[language] in card(page, "standings")
    assert ARCHONDATA in html.unescape(page)


def is_protected(content: bytes) -> bool:
    """Whether the sheets are protected as those of the organizer's own workbook are; ours are not."""
    file = openpyxl.load_workbook(io.BytesIO(content))
    return [sheet.title for sheet in file.worksheets if sheet.protection.sheet] == [*PROTECTED]


def test_the_organizer_s_own_workbook_is_kept_and_filled_in(organizer: FlaskClient, address: str) -> None:
    event = address.split("/")[2]
    file = f"{BASE}/{event}/report/workbook"
    assert not is_protected(organizer.get(file).data)
    sent = {"file": (io.BytesIO(archon()), "The Archon 1.5l.xlsx")}
    assert organizer.post(f"{address}/report/template", data=sent).status_code == 303
    assert "It is filled into your own workbook." in card(organizer.get(f"{address}/report").text, "workbook")
    assert is_protected(organizer.get(file).data)
    organizer.post(f"{address}/report/template", data={"drop": "1"})
    assert not is_protected(organizer.get(file).data)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"%PDF-1.7", "This is a PDF document, not an Archon workbook."), (None, "Choose a file first.")],
)
def test_what_cannot_be_filled_in_is_refused_beside_the_field(
    organizer: FlaskClient, address: str, content: bytes | None, sentence: str
) -> None:
    sent = {"file": (io.BytesIO(content), "a.xlsx")} if content else {}
    answer = organizer.post(f"{address}/report/template", data=sent)
    assert answer.status_code == 422
    assert sentence in card(answer.text, "workbook")


def test_a_program_keeps_and_drops_the_workbook(organizer: FlaskClient, address: str) -> None:
    event = address.split("/")[2]
    report = f"{BASE}/{event}/report"
    sent = {"file": base64.b64encode(archon()).decode()}
    assert organizer.put(f"{report}/template", json=sent).status_code == 204
    assert is_protected(organizer.get(f"{report}/workbook").data)
    assert organizer.delete(f"{report}/template").status_code == 204
    assert not is_protected(organizer.get(f"{report}/workbook").data)
    refused = organizer.put(f"{report}/template", json={"file": base64.b64encode(b"name,vekn").decode()})
    assert refused.status_code == 422
    assert refused.json["message"] == "This is a text, not an Archon workbook. Choose an Archon 1.5l, saved as XLSX."
    assert organizer.put(f"{BASE}/none/report/template", json=sent).status_code == 404


@pytest.fixture
def site(app: Flask) -> Iterator[Site]:
    with serving(Site()) as site:
        app.config["VEKN_URL"] = site.url
        yield site


@pytest.fixture
def numbered(organizer: FlaskClient, address: str) -> str:
    """The event with its number on the calendar."""
    event = f"{BASE}/{address.split('/')[2]}"
    organizer.post(f"{event}/reopen", json={"reason": "number"})
    organizer.patch(f"{event}/configuration", json={"vekn_event": "13999"})
    assert organizer.post(f"{event}/finish", json={}).status_code == 200
    return address


def test_the_result_is_shown_compared_and_sent(organizer: FlaskClient, numbered: str, site: Site) -> None:
    assert f'href="{numbered}/report/push"' in card(organizer.get(f"{numbered}/report").text, "archondata")
    page = html.unescape(organizer.get(f"{numbered}/report/push").text)
    assert ARCHONDATA in page
    login = {"user": USER, "password": PASSWORD}
    site.event["event_name"] = "Prag Cup"
    compared = organizer.post(f"{numbered}/report/push", data={**login, "do": "compare"})
    assert "The calendar calls it “Prag Cup”" in html.unescape(compared.text)
    assert site.sent == []
    assert organizer.post(f"{numbered}/report/push", data={**login, "do": "send"}).status_code == 303
    assert site.sent == [ARCHONDATA]
    assert "done on" in card(organizer.get(f"{numbered}/report").text, "archondata")
    assert "Result sent to vekn.net: event 13999." in organizer.get(f"{numbered}/log").text


def test_the_calendar_can_be_asked_before_the_end(organizer: FlaskClient, numbered: str, site: Site) -> None:
    organizer.post(f"{numbered}/reopen", data={"reason": "look"})
    site.event["rounds"] = "3R+F"
    page = html.unescape(organizer.get(f"{numbered}/report/push").text)
    assert "The event is not finished." in page
    assert 'value="send"' not in page
    login = {"user": USER, "password": PASSWORD}
    answer = organizer.post(f"{numbered}/report/push", data={**login, "do": "compare"})
    said = "The calendar has 4 rounds with the final, the settings have 3: correct one of them."
    assert said in answer.text
    assert said in card(organizer.get(f"{numbered}/report").text, "archondata")
    reports = organizer.get(f"{numbered}/report").text
    assert f'<a href="{numbered}/settings#rounds">{said}</a>' in card(reports, "archondata")


def test_a_refused_login_shows_no_password_again(organizer: FlaskClient, numbered: str, site: Site) -> None:
    wrong = "a wrong passw0rd"
    answer = organizer.post(f"{numbered}/report/push", data={"user": USER, "password": wrong, "do": "send"})
    assert answer.status_code == 409
    assert "vekn.net says that the password is wrong." in answer.text
    assert f'value="{USER}"' in answer.text
    assert wrong not in answer.text
    assert site.sent == []


def test_without_an_address_there_is_no_button_and_no_page(organizer: FlaskClient, numbered: str) -> None:
    assert "report/push" not in organizer.get(f"{numbered}/report").text
    for answer in (
        organizer.get(f"{numbered}/report/push"),
        organizer.post(f"{numbered}/report/push", data={"user": USER, "password": PASSWORD, "do": "send"}),
    ):
        assert answer.status_code == 404
