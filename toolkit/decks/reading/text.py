"""Reading a list of text lines, whatever program or person wrote it.

Two passes: every line by itself, then all of them in order, since a line's neighbours decide whether it is a heading,
a card counting 1, prose, or a signature. In between is asked how the list is laid out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from toolkit.cards.model import CryptCard, Kind
from toolkit.decks.model import Candidate, Declared, IgnoredAs, ProblemCode
from toolkit.decks.reading.account import LineNumbers, ListAccount, quoted
from toolkit.decks.reading.forms.rows import Rows, parted_rows
from toolkit.decks.reading.header import is_rounds, names_columns, players_of, read_header, score_of
from toolkit.decks.reading.headings import heads_aside, is_figures
from toolkit.decks.reading.layout import (
    CARD,
    COUNTED,
    CROSSED,
    MOST_WORDS,
    Headed,
    Layout,
    analysed,
    headed_list,
    introduced,
    is_heading_word,
    layout_of,
)
from toolkit.decks.reading.line import (
    MAX_LINE,
    MAX_PROSE,
    NUMBERS,
    Analysis,
    Analyst,
    Shape,
    Sort,
    TextLine,
    counted_cards,
    field_of,
    is_sentence,
)
from toolkit.decks.reading.markup import narrowed, unnumbered
from toolkit.decks.reading.names import plain, unmarked, without_columns
from toolkit.languages import Message

MAX_LINES = 2_000
# How often the header of a list of rows may turn out longer than thought.
_MOST_TRIES = 4
_WORDS = re.compile(r"[wfU^]")
_MAY_HEAD_ASIDE = re.compile("[wfU.]")
_RULED = "-=~*_#<>|"
# How a figure stands that prose may have as well: without a mark, or with one that means much else.
_UNMARKED = ("2 N", "2N", "N 2", "N 2 copies", "N -2", "N –2", "N /2", "N :2")
# What a line that counts a card begins with, or ends with, and the marks that mean nothing else.
_COUNTS_FIRST = frozenset("0123456789xX*-+•#>")
_COUNTS_LAST = frozenset("0123456789xX)]")
_COUNTS_IN_FRONT = re.compile(r"[-*•+#>]?\s*[xX*]?[0-9]{1,2}\s?(?:[xX*]|\s|[A-Z\"'.](?!\+))(?!players)")
_COUNTS_BEHIND = re.compile(r"(?:\s[xX*]?\s?|[(\[=*:/-]\s?)[0-9]{1,2}(?:[xX*)\]]*| copies)$")
_MOST_AROUND = 4
_BETWEEN_NAMES = re.compile(r"\s*[,;/+&]\s*|\s(?:and|et|und|y|e)\s")
_MARKUP = re.compile(r'[\\{}<>"=]|(?<=[0-9])-(?=[^\W\d_])')
# What may be a figure beside a name: "~2x", "1-2", "½", "lx" for "1x", "no.", "pair".
_COUNT = re.compile(
    rf"[^\w']*(?:[xX*]?[0-9½¼¾][0-9–-]*[xX]?|[lIOxXiv]{{1,3}}|n[or]\.|{'|'.join(NUMBERS)}|twice|pair)[^\w']*",
    re.IGNORECASE,
)
_LONE_FIGURE = re.compile(r"[(\[]?[xX*]?\s?[0-9]{1,2}[xX* ]*[)\]]?")
_CROSSED = ("2x N", "2 x N", "2xN", "x2 N", "N x2", "N 2x", "N 2 copies", "N (2) copies")
# With one letter in six wrong a name is known again, with one in three it is like one.
_LETTERS_PER_SLIP = 6
_LIKE = 3
_SENTENCE = 6


class Side(Enum):
    """The side of the cards that a line is on: before the first, among, after the last, or behind an empty line."""

    ABOVE = 0
    AMONG = 1
    BELOW = 2
    BEHIND = 3


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
    lines: list[str],
    analyst: Analyst,
    account: ListAccount,
    numbers: Sequence[int] | None = None,
    headed: Headed | None = None,
) -> ReadLines:
    """Read the list into the account.

    `numbers` are the lines' numbers in the source, where they do not simply count from 1; `headed` is how the list's
    own headings lay it out, where that is known.
    """
    rows: Rows | None = None
    if headed := headed or headed_list(lines, analyst):
        analysis, plan = headed
    else:
        lines, analysis, plan, rows = _laid_out(lines, analyst, account, numbers)
    if rows:
        parted = rows.rows
        account.rows = frozenset(numbers[index] if numbers else index + 1 for index in parted)
        account.pieces = sum(index in parted for index in rows.origins)
        numbers = [numbers[index] if numbers else index + 1 for index in rows.origins]
    places: Sequence[LineNumbers] = [(number,) for number in numbers] if numbers else _PLACES
    if plan.start:
        plan = _read_above(lines, numbers or range(1, len(lines) + 1), analysis, plan, account, analyst)
    _Walk(lines, analysis, places, plan, account, analyst).run()
    if not headed and (block := introduced(analysis, plan)):
        words, below = block
        counted = [(places[index][0], line.entry) for index in below if (line := analysis.lines[index]).entry]
        if counted:
            account.introduced(words, counted)
    if rows and rows.title:
        # What stands in front of the first card of all is the deck's name, unless its header says another.
        if account.name:
            account.description.append(rows.title)
        account.name = account.name or rows.title
    return ReadLines(lines, analysis, plan.start)


def _laid_out(
    lines: list[str], analyst: Analyst, account: ListAccount, numbers: Sequence[int] | None
) -> tuple[list[str], Analysis, Layout, Rows | None]:
    """The list with one card a line, whatever it is laid out like, what was set aside taken out; its rows, if any."""
    analysis = analysed(lines, analyst)
    if aside := _set_aside(analysis):
        for index in aside:
            number = numbers[index] if numbers else index + 1
            account.ignore(number, lines[index].strip(), IgnoredAs.ASIDE)
        # Nothing stands there for all that follows.
        account.blank -= len(aside)
        lines = ["" if index in aside else line for index, line in enumerate(lines)]
        nothing = analyst.line("")
        analysis = Analysis.of([nothing if index in aside else line for index, line in enumerate(analysis.lines)])
    plan = layout_of(analysis)
    rows = None
    if parted := _parted(lines, analysis, analyst):
        rows, analysis, plan = parted
        lines = rows.lines
    return lines, analysis, plan, rows


def _read_above(
    lines: list[str],
    numbers: Sequence[int],
    analysis: Analysis,
    plan: Layout,
    account: ListAccount,
    analyst: Analyst,
) -> Layout:
    """Read the lines above the cards; returns the layout, whose cards may begin further up than thought."""
    slips = _slips_above(analysis, plan, account)
    if slips and Shape.EMPTY not in analysis.shapes[slips[0] : plan.start]:
        # Names without a figure are cards in such lists as a matter of course, and a figure alone is no deck's name.
        cards = [index for index in slips if plan.bare or _LONE_FIGURE.fullmatch(analysis.lines[index].text)]
        plan = plan._replace(start=min([plan.start, *cards]))
    above = [narrowed(line.strip()) for line in lines[: plan.start]]
    counting = _counting_above(above, analysis, plan, analyst)
    title = next((index for index, text in enumerate(above) if text), -1)
    is_name = title in slips and analysis.shapes[title] != Shape.UNKNOWN
    counting += [index for index in slips if index < plan.start and not (is_name and index == title)]
    read_header(above, numbers[: plan.start], account, counting)
    if is_name and above[title] == account.name:
        # The deck's name, perhaps: it is named, for no heading says that it is no card.
        account.metadata -= 1
        account.ignore(numbers[title], above[title], IgnoredAs.DESCRIPTION, may_be_card=True)
    return plan


def _counting_above(above: list[str], analysis: Analysis, plan: Layout, analyst: Analyst) -> list[int]:
    """The indexes of those lines above the cards that count copies of one as cards do, for all that is known of them.

    Behind a name a figure counts only in a list that counts so: an event may be called "Fame 2".
    """
    counting: list[int] = []
    marks: set[str] = set()
    # An event's own name is no card, on top of all.
    named = above.index("") if "" in above else len(above)
    for index, text in enumerate(above):
        if not text:
            continue
        if ": " in text and _COUNTS_IN_FRONT.match(tail := text.rpartition(": ")[2]):
            # Words that lead to a card on their own line: "I cut these: 2x Villein".
            counting += [index] * (analyst.line(tail).entry is not None and not field_of(text))
        if not plan.parts and _counted_cards(text, analyst):
            counting.append(index)
        is_bare = plan.bare and index >= named
        if is_bare or analysis.shapes[index] == Shape.UNKNOWN or _may_count(text):
            marks = marks or _marks(analysis.lines[plan.start :])
            if _ends_unmarked(text) and not plan.bare and not any(mark[:2] == "N " for mark in marks):
                continue
            line = analyst.line(text)
            if line.count and line.sort in (Sort.COUNTED, Sort.BARE) and (line.mark != "N" or plan.bare):
                is_mark = line.mark in _CROSSED or line.mark in marks or (line.match and line.mark[:2] != "N ")
                counting += [index] * bool(is_mark and (line.match or _is_like_name(line.name, text)))
    return counting


def _may_count(text: str) -> bool:
    """Whether a line begins or ends as one that counts a card; a year, or the number of an address, counts none."""
    if text[0] in _COUNTS_FIRST:
        return _COUNTS_IN_FRONT.match(text) is not None
    is_figured = text[-1] in _COUNTS_LAST or text.endswith("copies")
    return is_figured and not text[-3:].isdecimal() and _COUNTS_BEHIND.search(text[-12:]) is not None


def _ends_unmarked(text: str) -> bool:
    """Whether words come first and no sign of copies last: a figure there counts only in a list that counts so."""
    is_marked = "x" in text[-5:].casefold() or text.endswith("copies")
    return text[0].isalpha() and text[0] not in _COUNTS_FIRST and not is_marked


def _is_like_name(name: str, text: str) -> bool:
    """Whether what a line above the cards counts may be a card's name: no sentence, and no field of an event."""
    is_field = is_rounds(text) or players_of(text) is not None
    return len(name.split()) <= MOST_WORDS and not is_field and not name[0].islower() and not is_sentence(name)


