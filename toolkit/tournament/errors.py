"""The refusals of operations: a code, a sentence and, where there is one, the rule."""

from __future__ import annotations

from toolkit.errors import Conflict, Invalid, NotFound


class UnknownPlayer(NotFound):
    """No player of this tournament has that number."""

    code = "unknown_player"


class UnknownRound(NotFound):
    """This tournament has no such round, or not yet."""

    code = "unknown_round"


class UnknownTable(NotFound):
    """That round has no such table."""

    code = "unknown_table"


class UnknownSanction(NotFound):
    """No sanction has that number."""

    code = "unknown_sanction"


class UnknownCall(NotFound):
    """No judge call of that number is open."""

    code = "unknown_call"


class UnknownAnnouncement(NotFound):
    """No announcement of that number is shown."""

    code = "unknown_announcement"


class UnknownEntry(NotFound):
    """The log has no entry of that number."""

    code = "unknown_entry"


class Refused(Conflict):
    """The tournament is in a state that does not allow this; the code says why."""

    code = "refused"


class StaleTournament(Conflict):
    """The log has grown in the meantime: look again before writing."""

    code = "stale_tournament"


class CannotStand(Conflict):
    """A fact of the log cannot hold after those before it."""

    code = "cannot_stand"


class BadValue(Invalid):
    """A value that this tournament cannot take; the code says which."""

    code = "bad_value"


class DamagedFact(Invalid):
    """A stored fact that cannot be read: fields are missing, unknown or of another type."""

    code = "damaged_fact"


class NewerFact(Invalid):
    """A stored fact that a newer version of this program wrote."""

    code = "newer_version"
