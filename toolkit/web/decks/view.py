"""The deck page's view of a report: the verdict, its faults by line, the cards, figures, and exports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from itertools import starmap

from flask import url_for
from flask_babel import format_decimal, gettext, ngettext
from markupsafe import Markup

from toolkit.cards import CryptCard, LibraryCard
from toolkit.decks.diff import compare_decks
from toolkit.decks.figures import (
    by_kind,
    capacities,
    capacity_figures,
    crypt_groups,
    type_label,
    type_rank,
    unread_count,
)
from toolkit.decks.model import Card, Deck, Entry, Ignored, Problem, ProblemCode, Report, Severity, Unresolved
from toolkit.decks.reading.read import lines_of, read
from toolkit.decks.rules.case import remedy
from toolkit.decks.writing import ExportFormat, write
from toolkit.languages import N_, Listed
from toolkit.services.decks.decks import DeckTerms
from toolkit.sheets.qr import qr_svg
from toolkit.web.base import plots, words
from toolkit.web.base.addresses import room_url
from toolkit.web.base.i18n import day_words, translated
from toolkit.web.base.stores import card_data, card_texts
from toolkit.web.decks.cards import own_name
from toolkit.web.decks.edits import (
    ADD,
    CardOffer,
    NameSearch,
    RepairStep,
    line_field,
    line_offer,
    moving_step,
    name_search,
    repair_steps,
)
from toolkit.web.decks.panels import DeckLink, Panel, Wish, deck_link, panel_of, panel_titles

# The formats that a reader can take the deck along in: what each is called, and the ending of a file of it.
EXPORTS = {
    ExportFormat.TWD: ("TWD", "txt"),
    ExportFormat.TEXT: (N_("Text"), "txt"),
    ExportFormat.JOL: ("JOL", "txt"),
    ExportFormat.LACKEY: ("Lackey", "txt"),
    ExportFormat.JSON: ("JSON", "json"),
    ExportFormat.CSV: ("CSV", "csv"),
}
WORKBOOK = "xlsx"
_QR = "qr"
# The lengths of addresses that a phone reads from a screen.
_FOR_A_CODE = range(1, 1_200)
SHOWN_LISTING = 2_000


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """The options of an answer besides the verdict.

    Attributes:
        export: the form that the deck is wanted in.
        before: the list before the last change, which can be undone.
        unread_fields: what of the form was not read, in sentences.
        names: names that were typed where a card is looked for, by field.
        editing: whether the cards are shown with buttons that count them.
        place: the id of what was used, where the page goes on; "" at its beginning.
        panel: what is looked at more closely.
        values: what was typed into that panel.
        finds_names: whether another card can be looked for at an open line.
    """

    export: str = ""
    before: str = ""
    unread_fields: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    editing: bool = False
    place: str = ""
    panel: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    finds_names: bool = True


@dataclass(frozen=True, slots=True)
class ShownProblem:
    """A problem with its line, the cards that may have been meant, and where another name is looked for.

    Attributes:
        is_open: whether its line names no card for certain.
        steps: those of the repair that its fix consists of and a button does.
        remedy: what a judge does about it at a tournament; "" for what makes no deck illegal.
    """

    kind: str
    title: str
    message: str
    rule: str | None
    fix: str | None
    line: int | None
    is_open: bool
    offers: tuple[CardOffer, ...]
    search: NameSearch | None
    steps: tuple[RepairStep, ...]
    remedy: str


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of the list as given, with what is wrong on it; number 0 for what concerns the deck as a whole."""

    number: int
    text: str
    faults: tuple[ShownProblem, ...]


