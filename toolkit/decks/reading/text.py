"""Reading a list of text lines, whatever program or person wrote it.

Two passes: every line by itself, then all of them in order, since a line's neighbours decide whether it is a heading,
a card counting 1, prose, or a signature. How a list is laid out is asked of the lines' shapes, one letter a line, so
that it costs a few searches in a short text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from toolkit.cards.model import CryptCard, Kind
from toolkit.decks.model import Candidate, Declared, IgnoredAs, ProblemCode
from toolkit.decks.reading.account import ListAccount, Place, shown
from toolkit.decks.reading.dressing import numbered_items, undressed
from toolkit.decks.reading.forms.rows import Rows, joined_lines, parted_rows
from toolkit.decks.reading.header import event_header, is_rounds, players_of, read_header, score_of
from toolkit.decks.reading.headings import heads_aside, is_figures, part_heading
from toolkit.decks.reading.line import (
    MAX_LINE,
    MAX_PROSE,
    Analysis,
    Analyst,
    Shape,
    Sort,
    TextLine,
    is_sentence,
)
from toolkit.decks.reading.names import NOTHING, plain, unmarked, without_columns
from toolkit.languages import Message

MAX_LINES = 2_000
# How often the header of a list of rows may turn out longer than thought.
_MOST_TRIES = 4
_COUNTED = re.compile("[CcV]")
_CARD = re.compile("[CcVN]")
_MAY_START = re.compile("[CcVUTD]")
_SKIPPED = (Sort.EMPTY, Sort.RULE, Sort.COMMENT)
_WORDS = re.compile(r"[wfU^]")
_MAY_HEAD_ASIDE = re.compile("[wfU.]")
_DESCRIBING = re.compile(r"[Nwf^]")
_BLOCK_ENDS = (Shape.EMPTY, Shape.RULE, Shape.PART, Shape.TYPE, Shape.DISCIPLINE)
_RULED = "-=~*_#<>|"
# How a figure stands that prose may have as well: without a mark, or with one that means much else.
_UNMARKED = ("2 N", "2N", "N 2", "N -2", "N –2", "N /2", "N :2")
# What a line that counts a card begins with, or ends with, and the marks that mean nothing else.
_COUNTS_FIRST = frozenset("0123456789xX*-+•#>")
_COUNTS_LAST = frozenset("0123456789xX)]")
_COUNTS_IN_FRONT = re.compile(r"[-*•+#>]?\s*[xX*]?[0-9]{1,2}\s?(?:[xX*]|\s|[A-Z\"'.](?!\+))(?!players)")
_COUNTS_BEHIND = re.compile(r"(?:\s[xX*]?\s?|[(\[=*:/-]\s?)[0-9]{1,2}(?:[xX*)\]]*| copies)$")
_CROSSED = ("2x N", "2 x N", "2xN", "x2 N", "N x2", "N 2x", "N 2 copies", "N (2) copies")
# No card's name has more words. With one letter in six wrong a name is known again, with one in three it is like one.
_MOST_WORDS = 8
_LETTERS_PER_SLIP = 6
_LIKE = 3
# The archive's header has eight lines at most, each of which stands for one thing.
_HEADER = 8
_WHOLE_CRYPT = 12
# A remark of more lines is none.
_LONGEST_REMARK = 30
_SENTENCE = 6
_SHORT_SENTENCE = 3


class Side(Enum):
    """Where a line stands in regard to the cards: the first of them, the last, and the empty line behind that."""

    ABOVE = 0
    AMONG = 1
    BELOW = 2
    BEHIND = 3


class Layout(NamedTuple):
    """How a list is laid out.

    Attributes:
        start: index of the first line that can be a card or a heading; what stands above is header.
        part: the part that the list starts in; None when its cards say it themselves.
        parts: indexes of the lines that open the crypt or the library.
        library: index of the line where the library begins though no heading says so; -1 where one does.
        bare: whether lines without a figure are cards as a matter of course.
        headed: whether it has headings, so that a lone discipline may be one.
    """

    start: int
    part: Kind | None
    parts: frozenset[int]
    bare: bool
    headed: bool
    library: int = -1


def layout_of(analysis: Analysis) -> Layout:
    """The layout: which headings are ones, where the cards start, and in which part."""
    lines, shapes, _ = analysis
    parts = [index for index in analysis.places(Shape.PART) if _is_part(lines, index)]
    above = _imitation_above(lines, shapes, parts)
    parts = parts[parts.index(above) :] if above else parts
    bare = shapes.count("N", above)
    # Singletons without a figure are a habit of the whole list; one or two such lines are something else.
    is_bare = bare > 2 and 4 * bare >= sum([shapes.count(shape, above) for shape in "CcV"])
    is_counted = _COUNTED.search(shapes) is not None
    card = _COUNTED if is_counted and not is_bare else _CARD
    if not parts:
        apart = sum(map(f" {shapes}".count, (" T", " D")))
        start = _crypt_above(lines, _first_card(analysis, card))
        return Layout(start, None, frozenset(), is_bare or not is_counted, "T" in shapes or apart > 1)
    first = parts[0]
    kinds = [lines[index].heading.part for index in parts if lines[index].heading]  # type: ignore[union-attr]
    part: Kind | None = None
    start = first
    library = -1
    if kinds[0] is Kind.CRYPT and Kind.LIBRARY not in kinds:
        if card.search(shapes, above, first) and not _is_below(lines, first):
            part, start = Kind.LIBRARY, _first_card(analysis, card)
        else:
            library = _library_below(lines, parts[-1])
    elif kinds[0] is Kind.LIBRARY:
        above = len(card.findall(shapes, 0, first))
        if above > 2 or (above and Kind.CRYPT not in kinds):
            part, start = Kind.CRYPT, _headless_crypt(analysis, _first_card(analysis, card), first)
    return Layout(start, part, frozenset(parts), is_bare, headed=True, library=library)


def _is_below(lines: list[TextLine], crypt: int) -> bool:
    """Whether the library stands below the crypt, by most of its cards; what is counted above is a description's."""
    copies = [0, 0]
    for index, line in enumerate(lines):
        if line.entry and line.entry.card.kind is Kind.LIBRARY:
            copies[index > crypt] += line.entry.count
    return copies[0] < copies[1]


