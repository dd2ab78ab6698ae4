from __future__ import annotations

import html
import re
import threading
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests import LONG
from tests.cards.updates import save_newer
from tests.web.pages import markup_of
from toolkit.cards.texts import CardTexts, save_texts
from toolkit.services.decks import card_refresh
from toolkit.services.kernel.cards import Refresh, keep_check, last_check
from toolkit.web import create_app
from toolkit.web.base.stores import context_of, current_entry_key


@pytest.mark.parametrize("text", ["govern unaligned", "GOVERN THE", "gouverner l'independant"])
def test_a_card_is_found_by_any_name(client: FlaskClient, text: str) -> None:
    if text.startswith("gouv"):
        text = dict(client.get("/api/v1/cards/100845").json["translations"]).get("fr", "Govern the Unaligned")
    answer = client.get("/cards/", query_string={"q": text})
    assert answer.status_code == 200
    assert "/cards/100845" in answer.text


def test_before_a_search_the_newest_sets_lead_to_their_cards(client: FlaskClient) -> None:
    page = markup_of(client.get("/cards/"))
    assert '<a href="/cards/?set=NB3"><span lang="en">New Blood III</span>' in page
    assert "28 February 2026" in page
    assert "Newest sets" not in client.get("/cards/", query_string={"q": "nana"}).text


def test_a_wrong_name_shows_the_nearest(client: FlaskClient) -> None:
    page = client.get("/cards/", query_string={"q": "Gouvern the Unaligned"}).text
    assert "No card has that name" in page
    assert "/cards/100845" in page


@pytest.mark.parametrize(
    ("asked", "card", "other"),
    [
        ({"clan": "Ventrue", "title": "Prince", "group": "2"}, "/cards/201139", "/cards/200517"),
        ({"q": "theo bell", "group": "6"}, "/cards/201613", "/cards/201362"),
        ({"type": "Political Action", "cost": "0", "set": "Jyhad"}, "/cards/101056", "/cards/100845"),
        ({"set": "NB3", "discipline": "ani"}, "/cards/", "/cards/100845"),
    ],
)
def test_a_card_is_found_by_what_it_is(client: FlaskClient, asked: dict, card: str, other: str) -> None:
    page = client.get("/cards/", query_string=asked).text
    assert card in page
    assert other not in page
    numbers = {f"/cards/{one['id']}" for one in client.get("/api/v1/cards/", query_string=asked | {"limit": 100}).json}
    assert other not in numbers
    assert any(number.startswith(card) for number in numbers)


def test_what_nothing_is_called_is_said_at_its_field(client: FlaskClient) -> None:
    answer = client.get("/cards/", query_string={"capacity": "many"})
    assert answer.status_code == 422
    assert 'id="capacity-error">A capacity is a number' in answer.text
    live = client.get("/cards/", query_string={"capacity": "many"}, headers={"X-Fragment": "found"})
    assert "A capacity is a number" in live.text
    api = client.get("/api/v1/cards/", query_string={"capacity": "many"})
    assert (api.status_code, api.json["code"]) == (422, "bad_query")


def test_a_search_by_facts_that_finds_nothing_suggests_nothing(client: FlaskClient) -> None:
    assert "No card is all of that." in client.get("/cards/", query_string={"clan": "Ventrue", "cost": "9"}).text
    answer = client.get("/api/v1/cards/", query_string={"q": "fame", "clan": "Ventrue"})
    assert (answer.status_code, answer.json) == (200, [])


def test_a_card_s_page_leads_to_its_text_and_its_rulings(client: FlaskClient) -> None:
    page = client.get("/cards/100845").text
    assert 'href="https://vdb.im/cards/100845"' in page
    assert 'href="https://rulings.krcg.org/index.html?uid=100845"' in page


def test_nothing_asked_nothing_found(client: FlaskClient) -> None:
    page = client.get("/cards/").text
    assert "No card" not in page


def test_an_overlong_name_is_refused(client: FlaskClient) -> None:
    assert client.get("/cards/", query_string={"q": "x" * 121}).status_code == 422


def test_what_is_typed_is_shown_as_text(client: FlaskClient) -> None:
    page = client.get("/cards/", query_string={"q": "<script>alert(1)</script>"}).text
    assert "<script>alert" not in page


def test_a_vampire_s_page_has_its_facts(client: FlaskClient) -> None:
    page = html.unescape(client.get("/cards/200517").text)
    for fact in ("Gilbert Duane", "Malkavian", "AUS DOM OBF", "Prince", "Jyhad", "Gilbert Duane (G6)"):
        assert fact in page
    assert "https://static.krcg.org/card/gilbertduaneg1.jpg" in page


def test_a_banned_card_says_so(client: FlaskClient) -> None:
    (card,) = client.get("/api/v1/cards/", query_string={"q": "Dramatic Upheaval"}).json or [None]
    page = client.get(f"/cards/{card['id']}").text
    assert card["banned"] is not None
    assert "Banned in tournaments since" in page


