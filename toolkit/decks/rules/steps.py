"""Steps of a repair: what they do to a deck, which of its cards they take where any will do, and how they read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import cycle, groupby, islice

from toolkit.cards.model import Card, CryptCard, Kind, LibraryCard
from toolkit.decks.model import Add, Deck, Entry, Move, OpenQuestion, Rename, Replace, Report, Step, TakeOut
from toolkit.decks.reading.account import quoted
from toolkit.decks.rules.cards import can_play
from toolkit.decks.rules.case import cards, copies
from toolkit.languages import AND, N_, Listed, Message


def apply(deck: Deck, steps: Iterable[Step]) -> Deck:
    """The deck with those steps carried out, in order.

    A step that leaves the choice of a card to a person, and a name that nobody but the list's author knows, change
    nothing; of a card that is not there as often as a step says, what there is.
    """
    parts = {Kind.CRYPT: _by_card(deck.crypt), Kind.LIBRARY: _by_card(deck.library)}
    for step in steps:
        match step:
            case Rename(to=Card() as card):
                _put(parts[step.part], card, step.count)
            case Add(card=Card() as card):
                _put(parts[step.part], card, step.count)
            case TakeOut(card=Card() as card):
                _take(parts[step.part], card, step.count)
            case Replace(to=Card() as card):
                _put(parts[step.part], card, _take(parts[step.part], step.card, step.count))
            case Move():
                other = Kind.LIBRARY if step.to is Kind.CRYPT else Kind.CRYPT
                _put(parts[step.to], step.card, _take(parts[other], step.card, step.count))
    crypt, library = (tuple(entry for entry in part.values() if entry.count) for part in parts.values())
    return deck._replace(crypt=crypt, library=library, places=())


def _by_card(entries: Iterable[Entry]) -> dict[Card, Entry]:
    part: dict[Card, Entry] = {}
    for card, count, comment in entries:
        former = part.get(card)
        part[card] = former._replace(count=former.count + count) if former else Entry(card, count, comment)
    return part


def _put(part: dict[Card, Entry], card: Card, count: int) -> None:
    if count:
        entry = part.get(card, Entry(card, 0))
        part[card] = entry._replace(count=entry.count + count)


def _take(part: dict[Card, Entry], card: Card, count: int) -> int:
    entry = part.get(card, Entry(card, 0))
    taken = min(count, entry.count)
    if taken:
        part[card] = entry._replace(count=entry.count - taken)
    return taken


# A part that grows by more than this share of itself is no repair of a deck: a person says what it is to hold.
_MOST_GROWTH = {Kind.CRYPT: Fraction(1), Kind.LIBRARY: Fraction(1, 2)}


def filled(deck: Deck, steps: Sequence[Step], spare: Deck | None = None) -> tuple[Step, ...]:
    """The steps with cards of the deck wherever any will do, as `choices_of()` takes them."""
    return tuple(chosen for share in choices_of(deck, steps, spare) for chosen in share)


def choices_of(deck: Deck, steps: Sequence[Step], spare: Deck | None = None) -> list[tuple[Step, ...]]:
    """For each step those that name their cards: where any will do, cards that the deck has already.

    Copies that come are spread over cards that the crypt can play, those of which it has most first; copies that go are
    taken from there. A step stays open where the crypt would more than double or the library grow by more than half,
    and where a name is unknown. Where a card waits to be exchanged, no copies of it are taken out either.

    A deck with a registered pool takes what comes from `spare`; a step stays open where that holds too little.
    """
    left = apply(
        deck, [TakeOut(step.count, step.card, step.part) if isinstance(step, Replace) else step for step in steps]
    )
    held = {Kind.CRYPT: _counts(left.crypt), Kind.LIBRARY: _counts(left.library)}
    room = {part: int(counts.total() * _MOST_GROWTH[part]) for part, counts in held.items()}
    pool = {Kind.CRYPT: _counts(spare.crypt), Kind.LIBRARY: _counts(spare.library)} if spare is not None else {}
    choices: list[tuple[Step, ...]] = []
    waiting: set[tuple[Kind, Card]] = set()
    for step in steps:
        match step:
            case Add(card=None) | Replace(to=None) if step.count <= room[step.part] and (
                not pool or step.count <= pool[step.part].total()
            ):
                room[step.part] -= step.count
                spread = _spread(held[step.part], left.crypt, step.count, pool.get(step.part))
                choices.append(tuple(_naming(step, card, count) for card, count in spread.items()))
            case TakeOut(card=None):
                choices.append(tuple(_thinned(held[step.part], step)))
            case Replace(to=None):
                waiting.add((step.part, step.card))
                choices.append((step,))
            case TakeOut(card=Card() as card) if (step.part, card) in waiting:
                choices.append(())
            case _:
                choices.append((step,))
    return choices


def _counts(entries: Iterable[Entry]) -> Counter[Card]:
    return Counter({entry.card: entry.count for entry in entries})


def _spread(
    held: Counter[Card], crypt: Sequence[Entry], count: int, pool: Counter[Card] | None = None
) -> Counter[Card]:
    """So many copies of the cards held, one of each in turn; they count as held then.

    Of a pool, copies that it still has, of the cards held first; it holds that many.
    """
    minions = [entry.card for entry in crypt if isinstance(entry.card, CryptCard)]
    usual = (
        [card for card, _ in held.most_common()] if pool is None else sorted(+pool, key=lambda card: card not in held)
    )
    fitting = [card for card in usual if not isinstance(card, LibraryCard) or _is_played(card, minions)]
    if pool is None:
        spread = Counter(islice(cycle(fitting or usual), count))
    else:
        copies = [card for turn in range(max(pool.values())) for card in usual if pool[card] > turn]
        spread = Counter(sorted(copies, key=lambda card: card not in fitting)[:count])
        pool.subtract(spread)
    held.update(spread)
    return spread


def _is_played(card: LibraryCard, minions: Sequence[CryptCard]) -> bool:
    need = card.need
    return need is None or any(can_play(minion, need) for minion in minions)


def _naming(step: Add | Replace, card: Card, count: int) -> Step:
    return replace(step, count=count, card=card) if isinstance(step, Add) else replace(step, count=count, to=card)


def _thinned(held: Counter[Card], step: TakeOut) -> Iterator[Step]:
    """A removal of any cards: one copy after the other of whatever there are most copies of by then."""
    out: Counter[Card] = Counter()
    left = step.count
    for level in range(max(held.values(), default=0), 0, -1):
        for card in [card for card, count in held.items() if count == level][:left]:
            held[card] -= 1
            out[card] += 1
            left -= 1
    return (TakeOut(count, card, step.part) for card, count in out.items())


def instructions(report: Report) -> Iterator[Message]:
    """Questions and repair of a deck in sentences, one for each; for what is no deck, that it has none."""
    yield from map(question_text, report.questions)
    yield from map(sentence, report.repair)
    if not report.legal and not report.repair and not report.questions and not report.reading.decks:
        yield Message("No repair can be given before there is a decklist.")


def sentence(step: Step) -> Message:
    """A step as an instruction."""
    return _instruction([step])


def question_text(question: OpenQuestion) -> Message:
    """The question to the list's author about a line."""
    return _renaming(Rename(question.line, question.text, None, question.count, question.part))


