"""The grammar of one line of a list: how many copies, of what name, with what comment. No card is looked up here.

Everything is scanned once, from left to right or right to left: no input makes it slower than linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

MAX_COPIES = 99

_COMMENTS = (" --", "\t--", " //", "\t//", "/*", " #", "\t#")
_DASHES = "–—"
_BULLETS = "-*~=•·–—‣▪◦●○■□►▸>+"
# Bold, colours and the like as forums write them; what it spans holds no other bracket, so that it is found at once.
_TAG = re.compile(r"\[/?[a-zA-Z]+(?:=[^\[\]]*)?\]")
# "1. 3x Name", "a) 3 Name": the number of an item of a list, in front of a figure; "2. 44 Magnum" has none but its own.
_ITEM = re.compile(r"(?:[0-9]{1,3}|[a-zA-Z])[.)][ \t]+(?!44 )(?=[0-9]{1,2}[xX*]?[ \t])")
_FIELDS = {
    "deck name": "name",
    "deckname": "name",
    "deck": "name",
    "name": "name",
    "title": "name",
    "nom": "name",
    "nombre": "name",
    "created by": "author",
    "author": "author",
    "autor": "author",
    "auteur": "author",
    "player": "author",
    "by": "author",
    "description": "description",
    "descripción": "description",
    "comment": "description",
    "comments": "description",
    "notes": "description",
}
_LONGEST_FIELD = 20


class Counted(NamedTuple):
    """One way of reading a line as copies of a name.

    Attributes:
        figure: the number of copies as written ("2", "-3", "2,5"); "" when the line has none and counts 1.
        name: what remains, comments and tails included.
        mark: how the figure stands ("2x N", "2 N", "2xN", "N x2", "N").
    """

    figure: str
    name: str
    mark: str


def undressed(text: str) -> str:
    """The line without what forums, mails and tables put around it: bullets, numbers, quotation marks, bold, bars.

    A dash right before a figure is a minus, not a bullet; a number is an item's only where a figure follows it.
    """
    text = text.strip()
    if "**" in text or "__" in text:
        text = text.replace("**", "").replace("__", "").strip()
    if "[/" in text:
        text = _TAG.sub("", text).strip()
    if "|" in text:
        text = text.strip("| \t").replace("|", "  ").strip()
    if not text[:1].isalnum():
        text = text[_text_start(text) :].lstrip()
    item = _ITEM.match(text) if "." in text[1:4] or ")" in text[1:4] else None
    return text[item.end() :] if item else text


def _text_start(text: str) -> int:
    """Where the text begins behind signs that stand in front of it: bullets, marks of a quotation, emoji."""
    start, last = 0, len(text) - 1
    while start < last:
        sign = text[start]
        if sign in _BULLETS and text[start + 1] in " \t":
            start += 1
        elif sign != ">" and (sign.isascii() or sign.isalnum() or (sign in _DASHES and text[start + 1].isdecimal())):
            break
        start += 1
        while start < last and text[start] in " \t":
            start += 1
    return start


def is_rule(text: str) -> bool:
    """Whether the line is a rule of dashes, equals signs or the like."""
    return not (text[:1].isalnum() or any(map(str.isalnum, text)))


def is_comment(text: str) -> bool:
    """Whether the whole line is a comment by its first characters."""
    return text.startswith(("#", "//", ";", "-- ", "z@"))


def field_of(text: str) -> tuple[str, str] | None:
    """The field and its value that a line such as `Deck Name: X` states, or None."""
    if not 0 <= text.find(":") <= _LONGEST_FIELD:
        return None
    head, _, value = text.partition(":")
    field = _FIELDS.get(" ".join(head.split()).casefold())
    return (field, value.strip()) if field else None


def count_value(text: str) -> int | None:
    """The number of copies that the figure states, 1 to 99; None when it cannot be one."""
    if not text:
        return 1
    if not (text.isascii() and text.isdecimal()) or len(text) > 2:
        return None
    return int(text) or None


def readings_of(text: str) -> Iterator[Counted]:
    """Every way to read an undressed line as copies of a name, the likeliest first; the last takes it all as a name."""
    yield from _leading(text)
    yield from _trailing(text)
    yield Counted("", text, "N")


def _leading(text: str) -> list[Counted]:
    start = 0
    marked = ""
    if text[0] in "xX*" and len(text) > 1 and (text[1].isdecimal() or text[1] in "-+"):
        marked = "x2 N"
        start = 1
    end = _figure_end(text, start)
    if end == start:
        return []
    count, rest = text[start:end], text[end:]
    if not rest:
        return []
    if marked:
        return [Counted(count, rest.strip(), marked)] if rest[0] in " \t" else []
    return _after_figure(count, rest)


def _figure_end(text: str, start: int) -> int:
    """Where the figure that starts there ends: digits with an optional sign, decimal point or comma."""
    length = len(text)
    end = start
    if end < length and text[end] in "-+–—":
        end += 1
    digits = end
    while end < length and "0" <= text[end] <= "9":
        end += 1
    if end == digits:
        return start
    while end + 1 < length and text[end] in ".,/" and "0" <= text[end + 1] <= "9":
        end += 1
        while end < length and "0" <= text[end] <= "9":
            end += 1
    return end


def _after_figure(count: str, rest: str) -> list[Counted]:
    """The ways to read what follows a leading figure."""
    stripped = rest.lstrip()
    spaced = len(stripped) < len(rest)
    crosses = len(stripped) - len(stripped.lstrip("xX*"))
    after = stripped[crosses:]
    ways: list[Counted] = []
    if crosses and after[:1] in (" ", "\t", ".", '"', "'", "(", ":", "-"):
        mark = "2 x N" if spaced else "2x N"
        ways.append(Counted(count, after.lstrip(" \t:-"), mark))
    elif crosses and after:
        # "2xXeper" and "1xaviar" both stand in lists; so does "2 Xaviar".
        glued = [Counted(count, stripped[1:], "2xN"), Counted(count, stripped, "2 N" if spaced else "2N")]
        ways += reversed(glued) if spaced else glued
    elif spaced:
        ways.append(
            Counted(count, stripped.lstrip("-–: \t") if stripped[:2] in ("- ", "– ", ": ") else stripped, "2 N")
        )
    elif stripped[:1].isalpha() or stripped[:1] in "\"'.":
        ways.append(Counted(count, stripped, "2N"))
    return [way for way in ways if way.name]


def _trailing(text: str) -> list[Counted]:
    """The ways to read a figure at the end as a number of copies: `N x2`, `N (2)`, `N =2`, `N / 2`, `N - 2`, `N 2`."""
    end = len(text)
    closed = text[-1] if text[-1] in ")]" else ""
    if closed or (text[-1] in "xX*" and "0" <= text[-2:-1] <= "9"):
        end -= 1
    start = end
    while start and ("0" <= text[start - 1] <= "9" or (text[start - 1] in ".," and start < end)):
        start -= 1
    if start == end:
        return []
    if start and text[start - 1] in "-+" and _is_mark(text[: start - 1].rstrip()):
        start -= 1
    count = text[start:end].lstrip(".,")
    head = text[:start]
    stem = head.rstrip()
    if closed:
        opener = "(" if closed == ")" else "["
        stem = stem.rstrip("xX* ")
        return _named(count, stem[:-1], f"N {opener}2{closed}") if stem.endswith(opener) else []
    return _marked(count, head, stem) if end == len(text) or stem != head else []


def _marked(count: str, head: str, stem: str) -> list[Counted]:
    """The ways to read a figure behind `stem`, which ends with the figure's mark or with the name itself."""
    mark = stem[-1:]
    if mark == "=":
        return _named(count, stem[:-1], "N =2")
    if mark == ":" and stem == head:
        return []  # "Theo Bell:6" says a group
    if mark and mark in "xX*/-–:" and (stem[-2:-1] in (" ", "\t", ")", "]") or mark in "*:"):
        return _named(count, stem[:-1], f"N {mark}2")
    return _named(count, stem, "N 2") if stem != head else []