@pytest.mark.parametrize("path", ["/cards/199999", "/api/v1/cards/199999", "/cards/x"])
def test_a_missing_card_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_api_finds_and_shows(client: FlaskClient) -> None:
    found = client.get("/api/v1/cards/", query_string={"q": "Nana Buruku"}).json
    assert found is not None
    assert client.get(f"/api/v1/cards/{found[0]['id']}").json == found[0]
    assert (found[0]["clan"], found[0]["capacity"], found[0]["group"]) == ("Guruhi", 8, 4)


@pytest.mark.parametrize("q", ["100845", "GtU", "Govern the Unaligned", "govern una"])
def test_the_api_takes_a_number_initials_and_words(client: FlaskClient, q: str) -> None:
    assert client.get("/api/v1/cards/", query_string={"q": q}).json[0]["id"] == 100845


def test_the_api_takes_a_name_with_its_group(client: FlaskClient) -> None:
    (card,) = client.get("/api/v1/cards/", query_string={"q": "Theo Bell (G6)"}).json
    assert card["id"] == 201613


def test_a_wrong_name_finds_nothing_and_what_may_have_been_meant_is_asked_for(client: FlaskClient) -> None:
    found = client.get("/api/v1/cards/", query_string={"q": "Villien"})
    assert (found.status_code, found.json) == (200, [])
    near = client.get("/api/v1/cards/suggestions", query_string={"q": "Villien"})
    assert near.json[0] == {"id": 102121, "name": "Villein", "distance": 1}
    assert client.get("/api/v1/cards/suggestions").json["errors"]["query"]["q"]


def test_the_older_api_answers_a_wrong_name_with_404(client: FlaskClient) -> None:
    answer = client.get("/api/v1/cards/", query_string={"q": "Villien"}, headers={"Toolkit-Api": "0.1"})
    assert (answer.status_code, answer.json["code"]) == (404, "unknown_card")
    assert answer.json["message"] == "No card is called 'Villien'. Did you mean Villein or Lillian?"
    assert answer.json["suggestions"][0] == {"id": 102121, "name": "Villein", "distance": 1}


def test_pages_of_other_sites_may_look_cards_up(client: FlaskClient) -> None:
    for path in ("/api/v1/cards/?q=fame", "/api/v1/cards/100845", "/api/v1/cards/1"):
        assert client.get(path).headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("query", [{}, {"q": ""}, {"q": "x" * 121}, {"q": "a", "limit": 0}, {"q": "a", "limit": "x"}])
def test_the_api_names_what_does_not_fit(client: FlaskClient, query: dict) -> None:
    answer = client.get("/api/v1/cards/", query_string=query)
    assert answer.status_code == 422
    assert answer.json["errors"]["query"]


@pytest.mark.parametrize(
    ("asked", "card"),
    [
        ({"q": "govern the unal"}, 100845),
        ({"q": "rotschreck"}, 101654),
        ({"type": "Master", "q": "zurich"}, 101445),
    ],
)
def test_enter_takes_the_only_card(client: FlaskClient, asked: dict[str, str], card: int) -> None:
    answer = client.get("/cards/", query_string={**asked, "go": "1"})
    assert (answer.status_code, answer.location) == (303, f"/cards/{card}")
    # Whoever types on, or follows a link, sees it.
    assert client.get("/cards/", query_string=asked).status_code == 200


def test_enter_shows_several_cards_and_says_when_there_is_none(client: FlaskClient) -> None:
    assert client.get("/cards/?q=villon&go=1").status_code == 200
    assert "No card has a name like that." in client.get("/cards/?q=qqqqqq&go=1").text


@pytest.mark.parametrize("path", ["/cards/", "/cards/200517", "/api/v1/cards/", "/api/v1/cards/200517"])
def test_wrong_method(client: FlaskClient, path: str) -> None:
    assert client.post(path).status_code == 405


def test_an_update_of_the_data_folder_is_taken_up_without_a_restart(tmp_path: Path) -> None:
    client = create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "DATA_FOLDER": str(tmp_path)}).test_client()
    text = "1x Fame\n1x A Card of Tomorrow"
    assert client.get("/cards/299999").status_code == 404
    assert client.post("/api/v1/decks/check", json={"text": text}).json["crypt"]["count"] == 0
    save_newer(tmp_path)
    assert client.get("/cards/299999").status_code == 200
    assert client.post("/api/v1/decks/check", json={"text": text}).json["crypt"]["count"] == 1


