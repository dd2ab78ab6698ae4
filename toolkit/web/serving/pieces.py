"""Pieces: the shares of pages that are the same for all, drawn and packed once and sent to all by streams.

A piece is drawn from the public part of an event alone, so it holds nothing that a stranger may not see. It is known by
its event, its language and its version, a word of the shared half of a page's version (`versions.pieces_of`). A page
finds its own line in it, such as its player's seat.
"""

from __future__ import annotations

import gzip
import json
import logging
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping

from flask import Flask

from toolkit.services.kernel.recent import Recent
from toolkit.services.kernel.versions import pieces_of, seating_version, standings_version
from toolkit.tournament.tournament import Tournament
from toolkit.web.base.i18n import speak

_log = logging.getLogger(__name__)

# What draws each piece of the event with that id, by the piece's name: something that JSON has, in the language of the
# request.
type Drawers = Callable[[str, Tournament], Mapping[str, Callable[[], object]]]

# The first letters of the words that nearly every result changes: of a player's own line, each of which is in the
# newest piece of the ranks, and of the whole table of standings.
RANKS, TABLE = "r", "t"
_KEY = "pieces"
# Of as many events and languages as are on show at once, the newest few of each.
_KEPT = 256


def add_pieces(app: Flask, drawers: Drawers) -> None:
    """Let streams of `app` send these pieces, by the names of `versions.pieces_of`."""
    app.extensions[_KEY] = drawers


def changed_words(before: str, version: str) -> set[str]:
    """The words of the shared half of a page's version that an earlier version does not have."""
    return _words(version) - _words(before)


def is_of_standings(word: str) -> bool:
    """Whether this is the word of a line of the standings, or of all lines."""
    return word[:1] in (RANKS, TABLE)


def with_rank_of(before: str, version: str) -> str:
    """A version with the standings that an earlier one has; one with another own half as it is.

    That page is drawn anew, with the newest line.
    """
    (start, _, old), (rest, _, new) = before.rpartition("."), version.rpartition(".")
    is_same_page = start.partition("~")[0] == rest.partition("~")[0]
    return f"{rest}.{old}" if is_same_page and old[:1] == new[:1] and is_of_standings(new) else version


def _words(version: str) -> set[str]:
    shared = version.partition("~")[2]
    return set(shared.split(".")) if shared else set()


class Pieces:
    """The pieces that were sent of late, as streams say them."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._frames: Recent[tuple[str, str, str], str] = Recent(_KEPT)

    def draw(self, event: str, language: str, state: Tournament, wanted: Iterable[str]) -> None:
        """Draw what is wanted of the pieces of this state, unless it was drawn before."""
        versions, first = {**pieces_of(state), "seating": seating_version(state)}, {word[0] for word in wanted}
        if RANKS in first:
            versions["ranks"] = RANKS
        if TABLE in first:
            versions["standings"] = standings_version(state)
        for name, version in versions.items():
            key = (event, language, version)
            if version == RANKS or (version in wanted and self._frames.get(key) is None):
                try:
                    content = self._drawn(name, event, language, state)
                except Exception:  # whatever it was, its pages ask
                    _log.warning("a piece cannot be drawn: %s", name, exc_info=True)
                    continue
                packed = b64encode(gzip.compress(json.dumps(content).encode(), mtime=0)).decode()
                said = {"of": f"{event} {language}", "name": name, "version": version, "packed": packed}
                self._frames.keep(key, f"event: piece\ndata: {json.dumps(said)}\n\n")

    def _drawn(self, name: str, event: str, language: str, state: Tournament) -> object:
        with self._app.test_request_context():
            speak(language)
            return self._app.extensions[_KEY](event, state)[name]()

    def frames(self, event: str, language: str, wanted: Iterable[str]) -> str:
        """The wanted pieces, as far as they were drawn; a page asks for the rest itself."""
        versions = {RANKS if word.startswith(RANKS) else word for word in wanted}
        return "".join(self._frames.get((event, language, version)) or "" for version in versions)
