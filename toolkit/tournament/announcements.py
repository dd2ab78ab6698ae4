"""Announcements: a line from the organizer that the wall and every phone show until it is withdrawn."""

from __future__ import annotations

from toolkit.languages import Message, Sayable
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import AnnouncementMade, AnnouncementWithdrawn, Fact
from toolkit.tournament.log import GONE, LogEntry, PlayerNames, folds
from toolkit.tournament.state import Announcement, State, evolve

LONGEST_ANNOUNCEMENT = 200
MOST_ANNOUNCEMENTS = 5


def announce(state: State, text: str) -> list[Fact]:
    """Announce a line to all; a line that is on show already is not repeated.

    Raises:
        BadValue: nothing is said, or too much for a wall.
        Refused: so many are shown that nobody reads them.
    """
    cleaned = " ".join(text.split())
    if not cleaned:
        raise BadValue(Message("Write the announcement."), code="no_text")
    if len(cleaned) > LONGEST_ANNOUNCEMENT or not cleaned.isprintable():
        raise BadValue(
            Message("An announcement has at most %(number)s characters.", number=LONGEST_ANNOUNCEMENT),
            code="text_too_long",
        )
    if any(announcement.text == cleaned for announcement in state.announcements.values()):
        return []
    if len(state.announcements) >= MOST_ANNOUNCEMENTS:
        raise Refused(
            Message("%(number)s announcements are shown: withdraw one first.", number=MOST_ANNOUNCEMENTS),
            code="too_many",
        )
    return [AnnouncementMade(announcement=state.announcements_ever + 1, text=cleaned)]


def withdraw(state: State, number: int) -> list[Fact]:
    """Take an announcement down.

    Raises:
        UnknownAnnouncement: it is not shown.
    """
    state.announcement(number)
    return [AnnouncementWithdrawn(announcement=number)]


def shown_announcements(state: State) -> list[Announcement]:
    """The announcements to be shown, the newest first."""
    return sorted(state.announcements.values(), key=lambda announcement: announcement.number, reverse=True)


@folds(AnnouncementMade, lambda _, fact: Message("Announced: %(what)s", what=fact.text or GONE))
def _made(state: State, fact: AnnouncementMade, entry: LogEntry) -> State:
    number = fact.announcement
    if number in state.announcements:
        raise Refused(Message("There is an announcement %(number)s already.", number=number), code="number_taken")
    made = Announcement(number=number, text=fact.text or GONE, at=entry.at)
    return evolve(
        state,
        announcements={**state.announcements, number: made},
        announcements_ever=max(state.announcements_ever, number),
    )


def _withdrawn_sentence(names: PlayerNames, fact: AnnouncementWithdrawn) -> Sayable:
    if made := names.before(fact, (AnnouncementMade,), "announcement"):
        return Message("Withdrew the announcement: %(what)s", what=made.text or GONE)
    return Message("Withdrew announcement %(number)s.", number=fact.announcement)


@folds(AnnouncementWithdrawn, _withdrawn_sentence)
def _withdrawn(state: State, fact: AnnouncementWithdrawn, entry: LogEntry) -> State:
    state.announcement(fact.announcement)
    left = {number: announcement for number, announcement in state.announcements.items() if number != fact.announcement}
    return evolve(state, announcements=left)
