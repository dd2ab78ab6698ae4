from __future__ import annotations

import json
import weakref
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.lists import DAY, MISSPELT, WINNER
from toolkit.decks.report_json import ReportView, report_view
from toolkit.schemas.derived import schema_of
from toolkit.web.api import decks as api_decks
from toolkit.web.api.decks import BatchReportView


def post(client: FlaskClient, path: str, **body: object) -> tuple[int, dict]:
    answer = client.post(f"/api/v1/decks/{path}", json=body)
    assert answer.json is not None
    return answer.status_code, answer.json


FAULTY = "Crypt\n11 Nana Buruku\n1 Villein\nLibrary\n59 Villein\n1 Dramatic Upheaval\n2 Freak Drvie\n1 Zzyzzyx Qwrtpsd"


@pytest.mark.parametrize("text", [WINNER, MISSPELT, "1x Vilein", FAULTY])
def test_a_report_has_the_documented_shape(client: FlaskClient, text: str) -> None:
    status, report = post(client, "check", text=text)
    assert status == 200
    assert schema_of(ReportView)().validate(report) == {}


def test_the_document_tells_the_steps_of_a_repair_apart(client: FlaskClient) -> None:
    schemas = client.get("/api/openapi.json").json["components"]["schemas"]
    steps = [
        schemas[one["$ref"].rpartition("/")[2]] for one in schemas["Report"]["properties"]["repair"]["items"]["oneOf"]
    ]
    keys = {step["properties"]["action"]["enum"][0]: set(step["required"]) - {"action"} for step in steps}
    assert keys == {
        "add": {"count", "card", "part"},
        "remove": {"count", "card", "part"},
        "replace": {"count", "card", "to", "part"},
        "move": {"count", "card", "to"},
        "rename": {"line", "card", "to"},
    }


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"text": ""}, "The list is empty. Give a decklist."),
        ({"text": "hello"}, "No line of this text names a card."),
        ({"text": "a\0b"}, "This is a binary file"),
        ({"text": "<html><body>Hello</body></html>"}, "This is a web page"),
        ({"text": "1 Villein\n" * 2001}, "2,001 lines"),
        ({"deck": {}}, "neither cards nor crypt"),
    ],
)
def test_what_is_no_decklist_is_refused_with_a_sentence(client: FlaskClient, body: dict, says: str) -> None:
    status, answer = post(client, "check", **body)
    assert (status, answer["code"]) == (422, "not_a_deck")
    assert says in answer["message"]


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
@pytest.mark.parametrize("path", ["check", "check-batch", "convert"])
def test_a_body_of_another_kind_is_told_what_is_wanted(client: FlaskClient, path: str, kind: str) -> None:
    answer = client.post(f"/api/v1/decks/{path}", data=f"text={WINNER}", content_type=kind)
    assert answer.status_code == 415
    assert "Content-Type: application/json" in answer.get_json()["message"]


WAYS = ("check", "convert")


def as_text(client: FlaskClient, address: str, body: bytes, kind: str = "text/plain") -> tuple[int, dict]:
    answer = client.post(f"/api/v1/decks/{address}", data=body, content_type=kind)
    assert answer.json is not None
    return answer.status_code, answer.json


@pytest.mark.parametrize("kind", ["text/plain", "text/plain; charset=utf-8"])
def test_a_list_may_be_the_body_and_what_it_is_judged_by_the_address(client: FlaskClient, kind: str) -> None:
    address = f"check?date={DAY}&name=winner.txt&format=limited&boosters=6&sets=V5,FB"
    status, report = as_text(client, address, WINNER.encode(), kind)
    _, same = post(
        client, "check", text=WINNER, date=DAY, name="winner.txt", format="limited", boosters=6, sets=["V5", "FB"]
    )
    assert (status, report) == (200, same)


def test_the_document_has_what_goes_with_a_list_that_is_the_body(client: FlaskClient) -> None:
    paths = client.get("/api/openapi.json").get_json()["paths"]
    asked = {way: [one["name"] for one in paths[f"/api/v1/decks/{way}"]["post"]["parameters"]] for way in WAYS}
    terms = ["format", "date", "players", "boosters", "booster_size", "starters", "sets", "legality"]
    assert asked == {"check": [*terms, "name", "number"], "convert": ["name", "number", "to"]}


def test_a_list_that_is_the_body_is_written_anew(client: FlaskClient) -> None:
    assert as_text(client, "convert?to=jol", WINNER.encode()) == post(client, "convert", text=WINNER, to="jol")


