"""An event that ends before everything is played, and who has a rank: the examples of the specification."""

from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer, before_final
from toolkit.exchange.early_end import show_early_end
from toolkit.services.events.views import show_tournament
from toolkit.tournament import fold, games, standings, steps
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.log import describe


def nine() -> Organizer:
    organizer = Organizer(rounds=2).with_players(9).seated([1, 2, 3, 4, 5], [6, 7, 8, 9])
    return organizer.result(1, 3, 2, 0, 0, 0).result(2, 2, 1, 1, 0)


def test_the_rounds_up_to_the_last_whole_one_count() -> None:
    organizer = nine().seated([5, 1, 2, 3, 4], [6, 7, 8, 9]).result(1, 2, 1, 1, 1, 0)
    (fact,) = organizer.finish(is_early=True, reason="a power cut")
    assert describe(organizer.state, fact) == "Ended the event early (a power cut)."
    first, fifth = organizer.row(1), organizer.row(5)
    assert (first.game_wins, first.victory_points / 2, first.rounds) == (1, 3, 1)
    assert (fifth.victory_points, fifth.rounds) == (0, 1)
    assert standings.winner(organizer.state) is None
    assert [row.rank for row in standings.standings(organizer.state)] == [1, 2, 3, 4, 4, 6, 6, 6, 9]
    assert first.rating_points == 5 + 4 * 3 + 8
    assert fold(list(organizer.tournament.log)).ended_early == organizer.state.ended_early
    organizer.reopen(reason="the light is back")
    assert organizer.row(5).victory_points / 2 == 2


def test_nothing_counts_from_a_gap_on() -> None:
    organizer = Organizer(rounds=2).with_players(9).seated([1, 2, 3, 4, 5], [6, 7, 8, 9]).result(1, 3, 2, 0, 0, 0)
    organizer.finish(is_early=True, reason="a power cut")
    assert {row.rank for row in standings.standings(organizer.state)} == {None}


def test_ended_during_the_final_the_preliminary_standings_stand() -> None:
    organizer = before_final()
    order = organizer.order()
    organizer.open_final()
    organizer.place_row([1, 6, 2, 8, 3])
    organizer.record_first_player(1)
    organizer.finish(is_early=True, reason="a power cut")
    assert (organizer.order(), standings.winner(organizer.state)) == (order, None)
    assert organizer.row(1).rating_points == 5 + 4 * 5 + 8  # no bonus of a finalist


def test_an_adjustment_whose_game_does_not_count_sits_on_the_last_that_does() -> None:
    organizer = nine().seated([5, 1, 2, 3, 4], [6, 7, 8, 9])
    organizer.sanction_player(1, infraction="3.2")
    organizer.finish(is_early=True, reason="a power cut")
    assert (organizer.row(1).victory_points / 2, organizer.row(1).game_wins) == (2, 0)


def test_the_report_has_the_four_points_that_the_guide_asks_for() -> None:
    """JG 5.3 A.4: the nature of it, how it was decided, the standings when it ended, safety and third parties."""
    organizer = nine().seated([5, 1, 2, 3, 4], [6, 7, 8, 9]).result(1, 2, 1, 1, 1, 0)
    with pytest.raises(Refused, match="did not end early"):
        organizer.report_early_end(nature="x", decision="y")
    organizer.finish(is_early=True, reason="a power cut")
    with pytest.raises(BadValue, match="cannot be left empty"):
        organizer.report_early_end(nature="The light went out.", decision=" ")
    organizer.report_early_end(nature="The light went out.", decision="Waited an hour.", safety="")
    lines = show_early_end(organizer.state).text.splitlines()
    points = [lines.index(f"{number}. {title}") for number, title in enumerate(POINTS, start=1)]
    assert [lines[place + 1] for place in points] == [
        *("The light went out.", "Waited an hour."),
        *("1 complete round counts. There is no winner.", "Nothing to report."),
    ]
    assert lines[points[2] + 2] == "1. Player 1 (3000001): 1 GW 3 VP 60 TP"
    organizer.reopen(reason="the light is back")
    assert show_early_end(organizer.state).text == ""


