"""A report as it is shown: one shape that the command line, the API and Python share, and its JSON values."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import EllipsisType
from typing import Any, Literal

from toolkit.cards.model import Card, Kind
from toolkit.decks.audit import Audit
from toolkit.decks.figures import by_kind, capacities, capacity_figures, count_by_type, crypt_groups
from toolkit.decks.model import (
    Add,
    Candidate,
    Entry,
    IgnoredAs,
    LineCounts,
    Move,
    Problem,
    ProblemCode,
    Reading,
    Rename,
    Replace,
    Report,
    Severity,
    Step,
    TakeOut,
    Unresolved,
)
from toolkit.decks.rules.case import penalty, remedy
from toolkit.decks.rules.steps import instructions
from toolkit.views import ViewOf, json_values


@dataclass(frozen=True)
class CapacityView:
    """Capacities of the crypt.

    Attributes:
        min: the sum of the four lowest.
        max: the sum of the four highest.
    """

    min: int
    max: int
    average: float


@dataclass(frozen=True)
class CryptView:
    """The crypt in figures."""

    count: int
    groups: list[int]
    capacity: CapacityView | None


@dataclass(frozen=True)
class LibraryView:
    """The library in figures."""

    count: int
    by_type: Mapping[str, int]


@dataclass(frozen=True)
class NamedCardView:
    """A card and how many copies of it."""

    id: int
    name: str
    count: int


@dataclass(frozen=True)
class DeckCardView(NamedCardView):
    """A card of the deck."""

    section: Kind


@dataclass(frozen=True)
class CandidateView:
    """A card that a line may have meant."""

    id: int
    name: str
    distance: int


@dataclass(frozen=True, kw_only=True)
class ProblemView(ViewOf[Problem]):
    """One fault or warning.

    Attributes:
        candidates: possible cards for a line that was not understood, likeliest first.
        remedy: the remedy of the judges' guide at an event.
        rule_url: the page that explains the rule.
    """

    code: ProblemCode
    severity: Severity
    message: str
    rule: str | None
    line: int | None
    cards: list[NamedCardView]
    fix: str | None
    remedy: str | None
    candidates: list[CandidateView]
    rule_url: str | EllipsisType | None = ...


@dataclass(frozen=True)
class UnresolvedView:
    """A line that names no card for certain."""

    line: int
    text: str
    count: int
    candidates: list[CandidateView]


@dataclass(frozen=True)
class IgnoredView:
    """A line that is neither blank, nor a card, a heading, something about the deck, or open.

    Attributes:
        within: whether its place or form suggests a card, especially between the first card and the last.
    """

    line: int
    text: str
    why: IgnoredAs
    within: bool


@dataclass(frozen=True, kw_only=True)
class LinesView(ViewOf[LineCounts]):
    """The account of every line.

    Attributes:
        total: all but the blank ones.
        comments: how many are ignored.
        cards: number of lines with a card.
    """

    total: int
    blank: int
    cards: int
    headings: int
    metadata: int
    comments: int
    ignored: list[IgnoredView]
    unresolved: list[UnresolvedView]


@dataclass(frozen=True)
class CardRefView:
    """A card."""

    id: int
    name: str


@dataclass(frozen=True, kw_only=True)
class _CopiesStepView:
    """A step of the repair that counts copies of a part.

    Attributes:
        card: null for any suitable card.
    """

    action: str
    count: int
    card: CardRefView | None
    part: Kind


@dataclass(frozen=True, kw_only=True)
class AddStepView(_CopiesStepView):
    """A step of the repair: add copies."""

    action: Literal["add"] = "add"


@dataclass(frozen=True, kw_only=True)
class RemoveStepView(_CopiesStepView):
    """A step of the repair: take copies out."""

    action: Literal["remove"] = "remove"


@dataclass(frozen=True, kw_only=True)
class ReplaceStepView:
    """A step of the repair: exchange copies for as many of another card.

    Attributes:
        to: null for any suitable card.
    """

    action: Literal["replace"] = "replace"
    count: int
    card: CardRefView
    to: CardRefView | None
    part: Kind


@dataclass(frozen=True, kw_only=True)
class MoveStepView:
    """A step of the repair: move copies into the part of the list that they belong to.

    Attributes:
        to: the part that they belong to.
    """

    action: Literal["move"] = "move"
    count: int
    card: CardRefView
    to: Kind


@dataclass(frozen=True, kw_only=True)
class RenameStepView:
    """A step of the repair: write a card's name where a line names none for certain.

    Attributes:
        card: the name as written.
        to: the card to write.
    """

    action: Literal["rename"] = "rename"
    line: int
    card: str
    to: CardRefView | None


@dataclass(frozen=True)
class OpenQuestionView:
    """A line whose card only the list's author knows. No step of the repair settles it.

    Attributes:
        candidates: up to three, likeliest first.
    """

    line: int
    text: str
    candidates: list[CandidateView]


@dataclass(frozen=True)
class RewriteView:
    """A name that was not written as printed and is certain all the same.

    Attributes:
        name: the name as printed.
    """

    line: int
    written: str = field(metadata={"key": "from"})
    name: str = field(metadata={"key": "to"})
    why: str


@dataclass(frozen=True)
class OfferedDeckView:
    """One of several decks that the source holds; its place in the list, from 1, is the number that asks for it.

    Attributes:
        first: first line of the deck in the source.
        last: its last line there.
        crypt: number of crypt cards read.
        library: number of library cards read.
    """

    name: str
    first: int
    last: int
    crypt: int
    library: int


@dataclass(frozen=True, kw_only=True)
class ReportView:
    """A deck judged under a rule set as of a day.

    Attributes:
        list_format: the format of the list.
        dressing: the same, by its former name.
        repair: the fewest changes that make the deck legal, in order, as far as they are certain.
        questions: the lines to ask the list's author about.
        penalty: the penalty of the judges' guide for an illegal list at an event. Null without a judge.
        repair_text: questions and repair in sentences. If it is not a deck, says that there is none.
        decks: the decks of a source with several decks, which are not judged. Otherwise empty.
    """

    source: str
    list_format: str
    dressing: str
    name: str
    author: str
    format: str
    date: datetime.date
    card_data: datetime.date | None
    legal: bool
    crypt: CryptView
    library: LibraryView
    cards: list[DeckCardView]
    problems: list[ProblemView]
    repair: list[AddStepView | RemoveStepView | ReplaceStepView | MoveStepView | RenameStepView]
    questions: list[OpenQuestionView]
    repair_text: list[str]
    penalty: str | None
    notes: list[str]
    lines: LinesView
    rewrites: list[RewriteView]
    decks: list[OfferedDeckView]


@dataclass(frozen=True)
class AuditView:
    """Many lists judged: how many are legal, what is wrong how often, and the reports of those that are not legal."""

    lists: int
    legal: int
    undated: int
    by_code: Mapping[str, int]
    illegal: list[ReportView]


@dataclass(frozen=True)
class CardChangeView:
    """A card of which two lists hold different numbers of copies."""

    id: int
    name: str
    before: int
    after: int


@dataclass(frozen=True)
class OpenLineView:
    """A line of one of two lists that names no card for certain."""

    source: str
    line: int
    text: str


@dataclass(frozen=True)
class DifferenceView:
    """Two lists compared."""

    same: bool
    changes: list[CardChangeView]
    unresolved: list[OpenLineView]


def report_view(report: Report, rule_url: Callable[[str | None], str] | None = None) -> ReportView:
    """The whole report; with `rule_url`, which gives a rule's address, each problem has it."""
    reading, deck = report.reading, report.deck
    crypt, library = by_kind(deck)
    return ReportView(
        source=reading.source,
        list_format=reading.list_format,
        dressing=reading.list_format,
        name=deck.name,
        author=deck.author,
        format=report.format,
        date=report.on,
        card_data=report.card_data,
        legal=report.legal,
        crypt=_crypt(crypt),
        library=LibraryView(sum(entry.count for entry in library), count_by_type(library)),
        cards=[*_deck_cards(crypt, Kind.CRYPT), *_deck_cards(library, Kind.LIBRARY)],
        problems=[_problem(problem, rule_url) for problem in report.problems],
        repair=[_step(step) for step in report.repair],
        questions=[OpenQuestionView(one.line, one.text, _candidates(one.candidates)) for one in report.questions],
        repair_text=list(instructions(report)),
        penalty=penalty(report),
        notes=list(report.notes),
        lines=_lines(reading),
        rewrites=[RewriteView(*rewrite) for rewrite in reading.rewrites],
        decks=[OfferedDeckView(*offered) for offered in reading.decks],
    )


