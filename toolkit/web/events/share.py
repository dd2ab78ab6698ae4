"""The texts to share with one tap: a text for each kind of chat and forum."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from toolkit.exchange.result_text import Dialect, render_round, render_text
from toolkit.languages import words_of
from toolkit.services.kernel.links import event_path
from toolkit.tournament.state import Round
from toolkit.web.base.addresses import reachable_url
from toolkit.web.base.i18n import language
from toolkit.web.events.console import Console

_WORDS: dict[Dialect, LazyString | str] = {
    Dialect.DISCORD: "Discord",
    Dialect.WHATSAPP: "WhatsApp",
    Dialect.BBCODE: _l("Forum"),
    Dialect.MARKDOWN: "Markdown",
    Dialect.PLAIN: _l("Plain text"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedText:
    """A text as it is pasted, and where."""

    key: str
    word: LazyString | str
    text: str


def shared_round(console: Console, round_: Round) -> list[SharedText]:
    """A round's seats, with the points that are in."""
    words, url = words_of(language()), _public_url(console)
    return _texts(lambda dialect: render_round(console.tournament, round_, dialect, words, url=url))


def shared_standings(console: Console) -> list[SharedText]:
    """The standings, with winner and finalists once they are known."""
    words, url = words_of(language()), _public_url(console)
    return _texts(lambda dialect: render_text(console.tournament, dialect, words, url=url))


def _texts(render: Callable[[Dialect], str]) -> list[SharedText]:
    return [SharedText(key=dialect.value, word=word, text=render(dialect)) for dialect, word in _WORDS.items()]


def _public_url(console: Console) -> str:
    """The address of the public page, where others than this computer reach it."""
    base = reachable_url()
    return base.rstrip("/") + event_path(console.id) if base else ""
