"""Reading a list of text lines, whatever program or person wrote it.

Two passes: every line by itself, then all of them in order, since a line's neighbours decide whether it is a heading,
a card counting 1, prose, or a signature. How a list is laid out is asked of the lines' shapes, one letter a line, so
that it costs a few searches in a short text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from toolkit.cards.model import CryptCard, Kind
from toolkit.decks.model import Declared, IgnoredAs, ProblemCode
from toolkit.decks.reading.account import ListAccount, Place, shown
from toolkit.decks.reading.dressing import numbered_items, undressed
from toolkit.decks.reading.header import read_header, score_of
from toolkit.decks.reading.headings import part_heading
from toolkit.decks.reading.line import MAX_LINE, Analysis, Analyst, Shape, Sort, TextLine
from toolkit.decks.reading.names import Found, plain, without_columns
from toolkit.languages import Message

MAX_LINES = 2_000
_COUNTED = re.compile("[CcV]")
_CARD = re.compile("[CcVN]")
_MAY_START = re.compile("[CcVUTD]")
_SKIPPED = (Sort.EMPTY, Sort.RULE, Sort.COMMENT)


class Layout(NamedTuple):
    """How a list is laid out.

    Attributes:
        start: index of the first line that can be a card or a heading; what stands above is header.
        part: the part that the list starts in; None when its cards say it themselves.
        parts: indexes of the lines that open the crypt or the library.
        bare: whether lines without a figure are cards as a matter of course.
        headed: whether it has headings, so that a lone discipline may be one.
    """

    start: int
    part: Kind | None
    parts: frozenset[int]
    bare: bool
    headed: bool


def layout_of(analysis: Analysis) -> Layout:
    """The layout: which headings are ones, where the cards start, and in which part."""
    lines, shapes, _ = analysis
    bare = shapes.count("N")
    # Singletons without a figure are a habit of the whole list; one or two such lines are something else.
    is_bare = bare > 2 and 4 * bare >= sum(map(shapes.count, "CcV"))
    is_counted = _COUNTED.search(shapes) is not None
    card = _COUNTED if is_counted and not is_bare else _CARD
    parts = [index for index in analysis.places(Shape.PART) if _is_part(lines, index)]
    if not parts:
        apart = sum(map(f" {shapes}".count, (" T", " D")))
        start = _crypt_above(lines, _first_card(analysis, card))
        return Layout(start, None, frozenset(), is_bare or not is_counted, "T" in shapes or apart > 1)
    first = parts[0]
    kinds = [lines[index].heading.part for index in parts if lines[index].heading]  # type: ignore[union-attr]
    part: Kind | None = None
    start = first
    if kinds[0] is Kind.CRYPT and Kind.LIBRARY not in kinds:
        if card.search(shapes, 0, first):
            part, start = Kind.LIBRARY, _first_card(analysis, card)
    elif kinds[0] is Kind.LIBRARY:
        above = len(card.findall(shapes, 0, first))
        if above > 2 or (above and Kind.CRYPT not in kinds):
            part, start = Kind.CRYPT, _first_card(analysis, card)
    return Layout(start, part, frozenset(parts), is_bare, headed=True)


def _is_part(lines: list[TextLine], index: int) -> bool:
    """Whether the line opens a part: by its shape, or because a card or a type's heading follows it."""
    heading = lines[index].heading
    if heading and heading.sure:
        return True
    for line in lines[index + 1 : index + 12]:
        if line.sort not in _SKIPPED:
            return line.sort in (Sort.COUNTED, Sort.TYPE, Sort.PART) or (line.sort is Sort.BARE and bool(line.found))
    return index + 1 == len(lines) or all(line.sort is Sort.EMPTY for line in lines[index + 1 :])


def _first_card(analysis: Analysis, card: re.Pattern[str]) -> int:
    """Where the cards start: at the first one, or at what stands right above it and may be a card or a heading."""
    lines, shapes, _ = analysis
    found = card.search(shapes)
    if not found:
        start = _MAY_START.search(shapes)
        return start.start() if start else len(lines)
    index = found.start()
    while index and _may_start(lines[index - 1]):
        index -= 1
    return index


