"""Lists whose lines hold several cards: `2x Fame, 3x Villein`, or columns.

A row is parted into its headings and cards before the list is read. A comma may belong to a name: a piece takes as
many of them as its name needs, and what names no card is one piece up to the next figure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from toolkit.cards.model import Card, CryptCard
from toolkit.decks.reading.headings import part_heading, type_heading
from toolkit.decks.reading.line import Analysis, Analyst, Sort, TextLine, counted_cards
from toolkit.decks.reading.markup import narrowed, undressed
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
_MOST_CELLS = 12

# A line that nothing else explains: unknown, words, figures, too long.
_UNEXPLAINED = re.compile("[Uwf.]")
_ANY = re.compile("[^ :-]")
# In a list of so few lines the comment behind a card may be the rest of the list.
_FEWEST_LINES = 4
_FIGURE = r"[0-9]{1,2}(?:\s?[xX*](?=[\s\"'.A-Z])|(?=\s))\s*\S"
_CROSSED_FIGURE = r"[0-9]{1,2}\s?[xX*]\s*[\"'.A-Z]"
# A figure in front of a piece or behind it: what a row has, but for one of names alone.
_LIKE_ROW = re.compile(rf"[,;:/]\s*[*_]*{_FIGURE}|\t\s*{_CROSSED_FIGURE}|[0-9]\s?[xX]?[)\]]?[*_]*\s*[,;]")
_BETWEEN = re.compile(rf"[,;]|\s(?:and|y|e|et|und|&|/)\s+(?={_FIGURE})|(?:\t|\s\s)\s*(?={_CROSSED_FIGURE})")
# Between cards that all have their figures in front: "2x Fame 3x Villein", "2 Fame / 3 Villein", "2 Fame, 3 Villein".
# One card or the other: nobody can read which one.
_EITHER = re.compile(rf"\s(?:or|oder|ou|o)\s+(?={_FIGURE})")
_RUN = re.compile(r"(?:\s*[,;]|\s[/+&]|\s)\s*(?=[0-9]{1,2}(?:\s?[xX]\s*|\s)[\"'.]?[^\W\d_])")
_HEAD = re.compile(
    r"[^\W\d_]+[ \t:=–—-]*(?:\([^()]*\)|\[[^\[\]]*\])?[ \t:=–—-]+(?=[0-9]{1,2}(?:\s?[xX]\s*|\s)[\"'.]?[^\W\d_])"
)
_COUNTS = re.compile(r"[0-9]{1,2}(?:\s?[xX]\s*|\s)")
# In front of a line's first figure, which nobody can then read for certain: "~2 Fame / 3 Villein".
_SIGN = re.compile(r"[-+~*=–—](?=[0-9])")
# The same with the figures behind: "Fame x2 / Villein x3".
_RUN_BEHIND = re.compile(r"(?:(?<=\s[xX][0-9])|(?<=\s[xX][0-9]{2}))(?:\s*[,;]|\s[/+&]|\s)\s*(?=[\"'.]?[^\W\d_])")
_COUNTS_BEHIND = re.compile(r"\s[xX][0-9]{1,2}$")
# A name is near a card's if it has so many letters for each slip of the pen; few rows are looked at so closely.
_LETTERS_PER_SLIP = 4
_MOST_COMPARED = 30
_GAP = re.compile(r"\s*(?:\t|\s\s)\s*")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_IN_FRONT = re.compile(_FIGURE)
_CROSSED = re.compile(r"[0-9]{1,2}\s?[xX*]")
# A line that counts copies of a card.
_COUNTED_LINE = re.compile("[CcV]")
_LONE = re.compile(r"[xX*]?\s?[0-9]{1,2}\s?[xX*]?")
_BEHIND = re.compile(r"\s(?:[xX*]?\s?[0-9]{1,2}|\([0-9]{1,2}\)|\[[0-9]{1,2}\]|[0-9]{1,2}[xX])\.?$")
_REMARKS = (" // ", " # ", "  -- ")


class Rows(NamedTuple):
    """A list whose rows are parted.

    Attributes:
        lines: the lines, each piece of a row one of its own.
        origins: for each of them the index of the line that it was on.
        title: what stands in front of the first card of all, where it is no heading.
    """

    lines: list[str]
    origins: list[int]
    title: str = ""

    @property
    def rows(self) -> set[int]:
        """The lines that hold several of those here."""
        return {line for line, pieces in Counter(self.origins).items() if pieces > 1}


def parted_rows(lines: Sequence[str], analysis: Analysis, analyst: Analyst, start: int = 0) -> Rows | None:
    """The list with each card on a line of its own, from that line on; None where no line holds several."""
    rows: dict[int, _Row] = {}
    failed = 0
    card_lines = sum(map(analysis.shapes.count, "CcVN"))
    for index in _unexplained(analysis, start) if card_lines >= _FEWEST_LINES else _any(analysis, start):
        line = analysis.lines[index]
        is_whole = line.entry and not line.entry.comment
        is_headed = _BELOW_HEADING.search(analysis.shapes, 0, index) is not None
        may_be = _may_be_row(lines[index]) or (is_headed and _LISTED.search(lines[index]))
        if not line.text or is_whole or line.sort is Sort.COMMENT or not may_be:
            continue
        parting = _Parting(lines[index], analyst, may_compare=len(rows) + failed < _MOST_COMPARED)
        row = parting.row(is_first=not rows)
        if row and not all(map(row.names, line.cards)):
            # A comma within a name has parted it: "2x Fame // Ermenegildo, The Rake (2)" names no Rake.
            row = None
        if row and is_headed:
            row = row._replace(is_headed=True)
        if row and (row.named or row.is_run):
            rows[index] = row
        elif (failed := failed + 1) > _MOST_FAILED and not rows:
            return None
    is_all_rows = sum(row.named for row in rows.values()) > 2 * card_lines
    listing = {index: row for index, row in rows.items() if row.is_list(is_alone=is_all_rows)}
    return _one_a_line(lines, analysis, listing)


def _one_a_line(lines: Sequence[str], analysis: Analysis, rows: dict[int, _Row]) -> Rows | None:
    """The list with the pieces of those rows on lines of their own; None without rows, or with too many pieces."""
    if not rows or len(lines) + sum(len(row.pieces) - 1 for row in rows.values()) > MOST_PIECES:
        return None
    written = [
        (index, text)
        for index, line in enumerate(lines)
        for text in ([piece.written for piece in rows[index].pieces] if index in rows else [line])
    ]
    title = "" if _COUNTED_LINE.search(analysis.shapes, 0, min(rows)) else rows[min(rows)].title
    return Rows([text for _, text in written], [index for index, _ in written], title)


def _unexplained(analysis: Analysis, start: int) -> list[int]:
    """The lines from there on that no card and no heading explains; one with more behind a heading is such a line."""
    headings = [
        index
        for index in analysis.types
        if index >= start and (heading := analysis.lines[index].heading) and heading.more
    ]
    return sorted([*headings, *(match.start() for match in _UNEXPLAINED.finditer(analysis.shapes, start))])


def _any(analysis: Analysis, start: int) -> list[int]:
    return [match.start() for match in _ANY.finditer(analysis.shapes, start)]


_BELOW_HEADING = re.compile("P[ -]*\\Z")
_LISTED = re.compile("[,;]")


def _is_heading(text: str) -> bool:
    return part_heading(text) is not None or type_heading(text) is not None


def _may_be_row(raw: str) -> bool:
    """Whether the line may hold several cards by its signs alone."""
    bare = raw.strip()
    if "|" in raw or _LIKE_ROW.search(raw) or _RUN.search(bare) or _RUN_BEHIND.search(bare) or _GAP.search(bare):
        return True
    commas = raw.count(",") + raw.count(";")
    if commas + 1 >= _FEWEST_NAMES or (commas > 1 and raw.lstrip()[0].isdecimal()):
        return True
    return commas > 0 and 0 < raw.find(":") < _LONGEST_HEADING


class _Piece(NamedTuple):
    """A heading or a card of a row.

    Attributes:
        line: what it is by itself; None for a heading.
        comment: a remark behind it that no name holds.
    """

    text: str
    line: TextLine | None
    comment: str = ""

    @property
    def is_known(self) -> bool:
        """Whether it names a card."""
        return self.line is not None and self.line.match is not None and not self.line.match.rest

    @property
    def written(self) -> str:
        """The line that is read in its place: in a row each piece is a card, with a figure or without."""
        line = self.line
        if line is None or (line.match and line.figure) or _SIGN.match(self.text):
            return self.text + self.comment
        is_name = not line.match and line.count and line.figure and not _LONE.fullmatch(self.text)
        return f"{line.count or 1}x {line.name if is_name else self.text}{self.comment}"


class _Row(NamedTuple):
    title: str
    pieces: list[_Piece]
    is_columns: bool = False
    is_run: bool = False
    is_headed: bool = False

    @property
    def named(self) -> int:
        """The number of pieces that name a card."""
        return sum(piece.is_known for piece in self.pieces)

    def names(self, card: Card) -> bool:
        """Whether one of its pieces may mean that card."""
        lines = [piece.line for piece in self.pieces if piece.line]
        return any(card in line.cards or (line.match and card in line.match.namesakes) for line in lines)

    def is_list(self, *, is_alone: bool) -> bool:
        """Whether it lists cards; beside ordinary lines, only where each piece is one or begins as `2x` does."""
        if self.is_run:
            return True
        cards = [piece for piece in self.pieces if piece.line]
        counted = sum(bool(piece.line and piece.line.figure) for piece in cards)
        is_headed = len(cards) < len(self.pieces)
        if len(cards) + is_headed < 2:
            return False
        if not counted:
            if self.is_headed and len(cards) > 1 and 2 * self.named >= len(cards):
                # A kit for players: "Crypt:" above "Anson; Indira".
                return True
            if is_alone and 3 * self.named >= 2 * len(cards) and self.named >= _FEWEST_NAMES - 1:
                return True
            is_long = is_headed or self.is_columns or len(cards) >= _FEWEST_NAMES
            return self.named == len(cards) and is_long
        crossed = sum(_CROSSED.match(piece.text) is not None for piece in cards)
        if is_alone or self.is_columns or crossed == len(cards):
            return 2 * (max(self.named, crossed) if is_alone else self.named) >= len(cards)
        return self.named == len(cards) and (counted == len(cards) or len(cards) >= _FEWEST_NAMES)


def _is_column(first: _Piece, second: _Piece) -> bool:
    """Whether the second may be a column behind a vampire's name in a table: "Annson 8 Presence"."""
    if second.line is None or _CROSSED.match(second.text) or type_heading(second.line.name) is None:
        return False
    match = first.line and first.line.match
    return not match or isinstance(match.namesakes[0], CryptCard)