def test_a_text_that_was_fetched_stands_on_the_card_s_page(folder_app: Flask, tmp_path: Path) -> None:
    client = folder_app.test_client()
    assert "Card text<" not in client.get("/cards/201035").text
    texts = {201035: {"en": "Invented <b>text</b>: [ani] sing.\n[ANI] Ⓓ dance. [1 CONVICTION]", "fr": "Chante."}}
    save_texts(tmp_path, CardTexts(origin="here", day=date(2026, 11, 22), etag="", texts=texts))
    page = client.get("/cards/201035").text
    assert "<p>Invented &lt;b&gt;text&lt;/b&gt;: " in page
    assert '<abbr title="Animalism">ani</abbr> sing.</p>' in page
    assert '<abbr title="superior Animalism">ANI</abbr>' in page
    assert '<abbr title="directed action">Ⓓ</abbr> dance. <b>1 conviction</b>' in page
    assert page.count("trademarks of Paradox Interactive AB") == 2
    french = markup_of(client.get("/cards/201035", headers={"Accept-Language": "fr"}))
    assert '<div lang="fr"><p>Chante.</p>' in french
    assert "Card text<" not in client.get("/cards/100001").text
    deck = client.post("/", data={"text": "12x Nana Buruku\n60x Blood Doll"}).text
    assert re.findall(r'class="peek" href="(.*?)"', deck) == ["/cards/201035#text"]
    text = page.partition('class="panel cardtext"')[2].partition("</section>")[0]
    assert "https://rulings.krcg.org/index.html?uid=201035" in text


@pytest.fixture
def folder_app(tmp_path: Path) -> Flask:
    return create_app({"TESTING": True, "WTF_CSRF_ENABLED": False, "DATA_FOLDER": str(tmp_path)})


def administrator(app: Flask) -> FlaskClient:
    client = app.test_client()
    with app.app_context():
        client.set_cookie("organizer", current_entry_key())
    return client


def test_the_administrator_sees_the_newest_card_and_what_an_update_would_change(
    folder_app: Flask, tmp_path: Path
) -> None:
    client = administrator(folder_app)
    page = client.get("/cards/data").text
    assert "28 February 2026" in page
    assert "New Blood III" in page
    assert "Not checked yet." in page
    keep_check(tmp_path, Refresh(day=date(2026, 11, 22), changed=True, count=4150, added=("Somebody New",)))
    assert "Somebody New" in client.get("/cards/data").text


@pytest.mark.parametrize(("texts", "asked"), [("with", True), ("without", False), ("", None), ("x", None)])
def test_the_administrator_fetches_and_removes_the_card_texts(
    folder_app: Flask, monkeypatch: pytest.MonkeyPatch, texts: str, asked: bool | None
) -> None:
    wished: list[object] = []
    monkeypatch.setattr(card_refresh, "refresh_cards", lambda *_, with_texts, **__: wished.append(with_texts))
    monkeypatch.setattr(card_refresh, "check_cards", lambda *_, **__: None)
    client = administrator(folder_app)
    assert "Fetch the card texts" in client.get("/cards/data").text
    client.post("/cards/data/update", data={"texts": texts})
    assert wished == [asked]


def test_events_are_judged_by_the_cards_of_the_apps_own_data_folder(folder_app: Flask, tmp_path: Path) -> None:
    save_newer(tmp_path)
    assert context_of(folder_app).cards()[299999].name == "A Card of Tomorrow"


def test_nobody_else_sees_or_updates_the_card_data(folder_app: Flask) -> None:
    client = folder_app.test_client()
    assert client.get("/cards/data").status_code == 403
    assert client.post("/cards/data/check").status_code == 403
    assert client.post("/cards/data/update").status_code == 403


def test_an_update_that_cannot_be_fetched_is_said(folder_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object, **__: object) -> None:
        raise card_refresh.ListUnreachable("No answer.")

    monkeypatch.setattr(card_refresh, "check_cards", unreachable)
    monkeypatch.setattr(card_refresh, "refresh_cards", unreachable)
    client = administrator(folder_app)
    for path in ("/cards/data/check", "/cards/data/update"):
        answer = client.post(path, follow_redirects=True)
        assert "No answer." in answer.text


def test_the_published_list_is_looked_at_once_a_day_where_it_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Path] = []
    monkeypatch.setattr("toolkit.web.decks.cards._check_quietly", lambda folder, today: looked.append(folder))
    app = create_app({"TESTING": True, "DATA_FOLDER": str(tmp_path), "CHECK_CARDS": True})
    for _ in "ab":
        app.test_client().get("/help/")
    for thread in threading.enumerate():
        if thread.name == "card check":
            thread.join(10)
    assert looked == [tmp_path]


def test_a_daily_look_that_fails_is_kept_for_the_administrator_and_disturbs_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offline = partial(card_refresh.check_cards, address="http://127.0.0.1:1")
    monkeypatch.setattr(card_refresh, "check_cards", offline)
    app = create_app({"TESTING": True, "DATA_FOLDER": str(tmp_path), "CHECK_CARDS": True})
    assert app.test_client().get("/help/").status_code == 200
    for thread in threading.enumerate():
        if thread.name == "card check":
            thread.join(LONG)
    check = last_check(tmp_path)
    assert check is not None
    assert "this machine is offline" in (check.error or "")
    page = administrator(app).get("/cards/data").text
    assert "could not be read" in page
    assert f"<p>{check.error}</p>" in page
