"""One line of a list: how many copies, of what name, with what comment, and what it may be by itself.

Everything is scanned once, from left to right or right to left: no input makes it slower than linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import NamedTuple, cast

from toolkit.cards import CardDatabase
from toolkit.cards.model import Card, CryptCard, Kind
from toolkit.decks.figures import SKILLS
from toolkit.decks.model import Entry
from toolkit.decks.reading.headings import Heading, heads_aside, part_heading, type_heading
from toolkit.decks.reading.markup import narrowed, undressed
from toolkit.decks.reading.names import (
    NOTHING,
    CardMatch,
    Resolver,
    opening_of,
    plain,
    strip_qualifier,
    without_columns,
)
from toolkit.languages import N_, Count, Message

MAX_COPIES = 99

_COMMENTS = (" --", "\t--", " //", "\t//", "/*", " #", "\t#")
_FIELDS = {
    "deck name": "name",
    "deckname": "name",
    "deck": "name",
    "name": "name",
    "title": "name",
    "nom": "name",
    "nombre": "name",
    "created by": "author",
    "author": "author",
    "autor": "author",
    "auteur": "author",
    "player": "author",
    "by": "author",
    "description": "description",
    "descripción": "description",
    "comment": "description",
    "comments": "description",
    "notes": "description",
}
_LONGEST_FIELD = 20
# "4 copies", "(2 copies)" behind a name: the word says nothing that its figure does not.
_COPIES_BEHIND = re.compile(r"(?<=[0-9xX*])[ \t]*(?:copies|copy|cards?)\.?(?=[)\]]?$)", re.IGNORECASE)
_FIGURE_ALONE = re.compile(r"[xX*]?[ \t]*([0-9]{1,2})[ \t]*[xX*]?")
# Behind a name without a figure: figures and signs only ("2/1", "3?", "3+1"), or a figure with the sign of copies.
_FIGURES_ALONE = re.compile(r"\W*([0-9]{1,2})(?![0-9])(?:\W|[0-9]{1,2}(?![0-9]))*")
_FIGURE = re.compile("[0-9]+")
_CROSSED_FIGURE = re.compile(r"(?<!\w)(?:[xX][ \t]?(?=[0-9])|(?=[0-9]{1,2}[ \t]?[xX](?!\w)))([0-9]{1,2})(?![0-9])")
_NUMBER_TEXT = "one two three four five six seven eight nine ten eleven twelve"
NUMBERS = {word: str(number) for number, word in enumerate(_NUMBER_TEXT.split(), 1)}
OTHER_COUNT = N_("%(copies)s, the line counts %(number)s")
# "[2] Name", "(2x) Name".
_BRACKETED = re.compile(r"[(\[][ \t]*[xX]?([0-9]{1,2})[ \t]*[xX]?[ \t]*[)\]][ \t]*(?=\w)")
# Where a figure stands behind a word, and a name behind that.
_FIGURE_BEHIND = re.compile(r"(?<=[ \t])[0-9]{1,2}(?=[^\W\d_]|[ \t:]+\w)")
# "42 Library", "12 cards crypt": a heading with its figure in front.
_FIGURED_PART = re.compile(r"([0-9]{1,3})[xX]? (?:cards? )?([^\W\d].*)")
_ODD_FIGURE = re.compile(r"^-[0-9]|[+~/!?#][0-9]|[0-9][+~/!?]")
_ORDINAL = re.compile(r"[0-9]+(?:st|nd|rd|th)\b", re.IGNORECASE)


class Counted(NamedTuple):
    """One way of reading a line as copies of a name.

    Attributes:
        figure: the number of copies as written ("2", "-3", "2,5"); "" when the line has none and counts 1.
        name: what remains, comments and tails included.
        mark: how the figure stands ("2x N", "2 N", "2xN", "N x2", "N").
    """

    figure: str
    name: str
    mark: str


def is_rule(text: str) -> bool:
    """Whether the line is a rule of dashes, equals signs or the like."""
    return not (text[:1].isalnum() or any(map(str.isalnum, text)))


def is_comment(text: str) -> bool:
    """Whether the whole line is a comment by its mark: in front of it, or brackets around it.

    A `#` right in front of a figure or a name is no such mark ("#3 Fame"); neither is one with a figure behind it.
    Braces with a program's text in them are none.
    """
    if text.startswith(("//", ";", "-- ", "z@")):
        return True
    if text.startswith("#"):
        return text.lstrip("#")[:1] in ("", " ", "\t") and not text.lstrip("# \t")[:1].isdecimal()
    is_around = len(text) > 2 and text[0] + text[-1] in _AROUND and text.find(text[-1]) == len(text) - 1
    return is_around and not text.startswith(_GROUP) and not _FIGURE_ALONE.fullmatch(text[1:-1])


def _unmarked(text: str) -> str:
    """The line without a `#` in front that is no comment's mark."""
    if text.startswith("#") and not is_comment(text) and any(map(str.isalnum, text)):
        return text.lstrip("# \t")
    return text


