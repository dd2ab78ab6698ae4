"""How a list is laid out: each line by itself, and from the shapes of all of them its headings, parts and first card.

What a list's lines look like is asked of their shapes, one letter a line, so that it costs a few searches in a short
text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from toolkit.cards.model import Kind
from toolkit.decks.reading.header import event_header
from toolkit.decks.reading.headings import heads_aside, part_heading
from toolkit.decks.reading.line import Analysis, Analyst, Shape, Sort, TextLine, is_sentence
from toolkit.decks.reading.markup import narrowed, numbered_items, undressed
from toolkit.decks.reading.names import plain

# A line that counts copies of a card; one that names a card at all.
COUNTED = re.compile("[CcV]")
CARD = re.compile("[CcVN]")
CROSSED = re.compile(r"\b(?:[0-9]{1,2}[xX]|[xX][0-9]{1,2})\b")
SKIPPED = (Sort.EMPTY, Sort.RULE, Sort.COMMENT)
# No card's name has more words.
MOST_WORDS = 8
_MAY_START = re.compile("[CcVUTD]")
_BLOCK = re.compile("[CcVN]+(?:[CcVNU]*[CcVN])?")
_LED = re.compile("[w:^][ -]*[CcVN]")
_DESCRIBING = re.compile(r"[Nwf^]")
_TYPES = re.compile("[TD]")
# A line of these shapes may be words that lead to cards or stand among them.
_SAYING = "wfU:"
# The archive's header has eight lines at most, each of which stands for one thing.
_HEADER = 8
_WHOLE_CRYPT = 12


class Layout(NamedTuple):
    """The layout of a list.

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
    parts = _parts(analysis)
    above = _imitation_above(lines, shapes, parts)
    parts = parts[parts.index(above) :] if above else parts
    kinds = [heading.part for index in parts if (heading := lines[index].heading)]
    is_whole = kinds[:1] == [Kind.CRYPT] and Kind.LIBRARY in kinds
    is_bare = _is_bare(analysis, parts[0] if is_whole else above)
    is_counted = COUNTED.search(shapes) is not None
    card = COUNTED if is_counted and not is_bare else CARD
    if not parts:
        apart = sum(map(f" {shapes}".count, (" T", " D")))
        start = _crypt_above(lines, _first_card(analysis, card))
        start = _below_description(lines, shapes, start)
        return Layout(start, None, frozenset(), is_bare or not is_counted, "T" in shapes or apart > 1)
    first = parts[0]
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


def _is_bare(analysis: Analysis, start: int) -> bool:
    """Whether cards without a figure are a habit of the list from there on; one or two such lines are something else.

    A name with a sentence behind it says something of a card.
    """
    shapes = analysis.shapes
    if shapes.count(Shape.NAME, start) < 3:
        return False
    bare = sum(
        index >= start and not is_sentence(analysis.lines[index].comment) for index in analysis.places(Shape.NAME)
    )
    return bare > 2 and 4 * bare >= sum([shapes.count(shape, start) for shape in "CcV"])


def _is_below(lines: list[TextLine], crypt: int) -> bool:
    """Whether the library is below the crypt, by most of its cards; cards counted above are a description's."""
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


