"""The repair that is named is enough, and there is no smaller one: held against a search of all of them."""

from __future__ import annotations

import re
from itertools import combinations

from tests.decks.hand import codes, deck, judge, vampire
from tests.given import given, st
from toolkit.decks.model import ProblemCode as Code

crypts = st.dictionaries(st.one_of(st.none(), st.integers(1, 7)), st.integers(1, 6), min_size=1, max_size=5)


def crypt_of(groups: dict[int | None, int]):
    return tuple((vampire(f"V{group}", group=group, id=200001 + (group or 0)), n) for group, n in groups.items())


def fits(groups: set[int]) -> bool:
    return len(groups) < 2 or (len(groups) == 2 and max(groups) - min(groups) == 1)


def fewest_to_lose(groups: dict[int | None, int]) -> int:
    numbered = {group: count for group, count in groups.items() if group}
    ways = (set(kept) for size in range(3) for kept in combinations(numbered, size) if fits(set(kept)))
    return min(sum(count for group, count in numbered.items() if group not in kept) for kept in ways)


@given(crypts)
def test_groups_are_at_fault_exactly_when_they_do_not_fit(groups):
    found = Code.GROUPS in codes(deck(crypt_of(groups)))
    assert found is not fits({group for group in groups if group})


@given(crypts)
def test_the_cards_blamed_for_groups_are_the_fewest_that_mend_them(groups):
    for problem in judge(deck(crypt_of(groups))).problems:
        if problem.code is Code.GROUPS:
            blamed = {entry.card.group for entry in problem.cards}
            assert fits({group for group in groups if group} - blamed)
            assert sum(entry.count for entry in problem.cards) == fewest_to_lose(groups)


@given(st.integers(0, 200), st.integers(0, 200))
def test_a_size_is_legal_once_its_repair_is_done(crypt, library):
    for problem in judge(deck(crypt, library)).problems:
        verb, number, part = re.fullmatch(r"(Add|Remove) (\d+) (crypt|library) cards?\.", problem.fix).groups()
        change = int(number) * (1 if verb == "Add" else -1)
        if part == "crypt":
            crypt += change
        else:
            library += change
    assert codes(deck(crypt, library)) == []


@given(st.integers(1, 30), st.booleans(), st.integers(0, 100), st.integers(0, 30))
def test_limited_sizes_follow_the_boosters(boosters, starters, library, crypt):
    least_library, least_crypt = (40, 12) if starters else (min(40, 5 * boosters), min(12, boosters))
    found = codes(deck(crypt, library), "limited", boosters=boosters, starters=starters)
    assert any(code in found for code in (Code.LIBRARY_MIN, Code.LIBRARY_MISSING)) is (library < least_library)
    assert any(code in found for code in (Code.CRYPT_MIN, Code.CRYPT_MISSING)) is (crypt < least_crypt)
    assert (Code.LIBRARY_MAX in found) is (library > 90)