_AROUND = ("()", "[]", "{}")
# A group of RTF, an object of JSON: what a program that knows no such text shows of it.
_GROUP = ("{\\", '{"')

# Words that make a sentence of a few words, and that few names have: pronouns, verbs, denials, of five languages.
_SENTENCE_TEXT = (
    "i i'm i'd i'll i've it it's its we we're they they're he she you you're me my us our them their his her this "
    "these those that's there here is are was were be been isn't wasn't don't didn't doesn't not no never have has had "
    "would should could will can can't couldn't wouldn't did does do but because so if when why what which who also "
    "very more too just only much really thanks thank than then about maybe "
    "je j'ai c'est il elle nous vous ils est sont était pas ne que qui mais pour avec très plus merci "
    "yo es son era fue ser no pero para con muy lo mi su más gracias "
    "ich ist sind war nicht und aber mit sehr für danke io è sono non ma per con molto grazie eu é não mas obrigado"
)
_SENTENCE_WORDS = frozenset(_SENTENCE_TEXT.split())
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
# "no. 4 Fame" counts; it denies nothing.
_NUMBER = re.compile(r"n[or]\.\s?[0-9]", re.IGNORECASE)
_SENTENCE = 6
_SHORT_SENTENCE = 3


def is_sentence(text: str) -> bool:
    """Whether the text reads as prose: a verb's length of words, not all of them with a capital.

    Fewer words are a sentence if one of them is a pronoun or the like, or a full stop ends them.
    """
    words: list[str] = _WORD.findall(text[:MAX_LINE])
    if len(words) < _SHORT_SENTENCE or _NUMBER.match(text):
        return False
    small = sum(word[0].islower() for word in words)
    if len(words) < _SENTENCE:
        is_said = text[-1] in ".!?…:" or any(word.casefold() in _SENTENCE_WORDS for word in words)
        return bool(is_said and small)
    return small > 1


def field_of(text: str) -> tuple[str, str] | None:
    """The field and its value that a line such as `Deck Name: X` states, or None."""
    if not 0 <= text.find(":") <= _LONGEST_FIELD:
        return None
    head, _, value = text.partition(":")
    field = _FIELDS.get(" ".join(head.split()).casefold())
    return (field, value.strip()) if field else None


def count_value(text: str) -> int | None:
    """The number of copies that the figure states, 1 to 99; None when it cannot be one."""
    if not text:
        return 1
    # A spreadsheet writes whole numbers so: "4.0".
    text = text.removesuffix(".0")
    if not (text.isascii() and text.isdecimal()) or len(text) > 2:
        return None
    return int(text) or None


def readings_of(text: str, comment: str = "") -> Iterator[Counted]:
    """Every way to read an undressed line as copies of a name, the likeliest first; the last takes it all as a name.

    A comment that is nothing but a figure says the copies, where no figure stands beside the name: "Deny -- 4".
    """
    yield from _leading(text)
    yield from _trailing(text)
    if comment and (figure := _FIGURE_ALONE.fullmatch(comment)):
        yield Counted(figure[1], text, "N --2")
    yield Counted("", text, "N")


def _leading(text: str) -> list[Counted]:
    start = 0
    marked = ""
    if text[0] in "([" and (bracketed := _BRACKETED.match(text)):
        return [Counted(bracketed[1], text[bracketed.end() :], "(2) N")]
    if text[0] in "xX*" and len(text) > 1 and (text[1].isdecimal() or text[1] in "-+"):
        marked = "x2 N"
        start = 1
    end = _figure_end(text, start)
    if end == start:
        return []
    count, rest = text[start:end], text[end:]
    if not rest:
        return []
    if marked:
        return [Counted(count, rest.strip(), marked)] if rest[0] in " \t" else []
    return _after_figure(count, rest)


def _figure_end(text: str, start: int) -> int:
    """Where the figure that starts there ends: digits with an optional sign, decimal point or comma."""
    length = len(text)
    end = start
    if end < length and text[end] in "-+–—":
        end += 1
    digits = end
    while end < length and "0" <= text[end] <= "9":
        end += 1
    if end == digits:
        return start
    while end + 1 < length and text[end] in ".,/" and "0" <= text[end + 1] <= "9":
        end += 1
        while end < length and "0" <= text[end] <= "9":
            end += 1
    return end


