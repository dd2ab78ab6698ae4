"""The account of a reading: every line, every card, every fault, gathered while a list is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, compress
from operator import itemgetter
from typing import NamedTuple

from toolkit.cards.model import Card, CryptCard, Kind, LibraryCard
from toolkit.decks.model import (
    Candidate,
    Deck,
    Declared,
    Entry,
    EventHeader,
    Ignored,
    IgnoredAs,
    LineCounts,
    Problem,
    ProblemCode,
    Reading,
    Rewrite,
    Unresolved,
)
from toolkit.decks.reading.candidates import candidates_of
from toolkit.decks.reading.line import MAX_COPIES, OTHER_COUNT, TextLine, cards_behind, count_value
from toolkit.decks.reading.names import (
    ANY_GROUP,
    NOTHING,
    CardMatch,
    Resolver,
    contradictions,
    fitting_versions,
    languages_of,
    of_kind,
    plain,
    unmarked,
)
from toolkit.languages import AND, N_, OR, Count, Listed, Message, Sayable

# Where a card stands in the source: the number of its line, as a deck has it.
type LineNumbers = tuple[int, ...]


class DeckPart:
    """The entries of a part, and where each of them stands."""

    __slots__ = ("entries", "places")

    def __init__(self, entries: list[Entry], places: list[LineNumbers]) -> None:
        self.entries = entries
        self.places = places

    def add(self, lines: Iterable[TextLine], places: Iterable[LineNumbers]) -> int:
        """Add what each line adds for certain, one place for each line; returns how many lines added something."""
        before = len(self.entries)
        entries = [line.entry for line in lines]
        self.entries += filter(None, entries)
        self.places += compress(places, entries)
        return len(self.entries) - before

    @property
    def classes(self) -> set[type[Card]]:
        """The classes of its cards."""
        return {*map(type, map(itemgetter(0), self.entries))}

    def extend(self, more: DeckPart) -> None:
        """Add the cards further down."""
        self.entries += more.entries
        self.places += more.places

    def only(self, kind: Kind) -> DeckPart:
        """The cards of that kind."""
        wanted = [entry.card.kind is kind for entry in self.entries]
        return DeckPart(list(compress(self.entries, wanted)), list(compress(self.places, wanted)))

    def merged(self) -> DeckPart:
        """Each card once, where it is named first, with the copies of all its lines."""
        merged: dict[Card, tuple[Entry, LineNumbers]] = {}
        for entry, place in zip(self.entries, self.places, strict=True):
            earlier = merged.get(entry.card)
            merged[entry.card] = (_joined(earlier[0], entry), earlier[1] + place) if earlier else (Entry(*entry), place)
        return DeckPart([entry for entry, _ in merged.values()], [place for _, place in merged.values()])


def each_once(crypt: DeckPart, library: DeckPart) -> tuple[DeckPart, DeckPart]:
    """Both parts with each card once, and no entry in both."""
    entries = crypt.entries + library.entries
    if len({entry[0] for entry in entries}) == len(entries):
        return crypt, library
    return crypt.merged(), library.merged()


def _joined(first: Entry, second: Entry) -> Entry:
    return Entry(first.card, first.count + second.count, first.comment or second.comment)


MAX_COPIES_OF_CARD = 200
# Different cards in a row that stand twice in a list: fewer happen to.
_FEWEST_REPEATED = 3
# Suggestions are the only costly step: a list with more open lines than this is not a list with slips of the pen.
MAX_SUGGESTED = 30
_LONGEST_SUGGESTED = 70
_SHOWN = 60
ONE_DECK = Message("Give one deck at a time.")
DECKLIST = Message("a decklist")
_IF_NO_CARD = Message("Correct the name, or write -- in front of the line if it names no card.")
_CHECK_CARD = Message("Check that the line names the right card.")
_WRITE_COPIES = Message("Write the number of copies once, in front of the name.")
_WRITE_GROUP = Message("Write the group after the name.")
_WRITE_ADVANCED = Message("Write (ADV) after the name of the advanced vampire, and nothing after the other's.")
# Stands between several contradictions of one line.
_BETWEEN = N_("; ")


def quoted(text: str) -> str:
    """The text as a message quotes it: short, on one line."""
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


class DeckLines(NamedTuple):
    """The lines of one of several decks of a source, with their numbers there."""

    lines: list[str]
    numbers: Sequence[int]


class ListAccount:
    """The account of all lines read so far; `reading()` closes it.

    Attributes:
        block: the type under whose heading the line stands that is being read, or "".
        decks: the lines of each deck, where they hold several.
        rows: the lines that hold several cards.
        pieces: how many cards and headings stand on them.
        undecided: line, finding, copies, comment and part of what names several cards: settled when all lines are read.
    """

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver
        self.name = ""
        self.author = ""
        self.block = ""
        self.description: list[str] = []
        self.header: EventHeader | None = None
        self.headings = self.metadata = self.blank = self.card_lines = 0
        self._ignored: list[tuple[int, str, IgnoredAs, bool]] = []
        self.declared: list[Declared] = []
        self.problems: list[Problem] = []
        self.unresolved: list[Unresolved] = []
        self.rewrites: list[Rewrite] = []
        self._crypt = DeckPart([], [])
        self._library = DeckPart([], [])
        self.rows: frozenset[int] = frozenset()
        self.pieces = 0
        self.decks: list[DeckLines] = []
        self.undecided: list[tuple[int, CardMatch, int, str, Kind | None]] = []
        self._unknown: list[tuple[int, int]] = []
        self._misversioned: list[tuple[int, CardMatch, int, Kind | None, str]] = []
        self._languages: set[str] = set()
        self._doubtful: set[int] = set()
        self._moved: tuple[tuple[Entry, LineNumbers], ...] = ()
        self._suggested = 0
        self._rewritten: set[tuple[str, int]] = set()

    def ignore(self, line: int, text: str, why: IgnoredAs, *, may_be_card: bool = False) -> None:
        """Note a line that holds no card and is not counted otherwise; with `may_be_card` it may be one anywhere."""
        if line in self.rows:
            # A heading among the cards of one line, with nothing behind it.
            self.headings += 1
            return
        self._ignored.append((line, text, why, may_be_card))

    def add(self, line: int, match: CardMatch, count: int, *, part: Kind | None = None, comment: str = "") -> None:
        """Take a line's card into the deck, or note why it is none."""
        if len(match.cards) != 1:
            match = of_kind(match, part)
        cards = match.cards
        if not cards:
            self._misversioned.append((line, match, count, part, self.block))
        elif len(cards) > 1:
            self.undecided.append((line, match, count, comment, part))
        else:
            self.take(line, cards[0], count, part, comment)
            if match.why or match.faults:
                self.note(line, match, cards[0], count)

    def take(self, line: int, card: Card, count: int, part: Kind | None, comment: str) -> None:
        """Add copies of a card that is certain."""
        taken = self._of(part or card.kind)
        taken.entries.append(Entry(card, count, comment))
        taken.places.append((line,))
        self.card_lines += 1

    def take_lines(self, lines: Iterable[TextLine], places: Iterable[LineNumbers], part: Kind | None) -> None:
        """Add the cards that a stretch of lines names for certain."""
        if part is not None:
            self.card_lines += self._of(part).add(lines, places)
            return
        both = DeckPart([], [])
        self.card_lines += both.add(lines, places)
        for kind in Kind:
            self._of(kind).extend(both.only(kind))

    def _of(self, kind: Kind) -> DeckPart:
        return self._crypt if kind is Kind.CRYPT else self._library

    def move_strays(self, *, headless: bool) -> None:
        """Take the library's cards under the crypt's heading into the library; all of it where it has no heading."""
        if not headless and LibraryCard not in self._crypt.classes:
            return
        strays = [entry for entry in self._crypt.entries if isinstance(entry[0], LibraryCard)]
        self._library.extend(self._crypt.only(Kind.LIBRARY))
        self._crypt = self._crypt.only(Kind.CRYPT)
        moved = self._library if headless else DeckPart(strays, self._library.places[-len(strays) :])
        moved = moved.merged()
        self._moved = tuple(zip(moved.entries, moved.places, strict=True))

    def note(self, line: int, match: CardMatch, card: Card, count: int) -> None:
        """Report how the name was rewritten and what the line says that the card is not."""
        if match.why and (match.written, card.id) not in self._rewritten:
            self._languages |= languages_of(match, card)
            self._rewritten.add((match.written, card.id))
            self.rewrites.append(Rewrite(line, match.written, card.unique_name, match.why))
        if match.faults:
            self.problems.append(
                Problem(
                    code=ProblemCode.CONTRADICTION,
                    message=Message(
                        "Line %(number)s gives %(name)s %(said)s.",
                        number=line,
                        name=card.unique_name,
                        said=Listed(match.faults, between=_BETWEEN),
                    ),
                    line=line,
                    cards=(Entry(card, count),),
                    fix=_WRITE_COPIES if match.faults[-1].template == OTHER_COUNT else _CHECK_CARD,
                )
            )

    def _name_versions(self) -> None:
        """Note each line with a version that no card has; those nearest to the groups of the crypt come first."""
        groups = Counter({card.group: count for card, count, _ in self._crypt.entries if isinstance(card, CryptCard)})
        usual = next((group for group, _ in groups.most_common() if group), None)
        for line, match, count, part, block in self._misversioned:
            self.block = block
            namesakes = sorted(match.namesakes, key=lambda card: _group_distance(card, usual))[:3]
            versions = tuple(Candidate(card, 0) for card in namesakes)
            self._unresolve(line, match.written, count, versions, part)
            message = Message(
                "There is no %(version)s; there is %(versions)s.",
                version=_wanted(match),
                versions=Listed(map(_version, match.namesakes)),
            )
            fix = Message("Write %(name)s.", name=_either(namesakes))
            self.problems.append(
                Problem(code=ProblemCode.WRONG_VERSION, message=message, line=line, fix=fix, candidates=versions)
            )

    def _unresolve(
        self, line: int, name: str, count: int, candidates: tuple[Candidate, ...] = (), part: Kind | None = None
    ) -> None:
        self.unresolved.append(Unresolved(line, name, count, candidates, part, self.block))

    @property
    def can_suggest(self) -> bool:
        """Whether the list has had so few open lines that names near another are still looked for."""
        return self._suggested < MAX_SUGGESTED

    def suggestions(self, name: str, kind: Kind | None = None) -> tuple[Candidate, ...]:
        """The nearest names, while the list has had few open lines; none for what is no name by its length."""
        if not self.can_suggest or not 2 < len(name) <= _LONGEST_SUGGESTED:
            return ()
        self._suggested += 1
        near = self.resolver.cards.spelled_like(unmarked(name)[0])
        ranked = sorted(near, key=lambda item: kind is not None and item.card.kind is not kind)
        return tuple(Candidate(item.card, item.distance) for item in (ranked if kind else near))[:3]

    def unknown(
        self,
        line: int,
        name: str,
        count: int,
        *,
        part: Kind | None = None,
        near: tuple[Candidate, ...] | None = None,
        marked: bool = True,
    ) -> None:
        """Note a line that names no card, with what it may have meant; `marked` if it surely means to name one."""
        candidates = self.suggestions(name, part) if near is None else near
        # Which of them are likelier is known with the rest of the list.
        self._unknown.append((len(self.unresolved), len(self.problems)))
        self._unresolve(line, name, count, candidates, part)
        if not marked:
            self._doubtful.add(line)
        self.problems.append(self._no_card(self.unresolved[-1]))

    def _no_card(self, line: Unresolved) -> Problem:
        near = line.candidates
        fix = _IF_NO_CARD if line.line in self._doubtful else self.resolver.no_candidate
        if near:
            fix = Message("Did you mean %(name)s?", name=near[0].card.unique_name)
        message = Message("No card is called “%(name)s”.", name=quoted(line.text))
        return Problem(code=ProblemCode.UNKNOWN_CARD, message=message, line=line.line, fix=fix, candidates=near)

    def _ask_about_namesakes(self, part: DeckPart) -> None:
        """Leave open what the list may mean otherwise, being in another language: French "Distraction"."""
        abroad = self.resolver.cards.namesakes_abroad
        for at in reversed(range(len(part.entries))):
            card, count, comment = part.entries[at]
            meant = abroad.get(card.id, {})
            others = [number for language in sorted(self._languages & meant.keys()) for number in meant[language]]
            if not others or comment.casefold().startswith("english"):
                continue
            cards = (*map(self.resolver.cards.__getitem__, others), card)
            candidates = tuple(Candidate(namesake, 0) for namesake in cards[:3])
            line = part.places[at][0]
            del part.entries[at], part.places[at]
            self.card_lines -= 1
            self._unresolve(line, card.name, count, candidates, card.kind)
            self.problems.append(
                Problem(
                    code=ProblemCode.AMBIGUOUS_CARD,
                    message=Message("“%(written)s” may be %(list)s.", written=card.name, list=_either(cards)),
                    line=line,
                    fix=Message(
                        "Write the card's English name; if that is %(name)s, write “(English)” after it.",
                        name=card.name,
                    ),
                    candidates=candidates,
                )
            )

    def _offer_candidates(self) -> None:
        """Give every line that names no card the cards that it may have meant in this list."""
        lines = [self.unresolved[at] for at, _ in self._unknown]
        entries = (*self._crypt.entries, *self._library.entries)
        for (at, place), candidates in zip(
            self._unknown, candidates_of(lines, self.resolver.cards, entries), strict=True
        ):
            if candidates and candidates != self.unresolved[at].candidates:
                self.unresolved[at] = replace(self.unresolved[at], candidates=candidates)
                self.problems[place] = self._no_card(self.unresolved[at])

    def unknown_number(self, line: int, number: str, count: int) -> None:
        """Note a card number that no card has."""
        self._unresolve(line, number, count)
        message = Message("No card has the number %(number)s.", number=quoted(number))
        self.fault(ProblemCode.UNKNOWN_CARD, message, line=line, fix=Message("Name the card."))

    def bad_count(self, line: int, figure: str, name: str, *, part: Kind | None = None) -> None:
        """Note a number of copies that cannot be."""
        self._unresolve(line, name, 0, part=part)
        message = Message(
            "“%(written)s” is not a number of copies of %(name)s: it must be 1 to %(number)s.",
            written=quoted(figure),
            name=quoted(name),
            number=MAX_COPIES,
        )
        self.fault(ProblemCode.BAD_COUNT, message, line=line, fix=Message("Write how many copies the deck has."))

    def several_cards(
        self, line: int, text: str, count: int, cards: Sequence[Card], *, part: Kind | None = None
    ) -> None:
        """Note a line that names several cards, of which nobody knows how many the deck has."""
        candidates = tuple(Candidate(card, 0) for card in dict.fromkeys(cards))
        self._unresolve(line, text, count, candidates, part)
        message = Message(
            "Two cards are on this line: %(list)s.", list=Listed([card.unique_name for card in cards], AND)
        )
        fix = Message("Write each card on a line of its own.")
        self.problems.append(
            Problem(code=ProblemCode.AMBIGUOUS_CARD, message=message, line=line, fix=fix, candidates=candidates)
        )

    def uncounted(self, line: int, match: CardMatch) -> None:
        """Warn of a name without a figure in a list that counts its cards."""
        self.fault(
            ProblemCode.NO_COUNT,
            Message("“%(name)s” has no count; it is read as 1.", name=match.namesakes[0].name),
            line=line,
            fix=_WRITE_COPIES,
        )

    def _check_blocks(self) -> None:
        """Warn of a block of cards that stands twice in the list."""
        placed = self._in_order()
        first: dict[tuple[Card, int], int] = {}
        at = 0
        while at < len(placed):
            key = placed[at][1]
            start = first.setdefault(key, at)
            size = 0
            while start + size < at < len(placed) - size and placed[start + size][1] == placed[at + size][1]:
                size += 1
            if size >= _FEWEST_REPEATED and len({key for _, key in placed[at : at + size]}) >= _FEWEST_REPEATED:
                self._repeated(
                    [line for line, _ in placed[start : start + size]], [line for line, _ in placed[at : at + size]]
                )
            at += max(size, 1)

    def _in_order(self) -> list[tuple[int, tuple[Card, int]]]:
        """Every card with its copies, by the lines of the list."""
        parts = (self._crypt, self._library)
        placed = [
            (place[0], (entry.card, entry.count))
            for part in parts
            for entry, place in zip(part.entries, part.places, strict=True)
            if place
        ]
        return sorted(placed, key=itemgetter(0))

    def _repeated(self, above: Sequence[int], below: Sequence[int]) -> None:
        message = Message(
            "Lines %(first)s to %(last)s repeat lines %(number)s to %(other)s.",
            first=below[0],
            last=below[-1],
            number=above[0],
            other=above[-1],
        )
        fix = Message("Delete one of the two if they were pasted twice.")
        self.fault(ProblemCode.PASTED_TWICE, message, line=below[0], fix=fix)

    def introduced(self, words: str, counted: Sequence[tuple[int, Entry]]) -> None:
        """Warn of lines that count though the words above them may say that they are none of the deck."""
        message = Count(
            len(counted),
            "%(num)d line below “%(written)s” was counted as a card of the deck.",
            "%(num)d lines below “%(written)s” were counted as cards of the deck.",
            written=quoted(words),
        )
        fix = Message("Write -- in front of each that is not in the deck.")
        cards = tuple(entry for _, entry in counted)
        self.problems.append(
            Problem(code=ProblemCode.INTRODUCED, message=message, line=counted[0][0], cards=cards, fix=fix)
        )

    def fault(
        self, code: ProblemCode, message: Sayable, *, line: int | None = None, fix: Sayable | None = None
    ) -> None:
        """Note any other fault or warning."""
        self.problems.append(Problem(code=code, message=message, line=line, fix=fix))

    def not_a_deck(self, message: Sayable, fix: Sayable | None = None) -> None:
        """Note that the source holds no deck."""
        self.fault(ProblemCode.NOT_A_DECK, message, fix=fix)

    def too_long(self, line: int, text: str, limit: int, *, part: Kind | None = None) -> None:
        """Note a line that is longer than any card's."""
        self._unresolve(line, quoted(text), 0, part=part)
        message = Message(
            "This line has %(number)s characters; at most %(other)s are read.", number=len(text), other=limit
        )
        self.fault(ProblemCode.TOO_LARGE, message, line=line)

    def _decide_versions(self) -> None:
        """Give each re-issued vampire the version that keeps the crypt within two adjacent groups, if one does."""
        groups = {
            entry.card.group
            for entry in self._crypt.entries
            if isinstance(entry.card, CryptCard) and entry.card.group is not None
        }
        versions = fitting_versions(groups, [match.cards for _, match, _, _, _ in self.undecided])
        for (line, match, count, comment, part), cards in zip(self.undecided, versions, strict=True):
            if len(cards) == 1:
                why = Message(
                    "group %(number)s keeps the crypt within two adjacent groups",
                    number=getattr(cards[0], "group", ""),
                )
                card = cards[0]
                self.take(line, card, count, part, comment)
                self.note(line, match._replace(why=why, faults=contradictions(card, match.details)), card, count)
                continue
            candidates = tuple(Candidate(card, 0) for card in match.cards[:3])
            self._unresolve(line, match.written, count, candidates, part)
            self.problems.append(
                Problem(
                    code=ProblemCode.AMBIGUOUS_CARD,
                    message=Message(
                        "“%(written)s” may be %(list)s.", written=quoted(match.written), list=_either(match.cards)
                    ),
                    line=line,
                    fix=_WRITE_GROUP if len(set(map(_group_of, candidates))) > 1 else _WRITE_ADVANCED,
                    candidates=candidates,
                )
            )

    def _check_totals(self, part: DeckPart) -> None:
        for entry, lines in zip(part.entries, part.places, strict=True):
            if entry.count > MAX_COPIES_OF_CARD:
                message = Message(
                    "%(number)s copies of %(name)s: at most %(other)s are read.",
                    number=entry.count,
                    name=entry.card.unique_name,
                    other=MAX_COPIES_OF_CARD,
                )
                beyond = entry._replace(count=entry.count - MAX_COPIES_OF_CARD)
                problem = Problem(code=ProblemCode.TOO_LARGE, message=message, line=lines[-1], cards=(beyond,))
                self.problems.append(problem)

    @property
    def has_cards(self) -> bool:
        """Whether any line named a card, or came near one."""
        return bool(
            self.card_lines or self.undecided or self._misversioned or any(item.candidates for item in self.unresolved)
        )

    def reading(self, source: str, list_format: str) -> Reading:
        """The deck and the account of its lines."""
        self._settle()
        crypt, library = each_once(self._crypt, self._library)
        if crypt is not self._crypt:
            # Only a card of several lines can have more copies than one line may say.
            self._check_totals(crypt)
            self._check_totals(library)
            self._check_blocks()
        if len(self.problems) > 1:
            self.problems.sort(key=lambda problem: problem.line or 0)
        if len(self.unresolved) > 1:
            self.unresolved.sort(key=lambda item: item.line)
        kinds = self._counts()
        deck = Deck(
            self.name,
            self.author,
            "\n".join(self.description).strip(),
            tuple(crypt.entries),
            tuple(library.entries),
            self.header,
            (*crypt.places, *library.places),
        )
        return Reading(
            source,
            list_format,
            deck,
            tuple(self.problems),
            tuple(self.unresolved),
            tuple(self.rewrites),
            tuple(self.declared),
            LineCounts(sum(kinds), *kinds, self.blank),
            self._placed(deck.places) if self._ignored else (),
            self._moved,
        )

    def _settle(self) -> None:
        """Decide and ask what only the whole list can say of its lines."""
        if self.undecided:
            self._decide_versions()
        if self._languages:
            for part in (self._crypt, self._library):
                self._ask_about_namesakes(part)
        if self._unknown:
            self._offer_candidates()
        if self._misversioned:
            self._name_versions()

    @property
    def is_mixed(self) -> bool:
        """Whether crypt cards are both in front of library cards and behind them, or cards in the other part."""
        crypt, library = self._crypt, self._library
        if not crypt.places or not library.places:
            return False
        if LibraryCard in crypt.classes or CryptCard in library.classes:
            return True
        return crypt.places[-1] >= library.places[0] and library.places[-1] >= crypt.places[0]

    @property
    def is_in_rows(self) -> bool:
        """Whether most cards stand in lines that hold several."""
        return bool(self.rows) and 2 * len(self._places_in_rows()) > self.card_lines

    def _places_in_rows(self) -> list[LineNumbers]:
        return [place for place in (*self._crypt.places, *self._library.places) if not self.rows.isdisjoint(place)]

    def _counts(self) -> tuple[int, int, int, int, int]:
        """Lines of cards, headings, about the deck, ignored and open; a line that holds several of them counts once."""
        cards, headings, unresolved = self.card_lines, self.headings, len(self.unresolved)
        if self.rows:
            places = self._places_in_rows()
            named = {line for place in places for line in place}
            opened = [item.line for item in self.unresolved if item.line in self.rows]
            # A row with an open card is open, whatever else it holds; one without any card is of headings.
            still_open = set(opened)
            cards += len(named - still_open) - len(places)
            unresolved += len(still_open) - len(opened)
            headings += len(self.rows - named - still_open) - (self.pieces - len(places) - len(opened))
        return cards, headings, self.metadata, len(self._ignored), unresolved

    def _placed(self, places: Iterable[LineNumbers]) -> tuple[Ignored, ...]:
        """The ignored lines in order, knowing on which side of the cards they stand."""
        cards = list(chain.from_iterable(places)) or [0]
        first, last = min(cards), max(cards)
        return tuple(
            Ignored(line, text, why, may_be_card or first < line < last)
            for line, text, why, may_be_card in sorted(self._ignored)
        )