def _headless_crypt(analysis: Analysis, first: int, library: int) -> int:
    """Where the crypt begins above the library's heading, which has none: below a description that counts cards too.

    `first` is the first line that counts a card. The crypt is the last block that holds vampires, and what vampires
    stand right above it in blocks of their own, until it is whole.
    """
    lines, shapes, _ = analysis
    start = end = library
    copies = 0
    while end > first and copies < _WHOLE_CRYPT:
        above = shapes.rfind(Shape.EMPTY, 0, end) + 1
        block = lines[above:end]
        vampires = sum(map(_is_crypt_card, block))
        if start < library and vampires < sum(line.sort in (Sort.COUNTED, Sort.BARE) for line in block):
            break
        if vampires:
            start = above
            copies += sum(line.count or 0 for line in block if _is_crypt_card(line))
        end = above - 1
    if start == library:
        return first
    return next(index for index in range(start, library) if _may_start(lines[index]))


def _imitation_above(lines: list[TextLine], shapes: str, parts: list[int]) -> int:
    """Where the list starts below a description that is laid out like one: no card is counted above there.

    The index of the crypt's heading; 0 where no such description stands above it.
    """
    crypts = [index for index in parts if (heading := lines[index].heading) and heading.part is Kind.CRYPT]
    first = _COUNTED.search(shapes)
    if len(crypts) < 2 or first is None or first.start() < crypts[1]:
        return 0
    start = max(index for index in crypts if index < first.start())
    return start if _DESCRIBING.search(shapes, crypts[0], start) else 0


