"""A championship weekend at every door: linked, decided, shown to all, day 2 made, one link a person, one wall."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from tests.exchange.events import FILE as PRAGUE
from tests.web.access.conftest import Hall
from tests.web.apps import app_on
from tests.web.forms.drawn import forms_of
from tests.web.pages import sentences_of, text_of
from toolkit.cli import cli
from toolkit.services.accounts import accounts
from toolkit.services.kernel import links
from toolkit.services.kernel.roles import Role
from toolkit.services.lifecycle.tournaments import create, import_tournament
from toolkit.services.season.weekends import card_paths, people_of_weekend
from toolkit.tournament import Configuration
from toolkit.web.base.stores import context_of

ROWS = [
    {"role": "lcq", "take": "winner", "source": "house rule", "day": "2026-01-01"},
    {"role": "day_1", "take": "first_n", "n": 4, "skips_qualified": True, "passes_down": True},
]

FIELD = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


def imported(app: Flask) -> str:
    """The Prague Cup: 9 won it as second seed; before the final 11 was first, then 9 2 4 6 12."""
    return import_tournament(context_of(app), PRAGUE.read_bytes()).id


@pytest.fixture
def weekend(app: Flask, organizer: FlaskClient) -> str:
    id = organizer.post("/api/v1/weekends", json={"name": "EC 2026", "rows": ROWS}).json["id"]
    for role in ("lcq", "day_1"):
        answer = organizer.put(f"/api/v1/weekends/{id}/events", json={"event": imported(app), "role": role})
        assert answer.status_code == 200, answer.text
    return str(id)


def shown(client: FlaskClient, id: str) -> dict:
    return client.get(f"/api/v1/weekends/{id}").json


def test_who_is_in_and_why_is_everybodys_to_see(app: Flask, weekend: str) -> None:
    stranger = app.test_client()
    first = shown(stranger, weekend)
    assert (first["qualified"][0]["name"], first["qualified"][0]["row"]) == ("Player Nr9", 1)
    assert {one["name"] for one in first["qualified"][1:]} == {f"Player Nr{n}" for n in (11, 2, 4, 6)}
    assert (first["others"][0]["name"], first["others"][0]["short"]) == ("Player Nr12", 1)
    page = text_of(stranger.get(f"/weekends/{weekend}"))
    assert "5 players are in." in page
    assert "Last-chance qualifier: the winner" in page
    assert "house rule, 1 January 2026" in page
    assert "Make day 2" not in page
    assert stranger.post(f"/api/v1/weekends/{weekend}/next").status_code == 403


def test_a_declined_place_is_shown_as_free_and_given_by_hand(organizer: FlaskClient, weekend: str) -> None:
    organizer.post(f"/api/v1/weekends/{weekend}/decline", json={"person": "1000004"})
    now = shown(organizer, weekend)
    assert (len(now["qualified"]), now["free"]) == (4, 1)
    assert "1 place is free" in text_of(organizer.get(f"/weekends/{weekend}"))
    assert organizer.post(f"/weekends/{weekend}/next").status_code == 303
    assert shown(organizer, weekend)["qualified"][-1]["name"] == "Player Nr12"
    assert "Asked the next of row 2: Player Nr12." in sentences_of(organizer.get(f"/weekends/{weekend}"))
    refused = organizer.post(f"/weekends/{weekend}/next")
    assert (refused.status_code, "No place is free" in refused.text) == (404, True)


def drawn(client: FlaskClient, page: str, action: str) -> dict[str, str]:
    """The form of a page that is sent there, as a browser has it."""
    (form,) = [one for one in forms_of(client.get(page).text) if one.action == action]
    return form.sent


def test_a_weekend_is_made_once(organizer: FlaskClient) -> None:
    form = {**drawn(organizer, "/weekends", "/weekends"), "name": "EC 2027"}
    assert organizer.post("/weekends", data=form).location == organizer.post("/weekends", data=form).location
    assert organizer.post("/weekends", data={**form, "name": "EC 2028"}).status_code == 303
    assert [one["name"] for one in organizer.get("/api/v1/weekends").json] == ["EC 2028", "EC 2027"]


@pytest.mark.parametrize("button", ["next", "undo"])
def test_a_button_that_is_sent_twice_gives_one_place(organizer: FlaskClient, weekend: str, button: str) -> None:
    for person in ("1000004", "1000006"):
        organizer.post(f"/api/v1/weekends/{weekend}/decline", json={"person": person})
    found = [shown(organizer, weekend)["free"]]
    page, action = f"/weekends/{weekend}", f"/weekends/{weekend}/{button}"
    for sendings in (2, 1):
        form = drawn(organizer, page, action)
        for _ in range(sendings):
            assert organizer.post(action, data=form).status_code == 303
            found.append(shown(organizer, weekend)["free"])
    assert found == [2, 1, 1, 0]


def test_day_2_is_an_ordinary_event_of_those_who_are_in(app: Flask, organizer: FlaskClient, weekend: str) -> None:
    made = organizer.post(f"/api/v1/weekends/{weekend}/day-2", json={"date": "2026-11-22"}).json["event"]
    state = context_of(app).tournaments.look(made).state
    assert {player.vekn for player in state.players.values()} == {"1000009", "1000011", "1000002", "1000004", "1000006"}
    assert (state.settings.date.isoformat(), state.settings.rounds) == ("2026-11-22", 2)
    assert organizer.post(f"/api/v1/weekends/{weekend}/day-2", json={}).status_code == 409
    assert shown(organizer, weekend)["day_2"] == made


def asked(page: str) -> dict[str, str]:
    """What the button of the question sends, but for its token and key."""
    form = page.partition("<main")[2].split('role="status"', 1)[1].split("</form>", 1)[0]
    return {name: value for name, value in FIELD.findall(form) if name in ("players", "name", "date")}


def test_the_page_asks_before_it_makes_day_2(app: Flask, organizer: FlaskClient, weekend: str) -> None:
    path = f"/weekends/{weekend}/day-2"
    page = organizer.post(path, data={"name": "The “Day”", "date": "2026-11-22"})
    assert "Make “The “Day”” with 5 players?" in text_of(page)
    assert "Day: 22 November 2026" in text_of(page)
    assert shown(organizer, weekend)["day_2"] is None
    made = organizer.post(path, data=asked(page.text))
    id = shown(organizer, weekend)["day_2"]
    assert (made.status_code, made.headers["Location"]) == (303, f"/tournaments/{id}/console")
    settings = context_of(app).tournaments.look(id).state.settings
    assert (settings.name, settings.date.isoformat()) == ("The “Day”", "2026-11-22")


def test_another_list_is_asked_about_once_more(organizer: FlaskClient, weekend: str) -> None:
    path = f"/weekends/{weekend}/day-2"
    confirmed = asked(organizer.post(path).text)
    organizer.post(f"/weekends/{weekend}/decline", data={"person": "1000006"})
    assert "with 4 players?" in text_of(organizer.post(path, data=confirmed))
    assert shown(organizer, weekend)["day_2"] is None


def test_a_day_2_that_cannot_be_made_is_not_asked_about(organizer: FlaskClient, weekend: str) -> None:
    refused = organizer.post(f"/weekends/{weekend}/day-2", data={"date": "soon"})
    assert (refused.status_code, "with 5 players?" in refused.text) == (422, False)


def test_day_2_waits_for_day_1(app: Flask, organizer: FlaskClient) -> None:
    id = organizer.post("/api/v1/weekends", json={"name": "EC"}).json["id"]
    assert organizer.post(f"/api/v1/weekends/{id}/day-2", json={}).json["code"] == "no_event"
    lyon = create(context_of(app), Configuration(name="Lyon"), by="Test").id
    for role, event in (("grand_prix", imported(app)), ("lcq", imported(app)), ("day_1", lyon)):
        organizer.put(f"/api/v1/weekends/{id}/events", json={"event": event, "role": role})
    refused = organizer.post(f"/api/v1/weekends/{id}/day-2", json={})
    assert (refused.status_code, refused.json["message"]) == (409, "Not over yet: Day 1.")
    again = organizer.put(f"/api/v1/weekends/{id}/events", json={"event": imported(app), "role": "day_1"})
    assert (again.status_code, again.json["code"]) == (422, "role_taken")


def card(app: Flask, weekend: str, vekn: str) -> str:
    """The address on the card of that person, as it is printed now."""
    context = context_of(app)
    people = people_of_weekend(context, context.weekends.look(weekend).state)
    return dict(zip((one.vekn for one in people), card_paths(context, weekend, people), strict=True))[vekn]


def test_one_link_a_person_leads_to_where_they_play(
    app: Flask, organizer: FlaskClient, weekend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = context_of(app)
    everybody = people_of_weekend(context, context.weekends.look(weekend).state)
    assert len(everybody) == 13
    path = card(app, weekend, "1000009")
    made = organizer.post(f"/api/v1/weekends/{weekend}/day-2", json={}).json["event"]
    answer = app.test_client().get(path)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(f"/tournaments/{made}/players/")
    assert "Player Nr9" in app.test_client().get(answer.headers["Location"]).text
    assert app.test_client().get(path[:-1] + "x").status_code == 404
    refused = organizer.get(f"/weekends/{weekend}/cards.pdf")
    assert "Phones cannot open the address of these codes." in refused.text
    monkeypatch.setattr("toolkit.sheets.qr.opens_only_here", lambda _link: False)
    cards = organizer.get(f"/weekends/{weekend}/cards.pdf")
    assert cards.data.startswith(b"%PDF")
    assert app.test_client().get(f"/weekends/{weekend}/cards.pdf").status_code == 404


def test_a_card_of_before_has_the_address_that_it_always_had(app: Flask, weekend: str) -> None:
    old = links.make_token(links.key_of(context_of(app), weekend).secret, "weekend", weekend, "1000009")
    assert card(app, weekend, "1000009") == f"/weekends/{weekend}/people/1000009/{old}"


def test_a_replaced_link_ends_the_cards_of_its_player_alone(app: Flask, organizer: FlaskClient, weekend: str) -> None:
    (lcq, _), phone = context_of(app).weekends.look(weekend).state.events, app.test_client()
    printed = [card(app, weekend, vekn) for vekn in ("1000009", "1000011")]
    organizer.post(f"/tournaments/{lcq}/console/access/player", data={"player": 9})
    answers = [phone.get(path) for path in printed]
    assert [answer.status_code for answer in answers] == [404, 302]
    assert "This link was replaced by a new one" in answers[0].text
    assert phone.get(card(app, weekend, "1000009")).status_code == 302
    # Nor does the event that it was replaced in bring the old card back by going.
    organizer.delete(f"/api/v1/weekends/{weekend}/events/{lcq}")
    assert phone.get(printed[0]).status_code == 404


def test_a_card_does_not_open_an_event_that_comes_with_a_replaced_link(
    app: Flask, organizer: FlaskClient, weekend: str
) -> None:
    printed, side, phone = card(app, weekend, "1000009"), imported(app), app.test_client()
    organizer.post(f"/tournaments/{side}/console/access/player", data={"player": 9})
    assert phone.get(printed).status_code == 302
    organizer.put(f"/api/v1/weekends/{weekend}/events", json={"event": side, "role": "side"})
    assert phone.get(printed).status_code == 404


def test_a_lost_card_is_replaced_with_every_link_of_its_player(
    app: Flask, organizer: FlaskClient, weekend: str
) -> None:
    phone, sent = app.test_client(), {"person": "1000009"}
    pages = [phone.get(printed := card(app, weekend, "1000009")).location]
    assert organizer.post(f"/weekends/{weekend}/cards/renew", data=sent).status_code == 303
    assert [phone.get(page).status_code for page in (printed, *pages)] == [404, 404]
    assert phone.get(phone.get(card(app, weekend, "1000009")).location).status_code == 200
    assert organizer.post(f"/weekends/{weekend}/cards/renew", data={"person": "x"}).status_code == 404
    assert phone.post(f"/weekends/{weekend}/cards/renew", data=sent).status_code in (403, 404)


class Rights:
    """A weekend of Odile's on a server, with the Prague Cup as day 1, which Zoe runs with her."""

    def __init__(self, app: Flask) -> None:
        self.hall, self.context = Hall(app), context_of(app)
        self.event = imported(app)
        self.odile, self.zoe = self.hall.account("Odile"), self.hall.account("Zoe")
        self.account = accounts.account_named(self.context, "Odile")
        for name in ("Odile", "Zoe"):
            accounts.add_member(self.context, self.event, accounts.account_named(self.context, name), Role.ORGANIZER)
        self.id = self.odile.post("/api/v1/weekends", json={"name": "EC", "rows": ROWS[1:]}).json["id"]
        self.link()
        self.card = card(app, self.id, "1000004")

    def link(self, status: int = 200) -> None:
        sent = {"event": self.event, "role": "day_1"}
        answer = self.odile.put(f"/api/v1/weekends/{self.id}/events", json=sent)
        assert answer.status_code == status, answer.text

    def remove(self) -> None:
        path = f"/tournaments/{self.event}/console/access/members/remove"
        assert self.zoe.post(path, data={"account": self.account.id}).status_code == 303

    def disqualify(self, player: int) -> None:
        self.zoe.post(f"/api/v1/tournaments/{self.event}/reopen", json={"reason": "x"})
        sent = {"player": player, "kind": "disqualification", "rule": "1", "note": "x", "judge": "Zoe", "sure": True}
        answer = self.zoe.post(f"/api/v1/tournaments/{self.event}/sanctions", json=sent)
        assert answer.status_code == 200, answer.text

    @property
    def shown(self) -> tuple[list[str], str]:
        """Who is in as everybody sees it, and since when the event stays as it was."""
        found = shown(self.hall.app.test_client(), self.id)
        return [one["name"] for one in found["qualified"]], found["events"][0]["kept_on"]


