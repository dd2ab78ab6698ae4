"""The forms that a decklist comes in, and which of them a list of text lines has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from toolkit.cards.model import Kind
from toolkit.decks.reading.line import Analysis, Shape, Sort, TextLine
from toolkit.decks.reading.markup import is_numbered


class ListFormat(StrEnum):
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
    ONE_LINE = "one-line"
    MARKDOWN = "markdown"
    NUMBERED = "numbered"
    WHATSAPP = "whatsapp"
    VEKN_FORUM = "vekn-forum"
    PMWIKI = "pmwiki"
    HTML = "html"
    ARDB_HTML = "ardb-html"
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


_CARD = re.compile("[CcVN]")
_TYPE = re.compile("[TD]")
# Bold as WhatsApp sets it: "*2x* Name", "*2x Name*".
_CHAT = re.compile(r"\*[0-9]{1,2} ?[xX]?(?:\*| [^*]*\*$)")


def text_format(raw: Sequence[str], analysis: Analysis) -> ListFormat:
    """The form of a list of text lines, by its headings first, then by how it writes figures."""
    first = _CARD.search(analysis.shapes)
    if not first:
        return ListFormat.UNKNOWN
    return (
        _by_marks(raw, raw[first.start()], analysis)
        or _by_crypt_heading(raw, analysis)
        or _by_figures(raw, analysis.lines, _cards(analysis))
    )


def _by_marks(raw: Sequence[str], card: str, analysis: Analysis) -> ListFormat | None:
    """The form by the text around the first card, where that is more than a bullet."""
    if "[/td]" in card:
        return ListFormat.VEKN_FORUM
    if card[:1] == "*" and _CHAT.match(card):
        return ListFormat.WHATSAPP
    if is_numbered(card) and 2 * sum(map(is_numbered, raw)) > sum(map(bool, raw)):
        return ListFormat.NUMBERED
    headings = [raw[index][:2] for index in (*analysis.places(Shape.PART), *analysis.types)]
    return ListFormat.PMWIKI if "!!" in headings else None


def _cards(analysis: Analysis) -> list[TextLine]:
    return [analysis.lines[match.start()] for match in _CARD.finditer(analysis.shapes)]


def _by_crypt_heading(raw: Sequence[str], analysis: Analysis) -> ListFormat | None:
    lines = analysis.lines
    for index in analysis.places(Shape.PART):
        if _is_figured_crypt(lines[index]):
            break
    else:
        return None
    heading = lines[index].text.casefold()
    if "[" in heading or "min:" in heading:
        return ListFormat.ARDB_TEXT
    if "min=" not in heading:
        dashed = [match for match in _TYPE.finditer(analysis.shapes) if raw[match.start()].startswith("--")]
        return _by_crypt_lines(_cards(analysis)) if dashed else None
    below = raw[index + 1 : index + 2]
    if heading.count(",") < 3 and below and below[0].strip().startswith("==="):
        return ListFormat.VDB_TEXT
    if [index for index in analysis.types if lines[index].text[:2] == "--"]:
        return _by_crypt_lines(_cards(analysis))
    commented = [line for line in lines if line.comment and line.match]
    return ListFormat.TWD_COMMENTED if commented else ListFormat.TWD


def _is_figured_crypt(line: TextLine) -> bool:
    return line.heading is not None and line.heading.part is Kind.CRYPT and bool(line.figures)


def _by_crypt_lines(cards: Sequence[TextLine]) -> ListFormat:
    """Columns are the archive's; full names carry the group behind each, unique names only where namesakes need it."""
    stated = [line.match.details for line in cards if line.match and line.match.namesakes[0].kind is Kind.CRYPT]
    if stated and 2 * sum(details.capacity is not None for details in stated) > len(stated):
        return ListFormat.TWD
    is_full = stated and 2 * sum(details.group is not None for details in stated) > len(stated)
    return ListFormat.KRCG_FULL if is_full else ListFormat.KRCG_UNIQUE


def _by_figures(raw: Sequence[str], lines: Sequence[TextLine], cards: Sequence[TextLine]) -> ListFormat:
    marks: dict[str, int] = {}
    for line in cards:
        marks[line.mark] = marks.get(line.mark, 0) + 1
    commonest = max(marks, key=lambda mark: (mark != "N", marks[mark]))
    has_parts = any(line.sort is Sort.PART for line in lines)
    has_types = any(line.sort is Sort.TYPE and not line.match for line in lines)
    bullets = sum(text.lstrip().startswith(("- ", "* ", "+ ")) for text in raw)
    if 2 * bullets > len(cards):
        return ListFormat.MARKDOWN
    if commonest == "2 N" and has_parts and _is_lackey(raw, lines):
        is_sutekh = any(text.rstrip().casefold().endswith(("adv.", " adv")) for text in raw)
        return ListFormat.LACKEY_SUTEKH if is_sutekh else ListFormat.LACKEY
    if commonest in ("2xN", "2x N") and not has_parts and not has_types:
        return ListFormat.JOL if commonest == "2xN" else ListFormat.JOL_SPACED
    if commonest == "2 N" and has_parts and has_types and any(text[:1] == " " for text in raw):
        return ListFormat.AMARANTH_TEXT
    if commonest.startswith("N "):
        return ListFormat.NAME_COUNT
    if commonest == "N":
        return ListFormat.NAMES
    return _by_crypt_lines(cards) if commonest == "2x N" else ListFormat.COUNT_NAME


def _is_lackey(raw: Sequence[str], lines: Sequence[TextLine]) -> bool:
    """Library first, figure and name apart by a tab or by spaces up to column 8, then `Crypt:`."""
    crypt = next((i for i, line in enumerate(lines) if line.sort is Sort.PART and line.heading), None)
    first = next((i for i, line in enumerate(lines) if line.sort is Sort.COUNTED), None)
    if crypt is None or first is None or first > crypt:
        return False
    text = raw[first].lstrip("0123456789")
    return text.startswith(("\t", "    "))