def _library_below(lines: list[TextLine], crypt: int) -> int:
    """Where the library begins under the crypt's heading: behind the last crypt card, at a type or a library card."""
    kinds = [line.found.namesakes[0].kind if line.found else None for line in lines]
    last = max((index for index in range(crypt, len(lines)) if kinds[index] is Kind.CRYPT), default=crypt)
    for index in range(last + 1, len(lines)):
        if kinds[index] is Kind.LIBRARY or lines[index].shape is Shape.TYPE:
            return index
    return -1


def _is_part(lines: list[TextLine], index: int) -> bool:
    """Whether the line opens a part: by its shape, or because a card or a type's heading follows it.

    The first card below it may be misspelt, or stand below figures: a line of few words may be in between.
    """
    heading = lines[index].heading
    if heading and heading.sure:
        return True
    may_pass = True
    for line in lines[index + 1 : index + 12]:
        if line.sort in _SKIPPED:
            continue
        if line.sort in (Sort.COUNTED, Sort.TYPE, Sort.PART) or (line.sort is Sort.BARE and line.found):
            return True
        if not may_pass or line.sort is not Sort.BARE or len(line.name.split()) > _MOST_WORDS or is_sentence(line.text):
            return False
        may_pass = False
    return index + 1 == len(lines) or all(line.sort is Sort.EMPTY for line in lines[index + 1 :])


def _first_card(analysis: Analysis, card: re.Pattern[str]) -> int:
    """Where the cards start: at the first one, or at what stands right above it and may be a card or a heading."""
    lines, shapes, _ = analysis
    found = card.search(shapes)
    if found and found.start() < _HEADER:
        found = card.search(shapes, _header_end(lines, shapes))
    if not found:
        start = _MAY_START.search(shapes)
        return start.start() if start else len(lines)
    index = found.start()
    while index and _may_start(lines[index - 1]):
        index -= 1
    return index


def _header_end(lines: list[TextLine], shapes: str) -> int:
    """Where the archive's header on top ends: the event may have the name of a card, and a figure ("Fame 2")."""
    end = shapes.find(Shape.EMPTY)
    header = event_header([line.text for line in lines[:end]]) if 0 <= end < 2 * _HEADER else None
    return end if header and header.date else 0


def _crypt_above(lines: list[TextLine], start: int) -> int:
    """Where the cards start after all: a vampire's bare name is the deck's own only if there is a crypt without it."""
    above = [index for index in range(start) if lines[index].sort is Sort.BARE and _is_crypt_card(lines[index])]
    return above[0] if above and not any(map(_is_crypt_card, lines[start:])) else start


def _is_crypt_card(line: TextLine) -> bool:
    return line.found is not None and line.found.namesakes[0].kind is Kind.CRYPT


def _may_start(line: TextLine) -> bool:
    return line.sort in (Sort.COUNTED, Sort.TYPE, Sort.RULE) or (line.sort is Sort.BARE and line.found is not None)


# A line above the cards: what it says is the header's to read.
_ABOVE = TextLine(Sort.BARE, "", Shape.HEADER)
# The places of the lines of a text, made once: a line of a card costs one object less.
_PLACES = tuple((number,) for number in range(1, MAX_LINES + 1))
# Certain cards, headings of types, rules, fields and empty lines mean the same whatever stands around them.
_UNSETTLED = re.compile("[^CT: -]")


class ReadLines(NamedTuple):
    """The lines of a list as they were read: those that hold several cards are parted.

    Attributes:
        analysis: what each line is by itself.
        start: the index of the first that was no part of the header.
    """

    lines: list[str]
    analysis: Analysis
    start: int


