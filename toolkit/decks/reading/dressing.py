"""The forms that a decklist comes in."""

from __future__ import annotations

from enum import StrEnum


class Dressing(StrEnum):
    """How a list is written; detected, never asked for."""

    TWD = "twd"
    TWD_COMMENTED = "twd-commented"
    VDB_TEXT = "vdb-text"
    LACKEY = "lackey"
    LACKEY_SUTEKH = "lackey-sutekh"
    JOL = "jol"
    JOL_SPACED = "jol-spaced"
    KRCG_UNIQUE = "krcg-unique"
    KRCG_FULL = "krcg-full"
    COUNT_NAME = "count-name"
    NAME_COUNT = "name-count"
    NAMES = "names"
    AMARANTH_TEXT = "amaranth-text"
    ARDB_TEXT = "ardb-text"
    MARKDOWN = "markdown"
    HTML = "html"
    FELDB = "feldb"
    ELDB_INVENTORY = "eldb-inventory"
    ARDB_XML = "ardb-xml"
    LACKEY_XML = "lackey-xml"
    SUTEKH_XML = "sutekh-xml"
    JSON_VDB = "json-vdb"
    JSON_KRCG4 = "json-krcg4"
    JSON_KRCG5 = "json-krcg5"
    JSON_MINIMAL = "json-minimal"
    JSON_VTESDECKS = "json-vtesdecks"
    CSV = "csv"
    XLSX = "xlsx"
    DECK_URL = "deck-url"
    UNKNOWN = "unknown"
