"""The archive of winning decks that the package krcg carries, as decks of ours: built from card numbers alone."""

from __future__ import annotations

from collections import Counter
from datetime import date
from functools import cache
from typing import NamedTuple

from krcg import collections, models, twda, vekn_csv

from toolkit.cards import CardDatabase, load
from toolkit.decks.model import Deck, Entry, EventHeader


class Archived(NamedTuple):
    """A winning deck: as packaged, its day, and the same as a deck of ours."""

    packaged: models.Deck
    day: date
    deck: Deck


@cache
def cards() -> CardDatabase:
    """The shipped card data."""
    return load()


@cache
def krcg_cards() -> collections.CardDict:
    """The cards as krcg has them, but for the rulings, which take it longest and stand in no list."""
    cards, sets = vekn_csv.from_files()
    found = collections.CardDict(cards)
    found.sets = sets
    found.index()
    return found


@cache
def archive() -> tuple[Archived, ...]:
    """Every deck of the archive."""
    return tuple(Archived(packaged, _day(packaged), _deck(packaged)) for packaged in twda.load_local().values())


def multiset(deck: Deck | models.Deck) -> Counter[int]:
    """Card number to copies, of a deck of ours or of krcg's."""
    counts: Counter[int] = Counter()
    if isinstance(deck, Deck):
        for entry in deck.entries:
            counts[entry.card.id] += entry.count
    else:
        for card in deck.cards:
            counts[card.id] += card.count
    return counts


def _day(packaged: models.Deck) -> date:
    # 43 files of 2026 carry an ISO date, which krcg takes for the player's name.
    return packaged.event.date or date.fromisoformat(packaged.player[:10])


def _deck(packaged: models.Deck) -> Deck:
    comments = {card.id: card.comment for card in packaged.cards}
    entries = [Entry(cards()[number], count, comment=comments[number]) for number, count in multiset(packaged).items()]
    return Deck(
        name=packaged.name,
        author=packaged.author,
        description=packaged.comment,
        crypt=tuple(entry for entry in entries if entry.card.id >= 200_000),
        library=tuple(entry for entry in entries if entry.card.id < 200_000),
        header=_header(packaged),
    )


def _header(packaged: models.Deck) -> EventHeader:
    event = packaged.event
    return EventHeader(
        event=event.name,
        place=event.place,
        date=event.date,
        rounds=(f"{event.rounds}R+F" if event.finals else f"{event.rounds}R (no final)") if event.rounds else "",
        players=event.players_count or None,
        winner=packaged.player,
        url=event.url,
        score=str(packaged.score or ""),
    )
