"""The PDF writer: a sheet and a paper size in, the bytes of a PDF out.

Characters that the fonts cannot show are spelled in Latin letters.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from io import BytesIO
from typing import Any, Literal

import typst
from anyascii import anyascii

from toolkit import paths
from toolkit.languages import UNBROKEN_SPACES
from toolkit.sheets.model import Paper, Sheet
from toolkit.sheets.qr import Drawing, QrLink, qr_svg

# What stands in the file as its date when the event has none: the same input must give the same bytes.
_NO_DAY = date(2000, 1, 1)
# A code point that no font will ever have: the box drawn for it is the one drawn for every missing character.
_MISSING = 0x10FFFD
_KEPT = f" {UNBROKEN_SPACES}"
_DRAWN = re.compile(r'xlink:href="#(g[0-9A-F]+)"')


@dataclass(frozen=True, slots=True)
class Pdf:
    """A finished sheet; `replaced` lists the texts that the fonts could not show as they are written."""

    content: bytes
    replaced: tuple[str, ...] = ()


def render(sheet: Sheet, paper: Paper = Paper.A4) -> Pdf:
    """Lay `sheet` out on `paper`.

    The same sheet gives the same bytes on every machine and day: fonts come with the typesetter, dates with the data.
    """
    if sheet.parts:
        return _joined(sheet, [render(part, paper) for part in sheet.parts])
    day = sheet.day or _NO_DAY
    data = {**sheet.data, "paper": paper.value, "document_title": sheet.title, "language": sheet.language}
    compiler = typst.Compiler(
        paths.TEMPLATES / "sheets" / f"{sheet.template}.typ",
        root=paths.TEMPLATES / "sheets",
        font_paths=fonts(),
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(_map_text(data), ensure_ascii=False)},
    )
    content = compiler.compile(
        format="pdf",
        timestamp=datetime(day.year, day.month, day.day, tzinfo=UTC),
        # Tags would make a file for paper five times as large.
        pdf_tags=False,
    )
    assert isinstance(content, bytes)
    return Pdf(content, tuple(replaced(_texts(data))))


def draw(sheet: Sheet, form: Literal["png", "svg"]) -> bytes:
    """Draw a sheet of one page as a picture, of 96 pixels an inch where it has pixels."""
    data = {**sheet.data, "document_title": sheet.title, "language": sheet.language}
    compiler = typst.Compiler(
        paths.TEMPLATES / "sheets" / f"{sheet.template}.typ",
        root=paths.TEMPLATES / "sheets",
        font_paths=fonts(),
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(_map_text(data), ensure_ascii=False)},
    )
    content = compiler.compile(format=form, ppi=96)
    assert isinstance(content, bytes)
    return content


def _joined(sheet: Sheet, parts: Iterable[Pdf]) -> Pdf:
    """Several sheets in one file, under the title of all of them."""
    from pypdf import PdfWriter

    writer, replaced_texts = PdfWriter(), dict[str, None]()
    for part in parts:
        writer.append(BytesIO(part.content), import_outline=False)
        replaced_texts |= dict.fromkeys(part.replaced)
    day = sheet.day or _NO_DAY
    writer.add_metadata({"/Title": sheet.title, "/CreationDate": f"D:{day:%Y%m%d}000000Z"})
    file = BytesIO()
    writer.write(file)
    return Pdf(file.getvalue(), tuple(replaced_texts))


def _map_text(value: Any) -> Any:
    if isinstance(value, QrLink):
        return qr_svg(value)
    if isinstance(value, Drawing):
        return value
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, Mapping):
        return {key: _map_text(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_map_text(item) for item in value]
    return value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str) and not isinstance(value, Drawing):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)


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


def missing_signs(texts: Iterable[str]) -> list[str]:
    """The signs of `texts` that cannot be shown as they are, in order, each once."""
    signs = dict.fromkeys(unicodedata.normalize("NFC", "\n".join(texts)))
    return [sign for sign in signs if sign != "\n" and printable(sign) != sign]


def replaced(texts: Iterable[str]) -> list[str]:
    """Those of `texts` that cannot be shown as they are written, in order, each once."""
    return [text for text in dict.fromkeys(texts) if printable(text) != unicodedata.normalize("NFC", text)]
