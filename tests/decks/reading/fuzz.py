"""Inputs of all sorts, read and judged: `make soak ARGS=decks` makes many.

Most inputs are small, since most faults need only a line or two: lines of every list format with random damage, the end
of one list format behind the beginning of another, pieces of lists in any order, lines of all sorts among a list's
cards, random characters and bytes; a few are large. Each must be answered without an exception and be judged, and every
line of it accounted for: a line of text is a card's, open, ignored by name, or one of those that are only counted.
"""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import Callable
from datetime import date
from functools import lru_cache

from tests.decks.reading import second_cards
from tests.decks.reading.pasted_writers import PASTED_FORMATS
from tests.decks.reading.writers import LIST_FORMATS
from toolkit import cards as card_data
from toolkit.cards import CardDatabase
from toolkit.decks import read, rule_set, validate
from toolkit.decks.model import Reading, Report, Severity
from toolkit.decks.reading import ListFormat
from toolkit.decks.reading.forms.html import looks_like_html
from toolkit.decks.reading.markup import narrowed
from toolkit.decks.reading.read import decode, lines_of

_LIKELY = """
2x |2 |x2| x2|(2)|[2]|=2| / 2| - 2|-3x |0x |2,5 |999999999999 |Fame|Govern the Unaligned|Theo Bell|Lucita|Zip|.44 Magnum
Channel 10|Rack, The|Govrn the Unaligned|Praxis Seizure: Nowhere|(ADV)|(G6)|(G3 ADV)| Adv.|:6|:ANY|(Hunter)
  9  AUS DOM for  prince  Ventrue:4|  2  ani  Ravnos:3| -- a comment| // x| /* x| */|# x|-- x|Crypt|Crypt:|Library
Crypt (12 cards, min=4, max=40, avg=6)|Library (90 cards)|Master (14; 2 trifle)|--Combat (3)--|[Action]|Dominate|actin
Deck Name: x|Description: y|October 1st 2016|2R+F|12 players|https://vdb.im/decks/abc|<li>|</li>|<b>|{"cards":{|"100009":2
}}|"|'|“|×|２|- |* |• |**|----|====|z@x@z|🧛
"""
_BLANKS = ("\n", "\n\n", " ", "  ", "\t", "\u00a0", "\ufeff", "\r\n", "\x0b", "\u2028", "\x00", "\x1b", "\x85")
GRAMMAR = (*_LIKELY.strip("\n").replace("\n", "|").split("|"), *_BLANKS)
NAMES = (
    """
Fame|Villein|Villien|Breath of dragon|Breath of the Dragon|Nathan Turner|Nathen Turner|Raven|Majesty|Dominate|Pool gain
It was never enough.|I like it, though I would not play|to the end
""".strip("\n")
    .replace("\n", "|")
    .split("|")
)
STYLES = (
    """
{1}x {0}|{1} {0}|{0} {1}|{0}\t{1}|{0}: {1}|{0} - {1}|{0} -- {1}|{0} // {1}|{0} x{1} (good)|{0} ({1} copies)
{0}, {1} copies|#{1} {0}|# {0}|({0})|-- {0}|{0}|{0}:|[{0} {1}]|{1}x {0} (|{1}x {0} -- good|> {0}
{1}x {0}\t2x Fame|{0}\t{1}\tFame\t2|{1}x {0}    3 Villein|Bleed: {1}x {0}, 2x Fame
{1}. {0}|* {1}x {0}|{0} {1} good|/* {0}|{0} */|{1}x {0}, 2x Fame|{0} x{1}; 2 Villein|Fame, {0}, Zip|Master: {1} {0}
*{1}x* {0}|{1} {0} Dementation|[b]{1}x[/b] {0}|{1},{0}|🧛 {1}x {0}|!!! {0}|{0} {1} 4\tani
""".strip("\n")
    .replace("\n", "|")
    .split("|")
)
STYLES += [
    "{1}x\n{0}",
    "{1}\n{0}\n3\nFame\n2\nZip Gun",
    "{1}x {0} 3x Fame / 2x Zip Gun",
    "({1}) {0}",
    "-> {1}x {0}",
    "{1}x {0},\n2x Fame",
    "{1}x {0}\nUnaligned",
    "Crypt\tLibrary\n{1}x {0}\t2x Fame\n\t{0}",
]
OPENINGS = (
    "",
    "Library\n",
    "Crypt\n2x Indira\nLibrary\n",
    "Crypt (2 cards)\n2x Indira\n\nLibrary (9; 1 trifle)\n",
    "Crypt\n- Cybele - good\nLibrary\n- Fame - too\n\nCrypt\n2x Indira\nLibrary\n",
    "Crypt\n2 Indira\n\n",
)
ENDS = ("\n", "\n\n", "\n-- \n", "\n----\n", "\nMaster (4)\n", f" {'very good ' * 60}\n")
CLOSINGS = """
|revenant was good|Villien 3|Thanks to all,|Fame|Theo Bell|3 rounds and a final
""".strip("\n").split("|")
# Lists of these forms are read item by item, not line by line; a web page by the lines that it shows.
BY_ITEM = frozenset(
    (
        *(ListFormat.HTML, ListFormat.ARDB_HTML, ListFormat.FELDB, ListFormat.ELDB_INVENTORY, ListFormat.ARDB_XML),
        *(ListFormat.LACKEY_XML, ListFormat.SUTEKH_XML, ListFormat.JSON_VDB, ListFormat.JSON_KRCG4),
        *(ListFormat.JSON_KRCG5, ListFormat.JSON_MINIMAL, ListFormat.JSON_VTESDECKS, ListFormat.CSV, ListFormat.XLSX),
        ListFormat.DECK_URL,
    )
)
PARTED = re.compile(r"[,;:，：\t|]|\s\s|\s[0-9]{1,2}\s?[xX*]|\S\s[0-9]{1,2}\s\S|[xX][0-9]{1,2}\s\S")
DAY = date(2026, 1, 1)


