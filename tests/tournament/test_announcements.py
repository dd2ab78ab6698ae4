from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer
from toolkit.tournament.errors import BadValue, Refused, UnknownAnnouncement


def test_an_announcement_stands_until_it_is_withdrawn() -> None:
    organizer = Organizer()
    organizer.announce("  Lunch \n until 14:00. ")
    organizer.announce("Round 2 begins at 14:15.")
    assert [shown.text for shown in organizer.state.announcements.values()] == [
        "Lunch until 14:00.",
        "Round 2 begins at 14:15.",
    ]
    organizer.withdraw(1)
    assert list(organizer.state.announcements) == [2]
    organizer.announce("Decks are back.")
    assert list(organizer.state.announcements) == [2, 3]
    with pytest.raises(UnknownAnnouncement):
        organizer.withdraw(1)


def test_said_twice_it_is_shown_once() -> None:
    organizer = Organizer()
    organizer.announce("Lunch.")
    assert organizer.announce(" Lunch. ") == []


@pytest.mark.parametrize("text", ["", "  \n", "x" * 201, "bell \x07"])
def test_what_no_wall_can_show_is_refused(text) -> None:
    with pytest.raises(BadValue):
        Organizer().announce(text)


def test_a_sixth_has_to_wait() -> None:
    organizer = Organizer()
    for number in range(5):
        organizer.announce(f"Number {number}")
    with pytest.raises(Refused, match="withdraw one first"):
        organizer.announce("Number 6")
