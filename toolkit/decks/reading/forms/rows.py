"""Lists that hold several cards on a line: `2x Fame, 3x Villein`, `Master (5): Fame x2; Villein x3`, or the whole deck.

A row is parted into its headings and cards before the list is read. A comma may belong to a name: a piece takes as
many of them as its name needs, and what names no card is one piece up to the next figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from toolkit.decks.reading.dressing import undressed
from toolkit.decks.reading.headings import part_heading, type_heading
from toolkit.decks.reading.line import Analysis, Analyst, Sort, TextLine
from toolkit.decks.reading.names import plain

# A list of more pieces is none.
MOST_PIECES = 2_000
# What a line of bare names needs in order to be a list: prose lists fewer.
_FEWEST_NAMES = 8
# No name has more; two are left for an article behind one that has a comma of its own.
_MOST_COMMAS = 2
# What names no card so often is prose or junk, and is not looked at to its end.
_MOST_MISSED = 5
_MOST_FAILED = 50
_LONGEST_HEADING = 60

# A line that nothing else explains: unknown, words, figures, too long.
_UNEXPLAINED = re.compile("[Uwf.]")
_ANY = re.compile("[^ :-]")
# In a list of so few lines the comment behind a card may be the rest of the list.
_FEWEST_LINES = 4
_FIGURE = r"[0-9]{1,2}(?:\s?[xX*](?=[\s\"'.A-Z])|(?=\s))\s*\S"
# A figure in front of a piece or behind it: what a row has, but for one of names alone.
_LIKE_ROW = re.compile(rf"[,;:]\s*[*_]*{_FIGURE}|[0-9]\s?[xX]?[)\]]?[*_]*\s*[,;]")
_BETWEEN = re.compile(rf"[,;]|\s(?:and|y|e|et|und|&)\s+(?={_FIGURE})")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_IN_FRONT = re.compile(_FIGURE)
_CROSSED = re.compile(r"[0-9]{1,2}\s?[xX*]")
_LONE = re.compile(r"[0-9]{1,2}\s?[xX*]?")
_BEHIND = re.compile(r"\s(?:[xX*]?\s?[0-9]{1,2}|\([0-9]{1,2}\)|\[[0-9]{1,2}\]|[0-9]{1,2}[xX])\.?$")
_REMARKS = (" // ", " # ", "  -- ")


class Rows(NamedTuple):
    """A list with its rows parted.

    Attributes:
        lines: the lines, each piece of a row one of its own.
        origins: for each of them the index of the line that it was.
        pieces: for each line that was a row, by its index, how many pieces it has become.
        title: what stands in front of the first card of all, where it is no heading.
    """

    lines: list[str]
    origins: list[int]
    pieces: dict[int, int]
    title: str


def parted_rows(lines: Sequence[str], analysis: Analysis, analyst: Analyst, start: int = 0) -> Rows | None:
    """The list with each card on a line of its own, from that line on; None where no line holds several."""
    rows: dict[int, _Row] = {}
    failed = 0
    card_lines = sum(map(analysis.shapes.count, "CcVN"))
    for index in _unexplained(analysis, start) if card_lines >= _FEWEST_LINES else _any(analysis, start):
        line = analysis.lines[index]
        if not line.text or line.sort is Sort.COMMENT or not _may_be_row(lines[index]):
            continue
        if row := _Parting(lines[index], analyst).row():
            rows[index] = row
        elif (failed := failed + 1) > _MOST_FAILED and not rows:
            return None
    known = sum(row.known for row in rows.values())
    is_all_rows = known > 2 * card_lines
    rows = {index: row for index, row in rows.items() if row.is_list(is_alone=is_all_rows)}
    if not rows or len(lines) + sum(len(row.pieces) - 1 for row in rows.values()) > MOST_PIECES:
        return None
    written = [(index, text) for index, line in enumerate(lines) for text in _written(rows.get(index), line)]
    title = next(iter(rows.values())).title
    sizes = {index: len(row.pieces) for index, row in rows.items()}
    return Rows([text for _, text in written], [index for index, _ in written], sizes, title)


def _unexplained(analysis: Analysis, start: int) -> list[int]:
    """The lines from there on that no card and no heading explains; one with more behind a heading is such a line."""
    headings = [
        index
        for index in analysis.types
        if index >= start and (heading := analysis.lines[index].heading) and heading.more
    ]
    return sorted([*headings, *(found.start() for found in _UNEXPLAINED.finditer(analysis.shapes, start))])


def _any(analysis: Analysis, start: int) -> list[int]:
    return [found.start() for found in _ANY.finditer(analysis.shapes, start)]


def _written(row: _Row | None, line: str) -> list[str]:
    return [piece.written for piece in row.pieces] if row else [line]


def _may_be_row(raw: str) -> bool:
    """Whether the line may hold several cards by its signs alone."""
    if _LIKE_ROW.search(raw):
        return True
    commas = raw.count(",") + raw.count(";")
    if commas + 1 >= _FEWEST_NAMES or (commas > 1 and raw.lstrip()[0].isdecimal()):
        return True
    return commas > 0 and 0 < raw.find(":") < _LONGEST_HEADING


class _Piece(NamedTuple):
    """A heading or a card of a row; `line` is what it is by itself, None for a heading."""

    text: str
    line: TextLine | None

    @property
    def is_known(self) -> bool:
        """Whether it names a card."""
        return self.line is not None and self.line.found is not None

    @property
    def written(self) -> str:
        """The line that is read in its place: in a row each piece is a card, with a figure or without."""
        line = self.line
        if line is None or (line.found and line.figure):
            return self.text
        is_name = not line.found and line.count and line.figure and not _LONE.fullmatch(self.text)
        return f"{line.count or 1}x {line.name if is_name else self.text}"


class _Row(NamedTuple):
    title: str
    pieces: list[_Piece]

    @property
    def known(self) -> int:
        """How many pieces name a card."""
        return sum(piece.is_known for piece in self.pieces)

    def is_list(self, *, is_alone: bool) -> bool:
        """Whether it lists cards; beside ordinary lines, only where each piece is one or begins as `2x` does."""
        cards = [piece for piece in self.pieces if piece.line]
        counted = sum(bool(piece.line and piece.line.figure) for piece in cards)
        is_headed = len(cards) < len(self.pieces)
        if len(cards) + is_headed < 2:
            return False
        if not counted:
            return self.known == len(cards) and (is_headed or len(cards) >= _FEWEST_NAMES)
        if is_alone or all(_CROSSED.match(piece.text) for piece in cards):
            return 2 * self.known >= len(cards)
        return self.known == len(cards) and (counted == len(cards) or len(cards) >= _FEWEST_NAMES)


class _Token(NamedTuple):
    """What stands between two commas, or a heading."""

    start: int
    end: int
    is_heading: bool = False


class _Parting:
    """The parting of one line."""

    def __init__(self, raw: str, analyst: Analyst) -> None:
        self.analyst = analyst
        self.text, self.remark = _without_remark(undressed(plain(raw).strip()))
        self.tokens: list[_Token] = []

    def row(self) -> _Row | None:
        """The title, headings and cards of the line; None where it is certainly no row."""
        for start, end in self._spans():
            self._part_headings(start, end)
            if len(self.tokens) > (_MOST_COMMAS + 1) * MOST_PIECES:
                return None
        pieces: list[_Piece] = []
        title = ""
        index = missed = 0
        while index < len(self.tokens):
            taken, piece = self._next(index)
            if not pieces and piece.line and not piece.is_known and (titled := self._titled(piece.text)):
                title, piece = titled
            pieces.append(piece)
            index += taken
            missed += piece.line is not None and not piece.is_known
            if missed > _MOST_MISSED and 2 * missed > len(pieces):
                return None
        if not any(piece.is_known for piece in pieces):
            return None
        if self.remark:
            pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + self.remark)
        return _Row(title, pieces)

    def _spans(self) -> Iterator[tuple[int, int]]:
        """Where what stands between commas and semicolons begins and ends; those inside brackets part nothing."""
        text = self.text
        if "(" in text or "[" in text:
            text = _BRACKETS.sub(lambda found: "(" * len(found[0]), text)
        start = 0
        for found in _BETWEEN.finditer(text):
            yield start, found.start()
            start = found.end()
        yield start, len(text)

    def _part_headings(self, start: int, end: int) -> None:
        """Take a span's tokens: "2x Fame. Library (60): 3x Villein" holds a heading."""
        colon = self.text.find(":", start, end)
        while colon > 0:
            first = self._heading_start(max(start, colon - _LONGEST_HEADING), colon)
            if first >= 0:
                self._take(start, first)
                self.tokens.append(_Token(first, colon + 1, is_heading=True))
                start = colon + 1
            colon = self.text.find(":", colon + 1, end)
        self._take(start, end)

    def _heading_start(self, start: int, colon: int) -> int:
        """Where the heading begins whose colon stands there; -1 where none does."""
        for found in re.finditer(r"\S+", self.text[start:colon]):
            written = self.text[start + found.start() : colon]
            if not written[0].isdecimal() and (part_heading(written) or type_heading(f"{written}:")):
                return start + found.start()
        return -1

    def _take(self, start: int, end: int) -> None:
        while start < end and self.text[start] in " \t":
            start += 1
        while start < end and self.text[end - 1] in " \t":
            end -= 1
        if any(map(str.isalnum, self.text[start:end])):
            self.tokens.append(_Token(start, end))

    def _next(self, index: int) -> tuple[int, _Piece]:
        """What begins with that token, and how many tokens it takes."""
        if self.tokens[index].is_heading:
            return 1, _Piece(self._words(index, 1), None)
        if self._ends(index) and (piece := self._piece(self._words(index, 1))).is_known:
            return 1, piece
        most = 1
        while most <= _MOST_COMMAS and self._goes_on(index + most):
            most += 1
        for taken in range(most, 0, -1):
            piece = self._piece(self._words(index, taken))
            if piece.is_known:
                return taken, piece
        taken = 1
        while (
            self._goes_on(index + taken)
            and not self._ends(index + taken - 1)
            and not self._piece(self._words(index + taken, 1)).is_known
        ):
            taken += 1
        return taken, self._piece(self._words(index, taken))

    def _words(self, index: int, taken: int) -> str:
        return self.text[self.tokens[index].start : self.tokens[index + taken - 1].end]

    def _goes_on(self, index: int) -> bool:
        """Whether that token may belong to the name in front of it: a comma parts them, and no figure does."""
        if index >= len(self.tokens):
            return False
        last, token = self.tokens[index - 1], self.tokens[index]
        return (
            not token.is_heading
            and self.text[last.end : token.start].strip() == ","
            and not _IN_FRONT.match(self.text, token.start, token.end)
        )

    def _ends(self, index: int) -> bool:
        """Whether that token ends with a number of copies."""
        return _BEHIND.search(self.text, self.tokens[index].start, self.tokens[index].end) is not None

    def _titled(self, text: str) -> tuple[str, _Piece] | None:
        """The deck's name and the first card behind it: "Stickmen: 2x Fame"."""
        title, colon, rest = text.partition(":")
        piece = self._piece(rest.strip()) if colon and rest.strip() else None
        return (title.strip(), piece) if piece and piece.is_known else None

    def _piece(self, text: str) -> _Piece:
        line = self.analyst.line(text)
        if text[-1] == "." and len(text) > 1 and not (line.entry and not line.told):
            # The full stop behind the last card of a row.
            shorter = self.analyst.line(text[:-1])
            if shorter.found or line.found is None:
                return _Piece(text[:-1], shorter)
        return _Piece(text, line)


def _without_remark(text: str) -> tuple[str, str]:
    """The row and the comment behind all of it."""
    for mark in _REMARKS:
        at = text.find(mark)
        if at > 0:
            return text[:at], text[at:]
    at = text.rfind(" -- ")
    # A name may hold such a dash: no further card follows a comment.
    return (text[:at], text[at:]) if at > 0 and not _LIKE_ROW.search(text, at) else (text, "")
