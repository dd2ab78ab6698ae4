"""Editing a list's text as its owner would: the line of a card is rewritten, added or taken out, all else stays.

An edit is a guess at the line, and reading the list again says whether it was right: the deck must be the one that was
asked for, with the same lines open as before. Where no guess is right (JSON, a list in one line) the list is written
anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from toolkit.cards import Card, CardDatabase, Kind, LibraryCard
from toolkit.decks.figures import type_label, type_rank
from toolkit.decks.formats import rule_set
from toolkit.decks.model import Deck, Entry, Problem, Reading, Unresolved
from toolkit.decks.reading.names import plain
from toolkit.decks.reading.read import read
from toolkit.decks.rules.case import Case
from toolkit.decks.rules.deck import declared_counts
from toolkit.decks.writing import ExportFormat, filed_name, write
from toolkit.languages import Message

# More copies than a line may count: a card that is asked for more often is a slip.
MOST_COPIES = 99

_LINE_ENDS = re.compile(r"(\r\n|\r|\n)")
# A figure that stands alone, or with the sign of multiplication.
_ALONE = re.compile(r"(?<![\w.,+-])([0-9]{1,2})(?:[xX\u00d7*]|\b)(?![\w.,+-])")

# A card on more lines than these is gathered on its first one.
_MOST_LINES = 8
# Figures of a line that are tried as the one that counts, and of all headings that are put right after an edit.
_MOST_FIGURES = 4
_MOST_CLAIMS = 12


def set_counts(text: str, counts: Mapping[int, int], cards: CardDatabase) -> str:
    """The list with as many copies of each card as asked for, 0 taking it out; `counts` by the card's number.

    Comments stay, except behind a card that goes. Figures that headings state stay right where they were right.

    Raises:
        UnknownCard: a number is no card's.
    """
    before = listed = _listed(text, cards)
    for number, count in counts.items():
        listed = _set_count(listed, cards[number], max(0, min(count, MOST_COPIES)), cards)
    return text if listed is before else _with_true_headings(listed, before.reading, cards)


class _Listed(NamedTuple):
    """A list with what it was read as."""

    text: str
    reading: Reading


def _listed(text: str, cards: CardDatabase) -> _Listed:
    return _Listed(text, read(text, cards))


def copies_in(text: str, card: Card, cards: CardDatabase) -> int:
    """The copies of a card that a list counts."""
    return _count_of(card, read(text, cards))


def readable_text(reading: Reading) -> str:
    """A reading as a list that a person can edit and check again, its open lines at the end."""
    lines = [write(reading.deck, ExportFormat.TEXT)]
    lines += [f"{line.count} {line.text}\n" for line in reading.unresolved]
    return "".join(lines)


def accept_suggestion(text: str, line: int, written: str, card: Card, cards: CardDatabase) -> str:
    """The list with the card in the place of the name `written` on `line`, as many copies as the line says.

    All else stays as it was, if the line can then be read; where what surrounds the name spoils it (a sign in front, a
    group that the card never had), the line is written anew. A list that was edited in the meantime is searched for the
    name; if it is gone, nothing changes.
    """
    reading = read(text, cards)
    open_lines = [found for found in reading.unresolved if found.text == written]
    here = next((found for found in open_lines if found.line == line), open_lines[0] if open_lines else None)
    lines = _split(text)
    if here is None or not 0 < here.line <= len(lines.lines):
        return text
    raw = lines.lines[here.line - 1]
    copies = _copies(raw, here, card)
    for changed in _settled_lines(raw, written, card.unique_name, copies):
        answer = lines.changed(here.line - 1, changed).text
        again = read(answer, cards)
        settled = len(again.unresolved) < len(reading.unresolved)
        if settled and _count_of(card, again) == _count_of(card, reading) + copies:
            return answer
    return text


def _settled_lines(raw: str, written: str, name: str, copies: int) -> Iterator[str]:
    """The line with the name in place, and the line as nobody can misread it."""
    for spelling in (raw, plain(raw)):
        if written in spelling:
            yield spelling.replace(written, name, 1)
    yield f"{copies}x {name}"


def _copies(raw: str, found: Unresolved, card: Card) -> int:
    """The copies that the line asks for: its figure stands in the "name" where a sign in front hides it."""
    if plain(raw).strip() != found.text or any(map(str.isdecimal, card.name)):
        return max(1, found.count)
    figures = _ALONE.findall(found.text)
    return int(figures[0]) if len(figures) == 1 and int(figures[0]) > 0 else max(1, found.count)


def _count_of(card: Card, reading: Reading) -> int:
    return sum(entry.count for entry in reading.deck.entries if entry.card is card)


class _Lines(NamedTuple):
    """The lines of a text, each with the end that it has; the last one's is empty."""

    lines: tuple[str, ...]
    ends: tuple[str, ...]

    @property
    def text(self) -> str:
        return "".join(line + end for line, end in zip(self.lines, self.ends, strict=True))

    def changed(self, index: int, line: str) -> _Lines:
        return self._replace(lines=(*self.lines[:index], line, *self.lines[index + 1 :]))

    def without(self, *indexes: int) -> _Lines:
        kept = [index for index in range(len(self.lines)) if index not in indexes]
        if not kept:
            return _Lines(("",), ("",))
        ends = [self.ends[index] for index in kept]
        return _Lines(tuple(self.lines[index] for index in kept), (*ends[:-1], ""))

    def with_lines(self, index: int, added: Sequence[str]) -> _Lines:
        """With more lines in front of the one of that index."""
        end = self.ends[0] or "\n"
        ends = [*self.ends[:index], *([end] * len(added)), *self.ends[index:]]
        if index and not ends[index - 1]:  # behind the last line, which has no end
            ends[index - 1], ends[-1] = end, ""
        return _Lines((*self.lines[:index], *added, *self.lines[index:]), tuple(ends))


