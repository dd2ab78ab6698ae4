"""Refreshing the card data from the published list. Apart from `cards.py`: only this needs `requests`."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import requests

from toolkit import __version__
from toolkit.cards import CardDatabase, DamagedData, load
from toolkit.cards.files import confirm_refreshed, read_source, refreshed_folder, save_refreshed
from toolkit.cards.release import BadRelease, Release, changes_between, checked_release
from toolkit.errors import NotFound
from toolkit.languages import N_, Message
from toolkit.services.cards import Refresh, keep_check

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


def refresh_cards(data: Path, *, today: date, address: str = PUBLISHED_AT) -> Refresh:
    """Fetch the published card list if it is newer than the copy in the data folder, check it, and keep it.

    Raises:
        ListUnreachable: no network, no answer in time, or an answer that is none.
        BadRelease: what came is no card list, or has lost cards.
        CannotSave: the data folder cannot be written.
    """
    folder = refreshed_folder(data)
    before = load(data=data)
    published = _published(data, before, address)
    if published is None:
        confirm_refreshed(folder, today)
        return _refresh(before, None, today)
    release, answer = published
    save_refreshed(folder, release.files, origin=address, version=answer.day, day=today, etag=answer.etag)
    return _refresh(before, release, today)


def check_cards(data: Path, *, today: date, address: str = PUBLISHED_AT) -> Refresh:
    """What `refresh_cards()` would do. The card data stays as it is; the data folder keeps what was found.

    Raises:
        ListUnreachable, BadRelease, CannotSave: as for `refresh_cards()`.
    """
    before = load(data=data)
    try:
        published = _published(data, before, address)
    except (ListUnreachable, BadRelease) as error:
        keep_check(data, Refresh(day=today, changed=False, count=len(before), error=str(error)))
        raise
    found = _refresh(before, published[0] if published else None, today)
    found = found if found.is_anything else replace(found, changed=False)
    keep_check(data, found)
    return found


def _refresh(before: CardDatabase, release: Release | None, today: date) -> Refresh:
    if release is None:
        return Refresh(day=today, changed=False, count=len(before))
    changes = changes_between(before, release.cards)
    return Refresh(
        day=today,
        changed=True,
        count=len(release.cards),
        newest_card=release.cards.newest,
        added=changes.added,
        removed=changes.removed,
        banned=changes.banned,
        altered=changes.altered,
        sets=changes.sets,
        refused=tuple(refused.name for refused in release.refused),
        reasons=tuple(refused.why for refused in release.refused),
    )


def _published(data: Path, before: CardDatabase, address: str) -> tuple[Release, _Answer] | None:
    """The published list and what its server says of it; None while the data folder's copy is still the newest."""
    with requests.Session() as session:
        session.headers["User-Agent"] = f"vtes-toolkit/{__version__}"
        cards = _fetch(session, f"{address}/{CARDS_FILE}", etag=_etag(data))
        if cards is None:
            return None
        sets = _fetch(session, f"{address}/{SETS_FILE}")
    if sets is None:
        raise ListUnreachable(_no_list(f"{address}/{SETS_FILE}", "304"))
    return checked_release(_parsed(cards.body), _parsed(sets.body), before), cards


@dataclass(frozen=True, slots=True)
class _Answer:
    body: bytes
    etag: str
    day: str


def _etag(data: Path) -> str:
    """The server's word for the copy that is there and sound; "" when there is none."""
    try:
        source = read_source(refreshed_folder(data))
        database = load(data=data)
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
                raise ListUnreachable(_no_list(url, f"{response.status_code} {response.reason}"))
            body = bytearray()
            for chunk in response.iter_content(_CHUNK):
                body += chunk
                if len(body) > MAX_BYTES:
                    most = MAX_BYTES // 2**20
                    raise BadRelease(
                        Message("%(name)s sends more than %(most)s MB: that is no card list.", name=url, most=most)
                    )
                if time.monotonic() - started > TOTAL_SECONDS:
                    seconds = round(TOTAL_SECONDS)
                    raise ListUnreachable(
                        Message("%(name)s did not finish within %(number)s seconds.", name=url, number=seconds)
                    )
            return _Answer(bytes(body), response.headers.get("ETag", ""), response.headers.get("Last-Modified", ""))
    except requests.RequestException as error:
        text = N_("%(name)s cannot be fetched: %(why)s. The card data in use stays as it is.")
        raise ListUnreachable(Message(text, name=url, why=_why(error))) from error


def _no_list(url: str, status: str) -> Message:
    return Message("%(name)s answered %(status)s, not with a list.", name=url, status=status)


def _why(error: requests.RequestException) -> Message:
    match error:
        case requests.Timeout():
            return Message("it did not answer in time")
        case requests.exceptions.SSLError():
            return Message("its certificate cannot be trusted")
        case requests.ConnectionError():
            return Message("this machine is offline, or the server is")
        case requests.exceptions.ContentDecodingError():
            return Message("its answer is damaged")
        case _:
            return Message("the address or the answer makes no sense")


def _parsed(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadRelease(Message("The server sent something that is no JSON: the list is not taken.")) from error
