from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.sheets import paper
from tests.web.apps import app_on
from tests.web.lists import WINNER
from toolkit.languages import LANGUAGES
from toolkit.services.kernel.context import entry_key
from toolkit.sheets import SHEETS
from toolkit.web.base import stores

PACK = {"event": {"name": "Praxis Seizure: Žižkov"}, "rounds": [[["Ann", "Bo", "Cy", "Di"]]]}
TABLES = [[1, 2, 3, 4], [5, 6, 7, 8]]


@pytest.fixture
def app(sqlite_url: str) -> Iterator[Flask]:
    yield from app_on(sqlite_url, forms_need_tokens=True)


@pytest.fixture
def organizer(app: Flask) -> dict[str, str]:
    with app.app_context():
        return {"Authorization": f"Bearer {entry_key(stores.current_context().store)}"}


@pytest.fixture
def sheets(app: Flask, organizer: dict[str, str]) -> str:
    """The address of the sheets of a tournament with one round, whose standings nobody sees."""
    client = app.test_client()
    made = client.post("/api/v1/tournaments", json={"name": "Lyon", "date": "2026-11-21"}, headers=organizer)
    address = f"/api/v1/tournaments/{made.json['id']}"
    players = {"players": [{"name": f"Player {number}"} for number in range(1, 9)]}
    assert client.post(f"{address}/players", json=players, headers=organizer).status_code == 200
    drafted = client.post(f"{address}/rounds", json={"tables": TABLES}, headers=organizer)
    assert drafted.status_code == 200, drafted.text
    return f"{address}/sheets"


def test_every_sheet_is_listed(client: FlaskClient) -> None:
    listed = client.get("/api/v1/sheets").json["sheets"]
    assert [sheet["name"] for sheet in listed] == list(SHEETS)


def test_a_posted_seating_is_a_pdf_with_a_safe_file_name(client: FlaskClient) -> None:
    answer = client.post("/api/v1/sheets/slips.pdf?per_page=4&paper=letter", json=PACK)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.data.startswith(b"%PDF")
    assert answer.headers["Content-Disposition"] == 'inline; filename="praxis-seizure-zizkov-round-1-slips.pdf"'
    assert answer.headers["Sheet-Replaced"] == "0"


@pytest.mark.parametrize(
    ("path", "pack", "status", "sentence"),
    [
        ("nonsense.pdf", PACK, 404, "There is no sheet called “nonsense”"),
        ("slips.pdf?paper=a3", PACK, 404, "There is no paper size “a3”"),
        ("slips.pdf?round=4", PACK, 422, "Round 4 is not seated"),
        ("slips.pdf?language=vo", PACK, 422, f"There is no such language; there are: {', '.join(LANGUAGES)}."),
        ("slips.pdf?language=", PACK, 422, "There is no such language"),
        ("slips.pdf?per_page=3", PACK, 422, ""),
        ("slips.pdf", {}, 422, "No round is seated yet"),
        ("slips.pdf", {"rounds": 5}, 422, ""),
        ("slips.pdf", {"nonsense": 5}, 422, ""),
    ],
)
def test_what_cannot_be_printed_is_answered_with_a_sentence(
    client: FlaskClient, path: str, pack: dict[str, object], status: int, sentence: str
) -> None:
    answer = client.post(f"/api/v1/sheets/{path}", json=pack)
    assert answer.status_code == status, answer.text
    assert sentence in (answer.json["message"] + str(answer.json.get("errors")))
    assert answer.json["message"]


@pytest.mark.parametrize("sent", [b"{", b"[" * 100_000, b"nonsense"])
def test_a_sheet_that_does_not_exist_is_told_so_before_anything_is_read(client: FlaskClient, sent: bytes) -> None:
    posted = client.post("/api/v1/sheets/nonsense.pdf?per_page=3", data=sent, content_type="application/json")
    stored = client.get("/api/v1/tournaments/nonsense/sheets/nonsense.pdf?per_page=3")
    assert [(answer.status_code, answer.json["code"]) for answer in (posted, stored)] == [(404, "unknown_sheet")] * 2


