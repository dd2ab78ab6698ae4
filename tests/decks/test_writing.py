from __future__ import annotations

import json
from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.decks.hand import card, vampire
from toolkit.cards import load
from toolkit.cards.model import Kind
from toolkit.decks import read
from toolkit.decks.model import Deck, Entry, EventHeader
from toolkit.decks.writing import ExportFormat, UnknownForm, deck_link, render_date, to_ascii, write, written_date


@pytest.fixture(scope="module")
def cards():
    return load()


@pytest.fixture(scope="module")
def real(cards) -> Deck:
    """Names that forms disagree about: articles, accents, slashes, quotes, trademark, groups, an advanced version."""

    def entry(name: str, count: int, comment: str = "", *, group: int | None = None, advanced: bool = False) -> Entry:
        found = cards.find(name).cards
        wanted = [
            one
            for one in found
            if one.id < 200_000 or ((group is None or one.group == group) and one.advanced is advanced)
        ]
        return Entry(wanted[0], count, comment=comment)

    return Deck(
        name="Naïve #1 & Co",
        author="Ann Author",
        description="Two lines,\nthe second one.",
        crypt=(
            entry("Theo Bell", 3, group=6),
            entry("Joaquín de Cádiz", 4, "the small one"),
            entry("Kemintiri", 2, advanced=True),
            entry("Anarch Convert", 2),
            entry('Inez "Nurse216" Villagrande', 1),
        ),
        library=(
            entry("The Rack", 1),
            entry("Pentex™ Subversion", 2),
            entry("Kpist m/45", 3),
            entry("Villein", 5),
            entry("Thing", 4, "or not"),
            entry(".44 Magnum", 2),
            entry("Form of Mist", 8),
            entry("Ashur Tablets", 6),
        ),
        header=EventHeader(
            event="Some Event",
            place="Dublin, Ireland",
            date=date(2016, 10, 1),
            rounds="3R+F",
            players=41,
            winner="Wim Winner",
            url="https://www.vekn.net/event-calendar/event/1",
            score="2gw8 + 3vp in the final",
        ),
    )


def test_twd_line_by_line(real):
    assert write(real, ExportFormat.TWD) == (
        "Some Event\nDublin, Ireland\nOctober 1st 2016\n3R+F\n41 players\nWim Winner\n"
        "https://www.vekn.net/event-calendar/event/1\n\n-- 2gw8 + 3vp in the final\n\n"
        "Deck Name: Naïve #1 & Co\nCreated by: Ann Author\nDescription: Two lines,\nthe second one.\n\n"
        "Crypt (12 cards, min=8, max=36, avg=5.08)\n"
        "-----------------------------------------\n"
        "4x Joaquín de Cádiz              3  for pro                  Gangrel:6          -- the small one\n"
        "3x Theo Bell                     8  CEL POT PRE aus dom      Brujah:6\n"
        "2x Kemintiri (ADV)              10  OBF PRE SER THA aus dom  Follower of Set:2\n"
        "2x Anarch Convert                1  -none-                   Caitiff:ANY\n"
        '1x Inez "Nurse216" Villagrande   3  inn                      Innocent:4\n\n'
        "Library (31 cards)\nMaster (14; 5 trifle)\n"
        "6x Ashur Tablets\n2x Pentex(TM) Subversion\n1x Rack, The\n5x Villein\n\n"
        "Action (4)\n4x Thing -- or not\n\n"
        "Equipment (5)\n2x .44 Magnum\n3x Kpist m/45\n\n"
        "Combat (8)\n8x Form of Mist\n"
    )


def test_lackey_is_ascii_with_tabs_and_without_slashes_and_double_quotes(real):
    text = write(real, ExportFormat.LACKEY)
    assert text.isascii()
    lines = text.splitlines()
    assert lines[2] == "1\tRack, The"
    assert "3\tKpist m45" in lines
    assert lines[lines.index("Crypt:") + 1 :] == [
        "4\tJoaquin de Cadiz",
        "3\tTheo Bell (G6)",
        "2\tKemintiri (ADV)",
        "2\tAnarch Convert",
        "1\tInez ''Nurse216'' Villagrande",
    ]


def test_jol_has_crypt_blank_line_library(real):
    crypt, library = write(real, ExportFormat.JOL).split("\n\n")
    assert crypt.splitlines()[0] == "4x Joaquin de Cadiz"
    assert library.splitlines()[-1] == "8x Form of Mist"


