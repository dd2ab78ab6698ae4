"""The catalogues of the package, as babel reads their files."""

from __future__ import annotations

import re
from functools import cache
from gettext import NullTranslations

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from toolkit import paths
from toolkit.languages import LANGUAGES

FIGURE = re.compile(r"%\(\w+\)[sd]")
CATALOGUES = [code for code in LANGUAGES if code != "en"]


@cache
def catalogue(language: str) -> Catalog:
    """A language's catalogue."""
    with (paths.TRANSLATIONS / language / "LC_MESSAGES/messages.po").open("rb") as file:
        return read_po(file, locale=language)


@cache
def messages(language: str) -> tuple[Message, ...]:
    """Every message of a language's catalogue; its header is none."""
    return tuple(message for message in catalogue(language) if message.id)


def originals(message: Message) -> tuple[str, ...]:
    """The English: one text, or one and many."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def forms(message: Message) -> tuple[str, ...]:
    """The translation's forms: one, or as many as the language has."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


@cache
def plural_forms(language: str) -> int:
    """How many forms a count has, as the catalogue's header says; what babel itself thinks changes with its release."""
    return int(catalogue(language).num_plurals)


class Marked(NullTranslations):
    """A catalogue whose every translation is the English text between marks; what is filled in stands outside."""

    def gettext(self, message: str) -> str:
        return FIGURE.sub(r"⟧\g<0>⟦", f"⟦{message}⟧").replace("⟦⟧", "")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)
