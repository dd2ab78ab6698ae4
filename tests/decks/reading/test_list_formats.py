from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.decks.reading.writers import LIST_FORMATS, Cards
from tests.soak import part
from toolkit.cards import CardDatabase
from toolkit.cards.model import CryptCard
from toolkit.decks import read
from toolkit.decks.model import Reading

# Names that have tripped readers: digits, brackets, quotes, accents, articles, namesakes, ADV.
TRICKY = """
Theo Bell (G2 ADV)|Lucita (ADV)|Lucita|Inez "Nurse216" Villagrande|Anarch Convert|Dónal O'Connor (G2)
Xeper, Sultan of Lepers|Lodin (Olaf Holte)|Roxanne, Rectrix of the 13th Floor|Gilbert Duane (G1)
.44 Magnum|419 Operation|AK-47|Channel 10|Kpist m/45|Local 1111|Pier 13, Port of Baltimore|Promise of 1528
47th Street Royals|Beretta 9mm|Khazar's Diary (Endless Night)|Ohoyo Hopoksia (Bastet)|Scapelli, The Family "Mechanic"
Pentex™ Subversion|The Rack|An Anarch Manifesto|Sacré-Cœur Cathedral, France|Praxis Seizure: Berlin
Bang Nakh — Tiger's Claws|Día de los Muertos|XTC-Laced Blood|Dominate|Animalism|Le Dinh Tho|The Siamese
Carlton Van Wyk|Trophy: Library|Arcane Library
"""


def tricky_deck(cards: CardDatabase) -> Cards:
    by_name = {card.unique_name: card for card in cards}
    names = TRICKY.strip().replace("\n", "|").split("|")
    return [(by_name[name], 1 + index % 4) for index, name in enumerate(names)]


def counts(reading: Reading) -> Counter[int]:
    return Counter({entry.card.id: entry.count for entry in reading.deck.entries})


@pytest.mark.parametrize("list_format", LIST_FORMATS)
def test_tricky_names_survive_every_list_format(cards: CardDatabase, list_format: str) -> None:
    write, label = LIST_FORMATS[list_format]
    deck = tricky_deck(cards)
    reading = read(write(deck, cards), cards)
    assert not reading.unresolved
    assert counts(reading) == Counter({card.id: count for card, count in deck})
    assert reading.list_format.startswith(label)


@pytest.mark.walk
@pytest.mark.parametrize("list_format", LIST_FORMATS)
def test_every_card_survives_every_list_format(cards: CardDatabase, list_format: str) -> None:
    write, _ = LIST_FORMATS[list_format]
    everything = sorted(cards, key=lambda card: card.id)
    random.Random(3).shuffle(everything)
    # A crypt of few groups would hide a wrong version: each list mixes all of them.
    for start in part(range(0, len(everything), 150), of=8, first=[*LIST_FORMATS].index(list_format)):
        deck = [(card, 1 + card.id % 3) for card in everything[start : start + 150]]
        reading = read(write(deck, cards), cards)
        assert not reading.unresolved, (list_format, [item.text for item in reading.unresolved])
        assert counts(reading) == Counter({card.id: count for card, count in deck}), list_format


@pytest.mark.parametrize("list_format", ["twd", "VDB text", "ARDB text"])
def test_columns_written_by_the_book_contradict_nothing(cards: CardDatabase, list_format: str) -> None:
    write, _ = LIST_FORMATS[list_format]
    deck = [(card, 1) for card in cards if isinstance(card, CryptCard)]
    for start in range(0, len(deck), 200):
        reading = read(write(deck[start : start + 200], cards), cards)
        assert not reading.problems, reading.problems[:3]


def test_a_deck_in_an_address_brings_its_name(cards: CardDatabase) -> None:
    address = "https://vdb.im/decks/deck?name=Deck%20%E2%84%961&author=Jane%20Doe&description=x#200076=2;100588=1"
    reading = read(address, cards)
    assert (reading.deck.name, reading.deck.author) == ("Deck #1", "Jane Doe")
    assert counts(reading) == {200076: 2, 100588: 1}
