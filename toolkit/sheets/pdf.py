"""The PDF writer: a sheet and a paper size in, the bytes of a PDF out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import typst

from toolkit import paths
from toolkit.sheets.glyphs import fonts, printable, replaced
from toolkit.sheets.model import Paper, Sheet
from toolkit.sheets.qr import Drawing

# What stands in the file as its date when the event has none: the same input must give the same bytes.
_NO_DAY = date(2000, 1, 1)


@dataclass(frozen=True, slots=True)
class Pdf:
    """A finished sheet; `replaced` lists the texts that the fonts could not show as they are written."""

    content: bytes
    replaced: tuple[str, ...] = ()


def render(sheet: Sheet, paper: Paper = Paper.A4) -> Pdf:
    """Lay `sheet` out on `paper`.

    The same sheet gives the same bytes on every machine and day: fonts come with the typesetter, dates with the data.
    """
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


def _map_text(value: Any) -> Any:
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
