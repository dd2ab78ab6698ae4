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
from toolkit.decks.model import (
    Add,
    Deck,
    Entry,
    Move,
    Problem,
    ProblemCode,
    Reading,
    Rename,
    Replace,
    Step,
    TakeOut,
    Unresolved,
)
from toolkit.decks.reading.headings import type_heading
from toolkit.decks.reading.line import parted_lines
from toolkit.decks.reading.names import plain
from toolkit.decks.reading.read import read
from toolkit.decks.rules.case import Case
from toolkit.decks.rules.deck import declared_counts
from toolkit.decks.rules.steps import apply
from toolkit.decks.writing import ExportFormat, filed_name, write
from toolkit.languages import Message

# More copies than a line may count: a card that is asked for more often is a slip.
MOST_COPIES = 99

_LINE_ENDS = re.compile(r"(\r\n|\r|\n)")
# A figure that stands alone, or with the sign of multiplication.
# A figure behind a sign, in a line of several cards.
_SIGNED = re.compile(r"[^\w\s][0-9]")
_ALONE = re.compile(r"(?<![\w.,+-])([0-9]{1,2})(?:[xX\u00d7*]|\b)(?![\w.,+-])")

# A card on more lines than these is gathered on its first one.
_MOST_LINES = 8
# Figures of a line that are tried as the one that counts, and of all headings that are put right after an edit.
_MOST_FIGURES = 4
_MOST_CLAIMS = 12
# Lines that are read for a whole repair: one of more steps than that allows is written anew at once.
_MOST_READ = 20_000


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


def carry_out(text: str, steps: Sequence[Step], cards: CardDatabase) -> str:
    """The list after those steps of its repair; one that leaves the choice to a person changes nothing.

    To have any fitting card taken, ask `rules.steps.filled()` for the steps first.
    """
    for step in steps:
        if isinstance(step, Rename) and step.to:
            text = accept_suggestion(text, step.line, step.written, step.to, cards)
    before = listed = _listed(text, cards)
    moves = [step for step in steps if isinstance(step, Move)]
    differences = _differences(steps)
    if (len(moves) + len(differences)) * text.count("\n") > _MOST_READ:
        rest = [step for step in steps if not isinstance(step, Rename)]
        return readable_text(before.reading._replace(deck=apply(before.reading.deck, rest)))
    if moves:
        listed = _moved(listed, moves, cards)
    for card, more in differences.items():
        listed = _set_count(listed, card, min(_count_of(card, listed.reading) + more, MOST_COPIES), cards)
    return text if listed is before else _with_true_headings(listed, before.reading, cards)


def _differences(steps: Sequence[Step]) -> dict[Card, int]:
    """How many copies of each card more or fewer there are after steps that name their cards; those that go first."""
    more: dict[Card, int] = {}
    for step in steps:
        match step:
            case TakeOut(card=Card() as card) | Replace(to=Card(), card=card):
                more[card] = more.get(card, 0) - step.count
    for step in steps:
        match step:
            case Add(card=Card() as card) | Replace(to=Card() as card):
                more[card] = more.get(card, 0) + step.count
    return more


def accept_suggestion(text: str, line: int, written: str, card: Card, cards: CardDatabase) -> str:
    """The list with the card in the place of the name `written` on `line`, as many copies as the line says.

    All else stays as it was, if the line can then be read; where what surrounds the name spoils it (a sign in front, a
    group that the card never had), the line is written anew. A list that was edited in the meantime is searched for the
    name; if it is gone, nothing changes. Of two cards on the line, the other one gets a line of its own below.
    """
    reading = read(text, cards)
    open_lines = [item for item in reading.unresolved if item.text == written]
    here = next((item for item in open_lines if item.line == line), open_lines[0] if open_lines else None)
    lines = _split(text)
    if here is None or not 0 < here.line <= len(lines.lines):
        return text
    raw = lines.lines[here.line - 1]
    exact = [item.card for item in here.candidates if not item.distance]
    if len(exact) > 1 and any(parted_lines(raw)):
        answer = _parted(lines, here, card, reading, cards)
        # Of one name they may be versions of the same vampire, one of which is meant.
        if answer or len({item.name for item in exact}) > 1:
            return answer or text
    copies = _copies(raw, here, card)
    for changed in _settled_lines(raw, written, card.unique_name, copies):
        answer = lines.changed(here.line - 1, changed).text
        again = read(answer, cards)
        # Once it is settled, another vampire's version may be open that was not: groups decide which one is meant.
        settled = _open_on(here.line, again) < _open_on(here.line, reading)
        if settled and _count_of(card, again) == _count_of(card, reading) + copies:
            return answer
    return text