@pytest.fixture
def rights(sqlite_url: str) -> Iterator[Rights]:
    yield from map(Rights, app_on(sqlite_url, accounts=True, RATELIMIT_ENABLED=False))


FOUR = ["Player Nr11", "Player Nr9", "Player Nr2", "Player Nr4"]


def test_an_event_stays_as_it_was_when_the_weekends_organizer_may_no_longer_run_it(rights: Rights) -> None:
    assert rights.shown == (FOUR, "")
    rights.remove()
    rights.disqualify(4)
    today = rights.context.now().date()
    assert rights.shown == (FOUR, today.isoformat())
    kept = f"“Prague Cup” keeps its results of {today.day} {today:%B %Y}: "
    told = f"{kept}the organizer of this weekend can no longer run it."
    assert told in sentences_of(rights.hall.app.test_client().get(f"/weekends/{rights.id}"))
    rights.link(404)
    # Being put back, it goes on.
    accounts.add_member(rights.context, rights.event, rights.account, Role.ORGANIZER)
    assert rights.shown == ([*FOUR[:3], "Player Nr6"], "")


def test_no_address_of_a_weekend_leads_to_players_of_an_event_that_is_another_s_now(rights: Rights) -> None:
    assert "/players/" in str(rights.odile.get(rights.card).location)
    rights.remove()
    rules = [one for one in rights.hall.app.url_map.iter_rules() if one.endpoint.startswith(("weekends.", "api_week"))]
    pages = [rule.rule.replace("<id>", rights.id) for rule in rules if "GET" in (rule.methods or ())]
    assert len(pages) >= 8
    for page in pages:
        answer = rights.odile.get(page.replace("<person>/<token>", "/".join(rights.card.split("/")[-2:])))
        assert answer.status_code in (200, 302, 422), page  # a sheet without cards is refused
        assert b"/players/" not in answer.data + str(answer.location).encode(), page
    assert rights.odile.post(f"/weekends/{rights.id}/cards/renew", data={"person": "1000004"}).status_code == 404
    assert people_of_weekend(rights.context, rights.context.weekends.look(rights.id).state) == []
    assert rights.odile.get(f"/weekends/{rights.id}/wall").location == f"/weekends/{rights.id}"
    assert links.key_of(rights.context, rights.event).generations == {}


