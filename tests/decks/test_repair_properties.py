"""Following a repair makes any deck legal, and none is smaller: held against a search of all that can be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations, product

import pytest

from tests.decks.hand import DAY, LONG_AGO, card, entries, vampire
from tests.decks.reading.fuzz import source_of
from tests.decks.repairs import answered, changes, following
from tests.given import given, st
from tests.soak import part
from toolkit.cards import load
from toolkit.cards.model import Card, Kind
from toolkit.decks import read, rule_set, validate
from toolkit.decks.model import Candidate, Deck, Problem, ProblemCode, Reading, Unresolved


@dataclass
class Listing:
    """A list before it is written: lines of crypt and library by name, and how many of the cards that fill them up."""

    crypt: list[str]
    library: list[str]
    vampires: int
    others: int

    @property
    def text(self) -> str:
        crypt = [f"{self.vampires}x {{vampire}}", *self.crypt]
        return "\n".join(["Crypt", *crypt, "", "Library", f"{self.others}x {{master}}", *self.library, ""])


# What is done wrong to a legal list; "{...}" stands for a card of the rule set's.
FAULTS: dict[str, Callable[[Listing], None]] = {
    "too few library cards": lambda of: setattr(of, "others", of.others - 30),
    "two too few": lambda of: setattr(of, "others", 58),
    "too many library cards": lambda of: setattr(of, "others", 93),
    "more than any game admits": lambda of: of.library.extend(["99x {other}"] * 11),
    "too few crypt cards": lambda of: setattr(of, "vampires", 2),
    "one too few": lambda of: setattr(of, "vampires", 11),
    "a wrong group": lambda of: of.crypt.append("1x {far}"),
    "two wrong groups": lambda of: of.crypt.extend(["2x {far}", "1x {farther}"]),
    "a banned library card": lambda of: of.library.append("2x Dramatic Upheaval"),
    "a banned vampire": lambda of: of.crypt.append("1x {banned}"),
    "banned in phased motion": lambda of: of.library.append("1x Madness Network"),
    "not legal yet": lambda of: of.library.append("3x {late}"),
    "not in the pool": lambda of: of.library.append("4x Ashur Tablets"),
    "a slip in a name": lambda of: of.library.append("3x Gouvern the Unaligned"),
    "a slip in a banned name": lambda of: of.library.append("1x Dramatic Upheval"),
    "a name that is none": lambda of: of.library.append("2x Zzyzzyx Qwrtpsd"),
    "a slip in a vampire's name": lambda of: of.crypt.append("2x Lutz von Hohenzolern"),
    "which of two versions": lambda of: of.crypt.append("1x Gilbert Duane"),
    "a version that never was": lambda of: of.crypt.append("1x Nana Buruku (G2)"),
    "a library card in the crypt": lambda of: of.crypt.append("2x {master}"),
    "a vampire in the library": lambda of: of.library.append("1x {vampire}"),
    "a slip in the wrong part": lambda of: of.crypt.append("1x Gouvern the Unaligned"),
    "a banned card in the wrong part": lambda of: of.crypt.append("1x Dramatic Upheaval"),
}
FORMATS = {
    "constructed": rule_set("constructed"),
    "phased-motion": rule_set("phased-motion"),
    "limited": rule_set("limited", boosters=3),
    "starters": rule_set("limited", starters=True),
    "casual": rule_set("casual", players=2),
    "v5": rule_set("v5"),
}
ON = date(2026, 2, 1)
CARDS = load()


def named(**names: str) -> dict[str, Card]:
    return {key: CARDS.named(name)[0] for key, name in names.items()}


KNOWN = named(
    vampire="Nathan Turner",
    master="Villein",
    other="Govern the Unaligned",
    far="Giotto Verducci",
    farther="Nana Buruku",
    banned="Tsigane",
    late="Angel's Gift",
    anybody="Anarch Convert",
)


def listed(faults: tuple[str, ...]) -> str:
    listing = Listing([], [], vampires=12, others=60)
    for name in faults:
        FAULTS[name](listing)
    return listing.text.format_map({key: one.unique_name for key, one in KNOWN.items()})


@pytest.mark.walk
@pytest.mark.parametrize("code", FORMATS)
def test_following_the_repair_of_up_to_three_faults_gives_a_legal_deck(code):
    rules = FORMATS[code]
    chosen = [faults for size in (1, 2, 3) for faults in combinations(FAULTS, size)]
    for faults in part(chosen, of=len(FORMATS), first=[*FORMATS].index(code)):
        report = validate(read(listed(faults), CARDS), rules, ON)
        # No vampire of any group is in the V5 pool; there the one that the list has fits whatever else stays.
        fitting = KNOWN["vampire" if code == "v5" else "anybody"]
        after = following(report, CARDS, vampire=fitting.id, other=KNOWN["master"].id, rules=rules)
        assert validate(after, rules, ON).legal, faults


def test_whatever_is_read_has_a_repair_unless_it_is_legal_or_no_deck():
    for number in range(400):
        report = validate(read(source_of(7, number), CARDS), FORMATS["constructed"], ON)
        refused = any(problem.is_refusal for problem in report.problems)
        assert bool(report.repair or report.questions) is not (report.legal or refused), number
        assert not (report.legal and report.reading.unresolved), number


# Small decks, so that a search of all that can be done to them ends: of three to five cards in either part.
TINY = replace(rule_set(), crypt_min=3, library_min=3, library_max=5)
groups = st.one_of(st.none(), st.integers(1, 4))
vampires = st.lists(st.tuples(groups, st.booleans(), st.integers(1, 3)), max_size=4)
others = st.lists(st.tuples(st.booleans(), st.integers(1, 4)), max_size=4)
open_lines = st.lists(
    st.tuples(st.integers(1, 2), st.lists(st.tuples(groups, st.booleans()), min_size=1, max_size=3)), max_size=2
)


def fits(kept: set[int]) -> bool:
    return not kept or max(kept) - min(kept) <= 1


def least_of(cards: list[tuple[int | None, bool, int]], least: int, most: int) -> int:
    """The greater of cards out and cards in, at its least, over every way to take copies out and put others in."""
    best = 999
    for kept in product(*(range(count + 1) for _, _, count in cards)):
        left = [(group, bad) for (group, bad, _), count in zip(cards, kept, strict=True) if count]
        if any(bad for _, bad in left) or not fits({group for group, _ in left if group}):
            continue
        out = sum(count for _, _, count in cards) - sum(kept)
        size = [added for added in range(least + 1) if least <= sum(kept) + added <= most]
        best = min([best, *(max(out, added) for added in size)])
    return best


def banned(is_bad: bool) -> dict[str, date]:
    return {"banned": LONG_AGO} if is_bad else {}


@given(vampires, others)
def test_no_repair_is_smaller(crypt, library):
    deck = Deck(
        crypt=entries(
            *(
                (vampire(group=group, id=200001 + n, **banned(bad)), count)
                for n, (group, bad, count) in enumerate(crypt)
            )
        ),
        library=entries(*((card(id=100001 + n, **banned(bad)), count) for n, (bad, count) in enumerate(library))),
    )
    report = validate(deck, TINY, DAY)
    assert changes(report, "crypt") == least_of(crypt, 3, 99)
    assert changes(report, "library") == least_of([(None, bad, count) for bad, count in library], 3, 5)


@given(vampires, open_lines)
def test_of_the_versions_on_open_lines_none_would_leave_less_to_do(crypt, lines):
    pairs = ((vampire(group=group, id=200001 + n, **banned(bad)), count) for n, (group, bad, count) in enumerate(crypt))
    open_ = [
        Unresolved(
            n,
            "Bob",
            count,
            tuple(Candidate(vampire("Bob", group=group, **banned(bad)), 0) for group, bad in versions),
            Kind.CRYPT,
        )
        for n, (count, versions) in enumerate(lines, 1)
    ]
    asked = tuple(Problem(code=ProblemCode.AMBIGUOUS_CARD, message="?", line=line.line) for line in open_)
    plain = Deck(crypt=entries(*pairs), library=entries((card(), 3)))
    report = validate(Reading(deck=plain, unresolved=tuple(open_), problems=asked), TINY, DAY)
    report = answered(report, CARDS, vampire=KNOWN["anybody"].id, other=KNOWN["master"].id, rules=TINY)
    ways = product(*([(*version, count) for version in versions] for count, versions in lines))
    assert changes(report, "crypt") == min(least_of([*crypt, *way], 3, 99) for way in ways)
