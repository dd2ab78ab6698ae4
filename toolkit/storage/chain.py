"""The chain of a log: a checksum an entry, taken over the one before it and over what the entry says.

Every text of an entry, its author's name among them, stands in that checksum as a digest with a salt of its own. So a
text can be forgotten, text and salt, and its digest kept: nobody finds out what stood there, and the chain still holds.
`salts` is one secret for all texts of an entry; once a text of it was forgotten, a JSON object with the salt of every
other text by its place, and for a forgotten one the digest and a checksum of what stands there instead.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

# The kind of the entry behind which a reader of the log begins anew, since texts before it are not what they were.
FORGETTING = "player_forgotten"
# The place of the author's name among an entry's texts; the others are below `_PAYLOAD`.
AUTHOR = "by"
_PAYLOAD = "payload"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainLink:
    """An entry as its row has it: a link of the chain.

    Attributes:
        at, payload: as text, to the letter.
    """

    number: int
    at: str
    by: str
    kind: str
    payload: str
    salts: str = ""
    checksum: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainFault:
    """Entries from the `first` to the `last` that are not as they were written.

    They were changed; or `is_missing`, gone altogether; or `is_other`: the log they are held against has others.
    """

    first: int
    last: int
    is_missing: bool = False
    is_other: bool = False


def beginning(kind: str, stream: str) -> str:
    """The checksum that the first entry of a log is chained to."""
    return _hashed(f"{kind} {stream}")


def sealed(link: ChainLink, previous: str) -> ChainLink:
    """The entry with fresh salts and its checksum, behind the entry whose checksum is `previous`."""
    return checked(replace(link, salts=secrets.token_hex(16)), previous)


def checked(link: ChainLink, previous: str) -> ChainLink:
    """The entry with the checksum that it has behind `previous`.

    Raises:
        ValueError: its salts are not those of its texts.
    """
    payload = _loaded(link.payload)
    digest = _digest_of_each(link, payload)
    by, payload = digest(AUTHOR, link.by), _with_texts(payload, _PAYLOAD, digest)
    content = json.dumps([link.number, link.at, link.kind, by, payload], separators=(",", ":"))
    return replace(link, checksum=_hashed(previous + content))


def forgotten(link: ChainLink) -> tuple[str, ...]:
    """The places of the texts that were forgotten.

    Raises:
        ValueError: the salts cannot be read.
    """
    return tuple(place for place, salt in _salts(link).items() if not isinstance(salt, str))


def without_texts(link: ChainLink, instead: Mapping[str, str]) -> ChainLink:
    """The entry with texts forgotten: by place, the replacements. Its checksum stays.

    Raises:
        ValueError: it has no such text, or its salts cannot be read.
    """
    salts, texts, digest = _salts(link), dict(texts_of(link)), _digest_of_each(link, _loaded(link.payload))
    if unknown := instead.keys() - texts.keys():
        raise ValueError(f"no such text: {sorted(unknown)}")

    for place, text in instead.items():
        salts[place] = [digest(place, texts[place]), _hashed(text)]
    payload = _with_texts(_loaded(link.payload), _PAYLOAD, instead.get)
    return replace(
        link,
        by=instead.get(AUTHOR, link.by),
        payload=rendered(payload),
        salts=json.dumps(salts, separators=(",", ":")),
    )


def rendered(payload: Any) -> str:
    """JSON in pure ASCII, keys in the order given: every database keeps it byte for byte, even NUL.

    Raises:
        ValueError, TypeError: for anything JSON does not have, such as NaN.
    """
    return json.dumps(payload, separators=(",", ":"), allow_nan=False)


def faults(links: Iterator[ChainLink], *, start: str, head: int, end: str) -> Iterator[ChainFault]:
    """The faults of a log that begins with `start` and has `head` entries, the last with `end`."""
    expected, before = 1, {start}
    for link in links:
        has_gap = link.number > expected
        if has_gap:
            yield ChainFault(first=expected, last=link.number - 1, is_missing=True)
        expected = link.number + 1
        try:
            expected_sums = {checked(link, previous).checksum for previous in before}
        except ValueError:
            expected_sums = set()
        is_true = not expected_sums or link.checksum in expected_sums
        # Behind a gap there is nothing to compare with: the entry is taken as the next one's beginning.
        if not expected_sums or not (is_true or has_gap) or not _is_canonical(link):
            yield ChainFault(first=link.number, last=link.number)
        # Of an entry that was changed its own checksum may be what is wrong, or what it says.
        before = {link.checksum, *expected_sums}
    if expected <= head:
        yield ChainFault(first=expected, last=head, is_missing=True)
    elif expected > head + 1 or end not in before:
        yield ChainFault(first=expected - 1, last=expected - 1)


def _is_canonical(link: ChainLink) -> bool:
    payload = _loaded(link.payload)
    return link.payload == (payload if isinstance(payload, str) else rendered(payload))


def _digest_of_each(link: ChainLink, payload: Any) -> Callable[[str, str], str]:
    """The function from a text's place and the text to its digest."""
    if not link.salts.startswith("{"):
        return lambda place, text: _hashed(_salt(link.salts, place) + text)
    salts = _salts(link)
    if salts.keys() != {AUTHOR, *dict(_texts_in(payload, _PAYLOAD))}:
        raise ValueError("salts of other texts")

    def digest(place: str, text: str) -> str:
        salt = salts[place]
        if isinstance(salt, str):
            return _hashed(salt + text)
        if salt[1] != _hashed(text):
            raise ValueError("something was put where a text was forgotten")
        return str(salt[0])

    return digest


def _salts(link: ChainLink) -> dict[str, Any]:
    if not link.salts.startswith("{"):
        return {place: _salt(link.salts, place) for place, _ in texts_of(link)}
    salts = json.loads(link.salts)
    if not all(isinstance(salt, str) or (isinstance(salt, list) and len(salt) == 2) for salt in salts.values()):
        raise ValueError("salts that are none")
    return dict(salts)


def _salt(secret: str, place: str) -> str:
    return _hashed(f"{secret} {place}")[:32]


def texts_of(link: ChainLink) -> Iterator[tuple[str, str]]:
    """Every text of an entry with its place: the author, and those of the payload."""
    yield AUTHOR, link.by
    yield from _texts_in(_loaded(link.payload), _PAYLOAD)


def texts_in(payload: Any) -> Iterator[tuple[str, str]]:
    """Every text of a payload with its place."""
    yield from _texts_in(payload, _PAYLOAD)


def _texts_in(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _texts_in(part, f"{place}/{name}")
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _texts_in(part, f"{place}/{number}")


def _with_texts(value: Any, place: str, change: Callable[[str, str], str]) -> Any:
    if isinstance(value, str):
        return change(place, value)
    if isinstance(value, dict):
        return {name: _with_texts(part, f"{place}/{name}", change) for name, part in value.items()}
    if isinstance(value, list):
        return [_with_texts(part, f"{place}/{number}", change) for number, part in enumerate(value)]
    return value


def _loaded(payload: str) -> Any:
    try:
        return json.loads(payload)
    except ValueError:
        return payload  # what is no JSON any more is checked as it stands


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