def _split(text: str) -> _Lines:
    """Lines as the readers count them."""
    pieces = _LINE_ENDS.split(text)
    return _Lines(tuple(pieces[::2]), (*pieces[1::2], ""))


class _Content(NamedTuple):
    """What must be right after an edit."""

    crypt: Mapping[int, int]
    library: Mapping[int, int]
    open_lines: tuple[tuple[str, int], ...]


def _content(reading: Reading) -> _Content:
    deck = reading.deck
    return _Content(
        {entry.card.id: entry.count for entry in deck.crypt},
        {entry.card.id: entry.count for entry in deck.library},
        tuple((line.text, line.count) for line in reading.unresolved),
    )


def _wanted(reading: Reading, card: Card, count: int) -> _Content:
    """The content with as many copies of a card, where the list has it or else where it belongs."""
    content = _content(reading)
    in_crypt = card.id in content.crypt or (card.id not in content.library and card.kind is Kind.CRYPT)
    part = dict(content.crypt if in_crypt else content.library)
    part.pop(card.id, None)
    if count:
        part[card.id] = count
    return content._replace(crypt=part) if in_crypt else content._replace(library=part)


def _set_count(listed: _Listed, card: Card, count: int, cards: CardDatabase) -> _Listed:
    text, reading = listed
    places = next((lines for entry, lines in reading.deck.placed if entry.card is card), None)
    held = _count_of(card, reading)
    if count == held:
        return listed
    guesses: Iterator[_Lines] = iter(())
    if not held:
        guesses = _added(_split(text), reading, card, count)
    elif places:
        guesses = _recounted(_split(text), tuple(sorted({line - 1 for line in places})), card, (held, count), cards)
    wanted = _wanted(reading, card, count)
    for guess in guesses:
        again = read(guess.text, cards)
        if _content(again) == wanted:
            return _Listed(guess.text, again)
    return _listed(readable_text(reading._replace(deck=_with_count(reading.deck, card, count))), cards)


def _with_count(deck: Deck, card: Card, count: int) -> Deck:
    """The deck itself with as many copies, a new card behind the others."""
    crypt, library = (
        tuple(entry._replace(count=count) if entry.card is card else entry for entry in part)
        for part in (deck.crypt, deck.library)
    )
    if all(entry.card is not card for entry in deck.entries):
        new = (Entry(card, count),)
        crypt, library = (crypt + new, library) if card.kind is Kind.CRYPT else (crypt, library + new)
    crypt, library = (tuple(entry for entry in part if entry.count) for part in (crypt, library))
    return deck._replace(crypt=crypt, library=library, places=())


