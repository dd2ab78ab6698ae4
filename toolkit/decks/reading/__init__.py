"""Reading a list in whatever form it comes; the form is detected and named."""

from toolkit.decks.reading.list_format import ListFormat
from toolkit.decks.reading.read import read

__all__ = ["ListFormat", "read"]
