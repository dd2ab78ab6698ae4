"""What tables say in English, by pattern; `toolkit.web.sentences` puts it in the reader's language."""

from __future__ import annotations

from toolkit.languages import N_

PATTERNS = (
    # making one
    N_("A table has 2 to 6 players, not %(number)s."),
    N_("Every player needs a name of their own."),
    N_("A name has at most %(number)s characters."),
    N_("Too many tables were made here today: try again tomorrow."),
    # at it
    N_("This is for %(name)s to give."),
    N_("Only the host or a judge does that."),
    N_("This is longer than anybody would read."),
    N_("This record is full: no game is that long."),
    N_("This table has no such link."),
    N_("This link leads nowhere, or is no longer good: ask for a new one."),
    # the clock
    N_("The clock is running."),
    N_("The clock is not running."),
    N_("The clock has no minutes yet: add some first."),
    N_("A clock has up to 24 hours."),
    N_("The event's clock counts at this table."),
    # the result
    N_("There is no result to send: the game goes on, or it is not an event's."),
    N_("There is no result to confirm: the game is not an event's."),
    N_("The event has changed this table since: enter the result there."),
)
