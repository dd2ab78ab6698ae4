from __future__ import annotations

import contextlib
import random

from tests.given import given, settings, st
from tests.properties.random_events import play
from tests.tournament.organizer import Organizer
from toolkit.errors import ToolkitError
from toolkit.exchange.tournament_json import parse_tournament, render_tournament
from toolkit.tournament import fact_from_dict, fact_to_dict, fold, history, players, standings
from toolkit.tournament.history import describe_log
from toolkit.tournament.steps import blockers


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_a_log_folds_to_what_it_grew_into(seed) -> None:
    organizer = play(seed, 60)
    entries = list(organizer.tournament.log)
    assert fold(entries) == organizer.tournament
    assert [fact_from_dict(fact_to_dict(entry.fact)) for entry in entries] == [entry.fact for entry in entries]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_undoing_is_folding_without_and_redoing_brings_all_back(seed) -> None:
    organizer = play(seed, 40)
    before, dice = organizer.tournament, random.Random(seed)
    number = dice.randint(2, before.number)
    try:
        facts = history.undo(before, [number])
    except ToolkitError:
        return
    organizer.enter(facts)
    organizer.enter(history.undo(organizer.tournament, [organizer.tournament.number]))
    assert {
        name: getattr(organizer.tournament, name) for name in ("players", "rounds", "final", "sanctions", "undone")
    } == {name: getattr(before, name) for name in ("players", "rounds", "final", "sanctions", "undone")}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_an_export_always_reads_back_to_the_same_bytes(seed) -> None:
    tournament = play(seed, 50).tournament
    text = render_tournament(tournament)
    assert render_tournament(parse_tournament(text)) == text


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_questions_always_have_an_answer_and_scores_are_never_lost(seed) -> None:
    organizer = play(seed, 60)
    rows = standings.standings(organizer.state)
    ranks = [row.rank or len(rows) + 1 for row in rows]
    assert ranks == sorted(ranks)
    assert len({row.player.number for row in rows}) == len(rows)
    assert all(blocker.message.strip() for blocker in blockers(organizer.state))
    assert len(list(describe_log(organizer.tournament))) == organizer.tournament.number
    for round_ in organizer.state.rounds:
        assert all(score.player == player for player, score in round_.scores.items())


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=120))
def test_any_name_is_taken_or_refused(name) -> None:
    organizer = Organizer()
    with contextlib.suppress(ToolkitError):
        organizer.add_player(name)
        assert players.find_player(organizer.state, "1").name == " ".join(name.split())
