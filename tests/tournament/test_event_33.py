"""A whole event against figures worked out by hand: `data/event_33.toml` tells it and says how."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.organizer import Organizer
from toolkit.scoring import victory_points_number
from toolkit.tournament import FINAL, SanctionKind, standings

EVENT = tomllib.loads((Path(__file__).parent / "data" / "event_33.toml").read_text("utf-8"))


def register(organizer: Organizer, player: dict[str, Any]) -> None:
    organizer.add_player(player["name"], vekn=player["vekn"])


def play_round(organizer: Organizer, number: int) -> None:
    played, first = EVENT["rounds"][number - 1], EVENT["results_first"]
    for table, events in enumerate(played["events"], start=1):
        is_wrong = (number, table) == (first["round"], first["table"])
        organizer.enter_result(number, table, events=first["events"] if is_wrong else events)


@cache
def before_the_cut() -> Organizer:
    organizer = Organizer(name=EVENT["event"]["name"], rounds=EVENT["event"]["rounds"])
    late = EVENT["late"]["player"]
    for player in EVENT["players"]:
        if player["number"] != late:
            register(organizer, player)
    organizer.seated(*EVENT["rounds"][0]["tables"])
    play_round(organizer, 1)
    register(organizer, EVENT["players"][late - 1])
    organizer.seated(*EVENT["rounds"][1]["tables"])
    organizer.drop_player(EVENT["drops"][0]["player"])
    play_round(organizer, 2)
    wrong = EVENT["results_first"]
    organizer.enter_result(wrong["round"], wrong["table"], events=EVENT["rounds"][0]["events"][wrong["table"] - 1])
    organizer.drop_player(EVENT["drops"][1]["player"])
    out = EVENT["disqualification"]
    organizer.sanction_player(out["player"], SanctionKind.DISQUALIFICATION, rule=out["rule"])
    organizer.seated(*EVENT["rounds"][2]["tables"])
    play_round(organizer, 3)
    return organizer


@cache
def finished() -> Organizer:
    organizer = before_the_cut()
    final = EVENT["final"]
    assert organizer.blocking() == ["toss_needed"]
    organizer.record_toss(EVENT["toss"]["order"], how="dice")
    organizer.open_final()
    organizer.place_row(final["row"])
    organizer.record_first_player(final["first_player"])
    organizer.enter_result(FINAL, 1, events=final["events"])
    organizer.finish()
    return organizer


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_table_of_a_round_is_worth_what_was_worked_out(number) -> None:
    organizer, told = finished(), EVENT["rounds"][number - 1]
    scores = standings.scores_by_round(organizer.state)[number]
    for place, table in enumerate(told["tables"]):
        found = [scores[player] for player in table]
        assert [victory_points_number(score.victory_points) for score in found] == told["victory_points"][place]
        assert [score.tournament_points for score in found] == told["tournament_points"][place]
        winners = [player for player in table if scores[player].game_wins]
        assert winners == [winner for winner in [told["game_wins"][place]] if winner]


def test_the_late_arrival_and_those_who_left_are_told() -> None:
    organizer = finished()
    assert organizer.state.player(33).joined_after == 1
    assert organizer.state.player(31).left_during == 2
    assert organizer.state.player(20).left_during is None
    assert organizer.state.player(12).status == "disqualified"
    assert standings.players_who_played(organizer.state) == 33


def test_the_final_is_cut_tossed_and_seated_as_told() -> None:
    final, state = EVENT["final"], finished().state
    assert list(state.final.finalists) == final["finalists"]
    assert list(state.final_round.tables[0]) == final["seats"]
    assert standings.winner(state) == final["winner"]
    halves = [state.final_round.scores[player].victory_points for player in final["seats"]]
    assert list(map(victory_points_number, halves)) == final["victory_points"]


def test_the_standings_are_those_worked_out() -> None:
    rows = standings.standings(finished().state)
    assert {row.player.number for row in rows} == {told["player"] for told in EVENT["standings"]}
    for told in EVENT["standings"]:
        row = finished().row(told["player"])
        found = {
            "rank": row.rank,
            "player": row.player.number,
            "name": row.player.name,
            "game_wins": row.game_wins,
            "victory_points": victory_points_number(row.victory_points),
            "tournament_points": row.tournament_points,
            "rounds": row.rounds,
            "rating_points": row.rating_points,
        }
        assert found == {name: told[name] for name in found}
        if "seed" in told:
            assert (row.seed, row.final_victory_points) == (told["seed"], told["final_victory_points"] * 2)