def test_a_right_that_was_gone_before_anybody_looked_is_gone_with_the_next_look(rights: Rights) -> None:
    accounts.remove_member(rights.context, rights.event, rights.account.id)
    assert rights.shown[1]
    rights.disqualify(4)
    assert rights.odile.post(f"/api/v1/weekends/{rights.id}/undo").status_code == 200
    assert rights.odile.post(f"/api/v1/weekends/{rights.id}/undo").status_code == 404
    assert rights.context.weekends.look(rights.id).state.kept.keys() == {rights.event}


def test_a_role_that_no_longer_runs_the_event_keeps_it_as_it_is(rights: Rights) -> None:
    accounts.add_member(rights.context, rights.event, rights.account, Role.JUDGE)
    assert rights.shown[1]


def test_an_official_s_link_lets_an_event_be_followed_until_it_is_taken_back(rights: Rights) -> None:
    rights.remove()
    link = links.add_official(rights.context, rights.event, Role.ORGANIZER, "Odile")
    rights.odile.get(links.official_path(rights.event, link, links.key_of(rights.context, rights.event)))
    rights.link()
    assert rights.shown == (FOUR, "")
    rights.zoe.post(f"/tournaments/{rights.event}/console/access/links/revoke", data={"link": "1"})
    rights.disqualify(4)
    assert rights.shown[0] == FOUR
    assert rights.shown[1]