def _parted(lines: _Lines, here: Unresolved, card: Card, before: Reading, cards: CardDatabase) -> str:
    """The list with each of the cards of an open line on one of its own, where that settles the card; else ""."""
    others = [item.card for item in here.candidates if item.card is not card]
    best, fewest = "", (len(others) + 1, 0)
    for front, rest in parted_lines(lines.lines[here.line - 1]):
        answer = lines.changed(here.line - 1, front).with_lines(here.line, [rest]).text
        again = read(answer, cards)
        missing = sum(_count_of(other, again) == _count_of(other, before) for other in others)
        is_asked = _open_on(here.line, again) + _open_on(here.line + 1, again) > 0
        # A name alone counts 1, and is told to: that is no fault of the parting.
        faults = [problem for problem in again.problems if problem.code is not ProblemCode.NO_COUNT]
        rank = missing, sum(problem.line in (here.line, here.line + 1) for problem in faults)
        if _count_of(card, again) > _count_of(card, before) and (is_asked or not missing):
            # Of two ways alike, the later sign is the right one: columns have signs of their own.
            best, fewest = (answer, rank) if rank <= fewest else (best, fewest)
    return best


def _open_on(line: int, reading: Reading) -> int:
    return sum(item.line == line for item in reading.unresolved)


def _settled_lines(raw: str, written: str, name: str, copies: int) -> Iterator[str]:
    """The line with the name in place, or with its copies where the sign hid those; last in the plainest form."""
    spellings = [spelling for spelling in (raw, plain(raw)) if written in spelling]
    for spelled in (name, f"{copies}x {name}"):
        for spelling in spellings:
            yield spelling.replace(written, spelled, 1)
    yield f"{copies}x {name}"


def _copies(raw: str, open_line: Unresolved, card: Card) -> int:
    """The copies that the line asks for: its figure is in the "name" where a sign in front hides it."""
    is_whole = plain(raw).strip() == open_line.text or _SIGNED.match(open_line.text) is not None
    if not is_whole or any(map(str.isdecimal, card.name)):
        return max(1, open_line.count)
    figures = _ALONE.findall(open_line.text)
    return int(figures[0]) if len(figures) == 1 and int(figures[0]) > 0 else max(1, open_line.count)


def copies_in(text: str, card: Card, cards: CardDatabase) -> int:
    """The copies of a card that a list counts."""
    return _count_of(card, read(text, cards))


def readable_text(reading: Reading) -> str:
    """A reading as a list that a person can edit and check again, its open lines at the end of their parts."""
    head, library, rest = write(reading.deck, ExportFormat.TEXT).partition("\nLibrary (")
    crypt = [f"{line.count} {line.text}\n" for line in reading.unresolved if line.section is Kind.CRYPT]
    others = [f"{line.count} {line.text}\n" for line in reading.unresolved if line.section is not Kind.CRYPT]
    return "".join([head, *crypt, library, rest, *others])


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


class _Listed(NamedTuple):
    """A list with what it was read as."""

    text: str
    reading: Reading


def _listed(text: str, cards: CardDatabase) -> _Listed:
    return _Listed(text, read(text, cards))


class _Content(NamedTuple):
    """The content that must be right after an edit."""

    crypt: Mapping[int, int]
    library: Mapping[int, int]
    open_lines: tuple[tuple[str, int], ...]


def _content(reading: Reading, steps: Sequence[Step] = ()) -> _Content:
    """The content of a list after those steps."""
    deck = apply(reading.deck, steps) if steps else reading.deck
    settled = {step.line for step in steps if isinstance(step, Rename)}
    return _Content(
        {entry.card.id: entry.count for entry in deck.crypt},
        {entry.card.id: entry.count for entry in deck.library},
        tuple((line.text, line.count) for line in reading.unresolved if line.line not in settled),
    )


def _settled_by(reading: Reading, again: Reading) -> Iterator[Rename]:
    """Open lines that are none any more once the cards around them are others: groups tell versions apart."""
    still = {line.text for line in again.unresolved}
    for line in reading.unresolved:
        fitting = [
            candidate.card
            for candidate in line.candidates
            if _count_of(candidate.card, again) > _count_of(candidate.card, reading)
        ]
        if line.text not in still and line.section and len(fitting) == 1:
            yield Rename(line.line, line.text, fitting[0], line.count, line.section)