def _recounted(
    lines: _Lines, indexes: tuple[int, ...], card: Card, counts: tuple[int, int], cards: CardDatabase
) -> Iterator[_Lines]:
    """Guesses at the list whose card on those lines has other copies: `counts` are those before and after."""
    count = counts[1]
    if not count:
        yield lines.without(*indexes)
        return
    first, *others = indexes
    if not others:
        yield from _line_recounted(lines, first, card, counts)
    elif len(others) < _MOST_LINES:
        yield from _shared_out(lines, indexes, card, counts, cards)
    gathered = lines.changed(first, f"{count}x {card.unique_name}")
    yield gathered.without(*others)


def _shared_out(
    lines: _Lines, indexes: tuple[int, ...], card: Card, counts: tuple[int, int], cards: CardDatabase
) -> Iterator[_Lines]:
    """Guesses for a card on several lines: the first one gets more, the last ones give back."""
    held, count = counts
    if count > held:
        index = indexes[0]
        own = _own_count(lines, index, card, held, cards)
        yield from _line_recounted(lines, index, card, (own, own + count - held))
        return
    index = indexes[-1]
    own = _own_count(lines, index, card, held, cards)
    if held - own < count:
        yield from _line_recounted(lines, index, card, (own, own + count - held))
    else:
        yield from _recounted(lines.without(index), indexes[:-1], card, (held - own, count), cards)


def _own_count(lines: _Lines, index: int, card: Card, held: int, cards: CardDatabase) -> int:
    """The copies that a line counts of a card that stands on others too."""
    return held - _count_of(card, read(lines.changed(index, "").text, cards))


def _line_recounted(lines: _Lines, index: int, card: Card, counts: tuple[int, int]) -> Iterator[_Lines]:
    raw = lines.lines[index]
    held, count = counts
    for start, end in _figures(raw, held):
        yield lines.changed(index, f"{raw[:start]}{count}{raw[end:]}")
    if held == 1:
        indent = len(raw) - len(raw.lstrip())
        yield lines.changed(index, f"{raw[:indent]}{count}x {raw[indent:]}")
    yield lines.changed(index, f"{count}x {card.unique_name}")


def _figures(raw: str, figure: int | str) -> Iterator[tuple[int, int]]:
    """Where a line has that figure, its first few places."""
    pattern = re.escape(str(figure)).replace(r"\.", "[.,]")
    for match in islice(re.finditer(rf"(?<!\d)0?{pattern}(?!\d)", raw, re.ASCII), _MOST_FIGURES):
        yield match.span()


def _added(lines: _Lines, reading: Reading, card: Card, count: int) -> Iterator[_Lines]:
    """Guesses at the list with a card more, behind its like or in a part of its own."""
    bare = f"{count}x {card.unique_name}"
    here = card.kind
    placed = [(entry, max(places)) for entry, places in reading.deck.placed if places and entry.card.kind is here]
    if not placed:
        yield from _new_part(lines, reading, card, bare)
        return
    alike = [(entry, line) for entry, line in placed if type_label(entry.card) == type_label(card)]
    entry, line = max(alike or _lower(placed, card) or placed, key=lambda pair: pair[1])
    styled = _like(lines.lines[line - 1], entry, card, count, is_filed=", The" in lines.text)
    heading = [] if alike or here is Kind.CRYPT else _new_heading(lines, reading, card, count)
    for written in (styled, bare) if styled else (bare,):
        yield lines.with_lines(line, [*heading, written])


def _lower(placed: list[tuple[Entry, int]], card: Card) -> list[tuple[Entry, int]]:
    """The cards of types that stand before that of the card."""
    rank = type_rank(type_label(card))
    return [(entry, line) for entry, line in placed if type_rank(type_label(entry.card)) < rank]


def _new_part(lines: _Lines, reading: Reading, card: Card, written: str) -> Iterator[_Lines]:
    """Guesses at a list whose only crypt card or library card this is."""
    title = f"{'Crypt' if card.kind is Kind.CRYPT else 'Library'} ({written.partition('x')[0]} cards)"
    end = len(lines.lines) - (not lines.lines[-1].strip())
    behind = lines.with_lines(end, ["", title, written])
    others = [min(places) for _, places in reading.deck.placed if places]
    others += [claim.line for claim in reading.declared]
    before = lines.with_lines(min(others, default=1) - 1, [title, written, ""])
    yield from (before, behind) if card.kind is Kind.CRYPT else (behind, before)


