"""What links and accounts say in English, by pattern; `toolkit.web.sentences` puts it in the reader's language."""

from __future__ import annotations

from toolkit.languages import N_

PATTERNS = (
    N_("There is nothing at this address."),
    N_("This link was replaced by a new one: ask the organizer for it."),
    N_("This link was taken back: ask the organizer."),
    N_("There is no such link."),
    N_("Say whom the link is for, in at most %(number)s characters."),
    N_("An event has at most %(number)s links: re-issue one of them."),
    N_("Somebody else has that name: choose another one."),
    N_("A name has %(number)s to %(other)s letters."),
    N_("A password has %(number)s to %(other)s characters."),
    N_("The name is no password."),
    N_("Name and password do not belong together."),
    N_("That is not the password."),
    N_("Nobody here has that name."),
    N_("An event needs an organizer: make somebody else one first."),
    N_("Say what the token is for, in at most %(number)s characters."),
    N_("Nobody needs more than %(number)s tokens: remove one first."),
)