def _below_description(lines: list[TextLine], shapes: str, start: int) -> int:
    """The start of a list without headings below a description that counts cards too.

    That is where a vampire stands on top of other cards, the first of all or with a whole crypt from there on, and with
    most of the library. Words must stand among the cards above or lead to them, and be a sentence where vampires are
    among those: else the list is in pieces. What is cut off is told.
    """
    cards = [index for index in range(start, len(lines)) if shapes[index] in "CcVN" and lines[index].match]
    first = next((index for index in cards if _is_crypt_card(lines[index])), -1)
    below = dict.fromkeys(Kind, 0)
    for place in range(len(cards) - 1, 0, -1):
        index = cards[place]
        below[_kind(lines[index])] += lines[index].count or 0
        is_whole = index == first or (below[Kind.CRYPT] >= _WHOLE_CRYPT and _is_crypt_card(lines[index]))
        if is_whole and not all(map(_may_start, lines[cards[place - 1] : index])):
            break
    else:
        return start
    begin = _top(lines, index)
    above = [lines[at] for at in cards[:place]]
    library = sum(line.count or 0 for line in above if _kind(line) is Kind.LIBRARY)
    if library >= below[Kind.LIBRARY] or len(above) >= len(cards) - place or _TYPES.search(shapes, start, begin):
        return start
    leading = max(len(shapes[: cards[0]].rstrip()) - 1, 0)
    title = len(shapes) - len(shapes.lstrip())
    has_vampire = any(map(_is_crypt_card, above))
    is_described = any(
        is_sentence(lines[at].text) or (not has_vampire and _is_led(lines[at], is_title=at == title))
        for at in range(leading, begin)
        if shapes[at] in _SAYING
    )
    return begin if is_described else start


def _is_led(line: TextLine, *, is_title: bool) -> bool:
    """Whether words lead to the lines below them: "Changes:", or any that are not the deck's name."""
    return line.shape is Shape.WORDS and (not is_title or line.text.endswith(":"))


def _kind(line: TextLine) -> Kind:
    assert line.match
    return line.match.namesakes[0].kind


def introduced(analysis: Analysis, plan: Layout) -> tuple[str, range] | None:
    """Cards that count though words above them may say that they are none of the deck: "I cut these:".

    The words, and the indexes of the lines below them: the first block of a list without headings, or the last of any
    list, where most of what is of its kind stands elsewhere.
    """
    lines, shapes, _ = analysis
    if not _LED.search(shapes):
        return None
    blocks = [match.span() for match in _BLOCK.finditer(shapes, plan.start)]
    if len(blocks) < 2:
        return None
    title = len(shapes) - len(shapes.lstrip())
    led = {start: index for start, _ in blocks if (index := _leading(lines, shapes, start, title)) >= 0}
    first = () if plan.parts else blocks[:1]
    for start, end in (*first, blocks[-1]):
        words = lines[led[start]].text if start in led else ""
        # A word with a colon may head a block of cards: above the first it does so where others have words too.
        is_told = is_sentence(words) or heads_aside(words) or (len(led) == 1 and (start, end) in first)
        if words and is_told and _is_minor(lines, start, end, plan.start):
            return words, range(start, end)
    return None


def _leading(lines: list[TextLine], shapes: str, start: int, title: int) -> int:
    """The index of the words right above a block, but for the deck's name, that may say what it is; -1 for none."""
    index = len(shapes[:start].rstrip(" -")) - 1
    if index < 0 or shapes[index] not in "w:^" or shapes.count(Shape.EMPTY, index, start) > 1:
        return -1
    if COUNTED.match(shapes, max(0, index - 1)):
        return -1  # words among the cards of a block
    text = lines[index].text
    is_led = text.endswith(":") or heads_aside(text) or (index > title and is_sentence(text))
    return index if is_led else -1


def _is_minor(lines: list[TextLine], start: int, end: int, first: int) -> bool:
    """Whether most cards of the kinds that a block has stand elsewhere."""
    inside, outside = Counter[Kind](), Counter[Kind]()
    for index in range(first, len(lines)):
        if lines[index].match:
            (inside if start <= index < end else outside)[_kind(lines[index])] += lines[index].count or 0
    return bool(inside) and all(copies < outside[kind] for kind, copies in inside.items())


def _imitation_above(lines: list[TextLine], shapes: str, parts: list[int]) -> int:
    """The start of the list below a description that is laid out like one: no card is counted above there.

    The index of the crypt's heading, the second above the cards or one that counts; 0 where no such description
    stands above it.
    """
    first = COUNTED.search(shapes)
    above = [index for index in parts if first and index < first.start()]
    crypts = [index for index in above if (heading := lines[index].heading) and heading.part is Kind.CRYPT]
    if len(crypts) > 1 and _DESCRIBING.search(shapes, crypts[0], crypts[-1]):
        return crypts[-1]
    is_counting = len(crypts) == 1 < len(above) and (heading := lines[crypts[0]].heading) and heading.sure
    return crypts[0] if is_counting and Shape.NAME not in shapes[above[0] : crypts[0]] else 0


