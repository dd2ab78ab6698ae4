"""Cards of a source that is no list of lines: each has a name or a number, and a count."""

from __future__ import annotations

from toolkit.cards.model import Kind
from toolkit.decks.reading.account import Account
from toolkit.decks.reading.characters import plain
from toolkit.decks.reading.lines import count_value
from toolkit.decks.reading.qualifiers import NOTHING
from toolkit.decks.reading.resolve import Found

_MISSES = 20


class Places:
    """The line of each entry of a structured source, found by looking for its text from where the last one stood."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 1
        self._missed = 0

    def line_of(self, text: str) -> int:
        """The line on which the text stands next; that of the last entry if it stands nowhere."""
        # Looking in vain costs a walk to the end: after some, no more are made.
        found = self._text.find(text, self._at) if text and self._missed < _MISSES else -1
        if found < 0:
            self._missed += 1
            return self._line
        self._line += self._text.count("\n", self._at, found)
        self._at = found
        return self._line

    def next_line_of(self, text: str) -> int:
        """As `line_of`, and the next search starts behind it."""
        line = self.line_of(text)
        self._at = min(len(self._text), self._at + 1)
        return line


def add_named(account: Account, line: int, name: str, figure: str, *, part: Kind | None = None) -> None:
    """Take copies of a card by its name."""
    name = plain(name).strip()
    count = count_value(figure.strip())
    if count is None:
        account.bad_count(line, figure, name, part=part)
        return
    found = account.resolver.find(name) if name else None
    if found is None:
        account.unknown(line, name, count, part=part)
    else:
        account.add(line, found, count, part=part, comment=found.remark)


def add_numbered(account: Account, line: int, number: str, figure: str, *, name: str = "") -> None:
    """Take copies of a card by its number; by its name if no card has the number."""
    card = (
        account.resolver.cards.get(int(number)) if number.isascii() and number.isdecimal() and len(number) < 9 else None
    )
    if card is None and name:
        add_named(account, line, name, figure)
        return
    count = count_value(figure.strip())
    if card is None:
        account.unknown_number(line, number, count or 0)
    elif count is None:
        account.bad_count(line, figure, card.unique_name)
    else:
        account.add(line, Found((card,), (card,), card.unique_name, None, NOTHING), count)
