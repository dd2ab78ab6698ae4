"""What can go wrong between the program and its database, each with a sentence that says what to do."""

from __future__ import annotations

from toolkit.errors import Conflict, Invalid, NotFound, Unavailable
from toolkit.languages import Count, Message
from toolkit.storage.log import Entry


class StreamNotFound(NotFound):
    """No log of that kind has that id."""

    code = "not_found"


class StreamExists(Conflict):
    """A log with that id is there already."""

    code = "exists"


class StaleStream(Conflict):
    """Somebody else wrote first; `entries` is what came in between, in order.

    Attributes:
        expected: the number that the writer had last seen.
        entries: everything after it.
    """

    code = "stale"

    def __init__(self, expected: int, entries: tuple[Entry, ...]) -> None:
        changes = Count(len(entries), "one change", "%(num)d changes")
        super().__init__(
            Message("Somebody else made %(changes)s in the meantime: look again, then repeat yours.", changes=changes)
        )
        self.expected = expected
        self.entries = entries


class UnknownSequence(Invalid):
    """The writer says to have seen an entry that does not exist."""

    code = "unknown_sequence"


class ReusedKey(Conflict):
    """An idempotency key was sent a second time with something else."""

    code = "reused_key"


class InvalidDatabaseUrl(Unavailable):
    """`DATABASE_URL` names no database that this program can use."""

    code = "invalid_database_url"


class StoreUnavailable(Unavailable):
    """The database cannot do that now; nothing was changed."""

    code = "store_unavailable"


class StoreBusy(StoreUnavailable):
    """Another program holds the database."""

    code = "store_busy"


class StoreFull(StoreUnavailable):
    """No space is left where the database lies."""

    code = "store_full"


class StoreReadOnly(StoreUnavailable):
    """The folder or file may not be written."""

    code = "store_read_only"


class StoreDamaged(StoreUnavailable):
    """The file is not a database, or parts of it cannot be read."""

    code = "store_damaged"


class StoreTooNew(StoreUnavailable):
    """A newer version of this program wrote the database."""

    code = "store_too_new"


class StoreUnreachable(StoreUnavailable):
    """The database server does not answer, or the connection broke: whether the last change was kept is not known."""

    code = "store_unreachable"