def _library_below(lines: list[TextLine], crypt: int) -> int:
    """Where the library begins under the crypt's heading: behind the last crypt card, at a type or a library card."""
    kinds = [line.match.namesakes[0].kind if line.match else None for line in lines]
    last = max((index for index in range(crypt, len(lines)) if kinds[index] is Kind.CRYPT), default=crypt)
    for index in range(last + 1, len(lines)):
        if kinds[index] is Kind.LIBRARY or lines[index].shape is Shape.TYPE:
            return index
    return -1


def _parts(analysis: Analysis) -> list[int]:
    """The lines that open a part; also the only one that names it, above a block without known cards."""
    lines = analysis.lines
    named = list(analysis.places(Shape.PART))
    parts = [index for index in named if _is_part(lines, index)]
    if len(parts) == len(named):
        return parts
    opened = {_opened(lines[index]) for index in parts}
    others = [index for index in named if _opened(lines[index]) not in opened]
    alone = [index for index in others if sum(_opened(lines[other]) is _opened(lines[index]) for other in others) == 1]
    return sorted([*parts, *(index for index in alone if _is_above_block(analysis, index))])


def _opened(line: TextLine) -> Kind | None:
    return line.heading.part if line.heading else None


def _is_above_block(analysis: Analysis, index: int) -> bool:
    """Whether lines without a sentence among them stand right below the line, as cards do."""
    start = index + 1 + len(analysis.shapes[index + 1 :]) - len(analysis.shapes[index + 1 :].lstrip(" -"))
    end = analysis.shapes.find(Shape.EMPTY, start)
    block = analysis.lines[start : end if end >= 0 else None]
    return bool(block) and not any(_is_said(line) for line in block)


def _is_said(line: TextLine) -> bool:
    """Whether the line is a sentence, or too long for a card; one with a figure in few words is none: "only 2 Fame"."""
    if len(line.text.split()) > MOST_WORDS:
        return CROSSED.search(line.text) is None
    return is_sentence(line.text) and not any(map(str.isdecimal, line.text))


def is_heading_word(line: TextLine) -> bool:
    """Whether the line is a heading's word and nothing else: "Library", "CRYPT:"."""
    return line.text[0].isupper() and line.text.rstrip(":").isalpha()


def _is_part(lines: list[TextLine], index: int) -> bool:
    """Whether the line opens a part: by its shape, or because a card or a type's heading follows it.

    The first card below it may be misspelt, or stand below figures: a line of few words may be in between. A sentence
    may be so too where the line is nothing but a heading's word.
    """
    heading = lines[index].heading
    if heading and heading.sure:
        return True
    may_pass = True
    is_word = is_heading_word(lines[index])
    for line in lines[index + 1 : index + 12]:
        if line.sort in SKIPPED:
            continue
        if line.sort in (Sort.COUNTED, Sort.TYPE, Sort.PART) or (line.sort is Sort.BARE and line.match):
            return True
        is_short = is_word and len(line.text.split()) <= MOST_WORDS
        if not may_pass or line.sort is not Sort.BARE or (_is_said(line) and not is_short):
            return False
        may_pass = False
    return index + 1 == len(lines) or all(line.sort is Sort.EMPTY for line in lines[index + 1 :])


def _first_card(analysis: Analysis, card: re.Pattern[str]) -> int:
    """The start of the cards: the first one, or a line right above it that may be a card or a heading."""
    lines, shapes, _ = analysis
    match = card.search(shapes)
    if match and match.start() < _HEADER:
        match = card.search(shapes, _header_end(lines, shapes))
    if not match:
        start = _MAY_START.search(shapes)
        return start.start() if start else len(lines)
    return _top(lines, match.start())


