"""The forms that people write and paste: no card lost, none added, every line accounted for, the form detected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tests.decks.reading.pasted_writers import PASTED_FORMATS
from tests.decks.reading.test_list_formats import counts, tricky_deck
from tests.soak import part
from toolkit.cards import CardDatabase
from toolkit.decks import read
from toolkit.decks.model import ProblemCode, Reading

type Read = Callable[[str | bytes], Reading]


@pytest.mark.parametrize("form", PASTED_FORMATS)
def test_tricky_names_survive_every_form(cards: CardDatabase, form: str) -> None:
    write, label = PASTED_FORMATS[form]
    deck = tricky_deck(cards)
    reading = read(write(deck, cards), cards)
    assert (reading.unresolved, reading.problems) == ((), ())
    assert counts(reading) == Counter({card.id: count for card, count in deck})
    assert reading.list_format == label


@pytest.mark.walk
@pytest.mark.parametrize("form", PASTED_FORMATS)
def test_every_card_survives_every_form(cards: CardDatabase, form: str) -> None:
    write, _ = PASTED_FORMATS[form]
    everything = sorted(cards, key=lambda card: card.id % 150)
    for start in part(range(0, len(everything), 150), of=8, first=[*PASTED_FORMATS].index(form)):
        deck = [(card, 1 + card.id % 3) for card in everything[start : start + 150]]
        reading = read(write(deck, cards), cards)
        assert not reading.unresolved, (form, [item.text for item in reading.unresolved])
        assert counts(reading) == Counter({card.id: count for card, count in deck}), form


def copies(reading: Reading) -> dict[str, int]:
    return {entry.card.unique_name: entry.count for entry in reading.deck.entries}


CRYPT_LINES = {
    "a tab behind the capacity": "1x Juanita Santiago 4\tani pre spi\t\tAhrimane:2",
    "a glued capacity": "1x Juanita Santiago     ani pre spi4  Ahrimane:2",
    "a capacity glued to a superior discipline": "1x Alexandra  dom ANI AUS CEL PRE11 Inner Circle Toreador:2",
    "a comma behind the capacity": "1x Juanita Santiago    ani pre spi  4,  Ahrimane",
    "a forum's row": "[tr][td]1x[/td][td][url=https://a.b/?card=x]Juanita Santiago[/url][/td][td][/td][td](4)[/td]"
    "[td]:ani: :pre: :spi:[/td][td]   [/td][td]:ahri: Ahrimane[/td][td](group 2)[/td][/tr]",
}


@pytest.mark.parametrize("line", CRYPT_LINES.values(), ids=CRYPT_LINES)
def test_columns_contradict_nothing_however_they_stand(reading_of: Read, line: str) -> None:
    reading = reading_of(f"Crypt\n{line}\nLibrary\n60x Villein\n")
    (vampire,) = reading.deck.crypt
    assert vampire.card.name in line
    assert (reading.problems, reading.unresolved) == ((), ())


def test_a_wrong_capacity_is_told_however_it_stands(reading_of: Read) -> None:
    reading = reading_of(
        "Crypt\n1x Juanita Santiago 5\tani pre spi\tAhrimane:2\n1x Alexandra  dom ANI AUS CEL PRE10 Toreador:2\n"
    )
    assert [(problem.code, problem.line) for problem in reading.problems] == [
        (ProblemCode.CONTRADICTION, 2),
        (ProblemCode.CONTRADICTION, 3),
    ]


TABLE_LINES = {
    "16 Kindred Spirits Dementation": 16,
    "16 Kindred Spirits dem": 16,
    "16 Kindred Spirits Action Dementation": 16,
    "16x Kindred Spirits Dementation": 16,
    "Kindred Spirits Dementation x16": 16,
    # The card asks for another Discipline, is of another type, or the figures say something else.
    "16 Kindred Spirits Dominate": 0,
    "16 Kindred Spirits Combat": 0,
    "16 Kindred Spirits 999": 0,
    "16 Kindred Spirit Dementation": 0,
}


@pytest.mark.parametrize(("line", "count"), TABLE_LINES.items())
def test_only_a_card_s_own_columns_may_stand_behind_its_name(reading_of: Read, line: str, count: int) -> None:
    reading = reading_of(f"Crypt\n12x Nana Buruku\nLibrary\n44x Villein\n{line}\n")
    assert copies(reading).get("Kindred Spirits", 0) == count
    assert [item.line for item in reading.unresolved] == ([] if count else [5])


DRESSED_LINES = [
    ".44 Magnum x2,",
    "*2x* .44 Magnum",
    "*2x .44 Magnum*",
    "_2x .44 Magnum_",
    "2x *.44 Magnum*",
    "2x .44 Magnum 🔫🔥",
    "🔫2x .44 Magnum",
    "2x 🔫 .44 Magnum",
    ".44 Magnum 🔫 x2",
    "2x .44 Magnum :gun:",
    "<:gun:123456789> 2x .44 Magnum",
    "[*]2x .44 Magnum",
    "[b]2x[/b] [url=https://a.b]​.44 Magnum[/url]",
    "2x .44 Magnum;",
    "2x .44 Magnum, -- strong",
]


@pytest.mark.parametrize("line", DRESSED_LINES)
def test_what_stands_around_a_line_is_taken_off(reading_of: Read, line: str) -> None:
    reading = reading_of(f"Crypt\n12x Nana Buruku\nLibrary\n58x Villein\n{line}\n")
    assert copies(reading) == {"Nana Buruku": 12, "Villein": 58, ".44 Magnum": 2}
    assert (reading.problems, reading.unresolved) == ((), ())


def test_a_list_that_numbers_its_cards_counts_each_once(reading_of: Read) -> None:
    names = [".44 Magnum", "419 Operation", "Channel 10", "Villein"]
    text = "\n".join(f"{number}. {name}" for number, name in enumerate(names, 1))
    assert copies(reading_of(text)) == dict.fromkeys(names, 1)


def test_numbers_that_do_not_count_on_are_copies(reading_of: Read) -> None:
    reading = reading_of("2. Villein\n1. Channel 10\n2. Fame\n4. Deflection\n")
    assert copies(reading) == {"Villein": 2, "Channel 10": 1, "Fame": 2, "Deflection": 4}


PAGES = {
    "a row a card": "<table><tr><td>\n2x\n</td><td><p>.44\nMagnum</p></td></tr><tr><td>3<td>Fame</table>",
    "a part a cell": "<table><tr><td>2x .44 Magnum<br>3x Fame</td><td>1x Channel 10</td></tr></table>",
    "items": "<ul>\n<li>2x\n  <b>.44 Magnum</b>\n</li><li>3 <a href=x>Fame</a></li></ul>",
    "a table in a table": "<table><tr><td><table><tr><td>2<td>.44 Magnum</table></td></tr><tr><td>3 Fame",
    "as typed": "<pre>2x .44 Magnum\n3x Fame\n</pre>",
}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_page_is_read_as_a_browser_shows_it(reading_of: Read, page: str) -> None:
    reading = reading_of(f"<html><body><h3>\nLibrary\n<i>[5 cards]</i>\n</h3>{page}</body></html>")
    found = copies(reading)
    assert (found[".44 Magnum"], found["Fame"] if "Fame" in page else 3) == (2, 3)
    assert not reading.unresolved