@dataclass(frozen=True)
class ListFaults:
    """The faults of the list `text`, line by line, and the buttons that repair it."""

    report: Report
    text: str
    asked: AnswerOptions

    @cached_property
    def _lines(self) -> Sequence[str]:
        return lines_of(self.text)

    @cached_property
    def _repair(self) -> tuple[RepairStep, ...]:
        return repair_steps(self.report)

    @cached_property
    def _steps(self) -> Mapping[str, RepairStep]:
        """The steps that can be taken now, by sentence."""
        return {step.sentence: step for step in self._repair if not step.waits}

    @cached_property
    def _faults(self) -> list[ShownProblem]:
        return [_fault(problem, self.report, self.asked, self._steps) for problem in self.report.problems]

    @cached_property
    def _illegal(self) -> list[ListLine]:
        """The faults that make the deck illegal, by line."""
        return list(_by_line([fault for fault in self._faults if fault.kind == "bad"], self._lines))

    @property
    def questions(self) -> int:
        """The number of questions."""
        return len(self.report.questions)

    @cached_property
    def question(self) -> ListLine | None:
        """The line that is asked about now, with the cards to choose from; the next one follows once it is settled."""
        lines = {line.number: line for line in self._illegal}
        asked = next((question for question in self.report.questions if question.line in lines), None)
        if asked is None:
            return None
        line = lines[asked.line]
        if sum(fault.is_open for fault in line.faults) > 1:  # each has its own cards
            return line
        offers = tuple(line_offer(asked.line, asked.text, candidate.card) for candidate in asked.candidates)
        faults = (replace(fault, offers=offers) if fault.is_open else fault for fault in line.faults)
        return replace(line, faults=tuple(faults))

    @cached_property
    def errors(self) -> list[ListLine]:
        """Those faults but for the line that is asked about."""
        asked = self.question.number if self.question else None
        return [line for line in self._illegal if line.number != asked]

    @cached_property
    def warnings(self) -> list[ListLine]:
        """The other faults, by line."""
        return list(_by_line([fault for fault in self._faults if fault.kind == "warn"], self._lines))

    @cached_property
    def warning_count(self) -> int:
        """The number of the other faults."""
        return sum(fault.kind == "warn" for fault in self._faults)

    @cached_property
    def repairs(self) -> int:
        """The number of repair steps that a button does."""
        return sum(bool(step.button) for step in self._repair)

    @property
    def changes_ahead(self) -> list[str]:
        """Those steps in sentences, with the cards that they take."""
        return [step.does or step.sentence for step in self._repair if step.button]

    @cached_property
    def repair(self) -> list[RepairStep]:
        """The steps without a fault's button; a name to be settled is offered on its line."""
        sentences = {step.sentence for fault in self._faults for step in fault.steps}
        return [
            step for step in self._steps.values() if step.button in ("edit", "move") and step.sentence not in sentences
        ]

    @cached_property
    def left(self) -> str:
        """The steps that only a person can take, in sentences."""
        return " ".join(step.sentence for step in self._repair if not step.button)


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card of the deck with the facts that its table shows.

    Attributes:
        own_name: the name in the reader's language; "" where it is the English one.
        has_text: whether the card's page has its text.
    """

    count: int
    card: Card
    name: str
    own_name: str
    url: str
    facts: str
    is_faulty: bool
    has_text: bool


@dataclass(frozen=True, slots=True)
class Block:
    """The cards of one type, with the number of copies."""

    label: str
    count: int
    rows: tuple[CardRow, ...]


@dataclass(frozen=True, slots=True)
class Export:
    """A form that the deck can be taken along in.

    Attributes:
        text: the deck in that form where it was asked for; `code` the drawing of its QR code.
        url: the address of its file.
    """

    form: str
    label: str
    text: str = ""
    code: str = ""
    url: str | None = None


@dataclass(frozen=True)
class DeckView(ListFaults):
    """The deck page's answer to a list."""

    terms: DeckTerms

    @cached_property
    def deck(self) -> Deck:
        """The deck with every card in the part where it belongs, as the rules count it."""
        return _in_parts(self.report.deck)

    @cached_property
    def sentence(self) -> str:
        """The verdict."""
        errors, warnings = len(self._faults) - self.warning_count, self.warning_count
        if not self.report.legal:
            return ngettext(
                "This deck is not legal: %(num)d problem.", "This deck is not legal: %(num)d problems.", errors
            )
        if warnings:
            return ngettext(
                "This deck is legal, with %(num)d thing to look at.",
                "This deck is legal, with %(num)d things to look at.",
                warnings,
            )
        return gettext("This deck is legal.")

    @property
    def basis(self) -> str:
        """The rule set, the day and the card data of the verdict."""
        report = self.report
        format = words.FORMATS.get(report.format, report.format)
        basis = gettext("%(format)s, as of %(date)s", format=format, date=day_words(report.on))
        if report.card_data is None:
            return basis
        return f"{basis} · {gettext('card data of %(date)s', date=day_words(report.card_data))}"

    @cached_property
    def account(self) -> str:
        """The number of lines of each kind."""
        lines = self.report.reading.lines
        if not lines.total:
            return ""
        return gettext(
            "Read as %(list_format)s. Lines: %(total)d – cards %(cards)d, headings %(headings)d, about the deck "
            "%(metadata)d, comments %(comments)d, open %(unresolved)d.",
            list_format=words.list_format_words(self.report.reading.list_format),
            total=lines.total,
            cards=lines.cards,
            headings=lines.headings,
            metadata=lines.metadata,
            comments=lines.ignored,
            unresolved=lines.unresolved,
        )

    @cached_property
    def unread(self) -> str:
        """The number of lines among the cards that were passed over, in words; "" without."""
        unread = unread_count(self.report.reading)
        return translated(unread) if unread else ""

    @cached_property
    def ignored(self) -> tuple[tuple[int, str, str], ...]:
        """The lines that are no cards: number, text and kind."""
        return ignored_lines(self.report.reading.ignored)

    @property
    def tiles(self) -> list[tuple[str, str, str, str]]:
        """The figures of the deck: name, figure, note and tone."""
        return list(_tiles(self.report, self.deck))

    @cached_property
    def data_age(self) -> str:
        """The age of the card data, where a name that is no card's may be that of a newer one; "" else."""
        known = self.report.card_data
        if known is None or all(problem.code is not ProblemCode.UNKNOWN_CARD for problem in self.report.problems):
            return ""
        return ngettext(
            "The card data is %(num)d day old: newer cards are not known here.",
            "The card data is %(num)d days old: newer cards are not known here.",
            max(0, (date.today() - known).days),
        )

    @cached_property
    def notes(self) -> list[str]:
        """The remarks of the rules."""
        return [translated(note) for note in self.report.notes]

    @cached_property
    def listing(self) -> list[ListLine]:
        """The whole list, if a line of it has a fault."""
        if not any(fault.line for fault in self._faults):
            return []
        marked = {line.number: line.faults for line in _by_line(self._faults, self._lines)}
        return [
            ListLine(number, text, marked.get(number, ()))
            for number, text in enumerate(self._lines[:SHOWN_LISTING], start=1)
        ]

    @cached_property
    def left_out(self) -> str:
        """The words on lines that name no card for certain: no link or other form of the deck can carry them."""
        count = len(self.report.reading.unresolved)
        if not count:
            return ""
        return ngettext(
            "%(num)d line is still open: its cards are in none of these.",
            "%(num)d lines are still open: their cards are in none of these.",
            count,
        )

    @cached_property
    def played(self) -> tuple[str, str] | None:
        """The day on which the list says that it was played, with a sentence, where that may change the answer."""
        day = self.report.deck.header.date if self.report.deck.header else None
        if self.report.legal or day is None or day == self.report.on or self.terms.on != date.today():
            return None
        return day.isoformat(), gettext("The list says that it was played on %(date)s.", date=day_words(day))

    @cached_property
    def crypt(self) -> list[CardRow]:
        """The vampires."""
        return list(_rows(self.report, self.deck.crypt))

    @cached_property
    def library(self) -> list[Block]:
        """The library, by type."""
        return list(_blocks(self.report, self.deck.library))

    @cached_property
    def plots(self) -> list[plots.Plot]:
        """The drawings."""
        return list(_plots(self.deck))

    @cached_property
    def exports(self) -> list[Export]:
        """The forms that the deck can be taken along in."""
        if not self.report.deck.crypt_count and not self.report.deck.library_count:
            return []
        forms = [Export(form.value, gettext(name)) for form, (name, _) in EXPORTS.items()]
        # The address for phones differs in its host alone.
        return [*forms, Export(_QR, gettext("QR code"))] if len(self.link or "") in _FOR_A_CODE else forms

    @cached_property
    def workbook_url(self) -> str:
        """The address of the deck as XLSX; "" where no address carries it."""
        return self._link.url("download", form=WORKBOOK) if self._link else ""

    @cached_property
    def export(self) -> Export | None:
        """The deck in the form that was asked for."""
        if self.asked.export == _QR and self._link and len(self.link or "") in _FOR_A_CODE:
            address = room_url().rstrip("/") + self._link.url()
            return Export(_QR, gettext("QR code"), code=Markup(qr_svg(address, fills=True, level="l")))
        form = next((form for form in EXPORTS if form.value == self.asked.export), None)
        if form is None:
            return None
        url = self._link.url("download", form=form.value) if self._link else None
        return Export(form.value, gettext(EXPORTS[form][0]), write(self.report.deck, form), url=url)

    @cached_property
    def rewrites(self) -> list[str]:
        """The names that were not written as printed."""
        return [
            gettext(
                "line %(line)d: “%(written)s” is %(name)s",
                line=rewrite.line,
                written=rewrite.written,
                name=rewrite.name,
            )
            for rewrite in self.report.reading.rewrites
        ]

    @cached_property
    def _link(self) -> DeckLink | None:
        return deck_link(self.report.deck, self.terms)

    @cached_property
    def link(self) -> str | None:
        """The address that carries the deck."""
        return self._link.url(is_external=True) if self._link else None

    @property
    def adding(self) -> NameSearch:
        """The field in which another card is looked for."""
        return name_search(ADD, self.asked.names.get(ADD, ""), card_data())

    @property
    def changes(self) -> list[str]:
        """The changes by the last edit."""
        return [] if self.asked.unread_fields else list(changes_since(self.asked.before, self.report.deck))

    @cached_property
    def panel(self) -> Panel | None:
        """The panel that is looked at."""
        return panel_of(self.asked.panel, Wish(self.report.reading, self.asked.values, self._link))

    @property
    def panels(self) -> Sequence[tuple[str, str]]:
        """Every panel, by name and title."""
        return panel_titles()


