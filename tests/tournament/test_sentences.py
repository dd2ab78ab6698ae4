from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer, before_final, ten
from toolkit.tournament import DeckVerdict, SanctionKind, players
from toolkit.tournament.facts import fact_to_dict
from toolkit.tournament.history import describe_change, describe_log, last_change
from toolkit.tournament.log import describe


def last(organizer) -> str:
    return describe(organizer.state, organizer.tournament.entry(organizer.tournament.number).fact)


def test_the_log_is_readable() -> None:
    organizer = ten()
    organizer.enter_result(1, 1, events="A>B, time", by_player=1)
    assert last(organizer) == (
        "Result of table 1 in round 1 by Player 1: Player 1 1.5, Player 2 0, Player 3 0.5, Player 4 0.5, Player 5 0.5 "
        "(Player 1 ousts Player 2 · time is called)."
    )
    organizer.enter_result(1, 1, victory_points=[3.5, 0.5, 0, 0, 0], reason="moved", card="Life Boon")
    assert last(organizer) == (
        "Result of table 1 in round 1: Player 1 3.5, Player 2 0.5, Player 3 0, Player 4 0, Player 5 0; "
        "before: Player 1 1.5, Player 2 0, Player 3 0.5, Player 4 0.5, Player 5 0.5 (overridden: moved, Life Boon)."
    )
    organizer.sanction_player(1, SanctionKind.CAUTION, rule="JG 2.1", judge="Jo")
    assert last(organizer) == "Player 1: caution by Jo for 2.1 Missed Mandatory Effect."
    organizer.sanction_player(1, SanctionKind.CAUTION, rule="JG 2.1")
    organizer.sanction_player(1, SanctionKind.CAUTION, rule="JG 2.1")
    assert last(organizer) == "Player 1: warning for 2.1 Missed Mandatory Effect, third offence."
    organizer.submit_deck(1, "x", DeckVerdict(is_legal=False, problems=("91 cards.",)), is_judge=True, reason="again")
    assert last(organizer) == "Decklist of Player 1: not legal. 91 cards (again)."
    organizer.extend_clock(1, seconds=-90, table=2)
    assert last(organizer) == "1:30 less for table 2 in round 1."
    organizer.drop_player(6, reason="ill")
    assert last(organizer) == "Player 6 dropped during round 1 (ill)."
    organizer.undo_last(reason="no")
    assert last(organizer) == "Undone: Player 6 dropped during round 1 (ill) (no)."


def test_the_log_tells_what_no_longer_counts() -> None:
    organizer = ten()
    organizer.add_note("a ruling")
    organizer.undo_last()
    told = [(text, counts) for _, text, counts in describe_log(organizer.tournament)]
    assert told[0] == ("Created “Test”.", True)
    assert told[1] == ("Registered Player 1 (3000001).", True)
    assert told[-2] == ("Note: a ruling", False)


def test_a_removed_player_keeps_the_name_in_the_log() -> None:
    organizer = ten()
    organizer.add_player("Zed")
    organizer.remove_player(11)
    assert [text for _, text, _ in describe_log(organizer.tournament)][-1] == "Removed the registration of Zed."


def test_every_fact_of_a_whole_event_has_a_sentence() -> None:
    organizer = before_final()
    organizer.open_final()
    organizer.show_crypt_cards(1, ["A", "B", "C"])
    organizer.place_row([1, 6, 2, 8, 3])
    organizer.draw_first_player(seed=1)
    texts = [text for _, text, _ in describe_log(organizer.tournament)]
    assert len(texts) == organizer.tournament.number
    assert "The final, by seed: Player 1, Player 6, Player 2, Player 8, Player 3." in texts


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"is_multideck": True}, "Changed the settings. A deck for each round: yes (before: no)."),
        (
            {"final_deck": "free_choice", "minutes": 0},
            "Changed the settings. Deck of the final, with a deck for each round: Free choice "
            "(before: The deck of the best round); Minutes of a round: none (before: 120).",
        ),
        ({"rooms": [{"name": "Hall", "first": 1, "last": 4}]}, "Changed the settings. Rooms: Hall 1-4 (before: none)."),
        (
            {"country": "CZ", "date": None},
            "Changed the settings. Country: Czechia (before: Belgium); Day: none (before: 2026-11-21).",
        ),
        ({"kind": "grand_prix"}, "Changed the settings. Kind of event: Grand Prix (before: Standard constructed)."),
    ],
)
def test_settings_are_told_in_the_words_of_their_page(changes, sentence) -> None:
    organizer = Organizer()
    organizer.configure(changes)
    assert last(organizer) == sentence


def test_one_table_is_no_tables() -> None:
    organizer = Organizer().with_players(5)
    organizer.draft_round([[1, 2, 3, 4, 5]], seed=7)
    assert last(organizer) == "Drafted round 1: 1 table."


def test_the_same_result_entered_again_was_nothing_else_before() -> None:
    organizer = ten().result(1, 2, 1, 1, 1, 0)
    organizer.result(1, 2, 1, 1, 1, 0)
    assert "before" not in last(organizer)


def test_a_result_of_an_older_log_reads_as_it_did() -> None:
    fact = ten().enter_result(1, 1, victory_points=[2, 1, 1, 1, 0])[0]
    assert "before" not in fact_to_dict(fact)
    assert fact_to_dict(fact)["version"] == 1


def test_the_last_change_and_its_undoing_count_what_is_of_one_kind() -> None:
    organizer = Organizer()
    facts, state = [], organizer.tournament
    for number in range(22):
        added = players.add_player(state, f"Player {number}")
        state, facts = state.with_facts(added, at=organizer.now, by="Ann"), [*facts, *added]
    organizer.enter(facts)
    assert describe_change(organizer.tournament, last_change(organizer.tournament)) == "22 players registered."
    organizer.undo_last()
    assert last(organizer) == "Undone: 22 players registered."
    organizer.redo_last()
    assert last(organizer) == "Counts again: 22 players registered."


def test_a_change_of_several_kinds_is_told_in_its_order() -> None:
    organizer = Organizer().with_players(5)
    organizer.check_in([1, 2, 3, 4, 5], opens=True)
    assert describe_change(organizer.tournament, last_change(organizer.tournament)) == (
        "Opened the check-in for round 1. Checked in for round 1: Player 1, Player 2, Player 3, Player 4, Player 5."
    )
