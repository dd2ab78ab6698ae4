from __future__ import annotations

import pytest

from tests.tournament.desk import Desk
from toolkit.tournament.errors import BadValue, Refused, UnknownAnnouncement


def test_an_announcement_stands_until_it_is_withdrawn() -> None:
    desk = Desk()
    desk.announce("  Lunch \n until 14:00. ")
    desk.announce("Round 2 begins at 14:15.")
    assert [shown.text for shown in desk.state.announcements.values()] == [
        "Lunch until 14:00.",
        "Round 2 begins at 14:15.",
    ]
    desk.withdraw(1)
    assert list(desk.state.announcements) == [2]
    desk.announce("Decks are back.")
    assert list(desk.state.announcements) == [2, 3]
    with pytest.raises(UnknownAnnouncement):
        desk.withdraw(1)


def test_said_twice_it_is_shown_once() -> None:
    desk = Desk()
    desk.announce("Lunch.")
    assert desk.announce(" Lunch. ") == []


@pytest.mark.parametrize("text", ["", "  \n", "x" * 201, "bell \x07"])
def test_what_no_wall_can_show_is_refused(text) -> None:
    with pytest.raises(BadValue):
        Desk().announce(text)


def test_a_sixth_has_to_wait() -> None:
    desk = Desk()
    for number in range(5):
        desk.announce(f"Number {number}")
    with pytest.raises(Refused, match="withdraw one first"):
        desk.announce("Number 6")
