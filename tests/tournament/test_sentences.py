from __future__ import annotations

from tests.tournament.organizer import before_final, ten
from toolkit.tournament import DeckVerdict, SanctionKind
from toolkit.tournament.history import describe_log
from toolkit.tournament.log import describe


def last(organizer) -> str:
    return describe(organizer.state, organizer.tournament.entry(organizer.tournament.number).fact)


def test_the_log_is_readable() -> None:
    organizer = ten()
    organizer.enter_result(1, 1, events="A>B, time", by_player=1)
    assert last(organizer) == (
        "Result of table 1 in round 1 by Player 1: Player 1 1.5, Player 2 0, Player 3 0.5, Player 4 0.5, Player 5 0.5 "
        "[A>B, time]."
    )
    organizer.enter_result(1, 1, victory_points=[3.5, 0.5, 0, 0, 0], reason="moved", card="Life Boon")
    assert last(organizer).endswith("(overridden: moved, Life Boon).")
    organizer.sanction_player(1, SanctionKind.CAUTION, rule="JG 2.1", judge="Jo")
    assert last(organizer) == "Player 1 got a caution by Jo for JG 2.1."
    organizer.sanction_player(1, SanctionKind.CAUTION, rule="JG 2.1")
    organizer.sanction_player(1, SanctionKind.CAUTION, rule="JG 2.1")
    assert last(organizer) == "Player 1 got a caution for JG 2.1, which makes it a warning."
    organizer.submit_deck(1, "x", DeckVerdict(is_legal=False, problems=("91 cards.",)), is_judge=True, reason="again")
    assert last(organizer) == "Decklist of Player 1: not legal: 91 cards. (again)."
    organizer.extend_clock(1, seconds=-90, table=2)
    assert last(organizer) == "1:30 less for table 2 in round 1."
    organizer.drop_player(6, reason="ill")
    assert last(organizer) == "Player 6 dropped during round 1 (ill)."
    organizer.undo_last(reason="no")
    assert last(organizer) == f"Undid entry {organizer.tournament.number - 1} (no)."


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
