"""Reading a list in whatever form it comes; the form is detected and named."""

from toolkit.decks.reading.list_format import Dressing
from toolkit.decks.reading.read import read

__all__ = ["Dressing", "read"]
