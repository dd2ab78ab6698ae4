"""A thousand lists of the archive, each with one slip as people make them: no card is lost without a word."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from tests.corpus.archive import Archived, archive, cards, multiset
from toolkit.cards import name_key
from toolkit.decks import read
from toolkit.decks.reading.names import Resolver
from toolkit.decks.writing import ExportFormat, write

LISTS = 1_000
CARD = re.compile(r"([0-9]+)x (.*?)(  .*| -- .*)?")
HEADING = re.compile(r"(?:Crypt|Library|[A-Z][A-Za-z/ ]+) \([0-9]+[^)]*\)")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def card_lines(lines: list[str]) -> list[int]:
    """The indexes of the cards, which all stand below the heading of the crypt."""
    crypt = next(index for index, line in enumerate(lines) if line.startswith("Crypt ("))
    return [index for index in range(crypt, len(lines)) if CARD.fullmatch(lines[index])]


@cache
def resolver() -> Resolver:
    return Resolver(cards())


def misspelt(name: str, rng: random.Random) -> str:
    """The name with a letter left out, doubled, wrong, or swapped with the next."""
    places = [index for index, sign in enumerate(name) if sign.isascii() and sign.isalpha()]
    while True:
        at = rng.choice(places)
        wrong = rng.choice(
            (
                name[:at] + name[at + 1 :],
                name[:at] + name[at] + name[at:],
                name[:at] + rng.choice(LETTERS) + name[at + 1 :],
                name[:at] + name[at : at + 2][::-1] + name[at + 2 :],
            )
        )
        if name_key(wrong) != name_key(name) and resolver().find(wrong) is None:
            return wrong


def a_typo(lines: list[str], rng: random.Random) -> list[str]:
    index = rng.choice(card_lines(lines))
    figure, name, rest = CARD.fullmatch(lines[index]).groups("")
    return [*lines[:index], f"{figure}x {misspelt(name, rng)}{rest}", *lines[index + 1 :]]


def a_dropped_heading(lines: list[str], rng: random.Random) -> list[str]:
    index = rng.choice([index for index, line in enumerate(lines) if HEADING.fullmatch(line)])
    return lines[:index] + lines[index + 1 :]


def figures_behind(lines: list[str], rng: random.Random) -> list[str]:
    """The list with its figures behind the bare names, in one of the forms that people use, and a typo."""
    between = rng.choice((" {}", "\t{}", ": {}", " - {}", " x{}", " ({})", " [{}]", ", {} copies"))
    chosen = card_lines(lines)
    wrong = rng.choice(chosen)
    for index in chosen:
        figure, name, _ = CARD.fullmatch(lines[index]).groups("")
        name = misspelt(name, rng) if index == wrong else name
        lines[index] = name + between.format(figure)
    return lines


def a_comment(lines: list[str], rng: random.Random) -> list[str]:
    """A card with a comment of some style behind it, or on a line of its own below it."""
    index = rng.choice(card_lines(lines))
    figure, name, _ = CARD.fullmatch(lines[index]).groups("")
    styles = ("{} -- {}", "{} // {}", "{} ({})", "{} [{}]", "{} # {}", "{} - {}", "{}\t-- {}", "{} /* {} */")
    words = rng.choice(("good", "never enough of them", "2 would do", "maybe one more, or two"))
    card = rng.choice((f"{figure}x {name}", f"{name} x{figure}", f"{figure} {name}", f"#{figure} {name}"))
    below = rng.choice((["-- a comment"], ["// 2 Fame"], ["(never drew it)"], []))
    return [*lines[:index], rng.choice(styles).format(card, words), *below, *lines[index + 1 :]]


def a_figure_as_comment(lines: list[str], rng: random.Random) -> list[str]:
    index = rng.choice(card_lines(lines))
    figure, name, _ = CARD.fullmatch(lines[index]).groups("")
    style = rng.choice(("{} -- {}", "{} // {}", "{} ({} copies)", "{}, {} copies", "{} x{} (good)", "{}\t-- x{}"))
    return [*lines[:index], style.format(name, figure), *lines[index + 1 :]]


def a_moved_line(lines: list[str], rng: random.Random) -> list[str]:
    chosen = card_lines(lines)
    index = rng.choice(chosen)
    line = lines.pop(index)
    lines.insert(rng.randrange(chosen[0], len(lines) + 1), line)
    return lines


def a_line_above_the_crypt(lines: list[str], rng: random.Random) -> list[str]:
    """A card among the lines of the event, the deck's name or its description."""
    chosen = card_lines(lines)
    line = lines.pop(rng.choice(chosen))
    lines.insert(rng.randrange(chosen[0]), line)
    return lines


