"""What stands above the cards of a written list: the event, the deck's name, its author, its description."""

from __future__ import annotations

import re
from datetime import date

from toolkit.decks.model import Deck, EventHeader
from toolkit.decks.writing.names import one_line

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