def _crypt_above(lines: list[TextLine], start: int) -> int:
    """Where the cards start after all: a vampire's bare name is the deck's own only if there is a crypt without it."""
    above = [index for index in range(start) if lines[index].sort is Sort.BARE and _is_crypt_card(lines[index])]
    return above[0] if above and not any(map(_is_crypt_card, lines[start:])) else start


def _is_crypt_card(line: TextLine) -> bool:
    return line.found is not None and line.found.cards[0].kind is Kind.CRYPT


def _may_start(line: TextLine) -> bool:
    return line.sort in (Sort.COUNTED, Sort.TYPE, Sort.RULE) or (line.sort is Sort.BARE and line.found is not None)


# A line above the cards: what it says is the header's to read.
_PROSE = TextLine(Sort.BARE, "")
# The places of the lines of a text, made once: a line of a card costs one object less.
_PLACES = tuple((number,) for number in range(1, MAX_LINES + 1))
# Certain cards, headings of types, rules, fields and empty lines mean the same whatever stands around them.
_UNSETTLED = re.compile("[^CT: -]")


def read_lines(
    lines: list[str], analyst: Analyst, account: ListAccount, numbers: Sequence[int] | None = None
) -> Analysis:
    """Read the list into the account; returns the lines by themselves.

    `numbers` are the lines' numbers in the source, where they do not simply count from 1.
    """
    analysis = _analysed(lines, analyst)
    plan = layout_of(analysis)
    places = [(number,) for number in numbers] if numbers else _PLACES
    if plan.start:
        above = numbers or range(1, plan.start + 1)
        read_header(list(map(str.strip, lines[: plan.start])), above[: plan.start], account)
    _Walk(lines, analysis, places, plan, account).run()
    return analysis


def _analysed(raw: list[str], analyst: Analyst) -> Analysis:
    """Each line by itself; what is prose by its place is not looked at."""
    text = "\n".join(raw)
    if "*/" in text:
        raw = _without_block_comments(raw)
        text = "\n".join(raw)
    if ("1. " in text or "1) " in text) and (items := numbered_items(raw)):
        raw = [items.get(index, line) for index, line in enumerate(raw)]
        text = "\n".join(raw)
    above = _prose_above(raw, text)
    return Analysis.of([_PROSE] * above + analyst.lines(raw[above:]))


def _prose_above(raw: list[str], text: str) -> int:
    """How many lines stand above a crypt's heading that a library's follows: no card is sought among them."""
    above = -1
    for index in _naming_parts(text):
        start = raw[index][:16].casefold()
        heading = part_heading(undressed(plain(raw[index]))) if "crypt" in start or "librar" in start else None
        if heading is None:
            continue
        if above >= 0:
            if heading.part is Kind.LIBRARY:
                return above
        elif heading.sure and heading.part is Kind.CRYPT:
            above = index
        else:
            return 0
    return 0


def _naming_parts(text: str) -> Iterator[int]:
    """The indexes of the lines that hold the word crypt or library, in order, by a few searches in the whole text."""
    letters = text.encode(errors="replace").lower()
    crypt, library = letters.find(b"crypt"), letters.find(b"librar")
    index = end = 0
    while crypt >= 0 or library >= 0:
        place = crypt if library < 0 or 0 <= crypt < library else library
        index += letters.count(b"\n", end, place)
        yield index
        end = letters.find(b"\n", place)
        if end < 0:
            return
        if 0 <= crypt < end:
            crypt = letters.find(b"crypt", end)
        if 0 <= library < end:
            library = letters.find(b"librar", end)


def _without_block_comments(lines: list[str]) -> list[str]:
    """The lines, with those inside `/* … */` over several lines turned into comments; what is never closed is none.

    One of them holds the end of one.
    """
    last = max(number for number, text in enumerate(lines) if "*/" in text)
    result: list[str] = []
    inside = False
    for number, text in enumerate(lines):
        if inside:
            result.append(f"# {text}" if plain(text).strip() else "")
            inside = "*/" not in text
        else:
            opened = text.rfind("/*")
            inside = opened >= 0 and "*/" not in text[opened:] and number < last
            result.append(f"# {text}" if text.lstrip().startswith("/*") else text)
    return result