def list_faults(report: Report, text: str) -> ListFaults:
    """The faults of the list `text`, for a page that shows nothing else of the answer."""
    return ListFaults(report, text, AnswerOptions(finds_names=False))


def ignored_lines(ignored: Iterable[Ignored]) -> tuple[tuple[int, str, str], ...]:
    """Lines that are no cards: number, text, and what each is instead."""
    return tuple((line.line, line.text, str(words.IGNORED[line.why])) for line in ignored)


def _in_parts(deck: Deck) -> Deck:
    """The deck with every card where it belongs, as the rules count it, wherever the list has it."""
    crypt, library = (Counter[Card](), Counter[Card]())
    for counts, part in zip((crypt, library), by_kind(deck), strict=True):
        for entry in part:
            counts[entry.card] += entry.count
    return deck._replace(
        crypt=tuple(starmap(Entry, crypt.items())), library=tuple(starmap(Entry, library.items())), places=()
    )


def _tiles(report: Report, deck: Deck) -> Iterator[tuple[str, str, str, str]]:
    codes = {problem.code.value for problem in report.problems}
    groups = crypt_groups(deck.crypt)
    named = " · ".join(map(str, groups))
    yield (
        gettext("Crypt"),
        str(deck.crypt_count),
        ngettext("group %(groups)s", "groups %(groups)s", len(groups), groups=named) if groups else "",
        "bad" if codes & {"crypt_min", "crypt_missing", "groups"} else "",
    )
    yield (
        gettext("Library"),
        str(deck.library_count),
        ngettext("%(num)d different card", "%(num)d different cards", len(deck.library)),
        "bad" if codes & {"library_min", "library_max", "library_missing"} else "",
    )
    figures = capacity_figures(capacities(deck.crypt))
    if figures:
        note = gettext("four lowest %(min)d, four highest %(max)d", min=figures.min, max=figures.max)
        yield gettext("Average capacity"), format_decimal(figures.average, "0.00"), note, ""


