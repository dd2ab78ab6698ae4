"""An event as the app Archon writes it: an answer of its API, its export with members and lists, a device's state."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from toolkit.exchange.archondata import DISQUALIFIED, plain_line
from toolkit.exchange.results.model import BadResults, EventResults, ResultRow
from toolkit.languages import Message
from toolkit.scoring import Halves, ImpossibleScores, parse_victory_points
from toolkit.tournament.configuration import EventKind, country_or_text

_PACKED = b"\x1f\x8b"
_MOST_BYTES = 64 * 1024 * 1024
# An event lacks none of these.
_NEEDED = ("uid", "name", "format", "state", "players", "standings", "winner")
_KINDS = {
    ("Limited", "National Championship"): EventKind.LIMITED_NATIONAL,
    ("Limited", "Continental Championship"): EventKind.LIMITED_CONTINENTAL,
    ("", "National Championship"): EventKind.NATIONAL_CHAMPIONSHIP,
    ("", "Continental Championship"): EventKind.CONTINENTAL_CHAMPIONSHIP,
    ("V5", ""): EventKind.V5,
    ("Limited", ""): EventKind.LIMITED,
    ("Storyline", ""): EventKind.STORYLINE,
}
CANNOT_READ = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, ImpossibleScores)
_UNFINISHED = Message("This event is not finished at Archon: finish it there first, then take its file again.")

_OTHER_PACKED = Message(
    "This packed file is not an export of Archon. Choose Archon's `export.jsonl.gz`, or the JSON of one event."
)
_NO_EVENT = Message(
    "This is another answer of Archon, not an event. Choose the answer of `/v1/tournaments/CODE`, or Archon's export."
)


class StandingsDiffer(BadResults):
    """An event whose standings differ from those of its own tables."""


class SeveralEvents(BadResults):
    """An export of more than one event, of which none was chosen."""


@dataclass(frozen=True, slots=True)
class Member:
    """A player of Archon: the VEKN number, the country's code, and the name where the file has one."""

    vekn: str = ""
    country: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class ArchonEvent:
    """A finished event of Archon.

    Attributes:
        fields: the event as it is in the file.
        members: by uid.
        decks: lists that the file has with the event.
        is_listed: whether the file is a list, which may have other events too.
    """

    fields: Mapping[str, Any]
    members: Mapping[str, Member]
    decks: Sequence[Mapping[str, Any]] = ()
    is_listed: bool = False

    @property
    def rounds(self) -> Sequence[Sequence[Mapping[str, Any]]]:
        """The tables of each preliminary round, cancelled ones left out."""
        every = self.fields.get("rounds") or []
        return [[table for table in tables if table.get("state") != "Cancelled"] for tables in every]

    @property
    def has_seats(self) -> bool:
        """Whether it says who sat where; else it can be entered by its results only."""
        return bool(self.rounds) and not (self.fields.get("open_rounds") or self.fields.get("self_organized_rounds"))

    @property
    def proxies(self) -> Sequence[str]:
        """The proxy players, by uid."""
        return [player["user_uid"] for player in self.fields["players"] if player.get("non_competing")]

    @property
    def cancelled(self) -> int:
        """How many tables were cancelled."""
        every = self.fields.get("rounds") or []
        return sum(table.get("state") == "Cancelled" for tables in every for table in tables)

    @property
    def final_seats(self) -> Sequence[Mapping[str, Any]]:
        """The seats of the final; empty without one."""
        return list((self.fields.get("finals") or {}).get("seating") or [])

    @property
    def kind(self) -> EventKind:
        """The kind of event; Archon does not say which one is a qualifier or a Grand Prix."""
        format, rank = str(self.fields["format"]), str(self.fields.get("rank") or "")
        kinds = (_KINDS.get((format, rank)), _KINDS.get(("", rank)) if rank else None)
        return next(filter(None, kinds), EventKind.STANDARD_CONSTRUCTED)

    @property
    def vekn_event(self) -> str:
        """The number on the VEKN's calendar; "" without one."""
        number = str((self.fields.get("external_ids") or {}).get("vekn") or "")
        return number if number.isascii() and number.isdecimal() else ""

    def day(self, field: str) -> date | None:
        """A day of the event: `start` or `finish`."""
        return _day(self.fields.get(field))

    def member(self, uid: str) -> Member:
        """The member of that uid, with nothing but a country where the file does not know them."""
        return self.members.get(uid, Member())


def _day(written: object) -> date | None:
    text = str(written or "")[:10]
    return date.fromisoformat(text) if text else None


def is_archon(content: bytes) -> bool:
    """Whether a file is an event of Archon."""
    if content.startswith(_PACKED):
        return True
    head = content[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b'{"type"') and b'"header"' in head:
        return True
    if not head.startswith(b"{"):
        return False
    try:
        fields = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return (
        isinstance(fields, dict)
        and isinstance(fields.get("tournament", fields), dict)
        and "uid" in fields.get("tournament", fields)
    )