def _after_figure(count: str, rest: str) -> list[Counted]:
    """The ways to read what follows a leading figure."""
    stripped = rest.lstrip()
    spaced = len(stripped) < len(rest)
    crosses = len(stripped) - len(stripped.lstrip("xX*"))
    after = stripped[crosses:]
    ways: list[Counted] = []
    if crosses and after[:1] in (" ", "\t", ".", '"', "'", "(", ":", "-"):
        mark = "2 x N" if spaced else "2x N"
        ways.append(Counted(count, after.lstrip(" \t:-"), mark))
    elif crosses and after:
        # "2xXeper" and "1xaviar" both stand in lists; so does "2 Xaviar".
        glued = [Counted(count, stripped[1:], "2xN"), Counted(count, stripped, "2 N" if spaced else "2N")]
        ways += reversed(glued) if spaced else glued
    elif spaced:
        ways.append(
            Counted(count, stripped.lstrip("-–: \t") if stripped[:2] in ("- ", "– ", ": ") else stripped, "2 N")
        )
    elif stripped[:1].isalpha() or stripped[:1] in "\"'.":
        ways.append(Counted(count, stripped, "2N"))
    elif stripped[:1] in (",", ";", ":"):
        # A row of a table that was not read as one, or "2: Name".
        ways.append(Counted(count, stripped[1:].strip(), "2,N"))
    return [way for way in ways if way.name]


def _trailing(text: str) -> list[Counted]:
    """The ways to read a figure at the end as a number of copies: `N x2`, `N (2)`, `N =2`, `N / 2`, `N - 2`, `N 2`."""
    bare = _COPIES_BEHIND.sub("", text)
    if bare != text:
        return [way._replace(mark=f"{way.mark} copies") for way in _trailing(bare)] if bare else []
    end = len(text)
    closed = text[-1] if text[-1] in ")]" else ""
    if closed:
        end = len(text[:-1].rstrip("xX* "))
    elif text[-1] in "xX*" and "0" <= text[-2:-1] <= "9":
        end -= 1
    start = end
    while start and ("0" <= text[start - 1] <= "9" or (text[start - 1] in ".," and start < end)):
        start -= 1
    if start == end:
        return []
    if start and text[start - 1] in "-+" and _is_mark(text[: start - 1].rstrip()):
        start -= 1
    count = text[start:end].lstrip(".,")
    if text.startswith("..", start):
        start = end - len(count)
    head = text[:start]
    stem = head.rstrip()
    if closed:
        opener = "(" if closed == ")" else "["
        stem = stem.rstrip("xX* ")
        return _named(count, stem[:-1], f"N {opener}2{closed}") if stem.endswith(opener) else []
    if end < len(text):
        # With the sign it is no vampire's capacity.
        return _named(count, stem.rstrip(":-= "), "N 2x") if stem != head else []
    return _marked(count, head, stem)


def _marked(count: str, head: str, stem: str) -> list[Counted]:
    """The ways to read a figure behind `stem`, which ends with the figure's mark or with the name itself."""
    mark = stem[-1:]
    if mark == "=":
        return _named(count, stem[:-1], "N =2")
    if mark == ":" and stem == head:
        return []  # "Theo Bell:6" says a group
    if mark in ("x", "X") and stem[-2:-1] in (",", ";"):
        return _named(count, stem[:-1], "N x2")
    if mark in (",", ";"):
        return _named(count, stem, "N ,2")
    if mark and mark in "xX*/-–:" and (stem[-2:-1] in (" ", "\t", ")", "]") or mark in "*:"):
        return _named(count, stem[:-1], f"N {mark}2")
    return _named(count, stem, "N 2") if stem != head else []


def _is_mark(head: str) -> bool:
    """Whether the text ends with a sign that announces a figure."""
    return head[-1:] in ("=", "*", "(", "[") or head.endswith((" x", " X", "\tx"))


def _named(count: str, name: str, mark: str) -> list[Counted]:
    name = name.strip(" \t,;")
    return [Counted(count, name, mark)] if count and name else []


def bodies_of(text: str) -> Iterator[tuple[str, str]]:
    """The text with the comment behind it taken off, in every way it may be meant, the likeliest first.

    A comment follows ` --`, ` //`, ` #`, `/*`, a bracket that the line does not close, or ` - `. A name may hold what
    looks like one ("Bang Nakh -- Tiger's Claws"), so the whole text is one of the ways.
    """
    cut = len(text)
    skip = 0
    for opener in _COMMENTS:
        opening = text.find(opener, 0, cut)
        if opening > 0:
            cut, skip = opening, len(opener)
    opened = text.rfind(" (", 0, cut)
    if opened > 0 and text.find(")", opened, cut) < 0:
        yield _cut(text, opened, 2)
    yield _cut(text, cut, skip) if skip else (text, "")
    if skip:
        again = text.find(" --", cut + skip)
        if again > 0:
            yield _cut(text, again, 3)
        yield text, ""
    dash = text.find(" - ", 0, cut)
    if dash > 0:
        yield _cut(text, dash, 3)
    body = text[:cut].rstrip()
    if body[-1:] in (")", "]"):
        opened = opening_of(body, "(" if body[-1] == ")" else "[", body[-1])
        if opened > 0 and body[opened - 1] == " ":
            behind = _cut(text, cut, skip)[1] if skip else ""
            yield body[:opened].rstrip(), "; ".join(filter(None, (body[opened + 1 : -1], behind)))


