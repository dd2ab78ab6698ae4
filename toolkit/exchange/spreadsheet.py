"""What a person typed, as a cell that no spreadsheet takes for a formula."""

from __future__ import annotations

# The signs of every form of keyboard, and the white space behind which a spreadsheet looks for them.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def text_cell(text: str) -> str:
    """The text as it stands; with an apostrophe before it, which a spreadsheet hides, where it would be calculated."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
