from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient

from toolkit.seating import criteria, seat
from toolkit.web.seating.pages import empty_form, token, values_of

NAMES = [f"Player {number}" for number in range(1, 34)]
EVENT = {"players": "\n".join(NAMES), "rounds": "3", "seed": "7"}


def rounds_of(text):
    """The rounds that a CSV of the page lists."""
    rounds = {}
    for line in text.splitlines()[1:]:
        number, table, _, name = line.split(",")
        rounds.setdefault(int(number), {}).setdefault(int(table), []).append(name)
    return [[rounds[number][table] for table in sorted(rounds[number])] for number in sorted(rounds)]


def test_the_empty_form(client: FlaskClient):
    answer = client.get("/seating")
    assert answer.status_code == 200
    assert 'name="players"' in answer.text
    assert 'href="/seating"' in answer.text


def test_a_pasted_list_is_seated(client: FlaskClient):
    answer = client.post("/seating", data=EVENT)
    assert answer.status_code == 200
    assert "This seating is optimal." in answer.text
    assert "33 players, 3 rounds" in answer.text
    for name in NAMES:
        assert answer.text.count(f"<li>{name}</li>") == 3
    assert 'class="meetings"' in answer.text


def test_a_number_is_enough(client: FlaskClient):
    assert "13 players, 3 rounds" in client.post("/seating", data={"players": "13", "rounds": "3"}).text


def test_the_link_gives_the_same_seating_again(client: FlaskClient):
    form = empty_form()
    form.values = dict(EVENT)
    path = f"/seating/plan/{token(form)}"
    page = client.get(path)
    assert page.status_code == 200
    assert f'value="http://localhost{path}"' in page.text
    table = client.get(f"{path}/seating.csv")
    assert table.mimetype == "text/csv"
    assert rounds_of(table.text) == json.loads(json.dumps(seat(NAMES, 3, seed=7).rounds))
    assert client.get(f"{path}/seating.csv").text == table.text
    assert client.get(f"{path}/seating.txt").text.startswith("Round 1\nTable 1: ")
    assert client.get(f"{path}/seating.pdf").status_code == 404


def test_a_drawn_seed_is_put_into_the_form_and_the_link(client: FlaskClient):
    page = client.post("/seating", data={"players": "20", "rounds": "2"}).text
    path = page.split('value="http://localhost')[1].split('"')[0]
    seed = values_of(path.rsplit("/", 1)[1])["seed"]
    assert f'value="{seed}"' in page
    assert f'value="{seed}"' in client.get(path).text


@pytest.mark.parametrize("event", ["x", "eNpx", "AAAA", "a" * 3000, "eJwrSC0qzs_LzMsGABaLBDQ"])
def test_a_damaged_link(client: FlaskClient, event: str):
    answer = client.get(f"/seating/plan/{event}")
    assert answer.status_code == 422
    assert "This link is damaged" in answer.text
    assert client.get(f"/seating/plan/{event}/seating.csv").status_code == 404


def test_wishes(client: FlaskClient):
    event = {"players": "12", "rounds": "2", "seed": "1", "apart": "1, 2\n", "places": "3 = 2:1\n4 = :2\n"}
    page = client.post("/seating", data=event)
    assert page.status_code == 200
    assert "Not every wish" not in page.text
    impossible = client.post("/seating", data={"players": "4", "rounds": "1", "apart": "1,2"})
    assert "Not every wish could be met." in impossible.text
    assert "1 and 2 share table 1 in round 1." in impossible.text


def test_staggered_events_say_who_sits_out(client: FlaskClient):
    assert client.post("/seating", data={"players": "7", "rounds": "2", "seed": "1"}).text.count("Sitting out:") == 3


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": ""}, "Enter the names, one per line, or the number of players."),
        ({"players": "3"}, "3 players: a table takes at least four."),
        ({"players": "Ann\nBob\nAnn\nCid\nDan"}, "Named more than once: Ann."),
        ({"players": "100000"}, "This page seats up to 1000 players."),
        ({"players": "x" * 200}, "Name 1 has 200 characters"),
        ({"players": "x\n" * 60_000}, "This is too long to be a list of names."),
        ({"rounds": "0"}, "0 rounds: an event has from 1 to 10 preliminary rounds."),
        ({"rounds": "50"}, "50 rounds: an event has from 1 to 10 preliminary rounds."),
        ({"rounds": "many"}, "Give the number of rounds."),
        ({"seed": "-1"}, "A seed is a whole number."),
        ({"seed": "9" * 40}, "A seed is a whole number."),
        ({"apart": "Nobody, Somebody"}, "Wished for, but not among the players: Nobody and Somebody."),
        ({"places": "nonsense"}, "is not a name, =, a table, and perhaps : and a seat."),
        ({"places": "Nobody = 1"}, "Wished for, but not among the players: Nobody."),
        ({"places": "Player 1 = 99"}, "Player 1 should sit at table 99, but there are only 7 tables."),
    ],
)
def test_what_cannot_be_stays_in_the_form_with_a_sentence(client: FlaskClient, change, sentence):
    answer = client.post("/seating", data=EVENT | change)
    assert answer.status_code == 422
    assert sentence in answer.text.replace("&#34;", '"')
    field, value = next(iter(change.items()))
    if len(value) < 100:
        assert f'id="{field}-error"' in answer.text


