"""Lists as organizers paste them, read as a person reads them: `pasted_lists.toml` says how."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.organizer import Organizer
from toolkit.languages.countries import country_code
from toolkit.tournament.importing import PreviewedLine, preview_import
from toolkit.tournament.player_lists import read_list

LISTS = tomllib.loads(Path(__file__).with_name("pasted_lists.toml").read_text(encoding="utf-8"))["list"]
each_list = pytest.mark.parametrize("example", LISTS, ids=[example["from"] for example in LISTS])
# What says nothing: labels, moments of a chat, numbers of lines, headings of columns.
UNSAID = re.compile(
    r"""
        ^veknid.*$ | ^\[[\d., :]+\] | ^name,vekn$ |
        ^\s*(?:[(#]?\d{1,3}[.)/\\\ufe0f\t]+) | v:?ekn | \bid\b | \ —\ .*\d\d(?:\ [AP]M)?$ | ^\|\ name.*$
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)


def previewed(example: Mapping[str, Any]) -> tuple[PreviewedLine, ...]:
    return preview_import(Organizer().state, read_list(example["pasted"])).lines


def as_person(line: PreviewedLine) -> str:
    one = line.imported
    return " =".join(filter(None, (one.name, one.city, country_code(one.country), one.vekn)))


@each_list
def test_a_pasted_list_is_read_as_a_person_reads_it(example: Mapping[str, Any]) -> None:
    assert [as_person(line) for line in previewed(example) if line.imported.name] == example["people"]


@each_list
def test_a_line_that_is_nobody_is_named_with_its_text(example: Mapping[str, Any]) -> None:
    told = " ".join(str(line.message) for line in previewed(example))
    for text in (*example.get("nobody", ()), *example.get("said", ())):
        assert text in told


@each_list
def test_an_unsure_reading_shows_the_other_one(example: Mapping[str, Any]) -> None:
    lines = previewed(example)
    guesses = [line.imported.name for line in lines if line.imported.name and line.imported.other]
    assert set(example.get("unsure", ())) <= set(guesses)
    for line in lines:
        if line.imported.name and line.imported.other:
            assert line.imported.other.name in line.message


@each_list
def test_a_name_that_the_import_changed_is_marked_with_the_old_one(example: Mapping[str, Any]) -> None:
    pasted = [" ".join(line.split()) for line in example["pasted"].splitlines()]
    is_table = ";" in example["pasted"]
    for line in previewed(example):
        name = line.imported.name
        if name and not is_table and not any(name in text for text in pasted):
            assert line.imported.written, name
            assert f"“{line.imported.written}” becomes “{name}”." in line.message


@each_list
def test_no_word_of_a_pasted_list_is_dropped_silently(example: Mapping[str, Any]) -> None:
    kept = " ".join(
        f"{one.name} {one.city} {one.country} {one.vekn} {line.message}"
        for line in previewed(example)
        for one in [line.imported]
    )
    said = set(re.findall(r"\w+", UNSAID.sub(" ", example["pasted"])))
    countries = {word for word in said if country_code(word)}
    assert said - countries <= set(re.findall(r"\w+", kept))