POINTS = (
    *("What happened", "How it was decided"),
    *("Standings when the event ended", "Safety, and misconduct of others"),
)


def test_an_early_end_needs_a_reason_and_something_missing() -> None:
    organizer = nine()
    with pytest.raises(Refused, match=r"have been played\. To stop here anyway, end the event early\."):
        organizer.finish()
    with pytest.raises(BadValue, match="A reason is needed"):
        organizer.finish(is_early=True)
    done = Organizer(rounds=1, has_final=False).with_players(5).seated([1, 2, 3, 4, 5]).result(1, 5, 0, 0, 0, 0)
    with pytest.raises(Refused, match="Nothing is missing"):
        done.finish(is_early=True, reason="x")


def test_who_never_played_has_no_rank_and_stands_after_who_was_penalized() -> None:
    organizer = Organizer(rounds=2).with_players(10).seated([1, 2, 3, 4, 5], [6, 7, 8, 9])
    organizer.result(1, 3, 2, 0, 0, 0).result(2, 2, 1, 1, 0)
    organizer.sanction_player(9, infraction="3.2")
    rows = standings.standings(organizer.state)
    assert [(row.rank, row.player.number) for row in rows[-2:]] == [(9, 9), (None, 10)]
    assert organizer.row(9).victory_points / 2 == -1
    assert standings.players_who_played(organizer.state) == 9


@pytest.mark.parametrize(
    ("settings", "warned"),
    [
        (
            {"kind": "national_championship", "allows_proxies": True},
            "Proxy cards are not allowed at a national championship (VEKN 4.5).",
        ),
        ({"kind": "grand_prix", "is_multideck": True}, "Several decks are not allowed at a grand prix (VEKN 3.1.5)."),
        ({"rounds": 1}, "One preliminary round: a sanctioned event has at least two and a final (VEKN 3.1)."),
    ],
)
def test_a_kind_says_what_it_bars(settings, warned: str) -> None:
    organizer = Organizer()
    organizer.configure(settings)
    assert list(organizer.state.settings.warnings()) == [warned]


@pytest.mark.parametrize(
    ("kind", "players", "others", "warned"),
    [
        ("standard_constructed", 7, 5, "Player 1 is a judge and registered: a judge plays from 8 players on"),
        ("standard_constructed", 8, 4, "Player 1 is a judge and registered: a judge plays from 8 players on"),
        ("standard_constructed", 8, 5, ""),
        ("national_qualifier", 8, 5, "no judge plays in an event of this kind, National qualifier (VEKN 2.9)."),
        ("continental_championship", 8, 5, "no judge plays in an event of this kind, Continental championship"),
        ("grand_prix", 7, 0, ""),
        ("demo", 7, 0, ""),
    ],
)
def test_a_judge_who_plays_is_said(kind: str, players: int, others: int, warned: str) -> None:
    organizer = Organizer().with_players(players)
    assistants = [{"name": f"Judge {number}", "vekn": ""} for number in range(others)]
    organizer.configure({"kind": kind, "head_judge": "player 1", "assistants": assistants})
    found = steps.warnings_of(organizer.state)
    assert (warned in found[0], len(found)) == (True, 1) if warned else not found


def test_what_does_not_count_says_so() -> None:
    organizer = nine().seated([5, 1, 2, 3, 4], [6, 7, 8, 9]).result(1, 2, 1, 1, 1, 0)
    assert [games.does_count(organizer.state, round_) for round_ in organizer.state.rounds] == [True, True]
    organizer.finish(is_early=True, reason="a power cut")
    assert [games.does_count(organizer.state, round_) for round_ in organizer.state.rounds] == [True, False]
    ended = show_tournament("x", organizer.tournament).ended_early
    assert ended is not None
    assert (ended.reason, ended.last_round) == ("a power cut", 1)


def test_a_qualifier_bars_neither_decks_nor_proxies() -> None:
    organizer = Organizer()
    organizer.configure({"kind": "national_qualifier", "is_multideck": True, "allows_proxies": True})
    assert not organizer.state.settings.warnings()
