"""The key under which two spellings of a name are the same name."""

from __future__ import annotations

import unicodedata

# The words that card lists move to the end of a name, or leave out.
ARTICLES = frozenset(("the", "a", "an", "el", "la", "le", "les", "un", "une", "una"))

# Nothing longer than this is a name; the longest real one has 44 characters.
MAX_NAME = 120

_DROPPED = {code: None for code in range(128) if not chr(code).isalnum()}

_SPACED = {code: "" if chr(code) == "'" else " " for code in _DROPPED}

# Letters that do not decompose into a base letter and a mark, and the trademark sign, which is not part of a name.
_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ŋ": "ng", "ŧ": "t"}
    | {"ǣ": "ae", "ǽ": "ae", "ǿ": "o", "™": "", "®": ""}
)


def name_key(text: str) -> str:
    """The name without differences of spelling: case, accents, punctuation, spaces, trademark sign, and its article.

    The article is left out whether it stands in front or, after a comma, behind. Digits and letters of any script stay,
    in order: two keys are equal only if the names are spelled with the same letters. What is too long for a name has
    the empty key, which no card has.

    >>> name_key("Pentex™ Subversion") == name_key("pentex(TM) subversion")
    True
    >>> name_key("The Louvre, Paris") == name_key("Louvre, Paris, The") == "louvreparis"
    True
    """
    key = text.strip().casefold()
    if len(key) > MAX_NAME:
        return ""
    head, comma, tail = key.rpartition(",")
    if comma and tail.strip() in ARTICLES:
        key = head
    else:
        first, space, rest = key.partition(" ")
        if space and first in ARTICLES:
            key = rest
    if "(tm)" in key:
        key = key.replace("(tm)", "")
    if key.isascii():
        return key.translate(_DROPPED)
    decomposed = unicodedata.normalize("NFKD", key.translate(_LETTERS))
    key = "".join(filter(str.isalnum, decomposed.casefold()))
    return key if len(key) <= MAX_NAME else ""


def letters_of(text: str) -> str:
    """The name in lower case without accents, words kept apart: what a search compares.

    >>> letters_of("Béatrice “Oracle171” Tremblay")
    'beatrice oracle171 tremblay'
    """
    if text.isascii():
        return " ".join(text.lower().translate(_SPACED).split())
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    kept = (c if c.isalnum() else "" if unicodedata.combining(c) or c in "'’" else " " for c in decomposed)
    return " ".join("".join(kept).split())