def _top(lines: list[TextLine], index: int) -> int:
    """The first of the lines right above that one which may be cards or headings; itself where there is none."""
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
    return line.match is not None and line.match.namesakes[0].kind is Kind.CRYPT


def _may_start(line: TextLine) -> bool:
    return line.sort in (Sort.COUNTED, Sort.TYPE, Sort.RULE) or (line.sort is Sort.BARE and line.match is not None)


# Below the heading of the crypt: cards, the heading of the library, cards and types.
_HEADED_LIST = re.compile("P[Cc -]+P[CcT -]+")
_FEWEST_CARDS = 4
_TYPE = re.compile("T")
_NUMBERING = frozenset(("2N", "2,N"))

# A list that its own headings lay out: each line by itself, and the layout.
type Headed = tuple[Analysis, Layout]


def headed_list(raw: list[str], analyst: Analyst) -> Headed | None:
    """A list as its own headings lay it out; None for one that has anything but cards and types below them.

    Most lists of the archive are such, and are asked no more than that.
    """
    text = "\n".join(raw)
    start = 0 if text.startswith("Crypt") else text.find("\nCrypt") + 1
    if not text.startswith("Crypt", start):
        return None
    above, crypt = text[:start], text.count("\n", 0, start)
    below = analyst.lines(raw[crypt:])
    shapes = "".join([line.shape for line in below])
    if not _HEADED_LIST.fullmatch(shapes) or shapes.count("C") + shapes.count("c") < _FEWEST_CARDS:
        return None
    library = shapes.rindex("P")
    first, second = below[0].heading, below[library].heading
    if not (first and second and first.part is Kind.CRYPT and second.part is Kind.LIBRARY):
        return None
    types = [match.start() for match in _TYPE.finditer(shapes)]
    if below[0].is_crowded or below[library].is_crowded or any(below[at].is_crowded for at in types):
        return None
    # "/*" may begin a remark, "1. Fame" be the first card of a numbered list, a dash stand behind a speaker's name.
    if "*" in text or " — " in above or not _NUMBERING.isdisjoint([line.mark for line in below]):
        return None
    if "ryp" in above or "ibr" in above or "RYP" in above or "IBR" in above:
        folded = above.casefold()
        if ("crypt" in folded or "librar" in folded) and _prose_above(raw, text) != crypt:
            return None
    analysis = Analysis([_ABOVE] * crypt + below, Shape.HEADER * crypt + shapes, [crypt + at for at in types])
    return analysis, Layout(crypt, None, frozenset((crypt, crypt + library)), bare=False, headed=True)


# A line above the cards: what it says is the header's to read.
_ABOVE = TextLine(Sort.BARE, "", Shape.HEADER)


def analysed(raw: list[str], analyst: Analyst, *, header: bool = True) -> Analysis:
    """Each line by itself; what is prose by its place is not looked at, unless the list may have no header."""
    text = "\n".join(raw)
    if "*" in text and "*/" in text:
        raw = _without_block_comments(raw)
        text = "\n".join(raw)
    if ("1. " in text or "1) " in text or "1: " in text) and (items := numbered_items(raw)):
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
    if line.shape is Shape.NAME and unmarked and line.match:
        details = line.match.details
        is_last = not details.clan or details.clan[0] in "([" or line.text.endswith(f"\t{details.capacity}")
        if details.capacity is not None and details.disciplines is None and is_last:
            match = line.match._replace(
                details=details._replace(capacity=None, clan=""), faults=(), remark=details.clan.strip("()[]")
            )
            return line.counted(str(details.capacity), match)
    return line


def _prose_above(raw: list[str], text: str) -> int:
    """How many lines stand above a crypt's heading that a library's follows: no card is sought among them."""
    above = -1
    for index in _naming_parts(text):
        start = raw[index][:16].casefold()
        heading = (
            part_heading(undressed(plain(narrowed(raw[index])))) if "crypt" in start or "librar" in start else None
        )
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
