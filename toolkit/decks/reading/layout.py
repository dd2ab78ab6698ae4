"""How a list of lines is laid out: which headings are ones, where the cards start, and in which part.

Most of it is asked of the lines' shapes, one letter a line, so that it costs a few searches in a short text.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from toolkit.cards.model import Kind
from toolkit.decks.reading.analysis import Analysis, Line, Shape, Sort

_COUNTED = re.compile("[CcV]")
_CARD = re.compile("[CcVN]")
_MAY_START = re.compile("[CcVUTD]")
_SKIPPED = (Sort.EMPTY, Sort.RULE, Sort.COMMENT)


class Plan(NamedTuple):
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


def plan_of(analysis: Analysis) -> Plan:
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
        return Plan(start, None, frozenset(), is_bare or not is_counted, "T" in shapes or apart > 1)
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
    return Plan(start, part, frozenset(parts), is_bare, headed=True)


def _is_part(lines: list[Line], index: int) -> bool:
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


def _crypt_above(lines: list[Line], start: int) -> int:
    """Where the cards start after all: a vampire's bare name is the deck's own only if there is a crypt without it."""
    above = [index for index in range(start) if lines[index].sort is Sort.BARE and _is_crypt_card(lines[index])]
    return above[0] if above and not any(map(_is_crypt_card, lines[start:])) else start


def _is_crypt_card(line: Line) -> bool:
    return line.found is not None and line.found.cards[0].kind is Kind.CRYPT


def _may_start(line: Line) -> bool:
    return line.sort in (Sort.COUNTED, Sort.TYPE, Sort.RULE) or (line.sort is Sort.BARE and line.found is not None)