def _slips_above(analysis: Analysis, plan: Layout, account: ListAccount) -> list[int]:
    """The indexes of those lines above the first card that name one but for a slip: right above it, then on top of all.

    Where a heading opens the cards there are none.
    """
    lines, shapes, _ = analysis
    if shapes[plan.start : plan.start + 1] in (Shape.PART, Shape.TYPE):
        return []
    right_above = range(len(shapes[: plan.start].rstrip("wf")), plan.start)
    slips = [index for index in right_above if _is_slip(lines[index], account)]
    title = len(shapes) - len(shapes.lstrip())
    if title < right_above.start and _is_slip(lines[title], account):
        slips.append(title)
    return slips


def _is_slip(line: TextLine, account: ListAccount) -> bool:
    """Whether the line is a card's name but for a slip, with or without copies, ends as a crypt's, or is a figure."""
    if line.shape not in (Shape.WORDS, Shape.FIGURED, Shape.NAME, Shape.UNKNOWN):
        return False
    if _LONE_FIGURE.fullmatch(line.text):
        return True
    name = unnumbered(line.name)
    # An event may be called "2nd Tragic Love Affair".
    is_ordinal = name[:1].isdecimal() and line.shape is not Shape.UNKNOWN
    if is_ordinal or len(name.split()) > MOST_WORDS:
        return False
    if without_columns(line.text) != line.text:
        return True
    near = account.suggestions(name)
    return any(_LETTERS_PER_SLIP * item.distance <= len(name) for item in near)