class _Walk:
    """The second pass, knowing the part that a line stands in.

    Lines that mean the same whatever stands around them are counted and taken together; the others in order.
    """

    def __init__(
        self, raw: Sequence[str], analysis: Analysis, places: Sequence[Place], plan: Layout, account: ListAccount
    ) -> None:
        self.raw = raw
        self.analysis = analysis
        self.lines, self.shapes, self.types = analysis
        self.places = places
        self.plan = plan
        self.account = account
        self.part = plan.part
        self.taken = plan.start
        self.apart = -1
        self.remark = -1

    @cached_property
    def last_counted(self) -> int:
        """The last line that counts copies of a card; -1 if none does."""
        counted = (i for i in range(len(self.lines) - 1, -1, -1) if self.lines[i].sort is Sort.COUNTED)
        return next((index for index in counted if self.lines[index].found), -1)

    @cached_property
    def counts_behind(self) -> bool:
        """Whether the list writes its figures behind the names, with no sign between."""
        marks = [line.mark for line in self.lines if line.entry]
        return 2 * marks.count("N 2") > len(marks)

    def run(self) -> None:
        account, shapes, start = self.account, self.shapes, self.plan.start
        account.headings += shapes.count(Shape.RULE, start) + shapes.count(Shape.TYPE, start)
        account.metadata += shapes.count(Shape.FIELD, start)
        account.blank += shapes.count(Shape.EMPTY, start)
        for unsettled in _UNSETTLED.finditer(shapes, start):
            index = unsettled.start()
            self._other(index, self.lines[index])
        self._take_lines(len(shapes))
        self._declare()
        if account.undecided:
            account.block = self._block(len(shapes))

    def _take_lines(self, end: int) -> None:
        """Take the cards of the lines down to there, which all stand in the same part."""
        if self.taken < end:
            stretch = slice(self.taken, end)
            self.account.take_lines(self.lines[stretch], self.places[stretch], self.part)
            self.taken = end

    def _declare(self) -> None:
        """Note what the headings of parts and types state about the list."""
        lines, places, start = self.lines, self.places, self.plan.start
        self.account.declared += [
            Declared(what, value, places[index][0])
            for index in sorted((*self.plan.parts, *self.types))
            if index >= start
            for what, value in lines[index].figures
        ]

    def _block(self, index: int) -> str:
        """The type under whose heading that line stands, or ""."""
        above = self.shapes.rfind(Shape.TYPE, self.plan.start, index)
        heading = self.lines[above].heading if above > self.apart else None
        return heading.label if heading else ""

    def _other(self, index: int, line: TextLine) -> None:
        if line.entry:
            self._told(index, line)
        elif line.sort is Sort.PART:
            self._part(index, line)
        elif line.sort is Sort.COMMENT:
            self._comment(index, line)
        else:
            self._take_lines(index)
            self.account.block = self._block(index)
            self._doubtful(index, line)

    def _doubtful(self, index: int, line: TextLine) -> None:
        match line.sort:
            case Sort.TYPE:
                self._discipline(index, line)
            case Sort.LONG:
                self.account.too_long(self.places[index][0], line.text, MAX_LINE, part=self.part)
            case Sort.COUNTED:
                self._counted(index, line)
            case _:
                self._bare(index, line)

    def _told(self, index: int, line: TextLine) -> None:
        self.remark = index if line.opens else -1
        if line.told and line.found and line.entry:
            self.account.note(self.places[index][0], line.found, line.entry.card, line.entry.count)

    def _ignore(self, index: int, why: IgnoredAs) -> None:
        self.account.ignore(self.places[index][0], self.raw[index].strip(), why)

    def _comment(self, index: int, line: TextLine) -> None:
        if score_of(line.text) and self.account.header:
            self.account.metadata += 1
        else:
            self._ignore(index, IgnoredAs.COMMENT)

    def _part(self, index: int, line: TextLine) -> None:
        if index not in self.plan.parts or not line.heading:
            self._ignore(index, IgnoredAs.PROSE)
            return
        self._take_lines(index)
        self.part = line.heading.part
        self.apart = index
        self.account.headings += 1

    def _discipline(self, index: int, line: TextLine) -> None:
        if line.found and line.count and self._is_card_not_heading(index):
            self.account.add(self.places[index][0], line.found, line.count, part=self.part)
        else:
            self.account.headings += 1
            self.apart = index

    def _is_card_not_heading(self, index: int) -> bool:
        """Among other headings, a discipline is one if an empty line stands above it, or if it alone has no figure."""
        stands_apart = index > 0 and self.lines[index - 1].sort is Sort.EMPTY
        has_figure = self.plan.bare or bool(self.lines[index].figure)
        return not self.plan.headed or (has_figure and not stands_apart)

    def _counted(self, index: int, line: TextLine) -> None:
        account = self.account
        if line.figure.startswith("+") and not any(map(str.isalpha, line.name)):
            # A telephone number below a mail.
            self._ignore(index, IgnoredAs.PROSE)
            return
        if line.count is None:
            account.bad_count(self.places[index][0], line.figure, line.name, part=self.part)
            return
        if line.found:
            account.add(self.places[index][0], line.found, line.count, part=self.part, comment=line.comment)
            return
        near = account.suggestions(line.name, self.part)
        if not near and line.mark == "2 N" and len(line.name.split()) > 7:
            self._ignore(index, IgnoredAs.PROSE)
            return
        if not near and line.mark.startswith("N") and index and self.lines[index - 1].sort is Sort.EMPTY:
            account.headings += 1
            return
        account.unknown(self.places[index][0], line.name, line.count, part=self.part, near=near)

    def _bare(self, index: int, line: TextLine) -> None:
        account = self.account
        found = line.found
        if found is None:
            self._open_bare(index, line)
        elif self._has_count_behind(found):
            # What would be a capacity elsewhere is the figure of such a list.
            figure = str(found.said.capacity)
            counted = line.counted(figure, found._replace(said=found.said._replace(capacity=None), faults=()))
            self._counted(index, counted)
        elif self._is_signature(index, line):
            self._ignore(index, IgnoredAs.SIGNATURE)
            account.fault(
                ProblemCode.SIGNATURE,
                Message(
                    "“%(written)s” stands alone behind the cards: read as a signature, not as a vampire.",
                    written=shown(line.text),
                ),
                line=self.places[index][0],
                fix=Message("Write 1x in front if it is a card."),
            )
        else:
            account.add(self.places[index][0], found, 1, part=self.part, comment=line.comment)

    def _has_count_behind(self, found: Found) -> bool:
        said = found.said
        return said.capacity is not None and said.disciplines is None and not said.clan and self.counts_behind

    def _is_signature(self, index: int, line: TextLine) -> bool:
        """A vampire's name without a figure, in the library or behind the last card of a list that counts its cards."""
        assert line.found is not None
        is_vampire = all(isinstance(card, CryptCard) for card in line.found.namesakes)
        behind = self.part is Kind.LIBRARY or (self.part is None and index > self.last_counted > 0)
        return is_vampire and behind and not self.plan.bare and index > self.last_counted

    def _is_lone_figure(self, index: int, line: TextLine) -> bool:
        """Whether the line holds a figure and no name: `60x`, or `60` beside a name that has no figure."""
        figure = line.text.rstrip("xX* ")
        if not (figure.isascii() and figure.isdecimal() and len(figure) < 3):
            return False
        return figure != line.text or Shape.NAME in self.shapes[max(0, index - 1) : index + 2]

    def _open_bare(self, index: int, line: TextLine) -> None:
        account = self.account
        if self._is_lone_figure(index, line):
            account.unknown(self.places[index][0], line.text, 0, part=self.part, near=())
            return
        words = len(line.name.split())
        in_remark = self.remark >= 0 and self.shapes.find(Shape.CARD, self.remark, index) < 0
        if in_remark and ")" in line.text:
            self.remark = -1
            self._ignore(index, IgnoredAs.COMMENT)
            return
        near = account.suggestions(line.name, self.part) if words <= 8 and not in_remark else ()
        is_near = bool(near) and near[0].distance <= len(line.name) // 6
        # What ends as the lines of a crypt do is one of them, however its name is written.
        has_columns = without_columns(line.text) != line.text
        if is_near or has_columns or (self.plan.bare and words <= 6):
            account.unknown(self.places[index][0], line.name, 1, part=self.part, near=near)
        else:
            self._ignore(index, IgnoredAs.COMMENT if in_remark else IgnoredAs.PROSE)