def read_lines(
    lines: list[str], analyst: Analyst, account: ListAccount, numbers: Sequence[int] | None = None
) -> ReadLines:
    """Read the list into the account.

    `numbers` are the lines' numbers in the source, where they do not simply count from 1.
    """
    analysis = analysed(lines, analyst)
    if aside := _set_aside(analysis):
        for index in aside:
            number = numbers[index] if numbers else index + 1
            account.ignore(number, lines[index].strip(), IgnoredAs.ASIDE)
        # Nothing stands there for all that follows.
        account.blank -= len(aside)
        lines = ["" if index in aside else line for index, line in enumerate(lines)]
        analysis = analysed(lines, analyst)
    written = len(lines)
    plan = layout_of(analysis)
    whole = joined_lines(lines, analysis, analyst, plan.start)
    if whole:
        joined = analysed(whole.lines, analyst)
        replanned = layout_of(joined)
        if replanned.start == plan.start:
            lines, analysis, plan = whole.lines, joined, replanned
        else:
            whole = None
    parted = _parted(lines, analysis, analyst)
    if parted:
        rows, plan = parted
        whole = rows.within(whole) if whole else rows
        lines = rows.lines
        analysis = analysed(lines, analyst)
    places: Sequence[Place] = [(number,) for number in numbers] if numbers else _PLACES
    if whole:
        numbers = numbers or range(1, written + 1)
        places = [tuple(numbers[index] for index in spans) for spans in whole.origins]
        account.rows = frozenset(numbers[index] for index in whole.rows)
        account.pieces = sum(not account.rows.isdisjoint(place) for place in places)
        numbers = [place[0] for place in places]
    if plan.start:
        above = list(map(str.strip, lines[: plan.start]))
        above_numbers = numbers or range(1, plan.start + 1)
        read_header(above, above_numbers[: plan.start], account, _counting_above(above, analysis, plan, analyst))
    _Walk(lines, analysis, places, plan, account).run()
    if whole and whole.title:
        # What stands in front of the first card of all is the deck's name, unless its header says another.
        if account.name:
            account.description.append(whole.title)
        account.name = account.name or whole.title
    return ReadLines(lines, analysis, plan.start)


def _counting_above(above: list[str], analysis: Analysis, plan: Layout, analyst: Analyst) -> list[int]:
    """The indexes of those lines above the cards that count copies of one as cards do, for all that is known of them.

    Behind a name a figure counts only in a list that counts so: an event may be called "Fame 2".
    """
    likely = []
    for index, text in enumerate(above):
        if not text:
            continue
        if text[0] in _COUNTS_FIRST:
            if _COUNTS_IN_FRONT.match(text):
                likely.append(index)
        elif (text[-1] in _COUNTS_LAST or text.endswith("copies")) and _COUNTS_BEHIND.search(text[-12:]):
            likely.append(index)
    if plan.bare:
        # Nor is an event's own name a card, on top of all.
        end = above.index("") if "" in above else len(above)
        likely += [index for index in range(end, len(above)) if above[index]]
    marks: set[str] = set()
    found = []
    for index in sorted(set(likely)):
        line = analyst.line(above[index])
        if not line.count or line.sort not in (Sort.COUNTED, Sort.BARE) or (line.mark == "N" and not plan.bare):
            continue
        marks = marks or _marks(analysis.lines[plan.start :])
        if line.mark in _CROSSED or line.mark in marks or (line.found and not line.mark.startswith("N ")):
            is_short = len(line.name.split()) <= _MOST_WORDS
            is_field = is_rounds(above[index]) or players_of(above[index]) is not None
            is_name = is_short and not is_field and not line.name[0].islower() and not is_sentence(line.name)
            if line.found or is_name:
                found.append(index)
    return found


def _marks(lines: Sequence[TextLine]) -> set[str]:
    return {line.mark for line in lines if line.entry}


def _set_aside(analysis: Analysis) -> set[int]:
    """The lines under headings such as “Sideboard” below the first card, down to the next heading of a part."""
    first = _CARD.search(analysis.shapes)
    aside: set[int] = set()
    end = 0
    for found in _MAY_HEAD_ASIDE.finditer(analysis.shapes, first.end() if first else len(analysis.shapes)):
        index = found.start()
        if index < end or not heads_aside(analysis.lines[index].text):
            continue
        part = analysis.shapes.find(Shape.PART, index)
        end = part if part >= 0 else len(analysis.shapes)
        aside |= {at for at in range(index, end) if analysis.shapes[at] != Shape.EMPTY}
    return aside