def _like(raw: str, entry: Entry, card: Card, count: int, *, is_filed: bool) -> str:
    """The card written as the list writes another; "" where that cannot be told."""
    names = (entry.card.unique_name, entry.card.name, filed_name(entry.card))
    name = next((name for name in names if name in raw), "")
    if not name:
        return ""
    head, _, tail = raw.partition(name)
    new = filed_name(card) if is_filed else card.unique_name
    if place := next(_figures(head, entry.count), None):
        return f"{head[: place[0]]}{count}{head[place[1] :]}{new}"
    if place := next(_figures(tail, entry.count), None):
        return f"{head}{new}{tail[: place[0]]}{count}{tail[place[1] :]}"
    return ""


def _new_heading(lines: _Lines, reading: Reading, card: Card, count: int) -> list[str]:
    """A heading for the first card of its type, in a list whose types have headings with their figures."""
    claims = [claim for claim in reading.declared if type_rank(claim.what) < type_rank("")]
    if not claims:
        return []
    model = lines.lines[claims[0].line - 1]
    title = f"{type_label(card)} ({count})"
    if claims[0].what in model and re.fullmatch(r"\D*\d+\D*", model):
        title = re.sub(r"\d+", str(count), model.replace(claims[0].what, type_label(card)))
    return ["", title]


def _with_true_headings(listed: _Listed, before: Reading, cards: CardDatabase) -> str:
    """The list with the headings' figures as its cards are now, but for those that were wrong before."""
    given_up = set(_misstated(before))
    content = _content(listed.reading)
    wrong = _misstated(listed.reading)
    for _ in range(_MOST_CLAIMS):
        claim = next((claim for claim in wrong if claim not in given_up), None)
        if claim is None:
            break
        given_up.add(claim)
        for guess in _restated(_split(listed.text), claim, wrong[claim]):
            again = read(guess.text, cards)
            still = _misstated(again)
            if _content(again) == content and still.keys() <= wrong.keys() - {claim}:
                listed, wrong = _Listed(guess.text, again), still
                break
    return _with_true_trifles(listed, before)


class _Claim(NamedTuple):
    """A figure that a heading states and that is not the counted one: the sentence about it, the type, the figure."""

    template: str
    label: str
    stated: str


def _misstated(reading: Reading) -> dict[_Claim, Problem]:
    """What the headings state otherwise than the cards are."""
    found = {}
    for problem in declared_counts(Case(reading, rule_set(), date.min)):
        assert isinstance(problem.message, Message)
        figures = problem.message.figures
        found[_Claim(problem.message.template, str(figures.get("name", "")), str(figures["number"]))] = problem
    return found


def _restated(lines: _Lines, claim: _Claim, problem: Problem) -> Iterator[_Lines]:
    """Guesses at the list with that figure as counted; the heading of a type without a card goes."""
    assert isinstance(problem.message, Message)
    counted = str(problem.message.figures["other"])
    index = (problem.line or 1) - 1
    raw = lines.lines[index]
    if claim.label and counted == "0":
        is_apart = index and not lines.lines[index - 1].strip()
        yield lines.without(index - 1, index) if is_apart else lines.without(index)
    for start, end in _figures(raw, claim.stated):
        yield lines.changed(index, f"{raw[:start]}{counted}{raw[end:]}")


_TRIFLES = re.compile(r"(\s*[;,]\s*)(\d+)( trifles?)\b", re.ASCII | re.IGNORECASE)


def _with_true_trifles(listed: _Listed, before: Reading) -> str:
    """The list with the trifles of "Master (14; 2 trifle)" as counted, where they were so before."""
    lines = _split(listed.text)
    for claim in listed.reading.declared:
        raw = lines.lines[claim.line - 1]
        stated = _TRIFLES.search(raw)
        counts = [_trifles(reading.deck, claim.what) for reading in (before, listed.reading)]
        if stated and counts[0] != counts[1] and int(stated[2]) == counts[0]:
            said = f"{stated[1]}{counts[1]}{stated[3]}" if counts[1] else ""
            lines = lines.changed(claim.line - 1, raw.replace(stated[0], said, 1))
    return lines.text


def _trifles(deck: Deck, label: str) -> int:
    return sum(
        entry.count
        for entry in deck.library
        if isinstance(entry.card, LibraryCard) and entry.card.trifle and type_label(entry.card) == label
    )


__all__ = ["MOST_COPIES", "accept_suggestion", "copies_in", "readable_text", "set_counts"]