def _counted_cards(text: str, analyst: Analyst) -> bool:
    """Whether few words hold a card's name and what may be a figure, or several names: "only 2 Fame", "Fame, Zip"."""
    names = _BETWEEN_NAMES.split(text)
    if len(names) > 1 and all(analyst.resolver.named(plain(name)) for name in names):
        return True
    words = _MARKUP.sub(" ", plain(text)).split()
    if CROSSED.search(text) and len(words) <= MOST_WORDS:
        return True
    counts = [_COUNT.fullmatch(word) is not None for word in words]
    if not any(counts) or len(words) > MOST_WORDS + _MOST_AROUND:
        return False
    around = range(min(len(words), _MOST_AROUND + 1))
    spans = [(start, len(words) - end) for start in around for end in around if start + end < len(words)]
    return any(
        (any(counts[:start]) or any(counts[end:]))
        and analyst.resolver.named(unmarked(" ".join(words[start:end]).strip(" ,;:-~?!"))[0]) is not None
        for start, end in spans
        if end - start + _MOST_AROUND >= len(words)
    )


def _marks(lines: Sequence[TextLine]) -> set[str]:
    return {line.mark for line in lines if line.entry}


def _set_aside(analysis: Analysis) -> set[int]:
    """The lines under headings such as “Sideboard” below the first card, down to the next heading of a part."""
    first = CARD.search(analysis.shapes)
    aside: set[int] = set()
    end = 0
    for match in _MAY_HEAD_ASIDE.finditer(analysis.shapes, first.end() if first else len(analysis.shapes)):
        index = match.start()
        head, _, more = analysis.lines[index].text.partition(":")
        if index < end or not heads_aside(head):
            continue
        if any(map(str.isalnum, more)):
            # What is set aside stands on the same line: "Cuts: 2x Fame, 3x Deny".
            aside.add(index)
            continue
        part = analysis.shapes.find(Shape.PART, index)
        end = part if part >= 0 else len(analysis.shapes)
        aside |= {at for at in range(index, end) if analysis.shapes[at] != Shape.EMPTY}
    return aside