def _first_right(guesses: Iterator[_Lines], reading: Reading, steps: Sequence[Step], cards: CardDatabase) -> _Listed:
    """The first guess at the list after those steps that is right; the list written anew where none is."""
    wanted = _content(reading, steps)
    for guess in guesses:
        again = read(guess.text, cards)
        if _content(again) == wanted or _content(again) == _content(reading, [*steps, *_settled_by(reading, again)]):
            return _Listed(guess.text, again)
    return _listed(readable_text(reading._replace(deck=apply(reading.deck, steps))), cards)


def _set_count(listed: _Listed, card: Card, count: int, cards: CardDatabase) -> _Listed:
    text, reading = listed
    deck = reading.deck
    held = _count_of(card, reading)
    if count == held:
        return listed
    in_crypt = any(entry.card is card for entry in deck.crypt) or (not held and card.kind is Kind.CRYPT)
    part = Kind.CRYPT if in_crypt else Kind.LIBRARY
    step = Add(count - held, card, part) if count > held else TakeOut(held - count, card, part)
    guesses: Iterator[_Lines] = iter(())
    if not held:
        guesses = _added(_split(text), reading, card, count)
    elif indexes := _indexes(deck, card, part):
        guesses = _recounted(_split(text), indexes, card, (held, count), cards)
    return _first_right(guesses, reading, [step], cards)


def _count_of(card: Card, reading: Reading) -> int:
    return sum(entry.count for entry in reading.deck.entries if entry.card is card)


def _indexes(deck: Deck, card: Card, part: Kind) -> tuple[int, ...]:
    """The lines of a part that have the card; none where the list has no lines."""
    placed = list(deck.placed)
    here = placed[: len(deck.crypt)] if part is Kind.CRYPT else placed[len(deck.crypt) :]
    return tuple(sorted({line - 1 for entry, lines in here if entry.card is card for line in lines}))


_TITLES = {Kind.CRYPT: "Crypt", Kind.LIBRARY: "Library"}
_OTHER = {Kind.CRYPT: Kind.LIBRARY, Kind.LIBRARY: Kind.CRYPT}


def _moved(listed: _Listed, moves: Sequence[Move], cards: CardDatabase) -> _Listed:
    """The list with those cards in the part that they belong to: under a heading that it lacks, or line by line."""
    reading = listed.reading
    part = moves[0].to
    deck = reading.as_listed
    is_there = bool(deck.crypt if part is Kind.CRYPT else deck.library)
    lines = [_indexes(deck, move.card, _OTHER[move.to])[:1] for move in moves]
    if all(lines) and not is_there:
        guess = _split(listed.text)
        first = min(lines)[0]
        if first and type_heading(guess.lines[first - 1].strip()):
            first -= 1
        guess = guess.with_lines(first, ["", _TITLES[part]])
        again = read(guess.text, cards)
        if _content(again) == _content(reading, moves):
            return _Listed(guess.text, again)
    for move in moves:
        listed = _moved_alone(listed, move, cards)
    return listed


def _moved_alone(listed: _Listed, move: Move, cards: CardDatabase) -> _Listed:
    lines = _split(listed.text)
    guesses: Iterator[_Lines] = iter(())
    if indexes := _indexes(listed.reading.as_listed, move.card, _OTHER[move.to]):
        rest = lines.without(*indexes)
        kept = [lines.lines[index] for index in indexes]
        guesses = _added(rest, read(rest.text, cards), move.card, move.count, kept)
    return _first_right(guesses, listed.reading, [move], cards)


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
    gathered = lines.changed(first, _plainly(card, count))
    yield gathered.without(*others)


def _shared_out(
    lines: _Lines, indexes: tuple[int, ...], card: Card, counts: tuple[int, int], cards: CardDatabase
) -> Iterator[_Lines]:
    """Guesses for a card on several lines: the first one gets more, the last ones give back."""
    held, count = counts
    index = indexes[0] if count > held else indexes[-1]
    own = held - _count_of(card, read(lines.changed(index, "").text, cards))
    if own + count > held:
        yield from _line_recounted(lines, index, card, (own, own + count - held))
    else:
        yield from _recounted(lines.without(index), indexes[:-1], card, (held - own, count), cards)


