"""Writing a deck in the forms that other programs read; the same deck always gives the same text."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from types import EllipsisType
from urllib.parse import quote, urlencode

from toolkit.cards.model import Card, CryptCard, LibraryCard
from toolkit.decks.figures import by_kind, capacities, capacity_figures, columns_of, type_label, type_rank
from toolkit.decks.model import Deck, Entry, EventHeader
from toolkit.errors import NotFound
from toolkit.languages import Listed, Message
from toolkit.views import json_values

# What Unicode does not take apart into a letter and a mark.
_SYMBOLS = str.maketrans(
    {"™": "(TM)", "®": "(R)", "—": "-", "–": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "…": "...", "№": "No."}
)
_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th"}
    | {"æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ß": "ss", "ı": "i"}
)


def filed_name(card: Card) -> str:
    """The name that is unique among all cards: article behind, accents kept, symbols spelled out, suffix at the end."""
    return _filed(card.name.translate(_SYMBOLS)) + card.unique_name.removeprefix(card.name)


def archive_name(card: Card) -> str:
    """The name as the archive files it, dashes as printed; its lines tell groups apart behind the clan.

    Its files have "Bang Nakh — Tiger's Claws" (decks/2k3dragoncon4.txt, decks/13379.txt).
    """
    name = _filed("—".join(part.translate(_SYMBOLS) for part in card.name.split("—")))
    return f"{name} (ADV)" if isinstance(card, CryptCard) and card.advanced else name


def _filed(name: str) -> str:
    return f"{name[4:]}, The" if name.startswith("The ") else name


def ascii_name(card: Card) -> str:
    """The filed name in ASCII, for programs that know nothing else."""
    return to_ascii(filed_name(card))


def to_ascii(text: str) -> str:
    """Letters without their marks, ligatures taken apart; what has no ASCII spelling is left out."""
    flat = unicodedata.normalize("NFKD", text.translate(_SYMBOLS).translate(_LETTERS))
    return flat.encode("ascii", "ignore").decode()


def one_line(text: str) -> str:
    """A text without line breaks."""
    return " ".join(line.strip() for line in text.splitlines()).strip()


def sorted_crypt(entries: Iterable[Entry]) -> list[tuple[CryptCard, int, str]]:
    """Card, count and comment: most copies first, then by capacity downwards, then by name."""
    rows = [(card, entry.count, entry.comment) for entry in entries if isinstance(card := entry.card, CryptCard)]
    return sorted(rows, key=lambda row: (-row[1], -row[0].capacity, ascii_name(row[0]).casefold(), row[0].id))


def library_blocks(entries: Iterable[Entry]) -> list[tuple[str, list[Entry]]]:
    """The library by type, in the order of the archive, each block by name."""
    blocks: dict[str, list[Entry]] = {}
    for entry in sorted(entries, key=lambda entry: (ascii_name(entry.card).casefold(), entry.card.id)):
        blocks.setdefault(type_label(entry.card), []).append(entry)
    return sorted(blocks.items(), key=lambda block: type_rank(block[0]))


_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_NAMED_DATE = re.compile(rf"(?:{'|'.join(_MONTHS)}) \d{{1,2}}(?:st|nd|rd|th) \d{{4}}")


def head_lines(deck: Deck) -> list[str]:
    """The head of a list, a blank line behind each of its parts; empty when there is nothing to say."""
    lines: list[str] = []
    header = deck.header
    if header is not None and (facts := event_lines(header)):
        lines += [*facts, ""]
        if score := one_line(header.score).lstrip("- "):
            lines += [f"-- {score}", ""]
    named = [f"Deck Name: {one_line(deck.name)}"] if deck.name.strip() else []
    if deck.author.strip() and (header is None or deck.author != header.winner):
        named.append(f"Created by: {one_line(deck.author)}")
    if description := description_lines(deck.description):
        named += description
    return [*lines, *named, ""] if named else lines


def event_lines(header: EventHeader) -> list[str]:
    """The event's lines in the archive's order, which its readers count on."""
    facts = [
        header.event,
        header.place,
        written_date(header),
        header.rounds,
        f"{header.players} players" if header.players else "",
        header.winner,
        header.url,
    ]
    return [line for fact in facts if (line := one_line(fact))]


def written_date(header: EventHeader) -> str:
    """The date with the month's name, "October 1st 2016", as the archive's readers ask; a range stays as written."""
    parts = header.date_text.split(" -- ")
    if all(_NAMED_DATE.fullmatch(part.strip()) for part in parts):
        return header.date_text
    return render_date(header.date) if header.date else header.date_text


def render_date(day: date) -> str:
    """A day as the archive writes it: "October 1st 2016"."""
    return f"{_MONTHS[day.month - 1]} {day.day}{_ordinal(day.day)} {day.year}"


def _ordinal(day: int) -> str:
    return "th" if day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def description_lines(text: str) -> list[str]:
    """The description in lines that no reader takes for the start of the cards or of a comment that never ends."""
    lines = [_harmless(line.rstrip()) for line in text.strip().splitlines()]
    if lines and not lines[0].casefold().startswith("description"):
        lines[0] = f"Description: {lines[0]}"
    return lines


def _harmless(line: str) -> str:
    # A rule of dashes opens the crypt for a reader of the archive; "/*" opens a comment up to "*/".
    if line.strip() and not line.strip("-=_ \t"):
        return "* * *"
    return line.replace("/*", "/ *").replace("*/", "* /")


class UnknownForm(NotFound):
    """No writer has that code."""

    code = "unknown_form"


class ExportFormat(StrEnum):
    """The forms that a deck can be written in."""

    TWD = "twd"
    TEXT = "text"
    JOL = "jol"
    LACKEY = "lackey"
    VDB = "vdb"
    JSON = "json"
    CSV = "csv"


def write_workbook(deck: Deck) -> bytes:
    """The deck as XLSX, as VDB writes it: a sheet for the crypt, one for the library, rows of count and name."""
    from openpyxl import Workbook  # takes a tenth of a second to import

    crypt, library = by_kind(deck)
    book = Workbook(write_only=True)
    rows: dict[str, list[tuple[int, Card]]] = {
        "Crypt": [(count, card) for card, count, _ in sorted_crypt(crypt)],
        "Library": [(entry.count, entry.card) for _, entries in library_blocks(library) for entry in entries],
    }
    for title, cards in rows.items():
        sheet = book.create_sheet(title)
        for count, card in cards:
            sheet.append((count, ascii_name(card).replace('"', "'")))
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def write(deck: Deck, form: ExportFormat | str) -> str:
    """The deck as text in that form, ending with a line break.

    Raises:
        UnknownForm: no such form.
    """
    try:
        form = ExportFormat(form)
    except ValueError:
        raise UnknownForm(
            Message("A deck can be written as %(list)s, not %(name)s.", list=Listed(ExportFormat), name=repr(form))
        ) from None
    return _WRITERS[form](deck)


def _text(deck: Deck) -> str:
    """The deck as plain text with names as printed."""
    crypt, library = by_kind(deck)
    lines = head_lines(deck)
    if crypt:
        lines += _headed(f"Crypt ({sum(entry.count for entry in crypt)} cards)")
        lines += [_line(Entry(card, count, comment)) for card, count, comment in sorted_crypt(crypt)]
        lines.append("")
    if library:
        lines += _headed(f"Library ({sum(entry.count for entry in library)} cards)")
        for label, entries in library_blocks(library):
            lines += ["", f"{label} ({sum(entry.count for entry in entries)})", *map(_line, entries)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _headed(line: str) -> list[str]:
    return [line, "-" * len(line)]


def _line(entry: Entry) -> str:
    comment = f" -- {one_line(entry.comment)}" if entry.comment.strip() else ""
    return f"{entry.count}x {entry.card.unique_name}{comment}"


# Column -> whether it is set flush right and whether it may be left out when no card fills it.
_RIGHT = "capacity"
_OPTIONAL = ("path", "title")


def _twd(deck: Deck) -> str:
    """The deck as the archive writes it."""
    crypt, library = by_kind(deck)
    lines = head_lines(deck)
    if crypt:
        lines += [*_crypt_head(crypt), *_crypt_rows(sorted_crypt(crypt)), ""]
    if library:
        lines += [f"Library ({sum(entry.count for entry in library)} cards)", *_library_lines(library)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _crypt_head(crypt: Sequence[Entry]) -> list[str]:
    values = capacities(crypt)
    figures = capacity_figures(values)
    assert figures is not None
    line = f"Crypt ({len(values)} cards, min={figures.min}, max={figures.max}, avg={figures.average:g})"
    return [line, "-" * len(line)]


def _crypt_rows(rows: Sequence[tuple[CryptCard, int, str]]) -> list[str]:
    cells = [_cells(card, count) for card, count, _ in rows]
    widths = {column: max(len(cell[column]) for cell in cells) for column in cells[0]}
    visible = [column for column in widths if widths[column] or column not in _OPTIONAL]
    lines = []
    for cell, (_, _, comment) in zip(cells, rows, strict=True):
        count, *rest = (_padded(cell[column], widths[column], right=column == _RIGHT) for column in visible)
        line = f"{count} {'  '.join(rest)}"
        lines.append(f"{line}  -- {one_line(comment)}" if comment.strip() else line.rstrip())
    return lines


def _cells(card: CryptCard, count: int) -> dict[str, str]:
    return {"count": f"{count}x", "name": archive_name(card), **columns_of(card)._asdict()}


def _padded(text: str, width: int, *, right: bool) -> str:
    return text.rjust(width) if right else text.ljust(width)


def _library_lines(library: Sequence[Entry]) -> list[str]:
    lines: list[str] = []
    for label, entries in library_blocks(library):
        trifles = sum(entry.count for entry in entries if isinstance(entry.card, LibraryCard) and entry.card.trifle)
        count = sum(entry.count for entry in entries)
        lines += [f"{label} ({count}{f'; {trifles} trifle' if trifles else ''})"]
        lines += [card_line(entry) for entry in entries]
        lines.append("")
    return lines


def card_line(entry: Entry) -> str:
    """A line of the library: count, name, comment."""
    comment = f" -- {one_line(entry.comment)}" if entry.comment.strip() else ""
    return f"{entry.count}x {archive_name(entry.card)}{comment}"


def _jol(deck: Deck) -> str:
    """The deck for JOL, names in ASCII."""
    crypt, library = by_kind(deck)
    lines = [f"{count}x {ascii_name(card)}" for card, count, _ in sorted_crypt(crypt)]
    lines.append("")
    lines += [f"{entry.count}x {ascii_name(entry.card)}" for _, entries in library_blocks(library) for entry in entries]
    return "\n".join(lines).strip("\n") + "\n"


def _lackey(deck: Deck) -> str:
    """The deck for LackeyCCG."""
    crypt, library = by_kind(deck)
    lines = [f"{entry.count}\t{_name(entry.card)}" for _, entries in library_blocks(library) for entry in entries]
    lines.append("Crypt:")
    lines += [f"{count}\t{_name(card)}" for card, count, _ in sorted_crypt(crypt)]
    return "\n".join(lines) + "\n"


def _name(card: Card) -> str:
    quote = "''" if "Imbued" in card.types else "'"
    return ascii_name(card).replace("/", "").replace('"', quote)


ADDRESS = "https://vdb.im/decks/deck"


def _vdb(deck: Deck) -> str:
    """The link on a line of its own."""
    return deck_link(deck) + "\n"


def deck_link(deck: Deck, *, description: bool = True) -> str:
    """The link; without the description it is short enough for a small QR code."""
    facts = {
        "name": one_line(deck.name),
        "author": one_line(deck.author),
        "description": deck.description.strip() if description else "",
    }
    # The number sign opens the list of cards, even written as %23.
    given = {key: text.replace("#", "№") for key, text in facts.items() if text}
    query = f"?{urlencode(given, quote_via=quote)}" if given else ""
    crypt, library = by_kind(deck)
    return f"{ADDRESS}{query}#{';'.join(f'{entry.card.id}={entry.count}' for entry in (*crypt, *library))}"


def _json(deck: Deck) -> str:
    """The deck as indented JSON."""
    return json.dumps(json_values(written_deck(deck)), ensure_ascii=False, indent=2) + "\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenCardView:
    """A card of the deck."""

    id: int
    count: int
    name: str
    comments: str | EllipsisType = ...


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenCryptView:
    """The crypt."""

    count: int
    cards: list[WrittenCardView]


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenBlockView:
    """The library cards of one type."""

    type: str
    count: int
    cards: list[WrittenCardView]


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenLibraryView:
    """The library, type by type."""

    count: int
    cards: list[WrittenBlockView]


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenDeckView:
    """A deck as JSON; what is not known is left out.

    Attributes:
        date: as a day, or as the list words it.
        tournament_format: its rounds.
        player: who won.
    """

    event: str | EllipsisType = ...
    event_link: str | EllipsisType = ...
    place: str | EllipsisType = ...
    date: str | EllipsisType = ...
    tournament_format: str | EllipsisType = ...
    players_count: int | EllipsisType = ...
    player: str | EllipsisType = ...
    score: str | EllipsisType = ...
    name: str | EllipsisType = ...
    author: str | EllipsisType = ...
    comments: str | EllipsisType = ...
    crypt: WrittenCryptView
    library: WrittenLibraryView


def written_deck(deck: Deck) -> WrittenDeckView:
    """The deck in the shape of JSON."""
    crypt, library = by_kind(deck)
    header = deck.header or EventHeader()
    return WrittenDeckView(
        event=header.event or ...,
        event_link=header.url or ...,
        place=header.place or ...,
        date=(header.date.isoformat() if header.date else header.date_text) or ...,
        tournament_format=header.rounds or ...,
        players_count=header.players or ...,
        player=header.winner or ...,
        score=header.score or ...,
        name=deck.name or ...,
        author=deck.author or ...,
        comments=deck.description or ...,
        crypt=WrittenCryptView(count=_copies(crypt), cards=[_written(entry) for entry in sorted_crypt(crypt)]),
        library=WrittenLibraryView(
            count=_copies(library),
            cards=[
                WrittenBlockView(
                    type=label,
                    count=_copies(entries),
                    cards=[_written(entry) for entry in entries],
                )
                for label, entries in library_blocks(library)
            ],
        ),
    )


def _copies(entries: Iterable[Entry]) -> int:
    return sum(entry.count for entry in entries)


def _written(entry: tuple[Card, int, str]) -> WrittenCardView:
    card, count, comment = entry
    return WrittenCardView(id=card.id, count=count, name=card.unique_name, comments=comment or ...)


COLUMNS = ("count", "name", "id", "section")


def _csv(deck: Deck) -> str:
    """The deck as CSV; name and author have no place in it."""
    crypt, library = by_kind(deck)
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    rows.writerows((count, card.unique_name, card.id, "crypt") for card, count, _ in sorted_crypt(crypt))
    for _, entries in library_blocks(library):
        rows.writerows((entry.count, entry.card.unique_name, entry.card.id, "library") for entry in entries)
    return text.getvalue()


_WRITERS: dict[ExportFormat, Callable[[Deck], str]] = {
    ExportFormat.TWD: _twd,
    ExportFormat.TEXT: _text,
    ExportFormat.JOL: _jol,
    ExportFormat.LACKEY: _lackey,
    ExportFormat.VDB: _vdb,
    ExportFormat.JSON: _json,
    ExportFormat.CSV: _csv,
}