def report_to_dict(report: Report, rule_url: Callable[[str | None], str] | None = None) -> dict[str, Any]:
    """The same as JSON values."""
    values: dict[str, Any] = json_values(report_view(report, rule_url))
    return values


def audit_view(summary: Audit) -> AuditView:
    """The result of judging many lists."""
    return AuditView(
        lists=len(summary.reports),
        legal=len(summary.reports) - len(summary.illegal),
        undated=summary.undated,
        by_code={code.value: count for code, count in summary.by_code.items()},
        illegal=[report_view(report) for report in summary.illegal],
    )


def _crypt(crypt: Iterable[Entry]) -> CryptView:
    values = capacities(crypt)
    figures = capacity_figures(values)
    return CryptView(len(values), crypt_groups(crypt), CapacityView(*figures) if figures else None)


def _deck_cards(entries: Iterable[Entry], kind: Kind) -> Iterable[DeckCardView]:
    return [DeckCardView(card.id, card.unique_name, count, kind) for card, count, _ in entries]


def _card(card: Card) -> tuple[int, str]:
    return card.id, card.unique_name


def _problem(problem: Problem, rule_url: Callable[[str | None], str] | None) -> ProblemView:
    return ProblemView.of(
        problem,
        cards=[NamedCardView(*_card(entry.card), entry.count) for entry in problem.cards],
        remedy=remedy(problem.code),
        candidates=_candidates(problem.candidates),
        rule_url=(rule_url(problem.rule) or None) if rule_url else ...,
    )


