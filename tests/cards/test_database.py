from __future__ import annotations

import itertools
from datetime import date

import pytest

from toolkit.cards import CardDatabase, CryptCard, Kind, LibraryCard, NameKind, UnknownCard, load, name_key


@pytest.fixture(scope="module")
def cards() -> CardDatabase:
    return load()


def test_every_card_of_the_release_is_there(cards: CardDatabase) -> None:
    assert len(cards) == 4149
    assert sum(isinstance(card, CryptCard) for card in cards) == 1785
    assert sum(isinstance(card, LibraryCard) for card in cards) == 2364


def test_the_ban_list_carries_its_dates(cards: CardDatabase) -> None:
    banned = {card.name: card.banned for card in cards if card.banned}
    assert len(banned) == 20
    assert banned["Gypsies"] == banned["Tarbaby Jack"] == date(2020, 8, 1)
    assert banned["Cunctator Motion"] == date(1995, 11, 1)
    assert banned["Anthelios, The Red Star"] == date(2016, 2, 16)


def test_fourteen_base_names_are_in_two_groups(cards: CardDatabase) -> None:
    bases = [card for card in cards if isinstance(card, CryptCard) and not card.advanced]
    groups: dict[str, set[int | None]] = {}
    for card in bases:
        groups.setdefault(card.name, set()).add(card.group)
    twice = {name for name, found in groups.items() if len(found) == 2}
    assert len(twice) == 14
    assert {"Theo Bell", "Victoria Ash", "Tegyrius, Vizier", "Gilbert Duane"} <= twice


@pytest.mark.parametrize(
    ("written", "printed", "kind"),
    [
        ("Pentex(TM) Subversion", "Pentex™ Subversion", NameKind.PRINTED),
        ("louvre, paris, the", "The Louvre, Paris", NameKind.PRINTED),
        ("Louvre, Paris", "The Louvre, Paris", NameKind.PRINTED),
        ("Le Louvre, Paris", "The Louvre, Paris", NameKind.PRINTED),
        ("Sacre-Coeur cathedral, France", "Sacré-Cœur Cathedral, France", NameKind.PRINTED),
        ("Boleslaw Gutowski", "Bolesław Gutowski", NameKind.PRINTED),
        ("KPIST M45", "Kpist m/45", NameKind.PRINTED),
        ("Monseñor, El", "El Monseñor", NameKind.PRINTED),
        ("Una", "Una", NameKind.PRINTED),
        ("Raven", "Camille Devereux, The Raven", NameKind.FORMER),
        ("Mylan Horseed (Goblin)", "Mylan Horseed", NameKind.FORMER),
        ("Mask of 1,000 Faces", "Mask of a Thousand Faces", NameKind.FORMER),
        ("Mind Rape", "Puppet Master", NameKind.FORMER),
        ("Muñeca de sangre", "Blood Doll", NameKind.TRANSLATION),
        ("Poupee de sang", "Blood Doll", NameKind.TRANSLATION),
        ("PB: Montreal", "Powerbase: Montreal", NameKind.SHORT),
        ("Asylum HG", "Asylum Hunting Ground", NameKind.SHORT),
        ("5th Tradition", "Fifth Tradition: Hospitality", NameKind.SHORT),
        ("wwef", "Wake with Evening's Freshness", NameKind.SHORT),
    ],
)
def test_a_card_is_found_by_any_of_its_names(cards: CardDatabase, written: str, printed: str, kind: NameKind) -> None:
    match = cards.find(written)
    assert match is not None
    assert ([card.name for card in match.cards], match.kind) == ([printed], kind)


def test_the_printed_name_is_exact_and_another_spelling_is_not(cards: CardDatabase) -> None:
    exact, other = cards.find("Pentex™ Subversion"), cards.find("Pentex Subversion")
    assert exact is not None
    assert other is not None
    assert (exact.exact, other.exact) == (True, False)


@pytest.mark.parametrize(
    "near_miss",
    [
        "Praxis Seizure: Springfield",
        "Govern the Unalgned",
        "Govern",
        "Theo",
        "Bell",
        "Theo Bell (G5)",
        "Theo Govern",
        "Blood",
        "Powerbase: Springfield",
        "PB: Springfield",
        "Springfield HG",
        "HG",
        "PTO",
        "KRC",
        "The",
        ", The",
        "!",
        "mask of 1",
        "",
    ],
)
def test_a_near_miss_is_never_a_match(cards: CardDatabase, near_miss: str) -> None:
    if near_miss == "Govern":  # a short name in use: of the table, not of nearness
        assert near_miss in cards.nicknames.accepted
    else:
        assert cards.find(near_miss) is None


def test_no_near_name_of_a_card_is_a_match(cards: CardDatabase) -> None:
    """Every name with one letter lost, doubled or changed is unknown, or rightly another card's name."""
    names = {name_key(name) for card in cards for name in (card.name, *card.names)}
    names |= cards._other_names.keys()
    for card in itertools.islice(cards, 0, None, 7):
        for at in range(0, len(card.name), 3):
            for changed in (
                card.name[:at] + card.name[at + 1 :],
                card.name[:at] + "q" + card.name[at + 1 :],
                card.name[:at] + card.name[at] + card.name[at:],
            ):
                if name_key(changed) not in names:
                    assert cards.find(changed) is None, changed


