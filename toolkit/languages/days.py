"""Days and times as people type them. Stored and imported ones are read where they are kept."""

from __future__ import annotations

import re
from datetime import date, datetime

from toolkit.languages.message import Message

_DAY = r"\d{4}-\d\d-\d\d"
_TIME = re.compile(rf"{_DAY}[ T]\d\d:\d\d(:\d\d(\.\d{{1,6}})?)?(Z|[+-]\d\d:\d\d)?", re.ASCII)


def read_day(text: str) -> date:
    """A day typed as YYYY-MM-DD, the only form of ISO 8601 that is taken.

    Raises:
        ValueError: it is none.
    """
    if not re.fullmatch(_DAY, text, re.ASCII):
        raise ValueError(text)
    return date.fromisoformat(text)


def no_day(written: str) -> Message:
    """The refusal of a text that `read_day` does not take."""
    return Message("Invalid date “%(written)s”. Use YYYY-MM-DD.", written=written[:20])


def read_time(text: str) -> datetime:
    """A time typed as "2026-11-20 18:00", with a T for the blank and an offset if wished.

    Raises:
        ValueError: it is none.
    """
    if not _TIME.fullmatch(text):
        raise ValueError(text)
    return datetime.fromisoformat(text)
