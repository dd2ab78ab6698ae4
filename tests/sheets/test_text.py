from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from datetime import date

import pytest

from tests.given import given, settings, st
from tests.sheets import paper
from tests.sheets.room import EVENT, seated
from toolkit.sheets import SHEETS, Options, Pack, PrintedEvent, PrintedPlayer, PrintedRound, PrintedTable, make_sheet
from toolkit.sheets.pdf import printable, render

MARKUP = [
    "#strong[x]",
    "*bold* _it_",
    "$x^2$ \\ \\n",
    "`code` @ref <label>",
    "// comment /* */",
    "= Heading",
    "“quoted” \"double\" 'single'",
    '#import "common.typ"',
    "[content] {block} ~ ---",
    "http://example.org",
]


def table_of(*names: str) -> Pack:
    return Pack(
        event=EVENT,
        players=tuple(PrintedPlayer(name=name) for name in names),
        rounds=(
            PrintedRound(
                number=1, tables=(PrintedTable(number=1, seats=tuple(PrintedPlayer(name=name) for name in names)),)
            ),
        ),
    )


def printed(name: str, pack: Pack, **options: object) -> str:
    return " ".join(paper.text(render(make_sheet(name, pack, Options(**options))).content).split())  # type: ignore[arg-type]


@pytest.mark.parametrize("sheet", ["seating", "names", "slips", "checkin", "tents", "chart"])
@pytest.mark.parametrize("name", MARKUP)
def test_markup_in_a_name_is_printed_as_it_is(sheet: str, name: str) -> None:
    shown = printed(sheet, table_of(name, "Bo", "Cy", "Di"))
    assert " ".join(name.split()) in shown


@pytest.mark.parametrize("name", ["Łucja Żółć-Ðoković", "Çağla Yıldız", "Фёдор Іванович", "Γιώργος Ώραίος", "Ñuño Œuv"])
def test_latin_greek_and_cyrillic_names_come_out_right(name: str) -> None:
    pdf = render(make_sheet("names", table_of(name, "Bo", "Cy", "Di")))
    assert name in paper.text(pdf.content)
    assert pdf.replaced == ()


@pytest.mark.parametrize(("name", "shown"), [("山田太郎", "ShanTianTaiLang"), ("สมชาย", "smchay"), ("Ann 😀", "Ann")])
def test_a_script_without_a_font_is_spelled_in_latin_and_reported(name: str, shown: str) -> None:
    pdf = render(make_sheet("names", table_of(name, "Bo", "Cy", "Di")))
    assert shown in paper.text(pdf.content)
    assert pdf.replaced == (name,)


def test_letters_that_turn_the_text_around_or_end_it_are_dropped() -> None:
    assert printable("Ann\u202eevil\x00\u2066") == "Annevil"
    assert "Annevil" in printed("names", table_of("Ann\u202eevil\x00", "Bo", "Cy", "Di"))


def test_a_name_over_several_lines_stands_on_one() -> None:
    assert "Ann of Arc" in printed("seating", table_of("Ann\n of\tArc", "Bo", "Cy", "Di"))


def test_a_decomposed_accent_is_the_same_name() -> None:
    assert "Zoë" in printed("names", table_of("Zoe\u0308", "Bo", "Cy", "Di"))


@pytest.mark.parametrize("sheet", ["seating", "names", "slips", "tents", "checkin", "chart"])
@pytest.mark.parametrize("name", ["x" * 5000, "very " * 1000, "W" * 80])
def test_a_name_of_5000_letters_costs_no_page_and_stays_on_it(sheet: str, name: str) -> None:
    short = render(make_sheet(sheet, table_of("Al", "Bo", "Cy", "Di"))).content
    long = render(make_sheet(sheet, table_of(name, "Bo", "Cy", "Di"))).content
    assert paper.pages(long) == paper.pages(short)
    assert "Bo" in paper.text(long)


def test_the_cut_of_a_long_name_can_be_seen() -> None:
    assert "…" in printed("checkin", table_of("very " * 1000, "Bo"))


@settings(max_examples=25)
@given(st.lists(st.text(min_size=1, max_size=60), min_size=4, max_size=5))
def test_any_names_can_be_printed(names: list[str]) -> None:
    pack = table_of(*names)
    for sheet in ("seating", "slips"):
        assert render(make_sheet(sheet, pack)).content.startswith(b"%PDF")


@settings(max_examples=200)
@given(st.text(max_size=80))
def test_what_is_printed_has_no_control_character(text: str) -> None:
    # Two spaces that do not break stand in French sentences.
    assert all(c.isprintable() or c in "\u00a0\u202f" for c in printable(text))


def test_the_same_input_gives_the_same_bytes_in_another_process_on_another_day() -> None:
    program = (
        "import sys, datetime, os, time\n"
        "from tests.sheets.shots import MAKERS\n"
        "from toolkit.sheets.pdf import render\n"
        "import hashlib\n"
        "for name in ('names-33', 'slips-2', 'rules'):\n"
        "    print(hashlib.sha256(render(MAKERS[name]()).content).hexdigest())\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={"TZ": zone, "PATH": path}
        ).stdout
        for zone, path in (("Pacific/Kiritimati", "/usr/bin"), ("Pacific/Pago_Pago", "/bin"))
    }
    assert len(runs) == 1


def test_the_bytes_carry_the_day_of_the_event_and_not_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = make_sheet("names", Pack(event=EVENT, rounds=(seated(9),)))
    before = render(sheet).content
    monkeypatch.setattr(time, "time", lambda: 4_000_000_000.0)
    assert render(sheet).content == before
    assert b"20261122" in before
    other = replace(EVENT, day=date(2030, 1, 2))
    assert render(make_sheet("names", Pack(event=other, rounds=(seated(9),)))).content != before


def test_every_sheet_of_an_empty_event_is_printed_or_says_why_not() -> None:
    from toolkit.sheets import NothingToPrint

    said = {}
    for name in SHEETS:
        try:
            render(make_sheet(name, Pack(event=PrintedEvent(name="Empty"))))
        except NothingToPrint as error:
            said[name] = error.message
    assert set(said) == {
        "round", "seating", "names", "tents", "chart", "slips", "standings", "checkin", "players", "poster", "final",
        "decklist", "decklists", "checks", "plan", "packs", "pool", "pods", "swap", "recursions", "prizes",
    }  # fmt: skip
    assert all(sentence.endswith(".") for sentence in said.values())
