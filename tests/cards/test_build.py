"""The committed card data against krcg: byte for byte as built, and fact by fact as krcg tells it."""

from __future__ import annotations

import datetime
import tomllib
from pathlib import Path
from typing import Any

import pytest
from krcg import twda

from toolkit.cards import CardDatabase, CryptCard, LibraryCard, build, load
from toolkit.cards.files import CardFiles, checksum
from toolkit.paths import CARD_DB


@pytest.fixture(scope="module")
def built() -> CardFiles:
    return build.render_files(*build.load_package())


@pytest.fixture(scope="module")
def cards() -> CardDatabase:
    return load()


@pytest.fixture(scope="module")
def krcg_cards() -> list[Any]:
    from krcg import vekn_csv

    return list(vekn_csv.from_files()[0].values())


def test_the_committed_files_are_what_the_package_gives(built: CardFiles) -> None:
    assert (CARD_DB / "cards.jsonl").read_bytes() == built.cards.encode()
    assert (CARD_DB / "sets.jsonl").read_bytes() == built.sets.encode()


def test_how_often_a_card_is_played_is_counted_by_decks(cards: CardDatabase) -> None:
    assert (CARD_DB / "plays.csv").read_text() == build.render_plays()
    decks = [{card.id for card in deck.cards} for deck in twda.load_local().values()]
    for number in (100588, 101321, 200517):
        assert cards.plays[number] == sum(number in deck for deck in decks) > 0


def test_the_source_file_says_what_lies_beside_it() -> None:
    source = tomllib.loads((CARD_DB / "SOURCE.toml").read_text())
    assert source["version"] == build.package_version()
    assert source["date"] == build.package_day() == datetime.date(2026, 9, 26)
    assert source["cards"] == 4149
    assert source["cards_sha256"] == checksum((CARD_DB / "cards.jsonl").read_bytes())
    assert source["sets_sha256"] == checksum((CARD_DB / "sets.jsonl").read_bytes())


def test_no_word_of_card_text_is_kept(built: CardFiles, krcg_cards: list[Any]) -> None:
    longest = max((card.text for card in krcg_cards), key=len)
    assert longest[:40] not in built.cards
    assert max(map(len, built.cards.splitlines())) < 1500


def test_every_fact_is_krcgs(cards: CardDatabase, krcg_cards: list[Any]) -> None:
    assert len(krcg_cards) == len(cards)
    for other in krcg_cards:
        card = cards[other.id]
        assert (card.name, card.unique_name) == (other.printed_name, other.unique_name)
        assert card.types == tuple(map(str, other.types))
        assert (card.legal, card.banned) == (other.legal, other.banned)
        assert {code for code, _ in card.sets} == {print_.set.code for print_ in other.prints}
        assert other.url.endswith(f"/{card.slug}.jpg")
        assert dict(card.translations) == {
            str(lang): text.name for lang, text in other.i18n.items() if text.name != other.printed_name
        }


def test_every_crypt_card_is_as_krcg_tells_it(cards: CardDatabase, krcg_cards: list[Any]) -> None:
    for other in (card for card in krcg_cards if card.kind == "Crypt"):
        card = cards[other.id]
        assert isinstance(card, CryptCard)
        assert (card.clan, card.capacity, card.advanced) == (other.clan, other.capacity, other.advanced)
        assert (card.path or "") == other.path
        assert card.title == (other.title and str(other.title))
        assert card.disciplines == tuple(other.disciplines)
        assert ("Any" if card.group is None else f"G{card.group}") == str(other.group)


def test_every_library_card_is_as_krcg_tells_it(cards: CardDatabase, krcg_cards: list[Any]) -> None:
    for other in (card for card in krcg_cards if card.kind == "Library"):
        card = cards[other.id]
        assert isinstance(card, LibraryCard)
        assert card.cost == (other.cost and (str(other.cost.type).lower(), other.cost.value))
        assert (card.clans, card.paths) == (tuple(other.clan_requirement), tuple(other.path_requirement))
        assert card.disciplines == tuple(other.discipline_requirement.disciplines)
        assert card.disciplines_all is (str(other.discipline_requirement.type) == "Combo")
        assert (card.trifle, card.burn_option) == (other.trifle, other.burn_option)


def test_a_card_of_a_late_product_is_released_with_it(cards: CardDatabase) -> None:
    # New Blood III came out in May 2025, its Ravnos, Salubri and Tzimisce decks on 28 February 2026.
    assert cards[201785].released == cards[201785].legal == datetime.date(2026, 2, 28)


def test_a_card_from_before_the_change_is_legal_30_days_after_its_release(cards: CardDatabase) -> None:
    forty_four = cards[100001]
    assert forty_four.released == datetime.date(1994, 8, 16)
    assert forty_four.legal == datetime.date(1994, 9, 15)


def test_without_krcg_the_build_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "krcg", None)
    with pytest.raises(build.KrcgMissing, match=r"pip install 'vtes-toolkit\[krcg\]'"):
        build.load_package()


def test_the_files_have_one_line_a_card_in_order(built: CardFiles) -> None:
    numbers = [int(line[6:12]) for line in built.cards.splitlines()]
    assert numbers == sorted(set(numbers))
    assert Path(CARD_DB / "cards.jsonl").stat().st_size < 1_000_000