def _cut(text: str, cut: int, skip: int) -> tuple[str, str]:
    comment = text[cut + skip :].removesuffix("*/").rstrip(" -\t").lstrip("-").lstrip(" \t")
    # The dash of "-1" is a minus.
    is_minus = comment[:1] == "-" and comment[1:2].isdecimal()
    return text[:cut].rstrip(), comment if is_minus else comment.lstrip(" -\t")


# Lines remembered in each of two generations, about 16 MB each when full; longer lines are prose, and not met again.
_MEMO = 40_960
_LONGEST_KNOWN = 120
_WEAK_MARKS = ("2N", "N 2", "N -2", "N –2", "N /2", "N :2")
# A line of a card is no longer; comments and prose are.
MAX_LINE = 400
MAX_PROSE = 5_000
_TYPE = re.compile("T")
_COPIES = {str(count): count for count in range(1, MAX_COPIES + 1)}


class Sort(IntEnum):
    """The kinds of lines, each by itself."""

    EMPTY = 0
    RULE = 1
    COMMENT = 2
    FIELD = 3
    PART = 4
    TYPE = 5
    COUNTED = 6
    BARE = 7
    LONG = 8


class Shape(StrEnum):
    """A letter for what the neighbours ask of a line: the letters of a list, in order, are searched as one text."""

    CARD = "C"
    """Copies of a card that is certain, of which nothing is to be told."""
    TOLD = "c"
    """Copies of a card that is certain, with something to be told: another spelling, a contradiction."""
    VERSIONS = "V"
    """A figure and the name of several cards, or of one that does not fit, or with a figure that cannot be."""
    UNKNOWN = "U"
    """A figure and a name that no card has."""
    NAME = "N"
    """A card's name without a figure."""
    WORDS = "w"
    """Words without a figure that name no card."""
    FIGURED = "f"
    """Words that name no card, with a figure that may be a number of copies or may not."""
    PART = "P"
    """A heading of the crypt or the library."""
    TYPE = "T"
    """A heading of a type of cards."""
    DISCIPLINE = "D"
    """A heading of a type of cards, or the master card of that name."""
    EMPTY = " "
    RULE = "-"
    FIELD = ":"
    HEADER = "^"
    """A line above the cards for certain, not looked at."""
    OTHER = "."


@dataclass(slots=True)
class TextLine:
    """A line by itself; treat it as frozen, though it is not: thousands of them are made a second.

    Attributes:
        text: without bullets and outer space, characters in one spelling.
        shape: what its neighbours ask of it.
        entry: the copies that it adds to the deck, when the line alone makes them certain.
        figures: what it declares, as the heading of a part or type.
        count: copies, 1 to 99; None when the figure cannot be one.
        figure: the figure as written; "" when there is none. A line of words may have one too: `Breath of Fire 2`.
        mark: how the figure stands ("2x N").
        name: what the line seems to name; of a heading only if it may name a card.
        match: the cards that it names.
        cards: each card of a line that names several.
        is_crowded: whether more than one heading may be on it.
    """

    sort: Sort
    text: str
    shape: Shape = Shape.WORDS
    entry: Entry | None = None
    figures: tuple[tuple[str, float], ...] = ()
    comment: str = ""
    count: int | None = 1
    figure: str = ""
    mark: str = ""
    name: str = ""
    match: CardMatch | None = None
    heading: Heading | None = None
    cards: tuple[Card, ...] = ()
    is_crowded: bool = False

    @property
    def is_reported(self) -> bool:
        """Whether something is to be reported about how the card was found."""
        return self.match is not None and bool(self.match.why or self.match.faults)

    def counted(self, figure: str, match: CardMatch) -> TextLine:
        """The line `Name 3`, from the line read as a name and something else."""
        name = match.namesakes[0].name
        count = count_value(figure)
        return _shaped(replace(self, sort=Sort.COUNTED, count=count, figure=figure, mark="N 2", name=name, match=match))


def _shaped(line: TextLine) -> TextLine:
    """The line with everything that follows from its other facts: once for all the lists that have it."""
    match = line.match
    if match and line.sort is Sort.COUNTED and line.count and len(match.cards) == 1:
        line.entry = Entry(match.cards[0], line.count, line.comment)
    if line.heading:
        line.figures = line.heading.figures
        line.is_crowded = line.heading.more or "  " in line.text or "\t" in line.text
    line.shape = _shape_of(line)
    return line