class _Token(NamedTuple):
    """The text between two commas, or a heading."""

    start: int
    end: int
    is_heading: bool = False


class _Parting:
    """The parting of one line."""

    def __init__(self, raw: str, analyst: Analyst, *, may_compare: bool) -> None:
        self.analyst = analyst
        self.may_compare = may_compare
        self.text, self.remark = _without_remark(narrowed(undressed(plain(raw).strip())))
        self.tokens: list[_Token] = []

    def row(self, *, is_first: bool) -> _Row | None:
        """The title, headings and cards of the line; None where it is certainly no row."""
        if _EITHER.search(self.text):
            return None
        if cells := self._cells():
            return _Row("", cells, is_columns=True)
        if run := self._run() or self._headed():
            return _Row("", run, is_run=True)
        for start, end in self._spans():
            self._part_headings(start, end)
            if len(self.tokens) > (_MOST_COMMAS + 1) * MOST_PIECES:
                return None
        return self._listed(is_first=is_first)

    def _listed(self, *, is_first: bool) -> _Row | None:
        """The row that the tokens make; None where too many of them name no card."""
        pieces: list[_Piece] = []
        title = remark = ""
        index = missed = 0
        while index < len(self.tokens):
            taken, piece = self._next(index)
            index += taken
            if piece.line and piece.line.sort is Sort.COMMENT:
                if pieces and pieces[-1].line:
                    pieces[-1] = pieces[-1]._replace(comment=f"{pieces[-1].comment} {piece.text}")
                else:
                    remark = f"{remark} {piece.text}"
                continue
            if piece.line and not piece.is_known and (titled := self._titled(piece.text)):
                written, piece = titled
                if is_first and not pieces and not any(map(str.isdecimal, written)):
                    title = written
                else:
                    pieces.append(_Piece(f"{written}:", None))
            if piece.line and remark:
                piece, remark = piece._replace(comment=remark), ""
            pieces.append(piece)
            missed += piece.line is not None and not piece.is_known
            if missed > _MOST_MISSED and 2 * missed > len(pieces):
                return None
        if not pieces:
            return None
        if remark := f"{remark}{self.remark}":
            pieces[-1] = pieces[-1]._replace(comment=pieces[-1].comment + remark)
        return _Row(title, pieces)

    def _cells(self) -> list[_Piece]:
        """The cards of a line in columns, most of them known; a figure may have a column of its own."""
        if not _GAP.search(self.text) or self.remark or self.analyst.line(self.text).match:
            return []
        cells = [cell for cell in _GAP.split(self.text) if cell.strip()]
        if not 2 <= len(cells) <= 2 * _MOST_CELLS:
            return []
        first, second = _LONE.fullmatch(cells[0]), _LONE.fullmatch(cells[1])
        if first or second:
            pairs = [" ".join(cells[at : at + 2]) for at in range(0, len(cells), 2)]
            cells = pairs if len(cells) % 2 == 0 else []
        pieces = [self._piece(cell) for cell in cells]
        if len(pieces) < 2 or any(_is_heading(piece.text) for piece in pieces):
            return []
        is_counted = all(piece.line and piece.line.figure for piece in pieces)
        if not is_counted and any(piece.line and piece.line.figure for piece in pieces):
            return []
        named = sum(piece.is_known for piece in pieces)
        return pieces if named == len(pieces) or (is_counted and 2 * named >= len(pieces)) else []

    def _run(self) -> list[_Piece]:
        """The cards of a line that all have their figures in front, or behind; each is known, or is but for a slip."""
        if self.remark or ((colon := self.text.find(":")) > 0 and self._heading_start(0, colon) >= 0):
            return []
        sign = _SIGN.match(self.text)
        text = self.text[sign.end() :] if sign else self.text
        between = _RUN if _COUNTS.match(text) else _RUN_BEHIND
        if not between.search(text) or (between is _RUN_BEHIND and not _COUNTS_BEHIND.search(text)):
            return []
        pieces = [self._piece(text) for text in between.split(text)]
        if len(pieces) > _MOST_CELLS or any(map(_is_column, pieces, pieces[1:])):
            return []
        if not all(map(self._is_card, pieces)):
            return []
        return [self._piece(f"{sign[0]}{pieces[0].text}"), *pieces[1:]] if sign else pieces

    def _headed(self) -> list[_Piece]:
        """The heading of a part and the card behind it: "Crypt 2x Theo Bell", "Crypt (12) 2x Theo Bell"."""
        head = _HEAD.match(self.text)
        if head is None or part_heading(head[0]) is None:
            return []
        card = self._piece(self.text[head.end() :])
        return [_Piece(head[0].strip(" -–—=:") + ":", None), card] if card.is_known else []

    def _is_card(self, piece: _Piece) -> bool:
        line = piece.line
        if line is None or line.comment or not line.count or not line.figure:
            return False
        if line.match:
            return True
        if not self.may_compare or len(line.name) <= _LETTERS_PER_SLIP or any(map(str.isdecimal, line.name)):
            return False
        near = self.analyst.resolver.cards.spelled_like(line.name)
        return any(_LETTERS_PER_SLIP * item.distance <= len(line.name) for item in near)

    def _spans(self) -> Iterator[tuple[int, int]]:
        """The spans between commas and semicolons; those inside brackets separate nothing."""
        text = self.text
        if "(" in text or "[" in text:
            text = _BRACKETS.sub(lambda match: "(" * len(match[0]), text)
        start = 0
        for match in _BETWEEN.finditer(text):
            yield start, match.start()
            start = match.end()
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
        """The start of the heading whose colon is there; -1 where there is none."""
        for match in re.finditer(r"\S+", self.text[start:colon]):
            written = self.text[start + match.start() : colon]
            if not written[0].isdecimal() and (part_heading(written) or type_heading(f"{written}:")):
                return start + match.start()
        return -1

    def _take(self, start: int, end: int) -> None:
        while start < end and self.text[start] in " \t":
            start += 1
        while start < end and self.text[end - 1] in " \t":
            end -= 1
        if any(map(str.isalnum, self.text[start:end])):
            self.tokens.append(_Token(start, end))

    def _next(self, index: int) -> tuple[int, _Piece]:
        """The piece that begins with that token, and the number of its tokens."""
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
        title, colon, rest = text.partition(": ")
        # "Fame, The x2--2x Taking the Skin: Vulture" is two cards, and no title.
        is_counted = _COUNTS.match(title) or _CROSSED.search(title)
        if not colon or not rest.strip() or is_counted or (title and self._piece(title.strip()).is_known):
            return None
        piece = self._piece(rest.strip())
        # The colon may be the name's own: "Rack, The¦Haqim's Law: Retribution (3)".
        is_whole = all(map(_Row("", [piece]).names, counted_cards(self.analyst.resolver, text)))
        return (title.strip(), piece) if piece.is_known and is_whole else None

    def _piece(self, text: str) -> _Piece:
        line = self.analyst.line(text)
        if text[-1] == "." and len(text) > 1 and not (line.entry and not line.is_reported):
            # The full stop behind the last card of a row.
            shorter = self.analyst.line(text[:-1])
            if shorter.match or line.match is None:
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