def _group_distance(card: Card, group: int | None) -> int:
    """How far the group of a vampire is from another; 0 where either has none."""
    own = card.group if isinstance(card, CryptCard) else None
    return abs(own - group) if own and group else 0


def _group_of(candidate: Candidate) -> int | None:
    return candidate.card.group if isinstance(candidate.card, CryptCard) else None


def _either(cards: Iterable[Card]) -> Listed:
    return Listed([card.unique_name for card in cards], between=OR)


def _wanted(match: CardMatch) -> Message:
    """The version of a vampire that a line asks for."""
    name, group, advanced = match.namesakes[0].name, match.details.group, match.details.advanced
    if group is None:
        return Message("%(name)s advanced", name=name)
    if group == ANY_GROUP:
        text = N_("%(name)s of any group and advanced") if advanced else N_("%(name)s of any group")
        return Message(text, name=name)
    text = N_("%(name)s of group %(number)s and advanced") if advanced else N_("%(name)s of group %(number)s")
    return Message(text, name=name, number=group)


def _version(card: Card) -> Sayable | str:
    """A version of a vampire that there is."""
    if not isinstance(card, CryptCard):
        return card.name
    if card.group is None:
        return Message("any group advanced") if card.advanced else Message("any group")
    return Message(N_("group %(number)s advanced") if card.advanced else N_("group %(number)s"), number=card.group)


