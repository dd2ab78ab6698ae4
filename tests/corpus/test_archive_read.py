"""The archive of winning decks, written by others and by our throw-away writers, read back card by card."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from krcg import models, providers

from tests.soak import part
from tests.corpus.archive import Archived, archive, cards, krcg_cards, multiset
from tests.decks.reading.pasted_writers import PASTED_FORMATS
from tests.decks.reading.writers import LIST_FORMATS
from toolkit.decks import read
from toolkit.decks.model import Reading


def assert_same(reading: Reading, archived: Archived, list_format: str) -> None:
    name = f"{archived.packaged.id} as {list_format}"
    assert not reading.unresolved, (name, [item.text for item in reading.unresolved])
    assert multiset(reading.deck) == multiset(archived.deck), name


def without_empty_rows(text: str) -> str:
    # krcg writes a row of no copies for 13 decks that list one of the two names of a merged card.
    return "\n".join(line for line in text.split("\n") if not line.startswith("0x "))


@pytest.mark.walk
def test_the_files_that_krcg_writes_are_read_back() -> None:
    for archived in part(archive(), of=8):
        text = without_empty_rows(providers.serialize_twd(archived.packaged, krcg_cards()))
        reading = read(text, cards())
        assert_same(reading, archived, "krcg's TWD")
        assert not reading.problems
        assert reading.lines.total == sum(bool(line.strip()) for line in text.split("\n"))
        assert_same_header(reading, archived)


def assert_same_header(reading: Reading, archived: Archived) -> None:
    deck, header = archived.packaged, reading.deck.header
    if deck.event.date is None:
        return  # one of the 43 files whose date stands in the player's field
    assert header is not None, deck.id
    assert (header.event, header.date) == (deck.event.name, deck.event.date), deck.id
    assert header.players == (deck.event.players_count or None), deck.id
    assert header.winner == deck.player, deck.id


@pytest.mark.walk
@pytest.mark.parametrize("write", [providers.serialize_txt, providers.serialize_jol, providers.serialize_lackey])
def test_the_other_forms_that_krcg_writes_are_read_back(write: Callable[[models.Deck], str]) -> None:
    for archived in part(archive(), of=8):
        reading = read(write(archived.packaged), cards())
        assert_same(reading, archived, write.__name__)
        assert not reading.problems


@pytest.mark.walk
def test_the_archive_survives_every_list_format() -> None:
    """Each deck in one list format in turn: every one carries thirty decks or more, a hundred in the long run."""
    names = sorted(LIST_FORMATS.keys() - {"XLSX"})
    for index, archived in enumerate(part(archive(), of=3)):
        deck = [(entry.card, entry.count) for entry in archived.deck.entries]
        list_format = names[index % len(names)]
        write, _ = LIST_FORMATS[list_format]
        assert_same(read(write(deck, cards()), cards()), archived, list_format)


@pytest.mark.walk
@pytest.mark.parametrize("form", PASTED_FORMATS)
def test_two_hundred_decks_survive_every_form_that_people_write(form: str) -> None:
    write, _ = PASTED_FORMATS[form]
    for archived in part(archive()[::23], of=8, first=[*PASTED_FORMATS].index(form)):
        deck = [(entry.card, entry.count) for entry in archived.deck.entries]
        assert_same(read(write(deck, cards()), cards()), archived, form)
