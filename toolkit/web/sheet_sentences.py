"""Why a sheet cannot be printed, in English, by pattern; `toolkit.web.sentences` puts it in the reader's language."""

from __future__ import annotations

from toolkit.languages import N_

PATTERNS = (
    N_("No round is seated yet, so there is no seating to print."),
    N_("%(round)s is not seated; what is: %(seated)s."),
    N_("%(round)s has no tables yet: seat it first."),
    N_("There are no standings yet: no result has been entered."),
    N_("%(round)s has not been played, so there are no standings after it."),
    N_("The final has no result yet, so there are no standings after it."),
    N_(
        "While this event runs, players see their own place only: its standings are not for the wall. The organizer "
        "may print them for private use."
    ),
    N_(
        "While this event runs, players see no standings: its standings are not for the wall. The organizer may print "
        "them for private use."
    ),
    N_("The finalists are not known yet: the preliminary rounds have to be complete."),
    N_("Nobody is registered yet, so there is no list of players to print."),
    N_("No player has a page of their own, so there is no link to print."),
    N_("The poster needs the address under which the room reaches this event."),
    N_("Say whose decklist to print: that player has handed in no deck."),
    N_("“%(name)s” has handed in no deck."),
    N_("%(name)s has handed in no deck."),
    N_("The sheet “%(name)s” is for the organizer."),
)
