"""The event at Archon on the console: consent, the dry run, sending, players' numbers; nothing where it is off."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from io import BytesIO
from math import inf
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.services.events.archon_site import EVENT, FOLDER, SECRET, SECRETS, UID, ArchonSite, serving
from tests.web.api.test_api_tournaments import BASE, key_of
from tests.web.apps import app_on
from tests.web.pages import text_of
from toolkit.services.events.archon import keep_secret, kept_token
from toolkit.web.events.archon import number_checks

HTTPS = {"base_url": "https://localhost"}
TYPED = {"code": "99901", "category-1": "unsportsmanlike_conduct", "words-1": "Out in round 2."}


@pytest.fixture
def app(sqlite_url: str) -> Iterator[Flask]:
    yield from app_on(sqlite_url)


@pytest.fixture
def organizer(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.get(f"/organizer/{key_of(app)}")
    client.get(f"/organizer/{key_of(app)}", **HTTPS)
    return client


@pytest.fixture
def event(organizer: FlaskClient) -> str:
    content = (FOLDER / "export.jsonl").read_text("utf-8")
    return str(organizer.post(f"{BASE}/import", json={"content": content}).json["id"])


@pytest.fixture
def page(event: str) -> str:
    return f"/tournaments/{event}/console/report/archon"


@pytest.fixture
def site(app: Flask) -> Iterator[ArchonSite]:
    with serving(ArchonSite()) as site:
        keep_secret(Path(app.config["DATA_FOLDER"]), SECRET)
        for name, value in site.settings.items():
            app.config[name.removeprefix("VTES_TOOLKIT_")] = value
        yield site


def test_without_an_address_there_is_no_page_no_button_and_no_field(
    organizer: FlaskClient, event: str, page: str
) -> None:
    numbers = f"/tournaments/{event}/console/players/numbers"
    for answer in (
        *(organizer.get(address) for address in (page, numbers, "/archon/callback?state=-&code=k")),
        *(
            organizer.post(address, data={"do": "send", "code": "99901"})
            for address in (page, numbers, f"{numbers}/each")
        ),
    ):
        assert answer.status_code == 404
    assert 'name="archon"' not in organizer.get("/tournaments/").text
    assert organizer.post("/tournaments/import", data={"archon": "99901"}).status_code == 422
    for address in ("report", "players"):
        shown = organizer.get(f"/tournaments/{event}/console/{address}").text
        assert page not in shown
        assert numbers not in shown


def test_the_dry_run_is_a_list_to_do_by_hand(organizer: FlaskClient, page: str, site: ArchonSite) -> None:
    assert f'href="{page}"' in organizer.get(page.removesuffix("/archon")).text
    shown = text_of(organizer.get(page))
    for words in ("Open registration.", "Round 1, table 1: enter", "Finish the final.", "POST /api/tournaments/"):
        assert words in shown
    assert "Give consent at Archon" not in shown
    assert site.calls == []


def test_consent_is_given_kept_and_used_and_the_event_is_sent(
    app: Flask, organizer: FlaskClient, event: str, page: str, site: ArchonSite
) -> None:
    site.valid.add("app.1")
    asked = organizer.post(page, data={**TYPED, "do": "consent"}, **HTTPS)
    address = html.unescape(re.findall(r'href="([^"]*/consent\?[^"]*)"', asked.text)[0])
    values = {name: value for name, (value,) in parse_qs(urlsplit(address).query).items()}
    assert (values["redirect_uri"], values["tournament"]) == ("https://localhost/archon/callback", UID)
    back = f"/archon/callback?code=k1&state={values['state']}"
    stranger = app.test_client()
    with stranger.session_transaction(**HTTPS) as kept:
        kept["archon_state"] = values["state"]
    assert stranger.get(back, **HTTPS).status_code == 404
    assert organizer.get(back, **HTTPS).status_code == 303
    assert kept_token(Path(app.config["DATA_FOLDER"]), event, now=0) is not None
    assert organizer.get(back, **HTTPS).status_code == 404
    compared = text_of(organizer.post(page, data={**TYPED, "do": "compare"}))
    assert "Steps left at Archon" in compared
    assert site.taken == []
    sent = organizer.post(page, data={**TYPED, "do": "finish"})
    assert sent.status_code == 303, text_of(sent)
    assert "Steps sent: 29. Left: 0." in text_of(organizer.get(page))
    assert (site.event["state"], site.event["winner"]) == ("Finished", EVENT["winner"])
    # The forms' own keys are drawn by lot, and may hold any letters.
    log = re.sub(r"[\w.-]{60,}", "", organizer.get(f"/tournaments/{event}/console/log").text)
    assert "Result sent to Archon: event 99901." in log
    for secret in (SECRET, *SECRETS):
        assert secret not in log


def test_a_typed_token_is_used_once_and_never_shown(
    app: Flask, organizer: FlaskClient, event: str, page: str, site: ArchonSite
) -> None:
    site.valid.add("typed-token")
    site.faults = [("StartRound", "offline")]
    answer = organizer.post(page, data={**TYPED, "token": "typed-token", "do": "send"})
    assert answer.status_code == 409
    assert "bring it online first" in answer.text
    assert "typed-token" not in answer.text
    assert kept_token(Path(app.config["DATA_FOLDER"]), event, now=0) is None
    assert site.taken


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"code": "two words"}, "Write its code, its uid or the address of its page"),
        ({"words-1": ""}, "Archon shows them."),
        ({"code": "00000"}, "Archon does not know event 00000."),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_sent(
    organizer: FlaskClient, page: str, site: ArchonSite, typed: dict[str, str], sentence: str
) -> None:
    site.valid.add("t")
    answer = organizer.post(page, data={**TYPED, "token": "t", "do": "send", **typed})
    assert answer.status_code in (404, 409, 422)
    assert sentence in text_of(answer)
    assert site.taken == []


def test_numbers_are_checked_when_asked_and_then_told_beside_the_players(
    organizer: FlaskClient, event: str, site: ArchonSite
) -> None:
    players = f"/tournaments/{event}/console/players"
    assert f'href="{players}/numbers"' in organizer.get(players).text
    site.members = [member for member in site.members if member["vekn_id"] != "9990004"]
    assert "Archon does not know 9990004." not in organizer.get(f"{players}/numbers").text
    assert "Archon does not know 9990004." in organizer.post(f"{players}/numbers").text
    assert "Archon does not know 9990004." in organizer.get(players).text
    assert "Archon does not know" not in organizer.get(f"/tournaments/{event}").text


def test_a_registration_waits_for_no_check_and_organizers_alone_read_its_outcome(
    app: Flask, organizer: FlaskClient, event: str, site: ArchonSite
) -> None:
    checks = app.extensions["number_checks"] = number_checks(app)
    checks.thread.start, checks._sleep = (lambda: None), (lambda _: None)
    page = f"/tournaments/{event}/console/players/numbers"
    organizer.post(f"{BASE}/{event}/reopen", json={"reason": "One more"})
    assert organizer.post(f"{page}/each", data={"checks_numbers": "1"}).status_code == 303
    added = organizer.post(f"{BASE}/{event}/players", json={"players": [{"name": "Zed", "vekn": "9990099"}]})
    assert (added.status_code, site.calls) == (200, [])
    site.faults = [("GET /v1/users/9990001", "hang up")]
    outbox = checks.thread.outbox
    due = outbox.next_due()
    outbox.run(lambda: due)
    for address in (page, page.removesuffix("/numbers")):
        assert "New VEKN numbers could not be checked: Archon does not answer" in text_of(organizer.get(address))
    assert "Not checked yet: 11." in text_of(organizer.get(page))
    outbox.run(lambda: inf)
    assert "Archon does not know 9990099." in organizer.get(page.removesuffix("/numbers")).text
    assert "Archon" not in text_of(app.test_client().get(f"/tournaments/{event}"))
    organizer.post(f"{page}/each")
    assert "Check each new number" in organizer.get(page).text
    checks.close()


def test_an_event_that_is_not_reported_offers_no_look_at_numbers(organizer: FlaskClient, site: ArchonSite) -> None:
    rehearsed = organizer.post("/tournaments/rehearsal", data={"players": "8"}).headers["Location"]
    shown = organizer.get(f"{rehearsed.partition('/console')[0]}/console/players")
    assert (shown.status_code, "/players/numbers" in shown.text) == (200, False)


def fields_of(page: str) -> dict[str, str]:
    """The hidden fields and the chosen kind of a preview."""
    hidden = re.findall(r'<input\s[^>]*type="hidden"[^>]*name="(\w+)"\s[^>]*value="([^"]*)"', page)
    return {**dict(hidden), **dict(re.findall(r'<input\s[^>]*name="(name-\d+)"[^>]*value="([^"]*)"', page))}


def test_an_event_is_read_by_its_code_once(organizer: FlaskClient, site: ArchonSite) -> None:
    site.event = json.loads(json.dumps(EVENT))
    assert 'name="archon"' in organizer.get("/tournaments/").text
    shown = organizer.post("/tournaments/import", data={"archon": "99901"})
    assert (shown.status_code, "10 players, 2 rounds and a final." in text_of(shown)) == (200, True)
    assert organizer.get(f"{BASE}").json == []
    form = {**fields_of(shown.text), "kind": "grand_prix", "name-9990004": "Tomo Varga-Lind", "do": "import"}
    read, resent = (organizer.post("/tournaments/import-archon", data={**form, "key": "k" * 16}) for _ in range(2))
    assert (read.status_code, "/console" in read.headers["Location"]) == (303, True)
    assert resent.headers["Location"] == read.headers["Location"]
    made = organizer.get(f"{BASE}/{read.headers['Location'].split('/')[2]}").json["configuration"]
    assert (made["name"], made["kind"]) == ("Harbour Cup", "grand_prix")
    again = organizer.post("/tournaments/import", data={"archon": "99901"})
    assert (again.status_code, "This event is here already" in text_of(again)) == (422, True)
    unknown = organizer.post("/tournaments/import", data={"archon": "00000"})
    assert (unknown.status_code, "does not know event 00000" in text_of(unknown)) == (422, True)


def test_an_event_without_seats_is_checked_and_entered_by_its_results(organizer: FlaskClient, site: ArchonSite) -> None:
    site.event = {**EVENT, "rounds": [], "event_code": "QX4B7K", "external_ids": {}, "name": "Quay Cup"}
    shown = organizer.post("/tournaments/import", data={"archon": "QX4B7K"})
    text = html.unescape(re.findall(r"<textarea[^>]*>\n?(.*?)</textarea>", shown.text, re.DOTALL)[0])
    assert "# name: Quay Cup" in text
    assert "/results/" in organizer.post("/results", data={"text": text}).headers["Location"]


def test_differing_standings_need_a_reason_and_a_members_file_gives_names(organizer: FlaskClient) -> None:
    rows = [json.loads(line) for line in (FOLDER / "export.jsonl").read_text("utf-8").splitlines()]
    next(row["data"] for row in rows if row["type"] == "tournament")["standings"][0]["vp"] = 6.5
    content = "\n".join(map(json.dumps, rows)).encode()
    shown = organizer.post("/tournaments/import", data={"file": (BytesIO(content), "event.jsonl")})
    assert "VEKN 9990001: 2 GW 6 VP 120 TP here, 2 GW 6.5 VP 120 TP at Archon." in text_of(shown)
    form = {**fields_of(shown.text), "kind": "", "do": "import"}
    refused = organizer.post("/tournaments/import-archon", data=form)
    assert (refused.status_code, "Write a reason" in text_of(refused)) == (422, True)
    assert '<details class="more">' in refused.text
    broken = organizer.post("/tournaments/import-archon", data={**form, "content": "H4sI"})
    assert (broken.status_code, "choose the file again" in text_of(broken)) == (422, True)
    members = (BytesIO(b"veknid,firstname,lastname\n9990004,Tomo,Varga-Lind\n1000001,Ana,Lima\n"), "members.csv")
    named = organizer.post("/tournaments/import-archon", data={**form, "do": "preview", "members": members})
    assert fields_of(named.text)["name-9990004"] == "Tomo Varga-Lind"
    assert "Ana Lima" not in named.text
    form = {**fields_of(named.text), "kind": "", "accepted": "Typed wrong there", "do": "import"}
    made = organizer.post("/tournaments/import-archon", data=form).headers["Location"].split("/")[2]
    assert "Tomo Varga-Lind" in [player["name"] for player in organizer.get(f"{BASE}/{made}/players").json]
    assert "Typed wrong there" in organizer.get(f"/tournaments/{made}/console/log").text