@lru_cache(maxsize=1)
def cards() -> CardDatabase:
    return card_data.load()


@lru_cache(maxsize=1)
def seeds() -> list[str]:
    """A list of a few cards in every list format that is text."""
    chosen = [card for card in cards() if card.id % 97 == 0]
    writers = (*LIST_FORMATS.values(), *PASTED_FORMATS.values())
    written = [write([(card, 2) for card in chosen], cards()) for write, _ in writers]
    return [text for text in written if isinstance(text, str)]


@lru_cache(maxsize=1)
def seed_lines() -> list[list[str]]:
    """The same as lines, those of programs' own formats three times less often."""
    split = [text.split("\n") for text in seeds()]
    return split + 2 * [lines for lines in split if not lines[0].startswith(("{", "[", "<", '"', "http"))]


def damaged(text: str, rng: random.Random) -> str:
    """The text with a few characters dropped, doubled, or replaced by a piece."""
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(text) + 1)
        text = text[:place] + rng.choice(("", rng.choice(GRAMMAR), text[place : place + 3] * 2)) + text[place + 1 :]
    return text


def few_lines(rng: random.Random) -> str:
    """One to three lines of one list format, damaged."""
    lines = rng.choice(seed_lines())
    start = rng.randrange(len(lines))
    return damaged("\n".join(lines[start : start + rng.randrange(1, 4)]), rng)


def spliced(rng: random.Random) -> str:
    """The beginning of one list format and a few lines of another."""
    one, other = rng.choice(seed_lines()), rng.choice(seed_lines())
    start = rng.randrange(len(other))
    return "\n".join(one[: rng.randrange(1, 6)] + other[start : start + rng.randrange(1, 5)])


def junk(rng: random.Random) -> str:
    """Random characters, mostly of the plane that lists use."""
    size = rng.randrange(60)
    return "".join(chr(rng.randrange(32, 127) if rng.random() < 0.8 else rng.randrange(0xD7FF)) for _ in range(size))


