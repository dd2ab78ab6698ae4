"""Codes on paper lead to where a phone comes, or are left out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.sheets import paper
from tests.sheets.shots import finished, limited, pack
from toolkit.sheets import SHEETS, NothingToPrint, Options, Pack, Sheet, make_sheet
from toolkit.sheets.pdf import render
from toolkit.sheets.qr import QrLink, opens_only_here

HERE = "http://127.0.0.1:5000/x"
ROOM = "http://192.168.1.10:8080/x"
WITH_CODES = {"round", "tents", "slips", "players", "poster", "pods"}


def linked(link: str) -> Pack:
    """An event with whatever any sheet prints, each of its codes leading to `link`."""
    whole, draft = pack(9), limited().limited
    seats = tuple(replace(one, tables=tuple(replace(table, link=link) for table in one.tables)) for one in whole.rounds)
    return replace(
        whole,
        link=link,
        players=tuple(replace(player, link=link) for player in whole.players),
        rounds=seats,
        limited=replace(draft, pods=tuple(replace(pod, link=link) for pod in draft.pods)),
        finals=finished().finals,
    )


def codes(value: object) -> list[QrLink]:
    """The codes of a sheet's data."""
    if isinstance(value, QrLink):
        return [value] if value else []
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [code for part in parts for code in codes(part)]


def sheets_with_codes(link: str) -> dict[str, Sheet]:
    found: dict[str, Sheet] = {}
    for name in SHEETS:
        try:
            made = make_sheet(name, linked(link), Options(player="Bo"))
        except NothingToPrint:
            continue
        found |= {f"{name} {one.template}": one for one in (made, *made.parts) if codes(dict(one.data))}
    return found


def test_no_sheet_has_a_code_of_this_computer_s_own_address() -> None:
    assert {name.split()[0] for name in sheets_with_codes(ROOM)} == WITH_CODES
    assert sheets_with_codes(HERE) == {}


def test_slips_without_codes_have_no_box_for_them() -> None:
    slips = {link: paper.text(render(make_sheet("slips", linked(link), Options())).content) for link in (HERE, ROOM)}
    assert [link for link, text in slips.items() if "enter the result" in text] == [ROOM]


@pytest.mark.parametrize("name", ["poster", "players"])
def test_a_sheet_of_nothing_but_codes_is_refused_with_the_way_to_them(name: str) -> None:
    with pytest.raises(NothingToPrint, match=r"restart with “vtes-toolkit serve --host 0.0.0.0”, then print again"):
        make_sheet(name, linked(HERE), Options())


@pytest.mark.parametrize(
    ("link", "is_here"),
    [
        ("http://localhost:5000/e", True),
        ("http://127.0.1.1/", True),
        ("http://[::1]:8080/", True),
        ("http://0.0.0.0:5000/", True),
        ("http://vtes.localhost/", True),
        ("http://192.168.1.10:8080/", False),
        ("https://vtes.example.org/localhost", False),
        ("http://laptop.local/", False),
        ("http://[no number", False),
        ("", False),
    ],
)
def test_an_address_of_this_computer_is_told_from_the_room_s(link: str, is_here: bool) -> None:
    assert opens_only_here(link) is is_here