def _parted(lines: list[str], analysis: Analysis, analyst: Analyst) -> tuple[Rows, Analysis, Layout] | None:
    """The list with the rows below its header parted, and how it reads and is laid out then; None without rows."""
    rows = parted_rows(lines, analysis, analyst)
    for _ in range(_MOST_TRIES):
        if rows is None:
            return None
        parted = analysed(rows.lines, analyst)
        plan = layout_of(parted)
        start = rows.origins[plan.start] if plan.start < len(rows.origins) else len(lines)
        if start <= min(rows.rows):
            # A part that opens within a row: what the row holds in front of it are cards too.
            return rows, parted, plan._replace(start=min(plan.start, rows.origins.index(start)) if plan.start else 0)
        rows = parted_rows(lines, analysis, analyst, start)
    return None


class _Walk:
    """The second pass, which knows the part of each line.

    Lines with the same meaning in any surroundings are counted and taken together; the others in order.
    """

    def __init__(
        self,
        raw: Sequence[str],
        analysis: Analysis,
        places: Sequence[LineNumbers],
        plan: Layout,
        account: ListAccount,
        analyst: Analyst,
    ) -> None:
        self.raw = raw
        self.analyst = analyst
        self.analysis = analysis
        self.lines, self.shapes, self.types = analysis
        self.places = places
        self.plan = plan
        self.account = account
        self.part = plan.part
        self.taken = plan.start
        self.apart = -1

    @cached_property
    def last_counted(self) -> int:
        """The last line that counts copies of a card; -1 if none does."""
        counted = (i for i in range(len(self.lines) - 1, -1, -1) if self.lines[i].sort is Sort.COUNTED)
        return next((index for index in counted if self.lines[index].match), -1)

    @cached_property
    def first_card(self) -> int:
        """The first line that is surely a card's; without a figure only in lists that are written so."""
        card = (CARD if self.plan.bare else COUNTED).search(self.shapes, self.plan.start)
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
        if Shape.FIELD in shapes:
            self._tell_fields()
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
        """Note what the headings of parts and types state about the list; name those that may hide a card."""
        lines, places, start = self.lines, self.places, self.plan.start
        declared = self.account.declared
        for index in sorted((*self.plan.parts, *self.types)):
            if index < start:
                continue
            line = lines[index]
            for what, value in line.figures:
                declared.append(Declared(what, value, places[index][0]))
            if line.name and line.shape is Shape.TYPE:
                self.account.headings -= 1
                self._ignore(index, IgnoredAs.HEADING, may_be_card=True)

    def _tell_fields(self) -> None:
        """Name the fields among the cards whose value may be one: "Name: 2x Fame"."""
        for index in self.analysis.places(Shape.FIELD):
            if index >= self.plan.start and (field := field_of(self.lines[index].text)):
                value = self.analyst.line(field[1])
                if value.match or value.figure or CROSSED.search(field[1]):
                    self.account.metadata -= 1
                    self._ignore(index, IgnoredAs.DESCRIPTION, may_be_card=True)

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
        if line.is_reported and line.match and line.entry:
            self.account.note(self.places[index][0], line.match, line.entry.card, line.entry.count)

    def _ignore(self, index: int, why: IgnoredAs, *, may_be_card: bool = False) -> None:
        self.account.ignore(self.places[index][0], self.raw[index].strip(), why, may_be_card=may_be_card)

    def _comment(self, index: int, line: TextLine) -> None:
        if score_of(line.text) and self.account.header:
            self.account.metadata += 1
        elif line.text[0] in "([{" and self.analyst.line(line.text[1:-1]).match:
            # A card between brackets: one that may be left out, perhaps.
            self._ignore(index, IgnoredAs.ASIDE)
        else:
            self._ignore(index, IgnoredAs.COMMENT)

    def _part(self, index: int, line: TextLine) -> None:
        if index not in self.plan.parts or not line.heading:
            self._ignore(index, IgnoredAs.PROSE, may_be_card=is_heading_word(line))
            return
        self._take_lines(index)
        self.part = line.heading.part
        self.apart = index
        self.account.headings += 1

    def _discipline(self, index: int, line: TextLine) -> None:
        if line.match and line.count and self._is_card_not_heading(index):
            self.account.add(self.places[index][0], line.match, line.count, part=self.part)
            return
        self.apart = index
        if line.name:
            self._ignore(index, IgnoredAs.HEADING, may_be_card=True)
        else:
            self.account.headings += 1

    def _is_card_not_heading(self, index: int) -> bool:
        """Among other headings, a discipline is one below an empty line, or if it alone has no figure."""
        if self.raw[index].rstrip().endswith(":"):
            return False
        is_after_gap = index > 0 and self.lines[index - 1].sort is Sort.EMPTY
        has_figure = self.plan.bare or bool(self.lines[index].figure)
        return not self.plan.headed or (has_figure and not is_after_gap)

    def _counted(self, index: int, line: TextLine) -> None:
        account, number = self.account, self.places[index][0]
        if line.figure.startswith("+") and not any(map(str.isalpha, line.name)):
            # A telephone number below a mail.
            self._ignore(index, IgnoredAs.PROSE)
        elif line.count is None and (line.match or not self._is_counted_prose(index, line)):
            account.bad_count(number, line.figure, line.name, part=self.part)
        elif line.cards:
            account.several_cards(number, line.text, line.count or 1, line.cards, part=self.part)
        elif line.count and line.match:
            account.add(number, line.match, line.count, part=self.part, comment=line.comment)
        else:
            self._unfound(index, line)

    def _bare(self, index: int, line: TextLine) -> None:
        account, match = self.account, line.match
        if match is None:
            self._unfound(index, line)
        elif self._is_mentioned(index, line):
            self._ignore(index, IgnoredAs.PROSE)
        elif self._is_signature(index, line):
            self._ignore(index, IgnoredAs.SIGNATURE)
            account.fault(
                ProblemCode.SIGNATURE,
                Message(
                    "“%(written)s” is alone after the cards, so it was read as a signature, not as a vampire.",
                    written=quoted(line.text),
                ),
                line=self.places[index][0],
                fix=Message("Write 1x in front if it is a card."),
            )
        else:
            account.add(self.places[index][0], match, 1, part=self.part, comment=line.comment)
            if not self.plan.bare and not match.faults:
                account.uncounted(self.places[index][0], match)

    def _is_signature(self, index: int, line: TextLine) -> bool:
        """A vampire's name without a figure, in the library or behind the last card of a list that counts its cards."""
        assert line.match is not None
        is_vampire = all(isinstance(card, CryptCard) for card in line.match.namesakes)
        behind = self.part is Kind.LIBRARY or (self.part is None and index > self.last_counted > 0)
        return is_vampire and behind and not self.plan.bare and index > self.last_counted

    def _is_mentioned(self, index: int, line: TextLine) -> bool:
        """Whether closing prose names a card: below an empty line behind the last counted one, among words."""
        assert line.match is not None
        if self.plan.bare or not 0 <= self.last_counted < index or self._side(index) is not Side.BEHIND:
            return False
        if line.text[0].islower() or len(line.text.split()) > MOST_WORDS:
            return True
        if isinstance(line.match.namesakes[0], CryptCard):
            return False  # a signature, perhaps
        start, end = self.shapes.rfind(Shape.EMPTY, 0, index), self.shapes.find(Shape.EMPTY, index)
        around = self.shapes[start + 1 : end if end >= 0 else None]
        return bool(_WORDS.search(around) or line.comment or line.match.remark)

    def _side(self, index: int) -> Side:
        """The side of the cards that the line is on; below the first heading of a part it is among them."""
        if index < self.first_card and not (self.plan.parts and index > self.plan.start):
            return Side.ABOVE
        if index < self.last_card:
            return Side.AMONG
        heading = max(map(self.shapes.rfind, "PT", (self.last_card,) * 2, (index,) * 2))
        if heading >= 0:
            # What stands below a heading of its own may be its only card.
            is_behind_blank = self.shapes.find(Shape.EMPTY, heading + 1, index) >= 0
            return Side.BEHIND if is_behind_blank and self.shapes[heading + 1 : index].strip() else Side.AMONG
        return Side.BEHIND if self.shapes.find(Shape.EMPTY, self.last_card, index) >= 0 else Side.BELOW

    def _unfound(self, index: int, line: TextLine) -> None:
        """A line that names no card is open, unless it is certain to be something else."""
        account, number = self.account, self.places[index][0]
        if self._is_lone_figure(index, line):
            account.unknown(number, line.text, 0, part=self.part, near=())
            return
        if names_columns(self.raw[index].strip()):
            account.headings += 1
            return
        can_suggest = account.can_suggest
        near = account.suggestions(line.name, self.part) if len(line.name.split()) <= MOST_WORDS else ()
        edits = min((item.distance for item in near), default=len(line.name))
        is_like = _LIKE * edits <= len(line.name)
        # What ends as the lines of a crypt do is one of them, however its name is written.
        is_slip = _LETTERS_PER_SLIP * edits <= len(line.name)
        if index < self.first_card and is_figures(line.text):
            account.headings += 1
        elif is_slip or without_columns(line.text) != line.text:
            account.unknown(number, line.name, line.count or 0, part=self.part, near=near)
        elif can_suggest and (cards := counted_cards(account.resolver, line.text)):
            if len(cards) > 1:
                account.several_cards(number, line.text, line.count or 1, cards, part=self.part)
            else:
                name = line.name if line.figure else line.text
                account.unknown(number, name, line.count or 0, part=self.part, near=near or self._named_in(name))
        elif self._is_prose(index, line, is_like=is_like):
            self._ignore(index, IgnoredAs.PROSE, may_be_card=self._may_be_card(index, line))
        elif not line.figure and self._is_own_heading(index):
            self._ignore(index, IgnoredAs.HEADING, may_be_card=self._may_be_card(index, line))
        else:
            near = near or self._named_in(line.name)
            account.unknown(number, line.name, line.count or 0, part=self.part, near=near, marked=bool(line.figure))

    def _may_be_card(self, index: int, line: TextLine) -> bool:
        """Whether a line that was read as something else may name an unknown card, by its place.

        Right below the cards, or below a heading that opens them; further down where it counts as the list does.
        """
        is_behind = self._side(index) is Side.BEHIND
        if is_sentence(line.text) or len(line.name.split()) > MOST_WORDS:
            if self._side(index) is Side.AMONG:
                return True
            counts = CROSSED.search(line.text) is not None or _counted_cards(line.text, self.analyst)
            return not is_behind and index > self.plan.start and counts
        if not is_behind:
            return index > self.plan.start
        if line.figure and self._named_in(line.name):
            return True
        is_counted = line.mark in self.marks and not line.name[0].islower()
        return is_counted or _counted_cards(line.text, self.analyst)

    def _is_lone_figure(self, index: int, line: TextLine) -> bool:
        """Whether the line holds a figure and no name: `60x`, or `60` beside a name that has no figure."""
        if not _LONE_FIGURE.fullmatch(line.text):
            return False
        return CROSSED.search(line.text) is not None or Shape.NAME in self.shapes[max(0, index - 1) : index + 2]

    def _is_prose(self, index: int, line: TextLine, *, is_like: bool) -> bool:
        """Whether a line that names no card reads as prose in its place; a figure beside few words is a count."""
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
        return side is not Side.AMONG or is_sentence(line.text)

    def _is_counted_prose(self, index: int, line: TextLine) -> bool:
        """Whether a line with an unmarked figure reads as prose: "2 of them would do", "3 rounds" below the cards."""
        if line.mark not in _UNMARKED:
            return False
        if self._side(index) is Side.BEHIND and (line.mark == "2 N" or line.count is None):
            return True
        return is_sentence(line.name) and len(line.name.split()) > (7 if line.mark == "2 N" else 5)

    def _is_own_heading(self, index: int) -> bool:
        """Whether the line heads a block of cards in words of the list's own, by its marks: "Bleed:", "= Pool ="."""
        raw = self.raw[index].strip()
        return raw.endswith(":") or (raw[0] in _RULED and raw[-1] in _RULED)

    def _named_in(self, name: str) -> tuple[Candidate, ...]:
        """The card that the first words of the name are, or its last ones."""
        words = name.split()
        for count in range(min(len(words), MOST_WORDS), 0, -1):
            for some in (" ".join(words[:count]), " ".join(words[-count:])):
                if named := self.account.resolver.named(some):
                    return tuple(Candidate(card, max(0, len(name) - len(some))) for card in named[0][:3])
        return ()
