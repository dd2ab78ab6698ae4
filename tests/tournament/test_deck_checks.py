"""Random deck checks: the worked example of the specification, and who can be drawn."""

from __future__ import annotations

import hashlib

import pytest

from tests.tournament.organizer import Organizer
from toolkit.tournament import DeckVerdict
from toolkit.tournament.deck_checks import draw_deck_checks, order_of
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.log import describe


def seventeen() -> Organizer:
    organizer = Organizer(rounds=2).with_players(17)
    for number in range(1, 18):
        organizer.submit_deck(number, "x", DeckVerdict(is_legal=True))
    return organizer.seated([1, 2, 3, 4, 5], [6, 7, 8, 9], [10, 11, 12, 13], [14, 15, 16, 17])


def test_the_seed_draws_players_9_and_4() -> None:
    organizer = seventeen()
    assert hashlib.sha256(b"7:1:9").hexdigest().startswith("0e074f53")
    (fact,) = draw_deck_checks(organizer.state, 1, seed=7)
    assert fact.players == (9, 4)  # a tenth of 17, rounded up
    assert describe(organizer.state, fact) == "Deck checks of round 1: Player 9, Player 4."
    organizer.enter([fact])
    assert draw_deck_checks(organizer.state, 1, seed=7, count=2)[0].players == (16, 1)
    assert draw_deck_checks(organizer.state, 1, seed=7, count=2, again=True)[0].players == (9, 4)
    organizer.undo_last()
    assert organizer.state.checked == frozenset()


def test_who_has_no_list_is_not_drawn() -> None:
    organizer = Organizer(rounds=2).with_players(4).seated([1, 2, 3, 4])
    with pytest.raises(Refused, match="All lists in round 1"):
        draw_deck_checks(organizer.state, 1, seed=7)


def test_who_handed_in_a_list_on_paper_is_drawn_as_others_are() -> None:
    organizer = Organizer(rounds=2).with_players(4)
    organizer.take_paper_list(3)
    organizer.seated([1, 2, 3, 4])
    (fact,) = organizer.draw_deck_checks(1, seed=7, count=4)
    assert fact.players == (3,)


def test_a_list_on_paper_for_another_round_is_none_for_this_one() -> None:
    organizer = Organizer(rounds=2, is_multideck=True).with_players(4)
    organizer.take_paper_list(3, deck_round=2)
    organizer.take_paper_list(4, deck_round=1)
    organizer.seated([1, 2, 3, 4])
    assert organizer.draw_deck_checks(1, seed=7, count=4)[0].players == (4,)


def test_what_a_check_found_is_noted_with_its_row_of_the_guide() -> None:
    organizer = seventeen()
    organizer.enter(draw_deck_checks(organizer.state, 1, seed=7))
    (fact,) = organizer.note_deck_check(1, 9, infraction="3.1.2", note="two cards over")
    assert describe(organizer.state, fact) == (
        "Deck check of Player 9 in round 1: 3.1.2 Illegal Main Deck (Legal Decklist) (two cards over)."
    )
    organizer.note_deck_check(1, 4)
    (drawn,) = organizer.state.deck_checks
    assert dict(drawn.found) == {9: ("illegal_main_deck_legal_decklist", "two cards over"), 4: ("", "")}
    with pytest.raises(Refused, match="Player 1 was not drawn for a deck check in round 1"):
        organizer.note_deck_check(1, 1)
    with pytest.raises(BadValue, match="A deck check finds"):
        organizer.note_deck_check(1, 9, infraction="3.3")


def test_the_next_round_draws_the_players_of_the_example() -> None:
    assert order_of(list(range(1, 18)), seed=7, round_number=2)[:2] == [14, 13]
