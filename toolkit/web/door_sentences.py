"""Why the doors refuse something, in English, by pattern; `toolkit.web.sentences` puts it in the reader's language."""

from __future__ import annotations

from toolkit.languages import N_

# What another sentence stands in: looked at first, or the other one would be taken for all of it.
FRAMES = ()
PATTERNS = (
    N_("%(number)s players cannot be seated at once: tables take four or five."),
    # rounds, clocks, calls
    # settings and the event
    # decks
    # the final
    # the log
    # players
    # results and seats
    # files, links, tables of the companion
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