def test_a_key_that_cards_share_is_one_printed_name_of_several_vampires(cards: CardDatabase) -> None:
    """Over all pairs of cards: two keys are equal only where the printed names are."""
    shared = {key: numbers for key, numbers in cards._printed.items() if len(numbers) > 1}
    assert len(shared) == 77
    for numbers in shared.values():
        assert len({cards[number].name for number in numbers}) == 1
        assert all(isinstance(cards[number], CryptCard) for number in numbers)
    assert sum(len(numbers) for numbers in shared.values()) + len(cards._printed) - len(shared) == len(cards)


def test_a_name_of_another_kind_stands_for_one_card_and_hides_no_printed_name(cards: CardDatabase) -> None:
    assert not cards._printed.keys() & cards._other_names.keys()
    ambiguous = [numbers for _, numbers in cards._other_names.values() if len(numbers) > 1]
    assert {cards[n].name for numbers in ambiguous for n in numbers} <= {"Sébastien Goulet"}


def test_an_accepted_short_name_begins_no_other_cards_name(cards: CardDatabase) -> None:
    for name, number in cards.nicknames.accepted.items():
        begins = {n for key, numbers in cards._printed.items() if key.startswith(name_key(name)) for n in numbers}
        assert begins <= {number}, name


def test_every_row_of_the_nicknames_is_commented_with_its_card(cards: CardDatabase) -> None:
    from toolkit.paths import CARD_DB

    text = (CARD_DB / "nicknames.toml").read_text()
    for name, number in cards.nicknames.accepted.items():
        assert f'"{name}" = {number} # {cards[number].name};' in text


def test_what_is_remembered_is_bounded_and_right(cards: CardDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolkit.cards.database._MOST_REMEMBERED", 10)
    for dashes in range(40):
        for _ in "twice":
            match = cards.find("Blood" + "-" * dashes + "Doll")
            assert match is not None
            assert (match.cards[0].name, match.exact) == ("Blood Doll", False)
    exact = cards.find("Blood Doll")
    assert exact is not None
    assert exact.exact
    assert len(cards._found) <= 10


def test_namesakes_are_every_version(cards: CardDatabase) -> None:
    found = cards.namesakes(cards[201362])
    assert [card.unique_name for card in found] == ["Theo Bell (G2)", "Theo Bell (G2 ADV)", "Theo Bell (G6)"]


@pytest.mark.parametrize(
    ("text", "unique_names"),
    [
        ("Theo Bell (G6)", ["Theo Bell (G6)"]),
        ("theo bell (g2 adv)", ["Theo Bell (G2 ADV)"]),
        ("Theo Bell (G2)", ["Theo Bell (G2)"]),
        ("Theo Bell", ["Theo Bell (G2)", "Theo Bell (G2 ADV)", "Theo Bell (G6)"]),
        ("Anarch Convert (ANY)", ["Anarch Convert"]),
        ("Lodin (Olaf Holte)", ["Lodin (Olaf Holte)"]),
        (" 100845 ", ["Govern the Unaligned"]),
    ],
)
def test_a_person_names_a_card(cards: CardDatabase, text: str, unique_names: list[str]) -> None:
    assert [card.unique_name for card in cards.named(text)] == unique_names


@pytest.mark.parametrize("text", ["Theo Bell (G5)", "Lucita (G7)", "Govrn the Unaligned", "9" * 5000, "²", "", "(G6)"])
def test_what_names_no_card_is_refused(cards: CardDatabase, text: str) -> None:
    with pytest.raises(UnknownCard, match="No card is called") as caught:
        cards.named(text)
    assert len(str(caught.value)) < 400


def test_no_card_has_that_number(cards: CardDatabase) -> None:
    assert cards.get(999999) is None
    assert 999999 not in cards
    with pytest.raises(UnknownCard, match="999999"):
        cards[999999]


def test_the_preconstructed_decks_that_hold_a_card(cards: CardDatabase) -> None:
    assert {"V5:PTr", "FB:PTr", "LoB:PO", "CE:PTo", "SW:PB"} == set(cards[100001].products)
    assert "FoL" in {product for card in cards for product in card.products}


def test_every_product_is_one_of_its_set(cards: CardDatabase) -> None:
    for product in {product for card in cards for product in card.products}:
        code, _, deck = product.partition(":")
        assert deck in {item.code for item in cards.sets[code].products}, product


def test_a_search_takes_words_in_any_order_and_from_any_name(cards: CardDatabase) -> None:
    assert [card.unique_name for card in cards.search("bell theo")][:3] == [
        "Theo Bell (G2)",
        "Theo Bell (G2 ADV)",
        "Theo Bell (G6)",
    ]
    assert [card.name for card in cards.search("muñeca de")] == ["Blood Doll"]
    assert [card.name for card in cards.search("sacre-coeur")] == ["Sacré-Cœur Cathedral, France"]
    assert cards.search("govern un")[0].name == "Govern the Unaligned"
    assert cards.search("") == cards.search("?!") == cards.search("zzzz") == ()
    assert len(cards.search("the", limit=5)) == 5


def test_a_search_takes_a_number_and_initials(cards: CardDatabase) -> None:
    assert [card.name for card in cards.search(" 100845 ")] == ["Govern the Unaligned"]
    assert cards.search("999999") == ()
    assert cards.search("DI")[0].name == "Direct Intervention"
    assert cards.search("di")[0].name != "Direct Intervention"


def test_the_deck_a_card_belongs_to_is_in_its_number(cards: CardDatabase) -> None:
    assert all(card.kind is (Kind.CRYPT if isinstance(card, CryptCard) else Kind.LIBRARY) for card in cards)
