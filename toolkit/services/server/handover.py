"""One event, two laptops: the hand-over, the take-over, and the log of the one held against that of the other."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from toolkit.errors import Conflict
from toolkit.languages import Message, Sayable
from toolkit.services.kernel.context import Context, link_secret, store_address
from toolkit.services.kernel.links import is_token, make_token
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
from toolkit.services.server.verification import links_of_export
from toolkit.storage import parse_url
from toolkit.storage.chain import ChainLink
from toolkit.storage.integrity import load_links, reading
from toolkit.tournament import LogEntry, Tournament, fold, handover
from toolkit.tournament.declarations import Undoing
from toolkit.tournament.facts import TakenOver
from toolkit.tournament.history import describe_log
from toolkit.tournament.log import entry_from_dict

_LETTERS = "23456789bcdfghjkmnpqrstvwxz"


class OtherLog(Conflict):
    """The given file is not the log of this event."""

    code = "other_log"


class CopyStanding(StrEnum):
    """The relation of the log here to that of the other laptop."""

    SAME = "same"
    BEHIND = "behind"  # the other one has more, in the same epoch
    AHEAD = "ahead"
    SUPERSEDED = "superseded"  # the other one goes on, in a later epoch
    SUPERSEDES = "supersedes"
    SPLIT = "split"  # both went on in the same epoch


@dataclass(frozen=True, slots=True, kw_only=True)
class LogComparison:
    """Two logs of one event held against each other.

    Attributes:
        common: the last entry in both logs.
        lacking: the entries that the laptop that goes on does not have; of two that both go on, that this one does not.
    """

    standing: CopyStanding
    common: int
    lacking: tuple[tuple[LogEntry, Sayable], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOverView:
    """The version that the log is closed with, and the code by which another laptop goes on."""

    sequence: int
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LackingView:
    """An entry that the laptop which goes on does not have."""

    number: int
    at: str
    by: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonView:
    """The relation of the log here to another laptop's.

    Attributes:
        common: the last entry in both logs.
        sentence: the relation in a sentence for people.
        lacking: entries to enter by hand on the laptop that continues; here, if both continue.
    """

    standing: CopyStanding
    common: int
    sentence: str
    lacking: tuple[LackingView, ...]


def hand_over(work: UnitOfWork) -> tuple[Change, str]:
    """Close the log here; returns the code with which another laptop goes on, which is kept nowhere.

    Raises:
        Refused: it is closed already.
    """
    letters = "".join(secrets.choice(_LETTERS) for _ in range(8))
    code = f"{letters[:4]}-{letters[4:]}"
    return work.change(handover.hand_over, code), code


def compare(work: UnitOfWork, other: bytes | Path) -> LogComparison:
    """Hold the log against that of another laptop: its export, or a copy or data folder of its own.

    Where the other one goes on in a later epoch, the log here is closed.

    Raises:
        OtherLog: it is not the log of this event.
        DamagedExport, StoreUnavailable: it cannot be read.
    """
    theirs = _links(work.id, other)
    with work.context.store.reading() as connection:
        mine = list(load_links(connection, work.id))
    common = 0
    while common < min(len(mine), len(theirs)) and mine[common].checksum == theirs[common].checksum:
        common += 1
    if not common:
        raise OtherLog(Message("This is not the log of this event: not even its first entry is the same."))
    here, there = work.look(), _folded(theirs)
    standing = _standing(here, there, common)
    if standing is CopyStanding.SUPERSEDED:
        work.change(handover.supersede, epoch=there.epoch, after=common)
    lacking = list[tuple[LogEntry, Sayable]]()
    if standing in (CopyStanding.SUPERSEDED, CopyStanding.SUPERSEDES, CopyStanding.SPLIT):
        lacking = _entered_after(here if standing is CopyStanding.SUPERSEDED else there, common)
    return LogComparison(standing=standing, common=common, lacking=tuple(lacking))


def epoch_word(context: Context, id: str) -> str:
    """By which a phone tells a laptop that comes back that the event goes on here; "" where it began here.

    It names the epoch and the last entry of the one before, signed by the key that every copy of the events has.
    """
    tournament = context.tournaments.look(id).state
    if tournament.epoch == 1 or tournament.gone is not None:
        return ""
    taken = tournament.memo.once("taken", lambda: _last_taken(tournament))
    return _signed(context, id, tournament.epoch, taken - 1)


def hear(context: Context, id: str, word: str) -> bool:
    """Close the log here if a phone has seen a later epoch of it; whether it was closed by that."""
    epoch, _, rest = word.partition(".")
    after = rest.partition(".")[0]
    if not all(number.isascii() and number.isdigit() and len(number) < 12 for number in (epoch, after)):
        return False
    tournament = context.tournaments.look(id).state
    if int(epoch) <= tournament.epoch or tournament.gone is not None:
        return False
    if not is_token(word, _signed(context, id, int(epoch), int(after))):
        return False
    work = UnitOfWork(context=context, id=id, by="A phone")
    work.change(handover.supersede, epoch=int(epoch), after=min(int(after), tournament.number))
    return True


def lacking_elsewhere(tournament: Tournament) -> list[tuple[LogEntry, Sayable]]:
    """Of a log that was superseded, what the laptop that goes on does not have."""
    if tournament.gone is None or tournament.gone.after is None:
        return []
    return _entered_after(tournament, tournament.gone.after)


def _entered_after(tournament: Tournament, number: int) -> list[tuple[LogEntry, Sayable]]:
    lines = describe_log(tournament, first=number + 1)
    return [
        (entry, sentence) for entry, sentence, _ in lines if entry.fact.DECLARED.undoing is not Undoing.NOT_HANDOVER
    ]


def _last_taken(tournament: Tournament) -> int:
    return max(entry.number for entry in tournament.log if isinstance(entry.fact, TakenOver))


def _signed(context: Context, id: str, epoch: int, after: int) -> str:
    return f"{epoch}.{after}.{make_token(link_secret(context.store), 'epoch', id, epoch, after)}"


def said_of(comparison: LogComparison) -> Sayable:
    """A sentence with the result of the comparison, for the organizer of the log here."""
    number = {"number": comparison.common}
    match comparison.standing:
        case CopyStanding.SAME:
            return Message("Both laptops have the same log.")
        case CopyStanding.BEHIND:
            return Message("The other laptop has the same log and more, after entry %(number)s.", **number)
        case CopyStanding.AHEAD:
            return Message("The other laptop has this log up to entry %(number)s.", **number)
        case CopyStanding.SUPERSEDED if comparison.lacking:
            return Message("The other laptop continued from entry %(number)s. It lacks these entries:", **number)
        case CopyStanding.SUPERSEDED:
            return Message("The other laptop runs this event now, and has everything that is here.")
        case CopyStanding.SUPERSEDES if comparison.lacking:
            return Message("This laptop continued from entry %(number)s. It lacks these from the other one:", **number)
        case CopyStanding.SUPERSEDES:
            return Message("This laptop runs the event now, and has everything that the other one has.")
        case CopyStanding.SPLIT if comparison.lacking:
            return Message(
                "Both laptops continued from entry %(number)s: take over on the one you keep using. "
                "This one lacks these entries from the other one:",
                **number,
            )
    return Message("Both laptops continued from entry %(number)s: take over on the one you keep using.", **number)


def _standing(here: Tournament, there: Tournament, common: int) -> CopyStanding:
    if there.epoch != here.epoch:
        return CopyStanding.SUPERSEDED if there.epoch > here.epoch else CopyStanding.SUPERSEDES
    match here.number > common, there.number > common:
        case False, False:
            return CopyStanding.SAME
        case True, True:
            return CopyStanding.SPLIT
        case True, False:
            return CopyStanding.AHEAD
    return CopyStanding.BEHIND


def _links(id: str, other: bytes | Path) -> Sequence[ChainLink]:
    if isinstance(other, Path) and other.suffix != ".json":
        with reading(parse_url(store_address(str(other)))) as connection:
            return list(load_links(connection, id))
    named, _, links = links_of_export(other.read_bytes() if isinstance(other, Path) else other)
    if named != id:
        raise OtherLog(Message("This is the export of another event."))
    return links


def _folded(links: Sequence[ChainLink]) -> Tournament:
    return fold(
        entry_from_dict(
            link.number,
            datetime.fromisoformat(link.at),
            link.by,
            {"fact": link.kind, **json.loads(link.payload)},
        )
        for link in links
    )