def test_the_link_carries_names_and_numbers(real):
    address, _, numbers = deck_link(real).partition("#")
    asked = parse_qs(urlsplit(address).query)
    assert asked == {"name": ["Naïve №1 & Co"], "author": ["Ann Author"], "description": [real.description]}
    assert dict(pair.split("=") for pair in numbers.split(";")) == {
        str(entry.card.id): str(entry.count) for entry in real.entries
    }
    assert "description" not in deck_link(real, description=False)


def test_json_counts_by_type(real):
    written = json.loads(write(real, ExportFormat.JSON))
    assert (written["crypt"]["count"], written["library"]["count"]) == (12, 31)
    assert [block["type"] for block in written["library"]["cards"]] == ["Master", "Action", "Equipment", "Combat"]
    assert (written["date"], written["players_count"], written["player"]) == ("2016-10-01", 41, "Wim Winner")


def test_csv_has_a_heading_and_a_row_a_card(real):
    rows = write(real, ExportFormat.CSV).splitlines()
    assert rows[0] == "count,name,id,section"
    assert len(rows) == 1 + 13
    assert rows[5] == '1,"Inez ""Nurse216"" Villagrande",200632,crypt'


@pytest.mark.parametrize("form", list(ExportFormat))
def test_our_reader_reads_back_what_is_written(real, cards, form):
    reading = read(write(real, form), cards)
    assert (reading.problems, reading.unresolved) == ((), ())
    assert {entry.card.id: entry.count for entry in reading.deck.entries} == {
        entry.card.id: entry.count for entry in real.entries
    }


@pytest.mark.parametrize("form", [form for form in ExportFormat if form is not ExportFormat.VDB])
def test_the_same_cards_give_the_same_text_in_whatever_order(real, form):
    shuffled = Deck(
        name=real.name,
        author=real.author,
        description=real.description,
        crypt=real.crypt[::-1],
        library=real.library[::-1],
        header=real.header,
    )
    assert write(shuffled, form) == write(real, form)


@pytest.mark.parametrize("form", list(ExportFormat))
def test_an_empty_deck_is_written_without_fuss(form):
    assert write(Deck(), form).endswith("\n")


def test_an_unknown_form_is_refused():
    with pytest.raises(UnknownForm, match="twd, text, jol, lackey, vdb, json, csv, not 'docx'"):
        write(Deck(), "docx")


@pytest.mark.parametrize(
    ("day", "text"),
    [
        (date(2016, 10, 1), "October 1st 2016"),
        (date(2020, 2, 2), "February 2nd 2020"),
        (date(2020, 3, 3), "March 3rd 2020"),
        (date(2020, 5, 11), "May 11th 2020"),
        (date(2020, 6, 12), "June 12th 2020"),
        (date(2020, 7, 13), "July 13th 2020"),
        (date(2020, 8, 21), "August 21st 2020"),
        (date(2020, 12, 31), "December 31st 2020"),
    ],
)
def test_dates_are_written_with_the_name_of_the_month(day, text):
    assert render_date(day) == text


@pytest.mark.parametrize(
    ("day", "text", "written"),
    [
        (date(2026, 9, 14), "2026-09-14", "September 14th 2026"),
        (date(2026, 8, 29), "2026-08-29 11:00:00", "August 29th 2026"),
        (date(2021, 12, 13), "December 13th 2021 -- December 15th 2021", "December 13th 2021 -- December 15th 2021"),
        (None, "some day in May", "some day in May"),
        (date(2021, 12, 13), "", "December 13th 2021"),
    ],
)
def test_an_iso_date_is_rewritten_and_a_range_kept(day, text, written):
    assert written_date(EventHeader(date=day, date_text=text)) == written


