"""What a person reads on a page, whatever keys, codes and addresses its HTML holds."""

from __future__ import annotations

import re
from html import unescape

from werkzeug.test import TestResponse


def text_of(page: TestResponse | str) -> str:
    """The words of a page, or of a part of its HTML, on one line."""
    found = page if isinstance(page, str) else page.text
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", found)).split())


def markup_of(page: TestResponse | str) -> str:
    """The HTML of a page on one line, with no blank beside a tag: how a template is laid out is no fact."""
    found = page if isinstance(page, str) else page.text
    return re.sub(r"\s*\n\s*", " ", re.sub(r"(?<=>)\s*\n\s*|\s*\n\s*(?=[<>])", "", found))
