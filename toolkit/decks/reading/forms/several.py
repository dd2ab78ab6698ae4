"""Several decks in one text: where each begins and ends.

A deck is a crypt and a library, in either order. Where a second one follows, the text holds two decks, whatever their
headings say; a few cards in the wrong place make no deck.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from toolkit.cards.model import Kind
from toolkit.decks.reading.account import DeckLines
from toolkit.decks.reading.forms.rows import parted_rows
from toolkit.decks.reading.header import event_header
from toolkit.decks.reading.layout import analysed
from toolkit.decks.reading.line import Analysis, Analyst, Sort, TextLine
from toolkit.decks.reading.markup import narrowed

# Fewer copies together are strays in the other part, or those of a list in which vampires stand among other cards.
_FEWEST = {Kind.CRYPT: 7, Kind.LIBRARY: 20}
_SHORTEST_RULE = 4
_HEADINGS = (Sort.RULE, Sort.PART, Sort.TYPE)


class _Run(NamedTuple):
    """Lines of cards of one kind, from `first` to `last`."""

    kind: Kind
    copies: int
    first: int
    last: int

    def joined(self, other: _Run) -> _Run:
        """Both, one below the other, as one."""
        return self._replace(copies=self.copies + other.copies, last=other.last)


def several_decks(lines: list[str], numbers: Sequence[int], analyst: Analyst) -> list[DeckLines]:
    """The lines of each deck of a text that holds several, with their numbers; empty for any other text."""
    lines = [*map(narrowed, lines)]
    analysis = analysed(lines, analyst, header=False)
    origins: Sequence[int] = range(len(lines))
    pieces = lines
    if rows := parted_rows(lines, analysis, analyst):
        pieces, origins = rows.lines, rows.origins
        analysis = analysed(pieces, analyst, header=False)
    starts = _starts(pieces, analysis)
    if not starts:
        return []
    decks = []
    for start, end in pairwise([*starts, len(pieces)]):
        first, last = origins[start], origins[end - 1]
        if (start and origins[start - 1] == first) or (end < len(pieces) and origins[end] == last):
            # It begins or ends within a line that holds several cards.
            decks.append(DeckLines(list(pieces[start:end]), [numbers[index] for index in origins[start:end]]))
        else:
            decks.append(DeckLines(list(lines[first : last + 1]), numbers[first : last + 1]))
    return decks


def _starts(lines: Sequence[str], analysis: Analysis) -> list[int]:
    """The indexes at which each of several decks begins, the first at 0; empty where there are not several."""
    decks = _decks(_runs(analysis.lines), lines, analysis.lines)
    if len(decks) < 2:
        return []
    return [0, *(_start(lines, analysis, above[-1].last + 1, below[0].first) for above, below in pairwise(decks))]


def _runs(lines: Sequence[TextLine]) -> list[_Run]:
    """The crypts and libraries in order; one that is too small belongs to its surroundings."""
    runs: list[_Run] = []
    is_behind_blank = False
    for index, line in enumerate(lines):
        if line.sort in (Sort.PART, Sort.FIELD):
            is_behind_blank = True
        if not line.match or line.sort not in (Sort.COUNTED, Sort.BARE):
            continue
        run = _Run(line.match.namesakes[0].kind, line.count or 0, index, index)
        if runs and runs[-1].kind is run.kind and not is_behind_blank:
            runs[-1] = runs[-1].joined(run)
        else:
            runs.append(run)
        is_behind_blank = False
    large: list[_Run] = []
    for run in runs:
        if run.copies >= _FEWEST[run.kind] and not _is_stray(lines, run):
            if large and large[-1].kind is run.kind and not _is_parted(lines, large[-1].last, run.first):
                large[-1] = large[-1].joined(run)
            else:
                large.append(run)
    return large


def _is_stray(lines: Sequence[TextLine], run: _Run) -> bool:
    """Whether the run is one line right among a library's under its heading: a wrong name ("8x Raven"), no crypt."""
    is_headed = any(line.sort is Sort.PART for line in lines[: run.first])
    if run.first != run.last or not is_headed or run.first == len(lines) - 1:
        return False
    around = (lines[run.first - 1].entry, lines[run.first + 1].entry)
    return all(entry is not None and entry.card.kind is not run.kind for entry in around)


def _is_parted(lines: Sequence[TextLine], last: int, first: int) -> bool:
    return any(line.sort in (Sort.PART, Sort.FIELD) for line in lines[last + 1 : first])


def _decks(runs: Sequence[_Run], lines: Sequence[str], analysed_lines: Sequence[TextLine]) -> list[list[_Run]]:
    """The runs of each deck: a crypt and a library that follow each other; what is left over belongs to the last."""
    decks: list[list[_Run]] = []
    index = 0
    while index < len(runs):
        run, after = runs[index], runs[index + 1] if index + 1 < len(runs) else None
        if after is not None and after.kind is not run.kind:
            decks.append([run, after])
            index += 2
            continue
        if decks and decks[-1][-1].kind is not run.kind:
            # A crypt, a library and a crypt: two decks, the library of both without a heading between them.
            upper, lower = _split(decks[-1][-1], lines, analysed_lines)
            if lower:
                decks[-1][-1] = upper
                decks.append([lower, run])
            elif run.kind is Kind.CRYPT:
                decks.append([run])
        elif decks:
            decks[-1][-1] = decks[-1][-1].joined(run)
        index += 1
    return decks


def _split(run: _Run, lines: Sequence[str], analysed_lines: Sequence[TextLine]) -> tuple[_Run, _Run | None]:
    """A run in two, each large enough: at an empty line below which cards are counted in another way, or at any."""
    copies = 0
    best: tuple[bool, int, int] | None = None
    card = run.first
    for index in range(run.first, run.last + 1):
        line = analysed_lines[index]
        if not line.match:
            continue
        is_below_gap = index > run.first and not lines[index - 1].strip()
        is_large = copies >= _FEWEST[run.kind] and run.copies - copies >= _FEWEST[run.kind]
        if is_below_gap and is_large:
            is_other = line.mark != analysed_lines[card].mark or ("\t" in lines[index]) != ("\t" in lines[card])
            if best is None or (is_other and not best[0]):
                best = is_other, index, copies
        copies += line.count or 0
        card = index
    if best is None:
        return run, None
    _, start, above = best
    last = max(index for index in range(run.first, start) if analysed_lines[index].match)
    return run._replace(copies=above, last=last), run._replace(copies=run.copies - above, first=start)


def _start(lines: Sequence[str], analysis: Analysis, first: int, card: int) -> int:
    """The start of the deck whose first card is there, the deck above ending before `first`.

    At a rule between the two, at its event or its name, else with the last lines that stand together.
    """
    heading = card
    while heading > first and analysis.lines[heading - 1].sort in _HEADINGS:
        heading -= 1
    for index in range(first, heading):
        if analysis.lines[index].sort is Sort.RULE and len(lines[index].strip()) >= _SHORTEST_RULE:
            return index
    blocks = _blocks(lines, first, heading)
    for start, end in blocks:
        has_field = any(line.sort is Sort.FIELD for line in analysis.lines[start:end])
        if has_field or event_header([text.strip() for text in lines[start:end]]):
            return start
    return blocks[-1][0] if blocks else heading


def _blocks(lines: Sequence[str], first: int, last: int) -> list[tuple[int, int]]:
    """Where lines stand together without an empty one between them."""
    blocks: list[tuple[int, int]] = []
    start = first
    for index in range(first, last + 1):
        if index == last or not lines[index].strip():
            if start < index:
                blocks.append((start, index))
            start = index + 1
    return blocks