def test_who_was_forgotten_since_is_in_no_results_that_were_kept(rights: Rights) -> None:
    rights.remove()
    assert "Player Nr4" in rights.shown[0]
    answer = rights.zoe.post(f"/api/v1/tournaments/{rights.event}/players/4/forget")
    assert answer.status_code == 200, answer.text
    assert "Player Nr4" not in rights.shown[0]


def test_one_wall_rotates_over_what_is_played(app: Flask, organizer: FlaskClient, weekend: str) -> None:
    running = []
    for name in ("Side 1", "Side 2"):
        made = create(context_of(app), Configuration(name=name, rounds=2), by="Test").id
        base = f"/api/v1/tournaments/{made}"
        organizer.post(f"{base}/players", json={"players": [{"name": f"P{n}"} for n in range(4)]})
        organizer.post(f"{base}/rounds", json={"tables": [[1, 2, 3, 4]], "publish": True})
        organizer.put(f"/api/v1/weekends/{weekend}/events", json={"event": made, "role": "side"})
        running.append(made)
    client = app.test_client()
    after, seen = "", []
    for _ in range(3):
        answer = client.get(f"/weekends/{weekend}/wall?after={after}")
        after = answer.headers["Location"].split("/")[2]
        seen.append(after)
    assert seen == [running[0], running[1], running[0]]
    assert f"/weekends/{weekend}/wall?after={after}" in client.get(answer.headers["Location"]).text


