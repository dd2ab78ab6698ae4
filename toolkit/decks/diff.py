"""Two lists compared: two versions of a deck, a registered list against the one played, a deck against its pool."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolkit.cards.model import Card
from toolkit.decks.model import Deck, Entry, Problem, ProblemCode, TakeOut
from toolkit.decks.rules.steps import sentence
from toolkit.languages import N_, Message

SEALED_RULE = "VEKN 7.2"


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card, and how many copies of it two lists hold."""

    card: Card
    before: int
    after: int


def compare_decks(before: Deck, after: Deck) -> tuple[CardChange, ...]:
    """The cards whose copies differ, crypt before library, each by name; empty for two lists of the same cards."""
    return tuple(change for change in align_decks(before, after) if change.before != change.after)


def align_decks(before: Deck, after: Deck) -> tuple[CardChange, ...]:
    """Every card of two lists with its copies in both, crypt before library, each by name."""
    old, new = _copies(before.entries), _copies(after.entries)
    changes = [
        CardChange(card, old.get(card.id, (card, 0))[1], new.get(card.id, (card, 0))[1])
        for card in {**_cards(old), **_cards(new)}.values()
    ]
    return tuple(sorted(changes, key=lambda change: (change.card.id < 200_000, change.card.name, change.card.id)))


def beyond_pool(deck: Deck, pool: Deck) -> tuple[Problem, ...]:
    """The cards of which a deck holds more copies than the pool that was registered for it.

    Rule: VEKN 7.2, a limited deck is built from the cards opened.
    """
    opened = {number: count for number, (_, count) in _copies(pool.entries).items()}
    places = {entry.card.id: lines for entry, lines in reversed(list(deck.placed))}
    problems = []
    for number, (card, count) in _copies(deck.entries).items():
        excess = count - opened.get(number, 0)
        if excess > 0:
            problems.append(_beyond(Entry(card, excess), places[number], opened.get(number, 0)))
    return tuple(problems)


def _beyond(entry: Entry, lines: tuple[int, ...], opened: int) -> Problem:
    name = entry.card.unique_name
    text = (
        N_("The deck has %(number)s %(name)s; the registered pool has %(other)s.")
        if opened
        else N_("The deck has %(number)s %(name)s; the registered pool has none.")
    )
    return Problem(
        code=ProblemCode.NOT_IN_POOL,
        message=Message(text, number=entry.count + opened, name=name, other=opened),
        rule=SEALED_RULE,
        line=lines[0] if lines else None,
        cards=(entry,),
        fix=sentence(TakeOut(entry.count, entry.card, entry.card.kind)),
    )


def _copies(entries: Iterable[Entry]) -> dict[int, tuple[Card, int]]:
    copies: dict[int, tuple[Card, int]] = {}
    for entry in entries:
        _, count = copies.get(entry.card.id, (entry.card, 0))
        copies[entry.card.id] = (entry.card, count + entry.count)
    return copies


def _cards(copies: dict[int, tuple[Card, int]]) -> dict[int, Card]:
    return {number: card for number, (card, _) in copies.items()}
