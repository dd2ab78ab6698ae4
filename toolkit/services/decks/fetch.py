"""Fetching a deck from one of the sites that the readers know; nothing else is ever asked for anything."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from toolkit import __version__
from toolkit.decks.reading.forms.links import (
    NUMBERS_URL,
    RemoteDeck,
    UnknownAddress,
    holds_deck,
    remote_deck,
    renumbered,
)
from toolkit.errors import Conflict, Invalid
from toolkit.languages import Message

if TYPE_CHECKING:
    import requests

CONNECT_SECONDS = 3.05
READ_SECONDS = 5
WHOLE_SECONDS = 10
WAIT_SECONDS = 2
MAX_ANSWER = 512 * 1024


# Fetches under way at once: a site that hangs must not take every thread of the server with it.
_PLACES = threading.BoundedSemaphore(3)


class TooManyFetches(Conflict):
    """Other links are being fetched just now."""

    code = "too_many_fetches"


class UnreachableSite(Invalid):
    """The site did not answer, or not with a deck."""

    code = "unreachable_site"


# An address among words, in a chat's or Markdown's brackets too. Of more than so many none is looked at.
_ADDRESS = re.compile(r"https?://[^\s<>()\[\]\"'`|*]+")
_MOST_ADDRESSES = 20


def address_in(text: str) -> str:
    """The first address in a text that a deck is fetched from; "" without one."""
    for match in islice(_ADDRESS.finditer(text), _MOST_ADDRESSES):
        address = match[0].rstrip(".,;:!?_~")
        try:
            if holds_deck(address) or remote_deck(address):
                return address
        except UnknownAddress:
            continue
    return ""


def fetch_deck(address: str) -> bytes:
    """The deck of that address as its site gives it; an address that carries its deck is returned as it is.

    Raises:
        UnknownAddress: the site is not on the list, or the address names no deck.
        UnreachableSite: no answer in time, no such deck, or an answer that is far too long.
        TooManyFetches: no place came free in time.
        BadAnswer: Amaranth answers without a deck.
    """
    if holds_deck(address):
        return address.encode()
    remote = remote_deck(address)
    if not _PLACES.acquire(timeout=WAIT_SECONDS):
        raise TooManyFetches(
            Message("Other links are being fetched just now: wait a moment, or paste the list itself.")
        )
    try:
        answer = fetch_remote(remote)
        if not answer.strip() or answer.lstrip().startswith(b"<"):
            # A network that asks for a sign-in first answers with a page of its own.
            raise UnreachableSite(Message("%(name)s did not send a deck. Paste the list itself.", name=remote.host))
        if remote.parser == "amaranth":
            return renumbered(answer, _amaranth_numbers(date.today())).encode()
        return answer
    finally:
        _PLACES.release()


@lru_cache(maxsize=1)
def _amaranth_numbers(_day: date) -> Mapping[str, int]:
    """Amaranth's card numbers and the official ones, asked for once a day: new cards are added to them."""
    table = RemoteDeck(NUMBERS_URL, "read", Message("static.krcg.org, which knows Amaranth's card numbers,"))
    try:
        numbers = json.loads(fetch_remote(table))
        return {str(number): int(official) for number, official in numbers.items()}
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise UnreachableSite(
            Message("Amaranth's card numbers cannot be read just now: paste the list itself.")
        ) from error


def fetch_remote(remote: RemoteDeck) -> bytes:
    """The answer of the deck's site.

    Raises:
        UnreachableSite: as for `fetch_deck()`.
    """
    import requests  # 0.1 s that a check of a pasted list does not need

    headers = {"Accept": "application/json", "User-Agent": f"vtes-toolkit/{__version__}"}
    try:
        # A redirect could lead anywhere: none is followed.
        timeout = (CONNECT_SECONDS, READ_SECONDS)
        with requests.get(
            remote.fetch_url, headers=headers, timeout=timeout, stream=True, allow_redirects=False
        ) as answer:
            _refuse_status(answer.status_code, remote.host)
            return _body(answer, remote.host)
    except requests.RequestException as error:
        raise UnreachableSite(
            Message("%(name)s does not answer: paste the list itself, or try again later.", name=remote.host)
        ) from error


def _refuse_status(status: int, host: str) -> None:
    if status in (404, 410):
        raise UnreachableSite(Message("%(name)s has no such deck, or keeps it private.", name=host))
    if status != 200:
        raise UnreachableSite(
            Message(
                "%(name)s answers with status %(number)s and no deck: paste the list itself.", name=host, number=status
            )
        )


def _body(answer: requests.Response, host: str) -> bytes:
    """At most `MAX_ANSWER` bytes within `WHOLE_SECONDS`: a site that drips or floods is left."""
    end = time.monotonic() + WHOLE_SECONDS
    body = bytearray()
    for piece in answer.iter_content(16 * 1024):
        body += piece
        if len(body) > MAX_ANSWER or time.monotonic() > end:
            raise UnreachableSite(
                Message("%(name)s answers with more than a deck, or too slowly: paste the list itself.", name=host)
            )
    return bytes(body)
