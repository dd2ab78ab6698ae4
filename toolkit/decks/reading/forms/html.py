"""The lines of text that a web page shows, each with its line in the source."""

from __future__ import annotations

import re
from html import unescape

from toolkit.decks.reading.list_format import ListFormat
from toolkit.decks.reading.markup import grouped

type VisibleLine = tuple[int, str]

_BREAK_TEXT = "li hr br p div tr ul ol h1 h2 h3 h4 h5 h6 table tbody thead tfoot pre dt dd section article header body"
_BREAKS = frozenset(_BREAK_TEXT.split())
# What a browser shows on one line, however many lines of the source it takes.
_ONE_LINE = frozenset(("li", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd"))
_BLANKS = re.compile(r"[ \t\r\n]+")
_HIDDEN = frozenset(("script", "style", "head", "template"))
_MARK_TEXT = "<pre,<hr,<li,<ul,<ol,<html,<!doctype html,<br,<p>,<p ,<div,<table,<tr,<td,<body"
_MARKS = tuple(_MARK_TEXT.split(","))


def looks_like_html(text: str) -> bool:
    """Whether the text holds tags of a web page."""
    if "<" not in text:
        return False
    lowered = text.casefold()
    return any(mark in lowered for mark in _MARKS)


def page_format(text: str) -> ListFormat:
    """Which program wrote the page, where it can be told."""
    return ListFormat.ARDB_HTML if 'class="tablevalue"' in text else ListFormat.HTML


def visible_lines(text: str) -> list[VisibleLine]:
    """The visible text of the page, line by line, with the line of the source on which each starts."""
    page = _Page()
    position, length = 0, len(text)
    hidden = ""
    while position < length:
        opened = text.find("<", position)
        opened = length if opened < 0 else opened
        if hidden:
            page.number += text.count("\n", position, opened)
        else:
            page.text(text[position:opened])
        closed = text.find(">", opened)
        if opened == length:
            break
        if closed < 0 or not (text[opened + 1].isalpha() or text[opened + 1] in "/!?"):
            page.text("" if hidden else "<")
            position = opened + 1
            continue
        name = _tag_name(text, opened, closed)
        page.number += text.count("\n", opened, closed)
        if hidden:
            hidden = "" if name == f"/{hidden}" else hidden
        elif name in _HIDDEN:
            hidden = name
        else:
            page.tag(name)
        position = closed + 1
    page.end_row()
    return page.lines


class _Page:
    """The lines shown so far; in a row of a table, its cells, each with the lines that it holds."""

    def __init__(self) -> None:
        self.lines: list[VisibleLine] = []
        self.number = 1
        self._started = 1
        self._pieces: list[str] = []
        self._cells: list[list[VisibleLine]] | None = None
        self._one_line = ""
        self._is_preformatted = False

    def text(self, chunk: str) -> None:
        """Text between two tags."""
        is_joined = (self._cells is not None or self._one_line) and not self._is_preformatted
        for index, piece in enumerate(chunk.split("\n")):
            if index:
                self.number += 1
                if is_joined:
                    self._pieces.append(" ")
                else:
                    self._break()
            self._pieces.append(piece)

    def tag(self, name: str) -> None:
        """A tag, with a slash in front where it closes."""
        bare = name.lstrip("/")
        if bare in ("tr", "table"):
            self.end_row()
            self._cells = [] if name == "tr" else None
        elif bare in ("td", "th"):
            self._cell(opens=bare == name)
        elif bare in _BREAKS:
            self._break()
            self._is_preformatted = name == "pre" if bare == "pre" else self._is_preformatted
            self._one_line = name if name in _ONE_LINE else "" if bare == self._one_line else self._one_line

    def _cell(self, *, opens: bool) -> None:
        if self._cells is None:
            self._pieces.append("  ")
            return
        self._break()
        if opens:
            self._cells.append([])

    def end_row(self) -> None:
        """A row of one line in each cell is a line; where a cell holds several, each of them is one."""
        self._break()
        cells, self._cells = self._cells, None
        self._one_line = ""
        if not cells:
            return
        if all(len(cell) < 2 for cell in cells):
            filled = [cell[0] for cell in cells if cell]
            self.lines += [(filled[0][0], grouped("  ".join([text for _, text in filled])))] if filled else []
        else:
            self.lines += [line for cell in cells for line in cell]

    def _break(self) -> None:
        written = "".join(self._pieces)
        if self._cells is not None or self._one_line:
            written = _BLANKS.sub(" ", written)
        line = (self._started, unescape(written).replace("\xa0", " ").replace("\n", " ").strip())
        if self._cells is None:
            self.lines.append(line)
        elif line[1]:
            if not self._cells:
                self._cells.append([])
            self._cells[-1].append(line)
        self._pieces.clear()
        self._started = self.number


def _tag_name(text: str, opened: int, closed: int) -> str:
    end = opened + 1
    stop = min(closed, opened + 20)
    while end < stop and (text[end].isalnum() or text[end] == "/"):
        end += 1
    name = text[opened + 1 : end].casefold()
    return name if name.startswith("/") else name.rstrip("/")