def _by_line(faults: Sequence[ShownProblem], lines: Sequence[str]) -> Iterator[ListLine]:
    """The faults gathered by their line, in the order in which each line is first named."""
    gathered: dict[int, list[ShownProblem]] = {}
    for fault in faults:
        gathered.setdefault(fault.line or 0, []).append(fault)
    for number, faults_of_line in gathered.items():
        text = lines[number - 1].strip() if 0 < number <= len(lines) else ""
        yield ListLine(number, text, tuple(faults_of_line))


def _fault(problem: Problem, report: Report, asked: AnswerOptions, steps: Mapping[str, RepairStep]) -> ShownProblem:
    lines = [line for line in report.reading.unresolved if line.line == problem.line]
    # A line may hold several names that are open.
    line = next((line for line in lines if line.candidates == problem.candidates), lines[0] if lines else None)
    return ShownProblem(
        kind="bad" if problem.severity is Severity.ERROR else "warn",
        title=str(words.PROBLEMS[problem.code]),
        message=translated(problem.message),
        rule=problem.rule,
        fix=translated(problem.fix) if problem.fix else None,
        line=problem.line,
        is_open=line is not None,
        offers=tuple(line_offer(line.line, line.text, candidate.card) for candidate in line.candidates) if line else (),
        search=_search(line, asked) if line and asked.finds_names else None,
        steps=tuple(step for step in _steps(problem, report, steps) if step.button),
        remedy=translated(remedy(problem.code) or "") if problem.severity is Severity.ERROR else "",
    )