_MISSES = 20


class Places:
    """The line of each entry of a structured source, found by looking for its text from where the last one stood."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1
        self._missed = 0

    def line_of(self, text: str) -> int:
        """The line on which the text is found next; that of the last entry if it is missing."""
        # Looking in vain costs a walk to the end: after some, no more are made.
        index = self._text.find(text, self._at) if text and self._missed < _MISSES else -1
        if index < 0:
            self._missed += 1
            return self._line
        self._line += self._text.count("\n", self._at, index)
        self._at = index
        return self._line

    def next_line_of(self, text: str) -> int:
        """As `line_of`, and the next search starts behind it."""
        line = self.line_of(text)
        self._at = min(len(self._text), self._at + 1)
        return line


def add_named(account: ListAccount, line: int, name: str, figure: str, *, part: Kind | None = None) -> None:
    """Take copies of a card by its name."""
    name = plain(name).strip()
    count = count_value(figure.strip())
    if count is None:
        account.bad_count(line, figure, name, part=part)
        return
    match = account.resolver.find(name) if name else None
    if match is None:
        account.unknown(line, name, count, part=part)
    elif cards := cards_behind(account.resolver, match, ""):
        account.several_cards(line, name, count, (*match.cards[:1], *cards), part=part)
    else:
        account.add(line, match, count, part=part, comment=match.remark)


def add_numbered(account: ListAccount, line: int, number: str, figure: str, *, name: str = "") -> None:
    """Take copies of a card by its number; by its name if no card has the number."""
    card = (
        account.resolver.cards.get(int(number)) if number.isascii() and number.isdecimal() and len(number) < 9 else None
    )
    if card is None and name:
        add_named(account, line, name, figure)
        return
    count = count_value(figure.strip())
    if card is None:
        account.unknown_number(line, number, count or 0)
    elif count is None:
        account.bad_count(line, figure, card.unique_name)
    else:
        account.add(line, CardMatch((card,), (card,), card.unique_name, None, NOTHING), count)