def raw_bytes(rng: random.Random) -> bytes:
    """A line in some encoding with bytes replaced, or bytes alone."""
    if rng.random() < 0.3:
        return rng.randbytes(rng.randrange(80))
    encoding = rng.choice(("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "cp1252"))
    body = bytearray(rng.choice(rng.choice(seed_lines())).encode(encoding, "replace") or b" ")
    for _ in range(rng.randrange(3)):
        body[rng.randrange(len(body))] = rng.randrange(256)
    return bytes(body)


def pieces(rng: random.Random) -> str:
    """Pieces of lists in any order."""
    return "".join(rng.choices(GRAMMAR, k=rng.randrange(1, 12)))


def among_cards(rng: random.Random) -> str:
    """A list with a few lines among its cards: cards in some style, damaged ones, prose, pieces of anything."""
    rows = []
    for _ in range(rng.randrange(1, 4)):
        name = rng.choice(rng.choice(seed_lines())) if rng.random() < 0.5 else rng.choice(NAMES)
        row = rng.choice(STYLES).format(name, rng.randrange(1, 12))
        rows.append(damaged(row, rng) if rng.random() < 0.4 else row)
    closing = rng.choice(("", "\n")) + rng.choice(CLOSINGS)
    return f"{rng.choice(OPENINGS)}4x Blood Doll\n{rng.choice(ENDS).join(rows)}\n6x Deny\n{closing}\n"


# A block of a list: how it counts its cards, and what stands between two of them.
BLOCKS = (
    *(("{1}x {0}", "\n"), ("{1} {0}", "\n"), ("{0} x{1}", "\n"), ("{0} ({1})", "\n"), ("{0}: {1}x", "\n")),
    *(("{0}\t{1}", "\n"), ("- {1}x {0}", "\n"), ("{1}x {0}", ", "), ("{0} x{1}", "; "), ("{1}x {0}", "\t")),
    *(("{1}\t{0}", "\t"), ("*{1}x* {0}", "\n"), ("{0}, {1} copies", "\n"), ("{1}x {0} -- good", "\n\n")),
    *(("| {1} | {0} |", "\n"), ("{1}x {0} (good)", "\n"), ("#{1} {0}", "\n"), ("{1}x {0},", "\n")),
)
MIXED = (
    "Fame",
    "Villein",
    "Majesty",
    "Govern the Unaligned",
    "Heart of Nizchetus",
    "Wake with Evening's Freshness",
    "Deny",
)
MIXED += (
    "Pier 13, Port of Baltimore",
    "Channel 10",
    "Rack, The",
    "Powerbase: Montreal",
    "Dodge",
    "Conditioning",
    "Vessel",
)
BETWEEN = ("\n", "\n\n", "\n-----\n", "\n\nMaster (4)\n", "\n\nLibrary\n", "\n\nBleed:\n", "\nIt was never enough.\n")


def mixed(rng: random.Random) -> tuple[str, dict[str, int]]:
    """A list that changes its way of counting from block to block, and the copies that it counts of each card."""
    names = rng.sample(MIXED, rng.randrange(2, len(MIXED)))
    counts = {name: rng.randrange(1, 9) for name in names}
    text = rng.choice(("Crypt (12 cards)\n12x Nathan Turner\n\nLibrary\n", "12 Nathan Turner\n\n", "Library:\n"))
    while names:
        style, end = rng.choice(BLOCKS)
        block, names = names[: (size := rng.randrange(1, 5))], names[size:]
        text += end.join(style.format(name, counts[name]) for name in block) + rng.choice(BETWEEN)
    return text, counts


def mixed_text(rng: random.Random) -> str:
    """The list of `mixed`, now and then damaged, or broken as mails do."""
    text, _ = mixed(rng)
    if rng.random() < 0.3:
        text = "\n".join(textwrap.fill(line, 40) for line in text.split("\n"))
    return damaged(text, rng) if rng.random() < 0.5 else text


def large(rng: random.Random) -> str:
    """A good part of a list, damaged; now and then all of it, many times over."""
    text = rng.choice(seeds())
    if rng.random() < 0.02:
        return damaged(text * 40, rng)
    start = rng.randrange(len(text))
    return damaged(text[start if rng.random() < 0.5 else 0 :][: rng.randrange(20, 900)], rng)


SMALL: tuple[Callable[[random.Random], str | bytes], ...] = (
    few_lines, spliced, junk, few_lines, pieces, raw_bytes, among_cards, mixed_text,
)  # fmt: skip


def source_of(seed: int, number: int) -> str | bytes:
    """The input of that number: one in sixty is large."""
    rng = random.Random(seed << 32 | number)
    return large(rng) if number % 60 == 59 else SMALL[number % len(SMALL)](rng)


def run(seed: int, number: int) -> str:
    """What the readers make of the input of that number, which is read as it must be.

    One in ten is a list of the archive with a card behind another one on its line.
    """
    if number % 10 == 7:
        return second_cards.run(seed, number)
    source = source_of(seed, number)
    try:
        reading = read(source, cards())
        report = validate(reading, rule_set(), DAY)
        assert not unaccounted(source, reading), unaccounted(source, reading)
        check_reading(reading)
    except Exception as error:
        error.add_note(f"input: {source!r}")
        raise
    return answer_text(report)


def check_reading(reading: Reading) -> None:
    """Fail unless the account of the lines sums up, and each card and problem is a possible one."""
    lines = reading.lines
    assert lines.total == lines.cards + lines.headings + lines.metadata + lines.ignored + lines.unresolved
    assert lines.ignored == len(reading.ignored)
    # A line that holds several open names is one open line.
    assert len({item.line for item in reading.unresolved}) <= lines.unresolved <= len(reading.unresolved)
    for entry, places in reading.deck.placed:
        assert 1 <= entry.count <= 2_000 * 99
        assert 1 <= len(places) <= entry.count
    errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    assert all(problem.message and problem.message[-1] in ".?" for problem in reading.problems)
    assert not reading.unresolved or errors
    assert list(reading.deck.entries) or errors


def unaccounted(source: str | bytes, reading: Reading) -> str:
    """What is wrong with the account of a source's lines; "" when each of them is in it once."""
    lines = reading.lines
    total = lines.cards + lines.headings + lines.metadata + lines.ignored + lines.unresolved
    opened = {line.line for line in reading.unresolved}
    if lines.total != total or lines.ignored != len(reading.ignored):
        return "the kinds do not sum up"
    if not len(opened) <= lines.unresolved <= len(reading.unresolved):
        return "open lines are not counted"
    text = decode(source) if isinstance(source, bytes) else source
    is_refused = any(problem.is_refusal for problem in reading.problems) and (
        lines.total <= 1 or not isinstance(text, str) or text.lstrip("\ufeff \n").startswith(("{", "["))
    )
    if reading.list_format in BY_ITEM or is_refused or not isinstance(text, str) or looks_like_html(text):
        return ""
    written = lines_of(text.removeprefix("\ufeff"))
    if reading.decks:
        # Their cards stand in no deck until one of them is asked for.
        return "" if lines.total + lines.blank == len(written) else "a line is in none of several decks"
    carded = [number for _, places in reading.deck.placed for number in places]
    # A line may hold several cards, parted by commas, semicolons, headings, gaps or figures: it counts once.
    rows = {number for number in carded + list(opened) if PARTED.search(written[number - 1])}
    named = [line.line for line in reading.ignored]
    named += [number for number in (*carded, *(line.line for line in reading.unresolved)) if number not in rows]
    named += rows
    counted = lines.blank + lines.headings + lines.metadata
    if len(named) + counted != len(written):
        return f"{len(written)} lines, {len(named)} named, {counted} counted"
    if len(set(named)) != len(named) or not set(named) <= set(range(1, len(written) + 1)):
        return "a line is named twice"
    texts = {line.line: line.text for line in reading.ignored}
    is_same = all(narrowed(written[number - 1]).strip() == narrowed(said) for number, said in texts.items())
    return "" if is_same else "a line says another"


def answer_text(report: Report) -> str:
    """What the readers made of a source, in a line."""
    reading = report.reading
    placed = [(entry.card.id, *lines) for entry, lines in report.deck.placed]
    parts = [placed[: len(report.deck.crypt)], placed[len(report.deck.crypt) :]]
    counts = [entry.count for entry in report.deck.entries]
    faults = [(problem.code.value, problem.line) for problem in reading.problems]
    told = f"{reading.lines} {len(reading.declared)} {len(reading.rewrites)}"
    return f"{reading.list_format} {parts} {counts} {faults} {told}"