def test_the_page_of_a_new_weekend_says_which_events_are_missing(organizer: FlaskClient) -> None:
    made = organizer.post("/weekends", data={"name": "EC 2027", "rows": "2022"})
    page = organizer.get(made.headers["Location"])
    assert page.status_code == 200
    assert "Not over yet: Grand Prix, Last-chance qualifier, Day 1." in text_of(page)


def test_the_forms_of_the_page(app: Flask, organizer: FlaskClient) -> None:
    made = organizer.post("/weekends", data={"name": "EC 2027", "rows": "2018-europe", "ties": "all_in"})
    id = made.headers["Location"].rsplit("/", 1)[1]
    assert shown(organizer, id)["ties"] == "all_in"
    event = imported(app)
    assert organizer.post(f"/weekends/{id}/events", data={"event": event, "role": "lcq"}).status_code == 303
    assert organizer.post(f"/weekends/{id}/rows", data={"own": json.dumps(ROWS[:1])}).status_code == 303
    assert [one["name"] for one in shown(organizer, id)["qualified"]] == ["Player Nr9"]
    refused = organizer.post(f"/weekends/{id}/rows", data={"own": "[{]"})
    assert (refused.status_code, "[{] is not JSON." in text_of(refused)) == (422, True)
    assert organizer.post(f"/weekends/{id}/decline", data={"person": "Player Nr9"}).status_code == 303
    assert organizer.post(f"/weekends/{id}/undo").status_code == 303
    assert len(shown(organizer, id)["qualified"]) == 1
    assert organizer.post(f"/weekends/{id}/events", data={"event": event, "role": "none"}).status_code == 303
    assert "Removed “Prague Cup”." in sentences_of(organizer.get(f"/weekends/{id}"))
    assert organizer.post("/weekends", data={"name": " "}).status_code == 422


