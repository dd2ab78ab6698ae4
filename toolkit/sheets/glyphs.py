"""Which characters the sheets' fonts can show, and what is shown instead of the others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

import typst
from anyascii import anyascii

from toolkit.languages import UNBROKEN_SPACES

# A code point that no font will ever have: the box drawn for it is the one drawn for every missing character.
_MISSING = 0x10FFFD
_KEPT = f" {UNBROKEN_SPACES}"
_DRAWN = re.compile(r'xlink:href="#(g[0-9A-F]+)"')


@cache
def fonts() -> typst.Fonts:
    """The fonts of the typesetter's own wheel, and no others: the same sheet on every machine."""
    return typst.Fonts(include_system_fonts=False)


@lru_cache(maxsize=4096)
def is_covered(character: str) -> bool:
    """Whether the fonts can draw `character`.

    The typesetter does not tell, so it is asked to draw the character, and its drawing compared with a missing one.
    """
    if character.isascii() or not character.isprintable():
        return character.isascii()
    lines = "\n".join(f'#block(text("\\u{{{code:x}}}"))' for code in (_MISSING, ord(character)))
    drawing = typst.Compiler(lines.encode(), font_paths=fonts(), ignore_system_fonts=True).compile(format="svg")
    assert isinstance(drawing, bytes)
    glyphs = _DRAWN.findall(drawing.decode())
    return len(glyphs) != 2 or glyphs[0] != glyphs[1]


def printable(text: str) -> str:
    """`text` as the sheets can show it: what no font covers is spelled in Latin letters, or as a box.

    Characters that would change the direction or the lines of the text around them are dropped.
    """
    composed = unicodedata.normalize("NFC", text)
    if composed.isascii():
        return "".join(c for c in composed if c.isprintable())
    return "".join(_shown(c) for c in composed if c.isprintable() or c in _KEPT)


def _shown(character: str) -> str:
    if character in _KEPT or is_covered(character):
        return character
    return anyascii(character).strip() or "□"


def replaced(texts: Iterable[str]) -> list[str]:
    """Those of `texts` that cannot be shown as they are written, in order, each once."""
    return [text for text in dict.fromkeys(texts) if printable(text) != unicodedata.normalize("NFC", text)]