def _shape_of(line: TextLine) -> Shape:
    match line.sort:
        case Sort.COUNTED if line.entry:
            return Shape.TOLD if line.is_reported else Shape.CARD
        case Sort.COUNTED:
            return Shape.VERSIONS if line.match else Shape.UNKNOWN
        case Sort.BARE if line.match:
            return Shape.NAME
        case Sort.BARE:
            return Shape.FIGURED if line.figure else Shape.WORDS
        case Sort.TYPE:
            return Shape.DISCIPLINE if line.match else Shape.TYPE
        case Sort.EMPTY | Sort.RULE | Sort.FIELD | Sort.PART as sort:
            return Shape[sort.name]
        case _:
            return Shape.OTHER


class Analysis(NamedTuple):
    """The lines of a list by themselves.

    Attributes:
        shapes: their shapes as one text, a letter a line.
        types: the indexes of those that name a type of cards.
    """

    lines: list[TextLine]
    shapes: str
    types: list[int]

    @classmethod
    def of(cls, lines: list[TextLine]) -> Analysis:
        """The lines with what follows from their shapes."""
        shapes = "".join([line.shape for line in lines])
        return cls(lines, shapes, [match.start() for match in _TYPE.finditer(shapes)])

    def places(self, shape: Shape) -> Iterator[int]:
        """The indexes of the lines of that shape."""
        index = self.shapes.find(shape)
        while index >= 0:
            yield index
            index = self.shapes.find(shape, index + 1)


class Analyst:
    """Analyses lines one by one."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        # Lines that were met before, since real lists share most of theirs. When the young generation is full it
        # becomes the old one, so that lines met again and again stay.
        self._young: dict[str, TextLine] = {}
        self._old: dict[str, TextLine] = {}

    def lines(self, raw: Sequence[str]) -> list[TextLine]:
        """Each line, read by itself."""
        known = [*map(self._young.get, raw)]
        if all(known):
            return cast("list[TextLine]", known)
        return [line or self._meet(text) for line, text in zip(known, raw, strict=True)]

    def line(self, raw: str) -> TextLine:
        """The line, read by itself."""
        return self._young.get(raw) or self._meet(raw)

    def _meet(self, raw: str) -> TextLine:
        """The line, read by itself and remembered from now on."""
        line = self._old.get(raw) or self._new(raw)
        if len(self._young) >= _MEMO:
            self._old, self._young = self._young, {}
        if len(raw) <= _LONGEST_KNOWN:
            self._young[raw] = line
        return line

    def _new(self, raw: str) -> TextLine:
        raw = narrowed(raw.strip())
        if len(raw) > MAX_LINE:
            return _shaped(self._long(raw))
        figure, cross, name = raw.partition("x ")
        if cross and figure in _COPIES:
            return self._copies(raw, figure, name)
        if "  " in raw:
            raw = "  ".join(filter(None, map(str.strip, raw.split("  "))))
        return _shaped(self._analyse(raw))

    def _copies(self, raw: str, figure: str, name: str) -> TextLine:
        """The line `3x Name`: where the name is as printed, the figure decides nothing but the copies."""
        if "  " in name:
            # Columns are as wide as the deck's longest name: the same line stands in many decks with other gaps.
            name, _, columns = name.lstrip(" ").partition("  ")
            columns = columns if " --" in columns else " ".join(columns.split())
            name = f"{name}  {columns}" if columns else name
            usual = f"{figure}x {name}"
            if usual != raw:
                return self.line(usual)
        match = self.resolver.in_print(name)
        if match:
            count = _COPIES[figure]
            entry = Entry(match.cards[0], count)
            return TextLine(Sort.COUNTED, raw, Shape.CARD, entry, (), "", count, figure, "2x N", name, match)
        text = undressed(plain(raw).strip())
        body, comment = next(bodies_of(text))
        # The likeliest way of reading it is tried first, as it would be anyway.
        written, cross, name = body.partition("x ")
        if cross and written == figure and name[:1].isalnum():
            match = self.resolver.in_print(name) or self.resolver.find(name)
            if match and not cards_behind(self.resolver, match, comment) and not counts_more(match):
                return _shaped(_line(text, Counted(figure, name, "2x N"), comment, match))
        return _shaped(self._analyse(raw))

    def _long(self, raw: str) -> TextLine:
        """A line longer than a card's: a card with a long comment, a comment, or prose."""
        if len(raw) > MAX_PROSE:
            return TextLine(Sort.LONG, raw)
        text = _unmarked(undressed(plain(raw).strip()))
        if is_comment(text):
            return TextLine(Sort.COMMENT, text)
        for body, comment in bodies_of(text):
            if 0 < len(body) <= MAX_LINE and (line := self._card(body)).match:
                if cards := cards_behind(self.resolver, line.match, comment):
                    return replace(line, text=text, match=None, cards=(*_one_of(line.match), *cards))
                return replace(line, text=text, comment=f"{line.comment} {comment}".strip())
        is_counted = any(way.mark.startswith("2x") for way in _leading(text))
        return TextLine(Sort.LONG, text) if is_counted else TextLine(Sort.BARE, text, mark="N", name=text)

    def _analyse(self, raw: str) -> TextLine:
        whole = plain(raw).strip()
        text = _unmarked(undressed(whole))
        if not text:
            return TextLine(Sort.RULE, whole) if whole else TextLine(Sort.EMPTY, "")
        if not text[0].isdecimal():
            special = self._special(text)
            if special:
                return special
        return self._card(text)

    def _special(self, text: str) -> TextLine | None:
        if is_rule(text):
            return TextLine(Sort.RULE, text)
        if field_of(text):
            return TextLine(Sort.FIELD, text)
        heading = part_heading(text)
        if heading:
            return TextLine(Sort.PART, text, heading=heading)
        heading = type_heading(text)
        if heading is None:
            return TextLine(Sort.COMMENT, text) if is_comment(text) else None
        headed = self._headed_card(text) if heading.more else None
        if headed:
            return None if headed.match else replace(headed, text=text)
        if (heading.more or not heading.label) and counted_cards(self.resolver, text):
            return None
        line = TextLine(Sort.TYPE, text, heading=heading, name=text if _hides_count(text, heading) else "")
        card = None if heading.label else self._card(text)
        # The name of a discipline may stand for its master card.
        return replace(line, count=card.count, figure=card.figure, match=card.match) if card and card.match else line

    def _headed_card(self, text: str) -> TextLine | None:
        """The card with its copies behind a type on its own line: "Master 2x Fame", or "Master: 2x Fmae", none."""
        behind = _FIGURE_BEHIND.search(text)
        line = self._card(text[behind.start() :]) if behind else None
        if line is None or line.sort is not Sort.COUNTED:
            return None
        return line if line.match or line.mark in ("2x N", "2 x N", "2xN") else None

    def _card(self, text: str) -> TextLine:
        first: TextLine | None = None
        several: TextLine | None = None
        for way, comment, match in ways_of(text, self.resolver):
            behind = cards_behind(self.resolver, match, comment) if match else ()
            if match and behind:
                several = several or _several(text, way, (*_one_of(match), *behind))
            elif match and not counts_more(match) and not (several and _one_of(match)[0] in several.cards):
                # Once a line holds several, only another card than the first may be all of it.
                return _line(text, way, "" if way.mark == "N --2" else comment, match)
            if first is None or (first.count is None and way.mark != "N" and count_value(way.figure)):
                first = _line(text, way, comment, None)
        if several:
            return several
        assert first is not None
        if not text[0].isdecimal():
            return first
        if (figured := _FIGURED_PART.fullmatch(text)) and (part := part_heading(f"{figured[2]} {figured[1]}")):
            return TextLine(Sort.PART, text, heading=part)
        heading = type_heading(text)
        return TextLine(Sort.TYPE, text, heading=heading) if heading and heading.label else first


