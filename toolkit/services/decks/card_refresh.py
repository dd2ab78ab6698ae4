"""Refreshing the card data from the published list. Apart from `cards.py`: only this needs `requests`."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import requests

from toolkit import __version__
from toolkit.cards import CardDatabase, DamagedData, load
from toolkit.cards.files import confirm_refreshed, read_source, refreshed_folder, save_refreshed
from toolkit.cards.release import BadRelease, Release, changes_between, checked_release, texts_of
from toolkit.cards.texts import CardTexts, load_texts, remove_texts, save_texts, texts_file
from toolkit.errors import NotFound
from toolkit.languages import N_, Message
from toolkit.services.kernel.cards import Refresh, keep_check

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


def refresh_cards(data: Path, *, today: date, address: str = PUBLISHED_AT, with_texts: bool | None = None) -> Refresh:
    """Fetch the published card list if it is newer than the copy in the data folder, check it, and keep it.

    Args:
        data: the data folder.
        today: the day to note.
        address: where the list is published.
        with_texts: whether the folder is to have the cards' texts too; as before unless said otherwise.

    Raises:
        ListUnreachable: no network, no answer in time, or an answer that is none.
        BadRelease: what came is no card list, has lost cards, or has no texts where they are asked for.
        CannotSave: the data folder cannot be written.
    """
    folder = refreshed_folder(data)
    before = load(data=data)
    etag = _etag(data)
    had_texts = texts_file(data).is_file()
    wants_texts = had_texts if with_texts is None else with_texts
    published = _published(before, address, "" if wants_texts and _etag_of_texts(data) != etag else etag)
    if with_texts is False:
        remove_texts(data)
    if published is None:
        confirm_refreshed(folder, today)
        return _refresh(before, None, today)
    release, answer = published.release, published.answer
    if wants_texts:
        texts = texts_of(published.cards, [card.id for card in release.cards])
        save_texts(data, CardTexts(origin=address, day=today, etag=answer.etag, texts=texts))
    save_refreshed(folder, release.files, origin=address, version=answer.day, day=today, etag=answer.etag)
    return _refresh(before, release, today)


def _etag_of_texts(data: Path) -> str | None:
    """The server's word for the list that the data folder's texts are of; None where there are none to be read."""
    try:
        pack = load_texts(data)
    except DamagedData:
        return None
    return pack.etag if pack else None


def check_cards(data: Path, *, today: date, address: str = PUBLISHED_AT) -> Refresh:
    """The result that `refresh_cards()` would have. The card data stays as it is; the data folder keeps what was found.

    Raises:
        ListUnreachable, BadRelease, CannotSave: as for `refresh_cards()`.
    """
    before = load(data=data)
    try:
        published = _published(before, address, _etag(data))
    except (ListUnreachable, BadRelease) as error:
        keep_check(data, Refresh(day=today, changed=False, count=len(before), error=error.message))
        raise
    refresh = _refresh(before, published.release if published else None, today)
    refresh = refresh if refresh.is_anything else replace(refresh, changed=False)
    keep_check(data, refresh)
    return refresh


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
        removed=release.missing,
        banned=changes.banned,
        altered=changes.altered,
        sets=changes.sets,
        refused=tuple(refused.name for refused in release.refused),
        reasons=tuple(refused.why for refused in release.refused),
    )


@dataclass(frozen=True, slots=True)
class _Published:
    """A published list, what its server says of it, and its cards as they came."""

    release: Release
    answer: _Answer
    cards: list[Mapping[str, Any]]


def _published(before: CardDatabase, address: str, etag: str) -> _Published | None:
    """The published list; None while it is still the one that `etag` stands for."""
    with requests.Session() as session:
        session.headers["User-Agent"] = f"vtes-toolkit/{__version__}"
        cards = _fetch(session, f"{address}/{CARDS_FILE}", etag=etag)
        if cards is None:
            return None
        sets = _fetch(session, f"{address}/{SETS_FILE}")
    if sets is None:
        raise ListUnreachable(_no_list(f"{address}/{SETS_FILE}", "304"))
    card_values: Any = _parsed(cards.body)
    return _Published(checked_release(card_values, _parsed(sets.body), before), cards, card_values)


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
                        Message(
                            "%(name)s sends more than %(most)s MB, which is too much for a card list.",
                            name=url,
                            most=most,
                        )
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
            return Message("its answer cannot be unpacked")
        case _:
            return Message("the address or the answer makes no sense")


def _parsed(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BadRelease(Message("The server did not send JSON, so the list was not used.")) from error
