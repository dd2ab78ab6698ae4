"""Two decks of the archive in one text, in any two forms: told apart, and none of them taken for two."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.soak import part
from tests.corpus.archive import archive, cards, multiset
from tests.decks.reading.pasted_writers import PASTED_FORMATS
from tests.decks.reading.writers import LIST_FORMATS
from toolkit.decks import read
from toolkit.decks.reading.read import decks_in

# What is read item by item holds one deck by its nature, or says so by its own means.
STRUCTURED = ("XML", "JSON", "CSV", "XLSX", "FELDB", "ELDB inventory", "deck in URL", "UTF-16", "CRLF", "HTML")
TEXTS = {
    name: write
    for name, (write, _) in (LIST_FORMATS | PASTED_FORMATS).items()
    if not any(word in name for word in STRUCTURED)
}


def written(form: str, place: int) -> tuple[str, Counter[int]]:
    deck = archive()[place].deck
    text = TEXTS[form]([(entry.card, entry.count) for entry in deck.entries], cards())
    assert isinstance(text, str)
    return text, multiset(deck)


@pytest.mark.walk
@pytest.mark.parametrize("form", TEXTS)
def test_two_decks_of_the_archive_are_told_apart_in_every_form(form: str) -> None:
    rng = random.Random(form)
    for _ in part(range(12), of=4):
        other = rng.choice(list(TEXTS))
        (one, its), (two, others) = (written(name, rng.randrange(len(archive()))) for name in (form, other))
        text = f"{one}\n\n{two}"
        assert [multiset(read(text, cards(), deck=place).deck) for place in (1, 2)] == [its, others], (form, other)
        assert [multiset(read(part, cards()).deck) for part in decks_in(text, cards())] == [its, others], (form, other)


def test_no_deck_of_the_archive_is_taken_for_two() -> None:
    for place in range(0, len(archive()), 11):
        for form in ("twd", "JOL", "Lackey", "one line"):
            assert read(written(form, place)[0], cards()).decks == ()
