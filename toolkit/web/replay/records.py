"""Records as text: read within bounds, packed into a link, and the last ones kept replayed."""

from __future__ import annotations

import base64
import binascii
import hashlib
import time
import zlib

from toolkit.errors import Invalid
from toolkit.game.record import parse_record
from toolkit.game.timeline import Timeline, timeline
from toolkit.services.recent import Recent

# Bytes of a record; 3,000 operations have 60,000.
MOST_TEXT = 256 * 1024
# Longer addresses are refused by servers on the way.
LONGEST_LINK = 6000
# CPU seconds for one replay; 3,000 operations take 0.2.
PATIENCE = 2.5
# Replays kept in this process.
KEPT = 24

_replays: Recent[str, Timeline] = Recent(KEPT)


class BadUpload(Invalid):
    """What was sent is no text, or more than a record."""

    code = "bad_upload"


def text_of(data: bytes) -> str:
    """The record's text.

    Raises:
        BadUpload: too much of it, or no text.
    """
    if len(data) > MOST_TEXT:
        raise BadUpload("too_long")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadUpload("no_text") from None


def pack(text: str) -> str:
    """The text, short enough for most links."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(packed: str) -> str | None:
    """The text of a link; None when it was cut short or tampered with."""
    try:
        data = base64.urlsafe_b64decode(packed.encode() + b"=" * (-len(packed) % 4))
        inflater = zlib.decompressobj()
        text = inflater.decompress(data, MOST_TEXT + 1)
        return text.decode() if inflater.eof and len(text) <= MOST_TEXT else None
    except (ValueError, binascii.Error, zlib.error):
        return None


def replayed(text: str) -> Timeline:
    """The record of that text, replayed; a jump in it is quick as long as it is among the last ones looked at.

    Raises:
        BadRecord: it is none.
        TooLong: it has too many operations, or takes too long.
    """
    key = hashlib.sha256(text.encode()).hexdigest()
    if (known := _replays.get(key)) is not None:
        return known
    end = time.thread_time() + PATIENCE
    return _replays.keep(key, timeline(parse_record(text), is_late=lambda: time.thread_time() > end))
