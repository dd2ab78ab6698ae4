from __future__ import annotations

import subprocess
import sys

import pytest

from tests.given import given, settings, st
from toolkit.cards import Card, CardDatabase, Kind, load, name_key
from toolkit.cards.files import Nicknames
from toolkit.cards.near import FAMILIES, NearNames, own_part


@pytest.fixture(scope="module")
def cards() -> CardDatabase:
    return load()


def edits(one: str, other: str) -> int:
    """The textbook distance with swaps of neighbours, to judge the fast one by."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, last, row = row, before, [i]
        for j, b in enumerate(other, 1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b)))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                row[j] = min(row[j], last[j - 2] + 1)
    return row[-1]


@pytest.mark.parametrize(
    ("written", "meant", "distance"),
    [
        ("Govern the Unalgned", "Govern the Unaligned", 1),
        ("Deflecton", "Deflection", 1),
        ("Freek Drve", "Freak Drive", 2),
        ("Praxis Seizure: Pariss", "Praxis Seizure: Paris", 1),
        ("Wake with Evening", "Wake with Evening's Freshness", 10),
        ("PTO", "Protect Thine Own", 12),
        ("villien", "Villein", 1),
    ],
)
def test_a_wrong_name_is_answered_with_the_nearest(
    cards: CardDatabase, written: str, meant: str, distance: int
) -> None:
    first = cards.suggest(written)[0]
    assert (first.card.name, first.distance) == (meant, distance)


def test_an_unclear_short_name_is_answered_with_all_that_it_may_mean(cards: CardDatabase) -> None:
    assert [item.card.name for item in cards.suggest("KRC")] == ["Kine Resources Contested", "KRCG News Radio"]


@pytest.mark.parametrize("nickname", ["PTO", "the fastest bike there is", "Zap"])
def test_an_unclear_short_name_is_as_far_off_as_its_letters(cards: CardDatabase, nickname: str) -> None:
    """Its own length says nothing: a nickname may be longer than the name."""
    row = {"id": 100001, "name": "Zip Gun", "types": ["Equipment"]}
    database = CardDatabase([row], (), cards.source, Nicknames({}, {nickname: (100001,)}))
    assert database.suggest(nickname)[0].distance == edits(name_key(nickname), "zipgun")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("DI", "Direct Intervention"),
        ("OtQV", "On the Qui Vive"),
        ("MEE", "My Enemy's Enemy"),
        ("DotS", "Dreams of the Sphinx"),
        ("Convert", "Anarch Convert"),
        ("Troublemaker", "Anarch Troublemaker"),
        ("Trublemaker", "Anarch Troublemaker"),
        ("Ashurs", "Ashur Tablets"),
        ("Argus", "Eyes of Argus"),
        ("Qui Vive", "On the Qui Vive"),
        ("Heidelberg Castle", "Heidelberg Castle, Germany"),
        ("Heidelberg Castel", "Heidelberg Castle, Germany"),
        ("Bait & Switch", "Bait and Switch"),
        ("dir int", "Direct Intervention"),
        ("Wake", "Wake with Evening's Freshness"),
    ],
)
def test_a_name_as_people_say_it_is_answered_with_the_card_and_is_none(
    cards: CardDatabase, said: str, meant: str
) -> None:
    assert cards.suggest(said)[0].card.name == meant
    assert cards.find(said) is None


def test_words_of_one_length_are_looked_for_in_their_order(cards: CardDatabase) -> None:
    """It was the order of a set, another one in each process."""
    assert [item.card.name for item in cards.suggest("kept them")] == ["The Secret Must Be Kept"]


def test_of_cards_that_fit_alike_the_one_that_is_played_more_comes_first(cards: CardDatabase) -> None:
    """Pentex Subversion stands in 1,894 decks of the archive, Pentex Loves You! in 18."""
    assert [item.card.name for item in cards.suggest("Pentex")][:2] == ["Pentex™ Subversion", "Pentex™ Loves You!"]


def test_a_card_that_fits_the_rest_of_the_list_comes_first(cards: CardDatabase) -> None:
    def a_ravnos(card: Card) -> float:
        return 5.0 * (card.name == "Lillian")

    assert [item.card.name for item in cards.suggest("Villan")] == ["Villein", "Lillian"]
    assert [item.card.name for item in cards.suggest("Villan", fit=a_ravnos)] == ["Lillian", "Villein"]


def test_every_word_must_be_one_of_the_name(cards: CardDatabase) -> None:
    assert cards.suggest("Direct Freshness") == ()


def test_namesakes_are_all_suggested_and_never_more_than_three_cards(cards: CardDatabase) -> None:
    assert {item.card.unique_name for item in cards.suggest("Teo Bell")} == {
        "Theo Bell (G2)",
        "Theo Bell (G2 ADV)",
        "Theo Bell (G6)",
    }


def test_only_cards_of_the_deck_that_is_asked_for(cards: CardDatabase) -> None:
    assert {item.card.kind for item in cards.suggest("Victoria Ashe", kind=Kind.CRYPT)} == {Kind.CRYPT}
    assert cards.suggest("Teo Bell", kind=Kind.LIBRARY) == ()


def test_a_city_without_its_card_is_not_answered_with_another_city(cards: CardDatabase) -> None:
    for family in ("Praxis Seizure: Springfield", "Powerbase: Springfield", "Crusade: Springfield", "PB: Springfield"):
        assert cards.suggest(family) == ()


def test_every_family_has_members(cards: CardDatabase) -> None:
    for start, end in FAMILIES:
        assert any(card.name.startswith(start) and card.name.endswith(end) for card in cards), (start, end)


def test_own_part_of_a_family_and_of_none() -> None:
    assert own_part(name_key("Praxis Seizure: Paris")) == "paris"
    assert own_part(name_key("Asylum Hunting Ground")) == "asylum"
    assert own_part(name_key("Hunting Ground")) == "huntingground"
    assert own_part(name_key("Blood Doll")) == "blooddoll"


@settings(max_examples=150, deadline=None)
@given(
    key=st.text("ab", min_size=6, max_size=9),
    keys=st.sets(st.text("ab", min_size=5, max_size=11), min_size=10, max_size=40),
)
def test_nothing_nearer_is_left_out(key: str, keys: set[str]) -> None:
    """The three nearest within the allowed edits are the three that a search of every key finds."""
    allowed = max(1, len(key) // 3)
    expected = sorted(distance for other in keys if (distance := edits(key, other)) <= allowed)[:3]
    found = [distance for _, distance in NearNames(keys).near(key, 3)]
    assert found[: len(expected)] == expected


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=400))
def test_any_text_has_at_most_three_suggestions_in_order(cards: CardDatabase, text: str) -> None:
    found = cards.suggest(text)
    assert len(found) <= 3
    assert len({item.card.id for item in found}) == len(found)


def test_nothing_pays_for_suggestions_before_one_is_asked_for() -> None:
    program = "import sys; from toolkit.cards import load; load().find('Blood Doll'); print('rapidfuzz' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "False\n"


def test_names_that_begin_alike_come_shortest_first_and_in_their_order() -> None:
    near = NearNames(["govern", "governance", "governor", "ungoverned", "governess", "gov"])
    assert near.near("govern", 9)[0] == ("govern", 0)
    longer = [(key, distance) for key, distance in near.near("govern", 9) if distance > 2]
    assert longer == [("governess", 3), ("governance", 4)]
