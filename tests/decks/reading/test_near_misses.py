"""A near miss is never a match: over every card there is."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from toolkit.cards import CardDatabase, name_key
from toolkit.cards.model import CryptCard
from toolkit.decks.model import ProblemCode, Reading

Read = Callable[[str | bytes], Reading]

CITIES = (
    "Amsterdam Athens Atlanta Barcelona Berlin Bogota Boston Brussels Budapest Cairo Chicago Cleveland Copenhagen "
    "Dallas Detroit Dublin Frankfurt Geneva Glasgow Helsinki Houston Istanbul Krakow Lisbon London Madrid Miami "
    "Milan Monaco "
    "Montreal Moscow Munich Nantes Oslo Paris Philadelphia Prague Rome Seattle Stockholm Sydney Tokyo Toronto Venice "
    "Vienna Warsaw Zurich Yokohama York"
)
FAMILIES = ("Praxis Seizure: {}", "Powerbase: {}", "Crusade: {}", "{} Hunting Ground", "Fee Stake: {}")


def one_line(line: str) -> str:
    return f"2x Deflection\n{line}\n"


def taken(reading: Reading) -> list[str]:
    return [entry.card.unique_name for entry in reading.deck.entries if entry.card.name != "Deflection"]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_takes_no_stranger(cards: CardDatabase, reading_of: Read, family: str) -> None:
    strangers = [name for city in CITIES.split() if cards.find(name := family.format(city)) is None]
    assert len(strangers) > 15
    for name in strangers:
        reading = reading_of(one_line(f"1x {name}"))
        assert taken(reading) == []
        assert [problem.code for problem in reading.problems] == [ProblemCode.UNKNOWN_CARD], name


def crypt_cards(cards: CardDatabase) -> list[CryptCard]:
    return [card for card in cards if isinstance(card, CryptCard)]


def lists_of(lines: list[str], size: int = 200) -> Iterator[str]:
    for start in range(0, len(lines), size):
        yield "\n".join(lines[start : start + size])


def test_no_vampire_has_a_group_it_never_had(cards: CardDatabase, reading_of: Read) -> None:
    groups: dict[str, set[int | None]] = {}
    for card in crypt_cards(cards):
        groups.setdefault(name_key(card.name), set()).add(card.group)
    lines = [
        f"1x {card.name} (G{group})"
        for card in crypt_cards(cards)
        for group in range(1, 9)
        if group not in groups[name_key(card.name)]
    ]
    assert len(lines) > 12_000
    for text in lists_of(lines):
        reading = reading_of(text)
        assert not list(reading.deck.entries)
        assert {problem.code for problem in reading.problems} <= {ProblemCode.WRONG_VERSION}
        assert len(reading.unresolved) == text.count("\n") + 1


def test_no_vampire_has_an_advanced_version_that_never_was(cards: CardDatabase, reading_of: Read) -> None:
    advanced = {name_key(card.name) for card in crypt_cards(cards) if card.advanced}
    lines = [f"1x {card.name} (ADV)" for card in crypt_cards(cards) if name_key(card.name) not in advanced]
    assert len(lines) > 1_600
    for text in lists_of(lines):
        reading = reading_of(text)
        assert not list(reading.deck.entries)
        assert Counter(problem.code for problem in reading.problems) == {
            ProblemCode.WRONG_VERSION: text.count("\n") + 1
        }


def test_a_group_in_the_tail_that_no_version_has_is_an_error(reading_of: Read) -> None:
    reading = reading_of("1x Lucita  8  DOM OBT for pot  Lasombra:5\n")
    assert [problem.code for problem in reading.problems] == [ProblemCode.WRONG_VERSION]
    assert [candidate.card.unique_name for candidate in reading.unresolved[0].candidates] == ["Lucita", "Lucita (ADV)"]


def halves(names: list[str], rng: random.Random) -> Iterator[str]:
    """The first words of one name with the last words of another."""
    for name in names:
        other = rng.choice(names).split()
        words = name.split()
        if len(words) > 1 and len(other) > 1:
            yield " ".join(words[: (len(words) + 1) // 2] + other[(len(other) + 1) // 2 :])


def test_halves_of_two_names_are_no_card(cards: CardDatabase, reading_of: Read) -> None:
    names = sorted({card.name for card in cards})
    lines = [f"1x {name}" for name in halves(names, random.Random(7)) if cards.find(name) is None]
    assert len(lines) > 2_000
    for text in lists_of(lines):
        reading = reading_of(text)
        real = [entry.card.name for entry in reading.deck.entries]
        assert real == [], real


ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def edited(name: str, rng: random.Random) -> str:
    """The name with one letter dropped, doubled, changed, put in, or swapped with its neighbour."""
    places = [index for index, letter in enumerate(name) if letter.isalpha()]
    index = rng.choice(places)
    kind = rng.randrange(5)
    letter = rng.choice(ALPHABET)
    if kind == 0:
        return name[:index] + name[index + 1 :]
    if kind == 1:
        return name[: index + 1] + name[index:]
    if kind == 2:
        return name[:index] + letter + name[index + 1 :]
    if kind == 3:
        return name[:index] + letter + name[index:]
    return name[:index] + name[index + 1 : index + 2] + name[index] + name[index + 2 :]


def test_one_letter_off_is_never_another_card(cards: CardDatabase, reading_of: Read) -> None:
    rng = random.Random(11)
    suggested = Counter[bool]()
    slips = []
    for card in cards:
        slip = edited(card.name, rng)
        if name_key(slip) != name_key(card.name) and cards.find(slip) is None:
            slips.append((slip, card.name))
    assert len(slips) > 3_500
    for start in range(0, len(slips), 25):
        batch = slips[start : start + 25]
        reading = reading_of("\n".join(f"2x {slip}" for slip, _ in batch))
        assert not list(reading.deck.entries), [entry.card.name for entry in reading.deck.entries]
        assert [item.text for item in reading.unresolved] == [slip for slip, _ in batch]
        for item, (_, name) in zip(reading.unresolved, batch, strict=True):
            suggested[bool(item.candidates) and name_key(item.candidates[0].card.name) == name_key(name)] += 1
    assert suggested[True] > 0.97 * suggested.total(), suggested


INVENTED = [
    "Blood Tears of Kevin", "Govern the Aligned", "Deflecting", "Wake with Morning Freshness", "Blood Dolls",
    "Minion Tapped", "The Dreams of Sphinx", "Info Highway", "Delaying", "Dreams", "Sudden", "Laptop", "PTO",
    "Voter Cap.", "Second Tradition", "Anarch Converts", "Lucita, Sabbat", "Theo Bells", "Dominates", "Villeins",
]  # fmt: skip


@pytest.mark.parametrize("name", INVENTED)
def test_an_invented_or_unclear_name_is_no_card(cards: CardDatabase, reading_of: Read, name: str) -> None:
    reading = reading_of(one_line(f"1x {name}"))
    match = cards.find(name)
    if match is None:
        assert taken(reading) == []
        assert [item.text for item in reading.unresolved] == [name]
    else:
        assert taken(reading) == [card.unique_name for card in match.cards]
        assert [rewrite.why for rewrite in reading.rewrites] == ["short name"]


@pytest.mark.parametrize("tag", ["(AVD)", "(AnV)", "(AV)", "[advnced]", "(G5 AVD)", "(AADV) -- good", "(DAV) [good]"])
def test_a_misspelt_adv_is_asked_about(reading_of: Read, tag: str) -> None:
    reading = reading_of(f"Crypt\n12x Nergal {tag}\n\nLibrary\n60x Vessel\n")
    (found,) = reading.unresolved
    assert [candidate.card.unique_name for candidate in found.candidates] == ["Nergal", "Nergal (ADV)"]
    (problem,) = reading.problems
    assert "(ADV)" in str(problem.fix)


@pytest.mark.parametrize("tag", ["", "(G5)", "(and)", "(best of all)", "-- a dove"])
def test_other_remarks_say_nothing_of_adv(reading_of: Read, tag: str) -> None:
    assert not reading_of(f"Crypt\n12x Nergal {tag}\n\nLibrary\n60x Vessel\n").unresolved