# Crypts of the archive's files, decks/NUMBER.txt of github.com/GiottoVerducci/TWD, as they are there.
ARCHIVED_CRYPTS = {
    "12823, clans with and without a path": """\
Crypt (12 cards, min=23, max=38, avg=7.58)
------------------------------------------
2x Tegyrius, Vizier                 10  AUS CEL FOR PRE THA         2 votes   Assamite:6
2x Kasim Bayar                       9  CEL OBF THA aus pot         justicar  Assamite:6
2x Oluwafunmilayo                    8  AUS CEL OBF THA             prince    Assamite:6
1x Algirdas, The Solar Prophet       7  ANI CEL THA pot      Caine  bishop    Banu Haqim:6
1x Farah Sarroub                     7  CEL THA aus obf             prince    Assamite:6
1x Kalyani, Agent of Doom            7  ANI CEL THA obf pot  Caine  bishop    Banu Haqim:6
1x Khadija Al-Kindi                  6  CEL OBF THA                 primogen  Assamite:6
1x Hekla "Bonecrusher" Jónasdóttir   5  POT THA cel          Caine            Banu Haqim:6
1x Warmaksan                         5  THA cel obf                 prince    Assamite:6
""",
    "13446, an advanced vampire": """\
Crypt (21 cards, min=16, max=34, avg=4.86)
------------------------------------------
18x Aabbt Kindred     4  for pre ser              Follower of Set:2
3x  Nefertiti (ADV)  10  DOM OBF PRE SER cel pot  Follower of Set:2
""",
    "12858, vampires of two groups": """\
Crypt (12 cards, min=21, max=39, avg=7.83)
------------------------------------------
3x François Villon     10  AUS CEL PRE ani obf pot  prince    Toreador:6
2x Annabelle Triabell   9  AUS CEL PRE dom for      primogen  Toreador:6
2x Catalina Vega        8  AUS CEL PRE for          prince    Toreador:6
1x Gerald Windham       9  AUS DOM FOR THA                    Tremere:5
1x Flávio Gonçalves     7  CEL PRE aus for          prince    Toreador:6
1x Maila                6  AUS PRE cel              primogen  Toreador:6
1x Mkhokheli            6  PRE aus cel for          prince    Toreador:6
1x Mateo García         2  pre                                Toreador:6
""",
}


@pytest.mark.parametrize("crypt", ARCHIVED_CRYPTS.values(), ids=ARCHIVED_CRYPTS)
def test_a_crypt_of_the_archive_is_written_as_it_is_there(cards, crypt):
    assert write(read(crypt, cards).deck, ExportFormat.TWD) == crypt


def test_a_dash_in_a_name_stays_as_the_archive_has_it(cards):
    claws = Deck(library=(Entry(cards.find("Bang Nakh — Tiger's Claws").cards[0], 1),))
    assert "1x Bang Nakh — Tiger's Claws\n" in write(claws, ExportFormat.TWD)
    assert "1x Bang Nakh - Tiger's Claws\n" in write(claws, ExportFormat.JOL)


def test_every_vampire_is_read_back_from_its_line_in_the_archive(cards):
    for minion in (one for one in cards if one.kind is Kind.CRYPT):
        reading = read(write(Deck(crypt=(Entry(minion, 12),)), ExportFormat.TWD), cards)
        assert [(entry.card, entry.count) for entry in reading.deck.crypt] == [(minion, 12)]
        assert reading.problems == ()


def test_prose_cannot_open_the_cards_or_a_comment(cards, real):
    tricky = Deck(
        name="Tricky\nname",
        description="Crypt\n-----\n2x Villein\n/* and so on",
        crypt=real.crypt,
        library=real.library,
        header=real.header,
    )
    written = write(tricky, ExportFormat.TWD)
    assert "/*" not in written
    assert "-----" not in written[: written.index("Crypt (")]
    reading = read(written, cards)
    assert sum(entry.count for entry in reading.deck.library) == 31
    assert reading.deck.name == "Tricky name"


@pytest.mark.parametrize(
    ("text", "flat"),
    [("Pentex™", "Pentex(TM)"), ("Łódź", "Lodz"), ("Œuvre", "OEuvre"), ("Zürich", "Zurich"), ("“x”", '"x"')],
)
def test_ascii_keeps_every_letter(text, flat):
    assert to_ascii(text) == flat


def test_every_printed_name_has_an_ascii_spelling(cards):
    from toolkit.decks.writing import ascii_name

    spelled = {one.id: ascii_name(one) for one in cards}
    assert all(name.isascii() and len(name) >= len(cards[number].name) - 1 for number, name in spelled.items())


def test_a_strayed_card_is_written_where_it_belongs():
    strayed = Deck(crypt=(Entry(card(), 2),), library=(Entry(vampire(), 12),))
    assert write(strayed, ExportFormat.JOL) == "12x Ada\n\n2x Blood Doll\n"