def test_every_row_passes_a_place_down_where_that_is_ticked(organizer: FlaskClient) -> None:
    sent = {"name": "EC", "rows": ROWS, "passes_down": True}
    id = organizer.post("/api/v1/weekends", json=sent).json["id"]
    assert [row["passes_down"] for row in shown(organizer, id)["rows"]] == [True, True]
    organizer.post(f"/weekends/{id}/rows", data={"own": json.dumps(ROWS)})
    assert [row["passes_down"] for row in shown(organizer, id)["rows"]] == [False, True]
    organizer.post(f"/weekends/{id}/rows", data={"own": json.dumps(ROWS), "passes_down": "1"})
    assert [row["passes_down"] for row in shown(organizer, id)["rows"]] == [True, True]


def test_a_weekend_by_the_command_line(tmp_path: Path) -> None:
    def run(*words: str, status: int = 0, typed: str = "") -> str:
        ran = CliRunner().invoke(cli, [*words, "--data", str(tmp_path)], input=typed)
        assert ran.exit_code == status, ran.output
        return ran.output.strip() or str(ran.exception)

    (tmp_path / "rows.json").write_text(json.dumps(ROWS), encoding="utf-8")
    for _ in range(2):
        run("tournament", "import", str(PRAGUE))
    events = [one["id"] for one in json.loads(run("tournament", "list", "--json"))]
    id = run("weekend", "new", "EC 2026", "--rows", str(tmp_path / "rows.json"))
    run("weekend", "add", id, events[0], "lcq")
    assert "no event for it (Day 1)" in run("weekend", "qualified", "last", status=1)
    run("weekend", "add", id, events[1], "day_1")
    assert "5 are in, 0 places are free." in run("weekend", "qualified", "last")
    assert "4 are in, 1 places are free." in run("weekend", "decline", "last", "Player Nr4")
    assert "Player Nr12" in run("weekend", "next", "last")
    assert "soon" in run("weekend", "start-day2", "last", "--date", "soon", status=2)
    assert "Make “EC 2026: 2” with 5 players?" in run("weekend", "start-day2", "last", status=1, typed="n\n")
    made = json.loads(run("weekend", "start-day2", "last", "--date", "2026-11-22", "--yes", "--json"))
    assert made["players"] == 5
    assert "Player Nr12" in run("tournament", "players", "list", made["event"])