CROWD = [f"Player {number}" for number in range(1_001)]
CROWDS: dict[str, dict[str, object]] = {
    "checkin": {"players": CROWD},
    "players": {"players": [{"name": name, "link": "http://x/p"} for name in CROWD]},
    "slips": {"rounds": [[CROWD[at : at + 4] for at in range(0, 1_001, 4)]]},
    "chart": {"rounds": [[CROWD[:4]], [CROWD[at : at + 4] for at in range(4, 1_001, 4)]]},
    "names": {"rounds": [{"tables": [CROWD[:4]], "sitting_out": CROWD[4:]}]},
    "standings": {"standings": [{"player": name} for name in CROWD]},
}


@pytest.mark.parametrize("sheet", CROWDS)
def test_a_sheet_of_more_than_1000_players_is_refused_before_it_is_drawn(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, sheet: str
) -> None:
    def drawn(*_: object, **__: object) -> None:
        raise AssertionError("something was drawn")

    monkeypatch.setattr("segno.make", drawn)
    monkeypatch.setattr("toolkit.sheets.pdf.render", drawn)
    answer = client.post(f"/api/v1/sheets/{sheet}.pdf", json=CROWDS[sheet])
    assert (answer.status_code, answer.json["code"]) == (422, "too_many_players")
    assert answer.json["message"] == "1,001 players: a sheet has room for up to 1,000."


def test_a_thousand_players_are_printed(client: FlaskClient) -> None:
    answer = client.post("/api/v1/sheets/checkin.pdf", json={"players": CROWD[:1_000]})
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")


def test_a_stored_event_of_more_than_1000_players(app: Flask, organizer: dict[str, str], sheets: str) -> None:
    client = app.test_client()
    more = {"players": [{"name": f"Guest {number}"} for number in range(1_000)]}
    added = client.post(f"{sheets.removesuffix('/sheets')}/players", json=more, headers=organizer)
    assert added.status_code == 200, added.text
    refused = client.get(f"{sheets}/checkin.pdf", headers=organizer)
    assert (refused.status_code, refused.json["code"]) == (422, "too_many_players")
    for page in ("registration", "seating"):
        assert client.get(f"{sheets}/{page}.pdf?private=1", headers=organizer).status_code == 200


def test_the_organizer_prints_a_draft_only_as_a_private_sheet(
    app: Flask, organizer: dict[str, str], sheets: str
) -> None:
    client = app.test_client()
    assert client.get(f"{sheets}/seating.pdf", headers=organizer).status_code == 422
    answer = client.get(f"{sheets}/seating.pdf?private=1", headers=organizer)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].endswith('filename="lyon-round-1-draft-seating.pdf"')


@pytest.mark.parametrize("name", [name for name, kind in SHEETS.items() if not kind.is_public])
def test_a_stranger_gets_no_sheet_of_the_organizers(app: Flask, sheets: str, name: str) -> None:
    answer = app.test_client().get(f"{sheets}/{name}.pdf?private=1")
    assert (answer.status_code, answer.json["code"]) == (404, "not_public")


def test_a_stranger_sees_no_draft_even_when_asking_for_it(app: Flask, sheets: str) -> None:
    assert app.test_client().get(f"{sheets}/seating.pdf?private=1").status_code == 422


def test_a_stranger_prints_the_published_seating(app: Flask, organizer: dict[str, str], sheets: str) -> None:
    client = app.test_client()
    published = client.post(f"{sheets.removesuffix('/sheets')}/rounds/publish", headers=organizer)
    assert published.status_code == 200, published.text
    assert client.get(f"{sheets}/seating.pdf").status_code == 200
    assert client.get(f"{sheets}/standings.pdf").status_code == 422


def test_an_unknown_tournament(client: FlaskClient, app: Flask) -> None:
    assert app.test_client().get("/api/v1/tournaments/nonsense/sheets/seating.pdf").status_code == 404


@pytest.fixture
def event(app: Flask, organizer: dict[str, str]) -> str:
    """An event that asks for decklists."""
    asked = {"name": "Lyon", "decklists": "paper"}
    return app.test_client().post("/api/v1/tournaments", json=asked, headers=organizer).json["id"]


