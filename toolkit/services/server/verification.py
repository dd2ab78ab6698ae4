"""Whether a store, a copy or an export is what was written: logs along their chains, and what goes with them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from toolkit.errors import ToolkitError
from toolkit.exchange.tournament_json import parse_chain
from toolkit.services.kernel import unit_of_work
from toolkit.services.kernel.context import GAME, LEAGUE, RESULTS, TOURNAMENT, WEEKEND, Context
from toolkit.services.lifecycle.forgetting import FORGOTTEN, SALT
from toolkit.services.season.work import LeagueWork, ResultsWork, WeekendWork
from toolkit.storage import Entry, Store, parse_url
from toolkit.storage.chain import ChainFault, ChainLink, beginning, faults, forgotten, rendered
from toolkit.storage.checksums import differences
from toolkit.storage.copies import CannotCopy, check_file
from toolkit.storage.database import file_url
from toolkit.storage.integrity import (
    LogCheck,
    NotChained,
    check_logs,
    check_pages,
    load_links,
    lost_rows,
    reading,
    words_for,
)
from toolkit.storage.log import load_entries
from toolkit.storage.migrate import CHAINED
from toolkit.storage.rows import SETTINGS, STREAMS, moment_text

# What a setting must look like, by the beginning of its name.
_SETTINGS = {
    "organizer_key": r"[\w-]{20,}",
    "entry_key": r"[\w-]{20,}",
    "fresh_link_secret": r"[\w-]{20,}",
    "draw_seed ": r"[0-9a-f]{64}",
    SALT: r"[0-9a-f]{32,}",
    FORGOTTEN: r"[1-9]\d*",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedStore:
    """The result of a look at a store.

    Attributes:
        lost: logs and accounts that are gone while parts of them are left: by table and id, which ones.
        others: a line for each fault beside the logs.
        has_checksums: whether its tables were compared with checksums; None where there need be none.
    """

    logs: tuple[LogCheck, ...]
    lost: Mapping[tuple[str, str], Sequence[str]] = field(default_factory=dict)
    others: Sequence[str] = ()
    has_checksums: bool | None = None

    @property
    def faults(self) -> Iterator[str]:
        """A line for everything that was changed or is missing."""
        for log in self.logs:
            yield from _faults_of(log)
        for (table, id), left in self.lost.items():
            what = "the whole log" if table == STREAMS.name else "the account"
            yield f"{id}, {what}: missing, but for its {', '.join(left)}"
        yield from self.others

    @property
    def forgotten(self) -> Iterator[str]:
        """A line for every entry of which something was forgotten."""
        for log in self.logs:
            for number, places in log.forgotten.items():
                yield f"{log.name} ({log.id}), entry {number}: forgotten: {', '.join(map(words_for, places))}"


def _faults_of(log: LogCheck) -> Iterator[str]:
    for fault in log.faults:
        what = "missing" if fault.is_missing else "not in the store" if fault.is_other else "changed"
        several = f"entries {fault.first} to {fault.last}"
        which = several if fault.last > fault.first else f"entry {fault.first}"
        yield f"{log.name} ({log.id}), {which}: {what}"


def verify(address: str, *, is_copy: bool = False) -> CheckedStore:
    """Every log of a store, or of a copy of one, walked along its chain, and all else compared; nothing is changed.

    Raises:
        CannotCopy: there is no such file, or it is damaged as a whole.
        NotChained: another version wrote it.
        StoreUnavailable: it cannot be read.
    """
    url = parse_url(address)
    changed = None
    if url.drivername == "sqlite":
        file = Path(str(url.database))
        if not file.is_file():
            raise CannotCopy(f"There is no file {file}.")
        if not check_pages(file):
            raise CannotCopy(f"{file} is damaged, or no copy of this program's events. Take another copy.")
        changed = differences(file) if is_copy else None
    with reading(url) as connection:
        logs = tuple(check_logs(connection))
        others = [*(changed or ()), *_odd_settings(connection), *_odd_summaries(connection, logs)]
        has_checksums = changed is not None if is_copy else None
        return CheckedStore(logs=logs, lost=lost_rows(connection), others=others, has_checksums=has_checksums)


def damage_of(copy: Path) -> list[str]:
    """A line for all that a copy has otherwise than when it was made, as far as that is known.

    Raises:
        CannotCopy: it is no whole copy.
    """
    check_file(copy)
    lines = differences(copy) or []
    with suppress(NotChained), reading(parse_url(file_url(copy)), since=CHAINED) as connection:
        lines += [line for log in check_logs(connection) for line in _faults_of(log)]
    return lines


def _odd_settings(connection: Connection) -> Iterator[str]:
    for name, value in connection.execute(select(SETTINGS.c.name, SETTINGS.c.value).order_by(SETTINGS.c.name)):
        shapes = [shape for start, shape in _SETTINGS.items() if name.startswith(start)]
        if not all(re.fullmatch(shape, str(value)) for shape in shapes):
            yield f"settings: {name} cannot be right"


def _odd_summaries(connection: Connection, logs: Sequence[LogCheck]) -> Iterator[str]:
    """A line for each log whose summary, which lists show, is not what its entries come to."""
    summarized = _summarized(Context(Store(connection.engine)))
    kept = dict(connection.execute(select(STREAMS.c.id, STREAMS.c.summary)).all())
    for log in logs:
        if log.faults or log.kind not in summarized:
            continue
        try:
            folded = json.loads(json.dumps(summarized[log.kind](load_entries(connection, log.id, after=0))))
        except ToolkitError:  # a log that this version cannot read says so on its own page
            continue
        try:
            kept_summary = json.loads(kept[log.id])
        except ValueError:
            kept_summary = None
        # An older version has summed up less.
        if not isinstance(kept_summary, dict) or any(kept_summary[name] != folded.get(name) for name in kept_summary):
            yield f"{log.name} ({log.id}), summary: not what its entries come to"


def _summarized(context: Context) -> dict[str, Callable[[Sequence[Entry]], Mapping[str, Any]]]:
    """By kind, what lists show of a log with these entries."""
    # Only this loads the engine.
    from toolkit.services.tables import playing
    from toolkit.services.tables.folding import games

    return {
        TOURNAMENT: lambda entries: unit_of_work.summary(context.tournaments.fold(entries)),
        GAME: lambda entries: playing.summary(games(context).fold(entries)),
        LEAGUE: lambda entries: LeagueWork.summary(context.leagues.fold(entries)),
        WEEKEND: lambda entries: WeekendWork.summary(context.weekends.fold(entries)),
        RESULTS: lambda entries: ResultsWork.summary(context.results.fold(entries)),
    }


def verify_export(content: bytes, address: str | None = None) -> CheckedStore:
    """The log of an export walked along its chain; with an address also held against the same log of that store.

    Raises:
        DamagedExport: not an export, or one without a chain.
        StoreUnavailable: the store cannot be read.
    """
    id, name, links = links_of_export(content)
    end = links[-1].checksum if links else ""
    odd = tuple(faults(iter(links), start=beginning(TOURNAMENT, id), head=len(links), end=end))
    forgotten_places = {link.number: places for link in links if (places := forgotten(link))}
    if address is not None:
        odd += _differences(links, address, id)
    check = LogCheck(id=id, kind=TOURNAMENT, name=name, head=len(links), faults=odd, forgotten=forgotten_places)
    return CheckedStore(logs=(check,))


def links_of_export(content: bytes) -> tuple[str, str, list[ChainLink]]:
    """The id and the name of the event of an export, and its entries as links of their chain.

    Raises:
        DamagedExport: not an export, or one without a chain.
    """
    id, name, exported = parse_chain(content)
    links = [
        ChainLink(
            number=link.number,
            at=moment_text(link.at),
            by=link.by,
            kind=link.kind,
            payload=rendered(link.payload),
            salts=link.salts,
            checksum=link.checksum,
        )
        for link in exported
    ]
    return id, name, links


def _differences(links: list[ChainLink], address: str, id: str) -> tuple[ChainFault, ...]:
    """The entry from which on a store has another log, if it has."""
    with reading(parse_url(address)) as connection:
        kept = {link.number: link.checksum for link in load_links(connection, id)}
    first = next((link.number for link in links if kept.get(link.number) != link.checksum), None)
    return () if first is None else (ChainFault(first=first, last=len(links), is_other=True),)