def ways_of(text: str, resolver: Resolver) -> Iterator[tuple[Counted, str, CardMatch | None]]:
    """Every way to read an undressed line, the likeliest first: the count, the comment, and the card if it is one."""
    for body, comment in bodies_of(text):
        # "#1" behind a name is a number; a figure behind another mark is a count.
        figure = "" if text.endswith(f"#{comment}") else comment
        for way in readings_of(body, figure) if body else ():
            match = resolver.find(way.name)
            yield way, comment, match if match and _is_accepted(way, match) else None
    word, _, name = text.partition(" ")
    # In small letters it is prose: "one line" names no card.
    if name[:1].isupper() and (count := NUMBERS.get(word.casefold())) and (match := resolver.find(name)):
        yield Counted(count, name, "two N"), "", match


# Between a card and another one on its line. A sign right in front of a figure says how many copies more: "+1 Fame".
_BETWEEN_CARDS = re.compile(
    r"(?:[ \t]*[\-–—/()\[\]{}<>#*|:=&~·•;,._¦\\?!^+][\s\-–—/()\[\]{}<>#*|:=&~·•;,._¦\\?!^+]*|\t\s*|\s\s+"
    r"|\s(?=[0-9]{1,2}[xX][ \t])|(?:(?<=[xX:][0-9])|(?<=[xX][0-9]{2}))\s"
    r"|(?:^|(?<=\s)|\s)(?:y|und|et|e|or|and|then|plus|with)\s+)(?=\S)",
    re.IGNORECASE,
)
# No card's name has more.
_MOST_WORDS = 8
_CLOSING = " )]}>…"
_NO_WAY = Counted("", "", "N"), "", None
_COMMENT_MARK = re.compile(r"--|//|/\*|(?:^|\s)#")
_MOST_BEHIND = 8


def cards_behind(resolver: Resolver, match: CardMatch, comment: str) -> tuple[Card, ...]:
    """The cards that stand behind another one on its line, where what is left of the line names or counts one.

    This is the one place where that is asked, whatever stands between them: a comment's mark, a bracket, a gap. In the
    columns of a crypt a name needs no figure, since they name nothing but what the card has.
    """
    if match.rest and (found := _card_in(resolver, match.rest[:MAX_LINE], match, in_columns=True)):
        return _one_of(found)
    for rest in (match.remark, *_COMMENT_MARK.split(comment[:MAX_LINE])):
        if rest and (found := _card_in(resolver, rest, match)):
            return _one_of(found)
    return ()


