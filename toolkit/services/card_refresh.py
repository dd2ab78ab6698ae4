"""Refreshing the card data from the published list. Apart from `cards.py`: only this needs `requests`."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import requests

from toolkit import __version__
from toolkit.cards import DamagedData, DataSource, load
from toolkit.cards.files import confirm_refreshed, read_source, save_refreshed
from toolkit.cards.release import BadRelease, checked_files
from toolkit.errors import NotFound
from toolkit.services.cards import refreshed_folder

PUBLISHED_AT = "https://static.krcg.org/data/v5"
CARDS_FILE = "vtes.json"
SETS_FILE = "expansions.json"

# The list of November 2026 weighs 8.3 MB unpacked; four times that is no card list.
MAX_BYTES = 32 * 1024 * 1024
CONNECT_SECONDS = 5.0
READ_SECONDS = 15.0
TOTAL_SECONDS = 120.0
_CHUNK = 64 * 1024


class ListUnreachable(NotFound):
    """The published card list cannot be fetched."""

    code = "list_unreachable"


@dataclass(frozen=True, slots=True)
class Refresh:
    """What a refresh did.

    Attributes:
        changed: whether a new list was taken; otherwise the copy was the newest already.
        added: the names of cards that the list in use before did not have.
    """

    changed: bool
    source: DataSource
    added: tuple[str, ...] = ()


def refresh_cards(data: Path, *, today: date, address: str = PUBLISHED_AT) -> Refresh:
    """Fetch the published card list if it is newer than the copy in the data folder, check it, and keep it.

    Raises:
        ListUnreachable: no network, no answer in time, or an answer that is none.
        BadRelease: what came is no card list, or has lost cards.
        CannotSave: the data folder cannot be written.
    """
    folder = refreshed_folder(data)
    before = load(folder)
    with requests.Session() as session:
        session.headers["User-Agent"] = f"vtes-toolkit/{__version__}"
        cards = _fetch(session, f"{address}/{CARDS_FILE}", etag=_etag(folder))
        if cards is None:
            return Refresh(changed=False, source=confirm_refreshed(folder, today))
        sets = _fetch(session, f"{address}/{SETS_FILE}")
    if sets is None:
        raise ListUnreachable(f"{address}/{SETS_FILE} answered without a list.")
    files = checked_files(_parsed(cards.body), _parsed(sets.body), at_least=before.source.count)
    source = save_refreshed(folder, files, origin=address, version=cards.day, day=today, etag=cards.etag)
    after = load(folder)
    added = tuple(card.unique_name for card in after if card.id not in before)
    return Refresh(changed=True, source=source, added=added)


@dataclass(frozen=True, slots=True)
class _Answer:
    body: bytes
    etag: str
    day: str


def _etag(folder: Path) -> str:
    """The server's word for the copy that is there and sound; "" when there is none."""
    try:
        source = read_source(folder)
        database = load(folder)
    except DamagedData:
        return ""
    return source.etag if database.source == source else ""


def _fetch(session: requests.Session, url: str, *, etag: str = "") -> _Answer | None:
    """The answer, or None when it is still what `etag` stands for."""
    started = time.monotonic()
    try:
        with session.get(
            url,
            headers={"If-None-Match": etag} if etag else {},
            timeout=(CONNECT_SECONDS, READ_SECONDS),
            stream=True,
            allow_redirects=False,
        ) as response:
            if response.status_code == requests.codes.not_modified and etag:
                return None
            if response.status_code != requests.codes.ok:
                raise ListUnreachable(f"{url} answered {response.status_code} {response.reason}, not with a list.")
            body = bytearray()
            for chunk in response.iter_content(_CHUNK):
                body += chunk
                if len(body) > MAX_BYTES:
                    raise BadRelease(f"{url} sends more than {MAX_BYTES // 2**20} MB: that is no card list.")
                if time.monotonic() - started > TOTAL_SECONDS:
                    raise ListUnreachable(f"{url} did not finish within {TOTAL_SECONDS:.0f} seconds.")
            return _Answer(bytes(body), response.headers.get("ETag", ""), response.headers.get("Last-Modified", ""))
    except requests.RequestException as error:
        raise ListUnreachable(
            f"{url} cannot be fetched: {_why(error)}. The card data in use stays as it is."
        ) from error


def _why(error: requests.RequestException) -> str:
    match error:
        case requests.Timeout():
            return "it did not answer in time"
        case requests.exceptions.SSLError():
            return "its certificate cannot be trusted"
        case requests.ConnectionError():
            return "this machine is offline, or the server is"
        case requests.exceptions.ContentDecodingError():
            return "its answer is damaged"
        case _:
            return "the address or the answer makes no sense"


def _parsed(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadRelease("The server sent something that is no JSON: the list is not taken.") from error
