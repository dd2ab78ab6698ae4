"""The lines of text that a web page shows, each with its line in the source."""

from __future__ import annotations

from html import unescape

_BREAKS = frozenset(
    (
        "li",
        "hr",
        "br",
        "p",
        "div",
        "tr",
        "ul",
        "ol",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "table",
        "pre",
        "dt",
        "dd",
        "section",
    )
)
_HIDDEN = frozenset(("script", "style", "head", "template"))
_MARK_TEXT = "<pre,<hr,<li,<ul,<ol,<html,<!doctype html,<br,<p>,<p ,<div,<table,<tr,<td,<body"
_MARKS = tuple(_MARK_TEXT.split(","))


def looks_like_html(text: str) -> bool:
    """Whether the text holds tags of a web page."""
    if "<" not in text:
        return False
    lowered = text.casefold()
    return any(mark in lowered for mark in _MARKS)


def visible_lines(text: str) -> list[tuple[int, str]]:
    """What the page shows, line by line, with the line of the source on which each starts."""
    lines: list[tuple[int, str]] = []
    pieces: list[str] = []
    started = number = 1
    position, length = 0, len(text)
    hidden = ""

    def flush() -> None:
        nonlocal started
        shown = " ".join(unescape("".join(pieces)).replace("\xa0", " ").split("\n")).strip()
        lines.append((started, shown))
        pieces.clear()
        started = number

    while position < length:
        opened = text.find("<", position)
        opened = length if opened < 0 else opened
        chunk = text[position:opened]
        if not hidden:
            for index, piece in enumerate(chunk.split("\n")):
                if index:
                    number += 1
                    flush()
                pieces.append(piece)
        else:
            number += chunk.count("\n")
        closed = text.find(">", opened)
        if opened == length:
            break
        if closed < 0 or not (text[opened + 1].isalpha() or text[opened + 1] in "/!?"):
            pieces.append("<" if not hidden else "")
            position = opened + 1
            continue
        name = _tag_name(text, opened, closed)
        number += text.count("\n", opened, closed)
        if hidden:
            hidden = "" if name == f"/{hidden}" else hidden
        elif name in _HIDDEN:
            hidden = name
        elif name.lstrip("/") in _BREAKS:
            flush()
        elif name in ("td", "th"):
            pieces.append(" ")
        position = closed + 1
    flush()
    return lines


def _tag_name(text: str, opened: int, closed: int) -> str:
    end = opened + 1
    stop = min(closed, opened + 20)
    while end < stop and (text[end].isalnum() or text[end] == "/"):
        end += 1
    name = text[opened + 1 : end].casefold()
    return name if name.startswith("/") else name.rstrip("/")