def read_archon(content: bytes, *, code: str = "") -> ArchonEvent:
    """The event of a file; `code` chooses among several, by code, uid or calendar number.

    Raises:
        BadResults: the file is cut short, has no event or several, or its event is not finished.
    """
    try:
        text = _unpacked(content).decode("utf-8-sig")
        if content.startswith(_PACKED) and not is_archon(text.encode()):
            raise BadResults((_OTHER_PACKED,))
        event = _from_list(text, code) if '"header"' in text[:200] else _from_answer(json.loads(text))
        if "players" not in event.fields:
            raise BadResults((_NO_EVENT,))
        if missing := [name for name in _NEEDED if name not in event.fields]:
            raise BadResults((Message("Archon's event lacks “%(name)s”: download it again.", name=missing[0]),))
    except (OSError, EOFError, zlib.error, *CANNOT_READ) as error:
        raise BadResults(
            (Message("This file of Archon cannot be read: it breaks off or is damaged. Download it again."),)
        ) from error
    if event.fields["state"] != "Finished":
        raise BadResults((_UNFINISHED,))
    return event


def _unpacked(content: bytes) -> bytes:
    if not content.startswith(_PACKED):
        return content
    unpacked = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    text = unpacked.decompress(content, _MOST_BYTES)
    if not unpacked.eof:
        raise gzip.BadGzipFile("It is too large, or breaks off.")
    return text


def _from_answer(answer: Any) -> ArchonEvent:
    """The event of one answer, or of the state that a device gives back."""
    fields = answer.get("tournament", answer)
    players = answer.get("offline_players") or []
    members = {
        player["temp_uid"]: Member(str(player.get("vekn_id") or ""), "", str(player.get("name") or ""))
        for player in players
    }
    return ArchonEvent(fields, members)


def records_of(text: str) -> list[Any]:
    """The records of a list, a line of JSON for each.

    Raises:
        ValueError: it is cut short.
    """
    *records, last = [json.loads(line) for line in text.splitlines() if line.strip()]
    if last.get("type") != "eof" or last["count"] != len(records) - 1:
        raise ValueError("The list is cut short.")
    return records


def members_in(content: bytes) -> dict[str, Member]:
    """The members of a list, by uid.

    Raises:
        ValueError: it is cut short.
    """
    return _members(records_of(content.decode("utf-8-sig")))


def _members(records: Sequence[Any]) -> dict[str, Member]:
    return {
        record["data"]["uid"]: Member(
            str(record["data"].get("vekn_id") or ""), str(record["data"].get("country") or "")
        )
        for record in records
        if record["type"] == "user"
    }


def _from_list(text: str, code: str) -> ArchonEvent:
    """The event of an export, a line of JSON for each of its records."""
    records = records_of(text)
    events = [record["data"] for record in records if record["type"] == "tournament"]
    named = [event for event in events if code and code in _names_of(event)]
    if len(events) > 1 and len(named) != 1:
        raise SeveralEvents(
            (Message("This export has %(number)s events: choose one by its code or number.", number=len(events)),)
        )
    if not events:
        raise BadResults((Message("This export of Archon has no event."),))
    event = (named or events)[0]
    decks = [record["data"] for record in records if record["type"] == "deck"]
    own = [deck for deck in decks if deck["tournament_uid"] == event["uid"]]
    return ArchonEvent(event, _members(records), own, is_listed=True)


def one_event(content: bytes, code: str) -> bytes:
    """The file with one of its events, by code, uid or calendar number; without a code, or with one event, as it is.

    Raises:
        BadResults: the file cannot be read, or does not have that event.
    """
    if not code:
        return content
    chosen = read_archon(content, code=code)
    if not chosen.is_listed:
        return content
    here = {player["user_uid"] for player in chosen.fields["players"]}
    members = {uid: member for uid, member in chosen.members.items() if uid in here}
    records = [
        {"type": "tournament", "data": chosen.fields},
        *(
            {"type": "user", "data": {"uid": uid, "vekn_id": member.vekn, "country": member.country}}
            for uid, member in members.items()
        ),
        *({"type": "deck", "data": deck} for deck in chosen.decks),
    ]
    return list_of(records)


def list_of(records: Sequence[object]) -> bytes:
    """Records as Archon lists them, a line of JSON for each between a header and their count."""
    lines = [{"type": "header"}, *records, {"type": "eof", "count": len(records)}]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


def _names_of(event: Mapping[str, Any]) -> tuple[str, ...]:
    return str(event.get("uid")), str(event.get("event_code")), str((event.get("external_ids") or {}).get("vekn"))