def a_description_that_lists_cards(lines: list[str], rng: random.Random) -> list[str]:
    """No heading of the crypt, and a description above it that counts cards of the library."""
    crypt = next(index for index, line in enumerate(lines) if line.startswith("Crypt ("))
    others = [f"{figure}x {name}" for figure, name in (("2", "Fame"), ("4", "Deflection"), ("1", "Rack, The"))]
    listed = [line + rng.choice(("", " -- really")) for line in rng.sample(others, rng.randrange(1, 4))]
    words = rng.choice((["I would change this:"], ["Changes:", ""], [""]))
    return [*lines[:crypt], "", *words, *listed, "", *lines[crypt + 1 + rng.randrange(2) :]]


def a_description_above_a_list_without_headings(lines: list[str], rng: random.Random) -> list[str]:
    """No heading at all, and a description that counts cards of the library above the crypt."""
    crypt = next(index for index, line in enumerate(lines) if line.startswith("Crypt ("))
    listed = rng.sample(("2x Fame", "4x Deflection", "Rack, The x1", "3 Deny"), rng.randrange(1, 4))
    words = rng.choice((["I would change this:"], ["Changes:", ""], ["It was short of these, I found.", ""]))
    bare = [line for line in lines[crypt:] if not HEADING.fullmatch(line) and set(line) != {"-"}]
    gap = bare.index("", 1)
    # The parts of the archive's form are apart by an empty line; the library's types are too, under their headings.
    bare[gap + 1 :] = filter(None, bare[gap + 1 :])
    return [*lines[:crypt], *words, *listed, "", *bare]


SLIPS: tuple[Callable[[list[str], random.Random], list[str]], ...] = (
    a_typo,
    a_dropped_heading,
    figures_behind,
    a_comment,
    a_figure_as_comment,
    a_moved_line,
    a_line_above_the_crypt,
    a_description_that_lists_cards,
    a_description_above_a_list_without_headings,
)


def lost(archived: Archived, text: str) -> str:
    """What is wrong with the reading: a card that is in no deck, no open line and not told either, or one too many."""
    reading = read(text, cards())
    wanted, found = multiset(archived.deck), multiset(reading.deck)
    missing, surplus = wanted - found, found - wanted
    told = Counter(line.count for line in reading.unresolved)
    told += Counter(int(found[1]) for line in reading.unread if (found := CARD.fullmatch(line.text)))
    if surplus or Counter(missing.values()) - told or len(reading.unresolved) > len(missing):
        names = {cards()[number].name: count for number, count in (missing | surplus).items()}
        return f"{names} {[(line.text, line.count) for line in reading.unresolved]} {reading.ignored}"
    return ""


@pytest.mark.parametrize("slip", SLIPS)
def test_one_slip_in_a_list_of_the_archive_loses_no_card_without_a_word(
    slip: Callable[[list[str], random.Random], list[str]],
) -> None:
    place = SLIPS.index(slip)
    faults = {}
    for number, archived in enumerate(archive()[:: len(archive()) // LISTS][:LISTS]):
        if number % len(SLIPS) == place:
            text = "\n".join(slip(write(archived.deck, ExportFormat.TWD).split("\n"), random.Random(number)))
            if fault := lost(archived, text):
                faults[archived.packaged.id] = fault
    assert faults == {}
