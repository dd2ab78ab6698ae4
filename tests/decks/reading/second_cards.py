"""A card put behind another one on the same line of an archive's list: it is read, or its line is named."""

from __future__ import annotations

import random
import re

from tests.corpus.archive import archive, cards, multiset
from toolkit.cards.model import Card, CryptCard, Kind
from toolkit.decks import read
from toolkit.decks.figures import SKILLS, columns_of
from toolkit.decks.model import Reading
from toolkit.decks.writing import ExportFormat, write

_SIGNS = (
    "-",
    "--",
    "–",
    "—",
    "//",
    "/",
    "(",
    "[",
    "{",
    "<",
    "#",
    "/*",
    "|",
    ":",
    "=>",
    "->",
    "+",
    "&",
    "~",
    "·",
    "•",
    ";",
)
_SIGNS += (",", ">", "...", ".", "_", "*", "¦", "\\", "?", "!", "=", "^")
_WORDS = ("y", "und", "et", "e", "or", "then", "plus", "with")
SEPARATORS = (
    *(sign for sign in _SIGNS),
    *(f" {sign} " for sign in (*_SIGNS, *_WORDS)),
    *(f" {sign}" for sign in _SIGNS),
    *("\t", "\t\t", "  ", "      ", "\u00a0", " \u00a0", "\u00a0\u00a0 "),
)
_GOES_ON = {"\u00a0", *(sign for sign in SEPARATORS if sign.strip() in (*"+-", *_WORDS))}
FORMS = ("{1}x {0}", "{1} {0}", "{0} x{1}", "{0} ({1})", "{0}", "columns")
OTHERS = {*SKILLS, *(one.name for one in cards().sets.values())}
_CARD = re.compile(r"([0-9]+)x (.*?)(  .*| -- .*)?")


def written(card: Card, name: str, count: int, form: str) -> str:
    """The card in that form; a card of the library has no columns, and is counted in front of its name."""
    if form != "columns":
        return form.format(name, count)
    columns = "  ".join(filter(None, columns_of(card))) if isinstance(card, CryptCard) else ""
    return f"{count}x {name}  {columns}".rstrip()


def joined(rng: random.Random) -> tuple[str, int, Reading, int]:
    """A list of the archive with one card behind another, that line's number, the list as it was, the card's number."""
    deck = rng.choice(archive()).deck
    lines = write(deck, ExportFormat.TWD).split("\n")
    before = read("\n".join(lines), cards())
    kind = rng.choice(list(Kind))
    # A Discipline behind a card may be one that the card asks for, and a set's name where it is from.
    known = [(entry, at) for entry, at in before.deck.placed if entry.card.kind is kind]
    placed = [(entry, at[0]) for entry, at in known if len(at) == 1 and entry.card.name not in OTHERS]
    if len(placed) < 2:
        return joined(rng)
    (first, at), (second, gone) = rng.sample(placed, 2)
    found = _CARD.fullmatch(lines[gone - 1])
    assert found
    head = lines[at - 1]
    if rng.random() < 0.5:
        head = rng.choice(FORMS[:4]).format(_CARD.sub(r"\2", head), first.count)
    # Behind a remark, a name without a figure is one that it mentions, and a sign says how many copies more it wants;
    # a blank alone, or a word, goes on with it: "-- used to be 1 Fame".
    tail = written(second.card, found[2], second.count, rng.choice(FORMS[:4] if first.comment else FORMS))
    between = rng.choice([sign for sign in SEPARATORS if not first.comment or sign not in _GOES_ON])
    lines[at - 1] = f"{head}{between}{tail}"
    lines[gone - 1] = ""
    return "\n".join(lines), at, before, second.card.id


def fault(text: str, at: int, before: Reading, number: int) -> str:
    """What is wrong with the reading of such a list: "" where both cards are in the deck, or the line is named."""
    reading = read(text, cards())
    named = {line.line for line in (*reading.unresolved, *reading.unread, *reading.problems)}
    if at in named or multiset(reading.deck) == multiset(before.deck):
        return ""
    return f"{cards()[number].name}: {text.split('\n')[at - 1]!r}"


def run(seed: int, number: int) -> str:
    """The list of that number with one card behind another; fails where the card is lost without a word."""
    text, at, before, lost = joined(random.Random(seed << 32 | number))
    wrong = fault(text, at, before, lost)
    assert not wrong, wrong
    return text.split("\n")[at - 1]