@pytest.mark.parametrize(
    ("address", "body", "status", "says"),
    [
        ("check", b"", 422, "deck"),
        ("check", b"%PDF-1.7", 422, "a PDF document"),
        ("check", b"hello", 422, "No line of this text names a card."),
        ("check?format=duel", b"1 Fame", 422, "no such rule set"),
        ("check?players=many", b"1 Fame", 422, "whole number"),
        ("check?surprise=1", b"1 Fame", 422, "Unknown field"),
        ("check?url=https://vdb.im/decks/1", b"1 Fame", 422, "one way only"),
        ("convert", b"1 Fame", 422, "Missing data"),
        ("check-batch", b"1 Fame", 415, "as JSON"),
    ],
)
def test_what_does_not_fit_a_list_that_is_the_body_is_said(
    client: FlaskClient, address: str, body: bytes, status: int, says: str
) -> None:
    answered, answer = as_text(client, address, body)
    assert answered == status
    assert says in json.dumps(answer, ensure_ascii=False)


@pytest.mark.parametrize("path", ["decks/check", "decks/check-batch", "decks/convert"])
def test_a_page_of_another_site_may_ask(client: FlaskClient, path: str) -> None:
    first = client.options(f"/api/v1/{path}", headers={"Origin": "https://other.example"})
    assert first.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in first.headers["Access-Control-Allow-Methods"]
    assert first.headers["Access-Control-Allow-Headers"] == "Content-Type"
    answer = client.post(f"/api/v1/{path}", json={"text": 5}, headers={"Origin": "https://other.example"})
    assert (answer.status_code, answer.headers["Access-Control-Allow-Origin"]) == (422, "*")


@pytest.mark.parametrize("path", ["/api/v1/tournaments", "/", "/organizer/x"])
def test_a_page_of_another_site_may_read_nothing_else(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={"Origin": "https://other.example"})
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_a_batch_tells_of_each_list_that_is_none(client: FlaskClient) -> None:
    status, answer = post(client, "check-batch", decks=[{"text": ""}, {"text": WINNER}], date=DAY)
    assert (status, answer["count"], answer["legal"]) == (200, 2, 1)
    assert answer["reports"][0]["problems"][0]["code"] == "not_a_deck"


def test_a_winning_list_is_legal_on_its_day(client: FlaskClient) -> None:
    _, report = post(client, "check", text=WINNER, date=DAY, name="winner.txt")
    assert (report["legal"], report["source"], report["date"]) == (True, "winner.txt", DAY)
    assert (report["crypt"]["count"], report["library"]["count"]) == (12, 90)
    assert {"id": 100106, "name": "Ashur Tablets", "count": 12, "section": "library"} in report["cards"]


def test_a_misspelt_name_is_open_with_its_candidate(client: FlaskClient) -> None:
    _, report = post(client, "check", text=MISSPELT, date=DAY)
    (line,) = report["lines"]["unresolved"]
    assert (report["legal"], line["text"], line["count"]) == (False, "Freak Drvie", 8)
    assert [candidate["id"] for candidate in line["candidates"]] == [100788]