def results_of_archon(content: bytes, *, code: str = "") -> EventResults:
    """The results of an event whose rounds Archon does not have.

    Raises:
        BadResults: the file cannot be read, or it says who sat where.
    """
    event = read_archon(content, code=code)
    try:
        if event.has_seats and not event.proxies:
            raise BadResults(
                (Message("This file says who sat where: import it as an event, e.g. with `tournament import FILE`."),)
            )
        return archon_results(event)
    except CANNOT_READ as error:
        raise unreadable(error) from error


def report_of_archon(report: Mapping[str, Any]) -> EventResults:
    """The results in a report of the older Archon: without names, VEKN numbers and the final's points.

    Its standings are those before the final, best first.
    """
    event = report["tournament"]
    rows = [
        _Standing(
            row["user_uid"],
            ResultRow(
                game_wins=whole_number(row["gw"]),
                victory_points=_halves(row["vp"]),
                tournament_points=whole_number(row["tp"]),
            ),
        )
        for row in report["standings"]
    ]
    finalists = [row for row, read in zip(rows, report["standings"], strict=True) if read.get("finalist")]
    return EventResults(
        name=plain_line(str(event["name"])),
        date=_day(event.get("date")),
        country=country_or_text(str(event.get("country") or "")),
        kind=_KINDS.get((str(event.get("format")), ""), EventKind.STANDARD_CONSTRUCTED),
        has_final=bool(finalists),
        reported_players=int(event.get("player_count") or 0),
        rows=tuple(_placed(rows, finalists, winner=str(event.get("winner") or ""))),
        origin="archon",
    )


def unreadable(error: Exception) -> BadResults:
    """The refusal of a file with a value of another kind than expected."""
    return BadResults(
        (Message("A value in this file cannot be read: %(what)s. Download it again.", what=str(error)[:100]),)
    )


def whole_number(written: object) -> int:
    """The figure, which other programs also write with decimals.

    Raises:
        ValueError: it has a fraction, or is no number.
    """
    number = float(str(written))
    if not number.is_integer():
        raise ValueError(f"{written} is not a whole number")
    return int(number)


def archon_results(event: ArchonEvent) -> EventResults:
    """The results by an event's own standings and final, with places as here."""
    fields = event.fields
    rows = list(_rows(event))
    first, last = event.day("start"), event.day("finish")
    return EventResults(
        name=plain_line(str(fields["name"])),
        date=first,
        last_day=None if last == first else last,
        city=plain_line(str(fields.get("city") or "")),
        country=country_or_text(str(fields.get("country") or "")),
        kind=event.kind,
        is_online=bool(fields.get("online")),
        vekn_event=event.vekn_event,
        archon_code=str(fields.get("event_code") or fields["uid"]),
        rounds=len(event.rounds) or int(fields.get("max_rounds") or 0),
        has_final=bool(event.final_seats),
        reported_players=int(fields.get("reported_player_count") or 0),
        rows=tuple(_placed(rows, [row for row in rows if row.row.is_finalist], winner=str(fields["winner"]))),
        origin="archon",
    )


@dataclass(frozen=True, slots=True)
class _Standing:
    uid: str
    row: ResultRow


def _rows(event: ArchonEvent) -> Iterator[_Standing]:
    final = {seat["player_uid"]: _halves(seat["result"]["vp"]) for seat in event.final_seats}
    most = max((whole_number(row.get("toss") or 0) for row in event.fields["standings"]), default=0)
    for row in event.fields["standings"]:
        if row.get("non_competing"):
            continue
        member, toss = event.member(row["user_uid"]), whole_number(row.get("toss") or 0)
        yield _Standing(
            row["user_uid"],
            ResultRow(
                name=plain_line(member.name),
                vekn=member.vekn,
                country=country_or_text(member.country),
                out=DISQUALIFIED if row.get("disqualified") else "",
                game_wins=whole_number(row["gw"]),
                victory_points=_halves(row["vp"]),
                tournament_points=whole_number(row["tp"]),
                final_victory_points=final.get(row["user_uid"]),
                # There a higher toss is better.
                toss=most + 1 - toss if toss else 0,
            ),
        )


def _halves(points: object) -> Halves:
    return parse_victory_points(str(points))


def _placed(rows: Sequence[_Standing], finalists: Sequence[_Standing], *, winner: str) -> Iterator[ResultRow]:
    ranked = sorted((row for row in rows if not row.row.out), key=lambda row: row.row.order_before)
    places: dict[str, int] = {row.uid: 1 if row.uid == winner else 2 for row in finalists if not row.row.out}
    others = [row for row in ranked if row.uid not in places]
    for at, row in enumerate(others):
        before = others[at - 1] if at else None
        is_equal = before is not None and before.row.is_level_with(row.row)
        places[row.uid] = places[before.uid] if is_equal and before is not None else len(ranked) - len(others) + at + 1
    for row in sorted(ranked, key=lambda row: (places[row.uid], row.row.order_before)):
        yield replace(row.row, place=places[row.uid])
    yield from (row.row for row in rows if row.row.out)
