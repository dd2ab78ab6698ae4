"""Reading a list in whatever form it comes; the form is detected and named."""

from toolkit.decks.reading.dressing import Dressing
from toolkit.decks.reading.read import read

__all__ = ["Dressing", "read"]
