"""A whole event from the JSON of the app Archon: the same event, or a sentence that says what is in the way."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.exchange.test_results import sample
from toolkit.exchange.archon.app_event import tournament_of_archon
from toolkit.exchange.archon.app_json import SeveralEvents, one_event
from toolkit.exchange.results.model import BadResults
from toolkit.exchange.results.reading import read_results
from toolkit.season.events import SeasonEvent, season_event
from toolkit.tournament import PlayerStatus, Tournament
from toolkit.tournament.configuration import EventKind
from toolkit.tournament.facts import NoteAdded
from toolkit.tournament.standings import standings

EXPORT = sample("export.jsonl")
KNOWN = {"9990004": "Tomo Varga-Lind"}


def read(content: bytes, **more: Any) -> Tournament:
    at = datetime(2026, 11, 1, tzinfo=UTC)
    made, _ = tournament_of_archon(content, names=lambda vekn: KNOWN.get(vekn, ""), at=at, by="Archon", **more)
    return made


def changed(change: Callable[[dict[str, Any]], object]) -> bytes:
    rows = [json.loads(line) for line in EXPORT.splitlines()]
    change(next(row["data"] for row in rows if row["type"] == "tournament"))
    return "\n".join(map(json.dumps, rows)).encode()


def figures(event: SeasonEvent) -> list[tuple[object, ...]]:
    return [(row.place, row.vekn[-2:], row.rating_points, row.seed) for row in event.results]


def test_an_export_becomes_the_event_that_it_was() -> None:
    made = read(EXPORT)
    event = season_event(made)
    assert figures(event) == [
        *[(1, "09", 116, 2), (2, "01", 66, 1), (2, "03", 34, 3), (2, "06", 34, 4), (2, "05", 32, 5)],
        *[(6, "04", 9, None), (7, "02", 5, None), (7, "07", 5, None), (9, "10", 5, None), (None, "08", 0, None)],
    ]
    settings = made.settings
    assert (settings.venue, settings.place, settings.timezone) == ("Salt Hall", "Gdynia", "Europe/Warsaw")
    assert (settings.country, settings.vekn_event, str(settings.date)) == ("PL", "99901", "2026-09-12")
    assert [player.name for player in made.players.values()][3:5] == ["Tomo Varga-Lind", "VEKN 9990005"]
    assert made.players[8].status is PlayerStatus.DISQUALIFIED
    assert made.round(1).tables[0] == (1, 2, 3, 4, 5)
    assert figures(season_event(read(gzip.compress(EXPORT)))) == figures(event)


def lower(event: dict[str, Any]) -> None:
    event["standings"][0]["vp"] = 5.0


def test_points_below_the_seats_become_an_adjustment() -> None:
    made = read(changed(lower))
    assert [(given.player, given.note) for given in made.sanctions.values()][:1] == [(1, "As in Archon's standings")]
    assert season_event(made).results[1].victory_points == 10


def test_differing_standings_are_taken_for_a_reason_that_the_log_keeps() -> None:
    made = read(changed(lambda event: event["standings"][0].update(vp=6.5)), accepted="Typed wrong there")
    texts = [entry.fact.text for entry in made.log if isinstance(entry.fact, NoteAdded)]
    assert texts == [
        "Taken although Archon's standings differ: Typed wrong there "
        "(VEKN 9990001: 2 GW 6 VP 120 TP here, 2 GW 6.5 VP 120 TP at Archon.)"
    ]


def test_the_kind_that_archon_does_not_say_is_given() -> None:
    assert read(EXPORT).settings.kind is EventKind.STANDARD_CONSTRUCTED
    assert read(EXPORT, kind=EventKind.GRAND_PRIX).settings.kind is EventKind.GRAND_PRIX


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda event: event.update(rounds=[]), "does not say who sat where"),
        (lambda event: event.update(open_rounds=True), "`tournament import-results FILE`"),
        (lambda event: event["rounds"][0][1].update(state="In Progress"), "Round 1, table 2 is not finished"),
        (lambda event: event["players"][0].update(non_competing=True), "A proxy player sits elsewhere than alone"),
        (lambda event: event["players"][3].update(non_competing=True), "A proxy player sits elsewhere than alone"),
        (lambda event: event.update(state="Playing"), "not finished at Archon"),
        (lambda event: event.pop("standings"), "lacks “standings”: download it again"),
        (lambda event: event["standings"][0].update(vp=6.5), "VEKN 9990001: 2 GW 6 VP 120 TP here, 2 GW 6.5 VP"),
        (
            lambda event: event["finals"].update(seed_order=event["finals"]["seed_order"][::-1]),
            "The seeds of the final",
        ),
        (lambda event: event["rounds"][0][0]["seating"][0].pop("result"), "cannot be read"),
        (lambda event: event["rounds"][0][0]["seating"][0]["result"].update(vp=9), "Round 1, table 1"),
    ],
)
def test_what_is_in_the_way_is_said(change: Callable[[dict[str, Any]], object], sentence: str) -> None:
    with pytest.raises(BadResults) as refused:
        read(changed(change))
    assert sentence in str(refused.value)


@pytest.mark.parametrize("lost", [slice(3, 4), slice(-1, None)], ids=["a line", "the end"])
def test_a_list_that_was_cut_short_is_not_taken(lost: slice) -> None:
    lines = EXPORT.splitlines()
    del lines[lost]
    with pytest.raises(BadResults, match="breaks off or is damaged"):
        read(b"\n".join(lines))


def with_proxy() -> dict[str, Any]:
    """An event of two tables of four, at the second of which the last one is a proxy player."""
    tables = ["abcd", "efgp"]
    points = {**dict.fromkeys("abcdefgp", 0), "a": 4, "e": 2, "f": 1, "p": 1}
    places = {**dict.fromkeys("bcd", 28), "a": 60, "e": 60, "f": 36, "g": 12}

    def seat(uid: str) -> dict[str, Any]:
        return {"player_uid": uid, "result": {"gw": 0, "vp": points[uid], "tp": 0}}

    players = [{"user_uid": uid, "state": "Finished", "non_competing": uid == "p"} for uid in "pabcdefg"]
    standings = [
        {"user_uid": uid, "gw": int(uid in "ae"), "vp": points[uid], "tp": places[uid], "toss": 0} for uid in places
    ]
    rounds = [[{"seating": list(map(seat, table)), "state": "Finished"} for table in tables]]
    names = [{"temp_uid": uid, "name": f"Player {uid}"} for uid in "abcdefgp"]
    event = {"uid": "u1", "name": "Pier Cup", "format": "Standard", "state": "Finished", "start": "2026-09-12"}
    event |= {"players": players, "rounds": rounds, "standings": standings, "winner": "a"}
    return {"tournament": event, "offline_players": names}


def test_who_does_not_compete_is_a_proxy_player() -> None:
    made = read(json.dumps(with_proxy()).encode())
    assert [player.name for player in made.players.values()] == [f"Player {uid}" for uid in "abcdefg"]
    assert made.round(1).tables == ((1, 2, 3, 4), (5, 6, 7, -1))
    assert made.proxies[-1].name == "Player p"
    assert {row.player.name[-1]: row.victory_points for row in standings(made)}["e"] == 4


def test_of_many_events_one_is_chosen() -> None:
    rows = [json.loads(line) for line in EXPORT.splitlines()]
    other = {**rows[1], "data": {**rows[1]["data"], "uid": "other", "event_code": "QX4B7K", "external_ids": {}}}
    many = [*rows[:-1], other, {**rows[-1], "count": rows[-1]["count"] + 1}]
    content = "\n".join(map(json.dumps, many)).encode()
    with pytest.raises(SeveralEvents, match="choose one by its code or number"):
        read(content)
    chosen = one_event(gzip.compress(content), "QX4B7K")
    assert [line.count(b"QX4B7K") for line in chosen.splitlines() if b'"tournament"' in line] == [1]
    assert figures(season_event(read(chosen))) == figures(season_event(read(EXPORT)))


def with_rounds(rounds: object) -> bytes:
    return json.dumps({**json.loads(EXPORT.splitlines()[1])["data"], "rounds": rounds}).encode()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            gzip.compress(b"hello", mtime=0),
            "This packed file is not an export of Archon. Choose Archon's `export.jsonl.gz`",
        ),
        (b'{"uid": "u", "vekn_id": "9990004"}', "another answer of Archon, not an event. Choose the answer of"),
        (with_rounds("none"), "A value in this file cannot be read"),
        (with_rounds([[1]]), "cannot be read: 'int' object has no attribute 'get'. Download it again."),
    ],
)
def test_a_file_of_something_else_says_what_to_choose(content: bytes, sentence: str) -> None:
    for reader in (read, read_results):
        with pytest.raises(BadResults, match=re.escape(sentence)):
            reader(content)
