from __future__ import annotations

import functools
from datetime import date

import pytest

from tests.decks.hand import card, codes, deck, judge, vampire
from toolkit.decks import formats
from toolkit.decks.formats import (
    BadParameter,
    Pool,
    UnknownRuleSet,
    UnknownSet,
    effective_boosters,
    known_sets,
    rule_set,
    rule_set_codes,
)
from toolkit.decks.model import ProblemCode

EXCEPTIONS = """
[[exceptions]]
id = 100001
legal = 2026-12-24
source = "an announcement"

[[exceptions]]
set = "NB9"
legal = 2027-01-01
source = "another one"
"""


def test_the_rule_sets_are_these_five_and_constructed_is_the_default():
    assert rule_set_codes() == ("constructed", "limited", "casual", "v5", "phased-motion")
    assert rule_set().code == "constructed"


@pytest.mark.parametrize(
    ("boosters", "size", "expected"),
    [(6, 11, 6), (4, 15, 5), (4, 19, 7), (6, 8, 4), (10, 8, 7), (1, 1, 1), (3, 12, 3)],
)
def test_boosters_of_another_size_count_by_their_cards(boosters, size, expected):
    # 4 x 15 = 60 cards, 60 / 11 = 5.45; 4 x 19 = 76, 6.9; 6 x 8 = 48, 4.36; 80, 7.27; 36, 3.27
    assert effective_boosters(boosters, size) == expected


@pytest.mark.parametrize(
    ("boosters", "recursions"), [(1, 11), (2, 5), (3, 3), (4, 2), (5, 1), (6, 1), (7, 1), (8, 0), (20, 0)]
)
def test_recursions_by_boosters_are_stated(boosters, recursions):
    (note,) = judge(deck(12, 60), "limited", boosters=boosters).notes
    assert f" {recursions} recursion{'' if recursions == 1 else 's'} (VEKN 7.2.2)" in note


def test_any_starter_asks_for_forty_and_twelve():
    with_starter = rule_set("limited", starters=True, boosters=2)
    assert (with_starter.library_min, with_starter.crypt_min, with_starter.library_max) == (40, 12, 90)
    assert "no recursions" in with_starter.notes[0]


def test_small_boosters_lower_the_least():
    six_of_eight = rule_set("limited", boosters=6, booster_size=8)
    assert (six_of_eight.library_min, six_of_eight.crypt_min) == (20, 4)


@pytest.mark.parametrize(
    ("code", "parameters", "says"),
    [
        ("casual", {}, "number of players"),
        ("casual", {"players": 1}, "2 to 100"),
        ("casual", {"players": 0}, "2 to 100"),
        ("limited", {}, "number of boosters"),
        ("limited", {"boosters": 0}, "0 boosters"),
        ("limited", {"boosters": -3}, "-3 boosters"),
        ("limited", {"boosters": 10**12}, "cannot be"),
        ("limited", {"boosters": 3, "booster_size": 0}, "1 to 100 cards"),
        ("constructed", {"legality": "yesterday"}, "yesterday"),
    ],
)
def test_a_missing_or_impossible_figure_is_refused(code, parameters, says):
    with pytest.raises(BadParameter, match=says):
        rule_set(code, **parameters)


def test_an_unknown_rule_set_is_refused_with_those_there_are():
    with pytest.raises(UnknownRuleSet, match=r"'modern'; there are constructed, limited"):
        rule_set("modern")


def test_an_announced_day_in_the_table_goes_before_the_release(tmp_path, monkeypatch):
    for name in ("formats.toml", "legality.toml"):
        text = (formats.CARD_DB / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("exceptions = []", EXCEPTIONS), encoding="utf-8")
    monkeypatch.setattr(formats, "CARD_DB", tmp_path)
    for cached in (formats._table, formats._announced_dates):
        # Of this table and of the shipped one, whichever test comes next.
        monkeypatch.setattr(formats, cached.__name__, functools.cache(cached.__wrapped__))
    rules = rule_set()
    later, other = date(2026, 12, 24), date(2026, 10, 1)
    assert rules.legal_from(card(id=100001, released=other, legal=other)) == later
    assert rules.legal_from(card(id=100002, released=other, legal=other, sets=(("NB9", other),))) == date(2027, 1, 1)
    assert rules.legal_from(card(id=100003, released=other, legal=other)) == other


def test_set_codes_are_read_in_any_case_and_unknown_ones_refused():
    cards = [card(sets=(("Jyhad", None), ("V5", None)))]
    assert known_sets(["v5", "JYHAD"], cards) == ("V5", "Jyhad")
    with pytest.raises(UnknownSet, match="'XYZ'; the codes are Jyhad, V5"):
        known_sets(["XYZ"], cards)


EARLY, LATE = date(2020, 11, 30), date(2025, 10, 26)


@pytest.mark.parametrize(
    ("facts", "since"),
    [
        ({"sets": (("V5", None),)}, EARLY),
        ({"sets": (("CE", None), ("V5", None))}, EARLY),
        ({"prints": ("CE:PTr=1", "FB:PTr=2")}, LATE),
        ({"prints": ("FB:PTr=2",), "sets": (("V5", None),)}, EARLY),
        ({"prints": ("FB:PTo=2",)}, None),
        ({"formats": ("V5",), "released": date(2024, 4, 23)}, date(2024, 4, 23)),
        ({"id": 100777}, LATE),
        ({"sets": (("CE", None),)}, None),
    ],
)
def test_a_pool_is_sets_products_formats_and_single_cards(facts, since):
    pool = Pool(
        name="a pool",
        rule="-",
        sets={"V5": EARLY},
        products={"FB:PTr": LATE},
        formats=frozenset({"V5"}),
        cards={100777: LATE},
    )
    assert pool.since(card(**facts)) == since


def test_the_v5_pool_grows_with_its_products():
    trap = card("Trap", id=101999, prints=("Jyhad:C1", "V5:PTo=2"))
    dominator = vampire(prints=("V5:PTo=1",))
    of_v5 = deck(((dominator, 12),), ((trap, 60),))
    assert codes(of_v5, "v5", on=date(2021, 1, 1)) == []
    assert codes(of_v5, "v5", on=date(2020, 11, 1)) == [ProblemCode.NOT_IN_POOL] * 2
    assert codes(deck(), "v5") == [ProblemCode.NOT_IN_POOL] * 2


def test_two_restrictions_at_once_are_both_asked():
    rules = rule_set(sets=["V5"], cards=[100001])
    assert len(rules.pools) == 1
    assert ProblemCode.NOT_IN_POOL not in [p.code for p in judge(deck(), cards=[100001, 200001]).problems]