def test_names_are_escaped_and_never_become_formulas(client: FlaskClient):
    names = "<script>alert(1)</script>\n=1+1\nBob\nCid"
    page = client.post("/seating", data={"players": names, "rounds": "1", "seed": "1"}).text
    assert "<script>alert(1)" not in page
    assert "&#39;=1+1" in page


def test_the_live_module_gets_the_fragment_alone(client: FlaskClient):
    answer = client.post("/seating", data=EVENT, headers={"X-Fragment": "seating"})
    assert answer.text.lstrip().startswith('<div id="seating"')


def test_a_wrong_method(client: FlaskClient):
    assert client.delete("/seating").status_code == 405


def test_the_page_speaks_french(client: FlaskClient):
    page = client.post("/seating", data=EVENT, headers={"Accept-Language": "fr"}).text
    assert "Ce placement est optimal." in page
    assert "Ronde 3" in page
    wish = {"players": "4", "rounds": "1", "apart": "1,2"}
    page = client.post("/seating", data=wish, headers={"Accept-Language": "fr"}).text
    assert "1 et 2 partagent la table 1 à la ronde 1." in page
    page = client.post("/seating", data=EVENT | {"rounds": "50"}, headers={"Accept-Language": "es"}).text
    assert "50 rondas: un torneo tiene de 1 a 10 rondas preliminares." in page


# The API


def test_api_makes_a_seating(client: FlaskClient):
    found = client.post("/api/v1/seating", json={"players": 13, "rounds": 3, "seed": 7}).json
    assert found["optimal"] is True
    assert found["criteria"]["r4"] == found["bounds"]["r4"] == 16
    assert found["seed"] == 7
    assert found["rounds"] == json.loads(json.dumps(seat([str(n) for n in range(1, 14)], 3, seed=7).rounds))


def test_api_plans_on_a_history(client: FlaskClient):
    first = client.post("/api/v1/seating", json={"players": NAMES[:13], "rounds": 3, "seed": 1}).json["rounds"][0]
    request = {"players": NAMES[1:13], "rounds": 3, "history": [first], "seconds": 0.05, "seed": 1}
    refused = client.post("/api/v1/seating", json=request)
    assert refused.status_code == 422
    assert refused.json["code"] == "unknown_player"
    found = client.post("/api/v1/seating", json=request | {"dropped": NAMES[:1]}).json
    assert found["rounds"][0] == first
    assert found["played"] == 1


def test_api_scores(client: FlaskClient):
    rounds = seat(NAMES, 3, seed=2).rounds
    found = client.post("/api/v1/seating/score", json={"rounds": rounds}).json
    assert found["criteria"] == criteria(rounds).figures()
    assert found["optimal"] is True
    assert client.post("/api/v1/seating/score", json={"rounds": []}).status_code == 422


def test_api_edits_and_repairs(client: FlaskClient):
    rounds = seat(NAMES, 3, seed=2).rounds
    swap = {"rounds": rounds, "edit": "swap", "player": rounds[2][0][0], "other": rounds[2][3][1]}
    edited = client.post("/api/v1/seating/edit", json=swap).json
    assert edited["moved"] == 2
    assert edited["better"] is False
    assert edited["changes"]
    repairs = client.post("/api/v1/seating/fix", json={"rounds": edited["rounds"], "table": 1}).json
    assert repairs[0]["better"] is True
    assert repairs[0]["after"] == criteria(rounds).figures()


@pytest.mark.parametrize(
    ("edit", "code", "status"),
    [
        ({"edit": "swap", "player": "Player 1"}, "missing_argument", 422),
        ({"edit": "remove", "player": "nobody"}, "no_such_seat", 404),
        ({"edit": "add", "player": "Player 1"}, "bad_history", 422),
        ({"edit": "balance", "round": 9}, "no_such_seat", 404),
    ],
)
def test_api_refuses_edits_that_make_no_sense(client: FlaskClient, edit, code, status):
    rounds = seat(NAMES, 3, seed=2).rounds
    answer = client.post("/api/v1/seating/edit", json={"rounds": rounds} | edit)
    assert (answer.status_code, answer.json["code"]) == (status, code)


@pytest.mark.parametrize(
    "request_",
    [
        {"players": 13},
        {"players": 13, "rounds": "3"},
        {"players": [1.5] * 8, "rounds": 3},
        {"players": [""] * 8, "rounds": 3},
        {"players": True, "rounds": 3},
        {"players": 2500, "rounds": 3},
        {"players": 13, "rounds": 3, "seconds": 100},
        {"players": 13, "rounds": 3, "history": "x"},
        {"players": 13, "rounds": 3, "more": 1},
        {"players": 13, "rounds": 3, "places": {"1": {"table": "x"}}},
    ],
)
def test_api_refuses_what_does_not_fit(client: FlaskClient, request_):
    answer = client.post("/api/v1/seating", json=request_)
    assert answer.status_code == 422
    assert answer.json["message"]


def test_the_api_is_documented(client: FlaskClient):
    paths = client.get("/api/openapi.json").json["paths"]
    assert {"/api/v1/seating", "/api/v1/seating/score", "/api/v1/seating/fix", "/api/v1/seating/edit"} <= set(paths)