def _line_recounted(lines: _Lines, index: int, card: Card, counts: tuple[int, int]) -> Iterator[_Lines]:
    raw = lines.lines[index]
    held, count = counts
    for start, end in _figures(raw, held):
        yield lines.changed(index, f"{raw[:start]}{count}{raw[end:]}")
    if held == 1:
        indent = len(raw) - len(raw.lstrip())
        yield lines.changed(index, f"{raw[:indent]}{count}x {raw[indent:]}")
    yield lines.changed(index, _plainly(card, count))


def _plainly(card: Card, count: int) -> str:
    return f"{count}x {card.unique_name}"


def _figures(raw: str, figure: int | str) -> Iterator[tuple[int, int]]:
    """Where a line has that figure, its first few places."""
    pattern = re.escape(str(figure)).replace(r"\.", "[.,]")
    for match in islice(re.finditer(rf"(?<!\d)0?{pattern}(?!\d)", raw, re.ASCII), _MOST_FIGURES):
        yield match.span()


def _added(lines: _Lines, reading: Reading, card: Card, count: int, kept: Sequence[str] = ()) -> Iterator[_Lines]:
    """Guesses at the list with a card more, behind its like or in a part of its own; `kept` are lines that have it."""
    placed = [(entry, max(at)) for entry, at in reading.deck.placed if at and entry.card.kind is card.kind]
    ways = [list(kept), [_plainly(card, count)]] if kept else [[_plainly(card, count)]]
    if not placed:
        for written in ways:
            yield from _new_part(lines, reading, card.kind, [f"{_TITLES[card.kind]} ({count} cards)", *written])
        return
    label = type_label(card)
    alike = [(entry, line) for entry, line in placed if type_label(entry.card) == label]
    lower = [(entry, line) for entry, line in placed if type_rank(type_label(entry.card)) < type_rank(label)]
    entry, line = max(alike or lower or placed, key=lambda pair: pair[1])
    heading = [] if alike or card.kind is Kind.CRYPT else _new_heading(lines, reading, card, count)
    if not kept and (styled := _like(lines, lines.lines[line - 1], entry, card, count)):
        ways.insert(0, [styled])
    for written in ways:
        yield lines.with_lines(line, [*heading, *written])


def _new_part(lines: _Lines, reading: Reading, part: Kind, written: Sequence[str]) -> Iterator[_Lines]:
    """Guesses at a list whose only crypt card or library card is in those lines."""
    end = len(lines.lines) - (not lines.lines[-1].strip())
    behind = lines.with_lines(end, ["", *written])
    others = [min(places) for _, places in reading.deck.placed if places]
    others += [claim.line for claim in reading.declared]
    before = lines.with_lines(min(others, default=1) - 1, [*written, ""])
    yield from (before, behind) if part is Kind.CRYPT else (behind, before)


def _like(lines: _Lines, raw: str, entry: Entry, card: Card, count: int) -> str:
    """The card written as the list writes another on the line `raw`; "" where that cannot be told."""
    names = (entry.card.unique_name, entry.card.name, filed_name(entry.card))
    name = next((name for name in names if name in raw), "")
    if not name:
        return ""
    head, _, tail = raw.partition(name)
    new = filed_name(card) if ", The" in lines.text else card.unique_name
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
    """The statements of headings that differ from the cards, with their problems."""
    problems = {}
    for problem in declared_counts(Case(reading, rule_set(), date.min)):
        assert isinstance(problem.message, Message)
        figures = problem.message.figures
        problems[_Claim(problem.message.template, str(figures.get("name", "")), str(figures["number"]))] = problem
    return problems


def _restated(lines: _Lines, claim: _Claim, problem: Problem) -> Iterator[_Lines]:
    """Guesses at the list with that figure as counted; the heading of a type without a card goes."""
    assert isinstance(problem.message, Message)
    counted = str(problem.message.figures["other"])
    index = (problem.line or 1) - 1
    raw = lines.lines[index]
    if claim.label and counted == "0":
        is_behind_blank = index and not lines.lines[index - 1].strip()
        yield lines.without(index - 1, index) if is_behind_blank else lines.without(index)
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
            restated = f"{stated[1]}{counts[1]}{stated[3]}" if counts[1] else ""
            lines = lines.changed(claim.line - 1, raw.replace(stated[0], restated, 1))
    return lines.text


def _trifles(deck: Deck, label: str) -> int:
    return sum(
        entry.count
        for entry in deck.library
        if isinstance(entry.card, LibraryCard) and entry.card.trifle and type_label(entry.card) == label
    )


__all__ = ["MOST_COPIES", "accept_suggestion", "carry_out", "copies_in", "readable_text", "set_counts"]