def _steps(problem: Problem, report: Report, steps: Mapping[str, RepairStep]) -> list[RepairStep]:
    """The steps of a problem's fix; for cards that were moved to their part, the step that puts all of them there."""
    if problem.code is ProblemCode.MOVED_CARDS:
        return [moving_step(report.reading)]
    fixes = problem.fix.items if isinstance(problem.fix, Listed) else (problem.fix,)
    in_words = [translated(fix) for fix in fixes if isinstance(fix, str)]
    return [steps[sentence] for sentence in in_words if sentence in steps]


def _search(line: Unresolved, asked: AnswerOptions) -> NameSearch:
    name = line_field(line)
    return name_search(name, asked.names.get(name, ""), card_data(), line.text)


def changes_since(before: str, deck: Deck) -> Iterator[str]:
    """The changes of the deck by the last edit."""
    held = read(before, card_data()) if before else None
    if held and not held.decks:
        for change in compare_decks(held.deck, deck):
            yield gettext(
                "%(name)s: %(before)d → %(after)d",
                name=change.card.unique_name,
                before=change.before,
                after=change.after,
            )


def _rows(report: Report, entries: Sequence[Entry]) -> Iterator[CardRow]:
    errors = [problem for problem in report.problems if problem.severity is Severity.ERROR]
    faulty = {entry.card.id for problem in errors for entry in problem.cards}
    texts = card_texts()
    for entry in entries:
        card = entry.card
        url = url_for("cards.show", number=card.id)
        yield CardRow(
            count=entry.count,
            card=card,
            name=card.name,
            own_name=own_name(card),
            url=url,
            facts=_columns(card),
            is_faulty=card.id in faulty,
            has_text=texts is not None and bool(texts.of(card.id)[0]),
        )


def _columns(card: Card) -> str:
    """The columns behind the name in the deck: a vampire's as lists print them, a card's disciplines."""
    if isinstance(card, CryptCard):
        group = "ANY" if card.group is None else str(card.group)
        advanced = "ADV" if card.advanced else ""
        title = words.title_words(card.title) if card.title else ""
        parts = (str(card.capacity), advanced, _listed(card.disciplines), title, f"{card.clan}:{group}")
        return "  ".join(part for part in parts if part)
    if isinstance(card, LibraryCard):
        return ("+" if card.disciplines_all else "/").join(card.disciplines)
    return ""


def _listed(disciplines: Sequence[str]) -> str:
    """Superior ones first, as lists print them."""
    return " ".join(sorted(disciplines, key=lambda name: (name.islower(), name)))


def _blocks(report: Report, library: Sequence[Entry]) -> Iterator[Block]:
    by_type: dict[str, list[Entry]] = {}
    for entry in library:
        by_type.setdefault(type_label(entry.card), []).append(entry)
    for label in sorted(by_type, key=type_rank):
        entries = sorted(by_type[label], key=lambda entry: entry.card.name.casefold())
        yield Block(words.type_words(label), sum(entry.count for entry in entries), tuple(_rows(report, entries)))


def _plots(deck: Deck) -> Iterator[plots.Plot]:
    if deck.crypt_count:
        counts = Counter(capacities(deck.crypt))
        values = [(str(capacity), counts[capacity]) for capacity in range(1, max(max(counts), 10) + 1)]
        yield plots.columns(gettext("Capacities in the crypt"), values)
    types: Counter[str] = Counter()
    disciplines: Counter[str] = Counter()
    for entry in deck.library:
        types[type_label(entry.card)] += entry.count
        if isinstance(entry.card, LibraryCard):
            disciplines.update(dict.fromkeys(entry.card.disciplines, entry.count))
    if types:
        ordered = sorted(types, key=type_rank)
        values = [(words.type_words(label), types[label]) for label in ordered]
        yield plots.rows(gettext("Types in the library"), values, tones=(2,))
    if disciplines:
        values = [(name.upper(), count) for name, count in disciplines.most_common(8)]
        yield plots.rows(gettext("Disciplines in the library"), values, tones=(3,))