def _instruction(steps: Sequence[Step]) -> Message:
    """Several steps of one kind as one instruction."""
    what = Listed(map(_what, steps), AND)
    match steps[0]:
        case Add():
            return Message("Add %(cards)s.", cards=what)
        case TakeOut():
            return Message("Remove %(cards)s.", cards=what)
        case Replace(to=Card() as card):
            return Message("Replace %(cards)s with %(name)s.", cards=what, name=card.unique_name)
        case Replace():
            return Message("Replace %(cards)s.", cards=what)
        case Move(to=Kind.CRYPT):
            return Message("Move %(cards)s to the crypt.", cards=what)
        case Move():
            return Message("Move %(cards)s to the library.", cards=what)
        case Rename() as step:
            return _renaming(step)


def _what(step: Step) -> str:
    if isinstance(step, Rename):
        return step.written
    if step.card is None:
        return cards(step.count, step.part)
    return copies([Entry(step.card, step.count)])


def _renaming(step: Rename) -> Message:
    figures = {"number": step.line, "written": quoted(step.written)}
    if step.to and step.to.unique_name == step.written:
        return Message("Line %(number)s: delete everything after “%(written)s”.", **figures)
    if step.to:
        return Message("Line %(number)s: write %(name)s for “%(written)s”.", name=step.to.unique_name, **figures)
    if not step.count:
        return Message(
            "Line %(number)s: write how many copies of “%(written)s” there are, or delete the line.", **figures
        )
    text = (
        N_("Line %(number)s: which crypt card is “%(written)s”?")
        if step.part is Kind.CRYPT
        else N_("Line %(number)s: which library card is “%(written)s”?")
    )
    return Message(text, **figures)


def gathered(steps: Iterable[Step]) -> list[Message]:
    """Steps as instructions, one for all that follow each other and are of one kind."""
    return [_instruction(list(group)) for _, group in groupby(steps, key=type)]
