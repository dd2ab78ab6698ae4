from __future__ import annotations

import subprocess
import sys

import pytest

from tests.given import given, settings, st
from toolkit.cards import CardDatabase, Kind, load, name_key
from toolkit.cards.files import Nicknames
from toolkit.cards.near import FAMILIES, NearNames, own_part


@pytest.fixture(scope="module")
def cards() -> CardDatabase:
    return load()


def edits(one: str, other: str) -> int:
    """The textbook distance, to judge the fast one by."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        previous, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (a != b))
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


def test_namesakes_are_all_suggested_and_never_more_than_three_cards(cards: CardDatabase) -> None:
    assert [item.card.unique_name for item in cards.suggest("Teo Bell")] == [
        "Theo Bell (G2)",
        "Theo Bell (G2 ADV)",
        "Theo Bell (G6)",
    ]


def test_only_cards_of_the_deck_that_is_asked_for(cards: CardDatabase) -> None:
    assert {item.card.kind for item in cards.suggest("Victoria Ashe", kind=Kind.CRYPT)} == {Kind.CRYPT}
    assert cards.suggest("Teo Bell", kind=Kind.LIBRARY) == ()


def test_a_city_without_its_card_is_not_answered_with_another_city(cards: CardDatabase) -> None:
    for family in ("Praxis Seizure: Springfield", "Powerbase: Springfield", "Crusade: Springfield"):
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
    assert near.near("govern", 9)[:1] == [("govern", 0)]
    longer = [(key, distance) for key, distance in near.near("govern", 9) if distance > 2]
    assert longer == [("governess", 3), ("governance", 4)]
