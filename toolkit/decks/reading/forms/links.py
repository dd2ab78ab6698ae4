"""Addresses of decks: what an address names, where its answer is to be fetched, and what Amaranth answers.

Nothing is fetched here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qs, quote, unquote, urlsplit

from toolkit.decks.model import IgnoredAs
from toolkit.decks.reading.account import ListAccount, add_numbered
from toolkit.decks.reading.list_format import ListFormat
from toolkit.errors import Invalid
from toolkit.languages import Message, Sayable

_LONGEST_ID = 64

_VDB = frozenset(("vdb.im", "www.vdb.im", "vdb.smeea.casa"))
_VTESDECKS = frozenset(("vtesdecks.com", "www.vtesdecks.com", "api.vtesdecks.com"))
_AMARANTH = frozenset(("amaranth.vtes.co.nz",))
HOSTS = ("vdb.im", "vtesdecks.com", "amaranth.vtes.co.nz")


class UnknownAddress(Invalid):
    """The address is not one of a deck on a host that decks are fetched from."""

    code = "unknown_address"
    message: Sayable


@dataclass(frozen=True, slots=True)
class RemoteDeck:
    """A deck kept on another site.

    Attributes:
        fetch_url: the address that answers with the deck.
        parser: how to read the answer: "read" (as any source), or "amaranth" (its own card numbers).
        host: the host as people know it.
    """

    fetch_url: str
    parser: str
    host: str


def is_address(text: str) -> bool:
    """Whether the text is one address and nothing else."""
    text = text.strip()
    return text.startswith(("https://", "http://")) and not any(map(str.isspace, text))


def remote_deck(address: str) -> RemoteDeck:
    """Where to fetch the deck of that address.

    Raises:
        UnknownAddress: the host is not on the list, or the address names no deck.
    """
    parts = _split(address)
    host = (parts.hostname or "").casefold()
    if host in _VDB:
        return RemoteDeck(f"https://vdb.im/api/deck/{_checked(_vdb_id(parts), address)}", "read", "vdb.im")
    if host in _VTESDECKS:
        identity = _checked(_last(parts.path), address)
        return RemoteDeck(f"https://api.vtesdecks.com/1.0/decks/{identity}", "read", "vtesdecks.com")
    if host in _AMARANTH:
        path = parts.fragment if parts.fragment.startswith("deck") else parts.path
        identity = _checked(_last(path), address)
        return RemoteDeck(f"https://amaranth.vtes.co.nz/api/deck?id={identity}", "amaranth", "amaranth.vtes.co.nz")
    raise UnknownAddress(
        Message(
            "Decks are fetched from %(list)s only, not from %(name)s.",
            list=", ".join(HOSTS),
            name=host[:60] or Message("this address"),
        )
    )


def _split(address: str) -> SplitResult:
    try:
        parts = urlsplit(address.strip())
        _ = parts.port
    except ValueError:
        raise UnknownAddress(Message("This is not an address.")) from None
    if parts.scheme not in ("http", "https"):
        raise UnknownAddress(Message("Only addresses that start with https:// are fetched."))
    return parts


def _vdb_id(parts: SplitResult) -> str:
    query = parse_qs(parts.query, max_num_fields=20) if parts.query.count("&") < 20 else {}
    if query.get("id"):
        return query["id"][0]
    head, _, identity = parts.path.strip("/").partition("/")
    return unquote(identity) if head == "decks" and identity != "deck" else ""


def _last(path: str) -> str:
    head, _, identity = path.strip("/").rpartition("/")
    return unquote(identity) if head.endswith(("deck", "decks")) else ""


def _checked(identity: str, address: str) -> str:
    """The deck's name as part of an address: letters, digits and few signs, so that it cannot lead elsewhere."""
    allowed = identity.replace("-", "").replace("_", "").replace(":", "").replace(" ", "")
    if not identity or len(identity) > _LONGEST_ID or not (allowed.isascii() and allowed.isalnum()):
        raise UnknownAddress(Message("The address %(name)s names no deck.", name=address[:80]))
    return quote(identity, safe=":")


def holds_deck(address: str) -> bool:
    """Whether the address carries a whole deck in itself."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return False
    return (
        (parts.hostname or "").casefold() in _VDB and parts.path.rstrip("/") == "/decks/deck" and bool(parts.fragment)
    )


def read_address(address: str, account: ListAccount) -> ListFormat:
    """Read the deck that an address carries in itself."""
    parts = urlsplit(address.strip())
    if parts.query.count("&") < 20:
        query = parse_qs(parts.query)
        account.name, account.author = _first(query, "name"), _first(query, "author")
        description = _first(query, "description")
        account.description += [description] if description else []
        account.metadata += sum(map(bool, (account.name, account.author, description)))
    for item in unquote(parts.fragment).split(";"):
        number, equals, count = item.partition("=")
        if item.strip() and count.strip() not in ("0", "-1"):
            add_numbered(account, 1, number.strip(), count if equals else "1")
        elif item.strip():
            account.ignore(1, item.strip(), IgnoredAs.NO_CARD)
    return ListFormat.DECK_URL


def _first(query: dict[str, list[str]], key: str) -> str:
    return query.get(key, [""])[0].replace("\u2116", "#").strip()


# Where the table is published: Amaranth's number to the official one.
NUMBERS_URL = "https://static.krcg.org/data/amaranth_ids.json"


class BadAnswer(Invalid):
    """Amaranth's answer holds no deck."""

    code = "bad_answer"


def renumbered(answer: str | bytes, numbers: Mapping[str, int]) -> str:
    """The deck of the answer with official numbers, as JSON that `read` takes; a number of no card stays, marked.

    Raises:
        BadAnswer: the answer holds no deck.
    """
    try:
        deck = json.loads(answer)["result"]
        cards = {str(numbers.get(number, f"amaranth {number}")): count for number, count in deck["cards"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadAnswer(Message("Amaranth answers without a deck.")) from error
    head = {"name": deck.get("title"), "author": deck.get("author"), "description": deck.get("description")}
    return json.dumps({**head, "cards": cards})
