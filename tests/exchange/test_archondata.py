"""The result for the VEKN: byte for byte the specified one, and read by a reader made from the description alone."""

from __future__ import annotations

import unicodedata
from itertools import batched

import pytest

from tests.exchange.events import ARCHONDATA, played, prague
from tests.tournament.organizer import Organizer
from toolkit.exchange.archondata import NoArchondata, differences, parse_archondata, plain_line, render_archondata
from toolkit.scoring import victory_points_number
from toolkit.tournament import PlayerStatus, SanctionKind
from toolkit.tournament.standings import standings


def read(line: str) -> tuple[int, list[list[str]]]:
    """Rounds, and eleven fields a player: what the VEKN's importers split at, and nothing else."""
    rounds, players = line.split("¤")
    fields = players.split("§")
    assert fields.pop() == ""
    assert len(fields) % 11 == 0
    return int(rounds), [list(one) for one in batched(fields, 11)]


def test_the_specified_event_comes_out_byte_for_byte() -> None:
    assert render_archondata(prague()) == ARCHONDATA
    assert (len(ARCHONDATA), ARCHONDATA.count("§")) == (475, 143)


@pytest.mark.parametrize(("players", "seed"), [(4, 1), (5, 2), (8, 3), (9, 4), (13, 5), (26, 6), (37, 7), (60, 8)])
def test_a_reader_of_the_description_finds_every_result(players: int, seed: int) -> None:
    state = played(players, seed=seed, rounds=3).state
    rounds, sent = read(render_archondata(state))
    rows = {row.player.vekn: row for row in standings(state) if row.rounds}
    out = {one.vekn for one in state.players.values() if one.status is PlayerStatus.DISQUALIFIED}
    assert rounds == 3 + (players >= 8)
    assert {one[4] for one in sent} == rows.keys() | out
    ranks = [int(one[0]) for one in sent if one[0] != "DQ"]
    assert ranks == sorted(ranks)
    assert [one[0] for one in sent[len(ranks) :]] == ["DQ"] * len(out)
    for rank, first, last, _, vekn, wins, points, final, places, toss, rating in sent:
        if vekn in out:
            assert [rank, wins, points, final, places, toss, rating] == ["DQ", *"000000"]
            continue
        row = rows[vekn]
        assert (int(rank), f"{first} {last}") == (row.rank, row.player.name)
        assert (int(wins), float(points)) == (row.game_wins, victory_points_number(row.victory_points))
        assert (int(places), int(toss), int(rating)) == (row.tournament_points, row.toss, row.rating_points)
        assert float(final) == victory_points_number(row.final_victory_points or 0)
    if players >= 8:
        assert [one[0] for one in sent[:5]] == ["1", "2", "2", "2", "2"]


def test_a_name_breaks_no_field() -> None:
    organizer = Organizer(rounds=1, has_final=False).with_players(5)
    organizer.change_player(1, name="Ana§ ¤María", city="São\u00a0 Paulo§")
    organizer.change_player(2, first="Zoe\u0301", last="x" * 70)
    organizer.seated([1, 2, 3, 4, 5]).result(1, 3, 2, 0, 0, 0)
    organizer.finish()
    line = render_archondata(organizer.state)
    _, (first, second, *_) = read(line)
    assert first[1:4] == ["Ana", "María", "São Paulo"]
    assert second[1:3] == ["Zoé", "x" * 70]
    assert unicodedata.is_normalized("NFC", line)


def test_half_points_and_points_below_none_are_written_shortest() -> None:
    organizer = Organizer(rounds=1, has_final=False).with_players(5).seated([1, 2, 3, 4, 5])
    organizer.result(1, 2.5, 0, 0, 0.5, 0.5)
    organizer.sanction_player(4, SanctionKind.ADJUSTMENT, rule="JG 3.2", judge="Jo")
    organizer.finish()
    points = {one[4]: one[6] for one in read(render_archondata(organizer.state))[1]}
    assert (points["3000001"], points["3000004"]) == ("2.5", "-0.5")


def test_another_programs_line_is_compared_field_by_field() -> None:
    theirs = ARCHONDATA.replace("§1§3§3§72§", "§1§3.0§2.0§72§").replace("13§Player§Nr5", "13§Player§Nr55")
    told = differences(prague(), parse_archondata(theirs.encode()))
    assert told == [
        "Player Nr9, final victory points: 2.0, here 3.",
        "Player Nr5, last: Nr55, here Nr5.",
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Prague Cup", "begins with the number of rounds"),
        ("3¤1§Player§Nr9§", "Player 1 of archondata has 3 fields, not 11"),
        (ARCHONDATA[:-3], "ends within player 13"),
        (
            ARCHONDATA.replace("§3§3§72§", "§3§three§72§"),
            r"Player 1 of archondata: “three” is not a number \(final victory points\)",
        ),
    ],
)
def test_what_is_no_archondata_says_where(line: str, sentence: str) -> None:
    with pytest.raises(NoArchondata, match=sentence):
        parse_archondata(line.encode())


@pytest.mark.parametrize(
    ("text", "line"),
    [("Ann\tBo\n Cleo", "Ann Bo Cleo"), ("Ann \x07 Bo", "Ann Bo"), ("An\x00n", "Ann"), ("Bo\ud83d", "Bo")],
)
def test_a_plain_line_has_no_control_characters_and_no_halves(text: str, line: str) -> None:
    """Unicode's categories Cc and Cs; white space is one space each."""
    assert plain_line(text) == line
