"""Whether a store, a copy or an export is what was written: each log walked along its chain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from toolkit.exchange.tournament_json import parse_chain
from toolkit.services.context import TOURNAMENT
from toolkit.storage import parse_url
from toolkit.storage.chain import ChainFault, ChainLink, beginning, faults, forgotten, rendered
from toolkit.storage.copies import CannotCopy
from toolkit.storage.integrity import LogCheck, check_logs, check_pages, load_links, lost_logs, reading, words_for
from toolkit.storage.rows import moment_text


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedStore:
    """What a look at every log found.

    Attributes:
        lost: logs that are gone while parts of them are left: by id, which ones.
    """

    logs: tuple[LogCheck, ...]
    lost: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def faults(self) -> Iterator[str]:
        """A line for every entry that was changed or is missing, and for every log that is."""
        for log in self.logs:
            for fault in log.faults:
                what = "missing" if fault.is_missing else "not in the store" if fault.is_other else "changed"
                several = f"entries {fault.first} to {fault.last}"
                which = several if fault.last > fault.first else f"entry {fault.first}"
                yield f"{log.name} ({log.id}), {which}: {what}"
        for id, left in self.lost.items():
            yield f"{id}, the whole log: missing, but for its {', '.join(left)}"

    @property
    def forgotten(self) -> Iterator[str]:
        """A line for every entry of which something was forgotten."""
        for log in self.logs:
            for number, places in log.forgotten.items():
                yield f"{log.name} ({log.id}), entry {number}: forgotten: {', '.join(map(words_for, places))}"


def verify(address: str) -> CheckedStore:
    """Every log of a store, or of a copy of one, walked along its chain; nothing is changed.

    Raises:
        CannotCopy: there is no such file, or it is damaged as a whole.
        NotChained: another version wrote it.
        StoreUnavailable: it cannot be read.
    """
    url = parse_url(address)
    if url.drivername == "sqlite":
        file = Path(str(url.database))
        if not file.is_file():
            raise CannotCopy(f"There is no file {file}.")
        if not check_pages(file):
            raise CannotCopy(f"{file} is damaged, or no copy of this program's events. Take another copy.")
    with reading(url) as connection:
        return CheckedStore(logs=tuple(check_logs(connection)), lost=lost_logs(connection))


def verify_export(content: bytes, address: str | None = None) -> CheckedStore:
    """The log of an export walked along its chain; with an address also held against the same log of that store.

    Raises:
        DamagedExport: not an export, or one without a chain.
        StoreUnavailable: the store cannot be read.
    """
    id, name, links = links_of_export(content)
    end = links[-1].checksum if links else ""
    found = tuple(faults(iter(links), start=beginning(TOURNAMENT, id), head=len(links), end=end))
    known = {link.number: places for link in links if (places := forgotten(link))}
    if address is not None:
        found += _differences(links, address, id)
    check = LogCheck(id=id, kind=TOURNAMENT, name=name, head=len(links), faults=found, forgotten=known)
    return CheckedStore(logs=(check,))


def links_of_export(content: bytes) -> tuple[str, str, list[ChainLink]]:
    """The id and the name of the event of an export, and its entries as links of their chain.

    Raises:
        DamagedExport: not an export, or one without a chain.
    """
    id, name, exported = parse_chain(content)
    links = [
        ChainLink(
            number=one.number,
            at=moment_text(one.at),
            by=one.by,
            kind=one.kind,
            payload=rendered(one.payload),
            salts=one.salts,
            checksum=one.checksum,
        )
        for one in exported
    ]
    return id, name, links


def _differences(links: list[ChainLink], address: str, id: str) -> tuple[ChainFault, ...]:
    """The entry from which on a store has another log, if it has."""
    with reading(parse_url(address)) as connection:
        kept = {link.number: link.checksum for link in load_links(connection, id)}
    first = next((link.number for link in links if kept.get(link.number) != link.checksum), None)
    return () if first is None else (ChainFault(first=first, last=len(links), is_other=True),)
