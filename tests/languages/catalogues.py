"""The catalogues of the package, as babel reads their files."""

from __future__ import annotations

from functools import cache

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from toolkit import paths
from toolkit.languages import LANGUAGES

CATALOGUES = [code for code in LANGUAGES if code != "en"]


@cache
def messages(language: str) -> tuple[Message, ...]:
    """Every message of a language's catalogue; its header is none."""
    with (paths.TRANSLATIONS / language / "LC_MESSAGES/messages.po").open("rb") as file:
        return tuple(message for message in read_po(file, locale=language) if message.id)


def originals(message: Message) -> tuple[str, ...]:
    """The English: one text, or one and many."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def forms(message: Message) -> tuple[str, ...]:
    """The translation's forms: one, or as many as the language has."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


@cache
def plural_forms(language: str) -> int:
    """How many forms a count has in the language."""
    return int(Catalog(locale=language).num_plurals)