def test_a_deck_as_json(client: FlaskClient) -> None:
    deck = {"name": "Two", "author": "", "cards": {"200517": 12, "100199": 60}}
    status, report = post(client, "check", deck=deck)
    assert (status, report["name"], report["crypt"]["count"], report["library"]["count"]) == (200, "Two", 12, 60)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "_schema"),
        ({"text": "1 Villein", "url": "https://vdb.im/decks/1"}, "_schema"),
        ({"text": 5}, "text"),
        ({"text": "x" * (256 * 1024 + 1)}, "text"),
        ({"text": "1 Villein", "date": "soon"}, "date"),
        ({"text": "1 Villein", "format": "duel"}, "format"),
        ({"text": "1 Villein", "players": 2.5}, "players"),
        ({"text": "1 Villein", "players": True}, "players"),
        ({"text": "1 Villein", "surprise": 1}, "surprise"),
    ],
)
def test_what_does_not_fit_is_named(client: FlaskClient, body: dict, field: str) -> None:
    status, answer = post(client, "check", **body)
    assert status == 422
    assert field in answer["errors"]["json"]


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_json_is_refused(client: FlaskClient, body: bytes) -> None:
    answer = client.post("/api/v1/decks/check", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["message"]


@pytest.mark.parametrize(
    ("body", "code", "status"),
    [
        ({"text": "1 Villein", "format": "casual"}, "bad_parameter", 422),
        ({"text": "1 Villein", "sets": ["Nonsense"]}, "unknown_set", 404),
        ({"url": "https://elsewhere.example/decks/1"}, "unknown_address", 422),
    ],
)
def test_a_refusal_has_a_code_and_a_sentence(client: FlaskClient, body: dict, code: str, status: int) -> None:
    answered, answer = post(client, "check", **body)
    assert (answered, answer["code"]) == (status, code)
    assert answer["message"].endswith(".")


def test_a_batch_keeps_its_order(client: FlaskClient) -> None:
    decks = [{"text": WINNER, "name": "a"}, {"text": MISSPELT, "name": "b"}]
    status, answer = post(client, "check-batch", decks=decks, date=DAY)
    assert status == 200
    assert schema_of(BatchReportView)().validate(answer) == {}
    assert (answer["count"], answer["legal"]) == (2, 1)
    assert [report["source"] for report in answer["reports"]] == ["a", "b"]


def test_a_batch_holds_one_report_at_a_time(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    # A hundred long ones took 60 MB, in pieces that were not given back.
    made, held = list[weakref.ref[ReportView]](), list[int]()

    def noted(*args: Any) -> ReportView:
        view = report_view(*args)
        held.append(sum(one() is not None for one in made))
        made.append(weakref.ref(view))
        return view

    monkeypatch.setattr(api_decks, "report_view", noted)
    post(client, "check-batch", decks=[{"text": MISSPELT}] * 5)
    assert len(made) == 5
    assert max(held) == 1


@pytest.mark.parametrize("decks", [[], [{"text": "1 Villein"}] * 101, [{"url": "https://vdb.im/decks/1"}], "no"])
def test_a_batch_is_bounded_and_follows_no_links(client: FlaskClient, decks: object) -> None:
    status, answer = post(client, "check-batch", decks=decks)
    assert status == 422
    assert "decks" in answer["errors"]["json"]


def test_a_deck_is_written_anew(client: FlaskClient) -> None:
    status, answer = post(client, "convert", text=WINNER, to="json")
    assert (status, answer["to"]) == (200, "json")
    _, report = post(client, "check", deck=json.loads(answer["text"]), date=DAY)
    assert report["library"]["count"] == 90


def test_a_list_with_an_open_line_is_not_written_anew(client: FlaskClient) -> None:
    status, answer = post(client, "convert", text=MISSPELT, to="twd")
    assert (status, answer["code"]) == (422, "open_lines")
    assert "Freak Drvie" in answer["message"]


def test_an_unknown_form(client: FlaskClient) -> None:
    status, answer = post(client, "convert", text=WINNER, to="pdf")
    assert status == 422
    assert "to" in answer["errors"]["json"]


def test_an_oversize_body_is_refused(client: FlaskClient) -> None:
    assert post(client, "check", text="x" * 3_000_000)[0] == 413


@pytest.mark.parametrize("path", ["check", "check-batch", "convert"])
def test_wrong_method(client: FlaskClient, path: str) -> None:
    assert client.get(f"/api/v1/decks/{path}").status_code == 405


def test_the_api_describes_itself(client: FlaskClient) -> None:
    document = client.get("/api/openapi.json").json
    assert document is not None
    paths = document["paths"]
    assert {f"/api/v1/decks/{name}" for name in ("check", "check-batch", "convert")} <= set(paths)
    shape = paths["/api/v1/decks/check"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert shape == {"$ref": "#/components/schemas/Report"}
    assert set(document["components"]["schemas"]["Report"]["properties"]) >= {"legal", "crypt", "problems", "rewrites"}


ALPHA = "Deck Name: Alpha\n\nCrypt\n12x Nana Buruku\n\nLibrary\n60x Villein\n"
BETA = "Crypt\n12x Anson\n\nLibrary\n59x Fame\n"


def test_several_decks_are_listed_and_none_is_judged(client: FlaskClient) -> None:
    answer = client.post("/api/v1/decks/check", json={"text": f"{ALPHA}\n{BETA}"})
    assert answer.status_code == 200
    report = answer.json
    assert (report["legal"], report["cards"], report["repair"]) == (False, [], [])
    assert [problem["code"] for problem in report["problems"]] == ["several_decks"]
    assert report["decks"] == [
        {"name": "Alpha", "first": 1, "last": 8, "crypt": 12, "library": 60},
        {"name": "", "first": 9, "last": 13, "crypt": 12, "library": 59},
    ]


def test_a_number_asks_for_one_of_several_decks(client: FlaskClient) -> None:
    body = {"text": f"{ALPHA}\n{BETA}", "number": 2}
    report = client.post("/api/v1/decks/check", json=body).json
    assert (report["library"]["count"], report["decks"]) == (59, [])
    answer = client.post("/api/v1/decks/convert", json=body | {"to": "jol"})
    assert answer.json["text"].split() == ["12x", "Anson", "59x", "Fame"]
    batch = client.post("/api/v1/decks/check-batch", json={"decks": [body, body | {"number": 1}]}).json
    assert [one["library"]["count"] for one in batch["reports"]] == [59, 60]
    text = client.post("/api/v1/decks/check?number=1", data=body["text"], content_type="text/plain").json
    assert (text["name"], text["legal"]) == ("Alpha", True)


@pytest.mark.parametrize(("number", "status"), [(3, 404), (0, 422), ("x", 422)])
def test_a_number_that_no_deck_has_is_refused(client: FlaskClient, number: object, status: int) -> None:
    answer = client.post("/api/v1/decks/check", json={"text": f"{ALPHA}\n{BETA}", "number": number})
    assert answer.status_code == status
