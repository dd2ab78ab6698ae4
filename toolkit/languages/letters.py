"""Names as a crowd looks for them: case, accents and strokes aside."""

from __future__ import annotations

import unicodedata

from anyascii import anyascii


def sort_key(name: str) -> str:
    """Alphabetical as a crowd looks for it: case and accents aside, Ł beside L; then Greek, then Cyrillic.

    What no font shows stands where its spelling in Latin letters belongs.
    """
    plain = unicodedata.normalize("NFKD", name)
    return "".join(_plain_letter(c) for c in plain if not unicodedata.combining(c)).casefold().strip()


def _plain_letter(character: str) -> str:
    if character.isascii() or unicodedata.name(character, "").startswith(("GREEK", "CYRILLIC")):
        return character
    return anyascii(character)