def test_the_buttons_of_a_page_lead_to_sheets_that_are_printed(
    app: Flask, organizer: dict[str, str], sheets: str
) -> None:
    event = sheets.split("/")[-2]
    source = "{% from 'macros/sheets.html' import sheet_buttons with context %}"
    source += (
        f"{{{{ sheet_buttons('{event}', private=true) }}}}|{{{{ sheet_buttons('{event}', round=1, private=true) }}}}"
    )
    with app.test_request_context(headers=organizer):
        every, of_round = app.jinja_env.from_string(source).render().split("|")
    with app.test_request_context():
        public = app.jinja_env.from_string(source).render().split("|")[0]
    offered = re.findall(r'formaction="([^"]+)"', every)
    ready = {"round", "seating", "names", "tents", "slips", "chart", "checkin", "judges", "penalties"}
    assert {address.rpartition("/")[2].removesuffix(".pdf") for address in offered} == ready
    answers = [app.test_client().get(f"{address}?private=1", headers=organizer) for address in offered]
    assert {answer.status_code for answer in answers} == {200}
    assert public.count("formaction=") == 0  # the round is a draft
    assert f'formaction="{sheets}/slips.pdf"' in of_round
    assert 'name="round" value="1"' in of_round
    assert 'name="private" value="1"' in of_round
    assert "standings.pdf" not in of_round


@pytest.mark.parametrize(("language", "table"), [("en", "Table 1"), ("fr", "Table 1"), ("es", "Mesa 1")])
def test_a_sheet_is_in_the_language_asked_for(client: FlaskClient, language: str, table: str) -> None:
    answer = client.post(f"/api/v1/sheets/slips.pdf?language={language}", json=PACK)
    assert answer.headers["Content-Language"] == language
    assert answer.headers["Content-Disposition"] == 'inline; filename="praxis-seizure-zizkov-round-1-slips.pdf"'
    assert table in paper.text(answer.data)


def test_a_program_that_names_no_language_gets_english(client: FlaskClient) -> None:
    answer = client.post("/api/v1/sheets/slips.pdf", json=PACK, headers={"Accept-Language": "fr"})
    assert answer.headers["Content-Language"] == "en"


@pytest.mark.parametrize("language", ["fr", "es"])
def test_a_stored_event_is_printed_in_the_language_asked_for(
    app: Flask, organizer: dict[str, str], sheets: str, language: str
) -> None:
    answer = app.test_client().get(f"{sheets}/seating.pdf?private=1&language={language}", headers=organizer)
    shown = paper.text(answer.data)
    title, format = {"fr": ("Ronde 1 (projet)", "Construit"), "es": ("Ronda 1 (borrador)", "Construido")}[language]
    assert title in shown
    assert format in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_offer_the_reader_s_language_first(
    app: Flask, organizer: dict[str, str], event: str, language: str
) -> None:
    source = f"{{% from 'macros/sheets.html' import sheet_buttons with context %}}{{{{ sheet_buttons('{event}') }}}}"
    with app.test_request_context(headers={**organizer, "Accept-Language": language}):
        form = app.jinja_env.from_string(source).render()
    assert re.findall(r'name="language" value="(..)" checked', form) == [language]
    assert re.findall(r'name="language" value="(..)"', form) == list(LANGUAGES)


@pytest.fixture
def with_lists(app: Flask, organizer: dict[str, str], sheets: str) -> str:
    """Zoe, at table 1, and Ada and Mia, at table 2, have handed in a list; the five others have none."""
    client, address = app.test_client(), sheets.removesuffix("/sheets")
    for number, name in ((3, "Zoe"), (6, "Mia"), (5, "Ada")):
        client.patch(f"{address}/players/{number}", json={"name": name}, headers=organizer)
        sent = client.put(f"{address}/players/{number}/deck", json={"text": WINNER}, headers=organizer)
        assert sent.status_code == 200, sent.text
    return sheets


