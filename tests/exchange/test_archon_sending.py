"""The calls to Archon that are left, of events in which players leave and are penalized, and what it cannot take."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.exchange.events import going_on, played, prague
from tests.services.events.archon_site import ArchonSite, shell
from toolkit.exchange.archon.sending import (
    CATEGORIES,
    PenaltyWords,
    SentDeck,
    calls_left,
    cannot_be_sent,
    empty_shell,
    next_call,
    sent_event,
)
from toolkit.tournament import SanctionKind, Tournament
from toolkit.tournament.standings import standings, winner
from toolkit.tournament.state import evolve

WORDS = PenaltyWords(CATEGORIES[0], "Typed.")


def taken_by_archon(state: Tournament, *, is_killed: bool = False) -> tuple[ArchonSite, int]:
    """The stand-in after an event was sent to it, call by call, and the number of calls.

    With `is_killed` each run ends after one call, and the next one knows nothing of it.
    """
    event = sent_event(state, "u", decks={}, words=dict.fromkeys(state.sanctions, WORDS))
    site = ArchonSite({**shell(), "uid": "u", "max_rounds": len(event.rounds)})
    site.members = [{"uid": f"u{vekn}", "vekn_id": vekn} for _, vekn in event.players.values()]
    site.valid = {"member"}
    uids = {member["vekn_id"]: member["uid"] for member in site.members}
    made: set[str] = set()
    number = 0
    while (call := next_call(event, site.event, uids, made)) is not None:
        status, values = site.answer("site", call.path, copy.deepcopy(dict(call.body)), "member")
        assert status == 200, (str(call.words), values)
        made |= set() if is_killed else {call.key}
        number += 1
    return site, number


@pytest.mark.parametrize(("players", "seed"), [(8, 1), (9, 2), (12, 3), (13, 4), (20, 5), (33, 6)])
def test_an_event_of_any_course_arrives_whole(players: int, seed: int) -> None:
    state = played(players, seed=seed, rounds=3).state
    assert list(cannot_be_sent(state)) == []
    site, number = taken_by_archon(state)
    killed, steps = taken_by_archon(state, is_killed=True)
    assert (killed.event, killed.adjusted, steps) == (site.event, site.adjusted, number)
    names = {f"u{player.vekn}": player.number for player in state.players.values()}
    theirs = {names[row["user_uid"]]: row for row in site.event["standings"]}
    for row in standings(state):
        if row.rounds and row.rank is not None:
            there = theirs[row.player.number]
            assert (row.game_wins, row.victory_points / 2, row.tournament_points) == (
                *(there["gw"], there["vp"], there["tp"]),
            )
    assert names.get(site.event["winner"]) == (winner(state) if site.event["finals"] else None)
    event = sent_event(state, "u", decks={})
    assert len(calls_left(event, {**empty_shell(event), "uid": "u"})) == number


def test_a_dry_run_asks_for_no_id_that_is_not_known() -> None:
    event = sent_event(prague(), "", decks={9: SentDeck("D", {"201438": 3}, is_own=False)})
    calls = calls_left(event, empty_shell(event))
    text = json.dumps([call.body for call in calls])
    assert "{uid of 1000009}" in text
    assert "Owner" not in text
    assert [call.is_last for call in calls] == [False] * (len(calls) - 1) + [True]


def with_final_of_four() -> Tournament:
    state = prague()
    assert state.final_round is not None
    return evolve(state, final_round=replace(state.final_round, tables=(state.final_round.table(1)[:4],)))


def penalized_in_the_final() -> Tournament:
    organizer = going_on(prague())
    organizer.reopen("final")
    organizer.sanction_player(9, SanctionKind.DISQUALIFICATION, rule="JG 3.9", judge="Jo")
    organizer.finish()
    return organizer.state


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (lambda: played(8, seed=1, rounds=1).state, "two rounds at least"),
        (lambda: played(8, seed=1, is_multideck=True).state, "event of several decks"),
        (with_final_of_four, "a final of five players only"),
        (penalized_in_the_final, "A penalty of the final cannot be sent"),
    ],
)
def test_what_archon_cannot_take_is_said_before(state: Callable[[], Tournament], sentence: str) -> None:
    assert [sentence in str(one) for one in cannot_be_sent(state())] == [True]
