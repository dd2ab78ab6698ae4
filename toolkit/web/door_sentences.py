"""Why the doors refuse something, in English, by pattern; `toolkit.web.sentences` puts it in the reader's language."""

from __future__ import annotations

from toolkit.languages import N_

# What another sentence stands in: looked at first, or the other one would be taken for all of it.
FRAMES = ()
PATTERNS = (
    N_("%(number)s players cannot be seated at once: tables take four or five."),
    N_("Neither of the two has a seat in this round."),
    N_("No list of %(name)s is known: write the three cards that were shown."),
    # rounds, clocks, calls
    # settings and the event
    N_("The event is finished."),
    N_("The event is finished: ask an official."),
    N_("There is no tournament yet: make one first."),
    # decks
    N_("%(name)s has handed in no list."),
    # the final
    # the log
    # players
    N_("The list is not UTF-8 text."),
    # results and seats
    N_("Only an official removes a player."),
    N_("The result of table %(number)s is locked: ask an official."),
    N_("Something else was entered at this table in the meantime."),
    # files, links, tables of the companion
    N_("The file is damaged: its log does not fit its checksum."),
    N_("The file is too large for a tournament."),
    N_("The file is not an export of a tournament."),
    N_("The file is damaged: it has no version."),
    N_("A newer version wrote this file (format %(number)s): update this program."),
    N_("The file is damaged: an entry of its log cannot be read."),
    N_("The file is damaged: an entry of its log has no number, author or time in UTC."),
    N_("The file is damaged: an entry of its log has no time."),
    N_("The file is damaged: it is not whole JSON."),
    N_("This token opens nothing here, or is no longer good."),
    N_("Every player needs a deck."),
    N_("A deck has at least 7 library and 4 crypt cards."),
    N_("The record has %(number)s operations; at most %(other)s are replayed."),
    N_("The record takes too long to replay."),
    N_("Nobody called '%(name)s' sits at this table."),
    N_("There is no guided turn called '%(name)s'."),
    N_("No rule has the ID '%(name)s'."),
    N_("No point of the rules has the ID '%(name)s'."),
    N_("There is no profile '%(name)s'; there are %(list)s."),
    N_("There is no option '%(name)s'."),
    N_("%(what)s is one of %(list)s, not '%(name)s'."),
)
