"""Seating: the nine criteria, seatings that meet them best, and proof of how good that is."""

from __future__ import annotations

from toolkit.seating.bounds import Bounds, event_bounds
from toolkit.seating.criteria import Criteria, Violation, criteria, violations
from toolkit.seating.model import (
    BadHistory,
    ImpossibleSeating,
    Player,
    Round,
    Table,
    can_be_seated,
    table_sizes,
)
from toolkit.seating.plan import Seating, seat
from toolkit.seating.wishes import BadWish, WishedPlace, Wishes

__all__ = [
    "BadHistory",
    "BadWish",
    "Bounds",
    "Criteria",
    "ImpossibleSeating",
    "Player",
    "Round",
    "Seating",
    "Table",
    "Violation",
    "WishedPlace",
    "Wishes",
    "can_be_seated",
    "criteria",
    "event_bounds",
    "seat",
    "table_sizes",
    "violations",
]