def _parted(lines: list[str], analysis: Analysis, analyst: Analyst) -> tuple[Rows, Layout] | None:
    """The list with the rows below its header parted, and how it is laid out then; None where there are none."""
    rows = parted_rows(lines, analysis, analyst)
    for _ in range(_MOST_TRIES):
        if rows is None:
            return None
        plan = layout_of(analysed(rows.lines, analyst))
        firsts = [spans[0] for spans in rows.origins]
        start = firsts[plan.start] if plan.start < len(firsts) else len(lines)
        if start <= min(rows.rows):
            # A part that opens within a row: what the row holds in front of it are cards too.
            return rows, plan._replace(start=min(plan.start, firsts.index(start)) if plan.start else 0)
        rows = parted_rows(lines, analysis, analyst, start)
    return None


def analysed(raw: list[str], analyst: Analyst, *, header: bool = True) -> Analysis:
    """Each line by itself; what is prose by its place is not looked at, unless the list may have no header."""
    text = "\n".join(raw)
    if "*" in text and "*/" in text:
        raw = _without_block_comments(raw)
        text = "\n".join(raw)
    if ("1. " in text or "1) " in text) and (items := numbered_items(raw)):
        raw = [items.get(index, line) for index, line in enumerate(raw)]
        text = "\n".join(raw)
    above = _prose_above(raw, text) if header else 0
    analysis = Analysis.of([_ABOVE] * above + analyst.lines(raw[above:]))
    if Shape.FIGURED in analysis.shapes or Shape.NAME in analysis.shapes:
        marks = [line.mark for line in analysis.lines if line.entry]
        if 2 * sum(mark.startswith("N ") for mark in marks) > len(marks):
            is_unmarked = 2 * marks.count("N 2") > len(marks)
            return Analysis.of([_counted_behind(line, unmarked=is_unmarked) for line in analysis.lines])
    return analysis


