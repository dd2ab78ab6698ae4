"""What a person reads on a page, whatever keys, codes and addresses its HTML holds."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

from werkzeug.test import TestResponse


def text_of(page: TestResponse | str) -> str:
    """The words of a page, or of a part of its HTML, on one line."""
    found = page if isinstance(page, str) else page.text
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", found)).split())


def sentences_of(page: TestResponse | str) -> str:
    """The same, where names in a sentence are links: none has a blank before the sign behind it."""
    found = page if isinstance(page, str) else page.text
    return text_of(re.sub(r"</?a\b[^>]*>", "", found))


def markup_of(page: TestResponse | str) -> str:
    """The HTML of a page on one line, with no blank beside a tag: how a template is laid out is no fact."""
    found = page if isinstance(page, str) else page.text
    return re.sub(r"\s*\n\s*", " ", re.sub(r"(?<=>)\s*\n\s*|\s*\n\s*(?=[<>])", "", found))


_VOID = frozenset({"br", "hr", "img", "input", "link", "meta", "source", "wbr"})
# A link; the page's own heading; words that are chosen, not read.
_LEADING = frozenset({"a", "h1", "title", "label", "option", "button", "textarea", "script", "style"})


class _Outside(HTMLParser):
    """Collects the words outside of links and of parts that lead somewhere as a whole (`a.whole`)."""

    def __init__(self) -> None:
        super().__init__()
        self._open: list[tuple[str, list[str]]] = [("", [])]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if ("class", "whole") in attrs:
            self._open = [(f"{name} whole" if name == "li" else name, words) for name, words in self._open]
        if tag not in _VOID:
            self._open.append((tag, []))

    def handle_endtag(self, tag: str) -> None:
        name, words = self._open.pop()
        assert name.split()[0] == tag, f"{tag} closes {name}"
        if name not in _LEADING and not name.endswith(" whole"):
            self._open[-1][1].extend(words)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Holds no words."""

    def handle_data(self, data: str) -> None:
        self._open[-1][1].append(data)

    @property
    def words(self) -> str:
        """What was collected, on one line."""
        return " ".join(" ".join(self._open[0][1]).split())


def outside_links(markup: str) -> str:
    """The words of a part of a page that lead nowhere, on one line."""
    reader = _Outside()
    reader.feed(markup)
    return reader.words