def _is_mark(head: str) -> bool:
    """Whether the text ends with a sign that announces a figure."""
    return head[-1:] in ("=", "*", "(", "[") or head.endswith((" x", " X", "\tx"))


def _named(count: str, name: str, mark: str) -> list[Counted]:
    name = name.strip()
    return [Counted(count, name, mark)] if count and name else []


def bodies_of(text: str) -> Iterator[tuple[str, str]]:
    """The text with the comment behind it taken off, in every way it may be meant, the likeliest first.

    A comment follows ` --`, ` //`, ` #`, `/*`, a bracket that the line does not close, or ` - `. A name may hold what
    looks like one ("Bang Nakh -- Tiger's Claws"), so the whole text is one of the ways.
    """
    cut = len(text)
    skip = 0
    for opener in _COMMENTS:
        found = text.find(opener, 0, cut)
        if found > 0:
            cut, skip = found, len(opener)
    opened = text.rfind(" (", 0, cut)
    if opened > 0 and text.find(")", opened, cut) < 0:
        yield _cut(text, opened, 2)
    yield _cut(text, cut, skip) if skip else (text, "")
    if skip:
        again = text.find(" --", cut + skip)
        if again > 0:
            yield _cut(text, again, 3)
        yield text, ""
    dash = text.find(" - ", 0, cut)
    if dash > 0:
        yield _cut(text, dash, 3)


def _cut(text: str, cut: int, skip: int) -> tuple[str, str]:
    return text[:cut].rstrip(), text[cut + skip :].removesuffix("*/").strip(" -\t")
