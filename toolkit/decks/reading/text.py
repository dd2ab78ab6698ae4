"""Reading a list of text lines, whatever program or person wrote it.

Two passes: every line by itself, then all of them in order, since a line's neighbours decide whether it is a heading,
a card counting 1, prose, or a signature.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import attrgetter

from toolkit.cards.model import CryptCard, Kind
from toolkit.decks.model import Declared, Entry, ProblemCode
from toolkit.decks.reading.account import Account, new_entry, shown
from toolkit.decks.reading.analysis import MAX_LINE, Analysis, Analyst, Line, Sort
from toolkit.decks.reading.characters import plain
from toolkit.decks.reading.header import read_header, score_of
from toolkit.decks.reading.headings import part_heading
from toolkit.decks.reading.layout import Plan, plan_of
from toolkit.decks.reading.lines import undressed

_EMPTY = Line(Sort.EMPTY, "")
# A line above the cards: what it says is the header's to read.
_PROSE = Line(Sort.BARE, "")
_shape_of = attrgetter("shape")


def read_lines(lines: list[str], analyst: Analyst, account: Account, numbers: Sequence[int] | None = None) -> Analysis:
    """Read the list into the account; returns the lines by themselves.

    `numbers` are the lines' numbers in the source, where they do not simply count from 1.
    """
    numbers = numbers or range(1, len(lines) + 1)
    cleaned = _without_block_comments(lines)
    known = analyst.known(cleaned)
    above = _prose_above(cleaned, known)
    analysed = [_PROSE if raw and not raw.isspace() else _EMPTY for raw in cleaned[:above]]
    analysed += [line or analyst.line(text) for line, text in zip(known[above:], cleaned[above:], strict=True)]
    analysis = Analysis(analysed, "".join(map(_shape_of, analysed)))
    plan = plan_of(analysis)
    if plan.start:
        read_header(list(map(str.strip, lines[: plan.start])), account)
    _Walk(analysis, numbers, plan, account).run()
    return analysis


def _prose_above(lines: list[str], known: list[Line | None]) -> int:
    """How many lines stand above a crypt's heading that a library's follows: no card is sought among them."""
    above = -1
    for index, line in enumerate(known):
        # Most lines below the prose are known not to be headings.
        if line and line.sort is not Sort.PART and line.sort is not Sort.LONG:
            continue
        text = lines[index]
        start = text[:16].casefold()
        heading = part_heading(undressed(plain(text))) if "crypt" in start or "librar" in start else None
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


def _without_block_comments(lines: list[str]) -> list[str]:
    """The lines, with those inside `/* … */` over several lines turned into comments; what is never closed is none."""
    if "*/" not in "".join(lines):
        return lines
    last = max((number for number, text in enumerate(lines) if "*/" in text), default=-1)
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
    """The second pass: lines in order, knowing the part they stand in."""

    def __init__(self, analysis: Analysis, numbers: Sequence[int], plan: Plan, account: Account) -> None:
        self.lines = analysis.lines
        self.numbers = numbers
        self.plan = plan
        self.account = account
        self.part = plan.part
        self.remark_open = False

    @cached_property
    def last_counted(self) -> int:
        """The last line that counts copies of a card; -1 if none does."""
        counted = (i for i in range(len(self.lines) - 1, -1, -1) if self.lines[i].sort is Sort.COUNTED)
        return next((index for index in counted if self.lines[index].found), -1)

    def run(self) -> None:
        start = self.plan.start
        account, part = self.account, self.part
        entries = account.parts[part] if part else {}
        for index, (line, number) in enumerate(zip(self.lines[start:], self.numbers[start:], strict=True), start):
            if line.copies:
                # Almost every line: a card that is certain, and stands once in a part.
                card, count, comment, noted, self.remark_open = line.copies
                if part and card.id not in entries:
                    entries[card.id] = new_entry(Entry, (card, count, (number,), comment))
                    account.card_lines += 1
                else:
                    account.take(number, card, count, part, comment)
                if noted:
                    account.note(number, noted, card, count)
            elif line.sort is not Sort.EMPTY:
                self._other(index, line)
                part = self.part
                entries = account.parts[part] if part else {}

    def _other(self, index: int, line: Line) -> None:
        account = self.account
        match line.sort:
            case Sort.RULE:
                account.headings += 1
            case Sort.COMMENT:
                self._comment(line)
            case Sort.FIELD:
                account.metadata += 1
            case Sort.PART if index in self.plan.parts:
                self._open_part(index, line)
            case Sort.PART:
                account.comments += 1
            case Sort.TYPE:
                self._type(index, line)
            case Sort.LONG:
                account.too_long(self.numbers[index], line.text, MAX_LINE, part=self.part)
            case Sort.COUNTED:
                self._counted(index, line)
            case _:
                self._bare(index, line)

    def _comment(self, line: Line) -> None:
        if score_of(line.text) and self.account.header:
            self.account.metadata += 1
        else:
            self.account.comments += 1

    def _open_part(self, index: int, line: Line) -> None:
        heading = line.heading
        assert heading is not None
        self.part = heading.part
        self.account.block = ""
        self.account.headings += 1
        self.account.declared += [Declared(what, value, self.numbers[index]) for what, value in heading.figures]

    def _type(self, index: int, line: Line) -> None:
        heading = line.heading
        assert heading is not None
        if line.found and line.count and not heading.label and self._is_card_not_heading(index):
            self.account.add(self.numbers[index], line.found, line.count, part=self.part)
            return
        self.account.headings += 1
        self.account.block = heading.label
        if heading.part is Kind.CRYPT and self.plan.part is None and not self.plan.parts:
            self.part = None
        self.account.declared += [Declared(what, value, self.numbers[index]) for what, value in heading.figures]

    def _is_card_not_heading(self, index: int) -> bool:
        """Among other headings, a discipline is one if an empty line stands above it, or if it alone has no figure."""
        stands_apart = index > 0 and self.lines[index - 1].sort is Sort.EMPTY
        has_figure = self.plan.bare or bool(self.lines[index].figure)
        return not self.plan.headed or (has_figure and not stands_apart)

    def _counted(self, index: int, line: Line) -> None:
        account = self.account
        if line.count is None:
            account.bad_count(self.numbers[index], line.figure, line.name, part=self.part)
            return
        if line.found:
            account.add(self.numbers[index], line.found, line.count, part=self.part, comment=line.comment)
            return
        near = account.suggestions(line.name, self.part)
        if not near and line.mark == "2 N" and len(line.name.split()) > 7:
            account.comments += 1
            return
        if not near and line.mark.startswith("N") and index and self.lines[index - 1].sort is Sort.EMPTY:
            account.headings += 1
            return
        account.unknown(self.numbers[index], line.name, line.count, part=self.part, near=near)

    def _bare(self, index: int, line: Line) -> None:
        account = self.account
        found = line.found
        if found is None:
            self._open_bare(index, line)
        elif self._is_signature(index, line):
            account.comments += 1
            account.fault(
                ProblemCode.SIGNATURE,
                f"“{shown(line.text)}” stands alone behind the cards: read as a signature, not as a vampire.",
                line=self.numbers[index],
                fix="Write 1x in front if it is a card.",
            )
        else:
            account.add(self.numbers[index], found, 1, part=self.part, comment=line.comment)

    def _is_signature(self, index: int, line: Line) -> bool:
        """A vampire's name without a figure, in the library or behind the last card of a list that counts its cards."""
        assert line.found is not None
        is_vampire = all(isinstance(card, CryptCard) for card in line.found.namesakes)
        behind = self.part is Kind.LIBRARY or (self.part is None and index > self.last_counted > 0)
        return is_vampire and behind and not self.plan.bare and index > self.last_counted

    def _open_bare(self, index: int, line: Line) -> None:
        account = self.account
        words = len(line.name.split())
        if self.remark_open and ")" in line.text:
            self.remark_open = False
            account.comments += 1
            return
        near = account.suggestions(line.name, self.part) if words <= 8 and not self.remark_open else ()
        is_near = bool(near) and near[0].distance <= len(line.name) // 6
        if is_near or (self.plan.bare and words <= 6):
            account.unknown(self.numbers[index], line.name, 1, part=self.part, near=near)
        else:
            account.comments += 1
