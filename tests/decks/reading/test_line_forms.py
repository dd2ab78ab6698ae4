"""The line forms of real lists, one line each inside a library (or crypt) that is otherwise plain."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.soak import part
from toolkit.cards import CardDatabase
from toolkit.cards.model import CryptCard
from toolkit.decks.figures import columns_of
from toolkit.decks.model import ProblemCode, Reading
from toolkit.decks.reading.line import Analyst, _shaped
from toolkit.decks.reading.names import Resolver

Read = Callable[[str | bytes], Reading]


def in_library(line: str) -> str:
    return f"Crypt (2 cards)\n2x Anarch Convert\n\nLibrary (5 cards)\n2x Deflection\n{line}\n3x Villein\n"


def in_crypt(line: str) -> str:
    return f"Crypt (5 cards)\n2x Anarch Convert\n{line}\n3x Gilbert Duane (G1)\n\nLibrary (2 cards)\n2x Deflection\n"


def added(reading: Reading) -> dict[str, int]:
    known = {"Anarch Convert", "Deflection", "Villein", "Gilbert Duane (G1)"}
    return {
        entry.card.unique_name: entry.count for entry in reading.deck.entries if entry.card.unique_name not in known
    }


COUNTS = [
    ("2x Govern the Unaligned", 2),
    ("2X Govern the Unaligned", 2),
    ("2 Govern the Unaligned", 2),
    ("2\tGovern the Unaligned", 2),
    ("2       Govern the Unaligned", 2),
    ("12 Govern the Unaligned", 12),
    ("2xx Govern the Unaligned", 2),
    ("2 x Govern the Unaligned", 2),
    ("x2 Govern the Unaligned", 2),
    ("2* Govern the Unaligned", 2),
    ("*2 Govern the Unaligned", 2),
    ("2xGovern the Unaligned", 2),
    ("Govern the Unaligned x2", 2),
    ("Govern the Unaligned x 2", 2),
    ("Govern the Unaligned (2)", 2),
    ("Govern the Unaligned [2]", 2),
    ("Govern the Unaligned =2", 2),
    ("Govern the Unaligned = 2", 2),
    ("Govern the Unaligned / 2", 2),
    ("Govern the Unaligned - 2", 2),
    ("Govern the Unaligned *2", 2),
    ("Govern the Unaligned\t2", 2),
    ("Govern the Unaligned (x2)", 2),
    ("Govern the Unaligned 2x", 2),
    ("- **2x** Govern the Unaligned", 2),
    ("* 2 Govern the Unaligned", 2),
    ("• 2x Govern the Unaligned", 2),
    ("2× Govern the Unaligned", 2),
    ("２ｘ Govern the Unaligned", 2),
    ("2x\u00a0Govern\u00a0the\u00a0Unaligned", 2),
    ("  2x   Govern the Unaligned  ", 2),
    ("Govern the Unaligned", 1),
    ("2x Govern the Unaligned -- the best", 2),
    ("2x Govern the Unaligned // the best", 2),
    ("2x Govern the Unaligned (the best)", 2),
    ("2x Govern the Unaligned [the best]", 2),
    ("2x Govern the Unaligned /* the best */", 2),
    ("2x Govern the Unaligned # the best", 2),
    ("2x govern THE unaligned", 2),
    ("99x Govern the Unaligned", 99),
]


@pytest.mark.parametrize(("line", "count"), COUNTS)
def test_a_count_is_read_wherever_it_stands(reading_of: Read, line: str, count: int) -> None:
    reading = reading_of(in_library(line))
    assert added(reading) == {"Govern the Unaligned": count}
    assert [problem.code for problem in reading.problems] == ["no_count"] * (line == "Govern the Unaligned")
    assert reading.lines.cards == 4


NAMES = [
    ("2x .44 Magnum", ".44 Magnum", 2),
    (".44 Magnum", ".44 Magnum", 1),
    ("2 .44 Magnum", ".44 Magnum", 2),
    ("2x419 Operation", "419 Operation", 2),
    ("419 Operation", "419 Operation", 1),
    ("419 Operation x2", "419 Operation", 2),
    ("2 AK-47", "AK-47", 2),
    ("AK-47", "AK-47", 1),
    ("1xChannel 10", "Channel 10", 1),
    ("Channel 10", "Channel 10", 1),
    ("Channel 10 x2", "Channel 10", 2),
    ("Channel 10 (2)", "Channel 10", 2),
    ("2x Kpist m/45", "Kpist m/45", 2),
    ("2x Kpist m45", "Kpist m/45", 2),
    ("Kpist m/45", "Kpist m/45", 1),
    ("Local 1111", "Local 1111", 1),
    ("Local 1111 - 2", "Local 1111", 2),
    ("1x Pier 13, Port of Baltimore", "Pier 13, Port of Baltimore", 1),
    ("Promise of 1528", "Promise of 1528", 1),
    ("2x 47th Street Royals", "47th Street Royals", 2),
    ("47th Street Royals", "47th Street Royals", 1),
    ("2x Beretta 9mm", "Beretta 9mm", 2),
    ("1x Bang Nakh -- Tiger's Claws", "Bang Nakh — Tiger's Claws", 1),
    ("1x Bang Nakh -- Tiger's Claws -- for combat", "Bang Nakh — Tiger's Claws", 1),
    ("1x Bang Nakh — Tiger's Claws", "Bang Nakh — Tiger's Claws", 1),
    ("2x Pentex(TM) Subversion", "Pentex™ Subversion", 2),
    ("2x Pentex Subversion", "Pentex™ Subversion", 2),
    ("1x XTC-Laced Blood", "XTC-Laced Blood", 1),
    ("1xXTC-Laced Blood", "XTC-Laced Blood", 1),
    ("2x The Rack", "The Rack", 2),
    ("2x Rack, The", "The Rack", 2),
    ("2x Rack", "The Rack", 2),
    ("1x Anarch Manifesto, An", "An Anarch Manifesto", 1),
    ("1x Khazar's Diary (Endless Night)", "Khazar's Diary (Endless Night)", 1),
    ("1x Ohoyo Hopoksia (Bastet)", "Ohoyo Hopoksia (Bastet)", 1),
    ("1x Carlton Van Wyk (Hunter)", "Carlton Van Wyk", 1),
    ("1x Ambrosius, The Ferryman (wraith)", "Ambrosius, The Ferryman", 1),
    ("1x Nephandus (Mage)", "Nephandus", 1),
    ("1x Mylan Horseed (goblin)", "Mylan Horseed", 1),
    ("2x Villein (trifle) ", "Villein", 2),
    ("1x Sacré-Coeur Cathedral, France", "Sacré-Cœur Cathedral, France", 1),
    ("1x Sacre-Coeur Cathedral, France", "Sacré-Cœur Cathedral, France", 1),
    ("1x Día de los Muertos", "Día de los Muertos", 1),
    ("1x Dia de los Muertos", "Día de los Muertos", 1),
    ("1x Scapelli, The Family ''Mechanic''", 'Scapelli, The Family "Mechanic"', 1),
    ("1x Scapelli, The Family “Mechanic”", 'Scapelli, The Family "Mechanic"', 1),
    ("3x Kine Dominance", "Dominate Kine", 3),
    ("1x Dominate", "Dominate", 1),
    ("2x Wake with Evening’s Freshness", "Wake with Evening's Freshness", 2),
]


@pytest.mark.parametrize(("line", "name", "count"), NAMES)
def test_a_name_is_found_in_every_safe_spelling(reading_of: Read, line: str, name: str, count: int) -> None:
    reading = reading_of(in_library(line))
    counts = {entry.card.name: entry.count for entry in reading.deck.library}
    expected = {"Deflection": 2, "Villein": 3}
    expected[name] = expected.get(name, 0) + count
    assert counts == expected
    assert not reading.unresolved


QUALIFIED = [
    ("1x Theo Bell (G6)", "Theo Bell (G6)"),
    ("1x Theo Bell (G2)", "Theo Bell (G2)"),
    ("1x Theo Bell (G2 ADV)", "Theo Bell (G2 ADV)"),
    ("1x Theo Bell (ADV)", "Theo Bell (G2 ADV)"),
    ("1x Theo Bell (ADV) (G2)", "Theo Bell (G2 ADV)"),
    ("1x Theo Bell Adv", "Theo Bell (G2 ADV)"),
    ("1x Theo Bell Adv.", "Theo Bell (G2 ADV)"),
    ("1x Theo Bell, Adv.", "Theo Bell (G2 ADV)"),
    ("1x Theo Bell (Advanced)", "Theo Bell (G2 ADV)"),
    ("1x Theo Bell (advanced)", "Theo Bell (G2 ADV)"),
    ("1x Theo Bell (Group 6)", "Theo Bell (G6)"),
    ("1x Theo Bell (group 2) (advanced)", "Theo Bell (G2 ADV)"),
    ("1x Theo Bell:6", "Theo Bell (G6)"),
    ("1x Theo Bell g6", "Theo Bell (G6)"),
    ("1x Theo Bell G6", "Theo Bell (G6)"),
    ("1xTheo Bell [G6]", "Theo Bell (G6)"),
    ("1x Theo Bell  8  aus dom CEL POT PRE  Brujah:6", "Theo Bell (G6)"),
    ("1x Theo Bell  7  cel dom pre POT  Brujah:2", "Theo Bell (G2)"),
    ("1x Theo Bell 7 cel dom pre POT Brujah:2", "Theo Bell (G2)"),
    ("1x Theo Bell   7", "Theo Bell (G2)"),
    ("1x Theo Bell   Adv  7  aus dom CEL POT PRE Brujah:2", "Theo Bell (G2 ADV)"),
    ("1x Lucita (ADV)   8  DOM OBT  for pot  Lasombra:2", "Lucita (ADV)"),
    ("1x Lucita", "Lucita"),
    ("1xXeper, Sultan of Lepers", "Xeper, Sultan of Lepers"),
    ("1xxaviar", "Xaviar"),
    ("1xaviar", "Xaviar"),
    ("1 Xaviar", "Xaviar"),
    ("1 x Xaviar (ADV)", "Xaviar (ADV)"),
    ('1x Inez "Nurse216" Villagrande   3  inn  Innocent:4', 'Inez "Nurse216" Villagrande'),
    ("1x Inez ''Nurse216'' Villagrande", 'Inez "Nurse216" Villagrande'),
    ("1x Inez `Nurse216` Villagrande", 'Inez "Nurse216" Villagrande'),
    ("1x Lodin (Olaf Holte)", "Lodin (Olaf Holte)"),
    ("1x Roxanne, Rectrix of the 13th Floor", "Roxanne, Rectrix of the 13th Floor"),
    ("1x Raven  5  ani FOR PRO  Gangrel:1", "Camille Devereux, The Raven"),
    ("1x Arishat, The", None),
    ("1x Tariq, The Silent (ADV)", "Tariq, The Silent (ADV)"),
    ("1x Dónal O'Connor (G6)", "Dónal O'Connor (G6)"),
    ("1x Donal O`Connor (G2)", "Dónal O'Connor (G2)"),
]


@pytest.mark.parametrize(("line", "name"), [row for row in QUALIFIED if row[1]])
def test_what_stands_behind_a_name_decides_the_version(reading_of: Read, line: str, name: str) -> None:
    reading = reading_of(in_crypt(line))
    assert added(reading) == {name: 1}
    assert not reading.unresolved


@pytest.mark.parametrize(
    ("line", "name"),
    [("1x Anarch Convert (Any)", "Anarch Convert"), ("1x Anarch Convert:ANY", "Anarch Convert")],
)
def test_a_card_of_any_group_may_say_so(reading_of: Read, line: str, name: str) -> None:
    reading = reading_of(in_crypt(line))
    assert {entry.card.name: entry.count for entry in reading.deck.crypt}[name] == 3
    assert not reading.problems


BAD_COUNTS = ["0x", "0", "-3x", "-3", "2,5", "2.5x", "999999999999", "999999999999x", "100x", "100", "x0", "00x", "1/2"]


@pytest.mark.parametrize("figure", BAD_COUNTS)
def test_an_impossible_count_is_a_fault_on_its_line(reading_of: Read, figure: str) -> None:
    reading = reading_of(in_library(f"{figure} Govern the Unaligned"))
    assert [(problem.code, problem.line) for problem in reading.problems] == [(ProblemCode.BAD_COUNT, 6)]
    assert added(reading) == {}
    assert figure.strip("x") in reading.problems[0].message


@pytest.mark.parametrize("figure", ["x0", "x 100", "(0)", "=999999999999", "x -3", "x 2,5"])
def test_an_impossible_count_behind_the_name_is_one_too(reading_of: Read, figure: str) -> None:
    reading = reading_of(in_library(f"Govern the Unaligned {figure}"))
    assert [(problem.code, problem.line) for problem in reading.problems] == [(ProblemCode.BAD_COUNT, 6)]
    assert added(reading) == {}


@pytest.mark.walk
def test_a_count_changes_nothing_else_about_a_line(cards: CardDatabase) -> None:
    """Lines of a figure and a name are put together from what the name alone is: as if each were read for itself."""
    analyst = Analyst(Resolver(cards))
    for number, card in part(enumerate(cards), of=7):
        names = {card.name, card.unique_name, *card.names, f"{card.name} -- why", f"{card.name}  5 AUS dom Ventrue:4"}
        if isinstance(card, CryptCard):
            columns = " ".join(filter(None, columns_of(card)))
            names |= {f"{card.name}  {columns}", f"{card.unique_name}  {columns}", f"{card.unique_name} {columns}"}
        names |= {f"{card.name} of nobody", f"{card.name} x3 (", f"{card.types[0]} (3)"}
        for name in names:
            line = f"{number % 99 + 1}x {name}"
            assert analyst.line(line) == _shaped(analyst._analyse(line)), line


@pytest.mark.walk
def test_the_width_of_the_columns_changes_nothing_about_a_line(cards: CardDatabase) -> None:
    """A vampire's line with any gaps names what it would name if it were read by itself."""
    analyst = Analyst(Resolver(cards))
    for number, card in part(enumerate(cards), of=7):
        for columns in (
            "5  AUS dom  Ventrue:4",
            "12   -none-     2 votes   Caitiff:ANY",
            "x2   (really)   -- a remark",
        ):
            line = f"{number % 99 + 1}x  {card.unique_name}{' ' * (number % 7 + 2)}{columns}"
            read, alone = analyst.line(line), _shaped(analyst._analyse(line))
            assert (read.shape, read.entry and read.entry[:2], read.count) == (
                alone.shape, alone.entry and alone.entry[:2], alone.count
            ), line  # fmt: skip
            assert (read.match and read.match[:5]) == (alone.match and alone.match[:5]), line


@pytest.mark.parametrize(
    ("text", "name", "crypt"),
    [
        ("Nathan Turner\n\n2x Deflection\nVillein\n", "", {"Nathan Turner": 1}),
        ("My deck\nNathan Turner\n\n2x Deflection\nVillein\n", "My deck", {"Nathan Turner": 1}),
        ("Nathan Turner\n\n2x Anarch Convert\n2x Deflection\nVillein\n", "Nathan Turner", {"Anarch Convert": 2}),
    ],
    ids=["the crypt", "the crypt under a name", "the deck's name"],
)
def test_a_vampire_above_all_else_is_the_crypt_of_a_list_without_one(
    reading_of: Read, text: str, name: str, crypt: dict[str, int]
) -> None:
    deck = reading_of(text).deck
    assert (deck.name, {entry.card.name: entry.count for entry in deck.crypt}) == (name, crypt)
