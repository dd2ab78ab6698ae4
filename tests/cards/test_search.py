"""Cards found by what they are; the expected ones are printed so."""

from __future__ import annotations

import pytest

from toolkit.cards import Card, CardDatabase, CryptCard, load
from toolkit.cards.search import BadQuery, CardQuery, find_cards, query_of, vocabulary_of


@pytest.fixture(scope="module")
def cards() -> CardDatabase:
    return load()


def found(cards: CardDatabase, text: str = "", **asked: str) -> list[str]:
    return [card.unique_name for card in find_cards(cards, text, query_of(asked, cards))]


@pytest.mark.parametrize(
    ("asked", "one", "other"),
    [
        ({"clan": "ventrue antitribu"}, "Blackhorse Tanner", "Lodin (Olaf Holte)"),
        ({"clan": "Ventrue"}, "Ventrue Headquarters", "Blood Doll"),
        ({"discipline": "AUS"}, "Abraham DuSable", "Theo Bell (G2)"),
        ({"discipline": "dom"}, "Govern the Unaligned", "Majesty"),
        ({"discipline": "ani for"}, "Alpha Glint", "Freak Drive"),
        ({"capacity": "11"}, "Stanislava", "Anson"),
        ({"capacity": "1-2"}, "Anarch Convert", "Anson"),
        ({"capacity": "9+"}, "Stanislava", "Anson"),
        ({"group": "6"}, "Theo Bell (G6)", "Theo Bell (G2)"),
        ({"group": "any"}, "Anarch Convert", "Anson"),
        ({"title": "Prince"}, "Anson", "Stanislava"),
        ({"title": "any"}, "Stanislava", "Theo Bell (G2)"),
        ({"type": "Political Action"}, "Kine Resources Contested", "Govern the Unaligned"),
        ({"cost": "0"}, "Blood Doll", "Freak Drive"),
        ({"cost": "1 blood"}, "Freak Drive", "Blood Doll"),
        ({"cost": "pool"}, "Vessel", "Freak Drive"),
        ({"cost": "1 réserve"}, "Vessel", "Freak Drive"),
        ({"cost": "Sangre"}, "Freak Drive", "Vessel"),
        ({"cost": "1 recurso"}, "Vessel", "Freak Drive"),
        ({"cost": "convicção"}, "Imprison", "Vessel"),
        ({"group": "qualquer"}, "Anarch Convert", "Anson"),
        ({"cost": "x"}, "Awe", "Freak Drive"),
        ({"set": "nb3"}, "Noluthando", "Anson"),
        ({"set": "New Blood III"}, "Noluthando", "Anson"),
        ({"kind": "library"}, "Blood Doll", "Anson"),
    ],
)
def test_a_card_is_found_by_what_it_is(cards: CardDatabase, asked: dict[str, str], one: str, other: str) -> None:
    names = found(cards, **asked)
    assert one in names
    assert other not in names


def test_a_card_must_be_all_that_is_asked_for(cards: CardDatabase) -> None:
    names = found(cards, clan="Ventrue", title="prince", group="2")
    assert names
    for name in names:
        (card,) = cards.named(name)
        assert isinstance(card, CryptCard)
        assert (card.clan, card.title, card.group) == ("Ventrue", "Prince", 2)


def test_a_capital_asks_for_the_superior_level(cards: CardDatabase) -> None:
    superior, inferior = (
        set(found(cards, discipline="DOM", kind="crypt")),
        set(found(cards, discipline="dom", kind="crypt")),
    )
    assert superior < inferior


def test_words_and_facts_go_together(cards: CardDatabase) -> None:
    assert found(cards, "theo bell", group="6") == ["Theo Bell (G6)"]


def test_without_words_cards_come_by_name(cards: CardDatabase) -> None:
    assert found(cards, title="Regent") == ["Sha-Ennu"]
    assert found(cards, type="conviction")[:2] == ["React with Conviction", "Second Sight"]


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("clan", "Tremeer"),
        ("title", "Duke"),
        ("type", "Spell"),
        ("capacity", "many"),
        ("capacity", "-"),
        ("capacity", "5-8-9"),
        ("cost", "y"),
        ("cost", "2 gold"),
        ("group", "x"),
        ("set", "nope"),
        ("discipline", "AUS xyz"),
        ("kind", "side"),
    ],
)
def test_what_nothing_is_called_is_refused_at_its_field(cards: CardDatabase, field: str, text: str) -> None:
    with pytest.raises(BadQuery) as caught:
        query_of({field: text}, cards)
    assert caught.value.field == field


def test_nothing_asked_is_every_card(cards: CardDatabase) -> None:
    assert query_of({"clan": " ", "cost": ""}, cards) == CardQuery()
    assert len(find_cards(cards, "", CardQuery())) == len(cards)


def test_the_words_are_those_of_the_cards(cards: CardDatabase) -> None:
    """The titles of the game, and the fourteen types: Vampire and Imbued, twelve of the library."""
    known = vocabulary_of(cards)
    assert {"Prince", "Primogen", "Justicar", "Inner Circle", "Archbishop", "Baron", "Magaji", "Regent"} <= set(
        known.titles
    )
    assert len(known.types) == 14
    assert vocabulary_of(cards) is known


def test_every_card_has_a_type_by_which_it_is_found(cards: CardDatabase) -> None:
    by_type: set[Card] = set()
    for name in vocabulary_of(cards).types:
        by_type |= set(find_cards(cards, "", query_of({"type": name}, cards)))
    assert len(by_type) == len(cards)