def _counted_behind(line: TextLine, *, unmarked: bool) -> TextLine:
    """The line; where figures stand behind the names, one that ends with a figure counts a card, whatever its name.

    What would be a vampire's capacity elsewhere is the figure of a list that writes it so, without a mark.
    """
    if line.shape is Shape.FIGURED and line.count and line.mark.startswith("N "):
        return replace(line, sort=Sort.COUNTED, shape=Shape.UNKNOWN)
    if line.shape is Shape.NAME and unmarked and line.found:
        said = line.found.said
        if said.capacity is not None and said.disciplines is None and not said.clan:
            found = line.found._replace(said=said._replace(capacity=None), faults=())
            return line.counted(str(said.capacity), found)
    return line


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
            result.append(f"// {text}" if plain(text).strip() else "")
            inside = "*/" not in text
        else:
            opened = text.rfind("/*")
            inside = opened >= 0 and "*/" not in text[opened:] and number < last
            result.append(f"// {text}" if text.lstrip().startswith("/*") else text)
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
        self.remark_end = -1
        self.prose = -1

    @cached_property
    def last_counted(self) -> int:
        """The last line that counts copies of a card; -1 if none does."""
        counted = (i for i in range(len(self.lines) - 1, -1, -1) if self.lines[i].sort is Sort.COUNTED)
        return next((index for index in counted if self.lines[index].found), -1)

    @cached_property
    def first_card(self) -> int:
        """The first line that is surely a card's; without a figure only in lists that are written so."""
        card = (_CARD if self.plan.bare else _COUNTED).search(self.shapes, self.plan.start)
        return card.start() if card else len(self.shapes)

    @cached_property
    def last_card(self) -> int:
        """The last such line; -1 if there is none."""
        return max(map(self.shapes.rfind, "CcVN" if self.plan.bare else "CcV"))

    @cached_property
    def marks(self) -> set[str]:
        """How the figures stand of the lines that surely count a card."""
        return _marks(self.lines[self.plan.start :])

    def run(self) -> None:
        account, shapes, start = self.account, self.shapes, self.plan.start
        account.headings += shapes.count(Shape.RULE, start) + shapes.count(Shape.TYPE, start)
        account.metadata += shapes.count(Shape.FIELD, start)
        account.blank += shapes.count(Shape.EMPTY, start)
        library = self.plan.library if self.plan.library >= 0 else len(shapes)
        for unsettled in _UNSETTLED.finditer(shapes, start):
            index = unsettled.start()
            if index >= library > self.taken:
                self._open_library(library)
            self._other(index, self.lines[index])
        if len(shapes) > library > self.taken:
            self._open_library(library)
        self._take_lines(len(shapes))
        if self.types or self.plan.library >= 0:
            account.move_strays(headless=self.plan.library >= 0)
        self._declare()
        if account.undecided:
            account.block = self._block(len(shapes))

    def _take_lines(self, end: int) -> None:
        """Take the cards of the lines down to there, which all stand in the same part."""
        if self.taken < end:
            stretch = slice(self.taken, end)
            self.account.take_lines(self.lines[stretch], self.places[stretch], self.part)
            self.taken = end

    def _open_library(self, index: int) -> None:
        """The library begins here, though no heading says so."""
        self._take_lines(index)
        self.part = Kind.LIBRARY

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
                most = MAX_LINE if len(line.text) <= MAX_PROSE else MAX_PROSE
                self.account.too_long(self.places[index][0], line.text, most, part=self.part)
            case Sort.COUNTED:
                self._counted(index, line)
            case _:
                self._bare(index, line)

    def _told(self, index: int, line: TextLine) -> None:
        if line.opens:
            self._open_remark(index)
        if line.told and line.found and line.entry:
            self.account.note(self.places[index][0], line.found, line.entry.card, line.entry.count)

    def _ignore(self, index: int, why: IgnoredAs, *, may_be_card: bool = False) -> None:
        self.account.ignore(self.places[index][0], self.raw[index].strip(), why, may_be_card=may_be_card)

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
        account, number = self.account, self.places[index][0]
        if line.figure.startswith("+") and not any(map(str.isalpha, line.name)):
            # A telephone number below a mail.
            self._ignore(index, IgnoredAs.PROSE)
        elif line.count is None and (line.found or not self._is_counted_prose(index, line)):
            account.bad_count(number, line.figure, line.name, part=self.part)
        elif line.count and line.found:
            account.add(number, line.found, line.count, part=self.part, comment=line.comment)
        else:
            self._unfound(index, line)

    def _bare(self, index: int, line: TextLine) -> None:
        account, found = self.account, line.found
        if found is None:
            self._unfound(index, line)
        elif self._is_mentioned(index, line):
            self._ignore(index, IgnoredAs.PROSE)
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

    def _is_signature(self, index: int, line: TextLine) -> bool:
        """A vampire's name without a figure, in the library or behind the last card of a list that counts its cards."""
        assert line.found is not None
        is_vampire = all(isinstance(card, CryptCard) for card in line.found.namesakes)
        behind = self.part is Kind.LIBRARY or (self.part is None and index > self.last_counted > 0)
        return is_vampire and behind and not self.plan.bare and index > self.last_counted

    def _is_mentioned(self, index: int, line: TextLine) -> bool:
        """Whether closing prose names a card: below an empty line behind the last counted one, among words."""
        assert line.found is not None
        if self.plan.bare or not 0 <= self.last_counted < index or self._side(index) is not Side.BEHIND:
            return False
        if line.text[0].islower() or len(line.text.split()) > _MOST_WORDS:
            return True
        if isinstance(line.found.namesakes[0], CryptCard):
            return False  # a signature, perhaps
        start, end = self.shapes.rfind(Shape.EMPTY, 0, index), self.shapes.find(Shape.EMPTY, index)
        around = self.shapes[start + 1 : end if end >= 0 else None]
        return bool(_WORDS.search(around) or line.comment or line.found.remark)

    def _side(self, index: int) -> Side:
        """Where the line stands in regard to the cards; below the first heading of a part it stands among them."""
        if index < self.first_card and not (self.plan.parts and index > self.plan.start):
            return Side.ABOVE
        if index < self.last_card:
            return Side.AMONG
        heading = max(map(self.shapes.rfind, "PT", (self.last_card,) * 2, (index,) * 2))
        if heading >= 0:
            # What stands below a heading of its own may be its only card.
            is_apart = self.shapes.find(Shape.EMPTY, heading + 1, index) >= 0
            return Side.BEHIND if is_apart and self.shapes[heading + 1 : index].strip() else Side.AMONG
        return Side.BEHIND if self.shapes.find(Shape.EMPTY, self.last_card, index) >= 0 else Side.BELOW

    def _unfound(self, index: int, line: TextLine) -> None:
        """A line that names no card is open, unless it is certain to be something else."""
        account, number = self.account, self.places[index][0]
        if self._is_lone_figure(index, line):
            account.unknown(number, line.text, 0, part=self.part, near=())
            return
        if self._in_remark(index, line):
            self._ignore(index, IgnoredAs.COMMENT)
            return
        can_suggest = account.can_suggest
        near = account.suggestions(line.name, self.part) if len(line.name.split()) <= _MOST_WORDS else ()
        edits = min((item.distance for item in near), default=len(line.name))
        is_like = _LIKE * edits <= len(line.name)
        # What ends as the lines of a crypt do is one of them, however its name is written.
        is_slip = _LETTERS_PER_SLIP * edits <= len(line.name)
        if self._is_heading(index, line):
            if is_slip:
                self._ignore(index, IgnoredAs.HEADING, may_be_card=True)
            else:
                account.headings += 1
        elif is_slip or without_columns(line.text) != line.text:
            account.unknown(number, line.name, line.count or 0, part=self.part, near=near)
        elif line.figure and not is_like and self._is_title(index, line):
            account.name = line.text
            account.metadata += 1
        elif self._is_prose(index, line, is_like=is_like):
            self.prose = index
            self._ignore(index, IgnoredAs.PROSE, may_be_card=self._may_be_card(index, line))
        elif not line.figure and self._is_own_heading(index, line, is_spelled_alone=can_suggest and not near):
            self._ignore(index, IgnoredAs.HEADING, may_be_card=self._may_be_card(index, line))
        else:
            near = near or self._named_in(line.name)
            account.unknown(number, line.name, line.count or 0, part=self.part, near=near, marked=bool(line.figure))

    def _may_be_card(self, index: int, line: TextLine) -> bool:
        """Whether a line that was read as something else may name a card that nobody knows, by where it stands.

        Right below the cards, or below a heading that opens them; further down where it counts as the list does.
        """
        if is_sentence(line.text) or len(line.name.split()) > _MOST_WORDS:
            return False
        if self._side(index) is not Side.BEHIND:
            return index > self.plan.start
        return line.mark in self.marks and not line.name[0].islower()

    def _is_lone_figure(self, index: int, line: TextLine) -> bool:
        """Whether the line holds a figure and no name: `60x`, or `60` beside a name that has no figure."""
        figure = line.text.rstrip("xX* ")
        if not (figure.isascii() and figure.isdecimal() and len(figure) < 3):
            return False
        return figure != line.text or Shape.NAME in self.shapes[max(0, index - 1) : index + 2]

    def _in_remark(self, index: int, line: TextLine) -> bool:
        """Whether the line stands in a remark of several lines, or opens one."""
        if index > self.remark_end and line.text.startswith(("(", "[")) and line.opens:
            self._open_remark(index)
        return index <= self.remark_end

    def _open_remark(self, index: int) -> None:
        """A bracket that a line leaves open is closed below it, and before the next card, or it is none."""
        card = _COUNTED.search(self.shapes, index + 1)
        end = min(card.start() if card else len(self.lines), index + _LONGEST_REMARK)
        closed = (at for at in range(index + 1, end) if ")" in self.lines[at].text or "]" in self.lines[at].text)
        self.remark_end = next(closed, -1)

    def _is_prose(self, index: int, line: TextLine, *, is_like: bool) -> bool:
        """Whether a line that names no card reads as prose where it stands; a figure beside few words is a count."""
        if line.sort is Sort.COUNTED:
            return not is_like and self._is_counted_prose(index, line)
        side = self._side(index)
        words = len(line.name.split())
        if line.figure:
            return (
                is_sentence(line.name) and words >= _SENTENCE if side is not Side.BEHIND else not is_like or words > 6
            )
        if self.plan.bare and words <= 6:
            return False
        return side is not Side.AMONG or is_sentence(line.text) or self._goes_on(index, line)

    def _is_counted_prose(self, index: int, line: TextLine) -> bool:
        """Whether a line with an unmarked figure reads as prose: "2 of them would do", "3 rounds" below the cards."""
        if line.mark not in _UNMARKED:
            return False
        if self._side(index) is Side.BEHIND and (line.mark == "2 N" or line.count is None):
            return True
        return is_sentence(line.name) and len(line.name.split()) > (7 if line.mark == "2 N" else 5)

    def _goes_on(self, index: int, line: TextLine) -> bool:
        """Whether the line goes on with the prose right above it, or in small letters with a comment."""
        above = self.lines[index - 1]
        if self.prose == index - 1 >= self.plan.start:
            return line.text[0].islower() or above.text[-1:] not in ".!?"
        is_remarked = above.sort is Sort.COMMENT or bool(above.comment)
        return is_remarked and line.text[0].islower() and len(line.name.split()) >= _SHORT_SENTENCE

    def _is_heading(self, index: int, line: TextLine) -> bool:
        """Whether the line's figures are those of the crypt above it, or of the cards below it."""
        if index < self.first_card and is_figures(line.text):
            return True
        return line.mark.startswith("N ") and line.mark not in _CROSSED and self._heads_as_many(index, line)

    def _heads_as_many(self, index: int, line: TextLine) -> bool:
        """Whether the line's figure is the number of the cards below it, which count in front of their names."""
        if not self._opens_block(index) or self.shapes[index - 1] == Shape.TYPE:
            return False
        total = rows = 0
        is_bracketed = line.text[-1] in ")]"
        for below in self.lines[index + 1 :]:
            if below.entry and not below.mark.startswith("N "):
                total += below.entry.count
                rows += 1
            elif below.sort in (Sort.EMPTY, Sort.RULE) and total == line.count and (rows > 1 or is_bracketed):
                return True
            elif below.sort not in _SKIPPED:
                break
        return total == line.count and (rows > 1 or is_bracketed)

    def _is_title(self, index: int, line: TextLine) -> bool:
        """Whether a line above all cards that ends with a figure is the deck's name: "Weenie Presence 2"."""
        is_first = not self.shapes[:index].strip() and not self.account.name
        return is_first and index < self.first_card and line.mark in _UNMARKED and not line.mark.startswith("2")

    def _is_own_heading(self, index: int, line: TextLine, *, is_spelled_alone: bool) -> bool:
        """Whether the line heads a block of cards in words of the list's own: "Bleed:", "Pool gain" above a block.

        Words without a mark do so only where no card is spelled like them.
        """
        raw = self.raw[index].strip()
        if raw.endswith(":") or (raw[0] in _RULED and raw[-1] in _RULED):
            return True
        is_above_card = _CARD.match(self.shapes, index + 1) is not None
        may_be = is_spelled_alone and is_above_card and not self.plan.bare and unmarked(line.name)[1] is NOTHING
        return may_be and self._opens_block(index) and len(line.name.split()) <= 4

    def _opens_block(self, index: int) -> bool:
        """Whether nothing stands right above the line, or a heading."""
        return index == self.plan.start or self.shapes[index - 1] in _BLOCK_ENDS

    def _named_in(self, name: str) -> tuple[Candidate, ...]:
        """The card that the first words of the name are, with more behind them."""
        words = name.split()
        for end in range(min(len(words), _MOST_WORDS), 0, -1):
            start = " ".join(words[:end])
            if named := self.account.resolver.named(start):
                return tuple(Candidate(card, max(0, len(name) - len(start))) for card in named[0][:3])
        return ()
