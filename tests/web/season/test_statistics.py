"""Statistics at every door: the page, the API, CSV; only finished events, and what everybody may see."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from tests.exchange.events import FILE as PRAGUE
from tests.season.test_statistics import drawn_final
from tests.web.pages import text_of
from toolkit.cli import cli
from toolkit.exchange.tournament_json import render_tournament
from toolkit.season.rules import LeagueRules
from toolkit.services.kernel.context import database_address, open_context
from toolkit.services.lifecycle.tournaments import create, import_tournament
from toolkit.services.season.leagues import add_stored, new_league, set_rules
from toolkit.tournament import Configuration
from toolkit.web.base.stores import context_of


@pytest.fixture
def prague(app: Flask) -> str:
    return import_tournament(context_of(app), PRAGUE.read_bytes()).id


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_the_page_counts_and_leaves_shares_of_few_out(client: FlaskClient, prague: str) -> None:
    page = text_of(client.get("/statistics"))
    assert "1 event, 6 games, 1 final, 0 decklists" in page
    assert "4 1 4 4 of 4 2.00" in page
    assert "%" not in page.split("Seats", 1)[1]


def test_the_page_shows_the_seats_that_finals_are_won_from_and_no_empty_column(app: Flask, client: FlaskClient) -> None:
    import_tournament(context_of(app), render_tournament(drawn_final()).encode())
    page = text_of(client.get("/statistics"))
    finals = page.split("Seats of finals Table of Seat Games Won VP on average", 1)[1]
    assert finals.count("1 of 1") == 1, "it is won without a game win"
    assert "How games end" not in page
    assert "Ousted, if recorded" not in page
    assert "0 of 0" not in page


def test_a_share_stands_with_its_interval_from_the_asked_number_on(client: FlaskClient, prague: str) -> None:
    shown = client.get("/api/v1/statistics?least=5").json
    assert shown["least"] == 5
    assert all(one["game_wins"]["share"] is None for one in shown["seats"])
    assert client.get("/api/v1/statistics?least=4").status_code == 422
    assert "Cases for a percentage" in text_of(client.get("/statistics?least=nonsense"))


def test_the_csv_has_a_line_for_each_seat(client: FlaskClient, prague: str) -> None:
    lines = client.get(f"/api/v1/statistics/seats.csv?event={prague}").text.splitlines()
    assert len(lines) == 1 + 13 + 13 + 5
    assert lines[1].startswith("Prague Cup,1,1,1,5,")
    assert "Player Nr" not in "".join(lines)
    assert "Player Nr11" in client.get(f"/api/v1/statistics/seats.csv?event={prague}&names=1").text


def test_an_event_that_is_played_or_unknown_is_refused(client: FlaskClient, app: Flask) -> None:
    id = create(context_of(app), Configuration(name="Lyon"), by="Test").id
    refused = client.get(f"/api/v1/statistics?event={id}")
    assert (refused.status_code, refused.json["code"]) == (422, "not_finished")
    assert client.get("/statistics?event=nowhere").status_code == 404
    assert "No finished event yet." in text_of(client.get("/statistics"))


@pytest.fixture
def league(app: Flask, prague: str) -> str:
    """The Prague Cup, Lyon that nobody has finished, and a copy of Prague's log that is the same event."""
    context = context_of(app)
    id = new_league(context, "Prague's year", LeagueRules(), by="Test")
    for event in (prague, create(context, Configuration(name="Lyon"), by="Test").id):
        add_stored(context, id, event, by="Test", is_own=True)
    import_tournament(context, PRAGUE.read_bytes())
    return id


def test_a_league_is_its_finished_events(client: FlaskClient, league: str, prague: str) -> None:
    page = text_of(client.get(f"/statistics?league={league}"))
    assert "1 event, 6 games, 1 final, 0 decklists" in page
    assert "1 event of the league is left out: it is not finished, does not count, or has results only." in page
    shown = client.get(f"/api/v1/statistics?league={league}").json
    assert shown == client.get(f"/api/v1/statistics?event={prague}").json
    assert client.get("/api/v1/statistics").json["games"] == 12
    assert client.get(f"/api/v1/statistics?league={league}&event={prague}").json["games"] == 6
    assert len(client.get(f"/api/v1/statistics/seats.csv?league={league}").text.splitlines()) == 32
    assert f"/statistics?league={league}" in client.get(f"/leagues/{league}").text


def test_an_event_that_does_not_count_is_left_out(app: Flask, client: FlaskClient, league: str) -> None:
    set_rules(context_of(app), league, LeagueRules(players_at_least=14), by="Test")
    assert client.get(f"/api/v1/statistics?league={league}").json["games"] == 0
    assert "2 events of the league are left out" in text_of(client.get(f"/statistics?league={league}"))


@pytest.mark.parametrize("path", ["/statistics", "/api/v1/statistics", "/api/v1/statistics/seats.csv"])
def test_an_unknown_league_is_said(client: FlaskClient, path: str) -> None:
    assert client.get(f"{path}?league=nowhere").status_code == 404


def test_the_command_takes_a_league_by_name(
    sqlite_url: str, league: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VTES_TOOLKIT_DATA_FOLDER", str(tmp_path / "own"))
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    ran = CliRunner().invoke(cli, ["stats", "prague's YEAR", "--by", "seat"], catch_exceptions=False)
    lines = ran.output.splitlines()
    assert lines[0] == "1 event, 6 games, 1 final, 0 decklists."
    assert lines[1] == "Events left out that are not finished or do not count in the league: 1."
    assert CliRunner().invoke(cli, ["stats", "nowhere"]).exit_code == 1


def test_the_command_takes_events_and_files(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        ran = CliRunner().invoke(cli, ["stats", *words, "--data", str(tmp_path)], catch_exceptions=False)
        assert ran.exit_code == 0, ran.output
        return ran.output

    open_context(database_address(tmp_path)).store.close()
    assert run().startswith("0 events, 0 games")
    said = run(str(PRAGUE), "--by", "seat").splitlines()
    assert said[0] == "1 event, 6 games, 1 final, 0 decklists."
    assert said[3].split() == ["4", "1", "4", "4/4", "2.00", "0/0"]
    assert json.loads(run(str(PRAGUE), "--json"))["games"] == 6
    assert len(json.loads(run(str(PRAGUE), "--by", "card", "--every-list", "--json"))) > 20
    assert run(str(PRAGUE), "--csv").count("Prague Cup") == 31