def _step(step: Step) -> AddStepView | RemoveStepView | ReplaceStepView | MoveStepView | RenameStepView:
    match step:
        case Add(count, card, part):
            return AddStepView(count=count, card=_named(card), part=part)
        case TakeOut(count, card, part):
            return RemoveStepView(count=count, card=_named(card), part=part)
        case Replace(count, card, to, part):
            return ReplaceStepView(count=count, card=CardRefView(*_card(card)), to=_named(to), part=part)
        case Move(count, card, to):
            return MoveStepView(count=count, card=CardRefView(*_card(card)), to=to)
        case Rename(line, written, to):
            return RenameStepView(line=line, card=written, to=_named(to))


def _named(card: Card | None) -> CardRefView | None:
    return CardRefView(*_card(card)) if card else None


def _lines(reading: Reading) -> LinesView:
    counts = reading.lines
    return LinesView.of(
        counts,
        comments=counts.ignored,
        ignored=[IgnoredView(*line) for line in reading.ignored],
        unresolved=[_unresolved(line) for line in reading.unresolved],
    )


def _unresolved(line: Unresolved) -> UnresolvedView:
    return UnresolvedView(line.line, line.text, line.count, _candidates(line.candidates))


def _candidates(candidates: Iterable[Candidate]) -> list[CandidateView]:
    return [CandidateView(*_card(candidate.card), candidate.distance) for candidate in candidates]