@pytest.mark.parametrize(
    ("asked", "whose", "without"),
    [
        ("decklists.pdf", ["Ada", "Mia", "Zoe"], "Player 1, Player 2, Player 4, Player 7, Player 8"),
        ("decklists.pdf?table=2", ["Ada", "Mia"], "Player 7, Player 8"),
        ("decklists.pdf?table=1&round=1", ["Zoe"], "Player 1, Player 2, Player 4"),
        ("decklist.pdf?player=6", ["Mia"], ""),
    ],
)
def test_decklists_are_printed_by_name_or_those_of_a_table(
    app: Flask, organizer: dict[str, str], with_lists: str, asked: str, whose: list[str], without: str
) -> None:
    answer = app.test_client().get(f"{with_lists}/{asked}", headers=organizer)
    shown = paper.text(answer.data)
    places = [shown.index(name) for name in whose]
    assert places == sorted(places)
    assert [name for name in ("Ada", "Mia", "Zoe") if name in shown] == sorted(whose)
    assert (f"No list handed in: {without}." in " ".join(shown.split())) is bool(without)


def test_lists_on_paper_are_named_as_such_and_not_missed(app: Flask, organizer: dict[str, str], sheets: str) -> None:
    client, address = app.test_client(), sheets.removesuffix("/sheets")

    def printed(asked: str) -> str:
        return " ".join(paper.text(client.get(f"{sheets}/{asked}", headers=organizer).data).split())

    for player in (1, 6):
        sent = client.put(f"{address}/players/{player}/paper-list", json={}, headers=organizer)
        assert sent.status_code == 200, sent.text
    assert client.post(f"{address}/rounds/1/deck-checks", json={"seed": 7, "count": 2}, headers=organizer).json
    shown = printed("decklists.pdf")
    assert "Lists on paper: Player 1, Player 6." in shown
    assert "No list handed in: Player 2, Player 3, Player 4, Player 5, Player 7, Player 8." in shown
    seat = re.search(r"Lists on paper: (.*?)\.", printed("checks.pdf"))
    assert seat is not None
    assert sorted(re.findall(r"Player \d \(table \d, seat \d\)", seat[1])) == [
        "Player 1 (table 1, seat 1)", "Player 6 (table 2, seat 2)",
    ]  # fmt: skip
    assert printed("checkin.pdf").count(" in ") == 2


def test_checks_drawn_from_a_committed_seed_are_headed_without_one(app: Flask, organizer: dict[str, str]) -> None:
    client = app.test_client()
    made = client.post("/api/v1/tournaments", json={"name": "Lyon"}, headers=organizer)
    address = f"/api/v1/tournaments/{made.json['id']}"
    client.post(f"{address}/players", json={"players": [{"name": name} for name in "ABCD"]}, headers=organizer)
    client.post(f"{address}/draws/commitment", json={}, headers=organizer)
    client.put(f"{address}/players/1/paper-list", json={}, headers=organizer)
    client.post(f"{address}/rounds", json={"publish": True}, headers=organizer)
    drawn = client.post(f"{address}/rounds/1/deck-checks", json={}, headers=organizer)
    assert drawn.status_code == 200, drawn.text
    shown = paper.text(client.get(f"{address}/sheets/checks.pdf", headers=organizer).data)
    assert "Deck checks of round 1  " in shown


@pytest.mark.parametrize(("asked", "status"), [("?table=9", 404), ("?table=0", 422), ("?round=1&table=x", 422)])
def test_decklists_of_no_table_are_refused(
    app: Flask, organizer: dict[str, str], with_lists: str, asked: str, status: int
) -> None:
    assert app.test_client().get(f"{with_lists}/decklists.pdf{asked}", headers=organizer).status_code == status


def test_decklists_are_not_public_and_where_there_are_none_it_is_said(
    app: Flask, organizer: dict[str, str], sheets: str
) -> None:
    assert app.test_client().get(f"{sheets}/decklists.pdf").status_code == 404
    answer = app.test_client().get(f"{sheets}/decklists.pdf", headers=organizer)
    assert (answer.status_code, answer.json["code"]) == (422, "nothing_to_print")
