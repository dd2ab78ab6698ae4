"""Cards and decks made by hand: the rules are tested on facts that the test itself states."""

from __future__ import annotations

from datetime import date

from toolkit.cards.model import Card, CryptCard, LibraryCard
from toolkit.decks.formats import rule_set
from toolkit.decks.model import Deck, Entry, Problem, ProblemCode, Reading, Report
from toolkit.decks.rules import validate

DAY = date(2026, 11, 21)
LONG_AGO = date(2000, 1, 1)


def vampire(
    name: str = "Ada",
    *,
    group: int | None = 2,
    capacity: int = 5,
    clan: str = "Ventrue",
    disciplines: tuple[str, ...] = ("DOM", "for"),
    id: int = 200001,
    **facts: object,
) -> CryptCard:
    return CryptCard(
        **{
            "id": id,
            "name": name,
            "unique_name": name,
            "types": ("Vampire",),
            "group": group,
            "capacity": capacity,
            "clan": clan,
            "disciplines": disciplines,
            "legal": LONG_AGO,
            "released": LONG_AGO,
        }
        | facts
    )


def card(name: str = "Blood Doll", *types: str, id: int = 100001, **facts: object) -> LibraryCard:
    return LibraryCard(
        **{
            "id": id,
            "name": name,
            "unique_name": name,
            "types": types or ("Master",),
            "legal": LONG_AGO,
            "released": LONG_AGO,
        }
        | facts
    )


def entries(*pairs: tuple[Card, int]) -> tuple[Entry, ...]:
    return tuple(Entry(card, count) for card, count in pairs)


def deck(crypt: int | tuple[tuple[Card, int], ...] = 12, library: int | tuple[tuple[Card, int], ...] = 60) -> Deck:
    """A legal constructed deck unless asked otherwise; a number stands for that many copies of one plain card."""
    crypt_pairs = ((vampire(), crypt),) * bool(crypt) if isinstance(crypt, int) else crypt
    library_pairs = ((card(), library),) * bool(library) if isinstance(library, int) else library
    places = [*range(1, len(crypt_pairs) + 1), *range(100, 100 + len(library_pairs))]
    return Deck(crypt=entries(*crypt_pairs), library=entries(*library_pairs), places=tuple((n,) for n in places))


def groups_deck(*groups: int | None) -> Deck:
    """Twelve vampires, each group at least once."""
    share = [12 // len(groups)] * len(groups)
    share[0] += 12 - sum(share)
    return deck(
        tuple(
            (vampire(f"V{n}", group=group, id=200001 + n), count)
            for n, (group, count) in enumerate(zip(groups, share, strict=True))
        )
    )


def judge(
    source: Deck | Reading, code: str = "constructed", on: date = DAY, pool: Deck | None = None, **parameters: object
) -> Report:
    return validate(source, rule_set(code, **parameters), on, pool=pool)


def codes(source: Deck | Reading, code: str = "constructed", on: date = DAY, **parameters: object) -> list[ProblemCode]:
    return [problem.code for problem in judge(source, code, on, **parameters).problems]


def only_problem(source: Deck | Reading, code: str = "constructed", on: date = DAY, **parameters: object) -> Problem:
    (problem,) = judge(source, code, on, **parameters).problems
    return problem
