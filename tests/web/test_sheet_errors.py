from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from toolkit.sheets import (
    SHEETS,
    NothingToPrint,
    Options,
    Pack,
    PrintedEvent,
    PrintedPlayer,
    PrintedRound,
    PrintedTable,
    make_sheet,
)
from toolkit.sheets.model import OpenTable, PrintedGift, PrintedPenalty, SanctionRow, TooManyToPrint, round_of
from toolkit.web.base.i18n import translated

EMPTY = Pack(event=PrintedEvent(name="Empty"))
SEATED = Pack(
    event=PrintedEvent(name="Lyon"),
    players=(PrintedPlayer(name="Ann"),),
    rounds=(
        PrintedRound(number=1, tables=(PrintedTable(number=1, seats=(PrintedPlayer(name="Ann"),)),)),
        PrintedRound(number=0, tables=()),
    ),
)
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
STANDINGS = {"fr": "Il n’y a pas encore de classement", "es": "Aún no hay clasificación", "en": "no standings yet"}


def refusals() -> list[str]:
    """What is said of every sheet that cannot be printed."""
    said = []
    for pack in (EMPTY, SEATED):
        for name in SHEETS:
            for options in (Options(), Options(round=0), Options(round=7), Options(player="Ann")):
                try:
                    make_sheet(name, pack, options)
                except NothingToPrint as refused:
                    said.append(refused.message)
    return said


@pytest.mark.parametrize("language", ["fr", "es"])
def test_why_a_sheet_cannot_be_printed_is_said_in_the_reader_s_language(app: Flask, language: str) -> None:
    found = refusals()
    assert len(set(found)) > 8
    with app.test_request_context(headers={"Accept-Language": language}):
        assert [sentence for sentence in found if translated(sentence) == sentence] == []


@pytest.mark.parametrize(
    ("sheet", "rows"),
    [
        ("penalties", {"penalties": (PrintedPenalty(title="Ann", detail=""),) * 1_001}),
        ("prizes", {"gifts": (PrintedGift(name="Ann", prize="A deck", why=""),) * 1_001}),
        ("judges", {"open_tables": (OpenTable(round=1, number=1, players=("Ann",) * 7),) * 143}),
        ("judges", {"sanctions": (SanctionRow(player="Ann", level="caution", reason=""),) * 1_001}),
    ],
)
def test_a_sheet_has_at_most_1000_rows(sheet: str, rows: dict[str, tuple[object, ...]]) -> None:
    ((name, all_of_them),) = rows.items()
    make_sheet(sheet, replace(EMPTY, **{name: all_of_them[:-1]}), Options())
    with pytest.raises(TooManyToPrint, match="1,001 players: a sheet has room for up to 1,000"):
        make_sheet(sheet, replace(EMPTY, **rows), Options())


def test_rounds_are_named_in_the_reader_s_language(app: Flask) -> None:
    with pytest.raises(NothingToPrint) as refused:
        round_of(SEATED, Options(round=7))
    with app.test_request_context(headers={"Accept-Language": "es"}):
        assert translated(refused.value.message) == "Ronda 7 no tiene asientos. Rondas con asientos: Ronda 1, Final."


@pytest.mark.parametrize("language", STANDINGS)
def test_a_person_reads_a_page_and_a_program_json(client: FlaskClient, language: str) -> None:
    made = client.post(
        "/api/v1/sheets/standings.pdf", json={}, headers={"Accept": BROWSER, "Accept-Language": language}
    )
    assert (made.status_code, made.mimetype) == (422, "text/html")
    assert STANDINGS[language] in made.text
    for accepted in ("*/*", "application/json", "application/pdf", ""):
        answer = client.post("/api/v1/sheets/standings.pdf", json={}, headers={"Accept": accepted})
        assert answer.json["code"] == "nothing_to_print"
        assert STANDINGS["en"] in answer.json["message"]


def test_other_addresses_of_the_api_answer_json_to_everybody(client: FlaskClient) -> None:
    assert client.get("/api/v1/nothing", headers={"Accept": BROWSER}).json["code"] == "not_found"
