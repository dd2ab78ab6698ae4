"""Reading an event from Archon, as one file of the form in which it exports events; and a record of real answers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from toolkit.exchange.archon.app_json import CANNOT_READ, list_of, read_archon, records_of, unreadable
from toolkit.languages import Message
from toolkit.services.events.archon import Archon, ArchonRefused, ArchonUnreachable, lacking_nothing

_NEEDED = ("uid", "name", "format", "state", "players", "standings", "winner", "rounds")
# Of a member these are kept: who they are elsewhere is nobody's business here.
_OF_MEMBER = ("uid", "vekn_id", "country")


def fetch_event(client: Archon, code: str) -> bytes:
    """An event by code or uid, with its members' numbers and the lists that Archon shows, as its export has them.

    Raises:
        ArchonRefused, ArchonUnreachable: there is no answer to go by.
    """
    event = lacking_nothing(client.event(code).values, *_NEEDED)
    if event["state"] != "Finished":
        raise ArchonRefused(Message("This event is not finished at Archon."))
    uid = str(event["uid"])
    members = [{name: row.get(name) for name in _OF_MEMBER} for row in _rows(client.members_of(uid), "user")]
    decks = [row for row in _rows(client.decks_of(uid), "deck") if row.get("tournament_uid") == uid]
    records = [
        {"type": "tournament", "data": event},
        *({"type": "user", "data": member} for member in members),
        *({"type": "deck", "data": deck} for deck in decks),
    ]
    return list_of(records)


def _rows(content: bytes, kind: str) -> list[Mapping[str, Any]]:
    try:
        return [dict(record["data"]) for record in records_of(content.decode("utf-8-sig")) if record["type"] == kind]
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ArchonUnreachable(Message("Archon's list was cut short: nothing of it is taken.")) from None


def has_seats(content: bytes) -> bool:
    """Whether an event of Archon says who sat where; else it can be entered by its results only.

    Raises:
        BadResults: it cannot be read.
    """
    event = read_archon(content)
    try:
        return event.has_seats
    except CANNOT_READ as error:
        raise unreadable(error) from error


# --- The first operator records real answers ---

# Of these the texts are kept, which are words of Archon, days and places; every other text may name somebody.
_PLAIN = frozenset(
    (
        *("type", "state", "format", "rank", "level", "kind", "category", "subcategory", "version"),
        *(
            "country",
            "city",
            "timezone",
            "start",
            "finish",
            "date",
            "modified",
            "timestamp",
            "generated_at",
            "expires_at",
        ),
        *("standings_mode", "decklists_mode", "event_code", "code"),
    )
)
_NUMBERS = ("vekn_id", "vekn", "organizer_veknid", "veknid")
_UIDS = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.I)


class _Recording:
    """Answers with their people replaced: numbers and uids are counted through from one, texts are gone."""

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}
        self._uids: dict[str, str] = {}

    def clean(self, value: Any, name: str = "") -> Any:
        """A value without names, free texts, contacts, tokens, and real numbers and uids."""
        if isinstance(value, dict):
            return {self.without_uids(key): self.clean(one, key) for key, one in value.items()}
        if isinstance(value, list):
            return [self.clean(one, name) for one in value]
        if not isinstance(value, str) or not value or name in _PLAIN:
            return value
        if name in _NUMBERS:
            return self._numbers.setdefault(value, f"999{len(self._numbers):04}")
        return self.without_uids(value) if _UIDS.fullmatch(value) else "…"

    def without_uids(self, text: str) -> str:
        """A text with each uid replaced by ours for it."""
        return _UIDS.sub(self._our_uid, text)

    def _our_uid(self, found: re.Match[str]) -> str:
        return self._uids.setdefault(found[0].lower(), f"019f0000-0000-7000-8000-{len(self._uids):012}")


def record_answers(client: Archon, code: str) -> list[dict[str, Any]]:
    """Archon's answers about an event, with their people replaced, to be compared with the contract.

    Raises:
        ArchonRefused, ArchonUnreachable: there is no answer to go by.
    """
    recording = _Recording()
    answer = client.event(code).values
    uid = str(lacking_nothing(answer, "uid")["uid"])
    asked: tuple[tuple[str, Any], ...] = (
        (f"/v1/tournaments/{code}", answer),
        (f"/v1/users?tournament={uid}", _all_records(client.members_of(uid))),
        (f"/v1/decks?tournament={uid}", _all_records(client.decks_of(uid))),
    )
    return [
        {"request": {"method": "GET", "path": recording.without_uids(path)}, "answer": recording.clean(values)}
        for path, values in asked
    ]


def _all_records(content: bytes) -> list[Any]:
    return [json.loads(line) for line in content.splitlines() if line.strip()]
