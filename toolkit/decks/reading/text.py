"""Reading a list of text lines, whatever program or person wrote it.

Two passes: every line by itself, then all of them in order, since a line's neighbours decide whether it is a heading,
a card counting 1, prose, or a signature.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from toolkit.cards.model import CryptCard, Kind
from toolkit.decks.model import Declared, ProblemCode
from toolkit.decks.reading import usual
from toolkit.decks.reading.account import Account, shown
from toolkit.decks.reading.analysis import MAX_LINE, Analysis, Analyst, Line, Shape, Sort
from toolkit.decks.reading.characters import plain
from toolkit.decks.reading.header import read_header, score_of
from toolkit.decks.reading.headings import part_heading
from toolkit.decks.reading.layout import Plan, plan_of
from toolkit.decks.reading.lines import undressed
from toolkit.decks.reading.parts import Place
from toolkit.decks.reading.resolve import Found, without_columns
from toolkit.decks.reading.source import MAX_LINES
from toolkit.languages import Message

# A line above the cards: what it says is the header's to read.
_PROSE = Line(Sort.BARE, "")
# The places of the lines of a text, made once: a line of a card costs one object less.
_PLACES = tuple((number,) for number in range(1, MAX_LINES + 1))
# Certain cards, headings of types, rules, fields and empty lines mean the same whatever stands around them.
_UNSETTLED = re.compile("[^CT: -]")
# As `Declared()`, quicker: a list states a dozen figures.
_new = tuple.__new__


def read_lines(lines: list[str], analyst: Analyst, account: Account, numbers: Sequence[int] | None = None) -> Analysis:
    """Read the list into the account; returns the lines by themselves.

    `numbers` are the lines' numbers in the source, where they do not simply count from 1.
    """
    analysis = _analysed(lines, analyst)
    plan = plan_of(analysis)
    if plan.start:
        read_header(list(map(str.strip, lines[: plan.start])), account)
    places = [(number,) for number in numbers] if numbers else _PLACES
    _Walk(analysis, places, plan, account).run()
    return analysis


def _analysed(raw: list[str], analyst: Analyst) -> Analysis:
    """Each line by itself; what is prose by its place is not looked at."""
    text = "\n".join(raw)
    if "*/" in text:
        raw = _without_block_comments(raw)
        text = "\n".join(raw)
    above = usual.prose_above(text) or _prose_above(raw, text)
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

    def __init__(self, analysis: Analysis, places: Sequence[Place], plan: Plan, account: Account) -> None:
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
            _new(Declared, (what, value, places[index][0]))
            for index in sorted((*self.plan.parts, *self.types))
            if index >= start
            for what, value in lines[index].figures
        ]

    def _block(self, index: int) -> str:
        """The type under whose heading that line stands, or ""."""
        above = self.shapes.rfind(Shape.TYPE, self.plan.start, index)
        heading = self.lines[above].heading if above > self.apart else None
        return heading.label if heading else ""

    def _other(self, index: int, line: Line) -> None:
        if line.entry:
            self._told(index, line)
        elif line.sort is Sort.PART:
            self._part(index, line)
        elif line.sort is Sort.COMMENT:
            self._comment(line)
        else:
            self._take_lines(index)
            self.account.block = self._block(index)
            self._doubtful(index, line)

    def _doubtful(self, index: int, line: Line) -> None:
        match line.sort:
            case Sort.TYPE:
                self._discipline(index, line)
            case Sort.LONG:
                self.account.too_long(self.places[index][0], line.text, MAX_LINE, part=self.part)
            case Sort.COUNTED:
                self._counted(index, line)
            case _:
                self._bare(index, line)

    def _told(self, index: int, line: Line) -> None:
        self.remark = index if line.opens else -1
        if line.told and line.found and line.entry:
            self.account.note(self.places[index][0], line.found, line.entry.card, line.entry.count)

    def _comment(self, line: Line) -> None:
        if score_of(line.text) and self.account.header:
            self.account.metadata += 1
        else:
            self.account.comments += 1

    def _part(self, index: int, line: Line) -> None:
        if index not in self.plan.parts or not line.heading:
            self.account.comments += 1
            return
        self._take_lines(index)
        self.part = line.heading.part
        self.apart = index
        self.account.headings += 1

    def _discipline(self, index: int, line: Line) -> None:
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

    def _counted(self, index: int, line: Line) -> None:
        account = self.account
        if line.figure.startswith("+") and not any(map(str.isalpha, line.name)):
            # A telephone number below a mail.
            account.comments += 1
            return
        if line.count is None:
            account.bad_count(self.places[index][0], line.figure, line.name, part=self.part)
            return
        if line.found:
            account.add(self.places[index][0], line.found, line.count, part=self.part, comment=line.comment)
            return
        near = account.suggestions(line.name, self.part)
        if not near and line.mark == "2 N" and len(line.name.split()) > 7:
            account.comments += 1
            return
        if not near and line.mark.startswith("N") and index and self.lines[index - 1].sort is Sort.EMPTY:
            account.headings += 1
            return
        account.unknown(self.places[index][0], line.name, line.count, part=self.part, near=near)

    def _bare(self, index: int, line: Line) -> None:
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
            account.comments += 1
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

    def _is_signature(self, index: int, line: Line) -> bool:
        """A vampire's name without a figure, in the library or behind the last card of a list that counts its cards."""
        assert line.found is not None
        is_vampire = all(isinstance(card, CryptCard) for card in line.found.namesakes)
        behind = self.part is Kind.LIBRARY or (self.part is None and index > self.last_counted > 0)
        return is_vampire and behind and not self.plan.bare and index > self.last_counted

    def _is_lone_figure(self, index: int, line: Line) -> bool:
        """Whether the line holds a figure and no name: `60x`, or `60` beside a name that has no figure."""
        figure = line.text.rstrip("xX* ")
        if not (figure.isascii() and figure.isdecimal() and len(figure) < 3):
            return False
        return figure != line.text or Shape.NAME in self.shapes[max(0, index - 1) : index + 2]

    def _open_bare(self, index: int, line: Line) -> None:
        account = self.account
        if self._is_lone_figure(index, line):
            account.unknown(self.places[index][0], line.text, 0, part=self.part, near=())
            return
        words = len(line.name.split())
        in_remark = self.remark >= 0 and self.shapes.find(Shape.CARD, self.remark, index) < 0
        if in_remark and ")" in line.text:
            self.remark = -1
            account.comments += 1
            return
        near = account.suggestions(line.name, self.part) if words <= 8 and not in_remark else ()
        is_near = bool(near) and near[0].distance <= len(line.name) // 6
        # What ends as the lines of a crypt do is one of them, however its name is written.
        has_columns = without_columns(line.text) != line.text
        if is_near or has_columns or (self.plan.bare and words <= 6):
            account.unknown(self.places[index][0], line.name, 1, part=self.part, near=near)
        else:
            account.comments += 1