# What a table says of a card with a figure in front.
_COSTS = frozenset(("blood", "pool", "conviction", "convictions", "trifle", "trifles"))
_COUNTED_REST = re.compile(r"[0-9]{1,2}\s?([xX*]?)\s*([^\W\d_].*)|(\S.*?)\s(?:[xX]\s?[0-9]{1,2}|[0-9]{1,2}[xX])")
_MOST_NAMED = 4


def counts_more(match: CardMatch) -> bool:
    """Whether the columns behind a card of the library count something that no card is: "2x Fame   3 blod doll"."""
    counted = _COUNTED_REST.fullmatch(match.rest) if match.rest and match.namesakes[0].kind is Kind.LIBRARY else None
    if counted is None:
        return False
    name = counted[2] or counted[3]
    return bool(counted[1] or counted[3]) or (
        name.casefold() not in _COSTS
        and len(name.split()) <= _MOST_NAMED
        and _SENTENCE_WORDS.isdisjoint(name.casefold().split())
    )


def counted_cards(resolver: Resolver, text: str) -> tuple[Card, ...]:
    """The cards that a line counts in front of some sign or behind it; it is none as a whole: "Zip x2 • 2 Fame"."""
    text = text[:MAX_LINE]
    if not _FIGURE.search(text):
        return ()
    for sign in _signs_in(text):
        front = _front(text, sign)
        is_figured = front[:1].isdecimal() or front.rstrip(" )]")[-1:].isdecimal()
        first = next((match for way, _, match in ways_of(front, resolver) if way.figure and match), None)
        if is_figured and first:
            behind = _card_in(resolver, text[sign.end() :], first, in_columns=True)
            return (*_one_of(first), *(_one_of(behind) if behind else ()))
    behind = _card_in(resolver, text, None)
    return _one_of(behind) if behind else ()


def _one_of(match: CardMatch) -> tuple[Card, ...]:
    """The first of the cards that a name may mean, an advanced one where the line says so."""
    advanced = match.details.advanced
    said = (card for card in match.namesakes if isinstance(card, CryptCard) and card.advanced == advanced)
    return (match.cards or (*said, *match.namesakes))[:1]


def _card_in(resolver: Resolver, rest: str, first: CardMatch | None, *, in_columns: bool = False) -> CardMatch | None:
    """The card that is all of that rest, with a figure or without, or is counted behind a sign in it."""
    signs = _signs_in(rest)
    whole = signs.pop(0).end() if signs and not any(map(str.isalnum, rest[: signs[0].start()])) else 0
    # In words a remark says of a card what it likes: "used to be 1 and 1 Fame".
    starts = [sign.end() for sign in signs if in_columns or not sign[0].strip().isalpha()]
    for start in (whole, *starts) if first else starts:
        if start > whole and first and not in_columns and rest[start - 1] in "+-" and rest[start].isdecimal():
            continue
        if (
            not in_columns
            and not _FIGURE.search(rest, start)
            and (start > whole or rest.count(" ", start) > _MOST_WORDS)
        ):
            # Prose: what is to be a card there is counted, or all of it is a name.
            continue
        for text in dict.fromkeys((rest[start:].strip(), rest[start:].strip(_CLOSING))):
            way, comment, match = next((way for way in ways_of(text, resolver) if way[2]), _NO_WAY) if text else _NO_WAY
            if match is None:
                continue
            # A remark may begin with a card's name, and mentions it then.
            is_all = not (comment or match.remark or match.rest)
            if first is None or not set(match.cards) & set(first.cards):
                is_bare = (
                    is_all and (in_columns or start == whole) and _is_name(resolver, way.name, in_columns=in_columns)
                )
                if way.figure or (first and is_bare):
                    return match
            elif way.figure and start == whole and is_all:
                return match
            break
    return None


def _signs_in(text: str) -> list[re.Match[str]]:
    """The possible ends of a card within a line; of very many, the first, and the last behind columns or a remark."""
    signs = list(_BETWEEN_CARDS.finditer(text))
    return signs if len(signs) <= 2 * _MOST_BEHIND else [*signs[:_MOST_BEHIND], *signs[-_MOST_BEHIND:]]


def _front(text: str, sign: re.Match[str]) -> str:
    """The text in front of a sign between two cards, with the bracket that the sign begins with."""
    return text[: sign.start()].strip() + next((close for close in ")]" if close in sign[0]), "")


def parted_lines(text: str) -> Iterator[tuple[str, str]]:
    """The line in two at each sign that may stand between two cards; a bracket around the second is not closed."""
    for sign in _signs_in(text[:MAX_LINE]):
        front, rest = _front(text, sign), text[sign.end() :]
        bare = rest.strip(_CLOSING)
        if front and bare:
            is_its_own = sum(map(bare.count, "([")) > sum(map(bare.count, ")]"))
            yield from dict.fromkeys(((front, rest), (front, rest if is_its_own else bare)))


def _is_name(resolver: Resolver, name: str, *, in_columns: bool) -> bool:
    """Whether a card's name without a figure names the card: not a Discipline's, nor, in a remark, a set's."""
    return name.capitalize() not in SKILLS and (in_columns or name.casefold() not in _set_names(resolver.cards))


@lru_cache(maxsize=4)
def _set_names(cards: CardDatabase) -> frozenset[str]:
    return frozenset(one.name.casefold() for one in cards.sets.values())


def _several(text: str, way: Counted, cards: tuple[Card, ...]) -> TextLine:
    """The line that names several cards: nobody but its author knows what it counts."""
    return TextLine(
        Sort.COUNTED, text, count=count_value(way.figure), figure=way.figure, mark=way.mark, name=text, cards=cards
    )


def _hides_count(text: str, heading: Heading) -> bool:
    """Whether a heading may be a card with an odd figure: "Master: 2 Fmae", "Potence x4, no", "Auspex +3"."""
    return heading.more or (not heading.label and _ODD_FIGURE.search(text) is not None)


def _is_accepted(way: Counted, match: CardMatch) -> bool:
    """Whether the figure of this reading counts copies: one behind a vampire's name may be its capacity.

    Behind the whole columns, group and all, it is one; behind a colon and a clan it is the group.
    """
    if way.mark == "N :2":
        return not match.details.clan or match.details.group is not None
    is_whole = match.details.capacity is not None and match.details.group is not None
    return way.mark != "N 2" or is_whole or all(card.kind is Kind.LIBRARY for card in match.namesakes)


def _other_count(text: str, way: Counted, remark: str, match: CardMatch) -> Message | None:
    """The count behind the name, if it differs from the line's: "2x Fame (3)", "Fame #4", "Fame (3/2)"."""
    figure = _FIGURE_ALONE.fullmatch(remark)
    stated = int(figure[1]) if figure else 0 if way.figure else _stated_copies(remark)
    if not stated or count_value(way.figure) == stated:
        return None
    is_bracketed = text[-1] in ")]" and figure is not None
    if is_bracketed and any(card.kind is not Kind.LIBRARY for card in match.cards):
        return None  # a group or a capacity
    return Message(OTHER_COUNT, copies=Count(stated, "%(num)d copy", "%(num)d copies"), number=way.figure or 1)


def _stated_copies(remark: str) -> int:
    """The copies that may be meant behind a name without a figure in its place; 0 where none are stated."""
    figure = _CROSSED_FIGURE.search(remark) or _FIGURES_ALONE.fullmatch(remark)
    return int(figure[1]) if figure else 0


_MORE_COPIES = re.compile(r"[+-]\s?[0-9]{1,2}")


def _doubts(text: str, remark: str) -> bool:
    """Whether a bracket behind a card says that its copies are others, or none: "(+1)", "(cut)"."""
    return text[-1] in ")]" and (_MORE_COPIES.fullmatch(remark) is not None or heads_aside(remark))


def _without_remark(name: str, comment: str) -> tuple[str, str]:
    """The card's name without the remark in brackets behind it; the comment with that."""
    shorter = strip_qualifier(name, NOTHING) if name[-1:] in (")", "]") else None
    # In capitals it may be the name's own: "Khazar's Diary (Endless Night)".
    if not shorter or not shorter[2] or shorter[2].istitle():
        return name, comment
    return shorter[0], f"{shorter[2]} {comment}".rstrip()


def _line(text: str, way: Counted, comment: str, match: CardMatch | None) -> TextLine:
    is_bare = way.mark == "N" or (match is None and way.mark in _WEAK_MARKS)
    if is_bare and _ORDINAL.match(text):
        # "47th" or "2nd" that names no card is no figure; one that prose ends with may be none.
        way = Counted("", way.name if way.mark == "N" else text, "N")
    remark = f"{match.remark} {comment}".strip() if match else comment
    count, figure, name = count_value(way.figure), way.figure, way.name
    if match is None:
        name, remark = _without_remark(without_columns(name), remark)
    elif _doubts(text, remark):
        is_bare = False
        count, figure, name, remark = None, remark, _one_of(match)[0].name, ""
    elif (is_bare or text[-1] in ")]") and (fault := _other_count(text, way, remark, match)):
        match = match._replace(faults=(*match.faults, fault))
    return TextLine(
        Sort.BARE if is_bare else Sort.COUNTED,
        text,
        comment=comment if is_bare and match else remark,
        count=count,
        figure=figure,
        mark=way.mark,
        name=name,
        match=match,
    )
